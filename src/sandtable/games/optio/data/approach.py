"""The approach phase as a graph of positions for exact solving (O3).

A position consists of the squares of both armies, the kudos of both sides and the mover. A turn brings the armies
closer or costs a kudo, so if positions are ordered by kudos, then by distance, every move leads to a lower number. The
final positions are the 200 battles.
"""

from functools import lru_cache
from itertools import product

import numpy as np

from sandtable.games.optio.data.battle import BATTLES, PLACES, battle_number
from sandtable.games.optio.data.ground import EAST_OF, SOUTH_OF, SQUARES
from sandtable.search.exact import PhaseMoves, solve

MOST_KUDOS = 12
KUDOS = MOST_KUDOS + 1
NO_BATTLE = 255


def _across(square: int, side: int) -> int:
    # the square across that side, or -1
    y, x = divmod(square, SQUARES)
    x, y = x + EAST_OF[side], y + SOUTH_OF[side]
    return y * SQUARES + x if 0 <= x < SQUARES and 0 <= y < SQUARES else -1


ACROSS = np.array([[_across(square, side) for side in range(4)] for square in range(PLACES)])
# the same neighbours of each square, as bits
BESIDE = np.array([sum(1 << int(to) for to in row if to >= 0) for row in ACROSS], np.uint64)
DISTANCE = np.array(
    [[abs(a % 5 - b % 5) + abs(a // 5 - b // 5) for b in range(PLACES)] for a in range(PLACES)]
)
PAIRS = sorted(
    ((a, b) for a, b in product(range(PLACES), repeat=2) if a != b), key=lambda pair: DISTANCE[pair]
)
PAIR_NUMBER = {pair: number for number, pair in enumerate(PAIRS)}


# kinds of edges: to a battle, to a pair with the same kudos, or to a pair with one kudo less
_BATTLE, _SAME, _LESS = range(3)


def _moves(pair: tuple[int, int], mover: int, may_pay: bool) -> list[tuple[int, int]]:
    """The edges of a position as (kind, number): the number of a battle, or twice the pair's number plus the next mover
    (O3.1, O3.2).
    """
    own, other = pair[mover], pair[1 - mover]
    closer: list[tuple[int, int]] = []
    paid: list[tuple[int, int]] = []
    for side in range(4):
        to = int(ACROSS[own, side])
        if to == other:
            closer.append((_BATTLE, battle_number(mover, other, (side + 2) % 4)))
        elif to >= 0:
            number = 2 * PAIR_NUMBER[(to, other) if mover == 0 else (other, to)] + 1 - mover
            near = DISTANCE[to, other] < DISTANCE[own, other]
            (closer if near else paid).append((_SAME if near else _LESS, number))
    stay = (_LESS, 2 * PAIR_NUMBER[pair] + 1 - mover)
    return [*closer, *paid, stay] if may_pay else closer


def _block(may_pay: tuple[bool, bool]) -> tuple[np.ndarray, np.ndarray]:
    # the edges of all pairs and movers, int32[m, 2], and how many each has, int64[2 * pairs]
    rows = [_moves(pair, mover, may_pay[mover]) for pair in PAIRS for mover in (0, 1)]
    return np.array([lead for row in rows for lead in row], np.int32), np.array([len(row) for row in rows])


@lru_cache(maxsize=4)
def phase(kudos: int) -> PhaseMoves:
    """The approach with up to `kudos` per side: the battles, then all positions; 58,800 positions at 6 kudos."""
    blocks = {(navy, oxblood): _block((navy, oxblood)) for navy in (False, True) for oxblood in (False, True)}
    hands = sorted(product(range(kudos + 1), repeat=2), key=sum)
    start = {hand: BATTLES + number * 2 * len(PAIRS) for number, hand in enumerate(hands)}
    counts, leads = [np.zeros(BATTLES, np.int64)], []
    for hand in hands:
        found, count = blocks[hand[0] > 0, hand[1] > 0]
        # the mover after a paid edge is the other seat
        less = np.where(
            found[:, 1] % 2 == 1, start.get((hand[0] - 1, hand[1]), 0), start.get((hand[0], hand[1] - 1), 0)
        )
        leads.append(
            found[:, 1] + np.select([found[:, 0] == _SAME, found[:, 0] == _LESS], [start[hand], less], 0)
        )
        counts.append(count)
    first = np.concatenate([[0], np.concatenate(counts).cumsum()])
    movers = np.concatenate([np.zeros(BATTLES), np.tile([0, 1], len(hands) * len(PAIRS))]).astype(np.int8)
    return PhaseMoves(BATTLES, first, np.concatenate(leads).astype(np.int32), movers)


def solved(kudos: int, values: np.ndarray) -> np.ndarray:
    """The battle that best play leads to: uint8[army 0, army 1, kudos 0, kudos 1, mover]; `values` are those of the
    battles for seat 0.

    NO_BATTLE if both armies are in one square, and wherever a side has more than `kudos`.
    """
    ends = solve(phase(kudos), values)[BATTLES:].reshape((kudos + 1) ** 2, len(PAIRS), 2)
    table = np.full((PLACES, PLACES, KUDOS, KUDOS, 2), NO_BATTLE, np.uint8)
    armies = np.array(PAIRS)
    for (k0, k1), block in zip(sorted(product(range(kudos + 1), repeat=2), key=sum), ends, strict=True):
        table[armies[:, 0], armies[:, 1], k0, k1] = block
    return table
