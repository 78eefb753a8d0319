"""`pyspiel`, the compiled half of OpenSpiel, or a one-sentence error if it is not installed."""

from importlib import import_module
from typing import Any


def find() -> Any:
    """The module `pyspiel`; `ImportError` says how to install it."""
    try:
        return import_module("pyspiel")
    except ModuleNotFoundError:
        raise ImportError("OpenSpiel is not installed: pip install 'sandtable[openspiel]'.") from None


# it has no type stubs
pyspiel: Any = find()
