"""Play on both sides at once: the compiled rules and a plain twin, compared at every position."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from sandtable import CHANCE, OVER
from sandtable.game import Position
from sandtable.rng import below


def agree(game: ModuleType, position: Position, twin: Any, rng: Any, plies: int = 1 << 30) -> int:
    """Plays at random, so many plies at most, and compares; returns the plies played."""
    made, first = position.game, position.ply
    while True:
        sentences = [made.describe(action) for action in position.actions()]
        assert sorted(sentences) == sorted(twin.legal())
        assert game.told(position) == game.told_of_twin(twin)
        if position.over or position.ply == first + plies:
            break
        action = chosen(position, game.liking, rng)
        position.play(action)
        twin.play(made.describe(action))
    if position.over:
        assert position.to_move == OVER
        assert position.score == pytest.approx((twin.score, -twin.score), abs=1e-6)
    return position.ply - first


def chosen(position: Position, liking: Callable[[Position, int], int] | None, rng: Any) -> int:
    """A random action, or an outcome by its weight; `liking`: how much more often an action is chosen than others."""
    if position.to_move == CHANCE or liking is None:
        return position.sample(rng)
    lots = [action for action in position.actions() for _ in range(liking(position, action))]
    return lots[below(rng, len(lots))]
