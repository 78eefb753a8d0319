"""Drawings and pages as PDF files, PNG pictures of them, and text widths.

The same drawing always gives the same bytes. The fonts are those that every PDF reader has, and for other letters the
embedded ones of `typefaces`: none come from the machine that makes or shows the file.
"""

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, lru_cache
from io import BytesIO
from threading import Lock
from typing import Any, TypeVar

import numpy as np
import pypdfium2
from fpdf import FPDF
from fpdf.enums import RenderStyle, StrokeCapStyle, StrokeJoinStyle, TextMode
from fpdf.fonts import SubsetMap, TTFFont

from sandtable.graphics.drawing import (
    CARD,
    LINE,
    Circle,
    Drawing,
    Line,
    Look,
    Page,
    Polygon,
    Shape,
    Text,
    Thing,
    box,
    colour,
    placed,
    runs,
)
from sandtable.graphics.substitutes import printable
from sandtable.graphics.typefaces import FontRun, parts, plain, tidy

POINT = 25.4 / 72  # mm
# the same drawing gives the same bytes, so the file cannot say when it was made
MADE = datetime(2000, 1, 1, tzinfo=UTC)
# pdfium can be used by only one thread at a time, and so can a file that measures with typefaces
_picturing, _measuring = Lock(), Lock()

# pixels of a picture's longer side
PIXELS = 1200
# the colours of the dark page, see web/src/styles.css
PAGE, WORDS, MUTED, ACCENT = "#14171c", "#e9edf2", "#a7b2c0", "#f2b84b"
A4 = (210.0, 297.0)
MARGIN = 15.0


T = TypeVar("T")
BACK = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of a text that is to the left of its position
MEASURED = 10.0  # mm: the font size for measuring
COURIER = 0.6  # the width of its characters, in font sizes
BOLD = 0.03  # the width of the outline of bold letters, in font sizes
VARIATIONS = ("HVAR", "MVAR", "STAT", "VVAR", "avar", "fvar", "gvar")


def width_of(text: Text) -> float:
    """The width of a piece of text."""
    return _units(text.words, text.bold, text.monospace) * text.size


@lru_cache(maxsize=8192)
def _units(words: str, bold: bool, monospace: bool) -> float:
    """The width of words, in font sizes."""
    found = parts(words)
    if not found:
        return _font(bold, monospace).get_string_width(plain(words)) / MEASURED
    with _measuring:
        return sum(_width_of_part(_other_letters(), part, MEASURED / POINT) for part in found) / MEASURED


@cache
def _font(bold: bool, monospace: bool) -> FPDF:
    # one per style, so that threads that measure do not interfere
    made = FPDF(unit="mm")
    _set_font(made, MEASURED, bold, monospace)
    return made


@cache
def _other_letters() -> FPDF:
    return _blank("")


def fitted(text: Text, room: float) -> Text:
    """`text`, shrunk if it would be wider than `room`."""
    return replace(text, size=text.size * min(1.0, room / max(width_of(text), 1e-6)))


def wrapped(text: Text, room: float, leading: float = LINE) -> list[Text]:
    """`text` wrapped into lines of at most `room`, each `leading` font sizes below the previous one; a wider word is
    shrunk.
    """
    lines = in_lines(text.words.split(), room, lambda words: width_of(replace(text, words=" ".join(words))))
    return [
        fitted(replace(text, y=text.y + n * leading * text.size, words=" ".join(words)), room)
        for n, words in enumerate(lines)
    ]


def in_lines(words: Iterable[T], room: float, width: Callable[[Sequence[T]], float]) -> list[list[T]]:
    """Words wrapped into lines of at most `room`, as measured by `width`; a single word may be wider. There is at least
    one line.
    """
    lines: list[list[T]] = [[]]
    for word in words:
        if lines[-1] and width([*lines[-1], word]) > room:
            lines.append([])
        lines[-1].append(word)
    return lines


def _blank(title: str) -> FPDF:
    """A PDF file without sheets, called `title`, measured in mm."""
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    made.c_margin = 0
    # PDF readers show the title in a font of their own
    made.set_title(printable(title, ""))
    made.set_creation_date(MADE)
    return made


def _add_sheet(made: FPDF, width: float, height: float) -> Any:
    """Adds a sheet of the given size in mm; drawings made while the returned context is open have round ends and corners."""
    # the library wants the short side first
    landscape = width > height
    size = (height, width) if landscape else (width, height)
    made.add_page("landscape" if landscape else "portrait", format=size)
    return made.local_context(stroke_cap_style=StrokeCapStyle.ROUND, stroke_join_style=StrokeJoinStyle.ROUND)


