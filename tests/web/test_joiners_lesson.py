"""What ROUT! teaches away from the table, in a real browser: the practice bench and the lesson."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener
from tests.web.page_player import tap_in_sight
from tests.web.rout_player import Flicker

# no block that the bench shows lies under what is said of the step
UNCOVERED = """
() => {
  const floor = document.querySelector("[data-decision]")?.getBoundingClientRect().top;
  const bench = document.querySelector("[data-testid=bench]")?.getBoundingClientRect();
  const all = [...document.querySelectorAll("[data-place]")].map((one) => one.getBoundingClientRect());
  const shown = all.filter(({ top, bottom }) => bottom > bench.top && top < bench.bottom);
  return shown.length > 0 && shown.every(({ top, bottom }) => top >= 0 && bottom <= floor);
}
"""
IVORY_TURN, IVORY_PACE, INK_TURN = (
    "Ivory's error in direction",
    "Ivory's error in speed",
    "Ink's error in direction",
)


@pytest.mark.long
def test_practice_measures_the_hand_and_fills_the_form_for_a_match(open_page: Opener):
    page = open_page("/rout/practice", "phone", bypass_csp=True)
    finger, pad = Flicker(page), page.get_by_test_id("pad")
    # on the bench of a match
    expect(pad.locator("canvas[data-picture]")).to_be_visible()
    assert violations(page) == []
    pad.scroll_into_view_if_needed()
    box = page.get_by_test_id("block").bounding_box()
    assert box
    block = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for n in range(10):
        expect(page.get_by_test_id("told")).to_contain_text(f"Flick {n + 1} toward")
        finger.swipe(block, ((n % 5 - 2) * 12, -80))
        # where it went is seen before the next one is due
        expect(page.get_by_test_id("told")).to_contain_text(re.compile(r"\d° to the (left|right), \d+ % too"))
        # so soon after the swipe a finger would not be there again
        page.get_by_role("button", name="Next flick").click()
    hand = page.get_by_test_id("hand")
    expect(hand).to_contain_text(re.compile(r"Your hand is off by \d+\.\d° and \d+ %"))
    told = hand.get_by_role("heading").inner_text()
    page.reload()
    expect(hand.get_by_role("heading")).to_have_text(told)
    assert violations(page) == []
    assert sideways(page) <= 0
    # the form for a table against the computer offers the same hand
    page.goto("/new/rout")
    page.get_by_role("button", name="Match the computer to my skill").tap()
    expect(page.get_by_text("The computer's hand is as steady as yours in practice")).to_be_visible()
    page.go_back()
    link = hand.get_by_role("link", name="Play a computer as steady as you")
    address = link.get_attribute("href") or ""
    numbers = dict(part.split("=") for part in address.partition("?")[2].split("&"))
    link.click()
    page.get_by_role("heading", name="New table: ROUT!").wait_for()
    for label, name in (
        (IVORY_TURN, "ivory_turn"),
        (IVORY_PACE, "ivory_pace"),
        (INK_TURN, "ink_turn"),
    ):
        field = page.get_by_role("spinbutton", name=re.compile(f"^{label}"))
        expect(field).to_have_value(numbers[name])


def swipe_the_first_block(page: Page) -> None:
    """Too hard at first, so that the page says so, then gently enough."""
    box = page.locator("[data-place]").bounding_box()
    assert box
    finger, behind = Flicker(page), (box["x"] + 12, box["y"] + 36)
    finger.swipe(behind, (0, -200), step=0.004)
    expect(page.locator("strong", has_text="over the edge")).to_be_visible()
    finger.swipe(behind, (0, -90))
    expect(page.get_by_role("heading", name="Line up")).to_be_visible()


def test_the_lesson_leads_to_its_end(open_page: Opener):
    page = open_page("/learn/rout?renderer=canvas", "phone", bypass_csp=True)
    page.get_by_role("button", name="Start the lesson").tap()
    flick = page.get_by_role("button", name=re.compile("^Flick "))
    swipe_the_first_block(page)
    page.get_by_test_id("formation").first.tap()
    page.get_by_role("button", name="Confirm", exact=True).tap()
    page.get_by_role("button", name="Move", exact=True).tap()
    page.get_by_role("button", name="Aim 5 degrees further left").tap()
    flick.tap()
    # not what the lesson wants: it says so
    expect(page.locator("strong", has_text="That would only move the archer")).to_be_visible()
    page.get_by_role("button", name="Range", exact=True).tap()
    page.get_by_text("Details").tap()
    page.get_by_test_id("target").filter(has_text="Ink's cavalry").tap()
    assert violations(page) == []
    flick.tap()
    expect(page.get_by_role("heading", name="Rout it")).to_be_visible()
    if not page.get_by_test_id("target").first.is_visible():
        page.get_by_text("Details").tap()
    page.get_by_test_id("target").filter(has_text="roken").tap()
    page.get_by_role("slider", name="Power").fill("80")
    flick.tap()
    # the letters on the table say which is which
    for number, letter in enumerate("AB"):
        expect(page.get_by_test_id("broken").nth(number)).to_have_accessible_name(f"Broken block {letter}")
    assert page.get_by_test_id("letter").all_text_contents() == ["B", "A"]
    page.get_by_test_id("broken").nth(0).tap()
    page.get_by_role("button", name="Turn it face up").tap()
    expect(page.locator("strong", has_text="Yours is on your side")).to_be_visible()
    page.get_by_test_id("broken").nth(1).tap()
    page.get_by_role("button", name="Turn it face up").tap()
    assert sideways(page) <= 0
    page.get_by_role("button", name="Finish").tap()
    expect(page.get_by_role("heading", name="That's the game!")).to_be_visible()


def test_what_a_step_is_about_is_above_it_on_a_low_phone(open_page: Opener):
    page = open_page("/learn/rout?renderer=canvas", "low phone")
    page.get_by_role("button", name="Start the lesson").tap()
    page.wait_for_function(UNCOVERED)
    swipe_the_first_block(page)
    tray = page.locator("[data-place]:not([data-place^=block])")
    expect(tray).to_have_count(3)
    page.wait_for_function(UNCOVERED)
    tap_in_sight(page, page.get_by_test_id("formation").first)
    tap_in_sight(page, page.get_by_role("button", name="Confirm", exact=True))
    expect(page.locator("[data-place^=block]")).to_have_count(6)
    page.wait_for_function(UNCOVERED)
