"""Workers of one server: processes that share its port and, through the process that started them, its limits and figures.

That process serves the shared limits, which a worker asks before it lets a client in. A worker that dies is replaced, and what
its clients had open is no longer counted. `SIGHUP` replaces all workers one by one. A worker that has to end finishes its work
first; the pages of its clients connect again and reach another worker.
"""

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing import parent_process
from multiprocessing.managers import BaseManager
from typing import Any, cast

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess

from sandtable.server.limits import Limits, Meters, Open
from sandtable.server.run.metrics import Counts, total

logger = logging.getLogger(__name__)

# seconds between reports of a worker's figures
REPORT_INTERVAL = 1.0


class Figures:
    """The figures of all workers, by process."""

    def __init__(self) -> None:
        self._reported: dict[int, Counts] = {}

    def report(self, worker: int, counts: Counts) -> None:
        """Stores what has happened at a worker."""
        self._reported[worker] = counts

    def forget(self, worker: int) -> None:
        """Clears what was in progress at a worker that is gone; its totals stay."""
        if worker in self._reported:
            self._reported[worker].now = dict[str, int]

    def all(self) -> Counts:
        """What has happened at all workers together."""
        return total(list(self._reported.values()))


class SharedLimits(BaseManager):
    """What the workers share."""


METERS = {
    "requests": ("take",),
    "tables": ("take",),
    "files": ("take",),
    "measurements": ("take",),
    "sockets": ("enter", "leave"),
    "connections": ("enter", "leave"),
}
for _name, _methods in METERS.items():
    SharedLimits.register(_name, exposed=_methods)
SharedLimits.register("figures", exposed=("report",))


class LimitsHandle:
    """How a worker reaches the shared limits: made by the parent process, used in the worker."""

    def __init__(self, address: Any, key: bytes) -> None:
        self._address, self._key = address, key

    def connect(self, counts: Counts) -> Meters:
        """The meters that all workers share. From now on `counts` are reported, and the worker ends if its parent does."""
        shared: Any = SharedLimits(self._address, self._key)
        shared.connect()
        threading.Thread(
            target=self._report, args=(shared.figures(), counts), name="worker-figures", daemon=True
        ).start()
        threading.Thread(target=_follow, name="worker-parent", daemon=True).start()
        return Meters(
            shared.requests(),
            shared.tables(),
            shared.files(),
            shared.measurements(),
            cast(Open, _Here(shared.sockets())),
            cast(Open, _Here(shared.connections())),
        )

    def _report(self, figures: Any, counts: Counts) -> None:
        waiting = threading.Event()
        while not waiting.wait(REPORT_INTERVAL):
            figures.report(os.getpid(), counts.taken())


class _Here:
    """The connections open at this worker, counted together with those at the others."""

    def __init__(self, shared: Any) -> None:
        self._shared = shared

    def enter(self, client: str) -> bool:
        """Counts one more; False if over the limit."""
        return self._shared.enter(client, os.getpid())

    def leave(self, client: str) -> None:
        """Counts one fewer."""
        self._shared.leave(client, os.getpid())


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # a worker left alone would hold the port
        os.kill(os.getpid(), signal.SIGTERM)


class WorkerPool(Multiprocess):
    """The workers; `config` is made with a handle to their shared limits."""

    def __init__(
        self,
        config: Callable[[LimitsHandle], uvicorn.Config],
        workers: int,
        limits: Limits,
        listener: socket.socket,
        listening: Callable[[], None],
    ) -> None:
        self.figures = Figures()
        self._meters = Meters.of(limits)
        self._listening = listening
        key = os.urandom(32)

        class Own(SharedLimits):
            """The shared limits, with the objects behind them."""

        for name, methods in METERS.items():
            Own.register(name, callable=partial(getattr, self._meters, name), exposed=methods)
        Own.register("figures", callable=lambda: self.figures, exposed=("report",))
        manager = Own(authkey=key).get_server()
        threading.Thread(target=manager.serve_forever, name="shared-limits", daemon=True).start()
        made = config(LimitsHandle(manager.address, key))
        made.workers = workers
        super().__init__(made, [listener])

    def init_processes(self) -> None:
        """Starts the workers, and says so once all of them are listening."""
        super().init_processes()
        if all(
            process.wait_until_ready(self.config.timeout_worker_healthcheck) for process in self.processes
        ):
            self._listening()

    def keep_subprocess_alive(self) -> None:
        """Replaces workers that have died, and forgets what their clients had open."""
        for gone in self._gone(super().keep_subprocess_alive):
            logger.warning("worker %s ended, and another is in its place", gone)

    def restart_all(self) -> None:
        """Replaces the workers one by one, and forgets what they had open."""
        for gone in self._gone(super().restart_all):
            logger.info("worker %s was replaced", gone)

    def _gone(self, replace: Callable[[], None]) -> set[int]:
        """Calls `replace`, and forgets what the workers that it replaced had open; returns those workers."""
        before = {process.pid or 0 for process in self.processes}
        replace()
        gone = before - {process.pid or 0 for process in self.processes}
        for worker in gone:
            self._meters.forget(worker)
            self.figures.forget(worker)
        return gone

    def terminate_all(self) -> None:
        """Ends the workers one by one."""
        for process in self.processes:
            process.terminate()
            process.join()
