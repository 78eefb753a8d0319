"""The type checker is strict everywhere but in the modules that hold kernels."""

import tomllib
from pathlib import Path

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


def test_only_kernels_and_what_is_built_on_tests_are_checked_less() -> None:
    for relaxed in PYRIGHT["executionEnvironments"]:
        found = modules(ROOT / relaxed["root"])
        assert relaxed["root"].startswith("tests/") or any(
            holds_kernels(path.read_text(encoding="utf-8")) for path in found
        ), relaxed["root"]
        assert {rule for rule, value in relaxed.items() if value is False} <= UNKNOWN, relaxed["root"]
