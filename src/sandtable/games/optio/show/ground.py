"""Draws ground on paper and in pictures, from `art.json`. `ground.ts` does the same on the page.

SVG paths start from the upper left corner of a cell of 10 by 10.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import Any, NamedTuple

from sandtable.games.optio.data.ground import EDGE_SIGN, SIGNS, SQUARES
from sandtable.graphics.art import read, sides, traced
from sandtable.graphics.clipping import Box, cut
from sandtable.graphics.drawing import Circle, Line, Outline, Point, Polygon, Shape, placed

ART = read(__file__)
COLOURS = sides(ART)
DRAWN = ART["ground"]
CELL = 10
TURNS = 6  # after this many cells the marks repeat
FINEST = 25.0  # mm: maximum size of marks on paper
GRID = 0.1  # the width of the grid's lines
DOT = 0.002  # cells: shorter lines become dots
BENDS = 4  # straight pieces per curve
DIGITS = 4  # precision of positions, in cells
STRAIGHT = 1e-6
NEAR = ((0, -1), (1, 0), (0, 1), (-1, 0))
SLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))
# the kinds of ground on both sides of a crossing, the most likely ones first
LED_TO = ("=", "fb", ".hrwmc")

Cells = tuple[tuple[int, ...], ...]
# column, row, and a path relative to them
Piece = tuple[int, int, str]


class Stroke(NamedTuple):
    """Paths with the same look; `size` is their scale, and `width` their line width at scale 1."""

    pieces: tuple[Piece, ...]
    fill: str
    stroke: str
    width: float
    dashed: bool = False
    size: float = 1.0

    @property
    def path(self) -> str:
        """All the pieces as one SVG path."""
        return "".join(d if d[0] == "M" else f"M{x * CELL} {y * CELL}{d}" for x, y, d in self.pieces)

    def parts(self, bends: int) -> Iterator[tuple[tuple[Point, ...], bool]]:
        """The points of each part, in cells, and whether it is closed; a curve has `bends` straight pieces."""
        for x, y, d in self.pieces:
            for points, closed in traced(f"M0 0{d}", bends):
                if len(points) > 1:
                    yield tuple(self._point(x, y, *point) for point in _cornered(points)), closed

    def _point(self, x: int, y: int, a: float, b: float) -> Point:
        return round((x + a / CELL) * self.size, DIGITS), round((y + b / CELL) * self.size, DIGITS)


def _cornered(points: Sequence[Point]) -> list[Point]:
    """The points without those on a straight line between their neighbours."""
    kept = [points[0]]
    for (bx, by), (cx, cy) in pairwise(points[1:]):
        ax, ay = kept[-1]
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > STRAIGHT:
            kept.append((bx, by))
    return [*kept, points[-1]]


def signs(cells: Cells) -> tuple[str, ...]:
    """The rows of `cells` in the characters used in map files."""
    every = SIGNS + EDGE_SIGN
    return tuple("".join(every[kind] for kind in row) for row in cells)


def swatch(kind: int, cell: float) -> tuple[Shape, ...]:
    """A kind of ground as shown in a legend, 3 by 3 cells; ground that crosses another kind is shown with some of that
    kind.
    """
    every = SIGNS + EDGE_SIGN
    rows = ART["patches"].get(every[kind], (3 * every[kind],) * 3)
    return ground(tuple(tuple(every.index(sign) for sign in row) for row in rows), cell)


def ground(cells: Cells, cell: float) -> tuple[Shape, ...]:
    """The ground of `cells` with its grid, at `cell` mm per cell, with nothing underneath; marks stay small in large
    cells.
    """
    return placed(shapes(cells, max(1, round(cell / FINEST))), 0, 0, cell)


def squares(x: float, y: float, side: float, width: float) -> list[Shape]:
    """The lines between the large squares of a map `side` wide, from its upper left corner."""
    lines: list[Shape] = []
    for at in (n * side / SQUARES for n in range(SQUARES + 1)):
        lines.append(Line(((x + at, y), (x + at, y + side)), "ink", width))
        lines.append(Line(((x, y + at), (x + side, y + at)), "ink", width))
    return lines


@lru_cache(maxsize=32)
def shapes(cells: Cells, times: int = 1) -> tuple[Shape, ...]:
    """The ground of `cells` with its grid, at 1 unit per cell, with `times` by `times` marks in each cell."""
    rows, columns = len(cells), len(cells[0])
    grid: list[Sequence[Point]] = [((x, 0), (x, rows)) for x in range(columns + 1)]
    grid += [((0, y), (columns, y)) for y in range(rows + 1)]
    window = Box(0, 0, columns, rows)
    return (
        *(
            part
            for one in strokes(signs(cells), times)
            for outline in _shapes(one, BENDS * times)
            for part in cut(outline, window)
        ),
        *(Line(tuple(line), ART["gridOnPaper"], GRID / CELL / times, flat=True) for line in grid),
    )


def _shapes(stroke: Stroke, bends: int) -> Iterator[Outline]:
    parts, width = list(stroke.parts(bends)), round(stroke.width / CELL, DIGITS)
    if stroke.fill and parts:
        # connected back and forth, so that a hole in a ring stays a hole
        rings = [point for points, _ in parts for point in (*points, points[0])]
        yield Polygon((*rings, *(points[0] for points, _ in reversed(parts))), stroke.fill)
    for points, closed in parts if stroke.stroke else ():
        if len(points) == 2 and dist(*points) < DOT:
            yield Circle(*points[0], width / 2, stroke.stroke)
        elif closed:
            yield Polygon(points, "", stroke.stroke, width)
        else:
            yield Line(points, stroke.stroke, width, stroke.dashed)


def strokes(rows: Sequence[str], times: int = 1) -> list[Stroke]:
    """The strokes that draw `rows` of characters (northernmost row first), in drawing order; pen lines get thinner along with
    the marks.
    """
    drawn = [
        *(stroke for area in DRAWN["areas"] for stroke in _area(rows, area, times)),
        *(stroke for way in DRAWN["ways"] for stroke in _way(rows, way, times)),
        *(stroke for crossing in DRAWN["crossings"] for stroke in _crossing(rows, crossing, times)),
    ]
    return [stroke for stroke in drawn if stroke.pieces]


def _at(rows: Sequence[str], x: int, y: int) -> str:
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[y]) else " "


def _cells(rows: Sequence[str], signs: str) -> list[tuple[int, int]]:
    return [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign in signs]


def _beside_river(rows: Sequence[str], x: int, y: int) -> bool:
    return any(_at(rows, x + dx, y + dy) in "RL" for dx, dy in NEAR)


def _area(rows: Sequence[str], area: Mapping[str, Any], times: int) -> tuple[Stroke, Stroke]:
    # fords and bridges lie in the river that they cross, or over a stream
    signs, marks = area["signs"], area["marks"]
    within = {
        (x, y)
        for x, y in _cells(rows, signs)
        if signs[0] != "R" or _at(rows, x, y) == "R" or _beside_river(rows, x, y)
    }
    rings = tuple((0, 0, ring) for ring in _outline(_beyond(within, len(rows[0]), len(rows))))
    fine = [
        (times * x + right, times * y + down)
        for x, y in _cells(rows, signs[0])
        for down in range(times)
        for right in range(times)
    ]
    drawn = tuple((x, y, marks[(x * 7 + y * 5 + x * y) % TURNS % len(marks)]) for x, y in fine)
    line = area["line"] if area["contour"] else ""
    return (
        Stroke(rings, area["fill"], line, area["contour"] / times),
        Stroke(drawn, "", area["ink"], area["weight"] / times, size=1 / times),
    )


def _beyond(within: set[tuple[int, int]], width: int, height: int) -> set[tuple[int, int]]:
    """Cells with a border of one cell beyond the edge of the map, repeating the ground at the edge."""
    return {
        (x, y)
        for x in range(-1, width + 1)
        for y in range(-1, height + 1)
        if (min(max(x, 0), width - 1), min(max(y, 0), height - 1)) in within
    }


def _outline(inside: set[tuple[int, int]]) -> list[str]:
    """The outlines of cells, clockwise around them, with rounded corners."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in sorted(inside, key=lambda cell: cell[::-1]):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for n, (dx, dy) in enumerate(NEAR):
            if (x + dx, y + dy) not in inside:
                after.setdefault(corners[n], []).append(corners[(n + 1) % 4])
    return [ring for start in list(after) if (ring := _rounded(_loop(after, start)))]


