"""The press turns a game's kit into sheets: it tiles boards, packs pieces, and sets leaflets and the rules in columns."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

from sandtable.authoring.kits import (
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
    painted,
    painted_figure,
)
from sandtable.authoring.settings import Data, Value
from sandtable.authoring.spec import Made, Spec, attribution
from sandtable.authoring.wording import differences
from sandtable.engine.variants import said
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Drawing, Illustration, Line, Page, Polygon, Shape, Text, placed
from sandtable.graphics.paper import box_of, dashes, drawn, greyed, kept_in, turned, within
from sandtable.graphics.pdf import fitted, pdf, width_of, wrapped
from sandtable.graphics.tiling import (
    BAR,
    CUT,
    FOOT,
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
from sandtable.printing.duplex import FLIPS, checked_shift, flips_upside_down, test_sheet, turned_over
from sandtable.printing.flow import blocks_of, illustrated, set_evenly
from sandtable.printing.packing import HEADED, TITLE, Laid, Pack, outside_of, packed

Ink = Literal["colour", "black"]
INKS: tuple[Ink, ...] = ("colour", "black")
FOOT_TEXT = 2.9  # slightly over 8 points
HEAD_LINE = 6.2  # from the upper pieces down to the baseline of a title
USUAL = "Made for the usual rules."
VARIED = "You play it by rules of your own, which this kit follows. They differ from the usual ones in this:"
# the small pictures that show how sheets fit together
PLAN, PLAN_COLUMN, MOST_PLANS = (60.0, 26.0), 93.0, 6
LEAST_OF_PLAN = 3.2  # font size, which is still 8 points in a narrower column
BETWEEN = 6.0  # two leaflets on a sheet
COVER = "What is in it and what it needs"


@dataclass(frozen=True)
class PrintJob:
    """How a kit is printed: the paper, the ink, the edge about which sheets are flipped, and a correction for the backs.

    `shift` moves everything printed on backs to the right and down, in mm. Raises `KitError` for an invalid value.
    """

    paper: str = "A4"
    ink: str = "colour"
    flip: str = "long"
    shift: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        for name, value, known in (
            ("paper", self.paper, SHEETS),
            ("ink", self.ink, INKS),
            ("flip", self.flip, FLIPS),
        ):
            if value not in known:
                raise KitError(f"{name} must be one of {', '.join(known)}, not {value!r}")
        checked_shift(self.shift)


@dataclass(frozen=True)
class Placed:
    """Where a piece or board is: the page, counting from 0, and its box in mm from the upper left corner of the paper."""

    part: str
    name: str
    page: int
    box: Box


@dataclass(frozen=True)
class Printed:
    """A kit on sheets: the pages, their names, and the places of things on them.

    `stickers` and `backs` are the pages, counting from 0, that contain stickers or are the backs of the pages before
    them.
    """

    title: str
    pages: tuple[Page, ...]
    titles: tuple[str, ...]
    places: tuple[Placed, ...]
    needed: tuple[str, ...]
    stickers: frozenset[int]
    backs: frozenset[int]

    def file(self, name: str) -> Made:
        """The kit as a PDF."""
        return Made(f"{name}.pdf", "application/pdf", pdf(self.pages, self.title))

    def test_file(self, name: str, job: PrintJob) -> Made:
        """A sheet, as a PDF, for measuring the offset between fronts and backs; `KitError` if the kit has no backs."""
        if not self.backs:
            raise KitError(
                f"{self.title}: this kit has nothing to print on both sides, so it needs no test sheet"
            )
        page = self.pages[min(self.backs)]
        sides = test_sheet((page.width, page.height), job.flip, job.shift)
        return Made(f"{name}.pdf", "application/pdf", pdf(sides, "Test sheet for printing on both sides"))


@dataclass(frozen=True)
class _Sheet:
    # a page without its footer: its drawing from the corner of the window, its parts, and the places of the cut-outs
    paper: tuple[float, float]
    shapes: Sequence[Shape]
    parts: Sequence[Part]
    note: str = ""
    places: Sequence[tuple[Part, str, Box]] = ()
    stickers: bool = False
    back: bool = False
    # for a page that is meant to be read: how far down it is filled
    end: float = 0.0
    # the back of a sheet that is flipped upside down: its window lines up with the front's, so its footer is at the top
    upside_down: bool = False

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner of its window on the paper."""
        return MARGIN, MARGIN + (FOOT if self.upside_down else 0)

    def title(self, before: str) -> str:
        """The name of the page and, if there are several, its number, after `before`."""
        first, *more = [part.title for part in self.parts if part.title] or [""]
        named = f"{', '.join([first, *more[:-1]])} and {more[-1]}" if more else first
        return f"{named}{self.note and f'{before}{self.note}'}"


