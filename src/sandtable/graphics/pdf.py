"""Drawings on paper: PDF files, and PNG pictures of them. The same drawing always gives the same bytes.

The fonts are those that every PDF reader has, and for other letters those of `typefaces`, embedded: none is taken from the
machine that makes the file or shows it.
"""

import re
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import pypdfium2
from fpdf import FPDF
from fpdf.enums import StrokeCapStyle, StrokeJoinStyle, TextMode
from fpdf.fonts import SubsetMap, TTFFont

from sandtable.graphics.drawing import (
    CARD,
    LINE,
    Circle,
    Drawing,
    Line,
    Point,
    Polygon,
    Shape,
    Text,
    Thing,
    colour,
)
from sandtable.graphics.substitutes import printable
from sandtable.graphics.typefaces import FontRun, parts, plain, tidy

POINT = 25.4 / 72  # mm
# the same drawing gives the same bytes, so the file cannot say when it was made
MADE = datetime(2000, 1, 1, tzinfo=UTC)
# pdfium works for one thread at a time
_one_at_a_time = Lock()

# of a picture, the longer side
PIXELS = 1200
# the colours of the dark page, see web/src/styles.css
PAGE, WORDS, MUTED, ACCENT = "#14171c", "#e9edf2", "#a7b2c0", "#f2b84b"
A4 = (210.0, 297.0)
MARGIN = 15.0


class Placement(NamedTuple):
    """Where a drawing goes on a sheet: its upper left corner and the length of its unit, in mm."""

    x: float
    y: float
    unit: float

    def of(self, point: Point) -> Point:
        """Where a point of the drawing lies on the sheet."""
        return self.x + point[0] * self.unit, self.y + point[1] * self.unit


_SHEET = Placement(0, 0, 1)
COURIER = 0.6  # the width of its letters, in sizes
BOLD = 0.03  # the width of the line around letters that are made bold, in sizes
VARIATIONS = ("HVAR", "MVAR", "STAT", "VVAR", "avar", "fvar", "gvar")


def blank(title: str) -> FPDF:
    """A PDF file without a sheet, called `title`, that is measured in mm."""
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    made.c_margin = 0
    # readers show it in a font of their own
    made.set_title(printable(title, ""))
    made.set_creation_date(MADE)
    return made


def add_sheet(made: FPDF, width: float, height: float) -> Any:
    """Adds a sheet of that size in mm; what is drawn while the context that is returned is open has round ends and corners."""
    # the library wants the short side first
    landscape = width > height
    size = (height, width) if landscape else (width, height)
    made.add_page("landscape" if landscape else "portrait", format=size)
    return made.local_context(stroke_cap_style=StrokeCapStyle.ROUND, stroke_join_style=StrokeJoinStyle.ROUND)


def finished(made: FPDF) -> bytes:
    """The bytes of a PDF file, to which nothing can be added any more."""
    data = bytes(made.output())
    # the library would keep the fonts of each file for as long as the process runs
    SubsetMap.pick.cache_clear()
    SubsetMap.get_glyph.cache_clear()
    return data


def set_font(made: FPDF, size: float, bold: bool, monospace: bool = False) -> None:
    """Takes Helvetica, or Courier, in letters `size` mm high."""
    made.set_font("Courier" if monospace else "Helvetica", style="B" if bold else "", size=size / POINT)


def width_of(made: FPDF, words: str) -> float:
    """How wide `words` are in the font that is set, in mm."""
    found = parts(words)
    if not found:
        return made.get_string_width(plain(words))
    family, style, size = made.font_family, made.font_style, made.font_size_pt
    width = sum(_width_of_part(made, part, size) for part in found)
    made.set_text_shaping(False)
    made.set_font(family, style, size)
    return width


def set_words(made: FPDF, x: float, y: float, words: str) -> None:
    """Sets `words` from `x` on the baseline `y`, in the font that is set or, where it lacks letters, in `typefaces`."""
    found = parts(words)
    if not found:
        made.text(x, y, plain(words))
        return
    family, style, size = made.font_family, made.font_style, made.font_size_pt
    with (
        made.local_context(draw_color=made.text_color, line_width=BOLD * size * POINT),
        _read_as(made, tidy(words)),
    ):
        # the typefaces have one weight
        made.text_mode = TextMode.FILL_STROKE if "B" in style else TextMode.FILL
        for part in found:
            width = _width_of_part(made, part, size)
            # a cell writes at this height
            made.set_xy(x, y - 0.8 * made.font_size)
            made.cell(width, made.font_size, part.words)
            x += width
    made.set_text_shaping(False)
    made.set_font(family, style, size)


