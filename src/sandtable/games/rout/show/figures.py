"""The diagrams of ROUT!'s rules: a hit and a rout, seen from above."""

from collections.abc import Mapping

from sandtable.authoring import Value
from sandtable.games.rout.schema import UNIT
from sandtable.games.rout.show.signs import ART, BOX, block_colours, sign
from sandtable.graphics.drawing import Drawing, Illustration, Line, Polygon, Shape, Text, arrow, box, placed

WIDTH, HEIGHT = 480, 196
BLOCK = (75, 25)
LETTERS = 16
EDGE = 400  # the edge where the table ends
IVORY, INK, BLANK = range(3)
FILLS = (block_colours(0), block_colours(1), (ART["bare"], "ink"))


def _block(x: float, y: float, degrees: float, side: int, kind: int = UNIT.PIKE) -> tuple[Shape, ...]:
    long, wide = BLOCK
    fill, ink = FILLS[side]
    ground = Polygon(box(-long / 2, -wide / 2, long, wide), fill, "ink", 1.2)
    signs = () if side == BLANK else placed(sign(kind, ink), 0, 0, 0.9 * long / BOX[0])
    return placed((ground, *signs), x, y, 1, degrees)


def _words(x: float, y: float, words: str) -> Text:
    return Text(x, y, LETTERS, words, anchor="start", bold=True)


def figures(settings: Mapping[str, Value]) -> dict[str, Illustration]:
    """The diagrams by the clause that each illustrates."""
    when = "broken" if settings["rout_in_one"] else "broken before"
    table = Polygon(box(0, 0, WIDTH, HEIGHT), "board")
    hit = (
        table,
        *arrow((102, 120), (176, 101), 3.4),
        *arrow((216, 88), (262, 74), 3.4, dashed=True),
        *_block(60, 132, -15, IVORY, UNIT.CAVALRY),
        *_block(196, 96, -100, INK, UNIT.PIKE),
        *_block(296, 64, -70, INK, UNIT.ARCHER),
        _words(26, 30, "yours"),
        _words(110, 180, "touched first: it breaks"),
        _words(326, 118, "only pushed:"),
        _words(326, 138, "no harm"),
    )
    rout = (
        table,
        Polygon(box(EDGE, 0, WIDTH - EDGE, HEIGHT), "grey"),
        Line(((EDGE, 0), (EDGE, HEIGHT)), "ink", 2.4),
        *arrow((104, 126), (190, 112), 3.4),
        *arrow((230, 104), (412, 82), 3.4, dashed=True),
        *_block(60, 132, -10, IVORY, UNIT.PIKE),
        *_block(210, 108, -96, BLANK),
        *_block(300, 52, -84, INK, UNIT.ARCHER),
        *_block(440, 78, -40, BLANK),
        _words(26, 30, "yours"),
        _words(150, 180, when),
        _words(172, 24, "only pushed"),
        _words(408, 136, "routed"),
    )
    return {
        "T4.1": Illustration(
            Drawing(WIDTH, HEIGHT, "A hit", hit),
            "A hit: the enemy block that your own block touches first breaks. A block it is pushed into is not hit.",
        ),
        "T4.2": Illustration(
            Drawing(WIDTH, HEIGHT, "A rout", rout),
            f"A rout: a block that is {when}, that your own block touches, and that leaves the table.",
        ),
    }
