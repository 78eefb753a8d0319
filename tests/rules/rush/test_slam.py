"""Slam and Slamback: who, whom, the push, the follow-up, the knock-down and armour (R6)."""

import pytest

from tests.rules.rush.arena import COMPASS, Arena, arena, back, beside, front
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def met(reply: str = "slamback", **places: object) -> Arena:
    """A Guard at F11 slams the Orc at F12; attacker 3 dice, target 3 for a Slamback and 2 for a Dodge."""
    given: dict[str, object] = {"home": {1: "F11"}, "visitor": {1: "F12"}, **places}
    return arena(**given).slam(1).tackle(1).play(reply)


def state(t: Arena, name: str) -> tuple[str, str, bool]:
    return t.where(name), t.facing(name), t.prone(name)


# R6.1: who and whom


@clause("R6.1")
def test_jacks_and_guards_slam_and_strikers_do_not() -> None:
    t = arena(home={1: "F11", 2: "E11", 4: "G11"}, visitor={3: "F12"})
    assert {option for option in t.options() if option.startswith("slam")} == {
        "slam with player 1",
        "slam with player 2",
    }
    with t.refused("R6.1", "Jacks and Guards"):
        t.slam(4)


@clause("R6.1")
@pytest.mark.parametrize(
    ("place", "legal"), [("F12", True), ("F13", True), ("E12", True), ("F14", False), ("D14", False)]
)
def test_a_jack_needs_a_standing_enemy_whom_he_can_reach(place: str, legal: bool) -> None:
    t = arena(home={2: "F11"}, visitor={3: place})
    assert ("slam with player 2" in t.options()) == legal
    if not legal:
        with t.refused("R6.1", "reached"):
            t.slam(2)


@clause("R6.1", "R9.1")
def test_an_enemy_who_lies_there_cannot_be_slammed() -> None:
    t = arena(home={1: "F11", 2: "G11"}, visitor={3: "F12 prone"})
    for player in (1, 2):
        with t.refused("R6.1", "reached"):
            t.slam(player)
    t = arena(home={1: "F11"}, visitor={3: "F12 prone", 4: "F15"}).slam(1)
    with t.refused("R6.1", "threatens"):
        t.tackle(3)


@clause("R6.1")
def test_a_guard_needs_a_standing_enemy_anywhere() -> None:
    assert arena(home={1: "F2"}, visitor={3: "F20"}).slam(1).phase == "move"


@clause("R6.1")
@pytest.mark.parametrize("facing", COMPASS)
def test_a_jack_who_has_not_moved_slams_into_his_threat_hexes_only(facing: str) -> None:
    for side in COMPASS:
        t = arena(home={2: f"F11 {facing}"}, visitor={3: f"{beside('F11', side)} {side}"}).slam(2)
        if side in front(facing):
            t.tackle(3)
            # he keeps his facing
            assert (t.phase, t.facing("Home 2")) == ("test", facing)
        else:
            with t.refused("R6.1", "threatens"):
                t.tackle(3)


@clause("R6.1", "R5.7")
def test_a_jack_who_moved_and_a_guard_turn_to_any_neighbour() -> None:
    t = arena(home={2: "F10"}, visitor={3: "E10 east"}).slam(2).step("east")
    assert t.tackle(3).facing("Home 2") == "north-west"
    t = arena(home={1: "F11"}, visitor={3: "F10"}).slam(1)
    assert t.tackle(3).facing("Home 1") == "west"


@clause("R6.1")
def test_only_neighbours_are_slammed() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F13", 4: "F12 prone", 5: "E13"}).slam(1)
    for player in (3, 4, 5, 6):
        with t.refused("R6.1", "threatens"):
            t.tackle(player)


@clause("R6.1")
def test_of_two_neighbours_one_is_chosen() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12", 4: "E11"}).slam(1)
    assert {"go for player 3", "go for player 4"} <= set(t.options())
    t.tackle(4).dodge()
    assert t.facing("Home 1") == "north-east"
    assert t.roll(1).due.startswith("Visitor 4: reply")


