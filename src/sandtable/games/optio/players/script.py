"""A quick player of Optio with simple rules: `script`.

The army marches to good ground within reach, not always the same, and stays; dummies escort it, and the scout looks for
enemy blocks. In the approach it marches over the best ground, unless that gives away more than a kudo is worth. Ties go to
whatever comes first on the map as seen from the seat's own edge, so that both seats play the same way.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, below, inline, jit
from sandtable.games.optio.data.approach import ACROSS, DISTANCE
from sandtable.games.optio.data.battle import BATTLE, PLACES
from sandtable.games.optio.data.ground import SQUARES
from sandtable.games.optio.players.beliefs import battle_value, challenge_value, own
from sandtable.games.optio.players.features import turned, turned_side
from sandtable.games.optio.players.lookahead import approach_action_worth
from sandtable.games.optio.rules.moves import REFUSAL, check, sample
from sandtable.games.optio.rules.turns import (
    ASK,
    CHALLENGE,
    END,
    ENTER,
    GO,
    PASS,
    SHOW,
    STAND,
    STEP,
    TEMPLATE,
    army,
    column_of,
    costs_kudo,
    hidden_enemies,
    home_square,
    is_on_map,
    number_of,
    row_of,
)
from sandtable.games.optio.schema import ANY_TARGET, BLOCKS, KIND, PHASE

# the cost of a step, in score, when ground is compared
STEP_COST = 0.04
# what spending a kudo must gain
KUDO_COST = 0.1
# how much worse than the best ground the army's goal may be: always going for the best would repeat the same match
SPREAD = 0.2
NONE = -1


@jit
def choose_script(setup: Setup, s: State, seat, rng: Rng):
    """The action of `script` for `seat`, which is to move in `s`."""
    seat = np.int64(seat)
    phase = s.phase
    if phase == PHASE.MOVE:
        return _move(setup, s, seat, rng)
    if phase == PHASE.SCOUT:
        return _scout(setup, s, seat, rng)
    if phase == PHASE.SHOW:
        return _show(setup, s, seat)
    if phase == PHASE.APPROACH:
        return _approach(setup, s, seat)
    if phase == PHASE.TEMPLATE:
        return best_template(setup, s)
    return sample(setup, s, rng)


@jit
def held_ground(setup: Setup, seat, square):
    """The seat's mean score if the enemy attacks it in `square`."""
    total = 0.0
    for side in range(4):
        total += battle_value(setup, 1 - seat, square, side)
    return own(seat, total) / 4.0


@jit
def best_template(setup: Setup, s: State):
    """The best position of the template for the seat that is to move."""
    return TEMPLATE.pack(setup.best_shift[BATTLE.pack(s.second, s.battle, s.battle_side)])


@inline
def steps_to(seat, block, square):
    """The number of moves that one of the seat's blocks needs to reach `square`."""
    if is_on_map(block):
        return np.int64(DISTANCE[block.square, square])
    return 1 + abs(row_of(square) - row_of(home_square(seat, 0)))


@jit
def _goal(setup: Setup, s: State, seat, rng: Rng):
    """The square that the army heads for: its own if that is a good one to be attacked in, otherwise a random good one that is
    not too far away.
    """
    block = s.block[army(s, seat)]
    best, n, chosen = -np.inf, 0, np.int64(0)
    for square in range(PLACES):
        best = max(best, _worth(setup, seat, block, square))
    if is_on_map(block) and _worth(setup, seat, block, np.int64(block.square)) >= best - SPREAD:
        return np.int64(block.square)
    for square in range(PLACES):
        if _worth(setup, seat, block, square) >= best - SPREAD:
            n += 1
            if below(rng, n) == 0:
                chosen = square
    return chosen


@inline
def _worth(setup: Setup, seat, block, square):
    return held_ground(setup, seat, square) - STEP_COST * steps_to(seat, block, square)


@jit
def _move(setup: Setup, s: State, seat, rng: Rng):
    if check(setup, s, CHALLENGE.pack()) == REFUSAL.OK and challenge_value(setup, s, seat) > 0.0:
        return CHALLENGE.pack()
    goal = _goal(setup, s, seat, rng)
    first, moved = BLOCKS * seat, False
    lead = army(s, seat)
    action = _towards(setup, s, seat, lead, goal)
    if action != NONE:
        return action
    for b in range(first, first + BLOCKS):
        moved = moved or s.block[b].moved != 0
        if b != lead:
            action = _towards(setup, s, seat, b, _hunted(s, seat, b, goal))
            if action != NONE:
                return action
    return END.pack() if moved else sample(setup, s, rng)


