"""Connection limits: how long and how large a request's head may be, and how many connections may be open at once.

uvicorn limits none of these: httptools joins, byte by byte, a header that never ends, and a client that sends nothing keeps
its connection. Here a connection over the limits gets a response and is closed, without affecting others. Input is
parsed in pieces, because a single read may hold ten thousand headers, or frames of a socket.
"""

import asyncio
import ipaddress
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sandtable.server.limits import Bucket, Limits, Network, Open, client_name, in_networks
from sandtable.server.run.metrics import Counts

# seconds that a closing server leaves for a request in progress
ENDING = 1.0
# bytes of a request, and of a socket, processed at a time
PIECE, FRAMES = 4096, 256


class Gate:
    """State shared by all connections of a server; `proxies` connect on behalf of others, so their connections are not
    counted as one client's.
    """

    def __init__(
        self,
        limits: Limits,
        proxies: Iterable[Network] = (),
        connections: Open | None = None,
        counts: Counts | None = None,
    ) -> None:
        self.limits = limits
        self.counts = counts or Counts()
        self._proxies = tuple(proxies)
        self._open = connections or Open(limits.connections_a_client, limits.connections)

    def protocol(self, **uvicorns: Any) -> "Guarded":
        """The protocol of a new connection; uvicorn calls it."""
        return Guarded(self, **uvicorns)

    def socket(self, **uvicorns: Any) -> "Socket":
        """The protocol of a connection that becomes a socket; uvicorn calls it."""
        return Socket(self, **uvicorns)

    def enter(self, host: str | None) -> str | None:
        """Counts a connection and returns its client; None if that client has, or all clients together have, too many."""
        client = "" if in_networks(host, self._proxies) else client_name(host)
        return client if self._open.enter(client) else None

    def leave(self, client: str) -> None:
        """Counts one connection fewer."""
        self._open.leave(client)


NO_SOCKET = "Invalid WebSocket handshake."


class _RefusedError(Exception):
    """Raised for a request over the limits of this server."""


