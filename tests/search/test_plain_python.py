"""The searches and levels do the same with and without the compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = [
    *(f"tests/search/test_{part}.py" for part in ("tree", "information_sets", "stages")),
    *(f"tests/agents/test_{part}.py" for part in ("searching", "planning")),
]


def printed(disabled, *module):
    """What a module prints in a process of its own."""
    sources = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": sources}
    command = [sys.executable, "-m", *module]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.long
def test_compiled_search_is_plain_search():
    assert printed("0", "tests.search.probe") == printed("1", "tests.search.probe")


@pytest.mark.long
def test_searches_hold_where_bounds_are_looked_at():
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider"]
    assert " passed" in printed("1", "pytest", *options, *FILES)
