"""One socket at a table: reads messages one by one, and sends responses and, after every change, a fresh snapshot.

Arrivals and departures are sent in a small message of their own.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from importlib import import_module
from time import perf_counter

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.authoring.encoding import encode
from sandtable.server.limits import Limits
from sandtable.server.problems import ApiError
from sandtable.server.protocol import (
    ClientMessage,
    Hello,
    Ping,
    Pong,
    Refused,
    Rejected,
    ServerMessage,
    Thinking,
)
from sandtable.server.run.metrics import Counts
from sandtable.server.storage.store import UNSTORED, ConflictError, StorageError
from sandtable.server.tables.archive import ArchivedTable
from sandtable.server.tables.snapshot import presence
from sandtable.server.tables.table import Table
from sandtable.server.tables.tables import ShutError, Tables, seat_of

logger = logging.getLogger(__name__)

DONE, TRY_AGAIN, REFUSED = 1000, 1012, 4000
UNSENT = 200

NO_TABLE = "There is no table at this address."
NO_SEAT = "This link gives no seat at this table."
NOT_JSON = "This message is not one that the server knows."
TOO_LONG = "This message is too long."
NO_HELLO = "Say hello first."
FULL = "Too many people are connected here: try again later."

Shown = Table | ArchivedTable

_decoder = msgspec.json.Decoder(ClientMessage)


class _Id(msgspec.Struct):
    id: str


class _EndError(Exception):
    def __init__(self, code: int, reason: str = "") -> None:
        self.code = code
        self.reason = reason


class Connection:
    """A listener at a table; its seat is the one whose token its last hello contained."""

    def __init__(
        self,
        socket: WebSocket,
        tables: Tables,
        client: str,
        limits: Limits,
        may_open: Callable[[], bool],
        pace: Callable[[], float],
        counts: Counts,
    ) -> None:
        self.seat: int | None = None
        self._socket = socket
        self._tables = tables
        self._client = client
        self._limits = limits
        self._counts = counts
        self._may_open = may_open  # counts against the number of tables that the client may open
        self._pace = pace  # seconds to wait after a message, given the client's total rate
        self._table: Shown | None = None
        self._since = 0
        self._unsent: deque[ServerMessage] = deque()
        self._dirty = self._met = self._answering = False
        self._end: _EndError | None = None
        self._wake = asyncio.Event()

    async def serve(self, table: str) -> None:
        """Talks to the client of an accepted socket until either side closes it."""
        reading = asyncio.create_task(self._read(table))
        writing = asyncio.create_task(self._write())
        try:
            await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._leave()
            await self._settle(reading, writing)

    async def _settle(self, reading: asyncio.Task[None], writing: asyncio.Task[None]) -> None:
        # a message that is being stored is completed before the socket is left
        reading.cancel()
        writing.cancel()
        for failed in await asyncio.gather(reading, writing, return_exceptions=True):
            if isinstance(failed, Exception) and not isinstance(failed, WebSocketDisconnect):
                logger.error("a connection failed", exc_info=failed)

    def changed(self) -> None:
        self._dirty = True
        self._wake.set()

    def met(self) -> None:
        self._met = True
        self._wake.set()

    def thinking(self, news: Thinking) -> None:
        self._say(news)

    def drop(self, why: str = "") -> None:
        if why and self._end is None:
            self._say(Refused("", "storage", why))
        self._finish(_EndError(TRY_AGAIN))

    def _say(self, message: ServerMessage) -> None:
        if len(self._unsent) >= UNSENT:
            self._finish(_EndError(REFUSED))
        self._unsent.append(message)
        self._wake.set()

    def _finish(self, end: _EndError) -> None:
        # a traceback would keep this connection and all its data alive
        self._end = self._end or end.with_traceback(None)
        self._wake.set()

    async def _read(self, table: str) -> None:
        try:
            self._table = await self._find(table)
            hello = await self._greet()
            if self._table.broken:
                # the table has been dropped from memory in the meantime
                self._table = await self._find(table)
            self._sit(self._table, hello)
            while True:
                await self._hear(self._table, await self._receive())
        except _EndError as end:
            self._finish(end)
        except ShutError as error:
            self._finish(_EndError(REFUSED, error.sentence))
        except ApiError as error:
            self.drop(error.sentence)
        except ConflictError:
            self.drop()
        except StorageError:
            # the page keeps unanswered messages, reconnects a little later, and sends them then
            self.drop(UNSTORED)
        await asyncio.Event().wait()

    async def _find(self, table: str) -> Shown:
        found = await self._tables.table(table)
        if found is None:
            raise _EndError(REFUSED, NO_TABLE)
        return found

    async def _greet(self) -> Hello:
        try:
            async with asyncio.timeout(self._limits.hello_within):
                while True:
                    message = self._decode(await self._receive())
                    if isinstance(message, Hello):
                        return message
                    if isinstance(message, Ping):
                        self._say(Pong())
                    elif isinstance(message, Refused):
                        self._say(message)
                    else:
                        self._say(Refused(message.id, "malformed", NO_HELLO))
        except TimeoutError:
            raise _EndError(REFUSED, NO_HELLO) from None

    async def _hear(self, table: Shown, text: str) -> None:
        message = self._decode(text)
        if isinstance(message, Hello):
            await self._tables.look(table)
            self._sit(table, message)
            return
        if isinstance(message, Ping):
            self._say(Pong())
            return
        if not isinstance(message, Refused):
            kind, began = type(message).__name__.lower(), perf_counter()
            # the effects are shown once, after the response
            self._answering = True
            # storing continues even if this socket is lost meanwhile
            message = await asyncio.shield(table.carry_out(self.seat, message, self._may_open))
            self._answering = False
            result = message.code if isinstance(message, Refused) else "accepted"
            self._counts.carried_out(kind, result, perf_counter() - began)
        self._say(message)
        self.changed()

    async def _receive(self) -> str:
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise _EndError(DONE)
        # per-socket rate limiting happens in `gate`; this is the per-client limit
        if wait := self._pace():
            await asyncio.sleep(wait)
        return received.get("text") or ""

    def _decode(self, text: str) -> ClientMessage | Refused:
        if len(text.encode(errors="replace")) > self._limits.message:
            return Refused("", "limit", TOO_LONG)
        try:
            return _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return Refused(_id_in(text), "malformed", NOT_JSON)

    def _sit(self, table: Shown, hello: Hello) -> None:
        seat = None if hello.token is None else seat_of(table, hello.token)
        if hello.token is not None and seat is None:
            raise _EndError(REFUSED, NO_SEAT)
        if not self._has_room(table, seat):
            raise _EndError(REFUSED, FULL)
        self.seat = seat
        if seat is not None:
            table.client = self._client
            if hello.seeds and isinstance(table, Table):
                table.giving.add(seat)
        self._since = min(hello.since, table.numbers.of(table.seq))
        if table.thinking is not None:
            self._say(Thinking(table.thinking, True))
        table.enter(self)

    def _has_room(self, table: Shown, seat: int | None) -> bool:
        most = self._limits.watchers if seat is None else self._limits.sockets_a_seat
        return table.watching(seat, self) < most

    def _leave(self) -> None:
        if self._table is not None and self in self._table.listeners:
            self._table.leave(self)

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent:
                await self._send(self._unsent.popleft())
            if self._end is not None:
                await self._close(self._end)
                return
            if self._table is not None and self in self._table.listeners:
                await self._show(self._table)

    async def _show(self, table: Shown) -> None:
        if self._dirty and not self._answering:
            self._dirty = self._met = False
            asked = self.seat, self._since
            self._since, text = await table.share(asked, _shown, table, *asked)
            await self._tell(text)
        elif self._met:
            self._met = False
            await self._tell(await table.share("presence", _present, table))

    async def _tell(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except RuntimeError:
            # uvicorn's name for a socket that the client has just closed
            raise WebSocketDisconnect from None

    async def _send(self, message: ServerMessage) -> None:
        await self._tell(encode(message).decode())

    async def _close(self, end: _EndError) -> None:
        if end.code == REFUSED:
            self._counts.refused[REFUSED] += 1
        if self._socket.client_state is not WebSocketState.CONNECTED:
            return
        if end.reason:
            await self._send(Rejected(end.reason))
        await self._socket.close(end.code)


def _shown(table: Shown, seat: int | None, since: int) -> tuple[int, str]:
    # everyone in this seat who has seen the same events gets the same text
    shown = import_module(table.shown_by).snapshot(table, seat, since)
    return shown.seq, encode(shown).decode()


def _present(table: Shown) -> str:
    return encode(presence(table)).decode()


def _id_in(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=_Id).id[:36]
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
