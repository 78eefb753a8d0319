"""The actions of one player: Runs and Sprints, Dashes, Evades and falls, and standing up (R5, R9)."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.ball import come_upon, earn, fall
from sandtable.games.rush.setup import DOING, NOBODY, PHASE, ROLE, TEST
from sandtable.games.rush.tests import POOL, actor, ask, seat_of, tester, threats
from sandtable.hexgrid import SIDES
from sandtable.records import copy


@inline
def runs(role, doing):
    """Whether the movement in an action is a Run (R5.1, R5.7)."""
    if doing == DOING.RUN:
        return True
    return role == ROLE.GUARD if doing == DOING.SLAM else role == ROLE.STRIKER and doing != DOING.SPRINT


@inline
def may_turn(setup, s):
    """Whether the player in action can choose his facing: in a Run, or as a Jack who has moved his hex (R5.7)."""
    role = setup.unit[s.now.actor].role
    if runs(role, s.now.doing):
        return True
    return role == ROLE.JACK and s.now.doing != DOING.SPRINT and s.now.moved > 0


@inline
def may_dash(setup, s):
    """Whether the player in action may buy more movement (R5.1, R5.7)."""
    return s.now.doing == DOING.SPRINT or runs(setup.unit[s.now.actor].role, s.now.doing)


@jit
def begin(setup, s, p, doing, free):
    """Player `p` begins an action; (123) counts start anew (R4.3)."""
    unit, now = setup.unit[p], s.now
    now.actor, now.doing, now.free = p, doing, free
    now.moved = now.dashes = now.evades = 0
    now.start = s.player[p].place
    now.points = 1
    if doing == DOING.SPRINT:
        now.points = 2 * unit.move
    elif runs(unit.role, doing):
        now.points = unit.move
    s.phase, s.to_move = PHASE.MOVE, seat_of(p)


@jit
def enter(setup, s, p, h):
    """Player `p` comes on at an entry hex, and a Run with one hex less follows (R3.4)."""
    player = s.player[p]
    player.place, player.facing, player.prone = h, ahead(seat_of(p)), 0
    begin(setup, s, p, DOING.RUN, 0)
    s.now.points -= 1
    _arrive(setup, s)


@inline
def ahead(seat):
    """The side that looks at the other end of the pitch."""
    return 0 if seat == 0 else SIDES // 2


@jit
def step(setup, s, side, dashes):
    """The player in action goes over `side`; `dashes` says whether the hex is bought with a Dash (R5.1, R5.2)."""
    p = actor(s)
    player = s.player[p]
    s.left = player.place
    player.facing = side
    player.place = setup.across[player.place, side]
    s.now.moved += 1
    if dashes:
        _dash(s)
    else:
        s.now.points -= 1
        _leave(setup, s)


@jit
def turn(s, hand, dashes):
    """A turn in a Sprint, to the left for hand 0 (R5.1); with `dashes` it is bought with a Dash (R5.2)."""
    player = s.player[s.now.actor]
    player.facing = (np.int64(player.facing) + (1 if hand == 0 else SIDES - 1)) % SIDES
    if dashes:
        s.left = player.place
        _dash(s)
    else:
        s.now.points -= 1


@inline
def _dash(s):
    s.now.dashes += 1
    ask(s, TEST.DASH, s.now.actor, POOL)


@jit
def dash(setup, s, successes):
    """R5.2; the n-th Dash of an action needs n successes (R4.3)."""
    p = actor(s)
    if successes < s.now.dashes:
        fall(s, p)
    elif s.left == s.player[p].place:
        go_on(s)  # a turn leaves no hex
    else:
        _leave(setup, s)


@jit
def _leave(setup, s):
    # R5.3
    p = actor(s)
    if threats(setup, s, np.int64(s.left), seat_of(p), NOBODY) > 0:
        s.now.evades += 1
        ask(s, TEST.EVADE, p, POOL)
    else:
        _arrive(setup, s)


@jit
def evade(setup, s, successes):
    """R5.3; the n-th Evade of an action needs n successes (R4.3)."""
    if successes < s.now.evades:
        fall(s, actor(s))
    else:
        _arrive(setup, s)


@jit
def _arrive(setup, s):
    # R5.5
    p = actor(s)
    if s.ball != s.player[p].place:
        go_on(s)
        return
    if setup.unit[p].role == ROLE.GUARD:
        # his move goes on when the ball has come to rest
        copy(s.held, s.now)
        s.now.actor = NOBODY
    come_upon(setup, s, p)


@inline
def go_on(s):
    """The player in action decides on."""
    s.phase, s.to_move = PHASE.MOVE, seat_of(s.now.actor)


@jit
def rise(s, successes):
    """R9.1."""
    p = tester(s)
    if successes == 0:
        s.phase = PHASE.RUSH
        return
    s.player[p].prone = 0
    s.earned = successes > 1
    s.phase, s.to_move = PHASE.FACE, seat_of(p)


@jit
def face(s, side):
    """The facing at the end of an action, or after a dodge (R5.1, R6.5, R9.1)."""
    p = np.int64(s.now.actor if s.winner == NOBODY else s.winner)
    s.player[p].facing = side
    if s.earned != 0:
        s.earned = 0
        earn(s, p, DOING.STAND)
    else:
        s.phase = PHASE.RUSH


@jit
def stand_up(s, p):
    """Player `p` tries to stand up (R9.1)."""
    s.now.actor, s.now.doing = p, DOING.STAND
    ask(s, TEST.RISE, p, POOL)
