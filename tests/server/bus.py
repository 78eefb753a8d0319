"""Servers of this process that share a file as others share a PostgreSQL: what one tells when it commits, the others hear."""

import asyncio
import sys
import threading
from datetime import UTC, datetime
from types import SimpleNamespace

from sqlalchemy import event

from sandtable.server.storage import store
from sandtable.server.storage.store import Store

PLACE = "the bus"


class Bus:
    """The listeners, each with its loop, its queue and its channel, and the notices of a transaction that runs."""

    def __init__(self):
        self.listening = []
        self._told = threading.local()

    def functions(self, connection, _record):
        """Gives a connection those functions of PostgreSQL by which servers know each other; the clock has whole seconds."""
        connection.create_function(
            "pg_notify", 2, lambda channel, text: self._told.now.append((channel, text))
        )
        connection.create_function("clock_timestamp", 0, lambda: f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}")

    def delivering(self, within):
        """The method of a store that does a job in a transaction, and delivers its notices once it is committed."""

        def done(own, job, *args, **named):
            self._told.now = []
            made = within(own, job, *args, **named)
            for channel, text in self._told.now:
                self._deliver(channel, SimpleNamespace(payload=text))
            return made

        return done

    def _deliver(self, channel, notice):
        for loop, heard, wanted in tuple(self.listening):
            if wanted == channel and not loop.is_closed():
                loop.call_soon_threadsafe(heard.put_nowait, notice)

    async def connect(self, place, **_options):
        """A connection that can listen."""
        assert place == PLACE
        return Connection(self)


class Connection:
    """A connection that listens on a channel."""

    def __init__(self, bus):
        self._bus, self._heard = bus, asyncio.Queue()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        self._bus.listening = [entry for entry in self._bus.listening if entry[1] is not self._heard]

    async def execute(self, statement):
        """Begins to listen."""
        word, channel = statement.split()
        assert word == "LISTEN"
        self._bus.listening.append((asyncio.get_running_loop(), self._heard, channel))

    async def notifies(self):
        """What is heard."""
        while True:
            yield await self._heard.get()


def connect(monkeypatch):
    """Makes every store that is opened from now on one that is shared."""
    bus, engine = Bus(), store._engine

    def shared(place):
        made = engine(place)
        event.listen(made, "connect", bus.functions)
        return made

    monkeypatch.setattr(store, "_engine", shared)
    monkeypatch.setattr(Store, "_within", bus.delivering(Store._within))
    monkeypatch.setattr(Store, "shared", property(lambda _store: PLACE))
    # a file has one writer
    monkeypatch.setattr(store, "AT_ONCE", 1)
    monkeypatch.setitem(sys.modules, "psycopg", SimpleNamespace(AsyncConnection=bus, Error=OSError))
