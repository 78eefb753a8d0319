"""The policy of Optio's playouts: the army makes its best step or, if it stays, another block makes a random one; then
the turn ends.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, below, inline, jit
from sandtable.games.optio.data.approach import ACROSS
from sandtable.games.optio.data.ground import SQUARES
from sandtable.games.optio.players.beliefs import army_worth, is_found, shares_of, suspects
from sandtable.games.optio.players.lookahead import approach_action_worth, scouting_worth
from sandtable.games.optio.players.script import best_template, choose_script
from sandtable.games.optio.rules.moves import REFUSAL, check, sample
from sandtable.games.optio.rules.turns import (
    ASK,
    CHALLENGE,
    END,
    ENTER,
    GO,
    MARCH,
    PASS,
    STAND,
    STEP,
    army,
    asked_block,
    home_side,
    home_square,
    is_on_map,
    number_of,
)
from sandtable.games.optio.schema import ANY_TARGET, BLOCKS, KIND, PHASE

# attempts to pick a block other than the army before any move will do
TRIES = 8


@jit
def choose_brief(setup: Setup, s: State, seat, rng: Rng):
    """The action of the playout policy for `seat`, which is to move in `s`."""
    seat = np.int64(seat)
    phase = s.phase
    if phase == PHASE.MOVE:
        return _turn(setup, s, seat, rng)
    if phase == PHASE.SCOUT:
        return _answer(setup, s, seat)
    if phase == PHASE.APPROACH:
        return _approach(setup, s, seat)
    if phase == PHASE.TEMPLATE:
        return best_template(setup, s)
    return choose_script(setup, s, seat, rng)


@jit
def _turn(setup: Setup, s: State, seat, rng: Rng):
    lead = army(s, seat)
    if check(setup, s, CHALLENGE.pack()) == REFUSAL.OK and _challenges(setup, s, seat, lead):
        return CHALLENGE.pack()
    if s.block[lead].moved == 0:
        action = best_step(setup, s, seat, lead)
        if not END.holds(action):
            return action
    for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS):
        if s.block[b].moved != 0:
            return END.pack()
    for _ in range(TRIES):
        n, side = below(rng, BLOCKS), below(rng, 4)
        if BLOCKS * seat + n != lead:
            action = STEP.pack(n, side)
            if not is_on_map(s.block[BLOCKS * seat + n]):
                action = ENTER.pack(n, below(rng, SQUARES))
            if check(setup, s, action) == REFUSAL.OK:
                return action
    return sample(setup, s, rng)


@inline
def _challenges(setup: Setup, s: State, seat, lead):
    # whether the battle is better than the alternative this turn
    shown = scouting_worth(setup, s, seat, lead, CHALLENGE.pack())
    return shown > scouting_worth(setup, s, seat, lead, PASS.pack())


@jit
def best_step(setup: Setup, s: State, seat, b):
    """The step or entry of unmoved block `b` with the highest value if it were the army; END if it is best to stay."""
    enemies = suspects(s, 1 - seat)
    shares = shares_of(setup, s, seat, is_found(s, seat), is_found(s, 1 - seat))
    block, n, best, chosen = s.block[b], number_of(b), -np.inf, END.pack()
    if not is_on_map(block):
        for column in range(SQUARES):
            action = ENTER.pack(n, column)
            square = home_square(seat, column)
            worth = army_worth(setup, s, seat, enemies, shares, square, home_side(seat), True)
            if worth > best and check(setup, s, action) == REFUSAL.OK:
                best, chosen = worth, action
        return chosen
    late = block.entered == s.turn
    best = army_worth(setup, s, seat, enemies, shares, np.int64(block.square), np.int64(block.side), late)
    for side in range(4):
        action, to = STEP.pack(n, side), np.int64(ACROSS[block.square, side])
        if to >= 0 and check(setup, s, action) == REFUSAL.OK:
            worth = army_worth(setup, s, seat, enemies, shares, to, (side + 2) % 4, True)
            if worth > best:
                best, chosen = worth, action
    return chosen


@jit
def _answer(setup: Setup, s: State, seat):
    b = asked_block(s)
    if s.block[b].kind == KIND.DUMMY:
        return PASS.pack()
    best, chosen = scouting_worth(setup, s, seat, b, PASS.pack()), PASS.pack()
    for target in range(ANY_TARGET + 2):
        action = ASK.pack(number_of(b), target) if target <= ANY_TARGET else CHALLENGE.pack()
        if check(setup, s, action) == REFUSAL.OK:
            worth = scouting_worth(setup, s, seat, b, action)
            if worth > best:
                best, chosen = worth, action
    return chosen


@jit
def _approach(setup: Setup, s: State, seat):
    best, chosen = -np.inf, MARCH.first
    for action in range(GO.first, STAND.end):
        if check(setup, s, action) == REFUSAL.OK:
            worth = approach_action_worth(setup, s, seat, action)
            if worth > best:
                best, chosen = worth, action
    return chosen
