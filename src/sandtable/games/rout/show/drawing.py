"""The table of ROUT! as a picture, in mm. Everything here reads records that `observe` has written."""

from math import atan2, degrees
from typing import Any

from sandtable.authoring import Setup, View
from sandtable.games.rout.schema import GRAIN, KINDS, NONE, SIDES, TURN
from sandtable.games.rout.show import parts
from sandtable.games.rout.show.signs import ART, rim
from sandtable.games.rout.show.signs import block as top_of
from sandtable.games.rout.show.words import angle_of, called
from sandtable.graphics.drawing import Drawing, Place, Point, Polygon, Shape, Text, Thing, box
from sandtable.graphics.drawing import placed as laid

# margin around the table, as a share of its longer side
EDGE = 0.05


def drawing(setup: Setup, s: View) -> Drawing:
    """The table and its halves from above, with Ivory in the south, and the blocks on it."""
    width, height = parts.millimetres(setup.width), parts.millimetres(setup.height)
    edge = _edge(setup)

    def placed(x: float, y: float) -> Point:
        # the table's y runs up
        return edge + x, edge + height - y

    corners = tuple(placed(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height)))
    halves = [
        Polygon(tuple(placed(x, y) for x, y in half), "", ART["table"]["inlay"], edge / 10)
        for half in parts.halves(setup, s)
    ]
    blocks = [_block(setup, s, n, placed) for n in range(int(s.count)) if parts.is_there(s.block[n])]
    return Drawing(
        width + 2 * edge,
        height + 2 * edge,
        f"The table, {width:g} by {height:g} mm",
        (
            Polygon(corners, ART["table"]["oak"], ART["table"]["inlay"], edge / 10),
            *halves,
            *_names(width, height, edge),
            *blocks,
        ),
        (*(block.words for block in blocks), *(_told(s, side) for side in range(2))),
    )


def place_of(setup: Setup, block: Any) -> Place:
    """Where a block lies."""
    x, y = (int(one) * 1000 / GRAIN for one in (block.x, block.y))
    edge = _edge(setup)
    return Place(int(block.side), edge + x, edge + parts.millimetres(setup.height) - y)


def _edge(setup: Setup) -> float:
    return EDGE * max(parts.millimetres(setup.width), parts.millimetres(setup.height))


def _names(width: float, height: float, edge: float) -> list[Shape]:
    middle, size = edge + width / 2, 0.6 * edge
    return [
        Text(middle, 0.75 * edge, size, SIDES[1], "faint"),
        Text(middle, height + 1.75 * edge, size, SIDES[0], "faint"),
    ]


def _block(setup: Setup, s: View, n: int, placed: Any) -> Thing:
    block = s.block[n]
    x, y = int(block.x) * 1000 / GRAIN, int(block.y) * 1000 / GRAIN
    c, si = int(block.c) / TURN, int(block.s) / TURN
    long, wide = parts.millimetres(setup.long[0]), parts.millimetres(setup.wide[0])
    middle = placed(x, y)
    turned = -degrees(atan2(si, c))
    acts = (Polygon(box(-long - wide / 4, -1.25 * wide, 2 * long + wide / 2, 2.5 * wide), "mark"),)
    kind = len(KINDS) if block.kind == NONE else int(block.kind)
    top = (
        *(acts if s.unit == n else ()),
        *top_of(int(block.side), kind, 2 * long, 2 * wide, bool(block.broken)),
        rim(2 * long, 2 * wide),
    )
    shapes = laid(top, middle[0], middle[1], 1, turned)
    words = f"Block {n + 1}, {called(block)}: {x:.0f} by {y:.0f} mm, turned {angle_of(block):.0f} degrees"
    return Thing(words, shapes, place_of(setup, block))


def _told(s: View, side: int) -> str:
    tally = parts.tally(s, side)
    counts = [f"{sum(getattr(tally, name))} {name}" for name in ("unbroken", "broken", "routed")]
    return f"{SIDES[side]}: {', '.join(counts)}"
