"""Search players: information-set search, and tree search for games with nothing hidden."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sandtable.agents.script import ratings
from sandtable.authoring import Rng, Setup, below
from sandtable.authoring.records import new
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Position
from sandtable.search import ismcts, mcts, policy
from sandtable.search import tree as trees

# simulations between two calls to `cancelled`
SLICE = 64
# exponent applied to the visit counts when the final action is drawn
POWER = 4.0
# options of a search for the best response to a known policy, which need not be unpredictable itself
RESPONSE = {"doubt": 0.0, "smooth": 0, "wins": 1, "power": 64.0}


class InformationSearchAgent:
    """Draws its action from the visits of an information-set search.

    `options`: those of `ismcts.OPTIONS`, the exponent `power`, and `exact`: the phases in which the values of
    `policy.rate` are exact, so that the best action is played without a search.
    """

    def __init__(self, rules: Spec, simulations: int, options: Mapping[str, Any]) -> None:
        self.simulations = simulations
        own = {"power", "exact"}
        self.options = ismcts.options(**{name: value for name, value in options.items() if name not in own})
        self.power = float(options.get("power", POWER))
        self.exact = frozenset(options.get("exact", ()))
        if missing := sorted(self.exact - set(rules.rules.phases)):
            raise ValueError(
                f"{rules.id} has no phase {missing[0]!r}: its phases are {', '.join(rules.rules.phases)}"
            )
        self._max_actions = rules.rules.max_actions

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """An action drawn by visits; a single legal action is returned at once."""
        only = view.forced()
        if only is not None:
            return only
        actions, setup = view.actions(), view.agent_setup(seat)
        if view.phase in self.exact and (best := self._best(setup, view, seat, actions, rng)) is not None:
            return best
        simulations = max(1, self.simulations if budget is None else budget)
        tree = trees.grow(self._max_actions, simulations + 1, 32 * simulations + self._max_actions)
        states, flag = new(view.game.spec.rules.state, 2), np.zeros(1, np.uint8)
        ismcts.begin(view.state, seat, tree)
        self._prefer(setup, view, seat, actions, tree)
        done = 0
        while done < simulations and not (done > 0 and cancelled is not None and cancelled()):
            part = min(SLICE if cancelled is not None else simulations, simulations - done)
            done += ismcts.search(setup, view.state, seat, states, tree, rng, self.options, part, flag)
        return self._draw(view, tree, rng)

    def _prefer(self, setup: Setup, view: Position, seat: int, actions: list[int], tree: trees.Tree) -> None:
        if len(actions) > self.options.wide:
            return
        values = ratings(setup, view.state, seat, actions)
        if values is not None:
            ismcts.set_priors(tree, np.array(actions), values, len(actions), self.options.warmth)

    def _best(self, setup: Setup, view: Position, seat: int, actions: list[int], rng: Rng) -> int | None:
        """The action with the highest value, or one of them if several have it; None if the game cannot tell."""
        values = ratings(setup, view.state, seat, actions)
        if values is None:
            return None
        best = np.flatnonzero(values == values.max())
        return int(policy.perform(setup, view.state, actions[best[below(rng, len(best))]], rng))

    def _draw(self, view: Position, tree: trees.Tree, rng: Rng) -> int:
        actions = np.zeros(self._max_actions, np.int64)
        visits, values = np.zeros(self._max_actions, np.int64), np.zeros(self._max_actions)
        count = trees.result(tree, ismcts.root(tree, view.state), actions, visits, values)
        if visits[:count].sum() == 0:
            return view.sample(rng)
        chosen = actions[ismcts.choose_by_visits(visits[:count].tolist(), rng, self.power)]
        return int(policy.perform(view.game.setup, view.state, chosen, rng))


class TreeSearchAgent:
    """Plays the most visited action of a tree search; `ValueError` for a game with secrets (`Spec.secret`)."""

    def __init__(self, rules: Spec, simulations: int) -> None:
        if rules.secret:
            raise ValueError(
                f"{rules.id} has hidden information, which mcts does not support: use search:{simulations}"
            )
        self.simulations = simulations
        self._max_actions = rules.rules.max_actions

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The most visited action."""
        simulations = max(1, self.simulations if budget is None else budget)
        tree = trees.grow(self._max_actions, simulations + 2, 32 * simulations + self._max_actions)
        state, flag = new(view.game.spec.rules.state)[0], np.zeros(1, np.uint8)
        mcts.begin(view.state, tree)
        done = 0
        while done < simulations and not (done > 0 and cancelled is not None and cancelled()):
            part = min(SLICE if cancelled is not None else simulations, simulations - done)
            done += mcts.search(view.game.setup, view.state, state, tree, rng, part, mcts.EXPLORATION, flag)
        return int(policy.perform(view.game.setup, view.state, mcts.best(tree), rng))
