"""Clips lines and areas to an upright rectangle."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.graphics.drawing import Circle, Line, Outline, Point, Polygon, around

Polyline = tuple[Point, ...]

CORNERS = 48  # straight pieces of a clipped circle
ROUNDING = 1e-6
STRETCH = 32  # points of a line tested together, to skip what lies outside a window


class Box(NamedTuple):
    """An upright rectangle; y runs down."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def corners(self) -> Polyline:
        """Its corners, clockwise from the upper left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def holds(self, other: "Box") -> bool:
        """Whether another rectangle lies inside."""
        left, top, right, bottom = other
        return (
            self.left <= left + ROUNDING
            and right <= self.right + ROUNDING
            and self.top <= top + ROUNDING
            and bottom <= self.bottom + ROUNDING
        )

    def moved(self, right: float, down: float) -> "Box":
        """The same rectangle, moved."""
        return Box(self.left + right, self.top + down, self.right + right, self.bottom + down)


def cut(outline: Outline, window: Box) -> list[Outline]:
    """The parts of an outline inside `window`; lines have no round ends where they are clipped."""
    match outline:
        case Circle(x, y, radius, fill, stroke, width):
            reach = Box(x - radius, y - radius, x + radius, y + radius)
            if window.holds(reach):
                return [outline]
            if _outside(reach.corners, window):
                return []
            return cut(Polygon(around(x, y, radius, CORNERS), fill, stroke, width), window)
        case Polygon(points, fill, stroke, width) if fill:
            return [Polygon(part, fill, stroke, width) for part in cut_area(points, window)]
        case Polygon(points) | Line(points):
            line = (*points, points[0]) if isinstance(outline, Polygon) else points
            parts = cut_line(line, window)
            if parts == [line]:
                return [outline]
            dashed = isinstance(outline, Line) and outline.dashed
            return [Line(part, outline.stroke, outline.width, dashed, flat=True) for part in parts]


def _outside(line: Polyline, window: Box) -> bool:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return max(xs) < window.left or min(xs) > window.right or max(ys) < window.top or min(ys) > window.bottom


def _inside(line: Polyline, window: Box) -> bool:
    return all(window.left <= x <= window.right and window.top <= y <= window.bottom for x, y in line)


def cut_line(line: Polyline, window: Box) -> list[Polyline]:
    """The parts of a line inside `window`."""
    if _inside(line, window):
        return [line]
    parts: list[list[Point]] = []
    for start in range(0, len(line) - 1, STRETCH):
        stretch = line[start : start + STRETCH + 1]
        if _outside(stretch, window):
            continue
        for piece in (_cut_segment(a, b, window) for a, b in pairwise(stretch)):
            if piece is None:
                continue
            if parts and parts[-1][-1] == piece[0]:
                parts[-1].append(piece[1])
            else:
                parts.append(list(piece))
    return [tuple(part) for part in parts]


def _cut_segment(start: Point, end: Point, window: Box) -> tuple[Point, Point] | None:
    # Liang and Barsky: the share of the segment that lies between each pair of sides
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    first, last = 0.0, 1.0
    for step, room in (
        (-dx, x - window.left),
        (dx, window.right - x),
        (-dy, y - window.top),
        (dy, window.bottom - y),
    ):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if first >= last:
        return None
    return (
        start if first == 0.0 else (x + first * dx, y + first * dy),
        end if last == 1.0 else (x + last * dx, y + last * dy),
    )


def cut_area(line: Polyline, window: Box) -> list[Polyline]:
    """The part of the area inside a closed line that lies inside `window`, if there is one."""
    # Sutherland-Hodgman: clip at one side after another
    if _outside(line, window):
        return []
    if _inside(line, window):
        return [line]
    points: Sequence[Point] = line
    for axis, limit, sign in (
        (0, window.left, 1),
        (0, window.right, -1),
        (1, window.top, 1),
        (1, window.bottom, -1),
    ):
        points = _cut_side(points, axis, limit, sign)
    return [tuple(points)] if len(points) > 2 else []


def _cut_side(points: Sequence[Point], axis: int, limit: float, sign: int) -> list[Point]:
    kept: list[Point] = []
    for before, after in zip([points[-1], *points[:-1]] if points else [], points, strict=True):
        a, b = sign * (before[axis] - limit), sign * (after[axis] - limit)
        if (a < 0) != (b < 0):
            share = a / (a - b)
            cut = [before[i] + share * (after[i] - before[i]) for i in (0, 1)]
            cut[axis] = limit
            kept.append((cut[0], cut[1]))
        if b >= 0:
            kept.append(after)
    return kept
