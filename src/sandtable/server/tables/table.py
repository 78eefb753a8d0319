"""A table: one match, its seats, its log, and the queue in which messages change it.

Messages are carried out one after another. The effects of a message are computed first, stored, and only then applied
to the table that others see. If another server has stored something first, that is read and the effects are computed again. A
table that could not be stored is `broken`, as is one that was dropped from memory: it is discarded and replayed from its log.
"""

import asyncio
import dataclasses
import logging
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ParamSpec, TypeVar, cast

import msgspec
from msgspec.structs import replace

from sandtable.authoring.spec import LogLine, RollLuck
from sandtable.engine.game import Game
from sandtable.engine.match import Entry, EntryLine, HintQuestion, Match, Sitter
from sandtable.server.limits import TOO_MANY_TABLES
from sandtable.server.loading.worker import Worker
from sandtable.server.protocol import (
    Accepted,
    Act,
    Enter,
    Finish,
    Hint,
    Luck,
    Offer,
    Refused,
    Resign,
    Roll,
    Terms,
    Thinking,
    Wish,
)
from sandtable.server.storage.store import (
    UNSTORED,
    ConflictError,
    StorageError,
    Store,
    StoredEvent,
    StoredSeat,
    StoredTable,
    timed,
)
from sandtable.server.tables import commands, summaries
from sandtable.server.tables.audience import Logged
from sandtable.server.tables.numbering import CONSENT, HINT, PRIVATE, SEED, UNTOLD, Numbering

logger = logging.getLogger(__name__)

ENTRIES = ("action", "outcome", "undo", HINT, "resign", "finish", "void")
# messages that bring a match nearer to its end, and those among them that end it
GOES_ON = (Act, Roll, Enter, Resign, Finish)
ENDING = (Resign, Finish)
# number of a table's events that are not plies of its match (undone moves, offers, consent), after which only moves are
# accepted: repeated undos cannot fill the memory, and plies are limited by the game's declared bound
BESIDE = 4000
# maximum number of plies in any match: games declare bounds that nobody could reach in play, but two players who try could fill
# the memory
LONGEST = 10_000
# how many more events are accepted once the match is over, so that a rematch is possible even after many undos
AFTERWARDS = 100
# size of the cache of the luck in outcomes
FORTUNES = 8
# how many times a message is handled again because another server stored something first
TRIES = 20

FULL = "Too many undos and offers at this table. From here on you can only play moves."
TOO_LONG = f"This match has gone on for {LONGEST:,} actions and outcomes: it can only be given up."
FULL_AFTERWARDS = "Too many undos and messages at this table: nothing more is kept. Open a new table."

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Shut:
    """The stored data of a table that cannot be continued, and why."""

    stored: StoredTable
    seats: Sequence[StoredSeat]
    events: Sequence[StoredEvent]
    why: str


