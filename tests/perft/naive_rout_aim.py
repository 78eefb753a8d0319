"""Points on the rim of a block of ROUT! and pushes from there (T3.1), in plain Python."""

from math import cos, radians, sin
from typing import Any

from tests.perft.naive_rout_table import Piece

RIMS = ("left flank", "right flank", "front", "rear")
POINTS = 41
# T3.1: the cosine between a push and the way straight into a side, at least: of 75 degrees, rounded
FLATTEST = 0.2588


def contact(rim: str, point: str) -> int:
    """The number of a point."""
    return POINTS * RIMS.index(rim) + round(float(point) * (POINTS // 2)) + POINTS // 2


def straightness(piece: Piece, rim: int, way: float) -> float:
    """The cosine between a push and the way straight into a side."""
    u, v = ((0, -1), (0, 1), (-1, 0), (1, 0))[rim]
    x, y = u * piece.c - v * piece.s, u * piece.s + v * piece.c
    return (x * cos(radians(way)) + y * sin(radians(way))) / 1e6


def straightest(piece: Piece, rim: int, way: float, turn: float) -> float:
    """The way of an aim that the hand turns, in degrees: cut at the last tenth of a degree that still goes in (T3.2)."""
    steps, side = round(abs(10 * turn)), 1 if turn > 0 else -1
    ways = [round(way + side * step / 10, 1) for step in range(steps + 1)]
    return next(one for one in reversed(ways) if straightness(piece, rim, one) >= FLATTEST)


def through(settings: dict[str, Any], piece: Piece, deed: str, way: float) -> str:
    """Of the points from which a push goes in, the one from which it goes nearest to the middle.

    A corner belongs to two sides: it counts to the one by which a push straight through the middle goes in.
    """
    # T3.5: the range block is half as long
    half = settings["length"] / (4 if deed == "range" else 2), settings["breadth"] / 2
    x, y = cos(radians(way)), sin(radians(way))
    push = (x * piece.c + y * piece.s) / 1e6, (y * piece.c - x * piece.s) / 1e6
    _, _, rim, n = min(
        # of equals the first, whatever the last bits are
        (round(abs(lever(half, push, rim, n)), 9), beyond(half, push, rim), rim, n)
        for rim in range(len(RIMS))
        if straightness(piece, rim, way) >= FLATTEST
        for n in range(POINTS)
    )
    return f"{RIMS[rim]} {along(n):+.2f}"


def along(n: int) -> float:
    """Where on its side a point is, from -1 to 1."""
    return (n - POINTS // 2) / (POINTS // 2)


def lever(half: tuple[float, float], push: tuple[float, float], rim: int, n: int) -> float:
    """By how much a push misses the middle; `push` is a unit vector in the block's frame."""
    long, wide, t = *half, along(n)
    u, v = ((t * long, wide), (t * long, -wide), (long, t * wide), (-long, t * wide))[rim]
    return u * push[1] - v * push[0]


def beyond(half: tuple[float, float], push: tuple[float, float], rim: int) -> float:
    """How far past the end of a side a push through the middle crosses its line."""
    ahead, aside, size, depth = (*push, *half) if rim < 2 else (push[1], push[0], half[1], half[0])
    return max(0.0, abs(depth * ahead / aside) - size) if aside else size
