"""Hex grids: every table against a plain search, and walls that never lead out."""

import math
from collections import deque

import numpy as np
import pytest

from sandtable.authoring.hexgrid import (
    APART,
    NAMES,
    SIDES,
    STEP_ROW,
    STEP_X,
    WALL,
    HexGrid,
    grid,
    heading,
    in_front,
)

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(SIDES)


def stretched(rows: list[int]) -> list[tuple[int, int]]:
    """Rows of hexes around the middle, each one hex longer or shorter than the one before."""
    return [(2 * n + 1 - size, row) for row, size in enumerate(rows) for n in range(size)]


PLACES = stretched([4, 5, 6, 5, 4])
FIELD = grid(PLACES)


def angle(dx: int, dy: int) -> float:
    """The direction of an offset in degrees, counter-clockwise from the east, as it is drawn."""
    return math.degrees(math.atan2(-dy * 1.5, dx * math.sqrt(3) / 2))


def between(a: float, b: float) -> float:
    return abs((a - b + 180) % 360 - 180)


def offsets() -> list[tuple[int, int]]:
    return [
        (dx, dy) for dx in range(-9, 10) for dy in range(-6, 7) if (dx + dy) % 2 == 0 and (dx, dy) != (0, 0)
    ]


def steps(field: HexGrid, start: int) -> list[int]:
    """Steps from `start` to each hex over hexes of the grid, by breadth-first search."""
    found, line = {start: 0}, deque([start])
    while line:
        here = line.popleft()
        for over in field.across[here]:
            if over != WALL and int(over) not in found:
                found[int(over)] = found[here] + 1
                line.append(int(over))
    return [found[n] for n in range(len(field.x))]


def test_hexes_are_numbered_in_the_order_of_their_places() -> None:
    assert list(zip(FIELD.x.tolist(), FIELD.row.tolist(), strict=True)) == PLACES


def test_a_hex_has_the_neighbours_that_its_drawing_touches() -> None:
    for n, (x, row) in enumerate(PLACES):
        near = {
            round(angle(other_x - x, other_row - row) / 60) % SIDES: other
            for other, (other_x, other_row) in enumerate(PLACES)
            if math.isclose(
                math.hypot((other_x - x) * math.sqrt(3) / 2, (other_row - row) * 1.5), math.sqrt(3)
            )
        }
        assert [near.get(side, WALL) for side in range(SIDES)] == FIELD.across[n].tolist()


def test_crossing_a_side_and_the_one_opposite_comes_back() -> None:
    crossed = 0
    for n, side in np.argwhere(FIELD.across != WALL):
        assert FIELD.across[FIELD.across[n, side], (side + 3) % SIDES] == n
        crossed += 1
    # rows of 4, 5, 6, 5, 4: 19 sides within rows and 36 between them, each from both hexes
    assert crossed == 2 * (19 + 36)


def test_toward_is_the_side_of_a_neighbour_and_apart_for_all_others() -> None:
    for n in range(len(PLACES)):
        sides = {int(over): side for side, over in enumerate(FIELD.across[n]) if over != WALL}
        assert FIELD.toward[n].tolist() == [sides.get(other, APART) for other in range(len(PLACES))]


def test_distances_are_those_of_a_search() -> None:
    for n in range(len(PLACES)):
        assert FIELD.distance[n].tolist() == steps(FIELD, n)


def test_distances_do_not_mind_a_hole() -> None:
    ring = grid([place for place in stretched([2, 3, 2]) if place != (0, 1)])
    assert ring.distance[2, 3] == 2
    assert steps(ring, 2)[3] == 3


def test_what_bounces_stays_on_the_grid() -> None:
    for n in range(len(PLACES)):
        for side in range(SIDES):
            assert FIELD.across[n, FIELD.bounced[n, side]] != WALL
            if FIELD.across[n, side] != WALL:
                assert FIELD.bounced[n, side] == side


