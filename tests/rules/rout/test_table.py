"""Where a block may be placed, and where one that left is put back, against plain searches (T1.2, T1.5, T4.3)."""

from math import cos, radians, sin
from typing import Any

import numpy as np
import pytest

from sandtable.authoring import new
from sandtable.games.rout.data.shape import apart
from sandtable.games.rout.rules.table import OUTSIDE, TOO_NEAR, in_half, inside, place_fault, put_back
from sandtable.games.rout.schema import EDGE, GRAIN, HALVES, STATE, TURN
from tests.rules.rout.plane import Block, distance, lies, overlap, settled
from tests.rules.scenario import clause

SIDES = (EDGE.SOUTH, EDGE.EAST, EDGE.NORTH, EDGE.WEST)
# of the search along an edge, in mm
STEP = 0.5


def unit(angle: float) -> tuple[float, float]:
    return cos(radians(angle)), sin(radians(angle))


def put(state: Any, *blocks: tuple[float, float, float], side: int = 0) -> Any:
    """Adds blocks at x, y (mm), turned by degrees; returns the state."""
    for x, y, angle in blocks:
        block = state.block[state.count]
        block.x, block.y = round(x * GRAIN / 1000), round(y * GRAIN / 1000)
        block.c, block.s = (round(part * TURN) for part in unit(angle))
        block.side = side
        state.count += 1
    return state


def fault(setup: Any, state: Any, x: float, y: float, angle: float) -> int:
    return int(place_fault(setup, state, x / 1000, y / 1000, *unit(angle)))


def random_block(rng: np.random.Generator, setup: Any) -> Block:
    size = 2000 * float(setup.long[0]), 2000 * float(setup.wide[0])
    return Block(
        rng.uniform(0, 1000 * float(setup.width)),
        rng.uniform(0, 1000 * float(setup.height)),
        rng.uniform(0, 180),
        *size,
    )


@clause("T1.5")
def test_two_blocks_are_apart_or_not_as_their_corners_and_sides_say() -> None:
    rng, setup, seen = np.random.default_rng(1), settled(width=600, height=600), set[bool]()
    for _ in range(1500):
        a, b = random_block(rng, setup), random_block(rng, setup)
        numbers: list[float] = []
        for block in (a, b):
            numbers += [block.x, block.y, *unit(block.angle), block.length / 2, block.breadth / 2]
        free = bool(apart(*numbers, 0.0))
        assert free != overlap(a, b)
        seen.add(free)
        if free:
            gap = distance(a, b)
            assert not apart(*numbers, gap + 0.01)
            # at corners the game measures along a side, which is at least 0.7 of the shortest way
            assert apart(*numbers, 0.7 * gap)
    assert seen == {False, True}


@clause("T1.2", "T1.5")
@pytest.mark.parametrize("split", [HALVES.STRAIGHT, HALVES.DIAGONAL])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_block_is_in_a_half_when_all_its_corners_are(split: int, seat: int) -> None:
    rng, setup, found = np.random.default_rng(split), settled(width=1200, height=700), 0
    for _ in range(1500):
        block = random_block(rng, setup)
        corners = block.corners()
        on_table = all(0 <= x <= 1200 and 0 <= y <= 700 for x, y in corners)
        south = all((y <= x * 700 / 1200) if split == HALVES.DIAGONAL else y <= 350 for x, y in corners)
        north = all((y >= x * 700 / 1200) if split == HALVES.DIAGONAL else y >= 350 for x, y in corners)
        place = block.x / 1000, block.y / 1000, *unit(block.angle)
        assert inside(setup, *place) == on_table
        assert in_half(setup, split, seat, *place) == (on_table and (north if seat else south))
        found += on_table and (north if seat else south)
    assert found > 100


@clause("T1.5")
def test_a_block_that_touches_the_line_or_the_rim_is_inside() -> None:
    setup, state = settled(), new(STATE)[0]
    # 75 x 25 mm on a table of 1 m, Ivory's half 500 mm high
    for x, y in ((37.5, 12.5), (962.5, 487.5)):
        assert fault(setup, state, x, y, 0) == 0
    for x, y in ((37, 100), (963, 100), (500, 12), (500, 488)):
        assert fault(setup, state, x, y, 0) == OUTSIDE
        assert fault(setup, state, y, x, 90) == OUTSIDE
    state.side = 1
    assert fault(setup, state, 500, 512.5, 0) == 0
    assert fault(setup, state, 500, 512, 0) == OUTSIDE


