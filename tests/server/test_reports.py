"""The lab's reports: listed, shown as they are, and their matches open at tables that nobody can act at."""

import json

import msgspec
import pytest

import sandtable as st
from sandtable.engine.matchfile import read
from sandtable.lab.report.document import Report
from sandtable.server.loading.library import Library
from sandtable.server.tables.reports import SHIPPED, Reports
from tests.server.guess import SPEC
from tests.server.ws_client import play, running

GUESS = st.Game(SPEC, turns=6)
DICE = [5, 8, 0]
PAGE = "<!doctype html><article>Guessed</article>"


def example():
    """A finished match of the guessing game as the lab plays one: its dice come from one stream."""
    position, dice, rng = GUESS.start(), st.stream(*DICE), st.stream(1)
    moves = []
    while not position.over:
        moves.append(position.sample(dice if position.to_move < 0 else rng))
        position.play(moves[-1])
    seats = ["Computer, one", "Computer, two"]
    return {
        "name": "longest",
        "title": "The longest",
        "text": "Long.",
        "seats": seats,
        "dice": DICE,
        "moves": moves,
    }


@pytest.fixture
def folder(tmp_path):
    """A folder with a report, and files that are none."""
    made = tmp_path / "reports"
    made.mkdir()
    report = {
        "game": "guess",
        "title": "Guess the digit",
        "provenance": {"settings": GUESS.settings, "matches": 20},
        "findings": [{"text": f"Finding {n}."} for n in range(5)],
        "examples": [example()],
    }
    for name in ("guessed", "no page", "alone"):
        (made / f"{name}.json").write_text(json.dumps(report), encoding="utf-8")
    for name in ("guessed", "no page", "broken"):
        (made / f"{name}.html").write_text(PAGE, encoding="utf-8")
    (made / "broken.json").write_text("{}", encoding="utf-8")
    return made


def test_only_whole_reports_are_listed(folder, caplog):
    (found,) = Reports((folder,)).listed()
    assert (found.name, found.game, found.matches) == ("guessed", "guess", 20)
    assert found.findings == ["Finding 0.", "Finding 1.", "Finding 2."]
    assert [(match.name, match.table) for match in found.examples] == [("longest", "lab-guessed-longest")]
    assert "broken.json is left out" in caplog.text
    assert "no page.json is left out: a report's name must consist of at most 32 letters" in caplog.text


def test_the_shipped_reports_are_small_and_whole(caplog):
    found = Reports((SHIPPED,)).listed()
    assert [report.name for report in found] == sorted(path.stem for path in SHIPPED.glob("*.json"))
    assert caplog.text == ""
    for report in found:
        assert len(report.examples) >= 3
        for path in (SHIPPED / f"{report.name}.json", SHIPPED / f"{report.name}.html"):
            assert path.stat().st_size < 400_000


# what says by itself at which levels it holds, or that nothing is known
OF_ITSELF = ("are identical under the rules", "not yet known", "left out", "Among the computer's levels")


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_every_finding_of_a_shipped_report_says_what_holds_at_other_levels(path):
    report = msgspec.json.decode(path.read_bytes(), type=Report)
    silent = [one.text for one in report.findings if not one.levels]
    assert [text for text in silent if not any(words in text for words in OF_ITSELF)] == []
    assert len(silent) < len(report.findings) / 2


def test_a_report_is_shown_and_none_is_refused(tmp_path, folder):
    async def scene():
        async with running(tmp_path / "tables.db", reports=[folder]) as stage:
            listed = (await stage.get("/reports")).json()
            assert "guessed" in [report["name"] for report in listed]
            page = await stage.get("/reports/guessed")
            assert page.status_code == 200
            assert page.text == PAGE
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            assert "default-src 'none'" in page.headers["content-security-policy"]
            for name in ("nothing", "alone", "broken", "..%2Fguessed"):
                refused = await stage.get(f"/reports/{name}")
                assert refused.status_code == 404

    play(scene)


def test_an_example_opens_at_a_table_and_cannot_be_changed(tmp_path, folder, monkeypatch):
    wanted = []
    monkeypatch.setattr(Library, "want", lambda _library, game: wanted.append(game))

    async def scene():
        (tmp_path / "index.html").write_text("<head></head>", encoding="utf-8")
        async with running(tmp_path / "tables.db", reports=[folder], static=tmp_path) as stage:
            async with stage.sit("lab-guessed-longest") as client:
                seen = client.seen
                assert seen["over"]
                assert seen["seat"] is None
                assert [seat["name"] for seat in seen["seats"]] == ["Computer, one", "Computer, two"]
                assert (seen["commitment"], seen["secret"]) == ("", None)
                assert seen["settings"]["turns"] == 6
                for kind in ("rematch", "resign", "undo"):
                    reply = await client.ask(kind)
                    assert (reply["type"], reply["code"]) == ("refused", "spectator")
            for path, media in (("picture", "image/svg+xml"), ("card", "image/png")):
                made = await stage.get(f"/tables/lab-guessed-longest/{path}?ply=2")
                assert (made.status_code, made.headers["content-type"].split(";")[0]) == (200, media)
            page = await stage.http.get("/g/lab-guessed-longest?ply=2")
            title = "Guess the digit: Computer, one (Left) against Computer, two (Right)"
            assert f'<meta property="og:title" content="{title}" />' in page.text
            moment = (await stage.get("/tables/lab-guessed-longest/at/2")).json()
            assert moment["ply"] == 2
            file = await stage.get("/tables/lab-guessed-longest/export")
            match = read(file.text, lambda game, **settings: st.Game(SPEC, **settings))
            assert match.moves == example()["moves"]
            assert match.dice == tuple(DICE)
            # all of these are of one table
            tables = await stage.context.tables()
            assert (tables.in_memory(), set(wanted)) == (1, {"guess"})

    play(scene)


@pytest.mark.parametrize("table", ["lab-guessed-shortest", "lab-nothing-longest", "lab-guessed", "lab-"])
def test_there_is_no_table_for_what_is_no_example(tmp_path, folder, table):
    async def scene():
        async with running(tmp_path / "tables.db", reports=[folder]) as stage:
            assert (await stage.get(f"/tables/{table}/at/0")).status_code == 404

    play(scene)
