"""`sandtable analyse`: its text, its JSON, and one sentence for whatever cannot be analysed."""

import json
import re

import pytest

from tests.analysis.test_analysis import analysed, ended
from tests.engine.command import run
from tests.house.tree import ROOT

PLACE = "tests.fixtures.tug.declaration:SPEC"
QUICKLY = ("--game", PLACE, "--rounds", "1", "--workers", "1")


@pytest.fixture
def file(tmp_path):
    """The file of a finished match."""
    made = tmp_path / "match.jsonl"
    made.write_text(analysed().match.file(), encoding="utf-8")
    return made


def test_a_match_is_analysed_in_words(file):
    done = run("analyse", str(file), *QUICKLY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Tug of war: random (Seat 0) against random (Seat 1).\n\nrandom (Seat 0) ")
    assert "Chance of random (Seat 0) to win, by position: 0: " in done.stdout
    winner = "random (Seat 0)" if analysed().match.score[0] > 0 else "random (Seat 1)"
    assert re.search(
        rf"^What seems to have helped {re.escape(winner)} most, at position \d+: Heave!$", done.stdout, re.M
    )
    assert "; better: pull with force 1\n" in done.stdout


def test_the_same_rounds_give_the_same_json(file):
    first, second = (run("analyse", str(file), *QUICKLY, "--json") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    found = json.loads(first.stdout)
    assert (found["game"], found["rounds"], found["settings"]) == ("tug", 1, {"faces": 4})
    assert len(found["points"]) == analysed().match.ply + 1
    for side in found["sides"]:
        assert side["start"] + side["luck"] + side["skill"] == pytest.approx(side["result"])


def test_an_interruption_shows_what_was_found(file, monkeypatch):
    def stopped(analysis, backend, seconds, rounds, progress):
        if rounds == 1:
            for done, total in analysis.rounds(backend):
                if done == total:
                    break
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.analysis.analysis.work", stopped)
    done = run("analyse", str(file), *QUICKLY)
    assert done.returncode == 130
    assert "in 1 round." in done.stdout
    done = run("analyse", str(file), "--game", PLACE)
    assert (done.returncode, done.stdout, done.stderr) == (
        130,
        "",
        "sandtable: stopped before the first round was finished.\n",
    )


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        (lambda text: "[1, 2]\n", 1, "Line 1: "),
        (lambda text: "", 1, "the file is empty"),
        (lambda text: text.replace('"sandtable":2', '"sandtable":3', 1), 1, "the format must be 2, not 3"),
        (lambda text: text.replace('"rules":1', '"rules":7', 1), 1, "version 7 of the rules"),
        (lambda text: "".join(text.splitlines(keepends=True)[:-1]), 1, "Line "),
    ],
)
def test_a_file_that_is_no_finished_match_gets_a_sentence(file, change, status, sentence):
    text = file.read_text(encoding="utf-8")
    assert change(text) != text
    file.write_text(change(text), encoding="utf-8")
    done = run("analyse", str(file), *QUICKLY)
    assert (done.returncode, done.stdout) == (status, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_match_without_a_decision_and_a_level_that_cannot_judge_get_a_sentence(tmp_path, file):
    made = tmp_path / "short.jsonl"
    made.write_text(ended(resigned=1).file(), encoding="utf-8")
    done = run("analyse", str(made), *QUICKLY)
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        done.stderr
        == f"sandtable: {made}: Nobody made a decision in this match, so there is nothing to analyse.\n"
    )
    done = run("analyse", str(file), *QUICKLY, "--level", "0")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "sandtable: level 0 of Tug of war cannot judge positions quickly enough: leave out the level.\n"
    )


def test_a_match_at_a_real_table_gets_a_sentence():
    file = ROOT / "tests" / "golden" / "older" / "optio-companion-unconfirmed.jsonl"
    done = run("analyse", str(file))
    assert (done.returncode, done.stdout) == (1, "")
    sentence = "This match was played at a real table; such matches cannot be analysed."
    assert done.stderr.endswith(f": {sentence}\n")
