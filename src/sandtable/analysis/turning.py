"""Which decisions of a match may be its turning point.

A turning point is a decision, with the dice that it led to. What nobody chose does not count: a card that is drawn, a throw
that is entered, an action without an alternative, or the end of the match.
"""

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

from sandtable.analysis.findings import SURE
from sandtable.authoring.records import SPECTATOR
from sandtable.engine.game import Position
from sandtable.engine.match import Match

# the smallest gain in the chance of winning that may count as the turning point
LEAST = 0.05
# how many lines of the log are quoted: a long cascade of dice is left to the replay
LINES = 2
# if there are more other choices than this, only some are looked at, spread over all of them
LOOKED_AT = 60


class Decision(NamedTuple):
    """A decision in the position `before`, with the outcomes after it up to the position `after`."""

    before: int
    after: int


def plies(match: Match) -> int:
    """The number of positions in which the match was still open."""
    return match.ply + (match.resigned is not None)


def decisions(match: Match, seats: Sequence[bool]) -> Iterator[Decision]:
    """The decisions of these seats that had an alternative and did not end the match, with all outcomes after each."""
    played, log, end = match.played_from(0), match.lines(SPECTATOR), plies(match)
    seen = [bool(log[entry.seq - 1].told.beats or log[entry.seq - 1].told.dice) for entry in played]
    for before, entry in enumerate(played):
        if entry.kind != "action" or not seats[entry.seat]:
            continue
        after = before + 1
        while after < len(played) and played[after].kind == "outcome" and not played[after].entered:
            after += 1
        # if the log shows what was done, ending a turn does not count: the change in evaluation only reflects whose
        # move is next
        shown = any(seen[before:after]) or not any(seen)
        if shown and before + 1 < end and match.at(before).forced() is None:
            yield Decision(before, min(after, end - 1))


def with_own_throws(match: Match, decision: Decision) -> Decision:
    """The decision with only the outcomes that it led to: an outcome that would also have been due after other choices was
    nobody's choice.
    """
    before, last = decision
    due = _due(match.at(before + 1))
    other = {_due(position) for _, position in others(match, decision)}
    after = before + 1
    if other != {due}:
        while (
            after < last
            and _is_thrown(match, after)
            and (after == before + 1 or _due(match.at(after)) not in other - {due})
        ):
            after += 1
    return Decision(before, after)


def others(match: Match, decision: Decision) -> Iterator[tuple[int, Position]]:
    """The actions other than the one taken, each with the position after it."""
    position = match.at(decision.before)
    taken = match.moves_from(decision.before)[0]
    found = [action for action in position.actions() if action != taken]
    for action in found[:: 1 + len(found) // LOOKED_AT]:
        yield action, position.copy().play(action)


def _is_thrown(match: Match, ply: int) -> bool:
    """Whether the outcome in position `ply` comes from dice or from a player's inaccuracy, rather than from a card."""
    line = match.lines(SPECTATOR)[match.number_of(ply + 1) - 1]
    return bool(line.told.dice) or not match.at(ply).chances()


def _due(position: Position) -> tuple[int, str]:
    return position.to_move, position.phase


def most_helpful(
    match: Match,
    seats: Sequence[bool],
    worths: Sequence[float],
    least: float,
    instead: Callable[[Decision], float] = lambda _: -inf,
    doubt: Callable[[Decision], float] = lambda _: 0.0,
) -> tuple[Decision, float] | None:
    """The decision of these seats after which a value rose most, by at least `least` and more than its `doubt`, and by how
    much; None if there is none.

    `worths` are the values of all positions in which the match was still open. The gain is measured from the value before the
    decision or, if higher, from `instead`, the value of the other choices.
    """

    def hope(decision: Decision) -> float:
        return max(worths[decision.before + 1 : decision.after + 1]) - worths[decision.before]

    best, most = None, least
    for decision in sorted(decisions(match, seats), key=hope, reverse=True):
        if hope(decision) < most:
            break
        own = with_own_throws(match, decision)
        gain = worths[own.after] - max(worths[own.before], instead(own))
        if gain >= most and gain > doubt(own):
            best, most = (own, gain), gain
    return best


def of_curve(
    match: Match, seats: Sequence[bool], winner: int, curve: Sequence[tuple[float, float]]
) -> tuple[Decision, float] | None:
    """The decision of these seats that helped the winner most by an analysis, and how much it gained; None if none clearly did.

    `curve` has seat 0's chance of winning and its standard error at each position.
    """
    own = [chance if winner == 0 else 1.0 - chance for chance, _ in curve[: plies(match)]]

    def doubt(decision: Decision) -> float:
        return SURE * hypot(*(curve[ply][1] for ply in decision))

    return most_helpful(match, seats, own, LEAST, doubt=doubt)
