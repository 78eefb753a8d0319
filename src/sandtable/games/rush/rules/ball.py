"""The ball: launched, kicked, thrown, caught, picked up, dropped and scattered (R3.3, R5.5, R5.6, R7, R8).

A function that leaves `phase` at P_RUSH signals that the chain is over; `turns.proceed` then works out what comes next.
"""

import numpy as np

from sandtable.authoring import CHANCE, OVER, Setup, State, inline, jit
from sandtable.authoring.hexgrid import heading, in_front
from sandtable.games.rush.data.pitch import HEXES, LAUNCHES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.tests import POOL, actor, ask, fronts, seat_of, tester
from sandtable.games.rush.schema import (
    CARRIED,
    DOING,
    MOST_FREE,
    MOST_STEPS,
    NO_BALL,
    NO_ZONE,
    NOBODY,
    PHASE,
    PLAYERS,
    ROLE,
    TEST,
)

# R7.1: the number of hexes per die that a throw loses; the longest throw
THROW_STEP, THROW_REACH = 3, 9


@inline
def player_at(s: State, h):
    """The player in hex `h`, or NOBODY."""
    found = NOBODY
    for p in range(PLAYERS):
        if s.player[p].place == h:
            found = p
    return found


@inline
def is_sudden(setup: Setup, s: State):
    """Whether sudden death is on (R2.5)."""
    return s.rush >= setup.rushes


@inline
def finish(s: State, home):
    """Ends the match with Home's score."""
    s.score[0], s.score[1] = home, 0.0 - home
    s.phase, s.to_move = PHASE.OVER, OVER


@inline
def scatter(s: State):
    """The ball scatters next, from where it lies (R8.1)."""
    s.phase, s.to_move = PHASE.SCATTER, CHANCE


@inline
def drops(s: State, p):
    """R3.2: the rush ends if the rushing team drops the ball, but not if the other team does."""
    if seat_of(p) == s.side:
        s.ends = 1


@inline
def is_drop(setup: Setup, s: State):
    """Whether failing the catch that is due counts as a drop: after a throw, or for any ball if the setting says so
    (R3.2).
    """
    return setup.drop_any != 0 or s.target == s.tester


@inline
def take(s: State, p):
    """Player `p` has the ball."""
    s.ball, s.carrier, s.steps = CARRIED, p, 0


@inline
def let_go(s: State, p):
    """The ball leaves the hands of player `p` and scatters from his hex."""
    s.ball, s.carrier = s.player[p].place, NOBODY
    scatter(s)


@jit
def fall(s: State, p):
    """Player `p` falls or is knocked down: his move is over (R5.6)."""
    s.now.actor = NOBODY
    s.player[p].prone = 1
    if s.carrier == p:
        drops(s, p)
        let_go(s, p)
    elif s.ball == s.player[p].place:
        scatter(s)  # R5.5
    else:
        s.phase = PHASE.RUSH


@jit
def come_upon(setup: Setup, s: State, p):
    """Standing player `p` is in the ball's hex (R5.5)."""
    if setup.unit[p].role == ROLE.GUARD:
        scatter(s)
    else:
        ask(s, TEST.PICK_UP, p, POOL)


@jit
def pick_up(s: State, successes):
    """R5.5."""
    p = tester(s)
    if successes == 0:
        # R3.2
        drops(s, p)
        s.now.actor = NOBODY
        scatter(s)
        return
    take(s, p)
    if successes > 1:
        earn(s, p, DOING.NOTHING)
        return
    # his action is over, or he was moved onto the ball in another player's action: he may choose his facing
    s.now.actor, s.now.doing = p, DOING.NOTHING
    s.phase, s.to_move = PHASE.FACE, seat_of(p)


@jit
def earn(s: State, p, doing):
    """Player `p` has a free action; `doing` is the action that earned it (R5.5, R7.4, R9.1)."""
    s.now.actor = NOBODY
    s.phase = PHASE.RUSH
    if s.chain < MOST_FREE:
        s.chain += 1
        s.now.actor, s.now.doing = p, doing
        s.phase, s.to_move = PHASE.FREE, seat_of(p)


