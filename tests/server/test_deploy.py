"""What is handed to hosts: the files of `deploy/` name settings that there are, and a backup is played on."""

import contextlib
import re
import shutil
import sqlite3
import subprocess
import tomllib
from pathlib import Path

import pytest
import typer
import yaml

from sandtable.cli import app
from sandtable.server.hosting import Hosting, read
from tests.server.postgres import cluster
from tests.server.stage import NUMBER, play, running

ROOT = Path(__file__).parents[2]
DEPLOY, HOSTING = ROOT / "deploy", ROOT / "docs" / "hosting.md"
# of the package, and where the file itself is
OTHERS = {"SANDTABLE_CACHE", "SANDTABLE_CONFIG"}


@pytest.mark.parametrize("file", [*sorted(DEPLOY.iterdir()), HOSTING], ids=lambda file: file.name)
def test_every_setting_that_is_named_is_one(file):
    named = set(re.findall(r"SANDTABLE_[A-Z_]+", file.read_text(encoding="utf-8")))
    assert named <= {f"SANDTABLE_{name.upper()}" for name in Hosting.__struct_fields__} | OTHERS


def test_the_file_of_settings_lists_all_of_them_as_they_are_by_default():
    file = DEPLOY / "sandtable.toml"
    assert list(tomllib.loads(file.read_text(encoding="utf-8"))) == list(Hosting.__struct_fields__)
    told, usual = read(file, {}, {}), Hosting()
    same = [name for name in Hosting.__struct_fields__ if getattr(told, name) == getattr(usual, name)]
    lab = [name for name in Hosting.__struct_fields__ if name.startswith("lab")]
    assert same == ["host", "port", "workers", "metrics", "logs", "reports", "games", *lab]
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


@pytest.mark.long
def test_a_dump_of_a_postgresql_that_is_in_use_is_a_backup():
    with cluster() as made:
        here = ("-h", str(made.folder), "-U", "postgres")

        async def scene():
            async with running(made.create("before")) as server:
                table, tokens = await begun(server)
                made.run("pg_dump", *here, "--format=custom", f"--file={made.folder}/data/dump", "before")
                await goes_on(server, table, tokens)
            place = made.create("after")
            # as the database of a server that was there before
            async with running(place) as empty:
                await begun(empty)
            clean = ("--clean", "--if-exists")
            made.run("pg_restore", *here, *clean, "--dbname=after", f"{made.folder}/data/dump")
            async with running(place) as restored:
                await goes_on(restored, table, tokens)

        play(scene)
