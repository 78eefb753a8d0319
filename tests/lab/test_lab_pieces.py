"""Ladders, sweeps, examples and reports from matches made by hand: what is asked for, how it is told."""

import json
from dataclasses import replace
from types import SimpleNamespace

import polars as pl
import pytest
from msgspec import structs

import sandtable as st
from sandtable.choices import Deed, Option, Pick
from sandtable.lab import commands
from sandtable.lab.report import compare, document, examples, experiments, findings, sections
from sandtable.lab.report.document import Finding, Provenance, Report, Section
from sandtable.lab.report.experiments import Job, sizes
from sandtable.lab.report.sections import Verdict
from sandtable.lab.run import ladder, summary, sweep
from sandtable.lab.run import trial as trials
from sandtable.lab.run.trails import SCHEMA, STOOD, USED
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import scores, sprt, wording
from sandtable.lab.statistics.chances import Chances
from sandtable.lab.statistics.stats import Figure, elo
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.lab.frames import frame, rows

GAME = "assault"
WON, DRAWN, LOST = (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0)


class Table:
    """Plays what is asked for by a list of pairs, repeated, for the first agent; remembers the requests."""

    def __init__(self, *pairs):
        self.pairs, self.asked, self.finished = pairs, [], 0

    def play(self, requests, progress):
        self.asked.append([(request.trial.agents, request.start, request.stop) for request in requests])
        if progress is not None:
            progress(1, 99)
        return [self.rows(request) for request in requests]

    def rows(self, request):
        wanted = [self.pairs[n % len(self.pairs)] for n in range(request.start, request.stop)]
        return frame(wanted, request.trial.agents, request.start)

    def finish(self):
        self.finished += 1


@pytest.fixture
def climb(monkeypatch):
    """Runs a ladder of matches made by hand."""
    monkeypatch.setattr(ladder, "decision_ms", lambda _game, agent, seed: 0.25 * agent.number + seed / 8)

    def run(pairs, count, players, **options):
        table = Table(*pairs)
        monkeypatch.setattr(ladder, "Player", lambda _backend, _out: table)
        return ladder.run(GAME, count, 1, players, **options), table

    return run


def test_a_ladder_is_told_line_by_line(climb):
    # two pairs won, one drawn, one lost: five eighths
    found, table = climb([WON, WON, DRAWN, LOST], 40, ["random", "script", 1])
    assert table.asked == [[(("script", "random"), 0, 40), (("1", "script"), 0, 40)]]
    assert table.finished == 1
    first, second = found.rows
    assert (first.score, first.draws, first.first_seat, first.plies, first.pairs) == (
        0.625,
        0.25,
        0.5,
        10,
        40,
    )
    assert first.sums == (10, 0, 10, 0, 20)
    assert first.elo == elo(0.625)
    assert (first.name, second.name) == ("script", "Soldier")
    assert [row.decision_ms for row in found.rows] == [
        standing.decision_ms for standing in found.standings[1:]
    ]
    low, high = f"{100 * first.low:.1f}", f"{100 * first.high:.1f}"
    ratings, move = [s.rating for s in found.standings], found.first_move
    head, *pairings = found.table()[:3]
    assert head.split() == [
        "players",
        "name",
        "score",
        "95",
        "%",
        "interval",
        "Elo",
        "draws",
        "ms/decision",
        "pairs",
    ]
    rest = ["62.5%", low, "-", high, "89", "25.0%"]
    assert [line.split() for line in pairings] == [
        ["script", ":", "random", "script", *rest, f"{first.decision_ms:.3f}", "40"],
        ["1", ":", "script", "Soldier", *rest, f"{second.decision_ms:.3f}", "40"],
    ]
    assert found.table()[3] == ""
    assert found.table()[8:] == [
        f"Seat 0 is worth 0 Elo ({move.low:z.0f} to {move.high:z.0f}), a score of 50.0% among equals."
    ]
    heads, *told = (line.split() for line in found.table()[4:8])
    assert heads == ["player", "name", "rating", "95", "%", "interval", "ms/decision"]
    assert told == [
        [s.player, s.name, f"{r.value:z.0f}", f"{r.low:z.0f}", "to", f"{r.high:z.0f}", f"{s.decision_ms:.3f}"]
        for s, r in zip(found.standings, ratings, strict=True)
    ]


def test_a_player_is_stronger_where_the_whole_interval_says_so(climb):
    found, _ = climb([WON], 8, ["random", "script"])
    (row,) = found.rows
    assert row.stronger
    assert not replace(row, low=0.5).stronger
    assert not replace(row, low=0.4).stronger
    assert '"elo": null' in found.to_json()


