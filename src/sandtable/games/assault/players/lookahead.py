"""Looks one part ahead: the value of every action, from exact beliefs, the move and its dice.

The value of a destination is that of its tile, plus the best attack from there, minus what the enemy can do to the pawn
on its next turn, plus a share of what the pawn can do on its own next turn. Before the roll, the value is the mean over the die
of the best destination's value. Values are in points of health, and are divided by `SCALE` in `rate_actions`.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, jit
from sandtable.authoring import rng as streams
from sandtable.games.assault.players.duels import (
    arrival,
    attack_worth,
    best_attack,
    loss,
    number,
    own_number,
    rows_that_fit,
    steps_between,
    threat,
)
from sandtable.games.assault.players.script import allocate, fit_to_train, may_be_matched
from sandtable.games.assault.rules.movement import holds, reach
from sandtable.games.assault.rules.moves import legal
from sandtable.games.assault.rules.turns import (
    ATTACK,
    DECLINE,
    HOLD,
    INJURE,
    INJURY_AT_MOST,
    MOVE,
    SET_BLUE,
    SET_RED,
    TIEBREAK,
    TRAIN,
)
from sandtable.games.assault.schema import (
    ALLOCATIONS,
    MOST_TILES,
    NO_STAT,
    PHASE,
    STAT,
    TILE,
    acting,
    barred,
    enemies,
    target,
    tile_of,
)

SCALE = 12.0
# weights of what the enemy can do next turn and of what the pawn itself can do
DANGER, PROMISE = 0.5, 0.5
RED_WORTH, BLUE_WORTH, TRAINING_WORTH, REST_WORTH, INJURY_COST = 1.0, 1.5, 1.0, 2.0, 2.0
HELD_COST = 0.5
# cost of training a number that already beats everything
IN_VAIN = 0.01
# value of one more point in a pawn's highest, second-highest, ... number
RANKS = np.array([0.8, 0.6, 0.2, 0.1, 0.1, 0.1])
# what `survey` writes for one pawn against one enemy
BEST, THREAT = 0, 1


@jit
def choose_lookahead(setup: Setup, s: State, seat, rng: Rng):
    """The action with the highest value for `seat`, which is to move in `s`; ties are broken at random, and allocations are
    drawn at random.
    """
    if s.phase == PHASE.ALLOCATE:
        return allocate(s, np.int64(seat), rng)
    actions, worth = np.empty(MOST_TILES, np.int64), np.empty(MOST_TILES)
    count = legal(setup, s, actions)
    if count == 1:
        return actions[0]
    rate_actions(setup, s, seat, actions, count, worth)
    best, equals = 0, 1
    for i in range(1, count):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if streams.below(rng, equals) == 0:
                best = i
    return actions[best]


@jit
def rate_actions(setup: Setup, s: State, seat, actions, count, out):
    """Writes into `out` the values, divided by `SCALE`, of `actions[:count]` for `seat`, which is to move in `s`; returns False
    while allocating.
    """
    phase = s.phase
    for i in range(count):
        out[i] = 0.0
    if phase == PHASE.MOVE:
        _rate_moves(setup, s, actions, count, out)
    elif phase == PHASE.ATTACK:
        _rate_attacks(s, actions, count, out)
    elif phase == PHASE.TIEBREAK:
        _rate_tiebreaks(s, actions, count, out)
    elif phase == PHASE.CHOOSE:
        _rate_parts(setup, s, seat, actions, count, out)
    elif phase == PHASE.TILE or phase == PHASE.TRAIN:
        _rate_use(setup, s, actions, count, out)
    elif phase == PHASE.RED:
        for i in range(count):
            (stat,) = SET_RED.unpack(actions[i])
            out[i] = _strength(s, acting(s), stat, np.int64(s.die))
    elif phase == PHASE.BLUE:
        _rate_blue(s, seat, actions, count, out)
    elif phase == PHASE.INJURE:
        _rate_injuries(s, actions, count, out)
    for i in range(count):
        out[i] /= SCALE
    return phase != PHASE.ALLOCATE


@jit
def survey(s: State, p, out):
    """Writes into `out` (float64[2, 2]), for each enemy of the seat's pawn `p`, the value of the pawn's best attack and of the
    enemy's.
    """
    rows = np.empty(ALLOCATIONS, np.int64)
    first = enemies(p)
    for e in range(2):
        out[e, BEST] = out[e, THREAT] = 0.0
        if s.pawn[first + e].health > 0:
            size = rows_that_fit(s, first + e, rows)
            out[e, BEST] = best_attack(s, p, first + e, barred(s, p), rows, size)
            out[e, THREAT] = threat(s, first + e, p, rows, size)


@jit
def place_worth(setup: Setup, s: State, p, tile, known):
    """The value of ending pawn `p`'s move on `tile`; `known` is the pawn's `survey`."""
    first = enemies(p)
    attack, danger, promise = 0.0, 0.0, 0.0
    for e in range(2):
        enemy = s.pawn[first + e]
        if enemy.health == 0:
            continue
        steps = steps_between(setup, tile, tile_of(s, first + e))
        if steps == 0:
            attack = max(attack, known[e, BEST])
        danger += arrival(steps, enemy.held != 0) * known[e, THREAT]
        # beyond the reach of one roll, closer is still better
        promise = max(promise, arrival(steps, False) * known[e, BEST] - 0.05 * max(0, steps - 5))
    worth = attack - DANGER * danger + PROMISE * promise
    if tile != s.pawn[p].tile or setup.stay_triggers != 0:
        worth += tile_worth(setup, s, p, tile, attack > 0.0)
    return worth


@jit
def tile_worth(setup: Setup, s: State, p, tile, engaged):
    """The value of the tile's effect for the seat's pawn `p` if it stops there; if `engaged`, being held costs little."""
    kind = setup.kind[tile]
    pawn = s.pawn[p]
    last = pawn.last_modifier if s.acting == p else pawn.modifier
    if kind < TILE.RED or kind == last:
        return 0.0
    if kind == TILE.RED:
        return RED_WORTH
    if kind == TILE.BLUE:
        return BLUE_WORTH
    if kind == TILE.MEDITATION:
        return REST_WORTH if pawn.rested >> setup.order[tile] & 1 == 0 else 0.0
    # the effect of Injury or Training, and the cost of being held if there is no effect (A3.4, A3.5)
    held = 0.0 if engaged else HELD_COST
    in_vain = -held if setup.held_if != 0 else 0.0
    if kind == TILE.TRAINING:
        able = fit_to_train(
            own_number(s, p, STAT.STRENGTH),
            own_number(s, p, STAT.BLOODLUST),
            own_number(s, p, STAT.DISCIPLINE),
        )
        return TRAINING_WORTH - held if able else in_vain
    low = min(own_number(s, p, STAT.AGILITY), own_number(s, p, STAT.HONOR), own_number(s, p, STAT.STEALTH))
    return -INJURY_COST if low <= INJURY_AT_MOST else in_vain


@jit
def _rate_moves(setup: Setup, s: State, actions, count, out):
    p = acting(s)
    known = np.empty((2, 2))
    survey(s, p, known)
    for i in range(count):
        (tile,) = MOVE.unpack(actions[i])
        out[i] = place_worth(setup, s, p, tile, known)


@jit
def _rate_parts(setup: Setup, s: State, seat, actions, count, out):
    known = np.empty((2, 2))
    for i in range(count):
        p = 2 * np.int64(seat) + i
        survey(s, p, known)
        here = place_worth(setup, s, p, tile_of(s, p), known)
        if s.pawn[p].held != 0:
            out[i] = 0.0
            continue
        for die in range(1, 7):
            out[i] += (_best_place(setup, s, p, die, known) - here) / 6.0


@jit
def _best_place(setup: Setup, s: State, p, die, known):
    low, high = reach(setup, s, p, die)
    best = -np.inf
    for tile in range(setup.tiles):
        if holds(low, high, setup.place[tile]):
            best = max(best, place_worth(setup, s, p, tile, known))
    return best


@jit
def _rate_use(setup: Setup, s: State, actions, count, out):
    p = acting(s)
    worth = tile_worth(setup, s, p, tile_of(s, p), True)
    matched = may_be_matched(s, p) if s.phase == PHASE.TRAIN else 0
    for i in range(count):
        if TRAIN.holds(actions[i]):
            (stat,) = TRAIN.unpack(actions[i])
            if matched >> stat & 1 == 0:
                out[i] -= IN_VAIN
            else:
                more = own_number(s, p, stat) + 1
                out[i] = _strength(s, p, stat, more) - _strength(s, p, NO_STAT, 0)
            # with `held_if=landed`, the pawn is held anyway
            out[i] -= HELD_COST * 0.5 if setup.held_if == 0 else 0.0
        elif not DECLINE.holds(actions[i]):
            out[i] = worth


@jit
def _strength(s: State, p, changed, to):
    """The value of the ranked numbers of the seat's pawn `p`, with stat `changed` set to `to`."""
    total = 0.0
    for stat in range(6):
        mine = to if stat == changed else own_number(s, p, stat)
        rank = 0
        for other in range(6):
            theirs = to if other == changed else own_number(s, p, other)
            rank += theirs > mine or (theirs == mine and other < stat)
        total += RANKS[rank] * mine
    return total


