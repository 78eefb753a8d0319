"""Blocks are placed: out of sight or in the open, one by one or as a formation (T1.5)."""

import pytest

from sandtable import stream
from sandtable.authoring import SPECTATOR
from sandtable.games.rout.data.formations import NAMES
from tests.rules.rout.board import Board, dealt
from tests.rules.rout.plane import lies, overlap
from tests.rules.scenario import clause

IVORY, INK = 0, 1


def placing(*units: str, **settings: object) -> Board:
    """Both sides have these units to place, Ivory first."""
    return dealt(units or ("pike", "archer"), units or ("pike", "archer"), **settings)


def put(t: Board, kind: str, x: int, y: int, angle: int = 0) -> Board:
    return t.play(f"place {kind} at {x} by {y} turned {angle} deg")


def shown(t: Board, viewer: int) -> list[tuple[int, str, float, float]]:
    """The blocks that a viewer sees."""
    return [(b["side"], b["kind"], b["x"], b["y"]) for b in t.scene(viewer)["blocks"]]


@clause("T1.5")
def test_a_block_is_placed_anywhere_in_ones_half_at_any_angle() -> None:
    t = put(placing(), "pike", 321, 123, 77)
    assert (t.at("Ivory pike"), t.angle("Ivory pike")) == ((321, 123), 77)
    assert (t.phase, t.asked) == ("place", "Ivory")
    put(t, "archer", 600, 123, 179)
    assert t.angle("Ivory archer") == 179
    assert (t.phase, t.asked) == ("place", "Ink")


@clause("T1.5")
@pytest.mark.parametrize(
    ("x", "y", "angle", "fits"),
    [
        (38, 13, 0, True),
        (37, 13, 0, False),
        (38, 12, 0, False),
        (962, 487, 0, True),
        (963, 487, 0, False),
        (962, 488, 0, False),
        (13, 462, 90, True),
        (12, 462, 90, False),
        (13, 463, 90, False),
        # half its diagonal is 39.5 mm
        (40, 40, 45, True),
        (35, 35, 45, False),
    ],
)
def test_it_lies_wholly_inside(x: int, y: int, angle: int, fits: bool) -> None:
    t = placing()
    if fits:
        assert put(t, "pike", x, y, angle).at("Ivory pike") == (x, y)
    else:
        with t.refused("T1.5", "A block must lie wholly inside your half."):
            put(t, "pike", x, y, angle)


@clause("T1.5", "T1.2")
@pytest.mark.parametrize(("y", "side"), [(430, "Ivory"), (570, "Ink"), (500, "nobody")])
def test_on_a_diagonal_table_the_halves_lie_beside_each_other(y: int, side: str) -> None:
    for seat, name in enumerate(("Ivory", "Ink")):
        t = placing(split="diagonal", first=str(seat))
        if name == side:
            assert put(t, "pike", 500, y, 45).at(f"{name} pike") == (500, y)
        else:
            with t.refused("T1.5", "wholly inside"):
                put(t, "pike", 500, y, 45)


@clause("T1.5")
def test_blocks_are_a_millimetre_apart() -> None:
    t = put(placing(), "pike", 300, 200)
    for x, y in ((375, 200), (300, 225), (300, 200)):
        with t.refused("T1.5", "Blocks must be at least 1 mm apart."):
            put(t, "archer", x, y)
    assert put(t.copy(), "archer", 376, 200).at("Ivory archer") == (376, 200)
    assert put(t, "archer", 300, 226).at("Ivory archer") == (300, 226)


@clause("T1.5")
def test_only_the_blocks_that_one_has() -> None:
    t = put(placing(), "pike", 300, 200)
    for kind in ("pike", "cavalry"):
        with t.refused("T1.5", "No block of this kind is left to place."):
            put(t, kind, 600, 200)
    put(t, "archer", 600, 200).play("line up as line").draw("pike")
    for sentence in ("place pike at 100 by 100 turned 0 deg", "line up as wedge"):
        with t.refused("T1.5", "Blocks are placed only before the first turn."):
            t.play(sentence)


@clause("T1.5")
@pytest.mark.parametrize("split", ["straight", "diagonal"])
@pytest.mark.parametrize("name", NAMES)
def test_a_formation_places_all_blocks_at_once(name: str, split: str) -> None:
    t = placing("pike", "archer", "cavalry", "pike", "archer", split=split)
    offered = {f["name"]: f["blocks"] for f in t.scene(IVORY)["formations"]}[name]
    assert [block["kind"] for block in offered] == ["pike", "pike", "cavalry", "archer", "archer"]
    t.play(f"line up as {name}")
    assert t.asked == "Ink"
    assert sorted(shown(t, IVORY)) == sorted((0, b["kind"], b["x"], b["y"]) for b in offered)
    t.play(f"line up as {name}")
    setup, state = t.position.game.setup, t.position.state
    blocks = [lies(setup, block) for block in state.block[: state.count]]
    assert len(blocks) == 10
    assert not any(overlap(a, b) for i, a in enumerate(blocks) for b in blocks[:i])
    # Ink's is Ivory's, the table turned about
    turned = {(round(1000 - b.x), round(1000 - b.y)) for b in blocks[:5]}
    assert turned == {(round(b.x), round(b.y)) for b in blocks[5:]}


