"""The kinds of measurements: each plays its matches in rounds, a short one first, and reports results after each.

Pairs are the same in every round, so a round plays only what the previous one has not, and the last one gives the same
results as a single run.
"""

import json
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from time import perf_counter
from typing import Any

import polars as pl

from sandtable.authoring.provenance import head
from sandtable.engine.game import Game
from sandtable.games import find
from sandtable.lab.report import compare, document, page, sweeping, tuning
from sandtable.lab.report.document import Report
from sandtable.lab.report.experiments import ExperimentJob, PairRange, run_jobs, sizes, work
from sandtable.lab.report.findings import AT, report_on, searchable
from sandtable.lab.report.search import most
from sandtable.lab.run import aims, tune
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Backend, Processes, Ray
from sandtable.lab.run.playing import Player, Request
from sandtable.lab.run.rows import run_batch
from sandtable.lab.run.simulate import SLOW_BATCH, simulate
from sandtable.lab.run.sweep import axis_of, sweep
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import known, metrics
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import said
from sandtable.lab.work.measurement import Folder, Known, Order, Progress

# the factor by which the number of pairs grows from round to round, and the minimum for the first
GROWTH, LEAST = 4, 20
# seconds between two updates of the figures of a simulation
EVERY = 1.0


def measure(order: Order, folder: Folder) -> None:
    """Runs a measurement until it is done, starting from the contents of its folder; `ValueError` explains what is
    wrong.
    """
    backend = Ray(order.ray) if order.ray else Processes(order.processes)
    works = {
        "simulation": simulation,
        "report": report,
        "sweep": swept,
        "comparison": comparison,
        "tuning": tuned,
    }
    works[order.kind](order, folder, backend)


def rounds(pairs: int) -> list[int]:
    """The number of pairs at the end of each round."""
    found = [pairs]
    while found[0] // GROWTH >= LEAST:
        found.insert(0, found[0] // GROWTH)
    return found


class Pacing:
    """Tracks how much of the work is done and how long the rest will take at the current pace, and records both in the
    folder.
    """

    def __init__(self, folder: Folder, clock: Callable[[], float] = perf_counter) -> None:
        self._folder, self._clock = folder, clock
        self._began, self._first = clock(), -1.0
        self._told = folder.progress()

    def at(self, share: float, pairs_played: float) -> None:
        """Reports that `share` of the work is done."""
        if self._first < 0.0:
            self._began, self._first = self._clock(), share
        gone = share - self._first
        left = (self._clock() - self._began) / gone * (1.0 - share) if gone > 0.0 else -1.0
        self._tell(share=min(1.0, share), left=left, matches=round(2 * pairs_played))

    def known(self, pairs: int, figures: Sequence[Figure]) -> None:
        """Reports the results from this many pairs."""
        told = [Known(one.name, one.value, one.low, one.high, one.n, one.unit, said(one)) for one in figures]
        self._tell(pairs=pairs, figures=told)

    def _tell(self, **news: Any) -> None:
        kept = {name: getattr(self._told, name) for name in Progress.__struct_fields__}
        self._told = Progress(**{**kept, **news})
        self._folder.tell(self._told)


def trial_of(order: Order, settings: Mapping[str, Any]) -> tuple[Trial, Game]:
    """The trial of an order with these settings, and its game."""
    game = Game(find(order.place), **settings)
    return trials.make(game, order.agents, order.seed), game


# a simulation


class WatchedBackend:
    """A backend that passes its results to `look` as they arrive."""

    def __init__(self, backend: Backend, look: Callable[[pl.DataFrame], None]) -> None:
        self._backend, self._look = backend, look

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any]]:
        """See `Backend`."""
        for index, rows in self._backend.map(function, items):
            self._look(rows)
            yield index, rows


def simulation(order: Order, folder: Folder, backend: Backend) -> None:
    """Plays the pairs and records who wins and how long matches take."""
    trial, game = trial_of(order, order.settings)
    pace, parts, looked = Pacing(folder), list[pl.DataFrame](), perf_counter()

    def look(rows: pl.DataFrame) -> None:
        nonlocal looked
        parts.append(rows)
        if perf_counter() - looked >= EVERY:
            looked = perf_counter()
            _know(pace, pl.concat(parts), game, order)

    def tell(done: int, total: int) -> None:
        pace.at(done / total, done / 2)

    rows = simulate(trial, order.pairs, WatchedBackend(backend, look), folder.rows, tell)
    _know(pace, rows, game, order)
    told = [asdict(one) for one in figures(rows, game, order.agents)]
    made = {**head(order.game, trial.settings, trial.agents, order.seed), "figures": told}
    folder.write(folder.data, json.dumps(made, indent=1))


