"""The rush: its steps, its tokens, its ends, and who comes on (R3)."""

import pytest

from tests.rules.rush.arena import SIDES, Arena, arena, fresh, lined_up
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


# R3.1


@clause("R3.1")
def test_a_rush_goes_marker_launch_actions_and_then_the_players_who_are_out() -> None:
    t = arena(home={1: "F5", 2: "out 1"}, visitor={1: "F16", 2: "out 2"}, ball="").end()
    # the marker moved, Visitor launches; Home's player has come closer, Visitor's has not
    assert (t.rush, t.side, t.phase) == (1, "Visitor", "launch")
    assert (t.where("Home 2"), t.where("Visitor 2"), t.out("Visitor 2")) == ("bench", "out", 2)
    t.launch(3)
    assert (t.phase, t.asked, t.tokens) == ("rush", "Visitor", 5)
    t.end()
    assert (t.where("Visitor 2"), t.out("Visitor 2")) == ("out", 1)
    # the ball is in play: no launch
    assert (t.phase, t.asked, t.side) == ("rush", "Home", "Home")
    t.end().end()
    assert (t.where("Visitor 2"), t.out("Visitor 2")) == ("bench", 0)


@clause("R3.1")
def test_a_ball_that_lies_or_is_carried_is_not_launched() -> None:
    assert arena(home={4: "F5"}, ball="F9").end().phase == "rush"
    t = arena(home={4: "F5"}, ball="Home 4").end()
    assert (t.phase, t.ball) == ("rush", "Home 4")


def knocked_out(hits: int, **places: object) -> Arena:
    """In Home's rush both a Home Guard and Visitor's Orc are slammed; the loser misses that many turns."""
    t = arena(home={1: "F11", 7: "F5"}, visitor={1: "F12", 2: "F16"}, **places)
    return t.slam(1).tackle(1).slamback()


@clause("R3.1", "R6.7")
def test_one_who_left_in_this_very_rush_does_not_come_closer_yet() -> None:
    t = knocked_out(1).roll(0, 1).push("west").decline().roll(0)
    assert (t.where("Home 1"), t.out("Home 1")) == ("out", 1)
    t.end()
    assert (t.where("Home 1"), t.out("Home 1")) == ("out", 1)
    t.end()
    assert (t.side, t.where("Home 1"), t.out("Home 1")) == ("Home", "out", 1)
    # he misses this rush
    with t.refused("R3.4", "bench"):
        t.enter(1, "north")
    t.end()
    assert (t.where("Home 1"), t.out("Home 1")) == ("bench", 0)
    t.end().enter(1, "north")
    assert t.where("Home 1") == "A1"


@clause("R3.1", "R6.7")
def test_one_who_left_in_the_other_sides_rush_misses_his_next() -> None:
    t = knocked_out(1).roll(2, 1).push("east").decline().roll(0).end()
    assert (t.side, t.where("Visitor 1"), t.out("Visitor 1")) == ("Visitor", "out", 1)
    with t.refused("R3.4", "bench"):
        t.enter(1, "north")
    t.end()
    assert (t.where("Visitor 1"), t.out("Visitor 1")) == ("bench", 0)
    t.end().enter(1, "south")
    assert t.where("Visitor 1") == "K16"


@clause("R3.1")
def test_each_turn_brings_one_box() -> None:
    t = arena(home={1: "F5", 2: "out 3", 3: "out 1"}, visitor={1: "F16"})
    for left in (2, 1, 0):
        t.end().end()
        assert t.out("Home 2") == left
    assert (t.where("Home 2"), t.where("Home 3")) == ("bench", "bench")
    assert (t.where("Home 1"), t.out("Home 1"), t.out("Home 4")) == ("F5", 0, 0)


# R3.2


@clause("R3.2")
def test_the_rush_ends_when_the_tokens_are_spent() -> None:
    t = arena(home={1: "F5", 2: "H5", 3: "D5"}, tokens=3)
    for player in (1, 2, 3):
        assert t.side == "Home"
        t.run(player)
        assert t.tokens == 3 - player
        t.face("east")
    assert (t.side, t.asked, t.tokens, t.phase) == ("Visitor", "Visitor", 5, "rush")


@clause("R3.2")
def test_each_kind_of_action_costs_a_token() -> None:
    for act, ball in (
        ("run with player 3", "A8"),
        ("sprint with player 3", "A8"),
        ("slam with player 3", "A8"),
        ("steal with player 3", "Visitor 3"),
        ("throw with player 3", "Home 3"),
        ("stand up with player 2", "A8"),
        ("bring on player 1 at the north entry", "A8"),
    ):
        t = arena(home={3: "F11", 2: "H5 prone"}, visitor={3: "F12"}, ball=ball).play(act)
        assert t.tokens == 4


