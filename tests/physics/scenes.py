"""Random tables of ROUT! and flicks on them, for checks of its physics."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

import numpy as np

from sandtable.authoring import Value, new
from sandtable.games.rout.data.shape import apart
from sandtable.games.rout.rules import physics
from sandtable.games.rout.schema import CONTACTS, GRAIN, SETTINGS, STATE, STEPS, TURN, build

NO_FILM = np.zeros((0, physics.BODIES, 5))
# T3.1: the cosine between a push and straight into the block
FLATTEST = 0.25
# a block as the record keeps it: hundredths of a millimetre and millionths
Place = tuple[int, int, int, int]
Generator = np.random.Generator


@dataclass(frozen=True)
class Flick:
    """A push of a block at a contact point; `shot`: of the range block on it."""

    block: int
    contact: int
    way: tuple[float, float]
    speed: float
    shot: bool = False


def setup_of(**settings: Value) -> Any:
    """The setup record, of default settings where nothing else is said."""
    return build({option.name: option.default for option in SETTINGS} | settings)


def place(x: float, y: float, angle: float) -> Place:
    """A block at (x, y) metres, its long side turned by that many radians."""
    return round(x * GRAIN), round(y * GRAIN), round(cos(angle) * TURN), round(sin(angle) * TURN)


def floats(spot: Place) -> tuple[float, float, float, float]:
    """Centre in metres and unit vector of the long side."""
    return spot[0] / GRAIN, spot[1] / GRAIN, spot[2] / TURN, spot[3] / TURN


def state_of(places: Sequence[Place]) -> Any:
    """A state record with these blocks."""
    state = new(STATE)[0]
    state.count = len(places)
    for block, spot in zip(state.block, places, strict=False):
        block.x, block.y, block.c, block.s = spot
    return state


def scatter(
    setup: Any, rng: Generator, count: int, low: float, high: float, gap: float = 0.001
) -> list[Place]:
    """Blocks at random, at least `gap` apart, their centres from `low` to `high` metres both ways."""
    half = float(setup.long[0]), float(setup.wide[0])
    places: list[Place] = []
    while len(places) < count:
        new_one = place(*rng.uniform(low, high, 2), rng.uniform(0, pi))
        if all(apart(*floats(new_one), *half, *floats(other), *half, gap) for other in places):
            places.append(new_one)
    return places


def flick_of(rng: Generator, places: Sequence[Place], slow: float = 0.2, fast: float = 4.0) -> Flick:
    """A flick at random that the rules allow."""
    while True:
        block, contact, angle = (
            int(rng.integers(len(places))),
            int(rng.integers(CONTACTS)),
            rng.uniform(0, 2 * pi),
        )
        way = cos(angle), sin(angle)
        if physics.inward(*floats(places[block])[2:], contact, *way) >= FLATTEST:
            return Flick(block, contact, way, float(rng.uniform(slow, fast)))


def middle(side: int) -> int:
    """The contact point in the middle of a side: 0 left, 1 right, 2 head, 3 tail."""
    return STEPS * side + STEPS // 2


def world_of(setup: Any, places: Sequence[Place], flick: Flick | None = None, fineness: float = 1.0) -> Any:
    """The world with these blocks, the flick just given."""
    world = new(physics.WORLD)[0]
    physics.lay(setup, state_of(places), world)
    world.fineness = fineness
    if flick:
        if flick.shot:
            physics.mount(setup, world, flick.block)
        pushed = physics.RANGE_BLOCK if flick.shot else flick.block
        physics.push(setup, world, pushed, flick.contact, *flick.way, flick.speed)
    return world


def rest(setup: Any, places: Sequence[Place], flick: Flick, fineness: float = 1.0) -> Any:
    """The world at rest after a flick."""
    world = world_of(setup, places, flick, fineness)
    physics.run(setup, world, NO_FILM)
    return world


def first_touched(world: Any) -> int:
    """The block that the flicked one touched first, of two in one instant the one of the harder blow; or -1."""
    touched = [
        (int(b.touched), -float(b.blow), i) for i, b in enumerate(world.body[: world.count]) if b.touched
    ]
    return min(touched)[2] if touched else -1


def left(world: Any) -> list[int]:
    """The blocks that left the table."""
    return [i for i, body in enumerate(world.body[: world.count]) if body.left]


def spots(world: Any) -> np.ndarray:
    """Where the centres lie: [blocks, 2]."""
    return np.array([(body.x, body.y) for body in world.body[: world.count]])
