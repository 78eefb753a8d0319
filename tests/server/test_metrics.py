"""What a host may measure: figures that are right, at an address of their own, with nobody's secret in them."""

import asyncio
import contextlib
import re
import socket
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import websockets
from prometheus_client import CollectorRegistry, generate_latest

from sandtable.server import app
from sandtable.server.run.hosting import Hosting
from sandtable.server.run.metrics import STEPS, Counts, _Collector, listen
from tests.golden_text import hold
from tests.server.ws_client import NUMBER, PATIENT, play, running, until


def figures(text):
    """The values by name and labels, without what stands for the time of a start."""
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines if "_created" not in name}


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def test_what_happens_at_a_server_is_counted(tmp_path):
    place = f"127.0.0.1:{free_port()}"

    async def scene():
        async with running(tmp_path / "a.db") as stage:
            close = listen(place, lambda: stage.context.counts)
            try:
                table, tokens = await stage.pair()
                async with stage.sit(table, tokens[0]) as ann, stage.sit(table) as eve:
                    assert (await ann.act(NUMBER))["type"] == "accepted"
                    assert (await ann.act(NUMBER))["code"] == "not_your_turn"
                    assert (await eve.act(NUMBER))["code"] == "spectator"
                    await stage.get("/tables/none/at/0")
                    async with httpx.AsyncClient() as client:
                        return (await client.get(f"http://{place}/metrics")).text, (
                            table,
                            *tokens,
                            str(NUMBER),
                        )
            finally:
                close()

    text, secrets = play(scene)
    found = figures(text)
    assert (found["sandtable_tables"], found["sandtable_sockets"], found["sandtable_thinking"]) == (1, 2, 0)
    told = {name: value for name, value in found.items() if name.startswith("sandtable_messages_total")}
    assert told == {
        'sandtable_messages_total{kind="act",result="accepted"}': 1,
        'sandtable_messages_total{kind="act",result="not_your_turn"}': 1,
        'sandtable_messages_total{kind="act",result="spectator"}': 1,
    }
    assert found['sandtable_requests_total{status="404"}'] == 1
    assert found['sandtable_requests_total{status="201"}'] == 2
    assert (
        found["sandtable_message_seconds_count"] == found['sandtable_message_seconds_bucket{le="+Inf"}'] == 3
    )
    assert found["sandtable_message_seconds_sum"] > 0
    answered = sum(value for name, value in found.items() if name.startswith("sandtable_requests_total"))
    assert found["sandtable_request_seconds_count"] == answered
    assert found["sandtable_request_seconds_sum"] > 0
    assert not [secret for secret in secrets if re.search(rf"\b{secret}\b", text)]


def test_what_is_refused_before_a_route_is_asked_is_counted(tmp_path):
    limits = replace(PATIENT, head=400, sockets_a_client=1, pipelined=1, request_within=0.5)

    async def told(stage, sent):
        """What is answered to these bytes until the connection is closed."""
        reader, writer = await asyncio.open_connection(*stage.address.split(":"))
        writer.write(sent)
        answer = await reader.read()
        writer.close()
        return answer

    async def closed(stage, path, **more):
        with contextlib.suppress(websockets.InvalidStatus, websockets.ConnectionClosed):
            async with websockets.connect(f"ws://{stage.address}{path}", **more) as socket:
                await socket.send('{"type": "hello", "token": "nobody\'s"}')
                while True:
                    await socket.recv()

    async def scene():
        async with running(tmp_path / "a.db", limits) as stage:
            table, tokens = await stage.pair()
            head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
            assert b" 431 " in await told(stage, head + b"X: " + b"x" * 400)
            assert b" 408 " in await told(stage, head)
            assert b" 400 " in await told(stage, b"nonsense\r\n\r\n")
            await told(stage, (head + b"\r\n") * 9)
            socket = f"/api/v1/tables/{table}/socket"
            async with stage.sit(table, tokens[0]):
                await closed(stage, socket)
            await until(lambda: not stage.context.sockets)
            await closed(stage, socket)
            await closed(stage, socket, origin="http://elsewhere.example")
            return dict(stage.context.counts.refused)

    assert play(scene) == {431: 1, 408: 1, 400: 1, 429: 1, 1013: 1, 4000: 1, 1008: 1}


def test_all_that_is_told_to_who_measures():
    counts = Counts()
    counts.now = lambda: {"tables": 3, "sockets": 4}
    for status, seconds in ((200, 0.004), (200, 0.02), (404, 0.001)):
        counts.answered(status, seconds)
    counts.refused.update({431: 2, 1013: 1})
    for kind, result, seconds in (
        ("act", "accepted", 0.002),
        ("act", "stale", 0.3),
        ("undo", "accepted", 4.0),
    ):
        counts.carried_out(kind, result, seconds)
    registry = CollectorRegistry()
    registry.register(_Collector(lambda: counts))
    hold(Path(__file__).parent / "answers/metrics.txt", generate_latest(registry).decode())


def test_times_are_counted_in_the_first_step_that_holds_them():
    counts = Counts()
    for seconds in (0.0, STEPS[0], 0.003, 9.0):
        counts.carried_out("act", "accepted", seconds)
    assert counts.carrying_out.steps == [2, 0, 1, *[0] * (len(STEPS) - 3), 1]
    assert counts.carrying_out.seconds == pytest.approx(STEPS[0] + 9.003)
    assert counts.messages == {("act", "accepted"): 4}


@pytest.mark.parametrize("place", ["here", ":80", "127.0.0.1:", "127.0.0.1:http", "127.0.0.1:70000"])
def test_what_is_no_place_for_figures_is_refused_before_anything_starts(tmp_path, place):
    with pytest.raises(
        ValueError,
        match=r"is not an address for metrics: give an address and a port, such as 127\.0\.0\.1:9464",
    ):
        app.serve(Hosting(port=0, database=str(tmp_path / "a.db"), metrics=place))


def test_what_tells_figures_ends_whole(monkeypatch):
    did = []

    def start(port, host, _registry):
        did.append((port, host))
        server = SimpleNamespace(
            shutdown=lambda: did.append("no more answers"), server_close=lambda: did.append("closed")
        )
        return server, SimpleNamespace(join=lambda: did.append("left"))

    monkeypatch.setattr("prometheus_client.start_http_server", start)
    close = listen("[::1]:65535", Counts)
    assert did == [(65535, "::1")]
    close()
    assert did[1:] == ["no more answers", "closed", "left"]


def test_a_place_that_is_taken_is_named():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(OSError, match=rf"^Cannot serve metrics at {place}: Address already in use\.$"):
            listen(place, Counts)
