"""Every page of every kit, as pdfium shows it: true scale, nothing cut off, letters that can be read, no need of colours."""

import re
from collections.abc import Iterator
from ctypes import c_uint
from itertools import combinations
from typing import Any

import numpy as np
import pypdfium2.raw as pdfium
import pytest

from sandtable.authoring import LeafletTable
from sandtable.games import spec
from sandtable.graphics.drawing import Text
from sandtable.graphics.tiling import BAR, FOOT, MARGIN, UNPRINTABLE
from sandtable.printing.duplex import flips_upside_down
from sandtable.printing.flow import set_in_columns
from sandtable.printing.press import PrintJob
from tests.kits.conftest import GAMES, PT, Made, made
from tests.markers import quick

LEAST, LEAST_OF_STICKERS = 8.0, 7.0  # points
CONTRAST = 4.5
COARSE, FINE = 2.0, 10.0  # dots a mm
DIFFERENT = 1.5  # mm2 of two signs


def texts(page: Any) -> Iterator[Any]:
    """The text objects of a page."""
    raw: Any = pdfium
    return page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])


def ink_of(text: Any) -> np.ndarray:
    """The colour of its letters."""
    red, green, blue, alpha = (c_uint() for _ in range(4))
    raw: Any = pdfium
    assert raw.FPDFPageObj_GetFillColor(text.raw, red, green, blue, alpha)
    return np.array([red.value, green.value, blue.value], float)


def luminance(colour: np.ndarray) -> float:
    share = colour / 255
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def contrast_with(ink: np.ndarray, around: np.ndarray) -> float:
    """The contrast of letters with the commonest colour around them that is not their own; 1 where there is none."""
    colours, counts = np.unique(around, axis=0, return_counts=True)
    others = np.abs(colours.astype(float) - ink).max(axis=1) > 40
    if not others.any():
        return 1.0
    behind = colours[others][counts[others].argmax()].astype(float)
    dark, light = sorted((luminance(ink), luminance(behind)))
    return (light + 0.05) / (dark + 0.05)


def runs(dark: np.ndarray) -> list[float]:
    """The lengths of the runs of True in a row, in dots."""
    turns = np.flatnonzero(np.diff(np.pad(dark, 1).astype(int)))
    return (turns[1::2] - turns[::2]).tolist()


def test_the_bar_on_every_page_measures_40_mm(usual: Made) -> None:
    for number, page in enumerate(usual.kit.pages):
        # only the corner of the page that has the bar, which is above on a back that is printed upside down
        right, other = (page.width - MARGIN - BAR - 3) / PT, (page.height - MARGIN - FOOT) / PT
        above = number in usual.kit.backs and flips_upside_down((page.width, page.height), "long")
        crop = (0, other, right, 0) if above else (0, 0, right, other)
        corner = usual.document[number].render(scale=FINE * PT, crop=crop, grayscale=True).to_pil()
        longest = max(run for row in np.asarray(corner) < 100 for run in runs(row)) / FINE
        assert longest == pytest.approx(BAR, abs=0.2), usual.kit.titles[number]


def test_nothing_lies_where_printers_do_not_print(usual: Made) -> None:
    for number, title in enumerate(usual.kit.titles):
        page = usual.grey(number, COARSE)
        rim = int(UNPRINTABLE * COARSE) - 1
        inside = page[rim:-rim, rim:-rim]
        assert (page < 250).sum() == (inside < 250).sum(), title
        width, height = usual.document[number].get_size()
        for thing in usual.document[number].get_objects():
            left, bottom, right, top = thing.get_bounds()
            # the box of a line that is cut off at a sheet's edge reaches half its width further than its ink
            assert min(left, bottom) >= -1, title
            assert right <= width + 1, title
            assert top <= height + 1, title


def test_no_letters_lie_on_others_or_cross_an_outline(usual: Made) -> None:
    for number, title in enumerate(usual.kit.titles):
        page, places = usual.document[number], [one.box for one in usual.kit.places if one.page == number]
        upper = page.get_height()
        # a point is left to each side for what letters reach beyond their width
        boxes = np.add([text.get_bounds() for text in texts(page)], (1, 1.5, -1, -1.5))
        left, bottom, right, top = boxes.T
        meet = (
            (left[:, None] < right)
            & (left < right[:, None])
            & (bottom[:, None] < top)
            & (bottom < top[:, None])
        )
        assert not np.triu(meet, 1).any(), title
        for one in places:
            edges = one.left / PT, upper - one.bottom / PT, one.right / PT, upper - one.top / PT
            touches = (left < edges[2]) & (right > edges[0]) & (bottom < edges[3]) & (top > edges[1])
            inside = (left >= edges[0]) & (right <= edges[2]) & (bottom >= edges[1]) & (top <= edges[3])
            assert not (touches & ~inside).any(), (title, one)


def test_letters_are_large_enough(usual: Made) -> None:
    for number, title in enumerate(usual.kit.titles):
        least = LEAST_OF_STICKERS if number in usual.kit.stickers else LEAST
        sizes = [text.get_font_size() for text in texts(usual.document[number])]
        assert min(sizes) >= least - 0.01, title


