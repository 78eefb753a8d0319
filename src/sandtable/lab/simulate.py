"""Simulations: the rows of many pairs of a trial, worked on in batches, kept in a folder and continued there.

The rows depend on the trial and the number of pairs only: not on the backend, the workers, the order in which batches are
finished, or interruptions; nor do the bytes of the file that they end in.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from sandtable.lab.backends import Backend, Serial
from sandtable.lab.extras import extra
from sandtable.lab.folder import Folder
from sandtable.lab.rows import compiled, run_batch
from sandtable.lab.trial import Trial

with extra("lab"):
    import polars as pl

# done, of how many matches
Progress = Callable[[int, int], None]

# pairs of a batch: of compiled players a second's work or so, of others little enough to lose
BATCH, SLOW_BATCH = 100, 2


def simulate(
    trial: Trial,
    pairs: int,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """The rows of the first `pairs` pairs of the trial, in order; worked on here where no backend is given.

    With `out` each finished batch is kept in that folder, and what it holds of this trial already is not played again; a folder
    that holds something else raises `FolderError`. `progress` gets `(done, total)` in matches.
    """
    folder = None if out is None else Folder(out, trial)
    found = {} if folder is None else folder.read()
    todo = missing(found, pairs, BATCH if compiled(trial) else SLOW_BATCH)
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
        # stops the workers where something was raised here
        results.close()
    table = joined(found, pairs)
    if folder is not None:
        folder.finish(table)
    return table


def _run(trial: Trial, batch: tuple[int, int]) -> pl.DataFrame:
    return run_batch(trial, *batch)


def missing(found: dict[int, pl.DataFrame], pairs: int, size: int) -> list[tuple[int, int]]:
    """The batches, as first pair and the one after the last, that are not `found`; they end at multiples of `size`."""
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
    """The rows of the first `pairs` pairs in one frame, from frames by their first pair."""
    parts: list[pl.DataFrame] = []
    start = 0
    while start < pairs:
        parts.append(found[start])
        start += found[start].height // 2
    return pl.concat(parts).head(2 * pairs).rechunk()
