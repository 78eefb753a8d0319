"""Exact chances of single acts, computed by the rules themselves: picking up, passing, striking, Slam and Steal,
standing up.

Every kernel works on a *trial*: a state owned by the caller that the kernel changes, because it lets the rules carry
out the decision and then reads the dice that are due. So no modifier is implemented twice.

    trial, out = records.new(STATE)[0], np.zeros(5)
    copy(move, s); begin(setup, move, p, SLAM, 0)      # `acts.begin`; a state in phase "move" is one already
    stage(move, h, hexes, trial)                       # the player in action has gone `hexes` hexes and is in hex h
    best_reply(setup, trial, target, out)              # five chances, from the attacker's side
    stage(move, h, hexes, trial)                       # again for every act
    pick_up_odds(setup, trial, out)                    # P(1 or more), P(2 or more)

These chances do not include the path to the hex: multiply by `reach.chance[h]`. To find out whether the act is legal,
call `moves.check` with the staged trial and the action: a staged trial is in phase "move".
"""

import numpy as np

from sandtable.authoring import Setup, State, copy, inline, jit, record
from sandtable.authoring.dice import DOUBLE_A, MOST_DICE, MOST_SUCCESSES, WIN_A, at_least, contest
from sandtable.authoring.hexgrid import SIDES, WALL
from sandtable.games.rush.data.pitch import HEXES, ZONES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.acts import answer, attack, may_turn, stand_up, tackle
from sandtable.games.rush.rules.ball import aim, come_upon, own_strike_hex, throw
from sandtable.games.rush.rules.moves import REFUSAL, check
from sandtable.games.rush.rules.paths import reach_now
from sandtable.games.rush.rules.tests import (
    actor,
    needed_of,
    number_of,
    place_of,
    pool_of,
    seat_of,
    stands,
)
from sandtable.games.rush.rules.turns import AIM_AT, TACKLE, apply
from sandtable.games.rush.schema import DOING, NOBODY, PHASE, REPLY, ROLE

# an act from its best place: the target (NOBODY for a strike), the place, the chance including the path, what
# `best_reply` writes, and the reply
ACT = record(
    (
        ("target", np.int8),
        ("hex", np.uint8),
        ("reply", np.uint8),
        ("chance", np.float64),
        ("odds", np.float64, (5,)),
    )
)


@jit
def stage(move, h, hexes, trial: State):
    """Sets `trial` to the state `move` with the player in action in hex `h`, `hexes` hexes into this action (0: none)."""
    copy(trial, move)
    trial.player[move.now.actor].place = h
    trial.now.moved = hexes


@jit
def _due(setup: Setup, trial: State, n):
    # the chance of n or more successes in the test that is due
    return at_least(setup.odds, needed_of(setup, trial), pool_of(setup, trial), n)


@jit
def pick_up_odds(setup: Setup, trial: State, out):
    """Writes the chances that the player in action, a Jack or Striker, gets the ball: at all, and with a free action (R5.5)."""
    come_upon(setup, trial, actor(trial))
    out[0], out[1] = _due(setup, trial, 1), _due(setup, trial, 2)


@jit
def stand_odds(setup: Setup, trial: State, p, out):
    """Writes the chances that prone player `p` stands up: at all, and with a free action (R9.1)."""
    stand_up(trial, p)
    out[0], out[1] = _due(setup, trial, 1), _due(setup, trial, 2)


@jit
def strike_odds(setup: Setup, trial: State):
    """The chance of a strike by the player in action, who may throw at a strike hex (R7.2)."""
    aim(setup, trial, own_strike_hex(setup, trial, actor(trial)))
    return _due(setup, trial, 1)


@jit
def pass_odds(setup: Setup, trial: State, target, out):
    """Writes the chances that `target` has the ball after a throw at him: at all, and with a free action (R7.3, R7.4).
    All outcomes of the throw count: even a target who is missed may catch the ball.
    """
    aim(setup, trial, place_of(trial, target))
    needed, dice = needed_of(setup, trial), min(max(0, pool_of(setup, trial)), MOST_DICE)
    throw(setup, trial, 0)
    catching, least = needed_of(setup, trial), pool_of(setup, trial)
    out[0] = out[1] = 0.0
    for successes in range(MOST_SUCCESSES + 1):
        chance = setup.odds[needed, dice, successes]
        if chance > 0.0:
            out[0] += chance * at_least(setup.odds, catching, least + successes, 1)
            out[1] += chance * at_least(setup.odds, catching, least + successes, 2)


@jit
def reply_odds(setup: Setup, trial: State, reply, out):
    """Writes the five chances of a Slam or Steal whose target answers with `reply` (R6.2): those of `dice.contest`."""
    answer(trial, reply)
    needed, pool = needed_of(setup, trial), pool_of(setup, trial)
    attack(trial, 0)
    contest(setup.odds, needed, pool, needed_of(setup, trial), pool_of(setup, trial), out)


@inline
def success(doing, odds):
    """The part of the five chances that the attacker wants: winning the Slam, or getting the ball (R6.3, R6.4)."""
    return odds[DOUBLE_A] + odds[WIN_A] if doing == DOING.SLAM else odds[DOUBLE_A]


