"""The lab's pages: a report is found from the first page, reads well on any screen, and its matches open at the table."""

import re
from importlib.resources import files

import pypdfium2
import pytest
from playwright.sync_api import Browser, expect

from tests.markers import quick
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener
from tests.web.page_player import choose_from_menu
from tests.web.test_whole_matches import open_table


@pytest.mark.parametrize(
    ("size", "scheme"), quick(of=[("small phone", "dark"), ("desk", "light")], study=[("desk", "light")])
)
def test_axe_finds_nothing_in_the_lab(open_page: Opener, size: str, scheme: str):
    page = open_page("/lab", size, color_scheme=scheme, bypass_csp=True)
    page.get_by_role("link", name=re.compile("Read the report")).first.wait_for()
    assert violations(page) == []
    assert sideways(page) <= 0
    page.get_by_role("link", name=re.compile("Read the report")).first.click()
    page.get_by_role("heading", name="How it was made").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    assert violations(page) == []
    assert sideways(page) <= 0


def test_a_report_is_found_and_read_and_its_match_watched(open_page: Opener):
    page = open_page("/", "phone")
    page.get_by_role("link", name="Lab: how balanced are these games?").tap()
    page.get_by_role("link", name=re.compile("Read the report")).first.tap()
    expect(page.get_by_role("heading", name="What else was found")).to_be_visible()
    expect(page.get_by_role("img", name="Who scores")).to_be_visible()
    # a finding leads to its part
    page.get_by_role("link", name="How long it takes").first.tap()
    expect(page.get_by_role("heading", name="How long it takes")).to_be_in_viewport()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this page").tap()
    assert "<article" in saved.value.path().read_text(encoding="utf-8")
    page.get_by_role("link", name="Watch The longest match").tap()
    expect(page).to_have_url(re.compile(r"/g/lab-\w+-longest\?ply=0$"))
    replay = page.get_by_role("group", name="Replay")
    expect(page.get_by_text(re.compile(r"^Viewing move 0 of \d+"))).to_be_visible()
    replay.get_by_role("button", name="Next move").tap()
    expect(page.get_by_text(re.compile(r"^Viewing move 1 of \d+"))).to_be_visible()
    page.get_by_text("Fair dice").tap()
    expect(page.get_by_text("This match was played in the lab")).to_be_visible()
    # back is where the reader left the report
    page.go_back()
    expect(page.get_by_role("link", name="Watch The longest match")).to_be_in_viewport()


def test_a_report_that_there_is_not_is_said_so(open_page: Opener):
    page = open_page("/lab/nothing", "phone")
    expect(page.get_by_role("alert").get_by_text("There is no such report.")).to_be_visible()
    page.get_by_role("link", name="All reports").tap()
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()


