"""A study's page says when, how and with what it was made; here a small one is."""

import re

import pytest

from tests.studies import __main__ as studies
from tests.studies import reports


@pytest.mark.long
def test_a_page_names_date_command_version_and_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "PAGES", tmp_path / "studies")
    for name, value in {"REPORTS": 3, "PAIRS": 10, "TRUTH": 12, "LEAST": 0.0}.items():
        monkeypatch.setattr(reports, name, value)
    studies.main(["reports"])
    page = (tmp_path / "studies" / "reports.md").read_text(encoding="utf-8")
    assert page.startswith("# Hundreds of reports\n\n20")
    assert "`python -m tests.studies reports`, Sandtable 0." in page
    held = re.findall(r"^\| .* \| 3 \| (\d+\.\d) % \|$", page, re.MULTILINE)
    assert len(held) > 10
    assert set(held) <= {"0.0", "33.3", "66.7", "100.0"}


@pytest.mark.long
def test_intervals_that_hold_the_truth_too_seldom_are_a_fault(monkeypatch):
    for name, value in {"REPORTS": 2, "PAIRS": 10, "TRUTH": 10, "LEAST": 1.1}.items():
        monkeypatch.setattr(reports, name, value)
    with pytest.raises(AssertionError, match="too seldom"):
        list(reports.run())


def test_a_study_that_there_is_not_is_refused():
    with pytest.raises(SystemExit, match="no study cats; the studies are kills, matches, reports"):
        studies.main(["cats"])
