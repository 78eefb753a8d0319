"""The results of pairs of matches, from the rows of `lab.run.rows`.

A match is won by the higher score; how much higher does not count here. The first agent of a trial sits in seat 0 if
`swapped` is false. If dice decide who moves first, a game counts it as `went_first` (see `lab.run.watch`); for a game
that does not, only the seats are known.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.lab.run.extras import extra
from sandtable.lab.run.rows import SCHEMA
from sandtable.lab.statistics import control
from sandtable.lab.statistics.known import WENT_FIRST
from sandtable.lab.statistics.ratings import Result

with extra("lab"):
    import polars as pl

Values = NDArray[Any]
WON = (pl.col("score_0") - pl.col("score_1")).sign()
OWN = pl.when("swapped").then(-WON).otherwise(WON)
# the controls of each score (see `control`), as sums of columns of the rows
CONTROLS = {
    "seat_0": ("luck", "choice"),
    # luck before the first mover is known may be correlated with who moves first
    "first": ("luck - opening",),
    "score": ("luck", "choice"),
}


def scores(rows: pl.DataFrame) -> list[tuple[float, float]]:
    """The scores of the trial's first agent, pair by pair: 1, 0 or -1 in the match in seat 0 and in the one in seat 1."""
    own = rows.sort("pair", "swapped").select(OWN).to_series().to_list()
    return list(zip(own[::2], own[1::2], strict=True))


def tells_first(rows: pl.DataFrame) -> bool:
    """Whether the game of these rows counts who moved first."""
    return f"{WENT_FIRST}_0" in rows.columns


def results(rows: pl.DataFrame) -> list[Result]:
    """The matches as input for ratings: first the player who moved first, or seat 0 if the game does not count that."""
    turned = _second(rows)
    columns = rows.select(
        pl.when(turned).then("agent_1").otherwise("agent_0").alias("first"),
        pl.when(turned).then("agent_0").otherwise("agent_1").alias("second"),
        "pair",
        0.5 + 0.5 * pl.when(turned).then(-WON).otherwise(WON),
    )
    return [Result(*row) for row in columns.iter_rows()]


def counters(rows: pl.DataFrame) -> list[str]:
    """The names of the game's own counters in `rows`, except the one for moving first, which is 1 for one seat in every
    match.
    """
    names = [name[:-2] for name in rows.columns if name not in SCHEMA and name.endswith("_0")]
    return [name for name in names if name != WENT_FIRST]


def by_pair(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per pair, in order, with its two matches averaged.

    Columns: `pair`; `seat_0`, the points of seat 0; `first`, those of the player who moved first, if the game counts
    that; `score`, those of the trial's first agent; `draws`; `plies`; the game's counters, both seats together; and for
    judged rows the controls that `steadied` uses.
    """
    turned = _second(rows)
    first = pl.when(turned).then(-WON).otherwise(WON)
    gains = _controls(rows) if judged(rows) else []
    return (
        rows.group_by("pair")
        .agg(
            (0.5 + 0.5 * WON).mean().alias("seat_0"),
            *([(0.5 + 0.5 * first).mean().alias("first")] if tells_first(rows) else []),
            (0.5 + 0.5 * OWN).mean().alias("score"),
            (WON == 0.0).mean().alias("draws"),
            pl.col("plies").mean(),
            *gains,
            *((pl.col(f"{name}_0") + pl.col(f"{name}_1")).mean().alias(name) for name in counters(rows)),
        )
        .sort("pair")
    )


def judged(rows: pl.DataFrame) -> bool:
    """Whether the rows contain luck (`Trial.judged`)."""
    return rows.height > 0 and rows["luck"].null_count() == 0


def _controls(rows: pl.DataFrame) -> list[pl.Expr]:
    """The controls of each score, averaged over a pair, from the point of view of the player scored."""
    gains = {
        "luck - opening": pl.col("luck") - pl.col("opening"),
        "luck": pl.col("luck"),
        "choice": pl.col("choice"),
    }
    turned = {"seat_0": pl.lit(value=False), "first": _second(rows), "score": pl.col("swapped")}
    return [
        pl.when(turned[score]).then(-gains[gain]).otherwise(gains[gain]).mean().alias(f"{gain} of {score}")
        for score, named in CONTROLS.items()
        for gain in named
    ]


def controls(table: pl.DataFrame, score: str) -> Values:
    """The controls of a score in a table from `by_pair`, one row per pair; no columns if its rows were not judged."""
    names = [f"{gain} of {score}" for gain in CONTROLS[score]]
    there = [name for name in names if name in table.columns]
    return table.select(there).to_numpy().astype(np.float64) if there else np.zeros((table.height, 0))


def steadied(table: pl.DataFrame) -> pl.DataFrame:
    """The table from `by_pair`, with luck removed from its scores, and without the controls."""
    there = [score for score in CONTROLS if score in table.columns]
    left = [
        pl.Series(score, control.steadied(table[score].to_numpy().astype(np.float64), controls(table, score)))
        for score in there
    ]
    used = [f"{gain} of {score}" for score in CONTROLS for gain in CONTROLS[score]]
    return table.with_columns(left).drop(used, strict=False)


def factor(table: pl.DataFrame, score: str) -> float:
    """How many times as many pairs the same precision of a score would take without its controls."""
    return control.factor(table[score].to_numpy().astype(np.float64), controls(table, score))


def _second(rows: pl.DataFrame) -> pl.Expr:
    """Whether seat 1 moved first."""
    return pl.col(f"{WENT_FIRST}_1") > 0.0 if tells_first(rows) else pl.lit(value=False)
