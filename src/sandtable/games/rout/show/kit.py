"""ROUT! on paper: the cards, stickers for the blocks, a diagram for marking out the zone, and markers for trophies."""

from collections.abc import Mapping
from functools import partial

from sandtable.authoring import (
    Block,
    Choice,
    Explanations,
    Kit,
    KitMaker,
    Leaflet,
    Paragraph,
    Piece,
    Pieces,
    Setup,
    Value,
)
from sandtable.authoring.kits import picture
from sandtable.games.rout.schema import HALVES, KINDS, SIDES, UNIT
from sandtable.games.rout.show.explained import words
from sandtable.games.rout.show.parts import millimetres
from sandtable.games.rout.show.signs import ART, BOX, block, block_colours, rim, sign
from sandtable.graphics.art import path
from sandtable.graphics.drawing import (
    Circle,
    Drawing,
    Illustration,
    Line,
    Polygon,
    Shape,
    Text,
    around,
    box,
    placed,
)

# width and height of cards in mm: sizes for which sleeves are sold
CARDS = {"poker": (63.0, 88.0), "bridge": (57.0, 89.0), "mini": (44.0, 68.0), "tarot": (70.0, 120.0)}
CARD_WORDS = {name: f"{wide:g} x {high:g} mm" for name, (wide, high) in CARDS.items()}
OPTIONS = (
    Choice("card", tuple(CARDS), "poker", "T1.4", "The size of the cards, to fit their sleeves", CARD_WORDS),
)
DEEDS = ("Move and Range, in any order", "Move and Melee, in any order", "Melee")
LETTER = 3.0  # mm, 8.5 points
TROPHY = 16.0
CARD = ART["card"]
# margin for dimensions around the drawing of the zone, as a share of its longer side
AROUND = 0.15
WIDE = 1.8  # font size in that drawing, as a share of the same side


def kit(setup: Setup, settings: Mapping[str, Value]) -> Kit:
    """The kit for a deck, a block size and a zone; `settings` are those of the match and the kit."""
    size = CARDS[str(settings["card"])]
    length, breadth = millimetres(2 * setup.long[0]), millimetres(2 * setup.wide[0])
    tall = millimetres(setup.tall)
    half = millimetres(2 * setup.long[1]), millimetres(2 * setup.wide[1])
    width, height = millimetres(setup.width), millimetres(setup.height)
    blocks = " and ".join(f"{int(setup.hand[seat])} of {side}" for seat, side in enumerate(SIDES))
    return Kit(
        (
            _cards(setup, *size),
            _stickers(setup, (length, breadth), half),
            Leaflet("The zone", _zone(setup, words(settings), width, height), 2, 3.2),
            _trophies(setup),
        ),
        (
            f"wooden blocks of {length:g} x {breadth:g} x {tall:g} mm, such as a stacking-tower game has: {blocks}, as dealt",
            f"two half blocks of {half[0]:g} x {half[1]:g} x {tall:g} mm, to shoot with",
            f"a table with a zone of {width:g} x {height:g} mm, and masking tape for edges that are not the table's own",
            "scissors; sheets of stickers or glue; and, if you like, sleeves with a playing card behind each face",
        ),
        partial(_set_up, setup, width, height, (length, breadth)),
    )


MAKER = KitMaker(kit, OPTIONS)


def _cards(setup: Setup, width: float, height: float) -> Pieces:
    back = _card_back(width, height)
    cards = [
        Piece(kind, _card(width, height, kind, n), width, height, int(setup.deck[n]), back)
        for n, kind in enumerate(KINDS)
        if setup.deck[n]
    ]
    rallies = [
        Piece(f"rally of {side}", _rally(width, height, seat), width, height, int(setup.rally), back)
        for seat, side in enumerate(SIDES)
        if setup.rally
    ]
    how = (
        "The common deck of unit cards, and each player's rally cards. Cut along the lines; print the backs on the other side "
        "or use opaque sleeves."
    )
    return Pieces("The deck", how, [*cards, *rallies], 0.0)


def _frame(width: float, height: float, fill: str) -> tuple[Shape, ...]:
    return (
        Polygon(box(0, 0, width, height), fill),
        Polygon(box(2, 2, width - 4, height - 4), "", CARD["edge"], 0.9),
        Polygon(box(3.6, 3.6, width - 7.2, height - 7.2), "", CARD["frame"], 0.35),
    )


