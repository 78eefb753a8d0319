"""The rules of All Out Assault, from the deal to the last action. Clauses: `rules.md`; interface: `ops`.

turn:  choose pawn -> part -> part -> next seat          part:  roll -> move -> tile -> attack
tile:  Red, Blue: use? roll, name a stat    Meditation: use? roll
       Injury: the opponent names a stat    Training: name a stat
attack: name enemy and stat -> compare -> (tied: the defender names a stat -> compare) ... -> damage
"""

import numpy as np

from sandtable.authoring import CHANCE, OVER, Setup, State, inline, jit
from sandtable.games.assault.rules.knowledge import (
    forget,
    learn_below,
    learn_comparison,
    learn_condition,
    value,
)
from sandtable.games.assault.rules.movement import attackable
from sandtable.games.assault.schema import (
    ACTIONS,
    ALLOCATIONS,
    NO_STAT,
    NOBODY,
    NOT_YET,
    NOWHERE,
    PHASE,
    SET_OF_BITS,
    STAT,
    STAT_SETS,
    TILE,
    enemies,
    owner,
)

ALLOCATE, OPENING = ACTIONS.codec("allocate"), ACTIONS.codec("opening")
CHOOSE, ROLL, MOVE = ACTIONS.codec("choose"), ACTIONS.codec("roll"), ACTIONS.codec("move")
USE, DECLINE = ACTIONS.codec("use"), ACTIONS.codec("decline")
TILE_ROLL, REST_ROLL = ACTIONS.codec("tile_roll"), ACTIONS.codec("rest_roll")
SET_RED, SET_BLUE = ACTIONS.codec("red"), ACTIONS.codec("blue")
INJURE, TRAIN = ACTIONS.codec("injure"), ACTIONS.codec("train")
ATTACK, HOLD = ACTIONS.codec("attack"), ACTIONS.codec("hold")
TIEBREAK, DAMAGE = ACTIONS.codec("tiebreak"), ACTIONS.codec("damage")

