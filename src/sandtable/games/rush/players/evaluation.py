"""The value of a position in Rush: the lead, the rushes left, and the best use of the ball.

    scales = np.empty(SCALES)                   # scratch
    worth(setup, s, ahead, scales) -> Home's prospects from -1 to 1

The rushing side's best way to a strike with the next `ahead` tokens of its rush is weighted by its chance; what both
sides can do with the ball in their next rushes counts as points of lead. Chances of a strike are those of the dice;
whether someone is in the way is only estimated. The constants below, except SPREAD, were tuned in matches of the
evaluation against itself.
"""

from math import sqrt, tanh

import numpy as np

from sandtable.authoring import Setup, State, inline, jit
from sandtable.authoring.dice import at_least
from sandtable.games.rush.data.pitch import HEXES, ZONES, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.ball import THROW_REACH, THROW_STEP
from sandtable.games.rush.rules.tests import (
    MOST_THREATS,
    POOL,
    actor,
    bonus,
    place_of,
    seat_of,
    stands,
    threats,
)
from sandtable.games.rush.schema import (
    BENCH,
    CARRIED,
    NO_BALL,
    NOBODY,
    OUT,
    PHASE,
    ROLE,
)

# the value of a strike of 0, 1 ... 4 points now, then the number of enemies near each zone
MOST_POINTS = 4
SCALES = MOST_POINTS + 1 + ZONES

# tokens of a rush that may count: only the next one, or all that are left
ONE, WHOLE = 1, 255
# standard deviation of the lead after one rush, in points
SPREAD = 1.5
# weight of what a side could do with the ball as it lies if the side's rush is the next one, the one after, or the third
NEXT, AFTER, LAST = 0.65, 0.14, 0.14
# value of a launch for the side that rushes next, in points
LAUNCHED = 0.84
# cost of being on the ground, of a turn out of play, and of waiting on the bench, in points
DOWN, AWAY, WAITING = 0.23, 0.1, 0.15
# how much each enemy near the zone lowers the chance of a strike
CROWD = 0.1
# chances: of getting the ball from a carrier, of finding a straight way for a Sprint, and of leaving a threatened hex
GET, STRAIGHT, SLIP = 0.27, 0.98, 0.67


def _steps():
    """uint8[ZONES, HEXES]: distance in hexes from each hex to the nearest hex of the zone from which a strike is possible; 0 in
    that hex.
    """
    ground = pitch()
    made = np.zeros((ZONES, HEXES), np.uint8)
    for zone in range(ZONES):
        within = [h for h in range(HEXES) if ground.zone[h] == zone and ground.strike[zone] != h]
        made[zone] = ground.grid.distance[:, within].min(1)
    return made


STEPS = _steps()


@jit
def bank(lead, rest, sudden, limit):
    """Prospects, -1 to 1, of the side with a `lead` in points, including expected ones, with `rest` rushes to come."""
    if sudden:
        return tanh(lead)
    if abs(lead) >= limit:
        return 1.0 if lead > 0 else -1.0
    if rest == 0:
        # one point decides; a level score is a coin flip
        return tanh(3.0 * lead)
    return tanh(lead / (SPREAD * sqrt(rest + 0.3)))


@jit
def worth(setup: Setup, s: State, ahead, scales):
    """Home's prospects from -1 to 1, counting `ahead` tokens of this rush; `scales` is scratch, float64[SCALES]."""
    if s.phase == PHASE.OVER:
        return np.float64(s.score[0])
    seat = np.int64(s.side)
    sudden = s.rush >= setup.rushes
    rest = np.int64(setup.rushes) + (np.int64(setup.sudden) if sudden else 0) - np.int64(s.rush) - 1
    lead = np.float64(s.lead) if seat == 0 else 0.0 - np.float64(s.lead)
    lead += condition(setup, s, seat) - condition(setup, s, 1 - seat)
    tokens, free = (np.int64(s.tokens) if s.ends == 0 else 0), NOBODY
    if s.phase == PHASE.FREE:
        free = actor(s)
    # the more of this rush is left, the less likely the ball is to stay where it is until the next one begins
    spent, later = 1.0 - tokens / max(1.0, np.float64(setup.tokens)), 0.0
    if rest > 0:
        later -= (AFTER + (NEXT - AFTER) * spent) * _points(setup, s, 1 - seat, scales)
    if rest > 1:
        later += (LAST + (AFTER - LAST) * spent) * _points(setup, s, seat, scales)
    base = bank(lead + later, rest, sudden, setup.limit)
    scales[0] = 0.0
    for points in range(1, MOST_POINTS + 1):
        if sudden:
            scales[points] = 1.0 - base
        else:
            after = lead + points - (NEXT * LAUNCHED if rest > 0 else 0.0)
            scales[points] = max(0.0, bank(after, rest, sudden, setup.limit) - base)
    value = base + prospect(setup, s, seat, min(tokens, ahead), False, free, scales)
    if free != NOBODY and seat_of(free) != seat:
        value -= _stray(setup, s, 1 - seat, free, base, lead, rest, sudden, scales)
    return value if seat == 0 else 0.0 - value