@clause("T1.5")
@pytest.mark.parametrize(
    ("x", "y", "angle", "expected"),
    [
        (576, 100, 0, 0),
        (575.9, 100, 0, TOO_NEAR),
        (500, 126, 0, 0),
        (500, 125.9, 0, TOO_NEAR),
        (551, 100, 90, 0),
        (550.9, 100, 90, TOO_NEAR),
        (500, 100, 0, TOO_NEAR),
        (500, 100, 45, TOO_NEAR),
        (700, 300, 30, 0),
    ],
)
def test_blocks_are_placed_a_millimetre_apart(x: float, y: float, angle: float, expected: int) -> None:
    setup, state = settled(), put(new(STATE)[0], (500, 100, 0))
    assert fault(setup, state, x, y, angle) == expected


@clause("T1.5")
def test_what_the_enemy_placed_is_in_the_way_in_the_open_only() -> None:
    state = put(new(STATE)[0], (500, 512.5, 0), side=1)
    assert fault(settled(placing="in_turn"), state, 500, 487, 0) == TOO_NEAR
    assert fault(settled(placing="in_turn"), state, 500, 486, 0) == 0
    assert fault(settled(placing="secret"), state, 500, 487, 0) == 0


def back(setup: Any, state: Any, edge: int, x: float, y: float) -> Block:
    """Another block put back where it left at x, y (mm); the ones in the record all lie on the table."""
    n = int(state.count)
    mask = (1 << n) - 1
    state.count += 1
    put_back(setup, state, n, mask, edge, x / 1000, y / 1000)
    return lies(setup, state.block[n])


@clause("T4.3")
@pytest.mark.parametrize(
    ("edge", "x", "y", "where"),
    [
        (EDGE.SOUTH, 300, 0, (300, 12.5, 0)),
        (EDGE.NORTH, 300.004, 800, (300, 787.5, 0)),
        (EDGE.EAST, 1000, 300, (987.5, 300, 90)),
        (EDGE.WEST, 0, 123.456, (12.5, 123.46, 90)),
        # near a corner it is moved until it lies wholly inside
        (EDGE.SOUTH, 5, 0, (37.5, 12.5, 0)),
        (EDGE.NORTH, 999, 800, (962.5, 787.5, 0)),
        (EDGE.EAST, 1000, 799, (987.5, 762.5, 90)),
        # a crossing beyond the corner, as of a block that came round it on the tape
        (EDGE.WEST, 0, -20, (12.5, 37.5, 90)),
    ],
)
def test_it_lies_at_the_edge_where_it_crossed_it(
    edge: int, x: float, y: float, where: tuple[float, float, float]
) -> None:
    block = back(settled(height=800), new(STATE)[0], edge, x, y)
    assert (block.x, block.y, block.angle) == pytest.approx(where, abs=1e-9)


@clause("T4.3")
@pytest.mark.parametrize(
    ("blocks", "x", "found"),
    [
        # the nearer side, of two the western
        ([(500, 12.5, 0)], 510, 575.02),
        ([(500, 12.5, 0)], 490, 424.98),
        ([(500, 12.5, 0)], 500, 424.98),
        # a block too far in, or one that only touches the row
        ([(500, 37.5, 0)], 500, 500),
        ([(500, 37.4, 0)], 500, 424.98),
        # upright ones leave a gap of 75.02 mm, which is just enough, or of 75.01
        ([(450, 40, 90), (550.02, 40, 90)], 500, 500.01),
        ([(450, 40, 90), (550.01, 40, 90)], 500, 399.98),
        # there is no room between it and the corner
        ([(110, 12.5, 0)], 100, 185.02),
        # a lane shut by several, whose intervals meet
        ([(400, 12.5, 0), (500, 12.5, 0), (600, 12.5, 0)], 510, 675.02),
        # one that hangs over the edge is in the way with what lies on the table
        ([(500, 0, 90)], 500, 449.98),
    ],
)
def test_the_nearest_free_place_along_the_edge(
    blocks: list[tuple[float, float, float]], x: float, found: float
) -> None:
    block = back(settled(), put(new(STATE)[0], *blocks), EDGE.SOUTH, x, 0)
    assert (block.x, block.y, block.angle) == pytest.approx((found, 12.5, 0), abs=0.011)


