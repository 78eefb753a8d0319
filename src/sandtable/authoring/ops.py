"""The interface of a game: eleven operations on a constant `setup` record and a changing `state` record.

Each is declared once, here. In compiled code a call dispatches to the game's own function by the record type of the
state; in plain Python the body below does the same. A game calls `register` with the functions of its rules, all
compiled with `jit`.

`seat` is 0 or 1; `observe` also takes `SPECTATOR`. `rng` is a record of `rng.STREAM`. An action is one int64.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sandtable._compiler.kernels import patient
from sandtable.authoring.operands import Rng, Setup, State, View
from sandtable.authoring.records import bind, tag_of

# version of this interface and of what a declaration contains, raised whenever games would have to change
INTERFACE = 3

_rules: dict[str, Mapping[str, Any]] = {}
# the same functions for calls from Python
_called: dict[str, Mapping[str, Any]] = {}
_offers: dict[str, Mapping[str, Any]] = {}

NAMES = (
    "deal",
    "legal",
    "chance",
    "sample",
    "check",
    "apply",
    "observe",
    "determinize",
    "observed_action",
    "evaluate",
    "features",
)
# the others have defaults for games where nothing is hidden, rolled or evaluated (see `defaults`)
NEEDED = ("deal", "legal", "apply")


def register(game: str, functions: Mapping[str, Any], plain: bool = False, **offers: Any) -> None:
    """Makes `functions` the rules of `game`; `ValueError` names an operation that is missing.

    With `plain`, calls from Python compile nothing; calls from compiled code still cause compilation. `offers` is what else
    compiled code may request from a game: `max_actions`, `policies`, `counters`, `vectors`.
    """
    missing = [name for name in NAMES if name not in functions]
    if missing:
        raise ValueError(f"{game} lacks {', '.join(missing)}: a game must define all of {', '.join(NAMES)}")
    _rules[game] = {name: functions[name] for name in NAMES}
    _called[game] = {name: patient(made) if plain else made for name, made in _rules[game].items()}
    _offers[game] = offers


def function(game: str, name: str) -> Any:
    """The function that `game` registered for operation `name`."""
    return _rules[game][name]


def offered(game: str, name: str) -> Any:
    """What `game` offers under this name in addition to its rules, or None."""
    return _offers[game].get(name)


def _found(name: str, fields: Sequence[str]) -> Any:
    return function(tag_of(fields), name)


def _of(state: State, name: str) -> Any:
    return _called[tag_of(state.dtype.names)][name]


def deal(setup: Setup, state: State) -> None:
    """Writes a fresh match into `state`; usually the first roll or choice is still to be made."""
    _of(state, "deal")(setup, state)


def legal(setup: Setup, state: State, out: Any) -> int:
    """Writes the actions of the seat to move (for CHANCE the outcomes) into `out`, ascending, each once; returns how many.

    `out` is int64[n], with n at least the game's `max_actions`. The count is 0 once the match is over. In phases that the
    game declares `partial`, these are only examples of what the seat may do; outcomes that cannot be listed are left
    out entirely.
    """
    return _of(state, "legal")(setup, state, out)


def chance(setup: Setup, state: State, weights: Any) -> int:
    """Writes into `weights` (float64[n]) the weights of the outcomes that `legal` lists, summing to 1; returns how many.

    Returns 0 if outcomes cannot be listed (then only `sample` draws them) or if nothing is left to chance.
    """
    return _of(state, "chance")(setup, state, weights)


def sample(setup: Setup, state: State, rng: Rng) -> int:
    """A uniformly random legal action; for CHANCE an outcome drawn by its weight. The match must not be over."""
    return _of(state, "sample")(setup, state, rng)


def check(setup: Setup, state: State, action: Any) -> int:
    """0 if `action` is legal, otherwise the number of the reason; its sentence and clause are in the game's declaration."""
    return _of(state, "check")(setup, state, action)


def apply(setup: Setup, state: State, action: Any) -> None:
    """Carries out a legal `action` in place; the result for an illegal one is undefined."""
    _of(state, "apply")(setup, state, action)


def observe(setup: Setup, state: State, seat: Any, out: Any) -> None:
    """Writes a copy of `state` into `out`, with everything erased that `seat` must not know. `out` is not `state`."""
    _of(state, "observe")(setup, state, seat, out)


def determinize(setup: Setup, view: View, seat: Any, rng: Rng, out: Any) -> None:
    """Writes into `out` a full state consistent with the `view` of `seat`, drawn from all such states. `out` is not `view`."""
    _of(view, "determinize")(setup, view, seat, rng, out)


def observed_action(setup: Setup, state: State, seat: Any, action: Any) -> int:
    """What `seat` sees of `action`, which is about to be played in `state`: the action itself, or -1 if its content is another
    seat's secret.
    """
    return _of(state, "observed_action")(setup, state, seat, action)


def evaluate(setup: Setup, state: State, seat: Any) -> float:
    """A quick evaluation of a full state for `seat`, in [-1, 1], for agents."""
    return _of(state, "evaluate")(setup, state, seat)


def features(setup: Setup, state: State, seat: Any, out: Any) -> int:
    """Writes what `seat` knows, as numbers, into `out` (float32[n]); returns how many. Accepts a full state or a view."""
    return _of(state, "features")(setup, state, seat, out)


for _name in NAMES:
    # the second argument of every operation is a state or a view
    bind(globals()[_name], partial(_found, _name))
