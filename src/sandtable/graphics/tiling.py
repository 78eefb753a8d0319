"""Sheets of paper at true scale: printable areas, the tiling of large things with overlapping sheets, and the marks on these.

All lengths are in mm; marks are drawn relative to the corner of what they surround.
"""

from collections.abc import Iterable, Iterator
from math import ceil
from typing import NamedTuple

from sandtable.graphics.clipping import Box, Polyline
from sandtable.graphics.drawing import Line, Polygon, Shape, Text, box
from sandtable.graphics.paper import PAPER, dashes
from sandtable.graphics.pdf import width_of

# width and height, upright
SHEETS = {"A4": (210.0, 297.0), "A3": (297.0, 420.0), "Letter": (215.9, 279.4)}
OVERLAP = 10.0
UNPRINTABLE = 5.0  # unprintable margin of most printers
MARGIN = 8.0
FOOT = 14.0  # below the drawing: bar and label
BAR = 40.0  # on every sheet
DASHES = (2.4, 1.6)  # length of dashes and of the gaps between them
MARK = (0.8, 2.8)  # start and end of cutting marks, as distances from what they surround
LEAST = 2.85  # font size: just over 8 points
GREY = "#5f594f"
CUT = "#6e675c"


class Layout(NamedTuple):
    """How something is cut into sheets: the paper, the part of it for the drawing, and the number of sheets."""

    paper: tuple[float, float]
    window: tuple[float, float]
    columns: int
    rows: int

    @property
    def total(self) -> int:
        """The number of sheets."""
        return self.columns * self.rows


class PaperSheet(NamedTuple):
    """One sheet: its position, counting from 0 at the upper left, and the part of the whole that it shows."""

    row: int
    column: int
    part: Box


def window_of(paper: tuple[float, float]) -> tuple[float, float]:
    """The part of a sheet for a drawing, with its upper left corner MARGIN from both edges."""
    return paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT


def layout(sheet: str, width: float, height: float) -> Layout:
    """The orientation of the paper, portrait or landscape, that needs fewer sheets; landscape on a tie."""
    short, long = SHEETS[sheet]
    return min(
        (_laid((long, short), width, height), _laid((short, long), width, height)), key=lambda it: it.total
    )


def _laid(paper: tuple[float, float], width: float, height: float) -> Layout:
    window = window_of(paper)
    return Layout(paper, window, _needed(width, window[0]), _needed(height, window[1]))


def _needed(length: float, window: float) -> int:
    # n windows cover n * (window - overlap) + overlap; a rounding error must not add a sheet
    return max(1, ceil((length - OVERLAP) / (window - OVERLAP) - 1e-9))


def parts(tiling: Layout, width: float, height: float) -> Iterator[PaperSheet]:
    """The sheets for something measuring `width` x `height`."""
    for row in range(tiling.rows):
        for column in range(tiling.columns):
            left, top = column * (tiling.window[0] - OVERLAP), row * (tiling.window[1] - OVERLAP)
            part = Box(left, top, min(left + tiling.window[0], width), min(top + tiling.window[1], height))
            yield PaperSheet(row, column, part)


def check_bar(x: float, y: float, size: float) -> list[Shape]:
    """The 40 mm bar that shows whether a printer kept to scale. (`x`, `y`) is its lower left corner, `size` that of its
    text.
    """
    height = size / 2
    rim = 0.15 * height
    gaps = (box(x + start, y - height + rim, 10 - rim, height - 2 * rim) for start in (10, 30))
    return [
        Polygon(box(x, y - height, BAR, height), "ink"),
        *(Polygon(gap, PAPER) for gap in gaps),
        Text(x + BAR + size / 2, y, size, "40 mm", GREY, "start"),
    ]


