"""Blows: what they keep, what they take, and that nothing passes through anything."""

from collections.abc import Iterator
from itertools import combinations
from math import pi
from typing import Any

import numpy as np
import pytest

from sandtable.games.rout.rules import contacts, physics
from sandtable.games.rout.schema import STEPS
from tests.physics.scenes import (
    NO_FILM,
    Flick,
    Place,
    first_touched,
    flick_of,
    middle,
    place,
    rest,
    scatter,
    setup_of,
    spots,
    world_of,
)

# the extremes of what the settings allow
WOODS = {
    "default": {},
    "bouncy and rough": {"restitution": 90, "block_friction": 90},
    "slippery table": {"table_friction": 5, "restitution": 90},
    "thin": {"length": 100, "breadth": 15, "block_friction": 90},
    "dead and smooth": {"restitution": 0, "block_friction": 0},
}


def energy(world: Any) -> float:
    return sum(b.mass * (b.vx**2 + b.vy**2 + b.inertia * b.w**2) / 2 for b in world.body[: world.count])


def momentum(world: Any) -> np.ndarray:
    """Of the plane, and about its origin."""
    total = np.zeros(3)
    for b in world.body[: world.count]:
        turning = b.inertia * b.w + b.x * b.vy - b.y * b.vx
        total += b.mass * np.array([b.vx, b.vy, turning])
    return total


def ticks(setup: Any, world: Any) -> Iterator[None]:
    """The world, tick by tick, to rest."""
    while physics.anything_awake(world):
        physics.tick(setup, world)
        yield


def crowd(setup: Any, seed: int) -> tuple[list[Place], Flick]:
    """14 blocks close together and a flick among them."""
    rng = np.random.default_rng(seed)
    places = scatter(setup, rng, 14, 0.3, 0.7, gap=0.0 if seed % 2 else 0.001)
    return places, flick_of(rng, places, fast=6.0)


@pytest.mark.parametrize("wood", WOODS)
def test_energy_never_grows_and_nothing_sinks_in(wood: str) -> None:
    setup = setup_of(**WOODS[wood])
    for seed in range(20):
        world = world_of(setup, *crowd(setup, seed))
        before = energy(world)
        for _ in ticks(setup, world):
            after = energy(world)
            assert after <= before * (1 + 1e-12)
            before = after
            lying = [body for body in world.body[:14] if body.on]
            # near ones only, for time
            for a, b in combinations(lying, 2):
                if abs(a.x - b.x) < 0.11 and abs(a.y - b.y) < 0.11:
                    assert contacts.furthest_apart(a, b)[1] > -1e-4


def struck(setup: Any, seed: int) -> Any:
    """Two blocks that touch somewhere and rush at each other, or nearly so."""
    rng = np.random.default_rng(seed)
    world = world_of(setup, [place(0.5, 0.5, rng.uniform(0, pi)), place(0.5, 0.5, rng.uniform(0, pi))])
    a, b = world.body[0], world.body[1]
    way = rng.normal(size=2)
    way /= np.sqrt(way @ way)
    while (gap := contacts.furthest_apart(a, b)[1]) < 0.0:
        # along one way the gap grows no faster than the centres part
        b.x, b.y = b.x + max(1e-5, -gap) * way[0], b.y + max(1e-5, -gap) * way[1]
    for body, toward in ((a, 1), (b, -1)):
        body.vx, body.vy = toward * way * 2 + rng.normal(size=2) / 2
        body.w, body.awake = rng.normal() * 10, 1
    return world


@pytest.mark.parametrize("rough", [0, 30])
def test_a_blow_keeps_momentum(rough: int) -> None:
    setup = setup_of(block_friction=rough)
    blows = 0
    for seed in range(200):
        world = struck(setup, seed)
        before, power = momentum(world), energy(world)
        world.contacts = 0
        contacts.meet(world, 0, 1, 1e-3)
        if world.contacts and world.approaching:
            contacts.blow(setup, world)
            blows += 1
            assert momentum(world) == pytest.approx(before, abs=1e-9 * 0.013)
            assert energy(world) < power
    assert blows > 100


