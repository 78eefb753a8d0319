"""The page's ground is that of the rules, and is drawn as on paper."""

import json
import re

from sandtable.games.optio.data.ground import EDGE_NAME, EDGE_SIGN, GROUNDS, SIGNS
from sandtable.games.optio.show.ground import strokes
from tests import golden_text
from tests.house.tree import ROOT
from tests.rules.scenario import clause

DRAWN = re.compile(r'kind\("(.)", "([a-z ]+)"(, false)?\)')
PAGE = ROOT / "web" / "src" / "games" / "optio"
# every ground at the edge and at a corner of the map, with holes, bends, ends and crossings of all kinds
ROWS = (
    (
        "hhHHwww=rrrmmmcc",
        "hHHhw.w=r.rm.mcc",
        "hhhhwwwb...mmm..",
        "sss.RRRRRfRRRLLL",
        "..sfs=..s=s..L.L",
        "X..s.==.bs=..LLL",
        "XX.s..==s.=#....",
        "wXXs.w.=s.=##==.",
    ),
    *(tuple(row * (4 // len(row)) for _ in range(3)) for row in (*SIGNS[1:], EDGE_SIGN, "w.", "=f", "sb")),
)


@clause("O1.2")
def test_the_page_knows_the_same_ground() -> None:
    text = (PAGE / "ground.ts").read_text(encoding="utf-8")
    drawn = [(sign, name, not closed) for sign, name, closed in DRAWN.findall(text)]
    assert drawn == [*((g.sign, g.name, g.passable) for g in GROUNDS), ("#", EDGE_NAME, False)]


@clause("O1.2")
def test_paper_draws_what_the_page_draws() -> None:
    # `ground.test.ts` holds the page against the same file
    drawn = [
        {
            "rows": rows,
            "strokes": [
                {
                    "d": one.path,
                    "fill": one.fill or "none",
                    "stroke": one.stroke or "none",
                    "width": round(one.width, 9),
                    "dashed": one.dashed,
                }
                for one in strokes(rows)
            ],
        }
        for rows in ROWS
    ]
    golden_text.hold(PAGE / "ground.test.json", json.dumps(drawn, indent=1) + "\n")
