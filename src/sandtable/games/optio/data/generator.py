"""Maps made from a class and a seed (O1.2): water first, then roads, then blobs of ground in smooth random fields.

The same class and seed give the same map in every process. Every large square keeps at least 26 of its 64 cells open (40 %),
and only the kind `open` counts: no road, no ford. That leaves little room for the targets of a mountainous map, so its recipe
asks for slightly more than the targets.

The file begins with the random fields and the courses that follow their valleys; then come the checks of O1.2, then the
construction of a map.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import ceil

import numpy as np
from numpy.random import PCG64, Generator
from numpy.typing import NDArray

from sandtable.authoring.naming import meant
from sandtable.games.optio.data.ground import (
    BRIDGE,
    CELLS,
    CLIFF,
    CULTIVATED,
    FORD,
    GENTLE_HILL,
    IMPASSABLE,
    LAKE,
    MARSH,
    OPEN,
    RIVER,
    ROAD,
    ROUGH,
    SIDE,
    SQUARES,
    STEEP_HILL,
    STREAM,
    WOOD,
    square_name,
)
from sandtable.games.optio.data.mapfile import CLASSES, Map, drawn

Field = NDArray[np.float64]  # [40, 40]
Mask = NDArray[np.bool_]  # [40, 40]

# sums and powers differ in their last digits between processors, so maps depend only on rounded values
DIGITS = 6
# how far noise extends beyond the map, so that blobs at the edge look like the others
MARGIN = 16
# how far a course may stray sideways beyond the map before it is cut off
BEYOND = 20
# keeps the ends of a course near the requested places
PULL = 3.0

# the large square of every cell, int64[1600]
SQUARE_OF = (np.arange(SIDE)[:, None] // CELLS * SQUARES + np.arange(SIDE) // CELLS).ravel()


@lru_cache(maxsize=32)
def _bell(size: float, margin: int) -> Field:
    # float64[40, 40 + 2 margin]: weights of a normal curve, each row summing to 1
    distance = np.arange(SIDE)[:, None] - np.arange(-margin, SIDE + margin)
    weights = np.exp(-((distance / size) ** 2) / 2)
    return weights / weights.sum(axis=1, keepdims=True)


def noise(rng: Generator, size: float, along: float = 1.0, spread: float = 3.5) -> Field:
    """A random field of mean 0 and variance 1, with blobs about 4 * `size` cells wide, `along` times longer from west
    to east.

    Its mean over an area `spread` times as wide is about 0 everywhere, so every part of the map has blobs.
    """
    white = rng.standard_normal((SIDE + 2 * MARGIN, SIDE + 2 * MARGIN))
    near = _bell(size, MARGIN) @ white @ _bell(size * along, MARGIN).T
    far = _bell(size * spread, MARGIN) @ white @ _bell(size * along * spread, MARGIN).T
    made = near - far
    return np.round((made - made.mean()) / made.std(), DIGITS)


def nearness(mask: Mask, size: float) -> Field:
    """Closeness to the cells of `mask`, from 0 to 1, falling off over about `size` cells; 0 everywhere for an empty
    mask.
    """
    bell = _bell(size, 0)
    made = bell @ mask.astype(np.float64) @ bell.T
    return np.round(made / max(made.max(), 1e-9), DIGITS)


def beside(mask: Mask) -> Mask:
    """The cells with a neighbour in `mask`; cells of the mask itself count only if they have one."""
    made = np.zeros_like(mask)
    made[1:] |= mask[:-1]
    made[:-1] |= mask[1:]
    made[:, 1:] |= mask[:, :-1]
    made[:, :-1] |= mask[:, 1:]
    return made


def reached(start: Mask, within: Mask) -> Mask:
    """The cells of `within` that can be reached from `start` through neighbours in `within`."""
    found = start & within
    while True:
        wider = (found | beside(found)) & within
        # two rounds per comparison, because a comparison costs as much as a round
        wider |= beside(wider) & within
        if np.array_equal(wider, found):
            return found
        found = wider


def course(cost: Field, quarter: int, start: int, end: int, slope: float) -> list[tuple[int, int]]:
    """The cheapest course of adjacent cells from one edge of the map to where it leaves the map.

    With `quarter` 0 it begins at row `start` of the west edge and aims at row `end` of the east one, or beyond the map
    if it has no such row; each further quarter rotates this anticlockwise. `slope` is the cost of a step sideways.
    """
    turned = np.rot90(cost, -quarter)
    rows = _cheapest(np.pad(turned, ((BEYOND, BEYOND), (0, 0)), mode="edge"), start, end, slope)
    index = np.rot90(np.arange(SIDE * SIDE).reshape(SIDE, SIDE), -quarter)
    return [divmod(int(index[row, column]), SIDE) for row, column in _joined(rows, turned)]


def _cheapest(cost: Field, start: int, end: int, slope: float) -> list[int]:
    # the row of the course in each column, in map rows, found column by column from the west
    count = cost.shape[0]
    rows = np.arange(count)
    reach = np.full(count + 2, np.inf)
    best = cost[:, 0] + PULL * abs(rows - BEYOND - start)
    came = np.empty((SIDE, count), np.int64)
    for column in range(1, SIDE):
        reach[1:-1] = best
        options = np.stack((reach[:-2] + slope, best, reach[2:] + slope))
        came[column] = options.argmin(axis=0)
        best = options[came[column], rows] + cost[:, column]
    row = int((best + PULL * abs(rows - BEYOND - end)).argmin())
    found = [row]
    for column in range(SIDE - 1, 0, -1):
        row += int(came[column, row]) - 1
        found.append(row)
    return [row - BEYOND for row in reversed(found)]


def _joined(rows: list[int], cost: Field) -> Iterator[tuple[int, int]]:
    # the cells of the course until it leaves the map; where two cells touch at a corner, the cheaper connecting cell is added
    for column, row in enumerate(rows):
        if not 0 <= row < SIDE:
            return
        yield row, column
        if column + 1 == SIDE or rows[column + 1] == row:
            continue
        after = rows[column + 1]
        if not 0 <= after < SIDE:
            return
        yield (after, column) if cost[after, column] < cost[row, column + 1] else (row, column + 1)


Cells = NDArray[np.uint8]  # [40, 40]

# minimum for a large square, counting only the kind `open`: no road, no ford (O1.2)
LEAST_SHARE = 0.4
LEAST_OPEN = ceil(LEAST_SHARE * CELLS * CELLS)


def open_cells(cells: Cells) -> list[int]:
    """The number of open cells among the 64 in each of the 25 large squares."""
    return np.bincount(SQUARE_OF[(cells == OPEN).ravel()], minlength=SQUARES * SQUARES).tolist()


def faults(cells: Cells) -> list[str]:
    """A sentence for each violation of O1.2."""
    short = [
        f"{square_name(square)} has {found} open cells of {CELLS * CELLS}; "
        f"every large square must have at least {LEAST_OPEN}, which is {100 * LEAST_SHARE:.0f} % (O1.2)."
        for square, found in enumerate(open_cells(cells))
        if found < LEAST_OPEN
    ]
    return [*short, *_loose_ends(cells), *_cut_off(cells)]


def is_sound(cells: Cells) -> bool:
    """Whether a map is free of faults."""
    return not faults(cells)


def _loose_ends(cells: Cells) -> list[str]:
    # fords and bridges belong to both ways that cross there
    edge = np.ones((SIDE, SIDE), np.bool_)
    edge[1:-1, 1:-1] = False
    lake, river = cells == LAKE, np.isin(cells, (RIVER, FORD, BRIDGE))
    ways = (
        ("road", ROAD, (ROAD, FORD, BRIDGE), edge, "the edge of the map"),
        ("river", RIVER, (RIVER, FORD, BRIDGE), edge | beside(lake), "the edge of the map or a lake"),
        (
            "stream",
            STREAM,
            (STREAM, BRIDGE),
            edge | beside(lake | river),
            "the edge of the map, a lake or a river",
        ),
    )
    made: list[str] = []
    for name, kind, network, goal, words in ways:
        whole = np.isin(cells, network)
        loose = (cells == kind) & ~reached(whole & goal, whole)
        if loose.any():
            made.append(f"The {name} at {_first(loose)} does not lead to {words} (O1.2).")
    return made


def _cut_off(cells: Cells) -> list[str]:
    passable = ~np.isin(cells, IMPASSABLE)
    start = np.zeros((SIDE, SIDE), np.bool_)
    start.ravel()[np.argmax(passable)] = True
    beyond = passable & ~reached(start, passable)
    if not beyond.any():
        return []
    # the smaller part is the one that is cut off
    smaller = beyond if 2 * beyond.sum() <= passable.sum() else passable & ~beyond
    return [f"The ground at {_first(smaller)} cannot be reached (O1.2)."]


def _first(mask: Mask) -> str:
    row, column = divmod(int(np.argmax(mask)), SIDE)
    square = square_name(row // CELLS * SQUARES + column // CELLS)
    return f"row {row + 1}, column {column + 1} in {square}"


MOST_SEED = 999_999_999
# a river has at least one crossing per this many cells
FORD_EVERY = 11
SHORTEST_STREAM = 7


@dataclass(frozen=True)
class Recipe:
    """The ingredients of a class's maps, as shares of the cells."""

    hill: float
    wood: float
    rough: float
    cultivated: float
    lake: float  # without a river
    cliff: float
    river: float  # probability of having one
    through: bool  # whether rivers run from one edge to the opposite edge, or cut a corner
    streams: tuple[float, ...]  # probability of each
    roads: tuple[float, ...]
    steep: float  # share of the hills
    marsh: float  # share of the rough ground
    grain: float  # size of the blobs
    along: float = 1.0  # how many times longer than wide they are
    vary: float = 0.2  # how much the shares vary from map to map


