"""Backends: where the parts of a simulation run. All have the same interface,

    backend.map(function, items) -> (index of the item, function(item)), as they finish, in any order

and all give the same results, which depend only on the item. `function` and the items must be picklable, and
the function importable in another process. A worker that dies is replaced and its work is repeated; errors from the function
itself are raised here. Closing the iterator stops the work.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import connection, parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from time import perf_counter
from typing import Any, Protocol

from sandtable.authoring.naming import listed
from sandtable.lab.run.extras import extra

# parts queued per worker: the next one is ready when one is done
AHEAD = 2
# consecutive worker deaths, with no part finished in between, that cannot be an accident
MOST_DEATHS = 5
# seconds
PATIENCE = 2.0


class BackendError(ValueError):
    """Raised if workers cannot do the work; the message is one sentence."""


class Backend(Protocol):
    """See the module."""

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any]]:
        """The results with the indices of their items, as they finish."""
        ...


class Serial:
    """Runs in this process, one item after another."""

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any]]:
        """See `Backend`."""
        for index, item in enumerate(items):
            yield index, function(item)


class Processes:
    """Runs in processes on this machine: `workers` of them, or one per core.

    For the first `patience` seconds the items run in this process, because processes take about that long to start, and
    this way the game is compiled only once. Once started, the processes stay for further calls as long as this object
    exists.
    """

    def __init__(self, workers: int | None = None, patience: float = PATIENCE) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.patience = patience
        self._pool: _Pool | None = None

    def begin(self) -> None:
        """Starts the workers in advance, if there will be a lot of work."""
        if self.workers > 1 and self._pool is None:
            self._pool = _Pool(self.workers)
            self._pool.begin()

    def end(self) -> None:
        """Ends the workers, if there are any, and waits for them to exit."""
        if self._pool is not None:
            self._pool.end()
            self._pool = None

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any]]:
        """See `Backend`; work for a single process is done in this one."""
        left, began = dict(enumerate(items)), perf_counter()
        while left and (min(self.workers, len(left)) < 2 or self._waits(began)):
            index = next(iter(left))
            yield index, function(left.pop(index))
        deaths = 0
        while left:
            self._pool = self._pool or _Pool(self.workers)
            finished = False
            try:
                for index, result in self._pool.map(function, dict(left)):
                    del left[index]
                    deaths = 0
                    yield index, result
                finished = True
            except BrokenProcessPool:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise BackendError(
                        f"{deaths} worker processes in a row died, perhaps because they ran out of memory"
                    ) from None
            finally:
                if not finished:
                    # nobody needs the workers' results
                    self._pool.end()
                    self._pool = None

    def _waits(self, began: float) -> bool:
        at_work = self._pool is not None and self._pool.used
        return not at_work and perf_counter() - began < self.patience


class _Pool:
    """Worker processes, which end with this object."""

    def __init__(self, workers: int) -> None:
        self.used = False
        self._workers, self._context = workers, _Context()
        self._executor = ProcessPoolExecutor(workers, mp_context=self._context, initializer=_follow_parent)

    def begin(self) -> None:
        """Starts all workers."""
        for _ in range(self._workers):
            self._executor.submit(os.getpid)

    def map(self, function: Callable[[Any], Any], items: dict[int, Any]) -> Generator[tuple[int, Any]]:
        """See `Backend`; after an exception, or if the iterator is closed, call `end`."""
        queue, running = iter(items.items()), dict[Future[Any], int]()
        self.used = True
        while True:
            for index, item in islice(queue, AHEAD * self._workers - len(running)):
                running[self._executor.submit(function, item)] = index
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()

    def end(self) -> None:
        """Ends all workers at once."""
        self._context.terminate()
        self._executor.shutdown(cancel_futures=True)


class _Process(SpawnProcess):
    """A process that the terminal's Ctrl-C does not reach: the parent stops it."""

    def start(self) -> None:
        # the signal mask is inherited; without one, as on Windows, a worker may report its own interruption
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    """Starts fresh interpreters and keeps track of them."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Creates a worker; called by the pool."""
        made = _Process(*args, **options)
        self._started.append(made)
        return made

    def terminate(self) -> None:
        """Ends all workers at once."""
        for process in self._started:
            process.terminate()


def _follow_parent() -> None:
    # otherwise a worker whose parent was killed would wait indefinitely for work
    parent = parent_process()
    assert parent is not None

    def follow() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


class Ray:
    """Runs on a Ray cluster: the one at `address`, or, with "auto", the local one, started if necessary.

    If `ray.init` was called before, that cluster is used. Every node must have the same version of sandtable installed.
    """

    def __init__(self, address: str = "auto") -> None:
        host, _, port = address.rpartition(":")
        if address != "auto" and not (host and port.isdecimal() and int(port) < 2**16):
            raise BackendError(f"the address of a Ray cluster must be auto or HOST:PORT, not {address!r}")
        self.address = address

    def map(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Generator[tuple[int, Any]]:
        """See `Backend`."""
        ray = _imported()
        started = not ray.is_initialized()
        if started:
            self._connect(ray)
        try:
            yield from self._map(ray, function, items)
        finally:
            if started:
                ray.shutdown()

    def _connect(self, ray: Any) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        if self.address == "auto":
            ray.init(**quiet)
            return
        host, _, port = self.address.rpartition(":")
        try:
            # Ray itself would keep retrying for minutes
            socket.create_connection((host, int(port)), timeout=10.0).close()
            ray.init(address=self.address, **quiet)
        except (OSError, ValueError, RuntimeError) as error:
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise BackendError(f"there is no Ray cluster at {self.address}: {first}") from None

    def _map(
        self, ray: Any, function: Callable[[Any], Any], items: Iterable[Any]
    ) -> Iterator[tuple[int, Any]]:
        task = ray.remote(max_retries=MOST_DEATHS)(_call)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        queue, running = iter(enumerate(items)), dict[Any, int]()
        try:
            while True:
                for index, item in islice(queue, ahead - len(running)):
                    running[task.remote(function, item)] = index
                if not running:
                    return
                (done,), _ = ray.wait(list(running), num_returns=1)
                yield running.pop(done), self._result(ray, done)
        finally:
            for unfinished in running:
                ray.cancel(unfinished, force=True)

    def _result(self, ray: Any, done: Any) -> Any:
        try:
            return ray.get(done)
        except (
            ray.exceptions.WorkerCrashedError,
            ray.exceptions.NodeDiedError,
            ray.exceptions.ObjectLostError,
        ):
            raise BackendError("Ray workers kept dying, perhaps because they ran out of memory") from None
        except ray.exceptions.RayTaskError as error:
            # the error that the function itself raised
            raise error.as_instanceof_cause() from None


def _imported() -> Any:
    with extra("ray"):
        import ray
    return ray


def _call(function: Callable[[Any], Any], item: Any) -> Any:
    # Ray accepts plain functions only
    return function(item)


def named(name: str, workers: int | None = None) -> Backend:
    """The backend with this name; `ValueError` lists the names."""
    if name == "serial":
        return Serial()
    if name == "processes":
        return Processes(workers)
    near = listed(name, ("serial", "processes"), "the backends are serial and processes; --ray selects Ray")
    raise ValueError(f"there is no backend {name!r}{near}")
