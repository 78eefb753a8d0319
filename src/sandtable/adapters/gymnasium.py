"""A seat of a game as a Gymnasium environment, against computer players; needs `pip install 'sandtable[gymnasium]'`.

    import gymnasium
    import sandtable.adapters.gymnasium  # registers the shipped games
    env = gymnasium.make("sandtable/Name-v0", opponent="script")  # and settings of the game by name

Docs: docs/learning.md.
"""

import sys
from typing import Any

import numpy as np

try:
    import gymnasium
except ImportError as error:
    raise ImportError("This needs Gymnasium: pip install 'sandtable[gymnasium]'.") from error

from sandtable import agents
from sandtable.adapters.play import MODES, Array, Masks, Play
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

    The reward is the score of the seat at the end, 0 before. An illegal action ends the match with a reward of -1 and says why
    in `info["illegal"]`. `masks` says where the mask of legal actions goes: into the info or the observation (see
    `play.Play`); `action_masks()` returns it too.
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
        self._rival: Any = stream(0)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Starts a match; with `seed` the same matches follow. There are no options."""
        super().reset(seed=seed)
        del options
        self._begin()
        # a match in which this seat never has a choice
        while self.play.to_move == OVER:
            self._begin()
        self._over = False
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
        """Plays an action and the replies of the other seat; returns observation, reward, end, False and infos.

        The reward is the score at the end, from -1 to 1, and 0 before. An illegal action ends the match with -1 and the
        reason in `info["illegal"]`. Raises `ValueError` once the match is over.
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
        return observation, reward, over, False, {**info, **told}

    def _display(self) -> None:
        # "human" mode renders at every step without a call
        if self.render_mode == "human":
            self.render()

    def action_masks(self) -> Array:
        """Which actions are legal now, bool[game.spec.rules.actions.count]; the name that masked learners expect.
        Raises `ValueError` in a game whose actions are vectors.
        """
        _, mask = self.play.sight(self.seat)
        if mask is None:
            raise ValueError(
                f"{self.play.game.id} has no action masks: its actions are vectors, and every vector is legal"
            )
        return mask.view(np.bool_)

    def render(self) -> Any:
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


def _agent(game: Game, opponent: str | int | Agent) -> Agent:
    if isinstance(opponent, str | int) or not hasattr(opponent, "act"):
        return agents.make(game, str(opponent))
    return opponent


def register(*specs: Spec) -> list[str]:
    """Registers games for `gymnasium.make`, by default the installed ones; returns their names there.

    A game is called `sandtable/Name-v0`, its id with a capital letter. Raises `ValueError` for a `Spec` that is not in
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
            known.register(name, entry_point=f"{__name__}:SeatEnv", kwargs={"game": place})
    return [_name(game) for game, _ in places]


def _name(game: str) -> str:
    return f"sandtable/{game.capitalize()}-v{VERSION}"


register()
