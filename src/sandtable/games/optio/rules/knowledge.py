"""What is known about the hidden blocks: views, and full states consistent with them (O1.3).

A seat's hidden blocks have the kinds that its face-up blocks do not. Only scouting and the army's showing itself depend
on a hidden kind, and they turn the block face up. So every assignment of the remaining kinds is consistent with a view;
there are at most 30. Nothing depends on private wishes (O4.5), so any wishes are consistent, and they stay secret after
the match.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, View, below, copy, inline, jit
from sandtable.games.optio.rules.turns import owner
from sandtable.games.optio.schema import BLOCKS, KIND, PHASE, WISHES

NOWHERE = -1


@jit
def observe(setup: Setup, state: State, seat, out):
    """See `ops.observe`: erases the other seat's wishes and, until the match is over, the kinds of its face-down blocks."""
    copy(out, state)
    for side in range(2):
        if side != seat:
            out.wish[side] = 0  # O4.5
    if state.phase == PHASE.OVER:
        return
    for b in range(2 * BLOCKS):
        if owner(b) != seat and out.block[b].revealed == 0:
            out.block[b].kind = KIND.UNKNOWN


@inline
def has_lot(s: State, seat):
    """Whether the seat's lot has been drawn."""
    return s.phase != PHASE.LOTS or s.ply > seat


@inline
def has_wish(setup: Setup, s: State, seat):
    """Whether the seat's wishes have been drawn."""
    return setup.only_ground != 0 and (s.phase != PHASE.LOTS or s.ply > 2 + seat)


@jit
def determinize(setup: Setup, view: View, seat, rng: Rng, out):
    """See `ops.determinize`: deals the remaining kinds to the hidden blocks and draws wishes, uniformly at random."""
    copy(out, view)
    for side in range(2):
        if has_lot(view, side):
            fill(out, side, rng)
        if has_wish(setup, view, side) and view.wish[side] == 0:
            out.wish[side] = 1 + below(rng, WISHES)


@jit
def fill(s: State, seat, rng: Rng):
    """Deals the remaining kinds to the seat's blocks of unknown kind."""
    hidden, army_known, scout_known = unknown(s, seat)
    if hidden == 0:
        return
    first = NOWHERE if army_known else below(rng, hidden)
    second = NOWHERE
    if not scout_known:
        second = below(rng, hidden - (0 if army_known else 1))
        if not army_known and second >= first:
            second += 1
    n = 0
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].kind == KIND.UNKNOWN:
            s.block[b].kind = KIND.ARMY if n == first else (KIND.SCOUT if n == second else KIND.DUMMY)
            n += 1


@inline
def unknown(s: State, seat):
    """The number of the seat's blocks of unknown kind, and whether its army and its scout are known."""
    hidden, army_known, scout_known = np.int64(0), False, False
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        kind = s.block[b].kind
        hidden += kind == KIND.UNKNOWN
        army_known = army_known or kind == KIND.ARMY
        scout_known = scout_known or kind == KIND.SCOUT
    return hidden, army_known, scout_known
