"""The rules of ROUT!, from the first card to the last. Clauses: `rules.md`; interface: `ops`.

(first) -> (split) -> deal -> place -> draw -> turn or rally: flick, hand, effects ... -> draw ... -> over, or another game
"""

import numpy as np

from sandtable.authoring import CHANCE, OVER, Setup, State, inline, jit
from sandtable.games.rout.rules.effects import strike
from sandtable.games.rout.rules.push import slipped
from sandtable.games.rout.schema import (
    ACTIONS,
    BLOCKS,
    BY,
    CARDS,
    DEEDS,
    GRAIN,
    HALVES,
    LEAST_PACE,
    MAY,
    NONE,
    PHASE,
    RALLY,
    STILL,
    TURN,
    UNIT,
    UNITS,
    arrange,
    blocks_on,
    clear_block,
    copy_block,
    first_broken,
    ready,
    rounded,
    standing,
)

FIRST, SPLIT, DEAL = ACTIONS.codec("first"), ACTIONS.codec("split"), ACTIONS.codec("deal")
FORMATION, PLACE, CARD = ACTIONS.codec("formation"), ACTIONS.codec("place"), ACTIONS.codec("card")
# deed, by, unit, contact, direction, speed
FLICK = ACTIONS.codec(*DEEDS)
RALLY_IT, REMOVE, PASS = ACTIONS.codec("rally"), ACTIONS.codec("remove"), ACTIONS.codec("pass")
HAND = ACTIONS.codec("hand")
# the largest speed, in hundredths of a metre per second
FASTEST = 600


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`: an empty table, no card dealt."""
    state.ply = 0
    state.score[0] = state.score[1] = 0.0
    state.game = state.wins[0] = state.wins[1] = 0
    state.turn_began = state.began[0] = state.began[1] = 0
    _no_flick(state.flick)
    forget_flick(state)
    _begin(setup, state, np.int64(setup.first))


@inline
def _no_flick(flick):
    flick.deed = flick.unit = NONE
    flick.by = flick.contact = flick.direction = flick.speed = 0


@inline
def forget_flick(s: State):
    """Erases the record of the last flick and of the table before it."""
    _no_flick(s.last)
    _no_flick(s.meant)
    s.hit = NONE
    s.gone = s.last_ply = s.was_count = 0
    for i in range(BLOCKS):
        clear_block(s.was[i])


@jit
def _begin(setup: Setup, s: State, first):
    # begins a game; `first` may be NONE
    s.turn = s.may = s.count = s.split = 0
    s.card = s.unit = NONE
    for side in range(2):
        s.placed[side] = 0
        for kind in range(UNITS):
            s.dealt[side, kind] = s.waiting[side, kind] = s.broken[side, kind] = s.routed[side, kind] = 0
        for kind in range(CARDS):
            s.deck[side, kind] = s.discard[side, kind] = 0
    for i in range(BLOCKS):
        clear_block(s.block[i])
    s.first = s.side = first
    # T1.6
    if first == NONE:
        s.phase, s.to_move = PHASE.FIRST, CHANCE
    else:
        _split(setup, s)


@jit
def _split(setup: Setup, s: State):
    # T1.2, T1.6
    s.split = setup.split
    s.phase, s.to_move = (PHASE.SPLIT, s.first) if setup.split == HALVES.OPEN else (PHASE.DEAL, CHANCE)


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    s = state
    if FLICK.holds(action):
        _flick(setup, s, action)
    elif HAND.holds(action):
        _err(setup, s, action)
    elif CARD.holds(action):
        (card,) = CARD.unpack(action)
        _reveal(setup, s, card)
    elif FORMATION.holds(action) or PLACE.holds(action):
        _place(setup, s, action)
    elif action >= RALLY_IT.first:
        _turn_over(setup, s, action)
    else:
        _prepare(setup, s, action)
    s.ply += 1


@jit
def _prepare(setup: Setup, s: State, action):
    if FIRST.holds(action):
        (seat,) = FIRST.unpack(action)
        s.first = s.side = seat
        _split(setup, s)
    elif SPLIT.holds(action):
        (split,) = SPLIT.unpack(action)
        s.split = split
        s.phase, s.to_move = PHASE.DEAL, CHANCE
    else:
        (kind,) = DEAL.unpack(action)
        _deal_card(setup, s, kind)


@jit
def _deal_card(setup: Setup, s: State, kind):
    # T1.4
    side = np.int64(s.side)
    s.dealt[side, kind] += 1
    s.waiting[side, kind] += 1
    s.deck[side, kind] += 1
    if _held(s, 1 - side) < setup.hand[1 - side]:
        s.side = 1 - side
    elif _held(s, side) == setup.hand[side]:
        s.side = s.first
        s.deck[0, RALLY] = s.deck[1, RALLY] = setup.rally
        s.phase, s.to_move = PHASE.PLACE, s.first


@inline
def _held(s: State, side):
    return np.int64(s.dealt[side, 0]) + np.int64(s.dealt[side, 1]) + np.int64(s.dealt[side, 2])


@jit
def _place(setup: Setup, s: State, action):
    # T1.5
    if FORMATION.holds(action):
        (number,) = FORMATION.unpack(action)
        _line_up(setup, s, number)
    else:
        kind, x, y, angle = PLACE.unpack(action)
        put_down(setup, s, kind, x, y, angle)
    arrange(s)
    if s.placed[s.side] < setup.hand[s.side]:
        return
    if s.placed[1 - s.side] < setup.hand[1 - s.side]:
        s.side = 1 - s.side
        s.to_move = s.side
    else:
        _next_turn(setup, s, np.int64(s.first))


@jit
def _line_up(setup: Setup, s: State, number):
    """Places all the mover's units in a formation: pikes first, then cavalry, then archers; units already placed are moved."""
    side = np.int64(s.side)
    kept = 0
    for i in range(blocks_on(s)):
        if s.block[i].side != side:
            copy_block(s.block[kept], s.block[i])
            kept += 1
    for i in range(kept, blocks_on(s)):
        clear_block(s.block[i])
    s.count, s.placed[side] = kept, 0
    for kind in range(UNITS):
        s.waiting[side, kind] = s.dealt[side, kind]
    for kind in (UNIT.PIKE, UNIT.CAVALRY, 0):
        while s.waiting[side, kind] > 0:
            slot = setup.formation[side, s.split, number, s.placed[side]]
            put_down(setup, s, kind, np.int64(slot[0]), np.int64(slot[1]), np.int64(slot[2]))


@jit
def put_down(setup: Setup, s: State, kind, x, y, angle):
    """Places one of the mover's waiting blocks at `x`, `y` (mm), turned by `angle` (degrees)."""
    side, block = np.int64(s.side), s.block[s.count]
    block.x, block.y = x * (GRAIN // 1000), y * (GRAIN // 1000)
    block.c, block.s = turn_of(setup, angle)
    block.side, block.kind, block.broken = side, kind, 0
    s.waiting[side, kind] -= 1
    s.placed[side] += 1
    s.count += 1


@inline
def turn_of(setup: Setup, angle):
    """The unit vector of an angle in degrees, in millionths."""
    return rounded(setup.toward[10 * angle, 0] * TURN), rounded(setup.toward[10 * angle, 1] * TURN)


@inline
def _finish_turn(s: State):
    # T2.5: a turn that was passed automatically does not count as a point to look back to
    if s.phase != PHASE.DRAW and s.phase != PHASE.PLACE:
        s.began[s.side] = s.turn_began


@jit
def _next_turn(setup: Setup, s: State, side):
    """T2.1: `side` has to reveal a card, unless the game is drawn (T2.7)."""
    _finish_turn(s)
    s.card = s.unit = NONE
    s.may = 0
    if s.turn >= setup.turn_cap:
        _end(setup, s, NONE)
        return
    s.turn += 1
    s.turn_began = s.ply + 1
    s.side = side
    s.phase, s.to_move = PHASE.DRAW, CHANCE
    cards = 0
    for card in range(CARDS):
        cards += np.int64(s.deck[side, card])
    if cards == 0:
        for card in range(CARDS):
            s.deck[side, card] = s.discard[side, card]
            s.discard[side, card] = 0


@jit
def _reveal(setup: Setup, s: State, card):
    side = np.int64(s.side)
    s.deck[side, card] -= 1
    s.discard[side, card] += 1
    s.card = card
    if card == RALLY:
        # T2.4
        if first_broken(s) < s.count:
            s.phase, s.to_move = PHASE.RALLY, side
        else:
            _next_turn(setup, s, 1 - side)
    elif ready(s, side, card) > 0:
        s.may = MAY[card]
        s.phase, s.to_move = PHASE.TURN, side
    elif s.routed[side, card] == s.dealt[side, card]:
        s.phase, s.to_move = PHASE.REMOVE, side
    else:
        # T2.3
        _next_turn(setup, s, 1 - side)


@jit
def _turn_over(setup: Setup, s: State, action):
    side = np.int64(s.side)
    if not RALLY_IT.holds(action):
        if REMOVE.holds(action):
            s.discard[side, s.card] -= 1
        _next_turn(setup, s, 1 - side)
        return
    (rank,) = RALLY_IT.unpack(action)
    n = first_broken(s) + rank
    block = s.block[n]
    block.broken = 0
    s.broken[block.side, block.kind] -= 1
    own = block.side == side
    if own:
        s.unit, s.may = n, MAY[block.kind]
    arrange(s)
    if own:
        s.phase, s.to_move = PHASE.TURN, side
    else:
        _next_turn(setup, s, 1 - side)


@inline
def hundredths(speed):
    """The speed with this number, in hundredths of a metre per second (T3.1)."""
    return 20 + 2 * speed


@jit
def _flick(setup: Setup, s: State, action):
    # T3.1
    deed, by, unit, contact, direction, speed = FLICK.unpack(action)
    s.flick.deed, s.flick.by = deed, by
    s.unit = s.flick.unit = unit
    s.flick.contact, s.flick.direction = contact, direction
    s.flick.speed = hundredths(speed)
    # T3.0: a finger flick already includes its own error
    if setup.noisy[s.side] != 0 and s.flick.by != BY.FINGER:
        s.phase, s.to_move = PHASE.HAND, CHANCE
    else:
        _happen(setup, s, np.int64(s.flick.direction), np.int64(s.flick.speed))


@jit
def _err(setup: Setup, s: State, action):
    # T3.2
    turn, pace = HAND.unpack(action)
    block, contact = s.block[np.int64(s.flick.unit)], np.int64(s.flick.contact)
    direction = slipped(setup, block, contact, np.int64(s.flick.direction), turn - STILL)
    speed = min(FASTEST, max(1, (np.int64(s.flick.speed) * (pace + LEAST_PACE) + 50) // 100))
    _happen(setup, s, direction, speed)


@jit
def _happen(setup: Setup, s: State, direction, speed):
    side, deed = np.int64(s.side), np.int64(s.flick.deed)
    s.last.deed, s.last.unit, s.last.contact = deed, s.flick.unit, s.flick.contact
    s.last.direction, s.last.speed = direction, speed
    s.last.by = s.meant.by = s.flick.by
    s.meant.deed, s.meant.unit, s.meant.contact = deed, s.flick.unit, s.flick.contact
    s.meant.direction, s.meant.speed = s.flick.direction, s.flick.speed
    s.last_ply = s.ply + 1
    _no_flick(s.flick)
    s.may &= ~(1 << deed) & 7
    strike(setup, s)
    # T2.6: an attack never breaks the attacker's own unit, so the active side still has one
    if standing(s, 1 - side) == 0:
        _end(setup, s, side)
    elif s.may == 0:
        _next_turn(setup, s, 1 - side)
    else:
        s.phase, s.to_move = PHASE.TURN, side


@jit
def _end(setup: Setup, s: State, winner):
    """T2.6, T2.6b: a game is over; the loser starts the next one; after a draw, the other side does."""
    _finish_turn(s)
    s.game += 1
    if winner != NONE:
        s.wins[winner] += 1
    ahead = np.int64(s.wins[0]) - np.int64(s.wins[1])
    if s.game < setup.best_of and 2 * max(s.wins[0], s.wins[1]) <= setup.best_of:
        _begin(setup, s, 1 - np.int64(s.first) if winner == NONE else 1 - winner)
        return
    s.phase, s.to_move = PHASE.OVER, OVER
    s.unit, s.may = NONE, 0
    s.score[0] = 1.0 if ahead > 0 else -1.0 if ahead < 0 else 0.0
    s.score[1] = 0.0 - s.score[0]
