"""The figures of a report as a table for spreadsheets: every figure as it is, and no cell that is taken for a formula."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from msgspec import structs

import sandtable.lab.report
from sandtable.lab.report import document
from sandtable.lab.report.document import Section
from sandtable.lab.statistics.stats import Figure
from tests.lab.test_report_details import made_report

SHIPPED = sorted((Path(sandtable.lab.report.__file__).parent / "shipped").glob("*.json"))


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_the_table_holds_all_figures(file):
    report = document.read(file.read_text(encoding="utf-8"))
    head, *rows = csv.reader(StringIO(document.table(report), newline=""))
    assert head == ["section", "figure", "value", "low", "high", "pairs", "unit"]
    found = [
        (f"{section}: {name}", Figure(name, *map(float, (value, low, high)), int(pairs), unit))
        for section, name, value, low, high, pairs, unit in rows
    ]
    assert found == list(report.figures())


@pytest.mark.parametrize("name", ['=HYPERLINK("x")', "+1", "-1", "@x", "\t=1", "\r=1"])
def test_no_cell_is_a_formula(name):
    section = Section("play", name, "", [Figure(name, -0.5, -0.75, 0.0, 9, name)])
    table = document.table(structs.replace(made_report(), sections=[section]))
    _, (*cells, unit) = csv.reader(StringIO(table, newline=""))
    assert cells == [f"'{name}", f"'{name}", "-0.5", "-0.75", "0.0", "9"]
    assert unit == f"'{name}"
