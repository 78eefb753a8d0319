"""The ledger of a match on a real pitch: what the players enter, and what follows from it by the rules. Clauses:
`../rules.md`.

Its records are those of the game plus what is asked for here. Only the people at the table see where everyone is. Here
all players on the pitch share one hex, where nobody threatens anybody, and a loose ball lies in another. The rules of
the game determine the effects of a test and its dice, less the threats that the players enter. Pushes and free hexes
are left to the people at the table.
"""

from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, Actions, Kind, Reason, Setup, State, copy, jit, tagged
from sandtable.authoring.dice import FACES, MOST_DICE
from sandtable.games.rush import schema
from sandtable.games.rush.data.pitch import HEXES, ZONES, hex_of, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules import acts, ball, moves, turns
from sandtable.games.rush.rules.moves import REFUSAL
from sandtable.games.rush.rules.tests import (
    MOST_THREATS,
    POOL,
    actor,
    ask,
    mover,
    needed_of,
    pool_of,
    seat_of,
)
from sandtable.games.rush.schema import (
    BENCH,
    DOING,
    MOST_STEPS,
    NOBODY,
    NOWHERE,
    PHASE,
    REPLY,
    ROLE,
    SUCCESSES,
    TEST,
    Doing,
)

# the phases of the game, then those that ask for what only the people at the table see
CHOOSE, THREATS, WAY, ACROSS, LANDS, ONTO = (len(schema.PHASES) + n for n in range(6))
PHASES = (*schema.PHASES, "choose", "threats", "way", "across", "lands", "onto")
# the codes of the game's `check`, then those for what is asked here
TOO_MANY, NO_CATCHER, RESTS = (len(moves.REASONS) + n for n in range(3))
REASONS = (
    *moves.REASONS,
    Reason("These dice cannot give that many successes.", "R4.1"),
    Reason("Only a standing Jack or Striker catches: off others the ball scatters again.", "R8.2"),
    Reason("After that many hexes the ball comes to rest.", "R8.2"),
)

# the hex of everyone on the pitch, the hex of a loose ball, and a hex that is not adjacent to the first
TOGETHER, LYING = hex_of("F11"), hex_of("A1")
AFAR = LYING
# the possible actions other than standing up, in the order of `Doing` from RUN on
DOINGS = Doing.STAND - Doing.RUN
RANGES = 3  # the distances of a throw, each a die worse than the one before (R7.1)


def _goals() -> Any:
    """The hex that a side strikes from, for each value of a strike, in ascending order: int64[2, values] (R1.3)."""
    ground = pitch()
    found: list[list[int]] = []
    for seat in (0, 1):
        worths = {
            int(ground.points[zone, bonus]): int(ground.bonus[zone]) if bonus else _in_zone(ground, zone)
            for zone in range(ZONES)
            for bonus in (0, 1)
            if ground.scorer[zone] == seat
        }
        found.append([worths[points] for points in sorted(worths)])
    return np.array(found)


def _in_zone(ground: Any, zone: int) -> int:
    # a hex of the zone that is neither its bonus hex nor its strike hex
    special = (ground.bonus[zone], ground.strike[zone])
    return next(h for h in range(HEXES) if ground.zone[h] == zone and h not in special)


GOALS = _goals()
WORTHS = GOALS.shape[1]

