"""Flicks to rest: the physics of ROUT! and other simulators, 14 blocks, one flicked.

Everybody gets the same scenes and the same velocity and spin of the flicked block, and goes on until all is at rest. The peers
step at fixed rates; ours takes ticks of 1/120 s, cut where something touches.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from benchmarks import simulators
from benchmarks.race import SEED, Aim, Contender, Contest, Work, absent
from benchmarks.simulators import Launch
from sandtable.authoring import jit, new
from sandtable.games.rout.rules import physics
from tests.physics.scenes import NO_FILM, Place, flick_of, scatter, setup_of, state_of, world_of

SMALL = {"length": 40, "breadth": 20, "table_friction": 35, "block_friction": 35, "restitution": 40}
BLOCKS, FLICKS = 14, 200
# m/s
SLOW, FAST = 2.0, 3.0
OLD = "version 0.6 needs an older compiler (llvmlite below 0.46), and it simulates only billiards"
Peer = Callable[[Any, Sequence[Place], Sequence[Launch], int], Work]


@dataclass(frozen=True)
class Scene:
    """Blocks on a table, and how some of them are let go."""

    setup: Any
    places: Sequence[Place]
    launches: Sequence[Launch]


def contests() -> list[Contest]:
    """One of the boxes of which the aims speak, and one of the blocks of ROUT! with all settings as they are."""
    return [
        _contest("14 boxes of 40 x 20 x 15 mm, flick to rest", SMALL, aims=True),
        _contest("14 blocks of ROUT!, flick to rest", {}, aims=False),
    ]


def _contest(title: str, settings: dict[str, int], aims: bool) -> Contest:
    laid = cache(partial(scene, settings))

    def peer(name: str, simulate: Peer, rate: int, least: float = 0) -> Contender:
        def make() -> Work:
            found = laid()
            return simulate(found.setup, found.places, found.launches, rate)

        wanted = (Aim(ratio=least),) if aims and least else ()
        return Contender(f"{name}, {rate} Hz", make, wanted)

    contenders = (
        Contender("Sandtable", lambda: own(laid()), (Aim(least=25_000),) if aims else ()),
        peer("Box2D", simulators.box2d, 240, 15),
        peer("Box2D", simulators.box2d, 500, 15),
        peer("pymunk, joints", simulators.pymunk, 240),
        peer("pymunk, joints", simulators.pymunk, 500),
        peer("MuJoCo, planar", simulators.mujoco_planar, 500),
        peer("MuJoCo, 3D", simulators.mujoco, 500, 150),
        peer("PyBullet, 3D", simulators.pybullet, 500),
        absent("pooltool", OLD),
    )
    return Contest(title, "flicks/s", contenders)


def scene(settings: dict[str, int]) -> Scene:
    """The table, and the velocities that random flicks give."""
    setup = setup_of(**settings, edge="tape")
    places = scatter(setup, np.random.default_rng(SEED), BLOCKS, 0.1, 0.9, gap=0.02)
    rng, found = np.random.default_rng(7), []
    for _ in range(FLICKS):
        flick = flick_of(rng, places, SLOW, FAST)
        body = world_of(setup, places, flick).body[flick.block]
        found.append((flick.block, float(body.vx), float(body.vy), float(body.w)))
    return Scene(setup, places, found)


@jit
def flicks(setup, state, world, film, launched, count):
    """So many flicks to rest; the steps that they took."""
    steps = 0
    for n in range(count):
        physics.lay(setup, state, world)
        launch = launched[n % launched.shape[0]]
        i = np.int64(launch[0])
        body = world.body[i]
        body.vx, body.vy, body.w, body.awake, body.moved = launch[1], launch[2], launch[3], 1, 1
        world.flicked = i
        steps += physics.run(setup, world, film)
    return steps


def own(found: Scene) -> Work:
    """Flicks by the compiled physics of ROUT!."""
    state, world, table = state_of(found.places), new(physics.WORLD)[0], np.array(found.launches)

    def work(count: int) -> int:
        flicks(found.setup, state, world, NO_FILM, table, count)
        return count

    return work