@clause("R6.1")
@pytest.mark.parametrize(
    ("start", "steps", "dice"),
    [
        ("F11", [], 3),  # he stands there already
        ("F10", ["east"], 4),
        ("F11", ["south-west", "north-east"], 3),  # away and back
        ("E11", ["south-west"], 3),  # from one neighbouring hex to another
    ],
)
def test_one_who_comes_from_elsewhere_has_a_die_more(start: str, steps: list[str], dice: int) -> None:
    t = arena(home={1: start}, visitor={1: "F12"}).slam(1)
    for side in steps:
        t.step(side)
        if t.phase == "test":
            t.roll(1)
    assert t.where("Home 1") == "F11"
    assert t.tackle(1).dodge().due == f"Home 1: attack, {dice} at 4+"


@clause("R6.1")
def test_the_die_is_for_who_did_not_start_beside_the_target_himself() -> None:
    # he starts beside another enemy and moves to this one
    t = arena(home={2: "F10"}, visitor={3: "F12", 4: "F9 west"}).slam(2).step("east").tackle(3).dodge()
    assert t.due == "Home 2: attack, 3 at 4+"


@clause("R6.1", "R6.4")
def test_a_steal_has_no_die_for_coming() -> None:
    t = arena(home={2: "F10"}, visitor={3: "F12"}, ball="Visitor 3").steal(2).step("east").tackle(3).dodge()
    assert t.due == "Home 2: attack, 2 at 4+"


@clause("R6.1")
def test_a_carrier_slams_too() -> None:
    t = arena(home={2: "F11"}, visitor={3: "F12"}, ball="Home 2").slam(2).tackle(3).dodge().roll(2, 1)
    t.push("east").follow().roll(1)
    assert (t.ball, t.where("Home 2"), t.side) == ("Home 2", "F12", "Home")


# R6.2: the reply


@clause("R6.2")
def test_the_target_chooses_before_the_dice() -> None:
    t = arena(home={1: "F11"}, visitor={1: "F12"}).slam(1).tackle(1)
    assert (t.phase, t.asked) == ("reply", "Visitor")
    assert t.options() == ["slamback", "dodge"]
    t.slamback()
    assert t.due == "Home 1: attack, 3 at 4+"
    assert t.roll(2).due == "Visitor 1: reply, 3 at 3+"


@clause("R6.2")
@pytest.mark.parametrize(("player", "asked"), [(1, True), (3, True), (4, False)])
def test_jacks_and_guards_slam_back_and_strikers_only_dodge(player: int, asked: bool) -> None:
    t = arena(home={1: "F11"}, visitor={player: "F12"}, teams=HUMANS).slam(1).tackle(player)
    assert t.phase == ("reply" if asked else "test")


@clause("R6.2")
@pytest.mark.parametrize("facing", COMPASS)
def test_only_an_attacker_in_his_front_is_slammed_back(facing: str) -> None:
    t = arena(home={1: "F11"}, visitor={1: f"F12 {facing}"}).slam(1).tackle(1)
    assert t.phase == ("reply" if facing in front("west") else "test")
    if t.phase == "test":
        assert t.roll(1).due == "Visitor 1: reply, 2 at 4+"


# R6.3: draw, win, double


@clause("R6.3")
@pytest.mark.parametrize("reply", ["slamback", "dodge"])
def test_after_a_draw_both_face_each_other(reply: str) -> None:
    t = arena(home={2: "F11 north-east"}, visitor={1: "F12 south-west"}).slam(2).tackle(1).play(reply)
    t.roll(1, 1)
    assert (t.facing("Home 2"), t.facing("Visitor 1")) == ("east", "west")
    assert (t.phase, t.side, t.tokens) == ("rush", "Home", 4)


@clause("R6.3", "R4.2")
def test_a_draw_at_0_is_a_draw() -> None:
    t = met().roll(0, 0)
    assert (t.phase, t.where("Visitor 1"), t.prone("Visitor 1")) == ("rush", "F12", False)


