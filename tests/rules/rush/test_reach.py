"""Slam and Steal are offered only where a target can be reached in this very action (R6.1)."""

import pytest

from tests.rules.rush.arena import COMPASS, Arena, arena, front
from tests.rules.scenario import clause


def can(t: Arena, sentence: str) -> bool:
    """Whether an action is offered; where it is not, the reason says that nobody can be reached."""
    offered = sentence in t.options()
    if not offered:
        with t.refused("R6.1", "within reach"):
            t.play(sentence)
    return offered


# who may run: Move, then as many Dashes as the dice can pass (R5.2, R4.3)


@clause("R6.1", "R5.2", "R5.7")
@pytest.mark.parametrize(("place", "reached"), [("F3", True), ("F7", True), ("F11", True), ("F12", False)])
def test_a_guard_slams_whom_he_can_run_and_dash_to(place: str, reached: bool) -> None:
    # five hexes and three Dashes with three dice: to the ninth hex away from the enemy's neighbour
    assert can(arena(home={1: "F2"}, visitor={3: place}), "slam with player 1") == reached


@clause("R6.1", "R5.2", "R5.7", "R4.5")
@pytest.mark.parametrize(("place", "reached"), [("F3", True), ("F12", True), ("F13", False)])
def test_a_striker_steals_from_whom_he_can_run_and_dash_to(place: str, reached: bool) -> None:
    # he has a die more, and so a Dash more
    t = arena(home={4: "F2"}, visitor={3: place, 4: "E3"}, ball="Visitor 3")
    assert can(t, "steal with player 4") == reached


@clause("R6.1", "R4.1")
def test_sixes_that_explode_carry_as_far_as_successes_are_counted() -> None:
    for act, team in (("slam with player 1", {1: "F2"}), ("steal with player 4", {4: "F2"})):
        for place, reached in (("F20", True), ("F21", False)):
            t = arena(home=team, visitor={3: place}, ball="Visitor 3", exploding_sixes=True)
            assert can(t, act) == reached
            assert not can(arena(home=team, visitor={3: place}, ball="Visitor 3"), act)


@clause("R6.1", "R5.7")
def test_a_dash_less_where_an_enemy_disturbs_the_hex_that_is_left() -> None:
    # the fourth Dash leaves F10, with four dice or with three
    for facing, reached in (("north-east", True), ("south-west", False)):
        t = arena(home={4: "F2"}, visitor={3: "F12", 4: f"E10 {facing}"}, ball="Visitor 3")
        assert can(t, "steal with player 4") == reached


# nobody passes players and walls (R5.4)


@clause("R6.1", "R5.4")
@pytest.mark.parametrize("gap", ["", "E1", "F2", "G1"])
def test_one_who_is_shut_in_reaches_nobody(gap: str) -> None:
    shut = {place: n for n, place in enumerate(("E1", "F2", "G1"), 2) if place != gap}
    home = {1: "F1", **{n: f"{place} prone" for place, n in shut.items()}}
    assert can(arena(home=home, visitor={3: "F4"}), "slam with player 1") == bool(gap)
    # he turns to a neighbour where he stands
    visitor = {3: "F4", 4: "E1 west"} if gap != "E1" else {3: "F4", 4: "G1 west"}
    home = {n: place for n, place in home.items() if place.split()[0] not in visitor[4]}
    assert can(arena(home=home, visitor=visitor), "slam with player 1")


def gauntlet(target: str, **settings: object) -> Arena:
    """A Striker at F5 in a lane along row F; he leaves F5, F6, F7 and F8 under two threats each."""
    home = {4: "F5", 1: "E4 prone", 2: "F4 prone", 3: "G4 prone"}
    visitor = {1: "E5 south-west", 2: "E7 south-west", 4: "G5 north-west", 5: "G7 north-west", 3: target}
    visitor |= {6: "E6 prone", 7: "G6 prone"}
    return arena(home=home, visitor=visitor, ball="Visitor 3", **settings)


@clause("R6.1", "R5.3", "R4.3", "R4.4")
@pytest.mark.parametrize(("target", "reached"), [("F7", True), ("F8", True), ("F9", False)])
def test_evades_that_no_dice_can_pass_bar_the_way(target: str, reached: bool) -> None:
    # four dice less two: the third evade needs three successes
    assert can(gauntlet(target), "steal with player 4") == reached
    assert can(gauntlet(target, exploding_sixes=True), "steal with player 4")


@clause("R6.1", "R5.3")
def test_a_way_round_with_fewer_evades_is_found() -> None:
    # through the lane three evades; out of its side one, and then freely
    t = gauntlet("F9")
    t.player("Visitor 6").place = t.player("Visitor 8").place
    assert can(t, "steal with player 4")


# Jacks: where they stand, or from one hex on (R5.7)


@clause("R6.1", "R5.7")
@pytest.mark.parametrize("facing", COMPASS)
def test_a_jack_who_cannot_move_needs_him_in_front(facing: str) -> None:
    # the corner in the west: E1, F2 and G1 are its only neighbours
    home = {2: f"F1 {facing}", 3: "E1 prone", 1: "G1 prone"}
    for act, ball in (("slam with player 2", "A8"), ("steal with player 2", "Visitor 3")):
        t = arena(home=home, visitor={3: "F2"}, ball=ball)
        assert can(t, act) == ("east" in front(facing))


@clause("R6.1", "R5.4")
@pytest.mark.parametrize("between", ["", "prone", "west"])
def test_a_jack_needs_a_free_hex_beside_him(between: str) -> None:
    visitor = {3: "F13"} | ({4: f"F12 {between}"} if between else {})
    t = arena(home={2: "F11"}, visitor=visitor, ball="Visitor 3")
    assert can(t, "steal with player 2") == (not between)
    assert can(t, "slam with player 2") == (between != "prone")


# the ball's hex (R5.5)


@clause("R6.1", "R5.5")
def test_for_a_jack_the_action_ends_at_the_ball_and_a_guard_kicks_it_on() -> None:
    assert not can(arena(home={2: "F11"}, visitor={3: "F13"}, ball="F12"), "slam with player 2")
    assert can(arena(home={2: "F11"}, visitor={3: "E12"}, ball="F12"), "slam with player 2")
    home = {1: "F1", 2: "E1 prone", 3: "G1 prone"}
    t = arena(home=home, visitor={3: "F4"}, ball="F2")
    assert can(t, "slam with player 1")
    t.slam(1).step("east").scatter("north-east", 2).step("east").tackle(3).dodge()
    assert t.due == "Home 1: attack, 4 at 4+"


@clause("R6.1", "R9.1")
def test_the_free_action_after_standing_up_is_offered_in_the_same_way() -> None:
    for place, reached in (("F11", True), ("F12", False)):
        t = arena(home={1: "F2 prone"}, visitor={3: place}).stand(1).roll(2).face("east")
        assert can(t, "slam with player 1") == reached
    # the facing is chosen by then
    shut = {1: "E1 prone", 2: "F1 prone", 4: "G1 prone"}
    for facing, reached in (("east", True), ("west", False)):
        t = arena(home=shut, visitor={3: "F2"}).stand(2).roll(2).face(facing)
        assert can(t, "slam with player 2") == reached