def test_a_measurement_is_started_watched_stopped_kept_and_deleted(open_page: Opener):
    page = open_page("/lab", "low phone", color_scheme="dark", bypass_csp=True)
    page.get_by_role("link", name="Measure a game").tap()
    # a comparison needs something that is changed, a sweep its values
    start = page.get_by_role("button", name="Start")
    page.get_by_role("radio", name="Comparison").check()
    expect(start).to_be_disabled()
    page.get_by_role("radio", name="Sweep").check()
    expect(start).to_be_disabled()
    page.get_by_role("combobox", name="Setting", exact=True).select_option("health")
    values = page.get_by_role("textbox", name="Values")
    values.fill("9..6")
    expect(page.get_by_role("alert").get_by_text("Write a range as")).to_be_visible()
    values.fill("3, 99")
    start.tap()
    # what is wrong with them is not said of the setting
    expect(
        page.get_by_role("alert").get_by_text("health must be a whole number from 1 to 40, not 99")
    ).to_be_visible()
    expect(page.locator(".setting [role=alert]")).to_have_count(0)
    values.fill("3, 6")
    expect(start).to_be_enabled()
    assert (violations(page), sideways(page)) == ([], 0)
    page.get_by_role("radio", name="Simulation").check()
    for player in ("One player", "The other player"):
        page.get_by_label(player).select_option("2")
    page.get_by_label("Pairs of matches").fill("1000")
    page.get_by_label("Name").fill("As it is")
    # by the keyboard alone
    start.press("Enter")
    expect(page.get_by_role("heading", name="As it is")).to_be_visible()
    expect(page.get_by_text(re.compile(r"\d+ %, .* left"))).to_be_visible()
    page.get_by_role("button", name="Stop").tap()
    expect(
        page.get_by_text("It was stopped. The matches played so far are kept, and you can resume it.").first
    ).to_be_visible()
    page.get_by_role("button", name="Continue").tap()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("Results from"))).to_be_visible()
    expect(page.get_by_text("Going first scores")).to_be_visible()
    page.get_by_role("button", name="Stop").tap()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    assert (violations(page), sideways(page)) == ([], 0)
    page.reload()
    expect(page.get_by_text("Stopped", exact=True)).to_be_visible()
    # a server that does not answer for a moment, as where it is started again, is asked again
    page.route("**/api/v1/measurements/**", lambda route: route.abort())
    silent = page.get_by_role("alert").get_by_text("The server isn't responding.")
    expect(silent).to_be_visible()
    expect(page.get_by_role("heading", name="As it is")).to_be_visible()
    page.get_by_role("button", name="Continue").tap()
    page.unroute("**/api/v1/measurements/**")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.get_by_role("link", name="The lab").tap()
    page.get_by_role("link", name="As it is").tap()
    page.get_by_role("button", name="Delete…").tap()
    page.get_by_role("button", name="Delete permanently").tap()
    expect(page.get_by_role("heading", name="The lab")).to_be_visible()
    expect(page.get_by_role("link", name="As it is")).to_be_hidden()


def test_a_report_is_asked_to_look_for_better_picks_where_a_game_has_more_than_it_lists(open_page: Opener):
    page = open_page("/measure?game=assault", "low phone", bypass_csp=True)
    choice = page.get_by_role("checkbox", name="Also look for better picks")
    expect(choice).not_to_be_checked()
    page.get_by_role("radio", name="Sweep").check()
    expect(choice).to_be_hidden()
    page.get_by_role("radio", name="Report").check()
    game = page.get_by_role("combobox", name="Game")
    game.select_option("Rush")
    expect(choice).to_be_hidden()
    game.select_option("All Out Assault")
    choice.check()
    assert (violations(page), sideways(page)) == ([], 0)
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_text("better picks searched")).to_be_visible()
    page.get_by_role("button", name="Stop").tap()
    page.get_by_role("link", name="Run again with changes").tap()
    expect(choice).to_be_checked()


@pytest.mark.long
def test_a_tuning_is_started_stopped_and_goes_on_and_what_it_found_becomes_a_variant(open_page: Opener):
    page = open_page("/measure?game=assault", "low phone", bypass_csp=True)
    page.get_by_role("radio", name="Tuning").check()
    # it needs an aim with some room, and the values among which it searches
    start = page.get_by_role("button", name="Start")
    page.get_by_role("combobox", name="Setting", exact=True).select_option("health")
    page.get_by_role("textbox", name="Values").fill("6, 9")
    expect(start).to_be_disabled()
    page.get_by_role("combobox", name="Figure").select_option("decisions a match")
    page.get_by_label("At least", exact=True).fill("200")
    page.get_by_label("At most", exact=True).fill("20")
    expect(page.get_by_role("alert").get_by_text("must be below the highest")).to_be_visible()
    page.get_by_label("At least", exact=True).fill("10")
    page.get_by_label("At most", exact=True).fill("200")
    page.get_by_label("Pairs of matches").fill("1000")
    assert (violations(page), sideways(page)) == ([], 0)
    start.tap()
    expect(page.get_by_text("decisions a match 10 to 200")).to_be_visible()
    # how far it is, and the nearest candidate so far
    expect(page.get_by_text(re.compile(r"\d+ %, .* left"))).to_be_visible()
    expect(page.get_by_text(re.compile("Decisions of health = [69]"))).to_be_visible()
    page.get_by_role("button", name="Stop").tap()
    expect(
        page.get_by_text("It was stopped. The matches played so far are kept, and you can resume it.").first
    ).to_be_visible()
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("button", name="Stop").tap()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    # the same with fewer matches comes to an end soon
    page.get_by_role("link", name="Run again with changes").tap()
    for pairs in ("Pairs of matches", "Pairs to confirm the best"):
        page.get_by_label(pairs).fill("10")
    start.tap()
    expect(page.get_by_text("Done", exact=True)).to_be_visible()
    expect(
        page.get_by_text(re.compile("^All targets are reached by the game as it was, health = "))
    ).to_be_visible()
    expect(page.get_by_role("heading", name="What it costs")).to_be_visible()
    assert (violations(page), sideways(page)) == ([], 0)
    page.get_by_role("region", name="Make it a variant").get_by_role("link").first.tap()
    expect(page.get_by_label("Name")).to_have_value("Tuned All Out Assault")
    expect(page.get_by_label("Why")).to_have_value(re.compile("^Tuned to decisions 10..200, with decisions "))


