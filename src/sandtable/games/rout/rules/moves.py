"""The actions of a position: which are legal, why others are not, and a random one. Clauses: `rules.md`; interface: `ops`.

Flicks and places are too many to list: `legal` gives examples of flicks (through the middle of a block, every 15 degrees, at
three speeds) and the formations; `check` accepts all flicks and places.
"""

from enum import IntEnum, auto

import numpy as np

from sandtable.authoring import CHANCE, OVER, Reason, Rng, Setup, State, by_code, inline, jit, numbers
from sandtable.authoring import rng as streams
from sandtable.games.rout.data.formations import FORMATIONS
from sandtable.games.rout.rules.push import goes_in, middle
from sandtable.games.rout.rules.table import place_fault
from sandtable.games.rout.rules.turns import (
    CARD,
    DEAL,
    FIRST,
    FLICK,
    FORMATION,
    HAND,
    PASS,
    PLACE,
    RALLY_IT,
    REMOVE,
    SPLIT,
    turn_of,
)
from sandtable.games.rout.schema import (
    ACTIONS,
    ANGLES,
    BLOCKS,
    BY,
    CARDS,
    CONTACTS,
    DEEDS,
    DIRECTIONS,
    NONE,
    PACES,
    PHASE,
    SPEEDS,
    TURN,
    TURNS,
    UNITS,
    blocks_on,
    broken_blocks,
    first_broken,
    may_do,
)

# examples of flicks: directions, and speeds of 1, 2 and 3 m/s
WAYS, EXAMPLES = 24, np.array([40, 90, 140])
MOST_ACTIONS = len(DEEDS) * BLOCKS * WAYS * len(EXAMPLES) // 2 + 1
# attempts to find a free place, or a push that is steep enough
TRIES = 16
COUNT = ACTIONS.count


class Refusal(IntEnum):
    """The codes of `check`."""

    OK = 0  # it is legal
    DONE = auto()
    NOT_YOURS = auto()
    OUTCOME = auto()
    NO_OUTCOME = auto()
    NO_SPLIT = auto()
    NO_PLACING = auto()
    ALL_PLACED = auto()
    OUTSIDE = auto()
    TOO_NEAR = auto()
    NO_FLICK = auto()
    NO_FINGER = auto()
    NO_AIM = auto()
    NO_BLOCK = auto()
    ENEMY = auto()
    IS_BROKEN = auto()
    OTHER_KIND = auto()
    OTHER_UNIT = auto()
    NOT_THIS_DEED = auto()
    TOO_FLAT = auto()
    NO_RALLY = auto()
    NOT_BROKEN = auto()
    NO_REMOVING = auto()
    NO_PASSING = auto()


REFUSAL = numbers(Refusal)

