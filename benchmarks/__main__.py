"""Compares Sandtable with its peers and writes tables: `python -m benchmarks`.

All sections are written to docs/benchmarks.md and docs/benchmarks.json; with `--only` the table is just printed, unless `--out`
names a folder, where other sections stay as they were measured before.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks import actions, batch, connect_four, first_match, flicks, games, reports, start, table
from benchmarks.race import Contest, Row, Trial, hold
from benchmarks.table import Report, page

SECTIONS: Mapping[str, Callable[[], Sequence[Contest | Trial]]] = {
    "connect-four": connect_four.contests,
    "games": games.contests,
    "flicks": flicks.contests,
    "batch": batch.contests,
    "start": start.contests,
    "first-match": first_match.trials,
    "actions": actions.trials,
    "reports": reports.trials,
}
DOCS = Path(__file__).parents[1] / "docs"


def measure(
    sections: Sequence[str], rounds: int, seconds: float, keep: Callable[[Report], object] = lambda _: None
) -> tuple[Report, list[str]]:
    """All contests of these sections, one after the other, with a line on standard error before each; and sections that failed.

    `keep` gets the report after every section that is finished, so that none is lost if a later one fails or is interrupted.
    """
    facts, before = (table.today(), table.machine(), table.versions()), table.load()
    report, failed = Report(*facts, rounds, seconds, (before, before), {}), list[str]()
    for name in sections:
        try:
            found = _section(name, rounds, seconds)
        except Exception as error:  # noqa: BLE001 - whatever fails in one section, the others are measured
            print(f"{name} failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
            failed.append(name)
            continue
        report = replace(report, load=(before, table.load()), sections={**report.sections, name: found})
        keep(report)
    return report, failed


def _section(name: str, rounds: int, seconds: float) -> list[Row]:
    rows, contests = list[Row](), SECTIONS[name]()
    for number, contest in enumerate(contests, 1):
        print(f"{name}, {number} of {len(contests)}: {contest.work}", file=sys.stderr, flush=True)
        rows.extend(hold(contest, rounds, seconds))
    return rows


def told_before(folder: Path) -> list[Report]:
    """What `benchmarks.json` tells of, but sections that there are no more."""
    data = folder / "benchmarks.json"
    runs = json.loads(data.read_text(encoding="utf-8"))["runs"] if data.exists() else []
    return [Report.of(run).of_sections(SECTIONS) for run in runs]


def write(report: Report, before: Sequence[Report], folder: Path) -> None:
    """Writes `benchmarks.md` and `benchmarks.json`; other results in `before` are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = [run.of_sections(SECTIONS.keys() - report.sections.keys()) for run in before]
    order = list(SECTIONS)
    runs = sorted(
        (run for run in (report, *kept) if run.sections),
        key=lambda run: order.index(next(iter(run.sections))),
    )
    (folder / "benchmarks.md").write_text(page(runs), encoding="utf-8")
    (folder / "benchmarks.json").write_text(
        json.dumps({"runs": [run.record() for run in runs]}, indent=2) + "\n", encoding="utf-8"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs, prints and writes."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON, not Markdown")
    options.add_argument("--rounds", type=int, default=7, help="rounds in which the contenders take turns")
    options.add_argument("--seconds", type=float, default=0.5, help="length of a turn")
    options.add_argument(
        "--only",
        action="append",
        choices=tuple(SECTIONS),
        metavar="SECTION",
        help=f"may be repeated: {', '.join(SECTIONS)}",
    )
    options.add_argument("--out", type=Path, metavar="FOLDER", help="where both files are written")
    chosen = options.parse_args(arguments)
    if chosen.rounds < 1 or chosen.seconds <= 0:
        options.error("--rounds must be at least 1, and --seconds more than 0")
    out = chosen.out or (None if chosen.only else DOCS)
    # read before all is measured, which takes long
    before = [] if out is None else told_before(out)
    names = [name for name in SECTIONS if name in (chosen.only or SECTIONS)]

    def keep(report: Report) -> None:
        if out is not None:
            write(report, before, out)

    report, failed = measure(names, chosen.rounds, chosen.seconds, keep)
    print(json.dumps(report.record(), indent=2) if chosen.json else page([report]))
    if failed:
        sys.exit(f"not measured: {', '.join(failed)}; sections that were finished are kept")


if __name__ == "__main__":
    main()
