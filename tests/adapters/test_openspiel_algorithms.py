"""OpenSpiel's own algorithms on games of Sandtable: searches, solvers, and learners of tables."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
    minimax,
    outcome_sampling_mccfr,
)

from tests.adapters.kuhn import CHIPS
from tests.adapters.spiel import SHORT, load, seed_of, states

# of Kuhn poker to the first seat, in chips
KUHN_VALUE = -1 / 18


def evaluator(seed=0):
    return mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(seed))


def planner(game, simulations):
    return mcts.MCTSBot(
        game, 1.4, simulations, evaluator(), solve=False, random_state=np.random.RandomState(0)
    )


def knower(game, simulations):
    """An information-set searcher whose worlds are drawn from fixed numbers."""
    bot = ismcts.ISMCTSBot(game, evaluator(), 1.4, simulations, random_state=np.random.RandomState(0))
    drawn = iter(range(1000))
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, seed_of(next(drawn))))
    return bot


def choices(game, seed, most=8):
    """The first states of a random match in which a seat has a choice."""
    found = [s for s in states(game, seed) if not s.is_chance_node() and len(s.legal_actions()) > 1]
    return found[:most]


def test_cfr_plus_solves_kuhn_poker():
    game = load("kuhn")
    solver, left = cfr.CFRPlusSolver(game), []
    for _ in range(4):
        for _ in range(30):
            solver.evaluate_and_update_policy()
        left.append(CHIPS * exploitability.exploitability(game, solver.average_policy()))
    assert left == sorted(left, reverse=True)
    assert left[-1] < 2e-3
    policy = solver.average_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert CHIPS * values == pytest.approx([KUHN_VALUE, -KUHN_VALUE], abs=1e-4)


def test_the_solver_in_cpp_agrees():
    game = load("kuhn")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert CHIPS * pyspiel.exploitability(game, policy) < 2e-3
    values = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)
    assert CHIPS * values[0] == pytest.approx(KUHN_VALUE, abs=1e-3)


@pytest.mark.parametrize("name", ["optio", "rout"])
def test_sampling_cfr_learns_on_a_shipped_game(name):
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load(name))
    for _ in range(3):
        solver.iteration()
    learnt = solver._infostates
    assert len(learnt) > 10
    assert all(key.startswith(("seat 0 ", "seat 1 ")) for key in learnt)


@pytest.mark.parametrize("name", SHORT)
def test_tree_search_plays_a_shipped_game(name):
    game = load(name)
    for state in choices(game, seed=9, most=3):
        assert planner(game, 12).step(state) in state.legal_actions()


@pytest.mark.parametrize("name", [*SHORT, "hide_and_seek", "bowls"])
def test_information_set_search_plays(name):
    game = load(name)
    for state in choices(game, seed=10, most=3):
        assert knower(game, 12).step(state) in state.legal_actions()


def after(game, *texts):
    state = game.new_initial_state()
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def test_tree_search_finds_a_row_of_four():
    game = load("connect_four")
    columns = [str(n) for n in (1, 2, 1, 2, 1, 2)]
    state = after(game, *(f"drop in column {n}" for n in columns))
    assert state.action_to_string(planner(game, 300).step(state)) == "drop in column 1"


def test_a_search_for_games_without_chance_takes_one_that_says_it_has_none():
    game = load("connect_four")
    state = after(game, *(f"drop in column {n}" for n in (1, 2, 1, 2, 1, 3)))
    value, best = minimax.alpha_beta_search(
        game, state=state, value_function=lambda _: 0.0, maximum_depth=2, maximizing_player_id=0
    )
    assert (value, state.action_to_string(best)) == (1.0, "drop in column 1")


def test_information_set_search_looks_where_the_other_must_be():
    game = load("hide_and_seek")
    state = after(
        game,
        "hide in the mill",
        "hide in the well",
        "seat 0 seeks",
        "look in the barn",
        "seat 0 seeks",
        "look in the mill",
        "seat 0 seeks",
    )
    assert state.action_to_string(state.legal_actions()[0]) == "look in the well"
    state = after(
        game, "hide in the mill", "hide in the well", "seat 0 seeks", "look in the barn", "seat 0 seeks"
    )
    policies = [
        dict(knower(game, 100).get_policy(s)) for s in (state, state.resample_from_infostate(0, seed_of(1)))
    ]
    assert policies[0] == policies[1]


def test_a_searcher_knows_no_secret():
    game = load("assault")
    found = 0
    for number, state in enumerate(choices(game, seed=11, most=4)):
        seat = state.current_player()
        other = state.resample_from_infostate(seat, seed_of(number))
        found += other.data != state.data
        assert knower(game, 10).get_policy(state) == knower(game, 10).get_policy(other)
    assert found > 0
