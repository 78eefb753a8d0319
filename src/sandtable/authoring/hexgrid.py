"""Grids of pointy-top hexes: neighbours, walls and how they reflect, distances, arcs and headings.

A place is (x, row): x counts half hex widths from west to east, rows are numbered from north to south, and x + row has the same
parity for all hexes of a grid. Sides and facings are numbered anticlockwise from the east:

      2 / \\ 1
     3 |   | 0
      4 \\ / 5
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sandtable._compiler.kernels import jit

SIDES = 6
NAMES = ("east", "north-east", "north-west", "west", "south-west", "south-east")
WALL = 255  # in a table of hexes: there is a wall
APART = SIDES  # in a table of sides: the hexes are not in line

# one step across each side
STEP_X = np.array([2, 1, -1, -2, -1, 1])
STEP_ROW = np.array([0, -1, -1, 0, 1, 1])


@dataclass(frozen=True)
class HexGrid:
    """Tables of n hexes, numbered in the order of their places."""

    x: Any  # int8[n], in half hex widths
    row: Any  # int8[n]
    across: Any  # uint8[n, 6]: the hex across a side, or WALL
    bounced: Any  # uint8[n, 6]: the side after reflecting off a wall, or the side itself
    toward: Any  # uint8[n, n]: the side of the first hex in whose direction the second lies, or APART
    distance: Any  # uint8[n, n]: distance in hex steps, ignoring walls


def grid(places: Sequence[tuple[int, int]]) -> HexGrid:
    """The tables of the hexes at `places`, each (x, row); `ValueError` if they do not form a grid of at most 255 hexes."""
    _check(places)
    at = {place: n for n, place in enumerate(places)}
    across = np.full((len(places), SIDES), WALL, np.uint8)
    for n, (x, row) in enumerate(places):
        for side in range(SIDES):
            across[n, side] = at.get((x + int(STEP_X[side]), row + int(STEP_ROW[side])), WALL)
    toward = np.full((len(places), len(places)), APART, np.uint8)
    for n, side in np.argwhere(across != WALL):
        toward[n, across[n, side]] = side
    x, row = np.array(places, np.int8).T
    bounced = np.array([_reflections(sides == WALL) for sides in across], np.uint8)
    return HexGrid(x, row, across, bounced, toward, _distances(x.astype(int), row.astype(int)))


def _check(places: Sequence[tuple[int, int]]) -> None:
    if not 0 < len(places) <= WALL:
        raise ValueError(f"a grid must have 1 to {WALL} hexes, not {len(places)}")
    if len(set(places)) < len(places):
        raise ValueError("no two hexes of a grid may be in the same place")
    if len({(x + row) % 2 for x, row in places}) > 1:
        raise ValueError("x + row must be even for all hexes of a grid, or odd for all")
    if not all(-64 <= figure < 64 for place in places for figure in place):
        raise ValueError("x and row of a hex must be from -64 to 63")


def _reflections(walls: Any) -> list[int]:
    # two adjacent walls form a line and reflect like a mirror; any other walls reflect straight back
    first = [side for side in range(SIDES) if walls[side] and walls[(side + 1) % SIDES]]
    if len(first) == 1 and sum(walls) == 2:
        return [(2 * first[0] + 4 - side) % SIDES if walls[side] else side for side in range(SIDES)]
    return [(side + 3) % SIDES if walls[side] else side for side in range(SIDES)]


def _distances(x: Any, row: Any) -> Any:
    # a step between rows also moves half a width sideways
    wide, high = np.abs(x[:, None] - x), np.abs(row[:, None] - row)
    return np.maximum(high, (wide + high) // 2).astype(np.uint8)


@jit
def in_front(facing: int, dx: int, dy: int) -> bool:
    """Whether an offset of `dx` half widths and `dy` rows lies in the front half plane of `facing`, including its
    border.
    """
    return bool(STEP_X[facing] * dx + 3 * STEP_ROW[facing] * dy >= 0)


@jit
def heading(dx: int, dy: int, facing: int) -> int:
    """The side nearest in direction to an offset of `dx` half widths and `dy` rows. Ties go to the side that is fewer turns
    from `facing`, then to the lower number.
    """
    start = np.int64(facing)  # a byte of a record would wrap
    best, nearest, fewest = 0, -1, SIDES
    for side in range(SIDES):
        along = int(STEP_X[side] * dx + 3 * STEP_ROW[side] * dy)
        turns = min((side - start) % SIDES, (start - side) % SIDES)
        if along > nearest or (along == nearest and turns < fewest):
            best, nearest, fewest = side, along, turns
    return best
