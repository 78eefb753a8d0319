"""The source tree as the house tests see it: files, modules and what each module imports."""

import ast
import gc
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "sandtable"
COMPILER = {
    "sandtable.authoring.jit",
    "sandtable.authoring.inline",
    "sandtable._compiler.kernels.jit",
    "sandtable._compiler.kernels.inline",
    "numba.extending.intrinsic",
    "numba.extending.overload",
}


def tracked() -> list[Path]:
    """Every file that is in version control or could be added to it."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return sorted({path for path in paths if path.is_file()})


def sources(*suffixes: str) -> list[Path]:
    """The tracked files with one of these endings."""
    return [path for path in tracked() if path.suffix in suffixes]


def name(path: Path) -> str:
    """The path as messages show it."""
    return path.relative_to(ROOT).as_posix()


def tree(source: str) -> ast.Module:
    """The syntax tree of `source`. Nothing of it is garbage, and looking for some would take longer than parsing does."""
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        gc.enable()


@cache
def parsed(source: str) -> ast.Module:
    """The syntax tree of `source`, which is kept."""
    return tree(source)


@cache
def imported(source: str) -> list[str]:
    """The full name of everything that `source` imports, at any depth, as `sandtable.engine.game.Spec`."""
    return list(_imports(parsed(source)))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement in `node`, at any depth; what they are made of is left out, which is most of a tree."""
    for field in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, field, ()):
            yield inner
            yield from statements(inner)


def _imports(module: ast.Module) -> Iterator[str]:
    for node in statements(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def imports() -> dict[str, set[str]]:
    """Each module of the package with those it imports: at its head, in functions, for types only, or by name at run time.

    The package itself, from which modules take the version number, is left out.
    """
    import grimp

    graph = grimp.build_graph("sandtable", cache_dir=None)
    found = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    for path in PACKAGE.rglob("*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        found[module] |= _loaded(path.read_text(encoding="utf-8")) & graph.modules
    return {module: others - {"sandtable"} for module, others in found.items()}


def _loaded(source: str) -> set[str]:
    """The modules that `source` loads by name: `import_module("sandtable.engine.game")`."""
    if "import_module" not in source:
        return set()
    return {
        str(part.value)
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "import_module"
        for part in node.args
        if isinstance(part, ast.Constant)
    }


def holds_kernels(source: str) -> bool:
    """Whether `source` takes a decorator of the compiler."""
    return not COMPILER.isdisjoint(imported(source))
