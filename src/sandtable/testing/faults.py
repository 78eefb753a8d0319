"""What is said where a game does not keep the interface."""

from typing import NoReturn

from sandtable.game import Game


def fail(game: Game, sentence: str, seed: int, match: int, ply: int, action: int = -1) -> NoReturn:
    """Raises the `AssertionError` of a sentence that does not hold."""
    known = 0 <= action < game.spec.actions.count
    what = "" if action == -1 else f", action {action}" + (f" ({game.describe(action)})" if known else "")
    raise AssertionError(
        f"{game.id}: this does not hold: {sentence} [seed {seed}, match {match}, ply {ply}{what}]"
    )