ACTIONS = Actions(
    Kind("first", "{seat} rushes first", seat=2),
    Kind("line_up", "the first of the roster are on the pitch"),
    Kind("place", "player {player} is on the pitch", player=MOST_PLAYERS),
    Kind("launch", "launch the ball with {die}", die=FACES),
    Kind("bounce", "off the wall with {die}, {distance} far", die=FACES, distance=FACES),
    Kind("scatter", "scatter with {die}, {distance} far", die=FACES, distance=FACES),
    Kind("roll", "roll {successes}", successes=SUCCESSES),
    Kind("act", "player {player} acts", player=MOST_PLAYERS),
    Kind("enter", "bring on player {player}", player=MOST_PLAYERS),
    Kind("end", "end the rush"),
    Kind("begin", "{doing}", doing=DOINGS),
    Kind("decline", "leave it at that"),
    Kind("slam", "slam player {player}, {came}", player=MOST_PLAYERS, came=2),
    Kind("steal", "steal from the one with the ball"),
    Kind("pass", "throw at player {player}", player=MOST_PLAYERS),
    Kind("strike", "throw at a strike hex for {points}", points=WORTHS),
    Kind("ball", "he comes to the ball"),
    Kind("dash", "a Dash"),
    Kind("evade", "an Evade"),
    Kind("done", "that was all"),
    Kind("way", "{far}, {moved}", far=RANGES, moved=2),
    Kind("slamback", "slamback, he has him in front"),
    Kind("dodge", "dodge"),
    Kind("threats", "{threats}", threats=MOST_THREATS + 1),
    Kind("wall", "nobody is hit: it comes off the wall"),
    Kind("hits", "it hits {seat} {player} from the front", seat=2, player=MOST_PLAYERS),
    Kind("anew", "it scatters again"),
    Kind("rests", "it comes to rest"),
    Kind("onto", "onto the ball"),
    Kind("clear", "not onto the ball"),
)
FIRST, LINE_UP, PLACE = (ACTIONS.codec(kind) for kind in ("first", "line_up", "place"))
LAUNCH, BOUNCE, SCATTER, ROLL = (ACTIONS.codec(kind) for kind in ("launch", "bounce", "scatter", "roll"))
ACT, ENTER, END = (ACTIONS.codec(kind) for kind in ("act", "enter", "end"))
BEGIN, DECLINE = (ACTIONS.codec(kind) for kind in ("begin", "decline"))
DASH, EVADE, BALL, DONE = (ACTIONS.codec(kind) for kind in ("dash", "evade", "ball", "done"))
SLAM, STEAL, PASS, STRIKE = (ACTIONS.codec(kind) for kind in ("slam", "steal", "pass", "strike"))
WAYS, SLAMBACK, DODGE = (ACTIONS.codec(kind) for kind in ("way", "slamback", "dodge"))
THREATEN = ACTIONS.codec("threats")
WALL, HITS, ANEW, REST = (ACTIONS.codec(kind) for kind in ("wall", "hits", "anew", "rests"))
UPON, BESIDE = (ACTIONS.codec(kind) for kind in ("onto", "clear"))
# by phase: the first and the last kind that may be entered
KINDS = {
    PHASE.FIRST: ("first", "first"),
    PHASE.LINE_UP: ("line_up", "place"),
    PHASE.LAUNCH: ("launch", "launch"),
    PHASE.BOUNCE: ("bounce", "bounce"),
    PHASE.SCATTER: ("scatter", "scatter"),
    PHASE.TEST: ("roll", "roll"),
    PHASE.RUSH: ("act", "end"),
    CHOOSE: ("begin", "decline"),
    PHASE.FREE: ("begin", "decline"),
    PHASE.MOVE: ("slam", "done"),
    WAY: ("way", "way"),
    PHASE.REPLY: ("slamback", "dodge"),
    THREATS: ("threats", "threats"),
    ACROSS: ("wall", "anew"),
    LANDS: ("hits", "rests"),
    ONTO: ("onto", "clear"),
}
# their actions: the first one, and the end of the range
SPANS = np.zeros((len(PHASES), 2), np.int64)
for _phase, _kinds in KINDS.items():
    _span = ACTIONS.span(*_kinds)
    SPANS[_phase] = _span.first, _span.end
# the maximum number of choices: all kinds of action that a player may begin, the players of both teams whom the ball may hit,
# or all dice of a scatter
MOST_ACTIONS = 64


def _wider(field: Any) -> Any:
    # here threats reduce the number of dice of a test, which may fall below 0
    return ("dice", np.int8) if field[0] == "dice" else field


STATE = tagged(
    "rush_companion",
    (
        *map(_wider, schema.FIELDS),
        ("about", np.int8),  # the player who may have moved onto the ball, or NOBODY
        ("down", np.uint8),  # whether he fell or was knocked down
    ),
    Path(__file__).parent,
)
SETTINGS = schema.SETTINGS
build = schema.build


