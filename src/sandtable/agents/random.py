"""The random player."""

from collections.abc import Callable

from sandtable.authoring import Rng
from sandtable.engine.game import Position
from sandtable.search.policy import UNIFORM


class RandomAgent:
    """Plays a uniformly random legal action."""

    number = UNIFORM

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """A uniformly random legal action."""
        del seat, budget, cancelled
        return view.sample(rng)
