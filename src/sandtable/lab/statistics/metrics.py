"""Figures from the rows of many matches: each metric is a function from rows to figures.

`rows` are frames with the columns of `rows.SCHEMA`, two matches per pair. Pairs are the independent observations: the two
matches of a pair share their dice, so each metric is first taken over a pair and then over pairs. Ratios and quantiles have
their own intervals. All intervals are at 95 %.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import erfc, hypot, inf, sqrt
from statistics import NormalDist

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sandtable.lab.statistics import scores, stats
from sandtable.lab.statistics.stats import QUANTILE, Figure

Values = NDArray[np.float64]
# the accepted chance that a family of tests finds something where there is nothing
LEVEL = 0.05


def by_pair(rows: pl.DataFrame, value: pl.Expr) -> Values:
    """The mean of `value` over the matches of each pair, in order; pairs in which it is always null are left out."""
    found = rows.select(pl.col("pair"), value.cast(pl.Float64).alias("value")).drop_nulls()
    means = found.group_by("pair", maintain_order=True).agg(pl.col("value").mean())
    return means["value"].to_numpy().astype(np.float64)


def mean(name: str, values: Values, unit: str = "") -> Figure:
    """The mean of independent `values`, as in `stats.mean`; `ValueError` for fewer than two."""
    if len(values) < 2:
        raise ValueError(f"{name} needs at least two pairs of matches, not {len(values)}")
    return stats.mean(values.tolist(), name, unit)


def share(name: str, values: Values) -> Figure:
    """The mean of independent `values` in [0, 1], as in `stats.share`; `ValueError` for none."""
    return replace(stats.share(values.tolist(), name), unit="share")


def ratio(name: str, top: Values, bottom: Values, unit: str = "share") -> Figure:
    """The sum of `top` over the sum of `bottom`, which have one value per pair, with the interval of a ratio estimate.

    Source: Cochran, "Sampling Techniques", 6.3: the variance of the mean of top - ratio * bottom.
    """
    count, total = len(bottom), float(bottom.sum())
    if count < 2 or total <= 0.0:
        raise ValueError(f"{name} cannot be measured: it never happened")
    value = float(top.sum()) / total
    squares = float(((top - value * bottom) ** 2).sum())
    error = stats.student(count - 1) * sqrt(count * squares / (count - 1)) / total
    return Figure(name, value, value - error, value + error, count, unit)


def quantile(name: str, values: Values, at: float, unit: str, pairs: int) -> Figure:
    """The quantile `at` of `values`, with an interval from ranks (Woodruff, 1952) as for `pairs` observations."""
    half = QUANTILE * sqrt(at * (1.0 - at) / pairs)
    low, value, high = np.quantile(
        values, [max(0.0, at - half), at, min(1.0, at + half)], method="inverted_cdf"
    )
    return Figure(name, float(value), float(low), float(high), pairs, unit)


def seat_advantage(rows: pl.DataFrame) -> Figure:
    """The score of seat 0 over all matches, W + D/2: the mean of (score_0 + 1) / 2. Each player sat there once, with
    the same dice.
    """
    return share("seat 0 scores", _steadied(rows, "seat_0"))


def first_advantage(rows: pl.DataFrame) -> Figure | None:
    """The score of the seat that moved first, W + D/2; None if the game does not count that (counter `went_first`)."""
    if not scores.tells_first(rows):
        return None
    first, second = (pl.col(f"{scores.WENT_FIRST}_{seat}") for seat in (0, 1))
    began = rows.filter(first + second == 1.0)
    own = pl.when(first == 1.0).then(_points()).otherwise(1.0 - _points())
    if not began.height:
        return None
    # a pair in which someone moved first in only one match has no controls of its own
    whole = began.height == rows.height
    return share("who begins scores", _steadied(rows, "first") if whole else by_pair(began, own))


def always_first(rows: pl.DataFrame) -> bool:
    """Whether seat 0 moved first in every match."""
    return scores.tells_first(rows) and bool((rows[f"{scores.WENT_FIRST}_0"] == 1.0).all())


def _points() -> pl.Expr:
    return (pl.col("score_0").sign() + 1.0) / 2.0


def length(rows: pl.DataFrame) -> list[Figure]:
    """Decisions by both sides per match (times a seat had more than one action): the mean, and the 5, 50 and 95 % quantiles."""
    decisions = pl.col("decisions_0") + pl.col("decisions_1")
    values = rows.select(decisions.cast(pl.Float64).alias("n"))["n"].to_numpy().astype(np.float64)
    pairs = rows["pair"].n_unique()
    quantiles = [
        quantile(f"decisions a match, {name}", values, at, "decisions", pairs)
        for name, at in (("short (5 %)", 0.05), ("median", 0.5), ("long (95 %)", 0.95))
    ]
    return [mean("decisions a match", by_pair(rows, decisions), "decisions"), *quantiles]


def plies(rows: pl.DataFrame) -> Figure:
    """Actions and outcomes of chance per match."""
    return mean("plies a match", by_pair(rows, pl.col("plies")), "plies")


def branching(rows: pl.DataFrame) -> Figure | None:
    """Legal actions per decision, the mean over a match's decisions and then over matches; None if they cannot be listed."""
    values = by_pair(rows, pl.col("branching"))
    return mean("choices a decision", values, "actions") if len(values) > 1 else None


