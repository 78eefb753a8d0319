"""Attacks: who may, with which stat, ties, and what they cost (A4)."""

import pytest

from sandtable import SPECTATOR
from tests.rules.assault.table import STATS, Table, table
from tests.rules.scenario import clause

BESIDE = {"Navy 1": "C3", "Rust 1": "D3"}
HIGH = {"Navy 1": "612345"}  # stronger than the usual 1 of Strength, lower in all else


def facing(**changes: object) -> Table:
    """Navy 1 has moved and stands beside Rust 1."""
    given: dict[str, object] = {"places": BESIDE, "stats": HIGH, **changes}
    return table(**given).begin("Navy 1").roll(1).stay()  # type: ignore[arg-type]


@clause("A4.1")
def test_a_pawn_beside_an_enemy_may_attack_after_moving_0_spaces() -> None:
    t = facing()
    attacks = [f"attack enemy pawn 1 with {stat}" for stat in STATS]
    assert t.options() == [*attacks, "do not attack"]


@clause("A4.1")
def test_a_pawn_may_attack_after_moving() -> None:
    t = table({"Navy 1": "B3", "Rust 1": "D4"}).begin("Navy 1").roll(2).move("D3")
    assert (t.asked, t.phase) == ("Navy", "attack")


@clause("A4.1")
@pytest.mark.parametrize("tile", ["D4", "B2", "C5", "E3"])
def test_no_attack_over_a_corner_or_a_gap(tile: str) -> None:
    t = facing(places={"Navy 1": "C3", "Rust 1": tile})
    assert t.acting == "Navy 2"


@clause("A4.1")
def test_only_a_neighbour_is_a_target() -> None:
    t = facing()
    with t.refused("A4.1", "next to an enemy pawn"):
        t.attack("Rust 2", "Strength")


@clause("A4.1")
def test_of_two_neighbours_one_is_chosen() -> None:
    t = facing(places={"Navy 1": "C3", "Rust 1": "D3", "Rust 2": "C4"})
    assert len(t.options()) == 13
    t.attack("Rust 2", "Strength").damage(2)
    assert (t.health("Rust 1"), t.health("Rust 2")) == (12, 10)
    assert t.acting == "Navy 2"


@clause("A4.1")
def test_a_pawn_attacks_once_and_need_not() -> None:
    t = facing().attack("Rust 1", "Strength").damage(3)
    with t.refused("A2.1", "another step is due"):
        t.attack("Rust 1", "Honor")
    t = facing().hold()
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    assert t.health("Rust 1") == 12


@clause("A4.1")
def test_each_pawn_of_a_side_may_attack_in_a_turn() -> None:
    t = facing(places={"Navy 1": "C3", "Navy 2": "E3", "Rust 1": "D3"}).attack("Rust 1", "Strength").damage(3)
    t.roll(1).stay().attack("Rust 1", "Strength")
    assert t.phase == "tiebreak"


@clause("A4.1", "A2.5")
def test_a_dead_pawn_is_no_target() -> None:
    t = facing(places={"Navy 1": "C3", "Rust 1": "D3", "Rust 2": "C4"}, health={"Rust 2": 0})
    with t.refused("A2.5", "left the board"):
        t.attack("Rust 2", "Strength")


@clause("A4.1")
def test_a_dead_neighbour_gives_no_attack() -> None:
    assert facing(health={"Rust 1": 0}).acting == "Navy 2"


@clause("A4.2")
@pytest.mark.parametrize(
    ("stat", "result"), [("Strength", "higher"), ("Stealth", "lower"), ("Discipline", "lower")]
)
def test_both_values_of_the_named_stat_are_compared(stat: str, result: str) -> None:
    t = facing().attack("Rust 1", stat)
    assert t.last() == f"Navy 1 is {result} in {stat}, attacking Rust 1."
    assert t.phase == "damage"


