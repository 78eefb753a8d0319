"""What a flick may come to (`shot.json`), and flicks to practise with (`practice.json`)."""

import json
from typing import Any

import pytest

from sandtable.authoring import SPECTATOR, stream
from sandtable.games.rout.schema import ACTIONS, DEEDS
from tests.rules.rout.board import Board, board
from tests.rules.rout.matches import VIEWERS
from tests.rules.scenario import clause

FACING = {"archer": "500 600", "pike": "100 900"}


def made(t: Board, options: dict[str, str], viewer: int = SPECTATOR) -> dict[str, Any]:
    game = t.position.game
    file = game.spec.table.exports["shot.json"](game.setup, t.position.view(viewer).state, options)
    assert (file.name, file.media) == ("shot.json", "application/json")
    return json.loads(file.data)


def shot(t: Board, deed: str, unit: str, way: str | float, speed: float, at: str = "") -> dict[str, Any]:
    return made(t, {"action": str(action(t, deed, unit, way, speed, at)), "match": "a table"})


def action(t: Board, deed: str, unit: str, way: str | float, speed: float, at: str = "") -> int:
    return t.position.game.parse(t.flicking(deed, t.number(unit), way, speed, at))


def practised(**given: Any) -> dict[str, Any]:
    game = board({"pike": "100 100"}, {"pike": "900 900"}).position.game
    return json.loads(game.spec.table.services["practice.json"](given).data)


@clause("T3.1", "T3.4")
def test_a_hand_that_does_not_err_knows_what_comes() -> None:
    t = board({"cavalry": "500 300 up"}, FACING).draw("cavalry")
    told = shot(t, "melee", "Ivory cavalry", "north", 2.0)
    assert (told["hands"], told["hit"], told["perhaps"], told["self_off"]) == (1, 1, 0, 0)
    enemy = t.number("Ink archer") - 1
    assert told["touch"] == [{"block": enemy, "chance": 1}]
    assert (told["deed"], told["unit"], told["off"], told["rout"]) == ("melee", 0, [], [])
    assert shot(t, "move", "Ivory cavalry", "north", 2.0)["hit"] == 0
    assert shot(t, "melee", "Ivory cavalry", "west", 0.5)["touch"] == [{"block": None, "chance": 1}]


@clause("T3.2")
@pytest.mark.parametrize(
    ("way", "speed", "at"),
    [("north", 2.0, ""), (84.0, 2.4, ""), (99.0, 3.6, ""), (74.0, 3.9, "left flank +0.00")],
)
def test_chances_are_those_of_the_hand(way: str | float, speed: float, at: str) -> None:
    t = board({"cavalry": "500 300 up", "pike": "300 100"}, FACING, hand="casual").draw("cavalry")
    told, rng, count = shot(t, "melee", "Ivory cavalry", way, speed, at), stream(9), 300
    assert told["hands"] == 64
    flicked = t.position.copy().play(action(t, "melee", "Ivory cavalry", way, speed, at))
    hits = off = 0
    for _ in range(count):
        after = flicked.copy()
        film = after.play(after.sample(rng)).scene(SPECTATOR)["film"]
        hits += film["broke"] is not None
        off += 0 in film["back"]
    assert told["hit"] == pytest.approx(hits / count, abs=0.08)
    assert told["self_off"] == pytest.approx(off / count, abs=0.08)
    assert sum(entry["chance"] for entry in told["touch"]) == pytest.approx(1)


@clause("T3.2")
def test_chances_are_the_same_when_asked_again_and_for_all_viewers() -> None:
    t = board({"archer": "500 300 up", "pike": "100 100 broken"}, FACING, hand="novice").draw("archer")
    options = {"action": str(action(t, "range", "Ivory archer", 95.0, 2.5))}
    first = made(t, options, 0)
    assert 0 < first["hit"] < 1
    for viewer in VIEWERS:
        assert made(t, options, viewer) == first


@clause("T3.4", "T2.5")
def test_behind_an_unknown_broken_block_a_hit_is_only_perhaps() -> None:
    ink = {"archer": "500 600", "pike": "100 900", "cavalry": "502 400 up broken"}
    for shown, chances in (("nothing", (0, 1)), ("all", (0, 0))):
        t = board({"cavalry": "460 200 up"}, ink, broken_shown=shown).draw("cavalry")
        told = shot(t, "melee", "Ivory cavalry", 84.0, 3.4)
        assert len(told["path"]["events"]) >= 2
        assert (told["hit"], told["perhaps"]) == chances
        assert told["touch"] == [{"block": 3, "chance": 1}]


@clause("T4.2", "T4.4")
def test_blocks_that_may_leave_or_be_routed() -> None:
    ink = {"archer": "500 930 broken", "pike": "100 500"}
    t = board({"cavalry": "500 800 up"}, ink, hand="steady").draw("cavalry")
    told = shot(t, "melee", "Ivory cavalry", "north", 2.0)
    assert told["off"] == told["rout"] == [{"block": 2, "chance": 1}]
    moved = shot(t, "move", "Ivory cavalry", "north", 2.0)
    assert (moved["off"], moved["rout"]) == ([{"block": 2, "chance": 1}], [])
    alone = shot(t, "melee", "Ivory cavalry", "west", 4.0)
    assert (alone["self_off"], alone["off"]) == (1, [])


