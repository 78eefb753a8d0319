"""Exact values of a small phase without cycles, by backward induction over all its positions.

A game numbers the positions of the phase so that every move leads to a lower number; the final positions come first.
The solver visits each position once. Source: Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des
Schachspiels", 1913.
"""

from typing import Any, NamedTuple

import numpy as np

from sandtable.authoring import jit


class PhaseMoves(NamedTuple):
    """The positions of a phase and the moves between them; `ends` of the n positions end it and have no moves.

    first    int64[n + 1]  position p's moves are `leads[first[p]:first[p + 1]]`, at least one unless it ends the phase
    leads    int32[m]      the position that a move leads to, always a lower number
    movers   int8[n]       the seat to move: 0 wants the highest value, 1 the lowest
    """

    ends: int
    first: np.ndarray
    leads: np.ndarray
    movers: np.ndarray


def solve(phase: PhaseMoves, values: np.ndarray) -> np.ndarray:
    """The final position, int32[n], that best play reaches from every position; `values` (float32[ends]) are for seat
    0.

    Ties go to the first move.
    """
    ends = np.empty(phase.movers.size, np.int32)
    _solve(phase.ends, phase.first, phase.leads, phase.movers, values, ends)
    return ends


@jit
def _solve(count: Any, first: Any, leads: Any, movers: Any, values: Any, ends: Any):
    for position in range(count):
        ends[position] = position
    for position in range(count, movers.size):
        best = ends[leads[first[position]]]
        for move in range(first[position] + 1, first[position + 1]):
            end = ends[leads[move]]
            better = values[end] > values[best] if movers[position] == 0 else values[end] < values[best]
            if better:
                best = end
        ends[position] = best
