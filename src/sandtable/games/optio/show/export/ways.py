"""What runs through cells and joins from one to the next: roads, streams, rivers, fords and bridges. Cells are 1 wide."""

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from sandtable.games.optio.data.ground import (
    BRIDGE,
    EAST,
    EAST_OF,
    FORD,
    LAKE,
    NORTH,
    RIVER,
    ROAD,
    SOUTH,
    SOUTH_OF,
    STREAM,
    WEST,
)
from sandtable.games.optio.show.export.textures import WATER_INK, round_line
from sandtable.paper import Line, Paths, Point

CROSSINGS = (FORD, BRIDGE)
ROAD_MATES = (ROAD, *CROSSINGS)
RIVER_MATES = (RIVER, LAKE, *CROSSINGS)
STREAM_MATES = (STREAM, RIVER, LAKE, *CROSSINGS)
ROAD_INK, ROAD_BED = "#5a3b20", "#fbf3df"
STREAM_BED = "#a9d0ee"
STEPS, DASHES = 24, 8  # straight pieces of a bend, and dashes beside it
LAP = 0.003  # how far a way reaches into the next cell, so that no seam shows

# how far a way runs beside the middle, by the share of the way through the cell
Offset = Callable[[float], float]


def neighbours(cells: np.ndarray, row: int, column: int) -> list[int | None]:
    """The kinds over the four sides of a cell, None beyond the rim."""
    rows, columns = cells.shape
    places = [(row + SOUTH_OF[side], column + EAST_OF[side]) for side in range(4)]
    return [int(cells[y, x]) if 0 <= y < rows and 0 <= x < columns else None for y, x in places]


def open_sides(cells: np.ndarray, row: int, column: int, mates: tuple[int, ...]) -> list[int]:
    """The sides over which a way goes on: to a cell of `mates`, and off the rim where it would end there otherwise."""
    around = neighbours(cells, row, column)
    sides = [side for side in range(4) if around[side] in mates]
    rim = [side for side in range(4) if around[side] is None]
    if len(sides) == 1 and rim:
        across = (sides[0] + 2) % 4
        sides.append(across if across in rim else rim[0])
    return sides or [EAST, WEST]


def lane(row: int, column: int, sides: tuple[int, int], offset: Offset) -> Line:
    """A line through a cell from the middle of one side to the middle of another, straight or in a quarter of a circle."""
    (ax, ay), (bx, by) = ((EAST_OF[side] / 2, SOUTH_OF[side] / 2) for side in sides)
    points: list[Point] = []
    for step in range(STEPS + 1):
        t = step / STEPS * (1 + 2 * LAP) - LAP
        if sides[0] % 2 == sides[1] % 2:
            x = ax + (bx - ax) * t - 2 * ay * offset(t)
            y = ay + (by - ay) * t + 2 * ax * offset(t)
        else:
            reach = 1 + 2 * offset(t)
            x = ax + bx - reach * (bx * cos(pi / 2 * t) + ax * sin(pi / 2 * t))
            y = ay + by - reach * (by * cos(pi / 2 * t) + ay * sin(pi / 2 * t))
        points.append((column + 0.5 + x, row + 0.5 + y))
    return tuple(points)


