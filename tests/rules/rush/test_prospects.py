"""The tests on the card of a player are those that the rules would make him take where he is (R4)."""

from collections.abc import Mapping

import pytest

from sandtable.authoring.dice import at_least, table
from tests.rules.rush.arena import Arena, arena
from tests.rules.rush.positions import threats
from tests.rules.scenario import clause


def card(t: Arena, name: str) -> dict[str, tuple[str, int | None]]:
    """By the name of each test of a player: its dice, and the dice against an enemy who threatens him."""
    scene = t.position.scene(0)
    side, number = name.split()
    player = next(
        p
        for p in scene["players"]
        if (p["seat"], p["number"]) == (("Home", "Visitor").index(side), int(number))
    )
    found: dict[str, tuple[str, int | None]] = {}
    for test, dice, needed, chance, fought in player["tests"]:
        found[scene["tests"][test]] = f"{dice} at {needed}+" if dice else "no dice", fought
        if chance is not None:
            assert chance == pytest.approx(at_least(table(False), needed, dice, 1), abs=1e-4)
    return found


@clause("R4.1", "R4.4", "R4.5")
@pytest.mark.parametrize(("enemies", "dice"), [(0, 4), (1, 3), (2, 2), (3, 2)])
def test_a_striker_has_a_die_more_and_each_threat_takes_one_two_at_most(enemies: int, dice: int) -> None:
    shown = card(arena(home={4: "F11"}, visitor=threats(enemies)), "Home 4")
    assert shown["Dash"] == shown["Throw, up to 3 hexes"] == (f"{dice} at 4+", None)
    assert "Slam" not in shown


@clause("R5.5", "R6.1", "R7.1", "R9.1")
def test_nobody_is_shown_a_test_that_he_cannot_take() -> None:
    t = arena(home={1: "F5", 3: "F8 prone", 5: "A9"}, visitor={3: "K11"})
    assert {"Pick up", "Steal", "Throw, up to 3 hexes"}.isdisjoint(card(t, "Home 1"))
    assert card(t, "Home 3") == {"Stand up": ("3 at 4+", None)}
    assert {"Slam", "Slamback"}.isdisjoint(card(t, "Home 5"))
    assert card(t, "Home 7") == {}


@clause("R4.4")
@pytest.mark.parametrize("counts", [True, False])
@pytest.mark.parametrize("home", [{2: "F11"}, {1: "F11"}])
@pytest.mark.parametrize("enemies", [1, 2, 3])
def test_the_dice_against_an_opponent_are_those_of_the_slam(
    home: Mapping[int, str], counts: bool, enemies: int
) -> None:
    (own,) = home
    t = arena(home=home, visitor=threats(enemies), opponent_threatens=counts)
    dice, fought = card(t, f"Home {own}")["Slam"]
    due = t.copy().slam(own).tackle(1)
    if due.phase == "reply":
        due.dodge()
    rolled = due.due.split(", ")[1]
    assert rolled == (dice if fought is None else f"{fought}{dice[1:]}")
    assert (fought is not None) == (not counts and enemies < 3)
