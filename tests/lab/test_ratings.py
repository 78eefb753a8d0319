"""Ratings after Bradley and Terry, with the first move."""

import random
from math import exp, log

import pytest

from sandtable.lab.statistics.ratings import PRIOR, SCALE, Result, rate


def split(pairs: int, first: int, second: int) -> list[Result]:
    """Pairs of `a` and `b` of which `a` wins `first` in seat 0 and `second` in seat 1."""
    return [
        result
        for pair in range(pairs)
        for result in (
            Result("a", "b", pair, float(pair < first)),
            Result("b", "a", pair, 1.0 - float(pair < second)),
        )
    ]


def simulated(
    strengths: dict[str, float], move: float, pairs: int, draws: float, rng: random.Random
) -> list[Result]:
    """Matches of all against all with known ratings; the two of a pair lean the same way, as dice would make them."""
    names = list(strengths)
    made: list[Result] = []
    for pair in range(pairs):
        lucky = {name: rng.random() for name in names}
        for number, one in enumerate(names):
            for other in names[:number]:
                for first, second in ((one, other), (other, one)):
                    chance = 1 / (1 + exp(-(strengths[first] - strengths[second] + move)))
                    # the same number decides for the same dice, now and then
                    drawn = lucky[one] if rng.random() < 0.5 else rng.random()
                    points = float((drawn if first == one else 1 - drawn) < chance)
                    if rng.random() < draws:
                        # half a point for both, on the average as before
                        points = 0.5 * points + 0.5 * float(rng.random() < chance)
                    made.append(Result(first, second, pair, points))
    return made


def test_two_players_by_hand():
    # logit 3/4 = r + f, logit 2/4 = r - f
    found = rate(split(40, 30, 20), prior=0.0)
    r = f = log(3) / 2
    assert found.gap("a", "b").value == pytest.approx(SCALE * r)
    assert found.first_move.value == pytest.approx(SCALE * f)
    assert [player.value for player in found.players] == pytest.approx([SCALE * r / 2, -SCALE * r / 2])
    assert [player.n for player in found.players] == [40, 40]


def test_ten_to_one_is_four_hundred_points():
    assert rate(split(110, 100, 100), prior=0.0).gap("a", "b").value == pytest.approx(400.0)


def test_errors_by_hand():
    # players of equal strength and no first move: the gap is 4 times the score's distance from 1/2, and so is its error
    results = split(40, 20, 20)
    found = rate(results, prior=0.0).gap("a", "b")
    # of 40 pairs, 20 are won and 20 are lost: the error of the score is 0.5 / sqrt 40
    assert found.value == pytest.approx(0.0, abs=1e-6)
    assert found.high == pytest.approx(1.96 * SCALE * 4 * 0.5 / 40**0.5, rel=1e-3)


def test_drawn_pairs_are_known_better_than_won_and_lost_ones():
    wild = split(40, 20, 20)
    calm = [result._replace(points=0.5) for result in wild]
    assert rate(calm).gap("a", "b").value == pytest.approx(rate(wild).gap("a", "b").value, abs=1e-3)
    assert rate(calm).gap("a", "b").high < 0.5 * rate(wild).gap("a", "b").high


def test_a_perfect_score_is_finite_and_says_that_little_is_known():
    found = rate(split(30, 30, 30))
    gap = found.gap("a", "b")
    assert 300 < gap.low < 600 < gap.value < 1000 < gap.high < 2000
    assert found.first_move.value == pytest.approx(0.0, abs=1e-3)
    # more of the same moves it further and makes the lower end higher
    more = rate(split(300, 300, 300)).gap("a", "b")
    assert more.value > gap.value
    assert more.low > gap.low


def test_the_prior_by_hand():
    # of 2n matches all are won: n (1 - p(2r)) = PRIOR / 2 (2 p(r) - 1) at the most likely r of `a`, -r of `b`
    n = 30
    r = rate(split(n, n, n)).players[0].value / SCALE

    def p(x: float) -> float:
        return 1 / (1 + exp(-x))

    assert 2 * n * (1 - p(2 * r)) == pytest.approx(PRIOR * (2 * p(r) - 1), rel=1e-4)


def test_without_a_prior_a_perfect_score_is_refused():
    with pytest.raises(ValueError, match="won or lost every match"):
        rate(split(30, 30, 30), prior=0.0)


def test_players_who_never_met_are_rated_by_the_prior_alone():
    results = split(20, 12, 9) + [
        r._replace(first=r.first.upper(), second=r.second.upper()) for r in split(20, 8, 9)
    ]
    found = rate(results)
    assert found.names == ("A", "B", "a", "b")
    assert (
        found.gap("A", "a").high - found.gap("A", "a").low
        > found.gap("a", "b").high - found.gap("a", "b").low
    )
    with pytest.raises(ValueError, match="never met"):
        rate(results, prior=0.0)


def test_ratings_add_up_along_a_chain():
    truth = {"a": 0.0, "b": 0.8, "c": 1.6}
    chain = [
        r for r in simulated(truth, 0.2, 400, 0.0, random.Random(1)) if {r.first, r.second} != {"a", "c"}
    ]
    found = rate(chain)
    assert found.gap("c", "a").value == pytest.approx(found.gap("c", "b").value + found.gap("b", "a").value)
    assert found.gap("c", "a").low < SCALE * 1.6 < found.gap("c", "a").high


def test_strangers_are_refused():
    with pytest.raises(ValueError, match="not being rated: b"):
        rate(split(3, 1, 1), ["a", "c"])
    with pytest.raises(ValueError, match="at least one match"):
        rate([])


@pytest.mark.parametrize("draws", [0.0, 0.7])
def test_intervals_cover_the_truth(draws):
    rng = random.Random(7)
    truth, move, runs = {"a": 0.0, "b": 0.4, "c": 1.0}, 0.3, 150
    middle = sum(truth.values()) / 3
    covered = [0, 0, 0]
    for _ in range(runs):
        found = rate(simulated(truth, move, 60, draws, rng))
        covered[0] += found.players[0].low <= SCALE * (truth["a"] - middle) <= found.players[0].high
        covered[1] += found.gap("c", "a").low <= SCALE * (truth["c"] - truth["a"]) <= found.gap("c", "a").high
        covered[2] += found.first_move.low <= SCALE * move <= found.first_move.high
    assert all(0.89 <= count / runs <= 0.99 for count in covered), covered


def test_intervals_of_lopsided_meetings_cover_the_truth():
    rng, runs, covered = random.Random(8), 100, 0
    for _ in range(runs):
        found = rate(simulated({"a": 0.0, "b": 3.5}, 0.0, 30, 0.0, rng)).gap("b", "a")
        covered += found.low <= SCALE * 3.5 <= found.high
    assert covered / runs >= 0.9
