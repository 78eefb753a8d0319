"""Files that a game makes: of a position, as a spectator sees it, and without a match; advice comes after the end only."""

import asyncio
import json
import threading
from dataclasses import replace

import pytest

from sandtable.server.documents.exports import Exporter
from sandtable.server.limits import Buckets, Limits
from sandtable.server.loading.catalog import Catalog
from tests.server.guess import SPEC, catalog
from tests.server.guess.declaration import LEVELS, Guesser, digit
from tests.server.ws_client import NUMBER, PATIENT, picked, play, running, until

AS_JSON = {"Content-Type": "application/json"}
SERVICE = "/games/guess/services/digit"


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


def test_a_position_has_its_files_and_no_secret_in_them(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            path = f"/tables/{table}/exports/board.txt"
            own = {"Authorization": f"Bearer {tokens[0]}"}
            for headers in ({}, own):
                made = await stage.get(path, **headers)
                assert made.status_code == 200
                # both numbers are hidden, from the one who holds one of them too
                assert made.text.startswith(f"{table}: die ")
                assert made.text.endswith(", secrets [-1, -1]\n")
            assert made.headers["content-type"] == "text/plain; charset=utf-8"
            assert made.headers["content-disposition"] == (
                "attachment; filename=\"board-1-.txt\"; filename*=UTF-8''board%20%221%22%20%C3%A4.txt"
            )
            assert made.headers["cache-control"] == "no-store"
            assert (await stage.get(f"{path}?size=2&ply=3")).text.count("\n") == 2
            # who the match is cannot be said by others
            assert (await stage.get(f"{path}?match=other")).text.startswith(table)

    play(scene)


def test_what_a_position_does_not_have_is_answered_in_one_sentence(db):
    async def scene():
        async with running(db) as stage:
            table, _ = await picked(stage)
            path = f"/tables/{table}/exports/board.txt"
            for query, status, said in (
                ("?size=3", 400, "size must be 1 or 2, not '3'."),
                ("?ply=0", 404, "This file is not available for this position."),
                ("?ply=99", 404, "This match has positions 0 to 3."),
                ("?ply=-1", 422, "The ply must be a whole number of 0 or more."),
                ("?ply=1_0", 422, "The ply must be a whole number of 0 or more."),
                ("?size=1&size=2", 422, "Give every option once, in at most 400 characters."),
                (f"?size={'1' * 401}", 422, "Give every option once, in at most 400 characters."),
                ("?" + "&".join(f"o{n}=1" for n in range(9)), 422, None),
            ):
                answer = await stage.get(path + query)
                assert answer.status_code == status, query
                assert said is None or answer.json() == {"error": said}
            assert (await stage.get(f"/tables/{table}/exports/other.txt")).status_code == 404
            assert (await stage.get("/tables/none/exports/board.txt")).status_code == 404

    play(scene)


def test_a_snapshot_names_the_files_of_its_position(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann:
                assert ann.seen["exports"] == ["board.txt"]
            assert (await stage.get(f"/tables/{table}/at/1")).json()["exports"] == []
            (info,) = (await stage.get("/games")).json()
            assert (info["exports"], info["services"]) == (["board.txt"], ["digit"])

    play(scene)


def test_advice_comes_when_the_match_is_over(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            own = {"Authorization": f"Bearer {tokens[0]}"}

            async def advised(ply):
                answers = [await stage.get(f"/tables/{table}/at/{ply}", **headers) for headers in (own, {})]
                return {answer.json()["advice"] for answer in answers}

            async with stage.sit(table, tokens[0]) as ann, stage.sit(table) as eve:
                assert {ann.seen["phase"], ann.seen["advice"], eve.seen["advice"]} == {"guess", ""}
                assert [await advised(ply) for ply in range(4)] == [{""}] * 4
                await ann.ask("resign")
                assert ann.seen["advice"] == "Guess any digit but that of your own number."
                assert [await advised(ply) for ply in range(4)] == [{""}] * 3 + [{ann.seen["advice"]}]

    play(scene)


def test_a_service_makes_a_file_of_a_json_object(db):
    async def scene():
        async with running(db) as stage:
            made = await stage.post(SERVICE, number=NUMBER)
            assert (made.status_code, made.json()) == (200, {"digit": 2})
            assert made.headers["content-disposition"].startswith('attachment; filename="digit.json"')
            assert (await stage.post("/games/chess/services/digit")).json() == {
                "error": "There is no such game."
            }
            assert (await stage.post("/games/guess/services/tea")).json() == {
                "error": "This game does not offer this file."
            }
            said = await stage.post(SERVICE, number="x")
            assert (said.status_code, said.json()) == (
                400,
                {"error": "number must be a whole number from 0."},
            )

    play(scene)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[]", 422),
        (b"7", 422),
        (b"null", 422),
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b'{"number": NaN}', 400),
        (b"[" * 60000, 400),
        (b'{"number": "' + b" " * 65536 + b'"}', 413),
    ],
)
def test_what_is_no_small_json_object_reaches_no_service(db, body, status):
    async def scene():
        async with running(db) as stage:
            post = stage.http.post
            answer = await post(f"/api/v1{SERVICE}", content=body, headers=AS_JSON)
            assert answer.status_code == status
            assert list(answer.json()) == ["error"]
            plain = await post(f"/api/v1{SERVICE}", content=body, headers={"Content-Type": "text/plain"})
            assert plain.status_code == 415
            # a map of 60 kB fits
            large = json.dumps({"number": NUMBER, "text": "x" * 60_000}).encode()
            assert (await post(f"/api/v1{SERVICE}", content=large, headers=AS_JSON)).status_code == 200

    play(scene)


