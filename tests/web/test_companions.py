"""Companions at a real table, by hand: the page that opens them, one phone each, one phone for both."""

import re
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as LateError

from sandtable import verify
from sandtable.games import installed, spec, trays
from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener, serving
from tests.web.page_player import MOVED_ON

MOVES = "[data-testid=moves-list] button"
DRAW = "[data-testid=draw]"
# what makes a match short, by the names of the form
SHORT = {
    "assault": {"Starting health of a pawn": 1},
    "optio": {"Turns of each side": 2, "Kudos": 1},
    "rush": {"size of the match": "short: 6 rushes", "nobody leads after": "a draw"},
    "rout": {"Turns, counting both sides": 10, "dealt to Ivory": 2, "dealt to Ink": 2},
}
# whose only dice say who begins
ONE_ROLL = {"optio"}
WAITS = """
() => document.querySelector("[data-testid=finish], [data-testid=moves-list] button:enabled, #entered-heading")
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with all companions and the dice tray, in plain Python."""
    games = [
        name for game in installed() for name in (game, f"{game}_companion") if spec(game).table.companion
    ]
    wanted = [name for name in games if name.endswith("_companion")] + [tray.id for tray in trays()]
    with serving(tmp_path_factory.mktemp("companions"), wanted, NUMBA_DISABLE_JIT="1") as found:
        yield found


def open_ledger(page: Page, phones: str, **settings: int | str) -> None:
    """Fills in the form and opens the ledger."""
    page.get_by_text(phones, exact=True).click()
    if settings:
        page.locator("summary", has_text="settings").click()
    for name, value in settings.items():
        if isinstance(value, str):
            page.get_by_role("combobox", name=re.compile(name)).select_option(value)
        else:
            page.get_by_role("spinbutton", name=re.compile(name)).fill(str(value))
    page.get_by_role("button", name="Start the companion").click()
    page.wait_for_url("**/g/*")


def step(page: Page, number: int) -> None:
    """Makes one choice, or lets an outcome fall or enters it, in turns."""
    before = page.locator(".scrubber input").get_attribute("max")
    if page.locator("#entered-heading").count():
        if number % 2:
            page.locator(DRAW).click()
        else:
            enter(page, number)
    else:
        moves = page.locator(MOVES)
        # what the secret of a side does not allow is listed too, and refused
        for choice in range(moves.count()):
            moves.nth((number + choice) % moves.count()).click()
            with suppress(LateError):
                page.wait_for_function(MOVED_ON, arg=before, timeout=2000)
                break
    page.wait_for_function(MOVED_ON, arg=before)


def enter(page: Page, number: int) -> None:
    """Enters an outcome, of several dice one after the other."""
    rows = page.locator("section[aria-labelledby=entered-heading] fieldset")
    for row in range(rows.count()):
        values = rows.nth(row).get_by_role("button")
        # two dice fall as they like; of a hand, as many of the last kind as it has cards
        values.nth((number + row) % 6 if values.count() == 6 else 0).click()
    done = page.locator("section[aria-labelledby=entered-heading] :is(ul button, button.wide)")
    done.nth(number % done.count()).click()


def finish(page: Page) -> None:
    """Finishes a match that its rules have ended."""
    expect(page.locator(".prompt")).to_contain_text("Finish the match if this is right")
    assert violations(page) == []
    assert sideways(page) <= 0
    page.get_by_role("button", name="Finish match").click()
    expect(page.get_by_test_id("result")).to_be_visible()


@pytest.mark.parametrize("game", quick(of=SHORT, study=("optio", "rush", "rout")))
def test_a_whole_match_is_kept_by_two_phones(open_page: Opener, game: str):
    host = open_page(f"/companion/{game}", "phone", bypass_csp=True)
    assert violations(host) == []
    open_ledger(host, "Two phones", **SHORT[game])
    guest = open_page(host.get_by_label("Invitation").first.input_value(), "low phone", bypass_csp=True)
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    number = 0
    while not host.get_by_test_id("finish").count():
        # who has nothing to decide waits for the other
        mover = next((page for page in (host, guest) if page.evaluate(WAITS)), None)
        if mover is None:
            host.wait_for_timeout(20)
            continue
        if number in (2, 5, 9):
            assert violations(mover) == []
            assert sideways(mover) <= 0
        if not mover.get_by_test_id("finish").count():
            step(mover, number)
        number += 1
    finish(guest)
    expect(host.get_by_test_id("result")).to_be_visible()
    with host.expect_download() as download:
        host.get_by_role("button", name="Export match").click()
    match = verify(download.value.path().read_text())
    assert match.over
    assert match.rolled > 0 or game in ONE_ROLL
    assert sum(match.entered) > 0


@pytest.mark.parametrize("game", ["rout", "rush"])
def test_axe_finds_nothing_in_a_ledger_light_or_dark(open_page: Opener, game: str):
    page = open_page(f"/companion/{game}", "low phone", bypass_csp=True)
    open_ledger(page, "One phone")
    for number in range(6):
        page.wait_for_function(WAITS)
        for scheme in ("light", "dark") if number in (0, 3, 5) else ():
            page.emulate_media(color_scheme=scheme)
            assert (scheme, violations(page), sideways(page)) == (scheme, [], 0)
        step(page, number)


