"""The battlefield: whose side is where, what the template covers, and how it may be shifted (O4.1 to O4.4)."""

from collections import Counter
from itertools import product

import pytest

from tests.perft.naive_ground import OPPOSITE, SHIFTS, SIGNS, Judge
from tests.rules.optio.table import COMPASS, SIDES, SQUARES, STAY, Table, beside, drawn, fight
from tests.rules.scenario import clause

# every half of a square around C3 has its own ground, and so has every corner of C3:
#
#                        gentle hill
#                        steep hill
#   rough  marsh    cultivated ... bridge    stream  road
#                   ford       ...   open
#                        bridge
#                        ford
PARTS = {
    "C4": ["h" * 8] * 4 + ["H" * 8] * 4,
    "C2": ["b" * 8] * 4 + ["f" * 8] * 4,
    "B3": ["rrrrmmmm"] * 8,
    "D3": ["ssss===="] * 8,
    "C3": ["cwwwwwwb", *["wwwwwwww"] * 6, "fwwwwww."],
}
SHIFT_NAMES = (
    "1 north and 1 west",
    "1 north",
    "1 north and 1 east",
    "1 west",
    STAY,
    "1 east",
    "1 south and 1 west",
    "1 south",
    "1 south and 1 east",
)


def field(t: Table) -> list[str]:
    """The battlefield that was placed, as Navy sees it."""
    return t.scene(2)["account"]["field"]["cells"]


def legal(t: Table) -> set[str]:
    """The places of the template that may be chosen."""
    return {option.removeprefix("place the template ") for option in t.options()}


def counts(t: Table, shift: str = STAY) -> dict[str, int]:
    """How many cells of each ground are under the template, by sign; "#" is beyond the map."""
    seen = t.scene(2)["battle"]["templates"][SHIFT_NAMES.index(shift)]
    edge = {"#": seen["edge"]} if seen["edge"] else {}
    return {SIGNS[name]: n for name, n in seen["counts"].items()} | edge


@clause("O4.1")
@pytest.mark.parametrize("side", COMPASS)
@pytest.mark.parametrize("second", SIDES)
def test_the_side_by_which_the_second_army_came_is_its_players(side: str, second: str) -> None:
    t = fight("C3", side, second, map=drawn(PARTS))
    assert t.asked == SIDES[1 - SIDES.index(second)]
    t.place(STAY)
    rows = field(t)
    navys = side if second == "Navy" else OPPOSITE[side]
    corners = [rows[0][4], rows[0][11], rows[7][4], rows[7][11]]
    # far left, far right, near left, near right of Navy
    assert (
        corners
        == {
            "south": ["c", "b", "f", "."],
            "north": [".", "f", "b", "c"],
            "west": ["b", ".", "c", "f"],
            "east": ["f", "c", ".", "b"],
        }[navys]
    )
    assert t.scene(2)["account"]["field"]["up"] == COMPASS.index(OPPOSITE[navys])


@clause("O4.2")
@pytest.mark.parametrize(
    ("sides", "halves"), [(("north", "south"), {"m": 32, "s": 32}), (("east", "west"), {"H": 32, "b": 32})]
)
def test_the_template_covers_the_square_and_half_of_both_neighbours_across(
    sides: tuple[str, str], halves: dict[str, int]
) -> None:
    inner = Counter("".join(PARTS["C3"]))
    for side, second in product(sides, SIDES):
        t = fight("C3", side, second, map=drawn(PARTS))
        assert counts(t) == dict(inner + Counter(halves))
        rows = field(t.place(STAY))
        assert [len(row) for row in rows] == [16] * 8


@clause("O4.2")
def test_every_template_of_a_map_covers_what_counting_cells_gives() -> None:
    t = fight("C3", "south", map="mountainous:5")
    judge = Judge(t.scene(2)["map"]["rows"])
    for square, side in product(SQUARES, COMPASS):
        t.position.state.battle, t.position.state.battle_side = SQUARES.index(square), COMPASS.index(side)
        templates = t.scene(2)["battle"]["templates"]
        for template, shift in zip(templates, SHIFTS, strict=True):
            cells = Counter("".join(judge.field(square, side, shift)))
            edge = cells.pop("#", 0)
            assert {SIGNS[name]: n for name, n in template["counts"].items()} == dict(cells)
            assert (template["impassable"], template["edge"]) == judge.bad(square, side, shift)
            assert template["edge"] == edge


@clause("O4.3")
def test_only_the_player_who_was_there_first_places_it() -> None:
    for second in SIDES:
        first = SIDES[1 - SIDES.index(second)]
        t = fight("C3", "east", second)
        assert t.asked == first
        assert t.prompt(SIDES.index(first)) == "You were there first: place the template."
        assert t.prompt(SIDES.index(second)) == f"{first} is to move."
        assert t.place(STAY).over
        assert t.last().startswith(f"{first} places the template where it lies. The battle is fought in C3")


@clause("O4.3")
@pytest.mark.parametrize("side", COMPASS)
def test_there_are_nine_places_on_plain_ground(side: str) -> None:
    t = fight("C3", side, map=drawn(PARTS))
    assert t.options() == [f"place the template {name}" for name in SHIFT_NAMES]
    judge = Judge(t.scene(2)["map"]["rows"])
    for name, shift in zip(SHIFT_NAMES, SHIFTS, strict=True):
        assert field(t.copy().place(name)) == judge.field("C3", side, shift)


