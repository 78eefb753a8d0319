"""A match for OpenSpiel: the game, its state, and the observers.

The information state of a seat is a digest of everything that it has seen: the previous digest, the last action as the
seat observes it, and the bytes of its view after that. Equal digests mean equal histories.
"""

from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

from sandtable.adapters.openspiel.library import pyspiel
from sandtable.adapters.openspiel.numbers import Numbers, numbers_of
from sandtable.adapters.openspiel.parameters import parameters_of
from sandtable.authoring.records import OVER, SPECTATOR
from sandtable.authoring.rng import stream
from sandtable.engine.game import Game, Position

VIEWERS = (0, 1, SPECTATOR)
_PRIVATE: Any = pyspiel.PrivateInfoType
_STEPS = 2**53


def _digest(*parts: bytes) -> bytes:
    made = blake2b(digest_size=16)
    for part in parts:
        made.update(part)
    return made.digest()


def _first_sight(position: Position, viewer: int) -> bytes:
    return _digest(bytes(position.view(viewer)))


NO_TENSOR = (
    "These games have no information state tensor, because features do not include what was seen earlier. "
    "Use the observation tensor, or the information state string."
)


class TableGame(pyspiel.Game):
    """A Sandtable game with its settings, as an OpenSpiel game."""

    def __init__(self, kind: Any, game: Game) -> None:
        self.table = game
        self.numbers: Numbers = numbers_of(game)
        information = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.count,
            max_chance_outcomes=_outcomes(kind, self.numbers),
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.spec.rules.zero_sum else None,
            max_game_length=game.bound(),
        )
        pyspiel.Game.__init__(self, kind, information, parameters_of(game))
        start = game.start()
        self.opening = bytes(start), tuple(_first_sight(start, viewer) for viewer in VIEWERS)

    def new_initial_state(self) -> "TableState":
        """A fresh match."""
        return TableState(self)

    def information_state_tensor_shape(self) -> list[int]:
        """Raises an error: there is no such tensor, and an algorithm that learned from an empty one would learn nothing."""
        raise pyspiel.SpielError(NO_TENSOR)

    def information_state_tensor_size(self) -> int:
        """Raises an error; see `information_state_tensor_shape`."""
        raise pyspiel.SpielError(NO_TENSOR)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """An observer for one kind of observation, by default a seat's current view. None if there is no such observer."""
        return make_observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


def _outcomes(kind: Any, numbers: Numbers) -> int:
    return 0 if kind.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC else numbers.count


class TableState(pyspiel.State):
    """The state of a match. OpenSpiel copies and saves it as its two attributes and the numbers played so far.

    data   the bytes of the position
    known  what seat 0, seat 1 and a spectator have seen, each as a digest
    """

    def __init__(self, game: TableGame) -> None:
        pyspiel.State.__init__(self, game)
        self.data, self.known = game.opening

    def position(self) -> Position:
        """The position; changing it does not change this state."""
        return self.get_game().table.from_bytes(self.data)

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's value for chance or the end."""
        mover = self._to_move()
        if mover == OVER:
            return pyspiel.PlayerId.TERMINAL
        return mover if mover >= 0 else pyspiel.PlayerId.CHANCE

    def is_terminal(self) -> bool:
        """Whether the match has ended."""
        return self._to_move() == OVER

    def returns(self) -> list[float]:
        """Each seat's score once the match has ended, and 0 before that."""
        return list(self.position().score) if self.is_terminal() else [0.0, 0.0]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbers of the outcomes with their probabilities."""
        return self.get_game().numbers.chances(self.position())

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Raises an error; see `TableGame.information_state_tensor_shape`."""
        del player
        raise pyspiel.SpielError(NO_TENSOR)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> "TableState":
        """A state consistent with what `player_id` sees now, with the same information state for that player and an
        empty history.

        It is drawn by the game's `determinize` from a stream keyed by a number from `sampler`, in [0, 1). The other
        seat's information state starts over with its view in the state drawn.
        """
        if player_id not in (0, 1):
            raise ValueError(f"player must be 0 or 1, not {player_id}")
        view = self.position().view(player_id)
        drawn = view.determinize(player_id, stream(int(sampler() * _STEPS)))
        made = self.get_game().new_initial_state()
        made.data = bytes(drawn)
        other = _first_sight(drawn, 1 - player_id)
        made.known = tuple(other if viewer == 1 - player_id else self.known[viewer] for viewer in VIEWERS)
        return made

    def _to_move(self) -> int:
        # every state begins with it (records.HEADER); read often
        return int.from_bytes(self.data[:1], signed=True)

    def _legal_actions(self, _player: int) -> list[int]:
        return self.get_game().numbers.legal(self.position())

    def _apply_action(self, number: int) -> None:
        position = self.position()
        action = self.get_game().numbers.action(position, number)
        observed = [position.observed_action(viewer, action) for viewer in VIEWERS]
        position.play(action)
        self.data = bytes(position)
        self.known = tuple(
            _digest(before, seen.to_bytes(8, signed=True), bytes(position.view(viewer)))
            for viewer, before, seen in zip(VIEWERS, self.known, observed, strict=True)
        )

    def _action_to_string(self, _player: int, number: int) -> str:
        return self.get_game().numbers.text(number)

    def __str__(self) -> str:
        return picture(self.position())