@jit
def _rate_attacks(s: State, actions, count, out):
    rows = np.empty(ALLOCATIONS, np.int64)
    p, enemy, size = acting(s), -1, 0
    for i in range(count):
        if HOLD.holds(actions[i]):
            continue
        pawn, stat = ATTACK.unpack(actions[i])
        if enemies(p) + pawn != enemy:
            enemy = enemies(p) + pawn
            size = rows_that_fit(s, enemy, rows)
        out[i] = attack_worth(s, p, enemy, stat, rows, size)


@jit
def _rate_tiebreaks(s: State, actions, count, out):
    # the defender's own numbers against everything that the attacker may have
    rows = np.empty(ALLOCATIONS, np.int64)
    attacker, defender = acting(s), target(s)
    size = rows_that_fit(s, attacker, rows)
    gain, cost = loss(s.pawn[attacker].health, 2), loss(s.pawn[defender].health, 0)
    for i in range(count):
        (stat,) = TIEBREAK.unpack(actions[i])
        mine = own_number(s, defender, stat)
        for n in range(size):
            theirs = number(s, attacker, stat, rows[n])
            out[i] += (gain if mine > theirs else (-cost if mine < theirs else 0.0)) / size


@jit
def _mean(s: State, p, stat, rows, size):
    total = 0
    for n in range(size):
        total += number(s, p, stat, rows[n])
    return total / size


@jit
def _rate_blue(s: State, seat, actions, count, out):
    rows = np.empty(ALLOCATIONS, np.int64)
    own, enemy, size = 2 * np.int64(seat), -1, 0
    to = s.die - 1.0
    for i in range(count):
        pawn, stat = SET_BLUE.unpack(actions[i])
        if enemies(own) + pawn != enemy:
            enemy = enemies(own) + pawn
            size = rows_that_fit(s, enemy, rows)
        out[i] = 0.4 * (_mean(s, enemy, stat, rows, size) - to)
        for p in range(own, own + 2):
            if s.pawn[p].health > 0:
                before = best_attack(s, p, enemy, 0, rows, size)
                after = loss(s.pawn[enemy].health, 0) if own_number(s, p, stat) > to else 0.0
                out[i] += 0.5 * max(0.0, after - before)


@jit
def _rate_injuries(s: State, actions, count, out):
    rows = np.empty(ALLOCATIONS, np.int64)
    hurt = acting(s)
    size = rows_that_fit(s, hurt, rows)
    for i in range(count):
        (stat,) = INJURE.unpack(actions[i])
        out[i] = 0.3 * _mean(s, hurt, stat, rows, size)