@pytest.mark.study
def test_two_reports_stand_beside_each_other(open_page: Opener):
    page = open_page("/lab", "desk", bypass_csp=True)
    for game in ("Optio", "Rush"):
        page.get_by_role("checkbox", name=f"Compare report: {game}").check()
    page.get_by_role("link", name="Compare side by side").click()
    title = "Optio, report “optio” and Rush, report “rush”"
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(page.get_by_role("heading", name="Who wins")).to_have_count(1)
    assert page.get_by_role("img", name="Who scores").count() == 2
    left, right = (one.bounding_box() for one in page.get_by_role("img", name="Who scores").all())
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert (violations(page), sideways(page)) == ([], 0)


@pytest.mark.long
def test_a_match_counts_in_the_lab_where_its_player_says_so_and_until_that_is_taken_back(open_page: Opener):
    page = open_page("/new/optio", "low phone", bypass_csp=True)
    open_table(page, "Computer")
    table = page.url
    # twice, so that nobody resigns by a slip
    choose_from_menu(page, "Resign", "Yes, resign")
    # the keyboard is at the result
    expect(page.get_by_role("heading", name="You lose")).to_be_in_viewport()
    expect(page.get_by_label("Your decision")).to_be_focused()
    box = page.get_by_role("checkbox", name="Count this match in the lab")
    expect(box).not_to_be_checked()
    box.check()
    assert (violations(page), sideways(page)) == ([], 0)
    page.reload()
    expect(box).to_be_checked()
    page.goto("/lab/optio")
    real = page.get_by_role("region", name="Real matches on this server")
    expect(real.get_by_text(re.compile(r"^[1-9]\d* match(es)? counted:"))).to_be_visible()
    page.goto(table)
    box.uncheck()
    page.reload()
    expect(page.get_by_test_id("result")).to_be_visible()
    expect(box).not_to_be_checked()


# tiny text at the beginning and at the end of each chart, board, table and row of one
MARKED = """() => {
  const mark = (place, where, text) => {
    const made = document.createElement('span');
    made.textContent = `[${text}] `;
    made.style.font = '1px monospace';
    place.insertAdjacentElement(where, made);
  };
  document.querySelectorAll('figure, table, tr').forEach((one, number) => {
    const cells = [...one.querySelectorAll('th, td')];
    mark(cells.at(0) ?? one, 'afterbegin', `${one.localName} ${number} begins`);
    mark(cells.at(-1) ?? one, 'beforeend', `${one.localName} ${number} ends`);
  });
}"""


def test_a_report_prints_whole(browser: Browser):
    page = browser.new_page()
    page.set_content((files("sandtable.lab.report") / "shipped" / "assault.html").read_text(encoding="utf-8"))
    page.evaluate(MARKED)
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    page.close()
    sheets: dict[str, set[int]] = {}
    for number, sheet in enumerate(document):
        for mark in re.findall(r"\[(\w+ \d+ \w+)\]", sheet.get_textpage().get_text_range()):
            sheets.setdefault(mark, set()).add(number)
    document.close()
    begun = [mark.removesuffix(" begins") for mark in sheets if mark.endswith(" begins")]
    assert {"figure", "table", "tr"} == {mark.split()[0] for mark in begun}
    assert [mark for mark in begun if sheets[f"{mark} begins"] != sheets.get(f"{mark} ends")] == []
    # what is folded away on the screen stands on paper
    assert sum(mark.startswith("table") for mark in begun) > 10
