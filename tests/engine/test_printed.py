"""What commands print, whole: each file of `shown/printed` is a list of commands with all that they say.

Where it is meant to change, have the files rewritten (see `tests/golden_text.py`) and read the difference.
"""

import re
import shutil
from pathlib import Path

import pytest
from typer.main import get_command

from sandtable.cli import app
from tests.engine.command import commands
from tests.golden.make import path_of
from tests.golden_text import hold

FOLDER = Path(__file__).parent / "shown/printed"
LONG = ("--name", "Long lives", "--why", "A longer match.")
QUICK = ("--set", "health=2", "--set", "round_cap=8", "--agents", "0,0")
SERIAL = ("--backend", "serial")
BOARD = "S...S\n.....\n..{}..\n.....\nS...S\n"
OTHER = 'sandtable_variant = 1\ngame = "{}"\nname = "Old"\nwhy = "To look."\n[settings]\n{}\n'
# what changes from machine to machine, and what it is read as
PASSING = (
    (r'"(sandtable|python|numpy|numba)": "[0-9].*"', r'"\1": "*"'),
    (r"(seconds|matches per second)( +)[0-9.,]+", r"\1\2*"),
    (r'"(seconds|matches_a_second)": [0-9.e-]+', r'"\1": "*"'),
    # the last digits
    (r"\d+\.\d{6}\d+", lambda found: f"{float(found[0]):.6g}"),
    # a library may pack it otherwise
    (r"/lab/variant#[\w-]+", "/lab/variant#*"),
)

# file -> the commands in it; a text is parted at its spaces
PRINTED = {
    "games": [
        "games",
        "games --json",
        "games assault",
        "games assault --json",
        "games tests.fixtures.hide_and_seek:SPEC",
        "games tests.fixtures.bowls:SPEC --json",
    ],
    "nearly": [
        "gmes",
        "gmes --help",
        "ludo",
        "games asault",
        "rules",
        "rules ROUT!",
        "check assault --set health",
        "check assault --set helth=9",
        "check assault --set health=99",
        "check assault --set health=many",
        "check assault --set held_may_attack=perhaps",
        "check assault --set corners=sides",
        "check assault --set board=skirmsh",
        "check rush --set home=human",
        "check optio --set map=crosways",
        "check assault --set colour=1",
        "check assault --set board=@none.txt",
        "check assault --set board=@wrong.txt",
        "check assault --matches 0",
        "check assault --seed -1",
        "check assault --match 1",
        "check assault --variant none.toml",
    ],
    "players": [
        "simulate assault --agents script",
        "simulate assault --agents scrip,1",
        "simulate assault --agents general,1",
        "simulate assault --backend process",
        "simulate assault --agents serch:9,1",
        "simulate assault --agents without:atack:1,1",
        "ladder ludo",
        "ladder assault --sprt 0",
        "bench ludo",
        "sweep assault helth=1,2",
        "heatmap assault map.jpg",
        "tune assault --aim first --over health=1,2",
        "report assault --at one",
    ],
    "places": [
        "play --port 65536",
        "play --variant none.toml",
        "play --reports none",
        "play --game none:SPEC",
        "serve --workers 2 --database here.db",
        "serve --port 70000",
        "serve --logs xml",
        "serve --lab open",
        "serve --config none.toml",
        "verify none.jsonl",
        "verify board.txt",
        "verify picture.png",
        "replay none.jsonl",
        "replay match.jsonl --ply 2",
        "replay match.jsonl --picture a.gif",
        "replay match.jsonl --picture a",
        "replay match.jsonl --picture a.svg --ply 999",
        "replay match.jsonl --picture none/a.svg",
        "replay match.jsonl --game tests.fixtures.none:SPEC",
        "print assault --paper A5",
        "print assault --ink red",
        "print assault --set tile_mm=9",
        "print assault --out none/kit.pdf",
        "print tests.fixtures.connect_four:SPEC",
        "print tests.fixtures.connect_four:SPEC --options",
        "variant",
        "variant shw long.toml",
        "variant show none.toml",
        "variant show /lab/variant#abc",
        "variant show old.toml",
        "variant show few.toml",
        "warm ludo",
        "map chek",
        "map check none.txt",
        "map generate woodd",
    ],
    "variants": [
        ("variant", "write", "assault", "long.toml", *LONG, "--set", "health=14"),
        "variant show long.toml",
        "variant show long.toml --json",
        ("variant", "write", "assault", "plain.toml", *LONG),
        "variant show plain.toml",
        ("variant", "write", "assault", "board.toml", *LONG, "--set", "board=@board.txt"),
        "variant show board.toml",
        ("variant", "write", "assault", "none/long.toml", *LONG),
        ("variant", "write", "optio", "long.toml"),
        "check optio --variant long.toml",
        ("simulate", "assault", "--variant", "long.toml", "--games", "2", *QUICK, *SERIAL),
    ],
    "matches": [
        "verify match.jsonl",
        "verify match.jsonl --json",
        "replay match.jsonl",
        "verify older.jsonl",
        "replay older.jsonl",
        "verify damaged.jsonl",
        "replay damaged.jsonl",
        "replay match.jsonl --picture a.svg --ply 3",
        "replay match.jsonl --picture a.pdf",
    ],
    "kits": [
        "print assault --options",
        "print assault --options --json",
        "print assault --set tile_mm=20 --set health=9",
        "print assault --paper Letter --out kit.pdf --json",
    ],
    "lab": [
        ("simulate", "assault", "--games", "4", *QUICK, *SERIAL),
        ("simulate", "assault", "--games", "4", *QUICK, *SERIAL, "--json"),
        ("sweep", "assault", "health=2,3", "--pairs", "2", *QUICK, *SERIAL),
        ("heatmap", "assault", "map.svg", "--games", "2", *QUICK),
    ],
    "help": [" ".join([*path, "--help"]) for path, _ in commands(get_command(app))],
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder of the commands, with the files that they read."""
    shutil.copy(path_of("resigned"), tmp_path / "match.jsonl")
    lines = (tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    files = {
        "board.txt": BOARD.format("M"),
        "wrong.txt": BOARD.format("X"),
        "old.toml": OTHER.format("assault", "helth = 3"),
        "few.toml": OTHER.format("rout", "cavalry = 0\npikes = 0"),
        "older.jsonl": "".join([re.sub('"rules":[0-9]+', '"rules":99', lines[0]), *lines[1:]]),
        "damaged.jsonl": "".join(lines[:4] + lines[5:]),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "picture.png").write_bytes(bytes(range(256)))
    monkeypatch.chdir(tmp_path)
    for name, value in {"COLUMNS": "100", "TERMINAL_WIDTH": "100"}.items():
        monkeypatch.setenv(name, value)
    return tmp_path


@pytest.mark.parametrize("name", PRINTED)
def test_commands_print_what_they_printed(name, said, folder):
    text = "".join(transcript(command, said) for command in PRINTED[name])
    hold(FOLDER / f"{name}.txt", text)


def transcript(command, said):
    """A command, what it prints, what it complains of after `! `, and its status where that is not 0."""
    words = command.split() if isinstance(command, str) else command
    status, printed, complained = said(*words)
    shown = [f"$ sandtable {' '.join(words)}", *printed.splitlines()]
    shown += [f"! {line}" for line in complained.splitlines()]
    text = "\n".join([*shown, *([f"= {status}"] if status else []), "", ""])
    for passing, read in PASSING:
        text = re.sub(passing, read, text)
    return text


def test_no_file_is_of_no_command():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PRINTED)
