"""A relay between a client and a server: it can freeze, as a lost network does, and drop headers, as some proxies do."""

import contextlib
import re
import socket
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Thread

# what a proxy leaves out that knows nothing of WebSockets
UPGRADE = re.compile(rb"\r\n(?:upgrade|connection):[^\r]*", re.IGNORECASE)


class _Link:
    """Two ends of one connection; while it is frozen nothing that comes at one leaves at the other."""

    def __init__(
        self, client: socket.socket, server: socket.socket, drops_upgrade: bool, flows: bool
    ) -> None:
        self.flows = Event()
        if flows:
            self.flows.set()
        self._ends = client, server
        self._drops_upgrade = drops_upgrade
        for ends in ((client, server), (server, client)):
            Thread(target=self._pump, args=ends, daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.flows.wait()
                if self._drops_upgrade and source is self._ends[0]:
                    data = UPGRADE.sub(b"", data)
                sink.sendall(data)
        self.close()

    def close(self) -> None:
        self.flows.set()
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Relay:
    """Listens at `address` and passes all on to a server, new connections too while older ones are frozen."""

    def __init__(self, server: str, drops_upgrade: bool) -> None:
        host, _, port = server.removeprefix("http://").partition(":")
        self._server = host, int(port)
        self._drops_upgrade = drops_upgrade
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._links: list[_Link] = []
        # whether new connections are
        self.frozen = False
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                self._links.append(_Link(client, server, self._drops_upgrade, not self.frozen))

    def freeze(self) -> None:
        """Lets nothing more through what is open now."""
        for link in self._links:
            link.flows.clear()

    def close(self) -> None:
        self._listener.close()
        for link in self._links:
            link.close()


@contextmanager
def relaying(server: str, drops_upgrade: bool = False) -> Generator[Relay]:
    """A relay to the server at this address."""
    relay = Relay(server, drops_upgrade)
    try:
        yield relay
    finally:
        relay.close()
