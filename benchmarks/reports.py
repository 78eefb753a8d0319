"""How long a report takes, as `sandtable report GAME` makes it on what is compiled: until its first findings, and the whole.

`python -m benchmarks.reports [GAME ...]` prints all; `make bench` takes it along.
"""

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

from benchmarks.race import Aim, Trial, told
from sandtable import games

# seconds, on two cores
SOON, WHOLE = 20.0, 180.0
AIMS = {"first findings": Aim(most=SOON), "the whole report": Aim(most=WHOLE)}


def trials(names: Sequence[str] = ()) -> list[Trial]:
    """One for each of the games of these names, or of all."""
    return [
        Trial(f"{name}, a report at its declared size", partial(measure, name), AIMS)
        for name in names or games.installed()
    ]


def measure(game: str) -> dict[str, tuple[str, float]]:
    """Both figures of a game, with their unit; a small report before compiles what is not yet."""
    with tempfile.TemporaryDirectory() as folder:
        _report(game, Path(folder), "--pairs", "40")
        first, whole = _report(game, Path(folder))
    return {"first findings": ("s", first), "the whole report": ("s", whole)}


def _report(game: str, folder: Path, *options: str) -> tuple[float, float]:
    """Seconds until the first findings were said, and until the end."""
    command = [
        sys.executable,
        "-m",
        "sandtable",
        "report",
        game,
        "--out",
        str(folder / "report.html"),
        *options,
    ]
    began, first = perf_counter(), float("nan")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("First findings"):
                first = perf_counter() - began
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return first, perf_counter() - began


if __name__ == "__main__":
    told(trials(sys.argv[1:]))
