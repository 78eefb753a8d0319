"""What `sandtable` exports is what docs/interface.md describes, and every package says what it is."""

import ast
import importlib
import re

import sandtable
from tests.house.tree import PACKAGE, ROOT, name, parsed

INTERFACE = ROOT / "docs" / "interface.md"


def documented() -> set[str]:
    """The names that the interface page uses as `st.name`."""
    return set(re.findall(r"\bst\.([A-Za-z_]\w*)", INTERFACE.read_text(encoding="utf-8")))


def test_exported_names_are_the_documented_ones() -> None:
    assert set(sandtable.__all__) == documented()


def test_every_exported_name_is_there() -> None:
    missing = [export for export in sandtable.__all__ if not hasattr(sandtable, export)]
    assert not missing


def test_exported_names_are_listed() -> None:
    assert set(dir(sandtable)) == {*sandtable.__all__, "__version__"}


def test_no_name_is_exported_by_accident() -> None:
    fresh = {item for item in vars(importlib.import_module("sandtable")) if not item.startswith("_")}
    modules = {path.stem for path in PACKAGE.iterdir()}
    allowed = set(sandtable.__all__) | modules | {"Any", "TYPE_CHECKING", "import_module"}
    assert fresh <= allowed


def test_packages_say_what_they_are() -> None:
    packages = sorted(PACKAGE.rglob("__init__.py"))
    assert packages
    assert [
        name(path) for path in packages if not ast.get_docstring(parsed(path.read_text(encoding="utf-8")))
    ] == []


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [name(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


# messages to the page are called what they carry
TWICE = {"Beat", "Choice"}


def test_no_two_classes_outside_games_have_one_name() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if not {"games", "tray"} & set(path.relative_to(PACKAGE).parts[:1]):
            for node in parsed(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault(node.name, []).append(name(path))
    twice = {each: places for each, places in found.items() if len(places) > 1}
    assert {each: places for each, places in twice.items() if each not in TWICE} == {}
    assert set(twice) == TWICE
