"""Tuning: searches for settings that bring a game's figures to their targets.

Candidates are combinations of settings. If there are few, all are tried; otherwise Optuna's sampler proposes them, in
generations, from the results of earlier ones (a multivariate tree of Parzen estimators for several objectives). All
play with the same dice, so differences have less noise than single results. They race: each starts with FIRST pairs,
then those that no other beats with certainty continue, up to the maximum number of pairs. The best are played again with fresh
dice, and so is the game as it was, and only those results are reported: a search also finds candidates that were merely lucky.

Nothing depends on the machine: the same call gives the same report, and with a folder it resumes where it was
interrupted.
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from sandtable.agents import up_to
from sandtable.authoring.settings import Value
from sandtable.engine.game import Game
from sandtable.lab.run import trial as trials
from sandtable.lab.run.aims import Aim
from sandtable.lab.run.backends import Backend, Processes
from sandtable.lab.run.extras import extra
from sandtable.lab.run.playing import Player, Progress, Request
from sandtable.lab.run.sweep import Axis, axis
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import named
from sandtable.lab.statistics.named import PairValues
from sandtable.lab.statistics.stats import Figure

with extra("lab"):
    import polars as pl

FIRST, GROWTH = 64, 3
# candidates proposed at a time, and candidates tried before the sampler is guided by results
GENERATION, STARTING = 8, 16
MOST_SETTINGS = 12
# maximum number of generations, relative to the number needed if no candidate were proposed twice
TRIES = 4
# added to the seed for the dice with which the best are played again
FRESH = 2_000_003


@dataclass(frozen=True)
class Tried:
    """A candidate: its settings by the labels of their values, its results, and whether it was dropped early."""

    labels: Mapping[str, str]
    settings: Mapping[str, Value]
    pairs: int
    figures: Mapping[str, Figure]
    stopped: bool

    def shortfalls(self, aims: Sequence[Aim]) -> tuple[float, ...]:
        """How far its figures lie outside the aims, each in widths of its aim."""
        return tuple(aim.shortfall(self.figures[aim.name].value) for aim in aims)


Look = Callable[[Sequence[Tried]], None]


@dataclass(frozen=True)
class Confirmed:
    """A candidate played with fresh dice: `seen` is the value of each pair, by figure, and `beside` the same at other
    levels.
    """

    labels: Mapping[str, str]
    settings: Mapping[str, Value]
    seen: Mapping[str, PairValues]
    beside: Mapping[int, Mapping[str, PairValues]]


@dataclass(frozen=True)
class Tuned:
    """The results of a tuning; `confirmed` begins with the game as it was, followed by the rest, best first."""

    game: Game
    agents: tuple[str, str]
    seed: int
    aims: tuple[Aim, ...]
    axes: tuple[Axis, ...]
    combinations: int
    tried: tuple[Tried, ...]
    confirmed: tuple[Confirmed, ...]
    matches: int
    rules: str


@dataclass(frozen=True)
class Effort:
    """How much is played: candidates, maximum pairs per candidate, how many are confirmed and with how many pairs, and
    levels.
    """

    candidates: int = 64
    pairs: int = 600
    best: int = 4
    confirm: int = 3000
    at: tuple[int, ...] = (1, 2)


def tune(
    game: Game,
    aims: Sequence[Aim],
    over: Sequence[str | Axis],
    agents: tuple[str | int, str | int] = (2, 2),
    effort: Effort | None = None,
    seed: int = 1,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
    look: Look | None = None,
) -> Tuned:
    """The settings of `game` within `over`, written as for a sweep, that come nearest to the `aims`.

    Raises `ValueError` for invalid arguments. `progress` gets the pairs played and the maximum; `look` gets everything
    tried, whenever there is news. With `out`, all rows are stored and reused.
    """
    wanted = effort or Effort()
    axes = _axes(game, over)
    trials.make(game, agents, seed)
    player = Player(backend or Processes(), out)
    race = _Race(game, tuple(aims), agents, seed, wanted, player, progress, look)
    count = prod(len(one.values) for one in axes)
    if count <= wanted.candidates:
        race.run([tuple(chosen) for chosen in product(*(range(len(one.values)) for one in axes))], axes)
    else:
        _search(race, axes, aims, game.settings, wanted.candidates, seed)
    tried = tuple(race.tried.values())
    best = _best(tried, aims, game.settings, wanted.best)
    confirmed = race.confirm([Tried({}, game.settings, 0, {}, stopped=False), *best])
    player.finish()
    made = trials.make(game, agents, seed)
    return Tuned(
        game, made.agents, seed, tuple(aims), axes, count, tried, confirmed, 2 * race.played, made.rules()
    )


def _axes(game: Game, over: Sequence[str | Axis]) -> tuple[Axis, ...]:
    axes = tuple(axis(game.spec.rules.settings, one) if isinstance(one, str) else one for one in over)
    names = [one.name for one in axes]
    if not 1 <= len(axes) <= MOST_SETTINGS or len(set(names)) < len(names):
        raise ValueError(
            f"a tuning run must have 1 to {MOST_SETTINGS} settings, all different, not {', '.join(names) or 'none'}"
        )
    return axes


class _Race:
    """Plays candidates, and remembers their results."""

    def __init__(
        self,
        game: Game,
        aims: tuple[Aim, ...],
        agents: tuple[str | int, str | int],
        seed: int,
        effort: Effort,
        player: Player,
        progress: Progress | None,
        look: Look | None,
    ) -> None:
        self._game, self._aims, self._agents, self._seed = game, aims, agents, seed
        self._effort, self._player, self._progress, self._look = effort, player, progress, look
        self.tried: dict[tuple[int, ...], Tried] = {}
        self.played = 0
        levels = len(self._levels()) + 1
        self._most = effort.candidates * effort.pairs + (effort.best + 1) * effort.confirm * levels

    def run(self, chosen: Sequence[tuple[int, ...]], axes: Sequence[Axis]) -> list[Tried]:
        """The results of the candidates with these places on the `axes`; each is played once."""
        fresh = [one for one in dict.fromkeys(chosen) if one not in self.tried]
        made = {one: self._candidate(one, axes) for one in fresh}
        left, have = list(fresh), dict.fromkeys(fresh, 0)
        rows: dict[tuple[int, ...], pl.DataFrame] = {one: pl.DataFrame() for one in fresh}
        due = min(FIRST, self._effort.pairs)
        while left:
            asked = [Request(made[one][1], have[one], due) for one in left]
            for one, found in zip(left, self._play(asked), strict=True):
                rows[one] = pl.concat([rows[one], found], how="diagonal")
                have[one] = due
            for one in fresh:
                self.tried[one] = self._told(made[one], rows[one], have[one])
            if self._look is not None:
                self._look(tuple(self.tried.values()))
            if due == self._effort.pairs:
                break
            left = [one for one in left if not self._beaten(self.tried[one])]
            due = min(GROWTH * due, self._effort.pairs)
        return [self.tried[one] for one in chosen]

    def confirm(self, best: Sequence[Tried]) -> tuple[Confirmed, ...]:
        """Plays these again, with fresh dice, both with the tuning's players and at the other levels."""
        levels = self._levels()
        seed = (self._seed + FRESH) % 2**63
        players = [self._agents, *((level, level) for level in levels)]
        asked = [
            Request(trials.make(Game(self._game.spec, **one.settings), who, seed), 0, self._effort.confirm)
            for one in best
            for who in players
        ]
        found = [named.seen(rows, self._game.spec) for rows in self._play(asked)]
        parts = [found[start : start + len(players)] for start in range(0, len(found), len(players))]
        return tuple(
            Confirmed(one.labels, one.settings, part[0], dict(zip(levels, part[1:], strict=True)))
            for one, part in zip(best, parts, strict=True)
        )

    def _levels(self) -> list[int]:
        """The other levels at which the best are played too; none unless a level plays itself."""
        first, second = (str(name) for name in self._agents)
        if first != second or not first.isdigit():
            return []
        there = {level.level for level in self._game.spec.players.levels}
        asked = set(self._effort.at)
        # the default levels that the game has
        if self._effort.at != Effort.at and asked - there:
            up_to(self._game, max(asked))
        return sorted((asked & there) - {int(first)})

    def _candidate(
        self, places: tuple[int, ...], axes: Sequence[Axis]
    ) -> tuple[dict[str, str], Trial, dict[str, Value]]:
        labels = {one.name: one.labels[at] for one, at in zip(axes, places, strict=True)}
        values = {one.name: one.values[at] for one, at in zip(axes, places, strict=True)}
        settings = {**self._game.settings, **values}
        return labels, trials.make(Game(self._game.spec, **settings), self._agents, self._seed), settings

    def _play(self, asked: Sequence[Request]) -> list[pl.DataFrame]:
        before = self.played

        def tell(done: int, _: int) -> None:
            if self._progress is not None:
                self._progress(min(before + done, self._most), self._most)

        found = self._player.play(asked, tell)
        self.played += sum(request.stop - request.start for request in asked)
        return found

    def _told(
        self, made: tuple[dict[str, str], Trial, dict[str, Value]], rows: pl.DataFrame, pairs: int
    ) -> Tried:
        found = named.figures(rows, self._game.spec)
        for aim in self._aims:
            if aim.name not in found:
                raise ValueError(
                    f"{aim.name} cannot be measured in these matches, so it cannot have a target"
                )
        return Tried(made[0], made[2], pairs, found, pairs < self._effort.pairs)

    def _beaten(self, one: Tried) -> bool:
        """Whether another one is certainly nearer to every aim, as far as 95 % intervals can tell: a rule of thumb for the
        search.
        """
        most = tuple(aim.least(one.figures[aim.name]) for aim in self._aims)
        return any(
            all(
                aim.greatest(other.figures[aim.name]) <= here
                for aim, here in zip(self._aims, most, strict=True)
            )
            and any(here > 0.0 for here in most)
            for other in self.tried.values()
            if other is not one
        )


