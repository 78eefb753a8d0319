"""Looks one action ahead: picks the action with the best exact expectation, over whole paths and all outcomes of its tests.

There are two stages: intents that are certain to change only a player's place are evaluated directly; of the rest, the
most promising are computed exactly. Every step of an action is planned again, from the position alone; the safest paths
do not depend on when they are computed, so an action is carried through unless something better has come up.

The first part computes the exact expectation of an intent: all outcomes of tests by their weights, carried out by the
rules. Outcomes that lead to the same continuation count as one. The ball's first scatter is expanded with all its 36
outcomes and the catches that follow; if it scatters again, the position is evaluated as it is. Replies, pushes and so on
are those of `intents`; an earned free action is left to the evaluation.

`look_on` looks two actions ahead: where the same side decides next, it counts what is best there instead.
"""

import numpy as np

from sandtable.authoring import CHANCE, Rng, Setup, State, copy, inline, jit
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.players.evaluation import WHOLE, worth
from sandtable.games.rush.players.intents import (
    STACK,
    begin_of,
    chart,
    finish_of,
    gone,
    habit,
    hex_of_intent,
    intent_of,
    list_intents,
    next_step,
    player_of,
    regard,
)
from sandtable.games.rush.rules.moves import REFUSAL, check, legal, sample
from sandtable.games.rush.rules.tests import actor, mover, needed_of, number_of, pool_of, seat_of
from sandtable.games.rush.rules.turns import (
    END,
    ENTER,
    FACE,
    FORMATION,
    ROLL,
    RUN_WITH,
    SCATTER,
    SPRINT_WITH,
    apply,
    gate_of,
    proceed,
)
from sandtable.games.rush.schema import CARRIED, DOING, NOBODY, PHASE, ROLE, SUCCESSES, TEST

# weight below which an outcome is evaluated as it is
TINY = 0.002
NONE = -1


@inline
def prepare(work, ahead, exact):
    """Sets how many tokens after an intent the evaluation counts, and how many uncertain intents are computed exactly."""
    work.ahead, work.exact, work.least = ahead, exact, CERTAIN


@jit
def weigh(setup: Setup, s: State, intent, room):
    """Home's prospects after carrying out an intent in `s`. A choice within a chain is an intent with that beginning. `room[0]`
    (WORK) holds a stack of positions, each with its weight and the action or outcome to carry out in it.

    Positions with a weight of at least `work.least` in which the mover decides again do not count; the first
    `work.open` of `work.later` hold them.
    """
    work, total, n = room[0], 0.0, 1
    spare, seat = work.states[STACK - 3], mover(s)
    copy(work.states[0], s)
    work.weights[0], work.scattered[0], work.due[0] = 1.0, 0, begin_of(intent)
    work.routed, work.open = 0, 0
    while n > 0:
        n -= 1
        state, weight, action = work.states[n], work.weights[n], work.due[n]
        while action != NONE:
            if END.holds(action):
                # judged with the same side still rushing, like everything that it is compared with
                state.tokens = 0
                break
            # 0 is not an action that could be due here: an intent in progress has no beginning
            if action > 0:
                apply(setup, state, action)
            action = _decision(setup, state, seat, intent, work)
        scattered, branches = work.scattered[n], 0
        if state.to_move == CHANCE and state.phase != PHASE.LAUNCH:
            copy(spare, state)
            if state.phase == PHASE.TEST:
                branches = _branch_test(setup, spare, n, weight, work)
            elif scattered == 0 and weight > TINY:
                branches, scattered = _branch_scatter(n, weight, work), 1
        if branches == 0:
            if weight >= work.least and decides_again(state, seat):
                copy(work.later[work.open], state)
                work.chances[work.open] = weight
                work.open += 1
            else:
                total += weight * _judge(setup, state, seat, work)
        for i in range(n, n + branches):
            copy(work.states[i], spare)
            work.scattered[i] = scattered
        n += branches
    return total


@inline
def decides_again(s: State, seat):
    """Whether `seat` uses a free action or another token next."""
    return s.to_move == seat and (s.phase == PHASE.FREE or (s.phase == PHASE.RUSH and s.tokens > 0))


