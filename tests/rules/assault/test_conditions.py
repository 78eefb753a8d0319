"""Injury and Training: their conditions, what they do, and what the other side can see (A3.4, A3.5, A3.7)."""

from itertools import permutations

import pytest

from sandtable import SPECTATOR
from tests.rules.assault.table import STATS, Table, table
from tests.rules.scenario import clause

ROWS = ["".join(map(str, row)) for row in permutations(range(1, 7))]
CAN_TRAIN = "612345"
CANNOT_TRAIN = "156243"  # Strength 1, Bloodlust 4, Discipline 3
UNHURT = "143526"  # Stealth 4, Honor 3, Agility 5


def on_injury(stats: str, **settings: object) -> Table:
    return table({"Navy 1": "B2"}, {"Navy 1": stats}, **settings).begin("Navy 1").roll(1).move("C2")


def on_training(stats: str, **settings: object) -> Table:
    return table({"Navy 1": "B6"}, {"Navy 1": stats}, **settings).begin("Navy 1").roll(1).move("C6")


def allocated(start: Table, row: str) -> Table:
    """The same table with other numbers for Navy 1; for a table where nobody has learned anything yet."""
    t = start.copy()
    t.pawn("Navy 1").alloc = ROWS.index(row)
    return t


@clause("A3.4")
def test_injury_strikes_if_agility_honor_or_stealth_is_2_or_less() -> None:
    start = table({"Navy 1": "B2"}).begin("Navy 1").roll(1)
    for row in ROWS:
        t = allocated(start, row).move("C2")
        assert (t.phase == "injure") == (min(row[1], row[2], row[3]) <= "2"), row


@clause("A3.5")
def test_training_works_if_strength_bloodlust_or_discipline_is_5_or_more() -> None:
    start = table({"Navy 1": "B6"}).begin("Navy 1").roll(1)
    for row in ROWS:
        t = allocated(start, row).move("C6")
        assert (len(t.options()) == 7) == (max(row[0], row[4], row[5]) >= "5"), row


@clause("A3.4")
@pytest.mark.parametrize("stat", STATS)
def test_the_opponent_picks_the_injured_stat(stat: str) -> None:
    t = on_injury("612345")
    assert (t.asked, t.phase) == ("Rust", "injure")
    assert t.options() == [f"injure {name}" for name in STATS]
    before = t.stat("Navy 1", stat)
    t.injure(stat)
    assert t.stat("Navy 1", stat) == before - 1
    assert t.held("Navy 1")
    assert t.scene(1)["pawns"][0]["modifier"] == "injury"
    assert t.acting == "Navy 2"


@clause("A3.4", "A2.4")
def test_an_injured_pawn_is_held_on_its_next_turn() -> None:
    t = on_injury("612345").injure("Honor").idle_part().idle().begin("Navy 1")
    assert (t.acting, t.phase) == ("Navy 2", "roll")


@clause("A3.4", "A3.1")
def test_an_injured_pawn_may_still_attack_in_this_turn() -> None:
    t = table({"Navy 1": "B2", "Rust 1": "C3"}).begin("Navy 1").roll(1).move("C2").injure("Honor")
    assert (t.asked, t.phase) == ("Navy", "attack")


@clause("A3.4")
def test_a_stat_does_not_fall_below_0() -> None:
    t = table({"Navy 1": "B2", "Rust 1": "B4"}, first="Rust").begin("Rust 1").roll(1).move("A4")
    t.use().tile_roll(1).blue("Navy 1", "Honor").idle().begin("Navy 1").roll(1).move("C2").injure("Honor")
    assert t.stat("Navy 1", "Honor") == 0
    assert t.held("Navy 1")


@clause("A3.4", "A3.3")
def test_the_condition_looks_at_the_numbers_of_now() -> None:
    t = table({"Navy 1": "B2", "Rust 1": "B4"}, {"Navy 1": UNHURT}, first="Rust").begin("Rust 1").roll(1)
    t.move("A4").use().tile_roll(3).blue("Navy 1", "Stealth").idle().begin("Navy 1").roll(1).move("C2")
    assert t.phase == "injure"


@clause("A3.4")
def test_nobody_is_held_where_injury_does_not_strike() -> None:
    t = on_injury(UNHURT)
    assert not t.held("Navy 1")
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    assert t.last(1) == "Navy 1 moves to C2, Injury: nothing happens."


