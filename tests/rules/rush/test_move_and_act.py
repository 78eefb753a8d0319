"""Moving in a Slam, a Steal and a Throw (R5.7)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena
from tests.rules.scenario import clause

FACES = {f"face {side}" for side in COMPASS}


def kinds(options: list[str], word: str) -> set[str]:
    """The sides of the options that begin with this word."""
    return {option.removeprefix(f"{word} ") for option in options if option.startswith(f"{word} ")}


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
    t = arena(home={3: "F10"}, visitor={3: "E11"}, ball="F11").slam(3).step("east")
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
    with t.refused("R6.1", "not a Slam"):
        t.tackle(3)
    with t.refused("R7.1", "not a Throw"):
        t.aim("F14")
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Home 3").slam(3)
    with t.refused("R7.1", "not a Throw"):
        t.aim("F14")
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Home 3").throw(3)
    with t.refused("R6.1", "not a Slam"):
        t.tackle(3)
