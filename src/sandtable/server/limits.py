"""The limits of the server and of each client, and the token bucket that enforces the rates."""

import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import monotonic

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

TOO_MANY_TABLES = "You have opened very many tables: wait a few minutes before you open another."


@dataclass(frozen=True)
class Limits:
    """Limits of the server and of each client: sizes in bytes, times in seconds, rates per second."""

    message: int = 4096
    body: int = 16384
    service_body: int = 65536
    messages_rate: float = 20.0
    messages_burst: float = 60.0
    client_rate: float = 100.0  # messages on all of a client's sockets
    client_burst: float = 400.0
    requests_rate: float = 50.0
    requests_burst: float = 200.0
    tables_rate: float = 60 / 3600
    tables_burst: float = 60.0
    files_rate: float = 2.0
    files_burst: float = 40.0
    files_waiting: int = 24
    files_waiting_a_client: int = 8
    measurements_rate: float = 20 / 3600
    measurements_burst: float = 20.0
    measurements_waiting: int = 20  # or running at a time, for all clients
    measurements_waiting_a_client: int = 5
    measurements_kept: int = 500
    measurements_kept_a_client: int = 100
    makers: int = 2  # threads
    pictures: int = 128  # in memory
    beat: float = 0.25  # of the computers; see `bots`
    clients: int = 10_000  # remembered at a time
    head: int = 16384  # of a request: its line and its headers
    request_within: float = 20.0
    pipelined: int = 32  # requests queued behind one that is being answered
    connections: int = 2048
    connections_a_client: int = 256
    sockets: int = 8192
    sockets_a_client: int = 64
    sockets_a_seat: int = 8
    watchers: int = 48
    hello_within: float = 10.0
    tables: int = 5000  # in memory, per worker
    idle: float = 1800.0
    keep_days: float = 0.0  # in the database, for a table without activity; 0 keeps all

    def share(self, workers: int) -> "Limits":
        """The limits of one of `workers` workers: its share of a client's messages, but at least what one socket may send."""
        return replace(
            self,
            client_rate=max(self.client_rate / workers, min(self.client_rate, self.messages_rate)),
            client_burst=max(self.client_burst / workers, min(self.client_burst, self.messages_burst)),
        )


class Bucket:
    """A token bucket: lets `burst` through at once, then `rate` per second."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self) -> bool:
        """Takes a token if one is left; returns whether it did."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def delay(self, many: int = 1) -> float:
        """Takes this many tokens in any case; returns how many seconds the caller should wait first."""
        self._fill()
        self._left -= many
        return max(0.0, -self._left / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now


class Buckets:
    """One bucket per client; the clients inactive for longest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether `client` has a token left; if so, takes it."""
        return self._of(client).take()

    def delay(self, client: str) -> float:
        """Takes a token from `client` in any case; returns how many seconds it should wait."""
        return self._of(client).delay()

    def _of(self, client: str) -> Bucket:
        bucket = self._kept.pop(client, None) or Bucket(self._rate, self._burst)
        self._kept[client] = bucket
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return bucket


class Open:
    """Open connections by client: at most `each` per client and `most` in total; the client "" may have any number."""

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._count: Counter[tuple[str, int]] = Counter()  # by client and worker
        self.clients: Counter[str] = Counter()

    def enter(self, client: str, worker: int = 0) -> bool:
        """Counts one more connection at a worker; False if over the limit."""
        if self.clients.total() >= self._most or (client and self.clients[client] >= self._each):
            return False
        self._count[client, worker] += 1
        self.clients[client] += 1
        return True

    def leave(self, client: str, worker: int = 0, many: int = 1) -> None:
        """Lowers the count by `many`."""
        self._count[client, worker] -= many
        self.clients[client] -= many
        if not self._count[client, worker]:
            del self._count[client, worker]
        if not self.clients[client]:
            del self.clients[client]

    def forget(self, worker: int) -> None:
        """Forgets the counts of a worker."""
        for (client, at), many in tuple(self._count.items()):
            if at == worker:
                self.leave(client, worker, many)

    def total(self) -> int:
        """The total number of open connections."""
        return self.clients.total()


@dataclass(frozen=True)
class Meters:
    """The meters for all clients of a server; `run.workers` shares them between its workers."""

    requests: Buckets
    tables: Buckets
    files: Buckets
    measurements: Buckets
    sockets: Open
    connections: Open

    def forget(self, worker: int) -> None:
        """Forgets what is open at a worker that is gone."""
        self.sockets.forget(worker)
        self.connections.forget(worker)

    @classmethod
    def of(cls, limits: Limits) -> "Meters":
        """The meters for a server with these limits."""
        return cls(
            Buckets(limits.requests_rate, limits.requests_burst, limits.clients),
            Buckets(limits.tables_rate, limits.tables_burst, limits.clients),
            Buckets(limits.files_rate, limits.files_burst, limits.clients),
            Buckets(limits.measurements_rate, limits.measurements_burst, limits.clients),
            Open(limits.sockets_a_client, limits.sockets),
            Open(limits.connections_a_client, limits.connections),
        )


def client_name(host: str | None) -> str:
    """The client for a remote address: all of loopback is one client, and so is an IPv6 /64 network."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "local"
    if isinstance(address, ipaddress.IPv6Address):
        address = address.ipv4_mapped or address
    if address.is_loopback:
        return "local"
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def in_networks(host: str | None, networks: Iterable[Network]) -> bool:
    """Whether a remote address is in one of these networks."""
    try:
        address = ipaddress.ip_address(host or "")
    except ValueError:
        return False
    return any(address in network for network in networks)
