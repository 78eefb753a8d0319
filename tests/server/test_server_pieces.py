"""The server's pieces one by one, without sockets: limits, the store, the contract, the library's words, rules as HTML."""

import asyncio
import gc
import io
import json
import logging
import os
import pickle
import re
import signal
import socket
import threading
import weakref
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path
from time import time
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import httpx
import pytest
import sqlalchemy as sql
import uvicorn
from starlette.datastructures import QueryParams
from starlette.exceptions import HTTPException
from starlette.routing import Route, Router
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol

from sandtable.declaration import Reason
from sandtable.game import Game, IllegalAction, Position
from sandtable.games import installed, spec
from sandtable.records import CHANCE
from sandtable.rng import stream
from sandtable.server import (
    api,
    app,
    commands,
    credentials,
    crew,
    exports,
    library,
    measuring,
    openapi,
    pages,
    rulebook,
    snapshot,
    store,
    warmup,
)
from sandtable.server.bots import Bots
from sandtable.server.catalog import Catalog, shipped
from sandtable.server.connection import Connection
from sandtable.server.context import Context
from sandtable.server.gate import networks
from sandtable.server.library import Library
from sandtable.server.limits import Bucket, Buckets, Limits, Meters, client_name
from sandtable.server.measurements import Lab, Measurements
from sandtable.server.metrics import Counts
from sandtable.server.middleware import Believing
from sandtable.server.numbering import Numbering
from sandtable.server.problems import ApiError, as_sentence
from sandtable.server.protocol import (
    Act,
    GameInfo,
    LevelInfo,
    NewTable,
    Refused,
    Rematch,
    Resign,
    SettingInfo,
    Thinking,
    Undo,
)
from sandtable.server.store import ConflictError, Store, StoredEvent, StoredSeat, StoredTable
from sandtable.server.table import FULL, FULL_AFTERWARDS, TOO_LONG, Table
from sandtable.server.tables import Tables, invitation
from sandtable.server.worker import Worker
from tests.fixtures import connect_four, hide_and_seek
from tests.server.guess import SPEC, catalog
from tests.server.guess.rules import FIRST_ROLL, PASS
from tests.server.stage import NUMBER

# the contract of the programming interface; who changes it on purpose writes it anew
CONTRACT = Path(__file__).with_name("openapi.json")


def test_a_client_may_use_so_much():
    assert asdict(Limits()) == {
        "message": 4096,
        "body": 16384,
        "service_body": 65536,
        "messages_rate": 20.0,
        "messages_burst": 60.0,
        "client_rate": 100.0,
        "client_burst": 400.0,
        "requests_rate": 50.0,
        "requests_burst": 200.0,
        "tables_rate": 1 / 60,
        "tables_burst": 60.0,
        "files_rate": 2.0,
        "files_burst": 40.0,
        "files_waiting": 24,
        "files_waiting_a_client": 8,
        "measurements_rate": 1 / 180,
        "measurements_burst": 20.0,
        "measurements_waiting": 20,
        "measurements_waiting_a_client": 5,
        "measurements_kept": 500,
        "measurements_kept_a_client": 100,
        "makers": 2,
        "pictures": 128,
        "beat": 0.25,
        "clients": 10_000,
        "head": 16384,
        "request_within": 20.0,
        "pipelined": 32,
        "connections": 2048,
        "connections_a_client": 256,
        "sockets": 8192,
        "sockets_a_client": 64,
        "sockets_a_seat": 8,
        "watchers": 48,
        "hello_within": 10.0,
        "tables": 5000,
        "idle": 1800.0,
        "keep_days": 0.0,
    }


def test_workers_share_the_pace_of_a_client_and_no_socket_is_slower_for_it():
    def paces(limits):
        return [
            (each.client_rate, each.client_burst)
            for each in (limits.share(workers) for workers in (1, 2, 4, 10))
        ]

    assert paces(Limits()) == [(100.0, 400.0), (50.0, 200.0), (25.0, 100.0), (20.0, 60.0)]
    # a host who lets a client send less than a socket might
    assert paces(Limits(client_rate=5.0, client_burst=8.0)) == [(5.0, 8.0)] * 4
    assert replace(Limits().share(10), client_rate=100.0, client_burst=400.0) == Limits()


def test_a_bucket_lets_through_what_has_flowed_in():
    clock = SimpleNamespace(now=0.0)
    bucket = Bucket(2.0, 3.0, lambda: clock.now)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    # never more than at first
    clock.now = 60.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    assert [bucket.delay() for _ in range(3)] == [0.5, 1.0, 1.5]
    clock.now = 62.0
    assert bucket.delay() == 0.0
    kept = Buckets(1e-9, 1.0, 2)
    assert [kept.take(name) for name in ("a", "b", "a", "c", "b", "a")] == [
        True,
        True,
        False,
        True,
        True,
        True,
    ]


