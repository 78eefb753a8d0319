"""Finds games: by the id that an installed package registers, by module, or by file.

    assault                   an entry point in the group `sandtable.games`, as the package's own games are
    dice_duel.spec:SPEC       a declaration in a module that can be imported
    games/dice_duel.py        a file, or the folder of a package, that holds `SPEC`; another name is given after a colon

Modules and files come only from the command line, from code and from a host's configuration. A match file, a request or
an upload names an id, which goes through `spec` and never runs the sender's code.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.authoring.naming import listed, meant, quoted

# import the compiler on first use, since the command line looks up names here
if TYPE_CHECKING:
    from sandtable._compiler.sources import Source
    from sandtable.authoring import Spec

GROUP = "sandtable.games"
# suffix of a companion's id after the id of its game
COMPANION = "_companion"
# companions that belong to no particular game, and where each is declared
TRAYS = {"dice": "sandtable.tray.spec:SPEC"}
ATTRIBUTE = "SPEC"

# by the identity of a declaration requested by module or file: how to request it again, and the declaration
_asked: dict[int, tuple[str, "Spec"]] = {}
_sources: dict[int, "Source"] = {}


@cache
def _entries() -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def installed() -> tuple[str, ...]:
    """The ids of the installed games, in order."""
    return tuple(_entries())


@cache
def spec(game: str) -> "Spec":
    """The declaration of an installed game or companion; `ValueError` lists the games, or says what is wrong."""
    if game not in _entries() and game.removesuffix(COMPANION) in (*_entries(), *TRAYS):
        return _companion(game.removesuffix(COMPANION))
    if game not in _entries():
        known = f"the games are {', '.join(installed())}"
        raise ValueError(f"there is no game {quoted(game)}{listed(game, installed(), known)}")
    entry = _entries()[game]
    found = _read(entry.module, entry.attr, f"the installed game {game!r}")
    if found.id != game:
        raise ValueError(f"the installed game {game!r} declares a different id: {found.id!r}")
    return found


def companion(game: str) -> "Spec | None":
    """The companion of an installed game, or None if it has none; `ValueError` says what is wrong with its declaration."""
    return _companion(game) if spec(game).table.companion else None


def trays() -> "tuple[Spec, ...]":
    """The companions for any game at a real table."""
    return tuple(map(_companion, TRAYS))


def _companion(game: str) -> "Spec":
    place = TRAYS.get(game) or spec(game).table.companion
    if not place:
        raise ValueError(f"the game {game!r} has no companion")
    found = find(place)
    if (found.id, found.table.companion_of) != (game + COMPANION, game):
        raise ValueError(f"{place} declares {found.id!r}, which is not a companion of {game!r}")
    return found


def bulk(declared: "Spec") -> int:
    """The size of an installed game's Python files in bytes: the larger it is, the longer the game takes to compile."""
    module = _entries()[declared.id].module
    package = sys.modules.get(module.rpartition(".")[0])
    files = (
        (Path(str(sys.modules[module].__file__)),)
        if package is None
        else Path(package.__path__[0]).rglob("*.py")
    )
    return sum(file.stat().st_size for file in files)


def find(place: str) -> "Spec":
    """The declaration of a game by id, module or file; `ValueError` says in a sentence what is wrong."""
    target, attribute = _split(place)
    if target.endswith(".py") or "/" in target or "\\" in target:
        found = _in_file(Path(target), attribute, place)
    elif ":" in place:
        found = _in_module(target, attribute, place)
    else:
        return spec(place)
    _asked[id(found)] = (place, found)
    return found


def place_of(declared: "Spec") -> str:
    """The argument with which `find` returns this declaration again, even in another process; empty if no module
    contains it.

    If several modules contain it, for instance because they import it, the one nearest to its rules is used; in a tie, a
    package rather than a module in it.
    """
    if declared.id in _entries() and spec(declared.id) is declared:
        return declared.id
    if id(declared) in _asked:
        return _asked[id(declared)][0]
    home = declared.rules.functions["deal"].__module__.split(".")
    holders = (
        name for name, module in list(sys.modules.items()) if getattr(module, ATTRIBUTE, None) is declared
    )

    def near(name: str) -> tuple[int, int, str]:
        """How many leading parts of its name a module shares with that of the rules, then how few parts it has."""
        parts = name.split(".")
        return max(n for n in range(len(parts) + 1) if parts[:n] == home[:n]), -len(parts), name

    nearest = max((name for name in holders if name != "__main__"), key=near, default="")
    return f"{nearest}:{ATTRIBUTE}" if nearest else ""


