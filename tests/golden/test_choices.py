"""Levels choose what they chose. A level or a judge that is meant to be another one is written anew, and measured anew:

python -m tests.golden.choices
"""

import pytest

from sandtable import verify
from sandtable.match import Match
from tests.golden.choices import LEVELS, choice, choices_of, judged, known, positions, saved
from tests.golden.make import MATCHES, path_of


def match_of(name: str) -> Match:
    return verify(path_of(name).read_text(encoding="utf-8"))


every_match = pytest.mark.parametrize(
    "name", MATCHES, ids=[f"{golden.game}-{name}" for name, golden in MATCHES.items()]
)


@pytest.mark.parametrize("level", LEVELS)
@every_match
def test_a_level_chooses_what_it_chose(name: str, level: int) -> None:
    match = match_of(name)
    for line in saved(name):
        assert choice(match, line["ply"], level) == line[str(level)], f"level {level} at ply {line['ply']}"


@every_match
def test_a_judge_says_what_it_said(name: str) -> None:
    match = match_of(name)
    assert [judged(match, line["ply"]) for line in saved(name)] == [line["judge"] for line in saved(name)]


@every_match
def test_what_is_known_as_numbers_is_what_it_was(name: str) -> None:
    match = match_of(name)
    assert [known(match, line["ply"]) for line in saved(name)] == [line["knows"] for line in saved(name)]


@every_match
def test_the_positions_are_real_decisions_of_the_match(name: str) -> None:
    match, lines = match_of(name), saved(name)
    assert [line["ply"] for line in lines] == positions(match)
    assert [line["seat"] for line in lines] == [match.at(line["ply"]).to_move for line in lines]


def test_the_files_are_those_of_the_list() -> None:
    assert {path.stem for path in choices_of("any").parent.glob("*.jsonl")} == set(MATCHES)
