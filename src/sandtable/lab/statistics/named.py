"""The figures of a trial by the names that people use, as in `simulate --json` and in the targets of a tuning.

score        of the trial's first agent, a draw counting half
seat_0       of the player in seat 0
first        of the seat that moved first, if the game counts that
draws        the share of drawn matches
decisions    of both sides per match: times that a seat had more than one action
plies        actions and outcomes of chance per match
branching    actions per decision, if they can be listed and were counted
limits       the share of matches that a limit decided, if the game counts that
...          the game's own counters, per side per match
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.authoring.spec import Spec
from sandtable.lab.run.extras import extra
from sandtable.lab.statistics import metrics, scores, stats
from sandtable.lab.statistics.known import SHARES, names
from sandtable.lab.statistics.stats import Figure

with extra("lab"):
    import polars as pl

UNITS = {
    **dict.fromkeys(SHARES, "share"),
    "decisions": "decisions",
    "plies": "plies",
    "branching": "actions",
}


@dataclass(frozen=True)
class PairValues:
    """The value of each pair for a figure; NaN for a pair without one."""

    name: str
    values: NDArray[np.float64]

    @property
    def unit(self) -> str:
        """The figure's display name."""
        return UNITS.get(self.name, "a side")

    def told(self) -> NDArray[np.bool_]:
        """Which pairs have a value."""
        return ~np.isnan(self.values)

    def figure(self) -> Figure:
        """The mean with its interval."""
        values = self.values[self.told()]
        if self.name in SHARES:
            return metrics.share(self.name, values)
        return stats.mean(values.tolist(), self.name, self.unit)


def seen(rows: pl.DataFrame, spec: Spec) -> dict[str, PairValues]:
    """The values of each pair, figure by figure; a figure that at most one pair has is left out."""
    limits = [
        name
        for name in (spec.lab.counters.limits if spec.lab.counters else ())
        if f"{name}_0" in rows.columns
    ]
    decided = [pl.col(f"{name}_{seat}") > 0.0 for name in limits for seat in range(2)]
    columns = (
        scores.by_pair(rows)
        .join(
            rows.group_by("pair").agg(
                (pl.col("decisions_0") + pl.col("decisions_1")).mean().alias("decisions"),
                pl.col("branching").mean(),
                *([pl.any_horizontal(decided).mean().alias("limits")] if decided else []),
                *(
                    ((pl.col(f"{name}_0") + pl.col(f"{name}_1")) / 2.0).mean().alias(f"a side {name}")
                    for name in scores.counters(rows)
                ),
            ),
            on="pair",
        )
        .sort("pair")
    )
    made: dict[str, PairValues] = {}
    for name in names(spec):
        column = f"a side {name}" if f"a side {name}" in columns.columns else name
        if column in columns.columns and columns[column].count() > 1:
            made[name] = PairValues(name, columns[column].cast(pl.Float64).to_numpy())
    return made


def figures(rows: pl.DataFrame, spec: Spec) -> Mapping[str, Figure]:
    """The figures of the rows by name."""
    return {name: one.figure() for name, one in seen(rows, spec).items()}