def test_all_meetings_have_a_table_of_their_own(climb):
    found, table = climb([WON, WON, LOST], 30, ["random", "script", 1], every=True)
    assert [agents for agents, _, _ in table.asked[0]] == [
        ("script", "random"),
        ("1", "random"),
        ("1", "script"),
    ]
    lines = [line.split() for line in found.table()]
    place = lines.index(["against", "random", "script", "1"])
    assert lines[place - 1] == []
    assert lines[place + 1 : place + 5] == [
        ["random", "33.3%", "33.3%"],
        ["script", "66.7%", "33.3%"],
        ["1", "66.7%", "66.7%"],
        [],
    ]


def test_rounds_of_a_test_grow_by_a_quarter(climb):
    # won and lost in turn: nothing is decided
    found, table = climb([WON, LOST], 400, ["random", "script"], test=sprt.Test(0.49, 0.51))
    stops = [32, 64, 96, 128, 160, 192, 240, 288, 352, 400]
    assert [asked[0][1:] for asked in table.asked] == [*zip([0, *stops], stops, strict=False)]
    (row,) = found.rows
    assert row.test is not None
    assert (row.pairs, row.test.decision) == (400, "")
    assert f"open ({row.test.ratio:+.2f})" in found.table()[1]
    assert found.table()[-1] == (
        "test: a score of 49.0% (low) against one of 51.0% (high), wrong in 5% of cases. "
        "A score at which a test has ended leans to its side."
    )


def test_a_decided_pairing_is_left_and_the_others_go_on(climb, monkeypatch):
    class Uneven(Table):
        def rows(self, request):
            won = request.trial.agents == ("script", "random")
            wanted = [WON if won or n % 2 else LOST for n in range(request.start, request.stop)]
            return frame(wanted, request.trial.agents, request.start)

    told, uneven = [], Uneven()
    _, _ = climb([WON], 2, ["random", "script"])
    monkeypatch.setattr(ladder, "Player", lambda _backend, _out: uneven)
    test = sprt.Test(0.5, 0.6)
    found = ladder.run(GAME, 100, 1, ["random", "script", 1], test=test, progress=lambda *d: told.append(d))
    assert [len(asked) for asked in uneven.asked][:2] == [2, 1]
    sure, open_ = found.rows
    # wins of 16 pairs, see the test of the test itself
    assert (sure.test.decision, sure.pairs) == ("high", sure.test.pairs)
    assert sure.pairs in (16, 32)
    assert open_.pairs > sure.pairs
    # of 200 pairs: one of the first round, then 64 and one of the second, ...
    assert told[:3] == [(1, 200), (65, 200), (97, 200)]
    assert told[-1] == (200, 200)


# sweeps


def test_what_is_due_is_what_the_width_asks_for():
    due = sweep._due
    # twice as wide as wanted: four times as many pairs in all
    assert due([64], [0.05], 0, 0.025, 10**6) == {0: 192}
    assert sweep._need(64, 0.05, 0.025) == 192
    assert sweep._need(64, 0.03, 0.025) == 29
    assert sweep._need(64, 0.03, 0.0) == 192
    # at most three times as many more, at least an eighth
    assert due([64], [0.5], 0, 0.025, 10**6) == {0: 192}
    assert due([64], [0.0251], 0, 0.025, 10**6) == {0: 8}
    # what is narrow enough gets nothing
    assert due([64], [0.025], 0, 0.025, 10**6) == {}
    assert due([64, 64], [0.05, 0.01], 0, 0.025, 10**6) == {0: 192}
    # what all are compared with gets as many as any
    assert due([64, 64], [0.05, 0.01], 1, 0.025, 10**6) == {0: 192, 1: 192}
    assert due([256, 64], [0.05, 0.03], 0, 0.06, 10**6) == {}
    assert due([300, 64], [0.01, 0.05], 0, 0.025, 10**6) == {1: 192}
    # too few are left: all get less, the widest what rounding leaves
    assert due([64, 64], [0.05, 0.04], 0, 0.025, 100) == {0: 66, 1: 34}
    assert due([64, 64], [0.04, 0.05], 0, 0.025, 101) == {0: 50, 1: 51}
    assert due([64, 64], [0.05, 0.05], 0, 0.025, 0) == {}
    assert due([64, 64], [0.02, 0.02], 0, 0.025, 0) == {}
    assert due([64, 64], [0.05, 0.05], 0, 0.025, 1) in ({0: 1}, {1: 1})


def figure(name, value, half=0.01, n=64):
    return Figure(name, value, value - half, value + half, n)


def swept(default=1, counters=("blows", "shots", "hops"), precise=(True, False, True), agents=("1", "2")):
    names = ("seat_0", "score", "draws", "plies", *counters)
    figures = tuple(figure(name, 0.5 if name in sweep.SHARES else 7.0) for name in names)
    changes = tuple(sweep.Change(figure(name, 0.02), 0.049 if name == "plies" else 0.05) for name in names)
    made = tuple(
        sweep.Row((label, "on"), n == default, "key", 64, sure, figures, () if n == default else changes)
        for n, (label, sure) in enumerate(zip("678", precise, strict=True))
    )
    return sweep.Report("toy", "0", 1, agents, {"health": 7}, ("health", "flag"), 0.025, 99, made)


