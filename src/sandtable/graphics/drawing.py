"""A drawing of a viewer's knowledge of a match: shapes in units of the board, and words for people who cannot see it.

A game declares one function from a view to a `Drawing`. All pictures made without a browser, and the table of a game
without its own client, come from it. Shapes are painted in order; x runs to the right, y down.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from math import cos, hypot, pi, sin
from typing import Literal, NamedTuple

Point = tuple[float, float]

# colours by role; text on a colour in the right column is in `paper`, on one in the left in `ink`
COLOURS = {
    "ground": "#1b222c",  # behind the board
    "board": "#efe6d2",
    "shade": "#dccfb2",  # alternate places, or special ones
    "paper": "#fbf8f0",
    "line": "#8a7f6a",
    "ink": "#221e18",
    "faint": "#9aa4b2",  # text on the background
    "first": "#1f3a80",  # the side in seat 0
    "second": "#b5482a",  # the side in seat 1
    "on first": "#fbf8f0",  # text on these
    "on second": "#fbf8f0",
    "mark": "#e0a526",  # pending, or done last
    "red": "#e2a196",
    "blue": "#a9bfe8",
    "green": "#b9d19c",
    "dark green": "#8bb073",
    "yellow": "#eed98f",
    "brown": "#cfae84",
    "grey": "#b3aca0",
    "water": "#9cc4dd",
}
SIDES = ("first", "second")
ON_SIDES = ("on first", "on second")
SIDE_COLOURS = (COLOURS["first"], COLOURS["second"])
# minimum contrast of text (WCAG 2.2); and minimum difference between two colours in red, green or blue
READABLE, APART = 4.5, 64
# the size that messengers expect for link pictures
CARD = (1200, 630)
# width and height of monospace text, in font sizes
LETTER, LINE = 0.62, 1.35


def colour(name: str) -> str:
    """The colour of a role, or `name` itself if it is a #rrggbb colour; `ValueError` lists the roles."""
    if name in COLOURS:
        return COLOURS[name]
    if re.fullmatch("#[0-9a-f]{6}", name):
        return name
    raise ValueError(f"there is no colour {name!r}: give #rrggbb or one of {', '.join(COLOURS)}")


