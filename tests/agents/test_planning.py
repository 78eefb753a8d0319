"""The player that plans in whole actions: what it foresees, keeps and asks the game for. The game is a climb of many moves."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

import sandtable as st
from sandtable.agents import plan
from sandtable.agents.plan import PlanAgent
from sandtable.authoring import Actions, Integer, Kind, new
from sandtable.search import policy
from tests.fixtures import bowls
from tests.fixtures.tug import declaration as tug
from tests.search import stairs
from tests.search.trees import where_bounds_are_looked_at

where_bounds_are_looked_at()


def built(settings):
    """The setup record of these settings."""
    made = new(stairs.SETUP)[0]
    made.moves = settings["moves"]
    return made


SPEC = replace(
    tug.SPEC,
    id="stairs",
    rules=replace(
        tug.SPEC.rules,
        functions=stairs.FUNCTIONS,
        state=stairs.STATE,
        settings=(Integer("moves", 1, 99, 9, "", "Moves."),),
        build=built,
        actions=Actions(Kind("step", "step {number}", number=30)),
        max_actions=30,
        phases=("climb", "slipping", "tossed", "done"),
        bound=lambda _setup: 200,
    ),
)
GOOD = {4: 0.4, 12: 0.9, 35: 0.7, 8: 0.1}


class Mind:
    """Whole actions are numbers: their digits are the steps, and their worth is in `good`. Counts what it is asked."""

    def __init__(self, good=GOOD):
        self.good, self.seen, self.weighed = good, 0, []

    def intents(self, setup, view):
        self.seen += 1
        return list(self.good), list(self.good.values())

    def begin(self, setup, view, intent):
        self.start = int(view.moved)
        return int(str(intent)[0])

    def go_on(self, setup, view, intent):
        digits = str(intent)[int(view.moved) - self.start :]
        return int(digits[0]) if digits else policy.NO_ACTION

    def expect(self, setup, view, intent):
        self.weighed.append(intent)
        return self.good[intent]


def thinking(monkeypatch, mind, simulations=8, **options):
    """An agent with this mind, and the foot of the stairs."""
    monkeypatch.setattr(policy, "plans", lambda _functions: mind)
    return PlanAgent(SPEC, simulations, options), st.Game(SPEC).start()


def test_the_steps_of_the_best_plan_are_played_and_thought_about_once(monkeypatch):
    mind = Mind()
    agent, position = thinking(monkeypatch, mind)
    rng = st.stream(3)
    assert agent.act(position, 0, rng) == 1
    # the position stays as it was
    assert (int(position.state.moved), position.ply) == (0, 0)
    seen = mind.seen
    position.play(1)
    assert agent.act(position, 0, rng) == 2
    assert mind.seen == seen
    # another match may come to the same view: it thinks for itself
    agent.act(position, 0, st.stream(4))
    assert mind.seen > seen
    # so is what was not foreseen
    seen = mind.seen
    agent.act(position.copy().play(5), 0, rng)
    assert mind.seen > seen


def test_as_many_actions_are_looked_into_as_it_is_told(monkeypatch):
    for simulations, budget, count in ((3, None, 3), (3, 2, 2), (1, 4, 4), (30, None, 4), (2, 0, 1)):
        mind = Mind()
        agent, position = thinking(monkeypatch, mind, simulations)
        agent.act(position, 0, st.stream(1), budget)
        assert len(mind.weighed) == count
    mind = Mind()
    agent, position = thinking(monkeypatch, mind, 100)
    agent.act(position, 0, st.stream(1), cancelled=lambda: len(mind.weighed) >= 2)
    assert len(mind.weighed) == 2
    # one at least, however late it is
    mind = Mind()
    agent, position = thinking(monkeypatch, mind, 100)
    assert agent.act(position, 0, st.stream(1), cancelled=lambda: True) == 1
    assert mind.weighed == [12]


def test_the_best_whole_actions_come_first(monkeypatch):
    good = {n: (n % 4) / 4 for n in range(1, 20)}
    for count in (12, 5):
        agent, position = thinking(monkeypatch, Mind(good))
        assert agent.hopeful(position, count) == [*(3, 7, 11, 15, 19), *(2, 6, 10, 14, 18), 1, 5][:count]


def test_what_comes_after_decides(monkeypatch):
    class Later(Mind):
        """The second best action by itself is the best with what comes after it."""

        def expect(self, setup, view, intent):
            return {12: 0.1, 35: 0.8}.get(intent, 0.0)

    for simulations, first in ((1, 1), (2, 3)):
        agent, position = thinking(monkeypatch, Later(), simulations)
        assert agent.act(position, 0, st.stream(1)) == first


def test_chance_is_foreseen_by_its_last_outcome(monkeypatch):
    agent, position = thinking(monkeypatch, Mind())
    # a coin that brings 20 steps, and then a step of 4
    steps = agent._foresee(position, 0, 94)
    assert [action for _, action in steps] == [9, 4]
    assert steps[0][0] == bytes(position.state)
    assert steps[1][0] == bytes(position.copy().play(9).play(21).state)
    # the other seat ends it
    assert [action for _, action in agent._foresee(position, 0, 471)] == [4, 7]


def test_outcomes_that_cannot_be_listed_are_drawn_alike():
    position = st.Game(bowls.SPEC).start().play(500_000).play(600_000)
    position.play(position.actions()[0])
    drawn = {plan._last_outcome(position) for _ in range(3)}
    assert len(drawn) == 1
    assert position.refusal(drawn.pop()) is None


def test_what_never_ends_is_foreseen_so_far(monkeypatch):
    class Endless(Mind):
        def go_on(self, setup, view, intent):
            return 1

    agent, _ = thinking(monkeypatch, Endless())
    assert len(agent._foresee(st.Game(SPEC, moves=99).start(), 0, 1)) == plan.FORESEEN == 40
    # and no further than the end
    assert len(agent._foresee(st.Game(SPEC, moves=9).start(), 0, 1)) == 9


def test_where_nothing_whole_is_to_be_chosen_a_policy_decides(monkeypatch):
    agent, position = thinking(monkeypatch, Mind({}))
    assert agent.act(position, 0, st.stream(1)) == 1
    thrown = st.Game(bowls.SPEC).start().play(500_000).play(600_000)
    monkeypatch.undo()
    monkeypatch.setattr(policy, "plans", lambda _functions: Mind({}))
    taken = PlanAgent(bowls.SPEC, 8, {"policy": "quarter"}).act(thrown.view(0), 0, st.stream(1))
    assert thrown.game.unpack(taken).fields == {"place": 500_000}


def test_what_must_be_played_is_not_thought_about(monkeypatch):
    mind = SimpleNamespace(intents=None)
    monkeypatch.setattr(policy, "plans", lambda _functions: mind)
    position = st.Game(tug.SPEC).start()
    # seat 0 pulls by two and the other slips
    for action in (1, 5, 0, 2):
        position.play(action)
    assert position.actions() == [0]
    assert PlanAgent(tug.SPEC, 8, {}).act(position, 0, st.stream(1)) == 0


def test_a_game_that_says_nothing_of_whole_actions_is_refused():
    with pytest.raises(ValueError, match="tug has no policy for whole actions"):
        PlanAgent(tug.SPEC, 8, {})
    with pytest.raises(ValueError, match="has no player 'nobody'"):
        PlanAgent(tug.SPEC, 8, {"policy": "nobody"})
