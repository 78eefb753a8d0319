"""The actions of players: run, sprint, dash, evade, fall and stand up (R5, R9); slam and steal, with all that follows
(R6).
"""

import numpy as np

from sandtable.authoring import Setup, State, copy, inline, jit
from sandtable.authoring.hexgrid import SIDES, WALL, heading
from sandtable.games.rush.rules.ball import (
    come_upon,
    earn,
    fall,
    finish,
    is_sudden,
    let_go,
    on_pitch,
    player_at,
    take,
)
from sandtable.games.rush.rules.tests import POOL, actor, ask, fronts, seat_of, tester, threats
from sandtable.games.rush.schema import DOING, NOBODY, OUT, PHASE, REPLY, ROLE, TEST


@inline
def runs(role, doing):
    """Whether the movement in an action is a Run (R5.1, R5.7)."""
    if doing == DOING.RUN:
        return True
    return role == ROLE.GUARD if doing == DOING.SLAM else role == ROLE.STRIKER and doing != DOING.SPRINT


@inline
def may_turn(setup: Setup, s: State):
    """Whether the player in action can choose his facing: in a Run, or as a Jack who has moved one hex (R5.7)."""
    role = setup.unit[s.now.actor].role
    if runs(role, s.now.doing):
        return True
    return role == ROLE.JACK and s.now.doing != DOING.SPRINT and s.now.moved > 0


@inline
def may_dash(setup: Setup, s: State):
    """Whether the player in action may buy more movement (R5.1, R5.7)."""
    return s.now.doing == DOING.SPRINT or runs(setup.unit[s.now.actor].role, s.now.doing)


@jit
def begin(setup: Setup, s: State, p, doing, free):
    """Player `p` begins an action; the (123) counts start again (R4.3)."""
    unit, now = setup.unit[p], s.now
    now.actor, now.doing, now.free = p, doing, free
    now.moved = now.dashes = now.evades = 0
    now.start = s.player[p].place
    now.points = 1
    if doing == DOING.SPRINT:
        now.points = 2 * unit.move
    elif runs(unit.role, doing):
        now.points = unit.move
    s.phase, s.to_move = PHASE.MOVE, seat_of(p)


@jit
def enter(setup: Setup, s: State, p, h):
    """Player `p` enters at an entry hex, then runs with one hex fewer (R3.4)."""
    player = s.player[p]
    player.place, player.facing, player.prone = h, ahead(seat_of(p)), 0
    begin(setup, s, p, DOING.RUN, 0)
    s.now.points -= 1
    _arrive(setup, s)


@inline
def ahead(seat):
    """The side that faces the other end of the pitch."""
    return 0 if seat == 0 else SIDES // 2


@jit
def step(setup: Setup, s: State, side, dashes):
    """The player in action moves across `side`; `dashes` says whether the hex costs a Dash (R5.1, R5.2)."""
    p = actor(s)
    player = s.player[p]
    s.left = player.place
    player.facing = side
    player.place = setup.across[player.place, side]
    s.now.moved += 1
    if dashes:
        _dash(s)
    else:
        s.now.points -= 1
        _leave(setup, s)


@jit
def turn(s: State, hand, dashes):
    """A turn in a Sprint, to the left for hand 0 (R5.1); with `dashes` it costs a Dash (R5.2)."""
    player = s.player[s.now.actor]
    player.facing = (np.int64(player.facing) + (1 if hand == 0 else SIDES - 1)) % SIDES
    if dashes:
        s.left = player.place
        _dash(s)
    else:
        s.now.points -= 1


@inline
def _dash(s: State):
    s.now.dashes += 1
    ask(s, TEST.DASH, s.now.actor, POOL)


@jit
def dash(setup: Setup, s: State, successes):
    """R5.2; the n-th Dash of an action needs n successes (R4.3)."""
    p = actor(s)
    if successes < s.now.dashes:
        fall(s, p)
    elif s.left == s.player[p].place:
        go_on(s)  # a player who turns does not leave the hex
    else:
        _leave(setup, s)


@jit
def _leave(setup: Setup, s: State):
    # R5.3
    p = actor(s)
    if threats(setup, s, np.int64(s.left), seat_of(p), NOBODY) > 0:
        s.now.evades += 1
        ask(s, TEST.EVADE, p, POOL)
    else:
        _arrive(setup, s)


