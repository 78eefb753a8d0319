"""The rules of All Out Assault, from the deal to the last action. Clauses: `rules.md`; interface: `ops`.

turn:  choose pawn -> part -> part -> next seat          part:  roll -> move -> tile -> attack
tile:  Red, Blue: use? roll, name a stat    Meditation: use? roll
       Injury: the opponent names a stat    Training: name a stat
attack: name enemy and stat -> compare -> (tied: the defender names a stat -> compare) ... -> damage
"""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.assault.knowledge import (
    forget,
    learn_below,
    learn_comparison,
    learn_condition,
    value,
)
from sandtable.games.assault.movement import attackable
from sandtable.games.assault.setup import (
    ACTIONS,
    AGILITY,
    ALLOCATIONS,
    BLOODLUST,
    DISCIPLINE,
    HONOR,
    INJURY,
    MEDITATION,
    NO_STAT,
    NOBODY,
    NOT_YET,
    NOWHERE,
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
    PLAIN,
    RED,
    STEALTH,
    STRENGTH,
    TRAINING,
)
from sandtable.records import CHANCE, OVER

ALLOCATE = ACTIONS.base("allocate")
OPENING = ACTIONS.base("opening")
CHOOSE = ACTIONS.base("choose")
ROLL = ACTIONS.base("roll")
MOVE = ACTIONS.base("move")
USE = ACTIONS.base("use")
DECLINE = ACTIONS.base("decline")
TILE_ROLL = ACTIONS.base("tile_roll")
REST_ROLL = ACTIONS.base("rest_roll")
SET_RED = ACTIONS.base("red")
SET_BLUE = ACTIONS.base("blue")
INJURE = ACTIONS.base("injure")
TRAIN = ACTIONS.base("train")
ATTACK = ACTIONS.base("attack")
HOLD = ACTIONS.base("hold")
TIEBREAK = ACTIONS.base("tiebreak")
DAMAGE = ACTIONS.base("damage")

INJURY_AT_MOST, TRAINING_AT_LEAST = 2, 5
ALL_COMPARED = 63
BOTH = 3
HIGHEST = 255


@jit
def deal(setup, state):
    """See `ops.deal`: pawns on their corners, nothing allocated; seat 0 gives its first pawn its numbers."""
    state.to_move, state.phase, state.ply = 0, P_ALLOCATE, 0
    state.score[0] = state.score[1] = 0.0
    state.turn = state.done = 0
    state.first = 0 if setup.first == NOBODY else setup.first
    state.acting = state.target = NOBODY
    state.vacated = NOWHERE
    state.roll = state.die = state.compared = 0
    state.stat, state.outcome = NO_STAT, 0
    for p in range(4):
        pawn = state.pawn[p]
        pawn.health, pawn.alloc, pawn.rested = setup.health, NOT_YET, 0
        pawn.tile, pawn.held = setup.start[p], 0
        pawn.modifier = pawn.last_modifier = PLAIN
        pawn.opened = pawn.last_opened = NO_STAT
        for stat in range(6):
            for v in range(6):
                pawn.now[stat][v] = v + 1
    forget(state)