@jit
def _hunted(s: State, seat, b, goal):
    # the goal of a block other than the army: the scout goes to the nearest face-down enemy block; if one is in the scout's own
    # square, the scout steps away in order to come back in
    if s.block[b].kind != KIND.SCOUT or not is_on_map(s.block[b]):
        return goal
    here = np.int64(s.block[b].square)
    nearest, chosen = 100, goal
    first = BLOCKS * (1 - seat)
    for other in range(first, first + BLOCKS):
        block = s.block[other]
        away = DISTANCE[here, block.square] if is_on_map(block) else 100
        if block.revealed == 0 and 0 < away < nearest:
            nearest, chosen = away, np.int64(block.square)
    if nearest == 100 and hidden_enemies(s, b) > 0:
        return np.int64(PLACES - 1 - here) if here != PLACES // 2 else turned(seat, np.int64(0))
    return chosen


@jit
def _towards(setup: Setup, s: State, seat, b, goal):
    """The move that brings block `b` nearest to `goal`, or NONE if none brings it nearer."""
    block, n = s.block[b], number_of(b)
    best, chosen = 100, NONE
    if is_on_map(block):
        if block.moved != 0:
            return chosen
        best = DISTANCE[block.square, goal]
        for way in range(4):
            side = turned_side(seat, way)
            to = ACROSS[block.square, side]
            if to >= 0 and DISTANCE[to, goal] < best and check(setup, s, STEP.pack(n, side)) == REFUSAL.OK:
                best, chosen = DISTANCE[to, goal], STEP.pack(n, side)
        return chosen
    for place in range(SQUARES):
        column = place if seat == 0 else SQUARES - 1 - place
        away = DISTANCE[home_square(seat, column), goal]
        if away < best and check(setup, s, ENTER.pack(n, column)) == REFUSAL.OK:
            best, chosen = away, ENTER.pack(n, column)
    return chosen


@jit
def _scout(setup: Setup, s: State, seat, rng: Rng):
    # the scout always scouts, the army only if the battle would be on good ground, and a dummy never
    block = s.block[s.acting]
    if check(setup, s, CHALLENGE.pack()) == REFUSAL.OK and challenge_value(setup, s, seat) > 0.0:
        return CHALLENGE.pack()
    if block.kind == KIND.ARMY and own(seat, battle_value(setup, seat, block.square, block.side)) <= 0.0:
        return PASS.pack()
    if block.kind == KIND.DUMMY:
        return PASS.pack()
    asked = number_of(s.acting)
    if setup.target_by_owner != 0:
        ask = ASK.pack(asked, ANY_TARGET)
        return ask if check(setup, s, ask) == REFUSAL.OK else PASS.pack()
    n, chosen = 0, PASS.pack()
    for target in range(BLOCKS):
        if check(setup, s, ASK.pack(asked, target)) == REFUSAL.OK:
            n += 1
            if below(rng, n) == 0:
                chosen = ASK.pack(asked, target)
    return chosen


@jit
def _show(setup: Setup, s: State, seat):
    # a dummy rather than the scout, the scout rather than the army
    chosen, least = NONE, 100
    for n in range(BLOCKS):
        kind = np.int64(s.block[BLOCKS * seat + n].kind)
        if -kind < least and check(setup, s, SHOW.pack(n)) == REFUSAL.OK:
            chosen, least = SHOW.pack(n), -kind
    return chosen


@jit
def ahead(setup: Setup, seat, here, enemy):
    """The seat's mean score over the battles in the squares between the two armies."""
    y0, x0, y1, x1 = row_of(here), column_of(here), row_of(enemy), column_of(enemy)
    total, n = 0.0, 0
    for y in range(min(y0, y1), max(y0, y1) + 1):
        for x in range(min(x0, x1), max(x0, x1) + 1):
            for side in range(4):
                square = y * SQUARES + x
                total += battle_value(setup, 0, square, side) + battle_value(setup, 1, square, side)
                n += 2
    return own(seat, total) / n


@jit
def _approach(setup: Setup, s: State, seat):
    """The march over the best ground, unless something else gains more than a kudo's cost whatever the enemy does."""
    here = np.int64(s.block[army(s, seat)].square)
    enemy = np.int64(s.block[army(s, 1 - seat)].square)
    liked, march, most, best, lasting = -np.inf, NONE, -np.inf, NONE, -np.inf
    for n in range(GO.count + STAND.count):
        side = turned_side(seat, n % 4)
        action = GO.pack(n // 4, side) if n < GO.count else STAND.pack()
        if check(setup, s, action) != REFUSAL.OK:
            continue
        worth = approach_action_worth(setup, s, seat, action)
        if worth > most:
            most, best = worth, action
        if costs_kudo(action):
            continue
        to = np.int64(ACROSS[here, side])
        if to == enemy:
            liking = own(seat, battle_value(setup, seat, to, (side + 2) % 4))
        else:
            liking = ahead(setup, seat, to, enemy)
        if liking > liked:
            liked, march, lasting = liking, action, worth
    return best if most - lasting > KUDO_COST else march