@jit
def evade(setup: Setup, s: State, successes):
    """R5.3; the n-th Evade of an action needs n successes (R4.3)."""
    if successes < s.now.evades:
        fall(s, actor(s))
    else:
        _arrive(setup, s)


@jit
def _arrive(setup: Setup, s: State):
    # R5.5
    p = actor(s)
    if s.ball != s.player[p].place:
        go_on(s)
        return
    if setup.unit[p].role == ROLE.GUARD:
        # his move continues once the ball has come to rest
        copy(s.held, s.now)
        s.now.actor = NOBODY
    come_upon(setup, s, p)


@inline
def go_on(s: State):
    """The player in action has the next decision."""
    s.phase, s.to_move = PHASE.MOVE, seat_of(s.now.actor)


@jit
def rise(s: State, successes):
    """R9.1."""
    p = tester(s)
    if successes == 0:
        s.phase = PHASE.RUSH
        return
    s.player[p].prone = 0
    s.earned = successes > 1
    s.phase, s.to_move = PHASE.FACE, seat_of(p)


@jit
def face(s: State, side):
    """The facing at the end of an action, or after a dodge (R5.1, R6.5, R9.1)."""
    p = np.int64(s.now.actor if s.winner == NOBODY else s.winner)
    s.player[p].facing = side
    if s.earned != 0:
        s.earned = 0
        earn(s, p, DOING.STAND)
    else:
        s.phase = PHASE.RUSH


@jit
def stand_up(s: State, p):
    """Player `p` tries to stand up (R9.1)."""
    s.now.actor, s.now.doing = p, DOING.STAND
    ask(s, TEST.RISE, p, POOL)


@jit
def tackle(setup: Setup, s: State, target, turns):
    """The player in action attacks an adjacent enemy; `turns` says whether he turns to face the enemy first (R6.1, R6.2)."""
    attacker, victim = s.player[s.now.actor], s.player[target]
    if turns:
        attacker.facing = setup.toward[attacker.place, victim.place]
    s.target = target
    if setup.unit[target].role != ROLE.STRIKER and fronts(setup, victim, attacker.place):
        s.phase, s.to_move = PHASE.REPLY, seat_of(target)
    else:
        answer(s, REPLY.DODGE)


@jit
def answer(s: State, reply):
    """The target has chosen its reply; the attacker rolls first (R6.2)."""
    s.reply = reply
    ask(s, TEST.ATTACK, s.now.actor, POOL)


@jit
def attack(s: State, successes):
    """The attacker has rolled; now the target does."""
    s.first = successes
    ask(s, TEST.REPLY, s.target, POOL)


@jit
def contest(setup: Setup, s: State, theirs):
    """Both have rolled (R4.2, R6.3, R6.4, R6.5)."""
    attacker, target, ours = actor(s), np.int64(s.target), np.int64(s.first)
    more, less = max(ours, theirs), min(ours, theirs)
    s.double = more >= 2 * less
    if ours == theirs:
        face_each_other(setup, s, attacker, target)
        s.phase = PHASE.RUSH
        return
    s.winner = attacker if ours > theirs else target
    if ours > theirs and s.now.doing != DOING.SLAM:
        _stolen(s, attacker, target)
    elif ours > theirs or s.reply == REPLY.SLAMBACK:
        s.hits = more - less
        _blow(setup, s)
    elif s.double != 0:
        _offer_sidestep(setup, s)
    else:
        _offer_facing(setup, s)


@inline
def face_each_other(setup: Setup, s: State, a, b):
    """Two adjacent players turn to face each other."""
    one, other = s.player[a], s.player[b]
    one.facing = setup.toward[one.place, other.place]
    other.facing = setup.toward[other.place, one.place]


@inline
def _stolen(s: State, attacker, target):
    # R6.4
    if s.double != 0:
        take(s, attacker)
        s.phase = PHASE.RUSH
    else:
        let_go(s, target)
    s.now.actor = s.winner = NOBODY


@inline
def loser_of(s: State):
    """The player who lost the contest."""
    return np.int64(s.target if s.winner == s.now.actor else s.now.actor)


@inline
def is_free(s: State, h):
    """Whether a player can go to `h`, a hex or WALL: only to a hex without a player (R5.4)."""
    return h != WALL and player_at(s, h) == NOBODY


@inline
def away(setup: Setup, s: State):
    """The side directly away from the winner, as seen from the loser (R6.6)."""
    return np.int64(setup.toward[s.player[s.winner].place, s.player[loser_of(s)].place])


