"""The Python of docs/measuring.md runs as written, and its columns are those that there are."""

import re

from sandtable.lab.run.rows import SCHEMA
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "measuring.md").read_text(encoding="utf-8")


def test_the_python_of_the_page_runs(capsys):
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, names)
    printed = capsys.readouterr().out
    assert printed.startswith("300 matches, ")
    said = re.search(r"score of who goes first: (\S+), between (\S+) and (\S+)\n", printed)
    assert said
    value, low, high = map(float, said.groups())
    assert 0 <= low <= value <= high <= 1
    # with more health matches are longer
    lengths = dict(re.findall(r"^(6|12) (\S+)$", printed, re.MULTILINE))
    assert float(lengths["6"]) < float(lengths["12"])


def test_every_column_is_told_and_no_other():
    table = PAGE.partition("| column |")[2].partition("\n\n")[0]
    told = [name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[1])]
    assert told == list(SCHEMA)
