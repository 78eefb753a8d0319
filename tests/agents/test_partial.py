"""Agents where one action is listed and many are legal."""

import sandtable as st
from sandtable.agents.plan import PlanAgent
from sandtable.agents.search import InformationSearchAgent
from sandtable.lab.run.ladder import decision_ms
from tests.fixtures import bowls
from tests.fixtures.bowls.policies import BEST, PARTS
from tests.fixtures.bowls.rules import LENGTH, MARGIN


def rolling():
    return st.Game(bowls.SPEC).start().play(MARGIN).play(2 * MARGIN)


def chosen(agent):
    """What an agent plays where `legal` lists the middle of the green alone."""
    position = rolling()
    action = agent.act(position.view(0), 0, st.stream(5), budget=8)
    return position.game.unpack(action).fields["place"]


def test_a_plan_is_made_of_what_is_not_listed():
    assert chosen(PlanAgent(bowls.SPEC, 20, {})) == BEST * LENGTH // PARTS


def test_a_policy_plays_what_is_not_listed():
    assert chosen(st.agents.make(st.Game(bowls.SPEC), "quarter")) == LENGTH // 4


def test_a_search_plays_an_example():
    assert chosen(InformationSearchAgent(bowls.SPEC, 8, {})) == LENGTH // 2


def test_a_decision_among_unlisted_actions_counts_as_one():
    seen = []

    class Watching:
        def act(self, view, seat, rng, budget=None, cancelled=None):
            seen.append(view.phase)
            return view.sample(rng)

    assert decision_ms(st.Game(bowls.SPEC), Watching(), 1, matches=1) > 0
    assert seen == ["hide", "hide", *["roll"] * 4]
