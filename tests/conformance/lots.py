"""Lots: chance draws a black or a white lot that nobody sees, and seat 0 names its colour. `SPEC` declares it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from sandtable.authoring import (
    CHANCE,
    OVER,
    Actions,
    Integer,
    Kind,
    Rules,
    Spec,
    copy,
    jit,
    record,
    rng,
    tagged,
)

WHITE, BLACK, UNSEEN = range(3)
ACTIONS = Actions(Kind("draw", "draw lot {lot}", lot=2), Kind("name", "name lot {lot}", lot=2))
DRAW, NAME = ACTIONS.base("draw"), ACTIONS.base("name")
SETUP = record((("black", np.int64),))
STATE = tagged("lots", (("lot", np.uint8),), Path(__file__))


@jit
def deal(setup, s):
    """No lot is drawn."""
    s.to_move, s.phase, s.ply, s.lot = CHANCE, 0, 0, UNSEEN
    s.score[:] = 0.0


@jit
def legal(setup, s, out):
    """Two lots to draw, or two to name."""
    if s.to_move == OVER:
        return 0
    base = DRAW if s.to_move == CHANCE else NAME
    out[0], out[1] = base, base + 1
    return 2


@jit
def chance(setup, s, weights):
    """One in `black` is black."""
    if s.to_move != CHANCE:
        return 0
    weights[BLACK] = 1.0 / setup.black
    weights[WHITE] = 1.0 - weights[BLACK]
    return 2


@jit
def apply(setup, s, a):
    """The lot is drawn, or named."""
    s.ply += 1
    if s.to_move == CHANCE:
        s.to_move, s.lot = 0, a - DRAW
        return
    s.to_move = OVER
    s.score[0] = 1.0 if s.lot == a - NAME else -1.0
    s.score[1] = -s.score[0]


@jit
def observe(setup, s, seat, out):
    """Nobody sees the lot before the end."""
    copy(out, s)
    if s.to_move == 0:
        out.lot = UNSEEN


@jit
def determinize(setup, view, seat, stream, out):
    """Draws the lot again."""
    copy(out, view)
    if view.to_move == 0:
        out.lot = BLACK if rng.uniform(stream) < 1.0 / setup.black else WHITE


@jit
def always_white(setup, view, seat, stream, out):
    """Always draws the white lot."""
    copy(out, view)
    if view.to_move == 0:
        out.lot = WHITE


@jit
def observed_action(setup, s, seat, a):
    """Nobody sees the lot."""
    return -1 if s.to_move == CHANCE else a


SPEC = Spec(
    interface=3,
    id="lots",
    name="Lots",
    summary="Name the colour of the lot.",
    rules=Rules(
        functions={
            function.__name__: function
            for function in (deal, legal, chance, apply, observe, determinize, observed_action)
        },
        state=STATE,
        settings=(Integer("black", 2, 10**6, 2, "L1", "one in this many lots is black"),),
        actions=ACTIONS,
        max_actions=2,
        bound=lambda _setup: 2,
    ),
)
# the same, with a `determinize` that knows no black lots
NO_BLACK = replace(
    SPEC,
    id="no_black",
    rules=replace(
        SPEC.rules,
        state=tagged("no_black", (("lot", np.uint8),), Path(__file__)),
        functions={**SPEC.rules.functions, "determinize": always_white},
    ),
)
