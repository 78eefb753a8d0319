"""What to pick: the score of each option against every other, the unbeatable mixture, and what it leaves out.

The options are those of one `choices.Pick`. Seats are swapped, so the game of picking is symmetric and its value is 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.lab.statistics.metrics import holm, p_value
from sandtable.lab.statistics.stats import QUANTILE, Figure

Matrix = NDArray[np.float64]
# matrices drawn from the errors of the payoffs, for the intervals of the mixture
DRAWS = 200
# smaller shares of a mixture count as 0
NOTHING = 1e-6


@dataclass(frozen=True)
class Metagame:
    """The options of a pick; `payoff[row][column]` is the score of the row option against the column option, minus one
    half.

    `mixture` is the equilibrium. `against` is the payoff of each option against it. `best_answer` is the other option that
    does best against the natural one, and `exploited` is its score minus one half.
    """

    options: tuple[str, ...]
    payoff: tuple[tuple[Figure, ...], ...]
    mixture: tuple[Figure, ...]
    against: tuple[Figure, ...]
    natural: str
    best_answer: str
    exploited: Figure

    @property
    def never(self) -> list[Figure]:
        """Those options of `against` that certainly lose, all tested together (Holm)."""
        sure = holm([p_value(figure) for figure in self.against])
        return [
            figure for figure, stands in zip(self.against, sure, strict=True) if stands and figure.value < 0.0
        ]


def equilibrium(payoff: Matrix) -> Matrix:
    """The maximin mixture float64[n] of the zero-sum game `payoff` with n rows, by linear programming.

    Maximises v such that the mixture scores at least v against each column. Solved by HiGHS.
    """
    rows, columns = payoff.shape
    linprog: Any = import_module("scipy.optimize").linprog
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0.0, 1.0)] * rows + [(None, None)],
        method="highs",
    )
    weights = np.clip(np.asarray(found.x[:rows], np.float64), 0.0, None)
    weights[weights < NOTHING] = 0.0
    return weights / weights.sum()


def solve(options: Sequence[str], natural: str, scores: dict[tuple[int, int], Figure]) -> Metagame:
    """The metagame from `scores[i, j]`, i < j: the score (W + D/2) of option i against option j."""
    count = len(options)
    values, errors = np.zeros((count, count)), np.zeros((count, count))
    pairs = np.zeros((count, count), np.int64)
    for (i, j), figure in scores.items():
        values[i, j], values[j, i] = figure.value - 0.5, 0.5 - figure.value
        # near 0 or 1, one end of an interval is much nearer than the other
        furthest = max(figure.high - figure.value, figure.value - figure.low)
        errors[i, j] = errors[j, i] = furthest / QUANTILE
        pairs[i, j] = pairs[j, i] = figure.n
    mixture = equilibrium(values)
    answer, exploited = _best_answer(list(options).index(natural), values, errors, pairs)
    return Metagame(
        tuple(options),
        tuple(
            tuple(_figure(options[i], values[i, j], errors[i, j], int(pairs[i, j])) for j in range(count))
            for i in range(count)
        ),
        _intervals(options, mixture, values, errors, int(pairs.sum()) // 2),
        tuple(
            _figure(
                options[i],
                values[i] @ mixture,
                float(np.sqrt(errors[i] ** 2 @ mixture**2)),
                int(pairs[i].sum()),
            )
            for i in range(count)
        ),
        natural,
        options[answer],
        exploited,
    )


def _figure(name: str, value: float, error: float, n: int, quantile: float = QUANTILE) -> Figure:
    return Figure(
        name, float(value), float(value - quantile * error), float(value + quantile * error), n, "points"
    )


def _best_answer(natural: int, values: Matrix, errors: Matrix, pairs: Any) -> tuple[int, Figure]:
    """The best of the other options against one; its interval holds for the best of all of them (Bonferroni)."""
    others = np.where(np.arange(len(values)) == natural, -np.inf, values[:, natural])
    answer = int(np.argmax(others))
    quantile = NormalDist().inv_cdf(1.0 - 0.025 / max(1, len(values) - 1))
    error, n = errors[answer, natural], int(pairs[answer, natural])
    return answer, _figure("best answer", values[answer, natural], error, n, quantile)


def _intervals(
    options: Sequence[str], mixture: Matrix, values: Matrix, errors: Matrix, pairs: int
) -> tuple[Figure, ...]:
    """The weights of the mixture; the intervals come from matrices drawn around the payoffs, with a fixed seed."""
    rng = np.random.default_rng(0)
    upper = np.triu(np.ones_like(values), 1) == 1.0
    drawn = np.zeros((DRAWS, len(options)))
    for n in range(DRAWS):
        noise = np.where(upper, rng.standard_normal(values.shape) * errors, 0.0)
        drawn[n] = equilibrium(values + noise - noise.T)
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return tuple(
        Figure(option, float(weight), float(min(weight, low[i])), float(max(weight, high[i])), pairs, "share")
        for i, (option, weight) in enumerate(zip(options, mixture, strict=True))
    )
