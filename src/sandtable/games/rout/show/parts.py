"""The parts of the page's scene: the table, the blocks, the cards, the turn, and what the viewer may place. Lengths are
in mm.
"""

from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta, Struct

from sandtable.authoring import Setup, View, of_setup
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.rules.moves import REASONS, REFUSAL
from sandtable.games.rout.rules.push import FLATTEST
from sandtable.games.rout.rules.turns import FORMATION
from sandtable.games.rout.schema import (
    ANGLES,
    DEEDS,
    EDGES,
    GRAIN,
    HALVES,
    KINDS,
    NONE,
    PACE,
    PHASE,
    RALLY,
    SLOWEST,
    SPEEDS,
    SPLITS,
    UNIT,
)
from sandtable.games.rout.show.words import angle_of

Seat = Literal[0, 1]
Kind = Literal["archer", "cavalry", "pike"]
Deed = Literal["move", "melee", "range"]
Point = tuple[float, float]

# the same names, in the order of their numbers in records
_KINDS, _DEEDS = cast("tuple[Kind, ...]", KINDS), cast("tuple[Deed, ...]", DEEDS)


class Table(Struct, frozen=True):
    """The table, and the size of the blocks (T1.1 to T1.3)."""

    width: float
    height: float
    edges: Annotated[list[Literal["drop", "tape"]], Meta(description="South, east, north, west.")]
    split: Literal["straight", "diagonal"] | None
    length: float
    breadth: float
    thickness: float
    range_length: float
    range_breadth: float
    flattest: Annotated[
        float, Meta(description="The least cosine between a push and straight into the side (T3.1).")
    ]


class Block(Struct, frozen=True):
    """A block: its centre, and the angle of its long side; side and kind are null if the viewer is not allowed to know them."""

    id: int
    x: float
    y: float
    angle: float
    side: Seat | None
    kind: Kind | None
    broken: bool


class Tally(Struct, frozen=True):
    """What a side was dealt, has and has lost, by kind (T2.5)."""

    dealt: list[int]
    unbroken: list[int]
    broken: list[int]
    routed: list[int]


class Deck(Struct, frozen=True):
    """A side's cards, by kind (T2.1)."""

    deck: list[int]
    discard: list[int]


class Slot(Struct, frozen=True):
    """A place in a formation."""

    kind: Kind
    x: float
    y: float
    angle: float


class Formation(Struct, frozen=True):
    """A formation with the side's units (T1.5)."""

    name: str
    action: int
    blocks: list[Slot]


class Faults(Struct, frozen=True):
    """Why a block may not lie somewhere: outside the half, or too near another."""

    outside: str
    near: str


class Hand(Struct, frozen=True):
    """The size of a side's hand error: deviations in degrees and as a percentage of the speed (T3.2)."""

    degrees: float
    percent: float


class Speeds(Struct, frozen=True):
    """The speeds of a flick in m/s: the minimum, the step, and how many there are."""

    slowest: float
    pace: float
    count: int


def _said(code: int) -> str:
    return f"{REASONS[code].sentence} ({REASONS[code].clause})"


FAULTS = Faults(outside=_said(REFUSAL.OUTSIDE), near=_said(REFUSAL.TOO_NEAR))
# the order in which a formation's slots are filled (T1.5)
FILLED = (UNIT.PIKE, UNIT.CAVALRY, UNIT.ARCHER)
SPEED_STEPS = Speeds(SLOWEST, PACE, SPEEDS)


def number_or_none(n: Any) -> Any:
    """A side or a block for the page: None for NONE."""
    return None if n == NONE else int(n)


def millimetres(metres: Any) -> float:
    """A length for the page, with two decimals."""
    return round(1000 * float(metres), 2)


def split_of(setup: Setup, s: View) -> int:
    """How the table is split: STRAIGHT, DIAGONAL, or OPEN until it is chosen (T1.2)."""
    return int(s.split) if setup.split == HALVES.OPEN and s.phase > PHASE.SPLIT else int(setup.split)


def table(setup: Setup, s: View) -> Table:
    """The table, the size of the blocks (T1.1 to T1.3), and the minimum cosine of a push (T3.1)."""
    return _tables(setup)[split_of(setup, s)]


