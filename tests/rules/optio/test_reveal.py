"""How the hidden phase ends (O2.7 to O2.10), and a battle without an approach (O3.3)."""

import pytest

from tests.rules.optio.table import BLOCKS, SIDES, Table, table
from tests.rules.scenario import clause

BOTH = {"Navy 1": "C3", "Oxblood 1": "D4"}


def gone(t: Table) -> list[str]:
    return [name for name in BLOCKS if t.at(name) == "gone"]


@clause("O2.7", "O2.8")
@pytest.mark.parametrize("mover", SIDES)
def test_a_scout_that_turns_up_the_second_army_ends_phase_and_turn(mover: str) -> None:
    other = SIDES[1 - SIDES.index(mover)]
    places = {
        f"{mover} 1": "A3",
        f"{mover} 2": "C3",
        f"{other} 1": "D3",
        f"{other} 3": "D3",
        f"{mover} 5": "E3",
    }
    t = table(places, face_up=[f"{mover} 1"], first=mover)
    t.step(f"{mover} 2", "east")
    assert t.turn == 0
    t.scout(f"{other} 1")
    assert gone(t) == [name for name in BLOCKS if not name.endswith("1")]
    assert [t.at(f"{side} 1") for side in (mover, other)] == ["A3", "D3"]
    assert (t.phase, t.asked, t.turn) == ("approach", other, 1)
    assert t.last().endswith(
        "is the army. Both armies are face up, Navy 1 and Oxblood 1: all other blocks are removed."
    )
    for wrong in ("end the turn", f"move block 5 {'north'}", "enter block 6 at A"):
        with t.refused("O2.1", "another step is due"):
            t.play(wrong)


@clause("O2.7")
def test_one_army_face_up_removes_nothing() -> None:
    t = table({"Navy 2": "C2", "Oxblood 1": "C3"}).step("Navy 2", "north").scout("Oxblood 1")
    assert (t.phase, t.asked, gone(t)) == ("move", "Navy", [])


