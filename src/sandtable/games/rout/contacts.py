"""Where blocks touch, and the blows that they give each other (T5.1).

Two rectangles are apart along the direction of one of their sides or not at all: of the four, the one along which they are
furthest apart is the normal of the contact, and its owner the base. The side of the other that faces the base, cut to the
base's breadth, has two ends: these are the contact points, and touch when they are within TOUCH of the base's side.

Blows of one instant are found together, by impulses in turn over all touching points until they no longer change (the contact
law of Moreau and Jean with restitution, solved by projected Gauss and Seidel). Along the normal no point may come nearer,
and one that came nearer faster than SOFT leaves with `bounce` of that speed; across it there is Coulomb friction up to
`on_block` times the normal impulse. Should friction and bounce of several points together add energy, the blow is taken anew
without bounce. The order of the points is: bodies in motion by number, each with all others by number (those in motion only
once), then the end that is nearer to the base. Bodies at rest that are struck are awake after it, so that blows run along a row
of blocks one after another in the same instant.
"""

from math import sqrt

import numpy as np

from sandtable._jit import inline, jit
from sandtable.games.rout.setup import NONE
from sandtable.records import record

TOUCH = 0.00004  # metres
# how far bodies may come into each other by errors of the step, which end by this
DEPTH = 0.00001
# m/s: slower points are not thought to approach; slower blows do not bounce
APPROACH, SOFT = 1e-6, 0.01
SWEEPS = 40
# impulses have settled when none changes a point's velocity by more, in m/s
SETTLED = 1e-8
MOST_CONTACTS = 192

CONTACT = record(
    (
        ("owner", np.int64),
        ("other", np.int64),
        ("nx", np.float64),  # from the base to the other
        ("ny", np.float64),
        ("bx", np.float64),  # from the base's centre to the point
        ("by", np.float64),
        ("ox", np.float64),  # from the other's centre
        ("oy", np.float64),
        ("gap", np.float64),  # between the point and the base's side
        ("along", np.float64),  # the mass that a normal impulse moves
        ("across", np.float64),
        ("away", np.float64),  # the normal velocity after the blow
        ("push", np.float64),  # N s along the normal
        ("rub", np.float64),  # across it, to the left of the normal
    )
)


@inline
def cross(ax, ay, bx, by):
    """How far b lies to the left of a."""
    return ax * by - ay * bx


@inline
def extent(c, s, long, wide):
    """Half of what a rectangle measures along a direction whose cosine and sine to its long side are c and s."""
    return abs(c) * long + abs(s) * wide


@jit
def furthest_apart(a, b):
    """The axis along which two bodies are furthest apart (0, 1: long and wide side of a; 2, 3: of b), and how far."""
    dx, dy = b.x - a.x, b.y - a.y
    c, s = a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c
    axis, gap = 0, abs(dx * a.c + dy * a.s) - a.long - extent(c, s, b.long, b.wide)
    other = abs(dy * a.c - dx * a.s) - a.wide - extent(s, c, b.long, b.wide)
    if other > gap:
        axis, gap = 1, other
    other = abs(dx * b.c + dy * b.s) - b.long - extent(c, s, a.long, a.wide)
    if other > gap:
        axis, gap = 2, other
    other = abs(dy * b.c - dx * b.s) - b.wide - extent(s, c, a.long, a.wide)
    if other > gap:
        axis, gap = 3, other
    return axis, gap


@jit
def meet(world, i, j, horizon):
    """Notes the touching points of bodies i and j; returns the time, at most `horizon`, in which no others come to touch."""
    a, b = world.body[i], world.body[j]
    axis, gap = furthest_apart(a, b)
    if gap > TOUCH + (a.speed + b.speed + abs(a.w) * a.reach + abs(b.w) * b.reach) * horizon:
        return horizon
    if axis < 2:
        return _face(world, i, j, axis, horizon)
    return _face(world, j, i, axis - 2, horizon)


