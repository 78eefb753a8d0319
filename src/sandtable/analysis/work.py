"""The work of an analysis, in tasks that any process can carry out in any order: each depends only on the job."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from sandtable.analysis.course import Course
from sandtable.analysis.judgement import Judge, Sampler, Values
from sandtable.analysis.ledger import ChoiceTally, OptionTally, Tally, ThrowTally, tally
from sandtable.analysis.playouts import TRUTH
from sandtable.engine.game import Game

Kind = Literal["truth", "known", "throw", "choice"]
# every kind of task has its own luck at each ply
_PLACES = {"truth": 0, "throw": 1, "before throw": 2, "known": 3, "choice": 4, "choice in truth": 5}
# minimum number of samples of each outcome that did not come up
LEAST = 4


@dataclass(frozen=True)
class Job:
    """A match to analyse: its game, its actions and outcomes, who resigned, the judge, and the seed."""

    game: Game
    moves: tuple[int, ...]
    resigned: int | None
    judge: Judge
    seed: int

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal jobs."""
        game = self.game
        return game.id, game.setup.tobytes(), game.rules, self.moves, self.resigned, self.judge, self.seed

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Job) and self.key == other.key


class Task(NamedTuple):
    """Samples `first` to `first + samples - 1` of one kind at a ply.

    For a choice, `leads` are the options compared, the first of which is the choice made; in addition `best` is
    compared with `own` (see `ledger.ChoiceTally`), both numbers of leads, unless they are the same.
    """

    kind: Kind
    ply: int
    first: int
    samples: int
    leads: tuple[tuple[int, ...], ...] = ()
    own: int = 0
    best: int = 0

    def pieces(self, most: int) -> "list[Task]":
        """The same samples in tasks of at most `most`."""
        ends = range(0, self.samples, most)
        return [
            self._replace(first=self.first + begun, samples=min(most, self.samples - begun)) for begun in ends
        ]


@lru_cache(maxsize=2)
def course_of(job: Job) -> Course:
    """The course of the job's match."""
    return Course(job.game, job.moves, job.resigned)


@lru_cache(maxsize=2)
def sampler_of(job: Job) -> Sampler:
    """The sampler of the job."""
    return Sampler(job.game, job.judge, job.seed)


class Done(NamedTuple):
    """The samples of a task, and how many playouts they took."""

    tallies: Tally | ThrowTally | ChoiceTally
    playouts: int


def carry_out(job: Job, tasks: Sequence[Task]) -> list[Done]:
    """The samples of some tasks."""
    course, sampler = course_of(job), sampler_of(job)
    doing = {"truth": _truth, "throw": _throw, "known": _known, "choice": _choice}
    return [doing[task.kind](course, sampler, task) for task in tasks]


def _place(task: Task, kind: str = "") -> int:
    return len(_PLACES) * task.ply + _PLACES[kind or task.kind]


def _truth(course: Course, sampler: Sampler, task: Task) -> Done:
    samples = sampler.chances(course.positions[task.ply], _place(task), task.first, task.samples)
    return Done(tally(samples), task.samples)


def _throw(course: Course, sampler: Sampler, task: Task) -> Done:
    before, after = course.positions[task.ply], course.positions[task.ply + 1]
    place = _place(task)
    came = sampler.chances(after, place, task.first, task.samples)
    outcomes = [(outcome, weight) for outcome, weight in before.chances() if weight > 0.0]
    if not outcomes:
        others = sampler.chances(before, _place(task, "before throw"), task.first, task.samples)
        return Done(ThrowTally(tally(came), tally(others), 0.0, exact=False), 2 * task.samples)
    each = max(LEAST, task.samples // len(outcomes))
    share = sum(weight for outcome, weight in outcomes if outcome == course.moves[task.ply])
    missed, total = np.zeros(each), 0
    for outcome, weight in outcomes:
        if outcome != course.moves[task.ply]:
            there = before.copy().play(outcome)
            missed += weight * sampler.chances(there, place, task.first, each)
            total += each
    return Done(ThrowTally(tally(came), tally(missed), share, exact=True), task.samples + total)


def _known(course: Course, sampler: Sampler, task: Task) -> Done:
    """Samples of a decision as its seat could judge it; of a resignation if the match went no further."""
    seat = course.resigned if task.ply == course.ply else course.positions[task.ply].to_move
    assert seat is not None
    view = course.view(task.ply, seat)
    return Done(tally(sampler.chances(view, _place(task), task.first, task.samples, seat=seat)), task.samples)


def _choice(course: Course, sampler: Sampler, task: Task) -> Done:
    position = course.positions[task.ply]
    seat, secret = position.to_move, course.game.spec.secret
    sign, chosen = (1.0 if seat == 0 else -1.0), course.moves[task.ply]

    def sampled(lead: tuple[int, ...], truth: bool) -> Values:
        start, who, place = (
            (position, TRUTH, "choice in truth") if truth else (course.view(task.ply, seat), seat, "choice")
        )
        found = sampler.chances(
            start, _place(task, place), task.first, task.samples, lead, who, performs=lead[0] != chosen
        )
        return sign * found

    values = [sampled(lead, not secret) for lead in task.leads]
    whole = len(task.leads) > 1 and len(task.leads[1]) > 1
    options = [
        OptionTally(lead, tally(each - values[0]), tally(each - values[1]) if whole else Tally())
        for lead, each in zip(task.leads, values, strict=True)
    ]
    made = ChoiceTally(options, whole, best=task.best)
    played = len(options)
    if task.best != task.own:
        made.fresh = tally(values[task.best] - values[task.own])
        if secret:
            best, own = (sampled(task.leads[option], truth=True) for option in (task.best, task.own))
            made.truth, played = tally(best - own), played + 2
    return Done(made, task.samples * played)
