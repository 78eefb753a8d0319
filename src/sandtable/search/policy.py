"""A game's own quick players, which it may offer to searches and agents in addition to its rules.

A declaration may hold `Policies`, all but its names and `plans` compiled with `jit`:

    names = ("script", ...)                            names of its policies, numbered from 1
    choose(setup, view, seat, number, rng) -> action   what policy `number` plays for `seat`, which is to move
    quick(setup, view, seat, rng) -> action            the policy that playouts follow; it must take well under a microsecond
    rate(setup, view, seat, actions, count, out)       writes the value of each of `actions[:count]` in [-1, 1] into `out`;
                                                       returns False if it cannot tell

    mix(setup, view, seat, number, actions, count, out)  writes how likely policy `number` is to play each of `actions[:count]`,
    all
                                                       that are legal, into `out`; returns False if it cannot tell

Where there are too many actions to look at each one, the game may say which to look at:

    propose(setup, view, seat, out) -> count           writes actions worth looking at into `out` (int64[n]), each once, the
                                                       most promising first; at least one
    vary(setup, view, action, scale, rng) -> action    a legal action similar to a legal `action`; the smaller
                                                       `scale`, at most 1, the more similar
    guess(setup, view, seat, rng, out)                 writes a full state that fits the view of `seat` into `out`, drawn as the
                                                       game thinks likely; to `ops.determinize` all that fit are equally likely

If what a player decides on is not exactly what it then does, the game may say what it really does:

    perform(setup, view, action, rng) -> action        the legal action that a computer player makes of the one that the
                                                       policies or a search chose; they may choose what `ops.apply` can
                                                       carry out even if `ops.check` refuses it

The game may also say how to think in whole actions, numbered as it likes ("intents"), in plain Python, as `plans`:

    intents(setup, view) -> intents, values            what the seat to move can begin, and what each is worth to it; none
                                                       if no whole action is to be chosen
    begin(setup, view, intent) -> action               the action that begins an intent
    go_on(setup, view, intent) -> action               the next action of the intent in progress; NO_ACTION once it is over
    expect(setup, view, intent) -> value               the value to the seat to move of carrying out an intent and then
                                                       what is best; takes longer and is more reliable than `intents`

The compiled functions accept either a full state or the view of `seat` and read only what `seat` may know, so searches need
not observe at every step. A game without policies is played uniformly. The calls are bound by the record type of the
state, so kernels are found in the compile cache again.
"""

from functools import partial
from typing import Any

from sandtable.authoring import Rng, Setup, View, jit, ops
from sandtable.authoring.records import bind, tag_of

UNIFORM = 0
NO_ACTION = -1


def proposes(policies: Any) -> bool:
    """Whether these policies (`Players.policies`) propose actions to try."""
    return policies is not None and policies.propose is not None


def plans(policies: Any) -> Any:
    """How the game with these policies plans in whole actions (`Policies.plans`); None if it does not."""
    return policies.plans if policies is not None else None


def choose(setup: Setup, view: View, seat: Any, number: Any, rng: Rng) -> int:
    """The action of policy `number` for `seat`, which is to move in `view`; a uniform legal action for UNIFORM."""
    if number == UNIFORM:
        return ops.sample(setup, view, rng)
    return perform(setup, view, _scripted(setup, view, seat, number, rng), rng)


def _scripted(setup: Setup, view: View, seat: Any, number: Any, rng: Rng) -> int:
    return _offered("choose", view.dtype.names)(setup, view, seat, number, rng)


def quick(setup: Setup, view: View, seat: Any, rng: Rng) -> int:
    """The action of the game's playout policy for `seat`, which is to move in `view`; without one, a uniform legal
    action.
    """
    return _offered("quick", view.dtype.names)(setup, view, seat, rng)


def rate(setup: Setup, view: View, seat: Any, actions: Any, count: Any, out: Any) -> bool:
    """Writes the value of each of `actions[:count]` for `seat`, in [-1, 1], into `out`; False if the game cannot tell."""
    return _offered("rate", view.dtype.names)(setup, view, seat, actions, count, out)


