"""The actions of a position: which are legal, why others are not, and a random one. Clauses: `rules.md`; interface:
`ops`.
"""

from enum import IntEnum, auto

import numpy as np

from sandtable.authoring import CHANCE, Reason, Rng, Setup, State, below, by_code, inline, jit, numbers
from sandtable.authoring.bits import count
from sandtable.games.assault.rules.movement import attackable, holds, reach
from sandtable.games.assault.rules.turns import (
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
from sandtable.games.assault.schema import ALLOCATIONS, NO_STAT, PHASE, barred, enemies, was_compared


class Refusal(IntEnum):
    """The codes of `check`."""

    OK = 0  # it is legal
    FINISHED = auto()
    NOT_DUE = auto()
    SECOND_FIRST = auto()
    NO_TILE = auto()
    OCCUPIED = auto()
    TOO_FAR = auto()
    UNFIT = auto()
    CAPPED = auto()
    DEAD = auto()
    APART = auto()
    REPEATED = auto()
    COMPARED = auto()
    VACATED = auto()
    USED = auto()


REFUSAL = numbers(Refusal)

REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The match is over.", "A5.1"),
        Refusal.NOT_DUE: Reason("You cannot do that now: another step is due.", "A2.1"),
        Refusal.SECOND_FIRST: Reason("Give the first pawn its numbers before the second.", "A1.4"),
        Refusal.NO_TILE: Reason("There is no such tile on this board.", "A1.1"),
        Refusal.OCCUPIED: Reason("A pawn is there: pawns may not pass over or stop on one another.", "A2.2"),
        Refusal.TOO_FAR: Reason("That tile is further than this roll reaches.", "A2.2"),
        Refusal.UNFIT: Reason("Training needs Strength, Bloodlust or Discipline of 5 or more.", "A3.5"),
        Refusal.CAPPED: Reason("Training cannot raise that stat any higher.", "A3.5"),
        Refusal.DEAD: Reason("That pawn has left the board.", "A2.5"),
        Refusal.APART: Reason("To attack, a pawn must be next to an enemy pawn.", "A4.1"),
        Refusal.REPEATED: Reason("This pawn opened with that stat on its last turn: name another.", "A4.3"),
        Refusal.COMPARED: Reason("That stat has already been compared in this attack: name another.", "A4.5"),
        Refusal.VACATED: Reason(
            "Your first pawn left that tile this turn, so the second may not enter it.", "A2.2"
        ),
        Refusal.USED: Reason(
            "That stat of this pawn has been compared since your last turn began: name another.", "A4.3"
        ),
    }
)


