"""Optio in a real browser: a match on a phone, the template by finger and by keys, the score, the battlefield on paper."""

import io
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageColor
from playwright.sync_api import Locator, Page, expect

from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener
from tests.web.optio_player import REACH, Officer, Script
from tests.web.page_player import DECISION, tap_in_sight
from tests.web.test_whole_matches import open_table, result, set_speed

ROUNDS = "Turns of each side"
KUDOS = "Kudos of each"
# between a board and its replay, in pixels: a caption of two lines
MOST_ROOM = 100
SMALL = """
() => [...document.querySelectorAll('main :is(button, a.button, [role=button], input, select)')]
  .map((e) => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width && (r.width < 24 || r.height < 24))
  .map(([e]) => e.outerHTML.slice(0, 120))
"""


def plain_with_two_lakes() -> str:
    """A map on which the template around C3 may go north and west, but neither south nor east (O4.4)."""
    rows = [["."] * 40 for _ in range(40)]
    rows[24][20] = rows[20][28] = "L"
    lines = ["name: Two Lakes", "class: open", "legend:", "  . open", "  L lake", "map:"]
    return "\n".join([*lines, *("".join(row) for row in rows)])


def to_the_template(page: Page) -> Officer:
    """A hot seat match on that map up to the placing of the template: both armies march towards each other and meet in C3."""
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^The map")).select_option(label="Custom…")
    page.get_by_role("button", name="As text The map").click()
    page.get_by_role("textbox", name=re.compile("custom")).fill(plain_with_two_lakes())
    page.locator("summary", has_text="settings").click()
    open_table(page, "Hot seat", **{ROUNDS: 1, KUDOS: 0})
    people = Officer(page)
    for _ in range(40):
        asked = people.wait()
        if asked == "template":
            return people
        if asked == "curtain":
            page.locator(".curtain button").tap()
        elif asked == "hand over":
            page.get_by_role("button", name="Pass the device").tap()
        elif asked == "move":
            people.enter_army("C")
        else:
            people.march_closer()
    raise AssertionError("the armies have not met")


def drag(page: Page, east: float, south: float) -> None:
    """Drags the frame by cells."""
    box = page.locator("[data-template]").bounding_box()
    assert box
    cell = box["width"] / 16
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + cell * east / 2, y + cell * south / 2)
    page.mouse.move(x + cell * east, y + cell * south)
    page.mouse.up()


def notice(page: Page) -> str:
    """What the page has just told this person."""
    return page.get_by_test_id("notice").inner_text()


def download(page: Page, form: str) -> bytes:
    """The battlefield as a file of that form."""
    with page.expect_download() as loading:
        page.get_by_role("link", name=form, exact=True).click()
    return Path(loading.value.path()).read_bytes()


def check_the_end(page: Page) -> None:
    """After a battle: the score is explained, the field can be taken away, and one sheet of paper holds it all."""
    sheet = page.get_by_role("region", name=re.compile("^The battlefield"))
    # the replay is next to the board that it moves, not below the sheet
    board, replay = (page.locator(part).bounding_box() for part in ("[data-picture]", ".scrubber"))
    assert board
    assert replay
    assert 0 < replay["y"] - board["y"] - board["height"] < MOST_ROOM
    expect(sheet.get_by_role("img", name=re.compile("16 by 8 cells"))).to_be_visible()
    expect(sheet.get_by_role("list", name="Legend")).to_contain_text("open")
    expect(sheet.get_by_text("The battlefields of this map average")).to_be_visible()
    assert download(page, "PDF").startswith(b"%PDF")
    assert b"<svg" in download(page, "SVG")[:400]
    page.emulate_media(media="print")
    expect(sheet.get_by_role("img", name=re.compile("16 by 8 cells"))).to_be_visible()
    expect(sheet.get_by_text("Own half").first).to_be_visible()
    expect(page.get_by_test_id("result")).to_be_hidden()
    expect(page.get_by_role("link", name="PDF")).to_be_hidden()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="screen")


@pytest.mark.long
def test_the_template_is_placed_by_finger_and_by_keys_and_the_field_goes_on_paper(open_page: Opener):
    page = open_page("/new/optio", "phone", bypass_csp=True)
    people = to_the_template(page)
    pad = page.get_by_role("group", name="Template position")
    aimed = pad.locator("[aria-pressed=true]")
    expect(page.get_by_test_id("holds")).to_contain_text("128 open. Impassable: 0.")
    assert violations(page) == []
    drag(page, 0, 1)
    assert "may not take in more impassable ground" in notice(page)
    expect(aimed).to_have_accessible_name("unshifted")
    drag(page, -1, -1.2)
    expect(aimed).to_have_accessible_name("1 north and 1 west")
    frame = page.locator("[data-template]")
    frame.focus()
    page.keyboard.press("ArrowRight")
    expect(aimed).to_have_accessible_name("1 north")
    page.keyboard.press("ArrowRight")
    expect(aimed).to_have_accessible_name("1 north")
    pad.get_by_role("button", name="1 west", exact=True).tap()
    frame.focus()
    expect(frame).to_have_accessible_name(re.compile("C3, 1 west"))
    page.keyboard.press("Enter")
    while people.wait() == "curtain":
        page.locator(".curtain button").tap()
    expect(page.get_by_text(re.compile("placed? the template|places the template")).first).to_be_visible()
    assert violations(page) == []
    assert sideways(page) <= 0
    check_the_end(page)


