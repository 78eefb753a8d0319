"""Games without a client of their own, played in the browser: by taps on a phone, by keys, by invitation, on one device."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sandtable import Game
from sandtable.engine.matchfile import read
from sandtable.games import find
from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener, serving
from tests.web.page_player import MOVED_ON
from tests.web.test_whole_matches import open_table, result

# by file and by module
GUESTS = ("examples/orders/orders.py", "tests.fixtures.hide_and_seek:SPEC", "tests.fixtures.bowls:SPEC")
MOVES = "[data-testid=moves-list] button"
BOARD = "img[data-picture]"
MAY_CHOOSE = "() => document.querySelector('[data-testid=result], [data-testid=moves-list] button:enabled')"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the guests, in plain Python, so that nothing has to be compiled for them."""
    with serving(tmp_path_factory.mktemp("guests"), GUESTS, NUMBA_DISABLE_JIT="1") as found:
        yield found


def due(page: Page) -> bool:
    """Waits until this person may choose; False where the match is over."""
    page.wait_for_function(MAY_CHOOSE)
    return not page.get_by_test_id("result").count()


def played(page: Page) -> str:
    """How many actions and outcomes the page knows of."""
    return page.locator(".scrubber input").get_attribute("max") or ""


def loader(game: str, **settings: object) -> Game:
    """A game of the guests by its id, for a match file."""
    return Game(next(spec for spec in map(find, GUESTS) if spec.id == game), **settings)


@pytest.mark.study
def test_orders_is_played_against_level_2_on_a_phone(open_page: Opener):
    page = open_page("/", "phone", bypass_csp=True)
    card = page.get_by_role("article", name="Orders")
    expect(card.get_by_role("link", name="Learn")).to_have_count(0)
    assert card.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    card.get_by_role("link", name=re.compile("^Play:")).tap()
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/g/*")
    expect(page.get_by_label("Players").get_by_text("Computer, Player")).to_be_visible()
    asked = 0
    while due(page):
        if asked == 2:
            assert violations(page) == []
            assert sideways(page) <= 0
        before, moves = played(page), page.locator(MOVES)
        moves.nth(asked % moves.count()).tap()
        page.wait_for_function(MOVED_ON, arg=before)
        asked += 1
    assert asked > 2
    assert re.search(r"You (win|lose)|A draw", result(page))
    assert violations(page) == []
    # a die is in the log
    expect(page.get_by_role("button", name=re.compile(r"^die \d (Blue|Gold) rolls")).first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    assert read(download.value.path().read_text(), loader).over
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.path().read_text().startswith("<svg ")
    page.goto(f"{page.url}?ply=0")
    expect(page.locator(BOARD)).to_have_attribute("alt", "Round 1, first to 5")
    expect(page.get_by_text("Blue, now: nothing seen")).to_be_visible()


@pytest.mark.parametrize("size", quick("small phone", of=("small phone", "phone", "desk")))
def test_hide_and_seek_is_played_by_keys_alone(open_page: Opener, size: str):
    page = open_page("/new/hide_and_seek", size)
    page.get_by_role("button", name="Open the table").press("Enter")
    page.wait_for_url("**/g/*")
    assert due(page)
    expect(page.locator(BOARD)).to_be_in_viewport(ratio=1)
    # once within the list, the focus stays there from one decision to the next
    page.locator(MOVES).first.focus()
    while due(page):
        expect(page.locator(f"{MOVES}:focus")).to_have_count(1)
        page.keyboard.press("ArrowDown")
        before = played(page)
        page.keyboard.press("Enter")
        page.wait_for_function(MOVED_ON, arg=before)
    assert re.search(r"You (win|lose)", result(page))


def test_a_hiding_place_is_shown_behind_its_owners_curtain_only(open_page: Opener):
    page = open_page("/new/hide_and_seek", "phone")
    page.get_by_text("Hot seat", exact=True).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    for own, other in ((0, 1), (1, 0)):
        page.locator(".curtain button").tap()
        assert due(page)
        page.get_by_role("button", name="Hide in the mill").tap()
        words = page.locator("#board-words")
        if own == 0:
            expect(words).to_contain_text(f"Seat {own} hides in the mill")
            expect(words).to_contain_text(f"Seat {other} hides nobody knows where")
            page.get_by_role("button", name="Pass the device").tap()
            assert page.locator(BOARD).count() == 0
    expect(words).not_to_contain_text("Seat 0 hides in the mill")


def test_what_stands_in_no_list_is_put_together_and_refused_with_the_reason(open_page: Opener):
    page = open_page("/new/bowls", "phone", bypass_csp=True)
    open_table(page, "Computer")
    assert due(page)
    expect(page.locator(MOVES)).to_have_count(37)
    search = page.get_by_role("searchbox")
    page.keyboard.press("/")
    expect(search).to_be_focused()
    search.fill("at 1000000")
    expect(page.locator(MOVES)).to_have_count(1)
    search.press("Escape")
    expect(page.locator(MOVES)).to_have_count(37)
    assert violations(page) == []
    place = page.get_by_role("spinbutton", name="Place")
    place.fill("12")
    page.get_by_role("button", name="hide at 12", exact=True).tap()
    expect(page.get_by_test_id("notice")).to_contain_text("That is too near an end of the green.")
    place.fill("123456")
    before = played(page)
    page.get_by_role("button", name="hide at 123456", exact=True).tap()
    page.wait_for_function(MOVED_ON, arg=before)
    expect(page.get_by_text("The jack of seat 0 at 123456")).to_be_visible()


def test_a_friend_joins_by_a_link_and_settings_come_from_the_form(open_page: Opener):
    host = open_page("/new/orders", "phone")
    open_table(host, "A friend", **{"Points that win": 1})
    guest = open_page(host.get_by_label("Invitation").first.input_value(), "phone")
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    expect(guest.locator(BOARD)).to_have_attribute("alt", "Round 1, first to 1")
    assert due(host)
    host.get_by_role("button", name="Charge").tap()
    assert due(guest)
    # the other's order stays hidden until both are given
    expect(guest.locator("#board-words")).to_contain_text("Blue, now: nothing seen")
    expect(host.locator("#board-words")).to_contain_text("Blue, now: charge")


@pytest.mark.parametrize("page_of", ["new", "rules", "learn"])
def test_the_other_pages_of_such_a_game_are_whole(open_page: Opener, page_of: str):
    page = open_page(f"/{page_of}/orders", "small phone", bypass_csp=True)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Orders")
    page.wait_for_load_state("networkidle")
    assert page.locator(".page [role=alert]").count() == 0
    assert violations(page) == []
    assert sideways(page) <= 0
