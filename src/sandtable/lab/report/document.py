"""A report as data: written to its JSON file, and read back."""

import csv
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Literal
from zlib import compress, decompress

import msgspec
import numpy as np

from sandtable.authoring.decoding import DecodingError, convert, json_of
from sandtable.authoring.naming import shown
from sandtable.authoring.settings import Value
from sandtable.lab.statistics.stats import Figure

FORMAT = 1
# what a curve shows by default
SCORE = "score"


class Bar(msgspec.Struct, frozen=True):
    """One mark of a chart: a value with its interval, or a bin of a histogram from `low` to `high`, of height `value`."""

    label: str
    value: float
    low: float
    high: float


class Chart(msgspec.Struct, frozen=True):
    """What to draw: `marks` in order; for a matrix, row by row, `across` wide. `line` is the reference value. A curve
    with a `diagonal` is compared with its x values, and `up` names its y values; with a diagonal, or with its own
    `band`, it runs over shares. A matrix whose `columns` have different names from its rows is not a round-robin.
    """

    kind: Literal["intervals", "histogram", "curve", "matrix"]
    title: str
    axis: str
    marks: list[Bar]
    line: float | None = None
    percent: bool = False
    across: int = 0
    diagonal: bool = False
    up: str = SCORE
    columns: list[str] = []
    # what the band or the bars show, if they are not intervals
    band: str = ""


class Row(msgspec.Struct, frozen=True):
    """A row of a table of words and numbers."""

    cells: list[str]


class ReportTable(msgspec.Struct, frozen=True):
    """A table with its column heads."""

    heads: list[str]
    rows: list[Row]


class Stood(msgspec.Struct, frozen=True):
    """How often pieces of a side were seen at a place, in units of the board's drawing, or something happened there.

    `name` is the name of the place.
    """

    seat: int
    x: float
    y: float
    name: str
    times: int


class Heat(msgspec.Struct, frozen=True):
    """Where pieces were at the decisions in `matches` matches, or, with `what`, where that event happened in them."""

    matches: int
    stood: list[Stood]
    what: str = ""


class Section(msgspec.Struct, frozen=True):
    """A section of the report: what it measures, its figures and its charts; `heat` is drawn on the game's board."""

    id: str
    title: str
    text: str
    figures: list[Figure]
    charts: list[Chart] = []
    tables: list[ReportTable] = []
    heat: Heat | None = None


class Finding(msgspec.Struct, frozen=True):
    """One sentence on what was found in this number of `pairs`; `act` if a designer could act on it; `weight` is its
    size in points.

    `about` names its topic, the same at each level of the computer; `levels` has a sentence for each other level.
    `wide` says how many pairs it would take to make its interval as narrow as a headline's should be; "" if it is.
    """

    text: str
    section: str
    act: bool
    weight: float
    pairs: int
    about: str = ""
    levels: list[str] = []
    wide: str = ""


class Example(msgspec.Struct, frozen=True):
    """A match to look at: `moves` are its actions and outcomes; its dice come from the stream of `dice`."""

    name: str
    title: str
    text: str
    seats: list[str]
    dice: list[int]
    moves: list[int]


class Head(msgspec.Struct, frozen=True):
    """The part of a report that is read first."""

    sandtable_report: int


class Pairs(msgspec.Struct, frozen=True):
    """The value of each pair, `values` packed, for the figure with this `name`: for comparisons with the same dice."""

    name: str
    values: str


class LevelVersion(msgspec.Struct, frozen=True):
    """The version of one of the computer's levels."""

    level: int
    version: int


class Provenance(msgspec.Struct, frozen=True):
    """The provenance of the figures; `command` reproduces them."""

    version: str
    rules: str
    settings: dict[str, Value]
    changed: dict[str, Value]
    agents: list[str]
    seed: int
    pairs: int
    matches: int
    command: str
    # part of what the figures are made with; missing in older reports
    versions: dict[str, str] = {}
    # versions of the game's rules and of the drawing of outcomes with which the examples were played
    rules_version: int = 1
    draws: int = 1
    # versions of the computer's levels that played, and of the fit of the chance to win; missing in older reports
    levels: list[LevelVersion] = []
    chances: int = 0


class Report(msgspec.Struct, frozen=True):
    """A report on a game."""

    sandtable_report: int
    game: str
    title: str
    sides: list[str]
    provenance: Provenance
    findings: list[Finding]
    sections: list[Section]
    examples: list[Example]
    # credits of the game, and of the board, map or teams measured; missing in older reports
    about: str = ""
    whose: str = ""
    # older reports have none
    paired: list[Pairs] = []
    # the name given to these settings, or ""
    variant: str = ""

    def figures(self) -> Iterator[tuple[str, Figure]]:
        """All figures, each with a unique name."""
        for section in self.sections:
            for figure in section.figures:
                yield f"{section.title}: {figure.name}", figure


def pack(values: Sequence[float]) -> str:
    """Numbers packed into a string for JSON."""
    return b64encode(compress(np.asarray(values, "<f8").tobytes(), 9)).decode()


def unpack(text: str) -> list[float]:
    """The numbers in a string made by `pack`."""
    return np.frombuffer(decompress(b64decode(text)), "<f8").tolist()


def write(report: Report) -> str:
    """The report as JSON; the same report gives the same text."""
    return json.dumps(msgspec.to_builtins(report), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def table(report: Report) -> str:
    """All figures as CSV, a row each; spreadsheets take no cell for a formula."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow(("section", "figure", "value", "low", "high", "pairs", "unit"))
    for section in report.sections:
        for one in section.figures:
            rows.writerow(
                (_cell(section.title), _cell(one.name), one.value, one.low, one.high, one.n, _cell(one.unit))
            )
    return out.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def read(text: str) -> Report:
    """The report in a JSON file; `ValueError` says what is wrong."""
    try:
        given = json_of(text)
        head = convert(given, Head)
        if head.sandtable_report != FORMAT:
            raise ValueError(f"the format of a report must be {FORMAT}, not {shown(head.sandtable_report)}")
        return convert(given, Report)
    except DecodingError as error:
        raise ValueError(f"this is not a report: {error}") from None


def changed(settings: Mapping[str, Value], defaults: Mapping[str, Value]) -> dict[str, Value]:
    """The settings that are not at their defaults."""
    return {name: value for name, value in settings.items() if defaults.get(name) != value}
