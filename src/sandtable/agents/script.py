"""Rule-based players: the quick policies that come with a game, scripts and lookaheads."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from sandtable.authoring import Rng, Setup, View
from sandtable.authoring.naming import listed
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Position
from sandtable.search import policy


class PolicyAgent:
    """Plays a policy of the game, given by name; `ValueError` lists the names."""

    def __init__(self, rules: Spec, name: str) -> None:
        self.number = number_of(rules, name)

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The policy's action."""
        del budget, cancelled
        return int(policy.choose(view.agent_setup(seat), view.state, seat, self.number, rng))


def names(rules: Spec) -> tuple[str, ...]:
    """The rule-based players of a game, by number: `random` and its policies."""
    return ("random", *rules.policy_names)


def number_of(rules: Spec, name: str) -> int:
    """The number of a policy of the game, given by name, including `random`."""
    known = names(rules)
    if name not in known:
        there = f"the players are {', '.join(known)}, search:N, and levels by number"
        raise ValueError(
            f"{rules.id} has no player {name!r}{listed(name, (*known, 'search:N', 'mcts:N'), there)}"
        )
    return known.index(name)


def ratings(setup: Setup, view: View, seat: int, actions: Sequence[int]) -> NDArray[np.float64] | None:
    """The value of each of the legal `actions` for `seat`, to move in `view`, as rated by the game; None if the game cannot
    tell.
    """
    values = np.zeros(len(actions))
    rated = policy.rate(setup, view, seat, np.array(actions, np.int64), len(actions), values)
    return values if rated else None
