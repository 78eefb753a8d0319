"""The actions of a position: which are legal, why others are not, and a random one. Clauses: `rules.md`; interface:
`ops`.
"""

from enum import IntEnum, auto

import numpy as np

from sandtable.authoring import (
    CHANCE,
    Reason,
    Rng,
    Setup,
    State,
    below,
    by_code,
    inline,
    jit,
    numbers,
    uniform,
)
from sandtable.authoring.hexgrid import SIDES, WALL, in_front
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import FORMATIONS, MOST_PLAYERS
from sandtable.games.rush.rules.acts import away, is_free, loser_of, may_dash, may_turn
from sandtable.games.rush.rules.ball import THROW_REACH, on_pitch, own_strike_hex, player_at
from sandtable.games.rush.rules.paths import can_reach_enemy, mark, reaches_enemy, search_in
from sandtable.games.rush.rules.tests import (
    actor,
    fronts,
    mover,
    needed_of,
    number_of,
    place_of,
    pool_of,
    seat_of,
    stands,
)
from sandtable.games.rush.rules.turns import (
    AIM_AT,
    BEGIN,
    BOUNCE,
    DECLINE,
    DODGE_IT,
    END,
    ENTER,
    FACE,
    FIRST,
    FOLLOW,
    FORMATION,
    LAUNCH,
    PIVOT,
    PLACE,
    PUSH,
    ROLL,
    SCATTER,
    SIDESTEP,
    SLAM_BACK,
    STAND_WITH,
    TACKLE,
    THROW_WITH,
    WALK,
    doing_of,
    gate_is_free,
    gate_of,
    has_room,
    player_of,
)
from sandtable.games.rush.schema import BENCH, DOING, NOBODY, NOWHERE, PHASE, PLAYERS, ROLE, SUCCESSES


class Refusal(IntEnum):
    """The codes of `moves.check`."""

    OK = 0  # it is legal
    FINISHED = auto()
    NOT_DUE = auto()
    NOT_FIRST = auto()
    PLACED = auto()
    NO_PLAYER = auto()
    NOT_OWN_HALF = auto()
    TAKEN = auto()
    NOT_ON_PITCH = auto()
    CAPPED = auto()
    IS_PRONE = auto()
    IS_STANDING = auto()
    NO_SLAMMER = auto()
    NO_STEALER = auto()
    NO_ENEMY = auto()
    NO_CARRIER = auto()
    NO_THROWER = auto()
    NOT_BENCHED = auto()
    FULL = auto()
    SUDDEN = auto()
    WALLED = auto()
    NO_POINTS = auto()
    POINTS_LEFT = auto()
    NO_DASH = auto()
    STRAIGHT = auto()
    FREE_TURNS = auto()
    KEEPS_FACING = auto()
    NO_TACKLE = auto()
    NOT_IN_FRONT = auto()
    NOT_CARRIER = auto()
    NO_THROW = auto()
    TOO_FAR = auto()
    NOT_IN_ARC = auto()
    NO_TARGET = auto()
    NOT_AWAY = auto()
    NOT_FACING = auto()
    NOT_EARNED = auto()
    NO_SUCH_FREE = auto()
    NO_FREE_SPRINT = auto()
    GATE_TAKEN = auto()


REFUSAL = numbers(Refusal)

REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The match is over.", "R2.5"),
        Refusal.NOT_DUE: Reason("You cannot do that now: another step is due.", "R3.1"),
        Refusal.NOT_FIRST: Reason(
            "A formation lines up the whole team: choose it before you place any player.", "R2.4"
        ),
        Refusal.PLACED: Reason("That player is already on the pitch.", "R2.4"),
        Refusal.NO_PLAYER: Reason("Your team has no player with that number.", "R2.2"),
        Refusal.NOT_OWN_HALF: Reason("Place players in your own half.", "R2.4"),
        Refusal.TAKEN: Reason("There is already a player in that hex.", "R5.4"),
        Refusal.NOT_ON_PITCH: Reason("That player is not on the pitch.", "R3.4"),
        Refusal.CAPPED: Reason(
            "That player has already taken as many actions as one player may in a rush.", "R2.3"
        ),
        Refusal.IS_PRONE: Reason("A player who is down can only stand up.", "R9.1"),
        Refusal.IS_STANDING: Reason("That player is already standing.", "R9.1"),
        Refusal.NO_SLAMMER: Reason("Only Jacks and Guards can slam.", "R6.1"),
        Refusal.NO_STEALER: Reason("Only Jacks and Strikers can steal.", "R6.1"),
        Refusal.NO_ENEMY: Reason("No standing enemy is within reach.", "R6.1"),
        Refusal.NO_CARRIER: Reason("No enemy within reach has the ball.", "R6.1"),
        Refusal.NO_THROWER: Reason("Only a Jack or Striker who has the ball can throw it.", "R7.1"),
        Refusal.NOT_BENCHED: Reason("Only a player on the bench can come on.", "R3.4"),
        Refusal.FULL: Reason("Your team already has as many players on the pitch as it may.", "R3.4"),
        Refusal.SUDDEN: Reason("Nobody may enter in sudden death.", "R2.5"),
        Refusal.WALLED: Reason("There is a wall in the way.", "R5.4"),
        Refusal.NO_POINTS: Reason("No movement is left: only a Dash buys more.", "R5.2"),
        Refusal.POINTS_LEFT: Reason("There is movement left: dash only when it is used up.", "R5.2"),
        Refusal.NO_DASH: Reason("In this action, that player moves one hex at most and cannot dash.", "R5.7"),
        Refusal.STRAIGHT: Reason("A Sprint goes straight ahead; turning costs movement.", "R5.1"),
        Refusal.FREE_TURNS: Reason("Turning is free here: only a Sprint pays for it.", "R5.1"),
        Refusal.KEEPS_FACING: Reason("You cannot choose the facing here.", "R5.1"),
        Refusal.NO_TACKLE: Reason("This action is not a Slam or a Steal.", "R6.1"),
        Refusal.NOT_IN_FRONT: Reason("The target must be in one of the hexes the player threatens.", "R6.1"),
        Refusal.NOT_CARRIER: Reason("You can steal only from the player with the ball.", "R6.1"),
        Refusal.NO_THROW: Reason("This action is not a Throw.", "R7.1"),
        Refusal.TOO_FAR: Reason("A throw reaches nine hexes at most.", "R7.1"),
        Refusal.NOT_IN_ARC: Reason("The target must be in the front arc.", "R7.1"),
        Refusal.NO_TARGET: Reason(
            "Throw at a standing Jack or Striker of your team, or at the strike hex of the zone the player is in.",
            "R7.1",
        ),
        Refusal.NOT_AWAY: Reason(
            "Push the player to one of the three hexes directly away from the winner.", "R6.6"
        ),
        Refusal.NOT_FACING: Reason(
            "After a dodge, a player turns to face the attacker or keeps his facing.", "R6.5"
        ),
        Refusal.NOT_EARNED: Reason("Another player has the free action.", "R5.5"),
        Refusal.NO_SUCH_FREE: Reason(
            "This free action is a Run, or a Throw if the player has the ball.", "R5.5"
        ),
        Refusal.NO_FREE_SPRINT: Reason("The free action after standing up cannot be a Sprint.", "R9.1"),
        Refusal.GATE_TAKEN: Reason("That entry hex is taken.", "R3.4"),
    }
)


# line-up: every player of a team on every hex of a half, and the formations
MOST_ACTIONS = MOST_PLAYERS * HEXES // 2 + FORMATIONS


@inline
def _range(s: State):
    # the range of actions that may be legal in a phase
    phase = s.phase
    if phase == PHASE.MOVE:
        return WALK.first, TACKLE.end
    if phase == PHASE.RUSH:
        return BEGIN.first, END.end
    if phase == PHASE.FREE:
        return BEGIN.first, THROW_WITH.end
    if phase == PHASE.REPLY:
        return SLAM_BACK.first, DODGE_IT.end
    if phase == PHASE.PUSH:
        return PUSH.first, PUSH.end
    if phase == PHASE.SIDESTEP:
        return SIDESTEP.first, SIDESTEP.end
    if phase == PHASE.FACE:
        return FACE.first, FACE.end
    if phase == PHASE.FOLLOW:
        return FOLLOW.first, FOLLOW.end
    return FORMATION.first, PLACE.end


