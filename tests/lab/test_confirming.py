"""What is singled out among several is played again on fresh dice, and only what these confirm is a finding to act on."""

from dataclasses import replace
from types import SimpleNamespace

import polars as pl

from sandtable.engine.game import Game
from sandtable.lab.report import confirming, findings
from sandtable.lab.report.confirming import Chosen, confirm
from sandtable.lab.report.experiments import run_jobs
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from sandtable.lab.statistics import chances
from sandtable.lab.statistics.stats import Figure
from tests.fixtures.scales.declaration import SPEC as SCALES
from tests.lab.frames import frame

TRIAL = trials.make(Game(SCALES), ("player", "player"), 7)
WON, EVEN, LOST = (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)


def points(value, half, n=100):
    return Figure("", value, value - half, value + half, n, "points")


def chosen(about, seen, pairs, margin=0.0):
    """Something that was singled out, whose matches are named after it."""
    job = experiment(about)
    return Chosen(
        about, seen, pairs, lambda mirror, n: [replace(job, trial=mirror, pairs=n)], read(about), margin
    )


def experiment(about):
    return confirming.ExperimentJob(about, TRIAL, 1)


def read(about):
    return lambda rows, _: confirming.less_half(about, confirming.metrics.score_of_first(rows[about], about))


def confirmed(monkeypatch, scores, *found, fresh=10_000):
    """What becomes of these where their matches end in these scores over and over; and their jobs."""
    played = []

    def run(jobs):
        played.extend(jobs)
        return {
            job.name: frame((scores[job.name] * job.pairs)[: job.pairs]).with_columns(
                score_1=-pl.col("score_0")
            )
            for job in jobs
        }

    monkeypatch.setattr(confirming, "chosen", lambda _: found)
    made, matches = confirm(SimpleNamespace(trial=TRIAL, sizes=SimpleNamespace(fresh=fresh)), run)
    assert matches == 2 * sum(job.pairs for job in played)
    return made, {job.name: job for job in played}


def test_what_fresh_dice_show_again_is_confirmed_and_nothing_else(monkeypatch):
    scores = {"up": [WON, WON, EVEN], "gone": [WON, LOST], "turned": [LOST, EVEN], "little": [EVEN]}
    found = (
        chosen("up", points(0.2, 0.1), 100),
        chosen("gone", points(0.2, 0.1), 100),
        chosen("turned", points(0.2, 0.1), 100),
        chosen("little", points(0.0, 0.02), 100, margin=0.03),
    )
    made, jobs = confirmed(monkeypatch, scores, *found)
    assert {name: one.confirmed for name, one in made.items()} == {
        "up": True,
        "gone": False,
        "turned": False,
        "little": False,
    }
    # a difference that is certain the other way is no confirmation
    assert made["turned"].figure.high < 0.0
    # each has dice of its own, none of them the report's
    seeds = {job.trial.seed for job in jobs.values()}
    assert len(seeds | {TRIAL.seed}) == 5


def test_each_gets_the_pairs_that_would_show_it_and_the_largest_come_first(monkeypatch):
    scores = {"large": [WON], "small": [WON], "tiny": [WON]}
    large, small, tiny = (
        chosen("large", points(0.2, 0.098), 100),
        chosen("small", points(0.15, 0.098), 100),
        chosen("tiny", points(0.12, 0.098), 100),
    )
    # at 4, 3 and 2.4 standard errors, three tested together at a chance of nine in ten: (2.394 + 1.282)^2 / 4^2, and so on
    _, jobs = confirmed(monkeypatch, scores, tiny, large, small)
    assert {name: job.pairs for name, job in jobs.items()} == {"large": 85, "small": 151, "tiny": 235}
    made, jobs = confirmed(monkeypatch, scores, tiny, large, small, fresh=100)
    # what is left is played, and for what nothing is left it is not known
    assert {name: job.pairs for name, job in jobs.items()} == {"large": 85, "small": 15}
    assert (made["tiny"].figure, made["tiny"].confirmed) == (None, False)


def test_an_effect_too_small_to_matter_is_confirmed_inside_its_margin(monkeypatch):
    dead = chosen("dead", points(0.0, 0.02), 1000, margin=0.2)
    made, _ = confirmed(monkeypatch, {"dead": [WON] * 3 + [LOST] * 2}, dead)
    assert not made["dead"].confirmed
    wide = chosen("dead", points(0.0, 0.02), 200_000, margin=0.2)
    assert confirmed(monkeypatch, {"dead": [WON, LOST]}, wide)[0]["dead"].confirmed


def test_all_that_is_singled_out_is_tested_together(monkeypatch):
    # 60 of 100 won is certain alone, not among eight
    scores = {f"one {n}": [WON] * 6 + [LOST] * 4 for n in range(8)}
    found = [chosen(name, points(0.1, 0.09), 100) for name in scores]
    monkeypatch.setattr(Chosen, "needed", lambda *_: 100)
    made, _ = confirmed(monkeypatch, scores, *found)
    assert not any(one.confirmed for one in made.values())
    made, _ = confirmed(monkeypatch, scores, found[0])
    assert made["one 0"].confirmed


def test_a_report_plays_its_picks_and_actions_again(monkeypatch):
    monkeypatch.setattr(chances, "REFITS", 2)
    jobs = []

    def run(asked):
        jobs.extend(asked)
        return run_jobs(asked, Serial())

    made = findings.report_on(TRIAL, 200, run, top=0)
    fresh = [job for job in jobs if job.name.startswith("fresh")]
    # “poor” is worth 20 points less, and waving nothing; nothing else is singled out
    assert {job.name for job in fresh} == {"fresh weight against poor 0"}
    (never,) = [finding for finding in made.findings if "never pays" in finding.text]
    assert never.act
    assert never.text.startswith("Of the 3 compared, “poor” never pays: on fresh dice it loses ")
    figure = dict(made.figures())["What to pick: weight: poor against the best mixture, on fresh dice"]
    assert figure.low <= -0.2 <= figure.high
    assert figure.n == never.pairs == fresh[0].pairs
    assert made.provenance.matches == 2 * sum(
        job.pairs for job in jobs if job.name not in ("trails", "stood", "uses")
    )
