"""A hidden army shows itself to the enemy army that lies face up in its square, and nothing tells who might (O2.6)."""

from typing import Any

import pytest

from sandtable import SPECTATOR
from tests.rules.optio.table import SIDES, Table, table
from tests.rules.scenario import clause

# what Navy 3 is: the lots of Navy that make it so
LOTS = {"army": (3, 6), "scout": (6, 3), "dummy": (1, 2)}
SHOW = "show the army to the enemy army"


def come(kind: str, also: dict[str, str] | None = None, **settings: Any) -> Table:
    """Navy 3, of that kind, has just moved into the square of Oxblood's army, which lies face up."""
    places = {"Navy 3": "C2", "Oxblood 1": "C3", **(also or {})}
    t = table(places, {"Navy": LOTS[kind]}, ["Oxblood 1"], **settings)
    # the enemy army stands there since an earlier turn
    t.position.state.turn = 2
    return t.step("Navy 3", "north")


def beside(kind: str, **settings: Any) -> Table:
    """Navy 3, of that kind, stands with Oxblood's army, which lies face up, since an earlier turn."""
    places = {"Navy 3": "C3", "Navy 5": "A1", "Oxblood 1": "C3"}
    return table(places, {"Navy": LOTS[kind]}, ["Oxblood 1"], **settings)


def seen(t: Table, viewer: int) -> list[Any]:
    """All that a viewer has before him."""
    view = t.position.view(viewer)
    shown = [bytes(view), t.scene(viewer), t.prompt(viewer), view.text(), t.position.to_json(viewer)]
    return [*shown, [line for line in t.told[viewer] if line.kind != "deal"]]


@clause("O2.6", "O3.3")
@pytest.mark.parametrize("settings", [{}, {"target_by": "owner"}, {"scout_later": True}])
def test_an_army_that_comes_shows_itself_and_the_battle_is_there(settings: dict[str, Any]) -> None:
    t = come("army", **settings)
    assert (t.phase, t.asked, t.acting) == ("scout", "Navy", "Navy 3")
    assert t.options() == [SHOW, "do not scout"]
    assert (t.scene(0)["showing"], t.scene(0)["hidden"]) == (
        True,
        [None, {"army": 0, "scout": 1, "dummy": 4}],
    )
    t.challenge()
    assert not t.scene(0)["showing"]
    assert t.face_up() == ["Navy 3", "Oxblood 1"]
    # it came last, from the south; the other places the template
    assert (t.phase, t.asked, t.turn) == ("template", "Oxblood", 3)
    assert (t.scene(2)["battle"]["second"], t.scene(2)["battle"]["side"]) == (0, 2)
    assert t.last() == (
        "The armies meet in C3. Navy's army shows itself to the enemy army. Both armies are face up, Navy 3 and Oxblood 1: "
        "all other blocks are removed."
    )


@clause("O2.6")
def test_beside_hidden_blocks_it_may_scout_or_show_itself() -> None:
    t = come("army", {"Oxblood 4": "C3"})
    assert t.options() == ["scout enemy block 4 with block 3", SHOW, "do not scout"]
    with t.refused("O2.6", "no such face-down enemy block"):
        t.scout("Oxblood 1")
    assert t.copy().scout("Oxblood 4").phase == "template"
    assert t.challenge().phase == "template"


@clause("O2.6")
def test_showing_is_by_choice_and_possible_in_a_later_turn_before_it_moves() -> None:
    t = come("army").decline()
    with t.refused("O2.6", "as it comes in, or on a later turn"):
        t.challenge()
    t.end()
    t.enter("Oxblood 6", "A").end()
    assert SHOW in t.options()
    u = t.copy().step("Navy 3", "south")
    with u.refused("O2.6", "is not face up in your army's square"):
        u.challenge()
    # nothing else has to move: the reveal ends the turn (O2.8)
    t.challenge()
    assert (t.phase, t.asked, t.turn, t.scene(2)["battle"]["second"]) == ("template", "Oxblood", 5, 0)


