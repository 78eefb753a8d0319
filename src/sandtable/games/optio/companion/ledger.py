"""The ledger of a match on a real map: what the players enter, and what follows from it by the rules. Clauses:
`../rules.md`.

Its records are those of the game plus what the players are asked here. While blocks lie face down, only the players see
where they are. Here all of them are in one square, so the rules let any two scout each other; the players see whether the
blocks have met. Once both armies are face up, the players enter the armies' squares, and from then on the rules of the game do
the rest.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    Actions,
    Choice,
    Data,
    Kind,
    Reason,
    Setting,
    Setup,
    State,
    Value,
    jit,
    new,
    record,
    tagged,
)
from sandtable.games.optio import schema
from sandtable.games.optio.data.approach import ACROSS
from sandtable.games.optio.rules import moves, turns
from sandtable.games.optio.rules.moves import REFUSAL
from sandtable.games.optio.rules.turns import CHALLENGE, END, home_side, seat_in_turn
from sandtable.games.optio.schema import BLOCKS, NO_SIDE, NOBODY, OFF, PHASE

# the phases of the game, then those that ask where the armies are, and which of two in one square arrived later
ARMIES, LAST = len(schema.PHASES), len(schema.PHASES) + 1
PHASES = (*schema.PHASES, "armies", "last")
# the codes of the game's `check`, then those for what is asked here
NO_WAY_IN, ON_THE_MAP, PRINTED = (len(moves.REASONS) + n for n in range(3))
REASONS = (
    *moves.REASONS,
    Reason("No block can come in from that side: it is the edge of the map.", "O2.3"),
    Reason("Both armies are face up, so both are on the map.", "O2.7"),
    Reason(
        "This phone does not know what your printed blocks are. Say when both armies are face up.", "O2.6"
    ),
)


def _said(known: Kind) -> Kind:
    # each side enters what the game draws by lot
    return Kind(known.name, "{seat}: {lot}", **known.sizes) if known.name == "deal" else known


ACTIONS = Actions(
    *map(_said, schema.ACTIONS.kinds),
    Kind("meet", "both armies lie face up"),
    Kind("army", "{seat}'s army: {square}", seat=2, square=OFF + 1),
    Kind("last", "{seat}'s army came last, from the {side}", seat=2, side=4),
)
MEET, ARMY, CAME = ACTIONS.codec("meet"), ACTIONS.codec("army"), ACTIONS.codec("last")
COUNT = ACTIONS.count

# where all blocks are kept while only the players see where they really are
TOGETHER = 0
ORDINARY = 0  # the lot for blocks whose kinds are not entered

STATE = tagged(
    "optio_companion",
    (
        *schema.FIELDS,
        ("late", np.uint8),  # the turn limit is reached, so an army might be off the map (O2.9)
        ("asked", np.uint8),  # the seat whose army's square is asked for
    ),
    Path(__file__).parent,
)
# first in the record: the compiler mistakes a record for another one that begins with the same fields
SETUP = record((("printed", np.uint8), *schema.SETUP_FIELDS))

BLOCKS_ARE = ("numbered", "printed")
# the players see for themselves where blocks are when they scout
LEFT_OUT = ("scout_later",)


def _kept(setting: Setting) -> Setting:
    # the map is on the table: here its name is enough
    return replace(setting, pictured=False) if isinstance(setting, Data) else setting


SETTINGS = (
    Choice(
        "blocks",
        BLOCKS_ARE,
        "numbered",
        "O1.3",
        "What your blocks are",
        words={
            "numbered": "with numbers only: the phone keeps secret what each one is",
            "printed": "printed with what they are",
        },
    ),
    *(_kept(one) for one in schema.SETTINGS if one.name not in LEFT_OUT),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record of these settings."""
    setup = new(SETUP)[0]
    schema.fill(setup, {**settings, "scout_later": True})
    # no computer plays here, so no private wishes are drawn (O4.5)
    setup.only_ground = 0
    setup.printed = settings["blocks"] == "printed"
    return setup


