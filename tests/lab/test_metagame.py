"""Equilibria with known answers."""

import numpy as np
import pytest

from sandtable.lab.statistics.metagame import equilibrium, solve
from sandtable.lab.statistics.stats import QUANTILE, Figure, share
from tests.markers import quick


def score(value, error=0.02):
    return Figure("", value, value - error, value + error, 100, "share")


def test_rock_paper_scissors_is_played_evenly():
    assert equilibrium(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])) == pytest.approx([1 / 3] * 3)


def test_an_uneven_game_has_its_textbook_mixture():
    # matching pennies where one penny is worth two: the row player shows it a third of the time
    assert equilibrium(np.array([[2.0, -1], [-1, 0.5]])) == pytest.approx([1 / 3, 2 / 3])
    # there is one to play where it loses too
    assert equilibrium(np.array([[-0.5, -0.2]])) == pytest.approx([1])


def test_a_dominated_option_is_never_played():
    scores = {
        (0, 1): score(0.3),
        (0, 2): score(0.7),
        (1, 2): score(0.3),
        **{(i, 3): score(0.6) for i in range(3)},
    }
    found = solve(["rock", "paper", "scissors", "well"], "rock", scores)
    assert [figure.value for figure in found.mixture] == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0], abs=1e-6)
    assert [option.name for option in found.never] == ["well"]
    assert found.best_answer == "paper"
    assert found.exploited.value == pytest.approx(0.2)
    assert found.payoff[1][0].value == -found.payoff[0][1].value
    # the best of three answers is found with more certainty than any one of them alone
    assert found.exploited.high - found.exploited.low > 0.04


@pytest.mark.parametrize("times", quick(10, of=(10, 40), study=(40,)))
def test_of_many_equal_options_none_is_called_bad_by_chance(times):
    # as the payoffs of 125 pairs fall out where all options are worth the same
    rng, blamed = np.random.default_rng(4), 0
    for _ in range(times):
        pairs = [(i, j) for i in range(8) for j in range(i + 1, 8)]
        scores = {pair: score(0.5 + 0.0316 * rng.standard_normal(), 1.96 * 0.0316) for pair in pairs}
        found = solve([str(n) for n in range(8)], "0", scores)
        blamed += bool(found.never)
    assert blamed <= times / 10


def test_noise_makes_weights_as_uncertain_as_the_payoffs_are():
    # rock beats scissors by a, paper rock by b, scissors paper by c: each is played as often as the other two beat each other
    means, errors = np.array([0.2, 0.1, 0.3]), np.array([0.02, 0.01, 0.04]) / QUANTILE
    scores = {(0, 1): score(0.4, 0.01), (0, 2): score(0.7, 0.02), (1, 2): score(0.2, 0.04)}
    found = solve(["rock", "paper", "scissors"], "rock", scores)
    assert found == solve(["rock", "paper", "scissors"], "rock", scores)
    assert [figure.value for figure in found.mixture] == pytest.approx([0.5, 1 / 3, 1 / 6])
    drawn = np.random.default_rng(9).normal(means, errors, (100_000, 3))
    shares = drawn[:, [2, 0, 1]] / drawn.sum(axis=1, keepdims=True)
    for figure, low, high in zip(found.mixture, *np.quantile(shares, [0.025, 0.975], axis=0), strict=True):
        # from 200 draws an end is good to a tenth of the width
        assert (figure.low, figure.high) == pytest.approx((low, high), abs=0.12 * (high - low)), figure.name
        assert figure.n == 300
    # against the mixture each is as uncertain as its payoffs, weighed by it
    halves = [np.hypot(0.01 / 3, 0.02 / 6), np.hypot(0.01 / 2, 0.04 / 6), np.hypot(0.02 / 2, 0.04 / 3)]
    assert [(figure.high - figure.low) / 2 for figure in found.against] == pytest.approx(halves)
    assert [(figure.value, figure.n) for figure in found.against] == [(pytest.approx(0.0), 200)] * 3


def test_an_option_that_won_all_is_no_surer_than_its_score():
    won = share([1.0] * 10)
    found = solve(["a", "b"], "b", {(0, 1): won})
    assert found.exploited.low + 0.5 == pytest.approx(won.low)
    assert found.payoff[1][0].high + 0.5 == pytest.approx(1.0 - won.low)


def test_weights_of_options_that_noise_alone_parts_may_be_anything():
    found = solve(["a", "b"], "a", {(0, 1): score(0.5, 0.1)})
    assert found.never == []
    assert [(figure.low, figure.high) for figure in found.mixture] == [(0.0, 1.0)] * 2
