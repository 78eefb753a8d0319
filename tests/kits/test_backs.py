"""Printing on both sides: every back lies on its front, whatever the paper, the pieces and the edge of the flip."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from sandtable.authoring import Kit, KitMaker, Piece, Pieces, resolve
from sandtable.authoring.kits import KitError
from sandtable.engine.game import Game
from sandtable.games import spec
from sandtable.games.rout.show.kit import CARDS
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Drawing, Page, Point, Polygon, Text, box
from sandtable.graphics.pdf import pictured
from sandtable.graphics.tiling import CUT, SHEETS
from sandtable.printing.duplex import FLIPS, MOST_SHIFT
from sandtable.printing.press import Printed, PrintJob, print_kit
from tests.fixtures.connect_four import SPEC
from tests.kits.conftest import PT, made
from tests.markers import quick

EVERY = [(sheet, flip) for sheet in SHEETS for flip in FLIPS]
MARK = "#ff0000"
# a square in the upper left corner of each back, a quarter as wide as it
MARKED = Drawing(4, 4, "back", (Polygon(box(0, 0, 4, 4), "blue"), Polygon(box(0, 0, 1, 1), MARK)))
PLAIN = Drawing(4, 4, "front", (Polygon(box(0, 0, 4, 4), "red"),))


def outlines(page: Page) -> list[Box]:
    """The outlines of what is cut out of a page, as they are drawn on it."""
    cut = (shape for shape in page.shapes if isinstance(shape, Polygon) and shape.stroke == CUT)
    return sorted(_around(shape.points) for shape in cut)


def _around(line: Sequence[Point]) -> Box:
    xs, ys = [x for x, _ in line], [y for _, y in line]
    return Box(min(xs), min(ys), max(xs), max(ys))


def through(page: Page, flip: str, where: Box) -> Box:
    """Where something on a back page is seen when its sheet lies with the front up and is held against the light."""
    along_height = page.height > page.width if flip == "long" else page.height < page.width
    if along_height:
        return Box(page.width - where.right, where.top, page.width - where.left, where.bottom)
    return Box(where.left, page.height - where.bottom, where.right, page.height - where.top)


def sheets(kit: Printed) -> Iterator[tuple[int, Page, Page]]:
    """The sheets with backs: the number of the front, and both sides."""
    assert kit.backs
    for number in sorted(kit.backs):
        assert "backs" in kit.titles[number]
        assert "backs" not in kit.titles[number - 1]
        yield number - 1, kit.pages[number - 1], kit.pages[number]


def test_the_sizes_of_cards_are_those_that_are_tested() -> None:
    assert set(CARDS) == {"poker", "bridge", "mini", "tarot"}
    assert set(SHEETS) == {"A4", "A3", "Letter"}


def printed(job: PrintJob, *parts: Pieces) -> Printed:
    """A kit of these pieces alone."""
    game = Game(
        replace(SPEC, print=replace(SPEC.print, kit=KitMaker(lambda _setup, _options: Kit(parts, ()))))
    )
    return print_kit(game.spec, game.setup, game.settings, {}, job)


def pieces_of(game: str, **options: object) -> list[Pieces]:
    """The pieces of a game's kit."""
    declared = spec(game).print.kit
    assert declared is not None
    loaded = Game(spec(game))
    kit = declared.make(loaded.setup, {**loaded.settings, **resolve(declared.options, options)})
    return [part for part in kit.parts if isinstance(part, Pieces)]


@pytest.mark.parametrize(("sheet", "flip"), EVERY)
@pytest.mark.parametrize("card", CARDS)
def test_every_back_of_a_card_lies_on_its_front(sheet: str, flip: str, card: str) -> None:
    kit = printed(PrintJob(sheet, flip=flip), *pieces_of("rout", card=card))
    cards = 0
    for number, front, back in sheets(kit):
        names = [place.name for place in kit.places if place.page == number and place.part == "The deck"]
        seen = [through(back, flip, where) for where in outlines(back)]
        fronts = outlines(front)
        assert len(seen) == len(names)
        for where in seen:
            assert any(where == pytest.approx(other, abs=1e-6) for other in fronts)
        cards += len(seen)
    assert cards == 3 * 8 + 2 * 2


@pytest.mark.parametrize(("sheet", "flip"), EVERY)
def test_every_back_of_a_counter_lies_on_its_front(sheet: str, flip: str) -> None:
    kit = printed(PrintJob(sheet, flip=flip), *pieces_of("rush", hex_mm=26))
    backs = {place.name: place for place in kit.places if place.name.endswith(", back")}
    assert len(backs) == 16
    for place in kit.places:
        back = backs.get(f"{place.name}, back")
        if back is not None:
            assert back.page == place.page + 1
            seen = through(kit.pages[back.page], flip, back.box)
            assert seen == pytest.approx(place.box, abs=1e-6)


@pytest.mark.parametrize(("sheet", "flip"), EVERY)
@pytest.mark.parametrize("size", [(63, 88), (120, 50), (31, 31)])
def test_a_piece_that_is_turned_like_a_page_shows_its_back_upright(
    sheet: str, flip: str, size: tuple[float, float]
) -> None:
    kit = printed(
        PrintJob(sheet, flip=flip), Pieces("Cards", "", [Piece("card", PLAIN, *size, 11, MARKED)], 2.0)
    )
    for _, front, back in sheets(kit):
        marks = [
            through(back, flip, _around(shape.points))
            for shape in back.shapes
            if isinstance(shape, Polygon) and shape.fill == MARK
        ]
        # what is at the left of a back is at the right of its front
        assert upper_right(marks) == upper_right(outlines(front))