@clause("A4.2", "A3.2", "A3.3")
def test_values_as_they_are_now_are_compared() -> None:
    t = table({"Navy 1": "C3", "Rust 1": "D4"}, HIGH).begin("Navy 1").roll(1).move("C4")
    t.use().tile_roll(6).red("Discipline").attack("Rust 1", "Discipline")
    assert t.phase == "tiebreak"


@clause("A4.3")
def test_a_pawn_does_not_open_twice_running_with_one_stat() -> None:
    t = facing().attack("Rust 1", "Strength").damage(1).idle_part().idle()
    t.begin("Navy 1").roll(1).stay()
    with t.refused("A4.3", "opened with that stat on its last turn"):
        t.attack("Rust 1", "Strength")
    assert len(t.options()) == 6
    t.attack("Rust 1", "Honor")


@clause("A4.3")
def test_the_rule_holds_against_the_other_enemy_pawn_too() -> None:
    t = facing(places={"Navy 1": "C3", "Rust 1": "D3", "Rust 2": "C4"}).attack("Rust 1", "Strength").damage(1)
    t.idle_part().idle().begin("Navy 1").roll(1).stay()
    with t.refused("A4.3", "opened with that stat"):
        t.attack("Rust 2", "Strength")


@clause("A4.3")
def test_a_turn_in_between_frees_the_stat() -> None:
    t = facing().attack("Rust 1", "Strength").damage(1).idle_part().idle()
    t.idle().idle()
    t.begin("Navy 1").roll(1).stay().attack("Rust 1", "Strength")
    assert t.phase == "damage"


@clause("A4.3")
def test_the_rule_is_for_each_pawn_by_itself() -> None:
    t = facing(places={"Navy 1": "C3", "Navy 2": "E3", "Rust 1": "D3"}).attack("Rust 1", "Strength").damage(1)
    t.roll(1).stay().attack("Rust 1", "Strength")
    assert t.phase == "tiebreak"


@clause("A4.3", "A2.4")
def test_an_attack_while_held_counts_as_the_turn_before() -> None:
    t = table(BESIDE, HIGH, held=("Navy 1",)).begin("Navy 1").attack("Rust 1", "Strength").damage(1)
    t.idle_part().idle().begin("Navy 1").roll(1).stay()
    with t.refused("A4.3", "opened with that stat"):
        t.attack("Rust 1", "Strength")


@clause("A4.3")
def test_a_stat_compared_in_defence_is_not_used() -> None:
    t = facing(stats={"Navy 1": "612345", "Rust 1": "612345"}).attack("Rust 1", "Strength").tiebreak("Honor")
    for stat in ("Stealth", "Agility", "Bloodlust", "Discipline"):
        t.tiebreak(stat)
    t.idle_part().begin("Rust 1").roll(1).stay()
    assert len(t.options()) == 7


@clause("A4.3")
def test_a_stat_compared_to_break_a_tie_is_not_used() -> None:
    t = facing(stats={"Navy 1": "162345"}).attack("Rust 1", "Strength").tiebreak("Stealth").damage(1)
    t.idle_part().idle().begin("Navy 1").roll(1).stay()
    with t.refused("A4.3", "opened with that stat"):
        t.attack("Rust 1", "Strength")
    assert t.attack("Rust 1", "Stealth").phase == "damage"


# with `barred` at used every stat that has been compared since its owner's last turn began


def offered(t: Table) -> list[str]:
    """The stats that the acting pawn may open an attack on the first enemy pawn with."""
    return [stat for stat in STATS if f"attack enemy pawn 1 with {stat}" in t.options()]


@clause("A4.3")
def test_with_barred_at_used_a_stat_compared_in_defence_is_barred() -> None:
    t = facing(stats={"Navy 1": "162345"}, barred="used").attack("Rust 1", "Strength").tiebreak("Stealth")
    t.damage(1).idle_part().begin("Rust 1").roll(1).stay()
    assert offered(t) == ["Honor", "Agility", "Bloodlust", "Discipline"]
    with t.refused("A4.3", "has been compared since your last turn began"):
        t.attack("Navy 1", "Strength")
    assert t.attack("Navy 1", "Honor").phase == "damage"


