"""The Python of docs/learning.md runs as written, and its learner learns."""

import os
import re
import subprocess
import sys

import pytest

from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_python_of_the_page_runs():
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) == 6
    # one thread for small products of matrices: others are at work on the machine
    environment = {
        **os.environ,
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    command = [sys.executable, "-W", "error", "-c", "\n".join(blocks)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    printed = done.stdout
    assert re.search(r"^[1-9]\d* matches ended$", printed, re.MULTILINE)
    assert "(256, 162) (256, 1683) (256, 2)" in printed
    assert re.search(r"^seat_0 -?[\d.]+$", printed, re.MULTILINE)
    assert re.search(r"^the seat scored -?[\d.]+$", printed, re.MULTILINE)
    before, after = re.findall(r"^(\S+) before, (\S+) after$", printed, re.MULTILINE)[0]
    assert abs(float(before)) < 0.1
    assert float(after) > 0.25
