"""The battlefield on paper (O5.1): in one piece with title, sides, legend and check bar, or on several sheets to join."""

from collections import Counter
from itertools import groupby
from math import ceil

from sandtable.authoring import attribution
from sandtable.games.optio.data.ground import EDGE, EDGE_NAME, GROUNDS, SIDES
from sandtable.games.optio.show.battlefield import CREDIT, SOURCE, Battlefield
from sandtable.games.optio.show.export.field import LETTERS, coordinates, ground, sample
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Line, Page, Polygon, Shape, Text, box, placed
from sandtable.graphics.paper import within
from sandtable.graphics.pdf import fitted, width_of, wrapped
from sandtable.graphics.tiling import (
    BAR,
    GLUING,
    GREY,
    MARGIN,
    MEASURE,
    SHEETS,
    Layout,
    PaperSheet,
    check_bar,
    layout,
    marks,
    parts,
    plan,
)

WHOSE = attribution(CREDIT, SOURCE)
USUAL = 186.0  # mm: the width at which the sizes below apply
SMALLEST = 0.7  # sizes shrink with the width, but only down to this factor, to stay readable


def poster(field: Battlefield, width: float, cell_mm: float, inset: float) -> Page:
    """All of `field`, `width` mm wide and as high as needed; `cell_mm` is the size of a cell given in the text.

    The field takes the whole width. Everything above and below it leaves a margin on each side, a share `inset` of
    the width.
    """
    margin = inset * width
    room = width - 2 * margin
    s = max(SMALLEST, room / USUAL)
    cell = width / len(field.cells[0])
    y = margin / 2
    drawn = [*placed(_head(field, room, s, cell_mm), margin, y)]
    y += 15 * s
    drawn += _side(field.far, True, width, y + 4 * s, s)
    y += 6.5 * s
    size = min(2.1 * s, 0.3 * cell)
    drawn += placed([*ground(field.cells, cell), *coordinates(field.cells, cell, size)], 0, y)
    y += len(field.cells) * cell
    drawn += _side(field.near, False, width, y + 5 * s, s)
    y += 11 * s
    legend = _legend(field, room, s)
    drawn += placed(legend.shapes, margin, y)
    y += legend.height + 5 * s
    drawn += check_bar(margin, y, 3.1 * s)
    return Page(width, y + 2 * s + margin / 2, tuple(drawn))


def bare(field: Battlefield, cell_mm: float) -> Page:
    """The ground of `field` with its grid at true size, without any letters: for a plotter, or to draw on."""
    rows, columns = len(field.cells), len(field.cells[0])
    return Page(columns * cell_mm, rows * cell_mm, ground(field.cells, cell_mm))


def name_of(kind: int) -> str:
    """The name of a kind of ground, or of the area beyond the map."""
    return EDGE_NAME if kind == EDGE else GROUNDS[kind].name


def counts(field: Battlefield) -> dict[int, int]:
    """How many cells of each kind the field has, in the order of the kinds."""
    return dict(sorted(Counter(kind for row in field.cells for kind in row).items()))


def origin(field: Battlefield) -> str:
    """The origin of the field: its title and its match."""
    return f"{field.title}, match {field.match}" if field.match else field.title


def _head(field: Battlefield, width: float, s: float, cell_mm: float) -> list[Shape]:
    rows, columns = len(field.cells), len(field.cells[0])
    match = f"Match {field.match}. " if field.match else ""
    scale = f"{match}{columns} x {rows} cells of {cell_mm:g} mm at true scale; a cell is 10 cm on a table of 160 x 80 cm."
    room = width - 18 * s
    return [
        fitted(Text(0, 6 * s, 6 * s, field.title, anchor="start", bold=True), room),
        fitted(Text(0, 11.5 * s, 3.1 * s, scale, GREY, "start"), room),
        *_compass(width - 6 * s, 7 * s, field.up, s),
    ]