@clause("R3.2")
def test_the_rush_ends_when_no_player_can_act() -> None:
    # one who has acted once may act again, and then nobody is left; the others are out
    out = dict.fromkeys(range(2, 9), "out 2")
    t = arena(home={1: "F5", **out}).run(1).face("east")
    assert (t.side, t.tokens) == ("Home", 4)
    t.run(1).face("east")
    assert (t.side, t.rush) == ("Visitor", 1)


@clause("R3.2", "R3.4")
def test_a_player_who_can_come_on_can_act() -> None:
    out = dict.fromkeys(range(2, 8), "out 2")
    t = arena(home={1: "F5", **out}, player_cap=1).run(1).face("east")
    assert t.side == "Home"
    assert t.options() == [
        "bring on player 8 at the north entry",
        "bring on player 8 at the south entry",
        "end the rush",
    ]
    # with both entries taken he cannot
    t = arena(home={1: "F5", 2: "A1 prone", 3: "K1 prone"}, acted={"Home 2": 1, "Home 3": 1}, player_cap=1)
    assert t.run(1).face("east").side == "Visitor"


@clause("R3.2", "R3.4")
@pytest.mark.parametrize(("taken", "free"), [("A1", "south"), ("K1", "north")])
def test_one_free_entry_is_enough(taken: str, free: str) -> None:
    t = (
        arena(home={1: "F5", 2: f"{taken} prone"}, acted={"Home 2": 1}, player_cap=1, team=3)
        .run(1)
        .face("east")
    )
    assert t.options() == [f"bring on player 3 at the {free} entry", "end the rush"]


@clause("R3.2", "R9.1")
def test_a_prone_player_can_act_by_standing_up() -> None:
    out = dict.fromkeys(range(3, 9), "out 2")
    t = arena(home={1: "F5", 2: "F7 prone", **out}, player_cap=1).run(1).face("east")
    assert t.options() == ["stand up with player 2", "end the rush"]


@clause("R3.2")
def test_a_rush_with_nobody_who_can_act_ends_as_it_begins() -> None:
    out = dict.fromkeys(range(1, 9), "out 5")
    t = arena(home={1: "F5"}, visitor=out, rush=2).end()
    assert (t.rush, t.side, t.asked) == (4, "Home", "Home")
    assert t.out("Visitor 1") == 4


@clause("R3.2")
def test_the_coach_may_end_it_early() -> None:
    for tokens in (5, 1):
        t = arena(home={1: "F5"}, tokens=tokens)
        assert "end the rush" in t.options()
        assert (t.end().side, t.tokens) == ("Visitor", 5)


@clause("R3.2")
def test_not_in_the_middle_of_an_action() -> None:
    t = arena(home={1: "F5"}).run(1)
    with t.refused("R3.1", "due"):
        t.end()


@clause("R3.2", "R5.6")
def test_a_carrier_of_the_rushing_team_who_falls_ends_it() -> None:
    t = arena(home={4: "F6"}, ball="Home 4").run(4).step("east", 5).dash("east").roll(0)
    assert (t.side, t.phase) == ("Home", "scatter")
    t.scatter("north-east", 2)
    assert (t.side, t.phase, t.ball) == ("Visitor", "rush", "D12")


@clause("R3.2", "R6.3")
def test_a_carrier_of_the_rushing_team_who_is_knocked_down_ends_it_after_the_chain() -> None:
    t = arena(home={2: "F11"}, visitor={1: "F12"}, ball="Home 2").slam(2).tackle(1).slamback().roll(0, 1)
    t.push("west").decline()
    assert (t.phase, t.ball, t.prone("Home 2")) == ("scatter", "F10", True)
    t.scatter("west", 3)
    # the armour check still comes
    assert t.due == "Home 2: armour, 3 at 4+"
    assert (t.roll(0).side, t.ball, t.out("Home 2")) == ("Visitor", "F7", 1)


@clause("R3.2", "R7.4")
@pytest.mark.parametrize("setting", ["held", "any"])
def test_a_catch_of_a_throw_of_the_rushing_team_that_fails_ends_it(setting: str) -> None:
    t = arena(home={4: "F5", 5: "F8"}, ball="Home 4", throw_ends="incomplete", drop=setting).throw(4)
    assert (t.aim("F8").roll(1, 0).phase, t.ball) == ("scatter", "F8")
    assert t.scatter("north-east", 3).side == "Visitor"


