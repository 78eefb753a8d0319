"""Random matches of Rush in which much happens."""

from collections.abc import Iterator
from typing import Any

from sandtable import stream
from sandtable.engine.game import Position
from tests.knowledge.views import game_of
from tests.perft.rush import OWN, choose

VARIANTS: list[dict[str, Any]] = [
    {"preset": "demo"},
    {
        "preset": "demo",
        "throw_ends": "incomplete",
        "home": "greenskins",
        "visitor": "humans",
        "first": "random",
    },
    {"rushes": 2, "on_pitch": 8, "tokens": 8, "exploding_sixes": True},
    {"rushes": 2, "home": OWN, "visitor": OWN, "opponent_threatens": False, "tie": "draw"},
]


def match(seed: int, number: int, variant: int) -> Iterator[tuple[Position, int]]:
    """The positions of a random match and the action that comes next in each, -1 at the end."""
    position, rng = game_of("rush", VARIANTS[variant]).start(), stream(seed, number)
    while not position.over:
        action = choose(position, rng)
        yield position.copy(), action
        position.play(action)
    yield position, -1
