"""Players by search: what they are given to spend, when they look up, and how players are named."""

from dataclasses import replace
from pathlib import Path

import pytest

import sandtable as st
from sandtable import agents
from sandtable.agents import halving, search
from sandtable.agents.bound import TakingAgent, WithoutAgent, _best, _others
from sandtable.agents.halving import HalvingAgent
from sandtable.agents.random import RandomAgent
from sandtable.agents.script import PolicyAgent
from sandtable.agents.search import InformationSearchAgent, TreeSearchAgent
from sandtable.authoring import choices
from sandtable.authoring.spec import DeclarationError, Level
from sandtable.games import find
from sandtable.search import ismcts, mcts, policy
from sandtable.search.halving import Best, Options
from tests.fixtures import hide_and_seek
from tests.fixtures.tug import declaration as tug
from tests.search.trees import open_to_all, where_bounds_are_looked_at

where_bounds_are_looked_at()

# secret orders, given one after the other
ORDERS = Path(__file__).parents[2] / "examples" / "orders" / "orders.py"

BOTH = pytest.mark.parametrize(
    ("agent", "module"),
    [
        (InformationSearchAgent(tug.SPEC, 150, {}), ismcts),
        (TreeSearchAgent(open_to_all(tug.SPEC), 150), mcts),
    ],
    ids=["information", "tree"],
)


def pulling():
    """The first position of tug of war, which is wide open."""
    return st.Game(tug.SPEC).start()


def spent(monkeypatch, module, agent, **given):
    """The slices in which an agent searches, each cut short, and the tree that it has."""
    parts, trees, run = [], [], module.search
    tree, simulations = (4, 7) if module is ismcts else (3, 5)

    def watched(*arguments):
        parts.append(arguments[simulations])
        trees.append(arguments[tree])
        run(*arguments[:simulations], 2, *arguments[simulations + 1 :])
        return parts[-1]

    monkeypatch.setattr(module, "search", watched)
    agent.act(pulling(), 0, st.stream(1), **given)
    monkeypatch.undo()
    return parts, trees[0]


@BOTH
def test_a_search_spends_what_it_is_given(monkeypatch, agent, module):
    assert spent(monkeypatch, module, agent)[0] == [150]
    assert spent(monkeypatch, module, agent, budget=20)[0] == [20]
    assert spent(monkeypatch, module, agent, budget=0)[0] == [1]
    # it looks up after every 64
    assert spent(monkeypatch, module, agent, cancelled=lambda: False)[0] == [64, 64, 22]
    # and makes the first slice in any case
    assert spent(monkeypatch, module, agent, cancelled=lambda: True)[0] == [64]
    assert search.SLICE == 64


def test_the_game_tells_a_search_what_to_prefer(monkeypatch):
    asked = []

    def rate(setup, state, seat, actions, count, values):
        asked.append((seat, actions.tolist(), count))
        values[:count] = 0.3, -0.1
        return True

    monkeypatch.setattr(policy, "rate", rate)
    agent = InformationSearchAgent(tug.SPEC, 1, {"warmth": 0.2})
    given = []
    monkeypatch.setattr(ismcts, "set_priors", lambda tree, *rest: given.append(rest))
    agent.act(pulling(), 0, st.stream(1))
    ((actions, values, count, warmth),) = given
    assert (actions.tolist(), values.tolist(), count, warmth) == ([0, 1], [0.3, -0.1], 2, 0.2)
    assert asked == [(0, [0, 1], 2)]
    # as many as are wide are looked at, and more are not
    for wide, times in ((2, 2), (1, 2)):
        InformationSearchAgent(tug.SPEC, 1, {"wide": wide}).act(pulling(), 0, st.stream(1))
        assert len(given) == times
    monkeypatch.setattr(policy, "rate", lambda *_: False)
    agent.act(pulling(), 0, st.stream(1))
    assert len(given) == 2


def test_a_choice_of_a_search_is_drawn_by_a_power_of_its_visits(monkeypatch):
    powers, choose = [], ismcts.choose_by_visits
    monkeypatch.setattr(
        ismcts, "choose_by_visits", lambda *how: powers.append((sum(how[0]), how[2])) or choose(*how)
    )
    for options in ({}, {"power": 2.5}):
        InformationSearchAgent(tug.SPEC, 30, {"doubt": 0.0, **options}).act(pulling(), 0, st.stream(1))
    assert powers == [(30, 4.0), (30, 2.5)]


