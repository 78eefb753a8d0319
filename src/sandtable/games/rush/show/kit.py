"""Rush on paper: the pitch, counters with a facing, player cards, tracks, tokens and the quick sheet."""

from collections.abc import Iterable, Mapping
from functools import partial
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from sandtable.authoring import Board, Integer, Kit, KitMaker, Leaflet, Piece, Pieces, Setup, Value
from sandtable.authoring.dice import MOST_SUCCESSES
from sandtable.authoring.kits import picture
from sandtable.games.rush.data.pitch import HEXES, LETTERS, ROWS, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS, ROLES
from sandtable.games.rush.schema import NO_ZONE
from sandtable.games.rush.show.parts import text_of
from sandtable.games.rush.show.quick import quick_sheet
from sandtable.games.rush.show.words import SEATS, called
from sandtable.graphics.art import mixed, path, read, sides
from sandtable.graphics.art import picture as art
from sandtable.graphics.drawing import (
    Circle,
    Drawing,
    Illustration,
    Line,
    Point,
    Polygon,
    Shape,
    Text,
    around,
    box,
    placed,
)

OPTIONS = (Integer("hex_mm", 18, 40, 22, "R1.1", "Width of a printed hex, in mm"),)
RADIUS, STEP = 1 / sqrt(3), sqrt(3) / 2  # font size on a hex that is 1 wide
EDGE = 0.7
WIDTH, HEIGHT = max(ROWS) + 2 * EDGE, (len(ROWS) - 1) * STEP + 2 * RADIUS + 2 * EDGE
CARD = (62.0, 42.0)
TOKEN = 14.0
SPACE = 12.0  # of a track
LETTER = 3.0  # mm, 8.5 points
# also used by the game's page, with hexes 40 wide
ART = read(__file__)
COLOURS = sides(ART)
ART_HEX = 40.0
SIDES, INKS, RIMS, DARK = COLOURS, ART["inks"], ART["rims"], ART["pitch"]
NAME = (46.0, 3.6, LETTER)  # on a player's card: its margin, and its font sizes on one line and on two
TEST_DICE = 5  # no test needs more (R4.1, R4.5, R6.1)
ABLE = {
    "striker": ("Run, Sprint, Steal, Throw, Stand Up", "Dodges, picks up and catches"),
    "jack": ("Run, Sprint, Slam, Steal, Throw,", "Stand Up. Slams back, dodges,", "picks up and catches"),
    "guard": ("Run, Sprint, Slam, Stand Up", "Slams back and dodges"),
}


class Look(NamedTuple):
    """The colours of a pitch: of its hexes, middle hexes, lines, zones and the marks on them, and of its wall,
    with widths.
    """

    hexes: str
    middle: str
    grid: str
    wall: tuple[tuple[str, float], ...]
    zoned: str
    strike: str
    zone: str
    sign: str
    gates: tuple[str, str]


ON_PAPER = Look(
    "paper",
    "shade",
    "line",
    ((DARK, 0.09),),
    ART["zonedOnPaper"],
    ART["zonedOnPaper"],
    ART["zoneOnPaper"],
    "ink",
    (DARK, DARK),
)
ON_PAGE = Look(
    DARK,
    ART["middle"],
    ART["grid"],
    ((ART["wall"]["below"], 0.2), (ART["wall"]["above"], 0.065)),
    mixed(DARK, ART["zone"], ART["zoneFilled"]["zone"]),
    mixed(DARK, ART["zone"], ART["zoneFilled"]["strike"]),
    ART["zone"],
    ART["sign"],
    COLOURS,
)


