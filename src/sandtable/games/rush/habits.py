"""What a player does within a chain without a second thought: replies, pushes, follow-ups and facings."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.contact import away
from sandtable.games.rush.moves import check
from sandtable.games.rush.outlook import STEPS
from sandtable.games.rush.pitch import ZONES
from sandtable.games.rush.refusals import REFUSAL
from sandtable.games.rush.rules import DECLINE, DODGE_IT, FACE, FOLLOW, PUSH, SLAM_BACK
from sandtable.games.rush.setup import CARRIED, NO_BALL, NOBODY, NOWHERE, PHASE
from sandtable.games.rush.tests import bonus, place_of, seat_of
from sandtable.hexgrid import SIDES, heading

# from straight away to the sides
PUSHES = (0, 1, SIDES - 1)


@jit
def habit(setup, s):
    """The action of whoever decides in `s`, within a chain."""
    phase = s.phase
    if phase == PHASE.REPLY:
        unit = setup.unit[s.target]
        strong = np.int64(unit.strength) - bonus(unit.role, True)
        return SLAM_BACK.pack() if strong <= unit.speed else DODGE_IT.pack()
    if phase == PHASE.FACE:
        return _face(setup, s)
    if phase == PHASE.FOLLOW:
        return FOLLOW.pack()
    if phase == PHASE.PUSH:
        straight = away(setup, s)
        for turn in PUSHES:
            action = PUSH.pack((straight + turn) % SIDES)
            if check(setup, s, action) == REFUSAL.OK:
                return action
    return DECLINE.pack()


@inline
def _face(setup, s):
    p = np.int64(s.now.actor if s.winner == NOBODY else s.winner)
    action = FACE.pack(regard(setup, s, p, place_of(s, p)))
    return action if check(setup, s, action) == REFUSAL.OK else FACE.pack(s.player[p].facing)


@jit
def regard(setup, s, p, h):
    """The side that player `p` had better face in hex `h`: his strike hex with the ball, else the ball or the enemy's end."""
    seat = seat_of(p)
    facing = 0 if seat == 0 else SIDES // 2
    target = NOWHERE
    if s.carrier == p:
        nearest = 255
        for zone in range(ZONES):
            if setup.scorer[zone] == seat and STEPS[zone, h] < nearest:
                nearest, target = STEPS[zone, h], np.int64(setup.strike[zone])
    elif s.ball == CARRIED:
        if seat_of(s.carrier) != seat:
            target = place_of(s, s.carrier)
    elif s.ball != NO_BALL:
        target = np.int64(s.ball)
    if target == NOWHERE or target == h:
        return facing
    dx, dy = np.int64(setup.x[target]) - setup.x[h], np.int64(setup.row[target]) - setup.row[h]
    return heading(dx, dy, facing)
