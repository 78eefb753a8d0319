"""Hosts, origins, headers, sizes and rates: what a request passes before it reaches anything."""

import asyncio
import contextlib
import logging
import socket
from dataclasses import replace

import httpx
import pytest
import websockets

from sandtable.server.app import create_app
from sandtable.server.http.gate import networks
from sandtable.server.http.middleware import HEADERS, UNLISTED, Believing, Middleware, host_name, known_hosts
from sandtable.server.limits import Bucket, Buckets, Limits, client_name
from sandtable.server.run.metrics import Counts
from sandtable.server.tables.tables import Tables
from tests.server.guess import catalog
from tests.server.ws_client import PATIENT, play, running, until


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


async def status(stage, path="/api/v1/status", method="GET", **headers):
    return (await stage.http.request(method, path, headers=headers)).status_code


def test_only_known_hosts_are_answered(db):
    async def scene():
        async with running(db, hosts=["Play.Example.org"]) as stage:
            for host in ("localhost", "127.0.0.1:8000", "[::1]:80", "LOCALHOST:5173", "play.example.org"):
                assert await status(stage, Host=host) == 200, host
            for host in (
                "evil.example",
                "127.0.0.1.evil.example",
                "localhost@evil",
                "",
                "a b",
                "10.0.0.7",
                "[::1",
            ):
                assert await status(stage, Host=host) in (400, 421), host

    play(scene)


def test_a_server_for_the_network_answers_to_numbers_but_not_to_names():
    hosts = known_hosts("0.0.0.0")
    assert "*.*" in hosts
    assert host_name("Example.org:80") == "example.org"
    assert [host_name(bad) for bad in ("a/b", "a?b", "a#b", "u@h", "h:99999", "", ":80")] == [None] * 7
    here = Middleware(None, hosts, None, None)
    own = socket.gethostname()
    assert all(map(here._knows, ("10.0.0.7:8000", "[fd00::1]:80", "Localhost.", own)))
    assert not any(map(here._knows, ("evil.example", "10.0.0.7.evil.example", "")))
    # one for an address answers to no other
    assert known_hosts("[FD00::1]", ["Play.example"]) == {
        *("localhost", "127.0.0.1", "::1"),
        "play.example",
        "fd00::1",
    }


def asked(headers, scheme="http", peer="192.0.2.7", server=8000, kind="http"):
    """Whether a request of these headers reaches the application, and what is logged of it."""
    reached, sent = [], []

    async def app(scope, _receive, _send):
        reached.append(scope["type"])

    async def receive():
        return {"type": f"{kind}.connect"}

    async def send(message):
        sent.append(message)

    made = Middleware(app, {"here"}, Buckets(1, 9, 9), Counts())
    raw = [(name.encode(), value.encode()) for name, value in headers]
    scope = {"type": kind, "method": "POST", "path": "/", "headers": raw}
    scope |= {"scheme": scheme, "client": (peer, 5), "server": ("127.0.0.1", server)}
    proxied = Believing(made, networks(["10.0.0.1"]))
    asyncio.run(proxied(scope, receive, send))
    refused = sent and (sent[0].get("status") == 403 or sent[0].get("code") == 1008)
    assert bool(reached) != bool(refused)
    return bool(reached)


