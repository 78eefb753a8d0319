"""Searches for better picks than those that a game lists: best responses from everything that can be picked
(`choices.Space`).

The double oracle: many other options race against the best mixture of the options so far; the winner plays that mixture
with fresh dice; if it certainly beats the mixture, it joins the options, and a new mixture is found. The search ends when
nothing tried beats the mixture, or after SEARCHES.

A race is successive halving by thirds: all candidates play a few pairs with the same dice, the best third plays twice as many,
and so on until one is left. The first race includes the options spread over the whole space; each later one, those that got far
in the previous race. All races add others: half of them similar to the options in the mixture, half random.

Sources: McMahan, Gordon and Blum, "Planning in the presence of cost functions controlled by an adversary" (2003); Jamieson and
Talwalkar, "Non-stochastic best arm identification" (2016).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import polars as pl

from sandtable.authoring.choices import SEARCHES, Option, Pick, Space
from sandtable.authoring.rng import below, stream
from sandtable.lab.report.experiments import ExperimentJob, Run, apart, meeting, met
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.metagame import Metagame, solve
from sandtable.lab.statistics.stats import Figure

# random candidates per race, and the pairs that each candidate plays first
CANDIDATES, FIRST = 64, 8
# one candidate out of this many plays on, with twice as many pairs
THINNED = 3
# how many candidates of a race enter the next one
KEPT = 30
# factor for the pairs that confirm a result, relative to a cell of the matrix
CONFIRMED = 4
# mixture options with less weight than this are left out of a race, and the weights of the others are scaled up
RARE = 0.02
# added to the seed of each race and of each confirmation
RACE = 7_000_003


@dataclass(frozen=True)
class FoundOption:
    """An option that won a race, and its score with fresh dice against the mixture before it."""

    option: Option
    score: Figure


@dataclass(frozen=True)
class Searched:
    """The result of a search in the space of a pick, and the metagame of the listed options plus those found.

    Each of `found` certainly beat the mixture before it; `last`, the winner of the last race, did not; it is None if the
    search ended after SEARCHES. `tried` is the number of options that raced.
    """

    pick: Pick
    options: Sequence[Option]
    found: Sequence[FoundOption]
    last: FoundOption | None
    tried: int
    metagame: Metagame
    matches: int


def search(mirror: Trial, pick: Pick, space: Space, pairs: int, run: Run) -> Searched:
    """Searches `space` for options that beat the mixture of the existing ones; each cell of the matrix gets `pairs`
    pairs.
    """
    oracle = _Oracle(mirror, pick, space, pairs, run)
    found: list[FoundOption] = []
    last: FoundOption | None = None
    for number in range(SEARCHES):
        answer = oracle.answer(number)
        if metrics.p_value(answer.score, 0.5) > 0.05 / SEARCHES or answer.score.value < 0.5:
            last = answer
            break
        found.append(answer)
        oracle.join(answer.option)
    return Searched(pick, oracle.options, found, last, len(oracle.tried), oracle.metagame(), oracle.matches)


def most(pick: Pick, space: Space, pairs: int) -> int:
    """The approximate maximum number of pairs of matches in a search, with `pairs` in each cell of the matrix."""
    races = _raced(len(tuple(space.cover())) + CANDIDATES) + (SEARCHES - 1) * _raced(KEPT + CANDIDATES)
    cells = comb(len(pick.options) + SEARCHES, 2)
    return races + (SEARCHES * CONFIRMED + cells) * pairs


def _raced(candidates: int) -> int:
    """The pairs in a race of `candidates` candidates."""
    total, pairs = 0, FIRST
    while candidates > 1:
        total += candidates * pairs
        candidates, pairs = max(1, candidates // THINNED), 2 * pairs
    return total


def mixed(options: Sequence[Option], found: Metagame) -> list[tuple[Option, float]]:
    """The options of the best mixture with their weights, without those that are rarely picked."""
    taken = [
        (option, figure.value)
        for option, figure in zip(options, found.mixture, strict=True)
        if figure.value >= RARE
    ]
    total = sum(weight for _, weight in taken)
    return [(option, weight / total) for option, weight in taken]


def matches_against(
    name: str,
    mirror: Trial,
    pick: Pick,
    own: Option,
    mixture: Sequence[tuple[Option, float]],
    pairs: int,
) -> list[ExperimentJob]:
    """The jobs in which an option meets a mixture in about `pairs` pairs.

    Each option of the mixture is met in proportion to its weight, as far as whole pairs allow.
    """
    jobs: list[ExperimentJob] = []
    for j, (other, count) in enumerate(_shared(mixture, pairs)):
        trial = replace(mirror, seed=(mirror.seed + 100 * j) % 2**63)
        jobs += meeting(f"{name} {j}", trial, pick, own, other, count)
    return jobs


def scores_against(
    name: str, mixture: Sequence[tuple[Option, float]], pairs: int, rows: Mapping[str, pl.DataFrame]
) -> list[float]:
    """The option's score in each pair of `matches_against`."""
    return [
        value
        for j in range(len(_shared(mixture, pairs)))
        for value in metrics.scores_of_first(met(f"{name} {j}", rows)).tolist()
    ]


