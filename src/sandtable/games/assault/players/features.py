"""What a seat knows of a position, as numbers, for learners. The board is seen from the seat's own side."""

import numpy as np

from sandtable.authoring import Feature, FeatureBlock, Setup, State, jit, size_of
from sandtable.games.assault.rules.knowledge import possible_originals, value
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    MODIFIERS,
    NO_STAT,
    PHASES,
    STAT_SETS,
    STATS,
    owner,
    was_compared,
)

# scale of stats as features; the least and the greatest member of a set of originals, indexed by its bits (0 for the
# empty set)
SCALED = np.array([number / 6.0 for number in range(256)], dtype=np.float32)
LEAST = np.array([max(0, (bits & -bits).bit_length() - 1) for bits in range(64)], dtype=np.uint8)
MOST = np.array([max(0, bits.bit_length() - 1) for bits in range(64)], dtype=np.uint8)
# numbers are bytes, divided by 6
HIGHEST = 255 / 6

TABLE = FeatureBlock(
    (
        Feature("this seat is to move"),
        Feature("this is seat 1"),
        Feature("last movement die (1 is 6)"),
        Feature("last die for a tile (1 is 6)"),
        Feature("turns finished, as a share of all"),
        Feature("last comparison, for the attacker", -1.0),
        Feature(
            "pawns of the active seat that have had their part (0: none, 1/3: first, 2/3: second, 1: both)"
        ),
        Feature("compared in this attack", of=STATS),
        Feature("phase", of=PHASES),
    )
)
PAWN = FeatureBlock(
    (
        Feature("alive"),
        Feature("column, as a share of the width"),
        Feature("row, as a share of the height"),
        Feature("health, as a share of that at the start", 0.0, 255.0),
        Feature("misses its next move"),
        Feature("has its part"),
        Feature("is under attack"),
        Feature("tile used in this part", of=MODIFIERS),
        Feature("opened an attack with", of=(*STATS, "none")),
        Feature("least possible number (1 is 6)", 0.0, HIGHEST, STATS),
        Feature("greatest possible number (1 is 6)", 0.0, HIGHEST, STATS),
    ),
    ("own pawn 1", "own pawn 2", "enemy pawn 1", "enemy pawn 2"),
)
PARTS = (TABLE, PAWN)
FEATURES = size_of(PARTS)
OF_TABLE, PER_PAWN = TABLE.size, PAWN.size
# where the flags of stats, phases and used tiles begin
COMPARED, USED = 7, 7
PHASE_AT = COMPARED + NO_STAT


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`; `PARTS` says what the numbers mean."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = seat
    out[2] = state.roll / 6.0
    out[3] = state.die / 6.0
    out[4] = state.turn / (2.0 * setup.round_cap)
    out[5] = state.outcome
    out[6] = state.done / 3.0
    for stat in range(6):
        out[COMPARED + stat] = 1.0 if was_compared(state, stat) else 0.0
    out[PHASE_AT + state.phase] = 1.0
    at = OF_TABLE
    for n in range(4):
        _pawn(setup, state, seat, (2 * seat + n) % 4, out, at)
        at += PER_PAWN
    return at


@jit
def _pawn(setup: Setup, s: State, seat, p, out, at):
    pawn = s.pawn[p]
    if pawn.health == 0:
        return
    # a half-turn of the board maps one side to the other (A1.1)
    x, y = np.int64(setup.x[pawn.tile]), np.int64(setup.y[pawn.tile])
    out[at] = 1.0
    out[at + 1] = (x if seat == 0 else setup.width - 1 - x) / setup.width
    out[at + 2] = (y if seat == 0 else setup.height - 1 - y) / setup.height
    out[at + 3] = pawn.health / setup.health
    out[at + 4] = pawn.held
    out[at + 5] = 1.0 if s.acting == p else 0.0
    out[at + 6] = 1.0 if s.target == p else 0.0
    out[at + USED + pawn.modifier] = 1.0
    at += USED + len(MODIFIERS)
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