@clause("O4.3")
def test_shifts_go_by_the_compass_one_cell_each_way() -> None:
    t = fight("C3", "south", map=drawn(PARTS))
    # to the north the bottom row of C3 leaves, and of C4 and beside it one row comes in
    assert counts(t, "1 north") == {"H": 8, "c": 1, "b": 1, "w": 54, "m": 28, "s": 28, ".": 8}
    # to the south the top row of C3 leaves, and the bridges of C2 come in
    assert counts(t, "1 south") == {"b": 8, "f": 1, "w": 54, "m": 28, "s": 28, ".": 9}
    assert counts(t, "1 west") == {**counts(t), "m": 32, "r": 8, "s": 24}
    assert counts(t, "1 east") == {**counts(t), "m": 24, "s": 32, "=": 8}


@clause("O4.4")
def test_a_shift_brings_in_no_more_impassable_ground() -> None:
    for sign in "LXR":
        wall = {"C4": [*["." * 8] * 7, f"...{sign}...."]}
        t = fight("C3", "south", map=drawn(wall))
        assert legal(t) == {STAY, "1 east", "1 west", "1 south", "1 south and 1 east", "1 south and 1 west"}
        with t.refused("O4.4", "more impassable ground"):
            t.place("1 north")
        refused = t.scene(2)["battle"]["templates"][1]
        assert (refused["legal"], refused["impassable"]) == (False, 1)
        assert "more impassable" in refused["why"]


@clause("O4.4")
@pytest.mark.parametrize("sign", "=fbsHm")
def test_what_is_passable_hinders_no_shift(sign: str) -> None:
    t = fight("C3", "south", map=drawn({"C4": [sign * 8] * 8}))
    assert legal(t) == set(SHIFT_NAMES)


@clause("O4.4")
def test_a_shift_may_bring_less_and_may_trade_one_for_one() -> None:
    lake = {"C3": [*["." * 8] * 7, "LL......"]}
    assert legal(fight("C3", "south", map=drawn(lake))) == set(SHIFT_NAMES)
    # the cliff comes in where two cells of the lake go out, and two cliffs too, but no third
    for cliffs in (1, 2, 3):
        rows = {**lake, "C4": [*["." * 8] * 7, f"{'X' * cliffs:.<8}"]}
        t = fight("C3", "south", map=drawn(rows))
        assert ("1 north" in legal(t)) == (cliffs <= 2)
        assert "1 south" in legal(t)


@clause("O4.4")
@pytest.mark.parametrize(
    ("square", "side", "away"),
    [("A3", "south", "west"), ("E3", "north", "east"), ("C5", "east", "north"), ("C1", "west", "south")],
)
def test_a_shift_takes_in_no_more_of_what_is_beyond_the_map(square: str, side: str, away: str) -> None:
    t = fight(square, side, map=drawn())
    assert counts(t)["#"] == 32
    assert legal(t) == {name for name in SHIFT_NAMES if away not in name}
    with t.refused("O4.4", "more of the area beyond the map"):
        t.place(f"1 {away}")
    assert counts(t, f"1 {OPPOSITE[away]}")["#"] == 24
    assert "#" * 4 in "".join(field(t.place(STAY)))


@clause("O4.4")
def test_at_the_edge_itself_the_template_does_not_leave_the_map() -> None:
    t = fight("C1", "south", map=drawn())
    assert "#" not in counts(t)
    assert legal(t) == {name for name in SHIFT_NAMES if "south" not in name}


@clause("O4.4")
def test_in_a_corner_both_edges_hold_it() -> None:
    t = fight("A1", "south", map=drawn())
    assert counts(t) == {".": 96, "#": 32}
    assert legal(t) == {STAY, "1 north", "1 east", "1 north and 1 east"}


@clause("O4.4")
def test_impassable_ground_and_the_edge_are_counted_by_themselves() -> None:
    # eastwards eight cells of the edge go out, and one of a cliff comes in: refused
    cliff = {"B3": ["....X..."] + ["." * 8] * 7}
    t = fight("A3", "south", map=drawn(cliff))
    assert (counts(t, "1 east")["#"], counts(t, "1 east")["X"]) == (24, 1)
    with t.refused("O4.4", ""):
        t.place("1 east")
    # westwards eight of the edge come in, and eight of a cliff go out: refused too
    cliff = {"B3": ["...X...."] * 8}
    t = fight("A3", "south", map=drawn(cliff))
    assert (counts(t)["X"], counts(t)["#"]) == (8, 32)
    assert (counts(t, "1 west").get("X", 0), counts(t, "1 west")["#"]) == (0, 40)
    with t.refused("O4.4", ""):
        t.place("1 west")
    assert "1 east" in legal(t)


@clause("O4.4")
@pytest.mark.parametrize("value", ["mountainous:5", "average:2", "cultivated:9"])
def test_what_may_be_chosen_is_what_counting_gives_on_whole_maps(value: str) -> None:
    t = fight("C3", "south", map=value)
    judge = Judge(t.scene(2)["map"]["rows"])
    some_refused = 0
    for square, side in product(SQUARES, COMPASS):
        t.position.state.battle, t.position.state.battle_side = SQUARES.index(square), COMPASS.index(side)
        wanted = {
            name for name, shift in zip(SHIFT_NAMES, SHIFTS, strict=True) if judge.may(square, side, shift)
        }
        assert legal(t) == wanted
        assert STAY in wanted
        some_refused += len(wanted) < 9 and beside(square, side) in SQUARES
    assert some_refused > 20
