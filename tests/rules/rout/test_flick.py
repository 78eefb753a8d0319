"""A flick is a push at a point of the rim by a finger, or it is aimed and the hand errs (T3.0 to T3.2)."""

from math import pi, sqrt

import numpy as np
import pytest

from sandtable import stream
from sandtable.agents import make
from sandtable.games.rout.schema import DIRECTIONS, SPEEDS, STEPS
from sandtable.search import policy
from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

GRAVITY = 9.80665
FRICTION = 0.25
FAR = {"archer": "100 900"}


def slide(speed: float) -> float:
    """How far a block slides straight on, in mm."""
    return 1000 * speed**2 / (2 * FRICTION * GRAVITY)


def alone(lies: str = "500 500 across", **settings: object) -> Board:
    """A cavalry block with nothing in its way, in action."""
    return board({"cavalry": lies}, FAR, **settings).draw("cavalry")


@clause("T3.1")
@pytest.mark.parametrize(
    ("way", "east", "north"),
    [("east", 1, 0), ("north", 0, 1), ("west", -1, 0), ("south", 0, -1)],
)
@pytest.mark.parametrize("lies", ["across", "up"])
@pytest.mark.parametrize("speed", [0.2, 0.22, 1.0, 1.5])
def test_pushed_through_its_middle_a_block_slides_straight_on(
    way: str, east: int, north: int, lies: str, speed: float
) -> None:
    t = alone(f"500 500 {lies}")
    angle = t.angle("Ivory cavalry")
    x, y = t.move("Ivory cavalry", way, speed).at("Ivory cavalry")
    assert (x - 500, y - 500) == pytest.approx((east * slide(speed), north * slide(speed)), abs=0.02)
    assert t.angle("Ivory cavalry") == angle


@clause("T3.1")
@pytest.mark.parametrize("angle", [0, 17, 30, 45, 133])
def test_the_direction_is_the_tables_and_not_the_blocks(angle: int) -> None:
    t = alone(f"500 500 {angle}")
    # the long side is the nearest to the middle
    t.move("Ivory cavalry", (angle + 90) % 360, 1.0)
    x, y = t.at("Ivory cavalry")
    assert sqrt((x - 500) ** 2 + (y - 500) ** 2) == pytest.approx(slide(1.0), rel=0.01)
    assert np.degrees(np.arctan2(y - 500, x - 500)) % 360 == pytest.approx(angle + 90, abs=0.1)
    assert t.angle("Ivory cavalry") == pytest.approx(angle, abs=1)


@clause("T3.1")
@pytest.mark.parametrize("rim", ["left flank", "right flank", "front", "rear"])
@pytest.mark.parametrize("place", [-1.0, -0.5, 0.5, 1.0])
def test_pushed_beside_its_middle_it_turns_and_slides_less_far(rim: str, place: float) -> None:
    way = {"left flank": "south", "right flank": "north", "front": "west", "rear": "east"}[rim]
    t = alone().move("Ivory cavalry", way, 1.0, f"{rim} {place:+.2f}")
    x, y = t.at("Ivory cavalry")
    assert 0 < sqrt((x - 500) ** 2 + (y - 500) ** 2) < slide(1.0)
    assert t.angle("Ivory cavalry") != 0
    # beside the middle to the other side it turns the other way
    other = alone().move("Ivory cavalry", way, 1.0, f"{rim} {-place:+.2f}")
    assert other.angle("Ivory cavalry") == pytest.approx(180 - t.angle("Ivory cavalry"), abs=0.02)


@clause("T3.1")
def test_a_push_at_the_end_of_a_long_side_turns_it_toward_the_push() -> None:
    # pushed north at its eastern end, it turns counter-clockwise; so little of it that it does not come round
    t = alone().move("Ivory cavalry", "north", 0.4, "right flank +1.00")
    assert 0 < t.angle("Ivory cavalry") < 90


