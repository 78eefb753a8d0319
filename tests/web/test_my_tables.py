"""The list of a person's tables on the first page: right for all of them, by itself, for one request each time it looks."""

import json
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.conftest import Opener

KEEP = "(seats) => localStorage.setItem('sandtable.seats', JSON.stringify(seats))"
HIDE = """
(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""


def post(page: Page, path: str, **body: Any) -> Any:
    """What the server answers, whoever asks."""
    answer = page.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def opened(page: Page, count: int) -> list[dict[str, Any]]:
    """Tables that wait for a friend, kept in the browser as it keeps them."""
    tables = [post(page, "/tables", game="assault", opponent="friend", name="Ann") for _ in range(count)]
    seats = [
        {
            "table": one["table"],
            "game": "assault",
            "seat": 0,
            "token": one["tokens"][0],
            "invite": one["invite"],
        }
        for one in tables
    ]
    page.evaluate(KEEP, seats)
    return tables


def join(page: Page, tables: list[dict[str, Any]]) -> None:
    for number, one in enumerate(tables):
        post(page, f"/invites/{one['invite']}", name=f"Bob {number}")


class Counted:
    """The requests and sockets of a page, by what they are for."""

    def __init__(self, page: Page) -> None:
        self.of: Counter[str] = Counter()
        page.on("request", self._count)
        page.on("websocket", lambda _: self.of.update(["socket"]))

    def _count(self, request: Request) -> None:
        name = request.url.partition("?")[0].rsplit("/", 1)[1]
        if "/api/" in request.url:
            self.of[name] += 1


def is_frugal(counted: Counted, tables: int) -> None:
    assert counted.of["socket"] == 0
    assert 1 <= counted.of["seats"] <= 2
    # each table that is in sight is drawn once
    assert counted.of["picture"] <= tables + 4
    assert counted.of.total() <= tables + 4 + 2 + 3


@pytest.mark.parametrize("tables", [1, 3, 12])
def test_the_first_page_asks_once_for_all_tables(open_page: Opener, tables: int):
    page = open_page("/settings", shared=False)
    opened(page, tables)
    page.clock.install()
    counted = Counted(page)
    page.goto("/")
    expect(
        page.get_by_role("region", name="My tables").get_by_text("Nobody has joined yet.").first
    ).to_be_visible()
    page.clock.run_for(14_000)
    page.wait_for_load_state("networkidle")
    is_frugal(counted, tables)


@pytest.mark.long
def test_the_first_page_stays_frugal_for_twenty_seconds(open_page: Opener):
    page = open_page("/settings", shared=False)
    opened(page, 12)
    counted = Counted(page)
    page.goto("/")
    page.wait_for_timeout(20_000)
    is_frugal(counted, 12)


def test_the_list_is_right_for_all_tables_and_follows_them_by_itself(open_page: Opener):
    page = open_page("/settings", shared=False)
    tables = opened(page, 10)
    page.clock.install()
    page.goto("/")
    mine = page.get_by_role("region", name="My tables")
    mine.get_by_role("button", name="Show all 10").click()
    expect(mine.get_by_text("Waiting", exact=True)).to_have_count(10)
    expect(mine.get_by_text("Nobody has joined yet.")).to_have_count(10)
    join(page, tables)
    # while the page is open
    page.clock.run_for(26_000)
    expect(mine.get_by_text("Your turn", exact=True)).to_have_count(10)
    expect(mine.get_by_text("against Bob 7")).to_have_count(1)
    # a table that was left in another window goes at once
    page.evaluate("() => localStorage.setItem('sandtable.seats', '[]')")
    page.evaluate("() => dispatchEvent(new Event('storage'))")
    expect(mine).to_have_count(0)


def test_the_list_is_looked_at_again_when_the_page_comes_back(open_page: Opener):
    page = open_page("/settings", shared=False)
    tables = opened(page, 2)
    page.clock.install()
    counted = Counted(page)
    page.goto("/")
    mine = page.get_by_role("region", name="My tables")
    expect(mine.get_by_text("Nobody has joined yet.")).to_have_count(2)
    page.evaluate(HIDE, True)
    join(page, tables)
    page.clock.run_for(600_000)
    expect(mine.get_by_text("Waiting", exact=True)).to_have_count(2)
    page.evaluate(HIDE, False)
    expect(mine.get_by_text("Your turn", exact=True)).to_have_count(2)
    assert counted.of["seats"] == 2


def test_a_table_that_is_gone_says_so(open_page: Opener):
    page = open_page("/settings", shared=False)
    tables = opened(page, 1)
    kept = json.loads(page.evaluate("localStorage.getItem('sandtable.seats')"))
    page.evaluate(KEEP, [*kept, {**kept[0], "table": "nosuchtable2"}])
    page.goto("/")
    mine = page.get_by_role("region", name="My tables")
    expect(mine.get_by_text("This table was deleted from the server.")).to_have_count(1)
    expect(mine.get_by_role("link")).to_have_count(2)
    assert len(tables) == 1
