"""What a seat believes of the other's army, and what its own place is worth against that.

Of the (at most 30) assignments of what is left over to the enemy's hidden blocks each is as likely, so the enemy's army is each
of them with the same weight; `suspects` holds them as bits. Worth is that of battles, from the tables of the setup, bent by
`liking`: a safe win counts for little more than a win. During the hidden phase all kudos are still there, so a pair of squares
has one value a mover.
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
    """Navy's score of best play in the approach from two different squares."""
    return np.float64(setup.value[setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], mover]])


@inline
def battle_value(setup: Setup, second, square, side):
    """Navy's score of a battle once its template is placed best."""
    return np.float64(setup.value[BATTLE.pack(second, square, side)])


@inline
def own(seat, navy):
    """Navy's number as the seat's own."""
    return navy if seat == 0 else 0.0 - navy


@inline
def challenge_value(setup: Setup, s: State, seat):
    """The seat's score of the battle if its army shows itself to the enemy army in its square (O2.6, O3.3)."""
    mine, theirs = s.block[army(s, seat)], s.block[army(s, 1 - seat)]
    late = mine.entered > theirs.entered
    second, side = (seat, np.int64(mine.side)) if late else (1 - seat, np.int64(theirs.side))
    return own(seat, battle_value(setup, second, np.int64(mine.square), side))


# a score of so much is worth half as much as certain victory
BEND = 0.1
# shares of: the enemy reveals both armies as they stand; the seat does after one more move; the enemy does after one
# the enemy has a turn in which the seat's army stands still, and then nothing comes of it: the turns are over
QUIET = (0.4, 0.3, 0.3, 0.0)
# whose army is found is found at the enemy's moment
FOUND = (0.0, 0.0, 1.0, 0.0)
FINDING = (0.2, 0.6, 0.2, 0.0)
LAST_BUT_ONE = (0.1, 0.0, 0.9, 0.0)
LAST_WORD = (0.0, 0.0, 0.0, 1.0)


@inline
def liking(value):
    """A score bent so that winning matters more than by how much."""
    return value / (abs(value) + BEND)


@jit
def suspects(s: State, seat):
    """The seat's blocks that may be its army as the other seat knows it: bit n is block n."""
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
    """Whether the seat's army lies face up."""
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].revealed != 0 and s.block[b].kind == KIND.ARMY:
            return True
    return False


@inline
def meeting(setup: Setup, s: State, seat, here, there, mover):
    """What the approach is worth to the seat with its army `here`, the enemy's `there`, two different squares."""
    navy = (
        approach_value(setup, s, here, there, mover)
        if seat == 0
        else approach_value(setup, s, there, here, mover)
    )
    return liking(own(seat, navy))


@inline
def fight(setup: Setup, seat, second, square, side):
    """What a battle is worth to the seat."""
    return liking(own(seat, battle_value(setup, second, square, side)))


@inline
def turns_left(setup: Setup, s: State):
    """The turns of the seat in turn, this one included, before both armies are revealed; many for never (O2.9)."""
    return (np.int64(setup.reveal_after) if setup.reveal_after > 0 else TURN_CAP) - np.int64(s.turn) // 2


@inline
def shares_of(setup: Setup, s: State, seat, found, finding):
    """How likely each way to the approach is: see QUIET; `found`: the own army lies face up, `finding`: the enemy's does."""
    if turns_left(setup, s) == 1:
        return LAST_WORD if seat != s.first else LAST_BUT_ONE
    if found:
        return FOUND
    return FINDING if finding else QUIET


@jit
def army_worth(setup: Setup, s: State, seat, masks, shares, square, side, late):
    """The mean worth of the seat's army in `square` against each block that may be the enemy's; `late`: it came just now."""
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
    """What it is worth to `seat` that `mover`'s army steps over side `way` of `square` and both are revealed."""
    to = ACROSS[square, way]
    if to < 0:
        return -np.inf if mover == seat else np.inf
    if to == other:
        return fight(setup, seat, mover, to, (way + 2) % 4)
    if mover == seat:
        return meeting(setup, s, seat, to, other, 1 - seat)
    return meeting(setup, s, seat, other, to, seat)
