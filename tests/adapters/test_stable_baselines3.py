"""The vector environment of Stable-Baselines3, compared with a batch.

Stable-Baselines3 brings PyTorch, so tests do not install it. Where it is missing, a base class with the same abstract methods
takes its place.
"""

import sys
from abc import ABC, abstractmethod
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import numpy as np
import pytest

import sandtable as st

HOME = "stable_baselines3.common.vec_env"


class VecEnv(ABC):
    """What the base class of Stable-Baselines3 2.9 does and demands."""

    def __init__(self, num_envs, observation_space, action_space):
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos = [{}] * num_envs
        self._reset_seeds()
        (self.render_mode,) = set(self.get_attr("render_mode"))

    def _reset_seeds(self):
        self._seeds = [None] * self.num_envs

    def seed(self, seed=None):
        if seed is None:
            seed = int(np.random.default_rng().integers(2**32))
        self._seeds = [seed + number for number in range(self.num_envs)]
        return self._seeds

    def has_attr(self, attr_name):
        try:
            self.get_attr(attr_name)
        except AttributeError:
            return False
        return True

    def step(self, actions):
        self.step_async(actions)
        return self.step_wait()

    @abstractmethod
    def reset(self): ...

    @abstractmethod
    def step_async(self, actions): ...

    @abstractmethod
    def step_wait(self): ...

    @abstractmethod
    def close(self): ...

    @abstractmethod
    def get_attr(self, attr_name, indices=None): ...

    @abstractmethod
    def set_attr(self, attr_name, value, indices=None): ...

    @abstractmethod
    def env_method(self, method_name, *method_args, indices=None, **method_kwargs): ...

    @abstractmethod
    def env_is_wrapped(self, wrapper_class, indices=None): ...


@pytest.fixture(scope="module", autouse=True)
def base():
    with pytest.MonkeyPatch.context() as patch:
        if find_spec("stable_baselines3") is None:
            module = ModuleType(HOME)
            module.VecEnv = VecEnv
            patch.setitem(sys.modules, HOME, module)
        yield


def made(n=6, **options):
    adapter = import_module("sandtable.adapters.stable_baselines3")
    return adapter.SeatVecEnv("assault", n, **{"health": 2, **options})


def choose(masks, draws):
    """A random legal action for every env."""
    return (masks * draws.random(masks.shape)).argmax(1)


def test_it_plays_what_a_batch_plays():
    env, draws = made(seed=7, opponent="script"), np.random.default_rng(1)
    batch = st.BatchEnv(st.load("assault", health=2), 6, seed=7, opponent="script", forgiving=True)
    seen, lengths, ended = env.reset(), np.zeros(6, int), 0
    for _ in range(120):
        assert seen.tobytes() == batch.features.tobytes()
        # one row for each env, as MaskablePPO asks for them
        assert env.has_attr("action_masks")
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(masks, batch.masks)
        assert masks.any(1).all()
        actions = choose(masks, draws)
        seen, rewards, over, infos = env.step(actions)
        batch.step(actions)
        lengths += 1
        assert rewards.tolist() == batch.rewards[np.arange(6), batch.learners].tolist()
        assert over.tolist() == batch.done.tolist() == [bool(info) for info in infos]
        for i in np.flatnonzero(over):
            assert infos[i]["terminal_observation"].tobytes() == batch.finals[i].tobytes()
            assert infos[i]["TimeLimit.truncated"] is False
            assert (infos[i]["episode"]["r"], infos[i]["episode"]["l"]) == (rewards[i], lengths[i])
            assert infos[i]["episode"]["t"] >= 0
            assert "illegal" not in infos[i]
            lengths[i], ended = 0, ended + 1
    assert ended > 0


def test_statistics_of_episodes_leave_shaping_out():
    env, draws, scores = made(4, seed=2, shaping=0.9), np.random.default_rng(1), []
    env.reset()
    shaped = 0
    for _ in range(60):
        _, rewards, over, infos = env.step(choose(env.action_masks(), draws))
        assert np.array_equal(rewards, env.batch.shaped.astype(np.float32))
        shaped += np.count_nonzero(rewards[~over])
        scores += [infos[i]["episode"]["r"] for i in np.flatnonzero(over)]
    assert shaped > 10
    assert scores
    assert set(scores) <= {-1.0, 1.0}


def test_seats_alternate_or_are_chosen():
    assert made(4).batch.learners.tolist() == [0, 1, 0, 1]
    assert made(3, seat=1).batch.learners.tolist() == [1, 1, 1]


def test_an_illegal_action_loses_one_match_and_says_why():
    env = made(3, seed=1)
    env.reset()
    actions = env.action_masks().argmax(1)
    actions[1] = env.batch.game.parse("do not attack")
    _, rewards, over, infos = env.step(actions)
    assert (rewards.tolist(), over.tolist()) == ([0.0, -1.0, 0.0], [False, True, False])
    assert infos[1]["illegal"] == "You cannot do that now: another step is due. (A2.1)"
    assert infos[1]["episode"]["r"] == -1.0
    # the next match has begun
    assert env.action_masks()[1].any()


def test_the_same_seed_gives_the_same_matches():
    def matches(env):
        seen, draws = [env.reset().tobytes()], np.random.default_rng(1)
        for _ in range(30):
            observations, rewards, *_ = env.step(choose(env.action_masks(), draws))
            seen.append((observations.tobytes(), rewards.tobytes()))
        return seen

    env = made(seed=3)
    first = matches(env)
    # without a seed, the streams continue
    assert matches(env) != first
    env.seed(3)
    assert matches(env) == first
    # and nobody knows those of an environment that was never given one
    assert matches(made()) != matches(made())


def test_envs_are_asked_by_number():
    env = made(4)
    env.reset()
    masks = env.action_masks()
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert np.array_equal(env.get_attr("action_masks", 3), masks[3:])
    assert env.get_attr("render_mode") == [None] * 4
    env.set_attr("note", "kept")
    assert env.get_attr("note", [1]) == ["kept"]
    with pytest.raises(ValueError, match="note can only be set for all envs at once"):
        env.set_attr("note", "lost", indices=1)
    with pytest.raises(AttributeError, match="only the method action_masks, not render"):
        env.env_method("render")
    assert not env.has_attr("nothing")

    # evaluation takes the scores from infos of a Monitor, and warns where there is none
    class Monitor: ...

    assert env.env_is_wrapped(Monitor) == [True] * 4
    assert env.env_is_wrapped(VecEnv, [0]) == [False]


def test_vectors_need_no_mask():
    adapter = import_module("sandtable.adapters.stable_baselines3")
    env = adapter.SeatVecEnv("rout", 2, ivory_units=1, ink_units=1)
    env.reset()
    assert not env.has_attr("action_masks")
    observations, *_ = env.step(np.stack([env.action_space.sample() for _ in range(2)]))
    assert observations.shape == (2, *env.observation_space.shape)


def test_boards_are_drawn_as_the_learners_see_them():
    assert [frame.shape[2] for frame in made(2, render_mode="rgb_array").get_images()] == [3, 3]
    with pytest.raises(ValueError, match="render_mode must be rgb_array or None, not 'ansi'"):
        made(2, render_mode="ansi")


@pytest.mark.parametrize("missing", [(HOME,), (HOME, "gymnasium")])
def test_what_is_missing_is_named(monkeypatch, missing):
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("stable_baselines3", "play"):
        monkeypatch.delitem(sys.modules, f"sandtable.adapters.{name}", raising=False)
    with pytest.raises(ImportError, match="This needs Stable-Baselines3: pip install stable-baselines3"):
        import_module("sandtable.adapters.stable_baselines3")
