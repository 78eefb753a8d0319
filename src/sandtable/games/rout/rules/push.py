"""How a finger pushes a block: where on its rim, and how close to straight in. Clauses: T3.1, T3.2."""

import numpy as np

from sandtable.authoring import Setup, inline, jit
from sandtable.games.rout.rules import physics
from sandtable.games.rout.schema import CONTACT, DEED, DIRECTIONS, STEPS, TURN

# T3.1: the cosine of 75 degrees, slightly less because turns are stored in millionths and directions in tenths of a degree
FLATTEST = 0.2588


@jit
def middle(setup: Setup, block, deed, direction):
    """The contact point at which a push of `block`, or of the range block on it, passes nearest to its middle."""
    dx, dy = setup.toward[direction, 0], setup.toward[direction, 1]
    c, s = block.c / TURN, block.s / TURN
    along, across = dx * c + dy * s, dy * c - dx * s
    size = 1 if deed == DEED.RANGE else 0
    long, wide = setup.long[size], setup.wide[size]
    if abs(across) * long >= abs(along) * wide and abs(across) >= FLATTEST:
        # the push enters through a long side
        return _contact(0 if across < 0 else 1, 0.0 - along * wide / (abs(across) * long))
    return _contact(2 if along < 0 else 3, 0.0 - across * long / (abs(along) * wide))


@inline
def _contact(side, t):
    half = STEPS // 2
    return CONTACT.pack(side, half + np.int64(np.floor(half * min(1.0, max(-1.0, t)) + 0.5)))


@inline
def goes_in(setup: Setup, block, contact, direction):
    """T3.1: whether a push at a contact point stays within 75 degrees of straight in."""
    dx, dy = setup.toward[direction, 0], setup.toward[direction, 1]
    return physics.inward(block.c / TURN, block.s / TURN, contact, dx, dy) >= FLATTEST


@jit
def slipped(setup: Setup, block, contact, direction, turn):
    """T3.2: the direction of an aimed push that the hand turns by `turn` tenths of a degree, to the left where positive.

    The error is cut off where the push would no longer go in, unless the match is older than that rule; the push as
    aimed goes in.
    """
    step = 1 if turn > 0 else -1
    while setup.cut and turn != 0 and not goes_in(setup, block, contact, (direction + turn) % DIRECTIONS):
        turn -= step
    return (direction + turn) % DIRECTIONS
