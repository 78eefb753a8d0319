"""The chance to win, on walks of which it is known, and what is due to chance and what to choices, on matches made by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

import sandtable as st
from sandtable.engine.game import Game
from sandtable.lab.run import trial as trials
from sandtable.lab.run.rows import run_batch
from sandtable.lab.run.trails import SCHEMA, run_trails
from sandtable.lab.statistics import chances, stats
from sandtable.lab.statistics.stats import Figure
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.lab.frames import frame

END = 5
WON, LOST, DRAWN = (1.0, 1.0), (-1.0, -1.0), (0.0, 0.0)


def walks(pairs, noise=0.0, seed=1):
    """Trails of a fair walk from the middle to either end; the judgement is the place, so the chance is (place + 5) / 10."""
    rng, made = np.random.default_rng(seed), []
    for match in range(2 * pairs):
        places = [0]
        while abs(places[-1]) < END:
            places.append(places[-1] + int(rng.choice((-1, 1))))
        values = [place / END + noise * rng.standard_normal() for place in places[:-1]]
        made.append(
            (
                match // 2,
                bool(match % 2),
                float(places[-1] > 0),
                values,
                [n % 2 for n in range(len(values))],
                list(range(len(values))),
                ["step"] * len(values),
                0,
                [],
            )
        )
    return pl.DataFrame(made, schema=SCHEMA, orient="row")


def test_the_chance_of_a_fair_walk_is_found():
    found = chances.chances(walks(600))
    assert found is not None
    comebacks, gap, moved = chances.comebacks(found), chances.gap(found), chances.movement(found)
    # five of eight fall to 2 / 10 before they win, and of these two of ten win: one in eight, and as many of the other side
    assert comebacks.low < 1 / 4 < comebacks.high
    assert chances.bound(found) == pytest.approx(1 / 3)
    assert gap.low < 0.0 < gap.high
    assert moved.low < 1.0 < moved.high
    assert all(came.low - 0.02 < at < came.high + 0.02 for at, came in chances.reliability(found))
    # the winner was last in the middle, or behind, after some of the match
    assert 0.3 < chances.settled(found).value < 0.7
    # a step of the walk is worth a tenth or so, whoever takes it; along the match the winner's chance goes up
    assert 0.05 < chances.usual(found).value < chances.largest(found).value < 0.5
    ((phase, _, _, share),) = chances.by_phase(found)
    assert (phase, share.value) == ("step", pytest.approx(1.0))
    middles = [middle for _, middle, _, _ in chances.course(found)]
    assert middles[0] < chances.halfway(found).value < middles[-1]
    assert all(low <= middle <= high for _, middle, low, high in chances.course(found))


def test_a_noisy_judgement_makes_no_comebacks():
    found = chances.chances(walks(300, noise=1.0))
    # where the raw judgement falls to one in four again and again, the chance that is fitted does not
    assert chances.comebacks(found).low < chances.bound(found)
    assert abs(chances.gap(found).value) < 0.1


MEASURES = (
    chances.changes,
    chances.settled,
    chances.comebacks,
    chances.halfway,
    chances.usual,
    chances.largest,
    chances.gathered,
)


def test_intervals_count_that_other_matches_would_have_given_another_fit():
    found = chances.chances(walks(60))
    as_fitted = replace(found, refits=())
    for measure in MEASURES:
        sure, told = measure(as_fitted), measure(found)
        others = [measure(other).value for other in found.refits]
        assert len(set(others)) > 1
        assert told.value == sure.value
        # about twice as far as other matches are from each other, and never less than if the fit were right
        assert told.high - told.value > 1.5 * np.std(others) or told.high == 1.0
        assert 0.0 <= told.low <= sure.low
        assert told.high >= sure.high
    ((_, _, _, share),) = chances.by_phase(found)
    assert (share.low, share.high) == (1.0, 1.0)


def test_a_pair_that_is_drawn_twice_counts_as_two():
    found = replace(chances.chances(walks(60)), refits=())
    pairs = found.matches["pair"].unique(maintain_order=True).to_numpy()
    often = np.zeros(len(pairs), np.int64)
    often[[3, 5, 9]] = 2, 1, 4
    drawn = found.of(pairs, often)
    assert drawn.matches.height == 14
    assert drawn.said["match"].n_unique() == 14
    alone = [found.of(pairs[[n]], np.array([2])) for n in (3, 5, 9)]
    for measure in (chances.changes, chances.largest, chances.usual):
        each = [measure(one).value for one in alone]
        assert measure(drawn).value == pytest.approx(np.average(each, weights=[2, 1, 4]))
    sides = [found.touches.filter(pl.col("pair") == pairs[n]).height for n in (3, 5, 9)]
    assert drawn.touches.height == 2 * sides[0] + sides[1] + 4 * sides[2]


def test_few_pairs_have_no_chance_and_no_trail_counts_for_nothing():
    assert chances.chances(walks(chances.LEAST - 1)) is None
    empty = pl.DataFrame(
        [(n, False, 1.0, [], [], [], [], 0, []) for n in range(80)], schema=SCHEMA, orient="row"
    )
    assert chances.chances(empty) is None


def test_a_trail_follows_the_rows():
    trial = trials.make(Game(TUG), ("random", "random"), 5)
    rows, trails = run_batch(trial, 0, 3), run_trails(trial, 0, 3)
    assert trails["score"].to_list() == [0.5 + 0.5 * score for score in rows["score_0"]]
    assert trails.select("pair", "swapped").equals(rows.select("pair", "swapped"))
    first = trails.row(0, named=True)
    assert first["values"][0] == 0.0
    assert first["movers"][:4] == [0, 1, 0, 1]
    # every pull is followed by a roll
    assert first["plies"] == [2 * n for n in range(rows["plies"][0] // 2)]


@pytest.mark.parametrize(
    ("same_dice", "same_choices", "shares"),
    [
        ([WON, LOST] * 20, [WON, WON, LOST, LOST] * 10, (1.0, 0.0, 0.0)),
        ([WON, WON, LOST, LOST] * 10, [WON, LOST] * 20, (0.0, 1.0, 0.0)),
        ([WON, WON, LOST, LOST] * 10, [WON, WON, LOST, LOST] * 10, (0.0, 0.0, 1.0)),
    ],
)
def test_what_matches_have_in_common_is_due_to_what_they_share(same_dice, same_choices, shares):
    found = chances.crossed(frame([WON, LOST] * 20), frame(same_dice), frame(same_choices))
    assert [figure.value for figure in found] == pytest.approx(shares)
    assert [figure.n for figure in found] == [40] * 3
    assert all(0.0 <= figure.low <= figure.value <= figure.high <= 1.0 for figure in found)


def test_shares_make_one_whole_and_are_no_surer_than_their_pairs():
    # the dice decide everything, and what shares the choices is by accident the other way round
    own, turned = [WON, WON, LOST, LOST] * 10, [LOST, LOST, WON, WON] * 10
    chance, choices, both = chances.crossed(frame(own), frame(own), frame(turned))
    assert (chance.value, choices.value, both.value) == (1.0, 0.0, 0.0)
    assert chance.low == pytest.approx(stats.wilson(1.0, 40)[0])
    assert 0.0 < choices.high == pytest.approx(1.0 - chance.low)
    # a share below nothing is nothing, and its interval as wide as it was
    moved = chances._clipped(Figure("", -0.3, -0.4, -0.2, 40, "share"))
    assert (moved.value, moved.low, moved.high) == pytest.approx((0.0, 0.0, 0.1))
    moved = chances._clipped(Figure("", 1.2, 1.1, 1.3, 40, "share"))
    assert (moved.value, moved.low, moved.high) == pytest.approx((1.0, 0.9, 1.0))


def test_results_that_do_not_vary_are_due_to_nothing():
    assert chances.crossed(*[frame([DRAWN] * 5)] * 3) is None


def test_why_results_vary_is_told_where_enough_of_them_do():
    # of 180 matches 29 or 30 ended otherwise than the rest
    most, half = frame([WON] * 30), [*[LOST] * 14, (1.0, -1.0)]
    assert chances.crossed(most, frame([*half, *[WON] * 15]), most) is None
    assert chances.crossed(most, frame([*half, (1.0, -1.0), *[WON] * 14]), most) is not None


def test_of_moves_as_large_as_each_other_a_tenth_is_a_tenth():
    alike = pl.DataFrame(
        [(n // 2, n, "go", 0.3) for n in range(120)], ["pair", "match", "phase", "size"], orient="row"
    )
    found = SimpleNamespace(moves=lambda: alike, refits=())
    assert chances.gathered(found).value == pytest.approx(0.1)


def test_a_trial_may_keep_its_dice_and_draw_other_choices():
    game = st.Game(TUG)
    one = trials.make(game, ("random", "random"), 5)
    other = trials.Trial(one.game, one.settings, one.agents, one.seed, one.source, choices=9)
    assert one.key() != other.key()
    assert "choices" not in one.to_json()
    assert other.stream(3, trials.DICE) == one.stream(3, trials.DICE)
    assert other.stream(3, trials.FIRST) != one.stream(3, trials.FIRST)
    assert not run_batch(one, 0, 4)["plies"].equals(run_batch(other, 0, 4)["plies"])


def test_products_of_columns_are_those_of_the_whole():
    rng = np.random.default_rng(1)
    for height in (1, chances.BLOCK, 2 * chances.BLOCK + 3):
        design, weights = rng.normal(size=(height, 3)), rng.random(height)
        assert np.allclose(chances._squares(design, weights), design.T @ np.diag(weights) @ design)
        assert np.allclose(chances._times(design, np.arange(3.0)), design @ np.arange(3.0))


def test_a_fit_lies_where_its_loss_is_least():
    rng = np.random.default_rng(1)
    design = np.column_stack([np.ones(60), rng.normal(size=(60, 2))])
    score, often = (rng.random(60) < 0.4).astype(float), rng.integers(1, 4, 60).astype(float)
    at = chances._fitted(design, score, often, 0.4, np.array([0.0, 3.0, -3.0]))

    def loss(at):
        margin = design @ at
        missed = np.log(1.0 + np.exp(margin)) - score * margin
        # the first coefficient costs nothing
        return (often * missed).sum() / often.sum() + 0.4 * (at[1:] ** 2).sum()

    for step in 1e-3 * np.concatenate([np.eye(3), -np.eye(3)]):
        assert loss(at) < loss(at + step)


def test_no_match_is_judged_by_a_fit_that_knows_how_it_went(monkeypatch):
    # of 60 decisions every second is fitted on
    monkeypatch.setattr(chances, "MOST", 30)
    rng = np.random.default_rng(1)
    design = np.column_stack([np.ones(60), rng.normal(size=60)])
    pair, score = np.arange(60) // 3, (rng.random(60) < 0.5).astype(float)
    found = chances._across(design, score, pair, pair)
    for fold in range(chances.FOLDS):
        own = pair % chances.FOLDS == fold
        turned = chances._across(design, np.where(own, 1.0 - score, score), pair, pair)
        assert np.array_equal(found[:, own], turned[:, own])
        assert not np.allclose(found[:, ~own], turned[:, ~own])
    unused = np.arange(60) % 2 == 1
    assert np.array_equal(found, chances._across(design, np.where(unused, 1.0 - score, score), pair, pair))


def test_matches_of_one_decision_lie_at_the_first_knot():
    spread = pl.DataFrame(
        {"match": [0, 1], "values": [0.5, -0.5], "movers": [0, 1], "plies": [4, 4]},
        schema={"match": pl.Int64, "values": pl.Float64, "movers": pl.Int8, "plies": pl.Int64},
    )
    along = chances._design(spread)[:, 1 : 1 + len(chances.KNOTS)]
    assert along.tolist() == [[1.0] + [0.0] * (len(chances.KNOTS) - 1)] * 2


def test_a_match_by_hand():
    # from even down, then ahead for good, and a win
    made = chances._match(np.array([0.5, 0.3, 0.5, 0.8, 0.6]), 1.0)
    assert {name: made[name] for name in ("moved", "spread", "settled", "lowest")} == pytest.approx(
        {"moved": 0.04 + 0.04 + 0.09 + 0.04 + 0.16, "spread": 0.25, "settled": 3 / 5, "lowest": 0.3}
    )
    assert made["changes"] == 1.0
    lost = chances._match(np.array([0.5, 0.9]), 0.0)
    assert (lost["changes"], lost["settled"], lost["lowest"]) == (1.0, 1.0, pytest.approx(0.1))


def test_what_other_fits_say_widens_an_interval_as_far_as_there_is_something():
    near = Figure("", 0.9, 0.85, 0.97, 40, "share")
    wide = chances._wider(near, [0.8, 1.0])
    moved = stats.student(chances.REFITS) * 0.1
    assert (wide.value, wide.high) == (0.9, 1.0)
    assert wide.low == pytest.approx(0.9 - moved)
    # it is no narrower where other matches say the same
    assert chances._wider(near, [0.9]) == near
    # what is no share may be more than one, and nothing is less than nothing
    counted = chances._wider(replace(near, unit="moves"), [0.0, 1.8])
    assert counted.high > 1.0
    assert counted.low == 0.0


def test_a_chance_is_not_held_against_results_that_do_not_vary():
    matches = pl.DataFrame({"pair": [0, 1, 2], "moved": [0.1, 0.2, 0.3], "spread": [0.0, 0.0, 0.0]})
    nothing = pl.DataFrame()
    assert chances.movement(chances.Chances(matches, nothing, nothing)) is None
    varied = matches.with_columns(spread=pl.lit(0.4))
    moved = chances.movement(chances.Chances(varied, nothing, nothing))
    assert (moved.value, moved.n) == (pytest.approx(0.5), 3)
    assert chances.movement(chances.Chances(varied[:1], nothing, nothing)) is None


def test_pairs_that_weigh_more_count_for_fewer():
    scores = np.array([1.0, 0.0, 1.0, 0.5])
    plain = chances._weighted(scores, np.full(4, 3.0))
    assert (plain.value, plain.low, plain.high) == pytest.approx((0.625, *stats.wilson(0.625, 4.0)))
    # 3, 1, 1 and 1 are worth 36 / 12 equal ones
    heavy = chances._weighted(scores, np.array([3.0, 1.0, 1.0, 1.0]))
    assert (heavy.value, heavy.low, heavy.high) == pytest.approx((0.75, *stats.wilson(0.75, 3.0)))
    assert (heavy.n, plain.n) == (4, 4)
