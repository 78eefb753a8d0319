"""The other servers on the same database: which there are, what they tell, and whose task a computer's turn is.

A server says every `BEAT` seconds that it is alive, in a row of the database; who has not for `LEASE` seconds is gone. The
computers of a table think at one server, found from the names of those alive, so that all find the same and nobody asks. When
views differ for a moment two may think, and one answer is stored; or none does, which the next heartbeat mends.

Notices come on a connection of their own. Those sent while it was down are lost: then the logs are read. A server that is
alone sends none, and learns of another one at its next heartbeat. So a server that is new, or was so late that it was taken for
gone, reads the logs at each of its first heartbeats.
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
# seconds until a lost connection is tried again
AGAIN = 0.5
_decoder = msgspec.json.Decoder(Notice)


class Peers:
    """The servers on the database of `store`; just this one where it is not shared.

    `heard` is called with each notice of another one, `missed` when some may have been lost, `heartbeat` after every heartbeat.
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
        self._noted = -LEASE  # when it last said that it is alive
        self._unknown = 0.0  # until when others may not know of it
        self._untold: list[Notice] = []
        self._telling = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begins to listen and to tell, where the database is shared."""
        if self._store.shared is not None:
            self._tasks = [
                asyncio.create_task(job)
                for job in (self._live(), self._listen(self._store.shared), self._tell())
            ]

    async def close(self) -> None:
        """Says good-bye."""
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
        """Tells the others, soon and in order; nothing where there can be none."""
        if self._tasks and not self._store.alone:
            self._untold.append(notice)
            self._telling.set()

    async def _tell(self) -> None:
        while True:
            await self._telling.wait()
            self._telling.clear()
            told, self._untold = self._untold, []
            # a lost notice does no harm: logs are compared, and a server that waits for a computer says so at every heartbeat
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
            # of a newer version: it will say in the log what it says here
            return
        if notice.by != self._store.name:
            self._heard(notice)
