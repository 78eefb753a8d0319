"""The dice of a test at a real table: a situation is set up on a pitch, and the rules say how many dice are rolled (R4).

So no modifier is implemented twice. Player 0 of Home is tested, or, in a Slamback or Dodge, the player he attacks.
"""

from functools import cache
from typing import Any

import numpy as np

from sandtable.authoring import copy, new, resolve
from sandtable.authoring.hexgrid import SIDES, WALL
from sandtable.games.rush.data.pitch import HEXES, hex_of
from sandtable.games.rush.data.teams import MOST_PLAYERS, Role
from sandtable.games.rush.rules import acts, ball, turns
from sandtable.games.rush.rules.tests import POOL, ask, pool_of
from sandtable.games.rush.schema import (
    NOBODY,
    NOWHERE,
    PLAYERS,
    SETTINGS,
    SETUP,
    STATE,
    Doing,
    Reply,
    Test,
    build,
)

HERO, MATE, FOE = 0, 1, MOST_PLAYERS
CENTRE = hex_of("F11")


class Pitch:
    """An empty pitch with `hero` in hex `place`; `counts` says whether the opponent counts as a threat (R4.4)."""

    def __init__(self, hero: Role, place: int = CENTRE, counts: bool = True) -> None:
        self.setup, self.state = new(SETUP)[0], new(STATE)[0]
        copy(self.setup, _usual())
        self.setup.opponent_threatens = counts
        turns.deal(self.setup, self.state)
        for p in range(PLAYERS):
            self.state.player[p].place = NOWHERE
        self.put(HERO, place, 0, hero)

    def put(self, p: int, place: int, facing: int, role: Role = Role.JACK) -> None:
        """Puts player `p` in hex `place`, facing the given side."""
        self.state.player[p].place, self.state.player[p].facing = place, facing
        self.setup.unit[p].role = role

    def beside(self, place: int, side: int) -> int:
        """The hex across a side."""
        return int(self.setup.across[place, side])

    def threaten(self, place: int, others: int, first: int) -> None:
        """Puts `others` players, starting with number `first`, around hex `place`, facing it."""
        free = (side for side in range(SIDES) if self._is_free(self.beside(place, side)))
        for p, side in zip(range(first, first + others), free, strict=False):
            self.put(p, self.beside(place, side), (side + 3) % SIDES)

    def _is_free(self, place: int) -> bool:
        return place != WALL and bool(acts.is_free(self.state, np.int64(place)))

    def dice(self) -> int:
        """The number of dice in the test that is due; if it is 0 or less, none are rolled."""
        return int(pool_of(self.setup, self.state))


@cache
def _usual() -> Any:
    return build(resolve(SETTINGS, {}))


@cache
def leaving(role: Role, threats: int, evades: bool) -> int:
    """The dice of a Dash or Evade out of a hex that `threats` enemies threaten (R5.2, R5.3)."""
    pitch = Pitch(role)
    pitch.threaten(CENTRE, threats, FOE)
    _begin(pitch, Doing.RUN)
    pitch.state.left = CENTRE
    ask(pitch.state, Test.EVADE if evades else Test.DASH, HERO, POOL)
    return pitch.dice()


@cache
def picking_up(role: Role, threats: int, sprinted: bool) -> int:
    """The dice of a Pick Up (R5.5)."""
    pitch = Pitch(role)
    pitch.threaten(CENTRE, threats, FOE)
    _begin(pitch, Doing.SPRINT if sprinted else Doing.RUN)
    ball.come_upon(pitch.setup, pitch.state, np.int64(HERO))
    return pitch.dice()


@cache
def rising(role: Role, threats: int) -> int:
    """The dice of a Stand Up (R9.1)."""
    pitch = Pitch(role)
    pitch.threaten(CENTRE, threats, FOE)
    acts.stand_up(pitch.state, HERO)
    return pitch.dice()


