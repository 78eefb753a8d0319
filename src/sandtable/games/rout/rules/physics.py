"""Flicked blocks: rigid rectangles that slide, turn, strike each other and come to rest (T5.1).

The steps of a tick:
1. `contacts.meet` finds the contact points of moving bodies, and the time before any others can touch, so no body
   passes through another, however fast it is. Bodies out of reach of each other cost a distance comparison, bodies at
   rest nothing.
2. If contact points approach, `contacts.blow` finds the impulses of the instant, and step 1 is repeated; no time
   passes.
3. `friction.slide` moves and turns whatever is awake, under friction over its whole patch. The step ends at the next touch,
   at the edge of the table, when the range block drops or lands, when the paths of touching bodies could bend by TOUCH,
   or at the end of the tick of 1/120 s.

Only + - * / and the square root of float64 are used, each rounded once, in the order written, so a flick has the same
result on every machine (T5.2). The order of the bodies matters only as `contacts` says. A naive implementation for comparison
is in `tests/physics` (T5.3). Lengths are in metres, masses in kilograms, times in seconds.

The range block slides on top of the archer, falls, and lands among the others (T3.5); it comes first below.
"""

from math import sqrt

import numpy as np

from sandtable.authoring import Setup, State, inline, jit, record
from sandtable.games.rout.rules import contacts, friction
from sandtable.games.rout.rules.contacts import DEPTH, furthest_apart
from sandtable.games.rout.schema import BLOCKS, CONTACT, EDGE, GRAIN, NONE, STEPS, TURN, blocks_on

# state of the range block
AWAY, ABOVE, FALLING, DOWN = range(4)
GRAVITY = 9.80665


@inline
def fall_time(setup: Setup):
    """The time it takes to fall from the height of a block."""
    return sqrt(2.0 * setup.tall / GRAVITY)


@inline
def underside(setup: Setup, world):
    """The height of the range block above the table."""
    if world.place == ABOVE:
        return setup.tall
    if world.place == FALLING:
        return max(0.0, setup.tall - 0.5 * GRAVITY * world.fallen * world.fallen)
    return 0.0


@inline
def bearing(world, i):
    """Whether the range block's centre is over body i."""
    archer, above = world.body[i], world.body[BLOCKS]
    dx, dy = above.x - archer.x, above.y - archer.y
    return (
        abs(dx * archer.c + dy * archer.s) <= archer.long
        and abs(dy * archer.c - dx * archer.s) <= archer.wide
    )


@inline
def crossing_time(place, limit, speed):
    """The time until something at `place`, between -limit and limit, passes one of these limits."""
    if speed > 0.0:
        return (limit - place + DEPTH) / speed
    if speed < 0.0:
        return (limit + place + DEPTH) / -speed
    return 1.0


@jit
def time_in_state(setup: Setup, world):
    """A lower bound on the time for which the range block stays over the block under it, or falls; 1 s if neither."""
    above = world.body[BLOCKS]
    if world.place == FALLING:
        return fall_time(setup) - world.fallen
    if world.place != ABOVE:
        return 1.0
    under = world.body[world.under]
    dx, dy = above.x - under.x, above.y - under.y
    u, v = dx * under.c + dy * under.s, dy * under.c - dx * under.s
    vu, vv = above.vx * under.c + above.vy * under.s, above.vy * under.c - above.vx * under.s
    return min(crossing_time(u, under.long, vu), crossing_time(v, under.wide, vv))


@jit
def fly(setup: Setup, world, time):
    """The range block's part of a step: whether it drops or lands, and which blocks it has left."""
    above = world.body[BLOCKS]
    if world.place == ABOVE and not bearing(world, world.under):
        _leave_top(world)
    elif world.place == FALLING:
        world.fallen += time
        if world.fallen >= fall_time(setup):
            world.place, world.landed = DOWN, world.time
            above.pull = setup.on_table * GRAVITY
    if world.ignored != 0:
        for i in range(world.count):
            if world.ignored >> i & 1 and furthest_apart(above, world.body[i])[1] > 0.0:
                world.ignored &= ~(1 << i)


@jit
def _leave_top(world):
    above = world.body[BLOCKS]
    for i in range(world.count):
        if world.body[i].on != 0 and bearing(world, i):
            world.under = i
            return
    world.place, world.fallen, world.dropped = FALLING, 0.0, world.time
    above.pull = 0.0
    for i in range(world.count):
        if i == world.archer or furthest_apart(above, world.body[i])[1] <= 0.0:
            world.ignored |= 1 << i
    world.under = NONE


