"""The page of a variant: what differs, and the ways to play it."""

import re

from playwright.sync_api import expect

from sandtable.engine import variants
from sandtable.games import spec
from tests.web.accessibility import sideways, violations

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
    expect(page.locator(".panel[role=alert]")).to_contain_text("Invalid variant link: it is truncated")


def test_a_file_that_is_no_variant_is_one_sentence_below_the_one_that_is_shown(open_page):
    page = open_page(variants.address(MADE), "phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Few kudos")
    broken = {"name": "broken.toml", "mimeType": "application/toml", "buffer": b"sandtable_variant = 2"}
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.locator(".panel[role=alert]")).to_contain_text(
        "must be 1, the format that this version reads"
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Few kudos")


def test_what_is_no_variant_yet_stands_in_the_address_too(open_page):
    page = open_page("/lab/variant/edit?game=assault", "phone")
    health = page.get_by_label("Starting health of a pawn")
    health.fill("9")
    # without a name and a sentence why
    page.wait_for_url(re.compile("health=9"))
    page.reload()
    expect(health).to_have_value("9")
    page.get_by_label("Name", exact=True).fill("Too much")
    page.get_by_label("Why").fill("To see.")
    page.wait_for_url(re.compile("#e"))
    # what the server does not take
    health.fill("99")
    page.wait_for_url(re.compile("health=99"))
    page.reload()
    expect(health).to_have_value("99")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Too much")
    expect(page.locator(".setting [role=alert]")).to_contain_text(
        "health must be a whole number from 1 to 40"
    )


def test_another_game_and_back_loses_nothing(open_page):
    page = open_page("/lab/variant/edit?game=assault", "phone")
    health = page.get_by_label("Starting health of a pawn")
    health.fill("9")
    game = page.get_by_role("combobox", name="Game", exact=True)
    game.select_option("optio")
    expect(health).to_have_count(0)
    game.select_option("assault")
    expect(health).to_have_value("9")


def test_a_board_is_drawn_kept_in_the_address_and_measured_with_one_button(open_page):
    page = open_page("/lab/variant/edit?game=assault", "small phone", color_scheme="dark", bypass_csp=True)
    page.get_by_label("Name", exact=True).fill("Healing ring")
    page.get_by_label("Why").fill("More ways to mend a pawn.")
    page.get_by_role("combobox", name=re.compile("^The board")).select_option(label="Custom…")
    page.get_by_role("button", name="Red Stat Swap", exact=True).wait_for()
    # what is put on a tile lies on its counterpart too; by touch, then by keys
    page.get_by_role("button", name="Meditation", exact=True).tap()
    page.get_by_role("button", name="D5, plain").tap()
    expect(page.get_by_role("button", name="D3, Meditation")).to_be_attached()
    for key in ("ArrowUp", "i", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name=re.compile("^D[26], Injury$"))).to_have_count(2)
    page.get_by_role("button", name="Undo").tap()
    expect(page.get_by_role("button", name=re.compile("^D[26], plain$"))).to_have_count(2)
    expect(page.locator("dd")).to_have_text(["custom as printed skirmish, 7 by 7"])
    assert (violations(page), sideways(page)) == ([], 0)
    page.reload()
    expect(page.get_by_role("button", name="D5, Meditation")).to_be_visible()
    with page.expect_request(
        lambda sent: sent.method == "POST" and sent.url.endswith("/measurements")
    ) as asked:
        page.get_by_role("button", name="Measure it against the printed game").tap()
    sent = asked.value.post_data_json
    assert (sent["kind"], sent["game"]) == ("comparison", "assault")
    assert sent["settings"]["board"].splitlines()[2] == ".RIMTB."
    expect(page.get_by_role("heading", name="Healing ring")).to_be_visible()
    page.get_by_role("button", name="Delete…").tap()
    page.get_by_role("button", name="Delete permanently").tap()
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()
