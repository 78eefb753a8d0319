"""Everything is public in Rush: a view is the position itself."""

from sandtable._jit import jit
from sandtable.records import copy


@jit
def redact(setup, state, seat, out):
    """See `ops.redact`."""
    copy(out, state)


@jit
def resample(setup, view, seat, rng, out):
    """See `ops.resample`."""
    copy(out, view)
