"""The pieces of the searches one by one, in plain Python, where nothing is written past the end of a buffer unseen.

`test_plain_python` runs this file without the compiler; with it, these tests are left out.
"""

from itertools import product
from math import log, sqrt

import numpy as np
import pytest

from sandtable import ops, rng
from sandtable._jit import COMPILED
from sandtable.records import OVER, new
from sandtable.search import ismcts, keys, mcts, playout, policy
from sandtable.search import tree as trees
from sandtable.search.tree import NONE
from tests.fixtures.hide_and_seek import rules as seek
from tests.fixtures.tug import rules as tug
from tests.search import kuhn, stairs
from tests.search.kuhn import PASS, PUSH

pytestmark = pytest.mark.skipif(
    COMPILED, reason="compiled code does not look at bounds; test_plain_python runs it"
)
LOW, MIDDLE, HIGH = range(3)
# what searches find whose rules nobody changed: compiled code finds the same
PULLED = ({0: (48, 0.0), 1: (72, 0.083333)}, 50, 119)
ROLLED = ({2: (15, 0.2), 3: (24, -0.291667), 4: (23, -0.391304), 5: (18, -0.444444)}, 50)
OPEN = {3: (29, 0.586207), 4: (31, 0.596774)}
ELEVEN = 2484764631372456930
INFORMED = [
    ({}, ({3: (131, -0.5), 4: (191, -0.552356)}, 5, 513)),
    ({"doubt": 0.2}, ({3: (17, -0.5), 4: (349, -0.277937)}, 5, 450)),
    ({"doubt": 1.0, "smooth": 0}, ({3: (95, -0.5), 4: (119, -0.533613)}, 5, 616)),
    ({"smooth": 0}, ({3: (220, -0.5), 4: (71, -0.661972)}, 5, 478)),
    ({"exploration": 0.3}, ({3: (7, -0.5), 4: (299, -0.197324)}, 5, 562)),
    ({"limit": 1}, ({3: (29, -0.5), 4: (274, -0.403285)}, 5, 549)),
    ({"wins": 1}, ({3: (10, -1.0), 4: (305, -0.619672)}, 5, 572)),
    ({"wide": 1}, ({4: (311, -0.951768)}, 5, 600)),
]


class Bell:
    """What a search asks whether to stop: it rings at the asking with this number."""

    def __init__(self, at):
        self.at, self.asked = at, 0

    def __getitem__(self, index):
        assert index == 0
        self.asked += 1
        return int(self.asked >= self.at)


def planted(*nodes, room=8, edges=64):
    """A tree with a node for each (mover, edges), an edge for each (action, visits, value) or (..., prior)."""
    tree = trees.grow(10, room, edges)
    trees.clear(tree)
    for mover, given in nodes:
        number = trees.add_node(tree, np.uint64(0), mover)
        tree.actions[: len(given)] = [each[0] for each in given]
        assert trees.add_edges(tree, number, len(given))
        for each, edge in zip(given, tree.edges[int(tree.nodes[number].first) :], strict=False):
            edge.visits, edge.value = each[1:3]
            edge.prior = each[3] if len(each) > 3 else edge.prior
        tree.nodes[number].visits = sum(each[1] for each in given)
    return tree


def told(tree, number=0):
    """Action -> visits and mean value at a node, in the order of its edges."""
    actions, visits, values = np.full(10, -9), np.full(10, -9), np.full(10, -9.0)
    n = trees.result(tree, number, actions, visits, values)
    assert (actions[n:] == -9).all()
    return {
        int(a): (int(v), round(float(w), 6))
        for a, v, w in zip(actions[:n], visits[:n], values[:n], strict=True)
    }


# the tree


def test_buffers_have_the_sizes_asked_for():
    tree = trees.grow(5, 3, 7, 2)
    assert (tree.nodes.size, tree.edges.size, tree.path.shape, tree.actions.size, tree.values.size) == (
        3,
        7,
        (2, 2),
        5,
        5,
    )
    assert trees.grow(1, 1, 1).path.shape == (512, 2)
    # a power of two, and never more than half full
    assert [trees.grow(1, n, 1).slots.size for n in (1, 2, 3, 4, 5, 8, 9)] == [2, 4, 8, 8, 16, 16, 32]


