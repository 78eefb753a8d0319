"""Moves and charges, and what is a hit (T3.3, T3.4, T4.1)."""

import pytest

from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

IVORY = {"pike": "500 300 up"}
FAR = {"pike": "900 900"}


def charge(ivory: dict[str, str], ink: dict[str, str], speed: float = 2.0, **settings: object) -> Board:
    """Ivory's pike has charged north."""
    t = board(ivory, ink, **settings).draw("pike")
    return t.melee("Ivory pike", "north", speed)


# T3.3


@clause("T3.3")
def test_a_move_that_bumps_into_blocks_breaks_nothing() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 400", **FAR}).draw("cavalry")
    t.move("Ivory cavalry", "north", 1.6)
    assert t.state_of("Ink archer") == "whole"
    # both stay where they come to rest
    assert 400 < t.at("Ink archer")[1] < 900
    assert 300 < t.at("Ivory cavalry")[1] < t.at("Ink archer")[1] - 50
    assert t.may == ["melee"]


@clause("T3.3", "T4.2", "T4.3")
def test_a_move_routs_nothing() -> None:
    t = board({"cavalry": "500 800 up"}, {"archer": "500 900 broken", **FAR}).draw("cavalry")
    t.move("Ivory cavalry", "north", 2.5)
    assert t.state_of("Ink archer") == "broken"
    assert t.at("Ink archer") == (500, 987.5)


@clause("T3.3")
def test_an_archer_moves_as_well_before_and_after_it_shoots() -> None:
    t = board({"archer": "500 300 up"}, {"archer": "500 400", **FAR}).draw("archer")
    t.move("Ivory archer", "north", 1.6)
    assert (t.state_of("Ink archer"), t.may) == ("whole", ["range"])


@clause("T3.3")
def test_a_move_turns_no_broken_block_up() -> None:
    t = board({"cavalry": "500 300 up", "archer": "500 400 broken"}, FAR).draw("cavalry")
    t.move("Ivory cavalry", "north", 1.6)
    assert t.state_of("Ivory archer") == "broken"
    assert t.at("Ivory archer")[1] > 450


# T3.4, T4.1


@clause("T3.4", "T4.1")
@pytest.mark.parametrize("card", ["cavalry", "pike"])
@pytest.mark.parametrize("target", ["archer", "cavalry", "pike"])
def test_the_enemy_that_a_charge_touches_is_broken(card: str, target: str) -> None:
    others = {"archer": "900 900", "cavalry": "900 800", "pike": "900 700", target: "500 400"}
    t = board({card: "500 300 up"}, others).draw(card).melee(f"Ivory {card}", "north", 1.6)
    for kind in others:
        assert t.state_of(f"Ink {kind}") == ("broken" if kind == target else "whole")
    assert t.state_of(f"Ivory {card}") == "whole"


@clause("T3.4")
def test_a_charge_that_falls_short_hits_nobody() -> None:
    # there are 50 mm between them: 0.495 m/s
    short, enough = (charge(IVORY, {"archer": "500 400", **FAR}, speed) for speed in (0.48, 0.5))
    assert short.state_of("Ink archer") == "whole"
    assert enough.state_of("Ink archer") == "broken"


@clause("T4.1")
def test_an_enemy_that_is_pushed_into_another_does_not_hit_it() -> None:
    t = charge(IVORY, {"archer": "500 400", "cavalry": "500 440", **FAR})
    assert t.state_of("Ink archer") == "broken"
    assert t.state_of("Ink cavalry") == "whole"
    assert t.at("Ink cavalry")[1] > 500


@clause("T4.1")
def test_a_friend_that_is_pushed_into_an_enemy_does_not_hit_it() -> None:
    t = charge({**IVORY, "archer": "500 400"}, {"archer": "500 440", **FAR})
    assert t.state_of("Ink archer") == "whole"
    assert t.at("Ink archer")[1] > 500


# the pike strikes the end of a block that lies on the right of its way, which turns aside, and goes on to the one behind
ASIDE, BEHIND = "540 400", "500 480"


