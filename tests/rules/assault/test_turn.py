"""A turn: whose pawn, how far, and what keeps a pawn from going (A2)."""

import pytest

from sandtable.games.assault.schema import ACTIONS
from tests.rules.assault.table import PAWNS, PLAIN_BOARD, table
from tests.rules.scenario import clause


@clause("A2.1")
@pytest.mark.parametrize(("chosen", "other"), [("Navy 1", "Navy 2"), ("Navy 2", "Navy 1")])
def test_the_chosen_pawn_finishes_before_the_other_rolls(chosen: str, other: str) -> None:
    t = table()
    assert t.options() == ["begin with pawn 1", "begin with pawn 2"]
    t.begin(chosen)
    assert (t.acting, t.asked, t.phase) == (chosen, "dice", "roll")
    t.roll(3).stay()
    assert (t.acting, t.asked, t.phase) == (other, "dice", "roll")
    t.roll(3).stay()
    assert (t.asked, t.phase) == ("Rust", "choose")


@clause("A2.1")
def test_a_part_is_roll_move_tile_attack_in_this_order() -> None:
    t = table({"Navy 1": "B4", "Rust 1": "C3"}).begin("Navy 1")
    phases = [t.phase]
    for step in (
        lambda: t.roll(1),
        lambda: t.move("C4"),
        lambda: t.use(),
        lambda: t.tile_roll(3),
        lambda: t.red("Honor"),
    ):
        step()
        phases.append(t.phase)
    assert phases == ["roll", "move", "tile", "red_roll", "red", "attack"]


@clause("A4.2")
def test_a_choice_names_its_pawn_as_the_page_does() -> None:
    t = table({"Navy 1": "B4", "Rust 2": "C4"}).begin("Navy 1").roll(1).stay()
    said = {t.position.game.describe(action): t.position.says(0, action) for action in t.position.actions()}
    assert said["attack enemy pawn 2 with Honor"] == "attack Rust 2 with Honor"
    assert said["do not attack"] == "do not attack"
    t = table(first="Rust")
    assert [t.position.says(1, action) for action in t.position.actions()] == [
        "begin with Rust 1",
        "begin with Rust 2",
    ]
    for seat, named in ((0, "Rust 1"), (1, "Navy 1")):
        assert (
            t.position.says(seat, ACTIONS.pack("blue", pawn=0, stat=0))
            == f"set Strength of {named} to the number rolled"
        )


@clause("A2.1")
def test_seats_take_turns() -> None:
    t = table(first="Rust")
    seats = []
    for _ in range(5):
        seats.append(t.asked)
        t.idle()
    assert seats == ["Rust", "Navy", "Rust", "Navy", "Rust"]


@clause("A2.1")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_a_pawn_moves_0_to_as_many_spaces_as_rolled(die: int) -> None:
    t = table({"Navy 1": "D4"}, board="skirmish").begin("Navy 1").roll(die)
    wanted = {f"{'ABCDEFG'[x]}{y + 1}" for x in range(7) for y in range(7) if abs(x - 3) + abs(y - 3) <= die}
    assert t.tiles() == wanted - {"G1", "G7", "A7"}


@clause("A2.1")
def test_what_is_not_due_is_refused() -> None:
    t = table({"Navy 1": "B2", "Rust 1": "B3"})
    for step in (
        lambda: t.roll(1),
        lambda: t.move("B3"),
        lambda: t.hold(),
        lambda: t.damage(1),
        lambda: t.use(),
    ):
        with t.refused("A2.1", "another step is due"):
            step()
    t.begin("Navy 1")
    with t.refused("A2.1", "another step is due"):
        t.begin("Navy 2")
    t.roll(2)
    for step in (lambda: t.roll(1), lambda: t.attack("Rust 1", "Honor"), lambda: t.hold()):
        with t.refused("A2.1", "another step is due"):
            step()


@clause("A2.2")
def test_steps_are_orthogonal() -> None:
    t = table({"Navy 1": "B2"}).begin("Navy 1").roll(1)
    assert t.tiles() == {"B2", "A2", "C2", "B1", "B3"}
    with t.refused("A2.2", "further than this roll reaches"):
        t.move("C3")


@clause("A2.2")
@pytest.mark.parametrize("wall", ["Navy 2", "Rust 1"])
def test_a_pawn_does_not_pass_a_living_pawn(wall: str) -> None:
    t = table({"Navy 1": "A1", wall: "B1", "Rust 2": "B2"}).begin("Navy 1").roll(2)
    assert t.tiles() == {"A1", "A2", "A3"}
    with t.refused("A2.2", "further than this roll reaches"):
        t.move("C1")