def test_nodes_are_added_while_there_is_room():
    tree = trees.grow(5, 2, 4)
    trees.clear(tree)
    tree.nodes[1].visits = tree.nodes[1].count = 9
    assert [int(trees.add_node(tree, np.uint64(key), mover)) for key, mover in ((5, 0), (6, 1), (7, 0))] == [
        0,
        1,
        NONE,
    ]
    assert [tree.nodes[1][name] for name in ("key", "first", "count", "visits", "mover")] == [
        6,
        NONE,
        0,
        0,
        1,
    ]
    assert tree.head[0].nodes == 2
    tree.slots[1] = 1
    trees.clear(tree)
    assert (tree.head[0].nodes, tree.head[0].edges, set(tree.slots.tolist())) == (0, 0, {NONE})


def test_edges_lie_side_by_side_and_fill_their_room():
    tree = planted((0, [(3, 0, 0), (5, 0, 0)]), (1, []), room=3, edges=5)
    tree.edges["visits"] = tree.edges["value"] = tree.edges["child"] = 4
    tree.actions[:3] = 1, 2, 6
    number = trees.add_node(tree, np.uint64(1), 1)
    assert not trees.add_edges(tree, number, 4)
    assert (tree.nodes[number].first, tree.head[0].edges) == (NONE, 2)
    assert trees.add_edges(tree, number, 3)
    assert (tree.nodes[number].first, tree.nodes[number].count, tree.head[0].edges) == (2, 3, 5)
    assert tree.edges["action"].tolist() == [3, 5, 1, 2, 6]
    for edge in tree.edges[2:]:
        assert [edge[name] for name in ("visits", "value", "child", "prior")] == [0, 0, NONE, 1 / 3]
    assert not trees.add_edges(tree, 1, 1)


def test_an_edge_is_found_by_its_action():
    tree = planted(
        (0, [(2, 0, 0), (5, 0, 0)]), (0, [(1, 0, 0), (4, 0, 0), (6, 0, 0), (9, 0, 0)]), (0, [(10, 0, 0)])
    )
    found = [int(trees.find_edge(tree, 1, action)) for action in range(12)]
    assert found == [NONE, 2, NONE, NONE, 3, NONE, 4, NONE, NONE, 5, NONE, NONE]
    assert int(trees.find_edge(tree, 0, 5)) == 1
    assert int(trees.find_edge(tree, 0, 1)) == int(trees.find_edge(tree, 0, 9)) == NONE


def test_the_bound_is_that_of_ucb1():
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


def test_results_go_to_the_movers_of_the_path():
    tree = planted((0, [(0, 0, 0), (1, 2, 1.0)]), (1, [(2, 0, 0)]), (0, [(4, 0, 0)]))
    tree.path[:3] = (0, 1), (1, 2), (2, 3)
    trees.back_up(tree, 2, 0.5, -0.25)
    assert told(tree) == {0: (0, 0.0), 1: (3, 0.5)}
    assert told(tree, 1) == {2: (1, -0.25)}
    assert told(tree, 2) == {4: (0, 0.0)}
    assert tree.nodes["visits"][:3].tolist() == [3, 1, 0]


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


def pulling(faces=4):
    ops.register("tug", tug.FUNCTIONS)
    setup, state = new(tug.SETUP)[0], new(tug.STATE)[0]
    setup.faces = faces
    ops.deal(setup, state)
    return setup, state


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


# information sets


def informed(
    own, seat, *actions, simulations=400, nodes=100, edges=300, depth=64, seed=1, bell=None, **options
):
    """The tree of a search for `seat` with the card `own` of Kuhn poker, its root and how many simulations were made."""
    cards = (own, (own + 1) % 3) if seat == 0 else ((own + 1) % 3, own)
    setup, state = kuhn.position(*cards, *actions)
    view = new(kuhn.STATE)[0]
    ops.redact(setup, state, seat, view)
    tree = trees.grow(5, nodes, edges, depth)
    ismcts.begin(view, seat, tree)
    flag = bell or np.zeros(1, np.uint8)
    chosen = ismcts.options(**options)
    done = ismcts.search(
        setup, view, seat, new(kuhn.STATE, 2), tree, rng.stream(seed), chosen, simulations, flag
    )
    return tree, int(ismcts.root(tree, view)), done