def picture(position: Position) -> str:
    """The board as text, and a line that distinguishes positions that look the same."""
    return f"{position.text()}\nply {position.ply}, {position.phase}, to move {position.to_move}, {position.digest()}"


def make_observer(
    game: TableGame, kind: Any, parameters: Mapping[str, Any] | None
) -> "Memory | Observer | Secrets | None":
    """An observer for one of OpenSpiel's kinds of observation; None, as OpenSpiel expects, if there is no such kind."""
    if parameters:
        raise ValueError(f"observations take no parameters; got {', '.join(parameters)}")
    if kind.private_info == _PRIVATE.ALL_PLAYERS:
        return None
    seated = kind.private_info == _PRIVATE.SINGLE_PLAYER
    if not kind.public_info:
        return Secrets() if seated and not kind.perfect_recall else None
    return Memory(seated) if kind.perfect_recall else Observer(game, seated)


class Memory:
    """Observes, as text, everything that a viewer has seen so far: the player and a digest of what it has seen."""

    tensor = None

    def __init__(self, seated: bool) -> None:
        self.seated = seated
        self.dict: dict[str, Any] = {}

    def set_from(self, _state: TableState, _player: int) -> None:
        """Does nothing: there is no tensor."""

    def string_from(self, state: TableState, player: int) -> str:
        """The player's number and the digest."""
        viewer = player if self.seated else SPECTATOR
        return f"{'seat ' + str(player) if self.seated else 'all'} {state.known[viewer].hex()}"


class Observer:
    """Observes what a viewer sees now: for a seat, the game's features in `tensor` and text; for a spectator, text."""

    def __init__(self, game: TableGame, seated: bool) -> None:
        self.seated = seated
        size = game.table.spec.rules.features if seated else 0
        self.tensor = np.zeros(size, np.float32) if size else None
        self.dict: dict[str, Any] = {} if self.tensor is None else {"features": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Writes the features of `player` into `tensor`."""
        if self.tensor is not None:
            self.tensor[:] = state.position().features(player)

    def string_from(self, state: TableState, player: int) -> str:
        """The viewer's board as text."""
        viewer = player if self.seated else SPECTATOR
        return picture(state.position().view(viewer))


class Secrets:
    """Observes what a seat sees now but a spectator does not, as text: lines missing from the spectator's board."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, Any] = {}

    def set_from(self, _state: TableState, _player: int) -> None:
        """Does nothing: there is no tensor."""

    def string_from(self, state: TableState, player: int) -> str:
        """Those lines, in order."""
        position = state.position()
        known = set(picture(position.view(SPECTATOR)).splitlines())
        return "\n".join(line for line in picture(position.view(player)).splitlines() if line not in known)
