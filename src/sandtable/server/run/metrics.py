"""Metrics of a server in Prometheus format, at a separate address.

They are not served with the pages: how long a computer thinks, or a request takes, could reveal more about a running
match than its players may know. Nothing here contains a name, a table or a token.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import partial
from itertools import accumulate
from typing import Any

# bucket limits for times, in seconds
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Times:
    """A histogram of durations: counts by the first limit that was not exceeded, and the sum."""

    def __init__(self) -> None:
        self.steps = [0] * (len(STEPS) + 1)
        self.seconds = 0.0

    def add(self, seconds: float) -> None:
        """Adds one duration."""
        self.steps[bisect_left(STEPS, seconds)] += 1
        self.seconds += seconds

    def join(self, other: "Times") -> None:
        """Adds the durations of another histogram."""
        self.steps = [own + more for own, more in zip(self.steps, other.steps, strict=True)]
        self.seconds += other.seconds


class Counts:
    """Events since the server started; `now` returns the current gauges, by name."""

    def __init__(self) -> None:
        self.now: Callable[[], Mapping[str, int]] = dict[str, int]
        self.requests: Counter[int] = Counter()  # by status
        self.messages: Counter[tuple[str, str]] = Counter()  # by kind, and "accepted" or the reason why not
        # refused before any route was called: requests by status, sockets by close code
        self.refused: Counter[int] = Counter()
        self.answering, self.carrying_out = Times(), Times()

    def taken(self) -> "Counts":
        """The counts together with the current gauges as plain values, for sending."""
        made = copy(self)
        made.now = partial(dict[str, int], self.now())
        return made

    def carried_out(self, kind: str, result: str, seconds: float) -> None:
        """Counts a message from a player."""
        self.messages[kind, result] += 1
        self.carrying_out.add(seconds)

    def answered(self, status: int, seconds: float) -> None:
        """Counts a request whose answer has begun."""
        self.requests[status] += 1
        self.answering.add(seconds)


def total(all_counts: Iterable[Counts]) -> Counts:
    """The sum over several workers."""
    made, now = Counts(), Counter[str]()
    for counts in all_counts:
        made.requests += counts.requests
        made.messages += counts.messages
        made.refused += counts.refused
        made.answering.join(counts.answering)
        made.carrying_out.join(counts.carrying_out)
        now.update(counts.now())
    made.now = partial(dict[str, int], now)
    return made


def listen(place: str, counts: Callable[[], Counts]) -> Callable[[], None]:
    """Serves the metrics at `place`, an address and a port, in a separate thread; returns a function that stops it.

    Raises `ValueError` for an invalid place, `OSError` if it is not possible to listen there.
    """
    from prometheus_client import CollectorRegistry, start_http_server

    host, _, port = place.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise ValueError(
            f"{place!r} is not an address for metrics: give an address and a port, such as 127.0.0.1:9464"
        )
    registry = CollectorRegistry()
    registry.register(_Collector(counts))
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry)
    except OSError as error:
        raise OSError(f"Cannot serve metrics at {place}: {error.strerror or error}.") from None

    def close() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return close


class _Collector:
    """Passes the counts to Prometheus' library on every scrape."""

    def __init__(self, counts: Callable[[], Counts]) -> None:
        self._take = counts

    def collect(self) -> Iterator[Any]:
        """All figures."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        counts = self._take()
        for name, value in counts.now().items():
            yield GaugeMetricFamily(f"sandtable_{name}", f"{name.capitalize()} at the moment.", value)
        requests = CounterMetricFamily(
            "sandtable_requests", "Requests, by the status of the answer.", labels=["status"]
        )
        for status, count in dict(counts.requests).items():
            requests.add_metric([str(status)], count)
        yield requests
        refused = CounterMetricFamily(
            "sandtable_refused",
            "Requests that were refused before anything was done, by status, and sockets, by code.",
            labels=["why"],
        )
        for why, count in dict(counts.refused).items():
            refused.add_metric([str(why)], count)
        yield refused
        messages = CounterMetricFamily(
            "sandtable_messages",
            "Messages of players, by kind and what came of them.",
            labels=["kind", "result"],
        )
        for labels, count in dict(counts.messages).items():
            messages.add_metric(list(labels), count)
        yield messages
        yield _told("sandtable_request_seconds", "Time from a request to its answer.", counts.answering)
        yield _told(
            "sandtable_message_seconds",
            "Time from a message to its answer, storing included.",
            counts.carrying_out,
        )


def _told(name: str, about: str, times: Times) -> Any:
    from prometheus_client.core import HistogramMetricFamily

    sums = list(accumulate(times.steps))
    buckets = list(zip([*map(str, STEPS), "+Inf"], sums, strict=True))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=times.seconds)
