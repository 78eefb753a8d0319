"""The actions of a position: which are legal, why another is not, and one at random. Clauses: `rules.md`; interface: `ops`.

Flicks and places are too many to list: `legal` gives examples of flicks (through the middle of a block, every 15 degrees, at
three speeds) and the formations; `check` knows all.
"""

import numpy as np

from sandtable import rng as streams
from sandtable._jit import inline, jit
from sandtable.declaration import Reason
from sandtable.games.rout import physics
from sandtable.games.rout.blocks import first_broken
from sandtable.games.rout.formations import FORMATIONS
from sandtable.games.rout.rules import (
    CARD,
    COORDINATES,
    DEAL,
    FIRST,
    FLICK,
    FORMATION,
    HAND,
    OF_BLOCK,
    OF_DEED,
    OF_FINGER,
    PASS,
    PLACE,
    RALLY_IT,
    REMOVE,
    SPLIT,
    turn_of,
)
from sandtable.games.rout.setup import (
    ACTIONS,
    AIMED,
    ANGLES,
    BLOCKS,
    CARDS,
    CONTACTS,
    DEEDS,
    DIRECTIONS,
    EITHER,
    FINGER,
    NONE,
    P_DEAL,
    P_DRAW,
    P_FIRST,
    P_HAND,
    P_PLACE,
    P_RALLY,
    P_REMOVE,
    P_SPLIT,
    P_TURN,
    PACES,
    RANGE,
    SPEEDS,
    STEPS,
    TURN,
    TURNS,
    UNITS,
)
from sandtable.games.rout.table import place_fault
from sandtable.records import CHANCE, OVER

# examples of flicks: directions, and speeds of 1, 2 and 3 m/s
WAYS, EXAMPLES = 24, np.array([40, 90, 140])
MOST_ACTIONS = len(DEEDS) * BLOCKS * WAYS * len(EXAMPLES) // 2 + 1
# T3.1: the cosine of 75 degrees, a little less: a block's turn is kept in millionths, a direction in tenths of a degree
FLATTEST = 0.2588
# tries at a free place, or at a push that goes in
TRIES = 16
COUNT = ACTIONS.count

(
    _,
    DONE,
    NOT_YOURS,
    OUTCOME,
    NO_OUTCOME,
    NO_SPLIT,
    NO_PLACING,
    ALL_PLACED,
    OUTSIDE,
    TOO_NEAR,
    NO_FLICK,
    NO_FINGER,
    NO_AIM,
    NO_BLOCK,
    ENEMY,
    IS_BROKEN,
    OTHER_KIND,
    OTHER_UNIT,
    NOT_THIS_DEED,
    TOO_FLAT,
    NO_RALLY,
    NOT_BROKEN,
    NO_REMOVING,
    NO_PASSING,
) = range(24)
REASONS = (
    Reason("", ""),
    Reason("The match is over.", "T2.6"),
    Reason("This is for chance to decide.", "T3.2"),
    Reason("Now a choice is due, not an outcome of chance.", "T2.1"),
    Reason("This cannot come up here.", "T3.2"),
    Reason("The halves are not to be chosen now.", "T1.6"),
    Reason("Blocks are placed before the first turn only.", "T1.5"),
    Reason("No block of this kind is left to place.", "T1.5"),
    Reason("A block must lie wholly inside your half.", "T1.5"),
    Reason("Blocks are placed at least 1 mm apart.", "T1.5"),
    Reason("No block may be flicked now.", "T2.2"),
    Reason("At this table flicks are aimed, and the hand errs.", "T3.0"),
    Reason("At this table a flick comes from the finger.", "T3.0"),
    Reason("There is no block of this number on the table.", "T2.2"),
    Reason("This is not your block.", "T2.2"),
    Reason("A broken unit cannot act.", "T2.2"),
    Reason("The card is for units of another kind.", "T2.2"),
    Reason("Another unit is in action already.", "T2.2"),
    Reason("This unit may not do that now.", "T2.2"),
    Reason("A push goes into the block: at most 75 degrees from straight in.", "T3.1"),
    Reason("There is no rally now.", "T2.4"),
    Reason("Choose one of the broken blocks.", "T2.4"),
    Reason("No card may be removed now.", "T2.3"),
    Reason("You cannot pass now.", "T2.2"),
)


