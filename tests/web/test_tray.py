"""The dice tray on a phone: dice are drawn or entered, the log shows both, and the match file tells them apart."""

from playwright.sync_api import expect

from sandtable import verify
from tests.web.conftest import Opener
from tests.web.sight import sideways, violations


def test_dice_are_drawn_entered_and_verified(open_page: Opener) -> None:
    page = open_page("/", "low phone", bypass_csp=True)
    page.get_by_role("link", name="Dice for a real table").click()
    page.get_by_role("button", name="Open the ledger").click()
    page.get_by_role("button", name="open the curtain").click()
    page.get_by_role("button", name="Throw 2 dice").click()
    page.get_by_role("button", name="Let the phone decide").click()
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
    expect(page.get_by_test_id("result")).to_contain_text("put away after 2 throws")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    match = verify(download.value.path().read_text())
    assert (match.rolled, sum(match.entered), match.over) == (1, 1, True)
