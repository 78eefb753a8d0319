"""Every setting takes the values that it names, plays with them, and refuses others (T1.1 to T4.2)."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from sandtable import SettingError, load, stream
from sandtable.engine.game import Game
from sandtable.games.rout.schema import SETTINGS
from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

# a short match, in which a value is tried
SHORT: dict[str, object] = {"turn_cap": 10, "ivory_units": 2, "ink_units": 2}
EDGES = ("south_edge", "east_edge", "north_edge", "west_edge")
FLAG = [True, False, "yes", "no"]
ACCEPTED: dict[str, list[Any]] = {
    "width": [600, 2000, "777"],
    "height": [600, 2000, "777"],
    "edge": ["drop", "tape"],
    **{edge: ["as_edge", "drop", "tape"] for edge in EDGES},
    "split": ["straight", "diagonal", "open"],
    "length": [40, 100, "60"],
    "breadth": [15, 40, "20"],
    "thickness": [5, 40, "10"],
    "mass": [2, 100, "30"],
    "table_friction": [5, 90, "40"],
    "block_friction": [0, 90, "40"],
    "restitution": [0, 90, "40"],
    "archers": [0, 8, "4"],
    "cavalry": [0, 8, "4"],
    "pikes": [0, 8, "4"],
    "ivory_units": [1, 12, "3"],
    "ink_units": [1, 12, "3"],
    "rally": [0, 6, "2"],
    "placing": ["secret", "in_turn"],
    "first": ["random", "0", "1"],
    "broken_shown": ["nothing", "owner", "all"],
    "history": ["last_turn", "all"],
    "best_of": ["1", "3"],
    "turn_cap": [10, 1000, "20"],
    "flick": ["aimed", "finger", "either"],
    "hand": ["none", "steady", "casual", "novice"],
    "ivory_turn": [-1, 0, 150, "20"],
    "ivory_pace": [-1, 0, 40, "20"],
    "ink_turn": [-1, 0, 150, "20"],
    "ink_pace": [-1, 0, 40, "20"],
    "rout_in_one": FLAG,
    "own_rout": FLAG,
}
REFUSED: dict[str, list[Any]] = {
    "width": [599, 2001, "wide", None],
    "height": [599, 2001, 1.5],
    "edge": ["fall", "", 0],
    **{edge: ["none", True] for edge in EDGES},
    "split": ["Straight", "both", None],
    "length": [39, 101, True],
    "breadth": [14, 41, "x"],
    "thickness": [4, 41],
    "mass": [1, 101],
    "table_friction": [4, 91],
    "block_friction": [-1, 91],
    "restitution": [-1, 91],
    "archers": [-1, 9],
    "cavalry": [-1, 9],
    "pikes": [-1, 9],
    "ivory_units": [0, 13],
    "ink_units": [0, 13],
    "rally": [-1, 7],
    "placing": ["open", None],
    "first": ["2", "ivory"],
    "broken_shown": ["none", True],
    "history": ["none", 1],
    "best_of": ["2", "5"],
    "turn_cap": [9, 1001],
    "flick": ["thumb", None],
    "hand": ["shaky", None],
    "ivory_turn": [-2, 151],
    "ivory_pace": [-2, 41],
    "ink_turn": [-2, 151],
    "ink_pace": [-2, 41],
    "rout_in_one": ["maybe", 1],
    "own_rout": ["maybe", 0],
}
CLAUSES = {setting.name: setting.clause for setting in SETTINGS}
FAR = {"pike": "60 960"}


def rout(**settings: Any) -> Game:
    return load("rout", **settings)


def cases(values: dict[str, list[Any]]) -> list[tuple[str, Any]]:
    return [(name, value) for name, tried in values.items() for value in tried]


def test_every_setting_is_tried() -> None:
    assert set(ACCEPTED) == set(REFUSED) == set(CLAUSES)


@pytest.mark.parametrize(("name", "value"), cases(ACCEPTED))
def test_a_value_is_played_with(name: str, value: object) -> None:
    game = rout(**{**SHORT, name: value})
    position, rng = game.start(), stream(5)
    while not position.over and position.ply < 300:
        position.play(position.sample(rng))
    assert position.over or name in ("turn_cap", "best_of")
    assert position.ply <= game.bound()


@pytest.mark.parametrize(("name", "value"), cases(REFUSED))
def test_another_value_is_refused_with_the_clause(name: str, value: object) -> None:
    with pytest.raises(SettingError) as caught:
        rout(**{name: value})
    message = str(caught.value)
    assert message.startswith(f"{name} must be")
    assert message.endswith(f"({CLAUSES[name]})")


@clause("T1.4")
def test_the_deck_must_have_a_card_for_every_unit() -> None:
    rout(archers=4, cavalry=4, pikes=6)
    with pytest.raises(SettingError) as caught:
        rout(archers=4, cavalry=4, pikes=5)
    assert str(caught.value) == (
        "ivory_units and ink_units together must be at most the 13 cards in the deck, not 14 (T1.4)"
    )


@clause("T1.4")
def test_the_most_units_are_twelve_a_side() -> None:
    position, rng = rout(ivory_units=12, ink_units=12).start(), stream(8)
    while position.phase != "draw":
        position.play(position.sample(rng))
    assert position.state.count == 24
    assert position.state.dealt.sum(axis=0).tolist() == [8, 8, 8]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"edge": "tape"}, {"tape": [1, 1, 1, 1]}),
        ({"edge": "tape", "east_edge": "drop"}, {"tape": [1, 0, 1, 1]}),
        ({"south_edge": "tape", "west_edge": "tape", "north_edge": "drop"}, {"tape": [1, 0, 0, 1]}),
        ({"history": "all"}, {"history": 1}),
        ({"flick": "aimed"}, {"flick": 0}),
        ({"flick": "finger"}, {"flick": 1}),
        ({"split": "open"}, {"split": 2}),
        ({"mass": 20}, {"mass": [0.02, 0.01]}),
        ({"length": 60, "breadth": 30}, {"long": [0.03, 0.015], "wide": [0.015, 0.015]}),
        ({"thickness": 20}, {"tall": 0.02}),
        ({"archers": 5, "cavalry": 6, "pikes": 7}, {"deck": [5, 6, 7]}),
        ({"ivory_units": 3, "ink_units": 9}, {"hand": [3, 9]}),
        ({"placing": "in_turn"}, {"in_turn": 1}),
        ({"first": "1"}, {"first": 1}),
        (
            {},
            {
                "first": -1,
                "tape": [0, 0, 0, 0],
                "history": 0,
                "flick": 2,
                "in_turn": 0,
                "shown": 0,
                "best_of": 1,
                "turn_cap": 200,
                "noisy": [1, 1],
            },
        ),
        ({"broken_shown": "owner"}, {"shown": 1}),
        ({"broken_shown": "all"}, {"shown": 2}),
        ({"best_of": "3", "turn_cap": 55, "rally": 4}, {"best_of": 3, "turn_cap": 55, "rally": 4}),
        ({"hand": "none"}, {"noisy": [0, 0]}),
        ({"hand": "none", "ink_pace": 5}, {"noisy": [0, 1], "error": [[0, 0], [0, 0.05]]}),
        ({"hand": "novice", "ivory_turn": 0}, {"error": [[0, 0.18], [6, 0.18]]}),
        ({"rout_in_one": True, "own_rout": False}, {"rout_in_one": 1, "own_rout": 0}),
    ],
)
def test_a_value_reaches_the_setup(settings: dict[str, object], expected: dict[str, Any]) -> None:
    setup = rout(**settings).setup
    for name, value in expected.items():
        assert np.array_equal(np.round(np.asarray(setup[name], np.float64), 9), value)


@clause("T1.1", "T1.3")
def test_a_table_says_whose_it_is() -> None:
    def whose(**settings: object) -> str:
        game = rout(**settings)
        return game.spec.presentation.provenance(game.settings)

    blocks = "Blocks: filled in by Sandtable (T1.3)."
    assert whose() == f"Field: one square metre, the original's (T1.1). {blocks}"
    assert whose(width=800) == f"Field: 800 by 1000 mm, custom (T1.1). {blocks}"
    assert whose(height=800) == f"Field: 1000 by 800 mm, custom (T1.1). {blocks}"


@clause("T2.6b")
def test_a_match_of_more_games_says_that_it_is_longer() -> None:
    length = rout().spec.presentation.length
    game = "A game with seven blocks each usually takes about 18 decisions for each side."
    assert length(rout().settings) == game
    assert length(rout(best_of="3").settings) == f"First to two wins. {game}"


@clause("T1.1", "T1.4", "T1.6", "T3.2")
def test_seats_are_alike_where_table_units_hands_and_the_first_turn_are() -> None:
    def even(**settings: object) -> bool:
        game = rout(**settings)
        return bool(game.spec.lab.symmetric(game.settings))

    assert even()
    tape: dict[str, object] = dict.fromkeys(EDGES, "tape")
    assert even(**tape)
    assert not any(even(**{**tape, edge: "drop"}) for edge in EDGES)
    for name, value in (("units", 5), ("turn", 3), ("pace", 3)):
        assert even(**{f"ivory_{name}": value, f"ink_{name}": value})
        assert not even(**{f"ivory_{name}": value})
    assert not even(first="0")


# what wood does


def alone(**settings: object) -> Board:
    return board({"cavalry": "300 300"}, FAR, width=2000, **settings).draw("cavalry")


@clause("T1.3")
@pytest.mark.parametrize("friction", [5, 25, 90])
@pytest.mark.parametrize("mass", [2, 100])
def test_friction_of_the_table_stops_a_block_whatever_its_mass(friction: int, mass: int) -> None:
    t = alone(table_friction=friction, mass=mass).move("Ivory cavalry", "east", 1.0)
    slides = 1000 / (2 * 9.80665 * friction / 100)
    assert t.at("Ivory cavalry")[0] - 300 == pytest.approx(slides, abs=0.05)


@clause("T1.3")
@pytest.mark.parametrize("restitution", [0, 50, 90])
def test_restitution_is_how_much_they_bounce(restitution: int) -> None:
    # they touch: both have the speed of the blow
    t = board({"cavalry": "300 300 up"}, {"pike": "300 350"}, height=2000, restitution=restitution).draw(
        "cavalry"
    )
    t.move("Ivory cavalry", "north", 2.0)
    e = restitution / 100
    slides = [1000 * speed**2 / (2 * 0.25 * 9.80665) for speed in ((1 - e), (1 + e))]
    went = t.at("Ivory cavalry")[1] - 300, t.at("Ink pike")[1] - 350
    assert went == pytest.approx(slides, abs=8)


@clause("T1.3", "T3.5")
@pytest.mark.parametrize("friction", [0, 30, 90])
@pytest.mark.parametrize("length", [40, 75, 100])
def test_friction_of_blocks_holds_the_range_block_on_the_archer(friction: int, length: int) -> None:
    # its middle has half a block's length to go
    enough = sqrt(2 * friction / 100 * 9.80665 * length / 2000)
    for speed in (0.2, 0.4, 0.6, 0.8, 1.0, 1.2):
        t = board({"archer": "300 300"}, FAR, block_friction=friction, length=length).draw("archer")
        t.range("Ivory archer", "east", speed)
        kinds = [event["kind"] for event in t.scene(0)["film"]["events"]]
        assert ("drop" in kinds) == (speed > enough)


@clause("T1.3", "T3.5")
@pytest.mark.parametrize("thickness", [5, 15, 40])
def test_the_range_block_falls_as_far_as_a_block_is_thick(thickness: int) -> None:
    t = board({"archer": "300 300"}, FAR, thickness=thickness).draw("archer")
    t.range("Ivory archer", "east", 1.5)
    drop, land = (event["frame"] for event in t.scene(0)["film"]["events"])
    assert land - drop == pytest.approx(60 * sqrt(2 * thickness / 1000 / 9.80665), abs=1)


@clause("T1.3")
@pytest.mark.parametrize(("length", "breadth"), [(40, 15), (75, 25), (100, 40)])
def test_blocks_are_as_long_and_wide_as_they_are_said_to_be(length: int, breadth: int) -> None:
    # 50 mm of air between the end of one and the side of the other: 0.495 m/s
    place = 300 + length / 2 + 50 + breadth / 2
    for speed, state in ((0.48, "whole"), (0.5, "broken")):
        ink = {"archer": f"300 {place}", **FAR}
        t = board({"pike": "300 300 up"}, ink, length=length, breadth=breadth).draw("pike")
        assert t.melee("Ivory pike", "north", speed).state_of("Ink archer") == state


@clause("T1.1")
@pytest.mark.parametrize(("width", "height"), [(600, 600), (600, 2000), (2000, 600), (2000, 2000)])
def test_the_edges_are_where_the_table_ends(width: int, height: int) -> None:
    for way, where in (
        ("east", (width - 12.5, 300)),
        ("west", (12.5, 300)),
        ("north", (300, height - 12.5)),
        ("south", (300, 12.5)),
    ):
        t = board({"cavalry": "300 300"}, FAR, width=width, height=height, table_friction=5).draw("cavalry")
        assert t.move("Ivory cavalry", way, 4.0).at("Ivory cavalry") == where
