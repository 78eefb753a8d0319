"""`python -m tests.studies [NAME ...]`: carries out the studies of these names, or all, and writes down what came out.

`make study` carries out all, and `tools/mutants` after them; what `longest` carries out are tests, marked `study`. A page names
its date, the command, the version and the commit, how long it took, and the figures. A study that finds a fault raises, as a
test does, and writes nothing.
"""

import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from platform import python_version
from subprocess import check_output
from time import monotonic

from sandtable import __version__
from tests.house.tree import ROOT
from tests.studies import claims, kills, levels, longest, matches, reports, workers

PAGES = ROOT / "docs" / "studies"
# a study's title and its lines, which `run` gives
STUDIES: dict[str, tuple[str, Callable[[], Iterable[str]]]] = {
    "claims": ("Hundreds of reports on a fully known game", claims.run),
    "kills": ("A server that is killed again and again", kills.run),
    "levels": ("Each level against the one below", levels.run),
    "longest": ("The tests that take longest", longest.run),
    "matches": ("Thousands of matches", matches.run),
    "reports": ("Hundreds of reports", reports.run),
    "workers": ("Two workers on one database", workers.run),
}


def page(name: str, commit: str) -> str:
    """The page of a study, once it is carried out on what `commit` names."""
    title, run = STUDIES[name]
    began = monotonic()
    lines = "\n".join(run())
    minutes = (monotonic() - began) / 60
    return (
        f"# {title}\n\n"
        f"{datetime.now(UTC):%Y-%m-%d}, `python -m tests.studies {name}`, Sandtable {__version__} at {commit}, "
        f"Python {python_version()}, {minutes:.0f} minutes.\n\n{lines}\n"
    )


def main(names: list[str]) -> None:
    """Writes the pages of these studies, or of all."""
    if unknown := set(names) - set(STUDIES):
        sys.exit(f"There is no study {sorted(unknown)[0]}; the studies are {', '.join(STUDIES)}.")
    PAGES.mkdir(exist_ok=True)
    # before the first page is written, since each changes the tree
    commit = check_output(["git", "describe", "--always", "--dirty"], cwd=ROOT, text=True).strip()
    for name in names or STUDIES:
        Path(PAGES / f"{name}.md").write_text(page(name, commit), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
