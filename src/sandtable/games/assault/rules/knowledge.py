"""What is known about the secret allocations: views, beliefs, and full states consistent with them.

Apart from the four secrets, the record keeps only public facts. Every change to a stat names the stat and its die, so
`now` (what each original number has become) is public. Every comparison involves a pawn of seat 0, one of seat 1 and
one stat; it leaves a set of possible pairs of originals, `pair`. Injury and Training reveal something about one pawn at
a time: a set of possible allocations, `fits`. For a seat that knows its own pawns, the two enemy pawns are independent,
and each has one of the allocations in `fits` whose numbers are all paired in `pair` with the seat's own.

A hold reveals nothing: with `held_if=landed`, every pawn that lands on Injury or Training is held. Injury is
compulsory: if it has no effect, its condition failed, whether the pawn is held or not (A3.4). Training without an effect
was declined or could not be used, and the two look the same (A3.5, A3.7).
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, below, copy, inline, jit
from sandtable.authoring.bits import ZERO, count, has, place, with_bit
from sandtable.games.assault.schema import ALLOCATIONS, HIDDEN, PERMUTATION, PHASE, STATS, WORDS, owner

ALL_PAIRS = np.uint64(2**36 - 1)
ALL_VALUES = np.uint64(63)
# bits 6v of a word, for v from 0 to 5, and the factor that moves these six next to each other from bit 25 on
SIXTHS, GATHER, GATHERED = np.uint64(0o10101010101), np.uint64(0o204102041), np.uint64(25)
SIX = np.uint64(6)


def _with_value() -> np.ndarray:
    # [stat][original - 1]: the set of allocations that give this number to this stat
    table = np.zeros((len(STATS), 6, WORDS), dtype=np.uint64)
    for row in range(ALLOCATIONS):
        for stat in range(len(STATS)):
            value = int(PERMUTATION[row, stat]) - 1
            table[stat, value, row // 64] |= np.uint64(1 << row % 64)
    return table


WITH_VALUE = _with_value()
EVERY = np.array([2**64 - 1] * (WORDS - 1) + [2 ** (ALLOCATIONS % 64) - 1], dtype=np.uint64)


@inline
def value(s: State, p, stat):
    """Pawn `p`'s current number in `stat`; its allocation must be known."""
    return s.pawn[p].now[stat][np.int64(PERMUTATION[s.pawn[p].alloc, stat]) - 1]


@jit
def forget(s: State):
    """Resets the public knowledge to what it is before the first comparison."""
    for i in range(2):
        for j in range(2):
            for stat in range(6):
                s.pair[i, j, stat] = ALL_PAIRS
    for p in range(4):
        for w in range(WORDS):
            s.fits[p, w] = EVERY[w]


@jit
def learn_comparison(s: State, attacker, defender, stat, shown):
    """Keeps the pairs of originals that give the same outcome (with `shown`, the same numbers) as the pawns' own (A4.6)."""
    mine, theirs = value(s, attacker, stat), value(s, defender, stat)
    zero, one = min(attacker, defender), max(attacker, defender)
    kept = ZERO
    for a in range(6):
        for b in range(6):
            x, y = s.pawn[zero].now[stat][a], s.pawn[one].now[stat][b]
            if attacker == one:
                x, y = y, x
            if shown:
                same = x == mine and y == theirs
            else:
                same = (x > y) == (mine > theirs) and (x < y) == (mine < theirs)
            if same:
                kept = with_bit(kept, 6 * a + b)
    s.pair[zero, one - 2, stat] = s.pair[zero, one - 2, stat] & kept


@inline
def learn_condition(s: State, p, first, second, third, low, high, held):
    """Keeps the allocations of `p` with one of three stats now in [low, high] if the condition `held`, otherwise the
    others (A3.4, A3.5).
    """
    for w in range(WORDS):
        some = ZERO
        for stat in (first, second, third):
            for v in range(6):
                if low <= s.pawn[p].now[stat][v] <= high:
                    some = some | WITH_VALUE[stat, v, w]
        s.fits[p, w] = s.fits[p, w] & (some if held else ~some)


@jit
def learn_below(s: State, p, stat, cap):
    """Keeps the allocations of `p` whose `stat` is now below `cap` (A3.5)."""
    for w in range(WORDS):
        some = ZERO
        for v in range(6):
            if s.pawn[p].now[stat][v] < cap:
                some = some | WITH_VALUE[stat, v, w]
        s.fits[p, w] = s.fits[p, w] & some


@jit
def possible_originals(s: State, p, stat):
    """The originals of pawn `p` in `stat` (bit n: the number n + 1) that are consistent with comparisons against pawns
    of known allocation.
    """
    allowed = ALL_VALUES
    for n in range(2):
        other = 2 + n if p < 2 else n
        known = s.pawn[other].alloc
        if known >= ALLOCATIONS:
            continue
        original = np.uint64(PERMUTATION[known, stat] - 1)
        if p < 2:
            allowed = allowed & (((s.pair[p, n, stat] >> original) & SIXTHS) * GATHER >> GATHERED)
        else:
            allowed = allowed & (s.pair[n, p - 2, stat] >> (SIX * original))
    return allowed


@jit
def belief(s: State, p, out):
    """Writes into `out` (uint64[WORDS]) the allocations of pawn `p` that are consistent with the other side's known pawns;
    returns how many.

    `s` is a seat's view and `p` an enemy pawn; a pawn's own allocation is not read.
    """
    for w in range(WORDS):
        out[w] = s.fits[p, w]
    for stat in range(6):
        allowed = possible_originals(s, p, stat)
        if allowed == ALL_VALUES:
            continue
        for w in range(WORDS):
            some = ZERO
            for v in range(6):
                if has(allowed, v):
                    some = some | WITH_VALUE[stat, v, w]
            out[w] = out[w] & some
    size = 0
    for w in range(WORDS):
        size += count(out[w])
    return size


@jit
def member(words, n):
    """Member `n` of a set of allocations, counting from 0; the set has more than `n` members."""
    for w in range(WORDS):
        here = count(words[w])
        if n < here:
            return 64 * w + place(words[w], n)
        n -= here
    return ALLOCATIONS


@jit
def observe(setup: Setup, state: State, seat, out):
    """See `ops.observe`: until the match is over, erases the allocations of the pawns that are not the seat's."""
    copy(out, state)
    if state.phase == PHASE.OVER:
        return
    for p in range(4):
        if owner(p) != seat and out.pawn[p].alloc < ALLOCATIONS:
            out.pawn[p].alloc = HIDDEN


@jit
def determinize(setup: Setup, view: View, seat, rng: Rng, out):
    """See `ops.determinize`: draws each hidden allocation uniformly from those consistent with the view of `seat` (0 or
    1).
    """
    copy(out, view)
    words = np.empty(WORDS, np.uint64)
    for p in range(4):
        if view.pawn[p].alloc == HIDDEN:
            size = belief(view, p, words)
            out.pawn[p].alloc = member(words, below(rng, size))
