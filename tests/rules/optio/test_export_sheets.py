"""The PDF, measured on rendered pages: scale, check bar, overlap, marks and texts (O5.1)."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np
import pypdfium2
import pytest

from sandtable.games import spec
from sandtable.games.optio.data.ground import MARSH, OPEN, STEEP_HILL, WOOD
from sandtable.games.optio.show.battlefield import Battlefield
from sandtable.games.optio.show.export import export
from sandtable.games.optio.show.export.sheets import pages
from sandtable.graphics.drawing import Text
from sandtable.graphics.tiling import BAR, FOOT, MARGIN, OVERLAP, SHEETS, layout, parts

DOTS = 10  # a mm
PT = 25.4 / 72
EMPTY = Battlefield(
    "Long Grass, A1", "kv7-2mq", ((OPEN,) * 16,) * 8, 0, "Navy, heavy foot", "Oxblood, warband"
)
SIZES = list(product(SHEETS, (100.0, 37.5)))


OPENED: dict[tuple[str, float], Any] = {}


def document(sheet: str, cell_mm: float) -> Any:
    """The PDF of the empty field."""
    if (sheet, cell_mm) not in OPENED:
        OPENED[sheet, cell_mm] = pypdfium2.PdfDocument(export(EMPTY, "pdf", sheet, cell_mm).data)
    return OPENED[sheet, cell_mm]


@pytest.fixture(scope="module", autouse=True)
def closed() -> Iterator[None]:
    yield
    grey.cache_clear()
    while OPENED:
        OPENED.popitem()[1].close()


@cache
def grey(sheet: str, cell_mm: float, page: int) -> np.ndarray:
    """The grey levels (0 black to 255) of a page of the empty field, DOTS a mm."""
    return np.asarray(document(sheet, cell_mm)[page].render(scale=DOTS * PT, grayscale=True).to_pil())


def centres(dark: np.ndarray) -> list[float]:
    """The middles of the runs of True, in mm."""
    turns = np.flatnonzero(np.diff(np.pad(dark, 1).astype(int)))
    return [(a + b) / 2 / DOTS for a, b in zip(turns[::2].tolist(), turns[1::2].tolist(), strict=True)]


def longest_run(dark: np.ndarray) -> float:
    """The longest run of True in any row, in mm."""
    turns = [np.flatnonzero(np.diff(np.pad(row, 1).astype(int))) for row in dark if row.any()]
    return max(int((line[1::2] - line[::2]).max()) for line in turns) / DOTS


def lines(page: np.ndarray) -> tuple[list[float], list[float]]:
    """Where upright and level lines through the whole drawing lie, in mm from the left and from the top of the page."""
    top, left = round((MARGIN + 1) * DOTS), round((MARGIN + 1) * DOTS)
    inside = page[top : -round((MARGIN + FOOT + 1) * DOTS), left : -round((MARGIN + 1) * DOTS)] < 215
    upright = inside[: inside.shape[0] * 2 // 3].mean(axis=0) > 0.85
    level = inside[:, : inside.shape[1] * 2 // 3].mean(axis=1) > 0.85
    return [x + MARGIN + 1 for x in centres(upright)], [y + MARGIN + 1 for y in centres(level)]


@pytest.mark.parametrize(("sheet", "cell_mm"), SIZES)
def test_the_bar_on_every_kind_of_sheet_measures_40_mm(sheet: str, cell_mm: float) -> None:
    for number in (1, len(document(sheet, cell_mm)) - 1):
        page = grey(sheet, cell_mm, number)
        foot = page[-round((MARGIN + FOOT - 1) * DOTS) :, : round((MARGIN + BAR + 5) * DOTS)]
        assert longest_run(foot < 100) == pytest.approx(40, abs=0.2)


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_bar_on_the_overview_measures_40_mm(sheet: str) -> None:
    page = grey(sheet, 100.0, 0)
    # below the field: the plan beside it is wider, the frames of the legend are shorter
    runs = {
        longest_run(page[y : y + 1] < 100)
        for y in range(page.shape[0] // 2, page.shape[0])
        if (page[y] < 100).any()
    }
    assert [run for run in runs if 35 < run < 45]
    assert all(abs(run - 40) <= 0.2 for run in runs if 35 < run < 45)


@pytest.mark.parametrize(("sheet", "cell_mm"), SIZES)
def test_a_cell_has_its_size(sheet: str, cell_mm: float) -> None:
    upright, level = lines(grey(sheet, cell_mm, 1))
    assert upright
    assert level
    for found in (upright, level):
        steps = np.diff([MARGIN, *found])
        assert np.all(np.abs(steps - cell_mm) <= 0.2), steps


def cell_with_a_line_in_the_strip(axis: int) -> float:
    """A size of cells for which a grid line lies in the strip that the first sheet and the next along `axis` both show."""
    for cell_mm in map(float, range(30, 200)):
        end = layout("A4", 16 * cell_mm, 8 * cell_mm).window[axis]
        if end - OVERLAP + 3 < end // cell_mm * cell_mm < end - 3:
            return cell_mm
    raise AssertionError("no size of cells fits")


def test_neighbours_repeat_a_strip_at_the_right_distance() -> None:
    cell_mm = cell_with_a_line_in_the_strip(0)
    plan = layout("A4", 16 * cell_mm, 8 * cell_mm)
    left, right = (grey("A4", cell_mm, page) for page in (1, 2))
    line = next(x for x in lines(left)[0] if x > MARGIN + plan.window[0] - OVERLAP)
    again = lines(right)[0][0]
    # where the dashes of the one and the corner marks of the other say that the second sheet's edge lies
    edge, mark = marks(left)[-2], marks(right)[0]
    assert edge == pytest.approx(MARGIN + plan.window[0] - OVERLAP, abs=0.1)
    assert line - edge == pytest.approx(again - mark, abs=0.2)


def test_the_row_below_repeats_a_strip_too() -> None:
    cell_mm = cell_with_a_line_in_the_strip(1)
    plan = layout("A4", 16 * cell_mm, 8 * cell_mm)
    above, below = (grey("A4", cell_mm, page) for page in (1, 1 + plan.columns))
    line = next(y for y in lines(above)[1] if y > MARGIN + plan.window[1] - OVERLAP)
    edge, mark = marks(above.T)[-2], marks(below.T)[0]
    assert edge == pytest.approx(MARGIN + plan.window[1] - OVERLAP, abs=0.1)
    assert line - edge == pytest.approx(lines(below)[1][0] - mark, abs=0.2)


def marks(page: np.ndarray) -> list[float]:
    """Where the marks above the drawing stand, in mm."""
    return centres(
        (page[round((MARGIN - 2.5) * DOTS) : round((MARGIN - 1.1) * DOTS)] < 200).mean(axis=0) > 0.9
    )


@pytest.mark.parametrize(("sheet", "cell_mm"), [*product(SHEETS, (100.0, 37.5, 5.0)), ("A4", 200.0)])
def test_the_sheets_cover_the_field(sheet: str, cell_mm: float) -> None:
    width, height = 16 * cell_mm, 8 * cell_mm
    plan = layout(sheet, width, height)
    shown = list(parts(plan, width, height))
    assert len(shown) == plan.columns * plan.rows
    assert (shown[0].part.left, shown[0].part.top) == (0, 0)
    assert (shown[-1].part.right, shown[-1].part.bottom) == (width, height)
    for a, b in pairwise(shown):
        if a.row == b.row:
            assert a.part.right - b.part.left == pytest.approx(OVERLAP)
    for a, b in zip(shown, shown[plan.columns :], strict=False):
        assert a.part.bottom - b.part.top == pytest.approx(OVERLAP)


def test_the_paper_is_laid_so_that_fewer_sheets_do() -> None:
    assert (layout("A4", 1600, 800).columns, layout("A4", 1600, 800).rows) == (6, 5)
    assert layout("A4", 100, 250).paper == (210, 297)
    assert len(document("A3", 100.0)) == 1 + layout("A3", 1600, 800).total
    assert layout("A4", 80, 40).total == 1


def said(sheet: str, cell_mm: float, page: int) -> str:
    """All texts of a page."""
    text = document(sheet, cell_mm)[page].get_textpage().get_text_range()
    return " ".join(text.split())


def test_every_sheet_says_which_it_is_whose_and_what_lies_where() -> None:
    for page in range(1, 31):
        words = said("A4", 100.0, page)
        row, column = divmod(page - 1, 6)
        assert f"Sheet {page} of 30: row {row + 1} of 5, column {column + 1} of 6; cells " in words
        assert "Long Grass, A1, match kv7-2mq." in words
        assert "Beyond the top: Oxblood, warband. Beyond the bottom: Navy, heavy foot." in words
        assert "40 mm" in words
        assert spec("optio").about in words
    assert "cells 1-3, g-h, 100 mm each" in said("A4", 100.0, 1)
    assert "cells 14-16, a-b" in said("A4", 100.0, 30)
    assert "sheet 7 lies over this strip" in said("A4", 100.0, 1)
    assert "lies over this strip" not in said("A4", 100.0, 30)


def test_coordinates_stand_on_the_sheets_at_the_rim() -> None:
    found = " ".join(said("A4", 100.0, page) for page in range(1, 31)).split()
    for name in [*"bcdefgh", *(str(column) for column in range(7, 17))]:
        assert found.count(name) >= 2, name


@pytest.mark.parametrize(("cell_mm", "size"), [(5.0, 1.5), (10.0, 1.9), (30.0, 4.2), (60.0, 6.0)])
def test_coordinates_are_of_a_size_to_read_and_fit_their_cells(cell_mm: float, size: float) -> None:
    _, *sheets = pages(EMPTY, "A3", cell_mm)
    texts = [item for page in sheets for item in page.shapes if isinstance(item, Text)]
    sizes = [text.size for text in texts if text.words in tuple("abcdefgh")]
    assert len(sizes) >= 16
    assert sizes == pytest.approx([size] * len(sizes))


def test_the_overview_says_how_to_put_the_sheets_together() -> None:
    words = said("A4", 100.0, 0)
    assert "30 sheets of A4 at true scale Print without fitting to the page (100 %, actual size)" in words
    assert "There are 5 rows of 6" in words
    assert "open 128 cells" in words
    assert "Navy, heavy foot" in words
    assert "Oxblood, warband" in words
    assert spec("optio").about in words
    single = pypdfium2.PdfDocument(export(EMPTY, "pdf", "A4", 10).data)
    assert len(single) == 2
    assert "One sheet of A4 at true scale" in " ".join(single[0].get_textpage().get_text_range().split())
    single.close()


MANY = tuple(tuple((3 * row + 5 * column) % 15 for column in range(16)) for row in range(8))
LONG = replace(
    EMPTY, title="Wide Moors of the Wanderers " * 6, match="m" * 40, near="N" * 60, far="O" * 60, cells=MANY
)


@pytest.mark.parametrize(("sheet", "cell_mm"), [*SIZES, ("A4", 5.0), ("Letter", 200.0)])
def test_all_text_lies_on_the_paper(sheet: str, cell_mm: float) -> None:
    made = pypdfium2.PdfDocument(export(LONG, "pdf", sheet, cell_mm).data)
    for number in range(min(len(made), 12)):
        page = made[number]
        width, height = page.get_size()
        text = page.get_textpage()
        boxes = np.array([text.get_rect(i) for i in range(text.count_rects())])
        clear = 4 / PT
        assert boxes.min() >= clear, number
        assert boxes[:, 2].max() <= width - clear, number
        assert boxes[:, 3].max() <= height - clear, number
    made.close()


@pytest.mark.parametrize("kind", [STEEP_HILL, WOOD, MARSH])
def test_a_full_field_stays_small(kind: int) -> None:
    data = export(replace(EMPTY, cells=((kind,) * 16,) * 8), "pdf").data
    assert len(data) < 1_000_000


def test_a_file_holds_no_date_but_a_fixed_one() -> None:
    data = export(EMPTY, "pdf").data
    assert set(re.findall(rb"D:(\d{8})", data)) == {b"20000101"}
