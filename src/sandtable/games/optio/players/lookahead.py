"""Looks one step ahead: the value of every action from exact beliefs and the solved approach.

Waiting is worth little for an army that has been found: the enemy chooses the moment. So scouts hunt, leave a square
and come back in, and now and then stay put to catch a block that steps away in rhythm with them. That way a search ends
by itself (O2.8b).

A face-down block's move is valued as if that block were the army, whatever it is, so the army does not stand out
among its dummies and every block looks for good ground. The value of scouting is the mean result of revealing the
target, over the blocks that may be the enemy's army. In the approach, values are exact (O3).
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, below, inline, jit
from sandtable.games.optio.data.approach import ACROSS, DISTANCE
from sandtable.games.optio.data.battle import PLACES
from sandtable.games.optio.data.ground import SQUARES
from sandtable.games.optio.players.beliefs import (
    army_worth,
    battle_value,
    challenge_value,
    fight,
    is_found,
    liking,
    meeting,
    own,
    shares_of,
    suspects,
    turns_left,
)
from sandtable.games.optio.rules.moves import MOST_ACTIONS, legal
from sandtable.games.optio.rules.turns import (
    ASK,
    CHALLENGE,
    ENTER,
    GO,
    PASS,
    SHOW,
    STAND,
    STEP,
    TEMPLATE,
    army,
    asked_block,
    costs_kudo,
    home_side,
    home_square,
    is_on_map,
)
from sandtable.games.optio.schema import ACTIONS, ANY_TARGET, BLOCKS, KIND, PHASE

# actions other than moving a block
OTHERS = ACTIONS.span("end", "challenge")
# an army in reserve can still enter anywhere on its edge, but must do so
RESERVE_COST = 0.05
# the cost of revealing a block of each kind if its owner chooses which, and of an army that scouts
SHOWN = (0.0, 0.1, 0.02, 0.0)
ARMY_COST = 0.1
# the value of a scout's step toward the enemy, and of one into an enemy's square
HUNT, CONTACT = 0.02, 0.15
# the scout stays put on one turn out of this many, unless it makes contact
WAIT = 4
# the minimum gain for which a block moves on
GAIN = 0.002
# in the approach, for moves of equal value: the share of the mean over the enemy's replies, and the price of a kudo
HOPE, KUDO_COST = 0.001, 0.0001


@jit
def choose_lookahead(setup: Setup, s: State, seat, rng: Rng):
    """The action with the highest value for `seat`, which is to move in `s`; among blocks that all gain by moving, a random
    one.
    """
    actions, worth = np.empty(MOST_ACTIONS, np.int64), np.empty(MOST_ACTIONS)
    count = legal(setup, s, actions)
    if count == 1:
        return actions[0]
    rate_actions(setup, s, seat, actions, count, worth)
    if s.phase == PHASE.MOVE:
        return _any_block(actions, worth, count, rng)
    return actions[_best(worth, 0, count, rng)]


@jit
def rate_actions(setup: Setup, s: State, seat, actions, count, out):
    """Writes into `out` the values of `actions[:count]` for `seat`, which is to move in `s`; returns False before the first
    turn.
    """
    seat = np.int64(seat)
    phase = s.phase
    if phase == PHASE.MOVE:
        _rate_moves(setup, s, seat, actions, count, out)
    elif phase == PHASE.SCOUT:
        _rate_scouting(setup, s, seat, asked_block(s), actions, count, out)
    elif phase == PHASE.SHOW:
        for i in range(count):
            (n,) = SHOW.unpack(actions[i])
            out[i] = 0.0 - SHOWN[s.block[BLOCKS * seat + n].kind]
    elif phase == PHASE.APPROACH:
        for i in range(count):
            out[i] = approach_action_worth(setup, s, seat, actions[i])
    elif phase == PHASE.TEMPLATE:
        for i in range(count):
            (shift,) = TEMPLATE.unpack(actions[i])
            value = setup.score[s.second, s.battle, s.battle_side, shift]
            out[i] = own(seat, np.float64(value))
    else:
        return False
    return True


@jit
def _best(worth, first, last, rng: Rng):
    best, equals = first, 1
    for i in range(first + 1, last):
        if worth[i] > worth[best]:
            best, equals = i, 1
        elif worth[i] == worth[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = i
    return best


@inline
def _block_of(action):
    # the seat's block that an action moves; BLOCKS for the end of the turn, a higher number for scouting
    if ENTER.holds(action):
        n, _ = ENTER.unpack(action)
        return n
    if STEP.holds(action):
        n, _ = STEP.unpack(action)
        return n
    (n,) = OTHERS.unpack(action)
    return BLOCKS + n


@jit
def _any_block(actions, worth, count, rng: Rng):
    """The army showing itself if that is a gain; otherwise the best move of a random block that gains; otherwise the
    end of the turn.
    """
    chosen, blocks, i = np.int64(-1), 0, 0
    while i < count:
        block, best, j = _block_of(actions[i]), i, i
        while j < count and _block_of(actions[j]) == block:
            best = j if worth[j] > worth[best] else best
            j += 1
        if CHALLENGE.holds(actions[best]) and worth[best] > GAIN:
            # better than anything else that the army can do this turn
            return actions[best]
        if worth[best] > GAIN:
            blocks += 1
            chosen = best if below(rng, blocks) == 0 else chosen
        i = j
    return actions[chosen if chosen >= 0 else _best(worth, 0, count, rng)]


@jit
def _rate_moves(setup: Setup, s: State, seat, actions, count, out):
    enemies = suspects(s, 1 - seat)
    found, finding = is_found(s, seat), is_found(s, 1 - seat)
    shares = shares_of(setup, s, seat, found, finding)
    last, stays = np.int64(-1), 0.0
    for i in range(count):
        n = _block_of(actions[i])
        if n == BLOCKS:
            out[i] = 0.0
            continue
        if n > BLOCKS:
            asked, _ = ASK.unpack(actions[i])
            out[i] = scouting_worth(setup, s, seat, BLOCKS * seat + asked, actions[i]) - outlook(
                setup, s, seat, enemies, shares
            )
            continue
        block = s.block[BLOCKS * seat + n]
        square, side = _destination(s, seat, actions[i])
        if block.kind == KIND.SCOUT and not finding:
            out[i] = _hunt(s, seat, block, square, enemies)
        elif block.kind == KIND.ARMY or (block.revealed == 0 and not found):
            if n != last:
                last, stays = n, staying(setup, s, seat, block, enemies, shares)
            out[i] = army_worth(setup, s, seat, enemies, shares, square, side, True) - stays
            out[i] += _surprise(setup, s, seat, square, side, enemies, finding, shares)
        else:
            out[i] = _aside(s, seat, block, square, enemies)


@inline
def _destination(s: State, seat, action):
    # the square that a move leads to, and the side by which the block enters
    if ENTER.holds(action):
        _, column = ENTER.unpack(action)
        return home_square(seat, column), home_side(seat)
    n, way = STEP.unpack(action)
    block = s.block[BLOCKS * seat + n]
    return np.int64(ACROSS[block.square, way]), (way + 2) % 4


@jit
def staying(setup: Setup, s: State, seat, block, enemies, shares):
    """The value of having the army where `block` is."""
    if is_on_map(block):
        late = block.entered == s.turn
        return army_worth(setup, s, seat, enemies, shares, np.int64(block.square), np.int64(block.side), late)
    if turns_left(setup, s) == 1:
        return -1.0
    best = -np.inf
    for column in range(SQUARES):
        square = home_square(seat, column)
        best = max(best, army_worth(setup, s, seat, enemies, shares, square, home_side(seat), True))
    return best - RESERVE_COST


@jit
def outlook(setup: Setup, s: State, seat, enemies, shares):
    """The value of the rest of the turn: the army may still make its move."""
    b = army(s, seat)
    block = s.block[b]
    best = staying(setup, s, seat, block, enemies, shares)
    if block.moved == 0 and is_on_map(block):
        for way in range(4):
            to = np.int64(ACROSS[block.square, way])
            if to >= 0:
                best = max(best, army_worth(setup, s, seat, enemies, shares, to, (way + 2) % 4, True))
    return best


@jit
def _hunt(s: State, seat, block, square, enemies):
    """The value of a step by the scout while the enemy's army has not been found."""
    if _nearest(s, seat, square, enemies) == 0:
        return CONTACT
    if np.int64(s.turn) // 2 % WAIT == 0:
        # a block that steps away in rhythm with the scout is caught by one that stays put
        return 0.0
    return HUNT * (
        moves_to_contact(s, seat, block.square, enemies) - moves_to_contact(s, seat, square, enemies)
    )


