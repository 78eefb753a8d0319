"""Two quick players of All Out Assault: `script` follows simple rules; `quick` also judges attacks by what it knows.

Script: walks to the nearest enemy, or to a Meditation tile when its health is low; attacks with the highest number allowed
that is not known to lose, and trains one that some enemy might still match.
Quick, for playouts: the same, but opens with the most promising stat against this enemy, or does not attack if none is
promising; it changes stats sensibly.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, below, inline, jit
from sandtable.authoring.bits import has
from sandtable.games.assault.players.duels import (
    likely_stat,
    loss,
    number,
    own_number,
    rows_that_fit,
    stat_worth,
    steps_between,
)
from sandtable.games.assault.players.openings import OPENINGS
from sandtable.games.assault.rules.knowledge import possible_originals
from sandtable.games.assault.rules.movement import attackable, holds, reach
from sandtable.games.assault.rules.moves import REFUSAL, check, sample
from sandtable.games.assault.rules.turns import (
    ALLOCATE,
    ATTACK,
    DECLINE,
    HOLD,
    INJURE,
    MOVE,
    SET_BLUE,
    SET_RED,
    TIEBREAK,
    TRAIN,
    TRAINING_AT_LEAST,
    USE,
)
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    NO_STAT,
    NOT_YET,
    PHASE,
    TILE,
    acting,
    allocation,
    barred,
    compared,
    enemies,
    target,
    tile_of,
    was_compared,
)

# tiles that may benefit a pawn that stops on them
HELPFUL = (TILE.RED, TILE.BLUE, TILE.TRAINING, TILE.MEDITATION)
LOW_HEALTH = 0.5
FAR = 100


@jit
def choose_script(setup: Setup, s: State, seat, rng: Rng):
    """The action of `script` for `seat`, to move in `s`."""
    phase, p = s.phase, acting(s)
    if phase == PHASE.MOVE:
        return approach(setup, s, rng)
    if phase == PHASE.TILE:
        return USE.pack()
    if phase == PHASE.TRAIN:
        return _train(setup, s)
    if phase == PHASE.RED:
        return SET_RED.pack(lowest(s, p))
    if phase == PHASE.BLUE:
        return _blue(s, np.int64(seat))
    if phase == PHASE.INJURE:
        return _injure(s, p)
    if phase == PHASE.ATTACK:
        return _attack(setup, s, p)
    if phase == PHASE.TIEBREAK:
        defender = target(s)
        stat = hopeful(s, defender, p, compared(s))
        return TIEBREAK.pack(stat if stat != NO_STAT else highest(s, defender, compared(s)))
    if phase == PHASE.ALLOCATE:
        return allocate(s, np.int64(seat), rng)
    return sample(setup, s, rng)


@jit
def choose_quick(setup: Setup, s: State, seat, rng: Rng):
    """The action of `quick` for `seat`, which is to move in `s`."""
    phase, p = s.phase, acting(s)
    if phase == PHASE.ATTACK:
        enemy = weakest_beside(setup, s)
        gain, cost = loss(s.pawn[enemy].health, 0), loss(s.pawn[p].health, 2)
        row = allocation(s, p)
        stat = likely_stat(s, p, enemy, row, barred(s, p), gain, cost)
        return HOLD.pack() if stat == NO_STAT else ATTACK.pack(enemy % 2, stat)
    if phase == PHASE.TIEBREAK:
        return _break_tie(s)
    return choose_script(setup, s, seat, rng)


@jit
def allocate(s: State, seat, rng: Rng):
    """One of `OPENINGS`, all equally likely, for the next pawn."""
    pawn = 1 if s.pawn[2 * seat].alloc != NOT_YET else 0
    return ALLOCATE.pack(pawn, OPENINGS[below(rng, len(OPENINGS))])


@inline
def fit_to_train(a, b, c):
    """Whether one of Strength, Bloodlust and Discipline is high enough for Training (A3.5)."""
    return a >= TRAINING_AT_LEAST or b >= TRAINING_AT_LEAST or c >= TRAINING_AT_LEAST


@jit
def approach(setup: Setup, s: State, rng: Rng):
    """The acting pawn's move to a tile nearest to an enemy, or to Meditation when its health is low; ties are
    broken at random.
    """
    p = acting(s)
    pawn = s.pawn[p]
    first = enemies(p)
    low, high = reach(setup, s, p, np.int64(s.roll))
    tired = pawn.health <= LOW_HEALTH * setup.health
    best, chosen, equals = FAR, tile_of(s, p), 0
    for tile in range(setup.tiles):
        if not holds(low, high, setup.place[tile]):
            continue
        kind = setup.kind[tile]
        away = FAR
        for enemy in range(first, first + 2):
            if s.pawn[enemy].health > 0:
                away = min(away, 2 * steps_between(setup, tile, tile_of(s, enemy)))
        if (
            kind == TILE.MEDITATION
            and tired
            and tile != pawn.tile
            and pawn.rested >> setup.order[tile] & 1 == 0
        ):
            away = -1
        # among equally near tiles, prefer one that helps and avoid those that may hurt
        if tile != pawn.tile:
            away -= kind in HELPFUL and kind != pawn.last_modifier
            away += kind == TILE.INJURY
        equals = equals + 1 if away == best else (1 if away < best else equals)
        if away < best or (away == best and below(rng, equals) == 0):
            best, chosen = away, tile
    return MOVE.pack(chosen)


@inline
def weakest_beside(setup: Setup, s: State):
    """The enemy pawn next to the acting one; of two, the one with less health."""
    p = acting(s)
    first = enemies(p)
    if not attackable(setup, s, p, first + 1):
        return first
    if not attackable(setup, s, p, first):
        return first + 1
    return first if s.pawn[first].health <= s.pawn[first + 1].health else first + 1


@jit
def _attack(setup: Setup, s: State, p):
    """An attack that is not known to lose, if there is one: on the weakest enemy, with the highest number."""
    enemy = weakest_beside(setup, s)
    for _ in range(2):
        if attackable(setup, s, p, enemy):
            stat = hopeful(s, p, enemy, barred(s, p))
            if stat != NO_STAT:
                return ATTACK.pack(enemy % 2, stat)
        enemy ^= 1
    return HOLD.pack()


@jit
def hopeful(s: State, p, enemy, without):
    """The highest stat of the seat's pawn `p`, outside the bits `without`, that is not known to lose against `enemy`;
    NO_STAT if there is none.
    """
    rows = np.empty(ALLOCATIONS, np.int64)
    size = rows_that_fit(s, enemy, rows)
    best, chosen = -1, np.int64(NO_STAT)
    for stat in range(6):
        mine = own_number(s, p, stat)
        if without >> stat & 1 == 0 and mine > best:
            for n in range(size):
                if number(s, enemy, stat, rows[n]) <= mine:
                    best, chosen = mine, np.int64(stat)
                    break
    return chosen


@jit
def highest(s: State, p, without):
    """The highest stat of the seat's pawn `p`, leaving out those in the bits `without`."""
    best, chosen = -1, 0
    for stat in range(6):
        if without >> stat & 1 == 0 and own_number(s, p, stat) > best:
            best, chosen = own_number(s, p, stat), stat
    return chosen


