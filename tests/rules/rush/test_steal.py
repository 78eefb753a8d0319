"""Steal: who, whom, and what becomes of the ball (R6.1, R6.2, R6.4)."""

import pytest

from tests.rules.rush.arena import Arena, arena
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def met(reply: str = "dodge", **changes: object) -> Arena:
    """A Jack at F11 steals from the Goblin at F12; none threatens the other where they fight."""
    given: dict[str, object] = {
        "home": {2: "F11"},
        "visitor": {3: "F12"},
        "ball": "Visitor 3",
        "opponent_threatens": False,
        **changes,
    }
    return arena(**given).steal(2).tackle(3).play(reply)


@clause("R6.1")
def test_jacks_and_strikers_steal_and_guards_do_not() -> None:
    t = arena(home={1: "F11", 2: "E11", 4: "G11"}, visitor={3: "F12"}, ball="Visitor 3")
    assert {option for option in t.options() if option.startswith("steal")} == {
        "steal with player 2",
        "steal with player 4",
    }
    with t.refused("R6.1", "Jacks and Strikers"):
        t.steal(1)


@clause("R6.1")
@pytest.mark.parametrize("ball", ["F13", "Home 5", ""])
def test_only_while_an_enemy_carries_the_ball(ball: str) -> None:
    t = arena(home={2: "F11", 4: "G11", 5: "F5"}, visitor={3: "F12"}, ball=ball)
    for player in (2, 4):
        with t.refused("R6.1", "the ball"):
            t.steal(player)


@clause("R6.1")
@pytest.mark.parametrize(("place", "near"), [("F12", True), ("D11", True), ("F13", True), ("F14", False)])
def test_a_jack_must_be_within_two_hexes_of_him(place: str, near: bool) -> None:
    t = arena(home={2: "F11"}, visitor={3: place, 4: "F12" if not near else "F20"}, ball="Visitor 3")
    if near:
        assert t.steal(2).phase == "move"
    else:
        with t.refused("R6.1", "the ball"):
            t.steal(2)


@clause("R6.1")
def test_a_striker_may_come_from_anywhere() -> None:
    t = arena(home={4: "F6"}, visitor={3: "F12"}, ball="Visitor 3").steal(4).step("east", 5).tackle(3).dodge()
    assert t.due == "Home 4: attack, 3 at 4+"


@clause("R6.1")
def test_only_the_carrier_is_stolen_from() -> None:
    t = arena(home={2: "F11", 4: "G11"}, visitor={3: "F12", 4: "E11"}, ball="Visitor 3")
    for player in (2, 4):
        acting = t.copy().steal(player)
        with acting.refused("R6.1", "the ball"):
            acting.tackle(4)
        assert acting.tackle(3).phase == "reply"


@clause("R6.1")
def test_the_carrier_must_be_in_the_threat_hexes_of_a_jack_who_did_not_move() -> None:
    t = arena(home={2: "F11 west"}, visitor={3: "F12"}, ball="Visitor 3").steal(2)
    with t.refused("R6.1", "threatens"):
        t.tackle(3)
    # a Striker turns to him
    t = arena(home={4: "F11 west"}, visitor={3: "F12"}, ball="Visitor 3").steal(4).tackle(3)
    assert t.facing("Home 4") == "east"


@clause("R6.4")
@pytest.mark.parametrize("reply", ["dodge", "slamback"])
def test_a_draw_turns_both_to_each_other(reply: str) -> None:
    t = met(reply, home={2: "F11 north-east"}, visitor={3: "F12 south-west"}).roll(1, 1)
    assert (t.facing("Home 2"), t.facing("Visitor 3")) == ("east", "west")
    assert (t.ball, t.phase, t.asked, t.tokens) == ("Visitor 3", "rush", "Home", 4)


@clause("R6.4")
@pytest.mark.parametrize("reply", ["dodge", "slamback"])
def test_a_win_knocks_the_ball_out_of_his_hands(reply: str) -> None:
    t = met(reply).roll(3, 2)
    assert (t.phase, t.ball, t.where("Visitor 3"), t.prone("Visitor 3")) == ("scatter", "F12", "F12", False)
    t.scatter("north-east", 2)
    # what the other side loses does not end the rush
    assert (t.ball, t.side, t.phase, t.tokens) == ("D12", "Home", "rush", 4)


@clause("R6.4")
@pytest.mark.parametrize("reply", ["dodge", "slamback"])
@pytest.mark.parametrize("rolls", [(1, 0), (2, 1), (3, 1)])
def test_a_double_takes_the_ball(reply: str, rolls: tuple[int, int]) -> None:
    t = met(reply).roll(*rolls)
    assert (t.ball, t.phase, t.side, t.tokens) == ("Home 2", "rush", "Home", 4)
    assert (t.where("Visitor 3"), t.prone("Visitor 3"), t.where("Home 2")) == ("F12", False, "F11")


