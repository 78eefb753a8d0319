"""Text that flows through the columns of pages: paragraphs, tables and figures, or Markdown converted to these. Lengths
are in mm.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from markdown_it import MarkdownIt

from sandtable.authoring.kits import Block, Heading, LeafletTable, Paragraph
from sandtable.authoring.marks import plain
from sandtable.graphics.drawing import Illustration, Line, Polygon, Shape, Text, box, placed
from sandtable.graphics.paper import ASCENT, drawn
from sandtable.graphics.pdf import in_lines, width_of

LEADING = 1.32  # line spacing, as a multiple of the font size
SMALL = 2.85  # font size of captions and tables: slightly over 8 points
GUTTER = 7.0
PAD = 0.9  # padding in the cells of a table
RULE, SHADE, MUTED = "#8a7f6a", "#f1ece0", "#4f4a42"

_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_BOLD = re.compile(r"\*\*")
_CLAUSE = re.compile(r"\*\*([A-Za-z]+\d+(?:\.\w+)*)\.?\*\*")


@dataclass(frozen=True)
class Run:
    """A run that stays together: its height, its drawing from the upper left corner, and whether the next run must
    follow it.

    `head` is repeated above it at the top of a column: the head of a table that continues there.
    """

    height: float
    items: tuple[Shape, ...]
    binds: bool = False
    head: "Run | None" = None


def blocks_of(text: str) -> list[Block]:
    """The blocks of a Markdown text, without its title."""
    found: list[Block] = []
    tokens = _markdown.parse(plain(text))
    inside, mark, head, row = "", "", list[str](), list[str]()
    rows: list[list[str]] = []
    for token in tokens:
        match token.type:
            case "heading_open":
                inside = token.tag
            case "list_item_open":
                mark = f"{token.info}." if token.info else "\u00b7"
            case "thead_open":
                head, rows = [], []
            case "tr_open":
                row = []
            case "tr_close":
                rows.append(row)
            case "thead_close":
                head, rows = rows[0], []
            case "table_close":
                found.append(LeafletTable(head, rows, [1.0] * len(head)))
            case "th_open" | "td_open":
                inside = "cell"
            case "paragraph_open":
                inside = "p"
            case "inline":
                _take(token, inside, mark, found, row)
                mark, inside = "", ""
            case _:
                pass
    return found


def illustrated(blocks: Iterable[Block], figures: Mapping[str, Illustration]) -> list[Block]:
    """The blocks of a rule text with its figures, each at the end of its clause."""
    found, due = list[Block](), list[Illustration]()
    for block in blocks:
        clause = _CLAUSE.match(block.words) if isinstance(block, Paragraph) else None
        if clause or isinstance(block, Heading):
            found += due
            due = [figures[clause[1]]] if clause and clause[1] in figures else []
        found.append(block)
    return [*found, *due]


def _take(token: Any, inside: str, mark: str, found: list[Block], row: list[str]) -> None:
    words = _words(token.children or ())
    if inside == "cell":
        row.append(words)
    elif inside == "h1":
        return
    elif inside.startswith("h"):
        found.append(Heading(words))
    else:
        found.append(Paragraph(words, mark))


def _words(children: Iterable[Any]) -> str:
    # bold keeps its stars; everything else becomes plain words
    said = ""
    for child in children:
        match child.type:
            case "strong_open" | "strong_close":
                said += "**"
            case "softbreak" | "hardbreak":
                said += " "
            case "text" | "code_inline":
                said += child.content
            case _:
                pass
    return said


def set_in_columns(
    blocks: Sequence[Block], width: float, height: float, columns: int, size: float
) -> list[list[Shape]]:
    """The pages of `blocks`, each from the upper left corner of its window; the columns of the last page are balanced."""
    return set_evenly(blocks, width, height, columns, size)[0]


def set_evenly(
    blocks: Sequence[Block], width: float, height: float, columns: int, size: float
) -> tuple[list[list[Shape]], float]:
    """The same, and how far down the last page is filled."""
    column = (width - (columns - 1) * GUTTER) / columns
    groups = list(_groups(run for block in blocks for run in runs_of(block, column, size)))
    pages = _paged(groups, height, columns)
    last, goes_on = pages[-1], len(pages) > 1
    while columns > 1:
        # slightly taller, as long as nothing is pushed onto another page
        lower = _paged(last.groups, last.end - size / 2, columns, goes_on)
        if len(lower) > 1 or lower[0].end >= last.end:
            break
        last = lower[0]
    return [_placed(page, column) for page in (*pages[:-1], last)], last.end


@dataclass
class _Page:
    # its columns of runs, and their groups
    filled: list[list[Run]]
    groups: list[list[Run]]

    @property
    def end(self) -> float:
        return max(_filled(column) for column in self.filled)


def _filled(column: Sequence[Run]) -> float:
    # gaps at its end do not count
    heights = [(run.height, bool(run.items)) for run in column]
    while heights and not heights[-1][1]:
        heights.pop()
    return sum(height for height, _ in heights)


def _paged(groups: Sequence[list[Run]], height: float, columns: int, goes_on: bool = False) -> list[_Page]:
    # if the runs continue from another page, a table there starts with its head too
    pages = [_Page([[]], [])]
    y = 0.0
    for n, group in enumerate(groups):
        page, runs = pages[-1], group
        if goes_on and n == 0 and group[0].head:
            runs = [group[0].head, *group]
        if y and y + sum(run.height for run in group) > height:
            if not any(run.items for run in group):
                # a gap at the end of a column does not count
                continue
            if len(page.filled) == columns:
                page = _Page([], [])
                pages.append(page)
            page.filled.append([])
            y = 0.0
            if group[0].head:
                runs = [group[0].head, *group]
        page.groups.append(group)
        page.filled[-1] += runs
        y += sum(run.height for run in runs)
    return pages


def _placed(page: _Page, column: float) -> list[Shape]:
    items: list[Shape] = []
    for n, runs in enumerate(page.filled):
        y = 0.0
        for run in runs:
            items += placed(run.items, n * (column + GUTTER), y)
            y += run.height
    return items


def _groups(runs: Iterable[Run]) -> Iterator[list[Run]]:
    group: list[Run] = []
    for run in runs:
        group.append(run)
        if not run.binds:
            yield group
            group = []
    if group:
        yield group


def runs_of(block: Block, width: float, size: float) -> list[Run]:
    """A block as runs of this width."""
    match block:
        case Heading(words):
            large = 1.3 * size
            lines = rich(words, width, large, bold=True)
            gap = 0.7 * large
            runs = [Run(LEADING * large, line, True) for line in lines]
            return [Run(gap, (), True), *runs]
        case Paragraph(words, mark):
            return _paragraph(words, mark, width, size)
        case LeafletTable():
            return _table(block, width)
        case Illustration(drawing, caption):
            unit = width / drawing.width
            items = drawn(drawing.shapes, unit)
            said = [Run(LEADING * SMALL, line, True) for line in rich(caption, width, SMALL, fill=MUTED)]
            return [
                Run(drawing.height * unit + 1.5, tuple(items), True),
                *said[:-1],
                replace(said[-1], binds=False),
                Run(0.8 * size, ()),
            ]


def _paragraph(words: str, mark: str, width: float, size: float) -> list[Run]:
    indent = 1.6 * size if mark else 0.0
    lines: list[tuple[Shape, ...]] = [*rich(words, width - indent, size)]
    if mark:
        first, *more = (placed(line, indent, 0) for line in lines)
        lines = [(Text(0, ASCENT * size, size, mark, anchor="start"), *first), *more]
    # no single first or last line (widows and orphans)
    bound = {0, len(lines) - 2}
    runs = [Run(LEADING * size, line, n in bound and n < len(lines) - 1) for n, line in enumerate(lines)]
    return [*runs, Run(0.45 * size, ())]


def _table(table: LeafletTable, width: float) -> list[Run]:
    total = sum(table.shares)
    widths = [share / total * width for share in table.shares]
    head = replace(_row(table.head, widths, True, SHADE), binds=True) if any(table.head) else None
    rows = [_row(row, widths, False, SHADE if n % 2 else "") for n, row in enumerate(table.rows)]
    if head is None:
        return [*rows, Run(SMALL, ())]
    return [head, *rows[:1], *(replace(row, head=head) for row in rows[1:]), Run(SMALL, ())]


def _row(cells: Sequence[str], widths: Sequence[float], bold: bool, shade: str) -> Run:
    set_cells = [
        rich(cell, width - 2 * PAD, SMALL, bold=bold) for cell, width in zip(cells, widths, strict=True)
    ]
    height = max(len(lines) for lines in set_cells) * LEADING * SMALL + 2 * PAD
    whole = sum(widths)
    items: list[Shape] = [Polygon(box(0, 0, whole, height), shade)] if shade else []
    items.append(Line(((0, height), (whole, height)), RULE, 0.5 if bold else 0.15))
    x = 0.0
    for lines, width in zip(set_cells, widths, strict=True):
        for n, line in enumerate(lines):
            items += placed(line, x + PAD, PAD + n * LEADING * SMALL)
        x += width
    return Run(height, tuple(items))


def rich(
    words: str, width: float, size: float, bold: bool = False, fill: str = "ink"
) -> list[tuple[Text, ...]]:
    """`words` in lines of at most `width`, with text between pairs of stars in bold; each from its upper left corner."""

    def text(part: str) -> Text:
        return Text(0, ASCENT * size, size, part, fill, "start", bold)

    space = width_of(text("a a")) - width_of(text("aa"))
    split: list[list[Text]] = []
    for word in words.split():
        split.append([])
        # bold may start or end within a word
        for n, part in enumerate(_BOLD.split(word)):
            bold ^= n > 0
            if part:
                split[-1].append(text(part))

    def width_of_line(line: Sequence[list[Text]]) -> float:
        return sum(width_of(part) for word in line for part in word) + space * (len(line) - 1)

    return [tuple(_in_a_row(line, space)) for line in in_lines(split, width, width_of_line)]


def _in_a_row(words: Iterable[list[Text]], space: float) -> Iterator[Text]:
    x = 0.0
    for word in words:
        for part in word:
            yield replace(part, x=x)
            x += width_of(part)
        x += space
