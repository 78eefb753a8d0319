"""The plan of a simulation: which game with which settings, who plays, and the seed that all dice come from."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from sandtable import __version__, agents
from sandtable._jit import sources_digest
from sandtable.game import Game, module_of
from sandtable.games import GAMES, spec
from sandtable.settings import Value


@dataclass(frozen=True)
class Plan:
    """Matches of a game between two agents, named as `agents.make` takes them; `make` makes a plan with all checked.

    `game` is the id of a shipped game, or the dotted name of a module that holds a SPEC; `settings` are all of them.
    """

    game: str
    settings: Mapping[str, Value]
    agents: tuple[str, str]
    seed: int

    def load(self) -> Game:
        """The game with these settings; `SettingError` for one that does not fit."""
        return Game(_spec(self.game), **self.settings)

    def rules(self) -> str:
        """The digest of the compiled sources: the package's, and the game's own as its record type tells."""
        text = f"{_sources()} {_spec(self.game).state.names[-1]}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def settings_json(self) -> str:
        """The settings as JSON with sorted names."""
        return json.dumps(dict(self.settings), sort_keys=True)

    def to_json(self) -> str:
        """The plan as JSON with sorted names; `read` makes the plan again."""
        return json.dumps(asdict(self), sort_keys=True)

    def key(self) -> str:
        """16 hex digits that differ where anything does that the matches depend on: plan, version, compiled sources."""
        text = "\n".join((self.to_json(), __version__, self.rules()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def make(game: Game, players: tuple[str | int, str | int] = ("random", "random"), seed: int = 0) -> Plan:
    """The plan of matches of `game` between `players`; `ValueError` for a player that there is not.

    A game that is not shipped must be the SPEC of a module, so that other processes find it.
    """
    name = game.id if game.id in GAMES else module_of(game)
    if not name:
        raise ValueError(f"no module holds {game.id} as its SPEC, so that no other process could play it")
    first, second = (_named(player) for player in players)
    for player in (first, second):
        agents.make(game, player)
    if not 0 <= seed < 2**63:
        raise ValueError(f"a seed must be a whole number from 0 to 2**63 - 1, not {seed}")
    return Plan(name, dict(game.settings), (first, second), seed)


def read(text: str) -> Plan:
    """The plan whose JSON this is."""
    fields = json.loads(text)
    return Plan(fields["game"], fields["settings"], tuple(fields["agents"]), fields["seed"])


def _named(player: str | int) -> str:
    text = str(player).strip()
    return str(int(text)) if text.isdecimal() else text


def _spec(game: str) -> Any:
    return import_module(game).SPEC if "." in game else spec(game)


@cache
def _sources() -> str:
    return sources_digest(Path(__file__).parents[1])
