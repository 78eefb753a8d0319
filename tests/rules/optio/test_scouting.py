"""Scouting: who is asked, who may, whom, and what the others see of it (O2.6)."""

from typing import Any

import pytest

from sandtable import SPECTATOR
from tests.rules.optio.table import Table, table
from tests.rules.scenario import clause

MEETING = {"Navy 3": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3 east"}
# what Navy 3 is: the lots of Navy that make it so
LOTS = {"army": (3, 6), "scout": (6, 3), "dummy": (1, 2)}


def met(kind: str, **settings: object) -> Table:
    """Navy 3, of that kind, has just moved into the square of two Oxblood blocks."""
    return table(MEETING, {"Navy": LOTS[kind]}, **settings).step("Navy 3", "north")


def seen(t: Table, viewer: int) -> list[Any]:
    """All that a viewer has before him."""
    view = t.position.view(viewer)
    shown = [bytes(view), t.scene(viewer), t.prompt(viewer), view.text(), t.position.to_json(viewer)]
    return [*shown, [line for line in t.told[viewer] if line.kind != "deal"]]


@clause("O2.6")
@pytest.mark.parametrize("kind", ["army", "scout"])
@pytest.mark.parametrize("target", ["Oxblood 3", "Oxblood 4"])
def test_army_and_scout_turn_up_and_turn_up_the_block_chosen(kind: str, target: str) -> None:
    t = met(kind)
    assert (t.phase, t.asked, t.acting) == ("scout", "Navy", "Navy 3")
    t.scout(target)
    assert t.face_up() == ["Navy 3", target]
    article = f"the {kind}"
    for viewer in (0, 1, SPECTATOR):
        assert (t.seen("Navy 3", viewer), t.seen(target, viewer)) == (kind, "dummy")
        assert t.last(viewer) == f"Navy 3 scouts: it is {article}. {target} is a dummy."
    assert (t.phase, t.asked) == ("move", "Navy")


@clause("O2.6")
def test_scouting_is_by_choice() -> None:
    for kind in ("army", "scout"):
        t = met(kind)
        assert t.options() == [
            "scout enemy block 3 with block 3",
            "scout enemy block 4 with block 3",
            "do not scout",
        ]
        assert t.decline().face_up() == []
        assert (t.phase, t.asked) == ("move", "Navy")
        assert t.last(1) == "Navy 3 does not scout."


@clause("O2.6")
def test_a_dummy_is_asked_and_cannot_scout() -> None:
    t = met("dummy")
    assert (t.phase, t.acting, t.options()) == ("scout", "Navy 3", ["do not scout"])
    with t.refused("O2.6", "Only an army or a scout"):
        t.scout("Oxblood 3")
    assert t.decline().face_up() == []


@clause("O2.6")
@pytest.mark.parametrize("settings", [{}, {"target_by": "owner"}, {"scout_later": True}])
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_the_question_and_its_decline_look_the_same_whatever_the_block_is(
    viewer: int, settings: dict[str, Any]
) -> None:
    army, scout, dummy = (met(kind, **settings) for kind in LOTS)
    assert seen(army, viewer) == seen(scout, viewer) == seen(dummy, viewer)
    assert army.prompt(viewer) == "Navy is to move."
    assert seen(army.decline(), viewer) == seen(scout.decline(), viewer) == seen(dummy.decline(), viewer)
    assert army.last(viewer) == "Navy 3 does not scout."


@clause("O2.6")
def test_the_owner_is_asked_in_the_same_words_whatever_the_block_is() -> None:
    words = {met(kind).prompt(0) for kind in LOTS}
    assert words == {"Navy 3 meets enemy blocks. Will it scout?"}


@clause("O2.6")
def test_a_block_that_enters_the_map_among_enemies_is_asked_too() -> None:
    t = table({"Oxblood 3": "B1"}).enter("Navy 2", "B")
    assert (t.phase, t.acting) == ("scout", "Navy 2")
    assert t.scout("Oxblood 3").face_up() == ["Navy 2", "Oxblood 3"]


@clause("O2.6")
def test_in_an_empty_square_and_among_own_blocks_nobody_is_asked() -> None:
    t = table({"Navy 1": "B2", "Navy 2": "C2"})
    assert t.step("Navy 2", "west").phase == "move"
    assert t.step("Navy 1", "north").phase == "move"


@clause("O2.6")
def test_blocks_that_stay_are_not_asked_when_an_enemy_comes() -> None:
    t = table({"Navy 2": "C3", "Oxblood 3": "C4"}, first="Oxblood")
    t.step("Oxblood 3", "south")
    assert (t.asked, t.acting) == ("Oxblood", "Oxblood 3")
    t.decline().end().idle()
    assert t.asked == "Oxblood"
    assert t.face_up() == []


@clause("O2.6")
def test_a_dummy_face_up_is_not_asked_and_an_army_or_scout_face_up_is() -> None:
    t = table(MEETING, {"Navy": LOTS["dummy"]}, face_up=["Navy 3"]).step("Navy 3", "north")
    assert (t.phase, t.asked) == ("move", "Navy")
    for kind in ("army", "scout"):
        t = table(MEETING, {"Navy": LOTS[kind]}, face_up=["Navy 3"]).step("Navy 3", "north")
        assert (t.phase, t.acting) == ("scout", "Navy 3")
        assert t.scout("Oxblood 4").face_up() == ["Navy 3", "Oxblood 4"]


@clause("O2.6")
def test_a_block_that_is_face_up_already_is_no_target() -> None:
    t = table(MEETING, {"Navy": LOTS["scout"]}, face_up=["Oxblood 3"]).step("Navy 3", "north")
    assert t.options() == ["scout enemy block 4 with block 3", "do not scout"]
    with t.refused("O2.6", "no such face-down enemy block"):
        t.scout("Oxblood 3")


@clause("O2.6")
@pytest.mark.parametrize("kind", LOTS)
def test_where_all_enemy_blocks_are_face_up_nobody_is_asked(kind: str) -> None:
    up = ["Oxblood 3", "Oxblood 4"]
    t = table(MEETING, {"Navy": LOTS[kind]}, face_up=up).step("Navy 3", "north")
    assert (t.phase, t.asked) == ("move", "Navy")


@clause("O2.6")
def test_only_a_block_in_the_same_square_is_a_target() -> None:
    t = table({**MEETING, "Oxblood 5": "C4"}, {"Navy": LOTS["scout"]}).step("Navy 3", "north")
    for far in ("Oxblood 5", "Oxblood 6"):
        with t.refused("O2.6", "no such face-down enemy block"):
            t.scout(far)


@clause("O2.6")
def test_only_the_block_that_came_in_is_asked() -> None:
    t = table({**MEETING, "Navy 2": "C3"}, {"Navy": (3, 2)}).step("Navy 3", "north")
    with t.refused("O2.6", "Another of your blocks"):
        t.scout("Oxblood 3", by="Navy 2")


@clause("O2.6")
def test_one_target_a_turn_for_each_block() -> None:
    t = table({**MEETING, "Navy 2": "B3"}, {"Navy": (2, 3)})
    t.step("Navy 3", "north").scout("Oxblood 3")
    # the scout has had its target; the army has its own
    t.step("Navy 2", "east").scout("Oxblood 4")
    assert t.face_up() == ["Navy 2", "Navy 3", "Oxblood 3", "Oxblood 4"]


@clause("O2.6")
def test_blocks_turned_up_stay_so() -> None:
    t = met("scout").scout("Oxblood 3").end()
    for _ in range(6):
        t.idle()
        assert t.face_up() == ["Navy 3", "Oxblood 3"]


@clause("O2.6")
def test_without_scout_later_there_is_no_second_chance() -> None:
    t = met("scout").decline()
    with t.refused("O2.1", "another step is due"):
        t.scout("Oxblood 3", by="Navy 3")
    t.end().idle()
    assert not [option for option in t.options() if "scout" in option]
    # only coming in again
    t.step("Navy 3", "south").end().idle()
    assert t.step("Navy 3", "north").scout("Oxblood 3").face_up() == ["Navy 3", "Oxblood 3"]


# target_by owner


@clause("O2.6")
@pytest.mark.parametrize("shown", ["Oxblood 3", "Oxblood 4"])
def test_the_owner_says_which_of_two_turns_up(shown: str) -> None:
    t = met("scout", target_by="owner")
    assert t.options() == ["scout the one that its owner shows with block 3", "do not scout"]
    with t.refused("O2.6", "other player chooses"):
        t.scout("Oxblood 3")
    t.scout_any()
    assert (t.phase, t.asked, t.face_up()) == ("show", "Oxblood", ["Navy 3"])
    assert t.prompt(1) == "Navy 3 scouts: which of your blocks there will you show?"
    assert t.prompt(0) == "Oxblood is to move."
    assert t.last(0) == "Navy 3 scouts: it is the scout."
    assert t.options() == ["show block 3", "show block 4"]
    with t.refused("O2.6", "face-down blocks in the square"):
        t.show("Oxblood 5")
    t.show(shown)
    assert t.face_up() == ["Navy 3", shown]
    assert t.last(0) == f"Oxblood shows {shown}: a dummy."
    assert (t.phase, t.asked) == ("move", "Navy")


@clause("O2.6")
def test_the_owner_cannot_show_a_block_that_is_face_up() -> None:
    places = {**MEETING, "Oxblood 5": "B3"}
    t = table(places, {"Navy": LOTS["scout"]}, face_up=["Oxblood 3"], target_by="owner")
    # of the two in the square one is left: no choice
    t.step("Navy 3", "north").scout_any()
    assert (t.phase, t.asked, t.face_up()) == ("move", "Navy", ["Navy 3", "Oxblood 3", "Oxblood 4"])
    assert t.last() == "Navy 3 scouts: it is the scout. Oxblood 4 is a dummy."


@clause("O2.6")
def test_a_block_by_itself_needs_no_choice_of_its_owner() -> None:
    t = table({"Navy 2": "C2", "Oxblood 5": "C3"}, target_by="owner").step("Navy 2", "north").scout_any()
    assert (t.phase, t.face_up()) == ("move", ["Navy 2", "Oxblood 5"])
    assert t.last() == "Navy 2 scouts: it is the scout. Oxblood 5 is a dummy."


@clause("O2.6")
def test_the_scouting_side_must_say_whom_where_the_setting_is_scouter() -> None:
    t = met("scout")
    with t.refused("O2.6", "Choose which enemy block"):
        t.scout_any()


@clause("O2.6")
@pytest.mark.parametrize("kind", ["army", "scout"])
def test_an_owner_who_shows_tells_nothing_of_the_other_block(kind: str) -> None:
    # Oxblood 4 is the army, the scout or a dummy: the spectator and Navy see the same
    made = [
        table(MEETING, {"Navy": LOTS[kind], "Oxblood": lots}, target_by="owner")
        .step("Navy 3", "north")
        .scout_any()
        .show("Oxblood 3")
        for lots in ((4, 6), (6, 4), (5, 6))
    ]
    for viewer in (0, SPECTATOR):
        first, second, third = (seen(t, viewer) for t in made)
        assert first == second == third


# scout_later


@clause("O2.6")
def test_with_scout_later_a_block_that_stands_among_enemies_scouts_on_a_later_turn() -> None:
    t = met("scout", scout_later=True).decline()
    with t.refused("O2.6", "or on a later turn"):
        t.scout("Oxblood 4", by="Navy 3")
    t.end().idle()
    t.scout("Oxblood 4", by="Navy 3")
    assert t.face_up() == ["Navy 3", "Oxblood 4"]
    assert t.last(1) == "Navy 3 scouts: it is the scout. Oxblood 4 is a dummy."
    # it scouts once a turn, and scouting is no move
    with t.refused("O2.6", "has already scouted this turn"):
        t.scout("Oxblood 3", by="Navy 3")
    with t.refused("O2.1", "at least one of your blocks"):
        t.end()
    t.idle().idle()
    assert t.scout("Oxblood 3", by="Navy 3").face_up() == ["Navy 3", "Oxblood 3", "Oxblood 4"]


@clause("O2.6")
def test_with_scout_later_a_block_scouts_enemies_that_came_to_it() -> None:
    t = table({"Navy 2": "C3", "Oxblood 3": "C4"}, first="Oxblood", scout_later=True)
    t.step("Oxblood 3", "south").decline().end()
    assert t.scout("Oxblood 3", by="Navy 2").face_up() == ["Navy 2", "Oxblood 3"]


@clause("O2.6")
def test_with_scout_later_a_block_scouts_and_then_moves_on_unasked() -> None:
    places = {"Navy 2": "C3", "Oxblood 3": "C3", "Oxblood 4": "C4"}
    t = table(places, scout_later=True).scout("Oxblood 3", by="Navy 2").step("Navy 2", "north")
    assert (t.phase, t.asked) == ("move", "Navy")
    with t.refused("O2.6", "has already scouted this turn"):
        t.scout("Oxblood 4", by="Navy 2")


@clause("O2.6")
def test_with_scout_later_dummies_and_blocks_elsewhere_do_not_scout() -> None:
    t = table({"Navy 3": "C3", "Navy 2": "B3", "Oxblood 3": "C3"}, scout_later=True)
    with t.refused("O2.6", "Only an army or a scout"):
        t.scout("Oxblood 3", by="Navy 3")
    with t.refused("O2.6", "no such face-down enemy block"):
        t.scout("Oxblood 3", by="Navy 2")
    with t.refused("O2.2", "not on the map yet"):
        t.scout("Oxblood 3", by="Navy 1")
    assert not [option for option in t.options() if "scout" in option]


@clause("O2.6")
def test_with_scout_later_and_owner_the_owner_shows_and_the_turn_goes_on() -> None:
    places = {"Navy 2": "C3", "Oxblood 3": "C3", "Oxblood 4": "C3"}
    t = table(places, scout_later=True, target_by="owner").scout_any(by="Navy 2")
    assert (t.phase, t.asked, t.acting) == ("show", "Oxblood", "Navy 2")
    t.show("Oxblood 4")
    assert (t.phase, t.asked, t.acting) == ("move", "Navy", "")
    assert t.step("Navy 2", "east").end().asked == "Oxblood"


@clause("O2.6")
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_with_scout_later_a_block_that_does_not_scout_tells_nothing(viewer: int) -> None:
    turns = [met(kind, scout_later=True).decline().end().idle().idle() for kind in LOTS]
    army, scout, dummy = (seen(t, viewer) for t in turns)
    assert army == scout == dummy


@clause("O2.6")
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_block_that_scouts_is_seen_to_turn_and_so_is_the_other(viewer: int) -> None:
    c2, c3 = 17, 12
    t = met("scout")
    assert t.beats(viewer) == [("way", (c2, c3), "")]
    t.scout("Oxblood 4")
    assert t.beats(viewer) == [("turn", (c3,), "scout"), ("turn", (c3,), "dummy")]
