"""The blocks on the table as the record keeps them: in an order that tells nothing about what a broken one is (T2.5)."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rout.setup import BLOCKS, GRAIN, NONE, TURN, UNIT


@inline
def clear_block(block):
    """No block."""
    block.x = block.y = block.c = block.s = 0
    block.side = block.kind = NONE
    block.broken = 0


@inline
def copy_block(out, block):
    """Writes `block` into `out`."""
    out.x, out.y, out.c, out.s = block.x, block.y, block.c, block.s
    out.side, out.kind, out.broken = block.side, block.kind, block.broken


@inline
def swap(a, b):
    """Two blocks change places in the record."""
    a.x, b.x = np.int64(b.x), np.int64(a.x)
    a.y, b.y = np.int64(b.y), np.int64(a.y)
    a.c, b.c = np.int64(b.c), np.int64(a.c)
    a.s, b.s = np.int64(b.s), np.int64(a.s)
    a.side, b.side = np.int64(b.side), np.int64(a.side)
    a.kind, b.kind = np.int64(b.kind), np.int64(a.kind)
    a.broken, b.broken = np.int64(b.broken), np.int64(a.broken)


@inline
def settle(block, body):
    """Writes where `body` rests into `block`, rounded (T5.2); of a block's two turns the one from 0 to under 180 degrees."""
    block.x, block.y = rounded(body.x * GRAIN), rounded(body.y * GRAIN)
    c, s = rounded(body.c * TURN), rounded(body.s * TURN)
    if s < 0 or (s == 0 and c < 0):
        c, s = -c, -s
    block.c, block.s = c, s


@inline
def rounded(x):
    """The nearest whole number, of two the larger."""
    return np.int64(np.floor(x + 0.5))


@jit
def precedes(a, b):
    """Whether block `a` stands before block `b`: unbroken before broken, those by side and kind, and all by place."""
    if a.broken != b.broken:
        return a.broken < b.broken
    if a.broken == 0:
        if a.side != b.side:
            return a.side < b.side
        if a.kind != b.kind:
            return a.kind < b.kind
    if a.y != b.y:
        return a.y < b.y
    if a.x != b.x:
        return a.x < b.x
    return a.s < b.s or (a.s == b.s and a.c < b.c)


@jit
def arrange(s):
    """Puts the blocks in order; `unit` stays the block that it was."""
    for i in range(1, blocks_on(s)):
        j = i
        while j > 0 and precedes(s.block[j], s.block[j - 1]):
            swap(s.block[j], s.block[j - 1])
            if s.unit == j:
                s.unit = j - 1
            elif s.unit == j - 1:
                s.unit = j
            j -= 1


@jit
def drop(s, gone):
    """Takes the blocks whose bit is set in `gone` from the record."""
    kept, unit = 0, np.int64(s.unit)
    for i in range(blocks_on(s)):
        if gone >> i & 1:
            continue
        if kept != i:
            copy_block(s.block[kept], s.block[i])
        if i == unit:
            s.unit = kept
        kept += 1
    for i in range(kept, BLOCKS):
        clear_block(s.block[i])
    s.count = kept


@inline
def blocks_on(s):
    """How many blocks lie on the table, of the width that counts in kernels have."""
    return np.int64(s.count)


@inline
def broken_blocks(s):
    """How many broken blocks lie on the table."""
    return blocks_on(s) - first_broken(s)


@inline
def may_do(s, deed):
    """1 where the unit in action may still do a deed (T2.2), else 0."""
    return np.int64(s.may) >> deed & 1


@inline
def first_broken(s):
    """The index of the first broken block; those after it are broken too."""
    i = 0
    while i < s.count and s.block[i].broken == 0:
        i += 1
    return i


@inline
def ready(s, side, kind):
    """How many units of a side and kind are on the table and not broken."""
    return np.int64(s.dealt[side, kind]) - np.int64(s.broken[side, kind]) - np.int64(s.routed[side, kind])


@inline
def standing(s, side):
    """How many units of a side are on the table and not broken."""
    return ready(s, side, UNIT.ARCHER) + ready(s, side, UNIT.CAVALRY) + ready(s, side, UNIT.PIKE)