@inline
def _may_decline(s: State):
    return s.phase == PHASE.FREE or s.phase == PHASE.SIDESTEP or s.phase == PHASE.FOLLOW


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    if state.phase == PHASE.OVER:
        return 0
    if state.to_move == CHANCE:
        return _outcomes(setup, state, out)
    if state.phase == PHASE.LINE_UP:
        return _places(setup, state, out)
    if state.phase == PHASE.RUSH:
        return _tokens(setup, state, out)
    if state.phase == PHASE.MOVE:
        return _steps(setup, state, out)
    low, high = _range(state)
    n = _allowed(setup, state, low, high, out, 0)
    if _may_decline(state):
        out[n] = DECLINE.pack()
        n += 1
    return n


@jit
def _allowed(setup: Setup, s: State, low, high, out, n):
    # lists the actions from `low` on that `check` accepts, after the `n` already listed
    for action in range(low, high):
        if check(setup, s, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@jit
def _places(setup: Setup, s: State, out):
    # R2.4: all players on the bench can go to the same hexes, so these are found once
    n, seat = np.int64(0), mover(s)
    if on_pitch(s, seat) == 0:
        n = _allowed(setup, s, FORMATION.first, FORMATION.end, out, n)
    known, hexes = n, np.int64(0)
    for number in range(MOST_PLAYERS):
        if s.player[MOST_PLAYERS * seat + number].place != BENCH:
            continue
        if n == known:
            n = _allowed(setup, s, PLACE.pack(number, 0), PLACE.pack(number, HEXES - 1) + 1, out, n)
            hexes = n - known
            continue
        for i in range(known, known + hexes):
            _, h = PLACE.unpack(out[i])
            out[n] = PLACE.pack(number, h)
            n += 1
    return n


@jit
def _tokens(setup: Setup, s: State, out):
    # the actions of players on the pitch who may act (R2.3), then of those on the bench if there is room (R3.4)
    n, seat, able, fresh = np.int64(0), mover(s), np.int64(0), np.int64(0)
    for number in range(MOST_PLAYERS):
        player = s.player[MOST_PLAYERS * seat + number]
        if player.acted < setup.player_cap:
            able |= np.int64(player.place < HEXES) << number
            fresh |= np.int64(player.place == BENCH) << number
    for which in range(DOING.STAND - DOING.RUN + 1):
        for number in range(MOST_PLAYERS):
            action = BEGIN.pack(which, number)
            if able >> number & 1 and _check_token(setup, s, action) == REFUSAL.OK:
                out[n] = action
                n += 1
    if fresh != 0 and has_room(setup, s):
        n = _allowed(setup, s, ENTER.first, ENTER.end, out, n)
    out[n] = END.pack()
    return n + 1


@jit
def _steps(setup: Setup, s: State, out):
    # the steps of the current action, with the movement that is left or a Dash (R5.1, R5.2)
    dashes, doing = np.int64(s.now.points == 0), s.now.doing
    n = _allowed(setup, s, WALK.pack(dashes, 0), WALK.pack(dashes, SIDES - 1) + 1, out, np.int64(0))
    if doing == DOING.SPRINT:
        n = _allowed(setup, s, PIVOT.first, PIVOT.end, out, n)
    n = _allowed(setup, s, FACE.first, FACE.end, out, n)
    if doing == DOING.SLAM or doing == DOING.STEAL:
        n = _allowed(setup, s, TACKLE.first, TACKLE.end, out, n)
    return _aims(setup, s, out, n) if doing == DOING.THROW else n


@jit
def _aims(setup: Setup, s: State, out, n):
    # hexes of team-mates and the strike hex, sorted
    first = n
    for choice in range(MOST_PLAYERS + 1):
        action = _aim(setup, s, choice)
        if action >= 0 and check(setup, s, action) == REFUSAL.OK:
            place = n
            while place > first and out[place - 1] > action:
                out[place] = out[place - 1]
                place -= 1
            out[place] = action
            n += 1
    return n


@inline
def _aim(setup: Setup, s: State, choice):
    """The throw at team-mate `choice`, or for MOST_PLAYERS at the strike hex; -1 if there is none."""
    p = actor(s)
    strike = own_strike_hex(setup, s, p)
    if choice == MOST_PLAYERS:
        return AIM_AT.pack(strike) if strike < HEXES else -1
    here = place_of(s, MOST_PLAYERS * seat_of(p) + choice)
    return AIM_AT.pack(here) if here < HEXES and here != strike else -1


@jit
def options(setup: Setup, state: State, room, enough):
    """See `sandtable.lab.run.watch`."""
    if state.phase == PHASE.RUSH:
        return _count_tokens(setup, state, room, enough)
    if state.phase == PHASE.MOVE:
        return _count_steps(setup, state, enough)
    if state.phase == PHASE.LINE_UP:
        return _count_places(setup, state)
    if state.phase != PHASE.FREE:
        return legal(setup, state, room)
    # R5.5: only the actions of the player in action, and declining
    n = np.int64(1)
    for doing in range(DOING.RUN, DOING.THROW + 1):
        if n < enough:
            n += check(setup, state, BEGIN.pack(doing - DOING.RUN, number_of(actor(state)))) == REFUSAL.OK
    return n


@jit
def _count_places(setup: Setup, s: State):
    # R2.4
    seat, room = mover(s), np.int64(0)
    for h in range(HEXES):
        room += setup.half[h] == seat
    for p in range(PLAYERS):
        if s.player[p].place < HEXES:
            room -= setup.half[s.player[p].place] == seat
    n = np.int64(FORMATION.count if on_pitch(s, seat) == 0 else 0)
    for p in range(MOST_PLAYERS * seat, MOST_PLAYERS * seat + MOST_PLAYERS):
        n += room if s.player[p].place == BENCH else 0
    return n


@jit
def _count_tokens(setup: Setup, s: State, room, enough):
    # R2.3, R3.4, R9.1; a Run, a Sprint and ending the rush are always possible
    n, first, fresh = np.int64(1), MOST_PLAYERS * mover(s), np.int64(0)
    for p in range(first, first + MOST_PLAYERS):
        player = s.player[p]
        if player.acted < setup.player_cap:
            n += (2 - np.int64(player.prone != 0)) if player.place < HEXES else 0
            fresh += player.place == BENCH
    if n >= enough:
        return n
    if fresh != 0 and has_room(setup, s):
        n += fresh * (np.int64(gate_is_free(setup, s, 0)) + np.int64(gate_is_free(setup, s, 1)))
    search = search_in(room)
    mark(s, mover(s), search)
    for p in range(first, first + MOST_PLAYERS):
        player = s.player[p]
        if player.acted >= setup.player_cap or player.place >= HEXES or player.prone != 0:
            continue
        n += _check_role(setup, s, p, DOING.THROW) == REFUSAL.OK
        for doing in range(DOING.SLAM, DOING.STEAL + 1):
            if _check_role(setup, s, p, doing) == REFUSAL.OK:
                n += reaches_enemy(setup, s, p, doing, search)
    return n


@jit
def _count_steps(setup: Setup, s: State, enough):
    # R5.1, R5.2, R5.4: facings, turns of a Sprint, then hexes without a player
    doing, player = s.now.doing, s.player[s.now.actor]
    n = np.int64(SIDES if may_turn(setup, s) else 1) + (PIVOT.count // 2 if doing == DOING.SPRINT else 0)
    if n >= enough:
        return n
    if s.now.points > 0 or may_dash(setup, s):
        if doing == DOING.SPRINT:
            n += is_free(s, np.int64(setup.across[player.place, player.facing]))
        else:
            for side in range(SIDES):
                n += setup.across[player.place, side] != WALL
            for p in range(PLAYERS):
                n -= s.player[p].place < HEXES and setup.distance[player.place, s.player[p].place] == 1
    if doing == DOING.SLAM or doing == DOING.STEAL:
        for target in range(MOST_PLAYERS):
            n += _check_tackle(setup, s, MOST_PLAYERS * (1 - mover(s)) + target) == REFUSAL.OK
    if doing == DOING.THROW:
        for choice in range(MOST_PLAYERS + 1):
            action = _aim(setup, s, choice)
            n += action >= 0 and check(setup, s, action) == REFUSAL.OK
    return n


@inline
def _due(setup: Setup, s: State):
    # the first outcome and the number of possible ones, then the weights of a test's outcomes: its statistic and its dice
    if s.phase == PHASE.TEST:
        return ROLL.first, ROLL.count, np.int64(needed_of(setup, s)), np.int64(max(0, pool_of(setup, s)))
    if s.phase == PHASE.SCATTER:
        return SCATTER.first, SCATTER.count, np.int64(0), np.int64(0)
    if s.phase == PHASE.BOUNCE:
        return BOUNCE.first, BOUNCE.count, np.int64(0), np.int64(0)
    if s.phase == PHASE.FIRST:
        return FIRST.first, FIRST.count, np.int64(0), np.int64(0)
    return LAUNCH.first, LAUNCH.count, np.int64(0), np.int64(0)


@inline
def _weight(setup: Setup, i, count, needed, dice):
    # no test needs 0 successes
    return setup.odds[needed, dice, i] if needed > 0 else 1.0 / count


@jit
def _outcomes(setup: Setup, s: State, out):
    # R4.6: the possible outcomes
    first, count, needed, dice = _due(setup, s)
    n = 0
    for i in range(count):
        if _weight(setup, i, count, needed, dice) > 0.0:
            out[n] = first + i
            n += 1
    return n


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: dice are fair; the outcomes of a test are weighted exactly (R4.6)."""
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
def sample(setup: Setup, state: State, rng: Rng):
    """See `ops.sample`."""
    if state.to_move == CHANCE:
        return _draw(setup, state, rng)
    low, high = _range(state)
    throws = state.phase == PHASE.MOVE and state.now.doing == DOING.THROW
    size = high - low + (MOST_PLAYERS + 1 if throws else 0) + (1 if _may_decline(state) else 0)
    while True:
        action = low + below(rng, size)
        if action >= high:
            if not throws:
                return DECLINE.pack()
            action = _aim(setup, state, action - high)
        if action >= 0 and check(setup, state, action) == REFUSAL.OK:
            return action


@jit
def _draw(setup: Setup, s: State, rng: Rng):
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
    return ROLL.pack(last)


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal`."""
    phase = state.phase
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    if state.to_move == CHANCE:
        return _check_outcome(setup, state, action)
    if DECLINE.holds(action) and _may_decline(state):
        return REFUSAL.OK
    low, high = _range(state)
    if phase == PHASE.MOVE and AIM_AT.holds(action):
        (h,) = AIM_AT.unpack(action)
        return _check_aim(setup, state, h)
    if action < low or action >= high:
        return REFUSAL.NOT_DUE
    if phase == PHASE.MOVE:
        return _check_move(setup, state, action)
    if phase == PHASE.RUSH:
        return _check_token(setup, state, action)
    if phase == PHASE.FREE:
        return _check_free(setup, state, action)
    if phase == PHASE.PUSH or phase == PHASE.SIDESTEP:
        return _check_shift(setup, state, action)
    if phase == PHASE.FACE:
        (side,) = FACE.unpack(action)
        return _check_face(setup, state, side)
    if phase == PHASE.LINE_UP:
        return _check_line_up(setup, state, action)
    return REFUSAL.OK


@jit
def _check_outcome(setup: Setup, s: State, action):
    first, count, needed, dice = _due(setup, s)
    i = action - first
    return REFUSAL.OK if 0 <= i < count and _weight(setup, i, count, needed, dice) > 0.0 else REFUSAL.NOT_DUE


@jit
def _check_line_up(setup: Setup, s: State, action):
    # R2.4
    seat = mover(s)
    if FORMATION.holds(action):
        return REFUSAL.NOT_FIRST if on_pitch(s, seat) > 0 else REFUSAL.OK
    n, h = PLACE.unpack(action)
    place = s.player[MOST_PLAYERS * seat + n].place
    if place != BENCH:
        return REFUSAL.NO_PLAYER if place == NOWHERE else REFUSAL.PLACED
    if setup.half[h] != seat:
        return REFUSAL.NOT_OWN_HALF
    return REFUSAL.OK if player_at(s, h) == NOBODY else REFUSAL.TAKEN


@jit
def _check_token(setup: Setup, s: State, action):
    if END.holds(action):
        return REFUSAL.OK
    p = MOST_PLAYERS * mover(s) + player_of(action)
    player = s.player[p]
    if player.place == NOWHERE:
        return REFUSAL.NO_PLAYER
    # R2.3
    if player.acted >= setup.player_cap:
        return REFUSAL.CAPPED
    if ENTER.holds(action):
        return _check_entry(setup, s, player, gate_of(action))
    if player.place >= HEXES:
        return REFUSAL.NOT_ON_PITCH
    if STAND_WITH.holds(action):
        return REFUSAL.OK if player.prone != 0 else REFUSAL.IS_STANDING
    # R9.1
    return REFUSAL.IS_PRONE if player.prone != 0 else _check_deed(setup, s, p, doing_of(action))


@inline
def _check_entry(setup: Setup, s: State, player, gate):
    # R3.4
    if player.place != BENCH:
        return REFUSAL.NOT_BENCHED
    if not has_room(setup, s):
        return REFUSAL.SUDDEN if s.rush >= setup.rushes else REFUSAL.FULL
    return REFUSAL.OK if gate_is_free(setup, s, gate) else REFUSAL.GATE_TAKEN


@jit
def _check_deed(setup: Setup, s: State, p, doing):
    """Whether standing player `p` could ever do a Run, Sprint, Slam, Steal or Throw (R5.1, R6.1, R7.1)."""
    refusal = _check_role(setup, s, p, doing)
    if refusal != REFUSAL.OK or (doing != DOING.SLAM and doing != DOING.STEAL):
        return refusal
    if can_reach_enemy(setup, s, p, doing):
        return REFUSAL.OK
    return REFUSAL.NO_ENEMY if doing == DOING.SLAM else REFUSAL.NO_CARRIER


@inline
def _check_role(setup: Setup, s: State, p, doing):
    # whether player `p` may do this, regardless of whether he can reach an enemy
    role = setup.unit[p].role
    if doing == DOING.SLAM:
        return REFUSAL.NO_SLAMMER if role == ROLE.STRIKER else REFUSAL.OK
    if doing == DOING.STEAL:
        if role == ROLE.GUARD:
            return REFUSAL.NO_STEALER
        return REFUSAL.NO_CARRIER if s.carrier == NOBODY or seat_of(s.carrier) == seat_of(p) else REFUSAL.OK
    if doing == DOING.THROW:
        return REFUSAL.OK if s.carrier == p and role != ROLE.GUARD else REFUSAL.NO_THROWER
    return REFUSAL.OK


@inline
def _check_free(setup: Setup, s: State, action):
    # R5.5, R9.1
    p = MOST_PLAYERS * mover(s) + player_of(action)
    if p != s.now.actor:
        return REFUSAL.NOT_EARNED
    doing = doing_of(action)
    if s.now.doing == DOING.STAND:
        return REFUSAL.NO_FREE_SPRINT if doing == DOING.SPRINT else _check_deed(setup, s, p, doing)
    return (
        _check_deed(setup, s, p, doing)
        if doing == DOING.RUN or doing == DOING.THROW
        else REFUSAL.NO_SUCH_FREE
    )


@jit
def _check_move(setup: Setup, s: State, action):
    if WALK.holds(action):
        dashes, side = WALK.unpack(action)
        return _check_step(setup, s, side, dashes != 0)
    if PIVOT.holds(action):
        dashes, _ = PIVOT.unpack(action)
        return _check_turn(s, dashes != 0)
    if FACE.holds(action):
        (side,) = FACE.unpack(action)
        turns = may_turn(setup, s) or side == s.player[s.now.actor].facing
        return REFUSAL.OK if turns else REFUSAL.KEEPS_FACING
    (n,) = TACKLE.unpack(action)
    return _check_tackle(setup, s, MOST_PLAYERS * (1 - mover(s)) + n)


@jit
def _check_step(setup: Setup, s: State, side, dashes):
    # R5.1, R5.2, R5.4
    if dashes:
        if not may_dash(setup, s):
            return REFUSAL.NO_DASH
        if s.now.points > 0:
            return REFUSAL.POINTS_LEFT
    elif s.now.points == 0:
        return REFUSAL.NO_POINTS if may_dash(setup, s) else REFUSAL.NO_DASH
    player = s.player[s.now.actor]
    if s.now.doing == DOING.SPRINT and side != player.facing:
        return REFUSAL.STRAIGHT
    h = setup.across[player.place, side]
    if h == WALL:
        return REFUSAL.WALLED
    return REFUSAL.OK if player_at(s, h) == NOBODY else REFUSAL.TAKEN


@inline
def _check_turn(s: State, dashes):
    # R5.1, R5.2
    if s.now.doing != DOING.SPRINT:
        return REFUSAL.FREE_TURNS
    if dashes:
        return REFUSAL.OK if s.now.points == 0 else REFUSAL.POINTS_LEFT
    return REFUSAL.OK if s.now.points > 0 else REFUSAL.NO_POINTS


@jit
def _check_tackle(setup: Setup, s: State, target):
    # R6.1
    if s.now.doing != DOING.SLAM and s.now.doing != DOING.STEAL:
        return REFUSAL.NO_TACKLE
    if s.now.doing == DOING.STEAL and s.carrier != target:
        return REFUSAL.NOT_CARRIER
    player, enemy = s.player[s.now.actor], s.player[target]
    if not stands(enemy):
        return REFUSAL.NOT_IN_FRONT
    if may_turn(setup, s):
        return REFUSAL.OK if setup.distance[player.place, enemy.place] == 1 else REFUSAL.NOT_IN_FRONT
    return REFUSAL.OK if fronts(setup, player, enemy.place) else REFUSAL.NOT_IN_FRONT


@jit
def _check_aim(setup: Setup, s: State, h):
    # R7.1
    if s.now.doing != DOING.THROW:
        return REFUSAL.NO_THROW
    p = actor(s)
    player = s.player[p]
    if h != own_strike_hex(setup, s, p) and not _can_catch(setup, s, p, player_at(s, h)):
        return REFUSAL.NO_TARGET
    if setup.distance[player.place, h] > THROW_REACH:
        return REFUSAL.TOO_FAR
    dx = np.int64(setup.x[h]) - np.int64(setup.x[player.place])
    dy = np.int64(setup.row[h]) - np.int64(setup.row[player.place])
    return REFUSAL.OK if may_turn(setup, s) or in_front(player.facing, dx, dy) else REFUSAL.NOT_IN_ARC


@inline
def _can_catch(setup: Setup, s: State, p, mate):
    # R7.1
    if mate == NOBODY or mate == p or seat_of(mate) != seat_of(p):
        return False
    return s.player[mate].prone == 0 and setup.unit[mate].role != ROLE.GUARD


@inline
def _check_shift(setup: Setup, s: State, action):
    # R6.5, R6.6
    if s.phase == PHASE.SIDESTEP:
        (side,) = SIDESTEP.unpack(action)
        h = setup.across[s.player[s.target].place, side]
    else:
        (side,) = PUSH.unpack(action)
        if (side - away(setup, s) + SIDES + 1) % SIDES > 2:
            return REFUSAL.NOT_AWAY
        h = setup.across[s.player[loser_of(s)].place, side]
    if h == WALL:
        return REFUSAL.WALLED
    return REFUSAL.OK if is_free(s, h) else REFUSAL.TAKEN


@inline
def _check_face(setup: Setup, s: State, side):
    # R6.5
    if s.winner == NOBODY:
        return REFUSAL.OK
    dodger = s.player[s.winner]
    attacker = s.player[s.now.actor]
    turned = side == setup.toward[dodger.place, attacker.place]
    return REFUSAL.OK if turned or side == dodger.facing else REFUSAL.NOT_FACING
