"""Flicks to rest by other simulators, each set up as its makers do for blocks that slide on a table.

A function takes a scene and a rate of steps a second, and returns the work of a number of flicks. All rest below the
same speed, are looked at after every LOOK steps, and have LONGEST to get there.
"""

import importlib
from collections.abc import Callable, Sequence
from math import atan2, pi, sqrt
from typing import Any

import numpy as np

from benchmarks.race import Work
from sandtable.games.rout.rules.physics import GRAVITY
from tests.physics.scenes import Place, floats

# m/s; ten times as many radians a second
STILL = 1e-3
LONGEST = 4.0
LOOK = 10
# what the friction under a rectangle resists a turn by: this times half its diagonal times its force
TWIST = 0.52
# block, vx, vy, w
Launch = tuple[int, float, float, float]


def flick(
    launches: Sequence[Launch], let_go: Callable[[Launch], None], step: Callable[[], bool], rate: int
) -> Work:
    """The work of any simulator: `let_go` lays the scene and launches a block, `step` makes LOOK steps, True while it moves."""

    def work(count: int) -> int:
        for n in range(count):
            let_go(launches[n % len(launches)])
            steps = 0
            while step() and steps < LONGEST * rate:
                steps += LOOK
        return count

    return work


def halves(setup: Any) -> tuple[float, float, float, float]:
    """Half the length, the breadth and the height of a block in metres, and its mass in kilograms."""
    return float(setup.long[0]), float(setup.wide[0]), float(setup.tall) / 2, float(setup.mass[0])


def box2d(setup: Any, places: Sequence[Place], launches: Sequence[Launch], rate: int) -> Work:
    """Flicks by Box2D; the table brakes by joints of a greatest force and torque."""
    import Box2D

    # its lengths are made for metres, not for centimetres
    scale = 10.0
    long, wide, _, mass = halves(setup)
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
    force = float(setup.on_table) * mass * GRAVITY * scale
    torque = force * TWIST * sqrt(long * long + wide * wide) * scale
    for body in bodies:
        world.CreateFrictionJoint(bodyA=ground, bodyB=body, maxForce=force, maxTorque=torque)

    def let_go(launch: Launch) -> None:
        for body, (x, y, c, s) in zip(bodies, spots, strict=True):
            body.transform = ((x * scale, y * scale), atan2(s, c))
            body.linearVelocity, body.angularVelocity, body.awake = (0, 0), 0, False
        block, vx, vy, w = launch
        bodies[block].awake = True
        bodies[block].linearVelocity, bodies[block].angularVelocity = (vx * scale, vy * scale), w

    def step() -> bool:
        for _ in range(LOOK):
            world.Step(1 / rate, 8, 3)
        # a body sleeps only half a second after it has stopped
        return any(
            body.awake
            and (body.linearVelocity.length > STILL * scale or abs(body.angularVelocity) > 10 * STILL)
            for body in bodies
        )

    return flick(launches, let_go, step, rate)


def pymunk(setup: Any, places: Sequence[Place], launches: Sequence[Launch], rate: int) -> Work:
    """Flicks by pymunk; the table brakes by joints of a greatest force and torque."""
    engine = importlib.import_module("pymunk")
    # its lengths are made for pixels
    scale = 1000.0
    long, wide, _, mass = halves(setup)
    space, spots = engine.Space(), [floats(place) for place in places]
    space.iterations = 10
    force = float(setup.on_table) * mass * GRAVITY * scale
    torque = force * TWIST * sqrt(long * long + wide * wide) * scale
    bodies: list[Any] = []
    for _ in places:
        size = (2 * long * scale, 2 * wide * scale)
        body = engine.Body(mass, engine.moment_for_box(mass, size))
        shape = engine.Poly.create_box(body, size)
        # it multiplies those of both shapes
        shape.friction, shape.elasticity = sqrt(setup.on_block), sqrt(setup.bounce)
        pivot = engine.PivotJoint(space.static_body, body, (0, 0), (0, 0))
        gear = engine.GearJoint(space.static_body, body, 0, 1)
        pivot.max_bias = gear.max_bias = 0
        pivot.max_force, gear.max_force = force, torque
        space.add(body, shape, pivot, gear)
        bodies.append(body)

    def let_go(launch: Launch) -> None:
        for body, (x, y, c, s) in zip(bodies, spots, strict=True):
            body.position, body.angle = (x * scale, y * scale), atan2(s, c)
            body.velocity, body.angular_velocity = (0, 0), 0
            space.reindex_shapes_for_body(body)
        block, vx, vy, w = launch
        bodies[block].velocity, bodies[block].angular_velocity = (vx * scale, vy * scale), w

    def step() -> bool:
        for _ in range(LOOK):
            space.step(1 / rate)
        return any(
            body.velocity.length > STILL * scale or abs(body.angular_velocity) > 10 * STILL for body in bodies
        )

    return flick(launches, let_go, step, rate)


