"""The pitch and the dice of Rush in plain Python: hexes as (half columns, row), written from the players' rule text.

Nothing of the game's code is used. A hex is (x doubled, row), rows count from the north, and sides go round from the east
against the clock.
"""

from functools import cache
from itertools import product

Hex = tuple[int, int]

SIDES = ("east", "north-east", "north-west", "west", "south-west", "south-east")
OFFSETS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
HANDS = {"left": 1, "right": -1}
# R1.1
ROWS = [[(x, row) for x in range(abs(row) - 20, 21 - abs(row), 2)] for row in range(-5, 6)]
HEXES = [place for row in ROWS for place in row]
NAMES = {
    place: f"{letter}{number}"
    for letter, row in zip("ABCDEFGHIJK", ROWS, strict=True)
    for number, place in enumerate(row, 1)
}
PLACES = {name: place for place, name in NAMES.items()}
# R1.2, from each seat's left
LAUNCH = ([(0, row) for row in (-4, -2, 0, 2, 4)], [(0, row) for row in (4, 2, 0, -2, -4)])
# R1.4
GATES = ({"north": (-15, -5), "south": (-15, 5)}, {"north": (15, -5), "south": (15, 5)})
MOST_COUNTED = 12


def over(place: Hex, side: int) -> Hex | None:
    """The hex over a side, None over a wall."""
    goal = (place[0] + OFFSETS[side % 6][0], place[1] + OFFSETS[side % 6][1])
    return goal if goal in NAMES else None


def around(place: Hex) -> list[Hex]:
    return [goal for side in range(6) if (goal := over(place, side))]


def toward(place: Hex, other: Hex) -> int:
    """The side at which a neighbour lies."""
    return next(side for side in range(6) if over(place, side) == other)


def distance(a: Hex, b: Hex) -> int:
    rows, halves = abs(a[1] - b[1]), abs(a[0] - b[0])
    return rows + max(0, halves - rows) // 2


def rolls_on(place: Hex, side: int) -> int:
    """The side over which a rolling ball leaves a hex (R8.1)."""
    if over(place, side):
        return side
    walls = [wall for wall in range(6) if not over(place, wall)]
    if len(walls) == 3:
        return (side + 3) % 6
    first = next(wall for wall in walls if (wall + 1) % 6 in walls)
    # the wall runs across the middle between both sides
    return (2 * first + 4 - side) % 6


def _along(place: Hex, other: Hex, side: int) -> int:
    # four times the part of the way that goes toward a side
    across, down = OFFSETS[side]
    return (other[0] - place[0]) * across + 3 * (other[1] - place[1]) * down


def in_arc(place: Hex, facing: int, other: Hex) -> bool:
    """R1.5: the front half plane and its border."""
    return _along(place, other, facing) >= 0


def heading(place: Hex, other: Hex, facing: int) -> int:
    """The side that points best to another hex; among equals the fewest turns from `facing`, then the first."""
    return max(range(6), key=lambda side: (_along(place, other, side), -turns(facing, side), -side))


def turns(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


class Zone:
    """A strike zone around `centre`; `end`: 1 where the strike hex is to the east, -1 to the west (R1.3)."""

    def __init__(self, centre: Hex, end: int, points: tuple[int, int]) -> None:
        x, row = centre
        self.strike, self.bonus = (x + 4 * end, row), (x - 4 * end, row)
        self.hexes = {centre, *around(centre), self.strike, self.bonus}
        self.scorer = 0 if end == 1 else 1
        self.points = points

    def worth(self, place: Hex) -> int:
        return self.points[1] if place == self.bonus else self.points[0]


ZONES = [
    Zone((end * x, row), end, points)
    for end in (-1, 1)
    for x, row, points in ((14, 0, (3, 4)), (11, -3, (1, 2)), (11, 3, (1, 2)))
]


@cache
def law(needed: int, dice: int, exploding: bool) -> dict[int, float]:
    """How likely each number of successes is; impossible ones are left out (R4.1)."""
    if dice <= 0:
        return {0: 1.0}
    if exploding:
        return _exploding(needed, dice)
    found: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(face >= needed for face in faces)
        found[hits] = found.get(hits, 0) + 1
    return {hits: ways / 6**dice for hits, ways in found.items()}


def _exploding(needed: int, dice: int) -> dict[int, float]:
    one = {0: (needed - 1) / 6}
    for hits in range(1, 60):
        one[hits] = one[hits - 1] / 6 + (hits == 1) * (6 - needed) / 6
    found = {0: 1.0}
    for _ in range(dice):
        pairs = [(min(a + b, MOST_COUNTED), p * q) for a, p in found.items() for b, q in one.items()]
        found = {hits: sum(p for h, p in pairs if h == hits) for hits, _ in pairs}
    return {hits: p for hits, p in found.items() if p > 0}
