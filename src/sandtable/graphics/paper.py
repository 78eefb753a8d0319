"""Drawings for paper: paths and texts in mm from the top left, painted in order; as SVG, as PDF, and as pictures of that."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, pairwise
from math import cos, hypot, pi, sin
from threading import Lock
from xml.sax.saxutils import escape, quoteattr

from fpdf import FPDF
from fpdf.enums import RenderStyle, StrokeCapStyle

from sandtable.graphics import drawing
from sandtable.graphics.clipping import Box, cut_area, cut_line
from sandtable.graphics.drawing import colour
from sandtable.graphics.pdf import POINT, add_sheet, blank, finished, pictured, set_font, set_words
from sandtable.graphics.pdf import width_of as width_in
from sandtable.graphics.substitutes import printable
from sandtable.graphics.typefaces import parts, plain

Point = tuple[float, float]
Line = tuple[Point, ...]

INK = "#221e18"
PAPER = "#ffffff"
THINNEST = 0.12  # mm: what a common printer still draws without gaps
ROUND, SMALL = 48, 6.0  # corners of a circle; those with a smaller radius in mm have half of them
ROUNDING = 1e-6
_one_at_a_time = Lock()
ASCENT, DESCENT = 0.75, 0.22  # how far letters reach above and below their line, in sizes


@dataclass(frozen=True)
class Paths:
    """Lines of one style: stroked with `ink` where `width` (mm) is given, closed and filled with `fill` where that is given.

    Their ends are round, or cut off where they are `flat`.
    """

    lines: tuple[Line, ...]
    ink: str = INK
    width: float = 0.0
    fill: str = ""
    flat: bool = False


@dataclass(frozen=True)
class PaperText:
    """A line of text, `size` mm high, on the baseline `y`; `x` is its start, or its middle or end with `anchor`.

    It is turned clockwise about (`x`, `y`) by `quarters` of a full turn.
    """

    x: float
    y: float
    size: float
    words: str
    anchor: str = "start"
    bold: bool = False
    ink: str = INK
    quarters: int = 0


Item = Paths | PaperText


@dataclass(frozen=True)
class Page:
    """A drawing with the size of its paper, in mm."""

    width: float
    height: float
    items: tuple[Item, ...]


def box(left: float, top: float, right: float, bottom: float) -> Line:
    """A closed rectangle as a line."""
    return ((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


@cache
def _font(style: str) -> FPDF:
    # one for each style, so that threads that measure do not change each other's
    pdf = FPDF(unit="mm")
    pdf.set_font("Helvetica", style=style, size=72)
    return pdf


@lru_cache(maxsize=8192)
def _units(words: str, bold: bool) -> float:
    if not parts(words):
        return _font("B" if bold else "").get_string_width(plain(words)) / (72 * POINT)
    with _one_at_a_time:
        return width_in(_other_letters(), words) / (72 * POINT)


@cache
def _other_letters() -> FPDF:
    # it takes the typefaces that it measures with, one after the other
    made = blank("")
    set_font(made, 72 * POINT, bold=False)
    return made


def width_of(text: PaperText) -> float:
    """How wide `text` is, in mm."""
    return _units(text.words, text.bold) * text.size


def fitted(text: PaperText, width: float) -> PaperText:
    """`text`, smaller where it would be wider than `width` mm."""
    return replace(text, size=text.size * min(1.0, width / max(width_of(text), 1e-6)))


def wrapped(text: PaperText, width: float, leading: float = 1.35) -> list[PaperText]:
    """`text` broken into lines of at most `width` mm, each `leading` sizes below the one before."""
    lines: list[PaperText] = []
    words = text.words.split()
    while words:
        count = next(
            (
                n
                for n in range(len(words), 1, -1)
                if width_of(replace(text, words=" ".join(words[:n]))) <= width
            ),
            1,
        )
        y = text.y + len(lines) * leading * text.size
        lines.append(fitted(replace(text, y=y, words=" ".join(words[:count])), width))
        words = words[count:]
    return lines


def moved(items: Iterable[Item], right: float, down: float) -> list[Item]:
    """The same drawing elsewhere."""
    return [
        replace(item, x=item.x + right, y=item.y + down)
        if isinstance(item, PaperText)
        else replace(item, lines=tuple(tuple((x + right, y + down) for x, y in line) for line in item.lines))
        for item in items
    ]


def turned(items: Iterable[Item], width: float, height: float, quarters: int) -> list[Item]:
    """A drawing of that size, turned clockwise by quarters of a full turn; its upper left corner stays where it was."""

    def point(x: float, y: float) -> Point:
        return ((x, y), (height - y, x), (width - x, height - y), (y, width - x))[quarters]

    def text(item: PaperText) -> PaperText:
        x, y = point(item.x, item.y)
        return replace(item, x=x, y=y, quarters=(item.quarters + quarters) % 4)

    return [
        text(item)
        if isinstance(item, PaperText)
        else replace(item, lines=tuple(tuple(point(x, y) for x, y in line) for line in item.lines))
        for item in items
    ]


def greyed(items: Iterable[Item]) -> list[Item]:
    """A drawing as a printer without colours shows it."""
    return [
        replace(item, ink=grey(item.ink))
        if isinstance(item, PaperText)
        else replace(item, ink=grey(item.ink), fill=item.fill and grey(item.fill))
        for item in items
    ]


@cache
def grey(ink: str) -> str:
    """The grey, as #rrggbb, that is as bright as a colour."""
    red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
    level = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


