"""The quick sheets: an answer two taps away, its figures those of the game, chains, clauses, and no network needed."""

import pytest
from playwright.sync_api import Page, expect

from sandtable.games import installed, spec
from sandtable.server.documents.sheets import message
from tests.rules.scenario import quick_sheet
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener

WITH_SHEETS = [game for game in installed() if spec(game).print.sheet]
LOOKS = (("low phone", "dark"), ("phone", "light"), ("wide desk", "light"))

# controls in the page that a finger cannot hit well
SMALL = """() => [...document.querySelectorAll("main button, main a, main label")]
    .filter((one) => one.offsetParent).map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([_, box]) => box.width < 44 || box.height < 44).map(([text]) => text)"""


def lines(page: Page) -> list[str]:
    """The lines of the answer with their figures."""
    return [" ".join(line.inner_text().split()) for line in page.locator(".answer li").all()]


@pytest.mark.study
@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_every_sheet_can_be_seen_and_touched(open_page: Opener, size: str, scheme: str) -> None:
    page = open_page("/", size, color_scheme=scheme, bypass_csp=True)
    for game in WITH_SHEETS:
        page.goto(f"/sheet/{game}")
        sheet = quick_sheet(game)
        for question in ("", *(one.id for one in sheet.questions)):
            page.goto(f"/sheet/{game}?q={question}")
            page.get_by_role("button", name=sheet.questions[0].title, exact=True).or_(
                page.locator(".answer li").first
            ).first.wait_for()
            assert sideways(page) <= 0, (game, question)
            assert page.evaluate(SMALL) == [], (game, question)
        page.wait_for_load_state("networkidle")
        assert violations(page) == [], game


def test_an_answer_is_two_taps_away_and_is_the_games(open_page: Opener) -> None:
    page = open_page("/", "low phone")
    page.get_by_role("button", name="More about Rush").click()
    page.get_by_role("link", name="Quick sheet for Rush").click()
    page.get_by_role("button", name="Dash", exact=True).click()
    expect(page.get_by_role("heading", name="Dash")).to_be_focused()
    page.locator("label", has_text="Striker").click()
    sheet = quick_sheet("rush")
    dash = next(one for one in sheet.questions if one.id == "dash")
    said = {ask.name: ask.usual for ask in dash.asks} | {"role": 1}
    expected = dash.answer(said)
    expect(page.locator(".answer li")).to_have_count(len(expected))
    for line, fact in zip(lines(page), expected, strict=True):
        assert f"{fact.text} {fact.clause}" in line
        if fact.kind:
            assert float(line.split("%")[0]) == pytest.approx(100 * fact.figure, abs=0.0501)
    # by the keyboard as well
    page.get_by_role("radio", name="Jack or Guard").press("ArrowRight")
    expect(page.get_by_role("radio", name="Striker")).to_be_checked()


def test_a_chain_shows_its_running_product(open_page: Opener) -> None:
    page = open_page("/sheet/rush?q=dash", "low phone")
    page.get_by_role("button", name="Add to chain: He makes it and goes on.").click()
    page.get_by_role("button", name="All questions").click()
    page.get_by_role("button", name="Pick up", exact=True).click()
    page.get_by_role("button", name="Add to chain: He has the ball.").click()
    chain = page.get_by_role("region", name="Chain")
    expect(chain.get_by_role("status")).to_have_text("All together: 76.6 %")
    chain.get_by_role("button", name="Remove from chain: Dash").click()
    expect(chain.get_by_role("status")).to_have_text("All together: 87.5 %")


def test_a_game_without_a_sheet_says_so(open_page: Opener) -> None:
    page = open_page("/sheet/nothing")
    expect(page.get_by_text("There is no such game.")).to_be_visible()


SPOIL = """async () => {
    const cache = await caches.open("sheets"), old = await (await cache.match("/api/v1/sheets/rush")).json();
    old.questions[0].title = "Of an older server";
    await cache.put("/api/v1/sheets/rush", new Response(JSON.stringify(old)));
}"""


def test_sheets_and_rules_are_there_without_a_network_and_never_older_than_the_server(
    open_page: Opener,
) -> None:
    page = open_page("/sheet/rush", "phone", shared=False)
    expect(page.get_by_text("Saved in this browser")).to_be_visible()
    page.evaluate(SPOIL)
    # what the server says is shown, and kept again
    page.reload()
    expect(page.get_by_text("Saved in this browser")).to_be_visible()
    expect(page.get_by_text("Of an older server")).to_have_count(0)
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Slam", exact=True).click()
    page.locator(".answer a", has_text="R6.3").first.click()
    expect(page.locator("[id='R6.3'].marked")).to_be_visible()
    expect(page.get_by_text("Of an older server")).to_have_count(0)
    # and the others, which were not opened before
    page.goto("/sheet/assault?q=blow")
    expect(page.locator(".answer li").first).to_have_text("Roll a die. A4.4")
    page.context.set_offline(False)


@pytest.mark.long
def test_the_sheet_and_the_rules_of_a_table_with_its_settings_are_there_without_a_network(
    open_page: Opener,
) -> None:
    page = open_page("/sheet/rush?q=slam&exploding_sixes=true&drop=any", "phone", shared=False)
    expect(page.get_by_text("Saved in this browser")).to_be_visible()
    own = lines(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Shown with one table's settings.")).to_be_visible()
    expect(page.locator(".answer li").first).to_be_visible()
    assert lines(page) == own
    page.locator(".answer a", has_text="R6.3").first.click()
    expect(page.locator("[id='R6.3'].marked")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Shown with one table's settings.")).to_be_visible()
    expect(page.locator("[id='R6.3'].marked")).to_be_visible()
    # the usual sheet is another one, and there too
    page.goto("/sheet/rush?q=slam")
    expect(page.locator(".answer li").first).to_be_visible()
    assert lines(page) != own
    page.context.set_offline(False)


def test_what_a_page_reads_is_what_is_shown(open_page: Opener) -> None:
    page = open_page("/sheet/assault?q=attack", "wide desk")
    sheet = quick_sheet("assault")
    titles = [question.title for question in message("assault", sheet).questions]
    assert page.locator(".questions button").all_inner_texts() == titles
    # which numbers are possible is said one by one: without 6 to 4 a 4 is never lower
    for number in ("4", "5", "6"):
        page.locator("fieldset", has_text="The enemy's may be").locator("label", has_text=number).click()
    assert lines(page)[0].startswith("100 % You are higher")
