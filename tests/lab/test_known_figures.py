"""Figures against those of other libraries, and against answers worked out by hand."""

from math import ceil, inf
from statistics import NormalDist

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.metagame import equilibrium, solve
from sandtable.lab.statistics.stats import Figure
from tests.lab.frames import rows

# scores of pairs as they come, none like another part of the scale
OBSERVED = [0.0, 0.25, 0.25, 0.5, 0.5, 0.75, 1.0, 1.0, 0.5, 0.75]


def ends(figure):
    return figure.low, figure.high


def test_pairs_keep_their_order():
    # figures of two columns are put together pair by pair
    frame = rows(*[{"plies": n // 2} for n in range(1000)])
    assert metrics.by_pair(frame, pl.col("plies")).tolist() == list(range(500))


def test_a_mean_is_that_of_students_test():
    for values in ([1.0, 2.0], [3.0, -1.0, 4.5, 0.25], OBSERVED):
        expected = scipy_stats.ttest_1samp(values, 0.0)
        found = metrics.mean("m", np.array(values), "plies")
        assert ends(found) == pytest.approx(tuple(expected.confidence_interval(0.95)))
        assert (found.name, found.value, found.n, found.unit) == (
            "m",
            np.mean(values),
            len(values),
            "plies",
        )
        assert stats.mean(values).high == pytest.approx(found.high)
    with pytest.raises(ValueError, match="m needs at least two pairs of matches, not 1"):
        metrics.mean("m", np.array([1.0]))


def test_the_interval_of_wins_is_wilsons():
    for count in (1, 2, 5, 10, 37, 400):
        for won in {0, 1, count // 3, count - 1, count}:
            expected = scipy_stats.binomtest(won, count).proportion_ci(0.95, "wilson")
            assert stats.wilson(won / count, count) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert stats.wilson(0.0, 7)[0] == 0.0
    assert stats.wilson(1.0, 7)[1] == 1.0
    assert stats.wilson(0.5, 7, 0.0) == (0.5, 0.5)


def test_a_share_is_wilsons_for_as_many_matches_as_vary_like_it():
    error = scipy_stats.sem(OBSERVED)
    average = np.mean(OBSERVED)
    expected = stats.wilson(average, average * (1 - average) / error**2, scipy_stats.t.ppf(0.975, 9))
    assert ends(stats.share(OBSERVED)) == pytest.approx(expected)
    # a win and a loss are worth one match
    assert ends(stats.share([0.0, 1.0])) == pytest.approx(stats.wilson(0.5, 1, scipy_stats.t.ppf(0.975, 1)))
    # those that do not vary are worth as many as there are
    assert ends(stats.share([0.5] * 4)) == stats.wilson(0.5, 4)
    assert ends(stats.share([0.75])) == stats.wilson(0.75, 1)
    assert metrics.share("s", np.array(OBSERVED)).unit == "share"


def test_sums_of_pairs_are_counted_from_none_to_two():
    pairs = [(-1, -1), (-1, 0), (0, -1), (0, 0), (1, -1), (-1, 1), (0, 1), (1, 0), (1, 1), (1, 1)]
    found = stats.interval([(float(one), float(other)) for one, other in pairs])
    assert found.sums == (1, 2, 3, 2, 2)
    assert found.score == pytest.approx(0.55)


def test_a_difference_is_that_of_the_paired_test():
    other = [0.1 * n**0.5 for n in range(len(OBSERVED))]
    found, expected = stats.difference(OBSERVED, other, "d", "points"), scipy_stats.ttest_rel(OBSERVED, other)
    assert found.p == pytest.approx(expected.pvalue)
    assert ends(found.figure) == pytest.approx(tuple(expected.confidence_interval(0.95)))
    assert (found.figure.name, found.figure.unit, found.figure.n) == ("d", "points", 10)
    assert stats.difference(other, OBSERVED).p == pytest.approx(expected.pvalue)
    two = scipy_stats.ttest_rel([0.3, 0.9], [0.1, 0.2])
    assert stats.difference([0.3, 0.9], [0.1, 0.2]).p == pytest.approx(two.pvalue)


def test_quantiles_have_their_intervals_by_ranks():
    values = np.random.default_rng(3).permutation(1000.0 * np.arange(1000))

    def rank(share):
        return 1000.0 * (ceil(1000 * share) - 1) if share > 0 else 0.0

    for at, pairs in ((0.5, 100), (0.05, 10), (0.95, 10), (0.25, 400)):
        half = 1.959964 * (at * (1 - at) / pairs) ** 0.5
        found = metrics.quantile("q", values, at, "decisions", pairs)
        assert (found.low, found.value, found.high) == (
            rank(at - half),
            rank(at),
            rank(min(1.0, at + half)),
        )
        assert (found.n, found.unit) == (pairs, "decisions")


def test_a_ratio_needs_two_pairs_and_something_to_count():
    assert metrics.ratio("r", np.array([1.0, 1.0]), np.array([2.0, 2.0])) == Figure(
        "r", 0.5, 0.5, 0.5, 2, "share"
    )
    for top, bottom in (([1.0], [2.0]), ([0.0, 0.0], [0.0, 0.0])):
        with pytest.raises(ValueError, match="r cannot be measured"):
            metrics.ratio("r", np.array(top), np.array(bottom))


def test_what_is_told_of_a_match_has_its_unit():
    frame = rows({"plies": 10, "branching": 4.0}, {"plies": 20, "branching": None}, {"plies": 30}, 1)
    plies, branching = metrics.plies(frame), metrics.branching(frame)
    assert [(f.value, f.n, f.unit) for f in (plies, branching)] == [
        (17.5, 2, "plies"),
        (4.5, 2, "actions"),
    ]
    assert [(f.n, f.unit) for f in metrics.length(frame)] == [(2, "decisions")] * 4
    # one pair alone gives no figures of choices
    assert metrics.branching(rows(1, 1, {"branching": None}, {"branching": None})) is None
    assert [f.unit for f in metrics.counters(rows(1, 1, 1, 1, hits_0=[1] * 4, hits_1=[3] * 4))] == ["a side"]


def test_bins_of_a_histogram_by_hand():
    assert metrics.histogram(list(range(1000))) == [(50 * n - 0.5, 50 * n + 49.5, 50) for n in range(20)]
    # 41 numbers in 20 bins: three each
    found = metrics.histogram(list(range(41)))
    assert found == [(3 * n - 0.5, 3 * n + 2.5, 3 if n < 13 else 2) for n in range(14)]
    assert metrics.histogram([5.0]) == [(4.5, 5.5, 1)]
    assert metrics.histogram([0.0, 0.5, 1.0], bins=4) == [
        (0, 0.25, 1),
        (0.25, 0.5, 0),
        (0.5, 0.75, 1),
        (0.75, 1, 1),
    ]
    single = metrics.histogram([2.5, 2.5])
    assert len(single) == 20
    assert single[0] == (2.5, pytest.approx(2.55), 2)
    assert single[-1][1] == 3.5


def test_p_is_two_sided_of_the_normal_distribution():
    figure = Figure("x", 0.56, 0.5, 0.62, 9)
    for none in (0.0, 0.5, 0.56, 0.6):
        z = abs(0.56 - none) / (0.06 / NormalDist().inv_cdf(0.975))
        assert metrics.p_value(figure, none) == pytest.approx(2 * scipy_stats.norm.sf(z))
    sure = Figure("x", 0.5, 0.5, 0.5, 9)
    assert (metrics.p_value(sure, 0.5), metrics.p_value(sure)) == (1.0, 0.0)
    assert metrics.p_value(Figure("x", 0.0, -inf, inf, 1)) == 1.0
    assert metrics.holm([0.05]) == [True]
    assert metrics.holm([0.0501, 0.2]) == [False, False]
    assert metrics.holm([0.04, 0.09], level=0.1) == [True, True]


def test_p_of_few_pairs_is_no_surer_than_the_interval():
    # 8 of 10 pairs won and 2 lost: one half lies in the interval
    found = stats.share([1.0] * 8 + [0.0] * 2)
    assert found.low < 0.5
    assert metrics.p_value(found, 0.5) > 0.05
    assert metrics.p_value(found, found.low) == pytest.approx(0.05)
    assert metrics.p_value(stats.share([0.0] * 8 + [1.0] * 2), 0.5) == pytest.approx(
        metrics.p_value(found, 0.5)
    )
    # of pairs that are won or lost by a coin no more are taken for uneven than is said, and of seven asked together
    for pairs in (10, 12, 20):
        chances = [
            (scipy_stats.binom.pmf(won, pairs, 0.5), stats.share([1.0] * won + [0.0] * (pairs - won)))
            for won in range(pairs + 1)
        ]
        for level in (0.05, 0.05 / 7):
            assert sum(chance for chance, score in chances if metrics.p_value(score, 0.5) <= level) <= level


def test_a_difference_has_the_unit_and_the_fewer_pairs():
    one, other = Figure("a", 5.0, 2.0, 8.0, 40, "plies"), Figure("b", 3.0, -1.0, 7.0, 30, "share")
    assert metrics.half(one) == 3.0
    assert metrics.difference("d", one, other) == Figure("d", 2.0, -3.0, 7.0, 30, "plies")
    assert metrics.known(None, one, None) == [one]


def test_elo_points_are_those_of_the_table():
    # of the federation's handbook, where scores are rounded to a hundredth
    for score, points in ((0.5, 0), (0.6, 70), (0.76, 200), (0.91, 401), (0.24, -200)):
        assert stats.elo(score) == pytest.approx(points, abs=1.0)
        assert stats.expected(points) == pytest.approx(score, abs=0.005)


# what to pick


def scored(value, n, error=0.0196):
    return Figure("", value, value - error, value + error, n, "share")


def test_a_metagame_says_of_how_many_pairs():
    found = solve(
        ["a", "b", "c"], "c", {(0, 1): scored(0.6, 100), (0, 2): scored(0.4, 200), (1, 2): scored(0.55, 400)}
    )
    assert [[figure.n for figure in row] for row in found.payoff] == [
        [0, 100, 200],
        [100, 0, 400],
        [200, 400, 0],
    ]
    assert [figure.n for figure in found.against] == [300, 500, 600]
    assert {figure.n for figure in found.mixture} == {700}
    # b beats c by 5 points, a loses to it: the best of two answers, so its interval is wider than one answer's
    assert (found.best_answer, found.exploited.value, found.exploited.n) == ("b", pytest.approx(0.05), 400)
    wide = NormalDist().inv_cdf(1 - 0.05 / 2 / 2) * 0.0196 / NormalDist().inv_cdf(0.975)
    assert ends(found.exploited) == pytest.approx((0.05 - wide, 0.05 + wide))
    assert ends(found.payoff[1][2]) == pytest.approx((0.05 - 0.0196, 0.05 + 0.0196))
    assert {figure.unit for row in found.payoff for figure in row} == {"points"}
    assert [[figure.name for figure in row] for row in found.payoff] == [[name] * 3 for name in "abc"]


def test_a_single_option_has_nothing_to_beat():
    found = solve(["a"], "a", {})
    assert [(f.value, f.low, f.high, f.n) for f in found.mixture] == [(1.0, 1.0, 1.0, 0)]
    assert (found.best_answer, found.never) == ("a", [])
    assert found.exploited.value == found.exploited.low == 0.0


def test_only_what_loses_for_certain_never_pays():
    # b wins against all and is all of the mixture, a loses for certain, c hardly
    scores = {(0, 1): scored(0.3, 100), (0, 2): scored(0.5, 100), (1, 2): scored(0.51, 100)}
    found = solve(["a", "b", "c"], "a", scores)
    assert [figure.value for figure in found.mixture] == [0.0, 1.0, 0.0]
    assert [figure.value for figure in found.against] == pytest.approx([-0.2, 0.0, -0.01])
    assert [figure.name for figure in found.never] == ["a"]


def test_an_equilibrium_is_that_of_its_support():
    draw = np.random.default_rng(8)
    for _ in range(20):
        half = draw.normal(size=(4, 4))
        payoff = half - half.T
        mixture = equilibrium(payoff)
        assert mixture.sum() == pytest.approx(1.0)
        assert (mixture >= 0.0).all()
        # a symmetric game is worth nothing: no column does better against it, and those that are mixed do no worse
        assert (mixture @ payoff).min() >= -1e-9
        assert (mixture @ payoff)[mixture > 0] == pytest.approx(0.0, abs=1e-9)
    # less than nothing is left out
    assert equilibrium(np.array([[0.0, 1.0], [-1.0, 0.0]])).tolist() == [1.0, 0.0]
