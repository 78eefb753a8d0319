"""Records: flat NumPy structures that are the same to the compiler and to plain Python.

Every game's state begins with `HEADER`. A record is one element of an array of one: `new(dtype)[0]` is a view into it, so
fields are written in place. Copy is assignment, equality is bytes.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from sandtable._jit import sources_digest

CHANCE = -1
OVER = -2
SPECTATOR = 2

Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]

# to_move: 0, 1, CHANCE or OVER; score: points of each seat in [-1, 1]
HEADER: tuple[Field, ...] = (
    ("to_move", np.int8),
    ("phase", np.uint8),
    ("ply", np.uint32),
    ("score", np.float32, (2,)),
)

TAG = "rules_of_"
_LINE = 64


def record(fields: Sequence[Field]) -> np.dtype[Any]:
    """An aligned record type with these fields, nested ones included; `ValueError` names one that plain Python cannot read."""
    for field in fields:
        # plain Python would get the attribute of that name
        if hasattr(np.record, field[0]):
            raise ValueError(
                f"a field cannot be named {field[0]!r}: every NumPy record has something of that name"
            )
    plain = [(field[0], _plain(np.dtype(field[1])), *field[2:]) for field in fields]
    return np.dtype((np.record, np.dtype(plain, align=True)))


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
    """The state's record type of `game`: header, `fields`, and a tag that names the game and the digest of its `sources`.

    The tag makes the type unlike any other game's and changes with the rules, so a compiled caller is never out of date.
    """
    folder = sources if sources.is_dir() else sources.parent
    return record((*HEADER, *fields, (f"{TAG}{game}_{sources_digest(folder, '')}", np.uint8)))


def tag_of(names: Sequence[str]) -> str:
    """The name of the game in a record type's field names; `TypeError` where it carries no tag."""
    last = names[-1] if names else ""
    if not last.startswith(TAG):
        raise TypeError("this record is no game's state: make its type with records.tagged")
    return last[len(TAG) :].rsplit("_", 1)[0]


def new(dtype: np.dtype[Any], count: int = 1) -> np.ndarray[Any, Any]:
    """An array of `count` records of zeros, padding included, in no line of the processor's cache that another one is in."""
    # two threads that write to one line of the cache wait for each other at every write
    room = np.zeros(_LINE + count * dtype.itemsize, np.uint8)
    return room[_LINE:].view(dtype)


def digest(data: Any) -> str:
    """The first 16 hex digits of the SHA-256 of a record's bytes."""
    return hashlib.sha256(bytes(data)).hexdigest()[:16]


@intrinsic
def _copy_bytes(typingctx: Any, out: Any, source: Any) -> Any:
    size = out.size

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, args[0], args[1], ir.Constant(ir.IntType(64), size), 1)
        return context.get_dummy_value()

    return types.none(out, source), codegen


def copy(out: Any, source: Any) -> None:
    """Writes all fields of `source` into `out`; both have one record type."""
    for name in source.dtype.names:
        out[name] = source[name]


@overload(copy, strict=False)
def _copy(out: Any, source: Any) -> Any:
    if isinstance(out, types.Record) and out == source:
        return lambda out, source: _copy_bytes(out, source)  # pyright: ignore[reportCallIssue]
    return None
