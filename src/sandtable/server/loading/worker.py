"""Runs a table's jobs that use the rules."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Runs a table's jobs that use the rules immediately, in this thread."""

    @property
    def plain(self) -> bool:
        """Whether the rules currently run in plain Python, so that slow extras are skipped."""
        return False

    @property
    def hints(self) -> bool:
        """Whether everything that hints need is compiled."""
        return True

    async def work(self, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The result of `job`."""
        return job(*args, **named)

    def notice(self) -> str:
        """A notice for the people at the table."""
        return ""
