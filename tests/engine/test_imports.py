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
    "sandtable.cli.console",
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
    "searches": "from sandtable.search import exact, ismcts, mcts, halving",
    "agents": "import sandtable as st; [st.agents.make('rush', level) for level in range(4)]",
    "matches": "import sandtable as st; st.Match(st.load('assault'), bytes(32)).begin()",
    "simulations": "import sandtable as st; st.simulate; from sandtable.lab.run import ladder, simulate, sweep",
    "conformance": "import sandtable.testing",
    "gymnasium": "import sandtable.adapters.gymnasium, sandtable.adapters.vectors",
    "pettingzoo": "import sandtable.adapters.pettingzoo",
    "openspiel": "import sandtable.adapters.openspiel",
}
SAY = "\nimport sys; print(*sys.modules)\n"


def imported(*sources):
    """The names of all modules that a fresh process holds after each of `sources`, run in turn without the compiler."""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "NUMBA_DISABLE_JIT": "1",
    }
    script = "".join(source + SAY for source in sources)
    printed = subprocess.check_output([sys.executable, "-c", script], env=environment, text=True)
    return [set(line.split()) for line in printed.splitlines()]


@pytest.fixture(scope="module")
def parts():
    """What is there after each of PARTS. One process does for all: what one imports is named where it is first there."""
    return dict(zip(PARTS, imported(*PARTS.values()), strict=True))


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_imported_that_is_not_needed(parts, part):
    assert parts[part] & UNWANTED == set()


def test_an_import_is_seen():
    before, after = imported("import sandtable", "import sandtable.cli.console")
    assert before & UNWANTED == set()
    assert {"sandtable.cli.console", "typer"} <= after & UNWANTED


def test_the_package_alone_does_not_wait_for_the_compiler(parts):
    assert parts["the package"] & {"numba", "numpy"} == set()
