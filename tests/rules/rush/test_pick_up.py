"""Coming upon the ball: the pick-up, Guards, falls, and the free action that it earns (R5.5)."""

import pytest

from tests.rules.rush.arena import COMPASS, Arena, arena
from tests.rules.scenario import clause


def upon(player: int = 3, act: str = "run", **changes: object) -> Arena:
    """A player of Home goes from F5 to the ball at F6."""
    given: dict[str, object] = {"home": {player: "F5"}, "ball": "F6", **changes}
    return arena(**given).play(f"{act} with player {player}").step("east")


@clause("R5.5")
@pytest.mark.parametrize(("player", "dice"), [(2, 3), (4, 4)])
def test_a_jack_or_striker_who_enters_the_balls_hex_must_pick_up(player: int, dice: int) -> None:
    t = upon(player)
    assert (t.due, t.where(f"Home {player}")) == (f"Home {player}: pick up, {dice} at 4+", "F6")


@clause("R5.5")
def test_0_the_ball_scatters_and_the_rush_ends() -> None:
    t = upon().roll(0)
    assert (t.phase, t.ball, t.prone("Home 3"), t.acting) == ("scatter", "F6", False, "")
    t.scatter("north-east", 1)
    assert (t.ball, t.side, t.where("Home 3")) == ("E6", "Visitor", "F6")


@clause("R5.5")
def test_1_he_has_it_and_the_action_ends_with_any_facing() -> None:
    t = upon().roll(1)
    assert (t.ball, t.phase, t.asked) == ("Home 3", "face", "Home")
    assert t.options() == [f"face {side}" for side in COMPASS]
    t.face("south-west")
    assert (t.facing("Home 3"), t.phase, t.side, t.tokens) == ("south-west", "rush", "Home", 4)


@clause("R5.5")
@pytest.mark.parametrize("successes", [2, 3])
def test_2_he_has_it_and_a_free_run_or_throw(successes: int) -> None:
    t = upon().roll(successes)
    assert (t.ball, t.phase, t.asked, t.tokens) == ("Home 3", "free", "Home", 4)
    assert t.options() == ["run with player 3", "throw with player 3", "leave it at that"]
    for act in ("sprint", "slam", "steal"):
        with t.refused("R5.5", "free action"):
            t.play(f"{act} with player 3")
    with t.refused("R5.5", "Another player"):
        t.run(4)
    ended = t.copy().decline()
    assert (ended.phase, ended.side, ended.tokens, ended.ball) == ("rush", "Home", 4, "Home 3")
    t.run(3).step("east", 5)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")
    t.face("west")
    assert (t.where("Home 3"), t.facing("Home 3"), t.tokens, t.side) == ("F11", "west", 4, "Home")


@clause("R5.5")
def test_the_free_throw_costs_no_token_and_has_its_jacks_hex() -> None:
    t = upon(home={3: "F5", 5: "F10"}).roll(2).throw(3).step("east").aim("F10")
    assert (t.due, t.tokens) == ("Home 3: throw, 2 at 4+", 4)
    assert (t.roll(1, 1).ball, t.side) == ("Home 5", "Visitor")


@clause("R5.5")
def test_a_carrier_has_no_second_pick_up_and_no_free_action_without_one() -> None:
    t = upon().roll(1).face("east").run(3).step("east").face("east")
    assert (t.phase, t.tokens, t.ball) == ("rush", 3, "Home 3")


@clause("R5.5")
@pytest.mark.parametrize(("player", "dice"), [(2, 2), (4, 3)])
def test_one_who_sprinted_has_a_die_less(player: int, dice: int) -> None:
    t = upon(player, "sprint")
    assert t.due == f"Home {player}: pick up, {dice} at 4+"


@clause("R5.5", "R5.1")
def test_a_sprint_ends_with_the_pick_up_and_with_any_facing() -> None:
    t = upon(act="sprint").roll(1)
    assert (t.ball, t.phase, t.options()) == ("Home 3", "face", [f"face {side}" for side in COMPASS])
    t.face("west")
    assert (t.facing("Home 3"), t.phase, t.tokens) == ("west", "rush", 4)
    t = upon(act="sprint").roll(2)
    assert t.phase == "free"
    t.run(3).step("north-west")
    assert t.where("Home 3") == "E5"


