"""Figures in words, such as 53.1 % ± 0.6 or 98.0 % (93.4 to 99.5 %), and as lines of text in columns."""

from collections.abc import Sequence
from math import ceil, floor, inf, log10

from sandtable.lab.statistics.stats import Figure

# a non-breaking space
SPACE = "\u00a0"
# share of the half width: a value further from the middle gets both ends instead of ±
LOPSIDED = 0.25
# a value below 0 or above 1 by no more than this is a rounding error
SLIP = 1e-9
PERCENT, POINTS, ERROR = f"{SPACE}%", f"{SPACE}points", f"{SPACE}±{SPACE}"


def said(figure: Figure) -> str:
    """The value with its unit and its interval."""
    scale = _scale(figure)
    error = scale * (figure.high - figure.low) / 2.0
    signed = figure.unit == "points"
    return f"{number(scale * figure.value, error, signed)}{_sign(figure)}{_doubt(figure)}"


def _doubt(figure: Figure) -> str:
    """Half the width of the interval; both of its ends if the value is far from its middle, or if ± would go below 0 or above
    1.
    """
    half = (figure.high - figure.low) / 2.0
    beyond = figure.unit == "share" and not -SLIP < figure.value - half <= figure.value + half < 1.0 + SLIP
    if beyond or abs((figure.low + figure.high) / 2.0 - figure.value) > LOPSIDED * half:
        return f" ({bounds(figure)})"
    error = _scale(figure) * half
    return f"{ERROR}{number(error, error)}"


def difference(figure: Figure) -> str:
    """The difference between two figures, with half the width of its interval; for shares, in percentage points."""
    scale = _scale(figure)
    error = scale * (figure.high - figure.low) / 2.0
    unit = POINTS if figure.unit == "share" else _sign(figure)
    return f"{number(scale * figure.value, error, sign=True)}{unit}{ERROR}{number(error, error)}"


def bounds(figure: Figure) -> str:
    """The interval."""
    scale = _scale(figure)
    error = scale * (figure.high - figure.low) / 2.0
    unit = PERCENT if figure.unit == "share" else ""
    return f"{number(scale * figure.low, error)} to {number(scale * figure.high, error)}{unit}"


def value(figure: Figure) -> str:
    """The value with its unit."""
    scale = _scale(figure)
    error = scale * (figure.high - figure.low) / 2.0
    unit = _sign(figure) or (f" {figure.unit}" if figure.unit else "")
    return number(scale * figure.value, error, sign=figure.unit == "points") + unit


def size(figure: Figure) -> str:
    """The size of a figure in points, without its sign: 8.4 points ± 1.2; or with the ends of its interval, as in `said`."""
    error = 50.0 * (figure.high - figure.low)
    low, high = (figure.low, figure.high) if figure.value >= 0.0 else (-figure.high, -figure.low)
    found = Figure(figure.name, abs(figure.value), low, high, figure.n, "points")
    return f"{number(100.0 * found.value, error)}{POINTS}{_doubt(found)}"


def _scale(figure: Figure) -> float:
    return 100.0 if figure.unit in ("share", "points", "moves") else 1.0


def _sign(figure: Figure) -> str:
    return {"share": PERCENT, "points": POINTS, "moves": POINTS}.get(figure.unit, "")


def number(found: float, error: float, sign: bool = False) -> str:
    """A number with as many decimals as its error supports; without an error, as many as it needs."""
    places = decimals(error)
    if error == 0.0:
        places = next((n for n in range(2) if round(found, n) == round(found, 2)), 2)
    text = f"{found:+,.{places}f}" if sign else f"{found:,.{places}f}"
    # no negative zero
    return text.replace("-", "−") if float(text.replace(",", "")) else f"{0:.{places}f}"


def decimals(error: float) -> int:
    """How many decimals an error supports: none from 20 up, two below 0.5."""
    return 0 if error >= 20 else 1 if error >= 0.5 else 2


def times(factor: float) -> str:
    """A factor for the number of pairs, to two digits, rounded up: about 2.1 times as many."""
    unit = 10.0 ** (floor(log10(factor)) - 1)
    # a thousandth of a digit does not count
    digits = unit * ceil(factor / unit - 0.001)
    return f"about {digits:,.{int(digits < 10)}f} times as many"


def counted(count: int, noun: str) -> str:
    """A count with its noun: 1 pair, 1,500 pairs."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: list[str], last: str = "and") -> str:
    """Names separated by commas, with `last` before the last one."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def capital(text: str) -> str:
    """The text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


# the smallest saving of pairs worth a sentence
WORTH = 1.05
GAP = "  "
MOST_DECIMALS = 6


def aligned(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """The rows as lines, each column as wide as its widest text; the first `left` columns are left-aligned, the others
    right-aligned.
    """
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
    """A difference between shares in percentage points, with half the width of its interval."""
    return f"{100 * figure.value:+z.1f} ±{50 * (figure.high - figure.low):.1f}"


def plain(figure: Figure) -> str:
    """A figure with half the width of its interval: the half width to two digits, the figure to as many decimals."""
    error = (figure.high - figure.low) / 2
    if not 0.0 < error < inf:
        return f"{_short(figure.value)} ±{error:g}"
    decimals = min(MOST_DECIMALS, max(0, 1 - floor(log10(error))))
    return f"{figure.value:z.{decimals}f} ±{error:.{decimals}f}"


def signed(figure: Figure) -> str:
    """A difference with half the width of its interval."""
    return f"{'+' if figure.value >= 0 else ''}{plain(figure)}"


def _short(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:z.3g}"


def worth(factors: Sequence[float]) -> list[str]:
    """A sentence saying that control variates were used, and how many pairs they save; none if they were not."""
    if max(factors, default=1.0) < WORTH:
        return []
    least, most = (f"{end:.1f}" for end in (min(factors), max(factors)))
    span = least if least == most else f"{least} to {most}"
    return [
        f"What luck explains is taken out of the scores; without that, {span} times as many pairs would be needed."
    ]
