"""What a server bears: CPU an action, many tables at once, many spectators at one, and the memory of a quiet table.

`python -m benchmarks.load [--database URL] [--game GAME]` prints a table. The server runs in a process of its own, the clients
in this one; a bare Starlette application that sends each message on to as many sockets is measured in the same run, to tell
what the machine and the libraries take.
"""

import argparse
import asyncio
import multiprocessing
import random
import secrets
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from benchmarks.crowd import FREE
from sandtable.server.catalog import Catalog, shipped

T = TypeVar("T")

ACTIONS, WARM, ROUNDS = 400, 50, 5
TABLES, EVERY, SECONDS = 1000, 10.0, 20.0
SPECTATORS, MOVES = 2000, 10
QUIET = 500


class Listed(msgspec.Struct):
    """An action that may be chosen."""

    action: int


class Said(msgspec.Struct):
    """What these clients look at of a message."""

    type: str
    seq: int = 0
    seat: int | None = None
    to_move: int = -1
    over: bool = False
    legal: list[Listed] = []
    many: list[int] = []


_decode = msgspec.json.Decoder(Said).decode


class Guest:
    """A socket at a table, and the last snapshot on it."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.seen = Said("")

    async def next(self) -> Said:
        """The next message."""
        said = _decode(await self.socket.recv())
        if said.type == "snapshot":
            self.seen = said
        return said

    async def until(self, seq: int) -> None:
        """Reads until the table stands at event `seq`."""
        while self.seen.seq < seq:
            await self.next()

    async def act(self, rng: random.Random) -> int:
        """Sends a choice; the number of its event."""
        choices = self.seen.many or [each.action for each in self.seen.legal]
        message = {
            "type": "act",
            "id": secrets.token_hex(8),
            "seq": self.seen.seq,
            "action": rng.choice(choices),
        }
        await self.socket.send(msgspec.json.encode(message).decode())
        while (said := await self.next()).type != "accepted":
            assert said.type != "refused", said
        return said.seq


def _only(game: str) -> Catalog:
    every = shipped()
    return replace(every, games={game: every.games[game]})


def _serve(pipe: Connection, database: str, game: str) -> None:
    """Serves one game; tells where, and answers every question with the seconds of CPU and the bytes of memory used so far."""
    from sandtable.server.app import config, create_app

    with tempfile.TemporaryDirectory() as folder:
        limits = replace(
            FREE, tables_burst=1e9, sockets=10**6, connections=10**6, connections_a_client=10**6, idle=1e6
        )
        app = create_app(database or Path(folder) / "tables.db", ["127.0.0.1"], limits, partial(_only, game))
        _run(pipe, config(app, limits))


def _echo(pipe: Connection) -> None:
    sockets: set[WebSocket] = set()

    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        sockets.add(socket)
        try:
            while True:
                text = await socket.receive_text()
                for other in tuple(sockets):
                    await other.send_text(text)
        except WebSocketDisconnect:
            sockets.discard(socket)

    _run(pipe, uvicorn.Config(Starlette(routes=[WebSocketRoute("/", talk)]), log_level="warning"))


def _run(pipe: Connection, config: uvicorn.Config) -> None:
    config.port = 0

    async def served() -> None:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        pipe.send(server.servers[0].sockets[0].getsockname()[1])
        while await asyncio.to_thread(pipe.recv):
            pipe.send(_used())
        server.should_exit = True
        await serving

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        # the loop that uvicorn takes when it runs by itself
        runner.run(served())


def _used() -> tuple[float, int]:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return time.process_time(), int(pages) * 4096


class Server:
    """A server in a process of its own."""

    def __init__(self, target: Callable[..., None], *args: object) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._ours, theirs = spawn.Pipe()
        self._process = spawn.Process(target=target, args=(theirs, *args))
        self._process.start()
        self.port: int = self._ours.recv()

    async def used(self) -> tuple[float, int]:
        """Seconds of CPU and bytes of memory."""
        self._ours.send(True)
        return await asyncio.to_thread(self._ours.recv)

    def end(self) -> None:
        """Ends it."""
        self._ours.send(False)
        self._process.join()

    @asynccontextmanager
    async def sit(self, table: str, token: str | None = None) -> AsyncGenerator[Guest]:
        """A guest at a table who has seen it."""
        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{table}/socket"
        async with websockets.connect(
            address, compression=None, open_timeout=60, ping_interval=None
        ) as socket:
            guest = Guest(socket)
            await socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
            while not guest.seen.type:
                await guest.next()
            yield guest


async def _open(http: httpx.AsyncClient, game: str) -> tuple[str, list[str]]:
    answer = await http.post("/tables", json={"game": game, "opponent": "hotseat"})
    answer.raise_for_status()
    opened = answer.json()
    return opened["table"], opened["tokens"]


async def _each(server: Server, http: httpx.AsyncClient, game: str) -> float:
    """Milliseconds of CPU an action with two seats and a spectator, in the best of some rounds; arriving is not counted."""
    rng, rounds = random.Random(1), list[float]()
    await _play(server, http, game, WARM, rng)
    for _ in range(ROUNDS):
        spent, done = 0.0, 0
        while done < ACTIONS:
            took, played = await _play(server, http, game, ACTIONS - done, rng)
            spent, done = spent + took, done + played
        rounds.append(1000 * spent / done)
    return min(rounds)


async def _play(
    server: Server, http: httpx.AsyncClient, game: str, most: int, rng: random.Random
) -> tuple[float, int]:
    """Plays a match, `most` actions of it; seconds of CPU and how many actions it took."""
    table, tokens = await _open(http, game)
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(server.sit(table, token)) for token in (*tokens, None)]
        done, (before, _) = 0, await server.used()
        while done < most and not guests[0].seen.over:
            seq = await guests[guests[0].seen.to_move].act(rng)
            for guest in guests:
                await guest.until(seq)
            done += 1
        after, _ = await server.used()
    return after - before, done


async def _echoed() -> float:
    """Milliseconds of CPU for a message that goes to three sockets."""
    server = Server(_echo)
    async with AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{server.port}/"
        sockets = [
            await stack.enter_async_context(websockets.connect(address, compression=None)) for _ in range(3)
        ]
        before, _ = await server.used()
        for _ in range(ACTIONS):
            await sockets[0].send("x" * 100)
            for socket in sockets:
                await socket.recv()
        after, _ = await server.used()
    server.end()
    return 1000 * (after - before) / ACTIONS


async def _many(server: Server, http: httpx.AsyncClient, game: str) -> tuple[float, float, float]:
    """The median and the 99th percentile of an answer in milliseconds, and the share of a core, at many tables."""
    took: list[float] = []

    async def play(number: int, seats: list[Guest], until: float) -> None:
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, EVERY))
        while time.perf_counter() < until and not seats[0].seen.over:
            began = time.perf_counter()
            mover = seats[seats[0].seen.to_move]
            seq = await mover.act(rng)
            for guest in seats:
                await guest.until(seq)
            took.append(time.perf_counter() - began)
            await asyncio.sleep(EVERY - (time.perf_counter() - began))

    async with AsyncExitStack() as stack:
        tables: list[list[Guest]] = []
        for _ in range(TABLES):
            table, tokens = await _open(http, game)
            tables.append([await stack.enter_async_context(server.sit(table, token)) for token in tokens])
        before, _ = await server.used()
        began = time.perf_counter()
        await asyncio.gather(*(play(n, seats, began + SECONDS) for n, seats in enumerate(tables)))
        after, _ = await server.used()
        share = (after - before) / (time.perf_counter() - began)
    took.sort()
    return 1000 * took[len(took) // 2], 1000 * took[int(len(took) * 0.99)], share


async def _crowd(server: Server, http: httpx.AsyncClient, game: str) -> float:
    """Seconds until the last of many spectators has a move, in the worst of some moves."""
    table, tokens = await _open(http, game)
    rng, worst = random.Random(2), 0.0
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(server.sit(table, token)) for token in tokens]
        crowd = [await stack.enter_async_context(server.sit(table)) for _ in range(SPECTATORS)]
        await asyncio.sleep(1)
        for _ in range(MOVES):
            for guest in seats:
                await guest.until(max(seat.seen.seq for seat in seats))
            began = time.perf_counter()
            seq = await seats[seats[0].seen.to_move].act(rng)
            await asyncio.gather(*(guest.until(seq) for guest in (*seats, *crowd)))
            worst = max(worst, time.perf_counter() - began)
    return worst


async def _quiet(server: Server, http: httpx.AsyncClient, game: str) -> float:
    """Kilobytes of memory a table that was opened and that nobody looks at."""
    for _ in range(QUIET // 5):
        await _open(http, game)
    _, before = await server.used()
    for _ in range(QUIET):
        await _open(http, game)
    _, after = await server.used()
    return (after - before) / QUIET / 1024


async def _prepared(http: httpx.AsyncClient) -> None:
    ready = False
    async with asyncio.timeout(600):
        while not ready:
            await asyncio.sleep(0.2)
            ready = (await http.get("/status")).json()["ready"]


async def _measure(database: str, game: str) -> list[tuple[str, str, str]]:
    server = Server(_serve, database, game)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}/api/v1", timeout=120) as http:
        await _prepared(http)

        def measure(what: Callable[[Server, httpx.AsyncClient, str], Awaitable[T]]) -> Awaitable[T]:
            return what(server, http, game)

        kept = "PostgreSQL" if database else "SQLite"
        rows = [("a message to three sockets, bare Starlette", f"{await _echoed():.2f} ms of CPU", "")]
        rows.append(
            (
                f"an action, two seats and a spectator, {kept}",
                f"{await measure(_each):.2f} ms of CPU",
                "2.5" if database else "1.5",
            )
        )
        rows.append(("memory of a quiet table", f"{await measure(_quiet):.0f} kB", "50"))
        worst = await measure(_crowd)
        rows.append(
            (f"a move to the last of {SPECTATORS} spectators, worst of {MOVES}", f"{worst:.2f} s", "1")
        )
        median, late, share = await measure(_many)
        rows.append(
            (
                f"{TABLES} tables, an action in {EVERY:.0f} s at each",
                f"median {median:.1f} ms, 99 % within {late:.1f} ms, {share:.2f} of a core",
                "99 % within 50 ms",
            )
        )
    server.end()
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--database", default="", help="URL of a PostgreSQL; usually a file of SQLite's")
    parser.add_argument("--game", default="assault")
    given = parser.parse_args()
    print("| what | measured | aim |\n|---|---|---|")
    for row in asyncio.run(_measure(given.database, given.game)):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