@jit
def moves_to_contact(s: State, seat, square, enemies):
    """The number of moves from `square` until a block enters a square with one of `enemies`; one already there leaves
    and comes back.
    """
    fewest = np.int64(2 * SQUARES)
    for target in range(BLOCKS):
        enemy = s.block[BLOCKS * (1 - seat) + target]
        if enemies >> target & 1 != 0 and is_on_map(enemy) and square < PLACES:
            away = np.int64(DISTANCE[square, enemy.square])
            fewest = min(fewest, away if away > 0 else 2)
    return fewest


@jit
def _aside(s: State, seat, block, square, enemies):
    """The value of a step by a block that nobody takes for the army: moving away from the enemy's army is good, because
    the block, if near, would help that army.
    """
    if block.revealed != 0:
        return 0.0
    return GAIN * (_nearest(s, seat, square, enemies) - _nearest(s, seat, block.square, enemies))


@jit
def _nearest(s: State, seat, square, enemies):
    nearest = np.int64(2 * SQUARES)
    for target in range(BLOCKS):
        enemy = s.block[BLOCKS * (1 - seat) + target]
        if enemies >> target & 1 != 0 and is_on_map(enemy) and square < PLACES:
            nearest = min(nearest, np.int64(DISTANCE[square, enemy.square]))
    return nearest


