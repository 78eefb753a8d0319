"""Where blocks of ROUT! may be placed and where they are put back, in plain Python. Lengths are hundredths of a millimetre."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor
from typing import Any

Point = tuple[float, float]
TOLERANCE = 1e-4


@dataclass(eq=False)
class Piece:
    """A block: its middle, the direction of its long side in millionths, whose and what it is."""

    x: int
    y: int
    c: int
    s: int
    side: int
    kind: str
    broken: bool = False

    def place(self) -> tuple[int, ...]:
        """What the order of blocks goes by."""
        return self.y, self.x, self.s, self.c

    def lie(self, body: Any) -> None:
        """Lies where a body came to rest."""
        self.x, self.y = floor(body.x * 100_000 + 0.5), floor(body.y * 100_000 + 0.5)
        c, s = floor(body.c * 1_000_000 + 0.5), floor(body.s * 1_000_000 + 0.5)
        # of the two directions of a side, the one from 0 to under 180 degrees
        self.c, self.s = (-c, -s) if s < 0 or (s == 0 and c < 0) else (c, s)


def corners(settings: dict[str, Any], piece: Piece) -> list[Point]:
    """Counter-clockwise."""
    long, wide = settings["length"] / 2000, settings["breadth"] / 2000
    x, y, c, s = piece.x / 1e5, piece.y / 1e5, piece.c / 1e6, piece.s / 1e6
    around = ((long, wide), (-long, wide), (-long, -wide), (long, -wide))
    return [(1e5 * (x + u * c - v * s), 1e5 * (y + u * s + v * c)) for u, v in around]


def in_half(settings: dict[str, Any], split: str, piece: Piece) -> bool:
    """T1.2, T1.5: whether all corners lie on the table and on the piece's side of the line."""
    width, height = 100 * settings["width"], 100 * settings["height"]
    for x, y in corners(settings, piece):
        if not (-TOLERANCE <= x <= width + TOLERANCE and -TOLERANCE <= y <= height + TOLERANCE):
            return False
        line = height / 2 if split == "straight" else x * height / width
        if (y - line if piece.side == 0 else line - y) > TOLERANCE:
            return False
    return True


def clear(settings: dict[str, Any], a: Piece, b: Piece, gap: float) -> bool:
    """Whether two pieces are so far apart, seen along a side of one of them."""
    for one in (a, b):
        for dx, dy in ((one.c, one.s), (-one.s, one.c)):
            shadows = [[(x * dx + y * dy) / 1e6 for x, y in corners(settings, p)] for p in (a, b)]
            if max(min(shadows[1]) - max(shadows[0]), min(shadows[0]) - max(shadows[1])) >= gap - TOLERANCE:
                return True
    return False


def put_back(settings: dict[str, Any], piece: Piece, others: list[Piece], edge: int, crossing: Point) -> None:
    """T4.3: at the crossing point or the nearest free place along that edge, else along the others, else further in."""
    size = 100 * settings["width"], 100 * settings["height"]
    row = 0
    while True:
        for turned in range(4):
            rim = (edge + turned) % 4
            axis = rim % 2
            place = _nearest(settings, others, rim, row, floor(crossing[axis] * 1e5 + 0.5))
            if place is not None:
                depth = row + 100 * settings["breadth"] // 2
                deep = depth if rim in (0, 3) else size[1 - axis] - depth
                piece.x, piece.y = (place, deep) if axis == 0 else (deep, place)
                piece.c, piece.s = (1_000_000, 0) if axis == 0 else (0, 1_000_000)
                return
        row += 500


def _nearest(settings: dict[str, Any], others: list[Piece], rim: int, row: int, wish: int) -> int | None:
    """The free middle nearest to `wish` on a row along an edge, of two the one further south or west."""
    half = 50 * settings["length"]
    end = 100 * settings["height" if rim % 2 else "width"] - half
    wish = min(end, max(half, wish))
    taken = [
        (floor(low) - half - 1, ceil(high) + half + 1) for low, high in _shadows(settings, others, rim, row)
    ]
    for place in _outward(wish, half, end):
        if not any(low < place < high for low, high in taken):
            return place
    return None


def _outward(wish: int, low: int, high: int) -> Iterator[int]:
    for away in range(high - low + 1):
        for place in (wish - away, wish + away)[: 1 + (away > 0)]:
            if low <= place <= high:
                yield place


def _shadows(
    settings: dict[str, Any], others: Iterable[Piece], rim: int, row: int
) -> Iterator[tuple[float, float]]:
    """From where to where along the edge each piece reaches into the row."""
    breadth = 100 * settings["breadth"]
    size = 100 * settings["width" if rim % 2 else "height"]
    for other in others:
        polygon = [(y, x) if rim % 2 else (x, y) for x, y in corners(settings, other)]
        deep = [(along, size - across if rim in (1, 2) else across) for along, across in polygon]
        inside = _cut(_cut(deep, row + TOLERANCE, 1), -(row + breadth - TOLERANCE), -1)
        if inside:
            yield min(along for along, _ in inside), max(along for along, _ in inside)


def _cut(polygon: list[Point], bound: float, sign: int) -> list[Point]:
    """The part of a polygon where sign * depth is at least `bound`."""
    kept: list[Point] = []
    for (ax, ay), (bx, by) in pairwise([*polygon, polygon[0]] if polygon else []):
        a, b = sign * ay - bound, sign * by - bound
        if a >= 0:
            kept.append((ax, ay))
        if (a >= 0) != (b >= 0):
            kept.append((ax + (bx - ax) * a / (a - b), ay + (by - ay) * a / (a - b)))
    return kept