# fmt: off
RECIPES = {
    #                    hill  wood  rough tilled  lake   cliff river through  streams     roads    steep marsh grain
    "very open":   Recipe(0.03, 0.02, 0.02, 0,     0.005, 0,     0,    False, (0.8, 0.3), (1, 0.5), 0.2,  0.25, 1.9),
    "open":        Recipe(0.08, 0.05, 0.04, 0.02,  0.008, 0,     0.2,  False, (0.9, 0.4), (1, 0.6), 0.25, 0.3,  2.0),
    "average":     Recipe(0.15, 0.10, 0.07, 0.04,  0.012, 0,     0.35, True,  (0.9, 0.5), (1, 0.7), 0.3,  0.3,  2.0),
    "mountainous": Recipe(0.35, 0.071, 0.07, 0,    0.018, 0.053, 0.2,  False, (0.5,),     (0.5,),   0.45, 0.15, 1.9, vary=0.02),
    "wooded":      Recipe(0.10, 0.36, 0.06, 0.02,  0.008, 0,     0.15, False, (0.9,),     (1,),     0.3,  0.35, 2.1, vary=0.05),
    "cultivated":  Recipe(0.06, 0.06, 0.03, 0.35,  0.016, 0,     0.4,  False, (0.8,),     (1, 0.4), 0.2,  0.4,  1.8, vary=0.05),
    "desert":      Recipe(0.08, 0,    0.12, 0,     0.003, 0.017, 0,    False, (),         (0.8,),   0.3,  0,    1.8, along=1.8),
}
# fmt: on


