"""The signs of blocks, as on the game's page, in a box of 60 by 20 with its middle at 0; x runs along the block."""

from sandtable.art import path, read
from sandtable.drawing import Shape
from sandtable.games.rout.schema import KINDS

ART = read(__file__)
LINE = 2.4


def sign(kind: int, ink: str) -> tuple[Shape, ...]:
    """The shapes of a kind."""
    mark = ART["marks"][KINDS[kind]]
    return (*path(mark["line"], "", ink, LINE), *path(mark["fill"], ink))


def block_colours(side: int) -> tuple[str, str]:
    """The ground of a side's blocks, and the colour of the signs on them."""
    return ART["sides"][side], ART["signs"][side]
