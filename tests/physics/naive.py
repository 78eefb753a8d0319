"""The physics of ROUT! told plainly: ordinary floats and objects, no compiler, no arrays. Method and sources: `physics.py`.

    table = Table(setup, [(x, y, c, s), ...])
    table.push(table.blocks[0], contact, (1.0, 0.0), speed)
    table.rest()

The blocks stand in `naive_block.py`. A sum or product is written in the order in which it is rounded.
"""

from dataclasses import dataclass, field
from itertools import chain
from math import sqrt
from typing import Any

from tests.physics.naive_block import Block, Vector, cross, dot, left_of, minus, plus, times

GRAVITY = 9.80665
TICK = 1 / 120
TOUCH, DEPTH = 0.00004, 0.00001
APPROACH, SOFT, SETTLED = 1e-6, 0.01, 1e-8
SWEEPS, BLOWS = 100, 60
# axes along which blocks are as far apart, and axes that are not parallel
EVEN, SLANT, SAME = 1e-9, 1e-6, 1e-9


def gaps(a: Block, b: Block) -> list[tuple[float, Block, Block, int]]:
    """How far apart they are along each side of each: gap, whose side, the other, which side."""
    c, s = dot(a.turn, b.turn), cross(a.turn, b.turn)
    found: list[tuple[float, Block, Block, int]] = []
    for base, other in ((a, b), (b, a)):
        way = minus(b.at, a.at)
        far = abs(dot(way, base.turn)), abs(cross(base.turn, way))
        along = abs(c) * other.half[0] + abs(s) * other.half[1]
        across = abs(s) * other.half[0] + abs(c) * other.half[1]
        found.append((far[0] - base.half[0] - along, base, other, 0))
        found.append((far[1] - base.half[1] - across, base, other, 1))
    return found


def furthest(a: Block, b: Block) -> tuple[float, Block, Block, int]:
    """The first of the largest gaps."""
    return max(gaps(a, b), key=lambda gap: gap[0])


def corner(block: Block, way: Vector) -> Vector:
    """The corner that lies furthest that way, from the middle."""
    u = block.half[0] if dot(way, block.turn) > 0 else -block.half[0]
    v = block.half[1] if cross(block.turn, way) > 0 else -block.half[1]
    return (
        u * block.turn[0] - v * block.turn[1],
        u * block.turn[1] + v * block.turn[0],
    )


@dataclass(eq=False)
class Point:
    """Where `other` touches `base`, `gap` apart; `arm` is from the other's centre."""

    base_arm: Vector
    arm: Vector
    gap: float
    away: float = 0.0
    push: float = 0.0