@jit
def _face(world, i, j, axis, horizon):
    base, other = world.body[i], world.body[j]
    dx, dy = other.x - base.x, other.y - base.y
    # the normal, and the base's half sides along and across it
    if axis == 0:
        nx, ny, height, breadth = base.c, base.s, base.long, base.wide
    else:
        nx, ny, height, breadth = -base.s, base.c, base.wide, base.long
    if dx * nx + dy * ny < 0.0:
        nx, ny = -nx, -ny
    # the other's side that faces the base: its middle (px, py) and half of it (qx, qy) from the other's centre
    u, v = nx * other.c + ny * other.s, ny * other.c - nx * other.s
    if abs(u) >= abs(v):
        side = -other.long if u > 0.0 else other.long
        px, py, qx, qy = side * other.c, side * other.s, -other.wide * other.s, other.wide * other.c
    else:
        side = -other.wide if v > 0.0 else other.wide
        px, py, qx, qy = -side * other.s, side * other.c, other.long * other.c, other.long * other.s
    # along the tangent, and above the base's side
    middle, half = cross(nx, ny, dx + px, dy + py), cross(nx, ny, qx, qy)
    gap, rise = (dx + px) * nx + (dy + py) * ny - height, qx * nx + qy * ny
    # what the paths of points that turn add to their closing: centripetal of both, Coriolis, and friction
    spin, far = abs(base.w), base.reach + 2.0 * other.reach
    bend = spin * spin * far + other.w * other.w * other.reach + base.pull + other.pull
    bend += 2.0 * spin * (base.speed + other.speed + abs(other.w) * other.reach)
    time, curve = horizon, 0.5 * horizon * bend
    # the nearer end first
    nearer = -1.0 if rise > 0.0 else 1.0
    for end in range(2):
        sign = nearer if end == 0 else -nearer
        closing = closing_at(base, other, nx, ny, px + sign * qx, py + sign * qy)
        distance = gap + sign * rise
        if distance > TOUCH and closing + curve > 0.0:
            time = min(time, (distance + DEPTH) / (closing + curve))
        # cut to the base's breadth
        part = sign
        if middle + part * half > breadth:
            part = (breadth - middle) / half
        elif middle + part * half < -breadth:
            part = (-breadth - middle) / half
        part = min(1.0, max(-1.0, part))
        if gap + part * rise <= TOUCH:
            note(world, i, j, nx, ny, px + part * qx, py + part * qy, gap + part * rise)
            time = min(time, world.fineness * sqrt(2.0 * TOUCH / bend))
        elif part != sign:
            closing = closing_at(base, other, nx, ny, px + part * qx, py + part * qy)
            if closing + curve > 0.0:
                time = min(time, (gap + part * rise + DEPTH) / (closing + curve))
    return time


@inline
def closing_at(base, other, nx, ny, ox, oy):
    """How fast the point (ox, oy) from the other's centre comes nearer to the base along the normal."""
    bx, by = ox + other.x - base.x, oy + other.y - base.y
    vx = other.vx - other.w * oy - base.vx + base.w * by
    vy = other.vy + other.w * ox - base.vy - base.w * bx
    return -(vx * nx + vy * ny)


@inline
def note(world, i, j, nx, ny, ox, oy, gap):
    """Puts a touching point on the list."""
    if world.contacts == MOST_CONTACTS:
        return
    base, other, contact = world.body[i], world.body[j], world.contact[world.contacts]
    contact.owner, contact.other, contact.nx, contact.ny = i, j, nx, ny
    contact.ox, contact.oy, contact.gap = ox, oy, gap
    contact.bx, contact.by = ox + other.x - base.x, oy + other.y - base.y
    world.contacts += 1
    if closing_at(base, other, nx, ny, ox, oy) > APPROACH:
        world.approaching = 1


@inline
def mobility(body, x, y, nx, ny):
    """The velocity along n that an impulse of 1 along n gives to the point (x, y) from the body's centre."""
    lever = cross(x, y, nx, ny)
    return (1.0 + lever * lever / body.inertia) / body.mass


@inline
def strike(body, x, y, jx, jy):
    """Gives an impulse to a body at the point (x, y) from its centre."""
    body.vx += jx / body.mass
    body.vy += jy / body.mass
    body.w += cross(x, y, jx, jy) / (body.mass * body.inertia)


@inline
def apply(world, contact, jx, jy):
    """Gives an impulse to the other body of a contact, and its reaction to the base."""
    strike(world.body[contact.other], contact.ox, contact.oy, jx, jy)
    strike(world.body[contact.owner], contact.bx, contact.by, -jx, -jy)