@clause("T4.3")
def test_a_block_that_is_not_on_the_table_is_in_nobodys_way() -> None:
    setup, state = settled(), put(new(STATE)[0], (500, 12.5, 0), (700, 12.5, 0))
    state.count = 3
    put_back(setup, state, 2, 0b10, EDGE.SOUTH, 0.5, 0.0)
    assert lies(setup, state.block[2]).x == 500


def random_scene(rng: np.random.Generator, setup: Any, count: int) -> Any:
    """Blocks in all turns, most of them near an edge and some over it, that do not overlap."""
    state, placed = new(STATE)[0], list[Block]()
    while state.count < count:
        block = random_block(rng, setup)
        near = rng.uniform(0, 40)
        if rng.random() < 0.6:
            block = Block(block.x, near, block.angle, block.length, block.breadth)
        elif rng.random() < 0.5:
            block = Block(near, block.y, block.angle, block.length, block.breadth)
        if not any(overlap(block, other, 0) for other in placed):
            put(state, (block.x, block.y, block.angle))
            placed.append(lies(setup, state.block[state.count - 1]))
    return state


def along(edge: int, place: float, setup: Any, length: float, breadth: float) -> Block:
    """A block that touches the edge with its long side, its centre so far along it."""
    width, height = 1000 * float(setup.width), 1000 * float(setup.height)
    half = breadth / 2
    across = {EDGE.SOUTH: (place, half), EDGE.NORTH: (place, height - half), EDGE.EAST: (width - half, place)}
    angle = 0 if edge in (EDGE.SOUTH, EDGE.NORTH) else 90
    return Block(*across.get(edge, (half, place)), angle, length, breadth)


@clause("T4.3")
@pytest.mark.parametrize("seed", range(40))
def test_no_place_along_the_edge_is_nearer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    setup = settled(
        width=700, height=600, length=int(rng.integers(40, 101)), breadth=int(rng.integers(15, 41))
    )
    state = random_scene(rng, setup, int(rng.integers(3, 11)))
    others = [lies(setup, block) for block in state.block[: state.count]]
    edge, place = int(rng.integers(4)), rng.uniform(0, 600)
    wish = {EDGE.SOUTH: (place, 0), EDGE.NORTH: (place, 600), EDGE.EAST: (700, place), EDGE.WEST: (0, place)}[
        edge
    ]
    block = back(setup, state, edge, *wish)
    upright = edge in (EDGE.EAST, EDGE.WEST)
    assert not any(overlap(block, other, 2e-3) for other in others)
    found = block.y if upright else block.x
    assert block.corners() == pytest.approx(
        np.array(along(edge, found, setup, block.length, block.breadth).corners()), abs=1e-6
    )
    first, last = block.length / 2, (600 if upright else 700) - block.length / 2
    assert first - 1e-9 <= found <= last + 1e-9
    # what the rule allows for: two hundredths of a millimetre of room, and rounding
    best = min(max(place, first), last)
    reach = abs(found - best) - 0.04
    for there in np.arange(first, last, STEP):
        if abs(there - best) < reach:
            nearer = along(edge, float(there), setup, block.length, block.breadth)
            assert any(overlap(nearer, other, 0) for other in others)


@clause("T4.3")
def test_a_full_edge_sends_it_to_the_next_and_full_edges_further_in() -> None:
    setup = settled(width=600, height=600, length=100, breadth=40)
    # five in each of the two rows that touch the south edge and the north edge; nothing fits between or beside
    rows = [(60 + 120 * n, y, 0) for y in (20, 580) for n in range(5)]
    state = put(new(STATE)[0], *rows)
    block = back(setup, state, EDGE.SOUTH, 300, 0)
    # the crossing point seen from the east edge is its south end
    assert (block.x, block.y, block.angle) == pytest.approx((580, 90.02, 90), abs=0.02)
    sides = [(x, y, 90) for x in (20, 580) for y in (150, 260, 360, 460)]
    state = put(new(STATE)[0], *rows, *sides)
    block = back(setup, state, EDGE.NORTH, 310, 600)
    # the north edge is full, so are the west, the south and the east edge: further in, in steps of 5 mm
    assert (block.x, block.y, block.angle) == pytest.approx((310, 540, 0), abs=0.02)
