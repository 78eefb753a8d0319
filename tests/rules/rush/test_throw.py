"""Passes, strikes and catches (R7)."""

import pytest

from tests.rules.rush.arena import Arena, arena
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def carrier(place: str = "F5", player: int = 4, **changes: object) -> Arena:
    """A player of Home with the ball, about to throw; Striker 5 stands at F8."""
    home = {player: place, 5: "F8"}
    given: dict[str, object] = {"home": home, "ball": f"Home {player}", **changes}
    return arena(**given).throw(player)


def aims(t: Arena) -> list[str]:
    return [option.removeprefix("throw at ") for option in t.options() if option.startswith("throw at")]


# R7.1


@clause("R7.1")
def test_only_a_jack_or_striker_who_carries_throws() -> None:
    t = arena(home={1: "F5", 2: "F7", 4: "F9"}, ball="Home 2")
    assert [option for option in t.options() if option.startswith("throw")] == ["throw with player 2"]
    for player in (1, 4):
        with t.refused("R7.1", "has the ball"):
            t.throw(player)
    t = arena(home={1: "F5"}, ball="Home 1")
    with t.refused("R7.1", "Jack or Striker"):
        t.throw(1)
    # another's ball cannot be thrown
    t = arena(home={1: "F5", 2: "F7"}, visitor={3: "F16"}, ball="Visitor 3")
    with t.refused("R7.1", "has the ball"):
        t.throw(2)


@clause("R7.1")
@pytest.mark.parametrize("distance", range(1, 10))
def test_the_distance_gives_the_dice(distance: int) -> None:
    dice = {1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 2, 7: 1, 8: 1, 9: 1}[distance]
    for player, more in ((2, 0), (4, 1)):
        t = arena(home={player: "F3", 3: f"F{3 + distance}"}, ball=f"Home {player}").throw(player)
        assert t.aim(f"F{3 + distance}").due == f"Home {player}: throw, {dice + more} at 4+"


@clause("R7.1")
@pytest.mark.parametrize("distance", [10, 11, 15])
def test_further_is_not_allowed(distance: int) -> None:
    t = arena(home={4: "F3", 5: f"F{3 + distance}"}, ball="Home 4").throw(4)
    with t.refused("R7.1", "nine hexes"):
        t.aim(f"F{3 + distance}")


@clause("R7.1")
def test_the_distance_is_counted_in_hexes_around_corners() -> None:
    t = arena(home={4: "F8", 5: "C10"}, ball="Home 4").throw(4).aim("C10")
    # three rows, then two hexes: five
    assert t.due == "Home 4: throw, 3 at 4+"
    t = arena(home={4: "F8", 5: "C8"}, ball="Home 4").throw(4).aim("C8")
    assert t.due == "Home 4: throw, 4 at 4+"


@clause("R7.1")
def test_the_target_is_a_standing_jack_or_striker_of_the_team() -> None:
    home = {4: "F5", 1: "F6", 2: "E7", 3: "F8 prone", 5: "G7"}
    t = arena(home=home, visitor={4: "H7"}, ball="Home 4").throw(4)
    assert aims(t) == ["E7", "G7"]
    for name in ("F6", "F8", "H7", "F9", "F5"):
        with t.refused("R7.1", "standing Jack or Striker"):
            t.aim(name)


@clause("R7.1")
def test_a_throw_goes_over_players() -> None:
    t = arena(home={4: "F5", 5: "F8"}, visitor={1: "F6 east", 2: "F7 east"}, ball="Home 4").throw(4)
    assert t.aim("F8").due == "Home 4: throw, 4 at 4+"
    assert t.roll(1).due == "Home 5: catch, 1 at 4+"


@clause("R7.1", "R1.5")
def test_a_jack_who_did_not_move_throws_into_his_front_arc_only() -> None:
    t = arena(home={2: "F8", 5: "F5", 4: "D9"}, ball="Home 2").throw(2)
    with t.refused("R7.1", "front arc"):
        t.aim("F5")
    assert t.aim("D9").facing("Home 2") == "east"