DIRECT = ("host", "here:8000")
THROUGH = ("host", "here")


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("headers", "own"),
    [
        ([DIRECT], True),
        ([DIRECT, ("sec-fetch-site", "same-origin")], True),
        # an address that somebody has typed
        ([DIRECT, ("sec-fetch-site", "none")], True),
        ([DIRECT, ("sec-fetch-site", "same-site")], False),
        ([DIRECT, ("origin", "http://Here:8000")], True),
        ([DIRECT, ("origin", "http://here:8000"), ("sec-fetch-site", "cross-site")], False),
        ([DIRECT, ("origin", "https://here:8000")], False),
        ([DIRECT, ("origin", "ftp://here:8000")], False),
        ([DIRECT, ("origin", "http://here:8001")], False),
        ([DIRECT, ("origin", "http://[")], False),
        ([DIRECT, *[("origin", "http://here:8000")] * 2], False),
        ([THROUGH, ("origin", "http://here")], True),
        ([THROUGH, ("origin", "https://elsewhere")], False),
    ],
)
def test_a_page_is_the_servers_own_by_one_origin_that_is_its_address(caplog, kind, headers, own):
    assert asked(headers, kind=kind) == own
    assert caplog.records == []


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("peer", "headers", "pages", "told"),
    [
        # as Caddy and nginx say it
        ("10.0.0.1", [("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "https")], ["https"], False),
        ("10.0.0.1", [("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "http")], ["http"], False),
        ("10.0.0.1", [("x-forwarded-proto", "wss")], ["https"], False),
        # one that does not say
        ("10.0.0.1", [("x-forwarded-for", "192.0.2.7")], ["http", "https"], False),
        ("10.0.0.1", [("x-forwarded-proto", "https, http")], ["http", "https"], False),
        # one that is not believed, with headers and without
        (
            "10.0.0.2",
            [("x-forwarded-for", "192.0.2.7"), ("x-forwarded-proto", "https")],
            ["http", "https"],
            True,
        ),
        ("10.0.0.2", [("via", "1.1 a")], ["http", "https"], True),
        ("10.0.0.2", [], ["http", "https"], True),
    ],
)
def test_a_page_of_another_scheme_is_none_of_this_server_where_the_scheme_is_known(
    caplog, kind, peer, headers, pages, told
):
    own = [
        page
        for page in ("http", "https")
        if asked([THROUGH, ("origin", f"{page}://here"), *headers], kind=kind, peer=peer)
    ]
    assert own == pages
    assert [record.getMessage() for record in caplog.records] == [UNLISTED] * told


def test_a_server_at_the_usual_port_knows_its_scheme_too():
    assert asked([THROUGH, ("origin", "http://here")], server=80)
    assert not asked([THROUGH, ("origin", "https://here")], server=80)


def test_behind_a_proxy_that_is_not_listed_pages_work_and_the_log_says_once_what_to_change(db, caplog):
    async def scene():
        async with running(db, hosts=["games.example.org"]) as stage:
            host, port = stage.address.split(":")

            async def forward(reader, writer):
                # as a proxy that ends TLS and adds nothing
                there, back = await asyncio.open_connection(host, int(port))
                await asyncio.gather(pump(reader, back), pump(there, writer))

            async def pump(reader, writer):
                with contextlib.suppress(ConnectionError):
                    while data := await reader.read(9000):
                        writer.write(data)
                writer.close()

            own = "https://games.example.org"
            async with await asyncio.start_server(forward, "127.0.0.1", 0) as proxy:
                near = proxy.sockets[0].getsockname()[1]
                async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{near}") as http:
                    for _ in range(2):
                        opened = await http.post(
                            "/api/v1/tables",
                            json={"game": "guess", "opponent": "friend"},
                            headers={"Host": "games.example.org", "Origin": own},
                        )
                        assert opened.status_code == 201
                table = opened.json()["table"]
                address = f"ws://games.example.org/api/v1/tables/{table}/socket"
                async with websockets.connect(address, host="127.0.0.1", port=near, origin=own) as socket:
                    await socket.send('{"type": "hello"}')
                    assert '"type":"snapshot"' in await socket.recv()

    with caplog.at_level(logging.WARNING, "sandtable"):
        play(scene)
    assert [record.getMessage() for record in caplog.records] == [UNLISTED]


def test_posts_and_sockets_come_from_own_pages_only(db):
    async def scene():
        async with running(db) as stage:
            own = f"http://{stage.address}"
            body = {"game": "guess", "opponent": "friend"}
            foreign = ("http://evil.example", "null", own + "1", own.replace("http:", "https:"))
            for origin, wanted in ((own, 201), *((one, 403) for one in foreign)):
                answer = await stage.http.post("/api/v1/tables", json=body, headers={"Origin": origin})
                assert answer.status_code == wanted, origin
            foreign = await stage.http.post(
                "/api/v1/tables", json=body, headers={"Sec-Fetch-Site": "cross-site"}
            )
            assert foreign.status_code == 403
            table = answer.json().get("table", "nonsense")
            address = f"ws://{stage.address}/api/v1/tables/{table}/socket"
            async with websockets.connect(address, origin=own):
                pass
            for origin in ("http://evil.example", "null", own.replace("http:", "https:")):
                with pytest.raises(websockets.InvalidStatus, match="403"):
                    await websockets.connect(address, origin=origin)

    play(scene)


def test_every_answer_has_the_headers(db, tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "app-1.js").write_text("let a = 1;\n" * 300)
    (tmp_path / "index.html").write_text("<!doctype html><p>page")
    (tmp_path / "icon.svg").write_text("<svg/>")

    async def scene():
        app = create_app(db, known_hosts("127.0.0.1"), PATIENT, catalog, tmp_path)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as http:
            for path in (
                "/",
                "/g/abc",
                "/r/a-token",
                "/assets/app-1.js",
                "/assets/none.js",
                "/healthz",
                "/x.php",
                "/icon.svg",
            ):
                answer = await http.get(path)
                assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
            pages = [await http.get(path) for path in ("/", "/g/abc", "/learn/guess", "/nothing/here")]
            assert {(page.status_code, page.text) for page in pages} == {(200, "<!doctype html><p>page")}
            assert pages[0].headers["cache-control"] == "no-cache"
            asset = await http.get("/assets/app-1.js")
            assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert asset.headers["content-encoding"] == "gzip"
            assert (await http.get("/healthz")).text == "ok"
            lost = [
                await http.get(path)
                for path in ("/x.php", "/assets/none.js", "/api/v1/none", "/api/none", "/../secret.txt")
            ]
            assert [answer.status_code for answer in lost] == [404] * 5
            assert lost[2].json() == {"error": "There is nothing at this address."}
            wrong = await http.delete("/api/v1/tables")
            assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
            assert "unsafe" not in HEADERS["Content-Security-Policy"]

    play(scene)


def test_without_the_built_client_one_sentence_says_so(db, tmp_path):
    async def scene():
        app = create_app(db, known_hosts("127.0.0.1"), PATIENT, catalog, tmp_path / "none")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as http:
            answer = await http.get("/")
            assert (answer.status_code, answer.text.count("\n")) == (503, 1)

    play(scene)


def test_bodies_are_small_and_json(db):
    async def scene():
        async with running(db) as stage:
            post = stage.http.post
            as_json = {"Content-Type": "application/json"}
            big = await post("/api/v1/tables", content=b" " * 20000, headers=as_json)
            assert (big.status_code, big.json()) == (413, {"error": "This request is too large."})
            asked = b'{"game": "guess", "opponent": "friend"}'
            for size, status in ((16384, 201), (16385, 413)):
                padded = await post("/api/v1/tables", content=asked.ljust(size), headers=as_json)
                assert padded.status_code == status
            assert (
                await post("/api/v1/tables", content=b"{}", headers={"Content-Type": "text/plain"})
            ).status_code == 415
            assert (await post("/api/v1/tables", content=b"{", headers=as_json)).status_code == 400
            assert (await post("/api/v1/tables", content=b"\xff\xfe", headers=as_json)).status_code == 400
            assert (await post("/api/v1/tables", content=b"[" * 9000, headers=as_json)).status_code in (
                400,
                422,
            )
            unknown = await stage.post("/tables", game="guess", colour="red")
            assert unknown.status_code == 422
            assert "colour" in unknown.json()["error"]
            assert (await stage.post("/tables", game="chess")).json() == {"error": "There is no such game."}

    play(scene)


def test_requests_tables_and_sockets_of_a_client_are_counted(db):
    limits = replace(PATIENT, tables_burst=2, sockets_a_client=2)

    async def scene():
        async with running(db, limits) as stage:
            opened = [await stage.post("/tables", game="guess", opponent="friend") for _ in range(3)]
            assert [answer.status_code for answer in opened] == [201, 201, 429]
            table = opened[0].json()["table"]
            async with stage.sit(table), stage.sit(table):
                with pytest.raises(websockets.InvalidStatus, match="403"):
                    async with stage.sit(table):
                        pass
            await until(lambda: not stage.context.sockets)
            async with stage.sit(table):
                pass
        async with running(db, replace(PATIENT, requests_rate=0.001, requests_burst=50)) as stage:
            answers = [await status(stage) for _ in range(60)]
            assert answers[-1] == 429

    play(scene)


def test_a_table_has_room_for_so_many(db):
    async def scene():
        async with running(db, replace(PATIENT, watchers=2, sockets_a_seat=1)) as stage:
            opened = await stage.open()
            table, token = opened["table"], opened["tokens"][0]
            async with stage.sit(table, token) as own, stage.sit(table), stage.sit(table) as eve:
                for wanted in (None, token):
                    with pytest.raises(websockets.ConnectionClosed, match="4000"):
                        async with stage.sit(table, wanted):
                            pass
                await own.hello(token)
                await eve.hello()

    play(scene)


def test_whoever_says_nothing_is_sent_away(db):
    async def scene():
        async with running(db, replace(PATIENT, hello_within=0.1)) as stage:
            opened = await stage.open()
            async with websockets.connect(
                f"ws://{stage.address}/api/v1/tables/{opened['table']}/socket"
            ) as socket:
                assert "hello" in await socket.recv()
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()

    play(scene)


def test_fast_messages_are_slowed_down_and_none_is_lost(db):
    async def scene():
        async with running(db, replace(PATIENT, messages_rate=50, messages_burst=5)) as stage:
            opened = await stage.open()
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                began = asyncio.get_running_loop().time()
                for number in range(50):
                    await ann.send(type="undo", id=f"u{number}", seq=0)
                replies = [await ann.until(lambda m: m["type"] == "refused") for _ in range(50)]
                assert [reply["id"] for reply in replies] == [f"u{number}" for number in range(50)]
                assert asyncio.get_running_loop().time() - began > 0.5

    play(scene)


def test_a_table_that_nobody_looks_at_is_forgotten_and_found_again(db, monkeypatch):
    swept = []

    def sweep(tables, now):
        swept.append(now)
        sweep_tables(tables, now)

    sweep_tables = Tables.sweep
    monkeypatch.setattr(Tables, "sweep", sweep)

    async def scene():
        async with running(db, replace(PATIENT, idle=0.4)) as stage:
            opened = await stage.open()
            tables = stage.context.open_tables
            # it is there before anyone comes, so that a computer may begin
            assert tables.in_memory() == 1
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                sat_down = asyncio.get_running_loop().time()
                await until(lambda: swept and swept[-1] > sat_down + 0.9)
                assert tables.in_memory() == 1
            await until(lambda: tables.in_memory() == 0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["scene"]["secrets"] == [5, None]

    play(scene)


def test_a_finished_table_is_forgotten_when_the_last_one_leaves_and_found_again(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("hotseat")
            held = (await stage.context.tables())._tables
            number, token = opened["table"], opened["tokens"][0]
            async with stage.sit(number, token) as ann:
                async with stage.sit(number):
                    await ann.until(lambda _: ann.seen["watchers"] == 1)
                # who leaves before the end may come back
                await ann.until(lambda _: ann.seen["watchers"] == 0)
                await ann.ask("resign")
                assert number in held
            await until(lambda: not held)
            # the page is loaded again while another looks at it
            async with stage.sit(number, token) as ann, stage.sit(number, token) as again:
                assert ann.seen["over"]
                assert ann.seen["seq"] == again.seen["seq"]
            await until(lambda: not held)
            # whoever only reads of it has no socket that ends
            assert (await stage.get(f"/tables/{number}/at/0")).status_code == 200
            stage.context.open_tables.sweep(0.0)
            assert not held

    play(scene)


def test_a_bucket_fills_with_time():
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] = 100.0
    assert [bucket.delay() for _ in range(5)] == [0, 0, 0, 0.5, 1.0]


def test_buckets_forget_the_client_that_was_away_longest():
    buckets = Buckets(0.001, 1, 2)
    assert [buckets.take(client) for client in ("a", "a", "b", "c", "a")] == [True, False, True, True, True]


def test_loopback_is_one_client():
    assert {client_name(host) for host in ("127.0.0.1", "::1", "127.3.2.1", "::ffff:127.0.0.1", None)} == {
        "local"
    }
    assert client_name("2001:db8::1") == client_name("2001:db8::2") != client_name("2001:db8:0:1::1")
    assert client_name("10.0.0.1") != client_name("10.0.0.2")
    assert Limits().message == 4096
