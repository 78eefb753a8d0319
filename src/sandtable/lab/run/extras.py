"""Packages that only parts of the lab need, and how to get them."""

from collections.abc import Generator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """A package that is not installed; the message says how to install it."""


def command_for(name: str) -> str:
    """The command that installs the extra `name`."""
    return f"pip install 'sandtable[{name}]'"


@contextmanager
def extra(name: str) -> Generator[None]:
    """Turns the failing import of a package of the extra `name` into one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"this needs {error.name}: {command_for(name)}") from None
