"""Figures as lines of text in columns."""

from collections.abc import Sequence
from math import floor, inf, log10

from sandtable.lab.stats import Figure

GAP = "  "
MOST_DECIMALS = 6


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """The rows as lines, each column as wide as its widest text; the first `left` columns begin, the others end in line."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        GAP.join(
            text.ljust(width) if column < left else text.rjust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def percent(figure: Figure) -> str:
    """A share with both ends of its interval."""
    return f"{100 * figure.value:.1f}% ({100 * figure.low:.1f} - {100 * figure.high:.1f})"


def points(figure: Figure) -> str:
    """A difference of shares in percentage points, with half its interval."""
    return f"{100 * figure.value:+z.1f} ±{50 * (figure.high - figure.low):.1f}"


def plain(figure: Figure) -> str:
    """A figure with half its interval: of that two digits, and of the figure as many decimals."""
    error = (figure.high - figure.low) / 2
    if not 0.0 < error < inf:
        return f"{_short(figure.value)} ±{error:g}"
    decimals = min(MOST_DECIMALS, max(0, 1 - floor(log10(error))))
    return f"{figure.value:z.{decimals}f} ±{error:.{decimals}f}"


def signed(figure: Figure) -> str:
    """A difference with half its interval."""
    return f"{'+' if figure.value >= 0 else ''}{plain(figure)}"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:z.3g}"
