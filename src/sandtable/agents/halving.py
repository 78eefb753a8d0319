"""The player that tries candidates and ever smaller variations of the best ones (see `search.halving`)."""

from collections.abc import Callable, Mapping
from typing import Any

from sandtable.authoring import Rng
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Position
from sandtable.search import policy
from sandtable.search.halving import Options, best_action


class HalvingAgent:
    """Plays the best action found in `simulations` samples; `options`: see `search.halving.Options`.

    Raises `ValueError` for a game that does not propose actions to try.
    """

    def __init__(self, rules: Spec, simulations: int, options: Mapping[str, Any]) -> None:
        if not policy.proposes(rules.players.policies):
            raise ValueError(f"{rules.id} has no policy that proposes actions to try")
        self.simulations = simulations
        self.options = Options(**options)
        self._most = rules.rules.max_actions

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The best action found; a single legal action is returned at once."""
        only = view.forced()
        if only is not None:
            return only
        simulations = self.simulations if budget is None else budget
        setup, state = view.game.setup, view.state
        found = best_action(setup, state, seat, self._most, simulations, self.options, rng, cancelled)
        return int(policy.perform(setup, state, found.action, rng))
