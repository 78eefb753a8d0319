"""Simulations: plays many pairs of a trial in batches, and keeps the rows in a folder so that a run can be resumed.

The rows depend only on the trial and the number of pairs: not on the backend, the workers, the order in which batches
finish, or interruptions. The same holds for the bytes of the final file. The folder holds the trial, a Parquet file per
finished batch, and at the end one file with all rows. Files are written under another name and then renamed, so a file
is always complete.
"""

import json
import os
import platform
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.authoring.decoding import DecodingError, convert, json_of, text_in
from sandtable.authoring.settings import Value
from sandtable.lab.run.backends import Backend, Serial
from sandtable.lab.run.extras import extra
from sandtable.lab.run.rows import belong, compiled, run_batch, thoughtless
from sandtable.lab.run.trial import Trial

with extra("lab"):
    import polars as pl

TRIAL, ROWS, BATCHES = "trial.json", "rows.parquet", "batches"
# a batch, or what an interrupted write of one left behind
_BATCH = re.compile(r"([0-9]+)-([0-9]+)\.parquet(\.[0-9]+)?")
# what the rows depend on, as named in an error
_FIELDS = {
    "game": "game",
    "settings": "settings",
    "agents": "agents",
    "seed": "seed",
    "version": "version of sandtable",
    "rules": "digest of the compiled rules",
    "judged": "judgement of each position",
}


class _Kept(msgspec.Struct):
    """The fields that are read from a folder's trial: see `_FIELDS`."""

    game: str
    settings: dict[str, Value]
    agents: list[str]
    seed: int
    version: str
    rules: str
    judged: bool = False


class FolderError(ValueError):
    """Raised for a folder that cannot hold the rows; the message is one sentence."""


class RowFolder:
    """The folder at `path` for the rows of `trial`, created if necessary; `FolderError` if it holds anything else."""

    def __init__(self, path: Path, trial: Trial) -> None:
        self.path = path
        self._trial = trial
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)
            if (path / TRIAL).exists():
                self._compare(trial)
            elif (path / ROWS).exists() or any((path / BATCHES).glob("*")):
                raise FolderError(f"{path} contains rows but no {TRIAL}: use another folder")
            else:
                _place(path / TRIAL, json.dumps(provenance(trial), indent=2).encode() + b"\n")

    def read(self) -> dict[int, pl.DataFrame]:
        """The rows found, by the number of their first pair; `FolderError` if a file holds anything else."""
        found = {
            start: self._rows(file, start) for start, _, file in self._files() if file.suffix == ".parquet"
        }
        if (self.path / ROWS).exists():
            found[0] = self._rows(self.path / ROWS, 0)
        return found

    def _rows(self, file: Path, start: int) -> pl.DataFrame:
        try:
            rows = pl.read_parquet(file)
        except (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException):
            raise FolderError(f"{file} cannot be read: remove it or use another folder") from None
        if not belong(rows, self._trial, start):
            raise FolderError(
                f"{file} contains rows that do not belong to its trial: remove it or use another folder"
            )
        return rows

    def keep(self, start: int, stop: int, rows: pl.DataFrame) -> None:
        """Writes the rows of the pairs `start` to `stop - 1`."""
        with writing(self.path):
            (self.path / BATCHES).mkdir(exist_ok=True)
            self._write(self.path / BATCHES / f"{start:09}-{stop:09}.parquet", rows)

    def finish(self, rows: pl.DataFrame) -> None:
        """Writes all rows to one file and removes the batches it contains; batches with further rows stay."""
        with writing(self.path):
            if not self._has(rows.height):
                self._write(self.path / ROWS, rows)
            for _, stop, file in self._files():
                if 2 * stop <= rows.height:
                    file.unlink()
            with suppress(OSError):
                # a folder that is not empty stays
                (self.path / BATCHES).rmdir()

    def _has(self, height: int) -> bool:
        file = self.path / ROWS
        return file.exists() and pl.scan_parquet(file).select(pl.len()).collect().item() >= height

    def _files(self) -> list[tuple[int, int, Path]]:
        named = ((_BATCH.fullmatch(file.name), file) for file in sorted((self.path / BATCHES).glob("*")))
        return [(int(name[1]), int(name[2]), file) for name, file in named if name]

    def _write(self, file: Path, rows: pl.DataFrame) -> None:
        beside = file.with_name(f"{file.name}.{os.getpid()}")
        # every option that affects the bytes is set, so that another version's defaults change nothing
        rows.rechunk().write_parquet(beside, compression="zstd", compression_level=3, row_group_size=100_000)
        beside.replace(file)

    def _compare(self, trial: Trial) -> None:
        try:
            there = convert(json_of(text_in(self.path / TRIAL)), _Kept)
        except DecodingError as error:
            raise FolderError(
                f"{self.path / TRIAL} is not a valid trial ({error}): use another folder"
            ) from None
        here = provenance(trial)
        for name, words in _FIELDS.items():
            kept = getattr(there, name)
            if kept != here[name]:
                what = _difference(words, kept, here[name])
                raise FolderError(
                    f"{self.path} contains matches from another trial ({what}): use another folder"
                )


