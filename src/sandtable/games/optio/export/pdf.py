"""Drawings as PDF, and as pictures of it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from threading import Lock
from typing import Any

import pypdfium2
from fpdf import FPDF
from fpdf.enums import StrokeCapStyle, StrokeJoinStyle

from sandtable.games.optio.export.drawing import POINT, Page, Paths, Text, plain, width_of

# the same field gives the same bytes, so the file cannot say when it was made
MADE = datetime(2000, 1, 1, tzinfo=UTC)
# pdfium works for one thread at a time
_one_at_a_time = Lock()


def pdf(pages: Sequence[Page], title: str) -> bytes:
    """A PDF file of `pages`, each on paper of its own size."""
    made = FPDF(unit="mm")
    made.set_auto_page_break(False)
    made.set_title(plain(title))
    made.set_creation_date(MADE)
    for page in pages:
        # the library wants the short side first
        landscape = page.width > page.height
        size = (page.height, page.width) if landscape else (page.width, page.height)
        made.add_page("landscape" if landscape else "portrait", format=size)
        with made.local_context(
            stroke_cap_style=StrokeCapStyle.BUTT, stroke_join_style=StrokeJoinStyle.ROUND
        ):
            for item in page.items:
                if isinstance(item, Text):
                    _write(made, item)
                else:
                    _draw(made, item)
    return bytes(made.output())


def png(page: Page, pixels: int) -> bytes:
    """A picture of `page`, `pixels` wide, that says how many of them make a metre."""
    with _one_at_a_time:
        document: Any = pypdfium2.PdfDocument(pdf([page], ""))
        # a little less: the library rounds up
        image = document[0].render(scale=(pixels - 0.01) * POINT / page.width).to_pil()
        document.close()
    dots = pixels / page.width * 25.4
    file = BytesIO()
    image.save(file, "png", dpi=(dots, dots))
    return file.getvalue()


def _draw(made: FPDF, paths: Paths) -> None:
    if paths.fill:
        made.set_fill_color(paths.fill)
    if paths.width:
        made.set_draw_color(paths.ink)
        made.set_line_width(paths.width)
    style = ("D" if paths.width else "") + ("F" if paths.fill else "")
    for line in paths.lines:
        made.polyline(line, polygon=bool(paths.fill) or line[0] == line[-1], style=style)


def _write(made: FPDF, text: Text) -> None:
    made.set_font("Helvetica", style="B" if text.bold else "", size=text.size / POINT)
    made.set_text_color(text.ink)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width_of(text)
    made.text(text.x - back, text.y, plain(text.words))