@contextmanager
def _read_as(made: FPDF, words: str) -> Generator[None]:
    """Says what readers copy and search: a letter can be several shapes, in another order."""
    # pdfium leaves out what is outside Unicode's first plane, as emoji, and reads these right from their shapes
    if any(ord(one) > 0xFFFF for one in words):
        yield
        return
    read = f"FEFF{words.encode('utf-16-be').hex()}"
    made._out(f"/Span <</ActualText <{read}>>> BDC")  # pyright: ignore[reportPrivateUsage]
    yield
    made._out("EMC")  # pyright: ignore[reportPrivateUsage]


def _width_of_part(made: FPDF, part: FontRun, size: float) -> float:
    """How wide a part is at that size in points; its typeface and direction are set then."""
    family = part.typeface.stem.lower()
    if family not in made.fonts:
        made.add_font(family, fname=part.typeface)
        font = made.fonts[family]
        assert isinstance(font, TTFFont)
        # other weights are not needed in the file
        for table in VARIATIONS:
            if table in font.ttfont:
                del font.ttfont[table]
    made.set_font(family, size=size)
    made.set_text_shaping(direction="rtl" if part.leftward else "ltr")
    return made.get_string_width(part.words)


def pictured(pdf: bytes, pixels: int, sheet: int = 0) -> bytes:
    """A PNG picture of a sheet of `pdf`, counted from 0: `pixels` across, and it says how many make a metre."""
    image, dots = _rendered(pdf, pixels, sheet)
    file = BytesIO()
    image.save(file, "png", dpi=(dots, dots))
    return file.getvalue()


def _rendered(pdf: bytes, pixels: int, sheet: int = 0) -> tuple[Any, float]:
    """A sheet of `pdf` as an image of Pillow, `pixels` across, and how many dots of it make an inch."""
    with _one_at_a_time:
        document: Any = pypdfium2.PdfDocument(pdf)
        points = document[sheet].get_width()
        # a little less: the library rounds up
        image = document[sheet].render(scale=(pixels - 0.01) / points).to_pil()
        document.close()
    return image, pixels / points * 72


def to_png(drawing: Drawing, pixels: int = PIXELS) -> bytes:
    """The drawing as PNG, its longer side of so many pixels."""
    return pictured(*_on_one_sheet(drawing, pixels))