def _know(pace: Pacing, rows: pl.DataFrame, game: Game, order: Order) -> None:
    pairs = rows["pair"].n_unique()
    if pairs > 1:
        pace.known(pairs, figures(rows, game, order.agents))


def figures(rows: pl.DataFrame, game: Game, agents: Sequence[str]) -> list[Figure]:
    """Win rate, length and the game's counters, from the rows of two pairs or more."""
    names = {str(level.level): level.name for level in game.spec.players.levels}
    own, other = (names.get(agent, agent) for agent in agents)
    first = metrics.first_advantage(rows)
    return [
        *([metrics.score_of_first(rows, f"{own} scores against {other}")] if own != other else []),
        *([] if first is None else [replace(first, name="going first scores")]),
        replace(metrics.seat_advantage(rows), name=f"playing {game.spec.presentation.sides[0]} scores"),
        metrics.draws(rows),
        *metrics.length(rows),
        metrics.plies(rows),
        *metrics.counters(rows),
    ]


# reports


class Rounds:
    """Plays the matches that reports request and the folder does not have yet, and tracks their share of all rounds.

    A report makes `calls` requests; at the first one the size of each is known. A search for better picks happens once,
    in the last round, and plays at most about `most` pairs.
    """

    def __init__(self, folder: Folder, backend: Backend, calls: int, most: int = 0) -> None:
        self.pace = Pacing(folder)
        self._player = Player(backend, folder.rows)
        self._backend, self._calls = backend, calls
        self._trails: dict[str, list[pl.DataFrame]] = {}
        self._part, self._share = 1.0, 0.0
        self._asked: list[int] = []
        self._most, self._searched = most, 0

    def begin(self, part: float) -> None:
        """Starts a round with this share of the final round's pairs."""
        self._part, self._asked = part, []

    def run(self, jobs: Sequence[ExperimentJob]) -> dict[str, pl.DataFrame]:
        """The rows of all jobs by name, as from `experiments.run_jobs`."""
        kept = [job for job in jobs if job.play is run_batch]
        asked, there = [Request(job.trial, 0, job.pairs) for job in kept], sum(self._asked)
        self._asked.append(sum(job.pairs for job in kept))
        if self._searched > 0:
            # a request for something else means that the search is over
            self._most = self._searched
        rows = self._player.play(asked, lambda done, _: self._tell(there + done))
        played = dict(zip([job.name for job in kept], rows, strict=True))
        self._tell(sum(self._asked))
        return played | {job.name: self._trail(job) for job in jobs if job.play is not run_batch}

    def search(self, jobs: Sequence[ExperimentJob]) -> dict[str, pl.DataFrame]:
        """The rows of the jobs of a search, which are many and small, so they are not stored in the folder."""
        before = self._searched

        def tell(done: int, _: int) -> None:
            self._searched = before + done // 2
            self._tell(sum(self._asked))

        return run_jobs(jobs, self._backend, tell)

    def finish(self) -> None:
        """Merges the rows of each trial into one file, and reports that everything is done."""
        self._player.finish()
        self.pace.at(1.0, sum(self._asked) + self._searched)

    def _tell(self, done: int) -> None:
        # future requests are assumed to be as large as past ones
        whole = sum(self._asked) / len(self._asked) * max(self._calls, len(self._asked))
        played = done + self._searched
        # progress does not go backwards if a request is larger than the earlier ones, and a search may end later than
        # estimated
        share = min(1.0, played / (whole / self._part + max(self._most, self._searched)))
        self._share = max(self._share, share)
        self.pace.at(self._share, played)

    def _trail(self, job: ExperimentJob) -> pl.DataFrame:
        found = self._trails.setdefault(f"{job.name} {job.trial.key()}", [])
        there = sum(rows.height for rows in found) // 2
        parts = [
            [PairRange(job, start, min(start + SLOW_BATCH, job.pairs))]
            for start in range(there, job.pairs, SLOW_BATCH)
        ]
        more = dict(self._backend.map(work, parts))
        found += [rows for index in sorted(more) for rows in more[index]]
        return pl.concat(found).head(2 * job.pairs)


