"""Packs pieces for cutting out, in rows and on as few sheets as possible.

All lengths are in mm, from the upper left corner of a sheet's window.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from sandtable.authoring.kits import KitError, Piece, Pieces
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Text
from sandtable.graphics.pdf import width_of
from sandtable.graphics.tiling import SHEETS, window_of

Size = tuple[float, float]

HEADED = 10.0  # between the pieces of two parts on a sheet: a title, clear of the cutting marks
BESIDE = 8.0  # between two parts side by side: room for the cutting marks of both
TITLE = 2.9  # font size of that title: slightly over 8 points
ROUNDING = 1e-6


@dataclass(frozen=True)
class Laid:
    """The place of a part's piece in the window, with or without a quarter turn."""

    part: Pieces
    piece: Piece
    box: Box
    turned: bool = False


@dataclass(frozen=True)
class Pack:
    """Sheets of pieces, and the room left on the last one."""

    paper: Size
    pages: list[list[Laid]]
    free: list[Box]

    @property
    def sides(self) -> int:
        """The number of pages, including backs."""
        return sum(2 if any(one.piece.is_backed for one in page) else 1 for page in self.pages)


def outside_of(piece: Piece) -> Size:
    """The size of the cut-out for a piece: with both sides and feet if it folds."""
    return piece.width, 2 * (piece.height + piece.foot) if piece.folds else piece.height


def packed(all_pieces: Sequence[Pieces], sheet: str) -> list[Pack]:
    """All pieces on sheets. Parts that fit entirely below or next to others go there, stickers with stickers."""
    _refuse_too_large(all_pieces, sheet)
    # backs align with their fronts after one correction, so all sheets with backs are laid out the same way round
    ways = product(_papers(sheet), (True, False), (False, True))
    return min(
        (_packs(all_pieces, *way) for way in ways), key=lambda packs: sum(pack.sides for pack in packs)
    )


def _papers(sheet: str) -> tuple[Size, Size]:
    short, long = SHEETS[sheet]
    return (short, long), (long, short)


def _refuse_too_large(all_pieces: Iterable[Pieces], sheet: str) -> None:
    for part in all_pieces:
        if not any(_holds(paper, part) for paper in _papers(sheet)):
            piece = next(one for one in part.pieces if not _has_room(_papers(sheet)[0], one))
            wide, high = outside_of(piece)
            raise KitError(
                f"{piece.name} of {wide:g} x {high:g} mm does not fit this paper: use larger paper or a smaller size"
            )


def _has_room(paper: Size, piece: Piece) -> bool:
    (width, height), (wide, high) = window_of(paper), outside_of(piece)
    return wide <= width + ROUNDING and high <= height + ROUNDING


def _holds(paper: Size, part: Pieces) -> bool:
    return all(_has_room(paper, piece) for piece in part.pieces)


def _packs(all_pieces: Sequence[Pieces], backed: Size, even: bool, high_first: bool) -> list[Pack]:
    # parts that need several sheets leave room on the last one, and small parts go with other small ones
    alone = [(part, _alone(part, backed, even)) for part in all_pieces]
    packs: list[Pack] = []
    sign = -1 if high_first else 1
    for part, own in sorted(alone, key=lambda one: (-len(one[1].pages), sign * _end(one[1]))):
        for n, pack in enumerate(packs):
            alike = pack.pages[0][0].part.stickers == part.stickers
            joined = _joined(pack, part) if alike else None
            if joined:
                packs[n] = joined
                break
        else:
            packs.append(own)
    return packs


def _end(pack: Pack) -> float:
    return max(one.box.bottom for one in pack.pages[-1])


def _alone(part: Pieces, backed: Size, even: bool) -> Pack:
    is_backed = any(piece.is_backed for piece in part.pieces)
    short, long = sorted(backed)
    ways = [paper for paper in ((short, long), (long, short)) if _holds(paper, part)]
    if is_backed and backed in ways:
        ways = [backed]
    return min(
        (_rows(part, paper, turned, even and is_backed) for paper in ways for turned in _turns(part, paper)),
        key=lambda way: len(way.pages),
    )