def to_pixels(drawing: Drawing, pixels: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The drawing as red, green and blue, uint8[height, width, 3]; its longer side has `pixels`."""
    image, _ = _rendered(*_on_one_sheet(drawing, pixels))
    return np.asarray(image.convert("RGB"))


def _on_one_sheet(drawing: Drawing, pixels: int) -> tuple[bytes, int]:
    """The drawing as a PDF file of one sheet, and how many pixels it is wide if its longer side has `pixels`."""
    scale = pixels / max(drawing.width, drawing.height)
    made = blank(drawing.title)
    width = drawing.width * scale
    with add_sheet(made, width, drawing.height * scale):
        _board(made, drawing, Placement(0, 0, scale))
    return finished(made), round(width)


def to_pdf(drawing: Drawing, heading: str, lines: Iterable[str]) -> bytes:
    """A sheet of A4 with the drawing under its heading, and `lines` of words below, on further sheets where they need them."""
    made = blank(heading)
    width, height = A4[0] - 2 * MARGIN, A4[1] - 5 * MARGIN
    with add_sheet(made, *A4):
        _write(made, Text(MARGIN, 1.5 * MARGIN, 7, heading, anchor="start", bold=True), room=width)
        place = _fitted(drawing, MARGIN, 2 * MARGIN, width, height)
        _board(made, drawing, place._replace(y=2 * MARGIN))
    size, y = 3.6, 2.5 * MARGIN + drawing.height * place.unit
    for words in (part for line in lines for part in _wrapped(made, line, size, width)):
        if y > A4[1] - MARGIN:
            add_sheet(made, *A4)
            y = 1.5 * MARGIN
        _write(made, Text(MARGIN, y, size, words, anchor="start"))
        y += LINE * size
    return finished(made)


def card(drawing: Drawing, heading: str, sides: Sequence[str]) -> bytes:
    """The drawing beside the name of its game and those of the sides, as PNG of the size that messengers show."""
    width, height = CARD
    left, room, margin, y = 48.0, 400.0, 30.0, 190.0
    made = blank(heading)
    with add_sheet(made, width, height):
        _paint(made, Polygon(((0, 0), (width, 0), (width, height), (0, height)), PAGE), _SHEET)
        _write(made, Text(left, 92, 26, "SANDTABLE", ACCENT, "start", bold=True))
        for words in _wrapped(made, heading, 64, room, bold=True):
            _write(made, Text(left, y, 64, words, WORDS, "start", bold=True), room=room)
            y += 70
        for words in _wrapped(made, " against ".join(sides), 32, room):
            _write(made, Text(left, y, 32, words, WORDS, "start"), room=room)
            y += 40
        lines = _wrapped(made, drawing.title, 24, room)[:4]
        for n, words in enumerate(lines):
            _write(made, Text(left, height - 48 - 32 * (len(lines) - 1 - n), 24, words, MUTED, "start"))
        x = left + room + margin
        _board(made, drawing, _fitted(drawing, x, margin, width - x - margin, height - 2 * margin))
    return pictured(finished(made), width)


def _fitted(drawing: Drawing, x: float, y: float, width: float, height: float) -> Placement:
    """The place in which the drawing fills the room as far as it can, in its middle."""
    unit = min(width / drawing.width, height / drawing.height)
    return Placement(x + (width - unit * drawing.width) / 2, y + (height - unit * drawing.height) / 2, unit)


def _board(made: FPDF, drawing: Drawing, place: Placement) -> None:
    """Paints the drawing on its ground, and nothing beyond that."""
    width, height = drawing.width * place.unit, drawing.height * place.unit
    with made.rect_clip(place.x, place.y, width, height):
        made.set_fill_color(colour("ground"))
        made.rect(place.x, place.y, width, height, style="F")
        for shape in drawing.shapes:
            _paint(made, shape, place)


def _paint(made: FPDF, shape: Shape, place: Placement) -> None:
    match shape:
        case Polygon(points, fill, stroke, width):
            style = _style(made, fill, stroke, width * place.unit)
            if style:
                made.polyline([place.of(point) for point in points], polygon=True, style=style)
        case Circle(x, y, radius, fill, stroke, width):
            style = _style(made, fill, stroke, width * place.unit)
            if style:
                made.circle(*place.of((x, y)), radius * place.unit, style=style)
        case Line(points, stroke, width, dashed, flat):
            _style(made, "", stroke, width * place.unit)
            dash = width * place.unit if dashed else 0
            with (
                made.local_context(stroke_cap_style=StrokeCapStyle.BUTT) if dashed or flat else nullcontext()
            ):
                made.set_dash_pattern(3 * dash, 2 * dash)
                made.polyline([place.of(point) for point in points], style="D")
                made.set_dash_pattern()
        case Text():
            _write(made, shape, place)
        case Thing(_, shapes):
            for inner in shapes:
                _paint(made, inner, place)


def _style(made: FPDF, fill: str, stroke: str, width: float) -> str:
    lined = bool(stroke) and width > 0
    if fill:
        made.set_fill_color(colour(fill))
    if lined:
        made.set_draw_color(colour(stroke))
        made.set_line_width(width)
    return ("D" if lined else "") + ("F" if fill else "")


def _write(made: FPDF, text: Text, place: Placement = _SHEET, room: float = 0) -> None:
    """Writes a text, smaller where it would be wider than `room`, if that is given."""
    if text.monospace and text.anchor == "start" and parts(text.words):
        # the typefaces have letters of several widths, so each word keeps its column
        for word in re.finditer(r"\S+", text.words):
            at = replace(text, x=text.x + word.start() * COURIER * text.size, words=word[0], monospace=False)
            _write(made, at, place, len(word[0]) * COURIER * text.size * place.unit)
        return
    size = text.size * place.unit
    set_font(made, size, text.bold, text.monospace)
    width = width_of(made, text.words)
    if room and width > room:
        size *= room / width
        width = room
        set_font(made, size, text.bold, text.monospace)
    made.set_text_color(colour(text.fill))
    x, y = place.of((text.x, text.y))
    set_words(made, x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width, y, text.words)


def _wrapped(made: FPDF, words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """`words` in lines that are no wider than `room`, but for single words that are."""
    set_font(made, size, bold)
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(made, longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
