"""All Out Assault on paper: the board, pawns to fold, secret sheets, the health track and what the tiles do."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from sandtable.drawing import Drawing, Line, Polygon, Shape, Text, around, box, piece
from sandtable.games.assault.data.board import KINDS
from sandtable.games.assault.schema import STATS, Tile
from sandtable.games.assault.show.drawing import FILLS
from sandtable.games.assault.show.text import LETTERS, PAWNS, SIDES, TILES
from sandtable.kits import Block, Board, Kit, KitMaker, Leaflet, Paragraph, Piece, Pieces, Table, picture
from sandtable.settings import Integer, Value

OPTIONS = (Integer("tile_mm", 18, 60, 26, "A1.1", "A tile of the printed board, in mm"),)
PAWN = (18.0, 26.0, 8.0)  # width, height, foot
SECRET = (188.0, 120.0)
CHANGES = 9  # boxes for later numbers of a stat
TOKEN = 11.0
EDGE = 6.0  # around the board
TRACK_BOX, IN_A_ROW = 17.0, 11
MODIFIERS = KINDS[Tile.RED :]
LETTER = 3.0  # mm, 8.5 points

# A4.3, by `barred`: what is ticked on a secret sheet, the head of its column, and what an attack may not name
TICKED = ("the stat that opened your last attack", "the stats compared since your last turn began")
COLUMN = ("opened last", "used lately")
NOT_NAMED = (
    "not the one that this pawn opened with on your last turn",
    "not one of this pawn's that was compared since your last turn began, unless all six were",
)
ROUNDED = ("rounded down", "rounded to the nearest", "rounded up")


def kit(setup: Any, options: Mapping[str, Value]) -> Kit:
    """The kit for a board and the settings that go with it."""
    return Kit(
        (
            _board(setup, float(options["tile_mm"])),
            _pawns(),
            _secrets(setup),
            _track(int(setup.health)),
            _tokens(),
            Leaflet("Tiles and attack", _reference(setup), 1, 3.2),
        ),
        (
            "two dice with six sides; one is enough, rolled twice",
            "a pencil each, to write and change secret numbers",
            "scissors, and glue for the pawns; card of some 200 g is better than paper",
            "something to hide your sheet behind: a book that stands open will do",
        ),
    )


MAKER = KitMaker(kit, OPTIONS)


def _board(setup: Any, tile: float) -> Board:
    size = (int(setup.width) * tile + EDGE, int(setup.height) * tile + EDGE)
    how = "Navy sits at the bottom, Rust at the top. Pawns begin on the corners, marked START."
    return Board("The board", how, partial(_picture, setup, tile), *size)


def _picture(setup: Any, tile: float) -> Drawing:
    width, height = int(setup.width), int(setup.height)
    shapes: list[Shape] = []
    for n in range(int(setup.tiles)):
        shapes += _tile(
            int(setup.kind[n]), EDGE + int(setup.x[n]) * tile, EDGE + int(setup.y[n]) * tile, tile
        )
    for x in range(width):
        shapes.append(Text(EDGE + (x + 0.5) * tile, EDGE - 2, LETTER, LETTERS[x]))
    for y in range(height):
        shapes.append(Text(EDGE / 2, EDGE + (y + 0.5) * tile + 1, LETTER, str(height - y)))
    return Drawing(width * tile + EDGE, height * tile + EDGE, "The board", tuple(shapes))


def _tile(kind: int, x: float, y: float, side: float) -> list[Shape]:
    shapes: list[Shape] = [Polygon(box(x, y, side, side), FILLS[kind], "line", 0.3)]
    if kind == Tile.PLAIN:
        return shapes
    name = "START" if kind == Tile.START else TILES[kind].upper()
    size = max(LETTER, min(0.13 * side, 4.0))
    if kind != Tile.START:
        # the letter of a board's file, so that no colour is needed
        shapes.append(Text(x + side / 2, y + 0.6 * side, 0.5 * side, KINDS[kind], bold=True))
    shapes.append(Text(x + side / 2, y + side - 0.08 * side, min(size, 1.35 * side / len(name)), name))
    return shapes


def _pawns() -> Pieces:
    width, height, foot = PAWN
    pieces = [
        Piece(PAWNS[p], _pawn(p), width, height, back=_pawn(p), folds=True, foot=foot) for p in range(4)
    ]
    how = "Fold along the dashed lines, glue the two sides back to back, and bend the feet outward to stand it up."
    return Pieces("Pawns to fold", how, pieces, 5.0)


def _pawn(p: int) -> Drawing:
    width, height, _ = PAWN
    seat, sign = divmod(p, 2)
    fill = ("blue", "red")[seat]
    figure = piece(seat, width / 2, height / 2 - 1, 6.2, str(sign + 1))
    return picture(
        width,
        height,
        PAWNS[p],
        Polygon(box(0, 0, width, height), fill),
        *figure,
        Text(width / 2, height - 2.5, LETTER, PAWNS[p], bold=True),
    )


def _secrets(setup: Any) -> Pieces:
    barred = int(setup.barred)
    sheets = [Piece(f"{side}'s secret sheet", _secret(side, COLUMN[barred]), *SECRET) for side in SIDES]
    how = (
        "One a player, kept hidden. Write 1 to 6 into the first boxes of each pawn; when a tile changes a stat, write the new "
        f"number into the next box of its row. Tick {TICKED[barred]} and the kind of tile used last."
    )
    return Pieces("Secret sheets", how, sheets, 6.0)


def _secret(side: str, column: str) -> Drawing:
    width, height = SECRET
    shapes: list[Shape] = [Text(6, 8, 4.4, f"{side}: secret numbers", anchor="start", bold=True)]
    for n in range(2):
        shapes += _secret_pawn(f"{side} {n + 1}", column, 12 + n * 56)
    return picture(width, height, f"{side}'s secret sheet", *shapes)


def _secret_pawn(name: str, column: str, y: float) -> list[Shape]:
    shapes: list[Shape] = [
        Text(6, y + 6, 3.6, name, anchor="start", bold=True),
        Text(40, y + 6, LETTER, "start"),
        Text(50, y + 6, LETTER, "after each change", anchor="start"),
        Text(152, y + 6, LETTER, column),
        Text(174, y + 6, LETTER, "tile used last"),
    ]
    for row, stat in enumerate(STATS):
        top = y + 8 + row * 7
        shapes.append(Text(6, top + 5, 3.4, stat, anchor="start"))
        shapes.append(Polygon(box(35, top, 10, 6.4), "", "ink", 0.5))
        for change in range(CHANGES):
            shapes.append(Polygon(box(49 + change * 10.4, top, 9.4, 6.4), "", "line", 0.25))
        shapes.append(Polygon(around(152, top + 3.2, 3, 16), "", "line", 0.25))
        if row < len(MODIFIERS):
            shapes.append(Polygon(around(172, top + 3.2, 3, 16), "", "line", 0.25))
            shapes.append(Text(179, top + 4.4, LETTER, MODIFIERS[row]))
    return shapes


def _track(health: int) -> Pieces:
    last = max(22, health + 10)
    rows = -(-(last + 1) // IN_A_ROW)
    shapes: list[Shape] = []
    for n in range(rows * IN_A_ROW):
        row, column = divmod(n, IN_A_ROW)
        x, y = column * TRACK_BOX, row * TRACK_BOX
        fill = "shade" if n == health else "grey" if n == 0 else "paper"
        shapes.append(Polygon(box(x, y, TRACK_BOX, TRACK_BOX), fill, "line", 0.3))
        shapes.append(Text(x + 2, y + 5, 4, str(n), anchor="start", bold=n == health))
        if n in (0, health):
            words = "out" if n == 0 else "start"
            shapes.append(Text(x + TRACK_BOX / 2, y + TRACK_BOX - 2, LETTER, words))
    drawing = picture(IN_A_ROW * TRACK_BOX, rows * TRACK_BOX, "Health", *shapes)
    how = f"A token of each pawn stands on its health, at first {health}. Health has no upper limit: go round once more."
    return Pieces("The health track", how, [Piece("health track", drawing, drawing.width, drawing.height)])


def _tokens() -> Pieces:
    middle = TOKEN / 2
    health = [
        Piece(
            f"health of {PAWNS[p]}",
            picture(TOKEN, TOKEN, PAWNS[p], *piece(p // 2, middle, middle, 3.8, str(p % 2 + 1))),
            TOKEN,
            TOKEN,
        )
        for p in range(4)
    ]
    bars: tuple[Shape, ...] = tuple(Line(((x, 1.5), (x, 4.8)), "ink", 0.6) for x in (3.0, 4.7, 6.3, 8.0))
    held = picture(
        TOKEN,
        TOKEN,
        "held",
        Polygon(box(0, 0, TOKEN, TOKEN), "paper"),
        *bars,
        Text(middle, 9, LETTER, "held"),
    )
    used = [
        Piece(
            f"Meditation used by {PAWNS[p]}",
            picture(
                TOKEN,
                TOKEN,
                PAWNS[p],
                Polygon(box(0, 0, TOKEN, TOKEN), "yellow"),
                Text(middle, 5, 4, "M"),
                Text(middle, 9.9, 4.6, f"{PAWNS[p][0]}{p % 2 + 1}", bold=True),
            ),
            TOKEN,
            TOKEN,
            4,
        )
        for p in range(4)
    ]
    how = "The signs of the pawns go on the health track, 'held' on a pawn that may not move, an M on a tile used up."
    return Pieces("Tokens", how, [*health, Piece("held", held, TOKEN, TOKEN, 4), *used], 3.0)


def _reference(setup: Any) -> list[Block]:
    cap = f", up to {int(setup.stat_cap)}" if setup.stat_cap else ""
    rounded = ROUNDED[int(setup.meditation_rounding)]
    held = "It is then held in its next turn"
    rows = (
        (
            "**R** Red",
            "Roll a die, then choose a stat of this pawn: it becomes that number. You may decline.",
            "A3.2",
        ),
        (
            "**B** Blue",
            "Roll a die less 1, then name a living enemy pawn and a stat: it becomes that.",
            "A3.3",
        ),
        (
            "**I** Injury",
            f"If its Agility, Honor or Stealth is 2 or less, the opponent names a stat, which loses 1. {held}. A must.",
            "A3.4",
        ),
        (
            "**T** Training",
            f"If its Strength, Bloodlust or Discipline is 5 or more, raise one stat by 1{cap}. {held}.",
            "A3.5",
        ),
        (
            "**M** Meditation",
            f"Two dice, divided by 3, {rounded}: so much more health. Each tile once a pawn in a match.",
            "A3.6",
        ),
    )
    attack = (
        ("Higher", "The attacker rolls a die: the defender loses so much.", "A4.4"),
        ("Lower", "A die and 2 more: the attacker loses so much.", "A4.4"),
        ("Tied", "The defender names another stat, not yet compared. All six tied: nobody is hurt.", "A4.5"),
    )
    return [
        Paragraph(
            "A tile works when a pawn stops on it after a move of one space or more (A3.1). No pawn uses the same kind of tile "
            "on two of its owner's turns running (A3.8)."
        ),
        Table(("Tile", "What it does", "Clause"), rows, (2, 9, 1.4)),
        Paragraph(
            f"An attack: name a stat of yours, {NOT_NAMED[int(setup.barred)]} (A4.3). Say only which "
            "is higher, or that they are tied (A4.6)."
        ),
        Table(("Your number", "What follows", "Clause"), attack, (2, 9, 1.4)),
    ]
