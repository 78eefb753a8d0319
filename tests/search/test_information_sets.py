"""The pieces of the search over information sets, of its keys and of playouts, one by one."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from sandtable import Game
from sandtable.authoring import OVER, new, ops, rng
from sandtable.search import ismcts, keys, playout, policy
from sandtable.search import tree as trees
from sandtable.search.tree import NONE
from tests.fixtures.hide_and_seek import rules as seek
from tests.fixtures.putting import policies as putters
from tests.fixtures.putting import rules as putting
from tests.fixtures.scales.declaration import SPEC as SCALES
from tests.search import kuhn, stairs
from tests.search.kuhn import PASS, PUSH
from tests.search.trees import HIGH, LOW, Bell, planted, told, where_bounds_are_looked_at

where_bounds_are_looked_at()
# what searches find whose rules nobody changed: compiled code finds the same
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


def informed(
    own, seat, *actions, simulations=400, nodes=100, edges=300, depth=64, seed=1, bell=None, **options
):
    """The tree of a search for `seat` with the card `own` of Kuhn poker, its root and how many simulations were made."""
    cards = (own, (own + 1) % 3) if seat == 0 else ((own + 1) % 3, own)
    setup, state = kuhn.position(*cards, *actions)
    view = new(kuhn.STATE)[0]
    ops.observe(setup, state, seat, view)
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
        "exploration": 1.0, "doubt": 0.5, "smooth": 1, "warmth": 0.1, "wide": 64, "limit": 0, "wins": 0, "rival": -1,
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
    ops.observe(setup, state, 0, view)
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


def test_a_choice_by_visits_is_in_proportion_to_a_power(monkeypatch):
    for power, weights in ((1.0, [10, 100, 50]), (2.0, [100, 10_000, 2500]), (0.5, [10**0.5, 10, 50**0.5])):
        drawn = [ismcts.choose_by_visits([10, 9, 100, 50], rng.stream(seed), power) for seed in range(1500)]
        shares = [weight / sum(weights) for weight in weights]
        # a tenth of the most is enough, less is not
        assert [drawn.count(n) / 1500 for n in (0, 2, 3)] == pytest.approx(shares, abs=0.04)
        assert drawn.count(1) == 0
    assert ismcts.choose_by_visits([0, 3, 0], rng.stream(1), 2.0) == 1
    # where rounding leaves nothing to draw, the most visited
    monkeypatch.setattr(ismcts.rng, "uniform", lambda stream: 1.0)
    assert ismcts.choose_by_visits([10, 100, 50], rng.stream(1), 1.0) == 1


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


def test_a_game_tells_how_likely_its_own_player_plays_what():
    position = Game(SCALES).start()
    actions, shares = np.array(position.actions()), np.zeros(3)
    for number, expected in ((1, [1.0, 0.0, 0.0]), (policy.UNIFORM, [1 / 3] * 3)):
        assert policy.mix(position.game.setup, position.state, 0, number, actions, 3, shares) is True
        assert shares.tolist() == expected


def test_a_numbered_policy_plays_as_the_game_says_and_uniform_play_draws():
    setup, view = new(putting.SETUP)[0], new(putting.STATE)[0]
    own = replace(putters.POLICIES, choose=lambda setup, view, seat, number, stream: 100 + int(number))
    ops.register("putting", putting.FUNCTIONS, policies=own)
    try:
        ops.deal(setup, view)
        assert [policy.choose(setup, view, 0, number, rng.stream(1)) for number in (1, 3)] == [101, 103]
        drawn = {policy.choose(setup, view, 0, policy.UNIFORM, rng.stream(seed)) for seed in range(5)}
    finally:
        ops.register("putting", putting.FUNCTIONS, policies=putters.POLICIES)
    assert len(drawn) > 1


def test_a_game_without_players_is_played_uniformly():
    setup, state = stairs.foot(3)
    out = np.zeros(10, np.int64)
    assert not policy.proposes(None)
    assert policy.proposes(putters.POLICIES)
    stream = rng.stream(1)
    assert policy.choose(setup, state, 0, 1, stream) == policy.quick(setup, state, 0, stream) == 1
    drawn = [policy.choose(setup, state, 0, policy.UNIFORM, rng.stream(seed)) for seed in range(9)]
    assert drawn == [ops.sample(setup, state, rng.stream(seed)) for seed in range(9)]
    assert policy.rate(setup, state, 0, out, 3, np.zeros(3)) is False
    shares = np.full(4, 9.0)
    assert policy.mix(setup, state, 0, 1, out, 3, shares) is False
    assert policy.mix(setup, state, 0, policy.UNIFORM, out, 3, shares) is True
    assert shares.tolist() == [1 / 3, 1 / 3, 1 / 3, 9.0]
    assert policy.propose(setup, state, 0, out) == 10
    assert out.tolist() == list(range(10))
    assert policy.vary(setup, state, 4, 0.5, stream) == 4
    drawn = new(stairs.STATE)[0]
    state.step = 6
    policy.guess(setup, state, 0, stream, drawn)
    assert drawn == state
