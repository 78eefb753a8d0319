"""A page whose connection has died without a word notices, comes back by itself, and loses no move."""

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.relay import relaying
from tests.web.conftest import EVERY, Opener
from tests.web.page_player import Stranger
from tests.web.test_my_tables import post

KEEP = "(seat) => localStorage.setItem('sandtable.seats', JSON.stringify([seat]))"


def sit_down(page: Page, there: str) -> dict[str, Any]:
    """A table that a friend has joined, opened at the address `there` in the first seat, with a clock of the page's own."""
    opened = post(page, "/tables", game="assault", opponent="friend", name="Ann")
    post(page, f"/invites/{opened['invite']}", name="Bob")
    page.goto(f"{there}/favicon.svg")
    seat = {"table": opened["table"], "game": "assault", "seat": 0, "token": opened["tokens"][0]}
    page.evaluate(KEEP, seat)
    page.clock.install()
    page.goto(f"{there}/g/{opened['table']}")
    expect(page.get_by_role("button", name="Brutal")).to_be_visible()
    return seat


def moves(page: Page, seat: dict[str, Any]) -> int:
    """How many moves the match at a table has."""
    answer = page.request.get(
        f"/api/v1/tables/{seat['table']}/at/0", headers={"Authorization": f"Bearer {seat['token']}"}
    )
    return int(answer.json()["last_ply"])


def test_a_move_on_a_dead_connection_arrives_within_ten_seconds_and_once(open_page: Opener, address: str):
    page = open_page("/settings", shared=False)
    with relaying(address) as relay:
        seat = sit_down(page, relay.address)
        relay.freeze()
        page.get_by_role("button", name="Brutal").click()
        page.get_by_role("button", name="Confirm", exact=True).click()
        assert moves(page, seat) == 0
        page.clock.run_for(5_500)
        # the numbers of both pawns, each a move
        expect(page.get_by_role("button", name="Navy 2 gets its numbers.")).to_be_visible()
        assert moves(page, seat) == 2
        expect(page.get_by_text("No connection.")).to_have_count(0)


def test_a_page_that_comes_back_sees_what_it_has_missed(open_page: Opener, address: str):
    page = open_page("/settings", shared=False)
    with relaying(address) as relay:
        seat = sit_down(page, relay.address)
        relay.freeze()
        # meanwhile, in another window
        other = open_page("/settings", shared=False)
        other.evaluate(KEEP, seat)
        other.goto(f"/g/{seat['table']}")
        Stranger(other).set_up()
        assert page.get_by_role("button", name="Brutal").is_visible()
        page.evaluate("() => dispatchEvent(new Event('focus'))")
        page.clock.run_for(3_500)
        expect(page.get_by_role("button", name="Brutal")).to_have_count(0)


def test_where_nothing_gets_through_the_page_says_so_and_goes_on_by_itself(open_page: Opener, address: str):
    page = open_page("/settings", shared=False)
    with relaying(address) as relay:
        sit_down(page, relay.address)
        relay.frozen = True
        relay.freeze()
        # it asks now and then, and waits a while for the answer
        page.clock.run_for(15_500)
        page.clock.run_for(5_500)
        expect(page.get_by_text("No connection.")).to_be_visible()
        relay.frozen = False
        page.clock.run_for(41_000)
        expect(page.get_by_text("No connection.")).to_have_count(0)
        expect(page.get_by_role("button", name="Brutal")).to_be_enabled()


def test_behind_a_proxy_that_drops_upgrade_the_page_says_what_is_wrong(browser: Browser, address: str):
    # a window of its own: the browser reports each socket that fails
    width, height = EVERY["low phone"]
    context = browser.new_context(base_url=address, viewport={"width": width, "height": height})
    page = context.new_page()
    with relaying(address, drops_upgrade=True) as relay:
        opened = post(page, "/tables", game="assault", opponent="friend", name="Ann")
        page.goto(f"{relay.address}/g/{opened['table']}")
        told = page.locator("p[role=alert]")
        expect(told).to_contain_text("A proxy in between probably blocks them")
        expect(told).to_contain_text("Retrying.")
    context.close()