def _loop(
    after: Mapping[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int]
) -> list[tuple[int, int]]:
    """The corners of a loop from `start` back to it; removes them from `after`."""
    corners: list[tuple[int, int]] = []
    here = start
    while after.get(here):
        corners.append(here)
        here = after[here].pop()
    return corners


def _rounded(corners: Sequence[tuple[int, int]]) -> str:
    """A closed path through the midpoints of the edges, curved around the corners."""
    if len(corners) < 4:
        return ""
    half, count = CELL // 2, len(corners)
    middles = [
        ((ax + bx) * half, (ay + by) * half)
        for n, (ax, ay) in enumerate(corners)
        for bx, by in (corners[(n + 1) % count],)
    ]
    bends = [
        f"Q{x * CELL} {y * CELL} {middles[n % count][0]} {middles[n % count][1]}"
        for n, (x, y) in enumerate((*corners[1:], corners[0]), 1)
    ]
    return f"M{middles[0][0]} {middles[0][1]}{''.join(bends)}Z"


def _lined(pieces: Sequence[Piece], lines: Sequence[Mapping[str, Any]], times: int) -> list[Stroke]:
    """The given paths, drawn as several lines on top of one another."""
    return [
        Stroke(tuple(pieces), "", one["stroke"], one["width"] + one["pen"] / times, "dash" in one)
        for one in lines
    ]