def test_a_sweep_is_told_line_by_line():
    lines = swept().table()
    # six figures beside each other, then the rest
    assert [line.split() for line in lines[:5]] == [
        ["health", "flag", "pairs", "seat_0", "score", "draws", "plies", "blows"],
        ["6", "on", "64", *["50.0%", "(49.0", "-", "51.0)"] * 3, *["7.0000", "±0.0100"] * 2],
        ["7", "on", "(default)", "64", *["50.0%", "(49.0", "-", "51.0)"] * 3, *["7.0000", "±0.0100"] * 2],
        ["8", "on", "64", *["50.0%", "(49.0", "-", "51.0)"] * 3, *["7.0000", "±0.0100"] * 2],
        [],
    ]
    assert lines[5].split() == ["health", "flag", "shots", "hops"]
    assert lines[10] == "Difference from the default over the same pairs:"
    assert [line.split() for line in lines[12:15]] == [
        ["health", "flag", "seat_0", "score", "draws", "plies", "blows", "shots"],
        ["6", "on", *["+2.0", "±1.0"] * 3, "+0.020", "±0.010", "*", *["+0.020", "±0.010"] * 2],
        ["8", "on", *["+2.0", "±1.0"] * 3, "+0.020", "±0.010", "*", *["+0.020", "±0.010"] * 2],
    ]
    certain = "*: there is a difference, at 5 % for all 8 comparisons of scores, draws and plies together"
    assert lines[-3:] == [
        "seat_0: score of the player in seat 0; score: score of 1. Intervals: 95 %.",
        f"{certain}, and for all 6 of counters (Holm).",
        "1 of 3 cells is not yet as precise as 2.5 points: play more pairs (--pairs).",
    ]


def test_notes_of_a_sweep_are_left_out_where_they_say_nothing():
    plain = swept(counters=(), precise=(True,) * 3)
    assert plain.table()[-1] == (
        "*: there is a difference, at 5 % for all 8 comparisons of scores, draws and plies together (Holm)."
    )
    # no star is explained where none stands
    unsure = [replace(row, changes=tuple(replace(one, p=0.05) for one in row.changes)) for row in plain.rows]
    assert (
        replace(plain, rows=tuple(unsure))
        .table()[-1]
        .startswith("No difference is certain, at 5 % for all 8")
    )
    alone = replace(plain, rows=plain.rows[1:2])
    assert alone.table()[-1].endswith("Intervals: 95 %.")
    assert not any("Difference" in line for line in alone.table())
    # what chance gave is told of where it was taken from the scores
    steadied = replace(plain, rows=tuple(replace(row, worth=2.0) for row in plain.rows))
    assert steadied.table() == [*plain.table(), *wording.worth([2.0])]
    # without a precision none is missed
    assert "precise" not in replace(swept(), precision=0.0).table()[-1]


def test_a_sweep_needs_two_pairs_and_a_precision_below_one_half(monkeypatch):
    monkeypatch.setattr(sweep, "spend", lambda *given: (_ for _ in ()).throw(RuntimeError(given[2:4])))
    game = st.load(GAME)
    for pairs, precision in ((2, 0.0), (1000, 0.499)):
        with pytest.raises(RuntimeError, match=rf"\({pairs}, {precision}\)"):
            sweep.sweep(game, ["health=2"], pairs=pairs, precision=precision)
    with pytest.raises(RuntimeError, match=r"\(1000, 0\.025\)"):
        sweep.sweep(game, ["health=2"])
    with pytest.raises(ValueError, match=r"from 0 to 0\.5, not -0\.1"):
        sweep.sweep(game, ["health=2"], precision=-0.1)


def test_rows_of_a_sweep_compare_what_both_have_played():
    made = [sweep.Cell((str(n),), {"number": n}, n == 1) for n in range(3)]
    run = [Trial("made", {"number": n}, ("a", "a"), 1) for n in range(3)]
    tables = [
        scores.by_pair(frame([WON] * 6, plies=[10, 12, 14, 16, 18, 20], counts={"blows": [n] * 12}))
        for n in (1, 2)
    ]
    kept = [tables[0], tables[1].head(4), tables[1]]
    for plan_ in run:
        object.__setattr__(plan_, "key", lambda: "k")
    found = sweep._rows(made, kept, run, 1, 0.2)
    assert [(row.pairs, row.default, row.key, row.labels) for row in found] == [
        (6, False, "k", ("0",)),
        (4, True, "k", ("1",)),
        (6, False, "k", ("2",)),
    ]
    assert [f.name for f in found[0].figures] == ["seat_0", "draws", "plies", "blows"]
    assert [f.value for f in found[0].figures] == [0.5, 0.0, 15.0, 3.0]
    changes = {change.figure.name: change for change in found[0].changes}
    assert (changes["plies"].figure.value, changes["plies"].figure.n) == (0.0, 4)
    # one blow less by either side in every pair: the sign test of four, corrected for two cells
    assert (changes["blows"].figure.value, changes["blows"].p) == (-2.0, 0.25)
    assert found[1].changes == ()
    assert [row.precise for row in found] == [False, False, False]


