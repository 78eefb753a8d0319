"""Deletes tables and measurements that are older than `keep_days`, unless the clock cannot be trusted.

By a clock that is wrong by months, everything looks old. So the time of each check is stored, and compared with what
this process has counted itself. After a jump nothing is deleted until `keep_days` have passed, measured in the new time: by
then everything in use will have been touched, and the host can correct the clock.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime
from time import monotonic

from sandtable.server.storage import store
from sandtable.server.storage.store import ConflictError, StorageError, Store

logger = logging.getLogger(__name__)

# seconds between checks
LOOKS = 3600.0
# in milliseconds
HOUR, DAY = 3_600_000, 86_400_000
# fraction of `keep_days`, at least a day: if no server has run for longer, the clock counts as wrong
AWAY = 0.25
JUMPED = "the clock jumped from %s to %s: if the new time is wrong, correct it; nothing is deleted before %s"
WAITING = "the clock jumped: nothing is deleted before %s"
DELETED = "deleted table %s: nothing has happened at it since %s, and tables are kept for %g days"


def awake() -> float:
    """Seconds of a monotonic clock, including the time during which the machine sleeps, if the system can count it."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return monotonic() if clock is None else time.clock_gettime(clock)


class Keeping:
    """Deletes what is older than `days`; 0 keeps all. `now` gives milliseconds since 1970, `ticks` seconds as `awake` does.

    `expire` deletes what is kept outside the database; it gets the cutoff. `forget` deletes what is kept there for a table;
    it gets the id of each table that was deleted.
    """

    def __init__(
        self,
        stored: Store,
        days: float,
        now: Callable[[], int] = store.now,
        ticks: Callable[[], float] = awake,
        expire: Callable[[int], object] | None = None,
        forget: Callable[[str], object] | None = None,
    ) -> None:
        self._store, self._days, self._expire, self._forget = stored, days, expire, forget
        self._now, self._ticks = now, ticks
        self._seen = now(), ticks()  # both clocks at the last check
        self._next = ticks()
        self._told = 0  # the end of the last wait that was logged

    async def look(self, held: Collection[str]) -> None:
        """Once an hour, deletes old tables, except those that are `held`; none while the database cannot be used."""
        if not self._days or self._ticks() < self._next:
            return
        self._next = self._ticks() + LOOKS
        with suppress(StorageError, ConflictError):
            before = await self._before()
            while before is not None:
                gone = await self._store.forget(before, held)
                for table, last in gone:
                    logger.info(DELETED, table, _date(last), self._days)
                    if self._forget is not None:
                        await asyncio.to_thread(self._forget, table)
                if len(gone) < store.FORGOTTEN:
                    break
            if before is not None and self._expire is not None:
                await asyncio.to_thread(self._expire, before)

    async def _before(self) -> int | None:
        """The cutoff: tables last used before it are deleted. None while the clock is not trusted."""
        now, kept = self._now(), int(self._days * DAY)
        looked, trusted = await self._store.looked()
        if self._jumped(now, looked):
            trusted = now
            logger.warning(JUMPED, _date(looked), _date(now), _date(now + kept))
            self._told = now + kept
        await self._store.note_look(now, trusted)
        until = trusted + kept
        if now >= until:
            return now - kept
        if self._told != until:
            logger.warning(WAITING, _date(until))
            self._told = until
        return None

    def _jumped(self, now: int, looked: int) -> bool:
        """Whether the clock shows an implausible interval since the last check made here or by any server."""
        (then, before), self._seen = self._seen, (now, self._ticks())
        passed = 1000 * (self._seen[1] - before)
        away = max(DAY, AWAY * self._days * DAY)
        return abs(now - then - passed) > HOUR or (looked > 0 and not -HOUR <= now - looked <= away)


def _date(milliseconds: int) -> str:
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M} UTC"
