"""A browser never loses a seat without a word: where it stores nothing, or where an invitation is opened again."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.markers import quick
from tests.web.accessibility import sideways
from tests.web.conftest import PATIENCE, Opener
from tests.web.page_player import DECISION
from tests.web.test_my_tables import post

# a browser that lets no page of this site store anything, and one whose store is full
BLOCKED = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("Access is denied", "SecurityError"); } });
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("The quota has been exceeded", "QuotaExceededError"); };
"""
# a page on plain http has no clipboard; nor may every one copy what it has selected
# collects everything that is announced
LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) window.heard.push(target.textContent.trim());
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
PLAIN = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
FORBIDDEN = f"{PLAIN} document.execCommand = () => false;"

SELECTED = "({ activeElement: at }) => at.value.slice(at.selectionStart, at.selectionEnd)"


def way_back(page: Page) -> str:
    return page.get_by_role("textbox", name=re.compile("Your seat link")).first.input_value()


@pytest.mark.parametrize("store", [BLOCKED, FULL])
def test_who_opens_a_table_in_a_browser_that_stores_nothing_plays_and_is_told(open_page: Opener, store: str):
    page = open_page("/settings", "low phone", shared=False)
    page.add_init_script(store)
    page.goto("/play/assault")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/g/*")
    # as the owner, not as a spectator
    expect(page.locator(DECISION).get_by_role("button").first).to_be_enabled()
    told = page.get_by_role("region", name="This browser can't save your seat")
    expect(told).to_be_visible()
    assert sideways(page) <= 0
    other = open_page(way_back(page), shared=False)
    expect(other.locator(DECISION).get_by_role("button").first).to_be_enabled()
    told.get_by_role("button", name="I've saved it").click()
    expect(told).to_have_count(0)
    # it is in the list as long as the page is not closed
    page.get_by_role("link", name="Sandtable").first.click()
    expect(page.get_by_role("region", name="My tables").get_by_role("link")).to_have_count(1)


@pytest.mark.parametrize("store", quick(FULL, of=[BLOCKED, FULL]))
def test_a_device_that_two_share_is_offered_the_way_back_to_both_seats(open_page: Opener, store: str):
    page = open_page("/settings", shared=False)
    page.add_init_script(store)
    page.goto("/new/assault")
    page.get_by_text("Hot seat", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name=re.compile("continue")).click()
    told = page.get_by_role("region", name="This browser can't save your seat")
    expect(told.get_by_role("textbox", name=re.compile("Seat link for"))).to_have_count(2)


def test_who_opens_an_invitation_again_is_told_the_way_back(open_page: Opener):
    host = open_page("/settings", shared=False)
    opened = post(host, "/tables", game="assault", opponent="friend", name="Ann")
    own = {"table": opened["table"], "game": "assault", "seat": 0, "token": opened["tokens"][0]}
    keep = "(seat) => localStorage.setItem('sandtable.seats', JSON.stringify([seat]))"
    host.evaluate(keep, {**own, "invite": opened["invite"]})
    host.goto(f"/j/{opened['invite']}")
    expect(host.get_by_text("Send your friend the link to this page.")).to_be_visible()
    guest = open_page(f"/j/{opened['invite']}", shared=False)
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    guest.get_by_role("button", name="Brutal").wait_for()
    link = way_back(guest)
    # in the same browser
    for page in (host, guest):
        page.goto(f"/j/{opened['invite']}")
        expect(page.get_by_text("You already have a seat at this table.")).to_be_visible()
        page.get_by_role("link", name="Back to your seat").click()
        expect(page.get_by_role("button", name="Brutal")).to_be_enabled()
    # and in another
    elsewhere = open_page(f"/j/{opened['invite']}", shared=False)
    expect(elsewhere.get_by_text("Did you take it in another browser or on another device?")).to_be_visible()
    expect(elsewhere.get_by_text("to your friend")).to_have_count(0)
    asked: list[str] = []
    elsewhere.on("request", lambda request: asked.append(request.url))
    elsewhere.goto(link)
    expect(elsewhere.get_by_role("button", name="Brutal")).to_be_enabled()
    assert len([url for url in asked if url.endswith("/return")]) == 1


def test_a_link_is_copied_on_plain_http_too(open_page: Opener):
    page = open_page("/settings", shared=False)
    page.add_init_script(PLAIN)
    page.goto("/play/assault")
    page.get_by_role("button", name="Start").click()
    # the computer's next move may be announced right after it
    page.evaluate(LISTEN)
    page.get_by_role("button", name=re.compile("Copy: Your seat link")).click()
    page.wait_for_function("window.heard.includes('Copied.')", timeout=PATIENCE)
    link = way_back(page)
    page.goto("/settings")
    field = page.get_by_role("textbox", name="Your name")
    field.evaluate("(one) => one.removeAttribute('maxlength')")
    field.fill("")
    field.press("Control+v")
    expect(field).to_have_value(link)


def test_what_cannot_be_copied_is_selected_and_said(open_page: Opener):
    page = open_page("/settings", shared=False)
    page.add_init_script(FORBIDDEN)
    page.goto("/play/assault")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name=re.compile("Copy: Your seat link")).click()
    expect(page.get_by_text("Your browser blocked copying.").first).to_be_visible()
    assert page.evaluate_handle("document").evaluate(SELECTED) == way_back(page)
    # a password could not be copied by hand
    expect(page.get_by_role("textbox", name=re.compile("Your seat link"))).to_have_attribute("type", "text")
    page.goto("/optio/maps")
    page.locator("summary", has_text="Download, copy or import").click()
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_text("Copy the text from the field below.").first).to_be_visible()
