"""Optio on paper: maps, blocks to stick or fold, kudos, and the template for finding a battlefield."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import numpy as np

from sandtable.authoring import (
    Block,
    Board,
    Choice,
    Integer,
    Kit,
    KitMaker,
    Leaflet,
    LeafletTable,
    Paragraph,
    Piece,
    Pieces,
    Setup,
    Value,
)
from sandtable.authoring.kits import picture
from sandtable.games.optio.data.ground import CELLS, COLUMNS, GROUNDS, SIDE, SQUARES
from sandtable.games.optio.data.maps import shipped, terrain
from sandtable.games.optio.data.profiles import NAMES, Profile, profiles
from sandtable.games.optio.schema import BLOCKS, KINDS
from sandtable.games.optio.show.battlefield import SEATS, map_name, profile_of
from sandtable.games.optio.show.ground import ART, COLOURS, ground, squares, swatch
from sandtable.graphics.art import path
from sandtable.graphics.art import picture as art
from sandtable.graphics.drawing import Drawing, Illustration, Line, Polygon, Shape, Text, box, moved, placed

MAPS = {"chosen": "the map of the settings", "all": "all that come with the game, as a book"}
OPTIONS = (
    Integer("map_cm", 16, 120, 36, "O1.1", "A side of the printed map, in cm"),
    Choice("maps", tuple(MAPS), "chosen", "O1.2", "Which maps are printed", MAPS),
    Integer("block_mm", 10, 40, 20, "O1.3", "Edge of a printed block, in mm"),
)
EDGE = 6.0  # margin around a map, for its letters
LETTER = 3.0  # mm, 8.5 points
COIN = 18.0
SWATCH = 11.0  # swatch in the legend
FRAME = 6.0  # around the template's window
DEPTH, BREADTH = 8, 16  # cells of the template (O4.2)
COUNTS = {"army": 1, "scout": 1, "dummy": 4}
# drawn as on the game's page: blocks and their pictures centred on 0, some 24 wide
PAPER, SIDES_INK = ART["paper"], COLOURS
WIDEST = 28.0  # size of a block with some room around it


def kit(setup: Setup, options: Mapping[str, Value]) -> Kit:
    """The kit for one map, or for all of them."""
    side, block = 10.0 * int(str(options["map_cm"])), float(str(options["block_mm"]))
    boards = [_map(map_name(setup), setup.cell, side)]
    if options["maps"] == "all":
        found = [terrain(name) for name in shipped()]
        boards = [_map(f"{one.name}, {one.kind}", one.cells, side) for one in found]
    coins = [_coins(int(setup.kudos))] if setup.kudos else []
    return Kit(
        (
            *boards,
            Leaflet("What the ground is", [_legend()], 2, 3.2),
            Leaflet("What ground is worth to the armies", _worths(setup), 1, 3.0),
            _faces(block),
            _numbered(block),
            _folded(block),
            *coins,
            _template(side / SIDE),
        ),
        (
            "one or two dice, to see who moves first",
            f"scissors and glue; for faces to stick on, twelve {block:g} mm cubes, six of one colour for each side",
            "clear film for the template, or a knife to cut its window out",
            "for the battle itself, your own rules and figures; you can print the battlefield of a match too",
        ),
        partial(_set_up, setup, side),
    )


MAKER = KitMaker(kit, OPTIONS)


def _map(name: str, cells: np.ndarray, side: float) -> Board:
    how = "Navy sits at the bottom, in the south; Oxblood sits at the top."
    whole = side + 2 * EDGE
    return Board(f"Map: {name}", how, partial(_picture, name, cells, side), whole, whole, "map_cm", 2 * EDGE)


def _picture(name: str, cells: np.ndarray, side: float) -> Drawing:
    kinds = tuple(tuple(int(kind) for kind in row) for row in cells)
    square = side / SQUARES
    shapes = [moved(shape, EDGE, EDGE) for shape in ground(kinds, side / SIDE)]
    shapes += squares(EDGE, EDGE, side, 0.5)
    for n in range(SQUARES):
        middle = EDGE + (n + 0.5) * square
        for y in (EDGE - 1.6, EDGE + side + 4):
            shapes.append(Text(middle, y, 4, COLUMNS[n], bold=True))
        for x in (EDGE / 2, 1.5 * EDGE + side):
            shapes.append(Text(x, middle + 1.4, 4, str(SQUARES - n), bold=True))
    whole = side + 2 * EDGE
    return Drawing(whole, whole, name, tuple(shapes))


def _legend() -> Illustration:
    shapes: list[Shape] = []
    for n, kind in enumerate(GROUNDS):
        column, row = divmod(n, 7)
        x, y = column * 47, row * 13
        shapes += [moved(shape, x, y) for shape in swatch(n, SWATCH / 3)]
        shapes.append(Polygon(box(x, y, SWATCH, SWATCH), "", "ink", 0.2))
        words = kind.name if kind.passable else f"{kind.name}, impassable"
        shapes.append(Text(x + SWATCH + 2, y + 6.5, 3.2, words, anchor="start"))
    return Illustration(
        Drawing(96, 7 * 13, "The ground", tuple(shapes)),
        "The ground does not slow blocks down; it matters for the battle.",
    )


def _worths(setup: Setup) -> list[Block]:
    """The value of a cell of each kind of ground to each shipped army, and to a custom one in the match (O4.5)."""
    shipped_armies = [one for one in profiles().values() if one.worth]
    own = [one for one in (profile_of(setup, seat) for seat in (0, 1)) if one.worth]
    armies = list(dict.fromkeys((*shipped_armies, *own)))
    rows = [(f"**{name}**", *(_worth(one, n) for one in armies)) for n, name in enumerate(NAMES)]
    playing = " and ".join(
        f"{side} is {profile_of(setup, seat).name}"
        for seat, side in enumerate(SEATS)
        if profile_of(setup, seat).worth
    )
    return [
        Paragraph(
            "What a cell of the battlefield is worth in an army's own half, then in the enemy's. Add them up for your army and "
            f"subtract the total of the other army (O4.5).{f' In this match {playing}.' if playing else ''}"
        ),
        LeafletTable(("", *(one.name for one in armies)), rows, (1.5, *(1.0 for _ in armies))),
    ]


def _worth(army: Profile, ground: int) -> str:
    worth = army.worth[ground]
    return f"{worth.own:g} / {worth.enemy:g}"


def _set_up(setup: Setup, side: float) -> Illustration:
    """The map, at the size of its drawn ground, with the blocks of both sides beyond its edges."""
    unit = side / 200
    size, row = 18.0 * unit, 22.0 * unit
    kinds = tuple(tuple(int(kind) for kind in line) for line in setup.cell)
    shapes: list[Shape] = [moved(shape, 0, row) for shape in ground(kinds, side / SIDE)]
    shapes += squares(0, row, side, 0.9 * unit)
    for seat, y in ((1, row / 2), (0, row * 1.5 + side)):
        shapes += [
            shape for n in range(BLOCKS) for shape in hidden(seat, 20 * unit + n * 1.3 * size, y, size)
        ]
        for n in range(int(setup.kudos)):
            x = side - unit * (8 + n * min(11.0, 50.0 / max(int(setup.kudos), 1)))
            shapes += placed(placed(art(ART["kudo"]), -10, -10), x, y, 0.55 * unit)
    caption = (
        f"{SEATS[0]} at the bottom, {SEATS[1]} at the top: six blocks each, all off the map, their pictures hidden from the "
        f"other side, and {int(setup.kudos)} kudos each."
    )
    return Illustration(Drawing(side, side + 2 * row, "The set-up", tuple(shapes)), caption)


def token(seat: int, kind: str, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """A face-up block centred on (`x`, `y`), as on the game's page."""
    ink = SIDES_INK[seat]
    face = path(ART["blocks"][seat], PAPER, ink, 2.6)
    return placed((*face, *art(ART["pictures"][kind], ink=ink, ground=PAPER)), x, y, size / WIDEST)


