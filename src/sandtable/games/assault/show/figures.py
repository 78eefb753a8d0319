"""The diagrams of All Out Assault's rules: where pawns start, and a tied attack."""

from collections.abc import Iterable, Mapping

from sandtable.authoring import Value
from sandtable.graphics.drawing import Drawing, Illustration, Polygon, Shape, Text, box, piece

WIDE = 420
TILES, TILE = 5, 36
# pawns as seat, column and row
OWN_SIDE = ((0, 0, 4), (0, 4, 4), (1, 0, 0), (1, 4, 0))
OPPOSITE = ((0, 0, 4), (0, 4, 0), (1, 4, 4), (1, 0, 0))
# a stat, the attacker's number, the defender's, and the caption
TIED = (
    ("Strength", 4, 4, "tied: Rust names the next stat"),
    ("Honor", 5, 2, "higher: Rust loses a die roll"),
)

HIDDEN = "shown here only; at the table both players learn only who was higher"


def _board(pawns: Iterable[tuple[int, int, int]], left: float, name: str) -> list[Shape]:
    shapes: list[Shape] = [
        Polygon(
            box(left + TILE * x, 8 + TILE * y, TILE, TILE), "shade" if (x + y) % 2 else "board", "line", 1
        )
        for y in range(TILES)
        for x in range(TILES)
    ]
    for seat, x, y in pawns:
        shapes += piece(seat, left + TILE * (x + 0.5), 8 + TILE * (y + 0.5), 11)
    return [*shapes, Text(left + TILES * TILE / 2, 212, 15, name, bold=True)]


def _starts(pawns: Iterable[tuple[int, int, int]], name: str) -> Drawing:
    width = TILES * TILE + 32
    shapes = (Polygon(box(0, 0, width, 222), "paper"), *_board(pawns, 16, name))
    return Drawing(width, 222, "Where pawns start", shapes)


def _tie() -> Drawing:
    shapes: list[Shape] = [Polygon(box(0, 0, WIDE, 150), "paper")]
    for n, (stat, own, other, says) in enumerate(TIED):
        y = 40 + 70 * n
        shapes += [
            *piece(0, 34, y, 17, "1", marked=n == 0),
            Text(76, y + 7, 21, str(own), bold=True),
            Text(96, y + 7, 18, "=" if own == other else ">"),
            Text(116, y + 7, 21, str(other), bold=True),
            *piece(1, 158, y, 15, "1"),
            Text(194, y - 4, 15, stat, anchor="start", bold=True),
            Text(194, y + 16, 14.5, says, anchor="start"),
        ]
    return Drawing(WIDE, 150, "A tied attack", tuple(shapes))


def figures(settings: Mapping[str, Value]) -> dict[str, Illustration]:
    """The diagrams by the clause that each illustrates."""
    side = settings["corners"] == "side"
    where = "on its own side" if side else "on opposite corners"
    heard = "shown to both players" if settings["reveal"] == "numbers" else HIDDEN
    return {
        "A1.2": Illustration(
            _starts(OWN_SIDE if side else OPPOSITE, where),
            f"An example of five by five tiles: each side's pawns start {where}.",
        ),
        "A4.5": Illustration(_tie(), f"A tied attack. The numbers are {heard}."),
    }
