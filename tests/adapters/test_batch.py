"""`BatchEnv` compared with its naive twin, and what it says of itself."""

import copy
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import sandtable as st
from sandtable.adapters import stepping, vectors
from sandtable.engine.game import Game
from tests.adapters.plain import PlainBatch, assert_same
from tests.fixtures import bowls, connect_four
from tests.markers import quick

ROOT = Path(__file__).parents[2]
FIELDS = ("features", "listed", "counts", "seats", "rewards", "done")
# settings with short matches, so that many of them end
SHORT = {
    "assault": {"health": 4},
    "optio": {"kudos": 2, "reveal_after": 10},
    "rush": {"preset": "demo", "rushes": 4},
    "rout": {"ivory_units": 1, "ink_units": 2, "turn_cap": 12},
}
STEPS = {"assault": 700, "optio": 500, "rush": 500, "rout": 300}


@pytest.mark.parametrize("name", quick("assault", of=SHORT))
def test_a_batch_is_many_positions(name):
    game = st.load(name, **SHORT[name])
    env, plain = st.BatchEnv(game, 5, seed=4), PlainBatch(game, 5, seed=4)
    ended = 0
    for _ in range(STEPS[name]):
        assert_same(env, plain)
        actions = env.sample()
        env.step(actions)
        plain.step(actions)
        ended += int(env.done.sum())
    assert_same(env, plain)
    assert ended >= 8


@pytest.mark.parametrize("opponent", ["random", "script"])
def test_an_opponent_plays_as_the_agent_of_its_name(opponent):
    game = st.load("assault", health=4)
    env, plain = st.BatchEnv(game, 4, seed=5, opponent=opponent), PlainBatch(game, 4, 5, opponent)
    for _ in range(250):
        assert_same(env, plain)
        assert env.seats.tolist() == [0, 1, 0, 1] == env.learners.tolist()
        actions = env.sample()
        env.step(actions)
        plain.step(actions)


@pytest.mark.parametrize("name", quick("assault", of=SHORT))
def test_a_forgiving_batch_ends_a_match_where_an_action_is_illegal(name):
    game, draws = st.load(name, **SHORT[name]), np.random.default_rng(1)
    env = st.BatchEnv(game, 6, seed=5, opponent="random", forgiving=True)
    plain = PlainBatch(game, 6, 5, "random", forgiving=True)
    wrong, ended = np.array([-1, game.spec.rules.actions.count, 2**62, 0]), [0, 0]
    for _ in range(STEPS[name]):
        assert_same(env, plain)
        actions = env.sample().copy()
        if draws.random() < 0.03:
            actions[draws.integers(env.n)] = draws.choice(wrong)
        env.step(actions)
        plain.step(actions)
        assert [env.refusal(i) for i in range(env.n)] == plain.refusals
        for i in np.flatnonzero(env.done):
            assert env.finals[i].tobytes() == plain.finals[i].tobytes()
            assert env.position(i) == plain.positions[i]
            ended[int(env.refused[i] != 0)] += 1
    assert min(ended) >= 3


def test_a_level_that_is_a_policy_can_be_the_opponent():
    game = st.load("assault", health=4)
    by_number, by_name = (st.BatchEnv(game, 2, seed=3, opponent=name) for name in (1, "script"))
    for _ in range(40):
        by_number.step(by_number.sample())
        by_name.step(by_name.sample())
        assert by_number.features.tobytes() == by_name.features.tobytes()
    with pytest.raises(
        ValueError, match="must be one of random, script, lookahead, 0, 1, 2, not 3: others think"
    ):
        st.BatchEnv(game, 2, opponent=3)
    with pytest.raises(ValueError, match="forgiving needs an opponent"):
        st.BatchEnv(game, 2, forgiving=True)


def test_a_seat_can_be_chosen():
    env = st.BatchEnv(st.load("assault", health=1), 3, opponent="random", seat=1)
    for _ in range(60):
        env.step(env.sample())
        assert env.seats.tolist() == [1, 1, 1]


def trace(env, steps):
    """All that `env` shows in so many steps, as bytes."""
    shown = []
    for _ in range(steps):
        env.step(env.sample())
        shown.append([getattr(env, name).tobytes() for name in FIELDS if name != "listed"])
        if env.shaped is not None:
            shown.append(env.shaped.tobytes())
    return shown


def rows(env, steps, part):
    """Features, rewards and ends of a part of the envs, step by step."""
    shown = []
    for _ in range(steps):
        env.step(env.sample())
        shown.append([getattr(env, name)[part].tobytes() for name in ("features", "rewards", "done")])
    return shown


def test_envs_do_not_depend_on_the_batch_that_they_are_in():
    game = st.load("assault", health=2)
    whole = rows(st.BatchEnv(game, 6, seed=9), 150, slice(2, 5))
    assert whole == rows(st.BatchEnv(game, 3, seed=9, first=2), 150, slice(0, 3))
    assert whole != rows(st.BatchEnv(game, 3, seed=9, first=3), 150, slice(0, 3))


