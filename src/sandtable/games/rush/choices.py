"""What the lab weighs at Rush: the roster, how a team lines up, and what a player may do. Clauses: `rules.md`."""

from collections.abc import Callable
from typing import Any

from sandtable.choices import NOTHING_TO_TAKE, Option, Pick, kind
from sandtable.games.rush.formations import NAMES
from sandtable.games.rush.rosters import shipped
from sandtable.games.rush.setup import ACTIONS, PHASE


def _roster(name: str) -> Option:
    return Option(name, f"the {name}", ({"home": name}, {"visitor": name}))


def _lines_up(formation: int) -> Callable[[Any, Any, int], int]:
    def take(_setup: Any, view: Any, _seat: int) -> int:
        # R2.4
        return (
            ACTIONS.pack("formation", formation=formation) if view.phase == PHASE.LINE_UP else NOTHING_TO_TAKE
        )

    return take


PICKS = (
    Pick("roster", "the team (R2.2)", tuple(map(_roster, shipped())), natural=shipped()[0]),
    Pick(
        "formation",
        "how a team lines up (R2.4)",
        tuple(
            Option(name, f"lines up as {name}", take=_lines_up(number)) for number, name in enumerate(NAMES)
        ),
        natural=NAMES[0],
    ),
)

DEEDS = (
    kind("sprint", "sprint"),
    kind("slam", "slam"),
    kind("steal", "steal"),
    kind("throw", "throw"),
    kind("stand", "stand up"),
    kind("enter", "bring on a player"),
    kind("slamback", "slam back"),
    kind("dodge", "dodge"),
    kind("follow", "follow up"),
    kind("end", "end its rush early"),
)

SIDES = ("Home", "Visitor")
