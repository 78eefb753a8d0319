"""Sweeps: the effects of a rule change, over values of one or two settings, with the same dice in every cell.

Pair `n` has the same random streams in every cell, so the difference between two cells has less noise than either result
("common random numbers"; Law, "Simulation modeling and analysis", chapter 11). Pairs go where they are needed: a cell
whose interval is narrow enough gets no more, and each of the others gets more, the wider its own interval is.

Every cell is compared with the default one over the pairs that both have played. The comparisons of general figures
(score, draws, plies) are corrected together (Holm), and those of the game's counters separately: in each family the
chance that any marked difference is false is at most 5 %. In a single family, many counters would hide changes in
balance.

The cells are all combinations of the settings' values.

`NAME=VALUES` names the values: `6..14` or `6..14:2` for whole numbers, `a,b,c` for values of any kind, `yes,no` for flags,
`@FILE` for the text of a file if the setting takes one.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any

from sandtable.authoring.decoding import DecodingError, text_in
from sandtable.authoring.provenance import head
from sandtable.authoring.settings import Data, Setting, Value, resolve
from sandtable.engine.game import Game
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Backend, Processes
from sandtable.lab.run.extras import extra
from sandtable.lab.run.playing import Player, Progress, Request
from sandtable.lab.run.simulate import writing
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import scores, wording
from sandtable.lab.statistics.stats import Difference, Figure, difference, holm, mean, share

MOST_SETTINGS = 2
MOST_CELLS = 400
RANGE = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})(?::([0-9]{1,18}))?")


@dataclass(frozen=True)
class Axis:
    """One setting and its values; `labels` are their short names."""

    name: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """One combination: the labels of the swept settings, and all settings; `default` marks the cell for comparison."""

    labels: tuple[str, ...]
    settings: Mapping[str, Value]
    default: bool = False


def axis(declared: Sequence[Setting], text: str) -> Axis:
    """The setting and the values in `NAME=VALUES`; `ValueError` says what is allowed."""
    name, sign, values = text.partition("=")
    known = {setting.name: setting for setting in declared}
    if not sign or not values:
        raise ValueError(
            f"a range must be NAME=VALUES, with values such as 6..14, 6..14:2 or a,b,c, not {text!r}"
        )
    if name not in known:
        # the message for a wrong setting
        resolve(declared, {name: values})
    setting, span = known[name], RANGE.fullmatch(values)
    items = _whole(setting, span) if span else [part.strip() for part in values.split(",")]
    return _axis(setting, [_content(setting, item) for item in items], items)


def axis_of(declared: Sequence[Setting], name: str, values: Sequence[Value]) -> Axis:
    """The setting `name` and its `values`, taken literally; `ValueError` says what is allowed."""
    known = {setting.name: setting for setting in declared}
    if name not in known:
        resolve(declared, {name: 0})
    return _axis(known[name], values, [_label(value) for value in values])


def _axis(setting: Setting, values: Sequence[Value], labels: Sequence[str]) -> Axis:
    read = tuple(setting.read(value) for value in values)
    twice = next((label for label, value in zip(labels, read, strict=True) if read.count(value) > 1), None)
    if twice is not None:
        raise ValueError(f"{setting.name} is given {twice} more than once")
    return Axis(setting.name, read, tuple(labels))


def _whole(setting: Setting, span: re.Match[str]) -> list[str]:
    low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
    for end in (low, high):
        setting.read(str(end))
    if low > high or step < 1:
        raise ValueError(
            f"a range must go from the lower to the higher value in steps of 1 or more, not {span[0]!r}"
        )
    if (high - low) // step >= MOST_CELLS:
        raise ValueError(f"a sweep must have at most {MOST_CELLS} cells, but {span[0]} alone has more")
    return [str(number) for number in range(low, high + 1, step)]


def _content(setting: Setting, item: str) -> str:
    if not (item.startswith("@") and isinstance(setting, Data)):
        return item
    try:
        return text_in(Path(item[1:]))
    except DecodingError as error:
        raise ValueError(f"{item[1:]}: {error}") from None
    except OSError as error:
        raise ValueError(f"{item[1:]} cannot be read: {error.strerror}") from None


def cells(game: Game, axes: Sequence[Axis]) -> list[Cell]:
    """All combinations of the `axes` over the settings of `game`, with the first axis varying slowest; `ValueError` if one is
    invalid.

    The default cell has the values of `game`; if it is not among the combinations, it comes first.
    """
    names = [one.name for one in axes]
    if not 1 <= len(axes) <= MOST_SETTINGS or len(set(names)) < len(names):
        raise ValueError(
            f"a sweep must have one setting or two different ones, not {', '.join(names) or 'none'}"
        )
    count = 1
    for one in axes:
        count *= len(one.values)
    if count > MOST_CELLS:
        raise ValueError(f"a sweep must have at most {MOST_CELLS} cells, not {count}")
    base = game.settings
    home = tuple(base[name] for name in names)
    made: list[Cell] = []
    for chosen in product(*(tuple(zip(one.values, one.labels, strict=True)) for one in axes)):
        values = tuple(value for value, _ in chosen)
        settings = {**base, **dict(zip(names, values, strict=True))}
        made.append(Cell(tuple(label for _, label in chosen), settings, values == home))
    if not any(cell.default for cell in made):
        made.insert(0, Cell(tuple(_label(value) for value in home), base, default=True))
    for cell in made:
        # a setup that cannot be built is found before anything is played
        game.spec.rules.build(cell.settings)
    return made


def _label(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return "own text" if "\n" in text else text


with extra("lab"):
    import polars as pl

# pairs that every cell starts with, and the factor by which their number may grow in one round
FIRST, GROWTH = 64, 3
SIGNIFICANT = 0.05
REPORT = "sweep.json"
# figures in one row of text
COLUMNS = 6
SHARES = ("seat_0", "first", "score", "draws")
# figures of every game; all others are counters
COMMON = (*SHARES, "plies")


@dataclass(frozen=True)
class CellChange:
    """The difference of a cell's figure from the default cell's; `p` is corrected for all such comparisons in the report."""

    figure: Figure
    p: float

    @property
    def certain(self) -> bool:
        """Whether there is a difference, at the 5 % level, with all comparisons corrected together."""
        return self.p < SIGNIFICANT


@dataclass(frozen=True)
class SweepRow:
    """One cell: the labels of its values, its figures, and its differences from the default cell, which has none.

    `precise` says whether its scores are as precise as requested. If matches are judged (`Trial.judged`), control
    variates sharpen the scores; without them it would take `worth` times as many pairs for the score that gains least.
    `key` is that of its trial and names its folder.
    """

    labels: tuple[str, ...]
    default: bool
    key: str
    pairs: int
    precise: bool
    figures: tuple[Figure, ...]
    changes: tuple[CellChange, ...]
    worth: float = 1.0


@dataclass(frozen=True)
class SweepReport:
    """A sweep of the settings `names`; `settings` are those of the default cell."""

    game: str
    rules: str
    seed: int
    agents: tuple[str, str]
    settings: Mapping[str, Any]
    names: tuple[str, ...]
    precision: float
    budget: int
    rows: tuple[SweepRow, ...]
    variant: str = ""  # the name given to these settings

    def to_json(self) -> str:
        """The report as JSON."""
        return json.dumps(
            {**head(self.game, self.settings, self.agents, self.seed), **asdict(self)}, indent=2
        )

    def table(self) -> list[str]:
        """The report as lines of text: the figures of every cell, then their differences from the default cell."""
        others = [row for row in self.rows if not row.default]
        figures = [
            [str(row.pairs), *(_text(figure, wording.percent, wording.plain) for figure in row.figures)]
            for row in self.rows
        ]
        changes = [[_changed(change) for change in row.changes] for row in others]
        names = [figure.name for figure in self.rows[0].figures]
        lines = self._columns(self.rows, ["pairs", *names], figures)
        if others:
            lines += ["Difference from the default over the same pairs:", ""]
            lines += self._columns(others, [f"{name}  " for name in names], changes)
        return [*lines, *self._notes()]

    def _columns(
        self, rows: Sequence[SweepRow], heads: Sequence[str], cells: Sequence[Sequence[str]]
    ) -> list[str]:
        """Lines with the labels of the `rows` before their cells, COLUMNS of them at a time."""
        lines: list[str] = []
        for start in range(0, len(heads), COLUMNS):
            part = slice(start, start + COLUMNS)
            below = [[*_labels(row), *texts[part]] for row, texts in zip(rows, cells, strict=True)]
            lines += [*wording.aligned([[*self.names, *heads[part]], *below], left=len(self.names)), ""]
        return lines

    def _notes(self) -> list[str]:
        names = [figure.name for figure in self.rows[0].figures]
        told = {"seat_0": "the player in seat 0", "first": "who moved first", "score": self.agents[0]}
        whose = "; ".join(f"{name}: score of {player}" for name, player in told.items() if name in names)
        notes = [f"{whose}. Intervals: 95 %."]
        others = len(self.rows) - 1
        if others:
            counters = others * sum(name not in COMMON for name in names)
            also = f", and for all {counters} of counters" if counters else ""
            certain = any(change.certain for row in self.rows for change in row.changes)
            notes.append(
                f"{'*: there is a difference' if certain else 'No difference is certain'}, at 5 % for all "
                f"{others * len(names) - counters} comparisons of scores, draws and plies together{also} (Holm)."
            )
        notes += wording.worth([row.worth for row in self.rows])
        wide = sum(not row.precise for row in self.rows)
        if wide and self.precision > 0.0:
            notes.append(
                f"{wide} of {wording.counted(len(self.rows), 'cell')} {'is' if wide == 1 else 'are'} not yet precise to "
                f"{100 * self.precision:g} points: play more pairs (--pairs)."
            )
        return notes


def sweep(
    game: Game,
    ranges: Sequence[str | Axis],
    agents: tuple[str | int, str | int] = (1, 1),
    pairs: int = 1000,
    precision: float = 0.025,
    seed: int = 1,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> SweepReport:
    """Sweeps `game` over the values of `ranges`, named as in `axis`, with at most `pairs` pairs per cell on average.

    A cell is done when half the width of the 95 % intervals of its scores is at most `precision`. The report depends
    only on the arguments, not on the machine or the backend. With `out`, rows are stored there and reused, in a folder
    for each cell, with the report next to them. Raises `ValueError` for invalid arguments.
    """
    if pairs < 2:
        raise ValueError(f"a sweep needs at least 2 pairs per cell, not {pairs}")
    if not 0.0 <= precision < 0.5:
        raise ValueError(f"the precision must be at least 0 and below 0.5, not {precision:g}")
    axes = [axis(game.spec.rules.settings, one) if isinstance(one, str) else one for one in ranges]
    made = cells(game, axes)
    judged = trials.thinks(game, agents)
    run = [trials.make(Game(game.spec, **cell.settings), agents, seed, judged) for cell in made]
    player = Player(backend or Processes(), out)
    home = next(index for index, cell in enumerate(made) if cell.default)
    kept = spend(run, home, pairs, precision, player.play, progress)
    player.finish()
    report = SweepReport(
        game=run[home].game,
        rules=run[home].rules(),
        seed=seed,
        agents=run[home].agents,
        settings=made[home].settings,
        names=tuple(one.name for one in axes),
        precision=precision,
        budget=pairs * len(made),
        rows=_rows(made, kept, run, home, precision),
        variant=game.variant,
    )
    if out is not None:
        with writing(out / REPORT):
            (out / REPORT).write_text(report.to_json() + "\n", encoding="utf-8")
    return report


# requests and a progress callback -> their rows, in the order of the requests
Play = Callable[[Sequence[Request], Progress | None], Sequence[pl.DataFrame]]


def spend(
    run: Sequence[Trial],
    home: int,
    pairs: int,
    precision: float,
    play: Play,
    progress: Progress | None = None,
) -> list[pl.DataFrame]:
    """One frame per trial, as from `scores.by_pair`, with at most `pairs` pairs per trial on average.

    Every trial gets FIRST pairs. Then, in rounds, each trial whose interval is too wide gets what it seems to need, but at most
    GROWTH times what it has, until all intervals are narrow enough or the pairs are used up. The trial `home` gets as many as
    the one with the most, since all are compared with it.
    """
    budget, spent = pairs * len(run), 0
    kept = [pl.DataFrame() for _ in run]
    due = dict.fromkeys(range(len(run)), min(FIRST, pairs))
    while due:
        requests = [
            Request(run[index], kept[index].height, kept[index].height + more) for index, more in due.items()
        ]
        played = play(requests, _shifted(progress, spent, budget))
        for index, rows in zip(due, played, strict=True):
            kept[index] = pl.concat([kept[index], scores.by_pair(rows)], how="diagonal")
        spent += sum(due.values())
        widths = [_width(trial, table) for trial, table in zip(run, kept, strict=True)]
        due = _due([table.height for table in kept], widths, home, precision, budget - spent)
    if progress is not None:
        progress(budget, budget)
    return kept


def _due(
    counts: Sequence[int], widths: Sequence[float], home: int, precision: float, left: int
) -> dict[int, int]:
    """How many more pairs each cell gets, given how many it has and how wide its interval is; all get fewer if not enough are
    left.
    """
    wanted = {
        index: min(GROWTH * have, max(_need(have, width, precision), have // 8))
        for index, (have, width) in enumerate(zip(counts, widths, strict=True))
        if width > precision
    }
    most = max(have + wanted.get(index, 0) for index, have in enumerate(counts))
    if most > counts[home]:
        wanted[home] = most - counts[home]
    total = sum(wanted.values())
    if total > left:
        wanted = {index: more * left // total for index, more in wanted.items()}
        # the remainder after rounding
        wanted[max(wanted, key=widths.__getitem__)] += left - sum(wanted.values())
    return {index: more for index, more in wanted.items() if more > 0}


def _need(have: int, width: float, precision: float) -> int:
    """The number of pairs still needed: the width falls with the square root of their number."""
    return ceil(have * (width / precision) ** 2) - have if precision > 0.0 else GROWTH * have


def _shifted(progress: Progress | None, before: int, total: int) -> Progress | None:
    return None if progress is None else lambda done, _: progress(before + done, total)


def _scores(trial: Trial, table: pl.DataFrame) -> list[str]:
    """The scores that a trial measures: the first agent's score means nothing if both agents are the same."""
    names = ("seat_0", "first") if trial.agents[0] == trial.agents[1] else ("seat_0", "first", "score")
    return [name for name in names if name in table.columns]


