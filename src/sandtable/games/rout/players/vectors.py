"""Actions of ROUT! as vectors of six numbers in [-1, 1], for learners (see `sandtable.adapters.vectors`).

phase   0                            1       2, 3                       4                    5
turn    a deed; from 0.9 on: pass    block   direction (x, y)           contact, along rim   speed
place   formation; from 0 on: block  which   where on the table (x, y)  angle                -
rally   rally; from 0.9 on: pass     block   -                          -                    -
remove  remove; from 0.9 on: pass    -       -                          -                    -
split   -                            which   -                          -                    -

Directions and places are seen from the player's side, as in `features`. A choice among n options divides [-1, 1] into n
equal parts. Every vector means a legal action: contacts are counted along the sides that a push in that direction goes
into, and a block that does not fit where it is wanted is placed nearby, or else the formation that number 1 chooses is used. A
flick is an aimed one, or a finger flick if the table takes no other (T3.0), which happens exactly as the vector says.
"""

import numpy as np

from sandtable.authoring import Setup, State, View, inline, jit
from sandtable.games.rout.data.formations import FORMATIONS
from sandtable.games.rout.players.shots import direction_of
from sandtable.games.rout.rules.moves import as_taken, flick, usable
from sandtable.games.rout.rules.push import goes_in
from sandtable.games.rout.rules.table import place_fault
from sandtable.games.rout.rules.turns import (
    FLICK,
    FORMATION,
    PASS,
    PLACE,
    RALLY_IT,
    REMOVE,
    SPLIT,
    turn_of,
)
from sandtable.games.rout.schema import (
    ANGLES,
    CONTACT,
    DEEDS,
    DIRECTIONS,
    NONE,
    PHASE,
    RIM,
    SPEEDS,
    STEPS,
    TURN,
    UNITS,
    blocks_on,
    broken_blocks,
    may_do,
)

WIDTH = 6
# from this value on, the action is to pass, or to keep the card
PASSING = 0.9
# spacing of the places tried around the desired one, in mm
BESIDE = 25


@jit
def decode(setup: Setup, view: View, vector):
    """See `vectors.decode`."""
    phase = view.phase
    if phase == PHASE.PLACE:
        return _place(setup, view, vector)
    if phase == PHASE.SPLIT:
        return SPLIT.pack(_part(vector[1], SPLIT.count))
    if vector[0] >= PASSING:
        return PASS.pack()
    if phase == PHASE.TURN:
        return _flick(setup, view, vector)
    if phase == PHASE.REMOVE:
        return REMOVE.pack()
    broken = broken_blocks(view)
    return RALLY_IT.pack(_part(vector[1], broken)) if broken > 0 else PASS.pack()


@jit
def encode(setup: Setup, view: View, action, out):
    """See `vectors.encode`."""
    for i in range(WIDTH):
        out[i] = 0.0
    phase = view.phase
    if phase == PHASE.PLACE:
        _encode_place(setup, view, action, out)
    elif phase == PHASE.SPLIT:
        (split,) = SPLIT.unpack(action)
        out[1] = _centre(split, SPLIT.count)
    elif PASS.holds(action):
        out[0] = 1.0
    elif phase == PHASE.TURN:
        _encode_flick(setup, view, action, out)
    elif phase == PHASE.RALLY:
        (rank,) = RALLY_IT.unpack(action)
        out[1] = _centre(rank, broken_blocks(view))


@inline
def _part(number, count):
    # the index of the number's part among `count` equal parts of [-1, 1]
    return max(0, min(count - 1, np.int64(np.floor((number + 1.0) * 0.5 * count))))


@inline
def _centre(part, count):
    return (2.0 * part + 1.0) / count - 1.0


@inline
def _side(s: State):
    # 1 if the mover sees the table as it is recorded, -1 if the mover sits at the other end
    return 1.0 if s.to_move == 0 else -1.0


@jit
def _flick(setup: Setup, s: State, vector):
    deeds = 0
    for deed in range(len(DEEDS)):
        deeds += may_do(s, deed)
    chosen, deed = _part((vector[0] + 1.0) * (2.0 / (1.0 + PASSING)) - 1.0, deeds), -1
    while chosen >= 0:
        deed += 1
        chosen -= may_do(s, deed)
    units = 0
    for n in range(blocks_on(s)):
        units += 1 if usable(s, n) else 0
    chosen, unit = _part(vector[1], units), -1
    while chosen >= 0:
        unit += 1
        chosen -= 1 if usable(s, unit) else 0
    x, y = np.float64(vector[2]) * _side(s), np.float64(vector[3]) * _side(s)
    direction = DIRECTIONS // 4 if x == 0.0 and y == 0.0 else direction_of(x, y)
    first, second = _sides(setup, s.block[unit], direction)
    point = _part(vector[4], STEPS if second == NONE else 2 * STEPS)
    side, step = (first, point) if point < STEPS else (second, point - STEPS)
    contact = CONTACT.pack(side, step if _rises(side) else STEPS - 1 - step)
    return as_taken(setup, flick(deed, unit, contact, direction, _part(vector[5], SPEEDS)))


