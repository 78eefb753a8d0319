"""Where blocks touch, and the impulses of their collisions (T5.1).

Two rectangles are separated along the direction of one of their sides or not at all. Of the four directions, the one
along which they are furthest apart is the normal of the contact, and its owner the base. The other rectangle's side
that faces the base, clipped to the base's breadth, has two ends: for each end within TOUCH of the base's side, the
contact has a point in the middle of the gap. If two corners meet so that several axes tie, the normal lies between
them.

All collisions of one instant are solved together (T5.3), by the contact law of Moreau and Jean with restitution. Along
the normal no point may approach, and one that approached faster than SOFT leaves with `bounce` times that speed; along
the side there is Coulomb friction of up to `on_block` times the normal impulses of the contact. Every contact computes
its impulses from the same velocities, exactly for its one or two points, with each body's mass split equally among its
contacts. Then all impulses are applied at once, and this repeats until they no longer change. (Splitting the mass is
what makes this settle: Tonge, Benevolenski, Voroshilov 2012, "Mass splitting for jitter-free parallel rigid body
simulation".) So no contact has priority: the order of the blocks affects only the last bits of sums. If the friction and bounce
at several points together add energy, everything is computed again without bounce. Bodies at rest wake when they are struck, so
impulses travel along a row of blocks within one instant.
"""

from math import sqrt

import numpy as np

from sandtable.authoring import Setup, inline, jit, record
from sandtable.games.rout.schema import NONE

TOUCH = 0.00004  # how far, in metres, step errors may push bodies into each other
DEPTH = 0.00001
# m/s: slower points do not count as approaching; slower collisions do not bounce
APPROACH, SOFT = 1e-6, 0.01
SWEEPS = 100
# impulses have converged when no point's velocity changes by more than this, in m/s
SETTLED = 1e-8
# axes tie if the separations along them differ by less than the first, in metres, and the sine of their angle is above
# the second
EVEN, SLANT = 1e-9, 1e-6
# two points whose mobilities differ by a smaller fraction than this count as one
SAME = 1e-9
# 25 bodies in a plane touch in at most 69 pairs
MOST_CONTACTS = 96

CONTACT = record(
    (
        ("owner", np.int64),
        ("other", np.int64),
        ("nx", np.float64),  # from the base to the other body
        ("ny", np.float64),
        ("points", np.int64),  # 1 or 2
        ("bx", np.float64, (2,)),  # from the base's centre to the points
        ("by", np.float64, (2,)),
        ("ox", np.float64, (2,)),  # from the other body's centre
        ("oy", np.float64, (2,)),
        ("gap", np.float64, (2,)),  # between the sides of the two bodies
        # levers of unit impulses: along the normal at both points, and along the side
        ("base_lever", np.float64, (3,)),
        ("other_lever", np.float64, (3,)),
        # effects of unit impulses on velocity: of the points on themselves, on each other, along the side, of each on the
        # motion along the side
        ("one", np.float64),
        ("two", np.float64),
        ("both", np.float64),
        ("side", np.float64),
        ("one_side", np.float64),
        ("two_side", np.float64),
        ("away", np.float64, (2,)),  # the normal velocity after the collision
        ("push", np.float64, (2,)),  # in N s, along the normal
        ("rub", np.float64),  # along the side, to the left of the normal
        ("step", np.float64, (3,)),  # change in the impulses in this sweep
    )
)


@inline
def cross(ax, ay, bx, by):
    """How far b lies to the left of a."""
    return ax * by - ay * bx


@inline
def extent(c, s, long, wide):
    """Half the extent of a rectangle along a direction with cosine c and sine s relative to its long side."""
    return abs(c) * long + abs(s) * wide


