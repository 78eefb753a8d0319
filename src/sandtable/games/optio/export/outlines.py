"""Outlines of areas of cells: one ring around each blob, corners rounded. Cells are 1 wide; x runs right, y down."""

from itertools import pairwise
from math import cos, pi, sin

import numpy as np

from sandtable.games.optio.export.drawing import Line

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
