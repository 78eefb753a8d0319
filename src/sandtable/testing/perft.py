"""Perft: counts all lines of play of a given length, the quickest way to see that two versions of the rules differ."""

from typing import Any

import numpy as np

from sandtable.authoring import Setup, jit, ops, records
from sandtable.authoring.records import OVER, copy
from sandtable.engine.game import Position


def perft(position: Position, depth: int) -> int:
    """The number of lines of exactly `depth` actions and outcomes from `position`; lines that end sooner do not count.
    Only what `legal` lists is followed: no line passes through an outcome that cannot be listed.
    """
    if depth <= 0:
        return 1
    states = records.new(position.game.spec.rules.state, depth + 1)
    states[0] = position.state
    actions = np.zeros((depth + 1, position.game.spec.rules.max_actions), np.int64)
    return int(_lines(position.game.setup, states, actions, depth, 0))


@jit
def _lines(setup: Setup, states: Any, actions: Any, depth: Any, at: Any) -> Any:
    """The number of lines from `states[at]`; `states` and `actions` hold one row per level."""
    state = states[at]
    if state.to_move == OVER:
        return 0
    n = ops.legal(setup, state, actions[at])
    if at + 1 == depth:
        return n
    total = 0
    for i in range(n):
        copy(states[at + 1], state)
        ops.apply(setup, states[at + 1], actions[at, i])
        total += _lines(setup, states, actions, depth, at + 1)
    return total
