"""The other servers on the same database: which ones exist, their notices, and which server plays a computer's turn.

Every `BEAT` seconds a server records in the database that it is alive; one that has not done so for `LEASE` seconds is gone.
A table's computers think at one server, determined from the names of the live servers, so that all get the same result
without asking. While views differ, two servers might think (one answer is stored), or none might, until the next
heartbeat.

Notices arrive on a separate connection. Those sent while it was down are lost: then the logs are read. A server that is
alone sends none, and learns of another one at its next heartbeat. So a server that is new, or was considered gone
because it was late, reads the logs at each of its first heartbeats.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from hashlib import blake2b
from time import monotonic
from typing import Any

import msgspec

from sandtable.server.storage.store import ALIVE, CHANNEL, LEASE, Notice, StorageError, Store

logger = logging.getLogger(__name__)

BEAT = 1.0
# seconds between attempts to reconnect
AGAIN = 0.5
_decoder = msgspec.json.Decoder(Notice)


class Peers:
    """The servers on the database of `store`; only this one if it is not shared. `heard` is called with each notice
    from another one, `missed` when some may have been lost, and `heartbeat` after every heartbeat.
    """

    def __init__(
        self,
        store: Store,
        heard: Callable[[Notice], None],
        missed: Callable[[], None],
        heartbeat: Callable[[], None],
    ) -> None:
        self.alive = [store.name]
        self._store = store
        self._heard, self._missed, self._heartbeat = heard, missed, heartbeat
        self._noted = -LEASE  # when it last reported itself alive
        self._unknown = 0.0  # until this time the others might not know about this server
        self._untold: list[Notice] = []
        self._telling = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Starts listening and reporting, if the database is shared."""
        if self._store.shared is not None:
            self._tasks = [
                asyncio.create_task(job)
                for job in (self._live(), self._listen(self._store.shared), self._tell())
            ]

    async def close(self) -> None:
        """Announces that it is leaving."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with contextlib.suppress(StorageError):
                await self._store.note_end()

    def mine(self, table: str) -> bool:
        """Whether the computers of this table think here."""
        return (
            max(self.alive, key=lambda name: blake2b(f"{name} {table}".encode()).digest()) == self._store.name
        )

    def tell(self, notice: Notice) -> None:
        """Notifies the others, soon and in order; does nothing if there can be none."""
        if self._tasks and not self._store.alone:
            self._untold.append(notice)
            self._telling.set()

    async def _tell(self) -> None:
        while True:
            await self._telling.wait()
            self._telling.clear()
            told, self._untold = self._untold, []
            # a lost notice does no harm: logs are compared, and a server that is waiting for a computer says so at every
            # heartbeat
            with contextlib.suppress(StorageError):
                await self._store.tell(told)

    async def _live(self) -> None:
        while True:
            with contextlib.suppress(StorageError):
                self._note(await self._store.note_alive(int(LEASE * 1000)))
                self._heartbeat()
            await asyncio.sleep(BEAT)

    def _note(self, alive: list[str]) -> None:
        now, before = monotonic(), set(self.alive)
        if now - self._noted > LEASE - BEAT:
            self._unknown = now + LEASE
        self.alive, self._noted = alive, now
        self._store.alone = alive == [self._store.name]
        gone, new = before - set(alive), set(alive) - before
        if gone:
            logger.warning("%d of the servers on this database are gone", len(gone))
        if new or (now < self._unknown and not self._store.alone):
            self._missed()

    async def _listen(self, place: str) -> None:
        from psycopg import AsyncConnection, Error

        while True:
            try:
                async with await AsyncConnection.connect(place, autocommit=True, **ALIVE) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._missed()
                    async for told in connection.notifies():
                        self._take(told.payload)
            except (Error, OSError) as error:
                logger.warning("notices of the other servers are not heard: %s", type(error).__name__)
            await asyncio.sleep(AGAIN)

    def _take(self, payload: str) -> None:
        try:
            notice: Any = _decoder.decode(payload)
        except msgspec.DecodeError:
            # from a newer version: its content will also be in the log
            return
        if notice.by != self._store.name:
            self._heard(notice)
