"""What a seat knows in ROUT! (T1.5, T2.5): not what broken blocks are, not the other side's blocks during placement,
and nothing of the past.

The last flick, which the record keeps with the table before it, is erased for viewers who may no longer look back that far.
"""

import numpy as np

from sandtable.authoring import OVER, SPECTATOR, Codec, Rng, Setup, State, View, copy, inline, jit
from sandtable.authoring import rng as streams
from sandtable.games.rout.data.formations import FORMATIONS
from sandtable.games.rout.rules.turns import FORMATION, PLACE, forget_flick, put_down
from sandtable.games.rout.schema import BLOCKS, NONE, PHASE, UNITS, arrange, blocks_on, drop

OWNER, ALL = 1, 2
ALL_HISTORY = 1


# a side, and a kind of its units
LOSS = Codec(0, (2, UNITS))


@inline
def hidden(setup: Setup, block, seat):
    """T2.5: whether `seat` is not allowed to know what a block is."""
    if block.broken == 0 or setup.shown == ALL:
        return False
    return setup.shown != OWNER or block.side != seat


@inline
def covered(setup: Setup, s: State, side, seat):
    """T1.5: whether the blocks of `side` are placed out of sight of `seat`."""
    return s.phase == PHASE.PLACE and setup.in_turn == 0 and side != seat


@jit
def history(setup: Setup, state: State, viewer):
    """The first ply that a viewer may look back to: the start of the viewer's own last turn; a spectator sees no more than any
    player.
    """
    if setup.history == ALL_HISTORY or state.to_move == OVER:
        return 0
    if viewer == SPECTATOR:
        return max(np.int64(state.began[0]), np.int64(state.began[1]))
    return np.int64(state.began[viewer])


def forget(_setup, view, ply):
    """Erases the last flick from a view if it came before the position at `ply`."""
    if view.last_ply <= ply:
        forget_flick(view)


@jit
def observe(setup: Setup, state: State, seat, out):
    """See `ops.observe`."""
    copy(out, state)
    # T2.5: anyone who could look back would know what a broken block was
    if state.last_ply <= history(setup, state, seat):
        forget_flick(out)
    for i in range(BLOCKS):
        _cover(setup, out.block[i], seat)
        _cover(setup, out.was[i], seat)
    gone = 0
    for side in range(2):
        if covered(setup, state, side, seat):
            for kind in range(UNITS):
                out.waiting[side, kind] = 0
            for i in range(blocks_on(state)):
                if state.block[i].side == side:
                    gone |= 1 << i
    if gone != 0:
        drop(out, gone)


@inline
def _cover(setup: Setup, block, seat):
    if hidden(setup, block, seat):
        block.side = block.kind = NONE


@jit
def determinize(setup: Setup, view: View, seat, rng: Rng, out):
    """See `ops.determinize`: draws broken blocks from the public losses; what `was` hides stays hidden, since no rule
    reads it.
    """
    copy(out, view)
    _guess_broken(out, rng)
    for side in range(2):
        if covered(setup, view, side, seat):
            _guess_places(setup, out, side, rng)


@jit
def _guess_broken(s: State, rng: Rng):
    # all assignments of the losses to the blocks of hidden kind are equally likely
    for i in range(blocks_on(s)):
        if s.block[i].side != NONE:
            continue
        total = 0
        for what in range(LOSS.count):
            total += _unseen(s, what)
        number, what = streams.below(rng, total), 0
        while number >= _unseen(s, what):
            number -= _unseen(s, what)
            what += 1
        s.block[i].side, s.block[i].kind = LOSS.unpack(what)


@inline
def _unseen(s: State, what):
    # broken units of a side and kind not yet assigned to a block of the record
    side, kind = LOSS.unpack(what)
    count = np.int64(s.broken[side, kind])
    for i in range(blocks_on(s)):
        block = s.block[i]
        if block.broken != 0 and block.side == side and block.kind == kind:
            count -= 1
    return count


@jit
def _guess_places(setup: Setup, s: State, side, rng: Rng):
    # as many blocks as were placed, of random kinds, in the slots of a random formation
    mover, placed, number = np.int64(s.side), np.int64(s.placed[side]), streams.below(rng, FORMATIONS)
    s.side, s.placed[side] = side, 0
    for kind in range(UNITS):
        s.waiting[side, kind] = s.dealt[side, kind]
    for n in range(placed):
        left = np.int64(setup.hand[side]) - n
        draw, kind = streams.below(rng, left), 0
        while draw >= s.waiting[side, kind]:
            draw -= np.int64(s.waiting[side, kind])
            kind += 1
        slot = setup.formation[side, s.split, number, n]
        put_down(setup, s, kind, np.int64(slot[0]), np.int64(slot[1]), np.int64(slot[2]))
    s.side = mover
    arrange(s)


@jit
def observed_action(setup: Setup, state: State, seat, action):
    """See `ops.observed_action`: a block placed out of sight is not seen, except for the last one, which reveals all."""
    if not (FORMATION.holds(action) or PLACE.holds(action)) or not covered(
        setup, state, np.int64(state.side), seat
    ):
        return action
    side = np.int64(state.side)
    placed = setup.hand[side] if FORMATION.holds(action) else state.placed[side] + 1
    return action if placed == setup.hand[side] and state.placed[1 - side] == setup.hand[1 - side] else -1
