"""A coarser numbering of flicks and of the hand's errors, for programs that need a short list.

Flicks: every unit, toward the middle of any other block or in one of WAYS directions starting at east, pushed at the
point nearest to a line through its middle or a quarter of a side to either side, at one of three speeds. All other actions keep
their numbers, but blocks are placed only by formation. The hand's error is one of FALLS by FASTS, with Gauss-Hermite
nodes and weights: its mean and spread are the true ones (T3.2), except for rounding to whole steps.
"""

from collections.abc import Iterator
from math import atan2, floor, pi

import numpy as np

from sandtable.authoring import Actions, Kind, Labels, Setup, View
from sandtable.games.rout.rules.moves import REFUSAL, as_taken, check, flick
from sandtable.games.rout.rules.push import middle
from sandtable.games.rout.rules.turns import HAND
from sandtable.games.rout.schema import (
    ACTIONS,
    BLOCKS,
    CONTACT,
    DEEDS,
    DIRECTIONS,
    LEAST_PACE,
    PHASE,
    STEPS,
    STILL,
)

WAYS = 12
# offsets from the point nearest to a line through the middle, in steps of the rim: none, and a quarter of a side
SHIFTS = (0, STEPS // 4, -(STEPS // 4))
# by number: 1, 2 and 3 m/s
POWERS = (40, 90, 140)


def _nodes(count: int) -> tuple[tuple[float, float], ...]:
    """Gauss-Hermite nodes and weights for a normal error of deviation 1, exact up to the power 2 `count` - 1."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(count)
    return tuple(zip(nodes.tolist(), (weights / weights.sum()).tolist(), strict=True))


FALLS, FASTS = _nodes(5), _nodes(3)

_SAME = ("first", "split", "deal", "formation", "card", "rally", "remove", "pass")
_OWN = {kind.name: kind for kind in ACTIONS.kinds}
GRID = Actions(
    *(_OWN[name] for name in _SAME),
    *(
        Kind(
            deed,
            f"{deed} block {{unit}} toward {{mark}}, pushed {{point}}, at {{power}}",
            unit=BLOCKS,
            mark=WAYS + BLOCKS,
            point=len(SHIFTS),
            power=len(POWERS),
        )
        for deed in DEEDS
    ),
    Kind("hand", "the hand turns by {fall} with {fast}", fall=len(FALLS), fast=len(FASTS)),
)
# deed, unit, mark, point, power
FLICK = GRID.codec(*DEEDS)


def labels(setup: Setup) -> Labels:
    """Names of the values of the grid's own fields."""
    blocks = [f"block {n + 1}" for n in range(BLOCKS)]
    return {
        "mark": [*(f"{360 // WAYS * n} deg" for n in range(WAYS)), *blocks],
        "point": ("in the middle", "further up", "further down"),
        "power": ("1 m/s", "2 m/s", "3 m/s"),
        "fall": [f"{node:+.2f} deviations" for node, _ in FALLS],
        "fast": [f"{node:+.2f} deviations of speed" for node, _ in FASTS],
    }


def open_numbers(setup: Setup, view: View) -> list[int]:
    """The grid's flicks that are allowed in a turn."""
    if view.phase != PHASE.TURN:
        return []
    count, found = int(view.count), list[int]()
    for deed in range(len(DEEDS)):
        for unit in range(count):
            # T3.1: whether a push goes in depends on the side of the block, and `middle` picks one where it does, so
            # one flick shows whether the unit may act at all
            if check(setup, view, _flick(setup, view, deed, unit, 0, 0, 0)) == REFUSAL.OK:
                found += _flicks(deed, unit, count)
    return found


def _flicks(deed: int, unit: int, count: int) -> Iterator[int]:
    # the numbers of a unit are consecutive, mark by mark; a unit cannot be flicked toward itself
    own = WAYS + unit
    yield from range(FLICK.pack(deed, unit, 0, 0, 0), FLICK.pack(deed, unit, own, 0, 0))
    yield from range(FLICK.pack(deed, unit, own + 1, 0, 0), FLICK.pack(deed, unit, WAYS + count, 0, 0))


def _flick(setup: Setup, view: View, deed: int, unit: int, mark: int, point: int, power: int) -> int:
    direction = mark * (DIRECTIONS // WAYS) if mark < WAYS else _direction(view, unit, mark - WAYS)
    contact = int(middle(setup, view.block[unit], deed, direction))
    side, place = CONTACT.unpack(contact)
    shifted = CONTACT.pack(side, min(STEPS - 1, max(0, place + SHIFTS[point])))
    return int(as_taken(setup, flick(deed, unit, shifted, direction, POWERS[power])))


def _direction(view: View, unit: int, mark: int) -> int:
    """The direction from the middle of one block to the middle of another."""
    own, other = view.block[unit], view.block[mark]
    angle = atan2(int(other.y) - int(own.y), int(other.x) - int(own.x))
    return floor(angle * DIRECTIONS / (2.0 * pi) + 0.5) % DIRECTIONS


def action_of(setup: Setup, view: View, number: int) -> int:
    """The flick or the hand's error for a number; `ValueError` if there is none."""
    taken = GRID.unpack(number)
    if taken.kind not in DEEDS:
        return _hand(setup, view, **taken.fields)
    unit, mark, count = taken.fields["unit"], taken.fields["mark"] - WAYS, int(view.count)
    if unit >= count or mark >= count or mark == unit:
        raise ValueError(f"blocks 1 to {count} can be flicked here, but none at itself")
    return _flick(setup, view, DEEDS.index(taken.kind), **taken.fields)


def outcomes(setup: Setup, view: View) -> list[tuple[int, float]]:
    """The errors of the current hand with their weights; of those that round to the same value, the first represents all."""
    numbers, weights = {}, {}
    for fall, (_, falls) in enumerate(FALLS):
        for fast, (_, fasts) in enumerate(FASTS):
            error = _hand(setup, view, fall, fast)
            numbers.setdefault(error, GRID.pack("hand", fall=fall, fast=fast))
            weights[error] = weights.get(error, 0.0) + falls * fasts
    return [(numbers[error], weights[error]) for error in numbers]


def _hand(setup: Setup, view: View, fall: int, fast: int) -> int:
    degrees, share = (float(error) for error in setup.error[int(view.side)])
    turn = STILL + round(10.0 * degrees * FALLS[fall][0])
    pace = 100 - LEAST_PACE + round(100.0 * share * FASTS[fast][0])
    return HAND.pack(turn, pace)
