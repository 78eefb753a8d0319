"""The rules of Rush, from the line-up to the last rush. Clauses: `rules.md`; interface: `ops`.

(first) -> line-up -> (launch) -> rush: token, action, its tests and chains ... -> the other side's rush ... -> over

Functions of `running`, `contact` and `ball` carry out one step. One that leaves `phase` at P_RUSH says that its chain is over;
`proceed` goes on with what waits.
"""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush import ball, contact, running
from sandtable.games.rush.pitch import HEXES
from sandtable.games.rush.presets import MOST_PLAYERS
from sandtable.games.rush.setup import (
    ACTIONS,
    AIM,
    ARMOUR,
    ATTACK,
    BENCH,
    CATCH,
    DASH,
    DODGE,
    EVADE,
    NO_BALL,
    NO_TEST,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUT,
    P_FIRST,
    P_FREE,
    P_LAUNCH,
    P_LINE_UP,
    P_OVER,
    P_RUSH,
    P_SIDESTEP,
    PICK_UP,
    PLAYERS,
    REPLY,
    RISE,
    RUN,
    SLAMBACK,
)
from sandtable.records import CHANCE, copy

FORMATION, PLACE = ACTIONS.base("formation"), ACTIONS.base("place")
LAUNCH, BOUNCE, ROLL, SCATTER = (ACTIONS.base(kind) for kind in ("launch", "bounce", "roll", "scatter"))
RUN_WITH, SPRINT_WITH, SLAM_WITH = (ACTIONS.base(kind) for kind in ("run", "sprint", "slam"))
STEAL_WITH, THROW_WITH, STAND_WITH = (ACTIONS.base(kind) for kind in ("steal", "throw", "stand"))
ENTER, END = ACTIONS.base("enter"), ACTIONS.base("end")
STEP, DASH_TO, TURN, WHEEL, FACE = (ACTIONS.base(kind) for kind in ("step", "dash", "turn", "wheel", "face"))
TACKLE, AIM_AT = ACTIONS.base("tackle"), ACTIONS.base("aim")
SLAM_BACK, DODGE_IT = ACTIONS.base("slamback"), ACTIONS.base("dodge")
PUSH, FOLLOW, SIDESTEP, DECLINE = (ACTIONS.base(kind) for kind in ("push", "follow", "sidestep", "decline"))
FIRST = ACTIONS.base("first")
FACES = 6


@jit
def deal(setup, state):
    """See `ops.deal`: both teams on the bench, nobody lined up."""
    state.to_move, state.phase, state.ply = 0, P_LINE_UP, 0
    state.score[0] = state.score[1] = 0.0
    state.rush = state.tokens = state.lead = 0
    # R2.4
    state.side = max(0, setup.first)
    if setup.first == NOBODY:
        state.phase, state.to_move = P_FIRST, CHANCE
    state.ball, state.carrier = NO_BALL, NOBODY
    state.ends = state.chain = state.steps = 0
    _clear(state)
    for p in range(PLAYERS):
        player, seat = state.player[p], p // MOST_PLAYERS
        player.place = BENCH if p % MOST_PLAYERS < setup.team[seat] else NOWHERE
        player.facing = running.ahead(seat)
        player.prone = player.out = player.fresh = player.acted = 0


@jit
def _clear(s):
    # what an action leaves behind
    _clear_deed(s.now)
    _clear_deed(s.held)
    s.test, s.tester, s.dice, s.left, s.first = NO_TEST, NOBODY, 0, 0, 0
    s.target = s.winner = s.loser = NOBODY
    s.reply = s.double = s.hits = s.earned = 0


@inline
def _clear_deed(deed):
    deed.actor, deed.doing = NOBODY, NOTHING
    deed.free = deed.points = deed.moved = deed.dashes = deed.evades = deed.start = 0


@jit
def apply(setup, state, action):
    """See `ops.apply`."""
    action = np.int64(action)
    state.ply += 1
    if action < LAUNCH:
        _line_up(setup, state, action)
    elif action < RUN_WITH:
        _happen(setup, state, action)
    elif action < STEP:
        _begin(setup, state, action)
    elif action < FIRST:
        _decide(setup, state, action)
    else:
        # R2.4: drawn before anybody lines up
        state.side, state.phase, state.to_move = action - FIRST, P_LINE_UP, 0
    if state.phase == P_RUSH:
        proceed(setup, state)
    if state.phase == P_OVER:
        _clear(state)


@jit
def _line_up(setup, s, action):
    # R2.4
    seat = np.int64(s.to_move)
    if action < PLACE:
        for n in range(setup.on_pitch[seat]):
            s.player[MOST_PLAYERS * seat + n].place = setup.formation[seat, action - FORMATION, n]
    else:
        n, h = (action - PLACE) // HEXES, (action - PLACE) % HEXES
        s.player[MOST_PLAYERS * seat + n].place = h
    if ball.on_pitch(s, seat) == setup.on_pitch[seat]:
        s.to_move = 1
        if seat == 1:
            s.tokens = setup.tokens
            s.phase, s.to_move = P_LAUNCH, CHANCE