def report(order: Order, folder: Folder, backend: Backend) -> None:
    """Makes a report, first from few pairs, then from more."""
    trial, game = trial_of(order, order.settings)
    cell = sizes(order.pairs).cell
    picks = searchable(trial) if order.search_picks else []
    made = Rounds(folder, backend, _calls(order), sum(most(pick, space, cell) for pick, space in picks))
    for pairs in rounds(order.pairs):
        made.begin(pairs / order.pairs)
        searching = made.search if picks and pairs == order.pairs else None
        found = report_on(trial, pairs, made.run, searching=searching)
        folder.write(folder.data, document.write(found))
        folder.write(folder.page, page.html(found, game))
        made.pace.known(pairs, headline(found))
    made.finish()


def headline(found: Report) -> list[Figure]:
    """The figures shown while a report is being made: who wins, how long matches take, and how much is luck."""
    return [
        one for part in found.sections if part.id in ("balance", "length", "luck") for one in part.figures
    ]


def comparison(order: Order, folder: Folder, backend: Backend) -> None:
    """Makes one report with the order's settings and one with the game's own, and compares them, with few pairs first."""
    before, _ = trial_of(order, {})
    after, _ = trial_of(order, order.settings)
    made = Rounds(folder, backend, 2 * _calls(order))
    for pairs in rounds(order.pairs):
        made.begin(pairs / order.pairs)
        old, new = (report_on(trial, pairs, made.run) for trial in (before, after))
        found = compare.compare(old, new)
        folder.write(folder.data, json.dumps(compare.plain(found), indent=1, ensure_ascii=False) + "\n")
        folder.write(folder.page, page.comparison(found))
        told = [
            replace(one, name=f"{one.name}, {words}")
            for words, each in (("printed", old), ("changed", new))
            for one in headline(each)
        ]
        made.pace.known(pairs, told)
    made.finish()


def _calls(order: Order) -> int:
    """How many times a report requests matches: three times; if a level plays itself, once more, and
    twice for each additional level.
    """
    first, second = order.agents
    beside = {str(level) for level in AT} - {first}
    return 4 + 2 * len(beside) if first == second and first.isdigit() else 3


# a sweep


def swept(order: Order, folder: Folder, backend: Backend) -> None:
    """Sweeps over ranges of settings, first with few pairs per cell, then with more."""
    _, game = trial_of(order, order.settings)
    axes = [axis_of(game.spec.rules.settings, one.name, one.values) for one in order.ranges]
    pace = Pacing(folder)
    for pairs in rounds(order.pairs):
        part = pairs / order.pairs

        def tell(done: int, total: int, part: float = part) -> None:
            pace.at(part * done / total, done)

        found = sweep(
            game, axes, order.agents, pairs, seed=order.seed, backend=backend, out=folder.rows, progress=tell
        )
        folder.write(folder.data, found.to_json() + "\n")
        folder.write(folder.page, sweeping.html(found, game))
        pace.known(pairs, [])
        if all(row.precise for row in found.rows):
            break


# a tuning


def tuned(order: Order, folder: Folder, backend: Backend) -> None:
    """Searches for settings that bring figures to their targets, and reports the nearest candidate as it goes."""
    _, game = trial_of(order, order.settings)
    wanted = [aims.read(one.text, known.names(game.spec)) for one in order.aims]
    axes = [axis_of(game.spec.rules.settings, one.name, one.values) for one in order.ranges]
    effort = tune.Effort(order.candidates, order.pairs, confirm=order.confirm)
    pace = Pacing(folder)

    def tell(done: int, total: int) -> None:
        pace.at(done / total, done)

    def look(tried: Sequence[tune.Tried]) -> None:
        best = min(tried, key=lambda one: sum(one.shortfalls(wanted)))
        words = ", ".join(f"{name} = {label}" for name, label in best.labels.items())
        pace.known(
            best.pairs, [replace(best.figures[aim.name], name=f"{aim.name} of {words}") for aim in wanted]
        )

    found = tune.tune(game, wanted, axes, order.agents, effort, order.seed, backend, folder.rows, tell, look)
    made = tuning.report(found, [f"{one.name}={','.join(one.labels)}" for one in axes], effort)
    folder.write(folder.data, tuning.write(made))
    folder.write(folder.page, page.tuning(made))
    shown = [made.before, *made.found[:1]]
    pace.known(
        order.confirm,
        [
            replace(one.figure, name=f"{one.figure.name}, {each.name}")
            for each in shown
            for one in each.reached
        ],
    )
