"""State shared by the routes: the library, the limits, and the tables once the engine is loaded.

The tables and everything that knows about positions are imported only then: this module does not import the compiler.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from sandtable.server.documents.explained import Explained
from sandtable.server.documents.exports import Exporter
from sandtable.server.documents.kits import Kits
from sandtable.server.lab.jobs import Measurements
from sandtable.server.limits import Buckets, Limits, Meters
from sandtable.server.protocol import (
    DiceRecord,
    Hint,
    HintAsked,
    Invite,
    Kept,
    Played,
    SeatAsked,
    SeatNow,
    Snapshot,
    Turning,
)
from sandtable.server.run.metrics import Counts
from sandtable.server.storage.keeping import Keeping
from sandtable.server.storage.store import Store
from sandtable.server.tables.reports import Reports

if TYPE_CHECKING:
    from sandtable.authoring.spec import Made, Spec
    from sandtable.server.lab.played import Real
    from sandtable.server.loading.library import Library
    from sandtable.server.tables.archive import ArchivedTable
    from sandtable.server.tables.table import Shut, Table
    from sandtable.server.tables.tables import Tables

    Shown = Table | ArchivedTable


logger = logging.getLogger(__name__)

NO_UPGRADE = (
    "a WebSocket was requested without its Upgrade header: if tables do not connect, a proxy drops it. nginx needs "
    "`proxy_http_version 1.1`, `proxy_set_header Upgrade $http_upgrade` and `proxy_set_header Connection $http_connection`; "
    "see docs/hosting.md"
)


class Context:
    """The components of one server."""

    def __init__(
        self,
        library: "Library",
        store: Store,
        limits: Limits,
        reports: Reports,
        counts: Counts,
        meters: Meters,
        measurements: Measurements,
        docs: str = "",
    ) -> None:
        self.library = library
        self.store = store
        self.limits = limits
        self.reports = reports
        self.meters = meters
        self.pace = Buckets(limits.client_rate, limits.client_burst, limits.clients)
        self.measurements = measurements
        self.docs = docs
        self.keeping = Keeping(
            store, limits.keep_days, expire=measurements.expire, forget=measurements.forget
        )
        self.maker = Exporter(limits, meters.files)
        self.kits = Kits(self.maker)
        self.explained = Explained(self.maker)
        self.counts = counts
        counts.now = self.now
        self.sockets = 0  # open on this worker
        self._tables: Tables | None = None
        self._real: Real | None = None
        self._building = asyncio.Lock()
        self._upgrades_missing = False
        self._pictures: dict[tuple[object, ...], str] = {}

    async def tables(self) -> "Tables":
        """The tables, once the engine is imported."""
        catalog = await self.library.catalog()
        async with self._building:
            tables = self._tables
            if tables is None:
                module = await asyncio.to_thread(import_module, "sandtable.server.tables.tables")
                tables = self._tables = module.Tables(
                    self.library, catalog, self.store, self.limits, self.reports
                )
        return tables

    async def played(self, spec: "Spec") -> Played:
        """The counted real matches of a game."""
        tables = await self.tables()
        real = self._real
        if real is None:
            module = await asyncio.to_thread(import_module, "sandtable.server.lab.played")
            real = self._real = self._real or module.Real(self.store)
        return await real.played(spec, tables)

    @property
    def open_tables(self) -> "Tables | None":
        """The tables, if they exist already."""
        return self._tables

    async def picture(self, game: str, settings: Mapping[str, str]) -> str:
        """The start of a game with these settings as SVG, drawn once; `KeyError` for an unknown game.

        Drawings are cached, so `settings` must be among those that come with the game.
        """
        key = (game, *sorted(settings.items()))
        if key not in self._pictures:
            opening = import_module("sandtable.server.tables.snapshot").opening
            made = await self.library.load(game, settings)
            self._pictures[key] = await self.library.work(game, opening, made)
        return self._pictures[key]

    def moment(self, table: "Shown", seat: int | None, ply: int, eyes: bool) -> Snapshot:
        """The table after `ply` actions and outcomes; with the `eyes` of `seat`, as that seat saw it then."""
        return import_module(table.shown_by).moment(table, seat, ply, eyes)

    def export(
        self, table: "Shown", name: str, ply: int, options: Mapping[str, str]
    ) -> "Callable[[], Made] | None":
        """A function that makes a file of a position; None if there is none with this name."""
        return import_module(table.shown_by).export(table, name, ply, options)

    def board(self, table: "Shown", ply: int) -> str:
        """A position as a spectator sees it, as SVG."""
        return import_module(table.shown_by).picture(table, ply)

    def turning(self, table: "Shown") -> Turning:
        """See `snapshot.turning`."""
        return import_module(table.shown_by).turning(table)

    def analysed_turning(self, table: "Shown", curve: Sequence[tuple[float, float]]) -> Turning:
        """See `snapshot.analysed_turning`."""
        return import_module(table.shown_by).analysed_turning(table, curve)

    def why_not_analysed(self, table: "Shown") -> str:
        """A sentence on why a finished match cannot be analysed; "" if it can."""
        return import_module(table.shown_by).why_not_analysed(table)

    async def hint(self, table: "Shown", seat: int | None, asked: HintAsked) -> Hint:
        """See `hints.answer`."""
        answer = import_module("sandtable.server.tables.hints").answer
        return await answer((await self.tables()).bots, table, seat, asked)

    def file(self, table: "Shown") -> str:
        """The match file of a finished match."""
        return import_module(table.shown_by).file(table)

    def dice_record(self, table: "Shown") -> DiceRecord | None:
        """See `snapshot.dice_record`."""
        return import_module(table.shown_by).dice_record(table)

    def card(self, table: "Shown", ply: int) -> tuple[str, Callable[[], bytes]]:
        """The digest of a link's picture, and a function that makes it."""
        return import_module(table.shown_by).card(table, ply)

    def kept(self, shut: "Shut", seat: int | None) -> Kept:
        """See `snapshot.kept`."""
        return import_module("sandtable.server.tables.snapshot").kept(shut, seat)

    async def seats_now(self, asked: Sequence[SeatAsked]) -> list[SeatNow]:
        """See `own_tables.seats_now`."""
        tables, catalog = await self.tables(), await self.library.catalog()
        seats_now = import_module("sandtable.server.tables.own_tables").seats_now
        return await seats_now(self.store, catalog, tables, asked)

    def seat_of(self, table: "Shown | Shut", token: str) -> int | None:
        """The seat at `table` that `token` holds."""
        return import_module("sandtable.server.tables.tables").seat_of(table, token)

    def invitation(self, table: "Shown") -> Invite:
        """The description of an invitation to `table`."""
        return import_module("sandtable.server.tables.tables").invitation(table)

    def enter(self, client: str) -> bool:
        """Counts one more socket of a client; False if the client has, or all clients together have, too many."""
        if not self.meters.sockets.enter(client):
            return False
        self.sockets += 1
        return True

    def now(self) -> dict[str, int]:
        """The current gauges, by name."""
        tables = self.open_tables
        return {
            "sockets": self.sockets,
            "tables": 0 if tables is None else tables.in_memory(),
            "thinking": 0 if tables is None else tables.bots.thinking(),
        }

    def note_no_upgrade(self) -> None:
        """Logs, once, that a request for a socket could not become one."""
        if not self._upgrades_missing:
            self._upgrades_missing = True
            logger.warning(NO_UPGRADE)

    def leave(self, client: str) -> None:
        """Counts one socket fewer."""
        self.meters.sockets.leave(client)
        self.sockets -= 1
