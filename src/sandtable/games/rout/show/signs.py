"""The signs of the kinds of blocks, as shapes in a box of 60 by 20 with its middle at 0; x runs along the block."""

from sandtable.drawing import Line, Point, Polygon, Shape
from sandtable.games.rout.schema import UNIT

HORSE: tuple[Point, ...] = (
    (-27, -5.2), (-21, -6.2), (-14.6, -3.4), (-5, -4.9), (6.4, -4), (12, -8), (18.4, -9.6), (20.6, -9.9), (20.8, -8),
    (27.4, -3.6), (27.6, -1.8), (26, -0.9), (20.6, -2.6), (18, 0.8), (15.4, 2.8), (25.4, 6), (22.2, 9.6), (20, 9.4),
    (21.2, 7.2), (10.6, 4.6), (3.6, 4.4), (-10.6, 5.6), (-20.8, 9.4), (-24.6, 8.2), (-23.4, 6.4), (-21, 6.6),
    (-15.4, 1.8), (-16.9, -1), (-16.6, -2.6), (-20.5, -3.7), (-27, -3.4),
)  # fmt: skip
BOW: tuple[Point, ...] = ((-28, 5.5), (-18, 3.4), (-11, -2.4), (0, -4.5), (11, -2.4), (18, 3.4), (28, 5.5))
LINE = 2.4


def sign(kind: int, ink: str) -> tuple[Shape, ...]:
    """The shapes of a kind."""
    if kind == UNIT.ARCHER:
        return (
            Line(BOW, ink, LINE),
            Line(((-28, 5.5), (28, 5.5)), ink, LINE),
            Line(((0, -4), (0, 9.5)), ink, LINE),
            Polygon(((0, -9.6), (4.2, -3.4), (-4.2, -3.4)), ink),
        )
    if kind == UNIT.CAVALRY:
        return (Polygon(HORSE, ink), Line(((-8, 4.6), (-13.4, 9.2), (-16.4, 9.2)), ink, LINE))
    return tuple(
        part
        for y, shift in ((0.0, 6.0), (-6.6, 0.0), (6.6, 0.0))
        for part in (
            Line(((-28, y), (13 + shift, y)), ink, LINE),
            Polygon(((24 + shift, y), (12.5 + shift, y - 3.1), (12.5 + shift, y + 3.1)), ink),
        )
    )