@clause("T3.4")
def test_friends_touched_earlier_do_not_matter() -> None:
    for friend in (ASIDE, f"{ASIDE} broken"):
        t = charge({**IVORY, "archer": friend}, {"archer": BEHIND, **FAR}, 3.0)
        assert len(touched(t)) == 2
        assert t.state_of("Ink archer") == "broken"
        assert t.state_of("Ivory archer") == ("broken" if "broken" in friend else "whole")


@clause("T3.4")
def test_only_the_first_enemy_is_hit() -> None:
    t = charge(IVORY, {"cavalry": ASIDE, "archer": BEHIND, **FAR}, 3.0)
    assert touched(t) == ["cavalry", "archer"]
    assert [t.state_of("Ink cavalry"), t.state_of("Ink archer")] == ["broken", "whole"]


@clause("T3.4", "T4.1")
def test_if_the_first_is_broken_already_nothing_breaks() -> None:
    t = charge(IVORY, {"cavalry": f"{ASIDE} broken", "archer": BEHIND, **FAR}, 3.0)
    assert len(touched(t)) == 2
    assert [t.state_of("Ink cavalry"), t.state_of("Ink archer")] == ["broken", "whole"]
    assert t.scene(0)["film"]["broke"] is None


def touched(t: Board) -> list[str | None]:
    """The kinds of the blocks that the last flick's block touched itself, the first one first."""
    film = t.scene(0)["film"]
    kinds = {b["id"]: b["kind"] for b in film["blocks"]}
    return [kinds[event["block"]] for event in film["events"] if event["kind"] == "touch"]


@clause("T3.4")
@pytest.mark.parametrize(("left", "right", "hit"), [(480, 530, "archer"), (470, 520, "cavalry")])
def test_of_two_in_one_instant_the_one_with_the_harder_blow_is_hit(left: int, right: int, hit: str) -> None:
    # the pike's long side comes upon both; who stands nearer to its middle takes the harder blow
    t = charge({"pike": "500 300"}, {"archer": f"{left} 400 up", "cavalry": f"{right} 400 up", **FAR})
    events = [event for event in t.scene(0)["film"]["events"] if event["kind"] == "touch"]
    assert len(events) == 2
    assert events[0]["frame"] == events[1]["frame"]
    broken = [kind for kind in ("archer", "cavalry") if t.state_of(f"Ink {kind}") == "broken"]
    assert broken == [hit]
    # whatever their numbers are
    t = charge({"pike": "500 300"}, {"cavalry": f"{left} 400 up", "archer": f"{right} 400 up", **FAR})
    broken = [kind for kind in ("archer", "cavalry") if t.state_of(f"Ink {kind}") == "broken"]
    assert broken != [hit]
    assert len(broken) == 1


@clause("T4.1")
def test_a_broken_block_lies_where_it_came_to_rest() -> None:
    moved = board({"cavalry": "500 300 up"}, {"archer": "500 400", **FAR}).draw("cavalry")
    moved.move("Ivory cavalry", "north", 2.0)
    hit = board({"cavalry": "500 300 up"}, {"archer": "500 400", **FAR}).draw("cavalry")
    hit.melee("Ivory cavalry", "north", 2.0)
    assert hit.state_of("Ink archer") == "broken"
    # turning it over changes nothing about its place
    assert hit.at("Ink archer") == moved.at("Ink archer")
    assert hit.at("Ivory cavalry") == moved.at("Ivory cavalry")


@clause("T4.1", "T2.5")
def test_what_broke_is_told_and_what_it_was() -> None:
    t = board(IVORY, {"archer": "500 400", **FAR}).draw("pike")
    t.tell(t.flicking("melee", t.number("Ivory pike"), "north", 1.6))
    for viewer in (0, 1, 2):
        assert "archer" in t.last(viewer)
    assert t.scene(0)["tally"][1]["broken"] == [1, 0, 0]


@clause("T3.4")
def test_ink_charges_ivory() -> None:
    t = board({"archer": "500 400", "pike": "900 100"}, {"pike": "500 500 up"}, first="1")
    t.draw("pike").melee("Ink pike", "south", 1.6)
    assert t.state_of("Ivory archer") == "broken"
    assert t.side == "Ivory"
