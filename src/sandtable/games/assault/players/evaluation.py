"""Evaluation of a position for agents."""

import numpy as np

from sandtable.authoring import Setup, State, jit
from sandtable.games.assault.schema import PHASE, owner

PAWN_WORTH = 4.0
SOFTNESS = 10.0


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
