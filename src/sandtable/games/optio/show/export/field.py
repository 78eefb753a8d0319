"""The drawing of a battlefield's ground (O5.1)."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sandtable.games.optio.data.ground import (
    CLIFF,
    CULTIVATED,
    EDGE,
    GENTLE_HILL,
    LAKE,
    MARSH,
    ROUGH,
    STEEP_HILL,
    WOOD,
)
from sandtable.games.optio.show.export.outlines import area, rings
from sandtable.games.optio.show.export.textures import (
    BROWN,
    CLIFF_INK,
    DARK_BROWN,
    EDGE_INK,
    FURROW_INK,
    MARSH_INK,
    ROUGH_INK,
    WATER_INK,
    WOOD_INK,
    textures,
)
from sandtable.games.optio.show.export.ways import is_wet, ways
from sandtable.paper import (
    INK,
    PAPER,
    Box,
    Item,
    Line,
    Paths,
    Text,
    box,
    enlarged,
    within,
)

Cells = tuple[tuple[int, ...], ...]
GRID = "#a39c90"
ROUNDING = 0.2  # cells
LETTERS = "abcdefgh"  # rows of the field, the near one first


class Layer(NamedTuple):
    """Areas of one look: their tint, and the colour and width (cells) of their outline."""

    inside: np.ndarray
    tint: str
    ink: str
    width: float
    rounding: float = ROUNDING


@lru_cache(maxsize=32)
def ground(cells: Cells, cell: float) -> tuple[Item, ...]:
    """The ground of `cells` at `cell` mm a cell, from the top left corner of the field; nothing reaches beyond it."""
    kinds = np.array(cells)
    rows, columns = kinds.shape
    layers = _layers(kinds)
    grid = [box(0, 0, columns, rows)]
    grid += [((x, 0), (x, rows)) for x in range(1, columns)]
    grid += [((0, y), (columns, y)) for y in range(1, rows)]
    drawn = [
        Paths((box(0, 0, columns, rows),), fill=PAPER),
        *_tints(layers),
        Paths(tuple(grid), GRID, 0.004),
        *textures(kinds),
        *_outlines(layers),
        *ways(kinds),
    ]
    return tuple(within(enlarged(drawn, cell), Box(0, 0, columns * cell, rows * cell)))


def coordinates(cells: Cells, cell: float, size: float) -> list[Item]:
    """Numbers of columns and letters of rows, `size` mm high, inside the cells at the rim, and the rim itself."""
    rows, columns = len(cells), len(cells[0])
    inset = 0.6 * size
    places: list[tuple[float, float, str]] = []
    for x in range(columns):
        places += [((x + 0.5) * cell, y, str(x + 1)) for y in (inset, rows * cell - inset)]
    for y in range(rows):
        letter = LETTERS[rows - 1 - y]
        places += [(x, (y + 0.5) * cell, letter) for x in (inset, columns * cell - inset)]
    drawn: list[Item] = [Paths((box(0, 0, columns * cell, rows * cell),), INK, max(0.25, 0.006 * cell))]
    for x, y, words in places:
        half = (0.32 * len(words) + 0.16) * size, 0.52 * size
        drawn.append(Paths((box(x - half[0], y - half[1], x + half[0], y + half[1]),), fill=PAPER))
        drawn.append(Text(x, y + 0.36 * size, size, words, "middle"))
    return drawn


def _layers(kinds: np.ndarray) -> list[Layer]:
    steep = kinds == STEEP_HILL
    wet = is_wet(kinds)
    return [
        Layer(steep | (kinds == GENTLE_HILL), "#f6ead6", BROWN, 0.010),
        Layer(steep, "#e2c9a4", DARK_BROWN, 0.012, 0.1),
        Layer(kinds == WOOD, "#dcead0", WOOD_INK, 0.014),
        Layer(kinds == ROUGH, "#f1ece2", ROUGH_INK, 0.008),
        Layer(kinds == MARSH, "#e3f0ee", MARSH_INK, 0.010),
        Layer(kinds == CULTIVATED, "#fbf5d4", FURROW_INK, 0.016),
        Layer(wet | (kinds == LAKE), "#bddaf2", WATER_INK, 0.024),
        Layer((kinds == LAKE) & ~wet, "#d3e7f7", "", 0.0, 0.0),
        Layer(kinds == CLIFF, "#cfc8c0", CLIFF_INK, 0.024),
        Layer(kinds == EDGE, "#e4e4e4", EDGE_INK, 0.016, 0.0),
    ]


def _tints(layers: list[Layer]) -> list[Paths]:
    # the largest ring first, by its cells: what lies in the hole of an area is painted after the hole
    found: list[tuple[float, bool, Line, str]] = []
    for layer in layers:
        sizes = [area(ring) for ring in rings(layer.inside, 0.0)]
        for size, ring in zip(sizes, rings(layer.inside, layer.rounding), strict=True):
            found.append((-abs(size), size > 0, ring, layer.tint if size > 0 else PAPER))
    return [Paths((ring,), fill=tint) for _, _, ring, tint in sorted(found, key=lambda entry: entry[:2])]


def _outlines(layers: list[Layer]) -> list[Paths]:
    return [
        Paths(tuple(lines), layer.ink, layer.width)
        for layer in layers
        if layer.ink and (lines := rings(layer.inside, layer.rounding))
    ]
