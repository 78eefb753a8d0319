"""The table of ROUT! as a picture, in mm. It reads records that `observe` has written."""

from typing import Any

from sandtable.drawing import Drawing, Place, Point, Polygon, Shape, Text, Thing
from sandtable.games.rout.schema import GRAIN, KINDS, NONE, SIDES, TURN
from sandtable.games.rout.show import parts
from sandtable.games.rout.show.words import angle_of, called

# the ground around the table, in shares of its longer side
EDGE = 0.05


def drawing(setup: Any, s: Any) -> Drawing:
    """The table and its halves, seen from above with Ivory in the south, and the blocks on it."""
    width, height = parts.millimetres(setup.width), parts.millimetres(setup.height)
    edge = _edge(setup)

    def placed(x: float, y: float) -> Point:
        # the table's y runs up
        return edge + x, edge + height - y

    corners = tuple(placed(x, y) for x, y in ((0, 0), (width, 0), (width, height), (0, height)))
    halves = [
        Polygon(tuple(placed(x, y) for x, y in half), fill)
        for half, fill in zip(parts.halves(setup, s), ("board", "shade"), strict=False)
    ]
    blocks = [_block(setup, s, n, placed) for n in range(int(s.count)) if parts.is_there(s.block[n])]
    return Drawing(
        width + 2 * edge,
        height + 2 * edge,
        f"The table, {width:g} by {height:g} mm",
        (Polygon(corners, "board", "line", edge / 10), *halves, *_names(width, height, edge), *blocks),
        (*(block.words for block in blocks), *(_told(s, side) for side in range(2))),
    )


def place_of(setup: Any, block: Any) -> Place:
    """Where a block lies."""
    x, y = (int(one) * 1000 / GRAIN for one in (block.x, block.y))
    edge = _edge(setup)
    return Place(int(block.side), edge + x, edge + parts.millimetres(setup.height) - y)


def _edge(setup: Any) -> float:
    return EDGE * max(parts.millimetres(setup.width), parts.millimetres(setup.height))


def _names(width: float, height: float, edge: float) -> list[Shape]:
    middle, size = edge + width / 2, 0.6 * edge
    return [
        Text(middle, 0.75 * edge, size, SIDES[1], "faint"),
        Text(middle, height + 1.75 * edge, size, SIDES[0], "faint"),
    ]


def _block(setup: Any, s: Any, n: int, placed: Any) -> Thing:
    block = s.block[n]
    x, y = int(block.x) * 1000 / GRAIN, int(block.y) * 1000 / GRAIN
    c, si = int(block.c) / TURN, int(block.s) / TURN
    long, wide = parts.millimetres(setup.long[0]), parts.millimetres(setup.wide[0])
    corners = tuple(
        placed(x + u * long * c - v * wide * si, y + u * long * si + v * wide * c)
        for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    )
    fill, sign = ("ink", "paper") if block.side == 1 else ("paper", "ink")
    if block.broken:
        fill, sign = "grey", "ink"
    letter = "?" if block.kind == NONE else KINDS[int(block.kind)][0].upper()
    middle = placed(x, y)
    shapes = (
        Polygon(corners, fill, "mark" if s.unit == n else "line", wide / 6),
        Text(middle[0], middle[1] + 0.5 * wide, 1.4 * wide, letter, sign, bold=True),
    )
    words = f"Block {n + 1}, {called(block)}: {x:.0f} by {y:.0f} mm, turned {angle_of(block):.0f} degrees"
    return Thing(words, shapes, place_of(setup, block))


def _told(s: Any, side: int) -> str:
    tally = parts.tally(s, side)
    counts = [f"{sum(tally[name])} {name}" for name in ("unbroken", "broken", "routed")]
    return f"{SIDES[side]}: {', '.join(counts)}"