def _turns(part: Pieces, paper: Size) -> range:
    # how many rows of each sheet may have pieces on their side; none for pieces with text
    rows = window_of(paper)[1] // max(min(outside_of(piece)) for piece in part.pieces)
    may_turn = part.stickers and not any(piece.folds for piece in part.pieces)
    return range(int(rows) + 1 if may_turn else 1)


def _rows(part: Pieces, paper: Size, turned: int, even: bool) -> Pack:
    whole = Box(0, 0, *window_of(paper))
    pages = list(_filled(part, whole, turned))
    if even and len(pages) > 1:
        pages = list(_filled(part, whole, turned, ceil(sum(map(len, pages)) / len(pages))))
    centred = [
        _centred(page, whole.right) if any(one.piece.is_backed for one in page) else page for page in pages
    ]
    return Pack(paper, centred, _free(centred[-1], whole))


def _centred(page: list[Laid], width: float) -> list[Laid]:
    """A page with its pieces centred, so that an imprecise printer has the same margin on all sides."""
    left = (width - max(one.box.right for one in page)) / 2
    return [replace(one, box=one.box.moved(left, 0)) for one in page]


def _filled(part: Pieces, room: Box, turned: int, most: int = 0) -> Iterator[list[Laid]]:
    """Lays out rows of pieces in the given room, on page after page.

    On each page the first `turned` rows lie on their side, and there are at most `most` pieces.
    """
    rows = _Rows(part, room, turned)
    for piece in (one for one in part.pieces for _ in range(one.copies)):
        if len(rows.page) == (most or -1) or not rows.put(piece):
            if rows.page:
                yield rows.page
            rows = _Rows(part, room, turned)
            if not rows.put(piece):
                return
    yield rows.page


class _Rows:
    """Rows of pieces in a room, starting at its upper left corner."""

    def __init__(self, part: Pieces, room: Box, turned: int) -> None:
        self.page: list[Laid] = []
        self._part, self._room, self._turned = part, room, turned
        self._x, self._y, self._bottom = room.left, room.top, room.top

    def put(self, piece: Piece) -> bool:
        """Places the piece at the end of this row or in a new one; returns whether there was room for it."""
        if self._x > self._room.left:
            if self._lies(piece, self._turned > 0):
                return True
            self._x, self._y = self._room.left, self._bottom + self._part.gap
            self._turned = max(0, self._turned - 1)
        if self._turned and self._lies(piece, True):
            return True
        self._turned = 0
        return self._lies(piece, False)

    def _lies(self, piece: Piece, turned: bool) -> bool:
        wide, high = outside_of(piece)[::-1] if turned else outside_of(piece)
        where = Box(self._x, self._y, self._x + wide, self._y + high)
        if where.right > self._room.right + ROUNDING or where.bottom > self._room.bottom + ROUNDING:
            return False
        self.page.append(Laid(self._part, piece, where, turned))
        self._x, self._bottom = where.right + self._part.gap, max(self._bottom, where.bottom)
        return True


def _free(page: Sequence[Laid], room: Box) -> list[Box]:
    """The rest of the room: to the right of the last row of pieces, and below it."""
    last, end = page[-1].box, max(one.box.bottom for one in page)
    return [Box(last.right + BESIDE, last.top, room.right, end), Box(room.left, end, room.right, room.bottom)]


def _joined(pack: Pack, part: Pieces) -> Pack | None:
    """The pack with a whole part placed in the remaining room, under the part's title; None if there is too little."""
    count = sum(piece.copies for piece in part.pieces)
    for free in pack.free:
        room = Box(free.left, free.top + HEADED, free.right, free.bottom)
        if width_of(Text(0, 0, TITLE, part.title, bold=True)) > room.right - room.left:
            continue
        for turned in _turns(part, pack.paper):
            page = next(_filled(part, room, turned), list[Laid]())
            if len(page) == count:
                others = [other for other in pack.free if other is not free]
                return replace(
                    pack,
                    pages=[*pack.pages[:-1], [*pack.pages[-1], *page]],
                    free=[*others, *_free(page, room)],
                )
    return None
