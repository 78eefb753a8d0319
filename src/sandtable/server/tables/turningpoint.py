"""Finds the turning point of a finished match: the person's decision that helped its winner most (see `analysis.turning`).

Once the match has been analysed, its chances of winning decide. Until then, the computers' evaluation decides: the
swing is the winner's evaluation after the decision, minus the better of two values, the evaluation before it and the
mean over the other choices.
"""

from collections.abc import Sequence

import msgspec

from sandtable.analysis import turning
from sandtable.analysis.turning import Decision
from sandtable.authoring.records import CHANCE, SPECTATOR
from sandtable.engine.game import Position
from sandtable.server.protocol import Turning
from sandtable.server.tables.persons import by_name, either
from sandtable.server.tables.table import Table

# the smallest swing worth mentioning; from lost to won it is 2
SWING = 0.1
COUNTLESS = "There were countless other choices."


def turning_point(table: Table) -> Turning:
    """The turning point (see the module docstring); an empty one if nobody won."""
    winner = winner_of(table)
    if winner is None:
        return Turning()
    return found(table, winner, [worth(table, winner, ply) for ply in range(turning.plies(table.match))])


def winner_of(table: Table) -> int | None:
    """The seat that has won; None while the match is running or if nobody won."""
    first, second = table.match.score
    return int(second > first) if table.match.over and first != second else None


def worth(table: Table, seat: int, ply: int) -> float:
    """A seat's evaluation of the position after `ply` actions and outcomes."""
    return table.match.at(ply).evaluate(seat)


def found(table: Table, winner: int, worths: Sequence[float]) -> Turning:
    """See `turning_point`; `worths` are the winner's evaluations of all positions except the last one."""

    def instead(decision: Decision) -> float:
        others = [_expected(position, winner) for _, position in turning.others(table.match, decision)]
        return sum(others) / len(others)

    best = turning.most_helpful(table.match, _persons(table), worths, SWING, instead)
    if best is None:
        return Turning()
    decision, _ = best
    other = [_alternative(table, decision), _luck(table, winner, decision)]
    return _told(table, decision, " ".join(filter(None, other)))


def analysed(table: Table, curve: Sequence[tuple[float, float]]) -> Turning:
    """The turning point by an analysis; `curve` has seat 0's chance of winning and its error at each position."""
    winner = winner_of(table)
    best = None if winner is None else turning.of_curve(table.match, _persons(table), winner, curve)
    if best is None:
        return Turning()
    decision, _ = best
    position = table.match.at(decision.before)
    count = len(position.actions()) - 1
    other = f"There {'was 1 other choice' if count == 1 else f'were {count} other choices'}."
    told = _told(table, decision, COUNTLESS if position.partial else other)
    return msgspec.structs.replace(told, analysed=True)


def _persons(table: Table) -> list[bool]:
    return [seat.kind == "person" for seat in table.seats]


def _told(table: Table, decision: Decision, other: str) -> Turning:
    match = table.match
    before, after = decision
    log = match.lines(SPECTATOR)
    plies = range(before + 1, min(after, before + turning.LINES) + 1)
    said = " ".join(log[match.number_of(ply) - 1].told.text for ply in plies)
    text = by_name(said, match.game.spec.presentation.sides, table.names)
    return Turning(after, text, before, match.at(before).to_move, after > before + 1, other)


def _alternative(table: Table, decision: Decision) -> str:
    """What else the person could have done."""
    position = table.match.at(decision.before)
    if position.partial:
        return COUNTLESS
    seat, count = position.to_move, len(position.actions()) - 1
    best = max(turning.others(table.match, decision), key=lambda other: _expected(other[1], seat))[0]
    said = position.view(seat).says(seat, best)
    if count == 1:
        return f"The only other choice: {said}."
    if count > turning.LOOKED_AT:
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
