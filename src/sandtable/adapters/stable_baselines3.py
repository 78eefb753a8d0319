"""Seats in many matches as a vector environment for Stable-Baselines3; needs `pip install stable-baselines3`.

    from sandtable.adapters.stable_baselines3 import SeatVecEnv
    env = SeatVecEnv("name", 256, opponent="script")  # and settings of the game by name

`MaskablePPO` of sb3-contrib finds the masks by itself. Docs: docs/learning.md.
"""

import time
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

# not imported by name: no extra installs it, since it brings in PyTorch
try:
    _Base: Any = import_module("stable_baselines3.common.vec_env").VecEnv
except ImportError as error:
    raise ImportError("This needs Stable-Baselines3: pip install stable-baselines3.") from error

from sandtable.adapters.batch import BatchEnv
from sandtable.adapters.play import PIXELS, Pixels, Play
from sandtable.engine.game import Game

Indices = None | int | Iterable[int]


class SeatVecEnv(_Base):
    """One seat in each of `num_envs` matches of `game` (an id with settings, or a `Game`), stepped together with the other seat
    by one compiled call (see `BatchEnv`).

    `opponent` is "random", a policy of the game, or the number of a level that is one of these. If `seat` is None, seat 0 is
    used in the even-numbered envs, and seat 1 in the others. `shaping` is the learner's discount, or None (see
    `sandtable.adapters.shaping`). `seed` is that of the first `reset`.

    A match that has ended is followed by the next in the same step. Its info then holds `terminal_observation`,
    `TimeLimit.truncated` (always False: every match has a bounded length) and `episode`: the seat's score as `r`, its
    number of decisions as `l`, and the seconds since this environment was made as `t`. An illegal action ends a match with
    a reward of -1 and gives the reason as `illegal`.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        seat: int | None = None,
        opponent: str | int = "random",
        shaping: float | None = None,
        seed: int | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        if render_mode not in (None, "rgb_array"):
            raise ValueError(f"render_mode must be rgb_array or None, not {render_mode!r}")
        one = Play(game, "info", **settings)
        self.batch = BatchEnv(
            one.game, num_envs, opponent=opponent, seat=seat, forgiving=True, shaping=shaping
        )
        # the base asks every env for its mode
        self.render_mode, self._envs = render_mode, np.arange(num_envs)
        _Base.__init__(self, num_envs, one.observation_space(), one.action_space())
        self._vectors = bool(one.width)
        self._refused = cast(NDArray[np.int32], self.batch.refused)
        self._finals = cast(NDArray[np.float32], self.batch.finals)
        self._lengths = np.zeros(num_envs, np.int64)
        self._begun = time.monotonic()
        self._actions: NDArray[Any] = np.zeros(0)
        self.seed(seed)

    def reset(self) -> NDArray[np.float32]:
        """Starts a match in every env; after a call to `seed`, always the same matches for that seed."""
        self.batch.reset(self._seeds[0])
        self._reset_seeds()
        self._lengths[:] = 0
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        return self.batch.features.copy()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Takes an action for every env: a number, or a vector in games that have vectors."""
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays the actions, then everything up to the learner's next choice; returns observations, rewards, ends and infos."""
        batch, given = self.batch, self._actions
        batch.step(batch.decode(np.asarray(given, np.float32)) if self._vectors else given)
        self._lengths += 1
        rewards = batch.rewards[self._envs, batch.learners]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for env in np.flatnonzero(batch.done).tolist():
            infos[env] = self._ended(env, float(rewards[env]))
            self._lengths[env] = 0
        if batch.shaped is not None:
            rewards = batch.shaped.astype(np.float32)
        return batch.features.copy(), rewards, batch.done.copy(), infos

    def _ended(self, env: int, score: float) -> dict[str, Any]:
        info: dict[str, Any] = {
            "terminal_observation": self._finals[env].copy(),
            "TimeLimit.truncated": False,
            "episode": {
                "r": score,
                "l": int(self._lengths[env]),
                "t": round(time.monotonic() - self._begun, 6),
            },
        }
        if self._refused[env]:
            info["illegal"] = self.batch.refusal(env)
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, bool[num_envs, game.spec.rules.actions.count]; no row is empty.

        Raises `AttributeError` in a game whose actions are vectors, which is how a masked learner recognises such a game.
        """
        if self.batch.masks is None or self._vectors:
            raise AttributeError(
                f"{self.batch.game.id} has no action masks: its actions are vectors, and every vector is legal"
            )
        return self.batch.masks.copy()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """The attribute of this environment, once for each env; for `action_masks`, its rows, one for each env."""
        if attr_name == "action_masks":
            return self.env_method(attr_name, indices=indices)
        return [getattr(self, attr_name) for _ in self._numbers(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of this environment, for all envs at once; `ValueError` for only some of them."""
        if len(self._numbers(indices)) != self.num_envs:
            raise ValueError(f"{attr_name} can only be set for all envs at once: they share it")
        setattr(self, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """What a method returns for each env: only `action_masks`; `AttributeError` for any other."""
        if method_name != "action_masks":
            raise AttributeError(f"the envs have only the method action_masks, not {method_name}")
        masks = self.action_masks(*method_args, **method_kwargs)
        return [masks[env] for env in self._numbers(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Whether the envs do what a wrapper does: True for `Monitor`, since infos have episode statistics."""
        return [wrapper_class.__name__ == "Monitor" for _ in self._numbers(indices)]

    def get_images(self) -> Sequence[Pixels]:
        """The board of every env as its learner sees it, uint8[height, width, 3]."""
        # the libraries for pictures take a third of a second to load
        from sandtable.graphics.pdf import to_pixels

        views = (self.batch.position(env).view(int(self.batch.learners[env])) for env in self._envs.tolist())
        return [to_pixels(view.drawing(), PIXELS) for view in views]

    def close(self) -> None:
        """Does nothing: no resources are held."""

    def _numbers(self, indices: Indices) -> list[int]:
        if indices is None:
            return self._envs.tolist()
        return [indices] if isinstance(indices, int) else [*indices]