def bound(setup: Setup) -> int:
    """The maximum number of plies: a test also has its threats, a scatter its destination, and a fall the question whether it
    was onto the ball.
    """
    return 3 * schema.bound(setup)


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`."""
    turns.deal(setup, state)
    state.about, state.down = NOBODY, 0
    _line_up(setup, state)


@jit
def _line_up(setup: Setup, s: State):
    # R2.4: the players of a team without a choice are on the pitch; then the ball is launched
    if s.phase != PHASE.LINE_UP:
        return
    for seat in range(2):
        if setup.team[seat] == setup.on_pitch[seat]:
            _first_on(setup, s, seat)
    for seat in range(2):
        if ball.on_pitch(s, seat) < setup.on_pitch[seat]:
            s.to_move = seat
            return
    s.tokens = setup.tokens
    s.phase, s.to_move = PHASE.LAUNCH, CHANCE


@jit
def _first_on(setup: Setup, s: State, seat):
    for n in range(setup.on_pitch[seat]):
        s.player[MOST_PLAYERS * seat + n].place = TOGETHER


# what may be entered


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal` from the game, or one of those above."""
    s, phase = state, state.phase
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    first, end = SPANS[phase, 0], SPANS[phase, 1]
    if action < first or action >= end:
        return REFUSAL.NOT_DUE
    if phase == PHASE.RUSH:
        return _check_rush(setup, s, action)
    if phase == CHOOSE or phase == PHASE.FREE:
        return _check_begin(setup, s, action)
    if phase == PHASE.MOVE:
        return _check_deed(setup, s, action)
    if phase == PHASE.TEST:
        return _check_roll(setup, s, action)
    if phase == PHASE.LINE_UP:
        return _check_place(setup, s, action)
    return _check_landing(setup, s, action) if phase == ACROSS or phase == LANDS else REFUSAL.OK


@jit
def _check_place(setup: Setup, s: State, action):
    seat = mover(s)
    if LINE_UP.holds(action):
        return REFUSAL.OK if ball.on_pitch(s, seat) == 0 else REFUSAL.NOT_FIRST
    (n,) = PLACE.unpack(action)
    place = s.player[MOST_PLAYERS * seat + n].place
    if place == NOWHERE:
        return REFUSAL.NO_PLAYER
    return REFUSAL.OK if place == BENCH else REFUSAL.PLACED


@jit
def _check_rush(setup: Setup, s: State, action):
    if END.holds(action):
        return REFUSAL.OK
    (n,) = ACT.unpack(action) if ACT.holds(action) else ENTER.unpack(action)
    player = s.player[MOST_PLAYERS * mover(s) + n]
    if player.place == NOWHERE:
        return REFUSAL.NO_PLAYER
    if player.acted >= setup.player_cap:
        return REFUSAL.CAPPED
    if ACT.holds(action):
        return REFUSAL.OK if player.place < HEXES else REFUSAL.NOT_ON_PITCH
    # R3.4, R2.5
    if player.place != BENCH:
        return REFUSAL.NOT_BENCHED
    if ball.is_sudden(setup, s):
        return REFUSAL.SUDDEN
    return REFUSAL.OK if turns.has_room(setup, s) else REFUSAL.FULL


@jit
def _check_begin(setup: Setup, s: State, action):
    if DECLINE.holds(action):
        return REFUSAL.OK if s.phase == PHASE.FREE else REFUSAL.NOT_DUE
    (which,) = BEGIN.unpack(action)
    p, doing = actor(s), DOING.RUN + which
    if s.phase == PHASE.FREE:
        # R5.5, R7.4, R9.1
        if s.now.doing == DOING.STAND and doing == DOING.SPRINT:
            return REFUSAL.NO_FREE_SPRINT
        if s.now.doing != DOING.STAND and doing != DOING.RUN and doing != DOING.THROW:
            return REFUSAL.NO_SUCH_FREE
    role = setup.unit[p].role
    if doing == DOING.SLAM:
        return REFUSAL.NO_SLAMMER if role == ROLE.STRIKER else REFUSAL.OK
    if doing == DOING.STEAL:
        if role == ROLE.GUARD:
            return REFUSAL.NO_STEALER
        return REFUSAL.OK if _enemy_has_it(s, p) else REFUSAL.NO_CARRIER
    if doing == DOING.THROW:
        return REFUSAL.OK if s.carrier == p and role != ROLE.GUARD else REFUSAL.NO_THROWER
    return REFUSAL.OK


@jit
def _enemy_has_it(s: State, p):
    return s.carrier != NOBODY and seat_of(s.carrier) != seat_of(p)


@jit
def _check_deed(setup: Setup, s: State, action):
    p, doing = actor(s), s.now.doing
    if DONE.holds(action) or EVADE.holds(action):
        return REFUSAL.OK
    if DASH.holds(action):
        return REFUSAL.OK if acts.may_dash(setup, s) else REFUSAL.NO_DASH
    if BALL.holds(action):
        if s.ball != LYING:
            return REFUSAL.NOT_DUE
        # a Guard kicks the ball at most once per hex (R5.5)
        return REFUSAL.OK if s.now.points > 0 else REFUSAL.NO_POINTS
    if SLAM.holds(action):
        n, _ = SLAM.unpack(action)
        if doing != DOING.SLAM:
            return REFUSAL.NO_TACKLE
        return REFUSAL.OK if _is_up(s, MOST_PLAYERS * (1 - seat_of(p)) + n) else REFUSAL.NO_ENEMY
    if STEAL.holds(action):
        if doing != DOING.STEAL:
            return REFUSAL.NO_TACKLE
        return REFUSAL.OK if _enemy_has_it(s, p) else REFUSAL.NO_CARRIER
    if PASS.holds(action):
        (n,) = PASS.unpack(action)
        mate = MOST_PLAYERS * seat_of(p) + n
        if doing != DOING.THROW:
            return REFUSAL.NO_THROW
        return REFUSAL.OK if mate != p and _may_catch(setup, s, mate) else REFUSAL.NO_TARGET
    if STRIKE.holds(action):
        return REFUSAL.OK if doing == DOING.THROW else REFUSAL.NO_THROW
    return REFUSAL.NOT_DUE


@jit
def _is_up(s: State, p):
    return s.player[p].place < HEXES and s.player[p].prone == 0


@jit
def _may_catch(setup: Setup, s: State, p):
    return _is_up(s, p) and setup.unit[p].role != ROLE.GUARD


@jit
def _pool(setup: Setup, s: State):
    """The dice rolled in the test that is due."""
    return min(max(pool_of(setup, s), 0), MOST_DICE)


@jit
def _check_roll(setup: Setup, s: State, action):
    (k,) = ROLL.unpack(action)
    return REFUSAL.OK if setup.odds[needed_of(setup, s), _pool(setup, s), k] > 0.0 else TOO_MANY


@jit
def _check_landing(setup: Setup, s: State, action):
    if REST.holds(action) or WALL.holds(action):
        return REFUSAL.OK
    if ANEW.holds(action):
        return REFUSAL.OK if s.steps < MOST_STEPS else RESTS
    seat, n = HITS.unpack(action)
    return REFUSAL.OK if _may_catch(setup, s, MOST_PLAYERS * seat + n) else NO_CATCHER


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    if state.phase == PHASE.OVER:
        return 0
    first, end = SPANS[state.phase, 0], SPANS[state.phase, 1]
    n = 0
    for action in range(first, end):
        if check(setup, state, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: tests by their exact odds (R4.6), other dice and lots as fair."""
    if state.to_move != CHANCE:
        return 0
    first, end = SPANS[state.phase, 0], SPANS[state.phase, 1]
    if state.phase != PHASE.TEST:
        for i in range(end - first):
            weights[i] = 1.0 / (end - first)
        return end - first
    needed, dice, n = needed_of(setup, state), _pool(setup, state), 0
    for k in range(SUCCESSES):
        odds = setup.odds[needed, dice, k]
        if odds > 0.0:
            weights[n] = odds
            n += 1
    return n


