"""What people get of a position and of an action, whatever the game; and positions that random play reaches."""

from functools import lru_cache
from typing import Any

from sandtable import CHANCE, SPECTATOR, load, stream
from sandtable.engine.game import Game, Position

VIEWERS = (0, 1, SPECTATOR)


@lru_cache(maxsize=32)
def _game(name: str, settings: tuple[tuple[str, Any], ...]) -> Game:
    return load(name, **dict(settings))


def game_of(name: str, settings: dict[str, Any]) -> Game:
    """The game with these settings, made once."""
    return _game(name, tuple(sorted(settings.items())))


def reached(game: Game, seed: int, plies: int) -> Position:
    """The position of a random match after that many plies, or its last one before the end."""
    position, rng = game.start(), stream(seed)
    for _ in range(plies):
        action = position.sample(rng)
        ahead = position.copy().play(action)
        if ahead.over:
            break
        position = ahead
    return position


def told(before: Position, action: int, after: Position, viewer: int) -> str:
    """The line that a viewer reads of an action."""
    views = before.view(viewer).state, after.view(viewer).state
    return before.game.spec.presentation.tell(
        before.game.setup, views[0], before.observed_action(viewer, action), views[1]
    ).text


def faces(position: Position, viewer: int) -> list[Any]:
    """All that a viewer is shown of a position."""
    game, view = position.game, position.view(viewer)
    shown: list[Any] = [bytes(view), position.scene(viewer), position.to_json(viewer), view.text()]
    shown.append(game.spec.presentation.prompt(game.setup, view.state, viewer))
    shown.append(game.spec.presentation.result(game.setup, view.state))
    if viewer != SPECTATOR:
        shown.append(position.features(viewer).tolist())
    if position.to_move in (CHANCE, viewer):
        shown.append(position.actions())
    if position.to_move == viewer:
        shown.append(
            [
                game.spec.presentation.odds(game.setup, view.state, viewer, action)
                for action in position.actions()
            ]
        )
    return shown


def line_and_after(position: Position, action: int, viewer: int) -> tuple[str, bytes]:
    """The line that a viewer reads of an action, and what he sees after it."""
    after = position.copy().play(action)
    return told(position, action, after, viewer), bytes(after.view(viewer))
