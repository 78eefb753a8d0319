"""Flicks to rest a second beside other simulators: `python -m benchmarks.flicks [--json]`. One core, 14 blocks, one flicked.

Everybody gets the same scenes and the same velocity and spin of the flicked block. "default": blocks, frictions and restitution
of ROUT!. "small": boxes of 40 x 20 x 15 mm, friction 0.35, restitution 0.4. Box2D has friction with the table as joints of
greatest force and torque, at 240 and 500 steps a second; MuJoCo has boxes in space on a plane at 500. Contenders take turns.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from math import atan2, sqrt
from typing import Any

import numpy as np

from benchmarks.__main__ import race, row
from benchmarks.contenders import Work
from sandtable._jit import jit
from sandtable.games.rout import physics
from sandtable.games.rout.flight import GRAVITY
from sandtable.records import new
from tests.physics.scenes import NO_FILM, Place, flick_of, floats, scatter, setup_of, state_of, world_of

SCENES: dict[str, dict[str, int]] = {
    "default": {},
    "small": {"length": 40, "breadth": 20, "table_friction": 35, "block_friction": 35, "restitution": 40},
}
BLOCKS, FLICKS = 14, 200
SLOW, FAST = 2.0, 3.0
# m/s and radians a second: what is slower rests
STILL = 1e-3
LONGEST = 4.0
# steps after which Python sees whether all is at rest
LOOK = 10
# block, vx, vy, w
Launch = tuple[int, float, float, float]


def launches(setup: Any, places: Sequence[Place]) -> list[Launch]:
    """The velocities that random flicks give."""
    rng, found = np.random.default_rng(7), []
    for _ in range(FLICKS):
        flick = flick_of(rng, places, SLOW, FAST)
        body = world_of(setup, places, flick).body[flick.block]
        found.append((flick.block, float(body.vx), float(body.vy), float(body.w)))
    return found


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


def sandtable(setup: Any, places: Sequence[Place], launched: Sequence[Launch]) -> Work:
    """Flicks by the compiled physics of ROUT!."""
    state, world, table = state_of(places), new(physics.WORLD)[0], np.array(launched)

    def work(count: int) -> int:
        flicks(setup, state, world, NO_FILM, table, count)
        return count

    return work


def box2d(setup: Any, places: Sequence[Place], launched: Sequence[Launch], rate: int) -> Work:
    """Flicks by Box2D; a block's centre that leaves the table is still simulated."""
    import Box2D

    # its lengths are made for metres, not for centimetres
    scale = 10.0
    long, wide, mass = float(setup.long[0]), float(setup.wide[0]), float(setup.mass[0])
    world = Box2D.b2World(gravity=(0, 0), doSleep=True)
    world.velocityThreshold = 0.1
    ground = world.CreateStaticBody()
    bodies, spots = [], [floats(place) for place in places]
    for _ in places:
        shape = Box2D.b2PolygonShape(box=(long * scale, wide * scale))
        fixture = Box2D.b2FixtureDef(
            shape=shape,
            density=mass / (4 * long * wide * scale * scale),
            friction=float(setup.on_block),
            restitution=float(setup.bounce),
        )
        bodies.append(world.CreateDynamicBody(fixtures=fixture, bullet=True))
    weight = float(setup.on_table) * mass * GRAVITY * scale
    for body in bodies:
        world.CreateFrictionJoint(
            bodyA=ground,
            bodyB=body,
            maxForce=weight,
            maxTorque=weight * 0.52 * sqrt(long * long + wide * wide) * scale,
        )

    def work(count: int) -> int:
        for n in range(count):
            for body, (x, y, c, s) in zip(bodies, spots, strict=True):
                body.transform = ((x * scale, y * scale), atan2(s, c))
                body.linearVelocity, body.angularVelocity, body.awake = (0, 0), 0, False
            block, vx, vy, w = launched[n % len(launched)]
            bodies[block].awake = True
            bodies[block].linearVelocity, bodies[block].angularVelocity = (vx * scale, vy * scale), w
            steps = 0
            while steps < LONGEST * rate and moving(bodies, scale):
                for _ in range(LOOK):
                    world.Step(1 / rate, 8, 3)
                steps += LOOK
        return count

    return work


def moving(bodies: Sequence[Any], scale: float) -> bool:
    """Whether any body of Box2D moves; it sleeps only half a second after it has stopped."""
    return any(
        body.awake and (body.linearVelocity.length > STILL * scale or abs(body.angularVelocity) > 10 * STILL)
        for body in bodies
    )


def mujoco(setup: Any, places: Sequence[Place], launched: Sequence[Launch]) -> Work:
    """Flicks by MuJoCo in space at 500 steps a second."""
    from tests.physics.reference import Reference

    reference = Reference(setup, places, step=0.002, feet=False)

    def work(count: int) -> int:
        for n in range(count):
            block, *motion = launched[n % len(launched)]
            reference.let_go(block, (motion[0], motion[1], motion[2]))
            while reference.moves():
                reference.step(LOOK)
        return count

    return work


def compare(scene: str, rounds: int, seconds: float) -> dict[str, dict[str, float]]:
    """All contenders on one scene."""
    setup = setup_of(**SCENES[scene], edge="tape")
    places = scatter(setup, np.random.default_rng(1), BLOCKS, 0.1, 0.9, gap=0.02)
    launched = launches(setup, places)
    works = {
        "Sandtable": sandtable(setup, places, launched),
        "Box2D, 240 Hz": box2d(setup, places, launched, 240),
        "Box2D, 500 Hz": box2d(setup, places, launched, 500),
        "MuJoCo, 500 Hz": mujoco(setup, places, launched),
    }
    rates = race(works, rounds, seconds)
    return {name: row(rates, name) for name in rates}


def markdown(report: dict[str, dict[str, dict[str, float]]]) -> str:
    """The report as a table a scene."""
    lines: list[str] = []
    for scene, rows in report.items():
        lines += [
            f"Flicks to rest a second, 14 blocks, {scene}:",
            "",
            "| | median | lowest | highest | Sandtable is |",
        ]
        lines += ["|---|---:|---:|---:|---:|"]
        for name, figures in rows.items():
            rates = " | ".join(f"{figures[column]:,.0f}" for column in ("median", "lowest", "highest"))
            lines.append(f"| {name} | {rates} | {figures['sandtable_is']:.1f} x |")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.flicks", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--rounds", type=int, default=7, help="rounds in which the contenders take turns")
    options.add_argument("--seconds", type=float, default=0.5, help="length of a turn")
    chosen = options.parse_args()
    try:
        report = {scene: compare(scene, chosen.rounds, chosen.seconds) for scene in SCENES}
    except ImportError as error:
        sys.exit(f"The comparison needs Box2D and MuJoCo: pip install 'sandtable[bench,test]' ({error}).")
    print(json.dumps(report, indent=2) if chosen.json else markdown(report))


if __name__ == "__main__":
    main()