def contrast(one: str, other: str) -> float:
    """The contrast between two #rrggbb colours by WCAG 2.2, from 1 to 21."""
    low, high = sorted(map(_luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (part / 255 for part in _parts(colour))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def letters_on(colour: str) -> str:
    """Paper or ink, whichever has more contrast with a #rrggbb colour."""
    return max((COLOURS["paper"], COLOURS["ink"]), key=partial(contrast, colour))


def tint_of(colour: str) -> str:
    """A light tint of a #rrggbb colour, for outlines and text on a dark page."""
    return "#" + "".join(f"{(part + 3 * 255) // 4:02x}" for part in _parts(colour))


def refused(sides: tuple[str, str]) -> str:
    """Why two sides cannot have these colours, in words; "" if they can."""
    for colour in sides:
        if not re.fullmatch("#[0-9a-f]{6}", colour):
            return f"a colour is #rrggbb in small letters, not {colour!r}"
        read = contrast(colour, letters_on(colour))
        if read < READABLE:
            return (
                f"letters on {colour} have a contrast of {read:.1f} at best, and need {READABLE}: "
                "make it darker or lighter"
            )
    if max(abs(a - b) for a, b in zip(*map(_parts, sides), strict=True)) < APART:
        return f"{sides[0]} and {sides[1]} are too much alike to tell the sides apart"
    return ""


def coloured(drawing: "Drawing", sides: tuple[str, str]) -> "Drawing":
    """The drawing with the sides in these colours, and readable text on them."""
    if sides == SIDE_COLOURS:
        return drawing
    named: dict[str, str] = dict(zip((*SIDES, *ON_SIDES), (*sides, *map(letters_on, sides)), strict=True))
    return replace(drawing, shapes=recoloured(drawing.shapes, lambda name: named.get(name, name)))


def recoloured(shapes: "Iterable[Shape]", paint: Callable[[str], str]) -> "tuple[Shape, ...]":
    """Shapes with each of their colours replaced by `paint`."""

    def changed(shape: Shape) -> Shape:
        match shape:
            case Thing(shapes=inner):
                return replace(shape, shapes=tuple(map(changed, inner)))
            case Line(stroke=one):
                return shape if paint(one) == one else replace(shape, stroke=paint(one))
            case Text(fill=one):
                return shape if paint(one) == one else replace(shape, fill=paint(one))
            case Polygon(fill=one, stroke=other) | Circle(fill=one, stroke=other):
                same = paint(one) == one and paint(other) == other
                return shape if same else replace(shape, fill=paint(one), stroke=paint(other))

    return tuple(map(changed, shapes))


@dataclass(frozen=True)
class Polygon:
    """A closed line through `points`, filled and stroked with colours (see `colour`); "" for none."""

    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Circle:
    """A circle about (`x`, `y`)."""

    x: float
    y: float
    radius: float
    fill: str = ""
    stroke: str = ""
    width: float = 0.0


@dataclass(frozen=True)
class Line:
    """An open line through `points`. Its ends are round; those of dashes and of a `flat` line are square."""

    points: tuple[Point, ...]
    stroke: str = "ink"
    width: float = 1.0
    dashed: bool = False
    flat: bool = False


@dataclass(frozen=True)
class Text:
    """One line of text with its baseline at `y`; `anchor` says which part of it is at `x`.

    It is rotated clockwise about (`x`, `y`) by `quarters` of a full turn.
    """

    x: float
    y: float
    size: float
    words: str
    fill: str = "ink"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    monospace: bool = False
    quarters: int = 0


class Place(NamedTuple):
    """Where a piece of the side `seat` is, in units of the board, and the name of the place, or ""."""

    seat: int
    x: float
    y: float
    name: str = ""


@dataclass(frozen=True)
class Thing:
    """Shapes that make up one thing on the board, and its description; for a side's piece, also its place."""

    words: str
    shapes: tuple["Shape", ...]
    place: Place | None = None


Outline = Polygon | Circle | Line
Shape = Outline | Text | Thing


class Look(NamedTuple):
    """How an outline is painted; without a `stroke` it has no `width`, and ends that are `cut` are not round."""

    fill: str
    stroke: str
    width: float
    cut: bool
    dashed: bool


def runs(shapes: Iterable[Shape]) -> Iterator[tuple[Look | None, Iterator[Shape]]]:
    """Runs of outlines with the same look, each with that look; everything else with None. Invisible shapes are left
    out.
    """
    return ((look, run) for look, run in groupby(shapes, look_of) if look is None or look.fill or look.stroke)


def look_of(shape: Shape) -> Look | None:
    """The look of an outline; None for everything else."""
    match shape:
        case Line(_, stroke, width, dashed, flat):
            fill, cut = "", dashed or flat
        case Polygon(fill=fill, stroke=stroke, width=width) | Circle(fill=fill, stroke=stroke, width=width):
            cut = dashed = False
        case Text() | Thing():
            return None
    return (
        Look(fill, stroke, width, cut, dashed) if stroke and width > 0 else Look(fill, "", 0.0, cut, dashed)
    )


@dataclass(frozen=True)
class Drawing:
    """A board of `width` by `height` units, called `title`, on its background.

    `words` is a description, one sentence per line; by default the descriptions of its things.
    """

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]
    words: tuple[str, ...] = ()

    def told(self) -> tuple[str, ...]:
        """A description of the drawing in lines, for people who cannot see it."""
        return self.words or tuple(shape.words for shape in self.shapes if isinstance(shape, Thing))


@dataclass(frozen=True)
class Page:
    """A sheet of paper with shapes positioned from its upper left corner, in mm."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Illustration:
    """A drawing between passages of text, with its caption."""

    drawing: Drawing
    caption: str


# shapes shared by games


def moved(shape: Shape, right: float, down: float) -> Shape:
    """The shape, moved."""
    return placed((shape,), right, down)[0]


def placed(
    shapes: Iterable[Shape], x: float, y: float, scale: float = 1.0, degrees: float = 0.0
) -> tuple[Shape, ...]:
    """Shapes centred on 0, scaled by `scale`, rotated clockwise and moved to (`x`, `y`); text stays upright."""
    across, down = (cos(pi * degrees / 180), sin(pi * degrees / 180)) if degrees else (1.0, 0.0)
    return mapped(shapes, x, y, scale * across, scale * down, scale)


def mapped(
    shapes: Iterable[Shape], x: float, y: float, across: float, down: float, scale: float, quarters: int = 0
) -> tuple[Shape, ...]:
    """Shapes with the origin moved to (`x`, `y`), and the unit vector to the right mapped to (`across`, `down`).

    Lengths are scaled by `scale`, and text is rotated by `quarters`.
    """

    def points_of(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple([(x + a * across - b * down, y + a * down + b * across) for a, b in points])

    def changed(shape: Shape) -> Shape:
        match shape:
            case Polygon(points, fill, stroke, width):
                return Polygon(points_of(points), fill, stroke, width * scale)
            case Line(points, stroke, width, dashed, flat):
                return Line(points_of(points), stroke, width * scale, dashed, flat)
            case Circle(a, b, radius, fill, stroke, width):
                ((a, b),) = points_of(((a, b),))
                return Circle(a, b, radius * scale, fill, stroke, width * scale)
            case Text(a, b, size, words, fill, anchor, bold, monospace, turned):
                ((a, b),) = points_of(((a, b),))
                turned = (turned + quarters) % 4
                return Text(a, b, size * scale, words, fill, anchor, bold, monospace, turned)
            case Thing(words, inner):
                return Thing(words, tuple(map(changed, inner)))

    return tuple(map(changed, shapes))


def arrow(
    start: Point, end: Point, width: float, stroke: str = "ink", dashed: bool = False
) -> tuple[Shape, ...]:
    """An arrow whose head is four times as wide as its line."""
    (a, b), (c, d) = start, end
    long = max(hypot(c - a, d - b), 1e-9)
    along, head = ((c - a) / long, (d - b) / long), 5 * width
    neck = c - head * along[0], d - head * along[1]
    sides = ((neck[0] - n * along[1], neck[1] + n * along[0]) for n in (2 * width, -2 * width))
    return Line((start, neck), stroke, width, dashed), Polygon((end, *sides), stroke)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """The corners of a rectangle with its first corner at (`x`, `y`)."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def around(x: float, y: float, radius: float, corners: int, first: float = 0.0) -> tuple[Point, ...]:
    """The corners of a regular polygon around (`x`, `y`), the first one `first` degrees clockwise from the right."""
    angles = [pi * (first / 180 + 2 * n / corners) for n in range(corners)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def piece(
    seat: int, x: float, y: float, radius: float, sign: str = "", marked: bool = False
) -> tuple[Shape, ...]:
    """A piece of a side with a sign on it: a disc for seat 0, a diamond for seat 1, so colours are never needed to tell
    them apart.
    """
    ring = ("mark", radius / 5) if marked else ("paper", radius / 12)
    body: Shape = (
        Circle(x, y, radius, SIDES[0], *ring)
        if seat == 0
        else Polygon(around(x, y, 1.2 * radius, 4), SIDES[1], *ring)
    )
    size = radius if len(sign) < 2 else 1.5 * radius / len(sign)
    return (body, Text(x, y + 0.35 * size, size, sign, ON_SIDES[seat], bold=True)) if sign else (body,)


def written(title: str, lines: Sequence[str]) -> Drawing:
    """Lines of monospace text, for a game that declares no drawing."""
    width = max(map(len, lines), default=0)
    shown = tuple(
        Text(1, 1 + (n + 1) * LINE - 0.35, 1, line, "paper", "start", monospace=True)
        for n, line in enumerate(lines)
    )
    return Drawing(2 + LETTER * width, 2 + LINE * len(lines), title, shown, tuple(lines))
