"""Computers at tables: they stop when the table moves on, keep their pace, and a match outlives a search that fails."""

import threading
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from sandtable.engine.game import Game
from sandtable.server.protocol import NewTable
from sandtable.server.storage import credentials
from sandtable.server.storage.store import ConflictError, StorageError, StoredSeat
from sandtable.server.tables.bots import Bots, Turns, rest
from sandtable.server.tables.numbering import Numbering
from tests.server.guess import SPEC, catalog
from tests.server.guess.declaration import Guesser
from tests.server.guess.rules import PASS
from tests.server.ws_client import PATIENT, play, running, until


class Ponderer:
    """Thinks until it has to stop, once it is not the warmup."""

    began = stopped = 0

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if cancelled is None:
            return view.sample(rng)
        type(self).began += 1
        # longer than any test waits for it
        until = time.monotonic() + 60
        while time.monotonic() < until and not cancelled():
            time.sleep(0.005)
        type(self).stopped += 1
        return view.sample(rng)


class Brooder:
    """Answers at once where there is one action, else after 60 ms, or when it has to stop."""

    told = 0

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if cancelled is not None and len(view.actions()) > 1:
            until = time.monotonic() + 0.06
            while time.monotonic() < until and not cancelled():
                time.sleep(0.002)
            type(self).told += cancelled()
        return PASS if view.phase == "guess" else view.sample(rng)


class Fool:
    """Fails, or plays what is not allowed."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if budget is not None:
            return view.sample(rng)
        raise ZeroDivisionError


class Cheat(Guesser):
    """Plays what is not allowed."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        return 10**6


def with_agent(agent):
    def opened():
        made = catalog()
        return type(made)(made.games, made.levels, lambda game, level: agent())

    return opened


def test_a_thought_is_given_up_when_the_table_moves_on(tmp_path, monkeypatch):
    monkeypatch.setattr(Ponderer, "began", 0)
    monkeypatch.setattr(Ponderer, "stopped", 0)

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(Ponderer)) as stage:
            opened = await stage.open("computer", level=0, take_back="any")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                assert {"type": "thinking", "seat": 1, "on": True} in ann.heard
                # what has not begun need not be stopped
                await until(lambda: Ponderer.began == 1)
                await ann.ask("undo")
                assert ann.seen["ply"] == 0
                assert {"type": "thinking", "seat": 1, "on": False} in ann.heard
                await ann.act(6)
                await until(lambda: Ponderer.began == 2)
                await ann.ask("resign")
                assert ann.seen["over"]
            await until(lambda: Ponderer.stopped == 2)

    play(scene)


def test_a_newcomer_hears_that_the_computer_thinks(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(Ponderer)) as stage:
            opened = await stage.open("computer", seat=1, level=0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert {"type": "thinking", "seat": 0, "on": True} in ann.heard

    play(scene)


def test_a_server_that_ends_gives_up_what_its_computers_think(tmp_path):
    # those of other tests may still be about to stop
    class Own(Ponderer):
        began = stopped = 0

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(Own)) as stage:
            await stage.open("computer", seat=1, level=0)
            await until(lambda: Own.began == 1)
            assert Own.stopped == 0
        await until(lambda: Own.stopped == 1)

    play(scene)


def test_a_thought_that_is_over_leaves_nothing(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(Brooder)) as stage:
            opened = await stage.open("computer", seat=1, level=0)
            bots = (await stage.context.tables()).bots
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.turn()
                await until(lambda: not bots.thinking() and not bots._tasks)

    play(scene)


@pytest.mark.parametrize("agent", [Fool, Cheat])
def test_a_match_goes_on_after_a_computer_failed(tmp_path, agent, caplog):
    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(agent)) as stage:
            opened = await stage.open("computer", level=1)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                await ann.turn()
                assert ann.seen["ply"] >= 3
        assert [record.name for record in caplog.records if record.levelname == "ERROR"][:1] == [
            "sandtable.server.tables.bots"
        ]

    play(scene)


@pytest.fixture
def same_dice(monkeypatch):
    monkeypatch.setattr(credentials, "new_secret", lambda: bytes(32))
    monkeypatch.setattr(credentials, "new_salt", lambda: "0" * 32)
    monkeypatch.setattr(credentials, "new_table_id", lambda: "table")


# a busy machine makes answers late, but never early: the shortest times are compared
async def answer_times(db, beat):
    """Seconds until the computer's answer is seen, by whether it had one action or several."""
    times = {True: [], False: []}
    async with running(db, replace(PATIENT, beat=beat), with_agent(Brooder)) as stage:
        opened = await stage.open("computer", level=0, settings={"turns": 40})
        async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
            await ann.act(5)
            await ann.turn()
            while not ann.seen["over"]:
                await ann.act(PASS)
                began, forced = time.monotonic(), ann.seen["scene"]["die"] < 3
                if not ann.seen["over"]:
                    await ann.turn()
                    times[forced].append(time.monotonic() - began)
    assert min(map(len, times.values())) >= 3
    return times


