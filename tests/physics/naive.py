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
SWEEPS, BLOWS = 40, 60


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


@dataclass(eq=False)
class Contact:
    """A point where `other` touches the side of `base`."""

    base: Block
    other: Block
    normal: Vector
    arm: Vector  # from the other's centre
    gap: float
    away: float = 0.0
    push: float = 0.0
    rub: float = 0.0

    def __post_init__(self) -> None:
        self.base_arm = minus(plus(self.arm, self.other.at), self.base.at)

    def closing(self, way: Vector) -> float:
        other, base, arm, base_arm = self.other, self.base, self.arm, self.base_arm
        x = other.going[0] - other.spin * arm[1] - base.going[0] + base.spin * base_arm[1]
        y = other.going[1] + other.spin * arm[0] - base.going[1] - base.spin * base_arm[0]
        return -(x * way[0] + y * way[1])

    def weight(self, way: Vector) -> float:
        return 1 / (self.base.mobility(self.base_arm, way) + self.other.mobility(self.arm, way))

    def apply(self, impulse: Vector) -> None:
        self.other.strike(self.arm, impulse)
        self.base.strike(self.base_arm, times(-1.0, impulse))


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
    def bodies(self) -> list[Block]:
        everything = [*self.blocks, self.arrow] if self.arrow else self.blocks
        return [block for block in everything if block.on]

    @property
    def moving(self) -> list[Block]:
        return [block for block in self.bodies if block.awake]

    def rest(self) -> None:
        """Lets everything come to rest."""
        while self.moving:
            self.tick()
        if self.setup.tape:
            out = [block for block in self.bodies if self.outside(block.at)]
            for block in sorted(out, key=lambda block: block.crossing):
                self.leavers += 1
                block.left = self.leavers

    def tick(self) -> None:
        left, blows = TICK, 0
        while left > 0 and self.moving:
            time = self.look(left)
            if blows < BLOWS and any(c.closing(c.normal) > APPROACH for c in self.contacts):
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
        return list(self.ends(base, other, axis, horizon))

    def ends(self, base: Block, other: Block, axis: int, horizon: float) -> Any:
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
        bend = self.bend(base, other)
        for sign in (-1, 1) if rise > 0 else (1, -1):
            distance = gap + sign * rise
            tip = Contact(base, other, normal, plus(middle, times(sign, reach)), distance)
            closing = tip.closing(normal) + 0.5 * horizon * bend
            if distance > TOUCH and closing > 0:
                yield (distance + DEPTH) / closing
            part: float = sign
            if aside + part * half > breadth:
                part = (breadth - aside) / half
            elif aside + part * half < -breadth:
                part = (-breadth - aside) / half
            part = min(1, max(-1, part))
            point = Contact(base, other, normal, plus(middle, times(part, reach)), gap + part * rise)
            closing = point.closing(normal) + 0.5 * horizon * bend
            if point.gap <= TOUCH:
                self.contacts.append(point)
                yield sqrt(2 * TOUCH / bend)
            elif part != sign and closing > 0:
                yield (point.gap + DEPTH) / closing

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
        total = 0.0
        for b in self.bodies:
            total += b.mass * (
                b.going[0] * b.going[0] + b.going[1] * b.going[1] + b.inertia * b.spin * b.spin
            )
        return total

    def strike_all(self) -> None:
        """The blows of one instant."""
        for contact in self.contacts:
            closing = contact.closing(contact.normal)
            contact.away = float(self.setup.bounce) * closing if closing > SOFT else 0.0
        before, motions = self.energy(), [(b, b.going, b.spin) for b in self.bodies]
        self.settle()
        if self.energy() > before * (1 + 1e-12):
            for block, going, spin in motions:
                block.going, block.spin = going, spin
            for contact in self.contacts:
                contact.push = contact.rub = contact.away = 0.0
            self.settle()
        for contact in self.contacts:
            if contact.push:
                self.wake(contact)

    def settle(self) -> None:
        for _ in range(SWEEPS):
            if not max(list(chain(*(self.press(contact) for contact in self.contacts)))) >= SETTLED:
                return

    def press(self, contact: Contact) -> tuple[float, float]:
        """Brings one point to what its law asks; by how much its velocity changed."""
        normal, across = contact.normal, left_of(contact.normal)
        mass, old = contact.weight(normal), contact.push
        contact.push = max(0.0, old + (contact.away + contact.closing(normal)) * mass)
        contact.apply(times(contact.push - old, normal))
        pressed = abs(contact.push - old) / mass
        mass, old = contact.weight(across), contact.rub
        most = float(self.setup.on_block) * contact.push
        contact.rub = min(most, max(-most, old + contact.closing(across) * mass))
        contact.apply(times(contact.rub - old, across))
        return pressed, abs(contact.rub - old) / mass

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
            if contact.gap < -DEPTH:
                pair = (contact.base, -1), (contact.other, 1)
                free = [block.awake / block.mass for block, _ in pair]
                shift = -0.5 * contact.gap / (free[0] + free[1])
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
        if self.outside(was):
            return
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
        if not self.setup.tape:
            self.leavers += 1
            block.left, block.on = self.leavers, False
            block.stop()

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