@jit
def legal(setup, state, out):
    """See `ops.legal`."""
    phase, n = state.phase, 0
    if phase == P_TURN:
        n = _flicks(setup, state, out)
        out[n] = PASS
        return n + 1
    if phase == P_PLACE:
        return _range(out, 0, FORMATION, FORMATIONS)
    if phase == P_RALLY:
        n = _range(out, 0, RALLY_IT, np.int64(state.count) - first_broken(state))
        return _range(out, n, PASS, 1)
    if phase == P_REMOVE:
        return _range(out, 0, REMOVE, 2)
    if phase == P_SPLIT:
        return _range(out, 0, SPLIT, 2)
    if phase == P_FIRST:
        return _range(out, 0, FIRST, 2)
    if phase == P_DEAL or phase == P_DRAW:
        base = DEAL if phase == P_DEAL else CARD
        for kind in range(UNITS if phase == P_DEAL else CARDS):
            if _cards(setup, state, kind) > 0:
                out[n] = base + kind
                n += 1
    return n


@inline
def _range(out, n, base, count):
    for i in range(count):
        out[n + i] = base + i
    return n + count


@inline
def _cards(setup, s, kind):
    # cards of a kind that may come next
    if s.phase == P_DEAL:
        return np.int64(setup.deck[kind]) - np.int64(s.dealt[0, kind]) - np.int64(s.dealt[1, kind])
    return np.int64(s.deck[s.side, kind])


@inline
def usable(s, n):
    """T2.2: whether block `n` may be flicked in this turn."""
    block = s.block[n]
    if s.unit != NONE:
        return n == s.unit
    return block.side == s.side and block.broken == 0 and block.kind == s.card


