"""Finds the turning point of a finished match: what helped its winner most, by the evaluation that computers use.

A turning point is a person's decision, with the dice that it led to. Its swing is the winner's evaluation after it,
minus the better of two values: the evaluation before it, and the mean over the other choices. What nobody chose does
not count: a card that is drawn, a throw that is entered, an action without an alternative, or the end of the match.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.authoring.records import CHANCE, SPECTATOR
from sandtable.engine.game import Position
from sandtable.server.protocol import Turning
from sandtable.server.tables.persons import by_name, either
from sandtable.server.tables.table import Table

# the smallest swing worth mentioning; from lost to won it is 2
SWING = 0.1
# if there are more other choices than this, only some are judged, spread over all of them
JUDGED = 60
# how many lines of the log are quoted: a long cascade of dice is left to the replay
LINES = 2


class Decision(NamedTuple):
    """A person's decision in the position `before`, with the outcomes after it up to the position `after`."""

    before: int
    after: int


def turning_point(table: Table) -> Turning:
    """The turning point (see the module docstring); an empty one if nobody won."""
    winner = winner_of(table)
    if winner is None:
        return Turning()
    return found(table, winner, [worth(table, winner, ply) for ply in range(table.match.ply)])


def winner_of(table: Table) -> int | None:
    """The seat that has won; None while the match is running or if nobody won."""
    first, second = table.match.score
    return int(second > first) if table.match.over and first != second else None


def worth(table: Table, seat: int, ply: int) -> float:
    """A seat's evaluation of the position after `ply` actions and outcomes."""
    return table.match.at(ply).evaluate(seat)


def found(table: Table, winner: int, worths: Sequence[float]) -> Turning:
    """See `turning_point`; `worths` are the winner's evaluations of all positions except the last one."""

    def hope(decision: Decision) -> float:
        return max(worths[decision.before + 1 : decision.after + 1]) - worths[decision.before]

    best, most = None, SWING
    for decision in sorted(_decisions(table), key=hope, reverse=True):
        if hope(decision) < most:
            break
        own = _with_own_throws(table, decision)
        others = [_expected(position, winner) for _, position in _others(table, own)]
        swing = worths[own.after] - max(worths[own.before], sum(others) / len(others))
        if swing >= most:
            best, most = own, swing
    return Turning() if best is None else _told(table, winner, best)


def _decisions(table: Table) -> Iterator[Decision]:
    """People's decisions that had an alternative and did not end the match, with all outcomes after each."""
    match = table.match
    played, log = match.played_from(0), match.lines(SPECTATOR)
    seen = [bool(log[entry.seq - 1].told.beats or log[entry.seq - 1].told.dice) for entry in played]
    for before, entry in enumerate(played):
        if entry.kind != "action" or table.seats[entry.seat].kind != "person":
            continue
        after = before + 1
        while after < len(played) and played[after].kind == "outcome" and not played[after].entered:
            after += 1
        # if the log shows what was done, ending a turn does not count: the change in evaluation only reflects whose
        # move is next
        shown = any(seen[before:after]) or not any(seen)
        if shown and before + 1 < match.ply and match.at(before).forced() is None:
            yield Decision(before, min(after, match.ply - 1))


def _with_own_throws(table: Table, decision: Decision) -> Decision:
    """The decision with only the outcomes that it led to: an outcome that would also have been due after other choices was
    nobody's choice.
    """
    before, last = decision
    match = table.match
    due = _due(match.at(before + 1))
    other = {_due(position) for _, position in _others(table, decision)}
    after = before + 1
    if other != {due}:
        while (
            after < last
            and _is_thrown(table, after)
            and (after == before + 1 or _due(match.at(after)) not in other - {due})
        ):
            after += 1
    return Decision(before, after)


def _is_thrown(table: Table, ply: int) -> bool:
    """Whether the outcome in position `ply` comes from dice or from a player's inaccuracy, rather than from a card."""
    match = table.match
    line = match.lines(SPECTATOR)[match.number_of(ply + 1) - 1]
    return bool(line.told.dice) or not match.at(ply).chances()


def _due(position: Position) -> tuple[int, str]:
    return position.to_move, position.phase


def _others(table: Table, decision: Decision) -> Iterator[tuple[int, Position]]:
    """The actions other than the one taken, each with the position after it."""
    position = table.match.at(decision.before)
    taken = table.match.moves_from(decision.before)[0]
    others = [action for action in position.actions() if action != taken]
    for action in others[:: 1 + len(others) // JUDGED]:
        yield action, position.copy().play(action)


def _told(table: Table, winner: int, decision: Decision) -> Turning:
    match = table.match
    before, after = decision
    log = match.lines(SPECTATOR)
    plies = range(before + 1, min(after, before + LINES) + 1)
    said = " ".join(log[match.number_of(ply) - 1].told.text for ply in plies)
    text = by_name(said, match.game.spec.presentation.sides, table.names)
    other = [_alternative(table, decision), _luck(table, winner, decision)]
    return Turning(
        after, text, before, match.at(before).to_move, after > before + 1, " ".join(filter(None, other))
    )


def _alternative(table: Table, decision: Decision) -> str:
    """What else the person could have done."""
    position = table.match.at(decision.before)
    if position.partial:
        return "There were countless other choices."
    seat, count = position.to_move, len(position.actions()) - 1
    best = max(_others(table, decision), key=lambda other: _expected(other[1], seat))[0]
    said = position.game.describe(best)
    if count == 1:
        return f"The only other choice: {said}."
    if count > JUDGED:
        return f"One of {count} other choices: {said}."
    return f"The best of the {count} other choices, in its view: {said}."


def _expected(position: Position, seat: int) -> float:
    """A seat's evaluation of a position, averaged over the outcomes if dice are due."""
    chances = position.chances() if position.to_move == CHANCE else []
    if not chances:
        return position.evaluate(seat)
    return sum(weight * position.copy().play(outcome).evaluate(seat) for outcome, weight in chances)


def _luck(table: Table, winner: int, decision: Decision) -> str:
    """How rare the most decisive throw was; "" if there was none, or if throws cannot be listed."""
    thrown = range(decision.before + 1, decision.after)
    if not thrown:
        return ""
    at, match = (
        max(thrown, key=lambda ply: worth(table, winner, ply + 1) - worth(table, winner, ply)),
        table.match,
    )
    due, came = match.at(at), worth(table, winner, at + 1)
    share = sum(
        weight
        for outcome, weight in due.chances()
        if due.copy().play(outcome).evaluate(winner) >= came - 1e-9
    )
    name = either(winner, table.names, match.game.spec.presentation.sides)
    return f"{round(100 * share)} % of throws would have been at least as good for {name}." if share else ""