@clause("A4.3")
def test_with_barred_at_used_a_stat_compared_to_break_a_tie_is_barred() -> None:
    t = facing(stats={"Navy 1": "162345"}, barred="used").attack("Rust 1", "Strength").tiebreak("Stealth")
    t.damage(1).idle_part().idle().begin("Navy 1").roll(1).stay()
    assert offered(t) == ["Honor", "Agility", "Bloodlust", "Discipline"]
    with t.refused("A4.3", "has been compared since your last turn began"):
        t.attack("Rust 1", "Stealth")


@clause("A4.3")
def test_with_barred_at_used_attack_and_defence_are_barred_together() -> None:
    t = facing(barred="used").attack("Rust 1", "Strength").damage(1).idle_part()
    t.begin("Rust 1").roll(1).stay().attack("Navy 1", "Honor").damage(1).idle_part()
    t.begin("Navy 1").roll(1).stay()
    assert offered(t) == ["Stealth", "Agility", "Bloodlust", "Discipline"]


@clause("A4.3")
def test_with_barred_at_used_what_was_compared_before_the_owners_last_turn_is_free() -> None:
    t = table(BESIDE, HIGH, first="Rust", barred="used")
    t.begin("Rust 1").roll(1).stay().attack("Navy 1", "Honor").damage(1).idle_part()
    t.begin("Navy 1").roll(1).stay()
    assert "Honor" not in offered(t)
    t.hold().idle_part().idle().begin("Navy 1").roll(1).stay()
    assert offered(t) == list(STATS)


@clause("A4.3")
def test_with_barred_at_used_a_pawn_may_open_with_any_if_all_six_are_barred() -> None:
    t = facing(stats={}, barred="used").attack("Rust 1", "Strength")
    for stat in STATS[1:]:
        t.tiebreak(stat)
    t.idle_part().begin("Rust 1").roll(1).stay()
    assert offered(t) == list(STATS)
    t.hold().idle_part().begin("Navy 1").roll(1).stay()
    assert offered(t) == list(STATS)


@clause("A4.3")
def test_with_barred_at_used_another_stat_may_still_break_a_tie() -> None:
    places = {"Navy 1": "C3", "Navy 2": "E3", "Rust 1": "D3"}
    t = facing(places=places, stats={}, barred="used").attack("Rust 1", "Strength")
    for stat in STATS[1:]:
        t.tiebreak(stat)
    # Rust 1 was compared in all six, and names any of them again in the next attack
    t.roll(1).stay().attack("Rust 1", "Strength")
    assert t.options() == [f"break the tie with {stat}" for stat in STATS[1:]]


@clause("A4.3")
def test_both_players_see_which_stats_are_barred_and_why() -> None:
    for barred, navy, rust, why in (
        ("opened", [0], [], "opened last turn"),
        ("used", [0, 1], [0, 1], "used since last turn"),
    ):
        t = facing(stats={"Navy 1": "162345"}, barred=barred)
        t.attack("Rust 1", "Strength").tiebreak("Stealth").damage(1).idle_part()
        for viewer in (0, 1, SPECTATOR):
            scene = t.scene(viewer)
            assert [pawn["barred_stats"] for pawn in scene["pawns"]] == [navy, [], rust, []]
            assert scene["barred_why"] == why


@clause("A4.4")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_higher_attacker_takes_the_die_off_the_defender(die: int) -> None:
    t = facing().attack("Rust 1", "Strength").damage(die)
    assert (t.health("Navy 1"), t.health("Rust 1")) == (12, 12 - die)
    assert t.last() == f"Rust 1 loses {die} health."


