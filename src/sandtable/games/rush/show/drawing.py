"""The pitch of Rush as a picture."""

from sandtable.authoring import Setup, View, of_setup
from sandtable.games.rush.data.pitch import HEXES, hex_name
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.schema import BENCH, NO_BALL, NOBODY, NOWHERE, OUT, PLAYERS
from sandtable.games.rush.show.kit import (
    ART,
    ART_HEX,
    HEIGHT,
    ON_PAGE,
    WIDTH,
    ground,
    letters,
    lying,
    marks,
    middle_of,
    player,
    wedge,
)
from sandtable.games.rush.show.parts import text_of
from sandtable.games.rush.show.words import called, rush_of, standing, way_of
from sandtable.graphics.art import picture
from sandtable.graphics.drawing import Drawing, Place, Shape, Thing, placed


def drawing(setup: Setup, s: View) -> Drawing:
    """The pitch with its zones, the players with their facing, and the ball; the unit is the width of a hex."""
    there = [_player(setup, s, p) for p in range(PLAYERS) if s.player[p].place < HEXES]
    beside = [_told(setup, s, p) for p in range(PLAYERS) if s.player[p].place in (BENCH, OUT)]
    ball = _ball(s)
    return Drawing(
        WIDTH,
        HEIGHT,
        f"The pitch: {standing(s)}, rush {rush_of(setup, s) + 1}",
        (*_pitch(setup), *there, *ball),
        (*(thing.words for thing in (*there, *ball)), *beside, *(() if ball else (_carried(s),))),
    )


@of_setup
def _pitch(setup: Setup) -> tuple[Shape, ...]:
    """The fixed parts of the pitch: hexes, signs and letters."""
    return (*ground(setup, ON_PAGE), *marks(setup, ON_PAGE), *letters("faint"))


def _player(setup: Setup, s: View, p: int) -> Thing:
    one = s.player[p]
    # the pitch is drawn with Home on the left, and facing runs anticlockwise
    faces = () if one.prone else wedge(-60.0 * int(one.facing))
    body = lying(setup, p) if one.prone else (*player(setup, p), *faces)
    ball = _ball_art(8, 12.5, -12.5) if s.carrier == p else ()
    shapes = placed((*body, *ball), *middle_of(int(one.place)), 1 / ART_HEX)
    return Thing(_told(setup, s, p), shapes, place_of(s, p))


def _ball_art(half: float, x: float, y: float) -> tuple[Shape, ...]:
    # drawn as on the game's page; `half` is half its length
    return placed(picture(ART["ball"]), x, y, half / 11, -32)


def place_of(s: View, p: int) -> Place:
    """Where a player is on the pitch."""
    h = int(s.player[p].place)
    return Place(p // MOST_PLAYERS, *middle_of(h), hex_name(h))


def _told(setup: Setup, s: View, p: int) -> str:
    player = s.player[p]
    who = f"{called(p)} ({text_of(setup.unit[p].title)})"
    if player.place in (BENCH, OUT, NOWHERE):
        return f"{who} is {'on the bench' if player.place == BENCH else 'out of play'}"
    how = "prone" if player.prone else f"faces {way_of(int(player.facing), p // MOST_PLAYERS)}"
    return f"{who} on {hex_name(int(player.place))}, {how}"


def _ball(s: View) -> tuple[Thing, ...]:
    if s.carrier != NOBODY or s.ball >= HEXES:
        return ()
    shapes = placed(_ball_art(11, 0, 0), *middle_of(int(s.ball)), 1 / ART_HEX)
    return (Thing(f"The ball on {hex_name(int(s.ball))}", shapes),)


def _carried(s: View) -> str:
    if s.carrier != NOBODY:
        return f"{called(int(s.carrier))} has the ball"
    return "The ball is not in play" if s.ball == NO_BALL else "The ball is in the air"