def _compass(x: float, y: float, up: int, s: float) -> list[Shape]:
    # an arrow pointing north; `up` is the side at the top of the sheet
    right, down = ((0, -1), (-1, 0), (0, 1), (1, 0))[up]

    def at(along: float, aside: float) -> tuple[float, float]:
        return x + s * (along * right - aside * down), y + s * (along * down + aside * right)

    letter = at(-1.6, 3.0) if right == 0 else at(0, 3.4)
    return [
        Line((at(-4.2, 0), at(1.6, 0)), "ink", 0.35 * s),
        Polygon((at(4.4, 0), at(0.6, 1.7), at(1.6, 0), at(0.6, -1.7)), "ink"),
        Text(letter[0], letter[1] + 1.1 * s, 3.1 * s, "N", bold=True),
    ]


def _side(name: str, far: bool, width: float, y: float, s: float) -> list[Shape]:
    # the army's name in the middle, next to an arrowhead that points at its edge of the table
    words = fitted(Text(width / 2 + 3 * s, y, 3.6 * s, name, bold=True), width - 20 * s)
    left = width / 2 + 3 * s - width_of(words) / 2 - 6 * s
    base, tip = (y, y - 2.6 * s) if far else (y - 2.6 * s, y)
    return [Polygon(((left - 1.6 * s, base), (left + 1.6 * s, base), (left, tip)), "ink"), words]