@clause("R6.4", "R6.3")
def test_a_slamback_that_wins_pushes_the_stealer() -> None:
    t = met("slamback").roll(2, 3)
    assert (t.phase, t.asked) == ("push", "Visitor")
    t.push("west").follow()
    assert (t.where("Home 2"), t.where("Visitor 3"), t.ball) == ("F10", "F11", "Visitor 3")
    assert (t.prone("Home 2"), t.phase, t.asked) == (False, "rush", "Home")


@clause("R6.4", "R6.3", "R6.7")
def test_a_slamback_that_doubles_knocks_the_stealer_down() -> None:
    t = met("slamback").roll(1, 3).push("west").decline()
    assert (t.prone("Home 2"), t.due) == (True, "Home 2: armour, 3 at 4+")
    assert (t.roll(0).out("Home 2"), t.side, t.ball) == (2, "Home", "Visitor 3")


@clause("R6.4", "R6.5")
def test_a_dodge_that_wins_or_doubles_keeps_the_ball() -> None:
    t = met(visitor={3: "F12 south-west"}).roll(2, 3)
    assert set(t.options()) == {"face west", "face south-west"}
    assert t.face("west").ball == "Visitor 3"
    t = met().roll(1, 3)
    assert (t.phase, t.asked) == ("sidestep", "Visitor")
    t.sidestep("south-west")
    assert (t.ball, t.where("Visitor 3"), t.facing("Home 2")) == ("Visitor 3", "G11", "south-east")


@clause("R6.2", "R6.4")
def test_from_behind_only_a_dodge_is_left() -> None:
    t = arena(home={2: "F11"}, visitor={3: "F12 east"}, ball="Visitor 3").steal(2).tackle(3)
    assert t.due == "Home 2: attack, 3 at 4+"
    t.roll(3, 2)
    assert (t.phase, t.ball) == ("scatter", "F12")


@clause("R6.2", "R6.4")
def test_a_striker_who_carries_only_dodges() -> None:
    t = arena(home={2: "F11"}, visitor={4: "F12"}, ball="Visitor 4", teams=HUMANS).steal(2).tackle(4)
    assert t.phase == "test"
    assert t.roll(1).due == "Visitor 4: reply, 3 at 4+"


@clause("R6.4", "R8.2")
def test_a_ball_that_was_knocked_loose_may_be_caught() -> None:
    t = met(home={2: "F11", 4: "F14 west"}).roll(3, 2).scatter("east", 5)
    assert t.due == "Home 4: catch, 1 at 4+"
    assert (t.roll(1).ball, t.side, t.phase, t.tokens) == ("Home 4", "Home", "rush", 4)


@clause("R6.4", "R8.2")
def test_it_may_come_back_to_the_hands_that_lost_it() -> None:
    # against the wall and straight back
    t = arena(home={2: "F19"}, visitor={4: "F20 east"}, ball="Visitor 4", teams=HUMANS).steal(2).tackle(4)
    t.roll(3, 2).scatter("east", 2)
    assert t.due == "Visitor 4: catch, no dice"
    assert t.roll(0).ball == "F20"


@clause("R6.1", "R6.4")
def test_visitor_steals_in_its_own_rush() -> None:
    t = arena(home={4: "F11"}, visitor={3: "F12"}, ball="Home 4", side="Visitor").steal(3).tackle(4)
    assert t.due == "Visitor 3: attack, 2 at 3+"
    t.roll(1, 0)
    assert (t.ball, t.side, t.asked, t.tokens) == ("Visitor 3", "Visitor", "Visitor", 4)
    t = arena(home={4: "F11"}, visitor={3: "F12"}, ball="Home 4", side="Visitor", opponent_threatens=False)
    # what Home loses does not end Visitor's rush
    t.steal(3).tackle(4).roll(3, 2).scatter("west", 1)
    assert (t.ball, t.side, t.asked) == ("F10", "Visitor", "Visitor")


@clause("R6.4", "R8.2", "R7.4")
def test_who_catches_it_and_runs_looks_where_he_likes() -> None:
    t = met(home={2: "F11", 4: "F14 west"}, exploding_sixes=True).roll(3, 2).scatter("east", 3).roll(2)
    t.run(4).step("east").face("north-west")
    assert (t.facing("Home 4"), t.facing("Home 2"), t.facing("Visitor 3")) == ("north-west", "east", "west")
