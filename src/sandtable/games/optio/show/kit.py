"""Optio on paper: maps, blocks to stick or fold, kudos, and the template that finds a battlefield."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from sandtable.drawing import Circle, Drawing, Figure, Line, Point, Polygon, Shape, Text, around, box, moved
from sandtable.games.optio.data.ground import CELLS, COLUMNS, GROUNDS, SIDE, SQUARES
from sandtable.games.optio.data.maps import shipped, terrain
from sandtable.games.optio.schema import KINDS
from sandtable.games.optio.show.battlefield import SEATS, map_name
from sandtable.kits import Board, Kit, KitMaker, Leaflet, Piece, Pieces, picture
from sandtable.settings import Choice, Integer, Value

MAPS = {"chosen": "the map of the settings", "all": "all that come with the game, as a book"}
OPTIONS = (
    Integer("map_cm", 16, 120, 40, "O1.1", "A side of the printed map, in cm"),
    Choice("maps", tuple(MAPS), "chosen", "O1.2", "Which maps are printed", MAPS),
    Integer("block_mm", 10, 40, 20, "O1.3", "An edge of a block, in mm"),
)
EDGE = 6.0  # around a map, for its letters
LETTER = 3.0  # mm, 8.5 points
COIN = 18.0
FRAME = 6.0  # around the template's window
DEPTH, BREADTH = 8, 16  # cells of the template (O4.2)
COUNTS = {"army": 1, "scout": 1, "dummy": 4}
FILLS, INKS = ("blue", "red"), ("first", "second")


def kit(setup: Any, options: Mapping[str, Value]) -> Kit:
    """The kit for a map, or for all of them."""
    side, block = 10.0 * int(str(options["map_cm"])), float(str(options["block_mm"]))
    boards = [_map(map_name(setup), setup.cell, side)]
    if options["maps"] == "all":
        found = [terrain(name) for name in shipped()]
        boards = [_map(f"{one.name}, {one.kind}", one.cells, side) for one in found]
    coins = [_coins(int(setup.kudos))] if setup.kudos else []
    return Kit(
        (
            *boards,
            Leaflet("What the ground is", [_legend()], 1, 3.2),
            _faces(block),
            _folded(block),
            *coins,
            _template(side / SIDE),
        ),
        (
            "two dice, or one for both, to see who moves first",
            f"scissors and glue; for faces to stick on, twelve cubes of {block:g} mm, six of a colour for either side",
            "clear film for the template, or a knife to cut its window out",
            "for the battle itself, your own rules and figures: print the battlefield of a match with it",
        ),
    )


MAKER = KitMaker(kit, OPTIONS)


def _ground(kinds: tuple[tuple[int, ...], ...], cell: float) -> list[Shape]:
    """The ground as the shapes of a drawing in mm, `cell` mm a cell."""
    # the libraries for PDF take a third of a second to load: only for who wants a drawing
    from sandtable.games.optio.show.export.field import ground
    from sandtable.paper import Paths

    found: list[Shape] = []
    for item in ground(kinds, cell):
        if not isinstance(item, Paths):
            continue
        stroke = item.ink if item.width else ""
        for line in item.lines:
            if item.fill or line[0] == line[-1]:
                found.append(Polygon(line, item.fill, stroke, item.width))
            else:
                found.append(Line(line, item.ink, item.width))
    return found


def _map(name: str, cells: np.ndarray, side: float) -> Board:
    how = "Navy sits at the bottom, in the south, Oxblood at the top."
    whole = side + 2 * EDGE
    return Board(f"Map: {name}", how, partial(_picture, name, cells, side), whole, whole)


def _picture(name: str, cells: np.ndarray, side: float) -> Drawing:
    kinds = tuple(tuple(int(kind) for kind in row) for row in cells)
    square = side / SQUARES
    shapes = [moved(shape, EDGE, EDGE) for shape in _ground(kinds, side / SIDE)]
    for n in range(SQUARES + 1):
        at = EDGE + n * square
        shapes += [
            Line(((at, EDGE), (at, EDGE + side)), "ink", 0.5),
            Line(((EDGE, at), (EDGE + side, at)), "ink", 0.5),
        ]
    for n in range(SQUARES):
        middle = EDGE + (n + 0.5) * square
        for y in (EDGE - 1.6, EDGE + side + 4):
            shapes.append(Text(middle, y, 4, COLUMNS[n], bold=True))
        for x in (EDGE / 2, 1.5 * EDGE + side):
            shapes.append(Text(x, middle + 1.4, 4, str(SQUARES - n), bold=True))
    whole = side + 2 * EDGE
    return Drawing(whole, whole, name, tuple(shapes))


def _legend() -> Figure:
    shapes: list[Shape] = []
    for n, kind in enumerate(GROUNDS):
        column, row = divmod(n, 7)
        x, y = 4 + column * 92, 4 + row * 15
        shapes += [moved(shape, x, y) for shape in _ground(((n, n),), 11.0)]
        shapes.append(Polygon(box(x, y, 22, 11), "", "ink", 0.2))
        words = kind.name if kind.passable else f"{kind.name}, impassable"
        shapes.append(Text(x + 26, y + 7.0, 4.2, words, anchor="start"))
    return Figure(
        Drawing(190, 112, "The ground", tuple(shapes)),
        "Grounds do not slow blocks down: they matter in the battle.",
    )


def _scaled(points: Iterable[Point], x: float, y: float, scale: float) -> tuple[Point, ...]:
    return tuple((x + a * scale, y + b * scale) for a, b in points)


HELMET: tuple[Point, ...] = (
    (-6.4, 7.6), (-6.4, -0.4), (-5, -4.4), (0, -6.6), (5, -4.4), (6.4, -0.4), (6.4, 7.6), (1.9, 7.6), (1.9, 2.6),
    (4.2, 1.2), (4.2, -1), (-4.2, -1), (-4.2, 1.2), (-1.9, 2.6), (-1.9, 7.6),
)  # fmt: skip
CREST: tuple[Point, ...] = ((-4, -7.2), (-2, -9), (2, -9), (4, -7.2), (0, -8))
EYE: tuple[Point, ...] = (
    (-8.4, 0), (-5, -3.4), (0, -4.6), (5, -3.4), (8.4, 0), (5, 3.4), (0, 4.6), (-5, 3.4),
)  # fmt: skip
DONKEY: tuple[Point, ...] = (
    (-1.8, -3.4), (-3.2, -7.4), (-5.6, -8.6), (-6.6, -6.2), (-5.6, -3.2), (-3.6, -1.2), (-2.9, 5), (-1.6, 7.4),
    (1.6, 7.4), (2.9, 5), (3.6, -1.2), (5.6, -3.2), (6.6, -6.2), (5.6, -8.6), (3.2, -7.4), (1.8, -3.4),
)  # fmt: skip


def _icon(kind: str, x: float, y: float, scale: float) -> tuple[Shape, ...]:
    if kind == "army":
        return Polygon(_scaled(HELMET, x, y, scale), "ink"), Polygon(_scaled(CREST, x, y, scale), "ink")
    if kind == "scout":
        return (
            Polygon(_scaled(EYE, x, y, scale), "ink"),
            Circle(x, y, 3.2 * scale, "paper"),
            Circle(x, y, 1.6 * scale, "ink"),
        )
    eyes = (Circle(x + a * scale, y, 0.8 * scale, "paper") for a in (-1.6, 1.6))
    return Polygon(_scaled(DONKEY, x, y, scale), "ink"), *eyes


def token(seat: int, kind: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """A block's sign around (`x`, `y`): what it is, in the ring of its side."""
    ring: Shape = (
        Circle(x, y, 0.46 * size, "paper", INKS[0], 0.05 * size)
        if seat == 0
        else Polygon(around(x, y, 0.49 * size, 6, 30), "paper", INKS[1], 0.05 * size)
    )
    return (ring, *_icon(kind, x, y, size / 26))