def test_one_phone_goes_round_and_a_mistyped_die_is_mended(open_page: Opener):
    page = open_page("/companion/assault", "low phone", bypass_csp=True)
    expect(page.get_by_role("heading", level=1)).to_have_text("Companion of All Out Assault")
    expect(page.get_by_text("It does not see the board")).to_be_visible()
    open_ledger(page, "One phone")
    for side, numbers in (("Navy", "251634"), ("Rust", "314256")):
        # what is decided in secret has a curtain; whatever else is, both look at
        page.get_by_role("button", name=re.compile(f"I'm {side}")).tap()
        page.get_by_role("searchbox").fill(numbers)
        before = page.locator(".scrubber input").get_attribute("max")
        page.get_by_role("searchbox").press("Enter")
        page.wait_for_function(MOVED_ON, arg=before)
        page.get_by_role("searchbox").fill(numbers[::-1])
        page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_role("heading", name="Or enter your own roll or card")).to_be_visible()
    dice = page.get_by_role("group")
    dice.filter(has_text="First").get_by_role("button", name="6").tap()
    dice.filter(has_text="Second").get_by_role("button", name="2").tap()
    page.get_by_role("button", name=re.compile("6 against 2")).tap()
    expect(page.get_by_text(re.compile("Navy goes first: 6 against 2. Entered by"))).not_to_have_count(0)
    assert violations(page) == []
    # a side looks at its numbers on a page of its own, and only while it holds
    covered, navy = page.content(), re.compile(r"Strength\s+2\s+Agility\s+6")
    assert "Strength" not in covered
    page.get_by_role("button", name="For Navy only").tap()
    look = page.get_by_role("button", name="Hold to look")
    look.hover()
    assert "Strength" not in page.content()
    page.mouse.down()
    expect(page.locator("pre")).to_have_text(navy)
    expect(page.locator("pre")).to_contain_text("numbers secret")
    page.mouse.up()
    expect(page.locator("pre")).to_have_text("")
    assert "Strength" not in page.content()
    # keys show and cover in turns, and so does leaving
    look.press("Enter")
    expect(page.locator("pre")).to_have_text(navy)
    look.press("Escape")
    expect(page.locator("pre")).to_have_text("")
    look.press(" ")
    expect(page.locator("pre")).to_have_text(navy)
    assert violations(page) == []
    page.get_by_role("button", name="Back to the table").focus()
    expect(page.locator("pre")).to_have_text("")
    page.get_by_role("button", name="Back to the table").tap()
    # the last deed is mended, whoever holds the phone
    page.get_by_role("button", name=re.compile("Undo")).tap()
    expect(page.locator(DRAW)).to_be_visible()


def test_the_sides_of_a_companion_have_the_marks_of_their_game(open_page: Opener):
    page = open_page("/companion/rout", "phone")
    open_ledger(page, "One phone")
    marks = page.get_by_role("list", name="Players").locator("svg > *")
    expect(marks).to_have_count(2)
    assert marks.evaluate_all("all => all.map((one) => [one.tagName, one.getAttribute('fill')])") == [
        ["circle", "#fbf1dc"],
        ["path", "#101d36"],
    ]


def test_a_game_without_a_companion_is_told_in_a_sentence(open_page: Opener):
    page = open_page("/companion/chess", "small phone", bypass_csp=True)
    expect(page.locator(".page [role=alert]")).to_have_text("That game has no companion here.")
    # the page has nothing else, and is no dead end
    expect(page.locator(".page").get_by_role("link", name="Home")).to_be_visible()
    assert violations(page) == []


def test_dice_of_a_tray_are_drawn_entered_and_verified(open_page: Opener) -> None:
    page = open_page("/", "low phone", bypass_csp=True)
    page.get_by_role("link", name="Dice roller for a real table").click()
    # it has no settings, and of two at one phone nobody is away
    expect(page.locator("details")).to_have_count(0)
    page.get_by_role("button", name="Start the companion").click()
    expect(page.get_by_role("list", name="Players")).to_contain_text("Right")
    expect(page.get_by_role("list", name="Players")).not_to_contain_text("away")
    # nothing is secret, so no curtain hangs
    page.get_by_role("button", name="Throw 2 dice").click()
    page.locator(DRAW).click()
    # real dice: each is chosen, then all are entered
    page.get_by_role("button", name="Throw 3 dice").click()
    for name, face in (("First", "4"), ("Second", "1"), ("Third", "6")):
        page.get_by_role("group", name=name).get_by_role("button", name=face, exact=True).click()
    assert sideways(page) <= 0
    assert violations(page) == []
    page.get_by_role("button", name="4 1 6").click()
    expect(page.get_by_text("Left: 4 1 6 (sum 11).").first).to_be_visible()
    page.get_by_role("button", name="Hand the tray over").click()
    page.get_by_role("button", name="Put the tray away").click()
    # what was a slip is corrected
    page.get_by_role("button", name="Undo").click()
    page.locator(MOVES, has_text="Put the tray away").click()
    page.get_by_role("button", name="Finish match").click()
    expect(page.get_by_test_id("result")).to_contain_text("put away after 2 throws")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    match = verify(download.value.path().read_text())
    assert (match.rolled, sum(match.entered), match.over) == (1, 1, True)
