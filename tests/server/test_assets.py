"""Parts of pages that outlive the build they came from."""

import asyncio
import os
from time import time

import httpx
import pytest
import websockets
from starlette.exceptions import HTTPException

from sandtable.server.documents import exports
from sandtable.server.http import pages
from tests.server.ws_client import Client, play, running


def test_a_file_is_named_for_old_and_new_browsers():
    assert exports._headers("Ä b.pdf") == {
        "Content-Disposition": "attachment; filename=\"-b.pdf\"; filename*=UTF-8''%C3%84%20b.pdf",
        "Cache-Control": "no-store",
    }


def test_files_beside_the_page_are_no_way_into_folders(tmp_path):
    (tmp_path / "icon.svg").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("x")
    assert pages._beside(tmp_path, "icon.svg") == tmp_path / "icon.svg"
    for path in ("", "in", "in/a.txt", "in\\a.txt", ".hidden", "gone.svg", "../x"):
        assert pages._beside(tmp_path, path) is None, path


def test_parts_of_pages_outlive_the_build_that_had_them(tmp_path, caplog):
    static, folder = tmp_path / "static", tmp_path / "kept"
    (static / "assets").mkdir(parents=True)

    def built(**assets):
        for old in (static / "assets").iterdir():
            old.unlink()
        for name, text in assets.items():
            (static / "assets" / f"{name}.js").write_text(text, encoding="utf-8")
        return pages.keep(static, folder)

    async def fetched(*names):
        transport = httpx.ASGITransport(pages.assets(static, folder))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            answers = [await client.get(f"/{name}.js") for name in names]
        return [(answer.status_code, answer.text, answer.headers.get("cache-control")) for answer in answers]

    assert built(first="1", both="2") == folder
    built(second="3", both="2")
    found = asyncio.run(fetched("first", "both", "second"))
    assert found == [(200, text, pages.FOREVER) for text in "123"]
    with pytest.raises(HTTPException):
        asyncio.run(fetched("none"))
    # what no build has had for long goes, and what one has stays
    for name in ("first", "both"):
        os.utime(folder / f"{name}.js", (0, 0))
    built(second="3", both="2")
    assert sorted(path.name for path in folder.iterdir()) == ["both.js", "second.js"]
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert pages.keep(static, tmp_path / "file" / "kept") is None
    assert "the parts of pages cannot be cached" in caplog.text


def test_a_part_of_a_page_is_kept_for_ever_whole_in_pieces_or_known_already(tmp_path):
    (tmp_path / "assets").mkdir()
    text = "let a = 1;\n" * 300
    (tmp_path / "assets" / "a.js").write_text(text, encoding="utf-8")

    async def scene():
        transport = httpx.ASGITransport(pages.assets(tmp_path))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            whole = await client.get("/a.js")
            plain = await client.get("/a.js", headers={"Accept-Encoding": "identity"})
            # what is packed has other pieces
            piece = await client.get("/a.js", headers={"Range": "bytes=4-8"})
            known = await client.get("/a.js", headers={"If-None-Match": whole.headers["etag"]})
        return whole, plain, piece, known

    whole, plain, piece, known = asyncio.run(scene())
    assert [answer.status_code for answer in (whole, plain, piece, known)] == [200, 200, 206, 304]
    assert {answer.headers["cache-control"] for answer in (whole, plain, piece, known)} == {pages.FOREVER}
    assert [answer.headers.get("content-encoding") for answer in (whole, plain, piece)] == [
        "gzip",
        None,
        None,
    ]
    assert {answer.headers["vary"] for answer in (whole, plain)} == {"Accept-Encoding"}
    assert (whole.text, plain.text, piece.text, known.text) == (text, text, "a = 1", "")


def test_parts_that_every_build_has_stay_however_old_they_are(tmp_path):
    static, folder = tmp_path / "static", tmp_path / "data" / "kept"
    (static / "assets").mkdir(parents=True)
    (static / "assets" / "a.js").write_text("1", encoding="utf-8")
    assert pages.keep(static, folder) == folder
    (folder / "old.js").write_text("2", encoding="utf-8")
    month = 2_592_000
    for age, left in ((month - 60, ["a.js", "old.js"]), (month + 60, ["a.js"])):
        for file in folder.iterdir():
            os.utime(file, (time() - age, time() - age))
        pages.keep(static, folder)
        assert sorted(file.name for file in folder.iterdir()) == left


def test_only_a_page_of_another_build_hears_that_it_is_outdated(tmp_path):
    static = tmp_path / "static"
    static.mkdir()
    script = '<script type="module" crossorigin src="/assets/index-N_ew-1.js"></script>'
    (static / "index.html").write_text(f"<head>{script}</head>", encoding="utf-8")

    async def first(server, table, query):
        address = f"ws://{server.address}/api/v1/tables/{table}/socket{query}"
        async with websockets.connect(address) as socket:
            client = Client(socket)
            await client.hello()
            return client.heard

    async def scene():
        async with running(tmp_path / "tables.db", static=static) as server:
            table = (await server.open())["table"]
            return [
                await first(server, table, query) for query in ("?build=index-old", "?build=index-N_ew-1", "")
            ]

    assert play(scene) == [[{"type": "outdated", "build": "index-N_ew-1"}], [], []]


def test_a_client_that_is_not_built_has_no_build(tmp_path):
    assert pages.build(tmp_path) == ""
    (tmp_path / "index.html").write_text(
        '<script type="module" src="/src/main.ts"></script>', encoding="utf-8"
    )
    assert pages.build(tmp_path) == ""
