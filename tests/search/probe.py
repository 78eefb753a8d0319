"""Prints what a few short searches do; run with and without the compiler by `test_plain_python`."""

import json

import numpy as np

import sandtable as st
from sandtable.authoring import new, rng
from sandtable.search import ismcts, mcts
from sandtable.search import tree as trees
from tests.fixtures import connect_four


def visits(tree, node):
    """Actions and visits of a node."""
    actions, counts, values = np.zeros(1000, np.int64), np.zeros(1000, np.int64), np.zeros(1000)
    n = trees.result(tree, node, actions, counts, values)
    return [actions[:n].tolist(), counts[:n].tolist(), [round(v, 12) for v in values[:n].tolist()]]


def tree_search():
    """A tree search on connect four."""
    game = st.Game(connect_four.SPEC)
    root, tree, state = game.start(), trees.grow(9, 100, 1000), new(game.spec.rules.state)[0]
    mcts.begin(root.state, tree)
    mcts.search(game.setup, root.state, state, tree, rng.stream(3), 60, 1.4, np.zeros(1, np.uint8))
    return visits(tree, 0)


def levels(name):
    """What the levels of a shipped game play along a match."""
    game = st.load(name)
    position, stream, played = game.start(), rng.stream(5), []
    agents = [st.agents.make(game, level) for level in (1, 2, 3)]
    while len(played) < 24 and not position.over:
        seat = position.to_move
        if seat < 0:
            position.play(position.sample(stream))
            continue
        action = agents[len(played) % 3].act(position.view(seat), seat, stream, budget=12)
        played.append(action)
        position.play(action)
    return played


def information_search():
    """A search in which own secrets are drawn again and averages are followed."""
    game = st.load("assault")
    position, stream = game.start(), rng.stream(7)
    while position.phase != "move":
        position.play(position.sample(stream))
    seat, tree = position.to_move, trees.grow(game.spec.rules.max_actions, 200, 8000)
    view = position.view(seat)
    ismcts.begin(view.state, seat, tree)
    chosen = ismcts.options(doubt=0.5, smooth=1, limit=30)
    flag = np.zeros(1, np.uint8)
    ismcts.search(game.setup, view.state, seat, new(game.spec.rules.state, 2), tree, stream, chosen, 80, flag)
    return visits(tree, ismcts.root(tree, view.state))


if __name__ == "__main__":
    print(json.dumps([tree_search(), levels("assault"), levels("optio"), information_search()]))  # noqa: T201