def mujoco(setup: Any, places: Sequence[Place], launches: Sequence[Launch], rate: int) -> Work:
    """Flicks by MuJoCo, boxes in space on a plane."""
    from tests.physics.reference import Reference

    reference = Reference(setup, places, step=1 / rate, feet=False)
    reference.data = _asleep(reference.model)

    def let_go(launch: Launch) -> None:
        reference.let_go(launch[0], launch[1:])

    def step() -> bool:
        reference.step(LOOK)
        return reference.moves()

    return flick(launches, let_go, step, rate)


def mujoco_planar(setup: Any, places: Sequence[Place], launches: Sequence[Launch], rate: int) -> Work:
    """Flicks by MuJoCo, boxes with two slides and a hinge whose dry friction stands for the table."""
    engine = importlib.import_module("mujoco")
    from tests.physics.reference import STIFFNESS, damping

    long, wide, tall, mass = halves(setup)
    force = float(setup.on_table) * mass * GRAVITY
    # each axis brakes by itself: so the mean over all directions is right
    slide = f'type="slide" frictionloss="{force * pi / 4}"'
    twist = force * TWIST * sqrt(long * long + wide * wide)
    spring = f'solref="{-STIFFNESS * STIFFNESS} {-damping(float(setup.bounce))}"'
    blocks = "".join(
        f"""
        <body pos="{x} {y} {tall}" xyaxes="{c} {s} 0 {-s} {c} 0">
          <joint axis="{c} {-s} 0" {slide}/><joint axis="{s} {c} 0" {slide}/>
          <joint type="hinge" axis="0 0 1" frictionloss="{twist}"/>
          <geom type="box" size="{long} {wide} {tall}" mass="{mass}" friction="{setup.on_block} 0 0" condim="3" {spring}/>
        </body>"""
        for x, y, c, s in map(floats, places)
    )
    model = engine.MjModel.from_xml_string(
        f'<mujoco><option timestep="{1 / rate}" cone="elliptic" integrator="implicitfast" gravity="0 0 0"/>'
        f"<worldbody>{blocks}</worldbody></mujoco>"
    )
    data = _asleep(model)

    def let_go(launch: Launch) -> None:
        engine.mj_resetData(model, data)
        data.qvel[3 * launch[0] : 3 * launch[0] + 3] = launch[1:]

    def step() -> bool:
        engine.mj_step(model, data, LOOK)
        return bool(np.abs(data.qvel).max() > STILL)

    return flick(launches, let_go, step, rate)


def _asleep(model: Any) -> Any:
    """New data of a model of MuJoCo in which what rests may sleep, which makes it several times as fast here."""
    engine = importlib.import_module("mujoco")
    model.opt.enableflags |= int(engine.mjtEnableBit.mjENBL_SLEEP)
    return engine.MjData(model)


def pybullet(setup: Any, places: Sequence[Place], launches: Sequence[Launch], rate: int) -> Work:
    """Flicks by PyBullet, boxes in space on a plane."""
    engine = importlib.import_module("pybullet")
    if not engine.isConnected():
        engine.connect(engine.DIRECT)
    engine.resetSimulation()
    engine.setGravity(0, 0, -GRAVITY)
    engine.setTimeStep(1 / rate)
    long, wide, tall, mass = halves(setup)
    plane = engine.createMultiBody(0, engine.createCollisionShape(engine.GEOM_PLANE))
    # it multiplies the frictions, and the restitutions, of both shapes
    own = sqrt(setup.on_block)
    engine.changeDynamics(plane, -1, lateralFriction=float(setup.on_table) / own, restitution=0)
    shape = engine.createCollisionShape(engine.GEOM_BOX, halfExtents=(long, wide, tall))
    spots = [floats(place) for place in places]
    bodies = [engine.createMultiBody(mass, shape, basePosition=(x, y, tall)) for x, y, _, _ in spots]
    for body in bodies:
        engine.changeDynamics(body, -1, lateralFriction=own, restitution=sqrt(setup.bounce))

    def let_go(launch: Launch) -> None:
        for body, (x, y, c, s) in zip(bodies, spots, strict=True):
            turned = engine.getQuaternionFromEuler((0, 0, atan2(s, c)))
            engine.resetBasePositionAndOrientation(body, (x, y, tall), turned)
            engine.resetBaseVelocity(body, (0, 0, 0), (0, 0, 0))
        block, vx, vy, w = launch
        engine.resetBaseVelocity(bodies[block], (vx, vy, 0), (0, 0, w))

    def step() -> bool:
        for _ in range(LOOK):
            engine.stepSimulation()
        for body in bodies:
            velocity, turning = engine.getBaseVelocity(body)
            if max(map(abs, velocity)) > STILL or max(map(abs, turning)) > 10 * STILL:
                return True
        return False

    return flick(launches, let_go, step, rate)
