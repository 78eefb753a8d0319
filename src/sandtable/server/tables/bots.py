"""Computers at tables: each sits like a person, sees only its own view, thinks in a worker thread and sends a message.

How long a computer thinks depends on what it knows, which must not leak: with only one option it would answer at once.
So every answer is sent on the beat after the thinking began, and a search stops in time for it. If more are waiting to think
than there are threads, clients take turns.
"""

import asyncio
import logging
import os
import secrets
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from time import monotonic
from typing import Any, NoReturn, ParamSpec, TypeVar

from sandtable.authoring.rng import stream
from sandtable.engine.game import Position
from sandtable.server.protocol import Act
from sandtable.server.storage.store import ConflictError, StorageError
from sandtable.server.tables.table import Table

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Make = Callable[[str, int], Any]

# the fraction of a beat that a search may use
SHARE = 0.6


class Turns:
    """Threads that serve clients in turn, and each client's jobs in order."""

    def __init__(self, threads: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(threads, name)
        self._waiting: dict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
        self._lock = threading.Lock()

    def submit(self, client: str, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> Future[T]:
        """The result of `job`, once it is this client's turn."""
        made = Future[T]()
        with self._lock:
            self._waiting.setdefault(client, deque()).append((made, partial(job, *args, **named)))
        self._threads.submit(self._take)
        return made

    def close(self) -> None:
        """Starts no more jobs."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _take(self) -> None:
        with self._lock:
            client = next(iter(self._waiting))
            jobs = self._waiting.pop(client)
            made, job = jobs.popleft()
            if jobs:
                # to the back of the queue
                self._waiting[client] = jobs
        if made.set_running_or_notify_cancel():
            try:
                made.set_result(job())
            except Exception as error:  # noqa: BLE001 - passed to whoever waits for it
                made.set_exception(error)


@dataclass(eq=False)
class _Thought:
    table: Table
    seat: int
    stop: threading.Event = field(default_factory=threading.Event)
    task: asyncio.Task[None] | None = None


class Bots:
    """All of a server's computers; `make(game, level)` gives an agent, `beat` is in seconds, 0 for none.

    `playing(game, level)` is the level that currently plays in place of `level`. If several servers share a database, `mine`
    says whether a table's computers think here; otherwise `call` requests it.
    """

    def __init__(
        self,
        make: Make,
        playing: Callable[[str, int], int],
        beat: float,
        mine: Callable[[str], bool],
        call: Callable[[Table], None],
    ) -> None:
        self._make = make
        self._playing = playing
        self._beat = beat
        self._mine = mine
        self._call = call
        self._thoughts: dict[str, _Thought] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns = Turns(os.cpu_count() or 1, "sandtable-bot")

    def stir(self, table: Table) -> None:
        """Stops thinking about an older position of `table`; starts to think if it is a computer's turn."""
        self._stop(table.id)
        seat = table.match.to_move
        if seat < 0 or table.seats[seat].kind != "computer" or table.broken:
            table.think(None)
            return
        table.think(seat)
        if not self._mine(table.id):
            self._call(table)
            return
        thought = self._thoughts[table.id] = _Thought(table, seat)
        thought.task = asyncio.create_task(self._play(thought))
        self._tasks.add(thought.task)
        thought.task.add_done_callback(self._tasks.discard)

    def tend(self, table: Table) -> None:
        """Makes sure, after servers have come or gone, that a computer to move is thinking somewhere."""
        if table.thinking is not None and not (self._mine(table.id) and self.busy(table.id)):
            self.stir(table)

    def thinking(self) -> int:
        """The number of tables at which a computer is thinking."""
        return len(self._thoughts)

    async def ask(self, client: str, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`, in one of the threads in which the computers think."""
        return await asyncio.wrap_future(self._turns.submit(client, job, *args, **named))

    def busy(self, table: str) -> bool:
        """Whether a computer is thinking at this table."""
        return table in self._thoughts

    async def close(self) -> None:
        """Stops all thinking."""
        for table in tuple(self._thoughts):
            self._stop(table)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._turns.close()

    def _stop(self, table: str) -> None:
        thought = self._thoughts.pop(table, None)
        if thought is not None:
            thought.stop.set()
            if thought.task is not None:
                thought.task.cancel()

    async def _play(self, thought: _Thought) -> None:
        table, seat = thought.table, thought.seat
        # seeded so that undoing a move and making it again gets the same answer, not a better one
        seq, view, seed = await table.work(
            lambda: (table.numbers.of(table.seq), table.match.position.view(seat), table.match.seed(seat))
        )
        level = self._playing(view.game.id, table.seats[seat].level or 0)
        chosen = self._turns.submit(
            table.client, self._choose, view, seat, level, seed, thought.stop, SHARE * self._beat
        )
        action, began = await asyncio.wrap_future(chosen)
        await asyncio.sleep(rest(monotonic() - began, self._beat))
        if self._thoughts.get(table.id) is thought:
            # from here on the message must not be cancelled by its effects
            del self._thoughts[table.id]
        try:
            await table.carry_out(seat, Act(f"bot-{secrets.token_hex(8)}", seq, action))
        except ConflictError:
            logger.info("table %s was changed by another process", table.id)
        except StorageError:
            # the store has reported the error; the computer plays again when someone returns to the table
            return
        except Exception:
            # the table is replayed when someone returns to it
            logger.exception("what the computer played at table %s could not be stored", table.id)

    def _choose(
        self, view: Position, seat: int, level: int, seed: int, stop: threading.Event, time: float
    ) -> tuple[int, float]:
        """An action, found within `time` seconds (0: no limit), and when the thinking started."""
        rng = stream(seed)
        began = monotonic()
        bell = began + time if time else float("inf")

        def cancelled() -> bool:
            return stop.is_set() or monotonic() >= bell

        try:
            action = int(self._make(view.game.id, level).act(view, seat, rng, cancelled=cancelled))
            return (action if view.refusal(action) is None else _refused(action)), began
        except Exception:
            # a match goes on even if the computer's search fails
            logger.exception(
                "the computer of level %d failed at %s; it plays at random here", level, view.game.id
            )
            return view.sample(rng), began


def rest(spent: float, beat: float) -> float:
    """Seconds from `spent`, measured from a beat, to the next one; 0 without a beat."""
    return max(1, ceil(spent / beat)) * beat - spent if beat else 0.0


def _refused(action: int) -> NoReturn:
    raise ValueError(f"action {action} is not legal")
