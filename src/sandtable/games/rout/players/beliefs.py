"""Beliefs about which side a broken block belongs to: agents do not remember (T2.5), but few blocks end up far from home.

In the quick player's matches, three out of four broken blocks well inside a half belong to its side.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, copy, inline, jit
from sandtable.authoring import rng as streams
from sandtable.games.rout.rules.knowledge import determinize
from sandtable.games.rout.schema import GRAIN, HALVES, NONE, PHASE, UNITS, blocks_on

# how many times more likely a block is to be in its own half than in the other; the full factor applies beyond this share of
# the table's height
AT_HOME = 3.0
NEAR_LINE = 0.25


@inline
def home(setup: Setup, s: State, block):
    """Depth of a block's position: from -1, deep in Ink's half, to 1, deep in Ivory's."""
    x, y = block.x / GRAIN / setup.width, block.y / GRAIN / setup.height
    inward = (x - y) / 2.0 if s.split == HALVES.DIAGONAL else 0.5 - y
    return min(1.0, max(-1.0, inward / NEAR_LINE))


@inline
def likely(setup: Setup, s: State, block, side):
    """The relative likelihood that a block of `side` ends up where `block` lies."""
    inward = home(setup, s, block)
    return (AT_HOME + 1.0) / 2.0 + (AT_HOME - 1.0) / 2.0 * (inward if side == 0 else -inward)


@jit
def guess(setup: Setup, view: View, seat, rng: Rng, out):
    """See `policy.guess`: what broken blocks are, judged by the public losses and by where they lie."""
    if view.phase == PHASE.PLACE:
        determinize(setup, view, seat, rng, out)
        return
    copy(out, view)
    left = np.empty((2, UNITS))
    _count_hidden(out, left)
    for i in range(blocks_on(out)):
        block = out.block[i]
        if block.side == NONE:
            _draw(setup, out, block, left, rng)


@inline
def _count_hidden(s: State, left):
    for side in range(2):
        for kind in range(UNITS):
            left[side, kind] = s.broken[side, kind]
    for i in range(blocks_on(s)):
        block = s.block[i]
        if block.broken != 0 and block.side != NONE:
            left[block.side, block.kind] -= 1.0


@inline
def _draw(setup: Setup, s: State, block, left, rng: Rng):
    weights = likely(setup, s, block, 0), likely(setup, s, block, 1)
    total = 0.0
    for side in range(2):
        total += weights[side] * (left[side, 0] + left[side, 1] + left[side, 2])
    number = streams.uniform(rng) * total
    for side in range(2):
        for kind in range(UNITS):
            share = weights[side] * left[side, kind]
            if share > 0.0 and number >= 0.0:
                block.side, block.kind = side, kind
            number -= share
    left[block.side, block.kind] -= 1.0
