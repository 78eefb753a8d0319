"""The end: both pawns out, and the round cap (A5)."""

import pytest

from sandtable import SPECTATOR
from tests.rules.assault.table import Table, table
from tests.rules.scenario import clause

BESIDE = {"Navy 1": "C3", "Rust 1": "D3"}
HIGH = {"Navy 1": "612345"}


def facing(health: dict[str, int], **settings: object) -> Table:
    return table(BESIDE, HIGH, health, **settings).begin("Navy 1").roll(1).stay()


@clause("A5.1")
def test_a_side_without_pawns_has_lost() -> None:
    t = facing({"Rust 1": 1, "Rust 2": 0}).attack("Rust 1", "Strength").damage(1)
    assert (t.over, t.asked, t.position.score) == (True, "nobody", (1.0, -1.0))
    assert t.last() == "Rust 1 is out: it loses 1 health. Navy wins: both Rust pawns are out."
    assert t.options() == []
    assert t.scene(0)["attack"] is None


@clause("A5.1", "A4.7")
def test_the_last_pawn_lost_by_its_own_attack_loses() -> None:
    t = facing({"Navy 1": 3, "Navy 2": 0}).attack("Rust 1", "Stealth").damage(1)
    assert (t.over, t.position.score) == (True, (-1.0, 1.0))
    assert t.last() == "Navy 1 is out: it loses 3 health (1 + 2). Rust wins: both Navy pawns are out."


@clause("A5.1")
def test_the_match_ends_at_once_in_the_middle_of_a_turn() -> None:
    t = facing({"Rust 1": 1, "Rust 2": 0}).attack("Rust 1", "Strength").damage(1)
    assert t.over
    with t.refused("A5.1", "The match is over"):
        t.roll(1)


@clause("A5.1")
def test_one_pawn_out_does_not_end_the_match() -> None:
    assert not facing({"Rust 1": 1}).attack("Rust 1", "Strength").damage(6).over
    assert not facing({"Navy 1": 1}).attack("Rust 1", "Stealth").damage(6).over


@clause("A5.1")
def test_all_numbers_are_shown_after_the_end() -> None:
    t = facing({"Rust 1": 1, "Rust 2": 0}).attack("Rust 1", "Strength")
    assert t.scene(0)["pawns"][2]["stats"] is None
    t.damage(1)
    for viewer in (0, 1, SPECTATOR):
        assert [pawn["stats"] is None for pawn in t.scene(viewer)["pawns"]] == [False] * 4
        assert t.position.view(viewer) == t.position


@clause("A5.2")
@pytest.mark.parametrize("cap", [1, 2, 100, 200])
def test_after_the_last_round_the_match_is_drawn(cap: int) -> None:
    t = table(round_cap=cap, first="Rust")
    t.position.state.turn = 2 * cap - 2
    t.position.state.first = 1
    assert t.scene(0)["round"] == cap
    t.idle()
    assert not t.over
    assert t.asked == "Navy"
    t.idle()
    assert (t.over, t.position.score) == (True, (0.0, 0.0))
    assert t.last().endswith(f"A draw after {cap} rounds.")


@clause("A5.2")
@pytest.mark.parametrize("cap", [1, 3])
def test_a_round_is_a_turn_of_each(cap: int) -> None:
    t, turns = table(round_cap=cap), 0
    while not t.over:
        t.idle()
        turns += 1
    assert turns == 2 * cap


@clause("A5.2", "A2.4")
def test_a_turn_of_held_pawns_is_a_turn() -> None:
    t = table(round_cap=1, held=("Rust 1", "Rust 2")).idle()
    assert (t.asked, t.phase) == ("Rust", "choose")
    assert t.begin("Rust 1").over


@clause("A5.2", "A5.1")
def test_the_last_blow_of_the_last_round_still_wins() -> None:
    t = table(BESIDE, {"Rust 1": "612345"}, {"Navy 1": 1, "Navy 2": 0}, first="Rust", round_cap=1)
    t.position.state.turn, t.position.state.first = 1, 0
    t.begin("Rust 1").roll(1).stay().attack("Navy 1", "Strength").damage(1)
    assert t.position.score == (-1.0, 1.0)
