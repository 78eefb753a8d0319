"""The films of flicks (T5.4): what they show is what happened."""

import json
from base64 import b64decode
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sandtable.authoring import SPECTATOR
from tests.rules.rout.board import board
from tests.rules.rout.matches import VIEWERS, Step, flicks, played
from tests.rules.scenario import clause

# in the units of tracks: a tenth of a millimetre, a hundredth of a degree
ROUNDED = 1


def shorts(packed: str) -> NDArray[np.int64]:
    return np.frombuffer(b64decode(packed), "<i2").astype(np.int64)


def path(track: dict[str, Any]) -> NDArray[np.int64]:
    """x, y and turn of a track, frame by frame."""
    return shorts(track["data"]).reshape(-1, 3).cumsum(axis=0)


def film_of(step: Step, viewer: int = SPECTATOR) -> dict[str, Any]:
    return step.after.scene(viewer)["film"]


def told(block: Any) -> tuple[int, int, float]:
    """A block of the scene in the units of tracks."""
    return round(10 * block["x"]), round(10 * block["y"]), 100 * block["angle"]


def same_place(place: Any, block: dict[str, Any]) -> bool:
    x, y, angle = told(block)
    turned = abs(place[2] - angle) % 18000
    return abs(place[0] - x) <= ROUNDED and abs(place[1] - y) <= ROUNDED and min(turned, 18000 - turned) <= 2


@clause("T5.4")
def test_a_film_begins_where_the_blocks_lay_and_ends_where_they_lie() -> None:
    resting = 0
    for step in flicks():
        film, after = film_of(step), step.after.scene(SPECTATOR)["blocks"]
        gone = {*film["back"], *film["routed"]}
        tracks = {track["block"]: path(track) for track in film["tracks"]}
        for block in film["blocks"]:
            if block["id"] in tracks:
                assert same_place(tracks[block["id"]][0], block)
            if step.after.state.game == step.before.state.game and block["id"] not in gone:
                end = tracks[block["id"]][-1] if block["id"] in tracks else told(block)
                assert sum(same_place(end, other) for other in after) == 1
                resting += block["id"] in tracks
    assert resting > 60


@clause("T5.4")
def test_a_film_tells_what_was_broken_routed_and_put_back() -> None:
    broke = routed = back = 0
    for step in flicks():
        s, film, was = step.after.state, film_of(step), step.before.state
        if s.game != was.game:
            continue
        assert len(film["routed"]) == s.routed.sum() - was.routed.sum() == was.count - s.count
        assert (film["broke"] is not None) == ((s.broken + s.routed).sum() > (was.broken + was.routed).sum())
        if film["broke"] is not None:
            assert film["broke"] in [e["block"] for e in film["events"] if e["kind"] == "touch"]
            assert was.block[film["broke"]].side == 1 - film["side"]
        broke, routed = broke + (film["broke"] is not None), routed + len(film["routed"])
        back += len(film["back"])
    assert min(broke, routed, back) > 5


@clause("T5.4")
def test_the_events_of_a_film() -> None:
    kinds = set[str]()
    for step in flicks():
        film = film_of(step)
        events = [(event["kind"], event["block"]) for event in film["events"]]
        assert [e["frame"] for e in film["events"]] == sorted(e["frame"] for e in film["events"])
        assert all(0 <= e["frame"] < film["frames"] for e in film["events"])
        assert all((e["blow"] > 0) == (e["kind"] == "touch") for e in film["events"])
        touched = [b for kind, b in events if kind == "touch"]
        assert film["first_touched"] == (touched[0] if touched else None)
        assert (("drop", -1) in events) <= film["range"]
        kinds |= {kind for kind, _ in events}
    assert kinds == {"touch", "leave", "fall", "drop", "land"}


@clause("T5.4", "T4.3", "T4.4")
def test_those_who_leave_end_outside_and_are_routed_or_put_back_in_order() -> None:
    for step in flicks():
        film, setup = film_of(step), step.before.game.setup
        ends = {track["block"]: path(track)[-1] for track in film["tracks"]}
        left = [e["block"] for e in film["events"] if e["kind"] == "leave" and e["block"] >= 0]
        assert [block for block in left if block not in film["routed"]] == film["back"]
        assert set(film["routed"]) <= set(left)
        for block in left:
            x, y, _ = ends[block]
            inside = 0 < x < 10_000 * setup.width and 0 < y < 10_000 * setup.height
            assert not inside


@clause("T5.4")
def test_only_blocks_that_move_have_a_track() -> None:
    still = 0
    for step in flicks():
        film = film_of(step)
        moving = [track["block"] for track in film["tracks"]]
        assert moving == sorted(moving, key=lambda b: b if b >= 0 else 100)
        assert film["unit"] in moving or film["range"]
        assert (-1 in moving) == film["range"]
        for track in film["tracks"]:
            steps = shorts(track["data"]).reshape(-1, 3)
            assert track["first"] + len(steps) <= film["frames"]
            assert ("z" in track) == (track["block"] == -1)
            if track["block"] >= 0 and len(steps) > 2:
                assert steps[1].any()
                assert steps[-1].any()
        still += len(film["blocks"]) - len(moving)
    assert still > 100