@jit
def _surprise(setup: Setup, s: State, seat, square, side, enemies, finding, shares):
    """What the chance to scout adds to a move by the army into `square`."""
    passing = army_worth(setup, s, seat, enemies, shares, square, side, True)
    best = passing
    for target in range(BLOCKS):
        enemy = s.block[BLOCKS * (1 - seat) + target]
        if enemy.square == square and enemy.revealed == 0 and (finding or setup.target_by_owner == 0):
            shown = is_found(s, seat)
            best = max(best, scouting(setup, s, seat, KIND.ARMY, shown, target, square, side, enemies))
        elif finding and setup.show_army != 0 and enemies >> target & 1 != 0 and enemy.square == square:
            # O2.6: it may show itself there
            best = max(best, fight(setup, seat, seat, square, side))
    return best - passing


@jit
def _rate_scouting(setup: Setup, s: State, seat, b, actions, count, out):
    for i in range(count):
        out[i] = scouting_worth(setup, s, seat, b, actions[i])


@jit
def scouting_worth(setup: Setup, s: State, seat, b, action):
    """The value of what block `b`, which is being asked about, may do; for a dummy it is computed as for any other block."""
    enemies = suspects(s, 1 - seat)
    if PASS.holds(action):
        return outlook(
            setup, s, seat, enemies, shares_of(setup, s, seat, is_found(s, seat), is_found(s, 1 - seat))
        )
    if CHALLENGE.holds(action):
        return liking(challenge_value(setup, s, seat))
    block = s.block[b]
    _, target = ASK.unpack(action)
    if target == ANY_TARGET:
        target, enemies = _shown(s, seat, block, enemies)
    kind, square, side = np.int64(block.kind), np.int64(block.square), np.int64(block.side)
    return scouting(setup, s, seat, kind, block.revealed != 0, target, square, side, enemies)


@jit
def _shown(s: State, seat, block, enemies):
    """The block that the enemy will reveal, and the blocks that may then be its army: if the enemy can choose, it keeps
    its army hidden.
    """
    n, target = 0, np.int64(0)
    for other in range(BLOCKS):
        enemy = s.block[BLOCKS * (1 - seat) + other]
        if enemy.square == block.square and enemy.revealed == 0:
            n, target = n + 1, np.int64(other)
    return target, enemies if n == 1 else enemies & ~(np.int64(1) << target)