REASONS = by_code(
    {
        Refusal.DONE: Reason("The match is over.", "T2.6"),
        Refusal.NOT_YOURS: Reason("This is decided by chance.", "T3.2"),
        Refusal.OUTCOME: Reason("A player's choice is due now, not an outcome of chance.", "T2.1"),
        Refusal.NO_OUTCOME: Reason("This outcome is not possible here.", "T3.2"),
        Refusal.NO_SPLIT: Reason("You cannot choose the halves now.", "T1.6"),
        Refusal.NO_PLACING: Reason("Blocks are placed only before the first turn.", "T1.5"),
        Refusal.ALL_PLACED: Reason("No block of this kind is left to place.", "T1.5"),
        Refusal.OUTSIDE: Reason("A block must lie wholly inside your half.", "T1.5"),
        Refusal.TOO_NEAR: Reason("Blocks must be at least 1 mm apart.", "T1.5"),
        Refusal.NO_FLICK: Reason("You cannot flick a block now.", "T2.2"),
        Refusal.NO_FINGER: Reason("At this table you aim your flicks, and the hand adds an error.", "T3.0"),
        Refusal.NO_AIM: Reason("At this table you flick with your finger.", "T3.0"),
        Refusal.NO_BLOCK: Reason("There is no block with this number on the table.", "T2.2"),
        Refusal.ENEMY: Reason("This is not your block.", "T2.2"),
        Refusal.IS_BROKEN: Reason("A broken unit cannot act.", "T2.2"),
        Refusal.OTHER_KIND: Reason("This card is for another kind of unit.", "T2.2"),
        Refusal.OTHER_UNIT: Reason("Another unit is already acting.", "T2.2"),
        Refusal.NOT_THIS_DEED: Reason("This unit cannot do that now.", "T2.2"),
        Refusal.TOO_FLAT: Reason(
            "A push must go into the block: at most 75 degrees from straight in.", "T3.1"
        ),
        Refusal.NO_RALLY: Reason("You cannot rally a block now.", "T2.4"),
        Refusal.NOT_BROKEN: Reason("Choose one of the broken blocks.", "T2.4"),
        Refusal.NO_REMOVING: Reason("You cannot take a card out of the game now.", "T2.3"),
        Refusal.NO_PASSING: Reason("You cannot pass now.", "T2.2"),
    }
)


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    phase, n = state.phase, 0
    if phase == PHASE.TURN:
        n = _flicks(setup, state, out)
        out[n] = PASS.pack()
        return n + 1
    if phase == PHASE.PLACE:
        return _range(out, 0, FORMATION.first, FORMATION.count)
    if phase == PHASE.RALLY:
        n = _range(out, 0, RALLY_IT.first, broken_blocks(state))
        return _range(out, n, PASS.first, PASS.count)
    if phase == PHASE.REMOVE:
        return _range(out, 0, REMOVE.first, REMOVE.count + PASS.count)
    if phase == PHASE.SPLIT:
        return _range(out, 0, SPLIT.first, SPLIT.count)
    if phase == PHASE.FIRST:
        return _range(out, 0, FIRST.first, FIRST.count)
    if phase == PHASE.DEAL or phase == PHASE.DRAW:
        for kind in range(UNITS if phase == PHASE.DEAL else CARDS):
            if _cards(setup, state, kind) > 0:
                out[n] = DEAL.pack(kind) if phase == PHASE.DEAL else CARD.pack(kind)
                n += 1
    return n


@inline
def _range(out, n, base, count):
    for i in range(count):
        out[n + i] = base + i
    return n + count


@inline
def _cards(setup: Setup, s: State, kind):
    # cards of a kind that might come next
    if s.phase == PHASE.DEAL:
        return np.int64(setup.deck[kind]) - np.int64(s.dealt[0, kind]) - np.int64(s.dealt[1, kind])
    return np.int64(s.deck[s.side, kind])


@inline
def usable(s: State, n):
    """T2.2: whether block `n` may be flicked in this turn."""
    block = s.block[n]
    if s.unit != NONE:
        return n == s.unit
    return block.side == s.side and block.broken == 0 and block.kind == s.card


@jit
def _flicks(setup: Setup, s: State, out):
    n = 0
    for deed in range(len(DEEDS)):
        if not may_do(s, deed):
            continue
        for unit in range(blocks_on(s)):
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
    """The action of an aimed flick, with its speed given by number."""
    return FLICK.pack(deed, BY.AIMED, unit, contact, direction, speed)


@inline
def by_finger(action):
    """The same flick by a finger (T3.0)."""
    deed, _, unit, contact, direction, speed = FLICK.unpack(action)
    return FLICK.pack(deed, BY.FINGER, unit, contact, direction, speed)


@inline
def as_taken(setup: Setup, action):
    """An aimed flick, or the same by a finger if the table takes only finger flicks (T3.0)."""
    return by_finger(action) if setup.flick == BY.FINGER else action


