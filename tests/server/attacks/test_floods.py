"""What many who look on at once, or one who asks again and again, cost the server."""

import contextlib
import gc
import json
import sys
import threading
import weakref
from dataclasses import replace
from unittest import mock

import pytest
import websockets
from starlette.websockets import WebSocket

from sandtable._compiler import kernels
from sandtable.engine.game import Game
from sandtable.server import warmup
from sandtable.server.loading import library
from sandtable.server.loading.library import COLLECTING, TURN, Catalog, Library
from sandtable.server.problems import ApiError
from sandtable.server.storage.store import StoredEvent
from sandtable.server.tables import audience, commands, snapshot, table, tables
from tests.server.guess import SPEC
from tests.server.guess.declaration import LEVELS, Guesser
from tests.server.ws_client import PATIENT, Client, meet, picked, play, running, until

CROWD = 30


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


@contextlib.contextmanager
def counted():
    """Counts the snapshots made for sockets."""
    with mock.patch.object(snapshot, "snapshot", side_effect=snapshot.snapshot) as made:
        yield made


async def crowd(stage, stack, number):
    sitting = (stack.enter_async_context(stage.sit(number)) for _ in range(CROWD))
    return [await client for client in sitting]


def test_a_crowd_is_sent_one_picture(db):
    async def scene():
        with counted() as made, mock.patch.object(audience, "GATHERED", 3600):
            async with running(db) as stage, contextlib.AsyncExitStack() as stack:
                number, tokens = await picked(stage)
                ann = await stack.enter_async_context(stage.sit(number, tokens[0]))
                before = made.call_count
                watching = await crowd(stage, stack, number)
                assert len({one.raw[0] for one in watching}) == 1
                # theirs; Ann learns of them when the time to gather is over
                assert made.call_count == before + 1
                assert (await ann.act(ann.choices()[0]))["type"] == "accepted"
                await meet(ann, *watching)
                assert len({one.raw[-1] for one in watching}) == 1
                assert made.call_count <= before + 4
                assert ann.seen["watchers"] == 0

    play(scene)


def test_who_comes_and_goes_is_told_a_little_later(db):
    async def scene():
        async with running(db) as stage:
            number, tokens = await picked(stage)
            async with stage.sit(number, tokens[0]) as ann:
                async with contextlib.AsyncExitStack() as stack:
                    await crowd(stage, stack, number)
                    await ann.until(lambda _: ann.seen["watchers"] == CROWD)
                    # in small messages, and no snapshot
                    assert {json.loads(text)["type"] for text in ann.raw[1:]} == {"presence"}
                    bob = await stack.enter_async_context(stage.sit(number, tokens[1]))
                    # one's own seat is never shown empty
                    assert bob.seen["seats"][1]["connected"]
                    await ann.until(lambda _: ann.seen["seats"][1]["connected"])
                await ann.until(lambda _: not (ann.seen["watchers"] or ann.seen["seats"][1]["connected"]))

    play(scene)


def test_whoever_goes_while_he_is_told_something_is_no_fault(db, monkeypatch, caplog):
    async def gone(_socket, _text):
        raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")

    async def scene():
        async with running(db) as stage:
            number, _ = await picked(stage)
            async with stage.sit(number) as eve:
                monkeypatch.setattr(WebSocket, "send_text", gone)
                await eve.send(type="hello")
                with pytest.raises(websockets.ConnectionClosed):
                    await eve.next()

    play(scene)
    assert caplog.records == []


def test_a_hello_that_changes_nothing_is_answered_from_what_is_made_and_told_to_nobody(db):
    async def scene():
        with counted() as made:
            async with running(db) as stage:
                number, tokens = await picked(stage)
                async with stage.sit(number, tokens[0]), stage.sit(number) as eve:
                    while not eve.seen["watchers"]:
                        await eve.next()
                    held = (await stage.context.tables())._tables[number]
                    first = await eve.hello()
                    before, shared = made.call_count, held._shared
                    for _ in range(20):
                        assert await eve.hello() == first
                    assert made.call_count == before
                    assert held._shared is shared

    play(scene)


