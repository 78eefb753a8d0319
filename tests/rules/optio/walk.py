"""A second, plain way to look over a map, for the tests of what makes maps: cell by cell, without what the package uses."""

import numpy as np
from numpy.typing import NDArray

from sandtable.games.optio.data.ground import CELLS, GROUNDS, SIDE
from sandtable.games.optio.data.mapfile import Map

Mask = NDArray[np.bool_]


def kinds(cells: NDArray[np.uint8], *names: str) -> Mask:
    """Where one of the named kinds of ground lies."""
    return np.array([ground.name in names for ground in GROUNDS])[cells]


def passable(cells: NDArray[np.uint8]) -> Mask:
    return np.array([ground.passable for ground in GROUNDS])[cells]


def edge() -> Mask:
    """The cells at the edge of the map."""
    made = np.ones((SIDE, SIDE), np.bool_)
    made[1:-1, 1:-1] = False
    return made


def beside(mask: Mask) -> Mask:
    """The cells of a mask and their neighbours."""
    wide = np.pad(mask, 1)
    return wide[1:-1, 1:-1] | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]


def least_open(shown: Map) -> int:
    """The open cells of the large square that has the fewest."""
    return min(
        sum(row[x : x + CELLS].count(".") for row in shown.rows[y : y + CELLS])
        for y in range(0, SIDE, CELLS)
        for x in range(0, SIDE, CELLS)
    )


def components(mask: Mask) -> list[Mask]:
    """The parts of a mask that hang together over sides of cells."""
    left = {int(cell) for cell in np.flatnonzero(mask)}
    parts: list[Mask] = []
    while left:
        found = [left.pop()]
        for cell in found:
            column = cell % SIDE
            beside = (cell - SIDE, cell + SIDE, cell - (column > 0), cell + (column < SIDE - 1))
            new = left.intersection(beside)
            left -= new
            found.extend(new)
        part = np.zeros(SIDE * SIDE, np.bool_)
        part[found] = True
        parts.append(part.reshape(SIDE, SIDE))
    return parts
