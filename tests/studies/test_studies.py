"""A study's page says when, how and with what it was made; here a small one is."""

import contextlib
import re
from types import SimpleNamespace

import pytest

from sandtable.lab.run import ladder
from sandtable.lab.run.backends import Serial
from sandtable.lab.statistics import chances
from tests.studies import __main__ as studies
from tests.studies import claims, levels, longest, reports, workers


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


def test_all_pages_of_one_run_name_the_sources_as_they_were_when_it_began(tmp_path, monkeypatch):
    told = iter(["1a2b3c4", "1a2b3c4-dirty"])
    monkeypatch.setattr(studies, "check_output", lambda *_, **__: next(told))
    monkeypatch.setattr(studies, "PAGES", tmp_path)
    monkeypatch.setattr(
        studies, "STUDIES", {name: (name.capitalize(), lambda: ["As it is."]) for name in ("cats", "dogs")}
    )
    studies.main([])
    pages = [(tmp_path / f"{name}.md").read_text(encoding="utf-8") for name in ("cats", "dogs")]
    assert all(" at 1a2b3c4, Python" in page for page in pages)


@pytest.mark.long
def test_intervals_that_hold_the_truth_too_seldom_are_a_fault(monkeypatch):
    for name, value in {"REPORTS": 2, "PAIRS": 10, "TRUTH": 10, "LEAST": 1.1}.items():
        monkeypatch.setattr(reports, name, value)
    with pytest.raises(AssertionError, match="too seldom"):
        list(reports.run())


@pytest.mark.study
def test_the_tests_that_take_longest_are_counted_and_one_that_fails_is_a_fault(monkeypatch, tmp_path):
    monkeypatch.setattr(
        longest, "CHOSEN", ("tests/lab/test_metagame.py", "tests/search/test_stages.py", "-k", "rock")
    )
    assert list(longest.run())[2:] == ["| lab | 1 |"]
    fails = tmp_path / "test_it.py"
    fails.write_text("def test_it():\n    assert 'it' == 'this'\n", encoding="utf-8")
    monkeypatch.setattr(longest, "CHOSEN", (str(fails),))
    with pytest.raises(AssertionError, match="'it' == 'this'"):
        list(longest.run())


def test_a_study_that_there_is_not_is_refused():
    with pytest.raises(
        SystemExit, match="no study cats; the studies are claims, kills, levels, longest, matches, reports"
    ):
        studies.main(["cats"])


def test_reports_on_a_known_game_are_seldom_wrong(monkeypatch):
    for name, value in {"REPORTS": 3, "PAIRS": 60}.items():
        monkeypatch.setattr(claims, name, value)
    monkeypatch.setattr(chances, "REFITS", 2)
    lines = list(claims.run())
    assert lines[0].endswith("each from 60 pairs.\n")
    assert len(lines) == 3 + len(claims.claims())


def test_a_claim_that_is_wrong_too_often_is_a_fault(monkeypatch):
    always = claims.Claim("this is wrong", 0, lambda _report: True)
    monkeypatch.setattr(claims, "claims", lambda: [always])
    monkeypatch.setattr(claims, "report", lambda _seed, _edge: None)
    monkeypatch.setattr(claims, "REPORTS", 4)
    with pytest.raises(AssertionError, match="wrong more often than 5 %: \\['this is wrong'\\]"):
        list(claims.run())


def test_the_shares_of_luck_of_the_known_game():
    # worked out by hand: of 100 faces 35 win always, 15 three times in four, 15 once in four
    alone, choice, both = claims.luck()
    assert alone == pytest.approx((2 * 0.35 * 0.25 + 2 * 0.15 * 0.0625) / 0.25)
    assert choice == pytest.approx(2 * 0.25 * 0.15**2 / 0.25)
    assert alone + choice + both == pytest.approx(1.0)


def test_a_level_that_is_not_surely_stronger_is_a_fault(monkeypatch):
    upside_down = ladder.run("assault", 2, players=[1, "random"], backend=Serial())
    monkeypatch.setattr(levels, "ladder", lambda _game, _pairs: upside_down)
    with pytest.raises(AssertionError, match=r"not surely stronger than those below: \['assault random'"):
        list(levels.run())


def test_actions_that_are_seen_too_late_at_the_other_server_are_a_fault(monkeypatch):
    async def slow(_place, moves):
        return [0.01] * (moves // 2) + [0.2] * (moves // 2)

    nowhere = SimpleNamespace(create=lambda name: name)
    monkeypatch.setattr(workers, "cluster", lambda: contextlib.nullcontext(nowhere))
    monkeypatch.setattr(workers, "seen_elsewhere", slow)
    told = workers.run()
    assert "after 200 ms (median of 1000 actions" in next(told)
    with pytest.raises(AssertionError, match="seen too late at the other server"):
        next(told)