def _search(
    race: _Race,
    axes: tuple[Axis, ...],
    aims: Sequence[Aim],
    home: Mapping[str, Value],
    wanted: int,
    seed: int,
) -> None:
    """Lets Optuna propose candidates, generation by generation, starting with the game as it is, if that is among them."""
    with extra("lab"):
        optuna: Any = import_module("optuna")
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    with warnings.catch_warnings():
        # parts of the sampler are marked as experimental
        warnings.simplefilter("ignore")
        sampler = optuna.samplers.TPESampler(
            seed=seed % 2**32, multivariate=True, constant_liar=True, n_startup_trials=STARTING
        )
        study = optuna.create_study(sampler=sampler, directions=["minimize"] * len(aims))
        if all(home[one.name] in one.values for one in axes):
            study.enqueue_trial({one.name: one.values.index(home[one.name]) for one in axes})
        # a repeated candidate costs nothing
        for _ in range(TRIES * wanted // GENERATION + 1):
            asked = [study.ask() for _ in range(min(GENERATION, wanted - len(race.tried)))]
            places = [tuple(_place(trial, one) for one in axes) for trial in asked]
            for trial, found in zip(asked, race.run(places, axes), strict=True):
                study.tell(trial, found.shortfalls(aims))
            if len(race.tried) >= wanted:
                return


def _place(trial: Any, one: Axis) -> int:
    """The place on an axis that the sampler proposes: numbers by order, names by name."""
    if all(isinstance(value, int) and not isinstance(value, bool) for value in one.values):
        return trial.suggest_int(one.name, 0, len(one.values) - 1)
    return trial.suggest_categorical(one.name, list(range(len(one.values))))


def changed(one: Tried, home: Mapping[str, Value]) -> int:
    """How many of a candidate's settings have changed."""
    return sum(home[name] != value for name, value in one.settings.items())


def pareto(tried: Sequence[Tried], aims: Sequence[Aim], home: Mapping[str, Value]) -> list[Tried]:
    """The Pareto front of the candidates played to the end: distances from the aims, and number of changes."""
    ended = [one for one in tried if not one.stopped]
    points = [(*one.shortfalls(aims), float(changed(one, home))) for one in ended]
    return [
        one
        for one, own in zip(ended, points, strict=True)
        if not any(
            other != own and all(theirs <= here for theirs, here in zip(other, own, strict=True))
            for other in points
        )
    ]


def _best(tried: Sequence[Tried], aims: Sequence[Aim], home: Mapping[str, Value], most: int) -> list[Tried]:
    """The candidates to play again: those most certain to reach the aims, first among those that no other beats, then
    among the others.
    """

    def order(one: Tried) -> tuple[float, int]:
        return sum(aim.greatest(one.figures[aim.name]) for aim in aims), changed(one, home)

    front = sorted(pareto(tried, aims, home), key=order)
    others = sorted((one for one in tried if not one.stopped and one not in front), key=order)
    return [one for one in [*front, *others] if changed(one, home)][:most]