def _face(seat: int, kind: str, block: float) -> Drawing:
    ground = Polygon(box(0, 0, block, block), FILLS[seat])
    return picture(block, block, kind, ground, *token(seat, kind, block / 2, block / 2, block))


def _faces(block: float) -> Pieces:
    faces = [
        Piece(f"{side}'s {kind}", _face(seat, kind, block), block, block, COUNTS[kind])
        for seat, side in enumerate(SEATS)
        for kind in KINDS[1:]
    ]
    how = f"To stick on cubes of {block:g} mm, one face of each; the other faces of a side's cubes must all look alike."
    return Pieces("Faces to stick on blocks", how, faces, 3.0, stickers=True)


def _folded(block: float) -> Pieces:
    foot = 0.5 * block
    blocks = [
        Piece(
            f"{side}'s {kind}",
            _face(seat, kind, block),
            block,
            block,
            COUNTS[kind],
            _hidden(seat, block),
            folds=True,
            foot=foot,
        )
        for seat, side in enumerate(SEATS)
        for kind in KINDS[1:]
    ]
    how = (
        "Without cubes: fold along the dashed lines and stand it up with its picture toward you. Lay it down with the "
        "picture up when it is revealed."
    )
    return Pieces("Blocks to fold", how, blocks, 3.0)


