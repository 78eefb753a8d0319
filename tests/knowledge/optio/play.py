"""Random matches, positions at several stages of what is known, and all that may still be hidden, by going over it."""

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from sandtable import stream
from sandtable.engine.game import Position
from tests.knowledge.views import game_of
from tests.rules.optio.table import KINDS, Table, approach, deal, fight, table

# blocks meet often; kudos are few, so that matches end soon
VARIANTS: list[dict[str, Any]] = [
    {"kudos": 1},
    {"kudos": 1, "target_by": "owner", "reveal_after": 12},
    {"kudos": 2, "scout_later": True, "result": "ground", "first": "1"},
    {"kudos": 0, "scout_later": True, "target_by": "owner", "reveal_after": 15, "show_army": False},
]
LOT = ("army", "scout", "dummy", "dummy", "dummy", "dummy")


def met() -> Table:
    """Navy's scout stands with two of Oxblood's blocks that lie face down, and may scout."""
    places = {"Navy 2": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3", "Navy 1": "A1", "Oxblood 1": "E5"}
    return table(places).step("Navy 2", "north")


# what is known of the blocks, and when
STAGES: dict[str, Callable[[], Table]] = {
    "lots": deal,
    "asked": met,
    "a dummy found": lambda: met().scout("Oxblood 3"),
    "two dummies found": lambda: met().scout("Oxblood 3").end().idle().step("Navy 2", "north"),
    "the scout found": lambda: table({"Oxblood 2": "C3", "Navy 4": "B1"}, face_up=["Oxblood 2", "Navy 4"]),
    "the army found": lambda: table({"Oxblood 1": "C3", "Navy 2": "B1"}, face_up=["Oxblood 1", "Navy 2"]),
    "asked before the army": lambda: table({"Navy 3": "B1", "Oxblood 1": "B2"}, face_up=["Oxblood 1"]).step(
        "Navy 3", "north"
    ),
    "with the army": lambda: table({"Navy 1": "B1", "Oxblood 1": "B1"}, face_up=["Oxblood 1"]),
    "wishes": lambda: table(
        {"Navy 1": "B1"}, result="ground", wishes={"Navy": "warband", "Oxblood": "light foot"}
    ),
    "army and dummies found": lambda: table(face_up=["Oxblood 1", "Oxblood 5", "Oxblood 6", "Navy 3"]),
    "army and scout found": lambda: table(face_up=["Oxblood 1", "Oxblood 2"]),
    "approach": lambda: approach("B2", "D4"),
    "template": lambda: fight("C3", "east"),
}


def kinds_of(position: Position, seat: int) -> tuple[str, ...]:
    """What the blocks of a seat are, as a position has it; "" where it does not know."""
    return tuple(KINDS[int(block.kind)] for block in position.state.block[6 * seat : 6 * seat + 6])


def known(position: Position, seat: int) -> dict[int, str]:
    """The blocks of a seat that lie face up, by number from 0."""
    blocks = position.state.block[6 * seat : 6 * seat + 6]
    return {n: KINDS[int(block.kind)] for n, block in enumerate(blocks) if block.revealed}


def possible(face_up: dict[int, str]) -> set[tuple[str, ...]]:
    """Every way to put an army, a scout and four dummies on six blocks that fits what lies face up: at most 30."""
    return {lot for lot in permutations(LOT) if all(lot[n] == kind for n, kind in face_up.items())}


def with_kinds(position: Position, seat: int, lot: tuple[str, ...]) -> Position:
    """The same position with other blocks of a seat."""
    made = position.copy()
    for n, kind in enumerate(lot):
        made.state.block[6 * seat + n].kind = KINDS.index(kind)
    return made


def with_wish(position: Position, seat: int, wish: int) -> Position:
    """The same position with other wishes of a seat, numbered from 1, 0 where they are not known (O4.5)."""
    made = position.copy()
    made.state.wish[seat] = wish
    return made


def match(seed: int, number: int, variant: int) -> Iterator[tuple[Position, int]]:
    """The positions of a random match and the action that comes next in each, -1 at the end."""
    position, rng = game_of("optio", VARIANTS[variant]).start(), stream(seed, number)
    while not position.over:
        action = position.sample(rng)
        yield position.copy(), action
        position.play(action)
    yield position, -1
