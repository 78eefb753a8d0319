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
    with t.refused("A2.1", "another step is due"):
        t.decline()


@clause("A3.5")
@pytest.mark.parametrize("stat", STATS)
def test_the_owner_raises_one_stat_and_is_held(stat: str) -> None:
    t = on_training(CAN_TRAIN)
    assert (t.asked, t.phase) == ("Navy", "train")
    assert t.prompt(0) == "Navy 1 trains: which stat gains 1?"
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
    assert t.prompt(0) == "Navy 1 is on a Training tile, but cannot train."
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
            assert can.prompt(viewer) == cannot.prompt(viewer)
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


@clause("A3.4", "A3.5")
def test_a_pawn_is_held_only_where_a_tile_took_effect_by_default() -> None:
    assert table().position.game.settings["held_if"] == "effect"


@clause("A3.4")
def test_injury_holds_whoever_lands_on_it_by_the_setting() -> None:
    start = table({"Navy 1": "B2"}, held_if="landed").begin("Navy 1").roll(1)
    for row in ROWS:
        t = allocated(start, row).move("C2")
        assert (t.phase == "injure") == (min(row[1], row[2], row[3]) <= "2"), row
        assert t.held("Navy 1")


@clause("A3.4", "A3.7")
def test_an_injury_that_holds_without_striking_changes_no_stat_and_is_no_use() -> None:
    t = on_injury(UNHURT, held_if="landed")
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    assert t.stats("Navy 1") == [int(number) for number in UNHURT]
    assert t.scene(1)["pawns"][0]["modifier"] == "none"
    for viewer in (0, 1, SPECTATOR):
        assert t.last(viewer) == "Navy 1 moves to C2, Injury: nothing happens, but the pawn is held."


@clause("A3.4")
def test_an_injury_that_strikes_is_the_same_under_both_settings() -> None:
    one, other = (on_injury("612345", held_if=held_if).injure("Honor") for held_if in ("effect", "landed"))
    assert [t.stats("Navy 1") for t in (one, other)] == [[6, 1, 1, 3, 4, 5]] * 2
    assert one.held("Navy 1")
    assert other.held("Navy 1")
    assert one.last(1) == other.last(1) == "Navy 1 is injured: its Honor loses 1, and the pawn is held."


@clause("A3.4", "A3.5", "A2.4")
@pytest.mark.parametrize("tile", ["injury", "training"])
def test_a_pawn_held_without_an_effect_misses_one_move_and_may_come_again(tile: str) -> None:
    start, target, again = ("B2", "C2", "E3") if tile == "injury" else ("B6", "C6", "E5")
    stats = UNHURT if tile == "injury" else CANNOT_TRAIN
    t = table({"Navy 1": start}, {"Navy 1": stats}, held_if="landed").begin("Navy 1").roll(1).move(target)
    if tile == "training":
        t.decline()
    t.idle_part().idle().begin("Navy 1")
    assert t.acting == "Navy 2"
    t.idle().idle()
    # A3.8: it was no use, so nothing keeps the tile from working
    assert t.begin("Navy 1").roll(4).move(again).held("Navy 1")


@clause("A3.4", "A2.4", "A4.1")
def test_a_pawn_held_without_an_effect_may_attack_now_and_in_its_held_turn() -> None:
    t = table({"Navy 1": "B2", "Rust 1": "C3"}, {"Navy 1": UNHURT}, held_if="landed")
    t.begin("Navy 1").roll(1).move("C2")
    assert (t.acting, t.phase) == ("Navy 1", "attack")
    t.hold().idle().idle().begin("Navy 1")
    assert (t.acting, t.phase) == ("Navy 1", "attack")
    assert not t.held("Navy 1")