@inline
def gaps(a, b):
    """The separation of two bodies along the length and the width of `a`, and along those of `b`."""
    dx, dy = b.x - a.x, b.y - a.y
    c, s = a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c
    return (
        abs(dx * a.c + dy * a.s) - a.long - extent(c, s, b.long, b.wide),
        abs(dy * a.c - dx * a.s) - a.wide - extent(s, c, b.long, b.wide),
        abs(dx * b.c + dy * b.s) - b.long - extent(c, s, a.long, a.wide),
        abs(dy * b.c - dx * b.s) - b.wide - extent(s, c, a.long, a.wide),
    )


@jit
def furthest_apart(a, b):
    """The axis along which two bodies are furthest apart (0, 1: length and width of a; 2, 3: of b), and the distance."""
    first, second, third, fourth = gaps(a, b)
    axis, gap = 0, first
    if second > gap:
        axis, gap = 1, second
    if third > gap:
        axis, gap = 2, third
    if fourth > gap:
        axis, gap = 3, fourth
    return axis, gap


@jit
def meet(world, i, j, horizon):
    """Records the contact points of bodies i and j; returns the time, at most `horizon`, before any others can touch."""
    a, b = world.body[i], world.body[j]
    axis, gap = furthest_apart(a, b)
    if gap > TOUCH + (a.speed + b.speed + abs(a.w) * a.reach + abs(b.w) * b.reach) * horizon:
        return horizon
    on_corners = False
    if gap <= TOUCH:
        nx, ny, on_corners = _between_corners(a, b, gap)
        if on_corners:
            _note_corners(world, i, j, nx, ny, gap)
    if axis < 2:
        return _face(world, i, j, axis, on_corners, horizon)
    return _face(world, j, i, axis - 2, on_corners, horizon)


@jit
def _between_corners(a, b, gap):
    """The normal from a to b if two corners touch so that the axes tie; and whether that is so."""
    dx, dy = b.x - a.x, b.y - a.y
    x, y, slant = 0.0, 0.0, False
    for axis, other in enumerate(gaps(a, b)):
        if other < gap - EVEN:
            continue
        c, s = (a.c, a.s) if axis < 2 else (b.c, b.s)
        nx, ny = (c, s) if axis % 2 == 0 else (-s, c)
        if dx * nx + dy * ny < 0.0:
            nx, ny = -nx, -ny
        slant = slant or abs(cross(x, y, nx, ny)) > SLANT
        x, y = x + nx, y + ny
    size = sqrt(x * x + y * y)
    return x / size, y / size, slant


@jit
def _note_corners(world, i, j, nx, ny, gap):
    """Adds a contact between the corners that lie furthest along the normal, with its point between them."""
    base, other = world.body[i], world.body[j]
    bx, by = _furthest(base, nx, ny)
    ox, oy = _furthest(other, -nx, -ny)
    ox, oy = 0.5 * (ox + (base.x + bx - other.x)), 0.5 * (oy + (base.y + by - other.y))
    note(world, i, j, nx, ny, ox + 0.5 * gap * nx, oy + 0.5 * gap * ny, gap, 1)


@inline
def _furthest(body, nx, ny):
    """The corner of a body, relative to its centre, that lies furthest along n."""
    u = body.long if nx * body.c + ny * body.s > 0.0 else -body.long
    v = body.wide if ny * body.c - nx * body.s > 0.0 else -body.wide
    return u * body.c - v * body.s, u * body.s + v * body.c


