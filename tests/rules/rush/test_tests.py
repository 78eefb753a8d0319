"""Tests: their dice and chances, and how many successes are enough (R4.1 to R4.3, R4.6)."""

from math import isclose

import pytest

from tests.rules.rush.arena import SUCCESSES, Arena, arena, weights
from tests.rules.rush.positions import threats
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")
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
    with t.refused("R3.1", "due"):
        t.roll(1)
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