@jit
def _flicks(setup, s, out):
    n = 0
    for deed in range(len(DEEDS)):
        if not np.int64(s.may) >> deed & 1:
            continue
        for unit in range(np.int64(s.count)):
            if usable(s, unit):
                first = n
                for way in range(WAYS):
                    direction = way * (DIRECTIONS // WAYS)
                    contact = middle(setup, s.block[unit], deed, direction)
                    for speed in EXAMPLES:
                        out[n] = as_taken(setup, flick(deed, unit, contact, direction, speed))
                        n += 1
                _sort(out, first, n)
    return n


@inline
def flick(deed, unit, contact, direction, speed):
    """The action of an aimed flick, its speed by number."""
    return (
        FLICK
        + deed * OF_DEED
        + unit * OF_BLOCK
        + (contact * DIRECTIONS + direction) * SPEEDS
        + np.int64(speed)
    )


@inline
def as_taken(setup, action):
    """An aimed flick, or where the table takes fingers' flicks only the same by a finger (T3.0)."""
    return action + (OF_FINGER if setup.flick == FINGER else 0)


@jit
def _sort(out, first, end):
    for i in range(first + 1, end):
        value, j = out[i], i
        while j > first and out[j - 1] > value:
            out[j] = out[j - 1]
            j -= 1
        out[j] = value


@jit
def middle(setup, block, deed, direction):
    """The contact point from which a push of `block`, or of the range block on it, goes nearest to its middle."""
    dx, dy = setup.toward[direction, 0], setup.toward[direction, 1]
    c, s = block.c / TURN, block.s / TURN
    along, across = dx * c + dy * s, dy * c - dx * s
    size = 1 if deed == RANGE else 0
    long, wide = setup.long[size], setup.wide[size]
    if abs(across) * long >= abs(along) * wide and abs(across) >= FLATTEST:
        # in by a long side
        return _contact(0 if across < 0 else 1, 0.0 - along * wide / (abs(across) * long))
    return _contact(2 if along < 0 else 3, 0.0 - across * long / (abs(along) * wide))


@inline
def _contact(side, t):
    half = STEPS // 2
    return side * STEPS + half + np.int64(np.floor(half * min(1.0, max(-1.0, t)) + 0.5))


@jit
def chance(setup, state, weights):
    """See `ops.chance`: the hand's error cannot be listed."""
    if state.phase == P_FIRST:
        weights[0] = weights[1] = 0.5
        return 2
    if state.phase != P_DEAL and state.phase != P_DRAW:
        return 0
    n, total = 0, 0.0
    for kind in range(UNITS if state.phase == P_DEAL else CARDS):
        cards = _cards(setup, state, kind)
        if cards > 0:
            weights[n] = cards
            total += cards
            n += 1
    for i in range(n):
        weights[i] /= total
    return n


@jit
def check(setup, state, action):
    """See `ops.check`."""
    if state.to_move == OVER:
        return DONE
    if action < 0 or action >= COUNT:
        return NO_OUTCOME
    drawn = action < SPLIT or DEAL <= action < FORMATION or CARD <= action < FLICK or action >= HAND
    if state.to_move == CHANCE:
        return _outcome_fault(setup, state, action) if drawn else NOT_YOURS
    if drawn:
        return OUTCOME
    if FLICK <= action < RALLY_IT:
        return _flick_fault(setup, state, action - FLICK)
    if action < DEAL:
        return 0 if state.phase == P_SPLIT else NO_SPLIT
    if action < CARD:
        return _place_fault(setup, state, action)
    if action < REMOVE:
        if state.phase != P_RALLY:
            return NO_RALLY
        return 0 if first_broken(state) + action - RALLY_IT < state.count else NOT_BROKEN
    if action == REMOVE:
        return 0 if state.phase == P_REMOVE else NO_REMOVING
    return 0 if state.phase == P_TURN or state.phase == P_RALLY or state.phase == P_REMOVE else NO_PASSING


@jit
def _outcome_fault(setup, s, action):
    good = False
    if s.phase == P_FIRST:
        good = action < SPLIT
    elif s.phase == P_DEAL:
        good = DEAL <= action < FORMATION and _cards(setup, s, action - DEAL) > 0
    elif s.phase == P_DRAW:
        good = CARD <= action < FLICK and _cards(setup, s, action - CARD) > 0
    elif action >= HAND:
        turn, pace = (action - HAND) // PACES, (action - HAND) % PACES
        good = _falls(setup.turns[s.side], turn) and _falls(setup.paces[s.side], pace)
    return 0 if good else NO_OUTCOME


@inline
def _falls(cumulative, i):
    return cumulative[i] > (cumulative[i - 1] if i > 0 else 0.0)


@jit
def _place_fault(setup, s, action):
    if s.phase != P_PLACE:
        return NO_PLACING
    if action < PLACE:
        return 0
    rest, angle = (action - PLACE) // ANGLES, (action - PLACE) % ANGLES
    rest, y = rest // COORDINATES, rest % COORDINATES
    kind, x = rest // COORDINATES, rest % COORDINATES
    if s.waiting[s.side, kind] == 0:
        return ALL_PLACED
    c, sine = turn_of(setup, angle)
    fault = place_fault(setup, s, x / 1000.0, y / 1000.0, c / TURN, sine / TURN)
    return 0 if fault == 0 else OUTSIDE if fault == 1 else TOO_NEAR


@jit
def _flick_fault(setup, s, number):
    if s.phase != P_TURN:
        return NO_FLICK
    # T3.0
    by = number % OF_DEED // OF_FINGER
    if setup.flick != EITHER and setup.flick != by:
        return NO_FINGER if setup.flick == AIMED else NO_AIM
    return flick_fault(setup, s, number)


@jit
def flick_fault(setup, s, number):
    """Why the flick of this number among all flicks may not be made in a turn, aimed or by a finger; or 0."""
    deed, unit = number // OF_DEED, number % OF_FINGER // OF_BLOCK
    if unit >= s.count:
        return NO_BLOCK
    if not usable(s, unit):
        block = s.block[unit]
        if block.broken != 0:
            return IS_BROKEN
        if block.side != s.side:
            return ENEMY
        return OTHER_UNIT if s.unit != NONE else OTHER_KIND
    if not np.int64(s.may) >> deed & 1:
        return NOT_THIS_DEED
    rest = number % OF_BLOCK // SPEEDS
    return 0 if goes_in(setup, s.block[unit], deed, rest // DIRECTIONS, rest % DIRECTIONS) else TOO_FLAT


@inline
def goes_in(setup, block, deed, contact, direction):
    """T3.1: whether a push at a contact point goes into the block."""
    dx, dy = setup.toward[direction, 0], setup.toward[direction, 1]
    return physics.inward(block.c / TURN, block.s / TURN, contact, dx, dy) >= FLATTEST


@jit
def sample(setup, state, rng):
    """See `ops.sample`: flicks of all contact points, directions and speeds, places all over the half.

    A flick is an aimed one where the table takes both kinds: a finger's is a person's (T3.0).
    """
    phase = state.phase
    if phase == P_TURN:
        return _any_flick(setup, state, rng)
    if phase == P_PLACE:
        return _any_place(setup, state, rng)
    if phase == P_HAND:
        turn = drawn(setup.turns[state.side], TURNS, streams.uniform(rng))
        return HAND + turn * PACES + drawn(setup.paces[state.side], PACES, streams.uniform(rng))
    if phase == P_DEAL or phase == P_DRAW:
        return _any_card(setup, state, rng)
    if phase == P_RALLY:
        n = streams.below(rng, np.int64(state.count) - first_broken(state) + 1)
        return RALLY_IT + n if n + first_broken(state) < state.count else PASS
    n = streams.below(rng, 2)
    return (REMOVE if phase == P_REMOVE else SPLIT if phase == P_SPLIT else FIRST) + n


@inline
def drawn(cumulative, count, number):
    """The first step whose cumulative probability exceeds the number."""
    low, high = 0, count - 1
    while low < high:
        between = (low + high) // 2
        if cumulative[between] > number:
            high = between
        else:
            low = between + 1
    return low


@jit
def _any_card(setup, s, rng):
    kinds, total = UNITS if s.phase == P_DEAL else CARDS, 0
    for kind in range(kinds):
        total += _cards(setup, s, kind)
    number = streams.below(rng, total)
    kind = 0
    while number >= _cards(setup, s, kind):
        number -= _cards(setup, s, kind)
        kind += 1
    return (DEAL if s.phase == P_DEAL else CARD) + kind


@jit
def _any_flick(setup, s, rng):
    choices = 0
    for unit in range(np.int64(s.count)):
        if usable(s, unit):
            choices += 1
    number = streams.below(rng, choices)
    unit = -1
    while number >= 0:
        unit += 1
        if usable(s, unit):
            number -= 1
    deed = streams.below(rng, len(DEEDS))
    while not np.int64(s.may) >> deed & 1:
        deed = (deed + 1) % len(DEEDS)
    if streams.below(rng, WAYS) == 0:
        return PASS
    direction, contact = streams.below(rng, DIRECTIONS), streams.below(rng, CONTACTS)
    for _ in range(TRIES):
        if goes_in(setup, s.block[unit], deed, contact, direction):
            break
        contact = streams.below(rng, CONTACTS)
    if not goes_in(setup, s.block[unit], deed, contact, direction):
        contact = middle(setup, s.block[unit], deed, direction)
    return as_taken(setup, flick(deed, unit, contact, direction, streams.below(rng, SPEEDS)))


@jit
def _any_place(setup, s, rng):
    if streams.below(rng, TRIES) > 0:
        kind = streams.below(rng, UNITS)
        while s.waiting[s.side, kind] == 0:
            kind = (kind + 1) % UNITS
        for _ in range(TRIES):
            x = streams.below(rng, np.int64(1000 * setup.width) + 1)
            y = streams.below(rng, np.int64(1000 * setup.height) + 1)
            angle = streams.below(rng, ANGLES)
            c, sine = turn_of(setup, angle)
            if place_fault(setup, s, x / 1000.0, y / 1000.0, c / TURN, sine / TURN) == 0:
                return PLACE + ((kind * COORDINATES + x) * COORDINATES + y) * ANGLES + angle
    return FORMATION + streams.below(rng, FORMATIONS)
