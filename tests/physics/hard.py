"""Hard cases of contact, kept with their results. Run as a script, this searches them again and writes `hard/*.json`.

A family makes random tables of its kind; the case that is kept is the one of many whose flick moves the most blocks, and of
those the one of the most steps.
"""

import json
from collections.abc import Callable
from math import cos, pi, sin
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import new
from sandtable.games.rout.schema import BLOCK, settle
from tests.physics.scenes import (
    Flick,
    Generator,
    Place,
    first_touched,
    flick_of,
    left,
    middle,
    place,
    rest,
    setup_of,
)

FOLDER = Path(__file__).parent / "hard"
TRIES = 300
LONG, WIDE = 0.075, 0.025


def turned_about(rng: Generator, centres: list[tuple[float, float, float]]) -> list[Place]:
    """Blocks around the middle of the table, all turned by one angle; each is (x, y, angle) from there."""
    angle = rng.uniform(0, 2 * pi)
    c, s = cos(angle), sin(angle)
    return [place(0.5 + x * c - y * s, 0.5 + x * s + y * c, a + angle) for x, y, a in centres]


def corners(rng: Generator) -> tuple[list[Place], Flick]:
    """Corner on corner: two parallel blocks, one flicked along the diagonal between their corners."""
    far = rng.uniform(0.01, 0.1)
    aside = rng.uniform(-1e-4, 1e-4)
    places = turned_about(rng, [(0, 0, 0), (LONG + far + aside, WIDE + far, 0)])
    way = np.array([places[1][i] - places[0][i] for i in range(2)], float)
    along = np.array([places[0][2], places[0][3]]) / 1e6
    # the corners lie on a line at half a right angle to the long side
    line = along + np.array([-along[1], along[0]])
    line *= np.sign(line @ way) / np.sqrt(line @ line)
    return places, Flick(0, middle(2), (float(line[0]), float(line[1])), float(rng.uniform(0.5, 4)))


def faces(rng: Generator) -> tuple[list[Place], Flick]:
    """Face on face: parallel long sides, hit square."""
    places = turned_about(
        rng, [(0, 0, 0), (rng.uniform(-0.07, 0.07), rng.uniform(0.03, 0.1), 0), (0.02, 0.2, 0)]
    )
    c, s = places[0][2] / 1e6, places[0][3] / 1e6
    return places, Flick(0, middle(1), (-s, c), float(rng.uniform(0.5, 4)))


def row(rng: Generator, gap: float) -> tuple[list[Place], Flick]:
    """Five blocks side by side with this gap, hit by a sixth."""
    centres = [(0.1 + i * (WIDE + gap), rng.uniform(-0.02, 0.02), pi / 2) for i in range(5)]
    places = turned_about(rng, [(0, 0, rng.choice([0, pi / 2])), *centres])
    way = np.array([places[3][i] - places[0][i] for i in range(2)], float)
    way /= np.sqrt(way @ way)
    while True:
        flick = flick_of(rng, places[:1], 1.0, 6.0)
        if flick.way[0] * way[0] + flick.way[1] * way[1] > 0.99:
            return places, flick


def chain(rng: Generator) -> tuple[list[Place], Flick]:
    """Blocks end to end, hardly apart."""
    return row(rng, float(rng.uniform(1e-5, 1e-3)))


def resting(rng: Generator) -> tuple[list[Place], Flick]:
    """Blocks that lie against each other."""
    return row(rng, 0.0)


def overlapped(rng: Generator) -> tuple[list[Place], Flick]:
    """Blocks that begin a hundredth of a millimetre inside each other."""
    return row(rng, -1e-5)


def edge(rng: Generator) -> tuple[list[Place], Flick]:
    """Blocks half over the edge, pushed along it."""
    places = [place(0.2 + 0.09 * i, rng.uniform(0.0, 0.004), rng.uniform(-0.1, 0.1)) for i in range(6)]
    while True:
        flick = flick_of(rng, places[:1], 1.0, 4.0)
        if flick.way[0] > 0.99:
            return places, flick


def shot(rng: Generator) -> tuple[list[Place], Flick]:
    """The range block slides over a neighbour and drops among others."""
    centres = [(0, 0, 0), (LONG, 0, 0), (2 * LONG + 0.01, 0.01, 0.5), (2.5 * LONG, -0.04, 1.0)]
    places = turned_about(rng, centres)
    c, s = places[0][2] / 1e6, places[0][3] / 1e6
    return places, Flick(0, middle(3), (c, s), float(rng.uniform(0.8, 4)), shot=True)


FAMILIES: dict[str, Callable[[Generator], tuple[list[Place], Flick]]] = {
    family.__name__: family for family in (corners, faces, chain, resting, overlapped, edge, shot)
}


def told(world: Any) -> dict[str, Any]:
    """What a flick came to: resting places as the record keeps them, who was touched first, who left."""
    block, lying = new(BLOCK)[0], []
    for body in world.body[: world.count]:
        settle(block, body)
        lying.append([int(block.x), int(block.y), int(block.c), int(block.s)])
    return {"rest": lying, "first": first_touched(world), "left": left(world), "steps": int(world.steps)}


def search(family: str) -> dict[str, Any]:
    """The hardest case of a family."""
    rng, setup = np.random.default_rng(list(FAMILIES).index(family)), setup_of()
    best, kept = (0, 0), {}
    for _ in range(TRIES):
        places, flick = FAMILIES[family](rng)
        world = rest(setup, places, flick)
        hardness = sum(int(body.moved) for body in world.body), int(world.steps)
        if hardness > best:
            best, kept = hardness, {"blocks": places, "flick": vars(flick), "result": told(world)}
    return kept


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for family in FAMILIES:
        (FOLDER / f"{family}.json").write_text(json.dumps(search(family)) + "\n", encoding="utf-8")
