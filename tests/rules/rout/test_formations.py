"""The ready-made formations fit every table, half and block (T1.5)."""

from itertools import product
from math import hypot

import numpy as np
import pytest

from sandtable.games.rout.data.formations import FORMATIONS, NAMES, formations
from sandtable.games.rout.schema import MOST_HAND
from tests.rules.rout.plane import Block, distance, overlap, settled
from tests.rules.scenario import clause

TABLES = tuple(product((600, 1000, 2000), repeat=2))
BLOCKS = ((40, 15), (40, 40), (75, 25), (100, 15), (100, 40))


def halves(width: float, height: float, split: int) -> list[list[tuple[float, float]]]:
    """Ivory's half and Ink's, their corners counter-clockwise."""
    if split:
        return [[(0, 0), (width, 0), (width, height)], [(0, 0), (width, height), (0, height)]]
    middle = height / 2
    return [
        [(0, 0), (width, 0), (width, middle), (0, middle)],
        [(0, middle), (width, middle), (width, height), (0, height)],
    ]


def within(block: Block, half: list[tuple[float, float]]) -> bool:
    """Whether all corners lie left of all sides."""
    sides = zip(half, [*half[1:], half[0]], strict=True)
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0
        for (ax, ay), (bx, by) in sides
        for x, y in block.corners()
    )


def near(a: Block, b: Block) -> bool:
    """Whether two blocks could touch if they were turned."""
    return hypot(a.x - b.x, a.y - b.y) <= hypot(a.length, a.breadth) + 1


@clause("T1.5")
@pytest.mark.parametrize(("length", "breadth"), BLOCKS)
@pytest.mark.parametrize(("width", "height"), TABLES)
def test_every_formation_stands_inside_its_half_with_room_between(
    width: int, height: int, length: int, breadth: int
) -> None:
    slots = formations(width, height, length, breadth)
    assert slots.shape == (2, 2, FORMATIONS, MOST_HAND, 3)
    for seat, split, n in product(range(2), range(2), range(FORMATIONS)):
        blocks = [
            Block(float(x), float(y), float(turn), length, breadth) for x, y, turn in slots[seat, split, n]
        ]
        half = halves(width, height, split)[seat]
        assert all(within(block, half) for block in blocks)
        pairs = [(a, b) for i, a in enumerate(blocks) for b in blocks[:i] if near(a, b)]
        assert not any(overlap(a, b) or distance(a, b) <= 1 for a, b in pairs)


@clause("T1.5")
@pytest.mark.parametrize("table", [(1000, 1000, 75, 25), (2000, 600, 40, 40), (601, 777, 41, 15)])
def test_ink_stands_as_ivory_does_from_his_own_seat(table: tuple[int, int, int, int]) -> None:
    slots = formations(*table).astype(int)
    assert (slots[1, ..., :2] == table[:2] - slots[0, ..., :2]).all()
    assert (slots[1, ..., 2] == slots[0, ..., 2]).all()


@clause("T1.5")
def test_the_formations_differ_and_their_first_slots_are_in_front() -> None:
    assert len(set(NAMES)) == FORMATIONS == 6
    slots = formations(1000, 1000, 75, 25)
    for split in range(2):
        assert len({slots[0, split, n].tobytes() for n in range(FORMATIONS)}) == FORMATIONS
    for n in range(FORMATIONS):
        # toward the enemy is north
        up = slots[0, 0, n, :, 1]
        assert up[:4].mean() > up[8:].mean()


@clause("T1.5")
def test_on_the_default_table_blocks_stand_as_they_are_drawn() -> None:
    slots = formations(1000, 1000, 75, 25)
    line = slots[0, 0, NAMES.index("line"), :7]
    assert line[:3].tolist() == [[500, 350, 0], [370, 350, 0], [630, 350, 0]]
    assert set(line[:, 1].tolist()) == {350}
    assert slots[0, 0, NAMES.index("wedge"), 0].tolist() == [500, 425, 0]
    # the diagonal line rises by 45 degrees
    assert slots[0, 1, NAMES.index("line"), 0].tolist() == [650, 350, 45]


@clause("T1.5")
def test_the_table_of_slots_is_the_games_and_cannot_be_written() -> None:
    slots = formations(800, 1200, 60, 20)
    assert not slots.flags.writeable
    setup = settled(width=800, height=1200, length=60, breadth=20)
    assert np.array_equal(setup.formation, slots)
