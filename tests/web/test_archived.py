"""A finished match in the browser after its rules have gone: the page replays it, and offers nothing that would need them."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from sandtable.engine.match import VOID
from sandtable.engine.matchfile import check_record
from sandtable.server import app
from sandtable.server.run.hosting import Hosting
from sandtable.server.tables.archive import ARCHIVED
from sandtable.server.tables.persons import by_name
from tests.server import older
from tests.web.accessibility import sideways, violations
from tests.web.conftest import Opener, serving

SEATED = """([table, game, token]) => localStorage.setItem("sandtable.seats", JSON.stringify([
    {table, game, seat: 0, token, turn: false}]))"""
LAST = ".scrubber input"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a database of matches of games that it does not offer; those that ran have ended."""
    folder = tmp_path_factory.mktemp("archived")
    older.make(folder / "tables.db")
    # the browser's event loop runs in this thread
    with ThreadPoolExecutor(1) as threads:
        threads.submit(app.archive, Hosting(database=str(folder / "tables.db"))).result()
    with contextlib.closing(sqlite3.connect(folder / "tables.db")) as connection:
        connection.execute(
            "INSERT INTO events (table_id, seq, kind, seat, action, keep, note, time) "
            "SELECT id, MAX(seq) + 1, 'void', -1, -1, -1, '', 1 FROM tables JOIN events ON table_id = id "
            "WHERE ended = 0 GROUP BY id"
        )
        connection.commit()
    with serving(folder, ["tests.fixtures.hide_and_seek:SPEC"], NUMBA_DISABLE_JIT="1") as found:
        yield found


def shown(page: Page, ply: int) -> None:
    """Waits until the page shows that position."""
    expect(page.locator(LAST)).to_have_value(str(ply))


@pytest.mark.parametrize("game", older.GAMES)
def test_a_finished_match_is_replayed_without_its_rules(open_page: Opener, game: str):
    match = older.played(game, "ended")
    page = open_page(f"/g/{match.table}", "phone", bypass_csp=True)
    expect(page.get_by_test_id("archived")).to_have_text(ARCHIVED)
    result = match.game.spec.presentation.result(match.game.setup, match.position.state)
    sides = match.game.spec.presentation.sides
    expect(page.get_by_test_id("result")).to_contain_text(by_name(result, sides, older.NAMES))
    for word in ("Rematch", "Count this match", "Resign"):
        expect(page.get_by_text(word)).to_have_count(0)
    shown(page, match.ply)
    assert (violations(page), sideways(page)) == ([], 0)
    for ply, eyes in ((match.ply // 2, ""), (0, "&seat=1"), (match.ply - 1, "&seat=0")):
        page.goto(f"/g/{match.table}?ply={ply}{eyes}")
        shown(page, ply)
        expect(page.locator("[data-board] [data-picture]").first).to_be_visible()
    page.get_by_role("button", name="Go to result").click()
    shown(page, match.ply)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export match").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert check_record(text).covered
    assert json.loads(text.splitlines()[0])["game"] == game


def test_a_match_that_ended_because_its_rules_changed_says_so_to_a_player(open_page: Opener):
    match = older.played("assault", "runs")
    page = open_page("/favicon.svg", "phone", shared=False)
    page.evaluate(SEATED, [match.table, "assault", older.TOKENS[0]])
    page.goto(f"/g/{match.table}")
    result = page.get_by_test_id("result")
    expect(result.get_by_role("heading", name="Match ended")).to_be_visible()
    expect(result).to_contain_text(VOID)
    expect(page.get_by_test_id("archived")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch, sides swapped")).to_have_count(0)
    result.get_by_role("button", name="Replay").click()
    shown(page, match.ply)
