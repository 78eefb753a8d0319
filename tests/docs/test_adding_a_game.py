"""The code of docs/adding-a-game.md stands in the fixture games, and the last block runs."""

import re

import pytest

from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FIXTURES = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests" / "fixtures").rglob("*.py"))]


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_a_block_stands_in_a_fixture(block):
    assert any(block in source for source in FIXTURES)


@pytest.mark.long
def test_the_last_block_runs(capsys):
    (block,) = re.findall(r"```python run\n(.*?)```", PAGE, re.DOTALL)
    exec(block, {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[5:7] == [". . X . .", "1 2 3 4 5"]
    assert printed[7].startswith("{'matches': 200, ")
    assert printed[8] == "625"
