"""The map of Optio as a picture. It reads records that `observe` has written."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from sandtable.drawing import Drawing, Line, Place, Polygon, Shape, Text, Thing, box, piece
from sandtable.games.optio.data.ground import (
    CELLS,
    COLUMNS,
    EDGE_NAME,
    EDGE_SIGN,
    GROUNDS,
    NORTH,
    OPEN,
    SIDE,
    SIDES,
    SOUTH,
    SQUARES,
    WEST,
    square_name,
)
from sandtable.games.optio.data.ground import EDGE as BEYOND
from sandtable.games.optio.data.profiles import NAMES
from sandtable.games.optio.schema import BLOCKS, GONE, KINDS, OFF
from sandtable.games.optio.show.battlefield import Battlefield, map_name
from sandtable.games.optio.show.text import block_name

# the unit is a cell
EDGE = 2.5
RIM = 1.5  # about a battlefield
WHOLE = SIDE + 2 * EDGE
FILLS = {
    "open": "paper",
    "gentle hill": "board",
    "steep hill": "brown",
    "wood": "green",
    "rough": "grey",
    "marsh": "#cfe4da",
    "cultivated": "yellow",
    "stream": "water",
    "road": "shade",
    "ford": "water",
    "bridge": "shade",
    "lake": "water",
    "cliff": "#857c6c",
    "river": "#7fb3d8",
    EDGE_NAME: "grey",
}
# where the blocks of a side lie in a square: two rows of three, Navy's above and Oxblood's below
COLUMN, ROW = 2.6, 1.9
FIRST, HALF = (1.4, 1.1), 3.9
RADIUS = 0.85


def drawing(setup: Any, s: Any) -> Drawing:
    """The ground with the signs of map files, and the blocks with what is known of them."""
    blocks = [_block(s, b) for b in range(2 * BLOCKS) if s.block[b].square < OFF]
    beside = [_told(s, b) for b in range(2 * BLOCKS) if s.block[b].square >= OFF]
    return Drawing(
        WHOLE,
        WHOLE,
        f"The map {map_name(setup)}, {SQUARES} by {SQUARES} large squares",
        (
            _paper(EDGE, SIDE, SIDE),
            *_ground(tuple(map(tuple, setup.cell.tolist())), EDGE),
            *_lines(),
            *_names(),
            *blocks,
        ),
        (*(block.words for block in blocks), *beside),
    )


def field(shown: Battlefield) -> Drawing:
    """A battlefield as Navy sees it, with the signs of map files, and what lies where in words."""
    rows, columns = len(shown.cells), len(shown.cells[0])
    width, height, middle = columns + 2 * RIM, rows + 2 * RIM, RIM + columns / 2
    line = Line((*box(RIM, RIM, columns, rows), (RIM, RIM)), "ink", 0.1)
    halves = Line(((RIM, RIM + rows / 2), (RIM + columns, RIM + rows / 2)), "ink", 0.05, dashed=True)
    names = (
        Text(middle, RIM - 0.4, 0.8, f"{shown.far} ({SIDES[shown.up]})", "faint"),
        Text(middle, height - 0.4, 0.8, f"{shown.near} ({SIDES[(shown.up + 2) % 4]})", "faint"),
    )
    words = (
        f"{shown.far} sits at the top, in the {SIDES[shown.up]}; {shown.near} at the bottom",
        *(f"Row {y + 1} from the top: {_row(row)}" for y, row in enumerate(shown.cells)),
    )
    shapes = (_paper(RIM, columns, rows), *_ground(shown.cells, RIM), line, halves, *names)
    return Drawing(width, height, f"The battlefield: {shown.title}", shapes, words)


def _paper(edge: float, width: float, height: float) -> Shape:
    return Polygon(box(edge, edge, width, height), FILLS["open"])


def _row(cells: Sequence[int]) -> str:
    runs = ((kind, len(list(run))) for kind, run in groupby(cells))
    return ", ".join(f"{length} {NAMES[kind]}" for kind, length in runs)


@lru_cache(maxsize=4)
def _ground(cells: tuple[tuple[int, ...], ...], edge: float) -> tuple[Shape, ...]:
    return tuple(_patches(cells, edge))


def _patches(cells: tuple[tuple[int, ...], ...], edge: float) -> Iterator[Shape]:
    for y, row in enumerate(cells):
        x = 0
        for kind, run in groupby(row):
            length = len(list(run))
            if kind != OPEN:
                # a little into the next row, else the ground would shine through between the two
                yield Polygon(box(edge + x, edge + y, length, 1.03), FILLS[NAMES[kind]])
                # colours alone would not tell one ground from another to everybody
                sign = EDGE_SIGN if kind == BEYOND else GROUNDS[kind].sign
                yield Text(edge + x + length / 2, edge + y + 0.75, 0.7, sign, "line")
            x += length


def _lines() -> list[Shape]:
    found: list[Shape] = []
    for n in range(SQUARES + 1):
        at, far = EDGE + n * CELLS, EDGE + SIDE
        found += [
            Line(((at, EDGE), (at, far)), "ink", 0.12),
            Line(((EDGE, at), (far, at)), "ink", 0.12),
        ]
    return found


def _names() -> list[Shape]:
    middles = [EDGE + (n + 0.5) * CELLS for n in range(SQUARES)]
    columns = [Text(at, EDGE - 0.7, 1.4, name, "faint") for at, name in zip(middles, COLUMNS, strict=True)]
    rows = [Text(EDGE / 2, at + 0.5, 1.4, str(SQUARES - n), "faint") for n, at in enumerate(middles)]
    return [*columns, *rows]


def _block(s: Any, b: int) -> Thing:
    block = s.block[b]
    row, column = divmod(int(block.square), SQUARES)
    # each block has its own place in a square, so that no two lie on each other
    line, place = divmod(b % BLOCKS, 3)
    x = EDGE + column * CELLS + FIRST[0] + place * COLUMN
    y = EDGE + row * CELLS + FIRST[1] + line * ROW + b // BLOCKS * HALF
    kind = KINDS[int(block.kind)]
    sign = f"{b % BLOCKS + 1}{kind[0].upper() if kind else '?'}"
    came = _came(x, y, int(block.side))
    body = piece(b // BLOCKS, x, y, RADIUS, sign, bool(block.revealed))
    return Thing(_told(s, b), (*came, *body), place_of(b // BLOCKS, int(block.square)))


def place_of(seat: int, square: int) -> Place:
    """The middle of a square, where something of `seat` is."""
    row, column = divmod(square, SQUARES)
    return Place(seat, EDGE + (column + 0.5) * CELLS, EDGE + (row + 0.5) * CELLS, square_name(square))


def _came(x: float, y: float, side: int) -> tuple[Shape, ...]:
    # a tick on the side that the block came from
    if side >= len(SIDES):
        return ()
    east, south = {NORTH: (0, -1), SOUTH: (0, 1), WEST: (-1, 0)}.get(side, (1, 0))
    far = 1.55 * RADIUS
    return (Line(((x, y), (x + far * east, y + far * south)), "ink", 0.2),)


def _told(s: Any, b: int) -> str:
    block = s.block[b]
    kind = KINDS[int(block.kind)] or "unknown"
    where = {OFF: "off the map", GONE: "removed"}.get(int(block.square), "")
    if not where:
        where = f"in {square_name(int(block.square))}"
        where += f", from the {SIDES[int(block.side)]}" if block.side < len(SIDES) else ""
    return f"{block_name(b)}, {kind}{', face up' if block.revealed else ''}: {where}"
