"""The texture of each kind of ground, as paths for cells of size 1. Every texture is its own in black and white, and cells of
one kind that touch look like one area.
"""

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from random import Random

import numpy as np

from sandtable.games.optio.data.ground import (
    CLIFF,
    CULTIVATED,
    EDGE,
    GENTLE_HILL,
    LAKE,
    MARSH,
    ROUGH,
    STEEP_HILL,
    WOOD,
)
from sandtable.games.optio.show.export import outlines
from sandtable.paper import Line, Paths, Point

# distance of lines from the ends of their area
GAP = 0.07

BROWN = "#8a5a28"
DARK_BROWN = "#5e3510"
WOOD_INK, WOOD_CROWN = "#24481f", "#a5c78c"
ROUGH_INK = "#4a4238"
MARSH_INK = "#1f5a57"
FURROW_INK = "#93741a"
WATER_INK = "#1a4f8a"
CLIFF_INK = "#1e1a17"
EDGE_INK = "#8a8a8a"


def textures(cells: np.ndarray) -> list[Paths]:
    """The textures of `cells` (uint8[rows, columns] of kinds), without linear features, which `ways` draws."""
    drawn = hills(cells)
    for kind, texture in TEXTURES.items():
        where = cells == kind
        if where.any():
            drawn.extend(texture(where))
    return drawn


def hills(cells: np.ndarray) -> list[Paths]:
    """Contour lines; on steep hills three times as many and heavier."""
    steep = cells == STEEP_HILL
    hill = steep | (cells == GENTLE_HILL)
    if not hill.any():
        return []
    height = outlines.heights(hill)
    step = outlines.SPACING
    levels = np.arange(outlines.FIRST, height.max(), step)
    gentle = outlines.contours(height, hill & ~steep, levels)
    sharp = outlines.contours(height, steep, np.arange(outlines.FIRST, height.max(), step / 3))
    return [
        Paths(tuple(gentle), BROWN, 0.006),
        Paths(tuple(sharp), DARK_BROWN, 0.010),
    ]


def spots(where: np.ndarray, count: int, play: float) -> Iterator[tuple[float, float, Random]]:
    """`count` x `count` places in each cell of `where`, each shifted by up to `play`, the same ones every time."""
    for row, column in np.argwhere(where).tolist():
        chance = Random(64 * row + column)
        for i in range(count * count):
            y, x = divmod(i, count)
            yield (
                column + (x + 0.5) / count + chance.uniform(-play, play),
                row + (y + 0.5) / count + chance.uniform(-play, play),
                chance,
            )


def runs(where: np.ndarray) -> Iterator[tuple[int, float, float]]:
    """The unbroken runs of cells in each row: row, start and end, drawn in a little except at the rim."""
    columns = where.shape[1]
    for row, line in enumerate(where):
        turns = np.flatnonzero(np.diff(np.pad(line, 1).astype(int)))
        for start, end in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True):
            yield row, start + GAP * (start > 0), end - GAP * (end < columns)


def round_line(x: float, y: float, radius: float, corners: int, bulge: float = 0.0) -> Line:
    """A closed ring around a place; `bulge` lets every second corner stand out."""
    points: list[Point] = []
    for i in range(corners + 1):
        reach = radius * (1 + bulge * (i % 2))
        points.append((x + reach * cos(2 * pi * i / corners), y + reach * sin(2 * pi * i / corners)))
    return tuple(points)


def wood(where: np.ndarray) -> list[Paths]:
    """Trees: a crown and a short trunk, three by three in a cell."""
    crowns: list[Line] = []
    trunks: list[Line] = []
    for x, y, chance in spots(where, 3, 0.04):
        radius = chance.uniform(0.080, 0.102)
        crowns.append(round_line(x, y - 0.02, radius, 16, 0.18))
        trunks.append(((x, y + radius), (x, y + radius + 0.045)))
        # the shaded side
        trunks.append(
            tuple(
                (x + 0.6 * radius * cos(t), y - 0.02 + 0.6 * radius * sin(t)) for t in (-0.5, 0.2, 0.9, 1.6)
            )
        )
    return [Paths(tuple(crowns), WOOD_INK, 0.009, WOOD_CROWN), Paths(tuple(trunks), WOOD_INK, 0.011)]


