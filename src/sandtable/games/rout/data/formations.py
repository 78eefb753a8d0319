"""Ready-made formations for tables, halves and blocks of all sizes (T1.5).

A formation is defined once, on a half in relative units, and fitted to each table: a slot that is not free moves to the
nearest free place.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, cos, degrees, radians, sin

import numpy as np
from numpy.typing import NDArray

from sandtable.games.rout.data.shape import apart

# across: 0 to 1 from Ivory's left to right, facing the other half; back: 0 to 1 from the line between the halves to the
# outer edge; degrees: anticlockwise from that line. The first slots are for pikes, the last for archers.
Slot = tuple[float, float, int]
DESIGNS: dict[str, tuple[Slot, ...]] = {
    # one long rank, and the rest behind it
    "line": (
        *((0.5, 0.3, 0), (0.37, 0.3, 0), (0.63, 0.3, 0), (0.24, 0.3, 0), (0.76, 0.3, 0), (0.11, 0.3, 0)),
        *(
            (0.89, 0.3, 0),
            (0.435, 0.55, 0),
            (0.565, 0.55, 0),
            (0.305, 0.55, 0),
            (0.695, 0.55, 0),
            (0.5, 0.8, 0),
        ),
    ),
    # the second rank behind the gaps of the first
    "two ranks": (
        *((0.4, 0.2, 0), (0.6, 0.2, 0), (0.2, 0.2, 0), (0.8, 0.2, 0), (0.5, 0.5, 0), (0.3, 0.5, 0)),
        *((0.7, 0.5, 0), (0.1, 0.5, 0), (0.9, 0.5, 0), (0.5, 0.8, 0), (0.3, 0.8, 0), (0.7, 0.8, 0)),
    ),
    # a point toward the enemy, with its arms swept back
    "wedge": (
        *((0.5, 0.15, 0), (0.41, 0.28, 35), (0.59, 0.28, -35), (0.31, 0.41, 35), (0.69, 0.41, -35)),
        *((0.21, 0.54, 35), (0.79, 0.54, -35), (0.5, 0.42, 0), (0.42, 0.58, 0), (0.58, 0.58, 0)),
        *((0.5, 0.74, 0), (0.5, 0.88, 0)),
    ),
    # two files in the middle with their short sides to the enemy, and two pairs next to them
    "column": (
        *((0.45, 0.2, 90), (0.55, 0.2, 90), (0.45, 0.42, 90), (0.55, 0.42, 90), (0.45, 0.64, 90)),
        *((0.55, 0.64, 90), (0.45, 0.86, 90), (0.55, 0.86, 90), (0.35, 0.31, 90), (0.65, 0.31, 90)),
        *((0.35, 0.53, 90), (0.65, 0.53, 90)),
    ),
    # half on the left, half on the right, nothing in the middle
    "wings": (
        *((0.1, 0.25, 90), (0.9, 0.25, 90), (0.2, 0.35, 90), (0.8, 0.35, 90), (0.1, 0.5, 90), (0.9, 0.5, 90)),
        *((0.2, 0.6, 90), (0.8, 0.6, 90), (0.1, 0.75, 90), (0.9, 0.75, 90), (0.3, 0.45, 90), (0.7, 0.45, 90)),
    ),
    # far apart, each turned differently
    "skirmishers": (
        *(
            (0.5, 0.2, 20),
            (0.2, 0.3, 110),
            (0.8, 0.25, 65),
            (0.35, 0.5, 150),
            (0.65, 0.5, 30),
            (0.1, 0.65, 80),
        ),
        *(
            (0.9, 0.6, 130),
            (0.5, 0.75, 0),
            (0.25, 0.8, 45),
            (0.75, 0.8, 95),
            (0.35, 0.22, 170),
            (0.64, 0.2, 100),
        ),
    ),
}
NAMES = tuple(DESIGNS)
FORMATIONS = len(NAMES)

# minimum distance of blocks from each other and from the edges of their half, in mm: more than the rule's 1 mm, even
# after rounding
CLEAR = 1.1
# spacing of the places tried for a slot that is not free, in mm
GRID = 5
ALL_ROUND = 180

# the corners of a half in order, anticlockwise
Half = Sequence[tuple[float, float]]
# x and y in mm, degrees
Place = tuple[int, int, int]


@cache
def formations(width: int, height: int, length: int, breadth: int) -> NDArray[np.int16]:
    """The slots of all formations: int16[seat, split, formation, slot, (x, y, degrees)], read-only; all lengths are in
    mm.

    Split 0 is straight, 1 diagonal. Ink's slots are Ivory's, rotated about the middle of the table. The first n slots
    are for n blocks, in the order pikes, cavalry, archers.
    """
    shape = 2, 2, FORMATIONS, max(map(len, DESIGNS.values())), 3
    made = np.zeros(shape, np.int16)
    block = length / 2, breadth / 2
    for split in range(2):
        for n, slots in enumerate(DESIGNS.values()):
            made[0, split, n] = _fitted(slots, width, height, split, block)
    made[1] = made[0]
    made[1, ..., :2] = (width, height) - made[0, ..., :2]
    made.flags.writeable = False
    return made


def _fitted(
    slots: Sequence[Slot], width: int, height: int, split: int, block: tuple[float, float]
) -> list[Place]:
    half: Half = ((0, 0), (width, 0), (width, height)) if split else _south(width, height)
    line = round(degrees(atan2(height, width))) if split else 0
    placed: list[Place] = []
    for across, back, turn in slots:
        if split:
            x = width * (across * (1 - back) + back)
            y = height * across * (1 - back)
        else:
            x, y = width * across, height / 2 * (1 - back)
        nominal = round(x), round(y), (line + turn) % ALL_ROUND
        placed.append(_nearest(nominal, line, half, block, placed))
    return placed


def _south(width: int, height: int) -> Half:
    return (0, 0), (width, 0), (width, height / 2), (0, height / 2)


def _nearest(
    nominal: Place, line: int, half: Half, block: tuple[float, float], placed: Sequence[Place]
) -> Place:
    x, y, turn = nominal
    reach = round(max(map(max, half)))
    # as defined if that fits anywhere nearby; otherwise along the table's sides or the line, from near to far
    for far in (round(2 * block[0]), reach):
        for degree in dict.fromkeys((turn, line, (line + 90) % ALL_ROUND, 0, 90)):
            for dx, dy in _round(far):
                place = x + dx, y + dy, degree
                if _inside(place, half, block) and all(_clear(place, other, block) for other in placed):
                    return place
    raise ValueError(f"blocks of {block} do not fit into the half {half}")


@cache
def _round(reach: int) -> tuple[tuple[int, int], ...]:
    """Steps on the grid in all directions, shortest first."""
    n = reach // GRID
    steps = ((GRID * dx, GRID * dy) for dy in range(-n, n + 1) for dx in range(-n, n + 1))
    return tuple(sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step)))


@cache
def _unit(degree: int) -> tuple[float, float]:
    # rounded, so that differences in the sine between machines do not matter
    return round(cos(radians(degree)), 12), round(sin(radians(degree)), 12)


def _corners(place: Place, block: tuple[float, float]) -> Iterator[tuple[float, float]]:
    (x, y, degree), (long, wide) = place, block
    c, s = _unit(degree)
    for u, v in ((long, wide), (long, -wide), (-long, wide), (-long, -wide)):
        yield x + u * c - v * s, y + u * s + v * c


def _inside(place: Place, half: Half, block: tuple[float, float]) -> bool:
    corners = tuple(_corners(place, block))
    for n, (ax, ay) in enumerate(half):
        bx, by = half[(n + 1) % len(half)]
        dx, dy = bx - ax, by - ay
        rim = CLEAR * (abs(dx) + abs(dy))
        if any(dx * (y - ay) - dy * (x - ax) < rim for x, y in corners):
            return False
    return True


def _clear(place: Place, other: Place, block: tuple[float, float]) -> bool:
    (ax, ay, turn), (bx, by, other_turn), (long, wide) = place, other, block
    return bool(
        apart(
            *(float(ax), float(ay), *_unit(turn), long, wide),
            *(float(bx), float(by), *_unit(other_turn), long, wide),
            CLEAR,
        )
    )
