"""The kernels of `batch.BatchEnv`: many matches side by side, each with its own counter-based random streams.

All arrays belong to the caller and have one row per env; `setups` and `views` hold one record each, the latter as
scratch space for views. (A record is passed faster in an array than by itself.) Nothing is allocated.

The key of an env's dice in match k is number k of the env's stream of keys, and the key of its opponent's choices is
the same number, mixed again. So a match depends on the env's keys, on k and on the actions played in it, and on nothing
else.

If `opponent` is None the caller plays both seats; otherwise the policy of that number (see `search.policy`) plays the
seat that is not the learner's. `masks` is None if there are too many actions for a mask. If `refused` is None an
illegal action is refused before anything is played. Otherwise it ends its match, `refused` gets the number of the
reason (0 if legal), and `finals` what the learner knew when its match ended. The compiler treats None as a type of its own, so
what is not requested is not compiled. A step is one function with few calls to operations, because the compiler compiles a
callee again for every caller.
"""

from typing import Any

import numpy as np

from sandtable.adapters import vectors
from sandtable.authoring import Setup, State, View, jit, ops
from sandtable.authoring.records import CHANCE, OVER
from sandtable.authoring.rng import below, bits, mix
from sandtable.search import policy

DONE = -1
# returned in place of a reason's number if there is no such action
NO_SUCH_ACTION = -1
# the learner's reward when an illegal action ends the match
ILLEGAL = -1.0


@jit
def begin(setup: Setup, state: State, keys: Any, dice: Any, rival: Any):
    """Deals the next match of an env and seeds its streams."""
    dice.key = bits(keys)
    dice.count = 0
    rival.key = mix(dice.key)
    rival.count = 0
    ops.deal(setup, state)


@jit
def show(setup: Setup, state: State, view: View, seat: Any, features: Any, mask: Any, listed: Any):
    """Writes what `seat` knows and may do; returns the number of actions listed, 0 if it is not to move.

    Everything is read from the seat's `view`, which is written here, and nothing from the arrays: they belong to the
    caller, who may have written to them.
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
    """Calls `show` for `seat` in env 0."""
    return show(setups[0], states[0], views[0], seat, features, mask, listed[0])


@jit
def row_of(rows: Any, i: Any):
    """Row `i`, or None if there are no rows."""
    return None if rows is None else rows[i]


@jit
def judge(setup: Setup, state: State, action: Any, limit: Any, fresh: Any, refused: Any, i: Any):
    """The reason why the action of env `i` ends its match, also written into `refused`; 0 if it does not."""
    bad = np.int64(0)
    if refused is not None:
        if not fresh:
            bad = refusal(setup, state, action, limit)
        refused[i] = bad
    return bad


@jit
def end(setup: Setup, state: State, view: View, learner: Any, bad: Any, reward: Any, final: Any):
    """Writes the score of a match that has ended, or that an illegal action has ended, and what the learner then knows."""
    if bad == 0:
        reward[0], reward[1] = state.score[0], state.score[1]
    else:
        reward[learner] = ILLEGAL
    if final is not None:
        ops.observe(setup, state, np.int64(learner), view)
        ops.features(setup, view, np.int64(learner), final)


@jit
def refusal(setup: Setup, state: State, action: Any, limit: Any):
    """The number of the reason why `action` is illegal, or 0; NO_SUCH_ACTION unless 0 <= `action` < `limit`."""
    if not 0 <= action < limit:
        return np.int64(NO_SUCH_ACTION)
    return np.int64(ops.check(setup, state, action))


@jit
def first_illegal(setup: Setup, states: Any, actions: Any, limit: Any):
    """The first env whose action is not legal, or DONE."""
    for i in range(states.size):
        if refusal(setup, states[i], actions[i], limit) != 0:
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
    refused: Any,
    finals: Any,
):
    """Plays an action in every env; returns DONE, or the first env whose action is illegal, in which case nothing changes.

    With `refused`, an illegal action ends its match instead. With `fresh` a match begins in every env. Then chance and the
    opponent play up to the learner's next choice; with `onward` that may be in a later match.
    """
    setup = setups[0]
    if not fresh and refused is None:
        bad = first_illegal(setup, states, actions, limit)
        if bad != DONE:
            return bad
    for i in range(states.size):
        state, action, dealing, done[i] = states[i], actions[i], fresh, False
        rewards[i, 0] = rewards[i, 1] = 0.0
        bad = judge(setup, state, action, limit, fresh, refused, i)
        while True:
            if dealing:
                begin(setup, state, keys[i], dice[i], rivals[i])
            elif bad == 0:
                ops.apply(setup, state, action)
            dealing = state.to_move == OVER or bad != 0
            if dealing:
                if not fresh and not done[i]:
                    end(setup, state, views[0], learners[i], bad, rewards[i], row_of(finals, i))
                    done[i], bad = True, np.int64(0)
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
    """Writes a legal action for every env into `actions`: uniformly at random if all are listed, otherwise as
    `ops.sample` draws.
    """
    setup = setups[0]
    for i in range(states.size):
        if masks is not None:
            # the arrays belong to the caller, so an entry might not be a valid row index
            count = max(1, min(np.int64(counts[i]), listed.shape[1]))
            actions[i] = listed[i, below(draws[i], count)]
        else:
            actions[i] = ops.sample(setup, states[i], draws[i])


@jit
def decode(setups: Any, states: Any, views: Any, points: Any, actions: Any):
    """Writes into `actions` the actions that the `points` (float32[n, k] in [-1, 1]) encode for the seats to move (see
    `vectors`).
    """
    setup, view = setups[0], views[0]
    for i in range(states.size):
        ops.observe(setup, states[i], np.int64(states[i].to_move), view)
        actions[i] = vectors.decode(setup, view, points[i])
