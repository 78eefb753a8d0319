"""Everything is public in Rush: a view is the position itself."""

from sandtable._jit import jit
from sandtable.records import copy


@jit
def observe(setup, state, seat, out):
    """See `ops.observe`."""
    copy(out, state)


@jit
def determinize(setup, view, seat, rng, out):
    """See `ops.determinize`."""
    copy(out, view)
