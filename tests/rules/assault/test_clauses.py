"""Every clause stands in the rule text, has a scenario that cites it, and is named where the code carries it out."""

import ast
import re
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from sandtable.games.assault import SPEC

HERE = Path(__file__).parent
CODE = SPEC.rules.parent
CLAUSES = [
    *(f"A1.{n}" for n in range(1, 7)),
    *(f"A2.{n}" for n in range(1, 6)),
    *(f"A3.{n}" for n in range(1, 7)),
    "A3.6b",
    *("A3.7", "A3.8"),
    *(f"A4.{n}" for n in range(1, 8)),
    *("A5.1", "A5.2"),
]
NUMBER = re.compile(r"A\d\.\d+b?")


def written() -> list[str]:
    """The clauses of the players' rule text, in its order."""
    return re.findall(r"^\*\*(A\d\.\d+b?)\*\*", SPEC.rules.read_text(encoding="utf-8"), re.MULTILINE)


def cited() -> Iterator[str]:
    """The clauses that scenarios of this folder are marked with; a name stands for the names in what it spreads."""
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from marks(node)


def marks(scenario: ast.FunctionDef) -> Iterator[str]:
    for mark in scenario.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            yield from (
                n.value for n in mark.args if isinstance(n, ast.Constant) and isinstance(n.value, str)
            )


def in_code() -> set[str]:
    """The clauses named in comments and docstrings of the rules' folder."""
    return {found for path in CODE.glob("*.py") for text in remarks(path) for found in NUMBER.findall(text)}


def remarks(path: Path) -> Iterator[str]:
    """The comments and docstrings of a file."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def test_the_rule_text_has_every_clause_once_in_order() -> None:
    assert written() == CLAUSES


@pytest.mark.parametrize("number", CLAUSES)
def test_a_clause_has_a_scenario(number: str) -> None:
    assert number in set(cited())


@pytest.mark.parametrize("number", CLAUSES)
def test_a_clause_is_named_in_the_code(number: str) -> None:
    assert number in in_code()


def test_no_scenario_and_no_line_of_code_cites_a_clause_that_is_not_there() -> None:
    assert set(cited()) | in_code() <= set(CLAUSES)


def test_every_refusal_cites_a_clause() -> None:
    assert all(reason.clause in CLAUSES and reason.sentence for reason in SPEC.reasons[1:])


def test_every_scenario_of_the_clauses_is_marked() -> None:
    bare = [
        f"{path.stem}.{node.name}"
        for path in HERE.glob("test_*.py")
        if path.stem not in ("test_clauses", "test_settings", "test_log")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not list(marks(node))
    ]
    assert bare == []
