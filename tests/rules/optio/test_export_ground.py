"""How ground is drawn: areas that merge, ways that join, textures that differ in black and white (O5.1)."""

from itertools import combinations
from typing import Any

import numpy as np
import pypdfium2
import pytest

from sandtable.games.optio.data.ground import (
    BRIDGE,
    EDGE,
    FORD,
    LAKE,
    OPEN,
    RIVER,
    ROAD,
    SIGNS,
    STREAM,
)
from sandtable.games.optio.show.export.field import Cells, ground
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Circle, Line, Page, Polygon, Shape, Text
from sandtable.graphics.paper import within
from sandtable.graphics.pdf import pdf

KINDS = range(EDGE + 1)


def cells(*rows: str) -> Cells:
    return tuple(tuple((SIGNS + "#").index(sign) for sign in row) for row in rows)


def points(shapes: tuple[Shape, ...]) -> np.ndarray:
    found = [point for shape in shapes if isinstance(shape, Polygon | Line) for point in shape.points]
    for shape in shapes:
        if isinstance(shape, Circle):
            x, y, radius = shape.x, shape.y, shape.radius
            found += [(x - radius, y - radius), (x + radius, y + radius)]
    return np.array(found)


@pytest.mark.parametrize("seed", range(5))
def test_nothing_reaches_beyond_the_field(seed: int) -> None:
    field = np.random.default_rng(seed).integers(0, EDGE + 1, (8, 16))
    drawn = points(ground(tuple(map(tuple, field.tolist())), 10.0))
    assert drawn.min() >= -1e-9
    assert drawn[:, 0].max() <= 160 + 1e-9
    assert drawn[:, 1].max() <= 80 + 1e-9


def painted(kinds: Cells, cell: float = 20.0) -> np.ndarray:
    """The grey levels (0 black to 255) of a drawing, 4 pixels a mm."""
    page = Page(len(kinds[0]) * cell, len(kinds) * cell, ground(kinds, cell))
    document: Any = pypdfium2.PdfDocument(pdf([page], ""))
    grey = np.asarray(document[0].render(scale=4 * 25.4 / 72, grayscale=True).to_pil()).astype(int)
    document.close()
    return grey


def weave(grey: np.ndarray) -> np.ndarray:
    """What a texture is made of in black and white: its ink, and how strong its lines are by distance and direction."""
    black = (grey < 150).astype(float)
    side = min(black.shape)
    strength = np.fft.fftshift(np.abs(np.fft.fft2(black[:side, :side]))) / side
    y, x = np.mgrid[:side, :side] - side // 2
    far, turned = np.hypot(y, x), (np.degrees(np.arctan2(y, x)) + 22.5) % 180 // 45
    bands = [(2, 8), (8, 20), (20, 45), (45, 100)]
    parts = [(far >= low) & (far < high) & (turned == turn) for low, high in bands for turn in range(4)]
    return np.array([5 * black.mean(), *(np.sqrt((strength[part] ** 2).mean()) for part in parts)])


def unlike(a: np.ndarray, b: np.ndarray) -> float:
    """From 0 for the same texture to 1."""
    return float(np.linalg.norm(a - b) / np.linalg.norm(a + b))


@pytest.fixture(scope="module")
def tiles() -> dict[int, np.ndarray]:
    # what crosses water lies in some
    crossings = {kind: (kind, RIVER, kind, RIVER) for kind in (FORD, BRIDGE)}
    rows = {kind: crossings.get(kind, (kind,) * 4) for kind in KINDS}
    return {kind: painted((row, row[::-1], row, row[::-1])) for kind, row in rows.items()}


def test_every_ground_has_its_own_texture_in_black_and_white(tiles: dict[int, np.ndarray]) -> None:
    woven = {kind: weave(tile) for kind, tile in tiles.items()}
    closest = min((unlike(woven[a], woven[b]), a, b) for a, b in combinations(KINDS, 2))
    assert closest[0] > 0.12, closest


def test_a_texture_is_the_same_everywhere(tiles: dict[int, np.ndarray]) -> None:
    for kind, tile in tiles.items():
        half = tile.shape[0] // 2
        if kind not in (OPEN, STREAM, ROAD, FORD, BRIDGE):
            assert unlike(weave(tile[:half, :half]), weave(tile[half:, half:])) < 0.12, kind


def test_every_cell_of_a_large_area_has_its_texture(tiles: dict[int, np.ndarray]) -> None:
    cell = tiles[OPEN].shape[0] // 4
    for kind in set(KINDS) - {OPEN}:
        # the grid at the rim of the cells is left out
        inner = [
            tiles[kind][y * cell + 6 : (y + 1) * cell - 6, x * cell + 6 : (x + 1) * cell - 6]
            for y in range(4)
            for x in range(4)
        ]
        assert min(np.ptp(part) for part in inner) > 60, kind


def test_a_cliff_in_a_wood_is_not_painted_over() -> None:
    grey = painted(cells("wwwww", "wwXww", "wwwww"))
    wide = painted(cells("XXXXX", "XXXXX", "XXXXX"))
    middle = np.s_[90:150, 170:230]
    assert abs(np.median(grey[middle]) - np.median(wide[middle])) <= 1


def test_a_bridge_turns_across_the_water() -> None:
    upright, level = painted(cells("...", "RbR", "...")), painted(cells(".R.", ".b.", ".R."))
    assert np.abs(upright - level.T)[84:156, 108:132].mean() < 3
    assert np.abs(upright - level)[84:156, 108:132].mean() > 15


def test_a_window_cuts_paths_and_drops_texts_at_its_sides() -> None:
    square = Polygon(Box(0, 0, 10, 10).corners, "#000000")
    window = Box(5, -5, 20, 4)
    filled, line = within([square, Line(((0.0, 0.0), (20.0, 8.0)))], window)
    assert isinstance(filled, Polygon)
    assert set(filled.points) == {(5, 0), (10, 0), (10, 4), (5, 4)}
    # what is cut has no round end there
    assert line == Line(((5.0, 2.0), (10.0, 4.0)), flat=True)
    texts = [Text(x, 0, 2, words, anchor="start") for x, words in ((6, "in"), (4, "out"), (19, "out"))]
    assert within(texts, window) == texts[:1]
    assert within([square, Circle(5, 5, 4, "#000000")], Box(11, 0, 12, 1)) == []


@pytest.mark.parametrize("kind", [LAKE, RIVER, STREAM])
def test_one_cell_alone_is_drawn(kind: int) -> None:
    alone = painted(((OPEN, OPEN, OPEN), (OPEN, kind, OPEN), (OPEN, OPEN, OPEN)))
    assert np.ptp(alone[84:156, 84:156]) > 90
