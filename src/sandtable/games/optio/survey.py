"""What O1.2 asks of a map, looked over: open ground in every large square, ways that lead somewhere, no ground cut off."""

import numpy as np
from numpy.typing import NDArray

from sandtable.games.optio.ground import (
    BRIDGE,
    CELLS,
    FORD,
    IMPASSABLE,
    LAKE,
    OPEN,
    RIVER,
    ROAD,
    SIDE,
    SQUARES,
    STREAM,
    square_name,
)
from sandtable.games.optio.noise import SQUARE_OF, Mask, beside, reached

Cells = NDArray[np.uint8]  # [40, 40]

# 40 % of a large square, of which only the kind `open` counts: no road, no ford
LEAST_OPEN = 26


def open_cells(cells: Cells) -> list[int]:
    """How many of its 64 cells are open, for each of the 25 large squares."""
    return np.bincount(SQUARE_OF[(cells == OPEN).ravel()], minlength=SQUARES * SQUARES).tolist()


def faults(cells: Cells) -> list[str]:
    """A sentence for each thing by which a map breaks O1.2."""
    short = [
        f"{square_name(square)} has {found} open cells of {CELLS * CELLS}; "
        f"every large square keeps at least {LEAST_OPEN}, 40 % (O1.2)."
        for square, found in enumerate(open_cells(cells))
        if found < LEAST_OPEN
    ]
    return [*short, *_loose_ends(cells), *_cut_off(cells)]


def is_sound(cells: Cells) -> bool:
    """Whether a map has no fault."""
    return not faults(cells)


def _loose_ends(cells: Cells) -> list[str]:
    # fords and bridges belong to both ways that cross there
    edge = np.ones((SIDE, SIDE), np.bool_)
    edge[1:-1, 1:-1] = False
    lake, river = cells == LAKE, np.isin(cells, (RIVER, FORD, BRIDGE))
    ways = (
        ("road", ROAD, (ROAD, FORD, BRIDGE), edge, "the edge of the map"),
        ("river", RIVER, (RIVER, FORD, BRIDGE), edge | beside(lake), "the edge of the map or a lake"),
        (
            "stream",
            STREAM,
            (STREAM, BRIDGE),
            edge | beside(lake | river),
            "the edge of the map, a lake or a river",
        ),
    )
    made: list[str] = []
    for name, kind, network, goal, words in ways:
        whole = np.isin(cells, network)
        loose = (cells == kind) & ~reached(whole & goal, whole)
        if loose.any():
            made.append(f"The {name} at {_first(loose)} does not lead to {words} (O1.2).")
    return made


def _cut_off(cells: Cells) -> list[str]:
    passable = ~np.isin(cells, IMPASSABLE)
    start = np.zeros((SIDE, SIDE), np.bool_)
    start.ravel()[np.argmax(passable)] = True
    beyond = passable & ~reached(start, passable)
    if not beyond.any():
        return []
    # the smaller part is the one that is cut off
    smaller = beyond if 2 * beyond.sum() <= passable.sum() else passable & ~beyond
    return [f"No passage leads to the ground at {_first(smaller)} (O1.2)."]


def _first(mask: Mask) -> str:
    row, column = divmod(int(np.argmax(mask)), SIDE)
    square = square_name(row // CELLS * SQUARES + column // CELLS)
    return f"row {row + 1}, column {column + 1} in {square}"