@clause("T3.1")
@pytest.mark.parametrize(
    ("rim", "inward"), [("left flank", 270), ("right flank", 90), ("front", 180), ("rear", 0)]
)
def test_a_push_goes_into_the_block_and_not_along_its_side(rim: str, inward: int) -> None:
    t = alone()
    for off in (-75, -40, 0, 40, 75):
        sentence = t.flicking("move", t.number("Ivory cavalry"), (inward + off) % 360, 0.5, f"{rim} +0.00")
        assert t.position.refusal(t.position.game.parse(sentence)) is None
    for off in (-180, -90, -75.1, 75.1, 90, 135):
        with t.refused("T3.1", "A push must go into the block: at most 75 degrees from straight in."):
            t.move("Ivory cavalry", (inward + off) % 360, 0.5, f"{rim} +0.00")


@clause("T3.1")
def test_it_is_75_degrees_from_straight_in_however_the_block_lies() -> None:
    for angle in range(0, 180, 7):
        t = board({"cavalry": f"500 500 {angle}"}, FAR).draw("cavalry")
        for off, goes in ((75.0, True), (75.1, False), (-75.0, True), (-75.1, False)):
            way = (angle + off) % 360
            sentence = t.flicking("move", t.number("Ivory cavalry"), way, 0.5, "rear +0.00")
            assert (t.position.refusal(t.position.game.parse(sentence)) is None) == goes


# what a flick comes from


def by_finger(t: Board, deed: str, unit: str, way: str, speed: float) -> str:
    return f"{t.flicking(deed, t.number(unit), way, speed)} by finger"


@clause("T3.0")
def test_a_fingers_flick_has_no_error_added_and_is_told_as_the_players_own() -> None:
    t = alone(hand="novice")
    meant = alone().move("Ivory cavalry", "east", 1.0)
    t.tell(by_finger(t, "move", "Ivory cavalry", "east", 1.0))
    assert (t.phase, t.at("Ivory cavalry")) == ("turn", meant.at("Ivory cavalry"))
    for viewer in (0, 1, 2):
        assert t.last(viewer) == ("Ivory's cavalry moves and touches nobody. Move by finger: 0.0°, 1.00 m/s.")
        assert t.scene(viewer)["film"]["finger"]
        assert t.scene(viewer)["film"]["meant"] is None


@clause("T3.0", "T3.2")
def test_an_aimed_flick_has_the_hand() -> None:
    t = alone(hand="novice").move("Ivory cavalry", "east", 1.0)
    assert t.phase == "hand"
    assert not t.hand(3.0).scene(0)["film"]["finger"]


@clause("T3.0")
@pytest.mark.parametrize(
    ("flick", "aimed", "finger"),
    [
        ("either", "", ""),
        ("aimed", "", "At this table you aim your flicks, and the hand adds an error."),
        ("finger", "At this table you flick with your finger.", ""),
    ],
)
def test_a_table_takes_either_or_one_of_them(flick: str, aimed: str, finger: str) -> None:
    t = alone(flick=flick, hand="casual")
    sentence = t.flicking("move", t.number("Ivory cavalry"), "east", 1.0)
    for said, refusal in ((sentence, aimed), (f"{sentence} by finger", finger)):
        reason = t.position.refusal(t.position.game.parse(said))
        assert (reason.sentence if reason else "") == refusal
        assert reason is None or reason.clause == "T3.0"
    # the examples, and what is drawn at random, are aimed wherever that is allowed
    fingers = {
        t.position.game.unpack(action).fields.get("by", 0)
        for action in [*t.position.actions()[:-1], *(t.position.sample(stream(n)) for n in range(40))]
        if t.position.game.unpack(action).kind != "pass"
    }
    assert fingers == {1 if flick == "finger" else 0}
    assert t.scene(0)["flicks"] == flick


@clause("T3.0", "T3.1")
def test_a_finger_cannot_push_along_a_side_either() -> None:
    t = alone()
    with t.refused("T3.1", "at most 75 degrees"):
        t.play(f"{t.flicking('move', t.number('Ivory cavalry'), 'north', 0.5, 'rear +0.00')} by finger")


