"""Dodges: facing, the free hex, and the attacker who turns (R6.5)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena
from tests.rules.rush.positions import met, state
from tests.rules.scenario import clause


@clause("R6.5", "R6.3")
def test_a_slam_that_beats_a_dodge_pushes_as_well() -> None:
    t = met("dodge").roll(3, 2).push("north-east").follow()
    assert state(t, "Visitor 1") == ("E12", "south-west", False)
    t = met("dodge").roll(2, 1).push("north-east").follow()
    assert t.prone("Visitor 1")


@clause("R6.5")
def test_one_who_dodges_may_turn_to_face() -> None:
    start = arena(home={1: "F11"}, visitor={1: "F12 east"}, opponent_threatens=False).slam(1).tackle(1)
    start.roll(2, 3)
    assert (start.phase, start.asked) == ("face", "Visitor")
    assert set(start.options()) == {"face west", "face east"}
    with start.refused("R6.5", "attacker"):
        start.face("north-east")
    assert start.copy().face("west").facing("Visitor 1") == "west"
    t = start.face("east")
    assert state(t, "Visitor 1") == ("F12", "east", False)
    assert state(t, "Home 1") == ("F11", "east", False)
    assert (t.phase, t.asked, t.tokens) == ("rush", "Home", 4)


@clause("R6.5")
def test_one_who_faces_him_already_is_not_asked() -> None:
    t = (
        arena(home={2: "F11"}, visitor={3: "F12"}, opponent_threatens=False)
        .slam(2)
        .tackle(3)
        .dodge()
        .roll(2, 3)
    )
    assert (t.phase, t.asked, t.facing("Visitor 3")) == ("rush", "Home", "west")


@clause("R6.5")
def test_a_dodge_that_doubles_gives_a_free_hex_and_the_attacker_turns() -> None:
    start = arena(home={1: "F11"}, visitor={3: "F12"}, ball="A8").slam(1).tackle(3).dodge().roll(1, 2)
    assert (start.phase, start.asked) == ("sidestep", "Visitor")
    sides = {option for option in start.options() if option.startswith("sidestep")}
    assert sides == {f"sidestep {side}" for side in COMPASS if side != "west"}
    for side, to, facing in (
        ("east", "F13", "east"),
        ("north-west", "E11", "north-east"),
        ("south-west", "G11", "south-east"),
        # straight between two sides: the one that he faces already
        ("north-east", "E12", "east"),
        ("south-east", "G12", "east"),
    ):
        t = start.copy().sidestep(side)
        assert (t.where("Visitor 3"), t.facing("Home 1"), t.phase) == (to, facing, "rush")
        assert t.where("Home 1") == "F11"
    t = start.copy().decline()
    assert (t.where("Visitor 3"), t.phase, t.tokens) == ("F12", "rush", 4)


@clause("R6.5")
def test_the_attacker_turns_though_the_dodger_stays() -> None:
    t = arena(home={2: "F11 north-east"}, visitor={3: "F12"}).slam(2).tackle(3).dodge().roll(0, 1)
    assert t.decline().facing("Home 2") == "east"


@clause("R6.5")
def test_a_win_by_less_than_double_leaves_the_attacker_as_he_looks() -> None:
    t = arena(home={2: "F11 north-east"}, visitor={3: "F12 south-west"}, opponent_threatens=False).slam(2)
    t.tackle(3).dodge().roll(2, 3).face("west")
    assert (t.facing("Home 2"), t.facing("Visitor 3")) == ("north-east", "west")


@clause("R6.5", "R5.4")
def test_the_free_hex_must_be_free() -> None:
    home = {1: "F11", 2: "F13", 4: "E12 prone"}
    t = arena(home=home, visitor={3: "F12", 4: "G12"}).slam(1).tackle(3).dodge().roll(0, 1)
    assert t.options() == ["sidestep north-west", "sidestep south-west", "leave it at that"]
    with t.refused("R5.4", "player"):
        t.sidestep("east")
    t = arena(home={1: "B9"}, visitor={3: "A9"}).slam(1).tackle(3).dodge().roll(0, 1)
    with t.refused("R5.4", "wall"):
        t.sidestep("north-east")


@clause("R6.5")
def test_a_carrier_dodges_with_the_ball() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3").slam(1).tackle(3).dodge().roll(0, 2)
    t.sidestep("south-east")
    assert (t.ball, t.where("Visitor 3"), t.side, t.phase) == ("Visitor 3", "G12", "Home", "rush")


@clause("R6.5", "R5.5")
def test_a_dodger_may_step_onto_the_ball() -> None:
    start = arena(home={1: "F11"}, visitor={3: "F12"}, ball="F13").slam(1).tackle(3).dodge().roll(0, 2)
    start.sidestep("east")
    assert start.due == "Visitor 3: pick up, 3 at 4+"
    t = start.copy().roll(1)
    assert (t.ball, t.side, t.phase, t.asked) == ("Visitor 3", "Home", "face", "Visitor")
    assert (t.face("east").phase, t.asked, t.facing("Visitor 3")) == ("rush", "Home", "east")
    t = start.copy().roll(0)
    assert (t.phase, t.ball) == ("scatter", "F13")
    assert (t.scatter("east", 1).side, t.phase) == ("Home", "rush")
    t = start.roll(2)
    assert (t.phase, t.asked) == ("free", "Visitor")
    assert t.options() == ["run with player 3", "throw with player 3", "leave it at that"]
    assert (t.decline().side, t.phase, t.facing("Home 1")) == ("Home", "rush", "east")


@clause("R6.5", "R5.5")
def test_a_guard_who_dodges_onto_the_ball_kicks_it_away() -> None:
    t = arena(home={1: "F11"}, visitor={1: "F12"}, ball="F13").slam(1).tackle(1).dodge().roll(0, 2)
    assert (t.sidestep("east").phase, t.ball) == ("scatter", "F13")
    assert (t.scatter("east", 2).side, t.phase, t.ball) == ("Home", "rush", "F15")


@clause("R6.5")
def test_one_who_is_hemmed_in_has_no_free_hex() -> None:
    t = arena(home={1: "F20 east", 3: "E20", 4: "G20 prone"}, visitor={3: "F21"}).slam(1).tackle(3).dodge()
    t.roll(0, 1)
    assert (t.where("Visitor 3"), t.phase, t.asked) == ("F21", "rush", "Home")
    # the attacker turns to face him all the same
    t = arena(home={2: "F20 north-east", 3: "E20", 4: "G20"}, visitor={3: "F21"}).slam(2).tackle(3).dodge()
    assert t.roll(0, 1).facing("Home 2") == "east"


@clause("R6.5")
def test_home_dodges_visitor() -> None:
    t = arena(home={3: "F11"}, visitor={1: "F12"}, side="Visitor").slam(1).tackle(3).dodge().roll(0, 1)
    assert (t.phase, t.asked) == ("sidestep", "Home")
    t.sidestep("north-west")
    assert (t.where("Home 3"), t.facing("Visitor 1"), t.asked) == ("E10", "west", "Visitor")


@clause("R6.5")
@pytest.mark.parametrize(
    ("side", "to", "facing"),
    [
        ("east", "C7", "east"),
        ("south-west", "D6", "south-east"),
        ("north-east", "B6", "east"),
        ("north-west", "B5", "north-east"),
    ],
)
def test_he_turns_wherever_on_the_pitch_they_are(side: str, to: str, facing: str) -> None:
    t = arena(home={1: "C5"}, visitor={3: "C6"}).slam(1).tackle(3).dodge().roll(0, 1).sidestep(side)
    assert (t.where("Visitor 3"), t.facing("Home 1")) == (to, facing)
