"""What a server bears, with a database in a file and with PostgreSQL: `python -m benchmarks.load [--share S] [GAME]`.

Prints one table: what an action costs, many tables at once, many spectators at one, who says hello again and again, and what a
table takes. The server runs in a process of its own, the clients in this one; a bare Starlette application that sends each
message on to as many sockets is measured with each database, to show what the machine and the libraries take. `--share 0.02`
does the same with 2 % of the usual numbers, to see that it works. `sandtable warm` beforehand compiles the games.
"""

import argparse
import asyncio
import gc
import math
import multiprocessing
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
import websockets
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.server.loading.catalog import Catalog, shipped
from tests.server.postgres import cluster
from tests.server.ws_client import PATIENT

MANY = 10**6
FREE = replace(
    PATIENT,
    connections=MANY,
    connections_a_client=MANY,
    sockets=MANY,
    sockets_a_client=MANY,
    watchers=MANY,
    tables=MANY,
    idle=1e6,
)
# the game whose tables are measured for their memory
LARGE = "rout"


@dataclass(frozen=True)
class Size:
    """How much is done; times in seconds."""

    actions: int = 400
    rounds: int = 5
    tables: int = 1000
    seconds: float = 20.0
    each: float = 10.0  # from an action of a table to its next
    spectators: int = 2000
    moves: int = 10
    arriving: int = 300
    hellos: int = 200
    fresh: int = 500

    def of(self, share: float) -> "Size":
        """So much of it all, at least one of what is counted."""
        return Size(
            **{
                name: math.ceil(share * usual) if isinstance(usual, int) else share * usual
                for name, usual in vars(self).items()
            }
        )


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
    watchers: int = 0


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

    async def until(self, wanted: Callable[[Said], bool]) -> None:
        """Reads until there is a message that `wanted` says yes to."""
        while not wanted(await self.next()):
            pass

    async def reach(self, seq: int) -> None:
        """Reads until the table is at event `seq`."""
        while self.seen.seq < seq:
            await self.next()

    async def hello(self, token: str | None = None) -> None:
        """Says hello and waits for the snapshot."""
        await self.socket.send(msgspec.json.encode({"type": "hello", "token": token}).decode())
        await self.until(lambda said: said.type == "snapshot")

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


# in the server's process


def _only(game: str) -> Catalog:
    every = shipped()
    return replace(every, games={game: every.games[game]})


def _serve(pipe: Connection, database: str, game: str) -> None:
    from sandtable.server.app import config, create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(database or Path(folder) / "tables.db", ["127.0.0.1"], FREE, partial(_only, game))
        _run(pipe, config(app, FREE))


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
    """Serves; tells at which port, and answers every question with the seconds of CPU and the bytes of memory used so far."""
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


# in this process


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

    def connect(self, path: str, compression: str | None = None) -> websockets.connect:
        """A socket to come."""
        return websockets.connect(
            f"ws://127.0.0.1:{self.port}{path}",
            compression=compression,
            open_timeout=60,
            ping_interval=None,
        )


class Game:
    """A server of one game, with clients for it."""

    def __init__(self, server: Server, http: httpx.AsyncClient, game: str, size: Size) -> None:
        self.used, self.size = server.used, size
        self._server, self._http, self._game = server, http, game

    async def open(self) -> tuple[str, list[str]]:
        """A new table and the tokens of its seats."""
        answer = await self._http.post("/tables", json={"game": self._game, "opponent": "hotseat"})
        answer.raise_for_status()
        opened = answer.json()
        return opened["table"], opened["tokens"]

    def connect(self, table: str, compression: str | None = None) -> websockets.connect:
        """A socket of a table to come."""
        return self._server.connect(f"/api/v1/tables/{table}/socket", compression)

    @asynccontextmanager
    async def sit(
        self, table: str, token: str | None = None, compression: str | None = None
    ) -> AsyncGenerator[Guest]:
        """A guest at a table who has seen it."""
        async with self.connect(table, compression) as socket:
            guest = Guest(socket)
            await guest.hello(token)
            yield guest