@jit
def scouting(setup: Setup, s: State, seat, kind, shown, target, square, side, enemies):
    """The value if a block of `kind` in `square`, which entered by `side`, scouts `target`; `shown`: it is face up."""
    found, finding = is_found(s, seat), is_found(s, 1 - seat)
    known = found or kind == KIND.ARMY
    if known and finding:
        return _revealed(setup, s, seat, kind, square, side, enemies)
    hit = np.int64(1) << target
    others = enemies & ~hit
    missed, worth, n = 0, 0.0, 0
    for other in range(BLOCKS):
        n += enemies >> other & 1
        missed += others >> other & 1
    if missed > 0:
        shares = shares_of(setup, s, seat, known, finding)
        worth += missed * _from(setup, s, seat, kind, square, side, others, shares)
    if n > missed:
        if known:
            worth += _revealed(setup, s, seat, kind, square, side, hit)
        else:
            worth += outlook(setup, s, seat, hit, shares_of(setup, s, seat, False, True))
    return worth / n - (ARMY_COST if kind == KIND.ARMY and not shown else 0.0)


@jit
def _from(setup: Setup, s: State, seat, kind, square, side, enemies, shares):
    if kind == KIND.ARMY:
        return army_worth(setup, s, seat, enemies, shares, square, side, True)
    return outlook(setup, s, seat, enemies, shares)


@jit
def _revealed(setup: Setup, s: State, seat, kind, square, side, enemies):
    """The value if both armies are face up now, the enemy's being the one in `enemies` (O2.8, O3.3)."""
    enemy = s.block[BLOCKS * (1 - seat) + _lowest(enemies)]
    block = s.block[army(s, seat)]
    here = square if kind == KIND.ARMY else np.int64(block.square)
    from_side = side if kind == KIND.ARMY else np.int64(block.side)
    there = np.int64(enemy.square)
    if here != there:
        return meeting(setup, s, seat, here, there, 1 - seat)
    if kind == KIND.ARMY or block.entered > enemy.entered:
        return fight(setup, seat, seat, here, from_side)
    return fight(setup, seat, 1 - seat, here, np.int64(enemy.side))


@inline
def _lowest(mask):
    n = np.int64(0)
    while mask >> n & 1 == 0:
        n += 1
    return n


@jit
def approach_action_worth(setup: Setup, s: State, seat, action):
    """The exact value of an action in the approach; among equal ones, actions that cost nothing and let the enemy err
    are preferred.
    """
    here = np.int64(s.block[army(s, seat)].square)
    enemy = np.int64(s.block[army(s, 1 - seat)].square)
    _, way = GO.unpack(action)
    to = here if STAND.holds(action) else np.int64(ACROSS[here, way])
    if to == enemy:
        return own(seat, battle_value(setup, seat, to, (way + 2) % 4))
    paid = 1 if costs_kudo(action) else 0
    return approach_worth(setup, s, seat, to, enemy, np.int64(s.kudos[seat]) - paid) - KUDO_COST * paid


@jit
def approach_worth(setup: Setup, s: State, seat, here, there, kudos):
    """The exact value of the approach for the seat, with the enemy to move, plus a little for the chance that it errs."""
    navy, oxblood = (here, there) if seat == 0 else (there, here)
    first = kudos if seat == 0 else np.int64(s.kudos[0])
    second = np.int64(s.kudos[1]) if seat == 0 else kudos
    exact = own(seat, np.float64(setup.value[setup.approach[navy, oxblood, first, second, 1 - seat]]))
    total, n = 0.0, 0
    for way in range(4):
        to = np.int64(ACROSS[there, way])
        if to >= 0 and DISTANCE[to, here] < DISTANCE[there, here]:
            n += 1
            if to == here:
                total += own(seat, battle_value(setup, 1 - seat, to, (way + 2) % 4))
            else:
                pair = (here, to) if seat == 0 else (to, here)
                number = setup.approach[pair[0], pair[1], first, second, seat]
                total += own(seat, np.float64(setup.value[number]))
    return exact + HOPE * total / n