@clause("A3.4", "A3.1")
def test_the_log_says_that_injury_did_not_strike_a_pawn_that_stays() -> None:
    t = table({"Navy 1": "C2"}, {"Navy 1": UNHURT}, stay_triggers=True).begin("Navy 1").roll(1).stay()
    assert t.last(1) == "Navy 1 stays on C2, Injury: nothing happens."


@clause("A3.7", "A3.8")
def test_an_injury_that_did_not_strike_is_no_use() -> None:
    t = on_injury(UNHURT)
    assert t.scene(1)["pawns"][0]["modifier"] == "none"


@clause("A3.7")
def test_injury_cannot_be_left_alone() -> None:
    t = on_injury("612345")
    with t.refused("A2.1", "not the step that is due"):
        t.decline()


@clause("A3.5")
@pytest.mark.parametrize("stat", STATS)
def test_the_owner_raises_one_stat_and_is_held(stat: str) -> None:
    t = on_training(CAN_TRAIN)
    assert (t.asked, t.phase) == ("Navy", "train")
    before = t.stat("Navy 1", stat)
    t.train(stat)
    assert t.stat("Navy 1", stat) == before + 1
    assert t.held("Navy 1")
    assert t.scene(1)["pawns"][0]["modifier"] == "training"
    t.idle_part().idle().begin("Navy 1")
    assert t.acting == "Navy 2"


@clause("A3.5")
def test_without_a_cap_a_stat_goes_above_6() -> None:
    t = on_training(CAN_TRAIN).train("Strength")
    assert t.stat("Navy 1", "Strength") == 7


@clause("A3.5")
@pytest.mark.parametrize("cap", [6, 7, 8, 9, 10])
def test_a_stat_at_the_cap_is_not_raised(cap: int) -> None:
    t = on_training(CAN_TRAIN, stat_cap=str(cap))
    for number in range(7, cap + 1):
        t.train("Strength").idle_part().idle()
        t.begin("Navy 1").idle().idle().begin("Navy 1").roll(1).move("B6").idle_part().idle()
        t.begin("Navy 1").roll(1).move("C6")
        assert t.stat("Navy 1", "Strength") == number
    assert len(t.options()) == 6
    with t.refused("A3.5", "cannot raise that stat any higher"):
        t.train("Strength")
    t.train("Discipline")


@clause("A3.5", "A3.7")
def test_a_failing_condition_leaves_only_leaving_the_tile_alone() -> None:
    t = on_training(CANNOT_TRAIN)
    assert (t.asked, t.options()) == ("Navy", ["leave the tile alone"])
    with t.refused("A3.5", "needs Strength, Bloodlust or Discipline of 5 or more"):
        t.train("Strength")
    assert not t.decline().held("Navy 1")


@clause("A3.7", "A3.5")
def test_a_failing_condition_looks_like_a_tile_left_alone() -> None:
    can, cannot = on_training(CAN_TRAIN), on_training(CANNOT_TRAIN)
    for _ in range(2):
        for viewer in (1, SPECTATOR):
            assert can.position.view(viewer) == cannot.position.view(viewer)
            assert can.scene(viewer) == cannot.scene(viewer)
            assert can.told[viewer] == cannot.told[viewer]
            prompts = [
                t.position.game.spec.prompt(t.position.game.setup, t.position.view(viewer).state, viewer)
                for t in (can, cannot)
            ]
            assert prompts[0] == prompts[1]
        if can.phase == "train":
            can.decline()
            cannot.decline()
    assert can.last(1) == "Navy 1 leaves the Training tile alone."


@clause("A3.7", "A3.8", "A3.5")
def test_training_left_alone_or_failing_is_no_use() -> None:
    for stats in (CAN_TRAIN, CANNOT_TRAIN):
        t = on_training(stats).decline().idle_part().idle()
        assert t.scene(1)["pawns"][0]["modifier"] == "none"
        assert t.begin("Navy 1").roll(4).move("E5").phase == "train"


@clause("A3.5", "A3.2")
def test_the_condition_of_training_looks_at_the_numbers_of_now() -> None:
    t = table({"Navy 1": "B5"}, {"Navy 1": CANNOT_TRAIN}).begin("Navy 1").roll(3).move("C4").use()
    t.tile_roll(5).red("Discipline").idle_part().idle().begin("Navy 1").roll(3).move("E5")
    assert len(t.options()) == 7


@clause("A3.5", "A3.1")
def test_a_pawn_that_trained_may_still_attack_in_this_turn() -> None:
    t = table({"Navy 1": "B6", "Rust 1": "C7"}, {"Navy 1": CAN_TRAIN}).begin("Navy 1").roll(1).move("C6")
    assert t.train("Honor").phase == "attack"
