"""Functions have under 60 lines; a file may be as long as its one subject needs."""

import ast

from tests.house.tree import name, sources, statements, tree

FUNCTION = 59


def long_functions(source: str) -> list[str]:
    """The functions of `source` with too many lines, decorators not counted."""
    found = (
        node for node in statements(tree(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    sizes = ((node.name, (node.end_lineno or 0) - node.lineno + 1) for node in found)
    return [f"{function} has {lines} lines" for function, lines in sizes if lines > FUNCTION]


def test_functions_are_short() -> None:
    found = {name(path): long_functions(path.read_text(encoding="utf-8")) for path in sources(".py")}
    assert {file: functions for file, functions in found.items() if functions} == {}


def test_a_long_function_is_found() -> None:
    body = "    pass\n"
    assert long_functions("def short():\n" + body * 58) == []
    assert long_functions("class A:\n  async def long():\n" + body * 60) == ["long has 61 lines"]