def _card(width: float, height: float, kind: str, n: int) -> Drawing:
    middle = width / 2
    deeds = DEEDS[n].split(", ")
    return picture(
        width,
        height,
        kind,
        *_frame(width, height, CARD["ground"]),
        Text(middle, 12, 6, kind.capitalize(), bold=True),
        *placed(sign(n, CARD["ink"]), middle, height / 2, (width - 14) / BOX[0]),
        Text(middle, height - 12 - 2 * (len(deeds) - 1), 3.6, deeds[0], bold=True),
        *(Text(middle, height - 8.5, LETTER, words) for words in deeds[1:]),
    )


def _rally(width: float, height: float, seat: int) -> Drawing:
    middle, y = width / 2, height / 2
    flag = ART["rally"]
    ground, _ = block_colours(seat)
    banner = (*path(flag["fill"], ground, CARD["ink"], 2.0), *path(flag["line"], "", CARD["ink"], 4.0))
    return picture(
        width,
        height,
        f"rally of {SIDES[seat]}",
        *_frame(width, height, CARD["ground"]),
        Text(middle, 12, 6, "Rally", bold=True),
        *placed(banner, middle, y - 2, (height - 40) / 60 * 0.8),
        Text(middle, height - 12, 3.6, SIDES[seat], bold=True),
        Text(middle, height - 8, LETTER, "turn a broken unit up"),
    )


