"""Default operations, for a game in which nothing is hidden, rolled or evaluated.

Each is compiled for the records of the game that omits it. `sample` and `check` list all actions on every call, so
games that need speed provide their own.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from sandtable._compiler.kernels import jit
from sandtable.authoring import ops
from sandtable.authoring.operands import Rng, Setup, State, View
from sandtable.authoring.records import CHANCE, OVER, TAG, copy, tag_of
from sandtable.authoring.rng import below, uniform

# it has no type stubs
_from_dtype: Any = from_dtype

NOT_POSSIBLE = 1


def most(state: State) -> int:
    """The maximum number of actions in any position of the game that this state belongs to."""
    return ops.offered(tag_of(state.dtype.names), "max_actions")


@overload(most)
def _most(state: State) -> Any:
    if not isinstance(state, types.Record):
        return None
    count = ops.offered(tag_of(list(state.fields)), "max_actions")

    def compiled(state: State) -> Any:
        return count

    return compiled


@jit
def chance(setup: Setup, state: State, weights: Any) -> Any:
    """Nothing is left to chance, or the outcomes cannot be listed."""
    return 0


@jit
def sample(setup: Setup, state: State, rng: Rng) -> Any:
    """One of the listed actions, uniformly at random; outcomes by their weights."""
    actions = np.empty(most(state), np.int64)
    count = ops.legal(setup, state, actions)
    if state.to_move == CHANCE:
        weights = np.empty(most(state), np.float64)
        drawn = uniform(rng)
        for i in range(ops.chance(setup, state, weights)):
            drawn -= weights[i]
            if drawn < 0.0:
                return actions[i]
        # reached only through rounding errors
        return actions[count - 1]
    return actions[below(rng, count)]


@jit
def check(setup: Setup, state: State, action: Any) -> Any:
    """0 if `action` is listed, otherwise NOT_POSSIBLE."""
    actions = np.empty(most(state), np.int64)
    for i in range(ops.legal(setup, state, actions)):
        if actions[i] == action:
            return 0
    return NOT_POSSIBLE


@jit
def observe(setup: Setup, state: State, seat: Any, out: Any) -> Any:
    """Nothing is secret."""
    copy(out, state)


@jit
def determinize(setup: Setup, view: View, seat: Any, rng: Rng, out: Any) -> Any:
    """Nothing is unknown, so the view is the full state."""
    copy(out, view)


@jit
def observed_action(setup: Setup, state: State, seat: Any, action: Any) -> Any:
    """Everyone sees every action."""
    return action


@jit
def evaluate(setup: Setup, state: State, seat: Any) -> Any:
    """The score once the match is over, 0 until then."""
    return np.float64(state.score[seat]) if state.to_move == OVER else 0.0


def blank(state: State) -> Any:
    """A record like `state`, with arbitrary contents."""
    return np.empty(1, state.dtype).view(np.recarray)[0]


@overload(blank)
def _blank(state: State) -> Any:
    if not isinstance(state, types.Record):
        return None
    kind = as_dtype(state)

    def compiled(state: State) -> Any:
        return np.empty(1, kind)[0]

    return compiled


def numbers(kind: Any, offset: int = 0) -> Iterator[tuple[int, Any]]:
    """Offset and type of each number in a record of this NumPy type, in memory order, without the tag."""
    for name in kind.names or ():
        inner, place = kind.fields[name][:2]
        for n in range(inner.itemsize // inner.base.itemsize if not name.startswith(TAG) else 0):
            at = offset + place + n * inner.base.itemsize
            yield from numbers(inner.base, at) if inner.base.names else ((at, inner.base),)


def spread(state: State, out: Any) -> int:
    """Writes all numbers of `state` into `out` (float32[n]), in memory order; returns how many."""
    raw, found = state.tobytes(), list(numbers(state.dtype))
    for n, (place, kind) in enumerate(found):
        out[n] = np.frombuffer(raw, kind, 1, place)[0]
    return len(found)


@intrinsic
def _spread(typingctx: Any, state: State, out: Any) -> Any:
    found: Any = [(place, _from_dtype(kind)) for place, kind in numbers(as_dtype(state))]

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        start = builder.bitcast(args[0], ir.IntType(8).as_pointer())
        room = context.make_array(out)(context, builder, args[1]).data
        for n, (place, kind) in enumerate(found):
            at = builder.gep(start, [ir.Constant(ir.IntType(64), place)])
            at = builder.bitcast(at, context.get_data_type(kind).as_pointer())
            value = context.unpack_value(builder, kind, at)
            number = context.cast(builder, value, kind, types.float32)
            builder.store(number, builder.gep(room, [ir.Constant(ir.IntType(64), n)]))
        return ir.Constant(ir.IntType(64), len(found))

    return types.int64(state, out), codegen


@overload(spread)
def _spread_compiled(state: State, out: Any) -> Any:
    if not isinstance(state, types.Record):
        return None

    def compiled(state: State, out: Any) -> Any:
        return _spread(state, out)  # pyright: ignore[reportCallIssue]

    return compiled


@jit
def features(setup: Setup, state: State, seat: Any, out: Any) -> Any:
    """All numbers that `seat` may know, in memory order."""
    view = blank(state)
    ops.observe(setup, state, seat, view)
    return spread(view, out)


FUNCTIONS = {
    function.__name__: function
    for function in (chance, sample, check, observe, determinize, observed_action, evaluate, features)
}