def _shared(mixture: Sequence[tuple[Option, float]], pairs: int) -> list[tuple[Option, int]]:
    counts = [(option, round(pairs * weight)) for option, weight in mixture]
    return [(option, count) for option, count in counts if count > 0]


class _Oracle:
    """The options so far with their scores against each other, and what was tried."""

    def __init__(self, mirror: Trial, pick: Pick, space: Space, pairs: int, run: Run) -> None:
        self.options = list(pick.options)
        self.tried: set[str] = set()
        # candidates in addition to the random ones
        self._seeded = list(space.cover())
        self.matches = 0
        self._mirror, self._pick, self._space, self._pairs, self._run = mirror, pick, space, pairs, run
        self._scores: dict[tuple[int, int], Figure] = {}
        self._meet(list(combinations(range(len(self.options)), 2)))

    def metagame(self) -> Metagame:
        """of all options so far"""
        return solve([option.name for option in self.options], self._pick.natural, self._scores)

    def join(self, option: Option) -> None:
        """Plays an option against all others and adds it."""
        self.options.append(option)
        last = len(self.options) - 1
        self._meet([(other, last) for other in range(last)])

    def answer(self, number: int) -> FoundOption:
        """The winner of a race against the current mixture, and its score against that mixture with fresh dice."""
        mixture = mixed(self.options, self.metagame())
        raced = self._candidates(number, mixture)
        self.tried.update(option.name for option in raced)
        seed, pairs = self._mirror.seed + (2 * number + 1) * RACE, FIRST
        total = np.zeros(len(raced))
        while len(raced) > 1:
            scores = self._against(raced, mixture, pairs, seed)
            total = total + np.array([pairs * np.mean(values) for values in scores])
            # ties go to the first
            order = [int(i) for i in np.argsort(-total, kind="stable")]
            if len(order) >= KEPT:
                self._seeded = [raced[i] for i in order[:KEPT]]
            best = sorted(order[: max(1, len(raced) // THINNED)])
            raced, total = [raced[i] for i in best], total[best]
            seed, pairs = seed + 1, 2 * pairs
        fresh = self._mirror.seed + (2 * number + 2) * RACE
        (values,) = self._against(raced, mixture, CONFIRMED * self._pairs, fresh)
        return FoundOption(raced[0], replace(stats.share(values, raced[0].name), unit="share"))

    def _candidates(self, number: int, mixture: Sequence[tuple[Option, float]]) -> list[Option]:
        """New options: half of the random ones are similar to those in the mixture; the rest come from anywhere."""
        drawn: Any = partial(below, stream(self._mirror.seed, number, RACE))
        near = [option for taken, _ in mixture for option in self._space.near(taken)]
        known = {option.name for option in self.options}
        made = {option.name: option for option in self._seeded if option.name not in known}
        half = len(made) + CANDIDATES // 2
        for wanted in (half, half + CANDIDATES // 2):
            tries = 0
            while len(made) < wanted and tries < 20 * CANDIDATES:
                tries += 1
                like = wanted == half and len(near) > 0
                option = near[int(drawn(len(near)))] if like else self._space.draw(drawn)
                if option.name not in known:
                    made[option.name] = option
        return list(made.values())

    def _against(
        self, raced: Sequence[Option], mixture: Sequence[tuple[Option, float]], pairs: int, seed: int
    ) -> list[list[float]]:
        """The score of each option in each of about `pairs` pairs against the mixture, all with the same dice."""
        mirror = replace(self._mirror, seed=seed % 2**63)
        jobs = [
            job
            for i, own in enumerate(raced)
            for job in matches_against(f"{i}", mirror, self._pick, own, mixture, pairs)
        ]
        rows = self._played(jobs)
        return [scores_against(f"{i}", mixture, pairs, rows) for i in range(len(raced))]

    def _meet(self, cells: Sequence[tuple[int, int]]) -> None:
        jobs = [
            job
            for i, j in cells
            for job in meeting(
                f"{i} {j}",
                apart(self._mirror, i, j),
                self._pick,
                self.options[i],
                self.options[j],
                self._pairs,
            )
        ]
        rows = self._played(jobs)
        for i, j in cells:
            self._scores[i, j] = metrics.score_of_first(met(f"{i} {j}", rows), self.options[i].name)

    def _played(self, jobs: Sequence[ExperimentJob]) -> Any:
        rows = self._run(jobs)
        self.matches += sum(frame.height for frame in rows.values())
        return rows
