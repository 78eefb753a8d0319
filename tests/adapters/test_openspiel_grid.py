"""The grid of flicks: what it lists is legal, its numbers stay, and its errors of the hand are like the true ones."""

from collections import Counter
from dataclasses import replace
from math import atan2, degrees

import numpy as np
import pytest

import sandtable as st
from sandtable.adapters import openspiel
from sandtable.authoring import Actions, Kind
from sandtable.games.rout.players import grid
from sandtable.games.rout.players.grid import GRID, WAYS
from sandtable.games.rout.schema import DEEDS, LEAST_PACE, STILL
from tests.adapters.spiel import load, states
from tests.fixtures import bowls


def turns(seed=1, **settings):
    """States of a random match in which a block may be flicked."""
    game = load("rout", turn_cap=20, **settings)
    return [state for state in states(game, seed, most=150) if state.position().phase == "turn"]


def flicks(state):
    """Number -> fields of the flicks that the grid opens, and their kinds."""
    taken = {number: GRID.unpack(number) for number in state.legal_actions()}
    return {number: found for number, found in taken.items() if found.kind in DEEDS}


def test_there_are_few_enough_numbers():
    assert load("rout").num_distinct_actions() == GRID.count < 25_000
    assert grid.ACTIONS.count > 2**31


def test_numbers_stay_what_they_are():
    # saved policies hold them
    assert GRID.pack("formation", formation=0) == 7
    assert GRID.pack("move", unit=0, mark=0, point=0, power=0) == 43
    assert GRID.pack("melee", unit=3, mark=WAYS + 8, point=1, power=2) == 8976
    assert GRID.pack("hand", fall=2, fast=1) == 23378
    state = turns()[0]
    number = GRID.pack("melee", unit=3, mark=WAYS + 8, point=1, power=2)
    assert state.action_to_string(number) == "melee block 4 toward block 9, pushed further up, at 3 m/s"


def test_every_number_that_is_open_is_a_legal_flick_and_each_another():
    for state in turns():
        position, listed = state.position(), state.legal_actions()
        assert listed == sorted(set(listed))
        numbers = state.get_game().numbers
        for number in listed:
            assert position.refusal(numbers.action(position, number)) is None
        assert len(flicks(state)) == len(listed) - 1


def test_every_block_that_may_act_has_flicks_toward_every_other():
    for state in turns():
        position = state.position()
        s = position.state
        found = {}
        for taken in flicks(state).values():
            found.setdefault((taken.kind, taken.fields["unit"]), set()).add(taken.fields["mark"])
        able = [n for n in range(s.count) if s.block[n].side == s.side and s.block[n].kind == s.card]
        able = [n for n in able if not s.block[n].broken] if s.unit < 0 else [int(s.unit)]
        deeds = [deed for n, deed in enumerate(DEEDS) if s.may >> n & 1]
        assert set(found) == {(deed, n) for deed in deeds for n in able}
        for (_, unit), marks in found.items():
            assert marks == {*range(WAYS), *(WAYS + n for n in range(s.count) if n != unit)}


def test_flicks_go_where_their_numbers_say():
    state = turns()[0]
    position = state.position()
    for number, taken in flicks(state).items():
        told = position.game.unpack(state.get_game().numbers.action(position, number))
        assert (told.kind, told.fields["unit"]) == (taken.kind, taken.fields["unit"])
        assert 0.2 + 0.02 * told.fields["speed"] == pytest.approx(1 + taken.fields["power"])
        mark, way = taken.fields["mark"], told.fields["direction"] / 10
        if mark < WAYS:
            assert way == 30 * mark
            continue
        own, other = position.state.block[told.fields["unit"]], position.state.block[mark - WAYS]
        wanted = degrees(atan2(int(other.y) - int(own.y), int(other.x) - int(own.x)))
        assert abs((way - wanted + 180) % 360 - 180) <= 0.05 + 1e-9


