"""The quick players of Rush for searches and agents, by number (see `sandtable.search.policy`)."""

from typing import Any

import numpy as np

from sandtable.authoring import Rng, Setup, View, jit, new
from sandtable.games.rush.players.evaluation import ONE, WHOLE
from sandtable.games.rush.players.intents import WORK
from sandtable.games.rush.players.lookahead import (
    EXACT,
    best_of,
    is_of,
    line_up,
    look_on,
    opening,
    prepare,
    rate_intents,
)
from sandtable.games.rush.players.script import choose_script
from sandtable.games.rush.schema import PHASE
from sandtable.search.policy import NO_ACTION

# see `policy.quick`; one step takes about a microsecond
quick = choose_script

# a lookahead evaluates its results by the next token, an outlook by the rest of the rush
NAMES = ("script", "lookahead", "outlook")
SCRIPT, LOOKAHEAD = 1, 2


@jit
def choose(setup: Setup, view: View, seat, number, rng: Rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    if view.phase == PHASE.LINE_UP:
        return line_up(setup, view, seat, rng)
    room = np.empty(1, WORK)
    prepare(room[0], ONE if number == LOOKAHEAD else WHOLE, EXACT)
    count = rate_intents(setup, view, room)
    return opening(setup, view, best_of(room, count), room)


def intents(setup: Setup, view: View) -> tuple[list[int], list[float]]:
    """See `search.policy`: when a token or a free action is to be used."""
    if view.phase not in (PHASE.RUSH, PHASE.FREE):
        return [], []
    room = _room()
    count = rate_intents(setup, view, room)
    sure = room[0].sure[:count] != 0
    return room[0].intents[:count][sure].tolist(), room[0].values[:count][sure].tolist()


def begin(setup: Setup, view: View, intent: int) -> int:
    """See `search.policy`."""
    return int(opening(setup, view, intent, new(WORK)))


def go_on(setup: Setup, view: View, intent: int) -> int:
    """See `search.policy`."""
    if view.phase != PHASE.MOVE or not is_of(view, intent):
        return NO_ACTION
    return int(opening(setup, view, intent, new(WORK)))


def expect(setup: Setup, view: View, intent: int) -> float:
    """See `search.policy`."""
    value = float(look_on(setup, view, intent, _room()))
    return value if view.to_move == 0 else -value


def _room() -> Any:
    room = new(WORK, 2)
    prepare(room[0], WHOLE, EXACT)
    return room
