"""Custom boards: what is read, and each fault with its line and column (A1.1)."""

import pytest

from sandtable import SettingError, load
from sandtable.games.assault.data.board import MOST_MEDITATION, board
from tests.rules.assault.table import PAWNS, fresh
from tests.rules.scenario import clause

OWN = "# my board\nS....S\n......\n..RR..\n..RR..\n\n......\nS....S\n"


@clause("A1.1", "A1.2")
def test_an_own_board_is_played_on() -> None:
    t = fresh(board=OWN)
    assert [t.at(pawn) for pawn in PAWNS] == ["A1", "F1", "F6", "A6"]
    assert t.scene(0)["board"]["tiles"][2] == "..RR.."


@clause("A1.1")
@pytest.mark.parametrize("width", range(5, 11))
@pytest.mark.parametrize("height", range(5, 11))
def test_boards_of_all_sizes(width: int, height: int) -> None:
    corner, plain = "S" + "." * (width - 2) + "S", "." * width
    made = board("\n".join([corner, *[plain] * (height - 2), corner]))
    assert (made.width, made.height) == (width, height)


@clause("A1.1")
def test_the_text_form_may_be_indented_and_have_other_line_ends() -> None:
    assert board(OWN.replace("\n", "\r\n   ")).rows == board(OWN).rows


MUSING = "\n".join(["S........S", ".........."] + ["...MMMM..."] * 6 + ["..........", "S........S"])
FAULTS = {
    "first row longer": (
        "S....S\n.....\n.....\n.....\nS...S",
        2,
        6,
        "this row has 5 tiles, but the first has 6",
    ),
    "too few rows": ("S...S\n.....\n.....\nS...S", 4, 1, "a board must have 5 to 10 rows, not 4"),
    "too many rows": ("S...S\n" + ".....\n" * 9 + "S...S", 11, 1, "a board must have 5 to 10 rows, not 11"),
    "no row": ("# nothing\n\n", 1, 1, "a board must have 5 to 10 rows, not 0"),
    "narrow": ("S..S\n....\n....\n....\nS..S", 1, 4, "a row must have 5 to 10 tiles, not 4"),
    "wide": (
        "S.........S\n" + "...........\n" * 3 + "S.........S",
        1,
        11,
        "a row must have 5 to 10 tiles, not 11",
    ),
    "short row": ("S....S\n......\n.....\n......\nS....S", 3, 6, "this row has 5 tiles, but the first has 6"),
    "long row": ("S...S\n.....\n......\n.....\nS...S", 3, 6, "this row has 6 tiles, but the first has 5"),
    "unknown tile": (
        "S...S\n.....\n..X..\n.....\nS...S",
        3,
        3,
        "'X' is not a tile; the tiles are . S R B I T M",
    ),
    "small letter": (
        "S...S\n.....\n..r..\n.....\nS...S",
        3,
        3,
        "'r' is not a tile; the tiles are . S R B I T M",
    ),
    "gap": ("S...S\n.. ..\n.....\n.....\nS...S", 2, 3, "' ' is not a tile; the tiles are . S R B I T M"),
    "no start": (
        "....S\n.....\n.....\n.....\nS...S",
        1,
        1,
        "the four corners, and no other tiles, must be start tiles S",
    ),
    "start inside": (
        "S...S\n.....\n..S..\n.....\nS...S",
        3,
        3,
        "the four corners, and no other tiles, must be start tiles S",
    ),
    "lopsided": (
        "S....S\n......\n..R...\n......\nS....S",
        3,
        3,
        "the board must look the same after half a turn",
    ),
    "near a start": (
        "S.R.S\n.....\n.....\n.....\nS.R.S",
        1,
        3,
        "no special tile may be within 2 steps of a start",
    ),
    "beside a start": (
        "S...S\n.B...\n.....\n...B.\nS...S",
        2,
        2,
        "no special tile may be within 2 steps of a start",
    ),
    "after a remark": ("# one\n\nS...S\n.....\n..X..\n.....\nS...S", 5, 3, "'X' is not a tile"),
    "indented": ("S...S\n.....\n   ..X..\n.....\nS...S", 3, 6, "'X' is not a tile"),
    "meditation": (MUSING, 1, 1, "a board must have at most 16 Meditation tiles, not 24"),
}


@clause("A1.1")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_column(fault: str) -> None:
    text, line, column, sentence = FAULTS[fault]
    with pytest.raises(SettingError) as caught:
        load("assault", board=text)
    assert str(caught.value).startswith(f"board, line {line}, column {column}: {sentence}")
    assert str(caught.value).endswith("(A1.1)")


@clause("A1.1", "A3.6")
def test_as_many_meditation_tiles_as_a_pawn_can_keep_count_of() -> None:
    rows = ["S......S", "........", "..MMMM..", "..MMMM..", "..MMMM..", "..MMMM..", "........", "S......S"]
    assert board("\n".join(rows)).tiles.count("M") == MOST_MEDITATION


@clause("A1.1")
@pytest.mark.parametrize("name", ["", "Skirmish", "huge", "../boards/grand", "S...S"])
def test_an_unknown_name_is_answered_with_the_known_ones(name: str) -> None:
    with pytest.raises(SettingError, match="board must be one of skirmish, grand or the text of a board"):
        load("assault", board=name)
