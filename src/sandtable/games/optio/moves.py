"""The actions of a position: which are legal, why another is not, and one at random. Clauses: `rules.md`; interface: `ops`."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.declaration import Reason
from sandtable.games.optio.approach import ACROSS, DISTANCE
from sandtable.games.optio.battle import SHIFTS
from sandtable.games.optio.ground import SQUARES
from sandtable.games.optio.rules import (
    ASK,
    CHALLENGE,
    DEAL,
    END,
    ENTER,
    MARCH,
    OPENING,
    PASS,
    RETREAT,
    SHOW,
    STAND,
    STEP,
    TARGETS,
    TEMPLATE,
    WISH,
    army,
    hidden_enemies,
    home_square,
    is_on_map,
    meets_army,
)
from sandtable.games.optio.setup import (
    ANY_TARGET,
    ARMY,
    BLOCKS,
    DUMMY,
    LOTS,
    NOBODY,
    OFF,
    P_APPROACH,
    P_LOTS,
    P_MOVE,
    P_OPENING,
    P_OVER,
    P_SCOUT,
    P_SHOW,
    P_TEMPLATE,
    WISHES,
)
from sandtable.records import CHANCE
from sandtable.rng import below

REASONS = (
    Reason("", ""),
    Reason("The match is over.", "O4.5"),
    Reason("This is not the step that is due now.", "O2.1"),
    Reason("That block has moved in this turn already.", "O2.1"),
    Reason("A turn ends after at least one of your blocks has moved.", "O2.1"),
    Reason("That block is on the map already.", "O2.2"),
    Reason("That block is not on the map yet: it enters on your own edge.", "O2.2"),
    Reason("Blocks do not leave the map.", "O2.3"),
    Reason("Two of your blocks are there already.", "O2.4"),
    Reason("Only an army or a scout can scout.", "O2.6"),
    Reason("Another of your blocks is asked to scout.", "O2.6"),
    Reason("That block has scouted in this turn already.", "O2.6"),
    Reason("A block that has moved in this turn does this as it comes in, or on a later turn.", "O2.6"),
    Reason("There is no such enemy block face down in the same square.", "O2.6"),
    Reason("Whose block turns up is said by the other player here.", "O2.6"),
    Reason("Say which enemy block is scouted.", "O2.6"),
    Reason("Show one of your blocks that lie face down in the square of the scouting block.", "O2.6"),
    Reason("That does not bring your army closer to the enemy's.", "O3.1"),
    Reason("That brings your army closer: it costs no kudo.", "O3.1"),
    Reason("You have no kudo left: your army must go closer.", "O3.1"),
    Reason("The template may not take in more impassable ground or more beyond the map.", "O4.4"),
    Reason("Here no army shows itself to the enemy's.", "O2.6"),
    Reason("Only a hidden army can show itself to the enemy's.", "O2.6"),
    Reason("The enemy army does not lie face up in the square of yours.", "O2.6"),
)
(
    OK,
    FINISHED,
    NOT_DUE,
    HAS_MOVED,
    NOTHING_MOVED,
    ON_MAP,
    NOT_ON_MAP,
    LEAVES,
    CROWDED,
    CANNOT_SCOUT,
    NOT_ASKED,
    HAS_SCOUTED,
    TOO_LATE,
    NOT_THERE,
    OWNER_SAYS,
    SAY_WHICH,
    NOT_SHOWN,
    NOT_CLOSER,
    NOT_FURTHER,
    NO_KUDO,
    NOT_ALLOWED,
    NO_SHOWING,
    NOT_HIDDEN,
    NOT_MET,
) = range(len(REASONS))
# all moves, the end of the turn, every target of every block, and the army that shows itself
MOST_ACTIONS = BLOCKS * SQUARES + 1 + BLOCKS * TARGETS + 1


@inline
def _range(s):
    # the first action of a phase and the one after its last
    phase = s.phase
    if phase == P_MOVE:
        return ENTER, PASS
    if phase == P_SCOUT:
        return ASK, SHOW
    if phase == P_APPROACH:
        return MARCH, TEMPLATE
    if phase == P_TEMPLATE:
        return TEMPLATE, TEMPLATE + SHIFTS
    if phase == P_SHOW:
        return SHOW, MARCH
    if phase == P_OPENING:
        return OPENING, ENTER
    # the lot of seat 0 comes first, then that of seat 1, then their wishes (O4.5)
    ply = np.int64(s.ply)
    if ply < 2:
        return DEAL + LOTS * ply, DEAL + LOTS * (ply + 1)
    return WISH + WISHES * (ply - 2), WISH + WISHES * (ply - 1)


@jit
def legal(setup, state, out):
    """See `ops.legal`."""
    if state.phase == P_OVER:
        return 0
    low, high, first, last = _candidates(setup, state)
    n = 0
    for action in range(low, high):
        if check(setup, state, action) == OK:
            out[n] = action
            n += 1
    for action in range(first, last):
        out[n] = action
        n += 1
    return n


@inline
def _candidates(setup, s):
    """The first action that may be legal and the one after the last, and the same of some more, which are."""
    if s.phase == P_SCOUT:
        low = ASK + TARGETS * (np.int64(s.acting) % BLOCKS)
        shows = _check_challenge(setup, s) == OK
        return low, low + TARGETS, CHALLENGE if shows else PASS, PASS + 1
    low, high = _range(s)
    if s.phase != P_MOVE:
        return low, high, high, high
    shows = _check_challenge(setup, s) == OK
    return low, CHALLENGE if setup.scout_later != 0 else END + 1, CHALLENGE, CHALLENGE + (1 if shows else 0)


@jit
def chance(setup, state, weights):
    """See `ops.chance`: lots and dice are fair, so all outcomes weigh the same."""
    if state.to_move != CHANCE:
        return 0
    low, high = _range(state)
    for i in range(high - low):
        weights[i] = 1.0 / (high - low)
    return high - low


@jit
def sample(setup, state, rng):
    """See `ops.sample`."""
    if state.phase == P_MOVE and setup.scout_later == 0:
        return _sample_move(setup, state, rng)
    low, high, first, last = _candidates(setup, state)
    while True:
        place = below(rng, high - low + last - first)
        if place >= high - low:
            return first + place - (high - low)
        if check(setup, state, low + place) == OK:
            return low + place


@inline
def _sample_move(setup, s, rng):
    # five places for each block that has not moved, columns or sides, one for the end of the turn, one for the army that may
    # show itself
    first = BLOCKS * np.int64(s.to_move)
    still, lead = 0, first
    for b in range(first, first + BLOCKS):
        still += s.block[b].moved == 0
        lead += b - first if s.block[b].kind == ARMY else 0
    shows = 1 if s.block[lead].moved == 0 and _may_challenge(setup, s, lead) else 0
    while True:
        place = below(rng, SQUARES * still + 1 + shows)
        if place > SQUARES * still:
            return CHALLENGE
        if place == SQUARES * still:
            if still < BLOCKS:
                return END
            continue
        n, b = place // SQUARES, first
        while s.block[b].moved != 0 or n > 0:
            n -= s.block[b].moved == 0
            b += 1
        way = place % SQUARES
        if s.block[b].square == OFF:
            action = ENTER + SQUARES * (b - first) + way
        elif way < 4:
            action = STEP + 4 * (b - first) + way
        else:
            continue
        if _check_move(setup, s, action) == OK:
            return action


@jit
def check(setup, state, action):
    """See `ops.check`: the number of a reason in `REASONS`."""
    action = np.int64(action)
    phase = state.phase
    if phase == P_OVER:
        return FINISHED
    low, high = _range(state)
    if action < low or action >= high:
        return NOT_DUE
    if action == CHALLENGE:
        return _check_challenge(setup, state)
    if phase == P_MOVE:
        return _check_move(setup, state, action)
    if phase == P_SCOUT:
        return OK if action == PASS else _check_scout(setup, state, action - ASK)
    if phase == P_APPROACH:
        return _check_approach(state, action)
    if phase == P_TEMPLATE:
        bits = np.int64(setup.allowed[state.battle, state.battle_side])
        return OK if bits >> (action - TEMPLATE) & 1 != 0 else NOT_ALLOWED
    if phase == P_SHOW:
        return _check_show(state, BLOCKS * np.int64(state.to_move) + action - SHOW)
    return OK


@inline
def _check_move(setup, s, action):
    seat = np.int64(s.to_move)
    if action < STEP:
        b = BLOCKS * seat + (action - ENTER) // SQUARES
        if s.block[b].square != OFF:
            return ON_MAP
        return _check_room(s, seat, home_square(seat, (action - ENTER) % SQUARES))
    if action < END:
        b = BLOCKS * seat + (action - STEP) // 4
        if not is_on_map(s.block[b]):
            return NOT_ON_MAP
        if s.block[b].moved != 0:
            return HAS_MOVED
        to = ACROSS[s.block[b].square, (action - STEP) % 4]
        return LEAVES if to < 0 else _check_room(s, seat, to)
    if action == END:
        # O2.1
        for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
            if s.block[b].moved != 0:
                return OK
        return NOTHING_MOVED
    if setup.scout_later == 0:
        return NOT_DUE
    return _check_scout(setup, s, action - ASK)


@inline
def _check_room(s, seat, square):
    # O2.4
    own = 0
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        own += s.block[b].square == square
    return CROWDED if own >= 2 else OK


@jit
def _check_scout(setup, s, choice):
    # O2.6
    seat = np.int64(s.to_move)
    b, target = BLOCKS * seat + choice // TARGETS, choice % TARGETS
    block = s.block[b]
    if s.phase == P_SCOUT and b != s.acting:
        return NOT_ASKED
    if not is_on_map(block):
        return NOT_ON_MAP
    if block.kind == DUMMY:
        return CANNOT_SCOUT
    if block.scouted != 0:
        return HAS_SCOUTED
    if s.phase == P_MOVE and block.moved != 0:
        return TOO_LATE
    if setup.target_by_owner != 0:
        if target != ANY_TARGET:
            return OWNER_SAYS
        return OK if hidden_enemies(s, b) > 0 else NOT_THERE
    if target == ANY_TARGET:
        return SAY_WHICH
    enemy = s.block[BLOCKS * (1 - seat) + target]
    return OK if enemy.square == block.square and enemy.revealed == 0 else NOT_THERE


@inline
def _may_challenge(setup, s, b):
    # whether army `b`, which has not moved, may show itself in this turn (O2.6)
    block = s.block[b]
    return is_on_map(block) and block.revealed == 0 and setup.show_army != 0 and meets_army(s, b)


@jit
def _check_challenge(setup, s):
    # O2.6: as it comes in, or in a later turn before it moves
    if setup.show_army == 0:
        return NO_SHOWING
    b = army(s, np.int64(s.to_move))
    if b == NOBODY or s.block[b].revealed != 0 or (s.phase == P_SCOUT and b != s.acting):
        return NOT_HIDDEN
    if not is_on_map(s.block[b]) or not meets_army(s, b):
        return NOT_MET
    return TOO_LATE if s.phase == P_MOVE and s.block[b].moved != 0 else OK


@inline
def _check_show(s, b):
    block = s.block[b]
    return OK if block.square == s.block[s.acting].square and block.revealed == 0 else NOT_SHOWN


@inline
def _check_approach(s, action):
    # O3.1
    seat = np.int64(s.to_move)
    if action >= RETREAT and s.kudos[seat] == 0:
        return NO_KUDO
    if action == STAND:
        return OK
    here = np.int64(s.block[army(s, seat)].square)
    enemy = np.int64(s.block[army(s, 1 - seat)].square)
    to = ACROSS[here, (action - MARCH) % 4]
    if to < 0:
        return LEAVES
    if action < RETREAT:
        return OK if DISTANCE[to, enemy] < DISTANCE[here, enemy] else NOT_CLOSER
    return OK if DISTANCE[to, enemy] > DISTANCE[here, enemy] else NOT_FURTHER


@jit
def witness(setup, state, seat, action):
    """See `ops.witness`: only the other side's lot and wishes are secret (O1.3, O4.5)."""
    return action if state.phase != P_LOTS or state.ply % 2 == seat else -1
