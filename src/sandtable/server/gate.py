"""The first thing that a connection meets: how long and how large a request's head may be, and how many may be open at once.

uvicorn limits none of it: httptools joins a header that never ends byte by byte, and a client that sends nothing keeps
its connection. Here one that goes beyond is told so and closed, and no other notices.
"""

import asyncio
import ipaddress
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sandtable.server.limits import Limits, Open, client_name

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# seconds that a server which ends leaves to a request that is on its way
ENDING = 1.0


class Gate:
    """What all connections of a server share; `proxies` speak for others, so that theirs are not counted as one client's."""

    def __init__(
        self, limits: Limits, proxies: Iterable[Network] = (), connections: Open | None = None
    ) -> None:
        self.limits = limits
        self._proxies = tuple(proxies)
        self._open = connections or Open(limits.connections_a_client, limits.connections)

    def protocol(self, **uvicorns: Any) -> "Guarded":
        """The protocol of a new connection; uvicorn calls it."""
        return Guarded(self, **uvicorns)

    def enter(self, host: str | None) -> str | None:
        """The client whose connection this is from now on; None where it has too many, or there are too many in all."""
        client = "" if self._speaks_for_others(host) else client_name(host)
        return client if self._open.enter(client) else None

    def leave(self, client: str) -> None:
        """Counts one connection less."""
        self._open.leave(client)

    def _speaks_for_others(self, host: str | None) -> bool:
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


class _RefusedError(Exception):
    """A request that is too much for this server."""


class Guarded(HttpToolsProtocol):
    """uvicorn's protocol over httptools, with limits; once a connection becomes a socket, the socket has its own."""

    def __init__(self, gate: Gate, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._gate = gate
        self._within: asyncio.TimerHandle | None = None
        self._client: str | None = None
        self._in_head = True
        self._head = 0  # bytes of the head, all that came with its last part counted in
        self._heard = False
        self._ending = False
        self._refused: HTTPStatus | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Lets the connection in, or closes it."""
        super().connection_made(transport)
        self._client = self._gate.enter(self.client[0] if self.client else None)
        if self._client is None:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts the connection no longer."""
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection to the protocol of sockets, which are counted and timed by the application."""
        if self._ending:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        self._let_go()
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Reads on, unless it is too much."""
        if self.transport.is_closing():
            return
        self._heard = True
        # what is left of a head is looked at before it is joined to what came before
        if self._in_head and self._head + len(data) > self._gate.limits.head and self._head:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
            return
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head += len(data)
            if self._head > self._gate.limits.head:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head = True, 0
        self._expect()

    def on_headers_complete(self) -> None:
        """The head is there; the application is not asked where it is too large, or where too many wait before it."""
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

    def on_message_complete(self) -> None:
        """All of the request has come."""
        self._calm()
        super().on_message_complete()

    def shutdown(self) -> None:
        """The server ends: what it was asked is answered, also what a connection was made for and is on its way."""
        if self._in_head and not self._ending and (not self.cycle or self.cycle.response_complete):
            self._ending = True
            self.loop.call_later(ENDING, self._give_up)
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """Says what was wrong with a request that cannot be read."""
        if self._refused:
            self._refuse(self._refused)
        else:
            super().send_400_response(msg)

    def _expect(self) -> None:
        # a request has one time in all, however its bytes are dealt out
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
            # browsers open connections beforehand: one that was never used is closed without a word
            self.transport.close()

    def _give_up(self) -> None:
        if self._in_head:
            self.transport.close()

    def _let_go(self) -> None:
        self._calm()
        if self._client is not None:
            self._gate.leave(self._client)
            self._client = None

    def _refuse(self, status: HTTPStatus) -> None:
        if self.transport.is_closing():
            return
        if not self.cycle or self.cycle.response_complete:
            sentence = f"{status.phrase}.".encode()
            head = f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n"
            self.transport.write(f"{head}Content-Length: {len(sentence)}\r\n\r\n".encode() + sentence)
        self.transport.close()


def networks(proxies: Iterable[str]) -> list[Network]:
    """The networks of trusted proxies, each an address or a network; `ValueError` says which is none."""
    found: list[Network] = []
    for proxy in proxies:
        try:
            found.append(ipaddress.ip_network(proxy))
        except ValueError:
            raise ValueError(
                f"{proxy!r} is not the address of a proxy: give one like 10.0.0.2, or a network like 10.0.0.0/8"
            ) from None
    return found
