"""Evaluation and features of a position for agents."""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.games.optio.data.battle import PLACES
from sandtable.games.optio.players.beliefs import (
    approach_value,
    battle_value,
    is_found,
    liking,
    own,
    shares_of,
)
from sandtable.games.optio.players.lookahead import outlook
from sandtable.games.optio.rules.turns import army, mover, number_of, owner, seat_in_turn
from sandtable.games.optio.schema import BLOCKS, GONE, KINDS, NO_SIDE, PHASE, PHASES

PER_BLOCK = GONE + 1 + len(KINDS) + NO_SIDE + 1 + 3
OF_TABLE = 6
FEATURES = OF_TABLE + len(PHASES) + 2 * BLOCKS * PER_BLOCK + 2 * PLACES * 4


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


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`: the table, the seat's blocks, the enemy's, and the value of each battle, as seen from its edge."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = state.kudos[seat] / 12.0
    out[2] = state.kudos[1 - seat] / 12.0
    out[3] = state.turn / 400.0
    out[4] = setup.reveal_after / 200.0
    out[5] = 1.0 if state.phase == PHASE.SHOW else 0.0
    out[OF_TABLE + state.phase] = 1.0
    at = OF_TABLE + len(PHASES)
    for n in range(2 * BLOCKS):
        b = (BLOCKS * seat + n) % (2 * BLOCKS)
        _block(state, seat, b, out[at : at + PER_BLOCK])
        at += PER_BLOCK
    for second in range(2):
        for square in range(PLACES):
            for side in range(4):
                value = battle_value(setup, second ^ seat, turned(seat, square), turned_side(seat, side))
                out[at] = value if seat == 0 else -value
                at += 1
    return at


@inline
def turned(seat, square):
    """The square as a seat sees it from its own edge."""
    return square if seat == 0 or square >= PLACES else PLACES - 1 - square


@inline
def turned_side(seat, side):
    """The side of a square as a seat sees it from its own edge."""
    return side if seat == 0 or side >= NO_SIDE else (side + 2) % 4


@jit
def _block(s: State, seat, b, out):
    # place, kind as far as this seat knows it, side of entry; face up, moved, scouted
    block = s.block[b]
    known = owner(b) == seat or block.revealed != 0 or s.phase == PHASE.OVER
    out[turned(seat, np.int64(block.square))] = 1.0
    out[GONE + 1 + (block.kind if known else 0)] = 1.0
    out[GONE + 1 + len(KINDS) + turned_side(seat, np.int64(block.side))] = 1.0
    at = PER_BLOCK - 3
    out[at] = block.revealed
    out[at + 1] = block.moved
    out[at + 2] = block.scouted
