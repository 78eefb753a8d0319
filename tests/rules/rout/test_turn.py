"""A turn: the card, the unit in action, the passing turn, removed cards and rallies (T2.1 to T2.4)."""

import pytest

from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

# out of each other's way
IVORY = {"archer": "100 100", "cavalry": "300 100", "pike": "500 100"}
INK = {"archer": "100 900", "cavalry": "300 900", "pike": "500 900"}


def usable(t: Board) -> list[str]:
    """The units that may be flicked, as the page gets them."""
    blocks = {b["id"]: b for b in t.scene(0)["blocks"]}
    return [f"{t.SIDES[blocks[n]['side']]} {blocks[n]['kind']}" for n in t.scene(0)["usable"]]


def weights(t: Board) -> dict[str, float]:
    return {name: weight for name, (_, weight) in zip(t.options(), t.position.chances(), strict=True)}


@clause("T2.1")
def test_the_top_card_is_revealed_and_discarded() -> None:
    t = board(IVORY, INK)
    assert (t.phase, t.asked, t.side, t.turn) == ("draw", "dice", "Ivory", 1)
    t.draw("pike")
    for viewer in (0, 1, 2):
        scene = t.scene(viewer)
        assert scene["card"] == "pike"
        assert scene["decks"][0] == {"deck": [1, 1, 0, 1], "discard": [0, 0, 1, 0]}
        assert scene["decks"][1] == {"deck": [1, 1, 1, 1], "discard": [0, 0, 0, 0]}
    t.done()
    assert (t.phase, t.side, t.turn) == ("draw", "Ink", 2)
    assert t.scene(0)["card"] is None


@clause("T2.1", "T2.5b")
def test_every_card_left_in_the_deck_is_as_likely_to_be_next() -> None:
    t = board({"pike": "500 100", "pike 2": "600 100", "archer": "700 100"}, INK, rally=3)
    assert weights(t) == pytest.approx({"draw archer": 1 / 6, "draw pike": 2 / 6, "draw rally": 3 / 6})
    t.idle("pike").idle("pike")
    assert weights(t) == pytest.approx({"draw archer": 1 / 5, "draw pike": 1 / 5, "draw rally": 3 / 5})
    t.idle("archer").idle("archer")
    with t.refused("T3.2", "This outcome is not possible here."):
        t.draw("cavalry")
    assert weights(t) == pytest.approx({"draw pike": 1 / 4, "draw rally": 3 / 4})


@clause("T2.1")
def test_when_the_deck_is_used_up_the_discards_are_shuffled_first() -> None:
    t = board({"pike": "500 100"}, INK, rally=1)
    t.idle("pike").idle("pike").idle("rally")
    # nothing is broken, so the rally card does nothing
    assert t.cards("deck", "Ivory") == {}
    assert t.cards("discard", "Ivory") == {"pike": 1, "rally": 1}
    t.idle("rally")
    assert (t.side, t.phase) == ("Ivory", "draw")
    assert t.cards("deck", "Ivory") == {"pike": 1, "rally": 1}
    assert t.cards("discard", "Ivory") == {}
    t.draw("pike")
    assert (t.cards("deck", "Ivory"), t.cards("discard", "Ivory")) == ({"rally": 1}, {"pike": 1})
    # Ink's is not
    assert t.cards("deck", "Ink") == {"archer": 1, "cavalry": 1}


@clause("T2.2")
@pytest.mark.parametrize(
    ("card", "may"),
    [("archer", ["move", "range"]), ("cavalry", ["move", "melee"]), ("pike", ["melee"])],
)
def test_a_unit_card_gives_one_unit_of_its_kind_its_actions(card: str, may: list[str]) -> None:
    t = board(IVORY, INK).draw(card)
    assert (t.phase, t.asked, t.acting, t.may) == ("turn", "Ivory", "", may)
    assert usable(t) == [f"Ivory {card}"]
    for deed in ("move", "melee", "range"):
        if deed not in may:
            with t.refused("T2.2", "This unit cannot do that now."):
                t.flick(deed, f"Ivory {card}", "north", 0.5)


@clause("T2.2")
@pytest.mark.parametrize(
    ("card", "deeds"), [("archer", ("move", "range")), ("cavalry", ("move", "melee")), ("pike", ("melee",))]
)
def test_in_any_order_once_each(card: str, deeds: tuple[str, ...]) -> None:
    for order in (deeds, deeds[::-1]):
        t = board(IVORY, INK).draw(card)
        left = list(order)
        for deed in order:
            assert sorted(t.may) == sorted(left)
            t.flick(deed, f"Ivory {card}", "north", 0.4)
            left.remove(deed)
            if left:
                assert (t.phase, t.asked, t.acting) == ("turn", "Ivory", f"Ivory {card}")
                with t.refused("T2.2", "This unit cannot do that now."):
                    t.flick(deed, f"Ivory {card}", "north", 0.4)
        # the turn has passed by itself
        assert (t.phase, t.side, t.acting) == ("draw", "Ink", "")