def _width(trial: Trial, table: pl.DataFrame) -> float:
    """Half the width of the widest interval of the scores."""
    steady = scores.steadied(table)
    found = (share(steady[name].to_list()) for name in _scores(trial, table))
    return max((figure.high - figure.low) / 2.0 for figure in found)


def _rows(
    made: Sequence[Cell],
    kept: Sequence[pl.DataFrame],
    run: Sequence[Trial],
    home: int,
    precision: float,
) -> tuple[SweepRow, ...]:
    steady = [scores.steadied(table) for table in kept]
    names = [
        name
        for name in steady[home].columns
        if name != "pair" and (name != "score" or "score" in _scores(run[home], kept[home]))
    ]
    others = [index for index in range(len(made)) if index != home]
    changes: dict[int, list[CellChange]] = {index: [] for index in range(len(made))}
    for family in (
        [name for name in names if name in COMMON],
        [name for name in names if name not in COMMON],
    ):
        pairs = [(index, name) for index in others for name in family]
        found = [_compared(steady[index], steady[home], name) for index, name in pairs]
        for (index, _), one, p in zip(pairs, found, holm([one.p for one in found]), strict=True):
            changes[index].append(CellChange(one.figure, p))
    return tuple(
        SweepRow(
            labels=cell.labels,
            default=cell.default,
            key=trial.key(),
            pairs=table.height,
            precise=_width(trial, table) <= precision,
            worth=min(scores.factor(table, name) for name in _scores(trial, table)),
            figures=tuple(_figure(steady[index], name) for name in names),
            changes=tuple(changes[index]),
        )
        for index, (cell, trial, table) in enumerate(zip(made, run, kept, strict=True))
    )


def _figure(table: pl.DataFrame, name: str) -> Figure:
    values = table[name].to_list()
    return share(values, name) if name in SHARES else mean(values, name)


def _compared(table: pl.DataFrame, other: pl.DataFrame, name: str) -> Difference:
    """The difference over the pairs that both cells have played."""
    both = min(table.height, other.height)
    first, second = (one[name].head(both).to_list() for one in (table, other))
    return difference(first, second, name, shares=name in SHARES)


def _labels(row: SweepRow) -> list[str]:
    marked = f"{row.labels[-1]} (default)" if row.default else row.labels[-1]
    return [*row.labels[:-1], marked]


def _changed(change: CellChange) -> str:
    return _text(change.figure, wording.points, wording.signed) + (" *" if change.certain else "  ")


def _text(figure: Figure, of_share: Callable[[Figure], str], of_mean: Callable[[Figure], str]) -> str:
    return (of_share if figure.name in SHARES else of_mean)(figure)