def test_a_push_beside_the_middle_is_beside_it():
    state = turns()[0]
    position, numbers = state.position(), state.get_game().numbers
    found = Counter()
    for number, taken in flicks(state).items():
        first = GRID.pack(taken.kind, **{**taken.fields, "point": 0})
        contacts = [
            position.game.unpack(numbers.action(position, n)).fields["contact"] for n in (first, number)
        ]
        found[taken.fields["point"], contacts[1] - contacts[0]] += 1
    assert found[0, 0] > 0
    assert found[1, 10] > 0
    assert found[2, -10] > 0


@pytest.mark.parametrize("hand", ["steady", "casual", "novice"])
def test_errors_of_the_hand_have_the_mean_and_the_spread_of_the_true_ones(hand):
    state = next(s for s in states(load("rout", hand=hand), seed=3, most=200) if s.position().phase == "hand")
    position, numbers = state.position(), state.get_game().numbers
    outcomes = state.chance_outcomes()
    weights = np.array([weight for _, weight in outcomes])
    told = [position.game.unpack(numbers.action(position, number)) for number, _ in outcomes]
    errors = np.array([(t.fields["turn"] - STILL, t.fields["pace"] + LEAST_PACE - 100) for t in told])
    assert all(position.refusal(numbers.action(position, number)) is None for number, _ in outcomes)
    assert len(outcomes) == 15
    assert weights.sum() == pytest.approx(1)
    assert weights @ errors == pytest.approx([0, 0], abs=1e-9)
    spread = np.sqrt(weights @ errors**2)
    wide, share = position.game.setup.error[0]
    # whole steps: tenths of a degree, hundredths of the speed
    assert spread == pytest.approx([10 * wide, 100 * share], abs=0.5)


@pytest.mark.parametrize(
    ("settings", "count"), [({"ivory_turn": 0, "ink_turn": 0}, 3), ({"hand": "none"}, 0)]
)
def test_errors_that_are_the_same_are_one(settings, count):
    found = [s for s in states(load("rout", **settings), seed=3, most=120) if s.position().phase == "hand"]
    assert {len(state.chance_outcomes()) for state in found} == ({count} if count else set())


def test_what_is_no_flick_is_as_in_the_game():
    game = load("rout", split="open")
    seen = set()
    for state in states(game, seed=4, most=80):
        position, numbers = state.position(), game.numbers
        if state.is_terminal() or position.phase == "hand":
            continue
        seen.add(position.phase)
        for number in state.legal_actions():
            if GRID.unpack(number).kind not in DEEDS:
                assert state.action_to_string(number) == position.game.describe(
                    numbers.action(position, number)
                )
        if not position.partial:
            assert [
                numbers.action(position, number) for number in state.legal_actions()
            ] == position.actions()
    assert {"first", "split", "deal", "place", "draw", "turn"} <= seen


def test_numbers_that_there_are_not_are_refused():
    state = turns()[0]
    with pytest.raises(ValueError, match="an action must be a number from 0"):
        state.apply_action(GRID.count)
    count, side = int(state.position().state.count), int(state.position().state.side)
    enemy = next(n for n in range(count) if state.position().state.block[n].side != side)
    with pytest.raises(st.IllegalAction, match="This is not your block"):
        state.apply_action(GRID.pack("move", unit=enemy, mark=0, point=0, power=0))
    for unit, mark in ((count, 0), (0, WAYS + count), (0, WAYS)):
        with pytest.raises(ValueError, match=f"blocks 1 to {count} can be flicked here"):
            state.apply_action(GRID.pack("move", unit=unit, mark=mark, point=0, power=0))


def test_too_many_actions_without_a_grid_are_refused():
    many = Actions(Kind("count", "count to {number}", number=2**31))
    name = openspiel.register(
        replace(
            bowls.SPEC,
            rules=replace(bowls.SPEC.rules, actions=many),
        )
    )
    try:
        with pytest.raises(ValueError, match="OpenSpiel supports at most 2147483647: declare a grid"):
            openspiel.pyspiel.load_game(name)
    finally:
        openspiel.register(bowls.SPEC)
