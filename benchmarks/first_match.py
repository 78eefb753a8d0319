"""How long a stranger waits on a fresh machine: for each game a server where nothing is compiled and it is clicked first.

`python -m benchmarks.first_match [GAME ...]` prints all; `make bench` takes it along.
"""

import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from os import environ
from pathlib import Path
from threading import Event
from time import perf_counter

import httpx
import websockets

from benchmarks.race import Aim, Trial, told
from sandtable import games
from tests.server.flicks import action
from tests.server.ws_client import Client

# seconds: the aim for a first decision and for each answer, and how long the compilers may take in all
SOON, PATIENCE = 3.0, 900.0
# what a page may wait for, while compilers run; and the growth of the server over one that was started warm, in MB
QUICK, GROWTH = 0.1, 100.0
ASKED_EVERY = 0.05
# decisions of the player at each table, or as many as it takes until the computer has one
DECISIONS = 6
LEVELS = (2, 1, 3)

AIMS = {
    "the player's first decision": Aim(most=SOON),
    **{
        f"level {level}, {which} answer": Aim(most=SOON) for level in LEVELS for which in ("first", "slowest")
    },
    "slowest page while compilers run": Aim(most=QUICK),
    "memory in excess of a warm start": Aim(most=GROWTH),
}

Figures = dict[str, tuple[str, float]]


def trials(names: Sequence[str] = ()) -> list[Trial]:
    """What a stranger waits for who clicks a game first: one for each of these names, or of all."""
    return [
        Trial(f"{game} opened first, nothing compiled", partial(measure, game), AIMS)
        for game in names or games.installed()
    ]


def measure(game: str) -> Figures:
    """All figures of one game, each with its unit."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(_meet(game, Path(folder)))
        cold = found.pop("memory")[1]
        warm = asyncio.run(_start_again(Path(folder)))
    found["memory after compiling"] = ("MB", cold)
    found["memory after a warm start"] = ("MB", warm)
    found["memory in excess of a warm start"] = ("MB", cold - warm)
    return found


async def _meet(game: str, folder: Path) -> Figures:
    began = perf_counter()
    async with _server(folder) as (process, http):
        await _until(lambda: _answers(http))
        found: Figures = {"first page": ("s", perf_counter() - began)}
        waits: list[float] = []
        ended = Event()
        watching = asyncio.create_task(asyncio.to_thread(_watch, str(http.base_url), waits, ended))
        try:
            first, answers = await _tables(http, game)
            await _until(lambda: _ready(http))
        finally:
            ended.set()
        await watching
        found["all games compiled"] = ("s", perf_counter() - began)
        found["the player's first decision"] = ("s", first)
        for level in sorted(LEVELS):
            found[f"level {level}, first answer"] = ("s", answers[level][0])
            found[f"level {level}, slowest answer"] = ("s", max(answers[level]))
        found["slowest page while compilers run"] = ("s", max(waits))
        found["memory"] = ("MB", _memory(process))
    return found


async def _start_again(folder: Path) -> float:
    async with _server(folder) as (process, http):
        await _until(lambda: _ready(http))
        return _memory(process)


async def _tables(http: httpx.AsyncClient, game: str) -> tuple[float, Mapping[int, Sequence[float]]]:
    """Seconds to the player's first decision, and to each answer of each level."""
    first, answers = 0.0, dict[int, list[float]]()
    for level in LEVELS:
        clicked = perf_counter()
        made = await http.post(
            "/api/v1/tables", json={"game": game, "opponent": "computer", "level": level}, timeout=60
        )
        seated = made.raise_for_status().json()
        address = f"{str(http.base_url).replace('http', 'ws', 1)}/api/v1/tables/{seated['table']}/socket"
        async with websockets.connect(address, max_size=None) as socket:
            client = Client(socket)
            await client.hello(seated["tokens"][0])
            waits = answers[level] = []
            await _turn(client, waits)
            first = first or perf_counter() - clicked
            number = 0
            while number < DECISIONS or not waits:
                await client.act(action(client, random.Random(number)))
                await _turn(client, waits)
                number += 1
    return first, answers


async def _turn(client: Client, waits: list[float]) -> None:
    """Waits for this seat's turn, and notes how long the computer took for each of its decisions."""
    asked = perf_counter()
    while client.seen["to_move"] != client.seen["seat"] and not client.seen["over"]:
        ply = client.seen["ply"]
        await client.look()
        if client.seen["ply"] != ply:
            waits.append(perf_counter() - asked)
            asked = perf_counter()


def _watch(address: str, waits: list[float], ended: Event) -> None:
    """Asks for the page again and again, in a thread of its own: what the players here do is not the server's doing."""
    with httpx.Client(base_url=address, timeout=60) as http:
        while not ended.wait(ASKED_EVERY):
            began = perf_counter()
            http.get("/")
            waits.append(perf_counter() - began)


def _start(folder: Path) -> "subprocess.Popen[str]":
    command = (
        sys.executable,
        "-m",
        "sandtable",
        "play",
        "--no-open",
        "--port",
        "0",
        "--db",
        str(folder / "tables.db"),
    )
    with (folder / "log").open("a") as log:
        return subprocess.Popen(
            command,
            env={**environ, "SANDTABLE_CACHE": str(folder / "cache")},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )


@asynccontextmanager
async def _server(folder: Path) -> AsyncGenerator[tuple["subprocess.Popen[str]", httpx.AsyncClient]]:
    process = _start(folder)
    assert process.stdout is not None
    try:
        line = await asyncio.to_thread(process.stdout.readline)
        address = next(word for word in line.split() if word.startswith("http"))
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=60) as http:
            yield process, http
    finally:
        process.terminate()
        process.wait(30)


async def _until(asked: "Callable[[], object]") -> None:
    began = perf_counter()
    while not await asked():  # type: ignore[misc]
        if perf_counter() - began > PATIENCE:
            raise TimeoutError("the server was not ready in time")
        await asyncio.sleep(ASKED_EVERY)


async def _answers(http: httpx.AsyncClient) -> bool:
    return (await http.get("/")).status_code == 200


async def _ready(http: httpx.AsyncClient) -> bool:
    return bool((await http.get("/api/v1/status")).json()["ready"])


def _memory(process: "subprocess.Popen[str]") -> float:
    """What a process holds of the machine's memory, in MB; 0 where the system does not say."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.is_file():
        return 0.0
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1000


if __name__ == "__main__":
    told(trials(sys.argv[1:]))
