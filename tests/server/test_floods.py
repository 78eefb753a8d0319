"""What many who look on at once, or one who asks again and again, cost the server."""

import contextlib
from dataclasses import replace
from unittest import mock

import pytest

from sandtable.server import connection, snapshot, table
from tests.server.stage import PATIENT, picked, play, running

CROWD = 30


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


@contextlib.contextmanager
def counted():
    """Counts the snapshots made for sockets."""
    with mock.patch.object(connection, "snapshot", side_effect=snapshot.snapshot) as made:
        yield made


async def crowd(stage, stack, number):
    sitting = (stack.enter_async_context(stage.sit(number)) for _ in range(CROWD))
    return [await client for client in sitting]


def test_a_crowd_is_sent_one_picture(db):
    async def scene():
        with counted() as made, mock.patch.object(table, "GATHERED", 3600):
            async with running(db) as stage, contextlib.AsyncExitStack() as stack:
                number, tokens = await picked(stage)
                ann = await stack.enter_async_context(stage.sit(number, tokens[0]))
                before = made.call_count
                watching = await crowd(stage, stack, number)
                assert len({one.raw[0] for one in watching}) == 1
                # theirs; Ann learns of them when the time to gather is over
                assert made.call_count == before + 1
                assert (await ann.act(ann.choices()[0]))["type"] == "accepted"
                for one in watching:
                    await one.until(lambda m: m["seq"] == ann.seen["seq"])
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
                    await ann.until(lambda m: m["watchers"] == CROWD)
                    bob = await stack.enter_async_context(stage.sit(number, tokens[1]))
                    # one's own seat is never shown empty
                    assert bob.seen["seats"][1]["connected"]
                    await ann.until(lambda m: m["seats"][1]["connected"])
                await ann.until(lambda m: m["watchers"] == 0 and not m["seats"][1]["connected"])

    play(scene)


def test_a_hello_that_changes_nothing_is_answered_from_what_is_made_and_told_to_nobody(db):
    async def scene():
        with counted() as made:
            async with running(db) as stage:
                number, tokens = await picked(stage)
                async with stage.sit(number, tokens[0]), stage.sit(number) as eve:
                    while not eve.seen["watchers"]:
                        await eve.look()
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
                held._shared = {("made up", n): (0, "") for n in range(table.SHARED)}
                await eve.hello()
                assert len(held._shared) == table.SHARED
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
