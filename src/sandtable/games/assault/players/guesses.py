"""What an enemy pawn's numbers are likely to be if its side allocates as the computer does: see `policy.guess`."""

import numpy as np

from sandtable.authoring import Rng, Setup, View, below, copy, jit
from sandtable.authoring.bits import count
from sandtable.games.assault.players.openings import OPENINGS
from sandtable.games.assault.rules.knowledge import belief, member
from sandtable.games.assault.schema import HIDDEN, WORDS


def _set_of(allocations: np.ndarray) -> np.ndarray:
    words = np.zeros(WORDS, np.uint64)
    for row in allocations.tolist():
        words[row // 64] |= np.uint64(1 << row % 64)
    return words


_LIKELY = _set_of(OPENINGS)


@jit
def guess(setup: Setup, view: View, seat, rng: Rng, out):
    """See `policy.guess`: one of `OPENINGS` that fit the view, all equally likely; if none does, any that fits."""
    copy(out, view)
    fitting, likely = np.empty(WORDS, np.uint64), np.empty(WORDS, np.uint64)
    for p in range(4):
        if view.pawn[p].alloc == HIDDEN:
            size, found = belief(view, p, fitting), 0
            for w in range(WORDS):
                likely[w] = fitting[w] & _LIKELY[w]
                found += count(likely[w])
            drawn = member(likely, below(rng, found)) if found > 0 else member(fitting, below(rng, size))
            out.pawn[p].alloc = drawn
