"""Sandtable: four tabletop wargames played, taught, simulated and measured on one engine."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable import agents, testing
    from sandtable.adapters.batch import BatchEnv
    from sandtable.game import Game, IllegalAction, Position, load
    from sandtable.lab.run.summary import simulate
    from sandtable.match import Match, verify
    from sandtable.records import CHANCE, OVER, SPECTATOR
    from sandtable.rng import stream
    from sandtable.settings import SettingError
    from sandtable.variants import load_variant

__version__ = "0.1.0"

_PLACES = {
    "BatchEnv": "adapters.batch",
    "CHANCE": "records",
    "Game": "game",
    "IllegalAction": "game",
    "Match": "match",
    "OVER": "records",
    "Position": "game",
    "SPECTATOR": "records",
    "SettingError": "settings",
    "agents": "",
    "load": "game",
    "load_variant": "variants",
    "simulate": "lab.run.summary",
    "stream": "rng",
    "testing": "",
    "verify": "match",
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


def __getattr__(name: str) -> Any:
    # the compiler is imported at first use, so that `sandtable --help` is quick
    if name not in _PLACES:
        raise AttributeError(f"module 'sandtable' has no attribute {name!r}")
    place = _PLACES[name]
    return getattr(import_module(f"sandtable.{place}"), name) if place else import_module(f"sandtable.{name}")
