"""Tree search on connect four: what it finds, what it spends, and that it is always the same."""

import numpy as np
import pytest

import sandtable as st
from sandtable.agents.search import TreeSearchAgent
from sandtable.authoring import new, rng
from sandtable.search import mcts
from sandtable.search import tree as trees
from tests.fixtures import connect_four, hide_and_seek
from tests.search.trees import open_to_all

GAME = st.Game(connect_four.SPEC)


def position(columns):
    """The position after stones in these columns, counted from 1 as on the board."""
    found = GAME.start()
    for column in columns:
        found.play(int(column) - 1)
    return found


def searched(root, simulations, seed=1, nodes=4000, edges=40000, depth=512, flag=0, game=GAME):
    """The tree after a search of `root`, and how many simulations it made."""
    tree = trees.grow(game.spec.rules.max_actions, nodes, edges, depth)
    state, cancelled = new(game.spec.rules.state)[0], np.full(1, flag, np.uint8)
    mcts.begin(root.state, tree)
    done = mcts.search(
        game.setup, root.state, state, tree, rng.stream(seed), simulations, mcts.EXPLORATION, cancelled
    )
    return tree, done


def root_visits(tree):
    """Action -> visits at the root."""
    actions, visits, values = np.zeros(64, np.int64), np.zeros(64, np.int64), np.zeros(64)
    count = trees.result(tree, 0, actions, visits, values)
    return {int(a): int(n) for a, n in zip(actions[:count], visits[:count], strict=True)}


def test_fingerprint():
    tree, done = searched(GAME.start(), 1000)
    assert done == 1000
    assert root_visits(tree) == {0: 79, 1: 63, 2: 149, 3: 423, 4: 162, 5: 95, 6: 29}


@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ("414141", 4),  # three in column 4: a fourth wins
        ("41414", 4),  # the other seat has three in column 4 and must be stopped
        ("4353", 4),  # 3 and 4 next to it: an open three cannot be stopped
    ],
)
def test_finds_what_is_forced(columns, best):
    tree, _ = searched(position(columns), 3000)
    assert mcts.best(tree) == best - 1


def test_root_is_not_changed():
    root = position("44")
    before = bytes(root)
    searched(root, 100)
    assert bytes(root) == before


def test_every_simulation_is_counted():
    tree, _ = searched(GAME.start(), 700)
    assert tree.nodes[0].visits == 700
    assert sum(root_visits(tree).values()) == 700


def test_cancelled_before_it_begins():
    tree, done = searched(GAME.start(), 1000, flag=1)
    assert done == 0
    with pytest.raises(ValueError, match="no simulation"):
        mcts.best(tree)


@pytest.mark.parametrize("limits", [{"nodes": 3}, {"edges": 9}, {"depth": 2}])
def test_goes_on_when_a_buffer_is_full(limits):
    tree, done = searched(GAME.start(), 500, **limits)
    assert done == 500
    assert sum(root_visits(tree).values()) == 500
    assert tree.head[0].nodes <= limits.get("nodes", 4000)
    assert tree.head[0].edges <= limits.get("edges", 40000)


def test_goes_on_without_room_for_the_root():
    tree, done = searched(GAME.start(), 50, edges=3)
    assert done == 50
    assert tree.nodes[0].count == 0


def test_chance_outcomes_are_followed_by_weight():
    game = st.Game(hide_and_seek.SPEC)
    root = game.start()
    while root.to_move >= 0:
        root.play(root.actions()[0])
    assert root.chances()
    tree, _ = searched(root, 4000, game=game)
    visits = root_visits(tree)
    for outcome, weight in root.chances():
        assert visits[outcome] / 4000 == pytest.approx(weight, abs=0.05)


def test_agent_stops_when_it_is_told():
    asked = []

    def cancelled():
        asked.append(True)
        return len(asked) >= 2

    agent = TreeSearchAgent(open_to_all(GAME.spec), 10**6)
    assert agent.act(GAME.start(), 0, rng.stream(1), cancelled=cancelled) in range(7)
    assert len(asked) == 2