@clause("T3.0", "T3.2")
@pytest.mark.parametrize("name", ["script", "marksman", "2"])
def test_where_flicks_come_from_fingers_the_computer_errs_by_itself(name: str) -> None:
    kinds = list[int]()
    for hand in ("none", "novice"):
        t = board({"pike": "500 300 up"}, {"archer": "500 700", "pike": "100 900"}, flick="finger", hand=hand)
        t.draw("pike")
        game = t.position.game
        agent = make(game, name)
        chosen = [agent.act(t.position.view(0), 0, stream(n), 64) for n in range(12)]
        assert all(t.position.refusal(action) is None for action in chosen)
        assert {game.unpack(action).fields["by"] for action in chosen} == {1}
        # no step of the hand follows
        assert t.copy().play(game.describe(chosen[0])).phase in ("draw", "over")
        kinds.append(len({game.unpack(action).fields["direction"] for action in chosen}))
    # one that does not err shoots where it aims, one that does hardly ever twice the same way
    assert kinds[1] > max(8, kinds[0])


@clause("T3.0", "T3.2")
def test_the_computers_own_error_is_that_of_its_hand() -> None:
    t = board({"pike": "500 300 up"}, {"archer": "500 700"}, flick="finger", hand="casual").draw("pike")
    game, view = t.position.game, t.position.view(0).state
    meant = game.parse(t.flicking("melee", t.number("Ivory pike"), "north", 2.0))
    erring = [game.unpack(int(policy.perform(game.setup, view, meant, stream(n)))).fields for n in range(800)]
    turns = np.array([flick["direction"] for flick in erring]) / 10 - 90
    speeds = 0.2 + 0.02 * np.array([flick["speed"] for flick in erring])
    # 800 draws: the mean within 4 / 28 deviations, the deviation within 10 %
    assert abs(turns.mean()) < 0.15 * 3
    assert abs(speeds.mean() - 2) < 0.15 * 0.24
    assert turns.std() == pytest.approx(3, rel=0.1)
    assert speeds.std() == pytest.approx(0.24, rel=0.1)
    # where a table takes aimed flicks, it is the hand's step that errs
    other = board({"pike": "500 300 up"}, {"archer": "500 700"}, hand="casual").draw("pike").position
    assert policy.perform(other.game.setup, other.view(0).state, meant, stream(1)) == meant


@clause("T3.1")
def test_speeds_are_steps_of_two_centimetres_a_second_and_directions_tenths_of_a_degree() -> None:
    t = alone()
    speeds = [f"{0.2 + 0.02 * n:.2f}" for n in range(SPEEDS)]
    assert (speeds[0], speeds[-1]) == ("0.20", "4.00")
    assert t.position.game.labels["speed"] == speeds
    assert t.position.game.labels["direction"] == [f"{n / 10:.1f} deg" for n in range(DIRECTIONS)]
    for speed in (0.18, 0.21, 4.02):
        with pytest.raises(ValueError, match="is not an action; the forms are"):
            t.move("Ivory cavalry", "north", speed)
    with pytest.raises(ValueError, match="is not an action; the forms are"):
        t.play("move block 1 pushed rear +0.00 toward 360.0 deg at 1.00 m/s")


@clause("T3.1")
def test_the_fastest_flick() -> None:
    t = board({"cavalry": "40 500"}, FAR, width=2000, table_friction=90).draw("cavalry")
    x, _ = t.move("Ivory cavalry", "east", 4.0).at("Ivory cavalry")
    assert x - 40 == pytest.approx(slide(4.0) * FRICTION / 0.9, abs=0.05)


@clause("T3.1")
@pytest.mark.parametrize("card", ["archer", "cavalry", "pike"])
def test_the_examples_of_flicks_are_legal_and_each_once(card: str) -> None:
    t = board({"archer": "200 200 20", "cavalry": "400 200 77", "pike": "600 200 160"}, FAR).draw(card)
    actions = t.position.actions()
    assert actions == sorted(set(actions))
    assert all(t.position.refusal(action) is None for action in actions)
    # two deeds but for the pike, 24 directions, three speeds, and pass
    assert len(actions) == (1 if card == "pike" else 2) * 24 * 3 + 1


