"""Records: flat NumPy structures that work the same in compiled code and in plain Python.

Every game's state begins with `HEADER`. A record is one element of an array of one: `new(dtype)[0]` is a view into it,
so fields are written in place. Copying is assignment; equality compares bytes.
"""

import copyreg
import hashlib
from collections import namedtuple
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from operator import itemgetter
from pathlib import Path
from struct import Struct, unpack_from
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import templates
from numba.extending import intrinsic, overload

from sandtable._compiler.kernels import sources_digest

# these have no type stubs
_cgutils: Any = cgutils
_templates: Any = templates
_namedtuple: Any = namedtuple

CHANCE = -1
OVER = -2
SPECTATOR = 2

# builds a field or record from the parts that it was split into
_Make = Callable[[Sequence[Any]], Any]
# the parts that hold the bytes of arrays, each with a function that builds the array
_Arrays = list[tuple[int, Callable[[bytes], Any]]]
_Bytes = np.ndarray[Any, np.dtype[Any]]
Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]

# to_move: 0, 1, CHANCE or OVER; score: each seat's points in [-1, 1]
HEADER: tuple[Field, ...] = (
    ("to_move", np.int8),
    ("phase", np.uint8),
    ("ply", np.uint32),
    ("score", np.float32, (2,)),
)

TAG = "rules_of_"
_LINE = 64
# the number of records whose values are cached
READ = 64
# number types that NumPy and struct denote by the same letter
_LETTERS = "?bBhHiIlLqQfd"


def record(fields: Sequence[Field]) -> np.dtype[Any]:
    """An aligned record type with these fields, nested ones included; `ValueError` names one that plain Python cannot read."""
    for field in fields:
        # plain Python would find NumPy's attribute of that name instead
        if hasattr(np.record, field[0]):
            raise ValueError(
                f"a field cannot be named {field[0]!r}: NumPy records already have an attribute of that name"
            )
    plain = [(field[0], _plain(np.dtype(field[1])), *field[2:]) for field in fields]
    return _swift(np.dtype(plain, align=True))


class _Swift(type):
    """Metaclass of our record types, which pickle as NumPy's own."""


def _numpys() -> type[np.record]:
    return np.record


copyreg.pickle(cast(Any, _Swift), lambda _: (_numpys, ()))


