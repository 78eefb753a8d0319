"""Drawings: what they are made of, what becomes of them as SVG, and that they keep the secrets of every game."""

from xml.etree import ElementTree as ET

import pytest

import sandtable as st
from sandtable.authoring import stream
from sandtable.graphics.drawing import (
    COLOURS,
    LETTER,
    LINE,
    Circle,
    Drawing,
    Line,
    Polygon,
    Text,
    Thing,
    around,
    arrow,
    box,
    coloured,
    piece,
    placed,
    written,
)
from sandtable.graphics.svg import to_svg
from tests.fixtures import bowls, connect_four, hide_and_seek
from tests.fixtures.tug import declaration as tug
from tests.house.tree import ROOT

SVG = "{http://www.w3.org/2000/svg}"
# all that a drawing may become: nothing that runs, fetches or leads elsewhere
ELEMENTS = {"svg", "title", "desc", "g", "path", "circle", "text"}
SHIPPED = ("assault", "optio", "rout", "rush")
MOST = 60


def drawn(*shapes, title="A board", words=()):
    return ET.fromstring(to_svg(Drawing(4, 2, title, shapes, words)))


def fills(svg):
    return {part.get("fill") for part in ET.fromstring(svg).iter() if part.get("fill")}


def test_the_sides_of_a_game_have_the_colours_that_it_declares():
    game = game_of("orders")
    blue, gold = game.spec.presentation.colours
    assert {blue, gold} <= fills(game.start().svg())
    assert {COLOURS["first"], COLOURS["second"]}.isdisjoint(fills(game.start().svg()))


def test_letters_on_a_light_side_are_dark():
    board = Drawing(4, 4, "A board", (Thing("a piece", piece(1, 2, 2, 1, "a")),))
    shown = ET.fromstring(to_svg(coloured(board, ("#101010", "#ffd9a0"))))
    assert [text.get("fill") for text in shown.iter(f"{SVG}text")] == [COLOURS["ink"]]


def game_of(name):
    """A game by id, or an example or fixture by its name."""
    fixtures = {
        "bowls": bowls.SPEC,
        "connect_four": connect_four.SPEC,
        "hide_and_seek": hide_and_seek.SPEC,
        "tug": tug.SPEC,
    }
    if name == "orders":
        return st.load(str(ROOT / "examples/orders/orders.py"))
    return st.Game(fixtures[name]) if name in fixtures else st.load(name)


def positions(game, seeds):
    """Some positions of random matches, of a small game all, each with the stream that drew it."""
    every = 25 if game.id in SHIPPED else 1
    for seed in range(1 if every > 1 else seeds):
        position, rng = game.start(), stream(seed)
        while not position.over and position.ply < MOST:
            if position.ply % every == 0:
                yield position, rng
            position.play(position.sample(rng))
        yield position, rng


def points(shapes):
    """Every point that shapes name, and the ends of circles."""
    for shape in shapes:
        match shape:
            case Polygon(corners) | Line(corners):
                yield from corners
            case Circle(x, y, radius):
                yield from ((x - radius, y - radius), (x + radius, y + radius))
            case Thing(_, parts):
                yield from points(parts)
            case _:
                yield shape.x, shape.y


@pytest.mark.parametrize("name", SHIPPED)
def test_what_stands_on_the_board_is_in_the_picture(name):
    for position, _ in positions(game_of(name), 1):
        drawing = position.drawing()
        for x, y in points(drawing.shapes):
            assert (0 <= x <= drawing.width, 0 <= y <= drawing.height) == (True, True), (x, y)


def test_a_drawing_has_a_size_a_name_and_a_description():
    root = drawn(Thing("a stone", (Circle(1, 1, 0.5, "first"),)), Text(1, 1, 1, "x"))
    assert root.get("viewBox") == "0 0 4 2"
    assert (root.get("width"), root.get("height"), root.get("role")) == ("480", "240", "img")
    assert [child.text for child in root[:2]] == ["A board", "a stone"]
    assert root.find(f"{SVG}g/{SVG}title").text == "a stone"
    assert drawn(title="B", words=("one", "two"))[1].text == "one; two"


