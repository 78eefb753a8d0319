"""A sequential test of whether one player is stronger by a given amount, run only until that is known.

The hypotheses are two expected scores, `low` and `high`. After every batch of pairs the log-likelihood ratio of the two is
worked out from the pentanomial counts; the test ends when this ratio leaves the bounds, log(beta / (1 - alpha)) and
log((1 - beta) / alpha). Since the five probabilities are unknown, each hypothesis gets those that fit the counts best
among all with its score (the generalised test, GSPRT).

Source: Wald, "Sequential tests of statistical hypotheses" (1945); Van den Bergh, "A practical introduction to the GSPRT",
proposition 1.1; fishtest, `LLRcalc.py`, from which the handling of empty counts is taken too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log

from sandtable.lab.run.extras import extra
from sandtable.lab.statistics.stats import OUTCOMES, expected

# a count of zero is replaced by this, since otherwise no distribution could have the score of the other hypothesis
EMPTY = 1e-3
# pairs between two checks
BATCH = 16
POINTS = tuple(number / (OUTCOMES - 1) for number in range(OUTCOMES))


@dataclass(frozen=True)
class Test:
    """The test of an expected score of `low` against one of `high`.

    `alpha` is the probability of deciding for `high` if the score is `low`, and `beta` that of deciding for `low` if it is
    `high`.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    # tells pytest that this is not a test
    __test__ = False

    def __post_init__(self) -> None:
        if not 0.0 < self.low < self.high < 1.0:
            raise ValueError(
                f"a sequential test needs two scores between 0 and 1, the lower first, not {self.low:g} and {self.high:g}"
            )
        if not (0.0 < self.alpha < 0.5 and 0.0 < self.beta < 0.5):
            raise ValueError(
                f"alpha and beta must be between 0 and 0.5, not {self.alpha:g} and {self.beta:g}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test ends."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)


@dataclass(frozen=True)
class State:
    """The state of a test: `ratio` is the log-likelihood ratio; `decision` is "low", "high" or, before the end, ""."""

    pairs: int
    ratio: float
    lower: float
    upper: float
    decision: str


def read(text: str) -> Test:
    """The test described by `text`, in Elo points as in `0,10` or scores as in `50%,55%`; `ValueError` says what is allowed."""
    parts = [part.strip() for part in text.split(",")]
    try:
        if len(parts) != 2:
            raise ValueError
        if all(part.endswith("%") for part in parts):
            low, high = (float(part[:-1]) / 100.0 for part in parts)
        else:
            low, high = (expected(float(part)) for part in parts)
        return Test(low, high)
    except (ValueError, OverflowError):
        raise ValueError(
            "a sequential test needs two bounds, the lower first, in Elo points, such as 0,10, or as scores, such as 50%,55%, "
            f"not {text!r}"
        ) from None


def state(sums: Sequence[int], test: Test) -> State:
    """The state of `test` after pairs of which `sums[k]` scored k half points."""
    lower, upper = test.bounds
    ratio = log_likelihood_ratio(sums, test.low, test.high)
    decision = "high" if ratio >= upper else "low" if ratio <= lower else ""
    return State(sum(sums), ratio, lower, upper, decision)


def follow(pairs: Sequence[int], test: Test, batch: int = BATCH) -> State:
    """The state of `test` after the first batch that decides it, otherwise after all pairs.

    `pairs` holds the half points of each pair, in the order played.
    """
    sums = [0] * OUTCOMES
    for number, half_points in enumerate(pairs, 1):
        sums[half_points] += 1
        if number % batch == 0:
            now = state(sums, test)
            if now.decision:
                return now
    return state(sums, test)


def log_likelihood_ratio(sums: Sequence[int], low: float, high: float) -> float:
    """The log-likelihood ratio of the counts under the score `high` and under `low`; 0 for no pairs."""
    if not any(sums):
        return 0.0
    counts = [count or EMPTY for count in sums]
    total = sum(counts)
    seen = [count / total for count in counts]
    at_low, at_high = _tilt(seen, low), _tilt(seen, high)
    return total * sum(
        share * log((1.0 + at_low * (point - low)) / (1.0 + at_high * (point - high)))
        for share, point in zip(seen, POINTS, strict=True)
    )


def _tilt(seen: Sequence[float], score: float) -> float:
    """The t for which the probabilities `seen[k] / (1 + t (points[k] - score))` have the mean `score` (and sum to 1)."""

    def excess(t: float) -> float:
        return sum(
            share * (point - score) / (1.0 + t * (point - score))
            for share, point in zip(seen, POINTS, strict=True)
        )

    # between the two poles in t; the excess falls from plus to minus infinity there
    lowest, highest = -1.0 / (POINTS[-1] - score), 1.0 / (score - POINTS[0])
    margin = 1e-12 * (highest - lowest)
    with extra("lab"):
        optimize = import_module("scipy.optimize")
    return float(optimize.brentq(excess, lowest + margin, highest - margin))
