"""Two quick players of ROUT! that look at the table once and run no physics.

Script: flicks straight at the nearest enemy, always with the same power, and never uses a move. Quick, for playouts:
flicks at the enemy that is likely to be hit and whose loss hurts the other side most.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, inline, jit
from sandtable.authoring import rng as streams
from sandtable.games.rout.data.formations import FORMATIONS
from sandtable.games.rout.players.beliefs import likely
from sandtable.games.rout.players.shots import best_target, deed_of, straight
from sandtable.games.rout.rules.moves import usable
from sandtable.games.rout.rules.turns import FORMATION, PASS, RALLY_IT, REMOVE, SPLIT
from sandtable.games.rout.schema import (
    GRAIN,
    NONE,
    PHASE,
    UNITS,
    blocks_on,
    broken_blocks,
    first_broken,
    ready,
)

# metres a second
POWER = 2.0
QUICK_POWER = 3.0
# the extra value of a friendly unit that may act at once, relative to an enemy unit that is rallied
RALLY_GAIN = 1.85


@jit
def choose_script(setup: Setup, s: State, seat, rng: Rng):
    """The script's action for `seat`, which is to move in `s`; reads only what `seat` may know."""
    return _choose(setup, s, seat, rng, False)


@jit
def choose_quick(setup: Setup, s: State, seat, rng: Rng):
    """See `policy.quick`."""
    return _choose(setup, s, seat, rng, True)


@jit
def _choose(setup: Setup, s: State, seat, rng: Rng, quick):
    phase = s.phase
    if phase == PHASE.SPLIT:
        return SPLIT.first
    if phase == PHASE.PLACE:
        return FORMATION.pack(streams.below(rng, FORMATIONS))
    if phase == PHASE.REMOVE:
        return REMOVE.pack()
    if phase == PHASE.RALLY:
        return likely_own(setup, s, seat) if quick else _any_broken(s, rng)
    return _aimed(setup, s) if quick else _nearest(setup, s)


@inline
def _broken(s: State, side):
    return np.int64(s.broken[side, 0]) + np.int64(s.broken[side, 1]) + np.int64(s.broken[side, 2])


@inline
def _any_broken(s: State, rng: Rng):
    return RALLY_IT.pack(streams.below(rng, broken_blocks(s)))


@jit
def likely_own(setup: Setup, s: State, seat):
    """Rallies the block closest to home, or passes if that block is still likely to be the enemy's."""
    side, first = np.int64(seat), first_broken(s)
    found, most = NONE, -1.0
    for i in range(first, blocks_on(s)):
        weight = likely(setup, s, s.block[i], side)
        if weight > most:
            found, most = i, weight
    own = _broken(s, side) * most
    other = _broken(s, 1 - side) * likely(setup, s, s.block[found], 1 - side)
    return RALLY_IT.pack(found - first) if RALLY_GAIN * own >= other else PASS.pack()


@jit
def _nearest(setup: Setup, s: State):
    deed = deed_of(np.int64(s.may))
    if deed == NONE:
        return PASS.pack()
    unit, target, least = NONE, NONE, np.inf
    for n in range(blocks_on(s)):
        if not usable(s, n):
            continue
        for i in range(blocks_on(s)):
            other = s.block[i]
            if other.broken == 0 and other.side != s.block[n].side:
                x, y = (other.x - s.block[n].x) / GRAIN, (other.y - s.block[n].y) / GRAIN
                if x * x + y * y < least:
                    unit, target, least = n, i, x * x + y * y
    return _at(setup, s, unit, deed, target, POWER)


@inline
def _at(setup: Setup, s: State, unit, deed, target, speed):
    if target == NONE:
        return PASS.pack()
    block = s.block[target]
    return straight(setup, s, unit, deed, block.x / GRAIN, block.y / GRAIN, speed)


@jit
def _aimed(setup: Setup, s: State):
    deed = deed_of(np.int64(s.may))
    if deed == NONE:
        return PASS.pack()
    worth = np.empty(UNITS)
    kind_worth(s, 1 - np.int64(s.side), worth)
    unit, target, most = NONE, NONE, 0.0
    for n in range(blocks_on(s)):
        if usable(s, n):
            found, value = best_target(setup, s, n, deed, worth)
            if value > most:
                unit, target, most = n, found, value
    return _at(setup, s, unit, deed, target, QUICK_POWER)


@jit
def kind_worth(s: State, side, out):
    """Writes into `out` (float64[UNITS]) the value of breaking one of `side`'s units of each kind, scaled so that the
    highest is 1.

    Once the last unit of a kind is broken, its cards are lost turns (T2.3): the more cards per unbroken unit, the
    better.
    """
    most = 0.0
    for kind in range(UNITS):
        cards = 1.0 + np.float64(s.deck[side, kind]) + np.float64(s.discard[side, kind])
        out[kind] = cards / max(1, ready(s, side, kind))
        most = max(most, out[kind])
    for kind in range(UNITS):
        out[kind] = 0.5 + 0.5 * out[kind] / most