@pytest.mark.parametrize("bounce", [0, 30, 50, 90])
def test_two_blocks_part_with_the_share_of_their_speed_that_restitution_says(bounce: int) -> None:
    setup = setup_of(restitution=bounce)
    world = world_of(setup, [place(0.5, 0.3, 0), place(0.5, 0.4, 0)], Flick(0, middle(1), (0.0, 1.0), 2.0))
    a, b = world.body[0], world.body[1]
    while not b.awake:
        speed = float(a.vy)
        physics._look(setup, world, 1e-3)
        if world.approaching:
            contacts.blow(setup, world)
            contacts.wake(world)
        else:
            physics._move(setup, world, 1e-4)
    assert b.vy - a.vy == pytest.approx(bounce / 100 * speed, rel=1e-6, abs=1e-8)
    assert a.vy + b.vy == pytest.approx(speed, rel=1e-9)
    assert (a.w, b.w) == pytest.approx((0, 0), abs=1e-6)


def mirrored(spot: Place) -> Place:
    """West for east on a table of 1 m."""
    return 100_000 - spot[0], spot[1], -spot[2], spot[3]


def mirror(flick: Flick) -> Flick:
    side, step = divmod(flick.contact, STEPS)
    # left and right of the long side change places; along the short sides their points do
    contact = STEPS * (1 - side) + step if side < 2 else STEPS * side + STEPS - 1 - step
    return Flick(flick.block, contact, (-flick.way[0], flick.way[1]), flick.speed)


def test_a_mirrored_set_up_has_the_mirrored_result() -> None:
    setup = setup_of()
    for seed in range(100):
        places, flick = crowd(setup, seed)
        here, there = rest(setup, places, flick), rest(setup, [mirrored(p) for p in places], mirror(flick))
        # T5.3: scattered blocks
        assert spots(here) == pytest.approx(spots(there) * (-1, 1) + (1, 0), abs=1e-9)
        assert first_touched(here) == first_touched(there)


# T5.3: racks that are the same to the west and to the east, block beside block at the least gap that is legal
GAP, LONG, WIDE = 0.001, 0.075, 0.025
RACKS = {
    "triangle, upright": (4, lambda r: r + 1, 90),
    "triangle, across": (5, lambda r: r + 1, 0),
    "triangle, its base ahead": (4, lambda r: 4 - r, 0),
    "even grid": (4, lambda _: 4, 0),
    "odd grid, upright": (3, lambda _: 5, 90),
    "row": (1, lambda _: 12, 90),
    "column": (11, lambda _: 1, 0),
}


def rack(name: str) -> list[Place]:
    """The blocks of a rack, and behind it the one that breaks it, dead centre."""
    rows, blocks, angle = RACKS[name]
    along, across = (WIDE, LONG) if angle else (LONG, WIDE)
    spots = [
        (0.5 + (k - (blocks(r) - 1) / 2) * (along + GAP), 0.45 + r * (across + GAP))
        for r in range(rows)
        for k in range(blocks(r))
    ]
    return [place(x, y, angle * pi / 180) for x, y in spots] + [place(0.5, 0.2, pi / 2)]


def askew(places: list[Place], world: Any) -> float:
    """By how much the table is not its own mirror image, in metres."""
    other = {spot[:2]: n for n, spot in enumerate(places)}
    partners = [other[mirrored(spot)[:2]] for spot in places]
    return float(np.abs(spots(world)[partners] * (-1, 1) + (1, 0) - spots(world)).max())


@pytest.mark.parametrize("name", RACKS)
@pytest.mark.parametrize("wood", ["default", "bouncy and rough", "slippery table"])
def test_a_symmetric_rack_broken_dead_centre_stays_symmetric(name: str, wood: str) -> None:
    setup, places = setup_of(**WOODS[wood]), rack(name)
    for speed in (1.0, 2.0, 3.0, 4.0):
        world = rest(setup, places, Flick(len(places) - 1, middle(3), (0.0, 1.0), speed))
        # the rule book asks for 1 mm
        assert askew(places, world) < 1e-6
    # what is struck and what lies behind it, not only the block that is flicked
    assert sum(int(body.moved) for body in world.body) > 2


def blows(setup: Any, world: Any) -> Iterator[None]:
    """The blows of the first tenth of a second, before and after each."""
    while world.time < 0.1 and physics.anything_awake(world):
        time = physics._look(setup, world, physics.TICK)
        if world.approaching:
            yield
            contacts.blow(setup, world)
            yield
            contacts.wake(world)
        else:
            contacts.part(world)
            physics._move(setup, world, time)


