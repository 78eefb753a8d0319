"""What stands on paper, laid out as before unless that is meant to change: pictures, sheets and a kit with one of everything.

Where it is meant to change, look at the pages, and have the texts in `shown` rewritten (see `tests/golden_text.py`).
"""

from dataclasses import replace
from io import BytesIO
from itertools import groupby
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import sandtable as st
from sandtable.authoring import (
    Board,
    Choice,
    Flag,
    Heading,
    Kit,
    KitMaker,
    Leaflet,
    LeafletTable,
    Made,
    Paragraph,
    Piece,
    Pieces,
)
from sandtable.authoring.kits import KitError
from sandtable.graphics import paper, pdf, svg
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import (
    COLOURS,
    Circle,
    Drawing,
    Illustration,
    Line,
    Look,
    Page,
    Polygon,
    Text,
    Thing,
    box,
    colour,
    look_of,
    piece,
)
from sandtable.graphics.tiling import MARK, SHEETS, _crosses, corners
from sandtable.printing.packing import _alone, outside_of
from sandtable.printing.press import PrintJob, _plans, print_kit, slug
from tests.engine.papers import objects
from tests.engine.test_printing import BOARD
from tests.fixtures import connect_four
from tests.golden_text import hold

SHOWN = Path(__file__).parent / "shown"
RULES = """# Four

## How to *win*

Make **four in a row**, or

- fill a column,
- or `wait`
  and see.

1. Drop.
2. Wait.

### Points

| what | points |
|---|---|
| **four** in a row, of which there may be more than one at the same time | 1 |
| none | 0 |
"""
RED = Drawing(
    20,
    30,
    "Red",
    (Polygon(((10, 2), (22, 15), (9, 20)), "red", "ink", 0.5), Text(10, 25, 4, "Red", bold=True)),
)
BACK = Drawing(20, 30, "Back", (Polygon(box(2, 2, 16, 30), "blue"), Text(1, 28, 4, "end", anchor="end")))
MAP = Drawing(
    28,
    30,
    "Map",
    (
        Polygon(((1, 1), (27, 1), (14, 29)), "green", "line", 0.05),
        Line(((0, 0), (28, 30), (28, 0)), "water", 0.2),
        Line(((1, 15), (27, 15)), "red", 0.1, dashed=True),
        Thing("a stone", (Circle(19, 27, 2, "first"), Text(9, 10, 1, "stone", "paper"))),
        # without colours there is nothing to print
        Polygon(box(1, 1, 5, 5)),
    ),
)
# small pictures of how their sheets lie need more than one row
STRIPE = Drawing(40, 10, "A stripe", (Polygon(box(0, 0, 40, 10), "shade"),))
STRIPES = [
    ("Too long a name to share a line with that of another board", (320, 80)),
    *[("B", (300, 60))] * 3,
]
CARD = Drawing(12, 6, "A card", (Polygon(box(0, 0, 12, 6), "board", "line", 0.1),))


def test_a_kit_has_the_colours_of_the_sides():
    stone = Drawing(4, 4, "A stone", piece(0, 2, 2, 1.5))
    board = Board("A board", "", lambda: stone, 40, 40)
    made = KitMaker(
        lambda _setup, _options: Kit((Pieces("Stones", "", (Piece("a stone", stone, 20, 20),)), board), ())
    )
    game = st.Game(
        replace(
            connect_four.SPEC,
            print=replace(connect_four.SPEC.print, kit=made),
            presentation=replace(connect_four.SPEC.presentation, colours=("#1f4f9c", "#8a6500")),
        )
    )
    pages = print_kit(game.spec, game.setup, game.settings, {}).pages
    found = {colour(shape.fill) for page in pages for shape in page.shapes if getattr(shape, "fill", "")}
    assert "#1f4f9c" in found
    assert COLOURS["first"] not in found