@clause("O2.7", "O2.8")
@pytest.mark.parametrize("target", ["Oxblood 3", "Oxblood 4"])
def test_an_army_that_scouts_as_the_second_ends_it_before_its_target_turns_up(target: str) -> None:
    places = {"Navy 1": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3", "Oxblood 1": "A5"}
    t = table(places, face_up=["Oxblood 1"]).step("Navy 1", "north").scout(target)
    assert t.face_up() == ["Navy 1", "Oxblood 1"]
    assert (t.phase, t.asked, t.turn) == ("approach", "Oxblood", 1)
    assert t.last(0) == (
        "Navy 1 scouts: it is the army. "
        "Both armies are face up, Navy 1 and Oxblood 1: all other blocks are removed."
    )
    # what the target is stays unknown
    assert [t.seen(name, 0) for name in ("Oxblood 2", "Oxblood 3", "Oxblood 4")] == [None] * 3


@clause("O2.7", "O2.8")
def test_an_owner_asked_to_show_is_not_asked_where_the_army_that_scouts_is_the_second() -> None:
    places = {"Navy 1": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3", "Oxblood 1": "A5"}
    t = table(places, face_up=["Oxblood 1"], target_by="owner").step("Navy 1", "north").scout_any()
    assert (t.phase, t.asked) == ("approach", "Oxblood")


@clause("O2.8")
@pytest.mark.parametrize("shown", ["Oxblood 1", "Oxblood 3"])
def test_an_owner_who_shows_his_army_is_the_next_to_move(shown: str) -> None:
    places = {"Navy 1": "A1", "Navy 2": "C2", "Oxblood 1": "C3", "Oxblood 3": "C3"}
    t = table(places, face_up=["Navy 1"], target_by="owner").step("Navy 2", "north").scout_any().show(shown)
    wanted = ("approach", "Oxblood", 1) if shown == "Oxblood 1" else ("move", "Navy", 0)
    assert (t.phase, t.asked, t.turn) == wanted


@clause("O2.8")
def test_a_later_scout_ends_the_turn_too_before_anything_has_moved() -> None:
    places = {"Navy 1": "A1", "Navy 2": "C3", "Oxblood 1": "C3"}
    t = table(places, face_up=["Navy 1"], scout_later=True).scout("Oxblood 1", by="Navy 2")
    assert (t.phase, t.asked) == ("approach", "Oxblood")


# O3.3: both armies in one square


@clause("O3.3", "O4.1")
@pytest.mark.parametrize("late", SIDES)
def test_armies_in_one_square_fight_there_and_the_later_one_is_the_second(late: str) -> None:
    early = SIDES[1 - SIDES.index(late)]
    # the early army stays in C3; the late one comes in from the west, and a scout from the east turns up the last army
    places = {f"{early} 1": "C2", f"{late} 1": "A3", f"{early} 2": "E3"}
    t = table(places, first=early)
    t.step(f"{early} 1", "north").end()
    t.step(f"{late} 1", "east").end()
    t.step(f"{early} 2", "west").end()
    t.step(f"{late} 1", "east").scout(f"{early} 1")
    # the army scouts an army: both are up at once
    assert (t.phase, t.asked) == ("template", early)
    battle = t.scene(2)["battle"]
    assert (battle["square"], battle["second"], battle["first"], battle["side"]) == (
        12,
        SIDES.index(late),
        SIDES.index(early),
        3,
    )
    assert t.last().startswith("The armies meet in C3. ")
    assert t.last().endswith("all other blocks are removed.")


@clause("O3.3", "O4.1")
@pytest.mark.parametrize("late", SIDES)
@pytest.mark.parametrize("scouting", SIDES)
def test_it_does_not_matter_whose_scout_turns_up_the_second_army(scouting: str, late: str) -> None:
    early, other = SIDES[1 - SIDES.index(late)], SIDES[1 - SIDES.index(scouting)]
    places = {f"{early} 1": "C3", f"{late} 1": "C4", f"{scouting} 2": "A3"}
    t = table(places, face_up=[f"{scouting} 1"], first=early)
    t.idle().step(f"{late} 1", "south")
    # a hidden army that comes is asked; it declines
    t = t.decline() if t.phase == "scout" else t
    t.end()
    while t.asked != scouting:
        t.idle()
    t.step(f"{scouting} 2", "east").end().idle()
    t.step(f"{scouting} 2", "east").scout(f"{other} 1")
    battle = t.scene(2)["battle"]
    assert (t.phase, t.asked, battle["square"]) == ("template", early, 12)
    assert (battle["second"], battle["side"]) == (SIDES.index(late), 0)


@clause("O3.3")
def test_an_army_that_leaves_and_comes_back_counts_from_its_last_coming() -> None:
    t = table({"Navy 1": "C2", "Oxblood 1": "C4"})
    t.step("Navy 1", "north").end()
    t.step("Oxblood 1", "south").decline().end()
    t.step("Navy 1", "east").end().idle()
    t.step("Navy 1", "west").scout("Oxblood 1")
    battle = t.scene(2)["battle"]
    assert (t.asked, battle["second"], battle["side"]) == ("Oxblood", 0, 1)


@clause("O3.3")
def test_armies_in_one_square_fight_there_when_the_turns_run_out_too() -> None:
    t = table(reveal_after=2).enter("Navy 1", "C").end().enter("Oxblood 1", "C").end()
    t.block("Navy 1").square = 7
    t.block("Oxblood 1").square = 2
    t.step("Navy 1", "north").decline().end()
    assert t.idle().phase == "template"
    assert t.scene(2)["battle"]["second"] == 0
    assert (t.at("Navy 1"), t.side("Navy 1"), t.asked) == ("C5", "south", "Oxblood")


# O2.9


@clause("O2.9")
@pytest.mark.parametrize("turns", [1, 2, 30])
@pytest.mark.parametrize("first", SIDES)
def test_after_so_many_turns_of_each_side_both_armies_turn_up(turns: int, first: str) -> None:
    t = table(BOTH, first=first, reveal_after=turns)
    for n in range(2 * turns - 1):
        assert t.scene(0)["turns_left"] == turns - n // 2
        t.idle()
        assert (t.phase, t.face_up()) == ("move", [])
    t.idle()
    assert t.face_up() == ["Navy 1", "Oxblood 1"]
    assert (t.phase, t.asked, t.turn) == ("approach", first, 2 * turns)
    assert (t.scene(0)["distance"], t.scene(0)["turns_left"]) == (2, None)
    assert len(gone(t)) == 10
    assert t.last() == (
        f"{SIDES[1 - SIDES.index(first)]} ends the turn: 1 block moved. "
        "Both armies are face up, Navy 1 and Oxblood 1: all other blocks are removed."
    )


@clause("O2.9")
@pytest.mark.parametrize("turns", [1, 3])
@pytest.mark.parametrize("late", SIDES)
def test_an_army_off_the_map_loses_the_manoeuvre(turns: int, late: str) -> None:
    winner = SIDES[1 - SIDES.index(late)]
    t = table({f"{winner} 1": "C3"}, reveal_after=turns)
    while not t.over:
        t.idle()
    assert t.turn == 2 * turns
    assert t.score == ((-1, 1) if late == "Navy" else (1, -1))
    assert t.scene(2)["battle"] is None
    assert t.result == f"{late}'s army never came onto the map: {winner} wins."
    assert t.last() == f"Oxblood ends the turn: 1 block moved. {t.result}"


@clause("O2.9")
def test_without_profiles_an_army_off_the_map_loses_all_the_same() -> None:
    t = table({"Navy 1": "C3"}, reveal_after=1, navy_profile="none", oxblood_profile="none").idle().idle()
    assert t.score == (1, -1)


@clause("O2.9")
def test_with_both_armies_off_the_map_the_match_is_drawn() -> None:
    t = table(reveal_after=2)
    for _ in range(4):
        t.idle()
    assert (t.over, t.score) == (True, (0, 0))
    assert t.result == "Neither army came onto the map: no battle, a draw."


@clause("O2.9")
def test_an_army_that_comes_in_on_the_last_turn_is_there() -> None:
    t = table({"Oxblood 1": "C5"}, reveal_after=1).enter("Navy 1", "A").end().idle()
    assert (t.phase, t.scene(2)["distance"]) == ("approach", 6)


# O2.10


@clause("O2.9", "O2.10")
def test_without_the_setting_the_match_is_drawn_after_200_turns_of_each_side() -> None:
    t = table(BOTH, reveal_after=0)
    assert t.scene(0)["turns_left"] is None
    for _ in range(399):
        t.idle()
        assert not t.over
    t.idle()
    assert (t.over, t.turn, t.score) == (True, 400, (0, 0))
    assert t.face_up() == []
    assert t.result == "The armies did not find each other in 200 turns: no battle, a draw."


@clause("O2.10")
def test_armies_found_on_the_last_turn_go_on_to_the_approach() -> None:
    t = table(
        {"Navy 1": "A1", "Navy 2": "C2", "Oxblood 1": "C3"},
        face_up=["Navy 1"],
        first="Oxblood",
        reveal_after=0,
    )
    t.position.state.turn = 398
    t.idle().step("Navy 2", "north").scout("Oxblood 1")
    assert t.position.state.turn == 400
    assert (t.phase, t.asked) == ("approach", "Oxblood")
    t.march("south")
    assert not t.over