@jit
def apply(setup, state, action):
    """See `ops.apply`."""
    action = np.int64(action)
    state.ply += 1
    phase = state.phase
    if phase == P_ROLL:
        state.roll = action - ROLL + 1
        _ask(state, P_MOVE, state.acting // 2)
    elif phase == P_MOVE:
        _move(setup, state, action - MOVE)
    elif phase == P_CHOOSE:
        if not _begin_part(setup, state, 2 * state.to_move + action - CHOOSE):
            _end_part(setup, state)
    elif phase == P_ATTACK:
        if action == HOLD:
            _end_part(setup, state)
        else:
            _attack(setup, state, action - ATTACK)
    elif phase == P_DAMAGE:
        _damage(setup, state, action - DAMAGE + 1)
    elif phase == P_TIEBREAK:
        _compare(setup, state, action - TIEBREAK)
    elif phase == P_ALLOCATE:
        _allocate(setup, state, action - ALLOCATE)
    elif phase == P_OPENING:
        _open(setup, state, action - OPENING)
    else:
        _use_tile(setup, state, action)


@inline
def _ask(s, phase, seat):
    s.phase, s.to_move = phase, seat


@jit
def _allocate(setup, s, number):
    # A1.4: two pawns of seat 0, then two of seat 1
    p = 2 * s.to_move + number // ALLOCATIONS
    s.pawn[p].alloc = number % ALLOCATIONS
    if p < 3:
        _ask(s, P_ALLOCATE, (p + 1) // 2)
    elif setup.first == NOBODY:
        _ask(s, P_OPENING, CHANCE)
    else:
        _begin_turn(setup, s)  # A1.6: who goes first was named, nobody rolls


@jit
def _open(setup, s, dice):
    # A1.6: the higher goes first, ties are rolled again
    mine, theirs = dice // 6, dice % 6
    if mine != theirs:
        s.first = 0 if mine > theirs else 1
        _begin_turn(setup, s)


@jit
def _begin_turn(setup, s):
    """Begins the turn that is due; returns the pawn whose part it is, or NOBODY where the seat is asked to choose."""
    seat = (s.first + s.turn) % 2
    s.done = 0
    s.acting = NOBODY
    s.vacated = NOWHERE
    # A2.1; A2.5: with one pawn there is nothing to choose
    if s.pawn[2 * seat].health > 0 and s.pawn[2 * seat + 1].health > 0:
        _ask(s, P_CHOOSE, seat)
        return NOBODY
    return 2 * seat if s.pawn[2 * seat].health > 0 else 2 * seat + 1


@jit
def _begin_part(setup, s, p):
    """Begins the part of pawn `p`; returns whether anything is to be rolled or decided in it."""
    pawn = s.pawn[p]
    s.acting = p
    s.roll = 0
    pawn.last_modifier, pawn.modifier = pawn.modifier, PLAIN
    pawn.last_opened, pawn.opened = pawn.opened, NO_STAT
    if pawn.held == 0:
        _ask(s, P_ROLL, CHANCE)
        return True
    # A2.4: a held pawn does not roll, move or use a tile
    pawn.held = 0
    return setup.held_may_attack != 0 and _ask_attack(setup, s)


@jit
def _end_part(setup, s):
    """Goes on to the next roll or decision."""
    while True:
        s.target = NOBODY
        s.done |= 1 << (s.acting % 2)
        p = _next_part(setup, s)
        if p == NOBODY or _begin_part(setup, s, p):
            return


@jit
def _next_part(setup, s):
    """The pawn whose part comes next, or NOBODY where the match has ended or the seat in turn is asked to choose."""
    other = s.acting ^ 1
    # A2.1: then the same for the other pawn
    if s.pawn[other].health > 0 and s.done != BOTH:
        return other
    s.turn += 1
    if s.turn < 2 * setup.round_cap:
        return _begin_turn(setup, s)
    _end(s, 0.0)  # A5.2
    return NOBODY


@jit
def _end(s, first):
    s.score[0], s.score[1] = first, 0.0 - first
    s.acting = s.target = NOBODY
    _ask(s, P_OVER, OVER)


@jit
def _move(setup, s, tile):
    # A2.3; A3.1: tile first, then attack
    pawn = s.pawn[s.acting]
    moved = pawn.tile != tile
    # A2.2: with `tile_once` turn the tile is closed to the pawn that moves after this one
    if moved and setup.tile_once != 0:
        s.vacated = pawn.tile
    pawn.tile = tile
    if (moved or setup.stay_triggers != 0) and _offer_tile(setup, s):
        return
    _offer_attack(setup, s)


@jit
def _offer_tile(setup, s):
    """Puts the question that the tile under the acting pawn asks; returns whether there is one."""
    p = s.acting
    pawn = s.pawn[p]
    kind = setup.kind[pawn.tile]
    # A3.8: not the same kind on two consecutive own turns
    if kind < RED or kind == pawn.last_modifier:
        return False
    # A3.4, A3.5: with `held_if` landed these two hold the pawn whatever comes of them
    if setup.held_if != 0 and (kind == INJURY or kind == TRAINING):
        pawn.held = 1
    if kind == INJURY:
        return _injury(s, p)
    # A3.6: each Meditation tile once a pawn
    if kind == MEDITATION and pawn.rested >> setup.order[pawn.tile] & 1 != 0:
        return False
    # A3.7: the owner may decline; Training asks in the same way whether its condition holds or not
    _ask(s, P_TRAIN if kind == TRAINING else P_TILE, p // 2)
    return True


@jit
def _injury(s, p):
    # A3.4: compulsory (A3.7); that it did not happen is known too
    hurt = (
        value(s, p, AGILITY) <= INJURY_AT_MOST
        or value(s, p, HONOR) <= INJURY_AT_MOST
        or value(s, p, STEALTH) <= INJURY_AT_MOST
    )
    learn_condition(s, p, AGILITY, HONOR, STEALTH, 0, INJURY_AT_MOST, hurt)
    if hurt:
        _ask(s, P_INJURE, 1 - p // 2)
    return hurt


@jit
def may_train(s, p):
    """Whether Training works for pawn `p`, as far as is known: its allocation hidden, it may (A3.5)."""
    return (
        s.pawn[p].alloc >= ALLOCATIONS
        or value(s, p, STRENGTH) >= TRAINING_AT_LEAST
        or value(s, p, BLOODLUST) >= TRAINING_AT_LEAST
        or value(s, p, DISCIPLINE) >= TRAINING_AT_LEAST
    )


@inline
def below_cap(setup, s, p, stat):
    """Whether Training may raise `stat` of pawn `p`: always without `stat_cap`, or where the allocation is hidden (A3.5)."""
    return setup.stat_cap == 0 or s.pawn[p].alloc >= ALLOCATIONS or value(s, p, stat) < setup.stat_cap


@jit
def _use_tile(setup, s, action):
    phase, p = s.phase, s.acting
    pawn = s.pawn[p]
    if action == DECLINE:
        _offer_attack(setup, s)
    elif phase == P_TILE:
        _roll_for_tile(setup, s)
    elif phase == P_RED_ROLL or phase == P_BLUE_ROLL:
        # A3.2: the number rolled; A3.3: minus 1
        s.die = action - TILE_ROLL + 1
        _ask(s, P_RED if phase == P_RED_ROLL else P_BLUE, p // 2)
    elif phase == P_REST_ROLL:
        pawn.health += _third(setup, (action - REST_ROLL) // 6 + (action - REST_ROLL) % 6 + 2)
        _offer_attack(setup, s)
    else:
        _change_stat(setup, s, action)
        _offer_attack(setup, s)


@jit
def _roll_for_tile(setup, s):
    pawn = s.pawn[s.acting]
    kind = setup.kind[pawn.tile]
    pawn.modifier = kind
    if kind == MEDITATION:
        pawn.rested |= 1 << np.int64(setup.order[pawn.tile])
        _ask(s, P_REST_ROLL, CHANCE)
    else:
        _ask(s, P_RED_ROLL if kind == RED else P_BLUE_ROLL, CHANCE)


@inline
def _third(setup, total):
    # A3.6: down, nearest, up
    return (total + setup.meditation_rounding) // 3


@jit
def _change_stat(setup, s, action):
    p = s.acting
    pawn = s.pawn[p]
    if s.phase == P_RED:
        _set_all(s, p, action - SET_RED, s.die)
    elif s.phase == P_BLUE:
        enemy = 2 * (1 - p // 2) + (action - SET_BLUE) // 6
        _set_all(s, enemy, (action - SET_BLUE) % 6, s.die - 1)
    elif s.phase == P_INJURE:
        _shift_all(s, p, action - INJURE, -1, HIGHEST)
        pawn.modifier, pawn.held = INJURY, 1
    else:
        stat = action - TRAIN
        learn_condition(s, p, STRENGTH, BLOODLUST, DISCIPLINE, TRAINING_AT_LEAST, HIGHEST, True)
        if setup.stat_cap != 0:
            learn_below(s, p, stat, setup.stat_cap)
        _shift_all(s, p, stat, 1, setup.stat_cap if setup.stat_cap != 0 else HIGHEST)
        pawn.modifier, pawn.held = TRAINING, 1


@inline
def _set_all(s, p, stat, number):
    for v in range(6):
        s.pawn[p].now[stat][v] = number


@inline
def _shift_all(s, p, stat, step, cap):
    # floor 0 (A3.4), cap (A3.5); what an original above the cap would become does not matter: it no longer fits
    for v in range(6):
        s.pawn[p].now[stat][v] = max(0, min(cap, np.int64(s.pawn[p].now[stat][v]) + step))


@jit
def _ask_attack(setup, s):
    """Asks for an attack if the acting pawn stands beside an enemy (A4.1); returns whether it does."""
    first = 2 * (1 - s.acting // 2)
    if attackable(setup, s, s.acting, first) or attackable(setup, s, s.acting, first + 1):
        _ask(s, P_ATTACK, s.acting // 2)
        return True
    return False


@jit
def _offer_attack(setup, s):
    if not _ask_attack(setup, s):
        _end_part(setup, s)


@jit
def _attack(setup, s, number):
    # A4.2
    s.target = 2 * (1 - s.acting // 2) + number // 6
    s.compared = 0
    s.pawn[s.acting].opened = number % 6
    _compare(setup, s, number % 6)


@jit
def _compare(setup, s, stat):
    mine, theirs = value(s, s.acting, stat), value(s, s.target, stat)
    s.stat = stat
    s.compared |= 1 << stat
    s.outcome = 1 if mine > theirs else (-1 if mine < theirs else 0)
    learn_comparison(s, s.acting, s.target, stat, setup.reveal != 0)
    if s.outcome != 0:
        _ask(s, P_DAMAGE, CHANCE)
    elif s.compared == ALL_COMPARED:
        _end_part(setup, s)  # A4.5: all six tied, nobody is hurt
    else:
        _ask(s, P_TIEBREAK, s.target // 2)  # A4.5: the defender names another


@jit
def _damage(setup, s, die):
    # A4.4, A4.7
    hurt, points = (s.target, die) if s.outcome > 0 else (s.acting, die + 2)
    pawn = s.pawn[hurt]
    pawn.health = max(0, pawn.health - points)
    loser = hurt // 2
    # A5.1
    if s.pawn[2 * loser].health == 0 and s.pawn[2 * loser + 1].health == 0:
        _end(s, 1.0 if loser == 1 else -1.0)
    else:
        _end_part(setup, s)
