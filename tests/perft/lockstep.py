"""Play on both sides at once: the compiled rules and a plain twin, compared at every position."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from sandtable import CHANCE, OVER
from sandtable.authoring import below
from sandtable.engine.game import Position


def agree(game: ModuleType, position: Position, twin: Any, rng: Any, plies: int = 1 << 30) -> int:
    """Plays at random, that many plies at most, and compares; returns the plies played."""
    made, first = position.game, position.ply
    while True:
        sentences = [made.describe(action) for action in position.actions()]
        assert sorted(sentences) == sorted(twin.legal())
        assert game.told(position) == game.told_of_twin(twin)
        if position.over or position.ply == first + plies:
            break
        action = game.choose(position, rng)
        if action not in position.actions():
            agree_about_others(position, twin, action, rng)
        position.play(action)
        twin.play(made.describe(action))
    if position.over:
        assert position.to_move == OVER
        assert position.score == pytest.approx((twin.score, -twin.score), abs=1e-6)
    return position.ply - first


def agree_about_others(position: Position, twin: Any, action: int, rng: Any) -> None:
    """Compares what is allowed besides what is listed: a legal action, and others that differ from it in one field."""
    made = position.game
    taken = made.unpack(action)
    (kind,) = (kind for kind in made.spec.rules.actions.kinds if kind.name == taken.kind)
    others = [{**taken.fields, name: below(rng, size)} for name, size in kind.sizes.items()]
    for fields in (taken.fields, *others):
        other = made.spec.rules.actions.pack(kind.name, **fields)
        assert twin.allows(made.describe(other)) == (position.refusal(other) is None), made.describe(other)


def at_random(position: Position, rng: Any) -> int:
    """Any legal action, or an outcome by its weight."""
    return position.sample(rng)


def liked(liking: Callable[[Position, int], int]) -> Callable[[Position, Any], int]:
    """A choice like `at_random`, but `liking` says how much more often an action is chosen than others."""

    def choose(position: Position, rng: Any) -> int:
        if position.to_move == CHANCE:
            return position.sample(rng)
        lots = [action for action in position.actions() for _ in range(liking(position, action))]
        return lots[below(rng, len(lots))]

    return choose
