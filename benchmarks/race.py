"""How contenders are measured: they take turns, so that a noisy moment of the machine meets all of them alike."""

import os
import statistics
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from time import perf_counter, process_time
from typing import Any

# does a number of pieces of work, returns the units done: matches and actions, searches and simulations
Work = Callable[[int], int]
# the key of all random numbers
SEED = 1


class Absent(Exception):
    """A contender that cannot be measured here; its text says why."""


@dataclass(frozen=True)
class Aim:
    """What a row is to reach: a figure, or that the first contender is so many times as fast as this one."""

    least: float = 0
    most: float = 0
    ratio: float = 0

    def __str__(self) -> str:
        if self.ratio:
            return f"at least {self.ratio:g} x"
        return f"at least {self.least:,.0f}" if self.least else f"at most {self.most:g}"

    def met(self, figure: float, ratio: float) -> bool:
        """Whether it is reached."""
        if self.ratio:
            return ratio >= self.ratio
        return figure >= self.least if self.least else figure <= self.most


@dataclass(frozen=True)
class Contender:
    """One of a contest; `make` prepares its work, and raises `Absent` or `ImportError` where it cannot."""

    name: str
    make: Callable[[], Work]
    aims: tuple[Aim, ...] = ()


@dataclass(frozen=True)
class Contest:
    """The same work by several contenders, of whom the first is compared with each of the others.

    The figure is units a second; where the unit is "s" it is the time of one piece, which is then not tried before.
    """

    work: str
    unit: str
    contenders: Sequence[Contender]
    # what `Work` counts in, where that is worth telling too
    piece: str = ""
    # False where the contenders are here for scale only
    compared: bool = True
    # at most; 0 is no limit
    rounds: int = 0
    cores: int = 1


@dataclass(frozen=True)
class Trial:
    """One run, done once, that gives several figures by name, each with its unit; `aims` names those that have one."""

    work: str
    run: Callable[[], Mapping[str, tuple[str, float]]]
    aims: Mapping[str, Aim]

    def rows(self) -> "list[Row]":
        """The figures of the run, each with its aim."""
        found = self.run()
        aims = {what: {str(aim): aim.met(found[what][1], 0)} for what, aim in self.aims.items()}
        return [
            Row(self.work, what, unit, figure, aims=aims.get(what, {}))
            for what, (unit, figure) in found.items()
        ]


@dataclass(frozen=True)
class Row:
    """What a contender came to; `reason` says why it was not measured. `ratio`: how many times as fast the first is."""

    work: str
    contender: str
    unit: str
    median: float | None = None
    lowest: float | None = None
    highest: float | None = None
    ratio: float | None = None
    piece: str = ""
    pieces: float | None = None
    # each with whether it is reached; None where that was not measured
    aims: dict[str, bool | None] = field(default_factory=dict[str, bool | None])
    reason: str = ""

    def record(self) -> dict[str, Any]:
        """The row for JSON, without what does not apply."""
        return {name: value for name, value in asdict(self).items() if value not in (None, "", {})}


def told(trials: Iterable[Trial]) -> None:
    """Prints the rows of each as soon as they are there."""
    for one in trials:
        print(one.work, flush=True)
        for row in one.rows():
            aims = "".join(f"  ({aim}: {'yes' if met else 'no'})" for aim, met in row.aims.items())
            print(f"  {row.contender:34} {row.median:8.2f} {row.unit}{aims}", flush=True)


def absent(name: str, reason: str) -> Contender:
    """A contender that could not run, with the reason."""

    def make() -> Work:
        raise Absent(reason)

    return Contender(name, make)


@contextmanager
def cores(count: int) -> Generator[None]:
    """Keeps this thread, and what it starts, to `count` cores; `Absent` where there are fewer."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    usable = os.sched_getaffinity(0)
    if len(usable) < count:
        raise Absent(f"this needs {count} cores, and {len(usable)} can be used here")
    os.sched_setaffinity(0, sorted(usable)[-count:])
    try:
        yield
    finally:
        os.sched_setaffinity(0, usable)


def hold(contest: Contest | Trial, rounds: int, seconds: float) -> list[Row]:
    """All rows of a contest, by `rounds` rounds with turns of `seconds` each; of a trial those of its one run."""
    if isinstance(contest, Trial):
        return contest.rows()
    try:
        with cores(contest.cores):
            return _hold(contest, min(rounds, contest.rounds or rounds), seconds)
    except Absent as error:
        return [_missing(contest, contender, str(error)) for contender in contest.contenders]


def _hold(contest: Contest, rounds: int, seconds: float) -> list[Row]:
    works, reasons = _gather(contest)
    timed = contest.unit == "s"
    sizes = {name: 1 if timed else size_for(work, seconds) for name, work in works.items()}
    figures: dict[str, list[float]] = {name: [] for name in works}
    done = dict.fromkeys(works, 0)
    for _ in range(rounds):
        for name, work in works.items():
            began = perf_counter()
            units = work(sizes[name])
            took = perf_counter() - began
            figures[name].append(took if timed else units / took)
            done[name] += units
    rows: list[Row] = []
    for contender in contest.contenders:
        if contender.name in reasons:
            rows.append(_missing(contest, contender, reasons[contender.name]))
        else:
            share = rounds * sizes[contender.name] / max(1, done[contender.name])
            rows.append(_row(contest, contender, figures, share))
    return rows


def _gather(contest: Contest) -> tuple[dict[str, Work], dict[str, str]]:
    """The works of those who came, and the reasons of the others."""
    works: dict[str, Work] = {}
    reasons: dict[str, str] = {}
    for contender in contest.contenders:
        try:
            works[contender.name] = contender.make()
        except ImportError as error:
            reasons[contender.name] = f"it is not installed: {str(error) or type(error).__name__}"
        except Absent as error:
            reasons[contender.name] = str(error)
    return works, reasons


def size_for(work: Work, seconds: float) -> int:
    """How many pieces take about so long, in time of the processor: waiting for it must not make the turns short."""
    # the first call compiles, or loads what was compiled
    work(1)
    size, took = 1, 0.0
    while took < seconds / 4:
        size *= 2
        began = process_time()
        work(size)
        took = process_time() - began
    return max(1, int(size * seconds / took))


def _row(contest: Contest, contender: Contender, figures: dict[str, list[float]], share: float) -> Row:
    own = figures[contender.name]
    median, ratio, first = statistics.median(own), None, contest.contenders[0].name
    if contest.compared and contender.name != first and first in figures:
        pairs = zip(figures[first], own, strict=True)
        ratio = statistics.median(b / a if contest.unit == "s" else a / b for a, b in pairs)
    return Row(
        contest.work,
        contender.name,
        contest.unit,
        median,
        min(own),
        max(own),
        ratio,
        contest.piece,
        median * share if contest.piece else None,
        {str(aim): aim.met(median, ratio or 0) for aim in contender.aims},
    )


def _missing(contest: Contest, contender: Contender, reason: str) -> Row:
    aims = {str(aim): None for aim in contender.aims}
    return Row(contest.work, contender.name, contest.unit, aims=aims, reason=reason)
