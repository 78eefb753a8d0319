"""All Out Assault on paper: the board, pawns to fold, secret sheets, the health track and what the tiles do."""

from collections.abc import Mapping
from functools import partial

from sandtable.authoring import (
    Block,
    Board,
    Explanations,
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
from sandtable.authoring.sheet import facts
from sandtable.games.assault.data.board import KINDS
from sandtable.games.assault.schema import STATS, Tile
from sandtable.games.assault.show.explained import words
from sandtable.games.assault.show.text import LETTERS, PAWNS, SIDES, TILES
from sandtable.graphics.art import path, read, sides
from sandtable.graphics.art import picture as art
from sandtable.graphics.drawing import Drawing, Illustration, Polygon, Shape, Text, around, box, placed

OPTIONS = (Integer("tile_mm", 18, 60, 26, "A1.1", "Size of a printed tile, in mm"),)
PAWN = (18.0, 26.0, 8.0)  # width, height, foot
SECRET = (188.0, 120.0)
NOTES = (188.0, 58.0)
NUMBERS = 7  # from 0 to 6; Training may exceed that, and the number is then written next to it
CHANGES = 9  # boxes for a stat's later numbers
TOKEN = 11.0
EDGE = 6.0  # around the board
TRACK_BOX, IN_A_ROW = 17.0, 11
MODIFIERS = tuple(tile for tile in Tile if tile >= Tile.RED)
LETTER = 3.0  # mm, 8.5 points

# A4.3, by `barred`: what is ticked on a secret sheet, and the head of its column
TICKED = ("the stat that opened your last attack", "the stats compared since your last turn began")
COLUMN = ("opened last", "compared")
# drawn as on the game's page: signs in a square of 40, pawns in a tile of 100, stats in a square of 24
ART = read(__file__)
COLOURS = sides(ART)
PENCIL = ART["pencil"]  # for crossing out numbers


def kit(setup: Setup, settings: Mapping[str, Value]) -> Kit:
    """The kit for a board; `settings` are those of the match and the kit."""
    return Kit(
        (
            _board(setup, float(settings["tile_mm"])),
            _pawns(),
            _secrets(setup),
            _notes(),
            _track(int(setup.health)),
            _tokens(setup),
            Leaflet("Tiles and attack", _reference(words(settings)), 1, 3.2),
        ),
        (
            "two six-sided dice (one is enough: roll it twice)",
            "a pencil for each player, to write and change secret numbers",
            "scissors, and glue for the pawns; 200 g card is better than paper",
            "something to hide your sheet behind, such as an open book",
        ),
        partial(_set_up, setup),
    )


MAKER = KitMaker(kit, OPTIONS)


def _board(setup: Setup, tile: float) -> Board:
    size = (int(setup.width) * tile + EDGE, int(setup.height) * tile + EDGE)
    how = "Navy sits at the bottom, Rust at the top. Pawns start on the corners, marked START."
    return Board("The board", how, partial(_picture, setup, tile), *size, "tile_mm", EDGE)


def _picture(setup: Setup, tile: float) -> Drawing:
    width, height = int(setup.width), int(setup.height)
    shapes: list[Shape] = []
    for n in range(int(setup.tiles)):
        x, y = _corner(setup, n, tile)
        shapes += [*ground(setup, n, x, y, tile, 0.42), *_named(setup, n, x, y, tile)]
    for x in range(width):
        shapes.append(Text(EDGE + (x + 0.5) * tile, EDGE - 2, LETTER, LETTERS[x]))
    for y in range(height):
        shapes.append(Text(EDGE / 2, EDGE + (y + 0.5) * tile + 1, LETTER, str(height - y)))
    return Drawing(width * tile + EDGE, height * tile + EDGE, "The board", tuple(shapes))


def _corner(setup: Setup, n: int, tile: float) -> tuple[float, float]:
    return EDGE + int(setup.x[n]) * tile, EDGE + int(setup.y[n]) * tile


def name_of(setup: Setup, n: int) -> str:
    """What is printed on a tile: its kind, and for a Meditation tile the number that the companion uses for it."""
    kind = int(setup.kind[n])
    if kind == Tile.START:
        return "START"
    number = f" {int(setup.order[n]) + 1}" if kind == Tile.MEDITATION else ""
    return f"{TILES[kind].upper()}{number}" if kind in TILES else ""


def ground(setup: Setup, n: int, x: float, y: float, side: float, high: float = 0.5) -> list[Shape]:
    """A tile with its sign; `high` is the position of the sign's middle, as a share of the tile's height."""
    kind = int(setup.kind[n])
    face = ART["tiles"][(int(setup.x[n]) + int(setup.y[n])) % 2 == 0]
    shapes: list[Shape] = [Polygon(box(x, y, side, side), face, "line", 0.012 * side)]
    if kind != Tile.PLAIN:
        shapes += placed(_sign(kind), x + side / 2, y + high * side, 0.62 * side / 40)
    return shapes


def _named(setup: Setup, n: int, x: float, y: float, side: float) -> list[Shape]:
    name = name_of(setup, n)
    size = min(max(LETTER, min(0.13 * side, 4.0)), 1.35 * side / max(len(name), 1))
    return [Text(x + side / 2, y + 0.93 * side, size, name)] if name else []


def _sign(kind: int) -> tuple[Shape, ...]:
    sign = ART["signs"][KINDS[kind]]
    return art(sign["strokes"], ink=sign["ink"])


def _set_up(setup: Setup) -> Illustration:
    """The board with the pawns in their starting positions."""
    tile, starts = 100.0, [int(n) for n in setup.start]
    shapes: list[Shape] = []
    for n in range(int(setup.tiles)):
        x, y = int(setup.x[n]) * tile, int(setup.y[n]) * tile
        shapes += ground(setup, n, x, y, tile)
        if n in starts:
            shapes += figure(starts.index(n), x + tile / 2, y + tile / 2, 1.0)
    size = int(setup.width) * tile, int(setup.height) * tile
    caption = f"Where pawns start: {SIDES[0]} at the bottom, {SIDES[1]} at the top."
    return Illustration(Drawing(*size, "The set-up", tuple(shapes)), caption)


def figure(p: int, x: float, y: float, scale: float) -> tuple[Shape, ...]:
    """A pawn as on the game's page, in a tile of 100 by 100 at scale 1."""
    seat, number = divmod(p, 2)
    sign = Text(0, 11, 27, str(number + 1), ART["words"][seat], bold=True)
    return placed((*art(ART["pawns"][seat]), sign), x, y, scale)


def _pawns() -> Pieces:
    width, height, foot = PAWN
    pieces = [
        Piece(PAWNS[p], _pawn(p), width, height, back=_pawn(p), folds=True, foot=foot) for p in range(4)
    ]
    how = "Fold along the dashed lines, glue the two sides back to back, and bend the feet outward so that each pawn stands."
    return Pieces("Pawns to fold", how, pieces, 5.0)


def _pawn(p: int) -> Drawing:
    width, height, _ = PAWN
    return picture(
        width,
        height,
        PAWNS[p],
        Polygon(box(0, 0, width, height), ART["tiles"][0]),
        *figure(p, width / 2, height / 2 - 2.5, 0.2),
        Text(width / 2, height - 2, LETTER, PAWNS[p], bold=True),
    )


def _secrets(setup: Setup) -> Pieces:
    barred = int(setup.barred)
    sheets = [Piece(f"{side}'s secret sheet", _secret(side, COLUMN[barred]), *SECRET) for side in SIDES]
    how = (
        "One for each player, kept hidden. Write 1 to 6 in the first boxes of each pawn. When a tile changes a stat, write the "
        f"new number in the next box of its row. Tick {TICKED[barred]} and the kind of tile used last."
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
        shapes += _stat(row, 7.5, top + 3.4)
        shapes.append(Text(11, top + 5, 3.4, stat, anchor="start"))
        shapes.append(Polygon(box(35, top, 10, 6.4), "", "ink", 0.5))
        for change in range(CHANGES):
            shapes.append(Polygon(box(49 + change * 10.4, top, 9.4, 6.4), "", "line", 0.25))
        shapes.append(Polygon(around(152, top + 3.2, 3, 16), "", "line", 0.25))
        if row < len(MODIFIERS):
            shapes.append(Polygon(around(172, top + 3.2, 3, 16), "", "line", 0.25))
            shapes += placed(_sign(MODIFIERS[row]), 180, top + 3.2, 0.15)
    return shapes


def _stat(stat: int, x: float, y: float) -> tuple[Shape, ...]:
    return placed(placed(path(ART["stats"][stat], "", "ink", 1.8), -12, -12), x, y, 0.2)


def _notes() -> Pieces:
    sheets = [
        Piece(f"notes of {side} about {other}", _note(side, seat), *NOTES)
        for seat, (side, other) in enumerate(zip(SIDES, SIDES[::-1], strict=True))
    ]
    how = (
        "One for each player, kept hidden: what each of the enemy's numbers can still be. Cross out what a comparison rules "
        "out; when a tile makes a number known, ring it."
    )
    return Pieces("What the enemy's numbers can be", how, sheets, 6.0)


def _note(side: str, seat: int) -> Drawing:
    shapes: list[Shape] = [
        Text(4, 7, 4.0, f"{side}: what {SIDES[1 - seat]}'s numbers can be", anchor="start", bold=True)
    ]
    for n in range(2):
        left = 4 + n * (NOTES[0] - 4) / 2
        shapes.append(Text(left, 13, 3.4, PAWNS[2 * (1 - seat) + n], anchor="start", bold=True))
        for row, stat in enumerate(STATS):
            top = 15 + row * 6.6
            shapes += _stat(row, left + 2.2, top + 2.8)
            shapes.append(Text(left + 5.5, top + 4.2, LETTER, stat, anchor="start"))
            for number in range(NUMBERS):
                x = left + 27 + number * 7.4
                shapes.append(Polygon(box(x, top, 6.6, 5.8), "", "line", 0.25))
                shapes.append(Text(x + 3.3, top + 4.1, LETTER, str(number), PENCIL))
    return picture(*NOTES, f"notes of {side}", *shapes)


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
    how = f"Each pawn's token marks its health, {health} at the start. Health has no upper limit: go around again."
    return Pieces("The health track", how, [Piece("health track", drawing, drawing.width, drawing.height)])


def _tokens(setup: Setup) -> Pieces:
    middle = TOKEN / 2
    health = [
        Piece(
            f"health of {PAWNS[p]}",
            picture(TOKEN, TOKEN, PAWNS[p], *figure(p, middle, middle, 0.12)),
            TOKEN,
            TOKEN,
        )
        for p in range(4)
    ]
    held = picture(
        TOKEN,
        TOKEN,
        "held",
        Polygon(box(0, 0, TOKEN, TOKEN), "paper"),
        *placed(art(ART["held"]), middle, 3.8, 0.2),
        Text(middle, 9.6, LETTER, "held"),
    )
    meditations = int((setup.kind[: int(setup.tiles)] == Tile.MEDITATION).sum())
    used = [
        Piece(f"Meditation used by {PAWNS[p]}", _used(p), TOKEN, TOKEN, meditations)
        for p in range(4)
        if meditations
    ]
    how = "Put each pawn's token on the health track, 'held' on a pawn that may not move, a lotus on a tile it has used."
    return Pieces("Tokens", how, [*health, Piece("held", held, TOKEN, TOKEN, 4), *used], 3.0)


def _used(p: int) -> Drawing:
    return picture(
        TOKEN,
        TOKEN,
        PAWNS[p],
        Polygon(box(0, 0, TOKEN, TOKEN), ART["tiles"][0]),
        *placed(_sign(Tile.MEDITATION), TOKEN / 2, 3.6, 0.17),
        Text(TOKEN / 2, 9.9, 3.4, f"{PAWNS[p][0]}{p % 2 + 1}", bold=True),
    )


def _reference(said: Explanations) -> list[Block]:
    tiles = [
        (f"**{entry['name']}**", entry["text"], entry["clause"])
        for entry in (said[f"tile.{KINDS[tile]}"] for tile in MODIFIERS)
    ]
    attack = (
        ("Higher", "The attacker rolls a die: the defender loses that much health.", "A4.4"),
        ("Lower", "The attacker rolls a die and adds 2: the attacker loses that much.", "A4.4"),
        ("Tied", "The defender names another stat, not yet compared. All six tied: nobody is hurt.", "A4.5"),
    )
    return [
        *_cited(said, "legend.works", "legend.running", "legend.once", "legend.held", "sheet.must"),
        LeafletTable(("Tile", "What it does", "Clause"), tiles, (2.4, 8.6, 1.4)),
        Paragraph("To attack, name a stat: both pawns' numbers are compared (A4.2)."),
        *_cited(said, "sheet.barred", "sheet.shown"),
        LeafletTable(("Your number", "What follows", "Clause"), attack, (2, 9, 1.4)),
    ]


def _cited(said: Explanations, *names: str) -> list[Paragraph]:
    # each with its clause, as table rows
    return [Paragraph(f"{fact.text} ({fact.clause})", "\u00b7") for fact in facts(said, *names)]
