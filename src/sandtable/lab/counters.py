"""A game's own counters: what its designers count in a match, beside what every game has.

A declaration may hold `Counters`:

    names = ("strikes", ...)                       what is counted, each for either seat
    tally(setup, before, action, after, out)       adds to `out` (float64[2, len(names)], a row a seat) what `action`, which
                                                   led from state `before` to state `after`, did; an outcome of chance too

with `tally` compiled by `jit`. A counter `went_first` is 1 for the seat that moved first; where dice decide that, comparisons
of first movers need it. Both states are full ones, and `tally` writes to neither. A game without counters counts
nothing. The call is bound by the record type of the state, so kernels are found in the compile cache again.
"""

from collections.abc import Sequence
from typing import Any

from sandtable import ops
from sandtable._jit import jit
from sandtable.declaration import Spec
from sandtable.records import bind, tag_of


def names(spec: Spec) -> tuple[str, ...]:
    """The names of the counters of a game; none for a game that counts nothing."""
    return spec.counters.names if spec.counters else ()


def tally(setup: Any, before: Any, action: Any, after: Any, out: Any) -> None:
    """Adds what `action` did, which led from `before` to `after`, to `out` (float64[2, counters])."""
    _counting(before.dtype.names)(setup, before, action, after, out)


def _counting(fields: Sequence[str]) -> Any:
    counters = ops.offered(tag_of(fields), "counters")
    return counters.tally if counters else _nothing


@jit
def _nothing(setup: Any, before: Any, action: Any, after: Any, out: Any) -> None:
    pass


bind(tally, _counting)