@clause("R3.2", "R8.2")
@pytest.mark.parametrize(("setting", "side"), [("held", "Home"), ("any", "Visitor")])
def test_a_catch_of_a_ball_that_scatters_ends_it_only_by_the_setting(setting: str, side: str) -> None:
    # Visitor's carrier is robbed; Home 5 stands in the way and misses what he never held
    home = {2: "F11", 5: "F14 west"}
    t = arena(home=home, visitor={3: "F12 south-east"}, ball="Visitor 3", drop=setting).steal(2).tackle(3)
    assert (t.roll(3, 2).phase, t.ball) == ("scatter", "F12")
    t.scatter("east", 4)
    assert t.due == "Home 5: catch, 1 at 4+"
    assert (t.roll(0).phase, t.ball) == ("scatter", "F14")
    assert t.scatter("east", 1).side == side


@clause("R3.2", "R8.2")
@pytest.mark.parametrize("setting", ["held", "any"])
def test_a_ball_that_hits_a_player_of_the_rushing_team_from_behind_does_not_end_it(setting: str) -> None:
    home = {2: "F11", 5: "F14 east"}
    visitor = {3: "F12 south-east"}
    t = arena(home=home, visitor=visitor, ball="Visitor 3", drop=setting).steal(2).tackle(3).roll(3, 2)
    t.scatter("east", 4)
    assert (t.phase, t.ball) == ("scatter", "F14")
    assert (t.scatter("east", 1).side, t.phase, t.ball) == ("Home", "rush", "F15")


@clause("R3.2", "R5.5")
def test_a_pick_up_of_the_rushing_team_that_fails_ends_it() -> None:
    t = arena(home={3: "F5"}, ball="F6").run(3).step("east").roll(0)
    assert (t.side, t.phase, t.prone("Home 3")) == ("Home", "scatter", False)
    assert t.scatter("east", 2).side == "Visitor"


@clause("R3.2")
def test_what_the_other_team_drops_never_ends_it() -> None:
    # knocked down with the ball
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3").slam(1).tackle(3).dodge().roll(1, 0)
    t.push("east").decline()
    assert (t.phase, t.ball) == ("scatter", "F13")
    t.scatter("east", 1).roll(1)
    assert (t.side, t.phase, t.tokens, t.ball) == ("Home", "rush", 4, "F14")
    # a catch that fails
    t = (
        arena(home={1: "F11"}, visitor={3: "F12", 4: "F15 west"}, ball="Visitor 3", teams=HUMANS, drop="any")
        .slam(1)
        .tackle(3)
        .dodge()
        .roll(1, 0)
        .push("east")
        .decline()
    )
    t.scatter("east", 2)
    assert t.due == "Visitor 4: catch, 1 at 4+"
    t.roll(0).scatter("east", 1).roll(1)
    assert (t.side, t.phase) == ("Home", "rush")
    # a pick-up that fails
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="F13").slam(1).tackle(3).slamback().roll(3, 2)
    t.push("east").decline().roll(0).scatter("east", 3)
    assert (t.side, t.phase) == ("Home", "rush")


@clause("R3.1", "R2.4")
@pytest.mark.parametrize(("first", "second"), [SIDES, SIDES[::-1]])
def test_the_first_rush_is_homes_or_visitors_by_the_setting_and_the_next_the_others(
    first: str, second: str
) -> None:
    t = fresh(first=str(SIDES.index(first)))
    # who lines up first does not depend on it
    assert (t.phase, t.asked, t.side) == ("line-up", "Home", first)
    t = lined_up(first=str(SIDES.index(first))).tell("launch the ball with 1")
    assert (t.side, t.asked, t.rush, t.tokens) == (first, first, 0, 5)
    # from the left of whose rush it is
    assert t.ball == {"Home": "B9", "Visitor": "J9"}[first]
    assert (t.tell("end the rush").side, t.rush) == (second, 1)
    assert t.last() == f"{first} ends its rush. Rush 2 is {second}'s."
    for n in range(2, 14):
        assert (t.end().side, t.rush) == ((first, second)[n % 2], n)


@clause("R2.4")
@pytest.mark.parametrize("first", SIDES)
def test_who_rushes_first_may_be_drawn_before_anybody_lines_up(first: str) -> None:
    t = fresh(first="random")
    assert (t.phase, t.asked) == ("first", "dice")
    assert [weight for _, weight in t.position.chances()] == [0.5, 0.5]
    assert t.options() == ["Home rushes first", "Visitor rushes first"]
    t.tell(f"{first} rushes first")
    assert (t.last(), t.told[0][-1].clause) == (f"{first} rushes first.", "R2.4")
    assert (t.phase, t.asked, t.side) == ("line-up", "Home", first)
    t.play("line up as balanced").tell("line up as wall")
    assert t.last() == f"Visitor lines up in the wall formation. Rush 1 is {first}'s."
    assert (t.phase, t.side, t.launch(1).asked) == ("launch", first, first)
