"""The table, the blocks, the cards and who is first (T1.1 to T1.4, T1.6)."""

from itertools import pairwise

import pytest

from tests.rules.rout.board import Board, board, dealt, fresh
from tests.rules.scenario import clause


@clause("T1.1")
def test_the_table_is_a_metre_square_where_blocks_fall_off() -> None:
    table = fresh().scene(0)["table"]
    assert (table["width"], table["height"], table["edges"]) == (1000, 1000, ["drop"] * 4)
    table = fresh(width=2000, height=600, edge="tape").scene(0)["table"]
    assert (table["width"], table["height"], table["edges"]) == (2000, 600, ["tape"] * 4)


@clause("T1.1")
def test_each_edge_may_be_set_for_itself() -> None:
    # half of a dining table: marked out with a tape to the north
    table = fresh(north_edge="tape").scene(0)["table"]
    assert table["edges"] == ["drop", "drop", "tape", "drop"]
    table = fresh(edge="tape", south_edge="drop", west_edge="tape").scene(0)["table"]
    assert table["edges"] == ["drop", "tape", "tape", "tape"]


@clause("T1.3")
def test_a_block_is_one_of_a_tower_game() -> None:
    setup = fresh().position.game.setup
    table = fresh().scene(0)["table"]
    assert (table["length"], table["breadth"], table["thickness"]) == (75, 25, 15)
    assert (table["range_length"], table["range_breadth"]) == (37.5, 25)
    assert setup.mass.tolist() == pytest.approx([0.013, 0.0065])
    assert (setup.on_table, setup.on_block, setup.bounce) == pytest.approx((0.25, 0.3, 0.5))


@clause("T1.2")
@pytest.mark.parametrize(
    ("split", "ivory", "ink"),
    [
        ("straight", [[0, 0], [900, 0], [900, 400], [0, 400]], [[0, 400], [900, 400], [900, 800], [0, 800]]),
        ("diagonal", [[0, 0], [900, 0], [900, 800]], [[0, 0], [900, 800], [0, 800]]),
    ],
)
def test_the_halves(split: str, ivory: list[list[int]], ink: list[list[int]]) -> None:
    assert fresh(split=split, width=900, height=800).scene(0)["halves"] == [ivory, ink]


@clause("T1.2", "T1.6")
@pytest.mark.parametrize("first", ["Ivory", "Ink"])
@pytest.mark.parametrize("split", ["straight", "diagonal"])
def test_open_halves_are_chosen_by_the_first_player(first: str, split: str) -> None:
    t = fresh(split="open").play(f"{first} goes first")
    assert (t.phase, t.asked) == ("split", first)
    assert t.options() == ["split the table straight", "split the table diagonal"]
    assert t.scene(0)["halves"] == []
    t.play(f"split the table {split}")
    assert (t.phase, t.asked) == ("deal", "dice")
    assert t.scene(0)["halves"] == fresh(split=split).scene(0)["halves"]


@clause("T1.6")
def test_who_is_first_is_drawn() -> None:
    t = fresh()
    assert (t.phase, t.asked) == ("first", "dice")
    assert t.options() == ["Ivory goes first", "Ink goes first"]
    assert [weight for _, weight in t.position.chances()] == [0.5, 0.5]


@clause("T1.6")
@pytest.mark.parametrize(("first", "seat"), [("Ivory", "0"), ("Ink", "1")])
def test_or_it_is_agreed(first: str, seat: str) -> None:
    t = fresh(first=seat)
    assert (t.phase, t.side) == ("deal", first)
    drawn = fresh().play(f"{first} goes first")
    assert (drawn.phase, drawn.side) == ("deal", first)


@clause("T1.6")
@pytest.mark.parametrize(("first", "second"), [("Ivory", "Ink"), ("Ink", "Ivory")])
def test_the_first_player_places_first_and_reveals_the_first_card(first: str, second: str) -> None:
    t = dealt(["pike"], ["archer"], first=str(("Ivory", "Ink").index(first)))
    assert (t.phase, t.asked) == ("place", first)
    t.play("line up as line")
    assert (t.phase, t.asked) == ("place", second)
    t.play("line up as wedge")
    assert (t.phase, t.asked, t.side, t.turn) == ("draw", "dice", first, 1)


