"""A database that cannot be used: a sentence at the start; in play nothing is lost or taken as done, and people read why."""

import contextlib
import logging
import os
import uuid

import pytest
import websockets
from sqlalchemy.event import listen, remove

from sandtable.server import app
from sandtable.server.run.hosting import Hosting
from sandtable.server.storage import store
from sandtable.server.storage.store import UNSTORED, Store
from tests.server.ws_client import picked, play, running


def folder(tmp_path):
    return tmp_path


def in_no_folder(tmp_path):
    return tmp_path / "none" / "tables.db"


def of_words(tmp_path):
    place = tmp_path / "notes.txt"
    place.write_text("Not a database, but a text that is long enough to be taken for one. " * 40)
    return place


@pytest.mark.parametrize(
    ("place", "why"),
    [
        (folder, "unable to open database file"),
        (in_no_folder, "unable to open database file"),
        (of_words, "file is not a database"),
    ],
)
def test_a_server_that_cannot_store_says_so_in_a_sentence_and_does_not_start(tmp_path, place, why):
    wanted = place(tmp_path)
    with pytest.raises(OSError) as told:  # noqa: PT011 - its whole sentence is looked at
        app.serve(Hosting(port=0, database=str(wanted)))
    assert str(told.value) == f"Cannot use the database {wanted}: {why}."


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path):
    with pytest.raises(
        OSError, match=r"^Cannot use the database postgresql\+psycopg://ann:\*\*\*@127\.0\.0\.1:9/x: "
    ) as told:
        app.serve(Hosting(port=0, database="postgresql://ann:secret@127.0.0.1:9/x"))
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def by_its_url(db):
    return f"sqlite:///{db}"


def through_a_link(db):
    link = db.with_name("link.db")
    link.symlink_to(db)
    return str(link)


@pytest.mark.parametrize("called", [str, by_its_url, through_a_link])
def test_a_second_server_on_the_file_is_refused_while_the_first_runs(tmp_path, called):
    db = tmp_path / "tables.db"
    again = called(db)
    with app._alone(db):
        with pytest.raises(OSError) as told:  # noqa: PT011 - its whole sentence is looked at
            app.serve(Hosting(port=0, database=again))
        assert str(told.value) == f"Cannot use the database {again}: another server is already using it."
        with pytest.raises(OSError, match="another server is already using it"), app._alone(by_its_url(db)):
            pass
        # another file, one in memory and one on a server are nobody's
        for other in (tmp_path / "b.db", ":memory:", "sqlite://", "postgresql://here/x"):
            with app._alone(other), app._alone(":memory:"):
                pass
    with app._alone(again):
        pass


def test_what_is_kept_beside_a_database_lies_in_the_folder_of_its_file(tmp_path, monkeypatch):
    monkeypatch.setattr(store.platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "own"))
    for place in (tmp_path / "a.db", str(tmp_path / "a.db"), by_its_url(tmp_path / "a.db")):
        assert app._beside(place) == tmp_path
    for place in (":memory:", "sqlite://", "postgresql://here/x"):
        assert app._beside(place) == tmp_path / "own"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file has no mode")
def test_a_database_that_is_there_becomes_its_owners_alone(tmp_path, monkeypatch, caplog):
    async def scene():
        kept = Store(tmp_path / "a.db")
        await kept.open()
        files = sorted(tmp_path.iterdir())
        for file in files:
            file.chmod(0o644)
        with monkeypatch.context() as elsewhere:

            def refuse(_file, _mode):
                raise PermissionError(1, "Operation not permitted")

            elsewhere.setattr(type(tmp_path), "chmod", refuse)
            await app._try(tmp_path / "a.db")
        said = [record.getMessage() for record in caplog.records]
        await app._try(tmp_path / "a.db")
        modes = {file.stat().st_mode & 0o777 for file in files}
        await kept.close()
        return said, [store.EXPOSED % (file, "Operation not permitted") for file in files], modes

    said, wanted, modes = play(scene)
    assert len(wanted) == 3
    assert sorted(said) == wanted
    assert modes == {0o600}
    assert len(caplog.records) == len(wanted)


