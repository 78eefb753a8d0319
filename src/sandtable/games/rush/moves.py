"""The actions of a position: which are legal, why another is not, and one at random. Clauses: `rules.md`; interface: `ops`."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.declaration import Reason
from sandtable.games.rush.ball import THROW_REACH, on_pitch, own_strike_hex, player_at
from sandtable.games.rush.contact import away, is_free, loser_of
from sandtable.games.rush.formations import FORMATIONS
from sandtable.games.rush.pitch import HEXES
from sandtable.games.rush.presets import MOST_PLAYERS
from sandtable.games.rush.rules import (
    AIM_AT,
    BOUNCE,
    DASH_TO,
    DECLINE,
    END,
    ENTER,
    FACE,
    FACES,
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
    JACK,
    NOBODY,
    NOWHERE,
    P_BOUNCE,
    P_FACE,
    P_FOLLOW,
    P_FREE,
    P_LAUNCH,
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

REASONS = (
    Reason("", ""),
    Reason("The match is over.", "R2.5"),
    Reason("This is not the step that is due now.", "R3.1"),
    Reason("A formation lines up the whole team, so it comes before any single player.", "R2.4"),
    Reason("That player stands on the pitch already.", "R2.4"),
    Reason("Your team has no player of that number.", "R2.2"),
    Reason("Players line up in their own half.", "R2.4"),
    Reason("A player is in that hex.", "R5.4"),
    Reason("That player is not on the pitch.", "R3.4"),
    Reason("That player has taken as many actions in this rush as one player may.", "R2.3"),
    Reason("A player who lies on the ground can only stand up.", "R9.1"),
    Reason("That player is on his feet.", "R9.1"),
    Reason("Only Jacks and Guards slam.", "R6.1"),
    Reason("Only Jacks and Strikers steal.", "R6.1"),
    Reason("No standing enemy can be reached.", "R6.1"),
    Reason("No enemy who can be reached carries the ball.", "R6.1"),
    Reason("Only a Jack or Striker who carries the ball can throw it.", "R7.1"),
    Reason("Only a player on the bench can come on.", "R3.4"),
    Reason("Your team has as many players on the pitch as it may.", "R3.4"),
    Reason("Nobody may enter in sudden death.", "R2.5"),
    Reason("There is a wall.", "R5.4"),
    Reason("No movement is left: a Dash buys one more.", "R5.2"),
    Reason("There is movement left: Dashes come when it is used up.", "R5.2"),
    Reason("That player moves one hex at most in this action and cannot dash.", "R5.7"),
    Reason("A Sprint goes straight ahead; turns cost movement.", "R5.1"),
    Reason("Turns cost nothing here: only a Sprint pays for them.", "R5.1"),
    Reason("The facing cannot be chosen here.", "R5.1"),
    Reason("This action is no Slam and no Steal.", "R6.1"),
    Reason("The target must stand in one of the hexes that the player threatens.", "R6.1"),
    Reason("Only the one who carries the ball can be stolen from.", "R6.1"),
    Reason("This action is no Throw.", "R7.1"),
    Reason("A throw reaches nine hexes at most.", "R7.1"),
    Reason("The target must be in the front arc.", "R7.1"),
    Reason(
        "A throw goes to a standing Jack or Striker of the team, or at the strike hex of the zone where the player stands.",
        "R7.1",
    ),
    Reason("A player is pushed to one of the three hexes straight away.", "R6.6"),
    Reason("After a dodge a player turns to face the attacker or stays as he is.", "R6.5"),
    Reason("Another player has the free action.", "R5.5"),
    Reason("This free action is a Run, or a Throw of who has the ball.", "R5.5"),
    Reason("The free action after standing up is no Sprint.", "R9.1"),
    Reason("That entry hex is taken.", "R3.4"),
)
(
    OK,
    FINISHED,
    NOT_DUE,
    NOT_FIRST,
    PLACED,
    NO_PLAYER,
    NOT_OWN_HALF,
    TAKEN,
    NOT_ON_PITCH,
    CAPPED,
    IS_PRONE,
    IS_STANDING,
    NO_SLAMMER,
    NO_STEALER,
    NO_ENEMY,
    NO_CARRIER,
    NO_THROWER,
    NOT_BENCHED,
    FULL,
    SUDDEN,
    WALLED,
    NO_POINTS,
    POINTS_LEFT,
    NO_DASH,
    STRAIGHT,
    FREE_TURNS,
    KEEPS_FACING,
    NO_TACKLE,
    NOT_IN_FRONT,
    NOT_CARRIER,
    NO_THROW,
    TOO_FAR,
    NOT_IN_ARC,
    NO_TARGET,
    NOT_AWAY,
    NOT_FACING,
    NOT_EARNED,
    NO_SUCH_FREE,
    NO_FREE_SPRINT,
    GATE_TAKEN,
) = range(len(REASONS))

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
    if s.phase == P_LAUNCH:
        return LAUNCH + below(rng, FACES)
    if s.phase != P_TEST:
        return (SCATTER if s.phase == P_SCATTER else BOUNCE) + below(rng, FACES * FACES)
    needed, dice = needed_of(setup, s), max(0, pool_of(setup, s))
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
    """See `ops.check`: the number of a reason in `REASONS`."""
    action = np.int64(action)
    phase = state.phase
    if phase == P_OVER:
        return FINISHED
    if state.to_move == CHANCE:
        return _check_outcome(setup, state, action)
    if action == DECLINE and _may_decline(state):
        return OK
    low, high = _range(state)
    if phase == P_MOVE and AIM_AT <= action < SLAM_BACK:
        return _check_aim(setup, state, action - AIM_AT)
    if action < low or action >= high:
        return NOT_DUE
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
    return OK if 0 <= i < count and _weight(setup, i, count, needed, dice) > 0.0 else NOT_DUE


@jit
def _check_line_up(setup, s, action):
    # R2.4
    seat = np.int64(s.to_move)
    if action < PLACE:
        return NOT_FIRST if on_pitch(s, seat) > 0 else OK
    n, h = (action - PLACE) // HEXES, (action - PLACE) % HEXES
    place = s.player[MOST_PLAYERS * seat + n].place
    if place != BENCH:
        return NO_PLAYER if place == NOWHERE else PLACED
    if setup.half[h] != seat:
        return NOT_OWN_HALF
    return OK if player_at(s, h) == NOBODY else TAKEN


@jit
def _check_token(setup, s, action):
    if action == END:
        return OK
    seat = np.int64(s.to_move)
    n = (action - ENTER) // 2 if action >= ENTER else (action - RUN_WITH) % MOST_PLAYERS
    p = MOST_PLAYERS * seat + n
    player = s.player[p]
    if player.place == NOWHERE:
        return NO_PLAYER
    # R2.3
    if player.acted >= setup.player_cap:
        return CAPPED
    if action >= ENTER:
        return _check_entry(setup, s, player, (action - ENTER) % 2)
    if player.place >= HEXES:
        return NOT_ON_PITCH
    if action >= STAND_WITH:
        return OK if player.prone != 0 else IS_STANDING
    # R9.1
    return IS_PRONE if player.prone != 0 else _check_deed(setup, s, p, doing_of(action))


@inline
def _check_entry(setup, s, player, gate):
    # R3.4
    if player.place != BENCH:
        return NOT_BENCHED
    if not has_room(setup, s):
        return SUDDEN if s.rush >= setup.rushes else FULL
    return OK if gate_is_free(setup, s, gate) else GATE_TAKEN


@jit
def _check_deed(setup, s, p, doing):
    """Whether standing player `p` can do a Run, Sprint, Slam, Steal or Throw at all (R5.1, R6.1, R7.1)."""
    role = setup.unit[p].role
    if doing == SLAM:
        if role == STRIKER:
            return NO_SLAMMER
        return OK if _near_enemy(setup, s, p, role == JACK) else NO_ENEMY
    if doing == STEAL:
        if role == GUARD:
            return NO_STEALER
        return OK if _near_carrier(setup, s, p, role == JACK) else NO_CARRIER
    if doing == THROW:
        return OK if s.carrier == p and role != GUARD else NO_THROWER
    return OK


@inline
def _near_enemy(setup, s, p, walks):
    # who moves one hex at most must be two away or less (R5.7)
    first = MOST_PLAYERS * (1 - seat_of(p))
    for enemy in range(first, first + MOST_PLAYERS):
        if stands(s.player[enemy]) and _in_reach(setup, s, p, enemy, walks):
            return True
    return False


@inline
def _near_carrier(setup, s, p, walks):
    carrier = np.int64(s.carrier)
    return carrier != NOBODY and seat_of(carrier) != seat_of(p) and _in_reach(setup, s, p, carrier, walks)


@inline
def _in_reach(setup, s, p, enemy, walks):
    return not walks or setup.distance[s.player[p].place, s.player[enemy].place] <= 2


@inline
def _check_free(setup, s, action):
    # R5.5, R9.1
    p = MOST_PLAYERS * np.int64(s.to_move) + (action - RUN_WITH) % MOST_PLAYERS
    if p != s.now.actor:
        return NOT_EARNED
    doing = doing_of(action)
    if s.now.doing == STAND:
        return NO_FREE_SPRINT if doing == SPRINT else _check_deed(setup, s, p, doing)
    return _check_deed(setup, s, p, doing) if doing == RUN or doing == THROW else NO_SUCH_FREE


@jit
def _check_move(setup, s, action):
    if action < TURN:
        return _check_step(setup, s, (action - STEP) % FACES, action >= DASH_TO)
    if action < FACE:
        return _check_turn(s, action >= WHEEL)
    if action < TACKLE:
        turns = may_turn(setup, s) or action - FACE == s.player[s.now.actor].facing
        return OK if turns else KEEPS_FACING
    return _check_tackle(setup, s, MOST_PLAYERS * (1 - np.int64(s.to_move)) + action - TACKLE)


@jit
def _check_step(setup, s, side, dashes):
    # R5.1, R5.2, R5.4
    if dashes:
        if not may_dash(setup, s):
            return NO_DASH
        if s.now.points > 0:
            return POINTS_LEFT
    elif s.now.points == 0:
        return NO_POINTS if may_dash(setup, s) else NO_DASH
    player = s.player[s.now.actor]
    if s.now.doing == SPRINT and side != player.facing:
        return STRAIGHT
    h = setup.across[player.place, side]
    if h == WALL:
        return WALLED
    return OK if player_at(s, h) == NOBODY else TAKEN


@inline
def _check_turn(s, dashes):
    # R5.1, R5.2
    if s.now.doing != SPRINT:
        return FREE_TURNS
    if dashes:
        return OK if s.now.points == 0 else POINTS_LEFT
    return OK if s.now.points > 0 else NO_POINTS


@jit
def _check_tackle(setup, s, target):
    # R6.1
    if s.now.doing != SLAM and s.now.doing != STEAL:
        return NO_TACKLE
    if s.now.doing == STEAL and s.carrier != target:
        return NOT_CARRIER
    player, enemy = s.player[s.now.actor], s.player[target]
    if not stands(enemy):
        return NOT_IN_FRONT
    if may_turn(setup, s):
        return OK if setup.distance[player.place, enemy.place] == 1 else NOT_IN_FRONT
    return OK if fronts(setup, player, enemy.place) else NOT_IN_FRONT


@jit
def _check_aim(setup, s, h):
    # R7.1
    if s.now.doing != THROW:
        return NO_THROW
    p = np.int64(s.now.actor)
    player = s.player[p]
    if h != own_strike_hex(setup, s, p) and not _can_catch(setup, s, p, player_at(s, h)):
        return NO_TARGET
    if setup.distance[player.place, h] > THROW_REACH:
        return TOO_FAR
    dx = np.int64(setup.x[h]) - np.int64(setup.x[player.place])
    dy = np.int64(setup.row[h]) - np.int64(setup.row[player.place])
    return OK if may_turn(setup, s) or in_front(player.facing, dx, dy) else NOT_IN_ARC


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
            return NOT_AWAY
        h = setup.across[s.player[loser].place, side]
    if h == WALL:
        return WALLED
    return OK if is_free(s, h) else TAKEN


@inline
def _check_face(setup, s, side):
    # R6.5
    if s.winner == NOBODY:
        return OK
    dodger = s.player[s.winner]
    attacker = s.player[s.now.actor]
    turned = side == setup.toward[dodger.place, attacker.place]
    return OK if turned or side == dodger.facing else NOT_FACING


@jit
def witness(setup, state, seat, action):
    """See `ops.witness`: nothing is secret."""
    return action
