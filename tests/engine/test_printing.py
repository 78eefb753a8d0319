"""Drawings as PNG and PDF: what is painted where, how large, and the same bytes each time."""

from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
import uharfbuzz
from PIL import Image, ImageColor

from sandtable.graphics import typefaces
from sandtable.graphics.drawing import CARD, COLOURS, Circle, Drawing, Line, Page, Polygon, Text, Thing, box
from sandtable.graphics.pdf import MARGIN, PAGE, _fitted, card, png, to_pdf, to_png, width_of
from sandtable.graphics.typefaces import plain

BOARD = Drawing(
    20,
    10,
    "A board with something of everything",
    (
        Polygon(box(1, 1, 8, 8), "board", "line", 0.1),
        Thing("a stone", (Circle(5, 5, 2, "first"),)),
        Line(((11, 5), (19, 5)), "mark", 1),
        Line(((11, 8), (19, 8)), "red", 0.4, dashed=True),
        Text(5, 5.7, 2, "7", "paper", bold=True),
        # what lies beyond the board is not shown, and neither is what has no colour
        Polygon(box(15, -5, 2, 6), "green"),
        Circle(15, 2, 1),
        Text(11, 3, 1, "a b", "paper", "start", monospace=True),
    ),
)


def image_of(data):
    image = Image.open(BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGB")


def test_shapes_are_painted_where_they_are():
    image = image_of(to_png(BOARD, 200))
    assert image.size == (200, 100)
    for place, name in {
        (2, 2): "ground",
        (15, 15): "board",
        (35, 50): "first",
        (150, 50): "mark",
        (160, 5): "green",
        (150, 20): "ground",
    }.items():
        assert image.getpixel(place) == ImageColor.getrgb(COLOURS[name]), (place, name)
    row = [image.getpixel((x, 80)) for x in range(110, 190)]
    assert {ImageColor.getrgb(COLOURS[name]) for name in ("red", "ground")} <= set(row)
    assert len(image.crop((40, 40, 60, 60)).getcolors(10**5)) > 2


def test_a_card_has_the_size_that_messengers_want_and_all_words_fit():
    for heading, sides in (
        ("Go", ("A", "B")),
        ("A very long name indeed of a game", ("Unpronounceably" * 4, "B")),
    ):
        made = card(BOARD, heading, sides)
        assert made == card(BOARD, heading, sides)
        image = image_of(made)
        assert image.size == CARD
        page = ImageColor.getrgb(PAGE)
        assert image.getpixel((5, 5)) == page
        # words to the left of the board, and nothing on its rim
        assert {image.getpixel((462, y)) for y in range(CARD[1])} == {page}
        assert len(image.crop((48, 140, 440, 260)).getcolors(10**5)) > 2


def test_long_names_on_a_card_take_a_line_each():
    def rows(sides):
        words = image_of(card(BOARD, "Go", sides)).crop((48, 225, 440, 400))
        full = [
            any(words.getpixel((x, y)) != ImageColor.getrgb(PAGE) for x in range(words.width))
            for y in range(words.height)
        ]
        return sum(now and not before for before, now in zip([False, *full], full, strict=False))

    assert rows(("Ann", "Bo")) == 1
    assert rows(("Maximilian the first", "Anne of the mountains")) > 1


@pytest.mark.parametrize(
    ("lines", "sheets"), [((), 1), (("A stone on A1",) * 10, 1), (("A word " * 40,) * 60, 4)]
)
def test_a_sheet_of_paper_has_the_drawing_and_what_it_says_in_words(lines, sheets):
    made = to_pdf(BOARD, "Ann against Bob", lines)
    assert made == to_pdf(BOARD, "Ann against Bob", lines)
    document = pypdfium2.PdfDocument(made)
    assert len(document) == sheets
    assert document[0].get_size() == pytest.approx((595.28, 841.89), abs=0.1)
    page = document[0].get_textpage()
    text = page.get_text_range()
    assert "Ann against Bob" in text
    # the heading is above the drawing, within the margins, in points from the bottom
    heading = page.get_charbox(text.index("Ann against Bob"))
    assert 841.89 - 2 * MARGIN * 72 / 25.4 < heading[1] < heading[3] < 841.89 - MARGIN * 72 / 25.4 + 10
    assert ("A stone on A1" in text) == ("A stone on A1" in lines)
    document.close()


# names, the typefaces of their parts from left to right, and whether each part is written leftward
NAMES = {
    "Łucja Đặng": [("Sans", False)],
    "Ελένη": [("Sans", False)],
    "Катя – Zoë": [("Sans", False)],
    "فاطمة": [("SansArabic", True)],
    "דנה 7": [("Sans", False), ("SansHebrew", True)],
    "Bob גד Al": [("Sans", False), ("SansHebrew", True), ("Sans", False)],
    "क्षत्रिय": [("SansDevanagari", False)],
    "น้ำผึ้ง": [("SansThai", False)],
    "தமிழ்": [("SansTamil", False)],
    "龍、たろう 한나": [("SansCJKjp-Regular", False)],
    "🐎 2": [("Emoji", False), ("Sans", False)],
}


@pytest.mark.parametrize("name", NAMES)
def test_names_in_all_scripts_are_drawn_as_they_are(name):
    found = typefaces.parts(name)
    told = [(part.typeface.stem.removeprefix("Noto").removesuffix("[wght]"), part.leftward) for part in found]
    assert told == NAMES[name]
    assert all(glyph for part in found for glyph in glyphs(part.typeface, part.words))
    made = to_pdf(BOARD, f"{name}", [])
    assert made == to_pdf(BOARD, f"{name}", [])
    document = pypdfium2.PdfDocument(made)
    # pdfium orders the parts of a line in its own way
    read = document[0].get_textpage().get_text_range().split("\r\n")[0]
    assert sorted(read) == sorted(name)
    document.close()
    assert to_png(replace(BOARD, shapes=(Text(5, 5, 2, name),))) != to_png(replace(BOARD, shapes=()))


def glyphs(typeface, words):
    """The numbers of the shapes of `words`; 0 is the one for what a typeface lacks."""
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(typeface))))
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    return [info.codepoint for info in buffer.glyph_infos]


