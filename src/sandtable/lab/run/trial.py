"""The trial of a simulation: which game with which settings, who plays, and the seed that all dice come from."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sandtable import __version__, agents, games
from sandtable._compiler.kernels import sources_digest
from sandtable._compiler.sources import Source
from sandtable.authoring.rng import stream
from sandtable.authoring.settings import Value
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game

# the streams of a pair: the table's dice, the first player's, the second player's, and the observer's in each match
DICE, FIRST, SECOND, WATCHED, WATCHED_SWAPPED = range(5)


@dataclass(frozen=True)
class Trial:
    """Matches of a game between two agents, named as `agents.make` takes them; `make` checks everything and makes a
    trial.

    `game` is its place (see `sandtable.games`), and `source` its files if that place is a file; `settings` are complete.
    `choices` is the seed of the players' random choices if it differs from that of the dice. `judged` requests the
    game's quick evaluation after each ply, and that of the alternatives to it, so that the rows contain leads and luck.
    """

    game: str
    settings: Mapping[str, Value]
    agents: tuple[str, str]
    seed: int
    source: Source | None = None
    choices: int | None = None
    judged: bool = False

    def __hash__(self) -> int:
        return hash(self.to_json())

    def load(self) -> Game:
        """The game with these settings; `SettingError` for an invalid one."""
        return Game(self._spec(), **self.settings)

    def stream(self, pair: int, part: int) -> Any:
        """The stream of a pair's dice (DICE), of the first player's choices (FIRST) or of the second's (SECOND)."""
        return stream(self.seed if self.choices is None or part == DICE else self.choices, pair, part)

    def _spec(self) -> Spec:
        return games.find(self.game) if self.source is None else games.carried(self.source, self.game)

    def rules(self) -> str:
        """The digest of the compiled sources: the package's, and the game's own from its record type."""
        tag = (self._spec().rules.state.names or ("",))[-1]
        text = f"{_sources()} {tag} {self.source.digest if self.source else ''}".rstrip()
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def settings_json(self) -> str:
        """The settings as JSON with sorted names."""
        return json.dumps(dict(self.settings), sort_keys=True)

    def to_json(self) -> str:
        """The trial as JSON with sorted names, without its source."""
        told = {"game": self.game, "settings": dict(self.settings), "agents": self.agents, "seed": self.seed}
        told |= {} if self.choices is None else {"choices": self.choices}
        told |= {"judged": True} if self.judged else {}
        return json.dumps(told, sort_keys=True)

    def key(self) -> str:
        """16 hex digits that depend on everything that determines the matches: trial, version, compiled sources."""
        text = "\n".join((self.to_json(), __version__, self.rules()))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def make(
    game: Game,
    players: tuple[str | int, str | int] = ("random", "random"),
    seed: int = 0,
    judged: bool = False,
) -> Trial:
    """The trial of matches of `game` between `players`; `ValueError` for an unknown player.

    A game that is not installed must be one that `games.find` has found, or the SPEC of a module, so that other processes can
    find it.
    """
    name = games.place_of(game.spec)
    if not name:
        raise ValueError(
            f"{game.id} must be the SPEC of an importable module, so that other processes can play it"
        )
    first, second = (_named(player) for player in players)
    for player in (first, second):
        agents.make(game, player)
    if not 0 <= seed < 2**63:
        raise ValueError(f"a seed must be a whole number from 0 to 2**63 - 1, not {seed}")
    source = games.source_of(game.spec)
    return Trial(name, dict(game.settings), (first, second), seed, source, judged=judged)


def thinks(game: Game, players: Sequence[str | int]) -> bool:
    """Whether any of these players takes so long that evaluating each position adds little."""
    quick = {"random", *(level.kind for level in game.spec.players.levels if level.plain)}
    quick |= {str(level.level) for level in game.spec.players.levels if level.kind in quick}
    return any(_named(player) not in quick for player in players)


def _named(player: str | int) -> str:
    text = str(player).strip()
    return str(int(text)) if text.isdecimal() else text


@cache
def _sources() -> str:
    return sources_digest(Path(__file__).parents[2])
