"""The hidden phase: who moves, where to, and what is shown of it (O2.1 to O2.5)."""

import pytest

from sandtable import SPECTATOR
from tests.rules.optio.table import BLOCKS, COMPASS, SIDES, SQUARES, beside, table
from tests.rules.scenario import clause


@clause("O2.1")
def test_at_least_one_block_moves_in_a_turn() -> None:
    t = table({"Navy 1": "C1"})
    with t.refused("O2.1", "at least one of your blocks"):
        t.end()
    assert t.prompt(0) == "Move at least one of your blocks."
    t.step("Navy 1", "north")
    assert t.prompt(0) == "Move another block, or end your turn."
    assert t.end().asked == "Oxblood"


@clause("O2.1")
def test_to_enter_is_a_move_and_is_enough() -> None:
    assert table().enter("Navy 3", "C").end().asked == "Oxblood"


@clause("O2.1")
def test_all_blocks_may_move_one_after_the_other_each_once() -> None:
    t = table({"Navy 1": "A1", "Navy 2": "B1", "Navy 3": "C1", "Navy 4": "D1"})
    for block in ("Navy 4", "Navy 1", "Navy 3", "Navy 2"):
        t.step(block, "north")
        assert t.asked == "Navy"
        for side in COMPASS:
            if beside(t.at(block), side) in SQUARES:
                with t.refused("O2.1", "has already moved this turn"):
                    t.step(block, side)
    t.enter("Navy 5", "A").enter("Navy 6", "A")
    with t.refused("O2.1", "has already moved this turn"):
        t.step("Navy 5", "north")
    # nothing is left but to say so
    assert t.options() == ["end the turn"]
    t.end()
    assert t.idle().asked == "Navy"
    assert t.step("Navy 4", "north").at("Navy 4") == "D3"


@clause("O2.1")
def test_what_a_move_has_shown_is_used_at_once() -> None:
    t = table({"Navy 2": "C2", "Navy 1": "B3", "Oxblood 1": "C3"}).step("Navy 2", "north")
    assert t.scout("Oxblood 1").seen("Oxblood 1", 0) == "army"
    # the army is found, and in the same turn the own one steps beside it
    assert t.step("Navy 1", "north").asked == "Navy"


@clause("O2.1")
@pytest.mark.parametrize("first", SIDES)
def test_sides_take_turns(first: str) -> None:
    t = table(first=first)
    seats = []
    for _ in range(6):
        seats.append(t.asked)
        t.idle()
    assert seats == [first, SIDES[1 - SIDES.index(first)]] * 3


@clause("O2.1")
def test_what_is_not_due_is_refused() -> None:
    t = table({"Navy 1": "C2", "Oxblood 1": "C3"})
    for wrong in (
        "do not scout",
        "show block 1",
        "march north",
        "hand in a kudo and stay",
        "place the template where it lies",
        "scout enemy block 1 with block 1",
        "draw army 1 and scout 2 for Navy",
        "roll 1 against 2 for the first turn",
    ):
        with t.refused("O2.1", "another step is due"):
            t.play(wrong)
    t.step("Navy 1", "north")
    for wrong in ("end the turn", "enter block 3 at A", "show block 1"):
        with t.refused("O2.1", "another step is due"):
            t.play(wrong)


@clause("O2.2")
@pytest.mark.parametrize(("side", "row"), [("Navy", 1), ("Oxblood", 5)])
def test_a_block_enters_on_any_of_five_squares_of_its_own_edge(side: str, row: int) -> None:
    t = table(first=side)
    assert set(t.options()) == {f"enter block {n} at {c}" for n in range(1, 7) for c in "ABCDE"}
    for column in "ABCDE":
        u = t.copy().enter(f"{side} 2", column)
        assert u.at(f"{side} 2") == f"{column}{row}"
        assert u.last() == f"{side} 2 enters at {column}{row}."


@clause("O2.2")
def test_a_block_enters_in_any_turn_and_once() -> None:
    t = table().enter("Navy 1", "C")
    with t.refused("O2.2", "already on the map"):
        t.enter("Navy 1", "D")
    for _ in range(12):
        t.idle()
    assert t.enter("Navy 2", "E").at("Navy 2") == "E1"
    with t.refused("O2.2", "not on the map yet"):
        t.step("Navy 3", "north")


@clause("O2.3")
@pytest.mark.parametrize("square", SQUARES)
def test_a_move_goes_one_square_in_four_directions_and_not_off_the_map(square: str) -> None:
    t = table({"Navy 1": square})
    for side in COMPASS:
        goal = beside(square, side)
        if goal in SQUARES:
            u = t.copy().step("Navy 1", side)
            assert (u.at("Navy 1"), u.last()) == (goal, f"Navy 1 moves to {goal}.")
        else:
            with t.refused("O2.3", "do not leave the map"):
                t.step("Navy 1", side)


@clause("O2.4")
def test_two_own_blocks_stand_in_a_square_and_no_third() -> None:
    t = table({"Navy 1": "C1", "Navy 2": "C1", "Navy 3": "B1"})
    with t.refused("O2.4", "Two of your blocks"):
        t.step("Navy 3", "east")
    with t.refused("O2.4", "Two of your blocks"):
        t.enter("Navy 4", "C")
    # once one has left there is room
    t.step("Navy 1", "north").step("Navy 3", "east")
    assert [t.at(f"Navy {n}") for n in (1, 2, 3)] == ["C2", "C1", "C1"]


@clause("O2.4")
def test_a_square_holds_four_two_of_each_side() -> None:
    enemies = {"Oxblood 3": "C3", "Oxblood 4": "C3"}
    t = table({"Navy 3": "C2", "Navy 4": "B3", "Navy 5": "D3", **enemies})
    t.step("Navy 3", "north").decline().step("Navy 4", "east").decline()
    assert [name for name in BLOCKS if t.at(name) == "C3"] == ["Navy 3", "Navy 4", "Oxblood 3", "Oxblood 4"]
    with t.refused("O2.4", "Two of your blocks"):
        t.step("Navy 5", "west")


@clause("O2.4")
def test_enemy_blocks_keep_nobody_out() -> None:
    t = table({"Oxblood 3": "C1", "Oxblood 4": "C1"})
    assert t.enter("Navy 3", "C").decline().enter("Navy 4", "C").decline().at("Navy 4") == "C1"


@clause("O2.5")
@pytest.mark.parametrize("side", COMPASS)
@pytest.mark.parametrize("enemies", [{}, {"Oxblood 3": "C3"}])
def test_a_block_stays_at_the_side_by_which_it_came(side: str, enemies: dict[str, str]) -> None:
    start = beside("C3", side)
    back = COMPASS[(COMPASS.index(side) + 2) % 4]
    t = table({"Navy 3": f"{start} west", **enemies}).step("Navy 3", back)
    assert (t.at("Navy 3"), t.side("Navy 3")) == ("C3", side)
    for viewer in (0, 1, SPECTATOR):
        assert t.scene(viewer)["blocks"][2]["side"] == COMPASS.index(side)


@clause("O2.5")
def test_the_side_is_kept_until_the_block_moves_again() -> None:
    t = table().enter("Navy 3", "B").end()
    assert t.side("Navy 3") == "south"
    t.enter("Oxblood 3", "B").end()
    assert t.side("Oxblood 3") == "north"
    t.step("Navy 3", "east").end().idle()
    assert t.side("Navy 3") == "west"
    t.idle().idle()
    assert t.side("Navy 3") == "west"
    assert t.step("Navy 3", "west").side("Navy 3") == "east"
    assert t.scene(1)["blocks"][0]["side"] is None
