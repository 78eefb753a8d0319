"""Prints digests of what batches of the fixture games show; run with and without the compiler by `test_batch`."""

import hashlib

import numpy as np

import sandtable as st
from sandtable.engine.game import Game
from tests.fixtures import bowls, connect_four, hide_and_seek

STEPS = 60


def shown(env):
    """A digest of everything that a batch shows."""
    arrays = [env.features, env.seats, env.rewards, env.done, env.counts]
    listed = [env.listed[i, : env.counts[i]] for i in range(env.n)]
    masks = [] if env.masks is None else [env.masks]
    return hashlib.sha256(b"".join(array.tobytes() for array in (*arrays, *listed, *masks))).hexdigest()[:16]


def main():
    """A line a step of each game, with and without an opponent; bowls is also played by vectors."""
    draws = np.random.default_rng(3)
    for spec in (hide_and_seek.SPEC, connect_four.SPEC, bowls.SPEC):
        for opponent in (None, "random"):
            env = st.BatchEnv(Game(spec), 3, seed=8, opponent=opponent)
            for step in range(STEPS):
                points = draws.uniform(-1, 1, (3, 1)).astype(np.float32)
                env.step(env.decode(points) if env.masks is None and step % 2 else env.sample())
                print(spec.id, opponent, step, shown(env))  # noqa: T201


if __name__ == "__main__":
    main()
