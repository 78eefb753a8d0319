"""What the levels say about their strength is what docs/strength.md measured."""

import re

import pytest

from sandtable.games import find, installed
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
STEP = re.compile(r"\|([^|]*)\| (\d) over (\d) \| ([\d.]+) %")
# from here on, a number of matches would say less than words
NEARLY = 99


def ladder() -> dict[tuple[str, int], float]:
    """The score of each level over the one below, by the game's name and the level."""
    found, game = {}, ""
    for row in STEP.finditer(PAGE):
        game = row[1].strip() or game
        assert int(row[2]) == int(row[3]) + 1
        found[game, int(row[2])] = float(row[4])
    return found


@pytest.mark.parametrize("game", installed())
def test_every_level_says_how_it_does_against_the_one_below(game: str):
    spec = find(game)
    for below, level in zip(spec.players.levels, spec.players.levels[1:], strict=False):
        score = ladder()[spec.name, level.level]
        often = "nearly every match" if score >= NEARLY else f"about {score:.0f} of 100 matches"
        assert level.text.endswith(f" It wins {often} against {below.name}."), level.text
