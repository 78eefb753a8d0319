"""Who comes on from the bench, where and how (R3.4)."""

import pytest

from tests.rules.rush.arena import arena
from tests.rules.scenario import clause


@clause("R3.4")
def test_a_bench_player_enters_with_a_token_and_runs_move_less_1() -> None:
    t = arena(home={1: "F5"}).enter(4, "north")
    assert (t.where("Home 4"), t.phase, t.acting, t.tokens) == ("A1", "move", "Home 4", 4)
    t.step("east", 4)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")
    t.dash("east")
    assert t.due == "Home 4: dash, 4 at 4+"
    t.roll(1).face("west")
    assert (t.where("Home 4"), t.facing("Home 4"), t.phase) == ("A6", "west", "rush")


@clause("R3.4")
def test_he_may_stay_where_he_enters() -> None:
    t = arena(home={1: "F5"}).enter(4, "south").face("north-east")
    assert (t.where("Home 4"), t.facing("Home 4"), t.prone("Home 4")) == ("K1", "north-east", False)


@clause("R3.4", "R5.5")
def test_a_ball_on_the_entry_hex_comes_first() -> None:
    t = arena(home={1: "F5"}, ball="A1").enter(4, "north")
    assert t.due == "Home 4: pick up, 4 at 4+"
    assert t.copy().roll(1).phase == "face"
    free = t.copy().roll(2)
    assert (free.phase, free.ball) == ("free", "Home 4")
    assert t.roll(0).scatter("east", 4).side == "Visitor"


@clause("R3.4", "R5.5")
def test_a_guard_kicks_it_away_and_goes_on() -> None:
    t = arena(home={2: "F5"}, ball="A1").enter(1, "north")
    assert (t.phase, t.ball) == ("scatter", "A1")
    t.scatter("south-east", 3)
    assert (t.phase, t.acting, t.ball) == ("move", "Home 1", "D4")
    t.step("east", 4)
    with t.refused("R5.2", "No movement is left"):
        t.step("east")


@clause("R3.4")
@pytest.mark.parametrize("who", ["home", "visitor"])
@pytest.mark.parametrize("state", ["", " prone"])
def test_a_taken_entry_hex_is_closed(who: str, state: str) -> None:
    t = arena(**{who: {2: f"A1{state}"}})
    with t.refused("R3.4", "entry"):
        t.enter(1, "north")
    assert t.enter(1, "south").where("Home 1") == "K1"


@clause("R3.4")
def test_only_while_fewer_than_6_are_on() -> None:
    six = {1: "F5", 2: "F7", 3: "F9", 4: "H5", 5: "H7", 6: "H9 prone"}
    t = arena(home=six)
    with t.refused("R3.4", "as many players"):
        t.enter(7, "north")
    t = arena(home={**six, 6: "out 1"})
    t.enter(7, "north").face("east")
    with t.refused("R3.4", "as many players"):
        t.enter(8, "north")


@clause("R3.4")
def test_the_number_on_the_pitch_is_a_setting() -> None:
    t = arena(home={1: "F5"}, on_pitch=1)
    with t.refused("R3.4", "as many players"):
        t.enter(2, "north")


@clause("R3.4")
def test_only_players_of_the_bench_enter() -> None:
    t = arena(home={1: "F5", 2: "out 1"}, team=6)
    for player in (1, 2):
        with t.refused("R3.4", "bench"):
            t.enter(player, "north")
    with t.refused("R2.2", "number"):
        t.enter(7, "north")


@clause("R3.4", "R3.1")
def test_players_off_the_pitch_do_nothing_else() -> None:
    t = arena(home={1: "F5", 2: "out 1"}, team=6)
    for player in (2, 3):
        for act in ("run", "sprint", "slam", "steal", "throw", "stand up"):
            with t.refused("R3.4", "not on the pitch"):
                t.play(f"{act} with player {player}")
    with t.refused("R2.2", "number"):
        t.run(7)


@clause("R3.4", "R5.3")
def test_leaving_a_threatened_entry_hex_is_an_evade() -> None:
    t = arena(visitor={1: "A2 west"}).enter(4, "north")
    assert t.phase == "move"
    assert t.step("south-west").due == "Home 4: evade, 3 at 4+"
