"""Which values of a parameter are for the quick tests; the others are left to the long ones, or to `make study`."""

from collections.abc import Iterable
from typing import Any

import pytest


def quick(*chosen: Any, of: Iterable[Any], study: Iterable[Any] = ()) -> list[Any]:
    """All values `of` a parameter, or rows of several, for `parametrize`: those not `chosen` carry the mark `long`, those of
    `study` the mark `study`."""
    values, studied = list(of), list(study)
    assert all(value in values for value in (*chosen, *studied)), "only what is there can be chosen"
    return [value if value in chosen else _left(value, value in studied) for value in values]


def _left(value: Any, study: bool) -> Any:
    mark = pytest.mark.study if study else pytest.mark.long
    return pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=mark)
