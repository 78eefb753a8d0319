"""A game's own counters: what its designers count in a match, beside what every game has.

A game folder may hold a module `counters` with

    NAMES = ("strikes", ...)                       what is counted, each for either seat
    tally(setup, before, action, after, out)       adds to `out` (float64[2, len(NAMES)], a row a seat) what `action`, which
                                                   led from state `before` to state `after`, did; an outcome of chance too

with `tally` compiled by `jit`. A counter `went_first` is 1 for the seat that moved first; where dice decide that, comparisons
of first movers need it. Both states are full ones, and `tally` writes to neither. A game without such a module counts
nothing. The call is bound by the record type of the state, so kernels are found in the compile cache again.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from sandtable import ops
from sandtable._jit import jit
from sandtable.records import bind, tag_of


def names(functions: Any) -> tuple[str, ...]:
    """The names of the counters of the game with these rules (`Spec.functions`); none for a game that counts nothing."""
    module = _module(functions["apply"])
    return tuple(module.NAMES) if module else ()


def tally(setup: Any, before: Any, action: Any, after: Any, out: Any) -> None:
    """Adds what `action` did, which led from `before` to `after`, to `out` (float64[2, counters])."""
    _counting(before.dtype.names)(setup, before, action, after, out)


def _counting(fields: Sequence[str]) -> Any:
    module = _module(ops.function(tag_of(fields), "apply"))
    return module.tally if module else _nothing


def _module(function: Any) -> ModuleType | None:
    folder = function.__module__.rpartition(".")[0]
    name = f"{folder}.counters"
    return import_module(name) if folder and find_spec(name) else None


@jit
def _nothing(setup: Any, before: Any, action: Any, after: Any, out: Any) -> None:
    pass


bind(tally, _counting)
