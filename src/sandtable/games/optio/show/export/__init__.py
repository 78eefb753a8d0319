"""Battlefields as files: JSON for programs, and SVG, PNG and PDF for people and printers (O5.1)."""

from dataclasses import replace
from math import isfinite
from re import sub

import msgspec

from sandtable.authoring import Made, attribution
from sandtable.authoring.encoding import encode
from sandtable.games.optio.data.ground import EDGE_NAME, EDGE_SIGN, GROUNDS, SIDES, SIGNS
from sandtable.games.optio.show.battlefield import CREDIT, SOURCE, Battlefield
from sandtable.graphics.substitutes import printable

FORMATS = ("json", "svg", "plot.svg", "png", "pdf")
SHEETS = ("A4", "A3", "Letter")
CELL_MM = 100.0
LEAST_MM, MOST_MM = 5.0, 200.0
PIXELS = 1600  # width of a picture, whatever the scale: 100 per cell
MEDIA = {
    "json": "application/json",
    "svg": "image/svg+xml",
    "plot.svg": "image/svg+xml",  # the field alone, for plotters
    "png": "image/png",
    "pdf": "application/pdf",
}


def export(field: Battlefield, form: str, sheet: str = "A4", cell_mm: float = CELL_MM) -> Made:
    """`field` as a file in one of FORMATS; a cell is `cell_mm` mm when printed at true size.

    `sheet` is the paper of the PDF, one of SHEETS. The same field always gives the same bytes. A `ValueError`'s message is one
    sentence.
    """
    if form not in FORMATS:
        raise ValueError(f"the format of a battlefield must be {_list(FORMATS)}, not {form!r} (O5.1)")
    if sheet not in SHEETS:
        raise ValueError(f"the sheet must be {_list(SHEETS)}, not {sheet!r} (O5.1)")
    if not isfinite(cell_mm) or not LEAST_MM <= cell_mm <= MOST_MM:
        raise ValueError(f"a cell must be from {LEAST_MM:g} to {MOST_MM:g} mm, not {cell_mm:g} (O5.1)")
    data = _json(field, cell_mm) if form == "json" else _drawn(field, form, sheet, float(cell_mm))
    return Made(f"{_slug(field)}.{form}", MEDIA[form], data)


def _drawn(field: Battlefield, form: str, sheet: str, cell_mm: float) -> bytes:
    # the PDF libraries take a third of a second to load, and are needed only for drawings
    from sandtable.games.optio.show.export.sheets import bare, origin, pages, poster
    from sandtable.graphics.pdf import pdf, png
    from sandtable.graphics.svg import page_svg

    field = replace(
        field,
        title=_line(field.title),
        match=_line(field.match),
        near=_line(field.near),
        far=_line(field.far),
    )
    if form == "pdf":
        return pdf(pages(field, sheet, cell_mm), origin(field))
    if form == "plot.svg":
        return page_svg(bare(field, cell_mm), origin(field))
    whole = poster(field, len(field.cells[0]) * cell_mm, cell_mm, 0.03)
    return page_svg(whole, origin(field)) if form == "svg" else png(whole, PIXELS)


def _json(field: Battlefield, cell_mm: float) -> bytes:
    legend = [
        {"sign": ground.sign, "name": ground.name, "passable": ground.passable} for ground in GROUNDS
    ] + [{"sign": EDGE_SIGN, "name": EDGE_NAME, "passable": False}]
    signs = SIGNS + EDGE_SIGN
    told = {
        "title": field.title,
        "match": field.match,
        "near": field.near,
        "far": field.far,
        "up": SIDES[field.up],
        "cell_cm": cell_mm / 10,
        "rows": ["".join(signs[kind] for kind in row) for row in field.cells],
        "legend": legend,
        "about": attribution(CREDIT, SOURCE),
    }
    return msgspec.json.format(encode(told)) + b"\n"


def _line(words: str) -> str:
    return printable(" ".join(words.splitlines()), "")


def _slug(field: Battlefield) -> str:
    words = sub(r"[^a-z0-9]+", "-", f"{field.title} {field.match}".lower()).strip("-")
    return words[:60].strip("-") or "battlefield"


def _list(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