def test_in_a_phase_of_exact_values_one_of_the_best_actions_is_played_without_a_search(monkeypatch):
    monkeypatch.setattr(ismcts, "search", lambda *_: pytest.fail("it searched"))
    for worth, best in (([0.2, 0.5], {1}), ([0.5, 0.5], {0, 1})):
        monkeypatch.setattr(
            policy, "rate", lambda *how, of=worth: how[-1].__setitem__(slice(None), of) or True
        )
        player = InformationSearchAgent(tug.SPEC, 30, {"exact": ("pull",)})
        assert {player.act(pulling(), 0, st.stream(n)) for n in range(12)} == best
    with pytest.raises(ValueError, match="tug has no phase 'pool': its phases are pull"):
        InformationSearchAgent(tug.SPEC, 30, {"exact": ("pool",)})


def test_a_search_without_a_visit_plays_anything_legal(monkeypatch):
    monkeypatch.setattr(ismcts, "search", lambda *_: 1)
    drawn = {InformationSearchAgent(tug.SPEC, 1, {}).act(pulling(), 0, st.stream(n)) for n in range(12)}
    assert drawn == {0, 1}


def test_what_must_be_played_is_not_searched(monkeypatch):
    position = pulling().play(1).play(5).play(0).play(2)
    assert position.actions() == [0]
    monkeypatch.setattr(ismcts, "search", None)
    assert InformationSearchAgent(tug.SPEC, 10, {}).act(position, 0, st.stream(1)) == 0


def test_halving_looks_as_it_is_told(monkeypatch):
    given = []
    monkeypatch.setattr(policy, "proposes", lambda _functions: True)
    monkeypatch.setattr(halving, "best_action", lambda *how: given.append(how) or Best(1, 0.5, 3))
    agent = HalvingAgent(tug.SPEC, 10, {"refine": 2})
    assert agent.act(pulling(), 0, st.stream(1)) == 1
    assert agent.act(pulling(), 0, st.stream(1), 7, len) == 1
    assert [how[2:6] for how in given] == [(0, 200, n, Options(refine=2)) for n in (10, 7)]
    assert [how[7] for how in given] == [None, len]
    # what must be played is not searched
    assert agent.act(pulling().play(1).play(5).play(0).play(2), 0, st.stream(1)) == 0
    assert len(given) == 2
    monkeypatch.undo()
    with pytest.raises(ValueError, match="tug has no policy that proposes actions to try"):
        HalvingAgent(tug.SPEC, 10, {})


@pytest.mark.parametrize(
    "spec", [hide_and_seek.SPEC, find(str(ORDERS)), *map(find, ("assault", "optio", "rout"))]
)
def test_tree_search_refuses_games_that_declare_secrets(spec):
    # before a match, and so before any view that hides something
    with pytest.raises(
        ValueError,
        match=f"^{spec.id} has hidden information, which mcts does not support: use search:10$",
    ):
        agents.make(spec, "mcts:10")
    level = Level(0, "Seer", "Sees everything.", "mcts", 10)
    with pytest.raises(DeclarationError, match="level 0 is played by mcts, which must see everything"):
        replace(spec, players=replace(spec.players, levels=(level,)))


# names


def test_players_are_made_as_they_are_named():
    kinds = {
        "random": RandomAgent,
        "script": PolicyAgent,
        "search:70": InformationSearchAgent,
        "without:attack:random": WithoutAgent,
        "taking:allocation=opposites:random": TakingAgent,
    }
    for name, kind in kinds.items():
        assert type(agents.make("assault", name)) is kind, name
    assert agents.make("assault", "search:70").simulations == 70
    assert type(agents.make("rush", "mcts:70")) is TreeSearchAgent
    assert agents.make("rush", "mcts:1000000").simulations == 1_000_000
    assert agents.make("rush", "mcts:1").simulations == 1
    for wrong in ("search:1000001", "mcts:0"):
        with pytest.raises(ValueError, match="a number of simulations up to 1,000,000"):
            agents.make("assault", wrong)
    # with the options of the strongest level that searches, mcts without any
    strongest = [level for level in agents.levels("assault") if level.kind == "search"][-1]
    assert strongest.options
    for option, value in strongest.options.items():
        made = agents.make("assault", "search:70")
        assert (made.power if option == "power" else made.options[option]) == value
    # the player of a rule may be under a rule itself
    twice = agents.make("assault", "without:attack:taking:allocation=opposites:random")
    assert type(twice.agent.agent) is RandomAgent