@clause("R7.1", "R5.7")
@pytest.mark.parametrize(
    ("target", "facing"),
    [
        ("F5", "west"),
        ("F11", "east"),
        ("C6", "north-west"),
        ("H6", "south-west"),
        ("D9", "east"),
        ("D7", "east"),
    ],
)
def test_who_could_turn_throws_anywhere_and_turns_to_a_target_behind_him(target: str, facing: str) -> None:
    t = arena(home={4: "F8 east", 5: target}, ball="Home 4").throw(4).aim(target)
    assert (t.facing("Home 4"), t.where("Home 4")) == (facing, "F8")


@clause("R7.1", "R5.7")
@pytest.mark.parametrize(
    ("target", "facing"),
    [
        ("H5", "west"),
        ("F8", "north-west"),
        ("I10", "east"),
        ("J6", "south-west"),
        ("H10", "east"),
        ("E8", "north-west"),
    ],
)
def test_he_turns_wherever_on_the_pitch_he_is(target: str, facing: str) -> None:
    t = arena(home={4: "H8 east", 5: target}, ball="Home 4").throw(4).aim(target)
    assert t.facing("Home 4") == facing


@clause("R7.1", "R5.7")
@pytest.mark.parametrize(
    ("facing", "target", "turned"),
    [
        ("south-east", "D7", "north-east"),
        ("south-west", "D7", "north-west"),
        ("north-east", "H7", "south-east"),
    ],
)
def test_between_two_sides_he_turns_the_shorter_way(facing: str, target: str, turned: str) -> None:
    t = arena(home={4: f"F8 {facing}", 5: target}, ball="Home 4").throw(4).aim(target)
    assert t.facing("Home 4") == turned


@clause("R7.1", "R5.7")
def test_a_jack_who_moved_turns_too() -> None:
    t = arena(home={2: "F7", 5: "F4"}, ball="Home 2").throw(2).step("east").aim("F4")
    assert (t.facing("Home 2"), t.due) == ("west", "Home 2: throw, 1 at 4+")


@clause("R7.1")
def test_one_who_moved_in_this_action_has_a_die_less() -> None:
    assert carrier().step("west").step("east").aim("F8").due == "Home 4: throw, 3 at 4+"
    assert carrier().aim("F8").due == "Home 4: throw, 4 at 4+"
    # in an action before does not count
    t = arena(home={4: "F4", 5: "F8"}, ball="Home 4").run(4).step("east").face("east").throw(4).aim("F8")
    assert t.due == "Home 4: throw, 4 at 4+"


@clause("R7.1", "R5.5")
def test_a_free_throw_after_a_run_has_not_moved() -> None:
    t = arena(home={4: "F4", 5: "F8"}, ball="F5").run(4).step("east").roll(2).throw(4).aim("F8")
    assert t.due == "Home 4: throw, 4 at 4+"
    # a Jack turns for it only if he moves
    t = arena(home={2: "F4", 5: "F2"}, ball="F5").run(2).step("east").roll(2).throw(2)
    with t.refused("R7.1", "front arc"):
        t.aim("F2")


# R7.2


@clause("R7.2", "R7.1")
@pytest.mark.parametrize(
    ("place", "dice"), [("F16", 2), ("F17", 3), ("E17", 3), ("F18", 3), ("G18", 3), ("F19", 3)]
)
def test_a_strike_has_a_die_less(place: str, dice: int) -> None:
    # a Striker: one more, the strike hex: one less
    t = arena(home={4: place}, ball="Home 4").throw(4).aim("F20")
    assert t.due == f"Home 4: throw, {dice} at 4+"
    t = arena(home={2: place}, ball="Home 2").throw(2).aim("F20")
    assert t.due == f"Home 2: throw, {dice - 1} at 4+"


