"""Standing up, and what a prone player does not do (R9)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena
from tests.rules.scenario import clause


@clause("R9.1")
def test_standing_up_costs_a_token_and_a_test_of_speed() -> None:
    t = arena(home={3: "F8 prone"}).stand(3)
    assert (t.due, t.tokens) == ("Home 3: stand up, 3 at 4+", 4)
    t = arena(visitor={3: "F8 prone"}, side="Visitor").stand(3)
    assert t.due == "Visitor 3: stand up, 3 at 3+"


@clause("R9.1")
def test_0_he_stays_down_and_the_rush_goes_on() -> None:
    t = arena(home={3: "F8 prone"}).stand(3).roll(0)
    assert (t.prone("Home 3"), t.phase, t.asked, t.tokens, t.side) == (True, "rush", "Home", 4, "Home")
    # he may try again
    assert not t.stand(3).roll(1).prone("Home 3")


@clause("R9.1")
def test_1_he_stands_with_any_facing() -> None:
    t = arena(home={3: "F8 prone"}).stand(3).roll(1)
    assert (t.phase, t.asked) == ("face", "Home")
    assert t.options() == [f"face {side}" for side in COMPASS]
    t.face("north-west")
    assert (t.prone("Home 3"), t.facing("Home 3"), t.where("Home 3")) == (False, "north-west", "F8")
    assert (t.phase, t.tokens) == ("rush", 4)


@clause("R9.1")
@pytest.mark.parametrize("successes", [2, 3])
def test_2_he_stands_and_has_a_free_action_that_is_no_sprint(successes: int) -> None:
    t = arena(home={2: "F11 prone"}, visitor={3: "F12 east"}).stand(2).roll(successes).face("east")
    assert (t.phase, t.asked, t.tokens) == ("free", "Home", 4)
    assert t.options() == ["run with player 2", "slam with player 2", "leave it at that"]
    with t.refused("R9.1", "cannot be a Sprint"):
        t.sprint(2)
    with t.refused("R5.5", "Another player"):
        t.run(3)
    assert t.copy().decline().phase == "rush"
    ran = t.copy().run(2).step("west", 5).face("east")
    assert (ran.where("Home 2"), ran.tokens, ran.phase) == ("F6", 4, "rush")
    t.slam(2).tackle(3)
    assert t.due == "Home 2: attack, 3 at 4+"


@clause("R9.1")
def test_the_free_action_is_one_of_his_role() -> None:
    for player, acts in ((1, ["run", "slam"]), (2, ["run", "slam", "steal"]), (4, ["run", "steal"])):
        t = arena(home={player: "F11 prone"}, visitor={3: "F12 east"}, ball="Visitor 3").stand(player).roll(2)
        t.face("east")
        assert t.options() == [*(f"{act} with player {player}" for act in acts), "leave it at that"]


@clause("R9.1")
def test_without_an_enemy_in_reach_only_a_run_is_left() -> None:
    t = arena(home={2: "F11 prone"}, visitor={3: "F15"}).stand(2).roll(2).face("east")
    assert t.options() == ["run with player 2", "leave it at that"]
    with t.refused("R6.1", "within reach"):
        t.slam(2)
    with t.refused("R7.1", "has the ball"):
        t.throw(2)


@clause("R9.1", "R6.1")
def test_a_free_slam_moves_as_any_other() -> None:
    t = arena(home={1: "F8 prone"}, visitor={3: "F12"}).stand(1).roll(2).face("west").slam(1).step("east", 3)
    assert t.tackle(3).dodge().due == "Home 1: attack, 4 at 4+"
    t.roll(1, 1)
    assert (t.phase, t.tokens) == ("rush", 4)


@clause("R9.1", "R6.4")
def test_a_free_steal_may_take_the_ball() -> None:
    t = arena(home={2: "F11 prone"}, visitor={3: "F12 east"}, ball="Visitor 3").stand(2).roll(2).face("east")
    t.steal(2).tackle(3).roll(1, 0)
    assert (t.ball, t.phase, t.tokens) == ("Home 2", "rush", 4)


@clause("R9.1", "R5.5")
def test_a_free_run_may_earn_another_free_action() -> None:
    t = arena(home={3: "F8 prone"}, ball="F9").stand(3).roll(2).face("east").run(3).step("east").roll(2)
    assert (t.phase, t.options()) == (
        "free",
        ["run with player 3", "throw with player 3", "leave it at that"],
    )


@clause("R9.1")
def test_the_facing_comes_before_the_free_action() -> None:
    t = arena(home={2: "F11 prone"}, visitor={3: "F12 east"}).stand(2).roll(2).face("west").slam(2)
    with t.refused("R6.1", "threatens"):
        t.tackle(3)


@clause("R9.1")
def test_a_prone_player_does_nothing_else() -> None:
    t = arena(home={1: "F8 prone", 2: "F10 prone", 4: "F14 prone"}, visitor={3: "F11"}, ball="Visitor 3")
    for player, acts in ((1, ("run", "sprint", "slam")), (2, ("slam", "steal")), (4, ("run", "steal"))):
        for act in acts:
            with t.refused("R9.1", "only stand up"):
                t.play(f"{act} with player {player}")


@clause("R9.1")
def test_one_who_stands_does_not_stand_up() -> None:
    with (t := arena(home={3: "F8"})).refused("R9.1", "already standing"):
        t.stand(3)


@clause("R9.1", "R1.5")
def test_a_prone_player_threatens_nothing() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12 prone"}).run(3).step("west")
    assert t.phase == "move"


@clause("R9.1", "R6.1")
def test_a_prone_carrier_there_is_none_and_a_prone_player_cannot_be_slammed() -> None:
    t = arena(home={1: "F11", 4: "G11"}, visitor={3: "F12 prone", 4: "F14"}).slam(1)
    with t.refused("R6.1", "threatens"):
        t.tackle(3)


@clause("R9.1", "R5.4")
def test_he_takes_up_his_hex_all_the_same() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12 prone"}).run(3)
    with t.refused("R5.4", "player"):
        t.step("east")