def drawn(shapes: Iterable[drawing.Shape], unit: float) -> list[Item]:
    """The shapes of a drawing at `unit` mm a unit; lines that look alike and follow one another are one item."""
    items = (item for shape in shapes for item in _drawn(shape, unit))
    return [item for like, run in groupby(items, _look) for item in _joined(like, run)]


def _look(item: Item) -> Paths | None:
    return replace(item, lines=()) if isinstance(item, Paths) and not item.fill else None


def _joined(like: Paths | None, run: Iterator[Item]) -> Iterable[Item]:
    if like is None:
        return run
    return [
        replace(like, lines=tuple(line for item in run if isinstance(item, Paths) for line in item.lines))
    ]


def _drawn(shape: drawing.Shape, unit: float) -> list[Item]:
    match shape:
        case drawing.Polygon(points, fill, stroke, width):
            return _area([(x * unit, y * unit) for x, y in points], fill, stroke, width * unit)
        case drawing.Circle(x, y, radius, fill, stroke, width):
            count = ROUND if radius * unit > SMALL else ROUND // 2
            corners = [2 * pi * n / count for n in range(count)]
            ring = [((x + radius * cos(turn)) * unit, (y + radius * sin(turn)) * unit) for turn in corners]
            return _area(ring, fill, stroke, width * unit)
        case drawing.Line(points, stroke, width, dashed, flat):
            line = tuple((x * unit, y * unit) for x, y in points)
            lines = tuple(dashes(line, 3 * width * unit, 2 * width * unit)) if dashed else (line,)
            return [Paths(lines, colour(stroke), max(THINNEST, width * unit), flat=dashed or flat)]
        case drawing.Text(x, y, size, words, fill, anchor, bold):
            return [PaperText(x * unit, y * unit, size * unit, words, anchor, bold, colour(fill))]
        case drawing.Thing(_, shapes):
            return drawn(shapes, unit)


def _area(points: Sequence[Point], fill: str, stroke: str, width: float) -> list[Item]:
    lined = max(THINNEST, width) if stroke and width > 0 else 0.0
    if not fill and not lined:
        return []
    ink = colour(stroke) if lined else INK
    return [Paths(((*points, points[0]),), ink, lined, colour(fill) if fill else "")]


def dashes(line: Line, dash: float, gap: float) -> list[Line]:
    """A line in dashes of that length, with gaps between, which run on around its corners."""
    found: list[list[Point]] = []
    at = 0.0  # how far along the dash that is due, or the gap after it
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


