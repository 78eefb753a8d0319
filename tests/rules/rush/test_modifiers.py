"""What adds to and takes from a pool: threats and roles; which statistic a test takes (R4.1, R4.4, R4.5)."""

import pytest

from tests.rules.rush.arena import arena
from tests.rules.rush.positions import threats
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


# threats


@clause("R4.4")
@pytest.mark.parametrize(("enemies", "dice"), [(0, 3), (1, 2), (2, 1), (3, 1)])
def test_each_threat_costs_a_die_two_at_most(enemies: int, dice: int) -> None:
    t = arena(home={3: "F11 prone"}, visitor=threats(enemies)).stand(3)
    assert t.due == f"Home 3: stand up, {dice} at 4+"


@clause("R4.4")
def test_enemies_who_lie_face_away_or_stand_off_do_not_count() -> None:
    visitor = {1: "F12 west prone", 2: "E11 east", 3: "G12 west"}
    t = arena(home={3: "F11 prone"}, visitor=visitor).stand(3)
    assert t.due == "Home 3: stand up, 3 at 4+"


@clause("R4.4")
def test_own_players_are_no_threat() -> None:
    t = arena(home={3: "F11 prone", 1: "F12 west", 2: "F10 east"}).stand(3)
    assert t.due == "Home 3: stand up, 3 at 4+"


@clause("R4.4")
def test_players_off_the_pitch_are_no_threat() -> None:
    t = arena(home={3: "F11 prone"}, visitor={1: "out 1"})
    t.player("Visitor 1").facing = 3
    assert t.stand(3).due == "Home 3: stand up, 3 at 4+"


@clause("R4.4", "R5.2", "R5.3")
def test_for_dash_and_evade_the_hex_that_is_left_counts() -> None:
    # F10 is threatened once, E10 by nobody who faces it
    t = arena(home={3: "F5"}, visitor={1: "F11 west", 2: "D10 north-east"}).run(3).step("east", 5)
    t.dash("north-west")
    assert t.where("Home 3") == "E9"
    assert t.due == "Home 3: dash, 2 at 4+"
    assert t.roll(1).due == "Home 3: evade, 2 at 4+"
    # out of no threat into two
    t = arena(home={3: "F6"}, visitor=threats(2)).run(3).step("east", 5)
    assert (t.where("Home 3"), t.phase) == ("F11", "move")
    t = arena(home={3: "F5"}, visitor=threats(2)).run(3).step("east", 5).dash("east")
    assert t.due == "Home 3: dash, 3 at 4+"
    assert t.roll(1).phase == "move"


@clause("R4.4", "R5.5")
def test_for_the_pick_up_the_hex_of_the_ball_counts() -> None:
    t = arena(home={3: "F10"}, visitor=threats(1), ball="F11").run(3).step("east")
    assert t.due == "Home 3: pick up, 2 at 4+"


@clause("R4.4", "R7.1")
@pytest.mark.parametrize(
    ("enemies", "dice"), [(0, "3 at 4+"), (1, "2 at 4+"), (2, "1 at 4+"), (3, "1 at 4+")]
)
def test_threats_count_for_throw_and_catch(enemies: int, dice: str) -> None:
    t = arena(home={3: "F11 west", 2: "F8"}, visitor=threats(enemies), ball="Home 3").throw(3).aim("F8")
    assert t.due == f"Home 3: throw, {dice}"
    t = arena(home={3: "F11", 2: "F8"}, visitor=threats(enemies), ball="Home 2").throw(2).aim("F11").roll(3)
    assert t.due == f"Home 3: catch, {dice}"


@clause("R4.4", "R6.1")
@pytest.mark.parametrize(
    ("enemies", "counted", "not_counted"),
    [(1, "2 at 4+", "3 at 4+"), (2, "1 at 4+", "2 at 4+"), (3, "1 at 4+", "1 at 4+")],
)
def test_the_enemy_that_is_fought_counts_or_not(enemies: int, counted: str, not_counted: str) -> None:
    for opponent, dice in ((True, counted), (False, not_counted)):
        t = arena(home={3: "F11 east"}, visitor=threats(enemies), opponent_threatens=opponent)
        t.slam(3).tackle(1).dodge()
        assert t.due == f"Home 3: attack, {dice}"


