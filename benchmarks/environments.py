"""Environments for learners as contenders at random play: each steps whole batches, or one match, by uniform legal actions."""

import importlib
import os
import random
import warnings

import numpy as np

from benchmarks.race import SEED, Absent, Work

BATCH = 256


def pgx(name: str, batch: int) -> Work:
    """Matches by Pgx on the processor, in one compiled loop; an ended match begins again."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    jax, engine = importlib.import_module("jax"), importlib.import_module("pgx")
    reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
    env = engine.make(name)
    step = jax.vmap(reset(env.step, env.init))

    def choose(key, state):
        return jax.random.categorical(key, jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)))

    def play(carry, _):
        key, state = carry
        key, *keys = jax.random.split(key, 3)
        actions = jax.vmap(choose)(jax.random.split(keys[0], batch), state)
        return (key, step(state, actions, jax.random.split(keys[1], batch))), None

    # a scan of a fixed length compiles once
    length = max(1, 2**14 // batch)
    run = jax.jit(lambda carry: jax.lax.scan(play, carry, None, length=length)[0])
    first, second = jax.random.split(jax.random.PRNGKey(SEED))
    carry = [(first, jax.vmap(env.init)(jax.random.split(second, batch)))]

    def work(times: int) -> int:
        for _ in range(times):
            carry[0] = run(carry[0])
        jax.block_until_ready(carry[0])
        return times * length * batch

    return work


def envpool() -> Work:
    """Connect four by EnvPool, on one thread; the step that restarts a match is none of its actions."""
    try:
        engine = importlib.import_module("envpool")
    except ImportError as error:
        raise Absent("it installs a gigabyte of data for other environments") from error
    env = engine.make("ConnectFour-v1", env_type="gymnasium", num_envs=BATCH, num_threads=1)
    rng, seen = np.random.default_rng(SEED), [env.reset()[1]["legal_action_mask"]]

    def work(steps: int) -> int:
        played = 0
        for _ in range(steps):
            actions = np.argmax(seen[0] * rng.random(seen[0].shape), axis=1).astype(np.int32)
            _, _, ended, cut, info = env.step(actions)
            seen[0] = info["legal_action_mask"]
            played += BATCH - int(np.count_nonzero(ended | cut))
        return played

    return work


def pettingzoo(kind: str) -> Work:
    """Matches of connect four by PettingZoo's `env`, or by its `raw_env` without the wrappers."""
    with warnings.catch_warnings():
        # it draws its board with a package that warns of others
        warnings.simplefilter("ignore")
        env = getattr(importlib.import_module("pettingzoo.classic.connect_four_v3"), kind)()
    rng = random.Random(SEED)

    def work(matches: int) -> int:
        plies = 0
        for _ in range(matches):
            env.reset()
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                plies += 1
        return plies

    return work
