"""Rush on paper: the pitch, counters that face a side, cards of the players, tracks, tokens and the quick sheet."""

from collections.abc import Mapping
from functools import partial
from math import cos, pi, sin, sqrt
from typing import Any

from sandtable.drawing import Circle, Drawing, Line, Point, Polygon, Shape, Text, around, box, piece
from sandtable.games.rush.data.pitch import HEXES, LETTERS, ROWS, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS, ROLES
from sandtable.games.rush.schema import NO_ZONE
from sandtable.games.rush.show.parts import text_of
from sandtable.games.rush.show.quick import quick_sheet
from sandtable.games.rush.show.words import SEATS, called
from sandtable.kits import Board, Kit, KitMaker, Leaflet, Piece, Pieces, picture
from sandtable.settings import Integer, Value

OPTIONS = (Integer("hex_mm", 18, 40, 22, "R1.1", "A hex of the printed pitch from side to side, in mm"),)
RADIUS, STEP = 1 / sqrt(3), sqrt(3) / 2  # of a hex that is 1 wide
EDGE = 0.7
WIDTH, HEIGHT = max(ROWS) + 2 * EDGE, (len(ROWS) - 1) * STEP + 2 * RADIUS + 2 * EDGE
CARD = (62.0, 42.0)
TOKEN = 14.0
SPACE = 12.0  # of a track
LETTER = 3.0  # mm, 8.5 points
BEARING = {"striker": "S", "jack": "J", "guard": "G"}
ABLE = {
    "striker": ("Run, Sprint, Steal, Throw, Stand Up", "Dodges, picks up and catches"),
    "jack": ("Run, Sprint, Slam, Steal, Throw,", "Stand Up. Slams back, dodges,", "picks up and catches"),
    "guard": ("Run, Sprint, Slam, Stand Up", "Slams back and dodges"),
}


