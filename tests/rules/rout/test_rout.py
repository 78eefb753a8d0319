"""Broken blocks that the attacker itself knocks off the table are routed (T4.2)."""

import pytest

from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

# the pike charges north; a block at the target is knocked over the north edge
PIKE = {"pike": "500 800 up"}
TARGET = "500 900"
FAR = {"cavalry": "100 100"}


def charge(ivory: dict[str, str], ink: dict[str, str], speed: float = 2.5, **settings: object) -> Board:
    return board(ivory, ink, **settings).draw("pike").melee("Ivory pike", "north", speed)


@clause("T4.2")
@pytest.mark.parametrize("kind", ["archer", "pike"])
def test_a_broken_enemy_knocked_off_the_table_is_routed(kind: str) -> None:
    t = charge(PIKE, {kind: f"{TARGET} broken", **FAR})
    assert t.state_of(f"Ink {kind}") == "routed"
    assert t.position.state.count == 2
    # the attacker takes it as a trophy: what it was is public
    for viewer in (0, 1, 2):
        tally = t.scene(viewer)["tally"][1]
        assert sum(tally["routed"]) == tally["routed"][("archer", "cavalry", "pike").index(kind)] == 1
        assert sum(tally["broken"]) == 0


@clause("T4.2")
def test_it_must_leave_the_table() -> None:
    t = charge(PIKE, {"archer": f"{TARGET} broken", **FAR}, 1.0)
    assert t.state_of("Ink archer") == "broken"
    assert 900 < t.at("Ink archer")[1] < 1000


@clause("T4.2", "T4.1")
def test_it_must_have_been_broken_before_the_attack() -> None:
    t = charge(PIKE, {"archer": TARGET, **FAR})
    assert t.state_of("Ink archer") == "broken"
    assert t.at("Ink archer") == (500, 987.5)
    # the next attack routs it
    t.idle("cavalry")
    t = charge(PIKE, {"archer": "500 987.5 broken", **FAR}, 4.0)
    assert t.state_of("Ink archer") == "routed"


@clause("T4.2")
def test_rout_in_one_breaks_and_routs_at_once() -> None:
    t = charge(PIKE, {"archer": TARGET, **FAR}, rout_in_one=True)
    assert t.state_of("Ink archer") == "routed"
    assert t.scene(0)["tally"][1]["broken"] == [0, 0, 0]


# the pike's long side comes upon two blocks that stand side by side at the edge; the left one takes the harder blow
BROADSIDE = {"pike": "500 800"}
LEFT, RIGHT = "480 900 up", "530 900 up"


@clause("T4.2")
def test_rout_in_one_is_for_the_unit_that_is_hit_alone() -> None:
    t = charge(BROADSIDE, {"archer": LEFT, "pike": RIGHT, **FAR}, 4.0, rout_in_one=True)
    assert [t.state_of("Ink archer"), t.state_of("Ink pike")] == ["routed", "whole"]
    assert t.at("Ink pike")[1] == 987.5


@clause("T4.2")
def test_the_routed_unit_need_not_be_the_one_that_is_hit() -> None:
    t = charge(BROADSIDE, {"archer": LEFT, "pike": f"{RIGHT} broken", **FAR}, 4.0)
    assert [t.state_of("Ink archer"), t.state_of("Ink pike")] == ["broken", "routed"]
    assert t.at("Ink archer")[1] == 987.5


@clause("T4.2")
def test_several_are_routed_by_one_attack() -> None:
    t = charge(BROADSIDE, {"archer": f"{LEFT} broken", "pike": f"{RIGHT} broken", **FAR}, 4.0)
    assert [t.state_of("Ink archer"), t.state_of("Ink pike")] == ["routed", "routed"]
    assert t.scene(0)["tally"][1]["routed"] == [1, 0, 1]


@clause("T4.2", "T4.1")
def test_a_broken_block_that_others_push_off_is_not_routed() -> None:
    t = charge(PIKE, {"pike": f"{TARGET} broken", "archer": "500 940 broken", **FAR})
    assert [t.state_of("Ink pike"), t.state_of("Ink archer")] == ["broken", "broken"]
    assert t.at("Ink archer")[1] == 987.5
    assert t.position.state.count == 4


@clause("T4.2")
def test_an_own_broken_unit_counts_too() -> None:
    own = {**PIKE, "archer": f"{TARGET} broken"}
    t = charge(own, FAR)
    assert t.state_of("Ivory archer") == "routed"
    assert t.scene(1)["tally"][0]["routed"] == [1, 0, 0]
    spared = charge(own, FAR, own_rout=False)
    assert (spared.state_of("Ivory archer"), spared.at("Ivory archer")) == ("broken", (500, 987.5))
    # an enemy is routed all the same
    assert (
        charge(PIKE, {"archer": f"{TARGET} broken", **FAR}, own_rout=False).state_of("Ink archer") == "routed"
    )


@clause("T4.2", "T4.3")
def test_an_own_unbroken_unit_is_put_back() -> None:
    t = charge({**PIKE, "archer": TARGET}, FAR)
    assert (t.state_of("Ivory archer"), t.at("Ivory archer")) == ("whole", (500, 987.5))


@clause("T4.2", "T2.3")
def test_a_routed_unit_does_not_come_back() -> None:
    t = charge(PIKE, {"archer": f"{TARGET} broken", **FAR}, rally=1)
    t.draw("rally")
    # nothing is broken, so nothing can be rallied
    assert (t.phase, t.side) == ("draw", "Ivory")
    t.idle("rally").draw("archer")
    assert (t.phase, t.asked) == ("remove", "Ink")


@clause("T4.2", "T2.6")
def test_routing_the_last_broken_one_does_not_win_while_one_stands() -> None:
    t = charge(PIKE, {"archer": f"{TARGET} broken", **FAR})
    assert not t.over
    t = charge(PIKE, {"archer": f"{TARGET}", "pike": "routed"}, rout_in_one=True)
    assert (t.over, t.score) == (True, (1, -1))


@clause("T4.2", "T4.4")
@pytest.mark.parametrize(("speed", "state"), [(1.0, "broken"), (1.1, "routed"), (1.4, "routed")])
def test_on_a_tape_it_is_routed_if_its_middle_rests_outside(speed: float, state: str) -> None:
    t = charge(PIKE, {"archer": f"{TARGET} broken", **FAR}, speed, edge="tape")
    assert t.state_of("Ink archer") == state


@clause("T4.2", "T2.5")
def test_a_rout_is_told_with_what_it_was() -> None:
    t = board(PIKE, {"archer": f"{TARGET} broken", **FAR}).draw("pike")
    t.tell(t.flicking("melee", t.number("Ivory pike"), "north", 2.5))
    for viewer in (0, 1, 2):
        assert "rout" in t.last(viewer)
        assert "archer" in t.last(viewer)
