"""What a computer plays for in a match without a winner: the private wishes of its seat (O4.5).

A seat's wishes are drawn by lot and known to that seat alone. A computer player assumes a setup in which these wishes are
its army's profile, the enemy has none and wants the opposite, and someone wins. Nothing else about the match changes.
"""

from functools import cache
from typing import Any

import numpy as np

from sandtable.authoring import AgentSetup, Setup, View, new
from sandtable.games.optio.data.profiles import NONE
from sandtable.games.optio.schema import ARMIES, SETUP, judge


def agent_setup(setup: Setup) -> AgentSetup | None:
    """A function that finds, from a computer player's view and seat, the setup that it assumes; None if the match has a
    winner.
    """
    if not setup.only_ground:
        return None

    @cache
    def wishing(seat: int, wish: int) -> Any:
        """The setup of a seat with these wishes."""
        made = new(SETUP)
        made[:] = np.frombuffer(setup.tobytes(), SETUP)
        made[0].only_ground = made[0].from_zero = 0
        judge(made[0], (ARMIES[wish - 1], NONE) if seat == 0 else (NONE, ARMIES[wish - 1]))
        return made[0]

    def of_seat(view: View, seat: int) -> Any:
        """The setup that a computer player assumes when it thinks for `seat`, whose view this is."""
        return wishing(seat, int(view.wish[seat])) if view.wish[seat] else setup

    return of_seat
