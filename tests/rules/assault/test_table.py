"""The table before play: board, corners, numbers, health and the opening roll (A1)."""

from itertools import permutations

import pytest

from sandtable import SPECTATOR
from sandtable.games.assault.data.board import board
from tests.rules.assault.table import PAWNS, STATS, deal, fresh, table
from tests.rules.scenario import clause


@clause("A1.1")
@pytest.mark.parametrize(
    ("name", "size", "counts"),
    [("skirmish", 7, {"R": 4, "B": 4, "I": 4, "T": 4, "M": 3}), ("grand", 9, dict.fromkeys("RBITM", 4))],
)
def test_shipped_boards_hold_their_tiles(name: str, size: int, counts: dict[str, int]) -> None:
    shipped = board(name)
    assert (shipped.width, shipped.height) == (size, size)
    assert {kind: shipped.tiles.count(kind) for kind in "RBITM"} == counts
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    assert {tile for tile, kind in enumerate(shipped.tiles) if kind == "S"} == corners
    assert shipped.tiles == shipped.tiles[::-1]
    for tile, kind in enumerate(shipped.tiles):
        steps = min(
            abs(tile // size - corner // size) + abs(tile % size - corner % size) for corner in corners
        )
        assert kind in ".S" or steps > 2


@clause("A1.1")
def test_skirmish_is_the_default_board() -> None:
    assert fresh().position.game.settings["board"] == "skirmish"


@clause("A1.1", "A2.2")
def test_no_tile_lies_off_the_board() -> None:
    t = table().begin("Navy 1").roll(6)
    assert int(t.position.game.setup.tiles) == 49
    with t.refused("A1.1", "no such tile"):
        t.position.play(t.position.game.spec.rules.actions.pack("move", tile=49))


@clause("A1.2")
def test_pawns_start_on_the_corners_of_their_side() -> None:
    t = fresh()
    assert [t.at(pawn) for pawn in PAWNS] == ["A1", "G1", "G7", "A7"]


@clause("A1.2")
def test_pawns_start_on_opposite_corners_by_the_setting() -> None:
    t = fresh(corners="diagonal")
    assert [t.at(pawn) for pawn in PAWNS] == ["A1", "G7", "A7", "G1"]


@clause("A1.3")
def test_a_pawn_has_six_stats() -> None:
    assert fresh().scene(0)["stats"] == list(STATS)
    assert STATS == ("Strength", "Stealth", "Honor", "Agility", "Bloodlust", "Discipline")


@clause("A1.4")
def test_each_pawn_gets_the_numbers_1_to_6_each_once() -> None:
    t = fresh()
    wanted = {f"give pawn 1 the numbers {' '.join(map(str, row))}" for row in permutations(range(1, 7))}
    assert set(t.options()) == wanted
    t.play("give pawn 1 the numbers 6 5 4 3 2 1")
    assert t.stats("Navy 1") == [6, 5, 4, 3, 2, 1]


@clause("A1.4")
@pytest.mark.parametrize("numbers", ["1 1 3 4 5 6", "0 1 2 3 4 5", "1 2 3 4 5", "2 3 4 5 6 7"])
def test_other_numbers_cannot_be_said(numbers: str) -> None:
    t = fresh()
    with pytest.raises(ValueError, match="is not an action; the forms are"):
        t.play(f"give pawn 1 the numbers {numbers}")


@clause("A1.4")
def test_pawns_get_their_numbers_one_after_the_other() -> None:
    t = fresh()
    with t.refused("A1.4", "first pawn its numbers before the second"):
        t.play("give pawn 2 the numbers 1 2 3 4 5 6")
    asked = []
    for pawn in "1212":
        asked.append(t.asked)
        t.play(f"give pawn {pawn} the numbers 1 2 3 4 5 6")
    assert asked == ["Navy", "Navy", "Rust", "Rust"]
    assert (t.asked, t.phase) == ("dice", "opening")


@clause("A1.4")
def test_both_sides_are_told_to_give_numbers_until_their_own_are_given() -> None:
    t, told = fresh(), []
    for pawn in "1212":
        t.play(f"give pawn {pawn} the numbers 1 2 3 4 5 6")
        spec, setup = t.position.game.spec, t.position.game.setup
        seen = [t.position.view(viewer) for viewer in (0, 1, SPECTATOR)]
        told.append([spec.presentation.prompt(setup, view.state, viewer) for viewer, view in enumerate(seen)])
    own = "Give your pawns the numbers 1 to 6, each once."
    both = "Both sides give their pawns the numbers 1 to 6, each once."
    navy, rust = (f"{side} gives its pawns their numbers." for side in ("Navy", "Rust"))
    assert told[:3] == [[own, both, navy], [rust, own, rust], [rust, own, rust]]
    assert told[3] == ["The dice are rolling."] * 3


@clause("A1.4")
def test_numbers_are_given_once() -> None:
    t = fresh().play("give pawn 1 the numbers 1 2 3 4 5 6")
    with t.refused("A1.4", "first pawn"):
        t.play("give pawn 1 the numbers 6 5 4 3 2 1")


@clause("A1.4")
def test_the_other_side_and_spectators_see_only_that_numbers_were_given() -> None:
    one, other = (fresh().play(f"give pawn 1 the numbers {row}") for row in ("1 2 3 4 5 6", "6 5 4 3 2 1"))
    for viewer in (1, SPECTATOR):
        assert one.position.view(viewer) == other.position.view(viewer)
        assert one.last(viewer) == other.last(viewer) == "Navy gives a pawn its numbers."
        assert one.scene(viewer) == other.scene(viewer)
        assert one.scene(viewer)["pawns"][0]["stats"] is None
    assert one.scene(0)["pawns"][0]["stats"] == [1, 2, 3, 4, 5, 6]


@clause("A1.5")
@pytest.mark.parametrize("health", [1, 2, 12, 39, 40])
def test_pawns_start_with_the_health_of_the_setting(health: int) -> None:
    t = fresh(health=health)
    assert [t.health(pawn) for pawn in PAWNS] == [health] * 4
    assert fresh().health("Navy 1") == 12


@clause("A1.5", "A3.6")
def test_health_has_no_cap_and_is_public() -> None:
    t = table({"Navy 1": "D2"}, health={"Navy 1": 40})
    t.begin("Navy 1").roll(1).move("D1").use().meditate(6, 6)
    assert t.health("Navy 1") == 44
    assert [t.scene(viewer)["pawns"][0]["health"] for viewer in (0, 1, SPECTATOR)] == [44] * 3


@clause("A1.6")
@pytest.mark.parametrize(("mine", "theirs", "starts"), [(2, 1, "Navy"), (6, 5, "Navy"), (1, 6, "Rust")])
def test_the_higher_roll_goes_first(mine: int, theirs: int, starts: str) -> None:
    t = deal().play(f"roll {mine} against {theirs} for the first turn")
    assert (t.asked, t.phase) == (starts, "choose")
    assert t.last() == f"{starts} goes first: {max(mine, theirs)} against {min(mine, theirs)}."


@clause("A1.6")
def test_tied_opening_rolls_are_rolled_again() -> None:
    t = deal()
    for die in (1, 6, 3):
        t.play(f"roll {die} against {die} for the first turn")
        assert (t.asked, t.phase) == ("dice", "opening")
        assert t.last() == f"Both players roll {die} for the first turn, so they roll again."
    assert t.play("roll 2 against 5 for the first turn").asked == "Rust"


@clause("A1.6")
def test_every_pair_of_dice_is_as_likely() -> None:
    chances = deal().position.chances()
    assert len(chances) == 36
    assert {weight for _, weight in chances} == {1 / 36}


@clause("A1.6")
def test_the_roll_says_who_goes_first_by_default() -> None:
    assert fresh().position.game.settings["first"] == "roll"
    assert (deal().asked, deal().phase) == ("dice", "opening")


@clause("A1.6")
@pytest.mark.parametrize(("seat", "side"), [("0", "Navy"), ("1", "Rust")])
def test_a_seat_that_was_agreed_on_goes_first_and_nobody_rolls(seat: str, side: str) -> None:
    t = deal(first=seat)
    assert (t.asked, t.phase) == (side, "choose")
    assert [t.last(viewer) for viewer in (0, 1)] == [
        f"Rust gives a pawn its numbers. {side} goes first.",
        f"Rust 2 gets its numbers. {side} goes first.",
    ]
    with t.refused("A2.1", "another step is due"):
        t.play("roll 6 against 1 for the first turn")
    seats: list[str] = []
    for _ in range(4):
        seats.append(t.asked)
        t.idle()
    assert seats == ["Navy", "Rust", "Navy", "Rust"] if side == "Navy" else ["Rust", "Navy", "Rust", "Navy"]


@clause("A1.6", "A1.4")
@pytest.mark.parametrize("seat", ["0", "1"])
def test_navy_gives_its_numbers_before_rust_whoever_goes_first(seat: str) -> None:
    t = fresh(first=seat)
    asked: list[str] = []
    for pawn in "1212":
        asked.append(t.asked)
        t.play(f"give pawn {pawn} the numbers 1 2 3 4 5 6")
    assert asked == ["Navy", "Navy", "Rust", "Rust"]


@clause("A1.6", "A5.2")
def test_a_round_ends_with_the_other_seats_turn_where_rust_goes_first() -> None:
    t = deal(first="1", round_cap=1).idle()
    assert t.asked == "Navy"
    assert t.idle().over
