"""Blocks that leave the field and are not routed are put back (T4.3, T4.4)."""

import pytest

from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

FAR = {"archer": "100 100"}


def moved(
    place: str, way: str | float, speed: float, ink: dict[str, str] | None = None, **settings: object
) -> Board:
    """Ivory's cavalry has moved from a place, pushed through its middle."""
    t = board({"cavalry": place}, ink or FAR, **settings).draw("cavalry")
    return t.move("Ivory cavalry", way, speed)


@clause("T4.3", "T4.4")
@pytest.mark.parametrize("edge", ["drop", "tape"])
@pytest.mark.parametrize(
    ("place", "way", "where", "angle"),
    [
        ("400 900 up", "north", (400, 987.5), 0),
        ("400 300 up", "south", (400, 12.5), 0),
        ("900 400", "east", (987.5, 400), 90),
        ("300 400", "west", (12.5, 400), 90),
        ("400 900", "north", (400, 987.5), 0),
        ("900 400 up", "east", (987.5, 400), 90),
    ],
)
def test_it_lies_at_the_edge_where_it_left_its_long_side_along_it(
    edge: str, place: str, way: str, where: tuple[float, float], angle: int
) -> None:
    t = moved(place, way, 2.0, edge=edge)
    assert (t.at("Ivory cavalry"), t.angle("Ivory cavalry")) == (where, angle)
    assert t.state_of("Ivory cavalry") == "whole"
    # it is its own unit still, and may go on
    assert t.may == ["melee"]


@clause("T4.3")
def test_on_a_slant_it_is_the_crossing_point_that_counts() -> None:
    # from 600 by 900 at 45 degrees to 700 by 1000
    t = moved("600 900 45", "north-east", 2.0)
    assert t.at("Ivory cavalry") == pytest.approx((700, 987.5), abs=0.02)


@clause("T4.4")
@pytest.mark.parametrize("edge", ["drop", "tape"])
@pytest.mark.parametrize(("speed", "leaves"), [(0.44, False), (0.46, True)])
def test_it_has_left_when_its_middle_is_across(edge: str, speed: float, leaves: bool) -> None:
    # 40 mm to the edge: 0.443 m/s
    t = moved("500 960 up", "north", speed, edge=edge)
    if leaves:
        assert (t.at("Ivory cavalry"), t.angle("Ivory cavalry")) == ((500, 987.5), 0)
    else:
        # it hangs over the edge by nearly half its length
        assert 999 < t.at("Ivory cavalry")[1] < 1000
        assert t.angle("Ivory cavalry") == 90


@clause("T4.3")
@pytest.mark.parametrize("edge", ["drop", "tape"])
@pytest.mark.parametrize(
    ("place", "where", "angle"),
    [
        # the east edge is nearer than the north edge, and the other way round
        ("950 930 45", (987.5, 962.5), 90),
        ("930 950 45", (962.5, 987.5), 0),
        ("900 860 45", (987.5, 960), 90),
    ],
)
def test_over_a_corner_it_is_the_edge_crossed_first(
    edge: str, place: str, where: tuple[float, float], angle: int
) -> None:
    t = moved(place, "north-east", 2.0, edge=edge)
    assert t.at("Ivory cavalry") == pytest.approx(where, abs=0.02)
    assert t.angle("Ivory cavalry") == angle


@clause("T4.3")
def test_where_another_lies_it_is_the_nearest_free_place() -> None:
    # it slides past the archer, across which it cannot be laid: 527.5 mm is its western side
    t = moved("500 900 up", "north", 2.0, {"archer": "540 960 up"})
    assert t.at("Ink archer") == (540, 960)
    assert t.at("Ivory cavalry") == pytest.approx((490, 987.5), abs=0.02)
    assert t.at("Ivory cavalry")[0] + 37.5 < 527.5
    # to the other side that is nearer
    t = moved("500 900 up", "north", 2.0, {"archer": "460 960 up"})
    assert t.at("Ivory cavalry") == pytest.approx((510, 987.5), abs=0.02)
    # the archer is not in the way where it lies further in
    t = moved("500 900 up", "north", 2.0, {"archer": "540 930 up"})
    assert t.at("Ivory cavalry") == (500, 987.5)


def charge(ivory: dict[str, str], ink: dict[str, str], speed: float) -> Board:
    return board(ivory, ink).draw("pike").melee("Ivory pike", "north", speed)


@clause("T4.3")
def test_in_the_order_of_leaving() -> None:
    # a friend, an enemy and the attacker leave at the same point one after the other
    t = charge({"pike": "500 800 up", "cavalry": "500 980"}, {"archer": "500 900", "pike": "900 100"}, 4.0)
    assert t.at("Ivory cavalry") == (500, 987.5)
    # of two places as near, the western one
    assert t.at("Ink archer") == pytest.approx((425, 987.5), abs=0.02)
    assert t.at("Ivory pike") == pytest.approx((575, 987.5), abs=0.02)
    assert t.state_of("Ink archer") == "broken"


@clause("T4.3")
def test_after_all_is_at_rest() -> None:
    # the pike comes to rest over the edge, upright; those that left before it are laid to both sides of it
    t = charge({"pike": "500 800 up"}, {"archer": "500 880", "cavalry": "500 910", "pike": "900 100"}, 4.0)
    x, y = t.at("Ivory pike")
    assert (x, t.angle("Ivory pike")) == (500, 90)
    assert 960 < y < 1000
    assert t.at("Ink cavalry") == pytest.approx((450, 987.5), abs=0.02)
    assert t.at("Ink archer") == pytest.approx((550, 987.5), abs=0.02)