# the effects


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    s, phase = state, state.phase
    s.ply += 1
    if phase == PHASE.TEST:
        (k,) = ROLL.unpack(action)
        _roll(setup, s, k)
    elif phase == THREATS:
        # R4.4
        (threats,) = THREATEN.unpack(action)
        s.dice -= threats
        s.phase, s.to_move = PHASE.TEST, CHANCE
        return
    elif phase == PHASE.MOVE:
        _do(setup, s, action)
    elif phase == PHASE.RUSH:
        _act(setup, s, action)
    elif phase == CHOOSE or phase == PHASE.FREE:
        _begin(setup, s, action)
    elif phase == PHASE.REPLY:
        acts.answer(s, REPLY.SLAMBACK if SLAMBACK.holds(action) else REPLY.DODGE)
    elif phase == WAY:
        # R7.1
        far, moved = WAYS.unpack(action)
        s.now.moved = moved
        ask(s, TEST.AIM, s.now.actor, POOL - far)
    elif phase == ACROSS or phase == LANDS:
        _land(setup, s, action)
    elif phase == ONTO:
        _come_onto(setup, s, UPON.holds(action))
    else:
        _prepare(setup, s, action)
    _go_on(setup, s)


@jit
def _go_on(setup: Setup, s: State):
    if s.phase == PHASE.RUSH:
        turns.proceed(setup, s)
    if s.phase == PHASE.OVER:
        turns.clear(s)
        s.about, s.down = NOBODY, 0
    elif s.phase == PHASE.TEST and s.test != TEST.ARMOUR and _pool(setup, s) > 0:
        # R4.4: where threats can remove a die
        s.phase, s.to_move = THREATS, s.side


