"""Generates the client's types: for messages, and for what each game's page draws.

`python -m sandtable.server.typescript [FOLDER]`
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, inspect

from sandtable import games
from sandtable.authoring import Spec
from sandtable.server import protocol

CLIENT = Path(__file__).parents[3] / "web/src"
HEAD = "// Messages between browser and server, as declared in src/sandtable/server/protocol.py.\n"
GAME_HEAD = "// What the page draws of {name}, as declared in src/sandtable/games/{folder}.\n"
WIDTH = 100

# types that the client sends: in these, a field with a default may be left out
_SENT = (
    "NewTable",
    "NewMeasurement",
    "Join",
    "Token",
    "SeatAsked",
    "SeatsAsked",
    "VariantAsked",
    "KitOrder",
    *(kind.__name__ for kind in get_args(protocol.ClientMessage)),
)
_UNIONS = ("ServerMessage", "ClientMessage")

# what becomes an interface, and what becomes a tuple with names
_Named = inspect.StructType | inspect.NamedTupleType


def files() -> dict[str, str]:
    """The text of each generated file, by its path in the client's sources."""
    found = {"lib/server/protocol.ts": messages()}
    for game in games.installed():
        spec, companion = games.spec(game), games.companion(game)
        if spec.presentation.client:
            found[f"games/{game}/scene-types.ts"] = _drawn(spec, f"{game}/show")
        if companion and isinstance(_scene_of(companion), type):
            found[f"games/{game}/companion/scene-types.ts"] = _drawn(companion, f"{game}/companion")
    return found


def _drawn(spec: Spec, folder: str) -> str:
    return GAME_HEAD.format(name=spec.name, folder=folder) + "\n" + scene(_scene_of(spec))


def _scene_of(spec: Spec) -> Any:
    return get_type_hints(spec.presentation.scene)["return"]


def messages() -> str:
    """An interface for each struct and a type for each union of messages, as declared."""
    declared = [_declared(name, kind) for name, kind in vars(protocol).items() if _is_message(name, kind)]
    return "\n".join([HEAD, *declared])


def scene(made: type[msgspec.Struct]) -> str:
    """The types of a scene: `made`, and everything it contains."""
    found: dict[str, _Named] = {}
    for kind in _parts(inspect.type_info(made)):
        other = found.setdefault(kind.cls.__name__, kind)
        if other.cls is not kind.cls:
            raise TypeError(f"two parts of a scene are called {kind.cls.__name__}")
    return "\n".join(_one_declared(kind) for kind in found.values())


def _parts(kind: inspect.Type) -> Iterator[_Named]:
    match kind:
        case inspect.StructType(fields=fields) | inspect.NamedTupleType(fields=fields):
            yield kind
            inside = [field.type for field in fields]
        case inspect.UnionType(types=inside) | inspect.TupleType(item_types=inside):
            pass
        case inspect.Metadata(type=described):
            inside = [described]
        case (
            inspect.ListType(item_type=item)
            | inspect.VarTupleType(item_type=item)
            | inspect.DictType(value_type=item)
        ):
            inside = [item]
        case _:
            return
    for part in inside:
        yield from _parts(part)


def _is_message(name: str, kind: Any) -> bool:
    struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
    return name in _UNIONS or struct


def _declared(name: str, kind: Any) -> str:
    if name in _UNIONS:
        return f"export type {name} = {' | '.join(member.__name__ for member in get_args(kind))};\n"
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return _one_declared(info, name in _SENT)


def _one_declared(kind: _Named, sent: bool = False) -> str:
    says = _comment(kind.cls.__doc__ or "")
    if isinstance(kind, inspect.NamedTupleType):
        names = [f"{field.name}: {' | '.join(_options(field.type))}" for field in kind.fields]
        return "\n".join([*says, f"export type {kind.cls.__name__} = [{', '.join(names)}];", ""])
    tag = [f'  {kind.tag_field}: "{kind.tag}";'] if kind.tag_field else []
    fields = [line for field in kind.fields for line in _field(field, sent)]
    return "\n".join([*says, f"export interface {kind.cls.__name__} {{", *tag, *fields, "}", ""])


def _comment(text: str, indent: str = "") -> list[str]:
    lines = [line.strip() for line in text.strip().split("\n")]
    if len(lines) == 1:
        return [f"{indent}/** {line} */" for line in lines if line]
    return [f"{indent}/**", *(f"{indent} * {line}".rstrip() for line in lines), f"{indent} */"]


def _field(field: inspect.Field, sent: bool) -> list[str]:
    # an optional field without a default is one that may be unset
    unset = not field.required and field.default is field.default_factory is NODEFAULT
    mark = "?" if unset or (sent and not field.required) else ""
    options = _options(field.type)
    line = f"  {field.encode_name}{mark}: {' | '.join(options)};"
    if len(line) > WIDTH:
        line = f"  {field.encode_name}{mark}:" + "".join(f"\n    | {option}" for option in options) + ";"
    return [*_comment(_described(field.type), "  "), line]


def _described(kind: inspect.Type) -> str:
    schema: dict[str, Any] = getattr(kind, "extra_json_schema", None) or {}
    return schema.get("description", "")


def _options(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.UnionType(types=types):
            # null comes last, and integers are numbers
            found = [option for part in types for option in _options(part)]
            return sorted(dict.fromkeys(found), key=lambda option: option == "null")
        case inspect.Metadata(type=described):
            return _options(described)
        case inspect.LiteralType(values=values):
            return [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
        case _:
            return [_one(kind)]


def _one(kind: inspect.Type) -> str:
    match kind:
        case inspect.StructType(cls=cls) | inspect.NamedTupleType(cls=cls):
            return cls.__name__
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            options = " | ".join(_options(item))
            return f"({options})[]" if " | " in options else f"{options}[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(' | '.join(_options(item)) for item in items)}]"
        case inspect.DictType(value_type=value):
            return f"Record<string, {' | '.join(_options(value))}>"
        case _:
            return _PLAIN[type(kind)]


_PLAIN: dict[type[inspect.Type], str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
    inspect.CustomType: "unknown",
}


if __name__ == "__main__":
    given = argparse.ArgumentParser(description="Writes the client's types.")
    given.add_argument("folder", nargs="?", type=Path, default=CLIENT, help="the sources of the client")
    folder = given.parse_args().folder
    for path, text in files().items():
        (folder / path).write_text(text, encoding="utf-8")
