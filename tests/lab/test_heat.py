"""Heat maps: what is counted where, and what is drawn of it."""

import json
import re
from collections import Counter
from math import sqrt

import pytest

import sandtable as st
from sandtable.authoring import BoardEvent
from sandtable.games.assault.show import text
from sandtable.graphics.drawing import Circle, Drawing, Place, Polygon, Text, Thing, box, piece
from sandtable.graphics.svg import to_svg
from sandtable.lab.report import heat
from sandtable.lab.run import replays, trails, trial
from sandtable.lab.statistics.wording import counted
from tests.engine.command import run

SIDES = ("Left", "Right")
A1, B1, C1 = Place(0, 1, 1, "A1"), Place(1, 2, 1, "B1"), Place(1, 3, 1, "C1")


def board(width=4.0, height=2.0):
    ground = Polygon(box(0, 0, width, height), "board")
    return Drawing(width, height, "A board", (ground, Thing("a pawn", piece(0, 1, 1, 0.3), A1)))


def test_a_mark_is_as_large_as_the_share_of_the_time_and_each_side_has_its_own_board():
    found = heat.HeatMap(board(), Counter({A1: 4, B1: 3, C1: 1}), 2)
    assert found.shares(0) == [(A1, 1.0)]
    assert found.shares(1) == [(B1, 0.75), (C1, 0.25)]
    drawn = heat.picture(found, SIDES)
    assert drawn.told() == (
        "Left stood most often at A1 (100.0%).",
        "Right stood most often at B1 (75.0%), C1 (25.0%).",
    )
    # a wide board: the second one is below the first
    assert (drawn.width, drawn.height) == (4.0, 2 * (2.0 + 0.06 * 4.0))
    marks = [shape for shape in drawn.shapes if isinstance(shape, Thing)]
    assert [mark.words for mark in marks] == ["A1: 100.0%", "B1: 75.0%", "C1: 25.0%"]
    first = marks[0].shapes[0]
    assert isinstance(first, Circle)
    # the two closest places are one apart
    assert first.radius == pytest.approx(0.48)
    reach = [
        max(x for x, _ in mark.shapes[0].points) - at.x for mark, at in zip(marks[1:], (B1, C1), strict=True)
    ]
    assert reach == pytest.approx([1.2 * 0.48 * sqrt(0.75), 1.2 * 0.48 * 0.5])
    names = [shape for shape in drawn.shapes if isinstance(shape, Text)]
    assert [(name.words, name.x) for name in names] == [("Left", 2.0), ("Right", 2.0)]
    # on a line above each board, which begins a title's height below
    title = 0.06 * 4.0
    assert [name.y for name in names] == pytest.approx([0.8 * title, 2.0 + title + 0.8 * title])
    assert [name.size for name in names] == pytest.approx([0.7 * title] * 2)
    assert "75.0%" in to_svg(drawn)
    # where a piece stood most often is found by its name
    signs = [shape.words for mark in marks for shape in mark.shapes if isinstance(shape, Text)]
    assert signs == ["A1", "B1", "C1"]


def test_words_of_the_board_that_a_mark_would_cover_or_that_are_too_small_are_left_out():
    # the mark of the first side reaches 1.2 times 0.48 around A1; the second has none; the picture is 4.48 high
    beside = Text(1.6, 1.07, 0.2, "beside", anchor="start")
    words = (
        Thing("a tile", (Text(1, 1.3, 0.2, "under"),)),
        Text(1, 1.8, 0.2, "below"),
        Text(3, 1.3, 0.2, "far"),
        Text(3, 1.6, 0.045, "small"),
        Text(3, 1.8, 0.044, "tiny"),
        beside,
    )
    found = heat.HeatMap(Drawing(4, 2, "A board", (*board().shapes, *words)), Counter({A1: 1}), 1)
    drawn = to_svg(heat.picture(found, SIDES))
    shown = re.findall("<text[^>]*>([a-zL-R]+)<", drawn)
    words = ["below", "far", "small", "beside"]
    assert shown == ["Left", *words, "Right", "under", *words]


def test_boards_that_are_not_wide_stand_side_by_side_and_places_without_names_are_counted():
    found = heat.HeatMap(board(2.0, 2.0), Counter({Place(0, 1, 1): 3, Place(0, 1, 2): 1}), 2)
    drawn = heat.picture(found, SIDES)
    assert (drawn.width, drawn.height) == (4.0, 2.0 + 0.06 * 2.0)
    assert drawn.told() == (
        "Left stood at 2 places, 75.0% of the time at one of them.",
        "Right had no piece on the board.",
    )
    assert re.findall("<text[^>]*>([0-9]+%)<", to_svg(drawn)) == ["75%", "25%"]


