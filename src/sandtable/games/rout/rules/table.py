"""Where a block may be placed, and where one that left is put back. Clauses: T1.2, T1.5, T4.3."""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.games.rout.data.shape import TOUCHING, apart
from sandtable.games.rout.schema import BLOCKS, EDGE, GAP, GRAIN, HALVES, TURN, blocks_on

EDGES, CORNERS = 4, 4
OUTSIDE, TOO_NEAR = 1, 2
# hundredths of a millimetre: between a block that is put back and its neighbour, and between rows further in
BESIDE, ROW = 1, 500


@inline
def corner(x, y, c, s, long, wide, n):
    """Corner `n` of a rectangle, in order."""
    u = long if n == 0 or n == 3 else -long
    v = wide if n < 2 else -wide
    return x + u * c - v * s, y + u * s + v * c


@jit
def inside(setup: Setup, x, y, c, s):
    """Whether a block lies wholly on the table; `x` and `y` are in metres."""
    # half of its extent from west to east and from south to north
    across = setup.long[0] * abs(c) + setup.wide[0] * abs(s) - TOUCHING
    up = setup.long[0] * abs(s) + setup.wide[0] * abs(c) - TOUCHING
    return across <= x <= setup.width - across and up <= y <= setup.height - up


@jit
def in_half(setup: Setup, split, seat, x, y, c, s):
    """Whether a block lies wholly inside the half of `seat`; `split` is STRAIGHT or DIAGONAL."""
    if not inside(setup, x, y, c, s):
        return False
    if seat == 1:
        # Ink's half is Ivory's, rotated about the middle of the table
        x, y = setup.width - x, setup.height - y
    for n in range(CORNERS):
        cx, cy = corner(x, y, c, s, setup.long[0], setup.wide[0], n)
        if (
            cy
            > (cx * setup.height / setup.width if split == HALVES.DIAGONAL else setup.height / 2.0) + TOUCHING
        ):
            return False
    return True


@jit
def place_fault(setup: Setup, state: State, x, y, c, s):
    """Why the mover may not place a block there, or 0: OUTSIDE the half or TOO_NEAR another (T1.5); lengths are in
    metres.
    """
    if not in_half(setup, state.split, state.side, x, y, c, s):
        return OUTSIDE
    long, wide = setup.long[0], setup.wide[0]
    for i in range(blocks_on(state)):
        other = state.block[i]
        # blocks out of sight are in nobody's way
        if setup.in_turn == 0 and other.side != state.side:
            continue
        ox, oy, oc, os = other.x / GRAIN, other.y / GRAIN, other.c / TURN, other.s / TURN
        if not apart(x, y, c, s, long, wide, ox, oy, oc, os, long, wide, GAP):
            return TOO_NEAR
    return 0


@jit
def put_back(setup: Setup, state: State, n, mask, edge, ex, ey):
    """Puts block `n` back where it left the table by `edge` at (`ex`, `ey`), in metres (T4.3); `mask`: the blocks on the table,
    as bits.

    It touches that edge with its long side, at the crossing point or the nearest free place; of two equally near, the one
    further south or west. If the edge is full, the next one anticlockwise is used; if all are full, places 5 mm further in, and
    so on.
    """
    breadth = np.int64(np.floor(2.0 * setup.wide[0] * GRAIN + 0.5))
    row = 0
    # 24 of the largest blocks cover 27 % of the smallest table, so a place is found long before the middle is reached
    while row + breadth <= min(setup.width, setup.height) * GRAIN:
        for turned in range(EDGES):
            rim = (edge + turned) % EDGES
            along = ex if rim == EDGE.SOUTH or rim == EDGE.NORTH else ey
            place = _free(setup, state, mask, rim, row, along)
            if place >= 0:
                _put(setup, state.block[n], rim, place, row + breadth // 2)
                return
        row += ROW


@inline
def _put(setup: Setup, block, edge, along, depth):
    # all in hundredths of a millimetre
    if edge == EDGE.SOUTH or edge == EDGE.NORTH:
        top = np.int64(np.floor(setup.height * GRAIN + 0.5))
        block.x, block.y = along, depth if edge == EDGE.SOUTH else top - depth
        block.c, block.s = TURN, 0
    else:
        right = np.int64(np.floor(setup.width * GRAIN + 0.5))
        block.x, block.y = right - depth if edge == EDGE.EAST else depth, along
        block.c, block.s = 0, TURN


@jit
def _free(setup: Setup, s: State, mask, edge, row, along):
    """The free place for a centre along `edge` that is nearest to `along` (metres), or -1; the result and `row` are in
    0.01 mm.
    """
    size = setup.width if edge == EDGE.SOUTH or edge == EDGE.NORTH else setup.height
    half = np.int64(np.floor(setup.long[0] * GRAIN + 0.5))
    end = np.int64(np.floor(size * GRAIN + 0.5)) - half
    wish = min(end, max(half, np.int64(np.floor(along * GRAIN + 0.5))))
    # for each block, the nearest free places on both sides of it
    taken = np.empty((BLOCKS, 2), np.int64)
    count = 0
    for i in range(blocks_on(s)):
        if mask >> i & 1:
            low, high = _extent(setup, s.block[i], edge, row / GRAIN)
            if low <= high:
                taken[count, 0] = np.int64(np.floor(low * GRAIN)) - half - BESIDE
                taken[count, 1] = np.int64(np.ceil(high * GRAIN)) + half + BESIDE
                count += 1
    if not _is_taken(taken, count, wish):
        return wish
    best = -1
    for i in range(count):
        for side in range(2):
            place = taken[i, side]
            if place < half or place > end or _is_taken(taken, count, place):
                continue
            near, nearest = abs(place - wish), abs(best - wish)
            if best < 0 or near < nearest or (near == nearest and place < best):
                best = place
    return best


@inline
def _is_taken(taken, count, place):
    found = False
    for i in range(count):
        found = found or taken[i, 0] < place < taken[i, 1]
    return found


@jit
def _extent(setup: Setup, block, edge, row):
    """The interval along `edge` in which a block reaches into the row, `row` metres from the edge; low > high if it does
    not.
    """
    x, y, c, s = block.x / GRAIN, block.y / GRAIN, block.c / TURN, block.s / TURN
    near, far = row + TOUCHING, row + 2.0 * setup.wide[0] - TOUCHING
    low, high = np.inf, -np.inf
    for n in range(CORNERS):
        ax, ay = corner(x, y, c, s, setup.long[0], setup.wide[0], n)
        bx, by = corner(x, y, c, s, setup.long[0], setup.wide[0], (n + 1) % CORNERS)
        a, b = _depth(setup, edge, ax, ay), _depth(setup, edge, bx, by)
        if edge == EDGE.EAST or edge == EDGE.WEST:
            ax, bx = ay, by
        if max(a, b) < near or min(a, b) > far:
            continue
        # the part of this side within the row
        for end in range(2):
            depth = min(far, max(near, a if end == 0 else b))
            at = ax if end == 0 else bx
            if depth != (a if end == 0 else b):
                at = ax + (bx - ax) * (depth - a) / (b - a)
            low, high = min(low, at), max(high, at)
    return low, high


@inline
def _depth(setup: Setup, edge, x, y):
    # distance of a point from an edge
    if edge == EDGE.SOUTH:
        return y
    if edge == EDGE.NORTH:
        return setup.height - y
    return setup.width - x if edge == EDGE.EAST else x
