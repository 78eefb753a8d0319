"""Every clause stands in its game's rule text, has a scenario that cites it, and is named where the code carries it out."""

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest

from sandtable import games

HERE = Path(__file__).parent
CLAUSES = {
    "assault": [
        *(f"A1.{n}" for n in range(1, 7)),
        *(f"A2.{n}" for n in range(1, 6)),
        *(f"A3.{n}" for n in range(1, 7)),
        "A3.6b",
        *("A3.7", "A3.8"),
        *(f"A4.{n}" for n in range(1, 8)),
        *("A5.1", "A5.2"),
    ],
    "optio": [
        *("O1.1", "O1.2", "O1.3", "O1.3b", "O1.4"),
        *(f"O2.{n}" for n in range(1, 9)),
        *("O2.8b", "O2.9", "O2.10"),
        *("O3.1", "O3.2", "O3.3"),
        *(f"O4.{n}" for n in range(1, 6)),
        "O5.1",
    ],
    "rout": [
        *(f"T1.{n}" for n in range(1, 7)),
        *(f"T2.{n}" for n in range(1, 6)),
        *("T2.5b", "T2.6", "T2.6b", "T2.7"),
        *(f"T3.{n}" for n in range(6)),
        *(f"T4.{n}" for n in range(1, 5)),
        *(f"T5.{n}" for n in range(1, 5)),
    ],
    "rush": [
        *(f"R1.{n}" for n in range(1, 6)),
        *(f"R2.{n}" for n in range(1, 6)),
        *(f"R3.{n}" for n in range(1, 5)),
        *(f"R4.{n}" for n in range(1, 7)),
        *(f"R5.{n}" for n in range(1, 8)),
        *(f"R6.{n}" for n in range(1, 8)),
        *(f"R7.{n}" for n in range(1, 5)),
        *("R8.1", "R8.2", "R9.1"),
    ],
}
EVERY = [(game, number) for game, numbers in CLAUSES.items() for number in numbers]
NUMBER = re.compile(r"\b[A-Z]\d\.\d+b?")
# files about things beside the rules; what they cite counts, but not all of their tests cite a clause
BESIDE = ("test_settings", "test_log", "test_map", "test_generator", "test_services", "test_export")


def written(game: str) -> list[str]:
    """The clauses of the players' rule text, in its order."""
    text = games.spec(game).presentation.rulebook.read_text(encoding="utf-8")
    return re.findall(r"^\*\*([A-Z]\d\.\d+b?)\*\*", text, re.MULTILINE)


def scenarios(game: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """All tests in the game's folder with the names of their files."""
    for path in sorted((HERE / game).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield path.stem, node


def marks(scenario: ast.FunctionDef) -> Iterator[str]:
    """The clauses that a scenario is marked with; a name stands for the names in what it spreads."""
    for mark in scenario.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "clause":
            yield from (
                n.value for n in mark.args if isinstance(n, ast.Constant) and isinstance(n.value, str)
            )


@cache
def cited(game: str) -> set[str]:
    """The clauses that scenarios of the game's folder are marked with."""
    return {number for _, scenario in scenarios(game) for number in marks(scenario)}


@cache
def in_code(game: str) -> set[str]:
    """The clauses named in comments and docstrings of the game's folder."""
    folder = games.spec(game).presentation.rulebook.parent
    return set(
        chain.from_iterable(NUMBER.findall(text) for path in folder.rglob("*.py") for text in remarks(path))
    )


def remarks(path: Path) -> Iterator[str]:
    """The comments and docstrings of a file."""
    source = path.read_text(encoding="utf-8")
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def test_every_game_has_its_clauses_here() -> None:
    assert set(CLAUSES) == set(games.installed())


@pytest.mark.parametrize("game", CLAUSES)
def test_the_rule_text_has_every_clause_once_in_order(game: str) -> None:
    assert written(game) == CLAUSES[game]


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_clause_has_a_scenario(game: str, number: str) -> None:
    assert number in cited(game)


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_clause_is_named_in_the_code(game: str, number: str) -> None:
    assert number in in_code(game)


@pytest.mark.parametrize("game", CLAUSES)
def test_no_scenario_and_no_line_of_code_cites_a_clause_that_is_not_there(game: str) -> None:
    assert cited(game) | in_code(game) <= set(CLAUSES[game])


@pytest.mark.parametrize("game", CLAUSES)
def test_every_refusal_cites_a_clause(game: str) -> None:
    reasons = games.spec(game).rules.reasons[1:]
    assert all(reason.clause in CLAUSES[game] and reason.sentence for reason in reasons)


@pytest.mark.parametrize("game", CLAUSES)
def test_every_scenario_of_the_clauses_is_marked(game: str) -> None:
    bare = [
        f"{file}.{scenario.name}"
        for file, scenario in scenarios(game)
        if not file.startswith(BESIDE) and not list(marks(scenario))
    ]
    assert bare == []
