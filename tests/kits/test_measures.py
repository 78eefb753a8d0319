"""A ruler laid on the pages as pdfium shows them: what is cut out, boards and template have their sizes to 0.2 mm.

The sizes are those of the rule books and of the options, written here once more and not asked of the kit.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from sandtable.graphics.tiling import OVERLAP
from sandtable.printing.press import Placed
from tests.kits.conftest import Made, Order, kept

DOTS = 10  # a mm
WITHIN = 0.2  # mm
NEAR = 0.6  # mm around an edge in which its line is looked for
Sizes = Mapping[str, tuple[float, float]]


def assault(options: Mapping[str, object]) -> Sizes:
    """What is cut out of the kit, by the beginnings of names."""
    # a pawn of 18 by 26 mm has two sides and two feet of 8 mm; secret sheets are half a page
    pawn = (18, 2 * 26 + 2 * 8)
    secret, token, track = (188, 120), (11, 11), (11 * 17, 3 * 17)
    return {
        "Navy's secret": secret,
        "Rust's secret": secret,
        "Navy": pawn,
        "Rust": pawn,
        "notes": (188, 58),
        "health track": track,
        "": token,
    }


def optio(options: Mapping[str, object]) -> Sizes:
    block = float(str(options["block_mm"]))
    return {"kudo": (18, 18), "": (block, block)}


def rout(options: Mapping[str, object]) -> Sizes:
    card = {"poker": (63, 88), "mini": (44, 68), "tarot": (70, 120)}[str(options["card"])]
    # T1.3: a block of 75 by 25 mm, and half a block to shoot with
    return {
        "Ivory's range": (37.5, 25),
        "Ink's range": (37.5, 25),
        "Ivory's": (75, 25),
        "Ink's": (75, 25),
        "trophy": (16, 16),
        "": card,
    }


def rush(options: Mapping[str, object]) -> Sizes:
    hexes = float(str(options["hex_mm"]))
    # counters are hexes of four fifths of those of the pitch
    counter = (0.8 * hexes, 0.8 * hexes * 2 / 3**0.5)
    return {
        "card of": (62, 42),
        "score track": (15 * 12, 18),
        "rush track": (14 * 12, 30),
        "out of play": (6 * 12, 18),
        "Home": counter,
        "Visitor": counter,
        "": (14, 14),
    }


SIZES: Mapping[str, Callable[[Mapping[str, object]], Sizes]] = {
    "assault": assault,
    "optio": optio,
    "rout": rout,
    "rush": rush,
}


def expected(kit: Made, place: Placed) -> tuple[float, float]:
    sizes = SIZES[kit.game](kit.options)
    width, height = next(size for name, size in sizes.items() if place.name.startswith(name))
    # O1.3: blocks to fold have two sides, and two feet half as deep
    if place.part == "Blocks to fold":
        return width, 3 * height
    # stickers may lie on their side
    lies = (
        place.page in kit.kit.stickers and place.box.right - place.box.left < place.box.bottom - place.box.top
    )
    return (height, width) if lies else (width, height)


def edge(grey: np.ndarray, at: float, low: float, high: float) -> float:
    """Where the line near `at` mm lies that runs along the rows of `grey` from `low` to `high` mm; nan where there is none."""
    strip = grey[
        round((at - NEAR) * DOTS) : round((at + NEAR) * DOTS), round(low * DOTS) : round(high * DOTS)
    ]
    step = np.abs(np.diff(strip.astype(float), axis=0)).mean(axis=1)
    if step.max(initial=0.0) < 8:
        return float("nan")
    # the middle between where it begins and where it ends
    turns = np.flatnonzero(step > step.max() / 3)
    return at - NEAR + (turns[0] + turns[-1] + 2) / 2 / DOTS


def test_what_is_cut_out_has_its_size(usual: Made) -> None:
    measured: set[str] = set()
    pages: dict[int, np.ndarray] = {}
    for place in usual.kit.places:
        if place.part in BOARDS or place.part.startswith("Map") or f"{place.part} {place.name}" in measured:
            continue
        measured.add(f"{place.part} {place.name}")
        if place.page not in pages:
            pages = {place.page: usual.grey(place.page, DOTS)}
        grey, (left, top, right, bottom) = pages[place.page], place.box
        # outlines of neighbours are one line where nothing lies between them
        upright = [edge(grey.T, at, top + 1, bottom - 1) for at in (left, right)]
        level = [edge(grey, at, left + 1, right - 1) for at in (top, bottom)]
        size = upright[1] - upright[0], level[1] - level[0]
        assert size == pytest.approx(expected(usual, place), abs=WITHIN), (place.part, place.name)
    assert measured


BOARDS = ("The board", "The template", "The pitch")


def ridges(profile: np.ndarray) -> np.ndarray:
    """How much darker a profile is than a mm to either side."""
    there = np.pad(profile, DOTS, mode="edge")
    return profile - np.maximum(there[: -2 * DOTS], there[2 * DOTS :])


def lines(darkness: np.ndarray, least: float) -> list[float]:
    """The middles in mm of the runs in which a profile is at least so dark."""
    turns = np.flatnonzero(np.diff(np.pad(darkness >= least, 1).astype(int)))
    return [(first + last) / 2 / DOTS for first, last in zip(turns[::2], turns[1::2], strict=True)]


def sheet(kit: Made, part: str) -> tuple[np.ndarray, Placed]:
    """The first sheet of a board: its darkness from 0 to 1, from the upper left corner of the board on."""
    place = next(one for one in kit.kit.places if one.part.startswith(part))
    left, top, right, bottom = (round(side * DOTS) for side in place.box)
    return 1 - kit.grey(place.page, DOTS)[top:bottom, left:right] / 255.0, place


def apart(found: Sequence[float]) -> list[float]:
    return np.diff(found).tolist()


def squares_of_a_board(kit: Made) -> None:
    # A1.1: lines between tiles are seen against their fills across the whole board
    dark, place = sheet(kit, "The board")
    tile = float(str(kit.options["tile_mm"]))
    for along, length in ((0, place.box.right - place.box.left), (1, place.box.bottom - place.box.top)):
        # where the board goes on, a dashed line says how far the next sheet covers this one
        own = length if length >= 7 * tile + 6 else length - OVERLAP - 1
        found = [line for line in lines(ridges(np.median(dark, axis=along)), 0.1) if line < own]
        assert len(found) >= 5
        assert apart(found) == pytest.approx([tile] * (len(found) - 1), abs=WITHIN)


def squares_of_a_map(kit: Made) -> None:
    # O1.1: five large squares a side; every fifth of a map is as long as the others
    side = 10 * float(str(kit.options["map_cm"]))
    dark, place = sheet(kit, "Map")
    for along, length in ((0, place.box.right - place.box.left), (1, place.box.bottom - place.box.top)):
        found = lines((dark > 0.7).mean(axis=along), 0.6)
        whole = min(5, int((length - 6) / (side / 5)))
        assert len(found) == whole + 1
        assert apart(found) == pytest.approx([side / 5] * whole, abs=WITHIN)


def cells_of_the_template(kit: Made) -> None:
    # O4.2: 16 by 8 cells of the map
    cell = 10 * float(str(kit.options["map_cm"])) / 40
    dark, _ = sheet(kit, "The template")
    for along, cells in ((0, 16), (1, 8)):
        # the window's rim is the darkest inside of the frame
        found = lines((dark > 0.7).mean(axis=along), 0.5)
        inner = [at for at in found if 3 < at < dark.shape[1 - along] / DOTS - 3]
        assert inner[-1] - inner[0] == pytest.approx(cells * cell, abs=WITHIN)


def hexes_of_the_pitch(kit: Made) -> None:
    # R1.1: the upright sides of the hexes of a row are as far apart as a hex is wide
    hexes = float(str(kit.options["hex_mm"]))
    dark, _ = sheet(kit, "The pitch")
    step, first = hexes * 3**0.5 / 2, (0.7 + 1 / 3**0.5) * hexes
    for row in (1, 3, 4):
        y = first + row * step
        band = dark[round((y - 0.2 * hexes) * DOTS) : round((y + 0.2 * hexes) * DOTS)]
        # a side runs through all of the band, a letter or the dashes of an overlap do not
        found = lines(ridges(np.quantile(band, 0.1, axis=0)), 0.1)
        assert len(found) >= 4
        assert apart(found) == pytest.approx([hexes] * (len(found) - 1), abs=WITHIN)


MEASURED = {
    "assault": (squares_of_a_board,),
    "optio": (squares_of_a_map, cells_of_the_template),
    "rout": (),
    "rush": (hexes_of_the_pitch,),
}


def test_boards_and_template_have_their_scale(usual: Made) -> None:
    for measure in MEASURED[usual.game]:
        measure(usual)


WHOLE: Mapping[Order, tuple[str, Callable[[Mapping[str, object]], float]]] = {
    # with 6 mm for the letters of its rows
    Order("assault", options=(("tile_mm", 40),)): (
        "The board",
        lambda options: 7 * float(str(options["tile_mm"])) + 6,
    ),
    Order("optio"): ("Map", lambda options: 10 * float(str(options["map_cm"])) + 2 * 6),
}


@pytest.mark.parametrize("order", WHOLE, ids=str)
def test_sheets_that_are_glued_make_a_board_of_its_size(order: Order, shared: Path) -> None:
    kit = kept(order, shared)
    name, length = WHOLE[order]
    tiled = [one for one in kit.kit.places if one.part.startswith(name)]
    rows = len({title.split(", ")[2] for title in kit.kit.titles if title.startswith(name)})
    columns = len(tiled) // rows
    across = [one.box.right - one.box.left for one in tiled[:columns]]
    down = [one.box.bottom - one.box.top for one in tiled[::columns]]
    for sides in (across, down):
        assert sum(sides) - OVERLAP * (len(sides) - 1) == pytest.approx(length(kit.options), abs=WITHIN)