@of_setup
def _tables(setup: Setup) -> list[Table]:
    """The table for each way to split it."""
    splits: tuple[Any, ...] = (*SPLITS[: HALVES.OPEN], None)
    return [
        Table(
            width=millimetres(setup.width),
            height=millimetres(setup.height),
            edges=[EDGES[int(tape)] for tape in setup.tape],
            split=splits[split],
            length=millimetres(2 * setup.long[0]),
            breadth=millimetres(2 * setup.wide[0]),
            thickness=millimetres(setup.tall),
            range_length=millimetres(2 * setup.long[1]),
            range_breadth=millimetres(2 * setup.wide[1]),
            flattest=FLATTEST,
        )
        for split in range(HALVES.OPEN + 1)
    ]


def halves(setup: Setup, s: View) -> list[list[Point]]:
    """The corners of Ivory's half and of Ink's; none until the split is chosen (T1.2)."""
    return _halves(setup)[split_of(setup, s)]


@of_setup
def _halves(setup: Setup) -> list[list[list[Point]]]:
    """The halves for each way to split the table."""
    return [_corners(setup, split) for split in range(HALVES.OPEN + 1)]


def _corners(setup: Setup, split: int) -> list[list[Point]]:
    w, h = millimetres(setup.width), millimetres(setup.height)
    if split == HALVES.OPEN:
        return []
    if split == HALVES.DIAGONAL:
        return [[(0, 0), (w, 0), (w, h)], [(0, 0), (w, h), (0, h)]]
    return [[(0, 0), (w, 0), (w, h / 2), (0, h / 2)], [(0, h / 2), (w, h / 2), (w, h), (0, h)]]


def is_there(block: Any) -> bool:
    """Whether the record is of a block on the table."""
    return bool(block.side != NONE or block.broken)


def blocks(array: Any, count: int) -> list[Block]:
    """The blocks that lie on the table, or that lay there before the last flick."""
    return [_block(i, array[i]) for i in range(count) if is_there(array[i])]


def _block(i: int, block: Any) -> Block:
    return Block(
        id=i,
        # this also reads NumPy records
        x=int(block.x) * 1000 / GRAIN,
        y=int(block.y) * 1000 / GRAIN,
        angle=angle_of(block),
        side=number_or_none(block.side),
        kind=None if block.kind == NONE else _KINDS[int(block.kind)],
        broken=bool(block.broken),
    )


def broken_ids(s: View) -> list[int]:
    """The broken blocks in the order in which a rally numbers them (T2.5)."""
    return [i for i in range(int(s.count)) if s.block[i].broken]


def tally(s: View, side: int) -> Tally:
    """What a side was dealt, has and has lost, by kind (T2.5)."""
    dealt, broken, routed = (np.asarray(of[side], np.int64) for of in (s.dealt, s.broken, s.routed))
    return Tally(
        dealt=dealt.tolist(),
        unbroken=(dealt - broken - routed).tolist(),
        broken=broken.tolist(),
        routed=routed.tolist(),
    )


def deck(s: View, side: int) -> Deck:
    """A side's cards, whose order is unknown (T2.1, T2.5b)."""
    return Deck(deck=s.deck[side].tolist(), discard=s.discard[side].tolist())


def may(s: View) -> list[Deed]:
    """What the acting block, or whichever is chosen, may still do (T2.2)."""
    return [deed for i, deed in enumerate(_DEEDS) if int(s.may) >> i & 1]


def usable(s: View) -> list[int]:
    """The blocks that the active side may flick (T2.2)."""
    if s.unit != NONE:
        return [int(s.unit)]
    if s.card == RALLY:
        return []
    return [
        i
        for i in range(int(s.count))
        if s.block[i].side == s.side and not s.block[i].broken and s.block[i].kind == s.card
    ]


def formations(setup: Setup, s: View, side: int) -> list[Formation]:
    """A side's formations, with its units."""
    return [
        Formation(name, action=FORMATION.pack(n), blocks=_lined_up(setup, s, side, n))
        for n, name in enumerate(NAMES)
    ]


def _lined_up(setup: Setup, s: View, side: int, number: int) -> list[Slot]:
    kinds = [kind for kind in FILLED for _ in range(int(s.dealt[side, kind]))]
    slots = setup.formation[side, split_of(setup, s), number].tolist()
    return [
        Slot(_KINDS[kind], x, y, angle % ANGLES) for kind, (x, y, angle) in zip(kinds, slots, strict=False)
    ]


@of_setup
def hands(setup: Setup) -> tuple[Hand, Hand]:
    """The size of each side's hand error."""
    ivory, ink = (
        Hand(degrees=round(float(turn), 1), percent=round(100 * float(pace), 1)) for turn, pace in setup.error
    )
    return ivory, ink
