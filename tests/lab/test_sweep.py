"""Sweeps: the same dice in every cell, pairs where they are needed, differences that are really there."""

import json
import random
from math import inf

import polars as pl
import pytest

import sandtable as st
from sandtable.lab.report import sweeping
from sandtable.lab.run.backends import Processes, Serial
from sandtable.lab.run.rows import run_batch
from sandtable.lab.run.sweep import COMMON, FIRST, GROWTH, REPORT, SweepReport, SweepRow, spend, sweep
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics.scores import by_pair
from sandtable.lab.statistics.stats import Figure, difference, holm
from tests.lab.frames import frame

GAME = "assault"
# short matches
SMALL = {"round_cap": 8, "health": 3}


def trial(number: int, agents: tuple[str, str] = ("a", "a")) -> Trial:
    return Trial("made", {"number": number}, agents, 1)


class Coins:
    """Pairs of which seat 0 wins a share of `chances[number]`, with the same dice in every cell; remembers what was asked."""

    def __init__(self, *chances: float) -> None:
        self.chances = chances
        self.asked: list[dict[int, int]] = []

    def play(self, requests, progress):
        self.asked.append({int(r.trial.settings["number"]): r.stop - r.start for r in requests})
        if progress is not None:
            progress(sum(self.asked[-1].values()), 0)
        return [self.rows(request) for request in requests]

    def rows(self, request) -> pl.DataFrame:
        chance = self.chances[int(request.trial.settings["number"])]
        pairs = [
            tuple(random.Random(2 * pair + n).random() for n in (0, 1))
            for pair in range(request.start, request.stop)
        ]
        return frame(
            [tuple(1.0 if dice < chance else -1.0 for dice in pair) for pair in pairs], first=request.start
        )


def test_every_cell_begins_with_the_same_number_of_pairs():
    coins = Coins(0.5, 0.9)
    spend([trial(0), trial(1)], 0, 30, 0.05, coins.play)
    assert coins.asked[0] == {0: 30, 1: 30}
    spend([trial(0), trial(1)], 0, 500, 0.05, coins.play)
    assert coins.asked[1] == {0: FIRST, 1: FIRST}


def test_a_cell_that_is_known_well_enough_gets_no_more():
    # shares near 1 vary little
    coins = Coins(0.5, 0.97)
    kept = spend([trial(0), trial(1)], 0, 2000, 0.04, coins.play)
    assert kept[1].height == FIRST < kept[0].height < 2000
    assert all(1 not in asked for asked in coins.asked[1:])


def test_pairs_end_with_the_budget():
    coins = Coins(0.5, 0.7, 0.97)
    kept = spend([trial(n) for n in range(3)], 0, 200, 0.02, coins.play)
    assert sum(table.height for table in kept) == 600
    assert kept[2].height < min(kept[0].height, kept[1].height)
    assert all(more <= GROWTH * FIRST for more in coins.asked[1].values())


def test_without_a_precision_all_cells_get_as_many():
    kept = spend([trial(0), trial(1)], 0, 300, 0.0, Coins(0.5, 0.97).play)
    assert [table.height for table in kept] == [300, 300]


def test_what_all_are_compared_with_gets_as_many_as_any():
    kept = spend([trial(0), trial(1)], 1, 2000, 0.04, Coins(0.5, 0.97).play)
    assert kept[1].height == kept[0].height > FIRST


def test_pairs_follow_each_other_without_a_gap():
    kept = spend([trial(0), trial(1)], 0, 400, 0.03, Coins(0.5, 0.6).play)
    for table in kept:
        assert table["pair"].to_list() == list(range(table.height))


def test_the_precision_is_reached_and_not_by_far():
    coins = Coins(0.5)
    (table,) = spend([trial(0)], 0, 5000, 0.03, coins.play)
    # 1.96 sqrt(1/8) / sqrt n = 0.03
    assert 450 < table.height < 700
    assert len(coins.asked) < 6


def test_the_score_of_unlike_agents_counts_too():
    # whoever sits in seat 0 wins: the seat's score is known at once, the score of an agent is one half in every pair
    kept = spend([trial(0, ("a", "b"))], 0, 500, 0.06, Coins(1.0).play)
    assert kept[0].height > FIRST
    assert spend([trial(0)], 0, 500, 0.06, Coins(1.0).play)[0].height == FIRST


def test_progress_reaches_its_end():
    seen: list[tuple[int, int]] = []
    spend(
        [trial(0), trial(1)],
        0,
        100,
        0.2,
        Coins(0.5, 0.6).play,
        lambda done, total: seen.append((done, total)),
    )
    assert seen == [(2 * FIRST, 200), (200, 200)]


@pytest.fixture(scope="module")
def report():
    return sweep(st.load(GAME, **SMALL), ["health=2..4"], pairs=70, precision=0.0, backend=Serial())


