"""Requests that no browser sends: each is answered in a sentence or closed, and nothing of them is in the log."""

import asyncio
import gzip
import threading
import time
from dataclasses import replace

import pytest

from sandtable.authoring import Made
from sandtable.server.http import gate
from sandtable.server.http.gate import networks
from sandtable.server.tables import table, tables
from sandtable.server.tables.table import Table
from tests.server.attacks.test_gate import HEAD, raw
from tests.server.guess import SPEC, catalog
from tests.server.guess.rules import PASS
from tests.server.ws_client import PATIENT, finish, meet, play, running, until

JSON = b"Content-Type: application/json\r\n"
HOST = b"Host: localhost\r\n"


def asked(line, headers=b"", body=b""):
    return line + b" HTTP/1.1\r\n" + HOST + headers + b"\r\n" + body


def opening(body):
    return asked(b"POST /api/v1/tables", JSON + b"Content-Length: %d\r\n" % len(body), body)


# the status of the answer to each
ODD = {
    "a long name": (asked(b"GET /" + b"a" * 300), 200),
    "a long name of an asset": (asked(b"GET /assets/" + b"a" * 300), 404),
    "a deep path": (asked(b"GET /assets/" + b"a/" * 4000), 404),
    "nothing as a name": (asked(b"GET /assets/%00"), 404),
    "nothing as a table": (asked(b"GET /api/v1/tables/%00/at/0"), 404),
    "nothing as an invitation": (asked(b"GET /api/v1/invites/%00"), 404),
    "letters that are none": (asked(b"GET /api/v1/tables/%ff%fe/at/0"), 404),
    "half a letter": (asked(b"GET /api/v1/tables/%ed%a0%80/at/0"), 404),
    "out of the folder": (asked(b"GET /assets/%2e%2e/%2e%2e/app.py"), 404),
    "out of the folder, packed": (asked(b"GET /assets/..%2f..%2fapp.py"), 404),
    "backslashes": (asked(b"GET /..\\..\\app.py"), 404),
    "digits of others": (asked(b"GET /api/v1/tables/abc/at/%D9%A1"), 404),
    "a long number": (asked(b"GET /api/v1/tables/abc/at/" + b"9" * 5000), 404),
    "a whole address": (asked(b"GET http://localhost/healthz"), 200),
    "an address without a path": (asked(b"GET http://localhost"), 400),
    "a tunnel": (asked(b"CONNECT localhost:80"), 400),
    "no HTTP": (b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "HTTP/1.0": (b"GET /healthz HTTP/1.0\r\n" + HOST + b"\r\n", 200),
    "no host": (b"GET /healthz HTTP/1.0\r\n\r\n", 421),
    "only the head": (asked(b"HEAD /api/v1/status"), 200),
    "which methods": (asked(b"OPTIONS /api/v1/tables"), 405),
    "an unknown method": (asked(b"PROPFIND /"), 405),
    "two lengths": (asked(b"POST /api/v1/tables", JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n"), 400),
    "a length and chunks": (
        asked(b"POST /api/v1/tables", JSON + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
        400,
    ),
    "chunks that are none": (asked(b"POST /api/v1/tables", JSON + b"Transfer-Encoding: xchunked\r\n"), 400),
    "a length below nothing": (asked(b"POST /api/v1/tables", JSON + b"Content-Length: -2\r\n"), 400),
    "lines without returns": (b"GET /healthz HTTP/1.1\nHost: localhost\n\n", 400),
    "a header on two lines": (asked(b"GET /healthz", b"X: a\r\n b\r\n"), 400),
    "a space before the colon": (b"GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
    "a signal in a header": (asked(b"GET /healthz", b"X: a\x01b\r\n"), 400),
    "letters in a header": (asked(b"GET /healthz", "X: äöü\r\n".encode()), 200),
    "letters in a path": (asked("GET /ä".encode()), 400),
    "another protocol": (asked(b"GET /healthz", b"Connection: Upgrade\r\nUpgrade: h2c\r\n"), 200),
    "a key that is none": (asked(b"GET /api/v1/tables/abc/at/0", b"Authorization: Bearer \xff\xfe\r\n"), 404),
    "deep JSON": (opening(b"[" * 16_000), 400),
    "deep JSON that ends": (opening(b'{"a":' * 900 + b"1" + b"}" * 900), 400),
    "a huge number": (opening(b'{"game":"guess","level":' + b"9" * 5000 + b"}"), 400),
    "a number beyond all": (opening(b'{"game":"guess","level":1e999}'), 400),
    "half a letter in JSON": (opening(b'{"game":"guess","name":"\\ud800"}'), 400),
    "letters that are none in JSON": (opening(b'{"game":"guess","name":"\xff"}'), 400),
    "nothing in a name": (opening(b'{"game":"guess","name":"a\\u0000b"}'), 201),
    "a setting that is none": (opening(b'{"game":"guess","settings":{"\\u0000":"\\u0000"}}'), 422),
}


def test_odd_requests_are_answered_and_leave_no_trace(tmp_path, caplog):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            for name, (request, status) in ODD.items():
                async with raw(stage) as bad:
                    await bad.send(request)
                    said = await asyncio.wait_for(bad.reader.readline(), 20)
                    assert said.startswith(b"HTTP/1.1 %d " % status), (name, said)

    play(scene)
    # a malformed request is reported to its sender, and the log of a server leaves it out
    assert {record.getMessage() for record in caplog.records} <= {
        "Invalid HTTP request received.",
        "Unsupported upgrade request.",
    }


def test_who_leaves_in_the_middle_of_a_request_leaves_no_trace(tmp_path, caplog):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            before = stage.gate._open.total()
            async with raw(stage) as bad:
                await bad.send(asked(b"POST /api/v1/tables", JSON + b"Content-Length: 900\r\n", b'{"game'))
                await until(lambda: stage.gate._open.total() == before + 1)
            await until(lambda: stage.gate._open.total() == before)
            assert (await stage.http.get("/healthz")).text == "ok"

    play(scene)
    assert caplog.records == []


@pytest.mark.parametrize("more", [b"a" * 1000, b"X: y\r\n" * 170], ids=["one", "many"])
def test_headers_without_end_after_a_body_are_cut_off(tmp_path, more):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            chunked = JSON + b"Transfer-Encoding: chunked\r\n"
            await bad.send(asked(b"POST /api/v1/tables", chunked, b"2\r\n{}\r\n0\r\nX-Long: "))
            sent = 0
            while await bad.send(more):
                sent += len(more)
                assert (await stage.http.get("/healthz")).text == "ok"
                assert sent < 100 * PATIENT.head

    play(scene)


def test_headers_that_come_all_at_once_are_looked_at_bit_by_bit(tmp_path, monkeypatch):
    heard = []
    on_header = gate.Guarded.on_header

    def noted(own, name, value):
        heard.append(name)
        on_header(own, name, value)

    monkeypatch.setattr(gate.Guarded, "on_header", noted)

    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            heard.clear()
            await bad.send(HEAD + b"X: y\r\n" * 40_000 + b"\r\n")
            await bad.rest()
            assert 0 < len(heard) < 2 * PATIENT.head / 6

    play(scene)


BIG = 20_000_000


def test_a_part_of_a_page_is_compressed_once(tmp_path, monkeypatch):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1.js").write_text("let a = 1;\n" * 300)
    packed = []
    compress = gzip.compress
    monkeypatch.setattr(gzip, "compress", lambda *given, **how: packed.append(1) or compress(*given, **how))

    async def scene():
        async with running(tmp_path / "a.db", static=tmp_path) as stage:
            texts = {(await stage.http.get("/assets/app-1.js")).text for _ in range(5)}
            assert texts == {"let a = 1;\n" * 300}
            part = await stage.http.get("/assets/app-1.js", headers={"Range": "bytes=0-4"})
            assert (part.status_code, part.text) == (206, "let a")
            plain = await stage.http.get("/assets/app-1.js", headers={"Accept-Encoding": "identity"})
            assert "content-encoding" not in plain.headers

    play(scene)
    assert packed == [1]


def test_a_client_waits_for_its_own_files_only(tmp_path):
    release, begun = threading.Event(), []

    def slow(body):
        begun.append(body)
        release.wait(20)
        return Made("a.txt", "text/plain", b"")

    def opened():
        return replace(
            catalog(), games={"guess": replace(SPEC, table=replace(SPEC.table, services={"slow": slow}))}
        )

    async def scene():
        limits = replace(PATIENT, files_waiting_a_client=3)
        async with running(tmp_path / "a.db", limits, opened, proxies=networks(["127.0.0.1"])) as stage:
            one, other = ({"X-Forwarded-For": f"203.0.113.{n}"} for n in (7, 8))

            def ask(who):
                return stage.http.post("/api/v1/games/guess/services/slow", json={}, headers=who)

            asking = [asyncio.create_task(ask(one)) for _ in range(3)]
            await until(lambda: stage.context.maker._waiting.total() == 3)
            assert (await ask(one)).status_code == 503
            asking.append(asyncio.create_task(ask(other)))
            # there are two threads
            await until(lambda: len(begun) == 2)
            release.set()
            assert [(await task).status_code for task in asking] == [200] * 4

    play(scene)


def test_a_refusal_does_not_repeat_all_that_was_sent(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            told = await stage.post("/tables", game="guess", settings={"x" * 9000: 1})
            assert told.status_code == 422
            shown = "x" * 39
            assert (
                told.json()["error"] == f"there is no setting '{shown}…'; the settings are loud, mood, turns."
            )

    play(scene)


@pytest.fixture
def pages(tmp_path):
    """A folder with a page that is too large for what systems keep of a connection."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "big.bin").write_bytes(bytes(BIG))
    return folder


def test_a_client_that_takes_nothing_of_its_answer_is_left(tmp_path, pages):
    async def scene():
        limits = replace(PATIENT, request_within=0.2)
        async with running(tmp_path / "a.db", limits, static=pages) as stage:
            before = stage.gate._open.total()
            async with raw(stage) as bad:
                bad.writer.transport.pause_reading()
                await bad.send(asked(b"GET /big.bin"))
                await until(lambda: stage.gate._open.total() == before + 1)
                await until(lambda: stage.gate._open.total() == before)

    play(scene)


def test_a_client_that_takes_its_answer_slowly_gets_all_of_it(tmp_path, pages):
    async def scene():
        limits = replace(PATIENT, request_within=0.2)
        async with running(tmp_path / "a.db", limits, static=pages) as stage, raw(stage) as slow:
            await slow.send(asked(b"GET /big.bin", b"Connection: close\r\n"))
            began, taken = time.monotonic(), 0
            while part := await slow.reader.read(400_000):
                taken += len(part)
                await asyncio.sleep(0.01)
            assert taken > BIG
            assert time.monotonic() - began > 2 * limits.request_within

    play(scene)


async def fill(ann):
    """Takes back again and again until that is refused; what is answered then."""
    while True:
        for reply in (await ann.act(5), await ann.ask("undo")):
            if reply["type"] == "refused":
                return reply


def test_at_a_table_where_much_was_taken_back_only_the_match_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "BESIDE", 10)

    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open("hotseat", take_back="any", settings={"turns": 12})
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                reply = await fill(ann)
                assert (reply["code"], reply["reason"]) == ("limit", table.FULL)
                assert ann.seen["seq"] - ann.seen["ply"] == 10
            # the match is played to its end, which is longer than all that may be taken back
            async with (
                stage.sit(opened["table"], opened["tokens"][0]) as ann,
                stage.sit(opened["table"], opened["tokens"][1]) as bob,
            ):
                await finish(ann, bob)
                assert ann.seen["ply"] > 2 * table.BESIDE
                assert (await ann.ask("consent", agree=True))["type"] == "accepted"
                assert (await ann.ask("rematch", swap=True))["type"] == "accepted"

    play(scene)


def test_a_match_that_goes_on_for_ever_can_only_be_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "LONGEST", 3)

    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open("hotseat", take_back="any")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                async with stage.sit(opened["table"], opened["tokens"][1]) as bob:
                    await bob.act(5)
                    await meet(ann, bob)
                    reply = await (ann, bob)[ann.seen["to_move"]].act(PASS)
                assert (reply["code"], reply["reason"]) == ("limit", table.TOO_LONG)
                assert (await ann.ask("resign"))["type"] == "accepted"
                assert (await ann.ask("rematch", swap=True))["type"] == "accepted"

    play(scene)


def test_what_is_said_after_the_end_is_limited_too(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "BESIDE", 10)
    monkeypatch.setattr(table, "AFTERWARDS", 6)

    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open("hotseat", take_back="any")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await fill(ann)
                assert (await ann.ask("resign"))["type"] == "accepted"
                agreed = True
                while (reply := await ann.ask("consent", agree=agreed))["type"] == "accepted":
                    agreed = not agreed
                assert (reply["code"], reply["reason"]) == ("limit", table.FULL_AFTERWARDS)
                assert ann.seen["seq"] - ann.seen["ply"] <= 10 + 6 + 1

    play(scene)


def test_a_long_log_is_folded_bit_by_bit(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "TOGETHER", 3)
    folded = []
    fold = Table.fold

    def noted(own, events):
        folded.append(len(events))
        fold(own, events)

    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open("hotseat", take_back="any")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                for _ in range(4):
                    await ann.act(5)
                    await ann.ask("undo")
                seen = ann.seen
            stage.context.open_tables._tables.clear()
            monkeypatch.setattr(Table, "fold", noted)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["events"][-1] == seen["events"][-1]
            assert max(folded) == 3
            assert sum(folded) == seen["seq"]

    play(scene)


def test_a_match_file_is_metered_like_other_files(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", replace(PATIENT, files_rate=0.0, files_burst=1.0)) as stage:
            opened = await stage.open("hotseat")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.ask("resign")
            answers = [await stage.get(f"/tables/{opened['table']}/export") for _ in range(2)]
            assert [answer.status_code for answer in answers] == [200, 429]

    play(scene)


def test_after_the_end_what_is_told_already_is_not_told_again(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann:
                await ann.act(5)
                await ann.ask("resign")
                assert ann.seen["events"][0]["seq"] == 1
                for agree in (True, False, True):
                    await ann.ask("consent", agree=agree)
                    assert ann.seen["events"] == []
            # a late joiner gets everything
            async with stage.sit(table, tokens[1], since=1) as bob:
                assert bob.seen["events"][0]["seq"] == 1

    play(scene)


def test_pages_are_metered_like_calls_and_their_parts_are_not(tmp_path):
    async def scene():
        async with running(
            tmp_path / "a.db", replace(PATIENT, requests_rate=0.0, requests_burst=8.0)
        ) as stage:
            statuses = [(await stage.http.get("/g/abc")).status_code for _ in range(12)]
            assert statuses[-1] == 429
            assert (await stage.http.get("/assets/none.js")).status_code == 404

    play(scene)
