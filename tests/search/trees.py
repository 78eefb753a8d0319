"""What the tests of the searches' pieces share: trees made by hand, what stands in them, and where they run."""

from dataclasses import replace

import numpy as np
import pytest

from sandtable._compiler.kernels import COMPILED
from sandtable.authoring import new, ops
from sandtable.search import tree as trees
from tests.fixtures.tug import rules as tug

LOW, MIDDLE, HIGH = range(3)


def where_bounds_are_looked_at():
    """Leaves the file that calls this out where code is compiled, which writes past the end of a buffer unseen."""
    if COMPILED:
        pytest.skip("test_plain_python runs this file without the compiler", allow_module_level=True)


def open_to_all(spec):
    """The game without its own `observe`: everyone sees everything, as tree search requires."""
    functions = {name: made for name, made in spec.rules.functions.items() if name != "observe"}
    return replace(spec, rules=replace(spec.rules, functions=functions))


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


def pulling(faces=4):
    ops.register("tug", tug.FUNCTIONS)
    setup, state = new(tug.SETUP)[0], new(tug.STATE)[0]
    setup.faces = faces
    ops.deal(setup, state)
    return setup, state
