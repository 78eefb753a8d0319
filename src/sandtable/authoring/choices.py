"""What a report can compare: what a side picks before the fight, and what it can do in the fight.

A game declares `picks`, what each side picks once (secret numbers, an army, a line-up); `action_groups`, what a side
may do repeatedly; `groupings`, by which reports group sides (opening, line-up, the cards they were dealt); and
`events`, which heat maps can show (where pieces attack, where they fall). A game that declares none has no picks,
groupings or events, and one group for each kind of action.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.authoring.actions import Unpacked
from sandtable.authoring.naming import listed
from sandtable.authoring.operands import Setup, State, View
from sandtable.authoring.settings import Value
from sandtable.graphics.drawing import Place

NOTHING_TO_TAKE = -1
# how many times a search looks for a better option of a pick (`lab.report.search`); each may add an unlisted one
SEARCHES = 6

Take = Callable[[Setup, View, int], int]
Does = Callable[[Setup, View, Unpacked], bool]
Told = Callable[[Setup, State, Unpacked], str]
Places = Callable[[Setup, State, Unpacked, State], Iterable[Place]]


@dataclass(frozen=True)
class Option:
    """One option of a pick, taken either by settings (for seat 0, for seat 1) or by actions.

    `take(setup, view, seat)` is the action by which `seat`, which is to move, takes the option, or NOTHING_TO_TAKE if
    it is free to choose.
    """

    name: str
    text: str
    settings: tuple[Mapping[str, Value], Mapping[str, Value]] | None = None
    take: Take | None = None


@dataclass(frozen=True)
class Space:
    """Everything that can be picked, if the options are only part of it; a report can search it for better ones.

    `total` is the number of options. `draw(below)` draws one uniformly at random, where `below(n)` returns a whole
    number in [0, n); `near(option)` lists those similar to an option; `read(name)` returns the one with this name, or
    None. `cover()` lists options spread over the whole space, few enough for a search to start with all of them.
    """

    total: int
    draw: Callable[[Callable[[int], int]], Option]
    near: Callable[[Option], Sequence[Option]]
    read: Callable[[str], Option | None]
    cover: Callable[[], Iterable[Option]] = tuple[Option, ...]


@dataclass(frozen=True)
class Pick:
    """Something that each side picks; `natural` is the option that most people would pick at first glance.

    `space` is everything that can be picked, if the options are only part of it. `filled_in` names what the options are
    made of if that is not the designer's but Sandtable's: a report says so and does not advise acting on it.
    """

    name: str
    text: str
    options: tuple[Option, ...]
    natural: str
    space: Space | None = None
    filled_in: str = ""

    @property
    def searchable(self) -> bool:
        """Whether there are enough unlisted options to search for better ones."""
        return self.space is not None and self.space.total > len(self.options) + SEARCHES

    def option(self, name: str) -> Option:
        """The option with this name, from the whole space if there is one; `ValueError` lists the named options."""
        found = next((option for option in self.options if option.name == name), None)
        if found is None and self.space is not None:
            found = self.space.read(name)
        if found is None:
            known = [option.name for option in self.options]
            raise ValueError(
                f"{self.name} has no option {name!r}{listed(name, known, 'the options are ' + ', '.join(known))}"
            )
        return found


@dataclass(frozen=True)
class ActionGroup:
    """Something that a side may do; `text` is what follows "may not", and `does(setup, view, action)` says whether an
    action belongs to the group.
    """

    name: str
    text: str
    does: Does


@dataclass(frozen=True)
class Grouping:
    """A way to group the sides of matches, so that a report says what each group scores; `text` is what follows "by".

    `told(setup, state, action)` returns the group of the side to move, which plays `action` in the full `state`, or ""
    if the action does not show it. The first non-empty name is the side's group in a match.
    """

    name: str
    text: str
    told: Told


@dataclass(frozen=True)
class BoardEvent:
    """Something that happens at a place on the board, which a heat map can show; `text` is what follows "Where".

    `places(setup, before, action, after)` lists the places where an action or outcome made it happen, given both full
    states; each is on the board of side `Place.seat`, in units of the game's drawing.
    """

    name: str
    text: str
    places: Places


def kind(name: str, text: str) -> ActionGroup:
    """The action group of all actions of kind `name`."""
    return ActionGroup(name, text, lambda _setup, _view, action: action.kind == name)


def pick(spec: Any, name: str) -> Pick:
    """The pick with this name; `ValueError` lists the valid ones."""
    return _named(spec, "pick", spec.lab.picks, name)


def action_group(spec: Any, name: str) -> ActionGroup:
    """The action group with this name; `ValueError` lists the valid ones."""
    return _named(spec, "action group", spec.lab.action_groups, name)


def event(spec: Any, name: str) -> BoardEvent:
    """The board event with this name; `ValueError` lists the valid ones."""
    return _named(spec, "event", spec.lab.events, name)


def _named(spec: Any, what: str, known: Any, name: str) -> Any:
    found = next((one for one in known if one.name == name), None)
    if found is None:
        names = [one.name for one in known]
        there = f"the {what}s are {', '.join(names)}" if names else "it declares none"
        raise ValueError(f"{spec.id} has no {what} {name!r}{listed(name, names, there)}")
    return found
