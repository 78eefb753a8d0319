"""Trails: how the game's quick judgement went from decision to decision of a match; a chance to win is made of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sandtable.game import Position
from sandtable.lab.run import watch
from sandtable.lab.run.extras import extra
from sandtable.lab.run.replays import steps
from sandtable.lab.run.trial import Trial
from sandtable.records import CHANCE

with extra("lab"):
    import polars as pl

# one row a match; the lists have an entry for each moment at which a side is to move
SCHEMA: dict[str, Any] = {
    "pair": pl.Int64,
    "swapped": pl.Boolean,
    "score": pl.Float64,  # of seat 0: 1 won, 0.5 drawn, 0 lost
    "values": pl.List(pl.Float64),  # the judgement for seat 0
    "movers": pl.List(pl.Int8),
    "plies": pl.List(pl.Int64),
}


def run_trails(trial: Trial, start: int, stop: int) -> pl.DataFrame:
    """The trails of the pairs `start` to `stop - 1`, the same matches as in their rows."""
    made = [_trail(trial, pair, swapped) for pair in range(start, stop) for swapped in (False, True)]
    return pl.DataFrame(made, schema=SCHEMA, orient="row")


def _trail(trial: Trial, pair: int, swapped: bool) -> Sequence[Any]:
    values: list[float] = []
    movers: list[int] = []
    plies: list[int] = []
    seen: list[Position] = []
    for ply, (position, _) in enumerate(steps(trial, pair, swapped)):
        seen = [position]
        if position.to_move != CHANCE:
            values.append(float(watch.judge(position.game.setup, position.state)))
            movers.append(position.to_move)
            plies.append(ply)
    # the position has gone on with its match, which is now over
    won = sum(float(np.sign(position.score[0] - position.score[1])) for position in seen)
    return pair, swapped, 0.5 + 0.5 * won, values, movers, plies