@jit
def _face(world, i, j, axis, noted, horizon):
    base, other = world.body[i], world.body[j]
    dx, dy = other.x - base.x, other.y - base.y
    # the normal, and the base's half sides along and across it
    if axis == 0:
        nx, ny, height, breadth = base.c, base.s, base.long, base.wide
    else:
        nx, ny, height, breadth = -base.s, base.c, base.wide, base.long
    if dx * nx + dy * ny < 0.0:
        nx, ny = -nx, -ny
    # the other body's side that faces the base: its middle (px, py) and half of it (qx, qy) from that body's centre
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
    # what the curved paths of rotating points add to the rate at which they approach each other: the centripetal terms of both,
    # Coriolis, and friction
    spin, far = abs(base.w), base.reach + 2.0 * other.reach
    bend = spin * spin * far + other.w * other.w * other.reach + base.pull + other.pull
    bend += 2.0 * spin * (base.speed + other.speed + abs(other.w) * other.reach)
    time, curve = horizon, 0.5 * horizon * bend
    # the nearer end first
    nearer, points = -1.0 if rise > 0.0 else 1.0, 0
    for end in range(2):
        sign = nearer if end == 0 else -nearer
        closing = closing_at(base, other, nx, ny, px + sign * qx, py + sign * qy)
        distance = gap + sign * rise
        if distance > TOUCH and closing + curve > 0.0:
            time = min(time, (distance + DEPTH) / (closing + curve))
        # clipped to the base's breadth
        part = sign
        if middle + part * half > breadth:
            part = (breadth - middle) / half
        elif middle + part * half < -breadth:
            part = (-breadth - middle) / half
        part = min(1.0, max(-1.0, part))
        if gap + part * rise <= TOUCH:
            points += 1
            if not noted:
                note(world, i, j, nx, ny, px + part * qx, py + part * qy, gap + part * rise, points)
            time = min(time, world.fineness * sqrt(2.0 * TOUCH / bend))
        elif part != sign:
            closing = closing_at(base, other, nx, ny, px + part * qx, py + part * qy)
            if closing + curve > 0.0:
                time = min(time, (gap + part * rise + DEPTH) / (closing + curve))
    return time


@inline
def closing_at(base, other, nx, ny, ox, oy):
    """The speed at which the point (ox, oy) from the other body's centre approaches the base along the normal."""
    bx, by = ox + other.x - base.x, oy + other.y - base.y
    vx = other.vx - other.w * oy - base.vx + base.w * by
    vy = other.vy + other.w * ox - base.vy - base.w * bx
    return -(vx * nx + vy * ny)


@inline
def note(world, i, j, nx, ny, ox, oy, gap, points):
    """Adds a contact point: the first of a new contact, or the second of the last one recorded."""
    if points == 1:
        if world.contacts == MOST_CONTACTS:
            return
        world.contacts += 1
        fresh = world.contact[world.contacts - 1]
        fresh.owner, fresh.other, fresh.nx, fresh.ny = i, j, nx, ny
    base, other, contact, n = world.body[i], world.body[j], world.contact[world.contacts - 1], points - 1
    if contact.owner != i or contact.other != j:
        return
    contact.points, contact.gap[n] = points, gap
    # in the middle of the gap, so that it does not matter whose side is the base
    contact.ox[n], contact.oy[n] = ox - 0.5 * gap * nx, oy - 0.5 * gap * ny
    contact.bx[n] = contact.ox[n] + other.x - base.x
    contact.by[n] = contact.oy[n] + other.y - base.y
    if closing_at(base, other, nx, ny, contact.ox[n], contact.oy[n]) > APPROACH:
        world.approaching = 1


@inline
def mobility(body, x, y, nx, ny):
    """The velocity along n that a unit impulse along n gives to the point (x, y) from the body's centre."""
    lever = cross(x, y, nx, ny)
    return (1.0 + lever * lever / body.inertia) / body.mass


@inline
def strike(body, x, y, jx, jy):
    """Applies an impulse to a body at the point (x, y) from its centre."""
    body.vx += jx / body.mass
    body.vy += jy / body.mass
    body.w += cross(x, y, jx, jy) / (body.mass * body.inertia)


@jit
def blow(setup: Setup, world):
    """Applies the impulses of this instant to the touching bodies."""
    for n in range(world.number):
        body = world.body[world.present[n]]
        body.was_vx, body.was_vy, body.was_w = body.vx, body.vy, body.w
        body.contacts = 0
    for k in range(world.contacts):
        contact = world.contact[k]
        world.body[contact.owner].contacts += 1
        world.body[contact.other].contacts += 1
    for k in range(world.contacts):
        _weigh(setup, world, world.contact[k])
    before = _energy(world)
    _settle(setup, world)
    if _energy(world) > before * (1.0 + 1e-12):
        for n in range(world.number):
            body = world.body[world.present[n]]
            body.vx, body.vy, body.w = body.was_vx, body.was_vy, body.was_w
        for k in range(world.contacts):
            contact = world.contact[k]
            contact.push[0] = contact.push[1] = contact.rub = contact.away[0] = contact.away[1] = 0.0
        _settle(setup, world)