@clause("R7.2")
@pytest.mark.parametrize("place", ["F15", "F20", "F21", "D17", "C15", "I15", "F4"])
def test_he_stands_in_that_very_zone_and_not_on_the_strike_hex(place: str) -> None:
    t = arena(home={4: place}, ball="Home 4").throw(4)
    assert "F20" not in aims(t)
    with t.refused("R7.1", "strike hex" if place != "F4" else ""):
        t.aim("F20")


@clause("R7.2")
@pytest.mark.parametrize(("place", "strike"), [("C15", "C17"), ("I15", "I17"), ("F17", "F20")])
def test_each_zone_has_its_own_strike_hex(place: str, strike: str) -> None:
    t = arena(home={4: place}, ball="Home 4").throw(4)
    assert aims(t) == [strike]


@clause("R7.2", "R1.3")
@pytest.mark.parametrize(
    ("place", "strike", "points"),
    [
        ("F17", "F20", 3),
        ("F16", "F20", 4),
        ("C14", "C17", 1),
        ("C13", "C17", 2),
        ("I16", "I17", 1),
        ("I13", "I17", 2),
    ],
)
def test_success_scores_and_the_ball_leaves_play(place: str, strike: str, points: int) -> None:
    t = arena(home={4: place}, ball="Home 4").throw(4).aim(strike).roll(1)
    assert (t.lead, t.ball, t.phase, t.side) == (points, "out of play", "launch", "Visitor")


@clause("R7.2", "R1.3")
def test_points_are_those_of_the_hex_that_he_throws_from() -> None:
    t = arena(home={4: "F15"}, ball="Home 4").throw(4).step("east").aim("F20")
    assert t.due == "Home 4: throw, 1 at 4+"
    assert t.roll(1).lead == 4
    t = arena(home={4: "F16"}, ball="Home 4").throw(4).step("east").aim("F20").roll(1)
    assert t.lead == 3


@clause("R7.2")
def test_a_miss_scatters_from_the_strike_hex() -> None:
    t = arena(home={4: "F17"}, ball="Home 4").throw(4).aim("F20").roll(0)
    assert (t.phase, t.ball, t.lead) == ("scatter", "F20", 0)
    assert (t.scatter("west", 2).ball, t.side) == ("F18", "Visitor")


@clause("R7.2")
@pytest.mark.parametrize("who", ["Home 5", "Visitor 1", "Home 1"])
def test_a_strike_is_one_whoever_stands_there(who: str) -> None:
    side, n = who.split()
    home = {4: "F17", **({int(n): "F20"} if side == "Home" else {})}
    t = arena(home=home, visitor={int(n): "F20 east"} if side == "Visitor" else {}, ball="Home 4")
    t.throw(4).aim("F20")
    missed = t.copy().roll(0)
    assert (missed.phase, missed.ball) == ("scatter", "F20")
    assert t.roll(1).lead == 3


@clause("R7.1", "R7.2")
def test_all_targets_are_offered_once_in_the_order_of_the_hexes() -> None:
    home = {4: "F17", 2: "G17", 3: "E16", 5: "F15", 6: "F20", 1: "F18"}
    t = arena(home=home, ball="Home 4").throw(4)
    assert aims(t) == ["E16", "F15", "F20", "G17"]
    assert aims(arena(home={4: "B2", 2: "A1", 3: "F1"}, ball="Home 4").throw(4)) == ["A1", "F1"]


@clause("R7.1", "R1.1")
def test_a_throw_at_the_first_and_the_last_hex() -> None:
    assert arena(home={4: "A4", 5: "A1"}, ball="Home 4").throw(4).aim("A1").due == "Home 4: throw, 4 at 4+"
    assert arena(home={4: "K13", 5: "K16"}, ball="Home 4").throw(4).aim("K16").due == "Home 4: throw, 4 at 4+"


