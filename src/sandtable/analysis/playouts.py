"""Playouts of a position in bulk: how play goes on when the game's own policies play, in worlds that a seat thinks possible.

Sample n of a key always uses the same world and begins with the same random numbers, whatever is played first. So
actions that are compared with the same samples share much of their luck (common random numbers).
"""

from typing import Any

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, inline, jit, ops
from sandtable.authoring.records import CHANCE, OVER, copy
from sandtable.authoring.rng import mix
from sandtable.search import policy

# in place of a policy's number: the policy that the game's searches use
QUICK = -1
# in place of a seat: the position itself, in which nothing is hidden
TRUTH = -1


@jit
def play_on(setup: Setup, state: State, number: Any, limit: Any, luck: Rng):
    """Plays `state` in place, using a policy for both seats: to the end, or to the first choice after `limit` plies if that
    is not 0.
    """
    plies = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            ops.apply(setup, state, ops.sample(setup, state, luck))
        elif 0 < limit <= plies:
            return
        elif number == QUICK:
            ops.apply(setup, state, policy.quick(setup, state, state.to_move, luck))
        else:
            ops.apply(setup, state, policy.choose(setup, state, state.to_move, number, luck))
        plies += 1


@jit
def play_out(
    setup: Setup,
    start: View,
    seat: Any,
    lead: Any,
    performs: Any,
    number: Any,
    limit: Any,
    key: Any,
    first: Any,
    state: State,
    luck: Rng,
    out: Any,
):
    """Writes the results of samples `first`, `first + 1` ... into `out` (float64[n, 2]), for seat 0: the score and 1 if
    the match ended, otherwise the evaluation and 0.

    Each sample draws a world that fits `start`, the view of `seat`, or uses `start` itself for TRUTH. It plays `lead`
    as long as the same side is to move and may do so, the first action as a computer player would perform it if `performs`,
    and then plays on. `state` and `luck` are scratch.
    """
    mover = np.int64(start.to_move)
    for n in range(out.shape[0]):
        begin = mix(np.uint64(key) + np.uint64(first + n))
        luck.key, luck.count = begin, 0
        if seat == TRUTH:
            copy(state, start)
        else:
            policy.guess(setup, start, seat, luck, state)
        luck.key, luck.count = mix(begin), 0
        for i in range(lead.size):
            if i > 0 and (state.to_move != mover or ops.check(setup, state, lead[i]) != 0):
                break
            action = lead[i]
            if performs and i == 0:
                action = policy.perform(setup, state, action, luck)
            ops.apply(setup, state, action)
        play_on(setup, state, number, limit, luck)
        out[n, 0] = _worth(setup, state)
        out[n, 1] = 1.0 if state.to_move == OVER else 0.0


@inline
def _worth(setup: Setup, state: State):
    return np.float64(state.score[0]) if state.to_move == OVER else ops.evaluate(setup, state, 0)
