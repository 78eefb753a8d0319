"""What a seat believes about the enemy army, and the value of its own position given those beliefs.

All (at most 30) assignments of the remaining kinds to the enemy's hidden blocks are equally likely, so each of these
blocks is equally likely to be the army; `suspects` holds them as bits. Values are those of battles, from the tables of
the setup, bent by `liking`: a safe win counts for little more than a win. During the hidden phase no kudos have been
spent, so a pair of squares has one value per mover.
"""

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.games.optio.data.approach import ACROSS
from sandtable.games.optio.data.battle import BATTLE
from sandtable.games.optio.data.ground import SQUARES
from sandtable.games.optio.rules.turns import army, home_square, is_on_map
from sandtable.games.optio.schema import BLOCKS, GONE, KIND, TURN_CAP


@inline
def approach_value(setup: Setup, s: State, navy, oxblood, mover):
    """Navy's score with best play in the approach from two different squares."""
    return np.float64(setup.value[setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], mover]])


@inline
def battle_value(setup: Setup, second, square, side):
    """Navy's score of a battle with the best placement of its template."""
    return np.float64(setup.value[BATTLE.pack(second, square, side)])


@inline
def own(seat, navy):
    """Navy's value from the seat's point of view."""
    return navy if seat == 0 else 0.0 - navy


@inline
def challenge_value(setup: Setup, s: State, seat):
    """The seat's score for the battle if its army shows itself to the enemy army in its square (O2.6, O3.3)."""
    mine, theirs = s.block[army(s, seat)], s.block[army(s, 1 - seat)]
    late = mine.entered > theirs.entered
    second, side = (seat, np.int64(mine.side)) if late else (1 - seat, np.int64(theirs.side))
    return own(seat, battle_value(setup, second, np.int64(mine.square), side))


# a score that is worth half as much as certain victory
BEND = 0.1
# probabilities of the ways in which both armies can be revealed: by the enemy as they are; by the seat after one more
# move; by the enemy after one more move; not at all, because the turn limit is reached after an enemy turn in which the
# seat's army stays put
QUIET = (0.4, 0.3, 0.3, 0.0)
# an army that has been found is revealed at a moment of the enemy's choosing
FOUND = (0.0, 0.0, 1.0, 0.0)
FINDING = (0.2, 0.6, 0.2, 0.0)
LAST_BUT_ONE = (0.1, 0.0, 0.9, 0.0)
LAST_WORD = (0.0, 0.0, 0.0, 1.0)


@inline
def liking(value):
    """A score bent so that winning matters more than the margin."""
    return value / (abs(value) + BEND)


@jit
def suspects(s: State, seat):
    """The seat's blocks that may be its army, as far as the other seat knows: bit n is block n."""
    hidden = np.int64(0)
    for n in range(BLOCKS):
        block = s.block[BLOCKS * seat + n]
        if block.revealed != 0:
            if block.kind == KIND.ARMY:
                return np.int64(1) << n
        elif block.square != GONE:
            hidden |= np.int64(1) << n
    return hidden


@inline
def is_found(s: State, seat):
    """Whether the seat's army is face up."""
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].revealed != 0 and s.block[b].kind == KIND.ARMY:
            return True
    return False


@inline
def meeting(setup: Setup, s: State, seat, here, there, mover):
    """The value of the approach for the seat with its army `here` and the enemy's `there`, two different squares."""
    navy = (
        approach_value(setup, s, here, there, mover)
        if seat == 0
        else approach_value(setup, s, there, here, mover)
    )
    return liking(own(seat, navy))


@inline
def fight(setup: Setup, seat, second, square, side):
    """The value of a battle for the seat."""
    return liking(own(seat, battle_value(setup, second, square, side)))


@inline
def turns_left(setup: Setup, s: State):
    """The number of the active seat's turns, including this one, until both armies are revealed; a large number for
    never (O2.9).
    """
    return (np.int64(setup.reveal_after) if setup.reveal_after > 0 else TURN_CAP) - np.int64(s.turn) // 2


@inline
def shares_of(setup: Setup, s: State, seat, found, finding):
    """The probability of each way to the approach: see QUIET. `found`: the seat's army is face up; `finding`: the enemy's
    is.
    """
    if turns_left(setup, s) == 1:
        return LAST_WORD if seat != s.first else LAST_BUT_ONE
    if found:
        return FOUND
    return FINDING if finding else QUIET


@jit
def army_worth(setup: Setup, s: State, seat, masks, shares, square, side, late):
    """The mean value of the seat's army in `square` against each block that may be the enemy's army; `late`: it has just
    arrived.
    """
    total, n = 0.0, 0
    for target in range(BLOCKS):
        if masks >> target & 1 != 0:
            enemy = s.block[BLOCKS * (1 - seat) + target]
            if is_on_map(enemy):
                total += _against(setup, s, seat, enemy, shares, square, side, late)
            else:
                total += _against_reserve(setup, s, seat, square)
            n += 1
    return total / max(1, n)


@jit
def _against_reserve(setup: Setup, s: State, seat, square):
    total, n = 0.0, 0
    for column in range(SQUARES):
        there = home_square(1 - seat, column)
        if there != square:
            total += meeting(setup, s, seat, square, there, seat) + meeting(
                setup, s, seat, square, there, 1 - seat
            )
            n += 2
    return total / n


@jit
def _against(setup: Setup, s: State, seat, enemy, shares, square, side, late):
    there = np.int64(enemy.square)
    if square == there:
        now = fight(setup, seat, seat if late else 1 - seat, square, side if late else np.int64(enemy.side))
        still = now
    else:
        now = meeting(setup, s, seat, square, there, seat)
        still = meeting(setup, s, seat, square, there, 1 - seat)
    mine, theirs = still, now
    for way in range(4):
        mine = max(mine, _after_step(setup, s, seat, seat, square, there, way))
        theirs = min(theirs, _after_step(setup, s, seat, 1 - seat, there, square, way))
    return shares[0] * now + shares[1] * mine + shares[2] * theirs + shares[3] * still


@inline
def _after_step(setup: Setup, s: State, seat, mover, square, other, way):
    """The value for `seat` if `mover`'s army steps across side `way` of `square` and both armies are revealed."""
    to = ACROSS[square, way]
    if to < 0:
        return -np.inf if mover == seat else np.inf
    if to == other:
        return fight(setup, seat, mover, to, (way + 2) % 4)
    if mover == seat:
        return meeting(setup, s, seat, to, other, 1 - seat)
    return meeting(setup, s, seat, other, to, seat)
