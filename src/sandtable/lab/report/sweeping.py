"""The page of a sweep: the results of each cell, drawn over the values of its settings, and the differences from the
default.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from sandtable.engine.game import Game
from sandtable.lab.report.document import Bar, Chart
from sandtable.lab.report.page import drawn, page_of, player_of, short, template
from sandtable.lab.run.sweep import COMMON, SHARES, SweepReport, SweepRow
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import capital, counted, difference, listed, said, value

EVEN = 0.5


def html(report: SweepReport, game: Game) -> str:
    """The page of a sweep of `game`."""
    words = {setting.name: setting.text or setting.name for setting in game.spec.rules.settings}
    titles = {figure.name: _title(report, game, figure.name) for figure in report.rows[0].figures}
    common = [name for name in titles if name in COMMON]
    charts = [
        _chart(report, words, place, title)
        for place, (name, title) in enumerate(titles.items())
        if name in COMMON or _changes(report, name)
    ]
    article = template("sweep.html").render(
        report=report,
        title=game.spec.name,
        about=game.spec.about,
        swept=listed([words[name] for name in report.names]),
        players=" against ".join(player_of(game.spec, agent) for agent in report.agents),
        pairs=sum(row.pairs for row in report.rows),
        wide=sum(not row.precise for row in report.rows),
        told=[line for row in report.rows for line in _told(report, row, titles)],
        charts=drawn([chart for chart in charts if chart is not None]),
        heads=[*(words[name] for name in report.names), "Pairs", *(capital(titles[name]) for name in common)],
        rows=[_cells(row) for row in report.rows],
        counted=counted,
        settings={name: short(found) for name, found in report.settings.items() if name not in report.names},
    )
    return page_of(f"{game.spec.name}: a sweep", article)


def _title(report: SweepReport, game: Game, name: str) -> str:
    told = {
        "seat_0": f"playing {game.spec.presentation.sides[0]} scores",
        "first": "going first scores",
        "score": f"{player_of(game.spec, report.agents[0])} scores",
        "draws": "drawn",
        "plies": "plies a match",
    }
    return told.get(name, name.replace("_", " "))


def _changes(report: SweepReport, name: str) -> bool:
    """Whether any value changes a counter by more than noise."""
    return any(change.certain for row in report.rows for change in row.changes if change.figure.name == name)


def _cells(row: SweepRow) -> list[str]:
    label = f"{row.labels[-1]} (default)" if row.default else row.labels[-1]
    told = (said(_shown(figure)) for figure in row.figures if figure.name in COMMON)
    return [*row.labels[:-1], label, f"{row.pairs:,}", *told]


def _shown(figure: Figure) -> Figure:
    return replace(figure, unit="share") if figure.name in SHARES else figure


def _told(report: SweepReport, row: SweepRow, titles: dict[str, str]) -> list[str]:
    """The differences from the default cell that are more than noise, in sentences."""
    where = listed([f"{name} = {label}" for name, label in zip(report.names, row.labels, strict=True)])
    own = {figure.name: figure for figure in row.figures}
    return [
        f"{where}: {titles[one.figure.name]} {value(_shown(own[one.figure.name]))}, "
        f"{difference(_shown(one.figure))} from the default."
        for one in row.changes
        if one.certain and one.figure.name in COMMON
    ]


def _chart(report: SweepReport, words: dict[str, str], place: int, title: str) -> Chart | None:
    """The chart of a figure over the values: for one setting, a curve or intervals; for two, a matrix (shares only)."""
    figures = [row.figures[place] for row in report.rows]
    percent = figures[0].name in SHARES
    line = EVEN if percent and figures[0].name != "draws" else None
    if not all(isfinite(figure.high) for figure in figures):
        return None
    axis = words[report.names[0]]
    if len(report.names) > 1:
        return _fields(report, words, figures, title) if percent else None
    marks = [
        Bar(row.labels[0], figure.value, figure.low, figure.high)
        for row, figure in zip(report.rows, figures, strict=True)
    ]
    if all(_is_number(mark.label) for mark in marks) and len(marks) > 1:
        ordered = sorted(marks, key=lambda mark: float(mark.label))
        return Chart(
            "curve", capital(title), axis, ordered, line, percent, up=title if not percent else "share"
        )
    return Chart("intervals", capital(title), title, marks, line, percent)


def _is_number(label: str) -> bool:
    return label.removeprefix("-").isdecimal()


def _fields(report: SweepReport, words: dict[str, str], figures: list[Figure], title: str) -> Chart | None:
    """A matrix of the cells; a default cell that is not among them appears only in the table."""
    found = {row.labels: figure for row, figure in zip(report.rows, figures, strict=True)}
    rows, columns = _ends(list(found))
    if len(rows) * len(columns) != len(found):
        # the default cell comes first
        rows, columns = _ends(list(found)[1:])
    marks = [
        Bar(row, found[row, column].value, found[row, column].low, found[row, column].high)
        for row in rows
        for column in columns
    ]
    return Chart(
        "matrix",
        capital(title),
        words[report.names[1]],
        marks,
        EVEN,
        True,
        len(columns),
        up=words[report.names[0]],
        columns=columns,
    )


def _ends(cells: Sequence[tuple[str, ...]]) -> tuple[list[str], list[str]]:
    """The labels of the first setting, and those of the second."""
    first, second = (list(dict.fromkeys(labels[n] for labels in cells)) for n in (0, 1))
    return first, second