@jit
def _sort(out, first, end):
    for i in range(first + 1, end):
        value, j = out[i], i
        while j > first and out[j - 1] > value:
            out[j] = out[j - 1]
            j -= 1
        out[j] = value


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: the hand's error cannot be listed."""
    if state.phase == PHASE.FIRST:
        weights[0] = weights[1] = 0.5
        return 2
    if state.phase != PHASE.DEAL and state.phase != PHASE.DRAW:
        return 0
    n, total = 0, 0.0
    for kind in range(UNITS if state.phase == PHASE.DEAL else CARDS):
        cards = _cards(setup, state, kind)
        if cards > 0:
            weights[n] = cards
            total += cards
            n += 1
    for i in range(n):
        weights[i] /= total
    return n


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal`."""
    if state.to_move == OVER:
        return REFUSAL.DONE
    if action < 0 or action >= COUNT:
        return REFUSAL.NO_OUTCOME
    drawn = FIRST.holds(action) or DEAL.holds(action) or CARD.holds(action) or HAND.holds(action)
    if state.to_move == CHANCE:
        return _outcome_fault(setup, state, action) if drawn else REFUSAL.NOT_YOURS
    if drawn:
        return REFUSAL.OUTCOME
    if FLICK.holds(action):
        return _flick_fault(setup, state, action)
    if SPLIT.holds(action):
        return REFUSAL.OK if state.phase == PHASE.SPLIT else REFUSAL.NO_SPLIT
    if FORMATION.holds(action) or PLACE.holds(action):
        return _place_fault(setup, state, action)
    if RALLY_IT.holds(action):
        if state.phase != PHASE.RALLY:
            return REFUSAL.NO_RALLY
        (rank,) = RALLY_IT.unpack(action)
        return REFUSAL.OK if first_broken(state) + rank < state.count else REFUSAL.NOT_BROKEN
    if REMOVE.holds(action):
        return REFUSAL.OK if state.phase == PHASE.REMOVE else REFUSAL.NO_REMOVING
    return (
        REFUSAL.OK
        if state.phase == PHASE.TURN or state.phase == PHASE.RALLY or state.phase == PHASE.REMOVE
        else REFUSAL.NO_PASSING
    )


@jit
def _outcome_fault(setup: Setup, s: State, action):
    good = False
    if s.phase == PHASE.FIRST:
        good = FIRST.holds(action)
    elif s.phase == PHASE.DEAL:
        (kind,) = DEAL.unpack(action)
        good = DEAL.holds(action) and _cards(setup, s, kind) > 0
    elif s.phase == PHASE.DRAW:
        (card,) = CARD.unpack(action)
        good = CARD.holds(action) and _cards(setup, s, card) > 0
    elif HAND.holds(action):
        turn, pace = HAND.unpack(action)
        good = _falls(setup.turns[s.side], turn) and _falls(setup.paces[s.side], pace)
    return REFUSAL.OK if good else REFUSAL.NO_OUTCOME


@inline
def _falls(cumulative, i):
    return cumulative[i] > (cumulative[i - 1] if i > 0 else 0.0)


@jit
def _place_fault(setup: Setup, s: State, action):
    if s.phase != PHASE.PLACE:
        return REFUSAL.NO_PLACING
    if FORMATION.holds(action):
        return REFUSAL.OK
    kind, x, y, angle = PLACE.unpack(action)
    if s.waiting[s.side, kind] == 0:
        return REFUSAL.ALL_PLACED
    c, sine = turn_of(setup, angle)
    fault = place_fault(setup, s, x / 1000.0, y / 1000.0, c / TURN, sine / TURN)
    return REFUSAL.OK if fault == 0 else REFUSAL.OUTSIDE if fault == 1 else REFUSAL.TOO_NEAR


@jit
def _flick_fault(setup: Setup, s: State, action):
    if s.phase != PHASE.TURN:
        return REFUSAL.NO_FLICK
    # T3.0
    _, by, _, _, _, _ = FLICK.unpack(action)
    if setup.flick != BY.EITHER and setup.flick != by:
        return REFUSAL.NO_FINGER if setup.flick == BY.AIMED else REFUSAL.NO_AIM
    return flick_fault(setup, s, action)


@jit
def flick_fault(setup: Setup, s: State, action):
    """The reason why a flick, aimed or by a finger, may not be made in a turn; or OK."""
    deed, _, unit, contact, direction, _ = FLICK.unpack(action)
    if unit >= s.count:
        return REFUSAL.NO_BLOCK
    if not usable(s, unit):
        block = s.block[unit]
        if block.broken != 0:
            return REFUSAL.IS_BROKEN
        if block.side != s.side:
            return REFUSAL.ENEMY
        return REFUSAL.OTHER_UNIT if s.unit != NONE else REFUSAL.OTHER_KIND
    if not may_do(s, deed):
        return REFUSAL.NOT_THIS_DEED
    return REFUSAL.OK if goes_in(setup, s.block[unit], contact, direction) else REFUSAL.TOO_FLAT


@jit
def sample(setup: Setup, state: State, rng: Rng):
    """See `ops.sample`: flicks with any contact point, direction and speed, and places anywhere in the half. If the
    table takes both kinds, the flick is an aimed one: finger flicks are for people (T3.0).
    """
    phase = state.phase
    if phase == PHASE.TURN:
        return _any_flick(setup, state, rng)
    if phase == PHASE.PLACE:
        return _any_place(setup, state, rng)
    if phase == PHASE.HAND:
        turn = drawn(setup.turns[state.side], TURNS, streams.uniform(rng))
        return HAND.pack(turn, drawn(setup.paces[state.side], PACES, streams.uniform(rng)))
    if phase == PHASE.DEAL or phase == PHASE.DRAW:
        return _any_card(setup, state, rng)
    if phase == PHASE.RALLY:
        n = streams.below(rng, broken_blocks(state) + 1)
        return RALLY_IT.pack(n) if n + first_broken(state) < state.count else PASS.pack()
    n = streams.below(rng, 2)
    if phase == PHASE.REMOVE:
        return REMOVE.pack() if n == 0 else PASS.pack()
    return SPLIT.pack(n) if phase == PHASE.SPLIT else FIRST.pack(n)


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
def _any_card(setup: Setup, s: State, rng: Rng):
    kinds, total = UNITS if s.phase == PHASE.DEAL else CARDS, 0
    for kind in range(kinds):
        total += _cards(setup, s, kind)
    number = streams.below(rng, total)
    kind = 0
    while number >= _cards(setup, s, kind):
        number -= _cards(setup, s, kind)
        kind += 1
    return DEAL.pack(kind) if s.phase == PHASE.DEAL else CARD.pack(kind)


@jit
def _any_flick(setup: Setup, s: State, rng: Rng):
    choices = 0
    for unit in range(blocks_on(s)):
        if usable(s, unit):
            choices += 1
    number = streams.below(rng, choices)
    unit = -1
    while number >= 0:
        unit += 1
        if usable(s, unit):
            number -= 1
    deed = streams.below(rng, len(DEEDS))
    while not may_do(s, deed):
        deed = (deed + 1) % len(DEEDS)
    if streams.below(rng, WAYS) == 0:
        return PASS.pack()
    direction, contact = streams.below(rng, DIRECTIONS), streams.below(rng, CONTACTS)
    for _ in range(TRIES):
        if goes_in(setup, s.block[unit], contact, direction):
            break
        contact = streams.below(rng, CONTACTS)
    if not goes_in(setup, s.block[unit], contact, direction):
        contact = middle(setup, s.block[unit], deed, direction)
    return as_taken(setup, flick(deed, unit, contact, direction, streams.below(rng, SPEEDS)))


@jit
def _any_place(setup: Setup, s: State, rng: Rng):
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
                return PLACE.pack(kind, x, y, angle)
    return FORMATION.pack(streams.below(rng, FORMATIONS))
