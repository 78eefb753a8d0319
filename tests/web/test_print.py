"""The page that prints a kit: its pages are shown first, a change is said, and the file is the one that was shown."""

from pathlib import Path

import pypdfium2
from playwright.sync_api import expect

from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener


def test_a_kit_is_looked_at_and_downloaded(open_page: Opener) -> None:
    page = open_page("/print/assault", "low phone", bypass_csp=True)
    page.get_by_label("Paper").select_option("Letter")
    page.get_by_label("Ink").select_option("Black and white")
    page.get_by_role("button", name="Show the pages").click()
    heading = page.get_by_role("heading", name="pages of Letter")
    expect(heading).to_be_visible(timeout=60_000)
    pages = int(heading.inner_text().split()[0])
    shown = page.locator("section li img")
    expect(shown).to_have_count(pages)
    # a browser loads what is in sight; each is a picture that it can read
    shown.first.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('section li img').naturalWidth > 100")
    expect(page.get_by_text("2. The board")).to_be_visible()
    expect(page.get_by_text("two six-sided dice")).to_be_visible()
    assert sideways(page) <= 0
    assert violations(page) == []
    # a change makes the pictures old, and the file is of the change
    page.get_by_label("Paper").select_option("A3")
    expect(page.get_by_text("These pages are out of date: refresh them.")).to_be_visible()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("button", name="Download the PDF").click()
    assert download.value.suggested_filename == "assault-kit-a3.pdf"
    document = pypdfium2.PdfDocument(Path(download.value.path()).read_bytes())
    # mm in points
    assert {round(size * 25.4 / 72) for page in document for size in page.get_size()} == {297, 420}
    document.close()


def test_a_game_without_a_kit_says_so(open_page: Opener) -> None:
    page = open_page("/print/nothing")
    expect(page.get_by_text("There is no game by that name here.")).to_be_visible()
