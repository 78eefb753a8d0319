"""A finished match stays as it was: it is looked at, exported and checked after its rules have gone from the server."""

import asyncio
import contextlib
import json
import sqlite3
from dataclasses import replace

import pytest

from sandtable.authoring import Made
from sandtable.engine.game import Game
from sandtable.engine.match import VOID
from sandtable.engine.matchfile import read
from sandtable.graphics.drawing import Line
from sandtable.server import app
from sandtable.server.lab.jobs import LabLimits
from sandtable.server.loading.catalog import Catalog
from sandtable.server.run.hosting import Hosting
from sandtable.server.storage import store
from sandtable.server.tables import archive
from sandtable.server.tables.archive import ARCHIVED, OTHER_RULES
from sandtable.server.tables.tables import CHANGED
from tests.engine.command import run
from tests.server.guess import catalog
from tests.server.guess.declaration import SPEC
from tests.server.ws_client import NUMBER, finish, picked, play, running, until

# what may differ between the page of a match by its rules and that of its archive
BESIDE = ("archived", "exports", "undo", "counts", "watchers")


def newer():
    """The catalog of a release with other rules."""
    return replace(
        catalog(),
        games={
            "guess": replace(
                SPEC,
                rules=replace(SPEC.rules, version=SPEC.rules.version + 1),
                table=replace(SPEC.table, scene_files=scene_files),
            )
        },
    )


def scene_files(scene):
    """A file of what the archive shows."""
    return {
        "board.txt": lambda options: Made("board.txt", "text/plain", json.dumps([scene, options]).encode())
    }


def newer_and_older():
    """The catalog of a release with other rules, which has those of before too."""
    spec = replace(
        SPEC,
        rules=replace(
            SPEC.rules, version=SPEC.rules.version + 1, older={SPEC.rules.version: SPEC.rules.build}
        ),
    )
    return replace(catalog(), games={"guess": spec})


def without():
    """The catalog of a server that does not offer the game any more."""
    return Catalog({}, lambda game: (), lambda game, level: None)