@clause("T4.3", "T4.2")
def test_a_routed_block_is_in_nobodys_way() -> None:
    t = charge({"pike": "500 800 up"}, {"archer": "500 900 broken", "cavalry": "100 100"}, 4.0)
    assert t.state_of("Ink archer") == "routed"
    assert t.at("Ivory pike") == (500, 987.5)


@clause("T4.3")
def test_a_broken_block_that_leaves_in_a_move_is_put_back_broken() -> None:
    t = board({"cavalry": "500 800 up"}, {"archer": "500 900 broken", "pike": "100 100"}).draw("cavalry")
    t.move("Ivory cavalry", "north", 2.5)
    assert (t.state_of("Ink archer"), t.at("Ink archer")) == ("broken", (500, 987.5))


@clause("T4.3", "T2.2")
def test_the_attacker_that_left_acts_from_where_it_was_put_back() -> None:
    t = board({"archer": "500 900 up"}, {"archer": "500 800", "pike": "100 100"}).draw("archer")
    t.move("Ivory archer", "north", 2.0)
    assert t.at("Ivory archer") == (500, 987.5)
    t.range("Ivory archer", "south", 3.0)
    assert t.state_of("Ink archer") == "broken"


@clause("T4.4")
@pytest.mark.parametrize(("edge", "state"), [("tape", "broken"), ("drop", "whole")])
def test_beyond_a_tape_the_table_goes_on(edge: str, state: str) -> None:
    # the archer hangs over the line, its middle inside; the pike comes to it after crossing the line, 20 mm further on
    t = board({"pike": "430 990"}, {"archer": "500 999 up", "pike": "100 100"}, edge=edge).draw("pike")
    t.melee("Ivory pike", "north-east", 2.0)
    assert t.state_of("Ink archer") == state


@clause("T1.1", "T4.4")
@pytest.mark.parametrize(
    ("edges", "state"),
    [
        ({"north_edge": "tape"}, "broken"),
        ({"edge": "tape", "south_edge": "drop"}, "broken"),
        ({"edge": "tape", "north_edge": "drop"}, "whole"),
        ({"west_edge": "tape", "east_edge": "tape", "south_edge": "tape"}, "whole"),
    ],
)
def test_each_edge_is_a_tape_or_where_the_table_ends(edges: dict[str, str], state: str) -> None:
    # the same pike, which crosses the north edge on its way to the archer
    t = board({"pike": "430 990"}, {"archer": "500 999 up", "pike": "100 100"}, **edges).draw("pike")
    t.melee("Ivory pike", "north-east", 2.0)
    assert t.state_of("Ink archer") == state


@clause("T1.1", "T4.3")
def test_beyond_a_tape_the_table_still_ends_at_the_line_of_the_next_edge() -> None:
    # over the north edge at 930 mm, then over the line of the east edge, where it falls: back where it crossed first
    def slid(**edges: str) -> tuple[list[str], Board]:
        t = moved("900 970 45", "north-east", 3.0, **edges)
        return [event["kind"] for event in t.scene(0)["film"]["events"]], t

    for edges, kinds in (
        ({"edge": "tape"}, ["leave"]),
        ({"north_edge": "tape"}, ["leave", "fall"]),
        ({}, ["leave", "fall"]),
    ):
        told, t = slid(**edges)
        assert told == kinds
        assert (t.at("Ivory cavalry"), t.angle("Ivory cavalry")) == (pytest.approx((930, 987.5), abs=0.05), 0)
    leaves, falls = (
        event["frame"]
        for event in moved("900 970 45", "north-east", 3.0, north_edge="tape").scene(0)["film"]["events"]
    )
    # 70 mm further east at about 2 m/s
    assert falls > leaves


@clause("T4.3")
def test_on_a_table_of_both_kinds_they_are_put_back_in_the_order_of_leaving() -> None:
    # the archer crosses the tape first and stays beyond it; the pike follows and takes the next place
    ivory, ink = {"pike": "500 860 up"}, {"archer": "500 970", "pike": "900 100"}
    both = [
        board(ivory, ink, **edges).draw("pike").melee("Ivory pike", "north", 4.0)
        for edges in ({"edge": "tape"}, {"north_edge": "tape"}, {})
    ]
    for t in both:
        assert t.at("Ink archer") == pytest.approx((500, 987.5), abs=0.05)


@clause("T4.4", "T4.3")
def test_a_block_that_turns_about_another_leaves_too() -> None:
    # a scene in which the cavalry's middle crosses the edge while it is moved apart from the pike
    ink = {"archer": "100 500", "cavalry": "843.97 997.35 12.37916", "pike": "805.78 984.64 12.264978"}
    t = board(
        {"archer": "573.26 987.16 165.97756", "cavalry": "100 100"},
        ink,
        restitution=0,
        length=40,
        breadth=40,
        hand="casual",
    )
    t.draw("archer").move("Ivory archer", 347.9, 3.8, "front +0.05").hand(2.7, 118)
    assert t.at("Ink cavalry") == pytest.approx((848.56, 980), abs=0.1)
