"""Random matches, each followed by the readers of both seats."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from sandtable import load, stream
from sandtable.engine.game import Game, Position
from sandtable.games.assault.rules.knowledge import belief
from tests.knowledge.assault.reader import PAWNS, ROWS, Reader
from tests.knowledge.views import told

# many tiles and little room: pawns meet, and every tile works often
CROWDED = "S....S\n..TI..\n.RIBT.\n.TBIR.\n..IT..\nS....S"
LONG: dict[str, Any] = {"board": CROWDED, "health": 40, "round_cap": 40}
VARIANTS: list[dict[str, Any]] = [
    LONG,
    {**LONG, "stat_cap": "6", "corners": "diagonal", "held_if": "landed", "first": "0"},
    {**LONG, "reveal": "numbers", "stat_cap": "7", "tile_once": "turn", "first": "1"},
    {**LONG, "stay_triggers": True, "held_may_attack": False, "held_if": "landed", "tile_once": "turn"},
    {"board": "skirmish", "health": 30},
    {"board": "grand", "health": 40},
]


def kernel_belief(view: Position, pawn: int) -> list[int]:
    """The allocations of a pawn that fit a seat's view, as the kernel has them."""
    words = np.zeros(12, np.uint64)
    size = int(belief(view.state, pawn, words))
    members = [64 * w + bit for w in range(12) for bit in range(64) if int(words[w]) >> bit & 1]
    assert len(members) == size
    return members


def cap_of(game: Game) -> int:
    """The cap of Training, 0 for none."""
    return 0 if game.settings["stat_cap"] == "none" else int(game.settings["stat_cap"])


def positions(seed: int, match: int, **settings: Any) -> Iterator[tuple[Position, list[Reader], list[str]]]:
    """A random match, from the opening roll on: each position, what both seats read so far, and the last lines told."""
    game = load("assault", **settings)
    position, rng = game.start(), stream(seed, match)
    while position.phase == "allocate":
        position.play(position.sample(rng))
    rows = {pawn: ROWS[int(position.state.pawn[p].alloc)] for p, pawn in enumerate(PAWNS)}
    own = [{pawn: rows[pawn] for pawn in PAWNS[2 * seat : 2 * seat + 2]} for seat in (0, 1)]
    readers = [Reader(seat, own[seat], cap_of(game)) for seat in (0, 1)]
    yield position, readers, []
    while not position.over:
        action = position.sample(rng)
        before = position.copy()
        position.play(action)
        lines = [told(before, action, position, seat) for seat in (0, 1)]
        for reader, line in zip(readers, lines, strict=True):
            reader.read(line)
        yield position, readers, lines
