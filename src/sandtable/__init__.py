"""Sandtable: four tabletop wargames played, taught, simulated and measured on one engine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable import agents, testing
    from sandtable.adapters.batch import BatchEnv
    from sandtable.authoring.records import CHANCE, OVER, SPECTATOR
    from sandtable.authoring.rng import stream
    from sandtable.authoring.settings import SettingError
    from sandtable.engine.game import Game, IllegalAction, Position, load
    from sandtable.engine.match import Match
    from sandtable.engine.matchfile import verify
    from sandtable.engine.variants import load_variant
    from sandtable.lab.run.summary import simulate

__version__ = "0.1.0"

_PLACES = {
    "BatchEnv": "adapters.batch",
    "CHANCE": "authoring.records",
    "Game": "engine.game",
    "IllegalAction": "engine.game",
    "Match": "engine.match",
    "OVER": "authoring.records",
    "Position": "engine.game",
    "SPECTATOR": "authoring.records",
    "SettingError": "authoring.settings",
    "agents": "",
    "load": "engine.game",
    "load_variant": "engine.variants",
    "simulate": "lab.run.summary",
    "stream": "authoring.rng",
    "testing": "",
    "verify": "engine.matchfile",
}

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "BatchEnv",
    "Game",
    "IllegalAction",
    "Match",
    "Position",
    "SettingError",
    "agents",
    "load",
    "load_variant",
    "simulate",
    "stream",
    "testing",
    "verify",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> Any:
    # import the compiler on first use, so that `sandtable --help` is quick
    if name not in _PLACES:
        raise AttributeError(f"module 'sandtable' has no attribute {name!r}")
    place = _PLACES[name]
    return getattr(import_module(f"sandtable.{place}"), name) if place else import_module(f"sandtable.{name}")