def test_options_have_their_defaults():
    assert {name: float(ismcts.options()[name]) for name in ismcts.OPTIONS.names} == {
        "exploration": 1.0, "doubt": 0.5, "smooth": 1, "warmth": 0.1, "wide": 64, "limit": 0, "wins": 0,
    }  # fmt: skip
    assert ismcts.options(limit=7).limit == 7


@pytest.mark.parametrize(("options", "expected"), INFORMED)
def test_information_search_has_its_fingerprint(options, expected):
    tree, root, done = informed(LOW, 1, PASS, **options)
    assert done == 400
    assert (told(tree, root), int(tree.head[0].nodes), int(tree.nodes["visits"].sum())) == expected


@pytest.mark.parametrize(("name", "size"), [*product(("depth", "nodes", "edges"), (1, 2, 3, 5))])
def test_information_search_keeps_within_its_buffers(name, size):
    for doubt in (0.0, 1.0):
        tree, root, done = informed(HIGH, 0, simulations=60, doubt=doubt, **{name: size})
        assert (root, done) == (0, 60)
        assert tree.head[0].nodes <= (size if name == "nodes" else 100)
        for node in tree.nodes[: int(tree.head[0].nodes)]:
            edges = tree.edges[int(node.first) : int(node.first) + int(node.count)]
            assert node.visits == edges["visits"].sum()


def test_information_search_stops_between_simulations():
    tree, root, done = informed(HIGH, 1, PASS, doubt=0.0, bell=Bell(6))
    assert done == tree.nodes[root].visits == 5


def test_a_win_counts_as_a_win_however_high():
    # who calls with the highest card wins the double stake
    assert told(*informed(HIGH, 1, PUSH, simulations=40)[:2])[PUSH][1] == 1.0
    assert told(*informed(HIGH, 1, PUSH, simulations=40)[:2])[PASS][1] == -0.5
    assert told(*informed(HIGH, 1, PUSH, simulations=40, wins=1)[:2])[PASS][1] == -1.0
    assert told(*informed(LOW, 0, PASS, PUSH, simulations=40, wins=1)[:2])[PASS][1] == -1.0


def climb(simulations, moves=6, seat=0, **options):
    """The root of an information search on the stairs, and its tree."""
    setup, state = stairs.foot(moves)
    tree = trees.grow(30, 200, 2000)
    ismcts.begin(state, seat, tree)
    chosen, flag = ismcts.options(**options), np.zeros(1, np.uint8)
    ismcts.search(setup, state, seat, new(stairs.STATE, 2), tree, rng.stream(1), chosen, simulations, flag)
    return tree, state


def test_limited_playouts_end_where_they_should():
    # each action of the quick policy is a step: the first simulation of an edge is worth its own steps and those after it
    for limit, after in ((1, 1), (2, 2), (3, 3), (0, 5)):
        tree, _ = climb(18, limit=limit, smooth=0, doubt=0.0, exploration=1000.0)
        once = {action: value for action, (visits, value) in told(tree).items() if visits == 1 and action < 7}
        assert len(once) > 3
        assert once == pytest.approx({action: (action + after) / 100 for action in once}), limit


def test_the_quick_policys_action_is_preferred():
    tree, _ = climb(2, limit=1)
    # ten actions; the policy likes a single step
    assert tree.edges["prior"][:10].tolist() == pytest.approx([0.05, 0.55, *[0.05] * 8])
    # as many as `wide` are taken as they are
    assert told(climb(2, wide=10)[0]).keys() == set(range(10))
    assert told(climb(2, wide=9)[0]).keys() == {1}


def hiding(simulations, seed, **options):
    """The tree of a search on hide and seek."""
    ops.register("hide_and_seek", {name: getattr(seek, name) for name in ops.NAMES})
    setup, state = new(seek.SETUP)[0], new(seek.STATE)[0]
    ops.deal(setup, state)
    view = new(seek.STATE)[0]
    ops.redact(setup, state, 0, view)
    tree = trees.grow(10, 200, 2000)
    ismcts.begin(view, 0, tree)
    chosen, flag = ismcts.options(**options), np.zeros(1, np.uint8)
    ismcts.search(setup, view, 0, new(seek.STATE, 2), tree, rng.stream(seed), chosen, simulations, flag)
    return tree