def kit(setup: Any, options: Mapping[str, Value]) -> Kit:
    """The kit for two teams and the size of a match."""
    hexes = float(options["hex_mm"])
    playing = [p for p in range(2 * MOST_PLAYERS) if p % MOST_PLAYERS < int(setup.team[p // MOST_PLAYERS])]
    return Kit(
        (
            Board(
                "The pitch",
                "Home sits at the left, Visitor at the right. o is a launch hex, × a strike hex, + a bonus hex, > an entry.",
                partial(_pitch, setup, hexes),
                WIDTH * hexes,
                HEIGHT * hexes,
            ),
            _counters(setup, playing, 0.8 * hexes),
            _cards(setup, playing),
            _tracks(setup),
            _tokens(setup),
            Leaflet("The quick sheet", quick_sheet(setup), 1, 2.85),
        ),
        (
            "five dice with six sides",
            "scissors, and glue or tape for the pitch; counters are best on card of some 200 g",
            "a pencil, if you want to keep the score beside the track",
        ),
    )


MAKER = KitMaker(kit, OPTIONS)


def _middle(h: int) -> Point:
    grid = pitch().grid
    return WIDTH / 2 + int(grid.x[h]) / 2, HEIGHT / 2 + int(grid.row[h]) * STEP


def _pitch(setup: Any, hexes: float) -> Drawing:
    shapes: list[Shape] = []
    for h in range(HEXES):
        x, y = _middle(h)
        zoned = setup.zone[h] != NO_ZONE
        fill = (
            ("blue" if x < WIDTH / 2 else "red")
            if zoned
            else "paper"
            if abs(x - WIDTH / 2) > 0.1
            else "shade"
        )
        shapes.append(Polygon(around(x, y, RADIUS, 6, 30), fill, "line", 0.02))
    size = LETTER / hexes
    for h, words in _signs(setup).items():
        x, y = _middle(h)
        shapes.append(Text(x, y + 0.14, 0.42, words[0], bold=True))
        if words[1]:
            shapes.append(Text(x, y + 0.38, size, words[1]))
    for row, (letter, count) in enumerate(zip(LETTERS, ROWS, strict=True)):
        x, y = _middle(sum(ROWS[:row]))
        shapes += [Text(x - 0.8, y + 0.12, 0.3, letter), Text(x + count - 0.2, y + 0.12, 0.3, letter)]
    return Drawing(WIDTH, HEIGHT, "The pitch", tuple(shapes))


def _signs(setup: Any) -> dict[int, tuple[str, str]]:
    found = {int(h): ("o", str(n + 1)) for n, h in enumerate(setup.launch[0])}
    for zone, (strike, bonus) in enumerate(zip(setup.strike, setup.bonus, strict=True)):
        found[int(strike)] = ("×", str(int(setup.points[zone, 0])))
        found[int(bonus)] = ("+", str(int(setup.points[zone, 1])))
    for seat, gates in enumerate(setup.gate):
        found |= {int(h): (">" if seat == 0 else "<", "in") for h in gates}
    return found


def _counters(setup: Any, playing: list[int], size: float) -> Pieces:
    counters = [
        Piece(
            called(p),
            _counter(setup, p, size, False),
            size,
            size * 2 / sqrt(3),
            back=_counter(setup, p, size, True),
        )
        for p in playing
    ]
    how = (
        "Cut them out as hexes; the black wedge points to the side that he faces. The back, with a bar, says that he lies "
        "prone. Glue front and back together, or print both sides."
    )
    return Pieces("Counters", how, counters, 4.0)


def _counter(setup: Any, p: int, size: float, prone: bool) -> Drawing:
    height = size * 2 / sqrt(3)
    x, y = size / 2, height / 2
    seat, role = p // MOST_PLAYERS, ROLES[int(setup.unit[p].role)]
    light = ("blue", "red")[seat]
    shapes: list[Shape] = [Polygon(around(x, y, height / 2, 6, 30), "grey" if prone else light, "ink", 0.3)]
    sign, middle = str(p % MOST_PLAYERS + 1), x if prone else x - 1.2
    if prone:
        # seen to both sides of the piece, be it a disc or a diamond
        shapes.append(Line(((x - 0.46 * size, y - 1), (x + 0.46 * size, y - 1)), "ink", 3.0))
    shapes += [
        *piece(seat, middle, y - 1, (0.24 if prone else 0.31) * size, sign),
        Text(middle, y + 0.49 * size, 3, BEARING[role], bold=True),
    ]
    if prone:
        return picture(size, height, f"{called(p)}, prone", *shapes)
    tip = 0.48 * size
    shapes.append(Polygon(((x + tip, y), (x + tip - 3, y - 3.4), (x + tip - 3, y + 3.4)), "ink"))
    return picture(size, height, called(p), *shapes)


def _cards(setup: Any, playing: list[int]) -> Pieces:
    cards = [Piece(f"card of {called(p)}", _card(setup, p), *CARD) for p in playing]
    return Pieces("Cards of the players", "One a player, before his coach: what he can do.", cards, 2.0)


def _card(setup: Any, p: int) -> Drawing:
    width, height = CARD
    unit, seat = setup.unit[p], p // MOST_PLAYERS
    role = ROLES[int(unit.role)]
    sign = str(p % MOST_PLAYERS + 1)
    figures = [("Move", str(int(unit.move)))]
    figures += [
        (name.capitalize(), f"{int(unit[name])}+") for name in ("strength", "speed", "skill", "armour")
    ]
    shapes: list[Shape] = [
        Polygon(box(0, 0, width, 11), ("blue", "red")[seat]),
        *piece(seat, 7, 5.5, 3.6, sign),
        Text(13, 5, 3.6, text_of(unit.title), anchor="start", bold=True),
        Text(13, 9.2, LETTER, f"{SEATS[seat]} {sign}, {role.capitalize()}", anchor="start"),
    ]
    for n, (name, figure) in enumerate(figures):
        x = 6.6 + n * 12.2
        shapes += [Text(x, 19.5, 5.2, figure, bold=True), Text(x, 24, 2.85, name)]
    for n, words in enumerate(ABLE[role]):
        shapes.append(Text(3, 30.5 + 4 * n, LETTER, words, anchor="start"))
    return picture(width, height, called(p), *shapes)


def _tracks(setup: Any) -> Pieces:
    lead, rushes = int(setup.limit), int(setup.rushes)
    score = [*(str(n) for n in range(lead, 0, -1)), "0", *(str(n) for n in range(1, lead + 1))]
    sides = [*["blue"] * lead, "shade", *["red"] * lead]
    out = ["bench", *(str(n) for n in range(1, 7))]
    numbers = [str(n) for n in range(1, rushes + 1)]
    sudden = f"Rushes; then sudden death, {int(setup.sudden)} more"
    found = [
        Piece("score track", *_track("Left of 0: Home leads. Right of 0: Visitor leads", score, sides)),
        Piece("rush track", *_track(sudden, numbers, ["paper"] * rushes)),
        Piece("out of play, Home", *_track("Home: out of play, turns left", out, ["blue"] * 7)),
        Piece("out of play, Visitor", *_track("Visitor: out of play, turns left", out, ["red"] * 7)),
    ]
    how = (
        f"The score marker begins at 0 and moves toward whoever scores; a lead of {lead} wins at once. Counters of "
        "players who are out go one box to the left after each rush of theirs."
    )
    return Pieces("Tracks", how, found, 6.0)


def _track(title: str, names: list[str], fills: list[str]) -> tuple[Drawing, float, float]:
    in_a_row = 15
    rows = -(-len(names) // in_a_row)
    width, height = min(len(names), in_a_row) * SPACE, 6 + rows * SPACE
    shapes: list[Shape] = [Text(1, 4, LETTER, title, anchor="start", bold=True)]
    for n, (name, fill) in enumerate(zip(names, fills, strict=True)):
        row, column = divmod(n, in_a_row)
        x, y = column * SPACE, 6 + row * SPACE
        size = 4.2 if len(name) < 3 else LETTER
        shapes += [
            Polygon(box(x, y, SPACE, SPACE), fill, "line", 0.25),
            Text(x + SPACE / 2, y + 7.4, size, name),
        ]
    width = max(width, 70.0)
    return picture(width, height, title, *shapes), width, height


def _tokens(setup: Any) -> Pieces:
    def token(name: str, *shapes: Shape) -> Drawing:
        return picture(
            TOKEN, TOKEN, name, Circle(TOKEN / 2, TOKEN / 2, TOKEN / 2 - 0.4, "paper", "ink", 0.4), *shapes
        )

    middle = TOKEN / 2
    star = tuple(
        (middle + reach * cos(pi / 5 * n - pi / 2), 5.6 + reach * sin(pi / 5 * n - pi / 2))
        for n, reach in enumerate((3.4, 1.5) * 5)
    )
    signs: dict[str, tuple[Shape, ...]] = {
        "action": (Polygon(star, "mark", "ink", 0.25),),
        "ball": (Circle(middle, 5.4, 3.2, "mark", "ink", 0.4),),
        "rush": (Line(((4, 8), (middle, 2.6), (10, 8)), "ink", 1.1),),
        "score": (
            Line(((3.4, 5.4), (10.6, 5.4)), "ink", 1.1),
            Line(((middle, 2.2), (middle, 8.6)), "ink", 1.1),
        ),
    }
    counts = {"action": int(setup.tokens)}
    found = [
        Piece(name, token(name, *shapes, Text(middle, 11.6, 2.85, name)), TOKEN, TOKEN, counts.get(name, 1))
        for name, shapes in signs.items()
    ]
    return Pieces(
        "Tokens", "All action tokens are yours when your rush begins; an action costs one.", found, 3.0
    )
