"""A game as a PettingZoo environment in which seats act in turn ("AEC"); needs `pip install 'sandtable[pettingzoo]'`.

    from sandtable.adapters import pettingzoo
    env = pettingzoo.env("name")  # and settings of the game by name

Docs: docs/learning.md.
"""

import sys
from typing import Any

try:
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("This needs PettingZoo: pip install 'sandtable[pettingzoo]'.") from error

from sandtable.adapters.play import MODES, Masks, Pixels, Play
from sandtable.authoring.records import OVER
from sandtable.engine.game import Game

AGENTS = ("seat_0", "seat_1")
ILLEGAL = -1.0


def env(
    game: str | Game, *, masks: Masks = "info", render_mode: str | None = None, **settings: object
) -> "AECEnv[str, Any, Any]":
    """`raw_env`, wrapped in the usual way: an action that the mask does not allow ends the match with a reward of -1."""
    made = raw_env(game, masks=masks, render_mode=render_mode, **settings)
    if made.play.width == 0:
        made = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(made, ILLEGAL))
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name for what `env` wraps
    """A match of `game` (an id with settings, or a `Game`), with seats called seat_0 and seat_1.

    Rewards are the scores at the end, and 0 before that. `masks` says where the mask of legal actions goes: into the infos or
    the observations (see `play.Play`). An illegal action raises `IllegalAction` and changes nothing.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        masks: Masks = "info",
        render_mode: str | None = None,
        **settings: object,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *MODES):
            raise ValueError(f"render_mode must be one of {', '.join(MODES)}, not {render_mode!r}")
        self.play = Play(game, masks, **settings)
        self.metadata = {
            "name": f"{self.play.game.id}_v0",
            "render_modes": [*MODES],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [*AGENTS]
        self._observation_space = self.play.observation_space()
        self._action_spaces = {agent: self.play.action_space() for agent in AGENTS}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Any:
        """The same for both seats."""
        del agent
        return self._observation_space

    def action_space(self, agent: str) -> Any:
        """The same for both seats, but each has its own random generator."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a match; the same `seed` gives the same sequence of matches. `options` has no effect."""
        del options
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.play.begin(int(self._random.integers(2**63)))
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._go_on()

    def step(self, action: Any) -> None:
        """Plays an action for the seat to move; once the match is over, the action must be None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.play(self.play.meant(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        # sets whose turn it is and what each seat may know; at the end both seats get their last observation
        if self.play.to_move == OVER:
            self.rewards = dict(zip(AGENTS, self.play.position.score, strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[max(0, self.play.to_move)]
        self.infos = {agent: self.play.look(seat)[1] for seat, agent in enumerate(AGENTS)}
        # "human" mode renders at every step without being asked to
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """What a seat knows."""
        return self.play.look(AGENTS.index(agent))[0]

    def render(self) -> str | Pixels | None:
        """The board as a spectator sees it.

        "ansi" returns it as text, "rgb_array" as a picture, uint8[height, width, 3]; "human" writes the text to standard output
        at every step.
        """
        if self.render_mode == "ansi":
            return self.play.text()
        if self.render_mode == "rgb_array":
            return self.play.pixels()
        if self.render_mode == "human":
            sys.stdout.write(f"{self.play.text()}\n")
        return None

    def close(self) -> None:
        """Does nothing: no resources are held."""