@clause("T1.5")
def test_a_formation_takes_up_what_was_placed_before() -> None:
    t = put(placing(), "pike", 300, 200).play("line up as line")
    lined = placing().play("line up as line")
    assert shown(t, IVORY) == shown(lined, IVORY)
    assert t.asked == "Ink"


@clause("T1.5")
def test_out_of_sight_nobody_sees_the_others_blocks_before_all_are_placed() -> None:
    t = put(placing(), "pike", 300, 200)
    assert shown(t, IVORY) == [(0, "pike", 300, 200)]
    assert shown(t, INK) == shown(t, SPECTATOR) == []
    put(t, "archer", 600, 200)
    put(t, "archer", 700, 900)
    assert shown(t, IVORY) == [(0, "archer", 600, 200), (0, "pike", 300, 200)]
    assert shown(t, INK) == [(1, "archer", 700, 900)]
    assert shown(t, SPECTATOR) == []
    assert [t.scene(viewer)["placed"] for viewer in (0, 1, 2)] == [[2, 1]] * 3
    put(t, "pike", 300, 900)
    assert shown(t, IVORY) == shown(t, INK) == shown(t, SPECTATOR)
    assert len(shown(t, SPECTATOR)) == 4


@clause("T1.5")
def test_out_of_sight_nobody_is_told_where_or_what_was_placed() -> None:
    t = placing()
    t.tell("place pike at 300 by 200 turned 0 deg")
    for viewer in (INK, SPECTATOR):
        assert "300" not in t.last(viewer)
        assert "pike" not in t.last(viewer)
    assert "pike" in t.last(IVORY)
    other = placing()
    other.tell("place archer at 800 by 400 turned 30 deg")
    for viewer in (INK, SPECTATOR):
        assert bytes(t.position.view(viewer)) == bytes(other.position.view(viewer))
        assert t.last(viewer) == other.last(viewer)


@clause("T1.5")
def test_what_stands_out_of_sight_is_in_nobodys_way() -> None:
    t = put(placing(breadth=26), "pike", 500, 487)
    put(t, "archer", 100, 100)
    assert put(t, "pike", 500, 513).at("Ink pike") == (500, 513)


@clause("T1.5")
def test_in_turn_the_second_player_sees_what_the_first_has_placed() -> None:
    t = put(placing(placing="in_turn", breadth=26), "pike", 500, 487)
    assert shown(t, INK) == shown(t, SPECTATOR) == [(0, "pike", 500, 487)]
    t.tell("place archer at 100 by 100 turned 0 deg")
    assert "archer" in t.last(INK)
    assert t.scene(INK)["waiting"] == [1, 0, 1]
    # both would touch the line
    with t.refused("T1.5", "at least 1 mm apart"):
        put(t, "pike", 500, 513)
    assert put(t, "pike", 500, 514).at("Ink pike") == (500, 514)


@clause("T1.5")
def test_a_player_who_guesses_at_what_is_out_of_sight_keeps_what_he_sees() -> None:
    t = put(placing("pike", "archer", "archer"), "archer", 300, 200)
    t.play("line up as wedge")
    put(t, "pike", 500, 900)
    rng, found = stream(3), set[bytes]()
    for _ in range(20):
        guess = Board(t.position.view(INK).determinize(INK, rng))
        assert (guess.at("Ink pike"), len(guess.position.state.block["side"])) == ((500, 900), 24)
        state = guess.position.state
        assert state.count == 4
        assert state.placed.tolist() == [3, 1]
        found.add(bytes(state.block))
    assert len(found) > 1


@clause("T1.5")
@pytest.mark.parametrize("split", ["straight", "diagonal"])
@pytest.mark.parametrize("secret", ["secret", "in_turn"])
def test_placing_at_random_ends_with_every_block_placed(split: str, secret: str) -> None:
    rng = stream(4)
    for _ in range(10):
        t = placing("pike", "archer", "cavalry", "pike", split=split, placing=secret)
        while t.phase == "place":
            t.position.play(t.position.sample(rng))
        setup, state = t.position.game.setup, t.position.state
        blocks = [lies(setup, block) for block in state.block[: state.count]]
        assert len(blocks) == 8
        assert not any(overlap(a, b) for i, a in enumerate(blocks) for b in blocks[:i])
        for block, record in zip(blocks, state.block, strict=False):
            x, y = (block.x, block.y) if record.side == IVORY else (1000 - block.x, 1000 - block.y)
            assert y < (x if split == "diagonal" else 500)