@jit
def _stray(setup: Setup, s: State, seat, free, base, lead, rest, sudden, scales):
    # a free action of the side that is not rushing
    for points in range(1, MOST_POINTS + 1):
        after = -1.0 if sudden else bank(lead - points, rest, sudden, setup.limit)
        scales[points] = max(0.0, base - after)
    return prospect(setup, s, seat, 0, False, free, scales)


@jit
def condition(setup: Setup, s: State, seat):
    """The value of the state of a team's players, in points of lead."""
    value = 0.0
    for p in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        player = s.player[p]
        if player.place == OUT:
            value -= AWAY * min(3.0, np.float64(player.out)) + WAITING
        elif player.place == BENCH:
            value -= WAITING
        elif player.place < HEXES and player.prone != 0:
            value -= DOWN
    return value


@jit
def _points(setup: Setup, s: State, seat, scales):
    # points that a seat might score in a fresh rush
    for points in range(MOST_POINTS + 1):
        scales[points] = points
    return prospect(setup, s, seat, np.int64(setup.tokens), True, NOBODY, scales)


@jit
def prospect(setup: Setup, s: State, seat, tokens, fresh, free, scales):
    """The highest product of the chance of a strike and its scale that `seat` has with `tokens`. `fresh`: in a future
    rush, in which all may act; player `free` has a free action now.
    """
    if s.ball == NO_BALL:
        return _launched(setup, s, seat, tokens, fresh, scales) if tokens > 0 else 0.0
    _gather(setup, s, seat, scales)
    where = place_of(s, s.carrier) if s.ball == CARRIED else np.int64(s.ball)
    return _best(setup, s, seat, tokens, fresh, free, where, scales)


@jit
def _launched(setup: Setup, s: State, seat, tokens, fresh, scales):
    # the mean over the launch hexes
    _gather(setup, s, seat, scales)
    total = 0.0
    for h in setup.launch[seat]:
        total += _best(setup, s, seat, tokens, fresh, NOBODY, np.int64(h), scales)
    return total / len(setup.launch[seat])


@jit
def _gather(setup: Setup, s: State, seat, scales):
    # enemies near each zone where the seat scores
    for zone in range(ZONES):
        scales[MOST_POINTS + 1 + zone] = 0.0
    first = MOST_PLAYERS * (1 - seat)
    for enemy in range(first, first + MOST_PLAYERS):
        if stands(s.player[enemy]):
            for zone in range(ZONES):
                if STEPS[zone, s.player[enemy].place] <= 1:
                    scales[MOST_POINTS + 1 + zone] += 1.0


@jit
def _best(setup: Setup, s: State, seat, tokens, fresh, free, where, scales):
    best, pressed = 0.0, threats(setup, s, where, seat, NOBODY)
    for p in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        player, acted = s.player[p], 0
        if player.place >= HEXES or setup.unit[p].role == ROLE.GUARD:
            continue
        if not fresh:
            acted = np.int64(player.acted)
        acts = min(tokens, max(0, np.int64(setup.player_cap) - acted)) - np.int64(player.prone)
        if p == free:
            acts += 1
        if acts > 0:
            best = max(best, _plan(setup, s, p, acts, where, pressed, scales))
    return best


@jit
def _plan(setup: Setup, s: State, p, acts, where, pressed, scales):
    """The best strike of player `p` with `acts` actions if the ball is in hex `where`, which `pressed` enemies threaten."""
    if s.carrier == p:
        return max(carry(setup, p, where, acts, pressed, scales), _relay(setup, s, p, where, pressed, scales))
    player, unit = s.player[p], setup.unit[p]
    far, move = np.int64(setup.distance[player.place, where]), np.int64(unit.move)
    if s.ball == CARRIED:
        if seat_of(s.carrier) == seat_of(p):
            return 0.0
        # R5.7: a Striker runs in a Steal; a Jack goes one hex
        reach = move + 1 if unit.role == ROLE.STRIKER else 2
        acts -= 1 if far <= reach else 2
        if acts < 0 or far > reach + move:
            return 0.0
        return GET * carry(setup, p, where, acts, pressed, scales)
    if far > move + 1 and (acts < 2 or far > 2 * move):
        return 0.0
    chance = _arrival(setup, s, p, far, acts)
    acts -= 1 if far <= move + 1 else 2
    pool = POOL + bonus(unit.role, False) - min(MOST_THREATS, pressed)
    one, two = at_least(setup.odds, unit.skill, pool, 1), at_least(setup.odds, unit.skill, pool, 2)
    plain = carry(setup, p, where, acts, pressed, scales)
    more = carry(setup, p, where, acts + 1, pressed, scales)
    return chance * ((one - two) * plain + two * more)