def test_shapes_become_elements_with_the_colours_of_their_roles():
    root = drawn(
        Polygon(box(0, 0, 1, 2), "board", "line", 0.5),
        Line(((0, 0), (1, 1 / 3)), "#12ab00", 0.1, dashed=True),
        Text(-0.0001, 1, 0.5, "north", "paper", "end", bold=True),
        Polygon(box(0, 0, 1, 1), stroke="ink"),
    )
    # a line without a width is not there
    area, line, text = root[2:]
    assert area.attrib == {
        "d": "m0 0h1v2h-1z",
        "fill": COLOURS["board"],
        "stroke": COLOURS["line"],
        "stroke-width": ".5",
    }
    assert (line.get("d"), line.get("stroke-dasharray")) == ("m0 0 1 .333", ".3 .2")
    assert (line.get("fill"), line.get("stroke")) == ("none", "#12ab00")
    assert (text.get("x"), text.get("text-anchor"), text.get("font-weight")) == ("0", "end", "bold")


def test_nobody_needs_colours_to_tell_the_sides_apart():
    assert isinstance(piece(0, 1, 1, 1)[0], Circle)
    assert isinstance(piece(1, 1, 1, 1)[0], Polygon)
    assert piece(1, 1, 1, 1, "7")[1].words == "7"


def test_a_piece_is_marked_by_its_ring_and_its_sign_fits():
    (plain,) = piece(0, 2.0, 3.0, 1.2)
    assert plain == Circle(2.0, 3.0, 1.2, "first", "paper", pytest.approx(0.1))
    (marked,) = piece(1, 2.0, 3.0, 1.0, marked=True)
    assert (marked.fill, marked.stroke, marked.width) == ("second", "mark", 0.2)
    # on its tip
    assert [(round(x, 9), round(y, 9)) for x, y in marked.points] == [
        (3.2, 3.0),
        (2.0, 4.2),
        (0.8, 3.0),
        (2.0, 1.8),
    ]
    assert [(round(x, 3), round(y, 3)) for x, y in around(0, 0, 1, 3, 90)] == [
        (0.0, 1.0),
        (-0.866, -0.5),
        (0.866, -0.5),
    ]
    signs = [piece(0, 2.0, 3.0, 1.0, sign)[1] for sign in ("K", "10", "abc")]
    assert [(sign.words, sign.size, sign.y) for sign in signs] == [
        ("K", 1.0, 3.35),
        ("10", 0.75, 3.0 + 0.35 * 0.75),
        ("abc", 0.5, 3.175),
    ]


def test_a_path_is_written_in_short_steps():
    for points, data in (
        (box(1, 1, 1, 0.5), "m1 1h1v.5h-1z"),
        # a second number needs no space before its sign, or before its point where the first one has a point
        (((0.25, 0.5), (1, 0.25), (0.25, 0), (0.75, -0.5)), "m.25.5.75-.25-.75-.25.5-.5z"),
        # steps are taken between rounded points, so they end where the points do
        (tuple((n / 3, 0) for n in range(4)), "m0 0h.333h.334h.333z"),
        # one that is too short to see is left out
        (((0, 0), (1e-4, 0), (1, 1)), "m0 0 1 1z"),
        ((), "z"),
    ):
        assert drawn(Polygon(points, "board"))[2].get("d") == data
    # a large drawing needs no thousandths
    large = ET.fromstring(to_svg(Drawing(300, 2, "", (Line(((0, 0), (1 / 3, 1 / 3)), width=0.125),))))
    assert (large[2].get("d"), large[2].get("stroke-width")) == ("m0 0 .33.33", ".12")


def test_outlines_that_look_alike_and_follow_one_another_say_it_once():
    root = drawn(
        Polygon(box(0, 0, 1, 1), "board"),
        Circle(1, 1, 1, "board"),
        Polygon(box(1, 1, 1, 1), "", "ink", 0.1),
        Line(((0, 0), (1, 1)), "ink", 0.1),
        Line(((0, 1), (0, 1)), "ink", 0.1),
        Circle(1, 1, 1),
    )
    assert [(element.tag.removeprefix(SVG), element.attrib) for element in root[2].iter()] == [
        ("g", {"fill": COLOURS["board"]}),
        ("path", {"d": "m0 0h1v1h-1z"}),
        ("circle", {"cx": "1", "cy": "1", "r": "1"}),
    ]
    # lines leave no holes in one another, so they are one path, in which a line without a length is a dot
    assert [element.get("d") for element in root[3:]] == ["m1 1h1v1h-1zm-1-1 1 1m-1 0h0"]


