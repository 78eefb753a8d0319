"""Which values of a parameter are for the quick tests; the others are left to the long ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def quick(*chosen: Any, of: Iterable[Any]) -> list[Any]:
    """All values `of` a parameter, or rows of several, for `parametrize`: those not `chosen` carry the mark `long`."""
    values = list(of)
    assert all(value in values for value in chosen), "only what is there can be chosen"
    return [value if value in chosen else _left(value) for value in values]


def _left(value: Any) -> Any:
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.long)