@clause("R4.4", "R6.2")
@pytest.mark.parametrize("answer", ["slamback", "dodge"])
def test_the_attacker_counts_against_the_reply_or_not(answer: str) -> None:
    # Visitor 3 at F12 stands before Home 3 and Home 1
    home = {3: "F11 east", 1: "E12 south-west"}
    needed = {"slamback": 5, "dodge": 3}[answer]
    for opponent, dice in ((True, 1), (False, 2)):
        t = arena(home=home, visitor={3: "F12 west"}, opponent_threatens=opponent)
        t.slam(3).tackle(3).play(answer).roll(1)
        assert t.due == f"Visitor 3: reply, {dice} at {needed}+"


@clause("R4.4", "R6.1")
def test_the_one_fought_counts_only_where_he_threatens() -> None:
    t = arena(home={3: "F11 east"}, visitor={3: "F12 east"}).slam(3).tackle(3)
    assert t.due == "Home 3: attack, 3 at 4+"
    assert t.roll(1).due == "Visitor 3: reply, 2 at 3+"


@clause("R4.4", "R6.1")
@pytest.mark.parametrize(("opponent", "due"), [(True, "2 at 4+"), (False, "3 at 4+")])
def test_the_one_fought_in_a_steal_too(opponent: bool, due: str) -> None:
    t = arena(home={3: "F11"}, visitor={3: "F12"}, ball="Visitor 3", opponent_threatens=opponent)
    assert t.steal(3).tackle(3).dodge().due == f"Home 3: attack, {due}"


@clause("R4.4", "R6.7")
def test_threats_do_not_count_for_armour() -> None:
    t = arena(home={1: "F11", 2: "E13 south-east"}, visitor={3: "F12"}).slam(1).tackle(3).dodge().roll(2, 0)
    t.push("east").follow()
    assert t.due == "Visitor 3: armour, 3 at 4+"


# roles


@clause("R4.5", "R5.2", "R5.3")
@pytest.mark.parametrize(("player", "dice"), [(1, 2), (2, 2), (4, 3)])
def test_a_striker_has_a_die_more_for_dash_and_evade(player: int, dice: int) -> None:
    t = arena(home={player: "F5"}, visitor={1: "F11"}).run(player).step("east", 5).dash("north-west")
    assert t.due == f"Home {player}: dash, {dice} at 4+"
    assert t.roll(1).due == f"Home {player}: evade, {dice} at 4+"


@clause("R4.5", "R5.5")
@pytest.mark.parametrize(("player", "dice"), [(2, 3), (4, 4)])
def test_a_striker_has_a_die_more_for_the_pick_up(player: int, dice: int) -> None:
    t = arena(home={player: "F5"}, ball="F6").run(player).step("east")
    assert t.due == f"Home {player}: pick up, {dice} at 4+"


@clause("R4.5", "R6.1", "R6.2")
def test_a_striker_has_a_die_more_for_steal_and_dodge() -> None:
    for player, dice in ((2, 2), (4, 3)):
        t = arena(home={player: "F11"}, visitor={3: "F12"}, ball="Visitor 3").steal(player).tackle(3).dodge()
        assert t.due == f"Home {player}: attack, {dice} at 4+"
    for player, dice in ((2, 2), (4, 3)):
        t = arena(home={1: "F11"}, visitor={player: "F12"}, teams=HUMANS).slam(1).tackle(player)
        if t.phase == "reply":
            t.dodge()
        assert t.roll(1).due == f"Visitor {player}: reply, {dice} at 4+"


@clause("R4.5", "R7.1", "R7.4")
@pytest.mark.parametrize(("player", "more"), [(2, 0), (4, 1)])
def test_a_striker_has_a_die_more_for_throw_and_catch(player: int, more: int) -> None:
    t = arena(home={player: "F8", 3: "F11"}, ball=f"Home {player}").throw(player).aim("F11")
    assert t.due == f"Home {player}: throw, {3 + more} at 4+"
    t = arena(home={player: "F11", 3: "F8"}, ball="Home 3").throw(3).aim("F11").roll(2)
    assert t.due == f"Home {player}: catch, {2 + more} at 4+"