@jit
def _prepare(setup: Setup, s: State, action):
    # lots, the line-up, and the dice of the ball
    if FIRST.holds(action):
        # R2.4
        (seat,) = FIRST.unpack(action)
        s.side, s.phase, s.to_move = seat, PHASE.LINE_UP, 0
        _line_up(setup, s)
    elif LINE_UP.holds(action):
        _first_on(setup, s, mover(s))
        _line_up(setup, s)
    elif PLACE.holds(action):
        (n,) = PLACE.unpack(action)
        s.player[MOST_PLAYERS * mover(s) + n].place = TOGETHER
        _line_up(setup, s)
    elif LAUNCH.holds(action):
        # R3.3
        (die,) = LAUNCH.unpack(action)
        _ask_landing(s, ACROSS if die == FACES - 1 else LANDS)
    elif BOUNCE.holds(action):
        _ask_landing(s, LANDS)
    else:
        # R8.1
        _, distance = SCATTER.unpack(action)
        s.steps += distance + 1
        _ask_landing(s, LANDS)


@jit
def _ask_landing(s: State, phase):
    s.ball = LYING
    s.phase, s.to_move = phase, s.side


@jit
def _land(setup: Setup, s: State, action):
    # R3.3, R8.2
    if WALL.holds(action):
        s.phase, s.to_move = PHASE.BOUNCE, CHANCE
    elif REST.holds(action):
        s.steps, s.phase = 0, PHASE.RUSH
    elif ANEW.holds(action):
        ball.scatter(s)
    else:
        seat, n = HITS.unpack(action)
        s.target = NOBODY
        ask(s, TEST.CATCH, MOST_PLAYERS * seat + n, 0)


@jit
def _act(setup: Setup, s: State, action):
    if END.holds(action):
        s.ends = 1  # R3.2
    elif ENTER.holds(action):
        # R3.4
        (n,) = ENTER.unpack(action)
        p = MOST_PLAYERS * mover(s) + n
        turns.pay(s, p)
        s.player[p].place = TOGETHER
        acts.begin(setup, s, p, DOING.RUN, 0)
    else:
        (n,) = ACT.unpack(action)
        p = MOST_PLAYERS * mover(s) + n
        if s.player[p].prone != 0:
            turns.pay(s, p)
            acts.stand_up(s, p)
        else:
            s.now.actor, s.phase = p, CHOOSE


@jit
def _begin(setup: Setup, s: State, action):
    if DECLINE.holds(action):
        s.phase = PHASE.RUSH
        return
    (which,) = BEGIN.unpack(action)
    p, free = actor(s), s.phase == PHASE.FREE
    if not free:
        turns.pay(s, p)
    acts.begin(setup, s, p, DOING.RUN + which, free)


