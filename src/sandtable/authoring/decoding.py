"""Text, JSON and TOML from files and requests, which may contain anything; every error is one sentence.

`text_in` reads a file, `json_of` and `toml_of` a string, and `convert` turns plain data into a typed value.
"""

import gzip
import json
import re
import tomllib
import zlib
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from math import isinf
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import msgspec
from msgspec import inspect

from sandtable.authoring.naming import listed, quoted, shown

T = TypeVar("T")

# maximum bytes in an unpacked text file; our own files reach a few MiB
LARGEST = 64 * 2**20
# maximum nesting of lists and objects; our own files have five levels
DEEPEST = 64
# maximum digits in a number
LONGEST_NUMBER = 100

_PACKED = b"\x1f\x8b"
_BOM = "\ufeff"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NESTED = "lists and tables are nested too deeply"
_SIZED = (("text of", str), ("a list of", (list, tuple)))
_SWITCHES = ("true", "false", "1", "0")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|(end of document))\)", re.DOTALL)


class DecodingError(ValueError):
    """Raised for something that cannot be read; the message is a sentence without a full stop."""


def text_in(file: Path, most: int = LARGEST) -> str:
    """The text in `file`, gzipped or not, of at most `most` bytes; raises `DecodingError` or `OSError` if there is
    none.
    """
    with file.open("rb") as opened:
        data = opened.read(most + 1)
    if len(data) <= most and data.startswith(_PACKED):
        try:
            data = gzip.GzipFile(fileobj=BytesIO(data)).read(most + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise DecodingError("the file is not a complete gzip file") from None
    if len(data) > most:
        raise DecodingError(f"the file is too long: at most {most:,} bytes are allowed")
    return text_of(data)


def text_of(data: bytes) -> str:
    """The text that `data` encodes as UTF-8, without a byte order mark."""
    if data.startswith(_UTF_16):
        raise DecodingError("the text is in UTF-16: save it as UTF-8")
    try:
        text = data.decode("utf-8").removeprefix(_BOM)
    except UnicodeDecodeError:
        raise DecodingError("it is not a UTF-8 text file") from None
    if "\0" in text:
        raise DecodingError("it is not a text file: it contains a NUL character")
    return text


def json_of(text: str) -> object:
    """The value of `text` as strict JSON: no duplicate names, no NaN, nesting of at most `DEEPEST` levels."""
    if not text.strip(f"{_BOM} \t\r\n"):
        raise DecodingError("it is empty")
    try:
        found = json.loads(
            text.removeprefix(_BOM),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_int=_whole,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}" if "\n" in text else f"column {error.colno}"
        raise DecodingError(f"not valid JSON at {where}") from None
    except RecursionError:
        raise DecodingError(_NESTED) from None
    _refuse_unwieldy(found)
    return found


def toml_of(text: str) -> dict[str, Any]:
    """The table in `text` as TOML, with nesting of at most `DEEPEST` levels."""
    try:
        found = tomllib.loads(text.removeprefix(_BOM))
    except tomllib.TOMLDecodeError as error:
        raise DecodingError(_placed(str(error))) from None
    except RecursionError:
        raise DecodingError(_NESTED) from None
    except ValueError:
        # more digits than the interpreter will convert
        raise DecodingError("it contains a number that is too long") from None
    _refuse_unwieldy(found)
    return found


def convert(value: object, kind: type[T], strict: bool = True) -> T:
    """`value`, plain data, as `kind`; `DecodingError` names the field and says what is allowed.

    Unless `strict`, numbers may be given as text, as in environment variables.
    """
    try:
        return msgspec.convert(value, kind, strict=strict)
    except (msgspec.ValidationError, RecursionError):
        fault = _fault(value, inspect.type_info(kind), (), strict)
        raise DecodingError(fault or "some part of it does not have the right form") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise DecodingError(f"{quoted(twice)} is given twice")
    return found


def _constant(name: str) -> NoReturn:
    raise DecodingError(f"{name} is not a number in JSON")


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise DecodingError("it contains a number that is too long")
    return int(digits)


def _finite(digits: str) -> float:
    found = float(digits)
    if isinf(found):
        raise DecodingError("it contains a number that is too large")
    return found


def _refuse_unwieldy(value: object) -> None:
    """Raises `DecodingError` for data that is nested too deeply and for strings that are not valid Unicode."""
    level = [value]
    for _ in range(DEEPEST):
        if not level:
            return
        below: list[object] = []
        for one in level:
            if isinstance(one, str) and _SURROGATE.search(one):
                raise DecodingError("it contains a lone surrogate, which is not valid Unicode")
            if isinstance(one, dict):
                below += [*one, *cast("dict[str, object]", one).values()]
            elif isinstance(one, list):
                below += one
        level = below
    raise DecodingError(_NESTED)


def _placed(fault: str) -> str:
    """The TOML reader's message, starting with the place of the error."""
    place = _PLACE.fullmatch(fault)
    if place is None:
        return fault
    where = "the end" if place[4] else f"line {place[2]}, column {place[3]}"
    return f"{where}: {place[1]}"


# checks plain data against a type

_Path = tuple[str, ...]


def _fault(value: Any, kind: inspect.Type, path: _Path, strict: bool) -> str:
    """What is wrong with `value`; "" if it has the form `kind`."""
    match kind:
        case inspect.Metadata():
            fault, described = _fault(value, kind.type, path, strict), _described(kind)
            return _wrong(path, described, value) if fault and described else fault
        case inspect.UnionType(types=types):
            return _fault_in_union(value, types, path, strict)
        case inspect.StructType() if _is_table(value):
            return _fault_in_struct(value, kind, path, strict)
        case inspect.DictType(value_type=inner) if _is_table(value):
            return _first((one, inner, (*path, str(name)), strict) for name, one in value.items())
        case inspect.ListType(item_type=item) if _is_listed(value, kind):
            return _fault_in_items(value, [item] * len(value), path, strict)
        case inspect.TupleType(item_types=items) if _is_listed(value, kind):
            return _fault_in_items(value, items, path, strict)
        case _:
            return "" if _is_one(value, kind, strict) else _wrong(path, _wanted(kind), value)


def _first(parts: Iterable[tuple[Any, inspect.Type, _Path, bool]]) -> str:
    return next(filter(None, (_fault(*part) for part in parts)), "")


def _fault_in_items(values: Sequence[Any], kinds: Sequence[inspect.Type], path: _Path, strict: bool) -> str:
    numbered = enumerate(zip(values, kinds, strict=True), 1)
    return _first((value, kind, (*path, f"item {number}"), strict) for number, (value, kind) in numbered)


def _fault_in_struct(value: Mapping[Any, Any], kind: inspect.StructType, path: _Path, strict: bool) -> str:
    fields = {field.encode_name: field for field in kind.fields}
    tag = kind.tag_field or ""
    known = [*filter(None, (tag,)), *fields]
    if tag and tag in value and value[tag] != kind.tag:
        return _wrong((*path, tag), str(kind.tag), value[tag])
    for name in value:
        if kind.forbid_unknown_fields and name not in known:
            there = listed(
                name, known, f"the fields are {', '.join(known)}" if known else "there are no fields"
            )
            return f"{', '.join(path)}{': ' if path else ''}there is no field {quoted(str(name))}{there}"
    required = [*filter(None, (tag,)), *(name for name, field in fields.items() if field.required)]
    missing = next((name for name in required if name not in value), "")
    if missing:
        return f"{', '.join((*path, missing))} is missing"
    return _first(
        (value[name], field.type, (*path, name), strict) for name, field in fields.items() if name in value
    )


def _fault_in_union(value: Any, types: Sequence[inspect.Type], path: _Path, strict: bool) -> str:
    faults = [_fault(value, one, path, strict) for one in types]
    if not all(faults):
        return ""
    structs = [one for one in types if isinstance(one, inspect.StructType)]
    tag = (structs[0].tag_field or "") if structs else ""
    if tag and _is_table(value) and tag in value:
        chosen = next((one for one in structs if one.tag == value[tag]), None)
        if chosen is None:
            return _wrong((*path, tag), _one_of([one.tag for one in structs]), value[tag])
        return _fault(value, chosen, path, strict)
    for one, fault in zip(types, faults, strict=True):
        # reporting an error inside is more helpful than saying that the whole has the wrong type
        if _is_table(value) and isinstance(one, inspect.StructType | inspect.DictType):
            return fault
        if _is_list(value) and isinstance(one, inspect.ListType | inspect.TupleType):
            return fault
    return _wrong(path, _wanted(inspect.UnionType(tuple(types))), value)


def _is_table(value: Any) -> bool:
    return isinstance(value, Mapping)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _described(kind: Any) -> str:
    extra: dict[str, str] = kind.extra_json_schema or {}
    return extra.get("description", "")


def _is_listed(value: Any, kind: inspect.ListType | inspect.TupleType) -> bool:
    if not _is_list(value):
        return False
    if isinstance(kind, inspect.TupleType):
        return len(value) == len(kind.item_types)
    return _within(len(value), kind.min_length, kind.max_length)


def _is_one(value: Any, kind: inspect.Type, strict: bool) -> bool:
    """Whether a scalar value has the form of a type."""
    match kind:
        case inspect.AnyType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool) or (not strict and str(value).lower() in _SWITCHES)
        case inspect.LiteralType(values=values):
            return any(type(value) is type(one) and value == one for one in values)
        case inspect.StrType(min_length=least, max_length=most, pattern=pattern):
            fits = isinstance(value, str) and _within(len(value), least, most)
            return fits and (pattern is None or re.search(pattern, value) is not None)
        case inspect.IntType(ge=least, le=most):
            number = _number(value, strict)
            return isinstance(number, int) and _within(number, least, most)
        case inspect.FloatType(ge=least, le=most):
            number = _number(value, strict)
            return number is not None and _within(number, least, most)
        case _:
            return False


