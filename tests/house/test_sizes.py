"""Files under 400 lines, files of kernels up to 600, functions under 60."""

import ast
from pathlib import Path

from tests.house.tree import ROOT, holds_kernels, name, parsed, sources

FILE, KERNELS, FUNCTION = 399, 600, 59
ENDINGS = (".py", ".ts", ".js", ".svelte", ".css")


def allowed(path: Path, source: str) -> int:
    """The number of lines that a file may have."""
    return KERNELS if path.suffix == ".py" and holds_kernels(source) else FILE


def long_functions(source: str) -> list[str]:
    """The functions of `source` with too many lines, decorators not counted."""
    found = (
        node for node in ast.walk(parsed(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    sizes = ((node.name, (node.end_lineno or 0) - node.lineno + 1) for node in found)
    return [f"{function} has {lines} lines" for function, lines in sizes if lines > FUNCTION]


def test_files_are_short() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in sources(*ENDINGS)}
    assert {
        name(path): lines
        for path, text in texts.items()
        if (lines := len(text.splitlines())) > allowed(path, text)
    } == {}


def test_functions_are_short() -> None:
    found = {name(path): long_functions(path.read_text(encoding="utf-8")) for path in sources(".py")}
    assert {file: functions for file, functions in found.items() if functions} == {}


def test_only_kernels_may_be_longer() -> None:
    kernels = "from sandtable._jit import COMPILED, jit"
    assert allowed(ROOT / "a.py", kernels) == KERNELS
    assert allowed(ROOT / "a.py", "from sandtable._jit import COMPILED") == FILE
    assert allowed(ROOT / "a.ts", "let a = 1") == FILE


def test_a_long_function_is_found() -> None:
    body = "    pass\n"
    assert long_functions("def short():\n" + body * 58) == []
    assert long_functions("class A:\n  async def long():\n" + body * 60) == ["long has 61 lines"]
