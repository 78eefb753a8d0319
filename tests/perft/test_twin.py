"""The compiled rules and a plain twin written from the rule text agree on every position of random matches."""

from random import Random
from types import ModuleType
from typing import Any

import pytest

from sandtable import load, stream
from sandtable.games.rout.schema import DIRECTIONS, STILL
from tests.perft import assault, optio, rout, rush
from tests.perft.lockstep import agree

CASES = [
    pytest.param(game, settings, id=f"{game.GAME}-{n}")
    for game in (assault, optio, rout, rush)
    for n, settings in enumerate(game.SETTINGS)
]
RUSH = [pytest.param(settings, id=f"rush-{n}") for n, settings in enumerate(rush.SETTINGS)]


def whole_match(game: ModuleType, seed: int, match: int, settings: dict[str, Any]) -> int:
    made = load(game.GAME, **settings)
    return agree(game, made.start(), game.twin_of(made), stream(seed, match))


@pytest.mark.parametrize(("game", "settings"), CASES)
def test_random_matches_agree(game: ModuleType, settings: dict[str, Any]) -> None:
    assert whole_match(game, 1, 0, {**settings, **game.SHORT}) > 10


# the referees (`tests/referees`) follow many more random matches at each commit
@pytest.mark.study
@pytest.mark.parametrize(("game", "settings"), CASES)
def test_many_random_matches_agree(game: ModuleType, settings: dict[str, Any]) -> None:
    for match in range(2 if game is rout else 6):
        whole_match(game, 2, match, settings)


def test_slips_that_are_cut_agree() -> None:
    # T3.2: flicks at all points of the rim by an unsteady hand, none of which a match of aimed flicks would see
    table, rng, cut = rout.volley(ivory_turn=150), stream(5), 0
    for _ in range(200):
        position, twin = table.position.copy(), rout.twin_at(table)
        # a card, a flick, and the hand if it errs
        while position.ply < table.position.ply + 2 or position.phase == "hand":
            action = position.sample(rng)
            slip = position.game.unpack(action)
            twin.play(position.game.describe(action))
            position.play(action)
            if slip.kind == "hand":
                turned = (int(position.state.meant.direction) + slip.fields["turn"] - STILL) % DIRECTIONS
                cut += turned != position.state.last.direction
        assert rout.told(position) == rout.told_of_twin(twin)
    assert cut > 2


def crowds(settings: dict[str, Any], seed: int, number: int) -> int:
    """Plays on from that many crowds; returns the plies played."""
    made, plies = load("rush", **settings), 0
    for n in range(number):
        table = rush.crowd(made, Random(1000 * seed + n))
        plies += agree(rush, table.position, rush.twin_at(table), stream(seed, n), 40)
    return plies


@pytest.mark.parametrize("settings", RUSH)
def test_play_in_a_crowd_agrees(settings: dict[str, Any]) -> None:
    assert crowds(settings, 3, 5) > 50


@pytest.mark.study
@pytest.mark.parametrize("settings", RUSH)
def test_play_in_many_crowds_agrees(settings: dict[str, Any]) -> None:
    assert crowds(settings, 4, 40) > 400