@jit
def _happen(setup, s, outcome):
    if outcome < BOUNCE:
        ball.launch(setup, s, outcome - LAUNCH + 1)
    elif outcome < ROLL:
        ball.bounce(setup, s, (outcome - BOUNCE) // FACES + 1, (outcome - BOUNCE) % FACES + 1)
    elif outcome < SCATTER:
        _roll(setup, s, outcome - ROLL)
    else:
        ball.roll_on(setup, s, (outcome - SCATTER) // FACES, (outcome - SCATTER) % FACES + 1)


@jit
def _roll(setup, s, successes):
    test = s.test
    if test == DASH:
        running.dash(setup, s, successes)
    elif test == EVADE:
        running.evade(setup, s, successes)
    elif test == PICK_UP:
        ball.pick_up(s, successes)
    elif test == ATTACK:
        contact.attack(s, successes)
    elif test == REPLY:
        contact.contest(setup, s, successes)
    elif test == ARMOUR:
        contact.armour(setup, s, successes)
    elif test == AIM:
        ball.throw(setup, s, successes)
    elif test == CATCH:
        ball.catch(setup, s, successes)
    elif test == RISE:
        running.rise(s, successes)


@inline
def doing_of(action):
    """What an action of run, sprint, slam, steal or throw begins."""
    return RUN + (action - RUN_WITH) // MOST_PLAYERS


@jit
def _begin(setup, s, action):
    if action == END:
        s.ends, s.phase = 1, P_RUSH  # R3.2
        return
    seat, free = np.int64(s.to_move), s.phase == P_FREE
    p = MOST_PLAYERS * seat + (action - RUN_WITH) % MOST_PLAYERS
    if action >= ENTER:
        p = MOST_PLAYERS * seat + (action - ENTER) // 2
    if not free:
        # R2.3
        s.tokens -= 1
        s.player[p].acted += 1
        s.chain = 0
    if action >= ENTER:
        running.enter(setup, s, p, setup.gate[seat, (action - ENTER) % 2])
    elif action >= STAND_WITH:
        running.stand_up(s, p)
    else:
        running.begin(setup, s, p, doing_of(action), free)


@jit
def _decide(setup, s, action):
    if action < TURN:
        running.step(setup, s, (action - STEP) % FACES, action >= DASH_TO)
    elif action < FACE:
        running.turn(s, (action - TURN) % 2, action >= WHEEL)
    elif action < TACKLE:
        running.face(s, action - FACE)
    elif action < AIM_AT:
        target = MOST_PLAYERS * (1 - np.int64(s.to_move)) + action - TACKLE
        contact.tackle(setup, s, target, running.may_turn(setup, s))
    elif action < SLAM_BACK:
        ball.aim(setup, s, action - AIM_AT)
    elif action < PUSH:
        contact.answer(s, SLAMBACK if action == SLAM_BACK else DODGE)
    elif action < FOLLOW:
        contact.push(setup, s, action - PUSH)
    elif action == FOLLOW:
        contact.follow(setup, s, True)
    elif action < DECLINE:
        contact.sidestep(setup, s, action - SIDESTEP)
    else:
        _decline(setup, s)


@jit
def _decline(setup, s):
    if s.phase == P_SIDESTEP:
        contact.dodged(setup, s)
    elif s.phase == P_FREE:
        s.phase = P_RUSH
    else:
        contact.follow(setup, s, False)


@jit
def proceed(setup, s):
    """Goes on with what waits: armour, the end of the rush, a Guard's action, the next token (R3.1, R3.2)."""
    if s.loser != NOBODY:
        contact.ask_armour(s)
        return
    if s.ends == 0 and s.held.actor != NOBODY:
        copy(s.now, s.held)
        _clear_deed(s.held)
        running.go_on(s)
        return
    _clear(s)
    # a rush in which nobody can act is over at once
    while s.ends != 0 or s.tokens == 0 or not can_act(setup, s):
        _end_rush(setup, s)
        if s.phase == P_OVER:
            return
        if s.ball == NO_BALL:
            s.phase, s.to_move = P_LAUNCH, CHANCE
            return
    s.phase, s.to_move = P_RUSH, s.side


@jit
def can_act(setup, s):
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
def has_room(setup, s):
    """Whether the rushing team may bring on a player (R2.5, R3.4)."""
    seat = np.int64(s.side)
    return not ball.is_sudden(setup, s) and ball.on_pitch(s, seat) < setup.on_pitch[seat]


@inline
def gate_is_free(setup, s, gate):
    """Whether nobody stands or lies in an entry hex of the rushing team (R3.4)."""
    return ball.player_at(s, setup.gate[s.side, gate]) == NOBODY


@jit
def _end_rush(setup, s):
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
    s.phase = P_RUSH
    if s.rush >= setup.rushes:
        _judge(setup, s)


@jit
def _judge(setup, s):
    # R2.5
    if s.lead != 0:
        ball.finish(s, 1.0 if s.lead > 0 else -1.0)
    elif setup.drawn != 0 or s.rush >= setup.rushes + setup.sudden:
        ball.finish(s, 0.0)
    elif s.rush == setup.rushes:
        contact.end_without_players(s)
