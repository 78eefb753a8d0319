"""The kernels of `batch.BatchEnv`: many matches side by side, each played by its own counted streams.

All arrays are the caller's, one row an env; `setups` and `views` hold one record, the latter to write views in. (A record in an
array is handed over faster than by itself.) Nothing is allocated.

The key of an env's dice in match k is number k of the env's stream of keys, and that of its opponent's choices is the same,
mixed again. So a match depends on the env's keys, on k and on the actions that are played in it, and on nothing else.

Where `opponent` is None the caller plays both seats, else the policy of that number (see `search.policy`) plays the seat that
is not the learner's. Where `masks` is None there are too many actions for a mask. Both are types to the compiler: what is not
asked for is not compiled. A step is one function with one call of each operation, since the compiler builds everything below
a function once more for every function above it.
"""

from typing import Any

import numpy as np

from sandtable.adapters import vectors
from sandtable.authoring import Setup, State, View, jit, ops
from sandtable.authoring.records import CHANCE, OVER
from sandtable.authoring.rng import below, bits, mix
from sandtable.search import policy

DONE = -1


@jit
def begin(setup: Setup, state: State, keys: Any, dice: Any, rival: Any):
    """Deals the next match of an env and keys its streams."""
    dice.key = bits(keys)
    dice.count = 0
    rival.key = mix(dice.key)
    rival.count = 0
    ops.deal(setup, state)


@jit
def show(setup: Setup, state: State, view: View, seat: Any, features: Any, mask: Any, listed: Any):
    """Writes what `seat` knows and may do; returns how many actions are listed: none where it is not to move.

    All is read from the seat's `view`, which is written here. Nothing is read from the arrays: they are the caller's, who may
    have written into them.
    """
    if mask is not None:
        mask[:] = False
    ops.observe(setup, state, seat, view)
    ops.features(setup, view, seat, features)
    count = ops.legal(setup, view, listed) if state.to_move == seat else 0
    if mask is not None:
        for k in range(count):
            mask[listed[k]] = True
    return count


@jit
def look(setups: Any, states: Any, views: Any, seat: Any, features: Any, mask: Any, listed: Any):
    """What `show` does for `seat` in env 0."""
    return show(setups[0], states[0], views[0], seat, features, mask, listed[0])


@jit
def row_of(masks: Any, i: Any):
    """Row `i` of the masks, or None where there are none."""
    return None if masks is None else masks[i]


@jit
def first_illegal(setup: Setup, states: Any, actions: Any, limit: Any):
    """The first env whose action is not legal, or DONE; an action is a number below `limit`."""
    for i in range(states.size):
        if not 0 <= actions[i] < limit or ops.check(setup, states[i], actions[i]) != 0:
            return i
    return DONE


@jit
def step(
    setups: Any,
    states: Any,
    views: Any,
    keys: Any,
    dice: Any,
    rivals: Any,
    learners: Any,
    opponent: Any,
    seats: Any,
    done: Any,
    rewards: Any,
    features: Any,
    masks: Any,
    listed: Any,
    counts: Any,
    actions: Any,
    limit: Any,
    fresh: Any,
    onward: Any,
):
    """Plays an action in every env; returns DONE, or the first env whose action is illegal, and then nothing has changed.

    Where `fresh` a match begins in every env instead. What comes before a learner's choice is played: chance, the opponent and,
    where `onward`, the deal of the next match after one has ended (and, if no learner gets to choose in that, of another).
    """
    setup = setups[0]
    if not fresh:
        bad = first_illegal(setup, states, actions, limit)
        if bad != DONE:
            return bad
    for i in range(states.size):
        state, action, dealing = states[i], actions[i], fresh
        done[i] = False
        rewards[i, 0] = rewards[i, 1] = 0.0
        while True:
            if dealing:
                begin(setup, state, keys[i], dice[i], rivals[i])
            else:
                ops.apply(setup, state, action)
            dealing = state.to_move == OVER
            if dealing:
                if not fresh and not done[i]:
                    done[i] = True
                    rewards[i, 0], rewards[i, 1] = state.score[0], state.score[1]
                if not onward:
                    break
            elif state.to_move == CHANCE:
                action = ops.sample(setup, state, dice[i])
            elif opponent is not None and state.to_move != learners[i]:
                action = policy.choose(setup, state, np.int64(state.to_move), opponent, rivals[i])
            else:
                break
        seats[i] = state.to_move
        seat = max(0, np.int64(state.to_move))
        counts[i] = show(setup, state, views[0], seat, features[i], row_of(masks, i), listed[i])
    return DONE


@jit
def sample(setups: Any, states: Any, draws: Any, masks: Any, listed: Any, counts: Any, actions: Any):
    """Writes a legal action of every env into `actions`: each as likely, where all are listed; else as `ops.sample` draws."""
    setup = setups[0]
    for i in range(states.size):
        if masks is not None:
            # the arrays are the caller's, so an entry need not be a valid index of a row
            count = max(1, min(np.int64(counts[i]), listed.shape[1]))
            actions[i] = listed[i, below(draws[i], count)]
        else:
            actions[i] = ops.sample(setup, states[i], draws[i])


@jit
def decode(setups: Any, states: Any, views: Any, points: Any, actions: Any):
    """Writes into `actions` what the `points` (float32[n, k] in [-1, 1]) mean to the seats to move (see `vectors`)."""
    setup, view = setups[0], views[0]
    for i in range(states.size):
        ops.observe(setup, states[i], np.int64(states[i].to_move), view)
        actions[i] = vectors.decode(setup, view, points[i])