def generate(kind: str, seed: int) -> Map:
    """The map for a class and a seed; `ValueError` for an unknown class or a seed outside the range 0 to 999,999,999."""
    if kind not in CLASSES:
        wrong = f"{kind!r}{meant(kind, CLASSES)}"
        raise ValueError(f"class must be one of {', '.join(CLASSES)}, not {wrong} (O1.2)")
    if not 0 <= seed <= MOST_SEED:
        raise ValueError(f"seed must be a whole number from 0 to {MOST_SEED}, not {seed} (O1.2)")
    attempts = (_attempt(kind, seed, number) for number in count())
    return drawn(f"{kind.capitalize()} {seed}", kind, next(filter(is_sound, attempts)))


def _attempt(kind: str, seed: int, number: int) -> Cells:
    land = _Land(RECIPES[kind], Generator(PCG64((CLASSES.index(kind), seed, number))))
    land.make()
    return land.cells


class _Land:
    # a map in the making
    def __init__(self, recipe: Recipe, rng: Generator) -> None:
        self.recipe, self.rng = recipe, rng
        self.cells: Cells = np.full((SIDE, SIDE), OPEN, np.uint8)
        self.height = noise(rng, recipe.grain, recipe.along)
        self.river: list[tuple[int, int]] = []

    def make(self) -> None:
        self.run_river()
        self.fill_lake()
        for chance in self.recipe.streams:
            if self.rng.random() < chance:
                self.run_stream()
        for number, chance in enumerate(self.recipe.roads):
            if self.rng.random() < chance:
                self.build_road(number)
        self.add_fords()
        self.raise_hills()
        self.grow()

    def holds(self, *kinds: int) -> Mask:
        return np.isin(self.cells, kinds)

    def quota(self, share: float) -> int:
        # the number of cells for a share of the map, plus or minus the class's variation
        vary = self.recipe.vary
        return round(share * SIDE * SIDE * self.rng.uniform(1 - vary, 1 + vary))

    def put(self, kind: int, quota: int, field: Field, spare: int = 0) -> Mask:
        # turns the `quota` open cells with the highest `field` into `kind`, as far as each large square has room,
        # keeping `spare` cells of that room; single cells are dropped in favour of the edges of other blobs
        made = self.highest(quota, field, spare)
        made &= beside(made)
        self.cells[made] = kind
        more = self.highest(quota - int(made.sum()), field + 3 * nearness(made, 1.0), spare) & beside(made)
        self.cells[more] = kind
        return made | more

    def highest(self, quota: int, field: Field, spare: int) -> Mask:
        # the open cells with the highest `field`, in each large square only as many as it has room for
        free = np.flatnonzero(self.cells == OPEN)
        order = free[np.argsort(-field.ravel()[free], kind="stable")]
        square = SQUARE_OF[order]
        room = np.array(open_cells(self.cells)) - LEAST_OPEN - spare
        by_square = np.argsort(square, kind="stable")
        first = np.searchsorted(square[by_square], np.arange(SQUARES * SQUARES))
        rank = np.empty_like(order)
        rank[by_square] = np.arange(order.size) - first[square[by_square]]
        made = np.zeros(SIDE * SIDE, np.bool_)
        made[order[rank < room[square]][:quota]] = True
        return made.reshape(SIDE, SIDE)

    def run_river(self) -> None:
        if self.rng.random() >= self.recipe.river:
            return
        quarter = int(self.rng.integers(4))
        start, end = (int(place) for place in self.rng.integers(8, 32, 2))
        if not self.recipe.through:
            # cuts a corner
            start = int(self.rng.integers(12, 22))
            end = start - 30
        cost = 2 + 1.1 * noise(self.rng, 2.4) + 0.4 * self.height
        self.river = course(np.maximum(cost, 0.1), quarter, start, end, 0.1)
        for cell in self.river:
            self.cells[cell] = RIVER

    def fill_lake(self) -> None:
        if self.river:
            return
        low = 6 * nearness(self.one_cell(), 5) - 0.7 * self.height
        self.put(LAKE, self.quota(self.recipe.lake), low)

    def one_cell(self) -> Mask:
        made = np.zeros((SIDE, SIDE), np.bool_)
        made[tuple(self.rng.integers(4, SIDE - 4, 2))] = True
        return made

    def run_stream(self) -> None:
        quarter, start, end = (int(self.rng.integers(low, high)) for low, high in ((0, 4), (4, 36), (-8, 48)))
        water = self.holds(STREAM, RIVER, LAKE)
        cost = 2 + 0.8 * noise(self.rng, 2.0) + 0.6 * self.height + 20 * water
        found = course(np.maximum(cost, 0.1), quarter, start, end, 0.2)
        # it rises at the highest ground of its first half, and ends at the first water that it meets
        source = max(range(len(found) // 2), key=lambda i: self.height[found[i]], default=0)
        shore = beside(water) | water
        run = found[source:]
        mouth = next((i for i, cell in enumerate(run) if shore[cell]), len(run) - 1)
        if mouth + 1 >= SHORTEST_STREAM:
            for cell in run[: mouth + 1]:
                self.cells[cell] = STREAM

    def build_road(self, number: int) -> None:
        # the first leads from west to east or from north to south; the second crosses it, and may end at it
        quarter = int(self.rng.integers(2)) if number == 0 else 1 - self.quarter
        self.quarter = quarter
        start, end = (int(place) for place in self.rng.integers(4, 36, 2))
        roads = self.holds(ROAD, BRIDGE, FORD)
        cost = (
            2
            + 0.35 * noise(self.rng, 2.5)
            + 0.5 * self.height
            + 4 * self.holds(STREAM, RIVER)
            + 60 * self.holds(LAKE)
            + 4 * nearness(roads, 1.5)
            + 1.5 * beside(self.holds(STREAM, RIVER, LAKE))
        )
        found = course(np.maximum(cost, 0.2), quarter, start, end, 0.8)
        crossing = next((i for i, cell in enumerate(found) if roads[cell]), None)
        if crossing is not None and self.rng.random() < 0.5:
            found = found[: crossing + 1]
        over_river = FORD if self.rng.random() < 0.25 else BRIDGE
        over = {OPEN: ROAD, STREAM: BRIDGE, RIVER: over_river}
        for cell in found:
            here = int(self.cells[cell])
            self.cells[cell] = over.get(here, here)

    def add_fords(self) -> None:
        # at a straight part of the river, so that a ford crosses it rather than running along a bend
        dry = 0
        for before, here, after in zip(self.river, self.river[1:], self.river[2:], strict=False):
            dry = 0 if self.cells[here] != RIVER else dry + 1
            straight = before[0] == after[0] or before[1] == after[1]
            if straight and dry >= FORD_EVERY - 6 + self.rng.integers(6):
                self.cells[here] = FORD
                dry = 0

    def raise_hills(self) -> None:
        recipe = self.recipe
        ways = self.holds(RIVER, LAKE, STREAM)
        cliffs = self.quota(recipe.cliff)
        field = self.height - 0.8 * beside(ways)
        # leaves each large square room for its share of the rest
        spare = round(CELLS * CELLS * (recipe.wood + recipe.rough + recipe.cultivated))
        hills = self.put(GENTLE_HILL, self.quota(recipe.hill) + cliffs, field, spare)
        # steep cores: where the neighbourhood has the most hill
        depth = nearness(hills, 1.3) + 0.1 * self.height
        core = np.flatnonzero(hills)
        core = core[np.argsort(-depth.ravel()[core], kind="stable")]
        self.cells.ravel()[core[: round(recipe.steep * core.size)]] = STEEP_HILL
        # cliffs: where the ground falls most steeply to one side
        angle = self.rng.uniform(0, 2 * np.pi)
        south, east = np.gradient(nearness(hills, 1.0) + 0.15 * self.height)
        face = np.round(np.cos(angle) * east + np.sin(angle) * south, DIGITS)
        steepest = core[np.argsort(-face.ravel()[core], kind="stable")]
        self.cells.ravel()[steepest[:cliffs]] = CLIFF

    def grow(self) -> None:
        recipe, rng = self.recipe, self.rng
        water = nearness(self.holds(RIVER, LAKE, STREAM), 1.5)
        wet = noise(rng, 1.6) + 2.5 * water - 0.4 * self.height
        self.put(MARSH, self.quota(recipe.rough * recipe.marsh), wet)
        fields = self.parcels(noise(rng, 2.2) - 0.6 * self.height + 0.8 * nearness(self.holds(ROAD), 2))
        self.put(CULTIVATED, self.quota(recipe.cultivated), fields)
        stones = noise(rng, 0.8 * recipe.grain, recipe.along) + 0.3 * self.height
        self.put(ROUGH, self.quota(recipe.rough * (1 - recipe.marsh)), stones)
        self.put(WOOD, self.quota(recipe.wood), noise(rng, recipe.grain) + 0.3 * self.height)

    def parcels(self, field: Field) -> Field:
        # the field averaged over rectangles of 2 to 4 by 2 to 5 cells, the shape of farm fields
        number = np.empty((SIDE, SIDE), np.int64)
        row, widths = 0, self.rng.integers(2, 6, (SIDE, SIDE // 2))
        for band, depth in enumerate(self.rng.integers(2, 5, SIDE // 2)):
            ends = np.cumsum(widths[band])
            number[row : row + depth] = band * SIDE + np.searchsorted(ends, np.arange(SIDE), "right")
            row += depth
        sums = np.bincount(number.ravel(), field.ravel())
        sizes = np.bincount(number.ravel())
        return (sums / np.maximum(sizes, 1))[number]
