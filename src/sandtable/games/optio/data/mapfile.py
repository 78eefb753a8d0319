"""Maps as values and as text files: a name, a class, a legend, and 40 rows of 40 characters; every error is reported with its
place (O1.2).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandtable.authoring.naming import meant
from sandtable.games.optio.data.ground import GROUNDS, SIDE, SIGNS
from sandtable.games.optio.data.textfile import Line, Source, cut

CLASSES = ("very open", "open", "average", "mountainous", "wooded", "cultivated", "desert")
KEYS = ("name", "class", "legend", "map")
# texts come from strangers too; a map with its legend and some comments has about 2,200 characters
MOST_TEXT = 16_384
LONGEST_NAME = 40
BOUNDS = {"name": (1, LONGEST_NAME)}  # for a map editor

_SOURCE = Source("map", "map", "O1.2", MOST_TEXT)

_KINDS = {ord(sign): kind for kind, sign in enumerate(SIGNS)}
_SIGN_OF = {ground.name: ground.sign for ground in GROUNDS}


@dataclass(frozen=True)
class Map:
    """A map: `kind` is one of CLASSES; `rows` are 40 rows of 40 characters of `ground.SIGNS`, north first."""

    name: str
    kind: str
    rows: tuple[str, ...]

    @property
    def cells(self) -> NDArray[np.uint8]:
        """The kinds of ground, uint8[40, 40], row 0 north, column 0 west."""
        kinds = bytes("".join(self.rows).translate(_KINDS), "ascii")
        return np.frombuffer(kinds, np.uint8).reshape(SIDE, SIDE)


def drawn(name: str, kind: str, cells: NDArray[np.uint8]) -> Map:
    """The map with the kinds of ground in `cells` (uint8[40, 40])."""
    return Map(name, kind, tuple("".join(SIGNS[cell] for cell in row) for row in cells.tolist()))


def write(made: Map) -> str:
    """The text of a map, which `parse` reads."""
    legend = [f"  {ground.sign} {ground.name}" for ground in GROUNDS]
    head = [f"name: {made.name}", f"class: {made.kind}", "legend:", *legend, "map:"]
    return "\n".join([*head, *made.rows, ""])


def parse(text: str) -> Map:
    """The map in `text`; `SettingError` names the line and column of the first error."""
    lines = _SOURCE.lines(text)
    sections = _Sections()
    for line in lines:
        sections.add(line)
    end = lines[-1] if lines else Line(1, "")
    for key in KEYS:
        if key not in sections.keys:
            _SOURCE.fail(end, 1, f"the line '{key}:' is missing")
    name = _name(sections.keys["name"])
    kind = _class(sections.keys["class"])
    return Map(name, kind, _rows(sections.rows, _legend(sections.legend), end))


class _Sections:
    # sorts the lines of a map by section
    def __init__(self) -> None:
        self.keys: dict[str, Line] = {}
        self.legend: list[Line] = []
        self.rows: list[Line] = []
        self.last = ""

    def add(self, line: Line) -> None:
        if self.last == "map":
            self.rows.append(line)
        elif self.last == "legend" and line.indent:
            self.legend.append(line)
        else:
            self.open(line)

    def open(self, line: Line) -> None:
        key, colon, value = line.content.partition(":")
        expected = ", ".join(f"'{known}:'" for known in KEYS)
        if not colon or key not in KEYS:
            _SOURCE.fail(line, 1, f"expected one of {expected}, not {cut(line.content)}")
        if key in self.keys:
            _SOURCE.fail(line, 1, f"'{key}:' is already in line {self.keys[key].number}")
        if key in ("legend", "map") and value.strip():
            _SOURCE.fail(
                line, len(key) + 2, f"nothing may follow '{key}:' on its line, not {cut(value.strip())}"
            )
        self.keys[key] = line
        self.last = key


def _name(line: Line) -> str:
    if not 1 <= len(line.value) <= LONGEST_NAME:
        _SOURCE.fail(
            line, len("name:") + 1, f"a name must have 1 to {LONGEST_NAME} characters, not {len(line.value)}"
        )
    return line.value


def _class(line: Line) -> str:
    if line.value not in CLASSES:
        wrong = f"{cut(line.value)}{meant(line.value[:40], CLASSES)}"
        _SOURCE.fail(line, len("class:") + 1, f"the class must be one of {', '.join(CLASSES)}, not {wrong}")
    return line.value


def _legend(lines: list[Line]) -> dict[str, str]:
    # character in this text -> character of the ground
    signs: dict[str, str] = {}
    for line in lines:
        sign, _, ground = line.content.strip().partition(" ")
        column = line.indent + 1
        if len(sign) != 1 or not ground:
            _SOURCE.fail(
                line,
                column,
                f"a line of the legend must be a character, a space and a ground, not {cut(line.content.strip())}",
            )
        if sign in signs:
            _SOURCE.fail(line, column, f"{sign!r} is already in the legend")
        if ground.strip() not in _SIGN_OF:
            known = ", ".join(_SIGN_OF)
            _SOURCE.fail(line, column + 2, f"{cut(ground.strip())} is not a ground; the grounds are {known}")
        signs[sign] = _SIGN_OF[ground.strip()]
    return signs


def _rows(lines: list[Line], legend: dict[str, str], end: Line) -> tuple[str, ...]:
    rows: list[str] = []
    for line in lines:
        signs = line.content.strip()
        if len(rows) == SIDE:
            _SOURCE.fail(line, 1, f"a map must have {SIDE} rows, and this is one more")
        for column, sign in enumerate(signs[:SIDE], line.indent + 1):
            if sign not in legend:
                known = " ".join(legend) or "empty"
                _SOURCE.fail(line, column, f"the character {sign!r} is not in the legend, which is {known}")
        if len(signs) != SIDE:
            column = line.indent + min(len(signs), SIDE) + 1
            _SOURCE.fail(line, column, f"a row must have {SIDE} cells, not {len(signs)}")
        rows.append("".join(legend[sign] for sign in signs))
    if len(rows) < SIDE:
        _SOURCE.fail(end, 1, f"a map must have {SIDE} rows, not {len(rows)}")
    return tuple(rows)