@clause("R5.5")
@pytest.mark.parametrize("act", ["run", "sprint"])
def test_a_guard_kicks_the_ball_away_and_goes_on(act: str) -> None:
    t = upon(1, act)
    assert (t.phase, t.ball, t.where("Home 1")) == ("scatter", "F6", "F6")
    t.scatter("south-east", 2)
    assert (t.phase, t.asked, t.acting, t.ball) == ("move", "Home", "Home 1", "H6")
    assert (t.side, t.tokens) == ("Home", 4)
    t.step("east", 4 if act == "run" else 9)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")
    t.face("east")
    assert (t.phase, t.tokens, t.prone("Home 1")) == ("rush", 4, False)


@clause("R5.5")
def test_a_guard_may_kick_it_again_and_again() -> None:
    t = upon(1).scatter("east", 1)
    assert t.ball == "F7"
    t.step("east")
    assert (t.phase, t.ball) == ("scatter", "F7")
    t.scatter("east", 1).step("east").scatter("east", 6)
    assert (t.phase, t.where("Home 1"), t.ball) == ("move", "F8", "F14")
    t.step("east", 2)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")


@clause("R5.5", "R6.1", "R5.7")
def test_a_guard_who_slams_kicks_it_too_and_slams() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F12"}, ball="F11").slam(1).step("east").scatter("south-east", 1)
    t.tackle(3).dodge()
    assert t.due == "Home 1: attack, 4 at 4+"


@clause("R5.5", "R8.2")
def test_who_catches_the_ball_that_a_guard_kicked_acts_first() -> None:
    t = upon(1, home={1: "F5", 4: "F9 west"}, exploding_sixes=True).scatter("east", 3).roll(2)
    assert (t.phase, t.ball) == ("free", "Home 4")
    t.run(4).step("east").face("east")
    assert (t.phase, t.acting, t.where("Home 4")) == ("move", "Home 1", "F10")
    assert t.step("east", 2).where("Home 1") == "F8"


@clause("R5.5", "R3.2", "R8.2")
def test_a_kick_that_a_mate_fails_to_catch_ends_nothing_or_by_the_setting_the_rush() -> None:
    t = upon(1, home={1: "F5", 4: "F9 west"}).scatter("east", 3).roll(0).scatter("east", 1)
    assert (t.ball, t.side, t.phase, t.acting) == ("F10", "Home", "move", "Home 1")
    t = upon(1, home={1: "F5", 4: "F9 west"}, drop="any").scatter("east", 3).roll(0).scatter("east", 1)
    assert (t.ball, t.side, t.phase, t.acting) == ("F10", "Visitor", "rush", "")


@clause("R5.5", "R5.2", "R5.6")
def test_one_who_falls_onto_the_ball_only_scatters_it() -> None:
    # a Dash that fails, and an Evade
    t = arena(home={3: "F5"}, ball="F11").run(3).step("east", 5).dash("east").roll(0)
    assert (t.prone("Home 3"), t.phase, t.ball) == (True, "scatter", "F11")
    assert (t.scatter("east", 2).side, t.phase, t.ball, t.tokens) == ("Home", "rush", "F13", 4)
    t = arena(home={3: "F11"}, visitor={1: "F12"}, ball="F10").run(3).step("west").roll(0)
    assert (t.prone("Home 3"), t.phase, t.ball) == (True, "scatter", "F10")
    assert t.scatter("west", 2).side == "Home"


@clause("R5.5", "R5.2", "R5.3")
def test_dash_and_evade_come_before_the_pick_up() -> None:
    t = arena(home={3: "F6"}, visitor={1: "F12"}, ball="E10").run(3).step("east", 5).dash("north-west")
    assert t.where("Home 3") == "E10"
    assert t.due == "Home 3: dash, 2 at 4+"
    assert t.roll(1).due == "Home 3: evade, 2 at 4+"
    assert t.roll(1).due == "Home 3: pick up, 3 at 4+"


@clause("R5.5", "R5.6")
def test_a_guard_who_falls_onto_the_ball_does_not_go_on() -> None:
    t = arena(home={1: "F5"}, ball="F11").run(1).step("east", 5).dash("east").roll(0).scatter("east", 1)
    assert (t.prone("Home 1"), t.phase, t.acting, t.tokens) == (True, "rush", "", 4)


@clause("R5.5")
def test_a_prone_player_beside_the_ball_is_not_upon_it() -> None:
    t = arena(home={3: "F5 prone"}, ball="F6").stand(3).roll(1).face("east")
    assert (t.ball, t.phase) == ("F6", "rush")


@clause("R5.5", "R3.2")
def test_visitors_failure_ends_visitors_rush() -> None:
    t = arena(visitor={3: "F16"}, ball="F15", side="Visitor").run(3).step("west").roll(0).scatter("west", 1)
    assert t.side == "Home"
