"""The tests of players: how many dice, against which statistic, and the successes needed (R4)."""

import numpy as np

from sandtable.authoring import CHANCE, Setup, State, inline, jit
from sandtable.authoring.hexgrid import APART
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.schema import DOING, NOBODY, PHASE, REPLY, ROLE, TEST

# R4.1
POOL = 3
# R4.4
MOST_THREATS = 2


# numbers from records, at the width used in arithmetic: narrow ones wrap in plain Python, and each width would be compiled


@inline
def mover(s: State):
    """The seat that is to move."""
    return np.int64(s.to_move)


@inline
def actor(s: State):
    """The player in action, or NOBODY."""
    return np.int64(s.now.actor)


@inline
def tester(s: State):
    """The player whose test is due, or NOBODY."""
    return np.int64(s.tester)


@inline
def place_of(s: State, p):
    """The place of player `p`: a hex, BENCH, OUT or NOWHERE."""
    return np.int64(s.player[p].place)


@inline
def seat_of(p):
    """The seat of player `p`."""
    return np.int64(p) // MOST_PLAYERS


@inline
def number_of(p):
    """The index of player `p` in his team."""
    return np.int64(p) % MOST_PLAYERS


@inline
def stands(player):
    """Whether a player is on the pitch and on his feet."""
    return player.place < HEXES and player.prone == 0


@inline
def fronts(setup: Setup, player, h):
    """Whether hex `h` is one of the three front hexes of a player on the pitch (R1.5)."""
    side = np.int64(setup.toward[player.place, h])
    return side != APART and (side - np.int64(player.facing) + 7) % 6 <= 2


@jit
def threats(setup: Setup, s: State, h, seat, but):
    """The number of standing enemies of `seat` that threaten hex `h`; player `but` does not count (R1.5, R4.4)."""
    n = 0
    first = MOST_PLAYERS * (1 - seat)
    for enemy in range(first, first + MOST_PLAYERS):
        player = s.player[enemy]
        if stands(player) and enemy != but and fronts(setup, player, h):
            n += 1
    return n


@inline
def bonus(role, strong):
    """R4.5: one extra die for a Guard in tests of force (Slam, Slamback, Armour), and for a Striker in all others."""
    return np.int64(role == ROLE.GUARD) if strong else np.int64(role == ROLE.STRIKER)


@inline
def is_strong(s: State):
    """Whether the test that is due is a test of force."""
    if s.test == TEST.ATTACK:
        return s.now.doing == DOING.SLAM
    return s.test == TEST.ARMOUR or (s.test == TEST.REPLY and s.reply == REPLY.SLAMBACK)


@jit
def pool_of(setup: Setup, s: State):
    """The number of dice in the test that is due, after all modifiers; if it is 0 or less, none are rolled (R4.1)."""
    p = tester(s)
    test, here = s.test, place_of(s, p)
    dice = np.int64(s.dice) + bonus(setup.unit[p].role, is_strong(s))
    if test == TEST.ARMOUR:
        return dice
    if test == TEST.DASH or test == TEST.EVADE:
        here = np.int64(s.left)
    return dice - pressure(setup, s, p, here) + _circumstances(setup, s, p)


@inline
def pressure(setup: Setup, s: State, p, here):
    """How many dice player `p` loses to threats in the test that is due (R4.4)."""
    foe = NOBODY
    if setup.opponent_threatens == 0 and (s.test == TEST.ATTACK or s.test == TEST.REPLY):
        foe = np.int64(s.target if s.test == TEST.ATTACK else s.now.actor)
    return min(MOST_THREATS, threats(setup, s, here, seat_of(p), foe))


@inline
def _circumstances(setup: Setup, s: State, p):
    test = s.test
    if test == TEST.PICK_UP:
        # R5.5
        return -1 if s.now.actor == p and s.now.doing == DOING.SPRINT else 0
    if test == TEST.AIM:
        # R7.1
        return -np.int64(s.now.moved > 0) - np.int64(s.target == NOBODY)
    if test == TEST.ATTACK and s.now.doing == DOING.SLAM and s.now.moved > 0:
        # R6.1
        return 1 if setup.distance[s.now.start, s.player[s.target].place] > 1 else 0
    return 0


@inline
def needed_of(setup: Setup, s: State):
    """The statistic of the test that is due: a die that equals or beats it is a success (R4.1)."""
    unit = setup.unit[s.tester]
    test = s.test
    if test == TEST.ARMOUR:
        return np.int64(unit.armour)
    if is_strong(s):
        return np.int64(unit.strength)
    if test == TEST.PICK_UP or test == TEST.AIM or test == TEST.CATCH:
        return np.int64(unit.skill)
    return np.int64(unit.speed)


@inline
def ask(s: State, test, p, base):
    """Makes a test of player `p` due."""
    s.test, s.tester, s.dice = test, p, base
    # R4.6
    s.phase, s.to_move = PHASE.TEST, CHANCE