@pytest.mark.parametrize("words", ["فاطمة", "क्षत्रि", "👩\u200d👧", "🇳🇱"])
def test_letters_are_joined_as_their_script_joins_them(words):
    apart = sum(width_of(Text(0, 0, 10, one)) for one in words if one.isprintable())
    assert width_of(Text(0, 0, 10, words)) < 0.95 * apart


def test_a_line_with_other_letters_is_as_wide_as_it_is_said_to_be():
    for bold in (False, True):
        text = Text(10, 10, 8, "Фаина 龍 דנה", anchor="start", bold=bold)
        page = Page(80, 20, (text,))
        image = np.asarray(Image.open(BytesIO(png(page, 800))).convert("L")) < 200
        columns = np.flatnonzero(image.any(axis=0))
        assert columns[0] == pytest.approx(100, abs=12)
        assert columns[-1] == pytest.approx(100 + 10 * width_of(text), abs=12)


def test_words_in_columns_keep_them_beside_other_letters():
    def last(words):
        line = Text(1, 5, 2, words, "paper", "start", monospace=True)
        image = np.asarray(image_of(to_png(replace(BOARD, shapes=(line,)), 400)).convert("L"))
        return np.flatnonzero((image > 100).any(axis=0))[-1]

    assert last("Anna   x") == pytest.approx(last("Анна   x"), abs=4)


def test_what_no_typeface_has_is_a_question_mark_or_something_alike():
    assert typefaces.parts("Zoë – 5 ≥ 4…") == ()
    assert plain("Zoë – 5 ≥ 4…") == "Zoë - 5 >= 4..."
    # in a line with other letters only letters of ancient Ugarit are lacking
    assert "".join(part.words for part in typefaces.parts("Катя – \U00010380 ①")) == "Катя – ? ①"
    # nothing is lost in a name of nothing else
    assert plain("\U00010380\U00010381") == "??"
    assert "".join(part.words for part in typefaces.parts("\U00010380\U00010381")) == "??"


def test_the_title_of_a_file_has_all_letters():
    title = "Катя 👩\u200d👧 می\u200cخواهم"
    document = pypdfium2.PdfDocument(to_pdf(BOARD, f"{title}\x07", []))
    assert document.get_metadata_dict()["Title"] == title
    document.close()


@pytest.mark.parametrize(
    ("room", "place"), [((400, 100), (100, 0, 10)), ((100, 400), (0, 175, 5)), ((200, 100), (0, 0, 10))]
)
def test_a_drawing_fills_its_room_and_lies_in_the_middle(room, place):
    assert _fitted(BOARD, 7, 9, *room) == (7 + place[0], 9 + place[1], place[2])