@asynccontextmanager
async def running(database: str, game: str, size: Size) -> AsyncGenerator[Game]:
    """A server of one game, ready to play; the database is a file where it is ""."""
    server = Server(_serve, database, game)
    try:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}/api/v1", timeout=120) as http:
            ready = False
            async with asyncio.timeout(600):
                while not ready:
                    await asyncio.sleep(0.2)
                    ready = (await http.get("/status")).json()["ready"]
            yield Game(server, http, game, size)
    finally:
        server.end()


# what is measured: each says what it has found


async def _an_echo(game: Game) -> str:
    server = Server(_echo)
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(server.connect("/")) for _ in range(3)]
        before, _ = await server.used()
        for _ in range(game.size.actions):
            await sockets[0].send("x" * 100)
            for socket in sockets:
                await socket.recv()
        after, _ = await server.used()
    server.end()
    return f"{1000 * (after - before) / game.size.actions:.2f} ms of CPU"


async def _an_action(game: Game, compression: str | None = None) -> str:
    """The best of some rounds; arriving is not counted."""
    rng, rounds = random.Random(1), list[float]()
    for number in range(game.size.rounds + 1):
        # a short one to warm up
        most = game.size.actions if number else game.size.actions // 8
        spent, done = 0.0, 0
        while done < most:
            took, played = await _play(game, most - done, rng, compression)
            spent, done = spent + took, done + played
        rounds.append(spent / done if done else math.inf)
    return f"{1000 * min(rounds[1:]):.2f} ms of CPU"


async def _play(game: Game, most: int, rng: random.Random, compression: str | None) -> tuple[float, int]:
    """Plays a match, `most` actions of it; seconds of CPU and how many actions it took."""
    table, tokens = await game.open()
    async with AsyncExitStack() as stack:
        guests = [
            await stack.enter_async_context(game.sit(table, token, compression)) for token in (*tokens, None)
        ]
        done, (before, _) = 0, await game.used()
        while done < most and not guests[0].seen.over:
            seq = await guests[guests[0].seen.to_move].act(rng)
            for guest in guests:
                await guest.reach(seq)
            done += 1
        after, _ = await game.used()
    return after - before, done


async def _a_fresh_table(game: Game) -> str:
    """Of tables that were opened, and that nobody has looked at yet."""

    async def opened() -> None:
        await game.open()

    return await _tables(game, opened)


async def _a_table(game: Game) -> str:
    """Of tables that both seats and a spectator have looked at and left."""
    return await _tables(game, partial(_look, game))


async def _tables(game: Game, make: Callable[[], Awaitable[None]]) -> str:
    # the first pay for what is made once
    for _ in range(game.size.fresh // 5):
        await make()
    spent, filled = await game.used()
    for _ in range(game.size.fresh):
        await make()
    after, full = await game.used()
    kept, took = (full - filled) / 1024, 1000 * (after - spent)
    return f"{kept / game.size.fresh:.0f} kB, {took / game.size.fresh:.1f} ms of CPU"


async def _look(game: Game) -> None:
    table, tokens = await game.open()
    for token in (*tokens, None):
        async with game.sit(table, token):
            pass


async def _arriving(game: Game) -> str:
    table, _ = await game.open()
    async with AsyncExitStack() as stack:
        # the first pays for what is made once
        first = await stack.enter_async_context(game.sit(table))
        before, _ = await game.used()
        coming = (stack.enter_async_context(game.sit(table)) for _ in range(game.size.arriving))
        await asyncio.gather(*coming)
        await first.until(lambda said: said.watchers > game.size.arriving)
        after, _ = await game.used()
    return f"{after - before:.2f} s of CPU"


async def _hello(game: Game) -> str:
    table, _ = await game.open()
    async with game.sit(table) as guest, game.sit(table):
        before, _ = await game.used()
        for _ in range(game.size.hellos):
            await guest.hello()
        after, _ = await game.used()
    return f"{1000 * (after - before) / game.size.hellos:.2f} ms of CPU"


async def _crowd(game: Game) -> str:
    table, tokens = await game.open()
    rng, worst = random.Random(2), 0.0
    async with AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(game.sit(table, token)) for token in tokens]
        crowd = [await stack.enter_async_context(game.sit(table)) for _ in range(game.size.spectators)]
        await asyncio.sleep(1)
        for _ in range(game.size.moves):
            for guest in seats:
                await guest.reach(max(seat.seen.seq for seat in seats))
            began = time.perf_counter()
            seq = await seats[seats[0].seen.to_move].act(rng)
            await asyncio.gather(*(guest.reach(seq) for guest in (*seats, *crowd)))
            worst = max(worst, time.perf_counter() - began)
    return f"{worst:.2f} s"


