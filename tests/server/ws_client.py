"""A real server on a free port, in this process, and clients that talk with it over real sockets."""

import asyncio
import contextlib
import itertools
import json
import secrets
import ssl
from dataclasses import replace
from functools import partial
from unittest import mock

import httpx
import uvicorn
import websockets

from sandtable.server import warmup
from sandtable.server.app import STATIC, config, create_app
from sandtable.server.http.middleware import known_hosts
from sandtable.server.limits import Limits
from sandtable.server.loading import library
from sandtable.server.run.metrics import Counts
from tests.server.guess import catalog

PATIENT = replace(
    Limits(),
    messages_rate=1e6,
    messages_burst=1e6,
    client_rate=1e6,
    client_burst=1e6,
    requests_rate=1e6,
    requests_burst=1e6,
    tables_burst=1e6,
    files_burst=1e6,
    measurements_burst=1e6,
    beat=0.0,
)

# the parts of games that servers of this process have warmed up, each with what makes the players
_warm = set()
_parts = warmup.parts

# nothing is encrypted here, and reading the system's certificates takes longer than many a test
UNUSED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

# what both pick at a table of `picked`
NUMBER = 42


class Stage:
    """A running server; `address` is host and port, `server` is uvicorn's, `gate` what its connections meet."""

    def __init__(self, address, app, server):
        self.address = address
        self.server = server
        self.gate = server.config.http.__self__
        self.app = app
        self.http = httpx.AsyncClient(base_url=f"http://{address}", timeout=30, verify=UNUSED)

    @property
    def context(self):
        """What the server knows."""
        return self.app._app.state.context

    async def get(self, path, **headers):
        return await self.http.get(f"/api/v1{path}", headers=headers)

    async def post(self, path, **body):
        return await self.http.post(f"/api/v1{path}", json=body)

    async def open(self, opponent="friend", **body):
        answer = await self.post("/tables", **{"game": "guess", "opponent": opponent, **body})
        assert answer.status_code == 201, answer.text
        return answer.json()

    async def pair(self, **body):
        """A table with two persons: its id and their tokens by seat."""
        opened = await self.open(name="Ann", **body)
        joined = (await self.post(f"/invites/{opened['invite']}", name="Bob")).json()
        return opened["table"], [opened["tokens"][0], joined["tokens"][0]]

    @contextlib.asynccontextmanager
    async def sit(self, table, token=None, since=0):
        """A client that has said hello and been answered."""
        async with websockets.connect(f"ws://{self.address}/api/v1/tables/{table}/socket") as socket:
            client = Client(socket)
            await client.hello(token, since)
            yield client


class Client:
    """One socket; `seen` is the last snapshot, `log` its lines so far, `heard` all other messages."""

    def __init__(self, socket):
        self.socket = socket
        self.seen = None
        self.heard = []
        self.log = {}
        self.raw = []

    async def hello(self, token=None, since=0):
        await self.send(type="hello", token=token, since=since)
        return await self.look()

    async def send(self, **message):
        await self.socket.send(json.dumps(message))

    async def next(self):
        """The next message."""
        text = await asyncio.wait_for(self.socket.recv(), 20)
        self.raw.append(text)
        message = json.loads(text)
        if message["type"] == "snapshot":
            self.seen = message
            self.log |= {event["seq"]: event for event in message["events"]}
        elif message["type"] == "presence":
            self.seen["watchers"] = message["watchers"]
            for seat, connected in zip(self.seen["seats"], message["connected"], strict=True):
                seat["connected"] = connected
        else:
            self.heard.append(message)
        return message

    async def until(self, wanted):
        """The first message that `wanted` says yes to."""
        while not wanted(message := await self.next()):
            pass
        return message

    async def look(self):
        """The next snapshot."""
        return await self.until(lambda m: m["type"] == "snapshot")

    async def ask(self, kind, **fields):
        """Sends a message and returns what is answered to it; the snapshot after it is seen too."""
        message = {"type": kind, "id": secrets.token_hex(8), "seq": self.seen["seq"], **fields}
        await self.send(**message)
        reply = await self.until(lambda m: m["type"] in ("accepted", "refused") and m["id"] == message["id"])
        await self.look()
        if reply["type"] == "accepted":
            while self.seen["seq"] < reply["seq"]:
                await self.look()
        return reply

    async def act(self, action, **fields):
        return await self.ask("act", action=action, **fields)

    def choices(self):
        return self.seen["many"] or [choice["action"] for choice in self.seen["legal"]]

    async def turn(self):
        """Waits until it is this seat's turn or the match is over."""
        while not self.seen["over"] and self.seen["to_move"] != self.seen["seat"]:
            await self.look()