def test_wide_nodes_have_the_drawn_candidates_once_and_in_order():
    seen = set()
    for wide, seed in product((1, 2), range(12)):
        tree = hiding(4, seed, wide=wide)
        root = tree.edges[: int(tree.nodes[0].count)]
        actions = root["action"].tolist()
        assert actions == sorted(set(actions))
        assert root["prior"].tolist() == [1 / len(actions)] * len(actions)
        seen.add((wide, *actions))
    assert seen == {(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (2, 0, 1), (2, 0, 2), (2, 1, 2)}


def test_candidates_are_kept_in_order():
    actions, count = np.zeros(6, np.int64), 0
    for n, action in enumerate(given := [5, 9, 1, 5, 1, 9, 7, 0], 1):
        count = ismcts._insert(actions, count, action)
        assert actions[:count].tolist() == sorted(set(given[:n]))


def test_priors_of_the_root_are_shares_by_value():
    tree = planted((0, []), edges=3)
    trees.clear(tree)
    trees.add_node(tree, np.uint64(0), 0)
    actions, values = np.array([4, 6, 8, 99]), np.array([0.1, 0.3, -0.2, 50.0])
    ismcts.set_priors(tree, actions, values, 3, 0.2)
    shares = np.exp(values[:3] / 0.2) / np.exp(values[:3] / 0.2).sum()
    assert tree.edges["prior"].tolist() == pytest.approx((0.95 * shares + 0.05 / 3).tolist())
    assert tree.edges["action"].tolist() == [4, 6, 8]
    assert tree.nodes[0].count == 3
    # no room: nothing is written
    tree = trees.grow(5, 2, 2)
    trees.clear(tree)
    trees.add_node(tree, np.uint64(0), 0)
    ismcts.set_priors(tree, actions, values, 3, 0.2)
    assert (tree.nodes[0].first, tree.head[0].edges) == (NONE, 0)
    # nor where there are edges already, those of another node
    tree = planted((0, [(1, 0, 0, 0.7)]), (1, []))
    trees.add_node(tree, np.uint64(0), 0)
    tree.nodes[0].first = NONE
    ismcts.set_priors(tree, actions, values, 2, 0.2)
    assert tree.edges["prior"][0] == 0.7
    assert tree.edges["prior"][1:3].sum() == pytest.approx(1.0)


def test_nodes_are_found_by_key_though_their_places_collide():
    tree = trees.grow(1, 4, 1)
    trees.clear(tree)
    # eight places by the bits above the lowest: all of these begin at the last but one and go round
    wanted = [np.uint64(key) for key in (12, 13, 12 + 16, 12 + 32)]
    for key in wanted:
        assert ismcts._find(tree, key) == NONE
        ismcts._touch(tree, key, 1)
    assert [int(ismcts._find(tree, key)) for key in wanted] == [0, 1, 2, 3]
    assert [tree.slots[place] for place in (6, 7, 0, 1)] == [0, 1, 2, 3]
    assert (tree.slots[2:6] == NONE).all()
    assert tree.nodes["mover"].tolist() == [1] * 4
    # no room for a fifth
    ismcts._touch(tree, np.uint64(99), 0)
    assert ismcts._find(tree, np.uint64(99)) == NONE
    assert (tree.slots != NONE).sum() == 4


def test_an_average_is_drawn_by_visits():
    tree = planted((0, [(9, 4, 0)]), (0, [(0, 1, 0), (1, 0, 0), (2, 3, 0), (3, 4, 0)]))
    stream = rng.stream(5)
    drawn = [int(ismcts._average(tree, 1, stream)) - 1 for _ in range(1600)]
    assert [drawn.count(n) / 1600 for n in range(4)] == pytest.approx([1 / 8, 0.0, 3 / 8, 1 / 2], abs=0.04)
    assert drawn.count(1) == 0


@pytest.mark.parametrize(("visits", "keen"), [(1, 0.9 / 1.02), (100, 0.75), (10_000, 0.3), (10**6, 0.2)])
def test_the_best_is_followed_less_the_more_is_known(visits, keen):
    tree = planted((0, [(0, visits, -1.0 * visits), (1, 0, 0.0, 1.0)]))
    tree.edges[0].prior = 0.0
    stream, chosen = rng.stream(6), ismcts.options()
    drawn = [int(ismcts._select(tree, 0, stream, chosen)) for _ in range(2000)]
    assert drawn.count(1) / 2000 == pytest.approx(keen, abs=0.035)
    assert {int(ismcts._select(tree, 0, stream, ismcts.options(smooth=0))) for _ in range(50)} == {1}


def test_a_node_without_visits_has_no_average():
    tree = planted((0, [(0, 0, 0, 0.1), (1, 0, 0, 0.9)]))
    stream = rng.stream(1)
    assert {int(ismcts._select(tree, 0, stream, ismcts.options())) for _ in range(40)} == {1}


def test_a_choice_by_visits_is_in_proportion_to_a_power():
    for power, weights in ((1.0, [10, 100, 50]), (2.0, [100, 10_000, 2500]), (0.5, [10**0.5, 10, 50**0.5])):
        drawn = [ismcts.choose_by_visits([10, 9, 100, 50], rng.stream(seed), power) for seed in range(1500)]
        shares = [weight / sum(weights) for weight in weights]
        # a tenth of the most is enough, less is not
        assert [drawn.count(n) / 1500 for n in (0, 2, 3)] == pytest.approx(shares, abs=0.04)
        assert drawn.count(1) == 0
    assert ismcts.choose_by_visits([0, 3, 0], rng.stream(1), 2.0) == 1


# keys


def test_a_key_depends_on_every_byte():
    state = new(kuhn.STATE)[0]
    seen = {int(keys.fingerprint(state))}
    data = np.frombuffer(state.tobytes(), np.uint8)
    for place in range(data.size):
        changed = data.copy()
        changed[place] ^= 1
        seen.add(int(keys.fingerprint(changed)))
    assert len(seen) == data.size + 1
    assert int(keys.fingerprint(np.arange(11, dtype=np.uint8))) == ELEVEN


# playouts


def test_playouts_are_counted_in_plies():
    for moves in (1, 4):
        setup, state = stairs.foot(moves)
        assert playout.playout(setup, state, rng.stream(1)) == moves
        assert (state.to_move, state.step) == (OVER, moves)
    setup, start = stairs.foot(3)
    state = new(stairs.STATE)[0]
    assert playout.playouts(setup, start, state, rng.stream(1), 5) == 15
    assert (start.ply, state.ply) == (0, 3)


@pytest.mark.parametrize(("limit", "plies"), [(0, 5), (1, 1), (4, 4), (5, 5), (9, 5)])
def test_a_rollout_stops_at_its_limit(limit, plies):
    setup, state = stairs.foot(5)
    assert playout.rollout(setup, state, rng.stream(1), limit) == plies
    assert state.ply == plies


def test_a_rollout_stops_at_a_choice_only():
    setup, state = stairs.foot(5)
    ops.apply(setup, state, stairs.COIN)
    # the coin is tossed though the limit is reached
    assert playout.rollout(setup, state, rng.stream(1), 1) == 1
    assert state.to_move == 0
    assert state.step in (9, 29)


# the game's own players


def test_a_game_without_players_is_played_uniformly():
    setup, state = stairs.foot(3)
    out = np.zeros(10, np.int64)
    assert policy.names(stairs.FUNCTIONS) == ()
    assert not policy.proposes(stairs.FUNCTIONS)
    assert policy.plans(stairs.FUNCTIONS) is None
    stream = rng.stream(1)
    assert policy.choose(setup, state, 0, 1, stream) == policy.quick(setup, state, 0, stream) == 1
    assert policy.rate(setup, state, 0, out, 3, np.zeros(3)) is False
    assert policy.propose(setup, state, 0, out) == 10
    assert out.tolist() == list(range(10))
    assert policy.vary(setup, state, 4, 0.5, stream) == 4
    drawn = new(stairs.STATE)[0]
    state.step = 6
    policy.guess(setup, state, 0, stream, drawn)
    assert drawn == state