def bound(setup: Setup) -> int:
    """The maximum number of plies: see `schema.bound`; the armies' squares, and which came later, are entered once."""
    return schema.bound(setup) + 3


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`: Navy enters what its blocks are, unless there is nothing to enter."""
    s = state
    turns.deal(setup, s)
    s.late = s.asked = 0
    s.to_move = 0
    for b in range(2 * BLOCKS):
        s.block[b].square = TOGETHER
        # nothing is secret here if the blocks show what they are
        s.block[b].revealed = setup.printed
    if setup.printed != 0:
        for seat in range(2):
            turns.set_kinds(s, seat, ORDINARY)
        turns.begin(setup, s)


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal` of the game, or one of those above."""
    s, phase = state, state.phase
    if phase == ARMIES:
        return _check_army(s, action)
    if phase == LAST:
        return _check_last(s, action)
    if action >= MEET.first:
        return _check_meet(setup, phase, action)
    if phase != PHASE.MOVE:
        return moves.check(setup, s, action)
    if END.holds(action):
        return REFUSAL.OK
    if not (turns.ASK.holds(action) or CHALLENGE.holds(action)):
        return REFUSAL.NOT_DUE
    return PRINTED if setup.printed != 0 else moves.check(setup, s, action)


@jit
def _check_meet(setup: Setup, phase, action):
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    due = MEET.holds(action) and phase == PHASE.MOVE and setup.printed != 0
    return REFUSAL.OK if due else REFUSAL.NOT_DUE


@jit
def _check_army(s: State, action):
    if not ARMY.holds(action):
        return REFUSAL.NOT_DUE
    seat, square = ARMY.unpack(action)
    if seat != s.asked:
        return REFUSAL.NOT_DUE
    return ON_THE_MAP if square == OFF and s.late == 0 else REFUSAL.OK


@jit
def _check_last(s: State, action):
    if not CAME.holds(action):
        return REFUSAL.NOT_DUE
    seat, side = CAME.unpack(action)
    # O2.2, O2.3: only a player's own blocks enter over that player's edge
    open_there = ACROSS[s.block[turns.army(s, seat)].square, side] >= 0 or side == home_side(seat)
    return REFUSAL.OK if open_there else NO_WAY_IN


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    n = 0
    for action in range(COUNT):
        if check(setup, state, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    s, phase = state, state.phase
    if phase == ARMIES or phase == LAST or MEET.holds(action):
        s.ply += 1
        _say(s, action)
        return
    turns.apply(setup, s, action)
    if s.phase == PHASE.LOTS:
        s.to_move = 1
    elif phase < PHASE.APPROACH and PHASE.APPROACH <= s.phase < PHASE.OVER:
        _ask_armies(s, END.holds(action))


@jit
def _say(s: State, action):
    if MEET.holds(action):
        # O2.8: the reveal ends the turn
        s.turn += 1
        turns.begin_approach(s)
        _ask_armies(s, False)
    elif ARMY.holds(action):
        seat, square = ARMY.unpack(action)
        s.block[turns.army(s, seat)].square = square
        s.asked = 1
        if seat == 1:
            _go_on(s)
    else:
        # O3.3
        seat, side = CAME.unpack(action)
        s.block[turns.army(s, seat)].side = side
        turns.fight(s, seat)


@jit
def _ask_armies(s: State, late):
    s.late, s.asked, s.acting = late, 0, NOBODY
    s.battle = s.second = NOBODY
    s.battle_side = NO_SIDE
    for seat in range(2):
        block = s.block[turns.army(s, seat)]
        block.square, block.side, block.entered = OFF, NO_SIDE, 0
    s.phase, s.to_move = ARMIES, seat_in_turn(s)


@jit
def _go_on(s: State):
    # O2.9, O3
    if s.late != 0:
        turns.reveal_all(s)
    else:
        turns.begin_approach(s)
    if s.phase == PHASE.TEMPLATE:
        s.battle = s.second = NOBODY
        s.phase, s.to_move = LAST, seat_in_turn(s)