def print_kit(
    spec: Spec,
    setup: Any,
    settings: Mapping[str, Value],
    options: Mapping[str, Value],
    job: PrintJob = PrintJob(),
) -> Printed:
    """The kit of a game with these settings; `KitError` if the game has none, or if the kit is too large."""
    if spec.print.kit is None:
        raise KitError(f"{spec.name} has no kit to print")
    kit = painted(spec.print.kit.make(setup, {**settings, **options}), spec.painted)
    _refuse_too_much(kit, job.paper)
    figures = {
        clause: painted_figure(one, spec.painted)
        for clause, one in spec.presentation.figures(settings).items()
    }
    told = illustrated(blocks_of(spec.rules_text(settings)), figures)
    rules = Leaflet("Rules", [*told, Paragraph(spec.about)], 2, 3.0)
    everything = [*(_as_pieces(part, job.paper) for part in kit.parts), rules]
    sheets = _covered(spec, settings, kit, everything, _laid(everything, job), options, job)
    if len(sheets) > MOST_PAGES:
        raise KitError(_too_many(len(sheets)))
    pages = [_page(spec, one, number, len(sheets)) for number, one in enumerate(sheets)]
    if job.ink == "black":
        pages = [replace(page, shapes=greyed(page.shapes)) for page in pages]
    places = [
        Placed(part.title, name, number, where.moved(*one.corner))
        for number, one in enumerate(sheets)
        for part, name, where in one.places
    ]
    return Printed(
        _heading(spec),
        tuple(pages),
        tuple(one.title(", ") for one in sheets),
        tuple(places),
        tuple(kit.needed),
        frozenset(number for number, one in enumerate(sheets) if one.stickers),
        frozenset(number for number, one in enumerate(sheets) if one.back),
    )


def _heading(spec: Spec) -> str:
    return f"{spec.name}, to print and play"


def _too_many(pages: int) -> str:
    return f"a kit has at most {MOST_PAGES} pages, and this one would have {pages}: use larger paper or a smaller size"


def _refuse_too_much(kit: Kit, sheet: str) -> None:
    # before anything is drawn
    boards = [part for part in kit.parts if isinstance(part, Board)]
    pages = sum(layout(sheet, board.width, board.height).total for board in boards)
    if pages > MOST_PAGES:
        raise KitError(_too_many(pages))


def _page(spec: Spec, sheet: _Sheet, number: int, total: int) -> Page:
    width, height = sheet.paper
    # at the top its letters start at the edge, and cutting marks have room below them
    y = MARGIN + FOOT - 3 if sheet.upside_down else height - MARGIN
    x, room = MARGIN + BAR + 17, width - 2 * MARGIN - BAR - 17
    said = f"{sheet.title(': ')}. Page {number + 1} of {total}"
    named = Text(x, y - 8.5, FOOT_TEXT, f"{spec.name}. {said}", anchor="start", bold=True)
    # omit the name of the game, which is on the first page, rather than print it too small to read
    named = named if width_of(named) <= room else replace(named, words=said)
    foot = [
        *check_bar(MARGIN, y - 1, 3.4),
        fitted(named, room),
        *wrapped(Text(x, y - 4.6, FOOT_TEXT, attribution(spec.presentation.credit), GREY, "start"), room),
    ]
    return Page(width, height, (*placed(sheet.shapes, *sheet.corner), *foot))


def _on_a_sheet(shape: Shape, boxes: Sequence[Box]) -> Shape:
    # text that no sheet contains entirely is moved onto the one where it starts
    if not isinstance(shape, Text) or any(kept_in(shape, where) is shape for where in boxes):
        return shape
    own = box_of(shape)
    begins = [
        where
        for where in boxes
        if where.left <= own.left <= where.right and where.top <= own.bottom <= where.bottom
    ]
    return kept_in(shape, begins[-1] if begins else boxes[0])


def _as_pieces(part: Part, sheet: str) -> Part:
    # a board that needs no gluing goes where there is room, as pieces do
    if not isinstance(part, Board) or layout(sheet, part.width, part.height).total > 1:
        return part
    return Pieces(part.title, part.how, [Piece(part.title, part.draw(), part.width, part.height)])


