"""The drawings in docs/architecture.md are the house as it is: its rooms, the arrows between them, the names on the ways."""

import ast
import re
from collections.abc import Iterable, Mapping

import pytest

from tests.house.tree import PACKAGE, ROOT, imports, parsed

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
GAMES = "games/*"

Arrow = tuple[str, str]


def rooms(page: str) -> list[tuple[str, str]]:
    """Each module or folder with its room, by the table of the page."""
    lines = re.findall(r"^\| (\w+) \| ([^|]+) \|", page, re.MULTILINE)
    return [(held, room) for room, holds in lines for held in re.findall(r"`([^`]+)`", holds)]


def drawn(page: str) -> set[Arrow]:
    """The arrows of all flowcharts; dotted ones are no imports."""
    charts = re.findall(r"```mermaid\nflowchart.*?```", page, re.DOTALL)
    lines = re.findall(r"^ *(\w[\w &]*) --> (\w[\w &]*)$", "\n".join(charts), re.MULTILINE)
    return {
        (one, other) for left, right in lines for one in left.split(" & ") for other in right.split(" & ")
    }


def holder(module: str) -> str:
    """What the table calls the module or folder that `module` belongs to."""
    parts = [*module.split("."), "__init__"]
    return GAMES if parts[1] == "games" and len(parts) > 3 else parts[1]


def arrows(known: Mapping[str, str]) -> dict[Arrow, str]:
    """The arrows between rooms that the package has, each with the first import that makes it."""
    found: dict[Arrow, str] = {}
    for module, others in sorted(imports().items()):
        for other in sorted(others):
            arrow = known[holder(module)], known[holder(other)]
            if arrow[0] != arrow[1]:
                found.setdefault(arrow, f"{module} imports {other}")
    return found


def faults(drawn: set[Arrow], there: Mapping[Arrow, str]) -> list[str]:
    """A sentence for each arrow that is drawn and not there, or there and not drawn."""
    idle = [f"{a} --> {b} is drawn, but nothing in {a} imports {b}." for a, b in sorted(drawn - there.keys())]
    return idle + [f"{a} --> {b} is not drawn, but {there[a, b]}." for a, b in sorted(there.keys() - drawn)]


def names(page: str) -> list[str]:
    """The dotted names of the package and the paths of files on the page: `server.tables.table.Table.fold`, `docs/rules.md`."""
    return re.findall(r"`((?:\w+\.)+\w+|[\w-]+(?:/[\w.-]+)+)`", page)


def exists(name: str) -> bool:
    """Whether there is such a file of the checkout or the package, or such a part of a module."""
    if "/" in name:
        return any((place / name).exists() for place in (ROOT, PACKAGE, ROOT / "web" / "src"))
    parts = name.removeprefix("sandtable.").split(".")
    for count in range(len(parts), 0, -1):
        for place in (
            PACKAGE.joinpath(*parts[:count]).with_suffix(".py"),
            PACKAGE.joinpath(*parts[:count], "__init__.py"),
        ):
            if place.is_file():
                return _holds(parsed(place.read_text(encoding="utf-8")).body, parts[count:])
    return False


def _holds(body: Iterable[ast.stmt], wanted: list[str]) -> bool:
    if not wanted:
        return True
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.name == wanted[0]:
            return _holds(node.body, wanted[1:])
        # what a package passes on
        if isinstance(node, ast.If) and _holds(node.body, wanted):
            return True
        if isinstance(node, ast.ImportFrom) and wanted[0] in {alias.name for alias in node.names}:
            return exists(".".join([node.module or "", *wanted]))
    return False


def test_the_rooms_of_the_lab_are_those_of_the_page() -> None:
    told = set(re.findall(r"^\| `lab/(\w+)` \|", PAGE, re.MULTILINE))
    assert told == {path.parent.name for path in (PACKAGE / "lab").glob("*/__init__.py")}


def test_the_rooms_of_the_client_are_those_of_the_page() -> None:
    listed = re.findall(r"^\| `((?:ui|lib)/\w+)` \|", PAGE, re.MULTILINE)
    client = ROOT / "web" / "src"
    there = {path.parent for top in ("ui", "lib") for path in (client / top).rglob("*.*")}
    assert sorted(listed) == sorted(path.relative_to(client).as_posix() for path in there)


def test_every_module_stands_in_one_room() -> None:
    there = {holder(module) for module in imports()}
    assert sorted(held for held, _ in rooms(PAGE)) == sorted(there)


def test_the_drawing_is_what_the_package_imports() -> None:
    known = dict(rooms(PAGE))
    assert {room for arrow in drawn(PAGE) for room in arrow} == set(known.values())
    found = faults(drawn(PAGE), arrows(known))
    assert found == [], "\n".join(found)


def test_the_names_on_the_page_are_there() -> None:
    named = names(PAGE)
    assert {
        "server.tables.table.Table.carry_out",
        "lab.run.rows.run_batch",
        "web/src/lib/server/outbox.ts",
    } <= set(named)
    assert [name for name in named if not exists(name)] == []


def test_a_wrong_arrow_is_one_sentence() -> None:
    page = "```mermaid\nflowchart TD\n    a & b --> c\n    c -. by name .-> a\n```\n"
    assert drawn(page) == {("a", "c"), ("b", "c")}
    assert faults(drawn(page), {("a", "c"): "x imports y", ("c", "d"): "y imports z"}) == [
        "b --> c is drawn, but nothing in b imports c.",
        "c --> d is not drawn, but y imports z.",
    ]


@pytest.mark.parametrize("name", ["engine.match.Match.nothing", "nowhere.at_all", "web/src/lib/nothing.ts"])
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert not exists(name)
