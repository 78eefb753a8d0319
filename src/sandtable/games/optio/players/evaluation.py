"""Evaluation of a position for agents."""

import numpy as np

from sandtable.authoring import Setup, State, jit
from sandtable.games.optio.players.beliefs import (
    approach_value,
    battle_value,
    is_found,
    liking,
    own,
    shares_of,
)
from sandtable.games.optio.players.lookahead import outlook
from sandtable.games.optio.rules.turns import army, mover, number_of, seat_in_turn
from sandtable.games.optio.schema import PHASE


@jit
def evaluate(setup: Setup, state: State, seat):
    """See `ops.evaluate`: who is likely to win, judged by what the active seat can do if it knows the enemy's army."""
    return own(np.int64(seat), evaluate_navy(setup, state))


@jit
def evaluate_navy(setup: Setup, s: State):
    """Navy's prospects from -1 to 1."""
    if s.phase == PHASE.OVER:
        return np.float64(s.score[0])
    if s.phase == PHASE.TEMPLATE:
        return liking(battle_value(setup, s.second, s.battle, s.battle_side))
    if s.phase == PHASE.LOTS or s.phase == PHASE.OPENING:
        return 0.0
    if s.phase == PHASE.APPROACH:
        navy, oxblood = s.block[army(s, 0)].square, s.block[army(s, 1)].square
        return liking(approach_value(setup, s, navy, oxblood, mover(s)))
    seat = seat_in_turn(s)
    shares = shares_of(setup, s, seat, is_found(s, seat), is_found(s, 1 - seat))
    enemy = np.int64(1) << number_of(army(s, 1 - seat))
    return own(seat, outlook(setup, s, seat, enemy, shares))
