"""The ladder and its statistics."""

import json
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

import sandtable as st
from sandtable.authoring import stream
from sandtable.engine.game import Game
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.lab.run.ladder import run
from sandtable.lab.run.rows import DICE, FIRST, SECOND, run_batch
from sandtable.lab.statistics import sprt
from sandtable.lab.statistics.scores import scores
from sandtable.lab.statistics.stats import interval
from tests.fixtures.connect_four import SPEC

GAME = "assault"


@pytest.fixture(scope="module")
def report():
    return run(GAME, pairs=60, seed=2, players=[0, 1, 2], backend=Serial())


def plain_pair(game, levels, seed, number):
    """The scores of the first player in the two matches of a pair, and the plies of both, move by move and unobserved."""
    players, scores, plies = [st.agents.make(game, level) for level in levels], [], 0
    for seat in range(2):
        position, dice = game.start(), stream(seed, number, DICE)
        own = [stream(seed, number, part) for part in (FIRST, SECOND)]
        while not position.over:
            who = position.to_move ^ seat if position.to_move >= 0 else -1
            view = position.view(position.to_move) if who >= 0 else None
            position.play(
                players[who].act(view, position.to_move, own[who]) if view else position.sample(dice)
            )
        scores.append(float(np.sign(position.score[seat])))
        plies += position.ply
    return tuple(scores), plies


def test_levels_beat_those_below(report):
    assert [(row.upper, row.lower) for row in report.rows] == [("1", "0"), ("2", "1")]
    for row in report.rows:
        assert row.stronger
        assert row.low < row.score <= row.high
        assert sum(row.sums) == row.pairs == 60
        assert row.test is None


def test_scores_are_those_of_the_pairs_of_the_same_seed(report):
    game = st.load(GAME)
    played = [plain_pair(game, (2, 1), 2, number) for number in range(60)]
    pairs = [scores for scores, _ in played]
    found, row = interval(pairs), report.rows[1]
    assert row.sums == found.sums
    # what chance gave is taken from the score, which is near that of the pairs and at least as precise
    assert row.worth >= 1
    assert abs(row.score - found.score) < (found.high - found.low) / 2
    assert row.high - row.low < 1.1 * (found.high - found.low)
    assert report.rows[0].worth == 1
    told = replace(report, rows=tuple(replace(row, worth=2.0) for row in report.rows)).table()
    assert (
        told[-1]
        == "What luck explains is taken out of the scores; without that, 2.0 times as many pairs would be needed."
    )
    assert (report.rows[0].score - 0.5) * 2 == pytest.approx(
        sum(n * points for n, points in zip(report.rows[0].sums, (-1, -0.5, 0, 0.5, 1), strict=True)) / 60
    )
    assert row.plies == sum(plies for _, plies in played) / 120
    assert row.draws == sum(score == 0 for pair in pairs for score in pair) / 120
    assert row.first_seat == pytest.approx(0.5 + sum(first - second for first, second in pairs) / 240)


def test_ratings_follow_the_scores(report):
    ratings = [standing.rating for standing in report.standings]
    assert [standing.player for standing in report.standings] == ["0", "1", "2"]
    assert [standing.name for standing in report.standings][1:] == [row.name for row in report.rows]
    assert ratings[0].value < ratings[1].value < ratings[2].value
    # between neighbours about as far apart as their score says
    assert ratings[2].value - ratings[1].value == pytest.approx(report.rows[1].elo, rel=0.1)
    assert sum(rating.value for rating in ratings) == pytest.approx(0, abs=1e-6)
    # the middle one has met two
    assert [rating.n for rating in ratings] == [60, 120, 60]
    assert report.first_move.low < report.first_move.value < report.first_move.high


def test_the_first_move_is_that_of_who_moved_first(report):
    assert report.first_move.name == "first move"
    # a game that does not count it says what the seat is worth
    seat = run(Game(SPEC), 6, 1, ["random", "search:5"], backend=Serial())
    assert seat.first_move.name == "seat 0"
    assert seat.table()[-1].startswith("Seat 0 is worth ")


