"""A report's answers to a designer's questions: true to its figures, each with how sure it is."""

from pathlib import Path

import pytest
from msgspec import structs

import sandtable.lab.report
from sandtable.lab.report import document, verdicts
from sandtable.lab.report.ablations import HINT
from sandtable.lab.report.document import Finding, Section
from sandtable.lab.report.verdicts import SHAPES, Surety, answers
from sandtable.lab.statistics.stats import Figure
from tests.lab.test_report_details import made_report

SHIPPED = Path(sandtable.lab.report.__file__).parent / "shipped"


def share(name, value, half=0.01, n=900):
    return Figure(name, value, value - half, value + half, n, "share")


def points(name, value, half=0.01):
    return Figure(name, value, value - half, value + half, 900, "points")


def finding(text, section="deeds", act=True, about=""):
    return Finding(text, section, act, 1.0, 900, about)


def report(*sections, findings=(), **fields):
    """A report with these sections, as an id and figures each."""
    made = [
        Section(name, name.capitalize(), f"How {name} is measured.", list(figures))
        for name, *figures in sections
    ]
    return structs.replace(
        made_report(), sides=["Left", "Right"], sections=made, findings=list(findings), **fields
    )


def answer(question, *sections, **fields):
    """The text of the answer to the question that begins like this, with plain spaces, and how sure it is."""
    (found,) = [one for one in answers(report(*sections, **fields)) if one.question.startswith(question)]
    return found.text.replace("\u00a0", " "), found.sure


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        (
            [share("Going first scores", 0.501)],
            ("Yes: going first scores 50.1 %, within 2.0 points of even.", Surety.SURE),
        ),
        (
            [share("Going first scores", 0.52, 0.025)],
            ("Yes: going first scores 52.0 %, within 4.5 points of even.", Surety.FAIRLY),
        ),
        ([share("Going first scores", 0.53)], ("Almost: going first scores 53.0 %.", Surety.SURE)),
        ([share("Going first scores", 0.54, 0.03)], ("Almost: going first scores 54.0 %.", Surety.FAIRLY)),
        ([share("Going first scores", 0.47)], ("Almost: going second scores 53.0 %.", Surety.SURE)),
        (
            [share("Going first scores", 0.51), share("Playing Left scores", 0.38)],
            ("No: playing Right scores 62.0 %.", Surety.SURE),
        ),
        (
            [share("Playing Left, which goes first, scores", 0.58)],
            ("No: playing Left, which goes first, scores 58.0 %.", Surety.SURE),
        ),
        (
            [share("Going first scores", 0.53, 0.04)],
            ("Not known yet: going first scores 53.0 %.", Surety.OPEN),
        ),
        # what is certain but less than two points is fair
        (
            [share("Going first scores", 0.515, 0.004)],
            ("Yes: going first scores 51.50 %, within 2.0 points of even.", Surety.SURE),
        ),
    ],
)
def test_whether_it_is_fair(figures, said):
    assert answer("Is it fair?", ("balance", *figures, share("drawn", 0.3))) == said


def test_seats_that_the_rules_treat_alike_are_fair_whatever_the_figures_say():
    alike = finding(
        "Playing Left and playing Right are identical under the rules: all is even.", "balance", False
    )
    side = share("Playing Left scores", 0.56)
    assert answer("Is it fair?", ("balance", side), findings=[alike]) == (
        "Yes: the rules treat Left and Right alike.",
        Surety.SURE,
    )
    text, sure = answer("Is it fair?", ("balance", share("Going first scores", 0.56), side), findings=[alike])
    assert (text, sure) == (
        "No: going first scores 56.0 %. The rules treat Left and Right alike.",
        Surety.SURE,
    )
    # what only one level shows is less sure
    here = finding("Shown only at level 2 (Captain): going first wins 56 %.", "balance", False, "Going first")
    assert answer("Is it fair?", ("balance", share("Going first scores", 0.56)), findings=[here]) == (
        "No: going first scores 56.0 %. Not every level shows this.",
        Surety.FAIRLY,
    )
    # a side that plays with data of ours
    text, _ = answer("Is it fair?", ("balance", side), whose="Teams: filled in too.")
    assert text == "No: playing Left scores 56.0 %, with data some of which are Sandtable's."
    assert answer("Is it fair?") == ("The win rate was not measured.", Surety.NONE)