RANGE_BLOCK = BLOCKS
BODIES = BLOCKS + 1
# T5.4
FRAMES = 60
TICK = 1.0 / 120.0
# maximum number of collisions at one instant; after that, time moves on
MOST_BLOWS = 60
MOST_TICKS = 4000

BODY = record(
    (
        ("x", np.float64),
        ("y", np.float64),
        ("c", np.float64),  # unit vector of the long side
        ("s", np.float64),
        ("vx", np.float64),
        ("vy", np.float64),
        ("w", np.float64),  # radians a second
        ("long", np.float64),  # half sides
        ("wide", np.float64),
        ("reach", np.float64),  # half the diagonal
        ("mass", np.float64),
        ("inertia", np.float64),  # per unit mass
        ("pull", np.float64),  # deceleration by friction
        ("speed", np.float64),
        ("was_x", np.float64),  # before the step
        ("was_y", np.float64),
        ("was_vx", np.float64),  # before the collision
        ("was_vy", np.float64),
        ("was_w", np.float64),
        ("contacts", np.int64),  # at this instant
        ("on", np.uint8),  # on the table and in play
        ("awake", np.uint8),
        ("moved", np.uint8),
        ("touched", np.int64),  # 0, or 1 + the step in which the flicked body first touched it
        ("touch_time", np.float64),
        ("blow", np.float64),  # N s, at that first touch
        ("left", np.int64),  # 0, or 1, 2, ... in order of leaving, once everything is at rest
        ("left_time", np.float64),
        ("fell_time", np.float64),  # of a body that fell off the table, otherwise -1
        ("edge", np.int8),  # the edge crossed on leaving, or NONE
        ("ex", np.float64),  # the centre when it crossed
        ("ey", np.float64),
        ("crossing", np.int64),  # number of that crossing
    )
)

WORLD = record(
    (
        ("body", BODY, (BODIES,)),  # RANGE_BLOCK is the range block
        ("count", np.int64),
        ("flicked", np.int64),
        ("archer", np.int64),  # the block on which the range block was put, or NONE
        ("under", np.int64),  # the block that carries the range block now, or NONE
        ("place", np.int64),  # of the range block: flight.AWAY, ABOVE, FALLING, DOWN
        ("fallen", np.float64),  # s
        ("ignored", np.int64),  # bits of blocks that the range block passes over
        ("dropped", np.float64),  # times, or -1
        ("landed", np.float64),
        ("fineness", np.float64),  # scales TICK and the steps of bodies that touch; normally 1
        ("time", np.float64),
        ("steps", np.int64),
        ("frames", np.int64),  # written by `run`
        ("crossings", np.int64),
        ("falls", np.int64),
        ("leavers", np.int64),
        ("present", np.int64, (BODIES,)),  # bodies on the table, in order
        ("number", np.int64),
        ("approaching", np.int64),
        ("contacts", np.int64),
        ("contact", contacts.CONTACT, (contacts.MOST_CONTACTS,)),
        ("patch", np.float64, (2, friction.COEFFICIENTS)),  # of a block, and of the range block
    )
)


@jit
def lay(setup: Setup, s: State, world):
    """Places the blocks of `s` at rest; there is no range block."""
    world.count, world.fineness = blocks_on(s), 1.0
    world.flicked = world.archer = world.under = NONE
    world.place, world.ignored, world.fallen = AWAY, 0, 0.0
    world.dropped = world.landed = -1.0
    world.time, world.steps, world.frames, world.crossings, world.falls, world.leavers = 0.0, 0, 0, 0, 0, 0
    for kind in range(2):
        friction.shape_patch(setup.long[kind], setup.wide[kind], world.patch[kind])
    for i in range(BODIES):
        _lie(setup, world.body[i], 0 if i < BLOCKS else 1)
    for i in range(world.count):
        body, block = world.body[i], s.block[i]
        body.x, body.y, body.c, body.s = block.x / GRAIN, block.y / GRAIN, block.c / TURN, block.s / TURN
        body.on = 1
    _muster(world)