@inline
def _judge(setup: Setup, s: State, seat, work):
    # in its own rush, the enemy has all its tokens
    return worth(setup, s, work.ahead if s.side == seat else WHOLE, work.scales)


@jit
def _decision(setup: Setup, s: State, seat, intent, work):
    """The decision that follows in `s`, or NONE if chance or the evaluation takes over."""
    if s.to_move == CHANCE or is_boundary(s) or s.phase == PHASE.FREE:
        return np.int64(NONE)
    if s.phase != PHASE.MOVE:
        return habit(setup, s)
    if s.to_move != seat or not is_of(s, intent):
        return np.int64(NONE)
    if work.routed == 0:
        # the path is cached
        work.routed, work.count = 1, chart(setup, s, intent, work)
        work.before = gone(s)
    return next_step(setup, s, intent, work.count, gone(s) - work.before, work)


@inline
def is_of(s: State, intent):
    """Whether the action in progress belongs to an intent; always true for an intent without a beginning."""
    begin = begin_of(intent)
    return begin == 0 or player_of(begin) == number_of(s.now.actor)


@inline
def is_boundary(s: State):
    """Whether the next token is due, or the next rush."""
    return s.phase == PHASE.RUSH or s.phase == PHASE.LAUNCH or s.phase == PHASE.OVER


@inline
def _cap(s: State):
    # the number of successes beyond which further ones change nothing
    test = s.test
    if test == TEST.DASH:
        return np.int64(s.now.dashes)
    if test == TEST.EVADE:
        return np.int64(s.now.evades)
    if test == TEST.ATTACK or test == TEST.REPLY or (test == TEST.AIM and s.target != NOBODY):
        return SUCCESSES
    if test == TEST.ARMOUR:
        return np.int64(s.hits)
    return 1 if test == TEST.AIM else 2


@jit
def _branch_test(setup: Setup, s: State, n, weight, work):
    """Writes the outcomes of the test that is due in `s`, with their weights, from place `n` on; returns how many."""
    needed, dice, cap = needed_of(setup, s), max(0, pool_of(setup, s)), _cap(s)
    all_or_nothing = s.test == TEST.DASH or s.test == TEST.EVADE
    left, first = 0.0, n
    for k in range(SUCCESSES):
        left += setup.odds[needed, dice, k]
        # outcomes with too few successes lead to the same continuation, and so do those with more than enough
        joined = (all_or_nothing and k < cap - 1) or (k >= cap and k < SUCCESSES - 1)
        if joined or left == 0.0:
            continue
        work.due[n] = ROLL.pack(0 if all_or_nothing and k < cap else min(k, cap))
        work.weights[n] = weight * left
        n, left = n + 1, 0.0
    return n - first


@jit
def _branch_scatter(n, weight, work):
    """Writes the 36 ways in which the ball can scatter, from place `n` of the stack on; returns how many there are."""
    for outcome in range(SCATTER.first, SCATTER.end):
        work.due[n], work.weights[n] = outcome, weight / SCATTER.count
        n += 1
    return SCATTER.count


# how many of the uncertain intents are computed exactly, and how many of those that come second
EXACT, EXACT_THEN = 24, 12
# the formation of each seat
FORMATIONS_OF = (0, 0)
# higher than any prospects: the value of an intent that is computed before any walk
URGENT = 2.0
# the weight from which the next decision is looked at, and one that no position has
LIKELY, CERTAIN = 0.06, 2.0


@jit
def line_up(setup: Setup, s: State, seat, rng: Rng):
    """The formation of a seat; if players are on the pitch already, a random place."""
    action = FORMATION.pack(FORMATIONS_OF[seat])
    return action if check(setup, s, action) == REFUSAL.OK else sample(setup, s, rng)


@jit
def best_of(room, count):
    """The intent with the best exact expectation among those that `rate_intents` has listed."""
    work, best = room[0], 0
    for i in range(1, count):
        if work.sure[i] != 0 and (work.sure[best] == 0 or work.values[i] > work.values[best]):
            best = i
    return work.intents[best]


