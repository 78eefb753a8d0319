"""A measurement that someone requested, stored in its own folder.

    order.json      the request; it never changes, except that an analysis is charged to whoever asked for it last
    state.json      whether it is waiting, is running or has ended, written by the server
    progress.json   its progress and results so far, written by the process that runs it
    rows/           the rows of its matches, from which it can continue
    page.html       the results as a page
    data.json       the same as data
    match.jsonl     the match to analyse, and ledger.json what an analysis continues from
    errors.txt      what the process wrote to its standard error, for whoever hosts the server

Nothing here imports the compiler, so a server can read a measurement at any time. Files and folders are written under another
name and then renamed, and a folder is renamed before it is deleted.
"""

import os
import shutil
from decimal import Decimal
from pathlib import Path
from threading import get_ident
from typing import Literal, TypeVar

import msgspec

from sandtable.authoring.settings import Value

T = TypeVar("T", bound=msgspec.Struct)

Kind = Literal["simulation", "report", "sweep", "comparison", "tuning"]
State = Literal["waiting", "running", "stopped", "failed", "done"]


class Range(msgspec.Struct, frozen=True):
    """A setting with the values that a sweep or a tuning gives it."""

    name: str
    values: list[Value]


class Wanted(msgspec.Struct, frozen=True):
    """A figure by name and the target for a tuning: at least `low`, at most `high`, in percent for shares."""

    figure: str
    low: float | None = None
    high: float | None = None

    @property
    def text(self) -> str:
        """The aim as `lab.run.aims` reads it."""
        if self.low is None:
            return f"{self.figure} <={_digits(self.high)}"
        if self.high is None:
            return f"{self.figure} >={_digits(self.low)}"
        return f"{self.figure} {_digits(self.low)}..{_digits(self.high)}"


def _digits(number: float | None) -> str:
    """All digits of a number, without an exponent."""
    text = f"{Decimal(str(number)):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


class Order(msgspec.Struct, frozen=True):
    """The request; `place` is where the game is found, `created` is in milliseconds, and `digest` is the digest of the
    owner's key.

    `client` identifies who asked, so that no visitor can fill the queue alone; "" in older orders. The measurement runs in
    `processes` processes, or on the Ray cluster at the address `ray`. For a tuning: its `aims`, the maximum number of
    `candidates`, and the number of pairs, `confirm`, in which the best are played again. With `search_picks` a report
    searches for better picks than those listed.
    """

    kind: Kind | Literal["analysis"]
    game: str
    place: str
    agents: tuple[str, str]
    pairs: int
    seed: int
    settings: dict[str, Value]
    ranges: list[Range] = []
    aims: list[Wanted] = []
    candidates: int = 0
    confirm: int = 0
    search_picks: bool = False
    name: str = ""
    digest: str = ""
    client: str = ""
    created: int = 0
    processes: int = 1
    ray: str = ""


class Known(msgspec.Struct, frozen=True):
    """A figure as it stands, with its interval from `n` pairs; `said` is the same in words."""

    name: str
    value: float
    low: float
    high: float
    n: int
    unit: str
    said: str


class Progress(msgspec.Struct, frozen=True):
    """The progress: `share` of the work is done, with `left` seconds to go, -1 if unknown. `pairs` is the number behind
    `figures` and the page so far; `matches` counts those played.
    """

    share: float = 0.0
    left: float = -1.0
    matches: int = 0
    pairs: int = 0
    figures: list[Known] = []


class Standing(msgspec.Struct, frozen=True):
    """Whether the measurement is waiting, is running or has ended, with a sentence, or "".

    For a waiting one, `since` is when it began to wait, in milliseconds since 1970; 0 if it has run before, so that it
    goes first.
    """

    state: State
    sentence: str = ""
    since: int = 0


class Folder:
    """The folder of one measurement."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows, self.page, self.data = (path / name for name in ("rows", "page.html", "data.json"))
        self.match, self.ledger = path / "match.jsonl", path / "ledger.json"
        self.errors = path / "errors.txt"

    def make(self, order: Order, match: str = "") -> None:
        """Creates the folder; the measurement, or the analysis of a match, is then waiting. `OSError` if the folder already
        holds one.
        """
        new = Folder(self._aside())
        try:
            new.path.mkdir(parents=True)
            if match:
                new.write(new.match, match)
            new.charge(order)
            new.stand("waiting", since=order.created)
            if self.order() is None:
                # what is left of one that was half made or half deleted
                self.remove()
            new.path.rename(self.path)
        except OSError:
            new.remove()
            raise

    def charge(self, order: Order) -> None:
        """Writes the request."""
        self._write("order.json", order)

    def order(self) -> Order | None:
        """The request; None if this is not the folder of a measurement."""
        return _read(self.path / "order.json", Order)

    def standing(self) -> Standing:
        """The state; if there is none, the measurement is waiting."""
        return _read(self.path / "state.json", Standing) or Standing("waiting")

    def stand(self, state: State, sentence: str = "", since: int = 0) -> None:
        """Writes the state."""
        self._write("state.json", Standing(state, sentence, since))

    def progress(self) -> Progress:
        """The progress."""
        return _read(self.path / "progress.json", Progress) or Progress()

    def tell(self, progress: Progress) -> None:
        """Writes the progress."""
        self._write("progress.json", progress)

    def write(self, file: Path, text: str) -> None:
        """Writes a complete result file."""
        _place(file, text.encode())

    def remove(self) -> None:
        """Removes the folder with its contents, so that nobody finds half of them."""
        gone = self._aside()
        try:
            self.path.rename(gone)
        except OSError:
            # some systems do not rename a folder in use
            gone = self.path
        shutil.rmtree(gone, ignore_errors=True)

    def _aside(self) -> Path:
        """A path next to the folder's own."""
        return _other_name(self.path)

    def _write(self, name: str, made: msgspec.Struct) -> None:
        _place(self.path / name, msgspec.json.encode(made))


def _place(file: Path, data: bytes) -> None:
    beside = _other_name(file)
    beside.write_bytes(data)
    beside.replace(file)


def _other_name(path: Path) -> Path:
    # a server writes from several threads
    return path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}")


def _read(file: Path, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
