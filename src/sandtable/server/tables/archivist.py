"""Archives matches once they have ended, one after another, and finds leftover ones: a server may have been killed.

`archive_all` does it for all matches in a database at once, before a version with different rules is installed.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from sandtable.authoring.records import CHANCE
from sandtable.engine.game import Game
from sandtable.server.loading.catalog import Catalog
from sandtable.server.problems import ApiError
from sandtable.server.storage.store import ConflictError, StorageError, Store, StoredEvent
from sandtable.server.tables import archive
from sandtable.server.tables.table import Table, match_of

logger = logging.getLogger(__name__)

# seconds between checks for matches to archive
LOOKS = 600.0
# seconds that a closing server has for the most recently ended matches
PATIENCE = 10.0


class Archivist:
    """Archives the finished matches of a server.

    `fold` returns a table that can be continued, in memory or not; `mine` says whether a table is this server's task if
    several share a database; `rules` are the versions of the rules by which a match can be replayed here, by game.
    """

    def __init__(
        self,
        store: Store,
        fold: Callable[[str], Awaitable[Table | None]],
        mine: Callable[[str], bool],
        rules: Mapping[str, Sequence[int]],
    ) -> None:
        self._store = store
        self._fold = fold
        self._mine = mine
        self._rules = rules
        self._wanted: deque[str] = deque()
        self._task: asyncio.Task[None] | None = None
        self._next = 0.0  # when it checks again
        self._unfit: set[str] = set()

    def want(self, table: str) -> None:
        """Arranges for the match at `table`, which has ended, to be archived soon."""
        self._wanted.append(table)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    async def look(self, now: float) -> None:
        """At intervals, finds matches that are not archived; `now` is a clock's time in seconds."""
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
        """Stops once the current match is archived: the server that starts next may no longer have its rules."""
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

    async def keep(self, name: str) -> None:
        """Archives the match at a table, or records that it has not ended."""
        table = await self._fold(name)
        if table is not None and table.worker.plain:
            # archiving takes too long until the rules are compiled
            self._next = 0.0
        elif table is not None and table.over:
            await keep(self._store, table)
        elif table is not None:
            await self._store.note_ended(name, 0)


async def keep(store: Store, table: Table) -> None:
    """Stores the archive of a finished match, and its end if that was not known."""
    last = archive.last_event(table)
    await store.keep_archive(table.id, last, await archive.make(table))
    await store.note_ended(table.id, table.moved)


class Archived(NamedTuple):
    """How many finished and how many running matches were archived, and how many could not be."""

    finished: int
    running: int
    failed: int


async def archive_all(store: Store, catalog: Catalog) -> Archived:
    """Archives all matches that can be replayed under the rules of this version, running ones as if they ended now. The
    archive of a running match is shown only if a version with different rules ends it.
    """
    rules = {game: spec.versions for game, spec in catalog.games.items()}
    counts, last = Counter[str](), ""
    while found := await store.unarchived(rules, last, running=True):
        last = found[-1]
        for name in found:
            try:
                counts[await _archive(store, catalog, name)] += 1
            except (ValueError, ConflictError) as error:
                counts["failed"] += 1
                logger.error("the match at table %s cannot be archived: %s", name, error)
    return Archived(counts["finished"], counts["running"], counts["failed"])


async def _archive(store: Store, catalog: Catalog, name: str) -> str:
    found = await store.table(name)
    if found is None:
        # deleted in the meantime
        return "gone"
    stored, seats, events = found
    game = Game(catalog.games[stored.game], **stored.settings)
    table = Table(stored, seats, match_of(game, stored, seats), store)
    table.fold(events)
    table.settle()
    over = table.over
    if not over:
        await store.note_ended(name, 0)
        table.fold([StoredEvent(table.seq + 1, "void", CHANCE)])
    await keep(store, table)
    return "finished" if over else "running"