@clause("T2.2")
def test_each_is_optional() -> None:
    for card in ("archer", "cavalry", "pike"):
        t = board(IVORY, INK).draw(card)
        assert (t.copy().done().side, t.copy().done().phase) == ("Ink", "draw")
        if card != "pike":
            t.move(f"Ivory {card}", "north", 0.4).done()
            assert (t.phase, t.side) == ("draw", "Ink")


@clause("T2.2")
def test_the_unit_is_chosen_by_flicking_it_and_the_actions_are_its_alone() -> None:
    t = board({"cavalry": "300 100", "cavalry 2": "300 300", "pike": "500 100"}, INK).draw("cavalry")
    assert usable(t) == ["Ivory cavalry"] * 2
    t.move("Ivory cavalry 2", "west", 0.5)
    assert t.at("Ivory cavalry 2")[0] < 300
    with t.refused("T2.2", "Another unit is already acting."):
        t.melee("Ivory cavalry 1", "north", 0.5)
    with t.refused("T2.2", "Another unit is already acting."):
        t.melee("Ivory pike", "north", 0.5)
    t.melee("Ivory cavalry 2", "west", 0.5)
    assert t.side == "Ink"


@clause("T2.2")
def test_the_unit_in_action_is_known_again_where_it_comes_to_rest() -> None:
    # the southern one slides past the other, so that their numbers change
    t = board({"cavalry": "300 100 up", "cavalry 2": "400 200 up", "archer": "800 100"}, INK).draw("cavalry")
    t.move("Ivory cavalry 1", "north", 1.0)
    assert t.number("Ivory cavalry 2") == int(t.position.state.unit) + 1
    assert t.at("Ivory cavalry 2")[0] == 300


@clause("T2.2")
@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ("Ivory pike", "This card is for another kind of unit."),
        ("Ink cavalry", "This is not your block."),
        ("Ivory cavalry 2", "A broken unit cannot act."),
        ("Ink pike", "A broken unit cannot act."),
    ],
)
def test_no_other_block_may_be_flicked(unit: str, words: str) -> None:
    t = board(
        {"cavalry": "300 100", "cavalry 2": "300 300 broken", "pike": "500 100"},
        {"cavalry": "300 900", "pike": "500 900 broken"},
    ).draw("cavalry")
    with t.refused("T2.2", words):
        t.move(unit, "north", 0.5)


@clause("T2.2")
def test_there_must_be_a_block_of_the_number() -> None:
    t = board(IVORY, INK).draw("pike")
    with t.refused("T2.2", "There is no block with this number on the table."):
        t.play("melee block 7 pushed rear +0.00 toward 0.0 deg at 1.00 m/s")


@clause("T2.2")
def test_blocks_are_flicked_after_a_unit_card_only() -> None:
    t = board(IVORY, {**INK, "pike": "500 900 broken"}).draw("rally")
    with t.refused("T2.2", "You cannot flick a block now."):
        t.melee("Ivory pike", "north", 0.5)


@clause("T2.3")
@pytest.mark.parametrize("place", ["500 300 broken", "routed"])
def test_with_no_unbroken_unit_of_the_kind_the_turn_passes(place: str) -> None:
    # of two pikes at least one is only broken
    t = board({"archer": "100 100", "pike": "600 100 broken", "pike 2": place}, INK).draw("pike")
    assert (t.phase, t.side, t.turn) == ("draw", "Ink", 2)
    assert t.cards("discard", "Ivory") == {"pike": 1}


@clause("T2.3")
def test_when_all_of_the_kind_are_routed_the_card_may_leave_the_game() -> None:
    t = board({"archer": "100 100", "pike": "routed", "pike 2": "routed"}, INK).draw("pike")
    assert (t.phase, t.asked, t.options()) == ("remove", "Ivory", ["remove the card", "pass"])
    kept = t.copy().done()
    t.play("remove the card")
    for after, pikes in ((kept, {"pike": 1}), (t, {})):
        assert (after.phase, after.side) == ("draw", "Ink")
        assert after.cards("discard", "Ivory") == pikes
        # the other pike card is not touched
        assert after.cards("deck", "Ivory") == {"archer": 1, "pike": 1, "rally": 1}


@clause("T2.3")
def test_a_removed_card_does_not_come_again() -> None:
    t = board({"archer": "100 100", "pike": "routed"}, {"archer": "100 900"}, rally=0)
    t.draw("pike").play("remove the card").idle("archer").idle("archer").idle("archer")
    assert t.cards("deck", "Ivory") == {"archer": 1}


