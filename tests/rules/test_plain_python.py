"""The rules of Rush without the compiler: their tests hold in plain Python, too, where an index is looked at."""

from pathlib import Path

import pytest

from tests.search.test_plain_python import printed

RUSH = Path(__file__).parent / "rush"
# what takes long so, and only prints or tells what the rules do
SLOW = {"test_export_plan.py", "test_log.py", "test_log_scene.py", "test_sheet.py"}


@pytest.mark.long
def test_the_rules_hold_in_plain_python():
    files = [str(path) for path in RUSH.glob("test_*.py") if path.name not in SLOW]
    options = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "not long"]
    assert " passed" in printed("1", "pytest", *options, *files)