def provenance(trial: Trial) -> dict[str, Any]:
    """What the rows of a trial depend on, and the software and machine that produced them, as JSON data."""
    return {
        **json.loads(trial.to_json()),
        "judged": trial.judged,
        "version": __version__,
        "rules": trial.rules(),
        "key": trial.key(),
        "made_with": {
            "python": platform.python_version(),
            **{name: version_of(name) for name in ("numpy", "numba", "polars")},
            "machine": f"{platform.system()} {platform.machine()}",
        },
    }


def _difference(words: str, there: Any, here: Any) -> str:
    """Describes how two unequal fields of trials differ, with the folder's value first."""
    if words == "settings":
        name = next(name for name in sorted({*there, *here}) if there.get(name) != here.get(name))
        return f"its setting {name} is {_short(there.get(name))}, not {_short(here.get(name))}"
    if words == "agents":
        return f"its agents are {','.join(there)}, not {','.join(here)}"
    return f"its {words} is {_short(there)}, not {_short(here)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 and "\n" not in text else "another text"


@contextmanager
def writing(path: Path) -> Generator[None]:
    """Turns errors while writing `path` into a `FolderError`."""
    try:
        yield
    except OSError as error:
        raise FolderError(f"{path} cannot be written: {error.strerror or error}") from None


def _place(file: Path, data: bytes) -> None:
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(file)


with extra("lab"):
    import polars as pl

# done and total, in matches
Progress = Callable[[int, int], None]

# pairs per batch: for compiled players without lookahead, about a second's work; for those with lookahead, where one
# pair may take as long, few enough that all workers finish at about the same time; for others, few enough that little is lost
# to an interruption
BATCH, AHEAD_BATCH, SLOW_BATCH = 100, 4, 2


def simulate(
    trial: Trial,
    pairs: int,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """The rows of the first `pairs` pairs of the trial, in order, played in this process if no backend is given. With
    `out`, finished batches are kept in that folder, and batches of this trial found there are not played again. A
    folder that holds anything else raises `FolderError`. `progress` gets `(done, total)` in matches.
    """
    folder = None if out is None else RowFolder(out, trial)
    found = {} if folder is None else folder.read()
    todo = missing(found, pairs, batch_of(trial))
    left = sum(stop - start for start, stop in todo)
    results = (backend or Serial()).map(partial(_run, trial), todo)
    try:
        while True:
            if progress is not None:
                progress(2 * (pairs - left), 2 * pairs)
            index, rows = next(results, (-1, None))
            if rows is None:
                break
            start, stop = todo[index]
            found[start] = rows
            left -= stop - start
            if folder is not None:
                folder.keep(start, stop, rows)
    finally:
        # stops the workers if an error was raised here
        results.close()
    table = joined(found, pairs)
    if folder is not None:
        folder.finish(table)
    return table


def batch_of(trial: Trial) -> int:
    """The number of pairs in a batch of a trial."""
    if not compiled(trial):
        return SLOW_BATCH
    return BATCH if thoughtless(trial) else AHEAD_BATCH


def _run(trial: Trial, batch: tuple[int, int]) -> pl.DataFrame:
    return run_batch(trial, *batch)


def missing(found: dict[int, pl.DataFrame], pairs: int, size: int) -> list[tuple[int, int]]:
    """The batches that are not `found`, each as first pair and end; they end at multiples of `size`."""
    todo: list[tuple[int, int]] = []
    start = 0
    while start < pairs:
        if start in found:
            stop = start + found[start].height // 2
        else:
            stop = min((start // size + 1) * size, pairs)
            todo.append((start, stop))
        start = stop
    return todo


def joined(found: dict[int, pl.DataFrame], pairs: int) -> pl.DataFrame:
    """The first `pairs` pairs in one frame, from frames keyed by their first pair."""
    parts: list[pl.DataFrame] = []
    start = 0
    while start < pairs:
        parts.append(found[start])
        start += found[start].height // 2
    return pl.concat(parts).head(2 * pairs).rechunk()
