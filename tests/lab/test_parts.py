"""The parts of a report number by number: what they weigh, what they mark, and what they draw."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from sandtable.authoring import Grouping, Option, Pick, Space, Wasted
from sandtable.lab.report import ablations, findings, players, sections
from sandtable.lab.report.experiments import Forgone, Fresh
from sandtable.lab.report.search import FoundOption, Searched
from sandtable.lab.run.trails import SCHEMA
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.chances import Chances
from sandtable.lab.statistics.metagame import Metagame
from sandtable.lab.statistics.stats import Figure
from tests.lab.frames import rows

SIDES = ("Left", "Right")


def measured(frame=None, **fields):
    """What was measured."""
    made = {
        "rows": frame,
        "forgone": (),
        "steps": (),
        "sizes": SimpleNamespace(count=5, cross=20),
        "even": "",
        "whose": "",
        "wasted": {},
        "limits": {},
        "pace": None,
        "groupings": (),
        "events": (),
    }
    return SimpleNamespace(**{**made, **fields})


def share(value, half=0.01, n=100):
    return Figure("", value, value - half, value + half, n, "share")


def points(value, half=0.01, n=100, name=""):
    return Figure(name, value, value - half, value + half, n, "points")


def told(findings):
    """Findings as rows: text with plain spaces, whether to act, weight, pairs."""
    return [
        (finding.text.replace("\u00a0", " "), finding.act, pytest.approx(finding.weight), finding.pairs)
        for finding in findings
    ]


def seat(value, half, drawn=0.0, stands=True):
    asked = sections._Seat(share(value, half), "Going first", "Going second")
    return told([sections._seat_finding(asked, share(drawn), stands, "")])[0]


def test_an_advantage_is_acted_upon_from_two_points():
    assert seat(0.53, 0.01) == ("Going first wins 53.0 % ± 1.0 of all matches.", True, 3.0, 100)
    assert seat(0.52, 0.01)[1:3] == (True, 2.0)
    assert seat(0.515, 0.01)[1:3] == (False, 1.5)
    assert seat(0.4, 0.02, 0.1) == (
        "Going second scores 60.0 % ± 2.0, a draw counting half.",
        True,
        10.0,
        100,
    )


def test_no_advantage_is_told_where_two_points_are_out_of_the_question():
    unsure = "More pairs are needed to tell whether going first is an advantage: it wins {} of all matches."
    sure = "Going first gives no measurable advantage: it wins {} of all matches."
    assert seat(0.5, 0.0625) == (unsure.format("50.0 % ± 6.2"), False, 1.0, 100)
    assert seat(0.5, 0.05) == (unsure.format("50.0 % ± 5.0"), False, 1.0, 100)
    assert seat(0.5, 0.0199) == (sure.format("50.0 % ± 2.0"), False, 1.0, 100)
    # an end at one half is none
    assert seat(0.53125, 0.03125)[0] == unsure.format("53.1 % ± 3.1")
    # nor is one of the seat that is behind
    assert seat(0.4375, 0.125)[0] == unsure.format("43.8 % ± 12.5")
    assert seat(0.4921875, 0.01)[0] == sure.format("49.2 % ± 1.0")
    # one that is not among all that were asked about is none
    assert seat(0.51, 0.005, stands=False)[0] == sure.format("51.0 % ± 0.5")


def test_what_is_asked_of_the_seats_is_asked_together():
    # alone each would stand: 54 % of 1,300 pairs that are worth a match each
    alone = [1, 1] * 702 + [-1, -1] * 598
    (only, *_) = sections.balance(measured(rows(*alone)), SIDES).findings
    assert only.text.startswith("Playing Left wins 54.0")
    began = [n // 2 % 2 for n in range(2600)]
    frame = rows(*alone, went_first_0=began, went_first_1=[1 - n for n in began])
    texts = [f.text for f in sections.balance(measured(frame), SIDES).findings]
    assert texts[0].startswith("More pairs are needed to tell whether going first is an advantage")
    assert texts[1].startswith("Playing Left wins 54.0")


@pytest.mark.parametrize(
    ("results", "claim", "said"),
    [
        ([1, 1, -1, -1] * 50, "open", "50.0 % ± 9.8"),
        ([1, 1, -1, -1] * 9000, "none", "50.0 % ± 0.7"),
        ([1, 1, 1, -1] * 500, "better", "75.0 % ± 1.6"),
        ([-1, -1, 1, -1] * 500, "worse", "25.0 % ± 1.6"),
    ],
)
def test_there_is_a_verdict_on_each_seat_that_is_asked_about(results, claim, said):
    verdicts = sections.balance(measured(rows(*results)), SIDES).verdicts
    assert list(verdicts) == ["draws", "Playing Left"]
    found = verdicts["Playing Left"]
    assert (found.claim, found.said.replace("\u00a0", " ")) == (claim, f"playing Left scores {said}")


def test_seats_that_the_rules_treat_alike_are_not_asked_about():
    frame = rows(*[1, 1, 1, -1] * 50, went_first_0=[1, 0] * 100, went_first_1=[0, 1] * 100)
    part = sections.balance(measured(frame, even="the board is round"), SIDES)
    assert told(part.findings)[1][:3] == (
        (
            "Playing Left and playing Right are identical under the rules: the board is round. Playing Left scores 75.0 % "
            "± 5.0 all the same: that is a habit of these players, or chance, since one such interval in twenty misses "
            "the true value, and not a fault of the rules."
        ),
        False,
        0.9,
    )
    assert not any("Playing Left wins" in finding.text for finding in part.findings)
    frame = rows(*[1, -1] * 100, went_first_0=[1, 0] * 100, went_first_1=[0, 1] * 100)
    agreed = sections.balance(measured(frame, even="the board is round"), SIDES).findings[1].text
    assert "the board is round. The figures agree: playing Left scores 50.0" in agreed
    assert "Playing Left scores" in [figure.name for figure in part.section.figures]


def test_a_side_that_plays_with_data_of_ours_is_nothing_to_act_on():
    matches = [1, 1, 1, -1] * 50
    for whose, act in (("", True), ("Teams: custom.", True), ("Teams: humans, filled in.", False)):
        (found, *_) = sections.balance(measured(rows(*matches), whose=whose), SIDES).findings
        assert (found.act, found.text.endswith(f"is the designer's. {whose}")) == (act, not act)
    # going first is the same with any data
    frame = rows(*matches, went_first_0=[1, 0] * 100, went_first_1=[0, 1] * 100)
    frame = frame.with_columns(score_0=pl.col("went_first_0") * 2 - 1, score_1=1 - pl.col("went_first_0") * 2)
    (found, *_) = sections.balance(measured(frame, whose="Teams: humans, filled in."), SIDES).findings
    assert (found.act, found.text.startswith("Going first wins 100.0")) == (True, True)


def test_a_side_that_always_goes_first_is_one_thing():
    chosen = [{"score_0": 1 if n % 4 < 3 else -1, "choice": (0.2, 0.3, 0.5, -1.0)[n % 4]} for n in range(200)]
    # what players chose at random is taken from the score of a side, and not from that of going first
    for matches in ([1, 1, 1, -1] * 50, chosen):
        frame = rows(*matches, went_first_0=[1] * 200, went_first_1=[0] * 200)
        part = sections.balance(measured(frame), SIDES)
        assert part.findings[0].text.startswith("Playing Left, which goes first, wins")
        assert len(part.findings) == 2
    frame = rows(*[1, 1, 1, -1] * 50, went_first_0=[1] * 200, went_first_1=[0] * 200)
    part = sections.balance(measured(frame), SIDES)
    assert part.findings[0].text.startswith("Playing Left, which goes first, wins 75.0")
    # and is compared pair by pair as any
    paired = [one.name for one in findings._paired(measured(frame), [part.section], SIDES)]
    assert paired == ["Who wins: Playing Left, which goes first, scores", "Who wins: drawn"]


def test_a_limit_that_decides_many_matches_is_to_be_acted_upon():
    for often, many in ((0.5, True), (0.1, False)):
        ended = [float(n < often * 400) for n in range(400)]
        frame = rows(*[1, -1] * 200, out_of_turns_0=ended, out_of_turns_1=[0.0] * 400)
        part = sections.balance(measured(frame, limits={"out_of_turns": "the limit of turns"}), SIDES)
        finding = part.findings[-1]
        assert finding.text.startswith(f"The limit of turns decides {100 * often:.1f}")
        assert (finding.act, finding.weight) == (many, 50 * often if many else 0.45)
        assert part.section.figures[-1].name == "decided by the limit of turns"


def test_draws_are_many_from_a_tenth():
    for value, half, many in ((0.3, 0.1, True), (0.125, 0.0625, False)):
        found = told([sections._draws(share(value, half, 60))])[0]
        assert found[1:] == (many, 50 * value if many else 0.5, 60)
    text, act, weight, pairs = told([sections._draws(Figure("", 0.0, 0.0, 0.036, 1000, "share"))])[0]
    assert text == "None of the 2,000 matches was drawn: at most 3.6 % of matches end in a draw."
    assert (act, weight, pairs) == (False, 0.5, 1000)


def test_the_length_of_matches_by_hand():
    # 38 of ten decisions and two of 40
    frame = rows(*[{"decisions_0": 4 if n < 38 else 34, "decisions_1": 6} for n in range(40)])
    part = sections.length(measured(frame))
    assert told(part.findings) == [
        (
            "A match takes 10 decisions, counting both sides (median, 10 to 10); nine in ten take 10 to 10.",
            False,
            0.8,
            20,
        )
    ]

    def tenth(count):
        """The part on so many matches, of which a tenth takes four times as many decisions as the others."""
        made = [{"decisions_0": 34 if n % 10 == 0 else 4, "decisions_1": 6} for n in range(count)]
        return sections.length(measured(rows(*made)))

    # of forty matches it is not certain that one in twenty is so long
    assert len(told(tenth(40).findings)) == 1
    part = tenth(400)
    assert told(part.findings)[1] == (
        "One match in twenty takes 40 decisions or more, 4.0 times as many as the median.",
        True,
        5.0,
        200,
    )
    (chart,) = part.section.charts
    assert (chart.line, chart.percent) == (10.0, False)
    assert [(mark.low, mark.high, mark.value) for mark in chart.marks] == metrics.histogram(
        [10] * 360 + [40] * 40
    )
    assert [figure.name for figure in part.section.figures] == [
        "decisions a match",
        "decisions a match, short (5 %)",
        "decisions a match, median",
        "decisions a match, long (95 %)",
        "choices a decision",
        "plies a match",
    ]


def judged(count=40, gap=0.0, **match):
    """The chances of so many pairs of matches that seat 0 won, all alike, in which a side fell to a chance of one in four."""
    made = {
        "score": 1.0,
        "changes": 2.0,
        "settled": 0.5,
        "lowest": 0.5,
        "moved": 0.25,
        "spread": 0.25,
    } | match
    matches = [{"pair": n // 2, "swapped": bool(n % 2), **made} for n in range(2 * count)]
    touches = [{"pair": n // 2, "said": 0.25, "came": 0.25 + gap} for n in range(2 * count)]
    drawn = made["score"] == 0.5
    said = [
        {
            "match": n,
            "pair": n // 2,
            "phase": "turn" if n % 4 else "draw",
            "chance": n / (2 * count),
            "score": 0.5 if drawn else float(n >= count),
        }
        for n in range(2 * count)
    ]
    return measured(chances=Chances(pl.DataFrame(matches), pl.DataFrame(touches), pl.DataFrame(said)))


def test_drama_by_hand():
    part = sections.drama(judged())
    assert [(text.split(" ")[0], act, weight, n) for text, act, weight, n in told(part.findings)] == [
        ("The", False, pytest.approx(0.6), 40),
        ("The", False, pytest.approx(0.7), 40),
        ("Halfway", False, pytest.approx(0.62), 40),
        ("From", False, pytest.approx(0.61), 40),
        ("0.0", False, pytest.approx(0.65), 40),
    ]
    assert part.findings[0].text == "The lead changes hands 2 ± 0 times in a match.".replace(
        " ±", "\u00a0±"
    ).replace("± ", "±\u00a0")
    assert part.findings[1].text.startswith("The winner is ahead for good after 50.0")
    assert part.findings[2].text.startswith(
        "Halfway through the decisions, the eventual winner has a chance of 75.0"
    )
    # of 80 matches with one move each, as large as what was missing
    assert (
        part.findings[3]
        .text.replace("\u00a0", " ")
        .startswith("From one decision to the next, the chance to win moves by 25.0 points ±")
    )
    # of its three intervals the widest says how many pairs are missing
    sizes = part.section.figures[3:6]
    assert part.findings[3].wide == sections.too_wide(max(sizes, key=metrics.half)) != ""
    assert part.findings[4].text.endswith(
        "by a side whose chance was at some point at most one in four; no correct chance shows more than 33.3\u00a0%."
    )


def test_what_a_chance_to_win_cannot_tell_is_left_out():
    restless = sections.drama(judged(moved=0.5))
    assert restless.findings[0].text.replace("\u00a0", " ") == (
        "How often the lead changes, and how often a match is won from behind, are left out: the fitted chance to win "
        "cannot tell who leads. It moves 2 ± 0 times as much as the results vary, but a correct one moves as much as they do."
    )
    assert len(restless.findings) == 1
    # and other levels are asked about it
    steady = sections.drama(judged())
    asked = [part.verdicts[restless.findings[0].about] for part in (restless, steady)]
    assert [(verdict.claim, verdict.said.replace("\u00a0", " "), verdict.pairs) for verdict in asked] == [
        ("restless", "the chance to win moves 2 ± 0 times as much as the results vary", 40),
        (
            "steady",
            "the chance to win moves 1 ± 0 times as much as the results vary, and tells who leads",
            40,
        ),
    ]
    assert [figure.name for figure in restless.section.figures] == [
        "score above the chance, once behind",
        "movement of the chance",
    ]
    astray = sections.drama(judged(gap=0.2))
    assert "scored 20\u00a0points\u00a0±\u00a00 more than it said" in astray.findings[-1].text
    assert "won from behind" not in [figure.name for figure in astray.section.figures]
    below = sections.drama(judged(gap=-0.2))
    assert "less than it said" in below.findings[-1].text
    # of many matches more cannot be won from behind than a chance that is right shows
    many = sections.drama(judged(lowest=0.2))
    assert many.findings[-1].text.endswith("but no correct chance can give more than 33.3\u00a0%.")
    assert not any(f.act for part in (restless, astray, below, many) for f in part.findings)


def test_what_is_surely_wrong_with_a_chance_is_said_though_nothing_is_left_out():
    assert sections.drama(judged()).section.text == sections.ABOUT_DRAMA
    off = sections.drama(judged(gap=0.03, moved=0.275)).section.text.replace("\u00a0", " ")
    assert off.endswith(
        " The fitted chance is off, but by too little to leave anything out: sides that had just fallen behind scored "
        "3 points ± 0 more than it said and it moves 1.1 ± 0 times as much as the results vary."
    )
    assert "points ± 0 less than it said." in sections.drama(judged(gap=-0.03)).section.text.replace(
        "\u00a0", " "
    )
    # what leaves something out is a finding
    for wrong in (judged(gap=0.2), judged(gap=-0.2), judged(moved=0.5)):
        assert "The fitted chance is off" not in sections.drama(wrong).section.text


def test_drama_of_matches_that_are_over_early_and_of_draws():
    early = told(sections.drama(judged(400, settled=0.125)).findings)[1]
    assert early[0].endswith("of a match; the rest is a formality.")
    assert early[1:] == (True, 27.5, 400)
    drawn = sections.drama(judged(score=0.5, settled=None, lowest=None))
    assert [finding.text.split(" ")[0] for finding in drawn.findings] == ["The", "From"]
    assert "winner's chance halfway" not in [figure.name for figure in drawn.section.figures]
    few = sections.drama(measured(chances=None))
    assert (list(few.findings), few.section.charts) == ([], [])
    assert few.section.text.endswith("At least 50 pairs are needed to estimate the chance to win.")


def test_luck_by_hand():
    shares = (share(0.1, 0.02), share(0.2, 0.02), share(0.7, 0.02))
    part = sections.luck(measured(crossed=shares))
    assert told(part.findings) == [
        (
            (
                "Chance by itself accounts for 10.0 % ± 2.0 of the variation in results, the players' random choices by "
                "themselves for 20.0 % ± 2.0, and both together for 70.0 % ± 2.0."
            ),
            False,
            0.9,
            100,
        )
    ]
    assert [bar.value for bar in part.section.charts[0].marks] == [0.1, 0.2, 0.7]
    # if hardly a match ends unlike the rest, the report says why it gives no figures, and nothing if it was not asked
    part = sections.luck(measured(crossed=()))
    assert (told(part.findings), part.section.charts, part.verdicts) == ([], [], {})
    assert part.section.text.endswith(
        "Fewer than 30 of these matches ended differently from most, which is too few to say why."
    )
    assert sections.luck(measured(crossed=(), sizes=SimpleNamespace(count=5, cross=0))) is None
    # where all came to the same again, and not where a share of one whole is given as all of it
    nothing = share(0.0, 0.0)
    for low, whole in ((stats.wilson(1.0, 100)[0], True), (0.9, False)):
        part = sections.luck(measured(crossed=(Figure("", 1.0, low, 1.0, 100, "share"), nothing, nothing)))
        assert part.findings[0].text.startswith("With the same dice every match had the same result") == whole


# action groups


def forgone(name, score, a_side=2.0):
    return Forgone(SimpleNamespace(name=name, text=name), a_side, True, score)


def several():
    """Action groups of which it costs different things to lose them, or that nobody used."""
    return [
        forgone("strike", share(0.3, 0.02, 400)),
        forgone("hop", share(0.5, 0.02, 300)),
        forgone("boast", share(0.6, 0.02, 200)),
        forgone("wait", share(0.48, 0.08, 150)),
        forgone("look", share(0.46, 0.08, 120)),
        forgone("fly", None, 0.0),
        forgone("dive", None, 0.0),
        forgone("yield", None, 0.3),
    ]


def test_deeds_weigh_what_they_cost():
    fresh = {"hop": again(0.005, 0.015, 350), "boast": again(0.07, 0.03, 210)}
    part = ablations.action_groups(measured(forgone=several()), fresh)
    assert part is not None
    assert told(part.findings) == [
        ("A side not allowed to strike loses 20.0 points ± 2.0.", False, 0.2, 400),
        (
            "The option to hop is all but dead: without it the score changes by +0.5 points ± 1.5 on fresh dice.",
            True,
            6.0,
            350,
        ),
        (
            (
                "A side not allowed to boast does better, by 7.0 points ± 3.0 on fresh dice: players overrate that option, or "
                "it is a trap."
            ),
            True,
            7.0,
            210,
        ),
        (
            (
                "In 10 matches between these players no side ever chose to fly or to dive: that is their habit, and "
                "others may choose to."
            ),
            False,
            0.3,
            5,
        ),
        (
            (
                "It is not yet known whether it matters to wait "
                "(−2.0 points ± 8.0; finding out takes about 44 times as many pairs) or to look "
                "(−4.0 points ± 8.0; finding out takes about 11 times as many pairs)."
            ),
            False,
            0.0,
            150,
        ),
    ]


def test_the_chart_and_the_table_of_deeds_have_all_of_them():
    given = several()
    part = ablations.action_groups(measured(forgone=given))
    assert part is not None
    (chart,) = part.section.charts
    assert chart.line == 0.0
    assert [bar.label for bar in chart.marks] == ["Strike", "Look", "Wait", "Hop", "Boast"]
    bar = chart.marks[0]
    assert (bar.value, bar.low, bar.high) == (pytest.approx(-20), pytest.approx(-22), pytest.approx(-18))
    (table,) = part.section.tables
    cells = [[cell.replace("\u00a0", " ") for cell in row.cells] for row in table.rows]
    assert cells[0] == ["Strike", "2.0", "−20.0 points ± 2.0"]
    assert [row[1:] for row in cells[5:]] == [["0.0", "never done"]] * 2 + [["0.3", "nothing else to do"]]
    assert ablations.action_groups(measured()) is None
    never = ablations.action_groups(measured(forgone=given[5:6]))
    assert never is not None
    assert never.section.charts == []
    assert len(never.findings) == 1


def again(value, half, n, confirmed=True):
    """What became on fresh dice of something that was singled out."""
    return Fresh(points(value, half, n), confirmed)


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (None, "{}, which was not confirmed on fresh dice."),
        (Fresh(None, False), "{}, which was not confirmed on fresh dice."),
        (again(0.01, 0.03, 90, confirmed=False), "{}, but by +1.0 points ± 3.0 on fresh dice."),
    ],
)
def test_a_deed_that_fresh_dice_do_not_confirm_is_a_hint(played, words):
    given = [forgone("hop", share(0.5, 0.02, 300)), forgone("boast", share(0.6, 0.02, 200))]
    part = ablations.action_groups(
        measured(forgone=given), {} if played is None else {"hop": played, "boast": played}
    )
    assert part is not None
    hint = "A hint, not a finding: the option to {} may {}: without it the score changes by {}"
    assert [finding.text.replace("\u00a0", " ") for finding in part.findings[:2]] == [
        words.format(hint.format("hop", "be dead", "0.0 points ± 2.0")),
        words.format(hint.format("boast", "be overrated by the players", "+10.0 points ± 2.0")),
    ]
    assert not any(finding.act for finding in part.findings)
    claims = [part.verdicts[name].claim for name in ("hop", "boast")]
    assert claims == (["dead", "trap"] if played is None else [sections.OPEN] * 2)


def test_players_that_waste_or_overrate_something_are_the_first_finding():
    waste = {"unspent": Wasted("of their tokens stay unspent", ("spent",))}
    # two matches a pair, each side alike: 3 of 10 tokens are left
    frame = rows(
        *[1, -1] * 50,
        unspent_0=[2.0, 4.0] * 50,
        unspent_1=[2.0, 4.0] * 50,
        spent_0=[7.0] * 100,
        spent_1=[7.0] * 100,
    )
    given = [forgone("boast", share(0.6, 0.02, 200)), forgone("strike", share(0.3, 0.02, 400))]
    fresh = {"boast": again(0.07, 0.03, 40)}

    def said(**fields):
        part = players.checked(measured(frame, **fields), fresh)
        return None if part is None else told(part.findings)

    rest = (
        ". Where they play badly, the findings below are about them rather than the game; a higher level may tell the two "
        "apart."
    )
    worse = "they do better if they may not boast (by 7.0 points ± 3.0)"
    assert said(wasted=waste)[0][1:] == (True, 1000.0, 50)
    assert said(wasted=waste)[0][0].startswith("Check the players first: 30")
    assert said(wasted=waste)[0][0].endswith(f"of their tokens stay unspent{rest}")
    assert said(forgone=given) == [(f"Check the players first: {worse}{rest}", True, 1000.0, 40)]
    assert f" of their tokens stay unspent and {worse}{rest}" in said(wasted=waste, forgone=given)[0][0]
    # what is not confirmed is no sign, and of a game that counts no waste nothing is said
    fresh = {"boast": again(0.01, 0.03, 40, confirmed=False)}
    assert said(forgone=given) is None
    # where little is wasted the share is given all the same
    part = players.checked(
        measured(frame, wasted={"unspent": Wasted("of all", ("spent", "spent", "spent"))}), {}
    )
    assert part is not None
    assert ([one.name for one in part.section.figures], part.findings) == (["share of all"], [])


def dead(*scores, a_side=2.0):
    """Which of the action groups that change the score so are called dead."""
    part = ablations.action_groups(
        measured(forgone=[forgone(f"do {n}", score, a_side) for n, score in enumerate(scores)])
    )
    return [
        "may be dead" in " ".join(f.text for f in part.findings if f"the option to do {n}" in f.text)
        for n in range(len(scores))
    ]


def test_a_dead_option_changes_less_than_three_points_either_way_for_certain():
    assert dead(Figure("", 0.5, 0.47, 0.53, 9, "share")) == [False]
    assert dead(Figure("", 0.5, 0.4701, 0.5299, 9, "share")) == [True]
    # it may do better without it, as long as that is little
    assert (
        dead(Figure("", 0.49, 0.4701, 0.5099, 9, "share"), Figure("", 0.51, 0.4901, 0.5299, 9, "share"))
        == [True] * 2
    )
    assert dead(Figure("", 0.51, 0.49, 0.531, 9, "share")) == [False]
    assert dead(Figure("", 0.608, 0.53, 0.686, 60, "share")) == [False]
    # of two that are asked about together each has to be surer
    assert dead(share(0.5, 0.0299), share(0.5, 0.0299), share(0.5, 0.2)) == [False] * 3


def test_a_rare_deed_needs_its_pairs():
    assert dead(share(0.5, 0.02), a_side=1.0) == [True]
    assert dead(share(0.5, 0.02), a_side=0.5) == [False]
    (finding,) = ablations.action_groups(
        measured(forgone=[forgone("nod", share(0.5, 0.02, 120), 0.01)])
    ).findings
    assert finding.text.endswith("takes more than 1,000,000 pairs).")


def test_what_only_chance_does_is_no_deed_of_a_side():
    rolled = Forgone(SimpleNamespace(name="roll", text="roll"), 0.0, False, None, offered=False)
    assert ablations.action_groups(measured(forgone=[rolled])) is None
    part = ablations.action_groups(measured(forgone=[rolled, forgone("fly", None, 0.0)]))
    assert [row.cells[0] for row in part.section.tables[0].rows] == ["Fly"]
    assert {group: verdict.said for group, verdict in part.verdicts.items()} == {
        "roll": "never possible",
        "fly": "never done",
        "never done": "no side ever chose to fly",
    }
    assert [f.text for f in part.findings] == [
        "In 10 matches between these players no side ever chose to fly: that is their habit, and others may choose to."
    ]
    # what holds of that at another level is shown
    both = ablations.action_groups(measured(forgone=[forgone("fly", None, 0.0), forgone("dive", None, 0.0)]))
    flown = ablations.action_groups(measured(forgone=[forgone("fly", None, 2.0)]))
    assert [
        findings._held(part.findings[0], part.verdicts, findings.There(1, "Low", 0, there.verdicts))
        for there in (both, flown)
    ] == [
        "Level 1 (Low) too: no side ever chose to fly or to dive.",
        "Different at level 1 (Low): every possible action is used.",
    ]


# picks


def picked(
    exploited,
    mixture,
    against,
    natural="a",
    best="b",
    texts=None,
    space=None,
    searched=False,
    pairs=1234,
    fresh=(),
    **more,
):
    """The part on a pick of as many options as are mixed, and its pick."""
    names = tuple("abc"[: len(mixture)])
    options = tuple(
        Option(name, text) for name, text in zip(names, texts or [f"take {n}" for n in names], strict=True)
    )
    payoff = tuple(
        tuple(
            points(0.0, 0.0, 0) if i == j else points(0.1, 0.02 * (i + j), pairs) for j in range(len(names))
        )
        for i in range(len(names))
    )
    found = Metagame(names, payoff, tuple(mixture), tuple(against), natural, best, exploited)
    played = {
        ablations.beaten(LETTERS) if about == "natural" else about: one for about, one in dict(fresh).items()
    }
    pick = Pick("letter", "A letter.", options, natural, space=space, filled_in=more.pop("filled_in", ""))
    return ablations.metagame(pick, found, searched, played, **more)


LETTERS = Pick("letter", "A letter.", (), natural="a")


def losing(**losses):
    """What became on fresh dice of letters that lose by this many points to the best mixture, or None if that is not known."""
    return {
        ablations.loses(LETTERS, name): again(-0.01 * (by or 0), 0.04, 50, by is not None)
        for name, by in losses.items()
    }


def weights(*values, half=0.05):
    return [Figure(name, v, v - half, v + half, 70, "share") for name, v in zip("abc", values, strict=False)]


EVENLY = [points(0.0, 0.05, 80, name) for name in "abc"]


def test_a_natural_pick_that_is_beaten_weighs_by_how_much():
    fresh = {"natural": again(0.15, 0.05, 90)}
    part = picked(points(0.2, 0.05, 60), weights(0.5, 0.25, 0.25), EVENLY, fresh=fresh)
    assert told(part.findings) == [
        (
            "“a”, the natural letter, is beaten by “b”, which scores 65.0 % ± 5.0 against it on fresh dice.",
            True,
            15.0,
            90,
        )
    ]
    assert part.verdicts["pick-letter natural"].said.startswith("the best answer, “b”, scores 70.0")
    # a headline says how many pairs would make it precise
    assert part.findings[0].wide == "an interval 2\u00a0points wide takes about 25 times as many"
    assert picked(points(0.2, 0.0099, 60), weights(0.5, 0.5), EVENLY[:2]).findings[0].wide == ""
    assert "b against a, on fresh dice" in [figure.name for figure in part.section.figures]
    # without fresh dice that confirm it, it is a hint
    hint = "A hint, not a finding: “b” may beat “a”, the natural letter: it scores 70.0 % ± 5.0, "
    for played, but in (
        ({}, "which was not confirmed on fresh dice."),
        ({"natural": again(0.02, 0.05, 90, confirmed=False)}, "but 52.0 % ± 5.0 on fresh dice."),
    ):
        part = picked(points(0.2, 0.05, 60), weights(0.5, 0.25, 0.25), EVENLY, fresh=played)
        assert told(part.findings) == [(f"{hint}{but}", False, 0.4, 60)]
    # of data that are ours a report says so
    part = picked(
        points(0.2, 0.05, 60), weights(0.5, 0.25, 0.25), EVENLY, fresh=fresh, filled_in="the letters"
    )
    assert part.findings[0].text.endswith(
        "on fresh dice. Sandtable filled in the letters, so this is about them and not about the game."
    )
    assert not part.findings[0].act
    # an end at one half is not beaten
    part = picked(points(0.125, 0.125, 60), weights(0.5, 0.25, 0.25), EVENLY)
    text = (
        "Of the 3 compared, no letter is certain to beat “a”, the natural one: "
        "the best answer, “b”, scores {} against it."
    )
    assert told(part.findings) == [(text.format("62.5 % ± 12.5"), False, 0.4, 60)]
    part = picked(points(-0.1, 0.05, 60), weights(0.5, 0.25, 0.25), EVENLY)
    assert told(part.findings)[0][0] == text.format("only 40.0 % ± 5.0")
    part = picked(points(0.0, 0.05, 60), weights(0.5, 0.25, 0.25), EVENLY)
    assert told(part.findings)[0][0] == text.format("50.0 % ± 5.0")
    # no score is more than all or less than nothing
    for value, said in ((0.45, "95.0 % (65.0 to 100.0 %)"), (-0.45, "only 5.0 % (0.0 to 35.0 %)")):
        part = picked(points(value, 0.3, 60), weights(0.5, 0.25, 0.25), EVENLY)
        assert said in part.findings[0].text.replace("\u00a0", " ")


def test_what_answers_the_natural_pick_beats_it_where_that_is_certain():
    letters = Pick("letter", "A letter.", (), natural="a")
    found = SimpleNamespace(best_answer="b")
    claims = [ablations.rival(letters, found, share(value, 0.05)) for value in (0.6, 0.52)]
    assert [(about, verdict.claim) for about, verdict in claims] == [
        ("pick-letter natural", "beaten"),
        ("pick-letter natural", ablations.OPEN),
    ]
    assert claims[0][1].said.replace("\u00a0", " ") == "“b” scores 60.0 % ± 5.0 against it"


def test_what_never_pays_is_what_loses_on_fresh_dice():
    against = [points(0.0, 0.05, 80, "a"), points(-0.2, 0.05, 90, "b"), points(-0.3, 0.05, 95, "c")]
    part = picked(points(-0.1), weights(0.5, 0.25, 0.25), against, fresh=losing(b=15, c=27))
    assert part.verdicts["pick-letter never"].claim == "“b”\n“c”"
    none = picked(points(-0.1), weights(0.5, 0.25, 0.25), EVENLY)
    assert none.verdicts["pick-letter never"].claim == ablations.OPEN
    text = "Of the 3 compared, {} on fresh dice {} points{} to the best mixture of these."
    both = text.format("“b” and “c” never pay:", "they lose 15.0 to 27.0", "")
    assert told(part.findings)[1:] == [(both, True, 21.0, 50)]
    # of two that looked so one may be confirmed
    part = picked(points(-0.1), weights(0.5, 0.25, 0.25), against, fresh=losing(b=15, c=None))
    one = text.format("“b” never pays:", "it loses 15.0", " ± 4.0")
    hint = (
        "A hint, not a finding: of the 3 compared, “c” may never pay against the best mixture of these, but fresh dice did "
        "not confirm it."
    )
    assert told(part.findings)[1:] == [(one, True, 15.0, 50), (hint, False, 0.2, 100)]
    assert part.verdicts["pick-letter never"].claim == "“b”"
    assert "b against the best mixture, on fresh dice" in [figure.name for figure in part.section.figures]
    # among options that were not compared some may make it pay, and against a mixture that is surpassed nothing is said
    space = Space(26, *3 * (lambda *_: None,))
    part = picked(points(-0.1), weights(0.5, 0.25, 0.25), against, fresh=losing(b=15, c=27), space=space)
    assert [finding.act for finding in part.findings] == [False, False]
    part = picked(points(-0.1), weights(0.5, 0.25, 0.25), against, fresh=losing(b=15, c=27), surpassed=True)
    assert len(part.findings) == 1


def test_one_option_may_be_all_there_is():
    against = [points(0.0, 0.05, 80, "a"), points(-0.2, 0.05, 90, "b")]
    whole = (
        "Of the 2 compared, “a” is the only right letter: on fresh dice every other one loses to it, by 18.0 points ± 4.0, "
        "so there is no real choice among them."
    )
    for low in (1.0, 0.957, 0.9):
        alone = [Figure("a", 1.0, low, 1.0, 70, "share"), Figure("b", 0.0, 0.0, 1 - low, 70, "share")]
        found = told(picked(points(-0.2, 0.05, 60), alone, against, fresh=losing(b=18)).findings)
        assert found[1:] == [(whole, True, 10.0, 50)]
    hint = told(picked(points(-0.2, 0.05, 60), alone, against, fresh=losing(b=None)).findings)
    assert hint[1][0].startswith("A hint, not a finding: of the 2 compared, “a” may be the only right letter")
    mostly = [Figure("a", 0.95, 0.89, 1.0, 70, "share"), Figure("b", 0.05, 0.0, 0.11, 70, "share")]
    part = picked(points(-0.2, 0.05, 60), mostly, against, fresh=losing(b=18))
    assert "never pays" in told(part.findings)[1][0]
    # nobody knows whether one is alone; where none can weigh so much that is known
    claims = [
        picked(points(-0.2), mixture, against).verdicts["pick-letter alone"].claim
        for mixture in (alone, mostly, weights(0.5, 0.5))
    ]
    assert claims == ["a", sections.OPEN, "mixed"]
    # where there are others, the mixture is not the last word
    space = Space(26, *3 * (lambda *_: None,))
    part = picked(points(-0.2), alone, against, space=space, fresh=losing(b=18))
    others = " Options not compared here may beat it: a report that searches for better picks can show whether they do."
    text = told(part.findings)[1][0]
    assert text.startswith("Of the 2 compared (there are 26), “a” is the only right letter")
    assert text.endswith(f"no real choice among them.{others}")
    assert not part.findings[1].act
    assert part.section.text.endswith(others)
    # a reader who has looked for them need not read how
    part = picked(points(-0.2), alone, against, space=space, searched=True, fresh=losing(b=18))
    assert not any(others in text for text in (part.section.text, told(part.findings)[1][0]))
    # a single option leaves no choice to report
    single = [Figure("a", 1.0, 1.0, 1.0, 70, "share")]
    assert len(picked(points(0.0, 0.0, 60), single, EVENLY[:1], best="a").findings) == 1


@pytest.mark.parametrize("ended", [False, True])
def test_what_a_search_found_is_told_with_what_may_still_beat_it(ended):
    listed, first, second, other = (Option(name, f"take {name}") for name in "abcd")
    found = [
        FoundOption(option, Figure("score", value, value - 0.05, value + 0.05, n, "share"))
        for option, value, n in ((first, 0.7, 300), (second, 0.6, 200))
    ]
    last = None if ended else FoundOption(other, Figure("score", 0.52, 0.47, 0.57, 900, "share"))
    names = ("a", "b", "c")
    payoff = tuple(tuple(points(0.0) for _ in names) for _ in names)
    mixed = Metagame(names, payoff, tuple(weights(0.0, 0.75, 0.25)), tuple(EVENLY), "a", "b", points(0.2))
    pick = Pick("letter", "A letter.", (listed,), "a")
    part = ablations.searched(Searched(pick, (listed, first, second), found, last, 1234, mixed, 5))
    against = "the best mixture of those listed"
    mixture = "With the options found, the best mixture is 75.0 % “b” and 25.0 % “c”"
    left = (
        "; the search ended after finding 2 better options, and others may beat this mixture."
        if ended
        else ": of 1,234 options tried, the best against it, “d”, scores 52.0 % ± 5.0 on fresh dice, so it is not "
        "certain to beat the mixture; untried ones may."
    )
    assert told(part.findings) == [
        (f"“b”, found by search, scores 70.0 % ± 5.0 against {against}, on fresh dice.", True, 20.0, 300),
        (
            f"“c”, found by search, scores 60.0 % ± 5.0 against {against} and those found before it, on fresh dice.",
            True,
            10.0,
            200,
        ),
        (f"{mixture}{left}", False, 0.3, 200 if ended else 900),
    ]
    assert part.findings[-1].wide == ("" if ended else sections.too_wide(share(0.52, 0.05)))
    assert [figure.name for figure in part.section.figures] == [
        *(f"{name} against the mixture before it" for name in ("b", "c", *(() if ended else ("d",)))),
        "b, weight of all",
        "c, weight of all",
    ]


def trails(*matches):
    """Trails of matches, two a pair: the score of seat 0, and by what either seat is told apart."""
    made = [
        {
            "pair": n // 2,
            "score": score,
            "phases": ["aim", "roll"] * (1 + n % 2),
            "outcomes": 3,
            "sorts": [
                {"seat": seat, "sort": "opening", "told": told} for seat, told in enumerate(openings) if told
            ],
        }
        for n, (score, openings) in enumerate(matches)
    ]
    kept = ("pair", "score", "phases", "outcomes", "sorts")
    return pl.DataFrame(made, schema={name: SCHEMA[name] for name in kept})


def opened(*matches, groupings=("opening",)):
    told = [Grouping(name, f"the {name}", lambda *_: "") for name in groupings]
    return sections.told_apart(measured(trails=trails(*matches), groupings=told))


def test_what_sides_score_that_are_told_apart():
    # who opens with a rush wins three of four against who waits
    part = opened(*[(float(n % 4 > 0), ("rush", "wait")) for n in range(160)])
    assert [(row.cells[0], row.cells[1]) for row in part.section.tables[0].rows] == [
        ("rush", "50\u00a0%"),
        ("wait", "50\u00a0%"),
    ]
    rush, wait = part.section.figures
    assert (rush.value, wait.value, rush.n, rush.name) == (0.75, 0.25, 80, "rush, by the opening")
    assert rush.low == pytest.approx(1.0 - wait.high)
    assert [finding.text.split(" score")[0].replace("\u00a0", " ") for finding in part.findings] == [
        "A hint, not a finding, since it was observed and not tested: by the opening, sides with “rush” (50 % of all)",
        "A hint, not a finding, since it was observed and not tested: by the opening, sides with “wait” (50 % of all)",
    ]
    # what is rare was seen all the same
    assert [sections._of_all(share).replace("\u00a0", " ") for share in (0.004, 0.01, 1.0)] == [
        *("under 1 %", "1 %", "100 %")
    ]
    assert [finding[1:] for finding in told(part.findings)] == [(False, 0.25, 80)] * 2
    assert {name: verdict.claim for name, verdict in part.verdicts.items()} == {
        "opening rush": "better",
        "opening wait": "worse",
    }


def test_intervals_of_more_kinds_are_wider_and_rare_or_equal_sides_are_left_out():
    two = opened(*[(float(n % 4 > 0), ("rush", "wait")) for n in range(160)]).section.figures[0]
    ways = ("wait", "hide", "hold")
    four = opened(*[(float(n % 4 > 0), ("rush", ways[n // 2 % 3])) for n in range(160)]).section.figures[0]
    assert (two.value, four.value) == (0.75, 0.75)
    assert four.high - four.low > 1.1 * (two.high - two.low)
    rare = opened(*[(1.0, ("rush" if n < 30 else "dash", "wait")) for n in range(160)])
    assert sorted(row.cells[0] for row in rare.section.tables[0].rows) == ["dash", "wait"]
    assert opened(*[(1.0, ("rush", "rush"))] * 160) is None
    assert opened(*[(1.0, ("", ""))] * 160) is None


def test_an_interval_of_kinds_covers_what_is_true_as_often_as_it_says():
    # four kinds that score one half: that any of their intervals misses it may happen once in twenty times
    rng, ways, missed = np.random.default_rng(4), ("a", "b", "c", "d"), 0
    for _ in range(100):
        matches = [(float(rng.random() < 0.5), tuple(rng.choice(ways, 2))) for _ in range(120)]
        missed += bool(opened(*matches).findings)
    assert missed <= 11
