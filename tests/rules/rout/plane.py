"""Rectangles in a plane by other means than the game's: corners, distances and overlaps, in any unit."""

from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from sandtable.authoring import Value
from sandtable.games.rout.schema import GRAIN, SETTINGS, build

Point = tuple[float, float]


@dataclass(frozen=True)
class Block:
    """A rectangle about (x, y), its long side turned by `angle` degrees from east."""

    x: float
    y: float
    angle: float
    length: float
    breadth: float

    def corners(self) -> list[Point]:
        """Counter-clockwise."""
        c, s = cos(radians(self.angle)), sin(radians(self.angle))
        half, wide = self.length / 2, self.breadth / 2
        around = ((half, wide), (-half, wide), (-half, -wide), (half, -wide))
        return [(self.x + u * c - v * s, self.y + u * s + v * c) for u, v in around]

    def sides(self) -> list[tuple[Point, Point]]:
        corners = self.corners()
        return list(pairwise([*corners, corners[0]]))

    def holds(self, point: Point, by: float = 0.0) -> bool:
        """Whether a point lies inside, deeper than `by`."""
        return all(depth(point, side) > by for side in self.sides())


def depth(point: Point, side: tuple[Point, Point]) -> float:
    """How far left of a side a point lies."""
    (ax, ay), (bx, by) = side
    cross = (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
    return cross / hypot(bx - ax, by - ay)


def overlap(a: Block, b: Block, by: float = 1e-6) -> bool:
    """Whether two rectangles share more than a rim of `by`: a corner inside the other, or sides that cross."""
    if any(b.holds(corner, by) for corner in [*a.corners(), (a.x, a.y)]):
        return True
    if any(a.holds(corner, by) for corner in [*b.corners(), (b.x, b.y)]):
        return True
    return any(crosses(one, other, by) for one in a.sides() for other in b.sides())


def crosses(one: tuple[Point, Point], other: tuple[Point, Point], by: float) -> bool:
    """Whether two sides cross, each with its ends more than `by` to both sides of the other."""
    ends = [depth(end, other) for end in one], [depth(end, one) for end in other]
    return all(min(pair) < -by and max(pair) > by for pair in ends)


def distance(a: Block, b: Block) -> float:
    """Between two rectangles that do not overlap: from the corners of each to the sides of the other."""
    pairs = [(c, side) for one, other in ((a, b), (b, a)) for c in one.corners() for side in other.sides()]
    return min(to_side(corner, side) for corner, side in pairs)


def to_side(point: Point, side: tuple[Point, Point]) -> float:
    """From a point to a side's nearest point."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    t = ((point[0] - ax) * dx + (point[1] - ay) * dy) / (dx * dx + dy * dy)
    t = min(1.0, max(0.0, t))
    return hypot(point[0] - ax - t * dx, point[1] - ay - t * dy)


def settled(**settings: Value) -> Any:
    """The setup record of these settings."""
    return build({setting.name: setting.default for setting in SETTINGS} | settings)


def lies(setup: Any, block: Any) -> Block:
    """A block of the record, in mm."""
    length, breadth = 2000 * float(setup.long[0]), 2000 * float(setup.wide[0])
    angle = degrees(atan2(int(block.s), int(block.c)))
    return Block(int(block.x) * 1000 / GRAIN, int(block.y) * 1000 / GRAIN, angle, length, breadth)
