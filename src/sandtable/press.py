"""The press: a game's kit becomes sheets. Boards are cut, pieces laid side by side, leaflets and the rules set in columns."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

from sandtable.declaration import INDEPENDENT, Made, Spec
from sandtable.flow import blocks_of, illustrated, set_in_columns
from sandtable.kits import (
    MOST_PAGES,
    Block,
    Board,
    Heading,
    Kit,
    KitError,
    Leaflet,
    Paragraph,
    Part,
    Piece,
    Pieces,
)
from sandtable.paper import (
    INK,
    Box,
    Item,
    Page,
    Paths,
    Text,
    box,
    dashes,
    drawn,
    fitted,
    greyed,
    moved,
    pdf,
    upended,
    width_of,
    within,
    wrapped,
)
from sandtable.settings import Value
from sandtable.tiling import (
    BAR,
    CUT,
    GLUING,
    GREY,
    MARGIN,
    MEASURE,
    SHEETS,
    check_bar,
    corners,
    layout,
    marks,
    parts,
    plan,
    window_of,
)

Ink = Literal["colour", "black"]
INKS: tuple[Ink, ...] = ("colour", "black")
FOOT_TEXT = 2.9  # 8 points and a little
HEADED = 10.0  # between the pieces of two parts on a sheet: a title, clear of the marks for cutting
HEAD_LINE = 6.2  # from the upper pieces down to its baseline
ROUNDING = 1e-6
PLAN = 26.0  # height of the small pictures that show how sheets lie


@dataclass(frozen=True)
class Placed:
    """Where a piece or board lies: the page, counted from 0, and its box in mm from the upper left corner of the paper."""

    part: str
    name: str
    page: int
    box: Box


@dataclass(frozen=True)
class Printed:
    """A kit on sheets: the pages, what each is called, where things lie on them, and which, from 0, are of stickers."""

    title: str
    pages: tuple[Page, ...]
    titles: tuple[str, ...]
    places: tuple[Placed, ...]
    needed: tuple[str, ...]
    stickers: frozenset[int]

    def file(self, name: str) -> Made:
        """The kit as PDF."""
        return Made(f"{name}.pdf", "application/pdf", pdf(self.pages, self.title))


@dataclass(frozen=True)
class _Sheet:
    # a page without its foot: what is drawn from the corner of its window, which parts it is of, and where what is cut out lies
    paper: tuple[float, float]
    items: Sequence[Item]
    parts: Sequence[Part]
    note: str = ""
    places: Sequence[tuple[Part, str, Box]] = ()
    stickers: bool = False

    def title(self, before: str) -> str:
        """What the page is called, and of several which it is, after `before`."""
        first, *more = (part.title for part in self.parts)
        named = f"{', '.join([first, *more[:-1]])} and {more[-1]}" if more else first
        return f"{named}{self.note and f'{before}{self.note}'}"


def print_kit(
    spec: Spec,
    setup: Any,
    settings: Mapping[str, Value],
    options: Mapping[str, Value],
    sheet: str = "A4",
    ink: str = "colour",
) -> Printed:
    """The kit of a game with these settings; `KitError` where it has none, for unknown paper or ink, and for too much."""
    if spec.kit is None:
        raise KitError(f"{spec.name} declares no kit to print")
    if sheet not in SHEETS:
        raise KitError(f"paper must be one of {', '.join(SHEETS)}, not {sheet!r}")
    if ink not in INKS:
        raise KitError(f"ink must be one of {', '.join(INKS)}, not {ink!r}")
    kit = spec.kit.make(setup, options)
    _refuse_too_much(kit, sheet)
    told = illustrated(blocks_of(spec.rules_text()), spec.figures())
    rules = Leaflet("Rules", [*told, Paragraph(spec.about)], 2, 3.0)
    everything = [*kit.parts, rules]
    laid = _laid(everything, sheet)
    cover = _cover(spec, settings, kit, everything, laid, sheet)
    sheets = [*cover, *laid]
    if len(sheets) > MOST_PAGES:
        raise KitError(_too_many(len(sheets)))
    pages = [_page(spec, one, number, len(sheets)) for number, one in enumerate(sheets)]
    if ink == "black":
        pages = [replace(page, items=tuple(greyed(page.items))) for page in pages]
    places = [
        Placed(part.title, name, number, Box(*(side + MARGIN for side in where)))
        for number, one in enumerate(sheets)
        for part, name, where in one.places
    ]
    titles = tuple(one.title(", ") for one in sheets)
    stickers = frozenset(number for number, one in enumerate(sheets) if one.stickers)
    return Printed(_heading(spec), tuple(pages), titles, tuple(places), tuple(kit.needed), stickers)


def _heading(spec: Spec) -> str:
    return f"{spec.name}, to print and play"


def _too_many(pages: int) -> str:
    return f"a kit has at most {MOST_PAGES} pages, and this one would have {pages}: take larger paper or a smaller size"


def _refuse_too_much(kit: Kit, sheet: str) -> None:
    # before anything is drawn
    boards = [part for part in kit.parts if isinstance(part, Board)]
    pages = sum(layout(sheet, board.width, board.height).total for board in boards)
    if pages > MOST_PAGES:
        raise KitError(_too_many(pages))


def _page(spec: Spec, sheet: _Sheet, number: int, total: int) -> Page:
    width, height = sheet.paper
    y = height - MARGIN
    x, room = MARGIN + BAR + 17, width - 2 * MARGIN - BAR - 17
    said = f"{sheet.title(': ')}. Page {number + 1} of {total}"
    foot = [
        *check_bar(MARGIN, y - 1, 3.4),
        fitted(Text(x, y - 8.5, FOOT_TEXT, f"{spec.name}. {said}", bold=True), room),
        *wrapped(Text(x, y - 4.6, FOOT_TEXT, f"{spec.credit} {INDEPENDENT}".strip(), ink=GREY), room),
    ]
    return Page(width, height, (*moved(sheet.items, MARGIN, MARGIN), *foot))


def _laid(all_parts: Sequence[Part], sheet: str) -> list[_Sheet]:
    # pieces that lie below others have no sheets of their own
    packs = _packs([part for part in all_parts if isinstance(part, Pieces)], sheet)
    found: list[_Sheet] = []
    for part in all_parts:
        match part:
            case Board():
                found += _board(part, sheet)
            case Pieces():
                found += [one for pack in packs if pack.pages[0][0].part is part for one in _cut(pack)]
            case Leaflet():
                found += _leaflet(part, sheet)
    return found


def _leaflet(part: Leaflet, sheet: str) -> list[_Sheet]:
    paper = SHEETS[sheet]
    width, height = window_of(paper)
    # letters do not grow with the paper: lines would get too long to read
    columns = part.columns + 1 if width > 220 else part.columns
    pages = set_in_columns(
        [Heading(part.title), *part.blocks] if part.title else part.blocks,
        width,
        height - 2,
        columns,
        part.size,
    )
    count = len(pages)
    return [
        _Sheet(paper, items, [part], f"{n} of {count}" if count > 1 else "")
        for n, items in enumerate(pages, 1)
    ]


def _board(part: Board, sheet: str) -> list[_Sheet]:
    tiling = layout(sheet, part.width, part.height)
    picture = part.draw()
    whole = drawn(picture.shapes, part.width / picture.width)
    found: list[_Sheet] = []
    for one in parts(tiling, part.width, part.height):
        left, top, right, bottom = one.part
        items = [*moved(within(whole, one.part), -left, -top), *marks(tiling, one)]
        number = one.row * tiling.columns + one.column + 1
        place = f"sheet {number} of {tiling.total}, row {one.row + 1}, column {one.column + 1}"
        where = (part, part.title, Box(0, 0, right - left, bottom - top))
        found.append(_Sheet(tiling.paper, items, [part], place if tiling.total > 1 else "", [where]))
    return found


def outside_of(piece: Piece) -> tuple[float, float]:
    """The size of what is cut out for a piece: with both sides and feet where it folds."""
    return piece.width, 2 * (piece.height + piece.foot) if piece.folds else piece.height


@dataclass(frozen=True)
class _Laid:
    # a piece of a part where it lies in the window
    part: Pieces
    piece: Piece
    box: Box


@dataclass(frozen=True)
class _Pack:
    # sheets of pieces, and how far down the last of them is full
    paper: tuple[float, float]
    pages: list[list[_Laid]]
    full: float


def _packs(all_pieces: Sequence[Pieces], sheet: str) -> list[_Pack]:
    """All pieces on sheets; those that fit as a whole below others lie there, stickers below stickers."""
    packs: list[_Pack] = []
    # what needs several sheets leaves room on the last, and small things lie with small ones
    alone = [(part, _alone(part, sheet)) for part in all_pieces]
    for part, own in sorted(alone, key=lambda one: (-len(one[1].pages), one[1].full)):
        for n, pack in enumerate(packs):
            below = _shelves(part, pack.paper, pack.full + HEADED)
            alike = pack.pages[0][0].part.stickers == part.stickers
            if alike and not _too_large(part, pack.paper) and len(below.pages) == 1:
                packs[n] = replace(
                    pack, pages=[*pack.pages[:-1], [*pack.pages[-1], *below.pages[0]]], full=below.full
                )
                break
        else:
            packs.append(own)
    return packs


def _alone(part: Pieces, sheet: str) -> _Pack:
    short, long = SHEETS[sheet]
    ways = [paper for paper in ((short, long), (long, short)) if not _too_large(part, paper)]
    if not ways:
        piece = _too_large(part, (short, long))[0]
        wide, high = outside_of(piece)
        raise KitError(
            f"{piece.name} of {wide:g} x {high:g} mm does not fit this paper: take larger paper or a smaller size"
        )
    return min((_shelves(part, paper) for paper in ways), key=lambda way: len(way.pages))


def _too_large(part: Pieces, paper: tuple[float, float]) -> list[Piece]:
    width, height = window_of(paper)
    sizes = [(piece, *outside_of(piece)) for piece in part.pieces]
    return [piece for piece, wide, high in sizes if wide > width + ROUNDING or high > height + ROUNDING]


def _shelves(part: Pieces, paper: tuple[float, float], top: float = 0.0) -> _Pack:
    # rows of pieces from the left, the first of them at `top`
    width, height = window_of(paper)
    pages: list[list[_Laid]] = [[]]
    x, y, row = 0.0, top, 0.0
    for piece in (one for one in part.pieces for _ in range(one.copies)):
        wide, high = outside_of(piece)
        if x + wide > width + ROUNDING:
            x, y, row = 0.0, y + row + part.gap, 0.0
        if y + high > height + ROUNDING:
            pages.append([])
            x = y = row = 0.0
        pages[-1].append(_Laid(part, piece, Box(x, y, x + wide, y + high)))
        x, row = x + wide + part.gap, max(row, high)
    return _Pack(paper, pages, y + row)


def _cut(pack: _Pack) -> list[_Sheet]:
    found: list[_Sheet] = []
    for number, page in enumerate(pack.pages, 1):
        note = f"{number} of {len(pack.pages)}" if len(pack.pages) > 1 else ""
        found.append(_cut_sheet(pack.paper, page, [_front(one.piece, one.box) for one in page], note))
        # what folds has its back above its front
        backed = [one for one in page if one.piece.back and not one.piece.folds]
        if backed:
            found.append(_backs(pack.paper, backed, note))
    return found


def _cut_sheet(
    paper: tuple[float, float], page: Sequence[_Laid], drawings: Iterable[list[Item]], note: str
) -> _Sheet:
    boxes = [one.box for one in page]
    items = [item for one in drawings for item in one]
    items.append(Paths(tuple(box(*where) for where in boxes), CUT, 0.12))
    items.append(Paths(tuple(corners(boxes)), INK, 0.2))
    parts = [next(group) for _, group in groupby((one.part for one in page), id)]
    for part in parts[1:]:
        top = min(one.box.top for one in page if one.part is part)
        items.append(Text(0, top - HEADED + HEAD_LINE, FOOT_TEXT, part.title, bold=True))
    places = [(one.part, one.piece.name, one.box) for one in page]
    return _Sheet(paper, items, parts, note, places, parts[0].stickers)


def _backs(paper: tuple[float, float], page: Sequence[_Laid], note: str) -> _Sheet:
    # as they lie when the sheet is turned about its long side
    width, _ = window_of(paper)
    turned = [
        replace(
            one,
            piece=replace(one.piece, name=f"{one.piece.name}, back"),
            box=Box(width - one.box.right, one.box.top, width - one.box.left, one.box.bottom),
        )
        for one in page
    ]
    drawings = [_scaled(one.piece, one.piece.back, one.box) for one in turned]
    return _cut_sheet(paper, turned, drawings, f"backs{note and f', {note}'}")


def _scaled(piece: Piece, drawing: Any, where: Box) -> list[Item]:
    items = drawn(drawing.shapes, piece.width / drawing.width)
    return moved(within(items, Box(0, 0, piece.width, piece.height)), where.left, where.top)


def _front(piece: Piece, where: Box) -> list[Item]:
    if not piece.folds:
        return _scaled(piece, piece.front, where)
    wide, high, foot = piece.width, piece.height, piece.foot
    own = Box(0, 0, wide, high)
    front = moved(_scaled(piece, piece.front, own), 0, foot + high)
    back = moved(upended(_scaled(piece, piece.back or piece.front, own), wide, high), 0, foot)
    folds = [
        ((0.0, y), (wide, y)) for y in (foot, foot + high, foot + 2 * high) if 0 < y < outside_of(piece)[1]
    ]
    lines = tuple(part for line in folds for part in dashes(line, 1.5, 1.0))
    return moved([*back, *front, Paths(lines, CUT, 0.2)], where.left, where.top)


def _cover(
    spec: Spec,
    settings: Mapping[str, Value],
    kit: Kit,
    all_parts: Sequence[Part],
    laid: Sequence[_Sheet],
    sheet: str,
) -> list[_Sheet]:
    def made(first: int) -> list[_Sheet]:
        blocks = _cover_blocks(spec, settings, kit, _contents(all_parts, laid, first))
        leaflet = Leaflet(_heading(spec), blocks, 1, 3.4)
        named = replace(leaflet, title="What is in it and what it needs")
        return [replace(page, parts=[named]) for page in _leaflet(leaflet, sheet)]

    pages = made(2)
    pages = made(len(pages) + 1)
    plans = _plans(all_parts, sheet)
    if not plans:
        return pages
    end, room = _lowest(pages[-1].items) + 8, window_of(SHEETS[sheet])[1]
    if end + _lowest(plans) <= room:
        return [*pages[:-1], replace(pages[-1], items=[*pages[-1].items, *moved(plans, 0, end)])]
    pages.append(_Sheet(SHEETS[sheet], plans, [Leaflet("How the sheets lie", [])]))
    return [*made(len(pages) + 1), pages[-1]]


def _lowest(items: Iterable[Item]) -> float:
    return max(
        item.y if isinstance(item, Text) else max(y for line in item.lines for _, y in line) for item in items
    )


def _contents(all_parts: Sequence[Part], laid: Sequence[_Sheet], first: int) -> list[Block]:
    found: list[Block] = []
    for part in all_parts:
        on = [page for page, one in enumerate(laid, first) if any(other is part for other in one.parts)]
        pages = f"page {on[0]}" if len(on) == 1 else f"pages {on[0]} to {on[-1]}"
        how = "" if isinstance(part, Leaflet) else f" {part.how}"
        found.append(Paragraph(f"**{part.title}** ({pages}).{how}", "\u00b7"))
    return found


def _cover_blocks(
    spec: Spec, settings: Mapping[str, Value], kit: Kit, contents: Sequence[Block]
) -> list[Block]:
    changed = [
        f"{setting.name} {_short(settings[setting.name])}"
        for setting in spec.settings
        if settings[setting.name] != setting.default
    ]
    chosen = f"Made for these settings: {', '.join(changed)}." if changed else "Made for the usual settings."
    return [
        Paragraph(spec.summary),
        Paragraph(f"{chosen} {spec.whose(settings)}".strip()),
        Heading("How to print"),
        Paragraph(MEASURE, "1."),
        Paragraph("Pieces are cut along their outlines; small marks outside show where a ruler goes.", "2."),
        Paragraph(
            "Backs follow their fronts: print both sides turned about the long side, or glue them.", "3."
        ),
        Heading("In this kit"),
        *contents,
        Heading("What else you need"),
        *(Paragraph(words, "\u00b7") for words in kit.needed),
        Paragraph(spec.about),
    ]


def _short(value: Value) -> str:
    text = str(value)
    return "a text of one's own" if "\n" in text else text


def _plans(all_parts: Sequence[Part], sheet: str) -> list[Item]:
    """How the sheets of each board lie, where one has more than one; from the upper left corner of the window."""
    items: list[Item] = []
    width, height = window_of(SHEETS[sheet])
    boards = [part for part in all_parts if isinstance(part, Board)]
    many = [part for part in boards if layout(sheet, part.width, part.height).total > 1]
    if not many:
        return []
    lines = set_in_columns([Heading("How the sheets lie"), Paragraph(GLUING)], width, height, 1, 3.2)[0]
    items += lines
    x, y = 0.0, 32.0
    for part in many:
        tiling = layout(sheet, part.width, part.height)
        small, wide = plan(tiling, (part.width, part.height), PLAN, 60.0)
        name = fitted(Text(0, 0, FOOT_TEXT, part.title, bold=True), width)
        room = max(wide, 56.0, width_of(name))
        if x + room > width:
            x, y = 0.0, y + PLAN + 10
        if y + PLAN > height:
            break
        items += moved([name, *moved(small, 0, 2)], x, y)
        x += room + 6
    return items


def slug(spec: Spec, sheet: str) -> str:
    """The name of a kit's file, without its ending."""
    return re.sub(r"[^a-z0-9]+", "-", f"{spec.id} kit {sheet}".lower())