def kit(setup, options):
    """A kit with one of everything."""
    long = " ".join(["Neither the **first line nor** the last one of a paragraph stands alone."] * 3)
    return Kit(
        [
            Board("The map", "Glue it.", lambda: MAP, 280, 300),
            Board("The field", "It is small.", lambda: MAP, 14, 15),
            *[Board(name, "", lambda: STRIPE, *size) for name, size in STRIPES],
            Pieces(
                "Men",
                "Cut them out.",
                [
                    Piece("red", RED, 20, 30, 2, BACK),
                    Piece("stand", RED, 40, 61, 3, folds=True, foot=8),
                    Piece("two-faced", RED, 30, 20, back=BACK, folds=True),
                    Piece("plain", RED, 30, 45),
                ],
                gap=float(options["gap"]),
            ),
            Pieces("Labels", "Stick them on.", [Piece("label", CARD, 60, 20, 30)], stickers=True),
            Leaflet(
                "Help",
                [
                    Heading("A heading that is so long that it needs more than one line of its column"),
                    *[Paragraph(long, mark) for mark in ("", "1.")],
                    LeafletTable(["", ""], [["one", "1"], ["two", "2"], ["three", "3"]], [3, 1]),
                    Illustration(
                        CARD, "Below a figure its caption stands, which may have more than one line too."
                    ),
                    *[Paragraph("Words. " * 40)] * (12 if options["much"] else 1),
                ],
                3,
                3.3,
            ),
            Leaflet("", [Paragraph("Without a title.")], 1),
        ],
        ["a pencil", "a **table**"],
    )


OPTIONS = (Choice("gap", ("4", "0"), "4", "", "Between pieces"), Flag("much", True, "", "Much to read"))


@pytest.fixture(scope="module")
def declared(tmp_path_factory):
    """Connect four with that kit."""
    rules = tmp_path_factory.mktemp("rules") / "rules.md"
    rules.write_text(RULES, encoding="utf-8")
    return replace(
        connect_four.SPEC,
        print=replace(connect_four.SPEC.print, kit=KitMaker(kit, OPTIONS)),
        presentation=replace(
            connect_four.SPEC.presentation, rulebook=rules, credit="By nobody.", source="From nothing."
        ),
    )


def printed(spec, sheet="A4", ink="colour", much=True, **settings):
    """The kit under these settings."""
    given = {**st.Game(connect_four.SPEC).settings, **settings}
    return print_kit(spec, None, given, {"gap": "4", "much": much}, PrintJob(sheet, ink))


def told(made):
    """All that a kit on sheets is: what they are called, what is on them, and where things lie."""
    found = [made.title, *made.needed, f"stickers: {sorted(made.stickers)}"]
    for page, title in zip(made.pages, made.titles, strict=True):
        found.append(f"{title}: {page.width:g} x {page.height:g}")
        for (kind, style), items in groupby(page.shapes, styled):
            said = words if kind is Text else lines
            found += [f"  {style}", *said(items)]
    for place in made.places:
        box = " ".join(f"{side:.2f}" for side in place.box)
        found.append(f"{place.part}, {place.name}, on sheet {place.page}: {box}")
    return "\n".join([*found, ""])


def styled(item):
    """What an item has in common with others of one style, and that in words."""
    if isinstance(item, Text):
        style = f"{'bold ' * item.bold}{'upended ' * (item.quarters == 2)}{item.anchor} {colour(item.fill)}"
        return Text, f"text {style} {item.size:.2f}, baseline {item.y:.2f}"
    look = look_of(item)
    lined, filled = look.stroke and colour(look.stroke), look.fill and colour(look.fill)
    return Look, f"paths lined {lined} {look.width:.2f}, filled {filled}"


def words(texts):
    """The words on a line, where the first and the last begin."""
    texts = list(texts)
    return [f"    {texts[0].x:.2f} to {texts[-1].x:.2f}: {' '.join(text.words for text in texts)}"]


def lines(outlines):
    """The points of lines, the middle and the radius of circles."""
    said = [
        f"{one.x:.1f},{one.y:.1f} {one.radius:.1f} around"
        if isinstance(one, Circle)
        else " ".join(f"{x:.1f},{y:.1f}" for x, y in one.points)
        for one in outlines
    ]
    return [f"    {one}" for one in said]


def pictures(monkeypatch):
    """What is drawn for pictures and sheets of positions."""
    with monkeypatch.context() as patch:
        patch.setattr(pdf, "pictured", lambda pdf, *_: pdf)
        cards = [pdf.card(BOARD, heading, sides) for heading, sides in (("Go", ("A", "B")), LONG)]
        return {
            "card.txt": "".join(map(objects, cards)),
            "board.txt": objects(pdf.to_png(BOARD, 200)) + objects(pdf.to_png(TALL, 200)),
            "sheets.txt": objects(pdf.to_pdf(BOARD, LONG[0] * 3, ("A stone on A1", *("a word " * 30,) * 30)))
            + objects(pdf.to_pdf(BOARD, "Go", ("A stone on A1",))),
        }


