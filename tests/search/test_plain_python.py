"""The searches and levels do the same with and without the compiler."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def probe(disabled):
    """What the probe prints in a process of its own."""
    sources = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": sources}
    command = [sys.executable, "-m", "tests.search.probe"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.long
def test_compiled_search_is_plain_search():
    assert probe("0") == probe("1")
