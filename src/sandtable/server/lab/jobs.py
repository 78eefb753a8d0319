"""Measurements that visitors request from the lab, and analyses of finished matches; each runs in its own process.

Each measurement has a folder (`lab.work.measurement`), so nothing is lost when a server ends, and a running measurement
continues from its rows. If several workers share a folder, the one that holds its lock runs the processes; the others
read the folder and write requests to it.
"""

import contextlib
import hmac
import logging
import os
import re
import secrets
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from operator import itemgetter
from pathlib import Path
from threading import Event, Thread
from time import monotonic, time, time_ns
from typing import IO, Literal, NamedTuple, get_args

from filelock import FileLock, Timeout
from msgspec.structs import replace

from sandtable.lab.run.extras import command_for
from sandtable.lab.work.measurement import Folder, Order, Standing, State
from sandtable.server.limits import Limits
from sandtable.server.loading.compilers import ASIDE
from sandtable.server.storage.credentials import hash_token, new_token

logger = logging.getLogger(__name__)

# in milliseconds
DAY = 86_400_000
# seconds between checks for requests
BEAT = 0.25
# nanoseconds until a change in a folder shows in the folder's time, which some file systems round
SETTLED = 2_000_000_000
# hex digits that identify a client: too few to reveal an address, enough to tell two clients apart
CLIENT = 4
_ID = re.compile("[0-9a-f]{16}")
# a folder that was being made or deleted when the server was killed
_LEFT = re.compile(f"{_ID.pattern}[.].+")

OFF = "Measurements are switched off on this server."
NOT_INSTALLED = f"Measurements need the lab: run {command_for('lab')} and restart the server."
OWN_FULL = (
    "You can have {} measurements waiting or running at a time: stop one, or try again once one has finished."
)
FULL = "All {} places for measurements on this server are taken. One will be free within {:g} minutes."
OWN_KEPT = "You can keep {} measurements on this server: delete one that you no longer need, then try again."
KEPT = (
    "This server keeps at most {} measurements, and they are all used: "
    "try again once someone has deleted one, or ask the host to clear old ones."
)
OWN_ANALYSES_FULL = "You can have {} matches analysed at a time: wait until one has finished, then try again."
ANALYSES_FULL = "All {} places for analyses on this server are taken. Try again in a few minutes."
EXPIRED = "deleted measurement %s: it last changed at %s"
FAULT = "It failed because of a bug. The server's log has the details."
GONE = "Its process died ({}), perhaps because it ran out of memory."
OUT_OF_TIME = "It was stopped after {:g} minutes, the limit for one run on this server."
STOPPED = "It was stopped."
# the packages of the extra `lab`
PACKAGES = ("altair", "optuna", "polars", "scipy", "vl_convert")
# one of these suffixes follows
KEEPS_FINDINGS = "What was found so far is kept, and you can resume it."
GOES_ON = "The matches played so far are kept, and you can resume it."
SEARCHES_AGAIN = (
    "The matches played so far are kept, and you can resume it. Only the search for better picks starts over."
)
# bytes of a process's standard error for the log, and the start of a program error
MOST_TOLD = 8000
TRACEBACK = "Traceback (most recent call last)"
ENDED = ("stopped", "failed", "done")
# how many analyses run at a time: they are short, so they have a place of their own next to the measurements
ANALYSES = 1
# the folder of all measurements, next to the database
LAB = "sandtable-lab"


class NotTakenError(ValueError):
    """Raised for a well-formed request that is not accepted; the message is one sentence."""


@dataclass(frozen=True)
class LabLimits:
    """What a host allows; see `hosting.Hosting`."""

    mode: Literal["off", "own", "shared"] = "off"
    at_once: int = 1
    pairs: int = 1000
    minutes: float = 60
    processes: int = 0
    ray: str = ""

    @property
    def refusal(self) -> str:
        """Why nothing can be measured; "" if anything can."""
        if self.mode == "off":
            return OFF
        return "" if all(map(find_spec, PACKAGES)) else NOT_INSTALLED