def test_clients_are_told_apart_by_network():
    assert [client_name(host) for host in (None, "", "127.0.0.1", "::1", "::ffff:127.0.0.1", "7.7.7.7")] == [
        *["local"] * 5,
        "7.7.7.7",
    ]
    assert client_name("::ffff:7.7.7.7") == "7.7.7.7"
    assert client_name("2001:db8:1:2:3::4") == client_name("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert client_name("testclient") == "testclient"


# the store


def table_of(number, **given):
    return StoredTable(**{
        "id": f"t{number}",
        "game": "guess",
        "settings": {"a": 1, "b": "x", "c": True},
        "secret": bytes([number] * 32),
        "opponent": "friend",
        "created": number,
        "rules": 1,
        "draws": 1,
        **given,
    })  # fmt: skip


OWN = StoredSeat(0, "person", "Ann", token="h")
FREE = StoredSeat(1, "empty", "Friend")


def stored(tmp_path, scene):
    """What `scene(store)` returns of a fresh store."""

    async def run():
        kept = Store(tmp_path / "t.db")
        await kept.open()
        try:
            return await scene(kept)
        finally:
            await kept.close()

    return asyncio.run(run())


def test_what_is_stored_is_read_again(tmp_path):
    events = [StoredEvent(1, "outcome", -1, 5), StoredEvent(2, "action", 0, 2**40, 3, "n", "m")]

    async def scene(kept):
        await kept.add_table(table_of(1, invite="code", rules=2, draws=3), [FREE, OWN], events[:1])
        await kept.append("t1", events[1:], StoredSeat(1, "person", "Bob", token="k"))
        assert await kept.invited_to("code") == "t1"
        assert await kept.invited_to("none") is None
        assert await kept.table("t2") is None
        assert (await kept.table("t1"))[0] == table_of(1, invite="code", rules=2, draws=3)
        # a seat is taken once, an event is stored once, and then nothing of it is
        for again in (
            ([StoredEvent(3, "join", 1)], StoredSeat(1, "person", "Eve")),
            ([StoredEvent(3, "join", 1)], StoredSeat(0, "person", "Eve")),
            ([StoredEvent(3, "action", 0), StoredEvent(2, "action", 0)], None),
            ([StoredEvent(3, "action", 0, message="m")], None),
        ):
            with pytest.raises(ConflictError):
                await kept.append("t1", *again)
        await kept.append("t1", [])
        with pytest.raises(ConflictError):
            await kept.add_table(table_of(1), [OWN], [])
        # the event after which a table is opened is stored with it, or neither
        with pytest.raises(ConflictError):
            await kept.add_table(table_of(2), [OWN], [], ("t1", StoredEvent(2, "rematch", 0)))
        assert await kept.table("t2") is None
        await kept.add_table(table_of(2), [OWN], [], ("t1", StoredEvent(3, "rematch", 0, note="t2")))
        # a link leads to the newest table
        assert await kept.seat_of("h") == ("t2", "guess", 0)
        assert await kept.seat_of("k") == ("t1", "guess", 1)
        assert await kept.seat_of("x") is None
        with kept._engine.connect() as connection:
            pragmas = [
                connection.scalar(sql.text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert pragmas == ["wal", 2, 1]
        beside = [file for file in tmp_path.iterdir() if file.name.startswith("t.db")]
        if os.name == "posix":
            assert {file.stat().st_mode & 0o777 for file in beside} == {0o600}
        return await kept.table("t1")

    _, sitting, log = stored(tmp_path, scene)
    assert sitting == [OWN, StoredSeat(1, "person", "Bob", token="k")]
    assert log == [*events, StoredEvent(3, "rematch", 0, note="t2")]


def test_who_asks_often_whether_a_database_works_writes_once_a_second(tmp_path, monkeypatch):
    wrote, counts, write = [], [], store._write_check
    monkeypatch.setattr(store, "_write_check", lambda *given: wrote.append(given) or write(*given))

    async def scene(kept):
        for now in (100.0, 100.9, 101.1, 102.0):
            monkeypatch.setattr(store, "monotonic", lambda now=now: now)
            await kept.check()
            counts.append(len(wrote))

    stored(tmp_path, scene)
    assert counts == [1, 1, 2, 2]


def test_places_of_databases(monkeypatch, tmp_path):
    made = []
    monkeypatch.setattr(store, "listen", lambda *_: made.append("sqlite"))

    def create(url, **options):
        made.append((url.render_as_string(hide_password=False), options))
        return SimpleNamespace()

    monkeypatch.setattr(store.sql, "create_engine", create)
    waiting = {"hide_parameters": True, "connect_args": {"timeout": 30}}
    pooled = {"hide_parameters": True, "pool_size": store.AT_ONCE, "connect_args": {}}
    asked = pooled | {"connect_args": store.ALIVE}
    for place, url, options in (
        (Path("/a/t.db"), "sqlite:////a/t.db", waiting),
        ("t.db", "sqlite:///t.db", waiting),
        ("sqlite:////a/t.db", "sqlite:////a/t.db", waiting),
        ("sqlite://", "sqlite:///%3Amemory%3A", waiting),
        ("postgres://u:p@h/d", "postgresql+psycopg://u:p@h/d", asked),
        ("postgresql://h/d", "postgresql+psycopg://h/d", asked),
        ("mysql+x://h/d", "mysql+x://h/d", pooled),
    ):
        made.clear()
        store._engine(place)
        assert made[0] == (url, options), place
        assert ("sqlite" in made) == (options is waiting)
    monkeypatch.setattr(
        store.platformdirs, "user_data_dir", lambda name, appauthor: str(tmp_path / "new" / name)
    )
    assert store.default_place() == tmp_path / "new" / "sandtable" / "tables.db"
    assert store.default_place().parent.is_dir()


# the contract


def contract():
    """The document of a server with two games, without the version and the structs of its messages."""
    settings = [
        SettingInfo("health", "integer", 12, "Health.", "A1.5", low=1, high=40),
        SettingInfo("board", "choice", "small", "The board.", "A1.1", choices=["small", "big"], own=True),
        SettingInfo("corners", "choice", "side", "Corners.", "A1.2", choices=["side"]),
        SettingInfo("held", "flag", True, "Held.", "A1.3"),
    ]
    levels = [LevelInfo(0, "Pebble", ""), LevelInfo(1, "Stone", "")]
    made = openapi.document(
        [
            GameInfo("a", "A", "", settings, levels, ready=True, exports=["map", "sheet"]),
            GameInfo("b", "B", "", [], levels[:1], ready=False, services=["drawn"]),
        ]
    )
    made["info"]["version"] = ""
    # the others are the structs of the protocol, whose types the client is made with
    table = made["components"].pop("schemas")["NewTable"]
    calls = {
        f"{method} {path}": call
        for path, known in made.pop("paths").items()
        for method, call in known.items()
    }
    return json.loads(json.dumps({**calls, "NewTable": table, "document": made}))


def test_the_contract_is_kept():
    assert contract() == json.loads(CONTRACT.read_text(encoding="utf-8"))
    assert openapi._listed(SimpleNamespace(names="exports"), []) == "Names by game: none."


def test_the_contract_lets_a_tuning_be_over_as_many_settings_as_it_may():
    game = GameInfo("a", "A", "", [SettingInfo("held", "flag", True, "Held.", "A1.3")], [], ready=True)
    (asked,) = openapi.document([game])["components"]["schemas"]["NewMeasurement"]["oneOf"]
    ranges = asked["properties"]["ranges"]
    assert (ranges["type"], ranges["maxItems"]) == ("array", measuring.MOST_TUNED)
    (held,) = ranges["items"]["oneOf"]
    assert held["properties"]["name"]["const"] == "held"


def test_every_call_of_the_contract_has_its_route():
    routes = app._routes(Path("static"))
    api = routes[0].routes
    calls = {(route.path, method) for route in api if isinstance(route, Route) for method in route.methods}
    known = {(re.sub(r":\w+}", "}", path), method) for path, method in calls}
    for name in [name for name in contract() if " " in name]:
        method, path = name.split(" ")
        assert (path.removeprefix("/api/v1"), method.upper()) in known
    assert [getattr(route, "path", None) for route in routes] == [
        "/api/v1",
        "/healthz",
        "/readyz",
        "/assets",
        "/{path:path}",
    ]


# the application


def test_a_server_is_quiet_and_does_not_believe_in_proxies():
    def asked(*proxies):
        made, usual = app.config("the app", Limits(), networks(proxies)), vars(uvicorn.Config("the app"))
        return {name: value for name, value in vars(made).items() if usual[name] != value}

    found = asked()
    assert isinstance(found.pop("app")(), Believing)
    assert found.pop("http").__name__ == "protocol"
    assert found == {
        "factory": True,
        "log_config": None,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "ws_max_size": 65536,
        "timeout_graceful_shutdown": 3,
        "timeout_worker_healthcheck": 30,
        "lifespan": "on",
    }
    # whom it believes is no matter of uvicorn's
    assert not asked("10.0.0.0/8", "::1")["proxy_headers"]


def test_addresses_are_shown_as_a_browser_takes_them():
    shown = {host: app._shown(host) for host in ("0.0.0.0", "::", "", "::1", "127.0.0.1", "play.example")}
    assert list(shown.values()) == ["localhost"] * 3 + ["[::1]", "127.0.0.1", "play.example"]
    with app._listen("127.0.0.1", 0) as listener:
        assert listener.family == socket.AF_INET
        assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) > 0
    # an address that is kept for documentation is nobody's
    with pytest.raises(OSError, match=r"Cannot serve on 192\.0\.2\.1, port 0: .*\."):
        app._listen("192.0.2.1", 0)


def test_where_the_server_is_is_said_at_once(monkeypatch):
    class Screen(io.StringIO):
        def flush(self):
            flushed.append(self.getvalue())

    flushed = []
    monkeypatch.setattr(app.sys, "stdout", Screen())
    app._announce("http://here/", False)
    assert flushed == ["Sandtable is at http://here/ (Ctrl-C ends it)\n"]


def test_a_connection_that_fails_is_logged_and_one_that_ends_is_not(caplog):
    async def ended(by):
        async def work():
            if by:
                raise by

        tasks = [asyncio.create_task(work()) for _ in range(2)]
        await asyncio.wait(tasks)
        await Connection(None, None, "", Limits(), bool, float, Counts())._settle(*tasks)
        return [record.message for record in caplog.records]

    assert asyncio.run(ended(None)) == []
    assert asyncio.run(ended(WebSocketDisconnect(1000))) == []
    assert asyncio.run(ended(KeyError("x"))) == ["a connection failed"] * 2


def connection_of():
    return Connection(None, None, "", Limits(), bool, float, Counts())


def test_a_client_that_takes_nothing_of_what_it_is_told_is_left():
    made, news = connection_of(), Thinking(0, True)
    for _ in range(200):
        made.thinking(news)
    assert made._end is None
    made.thinking(news)
    assert made._end.code == 4000
    # the first end stands, and nothing is said after it
    made.drop("Why.")
    assert (made._end.code, len(made._unsent)) == (4000, 201)


def test_who_has_to_come_again_is_told_why_once():
    made = connection_of()
    for why in ("Why.", "And why."):
        made.drop(why)
    assert (made._end.code, list(made._unsent)) == (1012, [Refused("", "storage", "Why.")])
    made = connection_of()
    made.drop()
    assert (made._end.code, list(made._unsent)) == (1012, [])


def test_what_is_no_message_is_refused_by_its_id_as_far_as_it_can_be_one():
    made = connection_of()

    def refused(text):
        found = made._decode(text)
        return found.id, found.code

    assert refused(json.dumps({"type": "dance", "id": "x" * 40})) == ("x" * 36, "malformed")
    assert [refused(text) for text in ('{"type": "dance", "id": 3}', "{", "[" * 4000)] == [
        ("", "malformed")
    ] * 3
    # by its bytes
    assert [refused(text) for text in (" " * 4096, " " * 4097, "é" * 2049)] == [
        ("", "malformed"),
        *[("", "limit")] * 2,
    ]


def test_the_result_is_told_in_the_words_of_the_game_unless_somebody_resigned():
    position = SimpleNamespace(
        game=SimpleNamespace(setup=1, spec=SimpleNamespace(result=lambda setup, state: f"{setup} {state}")),
        state=2,
    )
    ended = SimpleNamespace(match=SimpleNamespace(resigned=None, void=False), names=("Ann", "Bob"))
    assert snapshot._result(ended, position, True) == "1 2"
    ended.match.resigned = 0
    assert snapshot._result(ended, position, True) == "Ann resigned: Bob wins."
    assert snapshot._result(ended, position, False) == "1 2"


def test_what_ends_with_the_server_is_no_error():
    def told(message, error=None):
        given = None if error is None else (type(error), error, None)
        return app._tell(logging.LogRecord("uvicorn.error", 40, "", 0, message, None, given))

    assert told("started")
    assert told("broken", ValueError("x"))
    assert not told("broken", asyncio.CancelledError())
    assert not told("Cancel 2 running task(s), timeout graceful shutdown exceeded")
    assert not told("Invalid UTF-8 sequence received from client.", ValueError("x"))


def test_a_thread_at_work_does_not_hold_the_terminal(monkeypatch):
    ended = []
    monkeypatch.setattr(app.os, "_exit", ended.append)
    for names, expected in ((("MainThread", "sandtable-bot_0"), [0]), (("MainThread", "x-sandtable-"), [])):
        ended.clear()
        threads = SimpleNamespace(
            enumerate=lambda names=names: [SimpleNamespace(name=name) for name in names]
        )
        monkeypatch.setattr(app, "import_module", lambda _name, threads=threads: threads)
        app._leave()
        assert ended == expected


def test_errors_are_answered_in_one_sentence():
    handlers = app._handlers()

    def answered(error):
        handler = next(made for kind, made in handlers.items() if isinstance(error, kind))
        response = asyncio.run(handler(None, error))
        return response.status_code, json.loads(response.body)["error"], response.headers

    status, sentence, headers = answered(ApiError(429, "Wait.", Retry_After="5"))
    assert (status, sentence, headers["retry-after"]) == (429, "Wait.", "5")
    missed = app.HTTPException(405, headers={"Allow": "GET"})
    status, sentence, headers = answered(missed)
    assert (status, sentence, headers["allow"]) == (405, app.SENTENCES[405], "GET")
    assert answered(app.HTTPException(404))[:2] == (404, app.SENTENCES[404])
    assert answered(app.HTTPException(418, "Tea."))[:2] == (418, "Tea.")
    assert answered(ConflictError())[:2] == (409, app.OVERTAKEN)
    assert answered(RuntimeError())[:2] == (500, app.BROKEN)
    assert [as_sentence(text) for text in ("So", "So.")] == ["So.", "So."]
    assert [as_sentence("x" * length) for length in (400, 401)] == ["x" * 400 + ".", "x" * 400 + "…"]


def test_a_position_is_asked_for_with_so_many_options():
    def asked(query):
        return api._options(SimpleNamespace(query_params=QueryParams(query)), 5)

    long, eight = "x" * 400, "&".join(f"o{n}=1" for n in range(8))
    assert asked(f"ply=3&a={long}") == (3, {"a": long})
    assert asked("") == asked("ply=5") == (5, {})
    assert len(asked(eight)[1]) == 8
    for query, status in (("ply=6", 404), (f"a={long}x", 422), (f"{eight}&o8=1", 422), ("a=1&a=2", 422)):
        with pytest.raises(ApiError) as refused:
            asked(query)
        assert refused.value.status == status


def test_tables_are_swept_now_and_then(monkeypatch):
    slept, swept, deleted, archived = [], [], [], []

    async def sleep(seconds):
        slept.append(seconds)
        if len(slept) == 3:
            raise asyncio.CancelledError

    monkeypatch.setattr(app.asyncio, "sleep", sleep)
    monkeypatch.setattr(app, "monotonic", lambda: 7.0)

    async def look(held):
        deleted.append(held)

    async def archive_left(now):
        archived.append(now)

    tables = SimpleNamespace(sweep=swept.append, archive_left=archive_left, held=["a"])
    keeping = SimpleNamespace(look=look)

    async def there():
        return tables

    async def failed():
        raise ApiError(503, "The engine cannot be imported.")

    def context(make, opened, **limits):
        return SimpleNamespace(limits=Limits(**limits), tables=make, open_tables=opened, keeping=keeping)

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(app._sweep(context(there, tables, idle=5.0)))
    assert (slept, swept, deleted, archived) == ([5.0] * 3, [7.0] * 2, [["a"]] * 2, [7.0] * 2)
    slept.clear()
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(app._sweep(context(failed, None)))
    assert (slept, deleted[2:]) == ([60.0] * 3, [[]] * 2)


# what is shared


def test_sockets_of_a_client_are_counted():
    async def scene():
        limits = Limits(sockets_a_client=2)
        measurements = Measurements(Path("lab"), Lab(), limits)
        return Context(None, None, limits, None, Counts(), Meters.of(limits), measurements)

    context = asyncio.run(scene())
    assert [context.enter(client) for client in ("a", "a", "a", "b")] == [True, True, False, True]
    assert context.meters.sockets.clients == {"a": 2, "b": 1}
    context.leave("a")
    assert context.enter("a")
    context.leave("b")
    assert context.meters.sockets.clients == {"a": 2}


def test_rights_are_drawn_from_many():
    assert [
        len(make())
        for make in (
            credentials.new_table_id,
            credentials.new_invite,
            credentials.new_token,
            credentials.new_secret,
        )
    ] == [*(12, 16, 22, 32)]
    letters = {letter for _ in range(200) for letter in credentials.new_invite()}
    assert letters == set("23456789abcdefghjkmnpqrstuvwxyz")
    assert len({credentials.new_table_id() for _ in range(99)}) == 99
    assert credentials.hash_token("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_file_is_named_for_old_and_new_browsers():
    assert exports._headers("Ä b.pdf") == {
        "Content-Disposition": "attachment; filename=\"-b.pdf\"; filename*=UTF-8''%C3%84%20b.pdf",
        "Cache-Control": "no-store",
    }


def written(text):
    """A game with this rule text below its aim."""
    title, _, rest = text.partition("\n")
    told = f"{title}\n\nWin.\n{rest}"
    return SimpleNamespace(
        rules_text=lambda _: told, complete=lambda _: {}, summary="Win.", about="By nobody.", figures=dict
    )


def test_rules_are_anchored_clauses_of_safe_html():
    text = (
        "# Title\nBefore all.\n\n## Moving #\n**A1** Walk *on*.\n\nAnd on.\n\n- **A1.2.** One\n- two\n"
        "## Fighting\nNot of a clause.\n\n   **B12.3a** <b>No</b> ![x](y) [go](javascript:x)\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    book = rulebook.parse(written(f"{text}\n## Why\nBecause."))
    assert (book.aim, book.intro, book.about) == ("Win.", "<p>Before all.</p>", "By nobody.")
    assert book.notes == "<h2>Why</h2>\n<p>Because.</p>"
    found = book.clauses
    assert [(clause.id, clause.heading) for clause in found] == [
        ("A1", "Moving"),
        ("A1.2", "Moving"),
        ("B12.3a", "Fighting"),
    ]
    html = [clause.html for clause in found]
    assert html[0] == "<p>Walk <em>on</em>.</p>\n<p>And on.</p>"
    assert html[1] == "<p>One</p>\n<ul>\n<li>two</li>\n</ul>"
    assert "&lt;b&gt;No&lt;/b&gt;" in html[2]
    assert "<table>" in html[2]
    assert "<img" not in html[2]
    assert 'href="javascript' not in html[2]
    assert "Not of a clause" not in "".join(html)
    turn = rulebook.parse(
        written("# Go\n\n## One turn\n\nA stone.\n\n## Stones\n\n**G1** Black.\n\n**G2** White.")
    )
    assert turn.intro == "<h2>One turn</h2>\n<p>A stone.</p>"
    assert (turn.clauses[0].heading, turn.notes) == ("Stones", "")
    assert rulebook.parse(written("Nothing here.\n**no** clause")).clauses == []


def test_what_is_quoted_is_a_detail_that_is_counted_apart():
    book = rulebook.parse(
        written(
            "# Go\nRead *this*.\n\n## Stones\n\n**G1** *ruling* Black.\n\n> White *goes* next.\n>\n> > Said the master.\n\n"
            "**G2** Go.\n\n## Why & how\n\n> Because."
        )
    )
    more = '<details><summary>more<span class="hidden-text">: {}</span></summary>'
    assert book.clauses[0].html.endswith(
        f"Black.</p>\n{more.format('G1')}\n<p>White <em>goes</em> next.</p>\n"
        "<blockquote><p>Said the master.</p>\n</blockquote>\n</details>"
    )
    assert (
        book.notes == f"<h2>Why &amp; how</h2>\n{more.format('Why &amp; how')}\n<p>Because.</p>\n</details>"
    )
    # Win. Read this. Stones. Black. Go. Why & how. By nobody.
    assert (book.words, book.folded) == (11, 7)


@pytest.mark.parametrize("game", installed())
def test_rules_are_read_in_five_minutes(game):
    # 230 words a minute; a game may be longer with its details
    book = rulebook.parse(spec(game))
    assert 0 < book.words <= 1150
    assert book.folded > 0


@pytest.mark.parametrize("game", installed())
def test_a_clause_has_its_diagram_and_no_diagram_is_left_over(game):
    figures, book = spec(game).figures(spec(game).complete()), rulebook.parse(spec(game))
    assert {clause.id for clause in book.clauses if clause.diagram} == set(figures)
    for clause in book.clauses:
        if clause.diagram:
            picture = fromstring(clause.diagram.picture)
            assert picture.tag == "{http://www.w3.org/2000/svg}svg"
            assert clause.diagram.caption == figures[clause.id].caption


def test_marks_are_labels_that_are_heard_with_a_colon():
    book = rulebook.parse(
        written("# Go\nMarks: *ruling* is ours.\n\n**G1** *filled in* Nine *lines*. *ruling* No ko.")
    )
    pause = '<span class="hidden-text">: </span></span>'
    ruling, filled = (f'<span class="mark {kind}">' for kind in ("ruling", "filled-in"))
    assert book.intro == f"<p>Marks: {ruling}ruling{pause} is ours.</p>"
    assert book.clauses[0].html == (
        f"<p>{filled}filled in{pause} Nine <em>lines</em>. {ruling}ruling{pause} No ko.</p>"
    )


def test_files_beside_the_page_are_no_way_into_folders(tmp_path):
    (tmp_path / "icon.svg").write_text("x")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("x")
    assert pages._beside(tmp_path, "icon.svg") == tmp_path / "icon.svg"
    for path in ("", "in", "in/a.txt", "in\\a.txt", ".hidden", "gone.svg", "../x"):
        assert pages._beside(tmp_path, path) is None, path


# the library


def opened(levels=None, **done):
    """A library on whose catalog stands the guessing game, with these parts of it compiled."""

    async def scene():
        return Library(catalog)

    made, there = asyncio.run(scene()), catalog()
    if levels is not None:
        there = Catalog(there.games, lambda _game: levels, there.make)
    made._catalog = there
    made._done = {game: set(parts) for game, parts in done.items()}
    return made


LEVELS = [
    SimpleNamespace(level=level, name=name, text="", plain=plain)
    for level, name, plain in (
        (0, "Pebble", True),
        (1, "Stone", True),
        (2, "Rock", False),
        (3, "Cliff", False),
    )
]


def test_how_far_the_preparation_is():
    made = opened()
    name = SPEC.name
    said = made.status()
    assert (said.open, said.ready) == (True, False)
    assert said.message == f"The rules of {name} are being compiled; they can be played meanwhile."
    made._settled.add("guess")
    said = made.status()
    assert (said.open, said.ready, said.message) == (True, True, "Ready.")
    assert made.unplayable() == ""
    made._troubles["guess", "level 1"] = "why"
    failed = f"{name} could not be prepared. The server tries again; its log says why."
    assert (made.status().ready, made.status().message) == (False, failed)
    # it can be played once its rules are there
    assert made.unplayable() == failed
    made._done["guess"] = {"rules"}
    assert made.unplayable() == ""
    made._troubles.clear()
    there = made._catalog
    made._catalog = Catalog(
        {"a": SimpleNamespace(name="A"), "b": SimpleNamespace(name="B"), "c": SimpleNamespace(name="C")},
        there.levels,
        there.make,
    )
    assert made.status().message.startswith("The rules of A, B and C are being compiled")
    made._catalog = None
    assert made.unplayable() == made.status().message
    assert (made.status().open, made.status().ready) == (False, False)
    assert made.status().message == "The game engine is starting."


def test_who_plays_until_a_level_is_compiled():
    made = opened(LEVELS, guess=["rules", "level 2"])
    assert [made.playing("guess", level) for level in range(4)] == [0, 1, 2, 1]
    made._settled.add("guess")
    assert made.playing("guess", 3) == 3
    nobody = opened(LEVELS[2:])
    assert nobody.playing("guess", 2) == 2
    nobody._catalog = None
    assert nobody.playing("guess", 3) == 3
    assert nobody.notice("guess", 3) == ""


def test_what_a_table_is_told_meanwhile():
    name = SPEC.name
    made = opened(LEVELS)
    slower = f"{name} is being compiled: all is slower meanwhile"
    assert made.notice("guess", None) == made.notice("guess", 1) == f"{slower}."
    assert made.notice("guess", 3) == f"{slower}, and Stone plays for Cliff."
    ready = opened(LEVELS, guess=["rules"])
    assert (ready.ready("guess"), made.ready("guess")) == (True, False)
    assert ready.notice("guess", None) == ready.notice("guess", 0) == ""
    assert ready.notice("guess", 3) == "Stone plays for Cliff until that level is ready."
    assert ready.worker("guess", 3).notice() == ready.notice("guess", 3)
    assert (ready.worker("guess", 3).plain, made.worker("guess", 3).plain) == (False, True)
    assert (Worker().plain, Worker().notice()) == (False, "")


def test_the_games_that_were_asked_for_last_are_kept_though_nobody_plays_them():
    made = opened(guess=["rules"])
    made._opened.set()

    async def scene():
        kept = [weakref.ref(await made.load("guess", {"turns": turns})) for turns in range(1, 18)]
        gc.collect()
        return [one() is not None for one in kept]

    assert asyncio.run(scene()) == [False, *[True] * 16]


def test_a_library_that_is_closed_begins_nothing_more(monkeypatch):
    did = []
    told = {
        name: lambda *given, name=name: did.append((name, *given))
        for name in ("collect", "freeze", "unfreeze", "set_threshold")
    }
    monkeypatch.setattr(library, "gc", SimpleNamespace(get_threshold=lambda: (7, 8, 9), **told))
    made, begun, end, done = opened(), threading.Event(), threading.Event(), []
    made._compilers = SimpleNamespace(
        want=lambda game: did.append(("want", game)), close=lambda: did.append(("no compiler",))
    )

    def work():
        begun.set()
        # not for ever: who waits here is told so below
        end.wait(5)

    made.want("guess")
    # what is there is looked through once, and then left alone
    made._keep()
    assert did == [("want", "guess"), ("collect",), ("freeze",)]
    did.clear()
    working = [made._plain.submit(work) for _ in range(library.PLAIN_THREADS)]
    waiting = made._plain.submit(done.append, 1)
    assert begun.wait(20)
    made.close()
    assert not any(each.done() for each in working)
    end.set()
    assert did == [("no compiler",), ("unfreeze",), ("set_threshold", 7, 8, 9)]
    made._keep()
    made._plain.shutdown()
    assert (len(did), done, waiting.cancelled()) == (3, [], True)


def test_parts_are_rehearsed_the_default_level_first(monkeypatch):
    names = [name for name, _ in warmup.parts(Catalog({}, lambda _game: LEVELS, len), "guess")]
    assert names == ["rules", "level 2", "level 0", "level 1", "level 3", "judgement"]
    played = []
    monkeypatch.setattr(
        warmup, "parts", lambda *_: [(name, lambda name=name: played.append(name)) for name in "ab"]
    )
    monkeypatch.setattr(warmup, "_note", lambda _game: None)
    steps = warmup.warm_up(catalog(), "guess")
    assert (next(steps), played) == ("a", ["a"])
    assert list(steps) == ["b"]
    assert warmup.is_compiled(SPEC)


@pytest.mark.parametrize(
    ("spec", "closely", "looked"),
    [
        (connect_four.SPEC, 10, [0, 5]),
        (hide_and_seek.SPEC, 0, [0, 3]),
        (hide_and_seek.SPEC, 1, [0, 3]),
    ],
)
def test_a_rehearsal_looks_from_all_sides_where_something_is_new_and_at_the_end(
    monkeypatch, spec, closely, looked
):
    seen, before, over = [], [], []

    def look(table, seat):
        seen.append((table.match.ply, seat))
        over.append(table.match.over)

    monkeypatch.setattr(warmup, "CLOSELY", closely)
    monkeypatch.setattr(warmup, "snapshot", look)
    monkeypatch.setattr(warmup, "moment", lambda _table, seat, ply, eyes: before.append((ply, seat)))
    told = []
    monkeypatch.setattr(warmup.commands, "taught", lambda table, _seat, ply: told.append(ply) or False)
    warmup._play(Catalog({spec.id: spec}, len, len), spec.id)
    # the ends of two matches; in the second nothing is new
    ends = seen[-6][0], seen[-3][0]
    assert ends[0] > looked[-1]
    assert seen == [(ply, seat) for ply in (*looked, *ends) for seat in (0, 1, None)]
    assert before == [(ply // 2, seat) for ply, seat in seen]
    assert over == [False] * 3 * len(looked) + [True] * 6
    # and whether something could be taken back
    assert told == [*looked, *ends]


def test_a_rehearsal_comes_to_what_a_random_match_may_miss(monkeypatch):
    met = set()

    def look(table):
        met.update(table.match.game.unpack(action).kind for action in table.match.position.actions())

    monkeypatch.setattr(warmup, "_look", look)
    warmup._play(shipped(), "rush")
    # attacks of both sorts with all that may be answered, and passes
    assert met >= {"tackle", "steal", "dodge", "slamback", "push", "follow", "stand", "throw", "aim"}


def test_what_judges_a_position_is_rehearsed(monkeypatch):
    asked = []
    monkeypatch.setattr(Position, "evaluate", lambda position, seat: asked.append((position.to_move, seat)))
    dict(warmup.parts(catalog(), "guess"))["judgement"]()
    assert asked == [(0, 0)]


@pytest.mark.parametrize(
    ("spec", "asked"), [(connect_four.SPEC, {"drop": 4}), (hide_and_seek.SPEC, {"hide": 2, "seek": 3})]
)
def test_a_level_is_rehearsed_by_some_choices_in_every_phase(spec, asked):
    told = []

    def act(view, seat, _rng, budget):
        assert (view.to_move, budget) == (seat, 2)
        told.append(view.phase)

    warmup._ask(Catalog({spec.id: spec}, len, lambda game, level: SimpleNamespace(act=act)), spec.id, 1)
    assert Counter(told) == asked


def test_a_process_that_rehearses_prints_each_part_that_is_done(monkeypatch, capsys):
    asked = []

    def warm_up(catalog, game):
        asked.append((list(catalog.games), game, [level.level for level in catalog.levels(game)]))
        yield from ("rules", "level 2")

    monkeypatch.setattr(warmup, "warm_up", warm_up)
    try:
        warmup.main("tests.fixtures.connect_four:SPEC")
        # what a compiler makes is needed to the end
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert capsys.readouterr().out == "rules\nlevel 2\n"
    assert asked == [(["connect_four"], "connect_four", [level.level for level in connect_four.SPEC.levels])]


def test_a_rehearsal_is_noted_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setattr(warmup._jit, "CACHE", tmp_path)
    monkeypatch.setattr(warmup, "parts", lambda *_: [])
    assert not warmup.is_compiled(SPEC)
    assert list(warmup.warm_up(catalog(), "guess")) == []
    # its name tells the sources, so that a changed game is compiled again
    assert (tmp_path / f"{SPEC.state.names[-1]}.whole").is_file()
    assert warmup.is_compiled(SPEC)
    monkeypatch.setattr(warmup._jit, "CACHE", None)
    assert warmup.is_compiled(replace(SPEC, name="Other"))


def test_what_is_compiled_is_told_part_by_part(monkeypatch, caplog):
    told, done, tried = [], [], []

    def part(name):
        tried.append(name)
        if name == "level 1" and tried.count(name) < 3:
            raise ValueError("it fails")
        done.append(name)

    monkeypatch.setattr(
        warmup,
        "parts",
        lambda _catalog, _game: [(n, lambda n=n: part(n)) for n in ("rules", "level 1", "level 2")],
    )
    made = opened()
    made._catalog = None
    made.changed = told.append
    monkeypatch.setattr(library, "PAUSES", (0.0, 0.0))
    paused = []
    monkeypatch.setattr(made._closed, "wait", lambda pause: paused.append((pause, made.status().message)))
    loop = SimpleNamespace(call_soon_threadsafe=lambda news, *given: news(*given))
    with caplog.at_level(logging.INFO, "sandtable.server.library"):
        made._prepare(loop)
    assert done == ["rules", "level 2", "level 1"]
    assert made._done == {"guess": {"rules", "level 1", "level 2"}}
    assert made._settled == {"guess"}
    # for each part that was tried, and at the end of each attempt
    assert told == ["guess"] * (3 + 1 + 1 + 1 + 1 + 1)
    failed = "Guess the digit could not be prepared. The server tries again; its log says why."
    assert paused == [(0.0, failed)] * 2
    assert made.status().message == "Ready."
    assert [record.message for record in caplog.records if "could not" in record.message] == [
        "level 1 of guess could not be prepared: it fails"
    ]
    assert any(re.fullmatch(r"guess is ready after \d+\.\d s", record.message) for record in caplog.records)

    def broken():
        raise RuntimeError("no engine")

    async def scene():
        return Library(broken)

    failed = asyncio.run(scene())
    monkeypatch.setattr(failed._closed, "wait", lambda _pause: True)
    failed._prepare(loop)
    assert (
        failed.status().message
        == "The game engine could not be started. The server tries again; its log says why."
    )
    assert failed.unplayable() == failed.status().message
    assert failed._opened.is_set()
    stopped = SimpleNamespace(call_soon_threadsafe=lambda *_: (_ for _ in ()).throw(RuntimeError("closed")))
    library._tell(stopped, print)


def test_others_compile_what_the_cache_lacks(monkeypatch):
    played, asked = [], []
    there = catalog()
    games = {"known": SPEC, "new": replace(SPEC, name="New")}
    monkeypatch.setattr(warmup, "is_compiled", lambda spec: spec.name == SPEC.name)
    monkeypatch.setattr(
        warmup,
        "parts",
        lambda _catalog, game: [(n, lambda n=n: played.append((game, n))) for n in ("rules", "level 0")],
    )

    async def scene():
        return Library(lambda: Catalog(games, there.levels, there.make, lambda game: (game,)))

    made = asyncio.run(scene())

    def compile_(names, command):
        asked.append((dict(names), command("new")))
        yield "new", "rules"
        assert played[2:] == [("new", "rules")]
        yield "new", ""

    made._compilers = SimpleNamespace(compile=compile_, unstarted={})
    made._prepare(SimpleNamespace(call_soon_threadsafe=lambda news, *given: news(*given)))
    assert asked == [({"new": "New"}, ("new",))]
    # what another process has compiled is loaded, what it has not is compiled here
    assert played == [("known", "rules"), ("known", "level 0"), ("new", "rules"), ("new", "level 0")]
    assert made._settled == {"known", "new"}


# the tables


def seat(number, kind, name="x"):
    return StoredSeat(number, kind, name, token="h")


def tables(**parts):
    made = Tables(
        SimpleNamespace(playing=None), catalog(), Store(":memory:"), Limits(idle=10.0, beat=0.0), None
    )
    for name, part in parts.items():
        setattr(made, name, part)
    return made


def test_seats_are_taken_as_a_table_is_opened():
    made = tables()
    level = catalog().levels("guess")[-1]

    def sitting(own, opponent):
        body = NewTable("guess", opponent, seat=own, name=" Ann ", level=level.level)
        return [(s.seat, s.kind, s.name, s.level, s.token) for s in made._sitting(body, ["one", "two"])]

    one, two = credentials.hash_token("one"), credentials.hash_token("two")
    assert sitting(0, "friend") == [(0, "person", "Ann", None, one), (1, "empty", "Friend", None, None)]
    assert sitting(1, "computer") == [
        (0, "computer", f"Computer, {level.name}", level.level, None),
        (1, "person", "Ann", None, two),
    ]
    assert sitting(1, "hotseat") == [
        (0, "person", "Second player", None, one),
        (1, "person", "Ann", None, two),
    ]
    with pytest.raises(KeyError):
        made._bot_name(NewTable("guess", "computer", level=99))


def running_table(name, over=False):
    rested = []
    return SimpleNamespace(
        id=name,
        listeners=set(),
        broken=False,
        busy=False,
        match=SimpleNamespace(over=over),
        rested=rested,
        rest=lambda: rested.append(name),
        worker=SimpleNamespace(plain=False),
    )


def test_tables_whose_match_has_ended_leave_soon():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._limits = Limits()
    made._tables = {"a": running_table("a"), "b": running_table("b", over=True)}
    made.sweep(0.0)
    assert set(made._tables) == {"a"}
    made.sweep(1799.9)
    assert set(made._tables) == {"a"}
    made.sweep(1800.0)
    assert made.in_memory() == 0


def test_matches_that_nobody_looks_at_for_a_minute_come_to_rest():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._limits = Limits()
    made._tables = {n: running_table(n) for n in "abc"}
    made._tables["b"].listeners.add(1)
    # what is worked at elsewhere is left alone
    made._tables["c"].worker.plain = True
    made.sweep(0.0)
    made.sweep(59.9)
    assert [table.rested for table in made._tables.values()] == [[], [], []]
    made.sweep(60.0)
    assert [table.rested for table in made._tables.values()] == [["a"], [], []]


def test_tables_that_nobody_looks_at_are_forgotten_in_time():
    busy = set()
    made = tables(bots=SimpleNamespace(busy=busy.__contains__))
    held = {n: running_table(n) for n in "abc"}
    made._tables = dict(held)
    held["b"].listeners.add(1)
    busy.add("c")
    made.sweep(0.0)
    made.sweep(9.9)
    assert made.in_memory() == 3
    # who comes back begins anew
    held["b"].listeners.clear()
    busy.clear()
    made.sweep(10.0)
    assert set(made._tables) == {"b", "c"}
    held["b"].broken = True
    made.sweep(11.0)
    assert set(made._tables) == {"c"}
    made.sweep(20.0)
    assert made.in_memory() == len(made._left) == 0


def test_tables_that_are_closed_wait_for_nothing_that_is_asked_of_them():
    async def scene():
        made = tables()
        made._do(asyncio.Event().wait())
        await asyncio.wait_for(made.close(), 5)
        return made._chores

    assert asyncio.run(scene()) == set()


def test_a_table_at_which_something_went_on_has_its_time_anew():
    busy = set()
    made = tables(bots=SimpleNamespace(busy=busy.__contains__))
    made._tables = {"a": running_table("a")}
    made.sweep(0.0)
    busy.add("a")
    made.sweep(9.0)
    busy.clear()
    made.sweep(18.0)
    made.sweep(27.9)
    assert made.in_memory() == 1
    made.sweep(28.0)
    assert made.in_memory() == 0


def test_luck_is_what_was_rolled_and_begins_anew_where_something_is_taken_back():
    # a die that is entered need not be the one that was taken back
    table = warmup._table(Game(replace(SPEC, companion_of="guessing")))
    match = table.match

    def play(*steps):
        """Decides, or enters a die where one is waited for."""
        for step in steps:
            entered = match.to_move == CHANCE
            entries = (
                [match.enter_entry(0, FIRST_ROLL - 1 + step)]
                if entered
                else match.next_entries(match.to_move, step)
            )
            warmup._fold(table, entries)

    def take_back(keep):
        warmup._fold(table, [match.undo_entry(0, keep)])

    def told():
        """The luck of both seats at each position: how many dice came, what they were worth, and their sum."""
        lucks = [table.luck(0, ply) for ply in range(match.ply + 1)]
        return [[(one.rolls, one.expected, one.actual) for one in both] for both in lucks]

    none, five, six = (0, 0.0, 0.0), (1, 3.5, 5.0), (1, 3.5, 6.0)
    play(NUMBER, NUMBER, 5, PASS, 6)
    assert told() == [[none, none]] * 3 + [[five, none]] * 2 + [[five, six]]
    take_back(4)
    play(1)
    assert told() == [[none, none]] * 3 + [[five, none]] * 2 + [[five, (1, 3.5, 1.0)]]
    take_back(0)
    play(NUMBER, NUMBER, 6, PASS, 5, PASS, 2)
    last = [(2, 7.0, 8.0), five]
    assert told() == [[none, none]] * 3 + [[six, none]] * 2 + [[six, five]] * 2 + [last]
    # what is let go is worked out again
    table.rest()
    assert table._luck == {}
    assert told()[-1] == last


def test_a_table_that_is_asked_for_is_not_forgotten_before_somebody_can_sit_down():
    made = tables(bots=SimpleNamespace(busy=lambda _table: False))
    made._tables = {"a": running_table("a")}
    made.sweep(0.0)
    assert asyncio.run(made.table("a")) is made._tables["a"]
    # it would have been due, and is ten seconds after it was asked for
    made.sweep(10.0)
    made.sweep(19.9)
    assert made.in_memory() == 1
    made.sweep(20.0)
    assert made.in_memory() == 0


def test_an_invitation_names_the_host_and_whether_it_is_too_late():
    def asked(sitting, events=(), over=False):
        found = invitation(
            SimpleNamespace(
                id="t",
                stored=table_of(1),
                seats=sitting,
                events=events,
                over=over,
                settings={"a": 1},
                length="Long.",
                rematch=None,
                pledge="f" * 64,
            )
        )
        assert found.commitment == "f" * 64
        return found.host, found.taken

    ann, free, bob = seat(0, "person", "Ann"), seat(1, "empty", "Friend"), seat(1, "person", "Bob")
    joined = [StoredEvent(1, "action", 0), StoredEvent(2, "join", 1)]
    assert asked([ann, free]) == ("Ann", False)
    assert asked([ann, free], over=True) == ("Ann", True)
    assert asked([ann, bob], joined) == ("Ann", True)
    assert asked([seat(0, "empty", "Friend"), bob]) == ("Bob", False)
    assert asked([ann, bob], [StoredEvent(2, "join", 0)]) == ("Bob", True)
    assert asked([ann, bob]) == ("Ann", True)


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
    assert "the parts of pages cannot be kept" in caplog.text


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


def test_a_database_is_one_servers_as_long_as_it_runs(tmp_path):
    file = tmp_path / "tables.db"
    with app._alone(file), pytest.raises(OSError, match="another server uses it already"), app._alone(file):
        pass
    with app._alone(file):
        pass


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="elsewhere nothing hangs up")
@pytest.mark.parametrize(
    ("stdin", "stays"),
    [
        (SimpleNamespace(isatty=lambda: True), False),
        (SimpleNamespace(isatty=lambda: False), True),
        (None, True),
    ],
)
def test_a_hangup_ends_a_server_in_a_terminal_only(monkeypatch, stdin, stays):
    def during():
        with app._unmoved():
            return signal.getsignal(signal.SIGHUP)

    monkeypatch.setattr(app.sys, "stdin", stdin)
    before = signal.getsignal(signal.SIGHUP)
    assert during() is (app._stay if stays else before)
    assert signal.getsignal(signal.SIGHUP) is before
    # what is handled is so in the first thread only
    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(during).result(20) is before


def test_worlds_that_are_tried_are_drawn_from_different_streams():
    assert [world.tobytes() for world in commands._worlds()] == [stream(n).tobytes() for n in range(24)]


def test_in_plain_python_everything_counts_as_told():
    # nothing of the match is looked at
    assert commands.taught(SimpleNamespace(worker=SimpleNamespace(plain=True)), 1, 0)


def test_why_an_outcome_is_refused_is_said_from_what_the_seat_knows():
    view = SimpleNamespace(
        refusal=lambda outcome: Reason(f"{outcome} is no face.", "G2") if outcome else None
    )
    match = SimpleNamespace(
        to_move=CHANCE,
        waits=True,
        position=SimpleNamespace(view=lambda seat: view if seat == 1 else None),
        enter_entry=lambda seat, outcome: (seat, outcome),
    )
    table = SimpleNamespace(match=match)
    with pytest.raises(IllegalAction, match="7 is no face"):
        commands._entered(table, 1, 7)
    assert commands._entered(table, 1, 0) == (1, 0)
    # where none is due, or none is entered, the match itself says so
    match.to_move = 0
    assert commands._entered(table, 1, 7) == (1, 7)
    match.to_move, match.waits = CHANCE, False
    assert commands._entered(table, 1, 7) == (1, 7)


@pytest.mark.parametrize(
    ("take_back", "target", "learned", "at_once", "means"),
    [
        ("none", (7, True), False, True, "no"),
        ("free", None, False, True, "no"),
        ("free", (7, True), False, False, "free"),
        ("free", (7, True), True, True, "no"),
        ("free", (7, False), False, True, "no"),
        ("any", (7, True), False, False, "free"),
        ("any", (7, True), True, False, "ask"),
        ("any", (7, False), False, True, "practice"),
    ],
)
def test_what_taking_back_would_need(monkeypatch, take_back, target, learned, at_once, means):
    asked = []
    monkeypatch.setattr(commands, "taught", lambda _table, *given: asked.append(given) or learned)
    monkeypatch.setattr(commands, "_agrees_at_once", lambda _table, _seat: at_once)
    table = SimpleNamespace(
        stored=SimpleNamespace(take_back=take_back), match=SimpleNamespace(undo_target=lambda seat: target)
    )
    assert commands.undo_means(table, 1) == means
    assert commands.undo_means(table, None) == "no"
    # what has been learned since the decision, no earlier and no later
    assert asked == [(1, 7)] * (take_back != "none" and target == (7, True))


def test_of_two_that_ask_for_a_rematch_the_second_opens_none():
    opened = SimpleNamespace(match=SimpleNamespace(over=True), rematch="table2")
    for swap in (True, False):
        assert commands.events(opened, 1, Rematch("m", 9, swap)) == []


@pytest.mark.parametrize("mine", [True, False])
def test_somebody_thinks_wherever_a_computer_is_to_move(mine):
    stirred = []
    here = SimpleNamespace(
        _mine=lambda _table: mine, _thoughts={"busy": None}, stir=lambda table: stirred.append(table.id)
    )
    here.busy = lambda table: Bots.busy(here, table)
    tables = [
        SimpleNamespace(id=name, thinking=seat) for name, seat in (("busy", 0), ("idle", 1), ("ours", None))
    ]
    for table in tables:
        Bots.tend(here, table)
    assert stirred == (["idle"] if mine else ["busy", "idle"])
    assert (Bots.thinking(here), Bots.busy(here, "busy"), Bots.busy(here, "idle")) == (1, True, False)


def test_a_database_that_does_not_keep_what_is_written_is_not_served(monkeypatch):
    did = []

    class Failing:
        """A database that can be opened and nothing more."""

        def __init__(self, place):
            did.append(place)

        async def open(self):
            did.append("open")

        async def check(self):
            raise store.StorageError("It forgets.")

        async def close(self):
            did.append("closed")

    monkeypatch.setattr(app, "Store", Failing)
    with pytest.raises(OSError, match=r"^It forgets\.$"):
        asyncio.run(app._try("a.db"))
    assert did == ["a.db", "open", "closed"]


def test_connections_are_closed_where_they_were_opened(tmp_path):
    closed = []

    async def scene():
        kept = Store(tmp_path / "t.db")
        await kept.open()
        kept._engine.dispose, dispose = (
            lambda: closed.append(threading.current_thread()) or dispose(),
            kept._engine.dispose,
        )
        threads = set(kept._threads._threads)
        await kept.close()
        return threads

    assert set(closed) <= asyncio.run(scene())
    assert len(closed) == 1


def test_a_worker_tells_its_figures_until_it_ends(monkeypatch):
    told, waits = [], iter([False, False, True])

    class Waiting:
        def wait(self, seconds):
            told.append(seconds)
            return next(waits)

    monkeypatch.setattr(crew.threading, "Event", Waiting)
    counts = Counts()
    counts.requests[200] += 3
    desk = SimpleNamespace(tell=lambda worker, taken: told.append((worker, taken.requests)))
    crew.Ticket("here", b"key")._report(desk, counts)
    tells = (os.getpid(), {200: 3})
    assert told == [crew.TOLD, tells, crew.TOLD, tells, crew.TOLD]


def test_a_server_says_where_it_is_once_it_listens():
    async def scene():
        listener, told = socket.create_server(("127.0.0.1", 0)), []
        config = uvicorn.Config(None, lifespan="off", log_config=None)
        server = app._Server(config, lambda: told.append(len(server.servers)))
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup([listener])
        await server.shutdown([listener])
        return told

    assert asyncio.run(scene()) == [1]


def test_what_a_worker_does_beside_ends_with_it(monkeypatch):
    class Beside:
        def __init__(self, target, args=(), *, name, daemon):
            begun.append((name, daemon))

        def start(self):
            begun.append("started")

    begun = []
    desk = SimpleNamespace(**dict.fromkeys((*crew.METERS, "connect", "figures"), lambda: None))
    monkeypatch.setattr(crew, "Desk", lambda *_: desk)
    monkeypatch.setattr(crew.threading, "Thread", Beside)
    crew.Ticket("here", b"key").sit_down(Counts())
    assert begun == [("crew-figures", True), "started", ("crew-parent", True), "started"]


def test_a_worker_that_is_left_alone_ends(monkeypatch):
    sent = []
    monkeypatch.setattr(crew, "parent_process", lambda: SimpleNamespace(join=lambda: sent.append("left")))
    monkeypatch.setattr(crew.os, "kill", lambda *given: sent.append(given))
    crew._follow()
    assert sent == ["left", (os.getpid(), signal.SIGTERM)]
    # the one that is started by a person
    monkeypatch.setattr(crew, "parent_process", lambda: None)
    crew._follow()
    assert len(sent) == 2


@pytest.mark.parametrize(
    ("beside", "ply", "over", "message", "said"),
    [
        (3999, 20, False, Undo(1, 0), ""),
        (4000, 20, False, Undo(1, 0), FULL),
        (4000, 20, False, Act(1, 0, 0), ""),
        (4099, 20, True, Undo(1, 0), ""),
        (4100, 20, True, Undo(1, 0), FULL_AFTERWARDS),
        (0, 9_999, False, Act(1, 0, 0), ""),
        (0, 10_000, False, Act(1, 0, 0), TOO_LONG),
        (0, 10_000, False, Resign(1, 0), ""),
    ],
)
def test_a_log_takes_so_much_and_a_match_can_always_be_ended(beside, ply, over, message, said):
    # what the other seat does in secret is no matter of this one's
    secret = [StoredEvent(1, "consent", 1), StoredEvent(2, "consent", 1)]
    for numbers in (Numbering(), Numbering(secret)):
        seq = beside + ply + numbers.of_others(0)
        here = SimpleNamespace(seq=seq, match=SimpleNamespace(ply=ply, over=over), numbers=numbers)
        assert Table._full(here, 0, message) == said


def test_a_worker_can_be_sent_what_it_serves():
    made = app._config(Router, H11Protocol, networks(["10.0.0.0/8"]))
    assert isinstance(pickle.loads(pickle.dumps(made.app))(), Believing)
