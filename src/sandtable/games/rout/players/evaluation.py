"""A quick evaluation of ROUT!.

It simulates how a game continues with average luck: both sides in turn draw the mean of their cards and
break what those cards break. What a side can do depends on its cards: a card whose units are all broken is a lost turn
(T2.3). So it matters which kinds are broken, not only how many. Numbers of units and cards are means and may be
fractions.
"""

from math import tanh

import numpy as np

from sandtable.authoring import Setup, State, inline, jit, record
from sandtable.games.rout.players.beliefs import AT_HOME
from sandtable.games.rout.players.shots import best_chances, best_target, deed_of
from sandtable.games.rout.schema import (
    CARDS,
    NONE,
    PHASE,
    RALLY,
    UNITS,
    blocks_on,
    ready,
)

# chance to hit in a turn that is not examined closely
USUAL = 0.85
# the number of turns simulated, after which the remaining units are compared; the bonus for the side ahead, in units
LONGEST, WON = 60, 0.2
# half a card, a hundredth of a unit: anything less counts as none
NO_CARD, NO_UNIT = 0.5, 0.01

RACE = record(
    (
        ("force", np.float64, (2, UNITS)),  # unbroken units
        ("fallen", np.float64, (2, UNITS)),  # broken units on the table
        ("deck", np.float64, (2, CARDS)),
        ("cards", np.float64, (2, CARDS)),  # all that are still in the game
        ("chance", np.float64, (2, UNITS)),  # to hit in a side's next turn, by kind of unit
    )
)


@jit
def line_up(setup: Setup, s: State, race):
    """Writes the numbers of both sides into `race`, and what each can hit in its next turn."""
    worth = np.ones(UNITS)
    for side in range(2):
        for kind in range(UNITS):
            race.force[side, kind] = ready(s, side, kind)
            race.fallen[side, kind] = s.broken[side, kind]
        for card in range(CARDS):
            race.deck[side, card] = s.deck[side, card]
            race.cards[side, card] = np.float64(s.deck[side, card]) + np.float64(s.discard[side, card])
        best_chances(setup, s, side, worth, race.chance[side])


@jit
def prospects(setup: Setup, s: State, race):
    """The lead of Ivory (positive) or Ink (negative) in units likely to be left at the end, as a share of all units."""
    mover = np.int64(s.side)
    if s.phase == PHASE.TURN:
        # a turn in progress: the card is known
        _strike(race, 1 - mover, _pending(setup, s))
        mover = 1 - mover
    for turn in range(LONGEST):
        side = (mover + turn) % 2
        _take_turn(race, side, turn < 2)
        if _sum(race.force[1 - side]) <= NO_UNIT:
            share = (WON + _sum(race.force[side])) / setup.hand[side]
            return share if side == 0 else -share
    return _sum(race.force[0]) / setup.hand[0] - _sum(race.force[1]) / setup.hand[1]


@inline
def _sum(numbers):
    return numbers[0] + numbers[1] + numbers[2]


@jit
def _pending(setup: Setup, s: State):
    """The chance to hit with the actions left in this turn."""
    deed = deed_of(np.int64(s.may))
    if deed == NONE:
        return 0.0
    worth, most = np.ones(UNITS), 0.0
    for n in range(blocks_on(s)):
        block = s.block[n]
        if n == s.unit or (
            s.unit == NONE and block.side == s.side and block.broken == 0 and block.kind == s.card
        ):
            most = max(most, best_target(setup, s, n, deed, worth)[1])
    return most


@jit
def _take_turn(race, side, close):
    # the mean of the cards that might be drawn
    deck = race.deck[side]
    total = _sum(deck) + deck[RALLY]
    if total < NO_CARD:
        for card in range(CARDS):
            deck[card] = race.cards[side, card]
        total = _sum(deck) + deck[RALLY]
        if total < NO_CARD:
            return
    share, hit = min(1.0, 1.0 / total), 0.0
    for kind in range(UNITS):
        chance = race.chance[side, kind] if close else USUAL
        hit += deck[kind] * share * min(1.0, race.force[side, kind]) * chance
    hit += _rally(race, side, deck[RALLY] * share)
    for card in range(CARDS):
        deck[card] -= deck[card] * share
    _strike(race, 1 - side, hit)


@jit
def _rally(race, side, share):
    """Plays a rally card with probability `share`; returns what it adds to the chance to hit (T2.4)."""
    # the block closest to home is probably one of the side's own
    own, other = AT_HOME * _sum(race.fallen[side]), _sum(race.fallen[1 - side])
    # one of the side's units is unbroken again and acts at once
    if own <= NO_UNIT or (1.0 + USUAL) * own <= other:
        return 0.0
    mine = share * own / (own + other)
    _stand_up(race, side, mine)
    _stand_up(race, 1 - side, share - mine)
    return mine * USUAL


@inline
def _stand_up(race, side, units):
    fallen = _sum(race.fallen[side])
    if fallen > NO_UNIT:
        each = min(1.0, units / fallen)
        for kind in range(UNITS):
            back = race.fallen[side, kind] * each
            race.fallen[side, kind] -= back
            race.force[side, kind] += back


@jit
def _strike(race, side, hit):
    """Breaks `hit` units of `side`, starting with the kind that has the most cards per unit."""
    while hit > 0.0:
        kind = weakest(race, side)
        if kind == NONE:
            return
        broken = min(hit, race.force[side, kind])
        race.force[side, kind] -= broken
        race.fallen[side, kind] += broken
        hit -= broken
        if race.force[side, kind] > NO_UNIT:
            return
        race.force[side, kind] = 0.0


@inline
def weakest(race, side):
    """Of a side's kinds of unit, the one with the most cards per unbroken unit, or NONE if none is unbroken."""
    found, most = NONE, 0.0
    for kind in range(UNITS):
        if race.force[side, kind] > NO_UNIT:
            cards = (1.0 + race.cards[side, kind]) / race.force[side, kind]
            if cards > most:
                found, most = kind, cards
    return found


# weight of a lead in the race, fitted to the winners of the quick player's matches; and weight of games won
LEAD, GAMES = 1.25, 0.5


@jit
def evaluate(setup: Setup, state: State, seat):
    """See `ops.evaluate`: based on what both sides are likely to have left at the end (see `race`), plus the lead in games."""
    if state.phase == PHASE.OVER:
        return np.float64(state.score[seat])
    value = GAMES * (np.float64(state.wins[0]) - np.float64(state.wins[1]))
    if PHASE.DRAW <= state.phase < PHASE.OVER:
        # a record alone would not keep its array in memory
        value += LEAD * _lead(setup, state, np.empty(1, RACE))
    return tanh(value if seat == 0 else -value)


@jit
def _lead(setup: Setup, s: State, room):
    numbers = room[0]
    line_up(setup, s, numbers)
    return prospects(setup, s, numbers)