def test_numbers_of_ones_own_choice_fill_no_memory(db):
    async def scene():
        async with running(db) as stage:
            number, _ = await picked(stage)
            async with stage.sit(number) as eve:
                held = (await stage.context.tables())._tables[number]
                held._shared = {("made up", n): (0, "") for n in range(audience.SHARED)}
                await eve.hello()
                assert len(held._shared) == audience.SHARED
                assert ("made up", 0) not in held._shared

    play(scene)


def test_a_rematch_is_a_table_that_is_opened(db):
    async def scene():
        async with running(db, replace(PATIENT, tables_rate=0.0, tables_burst=2.0)) as stage:
            opened = await stage.open("computer", level=1)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.ask("resign")
                assert (await ann.ask("rematch"))["type"] == "accepted"
                second = ann.seen["rematch"]
            async with stage.sit(second, opened["tokens"][0]) as ann:
                await ann.ask("resign")
                refused = await ann.ask("rematch")
                assert (refused["type"], refused["code"]) == ("refused", "limit")
                assert refused["reason"].startswith("You have opened very many tables")
                assert ann.seen["rematch"] is None
            assert (await stage.post("/tables", game="guess", opponent="hotseat")).status_code == 429

    play(scene)


def test_tables_in_memory_have_a_bound(db):
    async def scene():
        async with running(db, replace(PATIENT, tables=3)) as stage:
            held = (await stage.context.tables())._tables
            first, second, third = [(await stage.open("hotseat"))["table"] for _ in range(3)]
            async with stage.sit(second):
                assert (await stage.get(f"/tables/{first}/at/0")).status_code == 200
                fourth = (await stage.open("hotseat"))["table"]
                # the one that was asked for longest ago has left; the one that is looked at has not
                assert list(held) == [second, first, fourth]
                async with stage.sit(first), stage.sit(fourth):
                    for refused in (
                        await stage.post("/tables", game="guess", opponent="hotseat"),
                        await stage.get(f"/tables/{third}/at/0"),
                        # it can be played on, and is not said to be shut
                        await stage.get(f"/tables/{third}/kept"),
                    ):
                        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
                        assert refused.json() == {"error": tables.FULL}
                    address = f"ws://{stage.address}/api/v1/tables/{third}/socket"
                    async with websockets.connect(address) as eve:
                        assert tables.FULL in await eve.recv()
                        with pytest.raises(websockets.ConnectionClosed) as closed:
                            await eve.recv()
                        # the page comes again
                        assert closed.value.rcvd.code == 1012
                    assert len(held) == 3
                await until(lambda: not held[first].listeners)
                assert (await stage.get(f"/tables/{third}/at/0")).status_code == 200
                assert list(held)[-1] == third
                assert len(held) == 3

    play(scene)


def test_who_is_about_to_sit_at_a_table_that_leaves_the_memory_sits_at_the_one_that_is_found_again(db):
    async def scene():
        async with running(db, replace(PATIENT, tables=1)) as stage:
            made = await stage.context.tables()
            held = made._tables
            opened = await stage.open("hotseat")
            number, token = opened["table"], opened["tokens"][0]
            before = held[number]
            with mock.patch.object(made, "table", side_effect=made.table) as asked:
                socket = await websockets.connect(f"ws://{stage.address}/api/v1/tables/{number}/socket")
                await until(lambda: asked.await_count)
            async with socket:
                await stage.open("hotseat")
                assert number not in held
                ann = Client(socket)
                await ann.hello(token)
                assert held[number] is not before
                assert len(held[number].listeners) == 1
                # a rematch is stored where there is no room for it yet
                await ann.ask("resign")
                assert (await ann.ask("rematch"))["type"] == "accepted"
                assert list(held) == [number]
            async with stage.sit(ann.seen["rematch"], token) as ann:
                assert ann.seen["ply"] == 0

    play(scene)


def test_pages_wait_for_shorter_turns_only_while_a_server_prepares(db):
    async def scene():
        before, prepared = sys.getswitchinterval(), threading.Event()

        def make(_game, _level):
            prepared.wait()
            return Guesser()

        offered = Catalog({"guess": SPEC}, lambda _: LEVELS, make)
        async with running(db, open_catalog=lambda: offered, ready=False):
            during, patient = sys.getswitchinterval(), kernels._patient
            prepared.set()
            await until(lambda: sys.getswitchinterval() == before)
        assert during == pytest.approx(TURN)
        # what was not compiled until then is compiled when it is called
        assert (patient, kernels._patient) == (True, False)

    play(scene)


