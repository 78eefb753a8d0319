"""Optional packages of the lab, and how to install them."""

from collections.abc import Generator
from contextlib import contextmanager


class MissingExtra(ImportError):
    """Raised for a package that is not installed; the message says how to install it."""


def command_for(name: str) -> str:
    """The command that installs the extra `name`."""
    return f"pip install 'sandtable[{name}]'"


@contextmanager
def extra(name: str) -> Generator[None]:
    """Turns a failed import of a package from the extra `name` into one sentence."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(f"this needs {error.name}: {command_for(name)}") from None
