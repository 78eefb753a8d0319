"""Drawings on paper: PDF files, and PNG pictures of them. The same drawing always gives the same bytes.

The fonts are those that every PDF reader has, so that a picture needs none of the machine that makes it.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import BytesIO
from threading import Lock
from typing import Any, NamedTuple
from unicodedata import normalize

import numpy as np
import pypdfium2
from fpdf import FPDF
from fpdf.enums import StrokeCapStyle, StrokeJoinStyle

from sandtable.drawing import (
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
from sandtable.substitutes import ALIKE, printable

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


class Place(NamedTuple):
    """Where a drawing goes on a sheet: its upper left corner and the length of its unit, in mm."""

    x: float
    y: float
    unit: float

    def of(self, point: Point) -> Point:
        """Where a point of the drawing lies on the sheet."""
        return self.x + point[0] * self.unit, self.y + point[1] * self.unit


_SHEET = Place(0, 0, 1)


def plain(words: str) -> str:
    """`words` as the fonts of every PDF reader can show them: Latin letters, something alike or "?" for all others."""
    return normalize("NFC", printable(words, "")).encode("latin-1", ALIKE).decode("latin-1")


def blank(title: str) -> FPDF:
    """A PDF file without a sheet, called `title`, that is measured in mm."""
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    # readers show it in a font of their own
    made.set_title(printable(title, ""))
    made.set_creation_date(MADE)
    return made


def add_sheet(made: FPDF, width: float, height: float) -> Any:
    """Adds a sheet of that size in mm; what is drawn while the context that is returned is open has round corners."""
    # the library wants the short side first
    landscape = width > height
    size = (height, width) if landscape else (width, height)
    made.add_page("landscape" if landscape else "portrait", format=size)
    return made.local_context(stroke_cap_style=StrokeCapStyle.BUTT, stroke_join_style=StrokeJoinStyle.ROUND)


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
        _board(made, drawing, Place(0, 0, scale))
    return bytes(made.output()), round(width)


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
    return bytes(made.output())


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
    return pictured(bytes(made.output()), width)


def _fitted(drawing: Drawing, x: float, y: float, width: float, height: float) -> Place:
    """The place in which the drawing fills the room as far as it can, in its middle."""
    unit = min(width / drawing.width, height / drawing.height)
    return Place(x + (width - unit * drawing.width) / 2, y + (height - unit * drawing.height) / 2, unit)


def _board(made: FPDF, drawing: Drawing, place: Place) -> None:
    """Paints the drawing on its ground, and nothing beyond that."""
    width, height = drawing.width * place.unit, drawing.height * place.unit
    with made.rect_clip(place.x, place.y, width, height):
        made.set_fill_color(colour("ground"))
        made.rect(place.x, place.y, width, height, style="F")
        for shape in drawing.shapes:
            _paint(made, shape, place)


def _paint(made: FPDF, shape: Shape, place: Place) -> None:
    match shape:
        case Polygon(points, fill, stroke, width):
            style = _style(made, fill, stroke, width * place.unit)
            if style:
                made.polyline([place.of(point) for point in points], polygon=True, style=style)
        case Circle(x, y, radius, fill, stroke, width):
            style = _style(made, fill, stroke, width * place.unit)
            if style:
                made.circle(*place.of((x, y)), radius * place.unit, style=style)
        case Line(points, stroke, width, dashed):
            _style(made, "", stroke, width * place.unit)
            dash = width * place.unit if dashed else 0
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


def _set_font(made: FPDF, size: float, bold: bool, monospace: bool = False) -> None:
    made.set_font("Courier" if monospace else "Helvetica", style="B" if bold else "", size=size / POINT)


def _write(made: FPDF, text: Text, place: Place = _SHEET, room: float = 0) -> None:
    """Writes a text, smaller where it would be wider than `room`, if that is given."""
    words, size = plain(text.words), text.size * place.unit
    _set_font(made, size, text.bold, text.monospace)
    width = made.get_string_width(words)
    if room and width > room:
        size *= room / width
        width = room
        _set_font(made, size, text.bold, text.monospace)
    made.set_text_color(colour(text.fill))
    x, y = place.of((text.x, text.y))
    made.text(x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width, y, words)


def _wrapped(made: FPDF, words: str, size: float, room: float, bold: bool = False) -> list[str]:
    """`words` in lines that are no wider than `room`, but for single words that are."""
    _set_font(made, size, bold)
    lines = [""]
    for word in plain(words).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and made.get_string_width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