@pytest.mark.parametrize("fails", [False, True])
def test_who_does_not_come_to_the_end_of_it_leaves_turns_as_they_were(db, fails):
    before, may_end = sys.getswitchinterval(), threading.Event()

    def opened():
        if fails:
            raise OSError
        return Catalog({"guess": SPEC}, lambda _: LEVELS, lambda *_: may_end.wait())

    async def scene():
        first, second = Library(opened), Library(opened)
        first.start()
        second.start()
        if fails:
            with pytest.raises(ApiError, match="could not be started"):
                await first.catalog()
        else:
            await until(lambda: sys.getswitchinterval() != before)
        first.close()
        second.close()
        may_end.set()
        await until(lambda: sys.getswitchinterval() == before)

    with mock.patch.object(library, "gc"):
        play(scene)


def test_the_garbage_collector_looks_no_more_through_what_a_server_has_loaded(db):
    async def scene():
        gc.unfreeze()
        before, ours = gc.get_threshold(), (500, 5, 5)
        gc.set_threshold(*ours)
        async with running(db, freezes=True):
            # once all is ready, from the thread that has prepared it
            await until(lambda: gc.get_threshold() == COLLECTING)
            assert gc.get_freeze_count() > 10_000
        assert gc.get_freeze_count() == 0
        assert gc.get_threshold() == ours
        gc.set_threshold(*before)

    play(scene)


def test_a_socket_that_is_closed_leaves_nothing_to_the_garbage_collector(db):
    gone = []

    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            there = (await stage.context.tables())._tables[table]
            gc.collect()
            gc.disable()
            try:
                for token in (*tokens, None):
                    async with stage.sit(table, token):
                        await until(lambda: there.listeners)
                        (listener,) = there.listeners
                        weakref.finalize(listener, gone.append, token)
                        del listener
                    await until(lambda: not there.listeners)
                await until(lambda: len(gone) == 3)
            finally:
                gc.enable()
            assert gone == [*tokens, None]

    play(scene)


def lines_run(job):
    """How many lines of Python a job runs."""
    run = 0

    def count(_frame, event, _argument):
        nonlocal run
        run += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        job()
    finally:
        sys.settrace(before)
    return run


def test_a_message_costs_as_much_after_five_hundred_matches_of_taking_back():
    held = warmup._table(Game(SPEC))
    match = held.match

    def fold(entries):
        held.fold(commands.stored(held, entries))

    def once():
        action = next(iter(match.position.actions()))
        fold(match.next_entries(match.to_move, action))
        for seat in (0, 1, None):
            snapshot.snapshot(held, seat, held.seq - 1)
        fold([match.undo_entry(0, 0, learned=True)])
        for seat in (0, 1, None):
            snapshot.snapshot(held, seat, held.seq - 1)

    once()
    early = lines_run(once)
    for _ in range(500):
        once()
    assert match.ply == 0
    assert held.seq > 1000
    # a line here or there, since a list has to grow now and then
    assert abs(lines_run(once) - early) < 10
    anew = snapshot.events(held, 1, 0)
    match._told.clear()
    assert snapshot.events(held, 1, 0) == anew
    assert [event.seq for event in anew] == list(range(1, held.seq + 1))


def test_events_are_numbered_with_what_happens_beside_the_match():
    held = warmup._table(Game(SPEC))
    match = held.match
    for beside in (False, True, False, True):
        if beside:
            held.fold([StoredEvent(held.seq + 1, "offer", 0, note="undo")])
        else:
            action = next(iter(match.position.actions()))
            held.fold(commands.stored(held, match.next_entries(match.to_move, action)))
    seqs = [event.seq for event in held.events if event.kind in table.ENTRIES]
    assert len(seqs) < held.seq
    assert [held.number_of(n) for n in range(len(seqs) + 1)] == [0, *seqs]
    for since in range(held.seq + 1):
        told = list(held.told(0, since))
        assert [event.seq for event, _, _ in told] == list(range(since + 1, held.seq + 1))
        assert [line is None for _, _, line in told] == [event.kind == "offer" for event, _, _ in told]
        assert told == list(held.told(0, 0))[since:]
