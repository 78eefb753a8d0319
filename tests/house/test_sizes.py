"""Files under 400 lines, files of kernels up to 600, functions under 60."""

import ast
from pathlib import Path

import pytest

from tests.house.tree import ROOT, holds_kernels, name, sources

FILE, KERNELS, FUNCTION = 399, 600, 59
ENDINGS = (".py", ".ts", ".js", ".svelte", ".css")


def allowed(path: Path, source: str) -> int:
    """The number of lines that a file may have."""
    return KERNELS if path.suffix == ".py" and holds_kernels(source) else FILE


def long_functions(source: str) -> list[str]:
    """The functions of `source` with too many lines, decorators not counted."""
    found = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    sizes = ((node.name, (node.end_lineno or 0) - node.lineno + 1) for node in found)
    return [f"{function} has {lines} lines" for function, lines in sizes if lines > FUNCTION]


@pytest.mark.parametrize("path", sources(*ENDINGS), ids=name)
def test_a_file_is_short(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    lines = len(source.splitlines())
    assert lines <= allowed(path, source), f"{name(path)} has {lines} lines"


@pytest.mark.parametrize("path", sources(".py"), ids=name)
def test_functions_are_short(path: Path) -> None:
    assert not long_functions(path.read_text(encoding="utf-8"))


def test_only_kernels_may_be_longer() -> None:
    kernels = "from sandtable._jit import COMPILED, jit"
    assert allowed(ROOT / "a.py", kernels) == KERNELS
    assert allowed(ROOT / "a.py", "from sandtable._jit import COMPILED") == FILE
    assert allowed(ROOT / "a.ts", "let a = 1") == FILE


def test_a_long_function_is_found() -> None:
    body = "    pass\n"
    assert long_functions("def short():\n" + body * 58) == []
    assert long_functions("class A:\n  async def long():\n" + body * 60) == ["long has 61 lines"]