def hidden(seat: int, x: float, y: float, size: float, words: str = "?") -> tuple[Shape, ...]:
    """A face-down block centred on (`x`, `y`)."""
    body = path(ART["blocks"][seat], SIDES_INK[seat], SIDES_INK[seat], 1.0)
    return placed((*body, Text(0, 5.4, 15, words, PAPER, bold=True)), x, y, size / WIDEST)


def _face(block: float, *shapes: Shape) -> Drawing:
    return picture(block, block, "face", Polygon(box(0, 0, block, block), PAPER), *shapes)


def _kinds(block: float) -> list[tuple[int, str, Drawing]]:
    return [
        (seat, kind, _face(block, *token(seat, kind, block / 2, block / 2, block)))
        for seat in (0, 1)
        for kind in KINDS[1:]
    ]


def _numbers(block: float) -> list[Piece]:
    return [
        Piece(
            f"{side}'s block {n}",
            _face(block, *hidden(seat, block / 2, block / 2, block, str(n))),
            block,
            block,
        )
        for seat, side in enumerate(SEATS)
        for n in range(1, BLOCKS + 1)
    ]


def _faces(block: float) -> Pieces:
    faces = [
        Piece(f"{SEATS[seat]}'s {kind}", face, block, block, COUNTS[kind])
        for seat, kind, face in _kinds(block)
    ]
    how = f"Stick one on a face of each {block:g} mm cube. The other faces of a side's cubes must all look alike."
    return Pieces("Faces to stick on blocks", how, faces, 3.0, stickers=True)


