"""The command line: statuses, one-sentence errors, figures as JSON."""

import json
import os
import re
import subprocess
import sys

import pytest

import sandtable as st
from sandtable.games import GAMES
from sandtable.match import Match

GAME = GAMES[0]
HELP = """
import sys
from sandtable.cli import main
sys.argv[1:] = ["--help"]
try:
    main()
except SystemExit:
    print(sorted(sys.modules))
"""


def run(*arguments):
    """The finished process of `sandtable ARGUMENTS`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "sandtable", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A file with a random match of a shipped game."""
    match, rng = Match(st.load(GAME), bytes(32)), st.stream(5)
    match.begin()
    while not match.over:
        match.play(match.position.sample(rng))
    file = tmp_path_factory.mktemp("matches") / "match.jsonl"
    file.write_text(match.file(), encoding="utf-8")
    return file


def test_help_imports_nothing_heavy():
    printed = subprocess.check_output(
        [sys.executable, "-c", HELP],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        text=True,
    )
    assert "Commands" in printed
    assert not re.findall(
        r"'(numpy|numba|llvmlite|rich|starlette|uvicorn|sqlalchemy|polars|scipy|ray)'", printed
    )


WRONG = {
    ("nonsense",): "No such command 'nonsense'",
    ("rules",): "Missing argument 'GAME'",
    ("rules", "ludo"): "there is no game 'ludo'",
    ("check", GAME, "--set", "health"): "--set takes NAME=VALUE, not 'health'",
    ("check", GAME, "--set", "colour=1"): "there is no setting 'colour'",
    (
        "check",
        GAME,
        "--set",
        "board=@/nowhere/board.txt",
    ): "/nowhere/board.txt cannot be read: No such file or directory",
    ("check", GAME, "--matches", "0"): "Invalid value for '--matches'",
    ("simulate", GAME, "--agents", "random"): "--agents takes two names with a comma between, not 'random'",
    ("ladder", "ludo"): "there is no game 'ludo'",
    ("bench", "ludo"): "there is no game 'ludo'",
    ("warm", "ludo"): "there is no game 'ludo'",
    ("verify", "/nowhere/match.jsonl"): "/nowhere/match.jsonl cannot be read: No such file or directory",
    ("replay", "/nowhere/match.jsonl"): "/nowhere/match.jsonl cannot be read: No such file or directory",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage_is_one_sentence_and_status_2(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(rf"sandtable: {re.escape(WRONG[arguments])}.*\.\n", done.stderr)


def test_games_are_listed():
    assert [game["id"] for game in json.loads(run("games", "--json").stdout)] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_printed(game):
    assert run("rules", game).stdout.startswith("# ")


def test_a_setting_is_read_from_a_file(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("S...S\n.....\n..X..\n.....\nS...S\n")
    done = run("check", GAME, "--set", f"board=@{board}")
    assert done.returncode == 2
    assert done.stderr.startswith("sandtable: board, line 3, column 3: 'X' is no tile")
    board.write_text(board.read_text().replace("X", "M"))
    assert run("check", GAME, "--matches", "2", "--set", f"board=@{board}").returncode == 0


def test_check_counts_what_it_checked():
    done = run("check", GAME, "--matches", "2", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["matches"] == 2


def test_simulate_prints_results():
    report = json.loads(run("simulate", GAME, "--games", "10", "--json").stdout)
    assert report["wins"] + report["draws"] + report["losses"] == report["games"] == 10


def test_a_saved_match_is_verified_and_replayed(saved):
    report = json.loads(run("verify", str(saved), "--json").stdout)
    assert report["game"] == GAME
    printed = run("replay", str(saved)).stdout
    assert printed.startswith("   1  ")


def test_a_damaged_match_is_a_failed_check(saved, tmp_path):
    lines = saved.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("".join(lines[:4] + lines[5:]), encoding="utf-8")
    for command in ("verify", "replay"):
        done = run(command, str(damaged))
        assert done.returncode == 1
        assert re.fullmatch(rf"sandtable: {re.escape(str(damaged))}: Line 5: .*\.\n", done.stderr)


def test_a_picture_is_no_match(tmp_path):
    picture = tmp_path / "picture.png"
    picture.write_bytes(bytes(range(256)))
    done = run("verify", str(picture))
    assert (done.returncode, done.stderr) == (1, f"sandtable: {picture} is not a text file.\n")


@pytest.mark.slow
def test_bench_prints_figures():
    report = json.loads(run("bench", GAME, "--seconds", "0.1", "--no-cold", "--json").stdout)
    assert report["random_actions_per_s_one_core"] > 0
    assert report["tree_simulations_per_s_middle"] > 0


@pytest.mark.slow
def test_warm_says_what_it_compiled():
    said = run("warm", GAME).stdout
    name = st.load(GAME).spec.name
    assert re.fullmatch(rf"Compiling {name}; .*\.\n{name} is compiled \(.* s\)\.\n", said)


@pytest.mark.slow
def test_the_ladder_has_a_row_a_level():
    report = json.loads(run("ladder", GAME, "--pairs", "1", "--json").stdout)
    levels = [standing["player"] for standing in report["standings"]]
    assert [row["upper"] for row in report["rows"]] == levels[1:]
    assert [row["lower"] for row in report["rows"]] == levels[:-1]
