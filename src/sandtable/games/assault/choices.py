"""What the lab weighs at All Out Assault: the secret numbers, and what a pawn may do. Clauses: `rules.md`."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

from sandtable.actions import Unpacked
from sandtable.choices import NOTHING_TO_TAKE, Deed, Option, Pick, kind
from sandtable.games.assault.setup import ACTIONS, NOT_YET, PHASE, TILE

# in the order Strength, Stealth, Honor, Agility, Bloodlust, Discipline; A3.4 asks for Stealth, Honor and Agility, A3.5 for the
# others
_NUMBER = {numbers: index for index, numbers in enumerate(permutations(range(1, 7)))}

_PRINTED = (6, 5, 4, 3, 2, 1)
_REVERSED = (1, 2, 3, 4, 5, 6)
_WARY = (6, 3, 4, 5, 1, 2)
_DRILLED = (6, 1, 2, 3, 5, 4)
_SUBTLE = (1, 6, 5, 4, 2, 3)
_MIDDLING = (4, 1, 6, 3, 2, 5)


def _numbers(name: str, text: str, *pawns: tuple[int, ...]) -> Option:
    return Option(name, text, take=_give([_NUMBER[pawn] for pawn in pawns]))


def _give(allocations: list[int]) -> Callable[[Any, Any, int], int]:
    def take(_setup: Any, view: Any, seat: int) -> int:
        # A1.4
        if view.phase != PHASE.ALLOCATE:
            return NOTHING_TO_TAKE
        pawn = 0 if view.pawn[2 * seat].alloc == NOT_YET else 1
        return ACTIONS.pack("allocate", pawn=pawn, allocation=allocations[pawn])

    return take


PICKS = (
    Pick(
        "allocation",
        "the secret numbers of both pawns",
        (
            _numbers("as printed", "6 5 4 3 2 1 in the order of the sheet, both pawns", _PRINTED, _PRINTED),
            _numbers("reversed", "1 2 3 4 5 6 in the order of the sheet, both pawns", _REVERSED, _REVERSED),
            _numbers("opposites", "one pawn as printed, the other reversed", _PRINTED, _REVERSED),
            _numbers(
                "wary",
                "Stealth, Honor and Agility at 3 or more: Injury does nothing; Strength 6",
                _WARY,
                _WARY,
            ),
            _numbers(
                "drilled", "Strength, Bloodlust and Discipline high: always fit to train", _DRILLED, _DRILLED
            ),
            _numbers(
                "subtle", "Stealth, Honor and Agility at 4 or more, nothing else above 3", _SUBTLE, _SUBTLE
            ),
            _numbers("middling", "high and low numbers in both groups of stats", _MIDDLING, _MIDDLING),
            _numbers("wary and drilled", "one pawn wary, the other drilled", _WARY, _DRILLED),
        ),
        natural="as printed",
    ),
)


def _uses(tile: int) -> Callable[[Any, Any, Unpacked], bool]:
    return lambda setup, view, action: (
        action.kind == "use" and setup.kind[view.pawn[view.acting].tile] == tile
    )


def _stays(_setup: Any, view: Any, action: Unpacked) -> bool:
    return action.kind == "move" and action.fields["tile"] == view.pawn[view.acting].tile


DEEDS = (
    Deed("red", "use Red tiles", _uses(TILE.RED)),
    Deed("blue", "use Blue tiles", _uses(TILE.BLUE)),
    kind("train", "use Training tiles"),
    Deed("meditation", "meditate", _uses(TILE.MEDITATION)),
    Deed("stay", "leave a pawn where it stands", _stays),
    kind("attack", "attack"),
    kind("hold", "pass up an attack"),
)

SIDES = ("Navy", "Rust")
