"""Two quick players of All Out Assault: `script` goes by plain rules; `quick` also weighs an attack by what it knows.

Script: walks to the nearest enemy, or to a Meditation tile when its health is low; attacks with the highest number allowed.
Quick, for playouts: the same, but opens with the stat that promises most against this enemy and holds where none promises
anything; it changes stats with some sense.
"""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.assault.duels import barred, likely_stat, loss, own_number, stat_worth, steps_between
from sandtable.games.assault.knowledge import possible_originals
from sandtable.games.assault.movement import attackable, holds, reach
from sandtable.games.assault.moves import check, sample
from sandtable.games.assault.rules import (
    ALLOCATE,
    ATTACK,
    DECLINE,
    HOLD,
    MOVE,
    SET_BLUE,
    SET_RED,
    TIEBREAK,
    TRAIN,
    TRAINING_AT_LEAST,
    USE,
)
from sandtable.games.assault.setup import (
    ALLOCATIONS,
    BLOODLUST,
    BLUE,
    DISCIPLINE,
    INJURY,
    MEDITATION,
    NO_STAT,
    NOT_YET,
    P_ALLOCATE,
    P_ATTACK,
    P_BLUE,
    P_MOVE,
    P_RED,
    P_TIEBREAK,
    P_TILE,
    P_TRAIN,
    PERMUTATION,
    RED,
    STRENGTH,
    TRAINING,
)
from sandtable.rng import below

# tiles that may do the pawn that stops on them some good
HELPFUL = (RED, BLUE, TRAINING, MEDITATION)
LOW_HEALTH = 0.5
FAR = 100


@jit
def choose_script(setup, s, seat, rng):
    """The action of `script` for `seat`, to move in `s`."""
    phase, acting = s.phase, np.int64(s.acting)
    if phase == P_MOVE:
        return approach(setup, s, rng)
    if phase == P_TILE:
        return USE
    if phase == P_TRAIN:
        return _train(setup, s)
    if phase == P_RED:
        return SET_RED + lowest(s, acting)
    if phase == P_ATTACK:
        enemy = weakest_beside(setup, s)
        return ATTACK + 6 * (enemy % 2) + highest(s, acting, barred(s, acting), 0)
    if phase == P_TIEBREAK:
        return TIEBREAK + highest(s, np.int64(s.target), NO_STAT, np.int64(s.compared))
    return sample(setup, s, rng)


@jit
def choose_quick(setup, s, seat, rng):
    """The action of `quick` for `seat`, to move in `s`."""
    phase, acting = s.phase, np.int64(s.acting)
    if phase == P_ATTACK:
        enemy = weakest_beside(setup, s)
        gain, cost = loss(s.pawn[enemy].health, 0), loss(s.pawn[acting].health, 2)
        row = np.int64(s.pawn[acting].alloc)
        stat = likely_stat(s, acting, enemy, row, barred(s, acting), gain, cost)
        return HOLD if stat == NO_STAT else ATTACK + 6 * (enemy % 2) + stat
    if phase == P_TIEBREAK:
        return _break_tie(s)
    if phase == P_BLUE:
        return _blue(s, np.int64(seat))
    if phase == P_ALLOCATE:
        return allocate(s, np.int64(seat), rng)
    return choose_script(setup, s, seat, rng)


@jit
def allocate(s, seat, rng):
    """Any allocation with which the pawn can train, each as likely: next to nothing can be read from it."""
    first = ALLOCATE + (ALLOCATIONS if s.pawn[2 * seat].alloc != NOT_YET else 0)
    while True:
        row = below(rng, ALLOCATIONS)
        if fit_to_train(
            PERMUTATION[row, STRENGTH], PERMUTATION[row, BLOODLUST], PERMUTATION[row, DISCIPLINE]
        ):
            return first + row


@inline
def fit_to_train(a, b, c):
    """Whether one of Strength, Bloodlust and Discipline is enough for Training (A3.5)."""
    return a >= TRAINING_AT_LEAST or b >= TRAINING_AT_LEAST or c >= TRAINING_AT_LEAST