def _swift(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A record type with a property for each field, which plain Python reads four times as fast as `np.record`."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.dtype((_swift(inner), shape))
    if dtype.fields is None:
        return dtype
    fields = {name: _property(_swift(part[0]), part[1]) for name, part in dtype.fields.items()}

    def item(scalar: np.void, index: Any) -> Any:
        # NumPy's own way loses the nested type
        known = isinstance(index, str) and index in fields
        return getattr(scalar, index) if known else np.void.__getitem__(scalar, index)

    # compiled code gets the address from `data` on each call, and NumPy's own `data` describes all fields every time
    fixed = {"__slots__": (), "__getitem__": item, "data": property(lambda scalar: scalar)}
    # there are no slots for other attributes, so assigning to an unknown field fails
    return np.dtype((_Swift("record", (np.void,), {**fixed, **fields}), dtype))


def _property(dtype: np.dtype[Any], offset: int) -> property:
    def read(scalar: np.void) -> Any:
        return scalar.getfield(dtype, offset)

    def write(scalar: np.void, value: Any) -> None:
        scalar.setfield(value, dtype, offset)

    return property(_number(dtype, offset) or read, write)


def _number(dtype: np.dtype[Any], offset: int) -> Callable[[Any], Any] | None:
    """A reader of a numeric field, five times as fast as `getfield`; None for other fields."""
    if dtype.char not in _LETTERS or not dtype.isnative:
        return None
    letter, kind = dtype.char, dtype.type

    def read(scalar: Any) -> Any:
        return kind(unpack_from(letter, scalar, offset)[0])

    return read


def _plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    # a nested type that is already np.record would lose its alignment
    if dtype.fields is None:
        return dtype
    names = list(dtype.fields)
    parts = [dtype.fields[name] for name in names]
    shape: Any = {
        "names": names,
        "formats": [p[0] for p in parts],
        "offsets": [p[1] for p in parts],
        "itemsize": dtype.itemsize,
    }
    return np.dtype(shape, align=True)


def tagged(game: str, fields: Sequence[Field], sources: Path) -> np.dtype[Any]:
    """The record type of the state of `game`: header, `fields`, and a tag that names the game and the digest of its `sources`.

    The tag makes the type unique to the game and changes with the rules, so a compiled caller is never out of date.
    """
    folder = sources if sources.is_dir() else sources.parent
    return record((*HEADER, *fields, (f"{TAG}{game}_{sources_digest(folder, ('',))}", np.uint8)))


def tag_of(names: Sequence[str]) -> str:
    """The name of the game from a record type's field names; `TypeError` if there is no tag."""
    return _tag(names[-1] if names else "")


@cache
def _tag(last: str) -> str:
    if not last.startswith(TAG):
        raise TypeError("this record is not the state of a game: make its type with records.tagged")
    return last[len(TAG) :].rsplit("_", 1)[0]


class _Bound(_templates.AbstractTemplate):
    """How compiled code calls a function for which each game has its own kernel; `key` and the attributes below are set
    for each function.
    """

    place: int
    kernel_of: Callable[[Sequence[str]], Any]
    found: dict[Any, Any]

    def generic(self, args: Any, kws: Any) -> Any:
        """The types of the call once the kernel is compiled or loaded; None if the argument is not a record."""
        if not isinstance(args[self.place], types.Record):
            return None
        kernel: Any = types.Dispatcher(self.kernel_of(list(args[self.place].fields)))
        signature = kernel.get_call_type(self.context, args, kws)
        self.found[signature.args] = kernel.get_overload(signature)
        return signature

    def get_impl_key(self, sig: Any) -> Any:
        """The key by which the code generator finds the kernel."""
        return self.found[sig.args]


def bind(function: Callable[..., Any], kernel_of: Callable[[Sequence[str]], Any], place: int = 1) -> None:
    """Makes compiled calls to `function` use the kernel that `kernel_of` returns for the fields of the record at
    argument `place`.

    The kernel itself is called, so it is compiled once and cached for all callers.
    """
    template = type(
        function.__name__,
        (_Bound,),
        {"key": function, "place": place, "kernel_of": staticmethod(kernel_of), "found": {}},
    )
    _templates.infer(template)
    _templates.infer_global(function, types.Function(template))


def new(dtype: np.dtype[Any], count: int = 1) -> np.ndarray[Any, Any]:
    """An array of `count` zeroed records, padding included, that shares no cache line with anything else."""
    # two threads that write to the same cache line slow each other down with every write
    room = np.zeros(_LINE + count * dtype.itemsize, np.uint8)
    return np.ndarray(count, dtype, room, _LINE)


def values(record: Any) -> Any:
    """The fields of a record as a named tuple, which plain Python reads twenty times faster; for code that only reads.

    Numbers become int and float, so they do not wrap. Nested records become named tuples, and arrays of records become tuples
    of those. Other arrays are read-only. The result does not change with the record. Recent results are cached by the record's
    bytes.
    """
    return _values(record.dtype, record.tobytes())


@lru_cache(READ)
def _values(dtype: np.dtype[Any], raw: bytes) -> Any:
    form, arrays, make = _reader(dtype)
    parts = list(form.unpack(raw))
    for at, array in arrays:
        # arrays backed by bytes are read-only
        parts[at] = array(parts[at])
    return make(parts)


@cache
def _reader(dtype: np.dtype[Any]) -> tuple[Struct, _Arrays, _Make]:
    """How to split a record's bytes: each number is a part, and so are each array's bytes. Returns the splitter, the array
    parts with their builders, and the builder of the named tuple.
    """
    arrays: _Arrays = []
    form, _, make = _part(dtype, 0, arrays)
    return Struct(form), arrays, make


@cache
def _named(fields: Sequence[str]) -> Any:
    # compiled code can index a tuple of several items only if they have the same type
    return _namedtuple("values", fields, rename=True)


def _part(dtype: np.dtype[Any], at: int, arrays: _Arrays) -> tuple[str, int, _Make]:
    """The format of a field or record whose parts begin at number `at`, the number after its last part, and its
    builder.

    Its arrays are added to `arrays`.
    """
    inner, shape, first = dtype.base, dtype.shape, at
    if inner.names is None:
        if shape:
            arrays.append((at, partial(np.ndarray, shape, inner)))
        form = f"{dtype.itemsize}s" if shape else inner.char
        return form, at + 1, itemgetter(at)
    makes: list[_Make] = []
    if shape:
        form = ""
        for _ in range(shape[0]):
            more, at, make = _part(np.dtype((inner, shape[1:])), at, arrays)
            form += more
            makes.append(make)
        return form, at, lambda parts: tuple([make(parts) for make in makes])
    form, end = "", 0
    for name in inner.names:
        kind, start = cast(Any, inner.fields)[name][:2]
        more, at, make = _part(kind, at, arrays)
        form, end = f"{form}{start - end}x{more}", start + kind.itemsize
        makes.append(make)
    form = f"{form}{inner.itemsize - end}x"
    build = partial(cast(Any, tuple).__new__, _named(inner.names))
    if all(isinstance(make, itemgetter) for make in makes):
        # each of its fields is a part
        return form, at, lambda parts: build(parts[first:at])
    return form, at, lambda parts: build([make(parts) for make in makes])


def digest(made: Any) -> str:
    """The first 16 hex digits of the SHA-256 hash of the names and values of a record's fields, in the order of the names.

    It does not depend on a field's offset, its width, or the sources that the tag names.
    """
    array = np.asarray(made)
    raw = np.frombuffer(array.tobytes(), np.uint8)
    short, said, places = _layout(array.dtype, array.shape)
    signs = (raw.view(np.int8) >> 7).view(np.uint8)
    wide = raw[short].view(np.float32).astype("<f8").view(np.uint8)
    return hashlib.sha256(np.concatenate((raw, signs, wide, said)).take(places).tobytes()).hexdigest()[:16]


@cache
def _layout(dtype: np.dtype[Any], shape: tuple[int, ...]) -> tuple[_Bytes, _Bytes, _Bytes]:
    """How records are laid out for a digest: each field's name, then its values in eight bytes each.

    Returns the byte offsets of the float32 numbers; the field names, after a zero; and for each byte of the text its
    index in four rows of bytes put end to end: the record's own, their sign extensions, the float32 numbers widened to
    eight bytes, and the names.
    """
    starts = np.arange(np.prod(shape, dtype=np.int64)).reshape(shape) * dtype.itemsize
    leaves = sorted(_leaves(dtype, starts), key=lambda leaf: leaf[0])
    short = [where.ravel() for _, kind, where in leaves if kind == np.float32]
    floats = (np.concatenate([np.zeros(0, np.int64), *short])[:, None] + np.arange(4)).ravel()
    signs = starts.size * dtype.itemsize
    wide, zero = 2 * signs, 2 * signs + 2 * floats.size
    said, places = b"\0", list[_Bytes]()
    for name, kind, where in leaves:
        word = f"{name}{where.shape}:".encode()
        places.append(zero + len(said) + np.arange(len(word)))
        said += word
        if kind == np.float32:
            places.append(wide + np.arange(8 * where.size))
            wide += 8 * where.size
            continue
        own = where.reshape(-1, 1) + np.arange(kind.itemsize)
        # numbers are stored little-endian
        filled = signs + own[:, -1:] if kind.kind == "i" else np.full((len(own), 1), zero)
        places.append(np.hstack((own, filled.repeat(8 - kind.itemsize, axis=1))).ravel())
    return floats, np.frombuffer(said, np.uint8), np.concatenate(places)


def _leaves(
    dtype: np.dtype[Any], starts: np.ndarray[Any, Any]
) -> list[tuple[str, np.dtype[Any], np.ndarray[Any, Any]]]:
    """For each plain field of records that begin at the bytes `starts`: its qualified name, its type, and the offsets
    of its values.
    """
    found: list[tuple[str, np.dtype[Any], np.ndarray[Any, Any]]] = []
    for name, part in (dtype.fields or {}).items():
        kind, shape = part[0].base, part[0].shape
        steps = np.arange(np.prod(shape, dtype=np.int64)).reshape(shape) * kind.itemsize
        here = starts.reshape(starts.shape + (1,) * len(shape)) + part[1] + steps
        if kind.names:
            found += [(f"{name}.{inner}", leaf, where) for inner, leaf, where in _leaves(kind, here)]
        elif not name.startswith(TAG):
            found.append((name, kind, here))
    return found


@intrinsic
def _copy_bytes(typingctx: Any, out: Any, source: Any) -> Any:
    size = out.size

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _cgutils.raw_memcpy(builder, args[0], args[1], ir.Constant(ir.IntType(64), size), 1)
        return context.get_dummy_value()

    return types.none(out, source), codegen


def copy(out: Any, source: Any) -> None:
    """Copies all fields of `source` into `out`; both have the same record type."""
    out.setfield(source, out.dtype)


@overload(copy, strict=False)
def _copy(out: Any, source: Any) -> Any:
    def copied(out: Any, source: Any) -> Any:
        return _copy_bytes(out, source)  # pyright: ignore[reportCallIssue]

    return copied if isinstance(out, types.Record) and out == source else None