def _laid(all_parts: Sequence[Part], job: PrintJob) -> list[_Sheet]:
    # pieces placed below others have no sheets of their own, and neither do leaflets placed below something else
    packs = packed([part for part in all_parts if isinstance(part, Pieces)], job.paper)
    read = _leaflets([part for part in all_parts if isinstance(part, Leaflet)], job.paper)
    found: list[_Sheet] = []
    for part in all_parts:
        match part:
            case Board():
                found += _board(part, job.paper)
            case Pieces():
                found += [one for pack in packs if pack.pages[0][0].part is part for one in _cut(pack, job)]
            case Leaflet():
                found += [one for pages in read if pages[0].parts[0] is part for one in pages]
    return found


def _leaflets(leaflets: Sequence[Leaflet], sheet: str) -> list[list[_Sheet]]:
    """All leaflets on sheets; one that fits entirely below the end of another goes there."""
    found: list[list[_Sheet]] = []
    for pages in sorted((_leaflet(part, sheet) for part in leaflets), key=len, reverse=True):
        if len(pages) == 1:
            for above in found:
                if _fits_below(above[-1], pages[0]):
                    above[-1] = _below(above[-1], pages[0])
                    break
            else:
                found.append(pages)
        else:
            found.append(pages)
    return found


def _fits_below(above: _Sheet, low: _Sheet) -> bool:
    return above.end + BETWEEN + low.end <= window_of(above.paper)[1]


def _below(above: _Sheet, low: _Sheet) -> _Sheet:
    down = above.end + BETWEEN
    shapes = [*above.shapes, *placed(low.shapes, 0, down)]
    return replace(above, shapes=shapes, parts=[*above.parts, *low.parts], end=down + low.end)


def _leaflet(part: Leaflet, sheet: str) -> list[_Sheet]:
    paper = SHEETS[sheet]
    width, height = window_of(paper)
    # text does not grow with the paper: lines would become too long to read
    columns = part.columns + 1 if width > 220 else part.columns
    blocks = [Heading(part.title), *part.blocks] if part.title else part.blocks
    pages, end = set_evenly(blocks, width, height - 2, columns, part.size)
    count = len(pages)
    return [
        _Sheet(
            paper, shapes, [part], f"{n} of {count}" if count > 1 else "", end=end if n == count else height
        )
        for n, shapes in enumerate(pages, 1)
    ]


def _board(part: Board, sheet: str) -> list[_Sheet]:
    tiling = layout(sheet, part.width, part.height)
    picture = part.draw()
    boxes = [one.part for one in parts(tiling, part.width, part.height)]
    whole = [_on_a_sheet(shape, boxes) for shape in drawn(picture.shapes, part.width / picture.width)]
    found: list[_Sheet] = []
    for one in parts(tiling, part.width, part.height):
        left, top, right, bottom = one.part
        shapes = [*placed(within(whole, one.part), -left, -top), *marks(tiling, one)]
        number = one.row * tiling.columns + one.column + 1
        place = f"sheet {number} of {tiling.total}, row {one.row + 1}, column {one.column + 1}"
        where = (part, part.title, Box(0, 0, right - left, bottom - top))
        found.append(_Sheet(tiling.paper, shapes, [part], place if tiling.total > 1 else "", [where]))
    return found


def _cut(pack: Pack, job: PrintJob) -> list[_Sheet]:
    found: list[_Sheet] = []
    for number, page in enumerate(pack.pages, 1):
        note = f"{number} of {len(pack.pages)}" if len(pack.pages) > 1 else ""
        found.append(_cut_sheet(pack.paper, page, [_front(one) for one in page], note))
        # a folding piece has its back above its front
        backed = [one for one in page if one.piece.is_backed]
        if backed:
            found.append(_backs(pack.paper, backed, note, job))
    return found


def _cut_sheet(
    paper: tuple[float, float], page: Sequence[Laid], drawings: Iterable[Sequence[Shape]], note: str
) -> _Sheet:
    boxes = [one.box for one in page]
    shapes = [shape for one in drawings for shape in one]
    shapes += [Polygon(where.corners, "", CUT, 0.12) for where in boxes]
    shapes += [Line(mark, "ink", 0.2) for mark in corners(boxes)]
    parts = [next(group) for _, group in groupby((one.part for one in page), id)]
    for part in parts[1:]:
        own = [one.box for one in page if one.part is part]
        left, top = min(one.left for one in own), min(one.top for one in own)
        shapes.append(Text(left, top - HEADED + HEAD_LINE, TITLE, part.title, anchor="start", bold=True))
    places = [(one.part, one.piece.name, one.box) for one in page]
    return _Sheet(paper, shapes, parts, note, places, parts[0].stickers)


