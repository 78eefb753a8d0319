"""Shapes on pages of paper, in mm from the upper left corner: rotated, in greyscale, and clipped to a window."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import hypot

from sandtable.graphics.clipping import Box, Polyline, cut
from sandtable.graphics.drawing import (
    Circle,
    Line,
    Point,
    Polygon,
    Shape,
    Text,
    Thing,
    colour,
    mapped,
    placed,
    recoloured,
)
from sandtable.graphics.pdf import BACK, width_of

PAPER = "#ffffff"
THINNEST = 0.12  # mm: the thinnest line that a common printer draws without gaps
ROUNDING = 1e-6
ASCENT, DESCENT = 0.75, 0.22  # ascent and descent of letters, in font sizes


def turned(shapes: Iterable[Shape], width: float, height: float, quarters: int) -> tuple[Shape, ...]:
    """A drawing of the given size, rotated clockwise by quarter turns; its upper left corner stays in place."""
    x, y = ((0, 0), (height, 0), (width, height), (0, width))[quarters]
    across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters]
    return mapped(shapes, x, y, across, down, 1, quarters)


def greyed(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """A drawing as printed in black and white."""
    return recoloured(shapes, lambda name: name and grey(colour(name)))


@cache
def grey(ink: str) -> str:
    """The grey, as #rrggbb, that is as bright as a colour."""
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    level = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def drawn(shapes: Iterable[Shape], unit: float = 1.0) -> list[Shape]:
    """The shapes of a drawing at `unit` mm per unit, prepared for printers: no line is too thin, and dashes are
    separate lines.
    """
    scaled = shapes if unit == 1 else placed(shapes, 0, 0, unit)
    return [part for shape in scaled for part in _drawn(shape)]


def _drawn(shape: Shape) -> list[Shape]:
    match shape:
        case Thing(_, inner):
            return [part for one in inner for part in _drawn(one)]
        case Line(points, stroke, width, dashed, flat):
            if not dashed and width >= THINNEST:
                return [shape]
            lines = dashes(points, 3 * width, 2 * width) if dashed else (points,)
            return [Line(line, stroke, max(THINNEST, width), flat=dashed or flat) for line in lines]
        case Polygon(stroke=stroke, width=width) | Circle(stroke=stroke, width=width):
            return [replace(shape, width=THINNEST) if stroke and 0 < width < THINNEST else shape]
        case Text():
            return [shape]


def dashes(line: Polyline, dash: float, gap: float) -> list[Polyline]:
    """A line in dashes of the given length, with gaps between them, continuing around its corners."""
    found: list[list[Point]] = []
    at = 0.0  # the distance into the current dash, or into the gap after it
    for (ax, ay), (bx, by) in pairwise(line):
        length, done = hypot(bx - ax, by - ay), 0.0
        while length - done > ROUNDING:
            step = min((dash if at < dash else dash + gap) - at, length - done)
            start, end = (
                (ax + (bx - ax) * share / length, ay + (by - ay) * share / length)
                for share in (done, done + step)
            )
            if at < dash:
                if at > 0:
                    found[-1].append(end)
                else:
                    found.append([start, end])
            done, at = done + step, at + step
            if at > dash + gap - ROUNDING:
                at = 0.0
            elif abs(at - dash) < ROUNDING:
                at = dash
    return [tuple(points) for points in found]


def within(shapes: Iterable[Shape], window: Box) -> list[Shape]:
    """The part of a drawing inside `window`: outlines are clipped, and text is kept entirely or not at all."""
    return [part for shape in shapes for part in _within(shape, window)]


def _within(shape: Shape, window: Box) -> Sequence[Shape]:
    match shape:
        case Text():
            return [shape] if window.holds(box_of(shape)) else []
        case Thing(_, inner):
            return within(inner, window)
        case _:
            return cut(shape, window)


def box_of(text: Text) -> Box:
    """The bounding box of a piece of text."""
    width, up, down = width_of(text), ASCENT * text.size, DESCENT * text.size
    before = BACK[text.anchor] * width
    # its extent to the left, up, right and down; each quarter turn moves one side to the next
    reach = (before, up, width - before, down)
    left, top, right, bottom = (reach[(side - text.quarters) % 4] for side in range(4))
    return Box(text.x - left, text.y - top, text.x + right, text.y + bottom)


def kept_in(shape: Shape, window: Box) -> Shape:
    """`shape`, except that text is moved and shrunk as far as necessary to fit into `window`: letters are never dropped."""
    if not isinstance(shape, Text) or window.holds(box_of(shape)):
        return shape
    left, top, right, bottom = box_of(shape)
    width, height = window.right - window.left, window.bottom - window.top
    share = min(1.0, (width - ROUNDING) / (right - left), (height - ROUNDING) / (bottom - top))
    smaller = replace(shape, size=shape.size * share)
    left, top, right, bottom = box_of(smaller)
    across = max(window.left - left, 0.0) or min(window.right - right, 0.0)
    down = max(window.top - top, 0.0) or min(window.bottom - bottom, 0.0)
    return replace(smaller, x=smaller.x + across, y=smaller.y + down)
