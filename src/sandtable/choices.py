"""What a game offers to be weighed: what a side picks before the fight, and what it may do in it.

A game folder may hold a module `choices` with

    PICKS = (Pick(...), ...)   what each side picks once: secret numbers, an army, how it lines up
    DEEDS = (Deed(...), ...)   what a side may do again and again
    SIDES = ("...", "...")     what the two sides are called

A game without the module has no picks, and its deeds are the kinds of its actions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sandtable.actions import Unpacked
from sandtable.naming import listed
from sandtable.settings import Value

NOTHING_TO_TAKE = -1

Take = Callable[[Any, Any, int], int]
Does = Callable[[Any, Any, Unpacked], bool]


@dataclass(frozen=True)
class Option:
    """One way to pick: by settings, those for seat 0 and for seat 1, or by the actions that take it.

    `take(setup, view, seat)` is the action that `seat`, who is to move, plays to take it, NOTHING_TO_TAKE where it may
    do as it likes.
    """

    name: str
    text: str
    settings: tuple[Mapping[str, Value], Mapping[str, Value]] | None = None
    take: Take | None = None


@dataclass(frozen=True)
class Pick:
    """Something that each side picks; `natural` is the option that most people would take at first sight."""

    name: str
    text: str
    options: tuple[Option, ...]
    natural: str

    def option(self, name: str) -> Option:
        """The option of this name; `ValueError` lists them."""
        found = next((option for option in self.options if option.name == name), None)
        if found is None:
            known = [option.name for option in self.options]
            raise ValueError(
                f"{self.name} has no option {name!r}{listed(name, known, 'there are ' + ', '.join(known))}"
            )
        return found


@dataclass(frozen=True)
class Deed:
    """Something that a side may do; `text` goes on after "may not", `does(setup, view, action)` tells whether it is it."""

    name: str
    text: str
    does: Does


def kind(name: str, text: str) -> Deed:
    """The deed that is every action of kind `name`."""
    return Deed(name, text, lambda _setup, _view, action: action.kind == name)


def picks(spec: Any) -> tuple[Pick, ...]:
    """What a side picks at the game of this declaration."""
    module = _module(spec)
    return module.PICKS if module else ()


def deeds(spec: Any) -> tuple[Deed, ...]:
    """What a side may do at the game of this declaration; its kinds of actions where it does not say."""
    module = _module(spec)
    if module is not None:
        return module.DEEDS
    return tuple(kind(k.name, f"play an action of the kind “{k.name}”") for k in spec.actions.kinds)


def sides(spec: Any) -> tuple[str, str]:
    """What the two sides of the game of this declaration are called."""
    module = _module(spec)
    return module.SIDES if module else ("Seat 0", "Seat 1")


def pick(spec: Any, name: str) -> Pick:
    """The pick of this name; `ValueError` lists those there are."""
    return _named(spec, "pick", picks(spec), name)


def deed(spec: Any, name: str) -> Deed:
    """The deed of this name; `ValueError` lists those there are."""
    return _named(spec, "deed", deeds(spec), name)


def _named(spec: Any, what: str, known: Any, name: str) -> Any:
    found = next((one for one in known if one.name == name), None)
    if found is None:
        names = [one.name for one in known]
        there = f"there are {', '.join(names) or 'none'}"
        raise ValueError(f"{spec.id} has no {what} {name!r}{listed(name, names, there)}")
    return found


def _module(spec: Any) -> Any:
    folder = spec.functions["apply"].__module__.rpartition(".")[0]
    name = f"{folder}.choices"
    return import_module(name) if folder and find_spec(name) else None
