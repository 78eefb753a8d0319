"""Judgement and features of a position for agents."""

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rush.outlook import SCALES, WHOLE, worth
from sandtable.games.rush.pitch import HEXES
from sandtable.games.rush.presets import MOST_PLAYERS
from sandtable.games.rush.setup import BENCH, NO_BALL, OUT, PHASES, PLAYERS, TESTS
from sandtable.hexgrid import SIDES

OF_TABLE = 12
PER_PLAYER = 8 + SIDES
FEATURES = OF_TABLE + len(PHASES) + len(TESTS) + PLAYERS * PER_PLAYER


@jit
def evaluate(setup, state, seat):
    """See `ops.evaluate`."""
    home = worth(setup, state, WHOLE, np.empty(SCALES))
    return home if seat == 0 else 0.0 - home


@jit
def features(setup, state, seat, out):
    """See `ops.features`: the table, the ball, the action, then own players and the other side's, seen from the own end."""
    for i in range(FEATURES):
        out[i] = 0.0
    side = 1.0 if seat == 0 else -1.0
    out[0] = 1.0 if state.to_move == seat else 0.0
    out[1] = 1.0 if state.side == seat else 0.0
    out[2] = side * state.lead / setup.limit
    out[3] = (setup.rushes + setup.sudden - state.rush) / 54.0
    out[4] = 1.0 if state.rush >= setup.rushes else 0.0
    out[5] = state.tokens / 10.0
    out[6] = 1.0 if state.ends != 0 else 0.0
    out[7] = 1.0 if state.ball == NO_BALL else 0.0
    if state.ball < HEXES:
        out[8] = 1.0
        out[9], out[10] = side * setup.x[state.ball] / 20.0, side * setup.row[state.ball] / 5.0
    out[11] = state.now.points / 18.0
    out[OF_TABLE + state.phase] = 1.0
    at = OF_TABLE + len(PHASES)
    out[at + state.test] = 1.0
    at += len(TESTS)
    for n in range(PLAYERS):
        _player(setup, state, (MOST_PLAYERS * seat + n) % PLAYERS, seat, out[at : at + PER_PLAYER])
        at += PER_PLAYER
    return at


@inline
def _player(setup, s, p, seat, out):
    # where, how he stands, who acts and who has the ball
    player = s.player[p]
    side = 1.0 if seat == 0 else -1.0
    if player.place < HEXES:
        out[0] = 1.0
        out[1], out[2] = side * setup.x[player.place] / 20.0, side * setup.row[player.place] / 5.0
        out[8 + (player.facing + (0 if seat == 0 else SIDES // 2)) % SIDES] = 1.0
    out[3] = 1.0 if player.prone != 0 else 0.0
    out[4] = 1.0 if player.place == BENCH else 0.0
    out[5] = player.out / 8.0 if player.place == OUT else 0.0
    out[6] = 1.0 if s.carrier == p else 0.0
    out[7] = 1.0 if s.now.actor == p else 0.0
