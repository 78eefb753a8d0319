"""All of a server's tables: those in memory, and access to the others through the store."""

import asyncio
import hmac
import logging
from collections import Counter, deque
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import cast
from weakref import WeakValueDictionary

import msgspec

from sandtable.authoring import rng
from sandtable.authoring.records import CHANCE, OVER
from sandtable.authoring.spec import Spec
from sandtable.engine.match import VOID, OtherRulesError, check_rules
from sandtable.server.limits import Limits
from sandtable.server.loading.catalog import Catalog
from sandtable.server.loading.library import Library
from sandtable.server.problems import ApiError
from sandtable.server.protocol import Invite, NewTable, OwnSeed, Returned, Seated, TakeBack, Terms
from sandtable.server.storage import credentials, store
from sandtable.server.storage.store import (
    AskNotice,
    ConflictError,
    Listed,
    Notice,
    Present,
    StorageError,
    Store,
    Stored,
    StoredEvent,
    StoredSeat,
    StoredSummary,
    StoredTable,
    WantedNotice,
)
from sandtable.server.tables import commands, summaries
from sandtable.server.tables.archive import ArchivedTable
from sandtable.server.tables.archivist import Archivist
from sandtable.server.tables.bots import Bots
from sandtable.server.tables.peers import Peers
from sandtable.server.tables.persons import COMPUTER, FRIEND, SECOND, apart, person
from sandtable.server.tables.reports import Reports
from sandtable.server.tables.table import Shut, Table, match_of

logger = logging.getLogger(__name__)

# how many events of a log are replayed in one go
TOGETHER = 50
# seconds after which a match without viewers drops its caches
RESTS = 60.0
# archived tables in memory without viewers
ARCHIVED = 16
NOT_OFFERED = (
    "This server does not offer the game {!r} any more: the match is kept, and can be played on once it does."
)
FULL = "Very many tables are in use here: try again in a minute."
CHANGED = (
    "The rules of {} have changed since this match began, so it can't be continued. "
    "You can still see and save what is stored of it."
)
UNFIT = "The log of this match does not lead where it led when it was played: it is kept as it is, and not played on."


