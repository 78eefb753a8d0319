"""The rules of Rush, from the line-up to the last rush. Clauses: `rules.md`; interface: `ops`.

(first) -> line-up -> (launch) -> rush: token, action, its tests and chains ... -> the other side's rush ... -> over

Functions of `acts` and `ball` carry out one step. If one leaves `phase` at P_RUSH, its chain is over; `proceed`
continues with what comes next.
"""

import numpy as np

from sandtable.authoring import CHANCE, Setup, State, copy, inline, jit
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules import acts, ball
from sandtable.games.rush.rules.tests import mover
from sandtable.games.rush.schema import (
    ACTIONS,
    BENCH,
    DOING,
    NO_BALL,
    NOBODY,
    NOWHERE,
    OUT,
    PHASE,
    PLAYERS,
    REPLY,
    TEST,
)

FORMATION, PLACE = ACTIONS.codec("formation"), ACTIONS.codec("place")
LAUNCH, BOUNCE = ACTIONS.codec("launch"), ACTIONS.codec("bounce")
ROLL, SCATTER = ACTIONS.codec("roll"), ACTIONS.codec("scatter")
RUN_WITH, SPRINT_WITH, SLAM_WITH = ACTIONS.codec("run"), ACTIONS.codec("sprint"), ACTIONS.codec("slam")
STEAL_WITH, THROW_WITH, STAND_WITH = ACTIONS.codec("steal"), ACTIONS.codec("throw"), ACTIONS.codec("stand")
# these six: which one, in the order of `Doing` from RUN on, and with which player
BEGIN = ACTIONS.codec("run", "sprint", "slam", "steal", "throw", "stand")
ENTER, END = ACTIONS.codec("enter"), ACTIONS.codec("end")
# whether it costs a Dash, and the side or hand
WALK, PIVOT = ACTIONS.codec("step", "dash"), ACTIONS.codec("turn", "wheel")
FACE = ACTIONS.codec("face")
TACKLE, AIM_AT = ACTIONS.codec("tackle"), ACTIONS.codec("aim")
SLAM_BACK, DODGE_IT = ACTIONS.codec("slamback"), ACTIONS.codec("dodge")
PUSH, FOLLOW, SIDESTEP = ACTIONS.codec("push"), ACTIONS.codec("follow"), ACTIONS.codec("sidestep")
DECLINE, FIRST = ACTIONS.codec("decline"), ACTIONS.codec("first")


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`: both teams on the bench, nobody lined up."""
    state.to_move, state.phase, state.ply = 0, PHASE.LINE_UP, 0
    state.score[0] = state.score[1] = 0.0
    state.rush = state.tokens = state.lead = 0
    # R2.4
    state.side = max(0, setup.first)
    if setup.first == NOBODY:
        state.phase, state.to_move = PHASE.FIRST, CHANCE
    state.ball, state.carrier = NO_BALL, NOBODY
    state.ends = state.chain = state.steps = 0
    clear(state)
    for p in range(PLAYERS):
        player, seat = state.player[p], p // MOST_PLAYERS
        player.place = BENCH if p % MOST_PLAYERS < setup.team[seat] else NOWHERE
        player.facing = acts.ahead(seat)
        player.prone = player.out = player.fresh = player.acted = 0


@jit
def clear(s: State):
    """Clears everything that an action leaves behind."""
    _clear_deed(s.now)
    _clear_deed(s.held)
    s.test, s.tester, s.dice, s.left, s.first = TEST.NONE, NOBODY, 0, 0, 0
    s.target = s.winner = s.loser = NOBODY
    s.reply = s.double = s.hits = s.earned = 0


@inline
def _clear_deed(deed):
    deed.actor, deed.doing = NOBODY, DOING.NOTHING
    deed.free = deed.points = deed.moved = deed.dashes = deed.evades = deed.start = 0


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    state.ply += 1
    if action < LAUNCH.first:
        _line_up(setup, state, action)
    elif action < BEGIN.first:
        _happen(setup, state, action)
    elif action < WALK.first:
        _begin(setup, state, action)
    elif action < FIRST.first:
        _decide(setup, state, action)
    else:
        # R2.4: drawn by lot before anybody lines up
        (seat,) = FIRST.unpack(action)
        state.side, state.phase, state.to_move = seat, PHASE.LINE_UP, 0
    if state.phase == PHASE.RUSH:
        proceed(setup, state)
    if state.phase == PHASE.OVER:
        clear(state)


@jit
def _line_up(setup: Setup, s: State, action):
    # R2.4
    seat = mover(s)
    if FORMATION.holds(action):
        (formation,) = FORMATION.unpack(action)
        for n in range(setup.on_pitch[seat]):
            s.player[MOST_PLAYERS * seat + n].place = setup.formation[seat, formation, n]
    else:
        n, h = PLACE.unpack(action)
        s.player[MOST_PLAYERS * seat + n].place = h
    if ball.on_pitch(s, seat) == setup.on_pitch[seat]:
        s.to_move = 1
        if seat == 1:
            s.tokens = setup.tokens
            s.phase, s.to_move = PHASE.LAUNCH, CHANCE


@jit
def _happen(setup: Setup, s: State, outcome):
    if ROLL.holds(outcome):
        (successes,) = ROLL.unpack(outcome)
        _roll(setup, s, successes)
    elif SCATTER.holds(outcome):
        side, distance = SCATTER.unpack(outcome)
        ball.roll_on(setup, s, side, distance + 1)
    elif LAUNCH.holds(outcome):
        (die,) = LAUNCH.unpack(outcome)
        ball.launch(setup, s, die + 1)
    else:
        die, distance = BOUNCE.unpack(outcome)
        ball.bounce(setup, s, die + 1, distance + 1)


@jit
def _roll(setup: Setup, s: State, successes):
    test = s.test
    if test == TEST.DASH:
        acts.dash(setup, s, successes)
    elif test == TEST.EVADE:
        acts.evade(setup, s, successes)
    elif test == TEST.PICK_UP:
        ball.pick_up(s, successes)
    elif test == TEST.ATTACK:
        acts.attack(s, successes)
    elif test == TEST.REPLY:
        acts.contest(setup, s, successes)
    elif test == TEST.ARMOUR:
        acts.armour(setup, s, successes)
    elif test == TEST.AIM:
        ball.throw(setup, s, successes)
    elif test == TEST.CATCH:
        ball.catch(setup, s, successes)
    elif test == TEST.RISE:
        acts.rise(s, successes)


@inline
def doing_of(action):
    """What a run, sprint, slam, steal, throw or stand action begins."""
    which, _ = BEGIN.unpack(action)
    return DOING.RUN + which


@inline
def player_of(action):
    """The index in his team of the player who begins a run ... stand or enter action; for other actions
    NOBODY.
    """
    if BEGIN.holds(action):
        _, n = BEGIN.unpack(action)
        return n
    if ENTER.holds(action):
        n, _ = ENTER.unpack(action)
        return n
    return NOBODY


@inline
def gate_of(action):
    """The entry used by an enter action."""
    _, gate = ENTER.unpack(action)
    return gate


@jit
def _begin(setup: Setup, s: State, action):
    if END.holds(action):
        s.ends, s.phase = 1, PHASE.RUSH  # R3.2
        return
    seat, free = mover(s), s.phase == PHASE.FREE
    p = MOST_PLAYERS * seat + player_of(action)
    if not free:
        pay(s, p)
    if ENTER.holds(action):
        acts.enter(setup, s, p, setup.gate[seat, gate_of(action)])
    elif STAND_WITH.holds(action):
        acts.stand_up(s, p)
    else:
        acts.begin(setup, s, p, doing_of(action), free)


@inline
def pay(s: State, p):
    """Spends a token on an action of player `p` (R2.3)."""
    s.tokens -= 1
    s.player[p].acted += 1
    s.chain = 0


@jit
def _decide(setup: Setup, s: State, action):
    if WALK.holds(action):
        dashes, side = WALK.unpack(action)
        acts.step(setup, s, side, dashes != 0)
    elif PIVOT.holds(action):
        dashes, hand = PIVOT.unpack(action)
        acts.turn(s, hand, dashes != 0)
    elif FACE.holds(action):
        (side,) = FACE.unpack(action)
        acts.face(s, side)
    elif TACKLE.holds(action):
        (n,) = TACKLE.unpack(action)
        target = MOST_PLAYERS * (1 - mover(s)) + n
        acts.tackle(setup, s, target, acts.may_turn(setup, s))
    elif AIM_AT.holds(action):
        (h,) = AIM_AT.unpack(action)
        ball.aim(setup, s, h)
    elif SLAM_BACK.holds(action):
        acts.answer(s, REPLY.SLAMBACK)
    elif DODGE_IT.holds(action):
        acts.answer(s, REPLY.DODGE)
    elif PUSH.holds(action):
        (side,) = PUSH.unpack(action)
        acts.push(setup, s, side)
    elif FOLLOW.holds(action):
        acts.follow(setup, s, True)
    elif SIDESTEP.holds(action):
        (side,) = SIDESTEP.unpack(action)
        acts.sidestep(setup, s, side)
    else:
        _decline(setup, s)


@jit
def _decline(setup: Setup, s: State):
    if s.phase == PHASE.SIDESTEP:
        acts.dodged(setup, s)
    elif s.phase == PHASE.FREE:
        s.phase = PHASE.RUSH
    else:
        acts.follow(setup, s, False)


@jit
def proceed(setup: Setup, s: State):
    """Continues with what comes next: Armour, the end of the rush, a Guard's action, the next token (R3.1, R3.2)."""
    if s.loser != NOBODY:
        acts.ask_armour(s)
        return
    if s.ends == 0 and s.held.actor != NOBODY:
        copy(s.now, s.held)
        _clear_deed(s.held)
        acts.go_on(s)
        return
    clear(s)
    # a rush in which nobody can act is over at once
    while s.ends != 0 or s.tokens == 0 or not can_act(setup, s):
        _end_rush(setup, s)
        if s.phase == PHASE.OVER:
            return
        if s.ball == NO_BALL:
            s.phase, s.to_move = PHASE.LAUNCH, CHANCE
            return
    s.phase, s.to_move = PHASE.RUSH, s.side


@jit
def can_act(setup: Setup, s: State):
    """Whether a player of the rushing team can take an action (R3.2)."""
    first = MOST_PLAYERS * np.int64(s.side)
    benched = False
    for p in range(first, first + MOST_PLAYERS):
        player = s.player[p]
        if player.acted < setup.player_cap:
            if player.place < HEXES:
                return True
            benched = benched or player.place == BENCH
    return benched and has_room(setup, s) and (gate_is_free(setup, s, 0) or gate_is_free(setup, s, 1))


@inline
def has_room(setup: Setup, s: State):
    """Whether the rushing team may bring on a player (R2.5, R3.4)."""
    seat = np.int64(s.side)
    return not ball.is_sudden(setup, s) and ball.on_pitch(s, seat) < setup.on_pitch[seat]


@inline
def gate_is_free(setup: Setup, s: State, gate):
    """Whether an entry hex of the rushing team is free (R3.4)."""
    return ball.player_at(s, setup.gate[s.side, gate]) == NOBODY


@jit
def _end_rush(setup: Setup, s: State):
    # R3.1
    for p in range(PLAYERS):
        player = s.player[p]
        player.acted = 0
        if p // MOST_PLAYERS == s.side and player.place == OUT and player.fresh == 0:
            player.out -= 1
            if player.out == 0:
                player.place = BENCH
        player.fresh = 0
    s.ends = s.chain = 0
    s.rush += 1
    s.side = 1 - s.side
    s.tokens = setup.tokens
    s.phase = PHASE.RUSH
    if s.rush >= setup.rushes:
        _judge(setup, s)


@jit
def _judge(setup: Setup, s: State):
    # R2.5
    if s.lead != 0:
        ball.finish(s, 1.0 if s.lead > 0 else -1.0)
    elif setup.drawn != 0 or s.rush >= setup.rushes + setup.sudden:
        ball.finish(s, 0.0)
    elif s.rush == setup.rushes:
        acts.end_without_players(s)
