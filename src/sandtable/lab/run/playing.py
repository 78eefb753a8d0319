"""Plays parts of several trials at once, for ladders and sweeps, which decide along the way how much they need."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.lab.run.backends import Backend
from sandtable.lab.run.extras import extra
from sandtable.lab.run.rows import compiled, run_batch
from sandtable.lab.run.simulate import RowFolder
from sandtable.lab.run.trial import Trial

with extra("lab"):
    import polars as pl

# pairs per task: matches of compiled policies take well under a millisecond
QUICK, SLOW = 64, 4

# pairs done, and the total
Progress = Callable[[int, int], None]


class Request(NamedTuple):
    """The pairs `start` to `stop - 1` of a trial."""

    trial: Trial
    start: int
    stop: int


class Player:
    """Plays requests on a backend; with `out`, rows are stored there in a folder per trial, which is read first."""

    def __init__(self, backend: Backend, out: Path | None = None) -> None:
        self._backend = backend
        self._out = out
        self._folders: dict[str, RowFolder] = {}
        self._rows: dict[str, list[pl.DataFrame]] = {}
        self._pairs: dict[str, set[int]] = {}

    def play(self, requests: Sequence[Request], progress: Progress | None = None) -> list[pl.DataFrame]:
        """The rows of all requests, in order; `progress` gets the number of finished pairs."""
        parts = [part for request in requests for part in self._missing(request)]
        total = sum(request.stop - request.start for request in requests)
        done = total - sum(part.stop - part.start for part in parts)
        for index, rows in self._backend.map(_play, parts):
            part = parts[index]
            self._keep(part, rows)
            done += part.stop - part.start
            if progress is not None:
                progress(done, total)
        return [self._ordered(request.trial.key(), request.start, request.stop) for request in requests]

    def finish(self) -> None:
        """Merges the rows of each trial into one file in its folder."""
        for key, folder in self._folders.items():
            pairs = self._pairs[key]
            # only the unbroken run from the first pair on
            stop = next(pair for pair in count() if pair not in pairs)
            folder.finish(self._ordered(key, 0, stop))

    def _known(self, trial: Trial) -> set[int]:
        """The finished pairs of a trial."""
        key = trial.key()
        if key not in self._pairs:
            self._pairs[key], self._rows[key] = set(), []
            if self._out is not None:
                self._folders[key] = RowFolder(self._out / key, trial)
                for rows in self._folders[key].read().values():
                    self._add(key, rows)
        return self._pairs[key]

    def _add(self, key: str, rows: pl.DataFrame) -> None:
        fresh = rows.filter(~pl.col("pair").is_in(list(self._pairs[key])))
        self._rows[key].append(fresh)
        self._pairs[key].update(fresh["pair"].to_list())

    def _missing(self, request: Request) -> Iterator[Request]:
        known, trial = self._known(request.trial), request.trial
        size, begun = (QUICK if compiled(trial) else SLOW), None
        for pair in range(request.start, request.stop + 1):
            wanted = pair < request.stop and pair not in known
            if begun is not None and (not wanted or pair - begun == size):
                yield Request(trial, begun, pair)
                begun = None
            if wanted and begun is None:
                begun = pair

    def _keep(self, part: Request, rows: pl.DataFrame) -> None:
        key = part.trial.key()
        self._add(key, rows)
        if key in self._folders:
            self._folders[key].keep(part.start, part.stop, rows)

    def _ordered(self, key: str, start: int, stop: int) -> pl.DataFrame:
        rows = pl.concat(self._rows[key])
        return rows.filter(pl.col("pair").is_between(start, stop - 1)).sort("pair", "swapped")


def _play(part: Any) -> pl.DataFrame:
    return run_batch(*part)