async def _many(game: Game) -> str:
    took, size = list[float](), game.size

    async def play(number: int, seats: Sequence[Guest], until: float) -> None:
        rng = random.Random(number)
        await asyncio.sleep(rng.uniform(0, size.each))
        while time.perf_counter() < until and not seats[0].seen.over:
            began = time.perf_counter()
            seq = await seats[seats[0].seen.to_move].act(rng)
            for guest in seats:
                await guest.reach(seq)
            took.append(time.perf_counter() - began)
            await asyncio.sleep(size.each - (time.perf_counter() - began))

    async with AsyncExitStack() as stack:
        tables: list[list[Guest]] = []
        for _ in range(size.tables):
            table, tokens = await game.open()
            tables.append([await stack.enter_async_context(game.sit(table, token)) for token in tokens])
        # it would stop all clients at once, and be taken for the server
        gc.disable()
        before, _ = await game.used()
        began = time.perf_counter()
        await asyncio.gather(*(play(n, seats, began + size.seconds) for n, seats in enumerate(tables)))
        gc.enable()
        after, _ = await game.used()
        share = (after - before) / (time.perf_counter() - began)
    took.sort()
    median, late = took[len(took) // 2], took[int(len(took) * 0.99)]
    return f"median {1000 * median:.1f} ms, 99 % within {1000 * late:.1f} ms, {share:.2f} of a core"


@dataclass(frozen=True)
class Measured:
    """Something that is measured; `what` names it by the numbers of `Size`."""

    what: str
    measure: Callable[[Game], Awaitable[str]]
    aim: str = ""


MEASURED = (
    Measured("a message to three sockets, bare Starlette", _an_echo),
    Measured("an action, two seats and a spectator", _an_action, "1.5 ms; PostgreSQL 2.5 ms"),
    Measured("the same, compressed as browsers ask", partial(_an_action, compression="deflate")),
    Measured("a table that three have looked at", _a_table, "50 kB"),
    Measured("a hello that is said again", _hello),
    Measured("{arriving} spectators arrive", _arriving, "1 s"),
    Measured("a move to the last of {spectators} spectators, worst of {moves}", _crowd, "1 s"),
    Measured("{tables} tables, an action in {each:g} s at each", _many, "99 % within 50 ms"),
)
OF_LARGE = (
    Measured(f"a fresh table of {LARGE}", _a_fresh_table, "100 kB, 5 ms"),
    Measured(f"a table of {LARGE} that three have looked at", _a_table),
)


async def _measure(database: str, game: str, size: Size) -> list[str]:
    found: list[str] = []
    for name, measured in ((game, MEASURED), (LARGE, OF_LARGE)):
        async with running(database, name, size) as served:
            for one in measured:
                found.append(await one.measure(served))
                print(f"{one.what.format(**vars(size))}: {found[-1]}", file=sys.stderr, flush=True)
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("game", nargs="?", default="assault")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual numbers")
    given = parser.parse_args()
    size = Size().of(given.share)
    with ExitStack() as stack:
        databases = {"SQLite": ""}
        # where there is none, it has said what is missing
        with suppress(subprocess.CalledProcessError):
            databases["PostgreSQL"] = stack.enter_context(cluster(fsync="on")).url()
        found = [asyncio.run(_measure(url, given.game, size)) for url in databases.values()]
    print(f"| what | {' | '.join(databases)} | aim |\n|{'---|' * (len(databases) + 2)}")
    for one, *values in zip((*MEASURED, *OF_LARGE), *found, strict=True):
        print(f"| {one.what.format(**vars(size))} | {' | '.join(values)} | {one.aim} |")


if __name__ == "__main__":
    main()
