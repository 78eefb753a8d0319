"""The pitch of Rush as a picture."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Any

from sandtable.drawing import Circle, Drawing, Line, Place, Point, Polygon, Shape, Text, Thing, around, piece
from sandtable.games.rush.data.pitch import HEXES, LETTERS, ROWS, hex_name, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.schema import BENCH, NO_BALL, NO_ZONE, NOBODY, NOWHERE, OUT, PLAYERS
from sandtable.games.rush.show.parts import text_of
from sandtable.games.rush.show.words import called, rush_of, standing, way_of

# the unit is the width of a hex
RADIUS = 1 / sqrt(3)
LINE = sqrt(3) / 2
EDGE = 0.9
WIDTH = max(ROWS) + 2 * EDGE
HEIGHT = (len(ROWS) - 1) * LINE + 2 * RADIUS + 2 * EDGE


def drawing(setup: Any, s: Any) -> Drawing:
    """The pitch with its zones, the players with their facing, and the ball."""
    there = [_player(setup, s, p) for p in range(PLAYERS) if s.player[p].place < HEXES]
    beside = [_told(setup, s, p) for p in range(PLAYERS) if s.player[p].place in (BENCH, OUT)]
    ball = _ball(s)
    return Drawing(
        WIDTH,
        HEIGHT,
        f"The pitch: {standing(s)}, rush {rush_of(setup, s) + 1}",
        (*_ground(*_marked(setup)), *there, *ball),
        (*(thing.words for thing in (*there, *ball)), *beside, *(() if ball else (_carried(s),))),
    )


def _middle(h: int) -> Point:
    grid = pitch().grid
    return WIDTH / 2 + int(grid.x[h]) / 2, HEIGHT / 2 + int(grid.row[h]) * LINE


def _marked(setup: Any) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """The zone of each hex, and the hexes that have a sign."""
    signs = {
        **{int(h): "o" for h in setup.launch[0]},
        **{int(h): "+" for h in setup.bonus},
        **{int(h): "×" for h in setup.strike},
    }
    return tuple(setup.zone.tolist()), tuple(signs.items())


@lru_cache(maxsize=4)
def _ground(zones: tuple[int, ...], signs: tuple[tuple[int, str], ...]) -> tuple[Shape, ...]:
    """What stays on the pitch in every position: hexes, signs and letters."""
    return (*(_hex(zone, h) for h, zone in enumerate(zones)), *_marks(signs), *_letters())


def _hex(zone: int, h: int) -> Shape:
    x, _ = _middle(h)
    side = "blue" if x < WIDTH / 2 - 0.1 else "red" if x > WIDTH / 2 + 0.1 else "board"
    fill = "board" if zone == NO_ZONE else side
    return Polygon(around(*_middle(h), RADIUS, 6, 30), fill, "line", 0.03)


def _marks(signs: Iterable[tuple[int, str]]) -> list[Shape]:
    return [Text(x, y + 0.2, 0.6, sign, "ink") for h, sign in signs for x, y in (_middle(h),)]


def _letters() -> list[Shape]:
    first, found = 0, list[Shape]()
    for letter, size in zip(LETTERS, ROWS, strict=True):
        x, y = _middle(first)
        found.append(Text(x - 0.8, y + 0.18, 0.5, letter, "faint"))
        first += size
    return found


def _player(setup: Any, s: Any, p: int) -> Thing:
    player = s.player[p]
    x, y = _middle(int(player.place))
    angle = pi / 3 * int(player.facing)
    looks = Line(
        ((x, y), (x + 0.55 * cos(angle), y - 0.55 * sin(angle))), "mark" if s.carrier == p else "ink", 0.12
    )
    # prone: nobody looks anywhere, and the sign is in brackets
    sign = str(p % MOST_PLAYERS + 1)
    body = piece(p // MOST_PLAYERS, x, y, 0.36, f"({sign})" if player.prone else sign, s.carrier == p)
    return Thing(_told(setup, s, p), body if player.prone else (looks, *body), place_of(s, p))


def place_of(s: Any, p: int) -> Place:
    """Where a player stands on the pitch."""
    h = int(s.player[p].place)
    return Place(p // MOST_PLAYERS, *_middle(h), hex_name(h))


def _told(setup: Any, s: Any, p: int) -> str:
    player = s.player[p]
    who = f"{called(p)} ({text_of(setup.unit[p].title)})"
    if player.place in (BENCH, OUT, NOWHERE):
        return f"{who} is {'on the bench' if player.place == BENCH else 'out of play'}"
    how = "prone" if player.prone else f"faces {way_of(int(player.facing), p // MOST_PLAYERS)}"
    return f"{who} on {hex_name(int(player.place))}, {how}"


def _ball(s: Any) -> tuple[Thing, ...]:
    if s.carrier != NOBODY or s.ball >= HEXES:
        return ()
    x, y = _middle(int(s.ball))
    return (Thing(f"The ball on {hex_name(int(s.ball))}", (Circle(x, y, 0.2, "mark", "ink", 0.05),)),)


def _carried(s: Any) -> str:
    if s.carrier != NOBODY:
        return f"{called(int(s.carrier))} has the ball"
    return "The ball is not in play" if s.ball == NO_BALL else "The ball is in the air"
