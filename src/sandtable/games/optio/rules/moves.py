"""The actions of a position: which are legal, why others are not, and a random one. Clauses: `rules.md`; interface:
`ops`.
"""

from enum import IntEnum, auto

import numpy as np

from sandtable.authoring import CHANCE, Reason, Rng, Setup, State, below, by_code, inline, jit, numbers
from sandtable.authoring.bits import ZERO, count, with_bit
from sandtable.games.optio.data.approach import ACROSS, BESIDE, DISTANCE
from sandtable.games.optio.data.ground import SQUARES
from sandtable.games.optio.rules.turns import (
    ASK,
    CHALLENGE,
    DEAL,
    END,
    ENTER,
    GO,
    MARCH,
    OPENING,
    PASS,
    SHOW,
    STAND,
    STEP,
    TEMPLATE,
    WISH,
    army,
    costs_kudo,
    hidden_enemies,
    home_square,
    is_on_map,
    meets_army,
    mover,
    number_of,
)
from sandtable.games.optio.schema import ANY_TARGET, BLOCKS, KIND, NOBODY, OFF, PHASE


class Refusal(IntEnum):
    """The codes of `check`."""

    OK = 0  # it is legal
    FINISHED = auto()
    NOT_DUE = auto()
    HAS_MOVED = auto()
    NOTHING_MOVED = auto()
    ON_MAP = auto()
    NOT_ON_MAP = auto()
    LEAVES = auto()
    CROWDED = auto()
    CANNOT_SCOUT = auto()
    NOT_ASKED = auto()
    HAS_SCOUTED = auto()
    TOO_LATE = auto()
    NOT_THERE = auto()
    OWNER_SAYS = auto()
    SAY_WHICH = auto()
    NOT_SHOWN = auto()
    NOT_CLOSER = auto()
    NOT_FURTHER = auto()
    NO_KUDO = auto()
    NOT_ALLOWED = auto()
    NO_SHOWING = auto()
    NOT_HIDDEN = auto()
    NOT_MET = auto()


REFUSAL = numbers(Refusal)

REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The match is over.", "O4.5"),
        Refusal.NOT_DUE: Reason("You cannot do that now: another step is due.", "O2.1"),
        Refusal.HAS_MOVED: Reason("That block has already moved this turn.", "O2.1"),
        Refusal.NOTHING_MOVED: Reason("Move at least one of your blocks before you end your turn.", "O2.1"),
        Refusal.ON_MAP: Reason("That block is already on the map.", "O2.2"),
        Refusal.NOT_ON_MAP: Reason("That block is not on the map yet: it enters at your own edge.", "O2.2"),
        Refusal.LEAVES: Reason("Blocks do not leave the map.", "O2.3"),
        Refusal.CROWDED: Reason("Two of your blocks are already there.", "O2.4"),
        Refusal.CANNOT_SCOUT: Reason("Only an army or a scout can scout.", "O2.6"),
        Refusal.NOT_ASKED: Reason("Another of your blocks is asked to scout.", "O2.6"),
        Refusal.HAS_SCOUTED: Reason("That block has already scouted this turn.", "O2.6"),
        Refusal.TOO_LATE: Reason(
            "A block that has moved this turn can do this only as it comes in, or on a later turn.", "O2.6"
        ),
        Refusal.NOT_THERE: Reason("There is no such face-down enemy block in the same square.", "O2.6"),
        Refusal.OWNER_SAYS: Reason("At this table the other player chooses which block turns up.", "O2.6"),
        Refusal.SAY_WHICH: Reason("Choose which enemy block to scout.", "O2.6"),
        Refusal.NOT_SHOWN: Reason(
            "Show one of your face-down blocks in the square of the scouting block.", "O2.6"
        ),
        Refusal.NOT_CLOSER: Reason("That does not bring your army closer to the enemy's.", "O3.1"),
        Refusal.NOT_FURTHER: Reason("That brings your army closer, which costs no kudo.", "O3.1"),
        Refusal.NO_KUDO: Reason("You have no kudos left: your army must move closer.", "O3.1"),
        Refusal.NOT_ALLOWED: Reason(
            "The template may not take in more impassable ground, or more of the area beyond the map, than it does unshifted.",
            "O4.4",
        ),
        Refusal.NO_SHOWING: Reason("At this table an army cannot show itself to the enemy's.", "O2.6"),
        Refusal.NOT_HIDDEN: Reason("Only a hidden army can show itself to the enemy's.", "O2.6"),
        Refusal.NOT_MET: Reason("The enemy army is not face up in your army's square.", "O2.6"),
    }
)
# all moves, the end of the turn, every target of every block, and the army showing itself
MOST_ACTIONS = ENTER.count + END.count + ASK.count + CHALLENGE.count


