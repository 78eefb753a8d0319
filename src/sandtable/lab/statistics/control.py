"""Control variates: what chance gave is taken from a score, so that fewer matches say as much.

A control is a column that is 0 on the average whatever happens: what chance gave a side, or its player's own random
choices, less its expectation (`lab.run.watch`). How much of it a score shows is fitted by least squares on the pairs
of the other folds; what is taken from a pair then is 0 on the average too, and the mean of the scores is what it was.

Source: Burch and others, "AIVAT: a new variance reduction technique for agent evaluation" (2018); White and Bowling,
"Learning a value analysis tool for agent evaluation" (2009).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
FOLDS = 5
# with fewer pairs what is fitted is noise
LEAST = 50


def steadied(values: Values, controls: Values) -> Values:
    """`values` (float64[pairs]) less what their `controls` (float64[pairs, n]) explain, fitted across folds.

    They are left as they are where there are fewer than LEAST, or where it would not make them vary less.
    """
    used = controls[:, controls.std(axis=0) > 0.0] if len(values) >= LEAST else controls[:, :0]
    if used.shape[1] == 0:
        return values
    fold: NDArray[Any] = np.arange(len(values)) % FOLDS
    left = np.empty(len(values))
    for own in (fold == n for n in range(FOLDS)):
        design = np.column_stack([np.ones((~own).sum()), used[~own]])
        fitted = np.linalg.lstsq(design, values[~own], rcond=None)[0]
        left[own] = values[own] - used[own] @ fitted[1:]
    steadier = left.var() < values.var() and 0.0 < left.mean() < 1.0
    return left if steadier else values


def factor(values: Values, controls: Values) -> float:
    """How many times as many pairs would say as much without the `controls`; 1 where they do not help."""
    left = steadied(values, controls).var()
    return float(values.var() / left) if left > 0.0 else 1.0
