"""The pieces of the tree and of its search one by one."""

from math import log, sqrt

import numpy as np
import pytest

from sandtable.authoring import new, ops, rng
from sandtable.search import mcts
from sandtable.search import tree as trees
from sandtable.search.tree import NONE
from tests.fixtures.tug import rules as tug
from tests.search import kuhn, stairs
from tests.search.kuhn import PASS, PUSH
from tests.search.trees import HIGH, LOW, MIDDLE, Bell, planted, pulling, told, where_bounds_are_looked_at

where_bounds_are_looked_at()
# what searches find whose rules nobody changed: compiled code finds the same
PULLED = ({0: (48, 0.0), 1: (72, 0.083333)}, 50, 119)
ROLLED = ({2: (15, 0.2), 3: (24, -0.291667), 4: (23, -0.391304), 5: (18, -0.444444)}, 50)
OPEN = {3: (29, 0.586207), 4: (31, 0.596774)}


def test_the_bound_is_that_of_ucb1():
    # about the square root of two, as Auer, Cesa-Bianchi and Fischer have it
    assert mcts.EXPLORATION == 1.4
    given = [(0, 10, 4.0), (1, 20, 11.0), (2, 30, 9.0), (3, 20, 11.0)]
    tree = planted((0, [(7, 1, 1.0)]), (0, given))

    def best(exploration):
        bounds = [v / n + exploration * sqrt(log(80) / n) for _, n, v in given]
        return bounds.index(max(bounds))

    for exploration, expected in ((0.0, 1), (0.6, 1), (1.4, 0), (0.9, 0)):
        assert best(exploration) == expected
        assert int(trees.select_bound(tree, 1, exploration, 0)) == 1 + expected
    # where visits of the node count: they widen all bounds
    tree.nodes[1].visits = 1
    assert int(trees.select_bound(tree, 1, 5.0, 0)) == 1 + 1


def test_an_edge_is_found_by_its_action():
    tree = planted((0, [(2, 1, 1.0), (5, 1, 1.0), (7, 1, 1.0)]), (1, [(9, 1, 1.0)]))
    assert [int(trees.find_edge(tree, 0, action)) for action in (2, 5, 7)] == [0, 1, 2]
    assert [trees.find_edge(tree, 0, action) for action in (1, 3, 9)] == [NONE] * 3


def test_a_search_that_begins_again_forgets_the_last_one():
    setup, state = pulling()
    tree = trees.grow(50, 100, 300, 64)
    for _ in range(2):
        mcts.begin(state, tree)
        assert (int(tree.head[0].nodes), int(tree.head[0].edges)) == (1, 0)
        mcts.search(setup, state, new(tug.STATE)[0], tree, rng.stream(1), 20, 1.4, np.zeros(1, np.uint8))


def test_edges_without_visits_come_first_in_turn():
    tree = planted((0, [(1, 1, 9.0)]), (0, [(0, 0, 0), (1, 3, 9.0), (2, 0, 0), (3, 0, 0)]))
    assert [int(trees.select_bound(tree, 1, 1.4, offset)) for offset in range(4)] == [1, 3, 3, 4]


def test_the_bound_with_priors_is_that_of_puct():
    given = [(0, 10, 4.0, 0.1), (1, 0, 0.0, 0.3), (2, 5, 3.0, 0.2), (3, 1, -1.0, 0.4)]
    tree = planted((0, [(7, 1, 1.0)]), (0, given))
    mean, visits = 6.0 / 16, 16
    for exploration in (0.0, 0.2, 0.5, 1.0, 2.0, 5.0):
        bounds = [
            (v / n if n else mean) + exploration * sqrt(visits + 1) * prior / (1 + n)
            for _, n, v, prior in given
        ]
        assert int(trees.select_prior(tree, 1, exploration)) == 1 + bounds.index(max(bounds)), exploration
    # no visit yet: the highest prior, of equals the first
    tree = planted((0, [(0, 0, 0, 0.2), (1, 0, 0, 0.4), (2, 0, 0, 0.4)]))
    assert int(trees.select_prior(tree, 0, 1.0)) == 1
    # a mean is of all results by all visits, and stands for the edge without visits
    tree = planted((0, [(0, 1, -0.5, 0.0), (1, 3, -1.5, 0.0), (2, 0, 0.0, 1e-9)]))
    assert int(trees.select_prior(tree, 0, 1.0)) == 2
    tree = planted((0, [(0, 4, 3.0, 0.0), (1, 4, 1.0, 0.0), (2, 0, 0.0, 1e-9)]))
    assert int(trees.select_prior(tree, 0, 1.0)) == 0
    tree = planted((0, [(0, 1, 1.0, 0.1), (1, 1, 0.5, 0.9)]))
    assert [int(trees.select_prior(tree, 0, c)) for c in (0.5, 1.0)] == [0, 1]