@clause("R4.5", "R9.1")
@pytest.mark.parametrize(("player", "dice"), [(1, 3), (2, 3), (4, 4)])
def test_a_striker_has_a_die_more_to_stand_up(player: int, dice: int) -> None:
    t = arena(home={player: "F8 prone"}).stand(player)
    assert t.due == f"Home {player}: stand up, {dice} at 4+"


@clause("R4.5", "R6.1", "R6.2", "R6.7")
def test_a_guard_has_a_die_more_for_slam_slamback_and_armour() -> None:
    for player, dice in ((1, 3), (2, 2)):
        t = arena(home={player: "F11"}, visitor={3: "F12"}).slam(player).tackle(3).dodge()
        assert t.due == f"Home {player}: attack, {dice} at 4+"
    for player, reply, armour in ((1, "3 at 4+", "4 at 4+"), (3, "2 at 4+", "3 at 4+")):
        t = arena(home={1: "F11"}, visitor={player: "F12"}, teams=HUMANS).slam(1).tackle(player).slamback()
        assert t.roll(2).due == f"Visitor {player}: reply, {reply}"
        assert t.roll(0).push("east").decline().due == f"Visitor {player}: armour, {armour}"


@clause("R4.5")
def test_a_guard_has_none_more_for_dodge_and_a_striker_none_for_armour() -> None:
    t = arena(home={1: "F11"}, visitor={1: "F12", 4: "H4"}, teams=HUMANS).slam(1).tackle(1).dodge().roll(1)
    assert t.due == "Visitor 1: reply, 2 at 4+"
    t = arena(home={1: "F11"}, visitor={4: "F12"}, teams=HUMANS).slam(1).tackle(4).roll(1, 0)
    assert t.push("east").decline().due == "Visitor 4: armour, 3 at 5+"


# the statistic


@clause("R4.1", "R2.1")
def test_each_test_takes_its_own_statistic() -> None:
    own = (
        'name = "Odd"\nteam = ["Jack", "Jack"]\n[player.Jack]\nrole = "jack"\nmove = 5\n'
        "strength = 2\nspeed = 3\nskill = 5\narmour = 6\n"
    )
    odd = (own, own)
    facing = {"home": {1: "F11"}, "visitor": {1: "F12"}}
    t = arena(**facing, teams=odd).slam(1).tackle(1).slamback()
    assert t.due == "Home 1: attack, 2 at 2+"
    assert t.roll(2).due == "Visitor 1: reply, 2 at 2+"
    assert t.roll(0).push("east").decline().due == "Visitor 1: armour, 3 at 6+"
    t = arena(**facing, ball="Visitor 1", teams=odd).steal(1).tackle(1).dodge()
    assert t.due == "Home 1: attack, 2 at 3+"
    assert t.roll(1).due == "Visitor 1: reply, 2 at 3+"
    t = arena(**facing, ball="Visitor 1", teams=odd).steal(1).tackle(1).slamback()
    assert t.roll(1).due == "Visitor 1: reply, 2 at 2+"
    t = arena(home={1: "F5"}, visitor={1: "F11"}, teams=odd).run(1).step("east", 5).dash("north-west")
    assert t.due == "Home 1: dash, 2 at 3+"
    assert t.roll(1).due == "Home 1: evade, 2 at 3+"
    t = arena(home={1: "F5"}, ball="F6", teams=odd).run(1).step("east")
    assert t.due == "Home 1: pick up, 3 at 5+"
    t = arena(home={1: "F5", 2: "F7"}, ball="Home 1", teams=odd).throw(1).aim("F7")
    assert t.due == "Home 1: throw, 3 at 5+"
    assert t.roll(2).due == "Home 2: catch, 2 at 5+"
    assert arena(home={1: "F5 prone"}, teams=odd).stand(1).due == "Home 1: stand up, 3 at 3+"
