"""The range block: it slides on top of the archer, falls, and lands among the others (T3.5)."""

from math import sqrt

from sandtable._jit import inline, jit
from sandtable.games.rout.contacts import DEPTH, furthest_apart
from sandtable.games.rout.setup import BLOCKS, NONE

# where the range block is
AWAY, ABOVE, FALLING, DOWN = range(4)
GRAVITY = 9.80665


@inline
def fall_time(setup):
    """How long it falls from the height of a block."""
    return sqrt(2.0 * setup.tall / GRAVITY)


@inline
def underside(setup, world):
    """How high the range block is above the table."""
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
    """When something at `place` within -limit and limit comes just beyond one of them."""
    if speed > 0.0:
        return (limit - place + DEPTH) / speed
    if speed < 0.0:
        return (limit + place + DEPTH) / -speed
    return 1.0


@jit
def time_in_state(setup, world):
    """How long the range block surely stays over the block under it, or falls; 1 s where neither."""
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
def fly(setup, world, time):
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