def test_the_time_of_an_answer_does_not_tell_how_much_there_was_to_choose(tmp_path, same_dice):
    async def scene():
        bare = await answer_times(tmp_path / "a.db", 0.0)
        assert min(bare[False]) - min(bare[True]) > 0.03
        paced = await answer_times(tmp_path / "b.db", 0.12)
        assert min(paced[False] + paced[True]) > 0.11
        assert abs(min(paced[False]) - min(paced[True])) < 0.02

    play(scene)


def test_a_search_is_told_to_stop_in_time_for_its_beat(tmp_path, same_dice):
    async def scene():
        Brooder.told = 0
        times = await answer_times(tmp_path / "a.db", 0.05)
        assert Brooder.told == len(times[False]) + 1
        assert min(times[False]) < 0.1

    play(scene)


def test_clients_have_their_turn_one_after_the_other():
    turns, begin, done = Turns(1, "turns"), threading.Event(), []
    waiting = [turns.submit("ann", begin.wait)]
    waiting += [turns.submit("ann", done.append, ("ann", number)) for number in range(4)]
    waiting += [turns.submit("bob", done.append, ("bob", number)) for number in range(2)]
    left = turns.submit("cy", done.append, ("cy", 0))
    assert left.cancel()
    begin.set()
    for future in waiting:
        future.result(20)
    turns.close()
    assert done == [("ann", 0), ("bob", 0), ("ann", 1), ("bob", 1), ("ann", 2), ("ann", 3)]


def test_a_turn_that_fails_says_so_and_the_next_is_taken():
    turns = Turns(1, "turns")
    failed, other = turns.submit("ann", int, "x"), turns.submit("ann", int, "7")
    with pytest.raises(ValueError, match="invalid literal"):
        failed.result(20)
    assert other.result(20) == 7
    turns.close()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ConflictError(), ["table t was changed by another process"]),
        (StorageError(), []),
        (ValueError(), ["what the computer played at table t could not be stored"]),
    ],
)
def test_a_thought_whose_answer_is_not_stored_leaves_nothing(error, said, caplog):
    position, sent = Game(SPEC).start(), []

    async def work(job):
        return job()

    async def carry_out(seat, message):
        sent.append((seat, message.seq, position.refusal(message.action)))
        raise error

    table = SimpleNamespace(
        id="t",
        client="ann",
        seq=3,
        numbers=Numbering(),
        broken=False,
        seats=[StoredSeat(0, "computer", "Stone", 1)],
        match=SimpleNamespace(to_move=0, position=position, seed=lambda _seat: 7),
        think=lambda _seat: None,
        work=work,
        carry_out=carry_out,
    )

    async def scene():
        bots = Bots(catalog().make, lambda _game, level: level, 0.0, lambda _table: True, None)
        bots.stir(table)
        assert bots.busy("t")
        await until(lambda: not bots._tasks)
        assert not bots.busy("t")
        await bots.close()

    with caplog.at_level("INFO", "sandtable.server.tables.bots"):
        play(scene)
    assert sent == [(0, 3, None)]
    assert caplog.messages == said


def test_turns_that_are_closed_begin_nothing_more_and_wait_for_nothing():
    turns, begun, end, done = Turns(1, "turns"), threading.Event(), threading.Event(), []

    def work():
        begun.set()
        # not for ever: released below
        end.wait(5)

    at_work, waiting = turns.submit("ann", work), turns.submit("ann", done.append, 1)
    assert begun.wait(20)
    turns.close()
    assert not at_work.done()
    end.set()
    at_work.result(20)
    turns._threads.shutdown()
    assert (done, waiting.done()) == ([], False)
    with pytest.raises(RuntimeError):
        turns.submit("bob", int)


def test_a_client_with_many_tables_keeps_no_other_waiting(tmp_path, monkeypatch):
    begin, began = threading.Event(), []

    class Noted(Turns):
        """Begins when all tables are open, and notes whose turn it was."""

        def submit(self, client, job, *args, **named):
            def noted():
                begin.wait()
                began.append(client)
                return job(*args, **named)

            return super().submit(client, noted)

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=with_agent(Brooder)) as stage:
            tables = await stage.context.tables()
            monkeypatch.setattr(tables.bots, "_turns", Noted(1, "one"))
            try:
                for client in ["many"] * 12 + ["one"]:
                    opened = await tables.open(NewTable("guess", "computer", level=0, seat=1), client)
            finally:
                begin.set()
            last = await tables.table(opened.table)
            await until(lambda: last.match.ply > 0)
        # the one that was thought about, and one more of the other client
        assert began.index("one") <= 2

    play(scene)


def test_an_answer_waits_for_the_next_beat():
    assert rest(0.0, 0.25) == rest(0.25, 0.25) + 0.25 == 0.25
    assert rest(0.1, 0.25) == pytest.approx(0.15)
    assert rest(0.3, 0.25) == pytest.approx(0.2)
    assert rest(0.3, 0.0) == 0.0
