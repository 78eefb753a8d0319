"""What a crowd costs the server: CPU seconds while spectators arrive at one table, and while one says hello again and again.

`python -m benchmarks.crowd [GAME] [SPECTATORS]` prints both; the server runs in a process of its own.
"""

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from sandtable.server.limits import Limits
from tests.server.stage import Client, running

HELLOS = 200
MANY = 10**6
FREE = replace(
    Limits(),
    watchers=MANY,
    sockets_a_client=MANY,
    messages_rate=float(MANY),
    messages_burst=float(MANY),
    requests_rate=float(MANY),
    requests_burst=float(MANY),
)


def _serve(pipe: Connection, game: str) -> None:
    """Opens a table of `game`, says where, and answers every question with the CPU seconds used so far."""

    async def served() -> None:
        from sandtable.server.catalog import shipped

        with tempfile.TemporaryDirectory() as folder:
            async with running(Path(folder) / "tables.db", FREE, shipped, ready=False) as stage:
                opened = await stage.open("hotseat", game=game, name="Ann")
                pipe.send((stage.address, opened["table"]))
                while await asyncio.to_thread(pipe.recv):
                    pipe.send(time.process_time())

    asyncio.run(served())


@asynccontextmanager
async def _spectator(address: str, table: str) -> AsyncGenerator[Client]:
    import websockets

    async with websockets.connect(f"ws://{address}/api/v1/tables/{table}/socket") as socket:
        client = Client(socket)
        await client.hello()
        yield client


async def _measure(pipe: Connection, crowd: int) -> tuple[float, float]:
    def used() -> float:
        pipe.send(True)
        return pipe.recv()

    address, table = pipe.recv()
    async with AsyncExitStack() as stack:
        # the first pays for what is made once
        await stack.enter_async_context(_spectator(address, table))
        start = await asyncio.to_thread(used)
        entering = (stack.enter_async_context(_spectator(address, table)) for _ in range(crowd))
        clients = await asyncio.gather(*entering)
        for client in clients:
            while client.seen["watchers"] <= crowd:
                await client.next()
        arrived = await asyncio.to_thread(used)
        for _ in range(HELLOS):
            await clients[0].socket.send(json.dumps({"type": "hello"}))
            await clients[0].look()
        said = await asyncio.to_thread(used)
    return arrived - start, said - arrived


def main(game: str = "assault", crowd: str = "300") -> None:
    """Prints both figures."""
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    server = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, game))
    server.start()
    arriving, greeting = asyncio.run(_measure(ours, int(crowd)))
    ours.send(False)
    server.join()
    print(
        f"{game}: {crowd} spectators arriving {arriving:.2f} s of CPU, {HELLOS} more hellos of one {greeting:.2f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