@jit
def _do(setup: Setup, s: State, action):
    p = actor(s)
    if DONE.holds(action):
        s.phase = PHASE.RUSH
    elif DASH.holds(action):
        # R5.2
        s.now.dashes += 1
        s.left = TOGETHER
        ask(s, TEST.DASH, p, POOL)
    elif EVADE.holds(action):
        # R5.3
        s.now.evades += 1
        s.left = TOGETHER
        ask(s, TEST.EVADE, p, POOL)
    elif BALL.holds(action):
        _reach(setup, s, p)
    elif SLAM.holds(action):
        # R6.1
        n, came = SLAM.unpack(action)
        s.now.moved = came
        s.now.start = AFAR if came != 0 else TOGETHER
        _tackle(setup, s, MOST_PLAYERS * (1 - seat_of(p)) + n)
    elif STEAL.holds(action):
        _tackle(setup, s, np.int64(s.carrier))
    else:
        s.target = NOBODY
        if PASS.holds(action):
            (n,) = PASS.unpack(action)
            s.target = MOST_PLAYERS * seat_of(p) + n
        else:
            # R1.3: the value of a strike depends on where the player stands
            (worth,) = STRIKE.unpack(action)
            s.player[p].place = GOALS[seat_of(p), worth]
        s.phase = WAY


@jit
def _reach(setup: Setup, s: State, p):
    # R5.5: a Guard's action continues once the ball has come to rest
    if setup.unit[p].role == ROLE.GUARD:
        s.now.points -= 1
        copy(s.held, s.now)
        s.now.actor = NOBODY
    ball.come_upon(setup, s, p)


@jit
def _tackle(setup: Setup, s: State, target):
    # R6.2: the people at the table see whether the attacker is in front of the target
    s.target = target
    if setup.unit[target].role == ROLE.STRIKER:
        acts.answer(s, REPLY.DODGE)
    else:
        s.phase, s.to_move = PHASE.REPLY, seat_of(target)


@jit
def _roll(setup: Setup, s: State, k):
    test, p, target = s.test, np.int64(s.tester), np.int64(s.target)
    if test == TEST.DASH:
        acts.dash(setup, s, k)
    elif test == TEST.EVADE:
        acts.evade(setup, s, k)
    elif test == TEST.PICK_UP:
        ball.pick_up(s, k)
    elif test == TEST.ATTACK:
        acts.attack(s, k)
    elif test == TEST.REPLY:
        acts.contest(setup, s, k)
        _leave_to_players(setup, s, target)
    elif test == TEST.ARMOUR:
        acts.armour(setup, s, k)
    elif test == TEST.AIM:
        ball.throw(setup, s, k)
        s.player[p].place = TOGETHER
    elif test == TEST.CATCH:
        ball.catch(setup, s, k)
    else:
        acts.rise(s, k)
    if s.phase == PHASE.FACE:
        # the people at the table see which way the player faces
        acts.face(s, s.player[p].facing)
    if (test == TEST.DASH or test == TEST.EVADE) and s.phase == PHASE.RUSH:
        _ask_onto(s, p, 1)


@jit
def _leave_to_players(setup: Setup, s: State, target):
    # R6.3, R6.5, R6.6: pushes and free hexes happen on the pitch; afterwards the ball may lie in the player's new hex
    if s.phase == PHASE.PUSH:
        loser, double = acts.loser_of(s), s.double
        acts.follow(setup, s, False)
        if s.phase == PHASE.RUSH:
            _ask_onto(s, loser, double)
    elif s.phase == PHASE.SIDESTEP:
        acts.dodged(setup, s)
        _ask_onto(s, target, 0)


@jit
def _ask_onto(s: State, p, down):
    if s.ball == LYING:
        s.about, s.down = p, down
        s.phase, s.to_move = ONTO, s.side


@jit
def _come_onto(setup: Setup, s: State, onto):
    p, down = np.int64(s.about), s.down
    s.about, s.down, s.phase = NOBODY, 0, PHASE.RUSH
    if onto and down != 0:
        ball.scatter(s)
    elif onto:
        ball.come_upon(setup, s, p)
