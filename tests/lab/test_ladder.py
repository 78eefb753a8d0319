"""The ladder and its statistics."""

import json
import random

import pytest

import sandtable as st
from sandtable.lab.ladder import run
from sandtable.lab.simulate import play_pairs, simulate
from sandtable.lab.stats import elo, interval, wilson

GAME = "assault"


def test_levels_beat_those_below():
    report = run(GAME, pairs=60, seed=2, levels=[1, 2])
    assert [row.upper for row in report.rows] == [1, 2]
    for row in report.rows:
        assert row.stronger
        assert row.low < row.score <= row.high
        assert sum(row.sums) == row.pairs == 60


@pytest.mark.slow
def test_the_search_beats_the_look_ahead():
    (row,) = run(GAME, pairs=150, seed=2, levels=[3]).rows
    assert row.stronger


def test_a_report_is_json_and_a_table():
    seen = []
    report = run(GAME, pairs=3, levels=[2], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    plain = json.loads(report.to_json())
    assert plain["game"] == GAME
    assert plain["rows"][0]["upper"] == 2
    assert len(report.table()) == 2


def test_scores_do_not_depend_on_the_workers():
    game = st.load(GAME)
    pair = (st.agents.make(game, 2), st.agents.make(game, 1))
    assert play_pairs(game, pair, 12, 3, workers=1) == play_pairs(game, pair, 12, 3, workers=4)


def test_a_search_plays_the_same_match_every_time():
    game = st.load(GAME)
    pair = (st.agents.make(game, "search:30"), st.agents.make(game, 1))
    assert play_pairs(game, pair, 2, 3, workers=2) == play_pairs(game, pair, 2, 3, workers=1)


def test_equal_players_share_a_pair():
    # the same dice and the same streams with the seats swapped: what one wins in seat 0, the other wins there too
    game = st.load(GAME)
    script = st.agents.make(game, "script")
    scores = [sum(pair.scores) for pair in play_pairs(game, (script, script), 200, 4)]
    assert abs(sum(scores)) < 60


def test_levels_without_one_below_are_refused():
    for level in (0, 99):
        with pytest.raises(ValueError, match="one below"):
            run(GAME, pairs=1, levels=[level])


def test_simulate_counts_every_match():
    report = simulate(st.load(GAME), games=20, agents=("script", "random"), seed=1, workers=2)
    assert report["games"] == 20
    assert report["wins"] + report["draws"] + report["losses"] == 20
    assert report["wins"] > 15


def test_simulate_refuses_unknown_players():
    with pytest.raises(ValueError, match="no player"):
        simulate(st.load(GAME), games=2, agents=("script", "nobody"))


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


def test_wilson_and_elo():
    low, high = wilson(0.5, 100)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-3), pytest.approx(0.5962, abs=1e-3))
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(1.0) == float("inf")
    assert elo(0.0) == float("-inf")
