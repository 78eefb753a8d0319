"""Charts: laid out as before unless that is meant to change, cleaned of what a page does not need, told in words."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from sandtable.lab.report import charts
from sandtable.lab.report.document import Bar, Chart

# what Vega-Lite was asked to draw for each of `CHARTS`; look at the drawings before it is rewritten
LAID_OUT = Path(__file__).with_name("charts.json")
SCORES = [Bar("Going first", 0.6, 0.5, 0.7), Bar("Playing a very long-named side of it", 0.45, 0.4, 0.5)]
FIELDS = [
    Bar(own, value, value - 0.1, value + 0.1)
    for own, row in (("a", (0.5, 0.8)), ("b", (0.2, 0.5)))
    for value in row
]
CHARTS = {
    "intervals": Chart("intervals", 'Who <scores> & "why"', "score", SCORES, 0.5, True),
    "one interval": Chart("intervals", "One", "points", SCORES[:1]),
    "histogram": Chart(
        "histogram", "Lengths", "decisions", [Bar("", 3.0, 0.5, 5.5), Bar("", 1.0, 5.5, 10.5)], 4.0
    ),
    "diagonal": Chart(
        "curve",
        "Chances",
        "chance",
        [Bar("0.2", 0.3, 0.2, 0.4), Bar("0.8", 0.7, 0.6, 0.8)],
        None,
        True,
        diagonal=True,
    ),
    "curve": Chart(
        "curve", "Luck", "net luck", [Bar("-0.5", 0.2, 0.1, 0.3), Bar("0.5", 0.8, 0.7, 0.9)], 0.5, True
    ),
    "matrix": Chart("matrix", "Score", "", FIELDS, 0.5, True, 2),
    "fields": Chart(
        "matrix", "Score", "the corners", FIELDS, 0.5, True, 2, up="the health", columns=["side", "cut"]
    ),
    "numbers": Chart(
        "curve", "Plies", "the health", [Bar("6", 30.0, 28.0, 32.0), Bar("9", 41.0, 39.0, 43.0)], up="plies"
    ),
    "band": Chart(
        "curve",
        "Chances of winners",
        "part of the match",
        [Bar("0.5", 0.6, 0.4, 0.8), Bar("1", 0.9, 0.7, 1.0)],
        None,
        True,
        band="Band: nine of ten winners",
    ),
}


def asked(monkeypatch, chart):
    """What the converter is asked to draw."""
    seen = []

    class Converter:
        @staticmethod
        def vegalite_to_svg(wanted):
            seen.append(wanted)
            return "<svg></svg>"

    modules = {"vl_convert": Converter}
    monkeypatch.setattr(charts, "import_module", lambda name: modules.get(name) or import_module(name))
    charts.svg(chart)
    monkeypatch.undo()
    (wanted,) = seen
    # of which version it is does not matter here
    return {name: value for name, value in wanted.items() if name != "$schema"}


def test_charts_are_laid_out_as_before(monkeypatch):
    made = {name: asked(monkeypatch, chart) for name, chart in CHARTS.items()}
    assert made == json.loads(LAID_OUT.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", CHARTS)
def test_a_drawing_stands_in_a_page(name):
    drawn = charts.svg(CHARTS[name])
    assert drawn.startswith("<svg ")
    assert drawn.count("aria-label=") == drawn.count("role=") == 1
    for needless in (
        "xmlns",
        "class=",
        "data-",
        "font-family",
        "<g></g>",
        'fill="white"',
        "#01",
        "#04",
        "#07",
        "#0a",
    ):
        assert needless not in drawn, needless
    for label in {mark.label for mark in CHARTS[name].marks if name == "matrix"}:
        assert f">{label}</text>" in drawn


def test_a_title_is_text_and_nothing_else():
    assert 'aria-label="Who &lt;scores> &amp; &quot;why&quot;"' in charts.svg(CHARTS["intervals"])
    assert charts._escaped('a\\b & "c" <d>') == "ab &amp; &quot;c&quot; &lt;d>"


def test_a_drawing_is_cleaned():
    drawn = (
        '<svg class="marks" width="20"><rect width="20" fill="white"/><g><path d="M0,0h0v0h0Z" role="x"/><g></g></g>'
        '<g><path d="M1.23456,2.5"/></g><rect fill="white" stroke="#010203"/></svg>'
    )
    assert charts._cleaned(drawn, CHARTS["curve"]) == (
        '<svg width="20" role="img" aria-label="Luck"><g><path d="M1.23,2.5"/></g>'
        '<rect fill="white" stroke="currentColor"/></svg>'
    )


def test_legends_say_what_axes_do_not():
    told = {name: charts.legend(chart).replace("\u00a0", " ") for name, chart in CHARTS.items()}
    assert told == {
        "intervals": "Bars: 95 % intervals. Dashed: 50 %.",
        "one interval": "Bars: 95 % intervals.",
        "histogram": "Dashed: the median.",
        "diagonal": "Band: 95 % interval. Dashed: perfect calibration.",
        "curve": "Band: 95 % interval. Dashed: 50 %.",
        "matrix": "",
        "fields": "Down: the health. Across: the corners.",
        "numbers": "Band: 95 % interval.",
        "band": "Band: nine of ten winners.",
    }
    plain = Chart("intervals", "Cost", "points", SCORES, 0.0)
    assert charts.legend(plain).endswith("Dashed: 0.")


def test_labels_have_room_and_no_more_than_for_26_letters():
    assert charts._padding(CHARTS["intervals"]) == {"left": 30, "right": 10, "top": 4, "bottom": 4}
    # two fields of 40 side by side are not drawn as wide as a page
    assert charts._padding(CHARTS["matrix"]) == {"left": 5, "right": 11 + 140, "top": 5, "bottom": 4}
    wide = Chart("matrix", "", "", FIELDS, across=9)
    assert charts._padding(wide)["right"] == 11
    assert charts._padding(CHARTS["curve"]) == {"left": 4, "right": 10, "top": 4, "bottom": 4}


def test_fields_are_the_stronger_the_higher_the_score():
    def field(place, value, line=0.5):
        chart = Chart("matrix", "", "", FIELDS, line, True, 2)
        return charts._field(chart, ["a", "b"], place, Bar("", value, 0.0, 1.0))

    assert field(1, 0.6) == {"row": "a", "column": "b", "strength": pytest.approx(0.2), "said": "60"}
    assert field(2, 0.9)["strength"] == 0.5
    assert field(2, 0.5)["strength"] == field(2, 0.3)["strength"] == 0.0
    assert field(3, 0.9) == {"row": "b", "column": "b", "strength": 0.0, "said": ""}
    assert field(1, 0.1, None)["strength"] == pytest.approx(0.2)
