"""The sequential test over pentanomial pairs."""

import random
from math import ceil, log

import numpy as np
import pytest
from scipy.optimize import minimize

from sandtable.lab.statistics.sprt import EMPTY, POINTS, Test, follow, log_likelihood_ratio, read, state
from sandtable.lab.statistics.stats import expected

BATCH = 5
NARROW = Test(0.5, 0.6)
# chances of the five sums of points of a pair; the first has the score 0.5, the second 0.6
EVEN = (0.1, 0.25, 0.3, 0.25, 0.1)
BETTER = (0.05, 0.15, 0.3, 0.35, 0.15)


def score(chances: tuple[float, ...]) -> float:
    return sum(chance * point for chance, point in zip(chances, POINTS, strict=True))


def decide(chances: tuple[float, ...], rng: random.Random) -> tuple[str, int]:
    """The decision of the test on simulated pairs, and after how many."""
    found = follow(rng.choices(range(5), chances, k=2000), NARROW, BATCH)
    assert found.decision
    return found.decision, found.pairs


def test_the_simulated_pairs_have_the_scores_that_are_tested():
    assert score(EVEN) == pytest.approx(NARROW.low)
    assert score(BETTER) == pytest.approx(NARROW.high)


@pytest.mark.parametrize(("chances", "wrong"), [(EVEN, "high"), (BETTER, "low")])
def test_errors_are_as_rare_as_asked_for(chances, wrong):
    rng, runs = random.Random(4), 250
    played = [decide(chances, rng) for _ in range(runs)]
    share = sum(decision == wrong for decision, _ in played) / runs
    # 5 % asked for; batches go a little beyond the bounds, so somewhat fewer
    assert 0.005 < share < 0.09
    # a plain test of the same errors needs (1.645 + 1.645)^2 variance / difference^2 pairs
    variance = sum(c * (p - score(chances)) ** 2 for c, p in zip(chances, POINTS, strict=True))
    assert sum(pairs for _, pairs in played) / runs < (2 * 1.645) ** 2 * variance / 0.01


def test_who_wins_all_is_believed_when_wald_says_so():
    # each win is worth log(0.6 / 0.5), each loss log(0.4 / 0.5); the bounds at 5 % are the known -2.94 and 2.94
    assert state((1, 0, 0, 0, 1), NARROW).upper == pytest.approx(2.944, abs=1e-3)
    assert state((1, 0, 0, 0, 1), NARROW).lower == pytest.approx(-2.944, abs=1e-3)
    won, lost = ceil(2.944 / log(0.6 / 0.5)), ceil(2.944 / log(0.5 / 0.4))
    for points, pairs, decision in ((4, won, "high"), (0, lost, "low")):
        found = follow([points] * 100, NARROW, 1)
        assert (found.decision, found.pairs) == (decision, pairs)
        assert follow([points] * (pairs - 1), NARROW, 1).decision == ""
        # it is looked at after whole batches only
        assert follow([points] * 100, NARROW, 10).pairs == 10 * ceil(pairs / 10)
    assert follow([4] * 100, NARROW).pairs == 32


def likeliest(sums, mean: float) -> float:
    """The log-likelihood of the counts under the likeliest chances with this mean score, found by a general solver."""
    counts = np.array(sums, float)
    found = minimize(
        lambda p: -(counts * np.log(p)).sum(),
        np.full(5, 0.2),
        bounds=[(1e-6, 1.0)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1.0},
            {"type": "eq", "fun": lambda p: p @ np.array([0.0, 0.25, 0.5, 0.75, 1.0]) - mean},
        ],
        options={"ftol": 1e-12},
    )
    return -float(found.fun)


@pytest.mark.parametrize("sums", [(3, 5, 9, 14, 8), (20, 30, 40, 30, 20), (2, 9, 4, 1, 1)])
def test_a_ratio_is_that_of_the_likeliest_chances(sums):
    for low, high in ((0.5, 0.6), (0.45, 0.52)):
        ratio = likeliest(sums, high) - likeliest(sums, low)
        assert log_likelihood_ratio(sums, low, high) == pytest.approx(ratio, abs=1e-3)


def test_a_ratio_by_hand():
    # with wins and losses alone it is that of a coin, the empty counts aside
    won, lost = 30, 20
    coin = won * log(0.6 / 0.5) + lost * log(0.4 / 0.5)
    assert log_likelihood_ratio((lost, 0, 0, 0, won), 0.5, 0.6) == pytest.approx(coin, abs=0.01)


def test_a_ratio_of_many_pairs_is_near_that_of_a_normal_distribution():
    sums = (100, 240, 300, 255, 105)
    total = sum(sums)
    average = sum(n * p for n, p in zip(sums, POINTS, strict=True)) / total
    variance = sum(n * (p - average) ** 2 for n, p in zip(sums, POINTS, strict=True)) / total
    normal = total * 0.02 * (2 * average - 0.5 - 0.52) / (2 * variance)
    assert log_likelihood_ratio(sums, 0.5, 0.52) == pytest.approx(normal, abs=0.02)


def test_a_ratio_turns_round_with_the_players():
    sums = (3, 5, 9, 14, 8)
    assert log_likelihood_ratio(sums, 0.5, 0.6) == pytest.approx(-log_likelihood_ratio(sums[::-1], 0.4, 0.5))


def test_perfect_scores_and_no_pairs_have_a_ratio():
    assert state((0, 0, 0, 0, 0), NARROW).ratio == 0.0
    assert state((0, 0, 0, 0, 0), NARROW).decision == ""
    assert state((0, 0, 0, 0, 200), NARROW).decision == "high"
    assert state((200, 0, 0, 0, 0), NARROW).decision == "low"
    assert state((0, 0, 10**6, 0, 0), NARROW).decision == "low"
    assert EMPTY < 0.01


def test_bounds_follow_from_the_errors():
    found = state((1, 0, 0, 0, 1), Test(0.5, 0.6, alpha=0.05, beta=0.10))
    assert (found.lower, found.upper) == (pytest.approx(-2.2513, abs=1e-4), pytest.approx(2.8904, abs=1e-4))
    assert found.pairs == 2


def test_bounds_are_read_as_elo_or_as_scores():
    assert read("0, 10") == Test(0.5, expected(10))
    assert read("-5,5") == Test(expected(-5), expected(5))
    found = read("50%,55%")
    assert (found.low, found.high) == (0.5, pytest.approx(0.55))


@pytest.mark.parametrize(
    "text", ["", "5", "10,0", "5,5", "a,b", "0,1,2", "50%,5", "0%,50%", "nan,5", "0,1e999"]
)
def test_wrong_bounds_are_refused_in_a_sentence(text):
    with pytest.raises(ValueError, match="needs two bounds, the lower first"):
        read(text)


def test_a_test_that_cannot_be_is_refused():
    with pytest.raises(ValueError, match="two scores between 0 and 1"):
        Test(0.6, 0.5)
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Test(0.5, 0.6, alpha=0.7)
    for wrong in (0.0, 0.5):
        for error in ("alpha", "beta"):
            with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
                Test(0.5, 0.6, **{error: wrong})
    for low, high in ((0.0, 0.5), (0.5, 1.0), (0.5, 0.5)):
        with pytest.raises(ValueError, match="two scores between 0 and 1"):
            Test(low, high)


def test_counts_are_of_all_five_sums():
    with pytest.raises(ValueError, match="zip"):
        log_likelihood_ratio((1, 2, 3), 0.5, 0.6)
