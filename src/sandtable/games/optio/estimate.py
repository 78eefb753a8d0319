"""Judgement and features of a position for agents."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.optio.battle import PLACES
from sandtable.games.optio.ground import SQUARES
from sandtable.games.optio.rules import army, home_square, seat_in_turn
from sandtable.games.optio.setup import (
    BLOCKS,
    GONE,
    KINDS,
    NO_SIDE,
    P_APPROACH,
    P_LOTS,
    P_OPENING,
    P_OVER,
    P_SHOW,
    P_TEMPLATE,
    PHASES,
)

PER_BLOCK = GONE + 1 + len(KINDS) + NO_SIDE + 1 + 3
OF_TABLE = 6
FEATURES = OF_TABLE + len(PHASES) + 2 * BLOCKS * PER_BLOCK + 2 * PLACES * 4


@jit
def estimate(setup, state, seat):
    """See `ops.estimate`: the score of best play if both armies were revealed now."""
    navy = estimate_navy(setup, state)
    return navy if seat == 0 else 0.0 - navy


@jit
def estimate_navy(setup, s):
    """Navy's score if both armies were revealed now and the seat that is not in turn moved next."""
    if s.phase == P_OVER:
        return np.float64(s.score[0])
    if s.phase == P_TEMPLATE:
        return battle_value(setup, s.second, s.battle, s.battle_side)
    if s.phase == P_LOTS or s.phase == P_OPENING:
        return 0.0
    navy, oxblood = s.block[army(s, 0)], s.block[army(s, 1)]
    mover = np.int64(s.to_move) if s.phase == P_APPROACH else 1 - seat_in_turn(s)
    if navy.square < PLACES and oxblood.square < PLACES:
        return meeting_value(setup, s, navy, oxblood, mover)
    # an army off the map may come in anywhere on its edge
    total, n = 0.0, 0
    for a in range(SQUARES if navy.square >= PLACES else 1):
        for b in range(SQUARES if oxblood.square >= PLACES else 1):
            first = np.int64(navy.square) if navy.square < PLACES else home_square(0, a)
            second = np.int64(oxblood.square) if oxblood.square < PLACES else home_square(1, b)
            if first != second:
                total += approach_value(setup, s, first, second, mover)
                n += 1
    return total / n


@inline
def meeting_value(setup, s, navy, oxblood, mover):
    """Navy's score where the armies, both on the map, are revealed: at once in one square (O3.3), else after the approach."""
    if navy.square != oxblood.square:
        return approach_value(setup, s, navy.square, oxblood.square, mover)
    if navy.entered > oxblood.entered:
        return battle_value(setup, 0, navy.square, navy.side)
    return battle_value(setup, 1, oxblood.square, oxblood.side)


@inline
def approach_value(setup, s, navy, oxblood, mover):
    """Navy's score of best play in the approach from two different squares."""
    return np.float64(setup.value[setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], mover]])


@inline
def battle_value(setup, second, square, side):
    """Navy's score of a battle once its template is placed best."""
    return np.float64(setup.value[(np.int64(second) * PLACES + square) * 4 + side])


@jit
def features(setup, state, seat, out):
    """See `ops.features`: the table, own blocks, the enemy's, then what each battle is worth, all as seen from the own edge."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = state.kudos[seat] / 12.0
    out[2] = state.kudos[1 - seat] / 12.0
    out[3] = state.turn / 400.0
    out[4] = setup.reveal_after / 200.0
    out[5] = 1.0 if state.phase == P_SHOW else 0.0
    out[OF_TABLE + state.phase] = 1.0
    at = OF_TABLE + len(PHASES)
    for n in range(2 * BLOCKS):
        b = (BLOCKS * seat + n) % (2 * BLOCKS)
        _block(state, seat, b, out[at : at + PER_BLOCK])
        at += PER_BLOCK
    for second in range(2):
        for square in range(PLACES):
            for side in range(4):
                value = battle_value(setup, second ^ seat, _turned(seat, square), _turned_side(seat, side))
                out[at] = value if seat == 0 else -value
                at += 1
    return at


@inline
def _turned(seat, square):
    # the square as a seat sees it from its own edge
    return square if seat == 0 or square >= PLACES else PLACES - 1 - square


@inline
def _turned_side(seat, side):
    return side if seat == 0 or side >= NO_SIDE else (side + 2) % 4


@jit
def _block(s, seat, b, out):
    # place, kind as far as this seat knows it, side of entry; face up, moved, scouted
    block = s.block[b]
    known = b // BLOCKS == seat or block.revealed != 0 or s.phase == P_OVER
    out[_turned(seat, np.int64(block.square))] = 1.0
    out[GONE + 1 + (block.kind if known else 0)] = 1.0
    out[GONE + 1 + len(KINDS) + _turned_side(seat, np.int64(block.side))] = 1.0
    at = PER_BLOCK - 3
    out[at] = block.revealed
    out[at + 1] = block.moved
    out[at + 2] = block.scouted
