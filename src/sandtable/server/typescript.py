"""Writes the client's message types: `python -m sandtable.server.typescript [FILE]`."""

import argparse
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect

from sandtable.server import protocol

FILE = Path(__file__).parents[3] / "web/src/lib/server/protocol.ts"
HEAD = "// Messages between browser and server, as declared in src/sandtable/server/protocol.py.\n"
WIDTH = 100

# what the client writes: there a field with a default may be left out
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


def text() -> str:
    """The TypeScript file with an interface for each struct and a type for each union of messages, as declared."""
    declared = [_declaration(name, kind) for name, kind in vars(protocol).items() if _is_declared(name, kind)]
    return "\n".join([HEAD, *declared])


def _is_declared(name: str, kind: Any) -> bool:
    struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind is not msgspec.Struct
    return name in _UNIONS or struct


def _declaration(name: str, kind: Any) -> str:
    if name in _UNIONS:
        return f"export type {name} = {' | '.join(member.__name__ for member in get_args(kind))};\n"
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    tag = [f'  {info.tag_field}: "{info.tag}";'] if info.tag_field else []
    fields = [_field(field, name in _SENT) for field in info.fields]
    return "\n".join([f"export interface {name} {{", *tag, *fields, "}", ""])


def _field(field: inspect.Field, sent: bool) -> str:
    mark = "?" if sent and not field.required else ""
    options = _options(field.type)
    line = f"  {field.encode_name}{mark}: {' | '.join(options)};"
    if len(line) <= WIDTH:
        return line
    return f"  {field.encode_name}{mark}:" + "".join(f"\n    | {option}" for option in options) + ";"


def _options(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.UnionType(types=types):
            # null stands last, and a number is a number
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
        case inspect.StructType(cls=cls):
            return cls.__name__
        case inspect.ListType(item_type=item):
            options = " | ".join(_options(item))
            return f"({options})[]" if " | " in options else f"{options}[]"
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
    given = argparse.ArgumentParser(description="Writes the client's message types.")
    given.add_argument("file", nargs="?", type=Path, default=FILE, help="where they are written")
    given.parse_args().file.write_text(text(), encoding="utf-8")