# what is kept of a simulation


def test_a_summary_counts_matches_of_the_first_agent():
    table = rows(1, 1, 0, -1, 1, -1, 1, -1)
    found = summary.summary(table, 0.5, 6)
    assert (found["games"], found["wins"], found["draws"], found["losses"]) == (8, 6, 1, 1)
    assert (found["seat_0_wins"], found["plies_a_match"]) == (4, 10.0)
    assert (found["seconds"], found["matches_a_second"]) == (0.5, 12.0)
    assert found["score"]["value"] == pytest.approx(6.5 / 8)
    assert found["seat_0_score"]["value"] == pytest.approx(4.5 / 8)
    assert found["score"]["low"] < 6.5 / 8 < found["score"]["high"]
    assert [summary.pairs_of(games) for games in (0, 1, 2, 3, 4, 1000)] == [1, 1, 1, 2, 2, 500]


# examples


def test_examples_are_the_ends_and_the_middle():
    table = rows(
        {"plies": 10},
        {"plies": 30},
        {"plies": 11},
        {"plies": 12},
        {"plies": 4},
        {"score_0": 0, "plies": 40},
        {"plies": 10},
        {"score_0": 0, "plies": 2},
        # along these the chance to win is not known
        {"plies": 50},
        {"plies": 3},
    )
    told = pl.DataFrame(
        {
            "pair": [0, 0, 1, 1, 2, 2, 3, 3],
            "swapped": [False, True] * 4,
            "changes": [2.0, 2.0, 9.0, 2.0, 2.0, 0.0, 2.0, 0.0],
            "settled": [0.5, 0.5, 0.5, 0.1, 0.5, None, 0.5, None],
            "lowest": [0.4, 0.4, 0.4, 0.05, 0.4, None, 0.39, None],
        }
    )
    known = examples.with_chances(table, Chances(told, pl.DataFrame(), pl.DataFrame()))
    assert examples.chosen(known) == [
        ("typical", "The most typical match", 0, False),
        ("comeback", "The biggest comeback", 1, True),
        ("turns", "The most changes of the lead", 1, False),
        # drawn ones may be the longest, but are neither the shortest nor a comeback
        ("longest", "The longest match", 4, False),
        ("shortest", "The shortest match", 4, True),
    ]
    # where no chance is known there are no leads, and the typical match is one of usual length
    assert examples.chosen(examples.with_chances(table, None)) == [
        ("typical", "The most typical match", 0, False),
        ("longest", "The longest match", 4, False),
        ("shortest", "The shortest match", 4, True),
    ]
    # none twice, and no more than there are
    few = examples.chosen(examples.with_chances(rows(1, 1), None))
    assert [(pair, swapped) for _, _, pair, swapped in few] == [(0, False), (0, True)]


def test_an_example_is_told_in_a_sentence():
    def text(score, changes, lowest):
        row = {"decisions_0": 700, "decisions_1": 800, "changes": changes, "lowest": lowest}
        return examples._text(SimpleNamespace(score=score), row, ("Left", "Right"))

    assert text((1.0, -1.0), 0.0, 0.124) == (
        "1,500 decisions; by the chance to win the lead never changes, and Left wins after a chance of 12\u00a0%."
    )
    assert text((-1.0, 1.0), 1.0, 0.5) == (
        "1,500 decisions; by the chance to win the lead changes once, and Right wins, whose chance was never below one half."
    )
    assert text((0.0, 0.0), 2.0, None) == (
        "1,500 decisions; by the chance to win the lead changes 2 times. The match is drawn."
    )
    assert text((1.0, -1.0), None, None) == "1,500 decisions. Left wins."
    assert text((0.0, 0.0), None, None) == "1,500 decisions. The match is drawn."
    trial = Trial(GAME, {}, ("1", "script"), 1)
    assert [examples.seated(trial, name) for name in ("1", "script", "12")] == [
        "Computer, Soldier",
        "Computer, script",
        "Computer, 12",
    ]
    assert examples.seated(replace(trial, game="tests.made"), "1") == "Computer, 1"


