"""Pools of six-sided dice: exact odds for how many dice equal or beat a number, contests between two pools, and faces for the
log.
"""

from functools import cache
from typing import Any

import numpy as np

from sandtable._compiler.kernels import jit
from sandtable.authoring.rng import bits, stream

FACES = 6
LOWEST_NEEDED = 2
MOST_DICE = 13
MOST_SUCCESSES = 12  # further successes are not counted

# what `contest` writes: a has at least twice as many successes, more, or as many; b has more, or at least twice as many
DOUBLE_A, WIN_A, DRAW, WIN_B, DOUBLE_B = range(5)


def distribution(needed: int, pool: int, exploding: bool = False) -> Any:
    """The chances of 0 to MOST_SUCCESSES successes, float64[13], for `pool` dice that must show `needed` (2 to 6) or
    more. A pool of 0 or less has no successes. With `exploding`, every 6 is a success and is rolled again. The last
    entry is the chance of MOST_SUCCESSES or more.
    """
    ways, every = _ways(needed, pool, exploding), _every(pool, exploding)
    counted = (*ways[:-1], every - sum(ways[:-1]))
    return np.array([way / every for way in counted])


@cache
def table(exploding: bool) -> Any:
    """All distributions, float64[7, 14, 13]: `[needed][dice][successes]`; rows 0 and 1 of `needed` are unused."""
    made = np.zeros((FACES + 1, MOST_DICE + 1, MOST_SUCCESSES + 1))
    for needed in range(LOWEST_NEEDED, FACES + 1):
        for pool in range(MOST_DICE + 1):
            made[needed, pool] = distribution(needed, pool, exploding)
    made.flags.writeable = False
    return made


@cache
def _ways(needed: int, pool: int, exploding: bool) -> tuple[int, ...]:
    # how many of the `_every(pool, exploding)` equally likely rolls have exactly 0 to MOST_SUCCESSES successes
    if pool <= 0:
        return 1, *(0,) * MOST_SUCCESSES
    one, others = _die(needed, exploding), _ways(needed, pool - 1, exploding)
    return tuple(sum(one[k] * others[n - k] for k in range(n + 1)) for n in range(MOST_SUCCESSES + 1))


def _die(needed: int, exploding: bool) -> tuple[int, ...]:
    # the same for one die
    fails, plain = needed - 1, FACES - needed
    if not exploding:
        return fails, plain + 1, *(0,) * (MOST_SUCCESSES - 1)
    # n sixes and then a failure, or n - 1 sixes and then another success
    rolled = range(1, MOST_SUCCESSES + 1)
    some = (FACES ** (MOST_SUCCESSES - n) * (fails + plain * FACES) for n in rolled)
    return fails * FACES**MOST_SUCCESSES, *some


def _every(pool: int, exploding: bool) -> int:
    # rerolls of an exploding die change nothing after the last success that counts
    return FACES ** (max(pool, 0) * (MOST_SUCCESSES + 1 if exploding else 1))


@jit
def at_least(odds: Any, needed: int, pool: int, n: int) -> float:
    """The chance of `n` or more successes; `odds` is the table, and the pool may be negative."""
    if n <= 0:
        return 1.0
    dice = min(max(pool, 0), MOST_DICE)
    chance = 0.0
    for successes in range(n, MOST_SUCCESSES + 1):
        chance += odds[needed, dice, successes]
    return chance


@jit
def contest(odds: Any, needed_a: int, pool_a: int, needed_b: int, pool_b: int, out: Any) -> None:
    """Writes the chances of a contest between two pools into `out` (float64[5]): DOUBLE_A, WIN_A, DRAW, WIN_B, DOUBLE_B.

    A double is more successes than the other side and at least twice as many; a win is more successes without a double.
    """
    dice_a, dice_b = min(max(pool_a, 0), MOST_DICE), min(max(pool_b, 0), MOST_DICE)
    out[:] = 0.0
    for a in range(MOST_SUCCESSES + 1):
        for b in range(MOST_SUCCESSES + 1):
            chance = odds[needed_a, dice_a, a] * odds[needed_b, dice_b, b]
            if a == b:
                out[DRAW] += chance
            elif a > b:
                out[DOUBLE_A if a >= 2 * b else WIN_A] += chance
            else:
                out[DOUBLE_B if b >= 2 * a else WIN_B] += chance


def faces(successes: int, pool: int, needed: int, exploding: bool, key: int) -> tuple[int, ...]:
    """The faces of a pool with exactly this many successes, with the same probabilities as real dice that show this
    many.

    The same `key` gives the same faces. With `exploding`, the pool comes first, followed by the rerolls of its sixes. A
    pool of 0 or less has no dice; `ValueError` if the pool cannot have that many successes.
    """
    if pool <= 0:
        return ()
    if not 0 <= successes <= MOST_SUCCESSES or not _ways(needed, pool, exploding)[successes]:
        raise ValueError(f"{pool} dice cannot show {successes} successes")
    rng, rolled = stream(key), list[int]()
    while pool > 0:
        face = _pick(_weights(successes, pool, needed, exploding), int(bits(rng)))
        rolled.append(face)
        successes -= face >= needed
        pool -= not (exploding and face == FACES)
    return tuple(rolled)


def _weights(successes: int, pool: int, needed: int, exploding: bool) -> list[int]:
    # for each face of the next die: the number of ways in which the remaining dice can complete the total
    def after(face: int) -> int:
        rest = successes - (face >= needed)
        if rest < 0:
            return 0
        if exploding and face == FACES:
            return _ways(needed, pool, True)[rest]
        return _ways(needed, pool - 1, exploding)[rest] * _every(1 if exploding else 0, exploding)

    return [after(face) for face in range(1, FACES + 1)]


def _pick(weights: list[int], number: int) -> int:
    # the face selected by 64 random bits
    chosen = number * sum(weights) >> 64
    face = 1
    for weight in weights:
        if chosen < weight:
            break
        chosen -= weight
        face += 1
    return face