# tree search


def climbed(root, simulations, nodes=50, edges=300, depth=64, seed=1, exploration=1.0, bell=None, game=kuhn):
    setup, start = root
    before = start.tobytes()
    tree = trees.grow(game.ROLL + 200 if game is tug else 10, nodes, edges, depth)
    mcts.begin(start, tree)
    flag = bell or np.zeros(1, np.uint8)
    done = mcts.search(
        setup, start, new(start.dtype)[0], tree, rng.stream(seed), simulations, exploration, flag
    )
    assert start.tobytes() == before
    return tree, done


def test_tree_search_knows_who_gains():
    # both cards open: the higher bets, and the lower folds at the end of each line
    tree, done = climbed(kuhn.position(HIGH, LOW), 300)
    assert done == 300
    assert told(tree)[PUSH][1] == pytest.approx(0.5, abs=0.06)
    assert mcts.best(tree) in (PASS, PUSH)
    tree, _ = climbed(kuhn.position(LOW, HIGH), 300)
    assert told(tree)[PASS][0] + told(tree)[PUSH][0] == 300
    assert max(value for _, value in told(tree).values()) == pytest.approx(-0.5, abs=0.1)
    # who is called in vain loses the more
    tree, _ = climbed(kuhn.position(LOW, HIGH, PASS, PUSH), 200)
    assert mcts.best(tree) == PASS
    assert told(tree)[PASS][1] == -0.5
    assert told(tree)[PUSH][1] == -1.0


@pytest.mark.parametrize(
    "limits", [{"depth": 1}, {"depth": 2}, {"nodes": 1}, {"nodes": 3}, {"edges": 2}, {"edges": 5}]
)
def test_tree_search_keeps_within_its_buffers(limits):
    for root in (kuhn.position(HIGH, LOW), pulling()):
        game = kuhn if root[1].dtype == kuhn.STATE else tug
        tree, done = climbed(root, 60, game=game, **limits)
        assert done == 60
        assert sum(visits for visits, _ in told(tree).values()) == tree.nodes[0].visits == 60
        assert tree.head[0].nodes <= limits.get("nodes", 50)


def test_a_root_without_room_still_counts():
    tree, done = climbed(kuhn.position(HIGH, LOW), 7, edges=1)
    assert (done, tree.nodes[0].visits, tree.nodes[0].count) == (7, 7, 0)
    with pytest.raises(ValueError, match="no simulation"):
        mcts.best(tree)


def test_tree_search_stops_between_simulations():
    tree, done = climbed(kuhn.position(HIGH, LOW), 50, bell=Bell(4))
    assert done == tree.nodes[0].visits == 3


def test_outcomes_that_cannot_be_listed_stay_outside_the_tree():
    setup, state = stairs.foot(3)
    ops.apply(setup, state, stairs.SLIP)
    tree, done = climbed((setup, state), 5, game=stairs)
    assert (done, tree.head[0].nodes, tree.head[0].edges, tree.nodes[0].visits) == (5, 1, 0, 5)


def test_tree_search_has_its_fingerprint():
    tree, _ = climbed(pulling(), 120, game=tug)
    assert (told(tree), int(tree.head[0].nodes), int(tree.head[0].edges)) == PULLED
    setup, state = pulling()
    ops.apply(setup, state, tug.HARD)
    tree, _ = climbed((setup, state), 80, game=tug, exploration=0.3, seed=2)
    assert (told(tree), int(tree.head[0].nodes)) == ROLLED
    tree, _ = climbed(kuhn.position(MIDDLE, LOW), 60)
    assert told(tree) == OPEN
