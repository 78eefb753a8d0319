"""A climb in the interface of `ops`, for searches that look on: a seat may move several times, and chance takes a part.

Seat 0 stands on step 0 and takes up to `moves` moves, 0 to 9 steps each. A 7 passes the turn to seat 1, who passes it back.
After an 8 it slips by 2 to 4 steps, which no list tells; after a 9 a coin that can be listed brings 20 steps or none. A player
who draws an action takes one step. Judged by the steps: 1 for a hundred.
"""

from pathlib import Path

from sandtable.authoring import CHANCE, OVER, copy, jit, new, ops, record, rng, tagged

PASS, SLIP, COIN = 7, 8, 9
SLIPS, COINS = 10, 20
CLIMB, SLIPPING, TOSSED, DONE = range(4)

SETUP = record((("moves", "i8"),))
STATE = tagged("stairs", (("step", "i8"), ("moved", "i8")), Path(__file__))


@jit
def deal(setup, s):
    s.to_move, s.phase, s.ply, s.step, s.moved = 0, CLIMB, 0, 0, 0
    s.score[0] = s.score[1] = 0.0


@jit
def legal(setup, s, out):
    if s.phase == SLIPPING:
        # an example, not all there are
        out[0] = SLIPS + 2
        return 1
    n = 10 if s.phase == CLIMB else 2 if s.phase == TOSSED else 0
    for i in range(n):
        out[i] = i if s.phase == CLIMB else COINS + i
    return n


@jit
def chance(setup, s, weights):
    if s.phase != TOSSED:
        return 0
    weights[0], weights[1] = 0.5, 0.5
    return 2


@jit
def sample(setup, s, stream):
    if s.phase == SLIPPING:
        return SLIPS + 2 + rng.below(stream, 3)
    return COINS + rng.below(stream, 2) if s.phase == TOSSED else 1


@jit
def check(setup, s, action):
    return 0


@jit
def apply(setup, s, action):
    s.ply += 1
    if s.phase == SLIPPING:
        s.step -= action - SLIPS
    elif s.phase == TOSSED:
        s.step += 20 * (action - COINS)
    elif s.to_move == 0:
        s.step += action
        s.moved += 1
        if action in (SLIP, COIN):
            s.phase, s.to_move = (SLIPPING if action == SLIP else TOSSED), CHANCE
            return
        s.to_move = 1 if action == PASS else 0
    else:
        s.to_move = 0
    s.phase = CLIMB
    s.to_move = 0 if s.to_move == CHANCE else s.to_move
    if s.moved == setup.moves:
        s.to_move, s.phase = OVER, DONE
        s.score[0] = s.step / 100
        s.score[1] = -s.score[0]


@jit
def observe(setup, s, seat, out):
    copy(out, s)


@jit
def determinize(setup, view, seat, stream, out):
    copy(out, view)


@jit
def observed_action(setup, s, seat, action):
    return action


@jit
def evaluate(setup, s, seat):
    return s.step / 100 if seat == 0 else -s.step / 100


@jit
def features(setup, s, seat, out):
    return 0


FUNCTIONS = {name: globals()[name] for name in ops.NAMES}


def foot(moves):
    """A setup with that many moves, and a state on step 0."""
    ops.register("stairs", FUNCTIONS)
    setup, state = new(SETUP)[0], new(STATE)[0]
    setup.moves = moves
    ops.deal(setup, state)
    return setup, state
