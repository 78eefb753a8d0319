"""Whether counts are as even as chance makes them."""

from statistics import NormalDist

import numpy as np


def is_even(counts: np.ndarray) -> bool:
    """Whether a chi-square test finds nothing at one in a million."""
    due = counts.sum() / counts.size
    return bool(((counts - due) ** 2).sum() / due < chi_square_limit(counts.size - 1))


def chi_square_limit(freedom: int) -> float:
    """What chi-square exceeds once in a million, by the approximation of Wilson and Hilferty (1931)."""
    step = 2 / (9 * freedom)
    return freedom * (1 - step + NormalDist().inv_cdf(1 - 1e-6) * step**0.5) ** 3
