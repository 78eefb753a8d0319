"""A reader of the log: what a seat can know of the enemy's numbers, found by going over all 720 ways to give them.

It reads the sentences of the seat's log and knows nothing else but the seat's own numbers, the board and the settings. For
each enemy pawn it keeps the 720 candidates with the numbers that each would have by now, and strikes out those that a sentence
contradicts. Nothing of the game's code is used.
"""

import re
from itertools import permutations

import numpy as np

STATS = ("Strength", "Stealth", "Honor", "Agility", "Bloodlust", "Discipline")
PAWNS = ("Navy 1", "Navy 2", "Rust 1", "Rust 2")
ROWS = list(permutations(range(1, 7)))
SIGNS = {"higher": 1, "tied": 0, "lower": -1}

PAWN, STAT = "(Navy [12]|Rust [12])", f"({'|'.join(STATS)})"
COMPARED = re.compile(
    rf"{PAWN} is (higher|tied|lower) in {STAT}(?: \((\d+) against (\d+)\))?, (?:attacking {PAWN}|which {PAWN} names)\."
)
CHANGED = re.compile(rf"(?:{PAWN} changes )?{PAWN}'s {STAT} (?:to|becomes) (\d+)\.")
INJURED = re.compile(f"{PAWN} is injured: its {STAT} loses 1, and the pawn is held\\.")
UNHURT = re.compile(
    f"{PAWN} (?:moves to|stays on) \\w+, Injury: nothing happens(?:, but the pawn is held)?\\."
)
STRUCK = re.compile(f"{PAWN} (?:moves to|stays on) \\w+, Injury\\.")
TRAINED = re.compile(f"{PAWN} trains: its {STAT} gains 1, and the pawn is held\\.")


class Reader:
    """What one seat knows: `numbers[pawn]` int[720, 6] of each candidate by now, `fits[pawn]` bool[720].

    A pawn of the seat's own has one candidate that fits: the true one.
    """

    def __init__(self, seat: int, own: dict[str, tuple[int, ...]], cap: int) -> None:
        self.side = ("Navy", "Rust")[seat]
        self.cap = cap
        self.numbers = {pawn: np.array(ROWS) for pawn in PAWNS}
        self.fits = {pawn: np.ones(720, bool) for pawn in PAWNS}
        for pawn, row in own.items():
            self.fits[pawn][:] = False
            self.fits[pawn][ROWS.index(row)] = True

    def read(self, line: str) -> None:
        """Takes in one sentence of the log."""
        if found := COMPARED.match(line):
            attacker, outcome, stat, first, second, attacked, naming = found.groups()
            self._compare(attacker, attacked or naming, stat, [outcome, first, second])
        elif found := CHANGED.match(line):
            self.numbers[found[2]][:, STATS.index(found[3])] = int(found[4])
        elif found := UNHURT.match(line):
            self.fits[found[1]] &= ~self._weak(found[1])
        elif found := STRUCK.match(line):
            self.fits[found[1]] &= self._weak(found[1])
        elif found := INJURED.match(line):
            column = self.numbers[found[1]][:, STATS.index(found[2])]
            np.maximum(column - 1, 0, out=column)
        elif found := TRAINED.match(line):
            self._train(found[1], STATS.index(found[2]))

    def _own(self, pawn: str, stat: int) -> int:
        return int(self.numbers[pawn][self.fits[pawn]][0, stat])

    def _compare(self, attacker: str, defender: str, stat_name: str, told: list[str]) -> None:
        stat, sign = STATS.index(stat_name), SIGNS[told[0]]
        attacks = attacker.startswith(self.side)
        own, enemy = (attacker, defender) if attacks else (defender, attacker)
        theirs, mine = self.numbers[enemy][:, stat], self._own(own, stat)
        lead = mine - theirs if attacks else theirs - mine
        self.fits[enemy] &= np.sign(lead) == sign
        if told[1]:
            assert mine == int(told[1] if attacks else told[2])
            self.fits[enemy] &= theirs == int(told[2] if attacks else told[1])

    def _weak(self, pawn: str) -> np.ndarray:
        return (self.numbers[pawn][:, [1, 2, 3]] <= 2).any(axis=1)

    def _train(self, pawn: str, stat: int) -> None:
        self.fits[pawn] &= (self.numbers[pawn][:, [0, 4, 5]] >= 5).any(axis=1)
        column = self.numbers[pawn][:, stat]
        if self.cap:
            self.fits[pawn] &= column < self.cap
        column += 1

    def candidates(self, pawn: str) -> list[int]:
        """The candidates that fit, by their place in the list of permutations."""
        return [int(row) for row in np.flatnonzero(self.fits[pawn])]