@jit
def blow(setup, world):
    """Changes the velocities of the touching bodies by the impulses of this instant."""
    for k in range(world.contacts):
        _weigh(setup, world, world.contact[k])
    before = _energy(world)
    for n in range(world.number):
        body = world.body[world.present[n]]
        body.was_vx, body.was_vy, body.was_w = body.vx, body.vy, body.w
    _settle(setup, world)
    if _energy(world) > before * (1.0 + 1e-12):
        for n in range(world.number):
            body = world.body[world.present[n]]
            body.vx, body.vy, body.w = body.was_vx, body.was_vy, body.was_w
        for k in range(world.contacts):
            contact = world.contact[k]
            contact.push = contact.rub = contact.away = 0.0
        _settle(setup, world)


@inline
def _weigh(setup, world, contact):
    base, other, nx, ny = world.body[contact.owner], world.body[contact.other], contact.nx, contact.ny
    contact.along = 1.0 / (
        mobility(base, contact.bx, contact.by, nx, ny) + mobility(other, contact.ox, contact.oy, nx, ny)
    )
    contact.across = 1.0 / (
        mobility(base, contact.bx, contact.by, -ny, nx) + mobility(other, contact.ox, contact.oy, -ny, nx)
    )
    closing = closing_at(base, other, nx, ny, contact.ox, contact.oy)
    contact.away = setup.bounce * closing if closing > SOFT else 0.0
    contact.push = contact.rub = 0.0


@inline
def _energy(world):
    total = 0.0
    for n in range(world.number):
        body = world.body[world.present[n]]
        total += body.mass * (body.vx * body.vx + body.vy * body.vy + body.inertia * body.w * body.w)
    return total


@jit
def _settle(setup, world):
    for _ in range(SWEEPS):
        change = 0.0
        for k in range(world.contacts):
            contact = world.contact[k]
            base, other, nx, ny = (
                world.body[contact.owner],
                world.body[contact.other],
                contact.nx,
                contact.ny,
            )
            gain = contact.away + closing_at(base, other, nx, ny, contact.ox, contact.oy)
            push = max(0.0, contact.push + gain * contact.along)
            step = push - contact.push
            contact.push = push
            apply(world, contact, step * nx, step * ny)
            change = max(change, abs(step) / contact.along)
            slip = -closing_at(base, other, -ny, nx, contact.ox, contact.oy)
            most = setup.on_block * push
            rub = min(most, max(-most, contact.rub - slip * contact.across))
            step = rub - contact.rub
            contact.rub = rub
            apply(world, contact, -step * ny, step * nx)
            change = max(change, abs(step) / contact.across)
        if change < SETTLED:
            return


@jit
def wake(world):
    """Bodies that a blow moved are awake, and what the flicked one struck is noted (T3.4)."""
    for k in range(world.contacts):
        contact = world.contact[k]
        if contact.push == 0.0:
            continue
        for i in (contact.owner, contact.other):
            world.body[i].awake = world.body[i].moved = 1
        struck = NONE
        if contact.owner == world.flicked:
            struck = contact.other
        elif contact.other == world.flicked:
            struck = contact.owner
        if struck != NONE:
            _mark(world, world.body[struck], contact.push)


@inline
def _mark(world, body, push):
    now = world.steps + 1
    if body.touched == 0:
        body.touched, body.touch_time = now, world.time
    if body.touched == now:
        body.blow += push


@inline
def pace(body):
    """The speed of a body's centre."""
    return sqrt(body.vx * body.vx + body.vy * body.vy)


@jit
def part(world):
    """Moves bodies that came into each other by errors of the steps apart again, those at rest excepted.

    By half the depth a point: a pair touches at one point or at two.
    """
    for k in range(world.contacts):
        contact = world.contact[k]
        if contact.gap >= -DEPTH:
            continue
        base, other = world.body[contact.owner], world.body[contact.other]
        freedom, other_freedom = base.awake / base.mass, other.awake / other.mass
        shift = -0.5 * contact.gap / (freedom + other_freedom)
        base.x -= shift * freedom * contact.nx
        base.y -= shift * freedom * contact.ny
        other.x += shift * other_freedom * contact.nx
        other.y += shift * other_freedom * contact.ny
