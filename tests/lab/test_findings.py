"""What a report says of its figures: true to them, in plain words, marked where a designer could act upon it."""

import re
from math import inf
from types import SimpleNamespace

import numpy as np
import pytest

from sandtable.authoring import Option, Pick
from sandtable.lab.report import ablations, sections
from sandtable.lab.report.document import Bar
from sandtable.lab.report.experiments import Forgone, Fresh
from sandtable.lab.statistics.metagame import solve
from sandtable.lab.statistics.stats import QUANTILE, Figure
from sandtable.lab.statistics.wording import (
    aligned,
    bounds,
    counted,
    difference,
    listed,
    number,
    plain,
    said,
    signed,
    size,
    value,
    worth,
)
from tests.lab.frames import rows


def measured(frame, **fields):
    """What was measured, from rows made by hand."""
    made = SimpleNamespace(
        rows=frame,
        forgone=(),
        steps=(),
        sizes=SimpleNamespace(count=5),
        even="",
        whose="",
        limits={},
        pace=None,
        groupings=(),
        events=(),
    )
    vars(made).update(fields)
    return made


def test_an_advantage_of_the_first_is_found_and_named():
    # seat 0 begins but for one match
    frame = rows(*[1, 1, 1, -1] * 50, went_first_0=[1] * 199 + [0], went_first_1=[0] * 199 + [1])
    texts = [(f.text, f.act) for f in sections.balance(measured(frame), ("Left", "Right")).findings]
    assert texts[0][1]
    assert re.match(r"Going first wins 75\.5.%.±.\d", texts[0][0])
    assert re.match(r"Playing Left wins 75\.0", texts[1][0])
    second = sections.balance(measured(rows(*[-1, -1, 1, -1] * 50)), ("Left", "Right")).findings
    # the interval is turned with the figure
    assert second[0].text == texts[1][0].replace("Left", "Right")
    (chart,) = sections.balance(measured(frame), ("Left", "Right")).section.charts
    assert [(bar.label, bar.value) for bar in chart.marks] == [("Going first", 0.755), ("Playing Left", 0.75)]
    assert all(0.6 < bar.low < bar.value < bar.high < 0.9 for bar in chart.marks)
    even = sections.balance(measured(rows(*[1, 1, -1, -1] * 50)), ("Left", "Right")).findings
    assert even[0].text.startswith(
        "More pairs are needed to tell whether playing Left is an advantage: it wins 50.0"
    )
    assert not even[0].act
    sure = sections.balance(measured(rows(*[1, 1, -1, -1] * 1600)), ("Left", "Right")).findings
    assert sure[0].text.startswith("Playing Left gives no measurable advantage: it wins 50.0")
    assert {finding.pairs for finding in sure} == {3200}


def test_draws_are_told_where_there_are_none_and_where_there_are():
    none = sections.balance(measured(rows(*[1, -1] * 100)), ("Left", "Right")).findings
    assert (
        none[-1].text.replace("\u00a0", " ")
        == "None of the 200 matches was drawn: at most 3.7 % of matches end in a draw."
    )
    # what is the most is not rounded down
    assert [sections._most(share) for share in (0.2731, 0.0374, 0.00384, 0.00096)] == [
        "28",
        "3.8",
        "0.39",
        "0.10",
    ]
    some = sections.balance(measured(rows(*[1, 1, 1, 1, 0, 1] * 50)), ("Left", "Right")).findings
    assert some[0].text.startswith("Playing Left scores 91.7")
    assert some[0].text.endswith(", a draw counting half.")


def test_many_draws_and_long_matches_are_to_be_acted_upon():
    drawn = sections.balance(measured(rows(*[0, 0, 1, -1] * 50)), ("Left", "Right")).findings
    assert [(f.act, f.weight) for f in drawn if "drawn" in f.text] == [(True, 25.0)]
    lengths = [{"decisions_0": 100 if n % 10 == 0 else 10} for n in range(400)]
    found = sections.length(measured(rows(*lengths))).findings
    assert [f.act for f in found] == [False, True]
    for longest, found_long in ((24, False), (26, True)):
        some = [{"decisions_0": longest if n % 10 == 0 else 10, "decisions_1": 0} for n in range(400)]
        assert len(sections.length(measured(rows(*some))).findings) == 1 + found_long
    # where most matches have no decision at all nothing is so many times as long
    none = [{"decisions_0": 9 if n % 10 == 0 else 0, "decisions_1": 0} for n in range(400)]
    assert len(sections.length(measured(rows(*none))).findings) == 1