INJURY_AT_MOST, TRAINING_AT_LEAST = 2, 5
ALL_COMPARED = 63
BOTH = 3
HIGHEST = 255


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`: pawns on their corners, nothing allocated; seat 0 gives its first pawn its numbers."""
    state.to_move, state.phase, state.ply = 0, PHASE.ALLOCATE, 0
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
        pawn.modifier = pawn.last_modifier = TILE.PLAIN
        pawn.opened = pawn.last_opened = NO_STAT
        for stat in range(6):
            for v in range(6):
                pawn.now[stat][v] = v + 1
    forget(state)


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    state.ply += 1
    phase = state.phase
    if phase == PHASE.ROLL:
        (die,) = ROLL.unpack(action)
        state.roll = die + 1
        _ask(state, PHASE.MOVE, owner(state.acting))
    elif phase == PHASE.MOVE:
        (tile,) = MOVE.unpack(action)
        _move(setup, state, tile)
    elif phase == PHASE.CHOOSE:
        (pawn,) = CHOOSE.unpack(action)
        if not _begin_part(setup, state, 2 * state.to_move + pawn):
            _end_part(setup, state)
    elif phase == PHASE.ATTACK:
        if HOLD.holds(action):
            _end_part(setup, state)
        else:
            _attack(setup, state, action)
    elif phase == PHASE.DAMAGE:
        (die,) = DAMAGE.unpack(action)
        _damage(setup, state, die + 1)
    elif phase == PHASE.TIEBREAK:
        (stat,) = TIEBREAK.unpack(action)
        _compare(setup, state, stat)
    elif phase == PHASE.ALLOCATE:
        _allocate(setup, state, action)
    elif phase == PHASE.OPENING:
        _open(setup, state, action)
    else:
        _use_tile(setup, state, action)


@inline
def _ask(s: State, phase, seat):
    s.phase, s.to_move = phase, seat


@jit
def _allocate(setup: Setup, s: State, action):
    # A1.4: two pawns of seat 0, then two of seat 1
    pawn, allocation = ALLOCATE.unpack(action)
    p = 2 * s.to_move + pawn
    s.pawn[p].alloc = allocation
    if p < 3:
        _ask(s, PHASE.ALLOCATE, owner(p + 1))
    elif setup.first == NOBODY:
        _ask(s, PHASE.OPENING, CHANCE)
    else:
        _begin_turn(setup, s)  # A1.6: the first player was agreed, so nobody rolls


@jit
def _open(setup: Setup, s: State, action):
    # A1.6: the higher roll goes first; on a tie both roll again
    mine, theirs = OPENING.unpack(action)
    if mine != theirs:
        s.first = 0 if mine > theirs else 1
        _begin_turn(setup, s)


@jit
def _begin_turn(setup: Setup, s: State):
    """Starts the turn that is due; returns the pawn whose part it is, or NOBODY if the seat has to choose."""
    seat = (s.first + s.turn) % 2
    s.done = 0
    s.acting = NOBODY
    s.vacated = NOWHERE
    # A2.1; A2.5: with one pawn there is nothing to choose
    if s.pawn[2 * seat].health > 0 and s.pawn[2 * seat + 1].health > 0:
        _ask(s, PHASE.CHOOSE, seat)
        return NOBODY
    return 2 * seat if s.pawn[2 * seat].health > 0 else 2 * seat + 1


@jit
def _begin_part(setup: Setup, s: State, p):
    """Starts the part of pawn `p`; returns whether it involves a roll or a decision."""
    pawn = s.pawn[p]
    s.acting = p
    s.roll = 0
    pawn.last_modifier, pawn.modifier = pawn.modifier, TILE.PLAIN
    pawn.last_opened, pawn.opened = pawn.opened, NO_STAT
    if pawn.held == 0:
        _ask(s, PHASE.ROLL, CHANCE)
        return True
    # A2.4: a held pawn does not roll, move or use a tile
    pawn.held = 0
    return setup.held_may_attack != 0 and _ask_attack(setup, s)


@jit
def _end_part(setup: Setup, s: State):
    """Advances to the next roll or decision."""
    while True:
        s.target = NOBODY
        s.done |= 1 << (s.acting % 2)
        p = _next_part(setup, s)
        if p == NOBODY or _begin_part(setup, s, p):
            return


@jit
def _next_part(setup: Setup, s: State):
    """The pawn whose part comes next, or NOBODY if the match has ended or the seat to move has to choose."""
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
def _end(s: State, first):
    s.score[0], s.score[1] = first, 0.0 - first
    s.acting = s.target = NOBODY
    _ask(s, PHASE.OVER, OVER)


@jit
def _move(setup: Setup, s: State, tile):
    # A2.3; A3.1: tile first, then attack
    pawn = s.pawn[s.acting]
    moved = pawn.tile != tile
    # A2.2: with `tile_once=turn`, the tile is closed to the pawn that moves next
    if moved and setup.tile_once != 0:
        s.vacated = pawn.tile
    pawn.tile = tile
    if (moved or setup.stay_triggers != 0) and _offer_tile(setup, s):
        return
    _offer_attack(setup, s)


@jit
def _offer_tile(setup: Setup, s: State):
    """Asks the question posed by the tile under the acting pawn; returns whether there is one."""
    p = s.acting
    pawn = s.pawn[p]
    kind = setup.kind[pawn.tile]
    # A3.8: not the same kind on two consecutive turns of the pawn's owner
    if kind < TILE.RED or kind == pawn.last_modifier:
        return False
    # A3.4, A3.5: with `held_if=landed`, these two hold the pawn whatever their effect
    if setup.held_if != 0 and (kind == TILE.INJURY or kind == TILE.TRAINING):
        pawn.held = 1
    if kind == TILE.INJURY:
        return _injury(s, p)
    # A3.6: each Meditation tile once per pawn
    if kind == TILE.MEDITATION and pawn.rested >> setup.order[pawn.tile] & 1 != 0:
        return False
    # A3.7: the owner may decline; Training asks the same way whether or not its condition holds
    _ask(s, PHASE.TRAIN if kind == TILE.TRAINING else PHASE.TILE, owner(p))
    return True


@jit
def _injury(s: State, p):
    # A3.4: compulsory (A3.7), so it is informative even if nothing happened
    hurt = may_injure(s, p)
    learn_condition(s, p, STAT.AGILITY, STAT.HONOR, STAT.STEALTH, 0, INJURY_AT_MOST, hurt)
    if hurt:
        _ask(s, PHASE.INJURE, 1 - owner(p))
    return hurt


@jit
def may_injure(s: State, p):
    """Whether Injury might hurt pawn `p`, as far as is known: if its allocation is hidden, it might (A3.4)."""
    return (
        s.pawn[p].alloc >= ALLOCATIONS
        or value(s, p, STAT.AGILITY) <= INJURY_AT_MOST
        or value(s, p, STAT.HONOR) <= INJURY_AT_MOST
        or value(s, p, STAT.STEALTH) <= INJURY_AT_MOST
    )


@jit
def may_train(s: State, p):
    """Whether Training might work for pawn `p`, as far as is known: if its allocation is hidden, it might (A3.5)."""
    return (
        s.pawn[p].alloc >= ALLOCATIONS
        or value(s, p, STAT.STRENGTH) >= TRAINING_AT_LEAST
        or value(s, p, STAT.BLOODLUST) >= TRAINING_AT_LEAST
        or value(s, p, STAT.DISCIPLINE) >= TRAINING_AT_LEAST
    )


@inline
def below_cap(setup: Setup, s: State, p, stat):
    """Whether Training may raise pawn `p`'s `stat`: always without `stat_cap`, or if the allocation is hidden (A3.5)."""
    return setup.stat_cap == 0 or s.pawn[p].alloc >= ALLOCATIONS or value(s, p, stat) < setup.stat_cap


@jit
def _use_tile(setup: Setup, s: State, action):
    phase, p = s.phase, s.acting
    pawn = s.pawn[p]
    if DECLINE.holds(action):
        _offer_attack(setup, s)
    elif phase == PHASE.TILE:
        _roll_for_tile(setup, s)
    elif phase == PHASE.RED_ROLL or phase == PHASE.BLUE_ROLL:
        # A3.2: the number rolled; A3.3: minus 1
        (die,) = TILE_ROLL.unpack(action)
        s.die = die + 1
        _ask(s, PHASE.RED if phase == PHASE.RED_ROLL else PHASE.BLUE, owner(p))
    elif phase == PHASE.REST_ROLL:
        first, second = REST_ROLL.unpack(action)
        pawn.health += _third(setup, first + second + 2)
        _offer_attack(setup, s)
    else:
        _change_stat(setup, s, action)
        _offer_attack(setup, s)


@jit
def _roll_for_tile(setup: Setup, s: State):
    pawn = s.pawn[s.acting]
    kind = setup.kind[pawn.tile]
    pawn.modifier = kind
    if kind == TILE.MEDITATION:
        pawn.rested |= 1 << np.int64(setup.order[pawn.tile])
        _ask(s, PHASE.REST_ROLL, CHANCE)
    else:
        _ask(s, PHASE.RED_ROLL if kind == TILE.RED else PHASE.BLUE_ROLL, CHANCE)


@inline
def _third(setup: Setup, total):
    # A3.6: down, nearest, up
    return (total + setup.meditation_rounding) // 3


@jit
def _change_stat(setup: Setup, s: State, action):
    p = s.acting
    pawn = s.pawn[p]
    if s.phase == PHASE.RED:
        (stat,) = SET_RED.unpack(action)
        _set_all(s, p, stat, s.die)
    elif s.phase == PHASE.BLUE:
        enemy, stat = SET_BLUE.unpack(action)
        _set_all(s, enemies(p) + enemy, stat, s.die - 1)
    elif s.phase == PHASE.INJURE:
        (stat,) = INJURE.unpack(action)
        _shift_all(s, p, stat, -1, HIGHEST)
        pawn.modifier, pawn.held = TILE.INJURY, 1
    else:
        (stat,) = TRAIN.unpack(action)
        learn_condition(
            s, p, STAT.STRENGTH, STAT.BLOODLUST, STAT.DISCIPLINE, TRAINING_AT_LEAST, HIGHEST, True
        )
        if setup.stat_cap != 0:
            learn_below(s, p, stat, setup.stat_cap)
        _shift_all(s, p, stat, 1, setup.stat_cap if setup.stat_cap != 0 else HIGHEST)
        pawn.modifier, pawn.held = TILE.TRAINING, 1


@inline
def _set_all(s: State, p, stat, number):
    for v in range(6):
        s.pawn[p].now[stat][v] = number


@inline
def _shift_all(s: State, p, stat, step, cap):
    # floor 0 (A3.4), cap (A3.5); the result for an original above the cap does not matter: it is no longer possible
    for v in range(6):
        s.pawn[p].now[stat][v] = max(0, min(cap, np.int64(s.pawn[p].now[stat][v]) + step))


@jit
def _ask_attack(setup: Setup, s: State):
    """Asks for an attack if the acting pawn is next to an enemy (A4.1); returns whether it did."""
    first = enemies(s.acting)
    if attackable(setup, s, s.acting, first) or attackable(setup, s, s.acting, first + 1):
        _ask(s, PHASE.ATTACK, owner(s.acting))
        return True
    return False


@jit
def _offer_attack(setup: Setup, s: State):
    if not _ask_attack(setup, s):
        _end_part(setup, s)


@jit
def _attack(setup: Setup, s: State, action):
    # A4.2
    enemy, stat = ATTACK.unpack(action)
    s.target = enemies(s.acting) + enemy
    s.compared = 0
    if setup.barred == 0:
        s.pawn[s.acting].opened = stat
    _compare(setup, s, stat)


@jit
def _compare(setup: Setup, s: State, stat):
    mine, theirs = value(s, s.acting, stat), value(s, s.target, stat)
    s.stat = stat
    s.compared |= 1 << stat
    if setup.barred != 0:
        _wear(s.pawn[s.acting], stat)
        _wear(s.pawn[s.target], stat)
    s.outcome = 1 if mine > theirs else (-1 if mine < theirs else 0)
    learn_comparison(s, s.acting, s.target, stat, setup.reveal != 0)
    if s.outcome != 0:
        _ask(s, PHASE.DAMAGE, CHANCE)
    elif s.compared == ALL_COMPARED:
        _end_part(setup, s)  # A4.5: all six tied, nobody is hurt
    else:
        _ask(s, PHASE.TIEBREAK, owner(s.target))  # A4.5: the defender names another


@inline
def _wear(pawn, stat):
    # A4.3: with `barred=used`, every compared stat counts
    pawn.opened = SET_OF_BITS[STAT_SETS[pawn.opened] | 1 << stat]


@jit
def _damage(setup: Setup, s: State, die):
    # A4.4, A4.7
    hurt, points = (s.target, die) if s.outcome > 0 else (s.acting, die + 2)
    pawn = s.pawn[hurt]
    pawn.health = max(0, pawn.health - points)
    loser = owner(hurt)
    # A5.1
    if s.pawn[2 * loser].health == 0 and s.pawn[2 * loser + 1].health == 0:
        _end(s, 1.0 if loser == 1 else -1.0)
    else:
        _end_part(setup, s)
