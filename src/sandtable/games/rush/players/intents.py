"""Whole actions of players as numbers ("intents"): which ones there are, and how one is carried out step by step.

An intent says who begins which action, the hex he goes to, and how he ends: `begin << 24 | hex << 16 | finish`, where
`begin` and `finish` are actions. `begin` is 0 for the rest of an action in progress, `hex` is HEXES for no movement, and
`finish` is 0 for the most useful facing. The path is the safest one (`paths`). The first part handles routine choices within a
chain: replies, pushes, follow-ups and facings.
"""

import numpy as np

from sandtable.authoring import Setup, State, copy, inline, jit, record
from sandtable.authoring.hexgrid import SIDES, heading
from sandtable.games.rush.data.pitch import HEXES, ZONES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.players.evaluation import SCALES, STEPS
from sandtable.games.rush.rules.acts import away, may_turn
from sandtable.games.rush.rules.acts import begin as start
from sandtable.games.rush.rules.chances import ACT, best_passes, best_strikes, best_tackles
from sandtable.games.rush.rules.moves import REFUSAL, check
from sandtable.games.rush.rules.paths import MOST_MOVES, REACH, reach_now, route
from sandtable.games.rush.rules.tests import actor, bonus, mover, number_of, place_of, seat_of
from sandtable.games.rush.rules.turns import (
    AIM_AT,
    BEGIN,
    DECLINE,
    DODGE_IT,
    END,
    ENTER,
    FACE,
    FOLLOW,
    PUSH,
    SLAM_BACK,
    STAND_WITH,
    TACKLE,
    doing_of,
    gate_of,
    player_of,
)
from sandtable.games.rush.schema import CARRIED, DOING, NO_BALL, NOBODY, NOWHERE, PHASE, STATE

# from straight back to the sides
PUSHES = (0, 1, SIDES - 1)


@jit
def habit(setup: Setup, s: State):
    """The action of the seat that decides in `s`, within a chain."""
    phase = s.phase
    if phase == PHASE.REPLY:
        unit = setup.unit[s.target]
        strong = np.int64(unit.strength) - bonus(unit.role, True)
        return SLAM_BACK.pack() if strong <= unit.speed else DODGE_IT.pack()
    if phase == PHASE.FACE:
        return _face(setup, s)
    if phase == PHASE.FOLLOW:
        return FOLLOW.pack()
    if phase == PHASE.PUSH:
        straight = away(setup, s)
        for turn in PUSHES:
            action = PUSH.pack((straight + turn) % SIDES)
            if check(setup, s, action) == REFUSAL.OK:
                return action
    return DECLINE.pack()


@inline
def _face(setup: Setup, s: State):
    p = np.int64(s.now.actor if s.winner == NOBODY else s.winner)
    action = FACE.pack(regard(setup, s, p, place_of(s, p)))
    return action if check(setup, s, action) == REFUSAL.OK else FACE.pack(s.player[p].facing)


@jit
def regard(setup: Setup, s: State, p, h):
    """The side that player `p` should face in hex `h`: the one towards his strike hex if he has the ball, otherwise the ball or
    the enemy's end.
    """
    seat = seat_of(p)
    facing = 0 if seat == 0 else SIDES // 2
    target = NOWHERE
    if s.carrier == p:
        nearest = 255
        for zone in range(ZONES):
            if setup.scorer[zone] == seat and STEPS[zone, h] < nearest:
                nearest, target = STEPS[zone, h], np.int64(setup.strike[zone])
    elif s.ball == CARRIED:
        if seat_of(s.carrier) != seat:
            target = place_of(s, s.carrier)
    elif s.ball != NO_BALL:
        target = np.int64(s.ball)
    if target == NOWHERE or target == h:
        return facing
    dx, dy = np.int64(setup.x[target]) - setup.x[h], np.int64(setup.row[target]) - setup.row[h]
    return heading(dx, dy, facing)


STACK = 512
MOST_INTENTS = 2000
# maximum number of decisions that are left open: weights add up to 1
MOST_OPEN = 16
# the chance below which a path is ignored
LEAST = 0.2
BEGIN_AT, HEX_AT = 24, 16

# scratch for evaluating intents
WORK = record(
    (
        ("states", STATE, (STACK,)),  # positions still to be evaluated; the last four are spare
        ("weights", np.float64, (STACK,)),
        ("due", np.int64, (STACK,)),  # what to carry out in them
        ("scattered", np.uint8, (STACK,)),  # the ball has scattered
        ("least", np.float64),  # the weight from which the mover's next decision is left open
        ("open", np.int64),  # how many are, then these positions and their weights
        ("later", STATE, (MOST_OPEN,)),
        ("chances", np.float64, (MOST_OPEN,)),
        ("ahead", np.int64),  # tokens after the intent that the evaluation counts
        # whether the path below is known, its number of moves and the value of `gone` where it began
        ("routed", np.int64),
        ("count", np.int64),
        ("before", np.int64),
        ("reach", REACH),
        ("acts", ACT, (MOST_PLAYERS + 1,)),
        ("actions", np.int64, (MOST_MOVES,)),  # the path
        ("hexes", np.int64, (MOST_MOVES,)),
        ("scales", np.float64, (SCALES,)),
        ("intents", np.int64, (MOST_INTENTS,)),
        ("values", np.float64, (MOST_INTENTS,)),
        ("sure", np.uint8, (MOST_INTENTS,)),  # the value is exact
        ("exact", np.int64),  # how many uncertain intents are computed exactly
        # the value of a player's walk to a hex, where it is known
        ("known", np.uint8, (MOST_PLAYERS, HEXES)),
        ("there", np.float64, (MOST_PLAYERS, HEXES)),
    )
)