def _finished(made: FPDF) -> bytes:
    """The bytes of a PDF file, to which nothing more can be added."""
    data = bytes(made.output())
    # otherwise the library would keep the fonts of each file as long as the process runs
    SubsetMap.pick.cache_clear()
    SubsetMap.get_glyph.cache_clear()
    return data


def _set_font(made: FPDF, size: float, bold: bool, monospace: bool = False) -> None:
    """Selects Helvetica or Courier at a size of `size` mm."""
    made.set_font("Courier" if monospace else "Helvetica", style="B" if bold else "", size=size / POINT)


def _set_words(made: FPDF, x: float, y: float, words: str) -> None:
    """Sets `words` from `x` on the baseline `y`, in the current font or, for letters it lacks, in `typefaces`."""
    found = parts(words)
    if not found:
        made.text(x, y, plain(words))
        return
    family, style, size = made.font_family, made.font_style, made.font_size_pt
    with (
        made.local_context(draw_color=made.text_color, line_width=BOLD * size * POINT),
        _read_as(made, tidy(words)),
    ):
        # the typefaces have a single weight
        made.text_mode = TextMode.FILL_STROKE if "B" in style else TextMode.FILL
        for part in found:
            width = _width_of_part(made, part, size)
            # a cell that begins here has its baseline at `y`
            made.set_xy(x, y - 0.8 * made.font_size)
            made.cell(width, made.font_size, part.words)
            x += width
    made.set_text_shaping(False)
    made.set_font(family, style, size)


@contextmanager
def _read_as(made: FPDF, words: str) -> Generator[None]:
    """Sets the text that readers copy and search: a letter can consist of several shapes, in a different order."""
    # pdfium drops characters outside the basic multilingual plane, such as emoji, but reads these correctly from their shapes
    if any(ord(one) > 0xFFFF for one in words):
        yield
        return
    read = f"FEFF{words.encode('utf-16-be').hex()}"
    made._out(f"/Span <</ActualText <{read}>>> BDC")  # pyright: ignore[reportPrivateUsage]
    yield
    made._out("EMC")  # pyright: ignore[reportPrivateUsage]


def _width_of_part(made: FPDF, part: FontRun, size: float) -> float:
    """The width of a part at the given size in points; its typeface and direction are already selected."""
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
    """A PNG picture of a sheet of `pdf` (numbered from 0), `pixels` wide, with its resolution."""
    image, dots = _rendered(pdf, pixels, sheet)
    file = BytesIO()
    image.save(file, "png", dpi=(dots, dots))
    return file.getvalue()


def _rendered(pdf: bytes, pixels: int, sheet: int = 0) -> tuple[Any, float]:
    """A sheet of `pdf` as a Pillow image, `pixels` wide, and its dots per inch."""
    with _picturing:
        document: Any = pypdfium2.PdfDocument(pdf)
        points = document[sheet].get_width()
        # slightly less, because the library rounds up
        image = document[sheet].render(scale=(pixels - 0.01) / points).to_pil()
        document.close()
    return image, pixels / points * 72


def pdf(pages: Iterable[Page], title: str) -> bytes:
    """A PDF file of `pages`, each with its own paper size."""
    made = _blank(title)
    for page in pages:
        with _add_sheet(made, page.width, page.height):
            _paint(made, page.shapes)
    return _finished(made)


def png(page: Page, pixels: int) -> bytes:
    """A picture of `page`, `pixels` wide, with its resolution."""
    return pictured(pdf([page], ""), pixels)


def to_png(drawing: Drawing, pixels: int = PIXELS) -> bytes:
    """The drawing as PNG, with `pixels` pixels along its longer side."""
    return pictured(*_on_one_sheet(drawing, pixels))


