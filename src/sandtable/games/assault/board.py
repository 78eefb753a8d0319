"""Boards of All Out Assault: text files, one character a tile, checked before anything is built from them (A1.1)."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.settings import SettingError

FOLDER = Path(__file__).parent / "boards"
KINDS = ".SRBITM"
LOW, HIGH = 5, 10
MOST_MEDITATION = 16
KEPT_CLEAR = 2


@dataclass(frozen=True)
class Board:
    """A board: rows of equal length, top row first. Tile numbers run row by row from the top left."""

    name: str
    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        """Tiles in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)

    @property
    def tiles(self) -> str:
        """All tiles in order of their numbers."""
        return "".join(self.rows)


def shipped() -> tuple[str, ...]:
    """The names of the boards in the package, the default first."""
    return tuple(sorted((path.stem for path in FOLDER.glob("*.txt")), key=lambda name: (name != "skirmish", name)))


@cache
def board(value: str) -> Board:
    """The shipped board of that name, or the board whose text `value` is; `SettingError` says what is wrong and where."""
    if "\n" in value:
        return parse(value, "own")
    if value not in shipped():
        raise SettingError(f"board must be one of {', '.join(shipped())} or the text of a board, not {value!r} (A1.1)")
    return parse((FOLDER / f"{value}.txt").read_text(), value)


def parse(text: str, name: str) -> Board:
    """The board that `text` draws; lines that begin with # and empty lines are passed over. `SettingError` names line and column."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    numbered = [(number, line) for number, line in lines if line and not line.startswith("#")]
    _check_shape(numbered)
    made = Board(name, tuple(line for _, line in numbered))
    _check_tiles(made, [number for number, _ in numbered])
    return made


def _fail(line: int, column: int, what: str) -> None:
    raise SettingError(f"board, line {line}, column {column}: {what} (A1.1)")


def _check_shape(rows: list[tuple[int, str]]) -> None:
    if not LOW <= len(rows) <= HIGH:
        _fail(rows[-1][0] if rows else 1, 1, f"a board has {LOW} to {HIGH} rows, not {len(rows)}")
    width = len(rows[0][1])
    for number, row in rows:
        if not LOW <= len(row) <= HIGH:
            _fail(number, len(row), f"a row has {LOW} to {HIGH} tiles, not {len(row)}")
        if len(row) != width:
            _fail(number, min(len(row), width) + 1, f"this row has {len(row)} tiles and the first has {width}")
        for column, tile in enumerate(row, 1):
            if tile not in KINDS:
                _fail(number, column, f"{tile!r} is no tile; the tiles are {' '.join(KINDS)}")


def _check_tiles(made: Board, numbers: list[int]) -> None:
    corners = {(0, 0), (made.width - 1, 0), (0, made.height - 1), (made.width - 1, made.height - 1)}
    for y, row in enumerate(made.rows):
        for x, tile in enumerate(row):
            if (tile == "S") != ((x, y) in corners):
                _fail(numbers[y], x + 1, "the four corners, and only they, are start tiles S")
            if tile != made.rows[-1 - y][-1 - x]:
                _fail(numbers[y], x + 1, "the board must look the same after half a turn")
            near = min(abs(x - a) + abs(y - b) for a, b in corners)
            if tile not in ".S" and near <= KEPT_CLEAR:
                _fail(numbers[y], x + 1, f"no special tile may lie within {KEPT_CLEAR} steps of a start")
    if made.tiles.count("M") > MOST_MEDITATION:
        _fail(numbers[0], 1, f"a board has at most {MOST_MEDITATION} Meditation tiles, not {made.tiles.count('M')}")