@clause("R6.3")
def test_a_slam_that_wins_pushes_and_the_winner_may_follow() -> None:
    start = met().roll(3, 2)
    assert (start.phase, start.asked) == ("push", "Home")
    start.push("east")
    assert (start.phase, start.asked) == ("follow", "Home")
    assert start.options() == ["follow up", "leave it at that"]
    t = start.copy().follow()
    assert state(t, "Home 1") == ("F12", "east", False)
    assert state(t, "Visitor 1") == ("F13", "west", False)
    assert (t.phase, t.tokens) == ("rush", 4)
    t = start.copy().decline()
    assert state(t, "Home 1") == ("F11", "east", False)
    assert state(t, "Visitor 1") == ("F13", "west", False)


@clause("R6.3", "R6.6")
@pytest.mark.parametrize(("side", "to"), [("east", "F13"), ("north-east", "E12"), ("south-east", "G12")])
def test_both_face_along_the_blow_and_after_a_follow_up_each_other(side: str, to: str) -> None:
    t = arena(home={2: "F11 north-east"}, visitor={1: "F12 south-west"}, opponent_threatens=False).slam(2)
    t.tackle(1).slamback().roll(3, 2).push(side)
    stays = t.copy().decline()
    assert state(stays, "Home 2") == ("F11", "east", False)
    assert state(stays, "Visitor 1") == (to, "west", False)
    t.follow()
    assert state(t, "Home 2") == ("F12", side, False)
    assert state(t, "Visitor 1") == (to, back(side), False)


@clause("R6.3")
def test_a_slamback_that_wins_pushes_the_attacker() -> None:
    start = met().roll(2, 3)
    assert (start.phase, start.asked) == ("push", "Visitor")
    assert set(start.options()) == {"push west", "push north-west", "push south-west"}
    start.push("south-west")
    assert (start.phase, start.asked) == ("follow", "Visitor")
    t = start.copy().follow()
    assert state(t, "Visitor 1") == ("F11", "south-west", False)
    assert state(t, "Home 1") == ("G10", "north-east", False)
    assert (t.phase, t.asked, t.tokens) == ("rush", "Home", 4)
    t = start.decline()
    assert state(t, "Visitor 1") == ("F12", "west", False)
    assert state(t, "Home 1") == ("G10", "east", False)


@clause("R6.3", "R6.7")
def test_a_double_knocks_down_and_checks_armour() -> None:
    t = met().roll(2, 1).push("east").follow()
    assert state(t, "Visitor 1") == ("F13", "west", True)
    assert state(t, "Home 1") == ("F12", "east", False)
    assert t.due == "Visitor 1: armour, 4 at 4+"
    t.roll(1)
    assert (t.phase, t.asked, t.where("Visitor 1")) == ("rush", "Home", "F13")


@clause("R6.3", "R6.7")
def test_a_slamback_that_doubles_knocks_the_attacker_down() -> None:
    t = met().roll(1, 3).push("west").decline()
    assert state(t, "Home 1") == ("F10", "east", True)
    assert t.due == "Home 1: armour, 4 at 4+"
    t.roll(1)
    assert (t.where("Home 1"), t.out("Home 1"), t.side, t.asked) == ("out", 1, "Home", "Home")


@clause("R6.3", "R5.6")
def test_a_carrier_who_is_knocked_down_loses_the_ball_where_he_was_pushed() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3")
    t.slam(1).tackle(3).slamback().roll(2, 1).push("south-east").decline()
    assert (t.phase, t.ball, t.prone("Visitor 3")) == ("scatter", "G12", True)
    t.scatter("south-east", 2)
    assert t.due == "Visitor 3: armour, 3 at 4+"
    assert (t.roll(0).ball, t.out("Visitor 3"), t.side) == ("I12", 1, "Home")


@clause("R6.3")
def test_a_carrier_who_is_only_pushed_keeps_the_ball() -> None:
    t = arena(home={1: "F11"}, visitor={3: "F12"}, ball="Visitor 3").slam(1).tackle(3).slamback().roll(3, 2)
    assert t.push("east").decline().ball == "Visitor 3"


# R6.5: dodge


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
    assert (t.ball, t.side, t.phase, t.asked) == ("Visitor 3", "Home", "rush", "Home")
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


# R6.6: the push


