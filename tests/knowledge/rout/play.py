"""Random matches of ROUT! with many broken blocks, and all that those may be, by going over it."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from sandtable import stream
from sandtable.engine.game import Position
from tests.knowledge.views import game_of
from tests.perft.rout import choose

What = tuple[int, int]

# small tables, so that much is hit; a draw comes before everything is routed
FEW: dict[str, Any] = {"width": 600, "height": 600, "ivory_units": 4, "ink_units": 4, "turn_cap": 30}
VARIANTS: list[dict[str, Any]] = [
    {**FEW, "rally": 1},
    {**FEW, "broken_shown": "owner", "ivory_units": 8, "ink_units": 8, "width": 900},
    {**FEW, "placing": "in_turn", "split": "open", "hand": "none", "own_rout": False},
    {**FEW, "edge": "tape", "best_of": "3", "turn_cap": 12, "hand": "novice"},
]
NOTHING = (-1, -1)


def match(seed: int, number: int, variant: int) -> Iterator[tuple[Position, int]]:
    """The positions of a random match and the action that comes next in each, -1 at the end."""
    position, rng = game_of("rout", VARIANTS[variant]).start(), stream(seed, number)
    while not position.over:
        action = choose(position, rng)
        yield position.copy(), action
        position.play(action)
    yield position, -1


def whats(position: Position) -> list[What]:
    """Side and kind of each block on the table, NOTHING where the position does not know."""
    return [(int(b.side), int(b.kind)) for b in position.state.block[: position.state.count]]


def hidden(position: Position, viewer: int) -> list[int]:
    """The blocks whose side and kind a viewer may not know (T2.5)."""
    shown = position.game.settings["broken_shown"]
    blocks = position.state.block[: position.state.count]
    return [
        n
        for n, b in enumerate(blocks)
        if b.broken and shown != "all" and not (shown == "owner" and b.side == viewer)
    ]


def possible(position: Position, viewer: int) -> set[tuple[What, ...]]:
    """Every way to deal the losses to the blocks that a viewer may not know."""
    known = whats(position)
    return set(permutations(known[n] for n in hidden(position, viewer)))


def with_whats(position: Position, blocks: list[int], lot: tuple[What, ...]) -> Position:
    """The same position with other broken blocks; those of the table before the last flick are of no side at all."""
    made = position.copy()
    for n, (side, kind) in zip(blocks, lot, strict=True):
        made.state.block[n].side, made.state.block[n].kind = side, kind
    return made


def stirred(position: Position, viewer: int) -> Position:
    """The same position with what the viewer may not know of the table before the last flick turned round."""
    made, before = position.copy(), position.copy()
    before.state.block[:] = before.state.was
    before.state.count = before.state.was_count
    blocks = hidden(before, viewer)
    for n, (side, kind) in zip(blocks, reversed([whats(before)[n] for n in blocks]), strict=True):
        made.state.was[n].side, made.state.was[n].kind = side, kind
    return made
