"""Dice that no host can choose, as pages see them: each gives a seed by itself, and checks the dice when the match is over."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from sandtable import Game
from sandtable.engine.matchfile import coverage, read
from tests.fixtures.hide_and_seek import SPEC
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener, serving
from tests.web.test_any_game import MOVES, due
from tests.web.test_whole_matches import open_table, result

GAME = "tests.fixtures.hide_and_seek:SPEC"
KEPT = "() => JSON.parse(localStorage.getItem('sandtable.seeds') ?? '[]')"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose dice are not loaded, in plain Python."""
    free = {"NUMBA_DISABLE_JIT": "1", "SANDTABLE_OPEN_DICE": "1"}
    with serving(tmp_path_factory.mktemp("fair"), [GAME], **free) as found:
        yield found


def play_out(*pages: Page) -> None:
    """Plays the match to its end, with whoever may choose."""
    while not any(page.get_by_test_id("result").count() for page in pages):
        for page in pages:
            choices = page.locator(f"{MOVES}:enabled")
            if choices.count():
                choices.first.click()
        pages[0].wait_for_timeout(20)


def test_against_the_computer_a_page_gives_its_seed_and_checks_the_dice(open_page: Opener):
    page = open_page("/new/hide_and_seek", "phone", bypass_csp=True)
    open_table(page, "Computer")
    assert due(page)
    (kept,) = page.evaluate(KEPT)
    assert kept["given"]
    play_out(page)
    assert result(page)
    panel = page.locator("details", has=page.get_by_text("Fair dice"))
    panel.locator("summary").click()
    expect(panel).to_contain_text(f"(you): {kept['seed']}")
    expect(panel).to_contain_text(kept["commitment"])
    expect(panel).to_contain_text(
        "Checked in this browser: the secret matches the fingerprint, the seeds were used"
    )
    expect(panel).to_contain_text("the person who runs the server neither plays here nor helps a player")
    assert page.get_by_text("Don't trust the dice").count() == 0
    assert violations(page) == []
    assert sideways(page) <= 0
    with page.expect_download() as download:
        page.get_by_role("button", name="Export match").click()
    text = download.value.path().read_text()
    match = read(text, lambda _game, **settings: Game(SPEC, **settings))
    assert match.sitters[0].seed == kept["seed"]
    assert (
        "every die and card: they follow from the secret and the seed of seat 0"
        in coverage(text, match).covered
    )


def test_friends_give_a_seed_each(open_page: Opener):
    host = open_page("/new/hide_and_seek", "phone", shared=False)
    open_table(host, "A friend")
    guest = open_page(host.get_by_label("Invitation").first.input_value(), "phone", shared=False)
    guest.get_by_role("button", name="Play", exact=True).click()
    guest.wait_for_url("**/g/*")
    play_out(host, guest)
    first = [page.evaluate(KEPT)[0]["seed"] for page in (host, guest)]
    for page in (host, guest):
        panel = page.locator("details", has=page.get_by_text("Fair dice"))
        panel.locator("summary").click()
        for seed in first:
            expect(panel).to_contain_text(seed)
        expect(panel).to_contain_text("Checked in this browser")


def test_a_server_that_leaves_out_the_seed_is_accused_loudly(open_page: Opener):
    page = open_page("/new/hide_and_seek", "phone", shared=False)
    # a server that pretends that another one was given
    page.evaluate(
        """() => {
          const real = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            const message = JSON.parse(text);
            real.call(this, message.type === "seed" ? JSON.stringify({ ...message, seed: "0".repeat(32) }) : text);
          };
        }"""
    )
    open_table(page, "Computer")
    expect(page.locator("p.alarm")).to_contain_text("Don't trust the dice in this match.")
    expect(page.locator("p.alarm")).to_contain_text("the server is not using it")
    expect(page.get_by_role("alert")).to_contain_text("the server is not using it")


def test_dice_that_do_not_follow_are_told_at_the_end(open_page: Opener):
    page = open_page("/new/hide_and_seek", "phone", shared=False)

    def lie(route: Route) -> None:
        answer = route.fetch()
        record = answer.json()
        for step in record["steps"]:
            if step["high"] >= 0:
                step["low"], step["high"] = 2.0, 3.0
        route.fulfill(response=answer, body=json.dumps(record))

    page.route(re.compile("/tables/[^/]+/dice$"), lie)
    open_table(page, "Computer")
    assert due(page)
    play_out(page)
    expect(page.locator("p.alarm")).to_contain_text("does not follow from the secret and the seeds")