@jit
def _weigh(setup: Setup, world, contact):
    """Computes the effects of impulses at a contact, and how its points must separate."""
    base, other, nx, ny = world.body[contact.owner], world.body[contact.other], contact.nx, contact.ny
    bl, ol, last = contact.base_lever, contact.other_lever, contact.points - 1
    bl[1] = ol[1] = 0.0
    for n in range(contact.points):
        bl[n] = cross(contact.bx[n], contact.by[n], nx, ny)
        ol[n] = cross(contact.ox[n], contact.oy[n], nx, ny)
    # its points lie, almost exactly, on one line along the side
    bl[2] = 0.5 * (contact.bx[0] + contact.bx[last]) * nx + 0.5 * (contact.by[0] + contact.by[last]) * ny
    ol[2] = 0.5 * (contact.ox[0] + contact.ox[last]) * nx + 0.5 * (contact.oy[0] + contact.oy[last]) * ny
    # T5.3: a body's mass is split equally among its contacts
    b, o = base.contacts / base.mass, other.contacts / other.mass
    turn, other_turn = b / base.inertia, o / other.inertia
    contact.one = b + o + turn * bl[0] * bl[0] + other_turn * ol[0] * ol[0]
    contact.side = b + o + turn * bl[2] * bl[2] + other_turn * ol[2] * ol[2]
    contact.one_side = turn * bl[0] * bl[2] + other_turn * ol[0] * ol[2]
    closing = closing_by(base, other, nx, ny, bl[0], ol[0])
    contact.away[0] = setup.bounce * closing if closing > SOFT else 0.0
    if last == 1:
        contact.two = b + o + turn * bl[1] * bl[1] + other_turn * ol[1] * ol[1]
        contact.both = b + o + turn * bl[0] * bl[1] + other_turn * ol[0] * ol[1]
        contact.two_side = turn * bl[1] * bl[2] + other_turn * ol[1] * ol[2]
        closing = closing_by(base, other, nx, ny, bl[1], ol[1])
        contact.away[1] = setup.bounce * closing if closing > SOFT else 0.0
    contact.push[0] = contact.push[1] = contact.rub = 0.0


@inline
def closing_by(base, other, nx, ny, base_lever, other_lever):
    """The speed at which two bodies approach along n at a point with these levers."""
    vx, vy = other.vx - base.vx, other.vy - base.vy
    return -(vx * nx + vy * ny + other.w * other_lever - base.w * base_lever)


@inline
def _energy(world):
    total = 0.0
    for n in range(world.number):
        body = world.body[world.present[n]]
        if body.contacts != 0:
            total += body.mass * (body.vx * body.vx + body.vy * body.vy + body.inertia * body.w * body.w)
    return total


@jit
def _settle(setup: Setup, world):
    for _ in range(SWEEPS):
        change = 0.0
        for k in range(world.contacts):
            change = max(change, _press(setup, world, world.contact[k]))
        for k in range(world.contacts):
            _give(world, world.contact[k])
        # a single contact is solved at once
        if change < SETTLED or world.contacts == 1:
            return