def test_words_cannot_become_anything_else():
    evil = '</title><script>alert("1")</script>&\x00\x07'
    root = drawn(Thing(evil, (Text(0, 0, 1, evil),)), title=evil)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
    assert root[0].text == '</title><script>alert("1")</script>&'


@pytest.mark.parametrize("name", ["", "navy", "#12345", "#ABCDEF", 'red" onload="x'])
def test_a_colour_that_is_none_is_refused(name):
    with pytest.raises(ValueError, match=f"there is no colour {name!r}: give #rrggbb or one of ground"):
        to_svg(Drawing(1, 1, "A board", (Text(0, 0, 1, "x", name),)))


def test_without_a_drawing_a_position_shows_its_text():
    position = game_of("tug").start()
    assert position.game.spec.presentation.drawing is None
    root = ET.fromstring(position._repr_svg_())
    assert [text.text for text in root.iter(f"{SVG}text")] == [position.text().replace(" ", "\u00a0")]
    assert root[1].text == position.text()


def test_an_arrow_is_a_line_with_a_head_four_times_as_wide():
    assert arrow((1, 2), (11, 2), 0.5, "red", dashed=True) == (
        Line(((1, 2), (8.5, 2)), "red", 0.5, dashed=True),
        Polygon(((11, 2), (8.5, 3), (8.5, 1)), "red"),
    )
    assert arrow((1, 2), (1, -8), 1) == (
        Line(((1, 2), (1, -3)), "ink", 1),
        Polygon(((1, -8), (3, -3), (-1, -3)), "ink"),
    )


def test_shapes_are_made_larger_turned_clockwise_and_put_elsewhere():
    shapes = (
        Line(((1, 0), (0, 2)), "red", 0.5),
        Circle(3, 1, 0.25, stroke="ink", width=0.1),
        Text(-1, 2, 1, "up"),
    )
    line, circle, text = placed((Thing("It", shapes),), 10, 20, 2, 90)[0].shapes
    # what lay to the right lies below, what lay below to the left
    assert line == Line(near((10, 22), (6, 20)), "red", 1.0)
    assert circle == Circle(*near((8, 26))[0], 0.5, stroke="ink", width=0.2)
    assert text == Text(*near((6, 18))[0], 2, "up")


def near(*points):
    return tuple((pytest.approx(x), pytest.approx(y)) for x, y in points)


def test_lines_of_text_are_drawn_one_below_the_other():
    lines = [
        Text(1, pytest.approx(1 + LINE * n - 0.35), 1, words, "paper", "start", monospace=True)
        for n, words in ((1, "one"), (2, "three"))
    ]
    made = written("A title", ["one", "three"])
    assert made == Drawing(2 + 5 * LETTER, 2 + 2 * LINE, "A title", tuple(lines), ("one", "three"))
    assert written("Nothing", []) == Drawing(2, 2, "Nothing", (), ())


@pytest.mark.parametrize("name", [*SHIPPED, "bowls", "connect_four", "hide_and_seek", "orders", "tug"])
def test_every_view_can_be_drawn_the_same_each_time(name):
    game = game_of(name)
    for position, _ in positions(game, 1):
        for viewer in (0, 1, st.SPECTATOR):
            view = position.view(viewer)
            svg = view.svg()
            assert svg == view.copy().svg() == view._repr_svg_()
            root = ET.fromstring(svg)
            assert {element.tag.removeprefix(SVG) for element in root.iter()} <= ELEMENTS
            assert view.drawing().title


@pytest.mark.parametrize("name", ["assault", "optio", "rout", "bowls", "hide_and_seek", "orders"])
def test_what_a_seat_may_not_know_is_not_drawn_for_it(name):
    told_apart = False
    for position, rng in positions(game_of(name), 3):
        for seat in (0, 1):
            view = position.view(seat)
            twin = view.determinize(seat, rng)
            assert twin.view(seat).svg() == view.svg()
            told_apart |= twin.svg() != position.svg()
    # what is hidden would be drawn if it were known
    assert told_apart
