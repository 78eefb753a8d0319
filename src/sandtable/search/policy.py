"""A game's own quick players: what a game may offer to searches and agents beside its rules.

A game folder may hold a module `policies` with

    NAMES = ("script", ...)                            names of its policies, numbered from 1
    choose(setup, view, seat, number, rng) -> action   what policy `number` plays for `seat`, who is to move
    quick(setup, view, seat, rng) -> action            the policy that playouts follow; it must take well under a microsecond
    rate(setup, view, seat, actions, count, out)       writes the value of each of `actions[:count]` in [-1, 1] into `out`;
                                                       returns False where it cannot tell

all compiled with `jit`. Where there are too many actions to look at each, it may say which to look at, compiled too:

    propose(setup, view, seat, out) -> count           writes actions worth looking at into `out` (int64[n]), each once, the
                                                       most hopeful first; at least one
    vary(setup, view, action, scale, rng) -> action    a legal action that is like a legal `action`; the smaller `scale`,
                                                       at most 1, the more like it
    guess(setup, view, seat, rng, out)                 writes a full state that fits the view of `seat` into `out`, drawn as the
                                                       game thinks likely; `ops.resample` takes all that fit as equally likely

It may also say how to think in whole actions, numbered as it likes ("intents"), in plain Python:

    intents(setup, view) -> intents, values            what the seat to move can begin, and what each is worth to it; none
                                                       where no whole action is to be chosen
    begin(setup, view, intent) -> action               the action that begins an intent
    go_on(setup, view, intent) -> action               the next action of the intent in progress; NO_ACTION once it is over
    expect(setup, view, plan) -> value                 what it is worth to the seat to move to carry out intents one after the
                                                       other, those left out that do not fit when their turn comes

The compiled ones take a full state and the view of `seat` alike and read only what `seat` may know, so that
searches need not redact in every step. A game without such a module is played uniformly. The calls are bound by the record
type of the state, so kernels are found in the compile cache again.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from numba import types
from numba.extending import overload

from sandtable import ops
from sandtable.records import tag_of

UNIFORM = 0
NO_ACTION = -1


def names(functions: Any) -> tuple[str, ...]:
    """The names of the policies of the game with these rules (`Spec.functions`); the first has number 1."""
    module = _module(functions["apply"])
    return module.NAMES if module else ()


def choose(setup: Any, view: Any, seat: Any, number: Any, rng: Any) -> int:
    """The action of policy `number` for `seat`, who is to move in `view`; a uniform legal one for UNIFORM."""
    module = _of(view.dtype.names)
    if number == UNIFORM or module is None:
        return ops.sample(setup, view, rng)
    return module.choose(setup, view, seat, number, rng)


def quick(setup: Any, view: Any, seat: Any, rng: Any) -> int:
    """The action of the game's policy for playouts for `seat`, who is to move in `view`; else a uniform legal one."""
    module = _of(view.dtype.names)
    return module.quick(setup, view, seat, rng) if module else ops.sample(setup, view, rng)


def rate(setup: Any, view: Any, seat: Any, actions: Any, count: Any, out: Any) -> bool:
    """Writes the value of each of `actions[:count]` for `seat`, in [-1, 1], into `out`; False where the game cannot tell."""
    module = _of(view.dtype.names)
    return module.rate(setup, view, seat, actions, count, out) if module else False


def propose(setup: Any, view: Any, seat: Any, out: Any) -> int:
    """Writes actions worth looking at for `seat`, who is to move in `view`, into `out`; those of `ops.legal` by default.

    Then `out` must have room for all of them.
    """
    module = _proposing(view.dtype.names)
    return module.propose(setup, view, seat, out) if module else ops.legal(setup, view, out)


def vary(setup: Any, view: Any, action: Any, scale: Any, rng: Any) -> int:
    """A legal action that is much like `action`; itself where the game does not know of such."""
    module = _proposing(view.dtype.names)
    return module.vary(setup, view, action, scale, rng) if module else action


def guess(setup: Any, view: Any, seat: Any, rng: Any, out: Any) -> None:
    """Writes a full state that fits the `view` of `seat` into `out`, as the game thinks likely; `ops.resample` by default."""
    module = _proposing(view.dtype.names)
    draw = module.guess if module else ops.resample
    draw(setup, view, seat, rng, out)


def proposes(functions: Any) -> bool:
    """Whether the game with these rules says which actions are worth looking at."""
    return hasattr(_module(functions["apply"]), "propose")


def plans(functions: Any) -> ModuleType | None:
    """The module with `intents`, `begin`, `go_on` and `expect` of the game with these rules; None if it has none."""
    module = _module(functions["apply"])
    return module if module is not None and hasattr(module, "intents") else None


def _of(fields: Any) -> ModuleType | None:
    return _module(ops.function(tag_of(fields), "apply"))


def _proposing(fields: Any) -> ModuleType | None:
    module = _of(fields)
    return module if hasattr(module, "propose") else None


def _module(function: Any) -> ModuleType | None:
    return companion(function, "policies")


def companion(function: Any, name: str) -> ModuleType | None:
    """The module `name` that stands beside the one of a game's `function`; None if there is none."""
    folder = function.__module__.rpartition(".")[0]
    return import_module(f"{folder}.{name}") if folder and find_spec(f"{folder}.{name}") else None


@overload(choose, strict=False)
def _choose(setup: Any, view: Any, seat: Any, number: Any, rng: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _of(list(view.fields))
    if module is None:
        return lambda setup, view, seat, number, rng: ops.sample(setup, view, rng)
    play = module.choose

    def compiled(setup: Any, view: Any, seat: Any, number: Any, rng: Any) -> Any:
        if number == UNIFORM:
            return ops.sample(setup, view, rng)
        return play(setup, view, seat, number, rng)

    return compiled


@overload(quick, strict=False)
def _quick(setup: Any, view: Any, seat: Any, rng: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _of(list(view.fields))
    if module is None:
        return lambda setup, view, seat, rng: ops.sample(setup, view, rng)
    play = module.quick
    return lambda setup, view, seat, rng: play(setup, view, seat, rng)


@overload(rate, strict=False)
def _rate(setup: Any, view: Any, seat: Any, actions: Any, count: Any, out: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _of(list(view.fields))
    return module.rate.py_func if module else lambda setup, view, seat, actions, count, out: False


@overload(propose, strict=False)
def _propose(setup: Any, view: Any, seat: Any, out: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _proposing(list(view.fields))
    if module is None:
        return lambda setup, view, seat, out: ops.legal(setup, view, out)
    return module.propose.py_func


@overload(vary, strict=False)
def _vary(setup: Any, view: Any, action: Any, scale: Any, rng: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _proposing(list(view.fields))
    return module.vary.py_func if module else lambda setup, view, action, scale, rng: action


@overload(guess, strict=False)
def _guess(setup: Any, view: Any, seat: Any, rng: Any, out: Any) -> Any:
    if not isinstance(view, types.Record):
        return None
    module = _proposing(list(view.fields))
    if module is None:
        return lambda setup, view, seat, rng, out: ops.resample(setup, view, seat, rng, out)
    return module.guess.py_func
