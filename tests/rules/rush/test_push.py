"""Where the loser is pushed to, what he finds there, and armour (R6.6, R6.7)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena, back, beside, front
from tests.rules.rush.positions import met
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


# R6.6: the push


@clause("R6.6")
@pytest.mark.parametrize("side", COMPASS)
def test_the_three_hexes_straight_away_can_be_picked(side: str) -> None:
    target = beside("F11", side)
    t = arena(home={1: f"F11 {side}"}, visitor={1: f"{target} {back(side)}"}).slam(1).tackle(1).slamback()
    t.roll(3, 2)
    assert set(t.options()) == {f"push {way}" for way in front(side)}
    with t.refused("R6.6", "directly away"):
        t.push(back(side))
    with t.refused("R6.6", "directly away"):
        t.push(front(front(side)[0])[0])
    for way in front(side):
        assert t.copy().push(way).follow().where("Visitor 1") == beside(target, way)


@clause("R6.6")
def test_taken_hexes_cannot_be_picked() -> None:
    t = met(home={1: "F11", 2: "F13 prone"}).roll(3, 2)
    assert t.options() == ["push north-east", "push south-east"]
    with t.refused("R5.4", "player"):
        t.push("east")


@clause("R6.6")
def test_a_single_free_hex_needs_no_choice() -> None:
    t = met(home={1: "F11", 2: "F13 prone"}, visitor={1: "F12", 3: "E12"}).roll(3, 2)
    assert (t.phase, t.where("Visitor 1")) == ("follow", "G12")
    t.follow()
    assert (t.facing("Home 1"), t.facing("Visitor 1")) == ("south-east", "north-west")


@clause("R6.6")
def test_with_no_free_hex_there_is_no_push_and_no_follow_up() -> None:
    taken = {2: "F13", 3: "E12", 6: "G12"}
    for attack, reply in ((3, 2), (3, 1)):
        t = arena(home={1: "F11", **taken}, visitor={1: "F12 north-west"}).slam(1).tackle(1).slamback()
        t.roll(attack, reply)
        assert (t.where("Visitor 1"), t.facing("Visitor 1"), t.where("Home 1")) == ("F12", "west", "F11")
        if reply == 1:
            # the rest applies
            assert (t.prone("Visitor 1"), t.due) == (True, "Visitor 1: armour, 4 at 4+")
        else:
            assert (t.phase, t.prone("Visitor 1")) == ("rush", False)


@clause("R6.6")
def test_nobody_is_pushed_through_a_wall() -> None:
    # the corner in the east: walls on all three sides
    t = arena(home={1: "F20"}, visitor={1: "F21"}).slam(1).tackle(1).slamback().roll(2, 1)
    assert (t.where("Visitor 1"), t.prone("Visitor 1"), t.phase) == ("F21", True, "test")
    # the north edge: two of the three
    t = (
        arena(home={1: "B9 north-west"}, visitor={1: "A8 south-east"}, ball="K8")
        .slam(1)
        .tackle(1)
        .slamback()
        .roll(3, 2)
    )
    assert (t.phase, t.where("Visitor 1")) == ("follow", "A7")
    t.decline()
    assert (t.facing("Home 1"), t.facing("Visitor 1")) == ("north-west", "south-east")


@clause("R6.6", "R5.5")
def test_a_jack_who_is_pushed_onto_the_ball_must_pick_it_up() -> None:
    start = arena(home={1: "F11"}, visitor={3: "F12"}, ball="F13").slam(1).tackle(3).slamback().roll(3, 2)
    start.push("east")
    assert start.copy().decline().due == "Visitor 3: pick up, 3 at 4+"
    # the one who follows threatens him
    start.follow()
    assert start.due == "Visitor 3: pick up, 2 at 4+"
    t = start.copy().roll(1)
    assert (t.ball, t.facing("Visitor 3"), t.phase, t.asked) == ("Visitor 3", "west", "face", "Visitor")
    t.face("east")
    assert (t.facing("Visitor 3"), t.phase, t.asked, t.tokens) == ("east", "rush", "Home", 4)
    t = start.copy().roll(0).scatter("east", 2)
    assert (t.ball, t.side, t.phase, t.prone("Visitor 3")) == ("F15", "Home", "rush", False)
    t = start.roll(2)
    assert (t.phase, t.asked, t.side) == ("free", "Visitor", "Home")
    t.run(3).step("east")
    assert t.due == "Visitor 3: evade, 2 at 3+"
    t.roll(1).step("east", 4).face("east")
    assert (t.where("Visitor 3"), t.ball, t.side, t.asked, t.tokens) == (
        "F18",
        "Visitor 3",
        "Home",
        "Home",
        4,
    )


@clause("R6.6", "R5.5")
def test_a_striker_too() -> None:
    t = arena(home={1: "F11"}, visitor={4: "F12"}, ball="F13", teams=HUMANS).slam(1).tackle(4).roll(3, 2)
    assert t.push("east").decline().due == "Visitor 4: pick up, 4 at 4+"


@clause("R6.6", "R5.5")
def test_a_guard_who_is_pushed_onto_the_ball_kicks_it_away() -> None:
    t = met(ball="F13").roll(3, 2).push("east").decline()
    assert (t.phase, t.ball) == ("scatter", "F13")
    assert (t.scatter("east", 1).side, t.phase, t.ball, t.tokens) == ("Home", "rush", "F14", 4)


@clause("R6.6", "R5.5", "R3.2")
def test_a_player_of_the_rushing_team_who_fails_on_the_ball_ends_the_rush() -> None:
    t = arena(home={2: "F11"}, visitor={1: "F12"}, ball="F10").slam(2).tackle(1).slamback().roll(2, 3)
    t.push("west").decline()
    assert t.due == "Home 2: pick up, 3 at 4+"
    assert t.copy().roll(0).scatter("west", 1).side == "Visitor"
    kept = t.roll(1).face("west")
    assert (kept.side, kept.ball, kept.phase, kept.tokens) == ("Home", "Home 2", "rush", 4)


@clause("R6.6", "R5.5")
def test_one_who_is_knocked_down_onto_the_ball_only_scatters_it() -> None:
    for player in (1, 3):
        t = arena(home={1: "F11"}, visitor={player: "F12"}, ball="F13").slam(1).tackle(player).slamback()
        t.roll(2, 1).push("east").decline()
        assert (t.phase, t.ball, t.prone(f"Visitor {player}")) == ("scatter", "F13", True)
        t.scatter("east", 2)
        assert t.due.startswith(f"Visitor {player}: armour")
        assert t.roll(1).side == "Home"
    # the rushing side's own player: no failure
    t = arena(home={2: "F11"}, visitor={1: "F12"}, ball="F10").slam(2).tackle(1).slamback().roll(0, 1)
    t.push("west").decline().scatter("west", 1).roll(1)
    assert (t.side, t.phase) == ("Home", "rush")


# R6.7: armour


@clause("R6.7")
@pytest.mark.parametrize("attack", [1, 2, 3])
@pytest.mark.parametrize("saved", range(5))
def test_hits_less_saves_are_the_turns_out_of_play(attack: int, saved: int) -> None:
    t = met().roll(attack, 0).push("east").decline()
    assert t.due == "Visitor 1: armour, 4 at 4+"
    t.roll(saved)
    left = max(0, attack - saved)
    assert t.out("Visitor 1") == left
    assert t.where("Visitor 1") == ("out" if left else "F13")
    assert t.prone("Visitor 1") == (not left)
    assert (t.phase, t.asked) == ("rush", "Home")


@clause("R6.7")
def test_hits_are_the_difference_in_successes() -> None:
    t = met().roll(3, 1).push("east").decline().roll(0)
    assert t.out("Visitor 1") == 2
    t = met().roll(1, 3).push("west").decline().roll(1)
    assert t.out("Home 1") == 1


@clause("R6.7")
def test_one_who_comes_back_stands() -> None:
    t = met().roll(1, 0).push("east").decline().roll(0).end().end().end()
    t.enter(1, "north")
    assert (t.where("Visitor 1"), t.prone("Visitor 1"), t.phase) == ("A16", False, "move")


@clause("R6.7", "R3.2")
def test_the_free_action_of_who_caught_the_ball_comes_before_the_armour_check() -> None:
    # a die that explodes makes the catch of a ball that scatters worth two
    t = (
        arena(home={1: "F11", 4: "F16 west"}, visitor={3: "F12"}, ball="Visitor 3", exploding_sixes=True)
        .slam(1)
        .tackle(3)
        .dodge()
        .roll(1, 0)
        .push("east")
        .decline()
        .scatter("east", 3)
    )
    t.roll(2)
    assert (t.phase, t.asked, t.ball) == ("free", "Home", "Home 4")
    t.run(4).step("east").face("east").roll(0)
    assert (t.where("Visitor 3"), t.side, t.tokens, t.ball) == ("out", "Home", 4, "Home 4")
