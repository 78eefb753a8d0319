"""How long programs take to begin, each in a process of its own, the interpreter's own start included.

A game has begun when its first match and search are done; what a process does to end is not waited for there.
SciPy is hidden from ours: the package does not need it, and Numba loads it wherever a peer has brought it.
"""

import os
import subprocess
import sys
import tempfile
from functools import partial
from importlib.util import find_spec

from benchmarks.race import Absent, Aim, Contender, Contest, Work
from sandtable import games
from sandtable.engine.game import load
from sandtable.lab.run import bench

# seconds
COLD = {"rush": 60}
COLD_ELSE, WARM, HELP = 30, 0.5, 0.3
PEERS = ("numpy", "numba", "pyspiel", "jax", "pgx", "pettingzoo", "pymunk", "mujoco", "Box2D", "pybullet")
HIDDEN = 'import sys; sys.modules["scipy"] = None\n'
BEGUN = "import os; os._exit(0)\n"
COMMAND = 'from sandtable.cli import main; sys.argv = ["sandtable", "--help"]; main()'


def contests() -> list[Contest]:
    """Imports, the command line, and each game's first match and search."""
    imports = [
        Contender("sandtable", partial(_own, "import sandtable")),
        Contender("nothing", partial(_process, "pass")),
    ]
    imports += [Contender(name, partial(_import, name)) for name in PEERS]
    found = [
        Contest("import in a fresh process", "s", imports),
        Contest("sandtable --help", "s", [Contender("Sandtable", partial(_own, COMMAND), (Aim(most=HELP),))]),
    ]
    for game in games.installed():
        cold, warm = Aim(most=COLD.get(game, COLD_ELSE)), Aim(most=WARM)
        found += [
            Contest(
                f"{game}, first match and search, nothing compiled",
                "s",
                [Contender("Sandtable", partial(_cold, game), (cold,))],
                rounds=1,
            ),
            Contest(
                f"{game}, first match and search, already compiled",
                "s",
                [
                    Contender("Sandtable", partial(_warm, game, HIDDEN), (warm,)),
                    Contender("Sandtable, with SciPy", partial(_warm, game, "import scipy\n")),
                ],
                compared=False,
            ),
        ]
    return found


def run(script: str, **environment: str) -> None:
    """Runs Python source in a fresh process."""
    paths = os.pathsep.join(filter(None, sys.path))
    subprocess.run(
        [sys.executable, "-c", script],
        # the bytecode of all modules is kept, as it is where nobody forbids it
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "", **environment},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def _process(script: str) -> Work:
    def work(times: int) -> int:
        for _ in range(times):
            run(script)
        return times

    # what is read from the disk is there from now on
    work(1)
    return work


def _own(script: str) -> Work:
    return _process(HIDDEN + script)


def _import(module: str) -> Work:
    if find_spec(module) is None:
        raise Absent("it is not installed")
    return _process(f"import {module}")


def _warm(game: str, before: str) -> Work:
    if before != HIDDEN and find_spec("scipy") is None:
        raise Absent("SciPy is not installed")
    return _process(before + bench.start_script(load(game)) + BEGUN)


def _cold(game: str) -> Work:
    script = HIDDEN + bench.start_script(load(game)) + BEGUN

    def work(times: int) -> int:
        for _ in range(times):
            with tempfile.TemporaryDirectory() as folder:
                run(script, SANDTABLE_CACHE=folder)
        return times

    return work