def test_an_example_that_comes_out_otherwise_is_refused(monkeypatch):
    table = rows({"plies": 7, "score_0": 1}, {"plies": 7, "score_0": 1})
    for ply, score, right in ((7, (1.0, -1.0), True), (8, (1.0, -1.0), False), (7, (-1.0, 1.0), False)):
        match = SimpleNamespace(ply=ply, score=score, seats=("1", "script"), dice=(1, 0, 0), moves=[4, 2])
        monkeypatch.setattr(examples, "match_of", lambda *_, match=match: match)
        trial = Trial(GAME, {}, ("1", "script"), 1)
        if not right:
            with pytest.raises(ValueError, match="pair 0 came out otherwise when it was played again"):
                examples.examples(trial, table, None, ("Left", "Right"))
            continue
        first = examples.examples(trial, table, None, ("Left", "Right"))[0]
        assert (first.name, first.seats, first.dice, first.moves) == (
            "typical",
            ["Computer, Soldier", "Computer, script"],
            [1, 0, 0],
            [4, 2],
        )


# experiments


def test_parts_of_a_report_have_their_sizes():
    assert experiments.sizes(1000) == experiments.Sizes(1000, 1000, 250, 125, 250, 100, 250, 500, 20)
    assert experiments.sizes(10) == experiments.Sizes(10, 10, 10, 10, 10, 10, 10, 10, 5)
    # the first findings need nothing but the matches of the trial itself
    assert experiments.first_sizes(20) == experiments.Sizes(20, 20, 0, 0, 0, 0, 20, 0, 0)
    with pytest.raises(ValueError, match="at least 10 pairs of matches, not 9"):
        experiments.sizes(9)


def deed(name):
    return Deed(name, name, lambda *_: True)


PICK = Pick(
    "army",
    "An army.",
    (
        Option("a", "a", ({"x": 0}, {"y": 0})),
        Option("b", "b", ({"x": 1}, {"y": 1})),
        Option("c", "c", take=lambda *_: 0),
    ),
    "a",
)


def test_what_is_measured_is_asked_for(monkeypatch):
    asked = []
    counts = {"often": (56, 35), "forced": (56, 28), "never": (0, 0)}
    used = [{"done": done, "free": free, "offered": True} for done, free in counts.values()]
    trial = trials.make(st.load(GAME), ("script", 1), 3)
    declared = replace(st.load(GAME).spec, picks=(PICK,), deeds=tuple(map(deed, counts)))
    monkeypatch.setattr(Trial, "load", lambda one: st.Game(declared, **one.settings))

    def run(jobs):
        asked.extend(jobs)
        # who is named first wins three of four, in the second way round one of four
        return {
            job.name: frame([WON, WON, WON, LOST] if job.name != "army 0 1 1" else [WON, LOST, LOST, LOST])
            for job in jobs
        } | {
            "trails": pl.DataFrame(schema=SCHEMA),
            "stood": pl.DataFrame(schema=STOOD),
            "uses": pl.DataFrame([(0, False, used)], schema=USED, orient="row"),
        }

    sizes = experiments.Sizes(40, 40, 11, 12, 13, 14, 15, 4, 6)
    found = experiments.measure(trial, sizes, ["Low", "Middle", "High"], run)
    assert [(job.name, job.pairs, job.trial.agents) for job in asked] == [
        ("trial", 40, ("script", "1")),
        ("trails", 15, ("script", "1")),
        ("stood", 6, ("script", "1")),
        ("uses", 14, ("script", "script")),
        ("same dice", 4, ("script", "1")),
        ("same choices", 4, ("script", "1")),
        ("army 0 1 0", 12, ("script", "script")),
        ("army 0 1 1", 12, ("script", "script")),
        ("army 0 2", 12, ("taking:army=a:script", "taking:army=c:script")),
        ("army 1 2", 12, ("taking:army=b:script", "taking:army=c:script")),
        ("level 1", 13, ("1", "0")),
        ("level 2", 13, ("2", "1")),
        ("without often", 11, ("without:often:script", "script")),
    ]
    same_dice, same_choices = (job.trial for job in asked[4:6])
    assert (same_dice.seed, same_dice.choices) == (3, same_choices.seed)
    assert (same_choices.seed != 3, same_choices.choices) == (True, 3)
    ways = [{name: job.trial.settings.get(name) for name in "xy"} for job in asked[6:8]]
    assert ways == [{"x": 0, "y": 1}, {"x": 1, "y": 0}]
    assert found.matches == 8 * (len(asked) - 3)
    assert (found.chances, found.crossed) == (None, ())
    assert [(step.name, step.lower, step.score.value) for step in found.steps] == [
        ("Middle", "Low", 0.75),
        ("High", "Middle", 0.75),
    ]
    assert [(one.deed.name, one.a_side, one.free) for one in found.forgone] == [
        ("often", 1.0, True),
        ("forced", 1.0, False),
        ("never", 0.0, False),
    ]
    assert [one.score and one.score.value for one in found.forgone] == [0.75, None, None]
    # both ways round are one: seat 0 won 3/4 and then 1/4 for the other option
    ((pick, meta),) = found.metagames
    assert (pick, meta.natural) == (PICK, "a")
    assert meta.payoff[0][2].value == pytest.approx(0.25)
    assert found.rows.height == 8