LONG = ("A very long name indeed of a game", ("Unpronounceably" * 4, "Maximilian"))
TALL = replace(
    BOARD,
    height=30,
    title=" ".join(["A title"] * 30),
    shapes=(*BOARD.shapes, Text(9, 20, 2, "right", anchor="end")),
)


def test_pictures_and_sheets_are_laid_out_as_before(monkeypatch):
    for name, text in pictures(monkeypatch).items():
        hold(SHOWN / name, text)


def test_a_kit_is_laid_out_as_before(declared):
    text = told(printed(declared, columns=5))
    hold(SHOWN / "kit.txt", text)


def test_a_sheet_has_the_same_as_svg_and_as_pdf(declared):
    made = printed(declared)
    assert made.file("four") == Made("four.pdf", "application/pdf", pdf.pdf(made.pages, made.title))
    pages = [made.pages[made.titles.index(title)] for title in ("The field and Men", "Labels")]
    drawn = "".join(svg.page_svg(page, "A <title>").decode() for page in pages)
    hold(SHOWN / "kit.svg", drawn)
    text = objects(pdf.pdf(pages, made.title))
    hold(SHOWN / "kit.pdf.txt", text)


def test_a_kit_without_colours_has_the_same_in_greys(declared):
    colour, black = printed(declared), printed(declared, ink="black")
    assert colour.places == black.places
    for one, other in zip(colour.pages, black.pages, strict=True):
        assert len(one.shapes) == len(other.shapes)
        for shape, grey in zip(one.shapes, other.shapes, strict=True):
            paints = [name for name in ("fill", "stroke") if hasattr(shape, name)]
            assert replace(shape, **{name: getattr(grey, name) for name in paints}) == grey
            assert [bool(getattr(shape, name)) for name in paints] == [
                bool(getattr(grey, name)) for name in paints
            ]
    # as bright as the colour, by the weights of ITU-R BT.709
    assert [paper.grey(ink) for ink in ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff")] == [
        "#000000",
        "#ffffff",
        "#363636",
        "#b6b6b6",
        "#121212",
    ]


def test_larger_paper_takes_fewer_sheets(declared):
    counts = {sheet: len(printed(declared, sheet).pages) for sheet in ("A4", "A3", "Letter")}
    assert counts == {"A4": 15, "A3": 6, "Letter": 17}
    assert slug(declared, "A4") == "connect-four-kit-a4"


@pytest.mark.parametrize(
    ("parts", "sheet", "ink", "sentence"),
    [
        ([], "A5", "colour", "paper must be one of A4, A3, Letter, not 'A5'"),
        ([], "A4", "grey", "ink must be one of colour, black, not 'grey'"),
        ([Board("", "", lambda: pytest.fail("it is drawn"), 4000, 4000)], "A4", "black", "would have 352:"),
        ([Pieces("", "", [Piece("one", RED, 190, 240, 150)])], "A4", "black", "would have 151:"),
        (
            [Pieces("", "", [Piece("giant", RED, 10, 140, folds=True, foot=1)])],
            "A4",
            "black",
            "giant of 10 x 282 mm",
        ),
        ([Pieces("", "", [Piece("broad", RED, 282, 10)])], "A4", "black", "broad of 282 x 10 mm"),
    ],
)
def test_what_cannot_be_printed_is_refused_in_a_sentence(declared, parts, sheet, ink, sentence):
    spec = replace(
        declared, print=replace(declared.print, kit=KitMaker(lambda _setup, _options: Kit(parts, [])))
    )
    with pytest.raises(KitError, match=sentence):
        printed(spec, sheet, ink)


def test_a_game_without_a_kit_prints_none():
    with pytest.raises(KitError, match="Connect four has no kit to print"):
        printed(connect_four.SPEC)


