"""How throws and their chains end a rush, by both readings (R3.2)."""

import pytest

from tests.rules.rush.arena import arena
from tests.rules.scenario import clause


@clause("R3.2", "R7.3")
@pytest.mark.parametrize(("setting", "side"), [("always", "Visitor"), ("incomplete", "Home")])
def test_a_pass_that_is_caught_ends_the_rush_or_not(setting: str, side: str) -> None:
    t = arena(home={4: "F5", 5: "F8"}, ball="Home 4", throw_ends=setting).throw(4).aim("F8").roll(1, 1)
    assert (t.side, t.ball, t.phase) == (side, "Home 5", "rush")


@clause("R3.2", "R7.2")
@pytest.mark.parametrize(("setting", "side"), [("always", "Visitor"), ("incomplete", "Home")])
def test_a_strike_ends_the_rush_or_not(setting: str, side: str) -> None:
    t = arena(home={4: "F17"}, ball="Home 4", throw_ends=setting).throw(4).aim("F20").roll(1)
    assert (t.side, t.lead, t.ball) == (side, 3, "out of play")
    assert t.phase == {"Home": "rush", "Visitor": "launch"}[side]


@clause("R3.2", "R7.2")
@pytest.mark.parametrize("setting", ["always", "incomplete"])
def test_a_strike_that_misses_ends_it_by_both_readings(setting: str) -> None:
    t = arena(home={4: "F17"}, ball="Home 4", throw_ends=setting).throw(4).aim("F20").roll(0)
    assert (t.scatter("west", 1).side, t.ball) == ("Visitor", "F19")


@clause("R3.2", "R7.3", "R7.4")
@pytest.mark.parametrize("setting", ["always", "incomplete"])
def test_a_pass_that_nobody_catches_ends_it_by_both_readings(setting: str) -> None:
    for throw in (0, 1):
        t = arena(home={4: "F5", 5: "F8"}, ball="Home 4", throw_ends=setting).throw(4).aim("F8")
        assert t.roll(throw, 0).scatter("north-east", 1).side == "Visitor"


@clause("R3.2", "R7.3")
@pytest.mark.parametrize(("setting", "side"), [("always", "Visitor"), ("incomplete", "Home")])
def test_a_bad_pass_that_is_caught_all_the_same_is_complete(setting: str, side: str) -> None:
    t = arena(home={4: "F5", 5: "F8"}, ball="Home 4", throw_ends=setting).throw(4).aim("F8").roll(0)
    assert t.due == "Home 5: catch, 1 at 4+"
    assert (t.roll(1).side, t.ball) == (side, "Home 5")


@clause("R3.2", "R7.4")
def test_a_throw_ends_it_only_after_its_whole_chain() -> None:
    # pass, catch, free throw, catch, free run
    t = arena(home={4: "F5", 5: "F8", 8: "F12"}, ball="Home 4").throw(4).aim("F8").roll(2, 2)
    assert (t.side, t.phase, t.asked) == ("Home", "free", "Home")
    t.throw(5).aim("F12").roll(2, 2)
    assert (t.side, t.phase) == ("Home", "free")
    t.run(8).step("east", 5)
    assert t.side == "Home"
    t.face("east")
    assert (t.side, t.ball, t.where("Home 8")) == ("Visitor", "Home 8", "F17")


@clause("R3.2", "R7.4", "R7.2")
def test_a_strike_at_the_end_of_a_chain() -> None:
    t = arena(home={4: "F12", 5: "F17"}, ball="Home 4", tokens=1).throw(4).aim("F17").roll(2, 2)
    t.throw(5).aim("F20").roll(1)
    assert (t.lead, t.side, t.phase) == (3, "Visitor", "launch")


@clause("R3.2")
def test_incomplete_a_chain_costs_no_token_and_the_rush_goes_on() -> None:
    t = arena(home={4: "F12", 5: "F17"}, ball="Home 4", throw_ends="incomplete").throw(4).aim("F17")
    t.roll(2, 2).throw(5).aim("F20").roll(1)
    assert (t.lead, t.side, t.phase, t.tokens, t.ball) == (3, "Home", "rush", 4, "out of play")
    # no launch before the next rush
    t.run(4).face("east").end()
    assert (t.phase, t.side) == ("launch", "Visitor")


@clause("R3.2", "R7.4")
def test_a_chain_ends_after_30_free_actions() -> None:
    t = arena(home={4: "F5", 5: "F8 west"}, ball="Home 4").throw(4)
    thrower, catcher = 4, 5
    for n in range(31):
        t.aim(t.where(f"Home {catcher}")).roll(2, 2)
        if n == 30:
            break
        assert t.phase == "free"
        thrower, catcher = catcher, thrower
        t.throw(thrower)
    assert (t.phase, t.side, t.ball) == ("rush", "Visitor", f"Home {catcher}")


@clause("R3.2")
def test_the_count_of_free_actions_starts_anew_with_each_token() -> None:
    t = arena(home={4: "F5", 5: "F8 west"}, ball="Home 4", throw_ends="incomplete")
    for _ in range(2):
        t.throw(4)
        for _ in range(10):
            t.aim("F8").roll(2, 2).throw(5).aim("F5").roll(2, 2).throw(4)
        t.face("east")
        assert t.side == "Home"


@clause("R3.2")
def test_a_free_action_left_alone_ends_the_chain() -> None:
    t = arena(home={4: "F5", 5: "F8"}, ball="Home 4").throw(4).aim("F8").roll(2, 2).decline()
    assert (t.side, t.ball) == ("Visitor", "Home 5")


@clause("R3.2", "R2.3")
def test_the_last_token_ends_the_rush_after_its_free_action() -> None:
    t = arena(home={4: "F5"}, ball="F6", tokens=1).run(4).step("east").roll(2)
    assert (t.side, t.phase, t.tokens) == ("Home", "free", 0)
    assert t.run(4).step("east").face("east").side == "Visitor"
