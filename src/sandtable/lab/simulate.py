"""Many matches between two players: pairs of matches with the same dice and seats swapped, on worker threads."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from os import cpu_count
from time import perf_counter
from typing import Any

import numpy as np

from sandtable import agents as players
from sandtable.agents.random import RandomAgent
from sandtable.agents.script import PolicyAgent
from sandtable.game import Game, Position
from sandtable.records import CHANCE
from sandtable.rng import stream
from sandtable.search.playout import play_policies

Progress = Callable[[int, int], None]
_DICE, _FIRST, _SECOND = 0, 1, 2


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
        dice = stream(seed, number, _DICE)
        own = [stream(seed, number, part) for part in ((_FIRST, _SECOND) if seat == 0 else (_SECOND, _FIRST))]
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
