"""The viewers of a table: its listeners here, those at other servers, and responses shared by all of them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, ParamSpec, Protocol, Self, TypeVar

from sandtable.server.protocol import Thinking
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable

# seconds over which presence changes are batched
GATHERED = 0.25
# size of the cache of shared answers: a client's hello can name any event number, so the cache must be bounded
SHARED = 16

P = ParamSpec("P")
T = TypeVar("T")


class Listener(Protocol):
    """Someone looking at a table; `seat` is None for a spectator."""

    @property
    def seat(self) -> int | None: ...

    def changed(self) -> None:
        """Called whenever what can be seen has changed."""

    def met(self) -> None:
        """Called when someone has connected or disconnected, and nothing else has changed."""

    def thinking(self, news: Thinking) -> None:
        """Called when a computer starts or stops thinking."""

    def drop(self, why: str = "") -> None:
        """Called when the table has been dropped: the listener must reconnect, and gets the reason if people are to see it."""


class Audience:
    """Keeps track of the viewers, and makes anything shared only once."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.present: Counter[int | None] = Counter()  # all viewers, by seat, as last announced
        # called with the local viewers whenever they change
        self.met: Callable[[Self, Counter[int | None]], None] | None = None
        self.left: Callable[[Self], None] | None = None  # called when the last local viewer has left
        self._here: Counter[int | None] = Counter()
        self._elsewhere: dict[str, Counter[int | None]] = {}  # by server
        self._sharing = asyncio.Lock()
        self._shared: dict[Hashable, Any] = {}
        self._gathering = False

    async def work(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`, which reads the match."""
        return job(*args, **named)

    async def share(self, key: Hashable, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`, computed once for all requests for `key` until the next change."""
        async with self._sharing:
            shared = self._shared
            if key not in shared:
                if len(shared) >= SHARED:
                    del shared[next(iter(shared))]
                shared[key] = await self.work(job, *args, **named)
            return shared[key]

    def announce(self, seats: Collection[int] | None = None) -> None:
        """Notifies all listeners, or those of some seats, that there is something new to see."""
        self._shared = {}
        for listener in tuple(self.listeners):
            if seats is None or listener.seat in seats:
                listener.changed()

    def enter(self, listener: Listener) -> None:
        """Adds a listener, or records its new seat; only this listener is certain to be sent a fresh view."""
        self.listeners.add(listener)
        if not self._gathering or (listener.seat is not None and not self.present[listener.seat]):
            self._tell_presence()
        listener.changed()

    def leave(self, listener: Listener) -> None:
        """Removes a listener."""
        self.listeners.discard(listener)
        if not self._gathering:
            self._tell_presence()
        if not self.listeners and self.left is not None:
            self.left(self)

    def watching(self, seat: int | None, but: Listener) -> int:
        """How many listeners at all servers, except `but`, watch from `seat`, or as spectators if it is None."""
        here = sum(other.seat == seat for other in self.listeners if other is not but)
        return here + sum(there[seat] for there in self._elsewhere.values())

    def meet(self, server: str, present: Counter[int | None]) -> None:
        """Records the viewers at another server."""
        self._elsewhere[server] = present
        self._tell_presence()

    def part(self, alive: Collection[str]) -> None:
        """Forgets the viewers at servers that are gone."""
        gone = self._elsewhere.keys() - set(alive)
        for server in gone:
            del self._elsewhere[server]
        if gone:
            self._tell_presence()

    def _tell_presence(self) -> None:
        here = Counter(listener.seat for listener in self.listeners)
        if here != self._here and self.met is not None:
            self.met(self, here)
        self._here = here
        present = sum(self._elsewhere.values(), here)
        if present == self.present:
            return
        self.present = present
        self._shared = {}
        for listener in tuple(self.listeners):
            listener.met()
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_later(GATHERED, self._gathered)

    def _gathered(self) -> None:
        self._gathering = False
        self._tell_presence()


class Logged(Audience):
    """A table as stored, and its viewers; event number `moved` is the last that changed the match."""

    def __init__(
        self, stored: StoredTable, seats: Sequence[StoredSeat], events: Sequence[StoredEvent], moved: int
    ) -> None:
        super().__init__()
        self.stored, self.seats, self.events, self.moved = stored, list(seats), list(events), moved

    @property
    def id(self) -> str:
        return self.stored.id

    @property
    def seq(self) -> int:
        """The stored number of the last event; the numbers shown to people differ (see `numbers`)."""
        return len(self.events)

    @property
    def changed(self) -> int:
        """The time of the last move, in milliseconds since 1970; 0 if unknown."""
        return self.events[self.moved - 1].time if self.moved else self.stored.created

    @property
    def names(self) -> tuple[str, str]:
        return self.seats[0].name, self.seats[1].name
