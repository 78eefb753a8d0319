"""What the lab measures in ROUT!: how the blocks line up, what a unit may do, and counters for each seat.

Clauses: `rules.md`. For how counters are called, see `sandtable.lab.run.watch`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sandtable.authoring import (
    NOTHING_TO_TAKE,
    BoardEvent,
    Grouping,
    Option,
    Pace,
    Pick,
    Setup,
    State,
    Unpacked,
    View,
    inline,
    jit,
)
from sandtable.authoring.choices import kind
from sandtable.games.rout.data.formations import NAMES as FORMATION_NAMES
from sandtable.games.rout.rules.turns import CARD, PASS, RALLY_IT, REMOVE
from sandtable.games.rout.schema import ACTIONS, DEED, NONE, PHASE, Unit, first_broken
from sandtable.games.rout.show.drawing import place_of
from sandtable.graphics.drawing import Place


def _lines_up(formation: int) -> Callable[[Any, Any, int], int]:
    def take(_setup: Setup, view: View, _seat: int) -> int:
        # T1.5
        return (
            ACTIONS.pack("formation", formation=formation) if view.phase == PHASE.PLACE else NOTHING_TO_TAKE
        )

    return take


PICKS = (
    Pick(
        "formation",
        "how the blocks line up (T1.5)",
        tuple(
            Option(name, f"lines up as {name}", take=_lines_up(number))
            for number, name in enumerate(FORMATION_NAMES)
        ),
        natural=FORMATION_NAMES[0],
    ),
)

ACTION_GROUPS = (
    kind("move", "move a block without attacking"),
    kind("melee", "attack in melee"),
    kind("range", "shoot"),
    kind("rally", "rally a broken block"),
    kind("remove", "take a card out of the game"),
    kind("pass", "pass up an action"),
)


def _line_up(_setup: Setup, _state: State, action: Unpacked) -> str:
    # T1.5
    if action.kind == "place":
        return "block by block"
    return FORMATION_NAMES[action.fields["formation"]] if action.kind == "formation" else ""


def _cards(kind: Unit) -> Callable[[Any, Any, Unpacked], str]:
    def told(_setup: Setup, state: State, _action: Unpacked) -> str:
        # T1.4: all cards are dealt before anyone lines up
        if state.phase != PHASE.PLACE:
            return ""
        number = int(state.dealt[state.to_move, kind])
        return f"{number} {kind.name.lower()} card{'' if number == 1 else 's'}"

    return told


GROUPINGS = (
    Grouping("formation", "how a side lines up (T1.5)", _line_up),
    *(
        Grouping(
            f"{kind.name.lower()} cards", f"how many {kind.name.lower()} cards it was dealt", _cards(kind)
        )
        for kind in Unit
    ),
)


def _broken(setup: Setup, _before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # T4.1
    if after.last_ply == after.ply and after.hit != NONE:
        yield place_of(setup, after.was[int(after.hit)])


def _routed(setup: Setup, _before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # T4.2
    if after.last_ply == after.ply:
        for i in range(int(after.was_count)):
            if int(after.gone) >> i & 1:
                yield place_of(setup, after.was[i])


EVENTS = (
    BoardEvent("breaks", "blocks are broken", _broken),
    BoardEvent("routs", "blocks are routed", _routed),
)

# aiming a flick takes time; turning a card does not
PACE = Pace(180, 3, 10, {"place": 40, "turn": 20})

SIDES = ("Ivory", "Ink")


NAMES = (
    "went_first",  # 1 for the seat that went first in the first game (T1.6)
    "games",  # won (T2.6b)
    "cards",  # revealed (T2.1)
    "cards_blank",  # how many of them left nothing to do (T2.3)
    "cards_removed",
    "moves",  # flicks (T3)
    "charges",
    "shots",
    "charges_hit",  # charges that broke an enemy unit (T4.1)
    "shots_hit",
    "routs",  # enemy units routed (T4.2)
    "own_routs",  # the seat's units routed by its own flick
    "rallies",  # the seat's units turned face up (T2.4)
    "rallies_enemy",  # enemy units turned face up
    "passes",
    "timed_out",  # 1 each for every game that reached the turn limit (T2.7)
)
(
    WENT_FIRST,
    GAMES,
    CARDS,
    BLANK,
    REMOVED,
    MOVES,
    CHARGES,
    SHOTS,
    CHARGES_HIT,
    SHOTS_HIT,
    ROUTS,
    OWN_ROUTS,
    RALLIES,
    RALLIES_ENEMY,
    PASSES,
    TIMED_OUT,
) = range(len(NAMES))

# what is good or bad for a seat, as an analysis says it
GAINS = {
    "games": "wins the game",
    "charges_hit": "breaks a block in a charge",
    "shots_hit": "breaks a block with a shot",
    "routs": "routs an enemy block",
    "rallies": "rallies a block",
}
LOSSES = {
    "own_routs": "routs one of its own blocks",
}


@jit
def tally(setup: Setup, before: State, action, after: State, out):
    """See `sandtable.lab.run.watch`."""
    # the next game may follow at once, so the side is the one in the previous position
    seat = np.int64(before.side)
    if before.ply == 0 and before.phase < PHASE.PLACE:
        out[after.first, WENT_FIRST] += 1
    if after.last_ply == after.ply:
        flick(seat, after, out)
    elif CARD.holds(action):
        out[seat, CARDS] += 1
        out[seat, BLANK] += (
            after.phase != PHASE.TURN and after.phase != PHASE.RALLY and after.phase != PHASE.REMOVE
        )
    elif PASS.holds(action):
        out[seat, PASSES] += 1
    elif REMOVE.holds(action):
        out[seat, REMOVED] += 1
    elif RALLY_IT.holds(action):
        (rank,) = RALLY_IT.unpack(action)
        side = before.block[first_broken(before) + rank].side
        out[seat, RALLIES if side == seat else RALLIES_ENEMY] += 1
    ended = np.int64(after.game) - np.int64(before.game)
    for side in range(2):
        won = np.int64(after.wins[side]) - np.int64(before.wins[side])
        out[side, GAMES] += won
        ended -= won
    # nothing else ends a game without a winner
    for side in range(2):
        out[side, TIMED_OUT] += ended


@inline
def flick(seat, after: State, out):
    """Counts a flick by `seat` once the blocks have come to rest, and its effects (T3, T4)."""
    deed, hit = after.last.deed, after.hit != NONE
    if deed == DEED.MOVE:
        out[seat, MOVES] += 1
    elif deed == DEED.MELEE:
        out[seat, CHARGES] += 1
        out[seat, CHARGES_HIT] += hit
    else:
        out[seat, SHOTS] += 1
        out[seat, SHOTS_HIT] += hit
    for i in range(np.int64(after.was_count)):
        if np.int64(after.gone) >> i & 1:
            out[seat, OWN_ROUTS if after.was[i].side == seat else ROUTS] += 1