def _number(value: Any, strict: bool) -> int | float | None:
    if isinstance(value, str) and not strict:
        try:
            return int(value) if re.fullmatch("[+-]?[0-9]+", value) else float(value)
        except ValueError:
            return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _within(number: float, least: float | None, most: float | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def _wrong(path: _Path, wanted: str, value: object) -> str:
    # the size is more helpful than the value, which may be a secret
    sized = next((word for word, kind in _SIZED if isinstance(value, kind) and wanted.startswith(word)), "")
    given = f"of {len(cast('Any', value))}" if sized else shown(cast("object", value))
    return f"{', '.join(path) or 'it'} must be {wanted}, not {given}"


def _wanted(kind: inspect.Type) -> str:
    """What a value must be to have the form of a type, in words."""
    match kind:
        case inspect.Metadata():
            return _described(kind) or _wanted(kind.type)
        case inspect.UnionType(types=types):
            return " or ".join(dict.fromkeys(map(_wanted, types)))
        case inspect.LiteralType(values=values):
            return _one_of(values)
        case inspect.IntType(ge=least, le=most):
            return f"a whole number{_range(least, most)}"
        case inspect.FloatType(ge=least, le=most):
            return f"a number{_range(least, most)}"
        case inspect.StrType(min_length=least, max_length=most):
            return f"text{_count(least, most, 'characters')}"
        case inspect.ListType(min_length=least, max_length=most):
            return f"a list{_count(least, most, 'items')}"
        case inspect.TupleType(item_types=items):
            return f"a list of {len(items)} items"
        case inspect.BoolType():
            return "true or false"
        case inspect.NoneType():
            return "null"
        case _:
            return "a table"


def _one_of(values: Iterable[object]) -> str:
    words = [str(value) if value != "" else "empty" for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return "" if most is None else f" up to {_figure(most)}"
    return f" from {_figure(least)}" if most is None else f" from {_figure(least)} to {_figure(most)}"


def _figure(number: float) -> str:
    plain = int(number) if float(number).is_integer() else number
    return f"{plain:,}" if abs(plain) >= 100_000 else str(plain)


def _count(least: int | None, most: int | None, of: str) -> str:
    if most is None:
        return f" of {least} {of} or more" if least else ""
    if least == most:
        return f" of {most} {of}"
    return f" of {least} to {most} {of}" if least else f" of at most {most} {of}"
