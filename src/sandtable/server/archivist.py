"""Archives matches once they have ended, one after the other, and finds those that were left: a server may have been killed."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from sandtable.server import archive
from sandtable.server.problems import ApiError
from sandtable.server.store import ConflictError, StorageError, Store
from sandtable.server.table import Table

logger = logging.getLogger(__name__)

# seconds from one look for what is not archived to the next
LOOKS = 600.0
# seconds that a server which is to end has for the matches that ended last
PATIENCE = 10.0


class Archivist:
    """Archives the finished matches of a server.

    `fold` gives a table that can be played on, in memory or not; `mine` says whether it is this server's task where several
    share a database; `rules` are the versions of the rules by which a match can be folded here, by game.
    """

    def __init__(
        self,
        store: Store,
        fold: Callable[[str], Awaitable[Table | None]],
        mine: Callable[[str], bool],
        rules: Mapping[str, int],
    ) -> None:
        self._store = store
        self._fold = fold
        self._mine = mine
        self._rules = rules
        self._wanted: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0  # when it looks again
        self._unfit: set[str] = set()

    def want(self, table: str) -> None:
        """Archives the match at `table`, which has ended, soon."""
        self._wanted.append(table)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def look(self, now: float) -> None:
        """Finds matches that are not archived, now and then; `now` are a clock's seconds."""
        if now < self._next or (self._task is not None and not self._task.done()):
            return
        self._next, last = now + LOOKS, ""
        with suppress(StorageError):
            while found := await self._store.unarchived(self._rules, last):
                last = found[-1]
                for table in found:
                    if self._mine(table) and table not in self._unfit:
                        self.want(table)

    async def close(self) -> None:
        """Ends after what is under way: the next server here may not have the rules for it any more."""
        if self._task is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._task, PATIENCE)

    async def _work(self) -> None:
        while self._wanted:
            table = self._wanted.popleft()
            try:
                await self.keep(table)
            except (StorageError, ConflictError, ApiError):
                self._next = 0.0
            except Exception:
                self._unfit.add(table)
                logger.exception("the match at table %s cannot be archived", table)

    async def keep(self, name: str) -> bool:
        """Archives the match at a table, or notes that it has not ended; whether it is archived."""
        table = await self._fold(name)
        if table is None:
            return False
        if table.worker.plain:
            # it takes too long until the rules are compiled
            self._next = 0.0
            return False
        if not table.over:
            await self._store.note_ended(name, 0)
            return False
        await self._store.keep_archive(name, table.moved, await archive.make(table))
        await self._store.note_ended(name, table.moved)
        return True