def upper_right(boxes: Iterable[Box]) -> set[tuple[float, float]]:
    return {(round(where.right, 6), round(where.top, 6)) for where in boxes}


@pytest.mark.parametrize(("sheet", "flip"), quick(("Letter", "long"), of=EVERY))
@pytest.mark.parametrize("card", quick("poker", of=CARDS))
def test_pictures_of_both_sides_lie_on_each_other(sheet: str, flip: str, card: str) -> None:
    """The kit as pdfium shows it: whatever is cut out of a front has ink behind all of it, and nothing else of the deck has."""
    kit = made("rout", job=PrintJob(sheet, flip=flip), card=card)
    for number, front, _ in sheets(kit.kit):
        behind = kit.grey(number + 1, 2)
        behind = behind[:, ::-1] if (front.height > front.width) == (flip == "long") else behind[::-1]
        cards = np.zeros_like(behind, dtype=bool)
        for place in kit.kit.places:
            if place.page == number and place.part == "The deck":
                left, top, right, bottom = (round(2 * side) for side in place.box)
                assert (behind[top + 2 : bottom - 2, left + 2 : right - 2] < 250).all()
                cards[top - 7 : bottom + 7, left - 7 : right + 7] = True
        # the foot is not behind a card
        assert (behind[~cards] < 250).mean() < 0.05
    kit.document.close()


def test_a_shift_moves_all_backs_and_nothing_else() -> None:
    plain = made("rout").kit
    shifted = made("rout", job=PrintJob(shift=(1.5, -0.5))).kit
    for number, (one, other) in enumerate(zip(plain.pages, shifted.pages, strict=True)):
        if number in plain.backs:
            moved = np.subtract(outlines(other), outlines(one))
            assert np.allclose(moved, (1.5, -0.5, 1.5, -0.5))
        elif number:
            assert one == other
    words = " ".join(item.words for item in shifted.pages[0].shapes if isinstance(item, Text))
    assert "All backs are shifted by 1.5,-0.5 mm" in words


@pytest.mark.parametrize("shift", [(MOST_SHIFT + 0.1, 0), (0, -6), (float("nan"), 0), (0, float("inf"))])
def test_a_shift_out_of_range_is_refused(shift: tuple[float, float]) -> None:
    with pytest.raises(KitError, match="back shift must be from -5 to 5 mm in each direction"):
        PrintJob(shift=shift)


def read_off(kit: Printed, job: PrintJob, error: tuple[float, float]) -> tuple[float, float]:
    """What somebody reads on the back of the test sheet where a pin through the front's cross comes out.

    The printer prints backs `error` mm off, to the right and down as the back is seen. Either way of flipping leaves the middle
    of the paper where it is.
    """
    data = kit.test_file("sheet", job).data
    front, back = (darkest_lines(data, side) for side in (0, 1))
    x, y = (pin - (zero + off) for pin, zero, off in zip(front, back, error, strict=True))
    return round(x, 1), round(y, 1)


def darkest_lines(pdf: bytes, side: int) -> tuple[float, float]:
    """How far from the middle of a page its darkest upright and level line lie, in mm, among those near it."""
    document = pypdfium2.PdfDocument(pdf)
    width = document[side].get_width() * PT
    document.close()
    dark = 255.0 - np.asarray(Image.open(BytesIO(pictured(pdf, round(10 * width), side))).convert("L"), float)
    high, wide = (length // 2 for length in dark.shape)
    near = dark[high - 150 : high + 150, wide - 150 : wide + 150]
    upright, level = (np.convolve(near.sum(axis=axis), np.ones(5), "same").argmax() for axis in (0, 1))
    return float(upright - 149.5) / 10, float(level - 149.5) / 10


@pytest.mark.parametrize("flip", FLIPS)
@pytest.mark.parametrize("sheet", ["A4", "Letter"])
def test_what_is_read_off_the_test_sheet_is_the_shift_that_mends_it(sheet: str, flip: str) -> None:
    kit = made("rout", job=PrintJob(sheet, flip=flip)).kit
    error = (1.2, -0.7)
    read = read_off(kit, PrintJob(sheet, flip=flip), error)
    assert read == pytest.approx((-1.2, 0.7), abs=0.15)
    mended = read_off(kit, PrintJob(sheet, flip=flip, shift=read), error)
    assert mended == pytest.approx((0, 0), abs=0.15)


def test_the_test_sheet_lies_as_the_backs_of_its_kit() -> None:
    for sheet in SHEETS:
        kit = made("rout", job=PrintJob(sheet)).kit
        back = kit.pages[min(kit.backs)]
        document = pypdfium2.PdfDocument(kit.test_file("sheet", PrintJob(sheet)).data)
        assert len(document) == 2
        for side in document:
            assert side.get_size() == pytest.approx((back.width / PT, back.height / PT), abs=0.1)
        document.close()


def test_a_kit_without_backs_needs_no_test_sheet() -> None:
    with pytest.raises(KitError, match="nothing to print on both sides"):
        made("assault").kit.test_file("sheet", PrintJob())