@inline
def _press(setup: Setup, world, contact):
    """Computes the impulses of a contact from the current velocities; returns the change in the velocities."""
    base, other, nx, ny = world.body[contact.owner], world.body[contact.other], contact.nx, contact.ny
    bl, ol = contact.base_lever, contact.other_lever
    one, two, both, side = contact.one, contact.two, contact.both, contact.side
    one_side, two_side = contact.one_side, contact.two_side
    old, old_two, rub = contact.push[0], contact.push[1], contact.rub
    # the total change in velocity that all of the contact's impulses must achieve
    first = contact.away[0] + closing_by(base, other, nx, ny, bl[0], ol[0]) + one * old + one_side * rub
    along = closing_by(base, other, -ny, nx, bl[2], ol[2]) + side * rub + one_side * old
    second = 0.0
    if contact.points == 2:
        second = contact.away[1] + closing_by(base, other, nx, ny, bl[1], ol[1])
        second += two * old_two + both * old + two_side * rub
        first += both * old_two
        along += two_side * old_two
    push, push_two = old, old_two
    for _ in range(SWEEPS):
        if contact.points == 2:
            push, push_two = _share(one, two, both, first - one_side * rub, second - two_side * rub)
            wish = (along - one_side * push - two_side * push_two) / side
        else:
            push = max(0.0, (first - one_side * rub) / one)
            wish = (along - one_side * push) / side
        most = setup.on_block * (push + push_two)
        wish = min(most, max(-most, wish))
        change = abs(wish - rub) * side
        rub = wish
        if change < SETTLED:
            break
    contact.step[0], contact.step[1], contact.step[2] = push - old, push_two - old_two, rub - contact.rub
    change = max(abs(contact.step[0]) * one, abs(contact.step[2]) * side)
    return max(change, abs(contact.step[1]) * two) if contact.points == 2 else change


@inline
def _share(a, b, c, first, second):
    """The impulses p, q >= 0 with a p + c q >= first and c p + b q >= second, with equality wherever the impulse is not 0."""
    depth = a * b - c * c
    p, q = 0.0, 0.0
    if depth > SAME * a * b:
        p, q = (b * first - c * second) / depth, (a * second - c * first) / depth
    if p <= 0.0 or q <= 0.0:
        p, q = max(0.0, first / a), 0.0
        if c * p < second:
            p, q = 0.0, max(0.0, second / b)
    return p, q


@inline
def _give(world, contact):
    """Applies the impulses that a sweep has found."""
    base, other, nx, ny = world.body[contact.owner], world.body[contact.other], contact.nx, contact.ny
    bl, ol, step = contact.base_lever, contact.other_lever, contact.step
    contact.push[0] += step[0]
    contact.push[1] += step[1]
    contact.rub += step[2]
    push = step[0] + step[1]
    jx, jy = push * nx - step[2] * ny, push * ny + step[2] * nx
    other.vx += jx / other.mass
    other.vy += jy / other.mass
    base.vx -= jx / base.mass
    base.vy -= jy / base.mass
    other.w += (step[0] * ol[0] + step[1] * ol[1] + step[2] * ol[2]) / (other.mass * other.inertia)
    base.w -= (step[0] * bl[0] + step[1] * bl[1] + step[2] * bl[2]) / (base.mass * base.inertia)


@jit
def wake(world):
    """Wakes the bodies moved by a collision, and records what the flicked one struck (T3.4)."""
    for k in range(world.contacts):
        contact = world.contact[k]
        push = contact.push[0] + contact.push[1]
        if push == 0.0:
            continue
        for i in (contact.owner, contact.other):
            world.body[i].awake = world.body[i].moved = 1
        struck = NONE
        if contact.owner == world.flicked:
            struck = contact.other
        elif contact.other == world.flicked:
            struck = contact.owner
        if struck != NONE:
            _mark(world, world.body[struck], push)


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
    """Separates bodies that overlap because of step errors, except those at rest. At each point they are moved apart by half
    the depth, since a pair touches at one or two points.
    """
    for k in range(world.contacts):
        contact = world.contact[k]
        base, other = world.body[contact.owner], world.body[contact.other]
        freedom, other_freedom = base.awake / base.mass, other.awake / other.mass
        for n in range(contact.points):
            if contact.gap[n] < -DEPTH:
                shift = -0.5 * contact.gap[n] / (freedom + other_freedom)
                base.x -= shift * freedom * contact.nx
                base.y -= shift * freedom * contact.ny
                other.x += shift * other_freedom * contact.nx
                other.y += shift * other_freedom * contact.ny
