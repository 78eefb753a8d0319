"""A server that is killed in the middle of matches, again and again, loses nothing that it acknowledged."""

import asyncio
import contextlib
import math
import random
import secrets
import socket
import sqlite3
import sys
from time import monotonic

import httpx
import pytest
import websockets

import sandtable
from tests.server.ws_client import Client

KEPT = "SELECT message, seq, action FROM events WHERE table_id = ? AND message IS NOT NULL"


class Victim:
    """The server process; `kill_after` more acknowledged messages it is killed within a few milliseconds, `most` times."""

    def __init__(self, db, rng, most):
        self.db, self.rng, self.most = db, rng, most
        self.kills = 0
        self.kill_after = 0
        self.process = None
        self.killing = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]

    async def start(self):
        command = ["-m", "tests.server.process", str(self.port), str(self.db), "shipped", "assault"]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.PIPE
        )
        assert await self.process.stdout.readline()
        self.kill_after = self.rng.randrange(1, 30)
        self.killing = None

    async def kill_soon(self):
        await asyncio.sleep(self.rng.uniform(0, 0.02))
        self.process.kill()

    def kept(self, table):
        """What is stored of a table: the number and the action of each message."""
        with contextlib.closing(sqlite3.connect(self.db)) as stored:
            return {message: (seq, action) for message, seq, action in stored.execute(KEPT, (table,))}

    def acknowledged(self):
        """Counts a message; now and then starts to kill."""
        self.kill_after -= 1
        if self.kill_after == 0 and self.kills < self.most:
            self.killing = asyncio.create_task(self.kill_soon())

    async def settled(self):
        """Waits until nothing is about to be killed."""
        if self.killing is not None:
            await self.buried()

    async def end(self):
        """Ends the server."""
        self.process.kill()
        await self.process.wait()

    async def buried(self):
        """Waits for the end of a killed server and starts the next; a connection may also be lost while it lives."""
        if self.killing is None:
            await asyncio.sleep(0.05)
            return
        await self.process.wait()
        self.kills += 1
        await self.start()


class Player:
    """One client that plays all its seats at a table, at random, and comes back after every loss."""

    def __init__(self, victim, opened):
        self.victim = victim
        self.table = opened["table"]
        self.tokens = dict(zip(opened["seats"], opened["tokens"], strict=True))
        self.logs = {seat: {} for seat in self.tokens}
        self.acknowledged = {}
        self.pending = None

    async def play(self):
        """Plays to the end; returns the last snapshot."""
        while True:
            try:
                async with contextlib.AsyncExitStack() as stack:
                    clients = {seat: await self.sit(stack, seat) for seat in self.tokens}
                    return await self.play_on(clients)
            except (websockets.ConnectionClosed, websockets.InvalidHandshake, OSError):
                await self.victim.buried()

    async def sit(self, stack, seat):
        address = f"ws://127.0.0.1:{self.victim.port}/api/v1/tables/{self.table}/socket"
        client = Client(await stack.enter_async_context(websockets.connect(address)))
        await client.hello(self.tokens[seat])
        # what was sent once is sent again, word for word until all is open
        again = {seq: client.log[seq] for seq in self.logs[seat]}
        assert client.seen["over"] or again == self.logs[seat]
        client.log = self.logs[seat] = {**client.log}
        return client

    async def play_on(self, clients):
        if self.pending:
            await self.deliver(clients)
        first = next(iter(clients.values()))
        while not first.seen["over"]:
            mover = clients.get(first.seen["to_move"])
            if mover is None:
                await first.look()
                continue
            while mover.seen["seq"] < first.seen["seq"] or not (mover.choices() or mover.seen["over"]):
                await mover.look()
            action = self.victim.rng.choice(mover.choices())
            self.pending = (
                mover.seen["seat"],
                {"id": secrets.token_hex(8), "seq": mover.seen["seq"], "action": action},
            )
            await self.deliver(clients)
            while first.seen["seq"] < mover.seen["seq"]:
                await first.look()
        return first.seen

    async def deliver(self, clients):
        seat, message = self.pending
        reply = await clients[seat].act(**message)
        assert reply["type"] == "accepted", reply
        self.acknowledged[f"{seat}:{message['id']}"] = (reply["seq"], message["action"])
        self.pending = None
        self.victim.acknowledged()
        await self.meet(clients)

    async def meet(self, clients):
        newest = max(client.seen["seq"] for client in clients.values())
        for client in clients.values():
            while client.seen["seq"] < newest:
                await client.look()


async def match(victim, number):
    """One match at a new table, played to its end and checked; returns how many actions were acknowledged."""
    opponent = "hotseat" if number % 2 else "computer"
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{victim.port}/api/v1", timeout=60) as http:
        while not (await http.get("/status")).json()["ready"]:
            await asyncio.sleep(0.1)
        opened = (
            await http.post("/tables", json={"game": "assault", "opponent": opponent, "level": 0})
        ).json()
        player = Player(victim, opened)
        last = await player.play()
        await victim.settled()
        text = (await http.get(f"/tables/{opened['table']}/export")).text
    assert list(sandtable.verify(text).score) == last["score"]
    assert player.acknowledged.items() <= victim.kept(opened["table"]).items()
    assert len(player.acknowledged) > 10
    return len(player.acknowledged)


async def survive(victim, seconds=math.inf):
    """Plays match after match until the server was killed often enough, or time is up; how many actions each acknowledged."""
    acknowledged, began = [], monotonic()
    await victim.start()
    try:
        while victim.kills < victim.most and monotonic() - began < seconds:
            acknowledged.append(await match(victim, len(acknowledged)))
    finally:
        await victim.end()
    return acknowledged


@pytest.mark.timeout(900)
@pytest.mark.long
def test_nothing_acknowledged_is_lost(tmp_path):
    assert asyncio.run(survive(Victim(tmp_path / "tables.db", random.Random(5), 1)))