def mix(setup: Setup, view: View, seat: Any, number: Any, actions: Any, count: Any, out: Any) -> bool:
    """Writes the probability that policy `number` plays each of `actions[:count]`, all that are legal, into `out`;
    False if unknown.
    """
    if number != UNIFORM:
        return _mixed(setup, view, seat, number, actions, count, out)
    for i in range(count):
        out[i] = 1.0 / count
    return True


def _mixed(setup: Setup, view: View, seat: Any, number: Any, actions: Any, count: Any, out: Any) -> bool:
    return _offered("mix", view.dtype.names)(setup, view, seat, number, actions, count, out)


def propose(setup: Setup, view: View, seat: Any, out: Any) -> int:
    """Writes actions worth trying for `seat`, which is to move in `view`, into `out`; by default those of `ops.legal`,
    for all of which `out` must then have room.
    """
    return _offered("propose", view.dtype.names)(setup, view, seat, out)


def vary(setup: Setup, view: View, action: Any, scale: Any, rng: Rng) -> int:
    """A legal action similar to `action`; the action itself if the game offers no variations."""
    return _offered("vary", view.dtype.names)(setup, view, action, scale, rng)


def guess(setup: Setup, view: View, seat: Any, rng: Rng, out: Any) -> None:
    """Writes a full state consistent with the `view` of `seat` into `out`, drawn as the game thinks likely; by default
    with `ops.determinize`.
    """
    _offered("guess", view.dtype.names)(setup, view, seat, rng, out)


def perform(setup: Setup, view: View, action: Any, rng: Rng) -> int:
    """The action that a computer player really plays after choosing `action` in `view`; by default the same."""
    return _offered("perform", view.dtype.names)(setup, view, action, rng)


def _uniform(setup: Setup, view: View, seat: Any, number: Any, rng: Rng) -> int:
    return ops.sample(setup, view, rng)


def _quickly(setup: Setup, view: View, seat: Any, rng: Rng) -> int:
    return ops.sample(setup, view, rng)


def _untold(setup: Setup, view: View, seat: Any, actions: Any, count: Any, out: Any) -> bool:
    return False


def _secretive(setup: Setup, view: View, seat: Any, number: Any, actions: Any, count: Any, out: Any) -> bool:
    return False


def _listed(setup: Setup, view: View, seat: Any, out: Any) -> int:
    return ops.legal(setup, view, out)


def _itself(setup: Setup, view: View, action: Any, scale: Any, rng: Rng) -> int:
    return action


def _equally(setup: Setup, view: View, seat: Any, rng: Rng, out: Any) -> None:
    ops.determinize(setup, view, seat, rng, out)


def _as_meant(setup: Setup, view: View, action: Any, rng: Rng) -> int:
    return action


# fallbacks for what a game does not offer
_DEFAULTS = {
    "choose": _uniform,
    "quick": _quickly,
    "rate": _untold,
    "mix": _secretive,
    "propose": _listed,
    "vary": _itself,
    "guess": _equally,
    "perform": _as_meant,
}
_COMPILED = {plain: jit(plain) for plain in _DEFAULTS.values()}


def _offered(name: str, fields: Any) -> Any:
    return getattr(ops.offered(tag_of(fields), "policies"), name, None) or _DEFAULTS[name]


def _kernel(name: str, fields: Any) -> Any:
    offered = _offered(name, fields)
    return _COMPILED.get(offered, offered)


_choose = jit(choose)
bind(choose, lambda _: _choose)
bind(_scripted, partial(_kernel, "choose"))
_mix = jit(mix)
bind(mix, lambda _: _mix)
bind(_mixed, partial(_kernel, "mix"))
for _function in (quick, rate, propose, vary, guess, perform):
    bind(_function, partial(_kernel, _function.__name__))
