"""The policy of Optio's playouts: the army makes its best step, or where it stays another block makes any; the turn ends."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.optio.approach import ACROSS
from sandtable.games.optio.beliefs import army_worth, is_found, shares_of, suspects
from sandtable.games.optio.ground import SQUARES
from sandtable.games.optio.lookahead import approach_action_worth, scouting_worth
from sandtable.games.optio.moves import OK, check, sample
from sandtable.games.optio.rules import (
    ASK,
    CHALLENGE,
    END,
    ENTER,
    MARCH,
    PASS,
    STAND,
    STEP,
    TARGETS,
    army,
    home_side,
    home_square,
    is_on_map,
)
from sandtable.games.optio.script import best_template, choose_script
from sandtable.games.optio.setup import BLOCKS, DUMMY, P_APPROACH, P_MOVE, P_SCOUT, P_TEMPLATE
from sandtable.rng import below

# how often a block other than the army is tried before any move will do
TRIES = 8


@jit
def choose_brief(setup, s, seat, rng):
    """The action of the playout policy for `seat`, to move in `s`."""
    seat = np.int64(seat)
    phase = s.phase
    if phase == P_MOVE:
        return _turn(setup, s, seat, rng)
    if phase == P_SCOUT:
        return _answer(setup, s, seat)
    if phase == P_APPROACH:
        return _approach(setup, s, seat)
    if phase == P_TEMPLATE:
        return best_template(setup, s)
    return choose_script(setup, s, seat, rng)


@jit
def _turn(setup, s, seat, rng):
    lead = army(s, seat)
    if check(setup, s, CHALLENGE) == OK and _challenges(setup, s, seat, lead):
        return np.int64(CHALLENGE)
    if s.block[lead].moved == 0:
        action = best_step(setup, s, seat, lead)
        if action != END:
            return action
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].moved != 0:
            return END
    for _ in range(TRIES):
        n, side = below(rng, BLOCKS), below(rng, 4)
        if BLOCKS * seat + n != lead:
            action = STEP + 4 * n + side
            if not is_on_map(s.block[BLOCKS * seat + n]):
                action = ENTER + SQUARES * n + below(rng, SQUARES)
            if check(setup, s, action) == OK:
                return action
    return sample(setup, s, rng)


@inline
def _challenges(setup, s, seat, lead):
    # whether the battle is better than what the turn holds otherwise
    return scouting_worth(setup, s, seat, lead, CHALLENGE) > scouting_worth(setup, s, seat, lead, PASS)


@jit
def best_step(setup, s, seat, b):
    """The step or entry of block `b`, unmoved, that would be worth most if it were the army; END where it is best to stay."""
    enemies = suspects(s, 1 - seat)
    shares = shares_of(setup, s, seat, is_found(s, seat), is_found(s, 1 - seat))
    block, n, best, chosen = s.block[b], b % BLOCKS, -np.inf, np.int64(END)
    if not is_on_map(block):
        for column in range(SQUARES):
            action = ENTER + SQUARES * n + column
            square = home_square(seat, column)
            worth = army_worth(setup, s, seat, enemies, shares, square, home_side(seat), True)
            if worth > best and check(setup, s, action) == OK:
                best, chosen = worth, action
        return chosen
    late = block.entered == s.turn
    best = army_worth(setup, s, seat, enemies, shares, np.int64(block.square), np.int64(block.side), late)
    for side in range(4):
        action, to = STEP + 4 * n + side, np.int64(ACROSS[block.square, side])
        if to >= 0 and check(setup, s, action) == OK:
            worth = army_worth(setup, s, seat, enemies, shares, to, (side + 2) % 4, True)
            if worth > best:
                best, chosen = worth, action
    return chosen


@jit
def _answer(setup, s, seat):
    b = np.int64(s.acting)
    if s.block[b].kind == DUMMY:
        return PASS
    best, chosen = scouting_worth(setup, s, seat, b, PASS), np.int64(PASS)
    first = ASK + TARGETS * (b % BLOCKS)
    for n in range(TARGETS + 1):
        action = first + n if n < TARGETS else np.int64(CHALLENGE)
        if check(setup, s, action) == OK:
            worth = scouting_worth(setup, s, seat, b, action)
            if worth > best:
                best, chosen = worth, action
    return chosen


@jit
def _approach(setup, s, seat):
    best, chosen = -np.inf, np.int64(MARCH)
    for action in range(MARCH, STAND + 1):
        if check(setup, s, action) == OK:
            worth = approach_action_worth(setup, s, seat, action)
            if worth > best:
                best, chosen = worth, action
    return chosen
