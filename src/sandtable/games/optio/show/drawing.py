"""The map of Optio as a picture. This module reads records that `observe` has written."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from sandtable.authoring import Setup, View
from sandtable.games.optio.data.ground import (
    CELLS,
    COLUMNS,
    SIDE,
    SIDES,
    SQUARES,
    square_name,
)
from sandtable.games.optio.data.profiles import NAMES
from sandtable.games.optio.schema import BLOCKS, GONE, KINDS, OFF
from sandtable.games.optio.show.battlefield import Battlefield, map_name
from sandtable.games.optio.show.ground import ART, COLOURS, Cells, shapes, squares
from sandtable.games.optio.show.text import block_name
from sandtable.graphics.art import path, picture
from sandtable.graphics.drawing import Circle, Drawing, Line, Place, Polygon, Shape, Text, Thing, box, placed

# the unit is a cell
EDGE = 2.5
RIM = 1.5  # around a battlefield
WHOLE = SIDE + 2 * EDGE
# the places of a side's blocks in a square: two rows of three, Navy's at the bottom and Oxblood's at the top
COLUMN, ROW = 2.6, 1.9
FIRST, HALF = (1.4, 1.1), 3.9
SIZE = 0.072  # size of art centred on 0 on the page, in cells


def drawing(setup: Setup, s: View) -> Drawing:
    """The ground, and the blocks as far as they are known."""
    blocks = [_block(s, b) for b in range(2 * BLOCKS) if s.block[b].square < OFF]
    beside = [_told(s, b) for b in range(2 * BLOCKS) if s.block[b].square >= OFF]
    return Drawing(
        WHOLE,
        WHOLE,
        f"The map {map_name(setup)}, {SQUARES} by {SQUARES} large squares",
        (
            _paper(EDGE, SIDE, SIDE),
            *_ground(tuple(map(tuple, setup.cell.tolist())), EDGE),
            *squares(EDGE, EDGE, SIDE, 0.12),
            *_names(),
            *blocks,
        ),
        (*(block.words for block in blocks), *beside),
    )


def field(shown: Battlefield) -> Drawing:
    """A battlefield as Navy sees it, with a description in words."""
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
    drawn = (_paper(RIM, columns, rows), *_ground(shown.cells, RIM), line, halves, *names)
    return Drawing(width, height, f"The battlefield: {shown.title}", drawn, words)


def _paper(edge: float, width: float, height: float) -> Shape:
    return Polygon(box(edge, edge, width, height), ART["paper"])


def _row(cells: Sequence[int]) -> str:
    runs = ((kind, len(list(run))) for kind, run in groupby(cells))
    return ", ".join(f"{length} {NAMES[kind]}" for kind, length in runs)


@lru_cache(maxsize=4)
def _ground(cells: Cells, edge: float) -> tuple[Shape, ...]:
    return placed(shapes(cells), edge, edge)


def _names() -> list[Shape]:
    middles = [EDGE + (n + 0.5) * CELLS for n in range(SQUARES)]
    columns = [Text(at, EDGE - 0.7, 1.4, name, "faint") for at, name in zip(middles, COLUMNS, strict=True)]
    rows = [Text(EDGE / 2, at + 0.5, 1.4, str(SQUARES - n), "faint") for n, at in enumerate(middles)]
    return [*columns, *rows]


def _block(s: View, b: int) -> Thing:
    block = s.block[b]
    row, column = divmod(int(block.square), SQUARES)
    # each block has its own place in a square, so that no two overlap
    line, place = divmod(b % BLOCKS, 3)
    x = EDGE + column * CELLS + FIRST[0] + place * COLUMN
    y = EDGE + row * CELLS + FIRST[1] + line * ROW + b // BLOCKS * HALF
    kind = KINDS[int(block.kind)]
    body = _top(b // BLOCKS, kind, str(b % BLOCKS + 1), bool(block.revealed), int(block.side))
    return Thing(_told(s, b), placed(body, x, y, SIZE), place_of(b // BLOCKS, int(block.square)))


def _top(seat: int, kind: str, number: str, revealed: bool, side: int) -> tuple[Shape, ...]:
    """A block as on the game's page, centred on 0: a disc for Navy, a hexagon for Oxblood; light if it is face up."""
    shape, colour, paper = ART["blocks"][seat], COLOURS[seat], ART["paper"]
    face, ink = (paper, colour) if revealed else (colour, paper)
    question = (Text(0, 6, 17, "?", ink, bold=True),)
    came = path(ART["came"], ART["mark"], ART["ink"], 0.9) if side < len(SIDES) else ()
    return (
        *path(shape, "", paper, 3.6),
        *path(shape, face, colour, 2.6 if revealed else 1),
        *(picture(ART["pictures"][kind], ink=ink, ground=face) if kind else question),
        Circle(8.4, 8.4, 5.3, paper, colour, 1.1),
        Text(8.4, 11.6, 9, number, ART["ink"], bold=True),
        *placed(came, 0, 0, 1, 90 * side),
    )


def place_of(seat: int, square: int) -> Place:
    """The middle of a square, or of `seat`'s part of it."""
    row, column = divmod(square, SQUARES)
    return Place(seat, EDGE + (column + 0.5) * CELLS, EDGE + (row + 0.5) * CELLS, square_name(square))


def _told(s: View, b: int) -> str:
    block = s.block[b]
    kind = KINDS[int(block.kind)] or "unknown"
    where = {OFF: "off the map", GONE: "removed"}.get(int(block.square), "")
    if not where:
        where = f"in {square_name(int(block.square))}"
        where += f", from the {SIDES[int(block.side)]}" if block.side < len(SIDES) else ""
    return f"{block_name(b)}, {kind}{', face up' if block.revealed else ''}: {where}"
