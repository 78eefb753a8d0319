"""Makes Sandtable's games available to OpenSpiel's algorithms. Importing this module registers the shipped ones.

    import pyspiel
    import sandtable.adapters.openspiel

    game = pyspiel.load_game("sandtable_chess(board=small)")

A game's settings are its parameters. docs/openspiel.md lists what OpenSpiel expects but Sandtable lacks, and what to
use instead.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.adapters.openspiel.library import pyspiel
from sandtable.adapters.openspiel.parameters import parameters_of, settings_of, specification
from sandtable.adapters.openspiel.state import TableGame, TableState
from sandtable.authoring.settings import Value
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game
from sandtable.games import installed, spec

__all__ = ["TableGame", "TableState", "make", "name_of", "register"]

# maximum number of cached games, each with its settings; building one can take a second
_BUILT = 8


def name_of(spec: Spec) -> str:
    """The name of the game in OpenSpiel."""
    return f"sandtable_{spec.id}"


def register(spec: Spec, *, chance: bool = True, secrets: bool = True) -> str:
    """Registers a game with OpenSpiel and returns its name there; a later game with the same name replaces it. Some of
    OpenSpiel's algorithms need a game without chance or without secrets: pass False for whichever the game lacks.
    """
    types = pyspiel.GameType
    kind = types(
        short_name=name_of(spec),
        long_name=spec.name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if chance else types.ChanceMode.DETERMINISTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if secrets
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if spec.rules.zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=spec.rules.features > 0,
        parameter_specification=specification(spec),
    )

    @lru_cache(maxsize=_BUILT)
    def build(settings: tuple[tuple[str, Value], ...]) -> Game:
        return Game(spec, **dict(settings))

    # a class rather than a function: OpenSpiel releases it after Python has shut down, and only a class survives that
    class Registered(TableGame):
        """The game with the settings encoded in `parameters`."""

        def __init__(self, parameters: Mapping[str, Value]) -> None:
            super().__init__(kind, build(tuple(sorted(settings_of(parameters).items()))))

    pyspiel.register_game(kind, Registered)
    return kind.short_name


def make(game: Game) -> Any:
    """The game with its settings, as an OpenSpiel game; it must come with the package or be registered."""
    if not hasattr(game, "spec"):
        raise ValueError(f"game must be a game made by `st.load`, not {game!r}")
    return pyspiel.load_game(name_of(game.spec), parameters_of(game))


for _game in installed():
    register(spec(_game))
