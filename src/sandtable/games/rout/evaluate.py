"""A quick judgement of ROUT!, and what a seat knows as numbers."""

from math import tanh

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rout import race
from sandtable.games.rout.blocks import blocks_on, may_do
from sandtable.games.rout.knowledge import covered, hidden
from sandtable.games.rout.setup import BLOCKS, CARDS, GRAIN, MOST_HAND, NONE, PHASE, PHASES, TURN, UNITS

OF_TABLE, PER_SIDE, PER_BLOCK = 12, 4 * UNITS + 2 * CARDS, 8 + UNITS
FEATURES = OF_TABLE + len(PHASES) + CARDS + 2 * PER_SIDE + BLOCKS * PER_BLOCK
# how much a lead in the race counts, by which side won in matches of the quick player; and one of games
LEAD, GAMES = 1.25, 0.5


@jit
def evaluate(setup, state, seat):
    """See `ops.evaluate`: by what both sides are likely to have left at the end (see `race`); a lead of games counts too."""
    if state.phase == PHASE.OVER:
        return np.float64(state.score[seat])
    value = GAMES * (np.float64(state.wins[0]) - np.float64(state.wins[1]))
    if PHASE.DRAW <= state.phase < PHASE.OVER:
        # a record alone would not keep its array in memory
        value += LEAD * _lead(setup, state, np.empty(1, race.RACE))
    return tanh(value if seat == 0 else -value)


@jit
def _lead(setup, s, room):
    numbers = room[0]
    race.line_up(setup, s, numbers)
    return race.prospects(setup, s, numbers)


@jit
def features(setup, state, seat, out):
    """See `ops.features`: the match, phase and card, then both sides' units and cards, then the blocks, as `seat` sees them."""
    s = state
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if s.to_move == seat else 0.0
    out[1] = 1.0 if s.side == seat else 0.0
    out[2] = (np.float64(s.wins[seat]) - np.float64(s.wins[1 - seat])) / 2.0
    out[3] = s.turn / np.float64(setup.turn_cap)
    out[4], out[5] = setup.width, setup.height
    out[6] = np.float64(s.split) / 2.0
    for deed in range(3):
        out[7 + deed] = np.float64(may_do(s, deed))
    out[10], out[11] = setup.error[seat, 0] / 15.0, setup.error[seat, 1]
    out[OF_TABLE + s.phase] = 1.0
    at = OF_TABLE + len(PHASES)
    if s.card != NONE:
        out[at + s.card] = 1.0
    at += CARDS
    for n in range(2):
        _side(setup, s, (seat + n) % 2, seat, out[at : at + PER_SIDE])
        at += PER_SIDE
    shown = 0
    for i in range(blocks_on(s)):
        side = np.int64(s.block[i].side)
        if side == NONE or not covered(setup, s, side, seat):
            _block(setup, s, i, seat, out[at + PER_BLOCK * shown : at + PER_BLOCK * (shown + 1)])
            shown += 1
    return FEATURES


@inline
def _side(setup, s, side, seat, out):
    for kind in range(UNITS):
        out[kind] = np.float64(s.dealt[side, kind]) / MOST_HAND
        out[UNITS + kind] = np.float64(s.broken[side, kind]) / MOST_HAND
        out[2 * UNITS + kind] = np.float64(s.routed[side, kind]) / MOST_HAND
        out[3 * UNITS + kind] = 0.0 if covered(setup, s, side, seat) else s.waiting[side, kind] / MOST_HAND
    for card in range(CARDS):
        out[4 * UNITS + card] = np.float64(s.deck[side, card]) / MOST_HAND
        out[4 * UNITS + CARDS + card] = np.float64(s.discard[side, card]) / MOST_HAND


@inline
def _block(setup, s, i, seat, out):
    # seen from the own side of the table
    block, turned = s.block[i], 1.0 if seat == 0 else -1.0
    out[0] = 1.0
    out[1] = turned * (2.0 * block.x / GRAIN / setup.width - 1.0)
    out[2] = turned * (2.0 * block.y / GRAIN / setup.height - 1.0)
    out[3], out[4] = block.c / TURN, block.s / TURN
    out[5] = np.float64(block.broken)
    out[6] = 1.0 if s.unit == i else 0.0
    if not hidden(setup, block, seat) and block.side != NONE:
        out[7] = 1.0 if block.side == seat else -1.0
        out[8 + block.kind] = 1.0
