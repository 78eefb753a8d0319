"""A seat of a game as a Gymnasium environment, against computer players; needs `pip install 'sandtable[gymnasium]'`.

    import gymnasium
    import sandtable.adapters.gymnasium  # registers the shipped games
    env = gymnasium.make("sandtable/Name-v0", opponent="script")  # and settings of the game by name
    envs = gymnasium.make_vec("sandtable/Name-v0", 256, opponent="script")  # many matches in one compiled call

Docs: docs/learning.md.
"""

import sys
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("This needs Gymnasium: pip install 'sandtable[gymnasium]'.") from error

from sandtable import agents
from sandtable.adapters.batch import BatchEnv
from sandtable.adapters.play import MODES, PIXELS, Masks, Pixels, Play
from sandtable.agents import Agent
from sandtable.authoring.records import OVER
from sandtable.authoring.rng import stream
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game, IllegalAction
from sandtable.games import installed, place_of

VERSION = 0
ILLEGAL = -1.0


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of `game` (an id with settings, or a `Game`); the other is played by `opponent`, an `Agent` or anything
    that `agents.make` accepts.

    The reward is the seat's score at the end, and 0 before that. An illegal action ends the match with a reward of -1 and
    says why in `info["illegal"]`. `masks` says where the mask of legal actions goes: into the info or the observation (see
    `play.Play`); `action_masks()` returns it too.

    With `shaping`, the learner's discount, the game's judgement of the position is added to every reward (see
    `sandtable.adapters.shaping`); at the end `info["score"]` is the reward without it.
    """

    # gymnasium reads it from the class
    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        seat: int = 0,
        opponent: str | int | Agent = "random",
        masks: Masks = "info",
        shaping: float | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        if seat not in (0, 1):
            raise ValueError(f"seat must be 0 or 1, not {seat!r}")
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode must be one of {', '.join(MODES)}, not {render_mode!r}")
        self.play = Play(game, masks, **settings)
        self.seat = seat
        self.opponent = _agent(self.play.game, opponent)
        self.render_mode = render_mode
        self.observation_space = self.play.observation_space()
        self.action_space = self.play.action_space()
        self._shaping = None if shaping is None else self.play.shaping(seat, shaping)
        self._rival: Any = stream(0)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a match; the same `seed` gives the same sequence of matches. `options` has no effect."""
        super().reset(seed=seed)
        del options
        self._begin()
        # a match in which this seat never has a choice
        while self.play.to_move == OVER:
            self._begin()
        self._over = False
        if self._shaping is not None:
            self._shaping.begin()
        self._display()
        return self.play.look(self.seat)

    def _begin(self) -> None:
        key = int(self.np_random.integers(2**63))
        self.play.begin(key)
        self._rival = stream(key, 1)
        self._answer()

    def _answer(self) -> None:
        # the other seat plays until this one has to choose
        other = 1 - self.seat
        while self.play.to_move == other:
            self.play.play(self.opponent.act(self.play.position.view(other), other, self._rival))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action and the other seat's replies; returns observation, reward, terminated, truncated (always
        False) and info.

        The reward is the score at the end, from -1 to 1, and 0 before that. An illegal action ends the match with a reward of
        -1 and the reason in `info["illegal"]`. Raises `ValueError` once the match is over.
        """
        if self._over:
            raise ValueError("the match is over: call reset")
        try:
            self.play.play(self.play.meant(action))
        except IllegalAction as refused:
            return self._result(ILLEGAL, True, {"illegal": str(refused)})
        self._answer()
        over = self.play.to_move == OVER
        reward = self.play.position.score[self.seat] if over else 0.0
        return self._result(reward, over, {})

    def _result(
        self, reward: float, over: bool, told: dict[str, Any]
    ) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self._over = over
        self._display()
        observation, info = self.play.look(self.seat)
        if self._shaping is not None:
            told = {**told, "score": reward} if over else told
            reward += float(self._shaping.step(over)[0])
        return observation, reward, over, False, {**info, **told}

    def _display(self) -> None:
        # "human" mode renders at every step without being asked to
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, bool[game.spec.rules.actions.count]; learners that use masks look for this method.
        Raises `ValueError` in a game whose actions are vectors.
        """
        _, mask = self.play.sight(self.seat)
        if mask is None:
            raise ValueError(
                f"{self.play.game.id} has no action masks: its actions are vectors, and every vector is legal"
            )
        return mask.view(np.bool_)

    def render(self) -> str | Pixels | None:
        """The board as this seat sees it.

        "ansi" returns it as text, "rgb_array" as a picture, uint8[height, width, 3]; "human" writes the text to standard output
        at every step.
        """
        if self.render_mode == "ansi":
            return self.play.text(self.seat)
        if self.render_mode == "rgb_array":
            return self.play.pixels(self.seat)
        if self.render_mode == "human":
            sys.stdout.write(f"{self.play.text(self.seat)}\n")
        return None


class SeatVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """One seat in each of `num_envs` matches of `game`, stepped together with the other seat by one compiled call (see
    `BatchEnv`).

    `opponent` is "random", a policy of the game, or the number of a level that is one of these. If `seat` is None, it
    is seat 0 in even-numbered envs and seat 1 in the others. Rewards, masks, shaping and illegal actions work as in
    `SeatEnv`.

    A match that has ended is followed by the next in the same step (`AutoresetMode.SAME_STEP`): the observation is already the
    first of that match, and `infos["final_obs"]` has the last of the match that ended, if `infos["_final_obs"]` is set for the
    env.
    """

    # gymnasium reads it from the class
    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        *,
        seat: int | None = 0,
        opponent: str | int | Agent = "random",
        masks: Masks = "info",
        shaping: float | None = None,
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(
                f"render_mode must be one of {', '.join(self.metadata['render_modes'])}, not {render_mode!r}"
            )
        if not isinstance(opponent, str | int):
            raise ValueError(
                f"opponent must be the name of a policy or the number of a level, not {type(opponent).__name__}; "
                'vectorization_mode="sync" takes any player'
            )
        # a single match supplies the spaces, and checks `masks` and the settings
        one = Play(game, masks, **settings)
        self.batch = BatchEnv(
            one.game, num_envs, opponent=opponent, seat=seat, forgiving=True, shaping=shaping
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        seen, played = one.observation_space(), one.action_space()
        self.single_observation_space, self.observation_space = seen, batch_space(seen, num_envs)
        self.single_action_space, self.action_space = played, batch_space(played, num_envs)
        self._in_observation, self._vectors = one.in_observation, bool(one.width)
        # the arrays that only a forgiving batch has
        self._refused = cast(NDArray[np.int32], self.batch.refused)
        self._known = cast(NDArray[np.float32], self.batch.finals)
        self._envs = np.arange(num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a match in every env; the same `seed`, one number for all envs, gives the same sequence of matches.

        `options` has no effect. Raises `ValueError` for a list of seeds.
        """
        del options
        if isinstance(seed, list):
            raise ValueError("seed must be one number: each env derives its own dice from it")
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        self.batch.reset(seed)
        return self._look()

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every env, then everything up to the learner's next choice.

        Returns observations, rewards (float64[num_envs]), terminations (bool[num_envs]), truncations (all False), and
        infos. An illegal action ends its match with a reward of -1 and gives the reason in `infos["illegal"]`. Raises
        `ValueError` unless `actions` has one action for each env.
        """
        if not self._seeded:
            raise ValueError("no match has begun: call reset")
        batch = self.batch
        batch.step(batch.decode(np.asarray(actions, np.float32)) if self._vectors else actions)
        observations, infos = self._look()
        rewards = batch.rewards[self._envs, batch.learners].astype(np.float64)
        if batch.done.any():
            done = batch.done.copy()
            infos["final_obs"], infos["_final_obs"] = self._finals(done), done
            if batch.shaped is not None:
                infos["score"], infos["_score"] = rewards, done
        if self._refused.any():
            why = [batch.refusal(env) or None for env in range(self.num_envs)]
            infos["illegal"], infos["_illegal"] = np.array(why, object), self._refused != 0
        if batch.shaped is not None:
            rewards = batch.shaped.copy()
        return observations, rewards, batch.done.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _look(self) -> tuple[Any, dict[str, Any]]:
        features, masks = self.batch.features.copy(), self.batch.masks
        if masks is None or self._vectors:
            return features, {}
        mask = masks.astype(np.int8)
        if self._in_observation:
            return {"observation": features, "action_mask": mask}, {}
        return features, {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _finals(self, done: NDArray[np.bool_]) -> NDArray[np.object_]:
        made = np.full(self.num_envs, None, object)
        # once a match has ended, no action is legal
        mask = np.zeros(self.batch.game.spec.rules.actions.count if self._in_observation else 0, np.int8)
        for env in np.flatnonzero(done).tolist():
            numbers = self._known[env].copy()
            made[env] = {"observation": numbers, "action_mask": mask} if self._in_observation else numbers
        return made

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, bool[num_envs, game.spec.rules.actions.count].

        Raises `ValueError` in a game whose actions are vectors.
        """
        if self.batch.masks is None or self._vectors:
            raise ValueError(
                f"{self.batch.game.id} has no action masks: its actions are vectors, and every vector is legal"
            )
        return self.batch.masks.copy()

    def render(self) -> tuple[str, ...] | tuple[Pixels, ...] | None:
        """The board of every env as its learner sees it: as text for "ansi", as pictures, uint8[height, width, 3], for
        "rgb_array".
        """
        if self.render_mode is None:
            return None
        views = [self.batch.position(env).view(int(self.batch.learners[env])) for env in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple(view.text() for view in views)
        # the drawing libraries take a third of a second to load
        from sandtable.graphics.pdf import to_pixels

        return tuple(to_pixels(view.drawing(), PIXELS) for view in views)


def _agent(game: Game, opponent: str | int | Agent) -> Agent:
    if isinstance(opponent, str | int) or not hasattr(opponent, "act"):
        return agents.make(game, str(opponent))
    return opponent


def register(*specs: Spec) -> list[str]:
    """Registers games for `gymnasium.make`, by default the installed ones; returns their Gymnasium names.

    A game with the id `name` is called `sandtable/Name-v0`. Raises `ValueError` for a `Spec` that is not in
    a module.
    """
    places = [(one.id, place_of(one)) for one in specs] or [(game, game) for game in installed()]
    for game, place in places:
        if not place:
            raise ValueError(f"{game} cannot be registered: it must be the SPEC of an importable module")
        name = _name(game)
        if specs or name not in gymnasium.registry:
            # its type is only partly known to the type checker
            known: Any = gymnasium
            gymnasium.registry.pop(name, None)
            known.register(
                name,
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:SeatVectorEnv",
                kwargs={"game": place},
            )
    return [_name(game) for game, _ in places]


def _name(game: str) -> str:
    return f"sandtable/{game.capitalize()}-v{VERSION}"


register()
