"""The store: tables, seats and events in a database; an event is on disk before anyone sees it.

SQLite in WAL mode by default, PostgreSQL by its URL. `events(table_id, seq)` is the primary key, so if two writers want
the same number, one is refused. Changes that arrive while the threads are busy are then stored in one transaction.
Several servers may share a PostgreSQL database: each notifies the others of what it stores, in the same transaction, with a
notice on `CHANNEL`.
"""

import asyncio
import logging
import os
import secrets
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep, time_ns
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import platformdirs
import sqlalchemy as sql
from sqlalchemy.event import listen
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.sql.compiler import SQLCompiler

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

# seconds of silence after which the connection is checked
ALIVE: dict[str, Any] = {
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "connect_timeout": 5,
}
# seconds to wait while others have a file locked
BUSY = 30.0
# concurrent statements on a database server; a file has one writer
AT_ONCE = 8
# seconds for which a result of `Store.check` is cached, so that frequent checks do not write more often
CHECKED = 1.0
UNSTORED = "The server cannot save at the moment. Nothing is lost: it keeps trying."
GONE = "it was deleted or replaced while the server ran: start the server again"

# permissions of a file's owner, and of others
OWN, OTHERS = 0o600, 0o077
EXPOSED = "other users can read %s, and with it the secrets of running matches; this server cannot change its permissions: %s"

# the newest step in `migrations/versions`, which creates the tables below
SCHEMA = 6
NEWER = "its schema is version {}, but this version of Sandtable only supports schemas up to {}: start the newer version"
# in `checks`: the time of the last check for old data, and since when the clock has been trusted
LOOKED, TRUSTED = -1, -2
# seconds after which a server that has not reported itself alive is considered gone
LEASE = 4.0
RUNNING = "servers of an older version still run on it: stop all of them, then start this one"
# number of tables deleted at once
FORGOTTEN = 100
# number of tables listed at once for archiving
UNARCHIVED = 100
# key of the PostgreSQL advisory lock under which one server upgrades: an arbitrary number
UPGRADES = 0x5A4D7AB1

_meta = sql.MetaData()
# where Alembic records the schema of a database
_schema = sql.Table("alembic_version", sql.MetaData(), sql.Column("version_num", sql.String(32)))

_tables = sql.Table(
    "tables",
    _meta,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("game", sql.String(32), nullable=False),
    sql.Column("settings", sql.Text, nullable=False),
    sql.Column("secret", sql.String(64), nullable=False),
    sql.Column("opponent", sql.String(16), nullable=False),
    sql.Column("invite", sql.String(32), unique=True),
    sql.Column("created", sql.BigInteger, nullable=False),
    # tables opened before versions were recorded were played under the first
    sql.Column("rules", sql.Integer, nullable=False, server_default="1"),
    sql.Column("draws", sql.Integer, nullable=False, server_default="1"),
    sql.Column("take_back", sql.String(8), nullable=False, server_default="any"),
    # the number of the event that ended the match, 0 while it runs; unknown if an older version stored the table
    sql.Column("ended", sql.Integer),
)

_seats = sql.Table(
    "seats",
    _meta,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("level", sql.Integer),
    sql.Column("token", sql.String(64), index=True),
    # what the dice of a match depend on instead of a name; older versions did not store it
    sql.Column("salt", sql.String(32)),
    sql.Column("digest", sql.String(64)),
    sql.Column("gives", sql.Boolean, nullable=False, server_default=sql.false()),
)

_events = sql.Table(
    "events",
    _meta,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False),
    sql.Column("seat", sql.Integer, nullable=False),
    sql.Column("action", sql.BigInteger, nullable=False),
    sql.Column("keep", sql.Integer, nullable=False),
    sql.Column("note", sql.String(64), nullable=False),
    sql.Column("message", sql.String(64)),
    # 0 for events stored before times were recorded
    sql.Column("time", sql.BigInteger, nullable=False, server_default="0"),
    # digest of the position after it, if it was the last of the events stored together; older versions did not record
    # it
    sql.Column("digest", sql.String(16)),
    sql.Column("terms", sql.Text),
    sql.UniqueConstraint("table_id", "message"),
)

