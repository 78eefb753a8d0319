"""The first minute with a game, in a real browser: what is said before the first tap, what is chosen already, an invitation."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from sandtable.games import spec
from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener
from tests.web.page_player import tap_in_sight


def test_one_tap_begins_with_what_is_prepared(open_page: Opener):
    page = open_page("/", "small phone", bypass_csp=True)
    page.get_by_role("link", name="Rush against the computer").tap()
    expect(page.get_by_text(spec("rush").summary)).to_be_visible()
    expect(page.get_by_text("against the computer: Easy (Amateur).")).to_be_visible()
    begin = page.get_by_role("button", name="Start")
    expect(begin).to_be_in_viewport()
    assert violations(page) == []
    assert sideways(page) <= 0
    begin.tap()
    page.wait_for_url(re.compile("/g/[^?]+$"))
    expect(page.get_by_label("Log and table")).to_contain_text("Home lines up in the balanced formation")


def test_both_armies_are_in_sight_above_the_button_that_begins(open_page: Opener):
    page = open_page("/play/optio", "low phone")
    for side in ("Navy", "Oxblood"):
        army = page.get_by_role("group", name=f"{side}'s army")
        expect(army).to_be_in_viewport(ratio=1)
        expect(army).to_contain_text("Good ground")
    expect(page.get_by_role("button", name="Start")).to_be_in_viewport(ratio=1)


def test_numbers_that_are_dealt_are_not_shown_to_be_assigned_first(open_page: Opener):
    page = open_page("/play/assault", "small phone", shared=False)
    # looks at every picture of the page
    page.evaluate(
        """() => {
          const look = () => {
            window.assigned ||= document.getElementById("setup-heading") !== null;
            requestAnimationFrame(look);
          };
          look();
        }"""
    )
    page.get_by_role("button", name="Start").tap()
    expect(
        page.get_by_role("button", name="Navy 1 first").or_(page.get_by_text("The computer is choosing."))
    ).to_be_visible()
    assert page.evaluate("window.assigned") is False


def test_the_menu_of_a_phone_leads_everywhere_and_closes(open_page: Opener):
    page = open_page("/settings", "small phone", bypass_csp=True)
    menu, places = (
        page.get_by_role("button", name="Menu"),
        page.get_by_role("navigation", name="Site").get_by_role("list"),
    )
    expect(places).to_be_hidden()
    menu.tap()
    expect(places).to_be_visible()
    assert (violations(page), sideways(page)) == ([], 0)
    page.keyboard.press("Escape")
    expect(places).to_be_hidden()
    # what there is to draw and to print is one tap away, and the documentation only if the host has set its address
    expect(places.get_by_role("link", name="Docs")).to_have_count(0)
    for name, game, first in (
        ("Maps and boards", "All Out Assault", "Draw a board"),
        ("Print", "ROUT!", "Print"),
    ):
        menu.tap()
        places.get_by_role("link", name=name).tap()
        entry = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=game))
        expect(entry.get_by_role("link", name=first)).to_be_in_viewport()
        assert (violations(page), sideways(page)) == ([], 0)
    menu.tap()
    places.get_by_role("link", name="Play").tap()
    expect(places).to_be_hidden()
    # two games fit on a screen of a phone
    expect(page.get_by_role("article", name="Rush")).to_be_visible()
    assert page.get_by_role("article", name="Rush").bounding_box()["height"] < 300
    page.get_by_role("link", name=re.compile("^Play a friend.*Rush")).tap()
    expect(page.get_by_role("radio", name=re.compile("^A friend"))).to_be_checked()


def test_the_header_leads_to_the_documentation_that_the_host_names(open_page: Opener):
    page = open_page("/settings", "desk", shared=False)
    docs = "https://docs.example.org/"
    said = {"open": True, "ready": True, "message": "Ready.", "docs": docs}
    page.route("**/api/v1/status", lambda route: route.fulfill(json=said))
    page.reload()
    site = page.get_by_role("navigation", name="Site")
    expect(site.get_by_role("link", name="Docs")).to_have_attribute("href", docs)
    names = ["Play", "Lab", "Maps and boards", "Print", "Dice", "Docs"]
    expect(site.get_by_role("listitem")).to_have_text(names)
    # a form in which a board is drawn at once
    site.get_by_role("link", name="Maps and boards").click()
    page.get_by_role("link", name="Draw a board").click()
    expect(page.get_by_role("button", name="Draw The board")).to_be_in_viewport()
    expect(page.get_by_role("group", name=re.compile("^Board, "))).to_be_visible()


def test_who_begins_before_the_game_has_come_gets_what_is_prepared_too(open_page: Opener):
    page = open_page("/settings", "phone", shared=False)
    held: list[Route] = []
    page.route("**/assets/rush-*.js", lambda route: held.append(route))
    page.goto("/play/rush")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("button", name="Setting up the table…")).to_be_visible()
    assert held
    for route in held:
        route.continue_()
    page.wait_for_url(re.compile("/g/[^?]+$"))
    expect(page.get_by_label("Log and table")).to_contain_text("Home lines up in the balanced formation")


def agree_on_another_match(open_page: Opener, host: Page, guest: Page) -> None:
    """Lets the guest propose another match as he sits down, which the host sees at once and says yes to."""
    guest.get_by_role("button", name="Propose different settings").tap()
    expect(guest.get_by_text("You take the seat at Ann's table")).to_be_visible()
    expect(guest.get_by_role("radio", name="A short match")).to_be_checked()
    assert (violations(guest), sideways(guest)) == ([], 0)
    guest.get_by_label("Your name").fill("Bob")
    guest.get_by_role("radio", name="Standard").tap()
    guest.get_by_role("button", name="Propose to Ann").tap()
    expect(guest.get_by_text("Waiting for Ann")).to_be_visible()
    asked = host.get_by_role("group", name="Offer waiting for an answer")
    expect(asked).to_contain_text("Bob (Visitor) asks to play with different settings:")
    expect(asked).to_contain_text("standard: 14 rushes")
    expect(asked.get_by_role("button", name="Accept")).to_be_in_viewport(ratio=1)
    watcher = open_page(host.url, "small phone")
    expect(watcher.get_by_role("group", name="Offer waiting for an answer")).to_contain_text("14 rushes")
    assert (sideways(host), sideways(watcher)) == (0, 0)
    left = host.url
    asked.get_by_role("button", name="Accept").tap()
    for page in (host, guest, watcher):
        page.wait_for_url(lambda url: url != left)
        expect(page.get_by_label("Players").get_by_text("Bob")).to_be_visible()
    assert host.url == guest.url == watcher.url


@pytest.mark.long
def test_an_invitation_says_what_is_played_and_a_seat_that_was_left_can_be_taken_again(open_page: Opener):
    host = open_page("/new/rush", "phone", bypass_csp=True)
    host.get_by_text("A friend", exact=True).tap()
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("radio", name="A short match").tap()
    assert violations(host) == []
    host.get_by_role("button", name="Open the table").tap()
    host.wait_for_url("**/g/*")
    code = host.evaluate("JSON.parse(localStorage.getItem('sandtable.seats'))[0].invite")

    guest = open_page(f"/j/{code}", "small phone", bypass_csp=True)
    for said in (
        "Ann invites you to play",
        spec("rush").summary,
        "6 rushes, counting both sides",
        "short: 6 rushes",
    ):
        expect(guest.get_by_text(said).first).to_be_visible()
    assert violations(guest) == []
    assert sideways(guest) <= 0

    agree_on_another_match(open_page, host, guest)
    # the old invitation and the list lead there too
    host.goto("/")
    tables = host.get_by_role("region", name="My tables").get_by_role("link")
    expect(tables).to_have_count(1)
    there = re.compile("/g/" + guest.url.rpartition("/")[2])
    expect(tables).to_have_attribute("href", there)
    guest.goto(f"/j/{code}")
    expect(guest.get_by_role("link", name="Back to your seat")).to_have_attribute("href", there)

    # the name is asked for once
    host.goto("/new/optio")
    host.get_by_text("A friend", exact=True).tap()
    expect(host.get_by_text("You play as Ann.")).to_be_visible()
    host.goto("/")
    # who leaves is asked, and told what stays; it can be undone, after a reload too
    expect(tables).to_contain_text("Rush against Bob")
    host.get_by_role("button", name="Remove this table").tap()
    expect(host.get_by_role("group", name="Remove this table?")).to_contain_text(
        "your opponent isn't notified"
    )
    host.get_by_role("button", name="Remove", exact=True).tap()
    expect(tables).to_have_count(0)
    host.reload()
    expect(host.get_by_text("You removed a Rush table.")).to_be_visible()
    assert (violations(host), sideways(host)) == ([], 0)
    host.get_by_role("button", name="Undo").tap()
    expect(tables).to_contain_text("Rush against Bob")
    host.reload()
    expect(tables).to_have_attribute("href", there)
    expect(host.get_by_role("button", name="Undo")).to_have_count(0)


def test_the_lesson_of_all_out_assault_points_at_nothing_off_the_screen(open_page: Opener):
    page = open_page("/learn/assault", "low phone")
    page.get_by_role("button", name="Start the lesson").tap()
    # the first thing to do is a duel
    tap_in_sight(page, page.get_by_role("button", name=re.compile("^Strength")))
    # there is little room, but what is tied must not be read as nobody's
    expect(page.get_by_test_id("odds").get_by_text("(defender picks)")).to_be_visible()
    tap_in_sight(page, page.get_by_role("button", name="Attack with Strength"))
    page.get_by_role("slider", name="Navy 1, Strength").press("6")
    tap_in_sight(page, page.get_by_role("button", name="Continue"))
    for step in ("Navy 1 first", re.compile("^Tile E3"), "Use Meditation"):
        tap_in_sight(page, page.get_by_role("button", name=step))
    page.get_by_role("button", name="Finish").tap()
    expect(page.get_by_role("heading", name="That's the game!")).to_be_visible()


@pytest.mark.parametrize("game", quick("rout", of=("assault", "optio", "rush", "rout")))
def test_a_table_is_opened_with_a_thumb_at_once(open_page: Opener, game: str):
    page = open_page(f"/new/{game}", "low phone")
    button = page.get_by_role("button", name="Open the table")
    expect(button).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("radio", name="Standard")).to_be_in_viewport()
    # what is chosen further down is not behind it
    page.get_by_role("radio", name="A friend").check()
    name = page.get_by_label("Your name")
    name.scroll_into_view_if_needed()
    name.fill("Ann")
    expect(button).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    button.tap()
    page.wait_for_url("**/g/*")


def test_a_setting_that_is_wrong_is_above_the_button(open_page: Opener):
    page = open_page("/new/rout", "low phone")
    page.get_by_text("More settings").tap()
    field, button = page.locator("#setting-width"), page.get_by_role("button", name="Open the table")
    field.fill("5")
    page.evaluate("scrollTo(0, 0)")
    button.tap()
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport(ratio=1)
    wrong, opens = field.bounding_box(), button.bounding_box()
    assert wrong
    assert opens
    assert wrong["y"] + wrong["height"] <= opens["y"]
