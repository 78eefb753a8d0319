"""What pages show of the analysis of a finished match, and the order for an analysis."""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable import games
from sandtable.analysis.findings import DecisionFinding, Findings, Side
from sandtable.lab.work.measurement import Order
from sandtable.server.lab.jobs import FoundMeasurement, NotTakenError
from sandtable.server.protocol import (
    ChancePoint,
    CostlyDecision,
    MatchAnalysis,
    MatchFindings,
    SideFindings,
)

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec

NOT_YET = "You can analyse the match once it is over."
OFF = "The analysis of matches is switched off on this server."
NOT_FOUND = "This game cannot be analysed here: other processes cannot import it."
NONE_YET = "This match has not been analysed yet."
NO_FURTHER = "This analysis is as precise as it gets: it has reached the limit of {} rounds."
# a more precise analysis would take too long
MOST_ROUNDS = 6


def order(spec: "Spec") -> Order:
    """The order for the analysis of a match of a game; `NotTakenError` if other processes cannot import the game."""
    place = games.place_of(spec)
    if not place:
        raise NotTakenError(NOT_FOUND)
    return Order("analysis", spec.id, place, ("", ""), 0, 0, {})


def check(found: FoundMeasurement | None) -> None:
    """`NotTakenError` if an analysis has ended and cannot become more precise."""
    if found is not None and found.ended and not _goes_on(found):
        raise NotTakenError(NO_FURTHER.format(MOST_ROUNDS))


def _goes_on(found: FoundMeasurement) -> bool:
    known = _findings_of(found)
    return known is None or known[0] < MOST_ROUNDS


def shown(found: FoundMeasurement | None, can_start: bool, can_stop: bool) -> MatchAnalysis:
    """The analysis as shown to a viewer who may, or may not, start and stop one; `found` is None if nobody has asked for it."""
    if found is None:
        return MatchAnalysis("none", "", 0.0, -1.0, can_start, stoppable=False, findings=None)
    progress, known = found.folder.progress(), _findings_of(found)
    done = found.standing.state == "done"
    return MatchAnalysis(
        state=found.standing.state,
        sentence=found.standing.sentence,
        share=1.0 if done else progress.share,
        left=0.0 if done else progress.left,
        open=can_start and found.ended and _goes_on(found),
        stoppable=can_stop and not found.ended,
        findings=known and known[1],
    )


def curve(found: FoundMeasurement | None) -> tuple[tuple[float, float], ...]:
    """Seat 0's chance of winning and its error at each position by an analysis; empty if there is none."""
    made = found and _made(found)
    return tuple((point.chance, point.error) for point in made.points) if made else ()


def _findings_of(found: FoundMeasurement) -> tuple[int, MatchFindings] | None:
    """The rounds of work behind the findings so far, and the findings."""
    made = _made(found)
    return None if made is None else (made.rounds, _shown(made))


def _made(found: FoundMeasurement) -> Findings | None:
    try:
        file = found.folder.data.stat()
    except OSError:
        return None
    return _read(found.folder.data, file.st_mtime_ns, file.st_size)


# read once for each time and size of the file
@lru_cache(maxsize=64)
def _read(data: Path, changed: int, size: int) -> Findings | None:
    try:
        return msgspec.json.decode(data.read_bytes(), type=Findings)
    except (OSError, msgspec.MsgspecError):
        return None


def _shown(made: Findings) -> MatchFindings:
    at = {one.ply: one for one in made.decisions}
    return MatchFindings(
        [ChancePoint(one.chance, one.known) for one in made.points],
        [_decision(at[ply]) for ply in made.costliest],
        [_side(one) for one in made.sides],
    )


def _decision(one: DecisionFinding) -> CostlyDecision:
    return CostlyDecision(one.ply, one.seat, one.text, one.best_text, one.loss, one.error, one.mark, one.why)


def _side(one: Side) -> SideFindings:
    loss, error = (one.loss, one.loss_error) if one.costs else (None, None)
    return SideFindings(one.verdict, one.luck, one.skill, loss, error, one.decisions, one.marks)
