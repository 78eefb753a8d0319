"""Hundreds of reports on a game of which everything is known: no sentence may be wrong more often than it says it may be."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

from scipy.stats import binomtest

from sandtable.engine.game import Game
from sandtable.lab.report import verdicts
from sandtable.lab.report.document import Finding, Report
from sandtable.lab.report.experiments import run_jobs
from sandtable.lab.report.findings import report_on
from sandtable.lab.report.verdicts import Surety
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.lab.statistics.stats import holm
from tests.fixtures.scales import rules
from tests.fixtures.scales.declaration import SPEC as SCALES

REPORTS, PAIRS = 400, 200
# how often an interval, or a family of findings, may be wrong; and how sure it must be that it is too often
ALLOWED, SURE = 0.05, 0.01
EDGE, CLOCK = 10, 15


class Claim(NamedTuple):
    """A sentence or an interval of a report, the `edge` of the game that it is about, and whether it is `wrong` in a report."""

    text: str
    edge: int
    wrong: Callable[[Report], bool]


def report(seed: int, edge: int) -> Report:
    """A report on scales between two equal players."""
    plan = trials.make(Game(SCALES, edge=edge, clock=CLOCK), ("player", "player"), seed)
    return report_on(plan, PAIRS, partial(run_jobs, backend=Serial()), top=0)


def luck() -> tuple[float, float, float]:
    """The shares of what chance does alone, of what choices do alone, and of both, by going over all dice and pushes."""
    pushes = list(product((0, 1), repeat=2))
    won = [
        [float(face < rules.FACES / 2 + rules.WORTH_PUSH * (own - other)) for own, other in pushes]
        for face in range(rules.FACES)
    ]
    by_die = [sum(row) / len(row) for row in won]
    by_choice = [sum(column) / len(column) for column in zip(*won, strict=True)]
    middle = sum(by_die) / len(by_die)
    whole = middle * (1.0 - middle)
    die, choice = (
        sum((one - middle) ** 2 for one in values) / len(values) / whole for values in (by_die, by_choice)
    )
    return die, choice, 1.0 - die - choice


def says(*words: str) -> Callable[[Report], bool]:
    """Whether a report has a finding with all of these words."""
    return lambda made: any(all(word in finding.text for word in words) for finding in made.findings)


def never_pays(option: str) -> Callable[[Report], bool]:
    """Whether a report finds, and not only as a hint, that this option never pays."""
    return lambda made: any(
        option in finding.text and " never pay" in finding.text and "hint" not in finding.text
        for finding in made.findings
    )


def untrue(finding: Finding) -> bool:
    """Whether a finding of the fair game is confirmed on fresh dice and untrue: that poor weights never pay, and that it
    makes no difference whether one waves, is all that is true.
    """
    true = "“poor” never pays" in finding.text or "The option to wave is all but dead" in finding.text
    return "on fresh dice" in finding.text and "hint" not in finding.text and not true


def answers(question: str, *words: str) -> Callable[[Report], bool]:
    """Whether a report surely answers a question, and begins with one of these words."""
    return lambda made: any(
        one.question == question and one.sure is Surety.SURE and one.text.startswith(words)
        for one in verdicts.answers(made)
    )


def misses(name: str, truth: float) -> Callable[[Report], bool]:
    """Whether the interval of a figure does not hold the truth."""

    def missed(made: Report) -> bool:
        # what is played again only where it is singled out is not in every report
        figure = dict(made.figures()).get(name)
        return figure is not None and not figure.low <= truth <= figure.high

    return missed


def claims() -> list[Claim]:
    """What may be wrong: of a fair game, and of one in which seat 0 is better."""
    alone, choice, both = luck()
    fair = [
        Claim(
            "a seat is better, though none is",
            0,
            lambda made: says("Playing Left wins")(made) or says("Playing Right wins")(made),
        ),
        Claim("a dead action group matters", 0, lambda made: says("may not wave")(made)),
        Claim("an action group worth 7.5 points is dead", 0, says("The option to push is all but")),
        Claim("an action group worth 7.5 points is a trap", 0, says("may not push does better")),
        Claim(
            "a good weight never pays",
            0,
            lambda made: never_pays("“plain”")(made) or never_pays("“twin”")(made),
        ),
        Claim("the natural weight is beaten", 0, says("the natural weight, is beaten")),
        # of all that is singled out and played again
        Claim(
            "anything to act on is confirmed on fresh dice that is not so",
            0,
            lambda made: any(map(untrue, made.findings)),
        ),
        Claim(
            "a limit decides more than a fifth, though it decides 15 %",
            0,
            lambda made: any(f.act and f.about == "the clock" for f in made.findings),
        ),
        Claim("the correct chance to win is left out", 0, says("is left out")),
    ]
    intervals = [
        ("Who wins: Playing Left scores", 0.5),
        ("Who wins: drawn", 0.0),
        ("Who wins: decided by the clock", CLOCK / 100),
        ("What luck does: chance alone", alone),
        ("What luck does: players' choices alone", choice),
        ("What luck does: both together", both),
        ("What could be left out: may not push", -0.075),
        ("What could be left out: may not wave", 0.0),
        ("What to pick: weight: poor against the best mixture", rules.WORTH_POOR / 100),
        ("What to pick: weight: poor against the best mixture, on fresh dice", rules.WORTH_POOR / 100),
    ]
    fair += [Claim(f"{name} is {truth:.3g}", 0, misses(name, truth)) for name, truth in intervals]
    better = [
        Claim(
            "a seat is no better, though it is by 10 points",
            EDGE,
            says("Playing Left gives no measurable advantage"),
        ),
        Claim("the other seat is better", EDGE, says("Playing Right wins")),
        Claim(
            f"Who wins: Playing Left scores is {0.5 + EDGE / 100:g}",
            EDGE,
            misses("Who wins: Playing Left scores", 0.5 + EDGE / 100),
        ),
    ]
    return [*fair, *better, *answered()]


def answered() -> list[Claim]:
    """What may be wrong of the answers at the top of a report."""
    return [
        Claim("the answer: surely not fair", 0, answers("Is it fair?", "No", "Almost")),
        Claim("the answer: surely a best strategy", 0, answers("Is there a best strategy?", "Yes")),
        Claim("the answer: each action surely matters", 0, answers("Does anything never matter?", "No")),
        Claim("the answer: surely fair", EDGE, answers("Is it fair?", "Yes")),
    ]


def run() -> Iterator[str]:
    """A line a claim: in how many reports it was wrong."""
    asked = claims()
    wrong = [0] * len(asked)
    for seed in range(REPORTS):
        made = {edge: report(seed, edge) for edge in (0, EDGE)}
        for number, claim in enumerate(asked):
            wrong[number] += claim.wrong(made[claim.edge])
    chances = holm([float(binomtest(count, REPORTS, ALLOWED, "greater").pvalue) for count in wrong])
    yield (
        f"{REPORTS} reports on a fair game, and {REPORTS} on one in which seat 0 is better by {EDGE} points, "
        f"each from {PAIRS} pairs.\n"
    )
    yield "| claim, or value that an interval must contain | wrong | p |"
    yield "| --- | ---: | ---: |"
    for claim, count, p in zip(asked, wrong, chances, strict=True):
        yield f"| {claim.text} | {100 * count / REPORTS:.1f} % | {p:.2f} |"
    low = [claim.text for claim, p in zip(asked, chances, strict=True) if p < SURE]
    assert not low, f"wrong more often than {100 * ALLOWED:.0f} %: {low}"