def test_a_game_without_levels_says_so():
    declared = replace(find("assault"), players=replace(find("assault").players, levels=()))
    for level in (0, 2, "1"):
        with pytest.raises(
            ValueError, match=r"^assault has no levels; its players are called random, script, lookahead$"
        ):
            agents.make(declared, level)
    assert type(agents.make(declared, "random")) is RandomAgent


def test_a_level_is_named_by_its_number():
    for level in agents.levels("assault"):
        if level.name not in agents.names(find("assault")):
            with pytest.raises(ValueError, match=f"did you mean {level.level}"):
                agents.make("assault", level.name)


# under a rule of the house


class Wishes:
    """Plays the given actions."""

    def __init__(self, action):
        self.action = action

    def act(self, view, seat, rng, budget=None, cancelled=None):
        self.given = (budget, cancelled)
        return self.action


HARD = choices.ActionGroup("hard", "pull hard", lambda _setup, _view, action: action.fields.get("force") == 1)


def test_a_player_without_a_deed_takes_the_next_best(monkeypatch):
    inner = Wishes(1)
    agent = WithoutAgent(inner, HARD)
    assert agent.act(pulling(), 0, st.stream(1), 7, len) == 0
    assert inner.given == (7, len)
    inner.action = 0
    assert agent.act(pulling(), 0, st.stream(1)) == 0
    # where there is nothing else it does what it would
    anything = WithoutAgent(Wishes(1), choices.ActionGroup("all", "act", lambda *_: True))
    assert anything.act(pulling(), 0, st.stream(1)) == 1
    # by what the game rates best, but a random player any
    faces = pulling().play(0)
    monkeypatch.setattr(policy, "rate", lambda *given: given[-1].__setitem__(2, 1.0) or True)
    none = choices.ActionGroup(
        "first", "roll 1", lambda _setup, _view, action: action.fields.get("face") == 0
    )
    assert faces.actions() == [2, 3, 4, 5]
    assert {WithoutAgent(Wishes(2), none).act(faces, 0, st.stream(n)) for n in range(9)} == {5}
    random = WithoutAgent(RandomAgent(), none)
    assert {random.act(faces, 0, st.stream(n)) for n in range(40)} == {3, 4, 5}


def test_a_game_that_proposes_says_what_is_next(monkeypatch):
    monkeypatch.setattr(policy, "proposes", lambda _functions: True)
    monkeypatch.setattr(policy, "propose", lambda _setup, _view, _seat, out: out.__setitem__(0, 4) or 1)
    faces = pulling().play(0)
    assert _others(faces, lambda action: action == 3) == [4, 2, 5]
    assert _best(faces, 0, [4, 2, 5], st.stream(1)) == 4


def test_a_game_of_whole_actions_says_which_is_begun(monkeypatch):
    class Mind:
        intents = staticmethod(lambda _setup, _view: ([20, 30, 40, 50], [0.5, 0.9, 0.7, 0.7]))

        def __init__(self):
            self.begun = []

        def begin(self, _setup, _view, intent):
            self.begun.append(intent)
            return intent // 10

    mind = Mind()
    monkeypatch.setattr(policy, "plans", lambda _functions: mind)
    faces = pulling().play(0)
    # of equals the one with the highest number, and what is less hopeful is not even begun
    assert _best(faces, 0, [2, 4, 5], st.stream(1)) == 5
    assert _best(faces, 0, [2, 4], st.stream(1)) == 4
    assert mind.begun == [30, 40, 50] * 2
    # what begins nothing is taken by chance
    assert {_best(faces, 0, [6, 7], st.stream(n)) for n in range(20)} == {6, 7}
