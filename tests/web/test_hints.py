"""Hints in practice matches against the computer, by touch on a low phone and by keys."""

import re

from playwright.sync_api import Page, expect

from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener

PRACTICE = {"opponent": "computer", "take_back": "any", "name": "Ada", "level": 0}
CHANCE = re.compile(r"(About|Less than|More than) \d+ in 100")


def at_table(page: Page, game: str) -> None:
    """Opens a practice table against the computer and takes its seat."""
    answer = page.request.post("/api/v1/tables", data={"game": game, **PRACTICE})
    page.goto(f"/r#{answer.json()['tokens'][0]}")
    page.wait_for_url("**/g/*")


def test_a_move_is_shown_and_another_is_judged_by_touch(open_page: Opener):
    page = open_page("/", "low phone", bypass_csp=True)
    at_table(page, "assault")
    page.get_by_role("button", name="Confirm").tap()
    panel, hint = (
        page.get_by_test_id("hints"),
        page.get_by_role("button", name=re.compile(r"^Hint \(3 left\)")),
    )
    hint.tap()
    expect(panel.get_by_text("A hint makes it a practice match.")).to_be_visible()
    panel.get_by_role("button", name="Show me a good move").tap()
    expect(panel).to_contain_text(CHANCE)
    expect(panel.get_by_text("2 hints left")).to_be_visible()
    expect(page.locator("[data-tile] rect[stroke='#f2b84b']")).to_have_count(1)
    assert (violations(page), sideways(page)) == ([], 0)
    # what is chosen next is judged and not played
    before = page.locator(".scrubber input").get_attribute("max")
    panel.get_by_role("button", name="How good is my move?").tap()
    page.get_by_role("button", name="Navy 1 first").tap()
    expect(panel).to_contain_text(re.compile("Good:|Not clearly different|it costs about"))
    expect(panel.get_by_text("1 hint left")).to_be_visible()
    assert page.locator(".scrubber input").get_attribute("max") == before
    panel.get_by_role("button", name="Play it").tap()
    expect(page.locator(".scrubber input")).not_to_have_attribute("max", before or "")
    expect(panel).to_have_count(0)


def test_a_hint_by_keys(open_page: Opener):
    page = open_page("/", "desk", bypass_csp=True)
    at_table(page, "assault")
    page.get_by_role("button", name="Confirm").press("Enter")
    page.get_by_role("button", name=re.compile(r"^Hint \(3 left\)")).press("Enter")
    panel = page.get_by_test_id("hints")
    expect(panel).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Show me a good move")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text(CHANCE)
    expect(page.locator("[aria-live]").filter(has_text=CHANCE)).to_have_count(1)
    # the answer is about this position only: undoing the next move doesn't bring the panel back
    first = page.get_by_role("button", name="Navy 1 first")
    first.press("Enter")
    expect(panel).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Undo")).press("Enter")
    expect(first).to_be_visible()
    expect(panel).to_have_count(0)
    page.get_by_role("button", name=re.compile(r"^Hint \(2 left\)")).press("Enter")
    expect(panel).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(panel).to_have_count(0)
