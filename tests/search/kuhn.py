"""Kuhn poker in the interface of `ops`: the smallest game in which a sound player must bluff.

Three cards, 0 < 1 < 2, one to each seat, and one chip each in the pot. Seat 0 checks or bets a chip, seat 1 answers. The known
solution: seat 1 bets a checked-to 0 and calls a bet with a 1 each in a third of the cases, never bets a 1, always bets a 2.
"""

from pathlib import Path

import numpy as np

from sandtable.authoring import CHANCE, OVER, copy, jit, new, ops, record, rng, tagged

CARD_0, CARD_1, OPEN, CHECKED, BET, RAISED = range(6)
PASS, PUSH = 3, 4
HIDDEN = -1

SETUP = record((("stake", np.int8),))
STATE = tagged("kuhn", (("card", np.int8, (2,)),), Path(__file__))


@jit
def deal(setup, state):
    state.to_move, state.phase, state.ply = CHANCE, CARD_0, 0
    state.score[0] = state.score[1] = 0.0
    state.card[0] = state.card[1] = HIDDEN


@jit
def legal(setup, state, out):
    if state.to_move == OVER:
        return 0
    if state.phase > CARD_1:
        out[0], out[1] = PASS, PUSH
        return 2
    count = 0
    for card in range(3):
        if state.phase == CARD_0 or state.card[0] != card:
            out[count] = card
            count += 1
    return count


@jit
def chance(setup, state, weights):
    if state.to_move != CHANCE:
        return 0
    count = 3 if state.phase == CARD_0 else 2
    weights[:count] = 1.0 / count
    return count


@jit
def sample(setup, state, stream):
    if state.phase > CARD_1:
        return PASS + rng.below(stream, 2)
    if state.phase == CARD_0:
        return rng.below(stream, 3)
    return (state.card[0] + 1 + rng.below(stream, 2)) % 3


@jit
def check(setup, state, action):
    return 0


@jit
def apply(setup, state, action):
    state.ply += 1
    phase = state.phase
    if phase <= CARD_1:
        state.card[phase] = action
        state.phase = phase + 1
        state.to_move = CHANCE if phase == CARD_0 else 0
    elif phase == OPEN:
        state.phase = BET if action == PUSH else CHECKED
        state.to_move = 1
    elif phase == CHECKED and action == PUSH:
        state.phase = RAISED
        state.to_move = 0
    else:
        _finish(state, phase, action)


@jit
def _finish(state, phase, action):
    winner = 0 if state.card[0] > state.card[1] else 1
    stake = 0.5 if phase == CHECKED or action == PASS else 1.0
    if phase != CHECKED and action == PASS:
        winner = 1 - state.to_move
    state.score[winner] = stake
    state.score[1 - winner] = -stake
    state.to_move = OVER


@jit
def observe(setup, state, seat, out):
    copy(out, state)
    for other in range(2):
        if other != seat:
            out.card[other] = HIDDEN


@jit
def determinize(setup, view, seat, stream, out):
    copy(out, view)
    if view.phase > CARD_1:
        out.card[1 - seat] = (view.card[seat] + 1 + rng.below(stream, 2)) % 3


@jit
def observed_action(setup, state, seat, action):
    return -1 if state.phase <= CARD_1 and state.phase != seat else action


@jit
def evaluate(setup, state, seat):
    return 0.0


@jit
def features(setup, state, seat, out):
    return 0


FUNCTIONS = {name: globals()[name] for name in ops.NAMES}


def position(first, second, *actions):
    """A setup, and a state with these two cards after `actions`."""
    ops.register("kuhn", FUNCTIONS)
    setup, state = new(SETUP)[0], new(STATE)[0]
    ops.deal(setup, state)
    for action in (first, second, *actions):
        ops.apply(setup, state, action)
    return setup, state
