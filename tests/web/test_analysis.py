"""The analysis of a finished match in the browser: asked for, stopped, read, and used to find positions again."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener

MATCH = "/g/lab-assault-shortest"


def shown(page: Page) -> int:
    """The position that the replay shows."""
    return int(page.get_by_label("Move", exact=True).input_value())


@pytest.mark.parametrize(
    ("size", "scheme"), [("low phone", "light"), pytest.param("desk", "dark", marks=pytest.mark.long)]
)
def test_a_match_is_analysed_and_its_costliest_decisions_are_seen_again(
    open_page: Opener, size: str, scheme: str
):
    page = open_page(MATCH, size, color_scheme=scheme, bypass_csp=True)
    analysis = page.get_by_test_id("analysis")
    ask = page.get_by_role("button", name="Analyse this match")
    # the other size has found it before
    expect(ask.or_(analysis)).to_be_visible()
    if ask.count():
        ask.click()
    curve = analysis.get_by_role("slider", name="Chance to win, move by move")
    expect(curve).to_be_visible()
    stop = analysis.get_by_role("button", name="Stop")
    goes_on = analysis.get_by_role("button", name=re.compile("Resume|Think longer"))
    expect(stop.or_(goes_on)).to_be_visible()
    if stop.count():
        stop.click()
    expect(goes_on).to_be_visible()
    expect(analysis.get_by_text(re.compile("points|average luck"))).not_to_have_count(0)
    assert (violations(page), sideways(page)) == ([], 0)
    # a tap on the curve moves the replay, and so do the arrow keys; both are still in view
    last = shown(page)
    box = curve.bounding_box()
    assert box is not None
    curve.click(position={"x": box["width"] / 2, "y": 20})
    expect(page.get_by_role("button", name="Go to result")).to_be_attached()
    middle = shown(page)
    assert abs(middle - last / 2) <= 1
    curve.press("ArrowRight")
    expect(page.get_by_label("Move", exact=True)).to_have_value(str(middle + 1))
    expect(curve).to_have_attribute(
        "aria-valuetext", re.compile(rf"^move {middle + 1} of {last}: Navy \d+ %, Rust \d+ %$")
    )
    expect(curve).to_be_in_viewport()
    expect(page.locator("[data-board] [data-picture]").first).to_be_in_viewport()
    # a costly decision opens the position in which it was made
    costly = analysis.get_by_role("listitem").get_by_role("button").first
    said = re.search(r"move (\d+):", costly.inner_text())
    assert said
    costly.click()
    expect(page.get_by_label("Move", exact=True)).to_have_value(str(int(said[1]) - 1))
    expect(costly).to_have_attribute("aria-current", "true")
    assert (violations(page), sideways(page)) == ([], 0)
    # it is there again after a reload
    page.reload()
    expect(analysis.get_by_role("listitem").first).to_be_visible()


def test_an_analysis_is_looked_for_until_it_answers(open_page: Opener):
    """A passing refusal is asked about again, another one ends the wait; a resignation is the last point."""
    answers: list[tuple[int, dict[str, object]]] = [(429, {"error": "Too many."})]

    def answer(route: Route) -> None:
        status, said = answers[0]
        route.fulfill(status=status, json=said)

    page = open_page("/settings", shared=False)
    page.route("**/api/v1/tables/*/analysis", answer)
    page.clock.install()
    with page.expect_response("**/analysis"):
        page.goto(MATCH)
    last = shown(page)
    side: dict[str, object] = {
        "verdict": "Even.",
        "luck": 0,
        "skill": 0,
        "loss": 0.1,
        "decisions": 1,
        "marks": {},
    }
    resigned: dict[str, object] = {
        "ply": last,
        "seat": 0,
        "text": "Resign",
        "best_text": "play on",
        "loss": 0.1,
        "error": 0.01,
    }
    findings: dict[str, object] = {
        "points": (last + 1) * [{"chance": 0.5, "known": None}] + [{"chance": 0, "known": None}],
        "costliest": [{**resigned, "mark": "blunder"}],
        "sides": [side, side],
    }
    running = {
        "state": "running",
        "sentence": "",
        "share": 0.5,
        "left": 60,
        "open": False,
        "stoppable": False,
    }
    answers[0] = (200, {**running, "findings": findings})
    page.clock.run_for(5_500)
    curve = page.get_by_role("slider", name="Chance to win, move by move")
    end = re.compile(rf"^move {last + 1} of {last + 1}: Navy 0 %")
    expect(curve).to_have_attribute("aria-valuetext", end)
    costly = page.get_by_test_id("analysis").get_by_role("listitem").get_by_role("button")
    expect(costly).to_have_attribute("aria-current", "true")
    progress = page.get_by_role("progressbar", name="Progress of the analysis")
    expect(progress).to_be_visible()
    answers[0] = (404, {"error": "There is no such table."})
    page.clock.run_for(1_500)
    expect(page.get_by_text("There is no such table.")).to_be_visible()
    expect(progress).to_be_hidden()
    expect(curve).to_be_visible()
