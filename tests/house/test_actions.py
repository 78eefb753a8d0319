"""Rules take actions apart and put them together by codecs: nobody reckons with their numbers."""

import ast
from pathlib import Path

import pytest

from tests.house.tree import PACKAGE, name, parsed

GAMES = sorted((PACKAGE / "games").rglob("*.py"))
RECKONS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def reckoned(path: Path) -> list[str]:
    """The places where a module reckons with the first or last action of a kind, or asks the declaration for one."""
    found: list[str] = []
    for node in ast.walk(parsed(path.read_text(encoding="utf-8"))):
        parts = (
            [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, RECKONS) else []
        )
        ends = [part for part in parts if is_end(part)]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            ends += [node.func] if ast.unparse(node.func) in ("ACTIONS.base", "ACTIONS.end") else []
        found += [f"{name(path)}:{end.lineno}: {ast.unparse(node)}" for end in ends]
    return found


def is_end(node: ast.expr) -> bool:
    """Whether it is `first` or `end` of a constant, as those of a codec are."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr in ("first", "end")
        and isinstance(node.value, ast.Name)
        and node.value.id.isupper()
    )


def test_no_game_reckons_with_the_numbers_of_actions() -> None:
    assert GAMES
    assert [place for path in GAMES for place in reckoned(path)] == []


@pytest.mark.parametrize("line", ["action - MOVE.first", "ROLL.end + n", 'action - ACTIONS.base("move")'])
def test_reckoning_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    module = tmp_path / "rules.py"
    module.write_text(f"n = {line}", encoding="utf-8")
    monkeypatch.setattr("tests.house.tree.ROOT", tmp_path)
    assert len(reckoned(module)) == 1