@clause("A4.4")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_lower_attacker_loses_the_die_and_2(die: int) -> None:
    t = facing().attack("Rust 1", "Stealth").damage(die)
    assert (t.health("Navy 1"), t.health("Rust 1")) == (12 - die - 2, 12)
    assert t.last() == f"Navy 1 loses {die + 2} health ({die} + 2)."


@clause("A4.4")
def test_every_die_is_as_likely() -> None:
    chances = facing().attack("Rust 1", "Strength").position.chances()
    assert [weight for _, weight in chances] == [1 / 6] * 6


@clause("A4.5")
def test_on_a_tie_the_defender_names_another_stat() -> None:
    t = facing(stats={"Navy 1": "162345"}).attack("Rust 1", "Strength")
    assert (t.asked, t.phase) == ("Rust", "tiebreak")
    assert t.options() == [f"break the tie with {stat}" for stat in STATS[1:]]
    with t.refused("A4.5", "already been compared in this attack"):
        t.tiebreak("Strength")


@clause("A4.5", "A4.4")
def test_the_attacker_stays_the_attacker_after_a_tie() -> None:
    t = facing(stats={"Navy 1": "162345"}).attack("Rust 1", "Strength")
    higher, lower = t.copy().tiebreak("Stealth").damage(4), t.copy().tiebreak("Honor").damage(4)
    assert (higher.health("Navy 1"), higher.health("Rust 1")) == (12, 8)
    assert (lower.health("Navy 1"), lower.health("Rust 1")) == (6, 12)


@clause("A4.5")
def test_ties_go_on_until_one_is_higher() -> None:
    t = facing(stats={"Navy 1": "123465"}).attack("Rust 1", "Strength").tiebreak("Honor").tiebreak("Agility")
    with t.refused("A4.5", "already been compared"):
        t.tiebreak("Honor")
    assert t.tiebreak("Bloodlust").damage(1).health("Rust 1") == 11


@clause("A4.5")
def test_each_attack_begins_with_no_stat_compared() -> None:
    places = {"Navy 1": "C3", "Navy 2": "E3", "Rust 1": "D3"}
    t = facing(places=places, stats={}).attack("Rust 1", "Strength").tiebreak("Honor")
    assert t.scene(0)["attack"]["compared"] == [0, 2]
    for stat in ("Stealth", "Agility", "Bloodlust", "Discipline"):
        t.tiebreak(stat)
    t.roll(1).stay().attack("Rust 1", "Honor")
    assert t.scene(0)["attack"]["compared"] == [2]
    assert t.tiebreak("Strength").phase == "tiebreak"


@clause("A4.5")
def test_a_tie_is_decided_by_the_owner_of_the_defender_whoever_is_in_turn() -> None:
    t = (
        table(BESIDE, {"Rust 1": "162345"}, first="Rust")
        .begin("Rust 1")
        .roll(1)
        .stay()
        .attack("Navy 1", "Strength")
    )
    assert t.asked == "Navy"


@clause("A4.5")
def test_six_ties_hurt_nobody() -> None:
    t = facing(stats={}).attack("Rust 1", "Strength")
    for stat in STATS[1:]:
        assert (t.asked, t.phase) == ("Rust", "tiebreak")
        t.tiebreak(stat)
    assert t.last() == "Navy 1 is tied in Discipline, which Rust 1 names. All six are tied: nobody is hurt."
    assert (t.health("Navy 1"), t.health("Rust 1")) == (12, 12)
    assert (t.acting, t.phase) == ("Navy 2", "roll")


@clause("A4.5", "A4.3")
def test_six_ties_still_count_as_having_opened() -> None:
    t = facing(stats={}).attack("Rust 1", "Strength")
    for stat in STATS[1:]:
        t.tiebreak(stat)
    t.idle_part().idle().begin("Navy 1").roll(1).stay()
    with t.refused("A4.3", "opened with that stat"):
        t.attack("Rust 1", "Strength")