@inline
def _lie(setup: Setup, body, kind):
    body.x = body.y = body.s = 0.0
    body.c = 1.0
    body.vx = body.vy = body.w = body.speed = 0.0
    body.long, body.wide, body.mass = setup.long[kind], setup.wide[kind], setup.mass[kind]
    square = body.long * body.long + body.wide * body.wide
    body.reach, body.inertia = np.sqrt(square), square / 3.0
    body.pull = setup.on_table * GRAVITY
    body.was_x = body.was_y = body.was_vx = body.was_vy = body.was_w = 0.0
    body.on = body.awake = body.moved = 0
    body.touched, body.touch_time, body.blow = 0, -1.0, 0.0
    body.left, body.edge, body.ex, body.ey, body.crossing = 0, NONE, 0.0, 0.0, 0
    body.left_time = body.fell_time = -1.0


@inline
def _muster(world):
    """Lists the bodies on the table."""
    world.number = 0
    for i in range(BODIES):
        if world.body[i].on != 0:
            world.present[world.number] = i
            world.number += 1


@jit
def mount(setup: Setup, world, n):
    """T3.5: puts the range block flat on block `n`, centred and aligned."""
    above, archer = world.body[RANGE_BLOCK], world.body[n]
    above.x, above.y, above.c, above.s = archer.x, archer.y, archer.c, archer.s
    above.on, above.pull = 1, setup.on_block * GRAVITY
    world.archer = world.under = n
    world.place = ABOVE
    _muster(world)


