"""Levels choose what they chose. A level or a judge that is meant to be another one is rewritten, and measured again:

python -m tests.golden.choices
"""

from functools import cache

import pytest

from sandtable import verify
from sandtable.engine.match import Match
from tests.golden.choices import (
    LEVELS,
    choice,
    choices_of,
    judged,
    known,
    looked_at,
    played,
    played_at,
    positions,
    saved,
    saved_play,
    weighed,
    weighed_later,
)
from tests.golden.make import UNSEEDED, path_of


@cache
def match_of(name: str) -> Match:
    return verify(path_of(name).read_text(encoding="utf-8"))


every_match = pytest.mark.parametrize(
    "name", UNSEEDED, ids=[f"{golden.game}-{name}" for name, golden in UNSEEDED.items()]
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


@pytest.mark.parametrize(
    ("name", "ply", "digest"),
    [
        pytest.param(name, line["ply"], line["weighs"], id=f"{UNSEEDED[name].game}-{name}-{line['ply']}")
        for name in UNSEEDED
        for line in saved(name)
    ],
)
def test_policies_weigh_as_they_weighed(name: str, ply: int, digest: str) -> None:
    assert weighed(match_of(name).at(ply), ply) == digest


@pytest.mark.parametrize(
    ("name", "ply", "digest"),
    [
        pytest.param(name, ply, digest, id=f"{UNSEEDED[name].game}-{name}-{ply}")
        for name in UNSEEDED
        for ply, digest in saved_play(name)[1].items()
    ],
)
def test_policies_weigh_a_match_of_the_first_level_as_they_weighed(name: str, ply: int, digest: str) -> None:
    assert weighed_later(name, ply) == digest


@every_match
def test_the_first_level_plays_with_itself_as_it_played(name: str) -> None:
    assert played(name) == saved_play(name)[0]


@every_match
def test_the_positions_are_real_decisions_of_the_match(name: str) -> None:
    match, lines = match_of(name), saved(name)
    assert [line["ply"] for line in lines] == positions(match)
    assert [line["seat"] for line in lines] == [match.at(line["ply"]).to_move for line in lines]
    assert list(saved_play(name)[1]) == looked_at(name)


def test_the_files_are_those_of_the_list() -> None:
    files = {path for name in UNSEEDED for path in (choices_of(name), played_at(name))}
    assert set(choices_of("any").parent.iterdir()) == files
