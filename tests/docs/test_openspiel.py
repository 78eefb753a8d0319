"""The Python of docs/openspiel.md runs as written, and its figures are right."""

import re

import pytest

from sandtable.adapters.openspiel.numbers import DRAWS, MOST
from sandtable.games.rout.players.grid import FALLS, FASTS, GRID, WAYS
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")


def test_the_blocks_run_one_after_the_other(capsys):
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    assert sorted(abs(score) for score in eval(printed[0])) in ([0.0, 0.0], [1.0, 1.0])
    assert printed[1] == "sandtable_optio(kudos=2,map=wooded:17,reveal_after=3)"
    assert printed[2].startswith("enter block ")
    assert re.fullmatch(
        r"\d+ (move|melee|range) block \d+ toward block \d+, pushed further down, at 3 m/s|1 pass", printed[3]
    )


@pytest.mark.parametrize(
    "figure", [f"{GRID.count:,} numbers", f"one of {WAYS} directions", f"{DRAWS} draws", f"at most {MOST}"]
)
def test_figures_are_right(figure):
    assert figure in PAGE


def test_the_hand_has_as_many_outcomes_as_the_page_says():
    assert (len(FALLS), len(FASTS)) == (5, 3)
    assert "Fifteen outcomes represent them: five errors in direction by three in speed" in " ".join(
        PAGE.split()
    )