def test_threads_make_no_difference():
    game = st.load("assault", health=2)
    parts = [st.BatchEnv(game, 4, seed=2, first=first) for first in (0, 4, 8, 12)]
    with ThreadPoolExecutor(4) as pool:
        threaded = list(pool.map(lambda env: trace(env, 200), parts))
    assert threaded == [trace(st.BatchEnv(game, 4, seed=2, first=first), 200) for first in (0, 4, 8, 12)]


def test_a_seed_brings_the_same_matches_again():
    env = st.BatchEnv(st.load("assault", health=2), 4, seed=3)
    first = trace(env, 100)
    env.reset()
    assert trace(env, 100) != first
    env.reset(seed=3)
    assert trace(env, 100) == first
    assert trace(st.BatchEnv(env.game, 4, seed=4), 100) != first


def test_an_illegal_action_changes_nothing():
    game = st.load("assault", health=4)
    env = st.BatchEnv(game, 5, seed=1)
    twin = st.BatchEnv(game, 5, seed=1)
    for _ in range(40):
        actions = env.sample().copy()
        twin.sample()
        before = [getattr(env, name).tobytes() for name in (*FIELDS, "masks")]
        for env_number, wrong in (
            (3, game.parse("roll a 3 to move")),
            (4, -1),
            (0, game.spec.rules.actions.count),
        ):
            bad = actions.copy()
            bad[env_number] = wrong
            with pytest.raises(st.IllegalAction, match=f"^Env {env_number}[,:]"):
                env.step(bad)
        assert [getattr(env, name).tobytes() for name in (*FIELDS, "masks")] == before
        env.step(actions)
        twin.step(actions)
        assert env.features.tobytes() == twin.features.tobytes()


def test_actions_of_any_whole_type_will_do():
    game = st.load("assault", health=4)
    env, other = st.BatchEnv(game, 3, seed=1), st.BatchEnv(game, 3, seed=1)
    for _ in range(20):
        actions = env.sample()
        other.step(np.repeat(actions, 2).astype(np.int32)[::2])
        env.step(actions.tolist())
        assert env.features.tobytes() == other.features.tobytes()


def test_a_refusal_gives_the_reason_and_the_clause():
    env = st.BatchEnv(st.load("assault"), 2)
    with pytest.raises(st.IllegalAction) as refused:
        env.step(np.array([0, env.game.parse("do not attack")]))
    assert str(refused.value) == "Env 1, action 1670: You cannot do that now: another step is due. (A2.1)"


def test_every_legal_action_is_sampled_as_often():
    env = st.BatchEnv(Game(connect_four.SPEC), 700, seed=6)
    counts = np.bincount(env.sample(), minlength=7)
    assert counts.size == 7
    # five deviations of 700 draws among 7
    assert (abs(counts - 100) < 5 * (100 * 6 / 7) ** 0.5).all()


def test_arrays_may_be_the_callers():
    game = st.load("assault")
    own = {
        "features": np.ones((3, game.spec.rules.features), np.float32),
        "rewards": np.ones((3, 2), np.float32),
        "masks": np.ones((3, 1683), bool),
    }
    env, other = st.BatchEnv(game, 3, seed=1, arrays=own), st.BatchEnv(game, 3, seed=1)
    for _ in range(20):
        out = np.zeros(3, np.int64)
        assert env.sample(out) is out
        env.step(out)
        other.step(out)
        for name, array in own.items():
            assert getattr(env, name) is array
            assert array.tobytes() == getattr(other, name).tobytes()


def test_what_the_caller_writes_into_the_arrays_is_gone_with_the_next_step():
    game = st.load("assault", health=4)
    env, other = st.BatchEnv(game, 3, seed=1), st.BatchEnv(game, 3, seed=1)
    for written in (1, 2**30, -1):
        for name in (*FIELDS, "masks"):
            array = getattr(env, name)
            array.fill(array.dtype.type(min(written, 100)) if array.itemsize < 4 else written)
        # what is drawn from such lists is a number of some kind, or what was written
        env.sample()
        actions = other.sample()
        env.step(actions)
        other.step(actions)
        assert_shown_alike(env, other)


def assert_shown_alike(env, other):
    """All that is to be read in the one is in the other."""
    for name in (*FIELDS, "masks"):
        if name != "listed":
            assert getattr(env, name).tobytes() == getattr(other, name).tobytes()
    for i, count in enumerate(other.counts):
        assert env.listed[i, :count].tolist() == other.listed[i, :count].tolist()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("shaping", [None, 0.9])
def test_a_copy_goes_on_alike_and_by_itself(again, shaping):
    env = st.BatchEnv(st.load("assault", health=2), 3, seed=5, opponent="random", shaping=shaping)
    trace(env, 30)
    other = again(env)
    shown = trace(other, 50)
    assert trace(env, 50) == shown