def test_what_a_game_counts_is_told_where_it_counts_something():
    part = sections.counted(measured(rows(*[1, -1] * 10, blows_0=[2.0] * 20, blows_1=[4.0] * 20)))
    assert part is not None
    assert [(figure.name, figure.value) for figure in part.section.figures] == [("blows", 3.0)]
    assert sections.counted(measured(rows(1, 1))) is None


def group(name, value, half, a_side=2.0):
    score = (
        None
        if value is None
        else Figure(name, 0.5 + value, 0.5 + value - half, 0.5 + value + half, 400, "share")
    )
    return Forgone(SimpleNamespace(name=name, text=name), a_side, True, score)


def test_deeds_are_judged_by_what_it_costs_to_lose_them():
    forgone = [
        group("strike", -0.2, 0.02),
        group("hop", 0.0, 0.02),
        group("boast", 0.1, 0.02),
        group("wait", -0.03, 0.08),
        group("fly", None, 0.0, a_side=0.0),
    ]
    fresh = {
        "hop": Fresh(Figure("", 0.001, -0.019, 0.021, 400, "points"), True),
        "boast": Fresh(Figure("", 0.09, 0.07, 0.11, 400, "points"), True),
    }
    part = ablations.action_groups(measured(rows(1, 1), forgone=forgone), fresh)
    assert part is not None
    text = {f.text.replace("\u00a0", " "): f.act for f in part.findings}
    assert text["A side not allowed to strike loses 20.0 points ± 2.0."] is False
    assert any("The option to hop is all but dead" in t and act for t, act in text.items())
    assert any(
        "not allowed to boast does better, by 9.0 points ± 2.0 on fresh dice" in t and act
        for t, act in text.items()
    )
    never = "In 10 matches between these players no side ever chose to fly: that is their habit, and others may choose to."
    assert text[never] is False
    untold = (
        "It is not yet known whether it matters to wait "
        "(−3.0 points ± 8.0; finding out takes about 18 times as many pairs)."
    )
    assert text[untold] is False
    assert {f.pairs for f in part.findings} == {5, 400}
    (chart,) = part.section.charts
    assert [bar.value for bar in chart.marks][::3] == pytest.approx([-20, 10])
    (table,) = part.section.tables
    assert (
        ablations.action_groups(measured(rows(1, 1), forgone=[group("nod", 0.0, 0.02, 0.01)]))
        .section.tables[0]
        .rows[0]
        .cells[1]
        == "under 0.1"
    )
    assert table.rows[-1].cells == ["Fly", "0.0", "never done"]


def needed(*changes):
    """How many times as many pairs an uncertain group takes by the report, of all that were measured to change this."""
    forgone = [group(f"act {n}", *change) for n, change in enumerate(changes)]
    part = ablations.action_groups(measured(rows(1, 1), forgone=forgone))
    return [float(n.replace(",", "")) for n in re.findall(r"about ([\d,.]+) times", part.findings[-1].text)]


@pytest.mark.parametrize(
    ("changes", "times"),
    [
        # 1.9 standard errors from 0: (2.8 / 1.9)^2
        ([(0.019, 0.0196)], [2.2]),
        # 2.8 of them where ten groups are tested together: (2.807 + 0.842)^2 / 2.8^2
        ([(-0.028, 0.0196)] * 10, [1.7] * 10),
        # 1.9 of them inside a margin of 3 points, where both ends of an interval have to be: (1.960 + 0.842)^2 / 1.9^2
        ([(0.0072, 0.02352), (-0.0072, 0.02352)], [2.2, 2.2]),
        # a group that is known to matter no longer counts, and one that is known to be dead still does
        ([(0.5, 0.01), (0.0, 0.01), (0.08, 0.0784)], [2.4]),
        # nearer to 0 than to the margin it is sooner dead than different, nearer to the margin the other way round
        ([(0.010, 0.0392)], [7.9]),
        ([(0.020, 0.0392)], [7.9]),
        # none could ever be within a margin that it exceeds
        ([(0.08, 0.098)], [3.1]),
        # a group that is seldom used has a margin in proportion
        ([(0.0, 0.0196, 0.5)], [3.5]),
    ],
)
def test_what_finding_out_takes_is_the_fewer_of_the_pairs_that_show_an_effect_or_none(changes, times):
    assert needed(*changes) == times


