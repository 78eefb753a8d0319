"""The games of the package, each a folder of its own, found by id and imported when first asked for."""

import sys
from importlib import import_module

from sandtable.game import Game, Spec

GAMES = ("assault", "optio", "rush", "rout")


def spec(game: str) -> Spec:
    """The declaration of a shipped game; `ValueError` names the games there are."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}; the games are {', '.join(GAMES)}")
    return import_module(f"sandtable.games.{game}").SPEC


def load(game: str, **settings: object) -> Game:
    """A shipped game with settings; `ValueError` for an unknown game, `SettingError` for a setting that does not fit."""
    return Game(spec(game), **settings)


def module_of(game: Game) -> str:
    """The name of an imported module whose SPEC is the game's, so that another process can find it; empty if there is none."""
    found = (name for name, module in list(sys.modules.items()) if getattr(module, "SPEC", None) is game.spec)
    return next((name for name in found if name != "__main__"), "")
