"""The pitch: hexes, halves, zones, entries, threat and the front arc (R1)."""

import pytest

from tests.rules.rush.arena import COMPASS, NAMES, PLACES, Arena, arena, back, beside, front, lined_up, row_of
from tests.rules.scenario import clause

# the zones of Visitor's half and how they lie mirrored: centre, strike hex, bonus hex, points
ZONES = {
    "end zone": ("F18", "F20", "F16", (3, 4)),
    "north zone": ("C15", "C17", "C13", (1, 2)),
    "south zone": ("I15", "I17", "I13", (1, 2)),
}
CORNERS = {"A1", "A16", "F1", "F21", "K1", "K16"}
ROWS = {"A": 16, "B": 17, "C": 18, "D": 19, "E": 20, "F": 21, "G": 20, "H": 19, "I": 18, "J": 17, "K": 16}


def mirrored(name: str) -> str:
    """The hex as far on the other side of the middle line."""
    return f"{name[0]}{ROWS[name[0]] + 1 - int(name[1:])}"


def walls(name: str) -> list[str]:
    return [side for side in COMPASS if not beside(name, side)]


def zones() -> list[tuple[int, tuple[str, str, str, tuple[int, int]]]]:
    """Every zone with the seat that scores in it."""
    ours = [(0, zone) for zone in ZONES.values()]
    theirs = [
        (1, (mirrored(centre), mirrored(strike), mirrored(bonus), points))
        for centre, strike, bonus, points in ZONES.values()
    ]
    return [*ours, *theirs]


def runner(hex_: str) -> Arena:
    return arena(home={4: hex_}, ball="F6" if hex_ != "F6" else "F7").run(4)


@clause("R1.1")
def test_the_pitch_has_201_hexes_in_11_rows() -> None:
    setup = arena().position.game.setup
    assert len(NAMES) == 201
    assert {row: sum(name[0] == row for name in NAMES) for row in ROWS} == ROWS
    assert [(int(x), int(r)) for x, r in zip(setup.x, setup.row, strict=True)] == list(PLACES.values())
    for x, row in PLACES.values():
        assert abs(x / 2) <= 10 - abs(row) / 2
        assert (x + row) % 2 == 0


@clause("R1.1")
def test_neighbours_and_walls_are_those_of_pointy_top_hexes() -> None:
    across = arena().position.game.setup.across
    for n, name in enumerate(NAMES):
        ways = [NAMES[to] if to != 255 else "" for to in across[n]]
        assert ways == [beside(name, side) for side in COMPASS]


@clause("R1.1")
def test_exactly_the_six_corners_have_three_walls() -> None:
    counts = {name: len(walls(name)) for name in NAMES}
    assert {name for name, count in counts.items() if count == 3} == CORNERS
    assert {PLACES[name] for name in CORNERS} == {
        *((x, row) for x in (-15, 15) for row in (-5, 5)),
        (-20, 0),
        (20, 0),
    }
    assert all(count in (0, 2, 3) for count in counts.values())


@clause("R1.1")
@pytest.mark.parametrize("start", ["F11", "E11", "K9", "A2", "B17", *sorted(CORNERS)])
def test_a_player_walks_to_each_neighbour_and_not_through_a_wall(start: str) -> None:
    for side in COMPASS:
        t = runner(start)
        if side in walls(start):
            with t.refused("R5.4", "wall"):
                t.step(side)
        else:
            assert t.step(side).where("Home 4") == beside(start, side)


@clause("R1.1")
def test_distances_are_steps() -> None:
    setup = arena().position.game.setup
    for target in ("F11", "A1", "K16", "H4"):
        steps, reached = {target: 0}, [target]
        for name in reached:
            for near in (beside(name, side) for side in COMPASS):
                if near and near not in steps:
                    steps[near] = steps[name] + 1
                    reached.append(near)
        row = setup.distance[NAMES.index(target)]
        assert {name: int(row[n]) for n, name in enumerate(NAMES)} == steps


@clause("R1.2")
def test_halves_are_west_and_east_of_the_neutral_line() -> None:
    half = arena().position.game.setup.half
    for n, (x, _) in enumerate(PLACES.values()):
        assert int(half[n]) == (0 if x < 0 else 1 if x > 0 else 2)


@clause("R1.2", "R3.3")
@pytest.mark.parametrize(
    ("side", "hexes"),
    [("Home", ["B9", "D10", "F11", "H10", "J9"]), ("Visitor", ["J9", "H10", "F11", "D10", "B9"])],
)
def test_launch_hexes_are_counted_from_the_left_of_the_side_that_rushes(side: str, hexes: list[str]) -> None:
    for die, name in enumerate(hexes, 1):
        t = lined_up()
        if side == "Visitor":
            t = arena(ball="").end()
        assert (t.phase, t.side) == ("launch", side)
        assert (t.launch(die).ball, t.phase) == (name, "rush")