@pytest.mark.long
def test_a_short_match_against_level_2_on_a_phone(open_page: Opener):
    page = open_page("/new/optio", "phone")
    open_table(page, "Computer", **{ROUNDS: 2, KUDOS: 1})
    expect(page.get_by_text("Computer, Strategist").first).to_be_visible()
    Officer(page, seed=2).play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    check_the_end(page)
    # every position of the approach has its advice, once the match is over
    page.get_by_role("button", name="Go to first contact").tap()
    expect(page).to_have_url(re.compile(r"\?ply=\d+"))
    expect(page.get_by_role("heading", name="Best play from here")).to_be_visible()


@pytest.mark.study
def test_a_stranger_plays_a_whole_match_against_level_2_on_a_phone(open_page: Opener):
    page = open_page("/", "phone")
    page.get_by_role("article", name="Optio").get_by_role("link", name=re.compile("^Play:")).tap()
    page.get_by_role("button", name="Start").tap()
    page.wait_for_url("**/g/*")
    Officer(page, seed=3).play_to_the_end()
    assert re.search(r"You (win|lose)|A draw", result(page))
    check_the_end(page)


@pytest.mark.long
def test_a_block_scouts_on_a_later_turn_and_the_owner_says_which_of_two_is_shown(open_page: Opener):
    page = open_page("/new/optio", "phone")
    page.locator("summary", has_text="settings").click()
    page.get_by_role("combobox", name=re.compile("^Who chooses which")).select_option("owner")
    page.get_by_role("checkbox", name=re.compile("may also scout on later turns")).check()
    open_table(page, "Hot seat")
    people = Script(page)
    people.play(
        [[("scout", "C", ahead)] for ahead in range(5)],
        [[("dummy", "C", 0), ("army", "C", 0)], *([("scout", "A", ahead)] for ahead in (0, 1, 0, 1))],
    )
    people.choose("scout")
    people.press("Scout a block that your opponent picks")
    people.reach("show")
    shown = page.locator(DECISION).get_by_role("button", name=re.compile("^Show"))
    expect(shown).to_have_count(2)
    people.press("Show")
    people.reach("move")
    expect(
        page.get_by_text(re.compile(r"shows (Navy|Oxblood) \d: (a dummy|the army)\.")).first
    ).to_be_visible()


def test_a_block_that_is_not_to_scout_takes_no_tap_of_its_own(open_page: Opener):
    page = open_page("/new/optio", "low phone")
    open_table(page, "Hot seat")
    people = Script(page)
    people.play(
        [[("dummy", "C", ahead), ("scout", "C", ahead)] for ahead in range(3)],
        [[("army", "C", 0)], [("army", "C", 1)], [("scout", "A", 0)]],
    )
    people.choose("dummy")
    people.press(re.compile("to C[24]$"))
    assert people.officer.wait() == "scout"
    # the next block that is taken up is the answer
    off = page.locator("[data-off]")
    expect(off).to_have_count(4)
    off.first.tap()
    expect(page.get_by_label("Log and table")).to_contain_text("does not scout.")
    page.locator(REACH).first.tap()
    expect(off).to_have_count(3)
    # and so is the end of the turn, whatever the block is
    people.choose("scout")
    people.press(re.compile("to C[24]$"))
    assert people.officer.wait() == "scout"
    people.decide.get_by_role("button", name="End turn").tap()
    assert people.officer.wait() == "hand over"


def test_blocks_are_moved_with_the_keyboard_alone(open_page: Opener):
    page = open_page("/new/optio", "desk")
    open_table(page, "Hot seat")
    people = Officer(page)
    while (asked := people.wait()) != "move":
        page.locator({"curtain": ".curtain button", "hand over": ".pass button"}[asked]).press("Enter")
    page.locator("[data-off]").nth(1).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-off][aria-pressed=true]")).to_have_count(1)
    expect(page.locator(REACH)).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator(REACH)).to_have_count(0)
    page.keyboard.press("Enter")
    home = page.locator("[data-tile][tabindex='0']")
    home.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("[data-off]")).to_have_count(5)
    # the cursor stands on the square, which says what is in it
    standing = page.locator("[data-tile]:focus")
    expect(standing).to_have_accessible_name(
        re.compile(r"^D[15]: (Navy|Oxblood) \d \((army|scout|dummy), yours, hidden\) from the (south|north)")
    )


def carry(page: Page, piece: Locator, to: Locator) -> None:
    """Drags a piece to a place with a finger."""
    screen: Any = page.context.new_cdp_session(page)
    boxes = [each.bounding_box() for each in (piece, to)]
    ends = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    middle = tuple((a + b) / 2 for a, b in zip(*ends, strict=True))
    for kind, at in (
        ("touchStart", ends[0]),
        ("touchMove", middle),
        ("touchMove", ends[1]),
        ("touchEnd", None),
    ):
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        screen.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    screen.detach()