@jit
def approach(setup, s, rng):
    """The move of the acting pawn to a tile nearest to an enemy, or to Meditation when its health is low; of equals any."""
    p = np.int64(s.acting)
    pawn = s.pawn[p]
    first = 2 * (1 - p // 2)
    low, high = reach(setup, s, p, np.int64(s.roll))
    tired = pawn.health <= LOW_HEALTH * setup.health
    best, chosen, equals = FAR, np.int64(pawn.tile), 0
    for tile in range(setup.tiles):
        if not holds(low, high, setup.place[tile]):
            continue
        kind = setup.kind[tile]
        away = FAR
        for enemy in range(first, first + 2):
            if s.pawn[enemy].health > 0:
                away = min(away, 2 * steps_between(setup, tile, np.int64(s.pawn[enemy].tile)))
        if kind == MEDITATION and tired and tile != pawn.tile and pawn.rested >> setup.order[tile] & 1 == 0:
            away = -1
        # of tiles equally near, one that helps, and none that may hurt
        if tile != pawn.tile:
            away -= kind in HELPFUL and kind != pawn.last_modifier
            away += kind == INJURY
        equals = equals + 1 if away == best else (1 if away < best else equals)
        if away < best or (away == best and below(rng, equals) == 0):
            best, chosen = away, tile
    return MOVE + chosen


@inline
def weakest_beside(setup, s):
    """The enemy pawn beside the acting one, of two the one with less health."""
    acting = np.int64(s.acting)
    first = 2 * (1 - acting // 2)
    if not attackable(setup, s, acting, first + 1):
        return first
    if not attackable(setup, s, acting, first):
        return first + 1
    return first if s.pawn[first].health <= s.pawn[first + 1].health else first + 1


@jit
def highest(s, p, barred_stat, compared):
    """The stat in which own pawn `p` has most, `barred_stat` and the `compared` ones aside."""
    best, chosen = -1, 0
    for stat in range(6):
        if stat != barred_stat and compared >> stat & 1 == 0 and own_number(s, p, stat) > best:
            best, chosen = own_number(s, p, stat), stat
    return chosen


@jit
def lowest(s, p):
    """The stat in which own pawn `p` has least."""
    chosen = 0
    for stat in range(1, 6):
        if own_number(s, p, stat) < own_number(s, p, chosen):
            chosen = stat
    return chosen


@jit
def _train(setup, s):
    acting = np.int64(s.acting)
    best, chosen = -1, DECLINE
    for stat in range(6):
        if own_number(s, acting, stat) > best and check(setup, s, TRAIN + stat) == 0:
            best, chosen = own_number(s, acting, stat), TRAIN + stat
    return chosen


@jit
def _break_tie(s):
    attacker, defender = np.int64(s.acting), np.int64(s.target)
    row = np.int64(s.pawn[defender].alloc)
    best, chosen = -np.inf, 0
    for stat in range(6):
        if np.int64(s.compared) >> stat & 1 == 0:
            # the defender's number against the attacker's, each original by itself
            worth = stat_worth(s, defender, attacker, row, stat, 1.0, 1.0)
            if worth > best:
                best, chosen = worth, stat
    return TIEBREAK + chosen


@jit
def _blue(s, seat):
    """The enemy stat that falls most by the roll, as far as is known."""
    first = 2 * (1 - seat)
    best, chosen = -np.inf, SET_BLUE
    for enemy in range(first, first + 2):
        if s.pawn[enemy].health == 0:
            continue
        for stat in range(6):
            fall = _middle(s, enemy, stat) - (s.die - 1.0)
            if fall > best:
                best, chosen = fall, SET_BLUE + 6 * (enemy % 2) + stat
    return chosen


@inline
def _middle(s, p, stat):
    allowed = possible_originals(s, p, stat)
    total, n = 0, 0
    for v in range(6):
        if np.int64(allowed) >> v & 1 != 0:
            total += np.int64(s.pawn[p].now[stat][v])
            n += 1
    return total / max(1, n)
