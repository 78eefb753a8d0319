"""Looking one action ahead: the action whose exact expectation is best, over whole ways and all outcomes of its tests.

Two stages: what changes only a player's place for certain is judged as it would lie; of the rest the most hopeful are weighed
exactly (`weighing`). Every step of an action is thought about anew, from the position alone; the surest ways do not depend on
when one looks, so a plan is carried through unless something better has come up.
"""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.habits import regard
from sandtable.games.rush.intents import (
    STACK,
    begin_of,
    chart,
    finish_of,
    hex_of_intent,
    intent_of,
    list_intents,
    next_step,
    player_of,
)
from sandtable.games.rush.moves import check, legal, sample
from sandtable.games.rush.outlook import worth
from sandtable.games.rush.pitch import HEXES
from sandtable.games.rush.presets import MOST_PLAYERS
from sandtable.games.rush.refusals import REFUSAL
from sandtable.games.rush.rules import (
    ENTER,
    FACE,
    FORMATION,
    RUN_WITH,
    SPRINT_WITH,
    gate_of,
    proceed,
)
from sandtable.games.rush.setup import CARRIED, DOING, NOBODY, PHASE, ROLE
from sandtable.games.rush.tests import actor, mover, seat_of
from sandtable.games.rush.weighing import weigh
from sandtable.hexgrid import SIDES
from sandtable.records import copy

# how many of the uncertain intents are weighed exactly
EXACT = 24
# the formation of each seat
FORMATIONS_OF = (0, 0)
# above all prospects: what is weighed before any walk
URGENT = 2.0


@jit
def line_up(setup, s, seat, rng):
    """The formation of a seat; where players stand already, any place."""
    action = FORMATION.pack(FORMATIONS_OF[seat])
    return action if check(setup, s, action) == REFUSAL.OK else sample(setup, s, rng)


@jit
def best_of(room, count):
    """The intent with the best exact expectation of those that `rate_intents` has listed."""
    work, best = room[0], 0
    for i in range(1, count):
        if work.sure[i] != 0 and (work.sure[best] == 0 or work.values[i] > work.values[best]):
            best = i
    return work.intents[best]


@jit
def opening(setup, s, intent, room):
    """The next action of an intent in `s`: the one that begins it, or a step where its action is in progress."""
    begin = begin_of(intent)
    if begin != 0 and s.phase != PHASE.MOVE:
        return begin
    return next_step(setup, s, intent, chart(setup, s, intent, room[0]), 0, room[0])


@jit
def rate_intents(setup, s, room):
    """Lists what the seat to move can do in `room[0]` (WORK): intents, values for that seat, `sure` where they are exact.

    In a choice within a chain each action is an intent that it begins. Returns how many there are.
    """
    sign, work = 1.0 if s.to_move == 0 else -1.0, room[0]
    if s.phase == PHASE.RUSH or s.phase == PHASE.FREE or s.phase == PHASE.MOVE:
        count = list_intents(setup, s, work)
        _compare(setup, s, count, sign, work)
    else:
        count = legal(setup, s, work.intents)
        for i in range(count):
            work.intents[i], work.values[i], work.sure[i] = intent_of(work.intents[i], HEXES, 0), URGENT, 0
    for _ in range(max(EXACT, SIDES + 1)):
        best = -1
        for i in range(count):
            if work.sure[i] == 0 and (best < 0 or work.values[i] > work.values[best]):
                best = i
        if best < 0:
            break
        work.plan[0], work.length = work.intents[best], 1
        work.values[best], work.sure[best] = sign * weigh(setup, s, room), 1
    return count


@jit
def _compare(setup, s, count, sign, work):
    # the first stage: walks by what they lead to, all else by its chance
    begin, fallen = np.int64(-1), 0.0
    for i in range(count):
        intent, chance = work.intents[i], work.values[i]
        if not is_walk(s, intent):
            work.values[i] = URGENT + chance
            continue
        if chance < 1.0 and begin != begin_of(intent):
            begin, fallen = begin_of(intent), _glance(setup, s, intent, True, work)
        value = chance * _glance(setup, s, intent, False, work) + (1.0 - chance) * fallen
        work.values[i] = sign * value


@inline
def is_walk(s, intent):
    """Whether an intent is a Run or Sprint, begun or to begin."""
    begin = begin_of(intent)
    if begin == 0:
        return s.now.doing == DOING.RUN or s.now.doing == DOING.SPRINT
    if ENTER.holds(begin):
        return hex_of_intent(intent) < HEXES
    return RUN_WITH.holds(begin) or SPRINT_WITH.holds(begin)


@inline
def _facing(setup, s, p, h, finish):
    if finish == 0:
        return regard(setup, s, p, h)
    (side,) = FACE.unpack(finish)
    return side


@jit
def _glance(setup, s, intent, falls, work):
    """Home's prospects with a player where a walk leads him, the ball in his hands if it lies there; or fallen on the way."""
    trial, begin, finish, h = (
        work.states[STACK - 2],
        begin_of(intent),
        finish_of(intent),
        hex_of_intent(intent),
    )
    copy(trial, s)
    p = actor(s)
    if begin != 0:
        p = MOST_PLAYERS * mover(s) + player_of(begin)
    player = trial.player[p]
    if begin != 0 and s.phase == PHASE.RUSH:
        trial.tokens -= 1
        player.acted += 1
    if falls:
        if player.place >= HEXES:
            player.place = setup.gate[seat_of(p), gate_of(begin)]
        player.prone = 1
        if s.carrier == p:
            trial.ball, trial.carrier, trial.ends = player.place, NOBODY, 1
    else:
        player.place = h
        player.facing = _facing(setup, s, p, h, finish)
        if s.ball == h and setup.unit[p].role != ROLE.GUARD:
            trial.ball, trial.carrier = CARRIED, p
    trial.now.actor, trial.phase = NOBODY, PHASE.RUSH
    proceed(setup, trial)
    return worth(setup, trial, work.ahead, work.scales)
