"""What the lab weighs at ROUT!: how the blocks line up, and what a unit may do. Clauses: `rules.md`."""

from collections.abc import Callable
from typing import Any

from sandtable.choices import NOTHING_TO_TAKE, Option, Pick, kind
from sandtable.games.rout.formations import NAMES
from sandtable.games.rout.setup import ACTIONS, PHASE


def _lines_up(formation: int) -> Callable[[Any, Any, int], int]:
    def take(_setup: Any, view: Any, _seat: int) -> int:
        # T1.5
        return (
            ACTIONS.pack("formation", formation=formation) if view.phase == PHASE.PLACE else NOTHING_TO_TAKE
        )

    return take


PICKS = (
    Pick(
        "formation",
        "how the blocks line up (T1.5)",
        tuple(
            Option(name, f"lines up as {name}", take=_lines_up(number)) for number, name in enumerate(NAMES)
        ),
        natural=NAMES[0],
    ),
)

DEEDS = (
    kind("move", "move a block without attacking"),
    kind("melee", "attack in melee"),
    kind("range", "shoot"),
    kind("rally", "rally a broken block"),
    kind("remove", "take a card out of the game"),
    kind("pass", "pass up an action"),
)

SIDES = ("Ivory", "Ink")
