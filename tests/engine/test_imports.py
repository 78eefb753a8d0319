"""What is imported: nobody who plays, searches or learns waits for the server, the database, printing or the command line."""

import os
import subprocess
import sys

import pytest

# top names of packages, and rooms of our own
UNWANTED = {
    "fpdf",
    "pypdfium2",
    "psycopg",
    "rich",
    "sandtable.cli",
    "sandtable.console",
    "sandtable.server",
    "sqlalchemy",
    "starlette",
    "typer",
    "uvicorn",
    "websockets",
}
PARTS = {
    "the package": "import sandtable",
    "games": "import sandtable as st; [st.load(game) for game in ('assault', 'optio', 'rush', 'rout')]",
    "batches": "import sandtable as st; st.BatchEnv(st.load('assault'), 2).sample()",
    "searches": "from sandtable.search import exact, ismcts, mcts, plan, halving",
    "agents": "import sandtable as st; [st.agents.make('rush', level) for level in range(4)]",
    "matches": "import sandtable as st; st.Match(st.load('assault'), bytes(32)).begin()",
    "simulations": "import sandtable as st; st.simulate; from sandtable.lab.run import ladder, simulate, sweep",
    "conformance": "import sandtable.testing",
    "gymnasium": "import sandtable.adapters.gymnasium, sandtable.adapters.vectors",
    "pettingzoo": "import sandtable.adapters.pettingzoo",
    "openspiel": "import sandtable.adapters.openspiel",
}
SAY = "\nimport sys; print(*sys.modules)"


def imported(source):
    """The names of all modules that a fresh process holds after `source`, run without the compiler."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "NUMBA_DISABLE_JIT": "1",
    }
    printed = subprocess.check_output([sys.executable, "-c", source + SAY], env=environment, text=True)
    return set(printed.split())


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_imported_that_is_not_needed(part):
    assert imported(PARTS[part]) & UNWANTED == set()


def test_an_import_is_seen():
    assert {"sandtable.console", "typer"} <= imported("import sandtable.console") & UNWANTED


def test_the_package_alone_does_not_wait_for_the_compiler():
    assert imported("import sandtable") & {"numba", "numpy"} == set()