@contextlib.asynccontextmanager
async def running(
    db,
    limits=PATIENT,
    open_catalog=catalog,
    hosts=(),
    reports=(),
    ready=True,
    static=STATIC,
    proxies=(),
    lab=None,
    freezes=False,
):
    """A server on the database `db`, with nothing left to compile; else one where tables can be opened, or that listens (None).

    It `freezes` what it has loaded only where that is asked for: to look through all of a process of tests takes longer than
    many a test.
    """
    left_alone = contextlib.nullcontext() if freezes else mock.patch.object(library, "gc")
    with left_alone, mock.patch.object(warmup, "parts", _parts_left if ready else _parts):
        names, counts = known_hosts("127.0.0.1", hosts), Counts()
        app = create_app(db, names, limits, open_catalog, static, reports, counts=counts, lab=lab)
        async with _running(app, config(app, limits, proxies, counts), ready) as stage:
            yield stage


@contextlib.asynccontextmanager
async def _running(app, quiet, ready):
    quiet.port = 0
    server = uvicorn.Server(quiet)
    server.capture_signals = contextlib.nullcontext
    serving = asyncio.create_task(server.serve())
    await until(lambda: server.started)
    stage = Stage(f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", app, server)
    try:
        async with stage.http:
            if ready is not None:
                await _prepared(stage, "ready" if ready else "open")
            yield stage
    finally:
        server.should_exit = True
        await serving


def _parts_left(catalog, game):
    """What is left to warm up in this process: another server plays no whole match to find that all is compiled."""

    def play_once(part, play):
        if part not in _warm:
            play()
            _warm.add(part)

    maker = getattr(catalog.make, "__code__", catalog.make)
    return [
        (name, partial(play_once, (catalog.games[game].id, name, maker), play))
        for name, play in _parts(catalog, game)
    ]


async def _prepared(stage, wanted):
    async with asyncio.timeout(240):
        # asked in this process, and once by a request: a client may make that many
        while not getattr(status := stage.context.library.status(), wanted):
            assert "could not" not in status.message, status.message
            await asyncio.sleep(0.02)
        assert (await stage.get("/status")).json()[wanted]


async def until(condition):
    """Waits until `condition()` holds; `TimeoutError` after twenty seconds."""
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


async def meet(*clients):
    """Lets all clients see what the one that is ahead has seen."""
    newest = max(client.seen["seq"] for client in clients)
    for client in clients:
        while client.seen["seq"] < newest:
            await client.look()


async def finish(*clients):
    """Plays the match of these clients to its end, a different choice each time; with one, a computer sits opposite."""
    for number in itertools.count(7):
        await meet(*clients)
        if clients[0].seen["over"]:
            return
        mover = next((c for c in clients if c.seen["seat"] == c.seen["to_move"]), None)
        if mover is None:
            await clients[0].look()
        else:
            choices = mover.choices()
            await mover.act(choices[number % len(choices)])


async def picked(stage, **body):
    """A table where both have picked NUMBER and the next is to guess: its id, the tokens, and two clients to enter."""
    table, tokens = await stage.pair(**body)
    for token in tokens:
        async with stage.sit(table, token) as client:
            await client.act(NUMBER)
    return table, tokens


def play(scene):
    """Runs the coroutine `scene()`."""
    return asyncio.run(scene())
