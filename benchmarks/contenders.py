"""The contenders at connect four: Sandtable, a C program of the same layout, and OpenSpiel's C++.

Each is a function that does so many matches, or so many searches, and returns the number of actions or simulations done.
"""

import ctypes
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sandtable import records
from sandtable.game import Game
from sandtable.rng import STREAM, stream
from sandtable.search import mcts
from sandtable.search import tree as trees
from sandtable.search.playout import playouts
from tests.fixtures.connect_four import SPEC

SEED = 1
# of one search
SIMULATIONS = 10_000
SOURCE = Path(__file__).with_name("connect_four.c")
COMPILE = ("cc", "-O3", "-march=native", "-shared", "-fPIC")

Work = Callable[[int], int]


def sandtable_play() -> Work:
    """Random matches by the compiled rules."""
    game = Game(SPEC)
    start, state, rng = game.start().state, records.new(SPEC.state)[0], stream(SEED)
    return lambda matches: int(playouts(game.setup, start, state, rng, matches))


def c_play(folder: Path) -> Work:
    """Random matches by the C program, built in `folder`."""
    library = folder / "connect_four.so"
    subprocess.run([*COMPILE, str(SOURCE), "-o", str(library)], check=True)
    code = ctypes.CDLL(str(library))
    code.playouts.restype = code.state_size.restype = ctypes.c_int64
    if code.state_size() != SPEC.state.itemsize:
        raise ValueError(f"the C state has {code.state_size()} bytes, the record {SPEC.state.itemsize}")
    setup, rng = Game(SPEC).setup, records.new(STREAM)
    rng[0] = stream(SEED)
    arrays = (np.array([int(setup.columns)], np.int64), rng)
    addresses = [ctypes.c_void_p(array.ctypes.data) for array in arrays]

    def work(matches: int) -> int:
        return int(code.playouts(addresses[0], addresses[1], ctypes.c_int64(matches))) if arrays else 0

    return work


def openspiel_play(plies_a_match: float) -> Work:
    """Random matches by OpenSpiel's C++ rollout evaluator.

    Python reaches it through a search of two simulations only: one plays from the empty board, one from the first stone. It
    does not count plies, so its matches are taken to be as long as ours on average.
    """
    import pyspiel

    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()

    def work(matches: int) -> int:
        half = max(1, matches // 2)
        evaluator = pyspiel.RandomRolloutEvaluator(half, SEED)
        pyspiel.MCTSBot(game, evaluator, mcts.EXPLORATION, 2, 1000, False, SEED, False).step(state)
        return round(half * (2 * plies_a_match - 1))

    return work


def sandtable_search() -> Work:
    """Tree searches from the empty board, a playout a simulation, each in an emptied tree."""
    game = Game(SPEC)
    root, state = game.start().state, records.new(SPEC.state)[0]
    rng, cancelled = stream(SEED), np.zeros(1, np.uint8)
    tree = trees.grow(SPEC.max_actions, SIMULATIONS + 2, SPEC.max_actions * (SIMULATIONS + 2))

    def work(searches: int) -> int:
        for _ in range(searches):
            mcts.begin(root, tree)
            mcts.search(game.setup, root, state, tree, rng, SIMULATIONS, mcts.EXPLORATION, cancelled)
        return searches * SIMULATIONS

    return work


def openspiel_search() -> Work:
    """The same by OpenSpiel's C++ MCTSBot, without its solver."""
    import pyspiel

    game = pyspiel.load_game("connect_four")
    state = game.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, mcts.EXPLORATION, SIMULATIONS, 1000, False, SEED, False)

    def work(searches: int) -> int:
        for _ in range(searches):
            bot.step(state)
        return searches * SIMULATIONS

    return work
