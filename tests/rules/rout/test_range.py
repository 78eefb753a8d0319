"""The shot: a range block is flicked off the archer's top (T3.5)."""

import pytest

from tests.rules.rout.board import Army, Board, board
from tests.rules.scenario import clause

ARCHER = {"archer": "500 300 up"}
FAR = {"pike": "900 900"}


def shot(
    ink: Army, speed: float, way: str | float = "north", ivory: Army = ARCHER, **settings: object
) -> Board:
    """Ivory's archer, whose long side points north, has shot."""
    t = board(ivory, {**FAR, **ink}, **settings).draw("archer")
    return t.range("Ivory archer", way, speed)


def events(t: Board) -> list[tuple[str, int]]:
    return [(event["kind"], event["block"]) for event in t.scene(0)["film"]["events"]]


def kinds(t: Board) -> list[str]:
    return [kind for kind, _ in events(t)]


@clause("T3.5", "T4.1")
def test_the_first_enemy_that_the_range_block_touches_is_hit() -> None:
    t = shot({"archer": "500 450", "cavalry": "500 500"}, 1.5)
    assert (t.state_of("Ink archer"), t.state_of("Ink cavalry")) == ("broken", "whole")
    assert t.at("Ink archer")[1] > 450
    # the archer has only watched
    assert (t.at("Ivory archer"), t.state_of("Ivory archer"), t.may) == ((500, 300), "whole", ["move"])


@clause("T3.5")
def test_the_range_block_is_taken_away_when_all_is_at_rest() -> None:
    t = shot({}, 1.5)
    assert t.position.state.count == 2
    assert [b["id"] for b in t.scene(0)["blocks"]] == [0, 1]
    # it is shown on its way only
    assert [track["block"] for track in t.scene(0)["film"]["tracks"]] == [-1]


@clause("T3.5")
def test_it_slides_falls_and_slides_on() -> None:
    t = shot({}, 1.5)
    assert kinds(t) == ["drop", "land"]
    drop, land = (event["frame"] for event in t.scene(0)["film"]["events"])
    # 15 mm take 55 ms: between three and four pictures
    assert land - drop in (3, 4)


@clause("T3.5")
@pytest.mark.parametrize(("speed", "falls"), [(0.2, False), (0.46, False), (0.48, True)])
def test_it_stays_on_top_when_its_middle_does_not_pass_the_rim(speed: float, falls: bool) -> None:
    # 37.5 mm to the rim with block on block friction: 0.47 m/s
    assert ("drop" in kinds(shot({}, speed))) == falls


@clause("T3.5")
def test_a_shot_that_stays_on_top_touches_nobody() -> None:
    t = shot({"archer": "500 350"}, 0.4)
    assert (events(t), t.state_of("Ink archer")) == ([], "whole")


@clause("T3.5")
@pytest.mark.parametrize("speed", [0.5, 0.6, 0.64, 1.5])
def test_it_slides_over_a_block_that_lies_against_the_archer(speed: float) -> None:
    # the middle of the range block passes the archer's rim at 0.47 m/s and the neighbour's at 0.607
    t = shot({"archer": "500 350"}, speed)
    assert (t.state_of("Ink archer"), t.at("Ink archer")) == ("whole", (500, 350))
    assert ("drop" in kinds(t)) == (speed > 0.607)


@clause("T3.5")
def test_and_hits_the_next_one_behind_it() -> None:
    t = shot({"archer": "500 350", "cavalry": "500 450"}, 1.5)
    assert (t.state_of("Ink archer"), t.state_of("Ink cavalry")) == ("whole", "broken")


@clause("T3.5")
def test_a_block_that_it_hangs_over_when_it_drops_is_not_touched_before_they_are_apart() -> None:
    # its front reaches 18.75 mm beyond the rim when it drops: over the first, short of the second
    near, next_ = shot({"archer": "500 352"}, 1.5), shot({"archer": "500 370"}, 1.5)
    assert (near.state_of("Ink archer"), near.at("Ink archer")) == ("whole", (500, 352))
    assert next_.state_of("Ink archer") == "broken"


@clause("T3.5")
def test_it_hits_in_flight_too() -> None:
    t = shot({"archer": "500 400"}, 3.0)
    assert events(t)[:2] == [("drop", -1), ("touch", 1)]
    assert t.state_of("Ink archer") == "broken"


@clause("T3.5")
def test_it_does_not_touch_the_archer_before_it_has_left_it() -> None:
    # bouncing off the nearer one it is still over the archer, off the other it has left him
    near = shot({"archer": "500 380"}, 4.0, restitution=90)
    far = shot({"archer": "500 410"}, 4.0, restitution=90)
    assert near.at("Ivory archer") == (500, 300)
    assert [block for kind, block in events(near) if kind == "touch"] == [1]
    assert far.at("Ivory archer")[1] < 280
    assert [block for kind, block in events(far) if kind == "touch"] == [1, 0]
    # it takes no harm
    assert far.state_of("Ivory archer") == "whole"


@clause("T3.5")
@pytest.mark.parametrize(
    ("way", "x", "y"), [("east", 600, 300), ("west", 400, 300), ("south", 500, 200), (45.0, 570, 370)]
)
def test_it_is_flicked_to_any_side(way: str | float, x: int, y: int) -> None:
    t = shot({"archer": f"{x} {y} 45"}, 2.0, way)
    assert t.state_of("Ink archer") == "broken"


@clause("T3.5", "T4.4")
def test_it_may_leave_the_table() -> None:
    for edge in ("drop", "tape"):
        t = shot({}, 4.0, ivory={"archer": "500 950 up"}, edge=edge)
        assert t.position.state.count == 2
        assert t.at("Ivory archer") == (500, 950)


@clause("T3.5", "T3.4")
def test_friends_that_it_touches_first_do_not_matter() -> None:
    t = shot({"cavalry": "500 480"}, 3.0, ivory={**ARCHER, "pike": "545 420"})
    touches = [block for kind, block in events(t) if kind == "touch"]
    assert len(touches) == 2
    assert (t.state_of("Ivory pike"), t.state_of("Ink cavalry")) == ("whole", "broken")


@clause("T3.5", "T4.2")
def test_it_routs_a_broken_unit() -> None:
    t = shot({"archer": "500 995 broken"}, 3.0, ivory={"archer": "500 800 up"})
    assert t.state_of("Ink archer") == "routed"


@clause("T3.5")
def test_its_contact_points_are_its_own() -> None:
    # pushed at the end of its long side it turns: it falls beside its way
    straight, beside = shot({}, 1.0), board(ARCHER, FAR).draw("archer")
    beside.range("Ivory archer", "north", 1.0, "rear +1.00")
    assert straight.scene(0)["film"]["frames"] != beside.scene(0)["film"]["frames"]
    t = board(ARCHER, FAR).draw("archer")
    with t.refused("T3.1", "A push must go into the block"):
        t.range("Ivory archer", "east", 1.0, "rear +0.00")
