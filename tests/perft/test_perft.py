"""Lines of play from hand-made positions: the numbers written in a game's module, the kernel's, and a plain twin's."""

from types import ModuleType
from typing import Any

import pytest

from sandtable.engine.game import Position
from sandtable.testing import perft
from tests.perft import assault, optio, rout, rush

CASES = [
    pytest.param(game, name, id=name) for game in (assault, optio, rout, rush) for name in game.POSITIONS
]
# numbers that are written do not change while a twin is right in all that is shallower: one position of each game tells
DEEPER = [
    pytest.param(game, next(iter(game.POSITIONS)), id=game.GAME) for game in (assault, optio, rout, rush)
]


def lines_of_twin(twin: Any, depth: int) -> int:
    sentences = twin.legal()
    return len(sentences) if depth == 1 else sum(lines_of_twin(twin.played(s), depth - 1) for s in sentences)


def lines_of_face(position: Position, depth: int) -> int:
    actions = position.actions()
    if depth == 1:
        return len(actions)
    return sum(lines_of_face(position.copy().play(action), depth - 1) for action in actions)


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_kernel_counts_what_is_written(game: ModuleType, name: str) -> None:
    position, counted = game.POSITIONS[name]().position, game.COUNTED[name]
    assert {depth: perft(position, depth) for depth in counted} == counted


@pytest.mark.parametrize(("game", "name"), CASES)
def test_the_twin_counts_what_is_written(game: ModuleType, name: str) -> None:
    twin, counted = game.twin_at(game.POSITIONS[name]()), game.COUNTED[name]
    assert [lines_of_twin(twin, depth) for depth in game.QUICK] == [counted[d] for d in game.QUICK]


@pytest.mark.study
@pytest.mark.parametrize(("game", "name"), DEEPER)
def test_the_twin_counts_the_same_deeper(game: ModuleType, name: str) -> None:
    twin, counted = game.twin_at(game.POSITIONS[name]()), game.COUNTED[name]
    assert [lines_of_twin(twin, depth) for depth in game.DEEP] == [counted[d] for d in game.DEEP]


@pytest.mark.parametrize(("game", "name"), CASES)
def test_positions_played_one_by_one_count_the_same(game: ModuleType, name: str) -> None:
    position, counted = game.POSITIONS[name]().position, game.COUNTED[name]
    assert [lines_of_face(position, depth) for depth in game.QUICK] == [counted[d] for d in game.QUICK]
