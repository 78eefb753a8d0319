"""Boards for All Out Assault: text files, one character a tile, checked before anything is built from them (A1.1)."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from sandtable.authoring import SettingError
from sandtable.authoring.naming import meant

FOLDER = Path(__file__).parent
KINDS = ".SRBITM"
LOW, HIGH = 5, 10
MOST_MEDITATION = 16
KEPT_CLEAR = 2
# A1.1 and A1.3, for a board editor: range of tiles per side, and minimum steps from a special tile to the nearest start
BOUNDS = {"side": (LOW, HIGH), "from_start": (KEPT_CLEAR + 1, HIGH - 2)}


@dataclass(frozen=True)
class Board:
    """A board: rows of equal length, top row first. Tile numbers run row by row from the top left."""

    name: str
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Tiles per row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @property
    def tiles(self) -> str:
        """All tiles in the order of their numbers."""
        return "".join(self.rows)


def shipped() -> tuple[str, ...]:
    """The names of the boards in the package, the default first."""
    return tuple(
        sorted((path.stem for path in FOLDER.glob("*.txt")), key=lambda name: (name != "skirmish", name))
    )


@lru_cache(maxsize=64)
def board(value: str) -> Board:
    """The shipped board with that name, or the board in the text `value`; `SettingError` says what is wrong and where."""
    if "\n" in value:
        return parse(value, "own")
    if value not in shipped():
        wrong = f"{value[:40]!r}{meant(value[:40], shipped())}"
        raise SettingError(
            f"board must be one of {', '.join(shipped())} or the text of a board, not {wrong} (A1.1)"
        )
    return parse(source(value), value)


def source(name: str) -> str:
    """The text of the shipped board with that name."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def parse(text: str, name: str) -> Board:
    """The board drawn in `text`, ignoring comments and empty lines; `SettingError` names the line and column."""
    lines = [
        _Row(number, len(line) - len(line.lstrip()), line.strip())
        for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1)
    ]
    rows = [row for row in lines if row.tiles and not row.tiles.startswith("#")]
    _check_shape(rows)
    made = Board(name, tuple(row.tiles for row in rows))
    _check_tiles(made, rows)
    return made


class _Row(NamedTuple):
    # a row of tiles in the text: its line number and its indentation
    line: int
    indent: int
    tiles: str


def _fail(row: _Row, column: int, what: str) -> None:
    raise SettingError(f"board, line {row.line}, column {row.indent + column}: {what} (A1.1)")


def _check_shape(rows: list[_Row]) -> None:
    if not LOW <= len(rows) <= HIGH:
        _fail(
            rows[-1] if rows else _Row(1, 0, ""),
            1,
            f"a board must have {LOW} to {HIGH} rows, not {len(rows)}",
        )
    width = len(rows[0].tiles)
    for row in rows:
        length = len(row.tiles)
        if not LOW <= length <= HIGH:
            _fail(row, length, f"a row must have {LOW} to {HIGH} tiles, not {length}")
        if length != width:
            _fail(row, min(length, width) + 1, f"this row has {length} tiles, but the first has {width}")
        for column, tile in enumerate(row.tiles, 1):
            if tile not in KINDS:
                _fail(row, column, f"{tile!r} is not a tile; the tiles are {' '.join(KINDS)}")


def _check_tiles(made: Board, rows: list[_Row]) -> None:
    corners = {(0, 0), (made.width - 1, 0), (0, made.height - 1), (made.width - 1, made.height - 1)}
    for y, row in enumerate(made.rows):
        for x, tile in enumerate(row):
            if (tile == "S") != ((x, y) in corners):
                _fail(rows[y], x + 1, "the four corners, and no other tiles, must be start tiles S")
            if tile != made.rows[-1 - y][-1 - x]:
                _fail(rows[y], x + 1, "the board must look the same after half a turn")
            near = min(abs(x - a) + abs(y - b) for a, b in corners)
            if tile not in ".S" and near <= KEPT_CLEAR:
                _fail(rows[y], x + 1, f"no special tile may be within {KEPT_CLEAR} steps of a start")
    if made.tiles.count("M") > MOST_MEDITATION:
        _fail(
            rows[0],
            1,
            f"a board must have at most {MOST_MEDITATION} Meditation tiles, not {made.tiles.count('M')}",
        )