@clause("T3.1")
def test_flicks_drawn_at_random_are_legal_and_of_all_kinds() -> None:
    t = board({"archer": "200 200 20", "archer 2": "400 200 77"}, FAR).draw("archer")
    rng, found, passes = stream(9), list[dict[str, int]](), 0
    for _ in range(600):
        action = t.position.sample(rng)
        assert t.position.refusal(action) is None
        chosen = t.position.game.unpack(action)
        passes += chosen.kind == "pass"
        if chosen.kind != "pass":
            found.append({**chosen.fields, "deed": ("move", "range").index(chosen.kind)})
    assert 5 < passes < 60
    for field, most in (("unit", 1), ("contact", 163), ("direction", 3599), ("speed", 190), ("deed", 1)):
        values = [flick[field] for flick in found]
        assert min(values) <= 0.02 * most
        assert max(values) >= 0.98 * most


# the hand


@clause("T3.2")
def test_a_steady_hand_does_what_is_meant_and_nothing_is_drawn() -> None:
    t = alone().move("Ivory cavalry", "east", 1.0)
    assert (t.phase, t.asked) == ("turn", "Ivory")
    assert t.scene(0)["film"]["meant"] is None


@clause("T3.2")
def test_any_other_hand_is_a_chance_step() -> None:
    t = alone(hand="casual").move("Ivory cavalry", "east", 1.0)
    assert (t.phase, t.asked) == ("hand", "dice")
    assert t.at("Ivory cavalry") == (500, 500)
    # it cannot be listed, only drawn
    assert (t.options(), t.position.chances()) == ([], [])
    t.hand(-1.5, 90)
    assert (t.phase, t.asked) == ("turn", "Ivory")
    film = t.scene(0)["film"]
    assert (film["direction"], film["speed"]) == (358.5, 0.9)
    assert film["meant"] == {"direction": 0, "speed": 1.0}


@clause("T3.2")
@pytest.mark.parametrize(("turn", "pace", "speed"), [(0.0, 100, 1.0), (3.0, 110, 1.1), (-9.9, 80, 0.8)])
def test_the_flick_that_happens_is_the_one_turned_and_faster(turn: float, pace: int, speed: float) -> None:
    erring = alone(hand="casual").move("Ivory cavalry", "east", 1.0, "rear +0.25").hand(turn, pace)
    meant = alone().move("Ivory cavalry", turn % 360, speed, "rear +0.25")
    assert erring.at("Ivory cavalry") == meant.at("Ivory cavalry")
    assert erring.angle("Ivory cavalry") == meant.angle("Ivory cavalry")


# Ivory's cavalry lies along the table's width, its rear in the west: straight in is east, 0 degrees
@clause("T3.1", "T3.2")
@pytest.mark.parametrize(
    ("aimed", "slip", "happens"),
    [
        (70.0, 24.0, 75.0),
        (290.0, -24.0, 285.0),
        (75.0, 0.1, 75.0),
        (70.0, 5.0, 75.0),
        (70.0, 4.9, 74.9),
        (70.0, -24.0, 46.0),
        (0.0, 24.0, 24.0),
    ],
)
def test_the_error_of_direction_is_cut_at_75_degrees_from_straight_in(
    aimed: float, slip: float, happens: float
) -> None:
    erring = alone(hand="novice").move("Ivory cavalry", aimed, 4.0, "rear +0.00").hand(slip)
    assert erring.scene(0)["film"]["direction"] == happens
    meant = alone().move("Ivory cavalry", happens, 4.0, "rear +0.00")
    assert erring.at("Ivory cavalry") == meant.at("Ivory cavalry")
    assert erring.angle("Ivory cavalry") == meant.angle("Ivory cavalry")