def test_what_to_look_at_first_is_the_first_finding_to_act_on():
    fair = ("balance", share("Going first scores", 0.5))
    acts = [finding("One."), finding("Two."), finding("Three."), finding("Four.", act=False)]
    look = "What should I look at"
    assert answer(look, fair, findings=acts) == ("One. There are 2 more to act on.", Surety.SURE)
    assert answer(look, fair, findings=acts[1:3]) == ("Two. There is 1 more to act on.", Surety.SURE)
    assert answer(look, findings=[finding("They waste it.", "players")])[1] is Surety.FAIRLY
    nothing = "Nothing that was measured calls for a change."
    assert answer(look, fair, findings=acts[3:]) == (nothing, Surety.FAIRLY)
    assert answer(look, ("balance", share("Going first scores", 0.5, 0.2))) == (nothing, Surety.OPEN)


def test_whether_there_is_a_best_strategy():
    def best(*sections, findings=()):
        return answer("Is there a best", *sections, findings=findings)

    mixed = (
        "pick-army",
        share("a, weight", 0.6, 0.1),
        share("b, weight", 0.4, 0.1),
        share("c, weight", 0.0, 0.1),
    )
    alone = ("pick-army", share("a, weight", 1.0, 0.0), share("b, weight", 0.0, 0.0))
    only = finding("“a” is the only right army.", "pick-army", True, "pick-army alone")
    assert best() == ("The game names no picks to compare.", Surety.NONE)
    several = "the best army depends on the other side's, and 2 share the best mixture"
    assert best(mixed) == (f"No: {several}.", Surety.SURE)
    assert best(alone, findings=[only]) == ("Yes: “a” beats every other army that was compared.", Surety.SURE)
    ours = structs.replace(only, text=f"{only.text} Sandtable filled in the armies.")
    assert (
        best(alone, findings=[ours])[0]
        == "Yes: “a” beats every other army that was compared, all of them Sandtable's."
    )
    for hint in ([], [structs.replace(only, text=f"{HINT}“a” may be the only right army.")]):
        assert best(alone, findings=hint) == ("Not known yet: no army is known to be best.", Surety.OPEN)
    # of what a search found the mixture of all counts
    searched = ("search-army", share("d, weight of all", 0.5, 0.1), share("e, weight of all", 0.5, 0.1))
    assert best(alone, searched, findings=[only]) == (f"No: {several}.", Surety.SURE)
    other = ("pick-line", *alone[1:])
    assert best(alone, other, findings=[only]) == (
        "Yes: “a” beats every other army that was compared; no line is known to be best.",
        Surety.FAIRLY,
    )


def test_whether_anything_never_matters():
    names = ("hop", "run", "sit", "fly", "nod")

    def useless(*findings, lost=names):
        figures = [points(f"may not {name}", -0.1) for name in names]
        loses = [finding(f"A side that may not {name} loses.", act=False, about=name) for name in lost]
        section = ("deeds", *figures, points("may not hop, on fresh dice", 0.0))
        return answer("Does anything", section, findings=[*findings, *loses])

    assert answer("Does anything")[1] is Surety.NONE
    assert useless() == ("No: each of the 5 actions that were tested matters.", Surety.SURE)
    dead = finding("The option to hop is all but dead: without it the score changes by 0.", about="hop")
    assert useless(dead) == ("Yes: the option to hop is all but dead.", Surety.SURE)
    here = structs.replace(dead, text=f"Shown only at level 2 (Captain): t{dead.text[1:]}", act=False)
    assert useless(here) == ("Yes: the option to hop is all but dead.", Surety.FAIRLY)
    never = finding(
        "Of the 3 compared, “b” and “c” never pay: on fresh dice they lose 9 points.", "pick-army"
    )
    assert useless(never) == ("Yes: “b” and “c” never pay among those compared.", Surety.SURE)
    assert useless(dead, never)[0] == (
        "Yes: the option to hop is all but dead; “b” and “c” never pay among those compared."
    )
    known = "Nothing is known to be useless: {} of 5 actions certainly matter, and it is not known whether it matters to {}."
    hint = finding(f"{HINT}the option to hop may be dead: …", act=False, about="hop")
    maybe = finding(f"{HINT}of the 3 compared, “b” may never pay: …", "pick-army", act=False)
    # what the report says of the one that is open is no answer
    untold = finding("It is not yet known whether it matters to hop (…).", act=False, about="hop")
    assert useless(untold, lost=names[1:]) == (known.format(4, "hop"), Surety.OPEN)
    assert useless(hint, maybe, lost=names[1:]) == (known.format(4, "hop"), Surety.OPEN)
    assert useless(lost=names[2:])[0] == known.format(3, "hop or run")
    assert useless(lost=names[4:])[0] == known.format(1, "hop, run or do 2 other things")


