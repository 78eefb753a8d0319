"""Charts as SVG inside a page: they use the page's colours, so they follow its light or dark theme, and need no script.

Vega-Lite lays them out: altair writes the specification, and vl-convert draws it without a network. Each chart gets placeholder
colours, which are then replaced by the names of the page's colours.
"""

import re
from importlib import import_module
from typing import Any

from sandtable.lab.report.document import SCORE, Bar, Chart
from sandtable.lab.run.extras import extra
from sandtable.lab.statistics.wording import PERCENT

# maximum length of a label, in characters
LONGEST_LABEL = 26
# width of the drawing area in pixels: with its labels, a chart is no wider than a phone
WIDTH, FIELDS, NARROWEST, LABELLED, NARROW = 300, 250, 220, 190, 24

INK, RULE, MARK, PALE = "#010203", "#040506", "#070809", "#0a0b0c"
_COLOURS = {INK: "currentColor", RULE: "var(--rule)", MARK: "var(--mark)", PALE: "var(--pale)"}
_FONT = "system-ui, sans-serif"
# needed only by scripts, or in a standalone file
_NEEDLESS = re.compile(
    r' (?:xmlns(?::xlink)?|version|class|role|aria-\w+|pointer-events|stroke-miterlimit|font-family|data-\w+)="[^"]*"'
)
_EMPTY = re.compile(r"<path[^>]* d=\"(?:M0,0h0v0h0Z|)\"[^>]*/>|<g></g>")


def svg(chart: Chart) -> str:
    """The chart as an SVG element with its title and all its values in words, for people who cannot see it."""
    with extra("lab"):
        altair: Any = import_module("altair")
        converter: Any = import_module("vl_convert")
    drawn = {"intervals": _intervals, "histogram": _histogram, "curve": _curve, "matrix": _matrix}[chart.kind]
    made = _styled(drawn(altair, chart), chart)
    return _cleaned(converter.vegalite_to_svg(made.to_dict()), chart)


def _styled(drawn: Any, chart: Chart) -> Any:
    axis = {"labelColor": INK, "titleColor": INK, "gridColor": RULE, "domainColor": RULE, "tickColor": RULE}
    fonts = {
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 170,
        "labelOverlap": True,
        # a label moved off its tick would run into the next one
        "labelFlush": False,
    }
    styled = drawn.configure(font=_FONT, padding=_padding(chart)).configure_view(stroke=None)
    return styled.configure_axis(**axis, **fonts)


def _padding(chart: Chart) -> dict[str, int]:
    # a browser's letters may be wider than those assumed in the layout
    longest = 0 if chart.kind == "curve" else max((len(mark.label) for mark in chart.marks), default=0)
    room = min(longest, LONGEST_LABEL)
    if chart.kind != "matrix":
        return {"left": 4 + room, "right": 10, "top": 4, "bottom": 4}
    # a matrix of a few cells across the full page width would have text as large as its title
    spare = max(0, NARROWEST - _side(chart) * chart.across)
    return {"left": 4 + room, "right": 10 + room + spare, "top": 4 + room, "bottom": 4}