# derived from the log of each table, for lists of tables; missing for tables last played before summaries existed
_summaries = sql.Table(
    "summaries",
    _meta,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("to_move", sql.Integer, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("changed", sql.BigInteger, nullable=False),
    sql.Column("rematch", sql.String(32)),
    sql.Column("swapped", sql.Boolean, nullable=False),
)

# the servers on this database, each with the time, by the database's clock, at which it last reported itself alive
_servers = sql.Table(
    "servers",
    _meta,
    sql.Column("name", sql.String(32), primary_key=True),
    sql.Column("seen", sql.BigInteger, nullable=False),
)

# finished matches, as everyone may see them from then on (`archive`); `seq` is the last event in it
_archives = sql.Table(
    "archives",
    _meta,
    sql.Column("table_id", sql.String(32), sql.ForeignKey("tables.id"), primary_key=True),
    sql.Column("seq", sql.Integer, nullable=False),
    sql.Column("data", sql.LargeBinary, nullable=False),
)

# the last test value written by each process, keyed by its id; negative ids are what `Store.note_look` records
_checks = sql.Table(
    "checks",
    _meta,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("time", sql.BigInteger, nullable=False),
)


class StoredTable(msgspec.Struct, frozen=True):
    """What is fixed when a table is opened; `created` in milliseconds since 1970.

    `rules` and `draws` are the versions of the game's rules and of the method of drawing outcomes; its log is replayed only
    under these. `take_back` is as in `protocol.NewTable`. `ended` is the exception that changes: the number of the event that
    ended the match, 0 while it runs, None if an older version stored the table and the number has not been determined yet.
    """

    id: str
    game: str
    settings: dict[str, int | str | bool]
    secret: bytes
    opponent: str
    created: int
    rules: int
    draws: int
    invite: str | None = None
    take_back: str = "any"
    ended: int | None = 0


class StoredSeat(msgspec.Struct, frozen=True):
    """The occupant of a seat; `token` is the hash of the seat's token.

    `digest` is that of `salt` and `name`, on which dice depend, so a name can be erased along with its salt. `gives`
    says that the page in this seat gives a seed, which is then in the log.
    """

    seat: int
    kind: str
    name: str
    level: int | None = None
    token: str | None = None
    salt: str | None = None
    digest: str | None = None
    gives: bool = False


class StoredEvent(msgspec.Struct, frozen=True):
    """One event: an entry of the match, or an event outside it (join, seed, offer, decline, rematch).

    `message` is the seat and the id of the message that caused it; `note` holds a name, a seed, what is offered, or the
    next table; `time` is when it happened, in milliseconds since 1970, 0 if that is not known; `digest` is that of
    the position after it, if it was the last of the events stored together; `terms` are those of the match that is
    offered instead, as JSON.
    """

    seq: int
    kind: str
    seat: int
    action: int = -1
    keep: int = -1
    note: str = ""
    message: str | None = None
    time: int = 0
    digest: str | None = None
    terms: str | None = None


class StoredSummary(msgspec.Struct, frozen=True):
    """The data about a match for a list of tables, so that no log has to be replayed.

    `text` is the result, or the prompt for the seat `to_move`; `changed` is the time of the last move, in milliseconds
    since 1970, and `rematch` the table that follows this one, with sides `swapped` or not.
    """

    to_move: int
    text: str
    changed: int
    rematch: str | None = None
    swapped: bool = False


class Listed(msgspec.Struct, frozen=True):
    """A table in a list; `ended` is as for the table, `summary` is None if none is stored yet."""

    game: str
    rules: int
    draws: int
    ended: int | None
    seats: list[StoredSeat]
    summary: StoredSummary | None


class Stored(msgspec.Struct, frozen=True, tag="stored", array_like=True):
    """A notice to the other servers: the log of `table` has reached number `seq`."""

    by: str
    table: str
    seq: int


class WantedNotice(msgspec.Struct, frozen=True, tag="wanted", array_like=True):
    """A notice: a computer has to move at `table` for `client`; the server responsible for that might not know."""

    by: str
    table: str
    client: str = ""


class Present(msgspec.Struct, frozen=True, tag="present", array_like=True):
    """A notice: the number of connections to `table` through this server, in each seat and watching."""

    by: str
    table: str
    seats: tuple[int, int]
    watchers: int


class AskNotice(msgspec.Struct, frozen=True, tag="asked", array_like=True):
    """A notice: this server now has the table too, and asks who is connected to it."""

    by: str
    table: str


Notice = Stored | WantedNotice | Present | AskNotice
# the PostgreSQL channel for notices between servers
CHANNEL = "sandtable"


class ConflictError(Exception):
    """Raised if another writer was faster; nothing was stored."""


class StorageError(Exception):
    """Raised if the database cannot be used, with the reason in a sentence for its host. Players read `UNSTORED`."""


@dataclass(frozen=True)
class _Change:
    """A change to the log of `table` that is waiting to be stored; `stored` is completed once it is committed or has failed."""

    table: str
    make: Callable[[sql.Connection], None]
    stored: asyncio.Future[None]


class Store:
    """The database at `place`: a file, or the URL of a database; `ValueError` for an invalid URL.

    Every method raises `StorageError` while the database cannot be used; whether a change was made is then unknown.
    """

    def __init__(self, place: str | Path) -> None:
        self.name = secrets.token_hex(8)  # the id of this server among those on the database
        self._engine = _engine(place)
        self._own = threading.local()  # the connection of a thread, which stays open
        self._held: list[sql.Connection] = []  # the connections of all threads
        self._lost = 0  # how many times the database has been lost, and with it all connections
        # whether no other server is known to use the database, so that notices need not be sent
        self.alone = False
        # in the driver's form: actions are stored so often that their statements are not built each time
        self._insert = _events.insert().compile(dialect=self._engine.dialect)
        self._upsert = _upsert().compile(dialect=self._engine.dialect)
        told = sql.func.pg_notify(sql.bindparam("channel"), sql.bindparam("notice"))
        self._notify = sql.select(told).compile(dialect=self._engine.dialect)
        self._file = _file(self._engine.url)
        self._threads = ThreadPoolExecutor(AT_ONCE if self.shared else 1, "sandtable-store")
        self._waiting = deque[_Change]()
        self._known: tuple[int, int] | None = None
        self._opened = self._fails = False
        self._checked = -CHECKED

    @cached_property
    def shared(self) -> str | None:
        """Where servers on this database receive notices; None if there can be only one server."""
        url = self._engine.url
        if url.drivername.startswith("sqlite"):
            return None
        return url.set(drivername="postgresql").render_as_string(hide_password=False)

    async def open(self) -> None:
        """Upgrades the database to this version's schema; also raises `StorageError` if a newer version created it."""
        if self._file is not None:
            _make_private(self._file)
        await self._do(self._upgrade)
        self._known, self._opened = self._stamp(), True

    def _upgrade(self, connection: sql.Connection) -> None:
        if connection.dialect.name == "sqlite":
            # there, schema changes are not in a transaction unless one is requested
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            # if servers start together on one database, one upgrades it, and the others find it done
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(UPGRADES)))
        there = _schema_of(connection)
        if there == SCHEMA:
            return
        if there > SCHEMA:
            raise self._failed(NEWER.format(there, SCHEMA))
        if self.shared and sql.inspect(connection).has_table(_servers.name):
            self._wait_for_others(connection)
        import_module("sandtable.server.storage.migrations").upgrade(connection)

    def _wait_for_others(self, connection: sql.Connection) -> None:
        """Waits until no server is alive on the database, so that it can be upgraded; `StorageError` if one stays
        alive.
        """
        alive = sql.select(sql.func.count()).where(_servers.c.seen >= _clock() - int(LEASE * 1000))
        until = monotonic() + LEASE + 1
        while connection.scalar(alive):
            if monotonic() > until:
                raise self._failed(RUNNING)
            sleep(0.1)

    def make_private(self) -> None:
        """Makes the database file readable only by its owner, whoever created it; warns if that fails."""
        for file in [] if self._file is None else _beside(self._file):
            try:
                if file.is_file() and file.stat().st_mode & OTHERS:
                    file.chmod(OWN)
            except OSError as error:
                logger.warning(EXPOSED, file, error.strerror)

    async def close(self) -> None:
        """Closes all connections to the database."""
        # in the threads that opened them
        await asyncio.get_running_loop().run_in_executor(self._threads, self._let_go)
        self._threads.shutdown()

    def _let_go(self) -> None:
        for held in self._held:
            held.close()
        self._engine.dispose()

    async def check(self) -> None:
        """Writes a value and reads it back."""
        if monotonic() - self._checked < CHECKED:
            return
        row = {"id": os.getpid(), "time": now()}
        await self._do(_write_check, row)
        if await self._do(_read_check, row["id"]) != row["time"]:
            raise self._failed("what was read back is not what was written")
        self._checked = monotonic()

    async def _do(
        self, job: Callable[Concatenate[sql.Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """The result of `job`, run in a transaction in one of the store's threads."""
        work = partial(self._within, job, *args, **named)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _change(self, table: str, make: Callable[[sql.Connection], None]) -> None:
        """Makes a change to the log of `table`, with one commit for all that are waiting."""
        change = _Change(table, make, asyncio.get_running_loop().create_future())
        self._waiting.append(change)
        self._threads.submit(self._store_waiting)
        # it is stored even if nobody is waiting for it any more
        await change.stored

    def _store_waiting(self) -> None:
        """Stores all waiting changes that have not already been stored with others."""
        self._store_together(self._take_waiting())

    def _take_waiting(self) -> list[_Change]:
        """All waiting changes, by table: servers that store changes to the same tables in different orders would deadlock."""
        taken: list[_Change] = []
        with suppress(IndexError):
            while True:
                taken.append(self._waiting.popleft())
        return sorted(taken, key=lambda change: change.table)

    def _store_together(self, changes: Sequence[_Change]) -> None:
        """Stores changes with one commit; if one of them fails, each with its own, so that the others are stored."""
        if not changes:
            return
        try:
            self._within(_make_all, changes)
        except Exception as error:  # noqa: BLE001 - passed to whoever waits for it
            if len(changes) > 1 and not isinstance(error, StorageError):
                for change in changes:
                    self._store_together([change])
                return
            _answer(changes, error)
        else:
            _answer(changes)

    def _within(
        self, job: Callable[Concatenate[sql.Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """The result of `job`, run in a transaction. Raises `ConflictError` if another writer was faster, or `StorageError` if
        the database cannot be used. If the connection was lost before the commit, nothing is stored, and `job` is retried once
        on a new connection.
        """
        again = True
        while True:
            asked = False
            try:
                if self._known is not None and self._stamp() != self._known:
                    raise self._failed(GONE)
                connection = self._connection()
                with connection.begin():
                    made = job(connection, *args, **named)
                    asked = True
            except IntegrityError:
                raise ConflictError from None
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                if asked:
                    # on this connection, uncommitted data could be read as if it were committed, and would block others
                    self._drop()
                if getattr(error, "connection_invalidated", False):
                    self._lost += 1
                    if again and not asked:
                        again = False
                        continue
                raise self._failed(str(getattr(error, "orig", None) or error)) from None
            if self._fails:
                self._fails = False
                logger.warning("the database can be used again")
            return made

    def _connection(self) -> sql.Connection:
        """The connection of this thread."""
        held: sql.Connection | None = getattr(self._own, "connection", None)
        if held is not None and self._own.since != self._lost:
            self._drop()
            held = None
        if held is None:
            self._own.since = self._lost
            held = self._own.connection = self._engine.connect()
            self._held.append(held)
        return held

    def _drop(self) -> None:
        """Closes the connection of this thread."""
        held: sql.Connection = self._own.connection
        self._own.connection = None
        self._held.remove(held)
        held.invalidate()
        # a connection that is not returned would count in the pool for ever
        held.close()

    def _add_events(self, connection: sql.Connection, table: str, events: Sequence[StoredEvent]) -> None:
        if not events:
            return
        rows = [_given(self._insert, _row(table, event)) for event in events]
        # a driver is faster with a single row outside a list
        connection.exec_driver_sql(self._insert.string, rows if len(rows) > 1 else rows[0])

    def _summarize(self, connection: sql.Connection, table: str, summary: StoredSummary) -> None:
        row = _given(self._upsert, {"table_id": table, **msgspec.structs.asdict(summary)})
        connection.exec_driver_sql(self._upsert.string, row)

    def _news(self, table: str, events: Sequence[StoredEvent]) -> list[Notice]:
        """The notices to other servers about additions to a log; none if there are no other servers."""
        return [Stored(self.name, table, events[-1].seq)] if events and self.shared and not self.alone else []

    def _tell(self, connection: sql.Connection, notices: Sequence[Notice]) -> None:
        for notice in notices:
            row = {"channel": CHANNEL, "notice": msgspec.json.encode(notice).decode()}
            connection.exec_driver_sql(self._notify.string, _given(self._notify, row))

    def _failed(self, why: str) -> StorageError:
        place = self._engine.url.render_as_string() if self._file is None else self._file
        reason = why.strip().partition("\n")[0].rstrip(".") or "it does not answer"
        error = StorageError(f"Cannot use the database {place}: {reason}.")
        if self._opened and not self._fails:
            # once, rather than at every attempt
            self._fails = True
            logger.error("%s", error)
        return error

    def _stamp(self) -> tuple[int, int] | None:
        """An identifier that distinguishes the database file from another of the same name; None if there is none."""
        if self._file is None:
            return None
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    async def add_table(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        events: Sequence[StoredEvent],
        after: tuple[str, StoredEvent] | None = None,
        summary: StoredSummary | None = None,
    ) -> None:
        """Stores a new table, together with the event `after` in the log of the table that it follows; `ConflictError`
        if that fails.
        """
        row = {**msgspec.structs.asdict(table), "secret": table.secret.hex()}
        row["settings"] = msgspec.json.encode(table.settings).decode()
        told = [] if after is None else self._news(after[0], [after[1]])

        def add(connection: sql.Connection) -> None:
            connection.execute(_tables.insert(), row)
            connection.execute(_seats.insert(), [_row(table.id, seat) for seat in seats])
            self._add_events(connection, table.id, events)
            if summary is not None:
                self._summarize(connection, table.id, summary)
            if after is not None:
                self._add_events(connection, after[0], [after[1]])
                followed = {"rematch": table.id, "swapped": after[1].kind == "rematch"}
                connection.execute(
                    _summaries.update().where(_summaries.c.table_id == after[0]).values(followed)
                )
            self._tell(connection, told)

        await self._change(table.id if after is None else after[0], add)

    async def append(
        self,
        table: str,
        events: Sequence[StoredEvent],
        seat: StoredSeat | None = None,
        ended: int | None = None,
        summary: StoredSummary | None = None,
    ) -> None:
        """Stores `events`, together with a new occupant of `seat`, the end of the match (`StoredTable`) and a new
        `summary`.

        All or nothing: if nothing, raises `ConflictError`.
        """
        told = self._news(table, events)

        def add(connection: sql.Connection) -> None:
            self._add_events(connection, table, events)
            if summary is not None:
                self._summarize(connection, table, summary)
            if seat is not None:
                _take_seat(connection, table, seat)
            if ended is not None:
                _end(connection, table, ended)
            self._tell(connection, told)

        await self._change(table, add)

    async def table(self, table: str) -> tuple[StoredTable, list[StoredSeat], list[StoredEvent]] | None:
        """A table with its seats and all its events in order; None if it does not exist."""

        def read(
            connection: sql.Connection,
        ) -> tuple[StoredTable, list[StoredSeat], list[StoredEvent]] | None:
            head = connection.execute(sql.select(_tables).where(_tables.c.id == table)).mappings().first()
            if head is None:
                return None
            return _stored_table(head), _seats_at(connection, table), _events_at(connection, table, 0)

        return await self._do(read)

    async def listed(self, tables: Collection[str]) -> dict[str, Listed]:
        """The tables among these that exist, each with its seats and its summary; no log is read."""
        wanted = (
            sql.select(*(_tables.c[name] for name in ("id", "game", "rules", "draws", "ended")), _summaries)
            .outerjoin(_summaries, _summaries.c.table_id == _tables.c.id)
            .where(_tables.c.id.in_(tables))
        )
        sitting = sql.select(_seats).where(_seats.c.table_id.in_(tables)).order_by(_seats.c.seat)

        def read(connection: sql.Connection) -> dict[str, Listed]:
            seats: dict[str, list[StoredSeat]] = {}
            for row in connection.execute(sitting).mappings():
                seats.setdefault(row["table_id"], []).append(_from(StoredSeat, row))
            return {
                row["id"]: Listed(
                    row["game"],
                    row["rules"],
                    row["draws"],
                    row["ended"],
                    seats[row["id"]],
                    None if row["table_id"] is None else _from(StoredSummary, row),
                )
                for row in connection.execute(wanted).mappings()
            }

        return await self._do(read)

    async def summarize(self, table: str, summary: StoredSummary) -> None:
        """Stores the summary of a table that has none; one stored in the meantime stays."""
        row = {"table_id": table, **msgspec.structs.asdict(summary)}
        there = sql.exists().where(_summaries.c.table_id == table)
        values = sql.select(*(sql.literal(value, _summaries.c[name].type) for name, value in row.items()))
        with suppress(ConflictError):
            await self._do(
                sql.Connection.execute, _summaries.insert().from_select(list(row), values.where(~there))
            )

    async def since(self, table: str, seq: int) -> tuple[list[StoredSeat], list[StoredEvent]]:
        """The events of a table after number `seq`, and its occupants if there are any such events."""

        def read(connection: sql.Connection) -> tuple[list[StoredSeat], list[StoredEvent]]:
            events = _events_at(connection, table, seq)
            return (_seats_at(connection, table) if events else []), events

        return await self._do(read)

    async def note_ended(self, table: str, seq: int) -> None:
        """Records which event ended the match of a table, 0 for none, if that was not known."""
        unknown = (_tables.c.id == table) & _tables.c.ended.is_(None)
        await self._do(sql.Connection.execute, _tables.update().where(unknown).values(ended=seq))

    async def archive(self, table: str) -> bytes | None:
        """The archive of a table; None if there is none."""
        found = await self._do(_all, sql.select(_archives.c.data).where(_archives.c.table_id == table))
        return found[0][0] if found else None

    async def keep_archive(self, table: str, seq: int, data: bytes) -> None:
        """Stores the archive of a match up to event `seq`, unless one exists that goes as far."""
        row = {"table_id": table, "seq": seq, "data": data}

        def keep(connection: sql.Connection) -> None:
            shorter = (_archives.c.table_id == table) & (_archives.c.seq < seq)
            there = sql.select(_archives.c.seq).where(_archives.c.table_id == table)
            if connection.execute(_archives.update().where(shorter).values(row)).rowcount:
                return
            if connection.scalar(there) is None:
                connection.execute(_archives.insert(), row)

        # another server that archives it too may be faster
        with suppress(ConflictError):
            await self._do(keep)

    async def unarchived(
        self, rules: Mapping[str, Sequence[int]], after: str = "", running: bool = False
    ) -> list[str]:
        """The first tables by id after `after` whose match has ended, or may have, and is not archived.

        With `running`, also those whose match is still going on; in any case only those with the versions of the rules
        that `rules` gives for their game.
        """
        left = sql.or_(_tables.c.ended.is_(None), _tables.c.ended > 0)
        left &= sql.or_(_archives.c.seq.is_(None), _archives.c.seq < _tables.c.ended)
        known = [(_tables.c.game == game) & _tables.c.rules.in_(versions) for game, versions in rules.items()]
        wanted = (
            sql.select(_tables.c.id)
            .outerjoin(_archives, _archives.c.table_id == _tables.c.id)
            .where(_tables.c.id > after, sql.or_(sql.false(), *known))
            .where(sql.or_(left, _tables.c.ended == 0) if running else left)
            .order_by(_tables.c.id)
            .limit(UNARCHIVED)
        )
        return [row.id for row in await self._do(_all, wanted)]

    async def tell(self, notices: Sequence[Notice]) -> None:
        """Notifies the other servers on a shared database."""
        await self._do(self._tell, notices)

    async def note_alive(self, within: int) -> list[str]:
        """Records that this server is alive; returns the servers that were alive in the last `within` milliseconds,
        including this one.
        """
        clock = _clock()

        def note(connection: sql.Connection) -> list[str]:
            own = _servers.update().where(_servers.c.name == self.name).values(seen=clock)
            if not connection.execute(own).rowcount:
                connection.execute(_servers.insert().values(name=self.name, seen=clock))
            connection.execute(_servers.delete().where(_servers.c.seen < clock - within))
            return list(connection.scalars(sql.select(_servers.c.name).order_by(_servers.c.name)))

        return await self._do(note)

    async def note_end(self) -> None:
        """Records that this server is closing."""
        await self._do(sql.Connection.execute, _servers.delete().where(_servers.c.name == self.name))

    async def at_table(self, table: str) -> tuple[str, tuple[str, str]] | None:
        """A table's game and the names at the table; None if the table does not exist."""
        wanted = (
            sql.select(_tables.c.game, _seats.c.name)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .where(_tables.c.id == table)
            .order_by(_seats.c.seat)
        )
        found = await self._do(_all, wanted)
        return (found[0][0], (found[0][1], found[1][1])) if found else None

    async def invited_to(self, code: str) -> str | None:
        """The table to which an invitation leads."""
        found = await self._do(_all, sql.select(_tables.c.id).where(_tables.c.invite == code))
        return found[0][0] if found else None

    async def agreed(self, game: str, kind: str, most: int) -> list[str]:
        """Of the `most` newest tables of a game, those at which each person's last event of this `kind` says yes."""
        newest = sql.select(_tables.c.id).where(_tables.c.game == game).order_by(_tables.c.created.desc())
        known = newest.limit(most).subquery()
        said = (
            sql.select(_events.c.table_id, _events.c.seat, _events.c.note)
            .join(known, known.c.id == _events.c.table_id)
            .where(_events.c.kind == kind)
            .order_by(_events.c.table_id, _events.c.seq)
        )
        people = (
            sql.select(_seats.c.table_id, _seats.c.seat)
            .join(known, known.c.id == _seats.c.table_id)
            .where(_seats.c.kind == "person")
        )
        last = {(table, seat): note for table, seat, note in await self._do(_all, said)}
        asked: dict[str, list[bool]] = {}
        for table, seat in await self._do(_all, people) if last else ():
            asked.setdefault(table, []).append(last.get((table, seat)) == "yes")
        return sorted(table for table, answers in asked.items() if all(answers))

    async def forget(self, before: int, but: Collection[str] = ()) -> list[tuple[str, int]]:
        """Permanently deletes tables at which nothing has happened since `before`; returns which, and when they were
        last active. At most FORGOTTEN at once, and none of those in `but`. Times are in milliseconds since 1970.
        `ConflictError` if something happens at one of them meanwhile.
        """
        last = sql.func.max(sql.func.coalesce(_events.c.time, 0))
        quiet = (
            sql.select(_tables.c.id, _tables.c.created, last.label("last"))
            .outerjoin(_events, _events.c.table_id == _tables.c.id)
            .where(_tables.c.created < before, _tables.c.id.not_in(but))
            .group_by(_tables.c.id, _tables.c.created)
            .having(last < before)
            .limit(FORGOTTEN)
        )

        def delete(connection: sql.Connection) -> list[tuple[str, int]]:
            found = [(row.id, max(row.created, row.last)) for row in connection.execute(quiet)]
            gone = [table for table, _ in found]
            for kept in (
                _archives.c.table_id,
                _events.c.table_id,
                _seats.c.table_id,
                _summaries.c.table_id,
                _tables.c.id,
            ):
                connection.execute(sql.delete(kept.table).where(kept.in_(gone)))
            return found

        return await self._do(delete)

    async def looked(self) -> tuple[int, int]:
        """When a server last checked for old data, and since when it has trusted its clock.

        Before the first check: when something was last stored, and 0.
        """
        wanted = sql.select(_checks.c.id, _checks.c.time).where(_checks.c.id.in_((LOOKED, TRUSTED)))

        def read(connection: sql.Connection) -> tuple[int, int]:
            found = {row.id: row.time for row in connection.execute(wanted)}
            if LOOKED in found:
                return found[LOOKED], found.get(TRUSTED, 0)
            newest = [
                connection.scalar(sql.select(sql.func.max(at))) for at in (_tables.c.created, _events.c.time)
            ]
            return max(at or 0 for at in newest), 0

        return await self._do(read)

    async def note_look(self, at: int, trusted: int) -> None:
        """Records a check for old data, and since when the clock has been trusted."""
        rows = [{"id": LOOKED, "time": at}, {"id": TRUSTED, "time": trusted}]

        def note(connection: sql.Connection) -> None:
            for row in rows:
                _write_check(connection, row)

        await self._do(note)

    async def seat_of(self, token: str) -> tuple[str, str, int] | None:
        """The table, its game and the seat for a token's hash; the newest table if the token holds several seats."""
        wanted = (
            sql.select(_tables.c.id, _tables.c.game, _seats.c.seat)
            .join(_seats, _seats.c.table_id == _tables.c.id)
            .where(_seats.c.token == token)
            .order_by(_tables.c.created.desc(), _tables.c.id, _seats.c.seat)
            .limit(1)
        )
        found = await self._do(_all, wanted)
        return (found[0][0], found[0][1], found[0][2]) if found else None


def now() -> int:
    """The time in milliseconds since 1970."""
    return time_ns() // 1_000_000


def _clock() -> sql.ColumnElement[int]:
    """The time by the clock of a database on a server, in milliseconds since 1970."""
    return sql.cast(sql.func.extract("epoch", sql.func.clock_timestamp()) * 1000, sql.BigInteger)


def timed(events: Sequence[StoredEvent]) -> list[StoredEvent]:
    """The events, with the current time."""
    at = now()
    return [msgspec.structs.replace(event, time=at) for event in events]


def default_place() -> Path:
    """The database file in the user's data folder, which is created if it is missing."""
    folder = Path(platformdirs.user_data_dir("sandtable", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OSError(f"Cannot create the folder {folder} for the database: {error.strerror}.") from None
    return folder / "tables.db"


def on_a_server(place: str | Path) -> bool:
    """Whether a database is on a server, which several processes may use at once."""
    return "://" in str(place) and not str(place).startswith("sqlite")


def file_of(place: str | Path) -> Path | None:
    """The file of a database; None for one in memory or on a server."""
    return None if on_a_server(place) else _file(_engine(place).url)


def _engine(place: str | Path) -> sql.Engine:
    if isinstance(place, str) and "://" in place:
        # errors must not contain the parameters of a statement
        try:
            url = sql.make_url(place)
            if url.drivername in ("postgresql", "postgres"):
                url = url.set(drivername="postgresql+psycopg")
            if not url.drivername.startswith("sqlite"):
                alive = ALIVE if url.drivername.startswith("postgresql") else {}
                return sql.create_engine(url, hide_parameters=True, pool_size=AT_ONCE, connect_args=alive)
        except (ArgumentError, ModuleNotFoundError):
            kind = place.partition("://")[0]
            raise ValueError(
                f"{kind!r} databases are not supported: give a file, or a URL such as "
                "postgresql://user@host/name (which needs the extra sandtable[postgres])"
            ) from None
        place = url.database or ":memory:"
    url = sql.URL.create("sqlite", database=str(place))
    engine = sql.create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY})
    listen(engine, "connect", _set_up_sqlite)
    return engine


def _file(url: sql.URL) -> Path | None:
    """The file of a database; None for one in memory or on a server."""
    name = url.database or ":memory:"
    return Path(name) if url.drivername.startswith("sqlite") and name != ":memory:" else None


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    _switch(cursor)
    # a commit is on disk, not only on its way there
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def _switch(cursor: Any) -> None:
    # for this one statement SQLite does not wait for writers, such as another process that opens the same new file
    until = monotonic() + BUSY
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
        sleep(0.01)


def _make_private(file: Path) -> None:
    # the file will contain the secrets of running matches: only its owner may read it and the files that SQLite creates
    # next to it
    with suppress(OSError):
        if not (file.exists() and file.stat().st_size):
            file.touch(OWN)
            file.chmod(OWN)


def _beside(file: Path) -> list[Path]:
    """The database file, and those that SQLite creates next to it."""
    return [file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))]


def _schema_of(connection: sql.Connection) -> int:
    """The number of the database's schema; 0 if it has none."""
    if not sql.inspect(connection).has_table(_schema.name):
        return 0
    return int(connection.scalar(sql.select(_schema.c.version_num)) or 0)


def _write_check(connection: sql.Connection, row: dict[str, int]) -> None:
    connection.execute(_checks.delete().where(_checks.c.id == row["id"]))
    connection.execute(_checks.insert(), row)


def _read_check(connection: sql.Connection, number: int) -> int | None:
    return connection.scalar(sql.select(_checks.c.time).where(_checks.c.id == number))


def _answer(changes: Sequence[_Change], error: Exception | None = None) -> None:
    """Completes, in their event loop, the futures of changes that have been stored or have failed."""
    try:
        changes[0].stored.get_loop().call_soon_threadsafe(_done, changes, error)
    except RuntimeError:
        logger.debug("the server has stopped before it was stored")


def _done(changes: Sequence[_Change], error: Exception | None) -> None:
    for change in changes:
        if change.stored.done():
            # nobody is waiting any more
            continue
        if error is None:
            change.stored.set_result(None)
        else:
            change.stored.set_exception(error)


def _make_all(connection: sql.Connection, changes: Sequence[_Change]) -> None:
    for change in changes:
        change.make(connection)


def _all(connection: sql.Connection, wanted: Any) -> Sequence[Any]:
    return connection.execute(wanted).all()


def _events_at(connection: sql.Connection, table: str, after: int) -> list[StoredEvent]:
    wanted = (_events.c.table_id == table) & (_events.c.seq > after)
    found = connection.execute(sql.select(_events).where(wanted).order_by(_events.c.seq))
    return [_from(StoredEvent, row) for row in found.mappings()]


def _seats_at(connection: sql.Connection, table: str) -> list[StoredSeat]:
    found = connection.execute(sql.select(_seats).where(_seats.c.table_id == table).order_by(_seats.c.seat))
    return [_from(StoredSeat, row) for row in found.mappings()]


def _take_seat(connection: sql.Connection, table: str, seat: StoredSeat) -> None:
    free = (_seats.c.table_id == table) & (_seats.c.seat == seat.seat) & (_seats.c.kind == "empty")
    if connection.execute(_seats.update().where(free).values(_row(table, seat))).rowcount != 1:
        raise ConflictError


def _end(connection: sql.Connection, table: str, ended: int) -> None:
    # another server may have ended the match after its head was read and before its events were
    running = (_tables.c.id == table) & ((_tables.c.ended == 0) | _tables.c.ended.is_(None))
    if connection.execute(_tables.update().where(running).values(ended=ended)).rowcount != 1:
        raise ConflictError


def _given(statement: SQLCompiler, row: dict[str, Any]) -> Any:
    """The values of a row in the driver's form for a statement."""
    names = statement.positiontup
    return row if names is None else tuple(row[name] for name in names)


def _upsert() -> sql.TextClause:
    """The statement that stores the summary of a table, whether or not the table already has one."""
    names = [column.name for column in _summaries.columns]
    changes = ", ".join(f"{name} = excluded.{name}" for name in names if name != "table_id")
    return sql.text(
        f"INSERT INTO summaries ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)}) "
        f"ON CONFLICT (table_id) DO UPDATE SET {changes}"
    )


def _row(table: str, stored: StoredSeat | StoredEvent) -> dict[str, Any]:
    return {"table_id": table, **msgspec.structs.asdict(stored)}


def _from(kind: type[Any], row: Any) -> Any:
    return kind(**{name: row[name] for name in kind.__struct_fields__})


def _stored_table(row: Any) -> StoredTable:
    settings = msgspec.json.decode(row["settings"], type=dict[str, int | str | bool])
    fields: dict[str, Any] = {name: row[name] for name in StoredTable.__struct_fields__}
    fields.update(settings=settings, secret=bytes.fromhex(row["secret"]))
    return StoredTable(**fields)