def test_an_unexpected_fault_is_logged_and_answered_by_one_sentence(db, caplog):
    async def scene():
        async with running(db) as stage:
            answer = await stage.post(SERVICE, number=13)
            assert answer.status_code == 500
            assert answer.json() == {"error": "This file could not be made; the server's log says why."}

    play(scene)
    (record,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert record.name == "sandtable.server.documents.exports"
    assert record.exc_info is not None


def test_files_are_made_a_few_at_a_time_and_counted(db):
    gate, begun = threading.Event(), []

    def slow(body):
        begun.append(body)
        gate.wait(20)
        return digit(body)

    def opened():
        spec = replace(SPEC, table=replace(SPEC.table, services={"digit": slow}))
        return Catalog({"guess": spec}, lambda game: LEVELS, lambda game, level: Guesser())

    async def scene():
        async with running(db, replace(PATIENT, makers=1, files_waiting=2), opened) as stage:
            waiting = [asyncio.create_task(stage.post(SERVICE, number=1)) for _ in range(2)]
            await until(lambda: begun and stage.context.maker._waiting.total() == 2)
            full = await stage.post(SERVICE, number=1)
            assert (full.status_code, full.headers["retry-after"]) == (503, "5")
            # the loop is free meanwhile
            assert (await stage.get("/status")).status_code == 200
            gate.set()
            assert [(await task).status_code for task in waiting] == [200, 200]
        async with running(db, replace(PATIENT, files_rate=0.001, files_burst=2), catalog) as stage:
            answers = [await stage.post(SERVICE, number=1) for _ in range(3)]
            assert [answer.status_code for answer in answers] == [200, 200, 429]

    play(scene)


def test_what_makes_files_begins_nothing_more_once_it_is_closed():
    begun, end, done = threading.Event(), threading.Event(), []

    def work():
        begun.set()
        # not for ever: released below
        end.wait(5)
        done.append("at work")
        return "made"

    async def scene():
        maker = Exporter(Limits(makers=1), Buckets(1.0, 9.0, 9))
        at_work = asyncio.create_task(maker.made("ann", work))
        await asyncio.to_thread(begun.wait, 20)
        waiting = asyncio.create_task(maker.made("bob", lambda: done.append("waiting")))
        await until(lambda: maker._waiting.total() == 2)
        maker.close()
        assert not done
        end.set()
        assert await at_work == "made"
        with pytest.raises(asyncio.CancelledError):
            await waiting
        # nothing is left of who asked
        assert (maker._waiting.total(), maker._turns, done) == (0, {}, ["at work"])

    play(scene)


def test_a_server_that_has_ended_makes_nothing_more(db):
    async def scene():
        async with running(db) as stage:
            context = stage.context
        for threads in (context.maker._threads, context.library._plain, context.store._threads):
            with pytest.raises(RuntimeError):
                threads.submit(int)
        assert context.measurements._closed.is_set()

    play(scene)