def lanes(row: int, column: int, sides: list[int], offset: Offset) -> list[Line]:
    """The lines of a way that is open over `sides`: one through the cell, or one from each side to its middle."""
    if len(sides) == 2:
        return [lane(row, column, (sides[0], sides[1]), offset)]
    return [lane(row, column, (side, (side + 2) % 4), offset)[: STEPS // 2 + 1] for side in sides]


def bands(row: int, column: int, sides: list[int], half: float, offset: Offset) -> list[Line]:
    """The areas within `half` a width of the lines of `lanes`."""
    right = lanes(row, column, sides, lambda t: offset(t) + half)
    left = lanes(row, column, sides, lambda t: offset(t) - half)
    return [(*a, *reversed(b), a[0]) for a, b in zip(right, left, strict=True)]


def beside(distance: float) -> Offset:
    """A line that keeps its distance from the middle."""
    return lambda _t: distance


def swinging(t: float) -> float:
    """A line that swings to both sides and leaves the cell straight, to go on in the next."""
    return 0.08 * sin(2 * pi * t) * sin(pi * t)


def is_wet(cells: np.ndarray) -> np.ndarray:
    """Where rivers fill the cells (bool): rivers, and the fords and bridges over them, not those over streams."""
    wet = cells == RIVER
    for row, column in np.argwhere(np.isin(cells, CROSSINGS)).tolist():
        around = neighbours(cells, row, column)
        wet[row, column] = RIVER in around or LAKE in around or STREAM not in around
    return wet


def ways(cells: np.ndarray) -> list[Paths]:
    """All ways through `cells` (uint8[rows, columns] of kinds)."""
    wet = is_wet(cells)
    return [*_rivers(cells, wet), *_streams(cells, wet), *_roads(cells), *_crossings(cells)]


def _rivers(cells: np.ndarray, wet: np.ndarray) -> list[Paths]:
    lines: list[Line] = []
    for row, column in np.argwhere(wet).tolist():
        sides = open_sides(cells, row, column, RIVER_MATES)
        if len(sides) != 2:
            straight = [side for side in range(2) if {side, side + 2} <= set(sides)]
            axis = straight[0] if straight else sides[0] % 2
            sides = [axis, axis + 2]
        for distance in (-0.3, 0.0, 0.3):
            lines.extend(lanes(row, column, sides, lambda t, d=distance: d + swinging(t) / 2))
    return [Paths(tuple(lines), WATER_INK, 0.02)] if lines else []


def _streams(cells: np.ndarray, wet: np.ndarray) -> list[Paths]:
    banks: list[Line] = []
    beds: list[Line] = []
    for row, column in np.argwhere((cells == STREAM) | (np.isin(cells, CROSSINGS) & ~wet)).tolist():
        sides = open_sides(cells, row, column, STREAM_MATES)
        for distance in (-0.055, 0.055):
            banks.extend(lanes(row, column, sides, lambda t, d=distance: d + swinging(t)))
        beds.extend(bands(row, column, sides, 0.05, swinging))
    return [Paths(tuple(banks), WATER_INK, 0.02), Paths(tuple(beds), fill=STREAM_BED)] if banks else []


def _roads(cells: np.ndarray) -> list[Paths]:
    beds: list[Line] = []
    dashes: list[Line] = []
    for row, column in np.argwhere(cells == ROAD).tolist():
        sides = open_sides(cells, row, column, ROAD_MATES)
        beds.extend(bands(row, column, sides, 0.08, beside(0.0)))
        for distance in (-0.09, 0.09):
            for line in lanes(row, column, sides, beside(distance)):
                dashes.extend(_dashed(line))
    return [Paths(tuple(dashes), ROAD_INK, 0.022), Paths(tuple(beds), fill=ROAD_BED)] if beds else []


def _dashed(line: Line) -> list[Line]:
    # every eighth of the way keeps its middle two thirds, so that dashes go on evenly in the next cell
    ends = line[:: STEPS // DASHES]
    return [
        ((ax + (bx - ax) / 6, ay + (by - ay) / 6), (bx - (bx - ax) / 6, by - (by - ay) / 6))
        for (ax, ay), (bx, by) in pairwise(ends)
    ]


def _crossings(cells: np.ndarray) -> list[Paths]:
    drawn: list[Paths] = []
    for row, column in np.argwhere(np.isin(cells, CROSSINGS)).tolist():
        sign = _bridge if cells[row, column] == BRIDGE else _ford
        drawn.extend(_placed(sign(), row, column, _upright(cells, row, column)))
    return drawn


def _upright(cells: np.ndarray, row: int, column: int) -> bool:
    # whether the crossing leads from north to south: water to its left and right, roads above and below
    around = neighbours(cells, row, column)

    def votes(a: int, b: int, kinds: tuple[int, ...]) -> int:
        return (around[a] in kinds) + (around[b] in kinds)

    water, road = (RIVER, LAKE, STREAM), (ROAD,)
    upright = votes(EAST, WEST, water) + votes(NORTH, SOUTH, road)
    level = votes(NORTH, SOUTH, water) + votes(EAST, WEST, road)
    return upright >= level


def _placed(sign: list[Paths], row: int, column: int, upright: bool) -> list[Paths]:
    # signs are drawn upright, around the middle of their cell
    def place(x: float, y: float) -> Point:
        x, y = (x, y) if upright else (y, x)
        return column + 0.5 + x, row + 0.5 + y

    return [
        Paths(
            tuple(tuple(place(x, y) for x, y in line) for line in item.lines), item.ink, item.width, item.fill
        )
        for item in sign
    ]


def _bridge() -> list[Paths]:
    def rail(side: int) -> Line:
        return ((side * 0.28, -0.48), (side * 0.17, -0.36), (side * 0.17, 0.36), (side * 0.28, 0.48))

    planks = tuple(((-0.16, y / 10), (0.16, y / 10)) for y in range(-4, 5))
    bed = ((-0.17, -0.5), (0.17, -0.5), (0.17, 0.5), (-0.17, 0.5), (-0.17, -0.5))
    return [
        Paths((bed,), fill=ROAD_BED),
        Paths(planks, ROAD_INK, 0.012),
        Paths((rail(-1), rail(1)), ROAD_INK, 0.05),
    ]


def _ford() -> list[Paths]:
    bed = ((-0.2, -0.5), (0.2, -0.5), (0.2, 0.5), (-0.2, 0.5), (-0.2, -0.5))
    stones = tuple(round_line(x, y / 10, 0.042, 16) for x in (-0.13, 0.13) for y in (-4, -2, 0, 2, 4))
    return [Paths((bed,), fill="#e3f0fa"), Paths(stones, fill=ROAD_INK)]
