"""The type checker is strict everywhere but in the modules that hold kernels."""

import tomllib
from pathlib import Path

import pytest

from tests.house.tree import ROOT, holds_kernels

PYRIGHT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pyright"]
# what cannot be known of a record whose fields only the compiler sees
UNKNOWN = {
    "reportMissingParameterType",
    "reportUnknownArgumentType",
    "reportUnknownLambdaType",
    "reportUnknownMemberType",
    "reportUnknownParameterType",
    "reportUnknownVariableType",
}


def modules(root: Path) -> list[Path]:
    return sorted(root.rglob("*.py")) if root.is_dir() else [root]


def test_the_type_checker_is_strict() -> None:
    assert PYRIGHT["typeCheckingMode"] == "strict"
    assert {rule for rule, value in PYRIGHT.items() if value is False} == {"reportMissingTypeStubs"}


@pytest.mark.parametrize("relaxed", PYRIGHT["executionEnvironments"], ids=lambda relaxed: relaxed["root"])
def test_only_kernels_are_checked_less(relaxed: dict[str, object]) -> None:
    found = modules(ROOT / str(relaxed["root"]))
    assert any(holds_kernels(path.read_text(encoding="utf-8")) for path in found)
    assert {rule for rule, value in relaxed.items() if value is False} <= UNKNOWN
