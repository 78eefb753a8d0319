"""What pairs of matches came to, from rows."""

import numpy as np
import polars as pl

from sandtable.lab.statistics import scores
from sandtable.lab.statistics.ratings import Result
from tests.lab.frames import frame

# the first agent wins both, then both matches are won by seat 0, then drawn ones
PAIRS = [(0.4, -1.0), (1.0, 0.2), (0.0, 0.0)]


def test_scores_are_those_of_the_first_agent_in_either_seat():
    assert scores.scores(frame(PAIRS)) == [(1.0, 1.0), (1.0, -1.0), (0.0, 0.0)]


def test_rows_in_another_order_come_to_the_same():
    assert scores.scores(frame(PAIRS).reverse()) == scores.scores(frame(PAIRS))
    assert scores.by_pair(frame(PAIRS).reverse()).equals(scores.by_pair(frame(PAIRS)))


def test_results_are_those_of_seat_0():
    assert scores.results(frame(PAIRS[:1], first=7)) == [Result("a", "b", 7, 1.0), Result("b", "a", 7, 0.0)]
    assert scores.results(frame([(0.0, 0.0)])) == [Result("a", "b", 0, 0.5), Result("b", "a", 0, 0.5)]


def test_who_moved_first_is_told_by_the_game():
    # seat 1, then seat 0, ...: the first agent wins both of the first pair, the second moves first in its first match
    rows = frame(PAIRS, counts={"went_first": [0, 1, 0, 1, 1, 0], "blows": [1] * 6}).with_columns(
        (1.0 - pl.col("went_first_0")).alias("went_first_1")
    )
    assert scores.tells_first(rows)
    assert not scores.tells_first(frame(PAIRS))
    assert scores.results(rows)[:3] == [
        Result("b", "a", 0, 0.0),
        Result("b", "a", 0, 0.0),
        Result("b", "a", 1, 0.0),
    ]
    found = scores.by_pair(rows)
    assert found["first"].to_list() == [0.0, 0.5, 0.5]
    assert found["seat_0"].to_list() == [0.5, 1.0, 0.5]
    # one of the two in every match, so it is no counter to compare
    assert scores.counters(rows) == ["blows"]


def test_a_pair_is_averaged():
    found = scores.by_pair(frame(PAIRS, plies=[8, 6, 9], counts={"blows": [0, 2, 4, 4, 1, 1]}))
    assert found.to_dict(as_series=False) == {
        "pair": [0, 1, 2],
        "seat_0": [0.5, 1.0, 0.5],
        "score": [1.0, 0.5, 0.5],
        "draws": [0.0, 0.0, 1.0],
        "plies": [8.0, 6.0, 9.0],
        "blows": [3.0, 9.0, 3.0],
    }


def test_counters_are_the_columns_that_not_every_game_has():
    assert scores.counters(frame(PAIRS)) == []
    assert scores.counters(frame(PAIRS, counts={"blows": [0] * 6, "shots": [0] * 6})) == ["blows", "shots"]


def test_what_chance_gave_is_told_from_the_eyes_of_whose_score_it_is():
    given = {"luck": [0.5, 0.1, -0.3, 0.2], "opening": [0.1, 0.3, -0.1, 0.0], "choice": [0.2, 0.4, 0.0, 0.6]}
    began = {"went_first": [1, 0, 0, 1]}
    rows = frame(PAIRS[:2], counts=began).with_columns(
        (1.0 - pl.col("went_first_0")).alias("went_first_1"),
        *(pl.Series(name, values) for name, values in given.items()),
    )
    found = scores.by_pair(rows)
    # of seat 0 luck and choices as they are
    assert np.allclose(scores.controls(found, "seat_0"), [[0.3, 0.3], [-0.05, 0.3]])
    # of who moves first what came after that was known, the other way round where that is seat 1
    assert np.allclose(scores.controls(found, "first"), [[0.3], [0.2]])
    # of the first agent the other way round where it has seat 1
    assert np.allclose(scores.controls(found, "score"), [[0.2, -0.1], [-0.25, -0.3]])
    assert scores.controls(scores.by_pair(frame(PAIRS)), "score").shape == (3, 0)