def _backs(paper: tuple[float, float], page: Sequence[Laid], note: str, job: PrintJob) -> _Sheet:
    level = flips_upside_down(paper, job.flip)
    right, down = job.shift
    turned_page = [
        replace(
            one,
            piece=replace(one.piece, name=f"{one.piece.name}, back"),
            box=_on_back(one.box, paper, level).moved(right, down),
        )
        for one in page
    ]
    # whichever way the sheet is flipped, a piece turned like a page of a book shows its back upright
    drawings = [_scaled(one, one.piece.back, 2 if level else 0) for one in turned_page]
    sheet = _cut_sheet(paper, turned_page, drawings, f"backs{note and f', {note}'}")
    return replace(sheet, back=True, upside_down=level)


def _on_back(where: Box, paper: tuple[float, float], level: bool) -> Box:
    # both are measured from the corners of their windows
    on_back = turned_over(where.moved(MARGIN, MARGIN), paper, level)
    return on_back.moved(-MARGIN, -MARGIN - (FOOT if level else 0))


def _scaled(laid: Laid, picture: Drawing | None, quarters: int = 0) -> tuple[Shape, ...]:
    if picture is None:
        return ()
    wide, high = laid.piece.width, laid.piece.height
    whole = Box(0, 0, wide, high)
    shapes = within([kept_in(shape, whole) for shape in drawn(picture.shapes, wide / picture.width)], whole)
    upright = turned(shapes, wide, high, quarters) if quarters else shapes
    return placed(upright, laid.box.left, laid.box.top)


def _front(laid: Laid) -> Sequence[Shape]:
    piece = laid.piece
    if not piece.folds:
        return _scaled(laid, piece.front, 1 if laid.turned else 0)
    wide, high, foot = piece.width, piece.height, piece.foot
    left, top, _, _ = laid.box
    front = _scaled(replace(laid, box=Box(left, top + foot + high, 0, 0)), piece.front)
    back = _scaled(replace(laid, box=Box(left, top + foot, 0, 0)), piece.back or piece.front, 2)
    folds = [
        ((0.0, y), (wide, y)) for y in (foot, foot + high, foot + 2 * high) if 0 < y < outside_of(piece)[1]
    ]
    lines = [Line(part, CUT, 0.2) for line in folds for part in dashes(line, 1.5, 1.0)]
    return [*back, *front, *placed(lines, left, top)]


def _covered(
    spec: Spec,
    settings: Mapping[str, Value],
    kit: Kit,
    all_parts: Sequence[Part],
    laid: Sequence[_Sheet],
    options: Mapping[str, Value],
    job: PrintJob,
) -> list[_Sheet]:
    """All sheets, preceded by those that list the contents of the kit; a short leaflet goes below the list if there is
    room.
    """
    plans = _plans(all_parts, job.paper, options)

    pictures = [kit.picture()] if kit.picture else []

    def cover(count: int, sheets: Sequence[_Sheet], low: Sequence[_Sheet]) -> list[_Sheet]:
        every = [*[_Sheet(SHEETS[job.paper], [], [])] * (count - len(low)), *low, *sheets]
        blocks = _cover_blocks(
            spec, settings, kit, pictures, _how_to_print(every, job), _contents(all_parts, every)
        )
        leaflet = Leaflet(_heading(spec), [*blocks, *plans], 2, 3.1)
        return [replace(page, parts=[replace(leaflet, title=COVER)]) for page in _leaflet(leaflet, job.paper)]

    pages = cover(1, laid, [])
    low = [one for one in laid if one.end and not one.note and _fits_below(pages[-1], one)][:1]
    rest = [one for one in laid if not any(one is other for other in low)]
    pages = cover(len(pages), rest, low)
    if low:
        pages[-1] = _below(pages[-1], low[0])
    return [*pages, *rest]


def _contents(all_parts: Sequence[Part], sheets: Sequence[_Sheet]) -> list[Block]:
    found: list[Block] = []
    for part in all_parts:
        on = [page for page, one in enumerate(sheets, 1) if any(other is part for other in one.parts)]
        pages = f"page {on[0]}" if len(on) == 1 else f"pages {on[0]} to {on[-1]}"
        how = "" if isinstance(part, Leaflet) else f" {part.how}"
        found.append(Paragraph(f"**{part.title}** ({pages}).{how}", "\u00b7"))
    return found