def test_a_piece_that_fits_one_way_only_is_laid_so(declared):
    parts = [
        Pieces("", "", [Piece(name, RED, *size)])
        for name, size in (("high", (190, 240)), ("wide", (240, 170)))
    ]
    made = printed(
        replace(
            declared, print=replace(declared.print, kit=KitMaker(lambda _setup, _options: Kit(parts, [])))
        )
    )
    assert [(place.name, made.pages[place.page].width) for place in made.places] == [
        ("high", 210),
        ("wide", 297),
    ]


@pytest.mark.parametrize(
    ("wide", "high", "rows"),
    [(97, 50, [2, 2]), (97.001, 50, [1, 1, 1, 1]), (97, 133.5, [2, 2]), (97, 133.501, [2])],
)
def test_pieces_fill_a_sheet_to_its_edges_and_no_further(wide, high, rows):
    part = Pieces("", "", [Piece("one", RED, wide, high, 4)], gap=0.0)
    pages = _alone(part, SHEETS["A4"], False).pages
    tops = [one.box.top for one in pages[0]]
    assert [tops.count(top) for top in sorted(set(tops))] == rows
    assert sum(map(len, pages)) == 4


def test_of_many_boards_the_first_are_shown_in_small_with_the_sheets_that_they_take():
    boards = [Board(f"Board {n}", "", lambda: STRIPE, 320, 80, "size", 20) for n in range(40)]
    figures = [block for block in _plans(boards, "A4", {"size": 30}) if isinstance(block, Illustration)]
    # 300 of 320 mm grow with the option: at 26 they are 260, with the rest 280, as wide as a sheet that lies across
    assert [figure.caption for figure in figures] == [
        f"Board {n}: 2 sheets of A4. With size 26 it would take 1 sheet." for n in range(6)
    ]
    for figure in figures:
        numbers = [shape.words for shape in figure.drawing.shapes if isinstance(shape, Text)]
        assert numbers == ["1", "2"]
    # without an option it has the size that it has
    (told,) = (block.caption for block in _plans([STRIPED], "A4", {}) if isinstance(block, Illustration))
    assert told == "Striped: 2 sheets of A4."


STRIPED = Board("Striped", "", lambda: STRIPE, 320, 80)


def test_small_parts_lie_on_one_sheet_and_stickers_on_another(declared):
    def part(title, piece, stickers=False):
        return Pieces(title, "", [piece], stickers=stickers)

    parts = [
        part("Cards", Piece("card", RED, 60, 85, 10, BACK)),
        part("Sheets", Piece("sheet", RED, 190, 200)),
        part("Coins", Piece("coin", RED, 18, 18, 10)),
        part("Flags", Piece("flag", RED, 20, 10, 2), stickers=True),
        part("Track", Piece("track", RED, 180, 60)),
        part("Signs", Piece("sign", RED, 9, 9, 3), stickers=True),
    ]
    made = printed(
        replace(
            declared, print=replace(declared.print, kit=KitMaker(lambda _setup, _options: Kit(parts, [])))
        )
    )
    assert list(made.titles) == [
        "What is in it and what it needs and Rules",
        # the tenth card leaves room; what has no back is not on the backs
        "Cards, 1 of 2",
        "Cards, backs, 1 of 2",
        "Cards and Track, 2 of 2",
        "Cards, backs, 2 of 2",
        "Sheets and Coins",
        "Flags and Signs",
    ]
    assert {made.titles[number] for number in made.stickers} == {"Flags and Signs"}
    for number, page in enumerate(made.pages):
        boxes = [place.box for place in made.places if place.page == number]
        for n, one in enumerate(boxes):
            assert not any(paper.within([Polygon(one.corners, "#000000")], other) for other in boxes[:n])
            assert one.right <= page.width - 8
            assert one.bottom <= page.height - 8 - 14
    # each but the first has its title above it, and the first page says where it is
    for title, name in (("Coins", "coin"), ("Track", "track")):
        page, top = next((place.page, place.box.top) for place in made.places if place.name == name)
        said = {item.words: item.y for item in made.pages[page].shapes if isinstance(item, Text)}
        assert top - 6 < said[title] < top - 3
    words = " ".join(item.words for item in made.pages[0].shapes if isinstance(item, Text))
    for sentence in (
        "Cards (pages 2 to 5)",
        "Coins (page 6)",
        "Track (page 4)",
        "Flags (page 7)",
        "Signs (page 7)",
    ):
        assert sentence in words


