"""Where a table's work on the rules is done."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Where a table's work on the rules is done: here and now."""

    @property
    def plain(self) -> bool:
        """Whether the rules run in plain Python for the time being, so that one does without what takes long."""
        return False

    async def work(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What `job` returns."""
        return job(*args, **named)

    def notice(self) -> str:
        """What people at the table should know about it."""
        return ""