@jit
def best_reply(setup: Setup, trial: State, target, out):
    """Writes the five chances of an attack on `target`, who gives the reply that is worst for the attacker; returns the
    reply.
    """
    doing = trial.now.doing
    tackle(setup, trial, target, may_turn(setup, trial))
    both = trial.phase == PHASE.REPLY
    reply_odds(setup, trial, REPLY.DODGE, out)
    if not both:
        return REPLY.DODGE
    dodged = success(doing, out)
    reply_odds(setup, trial, REPLY.SLAMBACK, out)
    if success(doing, out) <= dodged:
        return REPLY.SLAMBACK
    reply_odds(setup, trial, REPLY.DODGE, out)
    return REPLY.DODGE


@jit
def begin_with(setup: Setup, s: State, action, move):
    """Sets `move` to the state `s` after `action`, or to a copy of `s` for -1; returns its phase, its test and what is
    being done.
    """
    copy(move, s)
    if action >= 0:
        apply(setup, move, action)
    return np.int64(move.phase), np.int64(move.test), np.int64(move.now.doing)


@jit
def survey(setup: Setup, move, reach, trial: State):
    """Fills `reach` for the Run or Sprint in progress; returns the chance of reaching the ball and picking it up."""
    reach_now(setup, move, reach)
    h = np.int64(move.ball)
    if h >= HEXES or reach.chance[h] == 0.0 or setup.unit[move.now.actor].role == ROLE.GUARD:
        return 0.0
    stage(move, h, move.now.moved + reach.moves[reach.node[h]], trial)
    come_upon(setup, trial, actor(trial))
    return reach.chance[h] * _due(setup, trial, 1)


@jit
def best_passes(setup: Setup, move, reach, trial: State, acts):
    """Writes the best place for a throw at each team-mate into `acts` (ACT[7]); returns how many have a chance. `reach`
    is scratch and ends up as `reach_now` fills it.
    """
    reach_now(setup, move, reach)
    p, n = actor(move), 0
    first = MOST_PLAYERS * seat_of(p)
    for target in range(first, first + MOST_PLAYERS):
        if target != p and stands(move.player[target]):
            n += _best_pass(setup, move, reach, target, trial, acts[n])
    return n


@jit
def _best_pass(setup: Setup, move, reach, target, trial: State, act):
    act.target, act.hex, act.reply, act.chance = target, 0, 0, 0.0
    p, goal = actor(move), place_of(move, target)
    for h in range(HEXES):
        if reach.chance[h] == 0.0 or reach.chance[h] < act.chance or h == reach.ball:
            continue
        stage(move, h, move.now.moved + reach.moves[h], trial)
        # R7.2: at the team's own strike hex nobody catches
        if own_strike_hex(setup, trial, p) != goal and check(setup, trial, AIM_AT.pack(goal)) == REFUSAL.OK:
            pass_odds(setup, trial, target, act.odds)
            _keep(reach, h, act.odds[0], act)
    return 1 if act.chance > 0.0 else 0


@jit
def best_strikes(setup: Setup, move, reach, trial: State, acts):
    """Writes the best places for throws at strike hexes into `acts` (ACT[6]); returns how many have a chance.

    For each zone: the best place, and the bonus hex. `reach` is scratch and ends up as `reach_now` fills it.
    """
    reach_now(setup, move, reach)
    n = 0
    for zone in range(ZONES):
        if setup.scorer[zone] == seat_of(move.now.actor):
            for bonus in range(2):
                n += _best_strike(setup, move, reach, zone, bonus, trial, acts[n])
    return n


@jit
def _best_strike(setup: Setup, move, reach, zone, bonus, trial: State, act):
    act.target, act.hex, act.reply, act.chance = NOBODY, 0, 0, 0.0
    for h in range(HEXES):
        if setup.zone[h] != zone or (h == setup.bonus[zone]) != bonus:
            continue
        if reach.chance[h] == 0.0 or h == reach.ball:
            continue
        stage(move, h, move.now.moved + reach.moves[h], trial)
        if check(setup, trial, AIM_AT.pack(setup.strike[zone])) == REFUSAL.OK:
            _keep(reach, h, strike_odds(setup, trial), act)
    return 1 if act.chance > 0.0 else 0


@inline
def _keep(reach, h, chance, act):
    # ties go to the shorter path
    chance *= reach.chance[h]
    if chance > act.chance or (chance == act.chance and reach.moves[h] < reach.moves[act.hex]):
        act.chance, act.hex = chance, h


@jit
def best_tackles(setup: Setup, move, reach, trial: State, acts):
    """Writes the best place for each target of a Slam or Steal by the player in action into `acts` (ACT[8]); returns
    how many. `reach` is scratch and ends up as `reach_now` fills it.
    """
    reach_now(setup, move, reach)
    n, first = 0, MOST_PLAYERS * (1 - seat_of(move.now.actor))
    for target in range(first, first + MOST_PLAYERS):
        if stands(move.player[target]):
            n += _best_tackle(setup, move, reach, target, trial, acts[n])
    return n


@jit
def _best_tackle(setup: Setup, move, reach, target, trial: State, act):
    act.target, act.hex, act.reply, act.chance = target, 0, 0, 0.0
    for side in range(SIDES):
        h = np.int64(setup.across[move.player[target].place, side])
        if h == WALL or reach.chance[h] == 0.0 or h == reach.ball:
            continue
        stage(move, h, move.now.moved + reach.moves[h], trial)
        if check(setup, trial, TACKLE.pack(number_of(target))) == REFUSAL.OK:
            best_reply(setup, trial, target, act.odds)
            _keep(reach, h, success(move.now.doing, act.odds), act)
    if act.chance == 0.0:
        return 0
    stage(move, np.int64(act.hex), move.now.moved + reach.moves[act.hex], trial)
    act.reply = best_reply(setup, trial, target, act.odds)
    return 1
