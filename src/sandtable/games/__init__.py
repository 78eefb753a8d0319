"""The games of the package, each a folder of its own, found by id and imported when first asked for."""

from importlib import import_module

from sandtable.game import Game, Spec
from sandtable.naming import listed

GAMES = ("assault", "optio", "rush", "rout")


def spec(game: str) -> Spec:
    """The declaration of a shipped game; `ValueError` names the games there are."""
    if game not in GAMES:
        known = f"the games are {', '.join(GAMES)}"
        raise ValueError(f"there is no game {game!r}{listed(game, GAMES, known)}")
    return import_module(f"sandtable.games.{game}").SPEC


def load(game: str, **settings: object) -> Game:
    """A shipped game with settings; `ValueError` for an unknown game, `SettingError` for a setting that does not fit."""
    return Game(spec(game), **settings)