def test_every_two_options_meet_on_dice_of_their_own():
    trial = trials.make(st.load(GAME), ("script", "1"), 3)
    jobs = list(experiments._duels(trial, PICK, 12))
    assert [job.name for job in jobs] == ["army 0 1 0", "army 0 1 1", "army 0 2", "army 1 2"]
    seeds = [job.trial.seed for job in jobs]
    # both ways round with the same dice, no other options with these
    assert seeds[0] == seeds[1]
    assert len({3, *seeds}) == 4


def test_what_is_found_is_asked_about_at_other_levels():
    finding = Finding("A side that may not hop loses 9 points.", "deeds", False, 9.0, 10, "hop")
    own = {"hop": Verdict("loses", "−9", 10)}

    def low(verdicts, few=0):
        return findings.There(1, "Low", few, verdicts)

    def held(claim):
        return findings._held(finding, own, low({"hop": Verdict(claim, "−7", 10)}))

    assert [held(claim) for claim in ("loses", "dead", sections.OPEN)] == [
        "Level 1 (Low) too: −7.",
        "Otherwise at level 1 (Low): −7.",
        "Not known at level 1 (Low): −7.",
    ]
    # what loses here loses there too, where more does
    two, three = (
        {"hop": Verdict(sections.APART.join(names), "these never pay", 10)} for names in ("ac", "abc")
    )
    assert findings._held(finding, two, low(three)) == "Level 1 (Low) too: these never pay."
    assert findings._held(finding, three, low(two)) == "Otherwise at level 1 (Low): these never pay."
    assert findings._held(finding, own, low({})) == "Not told at level 1 (Low)."
    unknown = {"hop": Verdict(sections.OPEN, "7", 10)}
    assert findings._held(finding, unknown, low(own)) == "Known at level 1 (Low): −9."
    figure = {"hop": Verdict("", "7", 10)}
    assert findings._held(finding, figure, low(figure)) == "Level 1 (Low): 7."
    # of several deeds of which nothing is known it is said what is known of them there
    open_here = Finding("Not known yet.", "deeds", False, 0.0, 10, sections.APART.join(("hop", "jump")))
    there = {"hop": Verdict(sections.OPEN, "+1", 10), "jump": Verdict("loses", "−7", 10)}
    assert findings._held(open_here, own, low(there, 40)) == "Known at level 1 (Low, 10 pairs): to jump (−7)."
    assert (
        findings._held(open_here, own, low({}, 40)) == "Not known at level 1 (Low, 40 pairs) of any either."
    )
    # where a level got fewer pairs, those of the part are said, and of the trial where the part tells nothing
    assert findings._held(finding, own, low(own, 40)) == "Level 1 (Low, 10 pairs) too: −9."
    assert findings._held(finding, own, low({}, 40)) == "Not told at level 1 (Low, 40 pairs)."


def test_other_levels_are_asked_where_a_level_plays_itself():
    def beside(first, second, at=findings.AT):
        return findings._beside(trials.make(st.load(GAME), (first, second), 3), at)

    assert [beside(2, 2), beside(1, 1), beside(3, 3)] == [[1], [2], [1, 2]]
    assert [beside("script", "script"), beside(2, 1), beside(2, 2, ())] == [[], [], []]
    assert beside(2, 2, (0, 3)) == [0, 3]
    with pytest.raises(ValueError, match="has levels 0 to 3, not 9"):
        beside(2, 2, (1, 9))
    trial = trials.make(st.load(GAME), (2, 2), 3)
    assert findings.command(trial, 10, {}, 2, (1, 2, 3)).endswith("--agents 2,2 --at 1,2,3")
    assert findings.command(trial, 10, {}, 2, (1, 3), False, {3: 40}).endswith("--at 1,3:40")


def test_a_level_that_thinks_long_gets_fewer_pairs():
    assert commands.pairs_at("1, 2,3:40") == ((1, 2, 3), {3: 40})
    assert commands.pairs_at("2,1") == ((1, 2), {})
    wanted = sizes(1000)
    assert findings._sizes_at(1, wanted, {3: 40}) == replace(wanted, stood=0)
    few = findings._sizes_at(3, wanted, {3: 40})
    assert (few.pairs, few.deed, few.cell, few.cross, few.trail) == (40, 10, 0, 20, 40)
    # no more than the trial itself has, as in the first findings
    assert findings._sizes_at(3, sizes(20), {3: 40}).pairs == 20


def test_the_other_parts_are_shares_of_fewer_pairs_where_that_is_asked():
    assert (sizes(4800, 240).pairs, sizes(4800, 4800)) == (4800, sizes(4800))
    assert replace(sizes(4800, 240), pairs=240) == sizes(240)
    with pytest.raises(ValueError, match="shares of 100 at most, not of 240"):
        sizes(100, 240)
    with pytest.raises(ValueError, match="at least 10 pairs of matches, not 9"):
        sizes(100, 9)
    trial = trials.make(st.load(GAME), (2, 2), 3)
    told = findings.command(trial, 4800, {}, 2, parts=240)
    assert told.endswith("report assault --pairs 4800 --parts 240 --seed 3 --agents 2,2")
    assert "--parts" not in findings.command(trial, 240, {}, 2, parts=240)


