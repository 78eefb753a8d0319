"""No module of the package needs, directly or by others, one that needs it."""

import ast
from collections.abc import Iterator, Mapping

from tests.house.test_layers import is_module, modules, read
from tests.house.tree import imported, parsed

Module = tuple[str, ...]
Graph = Mapping[Module, set[Module]]


def module_of(full: str) -> Module | None:
    """The module of the package that importing `full` leads into; None for other packages and the version number."""
    parts = tuple(full.split("."))
    if parts[0] != "sandtable" or parts == ("sandtable", "__version__"):
        return None
    below = parts[1:]
    while below and not is_module(below):
        below = below[:-1]
    return below or ("__init__",)


def loaded(source: str) -> Iterator[str]:
    """The modules that `source` loads by name, wherever it does: `import_module("sandtable.game")`."""
    if "import_module" not in source:
        return
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "import_module":
            yield from (str(part.value) for part in node.args if isinstance(part, ast.Constant))


def needed(module: Module, source: str) -> set[Module]:
    """What a module imports: at its head, in its functions, for its types only, and what it loads by name."""
    found = (module_of(full) for full in (*imported(source), *loaded(source)))
    return {other for other in found if other is not None and other != module}


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that need each other, each in order of their names."""
    reached = {module: reach(graph, module) for module in graph}
    groups = {
        tuple(sorted(".".join(other) for other in reached[module] if module in reached.get(other, ())))
        for module in graph
    }
    return sorted([*group] for group in groups if group)


def reach(graph: Graph, module: Module) -> set[Module]:
    """All that a module needs, by others too; itself only if it does so in a circle."""
    found: set[Module] = set()
    left = [*graph[module]]
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left += graph.get(other, ())
    return found


def test_no_modules_need_each_other() -> None:
    found = circles({module: needed(module, read(module)) for module in modules()})
    assert found == [], "\n".join(f"these import each other in a circle: {', '.join(each)}" for each in found)


def test_a_circle_is_found_however_it_is_closed() -> None:
    sources = {
        ("match",): "from sandtable.game import Game",
        ("game",): "def late():\n    import sandtable.records",
        ("records",): "if TYPE_CHECKING:\n    from sandtable.match import Match",
        ("rng",): "import_module('sandtable.ops').draw",
        ("ops",): "from sandtable.rng import stream",
        ("cli",): "from sandtable import __version__, match",
    }
    graph = {module: needed(module, source) for module, source in sources.items()}
    assert circles(graph) == [["game", "match", "records"], ["ops", "rng"]]