def _hidden(seat: int, block: float) -> Drawing:
    # the same for every block of a side
    middle = block / 2
    ground = Polygon(box(0, 0, block, block), FILLS[seat])
    ring: Shape = (
        Circle(middle, middle, 0.3 * block, INKS[0])
        if seat == 0
        else Polygon(around(middle, middle, 0.32 * block, 6, 30), INKS[1])
    )
    return picture(block, block, "hidden", ground, ring)


def _coins(kudos: int) -> Pieces:
    coins = [Piece(f"kudo of {side}", _coin(seat), COIN, COIN, kudos) for seat, side in enumerate(SEATS)]
    return Pieces("Kudos", f"{kudos} for each player; hand one in to keep away (O3.1).", coins, 3.0)


def _coin(seat: int) -> Drawing:
    middle = COIN / 2
    rim: Shape = (
        Circle(middle, middle, middle - 0.6, "yellow", "ink", 0.5)
        if seat == 0
        else Polygon(around(middle, middle, middle - 0.6, 6, 30), "yellow", "ink", 0.5)
    )
    return picture(
        COIN,
        COIN,
        "kudo",
        rim,
        Text(middle, middle + 0.8, 5, "K", bold=True),
        Text(middle, middle + 4.6, 2.85, SEATS[seat]),
    )


def _template(cell: float) -> Board:
    how = (
        f"{BREADTH} by {DEPTH} cells of the map: print it on clear film, or cut the window out. The square of the battle "
        "lies between the dashed lines; the first player there may shift it by one cell (O4.2, O4.3)."
    )
    size = BREADTH * cell + 2 * FRAME, DEPTH * cell + 2 * FRAME
    return Board("The template", how, partial(_frame, cell), *size)


def _frame(cell: float) -> Drawing:
    wide, high = BREADTH * cell, DEPTH * cell
    whole = wide + 2 * FRAME, high + 2 * FRAME
    square, half = CELLS * cell, CELLS * cell / 2
    shapes: list[Shape] = [
        Polygon(box(0, 0, *whole), "shade", "ink", 0.3),
        Polygon(box(FRAME, FRAME, wide, high), "#ffffff", "ink", 0.5),
    ]
    for n in range(1, BREADTH):
        x = FRAME + n * cell
        shapes += [Line(((x, y), (x, y + 2)), "ink", 0.2) for y in (FRAME, FRAME + high - 2)]
    for n in range(1, DEPTH):
        y = FRAME + n * cell
        shapes += [Line(((x, y), (x + 2, y)), "ink", 0.2) for x in (FRAME, FRAME + wide - 2)]
    for x in (FRAME + half, FRAME + half + square):
        shapes.append(Line(((x, FRAME), (x, FRAME + high)), "line", 0.25, dashed=True))
    middle = FRAME + high / 2
    shapes.append(Line(((FRAME, middle), (FRAME + wide, middle)), "line", 0.25, dashed=True))
    shapes.append(
        Text(
            whole[0] / 2,
            whole[1] - 1.8,
            LETTER,
            "the side by which the second army came in, or the one opposite",
        )
    )
    return Drawing(*whole, "The template", tuple(shapes))
