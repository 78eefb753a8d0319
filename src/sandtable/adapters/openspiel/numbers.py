"""Numbers actions and outcomes for OpenSpiel, and says which ones a position lists.

Without a grid the numbers are the game's own. In a `partial` phase only the examples that `legal` lists have numbers,
and outcomes that cannot be listed are represented by DRAWS fixed draws from `sample`.

A game with too many actions declares a `Grid`, a coarser numbering of everything that can happen in it:

    actions                       `Actions`; a kind whose name and sizes also occur in the game is used as it is; any
                                  other kind is coarse
    labels(setup)                 `Labels` of the coarse kinds' fields
    open_numbers(setup, view)     the coarse numbers open to the seat to move in a partial phase, in addition to what
                                  `legal` lists there for kinds used as they are
    action_of(setup, view, n)     the game's action or outcome for a coarse number, a legal one if the number is open
    outcomes(setup, view)         pairs of coarse number and weight for outcomes that cannot be listed; the weights add
                                  up to 1

The functions read only what the seat to move may know, as in `sandtable.search.policy`.
"""

from collections import Counter
from typing import Protocol

from sandtable.authoring.rng import stream
from sandtable.authoring.spec import Grid
from sandtable.engine.game import Game, Position

# OpenSpiel stores action numbers in 32 bits
MOST = 2**31 - 1
DRAWS = 32
# marks an action of a kind that the grid replaces with a coarser one
_COARSE = -1

Chances = list[tuple[int, float]]


class Numbers(Protocol):
    """A numbering of a game's actions and outcomes: `count` of them, from 0."""

    count: int

    def legal(self, position: Position) -> list[int]:
        """The numbers open to the seat to move, in ascending order."""
        ...

    def chances(self, position: Position) -> Chances:
        """The numbers of the outcomes with their weights, in ascending order, without weights of 0."""
        ...

    def action(self, position: Position, number: int) -> int:
        """The game's action for a number; `ValueError` if there is no such number."""
        ...

    def text(self, number: int) -> str:
        """The sentence for a number."""
        ...


def numbers_of(game: Game) -> Numbers:
    """The game's own numbering, or that of its grid; `ValueError` if it has too many actions for OpenSpiel."""
    grid = game.spec.learning.grid
    numbers = OwnNumbers(game) if grid is None else GridNumbers(game, grid)
    if numbers.count > MOST:
        raise ValueError(
            f"{game.id} has {numbers.count} actions, but OpenSpiel supports at most {MOST}: declare a grid"
        )
    return numbers


class OwnNumbers:
    """The numbers of the game itself."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.count = game.spec.rules.actions.count

    def legal(self, position: Position) -> list[int]:
        """What the position lists."""
        return position.actions()

    def chances(self, position: Position) -> Chances:
        """What the position lists, or DRAWS draws that represent what cannot be listed."""
        return [(outcome, weight) for outcome, weight in position.chances() if weight > 0] or _drawn(position)

    def action(self, position: Position, number: int) -> int:
        """The number itself."""
        return number

    def text(self, number: int) -> str:
        """The game's sentence."""
        return self.game.describe(number)


def _drawn(position: Position) -> Chances:
    fixed = stream(0)
    found = Counter(position.sample(fixed) for _ in range(DRAWS))
    return [(outcome, found[outcome] / DRAWS) for outcome in sorted(found)]


class GridNumbers:
    """The numbers of a grid."""

    def __init__(self, game: Game, grid: Grid) -> None:
        self.game = game
        self.grid = grid
        self.count = grid.actions.count
        self._labels = {**game.labels, **grid.labels(game.setup)}
        own = {kind.name: kind.sizes for kind in game.spec.rules.actions.kinds}
        taken = [kind.name for kind in grid.actions.kinds if own.get(kind.name) == kind.sizes]
        # for each kind used as it is: its first action, the end of its range, and its first number here
        self._taken = [
            (game.spec.rules.actions.base(name), game.spec.rules.actions.end(name), grid.actions.base(name))
            for name in taken
        ]

    def legal(self, position: Position) -> list[int]:
        """What the position lists for kinds used as they are, and the open numbers of the others."""
        found = [number for action in position.actions() if (number := self._number(action)) != _COARSE]
        if position.partial:
            found += self.grid.open_numbers(self.game.setup, position.state)
        return sorted(found)

    def chances(self, position: Position) -> Chances:
        """What the position lists, or what the grid gives for it."""
        listed = [(self._number(outcome), weight) for outcome, weight in position.chances() if weight > 0]
        return sorted(listed or self.grid.outcomes(self.game.setup, position.state))

    def action(self, position: Position, number: int) -> int:
        """The action of a kind used as it is, or what the grid gives."""
        for base, end, first in self._taken:
            if first <= number < first + end - base:
                return base + number - first
        return self.grid.action_of(self.game.setup, position.state, number)

    def text(self, number: int) -> str:
        """The grid's sentence."""
        return self.grid.actions.text(number, self._labels)

    def _number(self, action: int) -> int:
        found = (first + action - base for base, end, first in self._taken if base <= action < end)
        return next(found, _COARSE)
