"""The lab's reports that a server shows, and their example matches as finished tables.

A report consists of two files with the same name in a folder: `NAME.json`, from which the list and matches are read, and
`NAME.html`, its page. Example `E` of report `NAME` is the table `lab-NAME-E`; none of it is stored.
"""

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.authoring.decoding import convert, json_of, text_in
from sandtable.server.protocol import ReportInfo, ReportMatch

if TYPE_CHECKING:
    from sandtable.engine.game import Game
    from sandtable.server.storage.store import Store, StoredTable
    from sandtable.server.tables.table import Table

logger = logging.getLogger(__name__)

SHIPPED = Path(__file__).parents[2] / "lab" / "report" / "shipped"
PREFIX = "lab-"
FINDINGS = 3
_NAME = re.compile("[A-Za-z0-9_]{1,32}")


class _Provenance(msgspec.Struct):
    settings: dict[str, int | str | bool]
    matches: int
    rules_version: int = 1
    draws: int = 1


class _Finding(msgspec.Struct):
    text: str


class _Example(msgspec.Struct):
    name: str
    title: str
    text: str
    seats: tuple[str, str]
    dice: list[int]
    moves: list[int]


class _Report(msgspec.Struct):
    game: str
    title: str
    provenance: _Provenance
    findings: list[_Finding]
    examples: list[_Example]


class Reports:
    """The reports in `folders`; if two have the same name, the one in the later folder is shown."""

    def __init__(self, folders: Sequence[Path] = (SHIPPED,)) -> None:
        self._folders = folders
        self._found: dict[str, tuple[Path, _Report]] | None = None

    def listed(self) -> list[ReportInfo]:
        """All reports, by name."""
        return [_info(name, report) for name, (_, report) in sorted(self._read().items())]

    def page(self, name: str) -> Path | None:
        """The page of a report; None if no report has this name."""
        known = self._read().get(name)
        return None if known is None else known[0].with_suffix(".html")

    def stored(self, table: str) -> "StoredTable | None":
        """The example shown as `table`, in the form of a stored table; None if there is none."""
        known = self._example(table)
        return None if known is None else _stored(table, known[0])

    def at_table(self, table: str) -> tuple[str, tuple[str, str]] | None:
        """The game of the example shown as `table` and the names at it; None if there is none."""
        known = self._example(table)
        return None if known is None else (known[0].game, known[1].seats)

    def table(self, table: str, game: "Game", store: "Store") -> "Table | None":
        """The example shown as `table`, played to its end; `game` has its settings."""
        known = self._example(table)
        return None if known is None else _played(_stored(table, known[0]), known[1], game, store)

    def _example(self, table: str) -> tuple[_Report, _Example] | None:
        name, _, example = table.removeprefix(PREFIX).partition("-")
        if not table.startswith(PREFIX) or name not in self._read():
            return None
        report = self._read()[name][1]
        return next(((report, one) for one in report.examples if one.name == example), None)

    def _read(self) -> dict[str, tuple[Path, _Report]]:
        if self._found is None:
            files = [file for folder in self._folders for file in sorted(folder.glob("*.json"))]
            self._found = {
                file.stem: (file, report) for file in files if (report := _report(file)) is not None
            }
        return self._found


def _report(file: Path) -> _Report | None:
    if not file.with_suffix(".html").is_file():
        return None
    try:
        if _NAME.fullmatch(file.stem) is None:
            raise ValueError("a report's name must consist of at most 32 letters, digits and underscores")
        return convert(json_of(text_in(file)), _Report)
    except (OSError, ValueError) as error:
        logger.warning("%s is left out: %s", file, error)
        return None


def _info(name: str, report: _Report) -> ReportInfo:
    return ReportInfo(
        name=name,
        game=report.game,
        title=report.title,
        matches=report.provenance.matches,
        findings=[finding.text for finding in report.findings[:FINDINGS]],
        examples=[
            ReportMatch(one.name, f"{PREFIX}{name}-{one.name}", one.title, one.text)
            for one in report.examples
        ],
    )


def _stored(table: str, report: _Report) -> "StoredTable":
    from sandtable.server.storage.store import StoredTable

    made = report.provenance
    rules, draws = made.rules_version, made.draws
    return StoredTable(table, report.game, made.settings, b"", "hotseat", 0, rules=rules, draws=draws)


def _played(stored: "StoredTable", example: _Example, game: "Game", store: "Store") -> "Table":
    # by now the modules that know positions are imported
    from sandtable.authoring.records import CHANCE
    from sandtable.engine.match import Match
    from sandtable.server.storage.store import StoredEvent, StoredSeat
    from sandtable.server.tables.table import Table

    seats = [StoredSeat(seat, "computer", name) for seat, name in enumerate(example.seats)]
    match = Match(game, b"", stored.id, example.seats, example.dice)
    made = Table(stored, seats, match, store)
    for seq, move in enumerate(example.moves, 1):
        seat = match.to_move
        made.fold([StoredEvent(seq, "outcome" if seat == CHANCE else "action", seat, move)])
    return made
