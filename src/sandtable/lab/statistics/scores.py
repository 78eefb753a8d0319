"""What pairs of matches came to, from the rows of `lab.run.rows`.

A match is won by the higher score; how much higher does not count here. The first agent of a trial sits in seat 0 where
`swapped` is false. Where the dice say who moves first, a game counts it as `went_first` (see `lab.run.watch`); a game that does
not count it tells no more than the seats.
"""

from sandtable.lab.run.extras import extra
from sandtable.lab.run.rows import SCHEMA
from sandtable.lab.statistics.ratings import Result

with extra("lab"):
    import polars as pl

WENT_FIRST = "went_first"
WON = (pl.col("score_0") - pl.col("score_1")).sign()
OWN = pl.when("swapped").then(-WON).otherwise(WON)


def scores(rows: pl.DataFrame) -> list[tuple[float, float]]:
    """The scores of the trial's first agent, pair by pair: 1, 0 or -1 in the match in seat 0 and in the one in seat 1."""
    own = rows.sort("pair", "swapped").select(OWN).to_series().to_list()
    return list(zip(own[::2], own[1::2], strict=True))


def tells_first(rows: pl.DataFrame) -> bool:
    """Whether the game of these rows counts who moved first."""
    return f"{WENT_FIRST}_0" in rows.columns


def results(rows: pl.DataFrame) -> list[Result]:
    """The matches as ratings take them: first who moved first, or seat 0 where the game does not count that."""
    turned = _second(rows)
    columns = rows.select(
        pl.when(turned).then("agent_1").otherwise("agent_0").alias("first"),
        pl.when(turned).then("agent_0").otherwise("agent_1").alias("second"),
        "pair",
        0.5 + 0.5 * pl.when(turned).then(-WON).otherwise(WON),
    )
    return [Result(*row) for row in columns.iter_rows()]


def counters(rows: pl.DataFrame) -> list[str]:
    """The names of the game's own counters in `rows`, but for who moved first, which is one of the two in every match."""
    names = [name[:-2] for name in rows.columns if name not in SCHEMA and name.endswith("_0")]
    return [name for name in names if name != WENT_FIRST]


def by_pair(rows: pl.DataFrame) -> pl.DataFrame:
    """One row a pair, in order, its two matches averaged.

    Columns: `pair`; `seat_0`, the points of seat 0; `first`, those of who moved first, where the game counts that; `score`,
    those of the trial's first agent; `draws`; `plies`; the game's counters, both seats together.
    """
    first = pl.when(_second(rows)).then(-WON).otherwise(WON)
    return (
        rows.group_by("pair")
        .agg(
            (0.5 + 0.5 * WON).mean().alias("seat_0"),
            *([(0.5 + 0.5 * first).mean().alias("first")] if tells_first(rows) else []),
            (0.5 + 0.5 * OWN).mean().alias("score"),
            (WON == 0.0).mean().alias("draws"),
            pl.col("plies").mean(),
            *((pl.col(f"{name}_0") + pl.col(f"{name}_1")).mean().alias(name) for name in counters(rows)),
        )
        .sort("pair")
    )


def _second(rows: pl.DataFrame) -> pl.Expr:
    """Whether seat 1 moved first."""
    return pl.col(f"{WENT_FIRST}_1") > 0.0 if tells_first(rows) else pl.lit(value=False)
