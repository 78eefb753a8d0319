"""Lines of play from two hand-made positions, chance included: the numbers written here, the kernel's, and a naive twin's.

duel      Navy 1 stands beside Rust 1 on a small board with one Meditation tile; half of their stats are tied
crossing  Navy 1 and Rust 1 meet between tiles of all kinds; Navy 2 is held, Rust 2 is out
"""

from collections.abc import Callable

import pytest

from sandtable.game import Position
from sandtable.games.assault.board import board
from sandtable.testing import perft
from tests.perft.naive import Twin
from tests.rules.assault.table import PAWNS, STATS, Table, table

SMALL = "S...S\n.....\n..M..\n.....\nS...S"
KINDS = {"red": "R", "blue": "B", "injury": "I", "training": "T", "meditation": "M", "none": ""}
COUNTED = {
    "duel": {1: 2, 2: 12, 3: 166, 4: 993, 5: 11529, 6: 40884, 7: 256279, 8: 1852219},
    "crossing": {1: 2, 2: 12, 3: 294, 4: 1602, 5: 31646, 6: 143562, 7: 760138, 8: 5809218},
}


def duel() -> Table:
    places = {"Navy 1": "B3", "Navy 2": "E1", "Rust 1": "B4", "Rust 2": "E5"}
    return table(places, {"Navy 1": "123564"}, {"Navy 1": 5, "Rust 1": 3}, board=SMALL)


def crossing() -> Table:
    places = {"Navy 1": "C3", "Navy 2": "G4", "Rust 1": "D3"}
    stats = {"Navy 1": "612345", "Rust 1": "216543"}
    marks = {"Navy 1": "red"}
    return table(places, stats, {"Navy 1": 4, "Rust 1": 5, "Rust 2": 0}, ("Navy 2",), marks, stat_cap="6")


POSITIONS: dict[str, Callable[[], Table]] = {"duel": duel, "crossing": crossing}


def twin_of(t: Table) -> Twin:
    """The same position on the plain side; Navy is about to choose."""
    game, scene = t.position.game, t.scene(0)
    made = Twin(list(board(str(game.settings["board"])).rows), dict(game.settings))
    for pawn, name, seen in zip(made.pawns, PAWNS, scene["pawns"], strict=True):
        pawn.place = (seen["x"], scene["board"]["height"] - 1 - seen["y"])
        pawn.health, pawn.held, pawn.used = seen["health"], seen["held"], KINDS[seen["modifier"]]
        pawn.stats = dict(zip(STATS, t.stats(name), strict=True))
    made.begin_turn()
    return made


def lines_of_twin(twin: Twin, depth: int) -> int:
    sentences = twin.legal()
    return len(sentences) if depth == 1 else sum(lines_of_twin(twin.played(s), depth - 1) for s in sentences)


def lines_of_face(position: Position, depth: int) -> int:
    actions = position.actions()
    if depth == 1:
        return len(actions)
    return sum(lines_of_face(position.copy().play(action), depth - 1) for action in actions)


@pytest.mark.parametrize("name", POSITIONS)
def test_the_kernel_counts_what_is_written_here(name: str) -> None:
    position = POSITIONS[name]().position
    assert {depth: perft(position, depth) for depth in COUNTED[name]} == COUNTED[name]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_twin_counts_what_is_written_here(name: str) -> None:
    twin = twin_of(POSITIONS[name]())
    assert [lines_of_twin(twin, depth) for depth in range(1, 5)] == [COUNTED[name][d] for d in range(1, 5)]


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_the_twin_counts_the_same_two_levels_deeper(name: str) -> None:
    twin = twin_of(POSITIONS[name]())
    assert [lines_of_twin(twin, depth) for depth in (5, 6)] == [COUNTED[name][5], COUNTED[name][6]]


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_played_one_by_one_count_the_same(name: str) -> None:
    position = POSITIONS[name]().position
    assert [lines_of_face(position, depth) for depth in range(1, 6)] == [
        COUNTED[name][d] for d in range(1, 6)
    ]