@clause("R6.6")
@pytest.mark.parametrize("side", COMPASS)
def test_the_three_hexes_straight_away_can_be_picked(side: str) -> None:
    target = beside("F11", side)
    t = arena(home={1: f"F11 {side}"}, visitor={1: f"{target} {back(side)}"}).slam(1).tackle(1).slamback()
    t.roll(3, 2)
    assert set(t.options()) == {f"push {way}" for way in front(side)}
    with t.refused("R6.6", "straight away"):
        t.push(back(side))
    with t.refused("R6.6", "straight away"):
        t.push(front(front(side)[0])[0])
    for way in front(side):
        assert t.copy().push(way).follow().where("Visitor 1") == beside(target, way)


@clause("R6.6")
def test_taken_hexes_cannot_be_picked() -> None:
    t = met(home={1: "F11", 2: "F13 prone"}).roll(3, 2)
    assert t.options() == ["push north-east", "push south-east"]
    with t.refused("R5.4", "player"):
        t.push("east")


@clause("R6.6")
def test_a_single_free_hex_needs_no_choice() -> None:
    t = met(home={1: "F11", 2: "F13 prone"}, visitor={1: "F12", 3: "E12"}).roll(3, 2)
    assert (t.phase, t.where("Visitor 1")) == ("follow", "G12")
    t.follow()
    assert (t.facing("Home 1"), t.facing("Visitor 1")) == ("south-east", "north-west")


@clause("R6.6")
def test_with_no_free_hex_there_is_no_push_and_no_follow_up() -> None:
    taken = {2: "F13", 3: "E12", 6: "G12"}
    for attack, reply in ((3, 2), (3, 1)):
        t = arena(home={1: "F11", **taken}, visitor={1: "F12 north-west"}).slam(1).tackle(1).slamback()
        t.roll(attack, reply)
        assert (t.where("Visitor 1"), t.facing("Visitor 1"), t.where("Home 1")) == ("F12", "west", "F11")
        if reply == 1:
            # the rest applies
            assert (t.prone("Visitor 1"), t.due) == (True, "Visitor 1: armour, 4 at 4+")
        else:
            assert (t.phase, t.prone("Visitor 1")) == ("rush", False)


@clause("R6.6")
def test_nobody_is_pushed_through_a_wall() -> None:
    # the corner in the east: walls on all three sides
    t = arena(home={1: "F20"}, visitor={1: "F21"}).slam(1).tackle(1).slamback().roll(2, 1)
    assert (t.where("Visitor 1"), t.prone("Visitor 1"), t.phase) == ("F21", True, "test")
    # the north edge: two of the three
    t = (
        arena(home={1: "B9 north-west"}, visitor={1: "A8 south-east"}, ball="K8")
        .slam(1)
        .tackle(1)
        .slamback()
        .roll(3, 2)
    )
    assert (t.phase, t.where("Visitor 1")) == ("follow", "A7")
    t.decline()
    assert (t.facing("Home 1"), t.facing("Visitor 1")) == ("north-west", "south-east")


@clause("R6.6", "R5.5")
def test_a_jack_who_is_pushed_onto_the_ball_must_pick_it_up() -> None:
    start = arena(home={1: "F11"}, visitor={3: "F12"}, ball="F13").slam(1).tackle(3).slamback().roll(3, 2)
    start.push("east")
    assert start.copy().decline().due == "Visitor 3: pick up, 3 at 4+"
    # the one who follows threatens him
    start.follow()
    assert start.due == "Visitor 3: pick up, 2 at 4+"
    t = start.copy().roll(1)
    assert (t.ball, t.facing("Visitor 3"), t.phase, t.asked) == ("Visitor 3", "west", "rush", "Home")
    t = start.copy().roll(0).scatter("east", 2)
    assert (t.ball, t.side, t.phase, t.prone("Visitor 3")) == ("F15", "Home", "rush", False)
    t = start.roll(2)
    assert (t.phase, t.asked, t.side) == ("free", "Visitor", "Home")
    t.run(3).step("east")
    assert t.due == "Visitor 3: evade, 2 at 3+"
    t.roll(1).step("east", 4).face("east")
    assert (t.where("Visitor 3"), t.ball, t.side, t.asked, t.tokens) == (
        "F18",
        "Visitor 3",
        "Home",
        "Home",
        4,
    )