@jit
def rim(long, wide, contact):
    """T3.1: contact point `contact` of a block with these half sides, along its long side and to the left of it. Each
    of the four sides has STEPS points from end to end: the left long side, the right one, the head, the tail.
    """
    side, step = CONTACT.unpack(contact)
    part = (step - STEPS // 2) / (STEPS // 2)
    if side < 2:
        return part * long, wide if side == 0 else -wide
    return long if side == 2 else -long, part * wide


@jit
def inward(c, s, contact, dx, dy):
    """The cosine of the angle between a push along the unit vector (dx, dy) and the inward normal at the contact point."""
    side, _ = CONTACT.unpack(contact)
    if side < 2:
        into = dy * c - dx * s
        return -into if side == 0 else into
    into = dx * c + dy * s
    return -into if side == 2 else into


@jit
def push(setup: Setup, world, n, contact, dx, dy, speed):
    """T3.1: a finger pushes body `n`: its contact point leaves with `speed` along the unit vector (dx, dy)."""
    body = world.body[n]
    u, v = rim(body.long, body.wide, contact)
    x, y = u * body.c - v * body.s, u * body.s + v * body.c
    impulse = speed / contacts.mobility(body, x, y, dx, dy)
    contacts.strike(body, x, y, impulse * dx, impulse * dy)
    body.awake = body.moved = 1
    world.flicked = n


@jit
def run(setup: Setup, world, film):
    """Runs until everything is at rest; returns the number of steps.

    `film`, float64 of [frames, BODIES, 5], receives x, y, c, s and the height of the underside, 60 times a second from
    the start, and once more at rest, as long as there is room; `world.frames` counts them.
    """
    shutter, ticks = np.int64(1.0 / (FRAMES * TICK * world.fineness) + 0.5), 0
    expose(setup, world, film)
    while anything_awake(world) and ticks < MOST_TICKS:
        tick(setup, world)
        ticks += 1
        if ticks % shutter == 0 or not anything_awake(world):
            expose(setup, world, film)
    _call_out(setup, world)
    return world.steps


@inline
def anything_awake(world):
    """Whether any body is moving."""
    for n in range(world.number):
        if world.body[world.present[n]].awake != 0:
            return True
    return False


@inline
def expose(setup: Setup, world, film):
    """Writes a frame."""
    if world.frames >= film.shape[0]:
        return
    frame = film[world.frames]
    for i in range(BODIES):
        body = world.body[i]
        frame[i, 0], frame[i, 1], frame[i, 2], frame[i, 3], frame[i, 4] = body.x, body.y, body.c, body.s, 0.0
    frame[RANGE_BLOCK, 4] = underside(setup, world)
    world.frames += 1


@jit
def tick(setup: Setup, world):
    """Advances by a tick, or less if everything comes to rest."""
    left, blows = TICK * world.fineness, 0
    while left > 0.0:
        time = _look(setup, world, left)
        if world.approaching != 0 and blows < MOST_BLOWS:
            contacts.blow(setup, world)
            contacts.wake(world)
            blows += 1
            continue
        blows = 0
        contacts.part(world)
        _move(setup, world, time)
        left -= time
        if not anything_awake(world):
            return


@jit
def _look(setup: Setup, world, time):
    """Finds the contact points, and the time, at most `time`, that the next step may take."""
    world.contacts = world.approaching = 0
    if world.place == ABOVE or world.place == FALLING:
        time = min(time, time_in_state(setup, world))
    for n in range(world.number):
        body = world.body[world.present[n]]
        body.speed = 0.0
        if body.awake != 0:
            body.speed = contacts.pace(body)
            # before bodies are separated, which may push one across an edge too
            body.was_x, body.was_y = body.x, body.y
            time = min(time, _time_to_edge(body.x, setup.width, body.vx))
            time = min(time, _time_to_edge(body.y, setup.height, body.vy))
    horizon = time
    for n in range(world.number):
        i = world.present[n]
        if world.body[i].awake == 0 or (i == RANGE_BLOCK and world.place == ABOVE):
            continue
        for m in range(world.number):
            j = world.present[m]
            if world.body[j].awake == 0 or i < j:
                time = min(time, _look_at(world, min(i, j), max(i, j), horizon))
    return time


@inline
def _look_at(world, i, j, horizon):
    a, b = world.body[i], world.body[j]
    dx, dy = b.x - a.x, b.y - a.y
    reach = a.reach + b.reach + (a.speed + b.speed) * horizon + contacts.TOUCH
    if dx * dx + dy * dy > reach * reach:
        return horizon
    if j == RANGE_BLOCK and (world.place == ABOVE or world.ignored >> i & 1):
        return horizon
    return contacts.meet(world, i, j, horizon)


@inline
def _time_to_edge(place, size, speed):
    if place < 0.0 or place > size or speed == 0.0:
        return 1.0
    return crossing_time(place - 0.5 * size, 0.5 * size, speed)


@jit
def _move(setup: Setup, world, time):
    world.steps += 1
    world.time += time
    fallen = world.falls
    for n in range(world.number):
        i = world.present[n]
        body = world.body[i]
        if body.awake == 0:
            continue
        if i == RANGE_BLOCK and world.place == FALLING:
            friction.drift(body, body.vx, body.vy, body.w, time)
        else:
            friction.slide(body, world.patch[i // BLOCKS], time)
        _cross(setup, world, body)
    if world.body[RANGE_BLOCK].on == 0:
        world.place = AWAY
    else:
        fly(setup, world, time)
    if world.falls > fallen:
        _muster(world)


@inline
def _outside(setup: Setup, x, y):
    return x < 0.0 or y < 0.0 or x > setup.width or y > setup.height


@inline
def _fallen(setup: Setup, x, y):
    # T1.1: an edge where the table ends is an endless line, even beyond the tape at another edge
    return (
        (y < 0.0 and setup.tape[EDGE.SOUTH] == 0)
        or (x > setup.width and setup.tape[EDGE.EAST] == 0)
        or (y > setup.height and setup.tape[EDGE.NORTH] == 0)
        or (x < 0.0 and setup.tape[EDGE.WEST] == 0)
    )


@jit
def _cross(setup: Setup, world, body):
    """T4.4: handles a body whose centre crossed an edge in this step, or fell off the table."""
    if not _outside(setup, body.x, body.y):
        body.edge = NONE
        return
    if not _outside(setup, body.was_x, body.was_y):
        dx, dy = body.x - body.was_x, body.y - body.was_y
        first = 2.0
        if body.y < 0.0:
            first, body.edge = -body.was_y / dy, EDGE.SOUTH
        if body.x > setup.width and (setup.width - body.was_x) / dx < first:
            first, body.edge = (setup.width - body.was_x) / dx, EDGE.EAST
        if body.y > setup.height and (setup.height - body.was_y) / dy < first:
            first, body.edge = (setup.height - body.was_y) / dy, EDGE.NORTH
        if body.x < 0.0 and -body.was_x / dx < first:
            first, body.edge = -body.was_x / dx, EDGE.WEST
        body.ex, body.ey = body.was_x + first * dx, body.was_y + first * dy
        world.crossings += 1
        body.crossing, body.left_time = world.crossings, world.time
    if _fallen(setup, body.x, body.y):
        world.falls += 1
        body.on, body.fell_time = 0, world.time
        friction.stop(body)


@jit
def _call_out(setup: Setup, world):
    """T4.4: bodies that fell off or whose centre rests outside have left, in the order in which they last crossed an edge."""
    for crossing in range(1, world.crossings + 1):
        for i in range(BODIES):
            body = world.body[i]
            if body.crossing == crossing and _outside(setup, body.x, body.y):
                world.leavers += 1
                body.left = world.leavers
