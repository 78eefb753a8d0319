"""Shared by the environments for single matches: a match that plays chance itself, and what its seats see and do."""

from operator import index
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.adapters import stepping, vectors
from sandtable.adapters.batch import masked, one
from sandtable.adapters.shaping import Shaping
from sandtable.authoring import records
from sandtable.authoring.records import SPECTATOR
from sandtable.authoring.rng import STREAM, stream
from sandtable.engine.game import Game, Position, load

# features are scaled to about 1; no position in a shipped game comes close to this
FAR = 1000.0
MODES = ("ansi", "human", "rgb_array")
# pixels on the longer side of a rendered picture
PIXELS = 480

Masks = Literal["info", "observation"]
Pixels = NDArray[np.uint8]


class Play:
    """Plays one match after another, with chance drawn from a stream; a seat sees its features and, if there is one,
    its mask.

    `masks` says where the mask goes: into the info of the seat to move ("info"; the observation is then an array), or into the
    observation ("observation"; it is then a dict of "observation" and "action_mask"). Games with too many actions for a
    mask are played with vectors (see `vectors`). Raises `ValueError` if the game does not declare them.
    """

    def __init__(self, game: str | Game, masks: Masks = "info", **settings: object) -> None:
        if masks not in ("info", "observation"):
            raise ValueError(f"masks must be 'info' or 'observation', not {masks!r}")
        self.game = _game(game, settings)
        self.width = 0 if masked(self.game) else vectors.width(self.game.spec)
        if not masked(self.game) and self.width == 0:
            raise ValueError(
                f"{self.game.id} has more actions than a mask can hold, and has no action vectors"
            )
        self.in_observation = masks == "observation" and self.width == 0
        spec = self.game.spec
        # a batch of one (see `stepping`): its states, views, streams and arrays
        self._state, self._view = records.new(spec.rules.state), records.new(spec.rules.state)
        self._keys, dice, rival = (records.new(STREAM) for _ in range(3))
        self._seat, self._action = np.zeros(1, np.int8), np.zeros(1, np.int64)
        self._listed = np.zeros((1, spec.rules.max_actions), np.int64)
        self._setups = one(self.game.setup)
        self._all = (
            self._setups,
            self._state,
            self._view,
            self._keys,
            dice,
            rival,
            np.zeros(1, np.int8),
            None,
            self._seat,
            np.zeros(1, np.bool_),
            np.zeros((1, 2), np.float32),
            np.zeros((1, spec.rules.features), np.float32),
            None if self.width else np.zeros((1, spec.rules.actions.count), np.bool_),
            self._listed,
            np.zeros(1, np.int32),
            self._action,
            spec.rules.actions.count,
        )

    def begin(self, key: int) -> None:
        """Starts a match whose chance is drawn from the stream of `key`."""
        self._keys[0] = stream(key)
        stepping.step(*self._all, True, False, None, None)

    @property
    def to_move(self) -> int:
        """The seat to move, or OVER."""
        return int(self._seat[0])

    @property
    def position(self) -> Position:
        """A copy of the full position, with nothing hidden."""
        return Position(self.game, self._state)

    def shaping(self, seat: int, discount: float) -> Shaping:
        """Reward shaping for `seat`."""
        return Shaping(self.game, discount, self._state, np.array([seat], np.int8))

    def action_space(self) -> "spaces.Space[Any]":
        """All actions by number, or vectors."""
        if self.width:
            return spaces.Box(-1.0, 1.0, (self.width,), np.float32)
        return spaces.Discrete(self.game.spec.rules.actions.count)

    def observation_space(self) -> "spaces.Space[Any]":
        """The space of the observations that `look` returns."""
        numbers = spaces.Box(-FAR, FAR, (self.game.spec.rules.features,), np.float32)
        if not self.in_observation:
            return numbers
        mask = spaces.Box(0, 1, (self.game.spec.rules.actions.count,), np.int8)
        return spaces.Dict({"observation": numbers, "action_mask": mask})

    def look(self, seat: int) -> tuple[Any, dict[str, Any]]:
        """The observation and the info for `seat`, as fresh objects on every call."""
        numbers, mask = self.sight(seat)
        if mask is None:
            return numbers, {}
        if self.in_observation:
            return {"observation": numbers, "action_mask": mask}, {}
        return numbers, {"action_mask": mask}

    def sight(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8] | None]:
        """The features of `seat`, and its mask (int8, 1 for every action that it may play now), which is None if
        actions are vectors.
        """
        spec = self.game.spec
        numbers = np.zeros(spec.rules.features, np.float32)
        mask = None if self.width else np.zeros(spec.rules.actions.count, np.int8)
        bits = None if mask is None else mask.view(np.bool_)
        stepping.look(self._setups, self._state, self._view, seat, numbers, bits, self._listed)
        return numbers, mask

    def meant(self, action: Any) -> int:
        """The number of an action that a learner passes as a number or a vector; `ValueError` if it is neither."""
        if not self.width:
            return _number(action)
        try:
            vector = np.asarray(action, np.float32)
        except (TypeError, ValueError):
            vector = np.zeros(0, np.float32)
        if vector.shape != (self.width,) or not (np.abs(vector) <= 1).all():
            raise ValueError(f"an action must be {self.width} finite numbers from -1 to 1, not {action!r}")
        stepping.decode(self._setups, self._state, self._view, vector.reshape(1, -1), self._action)
        return int(self._action[0])

    def play(self, action: int) -> None:
        """Plays an action and the chance events that follow; after an `IllegalAction` nothing has changed."""
        # a number out of range, which might not fit into the array, is replaced by one that is always refused
        self._action[0] = action if 0 <= action < self.game.spec.rules.actions.count else -1
        if stepping.step(*self._all, False, False, None, None) != stepping.DONE:
            # playing it on a copy raises the error with the reason
            self.position.play(action)

    def text(self, viewer: int = SPECTATOR) -> str:
        """The board as `viewer` sees it."""
        return self.position.view(viewer).text()

    def pixels(self, viewer: int = SPECTATOR) -> Pixels:
        """The board as `viewer` sees it, as a picture: uint8[height, width, 3]."""
        # the drawing libraries take a third of a second to load
        from sandtable.graphics.pdf import to_pixels

        return to_pixels(self.position.view(viewer).drawing(), PIXELS)


def _game(game: str | Game, settings: dict[str, object]) -> Game:
    if isinstance(game, str):
        return load(game, **settings)
    if not hasattr(game, "spec"):
        raise ValueError(f"game must be the id of a game or a game made by `st.load`, not {game!r}")
    if settings:
        raise ValueError(
            f"a loaded game already has its settings: give its id with {', '.join(settings)}, or the game alone"
        )
    return game


def _number(action: Any) -> int:
    try:
        return index(action)
    except TypeError:
        raise ValueError(f"an action must be a whole number, not {action!r}") from None
