"""What a flick is likely to meet, judged by where the blocks lie, without running the physics. Clauses: T3.1 to T3.5.

A flicked block is assumed to slide straight ahead without turning; it first meets the nearest block in the strip that
it sweeps. Lengths are in metres, and a hand's error is in radians.
"""

from math import erf, pi

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.games.rout.rules.moves import flick
from sandtable.games.rout.rules.push import middle
from sandtable.games.rout.schema import DEED, DIRECTIONS, GRAIN, MAY, NONE, SPEEDS, TURN, UNITS, blocks_on

# the hand's error is sampled at five normal quantiles, each in the middle of a fifth of the probability
QUANTILES = np.array([-1.28155, -0.52440, 0.0, 0.52440, 1.28155])
# the error assumed for a hand that never errs, in degrees
LEAST_ERROR = 0.05
GRAVITY = 9.80665


@inline
def deed_of(may):
    """The attack among the bits of what a unit may do, or NONE."""
    return DEED.MELEE if may >> DEED.MELEE & 1 else DEED.RANGE if may >> DEED.RANGE & 1 else NONE


@inline
def half_across(setup: Setup, block, size, dx, dy):
    """Half the width of a block (`size` 1: the range block on it) across a direction."""
    c, s = block.c / TURN, block.s / TURN
    return setup.long[size] * abs(c * dy - s * dx) + setup.wide[size] * abs(c * dx + s * dy)


@jit
def meets(setup: Setup, s: State, n, size, dx, dy):
    """The block that block `n` (`size` 1: the range block on it) meets first in a direction, or NONE; and its distance."""
    own = s.block[n]
    across, along = half_across(setup, own, size, dx, dy), half_across(setup, own, size, dy, -dx)
    found, nearest = NONE, np.inf
    for i in range(blocks_on(s)):
        other = s.block[i]
        x, y = (other.x - own.x) / GRAIN, (other.y - own.y) / GRAIN
        ahead = x * dx + y * dy
        if i == n or ahead <= 0.0 or abs(x * dy - y * dx) >= across + half_across(setup, other, 0, dx, dy):
            continue
        gap = ahead - along - half_across(setup, other, 0, dy, -dx)
        if gap < nearest:
            found, nearest = i, gap
    return found, nearest


@inline
def error_of(setup: Setup, side):
    """The standard deviation of a side's flick direction, in radians."""
    return max(LEAST_ERROR, setup.error[side, 0]) * (pi / 180.0)


@jit
def hits(setup: Setup, s: State, n, deed, target):
    """The approximate chance that block `n`, flicked at the middle of `target`, meets it first."""
    own, other = s.block[n], s.block[target]
    x, y = (other.x - own.x) / GRAIN, (other.y - own.y) / GRAIN
    far = np.sqrt(x * x + y * y)
    dx, dy, size = x / far, y / far, 1 if deed == DEED.RANGE else 0
    if meets(setup, s, n, size, dx, dy)[0] != target:
        return 0.0
    width = half_across(setup, own, size, dx, dy) + half_across(setup, other, 0, dx, dy)
    return erf(width / (far * error_of(setup, np.int64(own.side)) * np.sqrt(2.0)))


@jit
def best_target(setup: Setup, s: State, n, deed, worth):
    """The unbroken enemy of block `n` with the highest product of the chance to hit it and the `worth` of its kind, and
    that product; or NONE.
    """
    found, most = NONE, 0.0
    for i in range(blocks_on(s)):
        other = s.block[i]
        if other.broken == 0 and other.side != s.block[n].side:
            value = hits(setup, s, n, deed, i) * worth[other.kind]
            if value > most:
                found, most = i, value
    return found, most


@jit
def best_chances(setup: Setup, s: State, side, worth, out):
    """Writes into `out` (float64[UNITS]) the value of the best attack by each kind of unit of `side` (see `best_target`)."""
    for kind in range(UNITS):
        out[kind] = 0.0
    for n in range(blocks_on(s)):
        block = s.block[n]
        if block.broken == 0 and block.side == side:
            value = best_target(setup, s, n, deed_of(MAY[block.kind]), worth)[1]
            out[block.kind] = max(out[block.kind], value)


@inline
def direction_of(x, y):
    """The number of the direction of a vector."""
    return np.int64(np.floor(np.arctan2(y, x) * (DIRECTIONS / (2.0 * pi)) + 0.5)) % DIRECTIONS


@inline
def speed_number(speed):
    """The number of the speed nearest to `speed`, in metres per second."""
    return min(SPEEDS - 1, max(0, np.int64(np.floor(50.0 * speed - 9.5))))


@jit
def straight(setup: Setup, s: State, n, deed, x, y, speed):
    """The flick of block `n` through its middle toward the point (`x`, `y`), in metres, at `speed` metres per second."""
    own = s.block[n]
    direction = direction_of(x - own.x / GRAIN, y - own.y / GRAIN)
    return flick(np.int64(deed), n, middle(setup, own, deed, direction), direction, speed_number(speed))


@jit
def speed_to(setup: Setup, far):
    """The speed, in metres per second, at which a block slides this far."""
    return np.sqrt(2.0 * setup.on_table * GRAVITY * far)