@clause("R7.2", "R7.1")
def test_from_outside_the_zone_a_mate_on_the_strike_hex_is_passed_to() -> None:
    t = arena(home={4: "F15", 5: "F20"}, ball="Home 4").throw(4).aim("F20")
    assert t.due == "Home 4: throw, 3 at 4+"
    assert t.roll(1).due == "Home 5: catch, 2 at 4+"


@clause("R7.2", "R7.1")
def test_an_opponents_strike_zone_is_not_ones_own() -> None:
    t = arena(home={4: "F5", 5: "F2"}, ball="Home 4").throw(4).aim("F2")
    assert t.due == "Home 4: throw, 4 at 4+"
    assert t.roll(1).due == "Home 5: catch, 2 at 4+"


# R7.3


@clause("R7.3", "R7.4")
@pytest.mark.parametrize("successes", [1, 2, 3, 4])
def test_the_catch_has_as_many_dice_as_the_throw_had_successes(successes: int) -> None:
    t = carrier().aim("F8").roll(successes)
    assert t.due == f"Home 5: catch, {successes + 1} at 4+"


@clause("R7.3", "R7.4")
def test_after_a_bad_pass_the_catch_has_a_pool_of_0_before_modifiers() -> None:
    assert carrier().aim("F8").roll(0).due == "Home 5: catch, 1 at 4+"
    t = arena(home={4: "F5", 2: "F8"}, ball="Home 4").throw(4).aim("F8").roll(0)
    assert t.due == "Home 2: catch, no dice"
    t = arena(home={4: "F5", 5: "F8"}, visitor={1: "F9"}, ball="Home 4").throw(4).aim("F8").roll(0)
    assert t.due == "Home 5: catch, no dice"


# R7.4


@clause("R7.4")
def test_no_success_scatters_from_the_catcher() -> None:
    t = carrier().aim("F8").roll(1, 0)
    assert (t.phase, t.ball, t.prone("Home 5")) == ("scatter", "F8", False)
    assert (t.scatter("east", 3).ball, t.side) == ("F11", "Visitor")


@clause("R7.4")
def test_one_success_has_it() -> None:
    t = carrier(throw_ends="incomplete").aim("F8").roll(2, 1)
    assert (t.ball, t.phase, t.asked, t.tokens) == ("Home 5", "rush", "Home", 4)


@clause("R7.4")
@pytest.mark.parametrize("successes", [2, 3])
def test_two_have_it_and_a_free_run_or_throw(successes: int) -> None:
    t = carrier().aim("F8").roll(3, successes)
    assert (t.ball, t.phase, t.asked) == ("Home 5", "free", "Home")
    assert t.options() == ["run with player 5", "throw with player 5", "leave it at that"]
    for act in ("sprint", "slam", "steal"):
        with t.refused("R5.5", "free action"):
            t.play(f"{act} with player 5")
    with t.refused("R5.5", "Another player"):
        t.run(4)
    with t.refused("R3.1", "due"):
        t.end()


@clause("R7.4", "R3.2")
def test_the_free_run_may_use_dashes_and_drop_the_ball() -> None:
    t = carrier().aim("F8").roll(2, 2).run(5).step("east", 5).dash("east").roll(0)
    assert (t.phase, t.ball) == ("scatter", "F14")
    assert t.scatter("east", 1).side == "Visitor"