def test_what_is_no_database_at_all_is_refused():
    with pytest.raises(
        ValueError,
        match=r"^'cats' databases are not supported: give a file, or a URL such as postgresql://",
    ):
        Store("cats://here")


def test_a_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(store.platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path / "file" / "x"))
    with pytest.raises(
        OSError, match=r"^Cannot create the folder .*file/x for the database: Not a directory\.$"
    ):
        store.default_place()


@contextlib.asynccontextmanager
async def read_only(stage, _db):
    """A database that takes nothing any more."""
    engine = stage.context.store._engine

    def refuse(connection):
        connection.exec_driver_sql("PRAGMA query_only = ON")

    def take(connection):
        connection.exec_driver_sql("PRAGMA query_only = OFF")

    listen(engine, "begin", refuse)
    yield
    remove(engine, "begin", refuse)
    listen(engine, "begin", take)


@contextlib.asynccontextmanager
async def deleted(_stage, db):
    """A file that is away for a while."""
    aside = db.with_suffix(".aside")
    db.rename(aside)
    yield
    aside.rename(db)


@contextlib.asynccontextmanager
async def swapped(_stage, db):
    """Another database in its place."""
    aside = db.with_suffix(".aside")
    db.rename(aside)
    db.write_bytes(aside.read_bytes())
    yield
    aside.replace(db)


@pytest.mark.parametrize("fault", [read_only, deleted, swapped])
def test_nothing_is_lost_while_the_database_cannot_be_used(tmp_path, caplog, monkeypatch, fault):
    db = tmp_path / "tables.db"
    monkeypatch.setattr(store, "CHECKED", 0.0)

    async def scene():
        async with running(db) as stage:
            number, tokens = await picked(stage)
            async with stage.sit(number, tokens[0]) as ann, stage.sit(number, tokens[1]) as bob:
                before = ann.seen["seq"]
                act = {"type": "act", "id": str(uuid.uuid4()), "seq": before, "action": ann.choices()[0]}
                assert (await stage.http.get("/readyz")).text == "ok"
                async with fault(stage, db):
                    await ann.send(**act)
                    told = await ann.until(lambda m: m["type"] == "refused")
                    assert (told["code"], told["reason"], told["id"]) == ("storage", UNSTORED, "")
                    for one in (ann, bob):
                        with pytest.raises(websockets.ConnectionClosed) as closed:
                            await one.until(lambda m: False)
                        assert closed.value.rcvd.code == 1012
                    opened = await stage.post("/tables", game="guess", opponent="hotseat")
                    assert (opened.status_code, opened.headers["Retry-After"]) == (503, "5")
                    assert opened.json() == {"error": UNSTORED}
                    ready = await stage.http.get("/readyz")
                    assert (ready.status_code, ready.json()) == (503, {"error": UNSTORED})
                    assert (await stage.http.get("/healthz")).text == "ok"
            async with stage.sit(number, tokens[0]) as ann:
                assert ann.seen["seq"] == before
                # the page sends again what was not answered
                for _ in range(2):
                    await ann.send(**act)
                    assert (await ann.until(lambda m: m["type"] == "accepted"))["seq"] == before + 1
            assert (await stage.http.get("/readyz")).text == "ok"

    with caplog.at_level(logging.INFO, logger="sandtable.server"):
        play(scene)
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in said if "can be used again" in line] == ["the database can be used again"]
    assert [line.partition(": ")[0] for line in said if "Cannot" in line] == [f"Cannot use the database {db}"]
    assert not any(record.exc_info for record in caplog.records)


def test_a_page_of_a_table_says_so_too(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            number, _ = await picked(stage)
            (await stage.context.tables())._tables.clear()
            async with deleted(stage, tmp_path / "a.db"):
                assert (await stage.get(f"/tables/{number}/at/0")).status_code == 503
                address = f"ws://{stage.address}/api/v1/tables/{number}/socket"
                async with websockets.connect(address) as watching:
                    assert UNSTORED in await watching.recv()
            assert (await stage.get(f"/tables/{number}/at/0")).status_code == 200

    play(scene)
