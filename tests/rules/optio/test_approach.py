"""The approach: closer, or a kudo (O3.1, O3.2)."""

from itertools import product

import pytest

from tests.rules.optio.table import COMPASS, SIDES, SQUARES, Table, approach, beside
from tests.rules.scenario import clause


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1]))


def wanted(own: str, enemy: str, kudos: int) -> set[str]:
    """The sentences that may be played, by counting squares."""
    found = {"hand in a kudo and stay"} if kudos else set[str]()
    for side in COMPASS:
        to = beside(own, side)
        if to in SQUARES and distance(to, enemy) < distance(own, enemy):
            found.add(f"march {side}")
        elif to in SQUARES and kudos:
            found.add(f"hand in a kudo and march {side}")
    return found


@clause("O3.1")
@pytest.mark.parametrize("mover", SIDES)
def test_from_every_square_the_army_goes_closer_or_pays(mover: str) -> None:
    t = approach("A1", "B3", mover)
    seat, other = SIDES.index(mover), SIDES[1 - SIDES.index(mover)]
    for own, enemy in product(SQUARES, SQUARES):
        if own == enemy:
            continue
        t.block(f"{mover} 1").square, t.block(f"{other} 1").square = SQUARES.index(own), SQUARES.index(enemy)
        for kudos in (0, 1):
            t.position.state.kudos[seat] = kudos
            assert set(t.options()) == wanted(own, enemy, kudos), (own, enemy, kudos)


@clause("O3.1")
def test_of_several_closer_squares_the_mover_has_the_choice() -> None:
    t = approach("B2", "D4")
    assert {option for option in t.options() if option.startswith("march")} == {"march north", "march east"}
    assert t.copy().march("north").at("Navy 1") == "B3"
    assert t.march("east").at("Navy 1") == "C2"
    assert (t.asked, t.kudos, t.side("Navy 1")) == ("Oxblood", (6, 6), "west")
    assert t.last() == "Navy's army marches east to C2."


@clause("O3.1")
def test_closer_costs_nothing_and_is_not_paid_for() -> None:
    t = approach("C2", "C4")
    with t.refused("O3.1", "which costs no kudo"):
        t.retreat("north")
    for side in ("east", "south", "west"):
        with t.refused("O3.1", "not bring your army closer"):
            t.march(side)


@clause("O3.1")
@pytest.mark.parametrize(("side", "square"), [("east", "D2"), ("south", "C1"), ("west", "B2")])
def test_a_kudo_buys_a_step_further_away(side: str, square: str) -> None:
    t = approach("C2", "C4").retreat(side)
    assert (t.at("Navy 1"), t.kudos, t.asked) == (square, (5, 6), "Oxblood")
    assert t.last() == f"Navy hands in a kudo, and the army backs away {side} to {square}."
    assert t.scene(0)["distance"] == 3


@clause("O3.1")
def test_a_kudo_buys_a_turn_without_a_move() -> None:
    t = approach("C2", "C4 east", "Oxblood").stand()
    assert (t.at("Oxblood 1"), t.side("Oxblood 1"), t.kudos, t.asked) == ("C4", "east", (6, 5), "Navy")
    assert t.last() == "Oxblood hands in a kudo, and the army stays."


@clause("O3.1")
def test_an_army_does_not_march_off_the_map_for_a_kudo_either() -> None:
    t = approach("A1", "C3")
    for side in ("south", "west"):
        with t.refused("O2.3", "do not leave the map"):
            t.retreat(side)
        with t.refused("O2.3", "do not leave the map"):
            t.march(side)


@clause("O3.1")
@pytest.mark.parametrize("kudos", [0, 1, 2, 12])
def test_kudos_are_spent_to_the_last_and_then_the_army_must_close(kudos: int) -> None:
    t = approach("A1", "E5", kudos=kudos)
    for left in range(kudos - 1, -1, -1):
        assert t.prompt(0) == "March closer, or hand in a kudo to back away or stay."
        assert t.stand().stand().kudos == (left, left)
    assert t.prompt(0) == "You have no kudos left: march closer."
    for wrong in ("hand in a kudo and stay", "hand in a kudo and march north"):
        with t.refused("O3.1", "no kudos left"):
            t.play(wrong)
    assert t.options() == ["march north", "march east"]


@clause("O3.1")
def test_each_side_pays_from_its_own_kudos() -> None:
    t = approach("B2", "E5", kudos=2).stand().march("south").retreat("south").march("west")
    assert t.kudos == (0, 2)
    with t.refused("O3.1", "no kudos left"):
        t.stand()
    t.march("north").stand()
    assert t.kudos == (0, 1)


def closed(t: Table) -> Table:
    """Both march closer until they meet, each by the first way there is."""
    while t.phase == "approach":
        t.play(next(option for option in t.options() if option.startswith("march")))
    return t


@clause("O3.2")
@pytest.mark.parametrize("mover", SIDES)
def test_it_ends_when_an_army_moves_into_the_others_square(mover: str) -> None:
    other = SIDES[1 - SIDES.index(mover)]
    t = approach("C2", "C3", mover).march("north" if mover == "Navy" else "south")
    assert (t.phase, t.asked) == ("template", other)
    battle = t.scene(2)["battle"]
    assert battle["second"] == SIDES.index(mover)
    assert battle["side"] == COMPASS.index("south" if mover == "Navy" else "north")
    assert t.last().startswith(f"The armies meet in {'C3' if mover == 'Navy' else 'C2'}.")


@clause("O3.2")
@pytest.mark.parametrize(("start", "second"), [(("A1", "E5"), "Oxblood"), (("A1", "E4"), "Navy")])
def test_whoever_closes_the_last_step_is_the_second(start: tuple[str, str], second: str) -> None:
    t = closed(approach(*start))
    assert t.scene(2)["battle"]["second"] == SIDES.index(second)
    assert t.asked != second


@clause("O3.2")
def test_an_army_that_stays_is_met_with_its_old_side_and_the_other_orients() -> None:
    t = approach("C3 west", "C4 east").stand().march("south")
    assert (t.asked, t.side("Navy 1")) == ("Navy", "west")
    assert (t.scene(2)["battle"]["second"], t.scene(2)["battle"]["side"]) == (1, 0)
