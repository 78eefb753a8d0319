"""The quick players of ROUT! for searches and agents, by number, and candidate flicks (see `sandtable.search.policy`)."""

import numpy as np

from sandtable.authoring import Rng, Setup, View, jit
from sandtable.authoring import rng as streams
from sandtable.games.rout.players.beliefs import guess
from sandtable.games.rout.players.candidates import propose, vary
from sandtable.games.rout.players.script import choose_quick, choose_script
from sandtable.games.rout.rules.moves import drawn
from sandtable.games.rout.rules.push import slipped
from sandtable.games.rout.rules.turns import FLICK, hundredths
from sandtable.games.rout.schema import BY, LEAST_PACE, PACES, SPEEDS, STILL, TURNS

__all__ = ["NAMES", "choose", "guess", "perform", "propose", "quick", "vary"]

# see `policy.quick`
quick = choose_quick

NAMES = ("script", "marksman")
SCRIPT, MARKSMAN = 1, 2


@jit
def choose(setup: Setup, view: View, seat, number, rng: Rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_quick(setup, view, seat, rng)


@jit
def perform(setup: Setup, view: View, action, rng: Rng):
    """See `policy.perform`. T3.0: if the table takes finger flicks, the computer, which has no finger, errs as `hand`
    says (T3.2). It draws the error itself, so no chance step follows, and plays the nearest speed that a finger flick
    can have.
    """
    if setup.flick != BY.FINGER or not FLICK.holds(action):
        return action
    deed, _, unit, contact, direction, speed = FLICK.unpack(action)
    side = np.int64(view.side)
    turn = drawn(setup.turns[side], TURNS, streams.uniform(rng)) - STILL
    pace = drawn(setup.paces[side], PACES, streams.uniform(rng)) + LEAST_PACE
    way = slipped(setup, view.block[unit], contact, direction, turn)
    # finger speeds: hundredths of a metre per second, from 20 on, in steps of two
    fast = (hundredths(speed) * pace + 100) // 200 - 10
    return FLICK.pack(deed, BY.FINGER, unit, contact, way, min(SPEEDS - 1, max(0, fast)))