def _side(chart: Chart) -> int:
    # of a field
    return max(26, min(40, FIELDS // chart.across))


def legend(chart: Chart) -> str:
    """The legend of the chart's marks, where its axes do not explain them."""
    if chart.columns:
        return f"Down: {chart.up}. Across: {chart.axis}."
    said = {"intervals": f"Bars: 95{PERCENT} intervals.", "curve": f"Band: 95{PERCENT} interval."}
    marks = f"{chart.band}." if chart.band else said.get(chart.kind, "")
    if chart.diagonal:
        return f"{marks} Dashed: perfect calibration."
    if chart.line is None or chart.kind == "matrix":
        return marks
    held = f"{100 * chart.line:g}{PERCENT}" if chart.percent else f"{chart.line:g}"
    return f"{marks} Dashed: {'the median' if chart.kind == 'histogram' else held}.".strip()


def _format(chart: Chart) -> str:
    if chart.percent:
        return "~%"
    # a counter of 0.1 is written 0.1, without further digits
    return "~s" if chart.up == SCORE else ",.3~r"


def _values(altair: Any, marks: list[dict[str, Any]]) -> Any:
    return altair.Chart(altair.Data(values=marks))


def _marked(chart: Chart) -> list[dict[str, Any]]:
    return [{"label": m.label, "value": m.value, "low": m.low, "high": m.high} for m in chart.marks]


def _line(altair: Any, chart: Chart, channel: str) -> list[Any]:
    if chart.line is None:
        return []
    held = _values(altair, [{"line": chart.line}]).mark_rule(color=INK, strokeDash=[4, 3], strokeWidth=1)
    return [held.encode(**{channel: "line:Q"})]


def _intervals(altair: Any, chart: Chart) -> Any:
    """A dot and a bar for each mark, one above the other."""
    names = altair.Y(
        "label:N", sort=None, title=None, axis=altair.Axis(ticks=False, domain=False, labelPadding=8)
    )
    base = _values(altair, _marked(chart)).encode(y=names)
    scale = altair.Scale(zero=False, nice=True)
    across = altair.X(
        "low:Q", title=chart.axis, scale=scale, axis=altair.Axis(format=_format(chart), tickCount=4)
    )
    bars = base.mark_rule(color=MARK, strokeWidth=3, opacity=0.45).encode(x=across, x2="high:Q")
    dots = base.mark_point(color=MARK, filled=True, size=70, opacity=1).encode(x="value:Q")
    layers = altair.layer(*_line(altair, chart, "x"), bars, dots)
    return layers.properties(width=LABELLED, height=NARROW * max(2, len(chart.marks)))


def _histogram(altair: Any, chart: Chart) -> Any:
    base = _values(altair, _marked(chart))
    ticks = altair.Axis(format=_format(chart), grid=False, tickCount=6)
    across = altair.X("low:Q", title=chart.axis, axis=ticks, scale=altair.Scale(zero=False, nice=False))
    up = altair.Y("value:Q", title="matches", axis=altair.Axis(tickCount=4, format="~s"))
    bars = base.mark_bar(color=MARK, opacity=0.7, binSpacing=1).encode(
        x=across, x2="high:Q", y=up, y2=altair.datum(0)
    )
    return altair.layer(bars, *_line(altair, chart, "x")).properties(width=WIDTH, height=150)


def _curve(altair: Any, chart: Chart) -> Any:
    """Values in order; `label` is the x value."""
    marks = [{**mark, "at": float(mark["label"])} for mark in _marked(chart)]
    shares = {"format": "~%"} if chart.diagonal or chart.band else {}
    base = _values(altair, marks).encode(
        x=altair.X("at:Q", title=chart.axis, axis=altair.Axis(grid=False, tickCount=6, **shares))
    )
    # a chance is scaled from 0 to 1, a share from 0, and any other number to its range
    whole = chart.percent and bool(shares)
    scale = (
        {"scale": altair.Scale(domain=[0, 1])}
        if whole
        else {}
        if chart.percent
        else {"scale": altair.Scale(zero=False)}
    )
    up = altair.Y("low:Q", title=chart.up, axis=altair.Axis(format=_format(chart), tickCount=5), **scale)
    band = base.mark_area(color=PALE, opacity=0.8).encode(y=up, y2="high:Q")
    line = base.mark_line(color=MARK, point={"color": MARK, "size": 50}).encode(y="value:Q")
    held = [_diagonal(altair)] if chart.diagonal else _line(altair, chart, "y")
    return altair.layer(band, line, *held).properties(width=WIDTH, height=180)


def _diagonal(altair: Any) -> Any:
    ends = _values(altair, [{"at": 0.0, "value": 0.0}, {"at": 1.0, "value": 1.0}])
    return ends.mark_line(color=INK, strokeDash=[4, 3], strokeWidth=1).encode(x="at:Q", y="value:Q")


def _matrix(altair: Any, chart: Chart) -> Any:
    """A cell for each pair, coloured more strongly the further it is from the line, and showing its value, so that it can be
    read without telling colours apart.
    """
    names = [mark.label for mark in chart.marks[:: chart.across]]
    marks = [_field(chart, names, place, mark) for place, mark in enumerate(chart.marks)]
    plain = {"ticks": False, "domain": False, "grid": False, "labelOverlap": False}
    labels = altair.Axis(labelAngle=-45, orient="top", **plain)
    base = _values(altair, marks).encode(
        x=altair.X("column:N", sort=None, title=None, axis=labels, scale=altair.Scale(padding=0.04)),
        y=altair.Y(
            "row:N",
            sort=None,
            title=None,
            axis=altair.Axis(labelPadding=6, **plain),
        ),
    )
    strength = altair.FillOpacity("strength:Q", scale=None, legend=None)
    fields = base.mark_rect(fill=MARK, stroke=RULE).encode(fillOpacity=strength)
    numbers = base.mark_text(color=INK, fontSize=11).encode(text="said:N")
    width = _side(chart) * chart.across
    return altair.layer(fields, numbers).properties(width=width, height=28 * len(names))


def _field(chart: Chart, names: list[str], place: int, mark: Bar) -> dict[str, Any]:
    row, column = divmod(place, chart.across)
    above = mark.value - (chart.line or 0.0)
    same = row == column and not chart.columns
    return {
        "row": names[row],
        "column": (chart.columns or names)[column],
        "strength": 0.0 if same or above <= 0.0 else min(0.5, 2.0 * above),
        "said": "" if same else f"{100 * mark.value:.0f}",
    }


def _cleaned(drawn: str, chart: Chart) -> str:
    found = _NEEDLESS.sub("", drawn)
    before = ""
    while before != found:
        before, found = found, _EMPTY.sub("", found)
    # the labels of the parts are dropped above, along with the drawing's own white background
    found = re.sub(r'^<svg([^>]*)>(?:<rect[^>]*fill="white"[^>]*/>)?', _opening(chart), found, count=1)
    found = re.sub(r"(\d+\.\d\d)\d+", r"\1", found)
    for stand_in, colour in _COLOURS.items():
        found = found.replace(stand_in, colour)
    return found


def _opening(chart: Chart) -> str:
    # to a screen reader it is one picture; a table next to it has the same numbers
    return rf'<svg\1 role="img" aria-label="{_escaped(chart.title)}">'


def _escaped(text: str) -> str:
    for sign, name in (("&", "&amp;"), ('"', "&quot;"), ("<", "&lt;"), ("\\", "")):
        text = text.replace(sign, name)
    return text
