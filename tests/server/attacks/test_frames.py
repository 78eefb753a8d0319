"""Sockets that send frames of every kind as fast as they can, or take nothing: nobody else notices, and nothing piles up."""

import asyncio
import struct
import time
import zlib
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest

from sandtable.server.http import gate
from sandtable.server.limits import Limits
from tests.server.attacks.test_gate import UPGRADE, raw
from tests.server.ws_client import PATIENT, play, running, until

RATE, BURST = 20.0, 60.0
STRICT = replace(PATIENT, messages_rate=RATE, messages_burst=BURST)
TEXT, REST, PING, PONG = 1, 0, 9, 10
DEFLATED = UPGRADE.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")


def frame(kind, data=b"", last=True, compressed=False):
    """A frame as a client sends it, masked by zeros."""
    first = (0x80 if last else 0) | (0x40 if compressed else 0) | kind
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([first]) + length + bytes(4) + data


def packed(data):
    """`data` as a message that unpacks to it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    return (packer.compress(data) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]


FLOODS = {
    "pings": frame(PING, b"x" * 125),
    "pongs": frame(PONG, b"x"),
    "empty messages": frame(TEXT),
    "a message of endless pieces": frame(REST, last=False),
    "messages that unpack to a thousand times as much": frame(TEXT, packed(b" " * 65_000), compressed=True),
}


async def socket(stage, bad, request=DEFLATED):
    """Makes a connection a socket at a new table."""
    await bad.send(request % (await stage.open())["table"].encode())
    assert (await bad.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101 ")


async def flood(bad, data):
    while await bad.send(data * 500):
        pass


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_is_read_no_faster_than_messages_may_come(tmp_path, kind, monkeypatch, caplog):
    looked_at, waiting = [], []
    handle = gate.Socket.handle_events

    def counting(own):
        looked_at.append(len(own.conn.events))
        handle(own)
        waiting.append(own.queue.qsize())

    monkeypatch.setattr(gate.Socket, "handle_events", counting)

    async def scene():
        async with running(tmp_path / "a.db", STRICT) as stage, raw(stage) as bad:
            await socket(stage, bad)
            looked_at.clear()
            began = time.monotonic()
            if kind == "a message of endless pieces":
                await bad.send(frame(TEXT, last=False))
            flooding = asyncio.create_task(flood(bad, FLOODS[kind]))
            for _ in range(20):
                assert (await stage.http.get("/healthz")).text == "ok"
                await asyncio.sleep(0.01)
            assert not flooding.done()
            flooding.cancel()
            # those of a piece are over before they are counted
            piece = gate.FRAMES // 6 + 1
            assert 0 < sum(looked_at) <= BURST + RATE * (time.monotonic() - began) + piece
            assert max(waiting) <= piece
            (held,) = (own for own in stage.server.server_state.connections if isinstance(own, gate.Socket))
            assert len(held._unread) < 1_000_000
            bad.writer.transport.abort()

    play(scene)
    assert caplog.records == []


def test_a_table_goes_on_while_its_spectator_floods_it(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", STRICT) as stage, raw(stage) as bad:
            table, tokens = await stage.pair()
            await bad.send(DEFLATED % table.encode())
            flooding = asyncio.create_task(flood(bad, FLOODS["pings"]))
            async with stage.sit(table, tokens[0]) as ann:
                assert (await ann.act(5))["type"] == "accepted"
            flooding.cancel()
            bad.writer.transport.abort()

    play(scene)


def test_what_a_client_sends_is_read_when_its_time_has_come(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", replace(PATIENT, messages_rate=50, messages_burst=5)) as stage:
            opened = await stage.open()
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                began = time.monotonic()
                for _ in range(80):
                    await ann.socket.ping()
                await ann.act(5)
                assert 0.5 < time.monotonic() - began < 10
                # who has waited is not slower for it
                began = time.monotonic()
                await asyncio.sleep(0.2)
                await ann.ask("undo")
                assert time.monotonic() - began < 1

    play(scene)


def test_all_sockets_of_a_client_share_what_it_may_send(tmp_path):
    async def scene():
        limits = replace(PATIENT, client_rate=50, client_burst=10)
        async with running(tmp_path / "a.db", limits) as stage, AsyncExitStack() as stack:
            table, tokens = await stage.pair()
            both = [await stack.enter_async_context(stage.sit(table, token)) for token in tokens]
            began = time.monotonic()
            for number in range(15):
                for client in both:
                    await client.send(type="undo", id=f"u{number}", seq=0)
            for client in both:
                for _ in range(15):
                    await client.until(lambda m: m["type"] == "refused")
            assert time.monotonic() - began > 0.3

    play(scene)
    assert (Limits().client_rate, Limits().client_burst) == (100.0, 400.0)


def test_a_socket_that_never_answers_is_left_though_it_takes_nothing(tmp_path, monkeypatch):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            stage.server.config.ws_ping_interval = stage.server.config.ws_ping_timeout = 0.2
            bad.writer.transport.pause_reading()
            table = (await stage.open())["table"]
            await bad.send(UPGRADE % table.encode())
            await until(lambda: stage.context.sockets == 1)
            (held,) = (own for own in stage.server.server_state.connections if isinstance(own, gate.Socket))
            # more than the systems between them keep
            held.transport.write(bytes(30_000_000))
            await until(lambda: stage.context.sockets == 0)
            assert held.disconnected

    play(scene)


@pytest.mark.parametrize(
    "more",
    [b"X: y\r\n" * 200, b"X: " + b"a" * 9000 + b"\r\n", b"Content-Length: 5\r\n"],
    ids=["many headers", "a long one", "a body"],
)
def test_a_socket_that_is_asked_for_in_a_strange_way_is_refused_and_closed(tmp_path, more):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            await bad.send(UPGRADE.replace(b"Connection", more + b"Connection") % b"abc")
            said = await bad.rest()
            assert said.startswith(b"HTTP/1.1 400 ")
            assert said.endswith(b"\r\n\r\nInvalid WebSocket handshake.")

    play(scene)


@pytest.mark.parametrize(
    ("_kind", "data"),
    {
        "no UTF-8": frame(TEXT, b"\xff\xfe"),
        "no beginning": frame(REST),
        "two at once": frame(TEXT, last=False) + frame(TEXT),
        "unknown": frame(3),
        "a long ping": frame(PING, bytes(126)),
        "no deflate": frame(TEXT, b"\0\1\2\3", compressed=True),
        "no mask": b"\x81\x05hello",
        "huge": b"\x81\xff" + b"\xff" * 8,
        "half a code": frame(8, b"\0"),
        "anything": bytes(range(256)),
    }.items(),
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_frames_that_are_none_end_their_socket_only(tmp_path, _kind, data):
    async def scene():
        async with running(tmp_path / "a.db") as stage, raw(stage) as bad:
            await socket(stage, bad)
            await bad.send(data)
            assert (await bad.rest())[:1] in (b"\x88", b"")
            await until(lambda: stage.context.sockets == 0)
            assert (await stage.http.get("/healthz")).text == "ok"

    play(scene)
