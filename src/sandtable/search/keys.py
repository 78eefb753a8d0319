"""Keys of information sets: 64 bits made from the bytes of a record."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from sandtable.authoring import inline

_SEED = np.uint64(0x243F6A8885A308D3)
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)


@inline
def _stir(key: Any, word: Any):
    key = (key ^ word) * _FACTOR
    return key ^ (key >> _HALF)


_intrinsic: Any = intrinsic


@_intrinsic
def word_at(typingctx: Any, record: Any, index: Any) -> Any:
    """The uint64 at byte 8 * `index` of `record`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start = builder.bitcast(args[0], cgutils.voidptr_t)
        place = builder.gep(start, [builder.mul(args[1], ir.Constant(ir.IntType(64), 8))])
        pointer = builder.bitcast(place, ir.IntType(64).as_pointer())
        loaded = builder.load(pointer)
        loaded.align = 1
        return loaded

    return types.uint64(record, types.int64), codegen


@_intrinsic
def byte_at(typingctx: Any, record: Any, index: Any) -> Any:
    """Byte `index` of `record`, as uint64."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start = builder.bitcast(args[0], cgutils.voidptr_t)
        loaded = builder.load(builder.gep(start, [args[1]]))
        return builder.zext(loaded, ir.IntType(64))

    return types.uint64(record, types.int64), codegen


def fingerprint(record: Any) -> Any:
    """A uint64 that depends on every byte of `record`; equal records give equal keys."""
    data = record.tobytes()
    whole = len(data) // 8 * 8
    key = _SEED
    for word in np.frombuffer(data[:whole], np.uint64):
        key = _stir(key, word)
    for byte in data[whole:]:
        key = _stir(key, np.uint64(byte))
    return key


@overload(fingerprint)
def _fingerprint(record: Any) -> Any:
    if not isinstance(record, types.Record):
        return None
    words, size = record.size // 8, record.size

    def compiled(record: Any) -> Any:
        key = _SEED
        for i in range(words):
            key = _stir(key, word_at(record, np.int64(i)))
        for i in range(words * 8, size):
            key = _stir(key, byte_at(record, np.int64(i)))
        return key

    return compiled
