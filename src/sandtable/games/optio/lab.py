"""What the lab measures in Optio: the army's profile, what a side may do, and counters for each seat.

Clauses: `rules.md`. For how counters are called, see `sandtable.lab.run.watch`.
"""

from collections.abc import Iterator

import numpy as np

from sandtable.authoring import BoardEvent, Grouping, Option, Pace, Pick, Setup, State, Unpacked, inline, jit
from sandtable.authoring.choices import kind
from sandtable.games.optio.data.battle import UNSHIFTED
from sandtable.games.optio.data.ground import COLUMNS
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.rules.turns import (
    ASK,
    CHALLENGE,
    END,
    ENTER,
    MARCH,
    PASS,
    SHOW,
    STAND,
    STEP,
    TEMPLATE,
    army,
    asked_block,
    costs_kudo,
    hidden_enemies,
    mover,
    owner,
)
from sandtable.games.optio.schema import BLOCKS, KIND, KINDS, NOBODY, OFF, PHASE
from sandtable.games.optio.show.drawing import place_of
from sandtable.graphics.drawing import Place

# O4.5; none means a match without wishes
_ARMIES = tuple(name for name in profiles() if name != "none")


def _army(name: str) -> Option:
    # reports name the army as the page does
    return Option(
        name.replace("_", " "),
        f"{name.replace('_', ' ')}",
        ({"navy_profile": name}, {"oxblood_profile": name}),
    )


PICKS = (
    Pick(
        "army",
        "the profile of the army (O4.5)",
        tuple(map(_army, _ARMIES)),
        natural="heavy foot",
        filled_in="the wishes of the armies (O4.5)",
    ),
)

ACTION_GROUPS = (
    kind("scout", "scout with a block"),
    kind("pass", "pass up a scouting"),
    kind("challenge", "show its army to the enemy army"),
    kind("end", "end its turn before all blocks have moved"),
    kind("retreat", "hand in a kudo to march away"),
    kind("stand", "hand in a kudo to stay"),
)


def _first_column(_setup: Setup, _state: State, action: Unpacked) -> str:
    # O2.2
    return f"column {COLUMNS[action.fields['column']]}" if action.kind == "enter" else ""


def _first_block(_setup: Setup, state: State, action: Unpacked) -> str:
    # O1.3
    if action.kind != "enter":
        return ""
    block = BLOCKS * int(state.to_move) + action.fields["block"]
    return KINDS[int(state.block[block].kind)]


GROUPINGS = (
    Grouping("opening", "where its first block enters", _first_column),
    Grouping("first block", "what its first block is", _first_block),
)


def _turned_up(_setup: Setup, before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # O2.6
    for b in range(2 * BLOCKS):
        known = before.block[b].revealed == 0 and after.block[b].revealed != 0
        if known and after.block[b].square < OFF:
            yield place_of(b // BLOCKS, int(after.block[b].square))


def _battle(_setup: Setup, before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # O4.1
    if before.second == NOBODY and after.second != NOBODY:
        yield place_of(int(after.second), int(after.battle))


EVENTS = (
    BoardEvent("battles", "battles are fought, on the board of the side whose army came second", _battle),
    BoardEvent("reveals", "blocks are turned face up", _turned_up),
)

# moving a block calls for a look at the map; spending a kudo takes thought
PACE = Pace(180, 5, 6, {"move": 8, "scout": 5, "approach": 10, "template": 10})

SIDES = ("Navy", "Oxblood")


NAMES = (
    "went_first",  # 1 for the seat that moved first (O1.4)
    "turns",  # in the hidden phase, finished by the seat
    "entries",  # blocks brought onto the map (O2.2)
    "steps",  # moves of blocks on the map (O2.3)
    "scouts",  # times that a block scouted (O2.6)
    "scouts_declined",  # times that a block was asked about, could have scouted or shown itself, but did not
    "revealed",  # the seat's blocks turned face up
    "found",  # 1 if an enemy block revealed the seat's army
    "own_reveal",  # 1 if the seat's army turned face up to scout or to show itself
    "challenged",  # 1 if it showed itself to the enemy army (O2.6)
    "timed_out",  # 1 if the seat's army was face down at the turn limit (O2.9)
    "left_behind",  # 1 if it was then off the map
    "marches",  # moves closer in the approach (O3.1)
    "retreats",
    "stands",
    "kudos_spent",
    "came_second",  # 1 if the seat's army was the second to enter the square of the battle (O4.1)
    "template_shifted",  # 1 if the seat shifted the template (O4.3)
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

# what is bad for a seat, as an analysis says it
LOSSES = {
    "revealed": "has a block turned face up",
    "found": "has its army found",
    "left_behind": "leaves its army off the map",
}


@jit
def tally(setup: Setup, before: State, action, after: State, out):
    """See `sandtable.lab.run.watch`."""
    phase = before.phase
    if phase == PHASE.OPENING or phase == PHASE.LOTS:
        # if nobody rolls, the first turn comes right after the lots
        if after.phase == PHASE.MOVE:
            out[after.first, WENT_FIRST] += 1
    elif phase == PHASE.MOVE or phase == PHASE.SCOUT or phase == PHASE.SHOW:
        hide(before, action, after, out)
    else:
        approach(before, action, out)
    if before.second == NOBODY and after.second != NOBODY:
        out[after.second, SECOND] += 1


@jit
def hide(before: State, action, after: State, out):
    """Counts an action of the hidden phase: a block's move, an answer, or the end of a turn."""
    seat = mover(before)
    if ENTER.holds(action):
        out[seat, ENTRIES] += 1
    elif STEP.holds(action):
        out[seat, STEPS] += 1
    elif END.holds(action):
        if after.phase != PHASE.MOVE:
            run_out(before, after, out)
    elif PASS.holds(action):
        b = asked_block(before)
        kind = before.block[b].kind
        out[seat, DECLINED] += kind == KIND.ARMY or (kind == KIND.SCOUT and hidden_enemies(before, b) > 0)
    elif CHALLENGE.holds(action):
        out[seat, CHALLENGED] += 1
    elif ASK.holds(action):
        out[seat, SCOUTS] += 1
    if after.turn > before.turn:
        out[(np.int64(before.first) + before.turn) % 2, TURNS] += 1
    if not END.holds(action):
        turn_up(before, action, after, out)


@inline
def turn_up(before: State, action, after: State, out):
    """Counts the blocks that scouting turned face up."""
    for b in range(2 * BLOCKS):
        if after.block[b].revealed != 0 and before.block[b].revealed == 0:
            seat = owner(b)
            out[seat, REVEALED] += 1
            if before.block[b].kind == KIND.ARMY:
                own = not SHOW.holds(action) and seat == before.to_move
                out[seat, OWN_REVEAL if own else FOUND] += 1


@inline
def run_out(before: State, after: State, out):
    """Counts the armies that were face down at the turn limit, and those that were off the map."""
    for seat in range(2):
        block = before.block[army(before, seat)]
        out[seat, TIMED_OUT] += block.revealed == 0
        out[seat, LEFT_BEHIND] += block.square == OFF
        out[seat, REVEALED] += block.revealed == 0 and after.block[army(before, seat)].revealed != 0


@inline
def approach(before: State, action, out):
    """Counts an action of the approach, or the placing of the template."""
    seat = mover(before)
    if TEMPLATE.holds(action):
        (shift,) = TEMPLATE.unpack(action)
        out[seat, SHIFTED] += shift != UNSHIFTED
        return
    out[seat, KUDOS] += costs_kudo(action)
    kind = MARCHES if MARCH.holds(action) else STANDS if STAND.holds(action) else RETREATS
    out[seat, kind] += 1