@pytest.mark.parametrize(
    ("value", "words"), [(0.006, "may be dead"), (0.024, "may be overrated"), (-0.07, "loses")]
)
def test_the_pairs_that_finding_out_takes_show_it_four_times_in_five(value, words):
    (times,) = needed((value, 0.09))
    half = 0.09 / times**0.5
    drawn = np.random.default_rng(0).normal(value, half / QUANTILE, 1000).tolist()
    parts = [
        ablations.action_groups(measured(rows(1, 1), forgone=[group("act", one, half)])) for one in drawn
    ]
    shown = sum(words in part.findings[-1].text for part in parts)
    assert shown / 1000 == pytest.approx(0.8, abs=0.04)


def test_a_metagame_says_how_good_its_scores_are():
    scores = {
        (i, j): Figure("", 0.5, 0.5 - half, 0.5 + half, 250, "share")
        for i, j, half in [(0, 1, 0.0249), (0, 2, 0.0549), (1, 2, 0.0249)]
    }
    options = tuple(Option(name, f"{name} it is") for name in "abc")
    part = ablations.metagame(Pick("letter", "A letter.", options, "a"), solve(["a", "b", "c"], "a", scores))
    # the mean of 2.49, 5.49 and 2.49 points
    assert "in 250 pairs of matches" in part.section.text
    assert "accurate to about ±3 points" in part.section.text
    matrix, weights, _ = part.section.charts
    assert (matrix.line, matrix.percent, matrix.across, len(matrix.marks)) == (0.5, True, 3, 9)
    assert matrix.marks[1] == Bar("a", 0.5, pytest.approx(0.4751), pytest.approx(0.5249))
    assert (weights.line, weights.percent, weights.across) == (None, True, 0)
    assert [bar.label for bar in weights.marks] == ["a", "b", "c"]
    assert re.match(
        "Of the 3 compared, no letter is certain to beat “a”, the natural one: the best answer, “b”, scores 50.0.%.±",
        part.findings[0].text,
    )
    beaten = {**scores, (0, 1): Figure("", 0.3, 0.25, 0.35, 250, "share")}
    pick = Pick("letter", "A letter.", options, "a")
    fresh = {ablations.beaten(pick): Fresh(Figure("", 0.2, 0.15, 0.25, 250, "points"), True)}
    found = ablations.metagame(pick, solve(["a", "b", "c"], "a", beaten), fresh=fresh)
    assert re.match("“a”, the natural letter, is beaten by “b”, which scores 70.0", found.findings[0].text)
    assert [f.act for f in (part.findings[0], found.findings[0])] == [False, True]


def test_figures_in_words():
    share, points = Figure("", 0.531, 0.525, 0.537, 9, "share"), Figure("", -0.08, -0.2, 0.04, 9, "points")
    assert said(share).replace("\u00a0", " ") == "53.1 % ± 0.6"
    assert value(points).replace("\u00a0", " ") == "−8.0 points"
    assert size(points).replace("\u00a0", " ") == "8.0 points ± 12.0"
    assert bounds(share).replace("\u00a0", " ") == "52.5 to 53.7 %"
    assert difference(share).replace("\u00a0", " ") == "+53.1 points ± 0.6"
    assert said(Figure("", 2.534, 2.3, 2.77, 9, "a match")).replace("\u00a0", " ") == "2.53 ± 0.24"
    assert (number(-0.001, 1), number(1234.5, 30)) == ("0.0", "1,234")
    assert [number(found, 0) for found in (0.0, 100.0, 0.5, 0.25, -3.0)] == ["0", "100", "0.5", "0.25", "−3"]
    assert (counted(1, "pair"), counted(1500, "pair")) == ("1 pair", "1,500 pairs")