@clause("T3.1", "T3.2")
def test_no_slip_turns_a_push_into_a_pull() -> None:
    # at 94 degrees from straight in the cavalry would come back over its own rear
    t = alone(hand="novice").move("Ivory cavalry", 70.0, 4.0, "rear +0.00").hand(24.0)
    assert t.at("Ivory cavalry")[0] > 500
    t = board({"cavalry": "500 500 20"}, FAR, hand="none", ivory_turn=150).draw("cavalry")
    game, rng, cut = t.position.game, stream(3), 0
    for _ in range(300):
        aimed = t.position.sample(rng)
        if game.unpack(aimed).kind == "pass":
            continue
        after = t.position.copy().play(aimed)
        slip = after.sample(rng)
        after.play(slip)
        last = after.state.last
        # into its left flank, its right flank, its front and its rear
        straight = (290, 110, 200, 20)[int(last.contact) // STEPS]
        off = abs((int(last.direction) / 10 - straight + 180) % 360 - 180)
        assert off <= 75.01
        turned = (int(after.state.meant.direction) + game.unpack(slip).fields["turn"] - 600) % 3600
        cut += turned != int(last.direction)
    assert cut > 10


@clause("T3.0", "T3.2")
def test_the_computers_own_error_is_cut_too() -> None:
    t = alone(flick="finger", hand="novice")
    game, view = t.position.game, t.position.view(0).state
    meant = game.parse(f"{t.flicking('move', t.number('Ivory cavalry'), 70.0, 2.0, 'rear +0.00')}")
    erring = [int(policy.perform(game.setup, view, meant, stream(n))) for n in range(400)]
    assert all(t.position.refusal(action) is None for action in erring)
    ways = [game.unpack(action).fields["direction"] for action in erring]
    # the error is more than 5 of its 6 degrees to the left in a fifth of all flicks
    assert max(ways) == 750
    assert np.mean(np.array(ways) == 750) == pytest.approx(0.2, abs=0.08)


@clause("T3.2")
def test_no_hand_is_faster_than_6_metres_a_second() -> None:
    t = alone(ivory_pace=40).move("Ivory cavalry", "west", 4.0).hand(0.0, 200)
    assert t.scene(0)["film"]["speed"] == 6
    t = alone(ivory_pace=40).move("Ivory cavalry", "west", 0.2).hand(0.0, 20)
    assert t.scene(0)["film"]["speed"] == 0.04


@clause("T3.2")
@pytest.mark.parametrize(
    ("settings", "degrees", "share"),
    [
        ({"hand": "steady"}, 1.5, 0.08),
        ({"hand": "casual"}, 3, 0.12),
        ({}, 3, 0.12),
        ({"hand": "novice"}, 6, 0.18),
        ({"hand": "none", "ivory_turn": 150, "ivory_pace": 20}, 15, 0.20),
        ({"hand": "novice", "ivory_turn": 1, "ivory_pace": 1}, 0.1, 0.01),
    ],
)
def test_the_error_is_normal_about_nothing(settings: dict[str, object], degrees: float, share: float) -> None:
    t = (
        board({"cavalry": "500 500"}, FAR, **{"hand": "casual", **settings})
        .draw("cavalry")
        .move("Ivory cavalry", "east", 1.0)
    )
    rng = stream(7)
    drawn = [t.position.game.unpack(t.position.sample(rng)).fields for _ in range(4000)]
    turns = np.array([fields["turn"] for fields in drawn]) / 10 - 60
    paces = (np.array([fields["pace"] for fields in drawn]) + 20) / 100
    # in 4000 draws the mean is within 4 / 63 deviations of the truth, and the deviation within 5 %; steps add a little
    assert abs(turns.mean()) < 0.065 * degrees + 0.01
    assert abs(paces.mean() - 1) < 0.065 * share + 0.001
    assert turns.std() == pytest.approx(sqrt(degrees**2 + 0.1**2 / 12), rel=0.05)
    assert paces.std() == pytest.approx(sqrt(share**2 + 0.01**2 / 12), rel=0.05)
    within = np.mean(np.abs(turns) <= degrees + 0.05)
    assert within == pytest.approx(0.683, abs=0.06 if degrees > 1 else 0.25)
    assert abs(np.corrcoef(turns, paces)[0, 1]) < 0.07
    assert np.abs(turns).max() <= 4 * degrees + 0.05


@clause("T3.2")
def test_errors_that_cannot_be_are_refused() -> None:
    t = alone(hand="casual").move("Ivory cavalry", "east", 1.0)
    for turn, pace in ((12.1, 100), (-12.1, 100), (0.0, 149), (0.0, 51)):
        with t.refused("T3.2", "This outcome is not possible here."):
            t.hand(turn, pace)
    for turn, pace in ((12.0, 100), (-12.0, 100), (0.0, 148), (0.0, 52)):
        assert t.copy().hand(turn, pace).phase == "turn"


@clause("T3.2")
def test_a_seat_may_have_its_own_error() -> None:
    both = {"pike": "500 100"}, {"pike": "500 900"}
    t = board(*both, hand="novice", ivory_turn=0, ivory_pace=0).draw("pike").melee("Ivory pike", "west", 0.5)
    # Ivory's hand does not err, Ink's does
    assert t.phase == "draw"
    assert t.draw("pike").melee("Ink pike", "west", 0.5).phase == "hand"
    t = board(*both, hand="none", ink_turn=20, first="1")
    assert t.draw("pike").melee("Ink pike", "west", 0.5).phase == "hand"
    # in the direction only
    with t.refused("T3.2", "not possible here"):
        t.hand(0.0, 101)
    t.hand(2.0).draw("pike").melee("Ivory pike", "west", 0.5)
    assert (t.phase, t.side) == ("draw", "Ink")
    t = board(*both, hand="none", ivory_pace=10).draw("pike").melee("Ivory pike", "west", 0.5)
    with t.refused("T3.2", "not possible here"):
        t.hand(0.1)
    assert t.hand(0.0, 90).side == "Ink"


@clause("T3.2")
def test_the_hand_is_told_like_a_die() -> None:
    t = alone(hand="casual")
    t.move("Ivory cavalry", "east", 1.0)
    t.tell("the hand turns by +2.5 deg with 93 %")
    for viewer in (0, 1, 2):
        assert "2.5" in t.last(viewer)
    game = t.position.game
    before = alone(hand="casual").move("Ivory cavalry", "east", 1.0)
    action = game.parse("the hand turns by +2.5 deg with 93 %")
    luck = game.spec.presentation.luck(game.setup, before.position.state, action)
    assert luck is not None
    assert (luck.seat, luck.actual) == (0, -2.5)
    # the mean of what a normal error is off, in tenths of a degree
    assert luck.expected == pytest.approx(-3 * sqrt(2 / pi), abs=0.01)


@clause("T3.2")
def test_a_slip_that_is_cut_is_told_as_it_was_drawn_and_as_it_happens() -> None:
    before = alone(hand="novice").move("Ivory cavalry", 70.0, 1.0, "rear +0.00")
    t = before.copy().tell("the hand turns by +9.0 deg with 93 %")
    for viewer in (0, 1, 2):
        assert "slipped 9.0° to the left (cut to 5.0°: a push must be within 75° of straight in)" in t.last(
            viewer
        )
    game, state = before.position.game, before.position.state
    luck = [
        game.spec.presentation.luck(game.setup, state, before.position.sample(stream(n))) for n in range(2000)
    ]
    assert {one.expected for one in luck if one} == {luck[0].expected}
    assert min(one.actual for one in luck) < -10
    # luck evens out: the expectation is that of the error as it is cut, 2.4 degrees and 2 to the left of it
    assert np.mean([one.actual for one in luck]) == pytest.approx(luck[0].expected, abs=0.15)
    assert luck[0].expected > -0.95 * 6 * sqrt(2 / pi)