def _cover_blocks(
    spec: Spec,
    settings: Mapping[str, Value],
    kit: Kit,
    pictures: Sequence[Block],
    how: Sequence[Block],
    contents: Sequence[Block],
) -> list[Block]:
    changed = _varied(spec, settings)
    return [
        Paragraph(spec.summary),
        *pictures,
        Paragraph(f"{'' if changed else USUAL} {spec.presentation.provenance(settings)}".strip()),
        *([Paragraph(VARIED)] if changed else []),
        *(Paragraph(words, "\u00b7") for words in changed),
        Heading("How to print"),
        *how,
        Heading("In this kit"),
        *contents,
        Heading("What else you need"),
        *(Paragraph(words, "\u00b7") for words in kit.needed),
        Paragraph(spec.about),
    ]


def _how_to_print(sheets: Sequence[_Sheet], job: PrintJob) -> list[Block]:
    steps = [MEASURE]
    backs = [number for number, one in enumerate(sheets, 1) if one.back]
    if backs:
        right, down = job.shift
        shifted = f" All backs are shifted by {right:g},{down:g} mm." if right or down else ""
        steps.append(
            f"Print pages {_ranges(backs)} on both sides of the paper and set your printer to flip on the **{job.flip} edge**; "
            f"print all other pages on one side.{shifted} If backs lie off their fronts, print the test sheet: it says which "
            "back shift to enter. Without two-sided printing, glue the backs on."
        )
    steps.append("Cut pieces along their outlines. Small marks outside show where to lay a ruler.")
    return [Paragraph(words, f"{n}.") for n, words in enumerate(steps, 1)]


def _ranges(backs: Sequence[int]) -> str:
    """The pages of the sheets that have these backs, written as a print dialog accepts them."""
    runs: list[tuple[int, int]] = []
    for back in backs:
        start = runs.pop()[0] if runs and runs[-1][1] == back - 2 else back - 1
        runs.append((start, back))
    return ", ".join(f"{start}-{end}" for start, end in runs)


def _varied(spec: Spec, settings: Mapping[str, Value]) -> list[str]:
    """The differences from the standard: changed sentences in the rules, and settings that the rules do not mention."""
    printed = spec.rules_text()
    told = [f"**{clause}** {words}" for clause, words in differences(printed, spec.rules_text(settings))]
    unsaid = [
        f"{setting.text.rstrip('.')}: {said(setting, settings[setting.name])} ({setting.clause})."
        for setting in spec.rules.settings
        if settings[setting.name] != setting.default
        # the credits for a board, map or teams are given separately
        and not isinstance(setting, Data)
        and spec.rules_text({setting.name: settings[setting.name]}) == printed
    ]
    return told + unsaid


def _plans(all_parts: Sequence[Part], sheet: str, options: Mapping[str, Value]) -> list[Block]:
    """How the sheets of each board fit together, for boards with more than one."""
    boards = [part for part in all_parts if isinstance(part, Board)]
    many = [part for part in boards if layout(sheet, part.width, part.height).total > 1]
    if not many:
        return []
    blocks: list[Block] = [Heading("How the sheets lie"), Paragraph(GLUING)]
    return [*blocks, *(_plan(part, sheet, options) for part in many[:MOST_PLANS])]


def _plan(board: Board, sheet: str, options: Mapping[str, Value]) -> Illustration:
    """How the numbered sheets of a board fit together, in a picture as wide as a column."""
    tiling = layout(sheet, board.width, board.height)
    shapes, scale = plan(tiling, (board.width, board.height), PLAN[1], PLAN[0], LEAST_OF_PLAN)
    small = Drawing(PLAN_COLUMN, scale * board.height + 0.5, board.title, tuple(shapes))
    return Illustration(small, f"{board.title}: {_sheets_of(board, sheet, options)}")


def _sheets_of(board: Board, sheet: str, options: Mapping[str, Value]) -> str:
    """How many sheets a board takes, and a smaller size at which it would take fewer."""
    total = layout(sheet, board.width, board.height).total
    said = f"{total} sheets of {sheet}."
    now = int(options.get(board.option, 0))
    for value in range(now - 1, now // 2, -1):
        width, height = (board.rim + (side - board.rim) * value / now for side in (board.width, board.height))
        fewer = layout(sheet, width, height).total
        if fewer < total:
            sheets = "1 sheet" if fewer == 1 else f"{fewer} sheets"
            return f"{said} With {board.option} {value} it would take {sheets}."
    return said


def slug(spec: Spec, sheet: str, what: str = "kit") -> str:
    """The file name of a kit, or of something that belongs to it, without its extension."""
    return re.sub(r"[^a-z0-9]+", "-", f"{spec.id} {what} {sheet}".lower())
