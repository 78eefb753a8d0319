"""The whole battlefield on one piece of paper, with title, both sides, legend and check bar (O5.1)."""

from collections import Counter

from sandtable.declaration import attribution
from sandtable.games.optio.battlefield import CREDIT, SOURCE, Battlefield
from sandtable.games.optio.export.drawing import (
    INK,
    PAPER,
    Item,
    Line,
    Page,
    Paths,
    Text,
    box,
    fitted,
    moved,
    width_of,
    wrapped,
)
from sandtable.games.optio.export.field import coordinates, ground
from sandtable.games.optio.ground import EDGE, EDGE_NAME, GROUNDS, SIDES

BAR = 40.0  # mm, on every sheet
GREY = "#5f594f"
WHOSE = attribution(CREDIT, SOURCE)
USUAL = 186.0  # mm: the width for which the sizes below are meant
SMALLEST = 0.7  # sizes shrink with the width down to this factor, for the eyes' sake


def poster(field: Battlefield, width: float, cell_mm: float, inset: float) -> Page:
    """The whole of `field`, `width` mm wide and as high as it needs; `cell_mm` is the size of a cell that the text tells.

    The field takes the whole width; what stands above and below keeps the share `inset` of it clear at both sides.
    """
    margin = inset * width
    room = width - 2 * margin
    s = max(SMALLEST, room / USUAL)
    cell = width / len(field.cells[0])
    y = margin / 2
    drawn = moved(_head(field, room, s, cell_mm), margin, y)
    y += 15 * s
    drawn += _side(field.far, True, width, y + 4 * s, s)
    y += 6.5 * s
    size = min(2.1 * s, 0.3 * cell)
    drawn += moved([*ground(field.cells, cell), *coordinates(field.cells, cell, size)], 0, y)
    y += len(field.cells) * cell
    drawn += _side(field.near, False, width, y + 5 * s, s)
    y += 11 * s
    legend = _legend(field, room, s)
    drawn += moved(legend.items, margin, y)
    y += legend.height + 5 * s
    drawn += check_bar(margin, y, 3.1 * s)
    return Page(width, y + 2 * s + margin / 2, tuple(drawn))


def check_bar(x: float, y: float, size: float) -> list[Item]:
    """The bar of 40 mm that tells whether a printer kept the size: its left end, its lower edge, the size of its text."""
    height = size / 2
    rim = 0.15 * height
    gaps = [box(x + start, y - height + rim, x + start + 10 - rim, y - rim) for start in (10, 30)]
    return [
        Paths((box(x, y - height, x + BAR, y),), fill=INK),
        Paths(tuple(gaps), fill=PAPER),
        Text(x + BAR + size / 2, y, size, "40 mm", ink=GREY),
    ]


def name_of(kind: int) -> str:
    """The name of a kind of ground, or of what lies beyond the map."""
    return EDGE_NAME if kind == EDGE else GROUNDS[kind].name


def counts(field: Battlefield) -> dict[int, int]:
    """How many cells of each kind the field has, in order of the kinds."""
    return dict(sorted(Counter(kind for row in field.cells for kind in row).items()))


def origin(field: Battlefield) -> str:
    """Where the field comes from: its title and its match."""
    return f"{field.title}, match {field.match}" if field.match else field.title


def _head(field: Battlefield, width: float, s: float, cell_mm: float) -> list[Item]:
    rows, columns = len(field.cells), len(field.cells[0])
    match = f"Match {field.match}. " if field.match else ""
    scale = f"{match}{columns} x {rows} cells of {cell_mm:g} mm at true scale; a cell is 10 cm on a table of 160 x 80 cm."
    room = width - 18 * s
    return [
        fitted(Text(0, 6 * s, 6 * s, field.title, bold=True), room),
        fitted(Text(0, 11.5 * s, 3.1 * s, scale, ink=GREY), room),
        *_compass(width - 6 * s, 7 * s, field.up, s),
    ]


def _compass(x: float, y: float, up: int, s: float) -> list[Item]:
    # an arrow to the north, where `up` is the side that the top of the sheet points to
    right, down = ((0, -1), (-1, 0), (0, 1), (1, 0))[up]

    def at(along: float, aside: float) -> tuple[float, float]:
        return x + s * (along * right - aside * down), y + s * (along * down + aside * right)

    tip: Line = (at(4.4, 0), at(0.6, 1.7), at(1.6, 0), at(0.6, -1.7), at(4.4, 0))
    shaft: Line = (at(-4.2, 0), at(1.6, 0))
    letter = at(-1.6, 3.0) if right == 0 else at(0, 3.4)
    return [
        Paths((shaft,), INK, 0.35 * s),
        Paths((tip,), fill=INK),
        Text(letter[0], letter[1] + 1.1 * s, 3.1 * s, "N", "middle", bold=True),
    ]


def _side(name: str, far: bool, width: float, y: float, s: float) -> list[Item]:
    # the army's name in the middle, beside it an arrow head that points at its edge of the table
    words = fitted(Text(width / 2 + 3 * s, y, 3.6 * s, name, "middle", bold=True), width - 20 * s)
    left = width / 2 + 3 * s - width_of(words) / 2 - 6 * s
    base, tip = (y, y - 2.6 * s) if far else (y - 2.6 * s, y)
    return [Paths((((left - 1.6 * s, base), (left + 1.6 * s, base), (left, tip)),), fill=INK), words]


def _legend(field: Battlefield, width: float, s: float) -> Page:
    found = counts(field)
    columns = max(1, int(width / (60 * s)))
    rows = -(-len(found) // columns)
    drawn: list[Item] = []
    for place, (kind, count) in enumerate(found.items()):
        column, row = divmod(place, rows)
        drawn += moved(_entry(kind, count, s), column * width / columns, row * 11.5 * s)
    points = f"The top of the sheet points {SIDES[field.up]}. Columns are counted from the left, rows from the bottom."
    y = rows * 11.5 * s + 3 * s
    note = wrapped(Text(0, y, 3.1 * s, points, ink=GREY), width)
    whose = wrapped(Text(0, note[-1].y + 4.6 * s, 2.6 * s, WHOSE, ink=GREY), width)
    return Page(width, whose[-1].y + 2 * s, (*drawn, *note, *whose))


def _entry(kind: int, count: int, s: float) -> list[Item]:
    cell = 9 * s
    passable = kind != EDGE and GROUNDS[kind].passable
    cells = f"{count} cell{'s' if count > 1 else ''}"
    return [
        *ground(((kind, kind),), cell),
        Paths((box(0, 0, 2 * cell, cell),), INK, 0.2 * s),
        Text(2 * cell + 2.5 * s, 3.7 * s, 3.3 * s, name_of(kind), bold=True),
        Text(2 * cell + 2.5 * s, 7.9 * s, 3.0 * s, cells if passable else f"{cells}, impassable", ink=GREY),
    ]