def to_pixels(drawing: Drawing, pixels: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """The drawing as red, green and blue, uint8[height, width, 3]; its longer side is `pixels` long."""
    image, _ = _rendered(*_on_one_sheet(drawing, pixels))
    return np.asarray(image.convert("RGB"))


def _on_one_sheet(drawing: Drawing, pixels: int) -> tuple[bytes, int]:
    """The drawing as a PDF file of one sheet, and its width in pixels if its longer side is `pixels` long."""
    scale = pixels / max(drawing.width, drawing.height)
    made = _blank(drawing.title)
    width = drawing.width * scale
    with _add_sheet(made, width, drawing.height * scale):
        _board(made, drawing, 0, 0, scale)
    return _finished(made), round(width)


def to_pdf(drawing: Drawing, heading: str, lines: Iterable[str]) -> bytes:
    """An A4 sheet with the drawing below its heading, and `lines` of text below that, on further sheets if necessary."""
    made = _blank(heading)
    width, height = A4[0] - 2 * MARGIN, A4[1] - 5 * MARGIN
    with _add_sheet(made, *A4):
        _write(made, fitted(Text(MARGIN, 1.5 * MARGIN, 7, heading, anchor="start", bold=True), width))
        x, _, unit = _fitted(drawing, MARGIN, 2 * MARGIN, width, height)
        _board(made, drawing, x, 2 * MARGIN, unit)
    y = 2.5 * MARGIN + drawing.height * unit
    for text in (one for line in lines for one in wrapped(Text(MARGIN, 0, 3.6, line, anchor="start"), width)):
        if y > A4[1] - MARGIN:
            _add_sheet(made, *A4)
            y = 1.5 * MARGIN
        _write(made, replace(text, y=y))
        y += LINE * text.size
    return _finished(made)


def card(drawing: Drawing, heading: str, sides: Sequence[str]) -> bytes:
    """The drawing next to the names of its game and the sides, as a PNG of the size that messengers show."""
    width, height = CARD
    left, room, margin = 48.0, 400.0, 30.0
    made = _blank(heading)
    with _add_sheet(made, width, height):
        ground = Polygon(box(0, 0, width, height), PAGE)
        head = wrapped(Text(left, 190, 64, heading, WORDS, "start", bold=True), room, 70 / 64)
        below = Text(left, head[-1].y + 70, 32, " against ".join(sides), WORDS, "start")
        about = wrapped(Text(left, 0, 24, drawing.title, MUTED, "start"), room)[:4]
        levels = (height - 48 - 32 * n for n in reversed(range(len(about))))
        foot = [replace(text, y=y) for text, y in zip(about, levels, strict=True)]
        name = Text(left, 92, 26, "SANDTABLE", ACCENT, "start", bold=True)
        _paint(made, (ground, name, *head, *wrapped(below, room, 40 / 32), *foot))
        x = left + room + margin
        _board(made, drawing, *_fitted(drawing, x, margin, width - x - margin, height - 2 * margin))
    return pictured(_finished(made), width)


def _fitted(drawing: Drawing, x: float, y: float, width: float, height: float) -> tuple[float, float, float]:
    """Where the drawing, scaled to fit, is centred in the available space: its upper left corner and its scale."""
    unit = min(width / drawing.width, height / drawing.height)
    return x + (width - unit * drawing.width) / 2, y + (height - unit * drawing.height) / 2, unit


def _board(made: FPDF, drawing: Drawing, x: float, y: float, unit: float) -> None:
    """Paints the drawing on its background, clipped to it."""
    ground = Polygon(box(0, 0, drawing.width, drawing.height), "ground")
    with made.rect_clip(x, y, drawing.width * unit, drawing.height * unit):
        _paint(made, placed((ground, *drawing.shapes), x, y, unit))


def _paint(made: FPDF, shapes: Iterable[Shape]) -> None:
    for look, run in runs(shapes):
        with _look(made, look) as style:
            for shape in run:
                _draw(made, shape, style)


@contextmanager
def _look(made: FPDF, look: Look | None) -> Generator[Any]:
    """Sets colours and line style; yields how outlines are painted: filled, stroked or both."""
    if look is None:
        yield None
        return
    if look.fill:
        made.set_fill_color(colour(look.fill))
    if look.stroke:
        made.set_draw_color(colour(look.stroke))
        made.set_line_width(look.width)
    # given by name, it would be looked up for each line
    style = RenderStyle.coerce(("D" if look.stroke else "") + ("F" if look.fill else ""))
    dash = look.width if look.dashed else 0
    with made.local_context(stroke_cap_style=StrokeCapStyle.BUTT) if look.cut else nullcontext():
        made.set_dash_pattern(3 * dash, 2 * dash)
        yield style
        made.set_dash_pattern()


def _draw(made: FPDF, shape: Shape, style: Any) -> None:
    match shape:
        case Polygon(points) | Line(points):
            made.polyline(points, polygon=isinstance(shape, Polygon), style=style)
        case Circle(x, y, radius):
            made.circle(x, y, radius, style=style)
        case Text():
            _write(made, shape)
        case Thing(_, shapes):
            _paint(made, shapes)


def _write(made: FPDF, text: Text) -> None:
    if text.monospace and text.anchor == "start" and parts(text.words):
        # letters of the typefaces differ in width, so each word is set where its column begins
        for word in re.finditer(r"\S+", text.words):
            at = replace(text, x=text.x + word.start() * COURIER * text.size, words=word[0], monospace=False)
            _write(made, fitted(at, len(word[0]) * COURIER * text.size))
        return
    _set_font(made, text.size, text.bold, text.monospace)
    made.set_text_color(colour(text.fill))
    # the library rotates the other way
    with made.rotation(360 - 90 * text.quarters, text.x, text.y) if text.quarters else nullcontext():
        _set_words(made, text.x - BACK[text.anchor] * width_of(text), text.y, text.words)
