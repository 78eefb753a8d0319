"""Two rectangles in a plane, for kernels and plain Python."""

from sandtable.authoring import jit

TOUCHING = 1e-9  # metres


@jit
def apart(ax, ay, ac, as_, al, aw, bx, by, bc, bs, bl, bw, gap):
    """Whether two rectangles are at least `gap` apart along the direction of one of their sides; with gap 0, whether
    they do not overlap.

    (x, y) is a centre, (c, s) the unit vector of the long side, l and w half the sides; all lengths are in metres.
    Rectangles that are close only at their corners count as too near even if their shortest distance is `gap`.
    """
    dx, dy = bx - ax, by - ay
    # cosine and sine of the angle between the two, for the extent of one along a side of the other
    along, across = abs(ac * bc + as_ * bs), abs(ac * bs - as_ * bc)
    u, v = abs(dx * ac + dy * as_), abs(dy * ac - dx * as_)
    if u - al - bl * along - bw * across >= gap - TOUCHING:
        return True
    if v - aw - bl * across - bw * along >= gap - TOUCHING:
        return True
    u, v = abs(dx * bc + dy * bs), abs(dy * bc - dx * bs)
    if u - bl - al * along - aw * across >= gap - TOUCHING:
        return True
    return v - bw - al * across - aw * along >= gap - TOUCHING
