"""The contracts on imports in pyproject.toml, and what they do not see: names loaded at run time and the package's front."""

import re
from graphlib import TopologicalSorter

from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

from tests.house.tree import PACKAGE, imported, imports, name


def test_the_contracts_on_imports_are_kept(capsys, monkeypatch) -> None:
    # it would switch off the loggers that later tests read
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)
    kept = lint_imports(no_logo=True, no_cache=True) == EXIT_STATUS_SUCCESS
    assert kept, capsys.readouterr().out


def test_no_module_needs_itself_by_way_of_others() -> None:
    # raises an error that names the cycle
    TopologicalSorter(imports()).prepare()


def test_the_package_takes_nothing_but_its_version_from_its_front() -> None:
    modules = {f"sandtable.{path.stem}" for path in PACKAGE.iterdir()}
    assert {
        f"{name(path)} imports {full}"
        for path in PACKAGE.rglob("*.py")
        for full in imported(path.read_text(encoding="utf-8"))
        if re.fullmatch(r"sandtable\.\w+", full) and full not in modules | {"sandtable.__version__"}
    } == set()
