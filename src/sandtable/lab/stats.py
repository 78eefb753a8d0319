"""Intervals for the score of one player against another, from pairs of matches.

The two matches of a pair share their dice with the seats swapped, so a pair is one observation: its mean score, in [0, 1], a
draw being a half. Pairs are independent; matches are not. With five possible sums this is the pentanomial model.
Source: Van den Bergh, "A practical introduction to the GSPRT", and the pentanomial model of fishtest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10, sqrt

# of the normal distribution, for 95 %
QUANTILE = 1.959963984540054
OUTCOMES = 5


@dataclass(frozen=True)
class Interval:
    """A score with its 95 % interval; `sums` counts the pairs by their sum of points: 0, 1/2, 1, 3/2, 2."""

    score: float
    low: float
    high: float
    sums: tuple[int, ...]


def interval(pairs: Sequence[tuple[float, float]]) -> Interval:
    """The mean score with its interval from the scores, in [-1, 1], of both matches of each pair; `ValueError` for no pair.

    Wilson's interval with the pairs' own variance: it stays within [0, 1] and does not shrink to nothing when all are won.
    """
    if not pairs:
        raise ValueError("an interval needs at least one pair of matches")
    values = [(first + second + 2.0) / 4.0 for first, second in pairs]
    count = len(values)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / count
    # how many matches of a plain win or loss would vary as much
    plain = mean * (1.0 - mean)
    worth = count * plain / variance if variance > 0.0 else float(count)
    low, high = wilson(mean, max(1.0, worth))
    sums = [0] * OUTCOMES
    for value in values:
        sums[round(value * (OUTCOMES - 1))] += 1
    return Interval(mean, low, high, tuple(sums))


def wilson(share: float, count: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a `share` seen in `count` independent trials."""
    square = QUANTILE**2
    middle = (share + square / (2.0 * count)) / (1.0 + square / count)
    half = QUANTILE * sqrt(share * (1.0 - share) / count + square / (4.0 * count**2)) / (1.0 + square / count)
    # the share itself stands in it, rounding aside
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def elo(score: float) -> float:
    """The difference in Elo points at which a `score` is expected; infinite for 0 and 1."""
    if score <= 0.0 or score >= 1.0:
        return float("inf") if score >= 1.0 else float("-inf")
    return 400.0 * log10(score / (1.0 - score))