def _way(rows: Sequence[str], way: Mapping[str, Any], times: int) -> list[Stroke]:
    # anything that crosses a river already lies in it
    own = [
        (x, y)
        for x, y in _cells(rows, way["signs"])
        if _at(rows, x, y) == way["signs"][0] or not _beside_river(rows, x, y)
    ]
    pieces = [(x, y, d) for x, y in own for d in _arms(rows, x, y, way["to"])]
    return _lined(pieces, way["strokes"], times)


def _arms(rows: Sequence[str], x: int, y: int, to: str) -> list[str]:
    """Lines from the centre to neighbours of the kinds in `to` and across the edge, curved where they turn; a stub if
    there are none.
    """

    def has(dx: int, dy: int) -> bool:
        return _at(rows, x + dx, y + dy) in to

    met = [(dx, dy) for dx, dy in NEAR if has(dx, dy)]
    met += [(dx, dy) for dx, dy in SLANT if has(dx, dy) and not has(dx, 0) and not has(0, dy)]
    if len(met) == 2:
        (ax, ay), (bx, by) = met
        # a turning line curves through the cell, so that steps become a curve
        if ax + bx or ay + by:
            return [f"m{5 + 5 * ax} {5 + 5 * ay}q{-5 * ax} {-5 * ay} {5 * (bx - ax)} {5 * (by - ay)}"]
    if len(met) == 1:
        # anything that would end at the edge continues beyond it
        met += [(2 * dx, 2 * dy) for dx, dy in NEAR if _at(rows, x + dx, y + dy) == " " and has(-dx, -dy)]
    return [f"m5 5l{5 * dx} {5 * dy}" for dx, dy in met] or ["m2 5h6"]


def _crossing(rows: Sequence[str], crossing: Mapping[str, Any], times: int) -> list[Stroke]:
    pieces = [
        (x, y, crossing["across" if _is_across(rows, x, y) else "along"])
        for x, y in _cells(rows, crossing["sign"])
    ]
    return _lined(pieces, crossing["strokes"], times)


def _is_across(rows: Sequence[str], x: int, y: int) -> bool:
    """Whether a way leads across a cell from west to east rather than from north to south."""

    def rank(*sides: tuple[int, int]) -> int:
        found = [
            next((n for n, signs in enumerate(LED_TO) if _at(rows, x + dx, y + dy) in signs), None)
            for dx, dy in sides
        ]
        known = [one for one in found if one is not None]
        return sum(known) if len(known) == len(found) else 9

    return rank((-1, 0), (1, 0)) <= rank((0, -1), (0, 1))
