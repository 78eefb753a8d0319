"""The board of All Out Assault as a picture. This module reads records that `observe` has written."""

from sandtable.authoring import Setup, View
from sandtable.games.assault.schema import NOBODY, STATS
from sandtable.games.assault.show.kit import ART, figure, ground
from sandtable.games.assault.show.text import LETTERS, PAWNS, TILES, coordinate, stats
from sandtable.graphics.art import picture
from sandtable.graphics.drawing import Drawing, Place, Shape, Text, Thing, placed

# the margin around the board, in tiles
EDGE = 0.5


def drawing(setup: Setup, s: View) -> Drawing:
    """Tiles with their kinds, and pawns with their health."""
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
    # A1 is at the bottom left
    columns = [Text(EDGE + x + 0.5, EDGE / 1.4, 0.26, LETTERS[x], "faint") for x in range(width)]
    rows = [Text(EDGE / 2, EDGE + y + 0.6, 0.26, str(height - y), "faint") for y in range(height)]
    return [*columns, *rows]


def _tile(setup: Setup, tile: int) -> Thing:
    name = TILES.get(int(setup.kind[tile]), "")
    shapes = ground(setup, tile, EDGE + int(setup.x[tile]), EDGE + int(setup.y[tile]), 1)
    return Thing(f"{coordinate(setup, tile)}: {name}" if name else "", tuple(shapes))


def _pawn(setup: Setup, s: View, p: int) -> Thing:
    pawn, seat = s.pawn[p], p // 2
    place = place_of(setup, s, p)
    acts = picture(ART["acting"][seat]) if s.acting != NOBODY and int(s.acting) == p else ()
    health = (*picture(ART["health"]), Text(0, 7.5, 21, str(int(pawn.health)), ART["figures"], bold=True))
    held = placed(picture(ART["held"]), -25, -27) if pawn.held else ()
    # drawn in a tile of 100 by 100, as on the game's page
    shapes = (*acts, *figure(p, 0, 0, 1), *placed(health, 25, 27), *held)
    return Thing(_told(setup, s, p), placed(shapes, place.x, place.y, 1 / 100), place)


def place_of(setup: Setup, s: View, p: int) -> Place:
    """Where a pawn is: in the middle of its tile."""
    tile = int(s.pawn[p].tile)
    return Place(
        p // 2, EDGE + int(setup.x[tile]) + 0.5, EDGE + int(setup.y[tile]) + 0.5, coordinate(setup, tile)
    )


def _told(setup: Setup, s: View, p: int) -> str:
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