def test_figures_in_lines_of_text_have_as_many_digits_as_their_error():
    def figure(value, half):
        return Figure("", value, value - half, value + half, 9)

    assert [
        plain(figure(value, half)) for value, half in ((12.3456, 0.0123), (1234.4, 56.0), (0.5, 1e-9))
    ] == [
        "12.346 ±0.012",
        "1234 ±56",
        "0.500000 ±0.000000",
    ]
    assert plain(figure(2.0, 0.0)) == "2 ±0"
    assert plain(figure(2.0, inf)) == "2 ±inf"
    # three digits, and all before the point
    assert [plain(figure(value, 0.0)) for value in (0.12345, 999.4, 1000.0, 12345.0)] == [
        "0.123 ±0",
        "999 ±0",
        "1000 ±0",
        "12345 ±0",
    ]
    assert [signed(figure(value, 0.5)) for value in (2.0, 0.0, -2.0)] == [
        "+2.00 ±0.50",
        "+0.00 ±0.50",
        "-2.00 ±0.50",
    ]
    assert worth([]) == worth([1.0, 1.04]) == []
    told = (
        "What luck explains is taken out of the scores; without that, {} times as many pairs would be needed."
    )
    assert worth([1.05]) == [told.format("1.1")]
    assert worth([1.2, 3.0, 1.0]) == [told.format("1.0 to 3.0")]


def test_columns_begin_or_end_in_line():
    rows = [["who", "x", "y"], ["a", "100", "2"]]
    assert aligned(rows) == ["who    x  y", "a    100  2"]
    assert aligned(rows, left=2) == ["who  x    y", "a    100  2"]
    assert aligned([["alone", ""]]) == ["alone"]


def test_an_interval_that_ends_where_all_do_is_told_by_its_ends():
    lucky, all_lost = Figure("", 0.977, 0.884, 0.996, 9, "share"), Figure("", -0.5, -0.5, -0.222, 9, "points")
    assert said(lucky).replace("\u00a0", " ") == "97.7 % (88.4 to 99.6 %)"
    assert said(all_lost).replace("\u00a0", " ") == "−50.0 points (−50.0 to −22.2)"
    # nothing is less than none, or more than all, though the value lies near the middle
    for share, words in ((0.6, "60 % (0 to 100 %)"), (0.4, "40 % (0 to 100 %)"), (0.5, "50 % ± 50")):
        assert said(Figure("", share, 0.0, 1.0, 9, "share")).replace("\u00a0", " ") == words
    assert size(all_lost).replace("\u00a0", " ") == "50.0 points (22.2 to 50.0)"
    assert listed(["a", "b", "c"], "or") == "a, b or c"


def test_a_level_that_hardly_beats_the_one_below_is_named():
    steps = [
        SimpleNamespace(
            name="upper", lower="lower", score=Figure("", 0.51, 0.49, 0.53, 900, "share"), worth=1.0
        )
    ]
    part = sections.depth(measured(rows(1, 1), steps=steps))
    assert part is not None
    assert any("better play hardly pays, or this level hardly plays better" in f.text for f in part.findings)
    assert part.findings[0].text.endswith("about 10 Elo points (−10 to 20).")
    steps.append(
        SimpleNamespace(name="top", lower="upper", score=Figure("", 1.0, 0.9, 1.0, 20, "share"), worth=1.0)
    )
    first = sections.depth(measured(rows(1, 1), steps=steps)).findings[0]
    assert "top scores 100.0" in first.text
    # a score of all has no Elo points: the lower ends are what is sure
    assert first.text.endswith("at least 370 Elo points in all.")
    assert first.pairs == 20
    # the lower ends come to 389, which is not 390
    steps[-1].score = Figure("", 1.0, 0.907, 1.0, 20, "share")
    (told, *_) = sections.depth(measured(rows(1, 1), steps=steps)).findings
    assert told.text.endswith("at least 380 Elo points in all.")
    for high, hardly in ((0.549, True), (0.551, False)):
        steps[0].score = Figure("", 0.53, 0.5, high, 900, "share")
        told = sections.depth(measured(rows(1, 1), steps=steps[:1])).findings
        assert ["hardly" in f.text for f in told] == [False] + [True] * hardly
        assert not any(f.act for f in told)