def test_letters_stand_out_from_what_is_behind(usual: Made) -> None:
    for number, title in enumerate(usual.kit.titles):
        page = np.asarray(usual.document[number].render(scale=3 * PT).to_pil())
        upper = usual.document[number].get_height()
        for text in texts(usual.document[number]):
            left, bottom, right, top = text.get_bounds()
            # two dots around them, since the first is half the letters'
            rows = slice(int((upper - top - 2) * 3 * PT), int((upper - bottom + 2) * 3 * PT) + 1)
            columns = slice(int((left - 2) * 3 * PT), int((right + 2) * 3 * PT) + 1)
            contrast = contrast_with(ink_of(text), page[rows, columns].reshape(-1, 3))
            assert contrast >= CONTRAST, (title, text.get_bounds())


def test_no_two_pieces_need_colours_to_be_told_apart(usual: Made) -> None:
    shown: dict[str, dict[str, np.ndarray]] = {}
    pages: dict[int, np.ndarray] = {}
    for place in usual.kit.places:
        # backs tell nothing
        if place.name in shown.setdefault(place.part, {}) or place.name.endswith(", back"):
            continue
        if place.page not in pages:
            pages = {place.page: usual.grey(place.page, 4)}
        left, top, right, bottom = (round(side * 4) for side in place.box)
        shown[place.part][place.name] = pages[place.page][top + 1 : bottom - 1, left + 1 : right - 1]
    for part, pieces in shown.items():
        for (name, one), (other, two) in combinations(pieces.items(), 2):
            rows, columns = (min(a, b) for a, b in zip(one.shape, two.shape, strict=True))
            apart = np.abs(one[:rows, :columns].astype(int) - two[:rows, :columns]) > 60
            assert apart.sum() / 4**2 > DIFFERENT, (part, name, other)


def test_the_first_page_says_what_is_in_it_and_what_else_is_needed(usual: Made) -> None:
    words = usual.words(0)
    assert "the bar on every sheet must measure 40 mm" in words
    for needed in usual.kit.needed:
        assert needed in words
    for title, first, last in re.findall(r"([A-Z][^·]*?) \(pages? (\d+)(?: to (\d+))?\)", words):
        for page in range(int(first), int(last or first) + 1):
            assert title.split("· ")[-1] in usual.kit.titles[page - 1]


def test_the_rules_are_in_it_whole_and_credited(usual: Made) -> None:
    # something shorter may be above them
    pages = [n for n, title in enumerate(usual.kit.titles) if re.search(r"\bRules\b", title)]
    words = " ".join(usual.words(page) for page in pages)
    clauses = re.findall(r"^\*\*([A-Z][\w.]+?)\.?\*\*", spec(usual.game).rules_text(), re.MULTILINE)
    assert clauses
    assert [clause for clause in clauses if clause not in words] == []
    figures = spec(usual.game).presentation.figures(spec(usual.game).complete())
    assert figures
    for clause, figure in figures.items():
        # after its own clause, before the next
        caption, begins = words.index(figure.caption), words.index(f"{clause} [")
        assert begins < caption
        later = [words.index(f"{other} [") for other in clauses if f"{other} [" in words]
        assert caption < min((at for at in later if at > begins), default=len(words))
    assert spec(usual.game).presentation.credit.split(" ")[0] in usual.words(len(usual.kit.pages) - 1)


@pytest.mark.parametrize(
    ("game", "settings", "told", "not_told"),
    [
        (
            "assault",
            {"held_if": "landed", "reveal": "numbers", "held_may_attack": False, "corners": "diagonal"},
            ("A comparison shows both players both numbers.", "start on opposite corners"),
            ("It may still attack", "only whether the attacker was higher"),
        ),
        (
            "rush",
            {"throw_ends": "incomplete", "drop": "any", "opponent_threatens": False},
            (
                "A throw ends it only if it misses",
                "the opponent in the contest does not count",
                "miss a throw",
            ),
            ("drops the ball, throws it or fails", "was never held"),
        ),
    ],
)
def test_a_kit_has_the_rules_that_are_played(
    game: str, settings: dict[str, Any], told: tuple[str, ...], not_told: tuple[str, ...]
) -> None:
    here = made(game, settings)
    words = " ".join(here.words(page) for page in range(len(here.kit.pages)))
    assert [text for text in told if text not in words] == []
    assert [text for text in not_told if text in words] == []
    assert [name for name in settings if "_" in name and name in words] == []
    # the first page says what is not as usual, in sentences
    assert "You play it by rules of your own" in here.words(0)
    assert any(text in here.words(0) for text in told)
    here.document.close()


@pytest.mark.parametrize("game", quick("rush", of=GAMES))
def test_a_kit_without_colours_has_none(game: str) -> None:
    black = made(game, job=PrintJob(ink="black"))
    for page in range(min(4, len(black.kit.pages))):
        picture = np.asarray(black.document[page].render(scale=0.5).to_pil()).astype(int)
        assert np.ptp(picture, axis=2).max() <= 2
    black.document.close()


def test_the_head_of_a_table_stands_above_its_rows_on_every_page() -> None:
    table = LeafletTable(("Name", "Number"), [(f"n{n}", str(n)) for n in range(60)], (1, 1))
    pages = set_in_columns([table], 80, 100, 1, 3)
    said = [[item.words for item in page if isinstance(item, Text)] for page in pages]
    assert len(said) > 2
    assert all(words[:2] == ["Name", "Number"] for words in said)
    assert [word for words in said for word in words[2::2]] == [f"n{n}" for n in range(60)]
