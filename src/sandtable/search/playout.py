"""Playouts: matches played to the end, or for some plies, by the uniform policy or a game's quick policy."""

from typing import Any

from sandtable.authoring import Rng, Setup, State, jit, ops
from sandtable.authoring.records import CHANCE, OVER, copy
from sandtable.search import policy


@jit
def playout(setup: Setup, state: State, rng: Rng):
    """Plays `state` to the end in place with uniformly random actions; returns the plies played."""
    plies = 0
    while state.to_move != OVER:
        ops.apply(setup, state, ops.sample(setup, state, rng))
        plies += 1
    return plies


@jit
def playouts(setup: Setup, start: Any, state: State, rng: Rng, matches: Any):
    """Plays `matches` playouts from `start`, each in `state`; returns the total plies. Records nothing and allocates
    nothing.
    """
    plies = 0
    for _ in range(matches):
        copy(state, start)
        while state.to_move != OVER:
            ops.apply(setup, state, ops.sample(setup, state, rng))
            plies += 1
    return plies


@jit
def rollout(setup: Setup, state: State, rng: Rng, limit: Any):
    """Plays `state` in place by the game's quick policy (see `policy`) for both seats; returns the plies played.

    It stops at the end, or at the first choice after `limit` plies; 0 means no limit.
    """
    plies = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = ops.sample(setup, state, rng)
        elif 0 < limit <= plies:
            break
        else:
            action = policy.quick(setup, state, state.to_move, rng)
        ops.apply(setup, state, action)
        plies += 1
    return plies
