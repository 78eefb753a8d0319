"""The parts of the client that every game shares: pages of a game's own, a text handed over, what is printed."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Route, expect

from tests.web.conftest import Opener

BOARD = "S...S\n.....\n..M..\n.....\nS...S\n"


def test_a_game_has_pages_of_its_own_and_no_others(open_page: Opener):
    page = open_page("/optio/maps")
    lost = "Nothing on this square"
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(lost)
    for address in ("/assault/maps", "/optio/nothing", "/chess/maps"):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text(lost)


def test_a_text_from_another_page_is_in_the_form_for_a_new_table(open_page: Opener):
    page = open_page("/rules/assault", "phone")
    page.evaluate("text => sessionStorage.setItem('sandtable.draft.assault.board', text)", BOARD)
    page.goto(page.url.replace("/rules/assault", "/new/assault?own=board"))
    page.get_by_role("button", name="As text The board").click()
    text = page.get_by_role("textbox", name=re.compile("custom"))
    expect(text).to_have_value(BOARD)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/g/*")
    expect(page.get_by_role("group", name="Board, 5 by 5 tiles")).to_be_visible()


def test_a_row_of_forty_signs_is_seen_as_a_whole_on_a_phone(open_page: Opener):
    page = open_page("/new/assault", "phone")
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^The board")).select_option(label="Custom…")
    page.get_by_role("button", name="As text The board").click()
    text = page.get_by_role("textbox", name=re.compile("custom"))
    text.fill("\n".join(["." * 40] * 40))
    assert text.evaluate("area => area.scrollWidth <= area.clientWidth")
    assert text.evaluate("area => parseFloat(getComputedStyle(area).fontSize)") >= 11


def test_what_a_game_marks_is_all_that_is_printed(open_page: Opener):
    page = open_page("/rules/assault")
    brand = page.get_by_role("link", name="Sandtable, home")
    expect(page.get_by_text("The board is a grid of tiles.")).to_be_visible()
    page.emulate_media(media="print")
    expect(brand).to_be_visible()
    script = (
        "document.querySelector('main .page').insertAdjacentHTML('beforeend', '<p data-print>A sheet</p>')"
    )
    page.evaluate(script)
    expect(page.get_by_text("A sheet")).to_be_visible()
    for hidden in (brand, page.get_by_text("The board is a grid of tiles.")):
        expect(hidden).to_be_hidden()
    page.emulate_media(media="screen")
    expect(brand).to_be_visible()


def test_a_page_in_a_sub_folder_says_that_it_does_not_work_there(browser: Browser, address: str):
    page = browser.new_context().new_page()

    def serve(route: Route) -> None:
        # a proxy that strips the folder, on a host whose root is something else
        path = urlsplit(route.request.url).path
        inside = path.startswith("/games/")
        route.fulfill(
            response=page.request.get(address + path.removeprefix("/games"))
        ) if inside else route.abort()

    page.route("http://example.test/**", serve)
    page.goto("http://example.test/games/")
    expect(page.get_by_text("not from a sub-folder")).to_be_visible()
    # elsewhere nobody sees it
    page.goto(address)
    expect(page.get_by_role("heading", name="Pick a side.")).to_be_visible()
    expect(page.get_by_text("sub-folder")).to_have_count(0)
    page.context.close()
