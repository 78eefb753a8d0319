"""Each metric on rows made by hand, with the answer worked out by hand too."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from sandtable.authoring import Lab
from sandtable.lab.statistics import known, metrics, named
from sandtable.lab.statistics.stats import Figure, student, wilson
from tests.lab.frames import rows


def test_a_seat_scores_what_its_matches_did():
    # pairs score 1, 1/2, 1/2, 1/4
    found = metrics.seat_advantage(rows(1, 1, 1, -1, 0, 0, 0, -1))
    assert found.value == pytest.approx((1 + 0.5 + 0.5 + 0.25) / 4)
    assert found.low < found.value < found.high
    assert found.n == 4


def test_who_began_scores_whichever_seat_it_had():
    # seat 0 began and won, seat 1 began and won, seat 1 began and lost, nobody is known to have begun
    found = metrics.first_advantage(rows(1, -1, 1, 1, went_first_0=[1, 0, 0, 0], went_first_1=[0, 1, 1, 0]))
    assert found is not None
    assert found.value == pytest.approx((1 + 0) / 2)
    assert metrics.first_advantage(rows(1, 1)) is None


def test_what_each_pair_came_to_has_short_names():
    began = {"went_first_0": [1, 0, 1, 0, 0, 1], "went_first_1": [0, 1, 0, 1, 1, 0]}
    counted = {"hard_strikes_0": [1, 2, 3, 4, 5, 6], "hard_strikes_1": [3, 2, 1, 0, 1, 2]}
    matches = (1, 0, -1, -1, {"score_0": 0, "plies": 16}, 0)
    found = metrics.paired(rows(*matches, **began, **counted))
    assert {name: values.tolist() for name, values in found.items()} == {
        "side": pytest.approx([0.75, 0.0, 0.5]),
        "drawn": [0.5, 0.0, 1.0],
        "decisions": [7.0, 7.0, 7.0],
        "plies": [10.0, 10.0, 13.0],
        "first": pytest.approx([0.75, 0.5, 0.5]),
        "hard strikes": [2.0, 2.0, 3.5],
    }
    # where somebody began twice or nobody, who began has no score of its own
    other = metrics.paired(rows(*matches, **{**began, "went_first_0": [1] * 6}))
    assert list(other) == ["side", "drawn", "decisions", "plies"]


def test_pairs_are_what_is_counted():
    # one and the same result in both matches of each pair is worth one observation a pair
    won = metrics.seat_advantage(rows(*[1, 1, -1, -1] * 50))
    assert won.n == 100
    assert (won.low, won.high) == pytest.approx(wilson(0.5, 99, student(99)))
    # pairs that split vary less, and so they say more
    split = metrics.seat_advantage(rows(*[1, -1] * 99, 1, 1))
    assert split.high - split.low < won.high - won.low


def test_the_first_player_of_a_plan_is_found_in_either_seat():
    assert metrics.score_of_first(rows(1, -1, 1, -1), "a").value == 1.0
    assert metrics.score_of_first(rows(1, 1, -1, -1), "a").value == 0.5
    assert metrics.scores_of_first(rows(1, -1, 1, 1, 0, 1)).tolist() == [1.0, 0.5, 0.25]


def test_length_is_in_decisions_with_quantiles():
    matches = [{"decisions_0": n, "decisions_1": 0} for n in range(1, 101) for _ in range(2)]
    mean, short, median, long = metrics.length(rows(*matches))
    assert mean.value == pytest.approx(50.5)
    assert (short.value, median.value, long.value) == (5, 50, 95)
    assert long.low < 95 < long.high <= 100


def test_both_sides_decide():
    found = metrics.length(
        rows(*[{"decisions_0": n, "decisions_1": m} for n, m in [(3, 4), (5, 2), (1, 1), (2, 4)]])
    )
    assert found[0].value == pytest.approx((7 + 7 + 2 + 6) / 4)
    assert [figure.value for figure in found[1:]] == [2, 6, 7]


def test_draws_are_a_share_and_none_is_not_certainty():
    assert metrics.draws(rows(0, 1, 1, 1)).value == 0.25
    never = metrics.draws(rows(1, 1, 1, -1))
    assert never.value == never.low == 0.0
    assert never.high > 0.3


def test_the_interval_of_a_ratio_is_that_of_cochran():
    top, bottom = np.array([1.0, 2.0, 4.0]), np.array([2.0, 4.0, 6.0])
    found = metrics.ratio("r", top, bottom)
    rest = top - found.value * bottom
    error = np.sqrt(3 * (rest**2).sum() / 2) / 12
    assert found.high - found.value == pytest.approx(student(2) * error)
    with pytest.raises(ValueError, match="cannot be measured"):
        metrics.ratio("r", top, np.zeros(3))


def test_counters_are_means_of_a_side():
    found = metrics.counters(
        rows(1, 1, 1, 1, strikes_0=[1, 2, 3, 4], strikes_1=[0, 0, 0, 0], went_first_0=[1] * 4)
    )
    assert [(figure.name, figure.value) for figure in found] == [("strikes", 1.25)]


def test_a_histogram_of_whole_numbers_has_whole_bins():
    assert metrics.histogram([1, 2, 2, 4]) == [(0.5, 1.5, 1), (1.5, 2.5, 2), (2.5, 3.5, 0), (3.5, 4.5, 1)]
    bins = metrics.histogram([0.0, 0.5, 1.0], bins=4)
    assert sum(count for _, _, count in bins) == 3
    assert metrics.histogram([2.5, 2.5])[0][2] == 2
    wide = metrics.histogram(list(range(1000)))
    assert len(wide) <= 21
    assert sum(count for _, _, count in wide) == 1000


def test_a_difference_adds_the_errors_of_both():
    before, after = Figure("x", 0.5, 0.47, 0.53, 100, "share"), Figure("x", 0.6, 0.56, 0.64, 50, "share")
    found = metrics.difference("x", after, before)
    assert found.value == pytest.approx(0.1)
    assert found.high - found.value == pytest.approx(0.05)
    assert found.n == 50
    assert metrics.p_value(found) == pytest.approx(0.0000887, rel=0.01)
    assert metrics.p_value(metrics.difference("x", before, before)) == pytest.approx(1.0)
    # Newcombe's first example: 56 of 70 and 48 of 80
    one, other = (Figure("", share, *wilson(share, n), n, "share") for share, n in ((0.8, 70), (0.6, 80)))
    found = metrics.difference("x", one, other)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_holms_correction_stops_at_the_first_that_fails():
    # 0.01 against 0.05 / 4, 0.02 against 0.05 / 3: the rest stays out, however small compared with its own bound
    assert metrics.holm([0.03, 0.01, 0.04, 0.02]) == [False, True, False, False]
    assert metrics.holm([0.01, 0.012, 0.02, 0.04]) == [True, True, True, True]
    assert metrics.holm([]) == []


@pytest.mark.parametrize(
    ("value", "chance"),
    # with an error of 1 and a margin of 3: that many errors within the margin, the nearer end counts
    [(0.0, 0.00135), (2.0, 0.15866), (-2.0, 0.15866), (3.0, 0.5), (-4.0, 0.84134)],
)
def test_how_likely_a_figure_is_so_deep_within_a_margin_if_it_is_outside(value, chance):
    figure = Figure("x", value, value - metrics.QUANTILE, value + metrics.QUANTILE, 100)
    assert metrics.p_outside(figure, 3.0) == pytest.approx(chance, abs=1e-5)
    # what is known for certain is inside or not
    sure = Figure("x", value, value, value, 100)
    assert metrics.p_outside(sure, 3.0) == (0.0 if abs(value) < 3.0 else 1.0)


def test_figures_that_can_be_aimed_at_by_hand():
    counters = SimpleNamespace(names=("went_first", "blows", "capped"), limits={"capped": "at the cap"})
    spec = SimpleNamespace(lab=Lab(counters=counters))
    # the first agent wins both, then draws one and loses one; in the last match seat 1 meets the cap
    table = rows(
        *(1, -1, 0, 1),
        went_first_0=[1, 1, 0, 0],
        went_first_1=[0, 0, 1, 1],
        blows_0=[1, 2, 3, 4],
        blows_1=[1, 2, 5, 6],
        capped_0=[0, 0, 0, 0],
        capped_1=[0, 0, 0, 1],
    )
    found = named.seen(table, spec)
    assert {name: one.values.tolist() for name, one in found.items()} == {
        "score": [1.0, 0.25],
        "seat_0": [0.5, 0.75],
        "first": [0.5, 0.25],
        "draws": [0.0, 0.5],
        "decisions": [7.0, 7.0],
        "plies": [10.0, 10.0],
        "branching": [5.0, 5.0],
        "limits": [0.0, 0.5],
        "blows": [1.5, 4.5],
        "capped": [0.0, 0.25],
    }
    assert set(found) == set(known.names(spec))
    units = {name: one.figure().unit for name, one in found.items()}
    shares = dict.fromkeys(("score", "seat_0", "first", "draws", "limits"), "share")
    others = {"decisions": "decisions", "plies": "plies", "branching": "actions"}
    assert units == {**shares, **others, "blows": "a side", "capped": "a side"}
    assert named.figures(table, spec)["blows"].value == 3.0
    # of one pair nothing is known
    assert named.figures(table.head(2), spec) == {}
    unlisted = table.with_columns(branching=pl.when(pl.col("pair") == 0).then(None).otherwise(5.0))
    assert "branching" not in named.figures(unlisted, spec)
    # of pairs in which not all actions were counted, the others tell
    three = rows(*(0,) * 6).with_columns(branching=pl.Series([4.0, 6.0, None, None, 7.0, 9.0]))
    figure = named.figures(three, SimpleNamespace(lab=Lab()))["branching"]
    assert (figure.value, figure.n) == (6.5, 2)
    plain = SimpleNamespace(lab=Lab())
    assert known.names(plain) == ("score", "seat_0", "draws", "decisions", "plies", "branching")
    assert "limits" not in named.figures(table, plain)