@clause("A4.6")
def test_a_comparison_shows_only_its_outcome() -> None:
    one = facing(stats={"Navy 1": "612345", "Rust 1": "123456"}).attack("Rust 1", "Strength")
    other = facing(stats={"Navy 1": "612345", "Rust 1": "345612"}).attack("Rust 1", "Strength")
    for viewer in (0, SPECTATOR):
        assert one.position.view(viewer) == other.position.view(viewer)
        assert one.told[viewer] == other.told[viewer]


@clause("A4.6")
def test_a_comparison_shows_both_numbers_by_the_setting() -> None:
    t = facing(stats={"Navy 1": "512346"}, reveal="numbers").attack("Rust 1", "Strength")
    for viewer in (0, 1, SPECTATOR):
        assert t.last(viewer) == "Navy 1 is higher in Strength (5 against 1), attacking Rust 1."
    tied = facing(stats={"Navy 1": "162345"}, reveal="numbers").attack("Rust 1", "Strength").tiebreak("Honor")
    assert tied.last() == "Navy 1 is lower in Honor (2 against 3), which Rust 1 names."


@clause("A4.7")
def test_health_never_falls_below_0() -> None:
    t = facing(health={"Rust 1": 2}).attack("Rust 1", "Strength").damage(6)
    assert t.health("Rust 1") == 0
    assert t.last() == "Rust 1 is out: it loses 6 health."


@clause("A4.7", "A2.5")
def test_the_attacker_can_be_out_in_the_middle_of_his_turn() -> None:
    t = facing(health={"Navy 1": 3}).attack("Rust 1", "Stealth").damage(1)
    assert t.health("Navy 1") == 0
    assert (t.acting, t.phase, t.asked) == ("Navy 2", "roll", "dice")
    t.roll(6).move("C3").decline()
    assert (t.acting, t.phase) == ("Navy 2", "attack")


@clause("A4.7", "A2.5")
def test_the_attacker_of_the_second_part_dies_and_the_turn_ends() -> None:
    t = (
        table({"Navy 2": "C3", "Rust 1": "D3"}, {"Navy 2": "612345"}, {"Navy 2": 3})
        .begin("Navy 1")
        .idle_part()
    )
    t.roll(1).stay().attack("Rust 1", "Stealth").damage(6)
    assert (t.asked, t.phase) == ("Rust", "choose")


@clause("A4.7")
def test_a_defender_that_is_out_makes_room_for_the_second_part() -> None:
    t = facing(places={"Navy 1": "C3", "Navy 2": "E3", "Rust 1": "D3"}, health={"Rust 1": 1})
    t.attack("Rust 1", "Strength").damage(1).roll(1)
    assert "D3" in t.tiles()
    assert t.move("D3").acting == "Rust 2"


@clause("A4.2", "A4.4", "A4.5")
def test_an_attack_is_seen_in_its_steps() -> None:
    c3, d3 = 30, 31
    t = facing(stats={"Navy 1": "612345", "Rust 1": "621345"}).attack("Rust 1", "Strength")
    assert t.beats() == [("aim", (c3, d3), "Strength"), ("turn", (c3,), "tied")]
    t.tiebreak("Stealth")
    assert t.beats() == [("aim", (d3, c3), "Stealth"), ("turn", (c3,), "lower")]
    # A4.4: an attacker who is lower loses two more
    t.damage(2)
    assert t.beats() == [("blow", (c3,), "−4")]
    t = facing(health={"Rust 1": 2}).attack("Rust 1", "Strength").damage(5)
    assert t.beats() == [("blow", (d3,), "−5"), ("fall", (d3,), "")]


@clause("A2.2")
def test_a_pawn_is_seen_to_walk_around_the_others() -> None:
    t = table({"Navy 1": "C3", "Rust 1": "D3"}).begin("Navy 1").roll(4).move("E3")
    kind, cells, _ = t.beats()[0]
    assert (kind, cells[0], cells[-1], len(cells), 31 in cells) == ("way", 30, 32, 5, False)
