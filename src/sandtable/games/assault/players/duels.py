"""What a seat can expect from attacks, given what it knows: exact over every enemy allocation that is still possible.

All functions accept a full state or the seat's view: they never read enemy allocations, only the sets that are
possible. Values are in points of health; a pawn that dies costs `LIFE` more.
"""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.authoring.bits import has
from sandtable.games.assault.rules.knowledge import belief, member, value
from sandtable.games.assault.schema import NO_STAT, PERMUTATION, WORDS, allocation, barred

LIFE = 4.0
# this many sampled enemy allocations are enough to guess what the enemy will try
GUESSES = 24


@jit
def rows_that_fit(s: State, p, rows):
    """Writes the possible allocations of enemy pawn `p` into `rows` (int64[720]); returns how many."""
    words = np.empty(WORDS, np.uint64)
    size = belief(s, p, words)
    for n in range(size):
        rows[n] = member(words, n)
    return size


@inline
def number(s: State, p, stat, row):
    """Pawn `p`'s current number in `stat` if its allocation is `row`."""
    return np.int64(s.pawn[p].now[stat][np.int64(PERMUTATION[row, stat]) - 1])


@inline
def loss(health, extra):
    """The value of taking 1D6 + `extra` points off `health`, including any death."""
    total = 0.0
    for die in range(1, 7):
        points = die + extra
        total += health + LIFE if points >= health else points
    return total / 6.0


@jit
def outcome(s: State, attacker, defender, attacking_row, defending_row, stat, compared):
    """1, 0 or -1 for the attacker if `stat` is compared next; the defender breaks ties with its highest remaining
    number (A4.5).

    `compared` holds the stats already compared in this attack, as bits.
    """
    while True:
        mine, theirs = number(s, attacker, stat, attacking_row), number(s, defender, stat, defending_row)
        if mine != theirs:
            return 1 if mine > theirs else -1
        compared |= 1 << stat
        highest = -1
        for other in range(6):
            if compared >> other & 1 == 0 and number(s, defender, other, defending_row) > highest:
                highest, stat = number(s, defender, other, defending_row), other
        if highest < 0:
            return 0


@jit
def attack_worth(s: State, own, enemy, stat, rows, size):
    """The value for `own` of opening against `enemy` with `stat`: expected enemy loss minus expected own loss."""
    wins, losses = 0, 0
    row = allocation(s, own)
    for n in range(size):
        result = outcome(s, own, enemy, row, rows[n], stat, 0)
        wins += result > 0
        losses += result < 0
    return (wins * loss(s.pawn[enemy].health, 0) - losses * loss(s.pawn[own].health, 2)) / size


@jit
def best_attack(s: State, own, enemy, without, rows, size):
    """The value of the best attack by `own` on `enemy` that opens with a stat not in the bits `without`; 0 if holding
    is better.
    """
    best = 0.0
    for stat in range(6):
        if without >> stat & 1 == 0:
            best = max(best, attack_worth(s, own, enemy, stat, rows, size))
    return best


@jit
def threat(s: State, enemy, own, rows, size):
    """The value for `enemy` of its next attack on `own`, chosen from what it knows of `own`; at least 0.

    Averaged over up to `GUESSES` of the enemy's allocations; `own`'s true numbers decide the outcome.
    """
    gain, cost = loss(s.pawn[own].health, 0), loss(s.pawn[enemy].health, 2)
    step = max(1, size // GUESSES)
    mine = allocation(s, own)
    total, tries = 0.0, 0
    for n in range(0, size, step):
        tries += 1
        stat = likely_stat(s, enemy, own, rows[n], barred(s, enemy), gain, cost)
        if stat != NO_STAT:
            result = outcome(s, enemy, own, rows[n], mine, stat, 0)
            total += gain if result > 0 else (-cost if result < 0 else 0.0)
    return max(0.0, total / max(1, tries))


@jit
def likely_stat(s: State, attacker, defender, row, without, gain, cost):
    """The stat, outside the bits `without`, that an attacker with allocation `row` would open with, or NO_STAT."""
    best, chosen = 0.0, NO_STAT
    for stat in range(6):
        if without >> stat & 1 != 0:
            continue
        worth = stat_worth(s, attacker, defender, row, stat, gain, cost)
        if worth > best:
            best, chosen = worth, stat
    return chosen


@inline
def stat_worth(s: State, attacker, defender, row, stat, gain, cost):
    """The value for allocation `row` of opening with `stat`; all possible originals are equally likely, and a tie is
    worth nothing.
    """
    original = np.int64(PERMUTATION[row, stat]) - 1
    mine = np.int64(s.pawn[attacker].now[stat][original])
    above, below, all_of_them = 0, 0, 0
    pairs = s.pair[attacker, defender - 2, stat] if attacker < 2 else s.pair[defender, attacker - 2, stat]
    for v in range(6):
        bit = 6 * original + v if attacker < 2 else 6 * v + original
        if has(pairs, bit):
            theirs = np.int64(s.pawn[defender].now[stat][v])
            all_of_them += 1
            above += mine > theirs
            below += mine < theirs
    return (above * gain - below * cost) / max(1, all_of_them)


@inline
def own_number(s: State, p, stat):
    """The current `stat` number of the seat's pawn `p`."""
    return np.int64(value(s, p, stat))


@inline
def steps_between(setup: Setup, a, b):
    """The number of steps from tile `a` to a tile next to `b`, ignoring pawns in the way."""
    distance = abs(np.int64(setup.x[a]) - np.int64(setup.x[b])) + abs(
        np.int64(setup.y[a]) - np.int64(setup.y[b])
    )
    return max(0, distance - 1)


@inline
def arrival(steps, held):
    """The probability that one movement roll is enough for `steps`; a held pawn does not move (A2.4)."""
    if steps == 0:
        return 1.0
    return 0.0 if held or steps > 6 else (7.0 - steps) / 6.0
