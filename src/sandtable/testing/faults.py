"""Messages for games that violate the interface, and how to get back to the spot.

The random match of `(seed, match)` is drawn from its own stream, so it can be replayed.
"""

from dataclasses import dataclass
from typing import NoReturn

from sandtable.authoring.records import CHANCE, OVER, SPECTATOR
from sandtable.authoring.rng import Stream, stream
from sandtable.engine.game import Game, Position
from sandtable.games import place_of


@dataclass(frozen=True)
class Spot:
    """Where a sentence does not hold: at `ply` of a random match, for `seat` (or CHANCE, OVER), about `action` (-1:
    none).

    `field` differs although it should be equal; "" if nothing is compared.
    """

    seed: int
    match: int
    ply: int
    action: int = -1
    seat: int = OVER
    field: str = ""


class FaultError(AssertionError):
    """Raised for a sentence that does not hold, with its place; `snippet` is Python that leads there, or ""."""

    def __init__(self, sentence: str, snippet: str = "") -> None:
        super().__init__(f"{sentence}\n\nTo reproduce:\n\n{snippet}" if snippet else sentence)
        self.sentence = sentence
        self.snippet = snippet


def moves_of(seed: int, match: int) -> Stream:
    """The stream that a random match is drawn from."""
    return stream(seed, match, 1)


def position_at(game: Game, seed: int, match: int, ply: int) -> Position:
    """The position at `ply` of a random match in `check_game`; `ValueError` if the match ends earlier."""
    position, moves = game.start(), moves_of(seed, match)
    for _ in range(ply):
        position.play(position.sample(moves))
    return position


def fail(game: Game, sentence: str, spot: Spot | None = None) -> NoReturn:
    """Raises the `FaultError` for a sentence that does not hold, at `spot` or for the whole game."""
    told = f"{game.id}: this does not hold: {sentence}"
    if spot is None:
        raise FaultError(told)
    raise FaultError(f"{told} [{_where(game, spot)}]", snippet(game, spot))


def _where(game: Game, spot: Spot) -> str:
    seats = {0: "seat 0", 1: "seat 1", SPECTATOR: "a spectator", CHANCE: "chance"}
    parts = [f"seed {spot.seed}", f"match {spot.match}", f"ply {spot.ply}", seats.get(spot.seat, "")]
    parts += [f"action {spot.action}{_text(game, spot.action)}" if spot.action != -1 else ""]
    parts += [f"field {spot.field}" if spot.field else ""]
    return ", ".join(filter(None, parts))


def _text(game: Game, action: int) -> str:
    return f" ({game.describe(action)})" if 0 <= action < game.spec.rules.actions.count else ""


def snippet(game: Game, spot: Spot) -> str:
    """Python that leads to `spot`; a declaration that is not in a module is called SPEC in that code."""
    place = place_of(game.spec)
    defaults = {setting.name: setting.default for setting in game.spec.rules.settings}
    changed = [f"{name}={value!r}" for name, value in game.settings.items() if defaults[name] != value]
    load = ", ".join([f"st.load({place!r}" if place else "st.Game(SPEC", *changed])
    lines = [
        "import sandtable as st",
        "",
        f"game = {load})",
        f"position = st.testing.position_at(game, seed={spot.seed}, match={spot.match}, ply={spot.ply})",
    ]
    if 0 <= spot.seat <= SPECTATOR:
        lines.append(f"view = position.view({spot.seat})")
    if spot.action != -1:
        lines.append(f"action = {spot.action}")
    return "\n".join([*lines, "print(position.state)"])


def differing(one: Position, other: Position) -> str:
    """The name of the first field in which two positions differ; "" if none does."""
    names = one.state.dtype.names
    return next((name for name in names if one.state[name].tobytes() != other.state[name].tobytes()), "")
