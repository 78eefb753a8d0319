"""A finished match stays as it was: it is looked at, exported and checked after its rules have gone from the server."""

import contextlib
import sqlite3
from dataclasses import replace

import pytest

from sandtable.server import archive, store
from sandtable.server.archive import ARCHIVED
from sandtable.server.catalog import Catalog
from tests.server.guess import catalog
from tests.server.guess.declaration import SPEC
from tests.server.stage import NUMBER, finish, picked, play, running, until

# what may differ between the page of a match by its rules and that of its archive
BESIDE = ("archived", "exports", "undo", "counts", "watchers")


def newer():
    """The catalog of a release with other rules."""
    return replace(catalog(), games={"guess": replace(SPEC, version=SPEC.version + 1)})


def without():
    """The catalog of a server that does not offer the game any more."""
    return Catalog({}, lambda game: (), lambda game, level: None)


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
    for file in ("turning", "export"):
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
        async with running(db, open_catalog=newer) as server:
            async with server.sit(table, tokens[0]) as ann, server.sit(table) as eve:
                assert (ann.seen["archived"], ann.seen["over"], ann.seen["seat"]) == (ARCHIVED, True, 0)
                assert (ann.seen["exports"], ann.seen["undo"]) == ([], "no")
                for kind, more in (
                    ("rematch", {"swap": True}),
                    ("consent", {"agree": True}),
                    ("act", {"action": 1}),
                ):
                    said = await ann.ask(kind, **more)
                    assert (said["type"], said["code"], said["reason"]) == ("refused", "over", ARCHIVED)
                assert eve.seen["archived"] == ARCHIVED
                assert sum(line["kind"] == "join" for line in eve.seen["events"]) == 1
            assert (await server.get(f"/tables/{table}/exports/board.txt")).status_code == 404
            assert (await server.get(f"/tables/{table}/at/999")).status_code == 404
            assert (await server.get(f"/tables/{table}/at/0", Authorization="Bearer x")).status_code == 403
            assert (await server.get(f"/tables/{table}/kept")).status_code == 404
            asked = await server.get(f"/invites/{invite}")
            assert (asked.json()["host"], asked.json()["taken"]) == ("Ann", True)
            assert (await server.post(f"/invites/{invite}", name="Eve")).status_code == 409
            assert (await server.get("/games/guess/played")).json()["matches"] == 0

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
    with contextlib.closing(sqlite3.connect(db)) as connection:
        connection.execute("DELETE FROM archives")
        connection.execute("UPDATE tables SET ended = NULL")
        connection.commit()

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