@clause("R6.6", "R5.5")
def test_a_striker_too() -> None:
    t = arena(home={1: "F11"}, visitor={4: "F12"}, ball="F13", teams=HUMANS).slam(1).tackle(4).roll(3, 2)
    assert t.push("east").decline().due == "Visitor 4: pick up, 4 at 4+"


@clause("R6.6", "R5.5")
def test_a_guard_who_is_pushed_onto_the_ball_kicks_it_away() -> None:
    t = met(ball="F13").roll(3, 2).push("east").decline()
    assert (t.phase, t.ball) == ("scatter", "F13")
    assert (t.scatter("east", 1).side, t.phase, t.ball, t.tokens) == ("Home", "rush", "F14", 4)


@clause("R6.6", "R5.5", "R3.2")
def test_a_player_of_the_rushing_team_who_fails_on_the_ball_ends_the_rush() -> None:
    t = arena(home={2: "F11"}, visitor={1: "F12"}, ball="F10").slam(2).tackle(1).slamback().roll(2, 3)
    t.push("west").decline()
    assert t.due == "Home 2: pick up, 3 at 4+"
    assert t.copy().roll(0).scatter("west", 1).side == "Visitor"
    kept = t.roll(1)
    assert (kept.side, kept.ball, kept.phase, kept.tokens) == ("Home", "Home 2", "rush", 4)


@clause("R6.6", "R5.5")
def test_one_who_is_knocked_down_onto_the_ball_only_scatters_it() -> None:
    for player in (1, 3):
        t = arena(home={1: "F11"}, visitor={player: "F12"}, ball="F13").slam(1).tackle(player).slamback()
        t.roll(2, 1).push("east").decline()
        assert (t.phase, t.ball, t.prone(f"Visitor {player}")) == ("scatter", "F13", True)
        t.scatter("east", 2)
        assert t.due.startswith(f"Visitor {player}: armour")
        assert t.roll(1).side == "Home"
    # the rushing side's own player: no failure
    t = arena(home={2: "F11"}, visitor={1: "F12"}, ball="F10").slam(2).tackle(1).slamback().roll(0, 1)
    t.push("west").decline().scatter("west", 1).roll(1)
    assert (t.side, t.phase) == ("Home", "rush")


# R6.7: armour


@clause("R6.7")
@pytest.mark.parametrize("attack", [1, 2, 3])
@pytest.mark.parametrize("saved", range(5))
def test_hits_less_saves_are_the_turns_out_of_play(attack: int, saved: int) -> None:
    t = met().roll(attack, 0).push("east").decline()
    assert t.due == "Visitor 1: armour, 4 at 4+"
    t.roll(saved)
    left = max(0, attack - saved)
    assert t.out("Visitor 1") == left
    assert t.where("Visitor 1") == ("out" if left else "F13")
    if not left:
        assert t.prone("Visitor 1")
    assert (t.phase, t.asked) == ("rush", "Home")


@clause("R6.7")
def test_hits_are_the_difference_in_successes() -> None:
    t = met().roll(3, 1).push("east").decline().roll(0)
    assert t.out("Visitor 1") == 2
    t = met().roll(1, 3).push("west").decline().roll(1)
    assert t.out("Home 1") == 1


@clause("R6.7")
def test_one_who_comes_back_stands() -> None:
    t = met().roll(1, 0).push("east").decline().roll(0).end().end().end()
    t.enter(1, "north")
    assert (t.where("Visitor 1"), t.prone("Visitor 1"), t.phase) == ("A16", False, "move")


@clause("R6.7", "R3.2")
def test_the_free_action_of_who_caught_the_ball_comes_before_the_armour_check() -> None:
    # a die that explodes makes the catch of a ball that scatters worth two
    t = (
        arena(home={1: "F11", 4: "F16 west"}, visitor={3: "F12"}, ball="Visitor 3", exploding_sixes=True)
        .slam(1)
        .tackle(3)
        .dodge()
        .roll(1, 0)
        .push("east")
        .decline()
        .scatter("east", 3)
    )
    t.roll(2)
    assert (t.phase, t.asked, t.ball) == ("free", "Home", "Home 4")
    t.run(4).step("east").face("east").roll(0)
    assert (t.where("Visitor 3"), t.side, t.tokens, t.ball) == ("out", "Home", 4, "Home 4")
