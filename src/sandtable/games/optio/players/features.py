"""What a seat knows of a position, as numbers, for learners. The map is seen from the seat's own edge.

Squares are numbered row by row from the seat's far-left corner, and sides clockwise from the far one.
"""

import numpy as np

from sandtable.authoring import Feature, FeatureBlock, Setup, State, inline, jit, size_of
from sandtable.games.optio.data.battle import PLACES, SHIFTS
from sandtable.games.optio.data.ground import GROUNDS
from sandtable.games.optio.players.beliefs import battle_value
from sandtable.games.optio.rules.turns import owner
from sandtable.games.optio.schema import (
    BLOCKS,
    GONE,
    KINDS,
    NO_SIDE,
    NOBODY,
    PHASE,
    PHASES,
    TURN_CAP,
)

SIDES = ("far", "right", "near", "left")
SQUARES = tuple(f"square {square}" for square in range(PLACES))
# turns of both sides
LAST = 2.0 * TURN_CAP

TABLE = FeatureBlock(
    (
        Feature("this seat is to move"),
        Feature("this is seat 1"),
        Feature("own kudos (1 is 12)"),
        Feature("enemy kudos (1 is 12)"),
        Feature("turns finished (1 is 400)"),
        Feature("limit of the hidden phase in turns per side (1 is 200, 0: none)"),
        Feature("a block is to be shown"),
        Feature("phase", of=PHASES),
        Feature("square of the battle", of=SQUARES),
        Feature("side by which the second army came", of=SIDES),
        Feature("this seat's army came second"),
        Feature("own score with the template placed", -1.0, 1.0, [f"placement {n}" for n in range(SHIFTS)]),
    )
)
BLOCK = FeatureBlock(
    (
        Feature("place", of=(*SQUARES, "off the map", "gone")),
        Feature("kind", of=("unknown", *KINDS[1:])),
        Feature("side by which it came", of=(*SIDES, "none")),
        Feature("face up"),
        Feature("moved in this turn"),
        Feature("scouted in this turn"),
        Feature("is asked to scout"),
        Feature("turns finished when it came into its square (1 is 400)"),
    ),
    [f"{whose} block {n}" for whose in ("own", "enemy") for n in range(1, BLOCKS + 1)],
)
GROUND = FeatureBlock((Feature("share of ground", of=[ground.name for ground in GROUNDS]),), SQUARES)
BATTLES = FeatureBlock(
    (Feature("own score of a battle, by the side of the second army", -1.0, 1.0, SIDES),),
    [f"{whose} army second: {square}" for whose in ("own", "enemy") for square in SQUARES],
)
PARTS = (TABLE, BLOCK, GROUND, BATTLES)
FEATURES = size_of(PARTS)
OF_TABLE, PER_BLOCK = TABLE.size, BLOCK.size
# where the phases, the battle and the flags of a block begin
PHASE_AT, FLAGS = 7, GONE + 1 + len(KINDS) + NO_SIDE + 1
BATTLE_AT = PHASE_AT + len(PHASES)


@jit
def features(setup: Setup, state: State, seat, out):
    """See `ops.features`; `PARTS` says what the numbers mean."""
    for i in range(FEATURES):
        out[i] = 0.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = seat
    out[2] = state.kudos[seat] / 12.0
    out[3] = state.kudos[1 - seat] / 12.0
    out[4] = state.turn / LAST
    out[5] = setup.reveal_after / np.float64(TURN_CAP)
    out[6] = 1.0 if state.phase == PHASE.SHOW else 0.0
    out[PHASE_AT + state.phase] = 1.0
    if state.battle != NOBODY:
        _battle(setup, state, seat, out[BATTLE_AT:OF_TABLE])
    at = OF_TABLE
    for n in range(2 * BLOCKS):
        b = (BLOCKS * seat + n) % (2 * BLOCKS)
        _block(state, seat, b, out[at : at + PER_BLOCK])
        at += PER_BLOCK
    return _map(setup, seat, out, at)


@inline
def turned(seat, square):
    """The square as a seat sees it from its own edge."""
    return square if seat == 0 or square >= PLACES else PLACES - 1 - square


@inline
def turned_side(seat, side):
    """The side of a square as a seat sees it from its own edge."""
    return side if seat == 0 or side >= NO_SIDE else (side + 2) % 4


@jit
def _battle(setup: Setup, s: State, seat, out):
    square, side = np.int64(s.battle), np.int64(s.battle_side)
    out[turned(seat, square)] = 1.0
    if side < NO_SIDE:
        out[PLACES + turned_side(seat, side)] = 1.0
    out[PLACES + NO_SIDE] = 1.0 if s.second == seat else 0.0
    if side < NO_SIDE:
        for shift in range(SHIFTS):
            if setup.allowed[square, side] >> shift & 1:
                value = setup.score[s.second, square, side, shift]
                out[PLACES + NO_SIDE + 1 + (shift if seat == 0 else SHIFTS - 1 - shift)] = (
                    value if seat == 0 else -value
                )


@jit
def _block(s: State, seat, b, out):
    block = s.block[b]
    known = owner(b) == seat or block.revealed != 0 or s.phase == PHASE.OVER
    out[turned(seat, np.int64(block.square))] = 1.0
    out[GONE + 1 + (block.kind if known else 0)] = 1.0
    out[GONE + 1 + len(KINDS) + turned_side(seat, np.int64(block.side))] = 1.0
    out[FLAGS] = block.revealed
    out[FLAGS + 1] = block.moved
    out[FLAGS + 2] = block.scouted
    out[FLAGS + 3] = 1.0 if s.acting == b else 0.0
    out[FLAGS + 4] = block.entered / LAST


@jit
def _map(setup: Setup, seat, out, at):
    for square in range(PLACES):
        for kind in range(len(GROUNDS)):
            out[at] = setup.ground[turned(seat, square), kind]
            at += 1
    for second in range(2):
        for square in range(PLACES):
            for side in range(4):
                value = battle_value(setup, second ^ seat, turned(seat, square), turned_side(seat, side))
                out[at] = value if seat == 0 else -value
                at += 1
    return at