@clause("T2.3")
def test_no_card_is_removed_at_other_times() -> None:
    t = board({"archer": "100 100", "pike": "routed"}, INK).draw("archer")
    with t.refused("T2.3", "You cannot take a card out of the game now."):
        t.play("remove the card")


@clause("T2.4")
def test_a_rally_turns_any_broken_block_face_up() -> None:
    ink = {"archer": "100 900", "cavalry": "300 900 broken"}
    t = board({"archer": "100 100", "pike": "500 100 broken"}, ink).draw("rally")
    assert (t.phase, t.asked) == ("rally", "Ivory")
    assert t.options() == ["rally broken block 1", "rally broken block 2", "pass"]
    # by place: Ivory's lies further south
    own, other = t.copy().rally(1), t.copy().rally(2)
    assert [own.state_of("Ivory pike"), own.state_of("Ink cavalry")] == ["whole", "broken"]
    assert [other.state_of("Ivory pike"), other.state_of("Ink cavalry")] == ["broken", "whole"]
    t.done()
    assert [t.state_of("Ivory pike"), t.state_of("Ink cavalry")] == ["broken", "broken"]
    # the enemy's or none: the turn is over
    assert (other.phase, other.side) == (t.phase, t.side) == ("draw", "Ink")


@clause("T2.4")
@pytest.mark.parametrize(
    ("kind", "may"),
    [("archer", ["move", "range"]), ("cavalry", ["move", "melee"]), ("pike", ["melee"])],
)
def test_his_own_may_use_its_actions_at_once(kind: str, may: list[str]) -> None:
    t = board({**IVORY, kind: "700 300 broken"}, INK).draw("rally").rally(1)
    assert (t.phase, t.asked, t.acting, t.may) == ("turn", "Ivory", f"Ivory {kind}", may)
    assert usable(t) == [f"Ivory {kind}"]
    other = "Ivory pike" if kind != "pike" else "Ivory archer"
    with t.refused("T2.2", "Another unit is already acting."):
        t.flick(may[0], other, "north", 0.5)
    assert t.copy().done().side == "Ink"
    for deed in may:
        t.flick(deed, f"Ivory {kind}", "north", 0.4)
    assert t.side == "Ink"


@clause("T2.4")
def test_a_rally_names_a_broken_block_by_its_place() -> None:
    t = board(
        {"archer": "100 100", "pike": "500 300 broken"},
        {"archer": "100 900", "cavalry": "200 300 broken", "pike": "900 200 broken"},
    ).draw("rally")
    # further south first, then further west
    assert t.copy().rally(1).state_of("Ink pike") == "whole"
    assert t.copy().rally(2).state_of("Ink cavalry") == "whole"
    assert t.copy().rally(3).state_of("Ivory pike") == "whole"
    with t.refused("T2.4", "Choose one of the broken blocks."):
        t.rally(4)


@clause("T2.4")
def test_with_nothing_broken_the_rally_card_passes_the_turn() -> None:
    t = board(IVORY, INK).draw("rally")
    assert (t.phase, t.side) == ("draw", "Ink")
    assert t.cards("discard", "Ivory") == {"rally": 1}


@clause("T2.4")
def test_there_is_no_rally_without_its_card() -> None:
    t = board(IVORY, {**INK, "pike": "500 900 broken"}).draw("pike")
    with t.refused("T2.4", "You cannot rally a block now."):
        t.rally(1)


@clause("T2.1", "T2.2")
def test_what_is_for_chance_and_what_is_for_players_are_kept_apart() -> None:
    t = board(IVORY, INK)
    for sentence in ("pass", "remove the card", "rally broken block 1", "line up as line"):
        with t.refused("T3.2", "This is decided by chance."):
            t.play(sentence)
    t.draw("pike")
    for sentence in ("draw pike", "Ivory goes first", "deal pike", "the hand turns by +0.0 deg with 100 %"):
        with t.refused("T2.1", "A player's choice is due now, not an outcome of chance."):
            t.play(sentence)


@clause("T2.2")
def test_one_cannot_pass_while_placing() -> None:
    t = board(IVORY, INK)
    fresh = type(t)(t.position.game.start())
    while fresh.phase == "deal":
        fresh.play("deal pike")
    with fresh.refused("T2.2", "You cannot pass now."):
        fresh.done()


@clause("T2.4")
def test_no_block_is_flicked_before_it_is_said_whom_a_rally_is_for() -> None:
    t = board({**IVORY, "pike": "700 300 broken"}, INK).draw("rally")
    assert (t.phase, usable(t)) == ("rally", [])
