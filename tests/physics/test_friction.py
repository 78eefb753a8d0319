"""Friction under a whole patch, and how far what slides comes."""

from math import cos, pi, sin, sqrt
from typing import Any

import numpy as np
import pytest

from sandtable.games.rout.rules import friction, physics
from sandtable.games.rout.rules.physics import GRAVITY
from tests.physics.scenes import NO_FILM, Flick, middle, place, rest, setup_of, world_of

SHAPES = ((75, 25), (37.5, 25), (100, 15), (25, 75), (40, 40), (60, 32), (20, 40))


def patch_of(long: float, wide: float) -> np.ndarray:
    patch = np.zeros(friction.COEFFICIENTS)
    friction.shape_patch(long, wide, patch)
    return patch


def quadrature(long: float, wide: float, motions: np.ndarray, cells: int = 200) -> np.ndarray:
    """Force and torque for each (u, v, w), by the midpoints of cells of the patch."""
    middles = (np.arange(cells) + 0.5) / cells * 2 - 1
    x, y = np.meshgrid(middles * long, middles * wide)
    found: list[tuple[float, float, float]] = []
    for u, v, w in motions:
        px, py = u - w * y, v + w * x
        pace = np.sqrt(px * px + py * py)
        found.append(((px / pace).mean(), (py / pace).mean(), ((x * py - y * px) / pace).mean()))
    return np.array(found)


@pytest.mark.parametrize(("length", "breadth"), SHAPES)
def test_the_law_agrees_with_quadrature_over_the_patch(length: float, breadth: float) -> None:
    diagonal = sqrt(length**2 + breadth**2)
    long, wide = length / diagonal, breadth / diagonal
    turns = np.linspace(0.03, pi / 2, 15)
    ways = np.linspace(0, 2 * pi, 13)
    motions = np.array([(cos(a) * cos(t) / 2, sin(a) * cos(t) / 2, sin(t)) for a in ways for t in turns])
    patch = patch_of(long, wide)
    law = np.array([friction.hold_back(patch, *motion) for motion in motions])
    # the torque as a force at the mean distance from the middle
    error = (law - quadrature(long, wide, motions)) * (1, 1, 1 / law[:, 2].max())
    assert np.abs(error).max() < 0.055
    assert np.sqrt((error**2).mean()) < 0.006


@pytest.mark.parametrize(("length", "breadth"), SHAPES)
def test_what_only_slides_or_only_turns_is_held_back_exactly(length: float, breadth: float) -> None:
    diagonal = sqrt(length**2 + breadth**2)
    patch = patch_of(length / diagonal, breadth / diagonal)
    assert friction.hold_back(patch, 0.6, -0.8, 0.0) == pytest.approx((0.6, -0.8, 0.0), abs=1e-14)
    torque = quadrature(length / diagonal, breadth / diagonal, np.array([(0.0, 0.0, 1.0)]))[0, 2]
    assert friction.hold_back(patch, 0.0, 0.0, -2.0) == pytest.approx((0.0, 0.0, -torque), abs=3e-4)


@pytest.mark.parametrize("speed", [0.2, 0.5, 1.0, 2.0, 4.0, 6.0])
@pytest.mark.parametrize("coefficient", [5, 25, 60])
def test_a_block_slides_v_squared_over_two_mu_g(speed: float, coefficient: int) -> None:
    setup = setup_of(width=2000, height=2000, edge="tape", table_friction=coefficient)
    world = rest(setup, [place(0.1, 1, 0)], Flick(0, middle(3), (1.0, 0.0), speed))
    way = speed**2 / (2 * coefficient / 100 * GRAVITY)
    assert float(world.body[0].x) - 0.1 == pytest.approx(way, rel=0.001)


def pushed(speed: float, spin: float) -> Any:
    """The world at rest after a lone block went off at `speed` east and turning."""
    setup = setup_of(width=2000, height=2000)
    world = world_of(setup, [place(0.3, 1, 0.7)])
    body = world.body[0]
    body.vx, body.w, body.awake = speed, spin, 1
    physics.run(setup, world, NO_FILM)
    return world


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_a_spinning_block_slides_further_than_a_still_one(speed: float) -> None:
    ways = [float(pushed(speed, spin).body[0].x) for spin in (0.0, 10.0, 30.0, -30.0, 60.0)]
    assert ways[0] < ways[1] < ways[2] < ways[4]
    assert ways[3] > ways[1]


def test_half_the_step_changes_a_lone_path_by_less_than_half_a_millimetre() -> None:
    setup, rng = setup_of(width=2000, height=2000, edge="tape"), np.random.default_rng(5)
    for _ in range(50):
        flick = Flick(0, int(rng.integers(41)), (0.0, -1.0), float(rng.uniform(0.2, 4)))
        coarse, fine = (rest(setup, [place(1, 1, 0)], flick, part).body[0] for part in (1.0, 0.25))
        assert abs(coarse.x - fine.x) < 5e-4
        assert abs(coarse.y - fine.y) < 5e-4
