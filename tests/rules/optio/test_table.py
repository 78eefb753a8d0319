"""The map, the blocks, the lots and the opening (O1)."""

from itertools import permutations

import pytest

from sandtable import SPECTATOR
from tests.rules.optio.table import BLOCKS, GROUNDS, SIDES, SQUARES, deal, drawn, fresh, table
from tests.rules.scenario import clause


@clause("O1.4")
@pytest.mark.parametrize(("first", "side"), [("0", "Navy"), ("1", "Oxblood")])
def test_players_who_agree_on_who_begins_do_not_roll(first: str, side: str) -> None:
    t = (
        fresh(first=first)
        .play("draw army 1 and scout 2 for Navy")
        .play("draw army 3 and scout 4 for Oxblood")
    )
    assert (t.phase, t.asked, t.turn) == ("move", side, 0)
    assert {line.kind for line in t.told[2]} == {"deal"}
    with t.refused("O2.1", "another step is due"):
        t.play("roll 6 against 1 for the first turn")
    assert t.idle().asked != side


@clause("O1.1")
def test_the_map_is_5_by_5_large_squares_of_8_by_8_cells_and_everyone_sees_it() -> None:
    t = fresh()
    assert len(SQUARES) == 25
    for viewer in (0, 1, SPECTATOR):
        rows = t.scene(viewer)["map"]["rows"]
        assert [len(row) for row in rows] == [40] * 40
        assert rows == t.scene(0)["map"]["rows"]


@clause("O1.1")
def test_squares_are_named_from_a1_in_the_south_west_to_e5_in_the_north_east() -> None:
    rows = ["w" * 8] * 8
    for name, top, left in (("A1", 32, 0), ("E5", 0, 32), ("A5", 0, 0), ("E1", 32, 32), ("C4", 8, 16)):
        seen = fresh(map=drawn({name: rows})).scene(0)["map"]["rows"]
        wood = [(y, x) for y in range(40) for x in range(40) if seen[y][x] == "w"]
        assert wood == [(top + y, left + x) for y in range(8) for x in range(8)]
    t = table({"Navy 1": "A1", "Oxblood 1": "E5", "Navy 2": "C4"})
    assert "Navy 1: unknown; A1, from the south" in t.position.view(SPECTATOR).text()
    assert "Oxblood 1: unknown; E5, from the north" in t.position.view(SPECTATOR).text()
    assert t.step("Navy 2", "east").last() == "Navy 2 moves to D4."


@clause("O1.2")
def test_the_kinds_of_ground_are_these_and_three_of_them_are_impassable() -> None:
    legend = fresh().scene(SPECTATOR)["legend"]
    assert {entry["sign"]: entry["name"] for entry in legend} == GROUNDS
    assert [entry["name"] for entry in legend if not entry["passable"]] == ["lake", "cliff", "river"]


@clause("O1.2")
@pytest.mark.parametrize("sign", GROUNDS)
def test_no_ground_keeps_a_block_from_moving(sign: str) -> None:
    t = table({"Navy 1": "C3"}, map=drawn(rest=sign))
    for side in ("north", "east", "south", "west"):
        assert f"move block 1 {side}" in t.options()
    assert t.enter("Navy 2", "C").step("Navy 1", "north").end().asked == "Oxblood"


@clause("O1.2")
@pytest.mark.parametrize(
    ("value", "kind"), [("three-fords", "average"), ("very-open:3", "very open"), ("wooded:17", "wooded")]
)
def test_the_map_is_a_shipped_one_or_one_made_from_class_and_number(value: str, kind: str) -> None:
    seen = fresh(map=value).scene(0)["map"]
    assert seen["class"] == kind
    assert seen == fresh(map=value).scene(1)["map"]


@clause("O1.2")
def test_the_map_may_be_ones_own() -> None:
    rows = ["LwXhRHcm", *["." * 8] * 7]
    seen = fresh(map=drawn({"B2": rows}, name="Mere of Ash")).scene(0)["map"]
    assert seen["name"] == "Mere of Ash"
    assert seen["rows"][24][8:16] == "LwXhRHcm"
    assert "".join(seen["rows"]).count(".") == 1600 - 8


