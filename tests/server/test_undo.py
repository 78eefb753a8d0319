"""Undo: what it takes, and what it does to the luck of a match."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from sandtable.authoring import CHANCE
from sandtable.engine.game import Game
from sandtable.server import warmup
from sandtable.server.storage.store import StoredSeat
from sandtable.server.tables import commands
from tests.server.guess import SPEC
from tests.server.guess.rules import FIRST_ROLL, PASS
from tests.server.ws_client import NUMBER


def seat(number, kind, name="x"):
    return StoredSeat(number, kind, name, token="h")


def test_luck_is_what_was_rolled_and_begins_anew_where_something_is_taken_back():
    # a die that is entered need not be the one that was taken back
    table = warmup._table(Game(replace(SPEC, table=replace(SPEC.table, companion_of="guessing"))))
    match = table.match

    def play(*steps):
        """Decides, or enters a die where one is waited for."""
        for step in steps:
            entered = match.to_move == CHANCE
            entries = (
                [match.enter_entry(0, FIRST_ROLL - 1 + step)]
                if entered
                else match.next_entries(match.to_move, step)
            )
            warmup._fold(table, entries)

    def take_back(keep):
        warmup._fold(table, [match.undo_entry(0, keep)])

    def told():
        """The luck of both seats at each position: how many dice came, what they were worth, and their sum."""
        lucks = [table.luck(0, ply) for ply in range(match.ply + 1)]
        return [[(one.rolls, one.expected, one.actual) for one in both] for both in lucks]

    none, five, six = (0, 0.0, 0.0), (1, 3.5, 5.0), (1, 3.5, 6.0)
    play(NUMBER, NUMBER, 5, PASS, 6)
    assert told() == [[none, none]] * 3 + [[five, none]] * 2 + [[five, six]]
    take_back(4)
    play(1)
    assert told() == [[none, none]] * 3 + [[five, none]] * 2 + [[five, (1, 3.5, 1.0)]]
    take_back(0)
    play(NUMBER, NUMBER, 6, PASS, 5, PASS, 2)
    last = [(2, 7.0, 8.0), five]
    assert told() == [[none, none]] * 3 + [[six, none]] * 2 + [[six, five]] * 2 + [last]
    # what is let go is worked out again
    table.rest()
    assert table._luck == {}
    assert told()[-1] == last


@pytest.mark.parametrize(
    ("take_back", "target", "learned", "at_once", "means"),
    [
        ("none", (7, True), False, True, "no"),
        ("free", None, False, True, "no"),
        ("free", (7, True), False, False, "free"),
        ("free", (7, True), True, True, "no"),
        ("free", (7, False), False, True, "no"),
        ("any", (7, True), False, False, "free"),
        ("any", (7, True), True, False, "ask"),
        ("any", (7, False), False, True, "practice"),
    ],
)
def test_what_taking_back_would_need(monkeypatch, take_back, target, learned, at_once, means):
    asked = []
    monkeypatch.setattr(commands, "taught", lambda _table, *given: asked.append(given) or learned)
    monkeypatch.setattr(commands, "_agrees_at_once", lambda _table, _seat: at_once)
    table = SimpleNamespace(
        stored=SimpleNamespace(take_back=take_back), match=SimpleNamespace(undo_target=lambda seat: target)
    )
    assert commands.undo_means(table, 1) == means
    assert commands.undo_means(table, None) == "no"
    # what has been learned since the decision, no earlier and no later
    assert asked == [(1, 7)] * (take_back != "none" and target == (7, True))
