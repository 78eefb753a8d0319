"""Intervals, paired differences, and the correction for many comparisons."""

import random
from math import inf

import pytest

from sandtable.lab.statistics.stats import (
    Figure,
    difference,
    elo,
    expected,
    holm,
    interval,
    mean,
    share,
    wilson,
)


def test_a_figure_is_an_entry_below_its_name():
    assert Figure("drawn", 0.5, 0.25, 0.75, 12, "share").told() == {
        "value": 0.5, "low": 0.25, "high": 0.75, "n": 12, "unit": "share",
    }  # fmt: skip


def test_interval_of_plain_pairs():
    found = interval([(1.0, 1.0), (1.0, -1.0), (0.0, 1.0), (-1.0, -1.0)])
    assert found.score == pytest.approx((1 + 0.5 + 0.75 + 0) / 4)
    assert found.sums == (1, 0, 1, 1, 1)
    assert 0 <= found.low < found.score < found.high <= 1


def test_interval_of_won_pairs_is_not_nothing():
    found = interval([(1.0, 1.0)] * 30)
    assert found.score == found.high == 1.0
    assert 0.8 < found.low < 0.95


def test_interval_needs_a_pair():
    with pytest.raises(ValueError, match="at least one"):
        interval([])


def test_intervals_cover_the_truth():
    draw = random.Random(5)
    covered = 0
    for _ in range(400):
        # matches of a pair lean the same way: pairs vary more than matches would
        pairs = []
        for _ in range(100):
            luck = draw.uniform(-0.3, 0.3)
            pairs.append(tuple(1.0 if draw.random() < 0.6 + luck else -1.0 for _ in range(2)))
        found = interval(pairs)
        covered += found.low <= 0.6 <= found.high
    assert 0.92 < covered / 400 < 0.98


def test_intervals_of_few_pairs_cover_the_truth_too():
    draw = random.Random(7)
    points = [draw.choices((0.0, 0.25, 0.5, 0.75, 1.0), (1, 4, 6, 4, 1), k=10) for _ in range(1000)]
    found = [share(values) for values in points]
    assert 0.93 < sum(figure.low <= 0.5 <= figure.high for figure in found) / 1000 < 0.985
    # without Student's quantile and the variance of a sample it would be nine in ten
    plain = [
        wilson(f.value, 2.5 / (sum((v - f.value) ** 2 for v in values) / 10))
        for f, values in zip(found, points, strict=True)
    ]
    assert sum(low <= 0.5 <= high for low, high in plain) / 1000 < 0.93


def test_wilson_and_elo():
    low, high = wilson(0.5, 100)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-3), pytest.approx(0.5962, abs=1e-3))
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(1.0) == inf
    assert elo(0.0) == -inf
    assert expected(elo(0.3)) == pytest.approx(0.3)


def test_a_share_is_an_interval_of_its_own_observations():
    found = share([1.0, 0.5, 0.75, 0.0], "first")
    same = interval([(1.0, 1.0), (1.0, -1.0), (0.0, 1.0), (-1.0, -1.0)])
    assert (found.name, found.n) == ("first", 4)
    assert (found.value, found.low, found.high) == (same.score, same.low, same.high)


def test_a_mean_by_hand():
    # deviation 1, error 1 / sqrt 3, Student's quantile with two degrees of freedom 4.303
    found = mean([1.0, 2.0, 3.0], "length", "plies")
    assert found.value == 2.0
    assert found.high - found.value == pytest.approx(4.303 / 3**0.5, abs=1e-3)
    assert found.value - found.low == pytest.approx(found.high - found.value)
    assert (found.n, found.unit) == (3, "plies")


def test_one_observation_says_nothing_of_the_mean():
    found = mean([7.0])
    assert (found.value, found.low, found.high) == (7.0, -inf, inf)
    with pytest.raises(ValueError, match="at least one"):
        mean([])


def test_a_paired_difference_by_hand():
    # gaps 1, 2, 3: t = 2 sqrt 3, p from the table of Student's distribution with two degrees of freedom
    found = difference([2.0, 4.0, 6.0], [1.0, 2.0, 3.0])
    assert found.figure.value == 2.0
    assert found.p == pytest.approx(0.0742, abs=1e-4)


def test_pairing_takes_out_what_both_share():
    draw = random.Random(3)
    ground = [draw.gauss(0, 10) for _ in range(50)]
    first = [value + 1 + draw.gauss(0, 0.1) for value in ground]
    assert difference(first, ground).p < 1e-6
    assert difference(first, ground[1:] + ground[:1]).p > 0.05


def test_equal_differences_are_tested_by_their_sign():
    assert difference([1.0, 1.0], [1.0, 1.0]).p == 1.0
    assert difference([2.0] * 5, [1.0] * 5).p == 1 / 16
    # as far as rounding goes
    assert difference([0.3, 0.5, 0.8], [0.2, 0.4, 0.7]).p == 1 / 4
    assert difference([2.0], [1.0]).p == 1.0


def test_shares_that_do_not_differ_may_all_the_same():
    alike = [0.0, 1.0, 0.5, 1.0]
    found = difference(alike, alike, shares=True)
    # Wilson's interval of none in four
    assert (found.figure.value, found.p) == (0.0, 1.0)
    assert (found.figure.low, found.figure.high) == pytest.approx((-0.4899, 0.4899), abs=1e-4)
    assert difference([0.0, 1.0], [1.0, 0.0], shares=True).figure.high > 1.0
    # of what has no bounds nothing is known
    assert difference(alike, alike).figure.high == 0.0


def test_conditions_must_be_as_long():
    with pytest.raises(ValueError, match="shorter"):
        difference([1.0, 2.0], [1.0])


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


def test_holm_is_that_of_statsmodels():
    multitest = pytest.importorskip("statsmodels.stats.multitest")
    draw = random.Random(2)
    chances = [draw.random() ** 3 for _ in range(30)] + [0.2, 0.2]
    assert holm(chances) == pytest.approx(multitest.multipletests(chances, method="holm")[1].tolist())


def test_holm_keeps_false_alarms_rare():
    draw = random.Random(9)
    plain = corrected = 0
    for _ in range(300):
        chances = [draw.random() for _ in range(10)]
        plain += min(chances) < 0.05
        corrected += min(holm(chances)) < 0.05
    assert plain / 300 > 0.3
    assert corrected / 300 < 0.09
