"""Any file to any command: a documented status and one plain sentence, whatever the file holds."""

import gzip
import re

import pytest

from sandtable import games
from sandtable.cli.console import FAILED, WRONG_USAGE
from tests.damaged_files import is_plain
from tests.engine.command import run
from tests.markers import quick

NESTED = "[" * 20_000
CONTENTS = {
    "empty": b"",
    "blank": b" \n\n",
    "null": b"\0" * 64,
    "utf-16": "name = 'Ä'\n".encode("utf-16"),
    "latin-1": "name = 'Ä'\n".encode("latin-1"),
    "surrogate": b"name = '\xed\xa0\x80'\n",
    "cut gzip": gzip.compress(b"name = 'A'\n" * 99)[:-9],
    "deep JSON": f'{{"sandtable_variant":{NESTED}'.encode(),
    "deep TOML": f"sandtable_variant = {NESTED}\n".encode(),
    "long number": b"sandtable_variant = " + b"9" * 5000 + b"\n",
    "large number": b'{"sandtable_variant":1e400}',
    "twice": b'{"sandtable_variant":1,"sandtable_variant":1}',
    "wrong types": b'{"sandtable_variant":1,"game":[],"name":{},"why":null,"settings":5}',
    "wrong settings": b'sandtable_variant = 1\ngame = "assault"\nname = "A"\nwhy = "B"\n[settings]\nself = 1\n',
    "dates": b'sandtable_variant = 1\ngame = 1979-05-27\nname = 07:32:00\nwhy = "B"\n',
    "a report": b'{"sandtable_report":1,"game":"assault","title":5}',
    "another report": b'{"sandtable_report":null}',
    "a list": b"[1, 2]\n",
    "a text": b"name: x\nclass: open\n",
    "terminal": b"\x1b[31m\x07 = 1\n",
    "lines": "name = 'a\u2028b'\u0085\x0b\x0c\x1c\n".encode(),
}
COMMANDS = {
    "verify": ("verify", "{}"),
    "replay": ("replay", "{}"),
    "analyse": ("analyse", "{}"),
    "picture": ("replay", "{}", "--picture", "{}.svg"),
    "variant show": ("variant", "show", "{}"),
    "--variant": ("check", "assault", "--variant", "{}"),
    "board": ("check", "assault", "--set", "board=@{}"),
    "map": ("check", "optio", "--set", "map=@{}"),
    "profile": ("check", "optio", "--set", "navy_profile=@{}"),
    "team": ("check", "rush", "--set", "home=@{}"),
    "swept": ("sweep", "assault", "board=@{},skirmish"),
    "map check": ("map", "check", "{}"),
    "map show": ("map", "show", "{}"),
    "report": ("report", "assault", "--compare", "{}.json", "printed"),
    "settings": ("report", "assault", "--compare", "{}.toml", "printed"),
    "serve": ("serve", "--config", "{}"),
    "play": ("play", "--variant", "{}", "--no-open"),
}


@pytest.fixture(autouse=True)
def _served(monkeypatch):
    # a file that happens to be in order starts no server
    monkeypatch.setattr("sandtable.server.app.serve", lambda *_: None)


def judged(command, file):
    """The complaint of a command about a file, which is one plain sentence."""
    done = run(*(word.format(file) for word in command))
    assert done.returncode in (FAILED, WRONG_USAGE), (command, done)
    assert done.stderr.startswith("sandtable: ")
    assert done.stderr.endswith(".\n")
    assert is_plain(done.stderr.rstrip("\n").replace(str(file), "FILE")), done.stderr
    assert not re.search("[\x00-\x09\x0b-\x1f]", done.stderr)
    return done.stderr


QUICK = ("verify", "replay", "--variant", "board", "map", "map show", "report", "serve")


@pytest.mark.parametrize("name", quick(*QUICK, of=COMMANDS))
def test_whatever_a_file_holds_there_is_one_sentence(tmp_path, name):
    harmless = {("serve", "empty"), ("serve", "blank"), ("settings", "empty"), ("settings", "blank")}
    for number, (kind, data) in enumerate(CONTENTS.items()):
        file = tmp_path / f"f{number}"
        for ending in ("", ".json", ".toml"):
            file.with_name(file.name + ending).write_bytes(data)
        if (name, kind) not in harmless:
            judged(COMMANDS[name], file)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_place_that_is_no_file_is_one_sentence(tmp_path, name):
    for place in (tmp_path, tmp_path / "none"):
        assert " cannot be read: " in judged(COMMANDS[name], place) or name in ("map show", "serve")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_order_mark_is_no_fault_anywhere(tmp_path, mark):
    shipped = {"board": ("assault", "skirmish"), "map": ("optio", "crossways"), "home": ("rush", "humans")}
    for setting, (game, name) in shipped.items():
        (declared,) = (one for one in games.spec(game).rules.settings if one.name == setting)
        text = declared.source(name)
        file = tmp_path / f"{setting}.txt"
        file.write_bytes(mark + text.encode())
        written = tmp_path / f"{setting}.toml"
        done = run(
            "variant", "write", game, str(written), "--name", "A", "--why", "B", "--set", f"{setting}=@{file}"
        )
        assert (done.returncode, done.stderr) == (0, "")
        variant = tmp_path / "variant.toml"
        variant.write_bytes(mark + written.read_bytes())
        assert run("variant", "show", str(variant)).stdout.startswith("A, a variant of ")
        # what comes through the server is no file
        declared.read(mark.decode() + text)
    config = tmp_path / "host.toml"
    config.write_bytes(mark + b"port = 0\n")
    assert run("serve", "--config", str(config)).returncode == 0
