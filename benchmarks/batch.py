"""Steps for learners on one core: whole batches by `BatchEnv`, and single matches as PettingZoo steps them.

A step of a batch is a random choice among the legal actions, the rules, chance, features, masks (or lists of examples, where a
game's actions are too many) and the deal of the next match where one ends. ROUT! is also played by random vectors. A step of
PettingZoo is a random choice by the mask or in the box, `step` and `last`, in Python, with the usual wrappers. Under Gymnasium
one seat plays against random play, in one environment or in a vector of them.
"""

from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

import sandtable as st
from benchmarks import environments
from benchmarks.environments import BATCH
from benchmarks.race import SEED, Aim, Contender, Contest, Work, absent
from sandtable import games
from sandtable.adapters import vectors
from sandtable.authoring import Spec
from sandtable.engine.game import Game
from tests.fixtures.connect_four import SPEC

# steps a second
AIMS = {"assault": 2_000_000}
# how many times as fast a vector is as one environment
FASTER = 20
# as many points as this are drawn beforehand
POINTS = 16
PUFFER = "version 2.0 needs NumPy 1.23 and Gymnasium below 0.30, which nothing else here can use"


def contests() -> list[Contest]:
    """Connect four against the peers, then every game."""
    peers = Contest(
        f"connect four, batches of {BATCH}",
        "steps/s",
        (
            Contender("Sandtable, BatchEnv", partial(batch, SPEC)),
            Contender("Pgx, compiled loop", partial(environments.pgx, "connect_four", BATCH)),
            Contender("EnvPool", environments.envpool),
            Contender("PettingZoo, one match", partial(environments.pettingzoo, "env")),
            absent("PufferLib", PUFFER),
        ),
    )
    return [peers, *map(_contest, games.installed()), *map(_vector_contest, games.installed())]


def _contest(name: str) -> Contest:
    spec = games.spec(name)
    aims = (Aim(least=AIMS[name]),) if name in AIMS else ()
    contenders = [Contender("Sandtable, BatchEnv", partial(batch, spec), aims)]
    if vectors.width(spec):
        contenders.append(
            Contender("Sandtable, BatchEnv with vector actions", partial(batch_by_vectors, spec))
        )
    contenders.append(Contender("Sandtable under PettingZoo, one match", partial(single, name)))
    return Contest(f"{name}, batches of {BATCH}", "steps/s", contenders)


def _vector_contest(name: str) -> Contest:
    aims = () if vectors.width(games.spec(name)) else (Aim(ratio=FASTER),)
    contenders = [
        Contender(f"vector of {BATCH}", partial(vector, name)),
        Contender("one environment", partial(environment, name), aims),
    ]
    return Contest(f"{name} under Gymnasium, against random play", "steps/s", contenders)


def batch(spec: Spec) -> Work:
    """Steps by random legal actions."""
    env = st.BatchEnv(Game(spec), BATCH, seed=SEED)

    def work(calls: int) -> int:
        for _ in range(calls):
            env.step(env.sample())
        return calls * BATCH

    return work


def batch_by_vectors(spec: Spec) -> Work:
    """Steps by random vectors."""
    env = st.BatchEnv(Game(spec), BATCH, seed=SEED)
    shape = (POINTS, BATCH, vectors.width(spec))
    points = np.random.default_rng(SEED).uniform(-1, 1, shape).astype(np.float32)

    def work(calls: int) -> int:
        for call in range(calls):
            env.step(env.decode(points[call % POINTS]))
        return calls * BATCH

    return work


def single(name: str) -> Work:
    """Steps of a game as an environment of PettingZoo."""
    env: Any = import_module("sandtable.adapters.pettingzoo").env(name)
    env.reset(seed=SEED)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)

    def work(steps: int) -> int:
        for _ in range(steps):
            if not env.agents:
                env.reset()
            _, _, over, cut, info = env.last()
            mask = info.get("action_mask")
            env.step(None if over or cut else env.action_space(env.agent_selection).sample(mask))
        return steps

    return work


def vector(name: str) -> Work:
    """Steps of a game as a vector environment of Gymnasium."""
    gymnasium: Any = import_module("sandtable.adapters.gymnasium")
    env: Any = gymnasium.SeatVectorEnv(name, BATCH)
    env.reset(seed=SEED)
    points = env.action_space.sample() if env.batch.masks is None else None

    def work(calls: int) -> int:
        for _ in range(calls):
            env.step(env.batch.sample() if points is None else points)
        return calls * BATCH

    return work


def environment(name: str) -> Work:
    """Steps of a game as an environment of Gymnasium."""
    gymnasium: Any = import_module("sandtable.adapters.gymnasium")
    env: Any = gymnasium.SeatEnv(name)
    _, info = env.reset(seed=SEED)

    def work(steps: int) -> int:
        nonlocal info
        for _ in range(steps):
            *_, over, _, info = env.step(env.action_space.sample(info.get("action_mask")))
            if over:
                _, info = env.reset()
        return steps

    return work
