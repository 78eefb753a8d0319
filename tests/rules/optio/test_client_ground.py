"""The page's names and signs of the ground are those of the rules."""

import re

from sandtable.games.optio.data.ground import EDGE_NAME, GROUNDS
from tests.house.tree import ROOT
from tests.rules.scenario import clause

DRAWN = re.compile(r'kind\("(.)", "([a-z ]+)"(, false)?\)')


@clause("O1.2")
def test_the_page_knows_the_same_ground() -> None:
    text = (ROOT / "web" / "src" / "games" / "optio" / "ground.ts").read_text(encoding="utf-8")
    drawn = [(sign, name, not closed) for sign, name, closed in DRAWN.findall(text)]
    assert drawn == [*((g.sign, g.name, g.passable) for g in GROUNDS), ("#", EDGE_NAME, False)]