def within(items: Iterable[Item], window: Box) -> list[Item]:
    """The part of a drawing inside `window`: paths are cut off at its sides, a text is there whole or not at all."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, PaperText):
            if _holds(window, item):
                kept.append(item)
        elif item.fill:
            kept += _with(item, [part for line in item.lines for part in cut_area(line, window)])
        else:
            parts = [(part, part == line) for line in item.lines for part in cut_line(line, window)]
            kept += _with(item, [part for part, whole in parts if whole])
            kept += _with(replace(item, flat=True), [part for part, whole in parts if not whole])
    return kept


def _with(item: Paths, lines: Sequence[Line]) -> list[Item]:
    return [replace(item, lines=tuple(lines))] if lines else []


def box_of(text: PaperText) -> Box:
    """The room that a text takes."""
    width, up, down = width_of(text), ASCENT * text.size, DESCENT * text.size
    back = {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    before, after = back, width - back
    # how far it reaches to the left, up, to the right and down; each quarter brings one side to the next
    reach = (before, up, after, down)
    left, top, right, bottom = (reach[(side - text.quarters) % 4] for side in range(4))
    return Box(text.x - left, text.y - top, text.x + right, text.y + bottom)


def kept_in(item: Item, window: Box) -> Item:
    """`item`, but a text moved and made smaller as far as it must be to lie in `window`: letters are never left out."""
    if not isinstance(item, PaperText) or _holds(window, item):
        return item
    left, top, right, bottom = box_of(item)
    width, height = window.right - window.left, window.bottom - window.top
    share = min(1.0, (width - ROUNDING) / (right - left), (height - ROUNDING) / (bottom - top))
    smaller = replace(item, size=item.size * share)
    left, top, right, bottom = box_of(smaller)
    across = max(window.left - left, 0.0) or min(window.right - right, 0.0)
    down = max(window.top - top, 0.0) or min(window.bottom - bottom, 0.0)
    return replace(smaller, x=smaller.x + across, y=smaller.y + down)


def _holds(window: Box, text: PaperText) -> bool:
    left, top, right, bottom = box_of(text)
    return (
        window.left <= left + ROUNDING
        and right <= window.right + ROUNDING
        and window.top <= top + ROUNDING
        and bottom <= window.bottom + ROUNDING
    )


def svg(page: Page, title: str) -> bytes:
    """An SVG file of `page` at its true size."""
    width, height = _number(page.width), _number(page.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" '
        'stroke-linejoin="round" stroke-linecap="round">'
    )
    items = (_text(item) if isinstance(item, PaperText) else _paths(item) for item in page.items)
    return "\n".join([head, f"<title>{_escaped(title)}</title>", *items, "</svg>\n"]).encode()


def _paths(paths: Paths) -> str:
    data = "".join(_path(line) for line in paths.lines)
    cut = ' stroke-linecap="butt"' if paths.flat else ""
    stroke = f' stroke="{paths.ink}" stroke-width="{_number(paths.width)}"{cut}' if paths.width else ""
    return f'<path d="{data}" fill="{paths.fill or "none"}"{stroke}/>'


def _path(line: Line) -> str:
    closed = line[0] == line[-1]
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in (line[:-1] if closed else line))
    return f"M{points}{'z' if closed else ''}"


def _text(text: PaperText) -> str:
    bold = ' font-weight="bold"' if text.bold else ""
    x, y = _number(text.x), _number(text.y)
    turned = f' transform="rotate({90 * text.quarters} {x} {y})"' if text.quarters else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{_number(text.size)}" text-anchor={quoteattr(text.anchor)}{bold}{turned} '
        f"fill={quoteattr(text.ink)}>{_escaped(text.words)}</text>"
    )


def _escaped(words: str) -> str:
    # a file of XML cannot hold the others
    return escape(printable(words, ""))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """A PDF file of `pages`, each on paper of its own size."""
    made = blank(title)
    for page in pages:
        with add_sheet(made, page.width, page.height):
            for item in page.items:
                if isinstance(item, PaperText):
                    _write(made, item)
                else:
                    _draw(made, item)
    return finished(made)


def png(page: Page, pixels: int) -> bytes:
    """A picture of `page`, `pixels` wide, that says how many of them make a metre."""
    return pictured(pdf([page], ""), pixels)


def _draw(made: FPDF, paths: Paths) -> None:
    if paths.fill:
        made.set_fill_color(paths.fill)
    if paths.width:
        made.set_draw_color(paths.ink)
        made.set_line_width(paths.width)
    # by its name it would be looked up for each line
    style = RenderStyle.coerce(("D" if paths.width else "") + ("F" if paths.fill else ""))
    with made.local_context(stroke_cap_style=StrokeCapStyle.BUTT) if paths.flat else nullcontext():
        for line in paths.lines:
            made.polyline(line, polygon=bool(paths.fill) or line[0] == line[-1], style=style)


def _write(made: FPDF, text: PaperText) -> None:
    set_font(made, text.size, text.bold)
    made.set_text_color(text.ink)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width_of(text)
    if text.quarters:
        # the library turns the other way round
        with made.rotation(360 - 90 * text.quarters, text.x, text.y):
            set_words(made, text.x - back, text.y, text.words)
    else:
        set_words(made, text.x - back, text.y, text.words)
