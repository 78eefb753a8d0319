"""Arrows between the rooms of the package point downward only."""

import ast

from tests.house.tree import PACKAGE, imported, name, parsed, statements

GROUND = {
    "_jit",
    "bits",
    "codec",
    "decoding",
    "encoding",
    "members",
    "naming",
    "records",
    "rng",
    "setups",
    "substitutes",
}
# what a game is written with
TOOLBOX = GROUND | {
    "actions",
    "art",
    "settings",
    "dice",
    "hexgrid",
    "declaration",
    "drawing",
    "choices",
    "printing",
    "provenance",
    "sheet",
    "kits",
    "paper",
    "tiling",
    "wording",
}
ABOVE_MATCH = {
    "decoding",
    "naming",
    "match",
    "agents",
    "declaration",
    "game",
    "games",
    "records",
    "rng",
    "settings",
    "actions",
    "choices",
    "variants",
}

# room -> the rooms that it may import; a game's folder is the room "a game", games/__init__ is "games"
MAY_IMPORT: dict[str, set[str]] = {
    "_linking": set(),
    "_slips": set(),
    "_jit": {"_linking", "_slips"},
    "bits": {"_jit"},
    "decoding": {"naming"},
    "encoding": set(),
    "records": {"_jit"},
    "rng": {"_jit", "records"},
    "setups": set(),
    "naming": set(),
    "marks": set(),
    "substitutes": set(),
    "provenance": set(),
    "codec": set(),
    "drawing": {"substitutes"},
    "art": {"drawing"},
    "printing": {"drawing", "substitutes"},
    "kits": {"drawing", "settings"},
    "paper": {"drawing", "printing"},
    "tiling": {"paper"},
    "flow": {"drawing", "kits", "marks", "paper"},
    "duplex": {"flow", "kits", "paper", "tiling"},
    "packing": {"kits", "paper", "tiling"},
    "press": {
        "declaration",
        "drawing",
        "duplex",
        "flow",
        "kits",
        "packing",
        "paper",
        "settings",
        "tiling",
        "variants",
        "wording",
    },
    "members": set(),
    "sheet": set(),
    "wording": {"marks"},
    "actions": {"codec"},
    "settings": {"naming", "records"},
    "choices": {"actions", "drawing", "naming", "settings"},
    "dice": {"_jit", "records", "rng"},
    "hexgrid": {"_jit", "records"},
    "ops": {"_jit", "records"},
    "defaults": GROUND | {"ops"},
    "declaration": GROUND
    | {"actions", "choices", "defaults", "drawing", "kits", "settings", "sheet", "ops", "wording"},
    "sources": {"_jit"},
    "games": {"declaration", "naming", "sources"},
    "game": GROUND | {"_slips", "actions", "declaration", "drawing", "games", "settings", "ops", "wording"},
    "a game": TOOLBOX | {"search"},
    "tray": TOOLBOX,
    "search": GROUND | {"ops"},
    "variants": {"decoding", "declaration", "game", "games", "naming", "settings", "substitutes"},
    "match": {"declaration", "decoding", "ops", "game", "naming", "records", "rng", "settings"},
    "agents": GROUND | {"search", "ops", "declaration", "game", "games", "choices"},
    "testing": GROUND | {"actions", "declaration", "defaults", "settings", "ops", "game", "games"},
    "console": {
        "_jit",
        "_slips",
        "decoding",
        "drawing",
        "game",
        "games",
        "naming",
        "printing",
        "settings",
        "substitutes",
        "variants",
    },
    "lab": ABOVE_MATCH | {"_jit", "drawing", "ops", "search", "sources", "console", "provenance"},
    # of the lab only what a measurement's folder holds, which imports nothing
    "server": ABOVE_MATCH
    | {"_jit", "drawing", "encoding", "lab", "marks", "press", "printing", "sheet", "wording"},
    "adapters": ABOVE_MATCH | {"_jit", "ops", "printing", "search"},
    "cli": ABOVE_MATCH
    | {
        "_slips",
        "console",
        "drawing",
        "duplex",
        "lab",
        "marks",
        "press",
        "printing",
        "provenance",
        "server",
        "testing",
        "_jit",
    },
    "__main__": {"cli"},
    "__init__": ABOVE_MATCH | {"testing", "lab", "adapters"},
}