@clause("T3.1")
def test_the_path_is_that_of_the_flick_as_it_is_meant() -> None:
    t = board({"cavalry": "500 300 up"}, FACING).draw("cavalry")
    told = shot(t, "melee", "Ivory cavalry", 88.0, 2.0)
    film = t.melee("Ivory cavalry", 88.0, 2.0).scene(0)["film"]
    assert told["path"] == {name: film[name] for name in ("fps", "frames", "tracks", "events")}


@clause("T3.1")
def test_the_file_can_be_made_only_while_a_flick_is_due() -> None:
    t = board({"cavalry": "500 300 up"}, FACING)
    game = t.position.game
    assert game.spec.table.exported(game.setup, t.position.view(SPECTATOR).state) == ()
    t.draw("cavalry")
    assert game.spec.table.exported(game.setup, t.position.view(SPECTATOR).state) == ("shot.json",)


@clause("T3.1", "T2.2")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "action must be the number of a flick, not ''"),
        ({"action": "-3"}, "action must be the number of a flick, not '-3'"),
        ({"action": "9" * 5000}, "action must be the number of a flick"),
        ({"action": "0"}, "Action 0 is not a flick"),
        ({"action": "0", "speed": "3"}, "There is no option 'speed'; the options are action, match."),
    ],
)
def test_what_is_no_flick_is_refused(options: dict[str, str], words: str) -> None:
    t = board({"cavalry": "500 300 up"}, FACING).draw("cavalry")
    with pytest.raises(ValueError, match=words):
        made(t, options)


@clause("T3.1", "T2.2")
def test_a_flick_that_is_not_allowed_is_refused_as_the_rules_do() -> None:
    t = board({"cavalry": "500 300 up", "pike": "100 100"}, FACING).draw("cavalry")
    flat = ACTIONS.pack("melee", by=0, unit=0, contact=20, direction=900, speed=50)
    for number in (
        action(t, "melee", "Ivory pike", "north", 2.0),
        action(t, "melee", "Ink pike", "north", 2.0),
        flat,
    ):
        reason = t.position.refusal(number)
        assert reason is not None
        with pytest.raises(ValueError, match=r"\(T\d\.\d\)") as caught:
            made(t, {"action": str(number)})
        assert str(caught.value) == f"{reason.sentence} ({reason.clause})"


# practice


@clause("T3.1")
def test_a_flick_to_practise_with() -> None:
    film = practised(direction=90, speed=1.5, contact=41 + 20)
    assert [(b["x"], b["y"], b["angle"]) for b in film["blocks"]] == [(500, 500, 0)]
    assert (film["deed"] in DEEDS, film["meant"], film["direction"], film["speed"]) == (True, None, 90, 1.5)
    assert [track["block"] for track in film["tracks"]] == [0]
    assert film["frames"] > 30
    assert practised(direction=90, speed=4.0, contact=41 + 20)["back"] == [0]


@clause("T3.1")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"direction": 90, "speed": 5, "contact": 61}, "speed must be from 0.2 to 4 m/s, not 5.0."),
        ({"direction": 90, "speed": 0.1, "contact": 61}, "speed must be from 0.2 to 4 m/s"),
        ({"direction": 360, "speed": 1, "contact": 61}, "direction must be at least 0 and below 360 degrees"),
        ({"direction": 90, "speed": 1, "contact": 164}, "contact must be a whole number from 0 to 163"),
        ({"direction": 270, "speed": 1, "contact": 61}, "A push must go into the block"),
        ({"direction": 90, "speed": 1}, "contact"),
        ({"direction": 90, "speed": 1, "contact": 61, "mass": 3}, "mass"),
    ],
)
def test_what_cannot_be_practised(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        practised(**given)


@clause("T4.1", "T4.2")
def test_what_an_attack_is_for_is_told_by_block_and_counted_once() -> None:
    # the broken pike lies before the edge, the archer stands aside
    ink = {"pike": "500 940 broken", "archer": "800 500", "cavalry": "100 900"}
    t = board({"cavalry": "500 800 up"}, ink).draw("cavalry")
    pike, archer = t.number("Ink pike") - 1, t.number("Ink archer") - 1
    routs = shot(t, "melee", "Ivory cavalry", "north", 3.0)
    assert (routs["rout"], routs["breaks"]) == ([{"block": pike, "chance": 1}], [])
    assert routs["comes"] == {"rout": 1, "hit": 0, "perhaps": 0}
    t = board({"cavalry": "800 300 up"}, ink).draw("cavalry")
    breaks = shot(t, "melee", "Ivory cavalry", "north", 2.0)
    assert (breaks["rout"], breaks["breaks"]) == ([], [{"block": archer, "chance": 1}])
    assert breaks["comes"] == {"rout": 0, "hit": 1, "perhaps": 0}
    assert shot(t, "move", "Ivory cavalry", "north", 2.0)["comes"] == {"rout": 0, "hit": 0, "perhaps": 0}


@clause("T4.2")
@pytest.mark.parametrize("at_once", [False, True])
def test_whether_one_attack_may_break_and_rout_is_in_the_chances(at_once: bool) -> None:
    ink = {"archer": "500 940", "cavalry": "100 900"}
    t = board({"cavalry": "500 800 up"}, ink, rout_in_one=at_once).draw("cavalry")
    told = shot(t, "melee", "Ivory cavalry", "north", 3.0)
    assert told["comes"] == {"rout": float(at_once), "hit": float(not at_once), "perhaps": 0}
