"""What a seat knows of a position, as numbers, for learners. The table is seen from the seat's own edge."""

import numpy as np

from sandtable.authoring import Feature, FeatureBlock, Setup, State, inline, jit, size_of
from sandtable.games.rout.rules.knowledge import covered, hidden
from sandtable.games.rout.schema import (
    BLOCKS,
    CARDS,
    DEEDS,
    GRAIN,
    KINDS,
    MOST_HAND,
    NONE,
    PHASES,
    TURN,
    UNITS,
    blocks_on,
    may_do,
)

DECK = (*KINDS, "rally")
TABLE = FeatureBlock(
    (
        Feature("this seat is to move"),
        Feature("this is seat 1"),
        Feature("this side's turn"),
        Feature("games ahead (1 is 2)", -1.0),
        Feature("turns begun, as a share of all", 0.0, 2.0),
        Feature("width of the table in metres", 0.0, 10.0),
        Feature("depth of the table in metres", 0.0, 10.0),
        Feature("how the deck was halved (1 is 2)", 0.0, 2.0),
        Feature("the unit may still", of=DEEDS),
        Feature("error of the own hand in direction (1 is 15 degrees)"),
        Feature("error of the own hand in speed, as a share of it", 0.0, 0.4),
        Feature("phase", of=PHASES),
        Feature("card", of=DECK),
    )
)
SIDE = FeatureBlock(
    (
        Feature("units dealt (1 is 12)", of=KINDS),
        Feature("units broken (1 is 12)", of=KINDS),
        Feature("units routed (1 is 12)", of=KINDS),
        Feature("units still to be placed (1 is 12)", of=KINDS),
        Feature("cards in the deck (1 is 12)", 0.0, 255 / MOST_HAND, DECK),
        Feature("cards discarded (1 is 12)", 0.0, 255 / MOST_HAND, DECK),
    ),
    ("own side", "enemy side"),
)
BLOCK = FeatureBlock(
    (
        Feature("on the table"),
        Feature("to the right, from the middle (0) to the edge (1)", -1.0),
        Feature("away, from the middle (0) to the edge (1)", -1.0),
        Feature("direction of its long side, to the right", -1.0),
        Feature("direction of its long side, away", -1.0),
        Feature("broken"),
        Feature("is acting"),
        Feature("own 1, enemy -1, unknown 0", -1.0),
        Feature("kind", of=KINDS),
    ),
    [f"block {n}" for n in range(BLOCKS)],
)
PARTS = (TABLE, SIDE, BLOCK)
FEATURES = size_of(PARTS)
OF_TABLE, PER_SIDE, PER_BLOCK = TABLE.size, SIDE.size, BLOCK.size
# where the phases and the cards begin
PHASE_AT = 13
CARD_AT = PHASE_AT + len(PHASES)


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`; `PARTS` says what the numbers mean. Blocks come in the same order as on the table, by their
    numbers.
    """
    s = state
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if s.to_move == seat else 0.0
    out[1] = seat
    out[2] = 1.0 if s.side == seat else 0.0
    out[3] = (np.float64(s.wins[seat]) - np.float64(s.wins[1 - seat])) / 2.0
    out[4] = s.turn / np.float64(setup.turn_cap)
    out[5], out[6] = setup.width, setup.height
    out[7] = np.float64(s.split) / 2.0
    for deed in range(3):
        out[8 + deed] = np.float64(may_do(s, deed))
    out[11], out[12] = setup.error[seat, 0] / 15.0, setup.error[seat, 1]
    out[PHASE_AT + s.phase] = 1.0
    if s.card != NONE:
        out[CARD_AT + s.card] = 1.0
    at = OF_TABLE
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
def _side(setup: Setup, s: State, side, seat, out):
    for kind in range(UNITS):
        out[kind] = np.float64(s.dealt[side, kind]) / MOST_HAND
        out[UNITS + kind] = np.float64(s.broken[side, kind]) / MOST_HAND
        out[2 * UNITS + kind] = np.float64(s.routed[side, kind]) / MOST_HAND
        out[3 * UNITS + kind] = 0.0 if covered(setup, s, side, seat) else s.waiting[side, kind] / MOST_HAND
    for card in range(CARDS):
        out[4 * UNITS + card] = np.float64(s.deck[side, card]) / MOST_HAND
        out[4 * UNITS + CARDS + card] = np.float64(s.discard[side, card]) / MOST_HAND


@inline
def _block(setup: Setup, s: State, i, seat, out):
    block, turned = s.block[i], 1.0 if seat == 0 else -1.0
    out[0] = 1.0
    out[1] = turned * (2.0 * block.x / GRAIN / setup.width - 1.0)
    out[2] = turned * (2.0 * block.y / GRAIN / setup.height - 1.0)
    out[3], out[4] = turned * block.c / TURN, turned * block.s / TURN
    out[5] = np.float64(block.broken)
    out[6] = 1.0 if s.unit == i else 0.0
    if not hidden(setup, block, seat) and block.side != NONE:
        out[7] = 1.0 if block.side == seat else -1.0
        out[8 + block.kind] = 1.0