def rough(where: np.ndarray) -> list[Paths]:
    """Stipple with a few stones."""
    dots: list[Line] = []
    stones: list[Line] = []
    for x, y, chance in spots(where, 6, 0.03):
        if chance.random() < 0.12:
            stones.append(round_line(x, y, 0.036, 5))
        else:
            dots.append(round_line(x, y, chance.uniform(0.013, 0.022), 6))
    return [Paths(tuple(dots), fill=ROUGH_INK), Paths(tuple(stones), ROUGH_INK, 0.009, "#ffffff")]


def marsh(where: np.ndarray) -> list[Paths]:
    """Tufts of reed, each on its line of water."""
    lines: list[Line] = []
    for x, y, chance in spots(where, 3, 0.04):
        if chance.random() < 0.25:
            lines.append(((x - 0.09, y), (x + 0.09, y)))
            continue
        lines.append(((x - 0.105, y + 0.045), (x + 0.105, y + 0.045)))
        lines.extend(
            ((x + foot, y + 0.02), (x + 2.0 * foot, y - high))
            for foot, high in ((-0.035, 0.045), (-0.015, 0.085), (0.0, 0.1), (0.015, 0.085), (0.035, 0.045))
        )
    return [Paths(tuple(lines), MARSH_INK, 0.009)]


def cultivated(where: np.ndarray) -> list[Paths]:
    """Furrows: upright lines, every second one broken."""
    whole: list[Line] = []
    broken: list[Line] = []
    for column, start, end in runs(where.T):
        for i in range(6):
            x = column + (i + 0.5) / 6
            if i % 2 == 0:
                whole.append(((x, start), (x, end)))
                continue
            dashes = round((end - start) / 0.16)
            step = (end - start) / dashes
            broken.extend(
                ((x, start + (k + 0.22) * step), (x, start + (k + 0.78) * step)) for k in range(dashes)
            )
    return [Paths(tuple(whole), FURROW_INK, 0.010), Paths(tuple(broken), FURROW_INK, 0.018)]


def wave(start: float, end: float, y: float, swing: float, length: float) -> Line:
    """A wavy line from left to right; `length` is that of a wave."""
    count = max(2, round((end - start) * 16 / length))
    xs = [start + (end - start) * i / count for i in range(count + 1)]
    return tuple((x, y + swing * sin(2 * pi * x / length)) for x in xs)


def lake(where: np.ndarray) -> list[Paths]:
    """Wave lines from shore to shore."""
    lines = [
        wave(start, end, row + (i + 0.5) / 5, 0.032, 0.25)
        for row, start, end in runs(where)
        for i in range(5)
    ]
    return [Paths(tuple(lines), WATER_INK, 0.014)]


def cliff(where: np.ndarray) -> list[Paths]:
    """Rows of teeth that point downward."""
    edges: list[Line] = []
    teeth: list[Line] = []
    for row, start, end in runs(where):
        for i in range(3):
            y = row + 0.09 + i / 3
            edges.append(((start, y), (end, y)))
            count = round((end - start) * 6)
            step = (end - start) / count
            teeth.extend(
                (
                    (start + (k + 0.12) * step, y),
                    (start + (k + 0.88) * step, y),
                    (start + (k + 0.5) * step, y + 0.17),
                )
                for k in range(count)
            )
    return [Paths(tuple(teeth), fill=CLIFF_INK), Paths(tuple(edges), CLIFF_INK, 0.018)]


def beyond(where: np.ndarray) -> list[Paths]:
    """Crossed out: slanting lines both ways."""
    lines: list[Line] = []
    for row, column in np.argwhere(where).tolist():
        for i in range(-3, 4):
            # the chord of the cell on the line y = x + i / 4
            a, b = max(0.0, -i / 4), min(1.0, 1 - i / 4)
            rising = ((a, a + i / 4), (b, b + i / 4))
            lines.append(tuple((column + x, row + y) for x, y in rising))
            lines.append(tuple((column + 1 - x, row + y) for x, y in rising))
    return [Paths(tuple(lines), EDGE_INK, 0.010)]


TEXTURES: dict[int, Callable[[np.ndarray], list[Paths]]] = {
    WOOD: wood,
    ROUGH: rough,
    MARSH: marsh,
    CULTIVATED: cultivated,
    LAKE: lake,
    CLIFF: cliff,
    EDGE: beyond,
}