def test_a_piece_that_folds_is_cut_out_with_both_sides_and_feet():
    assert outside_of(Piece("flat", RED, 20, 30, foot=5)) == (20, 30)
    assert outside_of(Piece("stand", RED, 20, 30, folds=True, foot=5)) == (20, 70)


def test_what_lies_in_a_window_is_what_pixels_say():
    """Cutting a drawing leaves the same ink inside of the window as hiding the rest."""
    window, rng = Box(20, 30, 60, 70), np.random.default_rng(5)
    items = []
    for _ in range(12):
        points = tuple((float(x), float(y)) for x, y in rng.uniform(0, 90, (5, 2)))
        items.append(Polygon(points, "#808080"))
        items.append(Line(tuple((float(x), float(y)) for x, y in rng.uniform(0, 90, (80, 2))), width=0.4))
        items.append(Circle(*map(float, rng.uniform(0, 90, 2)), float(rng.uniform(5, 40)), "#808080"))
    for item in items:
        whole, cut = (
            np.asarray(Image.open(BytesIO(pdf.png(Page(90, 90, tuple(drawn)), 360))).convert("L"), int)[
                122:278, 82:238
            ]
            for drawn in ([item], paper.within([item], window))
        )
        assert (np.abs(whole - cut) > 60).mean() < 0.002
        for part in paper.within([item], window):
            for x, y in getattr(part, "points", ()):
                assert window.left - 1e-9 <= x <= window.right + 1e-9
                assert window.top - 1e-9 <= y <= window.bottom + 1e-9


def test_pieces_that_touch_have_no_marks_on_each_other():
    boxes = [Box(x, y, x + 10, y + 10) for x in (0, 10) for y in (0, 10)]
    near, far = MARK
    around = [(-near, -far), (20 + near, 20 + far)]
    level = {((begin, at), (end, at)) for begin, end in around for at in (0, 10, 20)}
    upright = {((at, begin), (at, end)) for begin, end in around for at in (0, 10, 20)}
    assert set(corners(boxes)) == level | upright


def test_a_mark_that_ends_at_a_piece_does_not_cross_it():
    piece = Box(10, 10, 20, 20)
    for x, y in ((1, 0), (0, 1)):
        for at in (10, 15, 20):
            # along a middle line or an edge: before, up to, into, out of and behind the piece
            ends = [((6, 9), False), ((6, 10), False), ((6, 11), True), ((19, 24), True), ((20, 24), False)]
            for (begin, end), crosses in ends:
                line = [(begin * x + at * y, begin * y + at * x), (end * x + at * y, end * y + at * x)]
                assert {_crosses(tuple(line), piece), _crosses(tuple(line[::-1]), piece)} == {crosses}
        for at in (9.9, 20.1):
            assert not _crosses(((6 * x + at * y, 6 * y + at * x), (24 * x + at * y, 24 * y + at * x)), piece)


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
@pytest.mark.parametrize("quarters", range(4))
def test_a_text_is_in_a_window_whole_or_not_at_all(anchor, quarters):
    text = Text(50, 50, 10, "Words", anchor=anchor, quarters=quarters)
    own = paper.box_of(text)
    long, high = pdf.width_of(text), 9.7
    sizes = (high, long) if quarters % 2 else (long, high)
    assert (own.right - own.left, own.bottom - own.top) == pytest.approx(sizes)
    # the box of what pdfium shows lies within it
    picture = np.asarray(Image.open(BytesIO(pdf.png(Page(100, 100, (text,)), 1000))).convert("L"), int)
    rows, columns = (np.flatnonzero((picture < 128).any(axis=axis)) / 10 for axis in (1, 0))
    assert own.left - 0.2 <= columns[0]
    assert columns[-1] <= own.right + 0.2
    assert own.top - 0.2 <= rows[0]
    assert rows[-1] <= own.bottom + 0.2
    assert paper.within([text], own) == [text]
    for side in range(4):
        narrower = [own[n] + (0.01 if n < 2 else -0.01) * (n == side) for n in range(4)]
        assert paper.within([text], Box(*narrower)) == []


def test_a_picture_says_how_large_it_is():
    picture = Image.open(BytesIO(pdf.png(Page(50.8, 25.4, ()), 300)))
    assert picture.size == (300, 150)
    assert picture.info["dpi"] == pytest.approx((150, 150), abs=0.1)