def room_of(parts: tuple[str, ...]) -> str:
    """The room of a dotted name below the package."""
    return "a game" if parts[0] == "games" and len(parts) > 1 else parts[0]


def room_imported(full: str) -> str | None:
    """The room that importing `full` leads into; nothing for other packages and the version number."""
    parts = tuple(full.split("."))
    if parts[0] != "sandtable" or parts == ("sandtable", "__version__"):
        return None
    below = parts[1:]
    if not below or not is_module(below[:1]):
        return "__init__"
    if below[0] == "games" and not is_module(below[:2]):
        return "games"
    return room_of(below)


def is_module(parts: tuple[str, ...]) -> bool:
    place = PACKAGE.joinpath(*parts)
    return place.is_dir() or place.with_suffix(".py").is_file()


def upward(parts: tuple[str, ...], source: str) -> list[str]:
    """The imports of the module named by `parts` that its room may not have."""
    room = room_of(parts)
    assert room in MAY_IMPORT, f"{'.'.join(parts)} stands in no known room: give it a place in MAY_IMPORT"
    allowed = MAY_IMPORT[room] | {room, None}
    return [full for full in imported(source) if room_imported(full) not in allowed]


def strangers(parts: tuple[str, ...], source: str) -> list[str]:
    """The imports by which one game's folder leans on another's."""
    if room_of(parts) != "a game":
        return []
    return [
        full
        for full in imported(source)
        if room_imported(full) == "a game" and full.split(".")[2] != parts[1]
    ]


def modules() -> list[tuple[str, ...]]:
    found = (path.relative_to(PACKAGE).with_suffix("").parts for path in sorted(PACKAGE.rglob("*.py")))
    return [parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts for parts in found]


def read(parts: tuple[str, ...]) -> str:
    place = PACKAGE.joinpath(*parts)
    return (place / "__init__.py" if place.is_dir() else place.with_suffix(".py")).read_text(encoding="utf-8")


def test_modules_import_only_from_below() -> None:
    found = {
        ".".join(parts): upward(parts, read(parts)) + strangers(parts, read(parts)) for parts in modules()
    }
    assert {module: wrong for module, wrong in found.items() if wrong} == {}


def test_an_import_from_above_is_found() -> None:
    for parts, source in (
        (("records",), "from sandtable import game"),
        (("records",), "def late():\n    from sandtable.server.app import app"),
        (("search", "mcts"), "import sandtable.games"),
        (("server", "table"), "from sandtable.search.tree import Tree"),
        (("server", "table"), "from sandtable import load"),
        (("lab", "stats"), "from sandtable.server import app"),
        (("games", "assault", "rules"), "from sandtable.ops import legal"),
        (("games", "assault", "rules"), "from sandtable.games import load"),
    ):
        assert len(upward(parts, source)) == 1, source


def test_a_game_that_leans_on_another_is_found() -> None:
    assert strangers(("games", "chess", "rules"), "from sandtable.games.assault.data.board import board")


def test_the_permitted_arrows_have_no_circle() -> None:
    left = {room: set(below) - {room} for room, below in MAY_IMPORT.items()}
    while left:
        lowest = [room for room, below in left.items() if not below & left.keys()]
        assert lowest, f"these rooms may import each other in a circle: {sorted(left)}"
        for room in lowest:
            del left[room]


def test_no_module_uses_relative_imports() -> None:
    trees = {name(path): parsed(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")}
    # a relative name would hide a module's room
    assert [
        file
        for file, tree in trees.items()
        for node in statements(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ] == []
