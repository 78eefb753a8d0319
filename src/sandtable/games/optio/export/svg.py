"""Drawings as SVG: paths and texts only, in mm."""

from xml.sax.saxutils import escape, quoteattr

from sandtable.games.optio.export.drawing import Line, Page, Paths, Text


def svg(page: Page, title: str) -> bytes:
    """An SVG file of `page` at its true size."""
    width, height = _number(page.width), _number(page.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" stroke-linejoin="round">'
    )
    items = (_text(item) if isinstance(item, Text) else _paths(item) for item in page.items)
    return "\n".join([head, f"<title>{escape(title)}</title>", *items, "</svg>\n"]).encode()


def _paths(paths: Paths) -> str:
    data = "".join(_path(line) for line in paths.lines)
    stroke = f' stroke="{paths.ink}" stroke-width="{_number(paths.width)}"' if paths.width else ""
    return f'<path d="{data}" fill="{paths.fill or "none"}"{stroke}/>'


def _path(line: Line) -> str:
    closed = line[0] == line[-1]
    points = " ".join(f"{_number(x)},{_number(y)}" for x, y in (line[:-1] if closed else line))
    return f"M{points}{'z' if closed else ''}"


def _text(text: Text) -> str:
    bold = ' font-weight="bold"' if text.bold else ""
    return (
        f'<text x="{_number(text.x)}" y="{_number(text.y)}" font-size="{_number(text.size)}" '
        f"text-anchor={quoteattr(text.anchor)}{bold} fill={quoteattr(text.ink)}>{escape(text.words)}</text>"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
