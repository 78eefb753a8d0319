"""A quick player of Rush with simple rules and no search: `script`.

It gets the ball, runs it into a zone, strikes if the chance is above one half, and slams if the odds are good. While
there are tokens to spare, safe actions come first: slams, standing up, screening, and bringing on players from the bench.
"""

import numpy as np

from sandtable.authoring import Rng, Setup, State, inline, jit
from sandtable.authoring.dice import at_least
from sandtable.authoring.hexgrid import SIDES, WALL
from sandtable.games.rush.data.pitch import HEXES, ZONES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.players.evaluation import STEPS, strike_chance
from sandtable.games.rush.players.intents import habit, regard
from sandtable.games.rush.rules.acts import may_turn
from sandtable.games.rush.rules.ball import own_strike_hex
from sandtable.games.rush.rules.moves import REFUSAL, check, sample
from sandtable.games.rush.rules.tests import (
    MOST_THREATS,
    POOL,
    actor,
    bonus,
    number_of,
    place_of,
    seat_of,
    stands,
    threats,
)
from sandtable.games.rush.rules.turns import (
    AIM_AT,
    DECLINE,
    END,
    ENTER,
    FACE,
    FORMATION,
    RUN_WITH,
    SLAM_WITH,
    STAND_WITH,
    STEAL_WITH,
    TACKLE,
    THROW_WITH,
    WALK,
)
from sandtable.games.rush.schema import CARRIED, DOING, NO_BALL, NOBODY, PHASE, ROLE

# the chance above which it strikes
STRIKE = 0.5
# how far from his post a player runs to screen; the detour, in hexes, that avoiding a threat is worth
SCREEN, SHY = 2, 1
# how much more a Slam on the player with the ball is worth, in expected successes
CARRIER = 0.75
# the chance below which a player stays where he is
FAIR = 0.2
# tokens to reserve for the ball at the end of a rush
KEPT = 2
NONE = -1
# the hex in the middle of the pitch
MIDDLE = HEXES // 2


@jit
def choose_script(setup: Setup, s: State, seat, rng: Rng):
    """The action of `script` for `seat`, which is to move in `s`."""
    seat, phase = np.int64(seat), s.phase
    if phase == PHASE.MOVE:
        return _move(setup, s, seat)
    if phase == PHASE.RUSH:
        return _token(setup, s, seat)
    if phase == PHASE.FREE:
        return _free(setup, s)
    if phase == PHASE.LINE_UP:
        return (
            FORMATION.pack(0) if check(setup, s, FORMATION.pack(0)) == REFUSAL.OK else sample(setup, s, rng)
        )
    return habit(setup, s)


@inline
def _legal(setup: Setup, s: State, action):
    return check(setup, s, action) == REFUSAL.OK


@jit
def gatherer(setup: Setup, s: State, seat):
    """The player of `seat` who goes for the ball: the nearest who can act and pick it up, or NONE."""
    best, chosen = 1000, NONE
    if s.ball >= HEXES and s.carrier == NOBODY:
        return chosen
    there = place_of(s, s.carrier) if s.ball == CARRIED else np.int64(s.ball)
    for p in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        player, role = s.player[p], setup.unit[p].role
        if (
            not stands(player)
            or role == ROLE.GUARD
            or (player.acted >= setup.player_cap and s.now.actor != p)
        ):
            continue
        cost = 2 * np.int64(setup.distance[player.place, there]) + (1 if role == ROLE.JACK else 0)
        if cost < best:
            best, chosen = cost, np.int64(p)
    return chosen


@jit
def _token(setup: Setup, s: State, seat):
    carrier = np.int64(s.carrier)
    if carrier != NOBODY and seat_of(carrier) == seat:
        chosen = _with_ball(setup, s, carrier)
    else:
        chosen = _for_ball(setup, s, gatherer(setup, s, seat))
    if chosen == NONE or s.tokens > KEPT:
        safe = _safe(setup, s, seat, carrier if chosen != NONE else NOBODY)
        if safe != NONE:
            return safe
    return chosen if chosen != NONE else END.pack()


@jit
def _with_ball(setup: Setup, s: State, p):
    """The action of the carrier: strike from a zone, or run to one."""
    n, here = number_of(p), place_of(s, p)
    if _legal(setup, s, THROW_WITH.pack(n)):
        near = STEPS[_zone_for(setup, s, p, here), here]
        last = s.tokens == 1 or s.player[p].acted + 1 >= setup.player_cap
        if own_strike_hex(setup, s, p) < HEXES:
            if strike_chance(setup, p, here, threats(setup, s, here, seat_of(p), NOBODY)) > STRIKE or last:
                return THROW_WITH.pack(n)
        elif last and setup.unit[p].role == ROLE.STRIKER and near <= setup.unit[p].move:
            return THROW_WITH.pack(n)
    return RUN_WITH.pack(n) if _legal(setup, s, RUN_WITH.pack(n)) else NONE


