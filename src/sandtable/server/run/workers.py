"""Workers of one server: processes that share its port, and through the process that started them its limits and figures.

That process keeps a desk, at which a worker asks before it lets a client in. A worker that dies is replaced; what its clients
had open is counted no more. `SIGHUP` replaces all workers one by one, and one that has to end finishes its work:
the pages of its clients come again and meet another.
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

# seconds between two reports of a worker's figures
TOLD = 1.0


class Figures:
    """The figures of all workers, by process."""

    def __init__(self) -> None:
        self._told: dict[int, Counts] = {}

    def tell(self, worker: int, counts: Counts) -> None:
        """Notes what has happened at a worker."""
        self._told[worker] = counts

    def forget(self, worker: int) -> None:
        """Nothing happens at a worker at the moment: it is gone."""
        if worker in self._told:
            self._told[worker].now = dict[str, int]

    def all(self) -> Counts:
        """What has happened at all workers together."""
        return total(list(self._told.values()))


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
SharedLimits.register("figures", exposed=("tell",))


class Ticket:
    """How a worker finds the desk; made where the desk is, used in the worker."""

    def __init__(self, address: Any, key: bytes) -> None:
        self._address, self._key = address, key

    def sit_down(self, counts: Counts) -> Meters:
        """The meters that all workers share; `counts` are reported from now on, and the worker ends if its desk does."""
        desk: Any = SharedLimits(self._address, self._key)
        desk.connect()
        threading.Thread(
            target=self._report, args=(desk.figures(), counts), name="crew-figures", daemon=True
        ).start()
        threading.Thread(target=_follow, name="crew-parent", daemon=True).start()
        return Meters(
            desk.requests(),
            desk.tables(),
            desk.files(),
            desk.measurements(),
            cast(Open, _Here(desk.sockets())),
            cast(Open, _Here(desk.connections())),
        )

    def _report(self, figures: Any, counts: Counts) -> None:
        waiting = threading.Event()
        while not waiting.wait(TOLD):
            figures.tell(os.getpid(), counts.taken())


class _Here:
    """What is open at this worker, counted with what is at the others."""

    def __init__(self, shared: Any) -> None:
        self._shared = shared

    def enter(self, client: str) -> bool:
        """Counts one more; False where it is too much."""
        return self._shared.enter(client, os.getpid())

    def leave(self, client: str) -> None:
        """Counts one less."""
        self._shared.leave(client, os.getpid())


def _follow() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        # whoever is left alone would hold the port
        os.kill(os.getpid(), signal.SIGTERM)


class Crew(Multiprocess):
    """The workers; `config` is made with a ticket for them."""

    def __init__(
        self,
        config: Callable[[Ticket], uvicorn.Config],
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
            """The desk, with what lies on it."""

        for name, methods in METERS.items():
            Own.register(name, callable=partial(getattr, self._meters, name), exposed=methods)
        Own.register("figures", callable=lambda: self.figures, exposed=("tell",))
        desk = Own(authkey=key).get_server()
        threading.Thread(target=desk.serve_forever, name="crew-desk", daemon=True).start()
        made = config(Ticket(desk.address, key))
        made.workers = workers
        super().__init__(made, [listener])

    def init_processes(self) -> None:
        """Starts the workers, and says so once all of them listen."""
        super().init_processes()
        if all(
            process.wait_until_ready(self.config.timeout_worker_healthcheck) for process in self.processes
        ):
            self._listening()

    def keep_subprocess_alive(self) -> None:
        """Replaces workers that died, and counts what their clients had open no more."""
        for gone in self._gone(super().keep_subprocess_alive):
            logger.warning("worker %s ended, and another is in its place", gone)

    def restart_all(self) -> None:
        """Replaces the workers one by one, and counts what they had open no more."""
        for gone in self._gone(super().restart_all):
            logger.info("worker %s was replaced", gone)

    def _gone(self, replace: Callable[[], None]) -> set[int]:
        """The workers that are gone once `replace` has put others in their places; what they had open is forgotten."""
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
