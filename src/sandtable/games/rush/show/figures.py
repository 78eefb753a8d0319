"""The diagrams of Rush's rules: the front arc, a push, and a scatter off the wall."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import sqrt

from sandtable.authoring import Value
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
    arrow,
    piece,
)

# a place is (half steps east, rows south), counted from the middle; a hex is 40 wide
Place = tuple[int, int]
HEX, RADIUS, ROW = 40, 40 / sqrt(3), 20 * sqrt(3)
WIDE = 300
EAST, WEST = 1, -1
SELF: Place = (0, 0)
# directly ahead of a player who faces east, and the neighbouring directions
AHEAD: tuple[Place, ...] = ((2, 0), (1, -1), (1, 1))
LOSER: Place = (2, 0)
AWAY: tuple[Place, ...] = ((4, 0), (3, -1), (3, 1))
# four hexes to the north-east, with the wall beyond row -5 in the way
WAY: tuple[Place, ...] = ((-3, -3), (-2, -4), (-1, -5), (0, -4), (1, -3))
WALL = -5


def _places(rows: Iterable[int]) -> list[Place]:
    return [(x, row) for row in rows for x in range(-6, 7) if (x + row) % 2 == 0]


class _Pitch:
    """A part of the pitch that consists of `rows`."""

    def __init__(self, rows: range) -> None:
        self._rows = rows
        self.height = (len(rows) - 1) * ROW + 2 * RADIUS + 12
        self.hexes = _places(rows)

    def at(self, place: Place) -> Point:
        x, row = place
        return WIDE / 2 + x * HEX / 2, 6 + RADIUS + (row - self._rows[0]) * ROW

    def ground(self, filled: Iterable[Place] = ()) -> list[Shape]:
        shaded = set(filled)
        return [
            Polygon(((0, 0), (WIDE, 0), (WIDE, self.height), (0, self.height)), "paper"),
            *(
                Polygon(self.outline(place), "shade" if place in shaded else "paper", "line", 1)
                for place in self.hexes
            ),
        ]

    def outline(self, place: Place) -> tuple[Point, ...]:
        return around(*self.at(place), RADIUS, 6, 30)

    def player(self, place: Place, seat: int, sign: str, facing: int) -> list[Shape]:
        x, y = self.at(place)
        wedge = ((x + 18 * facing, y), (x + 12 * facing, y - 7), (x + 12 * facing, y + 7))
        return [*piece(seat, x - 2 * facing, y, 11, sign), Polygon(wedge, "ink")]

    def drawing(self, title: str, shapes: Iterable[Shape]) -> Drawing:
        return Drawing(WIDE, self.height, title, tuple(shapes))


def _arc() -> Drawing:
    pitch = _Pitch(range(-2, 3))
    front = [place for place in pitch.hexes if place != SELF and place[0] >= 0]
    rings = [Circle(*pitch.at(place), 8, "", "first", 3) for place in AHEAD]
    return pitch.drawing("Front arc", (*pitch.ground(front), *rings, *pitch.player(SELF, 0, "2", EAST)))


def _push() -> Drawing:
    pitch = _Pitch(range(-2, 3))
    (x, y) = pitch.at(LOSER)
    ways = [
        shape
        for a, b in map(pitch.at, AWAY)
        for shape in arrow(
            (x + 0.45 * (a - x), y + 0.45 * (b - y)), (x + 0.95 * (a - x), y + 0.95 * (b - y)), 2.6
        )
    ]
    players = (*pitch.player(SELF, 0, "1", EAST), *pitch.player(LOSER, 1, "4", WEST))
    return pitch.drawing("A push", (*pitch.ground(AWAY), *players, *ways))


def _scatter() -> Drawing:
    pitch = _Pitch(range(WALL, WALL + 4))
    # the upper sides of the hexes of row A
    rim = [corner for place in _places((WALL,)) for corner in _top(pitch.outline(place))]
    steps = [Line((pitch.at(one), pitch.at(two)), "ink", 1.6, dashed=True) for one, two in pairwise(WAY)]
    stops: list[Shape] = [Circle(*pitch.at(WAY[0]), 8, "mark", "ink", 1.6)]
    for n, place in enumerate(WAY[1:], 1):
        x, y = pitch.at(place)
        stops += [Circle(x, y, 9, "paper", "ink", 1.6), Text(x, y + 4.6, 13, str(n), bold=True)]
    return pitch.drawing("A scatter", (*pitch.ground(), Line(tuple(rim), "ink", 3), *steps, *stops))


def _top(outline: tuple[Point, ...]) -> list[Point]:
    # left shoulder, tip, right shoulder
    return sorted(sorted(outline, key=lambda corner: corner[1])[:3])


def figures(_settings: Mapping[str, Value]) -> dict[str, Illustration]:
    """The diagrams by the clause that each illustrates."""
    return {
        "R1.5": Illustration(
            _arc(),
            "A player who faces right. He threatens the three ringed hexes. The shaded hexes are his front arc, including "
            "what is exactly level with him.",
        ),
        "R6.3": Illustration(
            _push(),
            "A slam that the player on the left wins: the other goes to one of the three hexes directly away from him, "
            "and on a double he is knocked down.",
        ),
        "R8.1": Illustration(
            _scatter(),
            "A scatter of four hexes towards the wall: the ball bounces back and goes on for the rest of the distance.",
        ),
    }
