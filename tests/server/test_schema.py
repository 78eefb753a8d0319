"""The schema of the database: made and upgraded by steps, each of them whole; that of a newer version is left alone."""

import asyncio
import contextlib
import sqlite3

import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from sandtable.server import app
from sandtable.server.run.hosting import Hosting
from sandtable.server.storage import migrations, store
from sandtable.server.storage.store import (
    NEWER,
    SCHEMA,
    ConflictError,
    Store,
    StoredEvent,
    StoredSeat,
    StoredTable,
)
from tests.server.postgres import cluster
from tests.server.ws_client import NUMBER, play, running

# what databases had not before their schema had a number
BEFORE = (
    "ALTER TABLE tables DROP COLUMN rules",
    "ALTER TABLE tables DROP COLUMN draws",
    "ALTER TABLE tables DROP COLUMN take_back",
    "ALTER TABLE seats DROP COLUMN salt",
    "ALTER TABLE seats DROP COLUMN digest",
    "ALTER TABLE seats DROP COLUMN gives",
    "ALTER TABLE events DROP COLUMN time",
    "ALTER TABLE events DROP COLUMN digest",
    "ALTER TABLE events DROP COLUMN terms",
    "ALTER TABLE tables DROP COLUMN ended",
    "DROP TABLE archives",
    "DROP TABLE checks",
    "DROP TABLE summaries",
    "DROP TABLE servers",
    "DROP TABLE alembic_version",
)
TABLE = StoredTable("t", "guess", {"high": 9}, b"\0" * 32, "friend", 5, 1, 2, invite="i")
SEATS = [StoredSeat(0, "person", "Ann", token="a"), StoredSeat(1, "empty", "Friend")]


def engine(place):
    url = str(place) if "://" in str(place) else f"sqlite:///{place}"
    return sql.create_engine(url.replace("postgresql:", "postgresql+psycopg:"), poolclass=sql.NullPool)


def change(place, *statements):
    with engine(place).begin() as connection:
        for statement in statements:
            connection.execute(sql.text(statement))


async def opened(place):
    made = Store(place)
    try:
        await made.open()
    finally:
        await made.close()


@pytest.fixture(scope="module")
def databases():
    """The next empty database of a PostgreSQL server that runs as long as these tests."""
    with cluster() as made:
        names = iter(range(100))
        yield lambda: made.create(f"d{next(names)}")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def place(request, tmp_path):
    """An empty database, by its file or its URL."""
    return tmp_path / "tables.db" if request.param == "sqlite" else request.getfixturevalue("databases")()


def test_the_steps_lead_to_the_tables_that_are_used(place):
    asyncio.run(opened(place))
    with engine(place).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), store._meta) == []
        assert store._schema_of(connection) == SCHEMA
    folder = Config()
    folder.set_main_option("script_location", migrations.__path__[0])
    assert ScriptDirectory.from_config(folder).get_heads() == [str(SCHEMA)]


def test_a_database_of_before_is_taken_over_with_all_that_is_in_it(place):
    events = [StoredEvent(1, "action", 0, 7, message="0:m"), StoredEvent(2, "offer", 1, note="undo")]

    async def before():
        made = Store(place)
        await made.open()
        await made.add_table(TABLE, SEATS, events)
        await made.close()

    async def after():
        made = Store(place)
        await made.open()
        await made.check()
        await made.append("t", [StoredEvent(3, "action", 1, 8, digest="d")])
        found = await made.table("t")
        await made.close()
        return found

    asyncio.run(before())
    change(place, *BEFORE)
    table, seats, log = asyncio.run(after())
    assert (table.settings, table.secret, table.rules, table.draws, table.take_back) == (
        TABLE.settings,
        TABLE.secret,
        1,
        1,
        "any",
    )
    assert seats == SEATS
    assert log == [*events, StoredEvent(3, "action", 1, 8, digest="d")]
    with engine(place).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), store._meta) == []


def test_matches_of_before_are_played_on(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            table, tokens = await server.pair()
            async with server.sit(table, tokens[0]) as ann:
                assert (await ann.act(NUMBER))["type"] == "accepted"
            return table, tokens

    table, tokens = play(before)
    change(db, *BEFORE)

    async def after():
        async with running(db) as server, server.sit(table, tokens[1]) as bob:
            assert bob.seen["to_move"] == bob.seen["seat"] == 1
            assert (await bob.act(bob.choices()[0]))["type"] == "accepted"

    play(after)


def test_a_newer_schema_is_refused_in_a_sentence_and_left_as_it_is(place):
    asyncio.run(opened(place))
    change(place, f"UPDATE alembic_version SET version_num = '{SCHEMA + 1}'")
    with pytest.raises(OSError, match=r"^Cannot use the database ") as told:
        app.serve(Hosting(port=0, database=str(place)))
    assert str(told.value).endswith(f": {NEWER.format(SCHEMA + 1, SCHEMA)}.")
    with engine(place).connect() as connection:
        assert store._schema_of(connection) == SCHEMA + 1


def test_a_step_that_fails_changes_nothing(tmp_path):
    db = tmp_path / "tables.db"
    # the name that the index of seats is to have is taken
    change(db, "CREATE TABLE own (a INTEGER)", "CREATE INDEX ix_seats_token ON own (a)")
    with pytest.raises(store.StorageError, match="already exists"):
        asyncio.run(opened(db))
    with contextlib.closing(sqlite3.connect(db)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall() == [
            ("ix_seats_token",),
            ("own",),
        ]


def test_servers_that_start_together_upgrade_once(place):
    async def scene():
        await asyncio.gather(*(opened(place) for _ in range(6)))

    asyncio.run(scene())
    with engine(place).connect() as connection:
        assert connection.execute(sql.text("SELECT version_num FROM alembic_version")).all() == [
            (str(SCHEMA),)
        ]


def test_a_new_file_that_somebody_writes_to_is_waited_for(tmp_path):
    async def scene():
        with contextlib.closing(sqlite3.connect(tmp_path / "a.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            opening = asyncio.create_task(opened(tmp_path / "a.db"))
            # for as long as another file takes to be opened
            await opened(tmp_path / "b.db")
            assert not opening.done()
            other.execute("ROLLBACK")
        await opening

    asyncio.run(scene())


def test_of_two_writers_that_want_one_number_one_is_refused(place):
    async def scene():
        first, second = Store(place), Store(place)
        await first.open()
        await second.open()
        await first.add_table(TABLE, SEATS, [StoredEvent(1, "action", 0)])
        for seq in range(2, 12):
            told = await asyncio.gather(
                *(
                    made.append("t", [StoredEvent(seq, "action", 0, at)])
                    for at, made in enumerate((first, second))
                ),
                return_exceptions=True,
            )
            assert sorted(map(repr, told)) == ["ConflictError()", "None"]
        with pytest.raises(ConflictError):
            await second.append("none", [StoredEvent(1, "action", 0)])
        _, _, log = await second.table("t")
        assert [event.seq for event in log] == list(range(1, 12))
        await first.close()
        await second.close()

    asyncio.run(scene())
