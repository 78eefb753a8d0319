"""The rules of the guessing game. `secret`: 0 not picked, HIDDEN, or the number plus 1."""

from pathlib import Path

import numpy as np

from sandtable.authoring import CHANCE, OVER, Actions, Kind, copy, jit, record, rng, tagged

NUMBERS, DIGITS, TURNS = 120, 10, 20
PICK, ROLL, GUESS, ENDED = 0, 1, 2, 3
IS_OVER, NOT_NOW, TOO_LOW, WOULD_BE_RIGHT = 1, 2, 3, 4
HIDDEN = -1
ACTIONS = Actions(
    Kind("pick", "pick {number}", number=NUMBERS),
    Kind("roll", "roll a {die}", die=6),
    Kind("guess", "guess {digit}", digit=DIGITS),
    Kind("pass", "pass"),
)
FIRST_ROLL, FIRST_GUESS, PASS = NUMBERS, NUMBERS + 6, NUMBERS + 6 + DIGITS

SETUP = record((("turns", np.int64), ("wild", np.uint8)))
STATE = tagged("guess", (("secret", np.int16, (2,)), ("turn", np.uint8), ("die", np.uint8)), Path(__file__))


@jit
def deal(setup, s):
    s.to_move = 0
    s.phase = PICK
    s.ply = 0
    s.turn = 0
    s.die = 0
    for seat in range(2):
        s.score[seat] = 0.0
        s.secret[seat] = 0


@jit
def only_passes(setup, s):
    """Whether a seat with an even number of its own has to pass on a 3, as in a wild mood."""
    own = s.secret[s.turn % 2]
    return setup.wild != 0 and s.die == 3 and own > 0 and (own - 1) % 2 == 0


@jit
def check(setup, s, a):
    if s.to_move == OVER:
        return IS_OVER
    if s.phase == PICK:
        return 0 if 0 <= a < NUMBERS else NOT_NOW
    if s.phase == ROLL:
        return 0 if FIRST_ROLL <= a < FIRST_GUESS else NOT_NOW
    if a == PASS:
        return 0
    if a < FIRST_GUESS or a > PASS:
        return NOT_NOW
    if s.die >= 3:
        return TOO_LOW if only_passes(setup, s) else 0
    # a reason that depends on a secret: the server must not let it out
    secret = s.secret[1 - s.turn % 2]
    return WOULD_BE_RIGHT if secret > 0 and (secret - 1) % DIGITS == a - FIRST_GUESS else TOO_LOW


@jit
def legal(setup, s, out):
    n = 0
    for a in range(PASS + 1):
        if check(setup, s, a) == 0:
            out[n] = a
            n += 1
    return n


@jit
def chance(setup, s, weights):
    if s.to_move != CHANCE:
        return 0
    for face in range(6):
        weights[face] = 1.0 / 6.0
    return 6


@jit
def sample(setup, s, stream):
    if s.phase == PICK:
        return rng.below(stream, NUMBERS)
    if s.phase == ROLL:
        return FIRST_ROLL + rng.below(stream, 6)
    may_guess = s.die >= 3 and not only_passes(setup, s)
    return FIRST_GUESS + rng.below(stream, DIGITS + 1) if may_guess else PASS


@jit
def apply(setup, s, a):
    s.ply += 1
    if s.phase == PICK:
        seat = np.int64(s.to_move)
        s.secret[seat] = a + 1
        s.to_move = 1 if seat == 0 else CHANCE
        s.phase = PICK if seat == 0 else ROLL
    elif s.phase == ROLL:
        s.die = a - FIRST_ROLL + 1
        s.to_move = s.turn % 2
        s.phase = GUESS
    else:
        finish_turn(setup, s, a)


@jit
def finish_turn(setup, s, a):
    seat = s.turn % 2
    s.turn += 1
    s.to_move = CHANCE
    s.phase = ROLL
    right = a != PASS and (s.secret[1 - seat] - 1) % DIGITS == a - FIRST_GUESS
    if right or s.turn == setup.turns:
        s.to_move = OVER
        s.phase = ENDED
        s.score[seat] = 1.0 if right else 0.0
        s.score[1 - seat] = -1.0 if right else 0.0


@jit
def observe(setup, s, seat, out):
    copy(out, s)
    for other in range(2):
        if other != seat and s.to_move != OVER and s.secret[other] != 0:
            out.secret[other] = HIDDEN


@jit
def determinize(setup, view, seat, stream, out):
    copy(out, view)
    for other in range(2):
        if view.secret[other] == HIDDEN:
            out.secret[other] = rng.below(stream, NUMBERS) + 1


@jit
def observed_action(setup, s, seat, a):
    return -1 if s.phase == PICK and seat != s.to_move else a


@jit
def evaluate(setup, s, seat):
    return 0.0


@jit
def features(setup, s, seat, out):
    out[0] = s.die
    return 1