@jit
def _for_ball(setup: Setup, s: State, p):
    """The action of player `p` towards a ball that is loose or that the enemy has."""
    if p == NONE:
        return NONE
    n = number_of(p)
    if s.ball == CARRIED:
        far = np.int64(setup.distance[s.player[p].place, s.player[s.carrier].place])
        reach = np.int64(setup.unit[p].move) + 1 if setup.unit[p].role == ROLE.STRIKER else 2
        if far <= reach and _legal(setup, s, STEAL_WITH.pack(n)):
            return STEAL_WITH.pack(n)
    return RUN_WITH.pack(n) if _legal(setup, s, RUN_WITH.pack(n)) else NONE


@jit
def _safe(setup: Setup, s: State, seat, carrier):
    """An action that cannot end the rush: a good Slam, standing up, bringing on a player from the bench, screening; or NONE."""
    busy = gatherer(setup, s, seat) if carrier == NOBODY else carrier
    for n in range(MOST_PLAYERS):
        p = MOST_PLAYERS * seat + n
        if p == busy or s.player[p].place > HEXES:
            continue
        if _legal(setup, s, SLAM_WITH.pack(n)) and _victim(setup, s, p) != NONE:
            return SLAM_WITH.pack(n)
        if _legal(setup, s, STAND_WITH.pack(n)):
            return STAND_WITH.pack(n)
        for gate in range(2):
            if _legal(setup, s, ENTER.pack(n, gate)):
                return ENTER.pack(n, gate)
    for n in range(MOST_PLAYERS):
        p = MOST_PLAYERS * seat + n
        if p != busy and s.player[p].acted == 0 and _legal(setup, s, RUN_WITH.pack(n)):
            if setup.distance[s.player[p].place, _post(setup, s, p)] > SCREEN:
                return RUN_WITH.pack(n)
    return NONE


@jit
def _victim(setup: Setup, s: State, p):
    """An enemy whom standing player `p` threatens and can slam at good odds, the carrier first; or NONE."""
    here, best, chosen = place_of(s, p), 0.0, NONE
    first = MOST_PLAYERS * (1 - seat_of(p))
    for enemy in range(first, first + MOST_PLAYERS):
        if not stands(s.player[enemy]) or setup.distance[here, s.player[enemy].place] != 1:
            continue
        if not may_turn(setup, s) and s.now.actor == p and not _legal(setup, s, TACKLE.pack(enemy - first)):
            continue
        # the player with the ball is worth a risk
        liking = _edge(setup, s, p, enemy) + (CARRIER if s.carrier == enemy else 0.0)
        if liking > best:
            best, chosen = liking, np.int64(enemy)
    return chosen


@jit
def _edge(setup: Setup, s: State, p, enemy):
    """How many more successes player `p` may expect in a Slam than `enemy`, who chooses the better reply (R6.2)."""
    unit, other = setup.unit[p], setup.unit[enemy]
    near, far = (NOBODY, NOBODY) if setup.opponent_threatens != 0 else (enemy, p)
    pressed = min(MOST_THREATS, threats(setup, s, place_of(s, p), seat_of(p), near))
    mine = _expected(unit.strength, POOL + bonus(unit.role, True) - pressed)
    pressed = min(MOST_THREATS, threats(setup, s, place_of(s, enemy), seat_of(enemy), far))
    dodging = _expected(other.speed, POOL + bonus(other.role, False) - pressed)
    slamming = _expected(other.strength, POOL + bonus(other.role, True) - pressed)
    return mine - max(dodging, slamming)


@inline
def _expected(needed, dice):
    # R4.1
    return max(0, dice) * max(0, 7 - np.int64(needed)) / 6.0


@inline
def _zone_for(setup: Setup, s: State, p, here):
    # the zone that a carrier heads for: the one with the most points within reach in this rush, otherwise the nearest
    best, chosen, seat = 1000, 0, seat_of(p)
    reach = (min(2, np.int64(s.tokens))) * np.int64(setup.unit[p].move)
    for zone in range(ZONES):
        if setup.scorer[zone] == seat:
            cost = 10 * np.int64(STEPS[zone, here])
            if STEPS[zone, here] <= reach:
                cost = 0 - 10 * np.int64(setup.points[zone, 0]) + np.int64(STEPS[zone, here])
            if cost < best:
                best, chosen = cost, zone
    return chosen