def _legend(field: Battlefield, width: float, s: float) -> Page:
    found = counts(field)
    columns = max(1, int(width / (46 * s)))
    rows = -(-len(found) // columns)
    drawn: list[Shape] = []
    for place, (kind, count) in enumerate(found.items()):
        column, row = divmod(place, rows)
        drawn += placed(_entry(kind, count, s), column * width / columns, row * 11.5 * s)
    points = f"The top of the sheet points {SIDES[field.up]}. Columns are counted from the left, rows from the bottom."
    y = rows * 11.5 * s + 3 * s
    note = wrapped(Text(0, y, 3.1 * s, points, GREY, "start"), width)
    whose = wrapped(Text(0, note[-1].y + 4.6 * s, 2.6 * s, WHOSE, GREY, "start"), width)
    return Page(width, whose[-1].y + 2 * s, (*drawn, *note, *whose))


def _entry(kind: int, count: int, s: float) -> list[Shape]:
    side = 9 * s
    passable = "" if kind != EDGE and GROUNDS[kind].passable else ", impassable"
    cells = f"{count} cell{'s' if count > 1 else ''}"
    return [
        *sample(kind, side),
        Polygon(box(0, 0, side, side), "", "ink", 0.2 * s),
        Text(side + 2.5 * s, 3.7 * s, 3.3 * s, name_of(kind), anchor="start", bold=True),
        Text(side + 2.5 * s, 7.9 * s, 3.0 * s, f"{cells}{passable}", GREY, "start"),
    ]


PAGE_MARGIN = 12.0  # of the overview


def pages(field: Battlefield, sheet: str, cell_mm: float) -> list[Page]:
    """The overview and the sheets at true scale, row by row from the far left."""
    width, height = len(field.cells[0]) * cell_mm, len(field.cells) * cell_mm
    tiling = layout(sheet, width, height)
    drawing = [*ground(field.cells, cell_mm), *coordinates(field.cells, cell_mm, _label_size(cell_mm))]
    made = [_overview(field, sheet, tiling, cell_mm)]
    for _, row in groupby(parts(tiling, width, height), lambda one: one.row):
        first, *more = row
        # what belongs to other rows is clipped away in one go for all the sheets in a row
        strip = within(drawing, first.part._replace(right=width))
        made += [_page(field, strip, tiling, one, cell_mm) for one in (first, *more)]
    return made


def _label_size(cell_mm: float) -> float:
    return min(6.0, 0.3 * cell_mm, max(1.9, 0.14 * cell_mm))


def _page(
    field: Battlefield, drawing: list[Shape], tiling: Layout, sheet: PaperSheet, cell_mm: float
) -> Page:
    left, top = sheet.part.left, sheet.part.top
    drawn = placed(within(drawing, sheet.part), MARGIN - left, MARGIN - top)
    around = placed(marks(tiling, sheet), MARGIN, MARGIN)
    return Page(*tiling.paper, (*drawn, *around, *_foot(field, tiling, sheet, cell_mm)))


def _foot(field: Battlefield, tiling: Layout, sheet: PaperSheet, cell_mm: float) -> list[Shape]:
    y = tiling.paper[1] - MARGIN
    number = sheet.row * tiling.columns + sheet.column + 1
    row, column = f"row {sheet.row + 1} of {tiling.rows}", f"column {sheet.column + 1} of {tiling.columns}"
    place = f"sheet {number} of {tiling.total}: {row}, {column}"
    cells = f"cells {_span(field, sheet.part, cell_mm)}, {cell_mm:g} mm each"
    sides = f"Beyond the top: {field.far}. Beyond the bottom: {field.near}."
    x, room = MARGIN + BAR + 17, tiling.paper[0] - 2 * MARGIN - BAR - 17
    return [
        *check_bar(MARGIN, y - 1, 3.4),
        fitted(Text(x, y - 8.5, 2.2, WHOSE, GREY, "start"), room),
        fitted(Text(x, y - 4.6, 3.4, f"{place[0].upper()}{place[1:]}; {cells}", "ink", "start", True), room),
        fitted(Text(x, y - 0.5, 3.0, f"{origin(field)}. {sides}", GREY, "start"), room),
    ]


def _span(field: Battlefield, part: Box, cell_mm: float) -> str:
    # the cells of a part in chess notation: "4-6, c-e"
    rows = len(field.cells)
    left, right = int(part.left / cell_mm + 1e-9), ceil(part.right / cell_mm - 1e-9)
    far, near = int(part.top / cell_mm + 1e-9), ceil(part.bottom / cell_mm - 1e-9)
    columns = f"{left + 1}" if right == left + 1 else f"{left + 1}-{right}"
    low, high = LETTERS[rows - near], LETTERS[rows - 1 - far]
    return f"{columns}, {low if low == high else f'{low}-{high}'}"


def _overview(field: Battlefield, sheet: str, tiling: Layout, cell_mm: float) -> Page:
    width, height = SHEETS[sheet]
    whole = poster(field, width - 2 * PAGE_MARGIN, cell_mm, 0.0)
    y = PAGE_MARGIN + whole.height + 6
    s = whole.width / 186
    room = height - PAGE_MARGIN - y
    size = len(field.cells[0]) * cell_mm, len(field.cells) * cell_mm
    shapes, scale = plan(tiling, size, min(room, 44 * s), whole.width / 2)
    x = PAGE_MARGIN + size[0] * scale + 6
    drawn = (
        *placed(whole.shapes, PAGE_MARGIN, PAGE_MARGIN),
        *placed(shapes, PAGE_MARGIN, y),
        Text(x, y + 3.4 * s, 3.6 * s, _title(sheet, tiling), anchor="start", bold=True),
        *wrapped(Text(x, y + 8.6 * s, 3.1 * s, _how(tiling), anchor="start"), width - PAGE_MARGIN - x),
    )
    return Page(width, height, drawn)


def _title(sheet: str, tiling: Layout) -> str:
    count = f"{tiling.total} sheets" if tiling.total > 1 else "One sheet"
    return f"{count} of {sheet} at true scale"


def _how(tiling: Layout) -> str:
    if tiling.total == 1:
        return f"{MEASURE} Cut the sheet along its corner marks."
    return f"{MEASURE} There are {tiling.rows} rows of {tiling.columns}, the first at the far side. {GLUING}"