def source_of(declared: "Spec") -> "Source | None":
    """The files of a declaration requested by file; None for others."""
    return _sources.get(id(declared))


def carried(source: "Source", place: str) -> "Spec":
    """The declaration of `place` from its files, as sent by another process."""
    source.unpack()
    found = _read(source.module, _split(place)[1], place)
    _asked[id(found)], _sources[id(found)] = (place, found), source
    return found


def _split(place: str) -> tuple[str, str]:
    # the colon after a Windows drive letter is not a separator
    target, colon, attribute = place.rpartition(":")
    return (
        (target, attribute) if colon and attribute.isidentifier() and len(target) > 1 else (place, ATTRIBUTE)
    )


def _in_module(module: str, attribute: str, place: str) -> "Spec":
    here = str(Path.cwd())
    if here not in sys.path:
        # as for `python -m`
        sys.path.insert(0, here)
    return _read(module, attribute, place)


def _in_file(path: Path, attribute: str, place: str) -> "Spec":
    from sandtable._compiler import sources

    whole = path.resolve()
    top = whole / "__init__.py" if whole.is_dir() else whole
    if not top.is_file():
        raise ValueError(
            f"there is no game at {place}: {path} is neither a Python file nor the folder of a package"
        )
    source, root = sources.read(whole)
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    found = _read(source.module, attribute, place)
    held = getattr(sys.modules[source.module], "__file__", None)
    if held is None or Path(held).resolve() != top:
        raise ValueError(
            f"{place} cannot be loaded: another module is called {source.module!r}, so give the file a different name"
        )
    _sources[id(found)] = source
    return found


def _read(module: str, attribute: str, place: str) -> "Spec":
    from sandtable.authoring import Spec
    from sandtable.authoring.spec import DeclarationError

    try:
        holder = import_module(module)
    except DeclarationError as error:
        raise ValueError(f"{place}: {error}") from error
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if module == missing or module.startswith(f"{missing}."):
            raise ValueError(f"there is no module {module!r} for the game {place!r}") from error
        if missing.startswith("sandtable."):
            raise ValueError(f"{place} cannot be loaded: {_moved(missing)}") from error
        raise ValueError(
            f"{place} cannot be loaded: it needs the module {missing!r}, which is not installed"
        ) from error
    except Exception as error:
        raise ValueError(f"{place} cannot be loaded: {_said(error)}") from error
    found = getattr(holder, attribute, None)
    if not isinstance(found, Spec):
        known = [name for name, value in vars(holder).items() if isinstance(value, Spec)]
        there = f"it declares {', '.join(known)}" if known else "it declares no game"
        raise ValueError(
            f"{place}: {attribute} of {module} is not a declaration{listed(attribute, known, there)}"
        )
    return found


def _said(error: Exception) -> str:
    """A module's error, in a sentence that names a field of the declaration that is misspelt, misplaced or
    missing.
    """
    from sandtable.authoring.spec import PARTS, Spec

    text = str(error) or type(error).__name__
    known = {made_by.__name__: [one.name for one in fields(made_by)] for made_by in (Spec, *PARTS.values())}
    strange = re.search(r"(\w+)\.__init__\(\) got an unexpected keyword argument '(\w+)'", text)
    if strange and strange[1] in known:
        return _misplaced(strange[1], strange[2], known)
    missing = re.search(r"(\w+)\.__init__\(\) missing \d+ required keyword-only arguments?: (.+)", text)
    if missing and missing[1] in known:
        return f"{missing[1]} lacks {missing[2]}"
    if gone := re.match(r"cannot import name '(\w+)' from '(sandtable(?!\.authoring)[\w.]*)'", text):
        return _moved(f"{gone[2]}.{gone[1]}")
    return text if isinstance(error, ValueError) else f"{type(error).__name__}: {text}"


def _misplaced(part: str, name: str, known: Mapping[str, Sequence[str]]) -> str:
    """Which part an unknown field of `part` belongs to, or what its name probably should be; `known` lists fields by part."""
    holder = next((each for each, names in known.items() if name in names), "")
    if holder:
        return (
            f"{name!r} belongs to {holder}, not to {part}; docs/interface.md shows the parts of a declaration"
        )
    near = meant(name, known[part]) or "; docs/interface.md lists them"
    return f"{part} has no field {name!r}{near}"


def _moved(name: str) -> str:
    return f"{name} is not there: games import from sandtable.authoring, and docs/interface.md says what has changed"
