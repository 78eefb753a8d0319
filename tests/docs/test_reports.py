"""The Python of docs/reports.md runs as written, and docs/report-figures.md names the figures as the code does."""

import re

import pytest

from sandtable.lab.statistics import metrics
from tests.house.tree import ROOT
from tests.lab.frames import rows

PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
FIGURES = (ROOT / "docs" / "report-figures.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_python_of_the_page_runs(capsys):
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"All Out Assault \d+ findings", printed[0])
    assert printed[1] == "True True"
    assert re.fullmatch(r"going first scores \d+\.\d.%.±.\d+\.\d", printed[2])
    assert printed[3] == "[0.33 0.33 0.33]"


@pytest.mark.parametrize(
    "metric",
    [
        metrics.branching,
        metrics.draws,
    ],
)
def test_every_figure_is_in_the_table(metric):
    frame = rows(*[{"score_0": score, "luck": luck} for score in (1.0, -1.0) for luck in (0.1, -0.2)] * 4)
    assert f"| {metric(frame).name}" in FIGURES
