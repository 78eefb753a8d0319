"""Run and Sprint, Dash and Evade, falling, and what is in the way (R5.1 to R5.4, R5.6)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena, beside
from tests.rules.scenario import clause

FACES = {f"face {side}" for side in COMPASS}


def kinds(options: list[str], word: str) -> set[str]:
    """The sides of the options that begin with this word."""
    return {option.removeprefix(f"{word} ") for option in options if option.startswith(f"{word} ")}


# Run


@clause("R5.1")
def test_a_run_goes_up_to_move_hexes_turning_freely_with_any_facing_at_the_end() -> None:
    t = arena(home={3: "F6"}).run(3)
    assert (t.phase, t.acting, t.tokens) == ("move", "Home 3", 4)
    for side in ("east", "north-west", "west", "south-west", "south-east"):
        assert kinds(t.options(), "step") == set(COMPASS)
        start = t.where("Home 3")
        t.step(side)
        assert (t.where("Home 3"), t.facing("Home 3")) == (beside(start, side), side)
    assert kinds(t.options(), "step") == set()
    assert set(t.options()) == {*FACES, *(f"dash {side}" for side in COMPASS)}
    t.face("north-east")
    assert (t.phase, t.asked, t.acting) == ("rush", "Home", "")
    assert t.facing("Home 3") == "north-east"


@clause("R5.1")
@pytest.mark.parametrize("hexes", range(6))
def test_a_run_may_be_shorter_or_only_turn(hexes: int) -> None:
    t = arena(home={3: "F6 west"}).run(3).step("east", hexes)
    assert set(t.options()) >= FACES
    t.face("south-west")
    assert (t.phase, t.where("Home 3"), t.facing("Home 3")) == ("rush", f"F{6 + hexes}", "south-west")
    assert t.tokens == 4


@clause("R5.1")
def test_a_step_beyond_the_move_is_a_dash() -> None:
    t = arena(home={3: "F6"}).run(3)
    with t.refused("R5.2", "movement left"):
        t.dash("east")
    t.step("east", 5)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")


@clause("R5.1")
def test_turns_are_not_paid_for_in_a_run() -> None:
    t = arena(home={3: "F6"}).run(3)
    for sentence in ("turn left", "turn right", "dash and turn left", "dash and turn right"):
        with t.refused("R5.1", "Sprint"):
            t.play(sentence)
    t.step("east", 5)
    with t.refused("R5.1", "Sprint"):
        t.wheel("left")


@clause("R5.1")
def test_every_role_runs_and_sprints() -> None:
    for player in (1, 2, 4):
        assert arena(home={player: "F6"}).run(player).phase == "move"
        assert arena(home={player: "F6"}).sprint(player).phase == "move"


# Sprint


@clause("R5.1")
def test_a_sprint_goes_twice_the_move_straight_ahead() -> None:
    t = arena(home={3: "F4"}).sprint(3)
    assert (t.phase, t.acting, t.tokens) == ("move", "Home 3", 4)
    for n in range(10):
        assert kinds(t.options(), "step") == {"east"}
        assert kinds(t.options(), "dash") == set()
        t.step("east")
        assert t.where("Home 3") == f"F{5 + n}"
    assert set(t.options()) == {"dash east", "dash and turn left", "dash and turn right", "face east"}
    t.face("east")
    assert (t.phase, t.facing("Home 3")) == ("rush", "east")


@clause("R5.1")
def test_a_sprint_does_not_step_aside() -> None:
    t = arena(home={3: "F4 north-east"}).sprint(3)
    for side in COMPASS:
        if side != "north-east":
            with t.refused("R5.1", "straight ahead"):
                t.step(side)
    assert t.step("north-east").where("Home 3") == "E4"


@clause("R5.1")
@pytest.mark.parametrize(("hand", "facing"), [("left", "north-east"), ("right", "south-east")])
def test_a_turn_of_60_degrees_costs_a_hex_of_a_sprint(hand: str, facing: str) -> None:
    t = arena(home={3: "F4"}).sprint(3).step("east", 4).turn(hand)
    assert (t.where("Home 3"), t.facing("Home 3")) == ("F8", facing)
    t.turn(hand).turn(hand)
    assert t.facing("Home 3") == "west"
    # four hexes, three turns: three are left
    t.step("west", 3)
    with t.refused("R5.2", "No movement is left"):
        t.step("west")
    with t.refused("R5.2", "No movement is left"):
        t.turn(hand)
    assert t.where("Home 3") == "F5"


@clause("R5.1")
def test_a_sprint_ends_as_it_looks() -> None:
    t = arena(home={3: "F4"}).sprint(3).step("east", 2).turn("left")
    assert FACES & set(t.options()) == {"face north-east"}
    with t.refused("R5.1", "facing"):
        t.face("east")
    assert t.face("north-east").facing("Home 3") == "north-east"


@clause("R5.1", "R5.2")
def test_dashes_after_a_sprint_buy_a_hex_or_a_turn() -> None:
    t = arena(home={3: "F4"}).sprint(3).step("east", 10)
    for side in COMPASS[1:]:
        with t.refused("R5.1", "straight ahead"):
            t.dash(side)
    t.dash("east")
    assert (t.due, t.where("Home 3")) == ("Home 3: dash, 3 at 4+", "F15")
    t.roll(1).wheel("right")
    assert (t.due, t.facing("Home 3")) == ("Home 3: dash, 3 at 4+", "south-east")
    # the second dash needs two
    t.roll(2).dash("south-east")
    assert t.where("Home 3") == "G15"
    assert t.roll(2).prone("Home 3")


@clause("R5.1", "R5.2", "R5.3")
def test_a_dashed_turn_leaves_no_hex_and_needs_no_evade() -> None:
    t = arena(home={3: "F4"}, visitor={1: "F15 west"}).sprint(3).step("east", 10).wheel("left")
    assert t.due == "Home 3: dash, 2 at 4+"
    assert t.roll(1).phase == "move"
    assert (t.where("Home 3"), t.facing("Home 3")) == ("F14", "north-east")


@clause("R5.2", "R5.6")
def test_a_dashed_turn_that_fails_is_a_fall_where_he_is() -> None:
    t = arena(home={3: "F4"}, ball="Home 3").sprint(3).step("east", 10).wheel("left").roll(0)
    assert (t.prone("Home 3"), t.where("Home 3"), t.phase) == (True, "F14", "scatter")
    assert t.scatter("east", 1).side == "Visitor"


@clause("R5.1", "R5.2")
def test_a_turn_is_no_dash_while_movement_is_left() -> None:
    t = arena(home={3: "F4"}).sprint(3).step("east", 9)
    with t.refused("R5.2", "movement left"):
        t.wheel("left")
    with t.refused("R5.2", "movement left"):
        t.dash("east")
    t.turn("left")
    assert "dash and turn left" in t.options()


@clause("R5.1", "R5.3")
def test_a_sprint_evades_too_and_a_turn_in_a_threatened_hex_does_not() -> None:
    t = arena(home={3: "F10"}, visitor={1: "F12 west"}).sprint(3).step("east").turn("left")
    assert t.phase == "move"
    t.step("north-east")
    assert t.due == "Home 3: evade, 2 at 4+"
    assert t.roll(1).where("Home 3") == "E11"
    # E11 is threatened as well
    assert t.step("north-east").phase == "test"


@clause("R5.1")
def test_move_is_the_statistic_of_the_player() -> None:
    slow = (
        'name = "Slow"\nteam = ["Jack"]\n[player.Jack]\nrole = "jack"\nmove = 2\n'
        "strength = 4\nspeed = 4\nskill = 4\narmour = 4\n"
    )
    t = arena(home={1: "F6"}, teams=(slow, "humans")).run(1).step("east", 2)
    assert kinds(t.options(), "step") == set()
    t = arena(home={1: "F6"}, teams=(slow, "humans")).sprint(1).step("east", 4)
    assert kinds(t.options(), "step") == set()


# Dash


@clause("R5.2")
def test_a_dash_that_succeeds_goes_on() -> None:
    t = arena(home={3: "F6"}).run(3).step("east", 5).dash("south-east")
    assert (t.where("Home 3"), t.facing("Home 3")) == ("G11", "south-east")
    t.roll(1)
    assert (t.phase, t.acting, t.prone("Home 3")) == ("move", "Home 3", False)
    assert set(t.options()) == {*FACES, *(f"dash {side}" for side in COMPASS)}


@clause("R5.2", "R5.6")
def test_a_dash_that_fails_is_a_fall_in_the_hex_moved_to() -> None:
    t = arena(home={3: "F6"}).run(3).step("east", 5).dash("south-east").roll(0)
    assert (t.where("Home 3"), t.prone("Home 3")) == ("G11", True)
    # no armour check, the action is over, and the rush goes on
    assert (t.phase, t.asked, t.side, t.tokens) == ("rush", "Home", "Home", 4)


@clause("R5.2")
def test_dashes_are_without_number() -> None:
    own = (
        'name = "Quick"\nteam = ["Star"]\n[player.Star]\nrole = "striker"\nmove = 1\n'
        "strength = 4\nspeed = 2\nskill = 4\narmour = 4\n"
    )
    t = arena(home={1: "F6"}, teams=(own, "humans")).run(1).step("east")
    for n in range(1, 5):
        t.dash("east").roll(n)
    assert (t.where("Home 1"), t.phase) == ("F11", "move")
    assert t.dash("east").roll(4).prone("Home 1")


# Evade


@clause("R5.3")
def test_an_evade_that_succeeds_goes_on_and_one_that_fails_is_a_fall() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12"}).run(3).step("west")
    assert (t.due, t.where("Home 3")) == ("Home 3: evade, 2 at 4+", "F10")
    kept = t.copy().roll(1)
    assert (kept.phase, kept.acting) == ("move", "Home 3")
    assert kept.step("west").phase == "move"
    t.roll(0)
    assert (t.prone("Home 3"), t.where("Home 3"), t.phase, t.tokens) == (True, "F10", "rush", 4)


@clause("R5.3")
def test_stepping_into_a_threatened_hex_needs_none() -> None:
    assert arena(home={3: "F10"}, visitor={1: "F12"}).run(3).step("east").phase == "move"


@clause("R5.3")
def test_going_from_threat_to_threat_of_the_same_enemy_is_an_evade() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12"}).run(3).step("north-east")
    assert t.due == "Home 3: evade, 2 at 4+"


@clause("R5.2", "R5.3")
def test_where_both_are_due_the_dash_comes_first() -> None:
    start = arena(home={3: "F6"}, visitor={1: "F12 west"}).run(3).step("east", 5).dash("north-west")
    assert start.due == "Home 3: dash, 2 at 4+"
    t = start.copy().roll(1)
    assert t.due == "Home 3: evade, 2 at 4+"
    assert t.copy().roll(1).phase == "move"
    assert t.copy().roll(0).prone("Home 3")
    # one who fell in the dash does not evade any more
    t = start.copy().roll(0)
    assert (t.prone("Home 3"), t.phase) == (True, "rush")


@clause("R5.3", "R6.3", "R6.5")
def test_pushes_follow_ups_and_dodge_hexes_need_no_evade() -> None:
    # the slammer and his target both leave hexes that enemies threaten
    home = {1: "F11", 2: "E12 south-west"}
    t = arena(home=home, visitor={3: "F12", 1: "E11 south-west"}).slam(1).tackle(3).slamback()
    t.roll(2, 1).push("east").follow()
    assert t.due == "Visitor 3: armour, 3 at 4+"
    t = arena(home=home, visitor={3: "F12", 1: "E11 south-west"}).slam(1).tackle(3).dodge()
    t.roll(0, 1).sidestep("south-east")
    assert t.phase == "rush"


# in the way


@clause("R5.4")
@pytest.mark.parametrize(
    "who",
    [
        {"home": {5: "F7"}},
        {"home": {5: "F7 prone"}},
        {"visitor": {5: "F7 prone"}},
        {"visitor": {5: "F7 east"}},
    ],
)
def test_nobody_moves_through_players(who: dict[str, dict[int, str]]) -> None:
    home = {3: "F6", **who.get("home", {})}
    for act in ("run", "sprint"):
        t = arena(home=home, visitor=who.get("visitor")).play(f"{act} with player 3")
        assert "east" not in kinds(t.options(), "step")
        with t.refused("R5.4", "player"):
            t.step("east")


@clause("R5.4")
def test_a_dash_does_not_go_through_players_or_walls_either() -> None:
    t = arena(home={3: "B6", 5: "A12"}, ball="K8").run(3).step("north-east").step("east", 4)
    assert t.where("Home 3") == "A10"
    with t.refused("R5.4", "wall"):
        t.dash("north-east")
    t.dash("east").roll(1)
    with t.refused("R5.4", "player"):
        t.dash("east")


# falling


@clause("R5.6")
def test_a_carrier_who_falls_drops_the_ball() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12"}, ball="Home 3").run(3).step("west").roll(0)
    assert (t.phase, t.asked, t.ball) == ("scatter", "dice", "F10")
    t.scatter("west", 2)
    assert (t.ball, t.where("Home 3"), t.prone("Home 3")) == ("F8", "F10", True)
    # R3.2: the rushing team dropped it
    assert (t.side, t.phase) == ("Visitor", "rush")


@clause("R5.6")
def test_he_carries_the_ball_along_otherwise() -> None:
    t = arena(home={3: "F6"}, ball="Home 3").run(3).step("east", 3).face("east")
    assert (t.ball, t.where("Home 3"), t.side) == ("Home 3", "F9", "Home")


@clause("R5.6", "R6.7")
def test_a_fall_needs_no_armour_check() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12"}).run(3).step("west").roll(0)
    assert (t.phase, t.where("Home 3")) == ("rush", "F10")


# R5.7: moving in other actions


@clause("R5.7", "R6.1")
def test_a_jack_may_move_one_hex_in_a_slam_a_steal_and_a_throw() -> None:
    for act, ball in (("slam", "A8"), ("steal", "Visitor 3"), ("throw", "Home 3")):
        t = arena(home={3: "F10"}, visitor={3: "F12"}, ball=ball).play(f"{act} with player 3")
        assert kinds(t.options(), "step") == set(COMPASS)
        t.step("east")
        assert kinds(t.options(), "step") | kinds(t.options(), "dash") == set()
        for sentence in ("step north-east", "dash north-east"):
            with t.refused("R5.7", "one hex at most"):
                t.play(sentence)


@clause("R5.7")
def test_a_jack_evades_in_that_hex() -> None:
    t = arena(home={3: "F11"}, visitor={3: "F12", 4: "H4"}).slam(3).step("north-east")
    assert t.due == "Home 3: evade, 2 at 4+"
    assert t.copy().roll(1).tackle(3).phase == "reply"
    t = t.roll(0)
    assert (t.prone("Home 3"), t.phase, t.tokens) == (True, "rush", 4)


@clause("R5.7")
def test_a_guard_runs_in_a_slam_with_dashes_and_evades() -> None:
    t = arena(home={1: "F4"}, visitor={3: "F12", 1: "E6 south-west"}).slam(1).step("east", 2)
    t.step("east")
    assert t.due == "Home 1: evade, 2 at 4+"
    t.roll(1).step("east").roll(2).step("east")
    assert kinds(t.options(), "step") == set()
    t.dash("east").roll(1).dash("east")
    assert (t.where("Home 1"), t.due) == ("F11", "Home 1: dash, 3 at 4+")
    t.roll(2).tackle(3).dodge()
    assert t.due == "Home 1: attack, 4 at 4+"


@clause("R5.7")
@pytest.mark.parametrize("act", ["steal", "throw"])
def test_a_striker_runs_in_a_steal_and_a_throw_with_dashes(act: str) -> None:
    ball = "Visitor 3" if act == "steal" else "Home 4"
    t = arena(home={4: "F4", 5: "F14"}, visitor={3: "F11"}, ball=ball).play(f"{act} with player 4")
    t.step("east", 5).dash("east")
    assert t.due == "Home 4: dash, 4 at 4+"
    t.roll(1)
    if act == "steal":
        t.tackle(3).dodge()
        assert t.due == "Home 4: attack, 3 at 4+"
    else:
        t.aim("F14")
        assert t.due == "Home 4: throw, 1 at 4+"


@clause("R5.7")
def test_a_fall_ends_the_slam_the_steal_and_the_throw() -> None:
    t = arena(home={1: "F4"}, visitor={3: "F11"}).slam(1).step("east", 5).dash("east").roll(0)
    assert (t.phase, t.tokens, t.prone("Home 1")) == ("rush", 4, True)
    t = (
        arena(home={4: "F4"}, visitor={3: "F11"}, ball="Visitor 3")
        .steal(4)
        .step("east", 5)
        .dash("east")
        .roll(0)
    )
    assert (t.phase, t.tokens, t.ball) == ("rush", 4, "Visitor 3")
    t = arena(home={4: "F4"}, ball="Home 4").throw(4).step("east", 5).dash("east").roll(0)
    assert t.phase == "scatter"


@clause("R5.7", "R5.5")
def test_a_pick_up_ends_a_slam() -> None:
    t = arena(home={3: "F10"}, visitor={3: "F12"}, ball="F11").slam(3).step("east")
    assert t.due == "Home 3: pick up, 2 at 4+"
    t.roll(1)
    assert (t.ball, t.phase) == ("Home 3", "face")
    t.face("north-east")
    assert (t.phase, t.facing("Home 3"), t.tokens) == ("rush", "north-east", 4)


@clause("R5.7")
def test_an_action_may_be_broken_off_and_is_spent() -> None:
    # a Jack who has not moved cannot turn, one who has can, Guard and Striker can
    t = arena(home={3: "F10"}, visitor={3: "F12"}).slam(3)
    assert FACES & set(t.options()) == {"face east"}
    with t.refused("R5.1", "facing"):
        t.face("west")
    assert (t.copy().face("east").phase, t.copy().face("east").tokens) == ("rush", 4)
    t.step("east")
    assert set(t.options()) >= FACES
    assert t.face("west").facing("Home 3") == "west"
    for player, act, ball in ((1, "slam", "A8"), (4, "steal", "Visitor 3"), (4, "throw", "Home 4")):
        t = arena(home={player: "F10"}, visitor={3: "F12"}, ball=ball).play(f"{act} with player {player}")
        assert set(t.options()) >= FACES
        t.face("west")
        assert (t.phase, t.tokens, t.facing(f"Home {player}")) == ("rush", 4, "west")


@clause("R5.7")
def test_moving_comes_before_the_test() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F12"}).slam(1).step("east").tackle(3).dodge().roll(0, 0)
    assert (t.phase, t.acting) == ("rush", "")


@clause("R5.7")
def test_an_action_that_is_a_run_or_sprint_has_no_test_of_its_own() -> None:
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Home 3").run(3)
    with t.refused("R6.1", "no Slam"):
        t.tackle(3)
    with t.refused("R7.1", "no Throw"):
        t.aim("F14")
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Home 3").slam(3)
    with t.refused("R7.1", "no Throw"):
        t.aim("F14")
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Home 3").throw(3)
    with t.refused("R6.1", "no Slam"):
        t.tackle(3)