@clause("T1.4")
def test_seven_cards_each_are_dealt_in_turn_from_one_deck() -> None:
    t = fresh().play("Ink goes first")
    order = list[str]()
    while t.phase == "deal":
        order.append(t.side)
        t.play("deal archer" if len(order) <= 8 else "deal pike")
    assert order == ["Ink", "Ivory"] * 7
    for seat, side in enumerate(("Ivory", "Ink")):
        assert t.scene(seat)["waiting"] == [4, 0, 3]
        assert t.cards("deck", side) == {"archer": 4, "pike": 3, "rally": 2}
        assert t.cards("discard", side) == {}


@clause("T1.4")
def test_a_card_is_as_likely_as_there_are_left_of_it() -> None:
    t = fresh(archers=8, cavalry=1, pikes=7, first="0", ivory_units=2, ink_units=2)
    seen = list[dict[str, float]]()
    for card in ("archer", "cavalry", "pike"):
        seen.append(
            {name: weight for name, (_, weight) in zip(t.options(), t.position.chances(), strict=True)}
        )
        t.play(f"deal {card}")
    assert seen[0] == pytest.approx({"deal archer": 8 / 16, "deal cavalry": 1 / 16, "deal pike": 7 / 16})
    assert seen[1] == pytest.approx({"deal archer": 7 / 15, "deal cavalry": 1 / 15, "deal pike": 7 / 15})
    assert seen[2] == pytest.approx({"deal archer": 7 / 14, "deal pike": 7 / 14})


@clause("T1.4")
def test_a_card_that_is_used_up_is_not_dealt() -> None:
    t = fresh(archers=1, cavalry=1, pikes=0, first="0", ivory_units=1, ink_units=1)
    with t.refused("T3.2", "not possible here"):
        t.play("deal pike")
    t.play("deal archer")
    assert t.options() == ["deal cavalry"]


@clause("T1.4")
@pytest.mark.parametrize(
    ("ivory", "ink", "first", "order"),
    [
        (1, 4, "0", "Ivory Ink Ink Ink Ink"),
        (1, 4, "1", "Ink Ivory Ink Ink Ink"),
        (4, 2, "1", "Ink Ivory Ink Ivory Ivory Ivory"),
    ],
)
def test_hands_of_different_sizes_are_dealt_one_by_one_the_first_player_first(
    ivory: int, ink: int, first: str, order: str
) -> None:
    t = fresh(ivory_units=ivory, ink_units=ink, first=first)
    dealt = list[str]()
    while t.phase == "deal":
        dealt.append(t.side)
        t.play("deal pike")
    assert " ".join(dealt) == order
    assert [t.scene(seat)["waiting"][2] for seat in (0, 1)] == [ivory, ink]
    assert t.asked == ("Ivory", "Ink")[int(first)]


@clause("T1.4")
@pytest.mark.parametrize("rally", [0, 2, 6])
def test_both_decks_get_the_rally_cards(rally: int) -> None:
    t = dealt(["pike"], ["archer", "archer"], rally=rally)
    more = {"rally": rally} if rally else {}
    assert (t.cards("deck", "Ivory"), t.cards("deck", "Ink")) == ({"pike": 1, **more}, {"archer": 2, **more})


@clause("T1.4")
def test_what_was_dealt_is_public() -> None:
    t = board({"pike": "100 100"}, {"archer": "900 900"})
    for viewer in (0, 1, 2):
        assert [tally["dealt"] for tally in t.scene(viewer)["tally"]] == [[0, 0, 1], [1, 0, 0]]


@clause("T1.6")
def test_the_halves_are_not_chosen_at_any_other_time() -> None:
    t = dealt(["pike"], ["archer"])
    with t.refused("T1.6", "You cannot choose the halves now."):
        t.play("split the table diagonal")


@clause("T2.5")
def test_the_blocks_of_a_scenario_lie_where_it_says() -> None:
    t = board({"pike": "100 200 up"}, {"archer": "900.5 900 30 broken", "pike": "10 10", "cavalry": "routed"})
    assert (t.at("Ivory pike"), t.angle("Ivory pike")) == ((100, 200), 90)
    assert (t.at("Ink archer"), t.angle("Ink archer")) == ((900.5, 900), 30)
    assert [t.state_of(f"Ink {kind}") for kind in ("archer", "cavalry", "pike")] == [
        "broken",
        "routed",
        "whole",
    ]
    assert in_order(t)


def in_order(t: Board) -> bool:
    state = t.position.state
    keys = [(int(b.broken), int(b.side), int(b.kind), int(b.y)) for b in state.block[: state.count]]
    return all(a[0] <= b[0] and (a[0] or a <= b) for a, b in pairwise(keys))