@clause("R1.3")
def test_each_half_has_three_zones_of_9_hexes() -> None:
    setup = arena().position.game.setup
    found = {int(setup.strike[zone]): zone for zone in range(6)}
    for seat, (centre, strike, bonus, points) in zones():
        zone = found[NAMES.index(strike)]
        flower = {centre, strike, bonus, *(beside(centre, side) for side in COMPASS)}
        assert {NAMES[n] for n in range(201) if setup.zone[n] == zone} == flower
        assert len(flower) == 9
        assert NAMES[int(setup.bonus[zone])] == bonus
        assert int(setup.distance[NAMES.index(strike), NAMES.index(bonus)]) == 4
        assert tuple(setup.points[zone]) == points
        assert int(setup.scorer[zone]) == seat
        assert all(int(setup.half[NAMES.index(name)]) == 1 - seat for name in flower)
    assert sum(int(zone) != 6 for zone in setup.zone) == 54


@clause("R1.3")
def test_zone_coordinates_are_those_of_the_clause() -> None:
    at = {name: (x / 2, row) for name, (x, row) in PLACES.items()}
    assert [at[name] for name in ("F18", "F20", "F16")] == [(7, 0), (9, 0), (5, 0)]
    assert [at[name] for name in ("C15", "C17", "C13")] == [(5.5, -3), (7.5, -3), (3.5, -3)]
    assert [at[name] for name in ("I15", "I17", "I13")] == [(5.5, 3), (7.5, 3), (3.5, 3)]


@clause("R1.3", "R7.2")
@pytest.mark.parametrize(("seat", "zone"), zones())
def test_a_side_scores_in_the_other_half_and_more_from_the_bonus_hex(
    seat: int, zone: tuple[str, str, str, tuple[int, int]]
) -> None:
    centre, strike, bonus, points = zone
    for start, worth in ((centre, points[0]), (bonus, points[1])):
        side = ("Home", "Visitor")[seat]
        t = arena(**{side.lower(): {4: start}}, ball=f"{side} 4", side=side, teams=("humans", "humans"))
        t.throw(4).aim(strike).roll(1)
        assert t.lead == (worth, -worth)[seat]
        other = ("Visitor", "Home")[seat]
        t = arena(**{other.lower(): {4: start}}, ball=f"{other} 4", side=other, teams=("humans", "humans"))
        t.throw(4)
        with t.refused("R7.1", "strike hex"):
            t.aim(strike)


@clause("R1.4", "R3.4")
@pytest.mark.parametrize(
    ("side", "gate", "name"),
    [
        ("Home", "north", "A1"),
        ("Home", "south", "K1"),
        ("Visitor", "north", "A16"),
        ("Visitor", "south", "K16"),
    ],
)
def test_players_enter_at_their_own_entry_hexes(side: str, gate: str, name: str) -> None:
    t = arena(side=side).enter(3, gate)
    assert t.where(f"{side} 3") == name
    assert PLACES[name] in {(-15, -5), (-15, 5), (15, -5), (15, 5)}


@clause("R1.5", "R5.3")
@pytest.mark.parametrize("facing", COMPASS)
def test_a_standing_player_threatens_his_three_front_hexes(facing: str) -> None:
    for side in COMPASS:
        start = beside("F11", side)
        for prone in ("", " prone"):
            t = arena(home={4: start}, visitor={1: f"F11 {facing}{prone}"}).run(4).step(side)
            threatened = side in front(facing) and not prone
            assert t.phase == ("test" if threatened else "move")


@clause("R1.5")
def test_nobody_threatens_beyond_the_next_hex_or_his_own_side() -> None:
    t = arena(home={4: "F9", 5: "F10 west"}, visitor={1: "F11 west"}).run(4).step("north-west")
    assert t.phase == "move"


@clause("R1.5", "R7.1")
@pytest.mark.parametrize("facing", COMPASS)
def test_the_front_arc_is_the_front_half_plane_with_its_border(facing: str) -> None:
    # places straight over a side, and straight over a corner between two sides
    spokes = {side: beside(beside("F11", side), side) for side in COMPASS}
    corners = {side: beside(spokes[side], _left(_left(side))) for side in COMPASS}
    for side in COMPASS:
        t = arena(home={2: f"F11 {facing}", 3: spokes[side]}, ball="Home 2").throw(2)
        assert (f"throw at {spokes[side]}" in t.options()) == (side in front(facing))
        t = arena(home={2: f"F11 {facing}", 3: corners[side]}, ball="Home 2").throw(2)
        # the corner to the left of a side: of the six, two lie on the border
        seen = side in (front(facing)[0], front(facing)[1], front(facing)[2], back(front(facing)[0]))
        assert (f"throw at {corners[side]}" in t.options()) == seen


@clause("R1.5", "R7.1")
def test_the_border_of_the_arc_of_one_who_faces_east_runs_north_and_south() -> None:
    for name, seen in (
        (row_of("F11", 0, -2), True),
        (row_of("F11", 0, 2), True),
        (row_of("F11", 0, -4), True),
        (row_of("F11", -0.5, -3), False),
        (row_of("F11", -0.5, 1), False),
        (row_of("F11", 0.5, 5), True),
    ):
        t = arena(home={2: "F11 east", 3: name}, ball="Home 2").throw(2)
        assert (f"throw at {name}" in t.options()) == seen


def _left(side: str) -> str:
    return front(side)[0]
