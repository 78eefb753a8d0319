"""The kernels agree with the plain twin to the last bit, compiled and not."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandtable._compiler.kernels import COMPILED
from sandtable.games.rout.rules import physics
from tests.markers import quick
from tests.physics.naive import Table
from tests.physics.scenes import Flick, Place, flick_of, floats, rest, scatter, setup_of

ROOT = Path(__file__).parents[2]


def scene(seed: int) -> tuple[Any, list[Place], Flick]:
    """A table of any settings, crowded or not, and any flick, every third one a shot."""
    rng = np.random.default_rng(seed)
    setup = setup_of(
        edge=("drop", "tape")[seed % 2],
        # T1.1: of some tables one edge or two are otherwise
        north_edge=("as_edge", "tape", "drop")[seed // 7 % 3],
        west_edge=("as_edge", "drop", "as_edge")[seed // 5 % 3],
        width=int(rng.integers(600, 1200)),
        length=int(rng.integers(40, 100)),
        breadth=int(rng.integers(15, 40)),
        thickness=int(rng.integers(5, 40)),
        table_friction=int(rng.integers(5, 90)),
        block_friction=int(rng.integers(0, 90)),
        restitution=int(rng.integers(0, 90)),
    )
    low, high = ((0.02, 0.98), (0.2, 0.8), (0.02, 0.6))[seed // 2 % 3]
    size = min(1.0, float(setup.width))
    places = scatter(setup, rng, 8, low * size, high * size, gap=0.0)
    flick = flick_of(rng, places, fast=6.0)
    return setup, places, Flick(flick.block, flick.contact, flick.way, flick.speed, shot=seed % 3 == 0)


def told(world: Any) -> list[tuple[Any, ...]]:
    """All that the rules and the viewer can see of the bodies at rest."""
    return [
        (
            *(float(value) for value in (b.x, b.y, b.c, b.s, b.blow, b.ex, b.ey)),
            *(int(value) for value in (b.touched, b.left, b.edge, b.moved)),
        )
        for b in world.body
        if b.x
    ]


def told_plainly(table: Table) -> list[tuple[Any, ...]]:
    bodies = [*table.blocks, *([table.arrow] if table.arrow else [])]
    return [(*b.at, *b.turn, b.blow, *b.out, b.touched, b.left, b.edge, int(b.moved)) for b in bodies]


def plainly(setup: Any, places: list[Place], flick: Flick) -> Table:
    """The same flick by the twin."""
    table = Table(setup, [floats(spot) for spot in places])
    pushed = table.mount(table.blocks[flick.block]) if flick.shot else table.blocks[flick.block]
    table.push(pushed, flick.contact, flick.way, flick.speed)
    table.rest()
    return table


@pytest.mark.parametrize("seeds", quick(range(60), of=(range(60), range(60, 150))), ids=str)
def test_the_twin_ends_with_the_same_bits(seeds: range) -> None:
    moved = 0
    for seed in seeds:
        setup, places, flick = scene(seed)
        world, table = rest(setup, places, flick), plainly(setup, places, flick)
        assert told(world) == told_plainly(table), seed
        assert world.steps == table.steps
        moved += sum(int(body.moved) for body in world.body)
    assert moved > len(seeds)


def probe() -> str:
    """A line for each of a few scenes."""
    return "\n".join(repr(told(rest(*scene(seed)))) for seed in range(12))


@pytest.mark.long
def test_compiled_physics_is_plain_physics() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": str(int(COMPILED)), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", "from tests.physics.test_twin import probe; print(probe())"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == probe()


def test_the_range_block_is_a_body_like_others() -> None:
    setup, places, flick = scene(3)
    assert flick.shot
    assert rest(setup, places, flick).body[physics.RANGE_BLOCK].moved == 1
