"""Connect four as a fixture game: Sandtable, a C program of the same layout, OpenSpiel, and environments for learners."""

import ctypes
import random
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import environments
from benchmarks.race import SEED, Absent, Aim, Contender, Contest, Work
from sandtable.authoring import records, stream
from sandtable.authoring.rng import STREAM
from sandtable.engine.game import Game
from sandtable.search import mcts
from sandtable.search import tree as trees
from sandtable.search.playout import playouts
from tests.fixtures.connect_four import SPEC

# of one search; Python's and those of longer games make fewer
SIMULATIONS, FEW = 10_000, 200
# random matches from which a mean length is taken
SAMPLED = 100
SOURCE = Path(__file__).with_name("connect_four.c")
COMPILE = ("cc", "-O3", "-march=native", "-shared", "-fPIC")
GAME = "connect_four"


def contests() -> list[Contest]:
    """Random play and tree search; other games of the peers for scale."""
    return [
        Contest(
            "connect four, random play",
            "actions/s",
            (
                Contender("Sandtable", own_play),
                Contender("C, same layout", c_play, (Aim(ratio=0.85),)),
                Contender("OpenSpiel, C++ rollouts", partial(rollouts, GAME), (Aim(ratio=10),)),
                Contender("OpenSpiel, Python API", partial(python_play, GAME)),
                Contender("Pgx, batch 4096", partial(environments.pgx, GAME, 4096)),
                Contender("Pgx, batch 1", partial(environments.pgx, GAME, 1)),
                Contender("EnvPool, batch 256", environments.envpool),
                Contender("PettingZoo", partial(environments.pettingzoo, "env")),
                Contender("PettingZoo, raw", partial(environments.pettingzoo, "raw_env")),
            ),
        ),
        Contest(
            "connect four, tree search",
            "simulations/s",
            (
                Contender("Sandtable", own_search),
                Contender("OpenSpiel, C++ MCTSBot", partial(bot_search, GAME, SIMULATIONS), (Aim(ratio=3),)),
                Contender("OpenSpiel, Python MCTS", python_search),
            ),
        ),
        Contest(
            "backgammon, random play",
            "actions/s",
            (
                Contender("OpenSpiel, C++ rollouts", partial(rollouts, "backgammon")),
                Contender("Pgx, batch 256", partial(environments.pgx, "backgammon", 256)),
            ),
            compared=False,
        ),
        Contest(
            "peers' tree search",
            "simulations/s",
            (
                Contender("OpenSpiel, C++, backgammon", partial(bot_search, "backgammon", FEW)),
                Contender("OpenSpiel, C++, chess", partial(bot_search, "chess", FEW)),
            ),
            compared=False,
        ),
    ]


def own_play() -> Work:
    """Random matches by the compiled rules."""
    game = Game(SPEC)
    start, state, rng = game.start().state, records.new(SPEC.rules.state)[0], stream(SEED)
    return lambda matches: int(playouts(game.setup, start, state, rng, matches))


def c_play() -> Work:
    """Random matches by the C program; it must play the very same matches as the compiled rules."""
    if shutil.which(COMPILE[0]) is None:
        raise Absent("there is no C compiler here")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "connect_four.so"
        subprocess.run([*COMPILE, str(SOURCE), "-o", str(library)], check=True)
        code = ctypes.CDLL(str(library))
    code.playouts.restype = code.state_size.restype = ctypes.c_int64
    if code.state_size() != SPEC.rules.state.itemsize:
        raise ValueError(f"the C state has {code.state_size()} bytes, the record {SPEC.rules.state.itemsize}")
    rng = records.new(STREAM)
    rng[0] = stream(SEED)
    columns = np.array([int(Game(SPEC).setup.columns)], np.int64)

    def work(matches: int) -> int:
        addresses = (ctypes.c_void_p(array.ctypes.data) for array in (columns, rng))
        return int(code.playouts(*addresses, ctypes.c_int64(matches)))

    plies, same = own_play()(10_000), work(10_000)
    if plies != same:
        raise ValueError(f"the C program played {same} plies and the compiled rules {plies}")
    return work


def own_search() -> Work:
    """Tree searches from the empty board, a playout a simulation, each in an emptied tree."""
    game = Game(SPEC)
    root, state = game.start().state, records.new(SPEC.rules.state)[0]
    rng, cancelled = stream(SEED), np.zeros(1, np.uint8)
    tree = trees.grow(SPEC.rules.max_actions, SIMULATIONS + 2, SPEC.rules.max_actions * (SIMULATIONS + 2))

    def work(searches: int) -> int:
        for _ in range(searches):
            mcts.begin(root, tree)
            mcts.search(game.setup, root, state, tree, rng, SIMULATIONS, mcts.EXPLORATION, cancelled)
        return searches * SIMULATIONS

    return work


def rollouts(name: str) -> Work:
    """Random matches by OpenSpiel's C++ rollout evaluator.

    Python reaches it through a search of two simulations only: one plays from the opening, one from a ply later. It does not
    count plies, so its matches are taken to be as long as those of its Python API on average; dice count as actions.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    state, length = _choice(game), python_play(name)(SAMPLED) / SAMPLED

    def work(matches: int) -> int:
        half = max(1, matches // 2)
        evaluator = pyspiel.RandomRolloutEvaluator(half, SEED)
        pyspiel.MCTSBot(game, evaluator, mcts.EXPLORATION, 2, 1000, False, SEED, False).step(state)
        return round(half * (2 * length - 1))

    return work


def python_play(name: str) -> Work:
    """Random matches by OpenSpiel's Python API."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(SEED)

    def work(matches: int) -> int:
        plies = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    actions = state.legal_actions()
                    state.apply_action(actions[int(rng.random() * len(actions))])
                plies += 1
        return plies

    return work


def bot_search(name: str, simulations: int) -> Work:
    """Tree searches by OpenSpiel's C++ MCTSBot, without its solver, a playout a simulation."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    bot = pyspiel.MCTSBot(game, evaluator, mcts.EXPLORATION, simulations, 1000, False, SEED, False)
    return _searches(bot, _choice(game), simulations)


def python_search() -> Work:
    """The same by OpenSpiel's search in Python."""
    import pyspiel
    from open_spiel.python.algorithms import mcts as peer

    game = pyspiel.load_game(GAME)
    evaluator = peer.RandomRolloutEvaluator(1, np.random.RandomState(SEED))
    bot = peer.MCTSBot(
        game, mcts.EXPLORATION, FEW, evaluator, solve=False, random_state=np.random.RandomState(SEED)
    )
    return _searches(bot, _choice(game), FEW)


def _searches(bot: Any, state: Any, simulations: int) -> Work:
    def work(searches: int) -> int:
        for _ in range(searches):
            bot.step(state)
        return searches * simulations

    return work


def _choice(game: Any) -> Any:
    """The first state of an OpenSpiel game in which a player chooses."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state
