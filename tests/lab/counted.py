"""A tabletop whose plays are counted by the game's own counters, for scenarios that say what is counted."""

from typing import Self, TypeVar

import numpy as np

from sandtable.engine.game import Position
from sandtable.lab.run import watch
from tests.rules.scenario import Tabletop

T = TypeVar("T", bound=Tabletop)


class CountedPosition(Position):
    """A position that adds what is played in it to `counts`."""

    counts: np.ndarray

    def play(self, action: int) -> Self:
        before = self.copy()
        super().play(action)
        watch.tally(self.game.setup, before.state, int(action), self.state, self.counts)
        return self


def counted(t: T) -> T:
    """The tabletop, with all that is played from now on counted."""
    game = t.position.game
    position = CountedPosition(game, np.frombuffer(bytes(t.position), game.spec.rules.state))
    position.counts = np.zeros((2, len(watch.names(game.spec))))
    t.position = position
    return t


def counts(t: Tabletop) -> dict[str, tuple[float, float]]:
    """What was counted of either seat, by name; nothing that was not."""
    position = t.position
    assert isinstance(position, CountedPosition)
    names = watch.names(position.game.spec)
    found = {name: (position.counts[0, n], position.counts[1, n]) for n, name in enumerate(names)}
    return {name: pair for name, pair in found.items() if pair != (0.0, 0.0)}