@dataclass(eq=False)
class Contact:
    """One or two points where `other` touches `base`."""

    base: Block
    other: Block
    normal: Vector
    points: list[Point] = field(default_factory=list[Point])
    rub: float = 0.0

    def add(self, arm: Vector, gap: float) -> None:
        """A point whose place on the other's side is `arm` from its middle; it lies in the middle of the gap."""
        shift = 0.5 * gap
        arm = arm[0] - shift * self.normal[0], arm[1] - shift * self.normal[1]
        self.points.append(Point(minus(plus(arm, self.other.at), self.base.at), arm, gap))

    def closing(self, point: Point) -> float:
        """How fast the point comes nearer along the normal, by the motions of the two points that meet."""
        return tip_closing(self.base, self.other, self.normal, point.arm)

    def approaches(self) -> bool:
        return any(self.closing(point) > APPROACH for point in self.points)

    @property
    def push(self) -> float:
        return sum(point.push for point in self.points)

    def levers(self) -> list[Vector]:
        """Of the impulses along the normal and of the one along the side: about the base, about the other."""
        first, last, (x, y) = self.points[0], self.points[-1], self.normal
        found = [(cross(p.base_arm, self.normal), cross(p.arm, self.normal)) for p in self.points]
        side = [
            0.5 * (a[0] + b[0]) * x + 0.5 * (a[1] + b[1]) * y
            for a, b in ((first.base_arm, last.base_arm), (first.arm, last.arm))
        ]
        return [*found, (side[0], side[1])]

    def closing_by(self, way: Vector, lever: Vector) -> float:
        """The same, by velocities and levers."""
        x, y = minus(self.other.going, self.base.going)
        return -(x * way[0] + y * way[1] + self.other.spin * lever[1] - self.base.spin * lever[0])

    def weigh(self, parts: dict[Block, int], bounce: float) -> None:
        """Every impulse's effect on every velocity, each body with the part of its mass that one contact has."""
        self.arms = self.levers()
        base, other = parts[self.base] / self.base.mass, parts[self.other] / self.other.mass
        turn, other_turn = base / self.base.inertia, other / self.other.inertia
        last = len(self.arms) - 1
        self.gives = {
            (n, m): (base + other if (n == last) == (m == last) else 0.0)
            + turn * self.arms[n][0] * self.arms[m][0]
            + other_turn * self.arms[n][1] * self.arms[m][1]
            for n in range(last + 1)
            for m in range(last + 1)
        }
        for point, lever in zip(self.points, self.arms, strict=False):
            closing = self.closing_by(self.normal, lever)
            point.away = bounce * closing if closing > SOFT else 0.0

    def wish(self, rough: float) -> list[float]:
        """The impulses that its law asks for, given the velocities as they are."""
        side, k, old, old_rub = len(self.points), self.gives, [p.push for p in self.points], self.rub
        due = [
            p.away + self.closing_by(self.normal, lever)
            for p, lever in zip(self.points, self.arms, strict=False)
        ]
        along = (
            self.closing_by(left_of(self.normal), self.arms[side])
            + k[side, side] * old_rub
            + k[0, side] * old[0]
        )
        if side == 1:
            due[0] = due[0] + k[0, 0] * old[0] + k[0, 1] * old_rub
        else:
            due[0] = due[0] + k[0, 0] * old[0] + k[0, side] * old_rub + k[0, 1] * old[1]
            due[1] = due[1] + (k[1, 1] * old[1] + k[0, 1] * old[0] + k[1, side] * old_rub)
            along = along + k[1, side] * old[1]
        rub, push = old_rub, old
        for _ in range(SWEEPS):
            left = [due[n] - k[n, side] * rub for n in range(side)]
            push = [max(0.0, left[0] / k[0, 0])] if side == 1 else shared(k[0, 0], k[1, 1], k[0, 1], *left)
            held = along - k[0, side] * push[0]
            if side == 2:
                held = held - k[1, side] * push[1]
            most = rough * sum(push)
            new = min(most, max(-most, held / k[side, side]))
            change, rub = abs(new - rub) * k[side, side], new
            if change < SETTLED:
                break
        return [*push, rub]

    def step(self, wish: list[float]) -> list[float]:
        """By how much the impulses grow."""
        return [new - old for new, old in zip(wish, [*(p.push for p in self.points), self.rub], strict=True)]

    def change(self, steps: list[float]) -> float:
        return max(abs(step) * self.gives[n, n] for n, step in enumerate(steps))

    def give(self, steps: list[float]) -> None:
        """Gives more impulse."""
        *pushes, rub = steps
        for point, push in zip(self.points, pushes, strict=True):
            point.push += push
        self.rub += rub
        across, whole = left_of(self.normal), sum(pushes)
        x, y = whole * self.normal[0] + rub * across[0], whole * self.normal[1] + rub * across[1]
        for block, sign, which in ((self.other, 1, 1), (self.base, -1, 0)):
            block.going = block.going[0] + sign * (x / block.mass), block.going[1] + sign * (y / block.mass)
            turning = sum(step * lever[which] for step, lever in zip(steps, self.arms, strict=True))
            block.spin += sign * (turning / (block.mass * block.inertia))


def tip_closing(base: Block, other: Block, normal: Vector, arm: Vector) -> float:
    """How fast the other's point `arm` from its middle comes nearer to the base along the normal."""
    base_arm = minus(plus(arm, other.at), base.at)
    x = other.going[0] - other.spin * arm[1] - base.going[0] + base.spin * base_arm[1]
    y = other.going[1] + other.spin * arm[0] - base.going[1] - base.spin * base_arm[0]
    return -(x * normal[0] + y * normal[1])


def shared(a: float, b: float, c: float, first: float, second: float) -> list[float]:
    """Impulses of two points of a side that give both what they are due, or of one of them."""
    depth = a * b - c * c
    if depth > SAME * a * b:
        both = [(b * first - c * second) / depth, (a * second - c * first) / depth]
        if min(both) > 0:
            return both
    alone = max(0.0, first / a)
    return [0.0, max(0.0, second / b)] if c * alone < second else [alone, 0.0]


