"""Tests: pools, modifiers, what is needed, contests and their chances (R4)."""

from math import isclose

import pytest

from tests.rules.rush.arena import SUCCESSES, Arena, arena, weights
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")
# three enemies around F11 that all threaten it
THREE = {1: "F12 west", 2: "E11 south-west", 6: "G11 north-west"}


def threats(n: int) -> dict[int, str]:
    return dict(list(THREE.items())[:n])


# the pool


@clause("R4.1")
@pytest.mark.parametrize(("roster", "due"), [("humans", "3 at 4+"), ("greenskins", "3 at 3+")])
def test_three_dice_that_equal_or_beat_the_statistic(roster: str, due: str) -> None:
    t = arena(home={3: "F5"}, teams=(roster, "humans")).run(3).step("east", 5).dash("east")
    assert t.due == f"Home 3: dash, {due}"


@clause("R4.1", "R4.6")
def test_a_test_is_one_chance_step_with_the_exact_distribution_of_successes() -> None:
    t = arena(home={3: "F5"}).run(3).step("east", 5).dash("east")
    assert (t.phase, t.asked) == ("test", "dice")
    assert t.options() == ["roll no success", "roll 1 success", "roll 2 successes", "roll 3 successes"]
    found = [weight for _, weight in t.position.chances()]
    assert found == pytest.approx([1 / 8, 3 / 8, 3 / 8, 1 / 8])
    t.roll(1)
    assert (t.phase, t.asked) == ("move", "Home")


@clause("R4.6")
def test_a_contest_is_one_chance_step_for_each_side() -> None:
    t = arena(home={2: "F11"}, visitor={3: "F12"}).slam(2).tackle(3).dodge()
    assert t.due == "Home 2: attack, 2 at 4+"
    t.roll(1)
    assert t.due == "Visitor 3: reply, 2 at 3+"
    found = [weight for _, weight in t.position.chances()]
    assert found == pytest.approx([1 / 9, 4 / 9, 4 / 9])


@clause("R4.6")
def test_the_log_shows_dice_that_fit_the_successes() -> None:
    for n in range(4):
        t = arena(home={3: "F5"}).run(3).step("east", 5).dash("east").tell(f"roll {SUCCESSES[n]}")
        dice = t.told[0][-1].dice
        assert len(dice) == 3
        assert sum(die >= 4 for die in dice) == n
        assert t.told[0][-1].dice == t.told[1][-1].dice


@clause("R4.1")
def test_a_pool_of_0_is_no_dice_and_no_success() -> None:
    # a Jack who sprinted, two threats: 3 - 1 - 2
    t = arena(home={3: "F9"}, visitor=threats(2), ball="F11").sprint(3).step("east", 2)
    assert t.due == "Home 3: pick up, no dice"
    assert t.options() == ["roll no success"]
    t.roll(0)
    assert t.phase == "scatter"


@clause("R4.1")
def test_a_pool_below_0_is_no_dice_too() -> None:
    # nine hexes: one die, two threats
    t = arena(home={3: "F11 west", 4: "F2"}, visitor=threats(3), ball="Home 3").throw(3).aim("F2")
    assert t.due == "Home 3: throw, no dice"
    assert t.roll(0).due == "Home 4: catch, 1 at 4+"


@clause("R4.1")
def test_sixes_explode_only_by_the_setting() -> None:
    for exploding in (False, True):
        t = arena(home={3: "F8 prone"}, visitor=threats(0), exploding_sixes=exploding).stand(3)
        found = [weight for _, weight in t.position.chances()]
        if not exploding:
            assert found == pytest.approx(weights(3, 4))
            continue
        # one die at 4+: 0 with 1/2; a 4 or 5 stops at 1; a 6 is rolled once more
        one = [1 / 2, 1 / 3 + 1 / 12]
        while len(one) < 13:
            one.append(one[-1] / 6)
        expected = [1.0] + [0.0] * 12
        for _ in range(3):
            expected = [sum(expected[i] * one[n - i] for i in range(n + 1)) for n in range(13)]
        assert len(found) == 13
        assert found[:12] == pytest.approx(expected[:12])
        assert isclose(sum(found), 1.0)
        assert found[12] == pytest.approx(1 - sum(expected[:12]))


@clause("R4.1")
def test_no_dice_explode_not_either() -> None:
    t = arena(home={3: "F9"}, visitor=threats(2), ball="F11", exploding_sixes=True).sprint(3)
    assert t.step("east", 2).due == "Home 3: pick up, no dice"


# how many successes are enough