def test_both_ways_round_are_one_observation():
    home, away = frame([WON, WON]), frame([LOST, WON])
    found = experiments.met("army 0 1", {"army 0 1 0": home, "army 0 1 1": away})
    assert found["swapped"].to_list() == [False] * 4 + [True] * 4
    assert found["pair"].to_list() == [0, 0, 1, 1] * 2
    alone = {"army 0 1": home}
    assert experiments.met("army 0 1", alone) is home


def test_jobs_are_worked_on_in_batches(monkeypatch):
    class Backwards:
        def map(self, function, items):
            self.items = list(items)
            for index in reversed(range(len(self.items))):
                yield index, function(self.items[index])

    monkeypatch.setattr(experiments, "batch_of", lambda trial: 20 if trial.seed == 1 else 2)
    monkeypatch.setattr(
        experiments, "run_batch", lambda trial, start, stop: frame([WON] * (stop - start), first=start)
    )
    backend, told = Backwards(), []
    jobs = [Job("quick", Trial(GAME, {}, ("1", "1"), 1), 45), Job("slow", Trial(GAME, {}, ("1", "1"), 2), 3)]
    found = experiments.run_jobs(jobs, backend, lambda *done: told.append(done))
    parts = [(job.name, start, stop) for ((job, start, stop),) in backend.items]
    assert parts == [("quick", 0, 20), ("quick", 20, 40), ("quick", 40, 45), ("slow", 0, 2), ("slow", 2, 3)]
    assert found["quick"]["pair"].to_list() == [n // 2 for n in range(90)]
    assert found["slow"].height == 6
    assert told == [(2, 96), (6, 96), (16, 96), (56, 96), (96, 96)]
    assert experiments.run_jobs(jobs[1:], backend)["slow"].height == 6


def test_what_is_left_out_is_less_one_half():
    assert experiments.less_half("d", figure("", 0.7, 0.1, 5)) == Figure(
        "d", pytest.approx(0.2), pytest.approx(0.1), pytest.approx(0.3), 5, "points"
    )


# reports


def told(text, section, act, weight):
    return Finding(text, section, act, weight, 10)


def test_findings_to_act_upon_come_first_the_weightier_before():
    given = [
        told("a", "one", False, 1.0),
        told("b", "one", True, 2.0),
        told("c", "two", False, 9.0),
        told("d", "one", False, 3.0),
        told("e", "two", True, 5.0),
        told("f", "two", False, 9.5),
    ]
    assert [finding.text for finding in findings._ordered(given)] == ["e", "b", "d", "a", "f", "c"]


def test_the_command_of_a_report_makes_it_again():
    trial = Trial(GAME, {}, ("script", "1"), 4)
    assert (
        findings.command(trial, 50, {}, 2) == "sandtable report assault --pairs 50 --seed 4 --agents script,1"
    )
    words = findings.command(
        trial, 50, {"flag": True, "other": False, "board": "a\nb", "n": 3, "t": "a b"}, 0
    )
    assert words == (
        "sandtable report assault --set flag=yes --set other=no --set board=@FILE --set n=3 --set 't=a b' "
        "--pairs 50 --seed 4 --agents script,1 --levels 0"
    )


def test_levels_are_climbed_as_far_as_asked():
    trial = Trial(GAME, {}, ("script", "1"), 4)
    assert findings.level_names(trial, 0) == ["Recruit"]
    assert findings.level_names(trial, 3) == ["Recruit", "Soldier", "Captain", "General"]
    bare = trials.make(st.Game(TUG))
    assert findings.level_names(bare, 0) == [TUG.levels[0].name]
    for top in (-1, 4):
        with pytest.raises(ValueError, match=f"assault has levels 0 to 3, not {top}"):
            findings.level_names(trial, top)


def made_report(*figures, settings=None, rules="r", agents=("1", "1"), game=GAME):
    provenance = Provenance(
        version="1",
        rules=rules,
        settings=settings or {"health": 6, "flag": True},
        changed={},
        agents=list(agents),
        seed=1,
        pairs=10,
        matches=20,
        command="",
    )
    section = Section("s", "Part", "", list(figures))
    return Report(1, game, "Toy", ["L", "R"], provenance, [], [section], [])


def test_a_report_from_before_versions_were_told_is_of_the_first():
    old = json.loads(document.write(made_report()))
    for later in ("versions", "rules_version", "draws"):
        del old["provenance"][later]
    del old["about"], old["whose"]
    read = document.read(json.dumps(old))
    assert (read.provenance.versions, read.provenance.rules_version, read.provenance.draws) == ({}, 1, 1)
    assert (read.about, read.whose) == ("", "")


def test_reports_with_one_seed_are_compared_pair_by_pair():
    def told(values, **fields):
        made = made_report(Figure("drawn", 0.5, 0.4, 0.6, 4, "share"), **fields)
        section = structs.replace(made.sections[0], title="Who wins")
        paired = [document.Pairs("Who wins: drawn", document.pack(values))]
        return structs.replace(made, sections=[section], paired=paired)

    before, after = [0.0, 0.5, 0.0, 0.5, 0.0, 0.5], [0.5, 1.0, 0.5, 1.0, 0.5, 0.5]
    (change,) = compare.compare(told(before), told([*after, 1.0])).changes
    assert (change.paired, change.difference.value, change.difference.n) == (True, pytest.approx(2.5 / 6), 6)
    assert change.difference.high - change.difference.low < 0.5
    assert change.stands
    # what both have is told of, not what one has more
    assert (change.before.value, change.after.value, change.after.n) == (0.5, pytest.approx(4 / 6), 6)
    (turned,) = compare.compare(told([1.0, 1.0]), told([1.0, 0.5, *[1.0] * 6])).changes
    assert (turned.before.value, turned.after.value, turned.difference.value) == (0.5, 0.75, -0.25)
    # of another seed nothing is shared
    other = told(after)
    other = structs.replace(other, provenance=structs.replace(other.provenance, seed=99))
    found = compare.compare(told(before), other)
    assert [(one.paired, one.stands) for one in found.changes] == [(False, False)]
    # who wins is told all the same
    assert found.told[0].sentence.startswith("Who wins: “drawn” is not known to change: 0.0")
    assert document.unpack(document.pack([0.25, 1e9])) == [0.25, 1e9]


def test_changes_come_part_by_part_and_in_each_the_surest_first():
    def told(values):
        made = made_report()
        parts = [
            Section(part, part, "", [Figure(name, value, value - 1, value + 1, 9) for name, value in figures])
            for part, figures in values.items()
        ]
        return structs.replace(made, sections=parts)

    before = {"First": [("a", 1.0), ("b", 1.0)], "Then": [("c", 1.0), ("d", 1.0)]}
    after = {"First": [("a", 1.1), ("b", 1.5)], "Then": [("c", 9.0), ("d", 20.0)]}
    found = compare.compare(told(before), told(after))
    assert [change.name for change in found.changes] == ["First: b", "First: a", "Then: d", "Then: c"]


def test_a_comparison_is_told_line_by_line():
    before = made_report(
        Figure("same", 0.5, 0.4, 0.6, 100, "share"),
        Figure("longer", 10.0, 9.0, 11.0, 100, "plies"),
        Figure("old", 1.0, 0.9, 1.1, 100),
    )
    after = made_report(
        Figure("new", 1.0, 0.9, 1.1, 100),
        Figure("same", 0.52, 0.42, 0.62, 90, "share"),
        Figure("longer", 20.0, 19.0, 21.0, 100, "plies"),
        settings={"health": 9, "flag": True},
        rules="other",
        agents=("1", "2"),
    )
    found = compare.compare(before, after)
    assert (found.only_before, found.only_after) == (["Part: old"], ["Part: new"])
    assert found.changed == {"health": (6, 9)}
    assert [(change.name, change.stands) for change in found.changes] == [
        ("Part: longer", True),
        ("Part: same", False),
    ]
    assert [line.replace("\u00a0", " ") for line in found.table()] == [
        "What changed: health: 6 -> 9",
        "Beware, the players differ too: 1 against 1 -> 1 against 2",
        "Beware, the compiled rules differ too: r -> other",
        "1 of 2 figures differs by more than noise (marked *; those of each part judged together by Holm, at 5 %).",
        "",
        "Part: “longer” rises from 10.0 plies to 20.0 plies: +10.0 ± 1.4.",
        "",
        f"* Part: longer  {'10.0 plies':>16} -> {'20.0 plies':<16} +10.0 ± 1.4",
        f"  Part: same    {'50.0 %':>16} -> {'52.0 %':<16} +2.0 points ± 14.1",
    ]
    same = compare.compare(before, before).table()
    assert same[0] == "What changed: nothing in the settings."
    assert same[1].startswith("0 of 3")
    assert compare.compare(made_report(), made_report()).table()[1].startswith("0 of 0")
    with pytest.raises(ValueError, match="on assault and optio: compare reports on one game"):
        compare.compare(before, replace_game(before, "optio"))


def replace_game(made, game):
    return made_report(game=game)


def test_figures_of_a_report_are_named_by_their_part():
    assert [name for name, _ in made_report(figure("x", 1.0)).figures()] == ["Part: x"]
    assert document.changed({"a": 1, "b": 2}, {"a": 1, "b": 3}) == {"b": 2}
