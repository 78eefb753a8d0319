"""Analyses a finished match in rounds. The first round gives a rough curve and the costliest decisions; each later one
does at most about twice the work of the one before.

    analysis = Analysis(match)
    for _ in analysis.rounds(Serial()):
        print(analysis.findings())

The work can run in other processes (see `lab.run.backends`). Between rounds it can be stopped: `analysis.ledger` can be
kept as JSON, and `Analysis(match, ledger=...)` resumes from it with the same results.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cached_property, partial
from time import perf_counter
from typing import TypeVar

import msgspec

from sandtable.analysis.course import Course
from sandtable.analysis.findings import Findings
from sandtable.analysis.judgement import AnalysisError, judge_of
from sandtable.analysis.ledger import ChoiceTally, Ledger, OptionTally, Tally, ThrowTally
from sandtable.analysis.reasons import Reasons
from sandtable.analysis.summing import MatchSummary, named
from sandtable.analysis.work import Done, Job, Task, carry_out, course_of, sampler_of
from sandtable.engine.match import Match
from sandtable.lab.run.backends import Backend

Added = TypeVar("Added", Tally, ThrowTally)
# how many times more samples a throw gets than a position: the errors of all throws add up in the luck of a match
THROWN = 16
# in multiples of the judge's samples: about how many playouts a worker gets at once, and the most samples of one task, so
# that several workers share a large one and its memory use is limited
TOGETHER, MOST = 8, 32
# how many options of a decision are compared with the choice in each stage; the last number holds from there on
KEPT = (64, 6, 3, 2)
# minimum number of samples of an option in the first stage
LEAST = 8
# a loss that is below this by two standard errors is not measured any further
NEGLIGIBLE = 0.02
# how much longer a round takes than the one before, at most
LONGER = 2.0
# every decision that may have cost something gets this many times more samples than a position in a round
MEASURED = 2
# how many of the costliest decisions are then measured again in the round, and how many times more samples they get
AGAIN = ((10, 4), (5, 8))


class Analysis:
    """The analysis of a finished match by a judge (`judgement.judge_of`), or one that resumes from a `ledger`.

    Raises `AnalysisError` for a match that cannot be analysed, and `ValueError` for a level that cannot judge.
    """

    def __init__(
        self, match: Match, level: int | None = None, seed: int = 0, ledger: Ledger | None = None
    ) -> None:
        check(match)
        self.match = match
        self.ledger = Ledger(seed, level) if ledger is None else ledger
        judge = judge_of(match.game, self.ledger.level)
        self.job = Job(match.game, tuple(match.moves), match.resigned, judge, self.ledger.seed)
        self.course: Course = course_of(self.job)
        if not self.course.decisions:
            raise AnalysisError("Nobody made a decision in this match, so there is nothing to analyse.")

    def rounds(self, backend: Backend) -> Generator[tuple[int, int]]:
        """Does the work, and yields how many of the round's playouts are done and about how many there are; the numbers are
        equal at the end of a round. Closing the generator within a round drops that round. It never ends by itself.
        """
        while True:
            before = msgspec.json.encode(self.ledger)
            finished = False
            try:
                total = yield from self._round(backend)
                self.ledger.rounds += 1
                finished = True
            finally:
                if not finished:
                    self.ledger = msgspec.json.decode(before, type=Ledger)
            yield total, total

    def findings(self, explained: bool = True) -> Findings:
        """What has been found so far; call it after a round. Reasons for the costliest decisions take a few seconds; they are
        left out unless `explained`.
        """
        summary = MatchSummary(self.match, self.course, self.ledger, self.job.judge)
        return summary.findings(self._reasons.why if explained else None)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(self.course, sampler_of(self.job), named(self.match))

    def _round(self, backend: Backend) -> Generator[tuple[int, int], None, int]:
        done, total = 0, self._ahead()
        for tasks in self._batches():
            for finished in self._carry_out(backend, tasks):
                done += finished
                yield min(done, total - 1), total
        return total

    def _ahead(self) -> int:
        """About how many playouts the next round takes; which decisions it measures again will only be known then."""
        plies, first = self._unsettled(), self.ledger.rounds == 0
        known = sum(
            map(self._playouts, [*self._of_positions(), *(self._stage(ply, MEASURED) for ply in plies)])
        )
        later = [(len(plies), MEASURED)] * first + list(AGAIN)
        stage = 1 if first else len(KEPT) - 1
        for count, times in later:
            kept = KEPT[min(stage, len(KEPT) - 1)]
            known += min(count, len(plies)) * times * self._samples * (kept + 1)
            stage += 1
        return known + 1

    @property
    def _secret(self) -> bool:
        return self.job.game.spec.secret

    @property
    def _samples(self) -> int:
        """The number of samples of a position in the next round."""
        return self.job.judge.samples << self.ledger.rounds

    def _batches(self) -> Iterable[list[Task]]:
        """The tasks of the next round, in batches that depend on those before."""
        yield [*self._of_positions(), *(self._stage(ply, MEASURED) for ply in self._unsettled())]
        if self.ledger.rounds == 0:
            yield [self._stage(ply, MEASURED) for ply in self._unsettled()]
        for count, times in AGAIN:
            yield [self._stage(ply, times) for ply in self._costliest(count)]

    def _of_positions(self) -> Iterable[Task]:
        course, count = self.course, self._samples
        first = count - self.job.judge.samples
        decided = [deed.ply for deed in course.decisions]
        ends = [course.ply] if self.job.resigned is not None else []
        for ply in (*decided, *ends):
            yield Task("truth", ply, first, count)
            if self._secret:
                yield Task("known", ply, first, count)
        for deed in course.throws:
            yield Task("throw", deed.ply, THROWN * first, THROWN * count)

    def _stage(self, ply: int, times: int) -> Task:
        """The next stage of a decision, with this many times more samples than a position gets in the round."""
        choice = self._choice(ply)
        if choice.stages == 0:
            opening = max(LEAST, self.job.judge.samples // 4)
            return Task("choice", ply, 0, opening, tuple(option.lead for option in choice.options))
        kept = choice.survivors(KEPT[min(choice.stages, len(KEPT) - 1)])
        leads = tuple(choice.options[option].lead for option in kept)
        own, leader = kept.index(choice.own), choice.leader()
        best = kept.index(leader) if leader else own
        return Task("choice", ply, choice.samples, times * self._samples, leads, own, best)

    def _choice(self, ply: int) -> ChoiceTally:
        known = self.ledger.choices.get(ply)
        if known is None:
            whole, chosen = self.course.carried_on(ply), self.course.moves[ply]
            leads = [(chosen,), *([whole] if len(whole) > 1 else [])]
            leads += [(action,) for action in self.course.others(ply, sampler_of(self.job))]
            options = [OptionTally(lead, Tally(), Tally()) for lead in leads]
            known = self.ledger.choices[ply] = ChoiceTally(options, len(whole) > 1)
        return known

    def _unsettled(self) -> list[int]:
        """The decisions that may have cost something."""
        known = self.ledger.choices
        plies = [deed.ply for deed in self.course.decisions]
        return [ply for ply in plies if ply not in known or known[ply].stages < 2 or _may_cost(known[ply])]

    def _costliest(self, count: int) -> list[int]:
        gaps = {ply: self.ledger.choices[ply].gap()[0] for ply in self._unsettled()}
        found = [ply for ply, gap in gaps.items() if gap > 0.0]
        return sorted(found, key=lambda ply: (-gaps[ply], ply))[:count]

    def _carry_out(self, backend: Backend, tasks: Sequence[Task]) -> Generator[int]:
        """Does some tasks, and yields the number of playouts of each part of them as it is finished."""
        for task in tasks:
            if task.kind == "choice":
                self._begin(task)
        parts = self._parts(tasks)
        for index, found in backend.map(partial(carry_out, self.job), parts):
            for task, done in zip(parts[index], found, strict=True):
                self._enter(task, done)
            yield sum(done.playouts for done in found)

    def _parts(self, tasks: Iterable[Task]) -> list[list[Task]]:
        """The tasks in parts for workers: a part has many small tasks, or a piece of a large one."""
        samples = self.job.judge.samples
        parts: list[list[Task]] = []
        room = 0
        for piece in (piece for task in tasks for piece in task.pieces(MOST * samples)):
            if room <= 0:
                parts.append([])
                room = TOGETHER * samples
            parts[-1].append(piece)
            room -= self._playouts(piece)
        return parts

    def _playouts(self, task: Task) -> int:
        """About how many playouts a task takes."""
        compared = 2 if self._secret and task.best != task.own else 0
        return task.samples * ({"choice": len(task.leads) + compared, "throw": 2}.get(task.kind, 1))

    def _begin(self, task: Task) -> None:
        """Begins the next stage of a decision."""
        choice = self.ledger.choices[task.ply]
        choice.stages, choice.fresh, choice.truth = choice.stages + 1, Tally(), Tally()
        choice.best = 0
        if task.best != task.own:
            choice.best = [option.lead for option in choice.options].index(task.leads[task.best])

    def _enter(self, task: Task, done: Done) -> None:
        ledger, found = self.ledger, done.tallies
        ledger.playouts += done.playouts
        match found:
            case ChoiceTally():
                ledger.choices[task.ply].add(found)
            case ThrowTally():
                _merge(ledger.throws, task.ply, found)
            case Tally():
                _merge(ledger.truth if task.kind == "truth" else ledger.known, task.ply, found)


def _may_cost(choice: ChoiceTally) -> bool:
    gap, error = choice.gap()
    return gap + 2.0 * error > NEGLIGIBLE


def _merge(tallies: dict[int, Added], ply: int, found: Added) -> None:
    if ply in tallies:
        tallies[ply].add(found)
    else:
        tallies[ply] = found


def check(match: Match) -> None:
    """Raises `AnalysisError` if a match cannot be analysed."""
    spec = match.game.spec
    if not match.over:
        raise AnalysisError("Only finished matches are analysed, and this one is still going on.")
    if match.void:
        raise AnalysisError("This match is void: nobody won it, so there is nothing to analyse.")
    if spec.table.companion_of:
        raise AnalysisError("This match was played at a real table; such matches cannot be analysed.")
    if match.game.agent_setup is not None or not spec.rules.zero_sum:
        raise AnalysisError(
            "With these settings nobody wins or loses, so there is no chance of winning to analyse."
        )
    judge_of(match.game)


def work(
    analysis: Analysis,
    backend: Backend,
    seconds: float,
    rounds: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Works for at least one round, and then for as long as the next one will probably end within `seconds`; with `rounds`,
    exactly that many.
    """
    began = last = perf_counter()
    for done, total in analysis.rounds(backend):
        if progress is not None:
            progress(done, total)
        if done < total:
            continue
        now = perf_counter()
        enough = (
            (now - began) + LONGER * (now - last) > seconds
            if rounds is None
            else analysis.ledger.rounds >= rounds
        )
        last = now
        if enough:
            return
