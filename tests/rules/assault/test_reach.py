"""Where a pawn can go, beside a naive twin: breadth first, and every path written out (A2.1, A2.2)."""

from collections import deque

import pytest

from sandtable import load, stream
from sandtable.authoring import below
from sandtable.engine.game import Position
from sandtable.games.assault.rules.movement import reach
from sandtable.games.assault.schema import NOWHERE
from tests.rules.scenario import clause

Place = tuple[int, int]


def empty_board(width: int, height: int) -> Position:
    corner = "S" + "." * (width - 2) + "S"
    rows = [corner, *["." * width] * (height - 2), corner]
    return load("assault", board="\n".join(rows)).start()


def scatter(position: Position, rng: object) -> None:
    """Puts the four pawns on tiles of their own, each dead in one case of six, and closes a tile in one case of two.

    They crowd into one part of the board.
    """
    tiles, width = int(position.game.setup.tiles), int(position.game.setup.width)
    near = [t for t in range(tiles) if abs(t % width - 2) + t // width < 5] if below(rng, 2) else range(tiles)
    free = list(near)
    for pawn in position.state.pawn:
        pawn.tile = free.pop(below(rng, len(free)))
        pawn.health = below(rng, 6)
    position.state.vacated = free.pop(below(rng, len(free))) if below(rng, 2) else NOWHERE


def found(position: Position, pawn: int, steps: int) -> set[Place]:
    setup = position.game.setup
    words = [int(word) for word in reach(setup, position.state, pawn, steps)]
    bits = words[0] | words[1] << 64
    tiles = [tile for tile in range(int(setup.tiles)) if bits >> int(setup.place[tile]) & 1]
    assert bits.bit_count() == len(tiles)
    return {(tile % int(setup.width), tile // int(setup.width)) for tile in tiles}


def open_places(position: Position, pawn: int) -> tuple[Place, set[Place]]:
    """The place of a pawn, and the places that are not closed and that no other living pawn stands on."""
    width = int(position.game.setup.width)
    places = {(t % width, t // width) for t in range(int(position.game.setup.tiles))}
    others = [p for p in range(4) if p != pawn and position.state.pawn[p].health > 0]
    taken = {divmod(int(position.state.pawn[p].tile), width)[::-1] for p in others}
    if position.state.vacated != NOWHERE:
        taken.add(divmod(int(position.state.vacated), width)[::-1])
    start = divmod(int(position.state.pawn[pawn].tile), width)[::-1]
    return start, places - taken


def beside(place: Place) -> list[Place]:
    x, y = place
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def breadth_first(position: Position, pawn: int, steps: int) -> set[Place]:
    start, free = open_places(position, pawn)
    far, queue = {start: 0}, deque([start])
    while queue:
        place = queue.popleft()
        for near in beside(place):
            if near in free and near not in far and far[place] < steps:
                far[near] = far[place] + 1
                queue.append(near)
    return set(far)


def by_paths(position: Position, pawn: int, steps: int) -> set[Place]:
    """The ends of all paths that enter no tile twice."""
    start, free = open_places(position, pawn)
    paths, ends = [(start,)], {start}
    for _ in range(steps):
        paths = [
            (*path, near) for path in paths for near in beside(path[-1]) if near in free and near not in path
        ]
        ends |= {path[-1] for path in paths}
    return ends


@clause("A2.1", "A2.2")
@pytest.mark.parametrize("width", range(5, 11))
@pytest.mark.parametrize("height", range(5, 11))
def test_reach_is_what_breadth_first_finds(width: int, height: int) -> None:
    position, rng = empty_board(width, height), stream(width, height)
    for _ in range(12):
        scatter(position, rng)
        for pawn in range(4):
            if position.state.pawn[pawn].health > 0:
                for steps in range(7):
                    assert found(position, pawn, steps) == breadth_first(position, pawn, steps)


@clause("A2.2")
@pytest.mark.parametrize(("width", "height"), [(5, 5), (5, 10), (7, 6)])
def test_reach_is_the_ends_of_all_paths_without_a_tile_twice(width: int, height: int) -> None:
    position, rng = empty_board(width, height), stream(width, height, 1)
    for _ in range(6):
        scatter(position, rng)
        for pawn in range(4):
            if position.state.pawn[pawn].health > 0:
                for steps in (1, 3, 6):
                    assert found(position, pawn, steps) == by_paths(position, pawn, steps)