def test_two_walls_side_by_side_reflect_like_a_mirror() -> None:
    mirrored = 0
    for n in range(len(PLACES)):
        walls = np.flatnonzero(FIELD.across[n] == WALL).tolist()
        if len(walls) != 2:
            continue
        # the wall is at right angles to the line between its two sides
        outward = angle(*(int(steps[walls].sum()) for steps in (STEP_X, STEP_ROW)))
        for side in walls:
            back = int(FIELD.bounced[n, side])
            assert between(60 * back, 2 * outward + 180 - 60 * side) < 1e-6
            mirrored += 1
    assert mirrored == 2 * (2 * 2 + 4 * 1)


def test_known_reflections() -> None:
    north, north_east_edge = PLACES.index((-1, 0)), PLACES.index((4, 1))
    assert FIELD.bounced[north, NORTH_EAST] == SOUTH_EAST
    assert FIELD.bounced[north, NORTH_WEST] == SOUTH_WEST
    assert FIELD.bounced[north_east_edge, EAST] == SOUTH_WEST
    assert FIELD.bounced[north_east_edge, NORTH_EAST] == WEST


def test_three_walls_send_straight_back() -> None:
    corners = [n for n in range(len(PLACES)) if (FIELD.across[n] == WALL).sum() == 3]
    assert len(corners) == 6
    for n in corners:
        for side in np.flatnonzero(FIELD.across[n] == WALL):
            assert FIELD.bounced[n, side] == (side + 3) % SIDES


def test_a_wall_alone_sends_straight_back() -> None:
    ring = grid([place for place in stretched([3, 4, 5, 4, 3]) if place != (0, 2)])
    west_of_hole = ring.x.tolist().index(-2, ring.row.tolist().index(2))
    assert (ring.across[west_of_hole] == WALL).sum() == 1
    assert ring.bounced[west_of_hole].tolist() == [WEST, *range(1, SIDES)]


@pytest.mark.parametrize("facing", range(SIDES))
def test_the_front_is_the_half_plane_with_its_border(facing: int) -> None:
    for dx, dy in offsets():
        assert in_front(facing, dx, dy) == (between(angle(dx, dy), 60 * facing) < 90 + 1e-6), (dx, dy)


def test_the_border_of_a_front_is_in_it() -> None:
    assert in_front(EAST, 0, -2)
    assert in_front(EAST, 0, 2)
    assert not in_front(EAST, -1, -1)


@pytest.mark.parametrize("facing", range(SIDES))
def test_a_heading_is_the_nearest_side_and_among_equals_the_one_fewer_turns_away(facing: int) -> None:
    def rank(side: int, dx: int, dy: int) -> tuple[float, int, int]:
        turns = min((side - facing) % SIDES, (facing - side) % SIDES)
        return round(between(angle(dx, dy), 60 * side), 6), turns, side

    for dx, dy in offsets():
        assert heading(dx, dy, facing) == min(range(SIDES), key=lambda side: rank(side, dx, dy)), (dx, dy)


def test_known_headings() -> None:
    assert [heading(int(x), int(row), WEST) for x, row in zip(STEP_X, STEP_ROW, strict=True)] == [
        *range(SIDES)
    ]
    # straight up lies between two sides
    assert heading(0, -2, EAST) == NORTH_EAST
    assert heading(0, -2, WEST) == NORTH_WEST
    # between east and south-east, both two turns from north
    assert heading(3, 1, NORTH_WEST) == EAST
    assert heading(3, 1, WEST) == SOUTH_EAST


def test_the_sides_have_names() -> None:
    assert (NAMES[EAST], NAMES[NORTH_WEST], NAMES[SOUTH_WEST]) == ("east", "north-west", "south-west")
    assert len(set(NAMES)) == SIDES


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([], "a grid must have 1 to 255 hexes, not 0"),
        ([(2 * n % 100, 2 * (n // 50)) for n in range(256)], "a grid must have 1 to 255 hexes, not 256"),
        ([(0, 0), (2, 0), (0, 0)], "no two hexes of a grid may be in the same place"),
        ([(0, 0), (1, 0)], r"x \+ row must be even for all hexes of a grid, or odd for all"),
        ([(64, 0)], "x and row of a hex must be from -64 to 63"),
    ],
)
def test_places_that_are_no_grid_are_refused(places: list[tuple[int, int]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        grid(places)
