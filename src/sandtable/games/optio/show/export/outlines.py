"""Outlines of areas of cells, corners rounded, and contour lines of hills. Cells are 1 wide; x runs right, y down.

The ground of a hill rises with the distance from where it ends.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Any

import numpy as np

from sandtable.paper import Line, Point

SAMPLES = 10  # squares across a cell in which a contour is a straight piece
FIRST, SPACING = 0.14, 0.25  # cells: the height of the lowest line, and between lines
# which sides of a square (north, east, south, west) a contour joins, by the corners (north-west, north-east, south-east,
# south-west as bits 1, 2, 4, 8) that are higher
JOINS = {
    1: ((3, 0),),
    2: ((0, 1),),
    3: ((3, 1),),
    4: ((1, 2),),
    5: ((3, 0), (1, 2)),
    6: ((0, 2),),
    7: ((3, 2),),
    8: ((2, 3),),
    9: ((0, 2),),
    10: ((0, 1), (2, 3)),
    11: ((1, 2),),
    12: ((1, 3),),
    13: ((0, 1),),
    14: ((3, 0),),
}


def heights(hill: np.ndarray) -> np.ndarray:
    """How far each point lies inside the hills `hill` (bool[rows, columns]), in cells, 0 outside.

    float64[rows * SAMPLES + 1, columns * SAMPLES + 1]. Beyond the rim the ground is taken to go on as it is there for one cell.
    """
    lowest = distances(hill)
    lowest = np.where(_within(hill), lowest, 0)
    lowest = np.where(lowest > 0, _softened(lowest), 0)
    # a slow swell, so that lines do not run like rulers
    y, x = np.mgrid[0 : lowest.shape[0], 0 : lowest.shape[1]] / SAMPLES
    swell = 0.05 * np.sin(2.1 * x + 1.3 * np.sin(1.7 * y)) + 0.05 * np.sin(2.6 * y + 1.1 * np.sin(1.9 * x))
    return np.where(lowest > 0, lowest + swell * np.minimum(1, 2 * lowest), 0)


def distances(hill: np.ndarray) -> np.ndarray:
    """How far each point of `heights` that lies inside a hill is from the nearest ground that is none, in cells."""
    y, x = (np.arange(cells * SAMPLES + 1) / SAMPLES for cells in hill.shape)
    beyond = np.pad(np.pad(hill, 1, mode="edge"), 1)
    lowest = np.full((y.size, x.size), np.inf)
    # the nearest ground that is no hill always touches one; in each row it is what is nearest across
    for row, rim in enumerate(~beyond & _touched(beyond), -2):
        if rim.any():
            across = _apart(np.flatnonzero(rim)[:, None] - 2, x).min(axis=0)
            np.minimum(lowest, np.hypot(across, _apart(row, y)[:, None]), out=lowest)
    return lowest


def _apart(cell: Any, at: np.ndarray) -> np.ndarray:
    # how far places lie from a cell, along a row or a column
    return np.maximum(np.maximum(cell - at, at - cell - 1), 0)


def _touched(cells: np.ndarray) -> np.ndarray:
    # the cells that share a side or a corner with one of `cells`, and these themselves
    wide = np.pad(cells, 1)
    rows, columns = cells.shape
    near = [wide[y : y + rows, x : x + columns] for y in range(3) for x in range(3)]
    return np.logical_or.reduce(near)


def _within(hill: np.ndarray) -> np.ndarray:
    # the points that no cell without a hill touches; beyond the rim the ground goes on
    inside = np.pad(np.repeat(np.repeat(hill, SAMPLES, axis=0), SAMPLES, axis=1), 1, mode="edge")
    return inside[1:, 1:] & inside[1:, :-1] & inside[:-1, 1:] & inside[:-1, :-1]


def _softened(height: np.ndarray) -> np.ndarray:
    # means over half a cell both ways, three times: ridges become round
    reach = SAMPLES // 4
    for axis in (0, 1, 0, 1, 0, 1):
        padded = np.pad(height, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
        windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=axis)
        height = windows.mean(axis=-1)
    return height


def contours(height: np.ndarray, where: np.ndarray, levels: np.ndarray) -> list[Line]:
    """The lines at `levels` through the cells `where` (bool[rows, columns]), as long as they go."""
    drawn = np.repeat(np.repeat(where, SAMPLES, axis=0), SAMPLES, axis=1)
    lines: list[Line] = []
    for level in levels:
        lines.extend(_smoothed(_smoothed(line)) for line in _joined(_pieces(height, drawn, float(level))))
    return lines


def _pieces(height: np.ndarray, drawn: np.ndarray, level: float) -> list[tuple[Point, Point]]:
    high = height > level
    code = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    pieces: list[tuple[Point, Point]] = []
    for y, x in np.argwhere(drawn & (code > 0) & (code < 15)).tolist():
        nw, ne, sw, se = height[y, x], height[y, x + 1], height[y + 1, x], height[y + 1, x + 1]

        def crossing(side: int, nw=nw, ne=ne, sw=sw, se=se, x=x, y=y) -> Point:
            low, top = ((nw, ne), (ne, se), (sw, se), (nw, sw))[side]
            share = float((level - low) / (top - low))
            px, py = ((x + share, y), (x + 1, y + share), (x + share, y + 1), (x, y + share))[side]
            return px / SAMPLES, py / SAMPLES

        pieces.extend((crossing(a), crossing(b)) for a, b in JOINS[int(code[y, x])])
    return pieces


def _joined(pieces: list[tuple[Point, Point]]) -> list[list[Point]]:
    # pieces that share an end become one line
    at: dict[Point, list[int]] = {}
    for number, piece in enumerate(pieces):
        for end in piece:
            at.setdefault(end, []).append(number)
    used = [False] * len(pieces)

    def walk(line: list[Point]) -> None:
        while True:
            number = next((n for n in at[line[-1]] if not used[n]), None)
            if number is None:
                return
            used[number] = True
            a, b = pieces[number]
            line.append(b if a == line[-1] else a)

    lines: list[list[Point]] = []
    for number, (a, b) in enumerate(pieces):
        if used[number]:
            continue
        used[number] = True
        line = [a, b]
        walk(line)
        line.reverse()
        walk(line)
        lines.append(line)
    return lines


def _smoothed(line: Sequence[Point]) -> Line:
    # Chaikin: every corner is cut at a quarter of both sides
    points = [line[0]]
    for (ax, ay), (bx, by) in pairwise(line):
        points += [(ax + (bx - ax) / 4, ay + (by - ay) / 4), (bx + (ax - bx) / 4, by + (ay - by) / 4)]
    return (*points, line[-1])


Corner = tuple[int, int]
ARC = 8  # points of a rounded corner


def rings(inside: np.ndarray, radius: float) -> list[Line]:
    """The closed outlines of `inside` (bool[rows, columns]); an area that reaches the rim goes on one cell beyond it."""
    padded = np.pad(inside, 1, mode="edge")
    return [_rounded(ring, radius) for ring in _traced(padded)]


def area(ring: Line) -> float:
    """The area in a closed ring, negative in the ring of a hole."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2


