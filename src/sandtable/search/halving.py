"""Search for games with too many actions to list: candidates, sequential halving, then small changes to the best.

The value of an action is the mean over samples. A sample draws what is hidden (`ops.determinize`), plays the action,
draws outcomes that cannot be listed, such as the error of a hand, and evaluates the result (`ops.evaluate`); outcomes
that can be listed are left to the evaluation. While the same seat is still to move, the game's quick policy continues
for `depth` actions. Sample n of a stage uses the same random numbers for every action, so actions are compared with
equal luck. Sequential halving gives every action the same number of samples, drops the worse half, and repeats, so most
samples go to the actions that are hard to tell apart. Then the few best get variations, and all of them go through halving
again, `refine` times, each time with variations closer to the best. Source: Karnin, Koren, Somekh, "Almost optimal exploration
in multi-armed bandits", ICML 2013.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sandtable.authoring import Rng, Setup, View, inline, jit, ops, rng
from sandtable.authoring.records import CHANCE, new
from sandtable.search import policy

# the factor by which each refinement narrows its variations
CLOSER = 0.5
# attempts to find a new variation
TRIES = 4


class Options(NamedTuple):
    """Search options: how many actions to try first, how many to keep from each stage, and how many to have once variations are
    added. `first` is the first stage's share of the simulations if there are more stages. Without `halve`, all actions of a
    stage get the same number of samples.
    """

    candidates: int = 32
    keep: int = 4
    varied: int = 16
    refine: int = 0
    first: float = 0.5
    halve: bool = True
    depth: int = 0
    guess: bool = True


class Best(NamedTuple):
    """The best action found, the mean of its samples in the last stage, and the number of simulations used."""

    action: int
    value: float
    spent: int


def best_action(
    setup: Setup,
    view: View,
    seat: int,
    most: int,
    simulations: int,
    options: Options,
    stream: Rng,
    cancelled: Callable[[], bool] | None = None,
) -> Best:
    """The best action for `seat`, to move in its `view`, after about `simulations` samples, at least one per candidate.
    `most` is the maximum number of actions that a position lists. `cancelled` is called between stages.
    """
    actions = np.zeros(max(options.candidates, options.varied), np.int64)
    values, weights = np.zeros(actions.size), np.zeros(most)
    drawn, luck = new(view.dtype)[0], new(rng.STREAM)[0]
    count = int(policy.propose(setup, view, seat, actions[: options.candidates]))
    spent = 0
    for stage in range(options.refine + 1 if count > 1 else 0):
        if stage > 0:
            if cancelled is not None and cancelled():
                break
            scale = CLOSER ** (stage - 1)
            count = int(widen(setup, view, actions[: options.varied], count, scale, stream))
        left, last = simulations - spent, stage == options.refine
        share = left if last else left * options.first if stage == 0 else left / (options.refine + 1 - stage)
        kept = 1 if last else min(options.keep, count)
        spent += int(
            halve(
                setup,
                view,
                seat,
                (drawn, weights, luck),
                actions[:count],
                values[:count],
                kept,
                int(share),
                (options.halve, options.depth, options.guess),
                stream,
            )
        )
        count = kept
    return Best(int(actions[0]), float(values[0]), spent)


@jit
def halve(
    setup: Setup,
    view: View,
    seat: Any,
    room: Any,
    actions: Any,
    values: Any,
    keep: Any,
    budget: Any,
    how: Any,
    stream: Rng,
):
    """Moves the best `keep` of `actions` to the front, best first, and their means into `values`; returns the number of
    samples taken. `room` is scratch: a state, outcome weights and a random stream. `how` says whether to halve, and the
    depth.
    """
    halving, depth, guessing = how
    key, count, rounds = rng.bits(stream), actions.size, 1
    while halving and count > keep << rounds:
        rounds += 1
    values[:] = 0.0
    done, spent = 0, 0
    for turn in range(rounds):
        samples = max(1, budget // (rounds * count))
        for i in range(count):
            for n in range(done, done + samples):
                room[2].key, room[2].count = rng.mix(key + np.uint64(n)), 0
                values[i] += sample(setup, view, seat, room, actions[i], depth, guessing)
        done, spent = done + samples, spent + samples * count
        _rank(actions, values, count)
        count = keep if turn == rounds - 1 else (count + 1) // 2
    values[:count] /= done
    return spent


@jit
def sample(setup: Setup, view: View, seat: Any, room: Any, action: Any, depth: Any, guessing: Any):
    """One sample of the value of `action` for `seat`; see the module docstring."""
    state, weights, luck = room
    if guessing:
        policy.guess(setup, view, seat, luck, state)
    else:
        ops.determinize(setup, view, seat, luck, state)
    for step in range(depth + 1):
        ops.apply(setup, state, action if step == 0 else policy.quick(setup, state, seat, luck))
        while state.to_move == CHANCE and ops.chance(setup, state, weights) == 0:
            ops.apply(setup, state, ops.sample(setup, state, luck))
        if state.to_move != seat:
            break
    return ops.evaluate(setup, state, seat)


@inline
def _rank(actions: Any, values: Any, count: Any):
    # best first; ties keep their order
    for i in range(1, count):
        action, value, j = actions[i], values[i], i
        while j > 0 and values[j - 1] < value:
            actions[j], values[j] = actions[j - 1], values[j - 1]
            j -= 1
        actions[j], values[j] = action, value


@jit
def widen(setup: Setup, view: View, actions: Any, count: Any, scale: Any, stream: Rng):
    """Appends new variations of the first `count` of `actions` to the array, in turn; returns the new count."""
    kept = count
    for n in range(TRIES * (actions.size - kept)):
        made = policy.vary(setup, view, actions[n % kept], scale, stream)
        if count < actions.size and not _has(actions, count, made):
            actions[count] = made
            count += 1
    return count


@inline
def _has(actions: Any, count: Any, action: Any):
    found = False
    for i in range(count):
        found = found or actions[i] == action
    return found
