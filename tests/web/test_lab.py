"""The lab's pages: a report is found from the first page, reads well on any screen, and its matches open at the table."""

import re

import pytest
from playwright.sync_api import expect

from tests.quick import quick
from tests.web.conftest import Opener
from tests.web.sight import sideways, violations


@pytest.mark.parametrize(
    ("size", "scheme"), quick(("small phone", "dark"), of=[("small phone", "dark"), ("desk", "light")])
)
def test_axe_finds_nothing_in_the_lab(open_page: Opener, size: str, scheme: str):
    page = open_page("/lab", size, color_scheme=scheme, bypass_csp=True)
    page.get_by_role("link", name=re.compile("Read the report")).first.wait_for()
    assert violations(page) == []
    assert sideways(page) <= 0
    page.get_by_role("link", name=re.compile("Read the report")).first.click()
    page.get_by_role("heading", name="How it was made").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations(page) == []
    assert sideways(page) <= 0


def test_a_report_is_found_and_read_and_its_match_watched(open_page: Opener):
    page = open_page("/", "phone")
    page.get_by_role("link", name="What the lab found out about the games").tap()
    page.get_by_role("link", name=re.compile("Read the report")).first.tap()
    expect(page.get_by_role("heading", name="What else was found")).to_be_visible()
    expect(page.get_by_role("img", name="Who scores")).to_be_visible()
    # a finding leads to its part
    page.get_by_role("link", name="How long it takes").first.tap()
    expect(page.get_by_role("heading", name="How long it takes")).to_be_in_viewport()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this page").tap()
    assert "<article" in saved.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Watch The longest match").tap()
    expect(page).to_have_url(re.compile(r"/g/lab-\w+-longest\?ply=0$"))
    replay = page.get_by_role("group", name="Replay")
    expect(page.get_by_text(re.compile(r"^Looking at move 0 of \d+"))).to_be_visible()
    replay.get_by_role("button", name="One move forward").tap()
    expect(page.get_by_text(re.compile(r"^Looking at move 1 of \d+"))).to_be_visible()
    page.get_by_text("Fair dice").tap()
    expect(page.get_by_text("This match was played in the lab")).to_be_visible()
    # back is where the reader left the report
    page.go_back()
    expect(page.get_by_role("link", name="Watch The longest match")).to_be_in_viewport()


def test_a_report_that_there_is_not_is_said_so(open_page: Opener):
    page = open_page("/lab/nothing", "phone")
    expect(page.get_by_role("alert").get_by_text("There is no such report.")).to_be_visible()
    page.get_by_role("link", name="All reports").tap()
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()
