"""The compiled rules and a plain twin written from the rule text agree on every position of random matches."""

from types import ModuleType
from typing import Any

import pytest

from sandtable import OVER, load, stream
from tests.perft import assault, optio

CASES = [
    pytest.param(game, settings, id=f"{game.GAME}-{n}")
    for game in (assault, optio)
    for n, settings in enumerate(game.SETTINGS)
]


def agree(game: ModuleType, seed: int, match: int, settings: dict[str, Any]) -> int:
    """Plays a random match on both sides and compares them; returns its plies."""
    made = load(game.GAME, **settings)
    position, twin, rng = made.start(), game.twin_of(made), stream(seed, match)
    while True:
        sentences = [made.describe(action) for action in position.actions()]
        assert sorted(sentences) == sorted(twin.legal())
        assert game.told(position) == game.told_of_twin(twin)
        assert int(position.state.turn) == twin.turn
        if position.over:
            break
        action = position.sample(rng)
        position.play(action)
        twin.play(made.describe(action))
    assert position.to_move == OVER
    assert position.score == pytest.approx((twin.score, -twin.score), abs=1e-6)
    return position.ply


@pytest.mark.parametrize(("game", "settings"), CASES)
def test_random_matches_agree(game: ModuleType, settings: dict[str, Any]) -> None:
    assert sum(agree(game, 1, match, {**settings, **game.SHORT}) for match in range(2)) > 20


@pytest.mark.slow
@pytest.mark.parametrize(("game", "settings"), CASES)
def test_many_random_matches_agree(game: ModuleType, settings: dict[str, Any]) -> None:
    for match in range(15):
        agree(game, 2, match, settings)
