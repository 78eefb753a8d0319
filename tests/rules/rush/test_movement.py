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
