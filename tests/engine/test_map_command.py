"""The commands that a game brings: how the command line finds them, and `sandtable map` (O1.2, O5)."""

import json
import re

import pytest

from sandtable.games.optio.data.mapfile import parse, write
from sandtable.games.optio.data.maps import shipped, terrain
from tests.engine.command import run


@pytest.fixture
def own(tmp_path):
    """A file with a shipped map."""
    file = tmp_path / "own.txt"
    file.write_text(write(terrain("crossways")), encoding="utf-8")
    return file


def test_maps_are_listed():
    found = json.loads(run("map", "list", "--json").stdout)
    assert [each["id"] for each in found["maps"]] == list(shipped())
    assert run("map", "list").stdout.startswith("crossways       Crossways, average\n")


def test_a_generated_map_is_printed_or_written(tmp_path):
    file = tmp_path / "made.txt"
    assert run("map", "generate", "very-open", "--seed", "3", "--out", str(file)).stdout == ""
    assert parse(file.read_text(encoding="utf-8")) == terrain("very-open:3")
    assert run("map", "generate", "very open", "--seed", "3").stdout == file.read_text(encoding="utf-8")


def test_a_map_without_a_fault_is_status_0(own):
    done = run("map", "check", str(own))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{own}: Crossways, average\n  hill        ")
    assert re.search(r"wood +\d+\.\d% +aim +10\.0%", done.stdout)
    report = json.loads(run("map", "check", str(own), "--json").stdout)["maps"][0]
    assert report["class"] == "average"
    assert report["densities"]["wood"]["aim"] == 0.1
    assert len(report["squares"]) == 25
    assert report["notes"] == []


def test_a_map_that_breaks_the_rule_is_a_failed_check(own):
    crowded = write(terrain("crossways")).split("\n")
    first = crowded.index("map:") + 1
    crowded[first : first + 8] = ["w" * 8 + row[8:] for row in crowded[first : first + 8]]
    own.write_text("\n".join(crowded), encoding="utf-8")
    done = run("map", "check", str(own))
    assert done.returncode == 1
    assert f"sandtable: {own}: A5 has 0 open cells of 64; every large square must have" in done.stderr


def test_a_file_that_is_no_map_is_a_failed_check_and_the_others_are_checked_too(own, tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(own.read_text(encoding="utf-8").replace("average", "swampy"), encoding="utf-8")
    done = run("map", "check", str(wrong), str(own))
    assert done.returncode == 1
    assert re.fullmatch(rf"sandtable: {re.escape(str(wrong))}: map, line 2, column 7: .*\.\n", done.stderr)
    assert "Crossways, average" in done.stdout


def test_a_map_is_shown_in_plain_signs_where_there_is_no_terminal(own):
    shown = terrain("crossways")
    for chosen in ("crossways", str(own)):
        lines = run("map", "show", chosen).stdout.splitlines()
        assert lines[0] == "Crossways, average"
        assert tuple(lines[1:41]) == shown.rows
        assert "L lake" in lines[41:]
        assert "R river" not in lines


def test_a_battlefield_is_written(own, tmp_path):
    file = tmp_path / "field.json"
    arguments = ("--side", "west", "--format", "json", "--cell-mm", "50", "--out", str(file))
    assert run("map", "export", str(own), "c3", *arguments).returncode == 0
    told = json.loads(file.read_text(encoding="utf-8"))
    assert (told["title"], told["cell_cm"], told["up"]) == ("Crossways, C3", 5.0, "east")
    assert [len(row) for row in told["rows"]] == [16] * 8


WRONG = {
    ("map",): "Missing command",
    ("map", "generate", "swamp"): "Invalid value: class must be one of very open, open, average",
    ("map", "generate", "open", "--seed", "1000000000"): "Invalid value: seed must be a whole number from 0",
    (
        "map",
        "generate",
        "open",
        "--out",
        "/nowhere/map.txt",
    ): "Invalid value: /nowhere/map.txt cannot be written",
    ("map", "check", "/nowhere/map.txt"): "Invalid value: /nowhere/map.txt cannot be read",
    ("map", "show", "nowhere"): "Invalid value: map must be one of crossways",
    ("map", "export", "crossways", "C3", "--out", "x.pdf"): "Missing option '--side'",
    (
        "map",
        "export",
        "crossways",
        "F9",
        "--side",
        "north",
        "--out",
        "x.pdf",
    ): "Invalid value: square must be",
    (
        "map",
        "export",
        "crossways",
        "C3",
        "--side",
        "up",
        "--out",
        "x.pdf",
    ): "Invalid value: side must be one of",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_usage_is_one_sentence_and_status_2(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert re.fullmatch(rf"sandtable: {re.escape(WRONG[arguments])}.*\.\n", done.stderr)
