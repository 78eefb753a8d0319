"""The exact expectation of a plan of intents: all outcomes of tests by their weight, carried out by the rules themselves.

Outcomes that lead on in the same way count as one. The ball's first scatter counts with all its 36 outcomes and the catches
that they lead to; where it scatters on, the position is judged as it lies. Replies, pushes and the like that follow are
those of `habits`; a free action that is earned is left to the judgement, unless the plan goes on with it.
"""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.habits import habit
from sandtable.games.rush.intents import STACK, begin_of, chart, gone, next_step, player_of
from sandtable.games.rush.moves import check
from sandtable.games.rush.outlook import worth
from sandtable.games.rush.refusals import REFUSAL
from sandtable.games.rush.rules import ROLL, SCATTER, apply
from sandtable.games.rush.setup import NOBODY, PHASE, SUCCESSES, TEST
from sandtable.games.rush.tests import mover, needed_of, number_of, pool_of
from sandtable.records import CHANCE, copy

# weight below which an outcome is judged as it lies
TINY = 0.002
# weight below which a plan is not carried on
SMALL = 0.04
NONE = -1


@jit
def weigh(setup, s, room):
    """Home's prospects after the plan of `room[0]` (WORK) is carried out in `s`: `work.length` intents, one after the other.

    An intent that does not fit where its turn comes is left out. A choice within a chain is an intent that it begins. `work`
    holds a stack of positions, each with its weight, the place in the plan, and the action or outcome to be carried out in it.
    """
    work, total, n = room[0], 0.0, 1
    spare, seat = work.states[STACK - 3], mover(s)
    copy(work.states[0], s)
    work.weights[0], work.scattered[0], work.due[0] = 1.0, 0, begin_of(work.plan[0])
    work.turn[0], work.routed = 0, NONE
    while n > 0:
        n -= 1
        state, weight, action = work.states[n], work.weights[n], work.due[n]
        while action != NONE:
            # 0 is no action that could be due here: an intent in progress begins with nothing
            if action > 0:
                apply(setup, state, action)
            action = _decision(setup, state, seat, n, weight, work)
        scattered, branches = work.scattered[n], 0
        if state.to_move == CHANCE and state.phase != PHASE.LAUNCH:
            copy(spare, state)
            if state.phase == PHASE.TEST:
                branches = _branch_test(setup, spare, n, weight, work)
            elif scattered == 0 and weight > TINY:
                branches, scattered = _branch_scatter(n, weight, work), 1
        if branches == 0:
            total += weight * worth(setup, state, work.ahead, work.scales)
        turn = work.turn[n]
        for i in range(n, n + branches):
            copy(work.states[i], spare)
            work.scattered[i], work.turn[i] = scattered, turn
        n += branches
    return total


@jit
def _decision(setup, s, seat, n, weight, work):
    """The decision that follows in `s`, place `n` of the stack, or NONE where chance or the judgement takes over."""
    if s.to_move == CHANCE or is_boundary(s) or s.phase == PHASE.FREE:
        return _next_intent(setup, s, seat, n, weight, work)
    if s.phase != PHASE.MOVE:
        return habit(setup, s)
    turn = np.int64(work.turn[n])
    intent = work.plan[turn]
    if s.to_move != seat or not is_of(s, intent):
        return np.int64(NONE)
    if work.routed != turn:
        # the way is kept for as long as positions of one intent follow each other
        work.routed, work.count = turn, chart(setup, s, intent, work)
        work.before = gone(s)
    return next_step(setup, s, intent, work.count, gone(s) - work.before, work)


@inline
def is_of(s, intent):
    """Whether the action in progress is that of an intent; one without a beginning always is."""
    begin = begin_of(intent)
    return begin == 0 or player_of(begin) == number_of(s.now.actor)


@jit
def _next_intent(setup, s, seat, n, weight, work):
    """The beginning of the next intent that fits in `s`, or NONE."""
    if s.to_move != seat or weight < SMALL or (s.phase != PHASE.RUSH and s.phase != PHASE.FREE):
        return np.int64(NONE)
    for turn in range(work.turn[n] + 1, work.length):
        begin = begin_of(work.plan[turn])
        if begin > 0 and check(setup, s, begin) == REFUSAL.OK:
            work.turn[n], work.routed = turn, NONE
            return begin
    return np.int64(NONE)


@inline
def is_boundary(s):
    """Whether the next token is due, or the next rush."""
    return s.phase == PHASE.RUSH or s.phase == PHASE.LAUNCH or s.phase == PHASE.OVER


@inline
def _cap(s):
    # the successes beyond which more change nothing
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
def _branch_test(setup, s, n, weight, work):
    """Writes the outcomes of the test that is due in `s` and their weights from place `n` on; returns how many."""
    needed, dice, cap = needed_of(setup, s), max(0, pool_of(setup, s)), _cap(s)
    all_or_nothing = s.test == TEST.DASH or s.test == TEST.EVADE
    left, first = 0.0, n
    for k in range(SUCCESSES):
        left += setup.odds[needed, dice, k]
        # fewer than are needed lead on in the same way, and so do more than change anything
        joined = (all_or_nothing and k < cap - 1) or (k >= cap and k < SUCCESSES - 1)
        if joined or left == 0.0:
            continue
        work.due[n] = ROLL.pack(0 if all_or_nothing and k < cap else min(k, cap))
        work.weights[n] = weight * left
        n, left = n + 1, 0.0
    return n - first


@jit
def _branch_scatter(n, weight, work):
    """Writes the 36 ways in which the ball scatters from place `n` on; returns how many they are."""
    for outcome in range(SCATTER.first, SCATTER.end):
        work.due[n], work.weights[n] = outcome, weight / SCATTER.count
        n += 1
    return SCATTER.count
