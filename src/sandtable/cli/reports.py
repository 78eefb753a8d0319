"""`sandtable report`: makes and compares reports, and writes their files."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.authoring.decoding import toml_of
from sandtable.cli.console import STOPPED, WRONG_USAGE, fail, load_game, progress, say, text_of
from sandtable.engine import variants
from sandtable.engine.game import Game
from sandtable.games import find
from sandtable.lab.report import compare, document, page, tuning
from sandtable.lab.report.experiments import LEAST_PAIRS, Sizes, first_sizes, run_jobs, sizes
from sandtable.lab.report.findings import AT, report_on
from sandtable.lab.report.verdicts import answers
from sandtable.lab.run import aims as aiming
from sandtable.lab.run import trial as trials
from sandtable.lab.run import tune
from sandtable.lab.run.backends import Backend, Processes
from sandtable.lab.statistics import known

if TYPE_CHECKING:
    import polars as pl

# given instead of a file, this means the game as printed
PRINTED = "printed"
# the share of the pairs after which the first findings are printed, and the number of pairs from which that is worthwhile
FIRST, SOON = 32, 40
NOTHING_ELSE = "only the unchanged game could be tried"


@dataclass(frozen=True)
class ReportOrder:
    """The request: the game with its `--set` texts, how much to play, who plays, and the files to write."""

    game: str
    settings: list[str]
    pairs: int
    seed: int
    agents: tuple[str, str]
    levels: int
    out: Path | None
    data: Path | None
    at: tuple[int, ...] = AT
    variant: Path | None = None
    searched: bool = False
    fewer: Mapping[int, int] = field(default_factory=dict[int, int])
    parts: int | None = None
    table: Path | None = None

    def load(self) -> Game:
        """Loads the requested game; ends the process with an error if there is none."""
        return load_game(self.game, self.settings, self.variant)


def reported(order: ReportOrder, backend: Backend) -> list[str]:
    """Makes a report and writes its files; returns its findings as lines."""
    _refuse_unwritable(order)
    if isinstance(backend, Processes):
        backend.begin()
    try:
        game = order.load()
        made = _report(order, game, backend, early=True)
    except BaseException:
        # an interpreter that ends while workers are still starting prints a traceback
        if isinstance(backend, Processes):
            backend.end()
        raise
    write(order.out, partial(page.html, made, game))
    write(order.data, partial(document.write, made))
    write(order.table, partial(document.table, made))
    return _findings(made) + _written(order)


def compared(order: ReportOrder, backend: Backend, files: tuple[Path, Path]) -> list[str]:
    """Compares two reports, or makes and compares reports from two files of settings; returns the comparison as lines."""
    _refuse_unwritable(order, files)
    given = [_given(order, file) for file in files]
    before, after = (
        found if isinstance(found, document.Report) else _report(order, found, backend) for found in given
    )
    found = compare.compare(before, after)
    asked = find(order.game).id
    if found.game != asked:
        raise ValueError(f"the reports are about {found.game}, not {asked}")
    write(order.out, partial(page.comparison, found))
    write(order.data, lambda: json.dumps(compare.plain(found), indent=1, ensure_ascii=False) + "\n")
    return found.table() + _written(order)


@dataclass(frozen=True)
class Files:
    """The output files of a tuning: its page, its data, and the best candidate as a variant."""

    page: Path | None
    data: Path | None
    variant: Path | None


def tuned(
    game: Game,
    aims: Sequence[str],
    over: Sequence[str],
    agents: tuple[str, str],
    effort: tune.Effort,
    seed: int,
    backend: Backend,
    keep: Path | None,
    files: Files,
) -> list[str]:
    """Tunes a game and writes the results; returns them as lines."""
    wanted = [aiming.read(text, known.names(game.spec)) for text in aims]
    refuse_files((files.page, files.data, files.variant))
    with progress(f"tuning {game.id}") as advance:
        try:
            found = tune.tune(game, wanted, over, agents, effort, seed, backend, keep, advance)
        except KeyboardInterrupt:
            kept = "nothing was kept" if keep is None else f"the matches played so far are kept in {keep}"
            fail(f"stopped; {kept}", STOPPED)
    made = tuning.report(found, over, effort)
    write(files.page, partial(page.tuning, made))
    write(files.data, partial(tuning.write, made))
    if not made.found:
        none = [] if files.variant is None else ["", f"{files.variant} is not written: {NOTHING_ELSE}."]
        return [*tuning.lines(made), *none]
    write(files.variant, partial(_variant, game, made))
    nearest = files.variant is not None and not made.found[0].whole
    missed = ["", f"{files.variant} has the settings that come nearest; no settings reach all targets."]
    return [*tuning.lines(made), *(missed if nearest else [])]


def _variant(game: Game, made: tuning.Tuning) -> str:
    """The best candidate of a tuning, as a variant."""
    best = made.found[0]
    name = best.title(made.title)
    return variants.write(
        variants.make(
            game.spec, name[: variants.LONGEST_NAME], best.why[: variants.LONGEST_WHY], best.settings
        )
    )


def _report(order: ReportOrder, game: Game, backend: Backend, early: bool = False) -> document.Report:
    """The requested report; with `early`, the findings from part of its pairs are printed first."""
    trial, wanted = trials.make(game, order.agents, order.seed), sizes(order.pairs, order.parts)
    known: dict[str, pl.DataFrame] = {}
    first = max(LEAST_PAIRS, order.pairs // FIRST)
    if early and order.pairs >= SOON:
        found = _measured(
            replace(order, searched=False), trial, first_sizes(first), game.variant, backend, known
        )
        lines = [
            f"First findings, from {first:,} of {order.pairs:,} pairs; the full report will be more precise:",
            *_findings(found),
        ]
        say("\n".join([*lines, ""]), err=True)
    return _measured(order, trial, wanted, game.variant, backend, known)


def _measured(
    order: ReportOrder,
    trial: trials.Trial,
    wanted: Sizes,
    variant: str,
    backend: Backend,
    known: "dict[str, pl.DataFrame]",
) -> document.Report:
    """The report with parts of these sizes; matches already `known` are not played again."""
    done, total = 0, 0

    with progress(f"playing {order.game}") as advance:

        def tell(now: int, of: int) -> None:
            nonlocal done, total
            done, total = now, of
            advance(now, of)

        try:
            run = partial(run_jobs, backend=backend, progress=tell, known=known)
            return report_on(
                trial,
                wanted,
                run,
                order.levels,
                order.at,
                variant,
                run if order.searched else None,
                order.fewer,
            )
        except KeyboardInterrupt:
            fail(_stopped(done, total), STOPPED)


def _stopped(done: int, total: int) -> str:
    played = f" after {done:,} of {total:,} matches" if total else ""
    return f"stopped{played}; nothing was written"


def _given(order: ReportOrder, file: Path) -> document.Report | Game:
    """The report in a file, or the game with the settings or the variant in it, on top of those requested."""
    if str(file) == PRINTED and not file.exists():
        return load_game(order.game, order.settings)
    text = text_of(file, WRONG_USAGE)
    try:
        if file.suffix not in (".json", ".toml"):
            raise ValueError("it must be a report (.json), or settings or a variant (.toml)")
        if variants.is_one(text):
            return load_game(order.game, order.settings, file)
        if file.suffix == ".json":
            return document.read(text)
        given = toml_of(text)
        asked = order.load()
        changed = document.changed(asked.settings, Game(asked.spec).settings)
        return Game(asked.spec, **{**changed, **given})
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _refuse_unwritable(order: ReportOrder, read: Sequence[Path] = ()) -> None:
    refuse_files((order.out, order.data, order.table), read)


def refuse_files(files: Sequence[Path | None], read: Sequence[Path] = ()) -> None:
    """Ends the process if any of the files cannot be written: before an hour of matches, not after."""
    taken = [realpath(file) for file in read]
    for file in files:
        if file is None:
            continue
        if not file.parent.is_dir():
            fail(f"{file} cannot be written: there is no folder {file.parent}", WRONG_USAGE)
        if file.is_dir():
            fail(f"{file} cannot be written: it is a folder", WRONG_USAGE)
        if realpath(file) in taken:
            fail(f"{file} cannot be written: it is named more than once", WRONG_USAGE)
        taken.append(realpath(file))
        _try(file)


def _try(file: Path) -> None:
    is_new = not file.exists()
    try:
        file.open("ab").close()
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}", WRONG_USAGE)
    if is_new:
        file.unlink()


def write(file: Path | None, text: Callable[[], str]) -> None:
    """Writes text to a file, if one is given; ends the process if that fails."""
    if file is None:
        return
    try:
        file.write_text(text(), encoding="utf-8", newline="\n")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}", WRONG_USAGE)


def _written(order: ReportOrder) -> list[str]:
    files = [str(file) for file in (order.out, order.data, order.table) if file is not None]
    return ["", f"Written: {', '.join(files)}"] if files else []


def _findings(report: document.Report) -> list[str]:
    acts = [line for finding in report.findings if finding.act for line in _lines(finding)]
    others = [line for finding in report.findings if not finding.act for line in _lines(finding)]
    head = ["What to act on:", *acts, ""] if acts else []
    owners = ["", *filter(None, (report.whose, report.about))] if report.about or report.whose else []
    name = [f"The variant {report.variant!r}.", ""] if report.variant else []
    return [*name, *_answers(report), "", *head, "What else was found:", *others, *owners]


def _answers(report: document.Report) -> list[str]:
    return ["In short:"] + [
        f"  {answer.question} {answer.text} [{answer.shape} {answer.sure}]" for answer in answers(report)
    ]


def _lines(finding: document.Finding) -> list[str]:
    return [f"  {finding.text}", *(f"    {level}" for level in finding.levels)]
