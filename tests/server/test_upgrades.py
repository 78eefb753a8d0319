"""A server on the database of another version: what it knows it plays on, what it does not it leaves as it is."""

import contextlib
import json
import sqlite3
from dataclasses import replace

import pytest
import websockets

from sandtable import load
from sandtable.server.loading.catalog import Catalog
from sandtable.server.tables.reports import SHIPPED
from sandtable.server.tables.tables import UNFIT
from tests.server.guess import catalog
from tests.server.guess.declaration import LEVELS, SPEC
from tests.server.ws_client import NUMBER, play, running

VERSIONS = {
    "rules": f"version 9 of the rules of {SPEC.name}, but this program has version 1",
    "draws": "version 9 of how dice are drawn, but this program has version 3",
}

GONE = "This server does not offer the game 'guess' any more: the match is kept, and can be played on once it does."


def changed(db, statement):
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute(statement)
        connection.commit()


def rows(db, statement):
    with contextlib.closing(sqlite3.connect(db)) as connection:
        return connection.execute(statement).fetchall()


async def begun(server):
    """A table at which the first seat has picked: its id and the tokens."""
    table, tokens = await server.pair()
    async with server.sit(table, tokens[0]) as ann:
        assert (await ann.act(NUMBER))["type"] == "accepted"
    return table, tokens


def test_a_level_that_there_is_no_longer_is_played_by_the_strongest(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            opened = await server.open("computer", level=1)
            return opened["table"], opened["tokens"][0]

    table, token = play(before)
    changed(db, "UPDATE seats SET level = 9, name = 'Computer, Gone' WHERE kind = 'computer'")

    async def after():
        async with running(db) as server, server.sit(table, token) as ann:
            there = max(LEVELS, key=lambda level: level.level)
            sitting = ann.seen["seats"][1 - ann.seen["seat"]]
            assert (sitting["level"], sitting["name"]) == (there.level, f"Computer, {there.name}")
            assert (await ann.act(NUMBER))["type"] == "accepted"
            await ann.until(lambda m: m["type"] == "snapshot" and m["ply"] >= 2)

    play(after)


async def refused(server, table, token):
    """The answers to a socket and a request for the table."""
    async with websockets.connect(f"ws://{server.address}/api/v1/tables/{table}/socket") as socket:
        await socket.send(json.dumps({"type": "hello", "token": token, "since": 0}))
        told = json.loads(await socket.recv())
    answer = await server.get(f"/tables/{table}/at/0")
    assert (told["type"], answer.status_code) == ("rejected", 409)
    assert told["reason"] == answer.json()["error"]
    return told["reason"]


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE events SET action = action + 1 WHERE seq = 2",
        "UPDATE events SET action = 999999 WHERE seq = 2",
        "UPDATE events SET kind = 'dream' WHERE seq = 2",
        "UPDATE events SET seat = 1 WHERE seq = 2",
        "DELETE FROM events WHERE seq = 1",
        "UPDATE events SET digest = '0123456789abcdef' WHERE seq = 2",
        """UPDATE tables SET settings = '{"gone": 1}'""",
    ],
)
def test_a_log_that_leads_elsewhere_is_kept_and_not_played_on(tmp_path, fault, caplog):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return await begun(server)

    table, tokens = play(before)
    assert rows(db, "SELECT kind, digest IS NULL FROM events ORDER BY seq") == [("join", 1), ("action", 0)]
    changed(db, fault)
    kept = rows(db, "SELECT * FROM events ORDER BY table_id, seq")

    async def after():
        async with running(db) as server:
            return await refused(server, table, tokens[1])

    assert play(after) == UNFIT
    assert rows(db, "SELECT * FROM events ORDER BY table_id, seq") == kept
    assert f"the log of table {table} cannot be played again: " in caplog.text
    assert "Traceback" not in caplog.text


def told(answer):
    """Which actions an answer tells of those that are stored."""
    assert answer.status_code == 200
    return [event["action"] for event in answer.json()["events"] if event["kind"] in ("action", "outcome")]


