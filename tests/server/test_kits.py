"""Kits to print over HTTP: the file, the pictures of its pages, what is refused, and what is made only once."""

from base64 import b64decode
from dataclasses import replace

import pypdfium2

from sandtable.games import spec
from sandtable.server.loading.catalog import Catalog
from tests.server.ws_client import PATIENT, play, running

OWN = "S...S\n.....\n.....\n.....\nS...S\n"


def offered():
    games = {name: spec(name) for name in ("assault", "optio", "rout")}
    return Catalog(games, lambda game: (), lambda game, level: None)


def test_a_kit_is_a_file_and_its_pages_are_pictures(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", PATIENT, offered) as stage:
            game = (await stage.get("/games")).json()[0]
            assert [option["name"] for option in game["kit"]] == ["tile_mm"]
            order = {"settings": {"board": OWN, "tile_mm": 30}, "paper": "A3", "ink": "black"}
            answer = await stage.post("/games/assault/kit", **order)
            assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
            assert 'filename="assault-kit-a3.pdf"' in answer.headers["content-disposition"]
            assert answer.content.startswith(b"%PDF")
            preview = (await stage.post("/games/assault/kit/preview", **order)).json()
            assert preview["pages"][1]["title"].startswith("The board")
            assert preview["needed"][0].startswith("two six-sided dice")
            for page in preview["pages"]:
                kind, _, data = page["picture"].partition(",")
                assert kind == "data:image/png;base64"
                assert b64decode(data).startswith(b"\x89PNG")
            assert (await stage.post("/games/assault/kit/test-sheet", **order)).status_code == 404
            # what was made is kept
            assert (await stage.post("/games/assault/kit", **order)).content == answer.content

    play(scene)


def test_a_kit_with_backs_has_a_test_sheet(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", PATIENT, offered) as stage:
            order = {"paper": "Letter", "flip": "short", "shift_right": 0.5, "shift_down": -1}
            answer = await stage.post("/games/rout/kit/test-sheet", **order)
            assert 'filename="rout-test-sheet-letter.pdf"' in answer.headers["content-disposition"]
            document = pypdfium2.PdfDocument(answer.content)
            words = [page.get_textpage().get_text_range() for page in document]
            assert "flipped on the short edge" in words[0]
            assert "a back shift of 0.5,-1" in words[1]
            document.close()

    play(scene)


def test_a_kit_that_does_not_fit_is_refused_in_a_sentence(tmp_path):
    async def scene():
        few = replace(PATIENT, files_rate=0.001, files_burst=4)
        async with running(tmp_path / "tables.db", few, offered) as stage:
            for game, order, status, sentence in (
                ("assault", {"settings": {"tile_mm": 5}}, 422, "18 to 60"),
                ("assault", {"settings": {"tile": 5}}, 422, "tile"),
                ("assault", {"paper": "A5"}, 400, "A4, A3, Letter"),
                ("assault", {"flip": "left"}, 400, "flip must be one of long, short, not 'left'"),
                ("assault", {"shift_down": 6}, 400, "from -5 to 5 mm in each direction, not 0,6"),
                ("assault", {"shift_down": "6"}, 422, "shift_down"),
                ("optio", {"settings": {"map_cm": 120, "maps": "all"}}, 400, "at most 150 pages"),
                ("chess", {}, 404, "game"),
            ):
                answer = await stage.post(f"/games/{game}/kit", **order)
                assert (answer.status_code, sentence in answer.text) == (status, True), answer.text
            answer = await stage.post("/games/assault/kit")
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")

    play(scene)