class Cleared(NamedTuple):
    """How many measurements were deleted, and how many are left."""

    deleted: int
    left: int


@dataclass(frozen=True, eq=False)
class FoundMeasurement:
    """A measurement as stored in its folder at the last change, at `changed` nanoseconds since 1970."""

    id: str
    folder: Folder
    order: Order
    standing: Standing
    changed: int

    @property
    def ended(self) -> bool:
        """Whether it has ended: no process will run it unless someone requests it."""
        return self.standing.state in ENDED

    @property
    def analysis(self) -> bool:
        """Whether it is the analysis of a match."""
        return self.order.kind == "analysis"


def command(folder: Path) -> Sequence[str]:
    """The command line of the process for the measurement or the analysis in a folder."""
    module = "sandtable.analysis.process" if Folder(folder).match.exists() else "sandtable.lab.work.process"
    return (sys.executable, "-m", module, str(folder))


class _Running:
    """A running process; `sentence` is the last one that it has printed."""

    def __init__(self, folder: Folder, started: Sequence[str]) -> None:
        self.folder, self.began, self.sentence = folder, monotonic(), ""
        with folder.errors.open("wb") as errors:
            self._process = self._started(started, errors)
        if hasattr(os, "setpriority"):
            with contextlib.suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, ASIDE)
        self._listener = Thread(target=self._listen, name="sandtable-measurement", daemon=True)
        self._listener.start()

    @staticmethod
    def _started(started: Sequence[str], errors: IO[bytes]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            started,
            # only this process holds the other end, so the worker ends when this process does
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            # regardless of the server's own terminal
            env={**os.environ, "PYTHONIOENCODING": "utf-8:replace"},
            encoding="utf-8",
            errors="replace",
            # its own session: the terminal's Ctrl-C is for the server
            start_new_session=True,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
        )

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self.sentence = line.strip()

    @property
    def status(self) -> int | None:
        """Its exit status, or None while it runs."""
        return self._process.poll()

    def end(self) -> None:
        """Ends it at once if it is still running, and releases its resources."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Measurements:
    """The measurements in the folder at `path`, as `lab` allows; after `start`, waiting ones are run with `command`."""

    def __init__(
        self,
        path: Path,
        lab: LabLimits,
        limits: Limits,
        command: Callable[[Path], Sequence[str]] = command,
    ) -> None:
        self.lab = lab
        self._path, self._limits, self._command = path, limits, command
        self._news = path / "news"
        self._running: dict[str, _Running] = {}
        # read again only if the folder has changed since
        self._known: dict[str, FoundMeasurement] = {}
        self._served: dict[str, int] = {}  # when a client's measurement was last started here
        self._closed = Event()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Starts running the waiting measurements, from a thread."""
        if not self.lab.refusal:
            self._path.mkdir(parents=True, exist_ok=True)
            self._thread = Thread(target=self._run, name="sandtable-measurements", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Ends all processes; their measurements wait for the next server."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def folder(self, measurement: str) -> tuple[Folder, Order] | None:
        """A measurement's folder and order; None if no measurement has this id."""
        found = Folder(self._path / measurement) if _ID.fullmatch(measurement) else None
        order = None if found is None else found.order()
        return None if found is None or order is None else (found, order)

    def all(self) -> list[FoundMeasurement]:
        """All measurements, newest first, without analyses."""
        found = (one for one in self._found() if not one.analysis)
        return sorted(found, key=lambda one: (-one.order.created, one.id))

    def analysis(self, table: str) -> FoundMeasurement | None:
        """The analysis of the match at a table, if there is one."""
        return self._read(_analysis_of(table))

    def ask(self, order: Order, client: str = "local") -> tuple[str, str]:
        """Adds a measurement for `client` to the queue; returns its id and its key.

        Raises `NotTakenError` if too many are waiting or stored, for this client or in total.
        """
        found, by = self.all(), hash_token(client)[:CLIENT]
        self._check_waiting(found, by, *_full(analyses=False))
        limits = self._limits
        if sum(one.order.client == by for one in found) >= limits.measurements_kept_a_client:
            raise NotTakenError(OWN_KEPT.format(limits.measurements_kept_a_client))
        if len(found) >= limits.measurements_kept:
            raise NotTakenError(KEPT.format(limits.measurements_kept))
        made, key = secrets.token_hex(8), new_token()
        self._make(made, replace(order, digest=hash_token(key), client=by))
        return made, key

    def analyse(self, table: str, order: Order, match: str, client: str = "local") -> None:
        """Adds the analysis of the match at a table, given as a match file, to the queue; one that has ended continues and
        becomes more precise. Raises `NotTakenError` if too many are waiting, for this client or in total.

        If the server keeps the maximum number of analyses, the oldest one is deleted.
        """
        known, by = self.analysis(table), hash_token(client)[:CLIENT]
        if known is not None:
            # another worker may be deleting it
            with contextlib.suppress(FileNotFoundError):
                self._go_on(known.folder, replace(known.order, client=by))
                if self.analysis(table) is not None:
                    return
        found = [one for one in self._found() if one.analysis]
        self._check_waiting(found, by, *_full(analyses=True))
        self._make_room(found)
        try:
            self._make(_analysis_of(table), replace(order, client=by), match)
        except OSError:
            # someone else at the table may have asked just now
            if self.analysis(table) is None:
                raise

    def _make_room(self, analyses: Sequence[FoundMeasurement]) -> None:
        """Deletes the oldest analyses that have ended, so that one more can be kept."""
        excess = len(analyses) + 1 - self._limits.measurements_kept
        for one in sorted(analyses, key=lambda one: one.changed):
            # someone may have asked for it again just now
            if excess > 0 and one.folder.standing().state in ENDED:
                self.delete(one.folder)
                excess -= 1

    def _make(self, made: str, order: Order, match: str = "") -> None:
        order = replace(order, created=_now(), processes=self.lab.processes, ray=self.lab.ray)
        Folder(self._path / made).make(order, match)
        self._news.touch()

    def may_change(self, order: Order, key: str) -> bool:
        """Whether the holder of this key may stop, resume and delete a measurement."""
        return self.lab.mode == "shared" or hmac.compare_digest(order.digest, hash_token(key))

    def stop(self, folder: Folder) -> None:
        """Stops a measurement that has not ended."""
        # another worker may be deleting it
        with contextlib.suppress(FileNotFoundError):
            if folder.standing().state not in ENDED:
                folder.stand("stopped", _that_goes_on(folder, STOPPED))

    def go_on(self, folder: Folder) -> None:
        """Resumes a stopped or failed measurement from its rows, after the measurements already waiting. Raises
        `NotTakenError` if too many are waiting.
        """
        order = folder.order()
        if order is not None:
            # another worker may be deleting it
            with contextlib.suppress(FileNotFoundError):
                self._go_on(folder, order)

    def _go_on(self, folder: Folder, order: Order) -> None:
        """Resumes a measurement, or an analysis even if it is done, for the client of this order."""
        analysis = order.kind == "analysis"
        if folder.standing().state in (ENDED if analysis else ("stopped", "failed")):
            found = [one for one in self._found() if one.analysis == analysis]
            self._check_waiting(found, order.client, *_full(analysis))
            folder.charge(order)
            folder.stand("waiting", since=_now())
            self._news.touch()

    def _check_waiting(self, found: Sequence[FoundMeasurement], client: str, own: str, full: str) -> None:
        """Raises `NotTakenError`, with the sentence `own` or `full`, if too many of `found` are waiting, for this client or
        in total.
        """
        limits, waiting = self._limits, [one for one in found if not one.ended]
        if sum(one.order.client == client for one in waiting) >= limits.measurements_waiting_a_client:
            raise NotTakenError(own.format(limits.measurements_waiting_a_client))
        if len(waiting) >= limits.measurements_waiting:
            raise NotTakenError(full.format(limits.measurements_waiting, self.lab.minutes))

    def delete(self, folder: Folder) -> None:
        """Deletes a measurement; if a process is running it, the process ends soon after."""
        folder.remove()

    def forget(self, table: str) -> None:
        """Deletes the analysis of the match at a table, if there is one."""
        self.delete(Folder(self._path / _analysis_of(table)))

    def expire(self, before: int, states: Collection[str] = ENDED) -> int:
        """Deletes measurements in these states that last changed before a given time, in milliseconds; returns how many.

        Each gets a line in the log.
        """
        old = [
            one for one in self._found() if one.standing.state in states and one.changed <= 1_000_000 * before
        ]
        for path in self._path.glob("*"):
            # another worker may be deleting it
            with contextlib.suppress(FileNotFoundError):
                if _LEFT.fullmatch(path.name) and path.stat().st_mtime_ns <= 1_000_000 * before:
                    Folder(path).remove()
        # someone may have asked for one again just now
        old = [one for one in old if one.folder.standing().state in states]
        for one in old:
            self.delete(one.folder)
            changed = datetime.fromtimestamp(one.changed / 1e9, UTC)
            logger.info(EXPIRED, one.id, f"{changed:%Y-%m-%d %H:%M} UTC")
        return len(old)

    def clear(self, days: float, everything: bool = False) -> Cleared:
        """Deletes measurements that ended at least `days` ago, and any that have not changed since then, even waiting or
        running ones.
        """
        before = _now() - int(days * DAY)
        return Cleared(self.expire(before, get_args(State) if everything else ENDED), len(self._found()))

    def _found(self) -> list[FoundMeasurement]:
        """All measurements, in no particular order."""
        found, settled = list[FoundMeasurement](), time_ns() - SETTLED
        with contextlib.suppress(FileNotFoundError), os.scandir(self._path) as entries:
            found += filter(None, (self._read(entry.name) for entry in entries if _ID.fullmatch(entry.name)))
        self._known = {one.id: one for one in found if one.changed < settled}
        return found

    def _read(self, measurement: str) -> FoundMeasurement | None:
        known = self._known.get(measurement)
        try:
            # each of its files is moved there, which updates the folder's time
            changed = os.stat(f"{self._path}{os.sep}{measurement}").st_mtime_ns  # noqa: PTH116 - creating a Path takes longer
        except OSError:
            return None
        if known is not None and known.changed == changed:
            return known
        found = self.folder(measurement)
        return found and FoundMeasurement(measurement, *found, found[0].standing(), changed)

    # in the thread

    def _run(self) -> None:
        lock = FileLock(self._path / "lock", timeout=0)
        seen = -1
        while not self._closed.is_set():
            try:
                if not lock.is_locked:
                    lock.acquire()
                    self._take_over()
                news = self._news.stat().st_mtime_ns if self._news.exists() else 0
                if self._running or news != seen:
                    self._look()
                    seen = news
            except Timeout:
                # another worker runs them
                pass
            except OSError:
                logger.exception("the measurements in %s cannot be seen to", self._path)
            self._closed.wait(BEAT)
        for one in self._running.values():
            with contextlib.suppress(OSError):
                # a measurement that has been stopped, deleted or finished since the last check does not wait again
                if not self._has_ended(one):
                    one.end()
                    one.folder.stand("waiting")
        lock.release()

    def _take_over(self) -> None:
        """Requeues measurements that another server was running when it ended."""
        for one in self._found():
            if one.standing.state == "running":
                one.folder.stand("waiting")

    def _look(self) -> None:
        for measurement, one in tuple(self._running.items()):
            if self._has_ended(one):
                del self._running[measurement]
        if len(self._running) >= self.lab.at_once + ANALYSES:
            return
        for one in self._startable():
            measurement, folder = one.id, one.folder
            self._served[one.order.client] = time_ns()
            folder.stand("running")
            try:
                self._running[measurement] = _Running(folder, self._command(folder.path))
            except OSError as error:
                folder.stand("failed", f"Its process cannot be started: {error.strerror}.")

    def _startable(self) -> list[FoundMeasurement]:
        """The waiting measurements and analyses that can start now; analyses have places of their own."""
        found, startable = self._found(), list[FoundMeasurement]()
        running = [one.analysis for one in found if one.id in self._running]
        due = self._due(found)
        for analyses, places in ((True, ANALYSES), (False, self.lab.at_once)):
            free = max(0, places - running.count(analyses))
            startable += [one for one in due if one.analysis == analyses][:free]
        return startable

    def _due(self, found: Sequence[FoundMeasurement]) -> list[FoundMeasurement]:
        """The waiting measurements in order: interrupted ones first, then clients take turns, the most recently served one
        last.
        """
        turns = Counter(one.order.client for one in found if one.standing.state == "running")
        waiting = sorted(
            (one for one in found if one.standing.state == "waiting"),
            key=lambda one: (one.standing.since, one.order.created, one.id),
        )
        order: list[tuple[bool, int, int, FoundMeasurement]] = []
        for one in waiting:
            client = one.order.client
            order.append((one.standing.since > 0, turns[client], self._served.get(client, 0), one))
            turns[client] += 1
        return [one for *_, one in sorted(order, key=itemgetter(0, 1, 2))]

    def _has_ended(self, one: _Running) -> bool:
        """Whether a process has ended, or had to be ended; records in its folder how it ended."""
        status, folder = one.status, one.folder
        out_of_time = monotonic() - one.began > 60.0 * self.lab.minutes
        if folder.order() is None or folder.standing().state != "running":
            one.end()
            if folder.order() is None:
                # its output since the last check
                folder.remove()
            return True
        if status is None and not out_of_time:
            return False
        one.end()
        if status is None:
            folder.stand("stopped", _that_goes_on(folder, OUT_OF_TIME.format(self.lab.minutes)))
        elif status == 0:
            folder.stand("done")
        else:
            folder.stand("failed", self._what_failed(one, status))
        return True

    def _what_failed(self, one: _Running, status: int) -> str:
        """A sentence on why a process failed; if it gave none itself, what it printed goes into the log."""
        if one.sentence:
            return _sentence(one.sentence)
        errors = _end_of(one.folder.errors)
        logger.error("the measurement in %s has failed (%s)\n%s", one.folder.path, _how(status), errors)
        return _that_goes_on(one.folder, FAULT if TRACEBACK in errors else GONE.format(_how(status)))


def _that_goes_on(folder: Folder, sentence: str) -> str:
    """A sentence on why a measurement ended, and on what remains of it."""
    if folder.match.exists():
        return f"{sentence} {KEEPS_FINDINGS}"
    order = folder.order()
    return f"{sentence} {SEARCHES_AGAIN if order is not None and order.search_picks else GOES_ON}"


def _now() -> int:
    return round(1000 * time())


def _end_of(file: Path) -> str:
    """The end of a process's output, without surrounding empty lines."""
    try:
        with file.open("rb") as found:
            found.seek(max(0, found.seek(0, os.SEEK_END) - MOST_TOLD))
            return found.read().decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _sentence(told: str) -> str:
    text = told[:1].upper() + told[1:]
    return text if text.endswith(".") else f"{text}."


def _how(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"


def _full(analyses: bool) -> tuple[str, str]:
    """The sentences to show if too many are waiting: for one client, and in total."""
    return (OWN_ANALYSES_FULL, ANALYSES_FULL) if analyses else (OWN_FULL, FULL)


def _analysis_of(table: str) -> str:
    """The id of the analysis of the match at a table."""
    return hash_token(f"analysis of {table}")[:16]