class Guarded(HttpToolsProtocol):
    """uvicorn's protocol over httptools, with limits; once a connection becomes a socket, the socket has its own."""

    def __init__(self, gate: Gate, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._gate = gate
        self.ws_protocol_class = gate.socket
        self._within: asyncio.TimerHandle | None = None
        self._taking: asyncio.TimerHandle | None = None
        self._client: str | None = None
        self._in_head = True
        self._begun = False  # whether a request has started and is not complete
        self._beside = 0  # its bytes outside the body, including all of the read in which they end
        self._body = 0
        self._heard = False
        self._ending = False
        self._refused: HTTPStatus | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accepts the connection, or closes it."""
        super().connection_made(transport)
        self._client = self._gate.enter(self.client[0] if self.client else None)
        if self._client is None:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the connection."""
        self._let_go()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client is reading too slowly: it must take some data in each interval."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """The client has taken the data."""
        super().resume_writing()
        self._unwatch()

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection to the WebSocket protocol, whose connections the application counts and times."""
        if self._ending:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._let_go()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Parses more input, unless it is over a limit."""
        self._heard = True
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._read(data[start : start + PIECE])

    def _read(self, piece: bytes) -> None:
        # the rest of a head is checked before it is joined to the earlier part
        if self._in_head and self._beside and self._beside + len(piece) > self._gate.limits.head:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        before = self._body
        super().data_received(piece)
        if self._begun and not self.transport.is_closing():
            # chunk lengths and trailers are as unbounded as a head
            self._beside += len(piece) - (self._body - before)
            if self._beside > self._gate.limits.head:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._begun, self._beside = True, True, 0
        self._expect()

    def on_headers_complete(self) -> None:
        """The head is complete; the application is not called if the head is too large, or if too many requests are queued."""
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > self._gate.limits.head:
            self._refused = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        elif len(self.pipeline) >= self._gate.limits.pipelined:
            self._refused = HTTPStatus.TOO_MANY_REQUESTS
        if self._refused:
            raise _RefusedError
        super().on_headers_complete()
        if self._ending and self.cycle:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        """A part of the body."""
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._begun = False
        self._calm()
        super().on_message_complete()

    def shutdown(self) -> None:
        """The server is closing: requests in progress are answered, including those on new connections."""
        if self._in_head and not self._ending and (not self.cycle or self.cycle.response_complete):
            self._ending = True
            self.loop.call_later(ENDING, self._give_up)
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Reports what is wrong with a malformed request."""
        if self._refused:
            self._refuse(self._refused)
        else:
            self._gate.counts.refused[HTTPStatus.BAD_REQUEST] += 1
            super().send_400_response(msg)

    def _expect(self) -> None:
        # a request has one time limit, however its bytes arrive
        if self._within is None:
            self._within = self.loop.call_later(self._gate.limits.request_within, self._late)

    def _calm(self) -> None:
        if self._within is not None:
            self._within.cancel()
            self._within = None

    def _late(self) -> None:
        self._within = None
        if self._heard:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            # browsers open connections in advance: an unused one is closed silently
            self.transport.close()

    def _give_up(self) -> None:
        if self._in_head:
            self.transport.close()

    def _watch(self) -> None:
        left = self.transport.get_write_buffer_size()
        self._taking = self.loop.call_later(self._gate.limits.request_within, self._look, left)

    def _look(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < PIECE:
            self.transport.abort()
        else:
            self._watch()

    def _unwatch(self) -> None:
        if self._taking is not None:
            self._taking.cancel()

    def _let_go(self) -> None:
        self._calm()
        self._unwatch()
        if self._client is not None:
            self._gate.leave(self._client)
            self._client = None

    def _refuse(self, status: HTTPStatus) -> None:
        if self.transport.is_closing():
            return
        if not self.cycle or self.cycle.response_complete:
            self.transport.write(_refusal(status, f"{status.phrase}."))
        self._gate.counts.refused[status] += 1
        self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, reading a client's frames no faster than the client may send messages."""

    def __init__(self, gate: Gate, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._gate = gate
        self._bucket = Bucket(gate.limits.messages_rate, gate.limits.messages_burst)
        self._unread = bytearray()
        self._frames = 0
        self._held = False  # reading from the connection is paused
        self._waiting: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Pauses reading."""
        self._unread.clear()
        if self._waiting is not None:
            self._waiting.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Processes what may be read now; the head of the request comes first, by itself."""
        if self.handshake_initiated:
            self._unread += data
            self._read_on()
            return
        super().data_received(data)
        if not self.handshake_initiated:
            self._gate.counts.refused[HTTPStatus.BAD_REQUEST] += 1
            self.transport.write(_refusal(HTTPStatus.BAD_REQUEST, NO_SOCKET))
            self.transport.close()

    def handle_events(self) -> None:
        """Handles the received frames, and counts them."""
        self._frames += len(self.conn.events)
        super().handle_events()

    async def receive(self) -> Any:
        """Returns the next message, and goes on to process later data."""
        message = await super().receive()
        self._read_on()
        return message

    def keepalive_timeout(self) -> None:
        """Drops a client that does not answer: undelivered data would keep the connection open for ever."""
        super().keepalive_timeout()
        self.transport.abort()

    def _read_on(self) -> None:
        while self._unread and not (self.read_paused or self._waiting or self.transport.is_closing()):
            piece = bytes(self._unread[:FRAMES])
            del self._unread[:FRAMES]
            self._frames = 0
            super().data_received(piece)
            if wait := self._bucket.delay(self._frames):
                self._waiting = self.loop.call_later(wait, self._go_on)
        self._hold(bool(self._unread or self._waiting))

    def _go_on(self) -> None:
        self._waiting = None
        self._read_on()

    def _hold(self, held: bool) -> None:
        if self.transport.is_closing():
            return
        if held:
            self.transport.pause_reading()
        elif self._held and not self.read_paused:
            self.transport.resume_reading()
        self._held = held


def _refusal(status: HTTPStatus, sentence: str) -> bytes:
    said = sentence.encode()
    head = f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
    return f"{head}Content-Length: {len(said)}\r\n\r\n".encode() + said


def networks(proxies: Iterable[str]) -> list[Network]:
    """The networks of trusted proxies, each given as an address or a network; `ValueError` names an invalid one."""
    found: list[Network] = []
    for proxy in proxies:
        try:
            found.append(ipaddress.ip_network(proxy))
        except ValueError:
            raise ValueError(
                f"{proxy!r} is not a proxy address: give one such as 10.0.0.2, or a network such as 10.0.0.0/8"
            ) from None
    return found