def test_how_much_is_luck():
    by_chance = [
        share("chance alone", 0.1, 0.04),
        share("players' choices alone", 0.2),
        share("both together", 0.7),
    ]
    text = (
        "Between equal players chance by itself accounts for 10.0 % of the results, and chance and choices together for "
        "70.0 %"
    )
    assert answer("How much", ("luck", *by_chance)) == (f"{text}.", Surety.SURE)
    for half, sure in ((0.06, Surety.FAIRLY), (0.16, Surety.OPEN)):
        assert answer("How much", ("luck", share("chance alone", 0.1, half), *by_chance[1:]))[1] is sure
    ladder = ("depth", share("Two against One", 0.9), share("Three against Two", 0.8))
    assert answer("How much", ("luck", *by_chance), ladder)[0] == (
        f"{text}; better play counts: Three scores 80.0 % against Two."
    )
    flat = ("depth", share("Three against Two", 0.52))
    assert answer("How much", ("luck", *by_chance), flat)[0] == f"{text}; Three scores 52.0 % against Two."
    assert answer("How much", ("luck",))[1] is Surety.NONE


@pytest.mark.parametrize(
    ("value", "half", "start", "sure"),
    [
        (0.05, 0.02, "Nearly always: 5.0 %", Surety.SURE),
        (0.15, 0.02, "Mostly: 15.0 %", Surety.SURE),
        (0.27, 0.02, "No: 27.0 %", Surety.SURE),
        (0.21, 0.02, "No: 21.0 %", Surety.FAIRLY),
        (0.21, 0.2, "No: 21 %", Surety.OPEN),
    ],
)
def test_whether_the_leader_always_wins(value, half, start, sure):
    text, found = answer(
        "Does the leader", ("drama", share("won from behind", value, half), share("lead settled after", 0.5))
    )
    assert text == (
        f"{start} of decided matches are won by a side that once had a chance of one in four or less, and the winner is "
        "ahead for good after 50.0 % of a match."
    )
    assert found is sure
    assert answer("Does the leader", ("drama",))[1] is Surety.NONE


def test_how_long_it_is():
    def lasts(value, half, name):
        return Figure(f"{name}", value, value - half, value + half, 900, "decisions")

    quantiles = ("short (5 %)", "median", "long (95 %)")
    for half, sure in ((5, Surety.SURE), (20, Surety.FAIRLY), (40, Surety.OPEN)):
        decisions = [
            lasts(value, half, f"decisions a match, {name}")
            for value, name in zip((50, 100, 150), quantiles, strict=True)
        ]
        text = "100 decisions by both sides together (nine in ten matches 50 to 150)"
        assert answer("How long", ("length", *decisions)) == (f"{text}.", sure)
    minutes = [
        lasts(value, 1, f"minutes at the table, reckoned, {name}")
        for value, name in zip((10, 20, 30), quantiles, strict=True)
    ]
    assert answer("How long", ("length", *minutes, *decisions))[0] == (
        f"About 20 minutes, by the game's own guesses (nine in ten matches 10 to 30), and {text}."
    )
    assert answer("How long")[1] is Surety.NONE


def test_what_it_is_like_for_beginners():
    def level(name, first, limited):
        return [
            share(f"{name}: Going first scores", first),
            share(f"{name}: drawn", 0.0),
            share(f"{name}: decided by the clock", limited),
            Figure(f"{name}: decisions a match", 80, 70, 90, 900, "decisions"),
        ]

    figures = [*level("level 0 (Recruit)", 0.5, 0.4), *level("level 1 (Soldier)", 0.6, 0.05)]
    assert answer("What is it like", ("beginners", *figures)) == (
        (
            "Between two of level 0 (Recruit), going first scores 50.0 %, a match takes 80 decisions and 40.0 % of matches "
            "are decided by the clock; between two of level 1 (Soldier), going first scores 60.0 % and a match takes 80 "
            "decisions."
        ),
        Surety.SURE,
    )
    assert answer("What is it like")[1] is Surety.NONE


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_reports_that_were_made_before_have_answers_too(path):
    found = answers(document.read(path.read_text(encoding="utf-8")))
    assert len(found) == 8
    # most questions have an answer with figures, whose sections are there
    assert sum(len(one.figures) > 0 for one in found) >= 4
    assert len({one.question for one in found}) == 8
    assert {one.shape for one in found} <= {*SHAPES.values()}
    assert all(one.text.endswith(".") for one in found)


def test_each_surety_has_a_shape_of_its_own():
    assert set(SHAPES) == {*verdicts.Surety}
    assert len({*SHAPES.values()}) == len(SHAPES)
