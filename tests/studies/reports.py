"""Hundreds of reports on one game: how often an interval holds the truth, and how often a report finds what is not there."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from statistics import mean

from sandtable.engine.game import Game
from sandtable.lab.report.document import Report
from sandtable.lab.report.experiments import run_jobs
from sandtable.lab.report.findings import report_on
from sandtable.lab.report.sections import TITLE_DRAMA
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.lab.statistics.stats import Figure
from tests.fixtures.tug.declaration import SPEC as TUG

REPORTS, PAIRS = 400, 50
# a report on this many pairs is taken as the truth; for the chance to win, which depends on how many pairs it is fitted on, the
# mean of all reports is
TRUTH = 20_000
FITTED = f"{TITLE_DRAMA}: "
LEAST = 0.92


def report(seed: int, pairs: int) -> Report:
    """A report on random matches of tug of war."""
    plan = trials.make(Game(TUG), ("random", "random"), seed)
    return report_on(plan, pairs, partial(run_jobs, backend=Serial()))


def run() -> Iterator[str]:
    """One line per figure: in how many reports its 95 % interval contained the truth."""
    truth = {name: figure.value for name, figure in report(10**6, TRUTH).figures()}
    found: dict[str, list[Figure]] = defaultdict(list)
    acted = 0
    for seed in range(REPORTS):
        made = report(seed, PAIRS)
        acted += any(finding.act for finding in made.findings)
        for name, figure in made.figures():
            found[name].append(figure)
    truth |= {
        name: mean(f.value for f in figures) for name, figures in found.items() if name.startswith(FITTED)
    }
    yield f"{REPORTS} reports, each from {PAIRS} pairs of random tug-of-war matches, compared with one from {TRUTH} pairs.\n"
    yield (
        "Figures of the fitted chance to win are compared with their mean over all reports, since they depend on the number of "
        "pairs.\n"
    )
    yield f"{acted} of them name something that a designer could act on.\n"
    low: list[str] = []
    yield "| figure | reports | intervals that contain the true value |"
    yield "| --- | ---: | ---: |"
    for name, figures in found.items():
        if name in truth:
            held = sum(figure.low <= truth[name] <= figure.high for figure in figures) / len(figures)
            low += [name] if held < LEAST else []
            yield f"| {name} | {len(figures)} | {100 * held:.1f} % |"
    assert not low, f"the intervals of {low} hold the truth too seldom"
