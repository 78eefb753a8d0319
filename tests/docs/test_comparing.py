"""The Python of docs/comparing.md runs as written, and its figures are the program's."""

import re
from math import log

import pytest

from sandtable.lab.run import ladder, sweep
from sandtable.lab.run.backends import Serial
from sandtable.lab.statistics import sprt
from sandtable.lab.statistics.ratings import Result, rate
from tests.house.tree import ROOT
from tests.markers import quick

PAGE = (ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("block", quick(BLOCKS[-1], of=BLOCKS))
def test_the_python_of_the_page_runs(block, capsys, monkeypatch):
    # the page shows the usual call, which starts processes
    monkeypatch.setattr(ladder, "Processes", Serial)
    exec(block, {})
    assert capsys.readouterr().out


def test_the_figures_of_the_page_are_those_of_the_program():
    won = [
        result for pair in range(30) for result in (Result("a", "b", pair, 1.0), Result("b", "a", pair, 0.0))
    ]
    gap = rate(won).gap("a", "b")
    assert f"a player is {gap.value:.0f} points ahead ({gap.low:.0f} to {gap.high:.0f})" in WORDS
    lower, upper = sprt.read("0,10").bounds
    assert lower == log(0.05 / 0.95)
    assert f"({lower:.2f}, {upper:.2f})" in WORDS
    assert f"After every {sprt.BATCH} pairs" in WORDS
    assert f"begin with {sweep.FIRST} pairs" in WORDS
    assert sweep.GROWTH == 3
