"""The drawing of a battlefield (O5.1)."""

from functools import lru_cache

from sandtable.games.optio.show.ground import Cells, swatch
from sandtable.games.optio.show.ground import ground as shapes
from sandtable.graphics.drawing import Polygon, Shape, Text, box
from sandtable.graphics.paper import PAPER, drawn

LETTERS = "abcdefgh"  # rows of the field, the nearest first


@lru_cache(maxsize=32)
def ground(cells: Cells, cell: float) -> tuple[Shape, ...]:
    """The ground of `cells` at `cell` mm a cell, from the top left corner of the field; nothing reaches beyond it."""
    return tuple(drawn(shapes(cells, cell)))


def sample(kind: int, side: float) -> list[Shape]:
    """A kind of ground as a legend shows it, `side` mm wide and high."""
    return drawn(swatch(kind, side / 3))


def coordinates(cells: Cells, cell: float, size: float) -> list[Shape]:
    """Column numbers and row letters, `size` mm high, inside the cells at the rim, and the rim itself."""
    rows, columns = len(cells), len(cells[0])
    inset = 0.6 * size
    places: list[tuple[float, float, str]] = []
    for x in range(columns):
        places += [((x + 0.5) * cell, y, str(x + 1)) for y in (inset, rows * cell - inset)]
    for y in range(rows):
        letter = LETTERS[rows - 1 - y]
        places += [(x, (y + 0.5) * cell, letter) for x in (inset, columns * cell - inset)]
    rim = box(0, 0, columns * cell, rows * cell)
    made: list[Shape] = [Polygon(rim, "", "ink", max(0.25, 0.006 * cell))]
    for x, y, words in places:
        half = (0.32 * len(words) + 0.16) * size, 0.52 * size
        made.append(Polygon(box(x - half[0], y - half[1], 2 * half[0], 2 * half[1]), PAPER))
        made.append(Text(x, y + 0.36 * size, size, words))
    return made
