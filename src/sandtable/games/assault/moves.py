"""The actions of a position: which are legal, why another is not, and one at random. Clauses: `rules.md`; interface: `ops`."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.declaration import Reason
from sandtable.games.assault.movement import attackable, holds, reach
from sandtable.games.assault.rules import (
    ALLOCATE,
    ATTACK,
    CHOOSE,
    DAMAGE,
    DECLINE,
    HOLD,
    INJURE,
    MOVE,
    OPENING,
    REST_ROLL,
    ROLL,
    SET_BLUE,
    SET_RED,
    TIEBREAK,
    TILE_ROLL,
    TRAIN,
    USE,
    below_cap,
    may_train,
)
from sandtable.games.assault.setup import (
    ALLOCATIONS,
    P_ALLOCATE,
    P_ATTACK,
    P_BLUE,
    P_BLUE_ROLL,
    P_CHOOSE,
    P_DAMAGE,
    P_INJURE,
    P_MOVE,
    P_OPENING,
    P_OVER,
    P_RED,
    P_RED_ROLL,
    P_REST_ROLL,
    P_ROLL,
    P_TIEBREAK,
    P_TILE,
    P_TRAIN,
)
from sandtable.records import CHANCE
from sandtable.rng import below

REASONS = (
    Reason("", ""),
    Reason("The match is over.", "A5.1"),
    Reason("This is not the step that is due now.", "A2.1"),
    Reason("The first pawn gets its numbers before the second.", "A1.4"),
    Reason("There is no such tile on this board.", "A1.1"),
    Reason("A pawn stands there: pawns neither pass over nor stop on one another.", "A2.2"),
    Reason("That tile is further than the roll reaches.", "A2.2"),
    Reason("Training needs Strength, Bloodlust or Discipline of 5 or more.", "A3.5"),
    Reason("Training cannot raise that stat any higher.", "A3.5"),
    Reason("That pawn has left the board.", "A2.5"),
    Reason("An attack needs an enemy pawn on a neighbouring tile.", "A4.1"),
    Reason("This pawn opened with that stat on its last turn.", "A4.3"),
    Reason("That stat was already compared in this attack.", "A4.5"),
    Reason("The first pawn left that tile in this turn, so the second cannot enter it.", "A2.2"),
)
(
    OK,
    FINISHED,
    NOT_DUE,
    SECOND_FIRST,
    NO_TILE,
    OCCUPIED,
    TOO_FAR,
    UNFIT,
    CAPPED,
    DEAD,
    APART,
    REPEATED,
    COMPARED,
    VACATED,
) = range(14)


@jit
def first_and_count(s):
    """The first action and the number of actions of a phase whose actions are consecutive and all legal, else (0, 0)."""
    phase = s.phase
    if phase == P_ROLL:
        return ROLL, 6
    if phase == P_DAMAGE:
        return DAMAGE, 6
    if phase == P_CHOOSE:
        return CHOOSE, 2
    if phase == P_TILE:
        return USE, 2
    if phase == P_RED_ROLL or phase == P_BLUE_ROLL:
        return TILE_ROLL, 6
    if phase == P_REST_ROLL:
        return REST_ROLL, 36
    if phase == P_RED:
        return SET_RED, 6
    if phase == P_INJURE:
        return INJURE, 6
    if phase == P_OPENING:
        return OPENING, 36
    if phase == P_ALLOCATE:
        # A1.4: 721 stands for a pawn that has no numbers yet
        return ALLOCATE + ALLOCATIONS * (1 if s.pawn[2 * s.to_move].alloc <= ALLOCATIONS else 0), ALLOCATIONS
    return 0, 0


@jit
def legal(setup, state, out):
    """See `ops.legal`."""
    if state.phase == P_OVER:
        return 0
    first, n = first_and_count(state)
    if n > 0:
        for i in range(n):
            out[i] = first + i
        return n
    if state.phase == P_MOVE:
        return _destinations(setup, state, out)
    n = 0
    low, high = _range(state)
    for action in range(low, high):
        if check(setup, state, action) == OK:
            out[n] = action
            n += 1
    return n


@inline
def _range(s):
    # the actions among which those of a phase that is not consecutive lie
    if s.phase == P_ATTACK:
        return ATTACK, HOLD + 1
    if s.phase == P_TIEBREAK:
        return TIEBREAK, TIEBREAK + 6
    if s.phase == P_BLUE:
        return SET_BLUE, SET_BLUE + 12
    return DECLINE, TRAIN + 6


@jit
def _destinations(setup, s, out):
    # A2.1, A2.2
    low, high = reach(setup, s, s.acting, s.roll)
    n = 0
    for tile in range(setup.tiles):
        if holds(low, high, setup.place[tile]):
            out[n] = MOVE + tile
            n += 1
    return n


@jit
def chance(setup, state, weights):
    """See `ops.chance`: dice are fair, so all outcomes weigh the same."""
    if state.to_move != CHANCE:
        return 0
    _, n = first_and_count(state)
    for i in range(n):
        weights[i] = 1.0 / n
    return n


@jit
def sample(setup, state, rng):
    """See `ops.sample`."""
    first, n = first_and_count(state)
    if n > 0:
        return first + below(rng, n)
    if state.phase == P_MOVE:
        low, high = reach(setup, state, state.acting, state.roll)
        while True:
            tile = below(rng, setup.tiles)
            if holds(low, high, setup.place[tile]):
                return MOVE + tile
    low_action, high_action = _range(state)
    while True:
        action = low_action + below(rng, high_action - low_action)
        if check(setup, state, action) == OK:
            return action


@jit
def check(setup, state, action):
    """See `ops.check`: the number of a reason in `REASONS`."""
    action = np.int64(action)
    phase = state.phase
    if phase == P_OVER:
        return FINISHED
    first, n = first_and_count(state)
    if n > 0:
        if first <= action < first + n:
            return OK
        return SECOND_FIRST if phase == P_ALLOCATE and ALLOCATE <= action < OPENING else NOT_DUE
    if phase == P_MOVE:
        return _check_move(setup, state, action - MOVE) if MOVE <= action < USE else NOT_DUE
    if phase == P_ATTACK:
        return _check_attack(setup, state, action)
    if phase == P_TIEBREAK:
        return _check_tiebreak(state, action)
    if phase == P_TRAIN:
        return _check_training(setup, state, action)
    return _check_blue(state, action)


@jit
def _check_move(setup, s, tile):
    if tile >= setup.tiles:
        return NO_TILE
    for p in range(4):
        if p != s.acting and s.pawn[p].health > 0 and s.pawn[p].tile == tile:
            return OCCUPIED
    if s.vacated == tile:
        return VACATED
    low, high = reach(setup, s, s.acting, s.roll)
    return OK if holds(low, high, setup.place[tile]) else TOO_FAR


@jit
def _check_attack(setup, s, action):
    if action == HOLD:
        return OK
    if action < ATTACK or action > HOLD:
        return NOT_DUE
    enemy = 2 * (1 - s.acting // 2) + (action - ATTACK) // 6
    if s.pawn[enemy].health == 0:
        return DEAD
    if not attackable(setup, s, s.acting, enemy):
        return APART
    return REPEATED if s.pawn[s.acting].last_opened == (action - ATTACK) % 6 else OK


@jit
def _check_tiebreak(s, action):
    if action < TIEBREAK or action >= TIEBREAK + 6:
        return NOT_DUE
    return COMPARED if np.int64(s.compared) >> (action - TIEBREAK) & 1 != 0 else OK


@jit
def _check_training(setup, s, action):
    if action == DECLINE:
        return OK
    if action < TRAIN or action >= TRAIN + 6:
        return NOT_DUE
    if not may_train(s, s.acting):
        return UNFIT
    return OK if below_cap(setup, s, s.acting, action - TRAIN) else CAPPED


@jit
def _check_blue(s, action):
    # A3.3: a living enemy pawn
    if action < SET_BLUE or action >= SET_BLUE + 12:
        return NOT_DUE
    return OK if s.pawn[2 * (1 - s.acting // 2) + (action - SET_BLUE) // 6].health > 0 else DEAD


@jit
def witness(setup, state, seat, action):
    """See `ops.witness`: only the numbers that another seat gives its pawns are secret (A1.4)."""
    return -1 if state.phase == P_ALLOCATE and state.to_move != seat else action
