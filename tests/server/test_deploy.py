"""What is handed to hosts: the files of `deploy/` name settings that there are, and a backup is played on."""

import contextlib
import os
import re
import shutil
import sqlite3
import subprocess
import tomllib
from pathlib import Path

import pytest
import sqlalchemy as sql
import typer
import yaml

from sandtable.cli import app
from sandtable.server.run.hosting import Hosting, read
from sandtable.server.storage import migrations, store
from sandtable.server.storage.store import RUNNING, StorageError, Store
from tests.server.postgres import cluster
from tests.server.test_schema import change, engine
from tests.server.ws_client import NUMBER, play, running

ROOT = Path(__file__).parents[2]
DEPLOY, HOSTING, OPERATING = ROOT / "deploy", ROOT / "docs" / "hosting.md", ROOT / "docs" / "operating.md"
# of the package, and where the file itself is
OTHERS = {"SANDTABLE_CACHE", "SANDTABLE_CONFIG"}
COMPOSE = "docker compose -f deploy/compose.yaml exec -T database "


@pytest.mark.parametrize("file", [*sorted(DEPLOY.iterdir()), HOSTING, OPERATING], ids=lambda file: file.name)
def test_every_setting_that_is_named_is_one(file):
    named = set(re.findall(r"SANDTABLE_[A-Z_]+", file.read_text(encoding="utf-8")))
    assert named <= {f"SANDTABLE_{name.upper()}" for name in Hosting.__struct_fields__} | OTHERS


def test_the_file_of_settings_lists_all_of_them_as_they_are_by_default():
    file = DEPLOY / "sandtable.toml"
    assert list(tomllib.loads(file.read_text(encoding="utf-8"))) == list(Hosting.__struct_fields__)
    told, usual = read(file, {}, {}), Hosting()
    same = [name for name in Hosting.__struct_fields__ if getattr(told, name) == getattr(usual, name)]
    lab = [name for name in Hosting.__struct_fields__ if name.startswith("lab")]
    assert same == ["host", "port", "workers", "metrics", "logs", "reports", "games", "docs", *lab]
    assert told.limits.idle == usual.limits.idle
    assert told.limits.tables_burst == usual.limits.tables_burst
    assert told.limits.tables_rate == pytest.approx(usual.limits.tables_rate, rel=0.01)


def test_every_option_that_is_told_is_one():
    told = set(re.findall(r"`(--[a-z]+)`", HOSTING.read_text(encoding="utf-8").partition("## Names")[0]))
    command = typer.main.get_command(app)
    taken = {option for param in command.commands["serve"].params for option in param.opts}
    assert {"--database", "--config"} < told <= taken


def test_the_image_is_built_from_what_git_keeps():
    kept, sent = (
        {line.removeprefix("**/").strip("/") for line in (ROOT / name).read_text("utf-8").splitlines()}
        for name in (".gitignore", ".dockerignore")
    )
    assert ".git" in sent
    assert {line for line in kept if line and line[0] != "#"} <= sent


def test_the_containers_settings_are_read():
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    environ = {name: str(value) for name, value in services["server"]["environment"].items()}
    made = read(None, environ, {})
    assert (made.workers, made.proxies, made.logs) == (2, ["172.30.0.0/24"], "json")
    assert made.database.startswith("postgresql://sandtable:")
    context = DEPLOY / services["server"]["build"]["context"]
    assert (context / services["server"]["build"]["dockerfile"]).is_file()
    image = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    assert read(None, dict(re.findall(r"(SANDTABLE_\w+)=(\S+)", image)), {}).host == "0.0.0.0"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_the_unit_is_one(tmp_path):
    text = (DEPLOY / "sandtable.service").read_text(encoding="utf-8")
    unit = tmp_path / "sandtable.service"
    # what it starts has to be there
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


async def begun(server):
    table, tokens = await server.pair()
    async with server.sit(table, tokens[0]) as ann:
        assert (await ann.act(NUMBER))["type"] == "accepted"
    return table, tokens


async def goes_on(server, table, tokens):
    async with server.sit(table, tokens[1]) as bob:
        assert bob.seen["to_move"] == bob.seen["seat"] == 1
        assert (await bob.act(bob.choices()[0]))["type"] == "accepted"


