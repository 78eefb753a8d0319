"""Figures with their intervals, and comparisons, from pairs of matches.

The two matches of a pair share their dice with the seats swapped, so a pair is one observation: its mean score, in [0, 1], a
draw being a half. Pairs are independent; matches are not. With five possible sums this is the pentanomial model.
Source: Van den Bergh, "A practical introduction to the GSPRT", and the pentanomial model of fishtest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from math import inf, log10, sqrt
from typing import Any

from sandtable.lab.run.extras import extra

# quantile of the normal distribution for 95 %
QUANTILE = 1.959963984540054
COVERAGE = 0.95
OUTCOMES = 5
# observations that differ by less than this are equal up to rounding
SAME = 1e-12


@dataclass(frozen=True)
class Figure:
    """A figure with its 95 % interval from `n` independent observations, as a rule pairs; `unit` is the unit displayed."""

    name: str
    value: float
    low: float
    high: float
    n: int
    unit: str = ""

    def told(self) -> dict[str, float | int | str]:
        """The figure as a JSON entry under its name."""
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n, "unit": self.unit}


@dataclass(frozen=True)
class Difference:
    """A figure that is a difference, and its p-value `p` under the hypothesis of no difference."""

    figure: Figure
    p: float


@dataclass(frozen=True)
class Interval:
    """A score with its 95 % interval; `sums` counts the pairs by their sum of points: 0, 1/2, 1, 3/2, 2."""

    score: float
    low: float
    high: float
    sums: tuple[int, ...]


def interval(pairs: Sequence[tuple[float, float]]) -> Interval:
    """The mean score with its interval, from the scores, in [-1, 1], of both matches of each pair; `ValueError` for no
    pairs.
    """
    values = [(first + second + 2.0) / 4.0 for first, second in pairs]
    found = share(values)
    sums = [0] * OUTCOMES
    for value in values:
        sums[round(value * (OUTCOMES - 1))] += 1
    return Interval(found.value, found.low, found.high, tuple(sums))


def share(values: Sequence[float], name: str = "share") -> Figure:
    """The mean of observations in [0, 1] with its 95 % interval; `ValueError` for no observations.

    This is Wilson's interval with the observations' own variance, and Student's quantile since that variance is estimated: the
    interval stays within [0, 1] and does not shrink to zero width when all are 1.
    """
    count = len(values)
    if not count:
        raise ValueError("an interval needs at least one pair of matches")
    average = sum(values) / count
    error = _error(values, average) if count > 1 else 0.0
    if error <= SAME:
        return Figure(name, average, *wilson(average, count), count)
    # the number of plain wins and losses with the same variance
    worth = max(1.0, average * (1.0 - average) / error**2)
    return Figure(name, average, *wilson(average, worth, student(count - 1)), count)


def wilson(share: float, count: float, quantile: float = QUANTILE) -> tuple[float, float]:
    """Wilson's 95 % interval for a `share` of `count` independent trials."""
    square = quantile**2
    middle = (share + square / (2.0 * count)) / (1.0 + square / count)
    half = quantile * sqrt(share * (1.0 - share) / count + square / (4.0 * count**2)) / (1.0 + square / count)
    # it contains the share itself, up to rounding
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def mean(values: Sequence[float], name: str = "mean", unit: str = "") -> Figure:
    """The mean of independent observations with Student's 95 % interval, infinite for one; `ValueError` for none."""
    count = len(values)
    if not count:
        raise ValueError("a mean needs at least one observation")
    average = sum(values) / count
    if count == 1:
        return Figure(name, average, -inf, inf, count, unit)
    half = student(count - 1) * _error(values, average)
    return Figure(name, average, average - half, average + half, count, unit)


def difference(
    first: Sequence[float],
    second: Sequence[float],
    name: str = "difference",
    unit: str = "",
    shares: bool = False,
) -> Difference:
    """The mean of `first - second`, observation by observation, with Student's interval and the p-value of Student's paired
    test.

    Both must have the same length: the same pairs of matches, with the same dice, under two conditions. If all
    differences are equal, Student's test would claim certainty, so p comes from the sign test. If no two `shares`,
    observations in [0, 1], differ, Wilson's interval says how many might.
    """
    gaps = [one - other for one, other in zip(first, second, strict=True)]
    found = mean(gaps, name, unit)
    if shares and not any(gaps):
        _, most = wilson(0.0, found.n)
        found = replace(found, low=-most, high=most)
    if found.value == 0.0:
        return Difference(found, 1.0)
    error = _error(gaps, found.value) if found.n > 1 else 0.0
    if error <= SAME * abs(found.value):
        return Difference(found, 0.5 ** (found.n - 1))
    return Difference(found, 2.0 * float(_special().stdtr(found.n - 1, -abs(found.value) / error)))


def holm(chances: Sequence[float]) -> list[float]:
    """Corrected p-values of several tests: the chance that any below 0.05 belongs to a true null hypothesis is at most
    5 %.

    Source: Holm, "A simple sequentially rejective multiple test procedure" (1979).
    """
    corrected, least = [0.0] * len(chances), 0.0
    for rank, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, (len(chances) - rank) * chances[index]))
        corrected[index] = least
    return corrected


def elo(score: float) -> float:
    """The difference in Elo points at which a `score` is expected; infinite for 0 and 1."""
    if score <= 0.0 or score >= 1.0:
        return inf if score >= 1.0 else -inf
    return 400.0 * log10(score / (1.0 - score))


def expected(difference: float) -> float:
    """The score that is expected at a difference in Elo points; the inverse of `elo`."""
    return 1.0 / (1.0 + 10.0 ** (-difference / 400.0))


def _error(values: Sequence[float], average: float) -> float:
    """The standard error of the mean of two or more observations."""
    count = len(values)
    return sqrt(sum((value - average) ** 2 for value in values) / (count - 1) / count)


def student(freedom: int, family: int = 1) -> float:
    """The half width of a 95 % interval in standard errors: a quantile of Student's distribution.

    All intervals of a `family` of this size hold jointly at 95 % (Bonferroni).
    """
    return float(_special().stdtrit(freedom, 1.0 - (1.0 - COVERAGE) / 2.0 / family))


# SciPy takes a long time to import, and only comparisons need it
def _special() -> Any:
    with extra("lab"):
        return import_module("scipy.special")
