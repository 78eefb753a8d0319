"""Figures as text."""

from math import inf

from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import aligned, percent, plain, points, signed


def figure(value: float, half: float) -> Figure:
    return Figure("made", value, value - half, value + half, 10)


def test_columns_stand_below_each_other():
    assert aligned([["name", "n"], ["a", "10"], ["longer", ""]]) == ["name     n", "a       10", "longer"]
    assert aligned([["a", "b", "c"], ["aa", "bb", "cc"]], left=2) == ["a   b    c", "aa  bb  cc"]


def test_figures_show_their_interval():
    assert percent(figure(0.5, 0.025)) == "50.0% (47.5 - 52.5)"
    assert points(figure(0.021, 0.013)) == "+2.1 ±1.3"
    assert points(figure(-0.0001, 0.01)) == "+0.0 ±1.0"
    assert plain(figure(12.345, 0.5)) == "12.35 ±0.50"
    assert plain(figure(1234.5, 10.0)) == "1234 ±10"
    assert plain(figure(94.02, 6.3)) == "94.0 ±6.3"
    assert plain(figure(2.2611, 0.0957)) == "2.261 ±0.096"
    assert plain(figure(7.0, 0.0)) == "7 ±0"
    assert plain(figure(7.25, inf)) == "7.25 ±inf"
    assert signed(figure(2.5, 1.0)) == "+2.5 ±1.0"
    assert signed(figure(-2.5, 1.0)) == "-2.5 ±1.0"
