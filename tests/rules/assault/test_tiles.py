"""Tiles: when they work, Red, Blue, Meditation, and what may not be used twice (A3)."""

from itertools import product
from math import ceil, floor

import pytest

from sandtable import SPECTATOR
from tests.rules.assault.table import STATS, Table, table
from tests.rules.scenario import clause

# a start beside a tile of each kind on skirmish, and the tile
BY_RED, RED = {"Navy 1": "B4"}, "C4"
BY_BLUE, BLUE = {"Navy 1": "B4"}, "A4"
BY_REST, REST = {"Navy 1": "D2"}, "D1"
CAN_TRAIN = "612345"
CANNOT_TRAIN = "156243"  # Strength 1, Bloodlust 4, Discipline 3
UNHURT = "143526"  # Stealth 4, Honor 3, Agility 5


@clause("A3.1")
@pytest.mark.parametrize(("places", "tile"), [(BY_RED, RED), (BY_BLUE, BLUE), (BY_REST, REST)])
def test_a_tile_works_when_a_pawn_stops_on_it(places: dict[str, str], tile: str) -> None:
    t = table(places).begin("Navy 1").roll(1).move(tile)
    assert (t.asked, t.phase) == ("Navy", "tile")
    assert t.options() == ["use the tile", "leave the tile alone"]


@clause("A3.1")
def test_plain_and_start_tiles_do_nothing() -> None:
    assert table({"Navy 1": "B1"}).begin("Navy 1").roll(1).move("B2").acting == "Navy 2"
    assert table({"Navy 1": "B1"}).begin("Navy 1").roll(1).move("A1").acting == "Navy 2"


@clause("A3.1")
@pytest.mark.parametrize("tile", ["C4", "A4", "D1", "C2", "C6"])
def test_a_tile_does_not_work_for_a_pawn_that_stays(tile: str) -> None:
    assert table({"Navy 1": tile}).begin("Navy 1").roll(3).stay().acting == "Navy 2"


@clause("A3.1", "A3.7")
@pytest.mark.parametrize(
    ("tile", "phase"), [("C4", "tile"), ("A4", "tile"), ("D1", "tile"), ("C6", "train"), ("C2", "injure")]
)
def test_a_tile_works_for_a_pawn_that_stays_by_the_setting(tile: str, phase: str) -> None:
    t = table({"Navy 1": tile}, stay_triggers=True).begin("Navy 1").roll(3).stay()
    assert t.phase == phase
    assert t.last() == f"Navy 1 stays on {tile}, {t.last().split(', ')[1]}"


@clause("A3.1", "A2.4")
def test_a_held_pawn_uses_no_tile_even_if_staying_counts() -> None:
    t = table({"Navy 1": "C4"}, held=("Navy 1",), stay_triggers=True).begin("Navy 1")
    assert (t.acting, t.phase) == ("Navy 2", "roll")


@clause("A3.1")
def test_the_tile_comes_first_then_the_attack() -> None:
    t = table({"Navy 1": "B4", "Rust 1": "C3"}).begin("Navy 1").roll(1).move(RED)
    with t.refused("A2.1", "another step is due"):
        t.attack("Rust 1", "Strength")
    t.use().tile_roll(6).red("Strength")
    assert (t.phase, t.acting) == ("attack", "Navy 1")
    assert t.attack("Rust 1", "Strength").phase == "damage"


