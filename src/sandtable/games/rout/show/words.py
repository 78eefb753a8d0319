"""Names and phrases for ROUT!."""

from collections.abc import Sequence
from math import atan2, pi
from typing import Any

from sandtable.games.rout.schema import DIRECTIONS, KINDS, NONE, SIDES

__all__ = ["CARD_NAMES", "a", "angle_of", "called", "counted", "listed", "off_aim"]

CARD_NAMES = (*KINDS, "rally")


def counted(n: int, one: str, many: str) -> str:
    """A count with its noun: "no blocks", "1 block", "2 blocks"."""
    return f"{n or 'no'} {one if n == 1 else many}"


def a(name: str) -> str:
    """A kind with its article: "an archer", "a pike"."""
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def listed(things: Sequence[str]) -> str:
    """Several things in a sentence: "a pike", "a pike and an archer", "a pike, an archer and a pike"."""
    return " and ".join([", ".join(things[:-1]), things[-1]]) if len(things) > 1 else "".join(things)


def called(block: Any) -> str:
    """A block as the record shows it: "Ivory's pike", or "a broken block" if the viewer may know no more (T2.5)."""
    if block.side == NONE:
        return "a broken block"
    return f"{SIDES[int(block.side)]}'s {'broken ' if block.broken else ''}{KINDS[int(block.kind)]}"


def angle_of(block: Any) -> float:
    """The angle of a block's long side from east, in degrees, from 0 to below 180, with two decimals."""
    return round(180 / pi * atan2(int(block.s), int(block.c)) % 180, 2) % 180


def off_aim(aimed: int, happens: int) -> int:
    """How far a direction is to the left of the aimed one, both in tenths of a degree; negative to the right."""
    half = DIRECTIONS // 2
    return (happens - aimed + half) % DIRECTIONS - half
