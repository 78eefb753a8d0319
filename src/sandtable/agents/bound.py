"""Wrappers that restrict a player: one forbids a group of actions, one forces an option of a pick.

Both ask the wrapped player for everything else. For their purpose see `sandtable.authoring.choices`.
"""

from collections.abc import Callable
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np

from sandtable.agents.random import RandomAgent
from sandtable.agents.script import ratings
from sandtable.authoring import Rng
from sandtable.authoring.choices import ActionGroup, Option
from sandtable.authoring.rng import below
from sandtable.engine.game import Position
from sandtable.search import policy


class WithoutAgent:
    """Plays like `agent`, but avoids actions of `group` whenever another one is possible.

    Instead it plays what the game proposes, or else what the game rates best, or else any other action at random. A
    random player always picks at random.
    """

    def __init__(self, agent: Any, group: ActionGroup) -> None:
        self.agent = agent
        self.group = group

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The agent's action, or the best known one outside the group."""
        action = self.agent.act(view, seat, rng, budget, cancelled)
        if not self.does(view, action):
            return action
        others = _others(view, partial(self.does, view))
        if not others:
            return action
        return _any(others, rng) if isinstance(self.agent, RandomAgent) else _best(view, seat, others, rng)

    def does(self, view: Position, action: int) -> bool:
        """Whether `action` is in the group."""
        return self.group.does(view.game.setup, view.state, view.game.unpack(action))


class TakingAgent:
    """Takes `option`, and otherwise plays like `agent`."""

    def __init__(self, agent: Any, option: Option) -> None:
        if option.take is None:
            raise ValueError(f"{option.name} is chosen by the settings, not by a player")
        self.agent = agent
        self._take = option.take

    def act(
        self,
        view: Position,
        seat: int,
        rng: Rng,
        budget: int | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> int:
        """The action that takes the option, or the agent's."""
        action = self._take(view.game.setup, view.state, seat)
        return action if action >= 0 else self.agent.act(view, seat, rng, budget, cancelled)


def _others(view: Position, does: Callable[[int], bool]) -> list[int]:
    """The listed actions in `view` outside the group, most promising first if the game can rate them."""
    actions = view.actions()
    if policy.proposes(view.game.spec.players.policies):
        out = np.zeros(view.game.spec.rules.max_actions, np.int64)
        count = policy.propose(view.game.setup, view.state, view.to_move, out)
        proposed = [int(action) for action in out[:count]]
        actions = proposed + [action for action in actions if action not in proposed]
    return [action for action in actions if not does(action)]


def _best(view: Position, seat: int, actions: list[int], rng: Rng) -> int:
    """The best of `actions` as far as the game can tell (see `search.policy`), otherwise a random one."""
    policies, setup, state = view.game.spec.players.policies, view.agent_setup(seat), view.state
    if policy.proposes(policies):
        return int(policy.perform(setup, state, actions[0], rng))
    values = ratings(setup, state, seat, actions)
    if values is not None:
        return actions[int(np.argmax(values))]
    planning = policy.plans(policies)
    if planning is not None:
        intents, worth = planning.intents(setup, state)
        hopeful = sorted(zip(worth, intents, strict=True), key=itemgetter(0), reverse=True)
        # checked as they are found, since finding every start would take longer; ties go to the highest number
        for _, equals in groupby(hopeful, key=itemgetter(0)):
            begun = {int(planning.begin(setup, state, intent)) for _, intent in equals}
            if not begun.isdisjoint(actions):
                return max(begun.intersection(actions))
    return _any(actions, rng)


def _any(actions: list[int], rng: Rng) -> int:
    return actions[int(below(rng, len(actions)))]
