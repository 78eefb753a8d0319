"""The kinds of ground on a map, and what a battle makes of them (O1.2, O4.5)."""

from typing import NamedTuple

import numpy as np

SQUARES = 5  # large squares along each side of the map (O1.1)
CELLS = 8  # small squares along each side of a large one
SIDE = SQUARES * CELLS


class Ground(NamedTuple):
    """One kind of ground: its name, its character in map files, and whether troops can cross it."""

    name: str
    sign: str
    passable: bool = True


GROUNDS = (
    Ground("open", "."),
    Ground("gentle hill", "h"),
    Ground("steep hill", "H"),
    Ground("wood", "w"),
    Ground("rough", "r"),
    Ground("marsh", "m"),
    Ground("cultivated", "c"),
    Ground("stream", "s"),
    Ground("road", "="),
    Ground("ford", "f"),
    Ground("bridge", "b"),
    Ground("lake", "L", False),
    Ground("cliff", "X", False),
    Ground("river", "R", False),
)
(
    OPEN,
    GENTLE_HILL,
    STEEP_HILL,
    WOOD,
    ROUGH,
    MARSH,
    CULTIVATED,
    STREAM,
    ROAD,
    FORD,
    BRIDGE,
    LAKE,
    CLIFF,
    RIVER,
) = range(len(GROUNDS))
# what lies beyond the map (O4.4); no map contains it
EDGE = len(GROUNDS)
EDGE_NAME = "beyond the map"
EDGE_SIGN = "#"

SIGNS = "".join(ground.sign for ground in GROUNDS)
IMPASSABLE = tuple(kind for kind, ground in enumerate(GROUNDS) if not ground.passable)

# sides of a square, clockwise; a step across side d leads to the square at (x + EAST_OF[d], y + SOUTH_OF[d])
SIDES = ("north", "east", "south", "west")
NORTH, EAST, SOUTH, WEST = range(4)
EAST_OF = (0, 1, 0, -1)
SOUTH_OF = (-1, 0, 1, 0)
COLUMNS = "ABCDE"


def square_name(square: int) -> str:
    """The printed name of a large square: A1 lies in the south-west, E5 in the north-east; squares run row by row from A5."""
    y, x = divmod(square, SQUARES)
    return f"{COLUMNS[x]}{SQUARES - y}"


def shares(cells: np.ndarray) -> np.ndarray:
    """The share of each kind of ground in each large square, float64[SQUARES**2, len(GROUNDS)]."""
    squares = cells.reshape(SQUARES, CELLS, SQUARES, CELLS).swapaxes(1, 2).reshape(SQUARES**2, CELLS**2)
    return (squares[:, :, None] == np.arange(len(GROUNDS))).mean(1)