@jit
def first_and_count(s: State):
    """The first action and the number of actions in a phase whose actions are consecutive and all legal; otherwise (0,
    0).
    """
    phase = s.phase
    if phase == PHASE.ROLL:
        return ROLL.first, ROLL.count
    if phase == PHASE.DAMAGE:
        return DAMAGE.first, DAMAGE.count
    if phase == PHASE.CHOOSE:
        return CHOOSE.first, CHOOSE.count
    if phase == PHASE.TILE:
        return USE.first, USE.count + DECLINE.count
    if phase == PHASE.RED_ROLL or phase == PHASE.BLUE_ROLL:
        return TILE_ROLL.first, TILE_ROLL.count
    if phase == PHASE.REST_ROLL:
        return REST_ROLL.first, REST_ROLL.count
    if phase == PHASE.RED:
        return SET_RED.first, SET_RED.count
    if phase == PHASE.INJURE:
        return INJURE.first, INJURE.count
    if phase == PHASE.OPENING:
        return OPENING.first, OPENING.count
    if phase == PHASE.ALLOCATE:
        # A1.4: `alloc` is NOT_YET (721) until a pawn has its numbers
        pawn = 1 if s.pawn[2 * s.to_move].alloc <= ALLOCATIONS else 0
        return ALLOCATE.pack(pawn, 0), ALLOCATIONS
    return 0, 0


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    if state.phase == PHASE.OVER:
        return 0
    first, n = first_and_count(state)
    if n > 0:
        for i in range(n):
            out[i] = first + i
        return n
    if state.phase == PHASE.MOVE:
        return _destinations(setup, state, out)
    n = 0
    low, high = _range(state)
    for action in range(low, high):
        if check(setup, state, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@inline
def _range(s: State):
    # the range of actions in a phase whose actions are not consecutive
    if s.phase == PHASE.ATTACK:
        return ATTACK.first, HOLD.end
    if s.phase == PHASE.TIEBREAK:
        return TIEBREAK.first, TIEBREAK.end
    if s.phase == PHASE.BLUE:
        return SET_BLUE.first, SET_BLUE.end
    return DECLINE.first, TRAIN.end


@jit
def _destinations(setup: Setup, s: State, out):
    # A2.1, A2.2
    low, high = reach(setup, s, s.acting, s.roll)
    n = 0
    for tile in range(setup.tiles):
        if holds(low, high, setup.place[tile]):
            out[n] = MOVE.pack(tile)
            n += 1
    return n


@jit
def options(setup: Setup, state: State, room, enough):
    """See `sandtable.lab.run.watch`."""
    _, n = first_and_count(state)
    if n > 0:
        return n
    if state.phase == PHASE.MOVE:
        # A2.2: a pawn that can move at all can take one step
        low, high = reach(setup, state, state.acting, state.roll if enough > 2 else 1)
        return count(low) + count(high)
    if state.phase != PHASE.ATTACK:
        return _count(setup, state, enough)
    # A4.1, A4.3; not attacking is one more option
    n = 1
    enemy = enemies(state.acting)
    for pawn in range(enemy, enemy + 2):
        if attackable(setup, state, state.acting, pawn):
            n += NO_STAT - count(np.uint64(barred(state, state.acting)))
    return n


@jit
def _count(setup: Setup, s: State, enough):
    low, high = _range(s)
    n = np.int64(0)
    if s.phase == PHASE.TRAIN:
        # leaving the tile alone; of the tile's actions, only this comes before the stats (A3.5)
        n, low = np.int64(1), TRAIN.first
    for action in range(low, high):
        if n < enough:
            n += check(setup, s, action) == REFUSAL.OK
    return n


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: dice are fair, so all outcomes have the same weight."""
    if state.to_move != CHANCE:
        return 0
    _, n = first_and_count(state)
    for i in range(n):
        weights[i] = 1.0 / n
    return n


@jit
def sample(setup: Setup, state: State, rng: Rng):
    """See `ops.sample`."""
    first, n = first_and_count(state)
    if n > 0:
        return first + below(rng, n)
    if state.phase == PHASE.MOVE:
        low, high = reach(setup, state, state.acting, state.roll)
        while True:
            tile = below(rng, setup.tiles)
            if holds(low, high, setup.place[tile]):
                return MOVE.pack(tile)
    low_action, high_action = _range(state)
    while True:
        action = low_action + below(rng, high_action - low_action)
        if check(setup, state, action) == REFUSAL.OK:
            return action


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal`."""
    phase = state.phase
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    first, n = first_and_count(state)
    if n > 0:
        if first <= action < first + n:
            return REFUSAL.OK
        second = phase == PHASE.ALLOCATE and ALLOCATE.holds(action)
        return REFUSAL.SECOND_FIRST if second else REFUSAL.NOT_DUE
    if phase == PHASE.MOVE:
        return _check_move(setup, state, action)
    if phase == PHASE.ATTACK:
        return _check_attack(setup, state, action)
    if phase == PHASE.TIEBREAK:
        return _check_tiebreak(state, action)
    if phase == PHASE.TRAIN:
        return _check_training(setup, state, action)
    return _check_blue(state, action)


@jit
def _check_move(setup: Setup, s: State, action):
    if not MOVE.holds(action):
        return REFUSAL.NOT_DUE
    (tile,) = MOVE.unpack(action)
    if tile >= setup.tiles:
        return REFUSAL.NO_TILE
    for p in range(4):
        if p != s.acting and s.pawn[p].health > 0 and s.pawn[p].tile == tile:
            return REFUSAL.OCCUPIED
    if s.vacated == tile:
        return REFUSAL.VACATED
    low, high = reach(setup, s, s.acting, s.roll)
    return REFUSAL.OK if holds(low, high, setup.place[tile]) else REFUSAL.TOO_FAR


@jit
def _check_attack(setup: Setup, s: State, action):
    if HOLD.holds(action):
        return REFUSAL.OK
    if not ATTACK.holds(action):
        return REFUSAL.NOT_DUE
    pawn, stat = ATTACK.unpack(action)
    enemy = enemies(s.acting) + pawn
    if s.pawn[enemy].health == 0:
        return REFUSAL.DEAD
    if not attackable(setup, s, s.acting, enemy):
        return REFUSAL.APART
    if barred(s, s.acting) >> stat & 1 == 0:
        return REFUSAL.OK
    return REFUSAL.REPEATED if setup.barred == 0 else REFUSAL.USED


@jit
def _check_tiebreak(s: State, action):
    if not TIEBREAK.holds(action):
        return REFUSAL.NOT_DUE
    (stat,) = TIEBREAK.unpack(action)
    return REFUSAL.COMPARED if was_compared(s, stat) else REFUSAL.OK


@jit
def _check_training(setup: Setup, s: State, action):
    if DECLINE.holds(action):
        return REFUSAL.OK
    if not TRAIN.holds(action):
        return REFUSAL.NOT_DUE
    (stat,) = TRAIN.unpack(action)
    if not may_train(s, s.acting):
        return REFUSAL.UNFIT
    return REFUSAL.OK if below_cap(setup, s, s.acting, stat) else REFUSAL.CAPPED


@jit
def _check_blue(s: State, action):
    # A3.3: a living enemy pawn
    if not SET_BLUE.holds(action):
        return REFUSAL.NOT_DUE
    pawn, _ = SET_BLUE.unpack(action)
    return REFUSAL.OK if s.pawn[enemies(s.acting) + pawn].health > 0 else REFUSAL.DEAD


@jit
def observed_action(setup: Setup, state: State, seat, action):
    """See `ops.observed_action`: only the numbers that the other seat gives its pawns are secret (A1.4)."""
    return -1 if state.phase == PHASE.ALLOCATE and state.to_move != seat else action