def test_decisions_take_time_and_do_not_stand_in_the_rows(report):
    assert all(standing.decision_ms > 0 for standing in report.standings)
    assert [row.decision_ms for row in report.rows] == [s.decision_ms for s in report.standings[1:]]


def test_a_report_is_json_and_a_table():
    seen = []
    progress = lambda done, total: seen.append((done, total))  # noqa: E731
    report = run(GAME, pairs=3, players=["0", "1"], backend=Serial(), progress=progress)
    assert seen == [(3, 3), (3, 3)]
    plain = json.loads(report.to_json())
    assert plain["game"] == GAME
    assert (plain["rows"][0]["upper"], plain["rows"][0]["lower"]) == ("1", "0")
    assert plain["rows"][0]["sums"] == [0, 0, 0, 0, 3]
    assert plain["rows"][0]["elo"] is None
    assert plain["standings"][1]["rating"]["unit"] == "Elo"
    lines = report.table()
    assert lines[1].startswith("1 : 0    ")
    assert lines[-1].startswith("Moving first is worth ")
    assert not any("against" in line for line in lines)


def test_all_meet_where_that_is_asked_for():
    report = run(st.load(GAME, health=2), 4, 1, ["random", "script", "2"], every=True, backend=Serial())
    assert [(row.upper, row.lower) for row in report.rows] == [
        ("script", "random"),
        ("2", "random"),
        ("2", "script"),
    ]
    assert report.settings["health"] == 2
    assert [row.name for row in report.rows[:1]] == ["script"]
    lines = report.table()
    (head,) = (number for number, line in enumerate(lines) if line.startswith("against"))
    cells = [line.split() for line in lines[head + 1 : head + 4]]
    score = report.rows[0].score
    assert cells[1][:2] == ["script", f"{100 * score:.1f}%"]
    assert cells[0][:2] == ["random", f"{100 * (1 - score):.1f}%"]


def test_a_test_ends_a_pairing_when_it_is_decided():
    test = sprt.read("0,100")
    report = run(GAME, 64, 2, [0, 1, 2], test=test, backend=Serial())
    plain = run(GAME, 64, 2, [0, 1, 2], backend=Serial())
    for row, full in zip(report.rows, plain.rows, strict=True):
        assert row.test is not None
        assert row.test.decision == "high"
        assert row.pairs == row.test.pairs == sum(row.sums) < full.pairs
        assert row.pairs % sprt.BATCH == 0
    assert "high (+" in report.table()[1]
    assert any("50.0% (low) against one of 64.0% (high)" in line for line in report.table())


def test_a_test_that_is_not_decided_ends_with_the_pairs():
    (row,) = run(GAME, 20, 2, ["script", "1"], test=sprt.read("49.9%,50.1%"), backend=Serial()).rows
    assert (row.pairs, row.test.decision) == (20, "")


def test_rows_are_kept_and_found_again(tmp_path):
    class Idle:
        def map(self, function, items):
            assert not list(items)
            yield from ()

    one = run(GAME, 4, 2, [0, 1], backend=Serial(), out=tmp_path)
    again = run(GAME, 4, 2, [0, 1], backend=Idle(), out=tmp_path)
    assert again.rows[0].sums == one.rows[0].sums


def test_a_search_plays_the_same_match_every_time():
    trial = trials.make(st.load(GAME), ("search:30", 1), 3)
    assert run_batch(trial, 0, 2).equals(pl.concat([run_batch(trial, 0, 1), run_batch(trial, 1, 2)]))


def test_equal_players_share_a_pair():
    # the same dice and the same streams with the seats swapped: what one wins in seat 0, the other wins there too
    rows = run_batch(trials.make(st.load(GAME), ("script", "script"), 4), 0, 200)
    assert abs(sum(map(sum, scores(rows)))) < 60


def test_wrong_players_are_refused():
    for players, sentence in (
        ([1], "at least two different players, not 1"),
        (["1", "script", "1"], "at least two different players"),
        ([0, 99], "has levels 0 to"),
        (["random", "nobody"], "no player 'nobody'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            run(GAME, pairs=1, players=players, backend=Serial())
    with pytest.raises(ValueError, match="at least two different players, not none"):
        run(Game(replace(SPEC, players=replace(SPEC.players, levels=()))), pairs=1, backend=Serial())