def test_two_threads_are_never_at_work_in_one_batch(monkeypatch):
    env = st.BatchEnv(st.load("assault"), 2, seed=1)
    actions, refused = env.sample().copy(), []

    def meanwhile(*_):
        with ThreadPoolExecutor(1) as pool:
            refused.append(pool.submit(env.step, actions).exception())

    monkeypatch.setattr(stepping, "sample", meanwhile)
    env.sample()
    assert [type(error) for error in refused] == [RuntimeError]
    assert "another thread is using this batch" in str(refused[0])
    env.step(actions)


def allocations(n):
    """How often 100 steps of `n` envs take memory."""
    env = st.BatchEnv(st.load("assault"), n, seed=1)
    env.step(env.sample())
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats().alloc
        for _ in range(100):
            env.step(env.sample())
        return rtsys.get_allocation_stats().alloc - before
    finally:
        _nrt_python.memsys_disable_stats()


def test_envs_take_no_memory():
    # what is left is a wrapper for each array of a call
    assert allocations(2) == allocations(64) < 100 * 30


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda game: st.BatchEnv(game, 0), "number of envs, must be at least 1, not 0"),
        (lambda game: st.BatchEnv(game, 2.5), "number of envs, must be a whole number, not 2.5"),
        (lambda game: st.BatchEnv(game.id, 2), "game must be a game made by `st.load`, not 'assault'"),
        (lambda game: st.BatchEnv(game, 2, seed=None), "seed must be a whole number, not None"),
        (lambda game: st.BatchEnv(game, 2, seed=-1), "seed must be at least 0, not -1"),
        (lambda game: st.BatchEnv(game, 2).reset(1.5), "seed must be a whole number, not 1.5"),
        (lambda game: st.BatchEnv(game, 2, first=-1), "first must be at least 0, not -1"),
        (lambda game: st.BatchEnv(game, 2, seat=2), "seat must be 0, 1 or None, not 2"),
        (lambda game: st.BatchEnv(game, 2, seat=1), "seat needs an opponent"),
        (
            lambda game: st.BatchEnv(game, 2, opponent="mcts:9"),
            "the opponent at assault must be one of random, script",
        ),
        (lambda game: st.BatchEnv(game, 2, arrays={"mask": np.zeros(1)}), "not mask$"),
        (
            lambda game: st.BatchEnv(game, 2, arrays={"seats": np.zeros(2)}),
            "seats must be int8 of shape",
        ),
        (
            lambda game: st.BatchEnv(game, 2, arrays={"done": [False, False]}),
            "done must be an array of bool of shape .*, not list",
        ),
        (
            lambda game: st.BatchEnv(game, 2, arrays={"rewards": np.zeros((4, 2), np.float32)[::2]}),
            "rewards must be float32 of shape .* not a strided array",
        ),
        (
            lambda game: st.BatchEnv(game, 2, arrays={"done": np.frombuffer(b"\0\0", bool)}),
            "done must be a writable array, not a read-only one",
        ),
        (
            lambda game: st.BatchEnv(game, 2).sample(np.frombuffer(bytes(16), np.int64)),
            "out must be a writable array, not a read-only one",
        ),
        (lambda game: st.BatchEnv(game, 2).step([[1], [1, 2]]), "2 whole numbers, not lists of different"),
        (lambda game: st.BatchEnv(game, 2).step(np.zeros(3, np.int64)), "2 whole numbers"),
        (lambda game: st.BatchEnv(game, 2).step(np.zeros(2)), "2 whole numbers, not float64"),
        (lambda game: st.BatchEnv(game, 2).decode(np.zeros((2, 6), np.float32)), "give actions by number"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(made, said):
    with pytest.raises(ValueError, match=said):
        made(st.load("assault"))


def test_actions_without_masks_are_examples_and_vectors():
    game = Game(bowls.SPEC)
    env, plain = st.BatchEnv(game, 3, seed=2), PlainBatch(game, 3, seed=2)
    assert env.masks is None
    draws = np.random.default_rng(1)
    for _ in range(100):
        assert_same(env, plain)
        points = draws.uniform(-1, 1, (3, vectors.width(bowls.SPEC))).astype(np.float32)
        actions = env.decode(points).copy()
        views = plain.views
        assert actions.tolist() == [
            vectors.decode(game.setup, view.state, point) for view, point in zip(views, points, strict=True)
        ]
        env.step(actions)
        plain.step(actions)
    with pytest.raises(ValueError, match="finite numbers from -1 to 1"):
        env.decode(np.full((3, 1), np.nan, np.float32))
    with pytest.raises(ValueError, match="points must be float32 of shape"):
        env.decode(np.zeros((3, 1)))


def probe(disabled):
    """What the probe prints in a process of its own."""
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": disabled,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-m", "tests.adapters.probe"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.long
def test_compiled_batches_are_plain_batches():
    assert probe("0") == probe("1")
