"""The parts of the page's scene: the table, the blocks, the cards, the turn, what the viewer may place. Lengths in mm."""

from typing import Any

import numpy as np

from sandtable.authoring import Setup, View, of_setup
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.rules.moves import REASONS, REFUSAL
from sandtable.games.rout.rules.push import FLATTEST
from sandtable.games.rout.rules.turns import FORMATION
from sandtable.games.rout.schema import (
    ANGLES,
    DEEDS,
    EDGES,
    FLICKS,
    GAP,
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
from sandtable.games.rout.show.words import CARD_NAMES, angle_of

# why a block may not lie somewhere
FAULTS = {
    name: f"{REASONS[code].sentence} ({REASONS[code].clause})"
    for name, code in (("outside", REFUSAL.OUTSIDE), ("near", REFUSAL.TOO_NEAR))
}
# the order in which a formation's slots are filled (T1.5)
FILLED = (UNIT.PIKE, UNIT.CAVALRY, UNIT.ARCHER)
SPEED_STEPS = {"slowest": SLOWEST, "pace": PACE, "count": SPEEDS}


def number_or_none(n: Any) -> int | None:
    """A side or a block for the page: None for NONE."""
    return None if n == NONE else int(n)


def millimetres(metres: Any) -> float:
    """A length for the page, with two decimals."""
    return round(1000 * float(metres), 2)


def split_of(setup: Setup, s: View) -> int:
    """How the table is split: STRAIGHT, DIAGONAL, or OPEN while it is not chosen (T1.2)."""
    return int(s.split) if setup.split == HALVES.OPEN and s.phase > PHASE.SPLIT else int(setup.split)


def table(setup: Setup, s: View) -> dict[str, Any]:
    """The table, the size of the blocks (T1.1 to T1.3), and the cosine that a push must have at least (T3.1)."""
    return _tables(setup)[split_of(setup, s)]


@of_setup
def _tables(setup: Setup) -> list[dict[str, Any]]:
    """The table by how it is split."""
    return [
        {
            "width": millimetres(setup.width),
            "height": millimetres(setup.height),
            # south, east, north, west
            "edges": [EDGES[int(tape)] for tape in setup.tape],
            "split": None if split == HALVES.OPEN else SPLITS[split],
            "length": millimetres(2 * setup.long[0]),
            "breadth": millimetres(2 * setup.wide[0]),
            "thickness": millimetres(setup.tall),
            "range_length": millimetres(2 * setup.long[1]),
            "range_breadth": millimetres(2 * setup.wide[1]),
            "flattest": FLATTEST,
        }
        for split in range(HALVES.OPEN + 1)
    ]


def halves(setup: Setup, s: View) -> list[list[list[float]]]:
    """The corners of Ivory's half and of Ink's; none while the split is not chosen (T1.2)."""
    return _halves(setup)[split_of(setup, s)]


@of_setup
def _halves(setup: Setup) -> list[list[list[list[float]]]]:
    """The halves by how the table is split."""
    return [_corners(setup, split) for split in range(HALVES.OPEN + 1)]


def _corners(setup: Setup, split: int) -> list[list[list[float]]]:
    w, h = millimetres(setup.width), millimetres(setup.height)
    if split == HALVES.OPEN:
        return []
    if split == HALVES.DIAGONAL:
        return [[[0, 0], [w, 0], [w, h]], [[0, 0], [w, h], [0, h]]]
    return [[[0, 0], [w, 0], [w, h / 2], [0, h / 2]], [[0, h / 2], [w, h / 2], [w, h], [0, h]]]


def is_there(block: Any) -> bool:
    """Whether the record is of a block that lies on the table."""
    return bool(block.side != NONE or block.broken)


def blocks(array: Any, count: int) -> list[dict[str, Any]]:
    """The blocks that lie on the table, or lay there before the last flick."""
    return [_block(i, array[i]) for i in range(count) if is_there(array[i])]


def _block(i: int, block: Any) -> dict[str, Any]:
    return {
        "id": i,
        # records of NumPy are read here too
        "x": int(block.x) * 1000 / GRAIN,
        "y": int(block.y) * 1000 / GRAIN,
        "angle": angle_of(block),
        "side": number_or_none(block.side),
        "kind": None if block.kind == NONE else KINDS[int(block.kind)],
        "broken": bool(block.broken),
    }


def broken_ids(s: View) -> list[int]:
    """The broken blocks in the order in which a rally counts them (T2.5)."""
    return [i for i in range(int(s.count)) if s.block[i].broken]


def tally(s: View, side: int) -> dict[str, list[int]]:
    """What a side was dealt, has and has lost, by kind (T2.5)."""
    dealt, broken, routed = (np.asarray(of[side], np.int64) for of in (s.dealt, s.broken, s.routed))
    return {
        "dealt": dealt.tolist(),
        "unbroken": (dealt - broken - routed).tolist(),
        "broken": broken.tolist(),
        "routed": routed.tolist(),
    }


def cards(s: View) -> dict[str, Any]:
    """Both players' cards, whose order is open, and the one that is revealed (T2.1, T2.5b)."""
    return {
        "decks": [{"deck": s.deck[i].tolist(), "discard": s.discard[i].tolist()} for i in range(2)],
        "card": None if s.card == NONE else CARD_NAMES[int(s.card)],
    }


def turn(setup: Setup, s: View) -> dict[str, Any]:
    """How far the match is, whose turn it is and who may be flicked (T2.2, T2.6b, T2.7)."""
    flicks = s.phase == PHASE.TURN
    return {
        "mover": number_or_none(s.side),
        "unit": number_or_none(s.unit),
        "flicks": FLICKS[int(setup.flick)],
        "may": [deed for i, deed in enumerate(DEEDS) if int(s.may) >> i & 1] if flicks else [],
        "usable": usable(s) if flicks else [],
        "ranks": broken_ids(s),
        "turn": int(s.turn),
        "turn_cap": int(setup.turn_cap),
        "game": int(s.game) + int(s.phase != PHASE.OVER),
        "best_of": int(setup.best_of),
        "wins": s.wins.tolist(),
        "first": number_or_none(s.first),
    }


def usable(s: View) -> list[int]:
    """The blocks that the side in turn may flick (T2.2)."""
    if s.unit != NONE:
        return [int(s.unit)]
    if s.card == RALLY:
        return []
    return [
        i
        for i in range(int(s.count))
        if s.block[i].side == s.side and not s.block[i].broken and s.block[i].kind == s.card
    ]


def placing(setup: Setup, s: View, viewer: int) -> dict[str, Any]:
    """What is still to be placed, and the formations for the one who places now (T1.5)."""
    places = s.phase == PHASE.PLACE
    return {
        "waiting": s.waiting[viewer].tolist() if places and viewer in (0, 1) else None,
        "placed": s.placed.tolist(),
        "formations": formations(setup, s, viewer) if places and int(s.to_move) == viewer else [],
        "split_open": bool(s.phase == PHASE.SPLIT),
        "apart": GAP * 1000,
        "faults": FAULTS if places else None,
    }


def formations(setup: Setup, s: View, side: int) -> list[dict[str, Any]]:
    """The formations of a side with the units that it was dealt."""
    return [
        {"name": name, "action": FORMATION.pack(n), "blocks": _lined_up(setup, s, side, n)}
        for n, name in enumerate(NAMES)
    ]


def _lined_up(setup: Setup, s: View, side: int, number: int) -> list[dict[str, Any]]:
    kinds = [kind for kind in FILLED for _ in range(int(s.dealt[side, kind]))]
    slots = setup.formation[side, split_of(setup, s), number].tolist()
    return [
        {"kind": KINDS[kind], "x": x, "y": y, "angle": angle % ANGLES}
        for kind, (x, y, angle) in zip(kinds, slots, strict=False)
    ]


@of_setup
def hands(setup: Setup) -> list[dict[str, float]]:
    """How far each side's hand errs: deviations in degrees and in percent of the speed (T3.2)."""
    return [
        {"degrees": round(float(turn), 1), "percent": round(100 * float(pace), 1)}
        for turn, pace in setup.error
    ]