@clause("R4.2")
@pytest.mark.parametrize(("successes", "stands"), [(0, False), (1, True), (2, True), (3, True)])
def test_one_success_is_enough_for_1(successes: int, stands: bool) -> None:
    t = arena(home={3: "F8 prone"}).stand(3).roll(successes)
    assert t.prone("Home 3") != stands


def contest(attack: int, reply: int) -> Arena:
    """A Guard slams an Orc who slams back; both had the same number of dice."""
    t = arena(home={1: "F10"}, visitor={1: "F12"}).slam(1).step("east").tackle(1).slamback()
    return t.roll(attack, reply)


@clause("R4.2", "R6.3")
@pytest.mark.parametrize("attack", range(5))
@pytest.mark.parametrize("reply", range(4))
def test_more_successes_win_and_twice_as_many_double(attack: int, reply: int) -> None:
    t = contest(attack, reply)
    if attack == reply:
        # a draw: the next action
        assert (t.phase, t.asked) == ("rush", "Home")
        return
    high, low = max(attack, reply), min(attack, reply)
    winner, loser = ("Home", "Visitor") if attack > reply else ("Visitor", "Home")
    assert (t.phase, t.asked) == ("push", winner)
    t.position.play(t.position.actions()[0])
    t.decline()
    assert t.prone(f"{loser} 1") == (high >= 2 * low)
    assert not t.prone(f"{winner} 1")


@clause("R4.3", "R5.2")
def test_the_nth_dash_of_an_action_needs_n_successes() -> None:
    for n in range(1, 4):
        for successes in range(4):
            t = arena(home={3: "F5"}).run(3).step("east", 5)
            for before in range(1, n):
                t.dash("east").roll(before)
            t.dash("east").roll(successes)
            assert t.prone("Home 3") == (successes < n)
            assert t.where("Home 3") == f"F{10 + n}"


def gauntlet(successes: int) -> Arena:
    """A Striker runs from F4; leaving F5, F6, F8 and F9 he evades, and has passed that many."""
    t = arena(home={4: "F4"}, visitor={1: "E5 south-west", 2: "E8 south-west"}).run(4).step("east")
    evades = 0
    while t.where("Home 4") != "F9" and evades < successes:
        t.step("east")
        if t.phase == "test":
            evades += 1
            t.roll(evades)
    return t


@clause("R4.3", "R5.3")
@pytest.mark.parametrize(("passed", "start"), [(0, "F5"), (1, "F6"), (2, "F7")])
@pytest.mark.parametrize("successes", range(4))
def test_the_nth_evade_of_an_action_needs_n_successes(passed: int, start: str, successes: int) -> None:
    t = gauntlet(passed)
    assert t.where("Home 4") == start
    t.step("east", 2 if start == "F7" else 1)
    assert t.due == "Home 4: evade, 3 at 4+"
    assert t.roll(successes).prone("Home 4") == (successes < passed + 1)


@clause("R4.3")
def test_dash_and_evade_count_apart() -> None:
    # two evades on the way; the first dash needs one success, and its evade, the fourth, four
    t = gauntlet(3)
    assert (t.where("Home 4"), t.phase) == ("F9", "move")
    t.dash("east")
    assert t.due == "Home 4: dash, 3 at 4+"
    t.roll(1)
    assert t.due == "Home 4: evade, 3 at 4+"
    assert t.roll(3).prone("Home 4")


@clause("R4.3")
def test_both_kinds_go_up_together_where_each_step_needs_both() -> None:
    t = arena(home={4: "F4"}, visitor={1: "E9 south-west"}).run(4).step("east", 5).dash("east").roll(1, 1)
    assert (t.where("Home 4"), t.phase) == ("F10", "move")
    t.dash("east").roll(2)
    assert t.due == "Home 4: evade, 3 at 4+"
    assert not t.roll(2).prone("Home 4")


@clause("R4.3", "R5.5")
def test_a_free_action_starts_anew() -> None:
    t = arena(home={3: "F4"}, ball="F11").run(3).step("east", 5).dash("east").roll(1).dash("east").roll(2)
    assert t.due == "Home 3: pick up, 3 at 4+"
    t.roll(2).run(3).step("east", 5).dash("east").roll(1)
    assert (t.phase, t.prone("Home 3"), t.where("Home 3")) == ("move", False, "F17")
    t.dash("east").roll(1)
    assert t.prone("Home 3")


@clause("R4.3")
def test_a_new_token_action_starts_anew_too() -> None:
    t = arena(home={3: "F4"}).run(3).step("east", 5).dash("east").roll(1).face("east")
    t.run(3).step("east", 5).dash("east").roll(1)
    assert not t.prone("Home 3")


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
