"""Many matches between two players: pairs of matches with the same dice and seats swapped, on worker threads."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from os import cpu_count
from time import perf_counter
from typing import Any

import numpy as np

from sandtable import agents as players
from sandtable import ops
from sandtable._jit import jit
from sandtable.game import Game
from sandtable.records import CHANCE, OVER
from sandtable.rng import stream
from sandtable.search import policy

Progress = Callable[[int, int], None]
_DICE, _FIRST, _SECOND = 0, 1, 2


@dataclass
class Pair:
    """The two matches of a pair for the first player: its scores, in seat 0 first; plies; decisions and seconds of each player."""

    scores: tuple[float, float]
    plies: int
    decisions: list[int]
    seconds: list[float]


@jit
def play_policies(setup, state, first, second, dice, rng_first, rng_second):
    """Plays `state` to the end in place, seat 0 by policy `first`, seat 1 by `second`; returns the plies. Policies see no secrets."""
    plies = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = ops.sample(setup, state, dice)
        elif state.to_move == 0:
            action = policy.choose(setup, state, 0, first, rng_first)
        else:
            action = policy.choose(setup, state, 1, second, rng_second)
        ops.apply(setup, state, action)
        plies += 1
    return plies


def play_pair(game: Game, pair: tuple[Any, Any], seed: int, number: int) -> Pair:
    """Plays pair `number` of `seed`: two matches with the same dice, the seats swapped."""
    played = Pair((0.0, 0.0), 0, [0, 0], [0.0, 0.0])
    scores: list[float] = []
    for seat in range(2):
        seated = (pair[0], pair[1]) if seat == 0 else (pair[1], pair[0])
        position = game.start()
        streams = [stream(seed, number, part) for part in (_DICE, _FIRST, _SECOND)]
        if seat == 1:
            streams[_FIRST], streams[_SECOND] = streams[_SECOND], streams[_FIRST]
        if all(hasattr(agent, "number") for agent in seated):
            numbers = (seated[0].number, seated[1].number)
            played.plies += int(play_policies(game.setup, position.state, *numbers, *streams))
        else:
            played.plies += _play(position, seated, streams, seat, played)
        scores.append(position.score[seat])
    played.scores = (scores[0], scores[1])
    return played


def _play(position: Any, seated: tuple[Any, Any], streams: list[Any], first: int, played: Pair) -> int:
    while not position.over:
        seat = position.to_move
        if seat == CHANCE:
            position.play(position.sample(streams[_DICE]))
            continue
        began = perf_counter()
        action = seated[seat].act(position.view(seat), seat, streams[1 + seat])
        who = seat ^ first
        played.seconds[who] += perf_counter() - began
        played.decisions[who] += 1
        position.play(action)
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


def simulate(
    game: Game,
    games: int = 1000,
    agents: tuple[str | int, str | int] = ("random", "random"),
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The results of `games` matches (made even) between two agents, named as in `agents.make`, for the first of them."""
    pair = (players.make(game, agents[0]), players.make(game, agents[1]))
    began = perf_counter()
    played = play_pairs(game, pair, max(1, (games + 1) // 2), seed, workers, progress)
    seconds = perf_counter() - began
    scores = np.array([result.scores for result in played])
    plies = sum(result.plies for result in played)
    return {
        "games": int(scores.size),
        "wins": int((scores > 0).sum()),
        "draws": int((scores == 0).sum()),
        "losses": int((scores < 0).sum()),
        "seat 0 wins": int((scores[:, 0] > 0).sum() + (scores[:, 1] < 0).sum()),
        "plies a match": plies / scores.size,
        "seconds": seconds,
        "matches a second": scores.size / seconds,
    }
