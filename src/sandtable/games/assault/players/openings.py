"""The allocations that the computer draws from. A single one, or too few, could be learned and beaten."""

import numpy as np

from sandtable.games.assault.schema import ALLOCATIONS, PERMUTATION

# digits for Strength, Stealth, Honor, Agility, Bloodlust and Discipline: the 32 likeliest allocations in an equilibrium
# mixture, in a model of what each number is worth in each stat, by itself and against the enemy's, fitted to matches at level 2
# with allocations drawn at random
# fmt: off
DRAWN = (
    215643, 235614, 235641, 245613, 246513, 251643, 253614, 261543,
    263514, 265143, 265314, 265341, 265413, 315642, 325614, 345612,
    352614, 362514, 365124, 365142, 365214, 365412, 415623, 425613,
    435612, 452613, 453612, 462513, 463512, 465123, 465213, 465312,
)
# fmt: on
_ROWS = {int("".join(map(str, row.tolist()))): number for number, row in enumerate(PERMUTATION[:ALLOCATIONS])}
# the numbers of these allocations
OPENINGS = np.array([_ROWS[numbers] for numbers in DRAWN])