@clause("A2.2")
@pytest.mark.parametrize("other", ["Navy 2", "Rust 1"])
def test_a_pawn_does_not_stop_on_a_living_pawn(other: str) -> None:
    t = table({"Navy 1": "B2", other: "B3"}).begin("Navy 1").roll(6)
    with t.refused("A2.2", "A pawn is there"):
        t.move("B3")


@clause("A2.2", "A2.5")
def test_the_tile_of_a_dead_pawn_is_free() -> None:
    t = table({"Navy 1": "A1", "Rust 1": "B1", "Rust 2": "A2"}, health={"Rust 1": 0}).begin("Navy 1").roll(2)
    assert t.tiles() == {"A1", "B1", "C1", "B2"}


@clause("A2.2")
def test_a_detour_costs_spaces() -> None:
    places = {"Navy 1": "A1", "Navy 2": "E5", "Rust 1": "B1", "Rust 2": "A5"}
    t = table(places, board=PLAIN_BOARD).begin("Navy 1")
    assert "C1" not in t.copy().roll(3).tiles()
    assert "C1" in t.copy().roll(4).tiles()


@clause("A2.2")
def test_the_way_may_not_lead_back_through_the_tile_left() -> None:
    # back to its own tile there is only the move of 0 spaces, which moves nothing and works no tile
    t = table({"Navy 1": "C4"}).begin("Navy 1").roll(2).move("C4")
    assert t.acting == "Navy 2"


MOVED_OFF = {"Navy 1": "C3", "Navy 2": "B3"}


@clause("A2.2")
@pytest.mark.parametrize(("once", "closed"), [("move", set[str]()), ("turn", {"C3"})])
def test_the_tile_that_the_first_pawn_left_is_closed_to_the_second_by_the_setting(
    once: str, closed: set[str]
) -> None:
    t = table(MOVED_OFF, board=PLAIN_BOARD, tile_once=once).begin("Navy 1").roll(1).move("C4").roll(1)
    assert t.acting == "Navy 2"
    assert t.tiles() == {"B3", "A3", "B2", "B4", "C3"} - closed


@clause("A2.2")
def test_a_tile_counts_as_used_for_the_pawns_own_move_by_default() -> None:
    assert table().position.game.settings["tile_once"] == "move"


@clause("A2.2")
def test_who_stops_on_the_tile_that_the_first_pawn_left_is_told_why_not() -> None:
    t = table(MOVED_OFF, board=PLAIN_BOARD, tile_once="turn").begin("Navy 1").roll(1).move("C4").roll(6)
    with t.refused("A2.2", "first pawn left that tile this turn"):
        t.move("C3")


@clause("A2.2")
@pytest.mark.parametrize(("once", "wanted"), [("move", {"A1", "B1", "B2", "D1"}), ("turn", {"A1"})])
def test_the_tile_that_the_first_pawn_left_is_not_passed_by_the_setting(once: str, wanted: set[str]) -> None:
    places = {"Navy 1": "B1", "Navy 2": "A1", "Rust 1": "A2"}
    t = table(places, board=PLAIN_BOARD, tile_once=once).begin("Navy 1").roll(2).move("C2").roll(3)
    assert t.tiles() & {"A1", "B1", "B2", "D1"} == wanted
    if once == "turn":
        assert t.tiles() == wanted
        with t.refused("A2.2", "further than this roll reaches"):
            t.move("B2")


@clause("A2.2")
def test_whichever_pawn_goes_first_closes_its_tile() -> None:
    t = table(MOVED_OFF, board=PLAIN_BOARD, tile_once="turn").begin("Navy 2").roll(1).move("B4").roll(1)
    assert t.acting == "Navy 1"
    assert t.tiles() == {"C3", "C2", "C4", "D3"}


@clause("A2.2", "A2.4")
def test_a_first_pawn_that_stays_or_is_held_closes_nothing() -> None:
    for held in ((), ("Navy 1",)):
        t = table(MOVED_OFF, held=held, board=PLAIN_BOARD, tile_once="turn").begin("Navy 1")
        if not held:
            t.roll(6).stay()
        assert t.acting == "Navy 2"
        # all but the tiles of the others
        assert len(t.roll(6).tiles()) == 22


@clause("A2.2", "A2.1")
def test_the_tile_is_open_again_in_the_next_turn() -> None:
    t = table({**MOVED_OFF, "Rust 1": "D3"}, board=PLAIN_BOARD, tile_once="turn")
    t.begin("Navy 1").roll(2).move("C1").idle()
    assert "C3" in t.copy().begin("Rust 1").roll(1).tiles()
    # what the second pawn leaves closes nothing either
    t.begin("Rust 2").roll(1).stay().roll(1).move("D2")
    assert {"C3", "D3"} <= t.begin("Navy 2").roll(2).tiles()


