"""The rules of Optio, from the lots to the template. Clauses: `rules.md`; interface: `ops`.

hidden:    move a block -> (enemy blocks there: scout? -> whom?) ... -> end of turn -> the other seat
           the army shows itself to the enemy's -> approach
approach:  march, or hand in a kudo and retreat or stand -> the other seat ... -> one square holds both armies
battle:    the first army's side places the template -> over
"""

import numpy as np

from sandtable.authoring import CHANCE, OVER, Setup, State, inline, jit
from sandtable.games.optio.data.approach import ACROSS
from sandtable.games.optio.data.battle import PLACES
from sandtable.games.optio.data.ground import NORTH, SOUTH, SQUARES
from sandtable.games.optio.schema import (
    ACTIONS,
    ANY_TARGET,
    BLOCKS,
    EVEN,
    GONE,
    KIND,
    LOT,
    NO_SHIFT,
    NO_SIDE,
    NOBODY,
    OFF,
    PHASE,
    TURN_CAP,
)

DEAL, WISH, OPENING = ACTIONS.codec("deal"), ACTIONS.codec("wish"), ACTIONS.codec("opening")
ENTER, STEP, END = ACTIONS.codec("enter"), ACTIONS.codec("step"), ACTIONS.codec("end")
ASK, CHALLENGE, PASS = ACTIONS.codec("scout"), ACTIONS.codec("challenge"), ACTIONS.codec("pass")
SHOW = ACTIONS.codec("show")
MARCH, RETREAT, STAND = ACTIONS.codec("march"), ACTIONS.codec("retreat"), ACTIONS.codec("stand")
# whether a kudo is handed in, and the side
GO = ACTIONS.codec("march", "retreat")
TEMPLATE = ACTIONS.codec("template")


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`: all blocks off the map, the lots not drawn yet."""
    state.to_move, state.phase, state.ply = CHANCE, PHASE.LOTS, 0
    state.score[0] = state.score[1] = 0.0
    state.turn = state.first = 0
    state.kudos[0] = state.kudos[1] = setup.kudos
    state.wish[0] = state.wish[1] = 0
    state.acting = state.battle = state.second = NOBODY
    state.battle_side, state.shift = NO_SIDE, NO_SHIFT
    for b in range(2 * BLOCKS):
        block = state.block[b]
        block.kind, block.square, block.side = KIND.UNKNOWN, OFF, NO_SIDE
        block.revealed = block.moved = block.scouted = block.entered = 0


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    state.ply += 1
    phase = state.phase
    if phase == PHASE.MOVE:
        _move(setup, state, action)
    elif phase == PHASE.SCOUT:
        if PASS.holds(action):
            _ask_move(state)
        elif CHALLENGE.holds(action):
            _challenge(state)
        else:
            _scout(setup, state, action)
    elif phase == PHASE.SHOW:
        (n,) = SHOW.unpack(action)
        _turn_up(state, BLOCKS * state.to_move + n)
    elif phase == PHASE.APPROACH:
        _approach(state, action)
    elif phase == PHASE.TEMPLATE:
        (shift,) = TEMPLATE.unpack(action)
        state.shift = shift
        _judge(setup, state)
    elif phase == PHASE.LOTS:
        _draw(setup, state, action)
    else:
        _open(state, action)


@inline
def seat_in_turn(s: State):
    """The seat whose turn it is."""
    return (np.int64(s.first) + np.int64(s.turn)) % 2


@inline
def mover(s: State):
    """The seat that is to move, as int64."""
    return np.int64(s.to_move)


@inline
def asked_block(s: State):
    """The block that is asked whether to scout, or NOBODY."""
    return np.int64(s.acting)


@inline
def owner(b):
    """The seat of block `b`."""
    return b // BLOCKS


@inline
def enemies(b):
    """The first of the blocks that oppose block `b`."""
    return BLOCKS * (1 - b // BLOCKS)


@inline
def number_of(b):
    """The index of block `b` among those of its seat."""
    return b % BLOCKS


@inline
def costs_kudo(action):
    """Whether an action in the approach costs a kudo (O3.1)."""
    return RETREAT.holds(action) or STAND.holds(action)


@inline
def army(s: State, seat):
    """The index of the seat's army among all blocks if its kind is known; otherwise NOBODY."""
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].kind == KIND.ARMY:
            return b
    return NOBODY


@inline
def home_side(seat):
    """The side of the map by which the seat's blocks enter (O1.4)."""
    return SOUTH if seat == 0 else NORTH


@inline
def home_square(seat, column):
    """The square of a column on the seat's own edge (O2.2)."""
    return column + (SQUARES * (SQUARES - 1) if seat == 0 else 0)


@inline
def row_of(square):
    """The row of a square, from 0 in the north."""
    return square // SQUARES


@inline
def column_of(square):
    """The column of a square, from 0 in the west."""
    return square % SQUARES


@jit
def _draw(setup: Setup, s: State, action):
    if DEAL.holds(action):
        # O1.3b
        seat, lot = DEAL.unpack(action)
        set_kinds(s, seat, lot)
        last = seat == 1 and setup.only_ground == 0
    else:
        # O4.5
        seat, wish = WISH.unpack(action)
        s.wish[seat] = 1 + wish
        last = seat == 1
    if last:
        begin(setup, s)


@inline
def begin(setup: Setup, s: State):
    """All kinds are entered: both roll for the first turn, or it has been agreed (O1.4)."""
    if setup.first != NOBODY:
        s.first = setup.first
        _ask_move(s)
    else:
        s.phase, s.to_move = PHASE.OPENING, CHANCE


@inline
def set_kinds(s: State, seat, lot):
    """Sets the kinds of a seat's blocks from a lot: which block is the army, and which of the others the scout."""
    first, other = LOT.unpack(lot)
    second = other + (1 if other >= first else 0)
    for n in range(BLOCKS):
        kind = KIND.ARMY if n == first else (KIND.SCOUT if n == second else KIND.DUMMY)
        s.block[BLOCKS * seat + n].kind = kind


@jit
def _open(s: State, action):
    # O1.4: the higher roll goes first; on a tie both roll again
    navy, oxblood = OPENING.unpack(action)
    if navy != oxblood:
        s.first = 0 if navy > oxblood else 1
        _ask_move(s)


@inline
def _ask_move(s: State):
    s.phase, s.to_move, s.acting = PHASE.MOVE, seat_in_turn(s), NOBODY


@jit
def _move(setup: Setup, s: State, action):
    seat = mover(s)
    if STEP.holds(action):
        # O2.3
        n, side = STEP.unpack(action)
        b = BLOCKS * seat + n
        _come(setup, s, b, ACROSS[s.block[b].square, side], (side + 2) % 4)
    elif END.holds(action):
        _end_turn(setup, s)
    elif ENTER.holds(action):
        # O2.2
        n, column = ENTER.unpack(action)
        _come(setup, s, BLOCKS * seat + n, home_square(seat, column), home_side(seat))
    elif CHALLENGE.holds(action):
        _challenge(s)
    else:
        n, _ = ASK.unpack(action)
        s.acting = BLOCKS * seat + n  # `scout_later` (O2.6)
        _scout(setup, s, action)


@jit
def _come(setup: Setup, s: State, b, square, side):
    """Moves block `b` into `square` across `side`, and, if that might matter, asks whether it scouts (O2.5, O2.6)."""
    block = s.block[b]
    block.square, block.side, block.moved, block.entered = square, side, 1, s.turn
    # asked whatever the block is, unless everyone knows that it can neither scout nor show itself
    if block.revealed != 0 and block.kind == KIND.DUMMY:
        return
    scouts = block.scouted == 0 and hidden_enemies(s, b) > 0
    if scouts or (block.revealed == 0 and setup.show_army != 0 and meets_army(s, b)):
        s.phase, s.acting = PHASE.SCOUT, b


@inline
def hidden_enemies(s: State, b):
    """The number of face-down enemy blocks in the square of block `b`."""
    first = enemies(b)
    n = 0
    for other in range(first, first + BLOCKS):
        n += s.block[other].square == s.block[b].square and s.block[other].revealed == 0
    return n


@inline
def meets_army(s: State, b):
    """Whether the enemy army is face up in the square of block `b`."""
    first, here = enemies(b), s.block[b].square
    for other in range(first, first + BLOCKS):
        if (
            s.block[other].square == here
            and s.block[other].revealed != 0
            and s.block[other].kind == KIND.ARMY
        ):
            return True
    return False


@jit
def _challenge(s: State):
    # O2.6: the hidden army shows itself; then O2.7 applies
    s.block[army(s, mover(s))].revealed = 1
    _meet(s)


@jit
def _scout(setup: Setup, s: State, action):
    """Block `acting` scouts the enemy block that the action names, or that its owner will name (O2.6)."""
    b = asked_block(s)
    _, target = ASK.unpack(action)
    s.block[b].revealed = s.block[b].scouted = 1
    # O2.7: once the second army is face up, nothing else matters
    if _both_revealed(s):
        _meet(s)
    elif target != ANY_TARGET:
        _turn_up(s, enemies(b) + target)
    elif hidden_enemies(s, b) == 1:
        _turn_up(s, _only_hidden_enemy(s, b))
    else:
        s.phase, s.to_move = PHASE.SHOW, 1 - owner(b)


@inline
def _only_hidden_enemy(s: State, b):
    first = enemies(b)
    found = first
    for other in range(first, first + BLOCKS):
        if s.block[other].square == s.block[b].square and s.block[other].revealed == 0:
            found = other
    return found


@jit
def _turn_up(s: State, b):
    s.block[b].revealed = 1
    if _both_revealed(s):
        _meet(s)
    else:
        _ask_move(s)


@inline
def _both_revealed(s: State):
    open_armies = 0
    for b in range(2 * BLOCKS):
        open_armies += s.block[b].kind == KIND.ARMY and s.block[b].revealed != 0
    return open_armies == 2


@jit
def _end_turn(setup: Setup, s: State):
    s.turn += 1
    for b in range(2 * BLOCKS):
        s.block[b].moved = s.block[b].scouted = 0
    if setup.reveal_after > 0 and s.turn >= 2 * setup.reveal_after:
        reveal_all(s)
    elif s.turn >= 2 * TURN_CAP:
        _end(s, 0.0)  # O2.10
    else:
        _ask_move(s)


@jit
def reveal_all(s: State):
    """The turn limit: armies on the map are turned face up; one that is off it has lost (O2.9)."""
    navy, oxblood = army(s, 0), army(s, 1)
    lost_navy, lost_oxblood = s.block[navy].square == OFF, s.block[oxblood].square == OFF
    s.block[navy].revealed = 0 if lost_navy else 1
    s.block[oxblood].revealed = 0 if lost_oxblood else 1
    if lost_navy or lost_oxblood:
        _end(s, (1.0 if lost_oxblood else 0.0) - (1.0 if lost_navy else 0.0))
    else:
        begin_approach(s)


@jit
def _meet(s: State):
    # O2.8: the reveal ends the turn at once
    s.turn += 1
    begin_approach(s)


@jit
def begin_approach(s: State):
    """Both armies are face up: removes all other blocks (O2.7), and starts the approach, or the battle if they share a
    square.
    """
    s.acting = NOBODY
    for b in range(2 * BLOCKS):
        block = s.block[b]
        block.moved = block.scouted = 0
        if block.kind != KIND.ARMY:
            block.square, block.side, block.entered = GONE, NO_SIDE, 0
    navy, oxblood = army(s, 0), army(s, 1)
    if s.block[navy].square == s.block[oxblood].square:
        # O3.3: the army that came later orients the battlefield
        fight(s, 0 if s.block[navy].entered > s.block[oxblood].entered else 1)
    else:
        s.phase, s.to_move = PHASE.APPROACH, seat_in_turn(s)


@jit
def _approach(s: State, action):
    seat = mover(s)
    block = s.block[army(s, seat)]
    if costs_kudo(action):
        s.kudos[seat] -= 1  # O3.1
    s.turn += 1
    if not STAND.holds(action):
        _, side = GO.unpack(action)
        block.square, block.side, block.entered = ACROSS[block.square, side], (side + 2) % 4, s.turn - 1
        # O3.2
        if block.square == s.block[army(s, 1 - seat)].square:
            fight(s, seat)
            return
    s.to_move = seat_in_turn(s)


@inline
def fight(s: State, second):
    """The armies meet, that of `second` arriving last: the side that was there first places the template (O4.1, O4.3)."""
    block = s.block[army(s, second)]
    s.battle, s.second, s.battle_side = block.square, second, block.side
    s.phase, s.to_move = PHASE.TEMPLATE, 1 - second


@jit
def _judge(setup: Setup, s: State):
    # O4.5; in the table's own precision, so a score of exactly EVEN is a draw
    value = setup.score[s.second, s.battle, s.battle_side, s.shift]
    _end(s, np.float64(value) if abs(value) > np.float32(EVEN) else 0.0)


@inline
def _end(s: State, navy):
    s.score[0], s.score[1] = navy, 0.0 - navy
    s.phase, s.to_move = PHASE.OVER, OVER


@inline
def is_on_map(block):
    """Whether a block is in a square of the map."""
    return block.square < PLACES