def _card_back(width: float, height: float) -> Drawing:
    shapes: list[Shape] = list(_frame(width, height, ART["bare"]))
    for row in range(int((height - 10) // 8)):
        for column in range(int((width - 10) // 8)):
            x = width / 2 + (column - ((width - 10) // 8 - 1) / 2) * 8
            y = height / 2 + (row - ((height - 10) // 8 - 1) / 2) * 8
            shapes.append(
                Polygon(around(x, y, 3, 4), CARD["frame"] if (row + column) % 2 else "", CARD["edge"], 0.3)
            )
    return picture(width, height, "back", *shapes)


def _stickers(setup: Setup, size: tuple[float, float], half: tuple[float, float]) -> Pieces:
    found: list[Piece] = []
    for seat, side in enumerate(SIDES):
        for n, kind in enumerate(KINDS):
            count = min(int(setup.deck[n]), int(setup.hand[seat]))
            if count:
                drawing = picture(*size, "sticker", *placed(block(seat, n, *size), size[0] / 2, size[1] / 2))
                found.append(Piece(f"{side}'s {kind}", drawing, *size, count))
        ink = block_colours(seat)[1]
        ring = (Circle(0, 0, 7, "", ink, 2.4), Circle(0, 0, 1.6, ink))
        found.append(Piece(f"{side}'s range block", _sticker(*half, seat, ring), *half))
    how = (
        "Put one on a broad side of each block. The other side stays bare, so a broken unit gives nothing away. There are "
        "enough for any deal: use those you are dealt, or keep a block for each."
    )
    return Pieces("Block stickers", how, found, 1.0, stickers=True)


def _sticker(length: float, breadth: float, seat: int, shapes: tuple[Shape, ...]) -> Drawing:
    scale = min(0.9 * length / BOX[0], 0.84 * breadth / BOX[1])
    ground = Polygon(box(0, 0, length, breadth), block_colours(seat)[0])
    return picture(length, breadth, "sticker", ground, *placed(shapes, length / 2, breadth / 2, scale))


def _zone(setup: Setup, said: Explanations, width: float, height: float) -> list[Block]:
    straight = Illustration(
        _plan(width, height, False), f"Straight: {SIDES[0]} has the near half, {SIDES[1]} the far one."
    )
    diagonal = Illustration(_plan(width, height, True), "Diagonal: from one corner to the opposite one.")
    split = ("straight across", "diagonally", "as the first player chooses")[int(setup.split)]
    shown = {HALVES.STRAIGHT: [straight], HALVES.DIAGONAL: [diagonal]}.get(
        int(setup.split), [straight, diagonal]
    )
    return [
        Paragraph(
            f"The zone measures {width:g} x {height:g} mm. In this match the halves are split {split} (T1.1, T1.2). Mark "
            "the line between them with a thread, or with tape at its two ends, and remove it once all blocks are placed."
        ),
        *shown,
        Paragraph(f"{said['legend.field']['text']} (T1.1)"),
        Paragraph(
            "To check that the corners are square, measure both diagonals: each must be "
            f"{(width**2 + height**2) ** 0.5:.0f} mm."
        ),
    ]


def _plan(width: float, height: float, diagonal: bool) -> Drawing:
    longer = max(width, height)
    # wider than it is high, to take up little of a page
    top, left = AROUND * longer, (WIDE * longer - width) / 2
    right, bottom = left + width, top + height
    near = (
        ((left, bottom), (right, bottom), (right, top))
        if diagonal
        else ((left, top + height / 2), (right, top + height / 2), (right, bottom), (left, bottom))
    )
    cut = (
        ((left, bottom), (right, top)) if diagonal else ((left, top + height / 2), (right, top + height / 2))
    )
    # the text of a vertical dimension extends this far to each side
    size, beside = longer / 17, longer / 8
    shapes: list[Shape] = [
        Polygon(box(left, top, width, height), "paper", "ink", 6),
        Polygon(near, "shade"),
        Polygon(box(left, top, width, height), "", "ink", 6),
        Line(cut, "ink", 5, dashed=True),
        *_measure((left, bottom + 40), (right, bottom + 40), f"{width:g} mm", size),
        *_measure((left - beside, top), (left - beside, bottom), f"{height:g}", size),
        Text(right - width / 4, bottom - height / 8, size, SIDES[0]),
        Text(left + width / 4, top + height / 6, size, SIDES[1]),
    ]
    if diagonal:
        length = (width**2 + height**2) ** 0.5
        shapes.append(Text(left + width * 0.42, top + height * 0.42, size, f"{length:.0f} mm"))
    else:
        shapes += _measure(
            (right + beside, top + height / 2), (right + beside, bottom), f"{height / 2:g}", size
        )
    return Drawing(width + 2 * left, height + 2 * top, "The zone", tuple(shapes))


def _measure(start: tuple[float, float], end: tuple[float, float], words: str, size: float) -> list[Shape]:
    (ax, ay), (bx, by) = start, end
    across = (0, 14) if ay == by else (14, 0)
    ticks = [
        Line(((x - across[0], y - across[1]), (x + across[0], y + across[1])), "ink", 4)
        for x, y in (start, end)
    ]
    x, y = (ax + bx) / 2, (ay + by) / 2
    place = Text(x, y + 1.2 * size + 10, size, words) if ay == by else Text(x, y, size, words)
    room = 0.3 * size * len(words) + 10
    ground = [] if ay == by else [Polygon(box(x - room, y - size, 2 * room, 1.4 * size), "paper")]
    return [Line((start, end), "ink", 4), *ticks, *ground, place]


def _set_up(setup: Setup, width: float, height: float, size: tuple[float, float]) -> Illustration:
    """The zone with both sides lined up, seen from above, with Ivory's half at the bottom."""
    split = int(setup.split == HALVES.DIAGONAL)
    straight = (0, 0), (width, 0), (width, height / 2), (0, height / 2)
    half = ((0, 0), (width, 0), (width, height)) if split else straight
    shapes: list[Shape] = [
        Polygon(box(0, 0, width, height), "board", "line", width / 200),
        Polygon(tuple((x, height - y) for x, y in half), "shade"),
    ]
    for seat in (0, 1):
        count = int(setup.hand[seat])
        for n in range(count):
            x, y, degrees = (int(one) for one in setup.formation[seat, split, 0, n])
            # the first places of a formation are for pikes, the last for archers
            kind = (UNIT.PIKE, UNIT.CAVALRY, UNIT.ARCHER)[3 * n // count]
            # larger than true scale, to be visible in a small picture
            shapes += placed((*block(seat, kind, *size), rim(*size)), x, height - y, 1.6, -degrees)
    caption = (
        "One way to line up, broad sides up, each side in its own half. Shuffle your unit cards with your rally cards and put "
        "them face down next to the zone."
    )
    return Illustration(Drawing(width, height, "The set-up", tuple(shapes)), caption)


def _trophies(setup: Setup) -> Pieces:
    # one for each enemy unit
    found = [
        Piece(f"trophy of {side}", _trophy(seat), TROPHY, TROPHY, int(setup.hand[1 - seat]))
        for seat, side in enumerate(SIDES)
    ]
    how = "Take one of your own for each enemy unit you rout, if the block itself goes back in the box."
    return Pieces("Trophies", how, found, 3.0)


def _trophy(seat: int) -> Drawing:
    middle = TROPHY / 2
    ground, ink = block_colours(seat)
    cup = (
        (4.5, 3),
        (11.5, 3),
        (10.4, 7.4),
        (8.7, 8.8),
        (8.7, 10),
        (10.4, 11),
        (5.6, 11),
        (7.3, 10),
        (7.3, 8.8),
        (5.6, 7.4),
    )
    return picture(
        TROPHY,
        TROPHY,
        f"trophy of {SIDES[seat]}",
        Polygon(box(0, 0, TROPHY, TROPHY), ground),
        Polygon(cup, ink),
        Text(middle, 14.4, LETTER, SIDES[seat], ink),
    )
