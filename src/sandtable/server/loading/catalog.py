"""What a server offers: games, the computer's levels and how to make an agent. Only `shipped` imports the engine."""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.authoring.spec import Level, Spec

logger = logging.getLogger(__name__)

# the part of a game that is compiled first, and the last one; between them are mainly its levels
RULES, HINTS = "rules", "hints"


@dataclass(frozen=True)
class Catalog:
    """What is offered: games by id, the computer's levels for a game, and how to make an agent.

    `command` starts a process that compiles a game and prints the name of each finished part; without it, games are
    compiled in this process.
    """

    games: "Mapping[str, Spec]"
    levels: "Callable[[str], Sequence[Level]]"
    make: Callable[[str, int], Any]
    command: Callable[[str], Sequence[str]] | None = None


def shipped(places: Sequence[str] = ()) -> Catalog:
    """The installed games, companions and trays, those at `places` (see `sandtable.games`), and the agents; imports the engine.

    Raises `ValueError` if a place has no game, or one with a duplicate id. An installed game that cannot be loaded is
    left out.
    """
    games, agents = import_module("sandtable.games"), import_module("sandtable.agents")
    found = {spec.id: spec for spec in _installed(games)}
    for place in places:
        spec = games.find(place)
        if found.setdefault(spec.id, spec) is not spec:
            raise ValueError(f"two games have the id {spec.id!r}: change the id of the one at {place}")

    def levels(game: str) -> "Sequence[Level]":
        return agents.levels(found[game])

    def make(game: str, level: int) -> Any:
        return agents.make(found[game], level)

    def command(game: str) -> Sequence[str]:
        return (sys.executable, "-m", "sandtable.server.warmup", games.place_of(found[game]))

    return Catalog(found, levels, make, command)


def _installed(games: Any) -> "Iterator[Spec]":
    for game in games.installed():
        try:
            yield games.spec(game)
            companion = games.companion(game)
        except ValueError as error:
            logger.error("%s", error)
        else:
            if companion is not None:
                yield companion
    yield from games.trays()