@clause("O2.6", "O3.3")
@pytest.mark.parametrize("late", SIDES)
def test_who_came_later_counts_as_the_second(late: str) -> None:
    early = SIDES[1 - SIDES.index(late)]
    # the army that hides shows itself, whether it came to the other or the other to it
    hiding = "Navy"
    places = {f"{early} 1": "C3", f"{late} 1": "D3", "Navy 5": "A1", "Oxblood 5": "A5"}
    t = table(places, face_up=["Oxblood 1"], first=early).idle().step(f"{late} 1", "west")
    t = t.decline() if t.phase == "scout" else t
    t.end()
    while t.asked != hiding or not [option for option in t.options() if option == SHOW]:
        t.idle()
    battle = t.challenge().scene(2)["battle"]
    assert (t.asked, battle["second"], battle["side"]) == (early, SIDES.index(late), 1)


@clause("O2.6")
def test_only_the_hidden_army_in_the_square_of_the_army_face_up() -> None:
    t = table({"Navy 1": "C3", "Oxblood 1": "C3", "Navy 2": "C2"})
    assert SHOW not in t.options()
    with t.refused("O2.6", "is not face up"):
        t.challenge()
    t = table({"Navy 1": "C3", "Oxblood 1": "D3"}, face_up=["Oxblood 1"])
    with t.refused("O2.6", "is not face up"):
        t.challenge()
    t = table({"Navy 1": "C3", "Oxblood 1": "C3"}, face_up=["Navy 1"])
    with t.refused("O2.6", "Only a hidden army"):
        t.challenge()
    for kind in ("scout", "dummy"):
        t = come(kind)
        assert t.options() == ["do not scout"]
        with t.refused("O2.6", "Only a hidden army"):
            t.challenge()
    t = table({"Oxblood 1": "C3", "Oxblood 2": "C3"}, face_up=["Oxblood 1"])
    with t.refused("O2.6", "is not face up"):
        t.challenge()


@clause("O2.6")
@pytest.mark.parametrize("kind", LOTS)
def test_without_show_army_nobody_is_asked_and_none_may(kind: str) -> None:
    t = come(kind, show_army=False)
    assert (t.phase, t.asked) == ("move", "Navy")
    for late in (come(kind, {"Oxblood 4": "C3"}, show_army=False), beside(kind, show_army=False)):
        assert SHOW not in late.options()
        with late.refused("O2.6", "an army cannot show itself"):
            late.challenge()


@clause("O2.6")
def test_a_block_face_up_is_not_asked_where_only_the_army_lies() -> None:
    for kind in ("scout", "dummy"):
        places = {"Navy 3": "C2", "Oxblood 1": "C3"}
        t = table(places, {"Navy": LOTS[kind]}, ["Oxblood 1", "Navy 3"]).step("Navy 3", "north")
        assert (t.phase, t.asked) == ("move", "Navy")


@clause("O2.6")
@pytest.mark.parametrize("also", [{}, {"Oxblood 4": "C3"}])
@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_the_question_its_decline_and_the_turns_after_look_the_same_whatever_the_block_is(
    viewer: int, also: dict[str, str]
) -> None:
    army, scout, dummy = (come(kind, also) for kind in LOTS)
    assert seen(army, viewer) == seen(scout, viewer) == seen(dummy, viewer)
    assert {t.asked for t in (army, scout, dummy)} == {"Navy"}
    assert seen(army.decline(), viewer) == seen(scout.decline(), viewer) == seen(dummy.decline(), viewer)
    assert army.last(viewer) == "Navy 3 does not scout."
    for t in (army, scout, dummy):
        t.end().enter("Oxblood 6", "A").end()
    # in a later turn the army has one more thing to do, which only its side can see
    assert seen(army, viewer) == seen(scout, viewer) == seen(dummy, viewer)
    assert len(army.options()) == len(dummy.options()) + 1
    for t in (army, scout, dummy):
        t.enter("Navy 5", "A").end()
    assert seen(army, viewer) == seen(scout, viewer) == seen(dummy, viewer)


@clause("O2.6")
def test_the_owner_is_asked_in_the_same_words_whatever_the_block_is() -> None:
    assert {come(kind).prompt(0) for kind in LOTS} == {
        "Navy 3 meets enemy blocks. Will it scout or show itself?"
    }
    first = table({"Navy 1": "C2", "Oxblood 1": "C3"}, face_up=["Oxblood 1"])
    first.position.state.turn = 2
    assert (
        first.step("Navy 1", "north").prompt(0) == "Navy 1 meets enemy blocks. Will it scout or show itself?"
    )
