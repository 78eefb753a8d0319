"""Dice that players enter: at the companion of a real table, over real sockets, and refused everywhere else."""

import asyncio
from dataclasses import replace

import pytest

from sandtable.server.library import Catalog
from tests.server.guess import SPEC, catalog
from tests.server.guess.declaration import LEVELS, Guesser
from tests.server.guess.rules import FIRST_ROLL, PASS
from tests.server.stage import NUMBER, meet, play, running

LEDGER = replace(SPEC, companion_of="guessing")


@pytest.fixture
def db(tmp_path):
    return tmp_path / "entered.db"


def ledgers():
    """The guessing game as a companion."""
    return Catalog({"guess": LEDGER}, lambda game: LEVELS, lambda game, level: Guesser())


async def both_picked(stage, **body):
    table, tokens = await stage.pair(**body)
    for token in tokens:
        async with stage.sit(table, token) as client:
            await client.act(NUMBER)
    return table, tokens


def test_either_seat_enters_a_die_or_has_it_drawn(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            (game,) = (await stage.get("/games")).json()
            assert game["companion_of"] == "guessing"
            table, tokens = await both_picked(stage)
            async with (
                stage.sit(table, tokens[0]) as ann,
                stage.sit(table, tokens[1]) as bob,
                stage.sit(table) as eve,
            ):
                for client in (ann, bob):
                    assert client.seen["to_move"] == -1
                    assert [one["text"] for one in client.seen["due"]] == [f"roll a {n}" for n in range(1, 7)]
                assert eve.seen["due"] == []
                assert (await bob.ask("enter", action=FIRST_ROLL + 4))["type"] == "accepted"
                await meet(ann, bob, eve)
                assert list(eve.log.values())[-1]["text"] == "A 5 is rolled. Entered by Bob."
                assert (ann.seen["due"], ann.seen["to_move"]) == ([], 0)
                await ann.act(PASS)
                assert (await ann.ask("roll"))["type"] == "accepted"
                await meet(ann, bob, eve)
                assert list(eve.log.values())[-1]["seat"] == -1

    play(scene)


def test_of_two_who_enter_at_once_the_second_is_told(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await both_picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                replies = await asyncio.gather(ann.ask("roll"), bob.ask("enter", action=FIRST_ROLL))
                assert sorted(reply["type"] for reply in replies) == ["accepted", "refused"]
                (refused,) = (reply for reply in replies if reply["type"] == "refused")
                assert refused["code"] == "stale"

    play(scene)


def test_a_wrong_number_is_refused_with_its_clause_and_a_slip_is_taken_back(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await both_picked(stage, take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                refused = await ann.ask("enter", action=PASS)
                assert (refused["code"], refused["clause"]) == ("illegal", "G2")
                await ann.ask("enter", action=FIRST_ROLL + 5)
                assert ann.seen["undo"] == "free"
                await meet(ann, bob)
                assert bob.seen["undo"] == "ask"
                await ann.ask("undo")
                assert len(ann.seen["due"]) == 6
                refused = await ann.ask("enter", action=2**40)
                assert refused["reason"] == f"There is no action {2**40}."

    play(scene)


def test_after_the_end_nothing_is_taken_back_and_nothing_counts(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await both_picked(stage, take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                await ann.ask("roll")
                await ann.ask("resign")
                await meet(ann, bob)
                assert (ann.seen["undo"], bob.seen["undo"]) == ("no", "no")
                # the secret is told, so every later die could be known
                assert ann.seen["secret"]
                for client in (ann, bob):
                    refused = await client.ask("undo")
                    assert (refused["code"], refused["reason"]) == ("over", "The match is over.")
                    # only its books were kept here
                    refused = await client.ask("consent", agree=True)
                    assert (refused["code"], client.seen["counts"]) == ("illegal", False)
                    assert refused["reason"].startswith("A match at a real table does not count")

    play(scene)


def test_at_all_other_tables_nothing_is_entered(db):
    async def scene():
        async with running(db, open_catalog=catalog) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table) as eve:
                for message in ({"kind": "roll"}, {"kind": "enter", "action": FIRST_ROLL}):
                    refused = await ann.ask(**message)
                    assert refused["code"] == "illegal"
                    assert refused["reason"].endswith("only at the companion of a real table.")
                    assert (await eve.ask(**message))["code"] == "spectator"
                assert ann.seen["ply"] == 0

    play(scene)


def test_no_computer_sits_at_a_companion(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            answer = await stage.post("/tables", game="guess", opponent="computer")
            assert answer.status_code == 422
            assert answer.json()["error"].startswith("A companion lies between two people")
            assert (await stage.get("/status")).json()["ready"]

    play(scene)


def test_a_table_comes_back_from_its_log_with_what_was_entered(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await both_picked(stage)
            async with stage.sit(table, tokens[1]) as bob:
                await bob.ask("enter", action=FIRST_ROLL + 2)
        async with running(db, open_catalog=ledgers) as stage, stage.sit(table, tokens[0]) as ann:
            assert ann.seen["scene"]["die"] == 3
            assert list(ann.log.values())[-1]["text"] == "A 3 is rolled. Entered by Bob."

    play(scene)
