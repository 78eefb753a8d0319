"""The best play of the approach in words, for after the match (O3, O4.3)."""

from typing import Any

import numpy as np

from sandtable.games.optio.battle import BATTLE, battle_number
from sandtable.games.optio.fields import SEATS
from sandtable.games.optio.ground import SIDES, square_name
from sandtable.games.optio.moves import MOST_ACTIONS, legal
from sandtable.games.optio.rules import apply, army
from sandtable.games.optio.setup import ACTIONS, PHASE, STATE
from sandtable.games.optio.text import SHIFT_NAMES, labels, worth_told
from sandtable.records import copy, new


def best_battle(setup: Any, s: Any) -> int:
    """The number of the battle that best play leads to from a position of the approach or at the template."""
    if s.phase == PHASE.TEMPLATE:
        return battle_number(int(s.second), int(s.battle), int(s.battle_side))
    navy, oxblood = s.block[army(s, 0)].square, s.block[army(s, 1)].square
    return int(setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], s.to_move])


def best_action(setup: Any, s: Any) -> int:
    """The first action in the approach that keeps the value of best play."""
    actions = np.empty(MOST_ACTIONS, np.int64)
    sign = 1 if s.to_move == 0 else -1
    after = new(STATE)[0]
    values: list[float] = []
    for action in actions[: legal(setup, s, actions)]:
        copy(after, s)
        apply(setup, after, action)
        values.append(sign * float(setup.value[best_battle(setup, after)]))
    return int(actions[int(np.argmax(values))])


def advice(setup: Any, s: Any, viewer: int) -> str:
    """The best play from here, in the approach and at the template; "" elsewhere and where nothing is judged."""
    if not setup.scale > 0 or s.phase not in (PHASE.APPROACH, PHASE.TEMPLATE):
        return ""
    number = best_battle(setup, s)
    if s.phase == PHASE.TEMPLATE:
        where = SHIFT_NAMES[int(setup.best_shift[number])]
        return f"Place the template {where}: {_worth(setup, number)}."
    second, square, side = BATTLE.unpack(number)
    comes = f"{SEATS[second]} comes into {square_name(square)} from the {SIDES[side]}"
    best = ACTIONS.text(best_action(setup, s), labels(setup)).capitalize()
    return f"{best}. It leads to a battle where {comes}: {_worth(setup, number)}."


def _worth(setup: Any, number: int) -> str:
    return f"ground that is {worth_told(setup, float(setup.value[number]))}"
