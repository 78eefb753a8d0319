"""The Python and the file of docs/variants.md are as the program has them."""

import re

from sandtable.engine import variants
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")


def test_the_python_of_the_page_runs(capsys):
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(block, {})
    assert capsys.readouterr().out == "Long lives 14\n"


def test_the_file_of_the_page_is_a_variant():
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    found = variants.read(block)
    assert found.settings == {"health": 14, "board": "grand"}
    for field in variants.FIELDS:
        assert f"| `{field}` |" in PAGE
    assert f"{variants.LONGEST:,} bytes" in PAGE
