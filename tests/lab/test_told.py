"""What reports on a few settings say, whole: every sentence, figure, mark of a chart and row of a table is what it was.

Where it is meant to change, have the files rewritten (see `tests/golden_text.py`) and read the difference.
"""

import json
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable as st
from sandtable.lab.report.document import Report
from sandtable.lab.report.experiments import run_jobs
from sandtable.lab.report.findings import report_on
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Serial
from tests.golden_text import hold
from tests.markers import quick

FOLDER = Path(__file__).parent / "shown"
# game -> settings with which matches are short, and pairs, few enough that some things are not known yet
REPORTS: dict[str, tuple[dict[str, Any], int]] = {
    "assault": ({"health": 6, "round_cap": 40}, 60),
    "optio": ({"reveal_after": 12}, 20),
}
# digits that another processor's arithmetic leaves alone, of a number and behind the point: what should be 0 is so nearly
DIGITS, PLACES = 5, 9


def rounded(value: Any) -> Any:
    """The same with numbers of few digits."""
    match value:
        case float():
            # plus zero: there is no -0
            return round(float(f"{value:.{DIGITS}g}"), PLACES) + 0.0
        case dict():
            return {key: rounded(one) for key, one in value.items()}
        case list():
            return [rounded(one) for one in value]
        case _:
            return value


def lines(report: Report) -> list[str]:
    """A line for each finding, and each figure, chart, table and heat map of each section."""
    made = rounded(msgspec.to_builtins(report))
    found = [*made["findings"]]
    for section in made["sections"]:
        found += [{key: section[key] for key in ("id", "title", "text")}, *section["figures"]]
        found += [*section["charts"], *section["tables"], section["heat"]]
    found += [{key: one[key] for key in ("name", "title", "text", "seats")} for one in made["examples"]]
    return [json.dumps(one, ensure_ascii=False) for one in found if one]


@pytest.mark.parametrize("game", quick("assault", of=REPORTS))
def test_what_a_report_says_is_what_it_said(game: str) -> None:
    settings, pairs = REPORTS[game]
    trial = trials.make(st.load(game, **settings), ("1", "1"), 3)
    report = report_on(trial, pairs, partial(run_jobs, backend=Serial()), top=1, at=(1,))
    hold(FOLDER / f"{game}.txt", "\n".join([*lines(report), ""]))
