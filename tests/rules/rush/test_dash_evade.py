"""Dash and Evade, who is in the way, and falling (R5.2, R5.3, R5.4, R5.6)."""

import pytest

from tests.rules.rush.arena import COMPASS, arena
from tests.rules.scenario import clause

FACES = {f"face {side}" for side in COMPASS}


def kinds(options: list[str], word: str) -> set[str]:
    """The sides of the options that begin with this word."""
    return {option.removeprefix(f"{word} ") for option in options if option.startswith(f"{word} ")}


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
