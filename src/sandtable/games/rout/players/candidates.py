"""Flicks worth trying, most promising first, and small variations of a flick (see `sandtable.search.policy`).

Attacks: each unit that may act, at each block that might be an enemy's, at its middle and to both sides of it, at two speeds.
They are rated by what they meet under five errors of the hand, judging by where the blocks lie. Moves: to free places all
around, rated by what can be hit from there, and by which enemies can hit the unit there. All are aimed flicks, whatever kind
the table allows: see `policies.perform`.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, inline, jit
from sandtable.authoring import rng as streams
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.players.script import kind_worth
from sandtable.games.rout.players.shots import (
    QUANTILES,
    best_target,
    deed_of,
    direction_of,
    half_across,
    hits,
    meets,
    speed_number,
    speed_to,
)
from sandtable.games.rout.rules.moves import REFUSAL, flick, flick_fault, usable
from sandtable.games.rout.rules.push import middle, slipped
from sandtable.games.rout.rules.table import inside
from sandtable.games.rout.rules.turns import FLICK, FORMATION, PASS, RALLY_IT, REMOVE, SPLIT
from sandtable.games.rout.schema import (
    CONTACTS,
    DEED,
    DIRECTIONS,
    GRAIN,
    MAY,
    NONE,
    PHASE,
    SPEEDS,
    TURN,
    UNITS,
    blocks_on,
    broken_blocks,
    may_do,
)

# T1.5: the formation matters little; this one won most of the quick player's matches against random choices among all six
FAVOURITE = NAMES.index("column")
# where attacks are aimed, in halves of the target's apparent width; metres per second
AIMS = np.array([0.0, -0.6, 0.6])
POWERS = np.array([3.8, 2.2])
# the value of hitting a broken block, which may be routed, relative to hitting the best unbroken one
OF_BROKEN = 0.15
# moves: number of directions; distances in metres
WAYS = 24
FARS = np.array([0.08, 0.18, 0.32, 0.5])
# one candidate in this many is a move while an attack is still possible
FEW = 4
# range of `vary` at scale 1, to either side: tenths of a degree, steps of speed, steps along the rim
TURNED, HURRIED, SHIFTED = 80, 60, 12
TRIES = 8


@jit
def propose(setup: Setup, view: View, seat, out):
    """See `policy.propose`."""
    if view.phase == PHASE.TURN:
        return _flicks(setup, view, out)
    if view.phase == PHASE.REMOVE:
        # T2.3: the card is of no further use
        out[0] = REMOVE.pack()
        return 1
    if view.phase == PHASE.PLACE:
        out[0] = FORMATION.pack(FAVOURITE)
        return 1
    if view.phase == PHASE.RALLY:
        out[0] = PASS.pack()
        return 1 + _range(out[1:], RALLY_IT.first, broken_blocks(view))
    return _range(out, SPLIT.first, SPLIT.count)


@inline
def _range(out, base, count):
    count = min(count, out.size)
    for i in range(count):
        out[i] = base + i
    return count


@jit
def _flicks(setup: Setup, s: State, out):
    """The best attacks, then the best moves, then passing."""
    room, count = out.size - 1, 0
    rated, deed = np.empty(room), deed_of(np.int64(s.may))
    moves = may_do(s, DEED.MOVE) == 1
    if deed != NONE:
        count = _attacks(setup, s, deed, out[: room - (room // FEW if moves else 0)], rated)
    if moves:
        count += _moves(setup, s, deed, out[count:room], rated[count:])
    out[count] = PASS.pack()
    return count + 1


@inline
def _keep(out, rated, count, action, value):
    """Inserts an action in its place among the best so far; returns how many there are."""
    size = out.size
    if count == size and value <= rated[count - 1]:
        return count
    i = min(count, size - 1)
    while i > 0 and rated[i - 1] < value:
        out[i], rated[i] = out[i - 1], rated[i - 1]
        i -= 1
    out[i], rated[i] = action, value
    return min(size, count + 1)


@jit
def _attacks(setup: Setup, s: State, deed, out, rated):
    worth, count = np.empty(UNITS), 0
    kind_worth(s, 1 - np.int64(s.side), worth)
    for n in range(blocks_on(s)):
        if not usable(s, n):
            continue
        for i in range(blocks_on(s)):
            target = s.block[i]
            if i == n or (target.broken == 0 and target.side == s.side):
                continue
            for aim in AIMS:
                direction = _toward(setup, s, n, i, aim)
                contact = middle(setup, s.block[n], deed, direction)
                value = _expect(setup, s, n, deed, contact, direction, worth)
                for power in POWERS:
                    action = flick(deed, n, contact, direction, speed_number(power))
                    count = _keep(out, rated, count, action, value)
    return count


@jit
def _toward(setup: Setup, s: State, n, i, aim):
    """The direction from block `n` to the middle of block `i`, or to a point off its middle."""
    own, target = s.block[n], s.block[i]
    x, y = (target.x - own.x) / GRAIN, (target.y - own.y) / GRAIN
    far = np.sqrt(x * x + y * y)
    beside = aim * half_across(setup, target, 0, x / far, y / far) / far
    return direction_of(x - beside * y, y + beside * x)


@jit
def _expect(setup: Setup, s: State, n, deed, contact, direction, worth):
    """The mean value of what block `n` meets first if it is pushed in a direction, over five errors of the hand (T3.2)."""
    size, error, total = 1 if deed == DEED.RANGE else 0, 10.0 * setup.error[s.side, 0], 0.0
    for quantile in QUANTILES:
        turn = np.int64(np.floor(quantile * error + 0.5))
        way = slipped(setup, s.block[n], contact, direction, turn)
        found = meets(setup, s, n, size, setup.toward[way, 0], setup.toward[way, 1])[0]
        if found != NONE:
            block = s.block[found]
            if block.broken != 0:
                total += OF_BROKEN
            elif block.side != s.side:
                total += worth[block.kind]
    return total / QUANTILES.size


@jit
def _moves(setup: Setup, s: State, deed, out, rated):
    worth, count = np.ones(UNITS), 0
    for n in range(blocks_on(s)):
        if not usable(s, n):
            continue
        block = s.block[n]
        x, y = np.int64(block.x), np.int64(block.y)
        for way in range(0, DIRECTIONS, DIRECTIONS // WAYS):
            dx, dy = setup.toward[way, 0], setup.toward[way, 1]
            room = meets(setup, s, n, 0, dx, dy)[1]
            for far in FARS:
                tx, ty = x / GRAIN + far * dx, y / GRAIN + far * dy
                if far > room or not inside(setup, tx, ty, block.c / TURN, block.s / TURN):
                    break
                # the value with the block moved to that place
                block.x, block.y = np.int64(tx * GRAIN), np.int64(ty * GRAIN)
                value = 0.0 - _danger(setup, s, n)
                if deed != NONE:
                    value += 2.0 * best_target(setup, s, n, deed, worth)[1]
                block.x, block.y = x, y
                contact = middle(setup, block, DEED.MOVE, way)
                action = flick(DEED.MOVE, n, contact, way, speed_number(speed_to(setup, far)))
                count = _keep(out, rated, count, action, value)
    return count


@jit
def _danger(setup: Setup, s: State, n):
    """The largest chance any enemy has of hitting block `n`."""
    most = 0.0
    for i in range(blocks_on(s)):
        other = s.block[i]
        if other.broken == 0 and other.side != s.side:
            most = max(most, hits(setup, s, i, deed_of(MAY[other.kind]), n))
    return most


@jit
def vary(setup: Setup, view: View, action, scale, rng: Rng):
    """See `policy.vary`: another direction, speed and contact point; actions other than flicks stay the same."""
    if not FLICK.holds(action):
        return action
    deed, by, unit, contact, direction, speed = FLICK.unpack(action)
    for _ in range(TRIES):
        way = (direction + _off(rng, scale * TURNED)) % DIRECTIONS
        point = min(CONTACTS - 1, max(0, contact + _off(rng, scale * SHIFTED)))
        pace = min(SPEEDS - 1, max(0, speed + _off(rng, scale * HURRIED)))
        changed = FLICK.pack(deed, by, unit, point, way, pace)
        if flick_fault(setup, view, changed) == REFUSAL.OK:
            return changed
    return action


@inline
def _off(rng: Rng, most):
    # the sum of two uniform numbers, so small changes are more frequent than large ones
    return np.int64(np.floor((streams.uniform(rng) + streams.uniform(rng) - 1.0) * most + 0.5))