def test_a_copy_of_a_file_that_is_in_use_is_a_backup(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, tokens = await begun(server)
            # what `sqlite3 tables.db ".backup copy.db"` does
            with (
                contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as live,
                contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
            ):
                live.backup(copy)
            await goes_on(server, table, tokens)
        async with running(tmp_path / "copy.db") as restored:
            await goes_on(restored, table, tokens)

    play(scene)


def commands():
    """The commands that back up and restore a file, a PostgreSQL database and one in containers, as the guide shows them."""
    page = OPERATING.read_text(encoding="utf-8").partition("## Backups")[2].partition("\n## ")[0]
    found = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert len(found) == 6
    return {how: found[2 * at : 2 * at + 2] for at, how in enumerate(("file", "postgresql", "compose"))}


@pytest.mark.skipif(not shutil.which("sqlite3"), reason="there is no sqlite3 here")
def test_a_file_is_restored_by_the_commands_that_are_shown(tmp_path):
    there, back = (text.replace("/var/lib/sandtable", str(tmp_path / "data")) for text in commands()["file"])
    (tmp_path / "data").mkdir()

    def run(text):
        environ = {**os.environ, "HOME": str(tmp_path)}
        subprocess.run(["bash", "-euc", text], cwd=tmp_path, check=True, env=environ)

    async def scene():
        async with running(tmp_path / "data" / "tables.db") as server:
            table, tokens = await begun(server)
            run(there)
            await goes_on(server, table, tokens)
        run(back)
        async with running(tmp_path / "data" / "tables.db") as restored:
            await goes_on(restored, table, tokens)

    play(scene)


async def older(made, schema):
    """The address of a database as an older version left it, a table at it that was begun, and its tokens."""
    made.script("createuser --superuser sandtable && createdb --owner=sandtable sandtable", made.folder)
    newer, place = made.create("newer"), made.url("sandtable")
    async with running(newer) as server:
        table, tokens = await begun(server)
    with engine(newer).connect() as source, engine(place).begin() as target:
        migrations.upgrade(target, schema)
        for name in ("tables", "seats", "events"):
            columns = ", ".join(column["name"] for column in sql.inspect(target).get_columns(name))
            for row in source.execute(sql.text(f"SELECT {columns} FROM {name}")).mappings():
                target.execute(sql.table(name, *map(sql.column, row)).insert(), dict(row))
    return place, table, tokens


@pytest.mark.long
@pytest.mark.parametrize("how", ["postgresql", "compose"])
def test_a_database_that_was_upgraded_is_restored_by_the_commands_that_are_shown(how):
    # there is no docker here: what it would run in the container of the database
    dump, restore = (text.replace(COMPOSE, "") for text in commands()[how])

    async def scene():
        place, table, tokens = await older(made, "1")
        made.script(dump, made.folder)
        async with running(place) as upgraded:
            await goes_on(upgraded, table, tokens)
        for _ in range(2):
            made.script(restore, made.folder)
            async with running(place) as again:
                await goes_on(again, table, tokens)

    with cluster() as made:
        play(scene)


@pytest.mark.long
def test_a_database_that_was_restored_over_a_newer_one_is_upgraded():
    # older docs said to restore so, which leaves tables of the newer schema behind
    async def scene():
        place, table, tokens = await older(made, "1")
        made.script("pg_dump --format=custom --file=copy.dump sandtable", made.folder)
        with engine(place).begin() as upgraded:
            migrations.upgrade(upgraded, "3")
        made.script("pg_restore --clean --if-exists --dbname=sandtable copy.dump", made.folder)
        async with running(place) as again:
            await goes_on(again, table, tokens)

    with cluster() as made:
        play(scene)


@pytest.mark.long
def test_a_server_does_not_upgrade_a_database_on_which_another_runs(monkeypatch):
    alive = "INSERT INTO servers VALUES ('old', extract(epoch from clock_timestamp()) * 1000 + {})"
    monkeypatch.setattr(store, "LEASE", 1.0)

    async def scene():
        place, table, tokens = await older(made, "2")
        # it says so again and again
        change(place, alive.format(60_000))
        newer = Store(place)
        with pytest.raises(StorageError, match=RUNNING):
            await newer.open()
        await newer.close()
        with engine(place).connect() as connection:
            assert store._schema_of(connection) == 2
        # it was killed, and has not said that it ends
        change(place, "DELETE FROM servers", alive.format(0))
        async with running(place) as upgraded:
            await goes_on(upgraded, table, tokens)

    with cluster() as made:
        play(scene)