@clause("T5.4")
def test_the_film_stays_until_the_next_flick_or_until_nobody_may_look_back_to_it() -> None:
    last, forgotten = None, 0
    for step in played():
        if step.before.ply == 0:
            last = None
        film, game = film_of(step), step.after.game
        if step.after.state.last_ply == step.after.ply:
            assert film["ply"] == step.after.ply
            last = film
        # T2.5
        if last is not None and last["ply"] <= game.spec.table.history_start(
            game.setup, step.after.state, SPECTATOR
        ):
            last, forgotten = None, forgotten + 1
        assert film == last
    assert forgotten > 3


@clause("T5.4", "T2.5")
def test_all_viewers_see_the_same_film_but_not_what_broken_blocks_are() -> None:
    unknown = 0
    for step in flicks():
        films = [film_of(step, viewer) for viewer in VIEWERS]
        shown = step.before.game.settings["broken_shown"]
        for viewer, film in zip(VIEWERS, films, strict=True):
            assert {**film, "blocks": None} == {**films[2], "blocks": None}
            for block, true in zip(film["blocks"], step.after.state.was, strict=False):
                hidden = true.broken and not (shown == "owner" and true.side == viewer)
                assert block["side"] == (None if hidden else true.side)
                assert (block["kind"] is None) == bool(hidden)
                unknown += bool(hidden)
    assert unknown > 20


@clause("T5.4")
def test_a_film_is_small() -> None:
    sizes = sorted(len(json.dumps({**film_of(step), "blocks": None})) for step in flicks())
    assert sizes[len(sizes) // 2] < 2500
    assert sizes[-1] < 9000


@clause("T5.4", "T3.2")
def test_a_film_says_how_the_flick_was_meant() -> None:
    t = board({"archer": "500 300 up"}, {"archer": "900 900"}, hand="casual").draw("archer")
    t.flick("move", "Ivory archer", "north", 1.0).hand(-2.5, 90)
    film = t.scene(1)["film"]
    assert film["meant"] == {"direction": 90.0, "speed": 1.0}
    assert (film["direction"], film["speed"]) == (87.5, 0.9)
    assert (film["deed"], film["unit"], film["side"], film["kind"], film["ply"]) == (
        "move",
        0,
        0,
        "archer",
        t.position.ply,
    )
    t = (
        board({"archer": "500 300 up"}, {"archer": "900 900"})
        .draw("archer")
        .move("Ivory archer", "north", 1.0)
    )
    assert t.scene(1)["film"]["meant"] is None


@clause("T5.4", "T5.1")
def test_sixty_pictures_a_second() -> None:
    t = (
        board({"cavalry": "500 200 up"}, {"archer": "900 900"})
        .draw("cavalry")
        .move("Ivory cavalry", "north", 1.5)
    )
    film = t.scene(0)["film"]
    slowing = 0.25 * 9.80665
    # the last picture is that of rest
    assert film["frames"] == pytest.approx(60 * 1.5 / slowing + 1, abs=2)
    y = path(film["tracks"][0])[:, 1] / 10
    times = np.arange(len(y) - 1) / 60
    assert y[:-1] == pytest.approx(200 + 1000 * (1.5 * times - slowing * times**2 / 2), abs=0.5)
    assert y[-1] == pytest.approx(200 + 1000 * 1.5**2 / (2 * slowing), abs=0.5)


@clause("T5.4", "T3.5")
def test_the_range_block_falls_in_the_film() -> None:
    t = board({"archer": "500 300 up"}, {"archer": "500 600", "pike": "900 900"}).draw("archer")
    film = t.range("Ivory archer", "north", 2.5).scene(0)["film"]
    (shot,) = [track for track in film["tracks"] if track["block"] == -1]
    z = shorts(shot["z"])
    assert (z[0], z[-1]) == (150, 0)
    assert (np.diff(z) <= 0).all()
    drop, land = (next(e["frame"] for e in film["events"] if e["kind"] == kind) for kind in ("drop", "land"))
    assert (z[:drop] == 150).all()
    assert (z[land + 1 :] == 0).all()
    # sqrt(2 * 15 mm / g)
    assert land - drop == pytest.approx(60 * 0.0553, abs=1.01)
    assert film["first_touched"] == film["broke"] == 1
    assert not any(track["block"] == 0 for track in film["tracks"])


@clause("T5.4")
def test_a_block_on_the_tape_is_seen_beyond_it() -> None:
    t = board({"cavalry": "500 900 up"}, {"archer": "900 900"}, edge="tape").draw("cavalry")
    film = t.move("Ivory cavalry", "north", 2.0).scene(0)["film"]
    assert path(film["tracks"][0])[-1][1] > 10_000
    assert film["back"] == [0]
    assert t.at("Ivory cavalry") == (500, 987.5)