@inline
def _range(s: State):
    # the first action of a phase and the end of its range
    phase = s.phase
    if phase == PHASE.MOVE:
        return ENTER.first, CHALLENGE.end
    if phase == PHASE.SCOUT:
        return ASK.first, PASS.end
    if phase == PHASE.APPROACH:
        return GO.first, STAND.end
    if phase == PHASE.TEMPLATE:
        return TEMPLATE.first, TEMPLATE.end
    if phase == PHASE.SHOW:
        return SHOW.first, SHOW.end
    if phase == PHASE.OPENING:
        return OPENING.first, OPENING.end
    # the lot of seat 0 comes first, then that of seat 1, then their wishes (O4.5)
    ply = np.int64(s.ply)
    if ply < 2:
        return DEAL.pack(ply, 0), DEAL.pack(ply + 1, 0)
    return WISH.pack(ply - 2, 0), WISH.pack(ply - 1, 0)


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    if state.phase == PHASE.OVER:
        return 0
    low, high, first, last = _candidates(setup, state)
    n = 0
    for action in range(low, high):
        if check(setup, state, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    for action in range(first, last):
        out[n] = action
        n += 1
    return n


@jit
def options(setup: Setup, state: State, room, enough):
    """See `sandtable.lab.run.watch`."""
    if state.phase != PHASE.MOVE:
        return _count(setup, state, enough)
    first = BLOCKS * mover(state)
    # squares as bits: those with one of the seat's blocks, and those with two (O2.4)
    held, full, moved = ZERO, ZERO, False
    for b in range(first, first + BLOCKS):
        block = state.block[b]
        moved = moved or block.moved != 0
        if is_on_map(block):
            here = with_bit(ZERO, block.square)
            full = full | (held & here)
            held = held | here
    home = ZERO
    for column in range(SQUARES):
        home = with_bit(home, home_square(mover(state), column))
    ways_in = count(home & ~full)
    n = np.int64(moved) + np.int64(_check_challenge(setup, state) == REFUSAL.OK)
    for b in range(first, first + BLOCKS):
        block = state.block[b]
        if n >= enough:
            return n
        if block.square == OFF:
            n += ways_in
        elif is_on_map(block) and block.moved == 0:
            n += count(BESIDE[block.square] & ~full)
    if setup.scout_later != 0:
        for action in range(ASK.first, ASK.end):
            n += _check_scout(setup, state, action) == REFUSAL.OK
    return n


@jit
def _count(setup: Setup, s: State, enough):
    low, high, first, last = _candidates(setup, s)
    n = np.int64(last - first)
    for action in range(low, high):
        if n < enough:
            n += check(setup, s, action) == REFUSAL.OK
    return n


@inline
def _candidates(setup: Setup, s: State):
    """The range of actions that might be legal, and a second range of actions that are."""
    if s.phase == PHASE.SCOUT:
        n = number_of(s.acting)
        shows = _check_challenge(setup, s) == REFUSAL.OK
        return ASK.pack(n, 0), ASK.pack(n + 1, 0), CHALLENGE.first if shows else PASS.first, PASS.end
    low, high = _range(s)
    if s.phase != PHASE.MOVE:
        return low, high, high, high
    shows = _check_challenge(setup, s) == REFUSAL.OK
    high = ASK.end if setup.scout_later != 0 else END.end
    return low, high, CHALLENGE.first, CHALLENGE.end if shows else CHALLENGE.first


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: lots and dice are fair, so all outcomes have the same weight."""
    if state.to_move != CHANCE:
        return 0
    low, high = _range(state)
    for i in range(high - low):
        weights[i] = 1.0 / (high - low)
    return high - low


@jit
def sample(setup: Setup, state: State, rng: Rng):
    """See `ops.sample`."""
    if state.phase == PHASE.MOVE and setup.scout_later == 0:
        return _sample_move(setup, state, rng)
    low, high, first, last = _candidates(setup, state)
    while True:
        place = below(rng, high - low + last - first)
        if place >= high - low:
            return first + place - (high - low)
        if check(setup, state, low + place) == REFUSAL.OK:
            return low + place


@inline
def _sample_move(setup: Setup, s: State, rng: Rng):
    # five places for each block that has not moved (columns or sides), one for the end of the turn, and one for an army
    # that may show itself
    first = BLOCKS * mover(s)
    still, lead = 0, first
    for b in range(first, first + BLOCKS):
        still += s.block[b].moved == 0
        lead += b - first if s.block[b].kind == KIND.ARMY else 0
    shows = 1 if s.block[lead].moved == 0 and _may_challenge(setup, s, lead) else 0
    while True:
        place = below(rng, SQUARES * still + 1 + shows)
        if place > SQUARES * still:
            return CHALLENGE.pack()
        if place == SQUARES * still:
            if still < BLOCKS:
                return END.pack()
            continue
        n, b = place // SQUARES, first
        while s.block[b].moved != 0 or n > 0:
            n -= s.block[b].moved == 0
            b += 1
        way = place % SQUARES
        if s.block[b].square == OFF:
            action = ENTER.pack(b - first, way)
        elif way < 4:
            action = STEP.pack(b - first, way)
        else:
            continue
        if _check_move(setup, s, action) == REFUSAL.OK:
            return action


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal`."""
    phase = state.phase
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    low, high = _range(state)
    if action < low or action >= high:
        return REFUSAL.NOT_DUE
    if CHALLENGE.holds(action):
        return _check_challenge(setup, state)
    if phase == PHASE.MOVE:
        return _check_move(setup, state, action)
    if phase == PHASE.SCOUT:
        return REFUSAL.OK if PASS.holds(action) else _check_scout(setup, state, action)
    if phase == PHASE.APPROACH:
        return _check_approach(state, action)
    if phase == PHASE.TEMPLATE:
        (shift,) = TEMPLATE.unpack(action)
        bits = np.int64(setup.allowed[state.battle, state.battle_side])
        return REFUSAL.OK if bits >> shift & 1 != 0 else REFUSAL.NOT_ALLOWED
    if phase == PHASE.SHOW:
        (n,) = SHOW.unpack(action)
        return _check_show(state, BLOCKS * mover(state) + n)
    return REFUSAL.OK


@inline
def _check_move(setup: Setup, s: State, action):
    seat = mover(s)
    if ENTER.holds(action):
        n, column = ENTER.unpack(action)
        if s.block[BLOCKS * seat + n].square != OFF:
            return REFUSAL.ON_MAP
        return _check_room(s, seat, home_square(seat, column))
    if STEP.holds(action):
        n, side = STEP.unpack(action)
        b = BLOCKS * seat + n
        if not is_on_map(s.block[b]):
            return REFUSAL.NOT_ON_MAP
        if s.block[b].moved != 0:
            return REFUSAL.HAS_MOVED
        to = ACROSS[s.block[b].square, side]
        return REFUSAL.LEAVES if to < 0 else _check_room(s, seat, to)
    if END.holds(action):
        # O2.1
        for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
            if s.block[b].moved != 0:
                return REFUSAL.OK
        return REFUSAL.NOTHING_MOVED
    if setup.scout_later == 0:
        return REFUSAL.NOT_DUE
    return _check_scout(setup, s, action)


@inline
def _check_room(s: State, seat, square):
    # O2.4
    own = 0
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        own += s.block[b].square == square
    return REFUSAL.CROWDED if own >= 2 else REFUSAL.OK


@jit
def _check_scout(setup: Setup, s: State, action):
    # O2.6
    seat = mover(s)
    n, target = ASK.unpack(action)
    b = BLOCKS * seat + n
    block = s.block[b]
    if s.phase == PHASE.SCOUT and b != s.acting:
        return REFUSAL.NOT_ASKED
    if not is_on_map(block):
        return REFUSAL.NOT_ON_MAP
    if block.kind == KIND.DUMMY:
        return REFUSAL.CANNOT_SCOUT
    if block.scouted != 0:
        return REFUSAL.HAS_SCOUTED
    if s.phase == PHASE.MOVE and block.moved != 0:
        return REFUSAL.TOO_LATE
    if setup.target_by_owner != 0:
        if target != ANY_TARGET:
            return REFUSAL.OWNER_SAYS
        return REFUSAL.OK if hidden_enemies(s, b) > 0 else REFUSAL.NOT_THERE
    if target == ANY_TARGET:
        return REFUSAL.SAY_WHICH
    enemy = s.block[BLOCKS * (1 - seat) + target]
    return REFUSAL.OK if enemy.square == block.square and enemy.revealed == 0 else REFUSAL.NOT_THERE


@inline
def _may_challenge(setup: Setup, s: State, b):
    # whether army `b`, which has not moved, may show itself this turn (O2.6)
    block = s.block[b]
    return is_on_map(block) and block.revealed == 0 and setup.show_army != 0 and meets_army(s, b)


@jit
def _check_challenge(setup: Setup, s: State):
    # O2.6: as it enters, or on a later turn before it moves
    if setup.show_army == 0:
        return REFUSAL.NO_SHOWING
    b = army(s, mover(s))
    if b == NOBODY or s.block[b].revealed != 0 or (s.phase == PHASE.SCOUT and b != s.acting):
        return REFUSAL.NOT_HIDDEN
    if not is_on_map(s.block[b]) or not meets_army(s, b):
        return REFUSAL.NOT_MET
    return REFUSAL.TOO_LATE if s.phase == PHASE.MOVE and s.block[b].moved != 0 else REFUSAL.OK


@inline
def _check_show(s: State, b):
    block = s.block[b]
    return (
        REFUSAL.OK if block.square == s.block[s.acting].square and block.revealed == 0 else REFUSAL.NOT_SHOWN
    )


@inline
def _check_approach(s: State, action):
    # O3.1
    seat = mover(s)
    if costs_kudo(action) and s.kudos[seat] == 0:
        return REFUSAL.NO_KUDO
    if STAND.holds(action):
        return REFUSAL.OK
    here = np.int64(s.block[army(s, seat)].square)
    enemy = np.int64(s.block[army(s, 1 - seat)].square)
    _, side = GO.unpack(action)
    to = ACROSS[here, side]
    if to < 0:
        return REFUSAL.LEAVES
    if MARCH.holds(action):
        return REFUSAL.OK if DISTANCE[to, enemy] < DISTANCE[here, enemy] else REFUSAL.NOT_CLOSER
    return REFUSAL.OK if DISTANCE[to, enemy] > DISTANCE[here, enemy] else REFUSAL.NOT_FURTHER


@jit
def observed_action(setup: Setup, state: State, seat, action):
    """See `ops.observed_action`: only the other side's lot and wishes are secret (O1.3, O4.5)."""
    return action if state.phase != PHASE.LOTS or state.ply % 2 == seat else -1
