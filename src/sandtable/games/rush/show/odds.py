"""The odds of single tests and contests for sheets, from the exact distributions of `dice`, by the rules (R4)."""

import numpy as np

from sandtable.authoring.dice import MOST_DICE, MOST_SUCCESSES, contest, table
from sandtable.games.rush.show.parts import CONTEST, five

# number of dice: three, one more for a role, and one more for moving up (R4.1, R4.5, R6.1)
MOST_ON_A_SHEET = 5


def odds_of_test(needed: int, dice: int, exploding: bool = False) -> tuple[float, ...]:
    """The chances of at least 1, 2, 3 and so on successes with `dice` dice that must show `needed` (2 to 6) or more (R4.1).

    There are as many chances as dice; with `exploding`, where a 6 is rolled again, as many as are counted. None for a pool of 0
    or less.
    """
    rolled = min(max(dice, 0), MOST_DICE)
    most = MOST_SUCCESSES if exploding and rolled else rolled
    exactly = table(exploding)[needed, rolled]
    return tuple(float(exactly[least:].sum()) for least in range(1, most + 1))


def odds_of_contest(
    needed: int, dice: int, other_needed: int, other_dice: int, exploding: bool = False
) -> dict[str, float]:
    """The five chances by name, from the attacker's side, of a Slam or Steal that is answered (R4.2): see `parts.CONTEST`."""
    out = np.zeros(len(CONTEST))
    contest(table(exploding), needed, dice, other_needed, other_dice, out)
    return five(out)