def kit(setup: Setup, settings: Mapping[str, Value]) -> Kit:
    """The kit for two teams and a match size; `settings` are those of the match and the kit."""
    hexes = float(settings["hex_mm"])
    playing = [p for p in range(2 * MOST_PLAYERS) if p % MOST_PLAYERS < int(setup.team[p // MOST_PLAYERS])]
    return Kit(
        (
            Board(
                "The pitch",
                "Home sits at the left, Visitor at the right. Launch hexes have a number in a dashed ring. In a zone, the "
                "ring is the strike hex and the diamond is the bonus hex, each with its points. Arrows mark the entries.",
                partial(_pitch, setup),
                WIDTH * hexes,
                HEIGHT * hexes,
                "hex_mm",
            ),
            _counters(setup, playing, 0.8 * hexes),
            _cards(setup, playing),
            _tracks(setup),
            _tokens(setup),
            Leaflet("The quick sheet", quick_sheet(settings), 1, 2.85),
        ),
        (
            _dice(setup),
            "scissors, and glue or tape for the pitch; counters are best on 200 g card",
            "a pencil, if you prefer to write the score down",
        ),
        partial(_set_up, setup, playing),
    )


MAKER = KitMaker(kit, OPTIONS)


def middle_of(h: int) -> Point:
    """The middle of a hex on the pitch."""
    grid = pitch().grid
    return WIDTH / 2 + int(grid.x[h]) / 2, HEIGHT / 2 + int(grid.row[h]) * STEP


def _dice(setup: Setup) -> str:
    if setup.exploding:
        return f"{2 * TEST_DICE} six-sided dice: {TEST_DICE} for a test, and extra ones to roll for each 6 (R4.1)"
    return f"{TEST_DICE} six-sided dice"


def _pitch(setup: Setup) -> Drawing:
    return Drawing(
        WIDTH, HEIGHT, "The pitch", (*ground(setup, ON_PAPER), *marks(setup, ON_PAPER), *letters("ink"))
    )


def outline(h: int) -> tuple[Point, ...]:
    """The corners of a hex, rounded, so that neighbours share them."""
    return tuple((round(x, 6), round(y, 6)) for x, y in around(*middle_of(h), RADIUS, 6, 30))


def border(hexes: Iterable[int]) -> list[tuple[Point, Point]]:
    """The outer sides of these hexes, shared by no two of them."""
    sides = [(corner, corners[n - 1]) for corners in map(outline, hexes) for n, corner in enumerate(corners)]
    shared = {frozenset(side) for side in sides}
    counts = dict.fromkeys(shared, 0)
    for side in sides:
        counts[frozenset(side)] += 1
    return [side for side in sides if counts[frozenset(side)] == 1]


def ground(setup: Setup, look: Look) -> list[Shape]:
    """The hexes of the pitch, its wall and its zones."""
    strikes = {int(h) for h in setup.strike}
    shapes: list[Shape] = []
    for h in range(HEXES):
        middle = abs(middle_of(h)[0] - WIDTH / 2) < 0.1
        zoned = look.strike if h in strikes else look.zoned
        fill = zoned if setup.zone[h] != NO_ZONE else look.middle if middle else look.hexes
        shapes.append(Polygon(outline(h), fill, look.grid, 0.02))
    walls = border(range(HEXES))
    shapes += [Line(side, colour, width) for colour, width in look.wall for side in walls]
    for zone in range(len(setup.strike)):
        hexes = [h for h in range(HEXES) if int(setup.zone[h]) == zone]
        shapes += [Line(side, look.zone, 0.06) for side in border(hexes)]
    return shapes


def _at(h: int, *shapes: Shape, degrees: float = 0.0) -> tuple[Shape, ...]:
    """A drawing centred on 0, in units of the page, moved onto a hex."""
    return placed(shapes, *middle_of(h), 1 / ART_HEX, degrees)


def marks(setup: Setup, look: Look) -> list[Shape]:
    """The signs on hexes, with their numbers."""
    found: list[Shape] = []
    for n, h in enumerate(setup.launch[0]):
        ring = path(ART["launch"], "", look.sign, 1.3, dashed=True)
        found += _at(int(h), *ring, Text(0, 3.9, 11, str(n + 1), look.sign, bold=True))
    for zone, (strike, bonus) in enumerate(zip(setup.strike, setup.bonus, strict=True)):
        points = [str(int(one)) for one in setup.points[zone]]
        found += _at(
            int(strike),
            *path(ART["strike"], "", look.zone, 2.0),
            Text(0, 6, 17, points[0], look.zone, bold=True),
        )
        diamond = path(ART["bonus"], "", look.zone, 1.4, dashed=True)
        found += _at(int(bonus), *diamond, Text(0, 4.3, 12, points[1], look.zone, bold=True))
    for seat, gates in enumerate(setup.gate):
        for h in gates:
            found += _at(int(h), *path(ART["gate"], "", look.gates[seat], 2.6), degrees=180.0 * seat)
    return found


def letters(ink: str) -> list[Shape]:
    """The row letters at both ends."""
    found: list[Shape] = []
    for row, (letter, count) in enumerate(zip(LETTERS, ROWS, strict=True)):
        x, y = middle_of(sum(ROWS[:row]))
        found += [
            Text(x - 0.8, y + 0.12, 0.3, letter, ink),
            Text(x + count - 0.2, y + 0.12, 0.3, letter, ink),
        ]
    return found


def _set_up(setup: Setup, playing: list[int]) -> Illustration:
    """The pitch with both teams lined up."""
    shapes = [*ground(setup, ON_PAPER), *marks(setup, ON_PAPER)]
    for p in playing:
        seat, n = divmod(p, MOST_PLAYERS)
        if n < int(setup.on_pitch[seat]):
            shapes += _at(int(setup.formation[seat, 0, n]), *_standing(seat), *wedge(180.0 * seat))
    # letters would be too small to read
    shapes = [shape for shape in shapes if not isinstance(shape, Text)]
    caption = (
        "One way to line up: Home first, then Visitor, each anywhere in its own half. The other players sit on the bench; "
        "the score marker is on 0."
    )
    return Illustration(Drawing(WIDTH, HEIGHT, "The set-up", tuple(shapes)), caption)


def _words(setup: Setup, p: int) -> str:
    return f"{ROLES[int(setup.unit[p].role)][0].upper()}{p % MOST_PLAYERS + 1}"


def _standing(seat: int) -> tuple[Shape, ...]:
    return path(ART["standing"][seat], SIDES[seat], RIMS[seat], 1.5)


def wedge(degrees: float) -> tuple[Shape, ...]:
    """The wedge on the side that a player faces, `degrees` clockwise from the right."""
    return placed(path(ART["wedge"], ART["arrow"], ART["outline"], 1.3), 0, 0, 1.0, degrees)


def player(setup: Setup, p: int) -> tuple[Shape, ...]:
    """A player as on the game's page, centred on 0."""
    seat = p // MOST_PLAYERS
    return (*_standing(seat), Text(0, 4.7, 13, _words(setup, p), INKS[seat], bold=True))


def lying(setup: Setup, p: int) -> tuple[Shape, ...]:
    """A player who is down, as on the game's page, centred on 0."""
    seat = p // MOST_PLAYERS
    body = path(ART["prone"][seat], ART["lying"])
    rim = path(ART["prone"][seat], "", SIDES[seat], 2.4, dashed=True)
    return (*body, *rim, Text(0, 4.4, 12.5, _words(setup, p), RIMS[seat], bold=True))


def _counters(setup: Setup, playing: list[int], size: float) -> Pieces:
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
        "Cut them out as hexes. The white wedge points to the side a player faces. The back, with a dashed rim, shows that "
        "the player is down. Glue front and back together, or print both sides."
    )
    return Pieces("Counters", how, counters, 4.0)


def _counter(setup: Setup, p: int, size: float, prone: bool) -> Drawing:
    height = size * 2 / sqrt(3)
    x, y = size / 2, height / 2
    # larger than on the page's pitch, where pieces have room around them
    shapes = lying(setup, p) if prone else (*player(setup, p), *wedge(180.0 * (p // MOST_PLAYERS)))
    body = placed(shapes, x, y, 1.08 * size / ART_HEX)
    ground = Polygon(around(x, y, height / 2, 6, 30), DARK, "ink", 0.3)
    return picture(size, height, f"{called(p)}{', prone' * prone}", ground, *body)


def _cards(setup: Setup, playing: list[int]) -> Pieces:
    cards = [Piece(f"card of {called(p)}", _card(setup, p), *CARD) for p in playing]
    return Pieces(
        "Cards of the players", "One for each player, in front of the coach: what each can do.", cards, 2.0
    )


def _card(setup: Setup, p: int) -> Drawing:
    width, height = CARD
    unit, seat = setup.unit[p], p // MOST_PLAYERS
    role = ROLES[int(unit.role)]
    figures = [("Move", str(int(unit.move)))]
    figures += [
        (name.capitalize(), f"{int(unit[name])}+") for name in ("strength", "speed", "skill", "armour")
    ]
    says = f"{SEATS[seat]} {p % MOST_PLAYERS + 1}, {role.capitalize()}"
    shapes: list[Shape] = [
        Polygon(box(0, 0, width, 11), SIDES[seat]),
        *placed(player(setup, p), 6.2, 5.5, 0.35),
        *_title(text_of(unit.title), says, INKS[seat]),
    ]
    for n, (name, figure) in enumerate(figures):
        x = 6.6 + n * 12.2
        shapes += [Text(x, 19.5, 5.2, figure, bold=True), Text(x, 24, 2.85, name)]
    for n, words in enumerate(ABLE[role]):
        shapes.append(Text(3, 30.5 + 4 * n, LETTER, words, anchor="start"))
    return picture(width, height, called(p), *shapes)


def _title(name: str, says: str, ink: str) -> list[Shape]:
    """The name of a player and the line below it. A long name is set smaller, then on two lines, and is never cut off."""
    # the PDF libraries take a third of a second to load, and are only needed for printing
    from sandtable.graphics.pdf import fitted, wrapped

    def text(y: float, size: float, words: str) -> Text:
        return Text(13, y, size, words, ink, "start", bold=True)

    room, large, small = NAME
    whole = fitted(text(5.0, large, name), room)
    if whole.size >= small:
        return [whole, text(9.2, 3.3, says)]
    first, *rest = wrapped(text(3.1, small, name), room)
    if not rest:
        return [text(5.0, first.size, name), text(9.2, 3.3, says)]
    others = text(6.5, small, " ".join(line.words for line in rest))
    return [first, fitted(others, room), text(10.0, 3.3, says)]


def _tracks(setup: Setup) -> Pieces:
    lead, rushes, sudden = int(setup.limit), int(setup.rushes), int(setup.sudden)
    score = [*(str(n) for n in range(lead, 0, -1)), "0", *(str(n) for n in range(1, lead + 1))]
    sides = [*[SIDES[0]] * lead, "shade", *[SIDES[1]] * lead]
    numbers = [str(n) for n in range(1, rushes + sudden + 1)]
    # R6.7: as many turns as hits that were not cancelled; with exploding sixes there is no other limit
    most = MOST_SUCCESSES if setup.exploding else TEST_DICE
    out = ["bench", *(str(n) for n in range(1, most + 1))]
    title = f"Rushes; sudden death from {rushes + 1}" if sudden else "Rushes"
    found = [
        Piece("score track", *_track("Left of 0: Home leads. Right of 0: Visitor leads", score, sides)),
        Piece("rush track", *_track(title, numbers, [*["paper"] * rushes, *["shade"] * sudden])),
        *(
            Piece(
                f"out of play, {side}",
                *_track(f"{side}: out of play, turns left", out, ["paper", *[SIDES[seat]] * most]),
            )
            for seat, side in enumerate(SEATS)
        ),
    ]
    how = (
        f"The score marker starts at 0 and moves towards the side that scores; a lead of {lead} wins at once. Move the "
        "counters of players who are out one box to the left after each rush of their team."
    )
    return Pieces("Tracks", how, found, 6.0)


def _track(title: str, names: list[str], fills: list[str]) -> tuple[Drawing, float, float]:
    in_a_row = 14 if len(names) > 15 else 15
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


def _tokens(setup: Setup) -> Pieces:
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
        "ball": placed(placed(art(ART["ball"]), 0, 0, 0.3, -32), middle, 5.6),
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
        "Tokens", "You have all the action tokens when your rush begins; an action costs one.", found, 3.0
    )
