"""Drawings and pages of paper as SVG: without scripts, style sheets or external resources."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from sandtable.graphics.drawing import (
    Circle,
    Drawing,
    Line,
    Look,
    Page,
    Polygon,
    Shape,
    Text,
    Thing,
    box,
    colour,
    runs,
)
from sandtable.graphics.substitutes import printable

# a picture without its own size has this many pixels along its longer side
PIXELS = 480
# drawings larger than this, in their own units, need one decimal fewer
LARGE = 40
FONT = "Inter, Helvetica, Arial, sans-serif"
PAPER_FONT = "Helvetica, Arial, sans-serif"
MONOSPACE = "ui-monospace, Consolas, monospace"
# size of the cache of numbers as text: boards repeat the same steps
WRITTEN = 4096


def to_svg(drawing: Drawing) -> str:
    """The drawing on its background as an SVG element with a title and a description."""
    scale = PIXELS / max(drawing.width, drawing.height)
    size = f"{drawing.width * scale:.0f}", f"{drawing.height * scale:.0f}"
    ground = Polygon(box(0, 0, drawing.width, drawing.height), "ground")
    return _svg(drawing, size, FONT, drawing.title, "; ".join(drawing.told()), (ground,))


def page_svg(page: Page, title: str) -> bytes:
    """An SVG file of a page at its true size."""
    return _svg(page, (f"{page.width:.6g}mm", f"{page.height:.6g}mm"), PAPER_FONT, title).encode() + b"\n"


def _svg(
    shown: Drawing | Page,
    size: tuple[str, str],
    font: str,
    title: str,
    words: str = "",
    below: tuple[Shape, ...] = (),
) -> str:
    writer = _Writer(2 if max(shown.width, shown.height) > LARGE else 3)
    whole = f"0 0 {writer.number(shown.width)} {writer.number(shown.height)}"
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{whole}" width="{size[0]}" height="{size[1]}" ',
            f'role="img" font-family={quoteattr(font)} stroke-linejoin="round" stroke-linecap="round">',
            f"<title>{_escaped(title)}</title>",
            f"<desc>{_escaped(words)}</desc>" if words else "",
            *writer.elements(below),
            *writer.elements(shown.shapes),
            "</svg>",
        )
    )


class _Writer:
    """Writes shapes with this many decimals."""

    def __init__(self, digits: int) -> None:
        self._digits, self._grain = digits, 10**digits

    def number(self, value: float) -> str:
        return _number(round(value * self._grain), self._digits)

    def elements(self, shapes: Iterable[Shape]) -> Iterator[str]:
        """Shapes in order; consecutive outlines with the same look, such as the places of a board, state it once."""
        for look, run in runs(shapes):
            if look is None:
                yield from map(self._other, run)
                continue
            paint, drawn = self._paint(look), self._outlines(look, run)
            yield f"<g{paint}>{'/>'.join(drawn)}/></g>" if len(drawn) > 1 else f"{drawn[0]}{paint}/>"

    def _paint(self, look: Look) -> str:
        paint = f' fill="{colour(look.fill) if look.fill else "none"}"'
        if look.stroke:
            paint += f' stroke="{colour(look.stroke)}" stroke-width="{self.number(look.width)}"'
        if look.cut:
            paint += ' stroke-linecap="butt"'
        if look.dashed:
            paint += f' stroke-dasharray="{self.number(3 * look.width)} {self.number(2 * look.width)}"'
        return paint

    def _outlines(self, look: Look, shapes: Iterable[Shape]) -> list[str]:
        found, lines = list[str](), list[Polygon | Line]()
        for shape in shapes:
            match shape:
                case Circle(x, y, radius):
                    middle = f'cx="{self.number(x)}" cy="{self.number(y)}"'
                    found.append(f'<circle {middle} r="{self.number(radius)}"')
                case Polygon() if look.fill:
                    found.append(f'<path d="{self._path((shape,))}"')
                case Polygon() | Line():
                    lines.append(shape)
                case Text() | Thing():
                    pass
        # lines leave no holes in each other, so all of them are one path
        return [*found, f'<path d="{self._path(lines)}"'] if lines else found

    def _path(self, lines: Iterable[Polygon | Line]) -> str:
        """The data of a path: relative steps between points of a grid, so that rounding errors do not add up."""
        digits, grain = self._digits, self._grain
        data: list[str] = []
        x = y = 0
        for line in lines:
            start, before = (x, y), ""
            for n, (a, b) in enumerate(line.points):
                right, down = round(a * grain) - x, round(b * grain) - y
                x, y = x + right, y + down
                if n and not (right and down):
                    # no step at all
                    if right or down:
                        data.append(f"h{_number(right, digits)}" if right else f"v{_number(down, digits)}")
                        before = ""
                    continue
                across, last = _number(right, digits), _number(down, digits)
                if n == 0:
                    start = x, y
                    data.append(f"m{across}{_apart(across, last)}{last}")
                else:
                    # consecutive pairs need no letter
                    data.append(
                        f"{_apart(before, across) if before else 'l'}{across}{_apart(across, last)}{last}"
                    )
                before = last
            if isinstance(line, Polygon):
                data.append("z")
                x, y = start
            elif data and data[-1][0] == "m":
                # a line within a single point is a dot
                data.append("h0")
        return "".join(data)

    def _other(self, shape: Shape) -> str:
        match shape:
            case Thing(words, shapes):
                return f"<g><title>{_escaped(words)}</title>{''.join(self.elements(shapes))}</g>"
            case Text():
                return self._text(shape)
            case _:
                return ""

    def _text(self, text: Text) -> str:
        x, y = self.number(text.x), self.number(text.y)
        anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
        bold = ' font-weight="bold"' if text.bold else ""
        family = f" font-family={quoteattr(MONOSPACE)}" if text.monospace else ""
        turned = f' transform="rotate({90 * text.quarters} {x} {y})"' if text.quarters else ""
        # otherwise a run of spaces would be shown as one
        words = text.words.replace(" ", "\u00a0") if text.monospace else text.words
        return (
            f'<text x="{x}" y="{y}" font-size="{self.number(text.size)}"{anchor}{bold}{family}{turned} '
            f'fill="{colour(text.fill)}">{_escaped(words)}</text>'
        )


@lru_cache(WRITTEN)
def _number(grains: int, digits: int) -> str:
    text = f"{grains / 10**digits:.{digits}f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _apart(one: str, other: str) -> str:
    """The separator between two numbers: none before a sign, or before a decimal point after a number that has one."""
    return "" if other[0] == "-" or (other[0] == "." and "." in one) else " "


def _escaped(words: str) -> str:
    # an XML file cannot contain the characters that `printable` removes, however they are escaped
    return escape(printable(words, ""))
