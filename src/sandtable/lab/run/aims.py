"""Aims: target ranges for a game's figures.

    first 50±2          within 2 of 50; +- and +/- mean the same
    decisions 60..80    from 60 to 80
    draws <5%           below; also <=, > and >=

Shares (score, seat_0, first, draws, limits) are in percent, with or without the sign; everything else is taken as it is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, isfinite, sqrt

from sandtable.authoring.naming import listed
from sandtable.lab.statistics.known import SHARES
from sandtable.lab.statistics.stats import QUANTILE, Figure

_NUMBER = r"(-?\d+(?:\.\d+)?) ?%?"
_NEAR = re.compile(rf"{_NUMBER} ?(?:±|\+-|\+/-) ?{_NUMBER}")
_SPAN = re.compile(rf"{_NUMBER} ?\.\. ?{_NUMBER}")
_SIDE = re.compile(rf"(<=?|>=?) ?{_NUMBER}")
# the width of a one-sided aim: for a share, and, for anything else, as a fraction of the target
SHARE_WIDTH, PART_WIDTH = 0.02, 0.05


@dataclass(frozen=True)
class Aim:
    """A figure and its target range; `text` is the original request."""

    name: str
    low: float
    high: float
    text: str

    @property
    def width(self) -> float:
        """The distance from the aim that counts as one width: for a two-sided aim, half its range."""
        if isfinite(self.low) and isfinite(self.high):
            return (self.high - self.low) / 2.0
        bound = self.low if isfinite(self.low) else self.high
        return SHARE_WIDTH if self.name in SHARES else max(abs(bound) * PART_WIDTH, 1e-3)

    def shortfall(self, value: float) -> float:
        """How far a value lies outside the aim, in widths; 0 if it is inside."""
        return max(self.low - value, value - self.high, 0.0) / self.width

    def least(self, figure: Figure) -> float:
        """The shortfall of the nearest point of the interval."""
        return max(self.low - figure.high, figure.low - self.high, 0.0) / self.width

    def greatest(self, figure: Figure) -> float:
        """The shortfall of the worse end of the interval."""
        return max(self.shortfall(figure.low), self.shortfall(figure.high))

    def p_outside(self, figure: Figure) -> float:
        """The p-value of measuring a figure at least this deep inside the aim if it is really outside: the larger p of two
        one-sided tests (TOST).
        """
        error = (figure.high - figure.low) / 2.0 / QUANTILE
        depth = min(figure.value - self.low, self.high - figure.value)
        if error == 0.0:
            return 0.0 if depth > 0.0 else 1.0
        return 0.5 * erfc(depth / error / sqrt(2.0))

    def missed(self, figure: Figure) -> bool:
        """Whether the whole interval lies outside the aim."""
        return self.least(figure) > 0.0


def read(text: str, names: Sequence[str]) -> Aim:
    """The aim in `text`, for one of these figures; `ValueError` says what is allowed."""
    name, _, wanted = text.strip().partition(" ")
    glued = re.fullmatch(r"(\w+?)([<>].*)", text.strip())
    if glued:
        name, wanted = glued[1], glued[2]
    if name not in names:
        known = f"the figures are {', '.join(names)}"
        raise ValueError(f"there is no figure {name!r}{listed(name, names, known)}")
    low, high = _ends(wanted.strip(), text)
    scale = 0.01 if name in SHARES else 1.0
    if not low < high:
        raise ValueError(f"the lower end of a target must be below its upper end, unlike in {text!r}")
    if name in SHARES and (low > 100.0 or high < 0.0):
        raise ValueError(f"{name} must be a share from 0 to 100 %, not {text!r}")
    return Aim(name, low * scale, high * scale, text.strip())


def _ends(wanted: str, text: str) -> tuple[float, float]:
    if near := _NEAR.fullmatch(wanted):
        return float(near[1]) - float(near[2]), float(near[1]) + float(near[2])
    if span := _SPAN.fullmatch(wanted):
        return float(span[1]), float(span[2])
    if side := _SIDE.fullmatch(wanted):
        return (-inf, float(side[2])) if side[1].startswith("<") else (float(side[2]), inf)
    raise ValueError(
        f"a target must be written like 'first 50±2', 'decisions 60..80' or 'draws <5%', not {text!r}"
    )
