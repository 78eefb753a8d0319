"""What every command prints with `--json`: where it comes from, under names that are identifiers."""

import json
import platform
import re
from importlib.metadata import version

import pytest
from typer.main import get_command

import sandtable as st
from sandtable.cli import app
from sandtable.games.optio.data.mapfile import write
from sandtable.games.optio.data.maps import terrain
from tests.engine.command import commands

GAME = "assault"
QUICK = ("--set", "health=2", "--set", "round_cap=8")
SERIAL = ("--backend", "serial")
ALL = ["game", "settings", "agents", "seed", "versions"]
VERSIONS = {"sandtable": st.__version__, "python": platform.python_version()} | {
    name: version(name) for name in ("numpy", "numba")
}
long = pytest.mark.long
AIMED = ("--aim", "decisions 1..9999", "--over", "health=2,3", "--agents", "0,0", "--at", "0")
AIMED += ("--pairs", "4", "--best", "1", "--confirm", "4")
VARIANT = (
    f'sandtable_variant = 1\ngame = "{GAME}"\nname = "Short"\nwhy = "In time."\n[settings]\nhealth = 2\n'
)
# the words of a command and what its output begins with; MATCH, MAP, VARIANT, KIT and PICTURE are files
CASES = [
    (("games",), ["versions"]),
    (("games", GAME), ["game", "settings", "versions"]),
    pytest.param(
        ("check", GAME, "--matches", "1", *QUICK), ["game", "settings", "seed", "versions"], marks=long
    ),
    (("verify", "MATCH"), ["game", "settings", "versions"]),
    pytest.param(
        ("analyse", "MATCH", "--rounds", "1", "--workers", "1"),
        ["game", "settings", "seed", "versions"],
        marks=long,
    ),
    (("simulate", GAME, "--games", "2", *QUICK, *SERIAL), ALL),
    (("sweep", GAME, "health=2,3", "--pairs", "2", "--agents", "0,0", *QUICK, *SERIAL), ALL),
    (("heatmap", GAME, "PICTURE", "--agents", "0,0", "--games", "2", *QUICK), ALL),
    (("print", GAME, "--out", "KIT"), ["game", "settings", "versions"]),
    (("variant", "show", "VARIANT"), ["game", "settings", "versions"]),
    (("archive", "--database", "TABLES"), ["versions"]),
    (("clear-lab", "--database", "TABLES"), ["versions"]),
    (("map", "list"), ["game", "versions"]),
    (("map", "check", "MAP"), ["game", "versions"]),
    pytest.param(("ladder", GAME, "--agents", "0,1", "--pairs", "3", *QUICK, *SERIAL), ALL, marks=long),
    pytest.param(
        (
            "exploit",
            GAME,
            "--against",
            "0",
            "--pairs",
            "4",
            "--tries",
            "2",
            "--simulations",
            "5",
            *QUICK,
            *SERIAL,
        ),
        ALL,
        marks=long,
    ),
    pytest.param(
        ("bench", GAME, "--seconds", "0.05", "--no-cold", *QUICK),
        ["game", "settings", "versions"],
        marks=long,
    ),
    pytest.param(("report", GAME, "--pairs", "10", "--levels", "0", *QUICK, *SERIAL), ALL, marks=long),
    pytest.param(("tune", GAME, *AIMED, *QUICK, *SERIAL), ALL, marks=long),
]


def wrong_keys(value):
    """The keys, at any depth, that are no identifiers."""
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = (
        [key for key in value if not re.fullmatch("[a-z][a-z0-9_]*", key)] if isinstance(value, dict) else []
    )
    return [*found, *(key for one in below for key in wrong_keys(one))]


def head_of(told):
    """The fields that say where it comes from; a report has them in a part of its own, and its game before."""
    made = told.get("provenance")
    if made is None:
        return {name: told[name] for name in told if name in ALL}
    return {"game": told["game"], **{name: made[name] for name in ALL if name in made}}


@pytest.mark.parametrize(("words", "head"), CASES, ids=lambda case: " ".join(case))
def test_output_says_where_it_comes_from(words, head, said, saved, tmp_path):
    (tmp_path / "own.txt").write_text(write(terrain("crossways")), encoding="utf-8")
    (tmp_path / "short.toml").write_text(VARIANT, encoding="utf-8")
    places = {
        "MAP": "own.txt",
        "VARIANT": "short.toml",
        "KIT": "kit.pdf",
        "PICTURE": "a.svg",
        "TABLES": "tables.db",
    }
    files = {"MATCH": str(saved), **{word: str(tmp_path / name) for word, name in places.items()}}
    # a report goes into a file
    out = [str(tmp_path / "report.json")] if words[0] in ("report", "tune") else []
    status, printed, error = said(*(files.get(word, word) for word in words), "--json", *out)
    assert (status, error) == (0, "")
    told = json.loads((tmp_path / "report.json").read_text(encoding="utf-8") if out else printed)
    found = head_of(told)
    assert list(found) == head
    assert found["versions"] == VERSIONS
    assert wrong_keys(told) == []
    if words[0] == "report":
        both = str(tmp_path / "both.json")
        assert said("report", GAME, "--compare", *out, *out, "--json", both)[0] == 0
        compared = json.loads((tmp_path / "both.json").read_text(encoding="utf-8"))
        assert (compared["game"], compared["versions"]) == (GAME, VERSIONS)
        assert compared["before"] == compared["after"] == told["provenance"]
        assert wrong_keys(compared) == []


def test_no_command_with_json_is_left_out():
    taking = {
        path
        for path, command in commands(get_command(app))
        if any("--json" in parameter.opts for parameter in command.params)
    }
    cases = [getattr(case, "values", case)[0] for case in CASES]
    assert {words[: len(path)] for words in cases for path in taking if words[: len(path)] == path} == taking


def test_a_key_that_is_no_identifier_is_found():
    assert wrong_keys({"a": [{"b c": 1}], "Rules": {"d": {"1": 2}}}) == ["Rules", "b c", "1"]
