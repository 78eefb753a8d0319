"""Dice that players enter: at the companion of a real table, over real sockets, and refused everywhere else."""

import asyncio
import contextlib
import json
import sqlite3
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import sandtable as st
from sandtable.authoring import SPECTATOR, stream
from sandtable.engine.matchfile import read, verify
from sandtable.server.loading.library import Catalog
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables.snapshot import moment, snapshot
from sandtable.server.tables.table import Table, match_of
from tests.server.guess import SPEC, catalog
from tests.server.guess.declaration import LEVELS, Guesser
from tests.server.guess.rules import FIRST_ROLL, PASS
from tests.server.test_upgrades import rows
from tests.server.ws_client import NUMBER, meet, play, running

LEDGER = replaced(SPEC, table=replaced(SPEC.table, companion_of="guessing"))


@pytest.fixture
def db(tmp_path):
    return tmp_path / "entered.db"


def change(db, statement):
    """Changes what is stored."""
    with contextlib.closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(statement)


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
                # the secret is revealed, so every later die could be known
                assert ann.seen["secret"]
                for client in (ann, bob):
                    refused = await client.ask("undo")
                    assert (refused["code"], refused["reason"]) == ("over", "The match is over.")
                    # only its books were kept here
                    refused = await client.ask("consent", agree=True)
                    assert (refused["code"], client.seen["counts"]) == ("illegal", False)
                    assert refused["reason"].startswith("A match at a real table is not counted")

    play(scene)


async def passed(stage, **body):
    """A ledger whose only turn is over, and nobody has finished it."""
    table, tokens = await both_picked(stage, settings={"turns": 1}, **body)
    async with stage.sit(table, tokens[0]) as ann:
        await ann.ask("enter", action=FIRST_ROLL + 4)
        assert (await ann.act(PASS))["type"] == "accepted"
    return table, tokens


