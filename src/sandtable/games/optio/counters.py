"""What designers count in a match of Optio, for each seat. See `sandtable.lab.counters`. Clauses: `rules.md`."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.optio.battle import UNSHIFTED
from sandtable.games.optio.rules import (
    ASK,
    CHALLENGE,
    END,
    MARCH,
    PASS,
    RETREAT,
    SHOW,
    STAND,
    STEP,
    TEMPLATE,
    army,
    hidden_enemies,
)
from sandtable.games.optio.setup import ARMY, BLOCKS, NOBODY, OFF, P_LOTS, P_MOVE, P_OPENING, SCOUT

NAMES = (
    "went_first",  # 1 for the seat that moved first (O1.4)
    "turns",  # of the hidden phase, finished by the seat
    "entries",  # blocks brought onto the map (O2.2)
    "steps",  # moves of blocks on the map (O2.3)
    "scouts",  # times that a block scouted (O2.6)
    "scouts_declined",  # times that a block was asked, could have scouted or shown itself, and did not
    "revealed",  # own blocks turned face up
    "found",  # 1 where an enemy block turned up the own army
    "own_reveal",  # 1 where the own army turned up to scout or showed itself
    "challenged",  # 1 where it showed itself to the enemy army (O2.6)
    "timed_out",  # 1 where the own army lay face down when the turns had run out (O2.9)
    "left_behind",  # 1 where it was then off the map
    "marches",  # moves closer in the approach (O3.1)
    "retreats",
    "stands",
    "kudos_spent",
    "came_second",  # 1 where the own army was the second in the square of the battle (O4.1)
    "template_shifted",  # 1 where the seat placed the template elsewhere than it lay (O4.3)
)
(
    WENT_FIRST,
    TURNS,
    ENTRIES,
    STEPS,
    SCOUTS,
    DECLINED,
    REVEALED,
    FOUND,
    OWN_REVEAL,
    CHALLENGED,
    TIMED_OUT,
    LEFT_BEHIND,
    MARCHES,
    RETREATS,
    STANDS,
    KUDOS,
    SECOND,
    SHIFTED,
) = range(len(NAMES))


@jit
def tally(setup, before, action, after, out):
    """See `sandtable.lab.counters`."""
    phase = before.phase
    if phase == P_OPENING or phase == P_LOTS:
        # the lots are followed by the first turn where nobody rolls
        if after.phase == P_MOVE:
            out[after.first, WENT_FIRST] += 1
    elif phase == P_MOVE or (ASK <= action < MARCH):
        hide(before, action, after, out)
    elif action >= MARCH:
        approach(before, action, out)
    if before.second == NOBODY and after.second != NOBODY:
        out[after.second, SECOND] += 1


@jit
def hide(before, action, after, out):
    """Counts an action of the hidden phase: of a block, an answer, or the end of a turn."""
    seat = np.int64(before.to_move)
    if action < STEP:
        out[seat, ENTRIES] += 1
    elif action < END:
        out[seat, STEPS] += 1
    elif action == END:
        if after.phase != P_MOVE:
            run_out(before, after, out)
    elif action == PASS:
        b = np.int64(before.acting)
        kind = before.block[b].kind
        out[seat, DECLINED] += kind == ARMY or (kind == SCOUT and hidden_enemies(before, b) > 0)
    elif action == CHALLENGE:
        out[seat, CHALLENGED] += 1
    elif action < PASS:
        out[seat, SCOUTS] += 1
    if after.turn > before.turn:
        out[(np.int64(before.first) + before.turn) % 2, TURNS] += 1
    if action != END:
        turn_up(before, action, after, out)


@inline
def turn_up(before, action, after, out):
    """Counts the blocks that scouting turned face up."""
    for b in range(2 * BLOCKS):
        if after.block[b].revealed != 0 and before.block[b].revealed == 0:
            owner = b // BLOCKS
            out[owner, REVEALED] += 1
            if before.block[b].kind == ARMY:
                own = action < SHOW and owner == before.to_move
                out[owner, OWN_REVEAL if own else FOUND] += 1


@inline
def run_out(before, after, out):
    """Counts the armies that lay face down when the turns had run out, and those that were off the map."""
    for seat in range(2):
        block = before.block[army(before, seat)]
        out[seat, TIMED_OUT] += block.revealed == 0
        out[seat, LEFT_BEHIND] += block.square == OFF
        out[seat, REVEALED] += block.revealed == 0 and after.block[army(before, seat)].revealed != 0


@inline
def approach(before, action, out):
    """Counts an action of the approach, or the placing of the template."""
    seat = np.int64(before.to_move)
    if action >= TEMPLATE:
        out[seat, SHIFTED] += action - TEMPLATE != UNSHIFTED
        return
    out[seat, KUDOS] += action >= RETREAT
    kind = MARCHES if action < RETREAT else STANDS if action == STAND else RETREATS
    out[seat, kind] += 1
