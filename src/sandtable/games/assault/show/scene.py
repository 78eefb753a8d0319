"""What the page draws for All Out Assault."""

from collections import Counter
from functools import lru_cache
from typing import Annotated, Literal, cast

import msgspec
import numpy as np
from msgspec import Meta, Struct

from sandtable.authoring import Setup, View, values
from sandtable.games.assault.data.board import KINDS
from sandtable.games.assault.rules.knowledge import belief
from sandtable.games.assault.rules.turns import may_injure
from sandtable.games.assault.schema import (
    HIDDEN,
    MODIFIERS,
    NOBODY,
    NOT_YET,
    PAWN,
    PERMUTATION,
    PHASES,
    STATS,
    WORDS,
    Phase,
    Tile,
    barring,
    owner,
)
from sandtable.games.assault.show.text import PAWNS, numbers_of, trains

# number of cached positions
BELIEFS, BOARDS, SHOWN = 512, 32, 512
# A4.3: by `barred`
WHY_BARRED = ("opened last turn", "used since last turn")

Modifier = Literal["none", "red", "blue", "injury", "training", "meditation"]
_MODIFIERS = cast("tuple[Modifier, ...]", MODIFIERS)


class Board(Struct, frozen=True):
    """The tiles: a string for each row, with a letter for each kind of tile."""

    width: int
    height: int
    tiles: list[str]


class Known(Struct, frozen=True):
    """What the viewer knows of one stat of an enemy pawn: its possible numbers now, and the chance of each."""

    values: list[int]
    chance: list[float]
    changed: bool


class Pawn(Struct, frozen=True):
    """A pawn, with what the viewer knows of it."""

    seat: int
    pawn: int
    name: str
    tile: int
    x: int
    y: int
    alive: bool
    health: int
    held: bool
    stats: list[int] | None
    allocated: bool
    known: list[Known] | None
    modifier: Modifier
    barred_tile: Annotated[
        Modifier, Meta(description="The kind of tile that it may not use now, or in its next turn (A3.8).")
    ]
    barred_stats: Annotated[
        list[int],
        Meta(description="The stats that it may not open with now, or in its next turn (A4.3)."),
    ]


class Attack(Struct, frozen=True):
    """The attack that is being resolved: two pawns, and the stats that have been compared."""

    attacker: int
    target: int
    compared: list[int]


class Allocating(Struct, frozen=True):
    """The viewer's pawn that is getting its numbers."""

    pawn: int


class Scene(Struct, frozen=True):
    """What the page draws; pawns are numbered 0 to 3, tiles row by row from the top left."""

    board: Board
    pawns: list[Pawn]
    round: int
    round_cap: int
    turn_seat: int
    acting: int | None
    idle: Annotated[
        list[int],
        Meta(description="The tiles that would do nothing for the acting pawn, as far as the viewer knows."),
    ]
    roll: int
    die: Annotated[int, Meta(description="The die of a Red or a Blue tile.")]
    attack: Attack | None
    stats: list[str]
    barred_why: Annotated[str, Meta(description="Why a stat is barred, in a few words (A4.3).")]
    change: Annotated[str, Meta(description='What the stat that is named next will do: "becomes 3".')]
    allocating: Allocating | None


def scene(setup: Setup, s: View, viewer: int) -> Scene:
    """Board, pawns, round, whose turn it is, the attack, and what `viewer` knows of the enemy's stats."""
    view, ground = values(s), values(setup)
    width = ground.width
    rows = _board(ground.kind[: ground.tiles].tobytes(), width)
    waits = PHASES[view.phase] == "allocate" and view.to_move == viewer
    raw, size = s.pawn.tobytes(), PAWN.itemsize
    pawns = [_pawn(raw[p * size : (p + 1) * size], p, view.acting == p, width) for p in range(4)]
    for p, pawn in enumerate(view.pawn):
        if viewer in (0, 1) and owner(p) != viewer and pawn.alloc == HIDDEN:
            pawns[p] = msgspec.structs.replace(pawns[p], known=possible(s, p))
    return Scene(
        board=Board(width, ground.height, rows),
        pawns=pawns,
        round=view.turn // 2 + 1,
        round_cap=ground.round_cap,
        turn_seat=(view.first + view.turn) % 2,
        acting=None if view.acting == NOBODY else view.acting,
        idle=[] if view.acting == NOBODY else _idle(setup, s),
        roll=view.roll,
        die=view.die,
        attack=None
        if view.target == NOBODY
        else Attack(attacker=view.acting, target=view.target, compared=_stats_of(view.compared)),
        stats=list(STATS),
        barred_why=WHY_BARRED[ground.barred],
        change=_change(PHASES[view.phase], view.die),
        allocating=Allocating(int(view.pawn[2 * viewer].alloc != NOT_YET)) if waits else None,
    )


