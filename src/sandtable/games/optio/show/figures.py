"""The diagrams of Optio's rules: where the template lies, and where it may be shifted to."""

from collections.abc import Mapping
from itertools import product

from sandtable.authoring import Value
from sandtable.games.optio.show.ground import ART
from sandtable.games.optio.show.kit import token
from sandtable.graphics.drawing import Drawing, Illustration, Line, Polygon, Shape, Text, arrow, box

# a cell is 10 by 10; three squares of the map side by side, and a margin
CELL, WIDTH, HEIGHT, RIM = 10, 240, 140, 6
FAINT, FIELD, WITHIN = (ART["diagram"][name] for name in ("faint", "field", "cells"))
LETTERS = 8.5
LEFT, TOP, LONG, DEEP = 40, 30, 160, 80
MIDDLE = LEFT + LONG / 2


def _line(
    x: float, y: float, to_x: float, to_y: float, stroke: str, width: float, dashed: bool = False
) -> Line:
    return Line(((RIM + x, RIM + y), (RIM + to_x, RIM + to_y)), stroke, width, dashed)


def _map() -> list[Shape]:
    return [
        Polygon(box(0, 0, WIDTH + 2 * RIM, HEIGHT + 2 * RIM), "paper"),
        *(_line(x, 0, x, HEIGHT, FAINT, 0.5) for x in range(0, WIDTH + 1, CELL)),
        *(_line(0, y, WIDTH, y, FAINT, 0.5) for y in range(0, HEIGHT + 1, CELL)),
        *(_line(0, y, WIDTH, y, "ink", 1.3) for y in (TOP, TOP + DEEP)),
        *(_line(x, 0, x, HEIGHT, "ink", 1.3) for x in (80, 160)),
    ]


def _words(x: float, y: float, width: float, words: str, ground: str, ink: str = "ink") -> tuple[Shape, ...]:
    # words get a background of their own, since they cross lines
    return Polygon(box(x, y - 8, width, 11), ground), Text(x + 1, y, LETTERS, words, ink, "start", bold=True)


def _template(title: str, others: tuple[Shape, ...], ways: tuple[Shape, ...]) -> Drawing:
    frame = box(RIM + LEFT, RIM + TOP, LONG, DEEP)
    x = RIM + MIDDLE
    shapes = (
        *_map(),
        *others,
        Polygon(frame, FIELD, "ink", 4),
        *(_line(at, TOP, at, TOP + DEEP, WITHIN, 0.5) for at in range(LEFT + CELL, LEFT + LONG, CELL)),
        *(_line(LEFT, at, LEFT + LONG, at, WITHIN, 0.5) for at in range(TOP + CELL, TOP + DEEP, CELL)),
        *(_line(at, TOP, at, TOP + DEEP, "ink", 0.8) for at in (80, 160)),
        _line(LEFT, TOP + DEEP / 2, LEFT + LONG, TOP + DEEP / 2, "ink", 1, dashed=True),
        *ways,
        *token(0, "army", x, RIM + TOP + DEEP - 13, 22),
        *token(1, "army", x, RIM + TOP + 13, 22),
        *arrow((x, RIM + HEIGHT - 1), (x, RIM + TOP + DEEP + 5), 2.2, "first"),
        *_words(x + 9, RIM + HEIGHT - 8, 86, "came in here, second", "paper", "first"),
        *_words(RIM + LEFT + 4, RIM + TOP + DEEP - 6, 48, "Navy's half", FIELD),
        *_words(RIM + LEFT + 4, RIM + TOP + 12, 60, "Oxblood's half", FIELD),
    )
    return Drawing(WIDTH + 2 * RIM, HEIGHT + 2 * RIM, title, shapes)


def figures(_settings: Mapping[str, Value]) -> dict[str, Illustration]:
    """The diagrams by the clause that each illustrates."""
    shifts = tuple(
        Polygon(box(RIM + LEFT + CELL * x, RIM + TOP + CELL * y, LONG, DEEP), "", "line", 1)
        for x, y in product((-1, 0, 1), repeat=2)
    )
    x, y = RIM + MIDDLE, RIM + TOP + DEEP / 2
    ways = tuple(
        shape
        for across, down in ((24, 0), (-24, 0), (0, 14), (0, -14))
        for shape in arrow((x, y), (x + across, y + down), 1.4)
    )
    return {
        "O4.2": Illustration(
            _template("Where the template lies", (), ()),
            "Navy came in from the south: the template lies across its path, 16 cells wide and 8 deep, over half of "
            "the square on either side.",
        ),
        "O4.3": Illustration(
            _template("Where it may be shifted to", shifts, ways),
            "The nine places: the filled one, and one cell forward, back or sideways from it. Oxblood was there first, "
            "so Oxblood may shift it.",
        ),
    }