@inline
def intent_of(begin, h, finish):
    """The number of an intent."""
    return (np.int64(begin) << BEGIN_AT) | (np.int64(h) << HEX_AT) | np.int64(finish)


@inline
def begin_of(intent):
    """The action that begins an intent, 0 for one in progress."""
    return np.int64(intent) >> BEGIN_AT


@inline
def hex_of_intent(intent):
    """The hex that an intent leads to, HEXES for none."""
    return (np.int64(intent) >> HEX_AT) & 255


@inline
def finish_of(intent):
    """The action that ends an intent, 0 for the most useful facing."""
    return np.int64(intent) & 65535


@jit
def chart(setup: Setup, s: State, intent, work):
    """Finds the path of an intent in `s`, where its action is in progress; returns the number of moves (stored in
    `work.actions`).
    """
    h = hex_of_intent(intent)
    if s.phase != PHASE.MOVE or h >= HEXES:
        return 0
    reach = work.reach
    reach_now(setup, s, reach)
    return route(setup, reach, reach.node[h], work.actions, work.hexes) if reach.chance[h] > 0.0 else 0


@inline
def gone(s: State):
    """Moves made in the current action, up to a constant, from what is left of its points and Dashes."""
    return np.int64(s.now.dashes) - np.int64(s.now.points)


@jit
def next_step(setup: Setup, s: State, intent, count, done, work):
    """The action of an intent in `s` after `done` of its `count` moves."""
    if done < count:
        action = work.actions[done]
        if check(setup, s, action) == REFUSAL.OK:
            return action
    finish = finish_of(intent)
    if finish != 0 and done >= count and check(setup, s, finish) == REFUSAL.OK:
        return finish
    p = actor(s)
    if may_turn(setup, s):
        return FACE.pack(regard(setup, s, p, place_of(s, p)))
    return FACE.pack(s.player[p].facing)


@jit
def list_intents(setup: Setup, s: State, work):
    """Writes all sensible intents of the seat to move in `s` (phase rush, free or move) into `work`; returns how many.
    `work.values` is the chance of the path and the act; `sure` is 1 for intents that are certain to change only a
    player's place.
    """
    move = work.states[STACK - 1]
    if s.phase == PHASE.MOVE:
        copy(move, s)
        n = _options(setup, move, 0, 0, work)
        return (
            n
            if s.now.doing == DOING.RUN or s.now.doing == DOING.SPRINT
            else _add(work, n, 0, HEXES, 0, 1.0, 0)
        )
    n, first = 0, MOST_PLAYERS * mover(s)
    free = s.phase == PHASE.FREE
    for begin in range(BEGIN.first, ENTER.end):
        if check(setup, s, begin) != REFUSAL.OK:
            continue
        if STAND_WITH.holds(begin):
            n = _add(work, n, begin, HEXES, 0, 1.0, 0)
            continue
        copy(move, s)
        p = first + player_of(begin)
        if BEGIN.holds(begin):
            start(setup, move, p, doing_of(begin), free)
        else:
            move.player[p].place = setup.gate[s.to_move, gate_of(begin)]
            start(setup, move, p, DOING.RUN, free)
            move.now.points -= 1
        n = _options(setup, move, begin, n, work)
    for ending in (END.pack(), DECLINE.pack()):
        if check(setup, s, ending) == REFUSAL.OK:
            n = _add(work, n, ending, HEXES, 0, 1.0, 0)
    return n


@jit
def _add(work, n, begin, h, finish, value, sure):
    if n < MOST_INTENTS:
        work.intents[n], work.values[n], work.sure[n] = intent_of(begin, h, finish), value, sure
        n += 1
    return n


@jit
def _options(setup: Setup, move, begin, n, work):
    """The options of the player in action for the rest of his action `move`."""
    doing, reach, trial, acts = move.now.doing, work.reach, work.states[STACK - 2], work.acts
    if doing == DOING.SLAM or doing == DOING.STEAL:
        for i in range(best_tackles(setup, move, reach, trial, acts)):
            tackle = TACKLE.pack(number_of(acts[i].target))
            n = _add(work, n, begin, np.int64(acts[i].hex), tackle, acts[i].chance, 0)
        return n
    if doing == DOING.THROW:
        for i in range(best_passes(setup, move, reach, trial, acts)):
            aim = AIM_AT.pack(move.player[acts[i].target].place)
            n = _add(work, n, begin, np.int64(acts[i].hex), aim, acts[i].chance, 0)
        for i in range(best_strikes(setup, move, reach, trial, acts)):
            aim = AIM_AT.pack(setup.strike[setup.zone[acts[i].hex]])
            n = _add(work, n, begin, np.int64(acts[i].hex), aim, acts[i].chance, 0)
        return n
    reach_now(setup, move, reach)
    return _ways(move, begin, n, work)


@jit
def _ways(move, begin, n, work):
    reach, p = work.reach, actor(move)
    here = place_of(move, p)
    sprints = move.now.doing == DOING.SPRINT
    for h in range(HEXES):
        chance = reach.chance[h]
        if chance < LEAST or (h == here and BEGIN.holds(begin)):
            continue
        risky = chance < 1.0 or h == move.ball
        n = _add(work, n, begin, h, 0, chance, 0 if risky else 1)
        if h == here and begin == 0 and not sprints:
            for side in range(SIDES):
                n = _add(work, n, 0, h, FACE.pack(side), 1.0, 0)
    return n
