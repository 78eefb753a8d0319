"""Battlefields: the positions of the template, what it may not cover, and the value of the ground (O4).

A battle has a large square, the side by which the second army entered it, and the seat of that army. All tables cover
all 25 squares, 4 sides and 9 positions of the template: [square, side, shift], shift = 3 * (dy + 1) + (dx + 1).
"""

from typing import NamedTuple

import numpy as np

from sandtable.authoring import Codec
from sandtable.games.optio.data.ground import CELLS, EDGE, IMPASSABLE, NORTH, SIDE, SOUTH, SQUARES, WEST
from sandtable.games.optio.data.profiles import Profile

PLACES = SQUARES * SQUARES
# shifts in cells to the south and to the east, each plus one
SHIFT = Codec(0, (3, 3))
SHIFTS, UNSHIFTED = SHIFT.count, SHIFT.pack(1, 1)
# the seat of the second army, the square, and the side by which it entered
BATTLE = Codec(0, (2, PLACES, 4))
BATTLES = BATTLE.count
HALF = CELLS // 2
# the template reaches half a square and one cell beyond the map
MARGIN = HALF + 1


class Frame(NamedTuple):
    """The cells under the template: columns [x, x + width), rows [y, y + height), north first; some may lie beyond the map."""

    x: int
    y: int
    width: int
    height: int


def frame(square: int, side: int, shift: int) -> Frame:
    """The position of the template: the square and half of each neighbour across the entry axis (O4.2), shifted (O4.3)."""
    y, x = divmod(square, SQUARES)
    south, east = (part - 1 for part in SHIFT.unpack(shift))
    if side in (NORTH, SOUTH):
        return Frame(x * CELLS - HALF + east, y * CELLS + south, 2 * CELLS, CELLS)
    return Frame(x * CELLS + east, y * CELLS - HALF + south, CELLS, 2 * CELLS)


def halves(place: Frame, side: int) -> tuple[Frame, Frame]:
    """The half of the field at `side`, 4 cells deep, and the other half (O4.5)."""
    if side in (NORTH, SOUTH):
        north = Frame(place.x, place.y, place.width, HALF)
        south = Frame(place.x, place.y + HALF, place.width, HALF)
        return (north, south) if side == NORTH else (south, north)
    west = Frame(place.x, place.y, HALF, place.height)
    east = Frame(place.x + HALF, place.y, HALF, place.height)
    return (west, east) if side == WEST else (east, west)


def under(cells: np.ndarray, part: Frame) -> np.ndarray:
    """The kinds of ground in `part`, uint8[height, width], EDGE beyond the map (O4.4)."""
    padded = np.pad(cells, MARGIN, constant_values=EDGE)
    x, y = part.x + MARGIN, part.y + MARGIN
    return padded[y : y + part.height, x : x + part.width]


def placements() -> list[tuple[int, int, int]]:
    """Every square, side and shift, in the order of the tables."""
    return [(q, side, shift) for q in range(PLACES) for side in range(4) for shift in range(SHIFTS)]


class _Sums:
    """Sums of one number per cell over any part of the map and its margin."""

    def __init__(self, cells: np.ndarray, of_kind: np.ndarray) -> None:
        padded = np.pad(cells, MARGIN, constant_values=EDGE)
        self._total = np.zeros((SIDE + 2 * MARGIN + 1,) * 2)
        self._total[1:, 1:] = of_kind[padded].cumsum(0).cumsum(1)

    def over(self, parts: np.ndarray) -> np.ndarray:
        """The sums over `parts` (int[n, 4]: x, y, width, height)."""
        x, y = parts[:, 0] + MARGIN, parts[:, 1] + MARGIN
        right, below = x + parts[:, 2], y + parts[:, 3]
        total = self._total
        return total[below, right] - total[y, right] - total[below, x] + total[y, x]


def _fields() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    # all positions: the whole, the half at the entry side, the other half
    places = placements()
    whole = [frame(*place) for place in places]
    split = [halves(f, side) for f, (_, side, _) in zip(whole, places, strict=True)]
    return np.array(whole), np.array([near for near, _ in split]), np.array([far for _, far in split])


WHOLE, NEAR, FAR = _fields()
TABLE = (PLACES, 4, SHIFTS)


def allowed(cells: np.ndarray) -> np.ndarray:
    """Which shifts are allowed, bool[square, side, shift]: no more impassable cells and no more beyond the edge (O4.4)."""
    bad = np.zeros(EDGE + 1)
    bad[list(IMPASSABLE)] = 1
    beyond = np.zeros(EDGE + 1)
    beyond[EDGE] = 1
    fits = np.ones(TABLE, bool)
    for of_kind in (bad, beyond):
        counts = _Sums(cells, of_kind).over(WHOLE).reshape(TABLE)
        fits &= counts <= counts[:, :, UNSHIFTED, None]
    return fits


def weights(profile: Profile) -> tuple[np.ndarray, np.ndarray]:
    """The value of a cell of each kind in the army's own half and in the enemy's, float64[EDGE + 1] each."""
    if not profile.worth:
        return np.zeros(EDGE + 1), np.zeros(EDGE + 1)
    return np.array([w.own for w in profile.worth]), np.array([w.enemy for w in profile.worth])


def differences(cells: np.ndarray, navy: Profile, oxblood: Profile) -> np.ndarray:
    """Navy's suitability minus Oxblood's, float64[second, square, side, shift]; `second` sits at the entry side (O4.5)."""
    (own, enemy), (their_own, their_enemy) = weights(navy), weights(oxblood)
    in_navys = _Sums(cells, own - their_enemy)
    in_oxbloods = _Sums(cells, enemy - their_own)
    return np.stack(
        [
            (in_navys.over(NEAR) + in_oxbloods.over(FAR)).reshape(TABLE),
            (in_navys.over(FAR) + in_oxbloods.over(NEAR)).reshape(TABLE),
        ]
    )


class Scores(NamedTuple):
    """The values of battles for Navy.

    table    float32[second, square, side, shift]  from -1 to 1
    allowed  bool[square, side, shift]
    centre   the difference that scores 0; scale: the difference from it that scores 1
    """

    table: np.ndarray
    allowed: np.ndarray
    centre: float
    scale: float


def scores(cells: np.ndarray, navy: Profile, oxblood: Profile, from_zero: bool) -> Scores:
    """The scores of all battles on a map: differences from the map's mean, or from 0, divided by the largest (O4.5)."""
    raw, fits = differences(cells, navy, oxblood), allowed(cells)
    centre = 0.0 if from_zero else float(raw[:, :, :, UNSHIFTED].mean())
    scale = float(np.abs(raw - centre)[:, fits].max())
    table = (raw - centre) / scale if scale > 0 else np.zeros_like(raw)
    return Scores(table.astype(np.float32), fits, centre, scale)


def battle_number(second: int, square: int, side: int) -> int:
    """The number of a battle, below BATTLES."""
    return BATTLE.pack(second, square, side)


def best_shifts(made: Scores) -> np.ndarray:
    """The best shift for the first army's player, int64[BATTLES]; ties go to the unshifted one, then to the lowest (O4.3)."""
    # seat 1 places the template if seat 0 came second, and wants the lowest score
    liking = np.stack([-made.table[0], made.table[1]])
    liking = np.where(made.allowed, liking, -np.inf)
    best = liking.argmax(axis=3)
    stay = liking[..., UNSHIFTED] >= liking.max(axis=3)
    return np.where(stay, UNSHIFTED, best).reshape(BATTLES)