def test_pieces_are_counted_at_every_decision_of_the_matches():
    made = trial.make(st.load("assault"), ("random", "random"), seed=3)
    told = []
    found = heat.watch(made, 1, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    standing = Counter()
    for swapped in (False, True):
        for position, _ in replays.steps(made, 0, swapped):
            if position.to_move >= 0:
                state, setup = position.state, position.game.setup
                for n in range(4):
                    tile = int(state.pawn[n].tile)
                    if state.pawn[n].health > 0:
                        standing[n // 2, int(setup.x[tile]), int(setup.y[tile])] += 1
    assert Counter({(p.seat, p.x - 1, p.y - 1): n for p, n in found.stood.items()}) == standing
    assert {p.name for p in found.stood if (p.x, p.y) == (1, 7)} == {"A1"}
    # the rows of the same matches say the same
    kept = Counter()
    for row in trails.run_stood(made, 0, 1)["stood"]:
        kept.update({Place(one["seat"], one["x"], one["y"], one["name"]): one["times"] for one in row})
    assert kept == found.stood


def test_where_pieces_stand_anywhere_those_close_to_each_other_are_one_place():
    made = trial.make(st.load("rout"), ("random", "random"), seed=3)
    found = heat.watch(made, 1, lambda *_: None)
    cell = trails.FINE * 1100
    assert {(p.x / cell).is_integer() and (p.y / cell).is_integer() for p in found.stood} == {True}
    assert {p.name for p in found.stood} == {""}


def test_what_happens_is_counted_where_it_does():
    made = trial.make(st.load("assault"), ("random", "random"), seed=3)
    (attacks, falls) = made.load().spec.lab.events
    found = heat.watch(made, 2, lambda *_: None, attacks)
    happened, lost = Counter(), [0, 0]
    for pair in range(2):
        for swapped in (False, True):
            for position, action in replays.steps(made, pair, swapped):
                if position.game.unpack(action).kind == "attack":
                    p = int(position.state.acting)
                    tile = int(position.state.pawn[p].tile)
                    happened[p // 2, text.coordinate(position.game.setup, tile)] += 1
            lost = [
                n + sum(position.state.pawn[2 * seat : 2 * seat + 2]["health"] == 0)
                for seat, n in enumerate(lost)
            ]
    assert Counter({(place.seat, place.name): n for place, n in found.stood.items()}) == happened
    assert found.board.title == "Board of 7 by 7 tiles"
    # each pawn that was out in the end has fallen somewhere
    fallen = heat.watch(made, 2, lambda *_: None, falls)
    assert [sum(n for place, n in fallen.stood.items() if place.seat == seat) for seat in range(2)] == lost
    drawn = heat.picture(fallen, ("Navy", "Rust"))
    assert drawn.title == "Where pawns fall in 4 matches"
    for side, times, line in zip(("Navy", "Rust"), lost, drawn.told(), strict=True):
        assert re.fullmatch(rf"{side}, {counted(times, 'time')}: most often at [A-G][1-7] \(.*\)\.", line)
    rows = trails.run_stood(made, 0, 2)
    seen = Counter()
    for row in rows["happened"]:
        seen.update({(one["happening"], one["seat"], one["name"]): one["times"] for one in row})
    assert Counter({key[1:]: n for key, n in seen.items() if key[0] == "attacks"}) == happened
    assert sum(n for key, n in seen.items() if key[0] == "falls") == sum(lost)


def test_what_never_happens_or_has_no_named_place_is_told_so():
    nowhere = BoardEvent("floods", "it is flooded", lambda *_: ())
    made = trial.make(st.load("assault"), ("random", "random"), seed=3)
    with pytest.raises(heat.NoPlacesError, match="floods never happened in 2 matches of assault"):
        heat.watch(made, 1, lambda *_: None, nowhere)
    drawn = heat.picture(heat.HeatMap(board(), Counter({Place(0, 1, 1): 3}), 2, "it is flooded"), SIDES)
    assert drawn.told() == ("Left, 3 times: at 1 place, 100.0% of the time at one of them.", "Right: never.")
    # one place alone has nothing to be held against: a quarter of the board
    (mark,) = (shape for shape in drawn.shapes if isinstance(shape, Thing))
    circle = mark.shapes[0]
    assert isinstance(circle, Circle)
    assert circle.radius == pytest.approx(0.48 * 4 / 4)


def test_the_command_draws_and_tells(tmp_path):
    out = tmp_path / "heat.svg"
    done = run("heatmap", "assault", str(out), "--agents", "random,random", "--games", "2", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert told["matches"] == 2
    assert [one["side"] for one in told["stood"]] == ["Navy", "Rust"]
    for one in told["stood"]:
        assert sum(place["share"] for place in one["places"]) == pytest.approx(1)
    assert out.read_text().startswith("<svg")
    played = ("--agents", "random,random", "--games", "4", "--json")
    told = json.loads(run("heatmap", "assault", str(out), "--of", "attacks", *played).stdout)
    assert sum(place["share"] for place in told["attacks"][0]["places"]) == pytest.approx(1)
    assert "stood" not in told
    assert "Where pawns attack in 4 matches" in out.read_text()
    refused = run("heatmap", "assault", str(out), "--of", "attacsk", *played)
    assert refused.returncode == 2
    assert "did you mean attacks?" in refused.stderr
    for name, sentence in (
        ("heat.txt", "the name of a picture must end in .svg, .png or .pdf"),
        ("no/heat.svg", "cannot be written"),
    ):
        refused = run("heatmap", "assault", str(tmp_path / name), "--agents", "random,random", "--games", "2")
        assert refused.returncode == 2
        assert sentence in refused.stderr


def test_a_game_whose_drawing_says_no_places_is_refused_in_a_sentence(tmp_path):
    done = run(
        "heatmap",
        "tests.fixtures.connect_four:SPEC",
        str(tmp_path / "heat.svg"),
        "--games",
        "2",
        "--agents",
        "random,random",
    )
    assert done.returncode == 2
    assert "does not show where its pieces are" in done.stderr