def test_a_match_is_over_once_a_player_finishes_it(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await passed(stage)
            async with (
                stage.sit(table, tokens[0]) as one,
                stage.sit(table, tokens[1]) as other,
                stage.sit(table) as eve,
            ):
                assert [client.seen["finish"] for client in (one, other, eve)] == [True, True, False]
                asks = "Nobody guessed it. Finish the match if this is right. Until then the last entry can be corrected."
                assert [client.seen["prompt"] for client in (one, other)] == [asks, asks]
                assert eve.seen["prompt"] == "Nobody guessed it. The players have not finished the match yet."
                assert (await eve.ask("finish"))["code"] == "spectator"
                # what both press is done once
                replies = await asyncio.gather(one.ask("finish"), other.ask("finish"))
                assert [reply["type"] for reply in replies] == ["accepted", "accepted"]
                await meet(one, other, eve)
                for client in (one, other, eve):
                    assert (client.seen["over"], client.seen["finish"]) == (True, False)
                    assert client.seen["scene"]["secrets"] == [NUMBER, NUMBER]
                    assert client.seen["secret"]
                    finished = [line for line in client.log.values() if line["kind"] == "finish"]
                    assert [line["seat"] in (0, 1) for line in finished] == [True]
                for client in (one, other):
                    assert (await client.ask("undo"))["code"] == "over"
                    assert (await client.ask("finish"))["type"] == "accepted"
                assert one.seen["seq"] == eve.seen["seq"]
                assert (await stage.get(f"/tables/{table}/export")).status_code == 200

    play(scene)


def test_until_a_match_is_finished_its_last_entry_is_corrected_as_before(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await passed(stage, take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (ann.seen["undo"], bob.seen["undo"]) == ("free", "ask")
                for kind, fields in (("act", {"action": PASS}), ("roll", {}), ("resign", {})):
                    refused = await ann.ask(kind, **fields)
                    assert (
                        refused["reason"]
                        == "The match has reached its end: finish it, or undo the last entry."
                    )
                # a question about the last entry is answered before the match is finished
                await bob.ask("undo")
                await meet(ann, bob)
                refused = await ann.ask("finish")
                assert (refused["code"], "has asked to undo" in refused["reason"]) == ("busy", True)
                assert (await ann.ask("answer", accept=False))["type"] == "accepted"
                await ann.ask("undo")
                await meet(ann, bob)
                assert (ann.seen["to_move"], ann.seen["finish"], bob.seen["finish"]) == (0, False, False)
                assert (await ann.ask("finish"))["code"] == "illegal"
                # what was finished by an older look at the table is not
                await ann.act(PASS)
                stale = ann.seen["seq"]
                await ann.ask("undo")
                await ann.act(PASS)
                assert (await ann.ask("finish", seq=stale))["code"] == "stale"

    play(scene)


def test_a_match_that_nobody_finishes_stays_a_running_one(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await passed(stage)
            body = {"seats": [{"table": table, "token": token} for token in tokens]}
            for _ in range(2):
                seats = (await stage.post("/seats", **body)).json()
                assert {one["state"] for one in seats} == {"turn"}
                assert all(one["text"].startswith("Nobody guessed it. Finish the match") for one in seats)
                # as of the log, too, for a table of which no summary is stored
                change(db, "DELETE FROM summaries")
            assert rows(db, "SELECT ended FROM tables") == [(0,)]
            assert rows(db, "SELECT count(*) FROM archives") == [(0,)]
        async with running(db, open_catalog=ledgers) as stage, stage.sit(table, tokens[1]) as bob:
            assert (bob.seen["finish"], bob.seen["over"]) == (True, False)
            await bob.ask("finish")
            assert bob.seen["over"]
            assert rows(db, "SELECT ended FROM tables") == [(bob.seen["seq"],)]
            seats = (await stage.post("/seats", **body)).json()
            assert {(one["state"], one["text"]) for one in seats} == {("over", "Nobody guessed it.")}

    play(scene)


@pytest.mark.parametrize("known", [True, False])
def test_a_match_that_ended_before_ends_were_confirmed_is_over(db, known):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await passed(stage)
        # so an older version has left it: with the number of the last event, or before that was kept
        change(db, f"UPDATE tables SET ended = {'(SELECT max(seq) FROM events)' if known else 'NULL'}")
        change(db, "DELETE FROM summaries")
        async with running(db, open_catalog=ledgers) as stage, stage.sit(table, tokens[1]) as bob:
            assert (bob.seen["over"], bob.seen["finish"]) == (True, False)
            assert bob.seen["scene"]["secrets"] == [NUMBER, NUMBER]
            assert (await bob.ask("undo"))["code"] == "over"
            text = (await stage.get(f"/tables/{table}/export")).text
            assert read(text, lambda _game, **settings: st.Game(LEDGER, **settings)).over
            (seat,) = (await stage.post("/seats", seats=[{"table": table, "token": tokens[1]}])).json()
            assert seat["state"] == "over"

    play(scene)


def test_a_match_of_before_that_runs_ends_when_it_is_finished(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            table, tokens = await both_picked(stage, settings={"turns": 1})
        change(db, "UPDATE tables SET ended = NULL")
        async with running(db, open_catalog=ledgers) as stage, stage.sit(table, tokens[0]) as ann:
            await ann.ask("roll")
            await ann.act(PASS)
            assert (ann.seen["over"], ann.seen["finish"]) == (False, True)
            assert rows(db, "SELECT ended FROM tables") == [(0,)]
        async with running(db, open_catalog=ledgers) as stage, stage.sit(table, tokens[0]) as ann:
            assert (ann.seen["over"], ann.seen["finish"]) == (False, True)

    play(scene)


def test_at_all_other_tables_nothing_is_entered(db):
    async def scene():
        async with running(db, open_catalog=catalog) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table) as eve:
                for message in ({"kind": "roll"}, {"kind": "enter", "action": FIRST_ROLL}):
                    refused = await ann.ask(**message)
                    assert refused["code"] == "illegal"
                    assert refused["reason"].endswith("only in the companion for a real table.")
                    assert (await eve.ask(**message))["code"] == "spectator"
                assert ann.seen["ply"] == 0

    play(scene)


def test_no_computer_sits_at_a_companion(db):
    async def scene():
        async with running(db, open_catalog=ledgers) as stage:
            answer = await stage.post("/tables", game="guess", opponent="computer")
            assert answer.status_code == 422
            assert answer.json()["error"].startswith("A companion is for two people")
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


LEDGERS = sorted((Path(__file__).parents[1] / "golden" / "older").glob("*-companion-unconfirmed.jsonl"))


def table_of(path, ended):
    """A table at which the match of a file was played, as it is stored; `ended` is what the store knows of its end."""
    match = verify(path.read_text(encoding="utf-8"))
    stored = StoredTable(
        match.table,
        match.game.id,
        match.settings,
        match.secret,
        "friend",
        1,
        match.game.spec.rules.version,
        match.draws,
        ended=ended,
    )
    seats = [
        StoredSeat(seat, "person", one.name, None, None, one.salt, one.digest)
        for seat, one in enumerate(match.sitters)
    ]
    table = Table(stored, seats, match_of(match.game, stored, seats), None)
    kept = ("seq", "kind", "seat", "action", "keep", "note")
    table.fold([StoredEvent(**{name: getattr(entry, name) for name in kept}) for entry in match.entries])
    table.settle()
    return table


def hides(match, viewer):
    """Whether a viewer of the end is kept from each byte that was hidden before it and that the last entry left alone."""
    before, end = match.at(match.ply - 1), match.position
    hidden = [
        a != b and a == c
        for a, b, c in zip(bytes(before), bytes(match.view(before, viewer)), bytes(end), strict=True)
    ]
    shown = zip(bytes(end), bytes(match.view(end, viewer)), hidden, strict=True)
    return sum(hidden), all(a != b for a, b, is_hidden in shown if is_hidden)


@pytest.mark.parametrize("path", LEDGERS, ids=lambda path: path.name.partition("-")[0])
def test_the_end_of_every_companion_is_shown_as_of_a_running_match(path):
    table = table_of(path, ended=0)
    match = table.match
    kept_from = 0
    for seat in (0, 1, None):
        told = snapshot(table, seat)
        assert (told.over, told.secret, told.finish) == (False, None, seat is not None)
        assert told.prompt.startswith(told.result)
        hidden, all_hidden = hides(match, SPECTATOR if seat is None else seat)
        assert all_hidden
        kept_from += hidden
    assert (kept_from > 0) == match.game.spec.secret
    before = [line.told for line in match.lines(1)]
    table.fold([StoredEvent(table.seq + 1, "finish", 1)])
    assert (snapshot(table, 1).over, snapshot(table, 1).secret) == (True, match.secret.hex())
    # only what was hidden reads otherwise
    assert ([line.told for line in match.lines(1)][:-1] == before) != match.game.spec.secret


@pytest.mark.parametrize("path", LEDGERS, ids=lambda path: path.name.partition("-")[0])
def test_the_page_of_a_ledger_shows_a_seat_no_more_than_a_spectator_but_what_it_covers(path):
    full = table_of(path, ended=0)
    table = Table(full.stored, full.seats, match_of(full.match.game, full.stored, full.seats), None)
    own, secretly = set(), set()
    for event in full.events:
        table.fold([event])
        one, two, both = (snapshot(table, seat) for seat in (0, 1, None))
        for seat in (one, two):
            assert (seat.text, seat.events, seat.picture) == (both.text, both.events, both.picture)
        assert both.own == ""
        own |= {bool(one.own), bool(two.own)}
        secretly |= {one.phase} if one.secretly else set()
        assert one.secretly == two.secretly == both.secretly
        # what may be chosen tells no secret either
        mover = {0: one, 1: two}.get(table.match.to_move)
        if mover is not None:
            view = table.match.view(table.match.position, SPECTATOR)
            chosen = {choice.action for choice in mover.legal} | {*mover.many}
            worlds = [view.determinize(mover.seat, stream(n)) for n in range(4)]
            assert chosen >= {*view.actions()}
            # what is listed besides may be done whatever is hidden
            assert all(chosen - {*view.actions()} <= {*world.actions()} for world in worlds)
    secret = table.match.game.spec.secret
    assert (True in own) == secret
    # the first choice of a match is folded already
    assert secretly == {"assault_companion": {"allocate"}, "optio_companion": {"lots"}}.get(
        table.match.game.id, set()
    )
    # on a phone for both it is not even sent, but to whoever asks for it
    shared = table_of(path, ended=0)
    shared.fold([StoredEvent(shared.seq + 1, "undo", 0, keep=5)])
    shared.stored = replace(shared.stored, opponent="hotseat")
    assert [snapshot(shared, seat).own for seat in (0, 1)] == ["", ""]
    assert any(moment(shared, seat, 5, False).own for seat in (0, 1)) == secret


def unworded(file: str) -> list[dict[str, Any]]:
    """The lines of a match file without their commentary."""
    return [{**json.loads(line), "text": ""} for line in file.splitlines()]


@pytest.mark.parametrize("path", LEDGERS, ids=lambda path: path.name.partition("-")[0])
def test_a_companion_that_ended_before_ends_were_confirmed_is_over(path):
    for ended in (None, 1000):
        table = table_of(path, ended)
        told = snapshot(table, 0)
        assert (told.over, told.finish, told.secret) == (True, False, table.match.secret.hex())
        assert told.result
        # the words of an entry are those of today
        assert unworded(table.match.file()) == unworded(path.read_text(encoding="utf-8"))
