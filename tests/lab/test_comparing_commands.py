"""The commands `ladder` and `sweep`: figures, and one sentence for what is wrong."""

import json

import pytest

from sandtable.lab.run import backends
from tests.engine.command import run

GAME = "assault"
SERIAL = ("--backend", "serial")


def test_ladder_prints_pairings_and_ratings():
    done = run("ladder", GAME, "--agents", "random,script", "--pairs", "3", "--set", "health=3", *SERIAL)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0].split()[:3] == ["players", "name", "score"]
    assert lines[1].startswith("script : random  script  ")
    assert lines[3].split()[:3] == ["player", "name", "rating"]


def test_ladder_prints_json():
    done = run(
        "ladder", GAME, "--agents", "0,1,2", "--pairs", "16", "--all", "--sprt", "0,200", "--json", *SERIAL
    )
    plain = json.loads(done.stdout)
    assert [(row["upper"], row["lower"]) for row in plain["rows"]] == [("1", "0"), ("2", "0"), ("2", "1")]
    assert plain["rows"][0]["test"]["decision"] == "high"
    assert plain["test"]["alpha"] == 0.05


def test_sweep_prints_cells_and_differences(tmp_path):
    out = tmp_path / "kept"
    done = run(
        "sweep", GAME, "health=2,3", "--set", "round_cap=8", "--pairs", "4", "--out", str(out), *SERIAL
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[1].startswith("health ")
    assert "Difference from the default over the same pairs:" in done.stdout
    plain = run(
        "sweep",
        GAME,
        "health=2,3",
        "--set",
        "round_cap=8",
        "--pairs",
        "4",
        "--json",
        "--out",
        str(out),
        *SERIAL,
    )
    assert json.loads(plain.stdout) == json.loads((out / "sweep.json").read_text(encoding="utf-8"))
    assert [row["labels"] for row in json.loads(plain.stdout)["rows"]] == [["12"], ["2"], ["3"]]


WRONG = {
    ("ladder", "ludo"): "there is no game 'ludo'; the games are",
    ("ladder", GAME, "--agents", "1"): "a ladder needs at least two different players, not 1.",
    ("ladder", GAME, "--agents", "1,nobody"): "no player 'nobody'",
    (
        "ladder",
        GAME,
        "--sprt",
        "5",
    ): "the lower first, in Elo points, such as 0,10, or as scores, such as 50%,55%, not '5'.",
    ("sweep", GAME, "strength=1,2"): "there is no setting 'strength'; the settings are",
    ("sweep", GAME, "health=1..99"): "health must be a whole number from 1 to 40, not 99 (A1.5).",
    (
        "sweep",
        GAME,
        "health",
    ): "a range must be NAME=VALUES, with values such as 6..14, 6..14:2 or a,b,c, not 'health'.",
    ("sweep", GAME, "health=1", "corners=side", "round_cap=9"): "one setting or two different ones",
    ("sweep", GAME, "health=1,2", "--agents", "script"): "must be two names separated by a comma",
    ("sweep", GAME, "health=1,2", "--backend", "cloud"): "there is no backend 'cloud'",
    (
        "sweep",
        GAME,
        "health=1,2",
        "--agents",
        f"1,search:{'9' * 20}",
    ): "a number of simulations up to 1,000,000",
}


@pytest.mark.parametrize("arguments", WRONG)
def test_what_is_wrong_is_said_in_a_sentence(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("sandtable: ")
    assert WRONG[arguments] in line


@pytest.mark.parametrize(
    "arguments",
    [
        ("simulate", GAME, "--seed", str(2**63)),
        ("simulate", GAME, "--games", "9" * 20),
        ("ladder", GAME, "--pairs", "9" * 20),
    ],
)
def test_a_number_without_end_is_refused(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert "less than or equal to" in done.stderr


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    done = run("sweep", GAME, "health=2", "--pairs", "2", "--out", str(file), *SERIAL)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    (tmp_path / "sweep.json").mkdir()
    done = run("sweep", GAME, "health=2", "--pairs", "2", "--out", str(tmp_path), *SERIAL)
    assert done.returncode == 2
    assert done.stderr == f"sandtable: {tmp_path / 'sweep.json'} cannot be written: Is a directory.\n"


def test_an_interruption_says_what_is_kept(tmp_path, monkeypatch):
    class Interrupted(backends.Serial):
        def map(self, function, items):
            for number, result in super().map(function, items):
                yield number, result
                raise KeyboardInterrupt

    monkeypatch.setattr(backends, "Serial", Interrupted)
    arguments = ("sweep", GAME, "health=2,3", "--set", "round_cap=8", "--pairs", "4", *SERIAL)
    done = run(*arguments, "--out", str(tmp_path))
    assert done.returncode == 130
    assert done.stderr.startswith("sandtable: stopped after 8 of 24 matches, which are kept in ")
    done = run(*arguments)
    assert "which are lost: use --out FOLDER to keep them" in done.stderr
    monkeypatch.undo()
    assert run(*arguments, "--out", str(tmp_path)).stdout == run(*arguments).stdout