def marks(tiling: Layout, sheet: PaperSheet) -> list[Shape]:
    """Where to cut a sheet, and where the edges of the next sheets go; relative to the corner of the drawing."""
    width, height = sheet.part.right - sheet.part.left, sheet.part.bottom - sheet.part.top
    near, far = MARK
    drawn: list[Shape] = [Line(mark, "ink", 0.2) for mark in corners([Box(0, 0, width, height)])]
    number = sheet.row * tiling.columns + sheet.column + 1
    lines: list[Polyline] = []
    if sheet.column + 1 < tiling.columns:
        x = width - OVERLAP
        lines += [
            *dashes(((x, 0), (x, height)), *DASHES),
            ((x, -far), (x, -near)),
            ((x, height + near), (x, height + far)),
        ]
        drawn += _strip_label(width - OVERLAP / 2, height / 2, f"{number + 1}")
    if sheet.row + 1 < tiling.rows:
        y = height - OVERLAP
        lines += [
            *dashes(((0, y), (width, y)), *DASHES),
            ((-far, y), (-near, y)),
            ((width + near, y), (width + far, y)),
        ]
        below = f"{number + tiling.columns}"
        words = f"sheet {below} lies over this strip"
        # the last sheet of a row might be no wider than a finger
        fits = width_of(_label(0, 0, words)) + 2 < width
        drawn += _strip_label(width / 2, height - OVERLAP / 2, words if fits else below)
    return [*drawn, *(Line(line, CUT, 0.2) for line in lines)]


def _label(x: float, y: float, words: str) -> Text:
    return Text(x, y + 1.1, 3, words, CUT)


def _strip_label(x: float, y: float, words: str) -> list[Shape]:
    text = _label(x, y, words)
    half = width_of(text) / 2 + 1
    return [Polygon(box(x - half, y - 2, 2 * half, 4), PAPER), text]


def corners(boxes: Iterable[Box]) -> Iterator[Polyline]:
    """The marks at the corners of things to cut out, except those that would lie on another thing."""
    there = list(boxes)
    near, far = MARK
    for left, top, right, bottom in there:
        for x, out in ((left, -1), (right, 1)):
            for y, down in ((top, -1), (bottom, 1)):
                for line in (
                    ((x + near * out, y), (x + far * out, y)),
                    ((x, y + near * down), (x, y + far * down)),
                ):
                    if not any(_crosses(line, other) for other in there):
                        yield line


def _crosses(line: Polyline, other: Box) -> bool:
    (ax, ay), (bx, by) = line
    across = max(ax, bx) > other.left and min(ax, bx) < other.right
    along = max(ay, by) > other.top and min(ay, by) < other.bottom
    level = ay == by and across and other.top <= ay <= other.bottom
    upright = ax == bx and along and other.left <= ax <= other.right
    return level or upright


def plan(
    tiling: Layout, size: tuple[float, float], height: float, width: float, least: float = LEAST
) -> tuple[list[Shape], float]:
    """A small picture, at most `height` high, of how the sheets for something of this size fit together, and its scale.

    Its numbers are at least `least` high.
    """
    scale = min(height / size[1], width / size[0])
    edges, numbers = list[Shape](), list[Shape]()
    for number, one in enumerate(parts(tiling, *size), 1):
        left, top, right, bottom = (scale * side for side in one.part)
        letters = max(least, min(3.4, (bottom - top) / 2, (right - left) * 0.35))
        y = (top + bottom) / 2 + 0.36 * letters
        edges.append(Polygon(box(left, top, right - left, bottom - top), "", CUT, 0.15))
        numbers.append(Text((left + right) / 2, y, letters, str(number), bold=True))
    return [*edges, *numbers], scale


GLUING = (
    f"Each sheet repeats the last {OVERLAP:g} mm of the one to its left and of the one above it. Cut each sheet at its left "
    "and upper corner marks and lay it over those strips, up to their dashed lines, so that the drawing runs on; the numbers "
    "in the strips say which sheet comes there. Glue or tape it from behind, and cut off what is left at the right and at the "
    "bottom."
)
MEASURE = "Print without fitting to the page (100 %, actual size): the bar on every sheet must measure 40 mm."
