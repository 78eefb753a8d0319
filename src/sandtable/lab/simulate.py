"""Simulations: the rows of many pairs of a plan, worked on in batches, kept in a folder and continued there.

The rows depend on the plan and the number of pairs only: not on the backend, the workers, the order in which batches are
finished, or interruptions; nor do the bytes of the file that they end in.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.agents.random import RandomAgent
from sandtable.agents.script import PolicyAgent
from sandtable.game import Game, Position
from sandtable.lab.backends import Backend, Serial
from sandtable.lab.extras import extra
from sandtable.lab.folder import Folder
from sandtable.lab.plan import Plan
from sandtable.lab.rows import DICE, FIRST, SECOND, compiled, run_batch
from sandtable.records import CHANCE
from sandtable.rng import stream
from sandtable.search.playout import play_policies

with extra("lab"):
    import polars as pl

# done, of how many matches
Progress = Callable[[int, int], None]

# pairs of a batch: of compiled players a second's work or so, of others little enough to lose
BATCH, SLOW_BATCH = 100, 2


def simulate(
    plan: Plan,
    pairs: int,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> pl.DataFrame:
    """The rows of the first `pairs` pairs of the plan, in order; worked on here where no backend is given.

    With `out` each finished batch is kept in that folder, and what it holds of this plan already is not played again; a folder
    that holds something else raises `FolderError`. `progress` gets `(done, total)` in matches.
    """
    folder = None if out is None else Folder(out, plan)
    found = {} if folder is None else folder.read()
    todo = missing(found, pairs, BATCH if compiled(plan) else SLOW_BATCH)
    left = sum(stop - start for start, stop in todo)
    results = (backend or Serial()).map(partial(_run, plan), todo)
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


def _run(plan: Plan, batch: tuple[int, int]) -> pl.DataFrame:
    return run_batch(plan, *batch)


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


@dataclass
class Pair:
    """The two matches of a pair: won 1, drawn 0 or lost -1 by the first player, the one in seat 0 first; the plies of both."""

    scores: tuple[float, float]
    plies: int


def play_pair(game: Game, pair: tuple[Any, Any], seed: int, number: int) -> Pair:
    """Plays pair `number` of `seed`: two matches with the same dice, the seats swapped."""
    scores: list[float] = []
    plies = 0
    for seat in range(2):
        position = game.start()
        seated = pair if seat == 0 else pair[::-1]
        dice = stream(seed, number, DICE)
        own = [stream(seed, number, part) for part in ((FIRST, SECOND) if seat == 0 else (SECOND, FIRST))]
        if all(isinstance(agent, RandomAgent | PolicyAgent) for agent in seated):
            numbers = (seated[0].number, seated[1].number)
            plies += int(play_policies(game.setup, position.state, *numbers, dice, *own))
        else:
            plies += play(position, seated, dice, own)
        scores.append(float(np.sign(position.score[seat])))
    return Pair((scores[0], scores[1]), plies)


def play(position: Position, seated: Sequence[Any], dice: Any, own: Sequence[Any]) -> int:
    """Plays `position` to the end in place, each seat by its agent with its own stream; returns the plies."""
    while not position.over:
        seat = position.to_move
        if seat == CHANCE:
            position.play(position.sample(dice))
        else:
            position.play(seated[seat].act(position.view(seat), seat, own[seat]))
    return position.ply


def play_pairs(
    game: Game,
    pair: tuple[Any, Any],
    pairs: int,
    seed: int,
    workers: int | None = None,
    progress: Progress | None = None,
) -> list[Pair]:
    """All pairs in order, on `workers` threads (default: one a processor); the result does not depend on how many."""
    results: list[Pair | None] = [None] * pairs
    with ThreadPoolExecutor(workers or cpu_count() or 1) as pool:
        waiting = {pool.submit(play_pair, game, pair, seed, number): number for number in range(pairs)}
        try:
            for done, (number, result) in enumerate(_finished(waiting), 1):
                results[number] = result
                if progress is not None:
                    progress(done, pairs)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [result for result in results if result is not None]


def _finished(waiting: dict[Any, int]) -> Iterator[tuple[int, Pair]]:
    left = set(waiting)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            yield waiting[future], future.result()