def _numbered(block: float) -> Pieces:
    how = (
        "Use these instead if the companion keeps your blocks secret: only it knows what each number is. Put the number on a "
        "face that both players can see."
    )
    return Pieces("Numbers to stick on blocks", how, _numbers(block), 3.0, stickers=True)


def _folded(block: float) -> Pieces:
    foot = 0.5 * block
    kinds = [
        Piece(
            f"{SEATS[seat]}'s {kind}",
            face,
            block,
            block,
            COUNTS[kind],
            _face(block, *hidden(seat, block / 2, block / 2, block)),
            folds=True,
            foot=foot,
        )
        for seat, kind, face in _kinds(block)
    ]
    numbers = [replace(one, folds=True, foot=foot) for one in _numbers(block)]
    how = (
        "If you have no cubes, fold each block along the dashed lines and stand it up with its picture towards you. When it is "
        "revealed, lay it down with the picture up. The numbered ones are for the companion."
    )
    return Pieces("Blocks to fold", how, [*kinds, *numbers], 3.0)


def _coins(kudos: int) -> Pieces:
    coins = [Piece(f"kudo of {side}", _coin(seat), COIN, COIN, kudos) for seat, side in enumerate(SEATS)]
    return Pieces("Kudos", f"{kudos} for each player; hand one in to back away or stay (O3.1).", coins, 3.0)


def _coin(seat: int) -> Drawing:
    middle = COIN / 2
    return picture(
        COIN,
        COIN,
        "kudo",
        *placed(placed(art(ART["kudo"]), -10, -10), middle, middle - 1.6, 0.72),
        Text(middle, COIN - 1.4, LETTER, SEATS[seat]),
    )


def _template(cell: float) -> Board:
    how = (
        f"{BREADTH} by {DEPTH} cells of the map. Print it on clear film, or cut the window out. The square of the battle "
        "lies between the dashed lines; the player who was there first may shift it by one cell (O4.2, O4.3)."
    )
    size = BREADTH * cell + 2 * FRAME, DEPTH * cell + 2 * FRAME
    return Board("The template", how, partial(_frame, cell), *size)


def _frame(cell: float) -> Drawing:
    wide, high = BREADTH * cell, DEPTH * cell
    whole = wide + 2 * FRAME, high + 2 * FRAME
    square, half = CELLS * cell, CELLS * cell / 2
    shapes: list[Shape] = [
        Polygon(box(0, 0, *whole), "shade", "ink", 0.3),
        Polygon(box(FRAME, FRAME, wide, high), "paper", "ink", 0.5),
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
    words = "the second army came in here, or opposite"
    shapes.append(Text(whole[0] / 2, whole[1] - 1.8, LETTER, words))
    return Drawing(*whole, "The template", tuple(shapes))