def _stats_of(bits: int) -> list[int]:
    return [stat for stat in range(len(STATS)) if int(bits) >> stat & 1]


def _change(phase: str, die: int) -> str:
    """What happens to the stat that is named in this phase (A3.2 to A3.5); "" if none is changed."""
    return {
        "red": f"becomes {die}",
        "blue": f"becomes {die - 1}",
        "injure": "loses 1",
        "train": "gains 1",
    }.get(phase, "")


def _idle(setup: Setup, s: View) -> list[int]:
    """The tiles that would do nothing for the acting pawn, as far as the viewer knows its numbers (A3.1 to A3.8)."""
    ground, view = values(setup), values(s)
    pawn = view.pawn[view.acting]
    idle = {pawn.last_modifier}
    # with `held_if=landed`, these two hold the pawn in any case
    if not ground.held_if:
        if not trains(setup, s):
            idle.add(Tile.TRAINING)
        if not may_injure(s, s.acting):
            idle.add(Tile.INJURY)

    def does_nothing(tile: int, kind: int) -> bool:
        rested = kind == Tile.MEDITATION and bool(int(pawn.rested) >> int(ground.order[tile]) & 1)
        if tile != pawn.tile or view.phase > Phase.REST_ROLL:
            return kind in idle or rested
        stays = view.phase < Phase.TILE and not ground.stay_triggers
        return view.phase <= Phase.TILE and (kind in idle or rested or stays)

    kinds = enumerate(ground.kind[: ground.tiles].tolist())
    return [tile for tile, kind in kinds if kind >= Tile.RED and does_nothing(tile, kind)]


@lru_cache(BOARDS)
def _board(kinds: bytes, width: int) -> list[str]:
    """The rows of a board."""
    tiles = "".join(KINDS[kind] for kind in kinds)
    return [tiles[i : i + width] for i in range(0, len(tiles), width)]


# an action changes only one or two of the visible pawns
@lru_cache(SHOWN)
def _pawn(raw: bytes, p: int, here: bool, width: int) -> Pawn:
    # `raw`: its record
    pawn = values(np.frombuffer(raw, PAWN)[0])
    return Pawn(
        seat=owner(p),
        pawn=p % 2,
        name=PAWNS[p],
        tile=pawn.tile,
        x=pawn.tile % width,
        y=pawn.tile // width,
        alive=pawn.health > 0,
        health=pawn.health,
        held=bool(pawn.held),
        stats=numbers_of(pawn),
        allocated=pawn.alloc != NOT_YET,
        known=None,
        modifier=_MODIFIERS[pawn.modifier],
        barred_tile=_MODIFIERS[pawn.last_modifier if here else pawn.modifier],
        barred_stats=_stats_of(barring(pawn.last_opened if here else pawn.opened)),
    )


def possible(s: View, p: int) -> list[Known]:
    """For each stat of enemy pawn `p` in a seat's view: its possible numbers now, the chances, and whether it changed."""
    words = np.empty(WORDS, np.uint64)
    belief(s, p, words)
    return _possible(words.tobytes(), values(s).pawn[p].now.tobytes())


# most decisions change neither of the two
@lru_cache(BELIEFS)
def _possible(words: bytes, changes: bytes) -> list[Known]:
    now = np.frombuffer(changes, np.uint8).reshape(6, 6)
    bits = np.frombuffer(words, "<u8").view(np.uint8)
    given = PERMUTATION[np.flatnonzero(np.unpackbits(bits, bitorder="little"))]
    rows: list[Known] = []
    for stat, numbers in enumerate(now.tolist()):
        counts = Counter[int]()
        for shown, count in zip(numbers, np.bincount(given[:, stat], minlength=7).tolist()[1:], strict=True):
            counts[shown] += count
        seen = sorted(shown for shown, count in counts.items() if count)
        chance = [round(counts[shown] / len(given), 4) for shown in seen]
        rows.append(Known(seen, chance, numbers != [1, 2, 3, 4, 5, 6]))
    return rows
