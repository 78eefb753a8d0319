"""The page of a variant: what differs, and the ways to play it."""

import re

from playwright.sync_api import expect

from sandtable import variants
from sandtable.games import spec

MADE = variants.make(spec("optio"), "Few kudos", "Patience is short.", {"kudos": 4, "scout_later": True})


def test_an_address_shows_what_differs_and_leads_to_a_table(open_page):
    page = open_page(variants.address(MADE), "phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Few kudos")
    expect(page.get_by_text("Patience is short.")).to_be_visible()
    expect(page.locator("dd")).to_have_text(["4 as printed 6", "yes as printed no"])
    page.get_by_role("button", name="Set up a table").click()
    expect(page).to_have_url(re.compile(r"/new/optio\?kudos=4&scout_later=true$"))


def test_a_broken_address_is_one_sentence(open_page):
    page = open_page(variants.address(MADE)[:-6], "phone")
    expect(page.locator("p[role=alert]")).to_contain_text("this address holds no variant: it is cut off")
