"""Control variates: remove the luck from a score, so that fewer matches give the same precision.

A control is a column with mean 0 whatever happens: what chance, or the player's own random choices, gave a side beyond
the expectation (`lab.run.watch`). How much of it shows in a score is fitted by least squares on the pairs of the other
folds. What is subtracted from a pair then has mean 0 too, so the mean of the scores does not change.

Source: Burch and others, "AIVAT: a new variance reduction technique for agent evaluation" (2018); White and Bowling,
"Learning a value analysis tool for agent evaluation" (2009).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
FOLDS = 5
# with fewer pairs than this, the fit is noise
LEAST = 50


def steadied(values: Values, controls: Values) -> Values:
    """`values` (float64[pairs]) minus what their `controls` (float64[pairs, n]) explain, fitted across folds.

    They stay unchanged if there are fewer than LEAST, or if the adjustment would not reduce their variance.
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
    """How many times as many pairs the same precision would take without the `controls`; 1 if they do not help."""
    left = steadied(values, controls).var()
    return float(values.var() / left) if left > 0.0 else 1.0
