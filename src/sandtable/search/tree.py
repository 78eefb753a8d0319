"""The search tree: nodes and edges in flat arrays owned by the caller, for both kinds of search.

A node is a position (`mcts`) or an information set (`ismcts`) at which one seat, or chance, is to move. Its edges are its legal
actions and lie side by side: `edges[first : first + count]`. A node is added when it is first visited and gets its
edges on the second visit. Once nodes, edges or the path are full, the tree stops growing and searches continue with
what it holds.
"""

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from sandtable.authoring import inline, jit
from sandtable.authoring.records import new, record

NONE = -1

# how many nodes and edges are in use
HEAD = record((("nodes", np.int32), ("edges", np.int32)))
# first NONE: no edges yet; count: of edges; mover: 0, 1 or CHANCE; key: of the information set
NODE = record(
    (("key", np.uint64), ("first", np.int32), ("count", np.int32), ("visits", np.int32), ("mover", np.int8))
)
# value: sum of the mover's results; child: a node or NONE; prior: how promising before any visit; priors sum to 1 at each
# node
EDGE = record(
    (
        ("action", np.int64),
        ("value", np.float64),
        ("visits", np.int32),
        ("child", np.int32),
        ("prior", np.float64),
    )
)


class Tree(NamedTuple):
    """The buffers of one search.

    head   HEAD[1]      counters
    nodes  NODE[n]      node 0 is the root of `mcts`
    edges  EDGE[m]
    path   int32[d, 2]  node and edge of each step of the simulation under way
    slots  int32[2**k]  nodes by key, open addressing, NONE where free; at least 2 n (`ismcts`)
    actions  int64[a]   room for the legal actions of a position
    values  float64[a]  room for a number for each
    """

    head: Any
    nodes: Any
    edges: Any
    path: Any
    slots: Any
    actions: Any
    values: Any


def grow(max_actions: int, nodes: int, edges: int, depth: int = 512) -> Tree:
    """Fresh buffers for `nodes` nodes and `edges` edges for positions with up to `max_actions` actions."""
    slots = 1 << max(1, 2 * nodes - 1).bit_length()
    return Tree(
        new(HEAD),
        new(NODE, nodes),
        new(EDGE, edges),
        np.zeros((depth, 2), np.int32),
        np.full(slots, NONE, np.int32),
        np.zeros(max_actions, np.int64),
        np.zeros(max_actions, np.float64),
    )


@inline
def clear(tree: Any):
    """Empties the tree."""
    head = tree.head[0]
    head.nodes = 0
    head.edges = 0
    tree.slots[:] = NONE


@inline
def add_node(tree: Any, key: Any, mover: Any):
    """Adds a node without edges; returns its number, or NONE if there is no room."""
    head = tree.head[0]
    number = np.int64(head.nodes)
    if number >= tree.nodes.size:
        return np.int64(NONE)
    node = tree.nodes[number]
    node.key = key
    node.first = NONE
    node.count = 0
    node.visits = 0
    node.mover = mover
    head.nodes = number + 1
    return number


@inline
def add_edges(tree: Any, number: Any, count: Any):
    """Gives node `number` edges for `tree.actions[:count]`, each with an equal prior; False if there is no room."""
    head = tree.head[0]
    first = np.int64(head.edges)
    if first + count > tree.edges.size:
        return False
    for i in range(count):
        edge = tree.edges[first + i]
        edge.action = tree.actions[i]
        edge.value = 0.0
        edge.visits = 0
        edge.child = NONE
        edge.prior = 1.0 / count
    node = tree.nodes[number]
    node.first = first
    node.count = count
    head.edges = first + count
    return True


@inline
def find_edge(tree: Any, number: Any, action: Any):
    """The edge of `action` at node `number`, or NONE. Actions are sorted in ascending order."""
    node = tree.nodes[number]
    low, high = np.int64(node.first), np.int64(node.first) + np.int64(node.count)
    end = high
    while low < high:
        middle = (low + high) // 2
        if tree.edges[middle].action < action:
            low = middle + 1
        else:
            high = middle
    if low < end and tree.edges[low].action == action:
        return low
    return np.int64(NONE)


@inline
def select_bound(tree: Any, number: Any, exploration: Any, offset: Any):
    """The edge with the highest upper confidence bound; unvisited edges come first, in cyclic order from `offset`."""
    node = tree.nodes[number]
    first, count = np.int64(node.first), np.int64(node.count)
    scale = exploration * sqrt(log(max(1.0, float(node.visits))))
    best, best_bound = first, -np.inf
    for i in range(count):
        edge = tree.edges[first + i]
        if edge.visits == 0:
            return _unvisited(tree, first, count, offset)
        bound = edge.value / edge.visits + scale / sqrt(float(edge.visits))
        if bound > best_bound:
            best, best_bound = first + i, bound
    return best


@inline
def _unvisited(tree: Any, first: Any, count: Any, offset: Any):
    for i in range(count):
        edge = first + (i + offset) % count
        if tree.edges[edge].visits == 0:
            return edge
    return first


@inline
def select_prior(tree: Any, number: Any, exploration: Any):
    """The edge with the highest value plus prior-weighted bonus (PUCT); an unvisited edge is valued at the node's mean."""
    node = tree.nodes[number]
    first, count = np.int64(node.first), np.int64(node.count)
    total, visits = 0.0, 0
    for i in range(first, first + count):
        total += tree.edges[i].value
        visits += tree.edges[i].visits
    mean = total / visits if visits > 0 else 0.0
    scale = exploration * sqrt(visits + 1.0)
    best, best_bound = first, -np.inf
    for i in range(first, first + count):
        edge = tree.edges[i]
        value = edge.value / edge.visits if edge.visits > 0 else mean
        bound = value + scale * edge.prior / (1.0 + edge.visits)
        if bound > best_bound:
            best, best_bound = i, bound
    return best


@inline
def back_up(tree: Any, depth: Any, first: Any, second: Any):
    """Adds a visit and the mover's result (`first` of seat 0, `second` of seat 1) to the `depth` steps of the path."""
    for i in range(depth):
        node = tree.nodes[tree.path[i, 0]]
        node.visits += 1
        edge = tree.edges[tree.path[i, 1]]
        edge.visits += 1
        edge.value += first if node.mover == 0 else second


@jit
def result(tree: Any, number: Any, actions: Any, visits: Any, values: Any):
    """Writes the action, visits and mean value of each edge of node `number`; returns how many edges it has."""
    node = tree.nodes[number]
    for i in range(node.count):
        edge = tree.edges[node.first + i]
        actions[i] = edge.action
        visits[i] = edge.visits
        values[i] = edge.value / edge.visits if edge.visits > 0 else 0.0
    return np.int64(node.count)
