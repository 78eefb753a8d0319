"""What OpenSpiel receives of a state: all that a seat has seen, and nothing that it has not."""

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from tests.adapters.spiel import load, looks, seed_of, states

SECRETIVE = ("assault", "optio", "rout", "kuhn", "hide_and_seek", "bowls")
KINDS = pyspiel.PrivateInfoType


def observations(memory=False, **given):
    return pyspiel.IIGObservationType(perfect_recall=memory, **given)


def hidden_from(state, seat):
    """The numbers that may come now and that `seat` would not see."""
    position, numbers = state.position(), state.get_game().numbers
    return [
        n for n in state.legal_actions() if position.observed_action(seat, numbers.action(position, n)) == -1
    ]


def after(state, number):
    made = state.clone()
    made.apply_action(number)
    return made


@pytest.mark.parametrize("name", SECRETIVE)
def test_what_another_does_in_secret_changes_nothing_that_a_seat_is_told(name):
    found = 0
    for state in states(load(name), seed=6, most=30):
        for seat in (0, 1):
            hidden = hidden_from(state, seat)
            if len(hidden) < 2 or state.is_terminal():
                continue
            one, other = after(state, hidden[0]), after(state, hidden[-1])
            assert one.data != other.data
            assert looks(one, seat) == looks(other, seat)
            assert looks(one, 1 - seat) != looks(other, 1 - seat)
            found += 1
    assert found > 0


@pytest.mark.parametrize("name", SECRETIVE)
def test_a_state_drawn_anew_looks_the_same_to_the_one_and_hides_something_else(name):
    differ = 0
    for number, state in enumerate(states(load(name), seed=7, most=25)):
        for seat in (0, 1):
            drawn = state.resample_from_infostate(seat, seed_of(number))
            assert looks(drawn, seat) == looks(state, seat)
            assert drawn.current_player() == state.current_player()
            assert drawn.history() == []
            assert drawn.data == state.resample_from_infostate(seat, seed_of(number)).data
            differ += drawn.data != state.data
            if state.current_player() == seat:
                assert drawn.legal_actions() == state.legal_actions()
    assert differ > 0


def test_other_worlds_have_other_strings_for_the_other_seat():
    state = load("kuhn").new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    told = {state.resample_from_infostate(0, seed_of(n)).information_state_string(1) for n in range(40)}
    assert len(told) == 2


def play(name, *texts):
    game = load(name)
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_the_order_of_what_was_seen_is_remembered():
    start = ("hide in the barn", "hide in the barn", "seat 0 seeks")
    first = play(
        "hide_and_seek", *start, "look in the mill", "seat 0 seeks", "look in the well", "seat 1 seeks"
    )
    second = play(
        "hide_and_seek", *start, "look in the well", "seat 0 seeks", "look in the mill", "seat 1 seeks"
    )
    assert first.data == second.data
    for seat in (0, 1):
        assert first.observation_string(seat) == second.observation_string(seat)
        assert first.information_state_string(seat) != second.information_state_string(seat)


def test_equal_information_gives_equal_strings():
    lines = [
        ("hide in the mill", place, "seat 0 seeks", "look in the mill")
        for place in ("hide in the barn", "hide in the well")
    ]
    one, other = (play("hide_and_seek", *line) for line in lines)
    assert one.information_state_string(0) == other.information_state_string(0)
    assert one.information_state_string(1) != other.information_state_string(1)


def test_a_spectator_sees_no_secret_and_gets_no_numbers():
    game = load("hide_and_seek")
    sight = make_observation(game, observations(private_info=KINDS.NONE))
    memory = make_observation(game, observations(memory=True, private_info=KINDS.NONE))
    one, other = (
        play("hide_and_seek", "hide in the mill", place) for place in ("hide in the barn", "hide in the well")
    )
    assert sight.tensor is None
    for seat in (0, 1):
        assert sight.string_from(one, seat) == sight.string_from(other, seat) != one.observation_string(seat)
        assert memory.string_from(one, seat) == memory.string_from(other, seat)
    later = (
        play("hide_and_seek", "hide in the mill", "hide in the barn", f"seat {seat} seeks") for seat in (0, 1)
    )
    assert len({memory.string_from(state, 0) for state in later}) == 2


def test_observations_are_the_features_and_the_view():
    game = load("assault")
    sight = make_observation(game)
    for state in states(game, seed=8, most=30):
        for seat in (0, 1):
            sight.set_from(state, seat)
            view = state.position().view(seat)
            assert sight.tensor.tolist() == view.features(seat).tolist() == state.observation_tensor(seat)
            assert sight.dict["features"] is sight.tensor
            assert sight.string_from(state, seat) == state.observation_string(seat)
            assert view.text() in state.observation_string(seat)


@pytest.mark.parametrize(
    "kind",
    [
        observations(public_info=False, private_info=KINDS.NONE),
        observations(public_info=False, memory=True),
        observations(private_info=KINDS.ALL_PLAYERS),
        observations(public_info=False, private_info=KINDS.ALL_PLAYERS),
    ],
)
def test_observations_that_there_are_not_are_none(kind):
    assert make_observation(load("kuhn"), kind) is None


def test_secrets_are_what_a_seat_sees_and_a_spectator_does_not():
    game = load("hide_and_seek")
    secrets = make_observation(game, observations(public_info=False))
    public = make_observation(game, observations(private_info=KINDS.NONE))
    assert secrets.tensor is None
    start = game.new_initial_state()
    assert [secrets.string_from(start, seat) for seat in (0, 1)] == ["", ""]
    one, other = (
        play("hide_and_seek", "hide in the mill", place) for place in ("hide in the barn", "hide in the well")
    )
    for state in (one, other):
        for seat in (0, 1):
            told = {*secrets.string_from(state, seat).splitlines()}
            assert told
            assert not told & {*public.string_from(state, seat).splitlines()}
            assert told <= {*state.observation_string(seat).splitlines()}
    assert secrets.string_from(one, 0) == secrets.string_from(other, 0)
    assert secrets.string_from(one, 1) != secrets.string_from(other, 1)


@pytest.mark.parametrize("player", [-1, 2, pyspiel.PlayerId.CHANCE])
def test_only_players_know_something_to_draw_from(player):
    with pytest.raises(ValueError, match="player must be 0 or 1, not"):
        load("kuhn").new_initial_state().resample_from_infostate(player, seed_of(1))


def test_observations_take_no_parameters():
    with pytest.raises(ValueError, match="take no parameters; got zoom"):
        make_observation(load("kuhn"), None, {"zoom": 2})