@jit
def look_on(setup: Setup, s: State, intent, room):
    """Home's prospects after carrying out an intent in `s` and then, where the mover decides again with a weight of at least
    LIKELY, the best intent there. `room` holds two records of WORK.
    """
    work, then = room[0], room[1:]
    prepare(then[0], work.ahead, EXACT_THEN)
    work.least = LIKELY
    total = weigh(setup, s, intent, room)
    for i in range(work.open):
        state = work.later[i]
        sign = 1.0 if state.to_move == 0 else -1.0
        count = rate_intents(setup, state, then)
        total += work.chances[i] * sign * _highest(then[0], count)
    return total


@jit
def _highest(work, count):
    highest = 0.0 - URGENT
    for i in range(count):
        if work.sure[i] != 0:
            highest = max(highest, work.values[i])
    return highest


@jit
def opening(setup: Setup, s: State, intent, room):
    """The next action of an intent in `s`: its beginning, or a step if its action is in progress."""
    begin = begin_of(intent)
    if begin != 0 and s.phase != PHASE.MOVE:
        return begin
    return next_step(setup, s, intent, chart(setup, s, intent, room[0]), 0, room[0])


@jit
def rate_intents(setup: Setup, s: State, room):
    """Lists in `room[0]` (WORK) what the seat to move can do: intents, values for that seat, and `sure` for exact
    values. For a choice within a chain, each action is an intent that begins with it. Returns how many there are.
    """
    sign, work = 1.0 if s.to_move == 0 else -1.0, room[0]
    if s.phase == PHASE.RUSH or s.phase == PHASE.FREE or s.phase == PHASE.MOVE:
        count = list_intents(setup, s, work)
        _compare(setup, s, count, sign, work)
    else:
        count = legal(setup, s, work.intents)
        for i in range(count):
            work.intents[i], work.values[i], work.sure[i] = intent_of(work.intents[i], HEXES, 0), URGENT, 0
    for _ in range(max(work.exact, SIDES + 1)):
        best = -1
        for i in range(count):
            if work.sure[i] == 0 and (best < 0 or work.values[i] > work.values[best]):
                best = i
        if best < 0:
            break
        work.values[best], work.sure[best] = sign * weigh(setup, s, work.intents[best], room), 1
    return count


@jit
def _compare(setup: Setup, s: State, count, sign, work):
    # the first stage: walks by their result, everything else by its chance
    begin, fallen = np.int64(-1), 0.0
    for p in range(MOST_PLAYERS):
        for h in range(HEXES):
            work.known[p, h] = 0
    for i in range(count):
        intent, chance = work.intents[i], work.values[i]
        if not is_walk(s, intent):
            work.values[i] = URGENT + chance
            continue
        if chance < 1.0 and begin != begin_of(intent):
            begin, fallen = begin_of(intent), _glance(setup, s, intent, True, work)
        value = chance * _arrival(setup, s, intent, work) + (1.0 - chance) * fallen
        work.values[i] = sign * value


@inline
def _arrival(setup: Setup, s: State, intent, work):
    # a Run and a Sprint to the same hex come to the same
    if begin_of(intent) == 0:
        return _glance(setup, s, intent, False, work)
    p, h = player_of(begin_of(intent)), hex_of_intent(intent)
    if work.known[p, h] == 0:
        work.known[p, h], work.there[p, h] = 1, _glance(setup, s, intent, False, work)
    return work.there[p, h]


@inline
def is_walk(s: State, intent):
    """Whether an intent is a Run or Sprint, in progress or not."""
    begin = begin_of(intent)
    if begin == 0:
        return s.now.doing == DOING.RUN or s.now.doing == DOING.SPRINT
    if ENTER.holds(begin):
        return hex_of_intent(intent) < HEXES
    return RUN_WITH.holds(begin) or SPRINT_WITH.holds(begin)


@inline
def _facing(setup: Setup, s: State, p, h, finish):
    if finish == 0:
        return regard(setup, s, p, h)
    (side,) = FACE.unpack(finish)
    return side


@jit
def _glance(setup: Setup, s: State, intent, falls, work):
    """Home's prospects if a walk leads a player to its end, where he picks up any ball that lies there; or if he falls on the
    way.
    """
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
