"""Slam and Slamback: who, whom, the reply, the follow-up and the knock-down (R6.1 to R6.3)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena, back, beside, front
from tests.rules.rush.positions import met, state
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


# R6.1: who and whom


@clause("R6.1")
def test_jacks_and_guards_slam_and_strikers_do_not() -> None:
    t = arena(home={1: "F11", 2: "E11", 4: "G11"}, visitor={3: "F12"})
    assert {option for option in t.options() if option.startswith("slam")} == {
        "slam with player 1",
        "slam with player 2",
    }
    with t.refused("R6.1", "Jacks and Guards"):
        t.slam(4)


@clause("R6.1")
@pytest.mark.parametrize(
    ("place", "legal"), [("F12", True), ("F13", True), ("E12", True), ("F14", False), ("D14", False)]
)
def test_a_jack_needs_a_standing_enemy_whom_he_can_reach(place: str, legal: bool) -> None:
    t = arena(home={2: "F11"}, visitor={3: place})
    assert ("slam with player 2" in t.options()) == legal
    if not legal:
        with t.refused("R6.1", "within reach"):
            t.slam(2)


@clause("R6.1", "R9.1")
def test_an_enemy_who_lies_there_cannot_be_slammed() -> None:
    t = arena(home={1: "F11", 2: "G11"}, visitor={3: "F12 prone"})
    for player in (1, 2):
        with t.refused("R6.1", "within reach"):
            t.slam(player)
    t = arena(home={1: "F11"}, visitor={3: "F12 prone", 4: "F15"}).slam(1)
    with t.refused("R6.1", "threatens"):
        t.tackle(3)


@clause("R6.1")
@pytest.mark.parametrize("facing", COMPASS)
def test_a_jack_who_has_not_moved_slams_into_his_threat_hexes_only(facing: str) -> None:
    for side in COMPASS:
        t = arena(home={2: f"F11 {facing}"}, visitor={3: f"{beside('F11', side)} {side}"}).slam(2)
        if side in front(facing):
            t.tackle(3)
            # he keeps his facing
            assert (t.phase, t.facing("Home 2")) == ("test", facing)
        else:
            with t.refused("R6.1", "threatens"):
                t.tackle(3)


@clause("R6.1", "R5.7")
def test_a_jack_who_moved_and_a_guard_turn_to_any_neighbour() -> None:
    t = arena(home={2: "F10"}, visitor={3: "E10 east"}).slam(2).step("east")
    assert t.tackle(3).facing("Home 2") == "north-west"
    t = arena(home={1: "F11"}, visitor={3: "F10"}).slam(1)
    assert t.tackle(3).facing("Home 1") == "west"


@clause("R6.1")
def test_only_neighbours_are_slammed() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F13", 4: "F12 prone", 5: "E13"}).slam(1)
    for player in (3, 4, 5, 6):
        with t.refused("R6.1", "threatens"):
            t.tackle(player)


@clause("R6.1")
def test_of_two_neighbours_one_is_chosen() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12", 4: "E11"}).slam(1)
    assert {"go for player 3", "go for player 4"} <= set(t.options())
    t.tackle(4).dodge()
    assert t.facing("Home 1") == "north-east"
    assert t.roll(1).due.startswith("Visitor 4: reply")


@clause("R6.1")
@pytest.mark.parametrize(
    ("start", "steps", "dice"),
    [
        ("F11", [], 3),  # he stands there already
        ("F10", ["east"], 4),
        ("F11", ["south-west", "north-east"], 3),  # away and back
        ("E11", ["south-west"], 3),  # from one neighbouring hex to another
    ],
)
def test_one_who_comes_from_elsewhere_has_a_die_more(start: str, steps: list[str], dice: int) -> None:
    t = arena(home={1: start}, visitor={1: "F12"}).slam(1)
    for side in steps:
        t.step(side)
        if t.phase == "test":
            t.roll(1)
    assert t.where("Home 1") == "F11"
    assert t.tackle(1).dodge().due == f"Home 1: attack, {dice} at 4+"


@clause("R6.1")
def test_the_die_is_for_who_did_not_start_beside_the_target_himself() -> None:
    # he starts beside another enemy and moves to this one
    t = arena(home={2: "F10"}, visitor={3: "F12", 4: "F9 west"}).slam(2).step("east").tackle(3).dodge()
    assert t.due == "Home 2: attack, 3 at 4+"


@clause("R6.1", "R6.4")
def test_a_steal_has_no_die_for_coming() -> None:
    t = arena(home={2: "F10"}, visitor={3: "F12"}, ball="Visitor 3").steal(2).step("east").tackle(3).dodge()
    assert t.due == "Home 2: attack, 2 at 4+"


@clause("R6.1")
def test_a_carrier_slams_too() -> None:
    t = arena(home={2: "F11"}, visitor={3: "F12"}, ball="Home 2").slam(2).tackle(3).dodge().roll(2, 1)
    t.push("east").follow().roll(1)
    assert (t.ball, t.where("Home 2"), t.side) == ("Home 2", "F12", "Home")


@clause("R6.1", "R6.2", "R6.3", "R6.7")
def test_visitor_slams_in_its_own_rush() -> None:
    t = arena(home={1: "F11"}, visitor={1: "F12"}, side="Visitor").slam(1).tackle(1)
    assert (t.phase, t.asked) == ("reply", "Home")
    t.slamback()
    assert t.due == "Visitor 1: attack, 3 at 3+"
    assert t.roll(2).due == "Home 1: reply, 3 at 4+"
    t.roll(1)
    assert (t.asked, set(t.options())) == ("Visitor", {"push west", "push north-west", "push south-west"})
    t.push("west").follow()
    assert (state(t, "Home 1"), state(t, "Visitor 1")) == (("F10", "east", True), ("F11", "west", False))
    t.roll(0)
    # R3.1: he left in the other side's rush
    assert (t.out("Home 1"), t.side, t.tokens) == (1, "Visitor", 4)
    assert t.end().out("Home 1") == 1
    assert t.end().where("Home 1") == "bench"


# R6.2: the reply


@clause("R6.2")
def test_the_target_chooses_before_the_dice() -> None:
    t = arena(home={1: "F11"}, visitor={1: "F12"}).slam(1).tackle(1)
    assert (t.phase, t.asked) == ("reply", "Visitor")
    assert t.options() == ["slamback", "dodge"]
    t.slamback()
    assert t.due == "Home 1: attack, 3 at 4+"
    assert t.roll(2).due == "Visitor 1: reply, 3 at 3+"


@clause("R6.2")
@pytest.mark.parametrize(("player", "asked"), [(1, True), (3, True), (4, False)])
def test_jacks_and_guards_slam_back_and_strikers_only_dodge(player: int, asked: bool) -> None:
    t = arena(home={1: "F11"}, visitor={player: "F12"}, teams=HUMANS).slam(1).tackle(player)
    assert t.phase == ("reply" if asked else "test")


@clause("R6.2")
@pytest.mark.parametrize("facing", COMPASS)
def test_only_an_attacker_in_his_front_is_slammed_back(facing: str) -> None:
    t = arena(home={1: "F11"}, visitor={1: f"F12 {facing}"}).slam(1).tackle(1)
    assert t.phase == ("reply" if facing in front("west") else "test")
    if t.phase == "test":
        assert t.roll(1).due == "Visitor 1: reply, 2 at 4+"


# R6.3: draw, win, double


@clause("R6.3")
@pytest.mark.parametrize("reply", ["slamback", "dodge"])
def test_after_a_draw_both_face_each_other(reply: str) -> None:
    t = arena(home={2: "F11 north-east"}, visitor={1: "F12 south-west"}).slam(2).tackle(1).play(reply)
    t.roll(1, 1)
    assert (t.facing("Home 2"), t.facing("Visitor 1")) == ("east", "west")
    assert (t.phase, t.side, t.tokens) == ("rush", "Home", 4)


@clause("R6.3", "R4.2")
def test_a_draw_at_0_is_a_draw() -> None:
    t = met().roll(0, 0)
    assert (t.phase, t.where("Visitor 1"), t.prone("Visitor 1")) == ("rush", "F12", False)


@clause("R6.3")
def test_a_slam_that_wins_pushes_and_the_winner_may_follow() -> None:
    start = met().roll(3, 2)
    assert (start.phase, start.asked) == ("push", "Home")
    start.push("east")
    assert (start.phase, start.asked, start.prone("Visitor 1")) == ("follow", "Home", False)
    assert start.options() == ["follow up", "leave it at that"]
    t = start.copy().follow()
    assert state(t, "Home 1") == ("F12", "east", False)
    assert state(t, "Visitor 1") == ("F13", "west", False)
    assert (t.phase, t.tokens) == ("rush", 4)
    t = start.copy().decline()
    assert state(t, "Home 1") == ("F11", "east", False)
    assert state(t, "Visitor 1") == ("F13", "west", False)


@clause("R6.3", "R6.6")
@pytest.mark.parametrize(("side", "to"), [("east", "F13"), ("north-east", "E12"), ("south-east", "G12")])
def test_both_face_along_the_blow_and_after_a_follow_up_each_other(side: str, to: str) -> None:
    t = arena(home={2: "F11 north-east"}, visitor={1: "F12 south-west"}, opponent_threatens=False).slam(2)
    t.tackle(1).slamback().roll(3, 2).push(side)
    stays = t.copy().decline()
    assert state(stays, "Home 2") == ("F11", "east", False)
    assert state(stays, "Visitor 1") == (to, "west", False)
    t.follow()
    assert state(t, "Home 2") == ("F12", side, False)
    assert state(t, "Visitor 1") == (to, back(side), False)


@clause("R6.3")
def test_a_slamback_that_wins_pushes_the_attacker() -> None:
    start = met().roll(2, 3)
    assert (start.phase, start.asked) == ("push", "Visitor")
    assert set(start.options()) == {"push west", "push north-west", "push south-west"}
    start.push("south-west")
    assert (start.phase, start.asked) == ("follow", "Visitor")
    t = start.copy().follow()
    assert state(t, "Visitor 1") == ("F11", "south-west", False)
    assert state(t, "Home 1") == ("G10", "north-east", False)
    assert (t.phase, t.asked, t.tokens) == ("rush", "Home", 4)
    t = start.decline()
    assert state(t, "Visitor 1") == ("F12", "west", False)
    assert state(t, "Home 1") == ("G10", "east", False)


@clause("R6.3", "R6.7")
def test_a_double_knocks_down_and_checks_armour() -> None:
    t = met().roll(2, 1).push("east")
    # he falls as he is pushed; then the winner may follow
    assert (t.phase, t.asked, state(t, "Visitor 1")) == ("follow", "Home", ("F13", "west", True))
    t.follow()
    assert state(t, "Visitor 1") == ("F13", "west", True)
    assert state(t, "Home 1") == ("F12", "east", False)
    assert t.due == "Visitor 1: armour, 4 at 4+"
    t.roll(1)
    assert (t.phase, t.asked, t.where("Visitor 1")) == ("rush", "Home", "F13")


@clause("R6.3", "R6.7")
def test_a_slamback_that_doubles_knocks_the_attacker_down() -> None:
    t = met().roll(1, 3).push("west").decline()
    assert state(t, "Home 1") == ("F10", "east", True)
    assert t.due == "Home 1: armour, 4 at 4+"
    t.roll(1)
    assert (t.where("Home 1"), t.out("Home 1"), t.side, t.asked) == ("out", 1, "Home", "Home")


@clause("R6.3", "R5.6")
def test_a_carrier_who_is_knocked_down_loses_the_ball_where_he_was_pushed() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3")
    t.slam(1).tackle(3).slamback().roll(2, 1).push("south-east")
    # the ball scatters once both stand where they will
    assert (t.phase, t.ball, t.prone("Visitor 3")) == ("follow", "Visitor 3", True)
    t.decline()
    assert (t.phase, t.ball, t.prone("Visitor 3")) == ("scatter", "G12", True)
    t.scatter("south-east", 2)
    assert t.due == "Visitor 3: armour, 3 at 4+"
    assert (t.roll(0).ball, t.out("Visitor 3"), t.side) == ("I12", 1, "Home")


@clause("R6.3")
def test_a_carrier_who_is_only_pushed_keeps_the_ball() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3").slam(1).tackle(3).slamback().roll(3, 2)
    assert t.push("east").decline().ball == "Visitor 3"