@jit
def lowest(s: State, p):
    """The lowest stat of the seat's pawn `p`."""
    chosen = 0
    for stat in range(1, 6):
        if own_number(s, p, stat) < own_number(s, p, chosen):
            chosen = stat
    return chosen


@jit
def _train(setup: Setup, s: State):
    p = acting(s)
    best, chosen, matched = -1, DECLINE.pack(), may_be_matched(s, p)
    for stat in range(6):
        mine = own_number(s, p, stat)
        if mine > best and matched >> stat & 1 != 0 and check(setup, s, TRAIN.pack(stat)) == REFUSAL.OK:
            best, chosen = mine, TRAIN.pack(stat)
    return chosen


@jit
def may_be_matched(s: State, p):
    """The stats, as bits, in which some living enemy's number may be at least that of the seat's pawn `p`."""
    rows, first, bits = np.empty(ALLOCATIONS, np.int64), enemies(p), 0
    for enemy in range(first, first + 2):
        if s.pawn[enemy].health > 0:
            for n in range(rows_that_fit(s, enemy, rows)):
                for stat in range(6):
                    if number(s, enemy, stat, rows[n]) >= own_number(s, p, stat):
                        bits |= 1 << stat
    return bits


@jit
def _break_tie(s: State):
    attacker, defender = acting(s), target(s)
    row = allocation(s, defender)
    best, chosen = -np.inf, 0
    for stat in range(6):
        if not was_compared(s, stat):
            # the defender's number against the attacker's, taking each original by itself
            worth = stat_worth(s, defender, attacker, row, stat, 1.0, 1.0)
            if worth > best:
                best, chosen = worth, stat
    return TIEBREAK.pack(chosen)


@jit
def _blue(s: State, seat):
    """The enemy stat that the roll would lower most, as far as is known."""
    first = 2 * (1 - seat)
    best, chosen = -np.inf, SET_BLUE.first
    for enemy in range(first, first + 2):
        if s.pawn[enemy].health == 0:
            continue
        for stat in range(6):
            fall = _middle(s, enemy, stat) - (s.die - 1.0)
            if fall > best:
                best, chosen = fall, SET_BLUE.pack(enemy % 2, stat)
    return chosen


@jit
def _injure(s: State, hurt):
    """The highest stat of the enemy pawn `hurt`, as far as is known."""
    chosen = 0
    for stat in range(1, 6):
        if _middle(s, hurt, stat) > _middle(s, hurt, chosen):
            chosen = stat
    return INJURE.pack(chosen)


@inline
def _middle(s: State, p, stat):
    allowed = possible_originals(s, p, stat)
    total, n = 0, 0
    for v in range(6):
        if has(allowed, v):
            total += np.int64(s.pawn[p].now[stat][v])
            n += 1
    return total / max(1, n)
