"""What stands on the sheets of a PDF, object by object, in words."""

from ctypes import byref, c_char, c_float, c_int, c_uint
from typing import Any

import pypdfium2
import pypdfium2.raw

raw: Any = pypdfium2.raw
PT = 25.4 / 72


def objects(pdf: bytes) -> str:
    """A line for each object of each sheet: where it lies in mm from the upper left corner, its colours, its words."""
    document: Any = pypdfium2.PdfDocument(pdf)
    found: list[str] = []
    for page in document:
        width, height = page.get_size()
        words = page.get_textpage()
        found.append(f"sheet of {width * PT:.1f} x {height * PT:.1f}")
        found += [_said(thing, height, words) for thing in page.get_objects()]
    document.close()
    return "\n".join(found) + "\n"


def _said(thing: Any, height: float, words: Any) -> str:
    left, bottom, right, top = thing.get_bounds()
    place = " ".join(f"{side * PT:.1f}" for side in (left, height - top, right, height - bottom))
    if thing.type == raw.FPDF_PAGEOBJ_TEXT:
        font = raw.FPDFTextObj_GetFont(thing.raw)
        room = (c_char * 64)()
        raw.FPDFFont_GetBaseFontName(font, room, 64)
        name = room.value.decode()
        text = words.get_text_bounded(left, bottom, right, top).strip()
        return f"text {place} {_colour(thing, raw.FPDFPageObj_GetFillColor)} {name} {thing.get_font_size() * PT:.2f}: {text}"
    mode, stroked, wide = c_int(), c_int(), c_float()
    raw.FPDFPath_GetDrawMode(thing.raw, byref(mode), byref(stroked))
    raw.FPDFPageObj_GetStrokeWidth(thing.raw, byref(wide))
    fill = f" filled {_colour(thing, raw.FPDFPageObj_GetFillColor)}" if mode.value else ""
    line = (
        f" lined {_colour(thing, raw.FPDFPageObj_GetStrokeColor)} {wide.value * PT:.2f}"
        if stroked.value
        else ""
    )
    dashes = [0.0] * raw.FPDFPageObj_GetDashCount(thing.raw)
    if dashes:
        array = (c_float * len(dashes))()
        raw.FPDFPageObj_GetDashArray(thing.raw, array, len(dashes))
        line += f" dashed {' '.join(f'{dash * PT:.2f}' for dash in array)}"
    return f"path {place} of {raw.FPDFPath_CountSegments(thing.raw)}{fill}{line}"


def _colour(thing: Any, of: Any) -> str:
    parts = [c_uint() for _ in range(4)]
    of(thing.raw, *map(byref, parts))
    return "#" + "".join(f"{part.value:02x}" for part in parts[:3])
