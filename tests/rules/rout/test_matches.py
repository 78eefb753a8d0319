"""What holds after every flick of matches in which blocks are flicked hard at each other (T2.5, T4.3, T4.4)."""

from itertools import pairwise
from math import hypot

import pytest

from sandtable import load, stream
from sandtable.engine.game import Position
from tests.rules.rout.matches import choose
from tests.rules.rout.plane import lies, overlap
from tests.rules.scenario import clause

# blocks that press on each other sink in by a few hundredths of a millimetre at the most
SINK = 0.06
TABLES: list[dict[str, object]] = [
    {},
    {"edge": "tape"},
    {"width": 600, "height": 600, "length": 100, "breadth": 40, "ivory_units": 12, "ink_units": 12},
    {"restitution": 0, "length": 40, "breadth": 40},
    {"restitution": 90, "table_friction": 5, "split": "diagonal"},
]


def check(position: Position) -> None:
    setup, s = position.game.setup, position.state
    records = s.block[: s.count]
    blocks = [lies(setup, block) for block in records]
    for n, block in enumerate(blocks):
        # T4.4
        assert 0 <= block.x <= 1000 * setup.width
        assert 0 <= block.y <= 1000 * setup.height
        near = [b for b in blocks[:n] if hypot(b.x - block.x, b.y - block.y) < hypot(b.length, b.breadth)]
        assert not any(overlap(block, other, SINK) for other in near)
    # T2.5: the record's order is one of places, and every unit is accounted for
    keys = [
        (int(b.broken), *(() if b.broken else (int(b.side), int(b.kind))), int(b.y), int(b.x))
        for b in records
    ]
    assert all(a < b for a, b in pairwise(keys))
    for side in range(2):
        for kind in range(3):
            mine = [b for b in records if b.side == side and b.kind == kind]
            assert sum(int(b.broken) for b in mine) == s.broken[side, kind]
            assert len(mine) + int(s.routed[side, kind]) == s.dealt[side, kind]


@clause("T2.5", "T4.3", "T4.4")
@pytest.mark.parametrize("settings", TABLES)
@pytest.mark.parametrize("seed", [3, 4])
def test_after_every_flick_all_blocks_lie_apart_on_the_table(settings: dict[str, object], seed: int) -> None:
    position, rng, flicks = load("rout", turn_cap=40, **settings).start(), stream(seed), 0
    while not position.over:
        last = int(position.state.last_ply)
        position.play(choose(position, rng))
        if int(position.state.last_ply) != last:
            check(position)
            flicks += 1
    assert flicks > 10