@clause("A3.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_red_sets_one_own_stat_to_the_roll(die: int) -> None:
    t = table(BY_RED).begin("Navy 1").roll(1).move(RED).use()
    assert (t.asked, t.phase) == ("dice", "red_roll")
    t.tile_roll(die)
    assert (t.asked, t.options()) == ("Navy", [f"set own {stat} to the number rolled" for stat in STATS])
    t.red("Honor")
    assert t.stats("Navy 1") == [1, 2, die, 4, 5, 6]
    assert t.stats("Navy 2") == [1, 2, 3, 4, 5, 6]


@clause("A3.2")
def test_red_numbers_may_repeat_and_the_old_one_is_gone() -> None:
    t = table(BY_RED).begin("Navy 1").roll(1).move(RED).use().tile_roll(6).red("Strength")
    assert t.stats("Navy 1") == [6, 2, 3, 4, 5, 6]


@clause("A3.3")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("pawn", ["Rust 1", "Rust 2"])
def test_blue_sets_a_named_enemy_stat_to_the_roll_minus_1(pawn: str, die: int) -> None:
    t = table(BY_BLUE).begin("Navy 1").roll(1).move(BLUE).use().tile_roll(die)
    assert (t.asked, len(t.options())) == ("Navy", 12)
    t.blue(pawn, "Agility")
    assert t.stats(pawn) == [1, 2, 3, die - 1, 5, 6]
    assert t.last() == f"Navy 1 changes {pawn}'s Agility to {die - 1}."


@clause("A3.3", "A2.5")
def test_blue_names_a_living_pawn() -> None:
    t = table(BY_BLUE, health={"Rust 1": 0}).begin("Navy 1").roll(1).move(BLUE).use().tile_roll(3)
    assert len(t.options()) == 6
    with t.refused("A2.5", "left the board"):
        t.blue("Rust 1", "Honor")


@clause("A3.3")
def test_blue_for_the_other_seat_names_navy() -> None:
    t = table({"Rust 2": "B4"}, first="Rust").begin("Rust 2").roll(1).move(BLUE).use().tile_roll(1)
    assert t.blue("Navy 2", "Honor").stats("Navy 2") == [1, 2, 0, 4, 5, 6]


@clause("A3.3")
def test_a_stat_of_0_is_compared_as_0() -> None:
    t = table({"Navy 1": "B4", "Rust 1": "A3"}).begin("Navy 1").roll(1).move(BLUE).use().tile_roll(1)
    t.blue("Rust 1", "Strength").attack("Rust 1", "Strength")
    assert t.last() == "Navy 1 is higher in Strength, attacking Rust 1."


ROUNDED = {"down": floor, "nearest": lambda third: floor(third + 0.5), "up": ceil}


@clause("A3.6")
@pytest.mark.parametrize("rounding", ["down", "nearest", "up"])
def test_meditation_adds_a_third_of_two_dice(rounding: str) -> None:
    asked = table(BY_REST, meditation_rounding=rounding).begin("Navy 1").roll(1).move(REST).use()
    assert (asked.asked, asked.phase) == ("dice", "rest_roll")
    assert {weight for _, weight in asked.position.chances()} == {1 / 36}
    for first, second in product(range(1, 7), repeat=2):
        gained = ROUNDED[rounding]((first + second) / 3)
        t = asked.copy().meditate(first, second)
        assert t.health("Navy 1") == 12 + gained
        assert t.last() == f"Navy 1 rolls {first} and {second} and gains {gained} health."


@clause("A3.6")
def test_meditation_is_rounded_down_by_default() -> None:
    assert table().position.game.settings["meditation_rounding"] == "down"


def rested_at(tile: str, *pawns: str) -> Table:
    """Navy 1 has used the Meditation tile, then three turns went by, and the tile is free again."""
    t = table({"Navy 1": "D2", "Navy 2": "E1"}).begin("Navy 1").roll(1).move(tile).use().meditate(1, 2)
    t.idle_part().idle().begin("Navy 1").roll(1).move("D2").idle_part().idle()
    return t


@clause("A3.1")
def test_the_tile_that_a_pawn_comes_to_has_an_effect_until_it_was_used() -> None:
    t = table({"Navy 1": "B4"}).begin("Navy 1").roll(1).move("C4")
    here = t.scene(0)["pawns"][0]["tile"]
    assert here not in t.scene(0)["idle"]
    assert here not in t.use().scene(0)["idle"]


@clause("A3.6")
def test_a_pawn_uses_a_meditation_tile_once_a_game() -> None:
    t = rested_at("D1").begin("Navy 1").roll(1).move("D1")
    assert t.acting == "Navy 2"
    assert t.health("Navy 1") == 13
    # only the Meditation tile that it has used would do nothing
    t.idle_part().idle().begin("Navy 1").roll(1)
    assert [t.scene(viewer)["idle"] for viewer in (1, SPECTATOR)] == [[45], [45]]


@clause("A3.6")
def test_the_other_pawn_may_still_use_it() -> None:
    t = rested_at("D1").begin("Navy 2").roll(1).move("D1")
    assert t.phase == "tile"
    t.use().meditate(6, 6)
    assert t.health("Navy 2") == 16


@clause("A3.6")
def test_the_pawn_may_still_use_another_one() -> None:
    t = rested_at("D1").begin("Navy 1").roll(2).move("D4")
    assert t.phase == "tile"


@clause("A3.6", "A3.7")
def test_a_meditation_tile_left_alone_is_not_used_up() -> None:
    t = table(BY_REST).begin("Navy 1").roll(1).move(REST).decline().idle_part().idle()
    t.begin("Navy 1").roll(1).move("D2").idle_part().idle().begin("Navy 1").roll(1).move(REST)
    assert t.phase == "tile"


@clause("A3.6b", "A3.2")
def test_red_names_stat_and_die_but_not_the_old_number() -> None:
    tables = [table(BY_RED, {"Navy 1": numbers}) for numbers in ("123456", "456123")]
    for t in tables:
        t.begin("Navy 1").roll(1).move(RED).use().tile_roll(4).red("Honor")
        assert t.told[1][-2].text == "Navy 1 rolls 4 for one of its own stats."
        assert t.last(1) == "Navy 1's Honor becomes 4."
    assert tables[0].position.view(1) == tables[1].position.view(1)


@clause("A3.6b", "A3.3")
def test_blue_shows_its_roller_nothing_of_the_old_number() -> None:
    tables = [table(BY_BLUE, {"Rust 1": numbers}) for numbers in ("123456", "456123")]
    for t in tables:
        t.begin("Navy 1").roll(1).move(BLUE).use().tile_roll(4).blue("Rust 1", "Honor")
        assert t.last(0) == "Navy 1 changes Rust 1's Honor to 3."
    assert tables[0].position.view(0) == tables[1].position.view(0)


@clause("A3.6b", "A3.5")
def test_training_names_the_stat_but_no_number() -> None:
    tables = [table({"Navy 1": "B6"}, {"Navy 1": numbers}) for numbers in ("612345", "126354")]
    for t in tables:
        t.begin("Navy 1").roll(1).move("C6").train("Honor")
        assert t.last(1) == "Navy 1 trains: its Honor gains 1, and the pawn is held."
    assert tables[0].stat("Navy 1", "Honor") == 3
    assert tables[1].stat("Navy 1", "Honor") == 7
    assert tables[0].position.view(1) == tables[1].position.view(1)


@clause("A3.6b", "A3.4")
def test_injury_names_the_stat_but_no_number() -> None:
    tables = [table({"Navy 1": "B2"}, {"Navy 1": numbers}) for numbers in ("612345", "126543")]
    for t in tables:
        t.begin("Navy 1").roll(1).move("C2").injure("Honor")
        assert t.last(1) == "Navy 1 is injured: its Honor loses 1, and the pawn is held."
    for viewer in (1, SPECTATOR):
        assert tables[0].position.view(viewer) == tables[1].position.view(viewer)
        assert tables[0].told[viewer] == tables[1].told[viewer]


@clause("A3.7")
@pytest.mark.parametrize(("places", "tile"), [(BY_RED, RED), (BY_BLUE, BLUE), (BY_REST, REST)])
def test_a_tile_is_left_alone_before_any_roll(places: dict[str, str], tile: str) -> None:
    t = table(places).begin("Navy 1").roll(1).move(tile)
    before = [t.stats(pawn) for pawn in ("Navy 1", "Rust 1", "Rust 2")], t.health("Navy 1")
    refused = t.copy().use()
    t.decline()
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    assert before == ([t.stats(pawn) for pawn in ("Navy 1", "Rust 1", "Rust 2")], t.health("Navy 1"))
    with refused.refused("A2.1", "another step is due"):
        refused.decline()


@clause("A3.7", "A3.8")
def test_a_tile_left_alone_does_not_count_as_used() -> None:
    t = table({"Navy 1": "B4"}).begin("Navy 1").roll(1).move("C4").decline().idle_part().idle()
    assert t.begin("Navy 1").roll(2).move("E4").phase == "tile"


@clause("A3.8")
@pytest.mark.parametrize(
    ("kind", "start", "tile"), [("red", "D3", "E4"), ("blue", "F4", "G4"), ("meditation", "D3", "D4")]
)
def test_no_kind_is_used_on_two_own_turns_running(kind: str, start: str, tile: str) -> None:
    t = table({"Navy 1": start}, used={"Navy 1": kind}).begin("Navy 1").roll(2).move(tile)
    assert t.acting == "Navy 2"
    assert "cannot be used twice in a row" in t.last()
    assert table({"Navy 1": start}).begin("Navy 1").roll(2).move(tile).phase == "tile"


@clause("A3.8")
def test_not_twice_running_in_play() -> None:
    t = table({"Navy 1": "B4"}).begin("Navy 1").roll(1).move("C4").use().tile_roll(4).red("Honor")
    t.idle_part().idle().begin("Navy 1").roll(2)
    blue, red, rest = t.copy().move("C4"), t.copy().move("E4"), t.copy().move("D4")
    assert (blue.acting, red.acting, rest.acting) == ("Navy 2", "Navy 2", "Navy 1")
    # one turn later the kind is free again
    red.idle_part().idle().begin("Navy 1").roll(3).move("C4")
    assert red.phase == "tile"


@clause("A3.8")
def test_the_other_pawn_may_use_the_same_kind() -> None:
    t = table({"Navy 2": "B4"}, used={"Navy 1": "red"}).begin("Navy 2").roll(1).move("C4")
    assert t.phase == "tile"


@clause("A3.8")
def test_both_pawns_use_the_same_kind_in_one_turn() -> None:
    t = (
        table({"Navy 1": "B4", "Navy 2": "F4"})
        .begin("Navy 1")
        .roll(1)
        .move("C4")
        .use()
        .tile_roll(4)
        .red("Honor")
    )
    assert t.roll(1).move("E4").phase == "tile"


@clause("A3.8", "A3.4")
def test_injury_does_not_strike_twice_running() -> None:
    t = table({"Navy 1": "B2"}, used={"Navy 1": "injury"}).begin("Navy 1").roll(1).move("C2")
    assert (t.acting, t.held("Navy 1")) == ("Navy 2", False)
    assert t.last() == "Navy 1 moves to C2, Injury, which cannot be used twice in a row."


@clause("A3.8", "A3.5")
def test_training_does_not_work_twice_running() -> None:
    t = table({"Navy 1": "B6"}, {"Navy 1": CAN_TRAIN}, used={"Navy 1": "training"}).begin("Navy 1").roll(1)
    assert t.move("C6").acting == "Navy 2"


@clause("A3.8", "A2.4")
def test_a_held_turn_in_between_frees_the_kind() -> None:
    t = table({"Navy 1": "B6"}, {"Navy 1": CAN_TRAIN}).begin("Navy 1").roll(1).move("C6").train("Strength")
    t.idle_part().idle()
    assert t.begin("Navy 1").acting == "Navy 2"
    t.idle().idle().begin("Navy 1").roll(1).move("B6").idle_part().idle()
    assert t.begin("Navy 1").roll(1).move("C6").phase == "train"


@clause("A3.8", "A2.4", "A3.4")
def test_injury_strikes_again_right_after_the_held_turn() -> None:
    t = table({"Navy 1": "B2"}).begin("Navy 1").roll(1).move("C2").injure("Honor").idle_part().idle()
    t.begin("Navy 1").idle().idle()
    assert t.begin("Navy 1").roll(4).move("E3").phase == "injure"


def idle_kinds(t: Table, viewer: int) -> set[str]:
    """The kinds of the tiles that would do nothing for the acting pawn, as `viewer` sees them."""
    scene = t.scene(viewer)
    return {"".join(scene["board"]["tiles"])[tile] for tile in scene["idle"]}


@clause("A3.4", "A3.5", "A3.8")
def test_tiles_that_would_do_nothing_are_shown_to_the_seat_that_knows_it() -> None:
    # low in the stats that Training needs, high in those that protect from Injury
    safe = {"Navy 1": "165423"}
    t = table({"Navy 1": "D2"}, safe).begin("Navy 1").roll(1)
    assert [idle_kinds(t, viewer) for viewer in (0, 1, SPECTATOR)] == [{"I", "T"}, set(), set()]
    # what was used last turn, everybody has seen
    t = table({"Navy 1": "D2"}, safe, used={"Navy 1": "red"}).begin("Navy 1").roll(1)
    assert [idle_kinds(t, viewer) for viewer in (0, 1, SPECTATOR)] == [{"I", "T", "R"}, {"R"}, {"R"}]
    # a pawn that can train and is hurt by Injury
    t = table({"Navy 1": "D2"}, {"Navy 1": "612345"}).begin("Navy 1").roll(1)
    assert idle_kinds(t, 0) == set()
    # if landing there holds a pawn, both tiles do something
    t = table({"Navy 1": "D2"}, safe, held_if="landed").begin("Navy 1").roll(1)
    assert idle_kinds(t, 0) == set()