@pytest.mark.parametrize("bounce", [0, 50, 90])
def test_frictionless_blows_keep_linear_momentum(bounce: int) -> None:
    # T5.3: of one block among many, and of all that touch in one instant
    setup = setup_of(block_friction=0, restitution=bounce, table_friction=5)
    crowds = (crowd(setup, seed) for seed in range(40))
    racks = ((places, Flick(len(places) - 1, middle(3), (0.0, 1.0), 3.0)) for places in map(rack, RACKS))
    alone = together = 0
    for places, flick in (*crowds, *racks):
        world = world_of(setup, places, flick)
        given = float(np.hypot(*momentum(world)[:2]))
        steps = blows(setup, world)
        for _ in steps:
            before = momentum(world)[:2]
            next(steps)
            assert momentum(world)[:2] == pytest.approx(before, abs=1e-9 * given)
            alone, together = alone + (world.contacts == 1), together + (world.contacts > 1)
    assert min(alone, together) > 40


def test_a_rack_may_be_numbered_in_any_order() -> None:
    # the order of sums changes their last bits, and a rack of many blows lets them grow; the rule book asks for 1 mm
    setup, places = setup_of(), rack("triangle, upright")
    flick = Flick(len(places) - 1, middle(3), (0.05, float(np.sqrt(1 - 0.05**2))), 3.0)
    here = rest(setup, places, flick)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(places))
        renamed = Flick(int(np.flatnonzero(order == flick.block)[0]), flick.contact, flick.way, flick.speed)
        there = rest(setup, [places[i] for i in order], renamed)
        assert spots(there) == pytest.approx(spots(here)[order], abs=1e-3)


def test_a_table_turned_about_has_the_turned_result() -> None:
    setup = setup_of()
    for seed in range(100):
        places, flick = crowd(setup, seed)
        about = [(100_000 - x, 100_000 - y, -c, -s) for x, y, c, s in places]
        back = Flick(flick.block, flick.contact, (-flick.way[0], -flick.way[1]), flick.speed)
        here, there = rest(setup, places, flick), rest(setup, about, back)
        assert spots(here) == pytest.approx(1 - spots(there), abs=1e-8)


def test_the_order_of_blocks_makes_no_difference() -> None:
    setup = setup_of()
    for seed in range(0, 200, 2):
        places, flick = crowd(setup, seed)
        order = np.random.default_rng(seed).permutation(14)
        renamed = Flick(int(np.flatnonzero(order == flick.block)[0]), flick.contact, flick.way, flick.speed)
        here = rest(setup, places, flick)
        there = rest(setup, [places[i] for i in order], renamed)
        assert spots(there) == pytest.approx(spots(here)[order], abs=1e-8)
        touched = first_touched(there)
        assert first_touched(here) == (order[touched] if touched >= 0 else touched)


@pytest.mark.parametrize("speed", [4.0, 6.0])
def test_nothing_passes_through_the_thinnest_block(speed: float) -> None:
    setup = setup_of(length=40, breadth=15, table_friction=5)
    rng = np.random.default_rng(1)
    for _ in range(200):
        # a wall of thin blocks across the way, and a block that flies at it
        wall = [place(0.5, 0.4 + 0.0405 * i, pi / 2) for i in range(6)]
        flicked = place(rng.uniform(0.05, 0.4), rng.uniform(0.45, 0.55), rng.uniform(0, pi))
        way = np.array([0.5, rng.uniform(0.43, 0.57)]) - np.array(flicked[:2]) / 100_000
        way /= np.sqrt(way @ way)
        world = world_of(setup, [*wall, flicked])
        body = world.body[6]
        body.vx, body.vy = way * speed
        body.w, body.awake, world.flicked = rng.uniform(-60, 60), 1, 6
        for _ in ticks(setup, world):
            if first_touched(world) >= 0:
                break
            assert body.x < 0.5
        assert first_touched(world) >= 0


def test_who_is_moved_apart_across_the_edge_has_left() -> None:
    setup = setup_of()
    # two that overlap by more than a step leaves, the one's centre on the brink
    world = world_of(
        setup, [place(0.03745, 0.5, 0), place(0, 0.5, pi / 2)], Flick(0, middle(2), (-1.0, 0.0), 0.2)
    )
    physics.run(setup, world, NO_FILM)
    assert world.body[1].left == 1
    assert world.body[1].ex == pytest.approx(0, abs=1e-6)


def test_what_does_not_move_stays_within_its_limits_for_a_second():
    assert physics.crossing_time(0.3, 0.5, 0.0) == 1.0
    assert physics.crossing_time(0.3, 0.5, 1.0) == pytest.approx(0.2, abs=0.01)
    assert physics.crossing_time(0.3, 0.5, -1.0) == pytest.approx(0.8, abs=0.01)
