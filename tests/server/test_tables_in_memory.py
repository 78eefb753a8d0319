"""Tables that nobody looks at leave the memory, logs have an end, and a client that takes nothing is left."""

import asyncio
from types import SimpleNamespace

import pytest

from sandtable.server.limits import Limits
from sandtable.server.protocol import (
    Act,
    Resign,
    Thinking,
    Undo,
)
from sandtable.server.run.metrics import Counts
from sandtable.server.storage.store import Store, StoredEvent
from sandtable.server.tables.connection import Connection
from sandtable.server.tables.numbering import Numbering
from sandtable.server.tables.table import FULL, FULL_AFTERWARDS, TOO_LONG, Table
from sandtable.server.tables.tables import Tables
from tests.server.guess import catalog


def connection_of():
    return Connection(None, None, "", Limits(), bool, float, Counts())


def test_a_client_that_takes_nothing_of_what_it_is_told_is_left():
    made, news = connection_of(), Thinking(0, True)
    for _ in range(200):
        made.thinking(news)
    assert made._end is None
    made.thinking(news)
    assert made._end.code == 4000
    # the first end stands, and nothing is said after it
    made.drop("Why.")
    assert (made._end.code, len(made._unsent)) == (4000, 201)


def tables(**parts):
    made = Tables(
        SimpleNamespace(playing=None), catalog(), Store(":memory:"), Limits(idle=10.0, beat=0.0), None
    )
    for name, part in parts.items():
        setattr(made, name, part)
    return made


def running_table(name, over=False):
    rested = []
    return SimpleNamespace(
        id=name,
        listeners=set(),
        broken=False,
        busy=False,
        match=SimpleNamespace(over=over),
        rested=rested,
        rest=lambda: rested.append(name),
        worker=SimpleNamespace(plain=False),
    )


def test_tables_whose_match_has_ended_leave_soon():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._limits = Limits()
    made._tables = {"a": running_table("a"), "b": running_table("b", over=True)}
    made.sweep(0.0)
    assert set(made._tables) == {"a"}
    made.sweep(1799.9)
    assert set(made._tables) == {"a"}
    made.sweep(1800.0)
    assert made.in_memory() == 0


def test_matches_that_nobody_looks_at_for_a_minute_come_to_rest():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._limits = Limits()
    made._tables = {n: running_table(n) for n in "abc"}
    made._tables["b"].listeners.add(1)
    # what is worked at elsewhere is left alone
    made._tables["c"].worker.plain = True
    made.sweep(0.0)
    made.sweep(59.9)
    assert [table.rested for table in made._tables.values()] == [[], [], []]
    made.sweep(60.0)
    assert [table.rested for table in made._tables.values()] == [["a"], [], []]


def test_tables_that_nobody_looks_at_are_forgotten_in_time():
    busy = set()
    made = tables(bots=SimpleNamespace(busy=busy.__contains__))
    held = {n: running_table(n) for n in "abc"}
    made._tables = dict(held)
    held["b"].listeners.add(1)
    busy.add("c")
    made.sweep(0.0)
    made.sweep(9.9)
    assert made.in_memory() == 3
    # a client that comes back begins again
    held["b"].listeners.clear()
    busy.clear()
    made.sweep(10.0)
    assert set(made._tables) == {"b", "c"}
    held["b"].broken = True
    made.sweep(11.0)
    assert set(made._tables) == {"c"}
    made.sweep(20.0)
    assert made.in_memory() == len(made._left) == 0


def test_a_table_at_which_something_went_on_has_its_time_anew():
    busy = set()
    made = tables(bots=SimpleNamespace(busy=busy.__contains__))
    made._tables = {"a": running_table("a")}
    made.sweep(0.0)
    busy.add("a")
    made.sweep(9.0)
    busy.clear()
    made.sweep(18.0)
    made.sweep(27.9)
    assert made.in_memory() == 1
    made.sweep(28.0)
    assert made.in_memory() == 0


def test_a_table_that_is_asked_for_is_not_forgotten_before_somebody_can_sit_down():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._tables = {"a": running_table("a")}
    made.sweep(0.0)
    assert asyncio.run(made.table("a")) is made._tables["a"]
    # it would have been due, and is ten seconds after it was asked for
    made.sweep(10.0)
    made.sweep(19.9)
    assert made.in_memory() == 1
    made.sweep(20.0)
    assert made.in_memory() == 0


@pytest.mark.parametrize(
    ("beside", "ply", "over", "message", "said"),
    [
        (3999, 20, False, Undo(1, 0), ""),
        (4000, 20, False, Undo(1, 0), FULL),
        (4000, 20, False, Act(1, 0, 0), ""),
        (4099, 20, True, Undo(1, 0), ""),
        (4100, 20, True, Undo(1, 0), FULL_AFTERWARDS),
        (0, 9_999, False, Act(1, 0, 0), ""),
        (0, 10_000, False, Act(1, 0, 0), TOO_LONG),
        (0, 10_000, False, Resign(1, 0), ""),
    ],
)
def test_a_log_takes_so_much_and_a_match_can_always_be_ended(beside, ply, over, message, said):
    # what the other seat does in secret is no matter of this one's
    secret = [StoredEvent(1, "consent", 1), StoredEvent(2, "consent", 1)]
    for numbers in (Numbering(), Numbering(secret)):
        seq = beside + ply + numbers.of_others(0)
        here = SimpleNamespace(seq=seq, match=SimpleNamespace(ply=ply, over=over), numbers=numbers)
        assert Table._full(here, 0, message) == said
