"""The actions of a position: which are legal, why another is not, and one at random. Clauses: `rules.md`; interface: `ops`."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.ball import THROW_REACH, on_pitch, own_strike_hex, player_at
from sandtable.games.rush.contact import away, is_free, loser_of
from sandtable.games.rush.formations import FORMATIONS
from sandtable.games.rush.paths import can_reach_enemy
from sandtable.games.rush.pitch import HEXES
from sandtable.games.rush.presets import MOST_PLAYERS
from sandtable.games.rush.refusals import OK, Refusal
from sandtable.games.rush.rules import (
    AIM_AT,
    BOUNCE,
    DASH_TO,
    DECLINE,
    END,
    ENTER,
    FACE,
    FACES,
    FIRST,
    FOLLOW,
    FORMATION,
    LAUNCH,
    PLACE,
    PUSH,
    ROLL,
    RUN_WITH,
    SCATTER,
    SIDESTEP,
    SLAM_BACK,
    STAND_WITH,
    STEP,
    TACKLE,
    TURN,
    WHEEL,
    doing_of,
    gate_is_free,
    has_room,
)
from sandtable.games.rush.running import may_dash, may_turn
from sandtable.games.rush.setup import (
    BENCH,
    GUARD,
    NOBODY,
    NOWHERE,
    P_BOUNCE,
    P_FACE,
    P_FIRST,
    P_FOLLOW,
    P_FREE,
    P_LINE_UP,
    P_MOVE,
    P_OVER,
    P_PUSH,
    P_REPLY,
    P_RUSH,
    P_SCATTER,
    P_SIDESTEP,
    P_TEST,
    RUN,
    SLAM,
    SPRINT,
    STAND,
    STEAL,
    STRIKER,
    SUCCESSES,
    THROW,
)
from sandtable.games.rush.tests import fronts, needed_of, pool_of, seat_of, stands
from sandtable.hexgrid import SIDES, WALL, in_front
from sandtable.records import CHANCE
from sandtable.rng import below, uniform

# line-up: all players of a team on all hexes of a half, and the formations
MOST_ACTIONS = MOST_PLAYERS * HEXES // 2 + FORMATIONS


@inline
def _range(s):
    # the first action that may be legal in a phase, and the one after the last
    phase = s.phase
    if phase == P_MOVE:
        return STEP, AIM_AT
    if phase == P_RUSH:
        return RUN_WITH, STEP
    if phase == P_FREE:
        return RUN_WITH, STAND_WITH
    if phase == P_REPLY:
        return SLAM_BACK, PUSH
    if phase == P_PUSH:
        return PUSH, FOLLOW
    if phase == P_SIDESTEP:
        return SIDESTEP, DECLINE
    if phase == P_FACE:
        return FACE, TACKLE
    if phase == P_FOLLOW:
        return FOLLOW, FOLLOW + 1
    return FORMATION, LAUNCH


@inline
def _may_decline(s):
    return s.phase == P_FREE or s.phase == P_SIDESTEP or s.phase == P_FOLLOW


@jit
def legal(setup, state, out):
    """See `ops.legal`."""
    if state.phase == P_OVER:
        return 0
    if state.to_move == CHANCE:
        return _outcomes(setup, state, out)
    low, high = _range(state)
    n = 0
    for action in range(low, high):
        if check(setup, state, action) == OK:
            out[n] = action
            n += 1
    if state.phase == P_MOVE and state.now.doing == THROW:
        n = _aims(setup, state, out, n)
    if _may_decline(state):
        out[n] = DECLINE
        n += 1
    return n


@jit
def _aims(setup, s, out, n):
    # hexes of team-mates and the strike hex, sorted
    first = n
    for choice in range(MOST_PLAYERS + 1):
        action = _aim(setup, s, choice)
        if action >= 0 and check(setup, s, action) == OK:
            place = n
            while place > first and out[place - 1] > action:
                out[place] = out[place - 1]
                place -= 1
            out[place] = action
            n += 1
    return n


@inline
def _aim(setup, s, choice):
    """The throw at team-mate `choice`, or for MOST_PLAYERS at the strike hex; -1 where there is none."""
    p = np.int64(s.now.actor)
    strike = own_strike_hex(setup, s, p)
    if choice == MOST_PLAYERS:
        return AIM_AT + strike if strike < HEXES else -1
    here = np.int64(s.player[MOST_PLAYERS * seat_of(p) + choice].place)
    return AIM_AT + here if here < HEXES and here != strike else -1


@inline
def _due(setup, s):
    # the first outcome and how many could be, then what weighs those of a test: its statistic and its dice
    if s.phase == P_TEST:
        return ROLL, SUCCESSES, np.int64(needed_of(setup, s)), np.int64(max(0, pool_of(setup, s)))
    if s.phase == P_SCATTER:
        return SCATTER, FACES * SIDES, np.int64(0), np.int64(0)
    if s.phase == P_BOUNCE:
        return BOUNCE, FACES * FACES, np.int64(0), np.int64(0)
    if s.phase == P_FIRST:
        return FIRST, 2, np.int64(0), np.int64(0)
    return LAUNCH, FACES, np.int64(0), np.int64(0)


@inline
def _weight(setup, i, count, needed, dice):
    # no test needs 0
    return setup.odds[needed, dice, i] if needed > 0 else 1.0 / count


@jit
def _outcomes(setup, s, out):
    # R4.6: those that can be
    first, count, needed, dice = _due(setup, s)
    n = 0
    for i in range(count):
        if _weight(setup, i, count, needed, dice) > 0.0:
            out[n] = first + i
            n += 1
    return n


@jit
def chance(setup, state, weights):
    """See `ops.chance`: dice are fair; a test weighs its outcomes exactly (R4.6)."""
    if state.to_move != CHANCE:
        return 0
    _, count, needed, dice = _due(setup, state)
    n = 0
    for i in range(count):
        weight = _weight(setup, i, count, needed, dice)
        if weight > 0.0:
            weights[n] = weight
            n += 1
    return n


@jit
def sample(setup, state, rng):
    """See `ops.sample`."""
    if state.to_move == CHANCE:
        return _draw(setup, state, rng)
    low, high = _range(state)
    throws = state.phase == P_MOVE and state.now.doing == THROW
    size = high - low + (MOST_PLAYERS + 1 if throws else 0) + (1 if _may_decline(state) else 0)
    while True:
        action = low + below(rng, size)
        if action >= high:
            if not throws:
                return DECLINE
            action = _aim(setup, state, action - high)
        if action >= 0 and check(setup, state, action) == OK:
            return action


@jit
def _draw(setup, s, rng):
    first, count, needed, dice = _due(setup, s)
    if needed == 0:
        return first + below(rng, count)
    left = uniform(rng)
    last = 0
    for successes in range(SUCCESSES):
        weight = setup.odds[needed, dice, successes]
        if weight > 0:
            last = successes
            if left < weight:
                break
        left -= weight
    return ROLL + last


@jit
def check(setup, state, action):
    """See `ops.check`: a `Refusal`."""
    action = np.int64(action)
    phase = state.phase
    if phase == P_OVER:
        return Refusal.FINISHED
    if state.to_move == CHANCE:
        return _check_outcome(setup, state, action)
    if action == DECLINE and _may_decline(state):
        return OK
    low, high = _range(state)
    if phase == P_MOVE and AIM_AT <= action < SLAM_BACK:
        return _check_aim(setup, state, action - AIM_AT)
    if action < low or action >= high:
        return Refusal.NOT_DUE
    if phase == P_MOVE:
        return _check_move(setup, state, action)
    if phase == P_RUSH:
        return _check_token(setup, state, action)
    if phase == P_FREE:
        return _check_free(setup, state, action)
    if phase == P_PUSH or phase == P_SIDESTEP:
        return _check_shift(setup, state, action)
    if phase == P_FACE:
        return _check_face(setup, state, action - FACE)
    if phase == P_LINE_UP:
        return _check_line_up(setup, state, action)
    return OK


@jit
def _check_outcome(setup, s, action):
    first, count, needed, dice = _due(setup, s)
    i = action - first
    return OK if 0 <= i < count and _weight(setup, i, count, needed, dice) > 0.0 else Refusal.NOT_DUE


@jit
def _check_line_up(setup, s, action):
    # R2.4
    seat = np.int64(s.to_move)
    if action < PLACE:
        return Refusal.NOT_FIRST if on_pitch(s, seat) > 0 else OK
    n, h = (action - PLACE) // HEXES, (action - PLACE) % HEXES
    place = s.player[MOST_PLAYERS * seat + n].place
    if place != BENCH:
        return Refusal.NO_PLAYER if place == NOWHERE else Refusal.PLACED
    if setup.half[h] != seat:
        return Refusal.NOT_OWN_HALF
    return OK if player_at(s, h) == NOBODY else Refusal.TAKEN


@jit
def _check_token(setup, s, action):
    if action == END:
        return OK
    seat = np.int64(s.to_move)
    n = (action - ENTER) // 2 if action >= ENTER else (action - RUN_WITH) % MOST_PLAYERS
    p = MOST_PLAYERS * seat + n
    player = s.player[p]
    if player.place == NOWHERE:
        return Refusal.NO_PLAYER
    # R2.3
    if player.acted >= setup.player_cap:
        return Refusal.CAPPED
    if action >= ENTER:
        return _check_entry(setup, s, player, (action - ENTER) % 2)
    if player.place >= HEXES:
        return Refusal.NOT_ON_PITCH
    if action >= STAND_WITH:
        return OK if player.prone != 0 else Refusal.IS_STANDING
    # R9.1
    return Refusal.IS_PRONE if player.prone != 0 else _check_deed(setup, s, p, doing_of(action))


@inline
def _check_entry(setup, s, player, gate):
    # R3.4
    if player.place != BENCH:
        return Refusal.NOT_BENCHED
    if not has_room(setup, s):
        return Refusal.SUDDEN if s.rush >= setup.rushes else Refusal.FULL
    return OK if gate_is_free(setup, s, gate) else Refusal.GATE_TAKEN


@jit
def _check_deed(setup, s, p, doing):
    """Whether standing player `p` can do a Run, Sprint, Slam, Steal or Throw at all (R5.1, R6.1, R7.1)."""
    role = setup.unit[p].role
    if doing == SLAM:
        if role == STRIKER:
            return Refusal.NO_SLAMMER
        return OK if can_reach_enemy(setup, s, p, doing) else Refusal.NO_ENEMY
    if doing == STEAL:
        if role == GUARD:
            return Refusal.NO_STEALER
        if s.carrier == NOBODY or seat_of(s.carrier) == seat_of(p):
            return Refusal.NO_CARRIER
        return OK if can_reach_enemy(setup, s, p, doing) else Refusal.NO_CARRIER
    if doing == THROW:
        return OK if s.carrier == p and role != GUARD else Refusal.NO_THROWER
    return OK


@inline
def _check_free(setup, s, action):
    # R5.5, R9.1
    p = MOST_PLAYERS * np.int64(s.to_move) + (action - RUN_WITH) % MOST_PLAYERS
    if p != s.now.actor:
        return Refusal.NOT_EARNED
    doing = doing_of(action)
    if s.now.doing == STAND:
        return Refusal.NO_FREE_SPRINT if doing == SPRINT else _check_deed(setup, s, p, doing)
    return _check_deed(setup, s, p, doing) if doing == RUN or doing == THROW else Refusal.NO_SUCH_FREE


@jit
def _check_move(setup, s, action):
    if action < TURN:
        return _check_step(setup, s, (action - STEP) % FACES, action >= DASH_TO)
    if action < FACE:
        return _check_turn(s, action >= WHEEL)
    if action < TACKLE:
        turns = may_turn(setup, s) or action - FACE == s.player[s.now.actor].facing
        return OK if turns else Refusal.KEEPS_FACING
    return _check_tackle(setup, s, MOST_PLAYERS * (1 - np.int64(s.to_move)) + action - TACKLE)


@jit
def _check_step(setup, s, side, dashes):
    # R5.1, R5.2, R5.4
    if dashes:
        if not may_dash(setup, s):
            return Refusal.NO_DASH
        if s.now.points > 0:
            return Refusal.POINTS_LEFT
    elif s.now.points == 0:
        return Refusal.NO_POINTS if may_dash(setup, s) else Refusal.NO_DASH
    player = s.player[s.now.actor]
    if s.now.doing == SPRINT and side != player.facing:
        return Refusal.STRAIGHT
    h = setup.across[player.place, side]
    if h == WALL:
        return Refusal.WALLED
    return OK if player_at(s, h) == NOBODY else Refusal.TAKEN


@inline
def _check_turn(s, dashes):
    # R5.1, R5.2
    if s.now.doing != SPRINT:
        return Refusal.FREE_TURNS
    if dashes:
        return OK if s.now.points == 0 else Refusal.POINTS_LEFT
    return OK if s.now.points > 0 else Refusal.NO_POINTS


@jit
def _check_tackle(setup, s, target):
    # R6.1
    if s.now.doing != SLAM and s.now.doing != STEAL:
        return Refusal.NO_TACKLE
    if s.now.doing == STEAL and s.carrier != target:
        return Refusal.NOT_CARRIER
    player, enemy = s.player[s.now.actor], s.player[target]
    if not stands(enemy):
        return Refusal.NOT_IN_FRONT
    if may_turn(setup, s):
        return OK if setup.distance[player.place, enemy.place] == 1 else Refusal.NOT_IN_FRONT
    return OK if fronts(setup, player, enemy.place) else Refusal.NOT_IN_FRONT


@jit
def _check_aim(setup, s, h):
    # R7.1
    if s.now.doing != THROW:
        return Refusal.NO_THROW
    p = np.int64(s.now.actor)
    player = s.player[p]
    if h != own_strike_hex(setup, s, p) and not _can_catch(setup, s, p, player_at(s, h)):
        return Refusal.NO_TARGET
    if setup.distance[player.place, h] > THROW_REACH:
        return Refusal.TOO_FAR
    dx = np.int64(setup.x[h]) - np.int64(setup.x[player.place])
    dy = np.int64(setup.row[h]) - np.int64(setup.row[player.place])
    return OK if may_turn(setup, s) or in_front(player.facing, dx, dy) else Refusal.NOT_IN_ARC


@inline
def _can_catch(setup, s, p, mate):
    # R7.1
    if mate == NOBODY or mate == p or seat_of(mate) != seat_of(p):
        return False
    return s.player[mate].prone == 0 and setup.unit[mate].role != GUARD


@inline
def _check_shift(setup, s, action):
    # R6.5, R6.6
    if s.phase == P_SIDESTEP:
        h = setup.across[s.player[s.target].place, action - SIDESTEP]
    else:
        side, loser = action - PUSH, loser_of(s)
        if (side - away(setup, s) + SIDES + 1) % SIDES > 2:
            return Refusal.NOT_AWAY
        h = setup.across[s.player[loser].place, side]
    if h == WALL:
        return Refusal.WALLED
    return OK if is_free(s, h) else Refusal.TAKEN


@inline
def _check_face(setup, s, side):
    # R6.5
    if s.winner == NOBODY:
        return OK
    dodger = s.player[s.winner]
    attacker = s.player[s.now.actor]
    turned = side == setup.toward[dodger.place, attacker.place]
    return OK if turned or side == dodger.facing else Refusal.NOT_FACING


@jit
def witness(setup, state, seat, action):
    """See `ops.witness`: nothing is secret."""
    return action
