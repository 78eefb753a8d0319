"""The speed of a game: random play on one core and on all, search, start-up, and the memory that a state takes."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

import numpy as np

from sandtable._compiler.kernels import wrap_silently
from sandtable.agents.search import InformationSearchAgent
from sandtable.authoring import records
from sandtable.authoring.records import CHANCE
from sandtable.authoring.rng import stream
from sandtable.engine.game import Game, Position
from sandtable.games import place_of
from sandtable.search import ismcts, mcts
from sandtable.search import tree as trees
from sandtable.search.playout import playouts

ROUNDS = 5
SIMULATIONS = 200
Progress = Callable[[int, int], None]


def measure(
    game: Game, seconds: float = 2.0, cold: bool = True, progress: Progress | None = None
) -> dict[str, float | int | str]:
    """The figures for `game`, by name; each takes about `seconds`, and rates are medians of five rounds. `cold` also
    measures a first start with an empty cache. `progress` gets `(done, steps)`.
    """
    report: dict[str, float | int | str] = {
        "game": game.id,
        "cores": os.cpu_count() or 1,
        "state_bytes": game.spec.rules.state.itemsize,
        "setup_bytes": game.setup.dtype.itemsize,
    }
    steps = [lambda: _play(game, 1, seconds), lambda: _play(game, os.cpu_count() or 1, seconds)]
    steps += [lambda: _search(game, seconds), *([lambda: _starts(game)] if cold else [])]
    for done, step in enumerate(steps, 1):
        report.update(step())
        if progress is not None:
            progress(done, len(steps))
    return report


def _play(game: Game, threads: int, seconds: float) -> dict[str, float]:
    """Random play to the end, with states reset and nothing recorded, on `threads` threads at once."""
    workers = [RandomPlayer(game, number) for number in range(threads)]
    matches = workers[0].matches_in(seconds / ROUNDS)
    with ThreadPoolExecutor(threads, initializer=wrap_silently) as pool:
        rounds = [_round(pool, workers, matches) for _ in range(ROUNDS)]
    name = "one_core" if threads == 1 else "all_cores"
    actions = [plies / took for plies, took in rounds]
    return {
        f"random_actions_per_s_{name}": statistics.median(actions),
        f"random_actions_spread_{name}": (max(actions) - min(actions)) / statistics.median(actions),
        f"random_matches_per_s_{name}": statistics.median(matches * threads / took for _, took in rounds),
    }


class RandomPlayer:
    """Plays random matches with its own state and stream."""

    def __init__(self, game: Game, number: int) -> None:
        self.game = game
        self.start = game.start().state
        self.state = records.new(game.spec.rules.state)[0]
        self.rng = stream(0, number)
        self.play(1)

    def play(self, matches: int) -> int:
        """Plays the matches; returns the number of plies."""
        return int(playouts(self.game.setup, self.start, self.state, self.rng, matches))

    def matches_in(self, seconds: float) -> int:
        """The number of matches that take about this many seconds."""
        matches, took = 1, 0.0
        while took < seconds / 4:
            matches *= 2
            began = perf_counter()
            self.play(matches)
            took = perf_counter() - began
        return max(1, int(matches * seconds / took))


def _round(pool: ThreadPoolExecutor, workers: list[RandomPlayer], matches: int) -> tuple[int, float]:
    began = perf_counter()
    running = [pool.submit(worker.play, matches) for worker in workers]
    plies = sum(future.result() for future in running)
    return plies, perf_counter() - began


def _search(game: Game, seconds: float) -> dict[str, float]:
    """Simulations per second on one core, each with a full playout: at the first choice, and in the middle of a random
    match.
    """
    roots = choices(game)
    hidden = any(map(hides, roots))
    found: dict[str, float] = {}
    for name, root in (("opening", roots[0]), ("middle", roots[len(roots) // 2])):
        found[f"tree_simulations_per_s_{name}"] = _rate(tree_search(game, root), seconds / 4)
        if hidden:
            found[f"information_set_simulations_per_s_{name}"] = _rate(set_search(game, root), seconds / 4)
    return found


def choices(game: Game) -> list[Position]:
    """The positions with a seat to move in a random match."""
    position, rng = game.start(), stream(0)
    found: list[Position] = []
    while not position.over:
        if position.to_move != CHANCE:
            found.append(position.copy())
        position.play(position.sample(rng))
    return found


def hides(root: Position) -> bool:
    """Whether something is hidden from the seat to move."""
    view = root.view(root.to_move)
    return view.determinize(root.to_move, stream(0)) != view


def _rate(search: Callable[[], int], seconds: float) -> float:
    search()
    rates: list[float] = []
    began = perf_counter()
    while not rates or perf_counter() - began < seconds:
        once = perf_counter()
        rates.append(search() / (perf_counter() - once))
    return statistics.median(rates)


def _grow(game: Game) -> trees.Tree:
    return trees.grow(
        game.spec.rules.max_actions, SIMULATIONS + 2, 32 * SIMULATIONS + game.spec.rules.max_actions
    )


def tree_search(game: Game, root: Position) -> Callable[[], int]:
    """A search of SIMULATIONS simulations in the tree of positions, in which nothing is hidden."""
    state, tree, rng, flag = (
        records.new(game.spec.rules.state)[0],
        _grow(game),
        stream(0),
        np.zeros(1, np.uint8),
    )

    def search() -> int:
        mcts.begin(root.state, tree)
        return mcts.search(game.setup, root.state, state, tree, rng, SIMULATIONS, mcts.EXPLORATION, flag)

    return search


def set_search(game: Game, root: Position) -> Callable[[], int]:
    """A search of SIMULATIONS simulations in the tree of information sets, with uniform playouts to the end."""
    states, tree, rng, flag = (
        records.new(game.spec.rules.state, 2),
        _grow(game),
        stream(0),
        np.zeros(1, np.uint8),
    )
    view, seat, options = root.view(root.to_move).state, root.to_move, ismcts.options()
    # the game's own ratings first, as when it is played: in the other order some games take many minutes to compile
    InformationSearchAgent(game.spec, 1, {}).act(root.view(seat), seat, stream(0))

    def search() -> int:
        ismcts.begin(view, seat, tree)
        return ismcts.search(game.setup, view, seat, states, tree, rng, options, SIMULATIONS, flag)

    return search


STARTED = """
import time
began = time.perf_counter()
from sandtable.engine.game import load
from sandtable.lab.run.bench import first_actions
game = load({place!r}, **{settings!r})
first_actions(game)
print(time.perf_counter() - began)
"""


def first_actions(game: Game) -> None:
    """Plays a random match and runs a search, so that everything is compiled or loaded from the cache."""
    RandomPlayer(game, 0)
    roots = choices(game)
    search = set_search if any(map(hides, roots)) else tree_search
    search(game, roots[0])()


def start_script(game: Game) -> str:
    """Python source that loads the game and runs `first_actions` in a fresh process, and prints how many seconds that
    took.
    """
    return STARTED.format(place=place_of(game.spec), settings=game.settings)


def _starts(game: Game) -> dict[str, float]:
    """Seconds from starting a process to a random match and a search, with an empty cache folder and with a full one."""
    script = start_script(game)
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "SANDTABLE_CACHE": folder,
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
        cold = _seconds(script, environment)
        warm = min(_seconds(script, environment) for _ in range(3))
    return {"cold_start_s": cold, "warm_start_s": warm}


def _seconds(script: str, environment: dict[str, str]) -> float:
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])