class ShutError(ApiError):
    """Raised for a table that exists but cannot be continued; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__(409, sentence)


class Tables:
    """A server's tables. A table is replayed from its log when it is requested, and dropped when nobody is there.
    `Limits` says how many may be in memory: to make room, the table without viewers that was left longest ago is dropped.
    """

    def __init__(
        self, library: Library, catalog: Catalog, store: Store, limits: Limits, reports: Reports
    ) -> None:
        self._library = library
        self._catalog = catalog
        self._store = store
        self._limits = limits
        self._reports = reports
        self._tables: dict[str, Table] = {}  # least recently requested or left first
        self._folding: dict[str, asyncio.Lock] = {}
        self._left: dict[str, float] = {}
        self._unfit: set[str] = set()  # tables whose logs could not be replayed: each is tried only once
        self._chores: set[asyncio.Task[None]] = set()
        self._peers = Peers(store, self._heard, self._look_again, self._tend)
        rules = {game: spec.versions for game, spec in catalog.games.items()}
        self._archivist = Archivist(store, self._to_archive, self._peers.mine, rules)
        # archived tables with viewers, and the most recently requested ones
        self._archived: WeakValueDictionary[str, ArchivedTable] = WeakValueDictionary()
        self._asked = deque[ArchivedTable](maxlen=ARCHIVED)
        self.bots = Bots(catalog.make, library.playing, limits.beat, self._peers.mine, self._want)
        self._peers.start()
        library.changed = self._retell

    async def table(self, table: str) -> Table | ArchivedTable | None:
        """The table with this id, replayed from its log if it is not in memory; None if there is none.

        If the log cannot be replayed here, the archive of the match is returned. Raises `ShutError` if that does not
        exist either, or another `ApiError` if there is no room for the table.
        """
        if not credentials.ID.fullmatch(table):
            return None
        # the caller is about to sit down, and must not do so at a table that is dropped in the meantime
        self._left.pop(table, None)
        known = self._tables.get(table)
        if known is not None and not known.broken:
            self._tables[table] = self._tables.pop(table)
            await self.look(known)
            return known
        lock = self._folding.setdefault(table, asyncio.Lock())
        try:
            async with lock:
                known = self._tables.get(table)
                return known if known is not None and not known.broken else await self._fold(table)
        finally:
            self._folding.pop(table, None)

    async def look(self, table: Table | ArchivedTable) -> None:
        """Adds what other servers have stored at `table`: their notices may be delayed or lost."""
        if self._store.shared is not None and isinstance(table, Table):
            await table.catch_up()

    async def close(self) -> None:
        """Stops all activity at the tables."""
        await self.bots.close()
        await self._archivist.close()
        for chore in tuple(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._peers.close()

    def _heard(self, notice: Notice) -> None:
        """Acts on a notice from another server."""
        table = self._tables.get(notice.table)
        if isinstance(notice, WantedNotice):
            if self._peers.mine(notice.table) and not self.bots.busy(notice.table):
                self._do(self._answer(notice))
        elif table is None:
            return
        elif isinstance(notice, Stored):
            self._do(table.catch_up(notice.seq))
        elif isinstance(notice, Present):
            first, second = notice.seats
            table.meet(notice.by, Counter({0: first, 1: second, None: notice.watchers}))
        elif table.listeners:
            self._met(table, Counter(listener.seat for listener in table.listeners))

    async def _answer(self, notice: WantedNotice) -> None:
        """Lets a table's computer think here, as requested by another server."""
        wanted = await self.table(notice.table)
        if isinstance(wanted, Table):
            wanted.client = notice.client
            self.bots.tend(wanted)

    def _want(self, table: Table) -> None:
        self._peers.tell(WantedNotice(self._store.name, table.id, table.client))

    def _met(self, table: Table, here: Counter[int | None]) -> None:
        self._peers.tell(Present(self._store.name, table.id, (here[0], here[1]), here[None]))

    def _look_again(self) -> None:
        """Reads all logs: notices from the other servers may have been lost."""
        for table in self._tables.values():
            self._do(table.catch_up())
            self._peers.tell(AskNotice(self._store.name, table.id))

    def _tend(self) -> None:
        for table in self._tables.values():
            table.part(self._peers.alive)
            self.bots.tend(table)

    def _do(self, chore: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(_quietly(chore))
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def shut(self, table: str) -> Shut | None:
        """The stored data of a table that cannot be continued; None if it can, or does not exist."""
        try:
            await self.table(table)
        except ShutError as error:
            found = await self._store.table(table)
            return None if found is None else Shut(*found, error.sentence)
        return None

    async def _fold(self, table: str) -> Table | ArchivedTable | None:
        archived = self._archived.get(table)
        if archived is not None:
            return archived
        found = await self._store.table(table)
        if found is None:
            return await self._example(table)
        try:
            check_offered(self._catalog, found[0])
            self._make_room()
            self._library.want(found[0].game)
            made = await self._folded(*found)
        except ShutError as error:
            return await self._archive(found, error)
        self._keep(made)
        return made

    async def _folded(
        self, stored: StoredTable, sitting: Sequence[StoredSeat], events: Sequence[StoredEvent]
    ) -> Table:
        if stored.id in self._unfit:
            raise ShutError(UNFIT)
        try:
            return await self._make(stored, sitting, events)
        except (ValueError, ConflictError) as error:
            logger.error("the log of table %s cannot be played again: %s", stored.id, error)
            self._unfit.add(stored.id)
            raise ShutError(UNFIT) from None

    async def _archive(
        self, found: tuple[StoredTable, list[StoredSeat], list[StoredEvent]], error: ShutError
    ) -> ArchivedTable:
        """The archive of a match that cannot be replayed here because of `error`, which is raised if there is no
        archive.

        If the match is known to be running, and began under older rules, it ends now: it is void.
        """
        stored, seats, events = found
        spec = self._catalog.games.get(stored.game)
        if stored.ended == 0 and spec is not None and _is_outdated(spec, stored):
            stored, seats, events = await self._end(stored.id, len(events) + 1) or found
        data = await self._store.archive(stored.id)
        if data is None:
            raise error
        try:
            made = ArchivedTable(stored, seats, events, data, spec)
        except ValueError as fault:
            logger.error("the archive of table %s cannot be read: %s", stored.id, fault)
            raise error from None
        self._archived[stored.id] = made
        self._asked.append(made)
        return made

    async def _end(
        self, table: str, seq: int
    ) -> tuple[StoredTable, list[StoredSeat], list[StoredEvent]] | None:
        """Ends a void match with event `seq`; returns its stored data."""
        void = store.timed([StoredEvent(seq, "void", CHANCE)])
        # another server may be faster
        with suppress(ConflictError):
            await self._store.append(table, void, ended=seq, summary=StoredSummary(OVER, VOID, void[0].time))
        return await self._store.table(table)

    async def _to_archive(self, table: str) -> Table | None:
        """A table that is replayed only to be archived, unless it is in memory; None if it cannot be replayed here."""
        known = self._tables.get(table)
        if known is not None and not known.broken:
            return known
        found = await self._store.table(table)
        if found is None:
            return None
        try:
            check_offered(self._catalog, found[0])
            return await self._folded(*found)
        except ShutError:
            return None

    async def archive_left(self, now: float) -> None:
        """At intervals, archives finished matches that are not archived yet; `now` is a clock's time in seconds."""
        await self._archivist.look(now)

    def _offered(self, game: str, seat: StoredSeat) -> StoredSeat:
        """The seat; a computer of a level that no longer exists is replaced by the strongest one."""
        levels = {level.level: level for level in self._catalog.levels(game)}
        if seat.kind != "computer" or seat.level in levels:
            return seat
        return msgspec.structs.replace(
            seat, level=max(levels), name=f"{COMPUTER}, {levels[max(levels)].name}"
        )

    async def _example(self, table: str) -> Table | None:
        """An example match from a report, which is finished and never stored."""
        found = self._reports.stored(table)
        if found is None:
            return None
        check_offered(self._catalog, found)
        self._make_room()
        self._library.want(found.game)
        game = await self._library.load(found.game, found.settings)
        made = await self._library.work(game.id, self._reports.table, table, game, self._store)
        if made is not None:
            self._add(made)
        return made

    async def _make(
        self, stored: StoredTable, sitting: Sequence[StoredSeat], events: Sequence[StoredEvent]
    ) -> Table:
        game = await self._library.load(stored.game, stored.settings)
        match = match_of(game, stored, sitting)
        # dice depend on the name of the computer that sat down
        sitting = [self._offered(stored.game, seat) for seat in sitting]
        level = next((seat.level for seat in sitting if seat.kind == "computer"), None)
        made = Table(stored, sitting, match, self._store, self._library.worker(game.id, level))
        for start in range(0, len(events), TOGETHER):
            await made.work(made.fold, events[start : start + TOGETHER])
            # a long log must not delay the others
            await asyncio.sleep(0)
        made.settle()
        return made

    def _retell(self, game: str) -> None:
        """Refreshes all tables of `game`: who plays there, and how fast, may have changed."""
        for table in self._tables.values():
            if table.stored.game == game:
                table.announce()

    def _keep(self, table: Table) -> None:
        table.open_next = self._open_next
        table.stirred = self.bots.stir
        table.ended = self._archivist.want
        table.met = self._met
        self._add(table)
        self._peers.tell(AskNotice(self._store.name, table.id))
        self.bots.stir(table)

    def _add(self, table: Table) -> None:
        self._make_room()
        table.left = self._left_alone
        self._tables[table.id] = table

    def _make_room(self) -> None:
        """If no more tables may be in memory, makes room by dropping one without viewers; `ApiError` if there is none."""
        if len(self._tables) < self._limits.tables:
            return
        alone = next(filter(self._is_alone, self._tables.values()), None)
        if alone is None:
            raise ApiError(503, FULL, Retry_After="60")
        self._forget(alone)

    def _is_alone(self, table: Table) -> bool:
        return not (table.listeners or table.busy or self.bots.busy(table.id))

    def _left_alone(self, table: Table) -> None:
        """Drops a finished table that its last viewer has left; an unfinished one becomes the last to be dropped."""
        if self._tables.get(table.id) is not table:
            return
        if table.match.over and self._is_alone(table):
            self._forget(table)
        else:
            self._tables[table.id] = self._tables.pop(table.id)

    def _forget(self, table: Table) -> None:
        # callers that still hold it have to request it again
        table.broken = True
        del self._tables[table.id]
        self._left.pop(table.id, None)

    async def open(self, body: NewTable, client: str) -> Seated:
        """Opens a table as `client` asks; `KeyError` or `SettingError` if the game or a setting does not exist. Raises
        `ApiError` if there is no room for it.
        """
        self._make_room()
        game = await self._library.load(body.game, body.settings)
        stored = StoredTable(
            id=credentials.new_table_id(),
            game=game.id,
            settings=game.settings,
            secret=credentials.new_secret(),
            opponent=body.opponent,
            created=store.now(),
            invite=credentials.new_invite() if body.opponent == "friend" else None,
            rules=game.spec.rules.version,
            draws=rng.VERSION,
            take_back=body.take_back,
        )
        tokens = [credentials.new_token(), credentials.new_token()]
        sitting = self._sitting(body, tokens)
        table = await self._start(client, stored, sitting)
        own = [0, 1] if body.opponent == "hotseat" else [body.seat]
        held = [tokens[seat] for seat in own]
        return Seated(stored.id, stored.game, own, held, stored.invite, table.pledge)

    def _sitting(self, body: NewTable, tokens: Sequence[str]) -> list[StoredSeat]:
        own = StoredSeat(
            body.seat,
            "person",
            person(body.name),
            token=credentials.hash_token(tokens[body.seat]),
            gives=body.seeds,
        )
        other = 1 - body.seat
        opposite = {
            "computer": lambda: StoredSeat(other, "computer", self._bot_name(body), body.level),
            "friend": lambda: StoredSeat(other, "empty", FRIEND),
            "hotseat": lambda: StoredSeat(
                other, "person", SECOND, token=credentials.hash_token(tokens[other]), gives=body.seeds
            ),
        }[body.opponent]()
        return sorted(map(_salted, (own, opposite)), key=lambda seat: seat.seat)

    def _bot_name(self, body: NewTable) -> str:
        for level in self._catalog.levels(body.game):
            if level.level == body.level:
                return f"{COMPUTER}, {level.name}"
        raise KeyError(body.level)

    async def _start(
        self,
        client: str,
        stored: StoredTable,
        sitting: Sequence[StoredSeat],
        after: tuple[str, StoredEvent] | None = None,
    ) -> Table:
        made = await self._make(stored, sitting, [])
        made.client = client
        events = store.timed(commands.stored(made, await made.work(made.match.opening_entries)))
        opened = msgspec.structs.replace(stored, ended=made.ends_with(events))
        summary = await made.work(summaries.after, made.match, events, stored.created)
        await self._store.add_table(opened, sitting, events, after, summary)
        await made.work(made.fold, events)
        # it is stored, and replayed once there is room
        with suppress(ApiError):
            self._keep(made)
        return made

    async def _open_next(self, table: Table, event: StoredEvent) -> None:
        """Opens the table that follows `table`, given this event."""
        offered = None if table.offer is None else table.offer.instead
        terms = offered or Terms(table.stored.settings, cast(TakeBack, table.stored.take_back))
        stored = StoredTable(
            id=event.note,
            game=table.stored.game,
            settings=terms.settings,
            secret=credentials.new_secret(),
            opponent=table.stored.opponent,
            # a return link leads to the newest table
            created=max(store.now(), table.stored.created + 1),
            rules=table.match.game.spec.rules.version,
            draws=rng.VERSION,
            take_back=terms.take_back,
        )
        replaced = msgspec.structs.replace
        seats = [_salted(replaced(seat, gives=_gives(table, seat))) for seat in table.seats]
        if event.kind == "rematch":
            seats = [replaced(seat, seat=1 - seat.seat) for seat in reversed(seats)]
        await self._start(table.client, stored, seats, (table.id, event))

    async def invited(self, code: str) -> Table | ArchivedTable | None:
        """The table that an invitation leads to."""
        found = await self._store.invited_to(code) if credentials.ID.fullmatch(code) else None
        return None if found is None else await self.table(found)

    async def join(
        self, table: Table, name: str, instead: Terms | None = None, seed: OwnSeed | None = None
    ) -> Seated | None:
        """Seats a guest, who may ask for another match `instead`, in the free seat of `table`; None if it is taken.

        Raises `SettingError` if a setting of that match does not exist, or `ApiError` if the table does not accept the
        `seed`.
        """
        if seed is not None:
            try:
                commands.commits_to(table.match, seed.commitment)
            except commands.RefusalError as refusal:
                raise ApiError(409, refusal.reason) from None
        if instead is not None:
            game = await self._library.load(table.stored.game, instead.settings)
            instead = Terms(game.settings, instead.take_back)
        free = next((s.seat for s in table.seats if s.kind == "empty"), None)
        if free is None:
            return None
        token = credentials.new_token()
        called = apart(person(name), table.seats[1 - free].name)
        hashed = credentials.hash_token(token)
        taken = _salted(StoredSeat(free, "person", called, token=hashed, gives=seed is not None))
        if not await table.take_seat(taken, instead, "" if seed is None else seed.seed):
            return None
        return Seated(table.id, table.stored.game, [free], [token], commitment=table.pledge)

    async def returned(self, token: str) -> Returned | None:
        """Where a return link leads."""
        found = await self._store.seat_of(credentials.hash_token(token))
        return None if found is None else Returned(*found)

    def sweep(self, now: float) -> None:
        """Drops tables that nobody is viewing if they are finished or long idle; others drop their caches. Called
        at intervals with a clock's time in seconds.
        """
        for table in tuple(self._tables.values()):
            if not self._is_alone(table):
                self._left.pop(table.id, None)
                continue
            left = self._left.setdefault(table.id, now)
            if table.match.over or table.broken or now - left >= self._limits.idle:
                self._forget(table)
            elif now - left >= RESTS and not table.worker.plain:
                table.rest()

    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @property
    def held(self) -> list[str]:
        """The tables in memory."""
        return list(self._tables)


async def _quietly(chore: Coroutine[None, None, None]) -> None:
    # the store has reported the error; a table changed by another server is read again on request
    with suppress(StorageError, ConflictError, ApiError):
        await chore


def _is_outdated(spec: Spec, stored: StoredTable | Listed) -> bool:
    """Whether a match began under older rules that no longer exist."""
    return stored.rules < spec.rules.version and stored.rules not in spec.versions


def check_offered(catalog: Catalog, stored: StoredTable | Listed) -> None:
    """Raises an error for a match that cannot be continued: its game is no longer offered, or its rules have changed since."""
    spec = catalog.games.get(stored.game)
    if spec is None:
        raise ShutError(NOT_OFFERED.format(stored.game))
    if _is_outdated(spec, stored):
        raise ShutError(CHANGED.format(spec.name))
    try:
        check_rules(spec, stored.rules, stored.draws)
    except OtherRulesError as error:
        raise ShutError(str(error)) from None


def _salted(seat: StoredSeat) -> StoredSeat:
    """The seat with the digest of its name and a fresh salt."""
    salt = credentials.new_salt()
    return msgspec.structs.replace(seat, salt=salt, digest=rng.chained(salt, seat.name))


def _gives(table: Table, seat: StoredSeat) -> bool:
    """Whether the page in a seat will give a seed at the next table: it did at this one, or has announced that it will."""
    seats = (0, 1) if table.stored.opponent == "hotseat" else (seat.seat,)
    return any(table.match.sitters[one].seed or one in table.giving for one in seats)


def seat_of(table: Table | ArchivedTable | Shut | Listed, token: str) -> int | None:
    """The seat at `table` that `token` holds."""
    wanted = credentials.hash_token(token)
    held = [s.seat for s in table.seats if s.token is not None and hmac.compare_digest(s.token, wanted)]
    return held[0] if held else None


def invitation(table: Table | ArchivedTable) -> Invite:
    """The description of an invitation to `table`."""
    empty = next((s.seat for s in table.seats if s.kind == "empty"), None)
    joined = next((event.seat for event in table.events if event.kind == "join"), None)
    guest = empty if empty is not None else joined
    host = table.seats[0 if guest is None else 1 - guest]
    closed = empty is None or table.over
    # latecomers to a table that was left for another are led to the other
    there = table.id if table.over else table.rematch or table.id
    take_back = cast(TakeBack, table.stored.take_back)
    return Invite(
        there,
        table.stored.game,
        host.name,
        closed,
        dict(table.settings),
        table.length,
        take_back,
        table.pledge,
    )