@clause("A2.2", "A2.5", "A4.7")
def test_the_tile_that_a_pawn_left_stays_closed_after_its_death_and_that_of_its_death_is_open() -> None:
    places = {**MOVED_OFF, "Rust 1": "C5"}
    t = table(places, {"Rust 1": "654321"}, {"Navy 1": 1}, board=PLAIN_BOARD, tile_once="turn")
    t.begin("Navy 1").roll(1).move("C4").attack("Rust 1", "Strength").damage(1)
    assert (t.acting, t.health("Navy 1")) == ("Navy 2", 0)
    t.roll(2)
    assert "C4" in t.tiles()
    assert "C3" not in t.tiles()


@clause("A2.3")
def test_tiles_on_the_way_have_no_effect() -> None:
    # from B2 over the Injury tile C2 to D2; Agility, Honor and Stealth are low enough for an injury
    t = table({"Navy 1": "B2"}, {"Navy 1": "612345"}).begin("Navy 1").roll(2).move("D2")
    assert not t.held("Navy 1")
    assert t.stats("Navy 1") == [6, 1, 2, 3, 4, 5]
    assert t.acting == "Navy 2"


@clause("A2.4")
def test_a_held_pawn_with_no_enemy_beside_it_is_passed_over() -> None:
    t = table(held=("Navy 1",)).begin("Navy 1")
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    assert not t.held("Navy 1")


@clause("A2.4")
def test_a_held_pawn_may_attack_without_rolling() -> None:
    t = table({"Navy 1": "C4", "Rust 1": "C3"}, {"Navy 1": "612345"}, held=("Navy 1",)).begin("Navy 1")
    assert (t.asked, t.phase, t.acting) == ("Navy", "attack", "Navy 1")
    with t.refused("A2.1", "another step is due"):
        t.use()
    t.attack("Rust 1", "Strength").damage(4)
    assert t.health("Rust 1") == 8
    assert t.acting == "Navy 2"


@clause("A2.4")
def test_a_held_pawn_may_not_attack_by_the_setting() -> None:
    t = table({"Navy 1": "C4", "Rust 1": "C3"}, held=("Navy 1",), held_may_attack=False).begin("Navy 1")
    assert (t.acting, t.phase) == ("Navy 2", "roll")
    with t.refused("A2.1", "another step is due"):
        t.attack("Rust 1", "Strength")


@clause("A2.4")
def test_both_pawns_held_pass_the_turn() -> None:
    t = table(held=("Navy 1", "Navy 2")).begin("Navy 2")
    assert (t.asked, t.phase) == ("Rust", "choose")


@clause("A2.4")
def test_a_pawn_is_held_for_one_turn_only() -> None:
    t = table({"Navy 1": "C4", "Rust 1": "C3"}, held=("Navy 1",)).begin("Navy 1").hold().idle().idle()
    assert (t.asked, t.phase) == ("Navy", "choose")
    assert t.begin("Navy 1").phase == "roll"


@clause("A2.4")
def test_a_boxed_in_pawn_rolls_and_stays() -> None:
    t = table({"Navy 1": "A1", "Navy 2": "B1", "Rust 1": "A2"}).begin("Navy 1").roll(6)
    assert t.tiles() == {"A1"}
    t.stay()
    assert (t.acting, t.phase) == ("Navy 1", "attack")


@clause("A2.5")
@pytest.mark.parametrize(("dead", "left"), [("Navy 1", "Navy 2"), ("Navy 2", "Navy 1")])
def test_with_one_pawn_left_there_is_one_part_and_nothing_to_choose(dead: str, left: str) -> None:
    t = table(health={dead: 0}, first="Rust").idle()
    assert (t.acting, t.phase) == (left, "roll")
    t.roll(2).stay()
    assert (t.asked, t.phase) == ("Rust", "choose")


@clause("A2.5", "A2.4")
def test_the_last_pawn_held_and_alone_is_passed_over() -> None:
    t = table(health={"Navy 1": 0}, held=("Navy 2",), first="Rust").idle()
    assert (t.asked, t.phase) == ("Rust", "choose")
    assert t.idle().acting == "Navy 2"


@clause("A2.5")
def test_a_dead_pawn_is_off_the_board_for_everyone() -> None:
    t = table({"Navy 1": "C3", "Rust 1": "C4"}, {"Navy 1": "612345"}, {"Rust 1": 1})
    t.begin("Navy 1").roll(1).stay().attack("Rust 1", "Strength").damage(1)
    assert [pawn["alive"] for pawn in t.scene(1)["pawns"]] == [True, True, False, True]
    assert "x" not in "".join(line for line in t.position.text().splitlines()[:7])
    assert [t.health(pawn) for pawn in PAWNS] == [12, 12, 0, 12]
