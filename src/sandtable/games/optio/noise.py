"""Smooth random fields over the cells of a map, and courses that follow their valleys: what maps are generated from."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from sandtable.games.optio.ground import CELLS, SIDE, SQUARES

Field = NDArray[np.float64]  # [40, 40]
Mask = NDArray[np.bool_]  # [40, 40]

# sums and powers differ in their last digits from processor to processor; maps are made from what is alike everywhere
DIGITS = 6
# how far noise reaches over the edge of the map, so that blobs at the edge look like others
MARGIN = 16
# how far a course may leave the map sideways before it is cut off there
BEYOND = 20
# keeps the ends of a course near the places asked for
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
    """A random field of mean 0 and variance 1, with blobs about 4 * `size` cells wide, `along` times longer west to east.

    Its mean over an area `spread` times as wide is about 0 everywhere: no part of the map is without blobs.
    """
    white = rng.standard_normal((SIDE + 2 * MARGIN, SIDE + 2 * MARGIN))
    near = _bell(size, MARGIN) @ white @ _bell(size * along, MARGIN).T
    far = _bell(size * spread, MARGIN) @ white @ _bell(size * along * spread, MARGIN).T
    made = near - far
    return np.round((made - made.mean()) / made.std(), DIGITS)


def nearness(mask: Mask, size: float) -> Field:
    """From 0 to 1, falling off around the cells of `mask` over about `size` cells; 0 everywhere where the mask is empty."""
    bell = _bell(size, 0)
    made = bell @ mask.astype(np.float64) @ bell.T
    return np.round(made / max(made.max(), 1e-9), DIGITS)


def beside(mask: Mask) -> Mask:
    """The cells with a neighbour in `mask`, the mask's own only where they have one."""
    made = np.zeros_like(mask)
    made[1:] |= mask[:-1]
    made[:-1] |= mask[1:]
    made[:, 1:] |= mask[:, :-1]
    made[:, :-1] |= mask[:, 1:]
    return made


def reached(start: Mask, within: Mask) -> Mask:
    """The cells of `within` that can be reached from `start` over neighbours in `within`."""
    found = start & within
    while True:
        wider = (found | beside(found)) & within
        # a second round before the comparison, which costs as much as one
        wider |= beside(wider) & within
        if np.array_equal(wider, found):
            return found
        found = wider


def course(cost: Field, quarter: int, start: int, end: int, slope: float) -> list[tuple[int, int]]:
    """The cheapest course of cells, each beside the last, from one edge of the map to where it leaves the map.

    With `quarter` 0 it begins at row `start` of the west edge and aims at row `end` of the east one, or at a place so
    many rows beyond the map; every further quarter turns this anticlockwise. `slope` is what a step sideways costs.
    """
    turned = np.rot90(cost, -quarter)
    rows = _cheapest(np.pad(turned, ((BEYOND, BEYOND), (0, 0)), mode="edge"), start, end, slope)
    index = np.rot90(np.arange(SIDE * SIDE).reshape(SIDE, SIDE), -quarter)
    return [divmod(int(index[row, column]), SIDE) for row, column in _joined(rows, turned)]


def _cheapest(cost: Field, start: int, end: int, slope: float) -> list[int]:
    # the row of the course in each column, rows counted on the map, found column by column from the west
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
    # the cells of the course until it leaves the map; between two cells that touch at a corner the cheaper of the two others
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
