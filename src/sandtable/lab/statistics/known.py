"""The names of the figures of a game's matches: general ones, and the game's own counters.

Nothing here needs the lab's packages, so a server can read the names at any time. See `named` for what the names mean.
"""

from typing import TYPE_CHECKING

# import the compiler on first use
if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec

# the counter that is 1 for the seat that moved first
WENT_FIRST = "went_first"
SHARES = ("score", "seat_0", "first", "draws", "limits")


def names(spec: "Spec") -> tuple[str, ...]:
    """All figures that matches of a game can have."""
    counted = spec.lab.counters.names if spec.lab.counters else ()
    limits = ("limits",) if spec.lab.counters and spec.lab.counters.limits else ()
    first = ("first",) if WENT_FIRST in counted else ()
    common = ("score", "seat_0", *first, "draws", "decisions", "plies", "branching")
    return (*common, *limits, *(name for name in counted if name != WENT_FIRST))
