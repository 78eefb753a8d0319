"""The tests that take longest, which `make test-long` leaves out; it runs another of each kind."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.house.tree import ROOT

CHOSEN: tuple[str, ...] = ("-m", "study")


def run() -> Iterator[str]:
    """How many tests of each folder passed."""
    chromium = subprocess.check_output([ROOT / "tools" / "chromium"], text=True).strip()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "found.xml"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-n",
                "4",
                "--dist",
                "worksteal",
                f"--junitxml={file}",
                *CHOSEN,
            ],
            cwd=ROOT,
            env={**os.environ, "CHROMIUM": chromium, "OPENBLAS_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        cases = ET.parse(file).iter("testcase")
        # a file that is left out whole is a case without a class
        names = [str(case.get("classname")) for case in cases if case.find("skipped") is None]
    yield "| tests of | passed |"
    yield "| --- | ---: |"
    for place, passed in sorted(Counter(name.split(".")[1] for name in names).items()):
        yield f"| {place} | {passed} |"