@jit
def aim(setup: Setup, s: State, h):
    """The player in action throws at hex `h` (R7.1)."""
    p = actor(s)
    player = s.player[p]
    dx, dy = np.int64(setup.x[h]) - setup.x[player.place], np.int64(setup.row[h]) - setup.row[player.place]
    if not in_front(player.facing, dx, dy):
        player.facing = heading(dx, dy, player.facing)
    far = np.int64(setup.distance[player.place, h])
    s.target = NOBODY if h == own_strike_hex(setup, s, p) else player_at(s, h)
    ask(s, TEST.AIM, p, POOL - (far - 1) // THROW_STEP)


@inline
def own_strike_hex(setup: Setup, s: State, p):
    """The strike hex of the zone where player `p` stands and his team scores, or HEXES (R1.3, R7.2)."""
    here = s.player[p].place
    zone = setup.zone[here]
    if zone == NO_ZONE or setup.scorer[zone] != seat_of(p) or setup.strike[zone] == here:
        return HEXES
    return np.int64(setup.strike[zone])


@jit
def throw(setup: Setup, s: State, successes):
    """R7.2, R7.3."""
    p, target = tester(s), np.int64(s.target)
    s.carrier = s.now.actor = NOBODY
    own_rush = seat_of(p) == s.side
    if own_rush and setup.throw_incomplete == 0:
        s.ends = 1  # R3.2
    if target != NOBODY:
        s.ball = s.player[target].place
        ask(s, TEST.CATCH, target, successes)
    elif successes > 0:
        _strike(setup, s, p)
    else:
        if own_rush:
            s.ends = 1
        s.ball = own_strike_hex(setup, s, p)
        scatter(s)


@inline
def worth(setup: Setup, s: State, p):
    """The points for a strike by player `p` from where he stands (R1.3)."""
    here = s.player[p].place
    zone = setup.zone[here]
    return np.int64(setup.points[zone, 1 if setup.bonus[zone] == here else 0])


@jit
def _strike(setup: Setup, s: State, p):
    # R7.2
    points = worth(setup, s, p)
    s.lead += points if seat_of(p) == 0 else -points
    s.ball, s.phase = NO_BALL, PHASE.RUSH
    # R2.5
    if abs(s.lead) >= setup.limit or is_sudden(setup, s):
        finish(s, 1.0 if s.lead > 0 else -1.0)


@jit
def catch(setup: Setup, s: State, successes):
    """R7.4."""
    p = tester(s)
    if successes == 0:
        if is_drop(setup, s):
            drops(s, p)
        _again(setup, s)
        return
    take(s, p)
    if successes > 1:
        earn(s, p, DOING.NOTHING)
    else:
        s.phase = PHASE.RUSH


@jit
def roll_on(setup: Setup, s: State, side, distance):
    """The ball moves `distance` hexes from where it lies; walls reflect it (R8.1)."""
    side = np.int64(side)
    for _ in range(distance):
        before = s.ball
        side = np.int64(setup.bounced[before, side])
        s.ball = setup.across[before, side]
        s.steps += 1
        p = player_at(s, s.ball)
        if p != NOBODY and s.player[p].prone == 0:
            _hit(setup, s, p, fronts(setup, s.player[p], before))
            return
        if s.steps >= MOST_STEPS:
            break
    _settle(setup, s)


@jit
def _hit(setup: Setup, s: State, p, in_sight):
    # R8.2
    s.target = NOBODY
    if in_sight and setup.unit[p].role != ROLE.GUARD:
        ask(s, TEST.CATCH, p, 0)
    else:
        _again(setup, s)


@jit
def _settle(setup: Setup, s: State):
    if player_at(s, s.ball) != NOBODY:
        _again(setup, s)
    else:
        s.steps, s.phase = 0, PHASE.RUSH


@jit
def _again(setup: Setup, s: State):
    # R8.2: the ball does not stay with a player, but neither does it scatter for ever
    if s.steps < MOST_STEPS:
        scatter(s)
        return
    nearest = HEXES
    for h in range(HEXES):
        closer = nearest == HEXES or setup.distance[s.ball, h] < setup.distance[s.ball, nearest]
        if closer and player_at(s, h) == NOBODY:
            nearest = h
    s.ball, s.steps, s.phase = nearest, 0, PHASE.RUSH


@jit
def launch(setup: Setup, s: State, die):
    """The ball enters from the rusher's left and rolls over launch hexes 1 to `die` (R3.3)."""
    line = setup.launch[s.side]
    behind = np.int64(setup.row[line[0]]) - setup.row[line[LAUNCHES - 1]]
    for n in range(min(die, LAUNCHES)):
        s.ball = line[n]
        p = player_at(s, s.ball)
        if p != NOBODY and s.player[p].prone == 0:
            _hit(setup, s, p, in_front(s.player[p].facing, 0, behind))
            return
    if die > LAUNCHES:
        s.phase, s.to_move = PHASE.BOUNCE, CHANCE
    else:
        _settle(setup, s)


# R3.3: the sides across which a ball moves off the far wall, for each rushing seat: towards its half, and away
BOUNCES = np.array([[2, 1], [5, 4]])


@jit
def bounce(setup: Setup, s: State, die, distance):
    """The launched ball bounces back off the far wall (R3.3)."""
    roll_on(setup, s, BOUNCES[s.side, 0 if die <= 3 else 1], distance)


@inline
def on_pitch(s: State, seat):
    """The number of a seat's players on the pitch."""
    n = 0
    for p in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        n += s.player[p].place < HEXES
    return n
