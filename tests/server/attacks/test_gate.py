"""What a hostile connection meets first: limits of size, time and number, which no other connection notices."""

import asyncio
import contextlib
import ipaddress
import socket
from dataclasses import replace

import httpx
import pytest
import websockets

from sandtable.server.http.gate import Gate, networks
from sandtable.server.limits import Limits
from tests.house.tree import ROOT
from tests.server.ws_client import PATIENT, play, running, until

HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = (
    b"GET /api/v1/tables/%s/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Raw:
    """A connection on which bytes are sent as one likes."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    async def send(self, data):
        """Sends; whether the server still listens."""
        try:
            self.writer.write(data)
            await self.writer.drain()
        except ConnectionError:
            return False
        return not self.reader.at_eof()

    async def rest(self):
        """All that the server still says, until it closes."""
        with contextlib.suppress(ConnectionError):
            return await asyncio.wait_for(self.reader.read(), 20)
        return b""


@contextlib.asynccontextmanager
async def raw(stage):
    host, port = stage.address.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


def test_a_header_without_end_is_cut_off_and_nobody_else_notices(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            assert await bad.send(HEAD + b"X-Long: ")
            sent = 0
            while await bad.send(b"a" * 1000):
                sent += 1000
                assert (await stage.http.get("/healthz")).text == "ok"
                assert sent < 100 * PATIENT.head
            said = await bad.rest()
            assert said == b"" or said.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")

    play(scene)


@pytest.mark.parametrize(
    "head", [b"X-Long: " + b"a" * 20_000 + b"\r\n", b"X: y\r\n" * 9_000], ids=["long", "many"]
)
def test_a_head_that_is_too_large_is_refused_though_it_comes_at_once(tmp_path, head):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            await bad.send(HEAD + head + b"\r\n")
            assert (await bad.rest()).startswith(b"HTTP/1.1 431 ")
        async with running(tmp_path / "b.db") as stage, raw(stage) as good:
            await good.send(HEAD + b"X-Long: " + b"a" * 10_000 + b"\r\nConnection: close\r\n\r\n")
            assert (await good.rest()).endswith(b"\r\n\r\nok")

    play(scene)


@pytest.mark.parametrize(
    "begun",
    [HEAD, HEAD.replace(b"GET", b"POST") + b"Content-Length: 900\r\n\r\nfew", b"G"],
    ids=["head", "body", "a letter"],
)
def test_a_request_that_does_not_come_to_an_end_is_closed(tmp_path, begun):
    async def scene():
        async with (
            running(tmp_path / "a.db", replace(PATIENT, request_within=0.2)) as stage,
            raw(stage) as bad,
        ):
            await bad.send(begun)
            said = await bad.rest()
            # an application that has answered already has had the last word
            assert b"HTTP/1.1 408 Request Timeout" in said or b"HTTP/1.1 405 " in said

    play(scene)


def test_a_request_of_many_small_pieces_has_one_time_in_all(tmp_path):
    async def scene():
        async with (
            running(tmp_path / "a.db", replace(PATIENT, request_within=0.2)) as stage,
            raw(stage) as bad,
        ):
            await bad.send(HEAD)
            pieces = 0
            while await bad.send(b"X: y\r\n"):
                pieces += 1
                await asyncio.sleep(0.01)
                assert pieces < 500
            assert pieces > 2

    play(scene)


def test_a_connection_that_is_never_used_is_closed_without_a_word(tmp_path):
    async def scene():
        async with (
            running(tmp_path / "a.db", replace(PATIENT, request_within=0.1)) as stage,
            raw(stage) as idle,
        ):
            assert await idle.rest() == b""

    play(scene)


def test_a_server_that_ends_answers_what_is_on_its_way(tmp_path):
    async def scene():
        async with (
            running(tmp_path / "a.db") as stage,
            raw(stage) as fresh,
            raw(stage) as half,
            raw(stage) as page,
            raw(stage) as idle,
        ):
            await half.send(HEAD)
            number = (await stage.open())["table"]
            await until(lambda: len(stage.server.server_state.connections) == 5)
            stage.server.should_exit = True
            await until(lambda: not stage.server.servers[0].is_serving())
            await fresh.send(HEAD + b"\r\n")
            await half.send(b"\r\n")
            await page.send(UPGRADE % number.encode())
            for begun in (fresh, half):
                said = await begun.rest()
                assert said.startswith(b"HTTP/1.1 200 OK\r\n")
                assert said.endswith(b"\r\n\r\nok")
            # it meets another worker when it comes again
            assert (await page.rest()).startswith(b"HTTP/1.1 503 ")
            assert await idle.rest() == b""

    play(scene)


def test_connections_of_one_client_are_counted_and_given_back(tmp_path):
    async def scene():
        limits = replace(PATIENT, connections_a_client=3)
        async with running(tmp_path / "a.db", limits) as stage, contextlib.AsyncExitStack() as stack:
            # one has been used already, and is kept for more requests
            for _ in range(2):
                await stack.enter_async_context(raw(stage))
            await until(lambda: stage.gate._open.clients["local"] == 3)
            async with raw(stage) as fourth:
                assert (await fourth.rest()).startswith(b"HTTP/1.1 503 ")
            await stack.aclose()
            await until(lambda: stage.gate._open.clients["local"] == 1)
            assert (await stage.http.get("/healthz")).text == "ok"

    play(scene)


def test_sockets_are_counted_as_sockets(tmp_path):
    async def scene():
        limits = replace(PATIENT, connections_a_client=2, sockets_a_client=5, sockets=4)
        async with running(tmp_path / "a.db", limits) as stage, contextlib.AsyncExitStack() as stack:
            number = (await stage.open())["table"]
            address = f"ws://{stage.address}/api/v1/tables/{number}/socket"
            before = stage.gate._open.total()
            for _ in range(4):
                await stack.enter_async_context(websockets.connect(address))
            assert stage.gate._open.total() == before
            assert stage.context.meters.sockets.clients == {"local": 4}
            with pytest.raises(websockets.InvalidStatus):
                await stack.enter_async_context(websockets.connect(address))

    play(scene)


def test_requests_that_wait_behind_another_are_few(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", replace(PATIENT, pipelined=4)) as stage, raw(stage) as bad:
            await bad.send((HEAD + b"\r\n") * 1000)
            assert (await bad.rest()).count(b"HTTP/1.1 200 OK") <= 6
            assert (await stage.http.get("/healthz")).text == "ok"

    play(scene)


def test_the_connections_of_a_proxy_are_not_one_clients():
    gate = Gate(replace(Limits(), connections=5, connections_a_client=2), networks(["10.0.0.0/8", "::1"]))
    assert [gate.enter(host) for host in ("10.1.2.3", "10.1.2.3", "::1")] == ["", "", ""]
    assert [gate.enter("192.0.2.7") for _ in range(3)] == ["192.0.2.7", "192.0.2.7", None]
    # five in all
    assert gate.enter("10.1.2.3") is None
    gate.leave("")
    assert gate.enter(None) == "local"


def test_a_proxy_is_an_address_or_a_network():
    assert networks(["10.0.0.2", "fd00::/8"]) == [
        ipaddress.ip_network("10.0.0.2/32"),
        ipaddress.ip_network("fd00::/8"),
    ]
    with pytest.raises(ValueError, match=r"^'caddy' is not a proxy address: give one such as 10\.0\.0\.2"):
        networks(["caddy"])


def test_only_trusted_proxies_are_believed(tmp_path):
    async def scene():
        told = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        for proxies, client, scheme in (((), "local", "http"), (["127.0.0.1"], "203.0.113.7", "https")):
            async with running(tmp_path / "a.db", proxies=networks(proxies)) as stage:
                number = (await stage.open())["table"]
                page = (await stage.http.get(f"/g/{number}", headers=told)).text
                assert f'content="{scheme}://{stage.address}/g/{number}"' in page
                address = f"ws://{stage.address}/api/v1/tables/{number}/socket"
                async with websockets.connect(address, additional_headers=told):
                    assert stage.context.meters.sockets.clients == {client: 1}

    play(scene)


NAME = "games.example.org"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/log; worker_processes 1;
events {{ worker_connections 256; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  # visitors say in the test where they come from
  set_real_ip_from 127.0.0.1; real_ip_header X-Test-From;
  # the lines that docs/hosting.md shows
  {shown}
}}
"""


def shown():
    """The part of nginx's configuration that the page about hosting shows."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    return page.partition("```nginx\n")[2].partition("```")[0]


@contextlib.asynccontextmanager
async def nginx(folder, port, server):
    found = await asyncio.create_subprocess_exec(ROOT / "tools" / "nginx", stdout=asyncio.subprocess.PIPE)
    program = (await found.communicate())[0].decode().strip()
    assert found.returncode == 0
    lines = shown().replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("127.0.0.1:8000", server)
    lines = "\n".join(line for line in lines.splitlines() if "ssl_certificate" not in line)
    (folder / "conf").write_text(NGINX.format(folder=folder, shown=lines), encoding="utf-8")
    process = await asyncio.create_subprocess_exec(program, "-c", str(folder / "conf"))
    try:
        yield
    finally:
        process.terminate()
        await process.wait()


@pytest.mark.long
def test_behind_nginx_each_visitor_is_a_client_of_his_own(tmp_path):
    async def scene():
        limits = replace(PATIENT, requests_rate=0.0, requests_burst=3.0)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        trusted = networks(["127.0.0.1"])
        async with (
            running(tmp_path / "a.db", limits, hosts=[NAME], proxies=trusted) as stage,
            nginx(tmp_path, port, stage.address),
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers={"Host": NAME}) as visitor,
        ):
            await until_up(visitor)
            # what visitors say of themselves is replaced: nobody gets another's allowance
            lies = [
                {"X-Test-From": "203.0.113.7", "X-Forwarded-For": f"203.0.113.{n}"} for n in range(20, 24)
            ]
            answers = [await visitor.get("/api/v1/status", headers=lie) for lie in lies]
            assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
            other = {"X-Test-From": "203.0.113.8"}
            opened = {"game": "guess", "opponent": "friend"}
            # the proxy is reached by https, as it says
            foreign = await visitor.post(
                "/api/v1/tables", json=opened, headers={**other, "Origin": f"http://{NAME}"}
            )
            assert foreign.status_code == 403
            made = await visitor.post(
                "/api/v1/tables", json=opened, headers={**other, "Origin": f"https://{NAME}"}
            )
            assert made.status_code == 201
            number = made.json()["table"]
            assert f'content="https://{NAME}/g/{number}"' in (await visitor.get(f"/g/{number}")).text
            async with websockets.connect(
                f"ws://{NAME}:{port}/api/v1/tables/{number}/socket",
                host="127.0.0.1",
                additional_headers=other,
                origin=f"https://{NAME}:{port}",
            ) as watching:
                await watching.send('{"type": "hello"}')
                assert '"type":"snapshot"' in await watching.recv()
                assert stage.context.meters.sockets.clients == {"203.0.113.8": 1}

    play(scene)


async def until_up(visitor):
    for _ in range(400):
        with contextlib.suppress(httpx.TransportError):
            return await visitor.get("/healthz")
        await asyncio.sleep(0.05)
    raise AssertionError("nginx did not start")
