"""Printing on both sides: where backs end up when the sheet is flipped, and a sheet for measuring a printer's offset.

All lengths are in mm. A back page is seen as it comes out of the printer: what is on the right of the front is on the
left of a back flipped about a vertical edge, and what is at the top is at the bottom of one flipped about a horizontal
edge.
"""

import re
from collections.abc import Sequence

from sandtable.authoring.kits import Block, Heading, KitError, Paragraph
from sandtable.graphics.clipping import Box
from sandtable.graphics.drawing import Line, Page, Shape, Text, placed
from sandtable.graphics.tiling import CUT, LEAST, MARGIN, check_bar
from sandtable.printing.flow import set_in_columns

FLIPS = ("long", "short")
MOST_SHIFT = 5.0
NUMBER = r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*"
FAINT = "#b8b2a6"
REACH = 10  # mm on each side of the centre of the test sheet's grid

Size = tuple[float, float]


def shift_of(text: str) -> Size:
    """The correction in a text of the form "X,Y"; `KitError` for any other text."""
    found = re.fullmatch(f"{NUMBER},{NUMBER}", text)
    if found is None:
        raise KitError(f"back shift must be two numbers in mm, such as 0.5,-1, not {text!r}")
    return checked_shift((float(found[1]), float(found[2])))


def checked_shift(shift: Size) -> Size:
    """`shift`; `KitError` if it is out of range."""
    # comparisons with NaN are false
    if not all(abs(one) <= MOST_SHIFT for one in shift):
        raise KitError(
            f"back shift must be from -{MOST_SHIFT:g} to {MOST_SHIFT:g} mm in each direction, not {shift[0]:g},{shift[1]:g}"
        )
    return shift


def flips_upside_down(paper: Size, flip: str) -> bool:
    """Whether the edge about which a page of this size is flipped is horizontal, so that its top ends up at the bottom."""
    width, height = paper
    return (width > height) == (flip == "long")


def turned_over(where: Box, paper: Size, level: bool) -> Box:
    """Where a box of the front page lies on the back page; `level` says whether the flip edge is horizontal."""
    width, height = paper
    if level:
        return Box(where.left, height - where.bottom, where.right, height - where.top)
    return Box(width - where.right, where.top, width - where.left, where.bottom)


def test_sheet(paper: Size, flip: str, shift: Size) -> tuple[Page, Page]:
    """Both sides of a sheet that shows the offset between fronts and backs; its back is corrected by `shift`."""
    middle = paper[0] / 2, paper[1] / 2
    front = _side(paper, [Heading("Test sheet, front"), *_front(flip)], _cross(*middle))
    return front, _side(paper, [Heading("Test sheet, back"), *_back(shift)], placed(_grid(*middle), *shift))


def _front(flip: str) -> list[Block]:
    return [
        Paragraph(
            f"Print these two pages on one sheet, at 100 %, on both sides, flipped on the {flip} edge.", "1."
        ),
        Paragraph(
            "Push a pin through the middle of the cross. Or hold the sheet against a lamp, its back towards you.",
            "2.",
        ),
        Paragraph("Turn to the back and go on there.", "3."),
    ]


def _back(shift: Size) -> list[Block]:
    tried = any(shift)
    return [
        Paragraph(
            "Find the pinhole, or the middle of the cross as it shines through, on the grid. Its lines are 1 mm apart.",
            "4.",
        ),
        Paragraph(
            "Read X above or below the grid and Y at its sides. To the left and up is less than 0.", "5."
        ),
        Paragraph(
            f"This sheet was printed with a back shift of {shift[0]:g},{shift[1]:g}: add what you read to these two numbers."
            if tried
            else "These two numbers are your back shift.",
            "6.",
        ),
        Paragraph(
            "Enter X,Y as the back shift of your kit. If you read 0 and 0, the backs lie on their fronts.",
            "7.",
        ),
    ]


def _side(paper: Size, blocks: Sequence[Block], drawing: Sequence[Shape]) -> Page:
    width, height = paper
    words = set_in_columns(blocks, width - 2 * MARGIN, height, 1, 3.4)[0]
    bar = check_bar(MARGIN, height - MARGIN - 1, 3.4)
    return Page(width, height, (*placed(words, MARGIN, MARGIN), *drawing, *bar))


def _cross(x: float, y: float) -> list[Shape]:
    arms = (((x - 2 * REACH, y), (x + 2 * REACH, y)), ((x, y - 2 * REACH), (x, y + 2 * REACH)))
    return [Line(arm, "ink", 0.3) for arm in arms]


def _grid(x: float, y: float) -> list[Shape]:
    shapes: list[Shape] = []
    for steps, stroke, width in (
        ([n for n in range(-REACH, REACH + 1) if n % 5], FAINT, 0.12),
        ([-10, -5, 5, 10], CUT, 0.25),
        ([0], "ink", 0.5),
    ):
        level = [((x - REACH, y + n), (x + REACH, y + n)) for n in steps]
        upright = [((x + n, y - REACH), (x + n, y + REACH)) for n in steps]
        shapes += [Line(line, stroke, width) for line in (*level, *upright)]
    for n in range(-REACH, REACH + 1, 5):
        for above in (y - REACH - 1.5, y + REACH + 3.5):
            shapes.append(Text(x + n, above, LEAST, str(n)))
        shapes.append(Text(x - REACH - 1.5, y + n + 1, LEAST, str(n), anchor="end"))
        shapes.append(Text(x + REACH + 1.5, y + n + 1, LEAST, str(n), anchor="start"))
    across = Text(x, y - REACH - 6, 4, "X", bold=True)
    return [*shapes, across, Text(x - REACH - 8, y + 1.2, 4, "Y", anchor="end", bold=True)]