@clause("O1.3")
def test_each_side_has_one_army_one_scout_and_four_dummies_off_the_map() -> None:
    t = deal()
    for side in SIDES:
        own = [name for name in BLOCKS if name.startswith(side)]
        assert sorted(t.kind(name) for name in own) == ["army", "dummy", "dummy", "dummy", "dummy", "scout"]
        assert {t.at(name) for name in own} == {"off"}
    assert t.face_up() == []


@clause("O1.3")
@pytest.mark.parametrize("kudos", [0, 1, 6, 12])
def test_both_begin_with_the_kudos_of_the_setting(kudos: int) -> None:
    assert deal(kudos=kudos).kudos == (kudos, kudos)
    assert fresh().kudos == (6, 6)


@clause("O1.3")
def test_kinds_are_seen_by_their_owner_only() -> None:
    t = deal({"Navy": (4, 2), "Oxblood": (3, 6)})
    own = [t.seen(f"Navy {n}", 0) for n in range(1, 7)]
    assert own == ["dummy", "scout", "dummy", "army", "dummy", "dummy"]
    assert [t.seen(f"Oxblood {n}", 1) for n in range(1, 7)] == [
        *["dummy"] * 2,
        "army",
        *["dummy"] * 2,
        "scout",
    ]
    assert {t.seen(name, 1) for name in BLOCKS[:6]} == {None}
    assert {t.seen(name, 0) for name in BLOCKS[6:]} == {None}
    assert {t.seen(name, SPECTATOR) for name in BLOCKS} == {None}


@clause("O1.3")
def test_a_block_keeps_its_number_all_match() -> None:
    t = table({"Navy 5": "C2", "Oxblood 3": "C3"}, {"Navy": (1, 5)})
    t.step("Navy 5", "north").scout("Oxblood 3").end().enter("Oxblood 1", "A").end().step("Navy 5", "west")
    assert t.at("Navy 5") == "B3"
    assert (t.kind("Navy 5"), t.seen("Navy 5", 1)) == ("scout", "scout")
    assert t.last(1) == "Navy 5 moves to B3."
    names = [block["name"] for block in t.scene(1)["blocks"]]
    assert names == list(BLOCKS)


@clause("O1.3b")
def test_all_30_lots_are_drawn_alike_for_both_sides() -> None:
    t = fresh()
    for side in SIDES:
        assert t.asked == "dice"
        assert sorted(t.options()) == sorted(
            f"draw army {army} and scout {scout} for {side}" for army, scout in permutations(range(1, 7), 2)
        )
        assert {chance for _, chance in t.position.chances()} == {1 / 30}
        t.play(f"draw army 5 and scout 1 for {side}")
    assert [t.kind(f"Oxblood {n}") for n in range(1, 7)] == ["scout", *["dummy"] * 3, "army", "dummy"]


@clause("O1.3", "O1.3b")
def test_a_lot_is_told_to_its_owner_only() -> None:
    t = fresh().play("draw army 6 and scout 3 for Navy").play("draw army 1 and scout 2 for Oxblood")
    navy, oxblood = (
        "Navy sets up six blocks, face down.",
        "Oxblood sets up six blocks, face down.",
    )
    assert [line.text for line in t.told[SPECTATOR]] == [navy, oxblood]
    assert [line.text for line in t.told[0]] == [
        "Navy sets up six blocks: number 6 is the army, number 3 the scout.",
        oxblood,
    ]
    assert [line.text for line in t.told[1]] == [
        navy,
        "Oxblood sets up six blocks: number 1 is the army, number 2 the scout.",
    ]


@clause("O1.4")
def test_the_higher_die_moves_first_and_ties_are_rolled_again() -> None:
    for navy in range(1, 7):
        for oxblood in range(1, 7):
            t = deal().play(f"roll {navy} against {oxblood} for the first turn")
            if navy == oxblood:
                assert (t.asked, t.phase) == ("dice", "opening")
                assert t.last() == f"Both players roll {navy} for the first turn, so they roll again."
                t.play("roll 2 against 5 for the first turn")
                assert t.asked == "Oxblood"
            else:
                assert t.asked == ("Navy" if navy > oxblood else "Oxblood")
                assert t.told[0][-1].dice == (navy, oxblood)
    assert {chance for _, chance in deal().position.chances()} == {1 / 36}


@clause("O1.4", "O2.2")
def test_players_sit_at_opposite_edges() -> None:
    t = table()
    assert t.enter("Navy 1", "A").at("Navy 1") == "A1"
    assert t.end().enter("Oxblood 1", "A").at("Oxblood 1") == "A5"