def draws(rows: pl.DataFrame) -> Figure:
    """The share of drawn matches; 1 minus this is the share of decided ones."""
    return share("drawn", by_pair(rows, pl.col("score_0") == 0.0))


def score_of_first(rows: pl.DataFrame, name: str) -> Figure:
    """The score, W + D/2, of the first player of a trial in either seat: it sits in seat 0 if `swapped` is false."""
    return share(name, _steadied(rows, "score"))


def scores_of_first(rows: pl.DataFrame) -> Values:
    """The score of the first player of a trial in each pair, in either seat."""
    own = pl.when(pl.col("swapped")).then(1.0 - _points()).otherwise(_points())
    return by_pair(rows, own)


def _steadied(rows: pl.DataFrame, score: str) -> Values:
    """A score from `scores.by_pair`, with luck removed if the rows contain it."""
    return scores.steadied(scores.by_pair(rows))[score].to_numpy().astype(np.float64)


def steadiness(rows: pl.DataFrame, score: str) -> float:
    """How many times as many pairs the same precision of a score would take without control variates."""
    return scores.factor(scores.by_pair(rows), score)


def counters(rows: pl.DataFrame) -> list[Figure]:
    """The game's own counters: the mean per side per match of each, `<name>_0` and `<name>_1`, in order."""
    return [
        mean(
            name.replace("_", " "), by_pair(rows, (pl.col(f"{name}_0") + pl.col(f"{name}_1")) / 2.0), "a side"
        )
        for name in scores.counters(rows)
    ]


def paired(rows: pl.DataFrame) -> dict[str, Values]:
    """The values of each pair, in the order of pairs: who wins, draws, lengths and counters, by short names."""
    decisions = pl.col("decisions_0") + pl.col("decisions_1")
    made = {"side": _steadied(rows, "seat_0"), "drawn": by_pair(rows, pl.col("score_0") == 0.0)}
    made |= {"decisions": by_pair(rows, decisions), "plies": by_pair(rows, pl.col("plies"))}
    if scores.tells_first(rows):
        first, second = (pl.col(f"{scores.WENT_FIRST}_{seat}") for seat in (0, 1))
        if rows.select((first + second == 1.0).all()).item():
            made["first"] = _steadied(rows, "first")
    for name in scores.counters(rows):
        made[name.replace("_", " ")] = by_pair(rows, (pl.col(f"{name}_0") + pl.col(f"{name}_1")) / 2.0)
    count = rows["pair"].n_unique()
    return {name: values for name, values in made.items() if len(values) == count}


def known(*found: Figure | None) -> list[Figure]:
    """The figures that could be computed."""
    return [figure for figure in found if figure is not None]