@jit
def _blow(setup: Setup, s: State):
    # R6.3, R6.6
    loser = loser_of(s)
    face_each_other(setup, s, np.int64(s.winner), loser)
    straight, here = away(setup, s), s.player[loser].place
    ways, only = 0, 0
    for turn in range(-1, 2):
        side = (straight + turn + SIDES) % SIDES
        if is_free(s, setup.across[here, side]):
            ways, only = ways + 1, side
    if ways == 0:
        _land(setup, s)
    elif ways == 1:
        push(setup, s, only)
    else:
        s.phase, s.to_move = PHASE.PUSH, seat_of(s.winner)


@jit
def push(setup: Setup, s: State, side):
    """The loser is pushed across `side` and falls on a double; the winner may follow up (R6.3, R6.6)."""
    loser = s.player[loser_of(s)]
    s.left = loser.place
    loser.place = setup.across[loser.place, side]
    # R6.3: he falls before he can pick anything up; the ball scatters only after the follow-up
    loser.prone = s.double
    s.phase, s.to_move = PHASE.FOLLOW, seat_of(s.winner)


@jit
def follow(setup: Setup, s: State, follows):
    """The winner steps into the hex that the loser left, or stays (R6.3)."""
    if follows:
        s.player[s.winner].place = s.left
        face_each_other(setup, s, np.int64(s.winner), loser_of(s))
    _land(setup, s)


@jit
def _land(setup: Setup, s: State):
    # R6.3: the loser is down after a double, and the ball scatters; R6.6: or he is pushed onto the ball
    loser = loser_of(s)
    s.now.actor = s.winner = NOBODY
    if s.double != 0:
        s.loser = loser
        fall(s, loser)
    elif s.ball == s.player[loser].place:
        come_upon(setup, s, loser)
    else:
        s.phase = PHASE.RUSH


@jit
def ask_armour(s: State):
    """The player who was knocked down tests his Armour (R6.7)."""
    ask(s, TEST.ARMOUR, s.loser, POOL)


@jit
def armour(setup: Setup, s: State, successes):
    """R6.7."""
    p, left = np.int64(s.loser), np.int64(s.hits) - successes
    s.loser, s.hits, s.phase = NOBODY, 0, PHASE.RUSH
    if left > 0:
        player = s.player[p]
        player.place, player.out, player.prone = OUT, left, 0
        player.fresh = seat_of(p) == s.side  # R3.1
        if is_sudden(setup, s):
            end_without_players(s)


@jit
def end_without_players(s: State):
    """R2.5: in sudden death a team with no players on the pitch has lost."""
    home, visitor = on_pitch(s, 0), on_pitch(s, 1)
    if home == 0 or visitor == 0:
        finish(s, np.float64(home > 0) - np.float64(visitor > 0))


@jit
def _offer_sidestep(setup: Setup, s: State):
    # R6.5
    here = s.player[s.target].place
    for side in range(SIDES):
        if is_free(s, setup.across[here, side]):
            s.phase, s.to_move = PHASE.SIDESTEP, seat_of(s.target)
            return
    dodged(setup, s)


@jit
def sidestep(setup: Setup, s: State, side):
    """The dodger takes his free hex (R6.5)."""
    dodger = s.player[s.target]
    dodger.place = setup.across[dodger.place, side]
    dodged(setup, s)


@jit
def dodged(setup: Setup, s: State):
    """The attacker turns to face the player who dodged (R6.5)."""
    target = np.int64(s.target)
    attacker, dodger = s.player[s.now.actor], s.player[target]
    dx = np.int64(setup.x[dodger.place]) - setup.x[attacker.place]
    dy = np.int64(setup.row[dodger.place]) - setup.row[attacker.place]
    attacker.facing = heading(dx, dy, attacker.facing)
    s.now.actor = s.winner = NOBODY
    if s.ball == dodger.place:
        come_upon(setup, s, target)
    else:
        s.phase = PHASE.RUSH


@jit
def _offer_facing(setup: Setup, s: State):
    # R6.5
    dodger = s.player[s.target]
    if dodger.facing == setup.toward[dodger.place, s.player[s.now.actor].place]:
        s.phase = PHASE.RUSH
    else:
        s.phase, s.to_move = PHASE.FACE, seat_of(s.target)
