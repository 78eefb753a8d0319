"""How a game describes its kit for a real table: boards, pieces to cut out and leaflets. `press` lays it all out on
sheets. All sizes are in mm and refer to the finished product. A picture is as wide as the thing it is on; its lengths
are in its own units.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from sandtable.authoring.settings import Setting, Value
from sandtable.graphics.drawing import Drawing, Illustration, Shape

# the limit for every kit, because a server makes kits for strangers
MOST_PAGES = 150


class KitError(ValueError):
    """Raised for a kit that cannot be printed; the message is one sentence."""


@dataclass(frozen=True)
class Piece:
    """A piece to cut out, called `name` and printed `copies` times.

    `back` is printed on the other side of the sheet; with `folds` it is printed upside down above the front, and the
    piece is folded backwards into a standee with two feet, each `foot` mm deep.
    """

    name: str
    front: Drawing
    width: float
    height: float
    copies: int = 1
    back: Drawing | None = None
    folds: bool = False
    foot: float = 0.0

    @property
    def is_backed(self) -> bool:
        """Whether the piece's back is printed on the other side of the sheet."""
        return self.back is not None and not self.folds


@dataclass(frozen=True)
class Pieces:
    """Pieces to cut out, `gap` mm apart, and what to do with them.

    With `stickers`, letters may be smaller and pieces may be turned on their sides.
    """

    title: str
    how: str
    pieces: Sequence[Piece]
    gap: float = 4.0
    stickers: bool = False


@dataclass(frozen=True)
class Board:
    """A picture of `width` by `height` mm, on as many sheets as it needs, which overlap where they are glued.

    `draw` makes the picture, once it is known that the kit does not have too many sheets. `option` names the kit option
    that sets the size, if there is one; `rim` is how many mm of the size in each direction do not change with the option.
    """

    title: str
    how: str
    draw: Callable[[], Drawing]
    width: float
    height: float
    option: str = ""
    rim: float = 0.0


@dataclass(frozen=True)
class Heading:
    """A heading in a leaflet."""

    words: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph in a leaflet, possibly with `**bold**` text; `mark` goes before it, like a bullet in a list."""

    words: str
    mark: str = ""


@dataclass(frozen=True)
class LeafletTable:
    """A table in a leaflet: `shares` are the relative widths of its columns."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    shares: Sequence[float]


Block = Heading | Paragraph | LeafletTable | Illustration


@dataclass(frozen=True)
class Leaflet:
    """Something to read, in `columns` columns, with letters `size` mm high."""

    title: str
    blocks: Sequence[Block]
    columns: int = 2
    size: float = 3.1


Part = Pieces | Board | Leaflet


@dataclass(frozen=True)
class Kit:
    """Everything needed to play a game at a real table; `press` adds the rules. `needed` lists what else players have
    to bring. `picture` draws the set-up for the first page; like boards, it is drawn only once it is known that the kit
    does not have too many sheets.
    """

    parts: Sequence[Part]
    needed: Sequence[str]
    picture: Callable[[], Illustration] | None = None


@dataclass(frozen=True)
class KitMaker:
    """How a game makes its kit: `make` takes the setup and, as keywords, the match's settings and the kit's own
    `options`.
    """

    make: Callable[[object, Mapping[str, Value]], Kit]
    options: Sequence[Setting] = ()


def painted(kit: Kit, paint: Callable[[Drawing], Drawing]) -> Kit:
    """The kit with `paint` applied to all its drawings."""
    arranged = kit.picture
    return replace(
        kit,
        parts=[_painted(part, paint) for part in kit.parts],
        picture=(lambda: painted_figure(arranged(), paint)) if arranged else None,
    )


def painted_figure(figure: Illustration, paint: Callable[[Drawing], Drawing]) -> Illustration:
    """The figure with `paint` applied to its drawing."""
    return replace(figure, drawing=paint(figure.drawing))


def _painted(part: Part, paint: Callable[[Drawing], Drawing]) -> Part:
    match part:
        case Pieces(pieces=pieces):
            return replace(part, pieces=[_painted_piece(piece, paint) for piece in pieces])
        case Board(draw=draw):
            return replace(part, draw=lambda: paint(draw()))
        case Leaflet(blocks=blocks):
            shown = [painted_figure(one, paint) if isinstance(one, Illustration) else one for one in blocks]
            return replace(part, blocks=shown)


def _painted_piece(piece: Piece, paint: Callable[[Drawing], Drawing]) -> Piece:
    return replace(piece, front=paint(piece.front), back=piece.back and paint(piece.back))


def picture(width: float, height: float, name: str, *shapes: Shape) -> Drawing:
    """A drawing in mm for a piece of that size."""
    return Drawing(width, height, name, shapes)