def _edges(inside: np.ndarray) -> dict[Corner, list[Corner]]:
    # borders of cells, clockwise around each: the area lies on the right of every one
    rows, columns = inside.shape
    edges: dict[Corner, list[Corner]] = {}

    def outside(x: int, y: int) -> bool:
        return not (0 <= x < columns and 0 <= y < rows) or not inside[y, x]

    for y, x in np.argwhere(inside).tolist():
        for dx, dy, start, end in (
            (0, -1, (x, y), (x + 1, y)),
            (1, 0, (x + 1, y), (x + 1, y + 1)),
            (0, 1, (x + 1, y + 1), (x, y + 1)),
            (-1, 0, (x, y + 1), (x, y)),
        ):
            if outside(x + dx, y + dy):
                edges.setdefault(start, []).append(end)
    return edges


def _traced(padded: np.ndarray) -> list[list[Corner]]:
    # rings of the corners where the outline turns, in cells of the unpadded area
    edges = _edges(padded)
    found: list[list[Corner]] = []
    while edges:
        start = next(iter(edges))
        here, heading, ring = start, (0, 0), list[Corner]()
        while here in edges:
            ends = edges[here]
            # where two cells touch by a corner only, turning right keeps them apart
            right = (here[0] - heading[1], here[1] + heading[0])
            there = right if right in ends else ends[0]
            ends.remove(there)
            if not ends:
                del edges[here]
            turned = (there[0] - here[0], there[1] - here[1])
            if turned != heading:
                ring.append((here[0] - 1, here[1] - 1))
            here, heading = there, turned
        # the walk may have begun in the middle of a side
        if _straight(ring[-1], ring[0], ring[1]):
            del ring[0]
        found.append(ring)
    return found


def _straight(a: Corner, b: Corner, c: Corner) -> bool:
    return a[0] == b[0] == c[0] or a[1] == b[1] == c[1]


def _rounded(ring: list[Corner], radius: float) -> Line:
    points: list[tuple[float, float]] = []
    for i, (x, y) in enumerate(ring):
        (ax, ay), (bx, by) = (
            _toward(ring[i], ring[i - 1]),
            _toward(ring[i], ring[(i + 1) % len(ring)]),
        )
        # from the side that leads here to the side that leads on, around the middle of the arc
        mx, my = x + radius * (ax + bx), y + radius * (ay + by)
        for step in range(ARC if radius else 1):
            turn = pi / 2 * step / (ARC - 1)
            points.append(
                (
                    mx - radius * (bx * cos(turn) + ax * sin(turn)),
                    my - radius * (by * cos(turn) + ay * sin(turn)),
                )
            )
    return (*points, points[0])


def _toward(here: Corner, there: Corner) -> Corner:
    dx, dy = there[0] - here[0], there[1] - here[1]
    return ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
