"""Whose a pawn is, who stands against it, and what the record says of it.

Numbers of the record that are reckoned with or handed on come as int64: narrow ones wrap in plain Python, and a kernel is
compiled anew for each width.
"""

import numpy as np

from sandtable._jit import inline


@inline
def owner(p):
    """The seat of pawn `p`."""
    return p // 2


@inline
def enemies(p):
    """The first of the two pawns that stand against pawn `p`."""
    return 2 * (1 - p // 2)


@inline
def acting(s):
    """The pawn whose part it is, or NOBODY."""
    return np.int64(s.acting)


@inline
def target(s):
    """The pawn under attack, or NOBODY."""
    return np.int64(s.target)


@inline
def allocation(s, p):
    """The allocation of pawn `p`, HIDDEN or NOT_YET."""
    return np.int64(s.pawn[p].alloc)


@inline
def tile_of(s, p):
    """The tile that pawn `p` stands on."""
    return np.int64(s.pawn[p].tile)


@inline
def compared(s):
    """The stats that were compared in the attack under way, as bits."""
    return np.int64(s.compared)


@inline
def was_compared(s, stat):
    """Whether `stat` was compared in the attack under way."""
    return compared(s) >> stat & 1 != 0