def test_what_is_kept_is_told_to_whoever_did_it_and_to_all_once_somebody_gave_up(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            kept, played_on, given_up = [await begun(server) for _ in range(3)]
            async with server.sit(given_up[0], given_up[1][1]) as bob:
                await bob.ask("resign", seq=bob.seen["seq"])
            return kept, played_on, given_up

    kept, played_on, given_up = play(before)
    for table in (kept[0], given_up[0]):
        changed(db, f"UPDATE tables SET rules = 9 WHERE id = '{table}'")
    # as where no archive was made before the rules changed
    changed(db, "DELETE FROM archives")
    ((secret,),) = rows(db, f"SELECT action FROM events WHERE table_id = '{kept[0]}' AND kind = 'action'")

    async def after():
        async with running(db) as server:

            async def ask(table, token=None):
                named = {} if token is None else {"Authorization": f"Bearer {token}"}
                return await server.get(f"/tables/{table}/kept", **named)

            table, (ann, bob) = kept
            own = await ask(table, ann)
            assert told(own) == [secret]
            assert told(await ask(table, bob)) == told(await ask(table)) == [None]
            found = own.json()
            assert found["why"].startswith("This match was played with version 9 of the rules")
            assert (found["names"], found["seat"], found["rules"]) == (["Ann", "Bob"], 0, 9)
            assert [event["text"] for event in found["events"]] == ["Bob sits down.", "Ann decides."]
            assert told(await ask(given_up[0])) == [secret]
            assert (await ask(table, "x")).status_code == 403
            for none in (played_on[0], "nosuchtable"):
                assert (await ask(none)).status_code == 404

    play(after)


@pytest.mark.parametrize("name", VERSIONS)
def test_a_table_of_other_rules_is_left_as_it_is(tmp_path, name):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return await begun(server), await begun(server)

    (table, tokens), (other, others) = play(before)
    changed(db, f"UPDATE tables SET {name} = 9 WHERE id = '{table}'")
    kept = rows(db, "SELECT * FROM events ORDER BY table_id, seq")

    async def after():
        async with running(db) as server:
            said = await refused(server, table, tokens[1])
            async with server.sit(other, others[1]) as bob:
                assert bob.seen["to_move"] == 1
            return said

    assert play(after) == f"This match was played with {VERSIONS[name]}."
    assert rows(db, "SELECT * FROM events ORDER BY table_id, seq") == kept


def test_an_example_of_a_report_of_other_rules_is_not_shown(tmp_path):
    report = json.loads((SHIPPED / "optio.json").read_text(encoding="utf-8"))
    optio = load("optio").spec
    taken, other = report["provenance"]["rules_version"], optio.rules.version + 1
    report["provenance"]["rules_version"] = other
    (tmp_path / "older.json").write_text(json.dumps(report), encoding="utf-8")
    (tmp_path / "older.html").write_text("<!doctype html>", encoding="utf-8")
    catalog_of_optio = lambda: Catalog({"optio": optio}, lambda game: (), lambda game, level: None)  # noqa: E731

    async def scene():
        async with running(
            tmp_path / "tables.db", open_catalog=catalog_of_optio, reports=(tmp_path,)
        ) as server:
            name = report["examples"][0]["name"]
            # the shipped one, too, is shown where it was taken by the rules that there are
            shown = (await server.get(f"/tables/lab-optio-{name}/at/0")).status_code
            assert shown == (200 if taken == optio.rules.version else 409)
            return await refused(server, f"lab-older-{name}", None)

    assert f"version {other} of the rules of Optio" in play(scene)


def test_a_table_of_a_game_that_is_not_offered_any_more_is_kept(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return await begun(server), (await server.open())["invite"]

    (table, tokens), invite = play(before)

    async def without():
        nothing = Catalog({}, lambda game: (), lambda game, level: None)
        async with running(db, open_catalog=lambda: nothing) as server:
            for answer in (await server.get(f"/invites/{invite}"), await server.post(f"/invites/{invite}")):
                assert (answer.status_code, answer.json()["error"]) == (409, GONE)
            assert (await server.get("/rules/guess")).status_code == 404
            assert (await server.post("/return", token=tokens[0])).json()["table"] == table
            example = json.loads((SHIPPED / "optio.json").read_text(encoding="utf-8"))["examples"][0]["name"]
            shown = await server.get(f"/tables/lab-optio-{example}/at/0")
            assert (shown.status_code, shown.json()["error"]) == (409, GONE.replace("guess", "optio"))
            return await refused(server, table, tokens[1])

    assert play(without) == GONE

    async def again():
        async with running(db) as server, server.sit(table, tokens[1]) as bob:
            assert bob.seen["to_move"] == 1

    play(again)


def test_a_table_keeps_the_version_of_its_rules(tmp_path):
    db = tmp_path / "tables.db"

    def third():
        opened = catalog()
        return replace(
            opened,
            games={
                **opened.games,
                "guess": replace(
                    SPEC,
                    rules=replace(SPEC.rules, version=3),
                ),
            },
        )

    async def scene(open_catalog):
        async with running(db, open_catalog=open_catalog) as server:
            return await begun(server)

    table, tokens = play(lambda: scene(third))
    assert rows(db, "SELECT rules, draws FROM tables") == [(3, 3)]

    async def after():
        async with running(db) as server:
            return await refused(server, table, tokens[0])

    assert "version 3 of the rules" in play(after)