@clause("R7.4", "R3.2")
def test_the_other_teams_catcher_has_his_free_action_within_the_foreign_rush() -> None:
    # Visitor's Striker 4 catches with a six that explodes; he runs, then the rush goes on or ends
    home = {2: "F11"}
    visitor = {3: "F12 south-east", 4: "F14 west", 5: "H14"}
    t = arena(home=home, visitor=visitor, ball="Visitor 3", teams=HUMANS, exploding_sixes=True)
    t.steal(2).tackle(3).roll(3, 2).scatter("east", 2)
    start = t.roll(2)
    assert (start.phase, start.asked, start.side, start.ball) == ("free", "Visitor", "Home", "Visitor 4")
    t = start.copy().run(4).step("west").face("west")
    assert (t.where("Visitor 4"), t.side, t.asked, t.tokens) == ("F13", "Home", "Home", 4)
    # a throw of the other team does not end the rush, nor does a pass that it drops
    t = start.copy().throw(4).aim("H14").roll(1, 1)
    assert (t.ball, t.side, t.asked, t.tokens) == ("Visitor 5", "Home", "Home", 4)
    t = start.copy().throw(4).aim("H14").roll(0, 0).scatter("south-east", 1)
    assert (t.ball, t.side, t.asked, t.tokens) == ("I14", "Home", "Home", 4)
    # and a fall of his
    t = start.run(4).step("east", 5).dash("east").roll(0).scatter("west", 1)
    assert (t.ball, t.side, t.asked) == ("F19", "Home", "Home")


@clause("R7.4", "R7.2", "R3.2")
def test_a_strike_of_the_other_team_in_a_foreign_rush() -> None:
    # pushed onto the ball: picked up with two, passed, caught with two, struck
    t = arena(home={1: "F11 west"}, visitor={3: "F10 east", 4: "F5"}, ball="F9", teams=HUMANS)
    t.slam(1).tackle(3).slamback().roll(3, 2).push("west").decline().roll(2)
    assert (t.phase, t.asked) == ("free", "Visitor")
    t.throw(3).step("west").aim("F5").roll(2, 2).throw(4).aim("F2").roll(1)
    assert (t.lead, t.ball, t.side, t.phase, t.tokens) == (-3, "out of play", "Home", "rush", 4)
    # the ball is launched as the next rush begins
    assert (t.end().phase, t.side) == ("launch", "Visitor")


@clause("R7.2", "R3.2")
def test_a_miss_of_the_other_team_does_not_end_the_rush() -> None:
    for reading in ("always", "incomplete"):
        t = (
            arena(home={1: "F7 west"}, visitor={3: "F6 east"}, ball="F5", throw_ends=reading)
            .slam(1)
            .tackle(3)
        )
        t.slamback().roll(3, 2).push("west").decline().roll(2).throw(3).step("west").aim("F2").roll(0)
        assert (t.phase, t.ball) == ("scatter", "F2")
        assert (t.scatter("east", 1).side, t.tokens, t.ball) == ("Home", 4, "F3")


@clause("R7.4", "R3.2")
def test_a_pass_that_scatters_into_the_other_teams_hands() -> None:
    t = arena(home={4: "F5", 5: "F8"}, visitor={4: "F11"}, ball="Home 4", teams=HUMANS).throw(4).aim("F8")
    t.roll(1, 0).scatter("east", 4)
    assert t.due == "Visitor 4: catch, 1 at 4+"
    assert (t.roll(1).ball, t.side, t.asked, t.tokens) == ("Visitor 4", "Visitor", "Visitor", 5)


@clause("R7.1", "R7.3", "R3.2")
def test_visitor_passes_and_strikes_in_its_own_rush() -> None:
    t = arena(visitor={3: "F14", 4: "F11"}, ball="Visitor 3", side="Visitor").throw(3).aim("F11")
    assert t.due == "Visitor 3: throw, 3 at 4+"
    assert t.roll(1).due == "Visitor 4: catch, 1 at 4+"
    assert (t.roll(1).ball, t.side) == ("Visitor 4", "Home")
    t = arena(visitor={3: "F5"}, ball="Visitor 3", side="Visitor").throw(3).aim("F2").roll(1)
    assert (t.lead, t.side, t.phase) == (-3, "Home", "launch")
    t = arena(visitor={3: "C4"}, ball="Visitor 3", side="Visitor").throw(3).aim("C2").roll(0)
    assert (t.scatter("east", 1).ball, t.side) == ("C3", "Home")
