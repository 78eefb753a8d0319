"""How actions and outcomes are numbered for OpenSpiel, and which of them a position lists.

Without a grid the numbers are the game's own: in a `partial` phase the examples of `legal` are all there is, and for outcomes
that cannot be listed stand DRAWS draws of `sample`, always the same ones.

A game with too many actions declares a `Grid`, a coarser numbering of all that can happen in it:

    actions                       `Actions`; a kind with a name and sizes that the game has too is that kind, taken as it is;
                                  any other one is coarse
    labels(setup)                 `Labels` of the coarse kinds' fields
    open_numbers(setup, view)     the coarse numbers open to the seat to move in a partial phase; what `legal` has there of
                                  kinds that are taken as they are comes on top
    action_of(setup, view, n)     the action or outcome of the game that a coarse number stands for, a legal one if it is open
    outcomes(setup, view)         pairs of coarse number and weight, the weights together 1, for outcomes that cannot be listed

They read only what the seat to move may know, as `sandtable.search.policy` has it.
"""

from collections import Counter
from typing import Protocol

from sandtable.authoring.rng import stream
from sandtable.authoring.spec import Grid
from sandtable.engine.game import Game, Position

# OpenSpiel writes numbers of actions into 32 bits
MOST = 2**31 - 1
DRAWS = 32
# in place of the number of an action of a kind that the grid does not take as it is
_COARSE = -1

Chances = list[tuple[int, float]]


class Numbers(Protocol):
    """A numbering of a game's actions and outcomes: `count` of them, from 0."""

    count: int

    def legal(self, position: Position) -> list[int]:
        """The numbers of the seat to move, ascending."""
        ...

    def chances(self, position: Position) -> Chances:
        """The numbers of the outcomes with their weights, ascending, none of weight 0."""
        ...

    def action(self, position: Position, number: int) -> int:
        """The game's action for a number; `ValueError` where there is no such number."""
        ...

    def text(self, number: int) -> str:
        """The sentence of a number."""
        ...


def numbers_of(game: Game) -> Numbers:
    """The game's own numbering, or that of its grid; `ValueError` where there are too many actions for OpenSpiel."""
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
        """What the position lists, or DRAWS draws that stand for what cannot be listed."""
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
        # first action of each kind taken as it is, one past its last, its first number
        self._taken = [
            (game.spec.rules.actions.base(name), game.spec.rules.actions.end(name), grid.actions.base(name))
            for name in taken
        ]

    def legal(self, position: Position) -> list[int]:
        """What the position lists of kinds taken as they are, and what is open of the others."""
        found = [number for action in position.actions() if (number := self._number(action)) != _COARSE]
        if position.partial:
            found += self.grid.open_numbers(self.game.setup, position.state)
        return sorted(found)

    def chances(self, position: Position) -> Chances:
        """What the position lists, or what the grid has for it."""
        listed = [(self._number(outcome), weight) for outcome, weight in position.chances() if weight > 0]
        return sorted(listed or self.grid.outcomes(self.game.setup, position.state))

    def action(self, position: Position, number: int) -> int:
        """The action of a kind taken as it is, or what the grid says."""
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
