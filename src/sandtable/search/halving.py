"""Search where actions are too many to list: candidates, sequential halving, then small changes of the best.

What an action is worth is the mean over samples. A sample draws what is hidden (`ops.determinize`), plays the action, draws
such chance as cannot be listed, for instance the error of a hand, and judges (`ops.evaluate`); outcomes that can be listed are
left to the judgement. While the same seat is still to move it goes on by the game's quick policy, for `depth` actions.

Sample n of a stage has the same random numbers for every action, so actions are compared under equal luck. Sequential halving
gives all the same number of samples, drops the worse half, and so on: most samples go to those that are hard to tell
apart. Then the few best get variations, and all are halved against each other again; `refine` times, ever closer to the best.
Source: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sandtable.authoring import Rng, Setup, View, inline, jit, ops, rng
from sandtable.authoring.records import CHANCE, new
from sandtable.search import policy

# by how much closer to the best each refinement looks than the one before
CLOSER = 0.5
# tries at a variation that is not there yet
TRIES = 4


class Options(NamedTuple):
    """How to search: how many actions are looked at first, how many are kept of each stage, how many there are with variations.

    `first` is the share of the simulations for the first stage where there are others; `halve` is off where all actions
    of a stage get the same number of samples.
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
    """The best action found, the mean of its samples in the last stage, and the simulations spent."""

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
    """The best action for `seat`, to move in its `view`, after about `simulations` samples, at least one of each candidate.

    `most`: the most actions that a position of the game lists. `cancelled` is asked between stages.
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
    """Brings the best `keep` of `actions` to the front, the best first, their means into `values`; returns the samples taken.

    `room`: a state, weights of outcomes and a stream of random numbers to work with; `how`: whether to halve, and the depth.
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
    """One sample of what `action` is worth to `seat`; see the head of the module."""
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
    # the best first; of equals the one that stood before
    for i in range(1, count):
        action, value, j = actions[i], values[i], i
        while j > 0 and values[j - 1] < value:
            actions[j], values[j] = actions[j - 1], values[j - 1]
            j -= 1
        actions[j], values[j] = action, value


@jit
def widen(setup: Setup, view: View, actions: Any, count: Any, scale: Any, stream: Rng):
    """Fills `actions` up behind the first `count` with variations of these in turn, each new; returns how many there are."""
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