@inline
def _arrival(setup: Setup, s: State, p, far, acts):
    # the chance of getting that far in one action or two
    unit = setup.unit[p]
    move, here = np.int64(unit.move), place_of(s, p)
    slip = SLIP if threats(setup, s, here, seat_of(p), NOBODY) > 0 else 1.0
    if far <= move or (acts > 1 and far <= 2 * move):
        return slip
    if far == move + 1:
        return slip * at_least(setup.odds, unit.speed, POOL + bonus(unit.role, False), 1)
    return STRAIGHT * slip if far <= 2 * move else 0.0


@jit
def carry(setup: Setup, p, h, acts, pressed, scales):
    """The best strike, by chance times scale, of player `p` with the ball in hex `h` and `acts` actions left. `pressed`
    enemies threaten the hex.
    """
    if acts <= 0:
        return 0.0
    unit, seat, best = setup.unit[p], seat_of(p), 0.0
    move = np.int64(unit.move)
    reach = move if unit.role == ROLE.STRIKER else 1
    dice = POOL + bonus(unit.role, False) - 1
    slip = SLIP if pressed > 0 else 1.0
    dash = at_least(setup.odds, unit.speed, POOL + bonus(unit.role, False), 1)
    for zone in range(ZONES):
        if setup.scorer[zone] != seat:
            continue
        far, w = np.int64(STEPS[zone, h]), scales[np.int64(setup.points[zone, 0])]
        if far == 0 and h != setup.strike[zone]:
            best = max(best, strike_chance(setup, p, h, pressed) * _scale(setup, zone, h, scales))
            continue
        runs = (acts - 1) * move
        if far > runs + reach + 1 and far > 2 * runs:
            continue
        chance = at_least(setup.odds, unit.skill, dice if far <= runs else dice - 1, 1)
        if far > runs + reach:
            chance *= dash if far == runs + reach + 1 else STRAIGHT
        chance *= slip * max(0.3, 1.0 - CROWD * scales[MOST_POINTS + 1 + zone])
        best = max(best, chance * w)
    return best


@inline
def _scale(setup: Setup, zone, h, scales):
    return scales[np.int64(setup.points[zone, 1 if setup.bonus[zone] == h else 0])]


@jit
def strike_chance(setup: Setup, p, h, pressed):
    """The chance of a strike by player `p` from hex `h`, which is in a zone where the player scores and which `pressed` enemies
    threaten (R7).
    """
    unit = setup.unit[p]
    far = np.int64(setup.distance[h, setup.strike[setup.zone[h]]])
    pool = POOL - (far - 1) // THROW_STEP + bonus(unit.role, False) - 1
    pool -= min(MOST_THREATS, pressed)
    return at_least(setup.odds, unit.skill, pool, 1)


@jit
def _relay(setup: Setup, s: State, p, h, pressed, scales):
    """The best strike after carrier `p` passes to a team-mate in a zone, who catches with a free action and throws
    (R7.3, R7.4). `pressed` enemies threaten the carrier's hex `h`.
    """
    unit, seat, best = setup.unit[p], seat_of(p), 0.0
    for mate in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        player, other = s.player[mate], setup.unit[mate]
        if mate == p or not stands(player) or other.role == ROLE.GUARD:
            continue
        there = np.int64(player.place)
        zone, far = np.int64(setup.zone[there]), np.int64(setup.distance[h, there])
        if zone == ZONES or setup.scorer[zone] != seat or setup.strike[zone] == there or far > THROW_REACH:
            continue
        about = threats(setup, s, there, seat, NOBODY)
        scale = _scale(setup, zone, there, scales) * strike_chance(setup, mate, there, about)
        if scale <= best:
            continue
        pool = POOL - (far - 1) // THROW_STEP + bonus(unit.role, False)
        pool = max(0, pool - min(MOST_THREATS, pressed))
        chance = 0.0
        for k in range(pool + 1):
            caught = at_least(
                setup.odds, other.skill, k + bonus(other.role, False) - min(MOST_THREATS, about), 2
            )
            chance += setup.odds[unit.skill, pool, k] * caught
        best = max(best, chance * scale)
    return best


@jit
def evaluate(setup: Setup, state: State, seat):
    """See `ops.evaluate`."""
    home = worth(setup, state, WHOLE, np.empty(SCALES))
    return home if seat == 0 else 0.0 - home
