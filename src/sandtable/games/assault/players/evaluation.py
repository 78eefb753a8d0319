"""Evaluation and features of a position for agents."""

import numpy as np

from sandtable.authoring import Setup, State, jit
from sandtable.games.assault.rules.knowledge import possible_originals, value
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    MODIFIERS,
    NO_STAT,
    PHASE,
    PHASES,
    STAT_SETS,
    owner,
    was_compared,
)

PAWN_WORTH = 4.0
SOFTNESS = 10.0
PER_PAWN = 5 + len(MODIFIERS) + NO_STAT + 1 + 12
FEATURES = 6 + 6 + len(PHASES) + 4 * PER_PAWN
# scale of stats as features; the least and the greatest member of a set of originals, indexed by its bits (0 for the
# empty set)
SCALED = np.array([number / 6.0 for number in range(256)], dtype=np.float32)
LEAST = np.array([max(0, (bits & -bits).bit_length() - 1) for bits in range(64)], dtype=np.uint8)
MOST = np.array([max(0, bits.bit_length() - 1) for bits in range(64)], dtype=np.uint8)


@jit
def evaluate(setup: Setup, state: State, seat):
    """See `ops.evaluate`: the lead in health and living pawns, squashed."""
    if state.phase == PHASE.OVER:
        return np.float64(state.score[seat])
    lead = 0.0
    for p in range(4):
        sign = 1.0 if owner(p) == seat else -1.0
        if state.pawn[p].health > 0:
            lead += sign * (state.pawn[p].health + PAWN_WORTH)
    return lead / (abs(lead) + SOFTNESS)


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`: the table, then the seat's two pawns, then the enemy's two; numbers are scaled to about 1."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = state.roll / 6.0
    out[2] = state.die / 6.0
    out[3] = state.turn / (2.0 * setup.round_cap)
    out[4] = state.outcome
    out[5] = state.done / 3.0
    for stat in range(6):
        out[6 + stat] = 1.0 if was_compared(state, stat) else 0.0
    out[12 + state.phase] = 1.0
    at = 12 + len(PHASES)
    for n in range(4):
        _pawn(setup, state, seat, (2 * seat + n) % 4, out, at)
        at += PER_PAWN
    return at


@jit
def _pawn(setup: Setup, s: State, seat, p, out, at):
    # alive, place, health, held; kind of tile used last; stats opened with last; least and greatest possible value of
    # each stat
    pawn = s.pawn[p]
    if pawn.health == 0:
        return
    out[at] = 1.0
    out[at + 1] = setup.x[pawn.tile] / setup.width
    out[at + 2] = setup.y[pawn.tile] / setup.height
    out[at + 3] = pawn.health / setup.health
    out[at + 4] = pawn.held
    out[at + 5 + pawn.modifier] = 1.0
    at += 5 + len(MODIFIERS)
    opened = STAT_SETS[pawn.opened]
    for stat in range(6):
        out[at + stat] = np.float32(opened >> stat & 1)
    out[at + NO_STAT] = np.float32(opened == 0)
    at += NO_STAT + 1
    if owner(p) == seat and pawn.alloc < ALLOCATIONS:
        for stat in range(6):
            out[at + stat] = out[at + 6 + stat] = SCALED[value(s, p, stat)]
        return
    for stat in range(6):
        # the current number never decreases with the original, and the true original is among those still possible
        allowed = possible_originals(s, p, stat)
        out[at + stat] = SCALED[pawn.now[stat][LEAST[allowed]]]
        out[at + 6 + stat] = SCALED[pawn.now[stat][MOST[allowed]]]
