"""Backends that are disturbed in their work, for tests; their functions are importable in other processes."""

import os
import signal
from functools import partial
from pathlib import Path


def double(item):
    """Twice as much."""
    return 2 * item


def whose(_item):
    """The number of the process that works at it."""
    return os.getpid()


def fail(item):
    """What goes wrong in a worker."""
    raise ValueError(f"cannot do {item}")


def die(item):
    """Ends the worker, always."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(flag, function, item):
    """`function(item)`, but the first worker that gets here is killed in the middle."""
    try:
        Path(flag).touch(exist_ok=False)
    except FileExistsError:
        return function(item)
    os.kill(os.getpid(), signal.SIGKILL)
    return None


class Deadly:
    """A backend one of whose workers is killed in the middle of its work."""

    def __init__(self, backend, flag):
        self.backend, self.flag = backend, flag

    def map(self, function, items):
        """See `Backend`."""
        yield from self.backend.map(partial(die_once, str(self.flag), function), items)


class Interrupted:
    """A backend that is interrupted after that many results; it works from the last item to the first."""

    def __init__(self, results):
        self.results = results

    def map(self, function, items):
        """See `Backend`."""
        listed = list(enumerate(items))[::-1]
        for index, item in listed[: self.results]:
            yield index, function(item)
        raise KeyboardInterrupt
