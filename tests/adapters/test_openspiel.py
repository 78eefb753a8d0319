"""Every game under OpenSpiel: its own simulation test, names and parameters, saving, and what is refused."""

import pickle
import re
import subprocess
import sys

import pyspiel
import pytest

import sandtable as st
from sandtable.adapters import openspiel
from sandtable.games import installed, spec
from tests.adapters.spiel import ALL, OUTSIDE, SHORT, load, looks, states
from tests.fixtures import connect_four
from tests.house.tree import ROOT

BOARD = (ROOT / "src/sandtable/games/assault/data/skirmish.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ALL)
def test_openspiel_finds_no_fault(name):
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["assault", "rush", "hide_and_seek"])
def test_openspiel_writes_a_match_down_and_reads_it_again(name):
    # it takes a second, which each process would spend that reads this file
    from open_spiel.python.algorithms import generate_playthrough

    written = generate_playthrough.playthrough(str(load(name)), action_sequence=None, seed=1)
    actions = [
        int(part) for part in re.findall(r"^# Apply action .*$\n^action: (\d+)$", written, re.MULTILINE)
    ]
    again = generate_playthrough.playthrough(str(load(name)), action_sequence=actions, seed=2)
    assert len(actions) > 2
    assert again == written


@pytest.mark.parametrize("name", installed())
def test_the_shipped_games_are_there_once_the_adapter_is_imported(name):
    assert f"sandtable_{name}" in pyspiel.registered_names()
    game = pyspiel.load_game(f"sandtable_{name}")
    assert str(game) == f"sandtable_{name}()"
    assert game.get_type().long_name == spec(name).name
    assert game.max_game_length() == st.load(name).bound()
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1.0, 1.0, 0.0)
    assert game.observation_tensor_shape() == [spec(name).rules.features]


def test_a_game_may_be_registered_again():
    names = [openspiel.register(connect_four.SPEC), openspiel.register(connect_four.SPEC)]
    assert names == ["sandtable_connect_four"] * 2
    assert pyspiel.registered_names().count("sandtable_connect_four") == 1


def test_a_game_without_chance_or_secrets_says_so():
    kind = load("connect_four").get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert load("kuhn").get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("sandtable_assault(board=grand,health=14)", {"board": "grand", "health": 14}),
        ("sandtable_optio(map=wooded:17,scout_later=True)", {"map": "wooded:17", "scout_later": True}),
        ("sandtable_rout(best_of='3',first='0')", {"best_of": "3", "first": "0"}),
    ],
)
def test_settings_are_parameters(text, settings):
    game = pyspiel.load_game(text)
    name = text.removeprefix("sandtable_").partition("(")[0]
    assert game.table.settings == st.load(name, **settings).settings
    assert str(game) == text
    assert str(openspiel.make(st.load(name, **settings))) == text
    name, parameters = f"sandtable_{name}", game.get_parameters()
    assert str(pyspiel.load_game(name, parameters)) == text


def test_a_text_of_many_lines_is_a_parameter():
    game = openspiel.make(st.load("assault", board=BOARD))
    again = pyspiel.load_game(str(game))
    assert again.table.settings["board"] == BOARD
    assert "\n" not in str(game)
    state = again.new_initial_state()
    other, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(again, state))
    assert (str(other), copy.data) == (str(game), state.data)


def test_values_that_do_not_fit_are_refused():
    with pytest.raises(st.SettingError, match="health must be a whole number from"):
        pyspiel.load_game("sandtable_assault(health=0)")
    for wrong in ("a", "!!!!"):
        with pytest.raises(st.SettingError, match="is not URL-safe base64 text"):
            pyspiel.load_game(f"sandtable_assault(board=text:{wrong})")
    with pytest.raises(st.SettingError, match="first must be one of random, 0, 1, not ''"):
        pyspiel.load_game("sandtable_rout(first='')")
    with pytest.raises(ValueError, match="game must be a game made by"):
        openspiel.make("assault")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game("sandtable_assault(colour=red)")


@pytest.mark.parametrize("name", ALL)
def test_a_saved_state_goes_on_where_it_was(name):
    game = load(name)
    state = list(states(game, seed=2, most=12))[-1]
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for copy in (again, pickle.loads(pickle.dumps(state)), state.clone()):
        assert (copy.data, copy.known, copy.history()) == (state.data, state.known, state.history())
        assert [looks(copy, seat) for seat in (0, 1)] == [looks(state, seat) for seat in (0, 1)]


def test_a_copy_is_independent():
    state = load("kuhn").new_initial_state()
    copy = state.clone()
    copy.apply_action(2)
    assert (state.history(), state.position().ply) == ([], 0)
    assert (copy.history(), copy.position().ply) == ([2], 1)
    assert state.known != copy.known


def test_numbers_have_the_sentences_of_the_game():
    state = load("rush").new_initial_state()
    position = state.position()
    for number in state.legal_actions():
        assert state.action_to_string(number) == position.game.describe(number)


@pytest.mark.parametrize("name", ["assault", "hide_and_seek"])
def test_a_tensor_that_there_is_not_is_refused(name):
    # an algorithm that is given an empty one learns nothing and does not notice
    game = load(name)
    state = game.new_initial_state()
    asked = (
        game.information_state_tensor_shape,
        game.information_state_tensor_size,
        state.information_state_tensor,
        lambda: state.information_state_tensor(0),
    )
    for ask in asked:
        with pytest.raises(pyspiel.SpielError, match="no information state tensor"):
            ask()


def test_an_illegal_number_is_refused_and_changes_nothing():
    state = load("rush").new_initial_state()
    before = state.data
    wrong = next(n for n in range(state.num_distinct_actions()) if n not in state.legal_actions())
    with pytest.raises(st.IllegalAction):
        state.apply_action(wrong)
    assert (state.data, state.history()) == (before, [])


def test_returns_are_told_at_the_end_only():
    for name in (*SHORT, *OUTSIDE):
        for state in states(load(name), seed=4, most=400):
            score = list(state.position().score) if state.is_terminal() else [0.0, 0.0]
            assert state.returns() == score


def test_outcomes_that_cannot_be_listed_have_fixed_draws():
    game = load("bowls")
    rolled = next(s for s in states(game, seed=5) if s.is_chance_node())
    outcomes = rolled.chance_outcomes()
    assert rolled.position().chances() == []
    assert len(outcomes) > 20
    assert sum(weight for _, weight in outcomes) == 1
    assert outcomes == sorted(outcomes) == rolled.clone().chance_outcomes()
    assert all(rolled.position().refusal(number) is None for number, _ in outcomes)


def test_without_the_library_one_sentence_says_what_to_install():
    block = "import sys; sys.modules['pyspiel'] = None; import sandtable.adapters.openspiel"
    done = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last == "ImportError: OpenSpiel is not installed: pip install 'sandtable[openspiel]'."
