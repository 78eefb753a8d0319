"""The board of All Out Assault as a picture. It reads records that `observe` has written."""

from typing import Any

from sandtable.drawing import Drawing, Place, Polygon, Shape, Text, Thing, box, piece
from sandtable.games.assault.schema import NOBODY, STATS, Tile
from sandtable.games.assault.show.text import LETTERS, PAWNS, TILES, coordinate, stats

FILLS: dict[int, str] = {
    Tile.PLAIN: "board",
    Tile.START: "shade",
    Tile.RED: "red",
    Tile.BLUE: "blue",
    Tile.INJURY: "grey",
    Tile.TRAINING: "green",
    Tile.MEDITATION: "yellow",
}
# in units of a tile
EDGE = 0.5
GAP = 0.03


def drawing(setup: Any, s: Any) -> Drawing:
    """Tiles with their kinds, pawns with their health."""
    width, height = int(setup.width), int(setup.height)
    tiles = [_tile(setup, tile) for tile in range(int(setup.tiles))]
    pawns = [_pawn(setup, s, p) for p in range(4) if s.pawn[p].health > 0]
    out = [_out(p) for p in range(4) if s.pawn[p].health <= 0]
    return Drawing(
        width + 2 * EDGE,
        height + 2 * EDGE,
        f"Board of {width} by {height} tiles",
        (*_names(width, height), *tiles, *pawns),
        (*(thing.words for thing in (*tiles, *pawns) if thing.words), *out),
    )


def _names(width: int, height: int) -> list[Shape]:
    # A1 is below on the left
    columns = [Text(EDGE + x + 0.5, EDGE / 1.4, 0.26, LETTERS[x], "faint") for x in range(width)]
    rows = [Text(EDGE / 2, EDGE + y + 0.6, 0.26, str(height - y), "faint") for y in range(height)]
    return [*columns, *rows]


def _tile(setup: Any, tile: int) -> Thing:
    kind = int(setup.kind[tile])
    x, y = EDGE + int(setup.x[tile]), EDGE + int(setup.y[tile])
    name = TILES.get(kind, "")
    side = 1 - 2 * GAP
    shapes: list[Shape] = [Polygon(box(x + GAP, y + GAP, side, side), FILLS[kind])]
    if name:
        shapes.append(Text(x + 0.5, y + 0.94, 0.16, name))
    return Thing(f"{coordinate(setup, tile)}: {name}" if name else "", tuple(shapes))


def _pawn(setup: Any, s: Any, p: int) -> Thing:
    pawn = s.pawn[p]
    place = place_of(setup, s, p)
    left, top = place.x - 0.5, place.y - 0.5
    health = Text(left + 0.96, top + 0.25, 0.24, str(int(pawn.health)), anchor="end", bold=True)
    marked = s.acting != NOBODY and int(s.acting) == p
    body = piece(p // 2, left + 0.43, top + 0.42, 0.28, str(p % 2 + 1), marked)
    return Thing(_told(setup, s, p), (*body, health), place)


def place_of(setup: Any, s: Any, p: int) -> Place:
    """Where a pawn stands, in the middle of its tile."""
    tile = int(s.pawn[p].tile)
    return Place(
        p // 2, EDGE + int(setup.x[tile]) + 0.5, EDGE + int(setup.y[tile]) + 0.5, coordinate(setup, tile)
    )


def _told(setup: Any, s: Any, p: int) -> str:
    pawn, numbers = s.pawn[p], stats(s, p)
    known = (
        "numbers not known"
        if numbers is None
        else ", ".join(f"{stat} {n}" for stat, n in zip(STATS, numbers, strict=True))
    )
    held = ", held" if pawn.held else ""
    return f"{PAWNS[p]} on {coordinate(setup, int(pawn.tile))}, {int(pawn.health)} health{held}: {known}"


def _out(p: int) -> str:
    return f"{PAWNS[p]} is out"
