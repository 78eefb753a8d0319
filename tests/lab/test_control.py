"""What chance gave, taken from scores: games of known values, where their mean must stay and their spread become less."""

from dataclasses import replace

import numpy as np
import pytest

from sandtable.authoring import CHANCE, ops, stream
from sandtable.engine.game import Game
from sandtable.lab.run import rows, trial, watch
from sandtable.lab.statistics import control, metrics, scores
from tests.fixtures.bowls.declaration import SPEC as BOWLS
from tests.fixtures.scales.declaration import SPEC as SCALES
from tests.fixtures.tug.declaration import SPEC as TUG


def judged(spec, players, pairs, seed=3, **settings):
    return rows.run_batch(trial.make(Game(spec, **settings), players, seed, judged=True), 0, pairs)


def fair(values):
    """Whether the mean lies within four errors of 0."""
    return abs(values.mean()) < 4 * values.std() / len(values) ** 0.5


@pytest.mark.parametrize(("players", "edge"), [(("player", "player"), 10), (("random", "random"), 0)])
def test_scores_of_scales_keep_their_known_value(players, edge):
    frame = judged(SCALES, players, 600, edge=edge)
    table = scores.by_pair(frame)
    raw, left = (np.asarray(one["seat_0"]) for one in (table, scores.steadied(table)))
    known = 0.5 + edge / 100
    assert abs(left.mean() - known) < 4 * left.std() / len(left) ** 0.5
    # the chance is known, and all that is left to the last die is taken away
    assert left.var() < raw.var() / 20
    assert scores.factor(table, "seat_0") > 20
    figure = metrics.seat_advantage(frame)
    assert figure.low < known < figure.high
    assert figure.high - figure.low < 0.03


def test_what_a_known_mixture_chose_is_told_apart_from_luck():
    told = judged(SCALES, ("player", "player"), 300)
    # who pushes, every other time, has a chance that is 7.5 points better or worse
    assert set(np.round(np.abs(told["choice"].to_numpy()), 9)) <= {0.0, 0.3}
    assert fair(told["choice"])
    assert fair(told["luck"])


@pytest.mark.parametrize("faces", [4, 100])
def test_tug_is_unbiased_with_all_faces_looked_at_and_with_some(faces):
    frame = judged(TUG, ("random", "random"), 400, faces=faces)
    assert fair(frame["luck"])
    assert fair(frame["choice"])
    table = scores.by_pair(frame)
    raw, left = (np.asarray(one["seat_0"]) for one in (table, scores.steadied(table)))
    assert abs((raw - left).mean()) < 4 * (raw - left).std() / len(raw) ** 0.5
    assert scores.factor(table, "seat_0") > 1.5


def test_a_look_at_some_outcomes_is_right_on_the_average():
    game = Game(TUG, faces=197)
    position, desk = game.start(), rows.MatchMemory(game, 1)
    position.play(1)
    assert position.to_move == CHANCE
    setup, state = game.setup, position.state
    count = int(ops.chance(setup, state, desk.weights))
    assert count == 197 > watch.MOST_OUTCOMES
    ops.legal(setup, state, desk.actions)
    spare, actions, weights = desk.spare[1], desk.actions, desk.weights
    exact = sum(
        weight * float(watch.after(setup, state, spare, action))
        for action, weight in zip(actions[:count], weights[:count], strict=True)
    )
    some = [
        float(watch.expectation(setup, state, stream(n), spare, actions, weights, count)) for n in range(400)
    ]
    assert len(set(some)) > 1
    assert abs(np.mean(some) - exact) < 4 * np.std(some) / len(some) ** 0.5


def test_the_error_of_a_hand_is_held_against_independent_draws():
    frame = judged(BOWLS, ("random", "random"), 200)
    assert (frame["luck"] != 0).any()
    assert fair(frame["luck"])


def test_rows_without_judgement_say_the_same_of_the_match_and_nothing_of_luck():
    plain = trial.make(Game(TUG), ("random", "random"), 3)
    bare, full = rows.run_batch(plain, 0, 20), rows.run_batch(replace(plain, judged=True), 0, 20)
    assert bare.drop(rows.JUDGED).equals(full.drop(rows.JUDGED))
    assert all(bare[name].null_count() == bare.height for name in rows.JUDGED)
    assert not scores.judged(bare)
    assert scores.factor(scores.by_pair(bare), "seat_0") == 1.0
    assert plain.key() != replace(plain, judged=True).key()


def test_fitted_across_folds_nothing_is_gained_from_noise():
    rng = np.random.default_rng(4)
    gains = []
    for _ in range(200):
        values, noise = rng.random(100), rng.normal(size=(100, 2))
        gains.append(control.factor(values, noise))
    assert np.mean(gains) < 1.02
    assert (control.steadied(values[:40], noise[:40]) == values[:40]).all()


def test_what_controls_explain_is_taken_from_fifty_pairs_on_and_no_score_leaves_its_bounds():
    luck = np.random.default_rng(6).normal(size=(50, 1))
    values = 0.5 + 0.1 * luck[:, 0]
    assert control.steadied(values, luck) == pytest.approx(np.full(50, 0.5))
    assert (control.steadied(values[:49], luck[:49]) == values[:49]).all()
    # a control that never varies explains nothing, and does no harm next to another
    never = np.zeros((50, 1))
    assert (control.steadied(values, never) == values).all()
    assert control.steadied(values, np.hstack([never, luck])) == pytest.approx(np.full(50, 0.5))
    for beyond in (values + 1.0, values - 1.0):
        assert (control.steadied(beyond, luck) == beyond).all()
    assert control.factor(np.full(50, 0.5), luck) == 1.0
    assert control.factor(values, luck) > 1e6


def test_means_are_right_in_many_small_samples():
    rng = np.random.default_rng(5)
    off = []
    for _ in range(400):
        luck = rng.normal(size=60)
        values = 0.4 + 0.1 * luck + 0.05 * luck**2 - 0.05 + 0.1 * rng.normal(size=60)
        off.append(control.steadied(values, luck[:, None]).mean() - 0.4)
    assert abs(np.mean(off)) < 4 * np.std(off) / 20


def test_what_came_before_the_first_mover_was_known_is_not_taken_from_his_score():
    frame = judged(SCALES, ("player", "player"), 60)
    assert (frame["opening"] == 0).all()
    assert scores.CONTROLS["first"] == ("luck - opening",)