def histogram(values: Sequence[float], bins: int = 20) -> list[tuple[float, float, int]]:
    """Left end, right end and count of `bins` bins of equal width, which end on whole numbers if the values are whole."""
    data = np.asarray(values, np.float64)
    low, high = float(data.min()), float(data.max())
    if bool((data == np.round(data)).all()):
        width = max(1.0, np.ceil((high - low + 1.0) / bins))
        edges = low - 0.5 + width * np.arange(int((high - low) // width) + 2)
    else:
        edges = np.linspace(low, high if high > low else low + 1.0, bins + 1)
    counts, ends = np.histogram(data, edges)
    return [(float(ends[i]), float(ends[i + 1]), int(n)) for i, n in enumerate(counts)]


def difference(name: str, after: Figure, before: Figure) -> Figure:
    """`after` - `before`, with the interval of a difference between independent figures; n is the smaller of the two.

    On each side, the distances from both figures to the ends of their intervals are combined. With the same seed the
    two share many of their dice, so the interval is too wide rather than too narrow. Source: Newcombe, "Interval
    estimation for the difference between independent proportions" (1998), method 10.
    """
    value = after.value - before.value
    below = hypot(after.value - after.low, before.high - before.value)
    above = hypot(after.high - after.value, before.value - before.low)
    return Figure(name, value, value - below, value + above, min(after.n, before.n), after.unit)


def half(figure: Figure) -> float:
    """Half the width of the interval."""
    return (figure.high - figure.low) / 2.0


def p_value(figure: Figure, none: float = 0.0) -> float:
    """The p-value of a figure under the hypothesis that it is `none`, by the normal distribution.

    The figure's error comes from the end of its interval towards `none`, so p is below 0.05 exactly when the interval excludes
    `none`: for a score near 0 or 1 the other end is much nearer. If a small number of pairs widened the interval, p is too
    large rather than too small.
    """
    towards = figure.value - figure.low if figure.value > none else figure.high - figure.value
    error = towards / QUANTILE
    if error == 0.0:
        return 1.0 if figure.value == none else 0.0
    return erfc(abs(figure.value - none) / error / sqrt(2.0))


def p_outside(figure: Figure, margin: float) -> float:
    """The p-value of measuring a figure at least this deep inside -`margin` to `margin` if it is really outside.

    The larger p of two one-sided tests (TOST), by the normal distribution.
    Source: Schuirmann, "A comparison of the two one-sided tests procedure and the power approach" (1987).
    """
    error = half(figure) / QUANTILE
    depth = margin - abs(figure.value)
    if error == 0.0:
        return 0.0 if depth > 0.0 else 1.0
    return 0.5 * erfc(depth / error / sqrt(2.0))


def to_differ(figure: Figure, family: int, power: float, none: float = 0.0) -> float:
    """How many times as many pairs would show, with a chance of `power`, that a figure is not `none`, if its value is the true
    one and a `family` of this many is tested together.
    """
    if figure.value == none:
        return inf
    towards = figure.value - figure.low if figure.value > none else figure.high - figure.value
    return (_deep(LEVEL / 2 / family, power) * towards / QUANTILE / abs(figure.value - none)) ** 2


def to_be_inside(figure: Figure, margin: float, family: int, power: float) -> float:
    """The same for showing that a figure is within -`margin` to `margin`, and both ends of its interval too."""
    inside = margin - abs(figure.value)
    if inside <= 0.0:
        return inf
    # that test is one-sided
    level = min(LEVEL / 2, LEVEL / family)
    return (_deep(level, power) * half(figure) / QUANTILE / inside) ** 2


def _deep(level: float, power: float) -> float:
    """How many standard errors from a bound the truth must be for a one-sided test at `level` to reject the bound with a
    chance of `power`.
    """
    return NormalDist().inv_cdf(1.0 - level) + NormalDist().inv_cdf(power)


def holm(values: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which of these p-values are significant at `level` when all are tested together (`stats.holm`)."""
    return [chance <= level for chance in stats.holm(values)]
