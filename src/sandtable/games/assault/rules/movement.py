"""Where a pawn can go: flood fill over the board as a bitboard of two words, with one guard column per row (A2.1, A2.2)."""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.authoring.bits import has, with_bit
from sandtable.games.assault.schema import NOWHERE

_ONE, _S63, _S64 = np.uint64(1), np.uint64(63), np.uint64(64)


@inline
def holds(low, high, place):
    """Whether the set (low, high) contains the tile whose bit is `place`."""
    return has(low, place) if place < 64 else has(high, place - 64)


@inline
def without(low, high, place):
    """The set (low, high) without the tile whose bit is `place`."""
    if place < 64:
        low = low & ~with_bit(np.uint64(0), place)
    else:
        high = high & ~with_bit(np.uint64(0), place - 64)
    return low, high


@inline
def free_tiles(setup: Setup, s: State):
    """As two words, the tiles without a living pawn, except the one that is closed for this turn."""
    low, high = setup.free[0], setup.free[1]
    for p in range(4):
        if s.pawn[p].health > 0:
            low, high = without(low, high, setup.place[s.pawn[p].tile])
    # A2.2: `tile_once=turn`
    if s.vacated != NOWHERE:
        low, high = without(low, high, setup.place[s.vacated])
    return low, high


@jit
def reach(setup: Setup, s: State, pawn, steps):
    """As two words, the tiles that `pawn` can reach in at most `steps` orthogonal steps over free tiles, including its own."""
    free_low, free_high = free_tiles(setup, s)
    place = setup.place[s.pawn[pawn].tile]
    low, high = np.uint64(0), np.uint64(0)
    if place < 64:
        low = with_bit(low, place)
    else:
        high = with_bit(high, place - 64)
    stride = setup.stride
    back = _S64 - stride
    free_low, free_high = free_low | low, free_high | high
    for _ in range(steps):
        side_low = (low << _ONE) | (low >> _ONE) | (high << _S63)
        side_high = (high << _ONE) | (low >> _S63) | (high >> _ONE)
        row_low = (low << stride) | (low >> stride) | (high << back)
        row_high = (high << stride) | (low >> back) | (high >> stride)
        low = (low | side_low | row_low) & free_low
        high = (high | side_high | row_high) & free_high
    return low, high


@inline
def touching(setup: Setup, s: State, p, q):
    """Whether the tiles of two pawns share an edge (A4.1)."""
    a, b = s.pawn[p].tile, s.pawn[q].tile
    return abs(setup.x[a] - setup.x[b]) + abs(setup.y[a] - setup.y[b]) == 1


@inline
def attackable(setup: Setup, s: State, p, q):
    """Whether pawn `q` is alive and next to pawn `p` (A4.1)."""
    return s.pawn[q].health > 0 and touching(setup, s, p, q)
