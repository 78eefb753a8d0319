"""What a battle is worth, and the approach that best play makes of two squares, from the tables of the setup."""

import numpy as np

from sandtable._jit import inline
from sandtable.games.optio.battle import BATTLE
from sandtable.games.optio.rules import army


@inline
def approach_value(setup, s, navy, oxblood, mover):
    """Navy's score of best play in the approach from two different squares."""
    return np.float64(setup.value[setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], mover]])


@inline
def battle_value(setup, second, square, side):
    """Navy's score of a battle once its template is placed best."""
    return np.float64(setup.value[BATTLE.pack(second, square, side)])


@inline
def own(seat, navy):
    """Navy's number as the seat's own."""
    return navy if seat == 0 else 0.0 - navy


@inline
def challenge_value(setup, s, seat):
    """The seat's score of the battle if its army shows itself to the enemy army in its square (O2.6, O3.3)."""
    mine, theirs = s.block[army(s, seat)], s.block[army(s, 1 - seat)]
    late = mine.entered > theirs.entered
    second, side = (seat, np.int64(mine.side)) if late else (1 - seat, np.int64(theirs.side))
    return own(seat, battle_value(setup, second, np.int64(mine.square), side))
