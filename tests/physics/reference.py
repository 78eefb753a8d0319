"""The same blocks in MuJoCo: boxes in space on a plane, each on four feet.

A box of MuJoCo stands on its corners, which brake its turning twice as hard as a whole patch does. Feet at the Gauss points
of the patch, each with a quarter of the weight, come near to uniform pressure; they alone touch the plane. A contact is a
spring whose damping gives the restitution.
"""

from collections.abc import Sequence
from math import log, pi, sqrt
from typing import Any

import mujoco
import numpy as np

from tests.physics.scenes import Place, floats

STEP = 0.002
# of the springs, in radians a second, and how long a foot is
STIFFNESS, FOOT = 300.0, 0.002
# m/s: what moves more slowly rests
STILL = 1e-3
LONGEST = 6.0


class Reference:
    """A table of MuJoCo; `setup` as of ROUT!, its table without end. `feet`: blocks stand on feet, else on their corners."""

    def __init__(self, setup: Any, places: Sequence[Place], step: float = STEP, feet: bool = True) -> None:
        self.model = mujoco.MjModel.from_xml_string(scene(setup, places, step, feet))
        self.data = mujoco.MjData(self.model)

    def let_go(self, block: int, motion: tuple[float, float, float]) -> None:
        """All at rest in their places, but for a block with velocity and spin."""
        mujoco.mj_resetData(self.model, self.data)
        self.data.qvel[6 * block : 6 * block + 6] = (motion[0], motion[1], 0, 0, 0, motion[2])

    def moves(self) -> bool:
        return bool(self.data.time < LONGEST and np.abs(self.data.qvel).max() > STILL)

    def step(self, count: int = 1) -> None:
        mujoco.mj_step(self.model, self.data, count)

    def flick(self, block: int, motion: tuple[float, float, float]) -> tuple[int, np.ndarray]:
        """Lets a block go: whom it touches first, or -1, and where the centres come to rest."""
        self.let_go(block, motion)
        first = -1
        while self.moves():
            self.step()
            first = self.touched(block) if first < 0 else first
        return first, self.data.qpos.reshape(-1, 7)[:, :2].copy()

    def touched(self, block: int) -> int:
        """A block that this one touches now, or -1."""
        for contact in self.data.contact:
            # the plane belongs to body 0
            pair = [int(self.model.geom_bodyid[geom]) - 1 for geom in contact.geom]
            if block in pair and -1 not in pair and contact.dist < 0:
                return pair[1 - pair.index(block)]
        return -1


def damping(bounce: float) -> float:
    """The damping of a spring that returns this share of the speed."""
    if bounce == 0:
        return 2 * STIFFNESS
    decay = -log(bounce)
    return 2 * STIFFNESS * decay / sqrt(pi * pi + decay * decay)


def scene(setup: Any, places: Sequence[Place], step: float, feet: bool) -> str:
    """The model's text."""
    spring = f'solref="{-STIFFNESS * STIFFNESS} {-damping(float(setup.bounce))}"'
    blocks = "".join(body(setup, spot, spring, feet) for spot in places)
    return f"""
    <mujoco>
      <option timestep="{step}" cone="elliptic" integrator="implicitfast" impratio="10" gravity="0 0 -9.80665"/>
      <worldbody>
        <geom type="plane" size="9 9 .1" friction="{setup.on_table} 0 0" priority="1" contype="2" conaffinity="2"/>
        {blocks}
      </worldbody>
    </mujoco>"""


def body(setup: Any, spot: Place, spring: str, feet: bool) -> str:
    x, y, c, s = floats(spot)
    long, wide, tall, mass = (
        float(setup.long[0]),
        float(setup.wide[0]),
        float(setup.tall) / 2,
        float(setup.mass[0]),
    )
    inertia = [mass / 3 * (a * a + b * b) for a, b in ((wide, tall), (long, tall), (long, wide))]
    whole = 'contype="3" conaffinity="3"'
    stand = "".join(
        f'<geom type="sphere" size="{FOOT}" pos="{u * long / sqrt(3)} {v * wide / sqrt(3)} {FOOT - tall}" '
        f'contype="2" conaffinity="2"/>'
        for u in (-1, 1)
        for v in (-1, 1)
    )
    return f"""
    <body pos="{x} {y} {tall}" xyaxes="{c} {s} 0 {-s} {c} 0">
      <freejoint/>
      <inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia[0]} {inertia[1]} {inertia[2]}"/>
      <geom type="box" size="{long} {wide} {tall}" friction="{setup.on_block} 0 0" condim="3"
            {"" if feet else whole} {spring}/>
      {stand if feet else ""}
    </body>"""
