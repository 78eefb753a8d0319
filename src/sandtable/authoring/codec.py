"""The numbers of one kind of action, packed and unpacked the same way in plain Python and in kernels.

    MOVE = ACTIONS.codec("move")            once, at the top of a module
    MOVE.holds(a)                           in a kernel: whether `a` is a move
    pawn, tile = MOVE.unpack(a)
    MOVE.pack(pawn, tile) == a

To the compiler a codec is a constant: its type holds its numbers, its methods compile to a few inlined instructions,
and callers are cached like any kernel.
"""

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import imputils
from numba.core.datamodel import models
from numba.core.typing import templates

# these have no type stubs
_extending: Any = extending
_lowering: Any = imputils
_templates: Any = templates


@dataclass(frozen=True)
class Codec:
    """The actions from `first` up to but not including `end`; `sizes` are the sizes of the fields, in order, the last
    varying fastest.

    Its methods do not check their arguments.
    """

    first: int
    sizes: tuple[int, ...]

    @cached_property
    def count(self) -> int:
        """How many actions there are."""
        return prod(self.sizes)

    @cached_property
    def end(self) -> int:
        """One past the last action."""
        return self.first + self.count

    def holds(self, action: Any) -> bool:
        """Whether `action` is of this kind."""
        return self.first <= int(action) < self.end

    def pack(self, *fields: Any) -> int:
        """The action with these fields, each at least 0 and below its size."""
        number = 0
        for field, size in zip(fields, self.sizes, strict=True):
            number = number * size + int(field)
        return self.first + number

    def unpack(self, action: Any) -> tuple[int, ...]:
        """The fields of `action`, which is of this kind."""
        number, fields = int(action) - self.first, list[int]()
        for size in reversed(self.sizes):
            number, field = divmod(number, size)
            fields.append(field)
        return tuple(reversed(fields))


class _CodecType(types.Opaque):
    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        super().__init__(f"Codec({codec.first}, {codec.sizes})")


_extending.register_model(_CodecType)(models.OpaqueModel)


@_extending.typeof_impl.register(Codec)
def _type_of(value: Codec, _context: Any) -> Any:
    return _CodecType(value)


@_lowering.lower_constant(_CodecType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@_templates.infer_getattr
class _Attributes(_templates.AttributeTemplate):
    """How the compiler sees a codec: three numbers, and methods that take whole numbers."""

    key = _CodecType

    def resolve_first(self, kind: Any) -> Any:
        """The type of `first`."""
        return types.int64

    resolve_end = resolve_count = resolve_first

    @_templates.bound_function("codec.holds")
    def resolve_holds(self, kind: Any, args: Any, kws: Any) -> Any:
        """The signature of `holds`."""
        return _taking(1, args, kws, types.boolean)

    @_templates.bound_function("codec.pack")
    def resolve_pack(self, kind: Any, args: Any, kws: Any) -> Any:
        """The signature of `pack`."""
        return _taking(len(kind.codec.sizes), args, kws, types.int64)

    @_templates.bound_function("codec.unpack")
    def resolve_unpack(self, kind: Any, args: Any, kws: Any) -> Any:
        """The signature of `unpack`."""
        return _taking(1, args, kws, types.UniTuple(types.int64, len(kind.codec.sizes)))


def _taking(count: int, args: Any, kws: Any, result: Any) -> Any:
    if kws or len(args) != count or not all(isinstance(kind, types.Integer) for kind in args):
        return None
    return _templates.signature(result, *(types.int64 for _ in args))


@_lowering.lower_getattr(_CodecType, "first")
def _first(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return _number(kind.codec.first)


@_lowering.lower_getattr(_CodecType, "end")
def _end(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return _number(kind.codec.end)


@_lowering.lower_getattr(_CodecType, "count")
def _count(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return _number(kind.codec.count)


@_extending.lower_builtin("codec.holds", _CodecType, types.int64)
def _holds(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    codec = sig.args[0].codec
    # read as unsigned numbers, those below the first are large
    above = builder.sub(args[1], _number(codec.first))
    return builder.icmp_unsigned("<", above, _number(codec.count))


@_extending.lower_builtin("codec.pack", _CodecType, types.VarArg(types.int64))
def _pack(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    codec = sig.args[0].codec
    number = _number(0)
    for field, size in zip(args[1:], codec.sizes, strict=True):
        number = builder.add(builder.mul(number, _number(size)), field)
    return builder.add(number, _number(codec.first))


@_extending.lower_builtin("codec.unpack", _CodecType, types.int64)
def _unpack(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    codec, fields = sig.args[0].codec, list[Any]()
    number = builder.sub(args[1], _number(codec.first))
    for size in reversed(codec.sizes):
        fields.append(builder.urem(number, _number(size)))
        number = builder.udiv(number, _number(size))
    return context.make_tuple(builder, sig.return_type, fields[::-1])


def _number(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)
