"""A connection that has died is noticed on both sides, and a handshake that cannot become a socket is explained."""

import asyncio
import logging

import pytest
import websockets

from sandtable.server import app
from sandtable.server.http.context import NO_UPGRADE
from sandtable.server.tables.connection import NO_HELLO
from tests.relay import relaying
from tests.server.ws_client import Client, play, running


def test_a_ping_is_answered_and_changes_nothing(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, tokens = await server.pair()
            async with websockets.connect(f"ws://{server.address}/api/v1/tables/{table}/socket") as socket:
                client = Client(socket)
                await client.send(type="ping")
                assert (await client.next())["type"] == "pong"
                # it is no hello
                await client.send(type="resign", id="a", seq=0)
                assert (await client.next())["reason"] == NO_HELLO
                before = await client.hello(tokens[0])
                await client.send(type="ping")
                assert (await client.until(lambda m: m["type"] != "presence"))["type"] == "pong"
                assert (await client.hello(tokens[0]))["seq"] == before["seq"]

    play(scene)


async def present(client, there):
    """Waits until the first seat is seen to be taken by somebody who is there, or not."""
    while client.seen["seats"][0]["connected"] != there:
        await client.next()


def test_a_client_that_answers_no_more_leaves_its_seat_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(app, "PING_EVERY", 0.2)
    monkeypatch.setattr(app, "PONG_WITHIN", 0.2)

    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, tokens = await server.pair()
            with relaying(server.address) as relay:
                address = relay.address.replace("http", "ws")
                there = await websockets.connect(
                    f"{address}/api/v1/tables/{table}/socket", ping_interval=None
                )
                await Client(there).hello(tokens[0])
                async with server.sit(table, tokens[1]) as bob:
                    await present(bob, True)
                    await asyncio.to_thread(relay.freeze)
                    await present(bob, False)
                    # bob, who answers, is still there, and so is ann over a new connection
                    assert bob.seen["seats"][1]["connected"]
                    async with server.sit(table, tokens[0]):
                        await present(bob, True)
                there.transport.abort()

    play(scene)


def test_a_message_sent_again_over_a_fresh_connection_is_carried_out_once(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, tokens = await server.pair()
            with relaying(server.address) as relay:
                address = relay.address.replace("http", "ws")
                first = await websockets.connect(
                    f"{address}/api/v1/tables/{table}/socket", ping_interval=None
                )
                ann = Client(first)
                await ann.hello(tokens[0])
                message = {"type": "act", "id": "a", "seq": ann.seen["seq"], "action": ann.choices()[0]}
                await ann.send(**message)
                # it is carried out, and the answer is lost
                await ann.until(lambda m: m["type"] == "accepted")
                await asyncio.to_thread(relay.freeze)
                async with server.sit(table, tokens[0]) as again:
                    seq = again.seen["seq"]
                    await again.send(**message)
                    answer = await again.until(lambda m: m["type"] == "accepted")
                    assert answer["seq"] <= seq
                    assert (await again.hello(tokens[0]))["seq"] == seq
                first.transport.abort()

    play(scene)


def test_a_handshake_without_upgrade_is_answered_in_a_sentence_and_logged_once(tmp_path, caplog):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, _ = await server.pair()
            with relaying(server.address, drops_upgrade=True) as relay, caplog.at_level(logging.WARNING):
                for _ in range(3):
                    address = relay.address.replace("http", "ws")
                    with pytest.raises(websockets.InvalidStatus) as refused:
                        await websockets.connect(f"{address}/api/v1/tables/{table}/socket")
                    assert refused.value.response.status_code == 426
                    assert b"WebSocket" in refused.value.response.body
            assert caplog.messages == [NO_UPGRADE]

    play(scene)
