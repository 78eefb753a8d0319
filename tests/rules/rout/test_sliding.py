"""How flicked blocks slide, as players see it (T5). The physics itself is tested in `tests/physics`."""

import pytest

from sandtable.games.rout.schema import GRAIN
from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

SLOWING = 0.25 * 9.80665


def alone(place: str, **settings: object) -> Board:
    """A cavalry with nobody in its way."""
    return board({"cavalry": place}, {"archer": "60 980"}, **settings).draw("cavalry")


@clause("T5.1")
def test_a_spinning_block_turns_and_slides_further_than_its_speed_alone_would_take_it() -> None:
    straight = alone("500 300").move("Ivory cavalry", "north", 1.5)
    spinning = alone("500 300").move("Ivory cavalry", "north", 1.5, "right flank +0.50")
    assert straight.angle("Ivory cavalry") == 0
    assert spinning.angle("Ivory cavalry") > 5
    # pushed at u from the middle of a block of half sides a and b, it leaves with 1 / (1 + 3 u2 / (a2 + b2)) of the speed
    speed = 1.5 / (1 + 3 * 18.75**2 / (37.5**2 + 12.5**2))
    slides = 1000 * speed**2 / (2 * SLOWING)
    assert slides + 1 < spinning.at("Ivory cavalry")[1] - 300 < straight.at("Ivory cavalry")[1] - 300


@clause("T5.2")
def test_the_same_flick_comes_out_the_same_to_the_last_digit() -> None:
    ends = set[bytes]()
    for _ in range(3):
        t = board({"cavalry": "500 300 77"}, {"archer": "505 520 30", "pike": "530 560 110"}).draw("cavalry")
        ends.add(bytes(t.melee("Ivory cavalry", 88.3, 3.14).position))
    assert len(ends) == 1


@clause("T5.2")
def test_blocks_rest_at_hundredths_of_a_millimetre() -> None:
    t = alone("500.01 300.02 77").move("Ivory cavalry", 88.3, 1.34)
    block = t.block("Ivory cavalry")
    assert (int(block.x), int(block.y)) == tuple(
        round(value * GRAIN / 1000) for value in t.at("Ivory cavalry")
    )
    still = t.block("Ink archer")
    assert (int(still.x), int(still.y)) == (6_000, 98_000)


@clause("T5.3")
@pytest.mark.parametrize("speed", [0.4, 1.0, 1.8])
def test_a_sliding_block_stops_where_friction_says(speed: float) -> None:
    t = alone("500 200").move("Ivory cavalry", "north", speed)
    slides = 1000 * speed**2 / (2 * SLOWING)
    assert t.at("Ivory cavalry") == (500, pytest.approx(200 + slides, rel=0.01, abs=0.02))