@jit
def _encode_flick(setup: Setup, s: State, action, out):
    deed, _, unit, contact, direction, speed = FLICK.unpack(action)
    deeds, rank = 0, 0
    for other in range(len(DEEDS)):
        rank += may_do(s, other) if other < deed else 0
        deeds += may_do(s, other)
    out[0] = (_centre(rank, deeds) + 1.0) * ((1.0 + PASSING) / 2.0) - 1.0
    units, rank = 0, 0
    for n in range(blocks_on(s)):
        rank += 1 if n < unit and usable(s, n) else 0
        units += 1 if usable(s, n) else 0
    out[1] = _centre(rank, units)
    out[2], out[3] = setup.toward[direction, 0] * _side(s), setup.toward[direction, 1] * _side(s)
    first, second = _sides(setup, s.block[unit], direction)
    side, step = CONTACT.unpack(contact)
    point = (step if _rises(side) else STEPS - 1 - step) + (0 if side == first else STEPS)
    out[4] = _centre(point, STEPS if second == NONE else 2 * STEPS)
    out[5] = _centre(speed, SPEEDS)


@jit
def _sides(setup: Setup, block, direction):
    """The sides that a push of a block in a direction enters, from its right to its left; the second may be NONE."""
    first, second = NONE, NONE
    for side in range(RIM):
        if goes_in(setup, block, CONTACT.pack(side, 0), direction):
            first, second = (side, NONE) if first == NONE else (first, side)
    # a long side (0 left, 1 right) and an end (2 head, 3 tail): left before head, and right before tail
    if second != NONE and second != first + 2:
        first, second = second, first
    return first, second


@inline
def _rises(side):
    # whether the points of a side are numbered in the order of `_sides`
    return side == 0 or side == RIM - 1


@jit
def _place(setup: Setup, s: State, vector):
    if vector[0] < 0.0:
        return FORMATION.pack(_part(vector[1], FORMATIONS))
    kinds = 0
    for kind in range(UNITS):
        kinds += 1 if s.waiting[s.to_move, kind] > 0 else 0
    chosen, kind = _part(vector[1], kinds), -1
    while chosen >= 0:
        kind += 1
        chosen -= 1 if s.waiting[s.to_move, kind] > 0 else 0
    width, height = _size(setup)
    x, y = _across(s, vector[2], width), _across(s, vector[3], height)
    angle = _part(vector[4], ANGLES)
    c, sine = turn_of(setup, angle)
    # square rings around the desired place
    for ring in range(max(width, height) // BESIDE + 1):
        for n in range(max(1, 8 * ring)):
            right, up = _on_ring(ring, n)
            px, py = x + BESIDE * right, y + BESIDE * up
            if px < 0 or py < 0 or px > width or py > height:
                continue
            if place_fault(setup, s, px / 1000.0, py / 1000.0, c / TURN, sine / TURN) == 0:
                return PLACE.pack(kind, px, py, angle)
    return FORMATION.pack(_part(vector[1], FORMATIONS))


@jit
def _encode_place(setup: Setup, s: State, action, out):
    if FORMATION.holds(action):
        (number,) = FORMATION.unpack(action)
        out[0], out[1] = -1.0, _centre(number, FORMATIONS)
        return
    chosen, x, y, angle = PLACE.unpack(action)
    kinds, rank = 0, 0
    for kind in range(UNITS):
        rank += 1 if kind < chosen and s.waiting[s.to_move, kind] > 0 else 0
        kinds += 1 if s.waiting[s.to_move, kind] > 0 else 0
    width, height = _size(setup)
    out[0], out[1] = 1.0, _centre(rank, kinds)
    out[2], out[3] = _side(s) * (2.0 * x / width - 1.0), _side(s) * (2.0 * y / height - 1.0)
    out[4] = _centre(angle, ANGLES)


@inline
def _size(setup: Setup):
    # the size of the table, in mm
    return np.int64(np.floor(1000.0 * setup.width + 0.5)), np.int64(np.floor(1000.0 * setup.height + 0.5))


@inline
def _across(s: State, number, size):
    # the place in mm from the left or lower edge, as recorded
    return np.int64(np.floor((_side(s) * number + 1.0) * 0.5 * size + 0.5))


@inline
def _on_ring(ring, n):
    # place `n` of a square ring, anticlockwise from its lower left
    if ring == 0:
        return 0, 0
    side, along = n // (2 * ring), n % (2 * ring) - ring
    if side == 0:
        return along, -ring
    if side == 1:
        return ring, along
    return (-along, ring) if side == 2 else (-ring, -along)
