"""What docs/interface.md shows of a declaration is what a declaration takes."""

import ast
import dataclasses
import re

from sandtable.authoring import Spec
from sandtable.authoring.spec import PARTS
from tests.docs.test_site import text

PAGE = text("interface.md")


def test_the_table_lists_the_fields_of_every_part():
    rows = re.findall(r"^\| `(\w+)` \| `(\w+)` \| (`.+`) \|", PAGE, re.MULTILINE)
    assert {part: (made_by, set(re.findall(r"\w+", names))) for part, made_by, names in rows} == {
        part: (made_by.__name__, {field.name for field in dataclasses.fields(made_by)})
        for part, made_by in PARTS.items()
    }


def test_the_declaration_shown_has_fields_where_they_belong():
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    known = {made_by.__name__: made_by for made_by in (Spec, *PARTS.values())}
    calls = [
        node for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Call) and node.func.id in known
    ]
    assert len(calls) > 4
    for call in calls:
        names = {field.name for field in dataclasses.fields(known[call.func.id])}
        assert {keyword.arg for keyword in call.keywords} <= names, call.func.id