def test_a_block_is_dragged_to_its_square_and_what_the_computer_does_can_be_skipped(open_page: Opener):
    page = open_page("/new/optio", "phone", shared=False)
    set_speed(page, "slow")
    open_table(page, "Computer")
    assert Officer(page).wait() == "move"
    off, end = page.locator("[data-off]"), page.locator(DECISION).get_by_role("button", name="End turn")
    scrolled = page.evaluate("scrollY")
    navy = (off.first.get_attribute("aria-label") or "").startswith("Navy")
    carry(page, off.nth(2), page.locator(f"[data-tile='{22 if navy else 2}']"))
    expect(off).to_have_count(5)
    assert page.evaluate("scrollY") == scrolled
    # other blocks can still move
    expect(end).not_to_have_class(re.compile("primary"))
    # where it cannot go the page says so, and a tap still chooses it
    carry(page, off.first, page.locator("[data-tile='12']"))
    assert "enters at your own edge" in notice(page)
    page.keyboard.press("Escape")
    off.nth(1).tap()
    expect(page.locator(REACH)).to_have_count(5)
    end.tap()
    page.get_by_role("button", name="Tap to skip").tap()
    expect(end.or_(page.get_by_text("Move at least one block.").first).first).to_be_visible(timeout=10_000)
    expect(page.get_by_role("button", name="Tap to skip")).to_have_count(0)


@pytest.mark.long
def test_the_table_suits_thumbs_and_screen_readers_on_a_small_phone(open_page: Opener):
    page = open_page("/new/optio", "small phone", bypass_csp=True)
    open_table(page, "Computer")
    officer = Officer(page, seed=5)
    assert officer.wait() == "move"
    page.locator(".blocks button").first.tap()
    expect(page.locator(REACH)).to_have_count(5)
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    assert sideways(page) <= 0
    # a square that the block cannot reach says why, with its clause
    page.locator("[data-tile='12']").tap()
    assert "enters at your own edge" in notice(page)
    assert "O2.2" in notice(page)
    page.locator(REACH).first.tap()
    page.locator(DECISION).get_by_role("button", name=re.compile("^End turn")).wait_for()
    assert sideways(page) <= 0


def test_the_lesson_leads_to_its_end_and_points_at_nothing_off_the_screen(open_page: Opener):
    page = open_page("/learn/optio", "low phone")
    scout = page.get_by_role("button", name=re.compile("^Navy 2 .*off the map"))
    page.get_by_role("button", name="Start the lesson").tap()
    # the first thing to do is to meet a hidden block, and see what it is
    for step in (
        page.locator("[data-tile='12']"),
        page.locator("[data-tile='7']"),
        page.get_by_role("button", name="Scout Oxblood 4"),
    ):
        tap_in_sight(page, step)
    tap_in_sight(page, scout)
    tap_in_sight(page, page.locator("[data-tile='20']"))
    expect(page.locator("strong", has_text="Tap Navy 2, then C1")).to_be_visible()
    for step in (
        scout,
        page.locator("[data-tile='22']"),
        page.get_by_role("button", name="Hand in a kudo and stand"),
        page.get_by_role("button", name="1 south", exact=True),
        page.get_by_role("button", name="Place template", exact=True),
    ):
        tap_in_sight(page, step)
    expect(page.get_by_role("img", name=re.compile("^The battlefield"))).to_be_visible()
    page.get_by_role("button", name="Finish").tap()
    expect(page.get_by_role("heading", name="That's the game!")).to_be_visible()


def _luminance(colour: str) -> float:
    channels = [c / 255 for c in ImageColor.getrgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _seen(board: Locator) -> Counter[str]:
    """How many pixels of each colour the picture of the board has."""
    pixels = Image.open(io.BytesIO(board.screenshot())).convert("RGB").tobytes().hex()
    return Counter("#" + pixels[i : i + 6] for i in range(0, len(pixels), 6))


def test_blocks_and_frames_stand_out_from_every_ground_on_rendered_pixels(open_page: Opener):
    page = open_page("/new/optio", "desk")
    open_table(page, "Computer")
    assert Officer(page).wait() == "move"
    page.locator(".blocks button").first.click()
    expect(page.locator(REACH)).to_have_count(5)
    seen = _seen(page.get_by_role("group", name=re.compile("^Map ")))
    paths = page.locator("[data-cells] svg path")
    fills = [path.get_attribute("fill") or "" for path in paths.all()]
    grounds = ["#fbf8f0", *(fill for fill in fills if seen[fill] > 50)]
    assert len(grounds) >= 6
    # a block of either side, and the frame of a square that can be reached
    for sign in ("#182b60", "#a03236", "#0b5d57"):
        assert seen[sign] > 50
        assert all(_contrast(sign, ground) >= 3 for ground in grounds), grounds
