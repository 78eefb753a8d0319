"""The members of an enum as plain numbers, for kernels.

    PHASE = numbers(Phase)                  once, below the enum
    s.phase = PHASE.MOVE                    in a kernel
    if s.phase == PHASE.MOVE

To the compiler `PHASE` is a constant whose type holds the numbers. It would accept the enum members too, but plain
Python, which runs a game until it is compiled, takes a hundred times as long to compare them with a number.
"""

from enum import IntEnum
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


class _Numbers:
    def __init__(self, enum: type[IntEnum]) -> None:
        for member in enum:
            setattr(self, member.name, int(member))


def numbers(enum: type[IntEnum]) -> Any:
    """An object with a plain int attribute for each member of `enum`."""
    return _Numbers(enum)


class _NumbersType(types.Opaque):
    def __init__(self, members: dict[str, int]) -> None:
        self.members = members
        super().__init__(f"Numbers({members})")


_extending.register_model(_NumbersType)(models.OpaqueModel)


@_extending.typeof_impl.register(_Numbers)
def _type_of(value: _Numbers, _context: Any) -> Any:
    return _NumbersType(vars(value))


@_lowering.lower_constant(_NumbersType)
def _constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    return context.get_dummy_value()


@_templates.infer_getattr
class _Attributes(_templates.AttributeTemplate):
    """How the compiler sees the numbers: one attribute per name."""

    key = _NumbersType

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """The type of an attribute; None if no member has this name."""
        return types.int64 if name in kind.members else None


@_lowering.lower_getattr_generic(_NumbersType)
def _number(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    return ir.Constant(ir.IntType(64), kind.members[name])