@clause("A3.5", "A3.7")
@pytest.mark.parametrize("stats", [CAN_TRAIN, CANNOT_TRAIN])
def test_training_holds_whoever_lands_on_it_by_the_setting(stats: str) -> None:
    t = on_training(stats, held_if="landed")
    assert (t.asked, t.held("Navy 1")) == ("Navy", True)
    t.decline()
    assert t.held("Navy 1")
    assert t.stats("Navy 1") == [int(number) for number in stats]
    assert t.scene(1)["pawns"][0]["modifier"] == "none"
    assert t.last(1) == "Navy 1 leaves the Training tile alone, but the pawn is held."
    t.idle_part().idle().begin("Navy 1")
    assert t.acting == "Navy 2"


@clause("A3.5")
def test_who_trains_is_held_as_ever_under_the_setting() -> None:
    t = on_training(CAN_TRAIN, held_if="landed").train("Honor")
    assert (t.stat("Navy 1", "Honor"), t.held("Navy 1")) == (3, True)
    assert t.last(1) == "Navy 1 trains: its Honor gains 1, and the pawn is held."


@clause("A3.7", "A3.5")
def test_a_hold_without_training_does_not_tell_whether_it_was_declined_or_failed() -> None:
    can, cannot = (on_training(stats, held_if="landed") for stats in (CAN_TRAIN, CANNOT_TRAIN))
    for _ in range(2):
        for viewer in (1, SPECTATOR):
            assert can.position.view(viewer) == cannot.position.view(viewer)
            assert can.scene(viewer) == cannot.scene(viewer)
            assert can.told[viewer] == cannot.told[viewer]
        if can.phase == "train":
            can.decline()
            cannot.decline()


@clause("A3.5", "A3.4")
def test_stats_at_the_cap_hold_by_the_setting_only() -> None:
    for held_if, held in (("effect", False), ("landed", True)):
        t = on_training("612345", stat_cap="6", held_if=held_if)
        for stat in range(6):
            t.pawn("Navy 1").now[stat] = 6
        assert t.options() == ["leave the tile alone"]
        assert t.decline().held("Navy 1") == held


@clause("A3.1", "A2.3", "A3.4", "A3.5")
@pytest.mark.parametrize("stats", [UNHURT, "612345"])
def test_the_setting_holds_nobody_on_whom_the_tile_does_not_work(stats: str) -> None:
    # past the Injury tile C2; a pawn that stays; one that used the kind on its turn before
    past = table({"Navy 1": "B2"}, {"Navy 1": stats}, held_if="landed").begin("Navy 1").roll(2).move("D2")
    stays = table({"Navy 1": "C2"}, {"Navy 1": stats}, held_if="landed").begin("Navy 1").roll(1).stay()
    used = table({"Navy 1": "B2"}, {"Navy 1": stats}, used={"Navy 1": "injury"}, held_if="landed")
    used.begin("Navy 1").roll(1).move("C2")
    for t in (past, stays, used):
        assert (t.acting, t.held("Navy 1")) == ("Navy 2", False)
    assert used.last() == "Navy 1 moves to C2, Injury, which cannot be used twice in a row."


@clause("A3.1", "A3.4", "A3.5")
def test_a_pawn_that_stays_is_held_where_staying_triggers() -> None:
    for tile in ("C2", "C6"):
        t = table({"Navy 1": tile}, {"Navy 1": "143526"}, held_if="landed", stay_triggers=True)
        t.begin("Navy 1").roll(1).stay()
        assert t.held("Navy 1")


@clause("A3.4", "A3.5")
@pytest.mark.parametrize("tile", ["C4", "A4", "D1", "D2"])
def test_the_setting_is_about_injury_and_training_alone(tile: str) -> None:
    beside = {"C4": "B4", "A4": "B4", "D1": "D2", "D2": "D3"}[tile]
    t = table({"Navy 1": beside}, held_if="landed").begin("Navy 1").roll(1).move(tile)
    if t.phase == "tile":
        t.decline()
        assert t.last().endswith("tile alone.")
    assert not t.held("Navy 1")
