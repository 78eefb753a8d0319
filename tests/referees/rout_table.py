"""The table of ROUT! in mm and degrees: what the film of a flick shows (T5.4), and where there is room along an edge."""

from base64 import b64decode
from collections.abc import Sequence
from itertools import accumulate, pairwise
from math import atan2, cos, degrees, hypot, inf, radians, sin
from struct import unpack
from typing import Any, NamedTuple

from tests.rules.rout.plane import Block as Rectangle
from tests.rules.rout.plane import Point

# x and y in hundredths of a millimetre, the unit vector of the long side in millionths: as the engine keeps a block
Pose = tuple[int, int, int, int]
# the range block among the tracks and events
SHOT = -1
# a film rounds to tenths of a millimetre
ROUNDING = 0.1
# in mm: resting places are rounded to a hundredth
ROUNDED = 0.05


class Spot(NamedTuple):
    """Where a block's middle is in a picture, and how its long side lies."""

    x: float
    y: float
    angle: float


class Crossing(NamedTuple):
    """Where a block left the field, by an edge as the engine counts them, give or take `doubt` mm."""

    edge: int
    at: Point
    doubt: float


class Film:
    """The film of a flick on a field of this size."""

    def __init__(self, scene: dict[str, Any], poses: Sequence[Pose], size: Point) -> None:
        self.size = size
        self.direction = round(10 * scene["direction"])
        self.speed = float(scene["speed"])
        self.unit = int(scene["unit"])
        self.flicked = SHOT if scene["range"] else self.unit
        self.events = [(str(e["kind"]), int(e["block"]), int(e["frame"])) for e in scene["events"]]
        self.still = [spot_of(pose) for pose in poses]
        self.tracks = {int(t["block"]): (int(t["first"]), path_of(t["data"])) for t in scene["tracks"]}
        # by how much rounding may lengthen all ways together
        self.rounding = ROUNDING * sum(len(path) for _, path in self.tracks.values())

    def blocks(self, event: str) -> list[int]:
        """The blocks to which this happened, in order; not the range block."""
        return [block for kind, block, _ in self.events if kind == event and block != SHOT]

    @property
    def touches(self) -> list[tuple[int, int]]:
        """The blocks that the flicked one touched, each with the nearest picture."""
        return [(block, picture) for kind, block, picture in self.events if kind == "touch"]

    def spots(self, block: int) -> list[Spot]:
        """All places of a block, each once."""
        return self.tracks[block][1] if block in self.tracks else [self.still[block]]

    def spot(self, block: int, picture: int) -> Spot:
        """Where a block is in a picture."""
        if block not in self.tracks:
            return self.still[block]
        first, path = self.tracks[block]
        return path[min(max(picture - first, 0), len(path) - 1)]

    def end(self, block: int) -> Spot:
        """Where a block is in the last picture."""
        return self.spots(block)[-1]

    def length(self, block: int) -> float:
        """How far a block came in all, in mm."""
        return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(self.spots(block)))

    def nearing(self, block: int, picture: int, reach: float) -> float:
        """By how many mm at most the flicked block, and one of this reach, come nearer about a picture."""
        total = 0.0
        for n in (self.flicked, block):
            for a, b in pairwise(self.spot(n, p) for p in (picture - 1, picture, picture + 1)):
                total += hypot(b.x - a.x, b.y - a.y) + radians(abs(b.angle - a.angle)) * reach
        return total

    def crossing(self, block: int) -> Crossing:
        """Where a block left the field for good (T4.3); over a corner, by the edge that it crossed first."""
        path = self.tracks[block][1]
        n = next((n for n in range(len(path) - 1, 0, -1) if within(path[n - 1], self.size) > 0), 1)
        a, b = path[n - 1], path[n]
        inside, beyond = margins(a, self.size), [-margin for margin in margins(b, self.size)]
        parts = [i / (i + o) if i + o > 0 else 1.0 for i, o in zip(inside, beyond, strict=True)]
        edge = min((edge for edge in range(4) if beyond[edge] > -ROUNDING), key=lambda edge: parts[edge])
        part = min(1.0, parts[edge])
        at = a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)
        step = hypot(b.x - a.x, b.y - a.y)
        # along an edge that it grazes, a block goes far while it gets across by a rounding
        doubt = ROUNDING * (2 + step / max(inside[edge] + beyond[edge], ROUNDING))
        # where a block falls its track ends; else a blow between two pictures may have bent its way
        if hypot(b.x - at[0], b.y - at[1]) > 2 * ROUNDING:
            before = path[max(n - 2, 0)]
            doubt += min(step, 2 * hypot(b.x - 2 * a.x + before.x, b.y - 2 * a.y + before.y))
        return Crossing(edge, at, doubt)