def test_a_page_draws_what_all_games_have_and_what_some_value_changes(report, monkeypatch):
    shown = []
    monkeypatch.setattr(sweeping, "_chart", lambda report, words, place, title: shown.append(place))
    monkeypatch.setattr(sweeping, "_changes", lambda report, name: name == changed)
    names = [figure.name for figure in report.rows[0].figures]
    common = [place for place, name in enumerate(names) if name in COMMON]
    # a figure that only this game has
    other = next(place for place in range(len(names)) if place not in common)
    changed = names[other]
    sweeping.html(report, st.load(GAME, **SMALL))
    assert shown == sorted([*common, other])


def test_a_figure_changes_where_some_value_changes_it_for_certain(report):
    certain = {change.figure.name for row in report.rows for change in row.changes if change.certain}
    uncertain = {change.figure.name for row in report.rows for change in row.changes} - certain
    assert "plies" in certain
    assert uncertain
    assert all(sweeping._changes(report, name) for name in certain)
    assert not any(sweeping._changes(report, name) for name in uncertain)


def shown(names, *cells):
    """The report on cells by their labels, of which seat 0 scores so much and its matches have ten times as many plies."""
    default = cells[0][0]
    rows = tuple(
        SweepRow(
            labels,
            labels == default,
            "",
            100,
            True,
            (
                Figure("seat_0", score, score - 0.1, score + 0.1, 100),
                Figure("draws", 0.2, 0.1, 0.3, 100),
                Figure("plies", 10 * score, 10 * score - 1, high, 100),
            ),
            () if labels == default else changes,
        )
        for labels, score, high, *changes in cells
    )
    return SweepReport("assault", "", 1, ("1", "1"), {}, names, 0.0, 100, rows)


def drawn(report, place):
    words = {"health": "the health", "corners": "the corners"}
    return sweeping._chart(report, words, place, "a figure")


def test_numbers_are_drawn_as_a_curve_in_their_order():
    made = shown(("health",), (("12",), 0.5, 6.0), (("-2",), 0.4, 5.0), (("3",), 0.6, 7.0))
    score, draws, plies = (drawn(made, place) for place in range(3))
    assert [(bar.label, bar.value, bar.low, bar.high) for bar in score.marks] == [
        ("-2", 0.4, pytest.approx(0.3), 0.5),
        ("3", 0.6, 0.5, 0.7),
        ("12", 0.5, 0.4, 0.6),
    ]
    assert (score.kind, score.title, score.axis) == ("curve", "A figure", "the health")
    # a score is held against one half; of all but shares it is said what they are
    assert [(chart.line, chart.percent, chart.up) for chart in (score, draws, plies)] == [
        (0.5, True, "share"),
        (None, True, "share"),
        (None, False, "a figure"),
    ]


def test_words_and_a_number_alone_are_drawn_as_intervals():
    named = drawn(shown(("corners",), (("side",), 0.5, 6.0), (("1",), 0.4, 5.0)), 0)
    assert (named.kind, named.axis, named.line, named.percent) == ("intervals", "a figure", 0.5, True)
    assert [bar.label for bar in named.marks] == ["side", "1"]
    assert drawn(shown(("health",), (("12",), 0.5, 6.0)), 2).kind == "intervals"
    # what is not known to any end is not drawn
    assert drawn(shown(("health",), (("12",), 0.5, inf), (("13",), 0.5, 6.0)), 2) is None


def test_two_settings_are_drawn_as_fields_and_only_shares_are():
    cells = [(("2", "a"), 0.5, 6.0), (("2", "b"), 0.6, 6.0), (("3", "a"), 0.7, 6.0), (("3", "b"), 0.8, 6.0)]
    fields = drawn(shown(("health", "corners"), *cells), 0)
    assert (fields.kind, fields.across, fields.columns, fields.line) == ("matrix", 2, ["a", "b"], 0.5)
    assert (fields.axis, fields.up, fields.percent) == ("the corners", "the health", True)
    assert [(bar.label, bar.value) for bar in fields.marks] == [
        ("2", 0.5),
        ("2", 0.6),
        ("3", 0.7),
        ("3", 0.8),
    ]
    assert (fields.marks[0].low, fields.marks[0].high) == (0.4, 0.6)
    assert drawn(shown(("health", "corners"), *cells), 2) is None
    # and the page promises no pictures of lengths and counters
    text = sweeping.html(shown(("health", "corners"), *cells), st.load(GAME))
    assert "see the numbers below for the length of a match" in text
    assert "draws and length" not in text
    # a default that is none of the cells is no field, be it like some of them or like none
    for home in (("9", "z"), ("9", "a"), ("2", "z")):
        beside = drawn(shown(("health", "corners"), (home, 0.1, 6.0), *cells), 0)
        assert (beside.marks, beside.columns, beside.across) == (fields.marks, ["a", "b"], 2)


