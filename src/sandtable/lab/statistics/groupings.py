"""The scores of sides grouped by an opening, a line-up, or the cards they were dealt (`choices.Grouping`).

These are observations, not experiments: a side may have done something because it was already ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import polars as pl
from numpy.typing import NDArray

from sandtable.lab.statistics import stats
from sandtable.lab.statistics.stats import Figure

# groups of sides in fewer pairs than this are too small
LEAST = 20


@dataclass(frozen=True)
class GroupSides:
    """A group of sides: the grouping, the group's name, its share of all sides, and its score.

    The interval of the score holds for all groups reported together (Bonferroni).
    """

    sort: str
    told: str
    share: float
    score: Figure


def kinds(trails: pl.DataFrame, groupings: Sequence[str]) -> list[GroupSides]:
    """The groups of these groupings in at least LEAST pairs of the trails (`lab.run.trails`), the best of each grouping
    first.

    A grouping in which all sides are in the same group is left out.
    """
    sides = trails.select("pair", "score", "sorts").explode("sorts").drop_nulls("sorts").unnest("sorts")
    own = pl.when(pl.col("seat") == 0).then(pl.col("score")).otherwise(1.0 - pl.col("score"))
    sides = sides.with_columns(own=own)
    found: list[tuple[str, str, float, pl.DataFrame]] = []
    for sort in groupings:
        alike = sides.filter(pl.col("sort") == sort)
        parts = [
            (sort, str(told), part.height / alike.height, part)
            for (told,), part in alike.group_by("told", maintain_order=True)
            if part["pair"].n_unique() >= LEAST
        ]
        found += parts if alike["told"].n_unique() > 1 else []
    made = [
        GroupSides(sort, told, share, _score(part, told, len(found))) for sort, told, share, part in found
    ]
    places = {sort: place for place, sort in enumerate(groupings)}
    return sorted(made, key=lambda kind: (places[kind.sort], -kind.score.value, kind.told))


def _score(sides: pl.DataFrame, name: str, family: int) -> Figure:
    pairs = sides.group_by("pair", maintain_order=True).agg(pl.col("own").sum(), pl.len().alias("sides"))
    top, bottom = (pairs[column].to_numpy().astype(np.float64) for column in ("own", "sides"))
    return weighted(name, top, bottom, family)


def weighted(name: str, top: NDArray[np.float64], bottom: NDArray[np.float64], family: int) -> Figure:
    """The sum of `top` over that of `bottom`, which have one value per pair, with Wilson's interval, one of a `family` that
    holds jointly.

    The pairs count as the number of independent trials that would vary as much (Cochran, "Sampling Techniques", 6.3).
    """
    count, total = len(bottom), float(bottom.sum())
    value = float(top.sum()) / total
    squares = float(((top - value * bottom) ** 2).sum())
    error = sqrt(count * squares / (count - 1)) / total
    quantile = stats.student(count - 1, family)
    worth = max(1.0, value * (1.0 - value) / error**2) if error > stats.SAME else float(count)
    low, high = stats.wilson(value, worth, quantile)
    return Figure(name, value, low, high, count, "share")