@dataclass
class Table:
    setup: Any
    places: list[tuple[float, float, float, float]]
    contacts: list[Contact] = field(default_factory=list[Contact])
    steps: int = 0
    crossings: int = 0
    leavers: int = 0
    # the range block's: what it lies on, how long it has fallen, whom it passes
    arrow: Block | None = None
    under: Block | None = None
    fallen: float | None = None
    passed: list[Block] = field(default_factory=list[Block])
    flicked: Block | None = None

    def __post_init__(self) -> None:
        self.blocks = [self.made(0, (x, y), (c, s)) for x, y, c, s in self.places]
        self.fall = sqrt(2 * float(self.setup.tall) / GRAVITY)

    def made(self, kind: int, at: Vector, turn: Vector) -> Block:
        half = float(self.setup.long[kind]), float(self.setup.wide[kind])
        return Block(at, turn, half, float(self.setup.mass[kind]), float(self.setup.on_table) * GRAVITY)

    def mount(self, archer: Block) -> Block:
        """The range block on the archer."""
        self.arrow = self.made(1, archer.at, archer.turn)
        self.arrow.pull = float(self.setup.on_block) * GRAVITY
        self.under, self.passed = archer, [archer]
        return self.arrow

    def push(self, block: Block, contact: int, way: Vector, speed: float) -> None:
        side, part = contact // 41, (contact % 41 - 20) / 20
        u = part * block.half[0] if side < 2 else (block.half[0], -block.half[0])[side - 2]
        v = part * block.half[1] if side >= 2 else (block.half[1], -block.half[1])[side]
        x, y = u * block.turn[0] - v * block.turn[1], u * block.turn[1] + v * block.turn[0]
        block.strike((x, y), times(speed / block.mobility((x, y), way), way))
        block.awake = block.moved = True
        self.flicked = block

    @property
    def everything(self) -> list[Block]:
        return [*self.blocks, self.arrow] if self.arrow else self.blocks

    @property
    def bodies(self) -> list[Block]:
        return [block for block in self.everything if block.on]

    @property
    def moving(self) -> list[Block]:
        return [block for block in self.bodies if block.awake]

    def rest(self) -> None:
        """Lets everything come to rest."""
        while self.moving:
            self.tick()
        out = [block for block in self.everything if block.crossing and self.outside(block.at)]
        for block in sorted(out, key=lambda block: block.crossing):
            self.leavers += 1
            block.left = self.leavers

    def tick(self) -> None:
        left, blows = TICK, 0
        while left > 0 and self.moving:
            time = self.look(left)
            if blows < BLOWS and any(c.approaches() for c in self.contacts):
                self.strike_all()
                blows += 1
                continue
            blows = 0
            self.part()
            self.move(time)
            left -= time

    def look(self, horizon: float) -> float:
        """Finds who touches, and how long the step may be."""
        self.contacts = []
        if self.under or self.fallen is not None:
            horizon = min(horizon, self.time_of_arrow())
        for block in self.moving:
            block.was = block.at
            for axis, size in enumerate((float(self.setup.width), float(self.setup.height))):
                if 0 <= block.at[axis] <= size:
                    place = block.at[axis] - 0.5 * size
                    horizon = min(horizon, until(place, 0.5 * size, block.going[axis]))
        pairs: list[tuple[Block, Block]] = []
        for n, one in enumerate(self.bodies):
            for m, other in enumerate(self.bodies):
                if one.awake and m != n and (m > n or not other.awake):
                    pairs.append((one, other) if n < m else (other, one))
        return min(chain((horizon,), *(self.meet(a, b, horizon) for a, b in pairs if self.may_touch(a, b))))

    def may_touch(self, a: Block, b: Block) -> bool:
        return b is not self.arrow or not (self.under or a in self.passed)

    def meet(self, a: Block, b: Block, horizon: float) -> list[float]:
        """Notes where the two touch; the times after which they might touch elsewhere."""
        way = minus(b.at, a.at)
        near = a.reach + b.reach + (a.speed + b.speed) * horizon + TOUCH
        gap, base, other, axis = furthest(a, b)
        pace = a.speed + b.speed + abs(a.spin) * a.reach + abs(b.spin) * b.reach
        if dot(way, way) > near * near or gap > TOUCH + pace * horizon:
            return []
        cornered = gap <= TOUCH and self.on_corners(a, b, gap)
        return list(self.ends(base, other, axis, cornered, horizon))

    def on_corners(self, a: Block, b: Block, gap: float) -> bool:
        """Notes the contact of two corners where none of several slanting axes is the furthest one; whether it is so."""
        way, normals = minus(b.at, a.at), list[Vector]()
        for far, base, _, axis in gaps(a, b):
            if far >= gap - EVEN:
                normals.append(
                    base.axes[axis] if dot(way, base.axes[axis]) >= 0 else times(-1.0, base.axes[axis])
                )
        total, slant = normals[0], False
        for normal in normals[1:]:
            slant = slant or abs(cross(total, normal)) > SLANT
            total = plus(total, normal)
        if not slant:
            return False
        size = sqrt(dot(total, total))
        normal = total[0] / size, total[1] / size
        contact = Contact(a, b, normal)
        theirs, ours = corner(b, times(-1.0, normal)), corner(a, normal)
        x, y = (
            0.5 * (theirs[0] + (a.at[0] + ours[0] - b.at[0])),
            0.5 * (theirs[1] + (a.at[1] + ours[1] - b.at[1])),
        )
        shift = 0.5 * gap
        contact.add((x + shift * normal[0], y + shift * normal[1]), gap)
        self.contacts.append(contact)
        return True

    def ends(self, base: Block, other: Block, axis: int, cornered: bool, horizon: float) -> Any:
        way, normal = minus(other.at, base.at), base.axes[axis]
        if dot(way, normal) < 0:
            normal = times(-1.0, normal)
        # the other's side that faces the base most
        facing = [dot(normal, other.turn), cross(other.turn, normal)]
        side = 0 if abs(facing[0]) >= abs(facing[1]) else 1
        middle = times(-other.half[side] if facing[side] > 0 else other.half[side], other.axes[side])
        reach = times(other.half[1 - side], other.axes[1 - side])
        height, breadth = base.half[axis], base.half[1 - axis]
        gap, rise = dot(plus(way, middle), normal) - height, dot(reach, normal)
        aside, half = cross(normal, plus(way, middle)), cross(normal, reach)
        bend, contact = self.bend(base, other), Contact(base, other, normal)
        for sign in (-1, 1) if rise > 0 else (1, -1):
            distance = gap + sign * rise
            closing = (
                tip_closing(base, other, normal, plus(middle, times(sign, reach))) + 0.5 * horizon * bend
            )
            if distance > TOUCH and closing > 0:
                yield (distance + DEPTH) / closing
            part: float = sign
            if aside + part * half > breadth:
                part = (breadth - aside) / half
            elif aside + part * half < -breadth:
                part = (-breadth - aside) / half
            part = min(1, max(-1, part))
            arm, distance = plus(middle, times(part, reach)), gap + part * rise
            closing = tip_closing(base, other, normal, arm) + 0.5 * horizon * bend
            if distance <= TOUCH:
                contact.add(arm, distance)
                yield sqrt(2 * TOUCH / bend)
            elif part != sign and closing > 0:
                yield (distance + DEPTH) / closing
        if contact.points and not cornered:
            self.contacts.append(contact)

    def bend(self, base: Block, other: Block) -> float:
        """How hard the paths of their points can bend toward each other."""
        spin = abs(base.spin)
        paths = spin * spin * (base.reach + 2 * other.reach) + other.spin * other.spin * other.reach
        return (
            paths
            + base.pull
            + other.pull
            + 2 * spin * (base.speed + other.speed + abs(other.spin) * other.reach)
        )

    def energy(self) -> float:
        """Of the bodies that touch others."""
        total = 0.0
        for b in self.bodies:
            if any(b in (contact.base, contact.other) for contact in self.contacts):
                total += b.mass * (
                    b.going[0] * b.going[0] + b.going[1] * b.going[1] + b.inertia * b.spin * b.spin
                )
        return total

    def strike_all(self) -> None:
        """The blows of one instant."""
        parts: dict[Block, int] = {}
        for block in chain(*((contact.base, contact.other) for contact in self.contacts)):
            parts[block] = parts.get(block, 0) + 1
        for contact in self.contacts:
            contact.weigh(parts, float(self.setup.bounce))
        before, motions = self.energy(), [(b, b.going, b.spin) for b in self.bodies]
        self.settle()
        if self.energy() > before * (1 + 1e-12):
            for block, going, spin in motions:
                block.going, block.spin = going, spin
            for contact in self.contacts:
                contact.rub = 0.0
                for point in contact.points:
                    point.push = point.away = 0.0
            self.settle()
        for contact in self.contacts:
            if contact.push:
                self.wake(contact)

    def settle(self) -> None:
        """All look at the same velocities, then all give their impulses, until these no longer change."""
        for _ in range(SWEEPS):
            steps = [contact.step(contact.wish(float(self.setup.on_block))) for contact in self.contacts]
            for contact, step in zip(self.contacts, steps, strict=True):
                contact.give(step)
            changes = [contact.change(step) for contact, step in zip(self.contacts, steps, strict=True)]
            if max(changes) < SETTLED or len(self.contacts) == 1:
                return

    def wake(self, contact: Contact) -> None:
        pair = [contact.base, contact.other]
        for block in pair:
            block.awake = block.moved = True
        if self.flicked in pair:
            struck = pair[1 - pair.index(self.flicked)]
            struck.touched = struck.touched or self.steps + 1
            if struck.touched == self.steps + 1:
                struck.blow += contact.push

    def part(self) -> None:
        """Parts what came into each other."""
        for contact in self.contacts:
            pair = (contact.base, -1), (contact.other, 1)
            free = [block.awake / block.mass for block, _ in pair]
            for point in contact.points:
                if point.gap < -DEPTH:
                    shift = -0.5 * point.gap / (free[0] + free[1])
                    for (block, sign), share in zip(pair, free, strict=True):
                        block.at = plus(block.at, times(sign * (shift * share), contact.normal))

    def move(self, time: float) -> None:
        self.steps += 1
        for block in self.moving:
            if block is self.arrow and self.fallen is not None:
                block.carry(block.going, block.spin, time)
            else:
                block.slide(time)
            self.cross_edge(block, block.was)
        if self.arrow and self.arrow.on:
            self.fly(self.arrow, time)
        else:
            self.under = self.fallen = None

    def outside(self, at: Vector) -> bool:
        return not (0 <= at[0] <= float(self.setup.width) and 0 <= at[1] <= float(self.setup.height))

    def cross_edge(self, block: Block, was: Vector) -> None:
        if not self.outside(block.at):
            block.edge = -1
            return
        if not self.outside(was):
            way, sizes = minus(block.at, was), (float(self.setup.width), float(self.setup.height))
            # south, east, north, west
            crossed = [
                (((size - was[axis]) if far else -was[axis]) / way[axis], edge)
                for edge, (axis, far) in enumerate(((1, False), (0, True), (1, True), (0, False)))
                for size in (sizes[axis],)
                if (block.at[axis] > size if far else block.at[axis] < 0)
            ]
            first, block.edge = min(crossed)
            block.out = was[0] + first * way[0], was[1] + first * way[1]
            self.crossings += 1
            block.crossing = self.crossings
        if any(
            not tape and far > 0 for tape, far in zip(self.setup.tape, self.beyond(block.at), strict=True)
        ):
            block.on = False
            block.stop()

    def beyond(self, at: Vector) -> tuple[float, ...]:
        """How far a place is beyond the lines of the south, east, north and west edge."""
        return -at[1], at[0] - float(self.setup.width), at[1] - float(self.setup.height), -at[0]

    def time_of_arrow(self) -> float:
        """How long the range block surely lies or falls."""
        if self.fallen is not None:
            return self.fall - self.fallen
        assert self.arrow
        assert self.under
        way, going = minus(self.arrow.at, self.under.at), self.arrow.going
        return min(
            until(dot(way, axis), half, dot(going, axis))
            for axis, half in zip(self.under.axes, self.under.half, strict=True)
        )

    def is_over(self, block: Block, arrow: Block) -> bool:
        way = minus(arrow.at, block.at)
        return abs(dot(way, block.turn)) <= block.half[0] and abs(cross(block.turn, way)) <= block.half[1]

    def fly(self, arrow: Block, time: float) -> None:
        if self.under and not self.is_over(self.under, arrow):
            bearers = [block for block in self.blocks if block.on and self.is_over(block, arrow)]
            self.under = bearers[0] if bearers else None
            if not bearers:
                self.fallen, arrow.pull = 0.0, 0.0
                overlapped = [b for b in self.blocks if b not in self.passed and furthest(arrow, b)[0] <= 0]
                self.passed += overlapped
        elif self.fallen is not None:
            self.fallen += time
            if self.fallen >= self.fall:
                self.fallen, arrow.pull = None, float(self.setup.on_table) * GRAVITY
        if not self.under:
            self.passed = [block for block in self.passed if furthest(arrow, block)[0] <= 0]


def until(place: float, limit: float, speed: float) -> float:
    """When something comes just beyond the limit on its way."""
    if not speed:
        return 1.0
    return (limit - place + DEPTH) / speed if speed > 0 else (limit + place + DEPTH) / -speed