def test_cells_have_the_figures_of_their_rows(report):
    assert [(row.labels, row.default, row.pairs) for row in report.rows] == [
        (("2",), False, 70),
        (("3",), True, 70),
        (("4",), False, 70),
    ]
    assert report.budget == 3 * 70
    settings = {**st.load(GAME, **SMALL).settings, "health": 2}
    rows = by_pair(run_batch(Trial(GAME, settings, ("1", "1"), 1), 0, 70))
    figures = {figure.name: figure for figure in report.rows[0].figures}
    assert figures["seat_0"].value == pytest.approx(rows["seat_0"].mean())
    assert figures["first"].value == pytest.approx(rows["first"].mean())
    assert figures["plies"].value == pytest.approx(rows["plies"].mean())
    assert figures["plies"].n == 70
    # both agents are the same: nobody's score but the seats'
    assert "score" not in figures
    assert set(figures) == set(rows.columns) - {"pair", "score"}


def test_changes_are_those_of_equal_pairs(report):
    home, other = (
        by_pair(run_batch(Trial(GAME, {**report.settings, "health": health}, ("1", "1"), 1), 0, 70))
        for health in (3, 4)
    )
    change = next(change for change in report.rows[2].changes if change.figure.name == "plies")
    assert change.figure.value == pytest.approx((other["plies"] - home["plies"]).mean())
    assert report.rows[1].changes == ()
    # more health, longer matches
    assert change.figure.low > 0
    assert change.certain


def test_a_report_is_json_and_text(report):
    plain = json.loads(report.to_json())
    assert plain["names"] == ["health"]
    assert plain["settings"]["round_cap"] == 8
    assert plain["rows"][0]["figures"][0]["name"] == "seat_0"
    assert 0 <= plain["rows"][0]["changes"][0]["p"] <= 1
    lines = report.table()
    assert lines[0].split()[:3] == ["health", "pairs", "seat_0"]
    assert any(line.startswith("3 (default)") for line in lines)
    assert any(line.endswith("*") or " *  " in line for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_a_setting_that_changes_nothing_shows_no_difference():
    # no match of so few rounds gets near either cap
    found = sweep(
        st.load(GAME, health=1), ["round_cap=150,200"], ("random", "random"), 20, 0.0, backend=Serial()
    )
    assert [row.labels for row in found.rows] == [("100",), ("150",), ("200",)]
    assert not any(change.certain for row in found.rows for change in row.changes)


@pytest.mark.long
def test_a_sweep_does_not_depend_on_the_backend_and_goes_on_in_its_folder(tmp_path):
    game = st.load(GAME, **SMALL)

    class Counted(Serial):
        played = 0

        def map(self, function, items):
            items = list(items)
            self.played += sum(part.stop - part.start for part in items)
            return super().map(function, items)

    first, again, more = Counted(), Counted(), Counted()
    ranges = ["health=2,3", "held_may_attack=yes,no"]
    one = sweep(game, ranges, pairs=70, precision=0.0, backend=first, out=tmp_path)
    assert sweep(game, ranges, pairs=70, precision=0.0, backend=Processes(2, patience=0.0)) == one
    assert json.loads((tmp_path / REPORT).read_text(encoding="utf-8")) == json.loads(one.to_json())
    assert sweep(game, ranges, pairs=70, precision=0.0, backend=again, out=tmp_path) == one
    assert {(tmp_path / row.key / "rows.parquet").is_file() for row in one.rows} == {True}
    # further pairs are added to those that are there
    longer = sweep(game, ranges, pairs=80, precision=0.0, backend=more, out=tmp_path)
    assert longer == sweep(game, ranges, pairs=80, precision=0.0, backend=Serial())
    assert (first.played, again.played, more.played) == (280, 0, 40)


def test_wrong_budgets_are_refused():
    game = st.load(GAME)
    with pytest.raises(ValueError, match="at least 2 pairs per cell"):
        sweep(game, ["health=2"], pairs=1)
    with pytest.raises(ValueError, match=r"at least 0 and below 0\.5"):
        sweep(game, ["health=2"], precision=0.5)
    with pytest.raises(ValueError, match="no player 'nobody'"):
        sweep(game, ["health=2"], ("1", "nobody"))


def test_counters_are_corrected_by_themselves(report):
    names = [figure.name for figure in report.rows[0].figures]
    counters = [name for name in names if name not in COMMON]
    assert counters
    assert names == ["seat_0", "first", "draws", "plies", *counters]
    plain: dict[str, list[tuple[float, float]]] = {"common": [], "counters": []}
    for row in (report.rows[0], report.rows[2]):
        assert [change.figure.name for change in row.changes] == names
        for change in row.changes:
            home, other = (
                by_pair(run_batch(Trial(GAME, {**report.settings, "health": health}, ("1", "1"), 1), 0, 70))[
                    change.figure.name
                ].to_list()
                for health in (3, int(row.labels[0]))
            )
            group = "counters" if change.figure.name in counters else "common"
            plain[group].append((difference(other, home).p, change.p))
    for group in plain.values():
        assert holm([p for p, _ in group]) == pytest.approx([p for _, p in group])
    assert f"all 8 comparisons of scores, draws and plies together, and for all {2 * len(counters)} of" in (
        "\n".join(report.table())
    )