@cache
def attacking(role: Role, doing: Doing, threats: int, came: bool, counts: bool) -> int:
    """The dice of a Slam or Steal; the enemy attacked is one of the `threats`, if there are any (R4.4, R6.1).

    `came` says that the attacker moved in this action and did not start next to the enemy.
    """
    pitch = Pitch(role, counts=counts)
    _face_off(pitch, doing, threats, came)
    acts.answer(pitch.state, Reply.DODGE)
    return pitch.dice()


@cache
def replying(role: Role, reply: Reply, threats: int, counts: bool) -> int:
    """The dice of a Slamback or Dodge; the attacker, who faces the player tested, is one of the `threats` (R6.2)."""
    pitch = Pitch(Role.JACK, counts=counts)
    _face_off(pitch, Doing.SLAM, 1, False)
    pitch.setup.unit[FOE].role = role
    pitch.threaten(pitch.beside(CENTRE, 0), threats - 1, MATE)
    acts.answer(pitch.state, reply)
    acts.attack(pitch.state, 0)
    return pitch.dice()


def _face_off(pitch: Pitch, doing: Doing, threats: int, came: bool) -> None:
    # the enemy is across side 0 of the hero, and, if counted as a threat, faces him
    pitch.put(FOE, pitch.beside(CENTRE, 0), 3 if threats else 0)
    pitch.threaten(CENTRE, threats - 1, FOE + 1)
    _begin(pitch, doing)
    if came:
        pitch.state.now.start, pitch.state.now.moved = pitch.beside(CENTRE, 3), 1
    pitch.state.target = FOE


@cache
def checking(role: Role) -> int:
    """The dice of an Armour test (R6.7)."""
    pitch = Pitch(role)
    pitch.state.loser = HERO
    acts.ask_armour(pitch.state)
    return pitch.dice()


@cache
def passing(role: Role, threats: int, moved: bool, far: int) -> int:
    """The dice of a throw at a team-mate `far` hexes away (R7.1)."""
    pitch = Pitch(role)
    target = CENTRE
    for _ in range(far):
        target = pitch.beside(target, 0)
    pitch.put(MATE, target, 0)
    return _aiming(pitch, CENTRE, target, threats, moved)


def striking(role: Role, threats: int, moved: bool, far: int) -> int:
    """The dice of a throw at the strike hex from `far` hexes away, which must be one of `strike_ranges` (R7.1, R7.2)."""
    return _striking(role, threats, moved, strike_ranges()[far])


@cache
def _striking(role: Role, threats: int, moved: bool, place: int) -> int:
    pitch = Pitch(role, place)
    target = int(ball.own_strike_hex(pitch.setup, pitch.state, np.int64(HERO)))
    return _aiming(pitch, place, target, threats, moved)


@cache
def strike_ranges() -> dict[int, int]:
    """A hex from which to strike, for each distance to the strike hex in Home's zones, shortest first."""
    found: dict[int, int] = {}
    for place in range(HEXES):
        pitch = Pitch(Role.JACK, place)
        strike = int(ball.own_strike_hex(pitch.setup, pitch.state, np.int64(HERO)))
        if strike < HEXES:
            found.setdefault(int(pitch.setup.distance[place, strike]), place)
    return dict(sorted(found.items()))


def _aiming(pitch: Pitch, place: int, target: int, threats: int, moved: bool) -> int:
    pitch.threaten(place, threats, FOE)
    _begin(pitch, Doing.THROW)
    pitch.state.now.moved = int(moved)
    ball.aim(pitch.setup, pitch.state, np.int64(target))
    return pitch.dice()


@cache
def catching(role: Role, threats: int) -> int:
    """How many dice a Catch gets in addition to those from the throw; may be negative (R7.3, R7.4)."""
    pitch = Pitch(role)
    pitch.threaten(CENTRE, threats, FOE)
    ask(pitch.state, Test.CATCH, HERO, 0)
    return pitch.dice()


def _begin(pitch: Pitch, doing: Doing) -> None:
    pitch.state.target = NOBODY
    acts.begin(pitch.setup, pitch.state, HERO, doing, 0)