@jit
def _post(setup: Setup, s: State, p):
    """Where player `p` is useful without the ball: close to an enemy who has it, on a launch hex, or up front."""
    seat = seat_of(p)
    if s.carrier != NOBODY and seat_of(s.carrier) != seat:
        return place_of(s, s.carrier)
    n = number_of(p)
    if setup.unit[p].role == ROLE.GUARD or s.ball == NO_BALL:
        return np.int64(setup.launch[seat, 1 + n % 3])
    if n % 2 == 0:
        return np.int64(setup.launch[seat, n // 2])
    # a zone in which he can catch a throw and score
    for zone in range(ZONES):
        if setup.scorer[zone] == seat and setup.points[zone, 0] > 1:
            return np.int64(setup.bonus[zone])
    return np.int64(MIDDLE)


@jit
def _move(setup: Setup, s: State, seat):
    p = actor(s)
    here, doing = place_of(s, p), s.now.doing
    if doing == DOING.THROW:
        strike = own_strike_hex(setup, s, p)
        if strike < HEXES and _legal(setup, s, AIM_AT.pack(strike)):
            return AIM_AT.pack(strike)
    elif doing != DOING.RUN:
        target = _victim(setup, s, p) if doing == DOING.SLAM else np.int64(s.carrier)
        if target != NONE and _legal(setup, s, TACKLE.pack(number_of(target))):
            return TACKLE.pack(number_of(target))
    action = _step(setup, s, p, here, seat)
    if action != NONE:
        return action
    facing = FACE.pack(regard(setup, s, p, here))
    return facing if _legal(setup, s, facing) else FACE.pack(s.player[p].facing)


@jit
def _goal(setup: Setup, s: State, p, seat):
    # a hex, or HEXES + zone
    if s.carrier == p:
        return HEXES + _zone_for(setup, s, p, place_of(s, p))
    if gatherer(setup, s, seat) == p and s.ball != CARRIED:
        return np.int64(s.ball)
    return _post(setup, s, p)


@jit
def _step(setup: Setup, s: State, p, here, seat):
    """The step of player `p` that brings him nearest to his goal, or NONE if none does."""
    goal, points = _goal(setup, s, p, seat), s.now.points
    best, chosen = 4 * _far(setup, goal, here), NONE
    # one Dash, to get where he wants to be
    dashes = 0 if points > 0 else 1
    if best == 0 or (points == 0 and (s.now.dashes > 0 or best != 4)):
        return chosen
    if not _may_pass(setup, s, p, here, dashes):
        return chosen
    # a player with the ball, or going for it, runs around others
    if points > 1 and (s.carrier == p or goal == s.ball):
        best += 1
    for side in range(SIDES):
        h = np.int64(setup.across[here, side])
        if h == WALL or not _legal(setup, s, WALK.pack(dashes, side)) or _spoils(setup, s, p, h):
            continue
        cost = 4 * _far(setup, goal, h)
        if 0 < cost < best - 1:
            cost += min(3, SHY * threats(setup, s, h, seat, NOBODY))
        if cost < best:
            best, chosen = cost, WALK.pack(dashes, side)
    return chosen


@jit
def _may_pass(setup: Setup, s: State, p, here, dashes):
    """Whether player `p` has a fair chance of leaving hex `here`, with this many more Dashes (R4.3, R5.2, R5.3)."""
    unit = setup.unit[p]
    pressed = threats(setup, s, here, seat_of(p), NOBODY)
    dice = max(0, POOL + bonus(unit.role, False) - min(MOST_THREATS, pressed))
    chance = 1.0
    if dashes > 0:
        chance *= at_least(setup.odds, unit.speed, dice, s.now.dashes + 1)
    if pressed > 0:
        chance *= at_least(setup.odds, unit.speed, dice, s.now.evades + 1)
    return chance >= FAIR


@inline
def _far(setup: Setup, goal, h):
    return np.int64(STEPS[goal - HEXES, h]) if goal >= HEXES else np.int64(setup.distance[h, goal])


@inline
def _spoils(setup: Setup, s: State, p, h):
    # a Guard would kick the ball away
    return s.ball == h and setup.unit[p].role == ROLE.GUARD


@jit
def _free(setup: Setup, s: State):
    p = actor(s)
    n = number_of(p)
    if s.carrier == p:
        here = place_of(s, p)
        if own_strike_hex(setup, s, p) < HEXES and _legal(setup, s, THROW_WITH.pack(n)):
            if (
                s.ends != 0
                or strike_chance(setup, p, here, threats(setup, s, here, seat_of(p), NOBODY)) > STRIKE
            ):
                return THROW_WITH.pack(n)
        near = STEPS[_zone_for(setup, s, p, here), here]
        ends = s.ends != 0 and setup.unit[p].role == ROLE.STRIKER and near <= setup.unit[p].move
        if ends and _legal(setup, s, THROW_WITH.pack(n)):
            return THROW_WITH.pack(n)
        if near > 0 and _legal(setup, s, RUN_WITH.pack(n)):
            return RUN_WITH.pack(n)
    return DECLINE.pack()
