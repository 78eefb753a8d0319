"""Beliefs and odds in figures for people, from a view."""

from typing import Any

import numpy as np

from sandtable._jit import jit
from sandtable.games.assault.duels import number, own_number
from sandtable.games.assault.knowledge import belief, member
from sandtable.games.assault.setup import WORDS

DIE = 3.5
RETORT = DIE + 2


@jit
def sizes_by_number(s, p, out):
    """Counts in `out` (int64[6, 256]) the allocations of pawn `p` that fit, by what each stat is now; returns how many fit."""
    words = np.empty(WORDS, np.uint64)
    size = belief(s, p, words)
    for n in range(size):
        row = member(words, n)
        for stat in range(6):
            out[stat, number(s, p, stat, row)] += 1
    return size


def possible(s: Any, p: int) -> list[dict[str, Any]]:
    """For each stat of enemy pawn `p` in a seat's view: the numbers that it can be now, the chances, whether it changed."""
    counts = np.zeros((6, 256), np.int64)
    size = sizes_by_number(s, p, counts)
    rows: list[dict[str, Any]] = []
    for stat in range(6):
        values = [int(v) for v in np.flatnonzero(counts[stat])]
        changed = [int(v) for v in s.pawn[p].now[stat]] != [1, 2, 3, 4, 5, 6]
        rows.append(
            {
                "values": values,
                "chance": [round(float(counts[stat, v]) / size, 4) for v in values],
                "changed": changed,
            }
        )
    return rows


@jit
def _duel(s, own, enemy, attacking, stat, row):
    """1, 0 or -1 for the attacker if `stat` is compared and `enemy` has allocation `row`."""
    mine = own_number(s, own, stat)
    theirs = number(s, enemy, stat, row)
    lead = mine - theirs if attacking else theirs - mine
    return 1 if lead > 0 else (-1 if lead < 0 else 0)


@jit
def split(s, own, enemy, attacking, stat, out):
    """Writes the chances that a comparison of `stat` is higher, tied, lower for the attacker into `out` (float64[5]), then the
    chances that the attack ends in damage to the defender and to the attacker, a tie being broken by any stat left, as likely.

    `own` is a pawn of the seat whose view `s` is, `enemy` its opponent in this attack.
    """
    words = np.empty(WORDS, np.uint64)
    size = belief(s, enemy, words)
    out[:] = 0.0
    for n in range(size):
        row = member(words, n)
        result = _duel(s, own, enemy, attacking, stat, row)
        out[1 - result] += 1.0 / size
        if result != 0:
            out[3 if result > 0 else 4] += 1.0 / size
            continue
        # the first stat that is not tied decides, each as likely; those compared before in this attack are tied
        above, below = 0, 0
        for other in range(6):
            further = _duel(s, own, enemy, attacking, other, row)
            above += further > 0
            below += further < 0
        if above + below > 0:
            out[3] += above / (above + below) / size
            out[4] += below / (above + below) / size


def odds(s: Any, own: int, enemy: int, attacking: bool, stat: int) -> dict[str, float]:
    """Chances of a comparison for the attacker, and the damage to be expected by the target and by the attacker."""
    out = np.zeros(5)
    split(s, own, enemy, attacking, stat, out)
    higher, tied, lower, wins, losses = (float(x) for x in out)
    shown = {"higher": higher, "tied": tied, "lower": lower, "dealt": wins * DIE, "taken": losses * RETORT}
    return {name: round(figure, 4) for name, figure in shown.items()}
