"""Monte-Carlo tree search with chance nodes, for games in which nothing is hidden.

A simulation starts from a copy of the root position, follows the edges with the highest upper confidence bound (UCB1), draws
outcomes of chance by their weights, adds one node, plays on uniformly to the end and adds the result along its path.
Outcomes that cannot be listed are drawn but not stored: the simulation continues outside the tree. Source: Kocsis,
Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006.
"""

from typing import Any

import numpy as np

from sandtable.authoring import Rng, Setup, State, inline, jit, ops, rng
from sandtable.authoring.records import CHANCE, OVER, copy
from sandtable.search import tree as trees
from sandtable.search.playout import playout
from sandtable.search.tree import NONE

EXPLORATION = 1.4
_NO_KEY = np.uint64(0)


@jit
def begin(root: Any, tree: Any):
    """Empties `tree` and adds the node of `root`."""
    trees.clear(tree)
    trees.add_node(tree, _NO_KEY, root.to_move)


@jit
def search(
    setup: Setup,
    root: Any,
    state: State,
    tree: Any,
    stream: Rng,
    simulations: Any,
    exploration: Any,
    cancelled: Any,
):
    """Adds at most `simulations` simulations from `root`, which is unchanged, to a started `tree`; returns how many were
    run. `state` is scratch, `stream` the random numbers, and `cancelled` uint8[1]: no simulation starts once it is not 0.
    """
    for done in range(simulations):
        if cancelled[0] != 0:
            return done
        copy(state, root)
        depth = descend(setup, state, tree, stream, exploration)
        playout(setup, state, stream)
        trees.back_up(tree, depth, float(state.score[0]), float(state.score[1]))
        if depth == 0:
            tree.nodes[0].visits += 1
    return simulations


@jit
def descend(setup: Setup, state: State, tree: Any, stream: Rng, exploration: Any):
    """Plays `state` from the root to a new node and writes the path; returns its length."""
    number, depth = np.int64(0), 0
    while state.to_move != OVER and depth < tree.path.shape[0]:
        if tree.nodes[number].first == NONE:
            count = _outcomes(setup, state, tree)
            if count == 0 or not trees.add_edges(tree, number, count):
                break
        edge = _select(setup, state, tree, number, stream, exploration)
        if edge == NONE:
            break
        tree.path[depth, 0] = number
        tree.path[depth, 1] = edge
        depth += 1
        ops.apply(setup, state, tree.edges[edge].action)
        number = _child(state, tree, edge)
        if number == NONE or tree.edges[edge].visits == 0:
            break
    return depth


@inline
def _outcomes(setup: Setup, state: State, tree: Any):
    if state.to_move == CHANCE and ops.chance(setup, state, tree.values) == 0:
        return 0
    return ops.legal(setup, state, tree.actions)


@inline
def _select(setup: Setup, state: State, tree: Any, number: Any, stream: Rng, exploration: Any):
    if state.to_move == CHANCE:
        return trees.find_edge(tree, number, ops.sample(setup, state, stream))
    offset = rng.below(stream, np.int64(tree.nodes[number].count))
    return trees.select_bound(tree, number, exploration, offset)


@inline
def _child(state: State, tree: Any, edge: Any):
    child = np.int64(tree.edges[edge].child)
    if child == NONE:
        child = trees.add_node(tree, _NO_KEY, state.to_move)
        tree.edges[edge].child = child
    return child


def best(tree: Any) -> int:
    """The most visited action of the root; ties go to the lower number. `ValueError` if no simulation was run."""
    node = tree.nodes[0]
    if node.count == 0:
        raise ValueError("the search ran no simulations")
    edges = tree.edges[int(node.first) : int(node.first) + int(node.count)]
    return int(edges["action"][int(np.argmax(edges["visits"]))])