class Table(Logged):
    """A table in memory; `match` and everything else are derived from the events."""

    # the module whose functions display it
    shown_by = "sandtable.server.tables.snapshot"
    archived = ""

    def __init__(
        self,
        stored: StoredTable,
        seats: Sequence[StoredSeat],
        match: Match,
        store: Store,
        worker: Worker | None = None,
    ) -> None:
        super().__init__(stored, seats, (), 0)
        self.worker = worker or Worker()
        self.match = match
        self.numbers = Numbering()
        self.offer: Offer | None = None
        self.offered: StoredEvent | None = None
        self.rematch: str | None = None
        self.agreed = [False, False]  # the seats that have agreed to have the finished match counted
        self.giving: set[int] = set()  # the seats whose pages here give seeds automatically
        self.swapped = False
        self.thinking: int | None = None
        self.client = ""  # the client who opened it or joined last; its computer's thinking counts as theirs
        self.broken = False
        self.open_next: Callable[[Table, StoredEvent], Awaitable[None]] | None = None
        self.stirred: Callable[[Table], None] | None = None
        self.ended: Callable[[str], None] | None = None  # gets the id once the end of the match is stored
        # answers to hints, by question: given again, they cost nothing
        self.answers: dict[HintQuestion, Hint] = {}
        self.hinting = asyncio.Lock()  # hints are worked out one after another
        self._done: dict[str, int] = {}
        self._store = store
        self._queue = asyncio.Lock()
        self._hands = asyncio.Lock()
        self._entries: list[int] = []  # the stored numbers of the events that are entries of the match
        self._luck: dict[int, list[tuple[Luck, Luck]]] = {}
        self._rolls: dict[tuple[int, bytes], RollLuck | None] = {}

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.match.over

    @property
    def last_ply(self) -> int:
        """The current ply."""
        return self.match.ply

    @property
    def sides(self) -> tuple[str, str]:
        """The names of the game's sides."""
        return self.match.game.spec.presentation.sides

    @property
    def settings(self) -> Mapping[str, int | str | bool]:
        """All settings of the match."""
        return self.match.game.settings

    @property
    def length(self) -> str:
        """The length of such a match, if the game gives it."""
        return self.match.game.spec.presentation.length(self.match.game.settings)

    @property
    def pledge(self) -> str:
        """The secret's digest, which a page must know before it gives a seed; "" if none is accepted."""
        return self.match.commitment if self.match.seeded else ""

    @property
    def busy(self) -> bool:
        """Whether a message is being carried out here."""
        return self._queue.locked()

    async def work(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`, which reads the match or adds to it; one such job at a time (see `Worker`)."""
        if not (self.worker.plain or self._hands.locked()):
            # it runs here and now, and nothing can intervene
            return job(*args, **named)
        async with self._hands:
            return await self.worker.work(job, *args, **named)

    def fold(self, events: Sequence[StoredEvent]) -> None:
        """Adds events that are already stored; `ValueError` if they lead to a different position from when they were played."""
        for event in events:
            if event.seq != self.seq + 1:
                raise ConflictError
            self._add(event)
            if event.digest is not None and event.digest != self.match.digest(self.match.position):
                raise ValueError(
                    f"event {event.seq} no longer leads to the same position as when it was stored"
                )

    def settle(self) -> None:
        """Counts the match as finished if it ended before players had to confirm the end; its whole log has been replayed."""
        if self.stored.ended != 0:
            self.match.settle()

    async def carry_out(
        self, seat: int | None, message: commands.Message, may_open: Callable[[], bool] = lambda: True
    ) -> Accepted | Refused:
        """Carries out a seat's message, once for each id; returns the response. A rematch asks `may_open` first."""
        if seat is None:
            return Refused(message.id, "spectator", "You are watching: only a player can do that.")
        key = f"{seat}:{message.id}"
        async with self._queue:
            for _ in range(TRIES):
                if key in self._done:
                    return Accepted(message.id, self.numbers.of(self._done[key]))
                events = await self._effects(seat, message)
                if isinstance(events, Refused):
                    return events
                if not events:
                    return Accepted(message.id, self.numbers.of(self.seq))
                if events[0].kind in commands.FOLLOWING and not may_open():
                    return Refused(message.id, "limit", TOO_MANY_TABLES)
                if await self._commit([replace(events[0], message=key), *events[1:]]):
                    return Accepted(message.id, self.numbers.of(events[0].seq))
            raise ConflictError

    async def refusal(self, seat: int, message: commands.Message) -> Refused | None:
        """Why a seat's message would be refused now; None if it would be carried out."""
        events = await self._effects(seat, message)
        return events if isinstance(events, Refused) else None

    async def _effects(self, seat: int, message: commands.Message) -> list[StoredEvent] | Refused:
        """The events that carry out a seat's message now, or why it is refused."""
        full = self._full(seat, message)
        if full:
            return Refused(message.id, "limit", full)
        try:
            return await self.work(commands.events, self, seat, message)
        except commands.RefusalError as refusal:
            return Refused(message.id, refusal.code, refusal.reason, refusal.clause)

    def _full(self, seat: int, message: commands.Message) -> str:
        """Why the log no longer accepts such a message from a seat; empty if it does."""
        # what the other seat does secretly does not count
        beside, over = self.seq - self.numbers.of_others(seat) - self.match.ply, self.match.over
        if isinstance(message, GOES_ON):
            too_long = self.match.ply >= LONGEST and not over and not isinstance(message, ENDING)
            return TOO_LONG if too_long else ""
        if over:
            return FULL_AFTERWARDS if beside >= BESIDE + AFTERWARDS else ""
        return FULL if beside >= BESIDE else ""

    async def take_seat(self, seat: StoredSeat, instead: Terms | None = None, seed: str = "") -> bool:
        """Seats a person, who may ask for another match `instead`, in an empty seat; False if it was taken.

        A `seed` is one that the page gives in the same step.
        """
        async with self._queue:
            for _ in range(TRIES):
                if self.seats[seat.seat].kind != "empty":
                    return False
                events = timed(await self.work(self._joining, seat, instead, seed))
                drawn = [event for event in events if event.kind in ENTRIES]
                ended = self._end_known_by(drawn)
                summary = await self.work(summaries.after, self.match, drawn) if drawn else None
                if await self._stored(self._store.append(self.id, events, seat, ended, summary)):
                    await self._publish(events, [seat])
                    if ended and self.ended is not None:
                        self.ended(self.id)
                    return True
            raise ConflictError

    def _joining(self, seat: StoredSeat, instead: Terms | None, seed: str) -> list[StoredEvent]:
        """The events by which someone takes a seat: with the last seed, the first dice are rolled."""
        events = [StoredEvent(self.seq + 1, "join", seat.seat, note=seat.name)]
        sitters = list(self.match.sitters)
        sitters[seat.seat] = replace(sitter(seat), seed=seed)
        if seed:
            events.append(StoredEvent(self.seq + 2, SEED, seat.seat, note=seed))
        events += commands.stored(self, self.match.entries_with(sitters), len(events))
        if instead is not None:
            terms = msgspec.json.encode(instead).decode()
            number = self.seq + 1 + len(events)
            events.append(StoredEvent(number, "offer", seat.seat, note="instead", terms=terms))
        return events

    async def catch_up(self, seq: int | None = None) -> None:
        """Adds what other servers have stored, up to number `seq` at least; `ConflictError` if that fails."""
        async with self._queue:
            if not self.broken and (seq is None or seq > self.seq):
                await self._read_on()

    async def _read_on(self) -> bool:
        """Adds what others have stored; returns whether there was anything."""
        seats, events = await self._store.since(self.id, self.seq)
        if events:
            try:
                await self._publish(events, seats)
            except (ValueError, ConflictError) as error:
                logger.error("what another server stored at table %s cannot be played on: %s", self.id, error)
                self._break()
                raise ConflictError from None
        return bool(events)

    async def _commit(self, events: list[StoredEvent]) -> bool:
        """Stores events and adds them; if another server was faster, adds what it stored instead and returns False."""
        events = timed(events)
        ended = self._end_known_by(events)
        if events[0].kind in commands.FOLLOWING and self.open_next is not None:
            storing = self.open_next(self, events[0])
        else:
            moves = events[-1].kind in ENTRIES and events[-1].kind != HINT
            summary = await self.work(summaries.after, self.match, events) if moves else None
            storing = self._store.append(self.id, events, ended=ended, summary=summary)
        if not await self._stored(storing):
            return False
        await self._publish(events)
        if ended and self.ended is not None:
            self.ended(self.id)
        return True

    def ends_with(self, events: Sequence[StoredEvent]) -> int:
        """The number of the event by which the latest `events` end the match; 0 if they do not."""
        if not events or events[-1].kind not in ENTRIES:
            return 0
        return events[-1].seq if self.match.ends_with(events[-1].kind) else 0

    def _end_known_by(self, events: Sequence[StoredEvent]) -> int | None:
        """The number to store with `events` as the end of the match (see `ends_with`); None if nothing has changed."""
        unknown = self.stored.ended is None and bool(events) and events[-1].kind in ENTRIES
        return self.ends_with(events) or (0 if unknown else None)

    async def _stored(self, storing: Awaitable[None]) -> bool:
        """Waits for `storing`, and returns whether it succeeded; if another server was faster, what it stored is added
        instead.
        """
        if self.broken:
            raise ConflictError
        try:
            await storing
        except ConflictError:
            if await self._read_on():
                return False
            self._break()
            raise
        except BaseException as error:
            # whether it was stored is unknown here; replaying the log will tell
            self._break(UNSTORED if isinstance(error, StorageError) else "")
            raise
        return True

    def _break(self, why: str = "") -> None:
        self.broken = True
        for listener in tuple(self.listeners):
            listener.drop(why)

    async def _publish(self, events: Sequence[StoredEvent], seats: Sequence[StoredSeat] = ()) -> None:
        """Adds stored events; `seats` are the occupants after them."""
        joined = {event.seat for event in events if event.kind == "join"}
        for seat in seats:
            if seat.seat in joined:
                self.seats[seat.seat] = seat
                self.match.sit(seat.seat, sitter(seat))
        await self.work(self.fold, events)
        private = all(event.kind in PRIVATE for event in events)
        self.announce({event.seat for event in events} if private else None)
        if self.stirred is not None:
            self.stirred(self)

    def rest(self) -> None:
        """Drops caches, which are rebuilt on demand. Called when the table has no listeners."""
        self._shared = {}
        self._luck, self._rolls = {}, {}
        self.match.rest()

    def think(self, seat: int | None) -> None:
        """Records and announces which computer is thinking, if any."""
        before, self.thinking = self.thinking, seat
        news = [Thinking(before, False)] if before is not None and before != seat else []
        news += [Thinking(seat, True)] if seat is not None and before != seat else []
        for listener in tuple(self.listeners):
            for item in news:
                listener.thinking(item)

    def _add(self, event: StoredEvent) -> None:
        if event.kind in ENTRIES:
            number = len(self.match.entries) + 1
            entry = Entry(number, event.kind, event.seat, event.action, event.keep, event.note)  # type: ignore[arg-type]
            self.match.extend([entry])
            self._entries.append(event.seq)
            if event.kind != HINT:
                self.moved = event.seq
            self._forget_luck(event)
        if event.kind == CONSENT:
            self.agreed[event.seat] = event.note == "yes"
        elif event.kind == SEED:
            alone = self.stored.opponent == "hotseat"
            self.match.sitters = commands.with_seed(self.match.sitters, event.seat, event.note, alone)
        elif event.kind != HINT:
            self._note_offer(event)
        if event.message is not None:
            self._done[event.message] = event.seq
        self.events.append(event)
        self.numbers.add(event)

    def _note_offer(self, event: StoredEvent) -> None:
        if event.kind == "offer":
            terms = None if event.terms is None else msgspec.json.decode(event.terms, type=Terms)
            self.offer = Offer(cast(Wish, event.note), event.seat, terms)
            self.offered = event
        elif event.kind != "join" and not self._is_due(event):
            self.offer = self.offered = None
        if event.kind in commands.FOLLOWING:
            self.rematch, self.swapped = event.note, event.kind == "rematch"

    def _is_due(self, event: StoredEvent) -> bool:
        """Whether the event is an outcome that nobody asked for, so that an open offer stays open."""
        return event.kind == "outcome" and not self.match.waits

    def _forget_luck(self, event: StoredEvent) -> None:
        if event.kind == "undo":
            for kept in self._luck.values():
                del kept[event.keep + 1 :]

    def number_of(self, entry: int) -> int:
        """The number of the event that is this entry of the match; 0 for the start."""
        return self.numbers.of(self._entries[entry - 1]) if entry else 0

    def told(self, viewer: int, since: int) -> Iterator[tuple[StoredEvent, int, EntryLine | None]]:
        """The events after number `since`, each with the ply after it, and its line for `viewer` if it is an entry.

        Hints are part of the line after them, once the match is over.
        """
        lines = self.match.lines(viewer)
        since = self.numbers.stored(since)
        number = bisect_right(self._entries, since)
        ply, hints = lines[number - 1].ply if number else 0, ""
        for event in self.events[since:]:
            line = None
            if event.kind in ENTRIES:
                line, number = lines[number], number + 1
                ply = line.ply
            if event.kind == HINT and line is not None and self.match.over:
                hints += f"{line.told.text} "
            if event.kind in UNTOLD:
                continue
            if hints and line is not None:
                line, hints = replace(line, told=told_after(hints, line.told)), ""
            yield event, ply, line

    def luck(self, viewer: int, ply: int) -> tuple[Luck, Luck]:
        """The value to each seat of the outcomes up to `ply`, as far as `viewer` may know it."""
        known = self._luck.setdefault(viewer, [(Luck(0, 0.0, 0.0, 0), Luck(1, 0.0, 0.0, 0))])
        for at, entry in enumerate(self.match.played_from(len(known) - 1), len(known) - 1):
            luck = self._luck_of(viewer, at, entry) if entry.kind == "outcome" else None
            known.append(_with(known[-1], luck))
        return known[ply]

    def _luck_of(self, viewer: int, ply: int, outcome: Entry) -> RollLuck | None:
        before = self.match.at(ply)
        seen = self.match.observed(outcome, before, viewer)
        if seen < 0:
            return None
        game, view = self.match.game, self.match.view(before, viewer)
        # viewers who see the same get the same values
        key = seen, bytes(view)
        if key not in self._rolls:
            if len(self._rolls) >= FORTUNES:
                self._rolls.clear()
            self._rolls[key] = game.spec.presentation.luck(game.setup, view.state, seen)
        return self._rolls[key]


def told_after(before: str, told: LogLine) -> LogLine:
    """A line of the log with something else told before it."""
    return dataclasses.replace(told, text=f"{before}{told.text}")


def sitter(seat: StoredSeat) -> Sitter:
    """What the occupant of a seat contributes to the dice of a match; a computer gives no seed, and an empty seat
    none yet.
    """
    awaited = seat.kind == "empty" or (seat.kind == "person" and seat.gives)
    return Sitter(seat.name, seat.salt, seat.digest or "", None if awaited else "")


def match_of(game: Game, stored: StoredTable, seats: Sequence[StoredSeat]) -> Match:
    """A table's match before its first event, under the rules with which it began."""
    sitters = [sitter(seat) for seat in seats]
    game = game.by_rules(stored.rules)
    return Match(game, stored.secret, stored.id, sitters, draws=stored.draws, settings=stored.settings)


def _with(sums: tuple[Luck, Luck], luck: RollLuck | None) -> tuple[Luck, Luck]:
    if luck is None:
        return sums
    own = sums[luck.seat]
    more = Luck(own.seat, own.expected + luck.expected, own.actual + luck.actual, own.rolls + 1)
    return (more, sums[1]) if luck.seat == 0 else (sums[0], more)
