"""The signs of blocks, as on the game's page, in a box of 60 by 20 centred on 0; x runs along the block."""

from sandtable.games.rout.schema import KINDS
from sandtable.graphics.art import mixed, path, read, sides
from sandtable.graphics.drawing import Polygon, Shape, box, placed

ART = read(__file__)
COLOURS = sides(ART)
LINE = 2.4
BOX = (60.0, 20.0)  # of a sign
EDGE_OF_BLOCK = ART["card"]["ink"]


def sign(kind: int, ink: str) -> tuple[Shape, ...]:
    """The shapes of a kind's sign."""
    mark = ART["marks"][KINDS[kind]]
    return (*path(mark["line"], "", ink, LINE), *path(mark["fill"], ink))


def block_colours(side: int) -> tuple[str, str]:
    """The background of a side's blocks, and the colour of the signs on them."""
    return ART["sides"][side], ART["signs"][side]


def block(side: int, kind: int, long: float, wide: float, broken: bool = False) -> tuple[Shape, ...]:
    """The top of a block centred on 0, as on the game's page; a broken one shows its bare side, with the sign faintly
    visible.
    """
    ground, ink = block_colours(side)
    if broken:
        bare = ART["bare"]
        ground, ink = bare, mixed(bare, ink if side == 0 else ground, 0.5)
    scale = min(0.72 * long / BOX[0], 0.7 * wide / BOX[1])
    signs = placed(sign(kind, ink), 0, 0, scale) if kind < len(KINDS) else ()
    return (
        Polygon(box(-long / 2, -wide / 2, long, wide), ground),
        *(_ring(long, wide, ink) if side == 0 else _bars(long, wide, ink)),
        *signs,
    )


def rim(long: float, wide: float) -> Shape:
    """The outline of a block centred on 0, visible on any background."""
    return Polygon(box(-long / 2, -wide / 2, long, wide), "", EDGE_OF_BLOCK, wide / 30)


def _ring(long: float, wide: float, ink: str) -> tuple[Shape, ...]:
    inset, corner = wide * ART["ring"]["inset"], wide * ART["ring"]["corner"]
    x, y = long / 2 - inset, wide / 2 - inset
    turn = f"{corner} {corner} 0 0 1"
    return path(
        f"M{corner - x} {-y}H{x - corner}A{turn} {x} {corner - y}V{y - corner}A{turn} {x - corner} {y}"
        f"H{corner - x}A{turn} {-x} {y - corner}V{corner - y}A{turn} {corner - x} {-y}Z",
        "",
        ink,
        wide * ART["ring"]["width"],
    )


def _bars(long: float, wide: float, ink: str) -> tuple[Shape, ...]:
    width = long * ART["bars"]["width"]
    lefts = [x for at in ART["bars"]["at"] for x in (long * (at - 0.5), long * (0.5 - at) - width)]
    return tuple(Polygon(box(x, -wide / 2, width, wide), ink) for x in lefts)