def change(db, *statements):
    with contextlib.closing(sqlite3.connect(db)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def rows(db, statement):
    with contextlib.closing(sqlite3.connect(db)) as connection:
        return connection.execute(statement).fetchall()


async def finished(server, **body):
    """A table whose match two persons have played to its end, one of them with an undo: its id and the tokens."""
    table, tokens = await server.pair(take_back="any", **body)
    async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
        assert (await ann.act(NUMBER))["type"] == "accepted"
        assert (await ann.ask("undo"))["type"] == "accepted"
        await finish(ann, bob)
    return table, tokens


async def archived(server, table):
    """Waits until the match at `table` is archived."""
    kept = server.context.store
    while await kept.archive(table) is None:
        await server.post("/nowhere")


async def pages(server, table, tokens):
    """All that can be asked about a finished match, by what was asked."""
    found = {}
    bearer = [{}, *({"Authorization": f"Bearer {token}"} for token in tokens)]
    last = (await server.get(f"/tables/{table}/at/0")).json()["last_ply"]
    for ply in range(last + 1):
        for who, named in enumerate(bearer):
            for query in ("", "?seat=0", "?seat=1"):
                found[ply, who, query] = await server.get(f"/tables/{table}/at/{ply}{query}", **named)
        for picture in ("picture", "card"):
            found[ply, picture] = await server.get(f"/tables/{table}/{picture}?ply={ply}")
    for file in ("turning", "dice", "export"):
        found[file] = await server.get(f"/tables/{table}/{file}", **bearer[1])
    for who, token in enumerate((None, *tokens)):
        async with server.sit(table, token) as client:
            found["socket", who] = client.seen
    return {key: told(answer) for key, answer in found.items()}


def told(answer):
    """What an answer says, but for what may differ."""
    if not isinstance(answer, dict):
        assert answer.status_code == 200, answer.text
        if not answer.headers["content-type"].startswith("application/json"):
            return answer.content
        answer = answer.json()
    return {name: value for name, value in answer.items() if name not in BESIDE}


@pytest.mark.parametrize("later", [newer, without])
def test_a_finished_match_looks_the_same_without_its_rules(tmp_path, later):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            table, tokens = await finished(server)
            await archived(server, table)
            return table, tokens, await pages(server, table, tokens)

    table, tokens, wanted = play(before)

    async def after():
        async with running(db, open_catalog=later) as server:
            return await pages(server, table, tokens)

    found = play(after)
    assert found.keys() == wanted.keys()
    for key, page in wanted.items():
        assert found[key] == page, key


def test_what_needs_the_rules_is_absent_and_says_why(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            table, tokens = await finished(server)
            return table, tokens, rows(db, "SELECT invite FROM tables")[0][0]

    table, tokens, invite = play(before)

    async def after():
        async with running(db, open_catalog=newer, lab=LabLimits("own")) as server:
            async with server.sit(table, tokens[0]) as ann, server.sit(table) as eve:
                assert (ann.seen["archived"], ann.seen["over"], ann.seen["seat"]) == (ARCHIVED, True, 0)
                assert (ann.seen["exports"], ann.seen["undo"]) == (["board.txt"], "no")
                for kind, more in (
                    ("rematch", {"swap": True}),
                    ("consent", {"agree": True}),
                    ("act", {"action": 1}),
                ):
                    said = await ann.ask(kind, **more)
                    assert (said["type"], said["code"], said["reason"]) == ("refused", "over", ARCHIVED)
                assert eve.seen["archived"] == ARCHIVED
                assert sum(line["kind"] == "join" for line in eve.seen["events"]) == 1
            made = await server.get(f"/tables/{table}/exports/board.txt?size=2")
            assert made.json() == [ann.seen["scene"], {"size": "2", "match": table}]
            assert (await server.get(f"/tables/{table}/exports/other.txt")).status_code == 404
            assert (await server.get(f"/tables/{table}/at/999")).status_code == 404
            assert (await server.get(f"/tables/{table}/at/0", Authorization="Bearer x")).status_code == 403
            assert (await server.get(f"/tables/{table}/kept")).status_code == 404
            asked = await server.get(f"/invites/{invite}")
            assert (asked.json()["host"], asked.json()["taken"]) == ("Ann", True)
            assert (await server.post(f"/invites/{invite}", name="Eve")).status_code == 409
            assert (await server.get("/games/guess/played")).json()["matches"] == 0
            analysed = await server.post(f"/tables/{table}/analysis")
            assert (analysed.status_code, analysed.json()["error"]) == (409, OTHER_RULES)

    play(after)


def test_nothing_is_archived_before_the_end_and_all_of_it_goes_with_the_table(tmp_path):
    db = tmp_path / "tables.db"

    async def scene():
        async with running(db) as server:
            running_one, _ = await picked(server)
            resigned, tokens = await picked(server)
            async with server.sit(resigned, tokens[1]) as bob:
                await bob.ask("resign")
            await archived(server, resigned)
            assert rows(db, "SELECT table_id FROM archives") == [(resigned,)]
            assert dict(rows(db, "SELECT id, ended FROM tables")) == {running_one: 0, resigned: 5}
            await server.context.store.forget(store.now() + 1)
            assert rows(db, "SELECT * FROM archives") == rows(db, "SELECT * FROM tables") == []

    play(scene)


def test_matches_that_ended_before_there_were_archives_are_found(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            tables = [(await finished(server))[0], (await picked(server))[0]]
            await archived(server, tables[0])
            return tables

    over, going_on = play(before)
    # as an older version left them, or one that was killed
    change(db, "DELETE FROM archives", "UPDATE tables SET ended = NULL")

    async def after():
        async with running(db) as server:
            await (await server.context.tables()).archive_left(0.0)
            await archived(server, over)
            await until(
                lambda: dict(rows(db, "SELECT id, ended IS NULL FROM tables")) == {over: 0, going_on: 0}
            )
            assert dict(rows(db, "SELECT id, ended > 0 FROM tables")) == {over: 1, going_on: 0}

    play(after)


def test_an_archive_that_cannot_be_read_is_no_archive(tmp_path, caplog):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return (await finished(server))[0]

    table = play(before)
    newest = archive._Archive(archive.FORMAT + 1, b"", [])
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute("UPDATE archives SET data = ?", (archive.msgspec.msgpack.encode(newest),))
        connection.commit()

    async def after():
        async with running(db, open_catalog=newer) as server:
            assert (await server.get(f"/tables/{table}/at/0")).status_code == 409
            assert (await server.get(f"/tables/{table}/kept")).status_code == 200

    play(after)
    assert f"the archive of table {table} cannot be read: its format is" in caplog.text


def kept_ahead(db):
    """What the command archives that a host runs before an upgrade."""
    return app.archive(Hosting(database=str(db)), catalog)


def test_a_running_match_ends_when_its_rules_change_and_can_be_looked_at(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            await finished(server)
            return [await picked(server) for _ in range(2)]

    (table, tokens), (other, others) = play(before)
    assert kept_ahead(db) == (0, 2, 0)
    # nothing of it is shown while the match runs
    assert dict(rows(db, "SELECT id, ended FROM tables WHERE ended = 0")) == {table: 0, other: 0}

    async def same():
        async with running(db) as server, server.sit(table, tokens[0]) as ann, server.sit(table) as eve:
            assert (ann.seen["over"], ann.seen["secret"], ann.seen["archived"]) == (False, None, "")
            assert (eve.seen["to_move"], eve.seen["scene"]["secrets"]) == (0, [None, None])
            assert (await server.get(f"/tables/{table}/export")).status_code == 409

    play(same)

    async def after():
        async with running(db, open_catalog=newer) as server:
            for token in (*tokens, None):
                async with server.sit(table, token) as client:
                    seen = client.seen
                    assert (seen["over"], seen["void"], seen["score"]) == (True, True, [0, 0])
                    assert seen["result"] == seen["prompt"] == VOID == seen["events"][-1]["text"]
                    assert (seen["archived"], seen["scene"]["secrets"]) == (ARCHIVED, [NUMBER, NUMBER])
                    assert (await client.ask("act", action=client.seen["seq"]))["reason"] == ARCHIVED
            first = (await server.get(f"/tables/{table}/at/0")).json()
            assert (first["void"], first["over"], first["secret"]) == (True, False, seen["secret"])
            file = (await server.get(f"/tables/{table}/export")).text
            assert '"kind":"void"' in file
            match = read(file, lambda game, **settings: Game(SPEC, **settings))
            assert (match.void, match.over, match.score) == (True, True, (0.0, 0.0))
            assert match.seats == ("Ann", "Bob")
            return seen["seq"]

    last = play(after)
    assert rows(db, f"SELECT kind FROM events WHERE table_id = '{table}' ORDER BY seq DESC LIMIT 1") == [
        ("void",)
    ]
    assert dict(rows(db, "SELECT id, ended FROM tables"))[table] == last

    async def back():
        async with running(db) as server, server.sit(table, tokens[0]) as ann:
            # nobody goes on with a match whose secrets have been shown
            assert (ann.seen["void"], ann.seen["over"], ann.seen["archived"]) == (True, True, "")
            assert (await ann.act(1))["code"] == "over"
            # what nobody has asked for meanwhile was not ended
            async with server.sit(other, others[0]) as more:
                assert (more.seen["over"], more.seen["to_move"]) == (False, 0)

    play(back)


def test_what_was_played_after_it_was_archived_is_told_in_plain_words(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return await picked(server)

    table, tokens = play(before)
    kept_ahead(db)

    async def goes_on():
        async with running(db) as server, server.sit(table, tokens[0]) as ann:
            ply = ann.seen["last_ply"]
            await ann.act(ann.choices()[0])
            return ply

    ply = play(goes_on)

    async def after():
        async with running(db, open_catalog=newer) as server, server.sit(table) as eve:
            assert (eve.seen["last_ply"], eve.seen["void"]) == (ply, True)
            told = [line["text"] for line in eve.seen["events"]]
            assert (told[-1], "Ann decides." in told) == (VOID, True)

    play(after)


def test_matches_go_on_by_older_rules_that_a_game_still_has(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            over, running_one = await finished(server), await picked(server)
            await archived(server, over[0])
            return over[0], running_one, (await server.get(f"/tables/{over[0]}/export")).text

    over, (table, tokens), wanted = play(before)
    # as a release without those rules may have found it
    change(db, "DELETE FROM archives")

    async def after():
        async with running(db, open_catalog=newer_and_older) as server:
            assert (await server.get(f"/tables/{over}/at/0")).json()["archived"] == ""
            assert (await server.get(f"/tables/{over}/export")).text == wanted
            await (await server.context.tables()).archive_left(0.0)
            await archived(server, over)
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                await finish(ann, bob)
                assert (ann.seen["over"], ann.seen["void"]) == (True, False)
            file = (await server.get(f"/tables/{table}/export")).text
            spec = newer_and_older().games["guess"]
            assert (
                read(file, lambda game, **settings: Game(spec, **settings)).game.rules == SPEC.rules.version
            )
            return (await server.pair())[0]

    opened = play(after)
    rules = dict(rows(db, "SELECT id, rules FROM tables"))
    assert (rules[over], rules[table], rules[opened]) == (
        SPEC.rules.version,
        SPEC.rules.version,
        SPEC.rules.version + 1,
    )


def test_two_servers_end_a_match_once(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            return (await picked(server))[0]

    table = play(before)

    async def after():
        async with running(db, open_catalog=newer) as one, running(db, open_catalog=newer) as two:
            said = await asyncio.gather(*(server.get(f"/tables/{table}/at/0") for server in (one, two)))
            # it was not archived before
            assert {answer.status_code for answer in said} == {409}
            assert {answer.json()["error"] for answer in said} == {CHANGED.format(SPEC.name)}
            kept = (await one.get(f"/tables/{table}/kept")).json()
            assert kept["events"][-1]["text"] == VOID
            # it is over, so that everybody may read what was done
            assert [event["action"] for event in kept["events"] if event["kind"] == "action"] == [
                NUMBER,
                NUMBER,
            ]

    play(after)
    assert rows(db, "SELECT COUNT(*) FROM events WHERE kind = 'void'") == [(1,)]


def test_a_match_of_newer_rules_is_not_ended(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db, open_catalog=newer) as server:
            return (await picked(server))[0]

    table = play(before)

    async def back():
        async with running(db) as server:
            assert (await server.get(f"/tables/{table}/at/0")).status_code == 409

    play(back)
    assert rows(db, "SELECT COUNT(*) FROM events WHERE kind = 'void'") == [(0,)]


def test_the_command_archives_all_matches_once_no_server_runs(tmp_path, monkeypatch):
    db = tmp_path / "tables.db"
    monkeypatch.setenv("SANDTABLE_DATABASE", str(db))
    offered = ("--game", "tests.server.guess:SPEC")

    async def before():
        async with running(db) as server:
            return (await finished(server))[0], (await picked(server))[0], (await picked(server))[0]

    over, going_on, damaged = play(before)
    change(
        db, "DELETE FROM archives", f"UPDATE events SET action = 0 WHERE table_id = '{damaged}' AND seq = 2"
    )
    with app._alone(db):
        refused = run("archive", *offered)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "another server is already using it" in refused.stderr
    done = run("archive", *offered)
    assert (done.returncode, done.stdout) == (1, "Archived matches: 1 finished, 1 running.\n")
    assert "matches not archived because their logs cannot be replayed: 1." in done.stderr
    assert sorted(rows(db, "SELECT table_id FROM archives")) == sorted([(over,), (going_on,)])
    again = run("archive", *offered, "--json")
    assert {name: json.loads(again.stdout)[name] for name in ("finished", "running", "failed")} == {
        "finished": 0,
        "running": 1,
        "failed": 1,
    }


def test_a_line_that_an_older_version_archived_is_drawn_as_it_was():
    # it had no field `flat` yet
    assert archive._shape(["Line", [[0, 0], [1, 2]], "ink", 0.5, True]) == Line(
        ((0, 0), (1, 2)), "ink", 0.5, True
    )
