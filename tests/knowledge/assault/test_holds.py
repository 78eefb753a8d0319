"""What a tile tells the enemy, with and without a hold: all 720 pawns that could have played the same way with the same log."""

import contextlib
from collections.abc import Callable

import pytest

from sandtable import SPECTATOR, IllegalAction
from tests.knowledge.assault.play import kernel_belief
from tests.knowledge.assault.reader import ROWS
from tests.markers import quick
from tests.rules.assault.table import PAWNS, Table, table

RUST = 1
BY_INJURY, BY_TRAINING = ("B2", "C2"), ("B6", "C6")
ABLE, UNABLE = "612543", "156243"
HURT, UNHURT = "612345", "143526"


def begun(way: tuple[str, str], numbers: str, **settings: object) -> Table:
    """Navy 1 is about to step onto the tile."""
    return table({"Navy 1": way[0]}, {"Navy 1": numbers}, **settings).begin("Navy 1").roll(1)


def alike(start: Table, steps: Callable[[Table], Table]) -> list[int]:
    """The numbers of Navy 1 with which `steps` are legal and Rust and spectators read the same and see the same held."""
    kept, found = seen(steps(start.copy())), list[int]()
    for number in range(len(ROWS)):
        t = start.copy()
        t.pawn("Navy 1").alloc = number
        with contextlib.suppress(IllegalAction):
            if seen(steps(t)) == kept:
                found.append(number)
    return found


def seen(t: Table) -> tuple[object, ...]:
    """What Rust and spectators read and are asked, and that pawns are held."""
    return t.told[RUST], t.told[SPECTATOR], t.phase, t.asked, [t.held(pawn) for pawn in PAWNS]


def numbers_that_fit(t: Table) -> list[int]:
    return kernel_belief(t.position.view(RUST), 0)


CASES = {
    "injury strikes": (BY_INJURY, HURT, lambda t: t.move("C2").injure("Honor")),
    "injury does not strike": (BY_INJURY, UNHURT, lambda t: t.move("C2")),
    "injury is stepped over": (BY_INJURY, HURT, lambda t: t.move("B3")),
    "training is taken": (BY_TRAINING, ABLE, lambda t: t.move("C6").train("Strength")),
    "training is declined": (BY_TRAINING, ABLE, lambda t: t.move("C6").decline()),
    "training fails": (BY_TRAINING, UNABLE, lambda t: t.move("C6").decline()),
}


@pytest.mark.parametrize("cap", quick("6", of=("none", "6")))
@pytest.mark.parametrize("held_if", ["effect", "landed"])
@pytest.mark.parametrize("name", CASES)
def test_the_enemy_learns_just_what_the_log_tells(name: str, held_if: str, cap: str) -> None:
    way, numbers, steps = CASES[name]
    if name == "training is taken" and cap == "6":
        steps = lambda t: t.move("C6").train("Honor")  # noqa: E731
    start = begun(way, numbers, held_if=held_if, stat_cap=cap)
    assert numbers_that_fit(steps(start.copy())) == alike(start, steps)


@pytest.mark.parametrize("name", CASES)
def test_a_hold_tells_nothing_that_the_tile_did_not_tell(name: str) -> None:
    way, numbers, steps = CASES[name]
    tables = [steps(begun(way, numbers, held_if=held_if)) for held_if in ("effect", "landed")]
    assert numbers_that_fit(tables[0]) == numbers_that_fit(tables[1])


def test_a_hold_without_an_effect_tells_a_failed_condition_at_injury_and_nothing_at_training() -> None:
    weak = [n for n, row in enumerate(ROWS) if min(row[1], row[2], row[3]) <= 2]
    unhurt = begun(BY_INJURY, UNHURT, held_if="landed").move("C2")
    assert unhurt.held("Navy 1")
    assert numbers_that_fit(unhurt) == [n for n in range(len(ROWS)) if n not in weak]
    for numbers in (ABLE, UNABLE):
        left = begun(BY_TRAINING, numbers, held_if="landed").move("C6").decline()
        assert left.held("Navy 1")
        assert numbers_that_fit(left) == [*range(len(ROWS))]
        assert numbers_that_fit(left.idle_part().idle().begin("Navy 1")) == [*range(len(ROWS))]


def test_a_tile_that_is_closed_for_the_turn_tells_nothing() -> None:
    t = table({"Navy 1": "C3", "Navy 2": "B3"}, tile_once="turn").begin("Navy 1").roll(2).move("D2").roll(6)
    assert numbers_that_fit(t) == [*range(len(ROWS))]
    tiles = t.tiles()
    for number in (0, 300, 719):
        t.pawn("Navy 2").alloc = number
        assert t.tiles() == tiles
