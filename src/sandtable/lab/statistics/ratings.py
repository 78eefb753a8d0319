"""Ratings of players who met in pairs of matches, after Bradley and Terry, with a term for the first move.

If player i moves first against player j, the expected score of i is

    1 / (1 + exp(-(r_i - r_j + f)))

with a rating r for each player and one term f for the first move; a draw is half a point. The most likely r and f are found by
SciPy. So that a player who won everything has a finite rating, each gets an extra half pair against a player of rating 0,
spread evenly over the four ways in which two decided matches can end (`PRIOR`). It moves a rating no more than half a
drawn pair would, but unlike such a pair it adds no false precision.

The errors do not rest on matches being independent: pairs with the same number have the same dice, whoever plays, so
they are one observation, and the errors come from how much these vary (cluster "sandwich").

Source: Bradley and Terry, "Rank analysis of incomplete block designs" (1952); Agresti, "Categorical data analysis", on the home
team; Hunter, "MM algorithms for generalized Bradley-Terry models" (2004); Liang and Zeger (1986) on the errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from itertools import product
from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.lab.run.extras import extra
from sandtable.lab.statistics.stats import QUANTILE, Figure

# pairs that each player gets against one of rating 0
PRIOR = 0.5
# the two matches of such a pair: the sign of the first move, and the points
ENDINGS = tuple(((1.0, first), (-1.0, second)) for first in (0.0, 1.0) for second in (0.0, 1.0))
# Elo points per unit of log odds
SCALE = 400.0 / log(10.0)
# the name of the first move's figure
MOVE = "first move"
# limit for the condition number of the curvature, which diverges if someone won everything
WORST = 1e6

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


class Result(NamedTuple):
    """A match in which `first` moved first, with that player's points (0, 1/2, 1); `pair` identifies the dice."""

    first: str
    second: str
    pair: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """Ratings in Elo points with mean 0, in the order of `names`; `covariance` has one more row, for the first move."""

    names: tuple[str, ...]
    players: tuple[Figure, ...]
    first_move: Figure
    covariance: Floats = field(compare=False, repr=False)

    def gap(self, first: str, second: str) -> Figure:
        """How many points `first` is above `second`; its interval uses their covariance."""
        i, j = self.names.index(first), self.names.index(second)
        variance = self.covariance[i, i] + self.covariance[j, j] - 2.0 * self.covariance[i, j]
        value = self.players[i].value - self.players[j].value
        pairs = min(self.players[i].n, self.players[j].n)
        return _figure(f"{first} - {second}", value, float(variance), pairs)


class _Table(NamedTuple):
    """Matches as arrays, those of the weak prior last: a row of `design` has 1, -1 and, last, the first move."""

    design: Floats
    points: Floats
    weight: Floats
    cluster: Whole


def rate(results: Sequence[Result], names: Sequence[str] | None = None, prior: float = PRIOR) -> Ratings:
    """The ratings of all players in `results`, in the order of `names` (default: alphabetical).

    Raises `ValueError` without matches, for a player who is not in `names`, and, without a prior, for players who never
    met or always won.
    """
    if not results:
        raise ValueError("ratings need at least one match")
    met = {player for result in results for player in (result.first, result.second)}
    chosen = tuple(sorted(met)) if names is None else tuple(names)
    if not met <= set(chosen):
        raise ValueError(
            f"some matches have players that are not being rated: {', '.join(sorted(met - set(chosen)))}"
        )
    table = _table(results, chosen, prior)
    covariance, solution = _solve(table, anchored=prior > 0.0)
    # relative to the mean of the players
    centre = np.eye(len(solution))
    centre[:-1, :-1] -= 1.0 / len(chosen)
    values = SCALE * centre @ solution
    spread = SCALE**2 * centre @ covariance @ centre.T
    pairs = [sum(player in result[:2] for result in results) // 2 for player in chosen]
    players = tuple(
        _figure(player, float(values[i]), float(spread[i, i]), pairs[i]) for i, player in enumerate(chosen)
    )
    clusters = len({result.pair for result in results})
    return Ratings(chosen, players, _figure(MOVE, float(values[-1]), float(spread[-1, -1]), clusters), spread)


def _figure(name: str, value: float, variance: float, pairs: int) -> Figure:
    half = QUANTILE * sqrt(max(0.0, variance))
    return Figure(name, value, value - half, value + half, pairs, "Elo")


def _table(results: Sequence[Result], names: tuple[str, ...], prior: float) -> _Table:
    count = len(names)
    place = {name: number for number, name in enumerate(names)}
    kept = [(place[r.first], place[r.second], 1.0, r.points, 1.0, r.pair) for r in results]
    # the player of rating 0 has the last column, which is dropped
    nobody, dice = count + 1, min(result.pair for result in results)
    for player, ending in product(range(count), ENDINGS) if prior > 0.0 else ():
        dice -= 1
        kept += [(player, nobody, seat, points, prior / len(ENDINGS), dice) for seat, points in ending]
    first, second, seat, points, weight, cluster = map(np.array, zip(*kept, strict=True))
    design = np.zeros((len(kept), count + 2))
    rows = np.arange(len(kept))
    design[rows, first] += 1.0
    design[rows, second] -= 1.0
    design[rows, count] = seat
    return _Table(design[:, :nobody], points.astype(float), weight.astype(float), cluster)


def _solve(table: _Table, anchored: bool) -> tuple[Floats, Floats]:
    """The covariance and the most likely parameters; unless `anchored`, the ratings are determined only up to their sum."""
    size = table.design.shape[1]
    # without a prior, the sum of the ratings is fixed at 0
    hold = np.zeros((size, size))
    if not anchored:
        hold[:-1, :-1] = 1.0

    def slope(x: Floats) -> Floats:
        return table.design.T @ (table.weight * (_chance(table.design @ x) - table.points)) + hold @ x

    def curve(x: Floats) -> Floats:
        chance = _chance(table.design @ x)
        return (table.design.T * (table.weight * chance * (1.0 - chance))) @ table.design + hold

    with extra("lab"):
        optimize = import_module("scipy.optimize")
    found: Any = optimize.root(slope, np.zeros(size), jac=curve)
    solution: Floats = np.asarray(found.x, np.float64)
    bent = curve(solution)
    if not found.success or np.linalg.cond(bent) > WORST:
        raise ValueError(
            "these matches do not determine the ratings: a player won or lost every match, or never met the others"
        )
    inverse = np.linalg.inv(bent)
    covariance: Floats = inverse @ _variation(table, solution) @ inverse
    return covariance, solution


def _chance(z: Floats) -> Floats:
    return 0.5 * (1.0 + np.tanh(0.5 * z))


def _variation(table: _Table, solution: Floats) -> Floats:
    """The sum over clusters of the outer product of each cluster's contribution to the gradient."""
    parts = table.design.T * (table.points - _chance(table.design @ solution))
    _, place = np.unique(table.cluster, return_inverse=True)
    sums = np.zeros((int(place.max()) + 1, table.design.shape[1]))
    np.add.at(sums, place, parts.T * np.sqrt(table.weight)[:, None])
    return sums.T @ sums