def within(spot: Spot, size: Point) -> float:
    """How far inside the field the middle of a block is, in mm; below 0 outside."""
    return min(margins(spot, size))


def margins(spot: Spot, size: Point) -> tuple[float, float, float, float]:
    """How far inside of each edge a spot is, in mm."""
    return spot.y, size[0] - spot.x, size[1] - spot.y, spot.x


def spot_of(pose: Pose) -> Spot:
    """The pose of the engine's record."""
    x, y, c, s = pose
    return Spot(x / 100, y / 100, degrees(atan2(s, c)))


def path_of(packed: str) -> list[Spot]:
    """The pictures of a track: the first place, then differences, as little-endian numbers of 16 bits."""
    data = b64decode(packed)
    numbers = unpack(f"<{len(data) // 2}h", data)
    xs, ys, angles = (accumulate(numbers[n::3]) for n in range(3))
    return [Spot(x / 10, y / 10, angle / 100) for x, y, angle in zip(xs, ys, angles, strict=True)]


def separation(a: Rectangle, b: Rectangle) -> float:
    """The largest gap between two rectangles along a side of either; below 0 they overlap."""
    gaps: list[float] = []
    for angle in (a.angle, a.angle + 90, b.angle, b.angle + 90):
        c, s = cos(radians(angle)), sin(radians(angle))
        one, other = ([c * x + s * y for x, y in each.corners()] for each in (a, b))
        gaps.append(max(min(other) - max(one), min(one) - max(other)))
    return max(gaps)


class Line(NamedTuple):
    """A line from a point to the east (0) or the north (90)."""

    start: Point
    angle: int
    length: float

    def point(self, x: float, y: float) -> Point:
        """How far along the line and how far off it a point is."""
        dx, dy = x - self.start[0], y - self.start[1]
        return (dx, dy) if self.angle == 0 else (dy, dx)

    def along(self, spot: Spot) -> float | None:
        """How far along the line a block lies that is parallel to it; None if none does."""
        along, off = self.point(spot.x, spot.y)
        askew = (spot.angle - self.angle + 90) % 180 - 90
        return along if abs(off) <= ROUNDED and abs(askew) <= 0.01 else None


def free_places(line: Line, others: list[Rectangle], shape: Point) -> list[tuple[float, float]]:
    """The parts of a line on which the middle of a block may lie that overlaps no other."""
    places = [(0.0, line.length)]
    for other in others:
        low, high = blocked(line, other, shape)
        if high - low <= 1e-9:
            continue
        cut = [(a, min(b, low)) for a, b in places] + [(max(a, high), b) for a, b in places]
        places = sorted((a, b) for a, b in cut if b >= a)
    return places


def blocked(line: Line, other: Rectangle, shape: Point) -> tuple[float, float]:
    """Between which places on a line a block overlaps another."""
    low, high = -inf, inf
    block = Rectangle(*line.start, line.angle, *shape)
    for angle in (block.angle, block.angle + 90, other.angle, other.angle + 90):
        c, s = cos(radians(angle)), sin(radians(angle))
        reach = sum(
            max(c * x + s * y for x, y in each.corners()) - (c * each.x + s * each.y)
            for each in (block, other)
        )
        start = c * (block.x - other.x) + s * (block.y - other.y)
        step = c if line.angle == 0 else s
        if abs(step) < 1e-9:
            if abs(start) >= reach:
                return 0.0, 0.0
            continue
        ends = sorted(((-reach - start) / step, (reach - start) / step))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low, high
